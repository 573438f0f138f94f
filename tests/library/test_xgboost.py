"""XGBoost against the library xgboost, its own equations, and bad input."""

import itertools
import pickle

import numpy as np
import pytest
import xgboost
from ensemblelab.datasets import load, make_friedman1
from ensemblelab.xgboost import XGBClassifier, XGBRegressor
from scipy.special import expit
from sklearn.base import clone
from sklearn.datasets import load_wine, make_classification
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import train_test_split
from sklearn.utils.estimator_checks import estimator_checks_generator


@pytest.fixture(scope="module")
def spam():
    data = load("spambase")
    codes = np.unique(data.y, return_inverse=True)[1]
    return data.X.astype(np.float32), codes


@pytest.fixture(scope="module")
def numbers():
    X, y = make_friedman1(400, random_state=0)
    return X.astype(np.float32), y


def with_holes(X, share):
    X = X.copy()
    X[np.random.default_rng(0).random(X.shape) < share] = np.nan
    return X


def same_trees(ours, theirs, thresholds=True):
    """Compare feature, threshold, gain and cover of every split in every tree.

    With "hist" the library's threshold is a value, ours the middle between two: leave it out.
    """
    table = theirs.get_booster().trees_to_dataframe()
    inner = table[table.Feature != "Leaf"]
    columns = zip(
        inner.Tree,
        inner.Feature.str[1:].astype(int),
        inner.Split.astype(np.float32) * thresholds,
        inner.Cover,
        inner.Gain,
        strict=True,
    )
    want = np.array(sorted(columns)).reshape(-1, 5)
    trees = [tree for trees in ours.estimators_ for tree in trees]
    got = []
    for number, tree in enumerate(trees):
        i = ~tree.is_leaf
        of_tree = np.full(i.sum(), number)
        got += np.column_stack(
            [of_tree, tree.feature[i], tree.threshold[i] * thresholds, tree.H[i], 2 * tree.gain[i]]
        ).tolist()
    got = np.array(sorted(got)).reshape(-1, 5)
    assert table.Tree.max() + 1 == len(trees)
    np.testing.assert_array_equal(got[:, :3], want[:, :3])
    np.testing.assert_allclose(got[:, 3], want[:, 3], rtol=1e-5)  # float32
    # The library keeps gain in float32, a difference of numbers up to a thousand times larger.
    np.testing.assert_allclose(got[:, 4], want[:, 4], rtol=1e-3, atol=1e-3)


def fit_both(X, y, **settings):
    kind = "Regressor" if settings.pop("regression", False) else "Classifier"
    ours = {"Regressor": XGBRegressor, "Classifier": XGBClassifier}[kind]
    theirs = getattr(xgboost, f"XGB{kind}")
    ours = ours(tree_method="exact", **settings).fit(X, y)
    return ours, theirs(tree_method="exact", n_jobs=1, **settings).fit(X, y)


@pytest.mark.parametrize(
    ("holes", "settings"),
    [
        (0, {"n_estimators": 100}),
        (0.1, {"n_estimators": 30}),
        (0, {"gamma": 1.0, "reg_lambda": 0.1, "min_child_weight": 0.5}),
        (0.3, {"gamma": 0.2, "reg_lambda": 10.0, "min_child_weight": 5.0, "learning_rate": 1.0}),
        (0, {"base_score": 0.9, "max_depth": 2, "reg_lambda": 0.0}),
    ],
)
def test_exact_trees_are_the_librarys_on_spam(spam, holes, settings):
    X, y = with_holes(spam[0], holes), spam[1]
    ours, theirs = fit_both(X, y, **{"n_estimators": 20} | settings)
    same_trees(ours, theirs)
    margin = theirs.predict(X, output_margin=True)
    # Sums of 100 leaves in float32, in steps of 1e-6 for margins near 10.
    assert np.abs(ours.decision_function(X) - margin).max() < 1e-5
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)


@pytest.mark.parametrize(("holes", "rounds"), [(0, 5), (0.2, 2)])
def test_exact_trees_are_the_librarys_on_50000_rows(holes, rounds):
    X, y = make_classification(50_000, 20, n_informative=8, random_state=0)
    X = with_holes(X.astype(np.float32), holes)
    ours, theirs = fit_both(X, y, n_estimators=rounds)
    same_trees(ours, theirs)
    margin = theirs.predict(X, output_margin=True)
    assert np.abs(ours.decision_function(X) - margin).max() < 1e-5


