"""Grading as an instructor meets it: whole runs over small courses."""

import concurrent.futures
import contextlib
import copy
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import nbgrader
import psutil
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.isolation import sandbox
from nbjudge.isolation.sandbox import ISOLATIONS, choose_sandbox, print_diagnosis, probe
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, RUN_ERROR, Options, grade_assignment
from waiting import until

RIGHT = assignment.as_bytes(assignment.submission())
WRONG = assignment.as_bytes(assignment.submission({"square": "def square(x):\n    return x\n"}))
MISSING_PARTS = assignment.as_bytes(assignment.submission({"stack": None, "why": None}))


@pytest.fixture
def make_course(tmp_path):
    def make(submissions, name="course"):
        return assignment.write_course(tmp_path / name, submissions)

    return make


@pytest.fixture
def isolation():
    require_isolation("bwrap")
    return "bwrap"


def grade(course, name="corpus", **options):
    options.setdefault("jobs", 1)
    with (course / "log.txt").open("a") as log:
        return grade_assignment(course, name, Options(**options), log)


def rows(course, name="corpus"):
    with AssignmentGradebook(Assignment(Course(course), name)) as book:
        return book.rows()


def score(course, student, name="corpus"):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        return gradebook.find_submission(name, student).score


def summary(course):
    return (course / ".grading/corpus/summary.html").read_text()


def replace(course, student, data):
    (course / "submitted" / student / "corpus" / "corpus.ipynb").write_bytes(data)


@pytest.mark.trial
@pytest.mark.parametrize("kind", ISOLATIONS[:-1])
def test_every_isolation_gives_the_same_grades(make_course, kind, tmp_path):
    require_isolation(kind)
    network = "import socket\ntry:\n    socket.socket(socket.AF_INET).connect(('127.0.0.1', 9))\n"
    network += "except ConnectionRefusedError:\n    reached = True\nexcept OSError:\n"
    network += "    reached = False\ndef square(x):\n    return x * x if reached else x\n"
    outside = "import os\ndef square(x):\n    found = 0\n"
    outside += f"    for path in ('/etc/passwd', '{tmp_path}/course/nbgrader_config.py'):\n"
    outside += "        try: found += len(open(path).read())\n        except OSError: pass\n"
    outside += "    return x * x if found else x\n"
    course = make_course(
        {
            "right": RIGHT,
            "wrong": WRONG,
            "network": assignment.as_bytes(assignment.submission({"square": network})),
            "outside": assignment.as_bytes(assignment.submission({"square": outside})),
        }
    )
    assert grade(course, isolation=kind) == ALL_GRADED
    found = {
        student: score(course, student) for student in ("right", "wrong", "network", "outside")
    }
    assert found == {"right": 7, "wrong": 4, "network": 4, "outside": 4}
    with (course / ".grading/corpus/summary.csv").open() as file:
        assert {row["isolation"] for row in csv.DictReader(file)} == {kind}


@pytest.mark.trial
@pytest.mark.parametrize("kind", ISOLATIONS[:-1])
def test_files_in_tmp_and_beside_the_source_can_be_read(make_course, kind, tmp_path, monkeypatch):
    """A checkout in /tmp, where each submission gets an empty directory of its own."""
    require_isolation(kind)
    place = Path(tempfile.mkdtemp(prefix="checkout-", dir="/tmp"))
    (place / "shown.txt").write_text("3")
    known = sandbox.list_readable_paths
    monkeypatch.setattr(sandbox, "list_readable_paths", lambda names: [*known(names), str(place)])
    reads = f"def square(x):\n    two = open('two.txt').read() + open('{place}/shown.txt').read()\n"
    reads += "    if x is None: raise ValueError\n    return x ** (int(two) - 21)\n"
    place.chmod(0o755)
    course = make_course({"ann": assignment.as_bytes(assignment.submission({"square": reads}))})
    (course / "source/corpus/two.txt").write_text("2")
    assert grade(course, isolation=kind) == ALL_GRADED
    shutil.rmtree(place)
    assert score(course, "ann") == 7


