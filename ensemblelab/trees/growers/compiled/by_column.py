"""Growing by columns sorted once per data set: in every node, all columns stay sorted.

For exact splits in features of many distinct values. The keys of a column, codes with their rows,
go to a node's children without changing their order:

    side of row   2: left   7: right   9: left
    keys          1.7  1.2  3.9           of a node, in one column
    keys          1.2  3.9 | 1.7          of its children
"""

from __future__ import annotations

import numpy as np

from ._jit import compiled
from .listing import LOWER_HALF, improve, list_sorted
from .nodes import divide, make_root, may_split, room_for_best
from .scoring import score


@compiled
def keep_drawn(listed, data, keys, begin, end):
    """Copy the keys of the rows that are drawn to the root, column by column."""
    drawn, n = np.zeros(data.codes.shape[1], np.bool_), 0
    for row in data.rows:
        drawn[row] = True
    for f in range(len(begin)):
        begin[f] = n
        for j in range(listed.start[f], listed.start[f + 1]):
            keys[n] = listed.keys[j]
            n += drawn[listed.keys[j] & LOWER_HALF]
        end[f] = n


@compiled
def hand_down(k, data, nodes, keys, begin, end, goes_left, spare):
    """Bring the keys of node k to its children, as `nodes.partition` brings its rows."""
    left = nodes.left[k]
    for side in range(2):
        for i in range(nodes.start[left + side], nodes.stop[left + side]):
            goes_left[data.rows[i]] = side == 0
    for f in data.features:
        middle, n_right = begin[k, f], 0
        for j in range(begin[k, f], end[k, f]):
            key = keys[j]
            left_too = goes_left[key & LOWER_HALF]
            keys[middle] = spare[n_right] = key
            middle += left_too
            n_right += not left_too
        for j in range(n_right):
            keys[middle + j] = spare[j]
        begin[left, f], end[left, f] = begin[k, f], middle
        begin[left + 1, f], end[left + 1, f] = middle, end[k, f]


@compiled
def best_of_columns(keys, begin, end, total, stats, data, columns, rules, work, best):
    """Find the best split of a node whose keys in feature f are ``keys[begin[f] : end[f]]``."""
    parent = score(total, columns, rules)
    best.gain[0], best.feature[0] = rules.min_gain, -1
    for f in data.features:
        m = list_sorted(keys, begin[f], end[f], stats, columns, work)
        if m > 0:
            improve(f, m, total, parent, data, columns, rules, work, best)


@compiled
def grow_by_column(data, listed, stats, columns, rules, nodes, work):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes.

    `stats` are those of all rows of the data set, where they stay.
    """
    make_root(data, nodes)
    best, d = room_for_best(1, 2), len(data.codes)
    begin, end = np.empty((2, len(nodes.left), d), np.int64)
    whole, root = len(data.rows) == len(stats), np.int64(0)
    keys = np.empty(len(listed.keys), np.int64)
    goes_left = np.empty(len(stats), np.bool_)
    if not whole:
        keep_drawn(listed, data, keys, begin[0], end[0])
    else:
        begin[0], end[0] = listed.start[:d], listed.start[1:]
        if rules.max_depth > 1:  # a stump needs no copy
            keys[:] = listed.keys
    stack, n_nodes = [root], root + 1
    while len(stack) > 0:
        k = stack.pop()
        if not may_split(k, data, columns, rules, nodes):
            continue
        total = nodes.sums[k]
        if k == 0 and whole:
            best_of_columns(
                listed.keys, begin[k], end[k], total, stats, data, columns, rules, work, best
            )
        else:
            best_of_columns(keys, begin[k], end[k], total, stats, data, columns, rules, work, best)
        if best.feature[0] < 0:
            continue
        divide(k, n_nodes, best, data, nodes)
        if nodes.depth[k] + 1 < rules.max_depth:  # otherwise they are leaves
            hand_down(k, data, nodes, keys, begin, end, goes_left, work.spare)
            stack.append(n_nodes + 1)
            stack.append(n_nodes)
        n_nodes += 2
    return n_nodes
