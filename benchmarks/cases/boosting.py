"""Gradient boosting against scikit-learn's, XGBoost against xgboost's."""

from __future__ import annotations

import numpy as np
from ensemblelab.datasets import load
from ensemblelab.gradient_boosting import GradientBoostingClassifier
from ensemblelab.xgboost import XGBClassifier
from sklearn.datasets import make_classification
from sklearn.ensemble import GradientBoostingClassifier as SklearnBoosting
from sklearn.model_selection import train_test_split
from xgboost import XGBClassifier as Library

from benchmarks import Case


def gradient_boosting():
    """Leaves of 10: on spam no two splits then tie, so both sides agree to the row."""
    return GradientBoostingClassifier(n_estimators=100, max_depth=3, min_samples_leaf=10)


def scikit_learn():
    return SklearnBoosting(n_estimators=100, max_depth=3, min_samples_leaf=10, random_state=0)


def ours(tree_method):
    return XGBClassifier(n_estimators=100, max_depth=6, tree_method=tree_method)


def library(tree_method):
    return Library(n_estimators=100, max_depth=6, tree_method=tree_method, n_jobs=1)


def spam():
    """All 4601 mails, as both X, y to fit and to judge the fit on."""
    data = load("spambase")
    order = np.random.default_rng(0).permutation(len(data.y))
    return data.X[order].astype(np.float32), np.unique(data.y[order], return_inverse=True)[1]


def wide(n):
    """28 continuous columns, 10 of them informative, to fit and to judge the fit on."""
    X, y = make_classification(
        2 * n, 28, n_informative=10, n_clusters_per_class=4, flip_y=0.05, random_state=0
    )
    X, test_X, y, test_y = train_test_split(X.astype(np.float32), y, test_size=0.5, random_state=0)
    return X, y, test_X, test_y


def models(n):
    """Both models fitted on the same 20,000 rows, and n others to predict."""
    X, y, test_X, test_y = wide(max(n, 20_000))
    return {
        "ours": ours("hist").fit(X[:20_000], y[:20_000]),
        "library": library("hist").fit(X[:20_000], y[:20_000]),
        "X": test_X[:n],
        "y": test_y[:n],
    }


def split_rows(data, model):
    return model.score(data[2], data[3])


CASES = [
    Case(
        name="Gradient boosting 100 x depth 3, exact, spam",
        target=0.15,
        data=spam,
        ours=lambda data: gradient_boosting().fit(*data),
        peer=lambda data: scikit_learn().fit(*data),
        quality=lambda data, model: model.score(*data),
        tolerance=0,  # decision values agree to 1e-10
        grow=lambda n: wide(n)[:2],
    ),
    Case(
        name="XGBoost 100 x depth 6, exact, spam",
        target=0.35,
        data=spam,
        ours=lambda data: ours("exact").fit(*data),
        peer=lambda data: library("exact").fit(*data),
        quality=lambda data, model: model.score(*data),
        tolerance=0,  # the same trees
    ),
    Case(
        name="XGBoost 100 x depth 6, hist, 100k x 28",
        target=0.8,
        data=lambda: wide(100_000),
        ours=lambda data: ours("hist").fit(data[0], data[1]),
        peer=lambda data: library("hist").fit(data[0], data[1]),
        quality=split_rows,
        # Other quantiles, other splits: two models of about 10% error, judged on 100,000 rows
        # (standard error of a rate 0.1%), differ also by chance in how they were built.
        tolerance=0.003,
        grow=wide,
        # On 1,000 rows, judged on as many, the two differ by .015 (standard deviation).
        growth_tolerance=0.03,
    ),
    Case(
        name="boosted prediction, 100k rows",
        target=0.65,
        data=lambda: models(100_000),
        ours=lambda data: data["ours"].predict(data["X"]),
        peer=lambda data: data["library"].predict(data["X"]),
        quality=lambda data, prediction: np.mean(prediction == data["y"]),
        tolerance=0.006,  # models fitted on a fifth of those rows differ by twice as much
        grow=models,
        growth_tolerance=0.03,  # the two disagree on some 8% of 1,000 rows: by .009, one deviation
    ),
]
