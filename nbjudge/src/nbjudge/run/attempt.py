"""Grade one submission: the one function that local threads and a cluster both run."""

from __future__ import annotations

import ast
import atexit
import contextlib
import json
import os
import signal
import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from IPython.core.inputtransformer2 import TransformerManager

from nbjudge.isolation.cgroup import Group
from nbjudge.isolation.sandbox import Sandbox, choose_sandbox
from nbjudge.isolation.scratch import make_folder, remove_folder
from nbjudge.limits import GRACE, HUNG, LIMITS, Limits, describe_limit, patience
from nbjudge.processes.channel import Channel, Closed, TimeUp
from nbjudge.processes.codec import PASSED, CodecError, pack
from nbjudge.processes.meter import ROLES, Allowance, Meter
from nbjudge.records import (
    ANY,
    GradedNotebook,
    GradedSubmission,
    GradingTask,
    Materials,
    NotebookWork,
    Program,
    ProgramCell,
    Relaxations,
    Result,
    to_json_data,
)
from nbjudge.source.names import Code

__all__ = [
    "OWN_FAILS",
    "Station",
    "close_stations",
    "grade_notebook",
    "grade_submission",
    "prepare_station",
    "retry",
]

T = TypeVar("T")


class WorkerError(Exception):
    """The grader's own processes failed, whatever the submission did."""


class ProcessHandle:
    """A confined process, as its worker sees it: through a socket to its keeper."""

    def __init__(self, orders: socket.socket, group: Group | None) -> None:
        self.orders, self.group = orders, group

    def signal(self, name: str) -> None:
        """Send "interrupt" or "kill"."""
        with contextlib.suppress(OSError):  # it has ended
            self.orders.send(name.encode())

    def kill(self) -> str:
        """End it and everything it started; return how it ended: "memory", or its wait status."""
        self.signal("kill")
        self.orders.settimeout(HUNG)  # without a report the notebook is graded again
        how = ""
        with self.orders, contextlib.suppress(OSError):
            how = self.orders.recv(16).decode()
        if self.group is not None:
            how = "memory" if how and self.group.ran_out() else how
            self.group.remove()
        return how


class ZygoteHandle:
    """A warm process in a box, as its worker sees it."""

    def __init__(self, sandbox: Sandbox, imports: list[str], files: Path) -> None:
        self.sandbox = sandbox
        self.process, self.control, self.scratch = sandbox.start(imports, files)

    def fork(self, role: str, page: int, *sockets: socket.socket) -> ProcessHandle:
        """Fork a confined process that gets these sockets; what it uses is noted on the page."""
        parent = self.sandbox.cgroup
        group = Group(parent, self.sandbox.limits) if parent else None
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with there, contextlib.ExitStack() as opened:
            descriptors = [there.fileno(), page, *(s.fileno() for s in sockets)]
            if group is not None:
                descriptors.append(group.entrance())
                opened.callback(os.close, descriptors[-1])
                role += " in a group"
            try:
                socket.send_fds(self.control, [role.encode()], descriptors)
            except OSError:
                here.close()
                raise WorkerError("a zygote is gone") from None
        return ProcessHandle(here, group)

    def kill(self) -> None:
        """End its process, and what that has started so far.

        In its first moments a box is not yet bound to the process that makes it: alone, that one
        would leave somebody behind who keeps the sockets open and never answers.
        """
        if self.process.returncode is None:  # else its number may be another's
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        """End it with everything in its box."""
        self.control.close()
        self.kill()
        with contextlib.suppress(OSError):  # what cannot be removed yet, the next start removes
            remove_folder(self.scratch.name)
        self.scratch.cleanup()


