"""Grade one submission: the one function that local threads and a cluster both run."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ensemblelab.grading.channel import Channel, Closed, TimeUp
from ensemblelab.grading.codec import CodecError, pack
from ensemblelab.grading.limits import Limits
from ensemblelab.grading.sandbox import Sandbox

__all__ = ["Station", "close_stations", "grade_notebook", "grade_submission", "warm"]


class WorkerError(Exception):
    """The grader's own processes failed, whatever the submission did."""


class Process:
    """A confined process, as its worker sees it: through a socket to its keeper."""

    def __init__(self, orders: socket.socket) -> None:
        self.orders = orders

    def signal(self, name: str) -> None:
        """Send "interrupt" or "kill"."""
        with contextlib.suppress(OSError):  # it has ended
            self.orders.send(name.encode())

    def kill(self) -> str:
        """End it and everything it started; return how it ended: "memory", or its wait status."""
        self.signal("kill")
        self.orders.settimeout(10)
        with self.orders, contextlib.suppress(OSError):
            return self.orders.recv(16).decode()
        return ""


class Zygote:
    """A warm process in a box, as its worker sees it."""

    def __init__(self, sandbox: Sandbox, imports: list[str], files: Path) -> None:
        self.process, self.control, self.scratch = sandbox.start(imports, files)

    def fork(self, role: str, *sockets: socket.socket) -> Process:
        """Fork a confined process that gets these sockets."""
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            descriptors = [s.fileno() for s in (there, *sockets)]
            socket.send_fds(self.control, [role.encode()], descriptors)
        except OSError:
            here.close()
            raise WorkerError("a zygote is gone") from None
        finally:
            there.close()
        return Process(here)

    def close(self) -> None:
        """End it with everything in its box."""
        self.control.close()
        self.process.kill()
        self.process.wait()
        self.scratch.cleanup()


class Station:
    """What a worker grades one notebook of an assignment with: warm processes for both roles."""

    def __init__(self, notebook: dict, sandbox: Sandbox) -> None:
        self.solved: dict[bool, list[dict]] = {}
        self.folder = tempfile.TemporaryDirectory(prefix="grading-files-")
        files = Path(self.folder.name)
        for name, content in notebook["files"].items():
            path = files / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            path.chmod(0o644)
        for directory in [files, *(p for p in files.rglob("*") if p.is_dir())]:
            directory.chmod(0o755)
        self.zygotes: dict[str, Zygote] = {}
        imports = notebook["imports"]
        self.zygotes["student"] = Zygote(sandbox, imports["student"], files)
        # a student's process must not be told what only the tests import
        alike = set(imports["checker"]) == set(imports["student"])
        self.zygotes["checker"] = (
            self.zygotes["student"] if alike else Zygote(sandbox, imports["checker"], files)
        )

    def close(self) -> None:
        """End its processes."""
        for zygote in set(self.zygotes.values()):
            zygote.close()
        self.folder.cleanup()


IDLE: dict[tuple[str, Sandbox], list[Station]] = {}
KEPT = 8
LOCK = threading.Lock()


def warm(notebook: dict, sandbox: Sandbox) -> None:
    """Make a station ready before it is needed."""
    give_back(notebook, sandbox, Station(notebook, sandbox))


def give_back(notebook: dict, sandbox: Sandbox, station: Station) -> None:
    """Keep a station for the next submission, and no more than a few."""
    with LOCK:
        IDLE.setdefault((notebook["digest"], sandbox), []).append(station)
        idle = [(stations, s) for stations in IDLE.values() for s in stations]
        for stations, old in idle[:-KEPT]:
            stations.remove(old)
            old.close()


@contextlib.contextmanager
def borrowed(notebook: dict, sandbox: Sandbox) -> Iterator[Station]:
    """Lend a warm station; one with which something went wrong is not used again."""
    with LOCK:
        idle = IDLE.get((notebook["digest"], sandbox))
        station = idle.pop() if idle else None
    station = station or Station(notebook, sandbox)
    try:
        yield station
    except BaseException:
        station.close()
        raise
    give_back(notebook, sandbox, station)


@atexit.register
def close_stations() -> None:
    """End the warm processes that are left."""
    with LOCK:
        for stations in IDLE.values():
            while stations:
                with contextlib.suppress(Exception):
                    stations.pop().close()


