"""Do nbgrader's grades and ours agree, cell by cell, on everybody's answers?

    python -m benchmarks.agreement [SET ...] [--each N]

Hands in, for each problem set, the solution, the stub, and every right and
wrong answer beside it (or N of them), each as a student; grades all of them by
nbgrader itself and by our grader, and compares the gradebooks.

They may differ in one way, which is counted apart: nbgrader gives nothing for
a test cell that wrote to stderr, such as a warning.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import shutil
import sys
import tempfile
from pathlib import Path

import nbformat
from nbgrader.apps import NbGraderAPI

from nbjudge.authoring.answers import assignments, read_answers, read_cells, solution_and_stub
from nbjudge.authoring.release import answered, release
from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.run.run import RUN_ERROR, Options, grade_assignment

EXERCISES = Path(__file__).parent.parent / "exercises"
NAMES = assignments(EXERCISES)


def hand_in(course: Path, name: str, each: int | None) -> int:
    """Hand in a set's answers, each as a student of its own; return how many there are."""
    (source,) = (course / "source" / name).glob("*.md")
    bounds = solution_and_stub(read_cells(source))
    everyone = dict(bounds)
    paths = sorted((course / "answers" / name).glob("*-*-*.py"))
    for path in paths[:: max(1, len(paths) // each)] if each else paths:
        everyone[path.stem] = bounds["solution"] | read_answers(path)
    released = course / "release" / name / f"{name}.ipynb"
    for student, texts in everyone.items():
        folder = course / "submitted" / student / name
        folder.mkdir(parents=True)
        book = answered(nbformat.read(released, 4), texts)
        nbformat.write(book, folder / released.name)
    return len(everyone)


def rows(course: Path, name: str) -> dict[tuple[str, str], tuple]:
    """Return what the gradebook says of each student's cells."""
    with AssignmentGradebook(Assignment(Course(course), name)) as book:
        return {
            (row["student"], row["cell"]): (row["auto_score"], row["needs_manual_grade"])
            for row in book.rows()
        }


def wrote_to_stderr(course: Path, student: str, name: str, cell: str) -> bool:
    """Whether a cell did so when nbgrader ran it."""
    book = json.loads((course / "autograded" / student / name / f"{name}.ipynb").read_text())
    return any(
        output.get("name") == "stderr"
        for found in book["cells"]
        if found["metadata"].get("nbgrader", {}).get("grade_id") == cell
        for output in found["outputs"]
    )


def compare(name: str, each: int | None = None) -> tuple[int, int, list[str], list[str]]:
    """Grade a set by both.

    Returns
    -------
    tuple
        How many submissions and cells; the cells that differ because of
        stderr alone, and those that differ otherwise.
    """
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        courses = Path(folder, "ours"), Path(folder, "theirs")
        for course in courses:
            for part in ("source", "answers"):
                shutil.copytree(EXERCISES / part / name, course / part / name)
            shutil.copy(EXERCISES / "nbgrader_config.py", course)
            release(course, name)
            count = hand_in(course, name, each)
        ours, theirs = courses
        if grade_assignment(ours, name, Options(), io.StringIO()) == RUN_ERROR:
            raise RuntimeError(f"our grader could not grade {name}")
        done = NbGraderAPI(config=Course(theirs).config).autograde(name, "*", create=True)
        if not done["success"]:
            raise RuntimeError(f"nbgrader could not grade {name}: {done['log'][-3000:]}")
        mine, other = rows(ours, name), rows(theirs, name)
        if set(mine) != set(other):
            raise RuntimeError(f"other cells: {sorted(set(mine) ^ set(other))[:5]}")
        warned, different = [], []
        for place, found in mine.items():
            if found != other[place]:
                student, cell = place
                alike = other[place][0] == 0 and wrote_to_stderr(theirs, student, name, cell)
                words = f"{name} {student} {cell}: ours {found}, nbgrader's {other[place]}"
                (warned if alike else different).append(words)
        return count, len(mine), warned, different


def main(arguments: list[str] | None = None) -> int:
    """Print a row for each set; return 1 if anything differs otherwise than by stderr."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {NAMES}; default: all")
    parser.add_argument("--each", type=int, metavar="N", help="about N answers of each set")
    options = parser.parse_args(arguments)
    bad = 0
    print(f"{'set':22} {'submissions':>11} {'cells':>6} {'stderr':>6} {'differ':>6}")
    for name in options.sets or NAMES:
        count, cells, warned, different = compare(name, options.each)
        print(f"{name:22} {count:11} {cells:6} {len(warned):6} {len(different):6}", flush=True)
        for words in [*warned, *different]:
            print(f"    {words}", flush=True)
        bad += len(different)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
