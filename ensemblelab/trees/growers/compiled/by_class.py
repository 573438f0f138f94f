"""Growing classification trees of several classes: each row goes over to the other side by itself.

A row has its class and its weight, so there is no table of rows and classes. The rows of a node
are ranked by a feature; they leave the left side one code after the other, the highest first:

    code     0  0  1  1  3 | 3        the last row has moved: class b, weight 2
    class    a  b  a  b  a | b
    left     a: 3  b: 2               right   b: 2
    squares  9 + 4 = 17 - 2 (2 * 4 - 2) with b: 4 before

Where all weights are whole numbers whose squares fit into a float, sums of squares follow each row
so, exactly, and a split costs no more with a thousand classes. Otherwise each split is scored over
the classes that the node has.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...criterion import ENTROPY, SQUARES
from ._jit import compiled
from .by_node import FEW, list_keys, sort_by_byte, sort_few
from .drawing import draw, features_of_level, share
from .listing import LOWER_HALF
from .nodes import divide, make_root, may_split, room_for_best
from .scoring import p_log_p

WHOLE = 1 << 26  # sums of weights below it have squares that fit into a float


class Room(NamedTuple):
    """Room for the classes of a node's rows, and for those rows by one feature."""

    place: np.ndarray  # (classes,) of each among those in the node, -1 between two uses
    total: np.ndarray  # (classes,) what those in the node weigh, on both sides and on each
    left: np.ndarray
    right: np.ndarray
    place_of: np.ndarray  # (m,) of each row's class
    keys: np.ndarray  # (m,) as in `by_node`
    spare: np.ndarray
    bytes: np.ndarray  # (256,)
    sums: np.ndarray  # (codes times classes,) all 0 between two uses, as are ...
    counts: np.ndarray  # ... these, of rows
    code: np.ndarray  # (m,) rows of one code and class, by decreasing code
    which: np.ndarray
    weight: np.ndarray
    n_rows: np.ndarray


def room_for_classes(m: int, n_codes: int, K: int) -> Room:
    """Make room for nodes of at most m rows, of K classes."""
    total, left, right = np.empty((3, K))
    keys, spare, code, which, n_rows = np.empty((5, m), np.int64)
    sums, counts = np.zeros((2, min(m, n_codes * K)))
    return Room(
        np.full(K, -1),
        total,
        left,
        right,
        np.empty(m, np.int64),
        keys,
        spare,
        np.empty(256, np.int64),
        sums,
        counts,
        code,
        which,
        np.empty(m),
        n_rows,
    )


@compiled
def score_sides(left, right, n, left_H, right_H, kind, reg_lambda):
    """Score two nodes by what n classes weigh in each, in their order, as others add them up.

    Both at once, since neither sum waits for the other.
    """
    of_left, of_right = 0.0, 0.0
    if kind == SQUARES:
        for p in range(n):
            of_left += left[p] * left[p]
            of_right += right[p] * right[p]
        return of_left / (left_H + reg_lambda) + of_right / (right_H + reg_lambda)
    for p in range(n):
        if kind == ENTROPY:
            of_left += p_log_p(left[p], left_H)
            of_right += p_log_p(right[p], right_H)
        else:
            of_left, of_right = max(of_left, left[p]), max(of_right, right[p])
    return of_left + of_right


@compiled
def find_classes(start, stop, classes, data, room):
    """Assign places to the classes of a node's rows, in their order; count them."""
    for i in range(start, stop):
        room.place[classes[data.rows[i]]] = 0
    n = 0
    for k in range(len(room.place)):
        if room.place[k] == 0:
            room.place[k] = n
            room.total[n] = 0.0
            n += 1
    for i in range(start, stop):
        p = room.place[classes[data.rows[i]]]
        room.place_of[i] = p
        room.total[p] += data.stats[i, 0]
    for i in range(start, stop):
        room.place[classes[data.rows[i]]] = -1
    return n


