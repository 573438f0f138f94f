"""Categories as numbers: their mean target, with or without the observation itself."""

from __future__ import annotations

import reprlib

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_consistent_length, column_or_1d

from ensemblelab._sklearn import as_numbers

__all__ = ["target_statistics"]


def target_statistics(
    categories: ArrayLike,
    y: ArrayLike,
    *,
    prior: float,
    weight: float = 1.0,
    order: ArrayLike | None = None,
) -> np.ndarray:
    """Replace each category by the mean target of its observations, shrunk toward a prior.

    Without an order, the mean includes the observation's own target, so the encoded column leaks
    `y` (practice.leak). With an order, only the observations before it are included.

    Parameters
    ----------
    categories : array-like of shape (n,)
        The categories, of any type that can be sorted.
    y : array-like of shape (n,)
        Numbers, or 0 and 1.
    prior : float
        The value for a category without observations, such as the mean target.
    weight : float, default=1.0
        The number of observations that the prior is worth; above 0.
    order : array-like of shape (n,), optional
        The order in which the observations are visited: a permutation of their indices.

    Returns
    -------
    ndarray of float, shape (n,)

    Raises
    ------
    ValueError
        If y is not made of finite numbers, `prior` is none, `weight` is none above 0, or `order`
        is no permutation of the observations.

    Notes
    -----
    Prokhorenkova et al., CatBoost: unbiased boosting with categorical features, Advances in Neural
    Information Processing Systems 31 (2018), eq. (5).
    """
    target = as_numbers(column_or_1d(y)).astype(np.float64)
    _, code = np.unique(column_or_1d(categories), return_inverse=True)
    check_consistent_length(code, target)
    if not np.isfinite(prior):
        raise ValueError(f"prior={prior!r} must be finite")
    if not 0 < weight < np.inf:
        raise ValueError(f"weight={weight!r} must be above 0, and finite")
    n = len(target)
    if order is None:
        sums, counts = np.bincount(code, target)[code], np.bincount(code)[code]
        return (sums + weight * prior) / (counts + weight)
    rows = column_or_1d(order)
    if not np.array_equal(np.sort(rows), np.arange(n)):
        raise ValueError(
            f"order={reprlib.repr(rows.tolist())} must name each of {n} observations once"
        )
    rows = rows.astype(np.intp)
    rows = rows[np.argsort(code[rows], kind="stable")]  # category by category, each in its order
    first = np.diff(code[rows], prepend=-1) > 0
    start = np.flatnonzero(first)[np.cumsum(first) - 1]
    before = np.cumsum(target[rows]) - target[rows]
    encoded = np.empty(n)
    encoded[rows] = (before - before[start] + weight * prior) / (np.arange(n) - start + weight)
    return encoded
