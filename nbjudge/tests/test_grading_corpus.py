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
from isolations import require_isolation
from nbjudge.isolation.sandbox import ISOLATIONS, NO_PROCESSES
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW

ALL = sum(POSSIBLE.values())
LIMITS = ["memory_mb=256", "disk_mb=16", "output_kb=64"]
# Of computing, and of sleep. What uses them up meets short ones; an honest cell takes milliseconds.
AMPLE = [*LIMITS, "cell_seconds=8", "submission_seconds=120"], 16
SHORT = [*LIMITS, "cell_seconds=0.5", "submission_seconds=60"], 1
# The first of each mechanism; the others are variants of it.
ONE_OF_EACH = list({(f.kind, f.mechanism): f for f in reversed(FILES)}.values())[::-1]
# One of each kind; make trial grades the others.
QUICK = {
    "hostile-own_replies-run_that_claims_points",
    "odd-extra_cells-helper_before",
    "unlucky-loops-forgets_to_count",
}
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
    if user is None:
        require_isolation(isolation)
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
    """Return what came out otherwise than a file's head says."""
    said = {task: graded.points(task) for task in POSSIBLE}
    found = [
        f"{task}: {points:g} points"
        for task, points in said.items()
        if not file.earns[task][0] <= points <= file.earns[task][1]
    ]
    if graded.row["outcome"] not in file.outcomes:
        found.append(f"{graded.row['outcome']}: {graded.row['why']}")
    return found if file.words in graded.shown else [*found, f"not said: {file.words}"]


def tried(request, name, **others):
    """List what a parameter is in the cases of a module that are left to run this time."""
    items = [item for item in request.session.items if item.path == request.path]
    calls = [item.callspec.params for item in items if hasattr(item, "callspec")]
    return [call[name] for call in calls if name in call and others.items() <= call.items()]


def one_run(isolation):
    """Make the fixture that grades in one run all that is tried this time in an isolation."""

    def graded(request, tmp_path_factory):
        files = tried(request, "file", isolation=isolation)
        return grade_files(tmp_path_factory.mktemp(isolation), files, isolation=isolation)

    return pytest.fixture(graded, scope="module", name=isolation)


# One fixture with a parameter would keep what it graded only until a case of another isolation.
bwrap, userns, landlock = map(one_run, ISOLATIONS[:-1])


@pytest.fixture
def graded(request, isolation):
    return request.getfixturevalue(isolation)


@pytest.fixture(scope="module")
def graded_damaged(request, tmp_path_factory):
    books = damaged.UNREADABLE | damaged.READABLE | damaged.WRONG
    books = {student: books[student] for student in tried(request, "student")}
    return grade(tmp_path_factory.mktemp("damaged"), books, AMPLE)


def cases(isolation, files, quick=(), who="root"):
    """List files as cases in an isolation, to one worker, since one run of the grader has all."""
    together = pytest.mark.xdist_group(f"corpus-{isolation}-{who}")
    return [
        pytest.param(
            *(isolation, file),
            id=f"{isolation}-{file.student}",
            marks=[together] if file.student in quick else [together, pytest.mark.trial],
        )
        for file in files
    ]


def one_of_each(isolation):
    """List one file of each mechanism, but those that start processes where none may start."""
    alone = STARTS_PROCESSES if isolation == "landlock" else ()
    return [file for file in ONE_OF_EACH if file.student not in alone]


def test_the_corpus_is_as_large_as_promised():
    kinds = defaultdict(set)
    for file in FILES:
        kinds[file.kind].add(file.mechanism)
    assert set(kinds) == set(KINDS)
    mechanisms = set.union(*kinds.values())
    count = len(FILES) + len(damaged.UNREADABLE) + len(damaged.READABLE) + len(damaged.WRONG)
    assert (count >= 250, len(mechanisms) >= 60) == (True, True), (count, len(mechanisms))
    students = {file.student for file in FILES}
    assert len(students) == len(FILES)
    assert students >= QUICK | STARTS_PROCESSES


def test_the_quick_ones_are_of_all_kinds():
    quick = [file for file in FILES if file.student in QUICK]
    assert {file.kind for file in quick} == set(KINDS)
    assert {file.short for file in quick} == {True, False}


def holds(file, graded, isolation):
    """Assert that a file earned what it deserves in an isolation."""
    assert faults(file, graded[file.student]) == [], file.about
    assert graded[file.student].row["isolation"] == isolation


@pytest.mark.parametrize(("isolation", "file"), cases("bwrap", FILES, QUICK))
def test_a_submission_earns_what_it_deserves(graded, isolation, file):
    holds(file, graded, isolation)


@pytest.mark.parametrize(
    ("isolation", "file"),
    [case for other in ISOLATIONS[1:-1] for case in cases(other, one_of_each(other))],
)
def test_so_it_does_in_the_other_isolations(graded, isolation, file):
    holds(file, graded, isolation)


@pytest.mark.parametrize(
    ("isolation", "file"),
    cases("landlock", [file for file in FILES if file.student in STARTS_PROCESSES]),
)
def test_where_no_process_can_be_started_that_is_said(graded, isolation, file):
    one = graded[file.student]
    assert one.row["outcome"] == "graded with failures"
    assert one.row["isolation"] == isolation
    assert NO_PROCESSES in html.unescape(one.shown)


@pytest.mark.xdist_group("corpus-damaged")
@pytest.mark.parametrize("student", damaged.WRONG)
def test_a_tampered_notebook_earns_nothing_by_it(graded_damaged, student):
    found = graded_damaged[student]
    assert (found.points("square"), float(found.row["score"])) == (0, ALL - 3)
    assert found.row["outcome"] == "graded with failures"


@pytest.mark.xdist_group("corpus-damaged")
@pytest.mark.parametrize("student", damaged.READABLE)
def test_a_right_answer_loses_nothing(graded_damaged, student):
    row = graded_damaged[student].row
    assert (float(row["score"]), row["outcome"]) == (ALL, "graded")


@pytest.mark.xdist_group("corpus-damaged")
@pytest.mark.parametrize("student", damaged.UNREADABLE)
def test_what_cannot_be_read_is_for_a_person(graded_damaged, student):
    row = graded_damaged[student].row
    assert row["outcome"] == "needs review"
    assert "corpus.ipynb" in row["why"]
    assert float(row["score"]) == 0


CELLS = "\n# %% square\npass\n"
CASE = f"# %% case some\n# words\n{CELLS}"


@pytest.mark.parametrize(
    "head", ["", "# outcome: graded", "# words\n# earns: nothing 3", "# words\n# limits: long"]
)
def test_a_case_without_a_head_is_refused(head, monkeypatch, tmp_path):
    path = tmp_path / "file.py"
    path.write_text(f"{CASE}\n\n# %% case other\n{head}\n{CELLS}")
    monkeypatch.setattr("grading_corpus.files.FOLDER", tmp_path.parent)
    with pytest.raises(ValueError, match="file.py, case other"):
        read(path)


@pytest.mark.parametrize(
    "text",
    [
        f"# words\n{CELLS}",
        f"# %% case\n# words\n{CELLS}{CASE}",
        2 * CASE,
        "# %% case some\n# words\n",
    ],
    ids=["no-case", "no-name", "one-name-twice", "no-cells"],
)
def test_a_file_that_is_not_in_order_is_refused(text, monkeypatch, tmp_path):
    path = tmp_path / "file.py"
    path.write_text(text)
    monkeypatch.setattr("grading_corpus.files.FOLDER", tmp_path.parent)
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
