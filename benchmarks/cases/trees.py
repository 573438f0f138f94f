"""Forests, bagged trees and their predictions against scikit-learn's."""

from __future__ import annotations

import numpy as np
from ensemblelab.bagging import BaggingClassifier
from ensemblelab.datasets import load
from ensemblelab.forest import RandomForestClassifier
from ensemblelab.trees.decision_tree import DecisionTreeClassifier
from sklearn import ensemble as peer
from sklearn.datasets import make_blobs, make_classification
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier as PeerTree

from benchmarks import Case


def spam():
    data = load("spambase")
    return train_test_split(data.X, data.y, test_size=0.2, random_state=0)


def wide(n):
    """Twenty continuous columns, half of them informative; and 10,000 rows to judge the fit on."""
    X, y = make_classification(
        n + 10_000, 20, n_informative=10, n_clusters_per_class=4, flip_y=0.05, random_state=0
    )
    return train_test_split(X, y, train_size=n, random_state=0)


def forest(n_estimators):
    return (
        lambda data: RandomForestClassifier(n_estimators, random_state=0).fit(data[0], data[2]),
        lambda data: peer.RandomForestClassifier(n_estimators, random_state=0).fit(
            data[0], data[2]
        ),
    )


def bagging(n_estimators):
    def ours(data):
        bag = BaggingClassifier(DecisionTreeClassifier(), n_estimators=n_estimators, random_state=0)
        return bag.fit(data[0], data[2])

    def theirs(data):
        bag = peer.BaggingClassifier(PeerTree(), n_estimators=n_estimators, random_state=0)
        return bag.fit(data[0], data[2])

    return ours, theirs


def many_classes(n):
    """Four rows of each class, around a point of its own; and as many rows to judge the fit on."""
    X, y = make_blobs(2 * n, 20, centers=n // 4, cluster_std=2.0, random_state=0)
    return train_test_split(X, y, train_size=n, stratify=y, random_state=0)


def accuracy(data, model):
    return model.score(data[1], data[3])


def models(n):
    """Both forests fitted on spam, and n rows like the test rows to predict."""
    X, test_X, y, test_y = spam()
    rows = np.random.default_rng(0).integers(len(test_X), size=n)
    return {
        "ours": RandomForestClassifier(100, random_state=0).fit(X, y),
        "theirs": peer.RandomForestClassifier(100, random_state=0).fit(X, y),
        "X": test_X[rows],
        "y": test_y[rows],
    }


CASES = [
    # 921 test mails and 5% errors: a standard error of .007 on each side, of which they share most.
    Case("forest of 100, spam", 0.45, spam, *forest(100), accuracy, 0.015),
    # Ten trees fitted on 50,000 rows: the accuracy varies by .004 with the seed, by .012 on 1,000.
    Case(
        "forest of 10, 50k x 20",
        0.22,
        lambda: wide(50_000),
        *forest(10),
        accuracy,
        0.012,
        wide,
        0.05,
    ),
    Case("bagging 50 full trees, spam", 0.32, spam, *bagging(50), accuracy, 0.015),
    # Five trees keep a run to seconds. With the seed the accuracy of three varies by .005.
    Case("bagging 5 full trees, 50k x 20", 0.2, lambda: wide(50_000), *bagging(5), accuracy, 0.012),
    # A tree finds .3 of 4,000 rows' classes: a standard error of .007 on each side.
    Case(
        "a full tree, 1,000 classes",
        1.0,
        lambda: many_classes(4_000),
        lambda data: DecisionTreeClassifier(random_state=0).fit(data[0], data[2]),
        lambda data: PeerTree(random_state=0).fit(data[0], data[2]),
        accuracy,
        0.03,
        many_classes,
    ),
    Case(
        "forest of 100, prediction, 100k x 57",
        0.55,
        lambda: models(100_000),
        lambda data: data["ours"].predict(data["X"]),
        lambda data: data["theirs"].predict(data["X"]),
        lambda data, answer: float(np.mean(answer == data["y"])),
        0.015,
        grow=models,
    ),
]
