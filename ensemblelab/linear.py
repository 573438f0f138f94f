"""A weighted linear learner: Rosenblatt's perceptron with a pocket.

W = 0
repeat:
    mistakes M = {i : argmax_c W_c·x_i is not y_i}
    if W's weighted error, sum of w_i over M, is the lowest yet: put W in the pocket
    draw i from M with probability proportional to w_i
    W_{y_i} += x_i,  W_{predicted class} -= x_i
output the W in the pocket
"""

from __future__ import annotations

from numbers import Integral
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from ensemblelab._model import Model
from ensemblelab._sklearn import (
    Interval,
    check_classes,
    check_sample_weight,
    fit_context,
    validate_data,
)
from ensemblelab.bootstrap import Seed, generator

__all__ = ["Perceptron"]


class Perceptron(ClassifierMixin, Model):
    r"""The pocket perceptron on weighted observations, a linear classifier to boost.

    Each step draws one of the misclassified observations, with probability proportional to its
    weight, and uses it to update the hyperplane. If no hyperplane separates the data, the steps
    do not converge. The algorithm therefore keeps, in its "pocket", the hyperplane with the lowest
    weighted error so far, eq. adaboost.9:

    .. math:: J(f) = \sum_{i=1}^{n} w_i \cdot 1_{f(x_i) \neq y_i}

    With two classes, one row of the matrix W is the negative of the other, and the step
    is that of the perceptron, :math:`w \leftarrow w + y_i x_i`.

    Parameters
    ----------
    max_iter : int, default=500
        The largest number of steps, at least 1. They end when no observation is misclassified.
    random_state : None, int, Generator or RandomState
        Seed of the draws. The result does not depend on the order of the observations,
        and an observation of weight 2 counts as two observations.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
    coef_ : ndarray of shape (n_classes, n_features), or (1, n_features) for two classes
    intercept_ : ndarray of shape (n_classes,), or (1,) for two classes
    n_iter_ : int
        Number of hyperplanes tried.
    n_features_in_ : int

    Raises
    ------
    ValueError
        For empty X, NaN or infinity in X, X and y of different lengths, a y
        that is not made of classes, negative or all-zero weights, and
        parameters out of range; the message names what is wrong.

    Notes
    -----
    Features are standardized internally (weighted mean 0, variance 1), because the
    perceptron's step depends on their units; `coef_` and `intercept_` are in the
    units of X. Missing values are an error, and categories must be
    encoded as numbers. Ties in W_c·x go to the class that comes first.

    Source: Rosenblatt (1958), The perceptron; Gallant (1990), Perceptron-based
    learning algorithms (the pocket); the step for several classes is Kesler's
    construction.

    Examples
    --------
    >>> from ensemblelab import Perceptron
    >>> Perceptron(random_state=0).fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]).predict([[2.5]])
    array([1])
    """

    _parameter_constraints = {
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "random_state": ["random_state", np.random.Generator],
    }

    def __init__(self, max_iter: int = 500, *, random_state: Seed = None) -> None:
        self.max_iter = max_iter
        self.random_state = random_state

    @fit_context(prefer_skip_nested_validation=True)
    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Fit a hyperplane of low weighted error.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
        y : array-like of shape (n_samples,)
        sample_weight : array-like of shape (n_samples,), optional
            By default 1 for each observation.

        Returns
        -------
        self
        """
        X, y = validate_data(self, X, y, dtype=np.float64)
        check_classes(y)
        w = check_sample_weight(sample_weight, X)
        self.classes_, y = np.unique(y, return_inverse=True)
        # A fixed order of the rows makes the draws independent of the caller's order.
        order = np.lexsort((y, *X.T))
        X, y, w = X[order], y[order], w[order]
        w = w / w.sum()

        centre = np.average(X, axis=0, weights=w)
        scale = np.sqrt(np.average((X - centre) ** 2, axis=0, weights=w))
        # A constant column leaves only rounding, which must not be blown up to variance 1.
        scale[scale <= 1e-12 * np.abs(centre)] = np.inf
        Z = np.column_stack([np.ones(len(X)), (X - centre) / scale])

        W, self.n_iter_ = self._pocket(Z, y, w, generator(self.random_state))
        if len(self.classes_) == 2:
            W = W[1:] - W[:1]
        self.coef_ = W[:, 1:] / scale
        self.intercept_ = W[:, 0] - _times(self.coef_, centre)
        return self

    def _pocket(
        self, Z: np.ndarray, y: np.ndarray, w: np.ndarray, rng: np.random.Generator
    ) -> tuple[np.ndarray, int]:
        """Run the algorithm at the top of this file on standardized observations."""
        W = np.zeros((len(self.classes_), Z.shape[1]))
        scores = np.zeros((len(Z), len(W)))
        lowest = np.inf
        for n_iter in range(1, self.max_iter + 1):  # noqa: B007 (returned)
            guess = scores.argmax(axis=1)
            mistakes = np.cumsum(w * (guess != y))
            error = mistakes[-1]
            if error < lowest:
                lowest, pocket = error, W.copy()
            if error == 0:
                break
            i = np.searchsorted(mistakes, rng.random() * error, side="right")
            W[y[i]] += Z[i]
            W[guess[i]] -= Z[i]
            step = _times(Z, Z[i])
            scores[:, y[i]] += step
            scores[:, guess[i]] -= step
        return pocket, n_iter

    def decision_function(self, X: ArrayLike) -> np.ndarray:
        """Compute the score of each class, positive on its side of the hyperplane.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes), or (n_samples,) for two classes
            For two classes, the score of the second one.
        """
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        scores = np.column_stack([_times(X, row) for row in self.coef_]) + self.intercept_
        return scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X: ArrayLike) -> np.ndarray:
        """Return the class with the highest score.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        scores = self.decision_function(X)
        return self.classes_[(scores > 0).astype(int) if scores.ndim == 1 else scores.argmax(1)]


def _times(X: np.ndarray, row: np.ndarray) -> np.ndarray:
    """Compute X·observation by sums of one order; that of `@` depends on the processor.

    A boosted perceptron's path hangs on the last bit of its scores.
    """
    return (X * row).sum(axis=1)
