"""The list of all equations, and functions to search it.

The module of a topic registers its equations when it is imported, which takes seconds because it
imports the library. Therefore a module is imported only when one of its equations is requested, and
the labels are found in the source text of the modules. Their package passes them to `add_topics`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, overload

import numpy as np

from ensemblelab.verify.formula import Formula
from ensemblelab.verify.statement import (
    CheckReport,
    CheckResult,
    EquationError,
    Erratum,
    Identity,
    Law,
    Statement,
)

__all__ = ["display", "equations", "erratum", "find", "law", "verify"]

STATED = re.compile(r'^@(?:display|law|erratum)\(\s*"([^"]+)"', re.MULTILINE)

# Statements that no chapter shows yet, and the chapter that each waits for.
WAITING: dict[str, str] = {}

_topics: list[tuple[str, str]] = []  # packages, and their modules that state equations
_numbered_in: list[str] = [""]
_statements: dict[str, Statement] = {}


def _register(statement: Statement) -> None:
    if statement.label in _statements:
        raise ValueError(f"label={statement.label!r} is taken; labels are unique")
    _statements[statement.label] = statement


def _title(function: Callable[..., Any]) -> str:
    """Return the docstring as one line: an equation's title is its function's docstring."""
    return " ".join((function.__doc__ or "").split())


def _source(number: int | None, source: str | None) -> str:
    return source or f"{_numbered_in[-1]}, eq. ({number})"


def display(
    label: str,
    latex: str,
    draw: Callable[[np.random.Generator], dict[str, Any]],
    *,
    axes: Mapping[str, int] | None = None,
    number: int | None = None,
    source: str | None = None,
    **options: Any,
) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., dict[str, Any]]]:
    """Register a display for evaluation; the decorated function computes its symbols' values.

    The function takes the values that ``draw(rng)`` returns; its docstring is the equation's
    title.

    Parameters
    ----------
    label, latex, draw, number, source
        As in `Identity`; a numbered equation's source is the ensemble notes.
    axes : mapping of str to int, optional
        The axis of the arrays that each index runs along, as in `Formula`.
    **options
        ``kind``, ``live``, ``proof``, ``tight``, and ``tolerance``, ``instances`` and ``close``
        where the defaults do not fit.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the label is taken.
    """

    def register(values: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        _register(
            Identity(
                label=label,
                title=_title(values),
                latex=latex,
                source=_source(number, source),
                number=number,
                draw=draw,
                sides=values,
                formula=Formula(latex, tuple((axes or {}).items())),
                **options,
            )
        )
        return values

    return register


def law(
    label: str,
    latex: str,
    *,
    otherwise: float,
    axes: Mapping[str, int] | None = None,
    number: int | None = None,
    source: str | None = None,
    **options: Any,
) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., dict[str, Any]]]:
    """Register a law about random quantities, whose display is evaluated in many runs.

    The decorated function is ``runs(rng, instances)`` and gives the display's symbols their
    values in that many runs; its docstring is the law's title.

    Parameters
    ----------
    label, latex, otherwise, number, source
        As in `Law`.
    axes : mapping of str to int, optional
        The axis of the arrays that each index runs along, as in `Formula`; the first axis is that
        of the runs.
    **options
        ``instances``, where the default does not fit.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the label is taken.
    """

    def register(runs: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
        _register(
            Law(
                label=label,
                title=_title(runs),
                latex=latex,
                source=_source(number, source),
                number=number,
                runs=runs,
                formula=Formula(latex, tuple((axes or {}).items())),
                otherwise=otherwise,
                **options,
            )
        )
        return runs

    return register


def erratum(
    label: str,
    draw: Callable[[np.random.Generator], dict[str, Any]],
    *,
    printed: str,
    right: str,
    source: str,
    **options: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a formula that is sometimes printed wrongly, with the correct one; evaluate both.

    The decorated function takes values of ``draw(rng)`` by name and gives the symbols of both
    versions values; its docstring is the correction in words.

    Parameters
    ----------
    label, draw, printed, source
        As in `Erratum`.
    right : str
        Its ``latex``.
    **options
        ``axes`` of the formulas' indices; ``tolerance`` and ``instances``, where the defaults do
        not fit.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the label is taken.
    """

    def register(versions: Callable[..., Any]) -> Callable[..., Any]:
        _register(
            Erratum(
                label=label,
                title=_title(versions),
                latex=right,
                printed=printed,
                source=source,
                draw=draw,
                versions=versions,
                **options,
            )
        )
        return versions

    return register


def add_topics(
    package: str,
    names: Sequence[str],
    waiting: Mapping[str, str] | None = None,
    *,
    numbered_in: str = "",
) -> None:
    """Register the modules of a package that state equations.

    Parameters
    ----------
    package : str
    names : sequence of str
        The names of its modules, in the order of the derivations.
    waiting : mapping of str to str, optional
        Labels that no chapter shows yet, and the chapter for each.
    numbered_in : str, default=""
        The source of the equations with a number.
    """
    _numbered_in.append(numbered_in)
    _topics.extend((package, name) for name in names)
    WAITING.update(waiting or {})
    topics.cache_clear()


@cache
def topics() -> dict[str, str]:
    """Return the module that states each label, in the order of the derivations."""
    return {
        label: f"{package}.{name}"
        for package, name in _topics
        for label in STATED.findall((files(package) / f"{name}.py").read_text(encoding="utf-8"))
    }


def _load(label: str) -> Statement:
    import_module(topics()[label])
    return _statements[label]


def equations() -> list[Statement]:
    """Return every equation, in the order of the derivations."""
    return [_load(label) for label in topics()]


def find(label: str) -> Statement:
    """Return the equation with a label.

    Parameters
    ----------
    label : str

    Returns
    -------
    Statement

    Raises
    ------
    ValueError
        If there is no such label; the message lists the nearest ones, or the prefixes of labels.
    """
    labels = topics()
    if label in labels:
        return _load(label)
    nearest = difflib.get_close_matches(label, labels, n=5, cutoff=0.4)
    kinds = dict.fromkeys(known.partition(".")[0] for known in labels)
    hint = f"labels begin with {', '.join(kinds)}"
    if nearest:
        hint = f"did you mean {', '.join(nearest)}?"
    raise ValueError(f"label={label!r} is not an equation of this course; {hint}")


# mypy minds that a str is also an iterable of str; the first signature that fits is meant.
@overload
def verify(  # type: ignore[overload-overlap]
    labels: str, *, instances: int | None = None, seed: int = 0
) -> CheckResult: ...
@overload
def verify(
    labels: Iterable[str], *, instances: int | None = None, seed: int = 0
) -> CheckReport: ...
def verify(
    labels: str | Iterable[str], *, instances: int | None = None, seed: int = 0
) -> CheckResult | CheckReport:
    """Check equations, and raise an error if one does not hold.

    Parameters
    ----------
    labels : str or iterable of str
        For one label the result is one check, for several it is a report.
    instances : int, optional
        The number of random instances; each equation has its own default.
    seed : int, default=0

    Returns
    -------
    CheckResult or CheckReport

    Raises
    ------
    EquationError
        If an equation fails; the message shows both sides for an instance.
    ValueError
        If a label is unknown, `instances` is no integer or too small, or `seed` is no integer or
        below 0.
    """
    if not isinstance(labels, str):
        return CheckReport(verify(label, instances=instances, seed=seed) for label in labels)
    check = find(labels).check(instances, seed)
    if not check.passed:
        raise EquationError(str(check))
    return check
