"""Bagging: average models that were each fitted to a bootstrap sample.

for k = 1 .. m:
    draw a bootstrap sample of the training set
    fit f_k to it
output f(x) = 1/m sum_k f_k(x)                                   bagging.1
"""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray
from sklearn.base import MetaEstimatorMixin, clone

from ensemblelab._model import check_kind, takes_missing
from ensemblelab._sklearn import (
    Estimator,
    HasMethods,
    Interval,
    check_classes,
    check_sample_weight,
    fit_context,
    set_random_states,
    validate_data,
)
from ensemblelab.bootstrap import Seed, generator
from ensemblelab.resampling import (
    OWN_TREES,
    Resampled,
    ResampledClassifier,
    ResampledRegressor,
    Sampling,
    fit_to_samples,
)
from ensemblelab.trees.decision_tree import DecisionTreeClassifier, DecisionTreeRegressor
from ensemblelab.trees.fitting import n_drawn

__all__ = ["BaggingClassifier", "BaggingRegressor"]


def _fit_member(
    estimator: Estimator,
    X: np.ndarray,
    y: np.ndarray,
    sampling: Sampling,
    n_features: int,
    rng: np.random.Generator,
) -> tuple[Any, NDArray[np.intp], NDArray[np.intp]]:
    """Fit one copy of `estimator` to one sample of the data, and of the features if wanted."""
    sample, d = sampling.draw(len(X), rng), X.shape[1]
    member = clone(estimator)
    set_random_states(member, int(rng.integers(2**31)))
    if n_features == d:
        return member.fit(X[sample], y[sample]), sample, np.arange(d)
    features = np.sort(rng.choice(d, n_features, replace=False))
    return member.fit(X[np.ix_(sample, features)], y[sample]), sample, features