def test_regression_trees_are_the_librarys(numbers):
    X, y = numbers
    ours, theirs = fit_both(X, y, regression=True, n_estimators=50, max_depth=4)
    same_trees(ours, theirs)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), atol=1e-5)


def test_multi_class_trees_are_the_librarys():
    X, y = load_wine(return_X_y=True)
    X = X.astype(np.float32)
    ours, theirs = fit_both(X, y, n_estimators=30)
    same_trees(ours, theirs)
    assert ours.decision_function(X).shape == (len(X), 3)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=1e-6)


@pytest.mark.parametrize("kind", ["gain", "weight", "cover", "total_gain", "total_cover"])
def test_importances_are_the_librarys(spam, kind):
    ours, theirs = fit_both(*spam, n_estimators=5, importance_type=kind)
    # The library adds up in float32.
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-5)


def test_histogram_is_as_accurate_as_the_librarys(spam):
    train_X, test_X, train_y, test_y = train_test_split(*spam, random_state=0)
    settings = {"tree_method": "hist", "max_bin": 32, "n_estimators": 50}
    ours = XGBClassifier(**settings).fit(train_X, train_y).score(test_X, test_y)
    theirs = xgboost.XGBClassifier(n_jobs=1, **settings).fit(train_X, train_y)
    # Both err on 5% of 1151 mails: the standard error of one rate is 0.6%; they share the mails.
    assert abs(ours - theirs.score(test_X, test_y)) < 0.0129  # two standard errors


def test_histogram_with_a_bin_for_every_value_is_exact(numbers):
    X, y = numbers
    exact = XGBRegressor(n_estimators=10, tree_method="exact").fit(X, y)
    hist = XGBRegressor(n_estimators=10, tree_method="hist", max_bin=len(X)).fit(X, y)
    np.testing.assert_array_equal(exact.predict(X), hist.predict(X))
    coarse = XGBRegressor(n_estimators=10, tree_method="hist", max_bin=4).fit(X, y)
    cuts = [
        np.unique(np.concatenate([t.threshold for (t,) in m.estimators_])) for m in (coarse, exact)
    ]
    assert len(cuts[0]) <= 1 + 6 * X.shape[1] < len(cuts[1])  # one between any two of 4 bins; inf


def test_early_stopping_at_the_librarys_round(spam):
    train_X, test_X, train_y, test_y = train_test_split(*spam, random_state=0)
    settings = {"n_estimators": 200, "early_stopping_rounds": 5, "tree_method": "exact"}
    pairs = [(train_X, train_y), (test_X, test_y)]  # the last one decides
    ours = XGBClassifier(**settings).fit(train_X, train_y, eval_set=pairs)
    theirs = xgboost.XGBClassifier(n_jobs=1, **settings)
    theirs.fit(train_X, train_y, eval_set=pairs, verbose=False)
    assert ours.best_iteration_ == theirs.best_iteration < 100
    assert len(ours.estimators_) == ours.best_iteration_ + 6
    scores = theirs.evals_result()["validation_1"]["logloss"]
    np.testing.assert_allclose(ours.evals_result_["validation_1"], scores, atol=1e-6)  # float32
    margin = theirs.predict(test_X, output_margin=True)
    assert np.abs(ours.decision_function(test_X) - margin).max() < 1e-5
    assert len(list(ours.staged_predict(test_X))) == ours.best_iteration_ + 1


def squared(y, f):
    return f - y, np.ones_like(f)


def logistic(y, f):
    p = expit(f.astype(float))
    return p - y, p * (1 - p)


def test_custom_objectives_equal_the_built_in(numbers, spam):
    X, y = numbers
    custom = XGBRegressor(n_estimators=10, objective=squared).fit(X, y)
    built_in = XGBRegressor(n_estimators=10, objective="reg:squarederror").fit(X, y)
    # f - y is float64 minus float32 in one, rounded once; the same number in the other.
    np.testing.assert_allclose(custom.predict(X), built_in.predict(X), rtol=1e-6)
    X, y = spam
    custom = XGBClassifier(n_estimators=10, objective=logistic).fit(X, y)
    np.testing.assert_array_equal(
        custom.predict_proba(X), XGBClassifier(n_estimators=10).fit(X, y).predict_proba(X)
    )


