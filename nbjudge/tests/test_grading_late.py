"""Due dates, as nbgrader keeps them: who is late, what it costs, where it is shown."""

import csv
import io
from datetime import datetime, timedelta

import pytest
from nbgrader.api import Gradebook

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.course.gradebook import AssignmentGradebook, prepare_tables
from nbjudge.course.source import Assignment, Course
from nbjudge.run.run import ALL_GRADED, Options, grade_assignment

DUE = datetime(2026, 5, 4, 12)
OWN_RULE = """
from nbgrader.plugins import BasePlugin

class Half(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score / 2
"""
TASKS = {"alike": ("def f(x): return x", "assert f(3) == 3")}
HANDED_IN = {  # (timestamp.txt, extension in hours)
    "early": ("2026-05-04 11:59:59 UTC", None),
    "abroad": ("2026-05-04 13:30:00 Europe/Berlin", None),
    "late": ("2026-05-04 14:30:00 UTC", None),
    "excused": ("2026-05-04 14:30:00 UTC", 3),
    "too-late": ("2026-05-06 15:00:00 UTC", 3),
    "unknown": (None, None),
    "odd": ("yesterday, I think", None),
}


@pytest.fixture
def course(tmp_path):
    require_isolation("bwrap")
    answers = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, (a, _) in TASKS.items()}
    right = assignment.as_bytes(assignment.ordinary(TASKS, {"alike": TASKS["alike"][0]}))
    files = {}
    for student, (when, _) in HANDED_IN.items():
        files[student] = {"corpus.ipynb": right}
        if when:
            files[student]["timestamp.txt"] = when.encode()
    return assignment.write_course(tmp_path, files, assignment.ordinary(TASKS, answers))


def gradebook(course):
    place = Course(course)
    prepare_tables(place.db_url)
    return Gradebook(place.db_url, "c")


def graded(course):
    out = io.StringIO()
    assert grade_assignment(course, "corpus", Options(jobs=1), out) == ALL_GRADED
    table = (course / ".grading/corpus/summary.csv").read_text()
    hours = {row["student"]: row["hours_late"] for row in csv.DictReader(io.StringIO(table))}
    return out.getvalue(), hours


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")
def test_who_is_late_is_told_and_costs_what_nbgraders_settings_say(course):
    with gradebook(course) as book:
        book.update_or_create_assignment("corpus", duedate=DUE)
        for student, (_, extension) in HANDED_IN.items():
            if extension:
                book.add_student(student)
                granted = timedelta(hours=extension)
                book.update_or_create_submission("corpus", student, extension=granted)
    said, hours = graded(course)
    late = {"late": "2.5", "too-late": "48"}
    assert hours == dict.fromkeys(HANDED_IN, "0") | late
    assert "late      1 of 1, 2 hours late  graded" in said
    assert "too-late  1 of 1, 2 days late  graded" in said
    assert said.count(" late  graded") == 2
    for student in HANDED_IN:
        page = (course / f"feedback/{student}/corpus/corpus.html").read_text()
        assert (" late</p>" in page) == (student in late), student
    page = (course / "feedback/late/corpus/corpus.html").read_text()
    assert "2 hours late" in page
    assert taken(course) == {"late": 0, "too-late": 0}  # nbgrader takes nothing off by default

    settings = course / "nbgrader_config.py"
    settings.write_text(settings.read_text() + "c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    grade_assignment(course, "corpus", Options(jobs=1, fresh=True, student="late"), io.StringIO())
    page = (course / "feedback/late/corpus/corpus.html").read_text()
    assert "<strong>0 of 1 points</strong>, 1 taken for lateness" in page
    assert taken(course) == {"late": 1, "too-late": 1}

    settings.write_text(settings.read_text() + "c.AssignLatePenalties.plugin_class = 'mine.Half'\n")
    (course / "mine.py").write_text(OWN_RULE)
    with gradebook(course) as book:  # the due date moves
        book.update_or_create_assignment("corpus", duedate=DUE + timedelta(hours=3))
    said, hours = graded(course)
    assert hours == dict.fromkeys(HANDED_IN, "0") | {"too-late": "45"}
    assert said.count(" late  graded") == 1
    assert taken(course) == {"too-late": 0.5, "late": 0}

    (course / "submitted/unknown/corpus/timestamp.txt").write_text("2026-05-05 15:00:00 UTC")
    said, hours = graded(course)  # a time that comes later, with the same work
    assert hours["unknown"] == "24"
    page = (course / "feedback/unknown/corpus/corpus.html").read_text()
    assert "1 day late" in page
    assert "0.5 taken for lateness" in page


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")
def test_what_is_said_of_lateness_is_what_the_gradebook_holds_whenever_that_changes(course):
    """A due date is set, moved and taken away, and nobody hands in again."""
    settings = course / "nbgrader_config.py"
    settings.write_text(settings.read_text() + "c.LateSubmissionPlugin.penalty_method = 'zero'\n")
    said, _ = graded(course)
    assert "late      1 of 1  graded" in said
    pages = {s: course / f"feedback/{s}/corpus/corpus.html" for s in HANDED_IN}
    written = {student: page.stat().st_mtime_ns for student, page in pages.items()}
    for due, line, first in [
        (DUE, "0 of 1, 1 taken for lateness, 2 hours late", "<strong>0 of 1 points</strong>"),
        (DUE + timedelta(hours=3), "1 of 1", "<strong>1 of 1 points</strong>"),
        (DUE + timedelta(hours=2), "0 of 1, 1 taken for lateness, 30 minutes late", "<strong>0 of"),
        (None, "1 of 1", "<strong>1 of 1 points</strong>"),
    ]:
        with gradebook(course) as book:
            book.update_or_create_assignment("corpus", duedate=due)
        said, _ = graded(course)
        assert f"late      {line}  graded" in said
        page = pages["late"].read_text()
        assert first in page
        assert ("taken for lateness" in page) == ("taken" in line)
        assert (" late</p>" in page) == (" late" in line)
        assert pages["early"].stat().st_mtime_ns == written["early"]  # whom it does not concern
    with gradebook(course) as book:
        book.update_or_create_assignment("corpus", duedate=DUE)
    grade_assignment(course, "corpus", Options(jobs=1, student="early"), io.StringIO())
    assert "2 hours late" in pages["late"].read_text()  # as it is taken off for all


def taken(course):
    """Points taken off, of those who have, or had, lost any."""
    with gradebook(course) as book:
        handed_in = {s.student.id: s for s in book.assignment_submissions("corpus")}
        found = {name: s.late_submission_penalty or 0 for name, s in handed_in.items()}
    assert {name for name, points in found.items() if points} <= {"late", "too-late"}
    return {name: found[name] for name in ("late", "too-late")}


@pytest.mark.filterwarnings("ignore:Object of type <Submitted")
def test_an_extension_of_no_due_date_is_late_for_nobody(course):
    with AssignmentGradebook(Assignment(Course(course), "corpus")) as book:
        book.gradebook.add_student("late")
        about = {"timestamp": DUE, "extension": timedelta(hours=1)}
        book.gradebook.update_or_create_submission("corpus", "late", **about)
        book.take_off_for_lateness()
        assert book.read_entries()["late"].late == 0
