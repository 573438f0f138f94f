"""Weights of any size, rows of none, and answers that are means of y itself."""

import _thread
import math

import numpy as np
import pytest
from ensemblelab import (
    AdaBoostClassifier,
    BaggingClassifier,
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    XGBClassifier,
    XGBRegressor,
)
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.choice import GROWERS
from ensemblelab.trees.criterion import CRITERIA, newton
from ensemblelab.trees.growth import grow
from ensemblelab.trees.sketch import Sketch
from ensemblelab.trees.threads import in_threads
from sklearn.base import clone, is_classifier

FEW = {"n_estimators": 4, "random_state": 0}
RELATIVE = [  # what goes by the ratios of weights alone
    DecisionTreeRegressor(min_samples_leaf=3),
    DecisionTreeClassifier(max_depth=5),
    DecisionTreeClassifier(criterion="entropy", max_depth=5),
    DecisionTreeClassifier("error"),
    RandomForestRegressor(**FEW),
    RandomForestClassifier(**FEW),
    ExtraTreesRegressor(**FEW),
    ExtraTreesClassifier(**FEW),
    BaggingRegressor(**FEW),
    BaggingClassifier(**FEW),
    AdaBoostClassifier(**FEW),
    GradientBoostingRegressor(**FEW),
    GradientBoostingClassifier(**FEW),
    GradientBoostingRegressor(loss="huber", **FEW),
    GradientBoostingRegressor(loss="absolute_error", **FEW),
]
ABSOLUTE = [XGBRegressor(n_estimators=4), XGBClassifier(n_estimators=4)]


def named(model):
    return repr(model).replace("\n", "")


@pytest.fixture(params=GROWERS)
def grower(request, monkeypatch):
    if request.param == "compiled":
        pytest.importorskip("numba", reason="needs numba")
    monkeypatch.setenv("ENSEMBLELAB_GROWER", request.param)
    return request.param


def rows(n=120):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 3)).round(2)
    return X, np.exp(2 * X[:, 0] + rng.normal(size=n)), rng.random(n) + 0.01


def fitted(model, weight, n=120):
    X, y, _ = rows(n)
    y = np.digitize(y, [0.5, 2]) if hasattr(model, "predict_proba") else y
    model.fit(X, y, weight)
    return getattr(model, "predict_proba", model.predict)(X)


@pytest.mark.parametrize("model", RELATIVE, ids=named)
def test_a_power_of_two_on_all_weights_changes_no_bit(model):
    weight = rows()[2]
    expected = fitted(model, weight)
    for power in (-830, -500, -160, -1, 60, 500, 830):
        np.testing.assert_array_equal(fitted(model, weight * 2.0**power), expected)


@pytest.mark.parametrize("model", RELATIVE + ABSOLUTE, ids=named)
def test_a_sum_of_weights_that_is_not_finite_is_refused(model):
    with pytest.raises(ValueError, match="sample_weight holds numbers up to 1e[+]307, whose sum"):
        fitted(model, np.full(120, 1e307))


@pytest.mark.parametrize("model", ABSOLUTE, ids=named)
@pytest.mark.parametrize("size", [1e300, 1e-300])
def test_weights_that_float32_has_no_room_for_are_refused(model, size):
    with pytest.raises(ValueError, match="is kept in float32, as in xgboost"):
        fitted(model, np.full(120, size))


def test_a_tree_of_no_rows_is_a_leaf_and_the_others_are_as_without_it(grower):
    X, y, weight = rows()
    bins = Bins.fit(X)
    for G in (y, np.eye(3)[np.arange(120) % 3]):
        weights = np.array([0 * weight, weight, 0 * weight])
        trees, leaf = grow(bins, G, criterion=CRITERIA["gini"], weights=weights)
        (alone,), alone_leaf = grow(bins, G, criterion=CRITERIA["gini"], weights=weights[1:2])
        assert [trees[0].n_nodes, trees[2].n_nodes] == [1, 1]
        assert not trees[0].value.any()
        np.testing.assert_array_equal(trees[1].value, alone.value)
        np.testing.assert_array_equal(leaf, [0 * alone_leaf[0] - 1, alone_leaf[0], leaf[2]])
        assert np.all(leaf[2] == -1)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("name", ["G", "H", "weights"])
def test_what_is_not_finite_reaches_no_loop(name, bad):
    X, y, weight = rows()
    given = {"G": y, "H": weight, "weights": weight[None]}
    given[name] = given[name].copy()
    given[name].flat[7] = bad
    with pytest.raises(ValueError, match=f"{name} must hold finite numbers"):
        grow(Bins.fit(X), criterion=CRITERIA["gini"], **given)


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_numbers_with_a_scale_are_not_brought_to_another(size):
    X, y, _ = rows()
    with pytest.raises(ValueError, match="G holds numbers up to .* reg_lambda"):
        grow(Bins.fit(X), y * size, criterion=newton(1.0))


