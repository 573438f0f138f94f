"""Breiman 2001, Random forests: error rates in percent, random splits of nine tenths to one.

Two forests of 100 trees, one that sees a single feature at each node and one that sees
floor(log2 d + 1); `selection` is the test error of the one whose out-of-bag error is lower.
"""

from __future__ import annotations

from ensemblelab import RandomForestClassifier

from experiments import stream
from experiments.data import complete, split

CASES = {"breast_cancer_wisconsin": 100, "sonar": 100}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Split once; return the test errors in per cent."""
    rng = stream(case, repetition)
    X, X_test, y, y_test = split(*complete(case), 0.1, rng)
    forests = [
        RandomForestClassifier(100, max_features=F, oob_score=True, random_state=rng).fit(X, y)
        for F in (1, X.shape[1].bit_length())
    ]
    one, some = (100 * (1 - forest.score(X_test, y_test)) for forest in forests)
    return {
        "selection": some if forests[1].oob_score_ > forests[0].oob_score_ else one,
        "one_feature": one,
        "log_features": some,
    }
