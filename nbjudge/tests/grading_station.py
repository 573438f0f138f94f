"""Grade small programs at one warm station: what tests of single cases share."""

from collections.abc import Iterator
from typing import Any

from nbjudge.isolation.sandbox import choose, probe
from nbjudge.limits import Limits
from nbjudge.run import attempt as task
from needs import missing

LIMITS = Limits(cell_seconds=300, submission_seconds=3000)
IMPORTS = ["numpy", "numpy.testing", "numpy.ma", "unittest"]


def setup(source: str) -> dict:
    """A cell that the course gives."""
    return {"kind": "setup", "source": source, "release": source}


def answer(handed_in: str, solution: str) -> dict:
    """A student's cell, and the course's own solution of it."""
    return {"kind": "student", "source": handed_in, "solution": solution}


def extra(handed_in: str) -> dict:
    """A cell that the student added."""
    return {"kind": "student", "source": handed_in}


def check(source: str) -> dict:
    """A test worth one point, hidden as a whole."""
    return {
        "kind": "test", "source": source, "release": "", "points": 1.0, "hidden": [(1, 10**9)],
    }  # fmt: skip


def stations() -> Iterator[task.Station]:
    """Yield a station and close it, for a fixture."""
    if probe("bwrap"):
        missing(f"bubblewrap: {probe('bwrap')}")
    imports = {"student": IMPORTS, "checker": IMPORTS}
    station = task.Station({"files": {}, "imports": imports}, choose("bwrap", LIMITS))
    yield station
    station.close()


def everything(station: task.Station, *cells: dict) -> dict[str, dict[str, Any]]:
    """Grade a program; return the results of its cells by their number."""
    station.solved.clear()  # of another program
    submitted = {"cells": list(cells), "files": {}}
    found: dict = task.graded_at(station, submitted, LIMITS, False)["results"]
    return found


def graded(station: task.Station, *cells: dict) -> list[dict[str, Any]]:
    """Grade a program; return the results of its tests."""
    found = everything(station, *cells)
    return [found[str(n)] for n, cell in enumerate(cells) if cell["kind"] == "test"]


def outcomes(station: task.Station, *cells: dict) -> list[str]:
    """Grade a program; return what became of each of its tests, in a word."""
    return [result["outcome"] for result in graded(station, *cells)]
