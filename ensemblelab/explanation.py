"""Explain the predictions of an ensemble of trees by exact Shapley values."""

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
    """Attribute the difference of a prediction from the mean prediction to the features.

    The features of a set are called *known* if their values are those of the observation, whereas
    all other values are those of a background observation. As the features become known one by
    one, the prediction, averaged over the background, moves from the mean prediction to that of
    the observation. The Shapley value of a feature is the change when it becomes known, averaged
    over all orders of the features.

    Parameters
    ----------
    model : fitted tree, forest, bagging of trees, gradient boosting or XGBoost, or list of Tree
        A model prepares observations as in its predict method: a value that stands for a missing
        one does so here too, and XGBoost's observations are of type float32. The values explain
        the prediction of a tree or a forest (for a classifier, its probabilities), f of a boosted
        model, and the sum of a list of trees.
    X : array-like of shape (n, d)
        The observations to explain.
    background : array-like of shape (m, d)
        The observations with which the others are compared, such as training observations. The
        computing time is proportional to n times m.

    Returns
    -------
    ndarray of float, shape (n, d, K)
        For each observation the features' values add up to the prediction minus the mean
        prediction for the background.

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
    A mixture of an observation x and a background observation z reaches a leaf if it takes two
    kinds of features from the right one: the a features whose conditions on the path only x
    meets come from x, and the b features whose conditions only z meets come from z. A feature of
    the first kind adds the leaf's value v if it comes last of its kind and before all of the
    second, which holds for (a - 1)! b! of the (a + b)! orders. A feature of the second kind
    subtracts v in a! (b - 1)! of them. Therefore one traversal of the tree suffices for all 2^d
    sets of features (Lundberg et al., From local explanations to global
    understanding with explainable AI for trees, Nature Machine Intelligence 2, 56-67, 2020: there,
    "interventional" values).
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
