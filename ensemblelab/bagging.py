"""Bagging: average models that were each fitted to a bootstrap sample.

for k = 1 .. m:
    draw a bootstrap sample of the training set
    fit f_k to it
output f(x) = 1/m sum_k f_k(x)                                   bagging.1
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from numbers import Integral, Real
from typing import Any, Self

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray
from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    MetaEstimatorMixin,
    RegressorMixin,
    clone,
)
from sklearn.metrics import accuracy_score, r2_score
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ensemblelab._sklearn import (
    Estimator,
    HasMethods,
    Interval,
    fit_context,
    set_random_states,
    validate_data,
)
from ensemblelab.bootstrap import Seed, bootstrap_sample, generator, out_of_bag
from ensemblelab.trees.decision_tree import (
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    fit_trees,
)
from ensemblelab.trees.tree import sum_of_predictions

__all__ = ["BaggingClassifier", "BaggingRegressor"]

OWN_TREES = (DecisionStump, DecisionTreeClassifier, DecisionTreeRegressor)


@dataclass(frozen=True)
class _Sampling:
    """How a member's rows are drawn: `size` of them, with replacement or without."""

    size: int
    replace: bool

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """Draw from n rows."""
        if self.replace and self.size == n:
            return bootstrap_sample(n, rng)
        return rng.choice(n, self.size, replace=self.replace)


def _fit_member(
    estimator: Estimator,
    X: np.ndarray,
    y: np.ndarray,
    sampling: _Sampling,
    rng: np.random.Generator,
) -> tuple[Any, NDArray[np.intp]]:
    """Fit one copy of `estimator` to one sample of the rows."""
    sample = sampling.draw(len(X), rng)
    member = clone(estimator)
    set_random_states(member, int(rng.integers(2**31)))
    return member.fit(X[sample], y[sample]), sample


def _fit_trees(
    tree: Any,  # of OWN_TREES
    X: np.ndarray,
    y: np.ndarray,
    sampling: _Sampling,
    streams: list[np.random.Generator],
    n_jobs: int | None,
) -> tuple[list[Any], list[NDArray[np.intp]]]:
    """Do the same for the course's own trees, from one set of sorted columns.

    A tree fitted to a sample is the tree whose rows weigh as often as they were drawn.
    """
    samples = [sampling.draw(len(X), rng) for rng in streams]
    counts = np.stack([np.bincount(sample, minlength=len(X)) for sample in samples])
    template = clone(tree)
    trees = fit_trees(template, X, y, counts, streams[0], n_jobs)
    return [template.holding(one) for one in trees], samples


