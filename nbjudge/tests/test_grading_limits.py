"""Limits are in seconds of computing: of all processes of an answer, however busy the machine."""

import io
import math
import os
import signal
import socket
import threading
from types import SimpleNamespace

import pytest

from grading_station import IMPORTS, answer, check
from isolations import require_isolation
from nbjudge import limits
from nbjudge.errors import GradingError
from nbjudge.isolation import confine
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.limits import Limits
from nbjudge.pages.advice import find_advice
from nbjudge.points.verdict import describe_limits
from nbjudge.processes import meter, zygote
from nbjudge.processes.channel import Channel, TimeUp
from nbjudge.processes.meter import ROLES, Allowance, Meter, Reading, Usage, processor_time
from nbjudge.processes.remote import Link, TimeLimit
from nbjudge.processes.shell import Shell
from nbjudge.processes.student import Student
from nbjudge.records import Materials, Plan, ProgramCell
from nbjudge.run import attempt, run
from waiting import until

LIMITS = Limits(cell_seconds=0.5, submission_seconds=60)
ANSWER = "def f(x):\n{}    return x\n"
RIGHT = ANSWER.format("")
COMPUTING = "0.5 seconds of computing"
LONG = "more than 1 seconds"  # of sleep, by the patience of the tests here

ENDLESS = {  # {name: (what the function does first, words in what its test says)}
    "loop": ("    while True: pass\n", COMPUTING),
    "loop in a thread": (
        "    import threading\n    t = threading.Thread(target=lambda: [1 for _ in iter(int, 1)],"
        " daemon=True)\n    t.start()\n    t.join()\n",
        COMPUTING,
    ),
    "child": (
        "    import os\n    if not (child := os.fork()):\n        while True: pass\n"
        "    os.waitpid(child, 0)\n",
        COMPUTING,
    ),
    "children that are not asked for": (
        "    import os, signal\n    signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "    while True:\n        if not (child := os.fork()):\n"
        "            for _ in range(10**7): pass\n            os._exit(0)\n"
        "        try: os.waitpid(child, 0)\n        except ChildProcessError: pass\n",
        COMPUTING,
    ),
    "grandchildren": (
        "    import os, signal\n    for _ in range(4):\n"
        "        if not os.fork():\n            if os.fork(): os._exit(0)\n"
        "            while True: pass\n    signal.pause()\n",
        COMPUTING,
    ),
    "loop that is not interrupted": (
        "    while True:\n        try:\n            x = 0\n            while True: x += 1\n"
        "        except KeyboardInterrupt: pass\n",
        "could not be interrupted",
    ),
    "sleep": ("    import signal\n    signal.pause()\n", LONG),
    "sleep in a child": (
        "    import os, signal\n    if not (child := os.fork()): signal.pause()\n"
        "    os.waitpid(child, 0)\n",
        LONG,
    ),
    "sockets of many": (
        "    import os, signal, socket\n    for _ in range(50):\n        if not os.fork():\n"
        "            kept = []\n            try:\n"
        "                while True: kept += socket.socketpair()\n"
        "            except OSError: signal.pause()\n    signal.pause()\n",
        "memory",
    ),
    "sleep behind a vfork": (
        "    import ctypes, os, signal\n    libc = ctypes.CDLL(None)\n"
        "    for flags in (0x14000, 0xc011):\n"
        "        assert libc.syscall(56, flags, 0, 0, 0, 0) == -1\n"
        "    if not libc.syscall(56, 0x4011, 0, 0, 0, 0): signal.pause()\n",
        LONG,
    ),
}
QUICK = (
    "grandchildren",
    "loop that is not interrupted",
    "sleep in a child",
    "sockets of many",
)
RESTING = "    import threading\n    threading.Event().wait(3)\n"


def in_isolation(name):
    """Yield a station and close it."""
    require_isolation(name)
    imports = {"student": IMPORTS, "checker": IMPORTS}
    station = attempt.Station(Materials("one", imports, {}), choose_sandbox(name, LIMITS))
    yield station
    station.close()


@pytest.fixture(scope="module")
def station():
    yield from in_isolation("bwrap")


@pytest.fixture
def other_station(request):
    yield from in_isolation(request.param)


