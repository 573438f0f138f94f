"""Label noise: AdaBoost, the exponential and the logistic loss, with learning rates 1 and 0.1.

Boosted stumps learn from 300 rows, of whose labels a fifth are flipped; the error is on 4000 other
rows with their true labels, in per cent, after 50 and after 300 rounds. `adaboost_1_50` is that of
AdaBoost with rate 1 after 50 rounds; `exponential` and `logistic` boost trees of two leaves by the
gradients of these losses.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import AdaBoostClassifier, GradientBoostingClassifier
from ensemblelab.datasets import make_threenorm, make_twonorm

from experiments import stream

CASES = {"twonorm": 20, "threenorm": 20}
MAKE = {"twonorm": make_twonorm, "threenorm": make_threenorm}
LOSSES = {"exponential": "exponential", "logistic": "log_loss"}
RATES = (1.0, 0.1)
ROUNDS = (50, 300)


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw rows once, flip labels, and boost six times."""
    rng = stream(case, repetition)
    X, y = MAKE[case](300, random_state=rng)
    X_test, y_test = MAKE[case](4000, random_state=rng)
    y = np.where(rng.random(300) < 0.2, -y, y)
    found = {}
    for rate in RATES:
        models: dict[str, AdaBoostClassifier | GradientBoostingClassifier] = {
            "adaboost": AdaBoostClassifier(n_estimators=max(ROUNDS), learning_rate=rate)
        }
        for name, loss in LOSSES.items():
            models[name] = GradientBoostingClassifier(
                loss=loss, n_estimators=max(ROUNDS), learning_rate=rate, max_depth=1
            )
        for name, model in models.items():
            stages = list(model.fit(X, y).staged_predict(X_test))
            for rounds in ROUNDS:
                wrong = stages[rounds - 1] != y_test
                found[f"{name}_{rate:g}_{rounds}"] = 100 * float(np.mean(wrong))
    return found
