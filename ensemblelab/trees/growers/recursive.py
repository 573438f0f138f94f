"""Grow decision trees by the textbook's recursion, the reference for the other growers.

If the observations of a node have the same label, or may not be split further, the node is a leaf.
Otherwise every feature and every threshold between two neighboring values are tried, the split
with the highest total score of the two children is kept, and each child is grown in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .. import draws
from ..contract import Nodes, Problem, tabulate
from ..criterion import Criterion

__all__ = ["grow"]


class Split(NamedTuple):
    """A split and its gain; an observation goes left if its code of `feature` is at most `low`."""

    gain: float
    feature: int
    low: int
    high: int
    missing_left: bool


class Node(NamedTuple):
    """The observations of a node, and, if it was split, the split and its two children."""

    rows: np.ndarray
    split: Split | None = None
    children: tuple[Node, ...] = ()


def grow(problem: Problem) -> tuple[list[Nodes], np.ndarray]:
    """Grow trees one by one.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    list of T Nodes, ndarray of int32, shape (T, n)
    """
    grown = []
    leaf = np.full((len(problem.seeds), len(problem.H)), -1, dtype=np.int32)
    for t, seed in enumerate(problem.seeds):
        tree = _Tree(problem, t, seed)
        root = tree.node(np.flatnonzero(tree.there), 0, draws.root_key(np.array([seed])))
        grown.append(tree.flatten(root, leaf[t]))
    return grown, leaf


class _Tree:
    """One tree of a problem."""

    def __init__(self, problem: Problem, t: int, seed: np.uint64) -> None:
        table = tabulate(problem, slice(t, t + 1))
        self.bins = problem.bins.in_memory()
        self.rules, self.problem = problem.rules_of(t), problem
        self.seed = np.array([seed])
        self.there = np.zeros(len(problem.H), dtype=bool)
        self.there[table.row] = True
        self.stats = np.zeros((len(problem.H), len(table.stats)))
        self.stats[table.row] = table.stats.T
        self.K = problem.n_columns
        self.criterion = Criterion(self.rules.kind, self.rules.reg_lambda)

    def score(self, sums: np.ndarray) -> float:
        return float(self.criterion.raw_score(sums[: self.K, None], sums[self.K, None])[0])

    def node(self, rows: np.ndarray, depth: int, key: np.ndarray) -> Node:
        """Grow a node and all below it: the recursion."""
        split = self.best_split(rows, depth, key) if self.may_split(rows, depth) else None
        if split is None:
            return Node(rows)
        right = self.goes_right(rows, split)
        sides = (rows[~right], rows[right])
        children = (
            self.node(side, depth + 1, draws.child_key(key, s)) for s, side in enumerate(sides)
        )
        return Node(rows, split, tuple(children))

    def may_split(self, rows: np.ndarray, depth: int) -> bool:
        rules, labels = self.rules, self.problem.labels
        if labels is not None and np.all(labels[rows] == labels[rows[0]]):
            return False
        return bool(
            depth < rules.max_depth
            and len(rows) >= max(rules.min_samples_split, 2 * rules.min_samples_leaf)
            and self.stats[rows, self.K].sum() >= 2 * rules.min_child_weight
        )

    def best_split(self, rows: np.ndarray, depth: int, key: np.ndarray) -> Split | None:
        """Try every split in the features drawn, and keep the best; ties stay with the first."""
        parent = self.score(self.stats[rows].sum(axis=0))
        for features in self.draw(depth, key):
            best, least = None, self.rules.min_gain
            for feature in features:
                for split in self.splits(rows, feature, key):
                    gain = self.gain(rows, split, parent)
                    if gain > least:  # never for NaN, which is no score
                        best, least = split._replace(gain=gain), gain
            if best is not None:
                return best
        return None

    def draw(self, depth: int, key: np.ndarray) -> Iterator[np.ndarray]:
        """Yield the features to try, and then others for as long as none can split the node."""
        rules = self.rules
        order = draws.features_of_level(self.problem.features, rules.per_level, self.seed, depth)
        m, size = rules.per_node, order.shape[1]
        if m >= size and not rules.random_cut:
            yield order[0]
            return
        for start in range(0, size if rules.redraw else 1, m):
            draws.shuffle(order, key, start, start + m)
            drawn = order[0, start : start + m]
            yield drawn if rules.redraw else np.sort(drawn)

    def splits(self, rows: np.ndarray, feature: int, key: np.ndarray) -> Iterator[Split]:
        """Yield all splits of a feature, those that win a tie first; or one, drawn at random."""
        codes = np.unique(self.bins.codes[feature, rows]).astype(int).tolist()
        if self.rules.random_cut and len(codes) > 1:
            values = self.bins.lower[feature][codes]
            u = draws.share(key, np.array([feature]))[0]
            cut = values[0] * (1 - u) + values[-1] * u
            k = min(max(int((values <= cut).sum()), 1), len(codes) - 1)
            codes = codes[k - 1 : k + 1]
        missing = self.bins.has_missing[feature] and codes[-1] == self.bins.n_codes[feature] - 1
        for to_left in (False, True) if missing else (False,):
            places = list(pairwise(codes[:-1] if to_left else codes))
            may_miss = self.bins.has_missing[feature]
            if self.rules.highest_ties and (to_left or not may_miss):
                places.reverse()
            for low, high in places:
                yield Split(-np.inf, int(feature), low, high, to_left)

    def goes_right(self, rows: np.ndarray, split: Split) -> np.ndarray:
        code = self.bins.codes[split.feature, rows]
        right = code > split.low
        if split.missing_left:
            right &= code < self.bins.n_codes[split.feature] - 1
        return right

    def gain(self, rows: np.ndarray, split: Split, parent: float) -> float:
        """Compute by how much the children score higher than their parent; -inf if not allowed."""
        right = self.goes_right(rows, split)
        few = min(right.sum(), (~right).sum()) < self.rules.min_samples_leaf
        sums = [self.stats[rows[side]].sum(axis=0) for side in (~right, right)]
        light = min(s[self.K] for s in sums) < self.rules.min_child_weight
        return -np.inf if few or light else sum(map(self.score, sums)) - parent

    def flatten(self, root: Node, leaf: np.ndarray) -> Nodes:
        """Assign numbers to the nodes, breadth first; note the leaf of each observation."""
        order = [root]
        for node in order:  # which grows meanwhile
            order.extend(node.children)
        left, splits = list(range(len(order))), [Split(0.0, 0, 0, 0, False)] * len(order)
        child = 1
        for k, node in enumerate(order):
            if node.split is None:
                leaf[node.rows] = k
            else:
                left[k], splits[k] = child, node.split
                child += 2
        gain, feature, low, high, missing_left = map(np.array, zip(*splits, strict=True))
        sums = np.array([self.stats[node.rows, : self.K + 1].sum(axis=0) for node in order])
        count = np.array([len(node.rows) for node in order])
        return Nodes(feature, low, high, missing_left, np.array(left), gain, sums, count)
