"""Bins: codes, quantiles, thresholds."""

import numpy as np
import pytest
from ensemblelab.trees import Bins
from ensemblelab.trees.binning import MANY, find_bins
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays


def test_exact_codes_are_ranks_of_distinct_values():
    X = np.array([[3.0, 1.0], [1.0, 1.0], [3.0, 1.0], [2.0, 1.0]])
    bins = Bins.fit(X)
    np.testing.assert_array_equal(bins.codes, [[2, 0, 2, 1], [0, 0, 0, 0]])
    np.testing.assert_array_equal(bins.lower[0], [1, 2, 3])
    assert bins.codes.dtype == np.uint8
    assert bins.codes.flags.c_contiguous


@settings(max_examples=100, deadline=None)
@given(
    column=arrays(float, st.integers(1, 60), elements=st.integers(-9, 9).map(float)),
    max_bins=st.integers(2, 8),
)
def test_quantile_bins_partition_the_values_in_order(column, max_bins):
    bins = Bins.fit(column[:, None], max_bins)
    code, lower, upper = bins.codes[0], bins.lower[0], bins.upper[0]
    assert len(lower) <= max(max_bins, 1)
    assert np.all(lower <= upper)
    assert np.all(upper[:-1] < lower[1:])
    assert np.all((lower[code] <= column) & (column <= upper[code]))
    np.testing.assert_array_equal(np.unique(code), np.arange(len(lower)))


@settings(max_examples=100, deadline=None)
@given(data=st.data(), dtype=st.sampled_from([np.float32, np.float64]))
def test_bins_are_found_as_by_searchsorted(data, dtype):
    some = st.one_of(st.integers(-9, 9).map(float), st.sampled_from([-np.inf, np.inf, -0.0]))
    lower = np.array(sorted(data.draw(st.sets(some, max_size=20))), dtype)
    values = np.array(data.draw(st.lists(some, max_size=30)), dtype)
    found = np.searchsorted(lower[1:], values, side="right")
    np.testing.assert_array_equal(find_bins(values, lower), found)


@pytest.mark.parametrize("n_bins", [1, 2, 255, 256, 257, 1000])
def test_as_many_bins_as_there_may_be_are_found(n_bins):
    lower = np.arange(n_bins, dtype=np.float32)
    halfway = np.append(lower - 0.5, [n_bins, np.nan])
    found = [0, *range(n_bins - 1), n_bins - 1, 0]
    np.testing.assert_array_equal(find_bins(lower, lower), np.arange(n_bins))
    np.testing.assert_array_equal(find_bins(halfway, lower), found)


@pytest.mark.parametrize("max_bins", [2, 255, 256, 257, 2000])
@pytest.mark.parametrize("missing", [False, True])
def test_quantile_bins_are_those_of_sorted_rows(max_bins, missing):
    """Rows in order of their values fall evenly into bins; equal values into the same."""
    column = np.random.default_rng(0).permutation(1500).astype(np.float32) // 1.5
    column[:400] = np.nan if missing else column[:400]
    bins = Bins.fit(column[:, None], max_bins, allow_missing=True)
    ranked = np.sort(column[~np.isnan(column)])
    opens = ranked[np.arange(max_bins) * len(ranked) // max_bins]
    lower = np.unique(ranked if len(np.unique(ranked)) <= max_bins else opens)
    code = [np.sum(lower <= x) - 1 if x == x else len(lower) for x in column]
    np.testing.assert_array_equal(bins.lower[0], lower)
    np.testing.assert_array_equal(bins.codes[0], code)
    assert bins.codes.dtype == (np.uint8 if max(code) < 256 else np.uint16)


def test_quantile_bins_hold_equally_many_rows():
    column = np.random.default_rng(0).normal(size=(1000, 1))
    counts = np.bincount(Bins.fit(column, 16).codes[0])
    assert len(counts) == 16
    assert counts.max() - counts.min() <= 1  # 1000 / 16 = 62.5


@pytest.mark.parametrize("n", [MANY - 1, MANY])
def test_threads_sort_the_same_columns(n):
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=n).round(digits) for digits in range(5)])
    X[rng.random(X.shape) < 0.1] = np.nan
    one, two = (Bins.fit(X, 100, allow_missing=True, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.codes, two.codes)
    np.testing.assert_array_equal(one.flat_lower, two.flat_lower)
    np.testing.assert_array_equal(one.flat_upper, two.flat_upper)


def test_missing_values_have_the_highest_code():
    bins = Bins.fit(np.array([[np.nan, np.nan], [5.0, np.nan], [4.0, np.nan]]), allow_missing=True)
    np.testing.assert_array_equal(bins.codes, [[2, 1, 0], [0, 0, 0]])
    np.testing.assert_array_equal(bins.n_codes, [3, 1])
    assert bins.has_missing.all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_thresholds_separate_their_bins(dtype, data):
    width = np.dtype(dtype).itemsize * 8
    largest = float(np.finfo(dtype).max)
    low = dtype(data.draw(st.floats(-largest, largest, width=width, exclude_max=True)))
    # The next float up is the hard case: halfway rounds to one or the other of the two.
    high = np.nextafter(low, dtype(np.inf))
    if data.draw(st.booleans()):
        high = dtype(data.draw(st.floats(float(high), largest, width=width)))
    bins = Bins.fit(np.array([[low], [high]]))
    zero, one = np.array([0]), np.array([1])
    assert low <= bins.threshold(zero, zero, one)[0] < high
    assert low < bins.threshold(zero, zero, one, strict=True)[0] <= high


def test_sorted_columns_leave_out_only_what_the_total_gives():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.poisson(0.3, 50), rng.normal(size=50), np.zeros(50)])
    bins = Bins.fit(X)
    for f, code in enumerate(bins.codes):
        codes, rows = divmod(bins.listed.keys[slice(*bins.listed.start[f : f + 2])], 2**32)
        np.testing.assert_array_equal(np.sort(rows), np.flatnonzero(code))
        np.testing.assert_array_equal(codes, np.sort(code[code > 0]))
        np.testing.assert_array_equal(code[rows], codes)
