"""Grade everyone's submissions of one assignment, in parallel; resume where a run was ended."""

from __future__ import annotations

import concurrent.futures
import dataclasses
import functools
import itertools
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.intake import (
    Rejected,
    build_own_program,
    build_submitted_program,
    read_exchange_files,
    read_submission,
)
from nbjudge.course.source import Assignment, Course, resolve_data_folder
from nbjudge.course.variants import make_instances, read_secret
from nbjudge.errors import GradingError, error_log_path, is_disk_full, log, one_line, run_command
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.limits import Limits
from nbjudge.pages.feedback import StudentText, format_lateness, render_feedback
from nbjudge.pages.rendering import write_autograded, write_text
from nbjudge.pages.summary import Change, find_changes
from nbjudge.points.verdict import REVIEW, make_record, make_rejected_record
from nbjudge.records import (
    AnswerText,
    GradebookEntry,
    GradedSubmission,
    GradingTask,
    NotebookWork,
    ProgramCell,
    Submission,
    SubmissionRecord,
    SubmittedNotebook,
    digest,
)
from nbjudge.run.attempt import OWN_FAILS, close_stations, grade_submission, prepare_station
from nbjudge.run.cluster import Cluster
from nbjudge.run.store import Store
from nbjudge.run.summarize import merge_entry, write_summary

__all__ = ["ALL_GRADED", "NEEDS_REVIEW", "RUN_ERROR", "Options", "grade_assignment"]

ALL_GRADED, RUN_ERROR, NEEDS_REVIEW = 0, 1, 3
MINUTE = 60.0
"""Seconds after which a run says again how far it is."""
OWN_TESTS_FAIL = (
    "Your own solution does not pass these tests here; who fails them too is left to a person:"
)


@dataclasses.dataclass(frozen=True)
class Options:
    """What a run is asked to do; see ``nbjudge grade --help``."""

    student: str = "*"
    jobs: int = 0
    isolation: str | None = None
    fresh: bool = False
    scheduler: str | None = None
    compatibility: bool = False
    show_hidden: bool = False
    limits: tuple[str, ...] = ()
    cgroup: Path | None = None
    data: Path | None = None


