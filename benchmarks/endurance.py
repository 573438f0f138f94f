"""Does grading survive being killed, and a class of thousands?

    python -m benchmarks.endurance kills [--times 50]
    python -m benchmarks.endurance many [--submissions 2000]

``kills``: a batch of 40 is killed at random moments, each time taken up again,
and in the end its gradebook, feedback and records must equal those of a run that
nothing disturbed; so must those of a run with one worker, in another order.
``many``: prints the rate, and the memory of the grader as the run goes on.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

from benchmarks.grading import SMALL, make_course
from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.run.run import NEEDS_REVIEW

BROKEN = "{"


def make_class(folder: Path, count: int, order: random.Random | None = None) -> Path:
    """Make a course in which some answers are right, some wrong and some unreadable."""
    course = make_course(folder, SMALL, 0)
    right = json.dumps(SMALL)
    kinds = [right, right.replace("x * x", "x + x"), right.replace("x**3", "1 / 0"), BROKEN]
    numbers = list(range(count))
    if order:
        order.shuffle(numbers)
    for number in numbers:  # in this order on disk
        place = course / "submitted" / f"s{number:04}" / "hw"
        place.mkdir(parents=True)
        (place / "hw.ipynb").write_text(kinds[number % len(kinds)])
    return course


def command(course: Path, jobs: int) -> list[str]:
    """Return the command that grades a course."""
    python = [sys.executable, "-m", "ensemblelab", "grade", "hw", "--course", str(course)]
    return [*python, "--jobs", str(jobs)]


def quiet(arguments: list[str]) -> subprocess.Popen:
    """Start a command whose output nobody reads."""
    return subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def outcome(course: Path) -> tuple:
    """Return all that a run leaves: grades, and the bytes of what people read."""
    with AssignmentGradebook(Assignment(Course(course), "hw")) as book:
        grades = book.rows()
    pages = {
        str(path.relative_to(course)): path.read_bytes()
        for step in ("autograded", "feedback")
        for path in sorted((course / step).rglob("*.*"))
    }
    return grades, pages


def records(course: Path) -> list[dict]:
    """Return the records of all graded submissions, repeated ones too."""
    path = course / ".grading/hw/records.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    found = []
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue  # torn by a kill
        if "cells" in record:
            found.append(record)
    return found


def kills(times: int, folder: Path) -> int:
    """Kill a batch again and again; return 1 if anything differs in the end."""
    moments = random.Random(0)
    calm = make_class(folder / "calm", 40)
    start = time.monotonic()
    assert quiet(command(calm, 2)).wait() == NEEDS_REVIEW
    whole = time.monotonic() - start
    wanted = outcome(calm)
    differ = 0
    one = make_class(folder / "one", 40, moments)
    assert quiet(command(one, 1)).wait() == NEEDS_REVIEW
    same = outcome(one) == wanted
    print(f"one worker, shuffled: {'identical' if same else 'DIFFERENT'}", flush=True)
    differ += not same
    done, batch, twice = 0, 0, 0
    while done < times:
        course = make_class(folder / f"killed{batch}", 40)
        batch += 1
        run = quiet(command(course, 2))
        while run.poll() is None and done < times:
            try:
                run.wait(moments.uniform(0, whole))
            except subprocess.TimeoutExpired:
                run.send_signal(signal.SIGKILL)
                run.wait()
                done += 1
                run = quiet(command(course, 2))
        assert run.wait() == NEEDS_REVIEW
        same = outcome(course) == wanted
        again = sum(n - 1 for n in Counter(r["student"] for r in records(course)).values())
        print(
            f"after {done} kills: {'identical' if same else 'DIFFERENT'}, {again} graded twice",
            flush=True,
        )
        differ += not same
        twice += again
    left = [p for p in psutil.process_iter(["cmdline"]) if str(folder) in str(p.info["cmdline"])]
    print(f"processes left behind: {len(left)}")
    return 1 if differ or twice or left else 0


def many(count: int, folder: Path) -> int:
    """Grade a large class and watch the grader's memory; return 1 if it grows by a quarter."""
    course = make_class(folder / "course", count)
    start = time.monotonic()
    run = quiet(command(course, os.cpu_count() or 1))
    memory = []
    while run.poll() is None:
        time.sleep(2)
        try:
            resident = psutil.Process(run.pid).memory_info().rss / 2**20
        except psutil.NoSuchProcess:
            break
        graded = len(records(course))
        if resident:  # none: it has just ended
            memory.append((graded, resident))
    seconds = time.monotonic() - start
    assert run.returncode == NEEDS_REVIEW
    for part in range(0, 11):
        graded, resident = memory[min(len(memory) - 1, part * len(memory) // 10)]
        print(f"{graded:6} graded: {resident:5.0f} MB")
    print(f"{count} in {seconds:.0f} s: {60 * count / seconds:.0f} a minute")
    begin = next(m for g, m in memory if g >= count / 10)
    return 1 if memory[-1][1] > 1.25 * begin else 0


def main(arguments: list[str] | None = None) -> int:
    """Run one of the trials."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trial", choices=("kills", "many"))
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--submissions", type=int, default=2000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        if options.trial == "kills":
            return kills(options.times, Path(folder))
        return many(options.submissions, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
