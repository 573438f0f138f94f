"""The life of an assignment, one command each.

    python exercises/course.py release [ASSIGNMENT ...]   make the student version
    python exercises/course.py grade ASSIGNMENT           grade what was handed in

`make exercises` and `make grade` call these. Both work on the course in this
folder, or in another one that is laid out like it (--course DIR).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
from answers import read_answers
from nbgrader.api import Gradebook

HERE = Path(__file__).parent

# nbgrader starts a program (alembic) that stands beside this Python.
os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def assignments(course: Path) -> list[str]:
    return sorted(path.parent.name for path in course.glob("source/*/*.md"))


def nbgrader(course: Path, *arguments: str) -> None:
    """Run one of nbgrader's own commands in the course's folder; its output counts if it fails."""
    command = [sys.executable, "-W", "ignore", "-m", "nbgrader", *arguments, "--log-level=ERROR"]
    done = subprocess.run(command, cwd=course, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n`nbgrader {' '.join(arguments)}` failed; see above.")


def convert(course: Path, assignment: str) -> None:
    """Make the notebook that nbgrader reads out of the text that people edit."""
    for text in (course / "source" / assignment).glob("*.md"):
        jupytext.write(jupytext.read(text), text.with_suffix(".ipynb"))


def release(course: Path, assignment: str) -> None:
    """Make the student version: no solutions, no hidden tests."""
    convert(course, assignment)
    nbgrader(course, "generate_assignment", assignment, "--create", "--force")


def answered(released: nbformat.NotebookNode, answers: Path) -> nbformat.NotebookNode:
    """Fill a released notebook's answer cells from a file of answers.

    The file is a script in which ``# %% GRADE_ID`` begins each answer.
    """
    texts = read_answers(answers)
    cells = {
        cell.metadata.nbgrader.grade_id: cell
        for cell in released.cells
        if "nbgrader" in cell.metadata and cell.metadata.nbgrader.solution
    }
    unknown = sorted(set(texts) - set(cells))
    if unknown:
        raise ValueError(f"{answers} answers {unknown}; the tasks are {sorted(cells)}")
    for grade_id, text in texts.items():
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
            samples["sample-half"] = answered(nbformat.read(released, 4), half)
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
    """Grade what was handed in, into gradebook.db, and write the feedback."""
    if not list(course.glob(f"release/{assignment}/*.ipynb")):
        release(course, assignment)
    if not list(course.glob(f"submitted/*/{assignment}/*.ipynb")):
        print(f"Nothing was handed in for {assignment}; grading sample submissions instead.")
        hand_in_samples(course, assignment)
    nbgrader(course, "autograde", assignment, "--create", "--force")
    nbgrader(course, "generate_feedback", assignment, "--force")
    for student, score, highest, by_hand in sorted(scores(course, assignment)):
        note = "  (some tasks wait to be graded by hand)" if by_hand else ""
        print(f"{student:24} {score:g} of {highest:g}{note}")
    print(f"Feedback: {course / 'feedback'}. To grade by hand: cd {course} && nbgrader formgrader")


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
