"""The three growers against each other and a textbook recursion, and what all must keep."""

import importlib.util
from itertools import pairwise

import numpy as np
import pytest
from ensemblelab.datasets import load
from ensemblelab.trees import CRITERIA, Bins, grow, newton
from ensemblelab.trees.choice import GROWERS, chosen_grower
from ensemblelab.trees.contract import grid
from ensemblelab.trees.criterion import log2
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_classification

FIELDS = ("feature", "threshold", "left", "value", "G", "H", "count", "gain")
HERE = [g for g in GROWERS if g != "compiled" or importlib.util.find_spec("numba")]


def grow_by(grower, *args, **options):
    """Grow with one of the growers; drawing alike."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENSEMBLELAB_GROWER", grower)
        return grow(*args, rng=np.random.default_rng(0), **options)


def assert_equal_trees(a, b, fields=FIELDS):
    for name in fields:
        np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)


def assert_same(one, other):
    """Trees and leaves of rows, to the bit."""
    np.testing.assert_array_equal(one.leaf, other.leaf)
    for a, b in zip(one.trees, other.trees, strict=True):
        assert_equal_trees(a, b, (*FIELDS, "strict", "missing_left"))


# ------------------------------------------------------------------ against each other


@st.composite
def problems(draw, n_max, d_max):
    """Everything that `grow` takes; few values per column, so that ties abound."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, n_max)), draw(st.integers(1, d_max))
    X = rng.integers(0, draw(st.sampled_from([2, 5, 40, 1000])), (n, d)).astype(float)
    missing = draw(st.booleans())
    X[rng.random(X.shape) < 0.2 * missing] = np.nan
    name = draw(st.sampled_from(["squared_error", *CRITERIA, "newton"]))
    label, H = rng.integers(0, draw(st.integers(2, 5)), n), None
    G = rng.normal(size=n) if draw(st.booleans()) else rng.integers(-3, 4, n) * 1.0
    if name == "entropy" or (name in ("gini", "error") and draw(st.booleans())):
        G = np.eye(label.max() + 1)[label]
        if not missing and draw(st.booleans()):
            G = None  # the same, not written down
    if name == "newton":
        H = rng.random(n)
        H[rng.random(n) < draw(st.sampled_from([0, 0.3]))] = 1e-30  # lost on the grid
    weights = draw(st.sampled_from(["none", "counts", "shares"]))
    if weights != "none":
        shape = draw(st.integers(1, 2)), n
        counts = rng.integers(0, 3, shape)
        weights = counts if weights == "counts" else rng.random(shape) * (counts > 0)
        weights[:, 0] += 1
    options = {
        "criterion": newton(draw(st.sampled_from([0.0, 1.0])))
        if name == "newton"
        else CRITERIA[name],
        "weights": None if isinstance(weights, str) else weights,
        "labels": label if G is None or draw(st.booleans()) else None,
        "n_classes": int(label.max()) + 1,
        "max_depth": draw(st.sampled_from([None, 1, 3, 6])),
        "min_samples_leaf": draw(st.sampled_from([1, 1, 3])),
        "min_samples_split": draw(st.sampled_from([2, 5])),
        "min_child_weight": draw(st.sampled_from([0.0, 0.0, 1.0])),
        "min_weight_fraction": draw(st.sampled_from([0.0, 0.0, 0.1])),
        "min_gain": draw(st.sampled_from([-np.inf, 1e-6])),
        "highest_ties": draw(st.booleans()),
        "strict": draw(st.booleans()),
    }
    if draw(st.booleans()):
        m = draw(st.integers(1, d))
        per_level = draw(st.integers(1, m))
        options["features"] = np.sort(rng.choice(d, m, replace=False))
        options |= {"per_level": per_level, "per_node": draw(st.integers(1, per_level))}
        options["redraw"] = draw(st.booleans())
    if not missing:
        options["random_cut"] = draw(st.booleans())
    return Bins.fit(X, draw(st.sampled_from([None, 4])), allow_missing=missing), G, H, options


MORE = pytest.param(5, marks=pytest.mark.trial)