def words(station, before):
    """Grade a function that does something first; say what is told of its test, if it fails."""
    station.solved.clear()
    cells = [answer(ANSWER.format(before), RIGHT), check("assert f(3) == 3")]
    result = attempt.grade_at_station(station, cells, {}, LIMITS, False).results[1]
    if result.outcome == "passed":
        return "passed"
    return "; ".join(describe_limits(result, LIMITS))


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.trial) for n in ENDLESS]
)
def test_what_does_not_end_is_ended(station, name, monkeypatch):
    monkeypatch.setattr(limits, "PATIENCE", 1.0)
    monkeypatch.setattr(meter, "BACKSTOP", 10**6)  # on a busy machine half a second takes long
    before, expected = ENDLESS[name]
    assert expected in words(station, before)


def test_waiting_is_not_computing(station):
    """It takes six times its limit by the clock, as any answer may on a busy machine."""
    assert words(station, RESTING) == "passed"


@pytest.mark.trial
@pytest.mark.parametrize("other_station", ["userns", "landlock", "none"], indirect=True)
def test_so_it_is_in_other_isolations(other_station):
    assert words(other_station, RESTING) == "passed"
    assert COMPUTING in words(other_station, ENDLESS["loop"][0])


# what reached its limit


@pytest.fixture
def at_limit(station, monkeypatch):
    """Grade cells; return their results, and how often the answers' code was stopped."""
    stopped = []
    signal_of = attempt.ProcessHandle.signal

    def noted(self, name):
        stopped.append(name)
        signal_of(self, name)

    def grade(*cells):
        station.solved.clear()
        stopped.clear()
        found = attempt.grade_at_station(station, list(cells), {}, LIMITS, False)
        tests = [n for n, cell in enumerate(cells) if cell.kind == "test"]
        by_run = [[run.get(n) for n in tests] for run in (found.results, found.shown)]
        return *by_run, stopped.count("interrupt")

    monkeypatch.setattr(meter, "BACKSTOP", 10**6)
    monkeypatch.setattr(attempt.ProcessHandle, "signal", noted)
    return grade


def seen(source):
    """A test that students have, worth one point."""
    return ProgramCell("test", source, source, points=1.0)


LOOP = "    while True: pass\n"
HELD = (
    "    while True:\n        try:\n            while True: pass\n"
    "        except KeyboardInterrupt: pass\n"
)


@pytest.mark.parametrize("body", [LOOP, HELD], ids=["stops", "does not stop"])
def test_what_reached_its_limit_is_not_run_again(at_limit, body):
    """The hidden test has everything run a second time without it; other inputs are run."""
    cells = [seen("assert f(1) == 1"), check("pass"), seen("assert f(2) == 2")]
    both = answer(f"def f(x):\n{body}", "def f(x): return x")
    results, shown, stopped = at_limit(both, *cells)
    assert [r.outcome for r in results] == ["failed", "passed", "failed"]
    assert stopped == 2
    assert [r.reason for r in shown[::2]] == ["time"] * 2
    assert COMPUTING in describe_limits(shown[0], LIMITS)[0]


@pytest.mark.parametrize("body", [LOOP, HELD], ids=["stops", "does not stop"])
def test_a_function_reaches_its_limit_twice_at_most(at_limit, body):
    cells = [seen(f"assert f({n}) == {n}") for n in range(5)]
    both = answer(f"def f(x):\n{body}\ndef g(x): return x", "def f(x): return x\ng = f")
    results, _, stopped = at_limit(both, *cells, seen("assert g(3) == 3"))
    assert [r.outcome for r in results] == ["failed"] * 2 + ["review"] * 3 + ["passed"]
    assert results[2].message == "the answer's code reached its limit 2 times, in f"
    assert find_advice(results[2].message)
    assert stopped == 2


def test_in_another_state_it_is_called_again(at_limit):
    """What it was asked before tells in which it is: here it ends at the second call."""
    body = (
        "calls = []\ndef f(x):\n    calls.append(x)\n    while len(calls) < 2: pass\n    return x"
    )
    right = "def f(x): return x"
    results, *_ = at_limit(answer(body, right), *[seen("assert f(1) == 1")] * 2, check(""))
    assert [r.outcome for r in results] == ["failed", "passed", "passed"]


@pytest.mark.parametrize(
    "told", ["assert f(7) == 7", "f(lambda: 7)\nassert True"], ids=["input", "call-back"]
)
def test_no_hidden_test_tells_by_a_limit_what_it_asked(at_limit, told):
    """It loops where a hidden test has told it a 7: what is shown afterwards knows of none."""
    body = (
        "known = []\ndef f(x):\n    known.append(x() if callable(x) else x)\n"
        "    while 7 in known: pass\n    return x"
    )
    cells = [
        ProgramCell("test", f"{told}\n", "f(lambda: 3)", points=1.0, hidden=[(1, 9)]),
        seen("assert f(1) == 1"),
    ]
    results, shown, _ = at_limit(answer(body, "def f(x): return x"), *cells)
    assert [r.outcome for r in results] == ["failed", "failed"]
    assert [r.outcome for r in shown] == ["passed", "passed"]


