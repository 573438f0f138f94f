"""Growing node by node: each looks at the features drawn for it, and lists its rows by code.

Rows of code 0 are never listed: they have what the others leave of the node's total. (In counts,
such as words in a mail, most rows are there.) A node with more rows than there are codes adds them
up by code; another sorts keys, which are codes that have the places of their rows with them, by
one byte of the code after the other, without comparing any two:

    keys         2.1 a   0.2 b   1.1 c   0.1 d     codes of two bytes
    lower byte   2.1 a   1.1 c   0.1 d   0.2 b     rows with equal bytes stay in order
    upper byte   0.1 d   0.2 b   1.1 c   2.1 a

Nodes grow depth first: so the rows of a small one are still in the cache from its parent.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._jit import compiled, compiled_in
from .drawing import deal, deck_of_level, share
from .nodes import divide, may_split, plant
from .scan import room_for_best
from .scoring import score, score_pair

FEW = 32  # keys, up to which each is compared with each
LOWER_HALF = 0xFFFFFFFF


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
    left, right = np.empty((2, n_columns))
    return Work(
        keys, spare, np.empty(256, np.int64), np.zeros((n_codes, n_columns)),
        np.zeros(size, np.int64), np.zeros((size, n_columns)), np.empty(size), left, right,
    )  # fmt: skip


@compiled_in
def list_keys(column, start, stop, data, keys):
    """List the keys of a node's rows whose codes are above 0, and count them."""
    n = 0
    for i in range(start, stop):
        code = np.int64(column[data.rows[i]])
        keys[n] = code << 32 | i
        n += code > 0
    return n


@compiled_in
def count_codes(n, n_codes, data, columns, work):
    """Add up n rows by code; list the codes that are there, and count them."""
    keys, counts, m, last = work.keys, work.counts, 0, len(columns.every) - 1
    for j in range(n):
        code, i = keys[j] >> 32, keys[j] & LOWER_HALF
        for c in range(last + 1):
            counts[code, c] += data.stats[i, c]
    for code in range(1, n_codes):
        if counts[code, last] > 0:
            m += 1
            work.codes[m] = code
            for c in range(last + 1):
                work.sums[m, c] = work.sums[m - 1, c] + counts[code, c]
                counts[code, c] = 0
    return m


@compiled_in
def sort_few(keys, n, out):
    """Sort keys: the place of one is the number of those below it."""
    for j in range(n):
        place, key = 0, keys[j]
        for k in range(n):
            place += keys[k] < key
        out[place] = key


@compiled_in
def sort_by_byte(keys, n, shift, places, out):
    """Sort keys by eight of their bits, and leave them in order otherwise."""
    places[:] = 0
    for j in range(n):
        places[(keys[j] >> shift) & 255] += 1
    place = 0
    for byte in range(256):
        place, places[byte] = place + places[byte], place
    for j in range(n):
        key = keys[j]
        byte = (key >> shift) & 255
        out[places[byte]] = key
        places[byte] += 1


@compiled_in
def sort_codes(n, n_codes, data, columns, work):
    """Do as `count_codes` by sorting: for fewer rows than there are codes."""
    keys, spare, shift, m = work.keys, work.spare, 32, 0
    if n <= FEW:
        sort_few(keys, n, spare)
        keys, spare = spare, keys
    else:
        while (n_codes - 1) >> (shift - 32) > 0:
            sort_by_byte(keys, n, shift, work.places, spare)
            keys, spare, shift = spare, keys, shift + 8
    for j in range(n):
        code, i = keys[j] >> 32, keys[j] & LOWER_HALF
        m += code != work.codes[m]
        work.codes[m] = code
        spare[j] = m << 32 | i
    for c in range(len(columns.every)):
        total = 0.0
        for j in range(n):
            total += data.stats[spare[j] & LOWER_HALF, c]
            work.sums[spare[j] >> 32, c] = total
    return m


@compiled
def list_histogram(sums, columns, work):
    """Do the same from the sums of all codes."""
    m, last = 0, len(columns.every) - 1
    for code in range(1, len(sums)):
        if sums[code, last] > 0:
            m += 1
            work.codes[m] = code
            for c in range(last + 1):
                work.sums[m, c] = work.sums[m - 1, c] + sums[code, c]
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
            right_G, right_H = sums[m, 0] - sums[e, 0], sums[m, 1] - sums[e, 1]
            left_H = total[1] - right_H
            here = score_pair(total[0] - right_G, left_H, columns, rules)
            here += score_pair(right_G, right_H, columns, rules)
            enough = (left_H > apart) & (min(left_H, right_H) >= rules.min_child_weight)
            work.scores[e + 1] = here if enough else -np.inf
        return
    for e in range(m):
        work.scores[e + 1] = -np.inf
        for c in range(last + 1):
            right[c] = sums[m, c] - sums[e, c]
            left[c] = total[c] - right[c]
        if left[last] <= apart or min(left[H], right[H]) < rules.min_child_weight:
            continue
        if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
            continue
        work.scores[e + 1] = score(left, columns, rules) + score(right, columns, rules)


