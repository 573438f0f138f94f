"""What earlier versions stored is taken up: nothing is graded again, no grade by hand is lost."""

import contextlib
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
    for name in (".grading/hw/records.jsonl", ".grading/hw/summary.csv"):
        assert (course / name).read_bytes() == "".join(STORED[name]).encode(), name
