"""Extremely randomised trees: where they cut, and as good as scikit-learn's."""

import numpy as np
import pytest
import sklearn.ensemble as peer
from ensemblelab import DecisionTreeRegressor, ExtraTreesClassifier, ExtraTreesRegressor
from ensemblelab.datasets import load, make_friedman1
from ensemblelab.trees import CRITERIA, Bins, grow
from scipy.stats import kstest
from sklearn.model_selection import train_test_split


def test_a_root_is_cut_anywhere_between_least_and_largest():
    """Evenly, wherever the values are: most of these are below 1, and the cuts are not."""
    X = np.append(np.linspace(0, 1, 90), np.linspace(1.1, 10, 10))[:, None]
    trees = [
        DecisionTreeRegressor(splitter="random", max_depth=1, random_state=seed).fit(X, X[:, 0])
        for seed in range(400)
    ]
    cuts = np.array([tree.tree_.threshold[0] for tree in trees])
    # Cuts that are even fail such a test once in a thousand times.
    assert kstest(cuts, "uniform", (0, 10)).pvalue > 1e-3
    best = DecisionTreeRegressor(max_depth=1).fit(X, X[:, 0]).tree_.threshold[0]
    assert kstest(np.full(400, best), "uniform", (0, 10)).pvalue < 1e-10


def test_rows_go_where_growing_sent_them():
    X, y = make_friedman1(300, random_state=0)
    tree = DecisionTreeRegressor(splitter="random", max_depth=5, random_state=0).fit(X, y)
    leaf = tree.apply(X)
    counts = np.bincount(leaf, minlength=tree.tree_.n_nodes)
    np.testing.assert_array_equal(counts[tree.tree_.is_leaf], tree.tree_.count[tree.tree_.is_leaf])
    for k in np.flatnonzero(~tree.tree_.is_leaf):
        values = X[:, tree.tree_.feature[k]]
        assert values.min() <= tree.tree_.threshold[k] < values.max()


def test_the_best_of_the_features_drawn_is_taken():
    """Only the second column tells the classes apart; wherever it is cut, it gains more."""
    X = np.column_stack([np.tile([0.0, 1.0], 50), np.repeat([0.0, 1.0], 50)])
    tree = DecisionTreeRegressor(splitter="random", max_depth=1).fit(X, X[:, 1])
    assert tree.tree_.feature[0] == 1


def test_seeds_make_the_trees():
    X, y = make_friedman1(100, random_state=0)
    one, same, other = (
        ExtraTreesRegressor(5, random_state=seed).fit(X, y).predict(X + 0.01) for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(one, same)
    assert not np.array_equal(one, other)


@pytest.mark.trial
@pytest.mark.parametrize("name", ["ionosphere", "sonar", "vehicle"])
def test_error_equals_scikit_learns(name):
    """Mean test error over 40 splits: the difference is within 2.5 of its standard errors.

    Equal errors leave that in one of eighty cases, so with four data sets in one of twenty.
    """
    data, differences = load(name), []
    for seed in range(40):
        X, X_test, y, y_test = train_test_split(
            data.X, data.y, test_size=0.3, random_state=seed, stratify=data.y
        )
        errors = [
            1 - kind(60, random_state=seed).fit(X, y).score(X_test, y_test)
            for kind in (ExtraTreesClassifier, peer.ExtraTreesClassifier)
        ]
        differences.append(errors[0] - errors[1])
    assert abs(np.mean(differences)) <= 2.5 * np.std(differences, ddof=1) / np.sqrt(40)


@pytest.mark.trial
def test_regression_error_equals_scikit_learns():
    X_test, y_test = make_friedman1(2000, random_state=99)
    differences = []
    for seed in range(40):
        X, y = make_friedman1(200, random_state=seed)
        errors = [
            np.mean((kind(60, random_state=seed).fit(X, y).predict(X_test) - y_test) ** 2)
            for kind in (ExtraTreesRegressor, peer.ExtraTreesRegressor)
        ]
        differences.append(errors[0] - errors[1])
    assert abs(np.mean(differences)) <= 2.5 * np.std(differences, ddof=1) / np.sqrt(40)


def test_missing_values_are_refused():
    bins = Bins.fit(np.array([[0.0], [np.nan], [1.0]]), allow_missing=True)
    with pytest.raises(ValueError, match="random_cut=True is not for missing values"):
        grow(bins, np.arange(3.0), criterion=CRITERIA["squared_error"], random_cut=True)
