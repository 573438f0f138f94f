"""Predicting with many trees: their nodes in one array, the rows in blocks that stay in the cache.

tree 1  tree 2  tree 3 ...      all rows of a block go down a tree before the next tree
a    |       |       |              is touched: then its upper nodes are still near, and
b    v       v       v              the processor need not wait for one row's node before
c                                   it looks at the next row's
"""

from __future__ import annotations

from collections.abc import Sequence
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
    """The nodes of a tree, as loops walk them, and what they were made of."""

    nodes: np.ndarray
    depth: int
    source: tuple[Any, ...]


class Forest(NamedTuple):
    """The nodes of many trees, one tree after the other."""

    nodes: np.ndarray
    value: np.ndarray
    bounds: np.ndarray  # tree t has nodes bounds[t] to bounds[t + 1] - 1
    depth: int
    missing: bool  # whether there may be missing values


packed: WeakKeyDictionary[Tree, Packed] = WeakKeyDictionary()


def pack(tree: Tree, values: np.dtype) -> Packed:
    """Return a tree packed for rows of such values; it is packed once.

    What is packed cannot be outdated: an array that a tree gets later is another than that of the
    source, and those of the source cannot be written to any more.
    """
    source = (tree.feature, tree.threshold, tree.left, tree.missing_left, tree.strict, values)
    found = packed.get(tree)
    if found is None or any(a is not b for a, b in zip(found.source, source, strict=True)):
        for array in source[:4]:
            if array is not None:
                array.flags.writeable = False
        found = packed[tree] = Packed(pack_nodes(tree, values), tree.depth, source)
    return found


def pack_nodes(tree: Tree, values: np.dtype) -> np.ndarray:
    """Put the nodes of a tree into one array; a leaf sends every row to its left: to itself."""
    nodes = np.empty(tree.n_nodes, node_type(values))
    threshold = tree.threshold.astype(float, copy=False)
    if tree.strict:  # x < t where x <= the number just below t
        just_below = np.nextafter(threshold, -np.inf)
        threshold = np.where(np.isfinite(threshold), just_below, threshold)
    if nodes["threshold"].dtype == np.float32:  # x is <= t where it is <= the last float32 that is
        with np.errstate(over="ignore"):
            near = threshold.astype(np.float32)
        threshold = np.where(near > threshold, np.nextafter(near, np.float32(-np.inf)), near)
    nodes["threshold"], nodes["left"], nodes["test"] = threshold, tree.left, 2 * tree.feature
    if tree.missing_left is not None:
        nodes["test"] += ~(tree.missing_left | tree.is_leaf)
    return nodes


def join(trees: Sequence[Tree], values: np.dtype) -> Forest:
    """Put trees into one array, for rows of such values."""
    parts = [pack(tree, values) for tree in trees]
    return Forest(
        np.concatenate([part.nodes for part in parts]),
        np.concatenate([tree.value for tree in trees]),
        np.cumsum([0] + [len(part.nodes) for part in parts]),
        max(part.depth for part in parts),
        any(tree.missing_left is not None for tree in trees),
    )


@compiled
def step(nodes, k, begin, X, missing):
    """Go from node k to the child where the row belongs whose values begin there in X."""
    x = X[begin + (nodes[k]["test"] >> 1)]
    right = x > nodes[k]["threshold"]
    if missing and x != x:
        right = nodes[k]["test"] & 1 == 1
    return np.uint32(nodes[k]["left"] + np.uint32(right))


@compiled
def walk(nodes, depth, missing, X, d, start, stop, at, going):
    """Let all rows take one step, then the next; then those that are not yet at a leaf.

    X is one row after the other, each of d values. Both are counted without signs: an index that
    can be negative takes a third of the time more.
    """
    n_going = stop - start
    for i in range(n_going):
        at[i], going[i] = 0, i
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
def add_up(forest, X, d, total):
    """Add what all trees predict to `total`, (n, K), block of rows by block of rows."""
    at, going = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for start in range(0, len(total), BLOCK):
        stop = min(start + BLOCK, len(total))
        for t in range(len(forest.bounds) - 1):
            first, end = forest.bounds[t], forest.bounds[t + 1]
            nodes = forest.nodes[first:end]
            walk(nodes, forest.depth, forest.missing, X, d, start, stop, at, going)
            for c in range(total.shape[1]):
                sums, value = total[start:stop, c], forest.value[first:end, c]
                for i in range(stop - start):
                    sums[i] += value[at[i]]


@compiled
def find_leaves(nodes, depth, missing, X, d, leaf):
    """Find the leaf of each row in a tree."""
    at, going = np.empty(BLOCK, np.uint32), np.empty(BLOCK, np.uint32)
    for start in range(0, len(leaf), BLOCK):
        stop = min(start + BLOCK, len(leaf))
        walk(nodes, depth, missing, X, d, start, stop, at, going)
        for i in range(start, stop):
            leaf[i] = at[i - start]


def add_predictions(trees: Sequence[Tree], X: np.ndarray, total: np.ndarray) -> None:
    """Add what trees predict to `total`, (n, K), in place."""
    sums = np.ascontiguousarray(total)
    add_up(join(trees, X.dtype), *_in_a_row(X), sums)
    if sums is not total:
        total[:] = sums


def leaves(tree: Tree, X: np.ndarray) -> np.ndarray:
    """Find the leaf of each row."""
    leaf = np.empty(len(X), dtype=np.intp)
    one, missing = pack(tree, X.dtype), tree.missing_left is not None
    find_leaves(one.nodes, one.depth, missing, *_in_a_row(X), leaf)
    return leaf


def _in_a_row(X: np.ndarray) -> tuple[np.ndarray, np.uint64]:
    """Return all rows of X one after the other, and how long each is."""
    return read_only(X).reshape(-1), np.uint64(X.shape[1])
