"""Growing from codes on disk: level by level, one pass over the blocks of codes for each level.

In a pass the rows of a block first go on to the children of the nodes that were split last; then
those in nodes that are to be counted are brought together, node by node, and each node adds them
to its histogram. Of two siblings the lighter is counted, the other is what it leaves of their
parent, as in `by_histogram`:

    block    row    0 1 2 3 4 5 6 7          block after block is read to the same place;
             node   3 4 3 6 4 3 5 6          4 and 5 are the lighter children
    sorted   rows   1 4 | 6
             slot   of 4  of 5               histograms of 3 and 6: their parents' less these
"""

from __future__ import annotations

import numpy as np

from ...blocks import StoredBins
from ...contract import Rules
from ._jit import compiled
from .by_node import best_of_drawn
from .listing import room_for_work
from .nodes import (
    Data,
    Growing,
    copy_nodes,
    fork,
    make_root,
    may_split,
    room_for_best,
    room_for_nodes,
)
from .scoring import Columns

HISTOGRAMS = 1 << 26  # bytes of them at a time; a level that needs more takes several passes


@compiled
def send_down(codes, first, begin, end, data, nodes, leaf):
    """Send rows of a block to the children of the nodes they are in, and count them there."""
    for j in range(begin, end):
        row = data.rows[j]
        k = leaf[row]
        if nodes.left[k] == k:
            continue
        f = nodes.feature[k]
        code = codes[f, row - first]
        missing = nodes.missing_left[k] and code == data.n_codes[f] - 1
        child = nodes.left[k] + (code > nodes.low[k] and not missing)
        leaf[row] = child
        nodes.stop[child] += 1


@compiled
def bring_together(first, begin, end, level, slots, data, leaf, starts, rows, stats):
    """Sort the rows of a block by the slots of their nodes; leave out those whose node has none.

    Those of slot s go to ``rows[starts[s] : starts[s + 1]]``, as numbers within the block. The
    node ``level + v`` has ``slots[v]``, -1 for none.
    """
    starts[:] = 0
    for j in range(begin, end):
        v = leaf[data.rows[j]] - level
        if 0 <= v < len(slots) and slots[v] >= 0:
            starts[slots[v] + 2] += 1
    for s in range(2, len(starts)):
        starts[s] += starts[s - 1]
    for j in range(begin, end):
        row = data.rows[j]
        v = leaf[row] - level
        if 0 <= v < len(slots) and slots[v] >= 0:
            i = starts[slots[v] + 1]
            starts[slots[v] + 1] += 1
            rows[i] = row - first
            for c in range(stats.shape[1]):
                stats[i, c] = data.stats[j, c]


@compiled
def add_block(codes, starts, rows, stats, features, columns, pool):
    """Add the rows of a block to the histograms of their nodes."""
    for f in features:
        column = codes[f]
        for s in range(len(pool)):
            sums = pool[s, f]
            for i in range(starts[s], starts[s + 1]):
                code = column[rows[i]]
                for c in range(len(columns.every)):
                    sums[code, c] += stats[i, c]


@compiled
def split_nodes(first, slots, n_nodes, data, columns, rules, nodes, pool, order, work, best):
    """Split nodes from `first` on, whose histograms are in `slots`; count all nodes."""
    for v, slot in enumerate(slots):
        k, sums = first + v, pool[slot]
        if may_split(k, data, columns, rules, nodes):
            best_of_drawn(k, order, sums, data, columns, rules, nodes, work, best)
            if best.feature[0] >= 0:
                fork(k, n_nodes, best, data, nodes)
                n_nodes += 2
    return n_nodes


class _BlockLevels:
    """A tree that grows level by level."""

    def __init__(self, bins: StoredBins, data: Data, columns: Columns, rules: Rules) -> None:
        (m, C), d, n_codes = data.stats.shape, len(bins.lower), int(bins.n_codes.max())
        widest = min(m, 1 << min(rules.max_depth, 40))  # level
        self.bins, self.data, self.columns, self.rules = bins, data, columns, rules
        self.nodes = room_for_nodes(2 * widest, C)
        self.pool = np.empty(
            (np.clip(HISTOGRAMS // (8 * d * n_codes * C), 1, widest), d, n_codes, C)
        )
        self.work, self.best = room_for_work(n_codes, n_codes, C), room_for_best(1, C)
        self.order = np.empty(len(data.features), np.int64)

    def grow(self, leaf: np.ndarray) -> Growing:
        """Grow all levels; note the leaf of each row."""
        data, nodes, pool = self.data, self.nodes, self.pool
        make_root(data, nodes)
        leaf[data.rows] = 0
        level, n_nodes = np.zeros(1, np.int64), 1
        kept = np.empty(0, np.int64)  # slots of the level's parents, if all are at hand
        while len(level) and nodes.depth[level[0]] < self.rules.max_depth:
            first = n_nodes
            for begin in range(0, len(level), len(pool)):
                part = level[begin : begin + len(pool)]
                slots = self.count_lighter(part, kept, leaf) if len(kept) else np.arange(len(part))
                if not len(kept):
                    self.count(part[0], slots, leaf)
                n_nodes = split_nodes(
                    part[0],
                    slots,
                    n_nodes,
                    data,
                    self.columns,
                    self.rules,
                    nodes,
                    pool,
                    self.order,
                    self.work,
                    self.best,
                )
            split = nodes.left[level] != level
            at_hand = len(level) <= len(pool) and n_nodes - first <= len(pool)
            kept = slots[split] if at_hand else kept[:0]
            level = np.arange(first, n_nodes)
        if len(level):  # the deepest are leaves
            self.count(level[0], kept[:0], leaf)
        return copy_nodes(nodes, n_nodes)

    def count(self, first: int, slots: np.ndarray, leaf: np.ndarray) -> None:
        """Read all blocks: send rows down, and make the histograms of nodes that have slots."""
        data, pool = self.data, self.pool
        pool[slots[slots >= 0]] = 0
        starts = np.empty(len(pool) + 2, np.int64)
        rows, stats = None, None
        for start, codes in self.bins.blocks():
            ends = np.array([start, start + codes.shape[1]], data.rows.dtype)
            begin, end = np.searchsorted(data.rows, ends)
            send_down(codes, start, begin, end, data, self.nodes, leaf)
            if not len(slots):
                continue
            if rows is None:  # the first block is the longest
                rows = np.empty(codes.shape[1], data.rows.dtype)
                stats = np.empty((len(rows), data.stats.shape[1]))
            bring_together(start, begin, end, first, slots, data, leaf, starts, rows, stats)
            add_block(codes, starts, rows, stats, data.features, self.columns, pool)

    def count_lighter(self, part: np.ndarray, kept: np.ndarray, leaf: np.ndarray) -> np.ndarray:
        """Count one of each two siblings, take it off their parent; give the slots of all."""
        H = self.nodes.sums[part, len(self.columns.G)].reshape(-1, 2)
        light = 2 * np.arange(len(H)) + (H[:, 1] < H[:, 0])
        slots = np.full(len(part), -1)
        slots[light] = np.setdiff1d(np.arange(len(self.pool)), kept)[: len(light)]
        self.count(part[0], slots, leaf)
        for parent, child in zip(kept, slots[light], strict=True):
            self.pool[parent] -= self.pool[child]
        slots[light ^ 1] = kept
        return slots


def grow_by_block(
    bins: StoredBins, data: Data, columns: Columns, rules: Rules, leaf: np.ndarray
) -> Growing:
    """Grow a tree, and note the leaves of its rows."""
    return _BlockLevels(bins, data, columns, rules).grow(leaf)
