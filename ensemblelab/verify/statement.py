"""Statements that can be checked: the title, the formula, and the method of the check.

An `Identity` draws a random instance and computes every side of the equation for it; the sides
must agree within rounding error. A `Law` is about random quantities. Its sides are estimated
from many runs and must agree within random variation, and the value for a wrong law must be ruled
out. An `Erratum` is a formula that is often printed wrongly. The correct version must hold for
every instance, and the printed one must fail.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ensemblelab._arguments import check_integer
from ensemblelab._old_names import find_renamed
from ensemblelab.verify.comparing import (
    Entry,
    Estimate,
    chain_discrepancy,
    estimate,
    find_worst_entry,
    gaps,
    take_entry,
)
from ensemblelab.verify.formula import Chain, Formula, FormulaError, signs
from ensemblelab.verify.rendering import box, page, report

__all__ = [
    "Broken",
    "CheckReport",
    "CheckResult",
    "EquationError",
    "Erratum",
    "Identity",
    "Law",
    "Statement",
]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)

# A law's estimate may miss by chance: four standard errors are exceeded once in
# 16,000 draws. The seed is fixed, so a green check stays green.
STANDARD_ERRORS = 4.0

# What a printed version must be off by, relative to its size, to be called wrong: far above
# rounding, and visible in the third digit.
VISIBLE = 1e-3


class EquationError(AssertionError):
    """An equation does not hold; the message says which one, where, and by how much."""


@dataclass(frozen=True)
class Broken:
    """A statement with one changed sign, and an instance for which it fails.

    Attributes
    ----------
    latex : str
        The changed statement, with the changed sign in a box; or the version that is printed.
    example : dict of str to str
        The sides in LaTeX, and their values.
    """

    latex: str
    example: Mapping[str, str]


@dataclass(frozen=True)
class CheckResult:
    """The outcome of checking one equation.

    Attributes
    ----------
    statement : Statement
    passed : bool
    instances : int
        Number of random instances that were drawn.
    margin : float
        For a bound, the smallest gap for the random instances, relative to its size.
    max_discrepancy : float
        For identities, the largest difference between two sides, relative to their
        size. For laws, the distance from the expected value, in standard errors.
        For errata, the largest difference in the correct version.
    example : dict of str to str
        One instance, the first one or the first that fails: sides and symbols in LaTeX, with their
        values.
    broken : Broken or None
        The statement with one changed sign for that instance; for an erratum, the printed version.
    """

    statement: Statement
    passed: bool
    instances: int
    max_discrepancy: float
    example: Mapping[str, str]
    broken: Broken | None = None
    margin: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return what ``verify --json`` prints for this equation."""
        return {
            "label": self.statement.label,
            "passed": self.passed,
            "instances": self.instances,
            "max_discrepancy": self.max_discrepancy,
            "source": self.statement.source,
        }

    @property
    def line(self) -> str:
        """The outcome in one line."""
        mark = "✔" if self.passed else "✘"
        return f"{mark} {self.statement.label} {self.statement.verdict(self)}"

    def __str__(self) -> str:
        sides = ", ".join(f"{name} {value}" for name, value in self.example.items())
        return f"{self.line}: {sides}"

    def _repr_html_(self) -> str:
        return box(self)


class CheckReport(list[CheckResult]):
    """Several checks, shown in a notebook as one line that unfolds to show each."""

    def _repr_html_(self) -> str:
        return report(self)

    def page(self, places: Mapping[str, tuple[str, str]]) -> str:
        """Render all of them by chapter, with a field to filter them.

        Parameters
        ----------
        places : mapping of str to (str, str)
            The title of the chapter for each label, and a link to the display, or "" if it has
            none.

        Returns
        -------
        str
            HTML.
        """
        return page(self, places)


