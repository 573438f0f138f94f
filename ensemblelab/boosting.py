"""What gradient boosting and XGBoost have in common once they are fitted.

f_M(x) = f_0 + the sum over rounds m = 1 .. M of the tree F_m(x); for K > 2 classes there are
K such functions, and K trees a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ensemblelab.losses import ClassLoss, Loss
from ensemblelab.trees.tree import Tree, sum_of_predictions

__all__ = ["Boosted", "BoostedClassifier", "BoostedRegressor", "column"]


def column(a: NDArray[np.floating], k: int) -> NDArray[np.floating]:
    """View of the numbers that tree k of a round deals with."""
    return a if a.ndim == 1 else a[:, k]


class Boosted(BaseEstimator):
    """The sum of `init_` and the trees of `estimators_`, round by round."""

    init_: float | np.floating | NDArray[np.floating]
    estimators_: list[list[Tree]]
    n_features_in_: int
    _loss: Loss

    def _rounds(self) -> list[list[Tree]]:
        """Give the rounds that predictions use."""
        return self.estimators_

    def _start(self, n: int) -> NDArray[np.floating]:
        """f_0 of n rows: (n,), or (n, K) with one tree per class and round."""
        return np.full((n, *np.shape(self.init_)), self.init_)

    def _add(
        self, rounds: list[list[Tree]], X: NDArray[np.floating], f: NDArray[np.floating]
    ) -> None:
        """Add the trees of some rounds to f, in place."""
        for k, trees in enumerate(zip(*rounds, strict=True)):
            sum_of_predictions(trees, X, column(f, k)[:, None])

    def _validate(self, X: ArrayLike) -> NDArray[np.floating]:
        """Check rows to predict."""
        raise NotImplementedError

    def _begin(self, X: ArrayLike) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
        """Check X, and give it with its f_0."""
        check_is_fitted(self, "estimators_")
        X = self._validate(X)
        return X, self._start(len(X))

    def _staged(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1, f_2, ...; each must be used before the next is asked for."""
        X, f = self._begin(X)
        for trees in self._rounds():
            self._add([trees], X, f)
            yield f

    def _final(self, X: ArrayLike) -> NDArray[np.floating]:
        X, f = self._begin(X)
        self._add(self._rounds(), X, f)
        return f


class BoostedRegressor(RegressorMixin, Boosted):
    """f is the prediction."""

    def predict(self, X: ArrayLike) -> NDArray[np.floating]:
        """Predict f_M(X).

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
            Of the type of `init_`.
        """
        return self._final(X)

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1(X), f_2(X), ...

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for f in self._staged(X):
            yield f.copy()


class BoostedClassifier(ClassifierMixin, Boosted):
    """A link function, the loss's, makes probabilities of f."""

    classes_: NDArray[Any]
    _loss: ClassLoss

    def _encode(self, y: NDArray[Any], weight: NDArray[np.float64]) -> NDArray[np.intp]:
        """Set `classes_`, and number them: 0, 1, ..."""
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        n_classes = np.count_nonzero(np.bincount(codes, weight))
        if n_classes < 2:
            raise ValueError(
                f"y holds {n_classes} class with non-zero weight; "
                "a classifier needs two classes at least"
            )
        return codes

    def _probabilities(self, f: NDArray[np.floating]) -> NDArray[np.float64]:
        return self._loss.probabilities(f.astype(float))

    def _decide(self, f: NDArray[np.floating]) -> NDArray[Any]:
        return self.classes_[(f > 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]

    def decision_function(self, X: ArrayLike) -> NDArray[np.floating]:
        """Give f_M(X), which the library xgboost calls the margin.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,), or (n_samples, n_classes)
            Of the type of `init_`; a column for each class if there are more than two.
        """
        return self._final(X)

    def staged_decision_function(self, X: ArrayLike) -> Iterator[NDArray[np.floating]]:
        """Yield f_1(X), f_2(X), ...

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,), or (n_samples, n_classes)
        """
        for f in self._staged(X):
            yield f.copy()

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Turn f_M(X) into class probabilities.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._probabilities(self._final(X))

    def staged_predict_proba(self, X: ArrayLike) -> Iterator[NDArray[np.float64]]:
        """Yield the class probabilities after each round.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples, n_classes)
        """
        for f in self._staged(X):
            yield self._probabilities(f)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Name the most probable class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._decide(self._final(X))

    def staged_predict(self, X: ArrayLike) -> Iterator[NDArray[Any]]:
        """Yield the most probable class after each round.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Yields
        ------
        ndarray of shape (n_samples,)
        """
        for f in self._staged(X):
            yield self._decide(f)
