"""Store a run's records: one line per submission, only ever appended to."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path

from nbjudge.errors import GradingError
from nbjudge.records import GradebookEntry, SubmissionRecord, digest

__all__ = ["Store"]

Lateness = list[float | dict[str, float]]
"""By how many seconds work is late, and the points that this costs, by notebook."""


def get_lateness(booked: GradebookEntry) -> Lateness:
    """Return what the gradebook says of a submission's lateness."""
    return [booked.late, {name: taken for name, taken in booked.penalties.items() if taken}]


class Store:
    """Records in a file, and what of it is already in the gradebook.

    A line is whole or it does not count: a run that was killed while it wrote
    one leaves a torn last line, which is skipped.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.latest: dict[str, SubmissionRecord] = {}
        self.before: dict[str, SubmissionRecord] = {}
        """Of who was graded again, the record before the latest."""
        self._stamps: dict[str, str] = {}
        self._booked: dict[str, str] = {}
        self._told: dict[str, Lateness] = {}
        for line in self._lines():
            if "booked" in line:
                self._booked[line["student"]] = line["booked"]
                self._told[line["student"]] = line.get("lateness", [0.0, {}])
            elif "cells" in line:
                self._keep(SubmissionRecord.from_json(line), line)

    def _keep(self, record: SubmissionRecord, line: dict) -> None:
        if record.student in self.latest:
            self.before[record.student] = self.latest[record.student]
        self.latest[record.student] = record
        # of the line as it stands, whichever version wrote it
        self._stamps[record.student] = digest({k: v for k, v in line.items() if k != "seconds"})

    def _lines(self) -> Iterator[dict]:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            for raw in file:
                with contextlib.suppress(ValueError):
                    line = json.loads(raw)
                    if isinstance(line, dict) and "student" in line:
                        yield line

    @contextlib.contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the store for one run; raise GradingError if another one writes."""
        with self.path.with_suffix(".lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise GradingError("another run is grading this assignment now") from None
            yield

    def _append(self, lines: list[dict]) -> None:
        if not lines:
            return
        data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
        with self.path.open("ab") as file:
            if file.tell() and not self._ends_whole():
                data = b"\n" + data
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def _ends_whole(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    def add(self, *records: SubmissionRecord) -> None:
        """Append records; from then on the submissions count as graded."""
        lines = [record.to_json() for record in records]
        self._append(lines)
        for record, line in zip(records, lines, strict=True):
            self._keep(record, line)

    def is_entered(self, student: str) -> bool:
        """Return whether the gradebook holds a student's latest record."""
        return self._booked.get(student) == self._stamps[student]

    def has_reported(self, student: str, booked: GradebookEntry) -> bool:
        """Return whether a student's feedback says of lateness what the gradebook does."""
        return self._told.get(student) == get_lateness(booked)

    def mark_entered(self, booked: dict[str, GradebookEntry]) -> None:
        """Note that the gradebook holds the latest records of students, and feedback says so."""
        late = {name: get_lateness(about) for name, about in booked.items()}
        stamps = {name: self._stamps[name] for name in booked}
        lines = [{"student": n, "booked": stamps[n], "lateness": late[n]} for n in booked]
        self._append(lines)
        self._booked |= stamps
        self._told |= late

    def current(self, student: str, key: str) -> SubmissionRecord | None:
        """Return the latest record of a student if it is of this very work, else None.

        One for which the grader itself failed is none to keep.
        """
        record = self.latest.get(student)
        if record is None or record.broken:
            return None
        return record if record.key == key else None