@compiled_in
def improve(f, m, total, parent, columns, has_missing, missing, rules, work, best):
    """Replace the best split by one of feature f, whose m codes are listed, if that is better."""
    last = len(columns.every) - 1
    for missing_left in (False, True):
        if missing_left == has_missing and not missing:
            continue  # one way is enough where none is missing
        top, apart = m, 0.0
        if missing and missing_left:
            top, apart = m - 1, work.sums[m, last] - work.sums[m - 1, last]
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
                best.right[0, c] = work.sums[top, c] - work.sums[at - 1, c]


@compiled
def improve_at_random(f, m, total, parent, key, data, columns, rules, work, best):
    """Do as `improve` for one split: below the first code whose value is above a cut.

    The cut is drawn between the least and the largest value of the node.
    """
    H, last, left, right = len(columns.G), len(columns.every) - 1, work.left, work.right
    values = data.values[data.offsets[f] :]
    first = 0 if total[last] > work.sums[m, last] else 1  # whether there are rows of code 0
    if first == m:
        return
    u = share(key, f)
    cut = values[work.codes[first]] * (1 - u) + values[work.codes[m]] * u
    e = m
    while e > first + 1 and values[work.codes[e - 1]] > cut:
        e -= 1
    for c in range(last + 1):
        right[c] = work.sums[m, c] - work.sums[e - 1, c]
        left[c] = total[c] - right[c]
    if min(left[H], right[H]) < rules.min_child_weight:
        return
    if rules.min_samples_leaf > 1 and min(left[last], right[last]) < rules.min_samples_leaf:
        return
    gain = score(left, columns, rules) + score(right, columns, rules) - parent
    if gain > best.gain[0]:
        best.gain[0], best.feature[0], best.missing_left[0] = gain, f, False
        best.low[0], best.high[0] = work.codes[e - 1], work.codes[e]
        best.right[0, :] = right


@compiled
def best_split(features, total, start, stop, key, histogram, data, columns, rules, work, best):
    """Find the best split of a node, of its histogram if there is one, or else of its rows."""
    parent = score(total, columns, rules)
    best.gain[0], best.feature[0] = rules.min_gain, -1
    for f in features:
        n_codes = data.n_codes[f]
        if len(histogram) > 0:
            m = list_histogram(histogram[f, :n_codes], columns, work)
        else:
            n = list_keys(data.codes[f], start, stop, data, work.keys)
            if n_codes <= n:
                m = count_codes(n, n_codes, data, columns, work)
            else:
                m = sort_codes(n, n_codes, data, columns, work)
        if m > 0 and rules.random_cut:
            improve_at_random(f, m, total, parent, key, data, columns, rules, work, best)
        elif m > 0:
            has_missing = data.has_missing[f]
            missing = has_missing and work.codes[m] == n_codes - 1
            improve(f, m, total, parent, columns, has_missing, missing, rules, work, best)


@compiled
def best_of_drawn(k, deck, histogram, data, columns, rules, nodes, work, best):
    """Draw features for node k and find the best split in them; if there is none, in others."""
    total, start, stop, key = nodes.sums[k], nodes.start[k], nodes.stop[k], nodes.key[k]
    deck_of_level(data.features, deck, data.seed, nodes.depth[k], rules)
    m = rules.per_level
    draws = rules.per_node < m or rules.random_cut
    for first in range(0, m, rules.per_node):
        last = min(first + rules.per_node, m)
        drawn = deck[first:last]
        if draws:
            deal(deck[:m], key, first, last)
            if not rules.redraw:
                drawn.sort()
        best_split(drawn, total, start, stop, key, histogram, data, columns, rules, work, best)
        if best.feature[0] >= 0 or not rules.redraw:
            break


@compiled
def grow_by_node(data, columns, rules, nodes, work, deck):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes."""
    plant(data, nodes)
    best, no_histogram = room_for_best(1, data.stats.shape[1]), np.empty((0, 0, 0))
    root = np.int64(0)
    stack, n_nodes = [root], root + 1
    while len(stack) > 0:
        k = stack.pop()
        if may_split(k, data, columns, rules, nodes):
            best_of_drawn(k, deck, no_histogram, data, columns, rules, nodes, work, best)
            if best.feature[0] >= 0:
                divide(
                    k, n_nodes, best.feature[0], best.low[0], best.high[0], best.missing_left[0],
                    best.gain[0], best.right[0], data, nodes,
                )  # fmt: skip
                stack.append(n_nodes + 1)
                stack.append(n_nodes)
                n_nodes += 2
    return n_nodes
