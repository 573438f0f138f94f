"""ESL2, chapter 9, spam: one tree, pruned by 10-fold cross-validation, error rates in percent.

3065 mails to learn from and 1536 to test, on the splits of `experiments.spam_curves`.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import DecisionTreeClassifier

from experiments import stream
from experiments.data import complete, split
from experiments.pruning import choose_by_folds

CASES = {"spambase": 10}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Split once; return the test error in per cent."""
    rng = stream(case, repetition)
    X, X_test, y, y_test = split(*complete(case), 1536, rng)
    tree = choose_by_folds(DecisionTreeClassifier(), X, y, rng)
    answer = tree.predict(X_test).argmax(axis=1)
    return {"tree": 100 * float(np.mean(answer != y_test)), "leaves": tree.n_leaves}
