"""Bagging: claims of its chapter, error rates in percent.

200 rows to learn from, 2000 to test. A tree, a tree from 63.2 per cent of the rows, 50 bagged, and
their error as estimated out of bag and by ten folds; the nearest neighbour, and 25 bagged; a
network of eight hidden units, 15 bagged, and 15 that got all rows and differ by where they start.
`turned_tree` and `turned_bag`: how many answers about new rows turn, of a tree and of 25 bagged,
when one training row is taken away from all samples, mean of forty such rows; `worst_`, the most of
the forty, and `none_`, how many of the forty turn nothing.
`nodes_tree` and `nodes_bag`: how many nodes there are to keep.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ensemblelab import BaggingClassifier, DecisionTreeClassifier
from ensemblelab.bootstrap import bootstrap_counts
from ensemblelab.datasets import make_ringnorm, make_threenorm, make_waveform
from ensemblelab.trees.fitting import fit_trees
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from experiments import seed, stream

DRAWS = {"ringnorm": make_ringnorm, "threenorm": make_threenorm, "waveform": make_waveform}
CASES = dict.fromkeys(DRAWS, 10)
NETWORKS = 15


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw the data once, and return every figure."""
    rng = stream(case, repetition)
    (X, y), (X_test, y_test) = DRAWS[case](200, rng), DRAWS[case](2000, rng)
    _, y = np.unique(y, return_inverse=True)
    _, y_test = np.unique(y_test, return_inverse=True)
    found = trees(X, y, X_test, y_test, rng) | influence(X, y, X_test, rng)
    scale = StandardScaler().fit(X)
    return found | others(scale.transform(X), y, scale.transform(X_test), y_test, rng)


def trees(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the errors of trees, what they lose by having fewer rows, and two estimates."""
    tree = DecisionTreeClassifier().fit(X, y)
    few = rng.permutation(len(X))[: round(0.632 * len(X))]
    bag = BaggingClassifier(n_estimators=50, oob_score=True, random_state=seed(rng)).fit(X, y)
    again = BaggingClassifier(n_estimators=50, random_state=seed(rng))
    folds = StratifiedKFold(10, shuffle=True, random_state=seed(rng))
    return {
        "tree": error(tree, X_test, y_test),
        "tree_632": error(DecisionTreeClassifier().fit(X[few], y[few]), X_test, y_test),
        "member": float(np.mean([error(one, X_test, y_test) for one in bag.estimators_])),
        "bag": error(bag, X_test, y_test),
        "out_of_bag": 100 * (1 - bag.oob_score_),
        "ten_folds": 100 * (1 - float(cross_val_score(again, X, y, cv=folds).mean())),
        "nodes_tree": float(len(tree.tree_.feature)),
        "nodes_bag": float(sum(len(one.tree_.feature) for one in bag.estimators_)),
    }


def error(model: Any, X: np.ndarray, y: np.ndarray) -> float:
    """Return a model's error in per cent."""
    return 100 * float(np.mean(model.predict(X) != y))


def influence(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Take forty rows away, one at a time: how many answers turn, of a tree and of 25 bagged."""
    counts = np.array([bootstrap_counts(len(X), rng) for _ in range(25)], dtype=float)
    found = {}
    for name, weights in (("tree", np.ones((1, len(X)))), ("bag", counts)):
        before = answers(X, y, weights, X_test)
        turned = [
            np.mean(answers(X, y, weights * (np.arange(len(X)) != row), X_test) != before)
            for row in rng.permutation(len(X))[:40]
        ]
        found[f"turned_{name}"] = 100 * float(np.mean(turned))
        found[f"worst_{name}"] = 100 * float(np.max(turned))
        found[f"none_{name}"] = 100 * float(np.mean(np.equal(turned, 0)))
    return found


def answers(X: np.ndarray, y: np.ndarray, weights: np.ndarray, X_new: np.ndarray) -> np.ndarray:
    """Grow a tree from each weighting, and let them vote."""
    grown = fit_trees(DecisionTreeClassifier().plan(y), X, weights)
    return np.mean([tree.predict(X_new) for tree in grown], axis=0).argmax(axis=1)


def others(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the errors of neighbours and networks, alone and together."""
    near = KNeighborsClassifier(1)
    net = MLPClassifier((8,), solver="lbfgs", alpha=0.1, max_iter=5000)
    bagged = BaggingClassifier(net, n_estimators=NETWORKS, random_state=seed(rng)).fit(X, y)
    nets = [clone(net).set_params(random_state=seed(rng)).fit(X, y) for _ in range(NETWORKS)]
    starts = np.mean([one.predict_proba(X_test) for one in nets], axis=0).argmax(axis=1)
    return {
        "near": error(near.fit(X, y), X_test, y_test),
        "bagged_near": error(
            BaggingClassifier(near, n_estimators=25, random_state=seed(rng)).fit(X, y),
            X_test,
            y_test,
        ),
        "net": float(np.mean([error(one, X_test, y_test) for one in nets])),
        "bagged_nets": error(bagged, X_test, y_test),
        "started_nets": 100 * float(np.mean(starts != y_test)),
    }
