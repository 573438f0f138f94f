"""Shapley values of trees against the sum over all sets of features, and all orders."""

from functools import cache
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from ensemblelab import (
    AdaBoostClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingRegressor,
    XGBClassifier,
    XGBRegressor,
    explanation,
)
from ensemblelab.explanation import shapley_values
from ensemblelab.trees.predicting import sum_of_predictions
from sklearn import ensemble as peer
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge


def known(trees, x, Z, features):
    """What is predicted if these features of x are known: the mean over the background."""
    mixed = Z.copy()
    mixed[:, list(features)] = x[list(features)]
    return sum_of_predictions(trees, mixed).mean(axis=0)


def by_all_sets(trees, x, Z):
    d = len(x)
    values = np.zeros((d, trees[0].value.shape[1]))
    for j in range(d):
        others = [i for i in range(d) if i != j]
        for size in range(d):
            for S in combinations(others, size):
                gain = known(trees, x, Z, (*S, j)) - known(trees, x, Z, S)
                values[j] += gain / (d * comb(d - 1, size))
    return values


def by_all_orders(trees, x, Z):
    orders = list(permutations(range(len(x))))
    values = np.zeros((len(x), trees[0].value.shape[1]))
    for order in orders:
        for place, j in enumerate(order):
            before = known(trees, x, Z, order[:place])
            values[j] += (known(trees, x, Z, order[: place + 1]) - before) / len(orders)
    return values


def data(missing=False):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(150, 4)).round(1)
    y = X[:, 0] * X[:, 1] + np.abs(X[:, 2])
    if missing:
        X[rng.random(X.shape) < 0.2] = np.nan
    return X, y


def trees_of(kind):
    X, y = data(kind == "missing values")
    label = np.digitize(y, [0, 1])
    if kind == "tree":
        return X, [DecisionTreeRegressor().fit(X, y).tree_]
    if kind == "three classes":
        return X, [DecisionTreeClassifier(max_depth=4).fit(X, label).tree_]
    if kind == "forest":
        forest = RandomForestClassifier(5, max_features=2, random_state=0).fit(X, label)
        return X, [member.tree_ for member in forest.estimators_]
    model = (
        GradientBoostingRegressor(n_estimators=5)
        if kind == "boosting"
        else XGBRegressor(n_estimators=5)
    )
    return X, [tree for trees in model.fit(X, y).estimators_ for tree in trees]


KINDS = ["tree", "three classes", "forest", "boosting", "missing values", "xgboost"]


@pytest.mark.parametrize("kind", KINDS)
def test_they_are_the_sum_over_all_sets_of_features(kind):
    X, trees = trees_of(kind)
    X = X.astype(trees[0].threshold.dtype)  # as XGBoost's are compared
    found = shapley_values(trees, X[:6], X[100:])
    expected = [by_all_sets(trees, x, X[100:]) for x in X[:6]]
    # Sums of 50 rows' predictions, of at most 10; XGBoost's are float32.
    np.testing.assert_allclose(found, expected, atol=1e-5 if kind == "xgboost" else 1e-12)
    gap = sum_of_predictions(trees, X[:6]) - sum_of_predictions(trees, X[100:]).mean(axis=0)
    np.testing.assert_allclose(found.sum(axis=1), gap, atol=1e-4 if kind == "xgboost" else 1e-11)


def test_they_are_the_mean_over_all_orders():
    X, trees = trees_of("tree")
    found = shapley_values(trees, X[:2], X[140:])
    expected = [by_all_orders(trees, x, X[140:]) for x in X[:2]]
    np.testing.assert_allclose(found, expected, atol=1e-12)  # sums of 24 orders, ten rows


def test_a_feature_that_no_split_uses_gets_nothing_and_a_lone_leaf_gives_nothing():
    X, y = data()
    stump = DecisionTreeRegressor(max_depth=1).fit(X, y).tree_
    values = shapley_values([stump], X, X)[:, :, 0]
    used = stump.feature[0]
    assert np.all(np.delete(values, used, axis=1) == 0)
    assert np.any(values[:, used] != 0)
    leaf = DecisionTreeRegressor().fit(X, np.ones(len(X))).tree_
    assert not shapley_values([leaf], X, X).any()


def test_blocks_change_nothing(monkeypatch):
    X, trees = trees_of("boosting")
    whole = shapley_values(trees, X, X[:20])
    monkeypatch.setattr(explanation, "PAIRS", 60)
    np.testing.assert_array_equal(shapley_values(trees, X, X[:20]), whole)


def test_bad_input_is_named():
    X, trees = trees_of("tree")
    with pytest.raises(ValueError, match="model holds no trees"):
        shapley_values([], X, X)
    with pytest.raises(ValueError, match="X has 4 features, and background has 3"):
        shapley_values(trees, X, X[:, :3])
    with pytest.raises(ValueError, match="background has no observations"):
        shapley_values(trees, X, X[:0])
    stump = DecisionTreeRegressor(max_depth=1).fit(X[:, ::-1], X[:, 0]).tree_  # the last of four
    with pytest.raises(ValueError, match="X has 3 features, and the trees split on number 3"):
        shapley_values([stump], X[:, :3], X[:, :3])


