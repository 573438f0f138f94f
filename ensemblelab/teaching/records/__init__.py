"""Records of experiments that take too long for a page, and a class that reads them.

A record states the date, the machine, and the command, so that no page has to.
"""

from __future__ import annotations

import json
import reprlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Record", "mean_and_error"]

FOLDER = Path(__file__).parent


def mean_and_error(values: ArrayLike, overlap: float = 0.0) -> tuple[float, float]:
    """Return the mean of repetitions and its standard error.

    For a difference between two methods, pass their differences on the same repetitions, because
    what makes one repetition harder than another then cancels.

    Parameters
    ----------
    values : array-like of shape (n,)
        One number for each repetition, at least two.
    overlap : float, default=0.0
        The ratio of test to training observations if repetitions are random splits of the same
        data. The training sets then overlap, and the standard error must be increased. 0 if the
        data are drawn anew.

    Returns
    -------
    mean, standard_error : float

    Raises
    ------
    ValueError
        If there are fewer than two values, they are no list, or `overlap` is below 0.

    Notes
    -----
    Nadeau and Bengio, Inference for the generalization error, Machine Learning 52, 239-281 (2003).
    """
    v = np.asarray(values, dtype=float)
    if v.ndim != 1 or len(v) < 2:
        raise ValueError(f"values={reprlib.repr(v.tolist())} must be a list of two numbers or more")
    if not overlap >= 0:
        raise ValueError(f"overlap={overlap!r} must be at least 0")
    return float(v.mean()), float(v.std(ddof=1) * np.sqrt(1 / len(v) + overlap))


class Record:
    """The record of one experiment; shown in a notebook, it names its origin.

    Parameters
    ----------
    name : str
        The name of the experiment, such as ``"forests"``.

    Attributes
    ----------
    name : str
    content : dict
        The content of the file.

    Raises
    ------
    ValueError
        If there is no such record.
    """

    def __init__(self, name: str) -> None:
        names = sorted(path.stem for path in FOLDER.glob("*.json"))
        if name not in names:
            raise ValueError(f"name={name!r} is no record; there are {', '.join(names)}")
        self.name = name
        text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
        self.content: dict[str, Any] = json.loads(text)

    def values(self, case: str, figure: str) -> NDArray[np.float64]:
        """Return one quantity for every repetition, shape (n,)."""
        return np.array(self.content["cases"][case]["figures"][figure]["values"])

    def text(self, case: str, figure: str, digits: int = 1, overlap: float = 0.0) -> str:
        """Format the mean ± standard error of a quantity."""
        mean, error = mean_and_error(self.values(case, figure), overlap)
        return f"{mean:.{digits}f} ± {error:.{digits}f}".replace("-", "−")

    def difference(
        self, case: str, one: str, other: str, overlap: float = 0.0
    ) -> tuple[float, float]:
        """Return the mean of `one` − `other` on the same repetitions, and its standard error."""
        return mean_and_error(self.values(case, one) - self.values(case, other), overlap)

    def difference_text(
        self, case: str, one: str, other: str, digits: int = 1, overlap: float = 0.0
    ) -> str:
        """Format that difference, with its sign."""
        mean, error = self.difference(case, one, other, overlap)
        return f"{mean:+.{digits}f} ± {error:.{digits}f}".replace("-", "−")

    def _repr_markdown_(self) -> str:
        content = self.content
        cases = content["cases"]
        repeated = ", ".join(f"{case} {row['repetitions']}" for case, row in cases.items())
        seconds = sum(row["seconds"] for row in cases.values())
        libraries = ", ".join(f"{name} {version}" for name, version in content["libraries"].items())
        made = content["measured"]
        again = content.get("again", f"python -m experiments {self.name}")
        return (
            f"> Recorded on {made['date']} with {libraries}, Python {made['python']}, on"
            f" {made['machine']}; {seconds:.0f} s of processor time. Repetitions: {repeated}."
            f" To do it again: `{again}`\n"
        )
