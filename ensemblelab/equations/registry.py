"""The one list of equations, and the ways to ask it."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ensemblelab.equations.statement import (
    Check,
    EquationError,
    Erratum,
    Estimate,
    Identity,
    Law,
    Report,
    Statement,
)

__all__ = ["equations", "erratum", "find", "identity", "law", "verify"]

NOTES = "lecture notes A, Ensemble Methods"

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
    relation: str = "=",
    **options: Any,
) -> Callable[[Callable[..., tuple[Any, ...]]], Callable[..., tuple[Any, ...]]]:
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

    def register(sides: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
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
) -> Callable[[Callable[..., tuple[Any, Any]]], Callable[..., tuple[Any, Any]]]:
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
        ``relation``, ``tolerance`` and ``instances``, where the defaults do not fit.

    Returns
    -------
    callable
        A decorator that leaves the function as it is.

    Raises
    ------
    ValueError
        If the label is taken.
    """

    def register(versions: Callable[..., tuple[Any, Any]]) -> Callable[..., tuple[Any, Any]]:
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


def equations() -> list[Statement]:
    """Return every equation, in the order of the derivations."""
    return list(_statements.values())


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
        If there is no such label; the message lists the nearest ones.
    """
    if label in _statements:
        return _statements[label]
    nearest = difflib.get_close_matches(label, _statements, n=5, cutoff=0.4)
    hint = (
        f"did you mean {', '.join(nearest)}?" if nearest else f"there are {', '.join(_statements)}"
    )
    raise ValueError(f"label={label!r} is not an equation of this course; {hint}")


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
