"""What the chapter says of its cells: see machine/execution/checks.py."""

import inspect

from ensemblelab import AdaBoostClassifier, XGBClassifier
from ensemblelab.trees.tree import Tree


def names_of_the_library():
    X, y = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]], [1, 1, -1, -1, 1, 1]
    model = AdaBoostClassifier(n_estimators=3, keep_weights=True).fit(X, y)
    kept = ["estimators_", "estimator_weights_", "estimator_errors_", "sample_weights_"]
    assert all(hasattr(model, name) for name in kept)
    assert model.training_bound_.shape == (3,)
    assert {"learning_rate", "reg_lambda", "gamma"} <= set(XGBClassifier().get_params())
    assert {"G", "H", "value", "gain"} <= set(inspect.signature(Tree).parameters)
    model = XGBClassifier(n_estimators=2).fit(X, [1, 1, 0, 0, 1, 1])
    assert isinstance(model.estimators_[0][0], Tree)
    assert hasattr(model, "init_")