class Attempt:
    """One run of a notebook, from fresh processes."""

    def __init__(
        self, station: Station, program: dict, files: dict, limits: Limits, until: float
    ) -> None:
        self.station, self.program, self.files = station, program, files
        self.limits, self.until = limits, until
        self.results: dict[int, dict] = {}
        self.current: int | None = None
        self.ended = "done"
        self.words = ""

    def run(self) -> None:
        """Run it; ``ended`` says how: done, lost or spoilt (the student's process), stuck, late."""
        control, control_there = socket.socketpair()
        sockets = [control_there]
        student = None
        if not self.program["together"]:
            one, two = socket.socketpair()
            student = self.station.zygotes["student"].fork("student", one)
            one.close()
            # the first message on the checker's channel is ours: the files handed in
            try:
                Channel(two).send(pack(list(self.files), list(self.files.values())))
            except Closed:
                raise WorkerError("a process that a zygote forked ended at once") from None
            sockets.append(two)
        checker = self.station.zygotes["checker"].fork("checker", *sockets)
        for sock in sockets:
            sock.close()
        channel = Channel(control)
        try:
            channel.send(json.dumps(self.program).encode())
            self.follow(channel, student)
        except Closed:
            raise WorkerError("a process that a zygote forked ended at once") from None
        finally:
            checker.kill()
            how = student.kill() if student else ""
            control.close()
        if self.ended == "lost":
            self.words = how_it_ended(self.words, how, self.limits)

    def follow(self, channel: Channel, student: Process | None) -> None:
        """Follow the checker's events to the end."""
        # a little beyond the checker's own limits, which come first
        patience = self.limits.cell_seconds + 8
        while True:
            deadline = min(time.monotonic() + patience, self.until)
            try:
                event = json.loads(channel.receive(deadline))
            except TimeUp:
                self.ended = "late" if time.monotonic() >= self.until else "stuck"
                return
            except (Closed, CodecError, ValueError):
                self.ended = "stuck"
                return
            if "begin" in event:
                self.current = event["begin"]
            elif "end" in event:
                self.results[event["end"]] = event["result"]
                self.current = None
            elif "spoilt" in event:
                self.ended, self.results[event["spoilt"]] = "spoilt", event["result"]
                return
            elif "interrupt" in event and student:
                student.signal("interrupt")
            elif "lost" in event:
                self.ended, self.words = "lost", event["lost"]
                return
            elif "broken" in event:
                raise WorkerError(event["broken"])
            elif "done" in event:
                return


def how_it_ended(words: str, how: str, limits: Limits) -> str:
    """Say in words why a student's process is gone."""
    memory = f"the limit of {limits.memory_mb} MB of memory"
    if how == "memory":
        return f"the processes it started took more than twice {memory}"
    if "time" in words:
        return f"it ran longer than {limits.cell_seconds:g} seconds and could not be interrupted"
    if "ended" not in words:
        return words
    code = os.waitstatus_to_exitcode(int(how)) if how else 0
    if code == -signal.SIGKILL:
        return f"the process was killed; it may have hit {memory}"
    if code == -signal.SIGXCPU:
        return "the process used up its processor time"
    if code < 0:
        return f"the process crashed (signal {-code})"
    return "the process ended itself"


def grade_notebook(
    notebook: dict, submitted: dict, sandbox: Sandbox, compatibility: bool = False
) -> dict:
    """Grade one notebook of a submission.

    Parameters
    ----------
    notebook : dict
        From `ensemblelab.grading.course`: what the instructor's source says.
    submitted : dict
        From `ensemblelab.grading.intake`: ``cells``, the program with the
        student's text in it, and ``files``.
    sandbox : Sandbox
    compatibility : bool
        Run tests that cannot be split in the student's own process.

    Returns
    -------
    dict
        ``results``: by the number of the cell; ``seconds``.
    """
    with borrowed(notebook, sandbox) as station:
        return graded_at(station, submitted, sandbox.limits, compatibility)


def graded_at(station: Station, submitted: dict, limits: Limits, compatibility: bool) -> dict:
    """Grade one notebook of a submission at a station."""
    start = time.monotonic()
    cells = submitted["cells"]
    program = {
        "cells": cells,
        "skip": {},
        "cell_seconds": limits.cell_seconds,
        "output_kb": limits.output_kb,
        "together": False,
    }
    results = run_all(station, program, submitted["files"], limits, start)
    refer(station, program, results, limits)
    unsplit = [n for n, r in results.items() if r.get("outcome") == "review"]
    if compatibility and unsplit:
        together = run_all(station, program | {"together": True, "skip": {}}, {}, limits, start)
        for number in unsplit:
            results[number] = together[number] | {"compatibility": results[number]["message"]}
    return {"results": {str(n): r for n, r in results.items()}, "seconds": time.monotonic() - start}


