"""Bias and variance: error rates of eight learners, split by two definitions, in percent.

Threenorm, twenty training sets of 100 rows drawn from 20,000, and 500 test points. A stump, a tree
of depth 3, a full tree, the nearest neighbour, 25 bagged trees, 25 bagged nearest neighbours, 25
rounds of AdaBoost with trees of depth 3, and 25 bagged trees of depth 3, which tell what the vote
does without the sequence. Each test point has one label, drawn, so noise counts as bias.
"""

from __future__ import annotations

from typing import Any

from ensemblelab import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier
from ensemblelab.datasets import make_threenorm
from ensemblelab.diagnostics import (
    bias_variance_domingos,
    bias_variance_kohavi_wolpert,
    training_set_predictions,
)
from sklearn.neighbors import KNeighborsClassifier

from experiments import stream

CASES = {"threenorm": 10}
SETS = 20


def learners() -> dict[str, Any]:
    """Return each learner by its name."""
    neighbour, small = KNeighborsClassifier(n_neighbors=1), DecisionTreeClassifier(max_depth=3)
    return {
        "stump": DecisionTreeClassifier(max_depth=1),
        "depth_3": small,
        "tree": DecisionTreeClassifier(),
        "neighbour": neighbour,
        "bagged_trees": BaggingClassifier(n_estimators=25),
        "bagged_neighbours": BaggingClassifier(neighbour, n_estimators=25),
        "boosted_trees": AdaBoostClassifier(small, n_estimators=25),
        "bagged_depth_3": BaggingClassifier(small, n_estimators=25),
    }


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw all data once; return the parts of each learner's error rate."""
    rng = stream(case, repetition)
    (X, y), (X_test, y_test) = make_threenorm(20_000, rng), make_threenorm(500, rng)
    found = {}
    for name, learner in learners().items():
        answers = training_set_predictions(
            learner, X, y, X_test, n_sets=SETS, size=100, random_state=rng
        )
        by_shares = bias_variance_kohavi_wolpert(answers, y_test)
        by_main = bias_variance_domingos(answers, y_test)
        for figure, value in {
            "error": by_shares.error,
            "kw_bias": by_shares.bias_squared,
            "kw_variance": by_shares.variance,
            "d_bias": by_main.bias,
            "d_variance": by_main.variance,
            "d_unbiased": by_main.unbiased_variance,
            "d_biased": by_main.biased_variance,
        }.items():
            found[f"{name}_{figure}"] = 100 * value
    return found