class Warm:
    """The warm processes of an assignment, one for each role or for both, and its files."""

    def __init__(self, materials: Materials, sandbox: Sandbox) -> None:
        self.stations = 0  # that use it
        self.failed = False  # so that no further one may
        self.solved: dict[str, list[Result]] = {}  # see `get_solution_results`
        self.solving = threading.RLock()
        self.folder = make_folder()
        files = Path(self.folder.name)
        for name, content in materials.files.items():
            path = files / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o644)
        for directory in [files, *(p for p in files.rglob("*") if p.is_dir())]:
            directory.chmod(0o755)
        self.zygotes: dict[str, ZygoteHandle] = {}
        imports = materials.imports
        self.zygotes["student"] = ZygoteHandle(sandbox, imports["student"], files)
        # a student's process must not be told what only the tests import
        alike = set(imports["checker"]) == set(imports["student"])
        self.zygotes["checker"] = (
            self.zygotes["student"] if alike else ZygoteHandle(sandbox, imports["checker"], files)
        )

    def close(self) -> None:
        """End its processes."""
        for zygote in set(self.zygotes.values()):
            zygote.close()
        self.folder.cleanup()


class Station:
    """What a worker grades one notebook of an assignment with.

    Its warm processes may be another worker's too: what is forked from them is as far apart from
    what another worker forks as a student's process is from its checker.
    """

    def __init__(self, materials: Materials, sandbox: Sandbox, warm: Warm | None = None) -> None:
        self.instance = ""  # with whose values
        self.modules = {
            name.partition("/")[0].removesuffix(".py")
            for name in materials.files
            if name.endswith(".py")
        }
        self.warm = warm or Warm(materials, sandbox)
        self.warm.stations += 1
        self.solved = self.warm.solved

    @property
    def zygotes(self) -> dict[str, ZygoteHandle]:
        """The warm processes, by role."""
        return self.warm.zygotes

    def close(self, failed: bool = False) -> None:
        """Leave its warm processes, which end with the last station that uses them."""
        with LOCK:
            self.warm.failed |= failed
            self.warm.stations -= 1
            last = not self.warm.stations
        if last:
            self.warm.close()


IDLE: dict[tuple[str, Sandbox], list[Station]] = {}
WARM: dict[tuple[str, Sandbox], Warm] = {}
KEPT = 8
TOGETHER = 4
"""Stations that use the same warm processes: more would wait for these to fork."""
LOCK = threading.RLock()


def make_station(materials: Materials, sandbox: Sandbox) -> Station:
    """Make a station, with warm processes of its own only where it must have them.

    Where what they fork become users of their own, one submission's limits are not another's;
    elsewhere the number of processes of a user is bound by box.
    """
    if not sandbox.separates_users:
        return Station(materials, sandbox)
    with LOCK:
        place = materials.digest, sandbox
        shared = WARM.get(place)
        if shared is None or shared.failed or not 0 < shared.stations < TOGETHER:
            shared = WARM[place] = Warm(materials, sandbox)
        return Station(materials, sandbox, shared)


def prepare_station(materials: Materials, sandbox: Sandbox) -> None:
    """Make a station ready before it is needed."""
    return_station(materials, sandbox, make_station(materials, sandbox))


def return_station(materials: Materials, sandbox: Sandbox, station: Station) -> None:
    """Keep a station for the next submission, and no more than a few."""
    with LOCK:
        IDLE.setdefault((materials.digest, sandbox), []).append(station)
        idle = [(stations, s) for stations in IDLE.values() for s in stations]
        for stations, old in idle[:-KEPT]:
            stations.remove(old)
            old.close()


def take_idle_station(materials: Materials, sandbox: Sandbox) -> Station | None:
    """Take a station that nobody uses; one whose processes have failed another is closed."""
    with LOCK:
        idle = IDLE.get((materials.digest, sandbox), [])
        while idle:
            station = idle.pop()
            if not station.warm.failed:
                return station
            station.close()
    return None


