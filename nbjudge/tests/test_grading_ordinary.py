"""Tests as instructors write them, each with a right answer and with none."""

import json

import pytest

from grading_corpus import assignment, ordinary
from isolations import require_isolation
from nbjudge import limits
from nbjudge.run.run import Options, grade_assignment

TASKS = ordinary.PASSED | ordinary.REFERRED
ASLEEP = {"time-sleep-patch": TASKS["time-sleep-patch"]}
"""Whose answer sleeps where the test's patch does not reach it, for as long as any answer may."""
QUICK = dict(list(TASKS.items())[16::24])  # make trial grades the others
PARTS = 8
"""Notebooks of the others."""


def grade(folder, tasks, seconds):
    """Grade a right answer and none at all; return {(student, task): row}."""
    require_isolation("bwrap")
    right = {name: answer for name, (answer, _) in tasks.items()}
    solved = {name: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for name, a in right.items()}
    course = assignment.write_course(
        folder,
        {
            student: assignment.as_bytes(assignment.ordinary(tasks, answers))
            for student, answers in (("right", right), ("nothing", dict.fromkeys(tasks, "pass")))
        },
        assignment.ordinary(tasks, solved),
    )
    amounts = (f"cell_seconds={seconds}", "submission_seconds=600")
    options = Options(jobs=2, isolation="bwrap", limits=amounts, compatibility=True)
    with (course / "log.txt").open("w") as log:
        grade_assignment(course, "corpus", options, log)
    lines = (course / ".grading/corpus/records.jsonl").read_text().splitlines()
    return {
        (record["student"], row["id"].removesuffix("-check")): row
        for record in map(json.loads, lines)
        for row in record.get("cells", [])
        if row.get("graded")
    }


def fault(graded, name):
    """Return what became of an ordinary test otherwise than it should."""
    row, nothing = graded["right", name], graded["nothing", name]
    referred = bool(row.get("compatibility"))
    right = (row["state"], row["points"], referred) == ("passed", 1, name in ordinary.REFERRED)
    return None if right and nothing["state"] != "passed" else (row, nothing)


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    return grade(tmp_path_factory.mktemp("ordinary"), QUICK, 8)


def test_the_quick_ones_are_of_both_kinds():
    assert QUICK.keys() & ordinary.PASSED.keys()
    assert QUICK.keys() & ordinary.REFERRED.keys()
    assert not QUICK.keys() & ASLEEP.keys()


@pytest.mark.parametrize("name", QUICK)
def test_an_ordinary_test_is_run_apart_or_referred(graded, name):
    assert fault(graded, name) is None


@pytest.mark.trial
@pytest.mark.parametrize("part", range(PARTS))
def test_so_are_all_others(tmp_path, part):
    tasks = {name: task for name, task in TASKS.items() if name not in QUICK | ASLEEP}
    tasks = {name: tasks[name] for name in list(tasks)[part::PARTS]}
    graded = grade(tmp_path, tasks, 8)
    found = {name: fault(graded, name) for name in tasks}
    assert {name: rows for name, rows in found.items() if rows} == {}


@pytest.mark.trial
def test_so_is_one_that_sleeps(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 1.0)
    graded = grade(tmp_path, ASLEEP, 0.5)
    assert [fault(graded, name) for name in ASLEEP] == [None]
