"""One pass over sums by code, highest first, for one column of G: the best split of a feature."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled
from .scoring import score_pair


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
def scan_histogram(sums, total, columns, missing, missing_left, rules):
    """Try to split between each two codes present: give score, codes on both sides, right sums.

    `missing` tells whether the last code is that of missing values; they go left or right.

        code      0    1    2    3    4       (1 is not present)
        sums    ----      ---- ---- ----
                  low <-> high                what is right of it is added up, the rest is left
    """
    best, best_low, best_high, best_G, best_H = -np.inf, 0, 0, 0.0, 0.0
    highest = rules.highest_ties and missing_left
    least = rules.min_child_weight
    right_G, right_H, high = 0.0, 0.0, -1
    for code in range(len(sums) - 1 - (missing and missing_left), -1, -1):
        G, H = sums[code, 0], sums[code, 1]
        if H == 0:
            continue
        left_H = total[1] - right_H
        if high >= 0 and left_H >= least and right_H >= least:
            here = score_pair(total[0] - right_G, left_H, columns, rules)
            here += score_pair(right_G, right_H, columns, rules)
            if here > best or (here == best and not highest):
                best, best_low, best_high = here, code, high
                best_G, best_H = right_G, right_H
        right_G += G
        right_H += H
        high = code
    return best, best_low, best_high, best_G, best_H


@compiled
def improve(k, f, sums, total, parent, columns, has_missing, missing, rules, best):
    """Replace the best split of node k by one of feature f if that is better."""
    for missing_left in (False, True):
        if missing_left == has_missing and not missing:
            continue  # one way is enough where none is missing
        top, low, high, G, H = scan_histogram(sums, total, columns, missing, missing_left, rules)
        if top - parent > best.gain[k]:
            best.gain[k], best.feature[k], best.missing_left[k] = top - parent, f, missing_left
            best.low[k], best.high[k] = low, high
            best.right[k, 0], best.right[k, 1] = G, H
