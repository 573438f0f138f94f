"""Grade one submission: the one function that local threads and a cluster both run."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import json
import os
import socket
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from ensemblelab.grading.channel import Channel, Closed, TimeUp
from ensemblelab.grading.codec import CodecError, pack
from ensemblelab.grading.limits import Limits
from ensemblelab.grading.sandbox import Sandbox

__all__ = ["Pair", "grade_notebook", "grade_submission"]

LOCAL = threading.local()


class WorkerError(Exception):
    """The grader's own processes failed, whatever the submission did."""


class Process:
    """A process forked by a zygote."""

    def __init__(self, zygote: ZygoteHandle, number: int) -> None:
        self.zygote, self.number = zygote, number

    def signal(self, name: str) -> None:
        """Send "interrupt" or "kill"."""
        self.zygote.order({name: self.number})

    def kill(self) -> int | None:
        """End it and everything it started; return its wait status."""
        self.signal("kill")
        return self.zygote.exited(self.number)


class ZygoteHandle:
    """A zygote, as its worker sees it."""

    def __init__(self, sandbox: Sandbox, role: str, imports: list[str], files: Path) -> None:
        self.process, self.control, self.scratch = sandbox.start(role, imports, files)
        self.ends: dict[int, int] = {}
        self.ready = False

    def order(self, order: dict, descriptors: tuple[int, ...] = ()) -> None:
        """Send a command."""
        try:
            socket.send_fds(self.control, [json.dumps(order).encode()], descriptors)
        except OSError:
            raise WorkerError("a zygote is gone") from None

    def receive(self, seconds: float) -> dict:
        """Wait for one message."""
        self.control.settimeout(seconds)
        try:
            message = self.control.recv(2**16)
        except (TimeoutError, OSError):
            raise WorkerError("a zygote does not answer") from None
        if not message:
            raise WorkerError("a zygote ended")
        return json.loads(message)

    def fork(self, *sockets: socket.socket) -> Process:
        """Fork a confined process that gets these sockets."""
        if not self.ready:
            self.receive(180)
            self.ready = True
        self.order({"fork": True}, tuple(s.fileno() for s in sockets))
        while True:
            message = self.receive(30)
            if "forked" in message:
                return Process(self, message["forked"])
            self.ends[message["exited"]] = message["status"]

    def exited(self, number: int) -> int | None:
        """Wait for a process's end and return its status."""
        until = time.monotonic() + 10
        while number not in self.ends and time.monotonic() < until:
            message = self.receive(max(until - time.monotonic(), 0.01))
            if "exited" in message:
                self.ends[message["exited"]] = message["status"]
        return self.ends.pop(number, None)

    def close(self) -> None:
        """End it with everything in its box."""
        self.control.close()
        self.process.kill()
        self.process.wait()
        self.scratch.cleanup()


class Pair:
    """The two warm processes of one worker, for one notebook of an assignment."""

    def __init__(self, notebook: dict, sandbox: Sandbox) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="grading-files-")
        os.chmod(self.folder.name, 0o755)
        self.zygotes = {}
        for role in ("student", "checker"):
            files = Path(self.folder.name, role)
            for name, content in notebook["files"].get(role, {}).items():
                path = files / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(0o644)
            files.mkdir(exist_ok=True)
            for directory in [files, *(p for p in files.rglob("*") if p.is_dir())]:
                directory.chmod(0o755)
            imports = notebook["imports"][role]
            self.zygotes[role] = ZygoteHandle(sandbox, role, imports, files)

    def close(self) -> None:
        """End both."""
        for zygote in self.zygotes.values():
            zygote.close()
        self.folder.cleanup()


def pair(notebook: dict, sandbox: Sandbox) -> Pair:
    """Return this thread's warm pair for a notebook; keep a few."""
    pairs = LOCAL.__dict__.setdefault("pairs", {})
    key = (notebook["digest"], sandbox)
    if key not in pairs:
        while len(pairs) >= 4:
            pairs.pop(next(iter(pairs))).close()
        pairs[key] = Pair(notebook, sandbox)
        PAIRS.append(pairs[key])
    return pairs[key]


PAIRS: list[Pair] = []


@atexit.register
def close_pairs() -> None:
    """End the warm processes that are left."""
    while PAIRS:
        with contextlib.suppress(Exception):
            PAIRS.pop().close()


class Attempt:
    """One run of a notebook, from fresh processes."""

    def __init__(
        self, couple: Pair, program: dict, files: dict, limits: Limits, until: float
    ) -> None:
        self.couple, self.program, self.files = couple, program, files
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
            student = self.couple.zygotes["student"].fork(one)
            one.close()
            # the first message on the checker's channel is ours: the files handed in
            try:
                Channel(two).send(pack(list(self.files), list(self.files.values())))
            except Closed:
                raise WorkerError("a process that a zygote forked ended at once") from None
            sockets.append(two)
        checker = self.couple.zygotes["checker"].fork(*sockets)
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
            status = student.kill() if student else None
            control.close()
        if self.ended == "lost":
            self.words = how_it_ended(self.words, status, self.limits)

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


def how_it_ended(words: str, status: int | None, limits: Limits) -> str:
    """Say in words why a student's process is gone."""
    if "time" in words:
        return f"it ran longer than {limits.cell_seconds:g} seconds and could not be interrupted"
    if "ended" not in words:
        return words
    code = os.waitstatus_to_exitcode(status) if status is not None else None
    if code == 128 + 9:
        return f"the process was killed; the limit of memory is {limits.memory_mb} MB"
    if code == 128 + 24:
        return "the process used up its processor time"
    if code is not None and code > 128:
        return f"the process crashed (signal {code - 128})"
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
    start = time.monotonic()
    limits = sandbox.limits
    couple = pair(notebook, sandbox)
    cells = submitted["cells"]
    program = {"cells": cells, "skip": {}, "cell_seconds": limits.cell_seconds, "together": False}
    results = run_all(couple, program, submitted["files"], limits, start)
    unsplit = [n for n, r in results.items() if r.get("outcome") == "review"]
    if compatibility and unsplit:
        together = run_all(couple, program | {"together": True, "skip": {}}, {}, limits, start)
        for number in unsplit:
            results[number] = together[number] | {"compatibility": results[number]["message"]}
    return {"results": {str(n): r for n, r in results.items()}, "seconds": time.monotonic() - start}


def run_all(couple: Pair, program: dict, files: dict, limits: Limits, start: float) -> dict:
    """Run a program, again without the cell that ended it, until it comes to its end."""
    casualties: dict[int, dict] = {}
    until = start + limits.submission_seconds
    while True:
        skip = {str(n): "" for n in casualties}
        attempt = Attempt(couple, program | {"skip": skip}, files, limits, until)
        attempt.run()
        if attempt.ended == "done":
            return attempt.results | casualties
        number = attempt.current
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
            pairs = LOCAL.__dict__.get("pairs", {})
            broken = pairs.pop((notebook["digest"], sandbox), None)
            if broken is not None:
                PAIRS.remove(broken)
                broken.close()
            if last:
                raise
    raise AssertionError
