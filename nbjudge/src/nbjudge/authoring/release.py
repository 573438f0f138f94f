"""Make the student version of an assignment, and hand in samples of it."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import nbformat
from nbgrader.apps import NbGraderAPI

from nbjudge.authoring.answers import Answers, read_answers
from nbjudge.authoring.fitness import unfit
from nbjudge.course.gradebook import make_tables
from nbjudge.course.source import Assignment, Course, course_data
from nbjudge.course.text import is_source, read_source
from nbjudge.errors import GradingError

__all__ = ["SHORTEST", "answered", "leaks", "release", "samples", "secret_lines"]

SECRET = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")
SHORTEST = 9  # characters of a line that can give anything away


def secret_lines(source: Path) -> set[str]:
    """Return the lines of solutions, model answers and hidden tests."""
    secret, hidden = set(), False
    for cell in read_source(source).cells:
        graded = cell.metadata.get("nbgrader", {})
        by_hand = graded.get("solution") and graded.get("grade")  # the whole cell is an answer
        for line in map(str.strip, cell.source.splitlines()):
            if line.endswith(SECRET):
                hidden = True
            elif line.startswith("### END"):
                hidden = False
            elif len(line) >= SHORTEST and (hidden or by_hand):
                secret.add(line)
    return secret


def leaks(source: Path, released: Path) -> list[str]:
    """Name each place of a released file that holds a line which should be secret.

    Parameters
    ----------
    source : Path
        The source, a text or a notebook.
    released : Path
        What students get: the notebook, or a file beside it.
    """
    secret = secret_lines(source)
    if released.suffix != ".ipynb":
        lines = released.read_text(encoding="utf-8", errors="replace").splitlines()
        return [
            f"{released.name}, line {number}: {line}"
            for number, line in enumerate(map(str.strip, lines), 1)
            if line in secret
        ]
    return [
        f"cell {number} ({cell.metadata.get('nbgrader', {}).get('grade_id', 'no id')}): {line}"
        for number, cell in enumerate(nbformat.read(released, 4).cells)
        for line in map(str.strip, cell.source.splitlines())
        if line in secret
    ]


def release(
    course: Path,
    assignment: str,
    haste: bool = False,
    data: Path | None = None,
    isolation: str | None = None,
) -> Path:
    """Make the student version and return its folder.

    Parameters
    ----------
    course : Path
    assignment : str
    haste : bool, default=False
        Do not look whether the tests notice changes of the solution.
    data : Path, optional
        The course's folder of data.
    isolation : str, optional
        By default the strongest that works here.

    Raises
    ------
    GradingError
        If there is no such assignment, its solution fails, its stub passes, its tests let wrong
        answers pass, or the student version gives anything away.
    """
    place = Course(course)
    source = Assignment(place, assignment)
    if faults := unfit(source, haste, data and course_data(place, data), isolation):
        raise GradingError("\n".join(faults))
    make_tables(place.db_url)
    origin = place.path("source", ".", assignment)
    texts = [path.name for path in origin.glob("*.md") if is_source(path)]
    config = copy.deepcopy(place.config)  # the texts hold the solutions, and stay here
    config.CourseDirectory.ignore = [*place.directory.ignore, *texts]
    done = NbGraderAPI(config=config).generate_assignment(assignment, force=True, create=True)
    if not done["success"]:
        said = f"{done['log']}{done.get('error', '')}"
        raise GradingError(f"{said}\n`nbgrader generate_assignment` failed.")
    folder = place.path("release", ".", assignment)
    beside = [folder / file for file in source.files]
    for name in source.notebooks:
        released = [folder / f"{name}.ipynb", *filter(Path.exists, beside)]
        if found := [line for path in released for line in leaks(origin / f"{name}.ipynb", path)]:
            shutil.rmtree(folder)
            raise GradingError(
                f"{name}.ipynb: the student version would show lines of solutions or hidden "
                "tests:\n" + "\n".join(found)
            )
    return folder


def answered(released: nbformat.NotebookNode, answers: Answers) -> nbformat.NotebookNode:
    """Fill a released notebook's answer cells."""
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in released.cells
        if "nbgrader" in cell.metadata and cell.metadata.nbgrader.solution
    }
    unknown = sorted(set(answers) - set(cells))
    if unknown:
        raise GradingError(f"answers to {unknown}; the tasks are {sorted(cells)}")
    for grade_id, text in answers.items():
        cells[grade_id].source = text
    return released


def samples(course: Path, assignment: str) -> bool:
    """Where nobody has handed in, hand in the solution, the stub and half.py, as sample students.

    Returns
    -------
    bool
        Whether that was done.
    """
    if not list(course.glob(f"release/{assignment}/*.ipynb")):
        release(course, assignment, haste=True)
    if list(course.glob(f"submitted/*/{assignment}/*.ipynb")):
        return False
    for source in (course / "source" / assignment).glob("*.ipynb"):
        released = course / "release" / assignment / source.name
        handed_in = {"sample-perfect": nbformat.read(source, 4)}
        handed_in["sample-empty"] = nbformat.read(released, 4)
        half = course / "answers" / assignment / "half.py"
        if half.exists():
            handed_in["sample-half"] = answered(nbformat.read(released, 4), read_answers(half))
        for student, notebook in handed_in.items():
            target = course / "submitted" / student / assignment / source.name
            target.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, target)
    return True
