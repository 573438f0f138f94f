"""One-side sampling, by what it can draw; test_lightgbm.py compares it with theirs."""

from itertools import combinations

import numpy as np
import pytest
from ensemblelab.sampling import one_side_sample

G = np.array([0.5, -3.0, 0.1, 2.0, -0.2, 0.9])


def test_the_largest_are_kept_whatever_their_sign():
    rows, weights = one_side_sample(G, 2, 3, 0)
    assert list(rows[:2]) == [1, 3]
    assert set(rows[2:]) < {0, 2, 4, 5}
    assert len(set(rows)) == 5
    np.testing.assert_array_equal(weights, [1, 1, 4 / 3, 4 / 3, 4 / 3])
    assert rows.dtype == np.intp


def test_each_choice_of_the_rest_is_as_likely():
    rng = np.random.default_rng(0)
    counts = dict.fromkeys(combinations([0, 2, 4, 5], 2), 0)
    for _ in range(1200):
        rows, _ = one_side_sample(G, 2, 2, rng)
        counts[tuple(sorted(rows[2:]))] += 1
    # 200 of each are expected; four standard deviations are 52.
    assert all(abs(count - 200) < 52 for count in counts.values())


def test_all_rows_and_none():
    rows, weights = one_side_sample(G, 2, 4, 0)
    assert sorted(rows) == list(range(6))
    np.testing.assert_array_equal(weights, 1)
    rows, weights = one_side_sample(G, 6, 0)
    assert list(rows) == [1, 3, 5, 0, 4, 2]
    np.testing.assert_array_equal(weights, 1)


@pytest.mark.parametrize(
    ("top", "other", "message"),
    [
        (-1, 3, "top=-1 must be an integer >= 0"),
        (1.5, 1, "top=1.5 must be an integer >= 0"),
        ("a", 1, "top='a' must be an integer >= 0"),
        (1, 1.5, "other=1.5 must be an integer >= 0"),
        (6, -1, "other=-1 must be an integer >= 0"),
    ],
)
def test_numbers_of_rows_are_integers(top, other, message):
    with pytest.raises(ValueError, match=message):
        one_side_sample(G, top, other)


@pytest.mark.parametrize(("top", "other"), [(2, 0), (2, 5), (7, 0)])
def test_impossible_numbers_are_named(top, other):
    with pytest.raises(ValueError, match=f"top={top} and other={other} of 6 observations"):
        one_side_sample(G, top, other)


def test_gradients_are_a_column_of_numbers():
    with pytest.raises(ValueError, match=r"shape \(2, 3\)"):
        one_side_sample(G.reshape(2, 3), 1, 1)
    with pytest.raises(ValueError, match="gradients contains NaN"):
        one_side_sample([1.0, np.nan], 1, 1)