@contextlib.contextmanager
def borrow_station(
    materials: Materials, sandbox: Sandbox, alone: bool = False
) -> Iterator[Station]:
    """Lend a warm station; one with which something went wrong is not used again.

    Alone means with fresh processes, which nobody else uses.
    """
    if alone:
        station = Station(materials, sandbox)
    else:
        station = take_idle_station(materials, sandbox) or make_station(materials, sandbox)
    try:
        yield station
    except BaseException:
        station.close(failed=True)
        raise
    return_station(materials, sandbox, station)


@atexit.register
def close_stations() -> None:
    """End the warm processes that are left."""
    with LOCK:
        WARM.clear()
        for stations in IDLE.values():
            while stations:
                with contextlib.suppress(Exception):
                    stations.pop().close()


class Budget(Allowance):
    """What all attempts at a notebook may use together, and the page on which it is noted.

    What reached a limit in one attempt is known to those that follow.
    """

    def __init__(self, limits: Limits) -> None:
        self.page = Meter.page()
        seconds = limits.submission_seconds
        super().__init__(Meter(self.page), ROLES, seconds, patience(seconds))
        self.endless: dict[str, str] = {}  # see `Program`

    def __del__(self) -> None:
        os.close(self.page)


class Attempt:
    """One run of a notebook, from fresh processes."""

    def __init__(
        self,
        station: Station,
        program: Program,
        files: dict[str, bytes],
        limits: Limits,
        budget: Budget,
    ) -> None:
        self.station, self.program, self.files = station, program, files
        self.limits, self.budget = limits, budget
        self.used_up = ""  # if it ended late or stuck
        self.results: dict[int, Result] = {}
        self.current: int | None = None
        self.ended = "done"
        self.lost = self.words = ""
        self.part = ""  # of a setup cell, in which the student's process was lost
        self.at_limit: list[str] = []  # the last call of the current cell to reach its limit

    def run(self) -> None:
        """Run it; ``ended`` says how: done, lost or spoilt (the student's process), stuck, late."""
        control, control_there = socket.socketpair()
        sockets = [control_there]
        student = None
        if not self.program.together:
            one, two = socket.socketpair()
            student = self.station.zygotes["student"].fork("student", self.budget.page, one)
            one.close()
            # the first message on the checker's channel is ours: the files handed in
            try:
                Channel(two).send(pack(list(self.files), list(self.files.values())))
            except Closed:
                raise WorkerError("a process that a zygote forked ended at once") from None
            sockets.append(two)
        checker = self.station.zygotes["checker"].fork("checker", self.budget.page, *sockets)
        for sock in sockets:
            sock.close()
        channel = Channel(control)
        try:
            channel.send(json.dumps(to_json_data(self.program)).encode())
            self.follow(channel, student)
        except Closed:
            raise WorkerError("a process that a zygote forked ended at once") from None
        finally:
            how_checker = checker.kill()
            how = student.kill() if student else ""
            control.close()
        if self.ended == "stuck" and not self.used_up and not how_checker:
            raise WorkerError("the keeper of the checker is gone")
        if self.ended == "lost":
            if not how:
                raise WorkerError("the keeper of the student's process is gone")
            self.words = describe_end(self.lost, how, self.limits)

    def over(self, cell: Allowance, there: tuple[str, ...]) -> str | None:
        """Return what is used up, of the notebook's or of a cell's allowance."""
        return self.budget.over(there) or cell.over(there)

    def follow(self, channel: Channel, student: ProcessHandle | None) -> None:
        """Follow the checker's events to the end."""
        there: tuple[str, ...] = ("checker",) if self.program.together else ROLES
        seconds = self.limits.cell_seconds
        while True:
            # a little beyond the checker's own limits, which come first
            cell = Allowance(
                self.budget.meter, ("checker",), seconds + 8, patience(seconds) + 2 * GRACE[1]
            )
            try:
                event = json.loads(channel.receive(partial(self.over, cell, there)))
            except TimeUp as up:
                (self.used_up,) = up.args
                self.ended = "late" if self.budget.over(there) else "stuck"
                return
            except (Closed, CodecError, ValueError):
                if not self.program.together:  # then nothing of the student's runs in it
                    raise WorkerError("the checker ended by itself") from None
                self.ended = "stuck"
                return
            if "begin" in event:
                self.current, self.at_limit = event["begin"], []
            elif "limit" in event:
                self.at_limit = [event["limit"], event["function"]]
                if event["limit"]:
                    self.budget.endless[event["limit"]] = event["how"]
            elif "end" in event:
                self.results[event["end"]] = Result.from_json(event["result"])
                self.current = None
            elif "spoilt" in event:
                self.ended = "spoilt"
                self.results[event["spoilt"]] = Result.from_json(event["result"])
                return
            elif "interrupt" in event and student:
                student.signal("interrupt")
            elif "lost" in event:
                self.ended, self.lost, self.part = "lost", event["lost"], event["part"]
                return
            elif "broken" in event:
                raise WorkerError(event["broken"])
            elif "done" in event:
                return


