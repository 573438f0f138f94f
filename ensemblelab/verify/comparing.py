"""How far the sides of a statement are apart: relative to their size, or in standard errors."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ensemblelab.verify.formula import Chain, FormulaError

# What rounding may make of a number that does not vary.
ROUNDING = 1e-12

# What stands between all sides of a chain, or between each and the next.
Relation = str | tuple[str, ...]

# One entry of arrays, by its index along each axis; the last axes where an array has fewer.
Entry = tuple[int, ...]


@dataclass(frozen=True)
class Estimate:
    """What many runs say of an equality.

    Attributes
    ----------
    names : tuple of str
        Its two sides in LaTeX.
    value : float
        The mean over the runs of the first side.
    expected : float
        Of the second.
    standard_error : float
        Of the difference of the two.
    distance : float
        Between them, in standard errors.
    """

    names: tuple[str, str]
    value: float
    expected: float
    standard_error: float
    distance: float


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
        The largest difference, 0 if the chain holds; infinite where a side is not finite.
    """
    relations = [relation] * (len(sides) - 1) if isinstance(relation, str) else relation
    return max(
        _discrepancy(left, right, between)
        for (left, right), between in zip(pairwise(sides), relations, strict=True)
    )


def _discrepancy(left: Any, right: Any, relation: str) -> float:
    left, right = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
    if not _finite(left, right):
        return np.inf
    difference = left - right
    if relation in (">", ">="):
        difference, relation = -difference, relation.replace(">", "<")
    if relation == "=":
        difference = np.abs(difference)
    elif relation == "<":  # equal is as wrong as larger, and no rounding excuses it
        difference = np.where(difference < 0, difference, np.inf)
    scale = 1.0 + np.maximum(np.abs(left), np.abs(right))
    return float(np.max(np.maximum(difference / scale, 0.0)))


def estimate(chains: list[Chain]) -> list[Estimate]:
    """Compare the sides of equalities over many runs, in standard errors of their difference.

    Parameters
    ----------
    chains : list of Chain
        An array's first axis is that of the runs.

    Returns
    -------
    list of Estimate
        For each side and the next; of an array of several columns, the one that is furthest off.
        The distance is infinite where a side is not finite.

    Raises
    ------
    FormulaError
        If anything but ``=`` stands between two sides.
    """
    found = []
    for chain in chains:
        sides = zip(pairwise(chain.names), pairwise(chain.sides), chain.relations, strict=True)
        for names, pair, relation in sides:
            if relation != "=":
                raise FormulaError(f"a law of chance says what is equal, not {relation}")
            left, right = np.broadcast_arrays(*[np.atleast_2d(side) for side in pair])
            difference = (left - right).reshape(len(left), -1)
            error = np.zeros(difference.shape[1])
            if len(difference) > 1:
                error = difference.std(axis=0, ddof=1) / np.sqrt(len(difference))
            # What never varies is only rounded.
            unit = np.maximum(error, ROUNDING)
            distance = np.nan_to_num(np.abs(difference.mean(axis=0)) / unit, nan=np.inf)
            at = int(np.argmax(distance))
            value, expected = [
                float(side.reshape(len(left), -1).mean(axis=0)[at]) for side in (left, right)
            ]
            found.append(Estimate(names, value, expected, float(unit[at]), float(distance[at])))
    return found


def _finite(left: np.ndarray, right: np.ndarray) -> bool:
    return bool(np.all(np.isfinite(left)) and np.all(np.isfinite(right)))


def gaps(chain: Chain) -> list[float]:
    """For each inequality, how near to equality it comes, relative to its size.

    Parameters
    ----------
    chain : Chain

    Returns
    -------
    list of float
        Infinite where a side is not finite.
    """
    found = []
    for (left, right), relation in zip(pairwise(chain.sides), chain.relations, strict=True):
        if relation != "=":
            less, more = np.asarray(left, dtype=float), np.asarray(right, dtype=float)
            if not _finite(less, more):
                found.append(np.inf)
                continue
            if relation in (">", ">="):
                less, more = more, less
            size = np.maximum(np.abs(less), np.abs(more))
            found.append(float(np.min((more - less) / np.where(size > 0, size, 1.0))))
    return found


def find_worst_entry(chain: Chain) -> Entry:
    """Where two sides of a chain differ most, as an index into their common shape."""
    sides = np.broadcast_arrays(*[np.asarray(side, dtype=float) for side in chain.sides])
    if sides[0].size == 0:
        return ()
    apart = np.nan_to_num(np.ptp(np.stack(sides), axis=0), nan=np.inf)
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(apart)), apart.shape))


def take_entry(value: Any, entry: Entry) -> float:
    """One entry of an array that may lack axes, or have one entry along them, or several."""
    array = np.asarray(value, dtype=float)
    at = (0,) * array.ndim + entry
    short = at[len(at) - array.ndim :]
    return float(array[tuple(min(i, size - 1) for i, size in zip(short, array.shape, strict=True))])
