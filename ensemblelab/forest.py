"""Random forests: bagged trees that see a few random features at each node.

for k = 1 .. m:
    draw a bootstrap sample of the training set
    grow the tree f_k from it; at each node
        draw a few of the d features
        split where the children's impurity is least, over these alone     forest.split
output f(x) = 1/m sum_k f_k(x)                                             bagging.1
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils.validation import check_is_fitted

from ._sklearn import Interval, fit_context, validate_data
from .bootstrap import Seed, bootstrap_counts, generator
from .trees.decision_tree import DecisionTreeClassifier, DecisionTreeRegressor, fit_trees
from .trees.tree import sum_of_predictions

__all__ = ["RandomForestClassifier", "RandomForestRegressor"]


class _RandomForest(BaseEstimator):
    n_estimators: int
    bootstrap: bool
    oob_score: bool
    n_jobs: int | None
    random_state: Seed
    estimators_: list[Any]  # of _tree_class
    _tree_class: type[DecisionTreeClassifier | DecisionTreeRegressor]

    _parameter_constraints = {
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "bootstrap": ["boolean"],
        "oob_score": ["boolean"],
        "n_jobs": [Integral, None],
    }

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the trees, each on its own bootstrap sample.

        Parameters
        ----------
        X : array-like, shape (n, d)
            Finite numbers.
        y : array-like, shape (n,)
        sample_weight : array-like, shape (n,), or None
            Non-negative. Rows are drawn evenly; the weight counts in the trees.

        Returns
        -------
        self

        Raises
        ------
        ValueError
            If an argument has the wrong shape, is not finite, all weights are zero, or
            `oob_score` is asked for without `bootstrap`.
        """
        if self.oob_score and not self.bootstrap:
            raise ValueError("oob_score=True needs bootstrap=True: otherwise no row is out of bag")
        tree = self._tree()
        X, y, weight = tree._checked(X, y, sample_weight)
        self.n_features_in_ = X.shape[1]
        if hasattr(tree, "feature_names_in_"):
            self.feature_names_in_ = tree.feature_names_in_
        rng = generator(self.random_state)
        n = len(X)
        counts = [
            bootstrap_counts(n, rng) if self.bootstrap else np.ones(n, dtype=np.intp)
            for _ in range(self.n_estimators)
        ]
        samples = np.stack(counts).astype(np.min_scalar_type(np.max(counts)))
        weights = samples * weight
        # A bootstrap sample may have missed every row of positive weight.
        weights[~weights.any(axis=1)] = weight
        self.estimators_ = [
            tree.holding(one) for one in fit_trees(tree, X, y, weights, rng, self.n_jobs)
        ]
        if hasattr(self.estimators_[0], "classes_"):
            self.classes_ = self.estimators_[0].classes_
        if self.oob_score:
            self._score_out_of_bag(X, y, samples == 0)
        return self

    def _tree(self) -> DecisionTreeClassifier | DecisionTreeRegressor:
        tree = self._tree_class()
        shared = tree.get_params().keys() & self.get_params().keys() - {"random_state"}
        return tree.set_params(**{name: getattr(self, name) for name in shared})

    def _score_out_of_bag(self, X: np.ndarray, y: np.ndarray, left_out: np.ndarray) -> None:
        """Predict each row by the trees that never saw it; keep the error as trees are added."""
        width = self.estimators_[0].tree_.value.shape[1]
        total, votes = np.zeros((len(X), width)), np.zeros((len(X), 1))
        self.oob_errors_ = np.full(self.n_estimators, np.nan)
        for t, (estimator, rows) in enumerate(zip(self.estimators_, left_out, strict=True)):
            total[rows] += estimator.tree_.predict(X[rows])
            votes[rows] += 1
            seen = votes[:, 0] > 0
            if seen.any():
                self.oob_errors_[t] = self._error(y[seen], total[seen] / votes[seen])
        with np.errstate(invalid="ignore"):  # a row that no tree left out has no answer: NaN
            answer = total / votes
        self._set_out_of_bag(y, seen, answer)

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        raise NotImplementedError

    def _set_out_of_bag(self, y: np.ndarray, seen: np.ndarray, answer: np.ndarray) -> None:
        raise NotImplementedError

    def _mean_prediction(self, X: ArrayLike) -> NDArray[np.float64]:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        trees = [estimator.tree_ for estimator in self.estimators_]
        return sum_of_predictions(trees, X) / len(trees)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Mean of the trees' impurity importances, shape (d,), summing to 1.

        For permutation importances call `sklearn.inspection.permutation_importance`.
        """
        check_is_fitted(self)
        total = np.sum([e.feature_importances_ for e in self.estimators_], axis=0)
        return total / total.sum() if total.sum() > 0 else total


class RandomForestClassifier(ClassifierMixin, _RandomForest):
    """A random forest of classification trees (Breiman 2001).

    The trees' class frequencies are averaged, as scikit-learn does; Breiman counts votes,
    which is the same for trees grown until their leaves are pure.

    Categories must come as numbers, and are ordered by them: use one-hot columns where
    the order means nothing. Missing values are refused.

    Parameters
    ----------
    n_estimators : int
        Number of trees.
    criterion, max_depth, min_samples_split, min_samples_leaf, max_leaf_nodes, ccp_alpha
        As in `DecisionTreeClassifier`. Rows count once, however often they were drawn.
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node; all of them makes it bagging.
    bootstrap : bool
        Whether each tree gets a sample of n rows drawn with replacement, or all rows.
    oob_score : bool
        Whether to predict each training row by the trees that never saw it.
    n_jobs : int or None
        Threads; the forest does not depend on it.
    random_state : None, int, Generator or RandomState

    Attributes
    ----------
    estimators_ : list of DecisionTreeClassifier
    classes_ : ndarray, shape (K,)
    feature_importances_ : ndarray, shape (d,)
    oob_score_ : float
        Accuracy out of bag.
    oob_errors_ : ndarray, shape (n_estimators,)
        Share of wrong answers out of bag with the first 1, 2, ... trees.
    oob_decision_function_ : ndarray, shape (n, K)
        Probabilities out of bag, NaN for a row that every tree saw.
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
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = "sqrt",
        ccp_alpha: float = 0.0,
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
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        return float(np.mean(self.estimators_[0].classes_[answer.argmax(axis=1)] != y))

    def _set_out_of_bag(self, y: np.ndarray, seen: np.ndarray, answer: np.ndarray) -> None:
        self.oob_decision_function_ = answer
        self.oob_score_ = 1 - self._error(y[seen], answer[seen])

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the class frequencies of the leaves that a row falls into.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n, K)
        """
        return self._mean_prediction(X)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Give the most probable class, the first of `classes_` in a tie.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        best = self.predict_proba(X).argmax(axis=1)
        return self.classes_[best]

    def strength_and_correlation(self, X: ArrayLike, y: ArrayLike) -> tuple[float, float]:
        """Measure what bounds a forest's error: strong trees that err in different places.

        The error is at most ρ(1 − s²)/s² (Breiman 2001, theorem 2.3).

        Parameters
        ----------
        X : array-like, shape (n, d)
            Rows the trees did not learn from.
        y : array-like, shape (n,)

        Returns
        -------
        strength : float
            s, the mean margin: share of votes for the right class less the largest share
            for a wrong one.
        correlation : float
            ρ, between the raw margins of two trees, averaged as in Breiman's eq. (9); nan
            if no tree's margin varies.

        Raises
        ------
        ValueError
            If y holds a class that the forest has not seen, or the forest knows only one.
        """
        check_is_fitted(self)
        X, y = validate_data(self, X, y, dtype=np.float64, reset=False)
        if len(self.classes_) < 2:
            raise ValueError("the margin needs two classes, and this forest was fitted on one")
        if not np.isin(y, self.classes_).all():
            raise ValueError(f"y must hold classes that the forest knows: {self.classes_}")
        right = np.searchsorted(self.classes_, y)
        votes = np.stack([e.tree_.predict(X).argmax(axis=1) for e in self.estimators_])
        row = np.arange(len(X))
        share = np.stack([(votes == k).mean(axis=0) for k in range(len(self.classes_))], axis=1)
        wrong = share.copy()
        wrong[row, right] = -1
        rival = wrong.argmax(axis=1)
        raw = (votes == right).astype(float) - (votes == rival)  # (T, n)
        margin = raw.mean(axis=0)
        spread = raw.std(axis=1).mean()
        return float(margin.mean()), float(margin.var() / spread**2) if spread else np.nan


class RandomForestRegressor(RegressorMixin, _RandomForest):
    """A random forest of regression trees (Breiman 2001).

    Categories must come as numbers, and are ordered by them: use one-hot columns where
    the order means nothing. Missing values are refused.

    Parameters
    ----------
    n_estimators, max_depth, min_samples_split, min_samples_leaf, max_leaf_nodes, ccp_alpha, \
