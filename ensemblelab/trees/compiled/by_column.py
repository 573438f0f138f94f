"""Growing by columns sorted once per data set: each level reads every column once, for all nodes.

For exact splits in features of many distinct values. Rows of code 0 are not listed: they have
what the others leave of a node's total.

    column f    row   7   2   9   4   1   ...     by increasing code, read from the end:
                code  1   1   3   8   8   ...     each row goes to the sums of its own node,
                node  B   A   A   B   -   ...     and where the code changes, that node is split
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled
from .nodes import divide, may_split, plant
from .scan import room_for_best
from .scoring import score_pair

# A row whose node is not to be split. No number of a node is below 0: what indexes need not be
# tested for that.
CLOSED = np.uint32(0xFFFFFFFF)


class Scan(NamedTuple):
    """What is known of each node of a level halfway down a column."""

    right: np.ndarray  # (nodes, 2) sums of the rows seen
    apart: np.ndarray  # (nodes, 2) sums of the missing values, if these go left
    high: np.ndarray  # the last code seen, -1 before
    score: np.ndarray
    at: np.ndarray  # codes on both sides of the best split in this column
    sums: np.ndarray  # and the sums on its right
    sums_from: np.ndarray  # (n, 2) of one node with all rows: the sums of an entry and all after it
    G: np.ndarray  # the same where the code turns
    H: np.ndarray
    scores: np.ndarray  # of splits there


@compiled
def room_for_scan(m, n):
    """Make room for the m nodes of a level, and for columns of n rows."""
    return Scan(
        np.empty((m, 2)), np.zeros((m, 2)), np.empty(m, np.int32), np.empty(m),
        np.empty((m, 2), np.int32), np.empty((m, 2)),
        np.empty((n, 2)), np.empty(n), np.empty(n), np.empty(n),
    )  # fmt: skip


@compiled
def split_score(G, H, total_G, total_H, columns, rules):
    """Score a split with the sums G and H on its right, -inf if a side has too little of H."""
    left_H = total_H - H
    # Scored in any case: without a branch, a loop over splits can score several at once.
    both = score_pair(total_G - G, left_H, columns, rules) + score_pair(G, H, columns, rules)
    return both if min(left_H, H) >= rules.min_child_weight else -np.inf


@compiled
def try_split(v, low, totals, columns, highest, rules, scan):
    """Split node v between code `low` and the last one seen, if that is its best so far."""
    G, H = scan.right[v, 0], scan.right[v, 1]
    here = split_score(G, H, totals[v, 0], totals[v, 1], columns, rules)
    if here > scan.score[v] or (here == scan.score[v] and not highest):
        scan.score[v] = here
        scan.at[v, 0], scan.at[v, 1] = low, scan.high[v]
        scan.sums[v, 0], scan.sums[v, 1] = G, H


@compiled
def scan_level(start, stop, listed, place, stats, totals, columns, highest, rules, scan):
    """Go down one sorted column and try all splits of all nodes of a level."""
    n_nodes = len(totals)
    scan.right[:n_nodes], scan.high[:n_nodes], scan.score[:n_nodes] = 0, -1, -np.inf
    for i in range(stop - 1, start - 1, -1):
        row = listed.rows[i]
        v = place[row]
        if v == CLOSED:
            continue
        code = listed.codes[i]
        if code != scan.high[v]:
            if scan.high[v] >= 0:
                try_split(v, code, totals, columns, highest, rules, scan)
            scan.high[v] = code
        scan.right[v, 0] += stats[row, 0]
        scan.right[v, 1] += stats[row, 1]
    for v in range(n_nodes):
        if scan.high[v] >= 0 and scan.right[v, 1] + scan.apart[v, 1] < totals[v, 1]:
            try_split(v, 0, totals, columns, highest, rules, scan)


@compiled
def scan_root(f, stop, listed, stats, totals, columns, highest, rules, scan):
    """Do the same in feature f for one node with all rows.

    Its splits are known before: where the code turns. So all sums are noted, then those at turns,
    then their scores, several at once; no step waits for what the one before decides.
    """
    start, G, H = listed.start[f], 0.0, 0.0
    for i in range(stop - 1, start - 1, -1):
        row, k = listed.rows[i], np.uint64(i - start)
        G += stats[row, 0]
        H += stats[row, 1]
        scan.sums_from[k, 0], scan.sums_from[k, 1] = G, H
    turns = listed.turns[listed.start_of_turns[f] : listed.start_of_turns[f + 1]]
    n, total_G, total_H = len(turns), totals[0, 0], totals[0, 1]
    while n > 0 and turns[n - 1] >= stop:  # where missing values begin
        n -= 1
    for j in range(n):
        k = np.uint64(turns[j] - start)
        scan.G[j], scan.H[j] = scan.sums_from[k, 0], scan.sums_from[k, 1]
    for j in range(n):
        scan.scores[j] = split_score(scan.G[j], scan.H[j], total_G, total_H, columns, rules)
    best, at = -np.inf, -1
    for j in range(n):
        best = max(best, scan.scores[j])
    for j in range(n):
        if scan.scores[j] == best and (highest or at < 0):
            at = j
    if at >= 0:
        scan.at[0, 0], scan.at[0, 1] = listed.codes[turns[at] - 1], listed.codes[turns[at]]
        scan.sums[0, 0], scan.sums[0, 1] = scan.G[at], scan.H[at]
    scan.right[0, 0], scan.right[0, 1], scan.score[0] = G, H, best
    if stop > start and H + scan.apart[0, 1] < total_H:
        scan.high[0] = listed.codes[start]
        try_split(np.int64(0), 0, totals, columns, highest, rules, scan)


@compiled
def scan_column(whole, f, stop, listed, place, stats, totals, columns, highest, rules, scan):
    """Go down one sorted column; `whole` means for one node, with all rows."""
    if whole:
        scan_root(f, stop, listed, stats, totals, columns, highest, rules, scan)
    else:
        start = listed.start[f]
        scan_level(start, stop, listed, place, stats, totals, columns, highest, rules, scan)


@compiled
def keep_better(f, missing_left, totals, columns, has_missing, rules, scan, best):
    """Replace the best splits of a level by those in feature f that are better."""
    for v in range(len(totals)):
        if missing_left and has_missing and scan.apart[v, 1] == 0:
            continue  # none is missing: it has been tried
        gain = scan.score[v] - score_pair(totals[v, 0], totals[v, 1], columns, rules)
        if gain > best.gain[v]:
            best.gain[v], best.feature[v], best.missing_left[v] = gain, f, missing_left
            best.low[v], best.high[v] = scan.at[v, 0], scan.at[v, 1]
            best.right[v, 0], best.right[v, 1] = scan.sums[v, 0], scan.sums[v, 1]


@compiled
def best_of_level(whole, listed, place, stats, totals, columns, data, rules, scan, best):
    """Find the best split of every node of a level."""
    best.gain[: len(totals)], best.feature[: len(totals)] = rules.min_gain, -1
    for f in data.features:
        start, stop = listed.start[f], listed.start[f + 1]
        may_miss = data.has_missing[f]
        highest = rules.highest_ties and not may_miss
        scan_column(whole, f, stop, listed, place, stats, totals, columns, highest, rules, scan)
        keep_better(f, not may_miss, totals, columns, may_miss, rules, scan, best)
        if not may_miss:
            continue
        while stop > start and listed.codes[stop - 1] == data.n_codes[f] - 1:
            stop -= 1
            row = listed.rows[stop]
            v = place[row]
            if v != CLOSED:
                scan.apart[v, 0] += stats[row, 0]
                scan.apart[v, 1] += stats[row, 1]
        highest = rules.highest_ties
        scan_column(whole, f, stop, listed, place, stats, totals, columns, highest, rules, scan)
        keep_better(f, True, totals, columns, True, rules, scan, best)
        scan.apart[: len(totals)] = 0


@compiled
def open_level(first, n_nodes, data, columns, rules, nodes, place, of_level, totals):
    """Give nodes of a level that may split numbers, 0 to m - 1, and each row its node's."""
    m = 0
    for k in range(first, n_nodes):
        may = may_split(k, data, columns, rules, nodes)
        for i in range(nodes.start[k], nodes.stop[k]):
            place[data.rows[i]] = m if may else CLOSED
        if may:
            totals[m, 0], totals[m, 1], of_level[m] = nodes.sums[k, 0], nodes.sums[k, 1], k
            m += 1
    return m