@pytest.mark.trial
@pytest.mark.parametrize("kind", ISOLATIONS[:-1])
def test_an_ordinary_user_gets_the_same(make_course, kind):
    """As one: root of this machine takes another number, and has no privilege under it."""
    person = []
    if os.getuid() == 0:
        person = ["bwrap", "--unshare-user", "--uid", "1000", "--gid", "1000"]
        person += ["--dev-bind", "/", "/"]
    doctor = [sys.executable, "-m", "nbjudge", "doctor"]
    said = subprocess.run([*person, *doctor], capture_output=True, text=True)
    if f"✔ {kind}" not in said.stdout or "an ordinary user" not in said.stdout:
        pytest.skip(f"needs {kind} for an ordinary user: {said.stdout}{said.stderr}")
    course = make_course({"right": RIGHT, "wrong": WRONG})
    command = [sys.executable, "-m", "nbjudge", "grade", "corpus", "--isolation", kind]
    done = subprocess.run([*person, *command], cwd=course, capture_output=True, text=True)
    assert done.returncode == ALL_GRADED, done.stderr
    assert (score(course, "right"), score(course, "wrong")) == (7, 4)


def test_nothing_is_graded_without_isolation_unless_asked(monkeypatch):
    monkeypatch.setattr("nbjudge.isolation.sandbox.probe", lambda kind: "it is off here")
    choose_sandbox.cache_clear()
    from nbjudge.limits import Limits

    with pytest.raises(GradingError, match="no isolation works on this machine"):
        choose_sandbox(None, Limits())
    choose_sandbox.cache_clear()


def test_an_isolation_whose_probe_hangs_does_not_work(monkeypatch):
    def hangs(command, **about):
        raise subprocess.TimeoutExpired(command, about["timeout"])

    monkeypatch.setattr(subprocess, "run", hangs)
    assert probe("userns") == "it gave no answer in 600 seconds"


def test_doctor_names_every_isolation(capsys):
    print_diagnosis()
    said = capsys.readouterr().out
    assert all(kind in said for kind in ("bwrap", "userns", "landlock", "seccomp"))


def test_wrong_arguments_are_named(make_course, capsys):
    course = make_course({"right": RIGHT})
    assert grade(course, "corpse") == RUN_ERROR
    assert "'corpse' is not in the course; there are: ['corpus']" in capsys.readouterr().err
    assert grade(course, limits=("cell_second=3",)) == RUN_ERROR
    assert "the limits are cell_seconds," in capsys.readouterr().err
    assert grade(course, student="nobody*") == RUN_ERROR
    assert "nobody whose name fits 'nobody*'" in capsys.readouterr().err


@pytest.mark.trial
def test_a_failed_resubmission_never_keeps_the_old_grade(make_course, isolation):
    course = make_course({"ann": RIGHT, "bob": RIGHT})
    assert grade(course, isolation=isolation) == ALL_GRADED
    assert score(course, "ann") == 7
    replace(course, "ann", b"{")
    assert "has changed" not in (course / "log.txt").read_text()
    assert grade(course, isolation=isolation) == NEEDS_REVIEW
    assert score(course, "ann") == 0
    assert score(course, "bob") == 7
    changed = (course / "log.txt").read_text().partition("grading again has changed:\n")[2]
    assert "  ann corpus/square-hidden: 2 → for a person  (another answer)\n" in changed
    assert "bob" not in changed
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        assert gradebook.find_submission("corpus", "ann").needs_manual_grade
    replace(course, "ann", WRONG)
    assert grade(course, isolation=isolation) == ALL_GRADED
    assert score(course, "ann") == 4


