"""Predict with trees, by compiled loops or by NumPy, depending on the grower."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .choice import chosen_grower
from .tree import Tree

__all__ = ["leaves", "sum_of_predictions", "values"]


def leaves(tree: Tree, X: np.ndarray) -> np.ndarray:
    """Find the leaf of each observation.

    Parameters
    ----------
    tree : Tree
    X : ndarray of float, shape (n, d)

    Returns
    -------
    ndarray of int, shape (n,)
    """
    if chosen_grower() == "compiled":
        from .growers.compiled import predicting  # loads numba

        return predicting.leaves(tree, X)
    return tree.apply(X)


def values(tree: Tree, X: np.ndarray) -> np.ndarray:
    """Return the value of each observation's leaf.

    Parameters
    ----------
    tree : Tree
    X : ndarray of float, shape (n, d)

    Returns
    -------
    ndarray of float, shape (n, K)
    """
    return tree.value[leaves(tree, X)]


def sum_of_predictions(
    trees: Sequence[Tree], X: np.ndarray, total: np.ndarray | None = None
) -> np.ndarray:
    """Compute the sum of the predictions of many trees.

    Parameters
    ----------
    trees : sequence of Tree
    X : ndarray of float, shape (n, d)
    total : ndarray of float, shape (n, K), or None
        The array to add to, in place and tree by tree. None starts at 0.

    Returns
    -------
    ndarray of float, shape (n, K)
        `total`, if given.
    """
    if total is None:
        total = np.zeros((len(X), trees[0].value.shape[1]))
    if chosen_grower() == "compiled":
        from .growers.compiled.predicting import add_predictions  # loads numba

        add_predictions(trees, X, total)
        return total
    for tree in trees:
        total += tree.predict(X)
    return total