@compiled
def grow_by_column(data, listed, stats, columns, rules, nodes):
    """Grow a tree level by level; bring the rows into the order of its leaves; count its nodes.

    `stats` are those of all rows of the data set, where they stay.
    """
    plant(data, nodes)
    room = 1 << rules.max_depth
    scan, best = room_for_scan(room, len(stats)), room_for_best(room, 2)
    place = np.full(len(stats), CLOSED)  # the number of each row's node in its level
    totals, of_level = np.empty((room, 2)), np.empty(room, np.int64)
    first, n_nodes = np.int64(0), np.int64(1)
    while first < n_nodes and nodes.depth[first] < rules.max_depth:
        m = open_level(first, n_nodes, data, columns, rules, nodes, place, of_level, totals)
        whole = first == 0 and len(data.rows) == len(stats)
        first = n_nodes
        if m > 0:
            best_of_level(whole, listed, place, stats, totals[:m], columns, data, rules, scan, best)
        for v in range(m):
            k = of_level[v]
            if best.feature[v] >= 0:
                divide(
                    k, n_nodes, best.feature[v], best.low[v], best.high[v],
                    best.missing_left[v], best.gain[v], best.right[v], data, nodes,
                )  # fmt: skip
                n_nodes += 2
            else:
                for i in range(nodes.start[k], nodes.stop[k]):
                    place[data.rows[i]] = CLOSED
    return n_nodes