def describe_end(lost: str, how: str, limits: Limits) -> str:
    """Return why a student's process is gone, by what the checker and the keeper saw."""
    memory = f"the limit of {limits.memory_mb} MB of memory"
    if how == "memory":
        return f"the processes it started took more than twice {memory}"
    if lost in LIMITS:
        return f"{describe_limit(lost, limits.cell_seconds)} and could not be interrupted"
    if lost == "garbled":
        return "what the process sent is garbled, or too much"
    code = os.waitstatus_to_exitcode(int(how)) if how else 0
    if code == -signal.SIGKILL:
        return f"the process was killed; it may have hit {memory}"
    if code == -signal.SIGXCPU:
        return "the process used up its processor time"
    if code < 0:
        return f"the process crashed (signal {-code})"
    return "the process ended itself"


def grade_notebook(
    work: NotebookWork, sandbox: Sandbox, compatibility: bool = False, alone: bool = False
) -> GradedNotebook:
    """Grade one notebook of a submission.

    Parameters
    ----------
    work : NotebookWork
    sandbox : Sandbox
    compatibility : bool
        Run tests that cannot be split in the student's own process.
    alone : bool
        With fresh processes, which nobody else uses.
    """
    with borrow_station(work.materials, sandbox, alone) as station:
        if station.instance != work.instance:  # the processes serve all; the solution's results not
            station.instance = work.instance
            station.solved = {} if work.instance else station.warm.solved
        return grade_at_station(station, work.cells, work.files, sandbox.limits, compatibility)


def grade_at_station(
    station: Station,
    cells: list[ProgramCell],
    files: dict[str, bytes],
    limits: Limits,
    compatibility: bool,
) -> GradedNotebook:
    """Grade one notebook of a submission at a station."""
    start, budget = time.monotonic(), Budget(limits)
    program = Program(
        select_decisive(cells),
        limits.cell_seconds,
        patience(limits.cell_seconds),
        limits.output_kb,
    )
    program, results = run_keeping_changes(station, program, files, limits, budget)
    opened = find_relaxations(station, program, results, limits)
    if opened is not None:
        program = replace(program, opened=opened)
        program, results = run_keeping_changes(station, program, files, limits, budget)
    refer_to_person(station, program, results, limits)
    unsplit = [number for number, result in results.items() if result.outcome == "review"]
    if compatibility and unsplit:
        together = run_all(station, replace(program, together=True), {}, limits, budget)
        for number in unsplit:
            why = results[number].message
            results[number] = replace(together[number], compatibility=why)
    program = replace(program, cells=cells)
    shown = drop_hidden(station, program, files, results, limits, budget)
    return GradedNotebook(shown | results, shown, time.monotonic() - start, program.opened)


def select_decisive(cells: list[ProgramCell]) -> list[ProgramCell]:
    """Return the cells on which points depend: those up to the last test.

    Where no test is hidden these are all, since what the first run says is then shown.
    """
    tests = [n for n, cell in enumerate(cells) if cell.kind == "test"]
    hidden = any(cells[n].hidden for n in tests)
    return cells[: tests[-1] + 1] if hidden else cells


