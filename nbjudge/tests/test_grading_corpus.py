"""Hostile, broken and unusual submissions, graded in one run; see grading_corpus."""

import csv
import subprocess
import sys

import pytest

from grading_corpus import assignment, broken, hostile, right
from nbjudge import limits
from nbjudge.isolation.sandbox import probe
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment
from needs import missing

BOOKS = {
    **{f"hostile-{name}": assignment.as_bytes(assignment.submission({"square": code}))
       for name, code in hostile.CODE.items()},
    **{f"wrong-{name}": data for name, data in broken.WRONG_AND_CHANGED.items()},
    **{f"broken-{name}": data for name, data in broken.UNREADABLE.items()},
    **{f"read-{name}": data for name, data in broken.READABLE.items()},
    **{f"right-{name}": assignment.as_bytes(book) for name, book in right.RIGHT_BOOKS.items()},
}  # fmt: skip
LIMITS = ("memory_mb=256", "disk_mb=16", "output_kb=64")
# Of computing. A hostile answer may use them up; an honest cell takes milliseconds.
SHORT = ("cell_seconds=8", "submission_seconds=120")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grade them all; return {student: row of the summary}."""
    if probe("bwrap"):
        missing(f"bubblewrap: {probe('bwrap')}")
    course = assignment.write_course(tmp_path_factory.mktemp("corpus"), BOOKS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PATIENCE", 16.0)
        return summary(course, NEEDS_REVIEW)


def summary(course, expected):
    """Grade a course; return {student: row of the summary}."""
    options = Options(jobs=2, isolation="bwrap", limits=LIMITS + SHORT)
    with (course / "log.txt").open("w") as log:
        assert grade_assignment(course, "corpus", options, log) == expected
    with (course / ".grading/corpus/summary.csv").open() as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_the_corpus_is_as_large_as_promised():
    attacks = len(hostile.CODE) + len(broken.UNREADABLE) + len(broken.WRONG_AND_CHANGED)
    assert attacks >= 60
    assert len(right.RIGHT_BOOKS) >= 20


@pytest.fixture
def spinners():
    """Keep the machine busy with ten processes for each of two processors."""
    command = [sys.executable, "-I", "-c", "while True: pass"]
    running = [subprocess.Popen(command) for _ in range(20)]
    yield running
    for process in running:
        process.kill()
        process.wait()


@pytest.mark.trial
def test_no_right_answer_loses_a_point_on_a_busy_machine(spinners, tmp_path):
    if probe("bwrap"):
        missing(f"bubblewrap: {probe('bwrap')}")
    books = {n: data for n, data in BOOKS.items() if n.startswith(("right-", "read-"))}
    rows = summary(assignment.write_course(tmp_path, books), ALL_GRADED)
    assert all(process.poll() is None for process in spinners)
    assert {name: float(row["score"]) for name, row in rows.items()} == dict.fromkeys(books, 7.0)


def points(row, *tasks):
    return sum(float(row[f"corpus/{task}"] or 0) for task in tasks)


@pytest.mark.parametrize(
    "student", [name for name in BOOKS if name.startswith(("hostile-", "wrong-"))]
)
def test_a_hostile_answer_earns_nothing_and_costs_nothing(graded, student):
    row = graded[student]
    assert points(row, "square-check", "square-hidden") == 0
    if student.removeprefix("hostile-") not in hostile.SELF_HARM:
        assert points(row, "total-hidden", "stack-check") == 4  # these are answered rightly
    assert row["outcome"] in ("graded with failures", "needs review")
    assert row["isolation"] == "bwrap"


@pytest.mark.parametrize(
    "student", [name for name in BOOKS if name.startswith(("right-", "read-"))]
)
def test_a_right_answer_loses_nothing(graded, student):
    row = graded[student]
    assert points(row, "square-check", "square-hidden", "total-hidden", "stack-check") == 7, row
    assert row["outcome"] != "needs review"


@pytest.mark.parametrize("student", [name for name in BOOKS if name.startswith("broken-")])
def test_what_cannot_be_read_is_for_a_person(graded, student):
    row = graded[student]
    assert row["outcome"] == "needs review"
    assert "corpus.ipynb" in row["why"]
    assert float(row["score"]) == 0


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("hostile-endless-loop", "the time limit of 8 seconds of computing"),
        ("hostile-sleep", "it slept or waited for more than 16 seconds"),
        ("hostile-memory", "the limit of 256 MB of memory"),
        ("hostile-memory-of-many", "took more than twice the limit of 256 MB of memory"),
        ("hostile-disk", "the limit of 16 MB on what may be written"),
        ("hostile-output", "more than the limit of 64 KB was printed"),
        ("hostile-threads", "processes and threads"),
        ("hostile-segfault", "the process crashed (signal 11)"),
        ("hostile-exit-in-cell", "the process ended itself"),
    ],
)
def test_a_limit_is_told_in_words(graded, student, words, tmp_path_factory):
    folder = next(tmp_path_factory.getbasetemp().glob("corpus0"))
    page = folder / "feedback" / student / "corpus" / "corpus.html"
    assert words in page.read_text()
