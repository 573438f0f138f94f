"""ESL2, chapters 10 and 15, spam: errors in per cent, 3065 mails to learn from and 1536 to test.

`tree` is pruned by 10-fold cross-validation; `bagged` and `forest` have 300 trees, `boosted` 300
rounds of trees of depth 3 at learning rate 0.1. `copies` is the share of test mails, in per cent,
of which the training set holds an exact copy, and `forest_without_copies` the forest's error on
the other ones.
"""

from __future__ import annotations

import numpy as np

from ensemblelab import (
    BaggingClassifier,
    DecisionTreeClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from results import stream
from results.data import complete, split
from results.pruning import choose_by_folds

CASES = {"spambase": 5}
TREES = 300


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Split once; give the test errors in per cent."""
    rng = stream(case, repetition)
    X, X_test, y, y_test = split(*complete(case), 1536, rng)
    seen = {row.tobytes() for row in X}
    new = np.array([row.tobytes() not in seen for row in X_test])
    tree = choose_by_folds(DecisionTreeClassifier(), X, y, rng)
    answers = {"tree": tree.predict(X_test).argmax(axis=1)}
    for name, model in {
        "bagged": BaggingClassifier(n_estimators=TREES, random_state=rng),
        "forest": RandomForestClassifier(TREES, random_state=rng),
        "boosted": GradientBoostingClassifier(n_estimators=TREES, random_state=rng),
    }.items():
        answers[name] = model.fit(X, y).predict(X_test)
    wrong = {name: answer != y_test for name, answer in answers.items()}
    return {name: 100 * float(rows.mean()) for name, rows in wrong.items()} | {
        "copies": 100 * float(1 - new.mean()),
        "forest_without_copies": 100 * float(wrong["forest"][new].mean()),
    }
