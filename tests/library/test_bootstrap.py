import numpy as np
import pytest
from ensemblelab.bootstrap import bootstrap_counts, bootstrap_sample, generator, out_of_bag


def test_a_sample_has_n_rows_drawn_with_replacement():
    sample = bootstrap_sample(1000, 0)
    assert sample.shape == (1000,)
    assert sample.min() >= 0
    assert sample.max() < 1000
    assert len(np.unique(sample)) < 700  # without replacement it would be 1000


def test_every_row_is_equally_likely():
    draws = np.concatenate([bootstrap_sample(5, seed) for seed in range(4000)])
    counts = np.bincount(draws, minlength=5)
    # 20,000 draws over 5 rows: standard deviation sqrt(20000 * .2 * .8) = 57; five of them.
    assert np.abs(counts - 4000).max() < 5 * 57


def test_counts_are_the_same_sample_counted():
    sample, counts = bootstrap_sample(50, 3), bootstrap_counts(50, 3)
    assert counts.tolist() == [np.sum(sample == row) for row in range(50)]


def test_out_of_bag_rows_are_those_not_drawn():
    assert out_of_bag(np.array([0, 2, 2, 4]), 5).tolist() == [False, True, False, True, False]


def test_an_empty_sample_leaves_all_out():
    assert out_of_bag([], 2).tolist() == [True, True]


@pytest.mark.parametrize("n", [0, -1, 2.5, "a", True, None])
@pytest.mark.parametrize("function", [bootstrap_sample, bootstrap_counts])
def test_no_rows_no_sample(function, n):
    with pytest.raises(ValueError, match=f"n={n!r} must be an integer >= 1: an empty set"):
        function(n)


@pytest.mark.parametrize(
    ("sample", "n", "message"),
    [
        ([-1], 3, r"sample=\[-1\] must hold indices from 0 to 2"),
        ([9], 3, r"sample=\[9\] must hold indices from 0 to 2"),
        ([0.0, 1.5], 3, r"sample=\[0.0, 1.5\] must hold indices"),
        ([True, False], 2, r"sample=\[True, False\] must hold indices"),
        (["a"], 2, r"sample=\['a'\] must hold indices"),
        ([0], 1.5, "n=1.5 must be an integer >= 1"),
    ],
)
def test_what_is_no_sample_of_the_rows_is_refused(sample, n, message):
    with pytest.raises(ValueError, match=message):
        out_of_bag(sample, n)


def test_one_seed_one_stream():
    assert generator(5).random() == generator(5).random()
    assert generator(np.random.RandomState(5)).random() == (
        generator(np.random.RandomState(5)).random()
    )
    rng = np.random.default_rng(0)
    assert generator(rng) is rng


@pytest.mark.parametrize("seed", [-1, 1.5, "zero"])
def test_a_wrong_seed_is_named(seed):
    with pytest.raises(ValueError, match="random_state=.*must be None, an integer"):
        generator(seed)
