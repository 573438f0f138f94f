"""A derivation read line by line: which line does not follow from the one before, and why.

A line must be equal to the one before, or, where lines are equations, hold for the same numbers. At
a few instances both are worked out: numbers at which they differ refute the step. A step that they
do not refute is shown by SymPy, or goes to a person. No clock is looked at: what is done with a
line is bounded by what the line may hold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

from ensemblelab._old_names import find_renamed
from ensemblelab.verify.derivations import algebra
from ensemblelab.verify.derivations.notation import Expression, NotationError, parse
from ensemblelab.verify.derivations.padding import without_padding
from ensemblelab.verify.derivations.task import Derivation
from ensemblelab.verify.derivations.values import (
    DIGITS,
    Instance,
    NoValue,
    TooLarge,
    draw_instances,
    evaluate,
    format_value,
    gap,
)

__all__ = ["Counterexample", "DerivationStep", "DerivationVerdict", "Outcome", "check"]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)

LINES = 30
# Besides what is right, an equation must not hold for these; multiples of what is right, too.
TRIED = (Fraction(0), Fraction(1), Fraction(-1), Fraction(5, 3))
MULTIPLES = (Fraction(-1), Fraction(2), Fraction(1, 2))

Outcome: TypeAlias = Literal[
    "complete",
    "to a person",
    "unfinished",
    "repeated",
    "too large",
    "wrong start",
    "wrong",
    "unreadable",
]


@dataclass(frozen=True)
class Counterexample:
    """Numbers at which a line does not follow from the one before.

    Attributes
    ----------
    values : dict of str to str
        What the symbols stand for.
    before, after : str
        What the two lines are there: a number, both sides of an equation, or that there is none.
    """

    values: Mapping[str, str]
    before: str
    after: str

    def __str__(self) -> str:
        values = ", ".join(f"{name} = {value}" for name, value in self.values.items())
        return f"At {values}: the line before is {self.before}, this line is {self.after}"


@dataclass(frozen=True)
class DerivationStep:
    """A step to a line from the one before.

    Attributes
    ----------
    line : int
        From 2.
    outcome : {"shown", "refuted", "to a person"}
    moves : tuple of str
        What it does of what a step may do one of.
    numbers : Counterexample or None
        What refutes it.
    repeats : bool
        Whether the line differs from an earlier one by brackets, or the order, at most.
    """

    line: int
    outcome: Literal["shown", "refuted", "to a person"]
    moves: tuple[str, ...] = ()
    numbers: Counterexample | None = None
    repeats: bool = False


@dataclass(frozen=True)
class DerivationVerdict:
    """What became of a derivation.

    Attributes
    ----------
    outcome : Outcome
        ``complete`` is worth full points; ``to a person`` waits for somebody to look at ``line``.
    line : int or None
        Which line it is about, from 1.
    words : str
        What to tell the student.
    steps : tuple of DerivationStep
    """

    outcome: Outcome
    line: int | None
    words: str
    steps: tuple[DerivationStep, ...] = ()

    @property
    def complete(self) -> bool:
        """Return whether it goes from what is given to what is asked in steps that are shown."""
        return self.outcome == "complete"

    @property
    def follows(self) -> bool:
        """Return whether it begins and ends where it should and no step is wrong, however large."""
        return self.outcome in ("complete", "to a person", "repeated", "too large") and all(
            step.outcome != "refuted" for step in self.steps
        )

    @property
    def numbers(self) -> Counterexample | None:
        """What refutes the line."""
        return next((step.numbers for step in self.steps if step.numbers), None)

    def __str__(self) -> str:
        return self.words


def check(task: Derivation, lines: Sequence[str], *, prove: bool = True) -> DerivationVerdict:
    """Check a derivation line by line.

    Parameters
    ----------
    task : Derivation
    lines : list of str
        From what is given to what is asked.
    prove : bool, default=True
        Whether what numbers do not refute is shown. Without, a step is at best one for a person,
        and SymPy is not needed.

    Returns
    -------
    DerivationVerdict

    Raises
    ------
    ModuleNotFoundError
        If a step has to be shown, and SymPy is not there.
    """
    read = _read(task, lines)
    if isinstance(read, DerivationVerdict):
        return read
    given, goal = task.ends
    if read[0] != given:
        words = f"line 1 must be what is given, {task.given}; yours is {lines[0].strip()}"
        return DerivationVerdict("wrong start", 1, words)
    made = [
        {move.words for move in task.moves if move.made(line)}
        for line in without_padding(read, [*draw_instances(task.symbols, task.label)])
    ]
    steps: list[DerivationStep] = []
    for line, (before, after) in enumerate(pairwise(read), 2):
        numbers = _refuted(task, before, after)
        changed = made[line - 2] ^ made[line - 1]
        moves = tuple(move.words for move in task.moves if move.words in changed)
        if numbers:
            steps.append(DerivationStep(line, "refuted", moves, numbers))
            return _verdict(task, lines, steps, reached=False)
        repeats = after in read[: line - 1]
        if before == after or (prove and _prove(task, before, after)):
            steps.append(DerivationStep(line, "shown", moves, None, repeats))
        else:
            steps.append(DerivationStep(line, "to a person", moves, None, repeats))
    return _verdict(task, lines, steps, reached=read[-1] == goal)


def _read(task: Derivation, lines: Sequence[str]) -> list[Expression] | DerivationVerdict:
    if not isinstance(lines, list | tuple) or not lines:
        told = f"a derivation is a list of lines, each a text in quotes; yours is {_brief(lines)}"
        return DerivationVerdict("unreadable", None, told)
    if len(lines) > LINES:
        return DerivationVerdict(
            "unreadable", LINES + 1, f"there are {len(lines)} lines; {LINES} are enough"
        )
    read = []
    for place, line in enumerate(lines, 1):
        try:
            node = parse(line, task.symbols)
        except NotationError as error:
            return DerivationVerdict("unreadable", place, f"line {place}, {error}")
        if (node.kind == "==") != bool(task.unknown):
            kind = "an equation, with ==" if task.unknown else "an expression, without =="
            return DerivationVerdict("unreadable", place, f"line {place}: each line here is {kind}")
        read.append(node)
    return read


def _brief(value: object) -> str:
    """Return of what kind a value is; its own words are not asked for."""
    return "empty" if type(value) in (list, tuple) else f"a {type(value).__name__[:30]}"


def _verdict(
    task: Derivation, lines: Sequence[str], steps: Sequence[DerivationStep], *, reached: bool
) -> DerivationVerdict:
    """Put the steps into words, the worst first."""

    def verdict(outcome: Outcome, line: int, words: str) -> DerivationVerdict:
        return DerivationVerdict(outcome, line, words, tuple(steps))

    for step in steps:
        if step.numbers:
            words = (
                f"line {step.line}, {lines[step.line - 1].strip()}, does not follow from line "
                f"{step.line - 1}, {lines[step.line - 2].strip()}. {step.numbers}"
            )
            return verdict("wrong", step.line, words)
    if not reached:
        words = f"the last line must be what is asked, {task.asked}; yours is {lines[-1].strip()}"
        return verdict("unfinished", len(lines), words)
    for step in steps:
        if step.repeats:
            words = f"line {step.line} says what a line before it says; take one of them out"
            return verdict("repeated", step.line, words)
        if len(step.moves) > 1:
            words = (
                f"line {step.line} follows from line {step.line - 1}, but in a step that is too "
                f"large: it does {len(step.moves)} things at once ({'; '.join(step.moves)}). "
                f"{task.largest_step} What adds 0 or multiplies by 1 is none of them, unless the "
                "next line keeps a term of it. Write the line between"
            )
            return verdict("too large", step.line, words)
    for step in steps:
        if step.outcome == "to a person":
            words = (
                f"line {step.line} could neither be shown to follow from line {step.line - 1} nor "
                "be refuted; a person will look at it, and smaller steps may make that needless"
            )
            return verdict("to a person", step.line, words)
    words = "every line follows from the one before, from what is given to what is asked"
    return verdict("complete", len(lines), words)


def _prove(task: Derivation, before: Expression, after: Expression) -> bool:
    if task.unknown:
        return algebra.equivalent(before, after, task.symbols, task.unknown)
    return algebra.equal(before, after, task.symbols)


# Numbers


def _refuted(task: Derivation, before: Expression, after: Expression) -> Counterexample | None:
    """Find numbers at which a line does not follow from the one before."""
    if before == after:
        return None
    for values in draw_instances(task.symbols, task.label):
        tried = _roots(task, values) if task.unknown else [values]
        for each in tried:
            if found := _differ(before, after, each):
                told = {name: format_value(each[name]) for name in task.symbols}
                return Counterexample(told, *found)
    return None


def _roots(task: Derivation, values: Instance) -> list[Instance]:
    """Put for the unknown what is right, and what is not."""
    unknown = Expression("symbol", value=task.unknown)
    (solution,) = (side for side in task.ends[1].parts if side != unknown)
    right = Fraction(evaluate(solution, values, 2 * max(DIGITS)))
    tried = [right, *(right * factor for factor in MULTIPLES), *TRIED]
    return [{**values, task.unknown: value} for value in tried]


def _differ(before: Expression, after: Expression, values: Instance) -> tuple[str, str] | None:
    """Return what two lines are at an instance if that refutes the step, else None."""
    try:
        first = _format_line(before, values)
    except NoValue:
        return None
    try:
        second = _format_line(after, values)
    except TooLarge:
        return None
    except NoValue:
        return (first, "without a value") if before.kind != "==" or _holds(before, values) else None
    if before.kind == "==":
        return (first, second) if _holds(before, values) != _holds(after, values) else None
    return (first, second) if gap(before, after, values) else None


def _holds(equation: Expression, values: Instance) -> bool:
    left, right = equation.parts
    return not gap(left, right, values)


def _format_line(line: Expression, values: Instance) -> str:
    """Return what a line is at an instance, as text."""
    if line.kind != "==":
        return format_value(evaluate(line, values, max(DIGITS)))
    one, other = (format_value(evaluate(side, values, max(DIGITS))) for side in line.parts)
    return f"true (both sides are {one})" if _holds(line, values) else f"false ({one} and {other})"
