"""One feature in one node: its codes with the sums up to each, and the best split between them.

    keys     1.7  1.2  3.9          codes, increasing, and their rows
    codes    0    1    3
    sums     0    7+2  7+2+9        of the statistics of these rows, from code 1 on

Rows of code 0 are never listed: they have what the others leave of the node's total. (In counts,
such as words in a mail, most rows are there.) All sums are exact, so what stands right of a split
is the last of them less the one at the split.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled_in
from .scoring import score, score_pair

LOWER_HALF = 0xFFFFFFFF  # of a key: the place of its row


class Work(NamedTuple):
    """Room for the codes of one feature in one node, and for sums."""

    keys: np.ndarray  # (rows,) codes, each 2^32 times, and the places of their rows
    spare: np.ndarray
    places: np.ndarray  # (256,) where the next key goes that has a byte
    counts: np.ndarray  # (codes, columns), all 0 between two uses
    codes: np.ndarray  # 0 and the codes above it that are in a node, increasing, and ...
    sums: np.ndarray  # ... what each of them has together with those between it and 0
    scores: np.ndarray  # of the split between each code and the one before it
    left: np.ndarray
    right: np.ndarray


def room_for_work(m: int, n_codes: int, n_columns: int) -> Work:
    """Make room for nodes of at most m rows."""
    size = min(m, n_codes) + 1
    keys, spare = np.empty((2, m), np.int64)
    codes, sums = np.empty(size, np.int64), np.empty((n_columns, size))
    codes[0] = sums[:, 0] = 0
    left, right = np.empty((2, n_columns))
    return Work(
        keys,
        spare,
        np.empty(256, np.int64),
        np.zeros((n_codes, n_columns)),
        codes,
        sums,
        np.empty(size),
        left,
        right,
    )


@compiled_in
def list_sorted(keys, begin, end, stats, columns, work):
    """List the codes of sorted keys with their sums, and count them."""
    codes, sums = work.codes, work.sums
    if len(columns.every) == 2:  # both sums of one pass stay in registers
        m, previous, G, H = 0, np.int64(0), 0.0, 0.0
        for j in range(begin, end):
            code, i = keys[j] >> 32, keys[j] & LOWER_HALF
            m += code != previous
            previous = code
            G += stats[i, 0]
            H += stats[i, 1]
            codes[m], sums[0, m], sums[1, m] = code, G, H
        return m
    for c in range(len(columns.every)):
        m, previous, total = 0, np.int64(0), 0.0
        for j in range(begin, end):
            code, i = keys[j] >> 32, keys[j] & LOWER_HALF
            m += code != previous
            previous = code
            total += stats[i, c]
            codes[m], sums[c, m] = code, total
    return m


@compiled_in
def list_histogram(sums, columns, work):
    """Do the same from the sums of all codes."""
    m, last = 0, len(columns.every) - 1
    if last == 1:  # written for every code, and kept if it has rows: without a branch
        G, H = 0.0, 0.0
        for code in range(1, len(sums)):
            G += sums[code, 0]
            H += sums[code, 1]
            work.codes[m + 1], work.sums[0, m + 1], work.sums[1, m + 1] = code, G, H
            m += sums[code, 1] > 0
        return m
    for code in range(1, len(sums)):
        if sums[code, last] > 0:
            m += 1
            work.codes[m] = code
            for c in range(last + 1):
                work.sums[c, m] = work.sums[c, m - 1] + sums[code, c]
    return m


@compiled_in
def score_splits(m, apart, total, columns, rules, work):
    """Score the splits between the first m codes; -inf where a side has too little.

    Missing values, if they go left, stand `apart`: there must be other rows on the left.
    """
    sums, left, right = work.sums, work.left, work.right
    H, last = len(columns.G), len(columns.every) - 1
    if last == 1:  # scored in any case: without a branch, a loop scores several at once
        for e in range(m):
            right_G, right_H = sums[0, m] - sums[0, e], sums[1, m] - sums[1, e]
            left_H = total[1] - right_H
            here = score_pair(total[0] - right_G, left_H, columns, rules)
            here += score_pair(right_G, right_H, columns, rules)
            enough = (left_H > apart) & (min(left_H, right_H) >= rules.min_child_weight)
            work.scores[e + 1] = here if enough else -np.inf
        return
    for e in range(m):
        work.scores[e + 1] = -np.inf
        for c in range(last + 1):
            right[c] = sums[c, m] - sums[c, e]
            left[c] = total[c] - right[c]
        if left[last] <= apart or min(left[H], right[H]) < rules.min_child_weight:
            continue
        if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
            continue
        work.scores[e + 1] = score(left, columns, rules) + score(right, columns, rules)


@compiled_in
def improve(f, m, total, parent, data, columns, rules, work, best):
    """Replace the best split by one of feature f, whose m codes are listed, if that is better."""
    last, has_missing = len(columns.every) - 1, data.has_missing[f]
    missing = has_missing and work.codes[m] == data.n_codes[f] - 1
    for missing_left in (False, True):
        if missing_left == has_missing and not missing:
            continue  # one way is enough where none is missing
        top, apart = m, 0.0
        if missing and missing_left:
            top, apart = m - 1, work.sums[last, m] - work.sums[last, m - 1]
        score_splits(top, apart, total, columns, rules, work)
        score_of_best, at, highest = -np.inf, 0, rules.highest_ties and missing_left
        for e in range(1, top + 1):
            here = work.scores[e]
            if here > score_of_best or (here == score_of_best and highest):
                score_of_best, at = here, e
        if score_of_best - parent > best.gain[0]:
            best.gain[0], best.feature[0] = score_of_best - parent, f
            best.missing_left[0] = missing_left
            best.low[0], best.high[0] = work.codes[at - 1], work.codes[at]
            for c in range(last + 1):
                best.right[0, c] = work.sums[c, top] - work.sums[c, at - 1]
