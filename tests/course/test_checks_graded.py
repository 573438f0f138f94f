"""A check's verdict is the course's, whatever comes with a submission: in both graders."""

import shutil

import jupytext
import pytest
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI

from nbjudge.authoring.release import release
from nbjudge.course.source import Course
from nbjudge.run.run import ALL_GRADED, Options, grade_assignment
from problem_sets import EXERCISES

CELLS = """
```{code-cell} ipython3
:nbgrader: read-only imports

import numpy as np
from small_checks import check
```

```{code-cell} ipython3
:nbgrader: answer twice-answer

def twice(x):
    ### BEGIN SOLUTION
    return x + x
    ### END SOLUTION
```

```{code-cell} ipython3
:nbgrader: test twice-check 1

from small_checks import check

check("twice", twice)
```

```{code-cell} ipython3
:nbgrader: test twice-hidden 2

### BEGIN HIDDEN TESTS
assert np.array_equal(twice(np.arange(3)), [0, 2, 4]), "twice"
### END HIDDEN TESTS
```
"""
MODULE = '''
"""The checks of the set."""

from ensemblelab.teaching.checks import Checks, Trial

check = Checks("Doubling", "doubling")


@check.of("twice", "Why twice?")
def twice(rng, answer):
    trial = Trial(answer, [{"x": rng.normal(size=n)} for n in (1, 3)], "doubling.1")
    trial.compare(lambda x: 2 * x, "it is not twice x", [("this is x", lambda x: x)])
'''
NOTHING = "def check(*anything):\n    pass\n"
WRONG = "def twice(x):\n    return x"
SUBMITTED = {  # who: the answer, the module handed in with it
    "right": ("def twice(x):\n    return 2 * x", None),
    "wrong": (WRONG, None),
    "brings": (WRONG, NOTHING),
    "rebinds": (f"{WRONG}\n\ndef check(*anything):\n    pass", None),
    "both": (f"{WRONG}\n\n{NOTHING}", NOTHING),
    "instead": (f"{WRONG}\n\nfrom small_checks import check\ncheck = print", NOTHING),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course of one set with a module of checks, and what was handed in."""
    course = tmp_path_factory.mktemp("course")
    (course / "source/small").mkdir(parents=True)
    header = (EXERCISES / "source/bagging/bagging.md").read_text().split("+++")[0]
    (course / "source/small/small.md").write_text(header + CELLS)
    (course / "source/small/small_checks.py").write_text(MODULE)
    shutil.copy(EXERCISES / "nbgrader_config.py", course)
    released = release(course, "small", haste=True)
    assert (released / "small_checks.py").read_text() == MODULE
    for student, (answer, module) in SUBMITTED.items():
        folder = course / "submitted" / student / "small"
        shutil.copytree(released, folder)
        notebook = jupytext.read(folder / "small.ipynb")
        cell = next(c for c in notebook.cells if "NotImplementedError" in c.source)
        cell.source = answer
        jupytext.write(notebook, folder / "small.ipynb")
        if module:
            (folder / "small_checks.py").write_text(module)
    return course


def scores(course):
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        return {row.student.id: row.score for row in book.assignment_submissions("small")}


def test_nbjudge_takes_the_module_from_the_course(course):
    assert grade_assignment(course, "small", Options(jobs=1)) == ALL_GRADED
    assert scores(course) == dict.fromkeys(SUBMITTED, 0) | {"right": 3}
    page = (course / "feedback/brings/small/small.html").read_text()
    assert "doubling.1: this is x" in page


@pytest.mark.trial
def test_so_does_nbgrader(course):
    api = NbGraderAPI(config=Course(course).config)
    for student in SUBMITTED:
        done = api.autograde("small", student, force=True, create=True)
        assert done["success"], done["log"]
        graded = course / "autograded" / student / "small"
        assert (graded / "small_checks.py").read_text() == MODULE
    assert scores(course) == dict.fromkeys(SUBMITTED, 0) | {"right": 3}
