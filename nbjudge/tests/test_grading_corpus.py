"""Hostile, odd, unlucky and damaged submissions, graded side by side; see grading_corpus."""

import csv
import html
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass

import pytest

from grading_corpus import assignment, damaged
from grading_corpus.files import FILES, KINDS, POSSIBLE, read
from nbjudge.isolation.sandbox import ISOLATIONS, NO_PROCESSES, probe
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW
from needs import missing
from tiers import one_in

ALL = sum(POSSIBLE.values())
LIMITS = ["memory_mb=256", "disk_mb=16", "output_kb=64"]
# Of computing, and of sleep. What uses them up meets short ones; an honest cell takes milliseconds.
AMPLE = [*LIMITS, "cell_seconds=8", "submission_seconds=120"], 16
SHORT = [*LIMITS, "cell_seconds=0.5", "submission_seconds=60"], 1
# The first of each mechanism; the others are variants of it.
ONE_OF_EACH = list({(f.kind, f.mechanism): f for f in reversed(FILES)}.values())[::-1]
QUICK = ONE_OF_EACH[3::9]  # of all kinds; make trial grades the others
# Landlock's isolation lets none start, and says so.
STARTS_PROCESSES = {
    "hostile-fork-memory_of_many",
    "hostile-pools-computing_in_workers",
    "hostile-pools-memory_in_workers",
    "odd-magics-magics",
    "odd-magics-shell_output",
    "odd-subprocesses-echo",
    "odd-subprocesses-executor",
    "odd-subprocesses-pool",
    "odd-subprocesses-python",
}
GRADE = (
    "import sys\nfrom nbjudge import limits\nfrom nbjudge.__main__ import main\n"
    "limits.PATIENCE = float(sys.argv.pop())\nsys.exit(main())"
)


@dataclass(frozen=True)
class Graded:
    """What became of a submission: its row in the summary, and what is shown of it."""

    row: dict[str, str]
    shown: str

    def points(self, task):
        """Return what one task earned."""
        ends = assignment.TASKS[task].tests
        return sum(float(self.row[f"corpus/{task}-{end}"] or 0) for end in ends)


def grade(folder, books, settings, isolation="bwrap", user=None):
    """Grade a course of these submissions, as another user if need be; return {student: Graded}."""
    if user is None and probe(isolation):
        missing(f"{isolation}: {probe(isolation)}")
    source = assignment.source(tuple(assignment.TASKS))
    course = assignment.write_course(folder, books, source)
    amounts, patience = settings
    command = [sys.executable, "-c", GRADE, "grade", "corpus", "--course", str(course)]
    command += ["--isolation", isolation, "--jobs", "2"]
    command += [word for amount in amounts for word in ("--limit", amount)]
    command.append(str(patience))
    if user is not None:
        user.owns(folder)
        command = user.runs(command)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (ALL_GRADED, NEEDS_REVIEW), done.stderr
    with (course / ".grading/corpus/summary.csv").open() as file:
        return {
            row["student"]: Graded(row, shown(course, row["student"]))
            for row in csv.DictReader(file)
        }


def shown(course, student):
    """Read all that a student may come to see."""
    pages = {"feedback": "corpus.html", "autograded": "corpus.ipynb"}
    paths = [course / step / student / "corpus" / name for step, name in pages.items()]
    return "".join(path.read_text() for path in paths)


def grade_files(folder, files, **how):
    """Grade files, those that use up what they may with short limits."""
    graded = {}
    for short, settings in ((False, AMPLE), (True, SHORT)):
        books = {f.student: f.data for f in files if f.short == short}
        if books:
            place = folder / ("short" if short else "ample")
            place.mkdir()
            graded |= grade(place, books, settings, **how)
    return graded


def faults(file, graded):
    """Say what came out otherwise than a file's head says."""
    said = {task: graded.points(task) for task in POSSIBLE}
    found = [
        f"{task}: {points:g} points"
        for task, points in said.items()
        if not file.earns[task][0] <= points <= file.earns[task][1]
    ]
    if graded.row["outcome"] not in file.outcomes:
        found.append(f"{graded.row['outcome']}: {graded.row['why']}")
    return found if file.words in graded.shown else [*found, f"not said: {file.words}"]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    return grade_files(tmp_path_factory.mktemp("files"), QUICK)


@pytest.fixture(scope="module")
def graded_damaged(request, tmp_path_factory):
    """Those that are tried this time."""
    parameters = [getattr(item, "callspec", None) for item in request.session.items]
    tried = {parameter.params.get("student") for parameter in parameters if parameter}
    books = damaged.UNREADABLE | damaged.READABLE | damaged.WRONG
    books = {student: book for student, book in books.items() if student in tried}
    return grade(tmp_path_factory.mktemp("damaged"), books, AMPLE)


