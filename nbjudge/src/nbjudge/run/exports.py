"""Export results through nbgrader: grades for learning platforms, and feedback.

    nbgrader export --exporter=nbjudge.run.exports.CanvasExporter
    nbgrader export --exporter=nbjudge.run.exports.MoodleExporter

A place is left empty where nothing was handed in, or where a person has still
to grade something: platforms keep what they have there.

``nbgrader generate_feedback`` writes our page by a line of the course's ``nbgrader_config.py``::

    c.GenerateFeedback.exporter_class = "nbjudge.run.exports.FeedbackExporter"
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from nbconvert.exporters import Exporter
from nbgrader.api import Gradebook, Student
from nbgrader.plugins import ExportPlugin
from traitlets import Bool, Unicode, default

from nbjudge.course.gradebook import read_gradebook
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.pages.feedback import StudentText, render_feedback
from nbjudge.pages.rendering import format_number
from nbjudge.pages.summary import escape_csv_cell
from nbjudge.records import GradebookEntry
from nbjudge.run.store import Store

__all__ = ["CanvasExporter", "FeedbackExporter", "MoodleExporter"]


class PlatformExporter(ExportPlugin):
    """One row per student and one column per assignment."""

    default = ""

    def export(self, gradebook: Gradebook) -> None:
        """Write the file named by ``--to``."""
        wanted = [
            a for a in gradebook.assignments if not self.assignment or a.name in self.assignment
        ]
        students = [s for s in gradebook.students if not self.student or s.id in self.student]
        students.sort(key=lambda student: student.id)
        scores, waiting = {}, 0
        for assignment in wanted:
            for submission in gradebook.assignment_submissions(assignment.name):
                if submission.needs_manual_grade:
                    waiting += 1
                else:
                    score = max(0.0, submission.score - submission.late_submission_penalty)
                    scores[submission.student.id, assignment.name] = format_number(score)
        if waiting:
            self.log.warning("%d submissions wait for a person; their places stay empty", waiting)
        path = Path(self.to or self.default)
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            for row in self.head([(a.name, format_number(a.max_score)) for a in wanted]):
                writer.writerow(row)
            for student in students:
                grades = [scores.get((student.id, a.name), "") for a in wanted]
                writer.writerow([*map(escape_csv_cell, self.about(student)), *grades])
        self.log.info("Exported to %s", path)

    def head(self, assignments: list[tuple[str, str]]) -> list[list[str]]:
        """Return the rows above the students', from names and highest scores."""
        raise NotImplementedError

    def about(self, student: Student) -> list[str]:
        """Return the columns that say who a student is."""
        raise NotImplementedError


class CanvasExporter(PlatformExporter):
    """The columns of a Canvas gradebook; its ID is the student's ``lms_user_id`` in nbgrader."""

    default = "canvas.csv"

    def head(self, assignments: list[tuple[str, str]]) -> list[list[str]]:
        """Return the names, and the row of highest scores that Canvas expects."""
        who = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
        return [
            [*who, *(name for name, _ in assignments)],
            ["    Points Possible", "", "", "", "", *(highest for _, highest in assignments)],
        ]

    def about(self, student: Student) -> list[str]:
        """Return name, Canvas number, and nbgrader's name as the login."""
        name = ", ".join(filter(None, [student.last_name, student.first_name]))
        return [name or student.id, student.lms_user_id or "", "", student.id, ""]


class MoodleExporter(PlatformExporter):
    """A table for Moodle's grade import, where one maps ``username`` or ``email`` to the user."""

    default = "moodle.csv"

    def head(self, assignments: list[tuple[str, str]]) -> list[list[str]]:
        """Return the names of the columns."""
        return [["username", "email", *(f"{name} (of {highest})" for name, highest in assignments)]]

    def about(self, student: Student) -> list[str]:
        """Return nbgrader's name and the address."""
        return [student.id, student.email or ""]


class FeedbackExporter(Exporter):
    """nbgrader's feedback of what ``nbjudge grade`` graded: the same page, as things stand now."""

    show_hidden = Bool(False, help="Show what hidden tests say.").tag(config=True)
    book = Unicode("", help="Where the pages are that relative links of sources name.").tag(
        config=True
    )
    output_mimetype = "text/html"

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.known: dict[str, tuple[Assignment, Store, dict[str, GradebookEntry]]] = {}

    @default("file_extension")
    def _html(self) -> str:
        return ".html"

    def from_notebook_node(self, nb: Any, resources: Any = None, **kw: Any) -> tuple[Any, Any]:
        """Return the page of an autograded notebook."""
        notebook, resources = super().from_notebook_node(nb, resources, **kw)
        about = resources["nbgrader"]
        name, student = about["assignment"], about["student"]
        if name not in self.known:
            converter: Any = self.parent
            course = Course(Path(converter.coursedir.root))
            store = Store(course.grading_folder(name) / "records.jsonl")
            self.known[name] = Assignment(course, name), store, read_gradebook(course, name)
        assignment, store, booked = self.known[name]
        if student not in store.latest:
            raise GradingError(f"{student}'s {name} was not graded by `nbjudge grade {name}`")
        written = StudentText.of(notebook.cells, assignment.varied)
        made = render_feedback(
            assignment.notebooks[about["notebook"]],
            name,
            store.latest[student],
            written,
            booked.get(student, GradebookEntry()),
            self.show_hidden,
            self.book,
        )
        return made, resources