@compiled
def list_rows(f, start, stop, n_classes, data, room):
    """List a node's rows whose codes are above 0, by decreasing code; count what is listed.

    Where codes and classes have fewer pairs than there are rows, rows of one pair are one.
    """
    n_codes = np.int64(data.n_codes[f])
    n = list_keys(data.codes[f], start, stop, data, room.keys)
    keys, spare, listed = room.keys, room.spare, 0
    if n_codes * n_classes <= n:
        for j in range(n):
            i = keys[j] & LOWER_HALF
            pair = (keys[j] >> 32) * n_classes + room.place_of[i]
            room.sums[pair] += data.stats[i, 0]
            room.counts[pair] += 1
        for pair in range(n_codes * n_classes - 1, n_classes - 1, -1):
            if room.counts[pair] > 0:
                room.code[listed], room.which[listed] = pair // n_classes, pair % n_classes
                room.weight[listed], room.n_rows[listed] = room.sums[pair], room.counts[pair]
                room.sums[pair] = room.counts[pair] = 0
                listed += 1
        return listed
    if n <= FEW:
        sort_few(keys, n, spare)
        keys = spare
    else:
        shift = 32
        while (n_codes - 1) >> (shift - 32) > 0:
            sort_by_byte(keys, n, shift, room.bytes, spare)
            keys, spare, shift = spare, keys, shift + 8
    for j in range(n - 1, -1, -1):
        i = keys[j] & LOWER_HALF
        room.code[listed], room.which[listed] = keys[j] >> 32, room.place_of[i]
        room.weight[listed], room.n_rows[listed] = data.stats[i, 0], 1
        listed += 1
    return listed


@compiled
def improve(f, listed, size, n_classes, H, parent, kind, whole, data, rules, room, best):
    """Replace the best split by one of feature f, whose rows are listed, if that is better."""
    code, lowest = room.code, room.code[listed - 1]
    n_listed = 0
    for j in range(listed):
        n_listed += room.n_rows[j]
    if n_listed < size:
        lowest = 0
    if code[0] == lowest:
        return
    left_squares, right_squares, right_H, right_rows = 0.0, 0.0, 0.0, 0
    score_of_best, low, high, H_of_best = -np.inf, lowest, lowest, 0.0
    for p in range(n_classes):
        room.left[p], room.right[p] = room.total[p], 0.0
        left_squares += room.total[p] * room.total[p]
    for j in range(listed):
        p, w = room.which[j], room.weight[j]
        left_squares -= w * (2 * room.left[p] - w)
        right_squares += w * (2 * room.right[p] + w)
        room.left[p] -= w
        room.right[p] += w
        right_H += w
        right_rows += room.n_rows[j]
        below = code[j + 1] if j + 1 < listed else 0
        if below == code[j] or (j + 1 == listed and n_listed == size):
            continue
        left_H = H - right_H
        allowed = min(left_H, right_H) >= rules.min_child_weight
        allowed &= min(size - right_rows, right_rows) >= rules.min_samples_leaf
        if allowed:
            if whole:
                here = left_squares / (left_H + rules.reg_lambda)
                here += right_squares / (right_H + rules.reg_lambda)
            else:
                here = score_sides(
                    room.left, room.right, n_classes, left_H, right_H, kind, rules.reg_lambda
                )
            if here > score_of_best or (here == score_of_best and not rules.highest_ties):
                score_of_best, low, high, H_of_best = here, below, code[j], right_H
    if score_of_best - parent > best.gain[0]:
        best.gain[0], best.feature[0], best.missing_left[0] = score_of_best - parent, f, False
        best.low[0], best.high[0], best.right[0, 0] = low, high, H_of_best


