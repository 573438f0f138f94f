"""The common part of bagging and random forests: base learners fitted to samples, averaged.

for k = 1 .. m:
    draw a sample of the training set
    fit f_k to it
output f(x) = 1/m sum_k f_k(x)                                   bagging.1
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from numbers import Integral, Real
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike, NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.metrics import r2_score
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import Model
from ensemblelab._probabilities import Probabilities
from ensemblelab._sklearn import Interval, validate_data
from ensemblelab.bootstrap import Seed, bootstrap_sample, out_of_bag
from ensemblelab.trees.decision_tree import (
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from ensemblelab.trees.fitting import TreePlan, fit_trees
from ensemblelab.trees.predicting import sum_of_predictions, values
from ensemblelab.trees.tree import Tree

__all__ = [
    "Resampled",
    "ResampledClassifier",
    "ResampledRegressor",
    "Sampling",
    "fit_to_samples",
]

OWN_TREES = (DecisionStump, DecisionTreeClassifier, DecisionTreeRegressor)


@dataclass(frozen=True)
class Sampling:
    """How a base learner's observations are drawn.

    Attributes
    ----------
    size : int
    replace : bool
        Whether to draw with replacement. Without it, a sample of size n is the training set.
    weight : ndarray of shape (n,) or None
        Observations are drawn in proportion to it; None draws uniformly.
    """

    size: int
    replace: bool
    weight: NDArray[np.float64] | None = None

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.intp]:
        """Draw from n observations."""
        if self.size == n and self.weight is None:
            return bootstrap_sample(n, rng) if self.replace else np.arange(n)
        share = None if self.weight is None else self.weight / self.weight.sum()
        rows = rng.choice(n, self.size, replace=self.replace, p=share)
        return rows.astype(np.intp, copy=False)  # 64 bits also where an index has 32


def fit_to_samples(
    plan: TreePlan,
    X: np.ndarray,
    weight: NDArray[np.float64],
    samples: Sequence[NDArray[np.intp]],
    rng: np.random.Generator,
    n_jobs: int | None,
) -> list[Tree]:
    """Grow a tree from each sample, all from one set of sorted columns.

    A sample is represented by weights: each observation's own weight, times the number of times
    it was drawn.
    """
    counts = [np.bincount(sample, minlength=len(X)) for sample in samples]
    largest = max(count.max() for count in counts)
    weights = np.stack([count.astype(np.min_scalar_type(largest)) for count in counts])
    if np.any(weight != 1):
        weights = weights * weight
        weights[~weights.any(axis=1)] = weight  # a sample may miss every row that has weight
    return fit_trees(plan, X, weights, rng, n_jobs)


class Resampled(Model):
    """The average of `estimators_`, each of which was fitted to a sample."""

    n_estimators: int
    max_samples: float
    bootstrap: bool
    oob_score: bool
    n_jobs: int | None
    random_state: Seed
    estimators_: list[Any]
    oob_errors_: NDArray[np.float64]
    n_features_in_: int

    _parameter_constraints = {
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

    def _sampling(self, n: int, weight: NDArray[np.float64] | None = None) -> Sampling:
        """Return how observations are drawn from n."""
        if isinstance(self.max_samples, Integral):
            size = int(self.max_samples)
        else:
            size = max(1, round(self.max_samples * n))
        possible = n if weight is None or self.bootstrap else np.count_nonzero(weight)
        if size > possible:
            kind = "observations" if possible == n else "observations of non-zero weight"
            raise ValueError(
                f"max_samples={self.max_samples} asks for {size}; there are {possible} {kind}"
            )
        if self.oob_score and not self.bootstrap and size == n:
            raise ValueError(
                "oob_score=True needs observations that a base learner does not see: "
                "bootstrap=True, or max_samples below their number"
            )
        return Sampling(size, self.bootstrap, weight)

    def _holds_trees(self) -> bool:
        """Return whether base learners are the course's own trees, on all features and classes."""
        member = self.estimators_[0]
        return type(member) in OWN_TREES and member.n_features_in_ == self.n_features_in_

    def _shaped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values of trees, (n, K), in the shape of the answers."""
        raise NotImplementedError

    def _answer(self, k: int, X: np.ndarray) -> NDArray[np.float64]:
        """Predict, by base learner k, numbers that can be averaged."""
        return self._shaped(values(self.estimators_[k].tree_, X))

    def _answers(self, X: np.ndarray) -> Iterator[NDArray[np.float64]]:
        """Yield f_1(X), f_2(X), ... as numbers that can be averaged."""
        yield from Parallel(n_jobs=self.n_jobs, return_as="generator")(
            delayed(self._answer)(k, X) for k in range(len(self.estimators_))
        )

    def _checked_rows(self, X: ArrayLike) -> NDArray[np.float64]:
        check_is_fitted(self)
        if type(self.estimators_[0]) in OWN_TREES:
            return validate_data(self, X, dtype=np.float64, reset=False)
        # Whether they take missing values is for members of other kinds to say.
        return validate_data(self, X, dtype=np.float64, reset=False, ensure_all_finite=False)

    def _staged_average(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the average (1) of the first k base learners, for k = 1 .. m."""
        total = 0.0
        for k, answer in enumerate(self._answers(self._checked_rows(X)), start=1):
            total = total + answer
            yield total / k

    def _average(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average all base learners, (1)."""
        X = self._checked_rows(X)
        if self._holds_trees():
            trees = [member.tree_ for member in self.estimators_]
            total = self._shaped(sum_of_predictions(trees, X))
        else:
            total = reduce(np.add, self._answers(X))
        return total / len(self.estimators_)

    def _out_of_bag(
        self,
        X: np.ndarray,
        y: np.ndarray,
        samples: Sequence[NDArray[np.intp]],
        total: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Average, for each observation, the base learners that did not see it; NaN if all did.

        y: numbers, or codes of the classes. total: zeros, of the average's shape.
        Sets `oob_errors_`.
        """
        votes = np.zeros(len(X))
        self.oob_errors_ = np.full(len(samples), np.nan)
        for k, sample in enumerate(samples):
            rows = out_of_bag(sample, len(X))
            if rows.any():
                total[rows] += self._answer(k, X[rows])
                votes[rows] += 1
            seen = votes > 0
            if seen.any():
                self.oob_errors_[k] = self._error(y[seen], (total[seen].T / votes[seen]).T)
        if not seen.all():
            warnings.warn(
                f"{np.sum(~seen)} of {len(X)} observations are in every sample, "
                "so they have no out-of-bag prediction (NaN) and do not count in oob_score_; "
                f"n_estimators={self.n_estimators} is too small",
                UserWarning,
                stacklevel=6,  # who called fit
            )
        with np.errstate(invalid="ignore"):  # 0/0 is the NaN that the warning announces
            return (total.T / votes).T

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        raise NotImplementedError

    def _score_out_of_bag(
        self, X: np.ndarray, y: np.ndarray, samples: Sequence[NDArray[np.intp]]
    ) -> None:
        """Set what is known out of bag; y as for `_out_of_bag`."""
        raise NotImplementedError


class ResampledRegressor(RegressorMixin, Resampled):
    """A regressor that averages the predictions of its base learners."""

    oob_prediction_: NDArray[np.float64]
    oob_score_: float

    def _shaped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return values[:, 0]

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        return float(np.mean((y - answer) ** 2))

    def _score_out_of_bag(
        self, X: np.ndarray, y: np.ndarray, samples: Sequence[NDArray[np.intp]]
    ) -> None:
        self.oob_prediction_ = self._out_of_bag(X, y, samples, np.zeros(len(X)))
        known = ~np.isnan(self.oob_prediction_)
        self.oob_score_ = float(r2_score(y[known], self.oob_prediction_[known]))

    def predict(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the base learners' predictions, eq. bagging.1.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._average(X)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the predictions of the first k base learners together, for k = 1 .. m.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        return self._staged_average(X)


class ResampledClassifier(ClassifierMixin, Probabilities, Resampled):
    """A classifier that averages the class probabilities of its base learners."""

    classes_: NDArray[Any]
    oob_decision_function_: NDArray[np.float64]
    oob_score_: float

    def _shaped(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return values

    def _error(self, y: np.ndarray, answer: np.ndarray) -> float:
        return float(np.mean(answer.argmax(axis=1) != y))

    def _score_out_of_bag(
        self, X: np.ndarray, y: np.ndarray, samples: Sequence[NDArray[np.intp]]
    ) -> None:
        votes = self._out_of_bag(X, y, samples, np.zeros((len(X), len(self.classes_))))
        self.oob_decision_function_ = votes
        known = ~np.isnan(votes[:, 0])
        self.oob_score_ = 1 - self._error(y[known], votes[known])

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Average the base learners' class probabilities, eq. bagging.1.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._average(X)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the class with the largest average, the first of `classes_` in a tie.

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
        """Yield the predictions of the first k base learners together, for k = 1 .. m.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for average in self._staged_average(X):
            yield self.classes_[average.argmax(axis=1)]
