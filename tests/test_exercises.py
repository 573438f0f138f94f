"""The assignments through nbgrader itself: made, handed in, graded, fed back."""

import shutil
import sys
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "exercises"))

import course as course_commands  # noqa: E402

ASSIGNMENTS = course_commands.assignments(ROOT / "exercises")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A copy of the course, with every sample submission graded."""
    course = tmp_path_factory.mktemp("course")
    for name in ("source", "answers"):
        shutil.copytree(
            ROOT / "exercises" / name, course / name, ignore=shutil.ignore_patterns("*.ipynb")
        )
    shutil.copy(ROOT / "exercises" / "nbgrader_config.py", course)
    for assignment in ASSIGNMENTS:
        course_commands.grade(course, assignment)
    return course


def hidden_lines(assignment):
    """Lines of solutions and hidden tests that must never be published."""
    lines, hidden = set(), False
    for text in (ROOT / "exercises" / "source" / assignment).glob("*.md"):
        notebook = jupytext.read(text)
        shown = set()
        for cell in notebook.cells:
            for line in cell.source.splitlines():
                if line.strip().startswith(("### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS")):
                    hidden = True
                elif line.strip().startswith(("### END SOLUTION", "### END HIDDEN TESTS")):
                    hidden = False
                elif len(line.strip()) > 8:
                    (lines if hidden else shown).add(line.strip())
        lines -= shown
    assert lines
    return lines


# What half.py and the full solution are worth, of how many points. What is missing
# from the solution's score is graded by hand.
SCORES = {
    "adaboost": (6, 27, 32),
    "adaboost_derivation": (6, 24, 40),
    "bagging": (6, 25, 31),
    "committees": (7, 26, 31),
    "gradient_boosting": (7, 30, 35),
    "random_forests": (6, 29, 34),
    "xgboost": (7, 30, 35),
}


@pytest.mark.parametrize("assignment", SCORES)
def test_scores_are_exact(course, assignment):
    half, perfect, highest = SCORES[assignment]
    assert sorted(course_commands.scores(course, assignment)) == [
        ("sample-empty", 0, highest, False),
        ("sample-half", half, highest, True),
        ("sample-perfect", perfect, highest, True),
    ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_students_get_holds_no_solution(course, assignment):
    published = list(course.glob(f"release/{assignment}/*"))
    assert {path.suffix for path in published} == {".ipynb"}
    for path in published:
        text = "\n".join(cell.source for cell in jupytext.read(path).cells)
        assert not [line for line in hidden_lines(assignment) if line in text]
        assert "NotImplementedError" in text


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_feedback_is_written_for_everyone(course, assignment):
    for student in ("sample-perfect", "sample-half", "sample-empty"):
        assert list(course.glob(f"feedback/{student}/{assignment}/*.html"))


def test_feedback_names_the_mistake(course):
    half = next(course.glob("feedback/sample-half/bagging/*.html")).read_text()
    assert "Products of a member with itself do not count" in half


def test_a_stub_says_that_it_is_still_to_do(course):
    empty = next(course.glob("feedback/sample-empty/bagging/*.html")).read_text()
    assert "this task is still to do: write your answer here" in empty


def test_an_unknown_assignment_is_named(capsys):
    with pytest.raises(SystemExit):
        course_commands.main(["release", "baging"])
    assert "ASSIGNMENT='baging' is not in the course; there are: " in capsys.readouterr().err


def test_answers_to_unknown_tasks_are_named(course, tmp_path):
    answers = tmp_path / "answers.py"
    answers.write_text("# %% no-such-task\npass\n")
    released = jupytext.read(course / "release" / "bagging" / "bagging.ipynb")
    with pytest.raises(ValueError, match=r"answers \['no-such-task'\]; the tasks are"):
        course_commands.answered(released, answers)