@dataclass(frozen=True, kw_only=True)
class Statement:
    """The base class of all statements, with a stable label, a title, a formula, and a source.

    Attributes
    ----------
    label : str
        Stable name, such as ``bagging.7``.
    title : str
        The statement in one sentence.
    latex : str
        The statement as a formula.
    source : str
        The work in which it is stated.
    number : int or None
        Its number in the ensemble notes, (1) to (22).
    proof : str
        The part that SymPy proves; empty if none. Where no derivative is named, the tests run
        the function, which is checked with numbers, with symbols, and simplify the difference
        of its sides to 0.
    kind : str
        "identity", "bound", "monotone", "limit", "optimum", "law of chance" or "erratum".
    instances : int
        The default number of instances.
    """

    label: str
    title: str
    latex: str
    source: str
    number: int | None = None
    proof: str = ""
    kind: str = ""
    instances: int = 200
    shows: ClassVar[str]
    breaks: ClassVar[str] = "With the sign in the box, it fails for the same instance"
    fewest: ClassVar[tuple[int, str]] = (1, "")  # instances, and why so many

    def verdict(self, check: CheckResult) -> str:
        """Return the result in a few words."""
        raise NotImplementedError

    @property
    def besides(self) -> str:
        """Return what is checked in addition to random instances."""
        return ""

    @property
    def function(self) -> Callable[..., Any]:
        """The function that computes the sides of the statement or their estimates."""
        raise NotImplementedError

    @property
    def where(self) -> str:
        """The file in the repository and the line where `function` is defined."""
        code = inspect.unwrap(self.function).__code__
        return f"{self.function.__module__.replace('.', '/')}.py:{code.co_firstlineno}"

    def formulas(self) -> list[tuple[str, str]]:
        """Return the formulas to show, each with a short introduction (or none)."""
        return [("", self.latex)]

    def check(self, instances: int | None = None, seed: int = 0) -> CheckResult:
        """Check the statement on random instances.

        Parameters
        ----------
        instances : int, optional
            The number of instances, at least 1; for a law, the number of runs, at least 2.
        seed : int, default=0

        Returns
        -------
        CheckResult
            An exception during the check, for example one raised by the library, is a failure
            and is shown in its ``example``. For an erratum, the example is the instance for which
            the printed version has the largest error.

        Raises
        ------
        ValueError
            If `instances` is no integer or too small, or `seed` no integer or below 0.
        """
        instances = self.instances if instances is None else instances
        check_integer("instances", instances, *self.fewest)
        check_integer("seed", seed, 0)
        try:
            computed = self._compute(np.random.default_rng(seed), instances)
        except Exception as error:
            return CheckResult(self, False, instances, np.inf, {"raised": repr(error)})
        return self._judge(computed, instances)

    def _compute(self, rng: np.random.Generator, instances: int) -> Any:
        """Return the sides on random instances."""
        raise NotImplementedError

    def _judge(self, computed: Any, instances: int) -> CheckResult:
        """Compare the sides."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Identity(Statement):
    """A chain of sides, each of which equals the next, is at most the next, or is below it.

    Attributes
    ----------
    draw : callable
        ``draw(rng)`` returns one random instance: a dict of named values.
    sides : callable
        Takes those of the instance's values that it names and returns a value for each of the
        display's symbols.
    live : callable or None
        Like `draw`: one further instance, from a model that was fitted to real data.
    tight : tuple of callable
        For a bound, functions like `draw`, one for each inequality, that return an instance for
        which it is nearly an equality.
    close : float
        The largest gap of a bound for these instances, relative to its size, so that a constant
        that is 10% too large is detected, as well as one that is too small.
    tolerance : float
        The largest relative difference that is attributed to rounding.
    formula : Formula
        The display that is evaluated. A symbol whose value is a tuple was computed in
        several ways, which must agree; ``side 2`` is the library's value of the second side.
    """

    draw: Callable[[np.random.Generator], dict[str, Any]]
    sides: Callable[..., Any]
    live: Callable[[np.random.Generator], dict[str, Any]] | None = None
    tolerance: float = 1e-10
    formula: Formula
    kind: str = "identity"
    tight: tuple[Callable[[np.random.Generator], dict[str, Any]], ...] = ()
    close: float = 0.05
    shows: ClassVar[str] = "One of the instances"

    @property
    def function(self) -> Callable[..., Any]:
        """The function that computes the values of the symbols."""
        return self.sides

    @property
    def besides(self) -> str:
        """Return what is checked in addition to random instances."""
        return " and in every round of a run on real data" if self.live else ""

    def verdict(self, check: CheckResult) -> str:
        """Return the result in a few words."""
        if not check.passed:
            return "FAILS"
        told = f"holds for {check.instances} random instances{self.besides}"
        if self.kind == "bound":
            return f"{told}, with a gap of at least {check.margin:.1%}" + (
                ", and can be nearly reached" if self.tight else ""
            )
        return told + (
            f", within {check.max_discrepancy:.0e}" if check.max_discrepancy else ", exactly"
        )

    def chains(self, instance: Mapping[str, Any]) -> tuple[list[Chain], Mapping[str, Any]]:
        """Compute the sides for an instance.

        Parameters
        ----------
        instance : mapping of str to value

        Returns
        -------
        (list of Chain, mapping of str to value)
            The sides, and the values of the display's symbols.
        """
        found = call_with(self.sides, instance)
        again = {int(key[5:]): found.pop(key) for key in list(found) if key.startswith("side ")}
        values = {s: v[0] if isinstance(v, tuple) else v for s, v in found.items()}
        ways = [
            Chain((symbol,) * len(value), value, ("=",) * (len(value) - 1))
            for symbol, value in found.items()
            if isinstance(value, tuple)
        ]
        chains = self.formula.chains(values)
        for side, library in again.items():
            name, computed = chains[0].names[side - 1], chains[0].sides[side - 1]
            ways.append(
                Chain((rf"\text{{the library's }} {name}", name), (library, computed), ("=",))
            )
        return chains + ways, values

    def _compute(self, rng: np.random.Generator, instances: int) -> Any:
        draws = [self.draw] * instances + ([self.live] if self.live else []) + list(self.tight)
        return [self.chains(draw(rng)) for draw in draws]

    def _judge(self, computed: Any, instances: int) -> CheckResult:
        worst, margin = -np.inf, np.inf
        example: dict[str, str] = {}
        broken = None
        left = []  # of each inequality, on the instance that is made for it
        for place, (chains, values) in enumerate(computed, start=len(self.tight) - len(computed)):
            discrepancy = max(chain_discrepancy(c.sides, c.relations) for c in chains)
            fails_first = discrepancy > self.tolerance >= worst
            if not example or fails_first:
                broken, entry = self.broken(values)
                example = _format_sides(chains, entry) | _format_values(values, self.formula, entry)
            worst = max(worst, discrepancy)
            near = [gap for chain in chains for gap in gaps(chain)]
            if place < 0:
                margin = min([margin, *near])
            else:
                left.append(near[place])
        passed = worst <= self.tolerance
        if max(left, default=0.0) > self.close:
            passed = False
            example = {r"\text{it is nowhere tight; smallest gap}": format_number(max(left))}
        return CheckResult(
            self, bool(passed), instances, float(worst), example, broken, float(max(margin, 0))
        )

    def broken(self, values: Mapping[str, Any]) -> tuple[Broken | None, Entry]:
        """Change one sign of the display so that it fails.

        Parameters
        ----------
        values : mapping of str to value
            The values of the display's symbols.

        Returns
        -------
        Broken or None
            None if no change of a sign makes it fail.
        tuple of int
            The entry of the arrays with the largest difference.
        """
        for boxed, chains in _turn_signs(self, values):
            with np.errstate(all="ignore"):
                off = [chain_discrepancy(c.sides, c.relations) for c in chains]
            fails = chains[int(np.argmax(off))]
            if max(off) > VISIBLE and all(np.all(np.isfinite(side)) for side in fails.sides):
                entry = find_worst_entry(fails)
                return Broken(boxed, _format_sides([fails], entry)), entry
        return None, ()


@dataclass(frozen=True, kw_only=True)
class Law(Statement):
    """A statement about expected values, whose sides agree within random variation.

    Attributes
    ----------
    runs : callable
        ``runs(rng, instances)`` makes that many runs and returns a value for each of the
        display's symbols. Values that differ between runs are arrays whose first axis is theirs.
    formula : Formula
        The display that is evaluated for each run.
    otherwise : float
        The value of the first side if the law were wrong, which the runs must rule out.
    """

    runs: Callable[[np.random.Generator, int], dict[str, Any]]
    formula: Formula
    otherwise: float
    instances: int = 2000
    kind: str = "law of chance"
    shows: ClassVar[str] = "Estimate"
    breaks: ClassVar[str] = "With the sign in the box, it fails for the same runs"
    fewest: ClassVar[tuple[int, str]] = (2, " for a standard error")

    def verdict(self, check: CheckResult) -> str:
        """Return the result in a few words."""
        if not check.passed:
            return "FAILS"
        return (
            f"holds: the estimate from {check.instances} draws is {check.max_discrepancy:.1f} "
            "standard errors from the expected value"
        )

    @property
    def function(self) -> Callable[..., dict[str, Any]]:
        """The function that makes the runs."""
        return self.runs

    def _compute(self, rng: np.random.Generator, instances: int) -> Any:
        values = self.runs(rng, instances)
        return values, estimate(self.formula.chains(values))

    def _judge(self, computed: Any, instances: int) -> CheckResult:
        values, found = computed
        first = found[0]
        distance = max(one.distance for one in found)
        ruled_out = abs(first.value - self.otherwise) / first.standard_error
        low, high = first.value + np.array([-1.96, 1.96]) * first.standard_error
        example = _format_estimate(first) | {
            r"\text{95% interval}": f"{format_number(low)} to {format_number(high)}",
            r"\text{if it were wrong}": (
                f"{format_number(self.otherwise)}, {ruled_out:.0f} errors away"
            ),
        }
        passed = bool(distance <= STANDARD_ERRORS < ruled_out)
        return CheckResult(self, passed, instances, float(distance), example, self.broken(values))

    def broken(self, values: Mapping[str, Any]) -> Broken | None:
        """Change one sign of the display so that it fails for the same runs.

        Parameters
        ----------
        values : mapping of str to value
            The values of the display's symbols.

        Returns
        -------
        Broken or None
            None if no change of a sign makes it fail.
        """
        for boxed, chains in _turn_signs(self, values):
            with np.errstate(all="ignore"):
                fails = max(estimate(chains), key=lambda one: one.distance)
            if STANDARD_ERRORS < fails.distance < np.inf:
                return Broken(boxed, _format_estimate(fails))
        return None


@dataclass(frozen=True, kw_only=True)
class Erratum(Statement):
    """A formula that is sometimes printed wrongly, and the correct version.

    It passes if the correct version holds for every instance and the printed one
    fails clearly for at least one.

    Attributes
    ----------
    printed : str
        The wrong version as a formula; `latex` is the correct one.
    draw : callable
        As in `Identity`.
    versions : callable
        Takes the instance's values by name and returns a value for each symbol of the two
        formulas.
    tolerance : float
    axes : tuple of (str, int)
        The axes of the formulas' indices, as in `Formula`.
    """

    printed: str
    draw: Callable[[np.random.Generator], dict[str, Any]]
    versions: Callable[..., Any]
    tolerance: float = 1e-10
    instances: int = 50
    axes: tuple[tuple[str, int], ...] = ()
    kind: str = "erratum"
    shows: ClassVar[str] = "The correct version, for the instance for which the two differ most"
    breaks: ClassVar[str] = "The version that is sometimes printed fails for the same instance"

    def verdict(self, check: CheckResult) -> str:
        """Return the result in a few words."""
        if not check.passed:
            return "FAILS"
        to = f"within {check.max_discrepancy:.0e}" if check.max_discrepancy else "exactly"
        return f"holds for {check.instances} random instances, {to}, and fails as printed"

    @property
    def function(self) -> Callable[..., Any]:
        """The function that computes the values of the symbols of both versions."""
        return self.versions

    def formulas(self) -> list[tuple[str, str]]:
        """Return both versions."""
        return [("Sometimes printed: ", self.printed), ("Correct: ", self.latex)]

    def chains(self, instance: Mapping[str, Any]) -> tuple[list[Chain], list[Chain]]:
        """Compute the sides of both versions for an instance.

        Parameters
        ----------
        instance : mapping of str to value

        Returns
        -------
        (list of Chain, list of Chain)
            Those of the correct version and those of the printed one.
        """
        found = call_with(self.versions, instance)
        versions = [Formula(latex, self.axes) for latex in (self.latex, self.printed)]
        used = [formula.used(found) for formula in versions]
        if unused := set(found) - used[0] - used[1]:
            raise FormulaError(f"values that no version uses: {', '.join(sorted(unused))}")
        right, printed = [
            formula.chains({symbol: found[symbol] for symbol in some})
            for formula, some in zip(versions, used, strict=True)
        ]
        return right, printed

    def _compute(self, rng: np.random.Generator, instances: int) -> Any:
        return [self.chains(self.draw(rng)) for _ in range(instances)]

    def _judge(self, computed: Any, instances: int) -> CheckResult:
        worst, furthest, failures = -np.inf, -np.inf, 0
        example: dict[str, str] = {}
        broken = None
        for right, printed in computed:
            worst = max(worst, *[chain_discrepancy(c.sides, c.relations) for c in right])
            off = [chain_discrepancy(c.sides, c.relations) for c in printed]
            failures += max(off) > VISIBLE
            if max(off) > furthest:
                furthest = max(off)
                fails = printed[int(np.argmax(off))]
                entry = find_worst_entry(fails)
                example = _format_sides(right, entry)
                broken = Broken(self.printed, _format_sides([fails], entry))
        if broken is not None:
            count = {r"\text{it fails for}": f"{failures} of {instances} instances"}
            broken = Broken(broken.latex, {**broken.example, **count})
        passed = bool(worst <= self.tolerance and failures > 0)
        return CheckResult(self, passed, instances, float(worst), example, broken)


def call_with(function: Callable[..., Any], instance: Mapping[str, Any]) -> Any:
    """Call a function with those values of an instance that are its parameters.

    Parameters
    ----------
    function : callable
    instance : mapping of str to value

    Returns
    -------
    The result of the function.
    """
    return function(**{name: instance[name] for name in _names(function)})


@cache
def _names(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)


def _turn_signs(
    statement: Identity | Law, values: Mapping[str, Any]
) -> Iterator[tuple[str, list[Chain]]]:
    """Turn one sign of the display after the other; give it, boxed, and the sides it then has."""
    for variant in signs(statement.latex):
        try:
            with np.errstate(all="ignore"):
                chains = Formula(variant.latex, statement.formula.axes).chains(values)
        except FormulaError:  # a sign inside a symbol, such as f_{[m-1]}
            continue
        yield variant.boxed, chains


def _format_estimate(found: Estimate) -> dict[str, str]:
    """Return what a side was estimated to be, and what it should be."""
    name, law = found.names
    return {
        name: f"{format_number(found.value)} ± {found.standard_error:.1g} (standard error)",
        law: format_number(found.expected),
    }


def _format_sides(chains: list[Chain], entry: Entry) -> dict[str, str]:
    """Return what each side is, as text."""
    return {
        name: format_number(take_entry(side, entry))
        for chain in chains
        for name, side in zip(chain.names, chain.sides, strict=True)
        if np.size(side)
    }


def _format_values(values: Mapping[str, Any], formula: Formula, entry: Entry) -> dict[str, str]:
    """Return what each symbol is; along an axis that the display sums over, the first entries."""
    shown: dict[str, str] = {}
    summed = formula.summed(values)
    for symbol, value in values.items():
        if symbol.endswith(r"\leftarrow"):
            continue
        array = np.asarray(value, dtype=float)
        at = ((0,) * array.ndim + entry)[len(entry) :]
        index = tuple(
            slice(None) if axis - array.ndim in summed else min(i, size - 1)
            for axis, (i, size) in enumerate(zip(at, array.shape, strict=True))
        )
        several = np.ravel(array[index])
        shown[symbol] = ", ".join(format_number(e) for e in several[:4]) + ", …" * (
            several.size > 4
        )
    return shown


def format_number(value: float) -> str:
    """Format a number with four digits, and with a power of ten only if necessary.

    Parameters
    ----------
    value : float

    Returns
    -------
    str
    """
    if value == 0 or not np.isfinite(value) or 1e-4 <= abs(value) < 1e6:
        text = f"{value:.4f}".rstrip("0").rstrip(".") if 1 <= abs(value) < 1e6 else f"{value:.4g}"
        return text.replace("-", "−").replace("inf", "∞")
    digits, power = f"{value:.2e}".split("e")
    raised = str(int(power)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{digits} · 10{raised}".replace("-", "−")
