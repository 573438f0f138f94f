"""Stumps in a hurry: the best one for each weighting of the same rows, and sums of them.

A histogram of the weights by (class, feature, code) is kept from one weighting to the next,
and only rows whose weight changed are counted again. In AdaBoost these are the rows that the
last stump got wrong, eq. (adaboost.12). The stump is the one that `growth` would grow.
"""

from __future__ import annotations

import math

import numpy as np

from .binning import Bins
from .criterion import CRITERIA
from .tree import Tree

__all__ = ["StumpSearch", "sum_of_steps"]

_ROOM = 16  # how far the weights may grow before they are rounded and counted afresh


class StumpSearch:
    """The best stump for each of many weightings of the same rows.

    Parameters
    ----------
    X : ndarray of float, shape (n, d)
        Finite, n at least 1.
    label : ndarray of int, shape (n,)
        Classes 0 .. n_classes - 1.
    n_classes : int
        K, at least 2.
    criterion : {"gini", "error"}
        See `ensemblelab.trees.criterion`.
    """

    def __init__(self, X: np.ndarray, label: np.ndarray, n_classes: int, criterion: str) -> None:
        self._bins = bins = Bins.fit(X)
        self._feature = np.repeat(np.arange(X.shape[1]), bins.n_codes)  # of each place
        self._K, self._B, self._n = n_classes, bins.offsets[-1], len(X)
        # With y = ±1 in one column, Gini's G²/H is the squared error's score.
        two = n_classes == 2
        self._score = CRITERIA["squared_error" if two and criterion == "gini" else criterion].score
        # Where each row counts, one row of X after the other; class after class in one line.
        places = bins.codes.T + bins.offsets[:-1] + self._B * label[:, None]
        self._places = np.ascontiguousarray(places, dtype=np.intp)
        last = np.zeros(self._B, dtype=bool)
        last[bins.offsets[1:] - 1] = True  # no split above a feature's highest value
        self._cuts = np.flatnonzero(~last)
        if np.all(label == label[0]):
            self._cuts = self._cuts[:0]  # a pure node is a leaf
        counts = np.bincount(self._places.ravel() % self._B, minlength=self._B)
        self._counts = np.cumsum(counts) - self._n * self._feature  # rows that go left
        self._w, self._largest = np.full(self._n, np.inf), 0.0

    def best(self, w: np.ndarray) -> tuple[Tree, np.ndarray]:
        """Find the best stump; ties go to the lowest feature, then the lowest threshold.

        Parameters
        ----------
        w : ndarray of float, shape (n,)
            Positive weights of any sum.

        Returns
        -------
        tree : Tree
            Three nodes, or a leaf alone if no split can be made. Its value is the share of
            each class, its G and H are sums of weights divided by their total.
        right : ndarray of bool, shape (n,)
            Rows that the stump sends right.
        """
        self._count(w)
        total = self._histogram[:, : self._bins.n_codes[0]].sum(axis=1)
        # Taking the finished feature's total away at the next start keeps sums small, so exact.
        left = self._histogram.copy()
        left[:, self._bins.offsets[1:-1]] -= total[:, None]
        left = np.take(np.cumsum(left, axis=1, out=left), self._cuts, axis=1)
        gain = self._scores(left) + self._scores(total[:, None] - left) - self._scores(total)
        gain[np.isnan(gain)] = -np.inf  # 0/0: a side of no weight
        if not np.any(gain > -np.inf):
            return self._tree(total[None], np.array([self._n])), np.zeros(self._n, dtype=bool)
        cut = np.argmax(gain)
        at = self._cuts[cut]

        sums = np.stack([total, left[:, cut], total - left[:, cut]])
        count = np.array([self._n, self._counts[at], self._n - self._counts[at]])
        feature = self._feature[at]
        code = at - self._bins.offsets[feature]
        threshold = self._bins.threshold(np.array([feature]), np.array([code]), code + 1)[0]
        right = self._bins.codes[feature] > code
        return self._tree(sums, count, feature, threshold), right

    def _count(self, w: np.ndarray) -> None:
        """Bring the histogram up to date.

        Weights are rounded to a grid on which float addition makes no error (as in `growth`),
        so nothing builds up over the rounds, and ties are ties.
        """
        changed = np.flatnonzero(w != self._w)
        if len(changed) == self._n or not w.sum() <= self._largest:
            self._largest = _ROOM * w.sum()
            # the exponent of the next power of two: log2 may err where it is one
            self._exponent = 52 - math.frexp(np.nextafter(self._largest, 0))[1]
            self._histogram = np.zeros((self._K, self._B))
            self._rounded = np.zeros(self._n)
            changed = np.arange(self._n)
        self._w = w
        rounded = np.ldexp(np.rint(np.ldexp(w[changed], self._exponent)), -self._exponent)
        change = rounded - self._rounded[changed]
        self._rounded[changed] = rounded
        self._histogram += np.bincount(
            self._places[changed].ravel(),
            np.repeat(change, self._places.shape[1]),
            minlength=self._K * self._B,
        ).reshape(self._K, self._B)

    def _scores(self, G: np.ndarray) -> np.ndarray:
        H = G.sum(axis=0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return self._score(G[1:] - G[:1] if self._K == 2 else G, H)

    def _tree(
        self, sums: np.ndarray, count: np.ndarray, feature: int = 0, threshold: float = np.inf
    ) -> Tree:
        """Make a tree from the class sums of its nodes, (n_nodes, K)."""
        H = sums.sum(axis=1)
        value = np.divide(sums, H[:, None], out=np.zeros_like(sums), where=H[:, None] > 0)
        G = sums / H[0]
        gain = np.zeros(len(H))
        if len(H) == 3:
            parent, *children = self._scores(G.T)
            gain[0] = sum(children) - parent
            if self._K == 2:  # from one column, ±1, to two classes
                gain[0] /= 2
        return Tree(
            feature=np.array([feature, 0, 0][: len(H)], dtype=np.int32),
            threshold=np.array([threshold, np.inf, np.inf][: len(H)]),
            left=np.array([1, 1, 2] if len(H) == 3 else [0], dtype=np.int32),
            value=value,
            G=G,
            H=H / H[0],
            count=count,
            gain=gain,
        )


def sum_of_steps(
    feature: np.ndarray, threshold: np.ndarray, low: np.ndarray, high: np.ndarray, X: np.ndarray
) -> np.ndarray:
    """Add up m steps: each is `low` where ``x[feature] <= threshold``, `high` above.

    The steps of one feature add up to one step function of it, so a row costs one search per
    feature in use, however many steps there are.

    Parameters
    ----------
    feature, threshold : ndarray, shape (m,)
    low, high : ndarray, shape (m, ...)
    X : ndarray of float, shape (n, d)

    Returns
    -------
    ndarray, shape (n, ...)
    """
    total = np.empty((len(X), *low.shape[1:]))
    total[:] = low.sum(axis=0)
    order = np.lexsort((threshold, feature))
    rise = (high - low)[order]
    starts = np.flatnonzero(np.diff(feature[order], prepend=-1))
    for mine, height in zip(np.split(order, starts[1:]), np.split(rise, starts[1:]), strict=True):
        passed = np.searchsorted(threshold[mine], X[:, feature[mine[0]]])
        total += np.concatenate((np.zeros_like(height[:1]), np.cumsum(height, axis=0)))[passed]
    return total
