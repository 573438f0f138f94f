"""What a process has ready before it forks, as a grader's does for each submission.

A copy that compiled for itself would be ended by what limits its computing.
"""

from __future__ import annotations

import importlib
import sys
from functools import partial
from importlib.util import find_spec
from typing import Any

import numpy as np


def prepare() -> None:
    """Have ready what is in use: compiled loops of trees, and SymPy."""
    if "ensemblelab.trees.growth" in sys.modules:
        from ensemblelab.trees.choice import chosen_grower

        if chosen_grower() == "compiled":
            warm()
    if "ensemblelab.verify.derivations" in sys.modules and find_spec("sympy"):
        importlib.import_module("sympy")


def warm() -> None:
    """Compile, or load, what most trees need."""
    from ensemblelab.trees import CRITERIA, Bins, grow
    from ensemblelab.trees.predicting import leaves, sum_of_predictions

    rng = np.random.default_rng(0)
    for n in (20, 300):  # codes of one byte, and of two
        X, label = rng.normal(size=(n, 2)), np.arange(n) % 3
        grow_one = partial(grow, Bins.fit(X))
        weighed: dict[str, Any] = {"weights": np.ones((1, n))}
        (tree,), _ = grow_one(X[:, 0], criterion=CRITERIA["gini"], **weighed)
        grow_one(X[:, 0], criterion=CRITERIA["gini"], max_depth=2)
        # as boosting counts mistakes
        grow_one(X[:, 0], criterion=CRITERIA["error"], max_depth=1, **weighed)
        grow_one(np.eye(2)[label % 2], criterion=CRITERIA["entropy"], **weighed)
        grow_one(None, labels=label, n_classes=3, criterion=CRITERIA["gini"], **weighed)
        leaves(tree, X)
        sum_of_predictions([tree], X)
