"""AdaBoost with stumps on spam, against scikit-learn's."""

from __future__ import annotations

import numpy as np
from ensemblelab import AdaBoostClassifier
from ensemblelab.datasets import load
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

from benchmarks import Case

ROUNDS = 200


def ours():
    return AdaBoostClassifier(n_estimators=ROUNDS)


def peer():
    return Peer(DecisionTreeClassifier(max_depth=1), n_estimators=ROUNDS, random_state=0)


def spam():
    """All 4601 mails, as both X, y to fit and to judge the fit on."""
    data = load("spambase")
    order = np.random.default_rng(0).permutation(len(data.y))
    return data.X[order], data.y[order]


def grown(n):
    """Ten columns in which every value is different: the most bins there can be.

    The values are evenly spaced, since scikit-learn rounds to float32 and takes values closer
    than 1e-7 for one.
    """
    rng = np.random.default_rng(0)
    X = rng.permuted(np.tile(np.linspace(-1, 1, n), (10, 1)), axis=1).T
    return X, ((X**2).sum(axis=1) + rng.normal(size=n) > 10 / 3).astype(int)


def models(n):
    """Both models fitted on half of the mails, and rows of the other half, drawn n times."""
    X, y = spam()
    X, rest, y, truth = train_test_split(X, y, test_size=0.5, random_state=0)
    rows = np.random.default_rng(0).integers(len(rest), size=n)
    return {
        "ours": ours().fit(X, y),
        "peer": peer().fit(X, y),
        "X": rest[rows],
        "y": truth[rows],
    }


CASES = [
    Case(
        name="AdaBoost, 200 stumps, spam",
        target=0.07,
        data=spam,
        ours=lambda data: ours().fit(*data),
        peer=lambda data: peer().fit(*data),
        quality=lambda data, model: model.score(*data),
        tolerance=0,  # the same stumps in all rounds
        grow=grown,
    ),
    Case(
        name="AdaBoost prediction, 100k rows",
        target=0.03,
        data=lambda: models(100_000),
        ours=lambda data: data["ours"].predict(data["X"]),
        peer=lambda data: data["peer"].predict(data["X"]),
        quality=lambda data, prediction: np.mean(prediction == data["y"]),
        tolerance=0,
        grow=models,
    ),
]
