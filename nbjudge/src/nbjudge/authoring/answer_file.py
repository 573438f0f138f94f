"""The answers to an assignment that its author knows to be right or wrong: NAME.answers.

All stand in one text, ``answers/NAME.answers``. A heading begins each, which editors fold; comment
lines directly below it say why; then comes the cell that takes the solution's place, or lines of
the solution and those in their stead::

    # %% right mean by_hand
    # Adds them up.
    def mean(values):
        return sum(values) / len(values)

    # %% wrong mean one_less
    # Divides by one less. The check says "this divides by n - 1".
    -     return np.mean(values)
    +     return np.sum(values) / (len(values) - 1)

The headings:

- ``right TASK NAME`` solves a task otherwise than the solution.
- ``wrong TASK NAME`` makes a mistake. In its comment, ``The check says "WORDS"`` holds the visible
  check's message to these words, and ``The check cannot tell`` says that the check passes it.
- ``half TASK`` is a cell of one submission, the sample that is half right.
- ``equivalent TASK`` is a change of the solution by machine that no test can catch, as
  ``nbjudge try --mutants`` shows it.

TASK is the id of an answer's cell, with or without its ``-answer``. A cell that begins with a
comment has a blank line before it. In a change the line follows ``-`` or ``+`` and a space, as it
stands in the solution (without docstrings and the lines that mark it); what ``-`` names must be
there once. A blank line, or ``-`` after ``+``, begins the next change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from nbjudge.course.myst import is_source, read_source
from nbjudge.errors import GradingError

if TYPE_CHECKING:
    from nbjudge.course.source import Course  # nbgrader takes its time

__all__ = ["Answer", "answers_path", "parse_answers", "read_answers"]

KINDS = {
    "right": "# %% right TASK NAME",
    "wrong": "# %% wrong TASK NAME",
    "half": "# %% half TASK",
    "equivalent": "# %% equivalent TASK",
}
"""The form of each kind's heading."""

HEADING = re.compile(r"# ?%%(.*)")
MARKS_AND_DOCSTRINGS = re.compile(
    r"^ *### (?:BEGIN|END) SOLUTION\n?"
    r'|(?<=:\n)( +)"""(?s:(?!""").)*"""\n(?=\n*\1\S)',  # where something follows
    re.MULTILINE,
)
"""Of a solution, what an answer need not repeat: the lines that mark it, and docstrings."""
SAYS = re.compile(r'The check says "([^"]+)"')

Lines = list[tuple[int, str]]
"""Of the file, each with its number."""


@dataclass(frozen=True)
class Answer:
    """What stands under one heading.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    grade_id : str
        Of the cell whose place it takes.
    name : str
        Empty for kinds without one.
    reason : str
        The comment, in one line.
    source : str
        The cell; of an equivalent change, its lines.
    line : int
        Of the file, where the heading stands.
    """

    kind: str
    grade_id: str
    name: str
    reason: str
    source: str
    line: int

    @property
    def task(self) -> str:
        """The task that it answers."""
        return self.grade_id.removesuffix("-answer")

    @property
    def label(self) -> str:
        """The name of the answer in reports."""
        return "-".join(filter(None, (self.kind, self.task, self.name)))

    @property
    def message(self) -> str:
        """What the visible check's message must hold; empty if any will do."""
        found = SAYS.search(self.reason)
        return found[1] if found else ""

    @property
    def passes_check(self) -> bool:
        """Return whether the visible check cannot tell that it is wrong."""
        return "The check cannot tell" in self.reason


@dataclass(frozen=True)
class Hunk:
    """A change in one place: lines of the solution, and those in their stead."""

    line: int
    old: list[str]
    new: list[str]


def answers_path(course: Course, assignment: str) -> Path:
    """Return where the answers to an assignment stand, if there are any."""
    return course.root / "answers" / f"{assignment}.answers"


def read_answers(course: Course, assignment: str) -> list[Answer]:
    """Read the answers to an assignment, in order; none, if there is no such file.

    Raises
    ------
    GradingError
        If the file or a source cannot be read; with the line's number, if what stands there is no
        answer.
    """
    path = answers_path(course, assignment)
    if not path.exists():
        return []
    try:
        return parse_answers(path.read_text("utf-8"), read_solutions(course, assignment))
    except UnicodeDecodeError as error:
        words = f"{path} is no UTF-8 text (byte {error.start}): save it as UTF-8"
        raise GradingError(words) from None
    except ValueError as error:
        raise GradingError(f"{path}, {error}") from None