def test_softprob_with_two_classes_agrees_with_the_library(spam):
    X, y = spam[0][::5], spam[1][::5]
    settings = {"objective": "multi:softprob", "n_estimators": 5, "tree_method": "exact"}
    ours = XGBClassifier(**settings).fit(X, y)
    data = xgboost.DMatrix(X, y)
    theirs = xgboost.train(
        {"objective": "multi:softprob", "num_class": 2, "tree_method": "exact"}, data, 5
    )
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict(data), atol=1e-6)


def test_gain_and_leaves_by_hand():
    # f_0 = 0, so g = -y and h = 1. With lambda = 1: G = -2, 6; H = 2, 2.
    X, y = np.arange(4.0)[:, None], np.array([1.0, 1.0, -3.0, -3.0])
    settings = {"n_estimators": 1, "max_depth": 1, "learning_rate": 1.0, "base_score": 0.0}
    model = XGBRegressor(**settings).fit(X, y)
    tree = model.estimators_[0][0]
    assert tree.threshold[0] == 1.5
    gain = (2**2 / 3 + 6**2 / 3 - 4**2 / 5) / 2  # eq. (10) without gamma
    np.testing.assert_allclose(tree.gain[0], gain, rtol=1e-12)
    np.testing.assert_allclose(model.predict(X), [2 / 3, 2 / 3, -2, -2], rtol=1e-6)
    # `gamma` is compared with twice that gain.
    kept = XGBRegressor(gamma=2 * gain - 1e-6, **settings).fit(X, y).estimators_[0][0]
    pruned = XGBRegressor(gamma=2 * gain + 1e-6, **settings).fit(X, y).estimators_[0][0]
    assert (kept.n_leaves, pruned.n_leaves) == (2, 1)
    np.testing.assert_allclose(pruned.value, [[-4 / 5]], rtol=1e-6)


@pytest.mark.parametrize("missing", [False, True])
def test_ties_are_broken_as_in_the_library(missing):
    # A mirror image: every split has a twin of exactly the same gain; and a column twice.
    y = np.array([4.0, 0.0, 1.0, 1.0, 0.0, 4.0])
    X = np.repeat(np.arange(6.0)[:, None], 2, axis=1).astype(np.float32)
    if missing:
        X, y = np.vstack([X, [[np.nan, np.nan]] * 2]), np.append(y, [1.0, 1.0])
    settings = {"n_estimators": 2, "max_depth": 2, "base_score": 0.0}
    same_trees(*fit_both(X, y, regression=True, **settings))


def coarse_numbers():
    X, y = make_friedman1(200, random_state=0)
    return np.round(20 * X).astype(np.float32), y  # 21 values a column: each has its own bin


def coarse_with_holes():
    X, y = coarse_numbers()
    return with_holes(X, 0.2), y


def heart():
    data = load("heart_cleveland")
    return data.X.astype(np.float32), np.unique(data.y, return_inverse=True)[1]


@pytest.mark.parametrize("tree_method", ["exact", "hist"])
@pytest.mark.parametrize("data", [coarse_numbers, coarse_with_holes, heart])
@pytest.mark.parametrize(
    "gamma", [0, 2, *(pytest.param(g, marks=pytest.mark.trial) for g in (0.05, 0.5, 10))]
)
def test_prices_act_as_in_the_library(tree_method, data, gamma):
    X, y = data()
    regression = data is not heart
    ours = XGBRegressor if regression else XGBClassifier
    theirs = xgboost.XGBRegressor if regression else xgboost.XGBClassifier
    for min_child_weight, reg_lambda in itertools.product((0, 1, 5), (0, 1, 10)):
        settings = {"n_estimators": 5, "max_depth": 4, "tree_method": tree_method, "gamma": gamma}
        settings |= {"min_child_weight": min_child_weight, "reg_lambda": reg_lambda}
        one = ours(**settings).fit(X, y)
        other = theirs(n_jobs=1, **settings).fit(X, y)
        same_trees(one, other, thresholds=tree_method == "exact")
        f = one.predict(X) if regression else one.decision_function(X)
        # Sums of 5 leaves in float32; predictions reach 26.
        np.testing.assert_allclose(f, other.predict(X, output_margin=True), atol=2e-5)