def test_a_log_has_a_line_a_minute(monkeypatch):
    clock = iter(range(0, 1000, 25))
    monkeypatch.setattr(run.time, "monotonic", lambda: float(next(clock)))
    out = io.StringIO()
    progress = run.Progress(3, out)
    for _ in range(4):
        progress.wait("waiting for ann")
    progress.step("ben")
    assert out.getvalue() == "0/3  waiting for ann\n"
    progress.step("ann")
    progress.step("eve")
    assert out.getvalue().splitlines()[1].startswith("3/3")


# what a role may use, driven by its page alone


@pytest.fixture
def page():
    descriptor = Meter.page()
    yield Meter(descriptor, write=True)
    os.close(descriptor)


def note(page, role, computing, asleep=0.0):
    page.write(role, Reading(computing, asleep, math.inf))  # looked at after all that began


def test_only_the_computing_of_the_counted_is_used_up(page):
    student = Allowance(page, ("student",), 10.0, 60.0)
    both = Allowance(page, ROLES, 10.0, 60.0)
    for student_has, checker_has, of_student, of_both in (
        (7.0, 0.0, None, None),
        (16.0, 9.0, None, "time"),
        (18.0, 9.0, "time", "time"),
    ):
        note(page, "student", student_has)
        note(page, "checker", checker_has)
        assert (student.over(), both.over()) == (of_student, of_both)


def test_what_an_earlier_cell_computed_is_not_charged_to_the_next(page):
    """On a busy machine nobody looked for long: all of it shows up at the next look."""
    page.write("student", Reading(1.0, 0.0, 0.0))
    allowance = Allowance(page, ("student",), 10.0, 60.0)
    assert allowance.over() is None
    page.write("student", Reading(30.0, 0.0, 0.0))
    assert allowance.over() is None
    note(page, "student", 31.0)
    assert allowance.over() is None
    note(page, "student", 42.0)
    assert allowance.over() == "time"


def test_sleep_counts_only_where_all_sleep(page):
    allowance = Allowance(page, ("student",), 10.0, 60.0)
    for seconds in range(100):  # by turns, as each waits for the other
        note(page, "student", 0.0, float(seconds))
        assert allowance.over() is None
        note(page, "checker", 0.0, float(seconds))
        assert allowance.over() is None
    note(page, "student", 0.0, 200.0)
    note(page, "checker", 0.0, 200.0)
    assert allowance.over() == "sleep"
    alone = Allowance(page, ("checker",), 10.0, 60.0)
    note(page, "checker", 0.0, 300.0)
    assert alone.over() is None
    note(page, "checker", 0.0, 400.0)
    assert alone.over(("checker",)) == "sleep"


@pytest.mark.parametrize("value", ["1.5", "0", "-1", "much", "", "10000000"])
def test_a_limit_that_is_none_is_refused_in_words(value):
    with pytest.raises(GradingError, match="a whole number above 0 and below 10000000 must follow"):
        Limits.parse([f"memory_mb={value}"])
    assert Limits.parse(["cell_seconds=1.5", "memory_mb=9999999"]).cell_seconds == 1.5
    with pytest.raises(GradingError, match="': a number above 0 and below 10000000 must"):
        Limits.parse(["cell_seconds=nan"])


def test_a_clock_is_the_last_resort(page):
    allowance = Allowance(page, ("student",), 10.0, 60.0)
    assert allowance.over() is None
    allowance.began -= 501
    assert allowance.over() == "clock"
    assert "500 seconds" in limits.describe_limit("clock", 10.0)


def test_a_message_half_sent_is_waited_for_no_longer_than_that():
    here, there = socket.socketpair()
    with here, there:
        there.send(b"\x10\0\0\0\0\0\0\0half")
        answers = iter([None, None, None, "sleep"])
        with pytest.raises(TimeUp, match="sleep"):
            Channel(here).receive(lambda: next(answers))
        answers = iter([None] * 4 + ["time"])
        with pytest.raises(TimeUp, match="time"):
            Channel(here).send(bytes(10**7), lambda: next(answers))


# what is read of /proc, from a recorded tree


