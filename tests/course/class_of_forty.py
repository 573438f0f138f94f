"""A class of forty for the set on bagging: right, half, wrong as people are, late, and hostile."""

import datetime
import re
import shutil
from pathlib import Path

import nbformat

from nbjudge.authoring.answer_file import read_answers
from nbjudge.authoring.release import fill_answers, release
from nbjudge.course.gradebook import AssignmentGradebook
from nbjudge.course.source import Assignment, Course

ROOT = Path(__file__).parents[2]
SET = "bagging"
DUE = datetime.datetime(2026, 11, 20, 12, 0)
NAMES = ["ann", "bob", "cyd", "dan", "eva", "fay", "gus", "hal", "ida", "jan", "kim", "leo", "mia"]
MISTAKES = {  # {a known wrong answer: how many give it}
    "wrong-error-pairs_with_itself": 6,
    "wrong-bootstrap-without_replacement": 4,
    "wrong-oob-all_members": 4,
    "wrong-floor-bias_not_squared": 3,
    "wrong-bag-rows_torn_apart": 3,
}
DRAWN = [["abc", "bcd", "eda"], ["ade", "bce", "acd"], ["abd", "cde", "bde"]]
"""One mistake, in other letters each time."""
SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>\u202e"
HOSTILE = {
    "error-answer": "def committee_errors(errors):\n"
    f"    raise ValueError('{SCRIPT}' + chr(27) + '[31m')  # {SCRIPT}\n",
    "average-answer": f"def committee_prediction(predictions):\n    return '{'long' * 2000}'\n",
    "bag-answer": "import os\ndef bagged_prediction(*given):\n    os._exit(0)\n",
    "floor-answer": "def committee_mse(*given):\n    while True: pass\n",
    "why-answer": f"{SCRIPT}\n\n[x](javascript:alert(1)) ![x](https://example.org/p.png)\n# Task 9",
}
WORDS = "Members that learn from the same rows are the same: if m<n, nothing is gained by more."
NO_NOTEBOOK = "zoë <b>"
"""A student's name, as a folder may have it."""


class Course40:
    """The course, and who handed in what.

    Attributes
    ----------
    root : Path
    groups : dict of str to list of str
        Students by what they handed in.
    """

    def __init__(self, folder):
        self.root = folder
        shutil.copytree(
            ROOT / "exercises/source" / SET,
            folder / "source" / SET,
            ignore=shutil.ignore_patterns("*.ipynb"),
        )
        shutil.copy(ROOT / "exercises/nbgrader_config.py", folder)
        release(folder, SET)
        self.assignment = Assignment(Course(folder), SET)
        (book,) = self.assignment.notebooks.values()
        marks = re.compile(r"^ *### (BEGIN|END) SOLUTION\n?", re.MULTILINE)
        self.solution = {
            cell.id: marks.sub("", cell.solution) for cell in book.cells if cell.kind == "student"
        } | {"why-answer": WORDS}
        self.groups = {}
        answers = read_answers(Course(ROOT / "exercises"), SET)
        rights = [answer for answer in answers if answer.kind == "right"]
        for number in range(8):
            right = rights[number % len(rights)]
            self.hand_in("right", self.solution | {right.grade_id: right.source})
        for _ in range(6):
            self.hand_in("half", {a.grade_id: a.source for a in answers if a.kind == "half"})
        for name, count in MISTAKES.items():
            (wrong,) = (answer for answer in answers if answer.label == name)
            for _ in range(count):
                self.hand_in(name, self.solution | {wrong.grade_id: wrong.source})
        for samples in DRAWN:
            text = f"def three_samples():\n    return {samples!r}\n"
            self.hand_in("drawn", self.solution | {"samples-answer": text})
        self.hand_in("hostile", self.solution | HOSTILE)
        self.hand_in("nothing", {})
        place = self.hand_in("broken", self.solution, NO_NOTEBOOK)
        place.write_bytes(place.read_bytes()[:900])
        with AssignmentGradebook(self.assignment) as gradebook:
            gradebook.gradebook.update_or_create_assignment(SET, duedate=DUE)
        for days, student in enumerate(self.groups["right"][-3:], 1):
            when = DUE + datetime.timedelta(days=days, hours=3)
            path = folder / "submitted" / student / SET / "timestamp.txt"
            path.write_text(f"{when} UTC\n")

    @property
    def students(self):
        return [name for names in self.groups.values() for name in names]

    def hand_in(self, group, answers, student=None):
        """Hand in as the next student, or again as one; return the path."""
        number = len(self.students)
        known = student in self.students
        student = student or f"{NAMES[number % len(NAMES)]}{number:02}"
        if not known:
            self.groups.setdefault(group, []).append(student)
        book = fill_answers(nbformat.read(self.root / f"release/{SET}/{SET}.ipynb", 4), answers)
        path = self.root / "submitted" / student / SET / f"{SET}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(book, path)
        return path