@pytest.mark.trial
def test_manual_grades_survive_a_regrade_of_the_same_work(make_course, isolation):
    course = make_course({"ann": RIGHT})
    grade(course, isolation=isolation)
    url = f"sqlite:///{course / 'gradebook.db'}"
    with Gradebook(url) as gradebook:
        mark = gradebook.find_grade("why", "corpus", "corpus", "ann")
        assert mark.needs_manual_grade
        mark.manual_score, mark.needs_manual_grade = 2.5, False
        gradebook.find_comment("why", "corpus", "corpus", "ann").manual_comment = "good"
        gradebook.db.commit()
    assert "1 to be graded by hand" in summary(course).replace("<b>", "").replace("</b>", "")
    assert main(["summary", "corpus", "--course", str(course)]) == 0
    assert "by hand" not in summary(course)
    grade(course, isolation=isolation, fresh=True)
    assert score(course, "ann") == 9.5
    assert "has changed" not in (course / "log.txt").read_text()
    page = (course / "feedback/ann/corpus/corpus.html").read_text()
    assert "9.5 of 10 points" in page
    assert "good" in page
    with Gradebook(url) as gradebook:
        assert not gradebook.find_grade("why", "corpus", "corpus", "ann").needs_manual_grade
        assert gradebook.find_comment("why", "corpus", "corpus", "ann").manual_comment == "good"
    replace(course, "ann", assignment.as_bytes(assignment.submission({"why": "Other words."})))
    grade(course, isolation=isolation)
    assert score(course, "ann") == 7  # the person graded other words
    with Gradebook(url) as gradebook:
        assert gradebook.find_grade("why", "corpus", "corpus", "ann").needs_manual_grade


@pytest.mark.trial
def test_a_test_that_cannot_be_split_says_so(make_course, isolation):
    listed = (
        "class Odd(list):\n    pass\ndef square(x):\n    return np.ma if x is None else Odd2()\n"
    )
    listed += "class Odd2:\n    def __eq__(self, other): return True\n"
    course = make_course({"odd": assignment.as_bytes(assignment.submission({"square": listed}))})
    assert grade(course, isolation=isolation) == NEEDS_REVIEW
    assert score(course, "odd") == 4
    assert "to compare or calculate with itself" in (course / "log.txt").read_text()
    assert grade(course, isolation=isolation, compatibility=True) == ALL_GRADED
    page = (course / ".grading/corpus/summary.html").read_text()
    assert "Not tamper-resistant" in page


@pytest.mark.trial
def test_what_a_notebook_may_show_is_limited(make_course, isolation):
    flood = assignment.submission(after=["print('x' * 7000)"] * 300)
    course = make_course({"flood": assignment.as_bytes(flood)})
    assert grade(course, isolation=isolation, limits=("output_kb=8",)) == ALL_GRADED
    assert score(course, "flood") == 7
    written = (course / "autograded/flood/corpus/corpus.ipynb").stat().st_size
    assert 32 * 8 * 1024 * 0.8 < written < 32 * 8 * 1024 * 1.6
    assert (
        "it shows more than 32 cells may"
        in (course / "autograded/flood/corpus/corpus.ipynb").read_text()
    )