class Progress:
    """A line that says how far a run is, how fast, and how long it will take.

    A terminal's is written anew at each step, a log has another each minute.
    """

    def __init__(self, total: int, out: TextIO) -> None:
        self.total, self.out, self.done = total, out, 0
        self.start = self.said = time.monotonic()

    def step(self, words: str) -> None:
        """Count one more."""
        self.done += 1
        if self.out.isatty() or self.done == self.total:
            self.say(words)

    def wait(self, words: str) -> None:
        """Print once a minute what is waited for."""
        if time.monotonic() - self.said >= MINUTE:
            self.say(words)

    def say(self, words: str) -> None:
        """Write the line."""
        self.said = time.monotonic()
        rate = self.done / max(self.said - self.start, 1e-9)
        line = f"{self.done}/{self.total}"
        if self.done:
            left = int((self.total - self.done) / rate)
            line += f"  {60 * rate:.0f} a minute, {left // 60}:{left % 60:02d} left"
        line += f"  {words}"
        if self.out.isatty():
            bar = ("█" * (20 * self.done // max(self.total, 1))).ljust(20, "░")
            self.out.write(f"\r\x1b[K{bar} {line}")
            if self.done == self.total:
                self.out.write("\n")
        else:
            self.out.write(line + "\n")
        self.out.flush()


def grade_assignment(course: Path, name: str, options: Options, out: TextIO | None = None) -> int:
    """Grade an assignment and return the exit status.

    Returns
    -------
    int
        0 if all submissions are graded, 3 if some need review, 1 if the run
        itself failed.
    """

    def grade() -> int:
        place = Course(course)
        seconds = place.cell_seconds
        limits = Limits.parse(
            list(options.limits), **({"cell_seconds": seconds} if seconds else {})
        )
        run = Run(Assignment(place, name), limits, options, out or sys.stdout)
        with run.store.lock():
            return run.grade()

    return run_command(course, f"grading {name}", grade)


@dataclasses.dataclass
class Pending:
    """A submission that is being graded."""

    key: str
    handed_in: Submission
    submitted: dict[str, SubmittedNotebook]
    task: GradingTask


Item = SubmissionRecord | tuple[concurrent.futures.Future, Pending]
"""A submission that has its record, or what a worker returned for it."""


class Run:
    """One run over the submissions of an assignment."""

    def __init__(
        self, assignment: Assignment, limits: Limits, options: Options, out: TextIO
    ) -> None:
        self.assignment, self.limits, self.options, self.out = assignment, limits, options, out
        self.course = assignment.course
        self.data = resolve_data_folder(self.course, options.data) if options.data else None
        self.store = Store(self.course.grading_folder(assignment.name) / "records.jsonl")
        self.changes: list[Change] = []
        self.longest = ""  # at work of those who are waited for
        self.instances: dict[str, Assignment] = {}

    def grade(self) -> int:
        """Grade, enter, write and summarise; return the exit status."""
        students, misplaced = self.course.list_submitters(
            self.assignment.name, self.options.student
        )
        if not students:
            where = self.course.path("submitted", "*", self.assignment.name)
            words = f"nobody whose name fits {self.options.student!r} handed it in: {where}"
            raise GradingError("\n".join([words, *(f"{s}: {w}" for s, w in misplaced.items())]))
        if self.assignment.varied:  # all of them, before anything is graded
            self.instances = make_instances(self.assignment, read_secret(self.course), students)
        fresh = [s for s in students if self.options.fresh or s not in self.store.latest]
        progress = Progress(len(students), sys.stderr)
        records = []
        with self.engine(warm_up=len(fresh)) as engine:
            batches = self.batches(students, engine)
            first = next(batches)  # the rest are at work while the gradebook is opened
            with AssignmentGradebook(self.assignment) as gradebook:
                for batch in itertools.chain([first], batches):
                    for record in self.enter(gradebook, batch):
                        records.append(record)
                        progress.step(record.student)
                    if self.longest:
                        progress.wait(f"waiting for {self.longest}")
                gradebook.take_off_for_lateness()
                booked = gradebook.read_entries()
                records = self.refresh_lateness(gradebook, records, booked)
        records = [merge_entry(self.store, record, booked) for record in records]
        summary = write_summary(self.assignment, self.store, booked)
        self.report(records, booked, misplaced, summary)
        asks = misplaced or any(r.outcome == REVIEW for r in records)
        return NEEDS_REVIEW if asks else ALL_GRADED

    def of(self, student: str) -> Assignment:
        """Return the assignment as a student has it: of one with variants, with own values."""
        return self.instances.get(student, self.assignment)

    def report(
        self,
        records: list[SubmissionRecord],
        booked: dict[str, GradebookEntry],
        misplaced: dict[str, str],
        summary: Path,
    ) -> None:
        """Print one line for each submission, what has changed, and where to read on."""
        width = max(len(r.student) for r in records)
        for record in sorted(records, key=lambda r: r.student):
            words = one_line("; ".join(record.why), 300)
            if record.broken:
                words += f"; {one_line(error_log_path(self.course.root))} says where"
            why = f"  ({words})" if words else ""
            waiting = sum(row.max for row in record.cells if row.state == "manual")
            hand = f", {waiting:g} to be graded by hand" if waiting else ""
            about = booked.get(record.student, GradebookEntry())
            taken = sum(about.penalties.values())
            points = f"{record.score - taken:g} of {record.max_score:g}{hand}"
            late = f", {taken:g} taken for lateness" if taken else ""
            late += f", {format_lateness(about.late)} late" if about.late else ""
            name = one_line(record.student)
            print(f"{name:{width}}  {points}{late}  {record.outcome}{why}", file=self.out)
        if misplaced:
            print("Not graded; put it right, and grade again:", file=self.out)
        for student, words in misplaced.items():
            print(f"  {one_line(student)}: {one_line(words)}", file=self.out)
        if self.changes:
            print("Grades that grading again has changed:", file=self.out)
        for change in sorted(self.changes, key=lambda change: change.student):
            words = f"{change.student} {change.notebook}/{change.cell}: {change.was} → {change.now}"
            print(
                f"  {one_line(words)}{'' if change.same else '  (another answer)'}", file=self.out
            )
        print(f"Summary: {one_line(summary)} and .csv", file=self.out)
        feedback = self.course.path("feedback", "STUDENT", self.assignment.name)
        print(f"Feedback: {one_line(feedback)}", file=self.out)

    def key(self, assignment: Assignment, handed_in: Submission) -> str:
        """Return what identifies a submission's work: its content, the source, how it is run."""
        work = [
            handed_in.raw,
            handed_in.files,
            handed_in.rejected,
            assignment.digest,
            dataclasses.asdict(self.limits),
            self.options.compatibility,
        ]
        return digest([*work, self.describe_data] if self.data else work)

    @functools.cached_property
    def describe_data(self) -> list[list[str | int]]:
        """Return the names, sizes and times of the course's data files, which tell of changes."""
        files = sorted(path for path in (self.data or Path()).rglob("*") if path.is_file())
        return [[str(p), p.stat().st_size, p.stat().st_mtime_ns] for p in files]

    def batches(self, students: list[str], engine: Engine | Cluster) -> Iterator[list[Item]]:
        """Yield what is to be entered next, while workers go on with what was read ahead."""
        waiting: dict[Any, Pending] = {}
        queue = iter(students)
        finished: list[Item] = []
        trial: Any = None
        more, tried = True, False
        while more or waiting or finished:
            known: list[Item] = []
            while more and max(len(waiting), len(known)) < engine.width:
                student = next(queue, None)
                if student is None:
                    more = False
                    break
                prepared = self.prepare(student)
                if isinstance(prepared, SubmissionRecord):
                    known.append(prepared)
                else:
                    if not tried:
                        trial, tried = self.own_solution(engine), True
                    waiting[engine.submit(prepared.task)] = prepared
            self.longest = next((pending.task.student for pending in waiting.values()), "")
            yield known + finished
            finished = []
            if trial is not None:
                self.report_failing_tests(trial)
                trial = None
            if waiting:
                # all that ended meanwhile: the disk is then waited for once
                done, _ = concurrent.futures.wait(
                    waiting, MINUTE, return_when=concurrent.futures.FIRST_COMPLETED
                )
                finished = [
                    (future, waiting.pop(future)) for future in [*waiting] if future in done
                ]

    def own_program(self) -> dict[str, list[tuple[str | None, ProgramCell]]]:
        """Return the cells of the course's own solution, with their names, by notebook."""
        return {name: build_own_program(book) for name, book in self.assignment.notebooks.items()}

    def own_solution(self, engine: Engine | Cluster) -> concurrent.futures.Future:
        """Have a worker grade the course's own solution."""
        notebooks = {
            name: NotebookWork(
                self.assignment.notebooks[name].materials, [cell for _, cell in program], {}
            )
            for name, program in self.own_program().items()
        }
        return engine.submit(self.task("", notebooks))

    def report_failing_tests(self, trial: concurrent.futures.Future) -> None:
        """Report which tests the course's own solution does not pass here."""
        try:
            graded: GradedSubmission = trial.result()
        except Exception as error:  # of a cluster
            log("the course's own solution", error)
            return
        programs = self.own_program()
        failing = [
            f"{name}.ipynb, {programs[name][number][0]}{result.message.removeprefix(OWN_FAILS)}"
            for name, book in graded.notebooks.items()
            for number, result in sorted(book.results.items())
            if result.outcome == "review" and result.message.startswith(OWN_FAILS)
        ]
        if failing:
            print(OWN_TESTS_FAIL, *map(one_line, failing), sep="\n  ", file=self.out)

    def prepare(self, student: str) -> SubmissionRecord | Pending:
        """Read a submission; return its record if it has one, else what grading it needs."""
        try:
            return self.read(student)
        except Exception as error:
            if is_fatal(error):
                raise
            record = self.broken(student, error)
            self.keep([record])
            return record

    def read(self, student: str) -> SubmissionRecord | Pending:
        """Do what `prepare` does, of a submission that may be anything."""
        submitted: dict[str, SubmittedNotebook] = {}
        assignment = self.of(student)
        try:
            handed_in = read_submission(assignment, student)
            for name, data in handed_in.raw.items():
                if data is None:
                    continue
                try:
                    submitted[name] = build_submitted_program(assignment.notebooks[name], data)
                except Rejected as error:
                    handed_in.rejected[name] = str(error)
            key = self.key(assignment, handed_in)
        except Rejected as error:
            key = digest([str(error), assignment.digest])
            record = make_rejected_record(assignment, student, key, str(error))
            known = None if self.options.fresh else self.store.current(student, key)
            if known is None:
                known = self.write_files(record, {}, GradedSubmission())
                self.keep([known])
            return known
        known = None if self.options.fresh else self.store.current(student, key)
        if known is not None:
            return dataclasses.replace(known, timestamp=handed_in.timestamp or known.timestamp)
        notebooks = {
            name: NotebookWork(
                book.materials, submitted[name].cells, handed_in.files, book.instance
            )
            for name, book in assignment.notebooks.items()
            if name in submitted
        }
        task = self.task(student, notebooks, self.options.compatibility)
        return Pending(key, handed_in, submitted, task)

    def task(
        self, student: str, notebooks: dict[str, NotebookWork], compatibility: bool = False
    ) -> GradingTask:
        """Return what a worker is to do."""
        options = self.options
        return GradingTask(
            student,
            notebooks,
            options.isolation,
            self.limits,
            compatibility,
            options.cgroup,
            self.data,
        )

    def finish(self, future: concurrent.futures.Future, pending: Pending) -> SubmissionRecord:
        """Judge what a worker returned, and write its files."""
        student = pending.task.student
        try:
            graded: GradedSubmission = future.result()
            if graded.broken:
                log(student, graded.broken)
            record = make_record(
                self.of(student),
                student,
                pending.key,
                pending.handed_in,
                pending.submitted,
                graded,
                self.limits,
            )
            return self.write_files(record, pending.submitted, graded)
        except Exception as error:
            if is_fatal(error):
                raise
            return self.broken(student, error)

    def broken(self, student: str, error: Exception) -> SubmissionRecord:
        """Keep that the grader itself failed: a person must look, and the next run tries again."""
        line = log(student, error)
        record = make_rejected_record(self.assignment, student, "", line, broken=True)
        try:
            return self.write_files(record, {}, GradedSubmission())
        except Exception as again:
            if is_fatal(again):
                raise
            log(student, again)
            return record

    def write_files(
        self,
        record: SubmissionRecord,
        submitted: dict[str, SubmittedNotebook],
        graded: GradedSubmission,
    ) -> SubmissionRecord:
        """Write a submission's files, and note in its record what was answered before."""
        student = record.student
        previous = self.store.latest.get(student)
        if previous is not None:
            record.previous = [
                AnswerText(row.notebook, row.id, row.text) for row in previous.cells if row.id
            ]
        for name in self.assignment.notebooks:
            results = graded.notebooks[name].shown if name in graded.notebooks else {}
            folder = self.course.path("autograded", student, self.assignment.name)
            write_autograded(
                folder / f"{name}.ipynb",
                self.of(student),
                name,
                submitted.get(name),
                results,
                record,
            )
        handed_in = self.course.path("submitted", student, self.assignment.name)
        exchanged, _ = read_exchange_files(handed_in)  # what is not to be read, the record says
        for name, words in exchanged.items():
            for step in ("autograded", "feedback"):
                write_text(self.course.path(step, student, self.assignment.name) / name, words)
        return record

    def enter(self, gradebook: AssignmentGradebook, batch: list[Item]) -> list[SubmissionRecord]:
        """Keep what is finished, and put all into the gradebook, and the feedback beside it."""
        known = [item for item in batch if isinstance(item, SubmissionRecord)]
        finished: list[SubmissionRecord] = []
        try:
            for item in batch:
                if not isinstance(item, SubmissionRecord):
                    finished.append(self.finish(*item))
        finally:  # what ends the run for one loses no other's
            self.keep(finished)
        records = known + finished
        new = [record for record in records if not self.store.is_entered(record.student)]
        booked: dict[str, GradebookEntry] = {}
        if new:
            try:
                gradebook.write(*new)
                booked = gradebook.read_entries(*[record.student for record in new])
            except Exception as error:  # one of them is to blame: they are entered one by one
                if is_fatal(error):
                    raise
        entered = [self.enter_one(gradebook, r, booked.get(r.student)) for r in records]
        self.store.mark_entered({r.student: about for r, about in entered if about is not None})
        return [record for record, _ in entered]

    def keep(self, records: list[SubmissionRecord]) -> None:
        """Store records: from then on they count as graded."""
        latest = self.store.latest
        previous = [(latest[r.student], r) for r in records if r.student in latest]
        self.store.add(*records)
        for before, record in previous:
            self.changes += find_changes(before, record)

    def enter_one(
        self,
        gradebook: AssignmentGradebook,
        record: SubmissionRecord,
        booked: GradebookEntry | None,
    ) -> tuple[SubmissionRecord, GradebookEntry | None]:
        """Write a record to the gradebook, unless it is there, and write feedback.

        Returns
        -------
        record : SubmissionRecord
        booked : GradebookEntry or None
            What the gradebook holds then; None if nothing was entered.
        """
        step = "the gradebook did not take it"
        try:
            if booked is None:
                if not self.store.is_entered(record.student):
                    gradebook.write(record)
                elif not gradebook.note_time(record):
                    return record, None
                booked = gradebook.read_entries(record.student)[record.student]
            step = "its feedback could not be written"
            self.write_feedback(record, booked)
        except Exception as error:
            if is_fatal(error):
                raise
            line = log(record.student, error)
            why = [*record.why, f"{step}: {line}"]
            return dataclasses.replace(record, outcome=REVIEW, why=why), None
        return record, booked

    def refresh_lateness(
        self,
        gradebook: AssignmentGradebook,
        records: list[SubmissionRecord],
        booked: dict[str, GradebookEntry],
    ) -> list[SubmissionRecord]:
        """Write feedback anew where it says of lateness what the gradebook no longer does.

        Returns
        -------
        list of SubmissionRecord
            Those of this run; of others too the pages are written.
        """
        current = self.store.latest | {record.student: record for record in records}
        behind = [
            student
            for student, about in booked.items()
            if student in current
            and self.store.is_entered(student)
            and not self.store.has_reported(student, about)
        ]
        entered = [self.enter_one(gradebook, current[name], booked[name]) for name in behind]
        self.store.mark_entered({r.student: about for r, about in entered if about is not None})
        told = {record.student: record for record, _ in entered}
        return [told.get(record.student, record) for record in records]

    def write_feedback(self, record: SubmissionRecord, booked: GradebookEntry) -> None:
        """Write what a student reads, with what the gradebook holds."""
        for name, notebook in self.assignment.notebooks.items():
            file = self.course.path("autograded", record.student, self.assignment.name)
            cells = json.loads((file / f"{name}.ipynb").read_text())["cells"]
            written = StudentText.of(cells, self.assignment.varied)
            page = render_feedback(
                notebook,
                self.assignment.name,
                record,
                written,
                booked,
                self.options.show_hidden,
                self.course.book,
            )
            folder = self.course.path("feedback", record.student, self.assignment.name)
            write_text(folder / f"{name}.html", page)

    def engine(self, warm_up: int) -> Engine | Cluster:
        """Return what runs tasks: threads here, warm for so many submissions, or a cluster."""
        if self.options.scheduler:
            return Cluster(self.options.scheduler)
        sandbox = choose_sandbox(
            self.options.isolation, self.limits, self.options.cgroup, self.data
        )
        engine = Engine(self.options.jobs or os.cpu_count() or 1)
        first = next(iter(self.assignment.notebooks.values()))
        # each sandbox's imports go on while we do other things
        for _ in range(min(engine.jobs, warm_up)):
            prepare_station(first.materials, sandbox)
        return engine


def is_fatal(error: Exception) -> bool:
    """Return whether an error would meet every submission alike, as a full disk does."""
    return is_disk_full(error) or isinstance(error, GradingError)


class Engine:
    """Run tasks on threads of this process, each with warm sandboxes of its own."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.width = 4 * jobs  # what is read ahead; memory stays flat
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs, thread_name_prefix="grading")

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *exc: object) -> None:
        self.pool.shutdown(cancel_futures=True)
        close_stations()

    def submit(self, task: GradingTask) -> concurrent.futures.Future:
        """Start a task."""
        return self.pool.submit(grade_submission, task)
