"""Breiman 1996, Bagging predictors: regression trees on Friedman's problems, mean squared error.

200 rows to learn from and 1000 to test, all with noise. `single` is a tree pruned by 10-fold
cross-validation, `bagged` the mean of 25 trees, each pruned by the whole learning set, `full` the
mean of the same trees unpruned.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import BaggingRegressor, DecisionTreeRegressor
from ensemblelab.datasets import make_friedman1, make_friedman2, make_friedman3

from experiments import stream
from experiments.pruning import choose_by_folds, prune_by

MAKE = {
    "friedman1": make_friedman1,
    "friedman2": make_friedman2,
    "friedman3": make_friedman3,
}
CASES = dict.fromkeys(MAKE, 100)


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw once; return the mean squared errors."""
    rng = stream(case, repetition)
    (X, y), (X_test, y_test) = MAKE[case](200, rng), MAKE[case](1000, rng)

    def squared_error(answer: np.ndarray) -> float:
        return float(np.mean((answer - y_test) ** 2))

    single = choose_by_folds(DecisionTreeRegressor(), X, y, rng)
    bag = BaggingRegressor(n_estimators=25, random_state=rng).fit(X, y)
    pruned = [prune_by(member.tree_, X, y, numeric=True) for member in bag.estimators_]
    return {
        "single": squared_error(single.predict(X_test)[:, 0]),
        "bagged": squared_error(np.mean([tree.predict(X_test)[:, 0] for tree in pruned], axis=0)),
        "full": squared_error(bag.predict(X_test)),
    }