class _Bagging(MetaEstimatorMixin, Resampled):
    """What both tasks share: how base learners are fitted."""

    _parameter_constraints = {
        **Resampled._parameter_constraints,
        "estimator": [HasMethods(["fit", "predict"]), None],
        "max_features": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Real, 0, 1, closed="right"),
        ],
    }

    def __init__(
        self,
        estimator: Estimator | None = None,
        n_estimators: int = 10,
        *,
        max_samples: float = 1.0,
        max_features: float = 1.0,
        bootstrap: bool = True,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.max_features = max_features
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "estimators_" in state:  # before there was a choice, members learned from all features
            every = np.arange(state["n_features_in_"])
            state = {"estimators_features_": [every] * len(state["estimators_"])} | state
        super().__setstate__(state)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = takes_missing(self.estimator)
        return tags

    def _default_estimator(self) -> Estimator:
        raise NotImplementedError

    def _must_be_finite(self) -> bool:
        """Return whether X must be; other base learners check for themselves."""
        return self.estimator is None or type(self.estimator) in OWN_TREES

    def _fit(self, X: np.ndarray, y: np.ndarray, sample_weight: ArrayLike | None) -> Self:
        weight = None if sample_weight is None else check_sample_weight(sample_weight, X)
        sampling = self._sampling(len(X), weight)
        n_features = n_drawn(self.max_features, X.shape[1])
        estimator = self._default_estimator() if self.estimator is None else self.estimator
        check_kind("estimator", estimator, self)
        streams = generator(self.random_state).spawn(self.n_estimators)
        if type(estimator) in OWN_TREES and n_features == X.shape[1]:
            samples = [sampling.draw(len(X), rng) for rng in streams]
            tree = clone(estimator)
            tree._validate_params()  # as its own fit would
            X, y, weight = tree._checked(X, y, None)
            trees = fit_to_samples(tree.plan(y), X, weight, samples, streams[0], self.n_jobs)
            members = [tree.with_tree(one) for one in trees]
            features = [np.arange(n_features)] * len(members)
        else:
            fitted = Parallel(n_jobs=self.n_jobs)(
                delayed(_fit_member)(estimator, X, y, sampling, n_features, rng) for rng in streams
            )
            members, samples, features = map(list, zip(*fitted, strict=True))
        self.estimators_, self.estimators_samples_ = members, samples
        self.estimators_features_ = features
        if self.oob_score:
            self._score_out_of_bag(X, y, samples)
        return self

    def _columns(self, k: int, X: np.ndarray) -> np.ndarray:
        """Return the features that base learner k looks at."""
        features = self.estimators_features_[k]
        return X if len(features) == X.shape[1] else X[:, features]


class BaggingRegressor(_Bagging, ResampledRegressor):
    r"""The mean of regressors fitted to bootstrap samples.

    .. math:: f(x) = \frac{1}{m} \sum_{k=1}^{m} f_k(x)

    Parameters
    ----------
    estimator : estimator, optional
        Any scikit-learn regressor. By default a fully grown regression tree.
    n_estimators : int, default=10
        The number m of base learners, at least 1.
    max_samples : int or float, default=1.0
        How many observations each base learner gets; a float is a fraction of them, rounded.
    max_features : int or float, default=1.0
        How many features each base learner gets, drawn without replacement; a float is a fraction
        of them. With fewer than all features, these are random subspaces (Ho 1998, The random
        subspace method for constructing decision forests).
    bootstrap : bool, default=True
        Whether observations are drawn with replacement. Smaller samples drawn without replacement
        are called pasting (Breiman 1999, Pasting small votes for classification in large
        databases and on-line).
    oob_score : bool, default=False
        Whether to predict each training observation by the base learners not trained on it.
    n_jobs : int, optional
        Processes for fitting and predicting, as in joblib. The result does not
        depend on it.
    random_state : None, int, Generator or RandomState
        Seed of the samples and of base learners that are random themselves.

    Attributes
    ----------
    estimators_ : list of m fitted estimators
    estimators_samples_ : list of m ndarrays of int, each of shape (n_samples,)
        The indices of the observations each base learner was fitted to.
    estimators_features_ : list of m ndarrays of int
        The features each base learner was fitted to.
    oob_errors_ : ndarray of shape (m,)
        Only with ``oob_score=True``: the mean squared error out of bag of the first 1, 2, ...
        base learners.
    oob_prediction_ : ndarray of shape (n_samples,)
        Only with ``oob_score=True``. NaN for an observation that is in every sample.
    oob_score_ : float
        R² of `oob_prediction_`, over the observations that have one.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X or y, X and y of different lengths, a
        classifier as `estimator`, and parameters out of range; the message names
        what is wrong.

    Notes
    -----
    Source: bagging.1; Breiman (1996), Bagging predictors. Missing values are an error unless the
    `estimator` accepts them. Categories must be encoded as numbers.

    Examples
    --------
    >>> from ensemblelab import BaggingRegressor
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 3.0]
    >>> BaggingRegressor(n_estimators=50, random_state=0).fit(X, y).predict([[1.0]]).shape
    (1,)
    """

    def _default_estimator(self) -> Estimator:
        return DecisionTreeRegressor()

    def _answer(self, k: int, X: np.ndarray) -> NDArray[np.float64]:
        if self._holds_trees():
            return super()._answer(k, X)
        return self.estimators_[k].predict(self._columns(k, X))

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit m base learners, each to a sample of the observations.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Observations are drawn in proportion to it.

        Returns
        -------
        self
        """
        X, y = validate_data(
            self, X, y, dtype=np.float64, y_numeric=True, ensure_all_finite=self._must_be_finite()
        )
        return self._fit(X, y, sample_weight)


class BaggingClassifier(_Bagging, ResampledClassifier):
    r"""The vote of classifiers fitted to bootstrap samples.

    The average, bagging.1, is taken over class probabilities (soft voting), or over votes (a 1 for
    the predicted class) where base learners have no probabilities. The probabilities of a fully
    grown tree are votes. Ties go to the class that comes first in `classes_`.

    Parameters
    ----------
    estimator : estimator, optional
        Any scikit-learn classifier. By default a fully grown classification tree.
    n_estimators : int, default=10
        The number m of base learners, at least 1.
    max_samples : int or float, default=1.0
        How many observations each base learner gets; a float is a fraction of them, rounded.
    max_features : int or float, default=1.0
        How many features each base learner gets, drawn without replacement; a float is a fraction
        of them. With fewer than all features, these are random subspaces (Ho 1998, The random
        subspace method for constructing decision forests).
    bootstrap : bool, default=True
        Whether observations are drawn with replacement. Smaller samples drawn without replacement
        are called pasting (Breiman 1999, Pasting small votes for classification in large
        databases and on-line).
    oob_score : bool, default=False
        Whether to predict each training observation by the base learners not trained on it.
    n_jobs : int, optional
        Processes for fitting and predicting, as in joblib. The result does not
        depend on it.
    random_state : None, int, Generator or RandomState
        Seed of the samples and of base learners that are random themselves.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of m fitted estimators
        They know the classes as 0 .. n_classes - 1.
    estimators_samples_ : list of m ndarrays of int, each of shape (n_samples,)
        The indices of the observations each base learner was fitted to.
    estimators_features_ : list of m ndarrays of int
        The features each base learner was fitted to.
    oob_errors_ : ndarray of shape (m,)
        The out-of-bag error rate of the first 1, 2, ... base learners. Only with
        ``oob_score=True``.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        Only with ``oob_score=True``. NaN for an observation that is in every sample.
    oob_score_ : float
        Accuracy of the out-of-bag vote, over the observations that have one.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X, X and y of different lengths, a y
        that is not made of classes, a regressor as `estimator`, and parameters
        out of range; the message names what is wrong.

    Notes
    -----
    Source: bagging.1; Breiman (1996), Bagging predictors. Missing values are an error unless the
    `estimator` accepts them. Categories must be encoded as numbers.
    """

    def _default_estimator(self) -> Estimator:
        return DecisionTreeClassifier()

    def _answer(self, k: int, X: np.ndarray) -> NDArray[np.float64]:
        """Class probabilities of one base learner, in the columns of `classes_`.

        A sample can miss a class; its base learner then gives it 0.
        """
        if self._holds_trees():
            return super()._answer(k, X)
        member, X = self.estimators_[k], self._columns(k, X)
        answer = np.zeros((len(X), len(self.classes_)))
        if hasattr(member, "predict_proba"):
            answer[:, member.classes_] = member.predict_proba(X)
        else:
            answer[np.arange(len(X)), member.predict(X)] = 1.0
        return answer

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit m base learners, each to a sample of the observations.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            Observations are drawn in proportion to it.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite=self._must_be_finite())
        check_classes(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        return self._fit(X, codes, sample_weight)
