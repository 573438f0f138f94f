"""Grade small programs at one warm station: what tests of single cases share."""

import operator
from collections.abc import Iterator

from isolations import require_isolation
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.limits import Limits
from nbjudge.pages.advice import find_advice
from nbjudge.processes import student
from nbjudge.records import Materials, ProgramCell, Result
from nbjudge.run import attempt as task

LIMITS = Limits(cell_seconds=300, submission_seconds=3000)
IMPORTS = ["numpy", "numpy.testing", "numpy.ma", "unittest"]


def setup(source: str) -> ProgramCell:
    """A cell that the course gives."""
    return ProgramCell("setup", source, source)


def answer(handed_in: str, solution: str) -> ProgramCell:
    """A student's cell, and the course's own solution of it."""
    return ProgramCell("student", handed_in, solution=solution)


def extra(handed_in: str) -> ProgramCell:
    """A cell that the student added."""
    return ProgramCell("student", handed_in)


def check(source: str) -> ProgramCell:
    """A test worth one point, hidden as a whole."""
    return ProgramCell("test", source, "", points=1.0, hidden=[(1, 10**9)])


def replaced(name: str, value: str) -> str:
    """Return lines with which an answer speaks for its process: `name` there is `value`.

    A name that the process has no longer would make of an attack an answer like any other.
    """
    operator.attrgetter(name)(student)
    return f"import nbjudge.processes.student as s\ns.{name} = {value}\n"


def stations(
    *imports_too: str, isolation: str = "bwrap", files: dict[str, bytes] | None = None
) -> Iterator[task.Station]:
    """Yield a station that has imported this and that, and close it, for a fixture."""
    require_isolation(isolation)
    modules = [*IMPORTS, *imports_too]
    imports = {"student": modules, "checker": modules}
    station = task.Station(
        Materials("one", imports, files or {}), choose_sandbox(isolation, LIMITS)
    )
    yield station
    station.close()


def everything(station: task.Station, *cells: ProgramCell) -> dict[int, Result]:
    """Grade a program; return the results of its cells by their number."""
    station.solved.clear()  # of another program
    found = task.grade_at_station(station, list(cells), {}, LIMITS, False).results
    for result in found.values():  # whatever is left to a person, there is something to do
        assert result.outcome != "review" or find_advice(result.message), result.message
        assert not result.review or find_advice(result.review), result.review
    return found


def graded(station: task.Station, *cells: ProgramCell) -> list[Result]:
    """Grade a program; return the results of its tests."""
    found = everything(station, *cells)
    return [found[n] for n, cell in enumerate(cells) if cell.kind == "test"]


def outcomes(station: task.Station, *cells: ProgramCell) -> list[str]:
    """Grade a program; return what became of each of its tests, in a word."""
    return [result.outcome for result in graded(station, *cells)]
