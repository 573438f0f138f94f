"""What all estimators with class probabilities offer besides."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ensemblelab._model import Model

__all__ = ["Probabilities"]


class Probabilities(Model):
    """For classifiers that have ``predict_proba``."""

    predict_proba: Any

    def predict_log_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the logarithms of what `predict_proba` returns; -inf for a probability of 0.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))
