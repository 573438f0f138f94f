"""The assignments from source to grades: released, handed in, graded, fed back, exported."""

import csv
import shutil
import subprocess
import sys

import jupytext
import pytest
from nbgrader.api import Gradebook

from nbjudge.__main__ import main
from nbjudge.authoring.agreement import compare_notebook, list_notebooks
from nbjudge.authoring.release import (
    collect_secret_lines,
    fill_answers,
    find_leaks,
    release,
    submit_samples,
)
from nbjudge.course.source import Course
from nbjudge.errors import GradingError
from nbjudge.run.exports import CanvasExporter, MoodleExporter
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment
from problem_sets import EACH, EXERCISES, NAMES, QUICK


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the course, with what has been released of it as it is now."""
    course = tmp_path_factory.mktemp("course")
    for name in ("source", "answers"):
        shutil.copytree(EXERCISES / name, course / name, ignore=shutil.ignore_patterns("*.ipynb"))
    shutil.copy(EXERCISES / "nbgrader_config.py", course)
    for name in NAMES:
        sources = [*(EXERCISES / "source" / name).rglob("*"), *EXERCISES.glob(f"answers/{name}.*")]
        newest = max(p.stat().st_mtime for p in sources if p.suffix in (".md", ".py", ".answers"))
        released = EXERCISES / "release" / name / f"{name}.ipynb"
        if released.is_file() and released.stat().st_mtime > newest:
            shutil.copytree(released.parent, course / "release" / name)
            shutil.copy(EXERCISES / "source" / name / released.name, course / "source" / name)
    return course


def graded(course, assignment):
    """Grade the sample submissions of a set, unless it is done."""
    if not (course / "feedback" / "sample-perfect" / assignment).exists():
        assert submit_samples(course, assignment)
        # one job: three submissions are sooner graded than packages imported for another
        assert grade_assignment(course, assignment, Options(jobs=1)) in (ALL_GRADED, NEEDS_REVIEW)


@pytest.fixture(scope="module", params=EACH)
def assignment(request, copy):
    """Each set, with its sample submissions graded."""
    graded(copy, request.param)
    return request.param


@pytest.fixture(scope="module")
def course(copy):
    """The course, with the sample submissions of the quick set graded."""
    graded(copy, QUICK)
    return copy


# What half the answers and the full solution are worth, of how many points. What is missing
# from the solution's score is graded by hand.
SCORES = {
    "adaboost": (6, 27, 32),
    "adaboost_derivation": (6, 32, 44),
    "bagging": (6, 25, 31),
    "bias_variance": (6, 30, 34),
    "committees": (7, 26, 31),
    "gradient_boosting": (7, 30, 35),
    "project": (8, 21, 41),
    "random_forests": (6, 29, 34),
    "stacking": (7, 25, 29),
    "trees": (6, 27, 31),
    "xgboost": (7, 34, 39),
}


def test_scores_are_asked_for_of_every_set():
    assert SCORES.keys() == set(NAMES)


def test_scores_are_exact(copy, assignment):
    half, perfect, highest = SCORES[assignment]
    with Gradebook(f"sqlite:///{copy / 'gradebook.db'}") as gradebook:
        scores = sorted(
            (row.student.id, row.score, row.max_score, row.needs_manual_grade)
            for row in gradebook.assignment_submissions(assignment)
        )
    assert scores == [
        ("sample-empty", 0, highest, False),
        ("sample-half", half, highest, True),
        ("sample-perfect", perfect, highest, True),
    ]


def test_what_students_get_holds_no_solution(copy, assignment):
    source = copy / "source" / assignment / f"{assignment}.md"
    assert len(collect_secret_lines(source)) > 50
    released = copy / "release" / assignment / f"{assignment}.ipynb"
    modules = {path.name for path in source.parent.glob("*.py")}
    files = {path.name: path for path in released.parent.iterdir()}
    assert files.keys() == {released.name, *modules}
    assert not [line for path in files.values() for line in find_leaks(source, path)]
    assert "NotImplementedError" in released.read_text()


SMALL = """+++ {{"nbgrader": {{"grade_id": "text", "grade": false, "solution": false, COMMON}}}}

{text}

```{{code-cell}} ipython3
---
nbgrader: {{"grade_id": "add-answer", "grade": false, "solution": true, COMMON}}
---
def add(n):
    ### BEGIN SOLUTION
    return n + {added}
    ### END SOLUTION
```

