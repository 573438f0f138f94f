"""Records that pass between the parts of the grader, and those that a run keeps."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from nbjudge.limits import Limits

__all__ = [
    "ANY",
    "AnswerText",
    "DisplayedCell",
    "Explanation",
    "Failure",
    "GradebookCell",
    "GradebookEntry",
    "GradedNotebook",
    "GradedSubmission",
    "GradingTask",
    "Isolation",
    "Match",
    "Materials",
    "NotebookWork",
    "Pair",
    "Plan",
    "Program",
    "ProgramCell",
    "ReleasedVariants",
    "Result",
    "Row",
    "Similarity",
    "SourceCell",
    "Submission",
    "SubmissionRecord",
    "SubmittedNotebook",
    "digest",
    "from_json_data",
    "to_json_data",
]

T = TypeVar("T")


def digest(value: Any) -> str:
    """Return a digest of JSON-like data with bytes in it."""
    text = json.dumps(value, sort_keys=True, default=lambda b: hashlib.sha256(b).hexdigest())
    return hashlib.sha256(text.encode()).hexdigest()


def to_json_data(value: Any) -> Any:
    """Return data as JSON has them; of a dataclass, the fields that are not as they are by default.

    A number by which a dictionary is looked up becomes text.
    """
    if dataclasses.is_dataclass(value):
        return {
            f.name: to_json_data(now)
            for f in dataclasses.fields(value)
            if (now := getattr(value, f.name)) != f.default
            and (f.default_factory is dataclasses.MISSING or now != f.default_factory())
        }
    if isinstance(value, dict):
        return {str(key): to_json_data(item) for key, item in value.items()}
    return [to_json_data(item) for item in value] if isinstance(value, (list, tuple)) else value


def from_json_data(kind: type[T], tree: dict) -> T:
    """Make a dataclass of what JSON says; another version may have had further fields."""
    names = {f.name for f in dataclasses.fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: value for name, value in tree.items() if name in names})


# what the instructor's source says


@dataclass
class SourceCell:
    """A cell of a source notebook.

    Attributes
    ----------
    id : str or None
        nbgrader's; None for a free cell.
    kind : str
        "student" or "answer" (code, or words, that students write), "test", "setup", "free" (code
        without an id) or "text".
    cell_type : str
    source, release : str
        With the tests and without the solution; as students get it.
    solution : str or None
        Of a student's cell.
    grade, task : bool
    points : float
    hidden : list of (int, int)
        First and last lines of what students do not get.
    """

    id: str | None
    kind: str
    cell_type: str
    source: str
    release: str
    solution: str | None
    grade: bool
    task: bool
    points: float
    hidden: list[tuple[int, int]]


@dataclass
class Materials:
    """What processes need for a notebook of an assignment, whoever handed it in.

    Attributes
    ----------
    imports : dict
        By role, what to import beforehand.
    files : dict of str to bytes
    digest : str
        Of these and of the source.
    """

    name: str
    imports: dict[str, list[str]]
    files: dict[str, bytes]
    digest: str = ""


# what was handed in


@dataclass
class Submission:
    """All that a student handed in, as bytes; of a notebook that cannot be taken, why."""

    raw: dict[str, bytes | None] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    rejected: dict[str, str] = field(default_factory=dict)
    timestamp: str | None = None


@dataclass
class DisplayedCell:
    """A cell as the autograded notebook shows it.

    Attributes
    ----------
    place : int or None
        Of the source's cell; None for one that the student added.
    run : int or None
        Its number in the program.
    pictures : dict
        That the student pasted into it, as nbformat has attachments.
    """

    place: int | None
    type: str
    source: str
    run: int | None
    pictures: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass
class SubmittedNotebook:
    """A notebook handed in: what is run, what is shown, and the answers by id."""

    cells: list[ProgramCell]
    shown: list[DisplayedCell]
    notes: list[str]
    answers: dict[str, str]


# what is handed out


@dataclass(frozen=True)
class ReleasedVariants:
    """What was made for whom, how many different ones, and by which secret."""

    folders: dict[str, Path]
    different: int
    secret: Path


# what is run


@dataclass
class ProgramCell:
    """A cell of a program.

    Attributes
    ----------
    kind : str
        "setup", "student" or "test".
    source : str
    release : str or None
        Of a cell of the course's, what the student's process runs; None if it runs none.
    solution : str or None
        Of a student's cell; None if the student added it.
    points : float
    hidden : list
        As in `SourceCell`.
    """

    kind: str
    source: str
    release: str | None = None
    solution: str | None = None
    points: float = 0.0
    hidden: list[tuple[int, int]] = field(default_factory=list)


@dataclass
class Relaxations:
    """What tests get of a student beyond the rules, as the own solution passes only with it.

    Attributes
    ----------
    changed : dict
        By place among the course's cells, the names of the course's that are the student's from
        there on: the solution changes what they stand for, in a way that its text does not show.
    objects : list of int
        Places of the tests to which objects of the course's classes, in modules beside the
        notebook, come by value.
    files : dict
        By place of a test, the names of the files that answers write and that are there for it,
        as those of the test are for answers; `ANY` among them stands for all.
    """

    changed: dict[int, list[str]] = field(default_factory=dict)
    objects: list[int] = field(default_factory=list)
    files: dict[int, list[str]] = field(default_factory=dict)


ANY = "*"
"""No file is called so that crosses."""


@dataclass
class Program:
    """What a checker runs.

    Attributes
    ----------
    cells : list of ProgramCell
    cell_seconds, patience : float
    output_kb : int
    keeps : dict or None
        By cell, names whose data the solution changes there; None: all such changes are kept.
    skip : dict
        By cell, which of its parts to leave out.
    together : bool
        Run the student's cells in the checker itself (compatibility mode).
    opened : Relaxations
        What the course's own solution needs beyond the rules.
    endless : dict
        By the digest of a call and all that was asked before it, how earlier runs saw it reach
        its limit.
    passed_over : dict
        By cell left out, the digest of the call that ended it, and which function's it was.
    """

    cells: list[ProgramCell]
    cell_seconds: float
    patience: float
    output_kb: int
    keeps: dict[int, list[str]] | None = field(default_factory=dict)
    skip: dict[int, list[str]] = field(default_factory=dict)
    together: bool = False
    opened: Relaxations = field(default_factory=lambda: Relaxations())
    endless: dict[str, str] = field(default_factory=dict)
    passed_over: dict[int, list[str]] = field(default_factory=dict)

    @classmethod
    def from_json(cls, tree: dict) -> Program:
        """Make one of what `to_json_data` made of it."""
        program = from_json_data(cls, tree)
        program.cells = [from_json_data(ProgramCell, cell) for cell in tree["cells"]]
        program.skip = {int(n): parts for n, parts in program.skip.items()}
        program.passed_over = {int(n): call for n, call in program.passed_over.items()}
        if program.keeps is not None:
            program.keeps = {int(n): names for n, names in program.keeps.items()}
        program.opened = from_json_data(Relaxations, tree.get("opened", {}))
        for named in ("changed", "files"):
            by_place = getattr(program.opened, named)
            setattr(program.opened, named, {int(n): names for n, names in by_place.items()})
        return program


@dataclass
class NotebookWork:
    """A notebook to be graded: what it needs, the program's cells, files that were handed in.

    ``instance`` tells a student's own values from others', if there are any.
    """

    materials: Materials
    cells: list[ProgramCell]
    files: dict[str, bytes]
    instance: str = ""


@dataclass
class GradingTask:
    """A submission to be graded, on whatever machine."""

    student: str
    notebooks: dict[str, NotebookWork]
    isolation: str | None
    limits: Limits
    compatibility: bool
    cgroup: Path | None = None
    data: Path | None = None


@dataclass
class Plan:
    """How a zygote makes confined processes.

    Attributes
    ----------
    imports : list of str
        What to import beforehand.
    isolation : str
    spaces : bool
        Whether each has process, file and message spaces of its own.
    uid : int or None
        The user from whose number on each becomes another, if root starts them.
    users : list of int
        The first number that these may have, and the one after the last.
    limits : Limits
    seccomp : bool
    readable : list of str
        Paths that they may read.
    scratch, files : str
        The directory that they may write, and that of the data files.
    data : str
        The course's folder of data, or nothing.
    environment : dict
    debug : bool
        Whether what they say on standard error is shown.
    """

    imports: list[str]
    isolation: str
    spaces: bool
    uid: int | None
    limits: Limits
    seccomp: bool
    readable: list[str]
    scratch: str
    files: str
    environment: dict[str, str]
    data: str = ""
    debug: bool = False
    users: list[int] = field(default_factory=list)

    @classmethod
    def from_json(cls, tree: dict) -> Plan:
        """Make one of what `to_json_data` made of it."""
        return from_json_data(cls, tree | {"limits": from_json_data(Limits, tree["limits"])})


# what came of it


@dataclass
class Failure:
    """An exception that ended one of the student's own cells.

    Attributes
    ----------
    type : str
        The name of its class, which a student can choose.
    kind : str
        Python's own class that it is of.
    """

    type: str
    message: str
    kind: str = ""
    line: int | None = None
    errno: int | None = None


@dataclass
class Result:
    """How a cell came out.

    Attributes
    ----------
    outcome : str
        Of a test: "passed", "failed" or "review".
    points : float
        That it gives, if passed.
    reason, words : str
        Which limit ended it, in the grader's words: nothing of a student's sets or is in them.
    type, kind, message, full : str
        Of a test's exception, as in `Failure`; ``full`` also where the test is hidden.
    visible : bool
        Whether it failed in lines that students have.
    line : int or None
    where : list of str
        Lines in the student's code.
    odd : dict
        How many values of what odd kinds the student's code gave.
    lost : list of str
        What crossed between the two processes as less than it is.
    draws : int
        Random numbers that it drew.
    by_change : bool
        Whether a test passes only with its data changed.
    writes : list of str
        Names whose data the student's code changed in place.
    files : list of str
        Names of the files of the student's that were there for a test.
    spoilt : bool
        Whether a process should not go on after it.
    compatibility : str
        Why the test ran in the student's own process.
    error : Failure or None
    outputs : list of dict
        As nbformat has them.
    cut : bool
        Whether it printed more than it may.
    review, note : str
        Why a person must look; what the student is told.
    """

    outcome: str = ""
    points: float = 0.0
    reason: str = ""
    words: str = ""
    type: str = ""
    kind: str = ""
    message: str = ""
    full: str = ""
    visible: bool = True
    line: int | None = None
    where: list[str] = field(default_factory=list)
    odd: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    draws: int = 0
    by_change: bool = False
    writes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    spoilt: bool = False
    compatibility: str = ""
    error: Failure | None = None
    outputs: list[dict] = field(default_factory=list)
    cut: bool = False
    review: str = ""
    note: str = ""

    @classmethod
    def from_json(cls, tree: dict) -> Result:
        """Make one of what `to_json_data` made of it."""
        result = from_json_data(cls, tree)
        if result.error is not None:
            result.error = from_json_data(Failure, tree["error"])
        return result


@dataclass
class GradedNotebook:
    """Results by the number of the cell: all, and of these what a student may read of.

    And what was opened for it, as the course's own solution needs it.
    """

    results: dict[int, Result]
    shown: dict[int, Result]
    seconds: float = 0.0
    opened: Relaxations = field(default_factory=Relaxations)


@dataclass
class Isolation:
    """How the processes of a submission were isolated."""

    isolation: str
    syscall_filter: bool
    notes: list[str] = field(default_factory=list)


@dataclass
class GradedSubmission:
    """A submission as a worker graded it; ``broken``: the traceback, if the grader failed."""

    notebooks: dict[str, GradedNotebook] = field(default_factory=dict)
    sandbox: Isolation | None = None
    broken: str = ""


# what is kept


@dataclass
class Explanation:
    """What is said of how a cell came out.

    Attributes
    ----------
    state : str
        "passed", "failed", "manual", "empty", "review" or "ran"; as it stands in the gradebook
        also "marked": a person has given its points.
    limits : list of str
        The limits that it hit, in words.
    type, message, full, visible, line, where, reason, review, compatibility
        As in `Result`.
    """

    state: str
    limits: list[str] = field(default_factory=list)
    type: str = ""
    message: str = ""
    full: str = ""
    visible: bool = True
    line: int | None = None
    where: list[str] = field(default_factory=list)
    reason: str = ""
    review: str = ""
    compatibility: str = ""


@dataclass(kw_only=True)
class Row(Explanation):
    """A cell in the record of a submission.

    Attributes
    ----------
    id : str or None
        None for a cell that the student added.
    graded : bool
    points : float or None
        None: a person has still to give them.
    max : float
    manual : bool
        Whether a person must look.
    text : str or None
        A digest of the answer, or of a cell that the student added.
    shown : Explanation or None
        What a student may read, if it is not the same: after a hidden test.
    """

    notebook: str
    id: str | None = None
    graded: bool = False
    points: float | None = None
    max: float = 0.0
    manual: bool = False
    text: str | None = None
    shown: Explanation | None = None

    @classmethod
    def from_json(cls, tree: dict) -> Row:
        """Make one of what `to_json_data` made of it."""
        row = from_json_data(cls, tree)
        if row.shown is not None:
            row.shown = from_json_data(Explanation, tree["shown"])
        return row


@dataclass
class AnswerText:
    """What tells whether an answer has changed: a digest of its text."""

    notebook: str
    id: str
    text: str | None = None


@dataclass
class SubmissionRecord:
    """What became of a submission.

    Attributes
    ----------
    key : str
        A digest of the work: the submission, the source, how it is run.
    outcome : str
    broken : bool
        Whether the grader itself failed.
    why, notes : list of str
        Why a person must look; what else there is to say.
    cells : list of Row
    score, max_score : float
    sandbox : Isolation or None
    timestamp : str or None
        When it was handed in.
    seconds : float
    previous : list of AnswerText or None
        Of the version graded before.
    """

    student: str
    key: str
    outcome: str
    broken: bool = False
    why: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    cells: list[Row] = field(default_factory=list)
    score: float = 0.0
    max_score: float = 0.0
    sandbox: Isolation | None = None
    timestamp: str | None = None
    seconds: float = 0.0
    previous: list[AnswerText] | None = None

    @classmethod
    def from_json(cls, tree: dict) -> SubmissionRecord:
        """Make one of what `to_json` or an earlier version made of it."""
        record = from_json_data(cls, tree)
        record.cells = [Row.from_json(row) for row in tree["cells"]]
        record.sandbox = from_json_data(Isolation, tree["sandbox"]) if tree.get("sandbox") else None
        if tree.get("previous"):
            record.previous = [from_json_data(AnswerText, row) for row in tree["previous"]["cells"]]
        return record

    def to_json(self) -> dict:
        """Return it as a line of the store holds it; ``cells`` tells such a line from others."""
        tree: dict = {"cells": [], **to_json_data(self)}
        if self.previous is not None:
            tree["previous"] = {"cells": to_json_data(self.previous)}
        return tree


# what two answers share


@dataclass(frozen=True)
class Match:
    """Where two answers to a task are alike.

    Attributes
    ----------
    notebook, cell : str
    score : float
        What they share, beyond what many have.
    texts : tuple of str
        The one answer and the other.
    lines : tuple of list of int
        Their lines that are alike, from 1.
    """

    notebook: str
    cell: str
    score: float
    texts: tuple[str, str]
    lines: tuple[list[int], list[int]]


@dataclass(frozen=True)
class Pair:
    """Two who handed in, what their answers share in all, and where, most first."""

    students: tuple[str, str]
    score: float
    places: list[Match]


@dataclass(frozen=True)
class Similarity:
    """The pairs that share most, most first, and what pairs share usually.

    Attributes
    ----------
    pairs : list of Pair
    compared : int
        Submissions.
    half, nearly_all : float
        What a half, and 99 in 100, of all pairs share at most.
    left_out : dict
        Whose submission could not be read, or not all of it, and why.
    """

    pairs: list[Pair]
    compared: int
    half: float
    nearly_all: float
    left_out: dict[str, str]


# what the gradebook holds


@dataclass
class GradebookCell:
    """What the gradebook holds of a cell.

    Attributes
    ----------
    points : float or None
        None: nobody has given any.
    by_hand : bool
        Whether a person gave them.
    waits : bool
        Whether a person must look.
    comment : str
        A person's.
    """

    points: float | None = None
    by_hand: bool = False
    waits: bool = False
    comment: str = ""


@dataclass
class GradebookEntry:
    """What the gradebook holds of a submission.

    Attributes
    ----------
    marks : dict of (str, str) to GradebookCell
        By notebook and cell.
    sheets : dict of str to str
        By notebook, the name by which Formgrader knows what was handed in.
    penalties : dict of str to float
        By notebook, points taken for lateness.
    late : float
        Seconds after the date that it was due.
    """

    marks: dict[tuple[str, str], GradebookCell] = field(default_factory=dict)
    sheets: dict[str, str] = field(default_factory=dict)
    penalties: dict[str, float] = field(default_factory=dict)
    late: float = 0.0
