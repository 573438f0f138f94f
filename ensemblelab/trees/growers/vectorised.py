"""Grow trees level by level, all nodes of all trees at once, with NumPy alone.

For each level, observations are grouped by node, feature, and code (by a histogram, or by sorting
where there are more codes than observations). Sums from the highest code down give G and H on the
right of each split. Then the best split of each node is chosen, and observations go to the
children. Observations in a feature's lowest bin are not added up, because their sums are the
node's total minus those of the others. (In counts, such as those of words in an email, most
observations are there.)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count as numbers
from typing import Any, NamedTuple

import numpy as np

from .. import draws
from ..contract import Nodes, Problem, tabulate
from ..criterion import Criterion

__all__ = ["grow"]

_ENTRIES = 1 << 20  # codes looked at together, at most: some 100 MB of memory


class _Rows(NamedTuple):
    """The observations at open nodes; those of one node stand together."""

    entry: np.ndarray  # (R,) their column in the table
    node: np.ndarray  # (R,) the number of their node among the open ones

    def at(self, kept: np.ndarray) -> _Rows:
        """Keep the observations of some nodes, and number these afresh."""
        stay = kept[self.node]
        return _Rows(self.entry[stay], (np.cumsum(kept) - 1)[self.node[stay]])


class _Splits(NamedTuple):
    """The best split of each of M nodes; gain -inf means none."""

    gain: np.ndarray
    feature: np.ndarray
    low: np.ndarray
    high: np.ndarray
    missing_left: np.ndarray
    right: np.ndarray  # (M, C) statistics of the right child

    def take(self, which: np.ndarray) -> _Splits:
        return _Splits(*(column[which] for column in self))


def _no_splits(M: int, C: int) -> _Splits:
    feature, low, high = np.zeros((3, M), dtype=np.intp)
    missing_left = np.zeros(M, dtype=bool)
    return _Splits(np.full(M, -np.inf), feature, low, high, missing_left, np.zeros((M, C)))


def grow(problem: Problem) -> tuple[list[Nodes], np.ndarray]:
    """Grow trees, many at once.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    list of T Nodes, ndarray of int32, shape (T, n)
    """
    T, n = len(problem.seeds), len(problem.H)
    grown, leaf = [], np.full((T, n), -1, dtype=np.int32)
    size = max(1, _ENTRIES // (n * problem.rules.per_node))
    for start in range(0, T, size):
        part = slice(start, start + size)
        grown += _Levels(problem, part).grow(leaf[part])
    return grown, leaf


class _Levels:
    """Some trees of a problem, level by level."""

    def __init__(self, problem: Problem, part: slice) -> None:
        self.problem, self.rules, self.bins = problem, problem.rules, problem.bins
        self.seeds, self.table = problem.seeds[part], tabulate(problem, part)
        self.least = problem.least[part]
        self.whole = np.rint(self.table.stats / self.table.unit[:, self.table.tree])
        self.K = problem.n_columns
        self.criterion = Criterion(self.rules.kind, self.rules.reg_lambda)

    def grow(self, leaf: np.ndarray) -> list[Nodes]:
        """Grow all levels; note the leaf of each observation."""
        table, T, C = self.table, len(self.seeds), len(self.table.stats)
        rows = _Rows(np.arange(len(table.tree)), table.tree)
        tree, key = np.arange(T), draws.root_key(self.seeds)
        total = np.stack([np.bincount(rows.node, c, T) for c in table.stats], axis=1)
        at = np.zeros(len(table.tree), dtype=np.int64)  # the last node that a row was seen in
        first = 0
        levels: list[tuple[Any, ...]] = []
        for depth in numbers():
            at[rows.entry] = first + rows.node
            size = np.bincount(rows.node, minlength=len(tree))
            may = self.may_split(rows, tree, total, size, depth)
            rows = rows.at(may)
            split = _no_splits(len(tree), C)
            if len(rows.entry):
                best = self.best_splits(rows, tree[may], key[may], total[may], depth)
                for column, found in zip(split, best, strict=True):
                    column[may] = found
            found = split.gain > -np.inf
            levels.append((tree, total[:, : self.K + 1], size, found, split))
            if not found.any():
                break
            rows = self.route(rows.at(found[may]), split.take(found))
            first += len(tree)
            tree, right = tree[found].repeat(2), np.tile([False, True], found.sum())
            key = draws.child_key(key[found].repeat(2), right)
            total = total[found].repeat(2, axis=0)
            total[right] = split.right[found]
            total[~right] -= total[right]
        return self.number(levels, at, leaf)

    def may_split(
        self, rows: _Rows, tree: np.ndarray, total: np.ndarray, size: np.ndarray, depth: int
    ) -> np.ndarray:
        """Return which nodes are large enough, and hold observations of different labels."""
        rules, labels = self.rules, self.problem.labels
        may = size >= max(rules.min_samples_split, 2 * rules.min_samples_leaf)
        may &= (total[:, self.K] >= 2 * self.least[tree]) & (depth < rules.max_depth)
        if labels is not None:
            label = labels[self.table.row[rows.entry]]
            some = np.empty(len(size), dtype=label.dtype)
            some[rows.node] = label
            may &= np.bincount(rows.node, label != some[rows.node], len(size)) > 0
        return may

    def best_splits(
        self, rows: _Rows, tree: np.ndarray, key: np.ndarray, total: np.ndarray, depth: int
    ) -> _Splits:
        """Draw features for each node and find the best split in them; replace what fails."""
        rules = self.rules
        order = draws.features_of_level(self.problem.features, rules.per_level, self.seeds, depth)
        order, m, best = order[tree], min(rules.per_node, order.shape[1]), None
        waiting = np.arange(len(tree))
        for start in range(0, order.shape[1], m):
            drawn = order[:, start : start + m]
            if m < order.shape[1] or rules.random_cut:
                draws.shuffle(order, key[waiting], start, start + m)
                drawn = drawn if rules.redraw else np.sort(drawn, axis=1)
            split = self.best_in(rows, drawn, tree[waiting], key[waiting], total[waiting])
            if best is None:
                best = split
            else:
                for column, found in zip(best, split, strict=True):
                    column[waiting] = found
            failed = split.gain == -np.inf
            if not rules.redraw or not failed.any():
                break
            rows, order, waiting = rows.at(failed), order[failed], waiting[failed]
        assert best is not None  # there is a feature at least
        return best

    def best_in(
        self,
        rows: _Rows,
        drawn: np.ndarray,
        tree: np.ndarray,
        key: np.ndarray,
        total: np.ndarray,
    ) -> _Splits:
        """Find the best split of each of M nodes among its features, (M, m)."""
        M, m = drawn.shape
        width = int(self.bins.n_codes.max())
        size = M * m * width
        sums: tuple[np.ndarray, np.ndarray] | None = None
        for own, row, codes in self.in_blocks(rows):
            code = codes.ravel()[drawn[own.node] * codes.shape[1] + row[:, None]]
            above = np.flatnonzero(code)
            at = above // m
            # Segments are pairs of a node and a feature; in one the highest code comes first.
            segment = own.node[at] * m + (above - at * m)
            # As many as 64 bits hold, also where an index has 32.
            here = np.multiply(segment, width, dtype=np.int64) + (width - 1 - code.ravel()[above])
            found = _sums_by(here, self.whole[:, own.entry[at]], size)
            if sums is not None:
                both = [np.append(a, b, axis=-1) for a, b in zip(sums, found, strict=True)]
                found = _sums_by(both[0], both[1], size)
            sums = found
        assert sums is not None  # there is a block at least
        where, whole = sums
        segment, code = where // width, width - 1 - where % width
        start = np.flatnonzero(np.diff(segment, prepend=-1))
        seg, length = segment[start], np.diff(start, append=len(segment))
        # Whole numbers may run over 64 bits; what is left after taking away is right.
        whole = np.cumsum(whole.astype(np.int64), axis=1)
        before = np.pad(whole, ((0, 0), (1, 0)))[:, start].repeat(length, axis=1)
        node = segment // m
        right = (whole - before) * self.table.unit[:, tree[node]]
        least = self.least[tree]
        return self.scan(drawn, key, total.T, least, seg, start, length, right, code)

    def scan(
        self,
        drawn: np.ndarray,
        key: np.ndarray,
        total: np.ndarray,
        least: np.ndarray,
        seg: np.ndarray,
        start: np.ndarray,
        length: np.ndarray,
        right: np.ndarray,
        code: np.ndarray,
    ) -> _Splits:
        """Find the best of the splits below each entry; `right` sums what is at it or above.

        Segment p, number ``seg[p]`` in `drawn`, has entries from ``start[p]`` on.
        """
        (M, m), bins, rules = drawn.shape, self.bins, self.rules
        gain = np.full(M * m, -np.inf)
        split = _no_splits(M, len(right))
        if not len(seg):
            return split
        node, feature = seg // m, drawn.ravel()[seg]
        left = total[:, node].repeat(length, axis=1) - right
        least = least[node].repeat(length)
        score = self.score(left, right, least)
        if rules.random_cut:
            there = length + (left[-1, start + length - 1] > 0)  # codes; 0 has no entry
            allowed = self.at_random(feature, key[node], start, there, code)
            score[~np.isin(np.arange(len(code)), allowed)] = -np.inf
        top = np.maximum.reduceat(score, start)
        # The missing values' code is above all others: they go right unless moved.
        missing = bins.has_missing[feature] & (code[start] == bins.n_codes[feature] - 1)
        moved = np.where(missing, right[:, start], 0.0)
        to_left = np.zeros(len(seg), dtype=bool)
        if missing.any():
            shift = moved.repeat(length, axis=1)
            score_left = self.score(left + shift, right - shift, least)
            score_left[start[missing]] = -np.inf
            score_left[~missing.repeat(length)] = -np.inf
            top_left = np.maximum.reduceat(score_left, start)
            to_left = top_left > top
            top = np.maximum(top, top_left)
            score = np.where(to_left.repeat(length), score_left, score)
        gain[seg] = top - self.criterion.raw_score(total[: self.K], total[self.K])[node]
        gain[~(gain > rules.min_gain)] = -np.inf
        gain = gain.reshape(M, m)
        chosen = gain.argmax(axis=1)
        split = split._replace(gain=gain[np.arange(M), chosen], feature=drawn[np.arange(M), chosen])
        found = np.flatnonzero(split.gain > -np.inf)
        p = np.searchsorted(seg, found * m + chosen[found])
        highest = rules.highest_ties & (to_left | ~bins.has_missing[feature])
        # Of the entries that reach the top, the first is the highest threshold.
        hits = np.flatnonzero(score == top.repeat(length))
        first = np.searchsorted(hits, start[p])
        last = np.searchsorted(hits, (start + length)[p]) - 1
        at = hits[np.where(highest[p], first, last)]
        is_last = at + 1 == (start + length)[p]
        split.low[found] = np.where(is_last, 0, code[np.where(is_last, at, at + 1)])
        split.high[found], split.missing_left[found] = code[at], to_left[p]
        split.right[found] = (right[:, at] - moved[:, p] * to_left[p]).T
        return split

    def at_random(
        self,
        feature: np.ndarray,
        key: np.ndarray,
        start: np.ndarray,
        there: np.ndarray,
        code: np.ndarray,
    ) -> np.ndarray:
        """Draw an entry of each segment, of which `there` codes are in its node."""
        length = np.diff(start, append=len(code))
        offset = self.bins.offsets[feature]
        value = self.bins.flat_lower[offset.repeat(length) + code]
        lowest = self.bins.flat_lower[
            offset + np.where(there > length, 0, code[start + length - 1])
        ]
        u = draws.share(key, feature)
        cut = lowest * (1 - u) + value[start] * u
        above = np.add.reduceat((value > cut.repeat(length)).astype(np.intp), start)
        above = np.clip(above, 1, np.maximum(there - 1, 1))
        return (start + above - 1)[there > 1]

    def score(self, left: np.ndarray, right: np.ndarray, least: np.ndarray) -> np.ndarray:
        """Score pairs of children, -inf where a split is not allowed."""
        K, rules = self.K, self.rules
        score = self.criterion.raw_score(left[:K], left[K])
        score = score + self.criterion.raw_score(right[:K], right[K])
        refused = np.minimum(left[K], right[K]) < least
        refused |= left[-1] <= 0  # nothing is left of the lowest code in the node
        if rules.min_samples_leaf > 1:  # the last column counts rows, or H does
            refused |= np.minimum(left[-1], right[-1]) < rules.min_samples_leaf
        score[refused | np.isnan(score)] = -np.inf
        return score

    def route(self, rows: _Rows, split: _Splits) -> _Rows:
        """Send observations to their children, 2j and 2j + 1 for those of split j."""
        parts = []
        for own, row, codes in self.in_blocks(rows):
            j = own.node
            code = codes[split.feature[j], row]
            right = code > split.low[j]
            right &= ~(split.missing_left[j] & (code == self.bins.n_codes[split.feature[j]] - 1))
            parts.append((own.entry, 2 * j + right))
        entry, child = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(child, kind="stable")
        return _Rows(entry[order], child[order])

    def in_blocks(self, rows: _Rows) -> Iterator[tuple[_Rows, np.ndarray, np.ndarray]]:
        """Yield for each block its observations, their places in it, and its codes."""
        number = self.table.row[rows.entry]
        for first, codes in self.bins.blocks():
            if codes.shape[1] == self.bins.shape[1]:  # all
                yield rows, number, codes
                continue
            here = (number >= first) & (number < first + codes.shape[1])
            yield _Rows(rows.entry[here], rows.node[here]), number[here] - first, codes

    def number(
        self, levels: list[tuple[Any, ...]], at: np.ndarray, leaf: np.ndarray
    ) -> list[Nodes]:
        """Return each tree's nodes, numbered breadth first, and the leaf of each observation."""
        *rest, splits = zip(*levels, strict=True)
        tree, total, size, found = map(np.concatenate, rest)
        split = _Splits(*map(np.concatenate, zip(*splits, strict=True)))
        order = np.argsort(tree, kind="stable")
        ends = np.cumsum(np.bincount(tree, minlength=len(self.seeds)))
        starts = ends - np.diff(ends, prepend=0)
        own = np.empty(len(tree), dtype=np.int32)
        own[order] = np.arange(len(tree)) - starts[tree[order]]
        left = np.arange(len(tree))
        left[found] = len(self.seeds) + 2 * np.arange(found.sum())  # in the order of splits
        columns = (split.feature, split.low, split.high, split.missing_left)
        columns = (
            *(np.where(found, c, 0).astype(c.dtype) for c in columns),
            own[left],
            np.where(found, split.gain, 0.0),
            total,
            size,
        )
        leaf[self.table.tree, self.table.row] = own[at]
        parts = (order[a:b] for a, b in zip(starts, ends, strict=True))
        return [Nodes(*(c[mine] for c in columns)) for mine in parts]


def _sums_by(where: np.ndarray, whole: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Add up columns of whole numbers, (C, E), by place; give the places in use, increasing."""
    if size <= 2 * len(where):  # a histogram
        where = where.astype(np.intp, copy=False)
        sums = [np.bincount(where, column, size) for column in whole]
        used = np.flatnonzero(np.bincount(where, minlength=size))
        return used, np.stack([column[used] for column in sums])
    order = np.argsort(where)
    where = where[order]
    first = np.flatnonzero(np.diff(where, prepend=-1))
    if not len(first):
        return where, whole[:, order]
    return where[first], np.add.reduceat(whole[:, order], first, axis=1)