def run_keeping_changes(
    station: Station, program: Program, files: dict[str, bytes], limits: Limits, budget: Budget
) -> tuple[Program, dict[int, Result]]:
    """Run a program; keep of what an answer does to the tests' data what the solution does too."""
    known = station.solved.get(solution_key(program, together=False))
    program = replace(program, keeps=find_solution_changes(known or [], program.cells))
    results = run_all(station, program, files, limits, budget)
    if known is None and any(result.writes for result in results.values()):
        own = get_solution_results(station, program, limits, together=False)
        program = replace(program, keeps=find_solution_changes(own, program.cells))
        if program.keeps:
            results = run_all(station, program, files, limits, budget)
    return program, results


MOST_NAMES = 8
"""Of the course's, among which is looked for those that the solution changes unseen."""


def find_relaxations(
    station: Station, program: Program, results: dict[int, Result], limits: Limits
) -> Relaxations | None:
    """Return what tests need of an answer beyond the rules, as the course's own solution shows.

    It is asked only where a test did not pass that the solution too passes in one process alone,
    and nothing is opened without which the solution passes as many.

    Returns
    -------
    Relaxations or None
        None if nothing helps, or nothing is needed for these results.
    """
    places = {place: n for place, n in enumerate(list_course_cells(program.cells))}
    tests = {place for place, n in places.items() if program.cells[n].kind == "test"}
    open_to_doubt = {p for p in tests if results.get(places[p], Result()).outcome != "passed"}

    def passed(opened: Relaxations | None, together: bool = False) -> set[int]:
        asked = replace(program, opened=opened or Relaxations())
        own = get_solution_results(station, asked, limits, together=together)
        return {place for place in tests if own[place].outcome == "passed"}

    if not open_to_doubt:
        return None
    closed = passed(None)
    if not open_to_doubt - closed:
        return None
    lacking = passed(None, together=True) - closed
    if not open_to_doubt & lacking:
        return None
    names = {
        place: found
        for place, found in find_course_reads(program.cells, places).items()
        if place in lacking and found
    }
    opened = Relaxations()
    if 0 < len(set().union(*names.values())) <= MOST_NAMES:
        opened = minimize_names(names, lacking, passed)
    if without := lacking - passed(opened):
        gained = passed(replace(opened, objects=sorted(without))) & without
        opened = replace(opened, objects=sorted(gained))
    if lacking - passed(opened):
        opened = find_needed_files(station, program, opened, lacking, passed, limits)
    gained = lacking & passed(opened)
    if not open_to_doubt & gained:
        return None
    station.solved.pop(solution_key(replace(program, opened=Relaxations()), together=False), None)
    return None if gained & passed(None) else opened  # what it passes by luck opens nothing


def find_needed_files(
    station: Station,
    program: Program,
    opened: Relaxations,
    lacking: set[int],
    passed: Callable[[Relaxations], set[int]],
    limits: Limits,
) -> Relaxations:
    """Open to tests the files that the solution writes, from the first on that needs any.

    Where the solution does not pass with them, they are not there.
    """
    without = passed(opened)
    anything = replace(opened, files={place: [ANY] for place in without | lacking})
    gained = passed(anything) & (lacking - without)
    if not gained:
        return opened
    own = get_solution_results(station, replace(program, opened=anything), limits, together=False)
    needed = [place for place in passed(anything) if place >= min(gained)]
    narrow = replace(opened, files={place: own[place].files for place in sorted(needed)})
    return narrow if passed(narrow) > without else opened


