"""Read sources that are MyST text, in which one line of a cell holds its nbgrader metadata.

    ```{code-cell} ipython3
    :nbgrader: test mean-hidden 2

and of a cell of words, ``+++ {"nbgrader": "manual why 3"}``. nbgrader's own metadata, in full, may
stand there too.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from nbgrader.nbgraderformat import SCHEMA_VERSION

from nbjudge.errors import GradingError

__all__ = ["is_source", "read_source"]

GRADED = {
    "answer": {"solution": True},
    "test": {"grade": True},
    "manual": {"grade": True, "solution": True},
    "task": {"task": True},
    "read-only": {},
}
"""What each word says of a cell, and nothing else of these; nbgrader calls them Autograded answer,
Autograder tests, Manually graded answer, Manually graded task, Read-only."""

WITH_POINTS = ("test", "manual", "task")
FORM = re.compile(r"(?P<kind>\S+)\s+(?P<id>[\w-]+)(?:\s+(?P<points>\d+(?:\.\d+)?))?")


def is_source(path: Path) -> bool:
    """Return whether a text says of itself that it is a notebook in MyST."""
    with path.open("rb") as file:
        return b"format_name: myst" in file.read(500)


def read_source(path: Path) -> Any:
    """Read a text, or a notebook, as a notebook with nbgrader's metadata in full.

    Raises
    ------
    GradingError
        If it cannot be read, or a cell's line does not say what nbgrader needs.
    """
    import jupytext  # only courses that keep their sources as text need it

    try:
        book = jupytext.read(path)
    except UnicodeDecodeError as error:
        words = f"{path} is no UTF-8 text (byte {error.start}): save it as UTF-8"
        raise GradingError(words) from None
    except Exception as error:
        raise GradingError(f"{path}: {type(error).__name__}: {error}") from None
    for cell in book.cells:
        short = cell.metadata.get("nbgrader")
        if isinstance(short, str):
            try:
                cell.metadata["nbgrader"] = expand_metadata(short, cell.cell_type)
            except ValueError as error:
                raise GradingError(f"{path}: nbgrader: {short}: {error}") from None
    return book


def expand_metadata(short: str, cell_type: str) -> dict[str, Any]:
    """Return nbgrader's metadata for a cell's line; raise ValueError in words."""
    found = FORM.fullmatch(short.strip())
    if found is None:
        raise ValueError(
            f"it must be one of {', '.join(GRADED)}, then an id (letters, digits, - and _), then "
            f"for {', '.join(WITH_POINTS)} the points"
        )
    kind, points = found["kind"], found["points"]
    if kind not in GRADED:
        raise ValueError(f"{kind!r} must be one of {', '.join(GRADED)}")
    if (points is not None) != (kind in WITH_POINTS):
        raise ValueError(f"points follow the id of {', '.join(WITH_POINTS)}, and of no other")
    if cell_type == "code" and kind == "task":
        raise ValueError("a task is a cell of words; an answer in code that you mark is manual")
    if cell_type != "code" and kind in ("answer", "test"):
        raise ValueError(f"{kind} is a cell of code; an answer in words is manual")
    graded = {"grade": False, "solution": False, "task": False} | GRADED[kind]
    full: dict[str, Any] = {
        "cell_type": cell_type,
        "grade_id": found["id"],
        "locked": not graded["solution"],
        "schema_version": SCHEMA_VERSION,
        **graded,
    }
    if points is not None:
        full["points"] = float(points) if "." in points else int(points)
    return full
