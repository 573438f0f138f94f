"""The grower against the textbook recursion, and its invariances."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ensemblelab.trees import CRITERIA, Bins, growth, newton
from ensemblelab.trees.growth import grow
from ensemblelab.trees.recursive import Leaf, grow_recursively, predict_row

FIELDS = ("feature", "threshold", "left", "value", "G", "H", "count", "gain")


@st.composite
def problems(draw):
    """Few values per column, so that ties abound; small integers, so that sums are exact."""
    n = draw(st.integers(1, 25))
    d = draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.integers(0, draw(st.sampled_from([2, 5, 40])), (n, d)).astype(float)
    weight = rng.integers(1, 4, n).astype(float)
    name = draw(
        st.sampled_from(["squared_error", "gini", "entropy", "error", "error ±1", "newton"])
    )
    K = draw(st.integers(2, 4))
    label = rng.integers(0, K, n)
    if name in ("gini", "entropy", "error"):
        G = np.eye(K)[label] * weight[:, None]
    elif name == "error ±1":
        G = (2.0 * (label > 0) - 1)[:, None] * weight[:, None]
    else:
        G = rng.integers(-8, 9, (n, 1)) / 4 * weight[:, None]
    criterion = newton(1.0) if name == "newton" else CRITERIA[name.removesuffix(" ±1")]
    rules = {
        "max_depth": draw(st.sampled_from([1, 2, 3, 30])),
        "min_samples_leaf": draw(st.integers(1, 3)),
        "labels": label if draw(st.booleans()) else None,
    }
    return X, G, weight, criterion, rules


def assert_same(tree, k, node):
    if isinstance(node, Leaf):
        assert tree.left[k] == k
        # The same sums divided alike: only the order of addition of quarters differs, exactly.
        np.testing.assert_array_equal(tree.value[k], node.value)
    else:
        assert (tree.feature[k], tree.threshold[k]) == (node.feature, node.threshold)
        assert_same(tree, tree.left[k], node.left)
        assert_same(tree, tree.left[k] + 1, node.right)


@pytest.fixture(params=["histograms", "sorting", "both"])
def path(request, monkeypatch):
    """Both ways of summing must give the same trees."""
    if request.param != "both":
        monkeypatch.setattr(growth, "_dense", lambda *_: request.param == "histograms")
    return request.param


@pytest.mark.parametrize("way", ["histograms", "sorting"])
@settings(max_examples=150, deadline=None)
@given(problem=problems())
def test_equals_the_recursion(way, problem):
    X, G, weight, criterion, rules = problem
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growth, "_dense", lambda *_: way == "histograms")
        grown = grow(Bins.fit(X), G, weight, criterion=criterion, **rules)
    expected = grow_recursively(X, G, weight, criterion, **rules)
    tree = grown.trees[0]
    assert_same(tree, 0, expected)
    np.testing.assert_array_equal(tree.apply(X), grown.leaf[0])
    np.testing.assert_array_equal(tree.predict(X), [predict_row(expected, x) for x in X])


def random_problem(seed, n=300, d=6, missing=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[:, ::2] = rng.poisson(0.7, size=X[:, ::2].shape)
    X[rng.random((n, d)) < missing] = np.nan
    return X, rng.normal(size=n), rng.random(n), rng


def assert_equal_trees(a, b, fields=FIELDS):
    for name in fields:
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


def fit_newton(X, g, h, **options):
    return grow(
        Bins.fit(X, allow_missing=True), g, h, criterion=newton(1.0), min_gain=1e-6, **options
    )


def test_planted_split_is_found(path):
    X, _, _, rng = random_problem(0)
    y = np.where(X[:, 3] > 0.25, 2.0, -1.0) + 0.01 * rng.normal(size=len(X))
    tree = grow(Bins.fit(X), y, criterion=CRITERIA["squared_error"], max_depth=1).trees[0]
    column = np.sort(X[:, 3])
    i = np.searchsorted(column, 0.25)
    assert tree.feature[0] == 3
    assert tree.threshold[0] == (column[i - 1] + column[i]) / 2


def test_histograms_by_subtraction_equal_direct_ones(monkeypatch):
    X, g, h, _ = random_problem(1, missing=0.1)
    seen = []
    original = growth._histograms

    def both(bins, rows, table, count, above, parents, nodes):
        result = original(bins, rows, table, count, above, parents, nodes)
        direct = original(bins, rows, table, count, None, None, nodes)
        seen.append(len(nodes) if above is not None else 0)
        np.testing.assert_array_equal(result, direct)  # exact: the sums are integers
        return result

    monkeypatch.setattr(growth, "_histograms", both)
    monkeypatch.setattr(growth, "_dense", lambda *_: True)
    fit_newton(X, g, h, max_depth=5)
    assert max(seen) > 4  # siblings were subtracted


@pytest.mark.parametrize("missing", [0.0, 0.15])
def test_both_ways_of_summing_agree(monkeypatch, missing):
    X, g, h, _ = random_problem(2, missing=missing)
    trees = []
    for dense in (True, False):
        monkeypatch.setattr(growth, "_dense", lambda *_, dense=dense: dense)
        trees.append(fit_newton(X, g, h, min_child_weight=2.0).trees[0])
    assert_equal_trees(*trees)
    assert trees[0].n_leaves > 20


def test_row_order_does_not_matter(path):
    X, g, h, rng = random_problem(3, missing=0.1)
    order = rng.permutation(len(X))
    a, b = fit_newton(X, g, h), fit_newton(X[order], g[order], h[order])
    assert_equal_trees(a.trees[0], b.trees[0])
    np.testing.assert_array_equal(a.leaf[0][order], b.leaf[0])


def test_weights_equal_repeated_rows(path):
    X, _, _, rng = random_problem(4, n=80)
    y = rng.integers(-20, 20, len(X)).astype(float)
    counts = rng.multinomial(len(X), np.full(len(X), 1 / len(X)), size=3)
    # Bins are of all rows, so a threshold lies between values present in the node either way.
    options = {"criterion": CRITERIA["squared_error"], "labels": y}
    forest = grow(Bins.fit(X), y, weights=counts, **options)
    for tree, leaf, count in zip(forest.trees, forest.leaf, counts, strict=True):
        times = np.repeat(np.arange(len(X)), count)
        alone = grow(Bins.fit(X[times]), y[times], criterion=options["criterion"], labels=y[times])
        assert_equal_trees(tree, alone.trees[0], set(FIELDS) - {"count"})
        np.testing.assert_array_equal(leaf == -1, count == 0)
        np.testing.assert_array_equal(leaf[times], alone.leaf[0])


def test_missing_values_go_where_they_fit_best():
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    y = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    tree = fit_newton(X, y - y.mean(), np.ones(6), max_depth=1).trees[0]
    assert tree.threshold[0] == 2.5
    assert tree.missing_left[0]
    tree = fit_newton(X, np.where(np.isnan(X[:, 0]), 1.0, 0.0), np.ones(6), max_depth=1).trees[0]
    assert not tree.missing_left[0]
    assert tree.threshold[0] > 4  # present values against missing ones
    np.testing.assert_array_equal(tree.apply(X), [1, 1, 1, 1, 2, 2])


def test_strict_and_ordinary_thresholds_separate_neighbouring_floats():
    low = 1.0
    X = np.array([[low], [np.nextafter(low, 2)]])
    for strict in (False, True):
        grown = grow(
            Bins.fit(X), np.array([0.0, 1.0]), criterion=CRITERIA["squared_error"], strict=strict
        )
        np.testing.assert_array_equal(grown.trees[0].apply(X), [1, 2])


def test_draw_limits_the_features(path):
    X, g, h, _ = random_problem(5)
    seen = []

    def draw(depth, n_nodes):
        seen.append((depth, n_nodes))
        return np.tile([1, 4], (n_nodes, 1)) if depth else np.tile([0, 5], (n_nodes, 1))

    tree = fit_newton(X, g, h, max_depth=4, draw=draw).trees[0]
    inner = ~tree.is_leaf
    assert tree.feature[0] in (0, 5)
    assert set(tree.feature[1:][inner[1:]]) == {1, 4}
    assert seen[0] == (0, 1)


def test_drawn_features_are_uniform_and_replaced_if_constant():
    # Ten copies of one column and ten constant ones, one feature drawn at each node:
    # every tree must still split, and each copy be chosen equally often.
    n_trees = 2000
    X = np.zeros((4, 20))
    X[:, ::2] = np.arange(4.0)[:, None]
    y = np.array([0.0, 0.0, 1.0, 1.0])
    trees = grow(
        Bins.fit(X),
        y,
        criterion=CRITERIA["squared_error"],
        weights=np.ones((n_trees, 4), dtype=int),
        max_features=1,
        rng=np.random.default_rng(0),
        max_depth=1,
    ).trees
    chosen = np.bincount([t.feature[0] for t in trees], minlength=20)
    assert all(t.n_leaves == 2 for t in trees)
    assert chosen[1::2].sum() == 0
    # Binomial(2000, 1/10): five standard deviations, 5 * sqrt(2000 * .09) = 67.
    assert np.abs(chosen[::2] - 200).max() < 67


def test_pairs_of_features_are_drawn_evenly():
    # Column f separates the classes up to f rows: the lower feature of each pair is the better.
    n_trees, d = 4000, 20
    X = np.arange(2 * d)[:, None] >= d + np.arange(d)
    trees = grow(
        Bins.fit(X.astype(float)),
        np.repeat([0.0, 1.0], d),
        criterion=CRITERIA["squared_error"],
        weights=np.ones((n_trees, 2 * d), dtype=int),
        max_features=2,
        max_depth=1,
        rng=np.random.default_rng(0),
    ).trees
    chosen = np.bincount([t.feature[0] for t in trees], minlength=d)
    share = (d - 1 - np.arange(d)) / (d * (d - 1) / 2)
    # Five binomial standard deviations.
    assert np.all(np.abs(chosen - n_trees * share) <= 5 * np.sqrt(n_trees * share * (1 - share)))


def test_forest_trees_equal_trees_grown_alone(path):
    X, y, _, rng = random_problem(6, n=150)
    weights = rng.random((4, len(X))) * (rng.random((4, len(X))) < 0.6)
    forest = grow(Bins.fit(X), y, criterion=CRITERIA["squared_error"], weights=weights)
    for t in range(4):
        alone = grow(
            Bins.fit(X), y, criterion=CRITERIA["squared_error"], weights=weights[t : t + 1]
        )
        # The unit of rounding is set by the heaviest tree; both round below 1e-13.
        for name in ("feature", "threshold", "left", "count"):
            np.testing.assert_array_equal(
                getattr(forest.trees[t], name), getattr(alone.trees[0], name)
            )
        np.testing.assert_allclose(forest.trees[t].G, alone.trees[0].G, atol=1e-10)


@pytest.mark.parametrize("n", [1, 5])
def test_degenerate_inputs_give_one_leaf(path, n):
    grown = grow(
        Bins.fit(np.full((n, 3), 7.0)), np.arange(n) * 1.0, criterion=CRITERIA["squared_error"]
    )
    assert grown.trees[0].n_nodes == 1
    assert grown.trees[0].value[0, 0] == (n - 1) / 2
    assert not grown.leaf.any()


def test_weights_of_very_different_size_do_no_harm():
    X, y, _, rng = random_problem(7)
    weight = 10.0 ** rng.uniform(-30, 0, len(X))
    tree = grow(
        Bins.fit(X), np.sign(y), criterion=CRITERIA["squared_error"], weights=weight[None]
    ).trees[0]
    assert np.isfinite(tree.value).all()
    assert np.isfinite(tree.gain).all()


def test_rows_whose_weight_is_lost_are_absent(path):
    # Beside four rows of weight 1 the others are nothing: 2^-50 of the total is the grid.
    X, label = np.arange(8.0)[:, None], np.array([0, 0, 0, 0, 1, 2, 1, 2])
    grown = grow(
        Bins.fit(X),
        np.eye(3)[label],
        criterion=CRITERIA["gini"],
        weights=np.where(label == 0, 1.0, 1e-17)[None],
        labels=label,
    )
    np.testing.assert_array_equal(grown.trees[0].value, [[1, 0, 0]])
    np.testing.assert_array_equal(grown.leaf, [[0] * 4 + [-1] * 4])


def test_quantile_bins_sum_on_a_coarser_grid():
    X, g, h, rng = random_problem(8)
    bins, order = Bins.fit(X, 16), rng.permutation(len(X))
    assert bins.coarse
    a = grow(bins, g, h, criterion=newton(1.0), max_depth=4)
    b = grow(Bins.fit(X[order], 16), g[order], h[order], criterion=newton(1.0), max_depth=4)
    assert_equal_trees(a.trees[0], b.trees[0])
    tree, inner = a.trees[0], ~a.trees[0].is_leaf
    for mine, each in ((tree.G[:, 0], g), (tree.H, h)):
        sums = np.bincount(a.leaf[0], each, minlength=tree.n_nodes)
        # Each row is off by half a unit, which is at most 2^-29 of the total.
        allowed = len(g) * np.abs(each).sum() * 2.0**-30
        np.testing.assert_allclose(mine[~inner], sums[~inner], rtol=0, atol=allowed)


def test_rows_picked_out_of_sorted_columns_make_the_same_tree(monkeypatch):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 40, size=(300, 4)) * 1.0
    X[:, 3] = rng.normal(size=300)
    G = rng.normal(size=300)
    trees = []
    for large in (1, 10**9):
        monkeypatch.setattr(growth, "_LARGE", large)
        monkeypatch.setattr(growth, "_dense", lambda *_: False)
        grown = grow(Bins.fit(X), G, criterion=CRITERIA["squared_error"], max_depth=4)
        trees.append(grown.trees[0])
    one, other = trees
    assert len(one.feature) > 20
    for name in ("feature", "threshold", "left", "value", "gain"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
