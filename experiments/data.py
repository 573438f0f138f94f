"""The data as the experiments use it: no value unknown, classes 0, 1, ..., random splits."""

from __future__ import annotations

import numpy as np
from ensemblelab import datasets
from sklearn.model_selection import train_test_split

__all__ = ["complete", "split"]


def complete(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Load a data set, and put something in the place of unknown values.

    In soybean683 "unknown" becomes a value of its own, -1, below all codes; elsewhere (16
    values of breast_cancer_wisconsin) it becomes the column's median.

    Parameters
    ----------
    name : str

    Returns
    -------
    X : ndarray, shape (n, d)
    y : ndarray of int, shape (n,)
    """
    data = datasets.load(name)
    unknown = -1.0 if name == "soybean683" else np.nanmedian(data.X, axis=0)
    return np.where(np.isnan(data.X), unknown, data.X), data.y


def split(
    X: np.ndarray, y: np.ndarray, test_size: float, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Split the rows at random, as the papers did: classes are not kept in proportion.

    Returns
    -------
    X_train, X_test, y_train, y_test
    """
    X, X_test, y, y_test = train_test_split(
        X, y, test_size=test_size, random_state=int(rng.integers(2**31))
    )
    return X, X_test, y, y_test