def minimize_names(
    names: dict[int, set[str]], lacking: set[int], passed: Callable[[Relaxations], set[int]]
) -> Relaxations:
    """Return as few names as let the solution pass what it passes with all of them.

    Each is the student's from the first test on that needs it.
    """

    def from_first(chosen: set[str]) -> Relaxations:
        changed: dict[int, list[str]] = {}
        for name in sorted(chosen):
            changed.setdefault(min(p for p in names if name in names[p]), []).append(name)
        return Relaxations(changed)

    chosen = set[str]().union(*names.values())
    gained = passed(from_first(chosen)) & lacking
    names = {place: found for place, found in names.items() if place in gained}
    chosen = set[str]().union(*names.values())
    if not chosen:
        return Relaxations()
    gained = passed(from_first(chosen)) & lacking
    for name in sorted(chosen):
        if gained <= passed(from_first(chosen - {name})):
            chosen = chosen - {name}
    return from_first(chosen)


def find_course_reads(cells: list[ProgramCell], places: dict[int, int]) -> dict[int, set[str]]:
    """Return by place the names of the course's data that a test reads.

    No module, function or class is among them: of these none is ever a student's.
    """
    transform = TransformerManager().transform_cell
    found: dict[int, set[str]] = {}
    data: set[str] = set()
    for place, number in places.items():
        cell = cells[number]
        code = Code(cell.source, transform)
        if cell.kind == "setup":
            data = (data | code.binds) - code.defines - code.imported
        else:
            found[place] = code.loads & data
            data = data - code.binds - code.imported
    return found


def solution_key(program: Program, *, together: bool) -> str:
    """Return what a run of the course's own solution is kept under."""
    return json.dumps([together, to_json_data(program.opened)])


def drop_hidden(
    station: Station,
    program: Program,
    files: dict[str, bytes],
    results: dict[int, Result],
    limits: Limits,
    budget: Budget,
) -> dict[int, Result]:
    """Return results that no hidden test has had a part in.

    A student's code can pass on what a hidden test called it with by whatever it
    does later: by words, pictures, errors and their order. So what comes after the
    first hidden test is run again without any, if there is something to be shown of it. What
    follows the last test is run here alone.
    """
    cells = program.cells
    hiding = [n for n, cell in enumerate(cells) if cell.kind == "test" and cell.hidden]
    before = {n: result for n, result in results.items() if not hiding or n < hiding[0]}
    after_tests = any(cell.source.strip() for cell in cells[len(select_decisive(cells)) :])
    said = any(has_content(result) for n, result in results.items() if n not in before)
    if not said and not after_tests:
        return before
    released = [
        replace(cell, source=cell.release or "", hidden=[]) if n in hiding else cell
        for n, cell in enumerate(cells)
    ]
    again = run_all(station, replace(program, cells=released), files, limits, budget)
    return again | before


def has_content(result: Result) -> bool:
    """Return whether a result holds more than how it came out."""
    if result.outcome == "failed":
        return result.visible  # also one without an error: a limit's words
    return bool(result.error or result.outputs or result.reason)


def list_course_cells(cells: list[ProgramCell]) -> list[int]:
    """List the numbers of the cells that every program of a notebook has: setup cells and tests."""
    return [number for number, cell in enumerate(cells) if cell.kind != "student"]


def find_solution_changes(own: list[Result], cells: list[ProgramCell]) -> dict[int, list[str]]:
    """Return by cell the names whose data the solution changes there, from its results."""
    places = zip(list_course_cells(cells), own, strict=False)
    return {number: result.writes for number, result in places if result.writes}


