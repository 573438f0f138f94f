"""Breiman 1996, Bagging predictors: classification trees, error rates in percent.

A row of a table is a data set. Waveform: 300 rows to learn from and 1500 to test; the others:
random splits, nine tenths to one. `single` is a tree pruned by 10-fold cross-validation; `bagged`
a plurality vote of 50 trees, each pruned by the whole learning set; `full` a vote of the same 50
trees unpruned; `forest` 100 trees that see sqrt(d) features at each node.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import BaggingClassifier, DecisionTreeClassifier, RandomForestClassifier
from ensemblelab.datasets import make_waveform

from experiments import stream
from experiments.data import complete, split
from experiments.pruning import choose_by_folds, prune_by

CASES = {
    "waveform": 100,
    "breast_cancer_wisconsin": 100,
    "ionosphere": 100,
    "glass": 100,
    "soybean683": 50,
    "heart_statlog": 100,
    "sonar": 100,
}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Split or draw once; return the test errors in per cent."""
    rng = stream(case, repetition)
    if case == "waveform":
        (X, y), (X_test, y_test) = make_waveform(300, rng), make_waveform(1500, rng)
    else:
        X, X_test, y, y_test = split(*complete(case), 0.1, rng)
    return errors(X, y, X_test, y_test, rng)


def errors(
    X: np.ndarray,
    y: np.ndarray,
    X_test: np.ndarray,
    y_test: np.ndarray,
    rng: np.random.Generator,
) -> dict[str, float]:
    """Learn from the first rows; return the errors on the others in per cent."""
    # A rare class can be missing from the nine tenths; no tree can name it.
    classes = np.unique(y)
    labels = np.searchsorted(classes, y)

    def per_cent_wrong(answer: np.ndarray) -> float:
        return 100 * float(np.mean(answer != y_test))

    single = choose_by_folds(DecisionTreeClassifier(), X, labels, rng)
    bag = BaggingClassifier(n_estimators=50, random_state=rng).fit(X, y)
    votes = np.zeros((len(X_test), len(classes)))
    for member in bag.estimators_:
        pruned = prune_by(member.tree_, X, labels, numeric=False)
        votes[np.arange(len(X_test)), pruned.predict(X_test).argmax(axis=1)] += 1
    forest = RandomForestClassifier(100, random_state=rng).fit(X, y)
    return {
        "single": per_cent_wrong(classes[single.predict(X_test).argmax(axis=1)]),
        "bagged": per_cent_wrong(classes[votes.argmax(axis=1)]),
        "full": per_cent_wrong(bag.predict(X_test)),
        "forest": per_cent_wrong(forest.predict(X_test)),
    }
