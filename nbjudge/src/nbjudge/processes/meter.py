"""Measure what a confined process and its children use: seconds of computing, and asleep.

A keeper measures, from outside; the worker and the checker read. So an answer has
its seconds of computing however busy the machine is, and one that does nothing is
not waited for without end.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import time
from typing import NamedTuple

from nbjudge.limits import BACKSTOP

__all__ = ["Allowance", "Meter", "Reading", "Usage"]

ROLES = ("student", "checker")
TICKS = os.sysconf("SC_CLK_TCK")


class Reading(NamedTuple):
    """Seconds of computing and asleep, and the time of the look at which they were so many."""

    computing: float
    asleep: float
    when: float


class Meter:
    """A page that several processes see: what each role has used."""

    def __init__(self, descriptor: int, write: bool = False) -> None:
        access = mmap.ACCESS_WRITE if write else mmap.ACCESS_READ
        self.numbers = memoryview(mmap.mmap(descriptor, mmap.PAGESIZE, access=access)).cast("d")

    @staticmethod
    def page() -> int:
        """Return the descriptor of a new page, all zeros."""
        descriptor = os.memfd_create("meter")
        os.truncate(descriptor, mmap.PAGESIZE)
        return descriptor

    def read(self, role: str) -> Reading:
        """Return what a role has used."""
        place = 3 * ROLES.index(role)
        when = self.numbers[place + 2]  # first, as it is written last: then the others are as new
        return Reading(self.numbers[place], self.numbers[place + 1], when)

    def write(self, role: str, reading: Reading) -> None:
        """Note what a role has used."""
        place = 3 * ROLES.index(role)
        for offset, number in enumerate(reading):
            self.numbers[place + offset] = number


class Allowance:
    """What may be used from now on.

    Computing counts from the first look after it began: what was used before, and not
    looked at, as on a busy machine, belongs to another cell.

    Parameters
    ----------
    meter : Meter
    counted : tuple of str
        The roles whose computing counts, all together.
    seconds : float
        Of computing.
    patience : float
        Seconds for which all may sleep at once: one alone waits for the other.
    """

    def __init__(
        self, meter: Meter, counted: tuple[str, ...], seconds: float, patience: float
    ) -> None:
        self.meter, self.counted = meter, counted
        self.seconds, self.patience = seconds, patience
        self.last = {role: meter.read(role) for role in ROLES}
        self.at_first: dict[str, float] = {}
        self.slept = 0.0
        self.began = time.monotonic()

    def over(self, there: tuple[str, ...] = ROLES) -> str | None:
        """Return what is used up: "time" of computing, patience with "sleep", or the "clock".

        ``there``: the roles that there are processes of.
        """
        now = {role: self.meter.read(role) for role in ROLES}
        self.slept += min(now[role].asleep - self.last[role].asleep for role in there)
        self.last = now
        for role in self.counted:
            if now[role].when > self.began:
                self.at_first.setdefault(role, now[role].computing)
        computed = sum(now[role].computing - first for role, first in self.at_first.items())
        if computed > self.seconds:
            return "time"
        if self.slept > self.patience:
            return "sleep"
        return "clock" if time.monotonic() > self.began + BACKSTOP * self.seconds else None


class Usage:
    """Watches a process and all that descend from it.

    Parameters
    ----------
    process : int
    proc : int
        Descriptor of a /proc that shows it. The caller opens it before there are new
        spaces: the /proc that the process then mounts knows it by another number.
    """

    def __init__(self, process: int, proc: int) -> None:
        self.process, self.proc = process, proc
        self.asleep, self.computing, self.last = 0.0, 0.0, time.monotonic()
        self.seen: dict[tuple[int, str], float] = {}  # by number and start: numbers come again
        self.before: dict[tuple[int, str], tuple[float, float]] = {}  # at the last look
        self.known = self.unseen = 0.0

    def look(self) -> Reading:
        """Return their seconds of computing, and those in which none of them wanted to run."""
        began = time.monotonic()
        alive = self._descendants()
        if alive:
            reaped, awake, there = 0.0, False, {}
            parents = {int(about[1]) for about in alive.values() if about[0] not in "ZX"}
            for number, about in alive.items():
                own, of_children = (sum(map(int, about[k : k + 2])) / TICKS for k in (11, 13))
                self.seen[number, about[19]] = own
                there[number, about[19]] = own, of_children
                reaped += own + of_children
                # who has children may be in "D" for one of these, after vfork: they tell then
                states = "R" if number in parents else "RD"
                awake = awake or about[0] in states or self._thread_awake(number, about, states)
            # a child that has ended counts, whether its parent asked for it or not
            known = max(self.known, sum(self.seen.values()), reaped)
            if self._some_are_lost(there):  # then all of the time may have been theirs
                self.unseen += max(min(began - self.last, 1.0) - (known - self.known), 0.0)
            self.known, self.before = known, there
            computing = max(self.computing, known + self.unseen)
        else:  # no /proc could be mounted: then the process alone, and progress for a state
            computing = max(self.computing, processor_time(self.process))
            awake = computing > self.computing
        now = time.monotonic()
        if not awake:  # a longer gap is ours: what was in it, nobody knows
            self.asleep += min(now - self.last, 1.0)
        self.last, self.computing = now, computing
        return Reading(self.computing, self.asleep, began)

    def _some_are_lost(self, there: dict[tuple[int, str], tuple[float, float]]) -> bool:
        """Return whether some have ended since the last look whose time nobody has been given.

        The kernel gives it to none who ignores that they end. What one had computed by the last
        look is known, and how much more it did is not.
        """
        gone = [sum(times) for key, times in self.before.items() if key not in there]
        given = sum(
            there[key][1] - self.before[key][1] for key in there.keys() & self.before.keys()
        )
        if sum(gone) - given > 2 * len(gone) / TICKS:  # more than is lost by rounding
            return True
        return bool(gone) and any(self._ignores_ends(number) for number, _ in there)

    def _ignores_ends(self, process: int) -> bool:
        """Return whether a process has asked not to be told of its children's ends."""
        with contextlib.suppress(OSError):  # it has ended
            descriptor = os.open(f"{process}/status", os.O_RDONLY, dir_fd=self.proc)
            with open(descriptor, errors="replace") as file:
                ignored = [line.split()[1] for line in file if line.startswith("SigIgn:")]
            return any(int(mask, 16) >> (signal.SIGCHLD - 1) & 1 for mask in ignored)
        return False

    def _descendants(self) -> dict[int, list[str]]:
        found = {int(n): self._about(n) for n in os.listdir(self.proc) if n.isdigit()}
        wanted, size = {self.process} if found.get(self.process) else set(), -1
        while len(wanted) != size:
            size = len(wanted)
            wanted |= {n for n, about in found.items() if about and int(about[1]) in wanted}
        return {number: found[number] for number in wanted}

    def _about(self, place: str) -> list[str]:
        """Return the fields of a process, or of a thread, from its state on; none if it ended."""
        with contextlib.suppress(OSError):
            descriptor = os.open(f"{place}/stat", os.O_RDONLY, dir_fd=self.proc)
            with open(descriptor, errors="replace") as file:  # a name may be any bytes
                return file.read().rpartition(")")[2].split()
        return []

    def _thread_awake(self, process: int, about: list[str], states: str) -> bool:
        if about[17] == "1":
            return False
        with contextlib.suppress(OSError):
            descriptor = os.open(f"{process}/task", os.O_RDONLY, dir_fd=self.proc)
            try:
                threads = os.listdir(descriptor)
            finally:
                os.close(descriptor)
            return any((self._about(f"{process}/task/{t}") or "?")[0] in states for t in threads)
        return False


def processor_time(process: int) -> float:
    """Return the seconds that a process has computed, without its children and without /proc."""
    with contextlib.suppress(OSError):
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid(3) makes it
    return 0.0