@compiled
def improve_at_random(f, start, stop, n_classes, H, parent, key, kind, data, rules, room, best):
    """Do as `improve` for one split: below the first code whose value is above a cut.

    The cut is drawn between the least and the largest value of the node. No row need be ranked.
    """
    column, values = data.codes[f], data.values[data.offsets[f] :]
    lowest = highest = np.int64(column[data.rows[start]])
    for i in range(start, stop):
        code = np.int64(column[data.rows[i]])
        lowest, highest = min(lowest, code), max(highest, code)
        room.keys[i - start] = code
    if lowest == highest:
        return
    u = share(key, f)
    cut = values[lowest] * (1 - u) + values[highest] * u
    low, high, codes = lowest, highest, room.keys[: stop - start]
    for code in codes:
        if code > low and code < highest and values[code] <= cut:
            low = code
    room.left[:n_classes] = room.right[:n_classes] = 0.0
    right_H, right_rows = 0.0, 0
    for j, code in enumerate(codes):
        p, w = room.place_of[start + j], data.stats[start + j, 0]
        if code > low:
            room.right[p] += w
            right_H += w
            right_rows += 1
            high = min(high, code)
        else:
            room.left[p] += w
    if min(H - right_H, right_H) < rules.min_child_weight:
        return
    if min(len(codes) - right_rows, right_rows) < rules.min_samples_leaf:
        return
    gain = -parent + score_sides(
        room.left, room.right, n_classes, H - right_H, right_H, kind, rules.reg_lambda
    )
    if gain > best.gain[0]:
        best.gain[0], best.feature[0], best.missing_left[0] = gain, f, False
        best.low[0], best.high[0], best.right[0, 0] = low, high, right_H


@compiled
def best_split(features, k, n_classes, kind, whole, data, rules, nodes, room, best):
    """Find the best split of a node."""
    start, stop, H = nodes.start[k], nodes.stop[k], nodes.sums[k, 0]
    room.right[:n_classes] = 0.0
    parent = score_sides(room.total, room.right, n_classes, H, 1.0, kind, rules.reg_lambda)
    best.gain[0], best.feature[0] = rules.min_gain, -1
    for f in features:
        if rules.random_cut:
            key = nodes.key[k]
            improve_at_random(
                f, start, stop, n_classes, H, parent, key, kind, data, rules, room, best
            )
            continue
        n = list_rows(f, start, stop, n_classes, data, room)
        if n > 0:
            improve(f, n, stop - start, n_classes, H, parent, kind, whole, data, rules, room, best)


@compiled
def grow_by_class(data, classes, columns, kind, whole, rules, nodes, room, order):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes."""
    make_root(data, nodes)
    best = room_for_best(1, 1)
    root = np.int64(0)
    stack, n_nodes = [root], root + 1
    while len(stack) > 0:
        k = stack.pop()
        if not may_split(k, data, columns, rules, nodes):
            continue
        n_classes = find_classes(nodes.start[k], nodes.stop[k], classes, data, room)
        features_of_level(data.features, order, data.seed, nodes.depth[k], rules)
        for first in range(0, rules.per_level, rules.per_node):
            drawn = draw(first, order, nodes.key[k], rules)
            best_split(drawn, k, n_classes, kind, whole, data, rules, nodes, room, best)
            if best.feature[0] >= 0 or not rules.redraw:
                break
        if best.feature[0] >= 0:
            divide(k, n_nodes, best, data, nodes)
            stack.append(n_nodes + 1)
            stack.append(n_nodes)
            n_nodes += 2
    return n_nodes


@compiled
def sums_of_classes(nodes, classes, data, K):
    """Add up the classes of each node, and all of them."""
    sums = np.zeros((len(nodes.left), K + 1))
    for k in range(len(nodes.left) - 1, -1, -1):
        if nodes.left[k] == k:
            for i in range(nodes.start[k], nodes.stop[k]):
                sums[k, classes[data.rows[i]]] += data.stats[i, 0]
            sums[k, K] = nodes.sums[k, 0]
        else:
            sums[k] = sums[nodes.left[k]] + sums[nodes.left[k] + 1]
    return sums
