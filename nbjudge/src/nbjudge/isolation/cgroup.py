"""Memory and processes of a submission bound by the kernel as one, in control groups (version 2).

They count what limits of single processes do not: all of them together, at any moment, and files
in memory.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
from pathlib import Path

from nbjudge.errors import GradingError
from nbjudge.isolation.scratch import get_owner, is_gone
from nbjudge.limits import Limits

__all__ = ["Group", "choose_parent", "find_delegated_group"]

WANTED = ("memory", "pids")
NUMBERS = itertools.count()


def find_delegated_group(proc: Path = Path("/proc")) -> Path | None:
    """Return this process's own group, if it was delegated to its user; systemd marks such ones."""
    with contextlib.suppress(OSError):
        mounts = [line.split() for line in (proc / "self/mountinfo").read_text().splitlines()]
        groups = (proc / "self/cgroup").read_text().splitlines()
        for root in [fields[4] for fields in mounts if fields[fields.index("-") + 1] == "cgroup2"]:
            for own in [line.removeprefix("0::/") for line in groups if line.startswith("0::/")]:
                if os.getxattr(Path(root, own), "user.delegate") == b"1":
                    return Path(root, own)
    return None


@functools.cache
def choose_parent(wanted: Path | None) -> Path | None:
    """Make a group ready to hold those of submissions: the wanted one, or one delegated to us.

    Raises
    ------
    GradingError
        If the wanted one cannot.
    """
    parent = wanted or find_delegated_group()
    if parent is None:
        return None
    try:
        there = (parent / "cgroup.controllers").read_text().split()
        if missing := [name for name in WANTED if name not in there]:
            raise OSError(f"it has no controller {' and '.join(missing)}")
        if str(os.getpid()) in (parent / "cgroup.procs").read_text().split():
            (parent / "grader").mkdir(exist_ok=True)  # only a group without processes has others
            (parent / "grader/cgroup.procs").write_text("0")
        enabled = " ".join(f"+{name}" for name in WANTED)
        (parent / "cgroup.subtree_control").write_text(enabled)
    except OSError as error:
        if wanted is None:
            return None
        raise GradingError(f"--cgroup {wanted}: {error}") from None
    for left in parent.glob("grading-*-*-*-*"):
        if is_gone(left.name):
            with contextlib.suppress(OSError):  # its last process is just ending
                left.rmdir()
    return parent


class Group:
    """The group of one process and all that it starts."""

    def __init__(self, parent: Path, limits: Limits) -> None:
        self.path = parent / f"grading-{get_owner()}-{next(NUMBERS)}"
        self.path.mkdir()
        memory = (2 * limits.memory_mb + limits.disk_mb) * 2**20
        (self.path / "memory.max").write_text(str(memory))
        with contextlib.suppress(OSError):  # a kernel that does not count it
            (self.path / "memory.swap.max").write_text("0")
        (self.path / "memory.oom.group").write_text("1")
        (self.path / "pids.max").write_text(str(limits.processes))

    def entrance(self) -> int:
        """Return a descriptor; a process that writes "0" to it is in the group."""
        return os.open(self.path / "cgroup.procs", os.O_WRONLY)

    def ran_out(self) -> bool:
        """Return whether the kernel ended it because it had no memory left."""
        events = dict(map(str.split, (self.path / "memory.events").read_text().splitlines()))
        return events.get("oom_kill", "0") != "0"

    def remove(self) -> None:
        """Remove it; what cannot be removed yet, the next start removes."""
        with contextlib.suppress(OSError):
            self.path.rmdir()
