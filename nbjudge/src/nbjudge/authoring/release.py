"""Make the student version of an assignment, and hand in samples of it."""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import nbformat
from nbgrader.apps import NbGraderAPI

from nbjudge.authoring.answer_file import read_answers
from nbjudge.authoring.answers import Answers, write_files
from nbjudge.authoring.fitness import find_release_faults, find_variant_faults
from nbjudge.course import format_command
from nbjudge.course.gradebook import AssignmentGradebook, prepare_tables, read_students
from nbjudge.course.myst import is_source, read_source
from nbjudge.course.source import Assignment, Course, resolve_data_folder
from nbjudge.course.variants import locate_secret, make_instances, make_secret
from nbjudge.errors import GradingError, error_log_path, log
from nbjudge.records import ReleasedVariants

__all__ = [
    "SHORTEST",
    "collect_secret_lines",
    "extract_cause",
    "extract_last_line",
    "fill_answers",
    "find_leaks",
    "release",
    "release_variants",
    "submit_samples",
]

SECRET = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")
SHORTEST = 9  # characters of a line that can give anything away


def collect_secret_lines(source: Path) -> set[str]:
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


def find_leaks(source: Path, released: Path) -> list[str]:
    """Return each place of a released file that holds a line which should be secret.

    Parameters
    ----------
    source : Path
        The source, a text or a notebook.
    released : Path
        What students get: the notebook, or a file beside it.
    """
    secret = collect_secret_lines(source)
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
        If there is no such assignment, it has variants, its solution fails, its stub passes, its
        tests let wrong answers pass, or the student version gives anything away.
    """
    place = Course(course)
    source = Assignment(place, assignment)
    if source.varied:
        raise GradingError(
            f"ASSIGNMENT {assignment!r}: {source.variants} gives each student other values; "
            f"{format_command(f'release --variants {assignment}', place.root)} "
            "makes a notebook for each"
        )
    if faults := find_release_faults(
        source, haste, data and resolve_data_folder(place, data), isolation
    ):
        raise GradingError("\n".join(faults))
    prepare_tables(place.db_url)
    origin = place.path("source", ".", assignment)
    texts = [path.name for path in origin.glob("*.md") if is_source(path)]
    config = copy.deepcopy(place.config)  # the texts hold the solutions, and stay here
    config.CourseDirectory.ignore = [*place.directory.ignore, *texts]
    done = NbGraderAPI(config=config).generate_assignment(assignment, force=True, create=True)
    if not done["success"]:
        log("nbgrader generate_assignment", f"{done.get('log', '')}{done.get('error', '')}")
        where = error_log_path(place.root)
        raise GradingError(
            f"nbgrader generate_assignment: {extract_cause(done)}; {where} says where"
        )
    folder = place.path("release", ".", assignment)
    remove_if_leaking(source, folder)
    return folder


def extract_cause(done: Mapping[str, Any]) -> str:
    """Return the line that says why a command of nbgrader's failed, of all that it says."""
    log, error = (str(done.get(part, "")) for part in ("log", "error"))
    raised = re.findall(r"^ {4}([A-Za-z_][\w.]*: .*)$", log, re.MULTILINE)
    return raised[-1] if raised else extract_last_line(f"{log}\n{error}")


def extract_last_line(log: str) -> str:
    """Return the last line that says something."""
    lines = [line for line in log.splitlines() if line.strip() and not line.startswith("    ")]
    return lines[-1] if lines else "no word of why"


def remove_if_leaking(source: Assignment, folder: Path) -> None:
    """Look through a student version, and remove it if it gives anything away."""
    origin = source.course.path("source", ".", source.name)
    beside = [folder / file for file in source.files]
    for name in source.notebooks:
        released = [folder / f"{name}.ipynb", *filter(Path.exists, beside)]
        if found := [
            line for path in released for line in find_leaks(origin / f"{name}.ipynb", path)
        ]:
            shutil.rmtree(folder)
            raise GradingError(
                f"{name}.ipynb: the student version would show lines of solutions or hidden "
                "tests:\n" + "\n".join(found)
            )


def release_variants(
    course: Path,
    assignment: str,
    haste: bool = False,
    data: Path | None = None,
    isolation: str | None = None,
) -> ReleasedVariants:
    """Make a student version with own values for each student in the gradebook.

    Those who have handed in something of it are students too. There is none for all: it would
    have the source's values, which nobody is graded by.

    Parameters
    ----------
    course, assignment, haste, data, isolation
        As of `release`.

    Raises
    ------
    GradingError
        As `release` does; if the assignment has no variants, there are no students, one's name is
        none for a folder, or the values are not fit: not plain, not the same each time, or such
        that the solution fails or the stub passes.
    """
    place = Course(course)
    source = Assignment(place, assignment)
    if not source.varied:
        raise GradingError(f"--variants: ASSIGNMENT {assignment!r} has none: no {source.variants}")
    students = sorted({*read_students(place), *place.students(assignment, "*")})
    if not students:
        raise GradingError(
            f"--variants: nobody is in the gradebook {place.db_url.database}; `nbgrader db student "
            "import FILE` enters students"
        )
    for name in students:
        if not name or Path(name).name != name or name.startswith(".") or "\0" in name:
            raise GradingError(f"--variants: student {name!r}: no folder can have this name")
    shown = data and resolve_data_folder(place, data)
    secret = make_secret(place)
    made = make_instances(source, secret, students)
    again = make_instances(source, secret, students, hash_seed=1)
    for name in students:
        if made[name].digest != again[name].digest:
            raise GradingError(
                f"{source.variants}: variant(random) gives {name!r} other values each time; all "
                "that it draws must come from its argument, and none from the order of a set"
            )
    if faults := find_release_faults(source, haste, shown, isolation) or find_variant_faults(
        made, shown, isolation
    ):
        raise GradingError("\n".join(faults))
    with AssignmentGradebook(source):  # its source is there now, as after `release`
        pass
    for name in source.notebooks:  # with the source's values it must not be handed out
        (place.path("release", ".", assignment) / f"{name}.ipynb").unlink(missing_ok=True)
    folders = {name: write_version(one, name) for name, one in made.items()}
    return ReleasedVariants(
        folders, len({one.digest for one in made.values()}), locate_secret(place)
    )


def write_version(instance: Assignment, student: str) -> Path:
    """Write a student's own version and return its folder."""
    folder = instance.course.path("release", student, instance.name)
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    write_files(folder, instance.files)
    for name, notebook in instance.notebooks.items():
        nbformat.write(notebook.release, folder / f"{name}.ipynb")
    remove_if_leaking(instance, folder)
    return folder


def fill_answers(released: nbformat.NotebookNode, answers: Answers) -> nbformat.NotebookNode:
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


def submit_samples(course: Path, assignment: str) -> bool:
    """Where nobody has handed in, hand in solution, stub and half an answer, as sample students.

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
        known = read_answers(Course(course), assignment)
        if half := {answer.grade_id: answer.source for answer in known if answer.kind == "half"}:
            handed_in["sample-half"] = fill_answers(nbformat.read(released, 4), half)
        for student, notebook in handed_in.items():
            target = course / "submitted" / student / assignment / source.name
            target.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, target)
    return True
