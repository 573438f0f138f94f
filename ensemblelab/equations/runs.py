"""Instances for the AdaBoost equations: rounds of a run, one observation of a matrix for each.

`any_rounds` draws votes and weights that come from nowhere; `library_rounds` and
`real_rounds` take them from a fitted `AdaBoostClassifier`: its sample weights, errors,
estimator weights and staged decision function.

Every instance has, for T rounds on n observations:

    y             (n,)     labels ±1
    h             (T, n)   h[k] are the votes f_k(x_i) of round k's base learner, ±1
    alpha         (T, 1)   the base learner's weight
    epsilon       (T, 1)   its weighted error
    f_before      (T, n)   the ensemble f_[k-1](x_i)
    f_after       (T, n)   the ensemble f_[k](x_i)
    w, w_next     (T, n)   weights before and after the round, exp(-y f_before) and
                           exp(-y f_after): from the library, its weights on that scale
    D, D_next     (T, n)   the same, divided by their sums
    X, model               from the library only
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.datasets import load

__all__ = ["any_rounds", "library_rounds", "real_rounds", "rounds_of", "wrong_rows"]

REAL = ("heart_statlog", "ionosphere", "sonar")


def wrong_rows(h: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Mark mistakes by 1, as the notes' indicator does."""
    return (h != y).astype(int)


def any_rounds(rng: np.random.Generator) -> dict[str, Any]:
    """Draw labels, votes, an ensemble so far and base learner weights, none of them from a fit."""
    n, T = int(rng.integers(3, 30)), 4
    y = rng.choice([-1, 1], n)
    h = np.where(rng.random((T, n)) < rng.uniform(0.1, 0.9, (T, 1)), y, -y)
    alpha = rng.normal(0, 1.5, (T, 1))
    f = rng.normal(size=n) + np.vstack([np.zeros((1, n)), np.cumsum(alpha * h / 2, axis=0)])
    w = np.exp(-y * f)
    D = w / w.sum(axis=1, keepdims=True)
    epsilon = (D[:-1] * wrong_rows(h, y)).sum(axis=1, keepdims=True)
    return {
        "y": y,
        "h": h,
        "alpha": alpha,
        "epsilon": epsilon,
        "f_before": f[:-1],
        "f_after": f[1:],
        "w": w[:-1],
        "w_next": w[1:],
        "D": D[:-1],
        "D_next": D[1:],
    }


def library_rounds(rng: np.random.Generator) -> dict[str, Any]:
    """Boost stumps on a small random problem with the library."""
    for _ in range(20):  # a member without mistakes ends the run: draw another problem
        n = int(rng.integers(16, 40))
        X = rng.integers(0, 5, (n, 4)).astype(float)
        y = np.where(X[:, 0] + X[:, 1] + rng.normal(0, 2, n) > 4, 1, -1)
        if np.abs(y.sum()) < n:
            rounds = int(rng.integers(4, 10))
            instance = rounds_of(X, y, rounds, str(rng.choice(["gini", "error"])))
            if len(instance["h"]) >= 3:
                return instance
    raise RuntimeError("20 runs of AdaBoost in a row ended within 3 rounds")


def real_rounds(rng: np.random.Generator) -> dict[str, Any]:
    """Boost stumps on a real data set with the library, 30 rounds on 100 of its observations."""
    X, y = _real(str(rng.choice(REAL)))
    rows = rng.choice(len(y), 100, replace=False)
    return rounds_of(X[rows], y[rows], 30, str(rng.choice(["gini", "error"])))


@lru_cache
def _real(name: str) -> tuple[np.ndarray, np.ndarray]:
    data = load(name)
    return data.X, 2 * data.y - 1


def rounds_of(X: np.ndarray, y: np.ndarray, rounds: int, criterion: str) -> dict[str, Any]:
    """Boost stumps with the library and take the run apart.

    Parameters
    ----------
    X : ndarray of shape (n, d)
    y : ndarray of shape (n,)
        Labels ±1.
    rounds : int
        At most; one more is made, which only tells the weights after the one before.
    criterion : {"gini", "error"}

    Returns
    -------
    dict of str to value
        As the module says.
    """
    model = AdaBoostClassifier(n_estimators=rounds + 1, criterion=criterion, keep_weights=True)
    model.fit(X, y)
    h = np.array([member.predict(X) for member in model.estimators_])
    f = np.array(list(model.staged_decision_function(X)))
    before = np.vstack([np.zeros((1, len(y))), f[:-1]])
    D = model.sample_weights_
    w = D * np.exp(-y * before).sum(axis=1, keepdims=True)
    return {
        "X": X,
        "model": model,
        "y": y,
        "h": h[:-1],
        "alpha": model.estimator_weights_[:-1, None],
        "epsilon": model.estimator_errors_[:-1, None],
        "f_before": before[:-1],
        "f_after": f[:-1],
        "w": w[:-1],
        "w_next": w[1:],
        "D": D[:-1],
        "D_next": D[1:],
    }
