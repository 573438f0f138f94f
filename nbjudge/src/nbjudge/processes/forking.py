"""Prepare packages once for all processes that are forked, where each would prepare itself.

A package that has a function ``__before_fork__`` says so: ensemblelab compiles its loops there.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys

__all__ = ["prepare_packages"]


def prepare_packages() -> None:
    """Prepare every package that is imported for being forked."""
    for name, module in list(sys.modules.items()):
        if "." not in name and "__before_fork__" in getattr(module, "__dict__", {}):
            with contextlib.suppress(Exception):  # then it is done, or fails, where it is needed
                module.__before_fork__()
    if "matplotlib" in sys.modules:
        with contextlib.suppress(Exception):
            draw_figure()
    narwhals = sys.modules.get("narwhals")
    if narwhals is not None:  # a first question looks for plugins among all that is installed
        with contextlib.suppress(Exception):
            narwhals.from_native(0, pass_through=True)
    parallel = sys.modules.get("sklearn.utils.parallel")
    if parallel is not None:  # clustering asks which libraries are loaded, where /proc is hidden
        with contextlib.suppress(Exception):
            parallel._get_threadpool_controller()


def draw_figure() -> None:
    """Draw a picture as a notebook's are drawn: a first one loads fonts, and what writes PNG.

    It is drawn beside pyplot, which would choose a backend by it.
    """
    importlib.import_module("IPython.core.pylabtools")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([0, 1])
    FigureCanvasAgg(figure).print_figure(io.BytesIO(), bbox_inches="tight")
