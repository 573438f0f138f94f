"""The submissions that stand in files, each with what it tries and what must come out of it.

``KIND/MECHANISM.py`` is a script in jupytext's percent format. Each of its submissions begins with
a line ``# %% case NAME``, a comment, and then its cells. A cell whose title is a task is the answer
to it; a cell without one is the student's own. All other answers are right. The comment says in
words what it tries, and then:

- ``earns``: the points of the tasks that do not earn all, as "square 0, total 0 to 2";
  "rest" are those not named before.
- ``outcome``: what the submission gets; "graded" if nothing is said.
- ``words``: what the feedback must say.
- ``limits``: "short", if it uses up what it may.

Its kind is hostile, odd (a right answer in an unusual form) or unlucky (an honest mistake).
"""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import jupytext

from grading_corpus.assignment import TASKS, as_bytes, submission

FOLDER = Path(__file__).parent
KINDS = ("hostile", "odd", "unlucky")
FIELDS = ("earns", "outcome", "words", "limits")
POSSIBLE = {name: sum(points for points, _ in task.tests.values()) for name, task in TASKS.items()}


@dataclass(frozen=True)
class Submission:
    """One case: what it is, what is handed in, and what must come out."""

    kind: str
    mechanism: str
    name: str
    about: str
    earns: dict[str, tuple[float, float]]
    outcomes: tuple[str, ...]
    words: str
    short: bool
    script: str

    @property
    def student(self) -> str:
        """The name under which it is handed in."""
        return f"{self.kind}-{self.mechanism}-{self.name}"

    @cached_property
    def data(self) -> bytes:
        """The notebook that is handed in."""
        return handed_in(jupytext.reads(self.script, "py:percent"), self.student)


def read(path):
    """Read the submissions of a file; raise ValueError if one is not in order."""
    before, *cases = re.split(r"^# %% case (\w+)\n", path.read_text(), flags=re.MULTILINE)
    if before or not cases:
        raise ValueError(f"{path}: it must begin with a line '# %% case NAME'")
    names = cases[::2]
    if len(set(names)) < len(names):
        raise ValueError(f"{path}: two of its cases have one name: {names}")
    return [case(path, name, text) for name, text in zip(names, cases[1::2], strict=True)]


def case(path, name, text):
    """Read one submission, which is what follows the line with its name."""
    where = f"{path}, case {name}"
    comment, mark, cells = text.partition("# %%")
    head = [line[1:].strip() for line in comment.splitlines() if line]
    said = [re.fullmatch(r"(\w+): (.+)", line) for line in head]
    fields = dict(found.groups() for found in said if found)
    about = " ".join(line for line, found in zip(head, said, strict=True) if not found).strip()
    if not about or not set(fields) <= set(FIELDS) or fields.get("limits", "short") != "short":
        raise ValueError(f"{where}: its head must say what it tries, and of {FIELDS} what is so")
    if not mark:
        raise ValueError(f"{where}: it has no cells")
    earns: dict[str, tuple[float, float]] = {}
    for part in filter(None, fields.get("earns", "").split(", ")):
        task, *points = part.replace(" to ", " ").split()
        if task not in (*POSSIBLE, "rest") or not points:
            raise ValueError(f"{where}: earns: {part!r} is no task of {[*POSSIBLE]} with points")
        for each in set(POSSIBLE) - set(earns) if task == "rest" else [task]:
            earns[each] = float(points[0]), min(float(points[-1]), POSSIBLE[each])
    return Submission(
        *path.relative_to(FOLDER).with_suffix("").parts,
        name,
        about,
        {task: (points, points) for task, points in POSSIBLE.items()} | earns,
        tuple(fields.get("outcome", "graded").split(" or ")),
        fields.get("words", ""),
        "limits" in fields,
        f"{mark}{cells.rstrip()}\n",  # blank lines before the next case are not its own
    )


def handed_in(script, student):
    """Make the notebook that a student hands in of a script's cells."""
    answers, before, last = {}, [], None
    for cell in script.cells:
        last = cell.metadata.get("title", last)
        if last is None:
            before.append(cell.source)
        else:
            answers.setdefault(last, []).append(cell.source)
    unknown = set(answers) - set(TASKS) - {"why"}
    if unknown:
        raise ValueError(f"{student}: {unknown} are no tasks of {[*TASKS]}")
    return as_bytes(submission(answers, before, names=tuple(TASKS)))


PATHS = [path for kind in KINDS for path in sorted((FOLDER / kind).glob("*.py"))]
FILES = [one for path in PATHS for one in read(path)]
