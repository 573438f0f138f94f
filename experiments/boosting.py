"""Freund and Schapire 1996, Experiments with a new boosting algorithm: error rates in percent.

A repetition is one fold of a 10-fold cross-validation; ten after each other make up one. All
three use CART's trees with at least two rows in a leaf (a full tree makes no mistake on the rows
it learned, so that nothing would be left to boost), where the paper had C4.5. `boosted` are up to
100 rounds of AdaBoost, SAMME for more than two classes, `bagged` 100 trees.
"""

from __future__ import annotations

from ensemblelab import AdaBoostClassifier, BaggingClassifier, DecisionTreeClassifier
from sklearn.model_selection import KFold

from experiments import SEED, stream
from experiments.data import complete

CASES = {"ionosphere": 30, "glass": 30, "sonar": 30, "vehicle": 20}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Run one fold; return its errors in per cent."""
    run, fold = divmod(repetition, 10)
    X, y = complete(case)
    folds = KFold(10, shuffle=True, random_state=SEED + run).split(X)
    train, test = list(folds)[fold]
    rng = stream(case, repetition)
    tree = DecisionTreeClassifier(min_samples_leaf=2)
    models = {
        "tree": tree,
        "boosted": AdaBoostClassifier(tree, 100, random_state=rng),
        "bagged": BaggingClassifier(tree, 100, random_state=rng),
    }
    return {
        name: 100 * (1 - model.fit(X[train], y[train]).score(X[test], y[test]))
        for name, model in models.items()
    }
