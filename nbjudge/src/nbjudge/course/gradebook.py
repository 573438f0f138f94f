"""The gradebook: written here alone, by one process, a transaction per submission."""

from __future__ import annotations

import functools
import json
import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from nbgrader import api, dbutil, utils
from nbgrader.api import (
    Base,
    BaseCell,
    Comment,
    Grade,
    Gradebook,
    InvalidEntry,
    MissingEntry,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
)
from nbgrader.preprocessors import AssignLatePenalties, SaveCells
from sqlalchemy import URL, create_engine, false, inspect, select, text, update
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError, one_line
from nbjudge.records import AnswerText, GradebookCell, GradebookEntry, Row, SubmissionRecord

__all__ = ["AssignmentGradebook", "prepare_tables", "read_gradebook", "read_students"]

T = TypeVar("T")

VERSION_TABLE = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"
"""Where nbgrader's migrations look up which version a gradebook is."""


def prepare_tables(url: URL) -> None:
    """Make a new gradebook's tables; of one that is there, see that it can be written.

    nbgrader would, and would start a program beside this Python to ask which version they are.
    """
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            if inspect(connection).get_table_names():
                # nbgrader would say in many lines of SQL that nothing can be written
                connection.execute(update(api.Course).where(false()).values(id=api.Course.id))
                return
            from alembic.script import ScriptDirectory  # slow, and only a new gradebook needs it

            Base.metadata.create_all(connection)
            version = ScriptDirectory(dbutil.ALEMBIC_DIR).get_current_head()
            connection.execute(text(VERSION_TABLE))
            connection.execute(
                text("INSERT INTO alembic_version VALUES (:version)"), {"version": version}
            )
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise describe_refusal(url, error) from error
    finally:
        engine.dispose()


def describe_refusal(url: URL, error: BaseException) -> GradingError:
    """Return why a gradebook does not take what we write."""
    if isinstance(error, InvalidEntry) and error.__context__ is not None:
        error = error.__context__  # of which nbgrader has made it
    cause = str(getattr(error, "orig", None) or error)
    if "locked" in cause:
        cause = f"another program holds it ({cause}); close that and grade again"
    return GradingError(f"gradebook {url.database}: {one_line(cause)}. What is graded is kept")


def read_entries(session: Any, assignment: str, *students: str) -> dict[str, GradebookEntry]:
    """Return what the gradebook holds of an assignment, by student; of some alone, if named."""
    wanted = [api.Assignment.name == assignment]
    if students:
        wanted.append(SubmittedAssignment.student_id.in_(students))

    def rows(*columns: Any, of: Any = None) -> Any:
        """List columns of each submitted notebook, or of each grade or comment in it."""
        query = (
            select(SubmittedAssignment.student_id, api.Notebook.name, *columns)
            .join(api.Assignment, SubmittedAssignment.assignment_id == api.Assignment.id)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .join(api.Notebook, SubmittedNotebook.notebook_id == api.Notebook.id)
        )
        if of is not None:
            query = query.join(of, of.notebook_id == SubmittedNotebook.id)
            query = query.join(BaseCell, of.cell_id == BaseCell.id)
        return session.execute(query.where(*wanted))

    found: dict[str, GradebookEntry] = {}
    dates = SubmittedAssignment.timestamp, SubmittedAssignment.extension, api.Assignment.duedate
    sheet = SubmittedNotebook.id, SubmittedNotebook.late_submission_penalty
    for name, notebook, came, extension, due, number, penalty in rows(*dates, *sheet):
        about = found.setdefault(name, GradebookEntry())
        about.sheets[notebook] = number
        about.penalties[notebook] = penalty or 0.0
        if came is not None and due is not None:
            due = due if extension is None else due + extension
            about.late = max(0.0, (came - due).total_seconds())
    given = Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.needs_manual_grade
    for name, notebook, cell, auto, by_hand, extra, waits in rows(BaseCell.name, *given, of=Grade):
        points = auto if by_hand is None else by_hand
        if extra is not None:
            points = (points or 0.0) + extra
        mark = GradebookCell(points, by_hand is not None, bool(waits))
        found[name].marks[notebook, cell] = mark
    for name, notebook, cell, words in rows(BaseCell.name, Comment.manual_comment, of=Comment):
        if words:
            found[name].marks.setdefault((notebook, cell), GradebookCell()).comment = words
    return found


def read_gradebook(course: Course, assignment: str) -> dict[str, GradebookEntry]:
    """Return what the gradebook holds of an assignment, by student, and change nothing in it."""
    return query_gradebook(course, lambda session: read_entries(session, assignment)) or {}


def read_students(course: Course) -> list[str]:
    """List the students in the gradebook, as `nbgrader db student list` does."""
    return query_gradebook(course, lambda session: list(session.scalars(select(Student.id)))) or []


def query_gradebook(course: Course, read: Callable[[Session], T]) -> T | None:
    """Read in the gradebook, and change nothing in it; None if there is none."""
    path = course.db_url.database
    if course.db_url.get_backend_name() == "sqlite" and path and not os.path.exists(path):
        return None  # to look would make it
    engine = create_engine(course.db_url)
    try:
        with Session(engine) as session:
            return read(session)
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = one_line(getattr(error, "orig", None) or error)
        raise GradingError(f"gradebook {course.db_url.database}: {cause}") from error
    finally:
        engine.dispose()


