"""Write the summary of what is graded, from the store and the gradebook as it is now."""

from __future__ import annotations

from pathlib import Path

from nbjudge.course import format_command
from nbjudge.course.gradebook import read_gradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.pages.rendering import write_text
from nbjudge.pages.summary import Summary, find_changes, render_csv
from nbjudge.points.verdict import merge_gradebook
from nbjudge.records import GradebookEntry, SubmissionRecord
from nbjudge.run.store import Store

__all__ = ["merge_entry", "update_summary", "write_summary"]


def merge_entry(
    store: Store, record: SubmissionRecord, booked: dict[str, GradebookEntry]
) -> SubmissionRecord:
    """Return a record as it stands in the gradebook; as it was graded, if it is not there."""
    about = booked.get(record.student)
    return merge_gradebook(record, about) if about and store.is_entered(record.student) else record


def write_summary(assignment: Assignment, store: Store, booked: dict[str, GradebookEntry]) -> Path:
    """Write the summary of all who are graded, as a page and as CSV; return where the page is."""
    folder = assignment.course.grading_folder(assignment.name)
    records = [merge_entry(store, record, booked) for record in store.latest.values()]
    changed = [
        c for name, old in store.before.items() for c in find_changes(old, store.latest[name])
    ]
    _, misplaced = assignment.course.list_submitters(assignment.name, "*")
    write_text(folder / "summary.csv", render_csv(records, booked, misplaced))
    path = folder / "summary.html"
    write_text(path, Summary(assignment, records, changed, booked, folder, misplaced).page())
    return path


def update_summary(course: Course, name: str) -> tuple[Assignment, Path, dict[str, GradebookEntry]]:
    """Write the summary anew; return of what, where it is, and what the gradebook holds."""
    assignment = Assignment(course, name)
    path = course.grading_folder(name) / "records.jsonl"
    if not path.exists():
        how = format_command(f"grade {name}", course.root)
        raise GradingError(f"ASSIGNMENT {name!r}: nothing of it is graded; {how} does it")
    booked = read_gradebook(course, name)
    return assignment, write_summary(assignment, Store(path), booked), booked
