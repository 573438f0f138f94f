"""Growing node by node: each looks at the features drawn for it, and adds up its rows by code.

Rows of code 0 are never added up: they have what the others leave of the node's total. (In
counts, such as words in a mail, most rows are there.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled
from .drawing import deal, deck_of_level
from .nodes import divide, may_split, plant
from .scoring import score

FEW = 40  # so few keys are sorted fastest by inserting one after the other


class Work(NamedTuple):
    """Room for the codes of one feature in one node, and for sums."""

    keys: np.ndarray
    spare: np.ndarray
    digits: np.ndarray
    counts: np.ndarray  # (codes, columns), all 0 between two uses
    codes: np.ndarray  # the codes above 0 in a node, increasing, and ...
    sums: np.ndarray  # ... their statistics
    left: np.ndarray
    right: np.ndarray
    best: np.ndarray
    chosen: np.ndarray


def room_for_work(m: int, n_codes: int, n_columns: int) -> Work:
    """Make room for nodes of at most m rows."""
    size = min(m, n_codes) + 1
    return Work(
        np.empty(m, np.int64), np.empty(m, np.int64), np.empty(256, np.int64),
        np.zeros((n_codes, n_columns)), np.empty(size, np.int64),
        np.empty((size, n_columns)), *np.empty((4, n_columns)),
    )  # fmt: skip


@compiled
def sort(m, n_codes, work):
    """Sort m keys by their upper halves, codes below n_codes; give the array they end up in."""
    keys, spare = work.keys, work.spare
    if m <= FEW:
        insertion_sort(keys, m)
        return keys
    shift = 32
    while n_codes > 0:
        radix_pass(keys, spare, m, work.digits, shift)
        keys, spare = spare, keys
        n_codes, shift = n_codes >> 8, shift + 8
    return keys


@compiled
def insertion_sort(keys, m):
    """Sort few keys: put one after the other into its place."""
    for i in range(1, m):
        key, j = keys[i], i - 1
        while j >= 0 and keys[j] > key:
            keys[j + 1] = keys[j]
            j -= 1
        keys[j + 1] = key


@compiled
def radix_pass(keys, out, m, digits, shift):
    """Order keys by eight of their bits, and otherwise leave them in order: no comparison.

    digits of keys    2 0 1 2 0
    how many          0: 2   1: 1   2: 2     so 0 begins at place 0, 1 at 2, 2 at 3
    out               0 0 1 2 2
    """
    digits[:] = 0
    for i in range(m):
        digits[(keys[i] >> shift) & 255] += 1
    place = 0
    for digit in range(256):
        place, digits[digit] = place + digits[digit], place
    for i in range(m):
        digit = (keys[i] >> shift) & 255
        out[digits[digit]] = keys[i]
        digits[digit] += 1


@compiled
def count_codes(column, n_codes, start, stop, data, columns, work):
    """Add up rows by code; list the m codes above 0 that are there."""
    counts, m, last = work.counts, 0, len(columns.every) - 1
    for i in range(start, stop):
        code = column[data.rows[i]]
        for c in range(len(columns.every)):
            counts[code, c] += data.stats[i, c]
    for code in range(1, n_codes):
        if counts[code, last] != 0:
            work.codes[m] = code
            for c in range(len(columns.every)):
                work.sums[m, c] = counts[code, c]
                counts[code, c] = 0
            m += 1
    counts[0] = 0
    return m


@compiled
def sort_codes(column, n_codes, start, stop, data, columns, work):
    """Do as `count_codes` by sorting: for nodes of fewer rows than there are codes."""
    n_keys, m, previous = 0, 0, np.int64(0)
    for i in range(start, stop):
        code = np.int64(column[data.rows[i]])
        if code > 0:
            work.keys[n_keys] = code << 32 | i
            n_keys += 1
    keys = sort(n_keys, n_codes, work)
    for e in range(n_keys):
        code, i = keys[e] >> 32, keys[e] & 0xFFFFFFFF
        if code != previous:
            work.codes[m], previous = code, code
            for c in range(len(columns.every)):
                work.sums[m, c] = 0
            m += 1
        for c in range(len(columns.every)):
            work.sums[m - 1, c] += data.stats[i, c]
    return m


@compiled
def best_threshold(m, total, missing, missing_left, columns, rules, work):
    """Try to split below each of m codes: give the best score, and which code it is below.

    `missing` tells whether the last code is that of missing values; they go left or right. The
    statistics on the right are left in ``work.best``.
    """
    best, at, H, last = -np.inf, -1, len(columns.G), len(columns.every) - 1
    highest = rules.highest_ties and missing_left
    left, right = work.left, work.right
    for c in range(last + 1):
        right[c] = 0
    apart, top = 0.0, m - 1  # those that have no place in the order
    if missing and missing_left:
        apart, top = work.sums[top, last], top - 1
    for e in range(top, -1, -1):
        for c in range(last + 1):
            right[c] += work.sums[e, c]
            left[c] = total[c] - right[c]
        if left[last] <= apart or min(left[H], right[H]) < rules.min_child_weight:
            continue
        if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
            continue
        here = score(left, columns, rules) + score(right, columns, rules)
        if here > best or (here == best and not highest):
            best, at = here, e
            for c in range(last + 1):
                work.best[c] = right[c]
    return best, at


@compiled
def best_split(features, total, start, stop, data, columns, rules, work):
    """Find the best split of a node: gain, feature, codes on both sides, where missing values go.

    Its statistics on the right are left in ``work.chosen``.
    """
    parent = score(total, columns, rules)
    best, feature, low, high, to_left = rules.min_gain, -1, 0, 0, False
    for f in features:
        n_codes, missing = data.n_codes[f], False
        if n_codes <= stop - start:
            m = count_codes(data.codes[f], n_codes, start, stop, data, columns, work)
        else:
            m = sort_codes(data.codes[f], n_codes, start, stop, data, columns, work)
        if data.has_missing[f] and m > 0:
            missing = work.codes[m - 1] == n_codes - 1
        for missing_left in (False, True):
            if missing_left == data.has_missing[f] and not missing:
                continue  # one way is enough where none is missing
            top, at = best_threshold(m, total, missing, missing_left, columns, rules, work)
            if at >= 0 and top - parent > best:
                best, feature, to_left = top - parent, f, missing_left
                low, high = work.codes[at - 1] if at > 0 else 0, work.codes[at]
                work.chosen[:] = work.best
    return best, feature, low, high, to_left


@compiled
def best_of_drawn(k, deck, data, columns, rules, nodes, work):
    """Draw features for node k and find the best split in them; if there is none, in others."""
    total, start, stop = nodes.sums[k], nodes.start[k], nodes.stop[k]
    deck_of_level(data.features, deck, data.seed, nodes.depth[k], rules)
    m = rules.per_level
    if rules.per_node == m:
        return best_split(deck[:m], total, start, stop, data, columns, rules, work)
    for first in range(0, m, rules.per_node):
        last = min(first + rules.per_node, m)
        deal(deck[:m], nodes.key[k], first, last)
        drawn = deck[first:last]
        if not rules.redraw:
            drawn.sort()
        found = best_split(drawn, total, start, stop, data, columns, rules, work)
        if found[1] >= 0 or not rules.redraw:
            break
    return found


@compiled
def grow_by_node(data, columns, rules, nodes, work, deck):
    """Grow a tree breadth first; bring the rows into the order of its leaves; count its nodes."""
    plant(data, nodes)
    n_nodes, k = 1, 0
    while k < n_nodes:
        if may_split(k, data, columns, rules, nodes):
            gain, feature, low, high, missing_left = best_of_drawn(
                k, deck, data, columns, rules, nodes, work
            )
            if feature >= 0:
                divide(
                    k, n_nodes, feature, low, high, missing_left, gain, work.chosen, data, nodes
                )  # fmt: skip
                n_nodes += 2
        k += 1
    return n_nodes