def refer_to_person(
    station: Station, program: Program, results: dict[int, Result], limits: Limits
) -> None:
    """Turn failures that the course's own solution shows too into referrals to a person.

    That is a test that fails, and the solution too does not pass it, or only in the same
    process; one that fails where something did not cross whole; and one that passes only by
    changing the test's data, with odd values of kinds that the solution has none of, or with many
    more random numbers drawn than the solution draws.
    """
    for place, number in enumerate(list_course_cells(program.cells)):
        result = results.get(number, Result())
        if result.outcome == "passed":

            def own(place: int = place) -> Result:
                return get_solution_results(station, program, limits, together=False)[place]

            words = find_doubt(result, own)
            if words:
                results[number] = Result("review", message=words)
        elif result.outcome == "failed":
            apart = get_solution_results(station, program, limits, together=False)[place]
            if apart.outcome == "failed":
                together = get_solution_results(station, program, limits, together=True)[place]
                words, what = OWN_FAILS, summarize_failure(apart, program, number, limits)
                if together.outcome == "passed":
                    words = OWN_FAILS_APART
                    if beside := find_missing_module(station.modules, program, number):
                        what += f"; it uses {', '.join(beside)}, of which it has a copy of its own"
                results[number] = Result("review", message=f"{words}: {what}")
            elif result.lost and not result.reason:
                words = f"the test fails where {', '.join(result.lost)} crossed as less than it is"
                results[number] = Result("review", message=words)


OWN_FAILS_APART = (
    "the course's own solution passes this test in one process with it, but not apart from it"
)
OWN_FAILS = "the course's own solution does not pass this test here"
CUT_OFF = "not run: the notebook in all was over its limit"


def summarize_failure(failed: Result, program: Program, number: int, limits: Limits) -> str:
    """Return how the solution failed a test: by which limit, or in which line."""
    if failed.reason in LIMITS:
        return describe_limit(failed.reason, limits.cell_seconds)
    if failed.reason == "late":
        over = failed.words.removeprefix(f"{CUT_OFF}: ")
        return f"it was not reached, for of the notebook in all {over}"
    if failed.words:
        return failed.words
    words = ": ".join(filter(None, (failed.type, failed.full or failed.message)))
    lines, at = program.cells[number].source.splitlines(), failed.line or 0
    if not 0 < at <= len(lines):
        return words
    line = lines[at - 1].strip()
    line = line if len(line) <= SHOWN_LINE else f"{line[:SHOWN_LINE]} ..."
    return f"line {at}, `{line}`: {words}"


SHOWN_LINE = 120
"""Characters of a test's line, where it is named."""


def find_missing_module(modules: set[str], program: Program, number: int) -> list[str]:
    """Return what a test uses of modules beside the notebook that the solution alone imports.

    What an answer does to such a module it does in another process than the test's.
    """
    transform = TransformerManager().transform_cell
    found = set()
    for cell in program.cells[:number]:
        for statement in Code(cell.solution or "", transform).imports:
            (node,) = ast.parse(statement).body
            assert isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names:
                module = (getattr(node, "module", None) or alias.name).partition(".")[0]
                if module in modules:
                    found.add(alias.asname or alias.name.partition(".")[0])
    return sorted(found & Code(program.cells[number].source, transform).loads)


FREE_DRAWS, MORE_DRAWS = 64, 8
"""Random numbers that an answer may draw: so many, and so many times as many as the solution."""


def find_doubt(result: Result, own: Callable[[], Result]) -> str | None:
    """Return what a test may have passed by other than a right answer; ``own``: the solution's."""
    if result.by_change and not own().by_change:
        return "the answer changes the test's data, and passes only with them changed"
    passed = sorted(kind.removeprefix(PASSED) for kind in result.odd if kind.startswith(PASSED))
    if passed:
        return f"the test passes where {', '.join(passed)} crossed as less than it is"
    odd = [kind for kind, count in result.odd.items() if count > own().odd.get(kind, 0)]
    if odd:
        return f"the answer gives {', '.join(sorted(odd))} where the course's own solution does not"
    if result.draws > FREE_DRAWS:
        drawn = own().draws
        if result.draws > MORE_DRAWS * drawn + FREE_DRAWS:
            return f"the answer draws {result.draws} random numbers, the solution {drawn}"
    return None


def get_solution_results(
    station: Station, program: Program, limits: Limits, *, together: bool
) -> list[Result]:
    """Return the results of setup cells and tests, in order, for the course's own solution."""
    kept = solution_key(program, together=together)
    with station.warm.solving:  # who needs the same waits for it
        if kept not in station.solved:
            station.solved[kept] = run_solution(station, program, limits, together)
        return station.solved[kept]


