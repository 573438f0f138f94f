"""In practice: pitfalls when models are selected, calibrated, and explained.

`noise`: 60 rows and 8 columns of chance; trees tuned by five folds, the error of the best setting
as these folds have it, as five folds around all of that have it, and on new rows. `stopping`:
boosting, where a fifth of the labels is wrong, stopped where the error is least on 100 rows; as
these rows have it, and on new ones.
`calibration`: Brier scores times 100 on threenorm. `half`: fitted to 500 rows, and calibrated on
500 held out; `all`: fitted to all 1000, and calibrated by what five folds say of them. The
reliability is that of twenty groups of rows with neighboring scores, the same before and after.
`rare`: Brier scores times 100 where one class is one of twenty. `copies`: importances where two
columns are the same, and one is chance with many values. `categories`: 150 categories that mean
nothing, as numbers; share of errors in percent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ensemblelab import (
    AdaBoostClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from ensemblelab.datasets import make_threenorm
from ensemblelab.diagnostics import brier_parts, staged_errors
from ensemblelab.encoding import target_statistics
from numpy.typing import NDArray
from sklearn.inspection import permutation_importance
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.tree import DecisionTreeClassifier as PeerTree

from experiments import seed, stream

CASES = {
    "noise": 20,
    "stopping": 12,
    "calibration": 10,
    "rare": 10,
    "copies": 10,
    "categories": 12,
}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw the data once, and give every figure."""
    measure = {
        "noise": noise,
        "stopping": stopping,
        "calibration": calibration,
        "rare": rare,
        "copies": copies,
        "categories": categories,
    }
    return measure[case](stream(case, repetition))


def noise(rng: np.random.Generator) -> dict[str, float]:
    """Tune trees to rows of chance, and estimate in three ways what that is worth."""
    X, y = rng.normal(size=(60, 8)), rng.integers(2, size=60)
    X_new, y_new = rng.normal(size=(2000, 8)), rng.integers(2, size=2000)
    folds, draw = KFold(5, shuffle=True, random_state=seed(rng)), seed(rng)
    settings = [
        {"max_depth": depth, "min_samples_leaf": least}
        for depth in (1, 2, 4, None)
        for least in (1, 6)
    ]

    def error(setting: dict[str, Any], X: np.ndarray, y: np.ndarray, *new: np.ndarray) -> float:
        tree = PeerTree(random_state=draw, **setting).fit(X, y)
        return 100 * float(np.mean(tree.predict(new[0]) != new[1]))

    def choose(X: np.ndarray, y: np.ndarray) -> tuple[float, dict[str, Any]]:
        found = [
            np.mean([error(setting, X[a], y[a], X[b], y[b]) for a, b in folds.split(X)])
            for setting in settings
        ]
        return float(min(found)), settings[int(np.argmin(found))]

    best, setting = choose(X, y)
    nested = [error(choose(X[a], y[a])[1], X[a], y[a], X[b], y[b]) for a, b in folds.split(X)]
    return {
        "best": best,
        "nested": float(np.mean(nested)),
        "new": error(setting, X, y, X_new, y_new),
    }


def stopping(rng: np.random.Generator) -> dict[str, float]:
    """Stop boosting where it errs least on some rows; compute its error there and on new ones."""

    def draw(n: int) -> tuple[np.ndarray, np.ndarray]:
        X, y = make_threenorm(n, rng)
        return X, np.where(rng.random(n) < 0.2, -y, y)

    (X, y), (X_stop, y_stop), (X_new, y_new) = draw(200), draw(100), draw(4000)
    model = GradientBoostingClassifier(n_estimators=200, max_depth=2, learning_rate=0.3)
    model.fit(X, y)
    held_out, true = (staged_errors(model, *rows) for rows in ((X_stop, y_stop), (X_new, y_new)))
    best = int(held_out.argmin())
    return {
        "told": 100 * float(held_out[best]),
        "new": 100 * float(true[best]),
        "last": 100 * float(true[-1]),
        "rounds": float(best + 1),
    }


def calibration(rng: np.random.Generator) -> dict[str, float]:
    """Return 100 times the Brier score of probabilities as they are, and calibrated."""
    (X, y), (X_held, y_held) = make_threenorm(500, rng), make_threenorm(500, rng)
    X_new, y_new = make_threenorm(3000, rng)
    X_all, y_all = np.vstack([X, X_held]), np.concatenate([y, y_held])
    folds = list(KFold(5, shuffle=True, random_state=seed(rng)).split(X_all))
    happened = y_new > 0
    found = {}
    for name, model in {
        "boosted": GradientBoostingClassifier(n_estimators=300, learning_rate=0.3),
        "short": GradientBoostingClassifier(n_estimators=40, learning_rate=0.3),
        "adaboost": AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=100),
        "forest": RandomForestClassifier(100, random_state=seed(rng)),
    }.items():
        half = model.fit(X, y).predict_proba
        p_held, p_half = half(X_held)[:, 1], half(X_new)[:, 1]
        p_fold = np.empty(len(y_all))
        for rest, fold in folds:
            p_fold[fold] = model.fit(X_all[rest], y_all[rest]).predict_proba(X_all[fold])[:, 1]
        p_all = model.fit(X_all, y_all).predict_proba(X_new)[:, 1]
        told = {"half": p_half, "all": p_all}
        told |= {f"half_{how}": p for how, p in calibrate(p_held, y_held > 0, p_half).items()}
        told |= {f"all_{how}": p for how, p in calibrate(p_fold, y_all > 0, p_all).items()}
        for key, p in told.items():
            parts = brier_parts(group_means(p, p_all if "all" in key else p_half), happened)
            found[f"{name}_{key}"] = 100 * float(np.mean((p - happened) ** 2))
            found[f"{name}_{key}_reliability"] = 100 * parts.reliability
    return found


