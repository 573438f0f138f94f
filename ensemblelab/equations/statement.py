"""What an equation is here: its words, its formula, and a way to press on it.

An `Identity` draws a random instance and computes every side of the equation
on it; the sides must agree to rounding. A `Law` is about chance: it estimates a
number, with a standard error, and compares it with the number the law gives
and with the one that would come out if the law were wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

__all__ = ["Check", "EquationError", "Estimate", "Identity", "Law", "Report", "Statement"]

# A law's estimate may miss by chance: four standard errors are exceeded once in
# 16,000 draws. The seed is fixed, so a green check stays green.
STANDARD_ERRORS = 4.0


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
        mark, verdict = ("✔", "holds") if self.passed else ("✘", "fails")
        sides = ", ".join(f"{name} {value}" for name, value in self.example.items())
        return (
            f"> {mark} **{self.statement.label}** {verdict} on {self.instances} random instances; "
            f"{self.statement.measure} {self.max_discrepancy:.1e}. {self.statement.title}\n>\n"
            f"> $\\displaystyle {self.statement.latex}$\n>\n"
            f"> {self.statement.shows}: {sides}.\n"
        )


class Report(list[Check]):
    """Several checks, shown in a notebook as one table."""

    def _repr_markdown_(self) -> str:
        rows = "".join(
            f"| {'✔' if check.passed else '✘'} `{check.statement.label}` | {check.statement.title} "
            f"| {check.instances} | {check.max_discrepancy:.1e} |\n"
            for check in self
        )
        header = "| equation | statement | instances | discrepancy |"
        return f"{header}\n|:--|:--|--:|--:|\n{rows}"


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
    """

    label: str
    title: str
    latex: str
    source: str
    number: int | None = None
    measure: ClassVar[str]
    shows: ClassVar[str]

    def check(self, instances: int | None = None, seed: int = 0) -> Check:
        """Press on the statement with random instances."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Identity(Statement):
    """A chain of equal sides, or of sides that grow (``relation="<="``).

    Attributes
    ----------
    draw : callable
        ``draw(rng)`` returns one random instance: a dict of named values.
    sides : callable
        Takes the instance's values by name and returns the sides, in the order
        of the formula.
    relation : {"=", "<="}
    tolerance : float
        Largest relative difference that rounding explains.
    instances : int
        How many instances are drawn unless another number is asked for.
    """

    draw: Callable[[np.random.Generator], dict[str, Any]]
    sides: Callable[..., tuple[Any, ...]]
    relation: str = "="
    tolerance: float = 1e-10
    instances: int = 200
    measure: ClassVar[str] = "largest discrepancy"
    shows: ClassVar[str] = "On one instance"

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

        Raises
        ------
        ValueError
            If `instances` is below 1.
        """
        instances = self.instances if instances is None else instances
        if instances < 1:
            raise ValueError(f"instances={instances!r} must be at least 1")
        rng = np.random.default_rng(seed)
        worst, example = -np.inf, {}
        for _ in range(instances):
            instance = self.draw(rng)
            sides = self.sides(**instance)
            discrepancy = max(self._discrepancy(left, right) for left, right in pairwise(sides))
            fails_first = discrepancy > self.tolerance >= worst
            if not example or fails_first:
                example = _described(sides)
            worst = max(worst, discrepancy)
        return Check(self, bool(worst <= self.tolerance), instances, float(worst), example)

    def _discrepancy(self, left: Any, right: Any) -> float:
        """Compare two sides, relative to their size; NaN counts as infinitely far."""
        left, right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
        difference = left - right
        if self.relation == "=":
            difference = np.abs(difference)
        scale = 1.0 + np.maximum(np.abs(left), np.abs(right))
        worst = np.max(np.maximum(difference / scale, 0.0))
        return float(np.nan_to_num(worst, nan=np.inf, posinf=np.inf))


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
        found = self.estimate(np.random.default_rng(seed), instances)
        # An estimate that never varies is infinitely many standard errors from any other number.
        unit = max(found.standard_error, np.finfo(float).tiny)
        distance = abs(found.value - found.expected) / unit
        ruled_out = abs(found.value - found.otherwise) / unit
        example = {
            "estimate": f"{found.value:.5g} ± {found.standard_error:.1g} (standard error)",
            "the law": f"{found.expected:.5g}",
            "if it were wrong": f"{found.otherwise:.5g}, {ruled_out:.0f} standard errors away",
        }
        passed = bool(distance <= STANDARD_ERRORS < ruled_out)
        return Check(self, passed, instances, float(distance), example)


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
