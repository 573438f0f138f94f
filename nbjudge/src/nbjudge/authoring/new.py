"""Create an assignment: a source with one cell of each kind, to be written over."""

from __future__ import annotations

import re
from pathlib import Path

from nbjudge.course.source import Course
from nbjudge.errors import GradingError

__all__ = ["create_assignment"]

SETTINGS = '''\
"""nbgrader's settings for this course; its commands run in this folder."""

c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.course_id = "{course}"

# `nbgrader generate_feedback` writes the same page as `nbjudge grade`.
c.GenerateFeedback.exporter_class = "nbjudge.run.exports.FeedbackExporter"

# nbgrader hands out what stands beside a source notebook; the text that it is made from holds
# the solutions, and stays here.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "*.md"]
'''

SOURCE = '''\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

+++ {{"nbgrader": "read-only intro"}}

# {name}

Say what this is about, how long it takes, and how it is handed in.

```{{code-cell}} ipython3
:nbgrader: read-only setup

DAYS = [12.5, 9.0, 15.5]
```

+++ {{"nbgrader": "read-only spread-task"}}

## Task 1 (3 points)

Write `spread(values)`: the largest of the values minus the smallest.

```{{code-cell}} ipython3
:nbgrader: answer spread-answer

def spread(values):
    """Return the largest of the values minus the smallest."""
    ### BEGIN SOLUTION
    return max(values) - min(values)
    ### END SOLUTION
```

```{{code-cell}} ipython3
:nbgrader: test spread-check 1

yours = spread(DAYS)
assert yours == 6.5, f"spread({{DAYS}}): expected 6.5; yours: {{yours}}"
```

```{{code-cell}} ipython3
:nbgrader: test spread-hidden 2

# Further tests of spread run here when your notebook is graded.
### BEGIN HIDDEN TESTS
assert spread([7]) == 0, "a single value"
assert spread([-4, -1, -2]) == 3, "negative values"
### END HIDDEN TESTS
```

+++ {{"nbgrader": "read-only why-task"}}

## Task 2 (2 points)

What does the spread not tell about the values?

+++ {{"nbgrader": "manual why-answer 2"}}

### BEGIN SOLUTION
How the values between lie: one odd value alone can make it large.
### END SOLUTION
'''


def create_assignment(course: Path, name: str) -> Path:
    """Write the source of a new assignment, and the course's settings if it has none.

    Parameters
    ----------
    course : Path
        It is made if it is not there.
    name : str
        The assignment.

    Returns
    -------
    Path
        The source.

    Raises
    ------
    GradingError
        If the name is none for an assignment, or there is one of that name.
    """
    if not re.fullmatch(r"[A-Za-z0-9_][\w-]*", name, re.ASCII):
        raise GradingError(f"NAME {name!r}: it must be of letters, digits, - and _")
    try:
        course.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GradingError(f"--course {course} cannot be made: {error.strerror}") from None
    settings = course / "nbgrader_config.py"
    if not settings.exists():
        settings.write_text(SETTINGS.format(course=re.sub(r"\W+", "-", course.resolve().name)))
    folder = Course(course).path("source", ".", name)
    if folder.exists():
        raise GradingError(f"NAME {name!r} is taken: {folder} is there")
    folder.mkdir(parents=True)
    source = folder / f"{name}.md"
    source.write_text(SOURCE.format(name=name))
    return source
