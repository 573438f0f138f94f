"""Random forests: as good as scikit-learn's, and what they say about themselves."""

import pickle

import numpy as np
import pytest
import sklearn.ensemble as peer
import sklearn.tree as peer_tree
from ensemblelab import BaggingClassifier, DecisionTreeClassifier
from ensemblelab.datasets import load
from ensemblelab.forest import RandomForestClassifier, RandomForestRegressor
from sklearn.base import clone
from sklearn.inspection import permutation_importance
from sklearn.model_selection import train_test_split
from sklearn.utils.class_weight import compute_sample_weight


def split(name, seed=0):
    data = load(name)
    return train_test_split(data.X, data.y, test_size=0.3, random_state=seed, stratify=data.y)


def bagging(m, random_state):
    return BaggingClassifier(DecisionTreeClassifier(), n_estimators=m, random_state=random_state)


def peer_bagging(m, random_state):
    tree = peer_tree.DecisionTreeClassifier()
    return peer.BaggingClassifier(tree, n_estimators=m, random_state=random_state)


@pytest.mark.parametrize(
    "name",
    ["sonar", *(pytest.param(name, marks=pytest.mark.trial) for name in ("vehicle", "ionosphere"))],
)
@pytest.mark.parametrize(
    "kinds", [(RandomForestClassifier, peer.RandomForestClassifier), (bagging, peer_bagging)]
)
def test_error_equals_scikit_learns(name, kinds):
    """Mean test error over 5 seeds, within two standard errors of that mean."""
    errors = np.empty((2, 5))
    for seed in range(5):
        X, test_X, y, test_y = split(name, seed)
        for row, kind in zip(errors, kinds, strict=True):
            row[seed] = 1 - kind(60, random_state=seed).fit(X, y).score(test_X, test_y)
    # A standard error of the mean over 5 splits, of either side, as the splits vary; it is not
    # below what 5 test sets of that size can tell apart.
    n = 5 * len(test_y)
    mean = errors.mean()
    noise = max(errors[1].std(ddof=1) / np.sqrt(5), np.sqrt(mean * (1 - mean) / n))
    assert abs(errors[0].mean() - errors[1].mean()) <= 2 * noise


def friedman(n, seed):
    rng = np.random.default_rng(seed)
    X = rng.random((n, 10))
    y = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2
    return X, y + 10 * X[:, 3] + 5 * X[:, 4] + rng.normal(size=n)


def test_regression_error_equals_scikit_learns():
    errors = np.empty((2, 5))
    test_X, test_y = friedman(2000, 99)
    for seed in range(5):
        X, y = friedman(200, seed)
        for row, kind in zip(
            errors, (RandomForestRegressor, peer.RandomForestRegressor), strict=True
        ):
            forest = kind(60, max_features=1 / 3, random_state=seed).fit(X, y)
            row[seed] = np.mean((forest.predict(test_X) - test_y) ** 2)
    # Both sides fit the same 5 samples; their difference has a standard error of its own.
    difference = errors[0] - errors[1]
    assert abs(difference.mean()) <= 2 * max(
        difference.std(ddof=1) / np.sqrt(5), errors[1].std(ddof=1) / np.sqrt(5)
    )


@pytest.mark.parametrize("max_samples", [25, 0.2])
def test_trees_get_as_many_rows_as_asked_for(max_samples):
    X, y = friedman(125, 0)
    forest = RandomForestRegressor(5, max_samples=max_samples, oob_score=True, random_state=0)
    forest.fit(X, y)
    assert [tree.tree_.H[0] for tree in forest.estimators_] == [25] * 5
    pasted = RandomForestRegressor(5, max_samples=max_samples, bootstrap=False, random_state=0)
    assert [tree.tree_.count[0] for tree in pasted.fit(X, y).estimators_] == [25] * 5


@pytest.mark.parametrize("class_weight", ["balanced", {0: 3.0}, {0: 0.0}])
def test_weights_of_classes_are_weights_of_rows(class_weight):
    X, _, y, _ = split("sonar")
    rows = compute_sample_weight(class_weight, y)
    for model in (
        RandomForestClassifier(5, class_weight=class_weight, random_state=0),
        DecisionTreeClassifier(class_weight=class_weight),
    ):
        by_rows = clone(model).set_params(class_weight=None).fit(X, y, rows)
        np.testing.assert_array_equal(model.fit(X, y).predict_proba(X), by_rows.predict_proba(X))


