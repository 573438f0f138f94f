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
from .nodes import divide, may_split, plant
from .pairs import add_pair
from .scan import improve, room_for_best
from .scoring import score_pair


@compiled
def add_up(slot, start, stop, data, pool):
    """Make the histogram of all features over some rows, in pool[slot].

    Two features at a time: a row and its statistics are read once for both. A last one without a
    partner has itself, whose sums go where nobody looks.

    Pairs stand in a row: to find one in a table, whose width numba does not know, takes a
    multiplication, which is slower than the additions.
    """
    rows, pairs = data.rows[start:stop], data.stats[start:stop].reshape(-1)
    for j in range(0, len(data.features), 2):
        alone = j + 1 == len(data.features)
        f, g = data.features[j], data.features[j if alone else j + 1]
        sums, others = pool[slot, f], pool[slot, len(data.codes) if alone else g]
        sums[: data.n_codes[f]] = 0
        others[: data.n_codes[g]] = 0
        sums, others = sums.reshape(-1), others.reshape(-1)
        column, other_column = data.codes[f], data.codes[g]
        for i in range(len(rows)):
            row, G, H = rows[i], pairs[2 * i], pairs[2 * i + 1]
            add_pair(sums, 2 * column[row], G, H)
            add_pair(others, 2 * other_column[row], G, H)


@compiled
def subtract(slot, other, data, pool):
    """Take the histogram in slot `other` off that in `slot`."""
    for f in data.features:
        sums, less = pool[slot, f], pool[other, f]
        for code in range(data.n_codes[f]):
            sums[code, 0] -= less[code, 0]
            sums[code, 1] -= less[code, 1]


@compiled
def best_of_histogram(k, slot, data, columns, rules, nodes, pool, best):
    """Find the best split of node k; tell whether there is one."""
    best.gain[0], best.feature[0] = rules.min_gain, -1
    total = nodes.sums[k]
    parent = score_pair(total[0], total[1], columns, rules)
    for f in data.features:
        sums = pool[slot, f, : data.n_codes[f]]
        has_missing = data.has_missing[f]
        missing = has_missing and sums[len(sums) - 1, 1] != 0
        improve(0, f, sums, total, parent, columns, has_missing, missing, rules, best)
    return best.feature[0] >= 0


@compiled
def grow_by_histogram(data, columns, rules, nodes, pool):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes."""
    plant(data, nodes)
    root, best = np.int64(0), room_for_best(1, 2)
    add_up(root, root, len(data.rows), data, pool)
    slot_of, free = np.zeros(len(nodes.left), np.int64), np.arange(len(pool))
    stack, n_nodes = [root], root + 1
    n_used = 1  # slots free[:n_used] are in use
    while len(stack) > 0:
        k = stack.pop()
        slot = slot_of[k]
        found = may_split(k, data, columns, rules, nodes)
        if not (found and best_of_histogram(k, slot, data, columns, rules, nodes, pool, best)):
            if slot >= 0:
                n_used -= 1
                free[n_used] = slot
            continue
        divide(
            k, n_nodes, best.feature[0], best.low[0], best.high[0], best.missing_left[0],
            best.gain[0], best.right[0], data, nodes,
        )  # fmt: skip
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
            add_up(slot_of[small], nodes.start[small], nodes.stop[small], data, pool)
            subtract(slot, slot_of[small], data, pool)
    return n_nodes
