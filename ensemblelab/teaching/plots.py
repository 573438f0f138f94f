"""Figures that several chapters use, in a style that is legible without color.

Lines differ in dash and marker as well as in color, and the colors (by Okabe
and Ito) can be distinguished by color-blind readers and in gray.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes

__all__ = ["COLOURS", "error_against_size", "use_style"]

COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00"]
_DASHES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3))]


def use_style() -> None:
    """Set the course's style for every figure of a notebook."""
    mpl.rcParams.update(
        {
            "axes.grid": True,
            "axes.prop_cycle": cycler(color=COLOURS) + cycler(linestyle=_DASHES),
            "axes.spines.right": False,
            "axes.spines.top": False,
            "figure.constrained_layout.use": True,
            "figure.dpi": 110,
            "figure.facecolor": "white",  # also in a notebook with a dark theme
            "figure.figsize": (6.4, 4.0),
            "font.size": 11,
            "grid.alpha": 0.3,
            "legend.frameon": False,
            "lines.linewidth": 1.8,
            "savefig.dpi": 200,
            "svg.hashsalt": "ensemblelab",  # the same drawing has the same names inside
        }
    )


def error_against_size(
    sizes: Sequence[int],
    curves: Mapping[str, Any],
    *,
    floor: float | None = None,
    ylabel: str = "squared error",
    ax: Axes | None = None,
) -> Axes:
    """Plot error against ensemble size on logarithmic axes, where a 1/m law is a straight line.

    Parameters
    ----------
    sizes : sequence of int
        The ensemble sizes m.
    curves : mapping of str to array-like of shape (len(sizes),)
        Errors by their names in the legend. The first is drawn as points, because it is measured;
        the others are drawn as lines, because they are formulas.
    floor : float, optional
        A lower limit of the error, drawn as a horizontal line.
    ylabel : str
    ax : Axes, optional
        By default new ones.

    Returns
    -------
    Axes
    """
    ax = ax or plt.subplots()[1]
    for (name, errors), marker in zip(curves.items(), ["o", *[""] * len(curves)], strict=False):
        line: dict[str, Any] = {"linestyle": "none", "color": COLOURS[4]} if marker else {}
        ax.plot(sizes, errors, marker=marker, label=name, **line)
    if floor is not None:
        ax.axhline(floor, color="0.4", linewidth=1, label="floor")
    ax.set(xscale="log", yscale="log", xlabel="ensemble size m", ylabel=ylabel)
    ax.set_xticks(sizes, [str(size) for size in sizes])
    ax.xaxis.set_minor_locator(mpl.ticker.NullLocator())
    values = np.concatenate([np.asarray(errors, dtype=float) for errors in curves.values()])
    ax.set_ylim(values.min() / 1.3, values.max() * 1.3)
    ax.legend()
    return ax
