"""Decision trees: impurity, the effect of splits on it, leaf values, and pruning."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.trees.decision_tree import DecisionTreeClassifier, DecisionTreeRegressor
from ensemblelab.verify.registry import display

CART = "Breiman, Friedman, Olshen and Stone (1984)"
CLASSES = 3


def _labels(rng: np.random.Generator) -> dict[str, Any]:
    """Observations of three classes, each of them there."""
    y = np.append(rng.integers(0, CLASSES, int(rng.integers(4, 20))), range(CLASSES))
    return {"y": y.astype(np.intp)}  # counted below, also where an index has 32 bits


def _any_split(rng: np.random.Generator) -> dict[str, Any]:
    """Observations of three classes, split at random."""
    y = _labels(rng)["y"]
    left = rng.random(len(y)) < 0.5
    left[:2] = True, False
    return {"y": y, "left": left}


def _useless_split(rng: np.random.Generator) -> dict[str, Any]:
    """Two children with the same class proportions as their parent."""
    y = np.arange(CLASSES)
    return {"y": np.tile(y, 2), "left": np.repeat([True, False], CLASSES)}


def _leaf(rng: np.random.Generator) -> dict[str, Any]:
    """The targets in a leaf, and a leaf value other than the tree's."""
    y = rng.normal(size=int(rng.integers(2, 12)))
    tree = DecisionTreeRegressor(max_depth=1).fit(np.zeros((len(y), 1)), y)
    return {"y": y, "answer": tree.predict(np.zeros((1, 1)))[0], "c": float(rng.normal())}


def _deep_tree(rng: np.random.Generator) -> dict[str, Any]:
    """A tree that does not separate all its observations."""
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + X[:, 1] + rng.normal(0, 1.5, 60) > 0).astype(int)
    model = DecisionTreeClassifier(max_depth=4).fit(X, y)
    return {"model": model, "X": X, "y": y}


def _gini(y: np.ndarray) -> float:
    """The fraction of pairs, drawn with replacement, that differ in label."""
    return float((y[:, None] != y).mean())


@display(
    "tree.gini",
    r"c(\mathcal{D}) = \sum_k p_k (1 - p_k) = 1 - \sum_k p_k^2",
    _labels,
    source=f"{CART}, section 4.3",
    axes={"k": -1},
)
def chance_that_two_differ(y: np.ndarray) -> dict[str, Any]:
    """The Gini index is the probability that two draws with replacement differ in class."""
    return {
        r"c(\mathcal{D})": _gini(y),
        r"p_k": np.bincount(y, minlength=CLASSES) / len(y),
    }


@display(
    "tree.split",
    r"\frac{|\mathcal{D}^L|}{|\mathcal{D}|}\, c(\mathcal{D}^L)"
    r" + \frac{|\mathcal{D}^R|}{|\mathcal{D}|}\, c(\mathcal{D}^R) \le c(\mathcal{D})",
    _any_split,
    source=f"{CART}, section 4.2",
    kind="bound",
    tight=(_useless_split,),
)
def no_split_adds_impurity(y: np.ndarray, left: np.ndarray) -> dict[str, Any]:
    """No split increases the Gini index; equal class proportions in both children keep it."""
    return {
        r"|\mathcal{D}^L|": left.sum(),
        r"|\mathcal{D}^R|": (~left).sum(),
        r"|\mathcal{D}|": len(y),
        r"c(\mathcal{D}^L)": _gini(y[left]),
        r"c(\mathcal{D}^R)": _gini(y[~left]),
        r"c(\mathcal{D})": _gini(y),
    }


@display(
    "tree.leaf",
    r"\sum_i (y_i - c)^2 = \sum_i (y_i - \bar y)^2 + n\, (c - \bar y)^2",
    _leaf,
    source=f"{CART}, section 8.3",
    axes={"i": -1},
)
def mean_of_a_leaf(y: np.ndarray, answer: float, c: float) -> dict[str, Any]:
    """The mean of a leaf minimizes the squared error; any other leaf value c increases it."""
    return {r"y_i": y, r"c": c, r"\bar y": (answer, y.mean()), r"n": len(y)}


@display(
    "tree.link",
    r"\alpha_1 = \min_t \frac{R(t) - R(T_t)}{|T_t| - 1}",
    _deep_tree,
    source=f"{CART}, section 3.3",
    instances=20,
    kind="optimum",
    axes={"t": -1},
)
def weakest_link(model: DecisionTreeClassifier, X: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """Pruning first removes the subtree with the smallest error reduction per additional leaf."""
    tree = model.tree_
    inner = np.flatnonzero(~tree.is_leaf)
    inner = np.resize(inner, max(len(inner), 5))  # of a small tree some more than once
    cost, below, leaves = [], [], []
    for t in inner:
        rows, ends = _below(tree, model.apply(X), int(t))
        cost.append(rows.mean() * _gini(y[rows]))
        below.append(sum(((at := model.apply(X) == e).mean()) * _gini(y[at]) for e in ends))
        leaves.append(len(ends))
    return {
        r"\alpha_1": model.cost_complexity_pruning_path(X, y).ccp_alphas[1],
        r"R(t)": np.array(cost),
        r"R(T_t)": np.array(below),
        r"|T_t|": np.array(leaves),
    }


def _below(tree: Any, leaf: np.ndarray, t: int) -> tuple[np.ndarray, list[int]]:
    """Mark the observations that pass node t, and list the leaves below it."""
    ends, open_nodes = [], [t]
    while open_nodes:
        k = open_nodes.pop()
        if tree.left[k] == k:
            ends.append(int(k))
        else:
            open_nodes += [tree.left[k], tree.left[k] + 1]
    return np.isin(leaf, ends), ends
