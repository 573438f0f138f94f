"""Limits on what a submission may use."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from nbjudge.errors import GradingError

__all__ = ["BACKSTOP", "GRACE", "HUNG", "LIMITS", "MINUTES", "Limits", "describe_limit", "patience"]

PATIENCE = 60.0
"""Seconds for which any answer may sleep."""
GRACE = 2.0, 20.0
"""Seconds of computing, and of sleep, to stop in or to take a message, whatever is used up."""
BACKSTOP = 50
"""Seconds of a clock for each of computing: a machine that is busier gets nothing done."""
HUNG = 600.0
"""Seconds of a clock after which what computes for a hundredth of one has hung: no student's code
runs in it, so that there is no computing to count, and no points depend on it."""
LIMITS = ("time", "sleep", "clock")
"""What may be used up, as `nbjudge.processes.meter.Allowance.over` says it."""
MOST = 10**7
"""Below which every limit is."""
MINUTES = 10.0
"""Of a clock, for each submission in each grader, where both are compared; nbgrader counts none."""


def patience(seconds: float) -> float:
    """Return for how long what may compute for some seconds may do nothing at all."""
    return max(PATIENCE, 2 * seconds)


def describe_limit(how: str, seconds: float) -> str:
    """Return in words what was used up; see `nbjudge.processes.meter.Allowance`."""
    if how == "sleep":
        return f"it slept or waited for more than {patience(seconds):g} seconds"
    if how == "clock":
        return f"it was not done after {BACKSTOP * seconds:g} seconds, most of them spent waiting"
    return f"it took more than {seconds:g} seconds of computing"


@dataclass(frozen=True)
class Limits:
    """Limits on one submission; each is told in words when it is hit.

    Attributes
    ----------
    cell_seconds : float
        Seconds of computing for one cell, of all processes of an answer together.
        For how long it may sleep, `patience` says.
    submission_seconds : float
        The same for one notebook, all its cells and their tests together.
    memory_mb : int
        Memory that a process may use beyond what the imports use; all processes
        together may use twice as much, where they have a space of their own.
    processes : int
        Processes and threads at once.
    disk_mb : int
        What may be written; it is memory, and gone afterwards.
    output_kb : int
        Printed text of one cell; a notebook may show 32 times as much in all.
    """

    cell_seconds: float = 30.0
    submission_seconds: float = 300.0
    memory_mb: int = 1024
    processes: int = 64
    disk_mb: int = 64
    output_kb: int = 256

    @classmethod
    def parse(cls, settings: list[str], **defaults: float) -> Limits:
        """Read settings such as ``cell_seconds=60``; raise GradingError with words otherwise."""
        names = {field.name: field for field in fields(cls)}
        chosen: dict[str, Any] = dict(defaults)
        for setting in settings:
            name, _, value = setting.partition("=")
            if name not in names:
                raise GradingError(f"--limit {setting!r}: the limits are {', '.join(names)}")
            whole = not name.endswith("seconds")
            try:
                number = int(value) if whole else float(value)
            except ValueError:
                number = 0
            if not 0 < number < MOST:
                kind = "whole number" if whole else "number"
                raise GradingError(
                    f"--limit {setting!r}: a {kind} above 0 and below {MOST} must follow the ="
                )
            chosen[name] = number
        return cls(**chosen)
