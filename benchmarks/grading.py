"""Throughput of grading, ours isolated and nbgrader's own, on the same submissions.

    python -m benchmarks.grading [--submissions 40] [--jobs 2] [--peer 40]

Prints submissions a minute for two notebooks: one that imports NumPy,
scikit-learn and matplotlib and fits a forest, and a small one. Both sides
start from nothing: starting and imports are in the time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nbformat.v4 import new_code_cell, new_notebook, writes

TARGETS = {"forest": 25.0, "small": 20.0}


def cell(name, source, points=None, solution=False):
    grade = points is not None
    about = {
        "grade_id": name,
        "grade": grade,
        "solution": solution,
        "task": False,
        "locked": not solution,
        "schema_version": 3,
        "cell_type": "code",
    }
    if grade:
        about["points"] = points
    return new_code_cell(source, metadata={"nbgrader": about})


FOREST = new_notebook(
    metadata={"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
    cells=[
        cell(
            "imports",
            "import matplotlib.pyplot as plt\nimport numpy as np\n"
            "from sklearn.datasets import make_classification\n"
            "from sklearn.ensemble import RandomForestClassifier\n"
            "X, y = make_classification(300, random_state=0)",
        ),
        cell(
            "fit",
            "def fit_and_predict(X, y, rows):\n"
            "    model = RandomForestClassifier(20, random_state=0).fit(X, y)\n"
            "    return model.predict(rows)",
            solution=True,
        ),
        cell(
            "fit-check",
            "found = fit_and_predict(X[:200], y[:200], X[200:])\n"
            "assert np.mean(found == y[200:]) > 0.8",
            points=2,
        ),
        cell("plot", "fig, ax = plt.subplots()\nax.plot(X[:, 0])\ntitle = 'X'", solution=True),
        cell("plot-check", "assert title == 'X'", points=1),
    ],
)
SMALL = new_notebook(
    metadata=FOREST.metadata,
    cells=[
        cell("square", "def square(x):\n    return x * x", solution=True),
        cell("square-check", "assert square(3) == 9\nassert square(-1) == 1", points=1),
        cell("cube", "def cube(x):\n    return x**3", solution=True),
        cell("cube-check", "assert cube(3) == 27", points=1),
    ],
)


def make_course(folder: Path, notebook, count: int) -> Path:
    source = folder / "source" / "hw"
    source.mkdir(parents=True)
    (source / "hw.ipynb").write_text(writes(notebook))
    (folder / "nbgrader_config.py").write_text("c = get_config()\n")
    for number in range(count):
        target = folder / "submitted" / f"s{number:04}" / "hw"
        target.mkdir(parents=True)
        (target / "hw.ipynb").write_text(writes(notebook))
    return folder


def seconds(course: Path, *command: str) -> float:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=course,
        env={**os.environ, "PATH": path, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return time.monotonic() - start


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--submissions", type=int, default=40)
    parser.add_argument("--peer", type=int, help="submissions for nbgrader (default: the same)")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    count, peer = options.submissions, options.peer or options.submissions
    missed = 0
    print(f"{'notebook':10} {'ours/min':>9} {'nbgrader/min':>13} {'ratio':>7} {'target':>7}")
    for name, notebook in (("forest", FOREST), ("small", SMALL)):
        with tempfile.TemporaryDirectory() as folder:
            ours = make_course(Path(folder, "ours"), notebook, count)
            theirs = make_course(Path(folder, "theirs"), notebook, peer)
            command = ["ensemblelab", "grade", "hw", "--course", str(ours)]
            for course in (ours, theirs):  # as any instructor has done who released it
                seconds(course, "nbgrader", "generate_assignment", "hw", "--create")
            mine = 60 * count / seconds(ours, *command, "--jobs", str(options.jobs))
            other = 60 * peer / seconds(theirs, "nbgrader", "autograde", "hw", "--create")
        target = TARGETS[name]
        missed += mine / other < target
        print(f"{name:10} {mine:9.0f} {other:13.1f} {mine / other:7.1f} {target:7g}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
