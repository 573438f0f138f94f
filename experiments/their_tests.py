"""scikit-learn's own tests, run against this library's classes of the same names.

They are those of the installed scikit-learn; only what its modules export is exchanged, before
the tests import it. Figures are numbers of tests, by what became of them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

CASES = dict.fromkeys(
    (
        "sklearn.tree.tests.test_tree",
        "sklearn.ensemble.tests.test_bagging",
        "sklearn.ensemble.tests.test_forest",
        "sklearn.ensemble.tests.test_weight_boosting",
        "sklearn.ensemble.tests.test_gradient_boosting",
    ),
    1,
)
SWAPPED = {
    "sklearn.tree": ("DecisionTreeClassifier", "DecisionTreeRegressor"),
    "sklearn.ensemble": (
        "AdaBoostClassifier",
        "BaggingClassifier",
        "BaggingRegressor",
        "ExtraTreesClassifier",
        "ExtraTreesRegressor",
        "GradientBoostingClassifier",
        "GradientBoostingRegressor",
        "RandomForestClassifier",
        "RandomForestRegressor",
    ),
}


class Reason(NamedTuple):
    """Why tests do not pass: those whose name, or error, matches as a whole or in part."""

    offered: bool  # whether what they test is, so that it differs on purpose
    words: str
    test: str = ""
    error: str = ""

    def fits(self, test: str, error: str) -> bool:
        """Return whether it is why a test failed with an error."""
        named = not self.test or re.fullmatch(self.test, test.partition("[")[0]) is not None
        return named and re.search(self.error, error) is not None


REASONS = {
    "parameter": Reason(
        False,
        "the test uses a parameter that does not exist here: mostly `criterion` of regressors, "
        "`bootstrap_features`, `warm_start` outside gradient boosting, or "
        "`min_impurity_decrease`",
        error=r" does not offer |got an unexpected keyword argument|Invalid parameter '",
    ),
    "value": Reason(
        False,
        "the parameter exists, but not this value of it: `criterion='log_loss'` (use "
        "`'entropy'`), a function for `oob_score`, fractions of the observations for "
        "`min_samples_leaf`, or quantile loss",
        error=r"InvalidParameterError: The '\w+' parameter",
    ),
    "sparse": Reason(False, "sparse matrices", error=r"Sparse data was|sparse array length"),
    "outputs": Reason(False, "multiple outputs", error=r"y should be a 1d array"),
    "missing": Reason(
        False,
        "missing values, which only the classes for XGBoost accept",
        r".*missing.*|test_bagging_allow_nan_tag|test_sample_weight_non_uniform",
        r"Input X contains NaN|All the \d fits failed|allow_nan",
    ),
    "attribute": Reason(
        False,
        "the test uses a missing attribute or method: `decision_path`, `oob_improvement_`, "
        "`n_classes_`, `estimators_samples_`, or the length of an ensemble",
        error=r"has no attribute '(?!_)(decision_path|decision_function|oob_\w+|n_classes_|"
        r"max_features_|estimators_samples_|estimator_?)'|has no len\(\)|is not subscriptable",
    ),
    "form": Reason(
        False,
        "fitted trees have another structure: the attributes of `tree_` have other names, and "
        "each round is a list",
        error=r"'Tree' object has no|list indices must be|'list' object has no attribute 'shape'|"
        r"a bytes-like object is required|assert \(6, 10\) == \(6, 10, 1\)|float infinity to int",
    ),
    "private": Reason(
        False,
        "the test uses private attributes or functions of scikit-learn",
        error=r"has no attribute '(_\w+|closs|X_|training_size_)'",
    ),
    "words": Reason(
        True, "the same error or warning has another message", error=r"Regex pattern did not"
    ),
    "deprecated": Reason(
        True,
        "there is no warning that `friedman_mse` is deprecated, because it never existed here",
        r"test_friedman_mse_deprecation|test_criterion_param_deprecation",
    ),
    "weights_of_bagging": Reason(
        True,
        "observations are drawn with probabilities proportional to their weights, and the "
        "number drawn does not depend on the sum of the weights, so there is nothing to warn of",
        r"test_warning_bootstrap_sample_weight|test_draw_indices_using_sample_weight|"
        r"test_invalid_sample_weight_max_samples_bootstrap_combinations",
    ),
    "draws": Reason(
        True,
        "other random numbers: one bootstrap sample contains a single class, which the base "
        "learner does not accept",
        "test_bagging_small_max_features",
    ),
    "pasting": Reason(
        True,
        "`max_samples` without `bootstrap` draws observations without replacement (pasting)",
        "test_max_samples_bootstrap",
    ),
    "weights_of_one": Reason(
        True,
        "weights that are all 1 are treated as no weights, so an `init` that accepts none "
        "raises no error",
        "test_gradient_boosting_with_init_pipeline",
    ),
    "precision": Reason(
        True,
        "64-bit numbers throughout: no value is too large for 32 bits, and values that differ "
        "by less than a millionth are distinct",
        r"test_almost_constant_feature|test_big_input|test_huge_allocations",
    ),
    "loss": Reason(
        True,
        "the recorded losses include the factor ½, and agree with those of scikit-learn in "
        "seven digits",
        r"test_\w+_error_exact_backward_compat",
    ),
    "scale": Reason(
        True,
        "with three classes, the decision values of AdaBoost are (K - 1)²/K times the sum of "
        "the votes",
        "test_adaboost_decision_function",
    ),
    "stumps": Reason(
        True,
        "the decision stumps of AdaBoost are not random, so they have no `random_state`",
        "test_iris",
        "len\\(\\{None\\}\\)",
    ),
    "one_class": Reason(
        True,
        "data with a single class raise an error, because there is nothing to boost",
        "test_oneclass_adaboost_proba",
    ),
    "overflow": Reason(
        True,
        "weights that overflow do not end boosting: the other observations then have the "
        "weight zero",
        "test_sample_weights_infinite",
    ),
    "dimensions": Reason(
        True, "observations with more than one dimension raise an error", "test_multidimensional_X"
    ),
}

ABOUT = {
    "reasons": {name: {"offered": one.offered, "words": one.words} for name, one in REASONS.items()}
}


def reason(test: str, error: str) -> str:
    """Return which of `REASONS` a test failed for: the first that fits.

    Raises
    ------
    LookupError
        If none does: then the library differs by accident.
    """
    for name, one in REASONS.items():
        if one.fits(test, error):
            return name
    raise LookupError(f"{test}: {error}")


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Run one module of tests, and count; nothing is random that has no seed."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found")
        done = subprocess.run(
            [  # without tracebacks, which take longer than the tests
                *(sys.executable, "-m", "pytest", "-q", "--pyargs", case, "-o", "addopts="),
                *("--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", __name__),
                *("--rootdir", folder),
            ],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "THEIR_TESTS": str(found)},
            cwd=folder,
            capture_output=True,
            text=True,
        )
        if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            raise RuntimeError(f"{case}: {done.stdout}{done.stderr}")
        outcomes = [json.loads(line) for line in found.read_text().splitlines()]
    counts = Counter(
        reason(test, error) if outcome == "failed" else outcome for test, outcome, error in outcomes
    )
    return {name: float(counts[name]) for name in ("passed", "skipped", *REASONS)}


# what pytest does with this module as a plugin


def pytest_configure() -> None:
    """Exchange the classes."""
    import importlib

    import ensemblelab

    for module, names in SWAPPED.items():
        for name in names:
            setattr(importlib.import_module(module), name, getattr(ensemblelab, name))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note what became of a test."""
    if report.when == "call" or (report.when == "setup" and report.outcome != "passed"):
        error = report.longrepr.reprcrash.message if report.outcome == "failed" else ""
        with open(os.environ["THEIR_TESTS"], "a") as file:
            file.write(
                json.dumps([report.nodeid.rpartition("::")[2], report.outcome, error]) + "\n"
            )
