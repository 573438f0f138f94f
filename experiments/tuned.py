"""Tuned ensembles on independent data sets, with 400 observations and with more.

Errors in percent on a quarter of the rows. Each learner gets the same budget inside the training
rows: six configurations, the library's own values and five drawn at random, are fitted to two
thirds of them. The one with the least Brier score on the last third is fitted to all training rows
(`_tuned`; `_default` has the library's values). XGBoost (the library xgboost, 100 rounds at most)
stops early on the same third. Forests and extra trees have 50 trees; the stack has such a forest,
nearest neighbors and logistic regression, and draws the hyperparameters of all three.

NAME_400: at most 400 rows of a real data set, drawn at random; NAME_4000 and NAME_15000 likewise.
threenorm is a generator, drawn anew each time. The stack takes too long for more than 4000 rows.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
import xgboost
from ensemblelab import ExtraTreesClassifier, RandomForestClassifier, StackingClassifier
from ensemblelab.datasets import make_threenorm
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from experiments import LIBRARIES, seed, stream
from experiments.data import complete, split

REAL = (  # not heart_statlog, whose patients are all in heart_cleveland
    "breast_cancer_wisconsin",
    "glass",
    "heart_cleveland",
    "ionosphere",
    "letter",
    "satimage",
    "sonar",
    "soybean683",
    "spambase",
    "vehicle",
    "vowel",
)
CASES = (
    {f"{name}_400": 10 for name in REAL}
    | {"letter_4000": 10, "satimage_4000": 3, "spambase_4000": 3, "threenorm_4000": 10}
    | {"letter_15000": 4, "threenorm_40000": 2}
)
ABOUT = {
    "libraries": {name: version(name) for name in LIBRARIES} | {"xgboost": xgboost.__version__}
}
CONFIGURATIONS = 6
TREES, ROUNDS, PATIENCE = 50, 100, 20

Configuration = dict[str, Any]


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw or split the data once, and give the error of each learner, tuned and not."""
    rng = stream(case, repetition)
    name, rows = case.rsplit("_", 1)
    if name == "threenorm":
        X, y = make_threenorm(int(rows), rng)
    else:
        X, y = complete(name)
        some = rng.permutation(len(y))[: int(rows)]
        X, y = X[some], y[some]
    X, X_test, y, y_test = split(X, y, 0.25, rng)
    found = {}
    for learner, (make, draw) in LEARNERS.items():
        if learner == "stack" and int(rows) > 4000:
            continue
        configurations = {"default": {}, "tuned": tune(make, draw, X, y, rng)}
        for how, configuration in configurations.items():
            classes, codes = np.unique(y, return_inverse=True)
            model = make(seed(rng), **configuration).fit(X, codes)
            wrong = classes[model.predict(X_test)] != y_test
            found[f"{learner}_{how}"] = 100 * float(np.mean(wrong))
    return found


def tune(
    make: Callable[..., Any],
    draw: Callable[[np.random.Generator], Configuration],
    X: np.ndarray,
    y: np.ndarray,
    rng: np.random.Generator,
) -> Configuration:
    """Return the configuration with the least Brier score on a third of the rows."""
    X, X_held, y, y_held = split(X, y, 1 / 3, rng)
    classes, y = np.unique(y, return_inverse=True)
    known = np.isin(y_held, classes)  # a class that is not fitted to has no probability
    X_held, y_held = X_held[known], np.searchsorted(classes, y_held[known])
    truth = y_held[:, None] == np.arange(len(classes))
    scores = []
    for configuration in [{}, *(draw(rng) for _ in range(CONFIGURATIONS - 1))]:
        model = make(seed(rng), **configuration)
        if isinstance(model, xgboost.XGBClassifier):
            model.set_params(early_stopping_rounds=PATIENCE)
            model.fit(X, y, eval_set=[(X_held, y_held)], verbose=False)
            configuration = configuration | {"n_estimators": model.best_iteration + 1}
        else:
            model.fit(X, y)
        score = float(np.mean((model.predict_proba(X_held) - truth) ** 2))
        scores.append((score, configuration))
    return min(scores, key=lambda one: one[0])[1]


def between(low: float, high: float, rng: np.random.Generator) -> float:
    """Draw a number whose logarithm is uniform."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def draw_forest(rng: np.random.Generator) -> Configuration:
    """Draw the fraction of features at a node, and the least size of a leaf."""
    return {
        "max_features": between(0.05, 1, rng),
        "min_samples_leaf": int(rng.choice([1, 1, 2, 4])),
    }


def draw_xgboost(rng: np.random.Generator) -> Configuration:
    """Draw learning rate, depth, penalties, and the fractions of rows and columns."""
    return {
        "learning_rate": between(0.05, 0.5, rng),
        "max_depth": int(rng.integers(1, 9)),
        "reg_lambda": between(0.1, 10, rng),
        "min_child_weight": between(0.1, 10, rng),
        "subsample": float(rng.uniform(0.5, 1)),
        "colsample_bynode": float(rng.uniform(0.2, 1)),
    }


def draw_stack(rng: np.random.Generator) -> Configuration:
    """Draw the forest, the number of neighbors, and the penalties of both regressions."""
    return {
        "forest": draw_forest(rng),
        "neighbors": int(rng.choice([1, 3, 5, 9, 15])),
        "C": between(0.01, 100, rng),
        "final_C": between(0.01, 100, rng),
    }


def make_forest(random_state: int, **configuration: Any) -> RandomForestClassifier:
    """Return a forest."""
    return RandomForestClassifier(TREES, random_state=random_state, **configuration)


def make_extra(random_state: int, **configuration: Any) -> ExtraTreesClassifier:
    """Return extremely randomized trees."""
    return ExtraTreesClassifier(TREES, random_state=random_state, **configuration)


def make_xgboost(
    random_state: int, n_estimators: int = ROUNDS, **configuration: Any
) -> xgboost.XGBClassifier:
    """Return XGBoost on one thread."""
    return xgboost.XGBClassifier(
        n_estimators=n_estimators, n_jobs=1, random_state=random_state, **configuration
    )


def make_stack(
    random_state: int,
    forest: Configuration | None = None,
    neighbors: int = 5,
    C: float = 1.0,
    final_C: float = 1.0,
) -> StackingClassifier:
    """Return the stack of a forest, nearest neighbors and logistic regression."""
    members = [
        ("forest", make_forest(random_state, **(forest or {}))),
        ("neighbors", make_pipeline(StandardScaler(), KNeighborsClassifier(neighbors))),
        ("line", make_pipeline(StandardScaler(), LogisticRegression(C=C, max_iter=200))),
    ]
    return StackingClassifier(members, LogisticRegression(C=final_C, max_iter=200), cv=2)


LEARNERS: dict[str, tuple[Callable[..., Any], Callable[[np.random.Generator], Configuration]]] = {
    "forest": (make_forest, draw_forest),
    "extra": (make_extra, draw_forest),
    "xgboost": (make_xgboost, draw_xgboost),
    "stack": (make_stack, draw_stack),
}
