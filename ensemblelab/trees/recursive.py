"""A decision tree as the textbooks grow it: slow, short, and what `growth` is held against.

To grow a tree: if the rows agree, or may not be split further, answer with a leaf. Otherwise
try every feature and every threshold between two neighbouring values, keep the split whose
two children score highest together, and grow each child in the same way.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .criterion import Criterion

__all__ = ["Leaf", "Node", "grow_recursively", "predict_row"]


class Leaf(NamedTuple):
    """The end of a branch; `value` is (K,)."""

    value: np.ndarray


class Node(NamedTuple):
    """A question and its two answers: left if ``x[feature] <= threshold``."""

    feature: int
    threshold: float
    left: Node | Leaf
    right: Node | Leaf


def grow_recursively(
    X: np.ndarray,
    G: np.ndarray,
    H: np.ndarray,
    criterion: Criterion,
    max_depth: float = np.inf,
    min_samples_leaf: int = 1,
    labels: np.ndarray | None = None,
) -> Node | Leaf:
    """Grow a tree that maximises the criterion greedily.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    G : ndarray, shape (n, K)
    H : ndarray, shape (n,)
    criterion : Criterion
        What G and H make which method: `ensemblelab.trees.criterion`.
    max_depth : float
    min_samples_leaf : int
    labels : ndarray, shape (n,), or None
        If given, rows that share a label are not split.

    Returns
    -------
    Node or Leaf
    """
    score = criterion.score
    leaf = Leaf(criterion.leaf(G.sum(axis=0), H.sum()))
    if max_depth <= 0 or (labels is not None and np.all(labels == labels[0])):
        return leaf

    parent, best_gain, best = score(G.sum(axis=0), H.sum()), -np.inf, None
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for low, high in pairwise(values):
            left = X[:, feature] <= low
            if min(left.sum(), (~left).sum()) < min_samples_leaf:
                continue
            gain = score(G[left].sum(axis=0), H[left].sum())
            gain = gain + score(G[~left].sum(axis=0), H[~left].sum()) - parent
            if gain > best_gain:  # only if better: ties stay with the first
                best_gain, best = gain, (feature, (low + high) / 2, left)
    if best is None:
        return leaf

    feature, threshold, left = best
    children = [
        grow_recursively(
            X[side], G[side], H[side], criterion, max_depth - 1, min_samples_leaf,
            None if labels is None else labels[side],
        )
        for side in (left, ~left)
    ]  # fmt: skip
    return Node(feature, threshold, *children)


def predict_row(tree: Node | Leaf, x: np.ndarray) -> np.ndarray:
    """Answer for one row.

    Parameters
    ----------
    tree : Node or Leaf
    x : ndarray, shape (d,)

    Returns
    -------
    ndarray, shape (K,)
    """
    while isinstance(tree, Node):
        tree = tree.left if x[tree.feature] <= tree.threshold else tree.right
    return tree.value