def wrong_models():
    """Return models of wrong kinds, and what is said of them."""
    X, y = data()
    label, few = X[:, 0] > 0, {"n_estimators": 2}
    here = "here is no plain mean of trees on all features: give one of its `estimators_`"
    boosted = XGBClassifier(**few).fit(X, label)
    subspaces = BaggingRegressor(max_features=2, **few).fit(X, y)
    stack = StackingRegressor([("tree", DecisionTreeRegressor())], cv=2).fit(X, y)
    return [
        (boosted.estimators_, "model is a list that holds a list: give the fitted model itself"),
        ([boosted], "model is a list that holds a XGBClassifier: give the fitted model itself"),
        (
            RandomForestRegressor(**few).fit(X, y).estimators_,
            "model is a list that holds a DecisionTreeRegressor: give the fitted model itself, "
            "or a list of Tree, such as each tree's `tree_`",
        ),
        (AdaBoostClassifier(**few).fit(X, label), f"AdaBoostClassifier {here}"),
        (subspaces, f"BaggingRegressor {here}"),
        (BaggingRegressor(Ridge(), **few).fit(X, y), f"BaggingRegressor {here}"),
        (stack, f"StackingRegressor {here}"),
        (Ridge().fit(X, y), "model is Ridge; it must be a fitted tree, forest, bagging of trees"),
        (peer.RandomForestRegressor(**few).fit(X, y), "model is RandomForestRegressor; it must"),
        (XGBRegressor, "model is the class XGBRegressor; it must be a fitted tree"),
        (None, "model is NoneType; it must be a fitted tree"),
        ("tree", "model is str; it must be a fitted tree"),
        (X, "model is ndarray; it must be a fitted tree"),
    ]


@pytest.mark.parametrize(
    "model",
    [
        AdaBoostClassifier(),
        BaggingRegressor(),
        DecisionTreeClassifier(),
        GradientBoostingRegressor(),
        RandomForestClassifier(),
        XGBClassifier(),
        StackingRegressor([("ridge", Ridge())]),
    ],
    ids=lambda one: type(one).__name__,
)
def test_a_model_that_is_not_fitted_says_so(model):
    X, _ = data()
    with pytest.raises(NotFittedError, match=f"This {type(model).__name__} .* not fitted yet"):
        shapley_values(model, X, X)


def test_of_models_of_other_kinds_it_is_short_said_what_to_give():
    X, _ = data()
    for model, message in wrong_models():
        with pytest.raises(TypeError) as refused:
            shapley_values(model, X, X)
        assert str(refused.value).startswith(message)
        assert len(str(refused.value)) < 200


@cache
def models():
    """Fit models whose rows are prepared before they predict, on rows where that matters."""
    rng = np.random.default_rng(0)
    X = rng.integers(0, 50, (300, 3)).astype(float)
    y = X[:, 0] + 5 * (X[:, 1] > 20) + rng.normal(size=300)
    gaps = np.where(rng.random(X.shape) < 0.2, -999.0, X)
    large, near = X + 2.0**24, np.nextafter(np.float32(0.1), 1) * (X > 25) + 0.1 * (X <= 25)
    labels = np.digitize(y, [20, 40])
    few = {"n_estimators": 5, "random_state": 0}
    return {
        "missing": (XGBRegressor(missing=-999, n_estimators=5).fit(gaps, y), gaps),
        "above 2^24": (XGBRegressor(n_estimators=5).fit(large, y), large),
        "near in float32": (XGBRegressor(n_estimators=5).fit(near, y), near),
        "XGBoost, three classes": (XGBClassifier(n_estimators=3).fit(X, labels), X),
        "gradient boosting": (GradientBoostingRegressor(**few).fit(X, y), X),
        "forest": (RandomForestRegressor(**few).fit(X, y), X),
        "forest, three classes": (RandomForestClassifier(**few).fit(X, labels), X),
        "tree": (DecisionTreeClassifier(max_depth=3).fit(X, labels), X),
    }


MODELS = [
    "missing",
    "above 2^24",
    "near in float32",
    "XGBoost, three classes",
    "gradient boosting",
    "forest",
    "forest, three classes",
    "tree",
]


@pytest.mark.parametrize("name", MODELS)
def test_of_a_model_they_add_up_to_what_it_predicts_less_its_mean(name):
    """As it prepares rows itself: what is missing, and float32, are its own."""
    model, X = models()[name]
    predict = getattr(model, "decision_function", getattr(model, "predict_proba", model.predict))
    gap = predict(X[:9]).astype(float) - predict(X[50:]).astype(float).mean(axis=0)
    found = shapley_values(model, X[:9], X[50:]).sum(axis=1)
    # XGBoost adds up in float32, up to 2^24
    np.testing.assert_allclose(found.reshape(gap.shape), gap, atol=1e-4)