@pytest.mark.parametrize(("tree_method", "n_leaves"), [("exact", 4), ("hist", 1)])
def test_only_exact_grows_on_below_a_split_that_does_not_pay(tree_method, n_leaves):
    # Exclusive or: the root gains little, the splits below it much.
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10, dtype=float)
    y = (X[:, 0] != X[:, 1]) + 0.01 * X[:, 0]
    settings = {"n_estimators": 1, "max_depth": 2, "tree_method": tree_method}
    tree = XGBRegressor(**settings).fit(X, y).estimators_[0][0]
    assert 2 * tree.gain[0] < 1 < 2 * tree.gain[1]
    ours = XGBRegressor(gamma=1.0, **settings).fit(X, y)
    assert ours.estimators_[0][0].n_leaves == n_leaves
    theirs = xgboost.XGBRegressor(gamma=1.0, n_jobs=1, **settings).fit(X, y)
    same_trees(ours, theirs, thresholds=tree_method == "exact")


@pytest.mark.parametrize("tree_method", ["exact", "hist"])
def test_a_gain_equal_to_the_price_pays_for_it(tree_method):
    # f_0 = 0 and lambda = 1: G = -2, 2 and H = 1, 1, so the bracket is 4/2 + 4/2 - 0 = 4.
    X, y = np.array([[0.0], [1.0]]), np.array([2.0, -2.0])
    for gamma, n_leaves in ((4.0, 2), (np.nextafter(np.float32(4), np.float32(5)), 1)):
        settings = {"n_estimators": 1, "base_score": 0.0, "gamma": float(gamma)}
        settings |= {"tree_method": tree_method}
        assert XGBRegressor(**settings).fit(X, y).estimators_[0][0].n_leaves == n_leaves
        theirs = xgboost.XGBRegressor(n_jobs=1, **settings).fit(X, y).get_booster()
        assert (theirs.trees_to_dataframe().Feature == "Leaf").sum() == n_leaves


def test_missing_values_learn_their_way():
    X = np.array([[0.0], [1.0], [np.nan], [np.nan]])
    for y in ([0.0, 1.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0]):
        model = XGBRegressor(n_estimators=1, learning_rate=1.0, reg_lambda=0.0).fit(X, y)
        np.testing.assert_allclose(model.predict(X), y, atol=1e-6)
    # A stand-in number is the same as NaN.
    numbers = XGBRegressor(n_estimators=3, missing=-999.0).fit(np.nan_to_num(X, nan=-999.0), y)
    np.testing.assert_array_equal(
        numbers.predict([[-999.0], [1.0]]),
        XGBRegressor(n_estimators=3).fit(X, y).predict([[np.nan], [1.0]]),
    )


def test_missing_only_in_prediction_goes_as_in_the_library(numbers):
    X, y = numbers
    ours, theirs = fit_both(X, y, regression=True, n_estimators=10)
    holes = with_holes(X, 0.3)
    np.testing.assert_allclose(ours.predict(holes), theirs.predict(holes), atol=1e-5)


def test_columns_are_drawn(numbers):
    X, y = numbers
    base = XGBRegressor(n_estimators=20, max_depth=3, random_state=0)

    def used(model):
        model.fit(X, y)
        return [set(t.feature[~t.is_leaf].tolist()) for (t,) in model.estimators_]

    # 2 of the 10 features a tree; one a level; one a node.
    by_tree = used(clone(base).set_params(colsample_bytree=0.2))
    assert max(map(len, by_tree)) <= 2
    assert len(set().union(*by_tree)) > 5
    model = clone(base).set_params(colsample_bylevel=0.1)
    used(model)
    for (tree,) in model.estimators_:
        for depth in range(tree.depth):
            level = ~tree.is_leaf & (tree.node_depth == depth)
            assert len(np.unique(tree.feature[level])) == 1
    by_node = used(clone(base).set_params(colsample_bynode=0.1))
    assert max(map(len, by_node)) > 3  # up to 7 nodes, each with a feature of its own


def test_subsample(numbers):
    X, y = numbers
    model = XGBRegressor(n_estimators=20, subsample=0.5, random_state=0).fit(X, y)
    counts = [t.count[0] for (t,) in model.estimators_]
    assert len(set(counts)) > 1
    assert abs(np.mean(counts) - 200) < 4 * 10 / np.sqrt(20)  # four standard errors of Bin(400, ½)
    np.testing.assert_array_equal(model.predict(X), clone(model).fit(X, y).predict(X))
    assert model.score(X, y) > 0.9


