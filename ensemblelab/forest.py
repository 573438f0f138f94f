"""Random forests: bagged trees that consider a few random features at each node.

for k = 1 .. m:
    draw a bootstrap sample of the training set
    grow the tree f_k from it; at each node
        draw a few of the d features
        split where the children's impurity is least, over these alone     forest.split
output f(x) = 1/m sum_k f_k(x)                                             bagging.1
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from ._sklearn import fit_context, validate_data
from .bootstrap import Seed, generator
from .resampling import Resampled, ResampledClassifier, ResampledRegressor, fit_to_samples
from .trees.decision_tree import DecisionTreeClassifier, DecisionTreeRegressor
from .trees.predicting import values

__all__ = ["RandomForestClassifier", "RandomForestRegressor"]


class _RandomForest(Resampled):
    _tree_class: type[DecisionTreeClassifier | DecisionTreeRegressor]
    _splitter = "best"

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the trees, each from its own bootstrap sample.

        Parameters
        ----------
        X : array-like, shape (n, d)
            Finite numbers.
        y : array-like, shape (n,)
        sample_weight : array-like, shape (n,), or None
            Non-negative. Bootstrap samples are drawn uniformly; the trees use the weights.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument has the wrong shape, is not finite, all weights are zero,
            `max_features` is more than X has, or `oob_score` is set without `bootstrap`.
        """
        tree = self._tree()
        X, y, weight = tree._checked(X, y, sample_weight)
        for name in ("n_features_in_", "feature_names_in_", "classes_"):
            if hasattr(tree, name):
                setattr(self, name, getattr(tree, name))
        rng, sampling = generator(self.random_state), self._sampling(len(X))
        samples = [sampling.draw(len(X), rng) for _ in range(self.n_estimators)]
        trees = fit_to_samples(tree.plan(y), X, weight, samples, rng, self.n_jobs)
        self.estimators_ = [tree.with_tree(one) for one in trees]
        if self.oob_score:
            self._score_out_of_bag(X, y, samples)
        return self

    def _tree(self) -> DecisionTreeClassifier | DecisionTreeRegressor:
        tree = self._tree_class()
        shared = tree.get_params().keys() & self.get_params().keys() - {"random_state"}
        own = {name: getattr(self, name) for name in shared}
        return tree.set_params(**own, splitter=self._splitter)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Mean of the trees' impurity importances, shape (d,), summing to 1.

        For permutation importances call `sklearn.inspection.permutation_importance`.
        """
        check_is_fitted(self)
        total = np.sum([e.feature_importances_ for e in self.estimators_], axis=0)
        return total / total.sum() if total.sum() > 0 else total


class RandomForestClassifier(_RandomForest, ResampledClassifier):
    """A random forest of classification trees (Breiman 2001).

    The class frequencies of the trees are averaged, as in scikit-learn. Breiman counts votes,
    which is equivalent for trees grown until their leaves are pure.

    Categories must be encoded as numbers and are ordered by them, so use one-hot columns where
    the order has no meaning. Missing values are an error.

    Parameters
    ----------
    n_estimators : int
        Number of trees.
    criterion, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, ccp_alpha
        As in `DecisionTreeClassifier`. An observation drawn several times is counted once, and its
        weight is multiplied by the number of draws.
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node; with all of them, the forest is bagging.
    class_weight : dict, "balanced" or None
        As in `DecisionTreeClassifier`.
    max_samples : int or float
        How many observations each tree gets; a float is a fraction of them, rounded.
    bootstrap : bool
        Whether observations are drawn with replacement; otherwise each is used once.
    oob_score : bool
        Whether to predict each training observation by the trees not trained on it.
    n_jobs : int or None
        Number of threads; the forest does not depend on it.
    random_state : None, int, Generator or RandomState

    Attributes
    ----------
    estimators_ : list of DecisionTreeClassifier
    classes_ : ndarray, shape (K,)
    feature_importances_ : ndarray, shape (d,)
    oob_score_ : float
        Out-of-bag accuracy.
    oob_errors_ : ndarray, shape (n_estimators,)
        Out-of-bag error rate of the first 1, 2, ... trees.
    oob_decision_function_ : ndarray, shape (n, K)
        Out-of-bag probabilities, NaN for an observation that is in every sample.
    n_features_in_ : int
    """

    _parameter_constraints = {
        **DecisionTreeClassifier._parameter_constraints,
        **_RandomForest._parameter_constraints,
    }
    _tree_class = DecisionTreeClassifier

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
        bootstrap: bool = True,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.class_weight = class_weight
        self.max_samples = max_samples
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def strength_and_correlation(self, X: ArrayLike, y: ArrayLike) -> tuple[float, float]:
        """Compute the strength and the correlation of the trees, which bound the forest's error.

        The error is at most ρ(1 − s²)/s² (Breiman 2001, theorem 2.3).

        Parameters
        ----------
        X : array-like, shape (n, d)
            Observations that the trees were not trained on.
        y : array-like, shape (n,)

        Returns
        -------
        strength : float
            s, the mean margin: the proportion of votes for the true class minus the largest
            proportion for a wrong one.
        correlation : float
            ρ, between the raw margins of two trees, averaged as in Breiman's eq. (9); NaN
            if no tree's margin varies.

        Raises
        ------
        ValueError
            If y holds a class that is not in the training set, or the training set has only one.
        """
        check_is_fitted(self)
        X, y = validate_data(self, X, y, dtype=np.float64, reset=False)
        if len(self.classes_) < 2:
            raise ValueError("the margin needs two classes, and this forest was fitted on one")
        if not np.isin(y, self.classes_).all():
            raise ValueError(f"y must hold classes that the forest knows: {self.classes_}")
        right = np.searchsorted(self.classes_, y)
        votes = np.stack([values(e.tree_, X).argmax(axis=1) for e in self.estimators_])
        row = np.arange(len(X))
        share = np.stack([(votes == k).mean(axis=0) for k in range(len(self.classes_))], axis=1)
        wrong = share.copy()
        wrong[row, right] = -1
        rival = wrong.argmax(axis=1)
        raw = (votes == right).astype(float) - (votes == rival)  # (T, n)
        margin = raw.mean(axis=0)
        spread = raw.std(axis=1).mean()
        return float(margin.mean()), float(margin.var() / spread**2) if spread else np.nan


class RandomForestRegressor(_RandomForest, ResampledRegressor):
    """A random forest of regression trees (Breiman 2001).

    Categories must be encoded as numbers and are ordered by them, so use one-hot columns where
    the order has no meaning. Missing values are an error.

    Parameters
    ----------
    n_estimators, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, ccp_alpha, max_samples, bootstrap, oob_score, n_jobs, random_state
        As in `RandomForestClassifier`.
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node; with all of them, the forest is bagging. The default, a third,
        is Breiman's for regression (ESL2, 15.3).

    Attributes
    ----------
    estimators_ : list of DecisionTreeRegressor
    feature_importances_ : ndarray, shape (d,)
    oob_score_ : float
        Out-of-bag R².
    oob_errors_ : ndarray, shape (n_estimators,)
        Out-of-bag mean squared error of the first 1, 2, ... trees.
    oob_prediction_ : ndarray, shape (n,)
        Out-of-bag predictions, NaN for an observation that is in every sample.
    n_features_in_ : int
    """

    _parameter_constraints = {
        **DecisionTreeRegressor._parameter_constraints,
        **_RandomForest._parameter_constraints,
    }
    _tree_class = DecisionTreeRegressor

    def __init__(
        self,
        n_estimators: int = 100,
        *,
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = 1 / 3,
        ccp_alpha: float = 0.0,
        max_samples: float = 1.0,
        bootstrap: bool = True,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def tree_correlation(self, X: ArrayLike, y: ArrayLike) -> float:
        """Compute the correlation between the errors of two trees.

        The forest's error is at most ρ times the trees' mean error if they are unbiased
        (Breiman 2001, theorem 11.2, whose weighted mean this is).

        Parameters
        ----------
        X : array-like, shape (n, d)
            Observations that the trees were not trained on.
        y : array-like, shape (n,)

        Returns
        -------
        float
            ρ, NaN if no tree's error varies.
        """
        check_is_fitted(self)
        X, y = validate_data(self, X, y, dtype=np.float64, reset=False, y_numeric=True)
        residuals = np.stack([y - values(e.tree_, X)[:, 0] for e in self.estimators_])
        spread = residuals.std(axis=1).mean()
        return float(residuals.mean(axis=0).var() / spread**2) if spread else np.nan
