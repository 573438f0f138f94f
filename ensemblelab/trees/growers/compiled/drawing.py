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
    """Give the key of a node's left or right child."""
    return mix(key ^ (SIDE << np.uint64(right)))


@compiled
def deal(deck, key, start, stop):
    """Bring cards to places start .. stop - 1 of a node's deck (Fisher and Yates)."""
    d = len(deck)
    for j in range(start, min(stop, d - 1)):
        k = j + np.int64(mix(key + GOLDEN * np.uint64(j + 1)) % np.uint64(d - j))
        deck[j], deck[k] = deck[k], deck[j]


@compiled
def deck_of_level(features, deck, seed, depth, rules):
    """Put the features that nodes at this depth may use, in order, to the front of the deck."""
    deck[:] = features
    if rules.per_level < len(features):
        deal(deck, mix(seed + GOLDEN * np.uint64(depth + 1)), 0, rules.per_level)
        deck[: rules.per_level].sort()