bootstrap, oob_score, n_jobs, random_state
        As in `RandomForestClassifier`.
    max_features : int, float, "sqrt", "log2" or None
        Features drawn at each node; all of them makes it bagging. The default, a third,
        is Breiman's for regression (ESL2, 15.3).

    Attributes
    ----------
    estimators_ : list of DecisionTreeRegressor
    feature_importances_ : ndarray, shape (d,)
    oob_score_ : float
        R² out of bag.
    oob_errors_ : ndarray, shape (n_estimators,)
        Mean squared error out of bag with the first 1, 2, ... trees.
    oob_prediction_ : ndarray, shape (n,)
        Predictions out of bag, NaN for a row that every tree saw.
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
        max_leaf_nodes: int | None = None,
        max_features: float | str | None = 1 / 3,
        ccp_alpha: float = 0.0,
        bootstrap: bool = True,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.max_features = max_features
        self.ccp_alpha = ccp_alpha
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        return float(np.mean((y - answer[:, 0]) ** 2))

    def _set_out_of_bag(self, y: np.ndarray, seen: np.ndarray, answer: np.ndarray) -> None:
        self.oob_prediction_ = answer[:, 0]
        self.oob_score_ = float(r2_score(y[seen], self.oob_prediction_[seen]))

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the trees' predictions.

        Parameters
        ----------
        X : array-like, shape (n, d)

        Returns
        -------
        ndarray, shape (n,)
        """
        return self._mean_prediction(X)[:, 0]

    def tree_correlation(self, X: ArrayLike, y: ArrayLike) -> float:
        """Measure the correlation between the errors of two trees.

        The forest's error is at most ρ times the trees' mean error if they are unbiased
        (Breiman 2001, theorem 11.2, whose weighted mean this is).

        Parameters
        ----------
        X : array-like, shape (n, d)
            Rows the trees did not learn from.
        y : array-like, shape (n,)

        Returns
        -------
        float
            ρ, nan if no tree's error varies.
        """
        check_is_fitted(self)
        X, y = validate_data(self, X, y, dtype=np.float64, reset=False, y_numeric=True)
        residuals = np.stack([y - e.tree_.predict(X)[:, 0] for e in self.estimators_])
        spread = residuals.std(axis=1).mean()
        return float(residuals.mean(axis=0).var() / spread**2) if spread else np.nan