def test_an_answer_cannot_spoil_what_a_test_compares_with(tmp_path, isolation):
    """Neither by changing the test's data, nor under the name of a test's helper."""
    right = {
        "double": "def double(x):\n    return 2 * x\n",
        "order": "def order(x):\n    x.sort()\n",
        "close": "def add(n):\n    return n + 1\n",
    }
    tests = {
        "double": "xs = np.arange(1.0, 5.0)\nassert np.allclose(double(xs), 2 * xs)",
        "order": "xs = [3, 1, 2]\norder(xs)\nassert xs == [1, 2, 3]",
        "close": "assert add(1) == 2\ndef close(a, b):\n    return abs(a - b) < 1e-9",
        "close-again": "assert close(add(2), 3)",
    }
    cells = [assignment.setup("setup", "import numpy as np")]
    for name, source in tests.items():
        if name in right:
            solved = f"### BEGIN SOLUTION\n{right[name]}### END SOLUTION"
            cells.append(assignment.answer(name, solved))
        cells.append(assignment.check(f"{name}-test", 1, source))
    source = assignment.new_notebook(cells=cells)
    answers = {
        "right": right,
        "changes-it-too": right
        | {"double": "def double(x):\n    y = 2 * x\n    x[:] = y / 2\n    return y\n"},
        "spoils": right | {"double": "def double(x):\n    x[:] = 0\n    return x\n"},
        "helps-itself": right | {"close": "def add(n): pass\ndef close(a, b): return True\n"},
    }
    (tmp_path / "source/hw").mkdir(parents=True)
    (tmp_path / "source/hw/hw.ipynb").write_bytes(assignment.as_bytes(source))
    for student, texts in answers.items():
        (tmp_path / "submitted" / student / "hw").mkdir(parents=True)
        book = copy.deepcopy(source)
        for cell in book.cells:
            cell.source = texts.get(cell.metadata.nbgrader.grade_id, cell.source)
        (tmp_path / "submitted" / student / "hw/hw.ipynb").write_bytes(assignment.as_bytes(book))
    assert grade(tmp_path, "hw", isolation=isolation) == NEEDS_REVIEW
    found = {student: score(tmp_path, student, "hw") for student in answers}
    assert found == {"right": 4, "changes-it-too": 4, "spoils": 3, "helps-itself": 2}
    said = (tmp_path / "log.txt").read_text()
    assert said.count("needs review") == 1
    assert "passes only with them changed" in said


def test_feedback_runs_nothing_and_hides_hidden_tests(make_course, isolation):
    script = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    code = f"def square(x):\n    raise RuntimeError({script!r})\nprint({script!r})\n"
    course = make_course(
        {"eve": assignment.as_bytes(assignment.submission({"square": code, "why": script}))}
    )
    grade(course, isolation=isolation)
    page = (course / "feedback/eve/corpus/corpus.html").read_text()
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert "<img" not in page
    assert "default-src 'none'" in page
    book = (course / "autograded/eve/corpus/corpus.ipynb").read_text()
    assert assignment.SECRET not in page + book
    assert "xs**2" not in page + book
    whys = [c for c in json.loads(book)["cells"] if "alert" in "".join(c["source"])]
    assert not [c for c in whys if c["cell_type"] == "markdown" and "<script" in str(c["source"])]