def test_stages_end_at_the_prediction(numbers):
    X, y = numbers
    model = XGBRegressor(n_estimators=7).fit(X, y)
    *_, last = model.staged_predict(X)
    np.testing.assert_array_equal(last, model.predict(X))
    labels = np.array(["low", "mid", "high"])[np.digitize(y, np.quantile(y, [0.3, 0.6]))]
    model = XGBClassifier(n_estimators=7).fit(X, labels, eval_set=[(X, labels)])
    for stage, final in [
        (model.staged_predict, model.predict),
        (model.staged_predict_proba, model.predict_proba),
        (model.staged_decision_function, model.decision_function),
    ]:
        stages = list(stage(X))
        assert len(stages) == 7
        np.testing.assert_array_equal(stages[-1], final(X))
    p = model.predict_proba(X)[np.arange(len(X)), np.searchsorted(model.classes_, labels)]
    np.testing.assert_allclose(model.evals_result_["validation_0"][-1], -np.log(p).mean())


def test_verbose_tells_the_progress(numbers, capsys):
    X, y = numbers
    XGBRegressor(n_estimators=6).fit(X, y, eval_set=[(X, y)], verbose=3)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["round 3 of 6", "round 6 of 6"]
    assert "train" in lines[0]
    assert "validation_0" in lines[0]


def test_weights_count(numbers):
    X, y = numbers
    w = np.random.default_rng(3).integers(0, 3, size=len(y))
    weighted = XGBRegressor(n_estimators=10, tree_method="exact").fit(X, y, w)
    theirs = xgboost.XGBRegressor(n_estimators=10, tree_method="exact", n_jobs=1)
    theirs.fit(X[w > 0], y[w > 0], sample_weight=w[w > 0])
    np.testing.assert_allclose(weighted.predict(X), theirs.predict(X), atol=1e-4)


def test_only_the_order_of_a_feature_counts(numbers):
    X, y = numbers
    bent = (3 * X + 1).astype(np.float32)
    plain = XGBRegressor(n_estimators=10, tree_method="exact").fit(X, y)
    np.testing.assert_array_equal(
        plain.predict(X),
        XGBRegressor(n_estimators=10, tree_method="exact").fit(bent, y).predict(bent),
    )


def test_pickle(numbers):
    X, y = numbers
    for model in (XGBRegressor(n_estimators=3).fit(X, y), XGBClassifier().fit(X, y > 14)):
        np.testing.assert_array_equal(
            pickle.loads(pickle.dumps(model)).predict(X), model.predict(X)
        )


def test_nothing_to_split_predicts_the_constant():
    model = XGBRegressor(n_estimators=3).fit(np.ones((10, 2)), np.arange(10.0))
    assert model.predict(np.ones((1, 2))).tolist() == [4.5]
    assert model.feature_importances_.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        pytest.param(estimator, check, id=f"{type(estimator).__name__}-{check.func.__name__}")
        for model in (
            XGBClassifier(tree_method="exact", n_estimators=5),
            XGBRegressor(tree_method="exact", n_estimators=5),
        )
        for estimator, check in estimator_checks_generator(model, mark="skip")
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check_of_exact(estimator, check):
    check(estimator)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("learning_rate", 0.0),
        ("n_estimators", 0),
        ("max_depth", 0),
        ("reg_lambda", -1.0),
        ("gamma", -1.0),
        ("min_child_weight", -1.0),
        ("tree_method", "approx"),
        ("max_bin", 1),
        ("subsample", 0.0),
        ("colsample_bytree", 1.5),
        ("colsample_bylevel", 0.0),
        ("colsample_bynode", -0.5),
        ("early_stopping_rounds", 0),
        ("missing", "none"),
        ("importance_type", "split"),
        ("objective", "reg:logistic"),
        ("random_state", -1),
        ("base_score", np.nan),
        ("base_score", np.inf),
        ("base_score", 1e39),  # not in float32
    ],
)
def test_parameters_out_of_range(name, value):
    with pytest.raises(ValueError, match=name):
        XGBRegressor(**{name: value}).fit([[0.0], [1.0]], [0.0, 1.0])


@pytest.mark.parametrize("base_score", [np.nan, np.inf])
def test_several_classes_need_a_finite_base_score(base_score):
    with pytest.raises(ValueError, match="base_score"):
        XGBClassifier(base_score=base_score).fit([[0.0], [1.0], [2.0]], [0, 1, 2])


