"""The gradebook: written here alone, by one process, a transaction per submission."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Mapping
from typing import Any

from nbgrader import dbutil, utils
from nbgrader.api import (
    Base,
    Comment,
    Grade,
    Gradebook,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import SaveCells
from sqlalchemy import URL, create_engine, inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from nbjudge.course.source import Assignment
from nbjudge.errors import GradingError, one_line
from nbjudge.records import AnswerText, Record, Row

__all__ = ["AssignmentGradebook", "make_tables"]

VERSION_TABLE = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"
"""Where nbgrader's migrations look up which version a gradebook is."""


def make_tables(url: URL) -> None:
    """Make a new gradebook's tables.

    nbgrader would, and would start a program beside this Python to ask which version they are.
    """
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if inspect(connection).get_table_names():
                return
            from alembic.script import ScriptDirectory  # slow, and only a new gradebook needs it

            Base.metadata.create_all(connection)
            version = ScriptDirectory(dbutil.ALEMBIC_DIR).get_current_head()
            connection.execute(text(VERSION_TABLE))
            connection.execute(
                text("INSERT INTO alembic_version VALUES (:version)"), {"version": version}
            )
    finally:
        engine.dispose()


class AssignmentGradebook:
    """An assignment in nbgrader's gradebook.

    Entering it makes the assignment there agree with the source.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.course = assignment.course

    def __enter__(self) -> AssignmentGradebook:
        try:
            make_tables(self.course.db_url)
            self._save_source()
            self.gradebook = Gradebook(self.course.db_url, self.course.directory.course_id)
        except (SQLAlchemyError, sqlite3.Error, RuntimeError, OSError) as error:
            raise self._in_words(error) from error
        return self

    def _in_words(self, error: Exception) -> GradingError:
        """Say in words why the gradebook does not take what we write."""
        cause = str(getattr(error, "orig", None) or error)
        if "locked" in cause:
            cause = f"another program holds it ({cause}); close that and grade again"
        return GradingError(
            f"gradebook {self.course.db_url.database}: {one_line(cause)}. What is graded is kept"
        )

    def __exit__(self, *exc: object) -> None:
        self.gradebook.close()

    def _save_source(self) -> None:
        with Gradebook(self.course.db_url, self.course.directory.course_id) as gradebook:
            gradebook.update_or_create_assignment(self.assignment.name)
        for name, notebook in self.assignment.notebooks.items():
            step = SaveCells(config=self.course.config)
            step.log.setLevel(logging.ERROR)
            resources = {
                "nbgrader": {
                    "notebook": name,
                    "assignment": self.assignment.name,
                    "student": ".",
                    "db_url": self.course.db_url,
                }
            }
            step.preprocess(notebook.graded, resources)

    def write(self, record: Record) -> None:
        """Put a record into the gradebook: all of it, or nothing of it.

        A person's grade of a cell stays if the cell's text is what that person saw: that is
        the one of the record's ``previous``.
        """
        session = self.gradebook.db
        with session.no_autoflush:
            try:
                submission = self._submission(record)
                rows = {(row.notebook, row.id): row for row in record.cells if row.id}
                before = {(a.notebook, a.id): a for a in record.previous or []}
                for notebook in submission.notebooks:
                    unchanged = self._texts(rows, notebook.name) == self._texts(
                        before, notebook.name
                    )
                    for grade in notebook.grades:
                        row = rows.get((notebook.name, grade.cell.name))
                        if row is not None:
                            old = before.get((notebook.name, grade.cell.name))
                            self._grade(grade, row, old, unchanged, record.previous is None)
                    for comment in notebook.comments:
                        row = rows.get((notebook.name, comment.cell.name))
                        empty = row is not None and row.state == "empty"
                        comment.auto_comment = "No response." if empty else None
                session.commit()
            except (OperationalError, OSError) as error:  # locked, read-only, the disk is full
                session.rollback()
                raise self._in_words(error) from error
            except BaseException:
                session.rollback()
                raise

    def _texts(
        self, rows: Mapping[tuple[str, str], Row | AnswerText], notebook: str
    ) -> list[tuple[str, str]]:
        return sorted(
            (name, row.text)
            for (where, name), row in rows.items()
            if where == notebook and row.text
        )

    def _submission(self, record: Record) -> SubmittedAssignment:
        """Find or make the submission with a row for every cell, uncommitted."""
        gradebook, session = self.gradebook, self.gradebook.db
        try:
            student = gradebook.find_student(record.student)
        except MissingEntry:
            student = Student(id=record.student)  # gradebook.add_student commits
            session.add(student)
        assignment = gradebook.find_assignment(self.assignment.name)
        try:
            submission = gradebook.find_submission(assignment.name, student.id)
        except MissingEntry:
            submission = SubmittedAssignment(assignment=assignment, student=student)
            session.add(submission)
        if record.timestamp:
            try:
                submission.timestamp = utils.parse_utc(record.timestamp)
            except (ValueError, OverflowError, TypeError):
                submission.timestamp = None
        have = {notebook.notebook.name: notebook for notebook in submission.notebooks}
        for notebook in assignment.notebooks:
            mine = have.get(notebook.name)
            if mine is None:
                mine = SubmittedNotebook(notebook=notebook, assignment=submission)
                session.add(mine)
            grades = {grade.cell_id for grade in mine.grades}
            comments = {comment.cell_id for comment in mine.comments}
            for cell in [*notebook.grade_cells, *notebook.task_cells]:
                if cell.id not in grades:
                    session.add(Grade(cell=cell, notebook=mine))
            for cell in [*notebook.solution_cells, *notebook.task_cells]:
                if cell.id not in comments:
                    session.add(Comment(cell=cell, notebook=mine))
        session.flush()
        return submission

    def _grade(
        self, grade: Grade, row: Row, old: AnswerText | None, unchanged: bool, unknown: bool
    ) -> None:
        by_hand = grade.manual_score is not None
        # a task or test cell has no text of its own: the whole notebook's counts
        same = old is not None and (old.text == row.text if row.text is not None else unchanged)
        grade.auto_score = row.points
        if by_hand and (same or unknown):
            grade.needs_manual_grade = grade.needs_manual_grade and not same
            return
        if by_hand:
            grade.manual_score = None
            grade.extra_credit = None
        grade.needs_manual_grade = row.manual

    def rows(self) -> list[dict[str, Any]]:
        """List every grade of the assignment, for comparison."""
        found = []
        for submission in self.gradebook.assignment_submissions(self.assignment.name):
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    found.append(
                        {
                            "student": submission.student.id,
                            "notebook": notebook.name,
                            "cell": grade.cell.name,
                            "auto_score": grade.auto_score,
                            "manual_score": grade.manual_score,
                            "needs_manual_grade": grade.needs_manual_grade,
                        }
                    )
        return sorted(found, key=lambda row: (row["student"], row["notebook"], row["cell"]))