def assert_grow_alike(growers, tried, examples):
    """Grow problems of hypothesis' by each grower."""

    @settings(max_examples=examples, deadline=None)
    @given(problem=tried)
    def grown(problem):
        bins, G, H, options = problem
        one, *others = (grow_by(grower, bins, G, H, **options) for grower in growers)
        for other in others:
            assert_same(one, other)

    grown()


@pytest.mark.parametrize("times", [1, MORE])
def test_growers_grow_the_trees_of_the_recursion(times):
    assert_grow_alike(HERE, problems(15, 3), 10 * times)


@pytest.mark.parametrize("times", [1, MORE])
def test_fast_growers_grow_the_same_trees(times):
    assert_grow_alike(HERE[1:], problems(100, 6), 40 * times)


@st.composite
def tied_problems(draw):
    """Rows and their mirror images, so that each split of the root has one of equal gain."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(2, 20)), draw(st.integers(1, 3))
    X = rng.integers(0, draw(st.sampled_from([2, 4, 9])), (n, d)).astype(float)
    X = np.concatenate((X, X.max() - X))
    X[rng.random(X.shape) < draw(st.sampled_from([0, 0.2]))] = np.nan
    options = {
        "criterion": draw(st.sampled_from([CRITERIA["gini"], newton(1.0)])),
        "weights": draw(st.sampled_from([None, np.tile(rng.integers(0, 3, n), 2)[None] + 1])),
        "max_depth": draw(st.integers(1, 4)),
        "min_child_weight": draw(st.sampled_from([0.0, 2.0])),
        "highest_ties": draw(st.booleans()),
    }
    G = np.tile(rng.choice([-1.0, 1.0], n), 2)
    return Bins.fit(X, allow_missing=True), G, None, options


@pytest.mark.parametrize("many_codes", [0, 256])
@pytest.mark.parametrize("times", [1, MORE])
def test_ties_go_the_same_way(times, many_codes, monkeypatch):
    """From columns sorted once too, which are for more codes than such problems have."""
    if "compiled" in HERE:
        monkeypatch.setattr("ensemblelab.trees.growers.compiled.MANY_CODES", many_codes)
    assert_grow_alike(HERE[1:], tied_problems(), 100 * times)


def real_problem(name):
    """Data of real size: classes, their ±1 or one-hot codes, and bins."""
    if name == "50k":
        X, label = make_classification(50_000, 20, n_informative=10, random_state=0)
    else:
        data = load(name)
        X, label = data.X, np.unique(data.y, return_inverse=True)[1]
    return (
        Bins.fit(X),
        2.0 * label - 1 if label.max() == 1 else np.eye(label.max() + 1)[label],
        label,
    )


REAL = [
    ("spambase", {"max_depth": 3}),
    ("spambase", {"per_node": 7, "redraw": True}),
    ("spambase", {"per_node": 7, "redraw": True, "random_cut": True}),
    pytest.param("spambase", {}, marks=pytest.mark.trial),
    pytest.param("letter", {}, marks=pytest.mark.trial),
    pytest.param("letter", {"per_node": 4, "redraw": True}, marks=pytest.mark.trial),
    pytest.param("50k", {"max_depth": 6}, marks=pytest.mark.trial),
    pytest.param("50k", {"per_node": 4, "redraw": True}, marks=pytest.mark.trial),
]


@pytest.mark.parametrize(("name", "options"), REAL)
def test_growers_grow_the_same_trees_from_real_data(name, options):
    bins, G, label = real_problem(name)
    weights = np.random.default_rng(1).multinomial(len(G), np.full(len(G), 1 / len(G)), size=2)
    options = options | {"criterion": CRITERIA["gini"], "labels": label, "weights": weights}
    one, *others = (grow_by(grower, bins, G, **options) for grower in HERE[1:])
    assert one.trees[0].n_leaves > 5
    for other in others:
        assert_same(one, other)


@pytest.mark.parametrize("max_bins", [None, 255])
def test_growers_boost_alike_on_real_data(max_bins):
    bins = Bins.fit(load("spambase").X.astype(np.float32), max_bins)
    rng = np.random.default_rng(0)
    g, h = rng.normal(size=len(bins.codes[0])), rng.random(len(bins.codes[0]))
    options = {"criterion": newton(1.0), "max_depth": 6, "min_child_weight": 1.0}
    options |= {"highest_ties": True, "strict": True, "min_gain": 1e-6}
    one, *others = (grow_by(grower, bins, g, h, **options) for grower in HERE[1:])
    assert one.trees[0].n_leaves > 10
    for other in others:
        assert_same(one, other)


# ------------------------------------------------------------------ against a textbook


def textbook(X, G, H, criterion, max_depth, min_samples_leaf, labels):
    """Grow from the numbers themselves: (feature, threshold, left, right), or a leaf's answer."""
    score, answer = criterion.score, criterion.leaf(G.sum(axis=0), H.sum())
    if max_depth <= 0 or (labels is not None and np.all(labels == labels[0])):
        return answer
    parent, best_gain, best = score(G.sum(axis=0), H.sum()), -np.inf, None
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for low, high in pairwise(values):
            left = X[:, feature] <= low
            if min(left.sum(), (~left).sum()) < min_samples_leaf:
                continue
            children = (score(G[side].sum(axis=0), H[side].sum()) for side in (left, ~left))
            if (gain := sum(children) - parent) > best_gain:
                best_gain, best = gain, (feature, (low + high) / 2, left)
    if best is None:
        return answer
    *test, left = best
    below = (
        textbook(
            X[s],
            G[s],
            H[s],
            criterion,
            max_depth - 1,
            min_samples_leaf,
            None if labels is None else labels[s],
        )
        for s in (left, ~left)
    )
    return (*test, *below)


