"""Does grading survive a class of thousands?

    python -m benchmarks.endurance [--submissions 2000]

Prints the rate, and the memory of the grader as the run goes on.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.grading import SMALL, make_course
from nbjudge.run.run import NEEDS_REVIEW

BROKEN = "{"


def make_class(folder: Path, count: int) -> Path:
    """Make a course in which some answers are right, some wrong and some unreadable."""
    course = make_course(folder, SMALL, 0)
    right = json.dumps(SMALL)
    kinds = [right, right.replace("x * x", "x + x"), right.replace("x**3", "1 / 0"), BROKEN]
    for number in range(count):
        place = course / "submitted" / f"s{number:04}" / "hw"
        place.mkdir(parents=True)
        (place / "hw.ipynb").write_text(kinds[number % len(kinds)])
    return course


def count_graded(course: Path) -> int:
    """Return how many submissions have a record."""
    path = course / ".grading/hw/records.jsonl"
    return path.read_bytes().count(b'"cells"') if path.exists() else 0


def grade_large_class(count: int, folder: Path) -> int:
    """Grade a large class and watch the grader's memory; return 1 if it grows by a quarter."""
    course = make_class(folder / "course", count)
    start = time.monotonic()
    command = [sys.executable, "-m", "nbjudge", "grade", "hw", "--course", str(course)]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    memory = []
    while run.poll() is None:
        time.sleep(2)
        try:
            resident = psutil.Process(run.pid).memory_info().rss / 2**20
        except psutil.NoSuchProcess:
            break
        if resident:  # none: it has just ended
            memory.append((count_graded(course), resident))
    seconds = time.monotonic() - start
    assert run.wait() == NEEDS_REVIEW
    for part in range(0, 11):
        done, resident = memory[min(len(memory) - 1, part * len(memory) // 10)]
        print(f"{done:6} graded: {resident:5.0f} MB")
    print(f"{count} in {seconds:.0f} s: {60 * count / seconds:.0f} a minute")
    begin = next(m for g, m in memory if g >= count / 10)
    return 1 if memory[-1][1] > 1.25 * begin else 0


def main(arguments: list[str] | None = None) -> int:
    """Run the trial."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--submissions", type=int, default=2000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        return grade_large_class(options.submissions, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