@pytest.mark.parametrize("model", [DecisionTreeClassifier(), RandomForestClassifier(2)], ids=repr)
@pytest.mark.parametrize(
    ("class_weight", "rows", "message"),
    [
        ({0: 0.0, 1: 0.0}, None, r"class_weight=\{0: 0.0, 1: 0.0\} leaves no observation any"),
        ({0: 0.0}, [1, 1, 0, 0], r"class_weight=\{0: 0.0\} leaves no observation any weight"),
        ({0: -1.0}, None, r"class_weight holds a negative number, -1\.0"),
        ({1: np.nan}, None, "class_weight contains NaN"),
        ({1: np.inf}, [1, 1, 0, 0], "class_weight contains infinity"),
    ],
)
def test_weights_of_classes_that_weigh_nothing_or_are_no_weights(
    model, class_weight, rows, message
):
    model = clone(model).set_params(class_weight=class_weight)
    with pytest.raises(ValueError, match=message):
        model.fit([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], sample_weight=rows)


def test_stages_end_at_the_prediction(forest):
    X, *_ = split("sonar")
    stages = list(forest.staged_predict(X))
    assert len(stages) == 60
    np.testing.assert_array_equal(stages[-1], forest.predict(X))


@pytest.fixture(scope="module")
def forest():
    X, _, y, _ = split("sonar")
    return RandomForestClassifier(60, oob_score=True, random_state=0).fit(X, y)


def test_out_of_bag_error_estimates_the_test_error():
    X, test_X, y, test_y = split("satimage")
    forest = RandomForestClassifier(30, oob_score=True, random_state=0).fit(X[:1500], y[:1500])
    error = 1 - forest.score(test_X, test_y)
    # 1500 rows: a standard error of sqrt(.12 * .88 / 1500) = .0084; with 30 trees each row is
    # judged by 11, so the estimate is a little high.
    assert -3 * 0.0084 <= forest.oob_errors_[-1] - error <= 3 * 0.0084 + 0.02
    assert forest.oob_score_ == 1 - forest.oob_errors_[-1]
    assert forest.oob_errors_[0] > forest.oob_errors_[-1] + 0.05


def test_out_of_bag_uses_only_trees_that_never_saw_the_row():
    # Labels are noise: whoever has seen a row knows its label, nobody else can.
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 5)), rng.integers(0, 2, 400)
    forest = RandomForestClassifier(40, oob_score=True, random_state=0).fit(X, y)
    assert forest.score(X, y) > 0.99
    assert abs(forest.oob_score_ - 0.5) < 4 * 0.025  # 4 standard errors, sqrt(.25 / 400)
    regressor = RandomForestRegressor(40, oob_score=True, random_state=0).fit(X, y * 1.0)
    assert regressor.oob_score_ < 0.1 < 0.7 < regressor.score(X, y)
    assert regressor.oob_errors_[-1] == pytest.approx(
        np.mean((regressor.oob_prediction_ - y) ** 2), rel=1e-12
    )


def test_rows_seen_by_every_tree_have_no_out_of_bag_answer():
    X, _, y, _ = split("sonar")
    with pytest.warns(UserWarning, match="n_estimators=1 is too small"):
        forest = RandomForestClassifier(1, oob_score=True, random_state=0).fit(X, y)
    share = np.isnan(forest.oob_decision_function_[:, 0]).mean()
    # 1 - 1/e, with a standard deviation below sqrt(.632 * .368 / 145) = .04
    assert abs(share - 0.632) < 0.12
    with pytest.raises(ValueError, match="bootstrap"):
        RandomForestClassifier(oob_score=True, bootstrap=False).fit(X, y)


def test_trees_differ_for_two_reasons():
    X, _, y, _ = split("sonar")

    def different(**options):
        forest = RandomForestClassifier(2, random_state=0, **options).fit(X, y)
        return forest.estimators_[0].to_text() != forest.estimators_[1].to_text()

    assert different(bootstrap=True, max_features=None)
    assert different(bootstrap=False, max_features="sqrt")
    assert not different(bootstrap=False, max_features=None)