def refer(station: Station, program: dict, results: dict, limits: Limits) -> None:
    """Refer to a person what the course's own solution shows to be no fault or merit of the answer.

    That is a test that fails, and the solution too passes it only in the same
    process; and one that passes only by changing the test's data.
    """
    tests = [number for number, cell in enumerate(program["cells"]) if cell["kind"] == "test"]
    for place, number in enumerate(tests):
        result = results[number]
        if result.get("by_change"):
            if not solved(station, program, limits, together=False)[place].get("by_change"):
                words = "the answer changes the test's data, and passes only with them changed"
                results[number] = {"outcome": "review", "message": words}
        elif result["outcome"] == "failed":
            apart = solved(station, program, limits, together=False)[place]
            if apart["outcome"] == "failed":
                together = solved(station, program, limits, together=True)[place]
                if together["outcome"] == "passed":
                    words = "the course's own solution fails this test in a process of its own"
                    what = apart.get("full") or apart["message"]
                    results[number] = {"outcome": "review", "message": f"{words}: {what}"}


def solved(station: Station, program: dict, limits: Limits, *, together: bool) -> list[dict]:
    """Return the results of the tests, in order, for the course's own solution."""
    if together not in station.solved:
        cells = []
        for cell in program["cells"]:
            if cell["kind"] == "setup":
                cell = cell | {"release": cell["release"] or cell["source"]}
            elif cell["kind"] == "student":
                if "solution" not in cell:  # a cell that the student added
                    continue
                cell = cell | {"source": cell["solution"]}
            cells.append(cell)
        own = program | {"cells": cells, "together": together}
        results = run_all(station, own, {}, limits, time.monotonic())
        station.solved[together] = [
            results[number] for number, cell in enumerate(cells) if cell["kind"] == "test"
        ]
    return station.solved[together]


def run_all(station: Station, program: dict, files: dict, limits: Limits, start: float) -> dict:
    """Run a program, again without the cell that ended it, until it comes to its end."""
    casualties: dict[int, dict] = {}
    until = start + limits.submission_seconds
    while True:
        skip = {str(n): "" for n in casualties}
        attempt = Attempt(station, program | {"skip": skip}, files, limits, until)
        attempt.run()
        if attempt.ended == "done":
            return attempt.results | casualties
        number = attempt.current
        if attempt.ended == "stuck" and number is None:
            raise WorkerError("the checker ended before it ran anything")
        if attempt.ended == "late" or number is None or len(casualties) > len(program["cells"]):
            return attempt.results | casualties | unfinished(program, attempt, casualties, limits)
        if attempt.ended == "spoilt":
            casualties[number] = attempt.results[number]
            continue
        if attempt.ended == "stuck":
            words = f"it ran longer than {limits.cell_seconds:g} seconds"
        else:
            words = attempt.words
        casualties[number] = casualty(program["cells"][number], words)


def casualty(cell: dict, words: str) -> dict:
    """Return the result of a cell that ended the process it ran in."""
    if cell["kind"] == "test":
        return {"outcome": "failed", "reason": "ended", "message": words}
    return {"error": {"type": "ProcessEnded", "message": words, "line": None}, "outputs": []}


def unfinished(program: dict, attempt: Attempt, casualties: dict, limits: Limits) -> dict:
    """Return results for the cells that the time limit of the submission cut off."""
    words = f"not run: the notebook took longer than {limits.submission_seconds:g} seconds in all"
    return {
        number: {"outcome": "failed", "reason": "time", "message": words}
        for number, cell in enumerate(program["cells"])
        if cell["kind"] == "test" and number not in attempt.results and number not in casualties
    }


def digest(value: Any) -> str:
    """Return a digest of JSON-like data with bytes in it."""
    text = json.dumps(value, sort_keys=True, default=lambda b: hashlib.sha256(b).hexdigest())
    return hashlib.sha256(text.encode()).hexdigest()


def grade_submission(task: dict) -> dict:
    """Grade a whole submission, as told by plain data; runs on any machine.

    Parameters
    ----------
    task : dict
        ``student``; ``notebooks``: {name: (notebook, submitted)};
        ``isolation``; ``limits``; ``compatibility``.

    Returns
    -------
    dict
        {"notebooks": {name: what `grade_notebook` returned}, "sandbox": ...},
        or {"broken": why} if the grader itself failed.
    """
    from ensemblelab.grading.sandbox import choose

    try:
        sandbox = choose(task["isolation"], Limits(**task["limits"]))
        graded = {}
        for name, (notebook, submitted) in task["notebooks"].items():
            graded[name] = retried(notebook, submitted, sandbox, task["compatibility"])
        return {"notebooks": graded, "sandbox": sandbox.describe()}
    except Exception as error:
        return {"broken": f"{type(error).__name__}: {error}"}


def retried(notebook: dict, submitted: dict, sandbox: Sandbox, compatibility: bool) -> dict:
    """Grade a notebook; if the warm processes failed us, once more with fresh ones."""
    for last in (False, True):
        try:
            return grade_notebook(notebook, submitted, sandbox, compatibility)
        except WorkerError:
            if last:
                raise
    raise AssertionError
