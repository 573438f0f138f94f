"""Decision trees against scikit-learn's, and what only ours do."""

import pickle

import numpy as np
import pytest
import sklearn.tree as peer
from ensemblelab.datasets import load
from ensemblelab.trees.decision_tree import (
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from ensemblelab.trees.fitting import fit_trees
from sklearn.exceptions import NotFittedError


def continuous(seed=0, n=400, d=5, K=3):
    """Columns without equal values: few ties, so that trees are the same everywhere."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).astype(np.float32).astype(float)  # scikit-learn rounds to float32
    score = X[:, 0] + np.sin(2 * X[:, 1]) + 0.5 * rng.normal(size=n)
    return X, np.digitize(score, np.quantile(score, np.arange(1, K) / K)), score


# Leaves are not so small that two features can cut off the same few rows: a tie, which
# scikit-learn leaves to chance.
LIMITS = [
    {"min_samples_leaf": 7},
    {"min_samples_leaf": 5, "max_depth": 4},
    {"min_samples_leaf": 5, "min_samples_split": 30},
    {"min_samples_leaf": 5, "max_leaf_nodes": 9},
    {"min_samples_leaf": 5, "ccp_alpha": 0.004},
    {"min_weight_fraction_leaf": 0.03},
]


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("limits", LIMITS, ids=str)
def test_classifier_equals_scikit_learn(criterion, K, limits):
    X, y, _ = continuous(K=K)
    new_X, _, _ = continuous(1)
    weight = np.random.default_rng(2).random(len(y))
    ours = DecisionTreeClassifier(criterion, **limits).fit(X, y, weight)
    theirs = peer.DecisionTreeClassifier(criterion=criterion, random_state=0, **limits)
    theirs.fit(X, y, weight)
    # Rounding lets scikit-learn split a pure node now and then, which changes no answer.
    assert 3 < ours.tree_.n_leaves <= theirs.get_n_leaves()
    # Weights are added in another order, ours rounded to 2^-51 of their sum.
    np.testing.assert_allclose(ours.predict_proba(new_X), theirs.predict_proba(new_X), atol=1e-12)
    np.testing.assert_array_equal(ours.predict(new_X), theirs.predict(new_X))
    # Sums of some hundred impurities in another order.
    np.testing.assert_allclose(
        ours.feature_importances_, theirs.feature_importances_, rtol=0, atol=1e-9
    )


@pytest.mark.parametrize("limits", LIMITS, ids=str)
@pytest.mark.parametrize("shift", [0.0, 1e6])
def test_regressor_equals_scikit_learn(limits, shift):
    X, _, y = continuous()
    new_X, _, _ = continuous(1)
    weight = np.random.default_rng(2).random(len(y))
    ours = DecisionTreeRegressor(**limits).fit(X, y + shift, weight)
    theirs = peer.DecisionTreeRegressor(random_state=0, **limits).fit(X, y, weight)
    assert ours.tree_.n_leaves == theirs.get_n_leaves() > 3
    # Adding 1e6 costs y itself 1e-10; ours loses no more than that.
    np.testing.assert_allclose(ours.predict(new_X) - shift, theirs.predict(new_X), atol=2e-9)


def test_full_trees_fit_as_well_as_scikit_learns_despite_ties():
    data = load("spambase")
    ours = DecisionTreeClassifier().fit(data.X, data.y)
    theirs = peer.DecisionTreeClassifier(random_state=0).fit(data.X, data.y)
    # Only rows equal in every feature stay mixed. scikit-learn also merges values closer than
    # 1e-7 or equal in float32, hence not the same number, but none worse.
    assert ours.score(data.X, data.y) >= theirs.score(data.X, data.y) > 0.999


def test_criterion_error_makes_the_fewest_mistakes():
    X, y, _ = continuous(K=2, n=60)
    weight = np.random.default_rng(3).random(len(y))
    sign = 2 * y - 1
    least = min(
        min(weight[vote != sign].sum(), weight[vote == sign].sum())
        for column in X.T
        for t in column
        for vote in [np.where(column <= t, 1, -1)]
    )
    stump = DecisionStump("error").fit(X, y, weight)
    # The same few weights are added in another order.
    assert weight[stump.predict(X) != y].sum() == pytest.approx(least, abs=1e-12)
    assert stump.tree_.n_leaves == 2


@pytest.mark.parametrize(
    ("ours", "theirs", "regression"),
    [
        (DecisionTreeClassifier(), peer.DecisionTreeClassifier(random_state=0), False),
        (
            DecisionTreeClassifier("entropy"),
            peer.DecisionTreeClassifier(criterion="entropy", random_state=0),
            False,
        ),
        (DecisionTreeRegressor(), peer.DecisionTreeRegressor(random_state=0), True),
    ],
    ids=["gini", "entropy", "squared error"],
)
def test_pruning_path_equals_scikit_learns(ours, theirs, regression):
    X, label, score = continuous()
    y = score if regression else label
    weight = np.random.default_rng(2).random(len(y))
    path, expected = (
        t.set_params(min_samples_leaf=5).cost_complexity_pruning_path(X, y, weight)
        for t in (ours, theirs)
    )
    assert len(path.ccp_alphas) > 5
    # Equally weak links may go in any order, so the impurity is compared as a function of
    # alpha: the last one at each alpha. 1e-10 is far below the gaps between alphas.
    for alpha in np.unique(np.round(expected.ccp_alphas, 9))[1:]:
        last = [np.flatnonzero(p.ccp_alphas <= alpha + 1e-8)[-1] for p in (path, expected)]
        assert path.impurities[last[0]] == pytest.approx(expected.impurities[last[1]], abs=1e-9)
    assert path.impurities[-1] == pytest.approx(expected.impurities[-1], abs=1e-9)


def test_pruning_at_each_alpha_gives_the_path():
    X, _, y = continuous(n=100)
    path = DecisionTreeRegressor().cost_complexity_pruning_path(X, y)
    for i in range(1, len(path.ccp_alphas) - 1, 4):
        # Halfway to the next link, so that rounding cannot leave this one standing.
        tree = DecisionTreeRegressor(ccp_alpha=path.ccp_alphas[i : i + 2].mean()).fit(X, y)
        error = np.mean((tree.predict(X) - y) ** 2)
        assert error == pytest.approx(path.impurities[i], abs=1e-12)
        # At the path's own alpha the link goes too.
        there = DecisionTreeRegressor(ccp_alpha=path.ccp_alphas[i]).fit(X, y)
        np.testing.assert_array_equal(there.predict(X), tree.predict(X))
    assert np.all(np.diff(path.impurities) > -1e-12)


def test_the_pruning_path_of_a_stump_has_one_split_to_undo():
    X, y, _ = continuous(n=100)
    path, deeper = (
        tree.cost_complexity_pruning_path(X, y)
        for tree in (DecisionStump(), DecisionTreeClassifier(max_depth=1))
    )
    assert len(path.ccp_alphas) == 2
    np.testing.assert_array_equal(path.ccp_alphas, deeper.ccp_alphas)
    np.testing.assert_array_equal(path.impurities, deeper.impurities)


def test_many_weightings_at_once_equal_single_fits():
    data = load("vehicle")
    counts = np.random.default_rng(0).multinomial(
        len(data.y), np.ones(len(data.y)) / len(data.y), 3
    )
    plan = DecisionTreeClassifier(min_samples_leaf=2).plan(data.y)
    for tree, count in zip(fit_trees(plan, data.X, counts), counts, strict=True):
        alone = DecisionTreeClassifier(min_samples_leaf=2).fit(data.X, data.y, count)
        np.testing.assert_array_equal(tree.predict(data.X), alone.predict_proba(data.X))


def test_number_of_threads_changes_nothing():
    data = load("sonar")
    weights = np.ones((4, len(data.y)))
    plan = DecisionTreeClassifier(max_features="sqrt").plan(data.y)
    one, two = (
        fit_trees(plan, data.X, weights, np.random.default_rng(0), n_jobs) for n_jobs in (1, 2)
    )
    assert [t.to_text() for t in one] == [t.to_text() for t in two]
    assert one[0].to_text() != one[1].to_text()


def test_max_features_needs_and_heeds_the_seed():
    data = load("sonar")
    texts = [
        DecisionTreeClassifier(max_features=3, random_state=seed).fit(data.X, data.y).to_text()
        for seed in (0, 0, 1)
    ]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("estimator", [DecisionTreeClassifier(), DecisionTreeRegressor()], ids=repr)
def test_degenerate_inputs_give_a_leaf(estimator):
    for X, y in [([[1.0]], [3]), ([[1.0], [1.0]], [3, 4]), ([[1.0], [2.0]], [3, 3])]:
        tree = estimator.fit(X, y).tree_
        assert tree.n_nodes == 1
        assert tree.depth == 0
        assert estimator.predict([[9.0]])[0] in (3, 3.5)


def test_depth_and_leaves_are_scikit_learns():
    X, y, _ = continuous()
    ours, theirs = (
        one(min_samples_leaf=7).fit(X, y)
        for one in (DecisionTreeClassifier, peer.DecisionTreeClassifier)
    )
    assert (ours.get_depth(), ours.get_n_leaves()) == (theirs.get_depth(), theirs.get_n_leaves())


def test_pickle_keeps_predictions():
    X, y, _ = continuous()
    tree = DecisionTreeClassifier().fit(X, y)
    again = pickle.loads(pickle.dumps(tree))
    np.testing.assert_array_equal(tree.predict_proba(X), again.predict_proba(X))


def test_text_tells_the_tree():
    tree = DecisionTreeClassifier().fit([[0.0, 5.0], [0.0, 6.0], [1.0, 5.0]], ["a", "b", "b"])
    assert tree.to_text() == (
        "|-- x0 <= 0.5\n"
        "|   |-- x1 <= 5.5\n"
        "|   |   |-- 1, 0\n"
        "|   |-- x1 > 5.5\n"
        "|   |   |-- 0, 1\n"
        "|-- x0 > 0.5\n"
        "|   |-- 0, 1"
    )


def test_drawing_has_every_node():
    pytest.importorskip("matplotlib").use("Agg")
    import matplotlib.pyplot as plt

    X, y, _ = continuous()
    tree = DecisionTreeClassifier(max_depth=3).fit(X, y)
    figure, ax = plt.subplots()
    words = [text.get_text() for text in tree.plot(ax=ax).texts]
    plt.close(figure)
    assert sum("≤" in word for word in words) == (~tree.tree_.is_leaf).sum()
    assert len(words) == tree.tree_.n_nodes + 2  # and "yes" and "no" below the root


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"max_depth": 0}, "max_depth"),
        ({"min_samples_leaf": 0}, "min_samples_leaf"),
        ({"min_samples_split": 1}, "min_samples_split"),
        ({"max_leaf_nodes": 1}, "max_leaf_nodes"),
        ({"max_features": 0}, "max_features"),
        ({"max_features": 1.5}, "max_features"),
        ({"max_features": 2}, "max_features=2; X has 1 features"),
        ({"ccp_alpha": -1.0}, "ccp_alpha"),
        ({"criterion": "log_loss"}, "criterion"),
    ],
)
def test_parameters_out_of_range_are_named(parameters, name):
    with pytest.raises(ValueError, match=name):
        DecisionTreeClassifier(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "weight", "message"),
    [
        ([[np.nan], [1.0]], [0, 1], None, "NaN"),
        ([[np.inf], [1.0]], [0, 1], None, "infinity"),
        ([[0.0], [1.0]], [0, 1], [0.0, 0.0], "non-zero"),
        ([[0.0], [1.0]], [0, 1], [1.0, -1.0], "sample_weight"),
        ([[0.0], [1.0]], [0.5, 1.2], None, "[Cc]ontinuous"),
        (np.empty((0, 1)), [], None, "0 sample"),
    ],
)
def test_bad_data_is_refused(X, y, weight, message):
    with pytest.raises(ValueError, match=message):
        DecisionTreeClassifier().fit(X, y, weight)


def test_predicting_first_is_refused():
    with pytest.raises(NotFittedError):
        DecisionTreeClassifier().predict([[0.0]])
    with pytest.raises(ValueError, match="features"):
        DecisionTreeClassifier().fit([[0.0], [1.0]], [0, 1]).predict([[0.0, 1.0]])
