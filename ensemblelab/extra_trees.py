"""Extremely randomized trees: forests whose nodes also draw their thresholds at random.

for k = 1 .. m:
    grow the tree f_k from all observations; at each node
        draw a few of the d features
        for each draw a threshold, evenly between its least and largest value in the node
        split by the one whose children's impurity is least                forest.split
output f(x) = 1/m sum_k f_k(x)                                             bagging.1
"""

from __future__ import annotations

from typing import Any

from .bootstrap import Seed
from .forest import RandomForestClassifier, RandomForestRegressor

__all__ = ["ExtraTreesClassifier", "ExtraTreesRegressor"]


class ExtraTreesClassifier(RandomForestClassifier):
    """Extremely randomized classification trees (Geurts, Ernst and Wehenkel 2006).

    Parameters
    ----------
    n_estimators, criterion, max_depth, min_samples_split, min_samples_leaf, \
min_weight_fraction_leaf, max_leaf_nodes, max_features, ccp_alpha, class_weight, max_samples, \
bootstrap, oob_score, n_jobs, random_state
        As in `RandomForestClassifier`, except that every tree gets all observations by default.

    Attributes
    ----------
    estimators_, classes_, feature_importances_, oob_score_, oob_errors_, \
oob_decision_function_, n_features_in_
        As in `RandomForestClassifier`.
    """

    _splitter = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = "sqrt",
        ccp_alpha: float = 0.0,
        class_weight: dict[Any, float] | str | None = None,
        max_samples: float = 1.0,
        bootstrap: bool = False,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        super().__init__(
            n_estimators,
            criterion=criterion,
            max_depth=max_depth,
            min_samples_split=min_samples_split,
            min_samples_leaf=min_samples_leaf,
            min_weight_fraction_leaf=min_weight_fraction_leaf,
            max_leaf_nodes=max_leaf_nodes,
            max_features=max_features,
            ccp_alpha=ccp_alpha,
            class_weight=class_weight,
            max_samples=max_samples,
            bootstrap=bootstrap,
            oob_score=oob_score,
            n_jobs=n_jobs,
            random_state=random_state,
        )


class ExtraTreesRegressor(RandomForestRegressor):
    """Extremely randomized regression trees (Geurts, Ernst and Wehenkel 2006).

    Parameters
    ----------
    n_estimators, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, ccp_alpha, max_samples, bootstrap, oob_score, n_jobs, random_state
        As in `RandomForestRegressor`, except that every tree gets all observations by default.
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node. The default, all, is what the authors use for regression.

    Attributes
    ----------
    estimators_, feature_importances_, oob_score_, oob_errors_, oob_prediction_, n_features_in_
        As in `RandomForestRegressor`.
    """

    _splitter = "random"

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = None,
        ccp_alpha: float = 0.0,
        max_samples: float = 1.0,
        bootstrap: bool = False,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        super().__init__(
            n_estimators,
            max_depth=max_depth,
            min_samples_split=min_samples_split,
            min_samples_leaf=min_samples_leaf,
            min_weight_fraction_leaf=min_weight_fraction_leaf,
            max_leaf_nodes=max_leaf_nodes,
            max_features=max_features,
            ccp_alpha=ccp_alpha,
            max_samples=max_samples,
            bootstrap=bootstrap,
            oob_score=oob_score,
            n_jobs=n_jobs,
            random_state=random_state,
        )
