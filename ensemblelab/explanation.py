"""Why an ensemble of trees answers what it answers: Shapley values, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_array
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import Model
from ensemblelab.boosting import Boosted
from ensemblelab.resampling import Resampled
from ensemblelab.trees.decision_tree import _DecisionTree
from ensemblelab.trees.tree import Tree

__all__ = ["shapley_values"]

PAIRS = 1 << 18
"""Pairs of an observation and one of the background at a time, for the sake of memory."""

Passed = Mapping[int, tuple[np.ndarray, np.ndarray]]
"""Which observations, of X and of the background, meet a node's conditions, by feature."""


def shapley_values(model: Any, X: ArrayLike, background: ArrayLike) -> np.ndarray:
    """Attribute to the features what trees predict for an observation beyond their mean.

    Say that the features of a set are *known*, which means that they are the observation's and all
    others those of an observation of the background. What is predicted then, on average over the
    background, grows from the mean prediction to the observation's own as features become known
    one by one. A feature's Shapley value is what it adds when its turn comes, on average over all
    orders of the features.

    Parameters
    ----------
    model : fitted tree, forest, bagging of trees, gradient boosting or XGBoost, or list of Tree
        A model prepares observations as it does to predict: what stands for a missing value does
        so here, and XGBoost's observations are of float32. What is shared out is a tree's or a
        forest's prediction (probabilities, of a classifier), or f of a boosted model; of bare
        trees, their sum.
    X : array-like of shape (n, d)
        The observations to explain.
    background : array-like of shape (m, d)
        The observations that the others are compared with, such as training observations. The time
        is proportional to n times m.

    Returns
    -------
    ndarray of float, shape (n, d, K)
        For each observation the features' values add up to the prediction less its mean over the
        background.

    Raises
    ------
    ValueError
        If there are no trees, there is no observation in the background, or X has other features
        than it, or fewer than the trees split on. ``NotFittedError``, which is one, if the model
        is not fitted.
    TypeError
        If the model is none of these.

    Notes
    -----
    A leaf is reached by a mixture of an observation x and a background observation z if the
    features whose conditions on the way only x meets (a of them) come from x, and those that only z
    meets (b of them) from z. Of the (a + b)! orders of these, the leaf's value v is gained by a
    feature of the first kind where it comes last of its kind and before all of the second: (a - 1)!
    b! orders. It is lost to a feature of the second kind in a! (b - 1)! of them. So one walk
    through the tree does for all 2^d sets of features (Lundberg et al., From local explanations to
    global understanding with explainable AI for trees, Nature Machine Intelligence 2, 56-67, 2020:
    there, "interventional" values).
    """
    columns, share = _trees_of(model)
    trees = [tree for column in columns for tree in column]
    if not trees:
        raise ValueError("model holds no trees: name at least one")
    X, Z = (
        _prepared(
            model,
            check_array(
                rows,
                dtype=trees[0].threshold.dtype,
                ensure_all_finite="allow-nan",
                ensure_min_samples=0,
                input_name=name,
            ),
        )
        for name, rows in (("X", X), ("background", background))
    )
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"X has {X.shape[1]} features, and background has {Z.shape[1]}")
    last = max(int(tree.feature.max()) for tree in trees)
    if last >= X.shape[1]:
        raise ValueError(f"X has {X.shape[1]} features, and the trees split on number {last}")
    if not len(Z):
        raise ValueError("background has no observations: give at least one to compare with")
    width = trees[0].value.shape[1]
    values = np.zeros((*X.shape, len(columns) * width))
    rows = max(1, PAIRS // len(Z))
    for start in range(0, len(X), rows):
        block = slice(start, start + rows)
        for k, column in enumerate(columns):
            part = values[block, :, k * width : (k + 1) * width]
            for tree in column:
                _share_out(tree, 0, {}, X[block], Z, part)
    return values * share


def _trees_of(model: Any) -> tuple[list[list[Tree]], float]:
    """Return the trees whose predictions add up, for each column of the answer, times a number."""
    if isinstance(model, Sequence) and not isinstance(model, str):
        if all(isinstance(tree, Tree) for tree in model):
            return [list(model)], 1.0
        strange = next(type(one).__name__ for one in model if not isinstance(one, Tree))
        raise TypeError(
            f"model is a list that holds a {strange}: give the fitted model itself, or a list of "
            "Tree, such as each tree's `tree_`"
        )
    if isinstance(model, Model):
        check_is_fitted(model)
    if isinstance(model, Boosted):
        return [list(column) for column in zip(*model._rounds(), strict=True)], 1.0
    if isinstance(model, _DecisionTree):
        return [[model.tree_]], 1.0
    if isinstance(model, Resampled) and model._holds_trees():
        return [[member.tree_ for member in model.estimators_]], 1 / len(model.estimators_)
    if isinstance(model, Model) and hasattr(model, "estimators_"):
        raise TypeError(
            f"{type(model).__name__} here is no plain mean of trees on all features: "
            "give one of its `estimators_`"
        )
    what = f"the class {model.__name__}" if isinstance(model, type) else type(model).__name__
    raise TypeError(
        f"model is {what}; it must be a fitted tree, forest, bagging of trees, gradient boosting "
        "or XGBoost of ensemblelab, or a list of Tree"
    )


def _prepared(model: Any, rows: np.ndarray) -> np.ndarray:
    """Prepare observations as a model does to predict."""
    return model._validate(rows) if isinstance(model, Boosted) and len(rows) else rows


def _share_out(
    tree: Tree, k: int, passed: Passed, X: np.ndarray, Z: np.ndarray, values: np.ndarray
) -> None:
    """Add what the leaves below node k give to each feature."""
    if tree.left[k] == k:
        for feature, share in _shares(passed, len(X), len(Z)).items():
            values[:, feature] += share[:, None] * tree.value[k]
        return
    feature = int(tree.feature[k])
    goes_right = [tree.goes_right(rows[:, feature], k) for rows in (X, Z)]
    before = passed.get(feature, (True, True))
    for right in (False, True):
        x, z = ((goes == right) & was for goes, was in zip(goes_right, before, strict=True))
        _share_out(tree, int(tree.left[k]) + right, {**passed, feature: (x, z)}, X, Z, values)


def _shares(passed: Passed, n: int, m: int) -> dict[int, np.ndarray]:
    """Compute what each feature on the way to a leaf adds to its being reached, shape (n,) each."""
    if not passed:
        return {}
    x, z = (np.array(rows) for rows in zip(*passed.values(), strict=True))
    x, z = x[:, :, None], z[:, None, :]  # features, rows, background
    only_x, only_z = x & ~z, z & ~x
    a, b = only_x.sum(axis=0), only_z.sum(axis=0)
    reached = (x | z).all(axis=0)
    orders = _orders(len(x))
    gained, lost = reached * orders[a, b], reached * orders[b, a]
    changes = np.where(only_x, gained, np.where(only_z, -lost, 0.0)).mean(axis=2)
    return dict(zip(passed, changes, strict=True))


@cache
def _orders(p: int) -> np.ndarray:
    """Compute, for a and b up to p, the part of their orders in which one of the a is the a-th."""
    table = np.zeros((p + 1, p + 1))
    for a in range(1, p + 1):
        for b in range(p + 1 - a):
            table[a, b] = factorial(a - 1) * factorial(b) / factorial(a + b)
    return table
