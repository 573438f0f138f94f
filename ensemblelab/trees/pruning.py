"""Pruning: find the splits of a grown tree to remove, which `Tree.prune` then removes."""

from __future__ import annotations

import heapq
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tree import Tree

__all__ = ["WeakestLinks", "best_first", "weakest_links", "worthless"]


class WeakestLinks(NamedTuple):
    """The order in which the splits of a tree are pruned.

    Attributes
    ----------
    alphas : ndarray of float, shape (steps,)
        0, then increasing: the smallest penalty per leaf for which each step is optimal.
    undone_at : ndarray of int, shape (n_nodes,)
        The step that prunes a node's split, 1 or more; 0 for a leaf.
    """

    alphas: NDArray[np.float64]
    undone_at: NDArray[np.intp]

    def costs(self, full: float, rise: NDArray[np.float64]) -> NDArray[np.float64]:
        """Compute the cost of the tree after each step.

        Parameters
        ----------
        full : float
            The cost of the unpruned tree.
        rise : ndarray of float, shape (n_nodes,)
            The increase in the cost when a split above two leaves is pruned; 0 in a leaf.

        Returns
        -------
        ndarray of float, shape (steps,)
        """
        rises = np.zeros(len(self.alphas))
        np.add.at(rises, self.undone_at, rise)
        return full + np.cumsum(rises)


def weakest_links(tree: Tree, rise: NDArray[np.float64], dearest: float = np.inf) -> WeakestLinks:
    """Prune the weakest link until the root is a leaf (Breiman et al. 1984, chapter 3).

    The weakest link is the node whose subtree reduces the cost least for each of its leaves.

    Parameters
    ----------
    tree : Tree
    rise : ndarray of float, shape (n_nodes,)
        The increase in the cost when a split above two leaves is pruned.
    dearest : float
        Stop when a link reduces the cost by more than this for each leaf.

    Returns
    -------
    WeakestLinks
        Splits that are kept have ``len(alphas)`` for their step.
    """
    inner = ~tree.is_leaf
    above = np.zeros(tree.n_nodes, dtype=np.intp)
    above[tree.left[inner]] = above[tree.left[inner] + 1] = np.flatnonzero(inner)
    saved = np.where(inner, rise, 0.0)  # by all splits from the node down
    splits = inner.astype(np.intp)  # their number: the leaves below, less one
    for k in range(tree.n_nodes - 1, 0, -1):  # children come after their parents
        saved[above[k]] += saved[k]
        splits[above[k]] += splits[k]
    link = np.divide(saved, splits, out=np.full(tree.n_nodes, np.inf), where=inner)
    alphas, undone_at = [0.0], np.zeros(tree.n_nodes, dtype=np.intp)
    while np.isfinite(weakest := link.min()) and weakest <= dearest:
        k = int(link.argmin())
        below = [k]
        while below:  # all splits that are left below go with it
            j = below.pop()
            if np.isfinite(link[j]):
                link[j], undone_at[j] = np.inf, len(alphas)
                below += [tree.left[j], tree.left[j] + 1]
        alphas.append(max(alphas[-1], float(weakest)))
        lost, fewer, j = saved[k], splits[k], k
        while j:
            j = above[j]
            saved[j] -= lost
            splits[j] -= fewer
            link[j] = saved[j] / splits[j]
    undone_at[np.isfinite(link)] = len(alphas)
    return WeakestLinks(np.array(alphas), undone_at)


def best_first(tree: Tree, max_leaf_nodes: int) -> NDArray[np.bool_]:
    """Mark the splits that best-first growth would not have made, which have the smallest gains.

    The split of a node does not depend on when it is split, so a fully grown tree can be pruned.

    Parameters
    ----------
    tree : Tree
    max_leaf_nodes : int

    Returns
    -------
    ndarray of bool, shape (n_nodes,)
        True for nodes that become, or are, leaves.
    """
    to_leaf = np.ones(tree.n_nodes, dtype=bool)
    inner = ~tree.is_leaf
    queue, leaves = [(-tree.gain[0], 0)] if inner[0] else [], 1
    while queue and leaves < max_leaf_nodes:
        k = heapq.heappop(queue)[1]
        to_leaf[k] = False
        leaves += 1
        for child in (tree.left[k], tree.left[k] + 1):
            if inner[child]:
                heapq.heappush(queue, (-tree.gain[child], int(child)))
    return to_leaf


def worthless(tree: Tree, price: float) -> NDArray[np.bool_]:
    """Mark splits whose gain is below the penalty, and that have only such splits below them.

    Parameters
    ----------
    tree : Tree
    price : float

    Returns
    -------
    ndarray of bool, shape (n_nodes,)
        True for nodes that become, or are, leaves.
    """
    to_leaf = tree.is_leaf
    for k in np.flatnonzero((tree.gain < price) & ~to_leaf)[::-1]:  # children after their parents
        to_leaf[k] = to_leaf[tree.left[k]] and to_leaf[tree.left[k] + 1]
    return to_leaf