def run_solution(
    station: Station, program: Program, limits: Limits, together: bool
) -> list[Result]:
    """Run the course's own solution; return the results of setup cells and tests, in order."""
    cells = []
    for cell in program.cells:
        if cell.kind == "setup":
            cell = replace(cell, release=cell.release or cell.source)
        elif cell.kind == "student":
            if cell.solution is None:  # a cell that the student added
                continue
            cell = replace(cell, source=cell.solution)
        cells.append(cell)
    own = replace(program, cells=cells, together=together, keeps=None)
    results = run_all(station, own, {}, limits, Budget(limits))
    return [results.get(number, Result()) for number in list_course_cells(cells)]


def run_all(
    station: Station, program: Program, files: dict[str, bytes], limits: Limits, budget: Budget
) -> dict[int, Result]:
    """Run a program, again without the cell that ended it, until it comes to its end."""
    casualties: dict[int, Result] = {}
    skip: dict[int, list[str]] = {}
    passed_over: dict[int, list[str]] = {}
    while True:
        known = replace(program, skip=skip, passed_over=passed_over, endless=budget.endless)
        attempt = Attempt(station, known, files, limits, budget)
        attempt.run()
        if attempt.ended == "done":
            return attempt.results | casualties
        number = attempt.current
        if attempt.ended == "stuck" and number is None:
            raise WorkerError("the checker ended before it ran anything")
        if attempt.ended == "late" or number is None:
            return (
                attempt.results | casualties | make_unfinished(program, attempt, casualties, limits)
            )
        left_out = skip.setdefault(number, [])
        parts = [attempt.part] if attempt.part else ["copy", "calls"]
        if set(parts) <= set(left_out):
            raise WorkerError(f"cell {number} ends the checker")
        left_out += parts
        if attempt.at_limit:
            passed_over[number] = attempt.at_limit
        if attempt.ended == "spoilt":
            casualties[number] = attempt.results[number]
            continue
        if attempt.ended == "stuck" and not attempt.used_up:
            words = "the process ended itself"
        elif attempt.ended == "stuck":
            words = describe_limit(attempt.used_up, limits.cell_seconds)
        else:
            words = attempt.words
        casualties[number] = make_casualty(program.cells[number], words)


def make_casualty(cell: ProgramCell, words: str) -> Result:
    """Return the result of a cell that ended the process it ran in."""
    if cell.kind == "test":
        return Result("failed", reason="ended", words=words)
    result = Result(reason="ended", words=words)
    if cell.kind == "setup":
        result.note = f"a cell of the course's was left out in the notebook's process: {words}"
    return result


def make_unfinished(
    program: Program, attempt: Attempt, casualties: dict[int, Result], limits: Limits
) -> dict[int, Result]:
    """Return results for the cells that the time limit of the submission cut off."""
    over = describe_limit(attempt.used_up, limits.submission_seconds)
    words = f"{CUT_OFF}: {over}"
    return {
        number: Result("failed", reason="late", words=words)
        for number, cell in enumerate(program.cells)
        if cell.kind == "test" and number not in attempt.results and number not in casualties
    }


def grade_submission(task: GradingTask) -> GradedSubmission:
    """Grade a whole submission; runs on any machine."""
    try:
        sandbox = choose_sandbox(task.isolation, task.limits, task.cgroup, task.data)
        graded = {
            name: retry(partial(grade_notebook, work, sandbox, task.compatibility))
            for name, work in task.notebooks.items()
        }
        return GradedSubmission(graded, sandbox.describe())
    except Exception as error:
        return GradedSubmission(broken="".join(traceback.format_exception(error)))


def retry(do: Callable[..., T]) -> T:
    """Call with warm processes; if they fail us, again ``alone``, with fresh ones of its own."""
    try:
        return do()
    except (WorkerError, OSError):
        return do(alone=True)
