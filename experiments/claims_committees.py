"""Ensembles: squared bias and variance of base learners, alone, in parallel, and in sequence.

Friedman's first function, 100 training sets of 120 rows, 500 test points. Stumps: 50 bagged, or 100
rounds of gradient boosting at learning rate 0.2; full trees: 50 bagged, or 5 rounds at 0.5.
"""

from __future__ import annotations

from ensemblelab import BaggingRegressor, DecisionTreeRegressor, GradientBoostingRegressor
from ensemblelab.datasets import friedman1, make_friedman1
from ensemblelab.diagnostics import bias_variance_squared, training_set_predictions

from experiments import stream

CASES = {"friedman1": 10}
SETS = 100
MEMBERS = {"stump": (1, 0.2, 100), "tree": (None, 0.5, 5)}  # depth, learning rate, rounds


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw the training sets and the test points once; return both parts of each error."""
    rng = stream(case, repetition)
    (X, y), (X_test, _) = make_friedman1(20_000, rng), make_friedman1(500, rng)
    found = {}
    for member, (depth, rate, rounds) in MEMBERS.items():
        tree = DecisionTreeRegressor(max_depth=depth)
        for how, model in {
            "alone": tree,
            "parallel": BaggingRegressor(tree, n_estimators=50),
            "sequential": GradientBoostingRegressor(
                max_depth=depth, learning_rate=rate, n_estimators=rounds
            ),
        }.items():
            predictions = training_set_predictions(
                model, X, y, X_test, n_sets=SETS, size=120, random_state=rng
            )
            parts = bias_variance_squared(predictions, friedman1(X_test))
            found[f"{member}_{how}_bias"] = float(parts.bias_squared)
            found[f"{member}_{how}_variance"] = float(parts.variance)
    return found
