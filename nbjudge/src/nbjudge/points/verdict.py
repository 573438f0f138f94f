"""Turn a checker's results into the record of a submission: points, and the reasons for them."""

from __future__ import annotations

import ast
import errno
from dataclasses import replace

from nbjudge.course.source import Assignment, Notebook
from nbjudge.errors import one_line
from nbjudge.isolation.sandbox import NO_PROCESSES
from nbjudge.limits import Limits, describe_limit
from nbjudge.records import (
    Explanation,
    GradebookEntry,
    GradedNotebook,
    GradedSubmission,
    Result,
    Row,
    SourceCell,
    Submission,
    SubmissionRecord,
    SubmittedNotebook,
    digest,
)

__all__ = ["FAILURES", "GRADED", "REVIEW", "make_record", "make_rejected_record", "merge_gradebook"]

GRADED, FAILURES, REVIEW = "graded", "graded with failures", "needs review"


def describe_limits(result: Result, limits: Limits) -> list[str]:
    """Return in words which limits a cell hit.

    ``reason``, ``words`` and ``cut`` are the grader's own: nothing that a student's
    code prints or raises sets them, and none of its text is in the words.
    """
    found = []
    error = result.error
    kind = error.kind if error else result.kind
    starved = f"the limit of {limits.processes} processes and threads was hit"
    full = f"the limit of {limits.disk_mb} MB on what may be written was hit"
    match result.reason:
        case "time":
            found.append(
                f"the time limit of {limits.cell_seconds:g} seconds of computing for a cell was hit"
            )
        case "sleep" | "clock" as how:
            found.append(describe_limit(how, limits.cell_seconds))
        case "ended" | "late":
            found.append(result.words)
    if kind == "builtins.MemoryError":
        found.append(f"the limit of {limits.memory_mb} MB of memory was hit")
    if error and error.errno == errno.EAGAIN:
        found.append(starved)
    if error and error.errno in (errno.EFBIG, errno.ENOSPC):
        found.append(full)
    if error and kind == "builtins.RuntimeError" and "start new thread" in error.message:
        found.append(starved)
    if result.cut:
        found.append(f"more than the limit of {limits.output_kb} KB was printed")
    return found


def make_record(
    assignment: Assignment,
    student: str,
    key: str,
    handed_in: Submission,
    submitted: dict[str, SubmittedNotebook],
    graded: GradedSubmission,
    limits: Limits,
) -> SubmissionRecord:
    """Make the record of a submission.

    Parameters
    ----------
    assignment : Assignment
    student, key : str
        As `SubmissionRecord` has them.
    handed_in : Submission
    submitted : dict of str to SubmittedNotebook
        By notebook; rejected ones are absent.
    graded : GradedSubmission
    limits : Limits
    """
    rows: list[Row] = []
    why = list(dict.fromkeys(handed_in.rejected.values()))  # each names its file
    notes = list(handed_in.notes)
    if graded.broken:
        last = graded.broken.strip().splitlines()[-1]
        why.append(f"the grader itself failed: {one_line(last)}")
    for name, notebook in assignment.notebooks.items():
        about, found = submitted.get(name), graded.notebooks.get(name)
        if about is None or found is None:
            rows += [make_blank_row(name, cell) for cell in notebook.cells if has_row(cell)]
            continue
        notes += about.notes
        notes += [result.note for result in found.shown.values() if result.note]
        of_notebook = make_rows(notebook, about, found, limits)
        rows += of_notebook
        why += [f"{row.id or 'a cell'}: {row.review}" for row in of_notebook if row.review]
    failed = any(row.state == "failed" for row in rows)
    if failed and graded.sandbox and NO_PROCESSES in graded.sandbox.notes:
        notes.append(NO_PROCESSES)  # it may be why
    return SubmissionRecord(
        student,
        key,
        REVIEW if why else FAILURES if failed else GRADED,
        bool(graded.broken),
        why,
        list(dict.fromkeys(notes)),
        rows,
        sum(row.points or 0.0 for row in rows),
        sum(row.max for row in rows),
        graded.sandbox,
        handed_in.timestamp,
        round(sum(found.seconds for found in graded.notebooks.values()), 3),
    )


def make_rejected_record(
    assignment: Assignment, student: str, key: str, why: str, broken: bool = False
) -> SubmissionRecord:
    """Make the record of a submission that could not even be opened, or that broke the grader."""
    handed_in = Submission(rejected={} if broken else dict.fromkeys(assignment.notebooks, why))
    graded = GradedSubmission(broken=why if broken else "")
    return make_record(assignment, student, key, handed_in, {}, graded, Limits())


def merge_gradebook(record: SubmissionRecord, booked: GradebookEntry) -> SubmissionRecord:
    """Return a record as it stands in the gradebook: with the points that people have given."""
    rows = []
    for row in record.cells:
        mark = booked.marks.get((row.notebook, row.id or "")) if row.graded else None
        if mark is not None:
            row = replace(row, points=mark.points, manual=mark.waits)
            if mark.by_hand and not mark.waits and row.state in ("manual", "review", "empty"):
                row.state = "marked"
        rows.append(row)
    outcome = record.outcome
    asked = any(row.manual for row in record.cells)
    if outcome == REVIEW and asked and not any(row.manual for row in rows):
        outcome = FAILURES if any(row.state == "failed" for row in rows) else GRADED
    score = sum(row.points or 0.0 for row in rows)
    return replace(record, outcome=outcome, cells=rows, score=score)


