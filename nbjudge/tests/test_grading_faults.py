"""What a run bears from outside: odd paths, locks, full disks, killed processes, leftovers."""

import concurrent.futures
import contextlib
import errno
import os
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest
from nbgrader.api import Gradebook

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.course import source as course_module
from nbjudge.course.gradebook import AssignmentGradebook, prepare_tables
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError, run_command
from nbjudge.isolation import sandbox, scratch
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.limits import Limits
from nbjudge.points.verdict import make_record
from nbjudge.records import (
    GradedNotebook,
    GradedSubmission,
    GradingTask,
    NotebookWork,
    ProgramCell,
    Result,
    Submission,
)
from nbjudge.run import attempt as task
from nbjudge.run import run as run_module
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, RUN_ERROR, Options, grade_assignment
from nbjudge.run.store import Store
from waiting import until

SOURCE = assignment.notebook(
    [
        assignment.answer("one", "### BEGIN SOLUTION\none = 1\n### END SOLUTION"),
        assignment.check("one-check", 1, "assert one == 1"),
    ]
)
WORK = assignment.as_bytes(SOURCE)


class Pretended:
    """An engine that gives everyone all points, and counts whom it was asked for."""

    width = 2

    def __init__(self):
        self.asked = []

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass

    def submit(self, task):
        if task.student:  # the course's own solution has no name
            self.asked.append(task.student)
        done = concurrent.futures.Future()
        notebooks = {}
        for name, work in task.notebooks.items():
            results = {
                n: Result("passed", cell.points)
                for n, cell in enumerate(work.cells)
                if cell.kind == "test"
            }
            notebooks[name] = GradedNotebook(results, results)
        done.set_result(GradedSubmission(notebooks))
        return done


class Unready:
    """A sandbox whose box is still being made, by one whose child is not bound to it."""

    def start(self, imports, files):
        child = "import signal; signal.pause()"
        makes = f"import subprocess as s, sys; c = s.Popen([sys.executable, '-c', {child!r}]); "
        makes += "print(c.pid, flush=True); c.wait()"
        command = [sys.executable, "-c", makes]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
        self.child = psutil.Process(int(process.stdout.readline()))
        control, _ = socket.socketpair()
        return process, control, tempfile.TemporaryDirectory()


def test_a_box_that_is_closed_while_it_is_made_leaves_nobody_behind():
    sandbox = Unready()
    task.ZygoteHandle(sandbox, [], Path()).close()
    until(lambda: not sandbox.child.is_running() or sandbox.child.status() == "zombie", "it ends")


@pytest.fixture
def engine(monkeypatch):
    found = Pretended()
    monkeypatch.setattr(run_module.Run, "engine", lambda run, warm_up: found)
    return found


def grade(course, **options):
    with (course / "log.txt").open("a") as out:
        return grade_assignment(course, "corpus", Options(jobs=1, **options), out)


def scores(course):
    """Read what is in the file of the gradebook itself."""
    with contextlib.closing(sqlite3.connect(course / "gradebook.db")) as book:
        rows = book.execute(
            "select a.student_id, sum(g.auto_score) from submitted_assignment a "
            "join submitted_notebook n on n.assignment_id = a.id "
            "join grade g on g.notebook_id = n.id group by 1"
        )
        return dict(rows.fetchall())


NAMES = [
    "100%",
    "%(here)s",
    "what?mode=ro",
    "a#b",
    "o'clock",
    'say "hi"',
    "{x}",
    "{",
    "with space",
    "ünï-😀",
    "STUDENT",
    ":memory:",
    "a&b=c",
    "back\\slash",
    os.fsdecode(b"latin-\xe9\xff"),
]


@pytest.mark.parametrize("name", [NAMES[2], NAMES[6], NAMES[10], NAMES[14]], ids=ascii)
def test_a_course_may_lie_at_any_path(tmp_path, engine, name):
    course = assignment.write_course(tmp_path / name, {"ann": WORK}, SOURCE)
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1}
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.trial
@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_course_may_lie_at_any_path_at_all(tmp_path, engine, name):
    test_a_course_may_lie_at_any_path(tmp_path, engine, name)