```{{code-cell}} ipython3
---
nbgrader: {{"grade_id": "add-hidden", "grade": true, "solution": false, "points": 1, COMMON}}
---
### BEGIN HIDDEN TESTS
assert {test}
### END HIDDEN TESTS
```
""".replace("COMMON", '"locked": false, "schema_version": 3, "task": false')


@pytest.mark.trial
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"added": 2}, "solution has 0 of 1 points"),
        ({"test": "callable(add)"}, "stub has 1 of 1 points"),
        ({"text": "    return n + 1"}, r"cell 0 \(text\): return n \+ 1"),
        ({"text": "assert add(1) == 2"}, r"cell 0 \(text\): assert add\(1\) == 2"),
    ],
)
def test_an_unfit_or_leaking_assignment_is_not_released(tmp_path, change, words):
    (tmp_path / "source/small").mkdir(parents=True)
    shutil.copy(EXERCISES / "nbgrader_config.py", tmp_path)
    source = tmp_path / "source/small/small.md"
    header = (EXERCISES / "source/bagging/bagging.md").read_text().split("+++")[0]
    sound = {"text": "Write `add`.", "added": 1, "test": "add(1) == 2"}
    source.write_text(header + SMALL.format(**sound | change))
    with pytest.raises(GradingError, match=words):
        release(tmp_path, "small")
    assert not (tmp_path / "release/small").exists()


def test_a_file_beside_the_notebook_does_not_leak_either(tmp_path):
    folder = tmp_path / "source/small"
    folder.mkdir(parents=True)
    header = (EXERCISES / "source/bagging/bagging.md").read_text().split("+++")[0]
    sound = SMALL.format(text="Write `add`.", added=1, test="add(1) == 2")
    (folder / "small.md").write_text(header + sound)
    (folder / "small_checks.py").write_text("def right(n):\n    return n + 1\n")
    with pytest.raises(GradingError, match=r"small_checks.py, line 2: return n \+ 1"):
        release(tmp_path, "small")
    assert not (tmp_path / "release/small").exists()
    (folder / "small_checks.py").write_text("def right(n):\n    return n - -1\n")
    assert (release(tmp_path, "small") / "small_checks.py").exists()


def test_a_sound_assignment_is_released(tmp_path):
    (tmp_path / "source/small").mkdir(parents=True)
    header = (EXERCISES / "source/bagging/bagging.md").read_text().split("+++")[0]
    (tmp_path / "source/small/small.md").write_text(
        header + SMALL.format(text="Write `add`.", added=1, test="add(1) == 2")
    )
    release(tmp_path, "small")
    assert (tmp_path / "release/small/small.ipynb").exists()


def test_feedback_is_written_for_everyone(copy, assignment):
    for student in ("sample-perfect", "sample-half", "sample-empty"):
        assert list(copy.glob(f"feedback/{student}/{assignment}/*.html"))


@pytest.mark.trial
@pytest.mark.parametrize(
    ("name", "mistake"),
    [
        (QUICK, "needs the rule for ties"),
        ("bagging", "Products of a base learner with itself do not count"),
    ],
)
def test_feedback_names_the_mistake_and_what_is_still_to_do(copy, name, mistake):
    graded(copy, name)
    half, empty = (
        next(copy.glob(f"feedback/{student}/{name}/*.html")).read_text()
        for student in ("sample-half", "sample-empty")
    )
    assert mistake in half
    assert "this task is still to do: write your answer here" in empty


def test_an_unknown_assignment_is_named(capsys):
    assert main(["release", "baging", "--course", str(EXERCISES)]) == 1
    assert "ASSIGNMENT 'baging' is not in the course; there are: " in capsys.readouterr().err


def test_answers_to_unknown_tasks_are_named(course):
    released = jupytext.read(course / "release" / QUICK / f"{QUICK}.ipynb")
    with pytest.raises(GradingError, match=r"answers to \['no-such-task'\]; the tasks are"):
        fill_answers(released, {"no-such-task": "pass"})


@pytest.mark.trial
def test_platforms_get_their_columns(copy, tmp_path):
    names = ["bagging", "committees"]
    for name in names:
        graded(copy, name)
    with Gradebook(f"sqlite:///{copy / 'gradebook.db'}") as gradebook:
        gradebook.update_or_create_student(
            "sample-empty", last_name="=Empty", first_name="Sam", lms_user_id="7"
        )
        for name, exporter in (("canvas", CanvasExporter), ("moodle", MoodleExporter)):
            exporter(to=str(tmp_path / name), assignment=names).export(gradebook)
    canvas, moodle = (list(csv.reader((tmp_path / n).open())) for n in ("canvas", "moodle"))
    assert canvas[0] == [
        "Student",
        "ID",
        "SIS User ID",
        "SIS Login ID",
        "Section",
        "bagging",
        "committees",
    ]
    bagging, committees = (SCORES[name][2] for name in names)
    assert canvas[1] == ["    Points Possible", "", "", "", "", f"{bagging}", f"{committees}"]
    # what waits for a person is not exported as if it were all that was earned
    assert sorted(canvas[2:]) == [
        ["'=Empty, Sam", "7", "", "sample-empty", "", "0", "0"],
        ["sample-half", "", "", "sample-half", "", "", ""],
        ["sample-perfect", "", "", "sample-perfect", "", "", ""],
    ]
    columns = [f"bagging (of {bagging})", f"committees (of {committees})"]
    assert moodle[0] == ["username", "email", *columns]
    assert ["sample-empty", "", "0", "0"] in moodle


@pytest.mark.trial
def test_nbgrader_gives_the_same_grades():
    """A few answers; `nbjudge agree --course exercises` takes all of every set."""
    course = Course(EXERCISES)
    (path,) = list_notebooks(course, ["committees"])
    found = compare_notebook(course, path, each=15)
    assert not found.refused
    assert not found.left_out
    answers = [name for pack in found.answers.values() for name in pack]
    assert 12 < len(answers) == len(set(answers))
    assert found.students == 2 + len(found.answers) < 2 + len(answers) / 2
    assert len(found.cells) > 40
    assert {cell.outcome for cell in found.cells} <= {"equal", "stderr"}


@pytest.mark.trial
def test_the_doctor_lists_the_names_of_an_assignment():
    command = [sys.executable, "-m", "ensemblelab", "grade", "committees", "--doctor"]
    said = subprocess.run(
        [*command, "--course", EXERCISES], capture_output=True, text=True, check=False
    ).stdout
    lines = {
        line.split()[0]: line for line in said.splitlines() if " in " in line and line[0] == " "
    }
    assert "the student's" in lines["majority"]
    assert "the course's" in lines["np"]


def test_grade_is_nbjudges_with_its_output_and_exit_status(tmp_path):
    ours = [sys.executable, "-m", "ensemblelab", "grade", "hw", "--course", str(tmp_path / "none")]
    theirs = [sys.executable, "-m", "nbjudge", *ours[3:]]
    one, other = (subprocess.run(c, capture_output=True, text=True) for c in (ours, theirs))
    assert one.returncode == other.returncode == 1
    assert one.stderr == other.stderr != ""
