"""What the page on other libraries says of installed ones: their names and defaults are these."""

import ast
import json
import re

import jupytext
import lightgbm
import numpy as np
import pytest
import sklearn.ensemble
import xgboost
from lightgbm.basic import _ConfigAliases

from prose import CHAPTERS

SKLEARN = {
    "RandomForestClassifier": sklearn.ensemble.RandomForestClassifier(),
    "AdaBoostClassifier": sklearn.ensemble.AdaBoostClassifier(),
    "GradientBoostingClassifier": sklearn.ensemble.GradientBoostingClassifier(),
}
HISTOGRAMS = sklearn.ensemble.HistGradientBoostingClassifier()
# `NAME`, its default after a comma or in brackets
NAMED = re.compile(r"`(\w+)`(?:,? \(?(\d[\d.]*)\)?)?")


def tables():
    """Return the page's tables: our class, and for each library its column of cells."""
    for cell in jupytext.read(CHAPTERS / "libraries.md").cells:
        if cell.cell_type == "code":
            for node in ast.parse(cell.source).body:
                if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                    call = node.value
                    if getattr(call.func, "id", "") == "mapping":
                        ours = call.args[0].attr
                        rows, heads = map(ast.literal_eval, call.args[1:3])
                        for at, head in enumerate(heads, 1):
                            yield ours, head, [row[at] for row in rows]


COLUMNS = {(ours, head): cells for ours, head, cells in tables()}


def wrong(cells, known):
    """Return the names that a library has not, and the defaults that are other ones there."""
    for cell in cells:
        for name, default in NAMED.findall(cell):
            if name not in known:
                yield name
            elif default and float(known[name]) != float(default):
                yield f"{name}: {known[name]}, not {default}"


def xgboost_defaults():
    """Return all names of its scikit-learn interface, and an untouched model's values of them."""
    known = dict.fromkeys(xgboost.XGBClassifier().get_params())
    told = xgboost.train({}, xgboost.DMatrix(np.eye(2), [0, 1]), 1).save_config()
    tree = json.loads(told)["learner"]["gradient_booster"]["tree_train_param"]
    inside = {"learning_rate": "learning_rate", "reg_lambda": "reg_lambda"}
    inside |= {name: name for name in ("max_depth", "min_child_weight", "max_bin")}
    return known | {name: round(float(tree[other]), 6) for name, other in inside.items()}


def lightgbm_names():
    """Return the parameters of its scikit-learn interface, and those it hands on by any name."""
    handed = {name: None for names in aliases().values() for name in names}
    return handed | {"max_bin": 255} | lightgbm.LGBMClassifier().get_params()


def aliases():
    """Return all names of a parameter by its own: it offers no public list."""
    return _ConfigAliases._get_all_param_aliases()


@pytest.mark.parametrize("ours", SKLEARN)
def test_names_and_defaults_of_scikit_learn(ours):
    assert not list(wrong(COLUMNS[ours, "scikit-learn"], SKLEARN[ours].get_params()))


def test_names_and_defaults_of_scikit_learns_histograms():
    cells = COLUMNS["GradientBoostingClassifier", "scikit-learn, histograms"]
    assert not list(wrong(cells, HISTOGRAMS.get_params()))


def test_names_and_defaults_of_xgboost():
    assert not list(wrong(COLUMNS["XGBClassifier", "xgboost"], xgboost_defaults()))


def test_names_and_defaults_of_lightgbm():
    cells = COLUMNS["XGBClassifier", "lightgbm"]
    assert not list(wrong(cells, lightgbm_names()))
    # Its own name, in brackets, is another one of the same parameter.
    for cell in cells:
        for name, own in re.findall(r"^`(\w+)`[^(]*\(`(\w+)`\)$", cell):
            assert name in aliases()[own], cell


def test_what_else_is_said_of_lightgbm():
    known = lightgbm.LGBMClassifier().get_params()
    assert (known["min_child_samples"], known["subsample_freq"]) == (20, 0)
    text = (CHAPTERS / "libraries.md").read_text(encoding="utf-8")
    assert "fewer than 20 observations (`min_child_samples`)" in text
    assert "until `subsample_freq` is at least 1" in text


def test_lightgbms_gain_lacks_the_half():
    # Residuals 0, 0, 4, 4: the split in the middle makes 64/2 - 64/4 = 16, with the half 8.
    rows = lightgbm.Dataset(np.arange(4.0)[:, None], [0, 0, 4, 4], params={"min_data_in_bin": 1})
    options = {
        "objective": "regression",
        "boost_from_average": False,
        "feature_pre_filter": False,
        "num_leaves": 2,
        "min_data_in_leaf": 1,
        "min_sum_hessian_in_leaf": 0,
        "verbosity": -1,
    }

    def leaves(price):
        booster = lightgbm.train(options | {"min_gain_to_split": price}, rows, 1)
        return booster.dump_model()["tree_info"][0]["num_leaves"]

    assert (leaves(15.9), leaves(16.1)) == (2, 1)


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("`n_estimators` (100)", []),
        ("`n_tree`", ["n_tree"]),
        ("`n_estimators`, 50", ["n_estimators: 100, not 50"]),
        ("`max_features`, a fraction", []),
        ("`n_estimators` (`num_trees`)", ["num_trees"]),
    ],
)
def test_a_wrong_name_or_default_is_found(cell, found):
    known = {"n_estimators": 100, "max_features": "sqrt"}
    assert list(wrong([cell], known)) == found
