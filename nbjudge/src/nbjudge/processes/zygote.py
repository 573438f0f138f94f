"""A warm process, its imports done, that forks confined processes: a student's, a checker's.

It runs nothing untrusted itself, keeps nothing of a submission, and never
receives a byte of a test: that goes to a checker once it is forked.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import sys
import traceback
from dataclasses import replace
from pathlib import Path

from nbjudge.isolation import box, confine
from nbjudge.isolation.scratch import remove_folder
from nbjudge.processes import checker, objects, student
from nbjudge.processes.channel import Channel
from nbjudge.processes.codec import unpack
from nbjudge.processes.forking import prepare_packages
from nbjudge.processes.meter import Meter, Reading, Usage
from nbjudge.processes.shell import Shell
from nbjudge.records import Plan

__all__ = ["main"]


WATCHED_EVERY = 0.2
"""Seconds between looks at what a submission's processes use together."""

COPIED = 2**18
"""Bytes up to which a data file is copied to be written to; a larger one is shared."""


class Zygote:
    """Forks on demand; see `nbjudge.run.attempt` for the other end."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.plan = Plan.from_json(json.loads(control.recv(2**20)))
        self.forked = 0
        os.environ.update(self.plan.environment)
        prepare_matplotlib()
        for name in self.plan.imports:
            with contextlib.suppress(Exception):
                pkgutil.resolve_name(name)  # a name too: a package may load its parts when asked
        if "matplotlib" in sys.modules:
            with contextlib.suppress(Exception):
                importlib.import_module("matplotlib.pyplot")
                importlib.import_module("matplotlib.font_manager")
        prepare_packages()
        if self.plan.seccomp:
            importlib.import_module("pyseccomp")
        self.shell = Shell(self.plan.limits.output_kb * 1024)
        self.shell.run("pass", 0)  # a first cell imports and compiles what all need
        student.seed_generators()
        gc.freeze()
        gc.enable()

    def serve(self) -> None:
        """Fork a process for each message, until the control socket closes."""
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
        while True:
            role, descriptors, _, _ = socket.recv_fds(self.control, 2**16, 5)
            if not role:
                return
            self.forked += 1
            if os.fork() == 0:
                try:
                    self.keep(role.decode(), descriptors)
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(70)
            for descriptor in descriptors:
                os.close(descriptor)

    def keep(self, role: str, descriptors: list[int]) -> None:
        """Make the confined process, and stay: signal it when told to, report how it ended."""
        role, _, grouped = role.partition(" ")
        entrance = descriptors.pop() if grouped else None  # of a control group
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.control.close()
        confine.die_with_parent()
        proc = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
        if self.plan.spaces:
            confine.unshare_namespaces()
        plan = self.plan_of_next()
        meter = Meter(descriptors[1]) if role == "checker" else None  # a student's has none
        entered, enter = os.pipe()
        inner = os.fork()
        if inner == 0:
            confine.die_with_parent()
            os.setsid()  # a signal to one's group reaches all of it, in whatever space
            if entrance is not None:
                os.write(entrance, b"0")
            os.write(enter, b"1")
            self.in_confined(plan, role, descriptors[2:], meter, enter)
        os.close(enter)
        if not os.read(entered, 1):
            os._exit(70)  # without a report: it is no fault of the submission
        if entrance is not None:
            os.close(entrance)
        meter = Meter(descriptors[1], write=True)
        before = meter.read(role)  # by earlier attempts
        usage = Usage(inner, proc)
        for descriptor in descriptors[1:]:
            os.close(descriptor)
        orders = socket.socket(fileno=descriptors[0])
        ended = os.pidfd_open(inner)
        too_much = confined = False
        together = 2 * plan.limits.memory_mb * 2**20
        watched: list[socket.socket | int] = [orders, ended, entered]
        while True:
            ready, _, _ = select.select(watched, [], [], WATCHED_EVERY)
            now = usage.look()
            computing, asleep = before.computing + now.computing, before.asleep + now.asleep
            meter.write(role, Reading(computing, asleep, now.when))
            if ended in ready:
                break
            if entered in ready:
                confined = bool(os.read(entered, 1))
                watched.remove(entered)
            if not ready and confined and plan.spaces:
                memory = confine.sum_memory() + confine.sum_socket_memory()
                if memory > together:
                    os.kill(inner, signal.SIGKILL)
                    too_much = True
            if orders not in ready:
                continue
            order = orders.recv(16)
            os.kill(inner, signal.SIGINT if order == b"interrupt" else signal.SIGKILL)
            if not order:  # the worker is gone
                break
        _, status = os.waitpid(inner, 0)
        with contextlib.suppress(OSError):
            orders.send(b"memory" if too_much else str(status).encode())
            while orders.recv(16):  # an order left unread would take the report with it
                pass
        if not plan.spaces:
            remove_folder(plan.scratch)
        os._exit(0)

    def plan_of_next(self) -> Plan:
        """Return the plan of the process that is forked now.

        Where its folder outlives it, that is a new one: what was left in another's would be
        imported from there.
        """
        plan = replace(self.plan)
        if not plan.spaces:
            plan.scratch = os.path.join(plan.scratch, str(self.forked))
            os.mkdir(plan.scratch)
        if plan.uid is not None:
            first, end = plan.users  # the limit on processes counts by user
            plan.uid = first + (plan.uid - first + self.forked) % (end - first)
        return plan

    def in_confined(
        self, plan: Plan, role: str, descriptors: list[int], meter: Meter | None, entered: int
    ) -> None:
        """Run the submission's part of the work, and end.

        Once it is confined, the keeper is told by ``entered``: until then /proc may show it the
        processes of others too.
        """
        descriptors = [*descriptors, entered]
        kept = [os.dup2(fd, 200 + n, inheritable=False) for n, fd in enumerate(descriptors)]
        quiet = os.open("/dev/null", os.O_RDWR)
        for standard in (0, 1, 2)[: 2 if self.plan.debug else 3]:
            os.dup2(quiet, standard)
        os.closerange(3, 200)
        os.closerange(200 + len(kept), 2**16)
        entered = kept.pop()
        sockets = [socket.socket(fileno=fd) for fd in kept]
        confine.confine(plan)
        os.write(entered, b"1")
        os.close(entered)
        os.environ.update(HOME=plan.scratch, TMPDIR=plan.scratch)
        if plan.spaces:
            prepare_matplotlib()
        here = place_files(plan)
        sys.path.append(str(here))
        objects.FOLDER.add(str(here))
        run_role(role, sockets, self.shell, meter)
        os._exit(0)


def place_files(plan: Plan) -> Path:
    """Write the assignment's data files into the working directory; return that.

    The course's data are beside them, and one and two folders up, where notebooks look for them.
    """
    here = Path(plan.scratch, "course", "assignment") if plan.data else Path(plan.scratch)
    here.mkdir(parents=True, exist_ok=True)
    os.chdir(here)
    files = Path(plan.files)
    for path in sorted(files.rglob("*")) if files.is_dir() else []:
        target = here / path.relative_to(files)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        elif path.stat().st_size <= COPIED:
            target.write_bytes(path.read_bytes())
        else:
            target.symlink_to(path)
    for place in (here, here.parent, here.parent.parent) if plan.data else ():
        link = place / Path(plan.data).name
        if not os.path.lexists(link):  # a folder of the assignment's own comes first
            link.symlink_to(plan.data)
    return here


def prepare_matplotlib() -> None:
    """Make a directory of settings for matplotlib, which wants to write there, in our own /tmp.

    The list of fonts in it is a link to the one that all can read and none can write.
    """
    mine = Path(os.environ["MPLCONFIGDIR"])
    if Path("/mpl").is_dir() and mine != Path("/mpl") and not mine.exists():
        mine.mkdir()
        for path in Path("/mpl").iterdir():
            (mine / path.name).symlink_to(path)


def run_role(role: str, sockets: list[socket.socket], shell: Shell, meter: Meter | None) -> None:
    """Run as a student's process or a checker's, and under that name."""
    confine.rename(role)
    if meter is None:
        channel = Channel(sockets[0])
        receive_files(channel)
        student.Student(channel, shell).serve()
    else:
        checker.serve(Channel(sockets[0]), shell, meter, sockets[1] if len(sockets) > 1 else None)


def receive_files(channel: Channel) -> None:
    """Write the plain files that were handed in beside the notebook."""
    names, contents = unpack(channel.receive())
    for name, content in zip(names, contents, strict=True):
        if not os.path.lexists(name):
            Path(name).write_bytes(content)


def main(arguments: list[str]) -> None:
    """Start from a control socket inherited under the number given."""
    gc.disable()  # what is imported stays: to look among it for garbage takes a tenth of a start
    os.dup2(2, 1)  # nothing printed here may be taken for an answer
    if len(arguments) > 1:  # without bubblewrap, build the box around this process first
        box.enter(**json.loads(arguments[1]))
    Zygote(socket.socket(fileno=int(arguments[0]))).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
