"""Schapire et al. 1998, Boosting the margin: letters, 16000 training and the last 4000 test data.

Boosted CART trees with at least two rows in a leaf, by SAMME; the paper boosted C4.5. Errors and
the share of training margins up to 1/2 in per cent.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import AdaBoostClassifier, DecisionTreeClassifier, datasets

CASES = {"5": 1, "100": 1}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Boost as many rounds as `case` names; nothing is random here."""
    data = datasets.load("letter")
    (X, y), (X_test, y_test) = (
        (data.X[rows], data.y[rows]) for rows in (slice(16000), slice(16000, None))
    )
    model = AdaBoostClassifier(DecisionTreeClassifier(min_samples_leaf=2), int(case)).fit(X, y)
    margins = model.margins(X, y)
    return {
        "train_error": 100 * float(np.mean(model.predict(X) != y)),
        "test_error": 100 * float(np.mean(model.predict(X_test) != y_test)),
        "margins_up_to_half": 100 * float(np.mean(margins <= 0.5)),
        "minimum_margin": float(margins.min()),
        "rounds": len(model.estimators_),
    }
