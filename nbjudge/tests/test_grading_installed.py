"""The package alone, as one who has only it installs and uses it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from grading_corpus import assignment

pytestmark = pytest.mark.trial

PROJECT = Path(__file__).parent.parent


def run(*command, **how):
    """Run a command without what our own environment says of Python; return what it printed."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, **how)
    assert done.returncode == 0, done
    return done.stdout


def test_installed_alone_it_grades_a_course_that_lies_elsewhere(tmp_path):
    place, project = tmp_path / "environment", tmp_path / "nbjudge"
    shutil.copytree(PROJECT, project, ignore=shutil.ignore_patterns("*.egg-info", "tests"))
    python = place / "bin/python"
    if uv := shutil.which("uv"):
        run(uv, "venv", "--python", sys.executable, str(place))
        run(uv, "pip", "install", "--python", str(python), "./nbjudge", cwd=tmp_path)
    else:
        run(sys.executable, "-m", "venv", str(place))
        run(python, "-m", "pip", "install", "./nbjudge", cwd=tmp_path)
    shutil.rmtree(project)  # what is used is what was installed
    found = "import importlib.util as u; print(u.find_spec('ensemblelab'), u.find_spec('nbjudge'))"
    there = run(python, "-P", "-c", found, cwd=tmp_path)
    assert there.startswith("None ModuleSpec")
    assert str(place) in there
    tasks = {"double": ("def double(x):\n    return 2 * x", "assert double(3) == 6")}
    (right, _) = tasks["double"]
    wrong = right.replace("2 * x", "x")
    books = {"right": right, "wrong": wrong}
    course = assignment.write_course(
        tmp_path / "elsewhere",
        {
            name: assignment.as_bytes(assignment.ordinary(tasks, {"double": answer}))
            for name, answer in books.items()
        },
        assignment.ordinary(tasks, {"double": f"### BEGIN SOLUTION\n{right}\n### END SOLUTION"}),
    )
    said = run(place / "bin/nbjudge", "grade", "corpus", "--course", str(course), cwd="/")
    assert "1 of 1  graded" in said
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        scores = {
            s.student.id: (s.score, s.max_score) for s in gradebook.assignment_submissions("corpus")
        }
    assert scores == {"right": (1, 1), "wrong": (0, 1)}
    feedback = (course / "feedback/wrong/corpus/corpus.html").read_text()
    assert "0 of 1 points" in feedback
