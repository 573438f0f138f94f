"""The discrepancy of the sides of a statement, relative to their size or in standard errors."""

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
    """The estimate of the two sides of an equality from many runs.

    Attributes
    ----------
    names : tuple of str
        The two sides in LaTeX.
    value : float
        The mean of the first side over the runs.
    expected : float
        The mean of the second side.
    standard_error : float
        The standard error of their difference.
    distance : float
        The difference in standard errors.
    """

    names: tuple[str, str]
    value: float
    expected: float
    standard_error: float
    distance: float


def chain_discrepancy(sides: tuple[Any, ...], relation: Relation = "=") -> float:
    """Compute the largest difference between adjacent sides, relative to their size.

    Parameters
    ----------
    sides : tuple of float or ndarray
    relation : {"=", "<=", "<"} or tuple of them
        The relation between all sides, or the one between each side and the next.

    Returns
    -------
    float
        The largest difference, 0 if the chain holds; infinite if a side is not finite.
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
    """Estimate the sides of equalities from many runs, and compare them in standard errors.

    Parameters
    ----------
    chains : list of Chain
        The first axis of an array is that of the runs.

    Returns
    -------
    list of Estimate
        One for each side and the next; for an array of several columns, the one with the largest
        distance. The distance is infinite if a side is not finite.

    Raises
    ------
    FormulaError
        If the relation between two sides is not ``=``.
    """
    found = []
    for chain in chains:
        sides = zip(pairwise(chain.names), pairwise(chain.sides), chain.relations, strict=True)
        for names, pair, relation in sides:
            if relation != "=":
                raise FormulaError(f"a law of chance is an equality and cannot have {relation}")
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
    """Compute for each inequality the smallest difference of its sides, relative to their size.

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
    """Return the index, in their common shape, where two sides of a chain differ most."""
    sides = np.broadcast_arrays(*[np.asarray(side, dtype=float) for side in chain.sides])
    if sides[0].size == 0:
        return ()
    apart = np.nan_to_num(np.ptp(np.stack(sides), axis=0), nan=np.inf)
    return tuple(int(i) for i in np.unravel_index(int(np.argmax(apart)), apart.shape))


def take_entry(value: Any, entry: Entry) -> float:
    """Return an entry of an array whose axes may be missing or have length 1 (broadcasting)."""
    array = np.asarray(value, dtype=float)
    at = (0,) * array.ndim + entry
    short = at[len(at) - array.ndim :]
    return float(array[tuple(min(i, size - 1) for i, size in zip(short, array.shape, strict=True))])
