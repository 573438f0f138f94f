"""Draw the features that a node may use, independently of the order in which nodes are grown.

Every node has a key, a number computed from its tree's seed and the path from the root; what is
drawn for a node depends only on its key. Therefore a recursion, a loop over the levels of all
trees, and threads draw the same features. The numbers are those of SplitMix64 (Steele, Lea and
Flood 2014, Fast splittable pseudorandom number generators).
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["child_key", "features_of_level", "mix", "number", "root_key", "share", "shuffle"]

# Odd, and with as many ones as zeros; the first is 2^64 divided by the golden ratio.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
SIDE = np.uint64(0xD1B54A32D192ED03)


def mix(z: Any) -> Any:
    """Mix the bits of uint64 numbers; each input bit flips about half of the output bits."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def root_key(seed: Any) -> Any:
    """Return the key of a tree's root."""
    return mix(~seed)


def child_key(key: Any, right: Any) -> Any:
    """Return the key of a node's left or right child."""
    return mix(key ^ (SIDE << np.uint64(right)))


def number(key: Any, j: Any, size: Any) -> Any:
    """Draw the j-th number of a key, one of 0 .. size - 1."""
    return mix(key + GOLDEN * np.uint64(j + 1)) % np.uint64(size)


def share(key: Any, j: Any) -> Any:
    """Draw the j-th number between 0 and 1, 1 excluded, of a key or an array of them."""
    return (mix(~key + GOLDEN * np.uint64(j + 1)) >> np.uint64(11)) * 2.0**-53


def shuffle(order: np.ndarray, key: np.ndarray, start: int, stop: int) -> None:
    """Draw the entries start .. stop - 1 of each node's order (Fisher and Yates).

    Parameters
    ----------
    order : ndarray of int, shape (M, d)
        Features, changed in place; those before `start` have been drawn.
    key : ndarray of uint64, shape (M,)
    start, stop : int
    """
    M, d = order.shape
    at = np.arange(M)
    for j in range(start, min(stop, d - 1)):
        k = j + number(key, j, d - j).astype(np.intp)
        order[at, j], order[at, k] = order[at, k], order[at, j]


def features_of_level(
    features: np.ndarray, per_level: int, seed: np.ndarray, depth: int
) -> np.ndarray:
    """Draw the features that each tree's nodes at this depth may use, in increasing order.

    Parameters
    ----------
    features : ndarray of int, shape (m,)
        The features that the tree may use, increasing.
    per_level : int
    seed : ndarray of uint64, shape (T,)
    depth : int

    Returns
    -------
    ndarray of int, shape (T, per_level)
    """
    order = np.tile(features, (len(seed), 1))
    if per_level < len(features):
        shuffle(order, mix(seed + GOLDEN * np.uint64(depth + 1)), 0, per_level)
    return np.sort(order[:, :per_level], axis=1)
