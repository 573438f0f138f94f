"""Predicting with many trees: their nodes in one array, the rows in blocks that stay in the cache.

tree 1  tree 2  tree 3 ...      all rows of a block go down a tree before the next tree
a    |       |       |              is touched: then its upper nodes are still near, and
b    v       v       v              the processor need not wait for one row's node before
c                                   it looks at the next row's
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_not
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ...tree import Tree
from ._jit import compiled, read_only

BLOCK = 256  # rows
SHALLOW = 11  # levels; down to here all rows take all steps, leaves point to themselves


def node_type(values: np.dtype) -> np.dtype:
    """Return how a node is stored, 12 or 16 bytes close together, for rows of such values.

    `test` is twice the feature, and 1 more where missing values go right.
    """
    threshold = np.float32 if values == np.float32 else np.float64
    return np.dtype([("threshold", threshold), ("left", "u4"), ("test", "u4")])


class Packed(NamedTuple):
    """The nodes of many trees, one tree after the other."""

    nodes: np.ndarray
    value: np.ndarray
    roots: np.ndarray
    depth: int
    missing: bool  # whether there may be missing values


# The last packed form of an ensemble, by its first tree, and what it was made from.
packed_forms: WeakKeyDictionary[Tree, tuple[list[Any], Packed]] = WeakKeyDictionary()


def pack_once(trees: Sequence[Tree], values: np.dtype) -> Packed:
    """Return trees in one array, as `pack` does; those of an ensemble are packed only once.

    What is packed cannot be outdated: from then on its arrays cannot be written to, and a tree
    that gets another array, or an ensemble that gets another tree, is packed anew.
    """
    if len(trees) == 1:
        return pack(trees, values)
    source: list[Any] = [values]
    for t in trees:
        source += (t.feature, t.threshold, t.left, t.value, t.missing_left, t.strict)
    before, packed = packed_forms.get(trees[0], ([], None))
    if packed is None or len(before) != len(source) or any(map(is_not, before, source)):
        for part in source:
            if isinstance(part, np.ndarray):
                part.flags.writeable = False
        packed = pack(trees, values)
        packed_forms[trees[0]] = source, packed
    return packed


def pack(trees: Sequence[Tree], values: np.dtype) -> Packed:
    """Put trees into one array, for rows of such values.

    A leaf points to itself and sends every row to its left.
    """
    roots = np.cumsum([0] + [tree.n_nodes for tree in trees])
    nodes = np.zeros(roots[-1], node_type(values))
    threshold = np.concatenate([tree.threshold for tree in trees]).astype(float)
    if any(tree.strict for tree in trees):  # x < t where x <= the number just below t
        strict = np.repeat([tree.strict for tree in trees], np.diff(roots))
        just_below = np.nextafter(threshold, -np.inf)
        threshold = np.where(strict & np.isfinite(threshold), just_below, threshold)
    if nodes["threshold"].dtype == np.float32:  # x is <= t where it is <= the last float32 that is
        with np.errstate(over="ignore"):
            near = threshold.astype(np.float32)
        threshold = np.where(near > threshold, np.nextafter(near, np.float32(-np.inf)), near)
    nodes["threshold"] = threshold
    nodes["left"] = np.concatenate([t.left + r for t, r in zip(trees, roots, strict=False)])
    missing = any(tree.missing_left is not None for tree in trees)
    for tree, root in zip(trees, roots, strict=False):
        test = nodes["test"][root : root + tree.n_nodes]
        test[:] = 2 * tree.feature
        if tree.missing_left is not None:
            test += ~(tree.missing_left | tree.is_leaf)
    value = np.concatenate([tree.value for tree in trees])
    depth = max(tree.depth for tree in trees)
    return Packed(nodes, value, roots[:-1], depth, missing)


@compiled
def step(nodes, k, begin, X, missing):
    """Go from node k to the child where the row belongs whose values begin there in X."""
    x = X[begin + (nodes[k]["test"] >> 1)]
    right = x > nodes[k]["threshold"]
    if missing and x != x:
        right = nodes[k]["test"] & 1 == 1
    return np.uint32(nodes[k]["left"] + np.uint32(right))


@compiled
def walk(nodes, root, depth, missing, X, d, start, stop, at, going):
    """Move all rows one step, then the next; then those that are not yet at a leaf.

    X is one row after the other, each of d values. Both are counted without signs: an index that
    can be negative takes a third of the time more.
    """
    n_going = stop - start
    for i in range(n_going):
        at[i], going[i] = root, i
    for _ in range(min(depth, SHALLOW)):
        begin = np.uint64(start) * d
        for i in range(n_going):
            at[i] = step(nodes, at[i], begin, X, missing)
            begin += d
    if depth <= SHALLOW:
        return
    while n_going > 0:
        n_still = 0
        for j in range(n_going):
            i = going[j]
            k = at[i]
            at[i] = step(nodes, k, (np.uint64(start) + i) * d, X, missing)
            going[n_still] = i
            n_still += at[i] != k
        n_going = n_still


@compiled
def add_up(packed, X, d, total):
    """Add what all trees predict to `total`, (n, K), block of rows by block of rows."""
    at, going = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for start in range(0, len(total), BLOCK):
        stop = min(start + BLOCK, len(total))
        for root in packed.roots:
            walk(packed.nodes, root, packed.depth, packed.missing, X, d, start, stop, at, going)
            for c in range(total.shape[1]):
                sums, value = total[start:stop, c], packed.value[:, c]
                for i in range(stop - start):
                    sums[i] += value[at[i]]


@compiled
def find_leaves(packed, X, d, leaf):
    """Find the leaf of each row in the first tree."""
    at, going = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for start in range(0, len(leaf), BLOCK):
        stop = min(start + BLOCK, len(leaf))
        walk(packed.nodes, np.int64(0), packed.depth, packed.missing, X, d, start, stop, at, going)
        for i in range(start, stop):
            leaf[i] = at[i - start]


def add_predictions(trees: Sequence[Tree], X: np.ndarray, total: np.ndarray) -> None:
    """Add what trees predict to `total`, (n, K), in place."""
    sums = np.ascontiguousarray(total)
    add_up(pack_once(trees, X.dtype), *_in_a_row(X), sums)
    if sums is not total:
        total[:] = sums


def leaves(tree: Tree, X: np.ndarray) -> np.ndarray:
    """Find the leaf of each row."""
    leaf = np.empty(len(X), dtype=np.intp)
    find_leaves(pack([tree], X.dtype), *_in_a_row(X), leaf)
    return leaf


def _in_a_row(X: np.ndarray) -> tuple[np.ndarray, np.uint64]:
    """Return all rows of X one after the other, and how long each is."""
    return read_only(X).reshape(-1), np.uint64(X.shape[1])
