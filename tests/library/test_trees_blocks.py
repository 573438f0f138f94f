"""Trees from codes on disk: the cuts, the codes, and the same trees as in memory."""

import importlib.util

import numpy as np
import pytest
from ensemblelab.trees import Bins, grow, newton
from ensemblelab.trees.blocks import StoredBins
from ensemblelab.trees.sketch import Sketch
from hypothesis import given, settings
from hypothesis import strategies as st

GROWERS = ["recursive", "vectorised"] + ["compiled"] * bool(importlib.util.find_spec("numba"))


def store(X, folder, max_bins=16, block=7, rows=5):
    """Store X, given in blocks of one size, in blocks of another."""
    parts = [X[i : i + block] for i in range(0, len(X), block)]
    return StoredBins.fit(((part, None) for part in parts), folder, max_bins, rows)


# ------------------------------------------------------------------ the sketch

ORDERS = {
    "increasing": lambda rng, n: np.arange(n),
    "decreasing": lambda rng, n: -np.arange(n),
    "shuffled": lambda rng, n: rng.permutation(n),
    "ties": lambda rng, n: rng.integers(0, 50, n),
    "two ends": lambda rng, n: np.where(np.arange(n) % 2, 1, -1) * np.arange(n),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("n", [1, 15, 16, 33, 1000, 4096, 5000])
def test_ranks_are_wrong_by_no_more_than_the_bound(order, n):
    size = 16
    values = ORDERS[order](np.random.default_rng(n), n).astype(np.float32)
    sketch = Sketch(size, 0)
    for start in range(0, n, 37):
        sketch.add(values[start : start + 37])
    ranks = np.arange(n)
    found = sketch.at_ranks(ranks)
    below, up_to = (np.searchsorted(np.sort(values), found, side) for side in ("left", "right"))
    # The number at a rank has this rank, or, equal numbers having many, one near it.
    assert np.all(below - ranks <= sketch.rank_error)
    assert np.all(ranks - (up_to - 1) <= sketch.rank_error)
    values, stands_for = sketch.kept()
    assert stands_for.sum() == n
    assert len(values) <= size * max(1, np.log2(n / size) + 2)


def test_a_sketch_of_few_numbers_is_exact():
    values = np.random.default_rng(0).normal(size=31).astype(np.float32)
    sketch = Sketch(16, 31)
    sketch.add(values)
    np.testing.assert_array_equal(sketch.at_ranks(np.arange(31)), np.sort(values))
    np.testing.assert_array_equal(sketch.distinct, np.sort(values))
    assert sketch.rank_error == 0
    sketch.add(values + 10)
    assert sketch.distinct is None


# ------------------------------------------------------------------ the store


def columns(rng, n):
    """Columns of many values, of few, with missing ones, constant, and of nothing else."""
    X = rng.normal(size=(n, 5)).astype(np.float32)
    X[:, 1] = rng.integers(0, 4, n)
    X[rng.random(n) < 0.3, 2] = np.nan
    X[:, 3], X[:, 4] = 2, np.nan
    return X


@pytest.mark.parametrize(("block", "rows"), [(1, 1), (7, 5), (5, 7), (300, 300), (64, 1000)])
def test_codes_say_in_which_bin_a_value_is(tmp_path, block, rows):
    X = columns(np.random.default_rng(block), 300)
    bins = store(X, tmp_path, 16, block, rows)
    codes = bins.in_memory().codes
    assert bins.shape == codes.shape == (5, 300)
    np.testing.assert_array_equal(bins.has_missing, [False, False, True, False, True])
    for column, code, lower, upper in zip(X.T, codes, bins.lower, bins.upper, strict=True):
        there = ~np.isnan(column)
        assert np.all(code[~there] == len(lower))
        for b, (low, high) in enumerate(zip(lower, upper, strict=True)):
            inside = column[there & (code == b)]
            assert inside.min() == low
            assert inside.max() == high


def test_cuts_are_those_of_memory_where_the_sketch_is_exact(tmp_path):
    X = columns(np.random.default_rng(0), 1000)  # fewer than two buffers of 32 * 16
    bins, same = store(X, tmp_path, block=90), Bins.fit(X, 16, allow_missing=True)
    np.testing.assert_array_equal(bins.in_memory().codes, same.codes)
    for name in ("lower", "upper"):
        for a, b in zip(getattr(bins, name), getattr(same, name), strict=True):
            np.testing.assert_array_equal(a, b)


def test_cuts_are_near_those_of_memory_where_it_is_not(tmp_path):
    column = np.random.default_rng(0).normal(size=(20_000, 1)).astype(np.float32)
    counts = np.bincount(store(column, tmp_path, 4, 1000, 5000).in_memory().codes[0])
    sketch = Sketch(128, 0)
    sketch.add(column[:, 0])
    assert 0 < sketch.rank_error < 500
    assert len(counts) == 4
    # Both ends of a bin may be off.
    assert np.all(abs(counts - 5000) <= 2 * sketch.rank_error)


def test_a_code_takes_one_byte_where_that_is_enough(tmp_path):
    X = np.arange(1000, dtype=np.float32)[:, None]
    for max_bins, size in ((256, 1), (257, 2)):
        store(X, tmp_path, max_bins, 100, 300)
        assert (tmp_path / "codes").stat().st_size == 1000 * size
    assert (tmp_path / "values").stat().st_size == 1000 * 4


def test_a_file_that_ends_too_soon_is_an_error(tmp_path):
    bins = store(columns(np.random.default_rng(0), 20), tmp_path)
    with (tmp_path / "codes").open("r+b") as file:
        file.truncate(40)
    with pytest.raises(OSError, match="ends before observation 10"):
        bins.in_memory()


# ------------------------------------------------------------------ the trees


@st.composite
def problems(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, d = draw(st.integers(1, 60)), draw(st.integers(1, 5))
    X = rng.integers(0, draw(st.sampled_from([2, 5, 1000])), (n, d)).astype(np.float32)
    X[rng.random(X.shape) < 0.2 * draw(st.booleans())] = np.nan
    H = rng.random(n) if draw(st.booleans()) else None
    if H is not None:
        H[rng.random(n) < draw(st.sampled_from([0, 0.3]))] = 1e-30  # lost on the grid
    weights = None
    if draw(st.booleans()):
        weights = rng.random((2, n)) * (rng.random((2, n)) < 0.7)
        weights[:, 0] = 1
    per_level = draw(st.integers(1, d))
    options = {
        "weights": weights,
        "max_depth": draw(st.sampled_from([None, 1, 4])),
        "min_samples_leaf": draw(st.sampled_from([1, 3])),
        "min_child_weight": draw(st.sampled_from([0.0, 1.0])),
        "per_level": per_level,
        "per_node": draw(st.integers(1, per_level)),
        "redraw": draw(st.booleans()),
        "highest_ties": draw(st.booleans()),
        "strict": draw(st.booleans()),
    }
    return X, rng.normal(size=n), H, options, draw(st.integers(1, 70)), draw(st.integers(1, 70))


@pytest.mark.parametrize("grower", GROWERS)
@pytest.mark.parametrize("histograms", [1 << 26, 1])
@settings(max_examples=30, deadline=None)
@given(problem=problems())
def test_trees_are_those_of_memory(grower, histograms, problem, tmp_path_factory):
    X, G, H, options, block, rows = problem
    options |= {"criterion": newton(1.0)}
    bins = store(X, tmp_path_factory.mktemp("codes"), 4, block, rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENSEMBLELAB_GROWER", grower)
        if grower == "compiled":  # with room for the histograms of all nodes, or of one
            patch.setattr("ensemblelab.trees.growers.compiled.by_block.HISTOGRAMS", histograms)
        one = grow(bins, G, H, rng=np.random.default_rng(0), **options)
        other = grow(bins.in_memory(), G, H, rng=np.random.default_rng(0), **options)
    np.testing.assert_array_equal(one.leaf, other.leaf)
    for a, b in zip(one.trees, other.trees, strict=True):
        for name, expected in vars(b).items():
            np.testing.assert_array_equal(getattr(a, name), expected, err_msg=name)


def test_labels_need_codes_in_memory(tmp_path):
    bins = store(np.zeros((4, 1), np.float32), tmp_path)
    with pytest.raises(ValueError, match="labels"):
        grow(bins, np.ones(4), labels=np.ones(4), criterion=newton(1.0))
