"""What earlier versions stored is taken up: nothing is graded again, no grade by hand is lost."""

import contextlib
import csv
import io
import json
import sqlite3
from pathlib import Path

import pytest

from nbjudge.run import run as run_module
from nbjudge.run.run import NEEDS_REVIEW, Options, grade_assignment

STORED = json.loads(Path(__file__).with_name("stored_course.json").read_text())["files"]


@pytest.fixture
def course(tmp_path):
    """Lay out the stored course, with two grades by hand in its gradebook."""
    for name, lines in STORED.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(lines).encode())
    with contextlib.closing(sqlite3.connect(tmp_path / "gradebook.db")) as book:
        book.executescript((tmp_path / "gradebook.sql").read_text())
    return tmp_path


class Idle:
    """An engine that must not be asked for anything."""

    width = 2

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def submit(self, task):
        raise AssertionError(f"graded again: {task}")


def gradebook(course):
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as book:
        return "\n".join(book.iterdump()).splitlines()


def test_a_run_over_what_is_graded_changes_nothing(course, monkeypatch):
    monkeypatch.setattr(run_module.Run, "engine", lambda run, warm_up: Idle())
    before = gradebook(course)
    assert sum(line.count("2.5") for line in before) == 2  # by hand; one for a second version
    with (course / "log.txt").open("w") as log:
        assert grade_assignment(course, "hw", Options(), log) == NEEDS_REVIEW
    assert gradebook(course) == before
    name = ".grading/hw/records.jsonl"
    assert (course / name).read_bytes() == "".join(STORED[name]).encode()
    was = "".join(STORED[".grading/hw/summary.csv"])
    now = (course / ".grading/hw/summary.csv").read_bytes().decode()
    changed = [
        (old, new)
        for old, new in zip(*(csv.reader(io.StringIO(text)) for text in (was, now)), strict=True)
        if old != new[: len(old)]  # a column has come since
    ]
    # what a person has given counts, and waits no more
    assert [(old[0], old[2], old[4], new[2], new[4]) for old, new in changed] == [
        (student, "4", "5", "6.5", "2") for student in ("again", "right")
    ]
