"""scikit-learn's trees as columns of numbers, and trees made of such.

The compiled code that walks a tree trusts each index in it, so nothing is made of columns in which
one leads out of the tree; nor does it walk rows of another length than the tree is for.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["decode_tree", "encode_tree", "is_forest", "is_tree"]

LEAF = -1
"""For a child: there is none."""


def is_tree(kind: type) -> bool:
    """Return whether an estimator's class is a single tree's."""
    return kind.__module__ == "sklearn.tree._classes"


def is_forest(kind: type) -> bool:
    """Return whether an estimator's class holds trees, which predict without another check."""
    return kind.__module__ == "sklearn.ensemble._forest"


def encode_tree(tree: Any) -> dict[str, Any]:
    """Return what a tree holds, as data."""
    _, (n_features, n_classes, n_outputs), state = tree.__reduce__()
    nodes = state["nodes"]
    return {
        "n_features": int(n_features),
        "n_outputs": int(n_outputs),
        "n_classes": np.array(n_classes),
        "nodes": {name: nodes[name].copy() for name in nodes.dtype.names},
        "values": np.array(state["values"]),
    }


def decode_tree(columns: Any, n_features: Any) -> Any:
    """Make a tree of its columns, for rows of so many features.

    Raises
    ------
    ValueError
        If they are no tree's.
    """
    try:
        depth = compute_depth(columns, n_features)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError) as error:
        raise ValueError(f"a tree of something else: {error}") from None
    if depth is None:
        raise ValueError("a tree whose columns are no tree's")
    from sklearn.tree._tree import NODE_DTYPE

    columns_of_nodes: Mapping[str, np.ndarray] = columns["nodes"]
    nodes = np.empty(len(columns_of_nodes["left_child"]), NODE_DTYPE)
    for name, column in columns_of_nodes.items():
        nodes[name] = column
    tree = make_tree_class()(n_features, columns["n_classes"], columns["n_outputs"])
    values = np.ascontiguousarray(columns["values"])
    tree.__setstate__(
        {"max_depth": depth, "node_count": len(nodes), "nodes": nodes, "values": values}
    )
    return tree


@functools.cache
def make_tree_class() -> Any:
    """Return the class of trees that look how long the rows are which they are given.

    scikit-learn's own read beyond them: that the rows of estimators are compared, whoever calls
    the tree itself goes past.
    """
    from sklearn.tree._tree import Tree

    def checking(name: str) -> Any:
        def walk(tree: Any, X: Any) -> Any:
            if np.shape(X)[1:] != (tree.n_features,):
                raise ValueError(f"the tree is for observations of {tree.n_features} features")
            return getattr(Tree, name)(tree, X)

        return functools.wraps(getattr(Tree, name))(walk)

    def reduce(tree: Any) -> tuple:
        _, *about = Tree.__reduce__(tree)
        return (make_empty_tree, *about)

    body = {name: checking(name) for name in ("apply", "decision_path", "predict")}
    return type("Tree", (Tree,), body | {"__reduce__": reduce, "__module__": Tree.__module__})


def make_empty_tree(*about: Any) -> Any:
    """Return an empty tree, for a copy of one that came."""
    return make_tree_class()(*about)


def compute_depth(columns: Mapping[str, Any], n_features: int) -> int | None:
    """Return the depth of a tree, or None where the columns are none's."""
    from sklearn.tree._tree import NODE_DTYPE

    dtype = np.dtype(NODE_DTYPE)
    nodes, values, classes = columns["nodes"], columns["values"], columns["n_classes"]
    left, right, feature = (nodes[name] for name in ("left_child", "right_child", "feature"))
    n, outputs = len(left), columns["n_outputs"]
    sound = (
        type(n_features) is int
        and type(outputs) is int
        and columns["n_features"] == n_features > 0
        and n > 0
        and set(nodes) == set(dtype.names or ())
        and all(
            type(column) is np.ndarray and column.shape == (n,) and column.dtype == dtype[name]
            for name, column in nodes.items()
        )
        and type(classes) is type(values) is np.ndarray
        and classes.dtype == np.intp
        and classes.shape == (outputs,)
        and outputs > 0
        and classes.min() > 0
        and values.dtype == np.float64
        and values.shape == (n, outputs, classes.max())
    )
    if not sound:
        return None
    inner = np.flatnonzero(left != LEAF)
    children = np.concatenate((left[inner], right[inner]))
    if not (
        np.all(right[left == LEAF] == LEAF)
        and np.array_equal(np.sort(children), np.arange(1, n))  # each has one parent
        and np.all(np.minimum(left[inner], right[inner]) > inner)  # none is its own ancestor
        and np.all((feature[inner] >= 0) & (feature[inner] < n_features))
    ):
        return None
    depth, level = 0, np.zeros(1, np.intp)
    while len(level := level[left[level] != LEAF]):
        depth, level = depth + 1, np.concatenate((left[level], right[level]))
    return depth
