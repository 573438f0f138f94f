"""ESL2 (10.2), a ball in ten dimensions: error rates in percent, 2000 training, 10000 test points.

`stump` is one tree of two leaves. 400 of them are boosted: `adaboost_m1` by AdaBoost with stumps
chosen by their weighted error, `adaboost_gini` by Gini's index; `real_adaboost` lets stumps
answer with half their log-odds; `gradient` and `gradient_exponential` are gradient boosting at
learning rate 1 with the logistic and the exponential loss. `tree_244` is a tree of 244 leaves,
`tree_full` has pure leaves, of which there are `leaves`.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import (
    AdaBoostClassifier,
    DecisionStump,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
)
from ensemblelab.datasets import make_esl_10_2

from experiments import stream

CASES = {"esl_10_2": 10}
ROUNDS = 400


def real_adaboost(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, rounds: int = ROUNDS
) -> np.ndarray:
    """Boost stumps that answer with numbers, and return f at the test rows.

    Member k is half the log-odds that its stump finds in the weighted rows (Friedman, Hastie
    and Tibshirani 2000, algorithm 2); it has no alpha.

    Parameters
    ----------
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Labels +1 and -1.
    X_test : ndarray, shape (n_test, d)
    rounds : int

    Returns
    -------
    ndarray, shape (n_test,)
    """
    w, f = np.full(len(X), 1 / len(X)), np.zeros(len(X_test))
    for _ in range(rounds):
        stump = DecisionStump().fit(X, y, w)
        # A pure leaf's odds would be infinite; a share of 1/n is taken for 0.
        p = np.clip(stump.tree_.value[:, 1], 1 / len(X), 1 - 1 / len(X))
        answer = 1 / 2 * np.log(p / (1 - p))
        w = w * np.exp(-y * answer[stump.apply(X)])
        w = w / w.sum()
        f += answer[stump.apply(X_test)]
    return f


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw once; return the test errors in per cent."""
    rng = stream(case, repetition)
    (X, y), (X_test, y_test) = make_esl_10_2(2000, rng), make_esl_10_2(10_000, rng)
    gradient = {"learning_rate": 1.0, "max_depth": 1, "n_estimators": ROUNDS}
    full = DecisionTreeClassifier().fit(X, y)
    models = {
        "stump": DecisionStump().fit(X, y),
        "adaboost_m1": AdaBoostClassifier(n_estimators=ROUNDS, criterion="error").fit(X, y),
        "adaboost_gini": AdaBoostClassifier(n_estimators=ROUNDS).fit(X, y),
        "gradient": GradientBoostingClassifier(**gradient).fit(X, y),
        "gradient_exponential": GradientBoostingClassifier(loss="exponential", **gradient).fit(
            X, y
        ),
        "tree_244": DecisionTreeClassifier(max_leaf_nodes=244).fit(X, y),
        "tree_full": full,
    }
    errors = {name: 100 * (1 - model.score(X_test, y_test)) for name, model in models.items()}
    real = real_adaboost(X, y, X_test)
    errors["real_adaboost"] = 100 * float(np.mean(np.sign(real) != y_test))
    return errors | {"leaves": full.tree_.n_leaves}
