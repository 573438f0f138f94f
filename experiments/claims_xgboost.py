"""XGBoost: what its chapter says of penalties, bins, columns and missing values.

`spambase`: errors in per cent on a random half after 30 rounds on the other; `bins_B` with at most
B bins, `exact` with every value, `columns_S` with a share S of the columns at each node.
`friedman1`: mean squared errors on 2000 rows after learning from 300, with 70% of the large values
of the fourth feature deleted and 5% of the others: directions `learned`, the median `filled` in,
rows with gaps `dropped` from training.
`penalties`: the same 300 and 2000 rows without gaps, targets to learn from with noise of standard
deviation 4 besides; mean squared errors for values of lambda (where gamma is 0) and of the
formula's gamma (where lambda is 1), and the leaves of all 60 trees of depth 4.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import XGBClassifier, XGBRegressor
from ensemblelab.datasets import make_friedman1

from experiments import stream
from experiments.data import complete, split

CASES = {"spambase": 10, "friedman1": 20, "penalties": 10}
BINS = (4, 16, 64, 256)
SHARES = (0.5, 0.1)
LAMBDAS = (0, 1, 10, 100, 1000)
GAMMAS = (5, 25, 100, 250)


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw data once, and return every error."""
    rng = stream(case, repetition)
    measure = {"spambase": _spam, "friedman1": _friedman, "penalties": _penalties}
    return measure[case](rng)


def _spam(rng: np.random.Generator) -> dict[str, float]:
    X, X_test, y, y_test = split(*complete("spambase"), 2300, rng)
    settings = {f"bins_{bins}": {"max_bin": bins} for bins in BINS}
    settings |= {"exact": {"tree_method": "exact"}}
    settings |= {f"columns_{s:g}": {"colsample_bynode": s} for s in SHARES}
    return {
        name: 100
        * float(
            1
            - XGBClassifier(n_estimators=30, random_state=rng, **how)
            .fit(X, y)
            .score(X_test, y_test)
        )
        for name, how in settings.items()
    }


def _friedman(rng: np.random.Generator) -> dict[str, float]:
    (X, y), (X_test, y_test) = (make_friedman1(n, random_state=rng) for n in (300, 2000))
    for table in (X, X_test):
        share = np.where(table[:, 3] > 0.6, 0.7, 0.05)
        table[rng.random(len(table)) < share, 3] = np.nan
    median, there = np.nanmedian(X[:, 3]), ~np.isnan(X).any(axis=1)

    def error(A: np.ndarray, t: np.ndarray, A_test: np.ndarray) -> float:
        model = XGBRegressor(n_estimators=100, max_depth=3, learning_rate=0.1).fit(A, t)
        return float(np.mean((y_test - model.predict(A_test)) ** 2))

    filled = [np.where(np.isnan(table), median, table) for table in (X, X_test)]
    return {
        "learned": error(X, y, X_test),
        "filled": error(filled[0], y, filled[1]),
        "dropped": error(X[there], y[there], X_test),
    }


def _penalties(rng: np.random.Generator) -> dict[str, float]:
    (X, y), (X_test, y_test) = (make_friedman1(n, random_state=rng) for n in (300, 2000))
    y = y + rng.normal(0, 4, len(y))
    settings = {f"lambda_{value}": {"reg_lambda": value} for value in LAMBDAS}
    settings |= {
        f"gamma_{value}": {"gamma": 2 * value} for value in GAMMAS
    }  # the library's is double
    found = {}
    for name, penalty in settings.items():
        model = XGBRegressor(n_estimators=60, max_depth=4, **penalty).fit(X, y)
        found[name] = float(np.mean((model.predict(X_test) - y_test) ** 2))
        found[f"{name}_leaves"] = float(sum(tree.n_leaves for (tree,) in model.estimators_))
    return found