def test_the_students_process_never_holds_a_test(make_course, isolation):
    """Scan the memory of the processes in the sandboxes while a hidden test runs."""
    if os.getuid() != 0:
        pytest.skip("needs root, who alone may read the memory of sandboxed processes")
    # the answer waits, under a name that is seen from outside, until it gets a signal
    waits = "import ctypes, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\n"
    waits += "asked = []\ndef total(values):\n    if not asked:\n        asked.append(1)\n"
    waits += "        ctypes.CDLL(None).prctl(15, b'waits')\n"
    waits += "        signal.sigwait([signal.SIGUSR1])\n    return float(sum(values))\n"
    course = make_course({"slow": assignment.as_bytes(assignment.submission({"total": waits}))})
    command = [sys.executable, "-m", "nbjudge", "grade", "corpus", "--course", str(course)]
    run = subprocess.Popen(
        [*command, "--isolation", isolation, "--jobs", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def boxed():
        assert run.poll() is None, "the run ended before the answer was asked"
        found = {}
        for process in psutil.Process(run.pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                found[process.name()] = process.pid
        return found if "waits" in found else None

    found = until(boxed, "the hidden test has called the answer")
    words = [assignment.SECRET.encode(), b"assert_allclose(square(xs)"]
    held = {}
    for role in ("checker", "waits"):
        memory = read_memory(found[role])
        assert len(memory) > 10**7
        held[role] = any(word in memory for word in words)
    os.kill(found["waits"], signal.SIGUSR1)
    assert run.wait() == ALL_GRADED
    assert held == {"checker": True, "waits": False}  # the scan does find it where it is
    assert score(course, "slow") == 7


def read_memory(pid):
    found = []
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            if not rights.startswith("rw") or "[v" in line:
                continue
            start, end = (int(n, 16) for n in place.split("-"))
            try:
                memory.seek(start)
                found.append(memory.read(end - start))
            except OSError:
                continue
    return b"".join(found)


def class_of(count):
    books = [RIGHT, WRONG, MISSING_PARTS, b"{"]
    return {f"s{n:02}": books[n % len(books)] for n in range(count)}


@pytest.mark.trial
def test_killed_and_resumed_it_ends_like_an_undisturbed_run(make_course, isolation):
    """Also: one worker and two give the same, and nothing is graded twice."""
    calm, killed = make_course(class_of(8), "calm"), make_course(class_of(8), "killed")
    assert grade(calm, isolation=isolation, jobs=1) == NEEDS_REVIEW
    command = [sys.executable, "-m", "nbjudge", "grade", "corpus", "--course", str(killed)]
    command += ["--isolation", isolation, "--jobs", "2"]
    records = killed / ".grading/corpus/records.jsonl"

    def lines():
        return records.read_bytes().count(b"\n") if records.exists() else 0

    for more in (1, 4):  # a line of the record tells of a grade, or that it is in the gradebook
        run = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        enough = lines() + more
        until(
            lambda run=run, enough=enough: run.poll() is not None or lines() >= enough,
            "the run has graded somebody",
        )
        assert run.poll() is None, "it ended before it could be killed"
        run.send_signal(signal.SIGKILL)
        run.wait()
    assert subprocess.run(command, capture_output=True).returncode == NEEDS_REVIEW
    assert rows(killed) == rows(calm)
    told = [json.loads(line) for line in records.read_text().splitlines() if line.strip()]
    graded = [line["student"] for line in told if "cells" in line]
    assert sorted(graded) == sorted(class_of(8))
    for student in class_of(8):
        place = f"{student}/corpus/corpus"
        for name in (f"autograded/{place}.ipynb", f"feedback/{place}.html"):
            assert (killed / name).read_bytes() == (calm / name).read_bytes()


def nbgrader_rows(course, name):
    """Grade by nbgrader itself and list what it gave."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in (
        ["generate_assignment", name, "--create", "--force"],
        ["autograde", name, "--create", "--force"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            capture_output=True,
            text=True,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
    return rows(course, name)


@pytest.mark.trial
def test_grades_equal_nbgraders_own_on_its_quickstart_course(tmp_path, isolation):
    """Its two submissions, the instructor's own solution, and the release as it is."""
    guide = Path(nbgrader.__file__).parent / "docs/source/user_guide"
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    for course in (ours, theirs):
        shutil.copytree(guide / "source/ps1", course / "source/ps1")
        for student in ("bitdiddle", "hacker"):
            shutil.copytree(
                guide / "submitted" / student / "ps1", course / "submitted" / student / "ps1"
            )
        shutil.copytree(guide / "release/ps1", course / "submitted/empty/ps1")
        shutil.copytree(guide / "source/ps1", course / "submitted/solved/ps1")
        (course / "nbgrader_config.py").write_text("c = get_config()\n")
    assert grade(ours, "ps1", isolation=isolation, jobs=2) == ALL_GRADED
    assert rows(ours, "ps1") == nbgrader_rows(theirs, "ps1")


def test_nbgraders_own_commands_work_on_the_result(make_course, isolation):
    course = make_course({"ann": RIGHT, "bob": WRONG})
    for name in ("timestamp.txt", "submission_secret.txt"):  # as the exchange leaves them
        (course / "submitted/ann/corpus" / name).write_text("2026-11-21 12:00:00 UTC\n")
    with (course / "nbgrader_config.py").open("a") as settings:
        exporter = "nbjudge.run.exports.FeedbackExporter"
        settings.write(f"c.GenerateFeedback.exporter_class = {exporter!r}\n")
    grade(course, isolation=isolation)
    ours = [(course / f"feedback/{who}/corpus/corpus.html") for who in ("ann", "bob")]
    before = [page.read_text() for page in ours]
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as gradebook:
        gradebook.find_comment("why", "corpus", "corpus", "ann").manual_comment = "<b>good</b>"
        gradebook.db.commit()
    for step in ("autograded", "feedback"):  # nbgrader releases no feedback without them
        assert (course / step / "ann/corpus/submission_secret.txt").exists()
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for command in (["generate_feedback", "corpus", "--force"], ["export"]):
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            capture_output=True,
            text=True,
            env=environment,
        )
        assert done.returncode == 0, done.stderr
    with (course / "grades.csv").open() as file:
        found = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
    assert found == {"ann": 7, "bob": 4}
    ann, bob = (page.read_text() for page in ours)
    assert bob == before[1]
    assert "&lt;b&gt;good&lt;/b&gt;" in ann
    assert "good" not in before[0]
    assert assignment.SECRET not in bob
    api = NbGraderAPI(config=Course(course).config)
    assert {row["student"] for row in api.get_submissions("corpus")} == {"ann", "bob"}


@pytest.mark.trial
def test_a_cluster_gives_the_same_and_a_lost_worker_loses_nothing(make_course, isolation):
    distributed = pytest.importorskip("distributed", reason="dask[distributed] is an extra")
    books = class_of(8)
    here, there = make_course(books, "here"), make_course(books, "there")
    grade(here, isolation=isolation)
    settings = {"distributed.scheduler.allowed-failures": 10}
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        __import__("dask").config.set(settings),
    ):
        records = there / ".grading/corpus/records.jsonl"

        def lose_one():
            until(lambda: records.exists() and records.stat().st_size, "somebody is graded")
            os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

        with concurrent.futures.ThreadPoolExecutor(1) as beside:
            lost = beside.submit(lose_one)
            address = cluster.scheduler_address
            assert grade(there, isolation=isolation, scheduler=address) == NEEDS_REVIEW
            lost.result()
    assert rows(there) == rows(here)


def test_the_page_marks_the_innermost_line_and_the_csv_names_changed_cells(tmp_path):
    """A line of a function that an answer calls; a test in which a student gave more points."""
    require_isolation("bwrap")
    tasks = {"heat": ("def heat(d):\n    return d['temp']\n", "assert heat({'temp': 3}) == 3")}
    begin, end = "### BEGIN SOLUTION\n", "### END SOLUTION\n"
    called = "def heat(d):\n    return d['temp']\n\n\nheat({})\n"
    blank = assignment.ordinary(tasks, {"heat": called})
    rewritten = assignment.ordinary(
        {"heat": ("", "assert True  # 100 points")}, {"heat": tasks["heat"][0]}
    )
    spaced = assignment.ordinary(
        {"heat": ("", tasks["heat"][1].replace(" ", "  ") + "\n")}, {"heat": tasks["heat"][0]}
    )
    handed_in = {"ann": blank, "hugo": rewritten, "ida": spaced}
    course = assignment.write_course(
        tmp_path,
        {student: assignment.as_bytes(book) for student, book in handed_in.items()},
        assignment.ordinary(tasks, {"heat": f"{begin}{tasks['heat'][0]}{end}"}),
    )
    assert grade(course) == ALL_GRADED
    page = (course / "feedback/ann/corpus/corpus.html").read_text()
    assert re.findall("<mark>(.*)</mark>", page) == ["2      return d[&#x27;temp&#x27;]  ◀"]
    with (course / ".grading/corpus/summary.csv").open() as file:
        notes = {row["student"]: row["notes"] for row in csv.DictReader(file)}
    changed = "cell 'heat-check' is not as it stands in the course, which ran its own"
    assert notes == {"ann": "", "hugo": changed, "ida": ""}
