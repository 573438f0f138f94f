"""What the chapter says of its cells: see chapters/machine/execution/checks.py."""

import inspect

import ensemblelab
import numpy as np
import sklearn
import sklearn.ensemble
import xgboost
from chapters.machine.execution.checks import glue


def versions():
    glue("sklearn-version", sklearn.__version__)
    glue("xgboost-version", xgboost.__version__)


def regressors():
    defaults = inspect.signature(sklearn.ensemble.RandomForestRegressor).parameters
    assert defaults["max_features"].default == 1.0
    assert ensemblelab.RandomForestRegressor().max_features == 1 / 3


def histograms():
    hist = sklearn.ensemble.HistGradientBoostingClassifier()
    assert (hist.max_leaf_nodes, hist.min_samples_leaf) == (31, 20)
    assert hist.early_stopping == "auto"


def agreement(boosting, exact):
    # float64 sums in another order; float32 predictions.
    assert boosting < 1e-9, boosting
    assert exact < 1e-6, exact


def quarter_sum(ours, theirs, f):
    assert np.allclose(ours.estimator_weights_, theirs.estimator_weights_)
    assert np.allclose(f, theirs.estimator_weights_.sum() / 4)
    glue("quarter-sum", f"{theirs.estimator_weights_.sum() / 4:.4f}")


def their_tests(counts, reasons):
    assert all(set(figures) == {"passed", "skipped", *reasons} for figures in counts.values())
    passed = sum(figures["passed"]["mean"] for figures in counts.values())
    assert passed > 300, passed