def read_time(words: str) -> datetime | None:
    """Read a time as the exchange, or a person, wrote it; none that can be read is None."""
    try:
        return utils.parse_utc(words)
    except (ValueError, OverflowError, TypeError):
        return None


def record_time(submission: SubmittedAssignment, timestamp: str | None) -> bool:
    """Enter a time as the exchange, or a person, wrote it, if there is one; whether it is new."""
    if not timestamp:
        return False
    before = submission.timestamp
    submission.timestamp = read_time(timestamp)
    return bool(submission.timestamp != before)


class AssignmentGradebook:
    """An assignment in nbgrader's gradebook.

    Entering it makes the assignment there agree with the source.
    """

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.course = assignment.course

    def __enter__(self) -> AssignmentGradebook:
        try:
            prepare_tables(self.course.db_url)
            self._save_source()
            self.gradebook = Gradebook(self.course.db_url, self.course.directory.course_id)
        except (SQLAlchemyError, sqlite3.Error, InvalidEntry, RuntimeError, OSError) as error:
            raise describe_refusal(self.course.db_url, error) from error
        return self

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
        if self.assignment.varied:
            self._keep_nbgrader_away()

    def _keep_nbgrader_away(self) -> None:
        """Make `nbgrader autograde` refuse, which would grade everybody by the source's values.

        The kernel that it starts is the one that stands here; of one that it does not find it
        says the name, and enters nothing.
        """
        name = self.assignment.name
        words = f"nbjudge: each student has other values: grade it by `nbjudge grade {name}`"
        with Gradebook(self.course.db_url, self.course.directory.course_id) as gradebook:
            for notebook in gradebook.find_assignment(name).notebooks:
                notebook.kernelspec = json.dumps({"name": words, "display_name": words})
            gradebook.db.commit()

    def write(self, *records: SubmissionRecord) -> None:
        """Write records to the gradebook: all of them, or nothing of any.

        A person's grade of a cell stays if the cell's text is what that person saw: that is
        the one of the record's ``previous``.
        """
        session = self.gradebook.db
        with session.no_autoflush:
            try:
                for record in records:
                    self._enter(record)
                session.commit()
            except (OperationalError, OSError) as error:  # locked, read-only, the disk is full
                session.rollback()
                raise describe_refusal(self.course.db_url, error) from error
            except BaseException:
                session.rollback()
                raise

    def _enter(self, record: SubmissionRecord) -> None:
        """Add a record to the session."""
        submission = self._submission(record)
        rows = {(row.notebook, row.id): row for row in record.cells if row.id}
        before = {(a.notebook, a.id): a for a in record.previous or []}
        for notebook in submission.notebooks:
            unchanged = self._texts(rows, notebook.name) == self._texts(before, notebook.name)
            for grade in notebook.grades:
                row = rows.get((notebook.name, grade.cell.name))
                if row is not None:
                    old = before.get((notebook.name, grade.cell.name))
                    self._grade(grade, row, old, unchanged, record.previous is None)
            for comment in notebook.comments:
                row = rows.get((notebook.name, comment.cell.name))
                empty = row is not None and row.state == "empty"
                comment.auto_comment = "No response." if empty else None
        self._take_off(submission)

    def _texts(
        self, rows: Mapping[tuple[str, str], Row | AnswerText], notebook: str
    ) -> list[tuple[str, str]]:
        return sorted(
            (name, row.text)
            for (where, name), row in rows.items()
            if where == notebook and row.text
        )

    def _submission(self, record: SubmissionRecord) -> SubmittedAssignment:
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
        record_time(submission, record.timestamp)
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

    def note_time(self, record: SubmissionRecord) -> bool:
        """Note when work that is in the gradebook was handed in; return whether that is new."""
        try:
            submission = self.gradebook.find_submission(self.assignment.name, record.student)
        except MissingEntry:  # somebody has begun the gradebook anew
            return False
        if not record_time(submission, record.timestamp):
            return False
        self._take_off(submission)
        self.gradebook.db.commit()
        return True

    def take_off_for_lateness(self) -> None:
        """Do for all what `write` does for one: a due date, or points by hand, may have changed."""
        for submission in self.gradebook.assignment_submissions(self.assignment.name):
            self._take_off(submission)
        self.gradebook.db.commit()

    @functools.cached_property
    def _late_rule(self) -> Any:
        """What nbgrader's settings name as the rule for late work; the course may bring its own."""
        sys.path.append(str(self.course.root))  # where nbgrader's commands find that, too
        rule = AssignLatePenalties(config=self.course.config)
        try:
            rule.init_plugin()
        except Exception as error:
            raise GradingError(f"AssignLatePenalties.plugin_class: {one_line(error)}") from error
        return rule.plugin_inst

    def _take_off(self, submission: SubmittedAssignment) -> None:
        """Enter what nbgrader's settings take off for lateness, as its own autograding does."""
        due = submission.assignment.duedate  # without one, nbgrader cannot add an extension to it
        late = submission.total_seconds_late if due else 0.0
        if late:
            self.gradebook.db.flush()  # the database sums up the points
        for notebook in submission.notebooks:
            taken = None
            if late:
                student, score = submission.student.id, notebook.score
                taken = self._late_rule.late_submission_penalty(student, score, late)
            notebook.late_submission_penalty = (
                None if taken is None else min(max(0.0, taken), notebook.score)
            )

    def read_entries(self, *students: str) -> dict[str, GradebookEntry]:
        """Return what is in it of the assignment, by student; of some alone, if named."""
        return read_entries(self.gradebook.db, self.assignment.name, *students)

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
