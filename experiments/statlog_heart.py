"""Statlog heart: bias and variance by four definitions, all times 100.

A repetition keeps 70 of the 270 patients for testing, and draws 50 training sets of 100 from the
other 200. `tree` is a full tree, `bagged` 50 of them. The squared error is that of the mean vote,
from -1 to 1. `repaired` is the data as it is shipped; in `as_found` the 26 whole oldpeaks above 0
are a tenth of what they should be, as in the package that the file was read out of.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import BaggingClassifier, DecisionTreeClassifier, datasets
from ensemblelab.diagnostics import (
    bias_variance_domingos,
    bias_variance_kohavi_wolpert,
    bias_variance_squared,
    training_set_predictions,
)

from experiments import stream
from experiments.data import split

CASES = {"repaired": 10, "as_found": 10}


def heart(case: str) -> tuple[np.ndarray, np.ndarray]:
    """Load the data, as it is shipped or as it was found."""
    data = datasets.load("heart_statlog")
    oldpeak = data.X[:, data.feature_names.index("oldpeak")]  # a view
    if case == "as_found":
        oldpeak[(oldpeak > 0) & (oldpeak % 1 == 0)] /= 10
    return data.X, data.y


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw all training sets once; return errors and their parts, times 100."""
    rng = stream("heart", repetition)  # the same splits for both cases
    X, X_test, y, y_test = split(*heart(case), 70, rng)
    figures = {}
    for name, model in {
        "tree": DecisionTreeClassifier(),
        "bagged": BaggingClassifier(n_estimators=50),
    }.items():
        seed = int(rng.integers(2**31))
        shares = training_set_predictions(
            model, X, y, X_test, n_sets=50, size=100, method="predict_proba", random_state=seed
        )
        answers, votes = shares.argmax(axis=2), shares[:, :, 1] - shares[:, :, 0]
        kw = bias_variance_kohavi_wolpert(answers, y_test)
        domingos = bias_variance_domingos(answers, y_test)
        squared = bias_variance_squared(votes, 2 * y_test - 1)
        parts = {
            "error": kw.error,
            "kohavi_wolpert_bias": kw.bias_squared,
            "kohavi_wolpert_variance": kw.variance,
            "domingos_bias": domingos.bias,
            "domingos_variance": domingos.variance,
            "unbiased_variance": domingos.unbiased_variance,
            "biased_variance": domingos.biased_variance,
            "squared_bias": squared.bias_squared,
            "squared_variance": squared.variance,
        }
        figures |= {f"{name}_{part}": 100 * value for part, value in parts.items()}
    return figures
