"""The life of an assignment, one command each.

    python exercises/course.py release [ASSIGNMENT ...]   make the student version
    python exercises/course.py grade ASSIGNMENT           grade what was handed in

`make exercises` and `make grade` call these. Both work on the course in this
folder, or in another one that is laid out like it (--course DIR).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

import jupytext
import nbformat
from answers import Answers, read_answers, unfit
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from ensemblelab.grading.course import Course, write_notebooks
from ensemblelab.grading.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment

HERE = Path(__file__).parent
SECRET = ("BEGIN SOLUTION", "BEGIN HIDDEN TESTS", "BEGIN MARK SCHEME")
SHORTEST = 9  # characters of a line that can give anything away

# nbgrader starts a program (alembic) that stands beside this Python.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def assignments(course: Path) -> list[str]:
    return sorted(path.parent.name for path in course.glob("source/*/*.md"))


def secret_lines(source: Path) -> set[str]:
    """Return the lines of solutions, model answers and hidden tests."""
    secret, hidden = set(), False
    for cell in jupytext.read(source).cells:
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
    """Name each place of a released notebook that holds a line which should be secret."""
    secret = secret_lines(source)
    return [
        f"cell {number} ({cell.metadata.get('nbgrader', {}).get('grade_id', 'no id')}): {line}"
        for number, cell in enumerate(nbformat.read(released, 4).cells)
        for line in map(str.strip, cell.source.splitlines())
        if line in secret
    ]


def release(course: Path, assignment: str) -> None:
    """Make the student version; refuse one that is unfair or gives anything away."""
    texts = write_notebooks(course / "source" / assignment)
    for text in texts:
        faults = unfit(text)
        if faults:
            sys.exit(f"{text} is not fit to be released:\n" + "\n".join(faults))
    api = NbGraderAPI(config=Course(course).config)
    done = api.generate_assignment(assignment, force=True, create=True)
    if not done["success"]:
        sys.exit(f"{done['log']}{done.get('error', '')}\n`nbgrader generate_assignment` failed.")
    for text in texts:
        released = course / "release" / assignment / text.with_suffix(".ipynb").name
        found = leaks(text, released)
        if found:
            shutil.rmtree(released.parent)
            sys.exit(
                f"{text}: the student version would show lines of solutions or hidden tests:\n"
                + "\n".join(found)
            )


def answered(released: nbformat.NotebookNode, answers: Answers) -> nbformat.NotebookNode:
    """Fill a released notebook's answer cells."""
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in released.cells
        if "nbgrader" in cell.metadata and cell.metadata.nbgrader.solution
    }
    unknown = sorted(set(answers) - set(cells))
    if unknown:
        raise ValueError(f"answers to {unknown}; the tasks are {sorted(cells)}")
    for grade_id, text in answers.items():
        cells[grade_id].source = text
    return released


def hand_in_samples(course: Path, assignment: str) -> None:
    """Hand in the full solution, the empty stub and half.py, as sample students."""
    for source in (course / "source" / assignment).glob("*.ipynb"):
        released = course / "release" / assignment / source.name
        samples = {"sample-perfect": nbformat.read(source, 4)}
        samples["sample-empty"] = nbformat.read(released, 4)
        half = course / "answers" / assignment / "half.py"
        if half.exists():
            samples["sample-half"] = answered(nbformat.read(released, 4), read_answers(half))
        for student, notebook in samples.items():
            target = course / "submitted" / student / assignment / source.name
            target.parent.mkdir(parents=True, exist_ok=True)
            nbformat.write(notebook, target)


def scores(course: Path, assignment: str) -> list[tuple[str, float, float, bool]]:
    """List student, score, highest score, and whether a person has still to grade."""
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return [
            (row.student.id, row.score, row.max_score, row.needs_manual_grade)
            for row in gradebook.assignment_submissions(assignment)
        ]


def grade(course: Path, assignment: str) -> None:
    """Grade what was handed in, isolated, into gradebook.db, and write the feedback."""
    if not list(course.glob(f"release/{assignment}/*.ipynb")):
        release(course, assignment)
    if not list(course.glob(f"submitted/*/{assignment}/*.ipynb")):
        print(f"Nothing was handed in for {assignment}; grading sample submissions instead.")
        hand_in_samples(course, assignment)
    status = grade_assignment(course, assignment, Options())
    if status not in (ALL_GRADED, NEEDS_REVIEW):
        sys.exit(status)
    print(f"Feedback: {course / 'feedback'}")
    print(f"To grade by hand: `jupyter lab` in {course}, then Nbgrader > Formgrader in its menu")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--course", type=Path, default=HERE)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("release", help="make the student version")
    command.add_argument("assignments", nargs="*", metavar="ASSIGNMENT", help="default: all")
    command = commands.add_parser("grade", help="grade what was handed in")
    command.add_argument("assignments", nargs=1, metavar="ASSIGNMENT")
    options = parser.parse_args(arguments)

    known = assignments(options.course)
    for assignment in options.assignments or known:
        if assignment not in known:
            parser.error(f"ASSIGNMENT={assignment!r} is not in the course; there are: {known}")
        {"release": release, "grade": grade}[options.command](options.course, assignment)
        if options.command == "release":
            print(f"Released {options.course / 'release' / assignment}")


if __name__ == "__main__":
    main()