def test_importances_find_the_columns_that_matter():
    X, y = friedman(300, 0)
    forest = RandomForestRegressor(30, random_state=0).fit(X, y)
    test_X, test_y = friedman(300, 1)
    permuted = permutation_importance(forest, test_X, test_y, n_repeats=3, random_state=0)
    for importance in (forest.feature_importances_, permuted.importances_mean):
        assert set(np.argsort(importance)[-5:]) == set(range(5))  # the other five are noise
    assert forest.feature_importances_.sum() == pytest.approx(1)


def test_strength_and_correlation_bound_the_error():
    X, test_X, y, test_y = split("satimage")
    X, y = X[:1500], y[:1500]
    measured = {}
    for m in (2, 36):
        forest = RandomForestClassifier(40, max_features=m, random_state=0).fit(X, y)
        s, rho = measured[m] = forest.strength_and_correlation(test_X, test_y)
        assert 1 - forest.score(test_X, test_y) <= rho * (1 - s**2) / s**2
    assert measured[2][1] < measured[36][1]  # fewer features: less alike
    assert measured[2][0] < measured[36][0]  # and weaker


def test_strength_and_correlation_by_hand():
    X = np.arange(4.0)[:, None]
    y = np.array([0, 0, 1, 1])
    forest = RandomForestClassifier(2, random_state=0).fit(X, y)
    for estimator, votes in zip(forest.estimators_, ([0, 0, 1, 0], [0, 1, 1, 1]), strict=True):
        estimator.tree_ = DecisionTreeClassifier().fit(X, votes).tree_
    # Raw margins (1, 1, 1, -1) and (1, -1, 1, 1): mean margin 1/2, var of (1, 0, 1, 0) is 1/4,
    # standard deviations sqrt(3)/2 each.
    strength, correlation = forest.strength_and_correlation(X, y)
    assert strength == pytest.approx(1 / 2)
    assert correlation == pytest.approx((1 / 4) / (3 / 4))


def test_correlation_of_regression_trees_falls_with_fewer_features():
    X, y = friedman(300, 0)
    test_X, test_y = friedman(500, 1)
    rho = [
        RandomForestRegressor(30, max_features=m, random_state=0)
        .fit(X, y)
        .tree_correlation(test_X, test_y)
        for m in (1, 10)
    ]
    assert 0 < rho[0] < rho[1] < 1


def test_seed_threads_and_pickle(forest):
    X, test_X, y, _ = split("sonar")
    again = RandomForestClassifier(60, random_state=0, n_jobs=2).fit(X, y)
    other = RandomForestClassifier(60, random_state=1).fit(X, y)
    expected = forest.predict_proba(test_X)
    np.testing.assert_array_equal(again.predict_proba(test_X), expected)
    assert not np.array_equal(other.predict_proba(test_X), expected)
    copy = pickle.loads(pickle.dumps(forest))
    np.testing.assert_array_equal(copy.predict_proba(test_X), expected)


def test_probabilities_are_means_over_trees(forest):
    _, test_X, _, _ = split("sonar")
    mean = np.mean([e.predict_proba(test_X) for e in forest.estimators_], axis=0)
    # Sixty numbers added in another order.
    np.testing.assert_allclose(forest.predict_proba(test_X), mean, atol=1e-14)
    np.testing.assert_allclose(forest.predict_proba(test_X).sum(axis=1), 1, atol=1e-14)


def test_zero_weights_leave_rows_out():
    X, test_X, y, _ = split("sonar")
    weight = (y == 0).astype(float)
    forest = RandomForestClassifier(5, random_state=0).fit(X, y, weight)
    assert np.all(forest.predict(test_X) == 0)


def test_one_row_and_one_class():
    assert RandomForestClassifier(3).fit([[1.0]], ["a"]).predict([[2.0]]) == ["a"]
    assert RandomForestRegressor(3).fit([[1.0]], [2.5]).predict([[2.0]]) == [2.5]
    with pytest.raises(ValueError, match="two classes"):
        RandomForestClassifier(3).fit([[1.0]], ["a"]).strength_and_correlation([[1.0]], ["a"])
