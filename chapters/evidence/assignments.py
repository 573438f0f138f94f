"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import nbformat
from chapters.machine.execution.checks import glue

from nbjudge.authoring.release import SHORTEST


def shortest():
    glue("shortest", str(SHORTEST))


def spoiled(status, exercises):
    assert status == 1
    assert not (exercises / "release" / "scale").exists()


def released(status, exercises):
    assert status == 0
    released = nbformat.read(exercises / "release/scale/scale.ipynb", 4)
    assert not any("w.sum()" in cell.source for cell in released.cells)


def graded_submissions(status, first):
    assert status == 3
    assert [first[s].outcome for s in ("ann", "ben", "cleo")] == [
        "graded",
        "graded with failures",
        "needs review",
    ]
    assert [first[s].score for s in ("ann", "ben", "cleo")] == [3, 1, 0]
    glue("ben", f"{first['ben'].score:g}")
    glue("highest", f"{first['ben'].max_score:g}")


def points_by_hand(totals):
    assert totals() == {"ann": (5, False), "ben": (2, False), "cleo": (0, True)}


def moodle(exercises):
    rows = (exercises / "moodle.csv").read_text().splitlines()
    assert sorted(rows[1:]) == ["ann,,5", "ben,,2", "cleo,,"]


def again(records, status, totals):
    latest, times = records()
    assert status == 0
    assert times == {"ann": 1, "ben": 2, "cleo": 2}
    assert totals() == {"ann": (5, False), "ben": (4, False), "cleo": (3, True)}
    glue("again", str(sum(n - 1 for n in times.values())))
    glue("ben-now", f"{totals()['ben'][0]:g}")
    glue("ben-tests", f"{latest['ben'].score:g}")