def test_students_of_any_name(tmp_path, engine):
    """One whom no database can hold stops nobody else, and is told of."""
    names = ["o'neill", "%s", "{0}", "a b", "🐍", "-x", "c..", 'q"q', "=1+1"]
    odd = os.fsdecode(b"\xff")
    course = assignment.write_course(tmp_path / "c", dict.fromkeys([odd, *names], WORK), SOURCE)
    assert grade(course) == NEEDS_REVIEW
    assert scores(course) == dict.fromkeys(names, 1)
    words = "the folder's name is no UTF-8 text: give it another"
    assert f"\n  \\udcff: {words}\n" in (course / "log.txt").read_text()
    assert f"?,needs review,,,,,,,{words},," in (course / ".grading/corpus/summary.csv").read_text()


def test_work_in_a_wrong_place_is_told_of_and_that_for_other_assignments_is_not(
    tmp_path, engine, capsys
):
    course = assignment.write_course(tmp_path / "c", {"ann": WORK}, SOURCE)
    handed_in = course / "submitted"
    for path in (
        "eve/corpus.ipynb",
        "zip/Corpus/corpus.ipynb",
        "fil/corpus",
        "oth/hw2/hw2.ipynb",
        "old/hw1/hw1.ipynb",
        "two/hw2/hw2.ipynb",
        "two/corpus (1)/corpus.ipynb",
        "lost.ipynb",
        "notes.txt",
        "none/.DS_Store",
    ):
        (handed_in / path).parent.mkdir(parents=True, exist_ok=True)
        (handed_in / path).write_bytes(WORK)
    for path in ("source/hw2", "release/hw1"):
        (course / path).mkdir(parents=True)
    (handed_in / "gone").symlink_to("nowhere")
    (handed_in / "lin").mkdir()
    (handed_in / "lin/corpus").symlink_to("corpus")
    (handed_in / "nik").symlink_to("ann")
    expected = [
        "eve: nothing in submitted/eve/corpus; there is corpus.ipynb",
        "fil: submitted/fil/corpus is no folder",
        "gone: submitted/gone is no student's folder",
        "lost.ipynb: submitted/lost.ipynb is no student's folder",
        "two: nothing in submitted/two/corpus; there is corpus (1)",
        "zip: nothing in submitted/zip/corpus; there is Corpus",
    ]
    assert grade(course) == NEEDS_REVIEW
    said = (course / "log.txt").read_text()
    told = said.partition("Not graded; put it right, and grade again:\n")[2].splitlines()
    assert [line[2:] for line in told if line.startswith("  ")] == expected
    assert "lin  0 of 1  needs review  (the folder handed in is a link" in said
    assert "nik  0 of 1  needs review  (the folder handed in is a link" in said
    assert scores(course) == {"ann": 1, "lin": 0, "nik": 0}
    rows = (course / ".grading/corpus/summary.csv").read_text()
    assert [row for row in rows.splitlines() if row.startswith("eve,needs review,,")]
    assert not [row for row in rows.splitlines() if row.startswith(("oth", "old", "none"))]
    page = (course / ".grading/corpus/summary.html").read_text()
    assert "nothing in submitted/zip/corpus; there is Corpus" in page
    assert grade(course, student="o*") == RUN_ERROR  # nobody, and nothing is misplaced
    assert grade(course, student="e*") == RUN_ERROR
    assert f"{expected[0]}\n" in capsys.readouterr().err


