"""XGBoost: claims of its chapter on second derivatives, penalties, bins, and features.

`spambase`: errors in per cent on a random half after 30 rounds on the other; `bins_B` with at most
B bins, `exact` with every value, `columns_S` with a share S of the columns at each node.
`friedman1`: mean squared errors on 2000 rows after learning from 300, with 70% of the large values
of the fourth feature deleted and 5% of the others: directions `learned`, the median `filled` in,
rows with gaps `dropped` from training.
`penalties`: the same 300 and 2000 rows without gaps, targets to learn from with noise of standard
deviation 4 besides; mean squared errors for values of lambda (where gamma is 0) and of the
formula's gamma (where lambda is 1), and the leaves of all 60 trees of depth 4.
`balanced`, `rare`, `halves`: log losses of trees of depth 3 with h = p(1 - p) (`second`) and with
a constant h of 1/4 (`first`), for three learning rates: at some rounds on the `train`ing and the
`test` set, and on the test set at the round of 200 that is best on a validation set. The log-odds
of the first two are Friedman's function, halved, less a constant; the third is spambase.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import XGBClassifier, XGBRegressor
from ensemblelab.datasets import make_friedman1
from ensemblelab.datasets.generators import friedman1

from experiments import stream
from experiments.data import complete, split

CASES = {
    "spambase": 10,
    "friedman1": 20,
    "penalties": 10,
    "balanced": 10,
    "rare": 10,
    "halves": 10,
}
BINS = (4, 16, 64, 256)
SHARES = (0.5, 0.1)
LAMBDAS = (0, 1, 10, 100, 1000)
GAMMAS = (5, 25, 100, 250)
RATES = (0.1, 0.3, 1.0)
ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200)
AGAINST = {"balanced": 7.2, "rare": 12.0}  # what the halved function, 7.2 on average, is less


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw data once, and return every error."""
    rng = stream(case, repetition)
    if case in {*AGAINST, "halves"}:
        return _orders(case, rng)
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


def _constant(y: np.ndarray, f: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the slopes of the log loss, and in place of its curvatures their upper bound."""
    return 1 / (1 + np.exp(-f)) - y, np.full(len(f), 0.25)


def _orders(case: str, rng: np.random.Generator) -> dict[str, float]:
    if case == "halves":
        X, X_other, y, y_other = split(*complete("spambase"), 2300, rng)
    else:
        X, X_other = (make_friedman1(n, random_state=rng)[0] for n in (2000, 10000))
        y, y_other = (
            (rng.random(len(A)) < 1 / (1 + np.exp(AGAINST[case] - friedman1(A) / 2))).astype(int)
            for A in (X, X_other)
        )
    half = len(X_other) // 2
    sets = [(X, y), (X_other[:half], y_other[:half]), (X_other[half:], y_other[half:])]
    found = {"positive": float(np.mean(y))}
    for order, objective in (("second", None), ("first", _constant)):
        for rate in RATES:
            model = XGBClassifier(
                objective=objective,
                n_estimators=ROUNDS[-1],
                max_depth=3,
                learning_rate=rate,
                min_child_weight=0.0,
            ).fit(X, y, eval_set=sets)
            train, validation, test = model.evals_result_.values()
            best, name = int(np.argmin(validation)), f"{order}_{rate:g}"
            found |= {f"{name}_rounds": float(best + 1), f"{name}_best": float(test[best])}
            for m in ROUNDS:
                found |= {f"{name}_train_{m}": float(train[m - 1])}
                found |= {f"{name}_test_{m}": float(test[m - 1])}
    return found
