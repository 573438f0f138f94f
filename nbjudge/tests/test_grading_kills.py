"""Killed at a hundred points, each time at live work, a class ends as if nothing had happened."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter

import psutil
import pytest

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.run.run import NEEDS_REVIEW, Options, grade_assignment
from waiting import until

KILLS, OF_A_CLASS, STUDENTS = 100, 20, 24
LONG = "def {n}(x):\n    for _ in range(2 * 10**6): pass\n    return {v}\n"
TASKS = {n: (LONG.format(n=n, v=f"x + {n!r}"), f"assert {n}('') == {n!r}") for n in "ab"}


def class_of(folder):
    """Make a course of right, wrong, raising and unreadable answers."""
    right = {name: answer for name, (answer, _) in TASKS.items()}
    solved = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, a in right.items()}
    wrong = right | {"a": LONG.format(n="a", v="0")}
    raises = right | {"b": "def b(x):\n    raise KeyError\n"}
    books = [
        assignment.as_bytes(assignment.ordinary(TASKS, answers))
        for answers in (right, wrong, raises)
    ]
    books.append(b"{")
    numbers = list(range(STUDENTS))
    random.Random(folder.name).shuffle(numbers)  # in another order on each disk
    handed_in = {f"s{n:02}": books[n % len(books)] for n in numbers}
    return assignment.write_course(folder, handed_in, assignment.ordinary(TASKS, solved))


def outcome(course):
    """Return all that a run leaves: grades, and the bytes of what people read."""
    with AssignmentGradebook(Assignment(Course(course), "corpus")) as gradebook:
        grades = gradebook.rows()
    pages = {
        str(path.relative_to(course)): path.read_bytes()
        for step in ("autograded", "feedback")
        for path in sorted((course / step).rglob("*.*"))
    }
    return grades, pages


def graded(course):
    """Count by student how often one was graded, but for the times the grader itself failed."""
    lines = (course / ".grading/corpus/records.jsonl").read_bytes().splitlines()
    found = Counter()
    for line in lines:
        with contextlib.suppress(ValueError):  # torn by a kill
            record = json.loads(line)
            found[record["student"]] += "cells" in record and not record.get("broken")
    return found


def at_work(run):
    """Return a checker that runs now, or None."""
    with contextlib.suppress(psutil.NoSuchProcess):
        for process in psutil.Process(run.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                if process.name() == "checker":
                    return process
    return None


def victim(role, run, checker):
    """Return the process of a role that a checker's work rests on."""
    found = {"head": 0, "checker": 0, "keeper": 1, "zygote": 2}[role]
    process = psutil.Process(run.pid) if role == "head" else checker
    for _ in range(found):
        process = process.parent()
    return process


@pytest.mark.trial
def test_killed_a_hundred_times_it_ends_like_an_undisturbed_run(tmp_path):
    require_isolation("bwrap")
    draw = random.Random(0)
    calm = class_of(tmp_path / "calm")
    with (tmp_path / "log.txt").open("w") as log:
        options = Options(jobs=1, isolation="bwrap")
        assert grade_assignment(calm, "corpus", options, log) == NEEDS_REVIEW
    expected = outcome(calm)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    killed, touched = Counter(), []

    def start(course):
        command = [sys.executable, "-m", "nbjudge", "grade", "corpus", "--course", str(course)]
        return subprocess.Popen(
            [*command, "--isolation", "bwrap", "--jobs", "2"],
            env=os.environ | {"TMPDIR": str(temporary)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    batch = 0
    while killed.total() < KILLS:
        course = class_of(tmp_path / f"killed-{batch}")
        batch += 1
        run, passed = start(course), set()
        while killed.total() < min(KILLS, OF_A_CLASS * batch):

            def busy(run=run, passed=passed):
                return run.poll() is not None or at_work(run) not in {None, *passed}

            until(busy, "somebody else is graded")
            if run.poll() is not None:
                break
            if draw.random() < 0.5:
                passed.add(at_work(run))  # so that it gets on
                continue
            with contextlib.suppress(psutil.NoSuchProcess, AttributeError):  # it has just ended
                role = draw.choice(["head", "checker", "keeper", "zygote"])
                process = victim(role, run, at_work(run))
                touched += psutil.Process(run.pid).children(recursive=True)
                process.kill()
                killed[role] += 1
                if role == "head":
                    assert run.wait() == -signal.SIGKILL
                    run = start(course)
        assert run.wait() == NEEDS_REVIEW
        assert start(course).wait() == NEEDS_REVIEW  # those for whom the grader itself failed
        assert outcome(course) == expected, killed
        assert set(graded(course).values()) == {1}, killed
        assert list(temporary.iterdir()) == []
    assert min(killed.values()) > KILLS / 10, killed
    until(lambda: not [p for p in touched if p.is_running()], "all that was started has ended")