def test_what_cannot_be_read_of_one_is_told_and_the_others_are_graded(
    course, engine, monkeypatch, capsys
):
    """As where a folder is another user's; root may read all, and so is refused by hand here."""
    shut = course / "submitted"

    def refuse(*places):
        """Refuse to do at these places whatever a closed folder refuses."""
        monkeypatch.undo()
        monkeypatch.setattr(run_module.Run, "engine", lambda run, warm_up: engine)
        for module, name in (
            (os, "stat"),
            (os, "lstat"),
            (os, "open"),
            (os, "scandir"),
            (os, "listdir"),
        ):
            monkeypatch.setattr(module, name, refusing(getattr(module, name), places))

    def refusing(real, places):
        def call(path, *rest, **more):
            if any(Path(place) in Path(os.fspath(path)).parents for place in places):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            if real in (scan, names) and Path(path) in map(Path, places):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return real(path, *rest, **more)

        return call

    scan, names = os.scandir, os.listdir
    for place in ("bob", "bob/corpus"):
        refuse(shut / place)
        assert grade(course) == NEEDS_REVIEW
        (line,) = [x for x in (course / "log.txt").read_text().splitlines() if "bob" in x]
        assert "(submitted/bob/corpus cannot be read: Permission denied)" in line
        assert scores(course) == {"ann": 1, "bob": 0, "eve": 1}
        (course / "log.txt").unlink()
    assert not (course / ".grading/errors.log").exists()
    assert main(["similar", "corpus", "--course", str(course)]) == RUN_ERROR
    assert "2 of 3 submissions can be compared" in capsys.readouterr().err
    monkeypatch.undo()
    monkeypatch.setattr(run_module.Run, "engine", lambda run, warm_up: engine)
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


@pytest.fixture
def course(tmp_path):
    return assignment.write_course(
        tmp_path / "course", dict.fromkeys(["ann", "bob", "eve"], WORK), SOURCE
    )


def test_a_locked_gradebook_is_waited_for_and_loses_nothing(course, engine, monkeypatch, capsys):
    assert Course(course).db_url.query["timeout"] == "60"
    monkeypatch.setattr(course_module, "PATIENCE", 0.05)
    assert grade(course, student="ann") == ALL_GRADED
    with contextlib.closing(sqlite3.connect(course / "gradebook.db", isolation_level=None)) as lock:
        lock.execute("begin exclusive")
        assert grade(course) == RUN_ERROR
        assert "another program holds it (database is locked)" in capsys.readouterr().err
        lock.execute("rollback")
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}
    assert engine.asked.count("ann") == 1


def test_a_gradebook_locked_under_way_loses_nothing(course, engine, monkeypatch, capsys):
    monkeypatch.setattr(course_module, "PATIENCE", 0.05)
    write = run_module.AssignmentGradebook.write

    def meanwhile(gradebook, *records):
        path = course / "gradebook.db"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as lock:
            if "bob" in [record.student for record in records]:
                lock.execute("begin immediate")
            write(gradebook, *records)

    with monkeypatch.context() as patch:
        patch.setattr(run_module.AssignmentGradebook, "write", meanwhile)
        assert grade(course) == RUN_ERROR
    said = capsys.readouterr().err
    assert "database is locked" in said
    assert len([line for line in said.splitlines() if line.startswith("error: ")]) == 1
    before = list(engine.asked)
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}
    assert engine.asked.count("bob") == 1  # whose record was kept, and only not in the gradebook
    assert "bob" in before


def test_a_gradebook_that_cannot_be_written_is_told_in_one_line(course, engine, capsys):
    assert grade(course, student="ann") == ALL_GRADED
    url = f"sqlite:///file:{course / 'gradebook.db'}?mode=ro&uri=true"
    settings = course / "nbgrader_config.py"
    kept = settings.read_text()
    settings.write_text(kept + f"c.CourseDirectory.db_url = {url!r}\n")
    assert grade(course) == RUN_ERROR
    (line,) = [s for s in capsys.readouterr().err.splitlines() if s.startswith("error: ")]
    assert "readonly database" in line
    settings.write_text(kept)
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


