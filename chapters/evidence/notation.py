"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import inspect

import numpy as np
from chapters.machine.execution.checks import glue
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


def two_biases():
    place = np.arange(1000) / 1000
    error = np.tile(
        0 - np.sin(2 * np.pi * place), (2, 1)
    )  # of two training sets, or two base learners
    b, variance = error[0].mean(), error[0].var()
    bias_over_sets = error.mean(axis=0)
    variance_over_sets = error.var(axis=0).mean()
    rho = np.corrcoef(error)[0, 1]
    assert np.isclose(b, 0)
    assert np.isclose(variance, 0.5)
    assert np.isclose(np.mean(bias_over_sets**2), 0.5)
    assert np.isclose(variance_over_sets, 0)
    assert np.isclose(rho, 1)
    shown = {
        "b": abs(b),
        "variance": variance,
        "sum": b**2 + variance,
        "rho": rho,
        "b-D": np.mean(bias_over_sets**2),
        "variance-D": variance_over_sets,
        "sum-D": np.mean(bias_over_sets**2) + variance_over_sets,
    }
    for name, value in shown.items():
        glue(f"sine-{name}", f"{value:.3g}" if value > 1e-12 else "0")
