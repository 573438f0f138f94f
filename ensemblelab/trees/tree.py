"""A binary tree in flat arrays, the type of tree in all ensembles of this library.

A tree is a record, and finds leaves with NumPy alone; `ensemblelab.trees.predicting` finds the
same leaves with compiled loops, where numba is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["Tree"]


@dataclass(eq=False)
class Tree:
    """A decision tree, its nodes numbered breadth first from the root, 0.

    Attributes
    ----------
    feature, threshold : ndarray, shape (n_nodes,)
        An observation goes left if ``x[feature] <= threshold``. In a leaf: 0 and +inf.
    left : ndarray of int32, shape (n_nodes,)
        Left child; the right one is ``left + 1``. A leaf points to itself, so that
        a further step changes nothing.
    value : ndarray of float, shape (n_nodes, K)
        The value of each node, which a leaf predicts.
    G, H, count, gain : ndarray, shape (n_nodes, K) for G, (n_nodes,) for the others
        Sums over the training observations of the node, their number, and the gain of the split
        (0 in a leaf). See `ensemblelab.trees.criterion`.
    missing_left : ndarray of bool, shape (n_nodes,), or None
        Whether missing values go left; None if they are not allowed.
    strict : bool
        If true, an observation goes left if ``x[feature] < threshold``, as in xgboost.
    """

    feature: np.ndarray
    threshold: np.ndarray
    left: np.ndarray
    value: np.ndarray
    G: np.ndarray
    H: np.ndarray
    count: np.ndarray
    gain: np.ndarray
    missing_left: np.ndarray | None = None
    strict: bool = False

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves included."""
        return len(self.left)

    @property
    def is_leaf(self) -> np.ndarray:
        """Return which nodes are leaves, shape (n_nodes,)."""
        return self.left == np.arange(self.n_nodes)

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return int(self.is_leaf.sum())

    @cached_property
    def node_depth(self) -> np.ndarray:
        """Return the distance of each node from the root, shape (n_nodes,)."""
        depth = np.zeros(self.n_nodes, dtype=np.intp)
        level, inner = np.zeros(1, dtype=np.intp), ~self.is_leaf
        while len(level := level[inner[level]]):
            children = np.concatenate((self.left[level], self.left[level] + 1))
            depth[children] = depth[level[0]] + 1
            level = children
        return depth

    @property
    def depth(self) -> int:
        """Number of splits on the longest path from the root to a leaf."""
        return int(self.node_depth.max())

    def apply(self, X: np.ndarray) -> np.ndarray:
        """Find the leaf of each observation.

        Parameters
        ----------
        X : ndarray of float, shape (n, d)

        Returns
        -------
        ndarray of int, shape (n,)
        """
        node, rows = np.zeros(len(X), dtype=np.intp), np.arange(len(X))
        inner = ~self.is_leaf
        while len(rows := rows[inner[node[rows]]]):
            k = node[rows]
            node[rows] = self.left[k] + self.goes_right(X[rows, self.feature[k]], k)
        return node

    def goes_right(self, x: np.ndarray, k: np.ndarray | int) -> np.ndarray:
        """Return which of these values go right at node k, or each at its own node."""
        right = x >= self.threshold[k] if self.strict else x > self.threshold[k]
        if self.missing_left is not None:
            right |= np.isnan(x) & ~self.missing_left[k]
        return right

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Return the value of each observation's leaf.

        Parameters
        ----------
        X : ndarray of float, shape (n, d)

        Returns
        -------
        ndarray of float, shape (n, K)
        """
        return self.value[self.apply(X)]

    def prune(self, to_leaf: np.ndarray) -> tuple[Tree, np.ndarray]:
        """Turn some nodes into leaves, and remove the nodes below them.

        Parameters
        ----------
        to_leaf : ndarray of bool, shape (n_nodes,)

        Returns
        -------
        tree : Tree
        where : ndarray of int, shape (n_nodes,)
            The new number of each old node; for a removed node, that of the leaf that
            contains its observations. ``where[leaf]`` updates the leaves of training observations.
        """
        above, inner = np.arange(self.n_nodes), ~self.is_leaf
        for k in np.flatnonzero(inner):  # parents come before their children
            if to_leaf[k] or above[k] != k:
                above[self.left[k] : self.left[k] + 2] = above[k]
        kept = above == np.arange(self.n_nodes)
        where = (np.cumsum(kept) - 1)[above]
        leaf = (~inner | to_leaf)[kept]
        arrays = {
            name: array[kept]
            for name, array in vars(self).items()
            if isinstance(array, np.ndarray) and name != "node_depth"
        }
        tree = replace(self, **arrays)
        tree.left = np.where(leaf, np.arange(len(leaf)), where[tree.left]).astype(np.int32)
        tree.feature[leaf], tree.threshold[leaf], tree.gain[leaf] = 0, np.inf, 0
        return tree, where

    def to_text(self, feature_names: Sequence[str] | None = None, digits: int = 3) -> str:
        """Write the tree as indented lines, one per branch.

        Parameters
        ----------
        feature_names : sequence of str or None
            None writes x0, x1, ...
        digits : int
            Significant digits of thresholds and values.

        Returns
        -------
        str
        """
        lines: list[str] = []
        sign = ("<", ">=") if self.strict else ("<=", ">")

        def write(k: int, indent: int) -> None:
            if self.left[k] == k:
                lines.append("|   " * indent + f"|-- {self._answer(k, digits)}")
                return
            for side in (0, 1):
                test = f"{self._name(k, feature_names)} {sign[side]} {self.threshold[k]:.{digits}g}"
                if self.missing_left is not None and self.missing_left[k] == (side == 0):
                    test += " or missing"
                lines.append("|   " * indent + f"|-- {test}")
                write(self.left[k] + side, indent + 1)

        write(0, 0)
        return "\n".join(lines)

    def plot(
        self, feature_names: Sequence[str] | None = None, digits: int = 3, ax: Any = None
    ) -> Any:
        """Draw the tree; needs matplotlib.

        Parameters
        ----------
        feature_names : sequence of str or None
        digits : int
            Significant digits of thresholds and values.
        ax : matplotlib Axes or None
            None draws on the current one.

        Returns
        -------
        matplotlib Axes
        """
        import matplotlib.pyplot as plt

        ax = plt.gca() if ax is None else ax
        across = np.zeros(self.n_nodes)
        leaves = self._in_order(0)
        across[leaves] = np.arange(len(leaves))
        for k in np.flatnonzero(~self.is_leaf)[::-1]:  # children before their parents
            across[k] = across[self.left[k] : self.left[k] + 2].mean()
        for k in range(self.n_nodes):
            if self.left[k] == k:
                text = self._answer(k, digits).replace(", ", "\n")
            else:
                sign = "<" if self.strict else "≤"
                text = f"{self._name(k, feature_names)} {sign} {self.threshold[k]:.{digits}g}"
                for child, word in ((self.left[k], "yes"), (self.left[k] + 1, "no")):
                    x, y = across[[k, child]], -self.node_depth[[k, child]]
                    ax.plot(x, y, color="0.6", linewidth=1, zorder=1)
                    if k == 0:
                        ax.text(x.mean(), y.mean(), word, ha="center", va="bottom", fontsize=8)
            box = {"boxstyle": "round", "facecolor": "white", "edgecolor": "0.4"}
            ax.text(
                across[k], -self.node_depth[k], text, ha="center", va="center", fontsize=8, bbox=box
            )
        ax.set(xlim=(-0.7, len(leaves) - 0.3), ylim=(-self.depth - 0.5, 0.5))
        ax.set_axis_off()
        return ax

    def _in_order(self, k: int) -> list[int]:
        if self.left[k] == k:
            return [k]
        return self._in_order(self.left[k]) + self._in_order(self.left[k] + 1)

    def _name(self, k: int, feature_names: Sequence[str] | None) -> str:
        f = self.feature[k]
        return f"x{f}" if feature_names is None else str(feature_names[f])

    def _answer(self, k: int, digits: int) -> str:
        return ", ".join(f"{v:.{digits}g}" for v in self.value[k])
