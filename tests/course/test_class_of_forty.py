"""A class of forty for the set on bagging, from what is handed in to feedback and CSV."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook

from class_of_forty import MISTAKES, SET, Course40
from nbjudge.__main__ import main
from nbjudge.isolation.sandbox import probe
from nbjudge.run.run import NEEDS_REVIEW, Options, grade_assignment

pytestmark = pytest.mark.trial


@pytest.fixture(scope="module")
def forty(tmp_path_factory):
    if probe("bwrap"):
        pytest.skip(f"needs bubblewrap: {probe('bwrap')}")
    return Course40(tmp_path_factory.mktemp("forty"))


def grade(course):
    with (course.root / "log.txt").open("w") as log:
        found = grade_assignment(
            course.root, SET, Options(isolation="bwrap", limits=("cell_seconds=5",)), log
        )
    return found, (course.root / "log.txt").read_text()


def summary(course):
    page = (course.root / f".grading/{SET}/summary.html").read_text()
    parts = re.split("<h2>(.*)</h2>", page)
    return dict(zip(parts[1::2], parts[2::2], strict=True)), page


def acts(page):
    """List what of a page acts or loads; nbjudge's own tests try to get such things in."""
    found = BeautifulSoup(page, "html.parser")
    loads = found.select("script, img, svg, iframe, object, link, form, [srcdoc]")
    return loads + found.find_all(lambda tag: any(name.startswith("on") for name in tag.attrs))


def by_hand(course):
    """Return points to all that waits, as Formgrader does."""
    with Gradebook(f"sqlite:///{course.root / 'gradebook.db'}") as book:
        for submission in book.assignment_submissions(SET):
            for notebook in submission.notebooks:
                for grade in notebook.grades:
                    if grade.needs_manual_grade:
                        grade.manual_score, grade.needs_manual_grade = 1.0, False
        book.find_comment("why-answer", SET, SET, course.groups["half"][0]).manual_comment = "Why?"
        book.db.commit()


def test_from_submitted_to_feedback_and_csv_and_once_more(forty):
    assert len(forty.students) == 40
    status, _ = grade(forty)
    assert status == NEEDS_REVIEW
    parts, page = summary(forty)
    assert acts(page) == []
    groups = re.findall(r"<b>(\d+) students?</b> · ([^<]*)", parts["The same mistake"])
    wanted = sorted(MISTAKES.values(), reverse=True)
    wanted[0] += len(forty.groups["half"])  # half an answer makes that mistake too
    several = [int(count) for count, _ in groups if int(count) > 1]
    assert several == [*wanted, len(forty.groups["drawn"])]
    assert groups[0][1] == "Task 4: the error of an ensemble"
    assert "(hidden test):</span> bagging.expansion" in parts["The same mistake"]
    assert "<b>38</b> to be graded by hand" in parts["Who needs a person"]
    assert "not JSON" in parts["Who needs a person"]
    assert "why-answer" not in parts["Tasks, the hardest first"]
    assert len(re.findall(r"\d days?</td>", parts["Late"])) == 3
    assert "What grading again has changed" not in parts
    for student in forty.students:
        told = (forty.root / "feedback" / student / SET / f"{SET}.html").read_text()
        assert acts(told) == []
        assert student in told or student == forty.groups["broken"][0]
    (right,) = {
        re.search(r"<strong>(.*)</strong>", feedback(forty, student))[1]
        for student in forty.groups["right"]
    }
    assert right == "25 of 31 points"
    assert "<mark>2      raise ValueError" in feedback(forty, forty.groups["hostile"][0])
    handed_in_again_and_graded_by_hand(forty)


def feedback(course, student):
    return (course.root / "feedback" / student / SET / f"{SET}.html").read_text()


def handed_in_again_and_graded_by_hand(forty):
    """Go on with a class that has been graded once."""
    by_hand(forty)
    assert main(["summary", SET, "--course", str(forty.root)]) == 0
    parts, page = summary(forty)
    assert parts["Who needs a person"].strip() == "<p>Nobody.</p>"
    assert "to be graded by hand" not in page
    assert "why-answer" in parts["Tasks, the hardest first"]
    again = forty.groups["wrong-oob-all_members"][:2]
    for student in again:
        forty.hand_in("", forty.solution, student)
    status, log = grade(forty)
    assert status == 0
    changed = log.partition("grading again has changed:\n")[2].partition("Summary:")[0]
    assert changed.splitlines() == [
        f"  {student} {SET}/{cell}: 0 → {points}  (another answer)"
        for student in sorted(again)
        for cell, points in (("oob-check", 2), ("oob-hidden", 3))
    ]
    assert summary(forty)[0]["What grading again has changed"].count("→") == 4
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", SET, "--force"]
    done = subprocess.run(command, cwd=forty.root, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    half = feedback(forty, forty.groups["half"][0])
    assert "Why?" in half
    assert "7 of 31 points" in half
    assert "wait" not in half
    with (forty.root / f".grading/{SET}/summary.csv").open() as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert len(rows) == 40
    assert {row["waiting_for_a_person"] for row in rows.values()} == {"0"}
    assert rows[forty.groups["half"][0]]["score"] == "7"