@pytest.mark.parametrize("where", ["write_text", "write_autograded"])
def test_a_full_disk_is_told_in_one_line_and_loses_nothing(
    course, engine, monkeypatch, capsys, where
):
    real = getattr(run_module, where)

    def full(path, *rest):
        if "bob" in str(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return real(path, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(run_module, where, full)
        assert grade(course) == RUN_ERROR
    assert set(Store(course / ".grading/corpus/records.jsonl").latest) >= {"ann"}  # of one batch
    (line,) = [s for s in capsys.readouterr().err.splitlines() if s.startswith("error: ")]
    assert "No space left on device" in line
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


@pytest.mark.parametrize("where", ["make_record", "build_submitted_program", "write_autograded"])
def test_an_error_of_our_own_meets_one_submission_and_is_tried_again(
    course, engine, monkeypatch, where
):
    real, calls = getattr(run_module, where), []

    def breaks(*arguments):
        calls.append(arguments)
        if len(calls) == 2:  # nobody else's
            raise KeyError("{oh}\nno")
        return real(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(run_module, where, breaks)
        assert grade(course) == NEEDS_REVIEW
    assert sorted(scores(course).values()) == [0, 1, 1]
    assert "the grader itself failed: KeyError: '{oh}\\nno'" in (course / "log.txt").read_text()
    assert "Traceback (most recent call last)" in (course / ".grading/errors.log").read_text()
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


def test_an_error_in_a_worker_meets_one_submission_and_is_logged(course, monkeypatch):
    """As the one who grades sees it: a line that names the file, which holds the traceback."""

    def breaks(work, sandbox, compatibility):
        if b"bob" in work.files.values():
            raise LookupError("oh")
        return GradedNotebook({n: Result("passed", 1.0) for n in range(2)}, {})

    monkeypatch.setattr(task, "grade_notebook", breaks)
    monkeypatch.setattr(run_module, "prepare_station", lambda materials, sandbox: None)
    (course / "submitted/bob/corpus/name.txt").write_text("bob")
    assert grade(course, isolation="none") == NEEDS_REVIEW
    assert scores(course) == {"ann": 1, "bob": 0, "eve": 1}
    said = (course / "log.txt").read_text().splitlines()
    log = course / ".grading/errors.log"
    (line,) = [line for line in said if "LookupError" in line]
    assert line.startswith("bob ")
    assert line.endswith(f"(the grader itself failed: LookupError: oh; {log} says where)")
    assert "bob\nTraceback (most recent call last):\n" in log.read_text()
    assert ", in breaks\n" in log.read_text()


@pytest.mark.parametrize("kind", [ZeroDivisionError, ValueError, OSError])
def test_what_nobody_expected_is_told_in_one_line(course, monkeypatch, capsys, kind):
    def breaks(*_):
        raise kind("oh\nno")

    monkeypatch.setattr(run_module.Run, "grade", breaks)
    monkeypatch.setattr(sandbox, "print_diagnosis", breaks)
    log = course / ".grading/errors.log"
    for command in (
        lambda: grade(course),
        lambda: main(["grade", "corpus", "--course", str(course)]),
        lambda: main(["doctor", "--course", str(course)]),
    ):
        assert command() == RUN_ERROR
        (line,) = capsys.readouterr().err.splitlines()
        assert line == f"error: {kind.__name__}: oh no; {log} says where"
        assert log.read_text().count("Traceback (most recent call last)") == 1
        log.unlink()
    log.mkdir()
    assert grade(course) == RUN_ERROR
    (line,) = capsys.readouterr().err.splitlines()
    assert f"oh no; {log} cannot be written ([Errno 21] Is a directory" in line


def test_what_may_not_be_read_or_written_is_named(tmp_path, monkeypatch, capsys):
    """As in a course that is another user's, whose log cannot be written either."""

    def forbidden(path, *_, **__):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "mkdir", forbidden)
    words = f"error: cannot be read or written: {tmp_path}/.grading/hw: Permission denied\n"
    assert run_command(tmp_path, "it", lambda: Store(tmp_path / ".grading/hw/r")) == RUN_ERROR
    assert capsys.readouterr().err == words


@pytest.mark.trial
def test_a_killed_checker_is_no_time_out(course, monkeypatch):
    """It is started once more; killed again, a person must look, and the next run tries again."""
    require_isolation("bwrap")
    waits = "import ctypes, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\n"
    waits += "ctypes.CDLL(None).prctl(15, b'waits')\nsignal.sigwait([signal.SIGUSR1])\none = 1"
    kept = Assignment(Course(course), "corpus").notebooks["corpus"]
    cells = [
        ProgramCell("student", waits, solution="one = 1"),
        ProgramCell("test", "assert one == 1", points=1),
    ]
    follow, killed = task.Attempt.follow, []

    def at_once(attempt, *arguments):
        def kill():
            found = until(boxed, "the answer waits")
            if len(killed) < 2:
                killed.append(os.kill(found["checker"], signal.SIGKILL))
            else:
                os.kill(found["waits"], signal.SIGUSR1)

        with concurrent.futures.ThreadPoolExecutor(1) as beside:
            beside.submit(kill)
            return follow(attempt, *arguments)

    def boxed():
        found = {}
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):
                found[process.name()] = process.pid
        return found if found.keys() >= {"waits", "checker"} else None

    monkeypatch.setattr(task.Attempt, "follow", at_once)
    notebooks = {"corpus": NotebookWork(kept.materials, cells, {})}
    work = GradingTask("ann", notebooks, "bwrap", Limits(), compatibility=False)
    graded = task.grade_submission(work)
    assert "the checker ended by itself" in graded.broken
    again = task.grade_submission(work)
    task.close_stations()
    assert len(killed) == 2
    assert again.notebooks["corpus"].results[1].outcome == "passed"
    source = Assignment(Course(course), "corpus")
    record = make_record(source, "ann", "", Submission(), {}, graded, Limits())
    assert (record.outcome, record.broken) == ("needs review", True)


def test_what_a_killed_run_left_is_removed_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch.sweep.cache_clear()
    code = "from nbjudge.isolation.scratch import make_folder\nimport os, signal\n"
    code += "kept = make_folder()\nos.kill(os.getpid(), signal.SIGKILL)"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "TMPDIR": str(tmp_path)})
    (left,) = tmp_path.iterdir()
    other = tmp_path / left.name.replace("grading-", "grading-1")  # in another process space
    other.mkdir()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").touch()
    (left / "link").symlink_to(outside)
    (tmp_path / f"{left.name}x").symlink_to(outside)
    with scratch.make_folder() as mine:
        assert not left.exists()
        scratch.sweep.cache_clear()
        scratch.sweep()
        assert {p.name for p in tmp_path.iterdir()} == {
            Path(mine).name,
            other.name,
            "outside",
            f"{left.name}x",
        }
        assert (outside / "file").exists()
    scratch.sweep.cache_clear()