@pytest.mark.parametrize("size", [1e-200, 1.0, 1e200])
def test_targets_of_any_size_are_told_apart(size):
    X, y, _ = rows()
    tree = DecisionTreeRegressor(min_samples_leaf=2).fit(X, y * size)
    reference = DecisionTreeRegressor(min_samples_leaf=2).fit(X, y)
    np.testing.assert_array_equal(tree.tree_.feature, reference.tree_.feature)
    np.testing.assert_allclose(tree.predict(X), reference.predict(X) * size)


# what leaves answer


@pytest.mark.parametrize("weighed", [False, True])
def test_a_leaf_answers_the_mean_of_its_targets(grower, weighed):
    """Whatever the order of rows: fsum's, divided once."""
    X, y, weight = rows(400)
    y = np.r_[y[:200], 1e12 * y[200:]]  # so large that others would be lost in a common sum
    weight = np.ones(400) if not weighed else np.round(weight, 1) + 0.1
    tree = DecisionTreeRegressor(max_leaf_nodes=60).fit(X, y, weight)
    turned = DecisionTreeRegressor(max_leaf_nodes=60).fit(X[::-1], y[::-1], weight[::-1])
    np.testing.assert_array_equal(tree.predict(X), turned.predict(X))
    leaf = tree.apply(X)
    for k in np.unique(leaf):
        ours, their_weight = y[leaf == k], weight[leaf == k]
        if weighed:
            products = [float(v) * w for v, w in zip(ours, their_weight, strict=True)]
            mean = math.fsum(products) / math.fsum(their_weight)
            assert tree.tree_.value[k, 0] == pytest.approx(mean, rel=1e-14)
        else:
            assert tree.tree_.value[k, 0] == math.fsum(ours) / len(ours)


def test_the_growers_answer_the_same(monkeypatch):
    pytest.importorskip("numba", reason="needs numba")
    X, y, weight = rows(400)
    found = []
    for name in GROWERS:
        monkeypatch.setenv("ENSEMBLELAB_GROWER", name)
        tree = DecisionTreeRegressor(min_samples_leaf=4, ccp_alpha=0.01).fit(X, y, weight)
        found.append(tree.tree_.value)  # inner nodes answer when a tree is pruned
    np.testing.assert_array_equal(found[1:], [found[0]] * 2)
    assert np.isfinite(found).all()


@pytest.mark.parametrize(
    "model",
    [
        DecisionTreeRegressor(),
        RandomForestRegressor(**FEW),
        ExtraTreesRegressor(**FEW),
        BaggingRegressor(**FEW),
    ],
    ids=named,
)
def test_counts_give_no_answer_below_0_nor_a_constant_another(model):
    rng = np.random.default_rng(0)
    X, counts = rng.normal(size=(3000, 3)), rng.poisson(1.0, 3000)
    assert model.fit(X, counts).predict(X).min() >= 0
    mixed = np.r_[np.zeros(50), np.full(50, 1e16), np.arange(1, 51)]
    X = np.arange(150.0)[:, None]
    if isinstance(model, DecisionTreeRegressor):
        np.testing.assert_array_equal(model.fit(X, mixed).predict(X), mixed)
    assert set(model.fit(X, np.full(150, 0.1)).predict(X)) == {0.1}


def test_targets_above_2_53_are_the_same_to_all_growers(monkeypatch):
    pytest.importorskip("numba", reason="needs numba")
    X = np.random.default_rng(0).integers(0, 9, (90, 3)).astype(float)
    y = 2**53 + np.arange(90) % 5
    nodes = set()
    for name in GROWERS:
        monkeypatch.setenv("ENSEMBLELAB_GROWER", name)
        nodes.add(DecisionTreeRegressor().fit(X, y).tree_.n_nodes)
    assert len(nodes) == 1


# steps before the algorithm


@pytest.mark.parametrize("max_bin", [8, 64, 256])
@pytest.mark.parametrize("blocks", [False, True])
def test_rows_of_weight_0_are_as_good_as_absent(max_bin, blocks):
    """Values of theirs that no other row has move no bin."""
    X, y, weight = rows(1000)
    weight[::2] = 0
    X[::2] = 100 * X[::2] + 0.001
    model = XGBRegressor(max_bin=max_bin, n_estimators=5)
    if blocks:
        there = weight > 0
        all_rows = [(X[i:j], y[i:j], weight[i:j]) for i, j in ((0, 300), (300, 1000))]
        some = [(a[w > 0], b[w > 0], w[w > 0]) for a, b, w in all_rows]
        found, expected = model.fit(all_rows).predict(X[there]), model.fit(some).predict(X[there])
    else:
        found = model.fit(X, y, weight).predict(X[1::2])
        expected = model.fit(X[1::2], y[1::2], weight[1::2]).predict(X[1::2])
    np.testing.assert_array_equal(found, expected)