def write_process(proc, number, parent, state="S", own=0, reaped=0, threads="S"):
    """Write what /proc shows of a process; its name is as odd as names can be."""
    ticks = os.sysconf("SC_CLK_TCK")
    fields = ["0"] * 50
    fields[0], fields[1], fields[17], fields[19] = state, str(parent), str(len(threads)), "77"
    fields[11], fields[12] = str(round(own * ticks)), "0"
    fields[13], fields[14] = "0", str(round(reaped * ticks))
    folder = proc / str(number)
    (folder / "task").mkdir(parents=True, exist_ok=True)
    line = f"{number} (a) R 1 (b\n) "
    (folder / "stat").write_text(line + " ".join(fields))
    for place, letter in enumerate(threads):
        (folder / f"task/{number + place}").mkdir(exist_ok=True)
        (folder / f"task/{number + place}/stat").write_text(line + " ".join([letter, *fields[1:]]))


@pytest.fixture
def proc(tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    yield tmp_path, descriptor
    os.close(descriptor)


@pytest.fixture
def clock(monkeypatch):
    """What the clock of the meter shows, in a list."""
    shows = [100.0]
    monkeypatch.setattr(meter, "time", SimpleNamespace(monotonic=lambda: shows[0]))
    return shows


def test_children_count_alive_asked_for_or_not(proc, clock):
    tree, descriptor = proc
    write_process(tree, 10, 1, own=100)  # somebody else's
    write_process(tree, 20, 10, own=1)
    write_process(tree, 30, 20, own=2)
    write_process(tree, 5, 30, own=4)
    usage = Usage(20, descriptor)
    assert usage.look()[0] == 7
    (tree / "5/stat").unlink()
    (tree / "30/stat").unlink()
    assert usage.look()[0] == 7  # nobody asked how they ended
    write_process(tree, 20, 10, own=1, reaped=8)
    assert usage.look()[0] == 9
    write_process(tree, 20, 10, own=1)
    assert usage.look()[0] == 9  # never less


@pytest.mark.parametrize(
    ("reaped", "ignored", "lost"),
    [(0, 0, True), (0.05, 0, False), (0, 2**16, True), (0.05, 2**16, True), (0.05, 2**15, False)],
)
def test_what_children_computed_between_looks_is_not_lost(proc, clock, reaped, ignored, lost):
    """The kernel gives their time to nobody, if their parent asked not to be told of their ends."""
    tree, descriptor = proc
    write_process(tree, 20, 1)
    (tree / "20/status").write_text(f"Name:\t(a)\nSigIgn:\t{ignored:016x}\n")
    usage = Usage(20, descriptor)
    for child in range(21, 26):  # each is seen once, when it has computed a bit of its time
        write_process(tree, child, 20, own=0.05)
        write_process(tree, 20, 1, reaped=(child - 21) * reaped)
        usage.look()
        (tree / f"{child}/stat").unlink()
        clock[0] += 0.2
    assert (usage.look().computing > 0.9) == lost
    write_process(tree, 30, 20, own=0.05)
    before = usage.look().computing
    clock[0] += 10.0
    assert usage.look().computing == before  # it is still there


@pytest.mark.parametrize(
    ("state", "threads", "awake"),
    [
        ("S", "S", False),
        ("T", "T", False),
        ("R", "R", True),
        ("D", "D", True),
        ("S", "SSR", True),
        ("S", "SSS", False),
        ("Z", "Z", False),
    ],
)
def test_only_what_wants_to_run_is_awake(proc, state, threads, awake):
    tree, descriptor = proc
    write_process(tree, 20, 1)
    write_process(tree, 30, 20, state=state, threads=threads)
    write_process(tree, 40, 1, state="R", threads="R")  # somebody else's
    usage = Usage(20, descriptor)
    assert (usage.look()[1] == 0.0) == awake


@pytest.mark.parametrize(("child", "awake"), [("S", False), ("R", True), ("D", True), ("Z", True)])
def test_who_waits_for_a_child_is_awake_if_that_is(proc, child, awake):
    """After vfork a parent is in "D" for as long as its child likes, and computes nothing."""
    tree, descriptor = proc
    write_process(tree, 20, 1, state="D", threads="D")
    write_process(tree, 30, 20, state=child, threads=child)
    usage = Usage(20, descriptor)
    assert (usage.look()[1] == 0.0) == awake


def test_without_a_proc_the_process_alone_is_measured(proc):
    _, descriptor = proc
    usage = Usage(os.getpid(), descriptor)
    assert usage.look()[0] > 0
    assert usage.look()[0] <= processor_time(os.getpid())
    assert processor_time(2**22 + 1) == 0.0  # no such process


def test_the_real_proc_shows_a_child():
    descriptor = os.open("/proc", os.O_RDONLY)
    usage = Usage(os.getpid(), descriptor)
    child = os.fork()
    if not child:
        while True:
            pass
    try:
        until(
            lambda: (usage.look(), sum(v for (n, _), v in usage.seen.items() if n == child))[1],
            "its computing is seen",
        )
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(descriptor)


# what a keeper watches


def kept(monkeypatch, confined):
    """Return how a process ends that is idle for five looks, beside others with much memory."""
    waits, ends = os.pipe()
    page = Meter.page()
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    one = object.__new__(zygote.Zygote)
    one.control, one.forked = socket.socket(), 1
    one.plan = Plan([], "none", True, None, Limits(), False, [], "/tmp", "/tmp", {})
    looks = iter(range(5))

    def in_confined(*given):
        if confined:
            os.write(given[-1], b"1")
        os.read(waits, 1)
        os._exit(0)

    def look(usage):
        if next(looks, None) is None:
            os.write(ends, b"1")
        return Reading(0.0, 0.0, 0.0)

    monkeypatch.setattr(one, "in_confined", in_confined)
    monkeypatch.setattr(Usage, "look", look)
    monkeypatch.setattr(confine, "unshare_namespaces", lambda: None)
    monkeypatch.setattr(confine, "sum_memory", lambda: 2**60)
    process = os.fork()
    if process == 0:
        try:
            here.close()
            one.keep("student", [there.fileno(), page])
        finally:
            os._exit(70)
    there.close()
    for descriptor in (waits, ends, page):
        os.close(descriptor)
    with here:
        found = here.recv(16).decode()
    os.waitpid(process, 0)
    return found


def test_nobody_is_charged_with_the_memory_of_others_before_it_is_confined(monkeypatch):
    """Until a process has mounted a /proc of its own, the one that is there shows others."""
    assert kept(monkeypatch, confined=False) == "0"
    assert kept(monkeypatch, confined=True) == "memory"


# an interrupt ends what it was meant for, and nothing after it


class Confined:
    """A student's process in a fork of this one, and the checker's end of its channel."""

    def __init__(self, source):
        here, there = socket.socketpair()
        self.process = os.fork()
        if self.process == 0:
            try:
                here.close()
                student = Student(Channel(there), Shell(2**20))
                student.run(source, 0)
                student.serve()
            finally:
                os._exit(0)
        there.close()
        descriptor = Meter.page()
        self.page = Meter(descriptor, write=True)
        os.close(descriptor)
        self.link = Link(Channel(here), self.interrupt, self.page)
        self.link.allow(10.0, 60.0)
        self.late = None
        [[self.function]] = self.link.request("get", "f")

    def use_up(self):
        """Use up for the student's code its time."""
        note(self.page, "student", 0.0)
        self.link.allowance.over()
        note(self.page, "student", 10.5)

    def interrupt(self):
        os.kill(self.process, signal.SIGINT)

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


@pytest.fixture
def confined(request):
    process = Confined(request.param)
    yield process
    process.close()


@pytest.mark.parametrize(
    "confined", ["def f(g):\n    while True:\n        g()\ndef h():\n    return 7\n"], indirect=True
)
def test_an_interrupt_between_a_call_back_and_its_answer_leaves_no_answer_behind(confined):
    """What a later request reads is its own answer, wherever the loop was interrupted."""
    calls = []

    def passed():
        calls.append(1)
        if len(calls) == 3:
            confined.interrupt()  # comes while the student waits for the answer to this very call
            confined.use_up()
            confined.link.interrupt = lambda: None
        return 5

    with pytest.raises(TimeLimit):
        confined.function(passed)
    assert len(calls) == 3
    confined.link.allow(10.0, 60.0)
    [[other]] = confined.link.request("get", "h")
    assert other() == 7


@pytest.mark.parametrize(
    "confined",
    ["def f(n):\n    for i in range(n): pass\n    return n\n"],
    indirect=True,
)
def test_an_interrupt_that_comes_late_does_not_end_the_next_request(confined):
    """On a busy machine it comes after what it was meant for has ended by itself."""
    sent = []
    late = threading.Timer(0.3, lambda: (sent.append(1), confined.interrupt()))
    confined.link.interrupt = late.start
    confined.use_up()
    with pytest.raises(TimeLimit):
        confined.function(3)
    assert sent
    confined.link.allow(10.0, 60.0)
    assert confined.function(10**6) == 10**6
