"""The one list of equations, and the ways to ask it.

A topic's module registers its equations when it is imported, which takes seconds: what it checks
is the library itself. So one is imported when it is asked for, and where each label stands is
read from the text of the modules.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, overload

import numpy as np

from ensemblelab.equations.formula import Formula
from ensemblelab.equations.statement import (
    Check,
    EquationError,
    Erratum,
    Estimate,
    Identity,
    Law,
    Relation,
    Report,
    Statement,
)

__all__ = ["display", "equations", "erratum", "find", "identity", "law", "verify"]

NOTES = "lecture notes A, Ensemble Methods"

# The modules of this package that state equations, in the order of the derivations.
TOPICS = (
    "committees",
    "bootstrap",
    "bagging",
    "one_over_m",
    "forest",
    "adaboost",
    "adaboost_weights",
    "exponential",
    "gradient_boosting",
    "xgboost",
    "bias_variance",
    "errata_averaging",
    "errata_boosting",
    "errata_trees",
)
STATED = re.compile(r'^@(?:display|identity|law|erratum)\(\s*"([^"]+)"', re.MULTILINE)

# Statements that no chapter shows yet, and the chapter that each waits for.
WAITING = dict.fromkeys(
    (
        "bias_variance.squared",
        "bias_variance.library",
        "bias_variance.noise",
        "bias_variance.average",
        "bias_variance.kohavi_wolpert",
        "bias_variance.domingos",
        "bias_variance.two_classes",
    ),
    "Bias and variance",
)

_statements: dict[str, Statement] = {}


def _register(statement: Statement) -> None:
    if statement.label in _statements:
        raise ValueError(f"label={statement.label!r} is taken; labels are unique")
    _statements[statement.label] = statement


def _words(function: Callable[..., Any]) -> str:
    """Return the docstring as one line: an equation's title is its function's docstring."""
    return " ".join((function.__doc__ or "").split())


def _source(number: int | None, source: str | None) -> str:
    return source or f"{NOTES}, eq. ({number})"


def identity(
    label: str,
    latex: str,
    draw: Callable[[np.random.Generator], dict[str, Any]],
    *,
    number: int | None = None,
    source: str | None = None,
    relation: Relation = "=",
    **options: Any,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register the decorated function as the sides of an equation.

    The function takes the values that ``draw(rng)`` returns and returns the
    sides in the order of the formula; its docstring is the equation's title.

    Parameters
    ----------
    label, latex, draw, number, source, relation
        As in `Identity`; a numbered equation's source is the ensemble notes.
    **options
        ``live``, ``proof``, and ``tolerance`` and ``instances`` where the defaults do not fit.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the label is taken.
    """

    def register(sides: Callable[..., Any]) -> Callable[..., Any]:
        _register(
            Identity(
                label=label,
                title=_words(sides),
                latex=latex,
                source=_source(number, source),
                number=number,
                draw=draw,
                sides=sides,
                relation=relation,
                **options,
            )
        )
        return sides

    return register


def display(
    label: str,
    latex: str,
    draw: Callable[[np.random.Generator], dict[str, Any]],
    *,
    axes: Mapping[str, int] | None = None,
    **options: Any,
) -> Callable[[Callable[..., dict[str, Any]]], Callable[..., dict[str, Any]]]:
    """Register a display that is evaluated; the decorated function gives its symbols values.

    Parameters
    ----------
    label, latex, draw
        As in `Identity`.
    axes : mapping of str to int, optional
        The axis of the arrays that each index runs along, as in `Formula`.
    **options
        As for `identity`; the relations are those of the display.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.
    """
    return identity(
        label, latex, draw, formula=Formula(latex, tuple((axes or {}).items())), **options
    )


def law(
    label: str, latex: str, *, number: int | None = None, source: str | None = None, **options: Any
) -> Callable[[Callable[..., Estimate]], Callable[..., Estimate]]:
    """Register the decorated function as the estimate behind a law of chance.

    The function is ``estimate(rng, instances)`` and returns an `Estimate`; its
    docstring is the law's title.

    Parameters
    ----------
    label, latex, number, source
        As in `Law`.
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

    def register(estimate: Callable[..., Estimate]) -> Callable[..., Estimate]:
        _register(
            Law(
                label=label,
                title=_words(estimate),
                latex=latex,
                source=_source(number, source),
                number=number,
                estimate=estimate,
                **options,
            )
        )
        return estimate

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
    """Register the decorated function as the two versions of a formula.

    The function takes values of ``draw(rng)`` by name and returns the sides of
    the right version and those of the printed one, as two tuples; its docstring
    is the correction in words.

    Parameters
    ----------
    label, draw, printed, source
        As in `Erratum`.
    right : str
        Its ``latex``.
    **options
        ``relation``, ``tolerance`` and ``instances``, where the defaults do not fit; ``axes``,
        if the function gives the formulas' symbols values instead.

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
                title=_words(versions),
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


@cache
def topics() -> dict[str, str]:
    """Tell which topic's module states each label, in the order of the derivations."""
    package = files(__package__)
    return {
        label: topic
        for topic in TOPICS
        for label in STATED.findall((package / f"{topic}.py").read_text(encoding="utf-8"))
    }


def _stated(label: str) -> Statement:
    import_module(f"{__package__}.{topics()[label]}")
    return _statements[label]


def equations() -> list[Statement]:
    """Return every equation, in the order of the derivations."""
    return [_stated(label) for label in topics()]


def find(label: str) -> Statement:
    """Look an equation up by its label.

    Parameters
    ----------
    label : str

    Returns
    -------
    Statement

    Raises
    ------
    ValueError
        If there is no such label; the message lists the nearest ones, or what labels begin with.
    """
    labels = topics()
    if label in labels:
        return _stated(label)
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
) -> Check: ...
@overload
def verify(labels: Iterable[str], *, instances: int | None = None, seed: int = 0) -> Report: ...
def verify(
    labels: str | Iterable[str], *, instances: int | None = None, seed: int = 0
) -> Check | Report:
    """Press on equations and refuse to go on if one does not hold.

    Parameters
    ----------
    labels : str or iterable of str
        One label gives one check, several give a report.
    instances : int, optional
        How many random instances to draw; each equation has its own default.
    seed : int, default=0

    Returns
    -------
    Check or Report

    Raises
    ------
    EquationError
        If an equation fails; the message gives both sides on an instance.
    ValueError
        If a label is unknown.
    """
    if not isinstance(labels, str):
        return Report(verify(label, instances=instances, seed=seed) for label in labels)
    check = find(labels).check(instances, seed)
    if not check.passed:
        raise EquationError(str(check))
    return check