def within(course, *around):
    """Return the command that grades, in surroundings that bubblewrap makes."""
    require_isolation("bwrap")
    nbjudge = [sys.executable, "-m", "nbjudge", "grade", "corpus", "--course", str(course)]
    return ["bwrap", "--dev-bind", "/", "/", *map(str, around), *nbjudge]


@pytest.mark.trial
def test_one_without_a_home_or_a_name_grades(course):
    """As in a container that runs under a number of its own."""
    nobody = within(course, "--unshare-user", "--uid", 4242, "--gid", 4242)
    bwrap = shutil.which("bwrap")
    done = subprocess.run([bwrap, *nobody[1:]], env={}, capture_output=True, text=True)
    assert done.returncode == ALL_GRADED, done.stderr
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


@pytest.mark.trial
def test_a_gradebook_on_a_read_only_disk_is_told_in_one_line(course, engine):
    assert grade(course, student="ann") == ALL_GRADED
    book = course / "gradebook.db"
    done = subprocess.run(within(course, "--ro-bind", book, book), capture_output=True, text=True)
    assert done.returncode == RUN_ERROR
    (line,) = [s for s in done.stderr.splitlines() if s.startswith("error: ")]
    assert f"gradebook {book}: attempt to write a readonly database" in line
    assert grade(course) == ALL_GRADED
    assert scores(course) == {"ann": 1, "bob": 1, "eve": 1}


