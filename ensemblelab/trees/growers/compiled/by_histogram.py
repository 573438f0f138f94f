"""Growing by histograms: the smaller child adds up its rows by code, the larger is what is left.

For few codes per feature and trees of limited depth. Depth first, so that only one histogram
per level is alive, and they stay in the cache:

    root           slot 0   0 is the parent's; the smaller child gets slot 1, and 0 less 1
     +- small      slot 1   is the larger child's: no row of it is touched
     +- large      slot 0
"""

from __future__ import annotations

import numpy as np

from ._jit import compiled
from .instructions import add_pair, prefetch
from .listing import improve, list_histogram
from .nodes import divide, make_root, may_split, room_for_best
from .scoring import score

TOGETHER = np.uint64(32)  # features, whose sums stay in the cache while all rows go by
SOON = 8  # rows from now


@compiled
def add_rows(rows, pairs, codes, d, first, end, sums, width):
    """Add rows to the histograms of features `first` to `end`, each of them `width` numbers long.

    A row has d codes, which stand together; those of a row that comes soon are fetched meanwhile.
    """
    for i in range(len(rows)):
        soon = rows[min(i + SOON, len(rows) - 1)] * d
        prefetch(codes, soon + first)
        prefetch(codes, soon + end)
        row, G, H = rows[i] * d, pairs[2 * i], pairs[2 * i + 1]
        histogram = np.uint64(0)  # where it begins
        for e in range(row + first, row + end):
            add_pair(sums, histogram + codes[e] + codes[e], G, H)
            histogram += width


@compiled
def add_up(slot, start, stop, data, codes, pool):
    """Make the histograms of all features over some rows, in pool[slot].

    Tables are handed on as one row of numbers each: to find a place in a table, numba multiplies,
    which is slower than the additions. An index without a sign need not be tested for one.
    """
    for j, f in enumerate(data.features):
        pool[slot, j, : data.n_codes[f]] = 0
    rows, pairs = data.rows[start:stop], data.stats[start:stop].reshape(-1)
    d, width = np.uint64(codes.shape[1]), np.uint64(2 * pool.shape[2])
    for first in range(np.uint64(0), d, TOGETHER):
        sums, end = pool[slot, first:].reshape(-1), min(first + TOGETHER, d)
        add_rows(rows, pairs, codes.reshape(-1), d, first, end, sums, width)


@compiled
def subtract(slot, other, data, pool):
    """Take the histograms in slot `other` off those in `slot`."""
    for j, f in enumerate(data.features):
        sums, less = pool[slot, j], pool[other, j]
        for code in range(data.n_codes[f]):
            sums[code, 0] -= less[code, 0]
            sums[code, 1] -= less[code, 1]


@compiled
def best_of_histograms(histograms, total, data, columns, rules, work, best):
    """Find the best split of a node."""
    parent = score(total, columns, rules)
    best.gain[0], best.feature[0] = rules.min_gain, -1
    for j, f in enumerate(data.features):
        m = list_histogram(histograms[j, : data.n_codes[f]], columns, work)
        if m > 0:
            improve(f, m, total, parent, data, columns, rules, work, best)


@compiled
def grow_by_histogram(data, codes, columns, rules, nodes, pool, work):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes.

    `codes` are those of its features, (n, features): one row after the other.
    """
    make_root(data, nodes)
    root, best = np.int64(0), room_for_best(1, 2)
    add_up(root, root, len(data.rows), data, codes, pool)
    slot_of, free = np.zeros(len(nodes.left), np.int64), np.arange(len(pool))
    stack, n_nodes = [root], root + 1
    n_used = 1  # slots free[:n_used] are in use
    while len(stack) > 0:
        k = stack.pop()
        slot, best.feature[0] = slot_of[k], -1
        if may_split(k, data, columns, rules, nodes):
            best_of_histograms(pool[slot], nodes.sums[k], data, columns, rules, work, best)
        if best.feature[0] < 0:
            if slot >= 0:
                n_used -= 1
                free[n_used] = slot
            continue
        divide(k, n_nodes, best, data, nodes)
        small, large = n_nodes, n_nodes + 1
        if nodes.stop[small] - nodes.start[small] > nodes.stop[large] - nodes.start[large]:
            small, large = large, small
        stack.append(large)
        stack.append(small)
        n_nodes += 2
        slot_of[large], slot_of[small] = slot, -1
        if nodes.depth[small] < rules.max_depth:  # otherwise they are leaves: no need to add up
            slot_of[small] = free[n_used]
            n_used += 1
            add_up(slot_of[small], nodes.start[small], nodes.stop[small], data, codes, pool)
            subtract(slot, slot_of[small], data, pool)
    return n_nodes