def test_a_row_that_weighs_three_counts_in_cuts_as_three_rows():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 2)).astype(np.float32)
    X[:, 1] = X[:, 1].round(1)
    times = rng.integers(0, 4, 2000)
    for max_bins in (3, 16, 100):
        weighed = Bins.fit(X, max_bins, weight=times.astype(float))
        repeated = Bins.fit(np.repeat(X, times, axis=0), max_bins)
        for one, other in zip(
            weighed.lower + weighed.upper, repeated.lower + repeated.upper, strict=True
        ):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("scale", [1.0, 1e-6])
def test_a_sketch_of_weighed_numbers_errs_no_more_than_it_says(scale):
    rng = np.random.default_rng(0)
    values = rng.normal(size=20_000).astype(np.float32)
    weights = scale * rng.exponential(size=20_000)
    sketch = Sketch(256, 0)
    for start in range(0, 20_000, 777):
        part = slice(start, start + 777)
        sketch.add(values[part], weights[part])
    ranks = np.linspace(0, 0.999, 50) * weights.sum()
    found = sketch.at_ranks(ranks)
    below = np.array([weights[values < value].sum() for value in found])
    up_to = np.array([weights[values <= value].sum() for value in found])
    assert 0 < sketch.rank_error < 0.1 * weights.sum()
    assert np.all(below - ranks <= sketch.rank_error)
    assert np.all(ranks - up_to <= sketch.rank_error)


def test_a_sample_of_no_rows_is_a_round_that_changes_nothing():
    """Of three rows a fifth is none, more often than not."""
    X, y = np.arange(3.0)[:, None], np.arange(3.0)
    for seed in range(20):
        model = XGBRegressor(n_estimators=3, subsample=0.2, random_state=seed).fit(X, y)
        assert np.isfinite(model.predict(X)).all()


@pytest.mark.parametrize("model", [GradientBoostingRegressor, GradientBoostingClassifier])
def test_what_early_stopping_sets_aside_weighs_something(model):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    weight = np.zeros(60)
    weight[:12] = 1
    for seed in range(10):
        one = model(n_estimators=5, n_iter_no_change=2, random_state=seed)
        one.fit(X, np.arange(60) % 2, weight)
        assert 0 < one._aside[:12].sum() == one._aside.sum()


@pytest.mark.parametrize("model", [*RELATIVE, *ABSOLUTE], ids=named)
def test_what_was_fitted_predicts_whatever_is_set_afterwards(model):
    expected = fitted(model, None)
    X = rows()[0]
    others = {"missing": 0.01, "estimator": DecisionTreeClassifier(max_depth=3)}
    for name, value in model.get_params(deep=False).items():
        other = others.get(name, not value if isinstance(value, bool) else 1)
        model.set_params(**{name: other})
        predict = getattr(model, "predict_proba", model.predict)
        np.testing.assert_array_equal(predict(X), expected, err_msg=name)
        model.set_params(**{name: value})


@pytest.mark.usefixtures("hears_ctrl_c")
def test_after_an_interrupt_no_further_part_begins():
    begun = []

    def work(part):
        begun.append(part)
        if part == 1:
            _thread.interrupt_main()

    with pytest.raises(KeyboardInterrupt):
        in_threads(work, range(100_000), 2)
    assert len(begun) < 100_000


SHARED = {"min_weight_fraction_leaf": 0.1}
FIVE = {"n_estimators": 5, "random_state": 0, **SHARED}
WITH_A_SHARE = [
    DecisionTreeClassifier(**SHARED),
    DecisionTreeRegressor(**SHARED),
    RandomForestClassifier(**FIVE),
    RandomForestRegressor(**FIVE),
    ExtraTreesClassifier(**FIVE),
    ExtraTreesRegressor(**FIVE),
    GradientBoostingClassifier(max_depth=9, **FIVE),
    GradientBoostingRegressor(max_depth=9, subsample=0.5, **FIVE),
]


@pytest.mark.parametrize("model", WITH_A_SHARE, ids=named)
def test_no_leaf_weighs_less_than_its_share_of_what_its_tree_was_given(model):
    X, y, _ = rows(300)
    weight = 10.0 ** np.random.default_rng(1).uniform(-4, 0, 300)
    if is_classifier(model):
        y = np.digitize(y, np.quantile(y, [0.3, 0.6]))
    model = clone(model).fit(X, y, weight)
    members = np.ravel(model.estimators_) if hasattr(model, "estimators_") else [model]
    trees = [getattr(member, "tree_", member) for member in members]
    assert max(tree.n_leaves for tree in trees) > 4
    for tree in trees:
        assert tree.H.min() >= 0.1 * tree.H[0]
