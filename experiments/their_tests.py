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
        "a parameter is asked for that is not there: mostly `criterion` of regressors, "
        "`bootstrap_features`, `warm_start` outside gradient boosting, `min_impurity_decrease`",
        error=r" does not offer |got an unexpected keyword argument|Invalid parameter '",
    ),
    "value": Reason(
        False,
        "a parameter is there, but not this value of it: `criterion='log_loss'` (say `'entropy'`), "
        "a function for `oob_score`, shares of rows for `min_samples_leaf`, quantile loss",
        error=r"InvalidParameterError: The '\w+' parameter",
    ),
    "sparse": Reason(False, "sparse matrices", error=r"Sparse data was|sparse array length"),
    "outputs": Reason(False, "several outputs at once", error=r"y should be a 1d array"),
    "missing": Reason(
        False,
        "missing values, which only XGBoost's classes take",
        r".*missing.*|test_bagging_allow_nan_tag|test_sample_weight_non_uniform",
        r"Input X contains NaN|All the \d fits failed|allow_nan",
    ),
    "attribute": Reason(
        False,
        "an attribute or method: `decision_path`, `oob_improvement_`, `n_classes_`, "
        "`estimators_samples_`, ensembles that have a length",
        error=r"has no attribute '(?!_)(decision_path|decision_function|oob_\w+|n_classes_|"
        r"max_features_|estimators_samples_|estimator_?)'|has no len\(\)|is not subscriptable",
    ),
    "form": Reason(
        False,
        "fitted trees have another form: `tree_` names its parts otherwise, and rounds are lists",
        error=r"'Tree' object has no|list indices must be|'list' object has no attribute 'shape'|"
        r"a bytes-like object is required|assert \(6, 10\) == \(6, 10, 1\)|float infinity to int",
    ),
    "private": Reason(
        False,
        "scikit-learn's private parts are looked at, or handed in",
        error=r"has no attribute '(_\w+|closs|X_|training_size_)'",
    ),
    "words": Reason(
        True, "the same is refused, or warned of, in other words", error=r"Regex pattern did not"
    ),
    "deprecated": Reason(
        True,
        "nothing warns that `friedman_mse` goes, which was never here",
        r"test_friedman_mse_deprecation|test_criterion_param_deprecation",
    ),
    "weights_of_bagging": Reason(
        True,
        "rows are drawn in proportion to their weights, and how many are drawn does not hang on "
        "the weights' sum; so there is nothing to warn of",
        r"test_warning_bootstrap_sample_weight|test_draw_indices_using_sample_weight|"
        r"test_invalid_sample_weight_max_samples_bootstrap_combinations",
    ),
    "draws": Reason(
        True,
        "other random numbers: a sample drawn here holds one class, which the member refuses",
        "test_bagging_small_max_features",
    ),
    "pasting": Reason(
        True,
        "`max_samples` without `bootstrap` draws rows without replacement (pasting)",
        "test_max_samples_bootstrap",
    ),
    "weights_of_one": Reason(
        True,
        "weights that are all 1 are no weights, so an `init` that takes none is not refused",
        "test_gradient_boosting_with_init_pipeline",
    ),
    "precision": Reason(
        True,
        "numbers of 64 bits throughout: none is too large for 32, and values less than "
        "a millionth apart are two",
        r"test_almost_constant_feature|test_big_input|test_huge_allocations",
    ),
    "loss": Reason(
        True,
        "recorded losses have their ½, and agree with scikit-learn's record in seven digits",
        r"test_\w+_error_exact_backward_compat",
    ),
    "scale": Reason(
        True,
        "with three classes AdaBoost's decision values are (K - 1)²/K times the votes' sum",
        "test_adaboost_decision_function",
    ),
    "stumps": Reason(
        True,
        "AdaBoost's stumps draw nothing, so they have no `random_state`",
        "test_iris",
        "len\\(\\{None\\}\\)",
    ),
    "one_class": Reason(
        True, "one class is refused: there is nothing to boost", "test_oneclass_adaboost_proba"
    ),
    "overflow": Reason(
        True,
        "weights too large for a number do not end boosting: the others then weigh nothing",
        "test_sample_weights_infinite",
    ),
    "dimensions": Reason(
        True, "rows of more than one dimension are refused", "test_multidimensional_X"
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
