"""Drawing features: `ensemblelab.trees.draws` in loops."""

from __future__ import annotations

import numpy as np

from ... import draws
from ...draws import GOLDEN, SIDE
from ._jit import compiled

mix = compiled(draws.mix)


@compiled
def share(key, j):
    """Draw the j-th number between 0 and 1, 1 excluded, of a key."""
    return (mix(~key + GOLDEN * np.uint64(j + 1)) >> np.uint64(11)) * 2.0**-53


@compiled
def child_key(key, right):
    """Return the key of a node's left or right child."""
    return mix(key ^ (SIDE << np.uint64(right)))


@compiled
def shuffle(order, key, start, stop):
    """Draw what stands at places start .. stop - 1 of a node's order (Fisher and Yates)."""
    d = len(order)
    for j in range(start, min(stop, d - 1)):
        k = j + np.int64(mix(key + GOLDEN * np.uint64(j + 1)) % np.uint64(d - j))
        order[j], order[k] = order[k], order[j]


@compiled
def draw(first, order, key, rules):
    """Draw the next features of a node, `per_node` of them from place `first` on; return them."""
    last = min(first + rules.per_node, rules.per_level)
    drawn = order[first:last]
    if rules.per_node < rules.per_level or rules.random_cut:
        shuffle(order[: rules.per_level], key, first, last)
        if not rules.redraw:
            drawn.sort()
    return drawn


@compiled
def features_of_level(features, order, seed, depth, rules):
    """Put the features that nodes at this depth may use, increasing, to the front."""
    order[:] = features
    if rules.per_level < len(features):
        shuffle(order, mix(seed + GOLDEN * np.uint64(depth + 1)), 0, rules.per_level)
        order[: rules.per_level].sort()