@pytest.mark.parametrize(
    ("settings", "arguments", "message"),
    [
        (
            {},
            {"eval_set": (np.ones((3, 1)), np.ones(3))},
            "eval_set holds array",
        ),
        ({}, {"eval_set": [np.ones((3, 1))]}, "eval_set holds array"),
        ({}, {"eval_set": [(1, 2, 3)]}, r"eval_set holds \(1, 2, 3\); .* list of pairs"),
        ({}, {"eval_set": 5}, "eval_set=5 must be a list of pairs"),
        ({"early_stopping_rounds": 2}, {"eval_set": []}, "needs an eval_set"),
        ({}, {"verbose": "a"}, "verbose='a' must be a bool or an integer"),
        ({}, {"verbose": -1}, "verbose=-1 must be a bool or an integer"),
        ({"objective": lambda y, f: None}, {}, "objective gave None; it must give two arrays"),
        ({"objective": lambda y, f: f}, {}, r"objective gave array.*; it must give two arrays"),
        ({"objective": lambda y, f: ("a", f)}, {}, "objective gave .'a'.*; it must give two arr"),
        ({"objective": lambda y, f: (f * np.nan, f)}, {}, "g of objective contains NaN"),
        ({"objective": lambda y, f: (f, f + np.inf)}, {}, "h of objective contains infinity"),
    ],
)
def test_what_comes_beside_the_data_is_checked(settings, arguments, message):
    model = XGBRegressor(n_estimators=2, **settings)
    with pytest.raises(ValueError, match=message):
        model.fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0], **arguments)


def test_an_empty_eval_set_is_none():
    model = XGBRegressor(n_estimators=2).fit([[0.0], [1.0]], [0.0, 1.0], eval_set=[])
    assert model.evals_result_ == {}
    assert model.best_iteration_ == 1


@pytest.mark.parametrize("y", [[0.0, 1e39, 1.0], [-3e38, 3e38, 3e38]])
def test_answers_that_float32_cannot_hold_are_refused(y):
    with pytest.raises(ValueError, match=r"y holds (1e\+39|3e\+38); more than 1.7e\+38"):
        XGBRegressor(n_estimators=2).fit([[0.0], [1.0], [2.0]], y)
    largest = np.finfo(np.float32).max / 2 * np.sign(y)
    model = XGBRegressor(n_estimators=2).fit([[0.0], [1.0], [2.0]], largest)
    assert np.isfinite(model.predict([[0.0], [1.0], [2.0]])).all()


def test_bad_data():
    X, y = [[0.0], [1.0], [2.0]], [0, 1, 1]
    model = XGBClassifier(n_estimators=2)
    with pytest.raises(ValueError, match="1 class"):
        model.fit(X, [1, 1, 1])
    with pytest.raises(ValueError, match="infinity"):
        model.fit([[0.0], [np.inf], [1.0]], y)
    with pytest.raises(ValueError, match="y contains NaN"):
        XGBRegressor().fit(X, [0.0, np.nan, 1.0])
    with pytest.raises(ValueError, match="[Nn]egative"):
        model.fit(X, y, sample_weight=[-1, 1, 1])
    with pytest.raises(ValueError, match="zero"):
        XGBRegressor().fit(X, y, sample_weight=[0, 0, 0])
    with pytest.raises(ValueError, match="needs an eval_set"):
        XGBClassifier(early_stopping_rounds=3).fit(X, y)
    with pytest.raises(ValueError, match=r"eval_set holds classes.*\[7\]"):
        model.fit(X, y, eval_set=[(X, [0, 1, 7])])
    with pytest.raises(ValueError, match="features"):
        model.fit(X, y, eval_set=[(np.ones((3, 2)), y)])
    with pytest.raises(ValueError, match="base_score=1.5"):
        XGBClassifier(base_score=1.5).fit(X, y)
    with pytest.raises(ValueError, match="2 classes; y holds 3"):
        XGBClassifier(objective="binary:logistic").fit(X, [0, 1, 2])
    with pytest.raises(ValueError, match=r"objective gave g and h of shapes \(1,\)"):
        XGBClassifier(objective=lambda y, f: (f[:1], f)).fit(X, y)
    with pytest.raises(NotFittedError):
        XGBClassifier().predict(X)
