"""Compute the means in the leaves from the targets themselves.

The sums of a grower are rounded to a grid, so that splits can be compared; leaf values are not.
"""

from __future__ import annotations

import math

import numpy as np

from .choice import chosen_grower

__all__ = ["leaf_means"]


def leaf_means(y: np.ndarray, weight: np.ndarray, leaf: np.ndarray, n_nodes: int) -> np.ndarray:
    """Compute the mean of y in each leaf from the exact sum and weight, each rounded once.

    Parameters
    ----------
    y, weight : ndarray of float64, shape (n,)
    leaf : ndarray of int, shape (n,)
        The leaf of each observation; -1 if its weight is zero.
    n_nodes : int

    Returns
    -------
    ndarray of float64, shape (n_nodes,)
        Between the smallest and the largest y of the leaf; NaN for a leaf without observations.
    """
    if chosen_grower() == "compiled":
        from .growers.compiled.means import leaf_means as compiled_means  # loads numba

        return compiled_means(y, weight, leaf, n_nodes)
    mean = np.full(n_nodes, np.nan)
    rows = np.flatnonzero(leaf >= 0)
    rows = rows[np.argsort(leaf[rows], kind="stable")]
    y, weight, leaf = y[rows], weight[rows], leaf[rows]
    first = np.flatnonzero(np.diff(leaf, prepend=-1))
    parts = np.stack(exact_product(weight, y), axis=1).ravel().tolist()
    weights = weight.tolist()
    least, largest = np.minimum.reduceat(y, first), np.maximum.reduceat(y, first)
    for k, start, stop in zip(leaf[first], first, np.append(first[1:], len(y)), strict=True):
        mean[k] = math.fsum(parts[2 * start : 2 * stop]) / math.fsum(weights[start:stop])
    there = leaf[first]
    mean[there] = np.clip(mean[there], least, largest)
    return mean


def exact_product(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return two numbers, product and rounding error, whose sum is a times b (Dekker 1971)."""
    product = a * b
    a_high, b_high = halved(a), halved(b)
    a_low, b_low = a - a_high, b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def halved(a: np.ndarray) -> np.ndarray:
    """Return the upper half of each number's digits."""
    shifted = 134217729.0 * a  # 2^27 + 1
    return shifted - (shifted - a)
