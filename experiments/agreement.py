"""Agreement of the grades of nbjudge and nbgrader on public courses.

    pip install ./nbjudge PACKAGES
    python -m experiments.agreement FOLDER [REPOSITORY ...]

FOLDER gets the courses, each at its commit, and what was found of each, which is not measured
again while it is there; nothing of the courses is kept in this repository. Where repositories are
named, what is recorded of the others stays as it is, with when and by what it was measured.
``nbjudge agree`` has both graders grade the own solution of every notebook, and nothing at all,
and compares cell by cell. What came out is written to
ensemblelab/teaching/records/agreement.json, which a page of the book shows.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from experiments import circumstances, path, write
from nbjudge.pages.advice import find_advice

PACKAGES = (
    "beautifulsoup4",
    "lxml",
    "matplotlib",
    "networkx",
    "openpyxl",
    "pandas",
    "pynose",
    "pytest",
    "requests",
    "scikit-learn",
    "seaborn",
    "statsmodels",
)
"""That the courses import."""


class Source(NamedTuple):
    """A public course, and where in its repository it stands."""

    repository: str  # on GitHub
    commit: str
    folder: str = "."


COURSES = (
    Source(
        "jupyter/nbgrader",
        "207a8e544968092c93af807cce6f002552c628fa",
        "nbgrader/docs/source/user_guide",
    ),
    Source(
        "219project/num_meth_nbgrader", "8246e07eef02092ed9ed23a82b0ee8d9c5b49f5e", "TestCourse"
    ),
    Source("zllu2/iMSA_577", "ecbf302930094c826485ad6c16c5f197f18864d4", "assignments"),
    Source("LDSSA/ds-prep-course-2023", "c7bdc3bfea798e83951fe2ad73713e7c8c25408e"),
    Source("ccha23/cs1302i21a", "52ad875cc49cf51f805d3c7797ff0a2f808fb7a6"),
    Source("zichengliao/zuics101-fa17", "436a53caff3b4e3588fc0ae3d9ce5a4b645bcdfa"),
)


def advice_on(message: str) -> str:
    """Return what can be done about a message of the grader's; raise ValueError if nothing can."""
    found = find_advice(message)
    if not found:
        raise ValueError(f"nothing explains {message!r}")
    return found


def checkout(course: Source, folder: Path) -> Path:
    """Return the repository's folder, fetched at the commit if it is not there."""
    place = folder / course.repository.replace("/", "+")
    if not place.is_dir():
        place.mkdir(parents=True)
        address = f"https://github.com/{course.repository}"
        fetch = ["fetch", "--depth=1", address, course.commit]
        for command in (["init"], fetch, ["checkout", "FETCH_HEAD"]):
            subprocess.run(["git", *command, "--quiet"], cwd=place, check=True)
    return place


def compare(course: Source, folder: Path) -> dict[str, Any]:
    """Compare one course: counts by notebook, differences, and what was left out."""
    place = checkout(course, folder)
    found = place.with_name(f"{place.name}.json")
    if not found.exists():
        command = ["-m", "nbjudge", "agree", "--course", str(place / course.folder)]
        command += ["--json", str(found)]
        done = subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 1):  # 1: some grade is lower or higher
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}")
    notebooks = json.loads(found.read_text())
    return {
        "repository": course.repository,
        "commit": course.commit,
        "folder": course.folder,
        "notebooks": {book["notebook"]: summary(book) for book in notebooks},
    }


def summary(book: dict[str, Any]) -> dict[str, Any]:
    """Count the outcomes of a notebook's cells, of both submissions; name the differences."""
    if "refused" in book:
        return {"refused": book["refused"]}
    cells = book.get("cells", [])
    outcomes = {
        who: dict(Counter(c["outcome"] for c in cells if c["student"] == student))
        for who, student in (("solution", "own-solution"), ("nothing", "nothing"))
    }
    different = [
        {key: cell[key] for key in ("student", "cell", "ours", "theirs", "outcome", "words")}
        | {"advice": advice_on(cell["words"])}
        for cell in cells
        if cell["outcome"] != "equal"
    ]
    return {"outcomes": outcomes, "different": different, "left_out": book.get("left_out", {})}


def measure(folder: Path, names: Sequence[str] = ()) -> dict[str, Any]:
    """Compare the courses that are named, or all; what is recorded of the others stays."""
    now = {
        "measured": circumstances(),
        "packages": {name: version(name) for name in ("nbjudge", "nbgrader", *PACKAGES)},
    }
    recorded: dict[str, dict[str, Any]] = {}
    if names:
        record = json.loads(path("agreement").read_text())
        then = {key: record[key] for key in now}
        recorded = {course["repository"]: then | course for course in record["courses"]}
    repositories = [course.repository for course in COURSES]
    if strange := [name for name in names if name not in repositories]:
        raise ValueError(f"{', '.join(strange)}: the courses are {', '.join(repositories)}")
    if lacking := [
        one for one in repositories if names and one not in names and one not in recorded
    ]:
        raise ValueError(f"nothing is recorded of {', '.join(lacking)}: name them too")
    courses = []
    for course in COURSES:
        if names and course.repository not in names:
            courses.append(recorded[course.repository])
            continue
        courses.append(compare(course, folder) | now)
        print(course.repository, "compared", flush=True)
    return {"experiment": " ".join(__doc__.split("\n\n")[0].split()), **now, "courses": courses}


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(re.sub(r"\bPACKAGES\b", " ".join(PACKAGES), __doc__))
    found = measure(Path(sys.argv[1]), sys.argv[2:])
    write("agreement", found)