def assert_is_textbook(tree, k, node):
    if not isinstance(node, tuple):
        assert tree.left[k] == k
        np.testing.assert_array_equal(tree.value[k], node)  # the same exact sums divided alike
    else:
        assert (tree.feature[k], tree.threshold[k]) == node[:2]
        assert_is_textbook(tree, tree.left[k], node[2])
        assert_is_textbook(tree, tree.left[k] + 1, node[3])


@st.composite
def whole_problems(draw):
    """Small whole numbers, so that every sum is exact without a grid."""
    n, d = draw(st.integers(1, 25)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.integers(0, draw(st.sampled_from([2, 5, 40])), (n, d)).astype(float)
    weight = rng.integers(1, 4, n).astype(float)
    name = draw(st.sampled_from([*CRITERIA, "error ±1", "newton"]))
    label = rng.integers(0, draw(st.integers(2, 4)), n)
    if name in ("gini", "entropy", "error"):
        G = np.eye(label.max() + 1)[label] * weight[:, None]
    elif name == "error ±1":
        G = (2.0 * (label > 0) - 1)[:, None] * weight[:, None]
    else:
        G = rng.integers(-8, 9, (n, 1)) / 4 * weight[:, None]
    criterion = newton(1.0) if name == "newton" else CRITERIA[name.removesuffix(" ±1")]
    return (
        X,
        G,
        weight,
        {
            "criterion": criterion,
            "max_depth": draw(st.sampled_from([1, 2, 3, 30])),
            "min_samples_leaf": draw(st.integers(1, 3)),
            "labels": label if draw(st.booleans()) else None,
        },
    )


@pytest.mark.parametrize("grower", HERE)
@settings(max_examples=50, deadline=None)
@given(problem=whole_problems())
def test_equals_the_textbook(grower, problem):
    X, G, weight, rules = problem
    (tree,), (leaf,) = grow_by(grower, Bins.fit(X), G, weight, **rules)
    assert_is_textbook(tree, 0, textbook(X, G, weight, **rules))
    np.testing.assert_array_equal(tree.apply(X), leaf)


# ------------------------------------------------------------------ what each must keep


@pytest.fixture(params=HERE)
def grower(request, monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_GROWER", request.param)
    return request.param


def random_problem(seed, n=300, d=6, missing=0.0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    X[:, ::2] = rng.poisson(0.7, size=X[:, ::2].shape)
    X[rng.random((n, d)) < missing] = np.nan
    return X, rng.normal(size=n), rng.random(n), rng


def fit_newton(X, g, h, **options):
    return grow(
        Bins.fit(X, allow_missing=True), g, h, criterion=newton(1.0), min_gain=1e-6, **options
    )


def test_planted_split_is_found(grower):
    X, _, _, rng = random_problem(0)
    y = np.where(X[:, 3] > 0.25, 2.0, -1.0) + 0.01 * rng.normal(size=len(X))
    tree = grow(Bins.fit(X), y, criterion=CRITERIA["squared_error"], max_depth=1).trees[0]
    column = np.sort(X[:, 3])
    i = np.searchsorted(column, 0.25)
    assert tree.feature[0] == 3
    assert tree.threshold[0] == (column[i - 1] + column[i]) / 2


def test_row_order_does_not_matter(grower):
    X, g, h, rng = random_problem(3, missing=0.1)
    order = rng.permutation(len(X))
    a, b = fit_newton(X, g, h), fit_newton(X[order], g[order], h[order])
    assert_equal_trees(a.trees[0], b.trees[0])
    np.testing.assert_array_equal(a.leaf[0][order], b.leaf[0])


def test_weights_equal_repeated_rows(grower):
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


def test_missing_values_go_where_they_fit_best(grower):
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    y = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    tree = fit_newton(X, y - y.mean(), np.ones(6), max_depth=1).trees[0]
    assert tree.threshold[0] == 2.5
    assert tree.missing_left[0]
    tree = fit_newton(X, np.where(np.isnan(X[:, 0]), 1.0, 0.0), np.ones(6), max_depth=1).trees[0]
    assert not tree.missing_left[0]
    assert tree.threshold[0] > 4  # present values against missing ones
    np.testing.assert_array_equal(tree.apply(X), [1, 1, 1, 1, 2, 2])


def test_strict_and_ordinary_thresholds_separate_neighbouring_floats(grower):
    low = 1.0
    X = np.array([[low], [np.nextafter(low, 2)]])
    for strict in (False, True):
        grown = grow(
            Bins.fit(X), np.array([0.0, 1.0]), criterion=CRITERIA["squared_error"], strict=strict
        )
        np.testing.assert_array_equal(grown.trees[0].apply(X), [1, 2])


def test_only_the_features_given_and_drawn_are_used(grower):
    X, g, h, _ = random_problem(5)
    features = np.array([0, 1, 4, 5])
    options = {"max_depth": 4, "features": features, "rng": np.random.default_rng(3)}
    tree = fit_newton(X, g, h, **options, per_level=2).trees[0]
    inner = np.flatnonzero(~tree.is_leaf)
    of_level = [set(tree.feature[inner[tree.node_depth[inner] == k]].tolist()) for k in range(4)]
    assert all(len(used) <= 2 and used <= set(features.tolist()) for used in of_level)
    assert len(set.union(*of_level)) > 2  # another draw at each level
    assert len(set(fit_newton(X, g, h, **options).trees[0].feature[inner].tolist())) > 2


def test_drawn_features_are_uniform_and_replaced_if_constant(grower):
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
        per_node=1,
        redraw=True,
        rng=np.random.default_rng(0),
        max_depth=1,
    ).trees
    chosen = np.bincount([t.feature[0] for t in trees], minlength=20)
    assert all(t.n_leaves == 2 for t in trees)
    assert chosen[1::2].sum() == 0
    # Binomial(2000, 1/10): five standard deviations, 5 * sqrt(2000 * .09) = 67.
    assert np.abs(chosen[::2] - 200).max() < 67


def test_pairs_of_features_are_drawn_evenly(grower):
    # Column f separates the classes up to f rows: the lower feature of each pair is the better.
    n_trees, d = 4000, 20
    X = np.arange(2 * d)[:, None] >= d + np.arange(d)
    trees = grow(
        Bins.fit(X.astype(float)),
        np.repeat([0.0, 1.0], d),
        criterion=CRITERIA["squared_error"],
        weights=np.ones((n_trees, 2 * d), dtype=int),
        per_node=2,
        redraw=True,
        max_depth=1,
        rng=np.random.default_rng(0),
    ).trees
    chosen = np.bincount([t.feature[0] for t in trees], minlength=d)
    share = (d - 1 - np.arange(d)) / (d * (d - 1) / 2)
    # Five binomial standard deviations.
    assert np.all(np.abs(chosen - n_trees * share) <= 5 * np.sqrt(n_trees * share * (1 - share)))


def test_forest_trees_equal_trees_grown_alone(grower):
    X, y, _, rng = random_problem(6, n=150)
    weights = rng.random((4, len(X))) * (rng.random((4, len(X))) < 0.6)
    forest = grow(Bins.fit(X), y, criterion=CRITERIA["squared_error"], weights=weights)
    for t in range(4):
        alone = grow(
            Bins.fit(X), y, criterion=CRITERIA["squared_error"], weights=weights[t : t + 1]
        )
        assert_equal_trees(forest.trees[t], alone.trees[0])


@pytest.mark.parametrize("n", [1, 5])
def test_degenerate_inputs_give_one_leaf(grower, n):
    grown = grow(
        Bins.fit(np.full((n, 3), 7.0)), np.arange(n) * 1.0, criterion=CRITERIA["squared_error"]
    )
    assert grown.trees[0].n_nodes == 1
    assert grown.trees[0].value[0, 0] == (n - 1) / 2
    assert not grown.leaf.any()


def test_weights_of_very_different_size_do_no_harm(grower):
    X, y, _, rng = random_problem(7)
    weight = 10.0 ** rng.uniform(-30, 0, len(X))
    tree = grow(
        Bins.fit(X), np.sign(y), criterion=CRITERIA["squared_error"], weights=weight[None]
    ).trees[0]
    assert np.isfinite(tree.value).all()
    assert np.isfinite(tree.gain).all()


def test_rows_whose_weight_is_lost_are_absent(grower):
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


@pytest.mark.parametrize("max_bins", [None, 16])
def test_sums_are_those_of_the_rows(grower, max_bins):
    X, g, h, _ = random_problem(8)
    grown = grow(Bins.fit(X, max_bins), g, h, criterion=newton(1.0), max_depth=4)
    tree, leaf = grown.trees[0], grown.leaf[0]
    for mine, each in ((tree.G[:, 0], g), (tree.H, h)):
        sums = np.bincount(leaf, each, minlength=tree.n_nodes)
        # Each row is off by half a unit at most, 2^-52 of the bound on the total.
        allowed = len(g) * 2 * np.abs(each).sum() * 2.0**-52
        np.testing.assert_allclose(mine[tree.is_leaf], sums[tree.is_leaf], rtol=0, atol=allowed)


def test_the_grid_keeps_whole_numbers_and_sums_exactly():
    for whole in (np.arange(50.0), np.zeros(50)):
        rounded, unit = grid(whole, 51)
        assert unit == 1
        np.testing.assert_array_equal(rounded, whole)
    column = np.random.default_rng(0).normal(size=50) ** 5
    first, unit = grid(column, 51)
    assert 0 < np.abs(first - column).max() <= unit / 2
    orders = np.random.default_rng(1).permuted(np.tile(first, (20, 1)), axis=1)
    assert len({float(sum(order.tolist())) for order in orders}) == 1
    again, unit_again = grid(column[::-1], 51)
    np.testing.assert_array_equal(again[::-1], first)
    assert unit_again == unit


def test_logarithms_err_by_a_few_last_bits():
    p = np.concatenate((np.linspace(0, 1, 1001)[1:], 2.0 ** -np.arange(60)))
    np.testing.assert_allclose(log2(*np.frexp(p)), np.log2(p), rtol=1e-15, atol=0)
    assert log2(*np.frexp(1.0)) == 0


def test_an_unknown_grower_is_named(monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_GROWER", "fastest")
    with pytest.raises(ValueError, match="'fastest' must be one of recursive, vectorised"):
        chosen_grower()


def test_without_numba_the_vectorised_grower_is_chosen(monkeypatch):
    monkeypatch.setattr("ensemblelab.trees.choice._has_numba", lambda: False)
    monkeypatch.delenv("ENSEMBLELAB_GROWER", raising=False)
    assert chosen_grower() == "vectorised"
    monkeypatch.setenv("ENSEMBLELAB_GROWER", "compiled")
    with pytest.raises(ValueError, match="needs numba"):
        chosen_grower()
