"""A warm process, its imports done, that forks one confined process per submission.

It runs nothing untrusted itself and keeps nothing of a submission; the one
for students never receives a byte of a test.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
import traceback
from pathlib import Path
from typing import Any

from ensemblelab.grading import box, checker, confine, student
from ensemblelab.grading.channel import Channel
from ensemblelab.grading.codec import unpack
from ensemblelab.grading.shell import Shell

__all__ = ["main"]


class Zygote:
    """Forks on demand; see `ensemblelab.grading.task` for the other end."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.plan = json.loads(control.recv(2**20))
        self.children: dict[int, tuple[int, int]] = {}  # pidfd -> (child, inner process)
        os.environ.update(self.plan["environment"])
        for name in self.plan["imports"]:
            with contextlib.suppress(Exception):
                importlib.import_module(name)
        if "matplotlib" in sys.modules:
            with contextlib.suppress(Exception):
                importlib.import_module("matplotlib.pyplot")
                importlib.import_module("matplotlib.font_manager")
        if self.plan["seccomp"]:
            importlib.import_module("pyseccomp")
        self.shell = Shell(self.plan["limits"]["output_kb"] * 1024)
        student.prepare()
        gc.collect()
        gc.freeze()
        self.control.send(b'{"ready": true}')

    def serve(self) -> None:
        """Serve until the control socket closes."""
        while True:
            ready, _, _ = select.select([self.control, *self.children], [], [])
            for source in ready:
                if source is not self.control:
                    self.reap(source)
                elif not self.command():
                    return

    def command(self) -> bool:
        """Do one thing asked for; return False at the end."""
        message, descriptors, _, _ = socket.recv_fds(self.control, 2**16, 4)
        if not message:
            return False
        order = json.loads(message)
        if "fork" in order:
            self.fork(descriptors)
        for name, number in (("interrupt", signal.SIGINT), ("kill", signal.SIGKILL)):
            for _, (_child, inner) in list(self.children.items()):
                if order.get(name) == inner:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(inner, number)
        for descriptor in descriptors:
            os.close(descriptor)
        return True

    def reap(self, pidfd: int) -> None:
        """Report a process that ended."""
        child, inner = self.children.pop(pidfd)
        _, status = os.waitpid(child, 0)
        os.close(pidfd)
        self.control.send(json.dumps({"exited": inner, "status": status}).encode())

    def fork(self, descriptors: list[int]) -> None:
        """Fork a process confined by the plan and give it its sockets."""
        told, tell = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(told)
                self.in_child(tell, descriptors)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(70)
        os.close(tell)
        text = b""
        while part := os.read(told, 4096):
            text += part
        os.close(told)
        inner = int(text) if text else child
        self.children[os.pidfd_open(child)] = (child, inner)
        self.control.send(json.dumps({"forked": inner}).encode())

    def in_child(self, tell: int, descriptors: list[int]) -> None:
        """Make the confined process, and stay behind to report how it ended."""
        if self.plan["spaces"]:
            confine.die_with_parent()
            confine.new_spaces()
            inner = os.fork()
            if inner:
                os.write(tell, str(inner).encode())
                os.close(tell)
                os.closerange(3, 2**16)
                _, status = os.waitpid(inner, 0)
                code = os.waitstatus_to_exitcode(status)
                os._exit(code if code >= 0 else 128 - code)
        else:
            os.write(tell, str(os.getpid()).encode())
        os.close(tell)
        self.in_confined(descriptors)

    def in_confined(self, descriptors: list[int]) -> None:
        """Run the submission's part of the work, and end."""
        kept = [os.dup2(fd, 200 + n, inheritable=False) for n, fd in enumerate(descriptors)]
        quiet = os.open("/dev/null", os.O_RDWR)
        for standard in (0, 1, 2)[: 2 if self.plan["debug"] else 3]:
            os.dup2(quiet, standard)
        os.closerange(3, 200)
        os.closerange(200 + len(kept), 2**16)
        sockets = [socket.socket(fileno=fd) for fd in kept]
        plan = dict(self.plan)
        if not plan["spaces"]:
            plan["scratch"] = os.path.join(plan["scratch"], str(os.getpid()))
        confine.confine(plan)
        os.environ.update(HOME=plan["scratch"], TMPDIR=plan["scratch"])
        self.place_files(plan)
        sys.path.append(plan["scratch"])
        work(plan["role"], sockets, self.shell)
        os._exit(0)

    def place_files(self, plan: dict) -> None:
        """Put the assignment's data files into the working directory."""
        files = Path(plan["files"])
        for path in sorted(files.rglob("*")) if files.is_dir() else []:
            target = Path(plan["scratch"], path.relative_to(files))
            if path.is_dir():
                target.mkdir(exist_ok=True)
            else:
                target.symlink_to(path)


def work(role: str, sockets: list[socket.socket], shell: Any) -> None:
    """Be a student's process or a checker's."""
    if role == "student":
        channel = Channel(sockets[0])
        receive_files(channel)
        student.Student(channel, shell).serve()
    else:
        checker.check(Channel(sockets[0]), shell, sockets[1] if len(sockets) > 1 else None)


def receive_files(channel: Channel) -> None:
    """Write the plain files that were handed in beside the notebook."""
    names, contents = unpack(channel.receive())
    for name, content in zip(names, contents, strict=True):
        if not os.path.lexists(name):
            Path(name).write_bytes(content)


def main(arguments: list[str]) -> None:
    """Start from a control socket inherited under the number given."""
    os.dup2(2, 1)  # nothing printed here may be taken for an answer
    if len(arguments) > 1:  # without bubblewrap, build the box around this process first
        box.enter(json.loads(arguments[1]))
    Zygote(socket.socket(fileno=int(arguments[0]))).serve()