def read_solutions(course: Course, assignment: str) -> dict[str, str | None]:
    """Return the solution of each cell that students answer; None for an answer in words."""
    folder = course.path("source", ".", assignment)
    texts = [path for path in sorted(folder.glob("*.md")) if is_source(path)]
    notebooks = [p for p in sorted(folder.glob("*.ipynb")) if p.with_suffix(".md") not in texts]
    return {
        cell.metadata.nbgrader.grade_id: cell.source if cell.cell_type == "code" else None
        for path in (*texts, *notebooks)
        for cell in read_source(path).cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def parse_answers(text: str, solutions: Mapping[str, str | None]) -> list[Answer]:
    """Read answers from a text.

    Parameters
    ----------
    text : str
        In the form that the module's docstring gives.
    solutions : mapping of str to str or None
        The solution's cells, by id; None for an answer in words.

    Returns
    -------
    list of Answer
        As they stand.

    Raises
    ------
    ValueError
        With the line's number, if what stands there is no answer.
    """
    answers: dict[tuple[str, ...], Answer] = {}
    for number, heading, lines in split_sections(text):
        answer = read_section(number, heading, lines, solutions)
        change = answer.source if answer.kind == "equivalent" else ""
        key = answer.kind, answer.grade_id, answer.name, change
        if key in answers:
            raise ValueError(f"line {number}: `{heading}` stands in line {answers[key].line} too")
        answers[key] = answer
    return list(answers.values())


def split_sections(text: str) -> Iterator[tuple[int, str, Lines]]:
    """Yield each heading, with its line's number and the lines below it."""
    found: list[tuple[int, str, Lines]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if heading := HEADING.fullmatch(line):
            found.append((number, heading[1].strip(), []))
        elif found:
            found[-1][2].append((number, line))
        elif line.strip():
            raise ValueError(f"line {number}: a heading comes first, as `{KINDS['right']}`")
    yield from found


def read_section(
    number: int, heading: str, lines: Lines, solutions: Mapping[str, str | None]
) -> Answer:
    """Read what stands under one heading; see `parse_answers`."""
    kind, *words = heading.split() or [""]
    if kind not in KINDS:
        raise ValueError(f"line {number}: {kind!r} is none of {', '.join(KINDS)}")
    if len(words) != len(KINDS[kind].split()) - 3:
        raise ValueError(f"line {number}: a heading of this kind is `{KINDS[kind]}`")
    task, *name = words
    grade_id = task if task in solutions else f"{task}-answer"
    if grade_id not in solutions:
        tasks = ", ".join(known.removesuffix("-answer") for known in solutions)
        raise ValueError(f"line {number}: {task!r} is no task; there are: {tasks}")
    solution = solutions[grade_id]
    if solution is None and kind != "half":
        raise ValueError(f"line {number}: {task!r} is answered in words, which no test tries")
    comments = list(takewhile(lambda line: line[1].startswith("#"), lines))
    reason = " ".join(line.lstrip("# ").rstrip() for _, line in comments)
    body = strip_blank_lines(lines[len(comments) :])
    if not body:
        raise ValueError(
            f"line {number}: no lines of an answer stand below the heading and its comment; one "
            "that begins with a comment has a blank line before it"
        )
    if kind == "equivalent":
        source = "\n".join(f"{sign} {text.strip()}" for _, sign, text in split_signs(body) if sign)
    elif solution is not None and body[0][1][:2].strip() in ("-", "+"):
        source = apply_change(MARKS_AND_DOCSTRINGS.sub("", solution).strip("\n"), body)
    else:
        source = "\n".join(line for _, line in body)
    return Answer(kind, grade_id, "".join(name), reason, source, number)


def strip_blank_lines(lines: Lines) -> Lines:
    """Leave out the blank lines before and after."""
    filled = [i for i, (_, line) in enumerate(lines) if line.strip()]
    return lines[filled[0] : filled[-1] + 1] if filled else []


def split_signs(lines: Lines) -> Iterator[tuple[int, str, str]]:
    """Yield the sign and the text of each line of a change; no sign for a blank one."""
    for number, line in lines:
        sign, text = line[:1].strip(), line[2:]
        if line.strip() and (sign not in ("-", "+") or line[1:2].strip()):
            raise ValueError(
                f"line {number}: each line of a change begins with - or + and a space; {line!r} "
                "does not"
            )
        yield number, sign, text


def apply_change(solution: str, lines: Lines) -> str:
    """Change a solution: put the lines with ``+`` into the place of those with ``-`` above them."""
    rest, result = solution.split("\n"), list[str]()
    for hunk in split_hunks(split_signs(lines)):
        count = len(find_lines(solution.split("\n"), hunk.old))
        if count != 1:
            where = f"{count} times" if count else "nowhere"
            raise ValueError(
                f"line {hunk.line}: what is to be changed stands {where} in the solution, and must "
                f"stand there once, indented as here; the solution:\n{solution}"
            )
        places = find_lines(rest, hunk.old)
        if not places:
            raise ValueError(
                f"line {hunk.line}: changes come in the order of the solution, and this one stands "
                "before the one above it"
            )
        result += [*rest[: places[0]], *hunk.new]
        rest = rest[places[0] + len(hunk.old) :]
    return "\n".join(result + rest)


def find_lines(lines: list[str], wanted: list[str]) -> list[int]:
    """Return where some lines begin that follow one another among others."""
    return [i for i in range(len(lines)) if lines[i : i + len(wanted)] == wanted]


def split_hunks(lines: Iterable[tuple[int, str, str]]) -> list[Hunk]:
    """Split a change into those that stand in different places of the solution."""
    found: list[Hunk] = []
    goes_on = False
    for number, sign, text in lines:
        if sign == "-":
            if not goes_on or found[-1].new:
                found.append(Hunk(number, [], []))
            found[-1].old.append(text)
        elif sign == "+" and goes_on:
            found[-1].new.append(text)
        elif sign == "+":
            raise ValueError(
                f"line {number}: a line with + stands below the one with - whose place it takes; "
                "to add a line, repeat the one before it"
            )
        goes_on = bool(sign)
    return found
