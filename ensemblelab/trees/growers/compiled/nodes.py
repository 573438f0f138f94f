"""The nodes of a growing tree, and the rows in them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled
from .drawing import child_key, mix


class Data(NamedTuple):
    """What a tree grows from, m of the n rows.

    The rows of a node stand together, so a node is a stretch from `start` to `stop`:

        rows    | 4 1 7 | 0 2 | 9 5 3 8 |      and beside each row its statistics
        nodes     left's  its    right
                  left  sibling
    """

    codes: np.ndarray  # (d, n)
    n_codes: np.ndarray
    has_missing: np.ndarray
    values: np.ndarray  # the smallest of each bin, feature after feature; empty if not needed
    offsets: np.ndarray  # where a feature's begin
    labels: np.ndarray  # (n,), or empty
    features: np.ndarray
    seed: np.uint64
    rows: np.ndarray  # (m,) of uint32: an unsigned index need not be tested for being negative
    stats: np.ndarray  # (m, columns), in the order of rows
    spare_rows: np.ndarray  # where rows that go right wait while those that go left move up
    spare_stats: np.ndarray


class Growing(NamedTuple):
    """The nodes of a growing tree, with room for as many as there can be."""

    feature: np.ndarray
    low: np.ndarray  # the last code that goes left, and the next one present
    high: np.ndarray
    missing_left: np.ndarray
    left: np.ndarray
    gain: np.ndarray
    sums: np.ndarray  # (nodes, columns)
    depth: np.ndarray
    start: np.ndarray  # its rows are rows[start:stop]
    stop: np.ndarray
    key: np.ndarray  # for drawing features


def room_for_nodes(size: int, n_columns: int) -> Growing:
    """Make room."""
    feature, low, high, left = np.empty((4, size), np.int32)
    depth, start, stop = np.empty((3, size), np.int64)
    missing_left, key = np.empty(size, np.bool_), np.empty(size, np.uint64)
    sums = np.empty((size, n_columns))
    gain = np.empty(size)
    return Growing(feature, low, high, missing_left, left, gain, sums, depth, start, stop, key)


def copy_nodes(nodes: Growing, size: int) -> Growing:
    """Copy the nodes that there are: the room for them is larger."""
    return Growing(*(column[:size].copy() for column in nodes))


class Best(NamedTuple):
    """The best split of each node so far, with the sums on its right side."""

    gain: np.ndarray
    feature: np.ndarray
    low: np.ndarray
    high: np.ndarray
    missing_left: np.ndarray
    right: np.ndarray  # (nodes, columns)


@compiled
def room_for_best(m, n_columns):
    """Make room for m nodes."""
    feature, low, high = np.empty(m, np.int64), np.empty(m, np.int64), np.empty(m, np.int64)
    return Best(np.empty(m), feature, low, high, np.empty(m, np.bool_), np.empty((m, n_columns)))


@compiled
def make_leaf(k, start, stop, depth, nodes):
    """Begin node k as a leaf: it points to itself."""
    nodes.feature[k] = nodes.low[k] = nodes.high[k] = 0
    nodes.missing_left[k], nodes.left[k], nodes.gain[k] = False, k, 0.0
    nodes.start[k], nodes.stop[k], nodes.depth[k] = start, stop, depth


@compiled
def make_root(data, nodes):
    """Put all rows into the root."""
    make_leaf(0, 0, len(data.rows), 0, nodes)
    nodes.key[0] = mix(~data.seed)
    nodes.sums[0, :] = 0.0
    for i in range(len(data.rows)):
        for c in range(data.stats.shape[1]):
            nodes.sums[0, c] += data.stats[i, c]


@compiled
def may_split(k, data, columns, rules, nodes):
    """Return whether node k may become more than a leaf."""
    size = nodes.stop[k] - nodes.start[k]
    return (
        nodes.depth[k] < rules.max_depth
        and size >= max(rules.min_samples_split, 2 * rules.min_samples_leaf)
        and nodes.sums[k, len(columns.G)] >= 2 * rules.min_child_weight
        and not is_pure(data, nodes.start[k], nodes.stop[k])
    )


@compiled
def is_pure(data, start, stop):
    """Return whether all rows share a label."""
    labels, rows = data.labels, data.rows
    if len(labels) == 0:
        return False
    i = start + 1
    while i < stop and labels[rows[i]] == labels[rows[start]]:
        i += 1
    return i >= stop


@compiled
def divide(k, n_nodes, best, data, nodes):
    """Split node k as `fork` does, and bring its rows to its children."""
    fork(k, n_nodes, best, data, nodes)
    start, stop, feature = nodes.start[k], nodes.stop[k], best.feature[0]
    missing = data.n_codes[feature] - 1 if nodes.missing_left[k] else -1
    middle = partition(data.codes[feature], best.low[0], missing, start, stop, data)
    nodes.start[n_nodes], nodes.stop[n_nodes] = start, middle
    nodes.start[n_nodes + 1], nodes.stop[n_nodes + 1] = middle, stop


@compiled
def fork(k, n_nodes, best, data, nodes):
    """Split node k by its best split: its children are n_nodes and n_nodes + 1."""
    nodes.feature[k], nodes.low[k], nodes.high[k] = best.feature[0], best.low[0], best.high[0]
    nodes.missing_left[k] = best.missing_left[0] and data.has_missing[best.feature[0]]
    nodes.gain[k], nodes.left[k] = best.gain[0], n_nodes
    for side in range(2):
        make_leaf(n_nodes + side, 0, 0, nodes.depth[k] + 1, nodes)
        nodes.key[n_nodes + side] = child_key(nodes.key[k], side)
    for c in range(data.stats.shape[1]):
        nodes.sums[n_nodes + 1, c] = best.right[0, c]
        nodes.sums[n_nodes, c] = nodes.sums[k, c] - best.right[0, c]


@compiled
def partition(column, low, missing, start, stop, data):
    """Bring the rows that go left to the front, with their statistics; keep the order.

    codes  2 9 1 7 3      low = 4
    rows   a b c d e      before
    rows   a c e | b d    after; the middle is 3
    """
    rows, stats = data.rows, data.stats
    middle, n_right = start, 0
    for i in range(start, stop):
        row = rows[i]
        code = column[row]
        goes_left = (code <= low) | (code == missing)
        rows[middle] = data.spare_rows[n_right] = row
        for c in range(stats.shape[1]):
            stats[middle, c] = data.spare_stats[n_right, c] = stats[i, c]
        middle += goes_left
        n_right += not goes_left
    for i in range(n_right):
        rows[middle + i] = data.spare_rows[i]
        for c in range(stats.shape[1]):
            stats[middle + i, c] = data.spare_stats[i, c]
    return middle


@compiled
def note_leaves(rows, left, start, stop, leaf):
    """Write down the leaf of each row."""
    for k in range(len(left)):
        if left[k] == k:
            for i in range(start[k], stop[k]):
                leaf[rows[i]] = k


def breadth_first(nodes: Growing, size: int) -> Growing:
    """Renumber the nodes level by level, as in the other growers."""
    if size <= 3:  # a root and its children: they are
        return copy_nodes(nodes, size)
    made = room_for_nodes(size, nodes.sums.shape[1])
    renumber(nodes, np.zeros(size, np.int32), made)
    return made


@compiled
def renumber(nodes, order, made):
    """Copy the nodes, level by level; `order` becomes the list of their old numbers."""
    end = 1
    for i in range(len(order)):
        k = order[i]
        made.feature[i], made.low[i], made.high[i] = nodes.feature[k], nodes.low[k], nodes.high[k]
        made.missing_left[i], made.gain[i] = nodes.missing_left[k], nodes.gain[k]
        made.sums[i] = nodes.sums[k]
        made.start[i], made.stop[i] = nodes.start[k], nodes.stop[k]
        made.depth[i], made.key[i] = nodes.depth[k], nodes.key[k]
        made.left[i] = i
        if nodes.left[k] != k:
            made.left[i] = end
            order[end], order[end + 1] = nodes.left[k], nodes.left[k] + 1
            end += 2