@pytest.mark.parametrize("held", ["nothing", "a course", "another assignment"])
def test_a_gradebook_that_is_read_only_is_told_in_one_line_whatever_is_in_it(
    course, held, monkeypatch, capfd
):
    """nbgrader's API, which makes what is missing, would say it in many lines of SQL."""
    place = Course(course)
    prepare_tables(place.db_url)
    if held != "nothing":
        with Gradebook(place.db_url, place.directory.course_id) as gradebook:
            if held == "another assignment":
                gradebook.add_assignment("another")
    real = sqlite3.connect

    def read_only(*args, **kwargs):
        connection = real(*args, **kwargs)
        connection.execute("PRAGMA query_only = ON")
        return connection

    monkeypatch.setattr(sqlite3.dbapi2, "connect", read_only)
    with pytest.raises(GradingError) as told, AssignmentGradebook(Assignment(place, "corpus")):
        pass
    assert "attempt to write a readonly database. What is graded is kept" in str(told.value)
    assert "SQL" not in str(told.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.trial
@pytest.mark.parametrize("room", [0, 8, 64, *range(72, 128, 8)])
def test_a_disk_that_is_really_full_loses_nothing(tmp_path, engine, room):
    """A disk with so many KB of room; then the course on one that has more."""
    everyone = [f"s{n}" for n in range(6)]
    course = assignment.write_course(tmp_path / "course", dict.fromkeys(everyone, WORK), SOURCE)
    assert grade(course, student="s0") == ALL_GRADED
    disk, kept, status = tmp_path / "disk", tmp_path / "kept", tmp_path / "status"
    disk.mkdir()
    bwrap = within(disk / "course", "--size", 2**23, "--tmpfs", disk)
    place = bwrap.index(sys.executable)
    steps = [
        f"cp -r {course} {disk}",
        f"left=$(($(df --output=avail -k {disk} | tail -n 1) - {room}))",
        f"head -c ${{left}}K /dev/zero >{disk}/ballast",
        f"{shlex.join(bwrap[place:])} || status=$?",
        f"echo ${{status:-0}} >{status}",
        f"cp -r {disk}/course {kept}",
    ]
    steps = [*bwrap[:place], "sh", "-c", "\n".join(["set -e", *steps])]
    done = subprocess.run(steps, capture_output=True, text=True)
    ended = int(status.read_text())
    assert ended in (ALL_GRADED, RUN_ERROR), done.stderr
    assert room > 8 or ended == RUN_ERROR
    if ended == RUN_ERROR:
        (line,) = [s for s in done.stderr.splitlines() if s.startswith("error: ")]
        assert re.search("No space left|disk is full|disk I/O error", line), line
    records = kept / ".grading/corpus/records.jsonl"
    before = Store(records).latest if records.exists() else {}
    again = subprocess.run(within(kept), capture_output=True, text=True)
    assert again.returncode == ALL_GRADED, again.stderr
    assert scores(kept) == dict.fromkeys(everyone, 1)
    after = Store(records).latest
    assert {name: after[name] for name in before} == before  # none was graded again


def test_no_clock_that_can_be_set_is_read():
    steady = {"time.monotonic", "time.clock_gettime", "time.fromisoformat", "time.sleep"}
    for path in Path(run_module.__file__).parent.parent.rglob("*.py"):
        reads = r"\btime\.\w+|\b(?:now|today|utcnow|localtime|gmtime)\("
        assert set(re.findall(reads, path.read_text())) <= steady, path


def test_the_sandbox_needs_no_home(monkeypatch):
    require_isolation("bwrap")
    for name in ("HOME", "XDG_CACHE_HOME", "MPLCONFIGDIR", "LANG", "PATH"):
        monkeypatch.delenv(name, raising=False)
    assert choose_sandbox("bwrap", Limits(disk_mb=7)).isolation == "bwrap"


def test_what_is_imported_is_compiled_once(tmp_path, monkeypatch):
    (tmp_path / "newly.py").write_text("import also_newly")
    (tmp_path / "also_newly.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    assert sandbox.lacks_bytecode("newly")
    sandbox.compile_bytecode(("newly", "there_is_none"), ("there_is_none", "newly"))
    assert [sandbox.lacks_bytecode(name) for name in ("newly", "also_newly")] == [False, False]
    monkeypatch.setattr(sandbox.subprocess, "run", None)  # what is there is not made again
    sandbox.compile_bytecode(("newly",), ("newly",))


@pytest.mark.parametrize(("names", "started"), [("ann", 1), ("*", 2)])
def test_no_more_is_started_than_is_handed_in(course, engine, monkeypatch, names, started):
    warmed = []
    monkeypatch.undo()
    monkeypatch.setattr(run_module, "prepare_station", lambda *about: warmed.append(about))
    monkeypatch.setattr(task, "grade_notebook", lambda *_: GradedNotebook({}, {}))
    grade_assignment(course, "corpus", Options(jobs=2, isolation="none", student=names))
    assert len(warmed) == started
