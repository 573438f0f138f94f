"""Spam: test error in percent against the number of trees, on random splits as in ESL2, 15.

`bagged_M`, `forest_M` and `boosted_M` are the errors with M trees (boosting: depth 3 at learning
rate 0.1). Of the ensembles of `TREES` trees, `A_not_B` is the share of test mails that A gets
wrong and B right. `copies` is the share of test mails of which the training set holds an exact
copy, `forest_copies` and `forest_new` are the forest's errors on them and on the others.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np
from ensemblelab import (
    BaggingClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)

from experiments import stream
from experiments.data import complete, split

CASES = {"spambase": 10}
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 300)
TREES = SIZES[-1]


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Split once; return the test errors in per cent along the way to `TREES` trees."""
    rng = stream(case, repetition)
    X, X_test, y, y_test = split(*complete(case), 1536, rng)
    streams = rng.spawn(2)  # so that a test can grow the forest without the slow bag
    bagged = BaggingClassifier(n_estimators=TREES, random_state=streams[0]).fit(X, y)
    forest = RandomForestClassifier(TREES, random_state=streams[1]).fit(X, y)
    boosted = GradientBoostingClassifier(n_estimators=TREES).fit(X, y)
    votes = accumulate(tree.predict_proba(X_test) for tree in forest.estimators_)
    stages = {
        "bagged": bagged.staged_predict(X_test),
        "forest": (forest.classes_[total.argmax(axis=1)] for total in votes),
        "boosted": boosted.staged_predict(X_test),
    }
    wrong = {
        name: np.array([stage != y_test for m, stage in enumerate(answers, 1) if m in SIZES])
        for name, answers in stages.items()
    }
    figures = {
        f"{name}_{m}": rows.mean()
        for name, errors in wrong.items()
        for m, rows in zip(SIZES, errors, strict=True)
    }
    last = {name: errors[-1] for name, errors in wrong.items()}
    for a, b in (("bagged", "forest"), ("boosted", "forest"), ("bagged", "boosted")):
        figures[f"{a}_not_{b}"] = np.mean(last[a] & ~last[b])
        figures[f"{b}_not_{a}"] = np.mean(last[b] & ~last[a])
    seen = {row.tobytes() for row in X}
    copy = np.array([row.tobytes() in seen for row in X_test])
    figures |= {
        "copies": copy.mean(),
        "forest_copies": last["forest"][copy].mean(),
        "forest_new": last["forest"][~copy].mean(),
    }
    return {name: 100 * float(value) for name, value in figures.items()}
