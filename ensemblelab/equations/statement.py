"""What an equation is here: its words, its formula, and a way to press on it.

An `Identity` draws a random instance and computes every side of the equation
on it; the sides must agree to rounding. A `Law` is about chance: it estimates a
number, with a standard error, and compares it with the number the law gives
and with the one that would come out if the law were wrong. An `Erratum` is a
formula that is often printed wrongly: the right version must hold on every
instance, and the printed one must fail.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

__all__ = [
    "Check",
    "EquationError",
    "Erratum",
    "Estimate",
    "Identity",
    "Law",
    "Report",
    "Statement",
]

# A law's estimate may miss by chance: four standard errors are exceeded once in
# 16,000 draws. The seed is fixed, so a green check stays green.
STANDARD_ERRORS = 4.0

# What stands between all sides of a chain, or between each and the next.
Relation = str | tuple[str, ...]

# What a printed version must be off by, relative to its size, to be called wrong: far above
# rounding, and visible in the third digit.
VISIBLE = 1e-3


class EquationError(AssertionError):
    """An equation does not hold; the message says which, where and by how much."""


@dataclass(frozen=True)
class Check:
    """The outcome of pressing on one equation.

    Attributes
    ----------
    statement : Statement
    passed : bool
    instances : int
        Number of random instances that were drawn.
    max_discrepancy : float
        Identities: the largest difference between two sides, relative to their
        size. Laws: the distance from the expected value, in standard errors.
        Errata: the largest difference in the right version.
    example : dict of str to str
        The values of the sides on the first instance, or on the first that fails.
    """

    statement: Statement
    passed: bool
    instances: int
    max_discrepancy: float
    example: Mapping[str, str]

    def as_dict(self) -> dict[str, Any]:
        """Return what ``verify --json`` prints for this equation."""
        return {
            "label": self.statement.label,
            "passed": self.passed,
            "instances": self.instances,
            "max_discrepancy": self.max_discrepancy,
            "source": self.statement.source,
        }

    def __str__(self) -> str:
        verdict = "holds" if self.passed else "FAILS"
        sides = ", ".join(f"{name} {value}" for name, value in self.example.items())
        return (
            f"{self.statement.label} {verdict} on {self.instances} instances "
            f"({self.statement.measure} {self.max_discrepancy:.1e}): {sides}"
        )

    def _repr_markdown_(self) -> str:
        statement = self.statement
        mark, verdict = ("✔", "holds") if self.passed else ("✘", "fails")
        sides = ", ".join(f"{name} {value}" for name, value in self.example.items())
        proof = f" Proved with SymPy: {statement.proof}." if statement.proof else ""
        formulas = "".join(
            f"> {words}$\\displaystyle {latex}$\n>\n" for words, latex in statement.formulas()
        )
        return (
            f"> {mark} **{statement.label}** {verdict} on {self.instances} random instances"
            f"{statement.besides}; {statement.measure} {self.max_discrepancy:.1e}. "
            f"{statement.title}{proof}\n>\n{formulas}> {statement.shows}: {sides}.\n"
        )


class Report(list[Check]):
    """Several checks, shown in a notebook as one table."""

    def _repr_markdown_(self) -> str:
        return self.table({})

    def table(self, links: Mapping[str, str]) -> str:
        """Write the table in Markdown.

        Parameters
        ----------
        links : mapping of str to str
            For labels that a chapter derives, a link to it in Markdown.

        Returns
        -------
        str
        """
        rows = "".join(
            f"| {'✔' if check.passed else '✘'} `{check.statement.label}` | {check.statement.title} "
            f"| {check.instances} | {check.max_discrepancy:.1e} "
            f"| {'✔' if check.statement.proof else ''} | {links.get(check.statement.label, '')} "
            f"| `{check.statement.where}` |\n"
            for check in self
        )
        header = "| equation | statement | instances | discrepancy | SymPy | chapter | code |"
        return f"{header}\n|:--|:--|--:|--:|:-:|:--|:--|\n{rows}"


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What every equation has: a stable label, words, a formula, a source.

    Attributes
    ----------
    label : str
        Stable name, such as ``bagging.7``.
    title : str
        The statement in one sentence.
    latex : str
        The statement as a formula.
    source : str
        Where it is stated.
    number : int or None
        Its number in the ensemble notes, (1) to (22).
    proof : str
        What SymPy proves of it; empty if nothing. Where no derivative is named, the
        tests run the function that is checked on numbers on symbols, and simplify
        the difference of its sides to 0.
    """

    label: str
    title: str
    latex: str
    source: str
    number: int | None = None
    proof: str = ""
    measure: ClassVar[str]
    shows: ClassVar[str]

    @property
    def besides(self) -> str:
        """Say what is checked besides random instances."""
        return ""

    @property
    def function(self) -> Callable[..., Any]:
        """The function that computes the statement's sides or its estimate."""
        raise NotImplementedError

    @property
    def where(self) -> str:
        """The file in the repository, and the line, where `function` stands."""
        code = inspect.unwrap(self.function).__code__
        return f"{self.function.__module__.replace('.', '/')}.py:{code.co_firstlineno}"

    def formulas(self) -> list[tuple[str, str]]:
        """Give the formulas to show, each after a few words (or none)."""
        return [("", self.latex)]

    def check(self, instances: int | None = None, seed: int = 0) -> Check:
        """Press on the statement with random instances."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Identity(Statement):
    """A chain of sides: each equals the next, or is at most it, or below it.

    Attributes
    ----------
    draw : callable
        ``draw(rng)`` returns one random instance: a dict of named values.
    sides : callable
        Takes those of the instance's values that it names and returns the
        sides, in the order of the formula.
    live : callable or None
        Like `draw`: one instance more, the rounds of the library's own
        AdaBoost on real data.
    relation : {"=", "<=", "<"} or tuple of them
        Between all sides, or between each and the next.
    tolerance : float
        Largest relative difference that rounding explains.
    instances : int
        How many instances are drawn unless another number is asked for.
    """

    draw: Callable[[np.random.Generator], dict[str, Any]]
    sides: Callable[..., tuple[Any, ...]]
    live: Callable[[np.random.Generator], dict[str, Any]] | None = None
    relation: Relation = "="
    tolerance: float = 1e-10
    instances: int = 200
    measure: ClassVar[str] = "largest discrepancy"
    shows: ClassVar[str] = "On one instance"

    @property
    def function(self) -> Callable[..., tuple[Any, ...]]:
        """The function that computes the sides."""
        return self.sides

    @property
    def besides(self) -> str:
        """Say what is checked besides random instances."""
        return " and in every round of a run on real data" if self.live else ""

    def check(self, instances: int | None = None, seed: int = 0) -> Check:
        """Draw instances and compare every side with the next.

        Parameters
        ----------
        instances : int, optional
            How many to draw, at least 1.
        seed : int, default=0

        Returns
        -------
        Check
            An exception on the way, say from the library that is pressed on,
            is a failure and told in the check's ``example``.

        Raises
        ------
        ValueError
            If `instances` is below 1.
        """
        instances = _enough(self.instances if instances is None else instances)
        rng = np.random.default_rng(seed)
        worst = -np.inf
        example: dict[str, str] = {}
        for draw in [self.draw] * instances + ([self.live] if self.live else []):
            try:
                sides = given(self.sides, draw(rng))
            except Exception as error:
                return Check(self, False, instances, np.inf, {"raised": repr(error)})
            discrepancy = chain_discrepancy(sides, self.relation)
            fails_first = discrepancy > self.tolerance >= worst
            if not example or fails_first:
                example = _described(sides)
            worst = max(worst, discrepancy)
        return Check(self, bool(worst <= self.tolerance), instances, float(worst), example)


@dataclass(frozen=True)
class Estimate:
    """A number measured by chance: its value, standard error, and what it should be.

    Attributes
    ----------
    value, standard_error : float
    expected : float
        What the law says.
    otherwise : float
        What would come out if the law were wrong; the estimate must rule it out.
    """

    value: float
    standard_error: float
    expected: float
    otherwise: float


@dataclass(frozen=True, kw_only=True)
class Law(Statement):
    """A statement about averages over chance.

    Attributes
    ----------
    estimate : callable
        ``estimate(rng, instances)`` returns an `Estimate` from that many draws.
    instances : int
    """

    estimate: Callable[[np.random.Generator, int], Estimate]
    instances: int = 2000
    measure: ClassVar[str] = "distance in standard errors"
    shows: ClassVar[str] = "Measured"

    @property
    def function(self) -> Callable[..., Estimate]:
        """The function that estimates."""
        return self.estimate

    def check(self, instances: int | None = None, seed: int = 0) -> Check:
        """Estimate, and compare with the law and with its alternative.

        Parameters
        ----------
        instances : int, optional
            How many draws the estimate is made from, at least 2.
        seed : int, default=0

        Returns
        -------
        Check

        Raises
        ------
        ValueError
            If `instances` is below 2: one draw has no standard error.
        """
        instances = self.instances if instances is None else instances
        if instances < 2:
            raise ValueError(f"instances={instances!r} must be at least 2 for a standard error")
        try:
            found = self.estimate(np.random.default_rng(seed), instances)
        except Exception as error:
            return Check(self, False, instances, np.inf, {"raised": repr(error)})
        # An estimate that never varies is infinitely many standard errors from any other number.
        unit = max(found.standard_error, np.finfo(float).tiny)
        distance = abs(found.value - found.expected) / unit
        ruled_out = abs(found.value - found.otherwise) / unit
        low, high = found.value + np.array([-1.96, 1.96]) * found.standard_error
        example = {
            "estimate": f"{found.value:.5g} ± {found.standard_error:.1g} (standard error)",
            "95% interval": f"{low:.4g} to {high:.4g}",
            "the law": f"{found.expected:.5g}",
            "if it were wrong": f"{found.otherwise:.5g}, {ruled_out:.0f} standard errors away",
        }
        passed = bool(distance <= STANDARD_ERRORS < ruled_out)
        return Check(self, passed, instances, float(distance), example)


@dataclass(frozen=True, kw_only=True)
class Erratum(Statement):
    """A formula as it is sometimes printed, and as it should be.

    It passes if the right version holds on every instance and the printed one
    visibly fails on one at least.

    Attributes
    ----------
    printed : str
        The wrong version as a formula; `latex` is the right one.
    draw : callable
        As in `Identity`.
    versions : callable
        Takes the instance's values by name and returns two tuples of sides, of
        the right version and of the printed one.
    relation : {"=", "<=", "<"} or tuple of them
        Between all sides, or between each and the next.
    tolerance : float
    instances : int
    """

    printed: str
    draw: Callable[[np.random.Generator], dict[str, Any]]
    versions: Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]
    relation: Relation = "="
    tolerance: float = 1e-10
    instances: int = 50
    measure: ClassVar[str] = "largest discrepancy of the right version"
    shows: ClassVar[str] = "On one instance"

    @property
    def function(self) -> Callable[..., tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """The function that computes both versions."""
        return self.versions

    def formulas(self) -> list[tuple[str, str]]:
        """Give both versions."""
        return [("Sometimes printed: ", self.printed), ("Right: ", self.latex)]

    def check(self, instances: int | None = None, seed: int = 0) -> Check:
        """Draw instances, hold the right version to them and let the printed one fail.

        Parameters
        ----------
        instances : int, optional
            How many to draw, at least 1.
        seed : int, default=0

        Returns
        -------
        Check
            Its example is the instance on which the printed version is furthest off.

        Raises
        ------
        ValueError
            If `instances` is below 1.
        """
        instances = _enough(self.instances if instances is None else instances)
        rng = np.random.default_rng(seed)
        worst, furthest, failures, example = -np.inf, -np.inf, 0, {}
        for _ in range(instances):
            try:
                right, printed = given(self.versions, self.draw(rng))
            except Exception as error:
                return Check(self, False, instances, np.inf, {"raised": repr(error)})
            worst = max(worst, chain_discrepancy(right, self.relation))
            off = chain_discrepancy(printed, self.relation)
            failures += off > VISIBLE
            if off > furthest:
                furthest = off
                example = {f"right version, {k}": v for k, v in _described(right).items()}
                example |= {f"as printed, {k}": v for k, v in _described(printed).items()}
        example["the printed version fails on"] = f"{failures} of {instances} instances"
        passed = bool(worst <= self.tolerance and failures > 0)
        return Check(self, passed, instances, float(worst), example)


def given(function: Callable[..., Any], instance: Mapping[str, Any]) -> Any:
    """Call a function with those values of an instance that it names.

    Parameters
    ----------
    function : callable
    instance : mapping of str to value

    Returns
    -------
    What the function returns.
    """
    names = inspect.signature(function).parameters
    return function(**{name: instance[name] for name in names})


def chain_discrepancy(sides: tuple[Any, ...], relation: Relation = "=") -> float:
    """Compare every side with the next, relative to their size.

    Parameters
    ----------
    sides : tuple of float or ndarray
    relation : {"=", "<=", "<"} or tuple of them
        What stands between all sides, or between each and the next.

    Returns
    -------
    float
        The largest difference, 0 if the chain holds; infinite where a side is NaN.
    """
    relations = [relation] * (len(sides) - 1) if isinstance(relation, str) else relation
    return max(
        _discrepancy(left, right, between)
        for (left, right), between in zip(pairwise(sides), relations, strict=True)
    )


def _discrepancy(left: Any, right: Any, relation: str) -> float:
    left, right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
    difference = left - right
    if relation == "=":
        difference = np.abs(difference)
    elif relation == "<":  # equal is as wrong as larger, and no rounding excuses it
        difference = np.where(difference < 0, difference, np.inf)
    scale = 1.0 + np.maximum(np.abs(left), np.abs(right))
    worst = np.max(np.maximum(difference / scale, 0.0))
    return float(np.nan_to_num(worst, nan=np.inf, posinf=np.inf))


def _enough(instances: int) -> int:
    if instances < 1:
        raise ValueError(f"instances={instances!r} must be at least 1")
    return instances


def _described(sides: tuple[Any, ...]) -> dict[str, str]:
    """Say the value of each side; long arrays by their first entries."""

    def words(side: Any) -> str:
        values = np.ravel(np.asarray(side, dtype=float))
        shown = ", ".join(f"{value:.6g}" for value in values[:3])
        return shown if values.size <= 3 else f"{shown}, … ({values.size} values)"

    names = (
        ["left side", "right side"]
        if len(sides) == 2
        else [f"side {number}" for number in range(1, len(sides) + 1)]
    )
    return {name: words(side) for name, side in zip(names, sides, strict=True)}
