"""The flat tree: ways down it, and pruning."""

import contextlib
import pickle

import numpy as np
import pytest
from ensemblelab import RandomForestRegressor
from ensemblelab.trees import CRITERIA, Bins, grow, newton
from ensemblelab.trees.predicting import leaves, sum_of_predictions, values


def grown(seed=0, n=600, missing=0.0, **options):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(1)
    X[rng.random(X.shape) < missing] = np.nan
    y = np.nan_to_num(X[:, 0] * X[:, 1]) + rng.normal(size=n)
    bins = Bins.fit(X, allow_missing=True)
    return X, grow(bins, y, criterion=newton(1.0), min_gain=1e-6, **options)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_every_way_down_finds_the_same_leaf(missing, strict):
    X, (trees, leaf) = grown(n=3000, missing=missing, strict=strict)
    tree = trees[0]
    for layout in (np.ascontiguousarray(X), np.asfortranarray(X), np.repeat(X, 2, axis=1)[:, ::2]):
        np.testing.assert_array_equal(tree.apply(layout), leaf[0])
        np.testing.assert_array_equal(leaves(tree, layout), leaf[0])
        np.testing.assert_array_equal(values(tree, layout), tree.value[leaf[0]])
    assert tree.depth > 8


@pytest.mark.parametrize("max_depth", [1, 3, None])
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_sum_over_trees(max_depth, missing):
    X, (trees, _) = grown(missing=missing, weights=np.eye(3, 600) + 1.0, max_depth=max_depth)
    # The same three numbers in the same order.
    np.testing.assert_array_equal(sum_of_predictions(trees, X), sum(t.predict(X) for t in trees))


def test_right_child_follows_the_left_and_leaves_point_to_themselves():
    _, (trees, _) = grown()
    tree = trees[0]
    inner = np.flatnonzero(~tree.is_leaf)
    children = np.sort(np.concatenate((tree.left[inner], tree.left[inner] + 1)))
    np.testing.assert_array_equal(children, np.arange(1, tree.n_nodes))
    np.testing.assert_array_equal(
        tree.count[inner], tree.count[tree.left[inner]] + tree.count[tree.left[inner] + 1]
    )
    assert np.isinf(tree.threshold[tree.is_leaf]).all()


def test_pruning_moves_rows_to_the_nearest_leaf_above():
    X, (trees, leaf) = grown(missing=0.1)
    tree = trees[0]
    to_leaf = np.random.default_rng(1).random(tree.n_nodes) < 0.3
    to_leaf[0] = False
    pruned, where = tree.prune(to_leaf)
    assert 1 < pruned.n_nodes < tree.n_nodes
    np.testing.assert_array_equal(pruned.apply(X), where[leaf[0]])
    np.testing.assert_array_equal(
        pruned.count,
        np.bincount(where, minlength=pruned.n_nodes) * 0
        + tree.count[np.unique(where, return_index=True)[1]],
    )
    assert tree.prune(np.ones(tree.n_nodes, dtype=bool))[0].n_nodes == 1
    same, identity = tree.prune(tree.is_leaf)
    np.testing.assert_array_equal(identity, np.arange(tree.n_nodes))
    np.testing.assert_array_equal(same.threshold, tree.threshold)


def test_text_names_features_and_missing_values():
    bins = Bins.fit(np.array([[1.0], [2.0], [np.nan]]), allow_missing=True)
    tree = grow(bins, np.array([0.0, 1.0, 1.0]), criterion=CRITERIA["squared_error"]).trees[0]
    assert tree.to_text(["age"]).splitlines()[0] == "|-- age <= 1.5"
    assert "age > 1.5 or missing" in tree.to_text(["age"])


def stump_of(tree):
    return tree.prune(np.arange(tree.n_nodes) > 0)[0]


def test_what_changes_in_an_ensemble_changes_what_it_predicts():
    X = np.random.default_rng(0).normal(size=(60, 3))
    forest = RandomForestRegressor(5, random_state=0).fit(X, X[:, 0])
    before = forest.predict(X)
    np.testing.assert_array_equal(forest.predict(X), before)
    again = pickle.loads(pickle.dumps(forest))
    for change in (
        lambda trees: trees.reverse(),
        lambda trees: setattr(trees[2].tree_, "value", 2 * trees[2].tree_.value),
        lambda trees: setattr(trees[2].tree_, "threshold", trees[2].tree_.threshold - 0.5),
        lambda trees: trees.pop(),
        lambda trees: setattr(trees[0], "tree_", stump_of(trees[0].tree_)),
    ):
        change(forest.estimators_)
        each = [tree.tree_.predict(X)[:, 0] for tree in forest.estimators_]
        np.testing.assert_allclose(forest.predict(X), np.mean(each, axis=0), rtol=1e-14)
    np.testing.assert_array_equal(again.predict(X), before)


@pytest.mark.parametrize("name", ["threshold", "value"])
def test_no_array_that_an_ensemble_predicts_by_changes_in_place_unnoticed(name):
    X = np.random.default_rng(0).normal(size=(60, 3))
    forest = RandomForestRegressor(5, random_state=0).fit(X, X[:, 0])
    before, array = forest.predict(X), getattr(forest.estimators_[1].tree_, name)
    with contextlib.suppress(ValueError):  # with compiled loops it cannot be written to
        array[:] = 0
        assert not np.array_equal(forest.predict(X), before)
