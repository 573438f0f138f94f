"""In practice: one benchmark over all data sets that come with the library, and what tempts.

The data sets, errors in per cent: at most 400 rows drawn at random, three quarters of them to
learn from; 50 members, or 25 rounds at the rate 0.3, all else as the library has it, and its stack
of a forest, five nearest neighbours and a line. `peer_` is scikit-learn's forest, and xgboost,
with the same settings.
`noise`: 60 rows and 8 columns of chance; trees tuned by five folds, the error of the best setting
as these folds have it, as five folds around all of that have it, and on new rows. `stopping`:
boosting, where a fifth of the labels is wrong, stopped where the error is least on 100 rows; as
these rows have it, and on new ones.
`calibration`, `rare`: Brier scores times 100 of boosting, with and without a second look at its
probabilities; classes that overlap, and one class of twenty. `copies`: importances where two
columns are the same, and one is chance with many values. `categories`: 150 categories that mean
nothing, as numbers; share of errors in per cent.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import xgboost
from ensemblelab import (
    AdaBoostClassifier,
    BaggingClassifier,
    DecisionTreeClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
    StackingClassifier,
    XGBClassifier,
)
from ensemblelab.datasets import make_threenorm
from ensemblelab.diagnostics import brier_parts, staged_errors
from ensemblelab.encoding import target_statistics
from numpy.typing import NDArray
from sklearn import ensemble as peer
from sklearn.inspection import permutation_importance
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier as PeerTree

from experiments import seed, stream
from experiments.data import complete, split

DATA = (
    "breast_cancer_wisconsin",
    "glass",
    "heart_cleveland",
    "heart_statlog",
    "ionosphere",
    "letter",
    "satimage",
    "sonar",
    "soybean683",
    "spambase",
    "vehicle",
    "vowel",
)
CASES = dict.fromkeys(DATA, 3) | {
    "noise": 20,
    "stopping": 12,
    "calibration": 5,
    "rare": 5,
    "copies": 6,
    "categories": 12,
}
ROWS = 400


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw or split the data once, and return every figure."""
    rng = stream(case, repetition)
    if case in DATA:
        return benchmark(case, rng)
    measure = {
        "noise": noise,
        "stopping": stopping,
        "calibration": calibration,
        "rare": rare,
        "copies": copies,
        "categories": categories,
    }
    return measure[case](rng)


def benchmark(name: str, rng: np.random.Generator) -> dict[str, float]:
    """Return the errors of the ensembles on one split of a data set."""
    X, y = complete(name)
    some = rng.permutation(len(y))[:ROWS]
    y = np.unique(y[some], return_inverse=True)[1]
    X, X_test, y, y_test = split(X[some], y, 0.25, rng)
    members = [
        ("forest", RandomForestClassifier(50, random_state=seed(rng))),
        ("near", make_pipeline(StandardScaler(), KNeighborsClassifier(5))),
        ("line", make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))),
    ]
    models = {
        "tree": DecisionTreeClassifier(),
        "bagging": BaggingClassifier(n_estimators=50, random_state=rng),
        "forest": RandomForestClassifier(50, random_state=rng),
        "extra": ExtraTreesClassifier(50, random_state=rng),
        "adaboost": AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=50),
        "boosted": GradientBoostingClassifier(n_estimators=25, learning_rate=0.3),
        "xgboost": XGBClassifier(n_estimators=25),
        "stack": StackingClassifier(members, cv=2),
        "peer_forest": peer.RandomForestClassifier(50, random_state=seed(rng)),
        "peer_xgboost": xgboost.XGBClassifier(n_estimators=25, n_jobs=1),
    }
    return {
        key: 100 * float(np.mean(model.fit(X, y).predict(X_test) != y_test))
        for key, model in models.items()
    }


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
    """Return 100 times the Brier score of boosting, and of three recalibrations of it."""
    (X, y), (X_held, y_held) = make_threenorm(500, rng), make_threenorm(500, rng)
    X_new, y_new = make_threenorm(3000, rng)
    y_two, new = (y_held > 0).astype(int), (y_new > 0).astype(int)
    found = {}
    for name, model in {
        "boosted": GradientBoostingClassifier(n_estimators=300, learning_rate=0.3),
        "short": GradientBoostingClassifier(n_estimators=40, learning_rate=0.3),
        "adaboost": AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), n_estimators=100),
        "forest": RandomForestClassifier(100, random_state=rng),
    }.items():
        model.fit(X, y)
        p_held, p_new = (model.predict_proba(rows)[:, 1] for rows in (X_held, X_new))
        predicted = {name: p_new} | {
            f"{name}_{how}": again
            for how, again in second_look(log_odds(p_held), y_two, log_odds(p_new)).items()
        }
        for key, p in predicted.items():
            parts = brier_parts(p.round(1), new)
            found[key] = 100 * float(np.mean((p - new) ** 2))
            found[f"{key}_reliability"] = 100 * parts.reliability
            found[f"{key}_resolution"] = 100 * parts.resolution
    return found


def log_odds(p: np.ndarray) -> np.ndarray:
    """Return a column of log-odds, none of them infinite."""
    p = np.clip(p, 1e-4, 1 - 1e-4)
    return np.log(p / (1 - p))


def second_look(scores: np.ndarray, y: np.ndarray, new: np.ndarray) -> dict[str, np.ndarray]:
    """Learn probabilities from scores: Platt's curve, and steps that never fall."""
    line = LogisticRegression(C=1e6, solver="newton-cholesky").fit(scores[:, None], y)
    steps = IsotonicRegression(out_of_bounds="clip").fit(scores, y)
    return {"platt": line.predict_proba(new[:, None])[:, 1], "isotonic": steps.predict(new)}


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