def has_row(cell: SourceCell) -> bool:
    """Return whether a cell of the source has a row in the record."""
    return bool(cell.id) and (cell.grade or cell.task or cell.kind in ("student", "answer"))


def make_blank_row(name: str, cell: SourceCell) -> Row:
    """Return the row of a cell of which nothing is known: no points, a person must look."""
    graded = cell.grade or cell.task
    return Row(
        state="review" if graded else "ran",
        notebook=name,
        id=cell.id,
        graded=graded,
        points=0.0 if cell.grade else None,
        max=cell.points if graded else 0.0,
        manual=graded,
    )


def make_rows(
    notebook: Notebook, about: SubmittedNotebook, found: GradedNotebook, limits: Limits
) -> list[Row]:
    """Return a row for each cell of one notebook, in the order of the source.

    From the first hidden test on a row says of itself, under ``shown``, what a student
    may read: that is from the results without any hidden test.
    """
    rows = []
    after_hidden = False
    for shown in about.shown:
        number = -1 if shown.run is None else shown.run
        result = found.results.get(number, Result())
        without = found.shown.get(number, Result())
        if shown.place is None:
            if result.error or result.review or result.reason:
                row = Row(**vars(explain_own_cell(result, limits)), notebook=notebook.name)
                row.state, row.text = "failed", digest(shown.source)
                if after_hidden:
                    row.shown = explain_own_cell(without, limits)
                rows.append(row)
            continue
        cell = notebook.cells[shown.place]
        if not has_row(cell):
            continue
        row = replace(make_blank_row(notebook.name, cell), state="ran", manual=False)
        if cell.kind in ("student", "answer"):
            row.text = digest(shown.source)
        if cell.kind == "student":
            row = replace(row, **vars(explain_own_cell(result, limits)))
            if after_hidden:
                row.shown = explain_own_cell(without, limits)
        if cell.kind == "test":
            account = explain_test(result, limits)
            row = replace(row, **vars(account), manual=account.state == "review")
            row.points = result.points if account.state == "passed" else 0.0
            after_hidden |= bool(cell.hidden)
            if after_hidden:
                row.shown = explain_after_hidden(cell, account, explain_test(without, limits))
        elif cell.task:
            row = replace(row, state="manual", points=None, manual=True)
        elif cell.grade:
            missing = cell.id not in about.answers
            untouched = cell.kind != "text" and (missing or shown.source == cell.release)
            if missing and has_added_text(notebook, about):
                words = "the cell is missing; a cell that is not the course's may hold the answer"
                row = replace(row, state="review", points=None, manual=True, review=words)
            elif untouched:  # as nbgrader: nothing was answered
                row = replace(row, state="empty", points=0.0)
            else:
                row = replace(row, state="manual", points=None, manual=True)
        rows.append(row)
    return rows


def has_added_text(notebook: Notebook, about: SubmittedNotebook) -> bool:
    """Return whether a submission has words in further cells, none of them as handed out."""
    given = {cell.release.strip() for cell in notebook.cells}
    return any(cell.place is None and cell.source.strip() not in given for cell in about.shown)


def explain_after_hidden(
    cell: SourceCell, account: Explanation, without: Explanation
) -> Explanation:
    """Return what a student may read of a test from the first hidden one on."""
    if account.state == "failed" == without.state:
        return without
    own = account.state == "failed" and account.message in find_constant_messages(cell.source)
    return Explanation(account.state, visible=False, message=account.message if own else "")


def find_constant_messages(source: str) -> set[str]:
    """Return what a test says by its assertions and errors in fixed words.

    No other text of it: what it hands to an answer may come back as a value that it shows.
    """
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return set()
    said = [node.msg for node in nodes if isinstance(node, ast.Assert)]
    raised = [node.exc for node in nodes if isinstance(node, ast.Raise)]
    said += [part for call in raised if isinstance(call, ast.Call) for part in call.args]
    return {
        part.value
        for part in said
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }


def explain_own_cell(result: Result, limits: Limits) -> Explanation:
    """Return how one of the student's own cells went."""
    account = Explanation("ran", describe_limits(result, limits), review=result.review)
    if result.error:
        account.state = "failed"
        account.type, account.message = result.error.type, result.error.message
        account.line = result.error.line
    elif result.reason:
        account.state, account.reason = "failed", result.reason
    return account


def explain_test(result: Result, limits: Limits) -> Explanation:
    """Return how a test went."""
    words = describe_limits(result, limits)
    if result.outcome == "passed":
        return Explanation("passed", words, compatibility=result.compatibility)
    if result.outcome == "failed":
        return Explanation(
            "failed",
            words,
            result.type,
            result.message,
            result.full,
            result.visible,
            result.line,
            result.where,
            result.reason,
            compatibility=result.compatibility,
        )
    why = result.message or "the test gave no result"
    return Explanation("review", words, review=why, compatibility=result.compatibility)
