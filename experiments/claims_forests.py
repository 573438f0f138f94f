"""Random forests: claims of their chapter on the features for each split, error rates in percent.

300 rows to learn from, 2000 to test. `split_Q` is the error of a forest of 40 trees with Q
features drawn at each split, `tree_Q` of 40 trees with Q features drawn once for each tree;
`features_Q` that of a forest of 100 trees. `two_of_a_hundred` has 100 normal features, the first
two of which make the class.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import DecisionTreeClassifier, RandomForestClassifier
from ensemblelab.bootstrap import bootstrap_counts
from ensemblelab.datasets import make_ringnorm, make_threenorm, make_waveform

from experiments import stream

CASES = {"waveform": 10, "threenorm": 10, "ringnorm": 10, "two_of_a_hundred": 10}
FEATURES = {"ringnorm": (1, 2, 4, 7, 12, 20), "two_of_a_hundred": (1, 3, 10, 20, 40, 100)}


def two_of_a_hundred(n: int, random_state: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Draw 100 normal features, the first two of which make the class."""
    X = random_state.normal(size=(n, 100))
    return X, np.where(X[:, 0] + X[:, 1] > 0, 1, -1)


DRAWS = {
    "waveform": make_waveform,
    "threenorm": make_threenorm,
    "ringnorm": make_ringnorm,
    "two_of_a_hundred": two_of_a_hundred,
}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw data once, and return every error."""
    rng = stream(case, repetition)
    (X, y), (X_test, y_test) = DRAWS[case](300, rng), DRAWS[case](2000, rng)
    found = {}
    for q in () if case == "two_of_a_hundred" else (1, 4):
        forest = RandomForestClassifier(40, max_features=q, random_state=rng).fit(X, y)
        found[f"split_{q}"] = 1 - forest.score(X_test, y_test)
        found[f"tree_{q}"] = np.mean(drawn_for_each_tree(X, y, X_test, q, rng) != y_test)
    for q in FEATURES.get(case, ()):
        forest = RandomForestClassifier(100, max_features=q, random_state=rng).fit(X, y)
        found[f"features_{q}"] = 1 - forest.score(X_test, y_test)
    return {name: 100 * float(value) for name, value in found.items()}


def drawn_for_each_tree(
    X: np.ndarray,
    y: np.ndarray,
    X_test: np.ndarray,
    q: int,
    rng: np.random.Generator,
    n_trees: int = 40,
) -> np.ndarray:
    """Grow trees on random subspaces, q features for each tree, and let them vote."""
    classes, codes = np.unique(y, return_inverse=True)
    votes = np.zeros((len(X_test), len(classes)))
    for _ in range(n_trees):
        columns = rng.choice(X.shape[1], size=q, replace=False)
        sample = bootstrap_counts(len(X), rng)
        tree = DecisionTreeClassifier().fit(X[:, columns], codes, sample)
        votes[np.arange(len(X_test)), tree.predict(X_test[:, columns])] += 1
    return classes[votes.argmax(axis=1)]
