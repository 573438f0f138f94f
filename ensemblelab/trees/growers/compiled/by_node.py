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

import numpy as np

from ._jit import compiled, compiled_in
from .drawing import draw, features_of_level, share
from .listing import LOWER_HALF, improve, list_histogram, list_sorted
from .nodes import divide, make_root, may_split, room_for_best
from .scoring import score

FEW = 32  # keys, up to which each is compared with each


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
                work.sums[c, m] = work.sums[c, m - 1] + counts[code, c]
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
    keys, spare, shift = work.keys, work.spare, 32
    if n <= FEW:
        sort_few(keys, n, spare)
        keys = spare
    else:
        while (n_codes - 1) >> (shift - 32) > 0:
            sort_by_byte(keys, n, shift, work.places, spare)
            keys, spare, shift = spare, keys, shift + 8
    return list_sorted(keys, 0, n, data.stats, columns, work)


@compiled
def improve_at_random(f, m, total, parent, key, data, columns, rules, work, best):
    """Do as `improve` for one split: below the first code whose value is above a cut.

    The cut is drawn between the least and the largest value of the node.
    """
    H, last, left, right = len(columns.G), len(columns.every) - 1, work.left, work.right
    values = data.values[data.offsets[f] :]
    first = 0 if total[last] > work.sums[last, m] else 1  # whether there are rows of code 0
    if first == m:
        return
    u = share(key, f)
    cut = values[work.codes[first]] * (1 - u) + values[work.codes[m]] * u
    e = m
    while e > first + 1 and values[work.codes[e - 1]] > cut:
        e -= 1
    for c in range(last + 1):
        right[c] = work.sums[c, m] - work.sums[c, e - 1]
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
            improve(f, m, total, parent, data, columns, rules, work, best)


@compiled
def best_of_drawn(k, order, histogram, data, columns, rules, nodes, work, best):
    """Draw features for node k and find the best split in them; if there is none, in others."""
    total, start, stop, key = nodes.sums[k], nodes.start[k], nodes.stop[k], nodes.key[k]
    features_of_level(data.features, order, data.seed, nodes.depth[k], rules)
    for first in range(0, rules.per_level, rules.per_node):
        drawn = draw(first, order, key, rules)
        best_split(drawn, total, start, stop, key, histogram, data, columns, rules, work, best)
        if best.feature[0] >= 0 or not rules.redraw:
            break


@compiled
def grow_by_node(data, columns, rules, nodes, work, order):
    """Grow a tree depth first; bring the rows into the order of its leaves; count its nodes."""
    make_root(data, nodes)
    best, no_histogram = room_for_best(1, data.stats.shape[1]), np.empty((0, 0, 0))
    root = np.int64(0)
    stack, n_nodes = [root], root + 1
    while len(stack) > 0:
        k = stack.pop()
        if may_split(k, data, columns, rules, nodes):
            best_of_drawn(k, order, no_histogram, data, columns, rules, nodes, work, best)
            if best.feature[0] >= 0:
                divide(k, n_nodes, best, data, nodes)
                stack.append(n_nodes + 1)
                stack.append(n_nodes)
                n_nodes += 2
    return n_nodes
