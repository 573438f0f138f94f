"""Growing node by node: each looks at the features drawn for it, and adds up its rows by code.

Rows of code 0 are never added up: they have what the others leave of the node's total. (In
counts, such as words in a mail, most rows are there.) The codes that are there are found again,
in order and without sorting, by bits:

    codes    1  62  130  190         those of a node
    words    010...010  000...000  0010...010     bit after bit, 64 in a word
    top      101000...                            a bit for each word that is not 0
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled
from .drawing import deal, deck_of_level, share
from .nodes import divide, may_split, plant
from .scan import improve, room_for_best
from .scoring import score

# Times a power of two, its upper six bits differ for all 64: so they tell which power it was.
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
PLACE = np.empty(64, np.uint8)
PLACE[[(int(DE_BRUIJN) << k) % 2**64 >> 58 for k in range(64)]] = range(64)


class Work(NamedTuple):
    """Room for the codes of one feature in one node, and for sums."""

    counts: np.ndarray  # (codes, columns), all 0 between two uses
    words: np.ndarray  # a bit for each code, 1 if it is there
    top: np.ndarray  # a bit for each of these words, 1 if there is one in it
    codes: np.ndarray  # 0 and the codes above it that are in a node, increasing, and ...
    sums: np.ndarray  # ... their statistics
    left: np.ndarray
    right: np.ndarray
    best: np.ndarray


def room_for_work(m: int, n_codes: int, n_columns: int) -> Work:
    """Make room for nodes of at most m rows."""
    size = min(m, n_codes) + 1
    return Work(
        np.zeros((n_codes, n_columns)), np.zeros((n_codes >> 6) + 1, np.uint64),
        np.zeros((n_codes >> 12) + 1, np.uint64), np.zeros(size, np.int64),
        np.empty((size, n_columns)), *np.empty((3, n_columns)),
    )  # fmt: skip


@compiled
def lowest(word):
    """Tell which is the lowest bit of a word that is 1, and give the word without it."""
    bit = word & (~word + np.uint64(1))
    return np.int64(PLACE[(bit * DE_BRUIJN) >> np.uint64(58)]), word ^ bit


@compiled
def count_codes(column, start, stop, data, columns, work):
    """Add up rows by code, and mark the codes that are there."""
    rows, stats, counts, one = data.rows, data.stats, work.counts, np.uint64(1)
    for i in range(start, stop):
        code = np.int64(column[rows[i]])
        if code > 0:
            work.words[code >> 6] |= one << np.uint64(code & 63)
            work.top[code >> 12] |= one << np.uint64((code >> 6) & 63)
            for c in range(len(columns.every)):
                counts[code, c] += stats[i, c]


@compiled
def list_codes(n_codes, columns, work):
    """List the codes that are there, increasing, with their sums; count them; clear the marks."""
    m, none = 0, np.uint64(0)
    for t in range((n_codes >> 12) + 1):
        top, work.top[t] = work.top[t], none
        while top != none:
            w, top = lowest(top)
            w += t << 6
            word, work.words[w] = work.words[w], none
            while word != none:
                code, word = lowest(word)
                code += w << 6
                m += 1
                work.codes[m] = code
                for c in range(len(columns.every)):
                    work.sums[m, c] = work.counts[code, c]
                    work.counts[code, c] = 0
    return m


@compiled
def improve_many(f, m, total, parent, columns, has_missing, missing, rules, work, best):
    """Do as `scan.improve` for any number of statistics, those of m codes and of code 0."""
    H, last, left, right = len(columns.G), len(columns.every) - 1, work.left, work.right
    for missing_left in (False, True):
        if missing_left == has_missing and not missing:
            continue  # one way is enough where none is missing
        top_score, at, highest = -np.inf, 0, rules.highest_ties and missing_left
        apart, top = 0.0, m  # those that have no place in the order
        if missing and missing_left:
            apart, top = work.sums[m, last], m - 1
        for c in range(last + 1):
            right[c] = 0
        for e in range(top, 0, -1):
            for c in range(last + 1):
                right[c] += work.sums[e, c]
                left[c] = total[c] - right[c]
            if left[last] <= apart or min(left[H], right[H]) < rules.min_child_weight:
                continue
            if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
                continue
            here = score(left, columns, rules) + score(right, columns, rules)
            if here > top_score or (here == top_score and not highest):
                top_score, at = here, e
                for c in range(last + 1):
                    work.best[c] = right[c]
        if top_score - parent > best.gain[0]:
            best.gain[0], best.feature[0] = top_score - parent, f
            best.missing_left[0], best.low[0], best.high[0] = missing_left, at - 1, at
            best.right[0, :] = work.best


@compiled
def improve_at_random(f, m, total, parent, key, data, columns, rules, work, best):
    """Do as `improve_many` for one split: below the first code whose value is above a cut.

    The cut is drawn between the least and the largest value of the node.
    """
    H, last, left, right = len(columns.G), len(columns.every) - 1, work.left, work.right
    values = data.values[data.offsets[f] :]
    left[last] = total[last]
    for e in range(1, m + 1):
        left[last] -= work.sums[e, last]
    first = 0 if left[last] > 0 else 1  # whether there are rows of code 0
    if first == m:
        return
    u = share(key, f)
    cut = values[work.codes[first]] * (1 - u) + values[work.codes[m]] * u
    e = m
    while e > first + 1 and values[work.codes[e - 1]] > cut:
        e -= 1
    for c in range(last + 1):
        right[c] = 0
        for k in range(e, m + 1):
            right[c] += work.sums[k, c]
        left[c] = total[c] - right[c]
    if min(left[H], right[H]) < rules.min_child_weight:
        return
    if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
        return
    gain = score(left, columns, rules) + score(right, columns, rules) - parent
    if gain > best.gain[0]:
        best.gain[0], best.feature[0], best.missing_left[0] = gain, f, False
        best.low[0], best.high[0] = e - 1, e
        best.right[0, :] = right


@compiled
def improve_by_codes(f, m, total, parent, key, data, columns, rules, work, best):
    """Replace the best split by one of feature f, whose m codes are listed, if that is better."""
    has_missing = data.has_missing[f]
    missing = has_missing and work.codes[m] == data.n_codes[f] - 1
    if rules.random_cut:
        improve_at_random(f, m, total, parent, key, data, columns, rules, work, best)
    elif len(columns.every) == 2:
        work.sums[0] = total
        for e in range(1, m + 1):
            work.sums[0, 0] -= work.sums[e, 0]
            work.sums[0, 1] -= work.sums[e, 1]
        sums = work.sums[: m + 1]
        improve(0, f, sums, total, parent, columns, has_missing, missing, rules, best)
    else:
        improve_many(f, m, total, parent, columns, has_missing, missing, rules, work, best)
    if best.feature[0] == f:
        best.low[0], best.high[0] = work.codes[best.low[0]], work.codes[best.high[0]]


@compiled
def list_histogram(sums, columns, work):
    """List the codes that are there, but 0, as `list_codes` does, from their sums."""
    m, last = 0, len(columns.every) - 1
    for code in range(1, len(sums)):
        if sums[code, last] > 0:
            m += 1
            work.codes[m] = code
            for c in range(last + 1):
                work.sums[m, c] = sums[code, c]
    return m


@compiled
def best_split(features, total, start, stop, key, histogram, data, columns, rules, work, best):
    """Find the best split of a node, of its histogram if there is one, or else of its rows."""
    parent = score(total, columns, rules)
    best.gain[0], best.feature[0] = rules.min_gain, -1
    for f in features:
        if len(histogram) > 0:
            m = list_histogram(histogram[f, : data.n_codes[f]], columns, work)
        else:
            count_codes(data.codes[f], start, stop, data, columns, work)
            m = list_codes(data.n_codes[f], columns, work)
        if m > 0:
            improve_by_codes(f, m, total, parent, key, data, columns, rules, work, best)


@compiled
def best_of_drawn(k, deck, histogram, data, columns, rules, nodes, work, best):
    """Draw features for node k and find the best split in them; if there is none, in others."""
    total, start, stop, key = nodes.sums[k], nodes.start[k], nodes.stop[k], nodes.key[k]
    deck_of_level(data.features, deck, data.seed, nodes.depth[k], rules)
    m = rules.per_level
    if rules.per_node == m and not rules.random_cut:
        best_split(deck[:m], total, start, stop, key, histogram, data, columns, rules, work, best)
        return
    for first in range(0, m, rules.per_node):
        last = min(first + rules.per_node, m)
        deal(deck[:m], key, first, last)
        drawn = deck[first:last]
        if not rules.redraw:
            drawn.sort()
        best_split(drawn, total, start, stop, key, histogram, data, columns, rules, work, best)
        if best.feature[0] >= 0 or not rules.redraw:
            break


@compiled
def grow_by_node(data, columns, rules, nodes, work, deck):
    """Grow a tree breadth first; bring the rows into the order of its leaves; count its nodes."""
    plant(data, nodes)
    best, no_histogram = room_for_best(1, data.stats.shape[1]), np.empty((0, 0, 0))
    n_nodes, k = np.int64(1), np.int64(0)
    while k < n_nodes:
        if may_split(k, data, columns, rules, nodes):
            best_of_drawn(k, deck, no_histogram, data, columns, rules, nodes, work, best)
            if best.feature[0] >= 0:
                divide(
                    k, n_nodes, best.feature[0], best.low[0], best.high[0], best.missing_left[0],
                    best.gain[0], best.right[0], data, nodes,
                )  # fmt: skip
                n_nodes += 2
        k += 1
    return n_nodes