def test_the_corpus_is_as_large_as_promised():
    kinds = defaultdict(set)
    for file in FILES:
        kinds[file.kind].add(file.mechanism)
    assert set(kinds) == set(KINDS)
    mechanisms = set.union(*kinds.values())
    count = len(FILES) + len(damaged.UNREADABLE) + len(damaged.READABLE) + len(damaged.WRONG)
    assert (count >= 250, len(mechanisms) >= 60) == (True, True), (count, len(mechanisms))
    assert len({file.student for file in FILES}) == len(FILES)


def test_the_quick_ones_are_of_all_kinds():
    assert {file.kind for file in QUICK} == set(KINDS)
    assert {file.short for file in QUICK} == {True, False}


@pytest.mark.parametrize("file", QUICK, ids=lambda file: file.student)
def test_a_submission_earns_what_it_deserves(graded, file):
    assert faults(file, graded[file.student]) == [], file.about
    assert graded[file.student].row["isolation"] == "bwrap"


def holds(folder, isolation, files, **how):
    """Assert that every file earns what it deserves in an isolation."""
    alone = STARTS_PROCESSES if isolation == "landlock" else ()
    files = [f for f in files if f.student not in alone]
    graded = grade_files(folder, files, isolation=isolation, **how)
    found = {file.student: faults(file, graded[file.student]) for file in files}
    assert {name: words for name, words in found.items() if words} == {}
    assert {one.row["isolation"] for one in graded.values()} == {isolation}


@pytest.mark.trial
def test_so_do_all_others(tmp_path):
    holds(tmp_path, "bwrap", [file for file in FILES if file not in QUICK])


@pytest.mark.trial
@pytest.mark.parametrize("isolation", ISOLATIONS[1:-1])
def test_so_it_does_in_the_other_isolations(tmp_path, isolation):
    holds(tmp_path, isolation, ONE_OF_EACH)


@pytest.mark.trial
def test_where_no_process_can_be_started_that_is_said(tmp_path):
    books = {f.student: f.data for f in FILES if f.student in STARTS_PROCESSES}
    assert set(books) == STARTS_PROCESSES
    for name, one in grade(tmp_path, books, AMPLE, isolation="landlock").items():
        assert one.row["outcome"] == "graded with failures", name
        assert NO_PROCESSES in html.unescape(one.shown), name


@one_in(3, "student", damaged.WRONG)
def test_a_tampered_notebook_earns_nothing_by_it(graded_damaged, student):
    found = graded_damaged[student]
    assert (found.points("square"), float(found.row["score"])) == (0, ALL - 3)
    assert found.row["outcome"] == "graded with failures"


@one_in(3, "student", damaged.READABLE)
def test_a_right_answer_loses_nothing(graded_damaged, student):
    row = graded_damaged[student].row
    assert (float(row["score"]), row["outcome"]) == (ALL, "graded")


@one_in(3, "student", damaged.UNREADABLE)
def test_what_cannot_be_read_is_for_a_person(graded_damaged, student):
    row = graded_damaged[student].row
    assert row["outcome"] == "needs review"
    assert "corpus.ipynb" in row["why"]
    assert float(row["score"]) == 0


@pytest.mark.parametrize(
    "head", ["", "# outcome: graded", "# words\n# earns: nothing 3", "# words\n# limits: long"]
)
def test_a_file_without_a_head_is_refused(head, monkeypatch, tmp_path):
    path = tmp_path / "file.py"
    path.write_text(f"{head}\n\n# %% square\npass\n")
    with pytest.raises(ValueError, match="file.py"):
        read(path)


@pytest.fixture
def spinners():
    """Keep the machine busy with ten processes."""
    spin = "import os\nof = os.getppid()\nwhile os.getppid() == of: pass"  # then they are over
    command = [sys.executable, "-I", "-c", spin]
    running = [subprocess.Popen(command) for _ in range(10)]
    yield running
    for process in running:
        process.kill()
        process.wait()


@pytest.mark.trial
def test_no_right_answer_loses_a_point_on_a_busy_machine(spinners, tmp_path):
    odd = [file for file in ONE_OF_EACH if file.kind == "odd" and not file.short]
    right = [file for file in odd if file.outcomes == ("graded",)]
    assert len(right) > 20
    books = {file.student: file.data for file in right}
    found = grade(tmp_path, books, AMPLE)
    assert all(process.poll() is None for process in spinners)
    scores = {name: float(one.row["score"]) for name, one in found.items()}
    assert scores == dict.fromkeys(books, ALL)