class _Bagging(MetaEstimatorMixin, BaseEstimator):
    """What both tasks share: resample, fit, average."""

    _parameter_constraints = {
        "estimator": [HasMethods(["fit", "predict"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "max_samples": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Real, 0, 1, closed="right"),
        ],
        "bootstrap": ["boolean"],
        "oob_score": ["boolean"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(
        self,
        estimator: Estimator | None = None,
        n_estimators: int = 10,
        *,
        max_samples: float = 1.0,
        bootstrap: bool = True,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Seed = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _default_estimator(self) -> Estimator:
        raise NotImplementedError

    def _output(self, member: Any, X: np.ndarray) -> NDArray[np.float64]:
        """Predict numbers that can be averaged."""
        raise NotImplementedError

    def _sampling(self, n: int) -> _Sampling:
        """Say how rows are drawn from n."""
        if isinstance(self.max_samples, Integral):
            size = int(self.max_samples)
        else:
            size = max(1, round(self.max_samples * n))
        if size > n:
            raise ValueError(f"max_samples={size} must be at most the number of rows, {n}")
        if self.oob_score and not self.bootstrap and size == n:
            raise ValueError(
                "oob_score=True needs rows that members do not see: bootstrap=True, or max_samples "
                "below the number of rows"
            )
        return _Sampling(size, self.bootstrap)

    def _fit(self, X: np.ndarray, y: np.ndarray) -> Self:
        sampling = self._sampling(len(X))
        estimator = self._default_estimator() if self.estimator is None else self.estimator
        streams = generator(self.random_state).spawn(self.n_estimators)
        if type(estimator) in OWN_TREES:
            members, samples = _fit_trees(estimator, X, y, sampling, streams, self.n_jobs)
        else:
            fitted = Parallel(n_jobs=self.n_jobs)(
                delayed(_fit_member)(estimator, X, y, sampling, rng) for rng in streams
            )
            members, samples = map(list, zip(*fitted, strict=True))
        self.estimators_, self.estimators_samples_ = members, samples
        return self

    def _outputs(self, X: np.ndarray) -> Iterator[NDArray[np.float64]]:
        """Yield f_1(X), f_2(X), ... as numbers that can be averaged."""
        yield from Parallel(n_jobs=self.n_jobs, return_as="generator")(
            delayed(self._output)(member, X) for member in self.estimators_
        )

    def _staged_average(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the average (1) of the first k members, for k = 1 .. m."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        total = 0.0
        for k, output in enumerate(self._outputs(X), start=1):
            total = total + output
            yield total / k

    def _average(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average all members, (1)."""
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        if type(self.estimators_[0]) in OWN_TREES:
            total = sum_of_predictions([member.tree_ for member in self.estimators_], X)
            total = total[:, 0] if isinstance(self, BaggingRegressor) else total
        else:
            total = reduce(np.add, self._outputs(X))
        return total / len(self.estimators_)

    def _out_of_bag_average(self, X: np.ndarray) -> NDArray[np.float64]:
        """Average, for each training row, only members that did not see it."""
        left_out = np.array([out_of_bag(sample, len(X)) for sample in self.estimators_samples_])
        if not left_out.any(axis=0).all():
            warnings.warn(
                f"{np.sum(~left_out.any(axis=0))} of {len(X)} rows are in every sample, "
                "so they have no out-of-bag prediction (NaN) and do not count in oob_score_; "
                f"n_estimators={self.n_estimators} is too small",
                UserWarning,
                stacklevel=3,
            )
        pairs = zip(self._outputs(X), left_out, strict=True)
        total = reduce(np.add, ((output.T * rows).T for output, rows in pairs))
        with np.errstate(invalid="ignore"):  # 0/0 is the NaN that the warning announces
            return (total.T / left_out.sum(axis=0)).T


class BaggingRegressor(RegressorMixin, _Bagging):
    r"""The mean of regressors fitted to bootstrap samples.

    .. math:: f(x) = \frac{1}{m} \sum_{k=1}^{m} f_k(x)

    Parameters
    ----------
    estimator : estimator, optional
        Any scikit-learn regressor. By default a full regression tree.
    n_estimators : int, default=10
        The number m of members, at least 1.
    max_samples : int or float, default=1.0
        How many rows each member gets; a float is a share of them, rounded.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement. Without it, and with fewer rows, it is pasting
        (Breiman 1999, Pasting small votes for classification in large databases and on-line).
    oob_score : bool, default=False
        Predict each training row by the members that did not see it.
    n_jobs : int, optional
        Processes for fitting and predicting, as in joblib. The result does not
        depend on it.
    random_state : None, int, Generator or RandomState
        Seed of the samples and of members that are random themselves.

    Attributes
    ----------
    estimators_ : list of m fitted estimators
    estimators_samples_ : list of m ndarrays of int, each of shape (n_samples,)
        The row numbers each member was fitted to.
    oob_prediction_ : ndarray of shape (n_samples,)
        Only with ``oob_score=True``. NaN for a row that every member saw.
    oob_score_ : float
        R² of `oob_prediction_`, over the rows that have one.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X or y, X and y of different lengths,
        and parameters out of range; the message names what is wrong.

    Notes
    -----
    Source: bagging.1; Breiman (1996), Bagging predictors. Rows with missing
    values are refused, and categories must be encoded as numbers.

    Examples
    --------
    >>> from ensemblelab import BaggingRegressor
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 3.0]
    >>> BaggingRegressor(n_estimators=50, random_state=0).fit(X, y).predict([[1.0]]).shape
    (1,)
    """

    def _default_estimator(self) -> Estimator:
        return DecisionTreeRegressor()

    def _output(self, member: Any, X: np.ndarray) -> NDArray[np.float64]:
        return member.predict(X)

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit m members, each to a sample of the rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        self._fit(X, y)
        if self.oob_score:
            self.oob_prediction_ = self._out_of_bag_average(X)
            known = ~np.isnan(self.oob_prediction_)
            self.oob_score_ = r2_score(y[known], self.oob_prediction_[known])
        return self

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the members' predictions, eq. bagging.1.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._average(X)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield what the first k members predict together, for k = 1 .. m.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        return self._staged_average(X)


class BaggingClassifier(ClassifierMixin, _Bagging):
    r"""The vote of classifiers fitted to bootstrap samples.

    The average, bagging.1, is taken over class probabilities, or over votes
    (a 1 for the chosen class) where members give no probabilities. A full
    tree's probabilities are votes. Ties go to the class that comes first in
    `classes_`.

    Parameters
    ----------
    estimator : estimator, optional
        Any scikit-learn classifier. By default a full classification tree.
    n_estimators : int, default=10
        The number m of members, at least 1.
    max_samples : int or float, default=1.0
        How many rows each member gets; a float is a share of them, rounded.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement. Without it, and with fewer rows, it is pasting
        (Breiman 1999, Pasting small votes for classification in large databases and on-line).
    oob_score : bool, default=False
        Predict each training row by the members that did not see it.
    n_jobs : int, optional
        Processes for fitting and predicting, as in joblib. The result does not
        depend on it.
    random_state : None, int, Generator or RandomState
        Seed of the samples and of members that are random themselves.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    estimators_ : list of m fitted estimators
        They know the classes as 0 .. n_classes - 1.
    estimators_samples_ : list of m ndarrays of int, each of shape (n_samples,)
        The row numbers each member was fitted to.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        Only with ``oob_score=True``. NaN for a row that every member saw.
    oob_score_ : float
        Accuracy of the out-of-bag vote, over the rows that have one.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X, X and y of different lengths, a y
        that is not made of classes, and parameters out of range; the message
        names what is wrong.

    Notes
    -----
    Source: bagging.1; Breiman (1996), Bagging predictors. Rows with missing
    values are refused, and categories must be encoded as numbers.
    """

    def _default_estimator(self) -> Estimator:
        return DecisionTreeClassifier()

    def _output(self, member: Any, X: np.ndarray) -> NDArray[np.float64]:
        """Class probabilities of one member, in the columns of `classes_`.

        A bootstrap sample can miss a class; its member then gives it 0.
        """
        output = np.zeros((len(X), len(self.classes_)))
        if hasattr(member, "predict_proba"):
            output[:, member.classes_] = member.predict_proba(X)
        else:
            output[np.arange(len(X)), member.predict(X)] = 1.0
        return output

    @fit_context(prefer_skip_nested_validation=False)
    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Fit m members, each to a sample of the rows.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        self._fit(X, codes)
        if self.oob_score:
            votes = self._out_of_bag_average(X)
            known = ~np.isnan(votes[:, 0])
            self.oob_decision_function_ = votes
            self.oob_score_ = accuracy_score(codes[known], votes[known].argmax(axis=1))
        return self

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the members' class probabilities, eq. bagging.1.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._average(X)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Name the class with the largest average.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        average = self._average(X)
        return self.classes_[average.argmax(axis=1)]

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """Yield what the first k members predict together, for k = 1 .. m.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for average in self._staged_average(X):
            yield self.classes_[average.argmax(axis=1)]
