"""Tests as instructors write them, each with a right answer and with none."""

import json

import pytest

from grading_corpus import assignment, ordinary
from nbjudge import limits
from nbjudge.isolation.sandbox import probe
from nbjudge.run.run import Options, grade_assignment
from needs import missing

TASKS = ordinary.PASSED | ordinary.REFERRED
ASLEEP = {"time-sleep-patch": TASKS["time-sleep-patch"]}
"""Whose answer sleeps where the test's patch does not reach it, for as long as any answer may."""
AWAKE = {name: task for name, task in TASKS.items() if name not in ASLEEP}


def grade(folder, tasks, seconds):
    """Grade a right answer and none at all; return {(student, task): row}."""
    if probe("bwrap"):
        missing(f"bubblewrap: {probe('bwrap')}")
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


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    rows = grade(tmp_path_factory.mktemp("ordinary"), AWAKE, 8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PATIENCE", 1.0)
        return rows | grade(tmp_path_factory.mktemp("asleep"), ASLEEP, 0.5)


@pytest.mark.parametrize("name", TASKS)
def test_an_ordinary_test_is_run_apart_or_referred(graded, name):
    row = graded["right", name]
    assert (row["state"], row["points"]) == ("passed", 1), row
    assert bool(row.get("compatibility")) == (name in ordinary.REFERRED), row
    assert graded["nothing", name]["state"] != "passed"
