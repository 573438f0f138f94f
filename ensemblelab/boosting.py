"""What gradient boosting and XGBoost have in common once they are fitted.

f_M(x) = f_0 + the sum over rounds m = 1 .. M of the tree F_m(x); for K > 2 classes there are
K such functions, and K trees a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from ensemblelab.trees.tree import Tree, sum_of_predictions

__all__ = ["Boosted", "BoostedClassifier", "BoostedRegressor", "column"]


def column(a: np.ndarray, k: int) -> np.ndarray:
    """View of the numbers that tree k of a round deals with."""
    return a if a.ndim == 1 else a[:, k]


class Boosted(BaseEstimator):
    """The sum of `init_` and the trees of `estimators_`, round by round."""

    def _rounds(self) -> list[list[Tree]]:
        """Give the rounds that predictions use."""
        return self.estimators_

    def _start(self, n: int) -> np.ndarray:
        """f_0 of n rows: (n,), or (n, K) with one tree per class and round."""
        return np.full((n, *np.shape(self.init_)), self.init_)

    def _add(self, rounds: list[list[Tree]], X: np.ndarray, f: np.ndarray) -> None:
        """Add the trees of some rounds to f, in place."""
        for k, trees in enumerate(zip(*rounds, strict=True)):
            sum_of_predictions(trees, X, column(f, k)[:, None])

    def _begin(self, X: Any) -> tuple[np.ndarray, np.ndarray]:
        """Check X, and give it with its f_0."""
        check_is_fitted(self, "estimators_")
        X = self._validate(X)
        return X, self._start(len(X))

    def _staged(self, X: Any) -> Iterator[np.ndarray]:
        """Yield f_1, f_2, ...; each must be used before the next is asked for."""
        X, f = self._begin(X)
        for trees in self._rounds():
            self._add([trees], X, f)
            yield f

    def _final(self, X: Any) -> np.ndarray:
        X, f = self._begin(X)
        self._add(self._rounds(), X, f)
        return f


class BoostedRegressor(RegressorMixin, Boosted):
    """f is the prediction."""

    def predict(self, X: Any) -> np.ndarray:
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

    def staged_predict(self, X: Any) -> Iterator[np.ndarray]:
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

    def _encode(self, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
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

    def _probabilities(self, f: np.ndarray) -> np.ndarray:
        return self._loss.probabilities(f.astype(float))

    def _decide(self, f: np.ndarray) -> np.ndarray:
        return self.classes_[(f > 0).astype(int) if f.ndim == 1 else f.argmax(axis=1)]

    def decision_function(self, X: Any) -> np.ndarray:
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

    def staged_decision_function(self, X: Any) -> Iterator[np.ndarray]:
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

    def predict_proba(self, X: Any) -> np.ndarray:
        """Turn f_M(X) into class probabilities.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        return self._probabilities(self._final(X))

    def staged_predict_proba(self, X: Any) -> Iterator[np.ndarray]:
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

    def predict(self, X: Any) -> np.ndarray:
        """Name the most probable class.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return self._decide(self._final(X))

    def staged_predict(self, X: Any) -> Iterator[np.ndarray]:
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