def group_means(p: np.ndarray, score: np.ndarray, groups: int = 20) -> np.ndarray:
    """Return each row the mean of p in its group, of twenty with neighboring scores."""
    group = score.argsort(kind="stable").argsort() * groups // len(score)
    return (np.bincount(group, p) / np.bincount(group))[group]


def log_odds(p: np.ndarray) -> np.ndarray:
    """Return a column of log-odds, none of them infinite."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.log(p / (1 - p))


def calibrate(p_held: np.ndarray, y: np.ndarray, p_new: np.ndarray) -> dict[str, np.ndarray]:
    """Fit Platt scaling and isotonic regression to rows that the model has not seen."""
    held, new = log_odds(p_held), log_odds(p_new)
    platt = LogisticRegression(C=1e6, solver="newton-cholesky").fit(held[:, None], y)
    isotonic = IsotonicRegression(out_of_bounds="clip").fit(held, y)
    return {
        "platt": platt.predict_proba(new[:, None])[:, 1],
        "isotonic": isotonic.predict(new),
    }


def rare(rng: np.random.Generator) -> dict[str, float]:
    """Learn one class of twenty: from all rows, from as many of either, and shifted back."""

    def draw(n: int) -> tuple[np.ndarray, NDArray[np.intp]]:
        y = (rng.random(n) < 0.05).astype(np.intp)
        return rng.normal(size=(n, 5)) + 0.8 * y[:, None], y

    (X, y), (X_new, y_new) = draw(4000), draw(20000)
    positive, negative = np.flatnonzero(y == 1), np.flatnonzero(y == 0)
    kept = np.concatenate([positive, rng.choice(negative, len(positive), replace=False)])
    beta = len(positive) / len(negative)
    settings: dict[str, Any] = {"n_estimators": 100, "max_depth": 1}
    predicted = {
        key: GradientBoostingClassifier(**settings).fit(X[of], y[of]).predict_proba(X_new)[:, 1]
        for key, of in (("all", slice(None)), ("few", kept))
    }
    predicted["back"] = beta * predicted["few"] / (beta * predicted["few"] + 1 - predicted["few"])
    return {
        f"{key}_brier": 100 * float(np.mean((p - y_new) ** 2)) for key, p in predicted.items()
    } | {f"{key}_mean": 100 * float(p.mean()) for key, p in predicted.items()}


def copies(rng: np.random.Generator) -> dict[str, float]:
    """Return importances, by impurity and by permutation, with and without a copy of a column."""

    def draw(n: int) -> tuple[np.ndarray, np.ndarray]:
        signal = rng.integers(0, 4, (n, 2)).astype(float)
        y = signal[:, 0] + 0.5 * signal[:, 1] + rng.normal(0, 1.5, n) > 2.25
        return np.column_stack([signal, rng.normal(size=n)]), y.astype(int)

    (X, y), (X_new, y_new) = draw(400), draw(400)
    found = {}
    for key, of in (("alone", [0, 1, 2]), ("twice", [0, 0, 1, 2])):
        forest = RandomForestClassifier(100, max_features=2, random_state=rng).fit(X[:, of], y)
        shuffled = permutation_importance(
            forest, X_new[:, of], y_new, n_repeats=10, random_state=seed(rng)
        )
        for name, at in (("first", 0), ("second", -2), ("noise", -1)):
            found[f"{key}_{name}_impurity"] = 100 * float(forest.feature_importances_[at])
            found[f"{key}_{name}_permuted"] = 100 * float(shuffled.importances_mean[at])
    return found


def categories(rng: np.random.Generator) -> dict[str, float]:
    """Encode categories that mean nothing, by all rows' targets or by earlier rows' alone."""

    def draw(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        useful = rng.normal(size=n)
        y = (rng.random(n) < 1 / (1 + np.exp(-1.5 * useful))).astype(int)
        return useful, rng.integers(0, 150, n), y

    (x, u, y), (x_new, u_new, y_new) = draw(500), draw(4000)
    prior = y.mean()
    counts, sums = np.bincount(u, minlength=150), np.bincount(u, y, minlength=150)
    later = ((sums + prior) / (counts + 1))[u_new]  # of all rows learned from
    found = {}
    for key, order in (("plain", None), ("ordered", rng.permutation(500)), ("without", None)):
        encoded = target_statistics(u, y, prior=prior, order=order)
        columns, new = np.column_stack([x, encoded]), np.column_stack([x_new, later])
        use = slice(0, 1) if key == "without" else slice(None)
        model = GradientBoostingClassifier(n_estimators=50, max_depth=2).fit(columns[:, use], y)
        found[f"{key}_known"] = 100 * float(np.mean(model.predict(columns[:, use]) != y))
        found[f"{key}_new"] = 100 * float(np.mean(model.predict(new[:, use]) != y_new))
    return found
