"""The real data sets are what they say, and the generators draw from what they say."""

import hashlib
import re
from importlib.resources import files

import numpy as np
import pytest
import sklearn.datasets
from ensemblelab import datasets
from ensemblelab.datasets import generators
from ensemblelab.datasets.provenance import TABLE
from scipy import stats

SHAPES = {
    "breast_cancer_wisconsin": (699, 9, 2),
    "glass": (214, 9, 6),
    "heart_cleveland": (303, 13, 2),
    "heart_statlog": (270, 13, 2),
    "ionosphere": (351, 34, 2),
    "letter": (20000, 16, 26),
    "satimage": (6435, 36, 6),
    "sonar": (208, 60, 2),
    "soybean683": (683, 35, 19),
    "spambase": (4601, 57, 2),
    "vehicle": (846, 18, 4),
    "vowel": (990, 10, 11),
}
# the counts that the repository states
CLASS_COUNTS = {
    "breast_cancer_wisconsin": [458, 241],
    "glass": [70, 76, 17, 13, 9, 29],
    "heart_cleveland": [164, 139],
    "heart_statlog": [150, 120],
    "ionosphere": [126, 225],
    "sonar": [111, 97],
    "spambase": [2788, 1813],
    "vowel": [90] * 11,
}
UNKNOWN = {"breast_cancer_wisconsin": 16, "heart_cleveland": 6, "soybean683": 2337}


def test_names_lists_every_file_and_nothing_else():
    data = files("ensemblelab.datasets").joinpath("data")
    held = sorted(path.name.removesuffix(".csv.gz") for path in data.iterdir())
    assert list(datasets.names()) == held == sorted(SHAPES)
    assert sum(len(path.read_bytes()) for path in data.iterdir()) < 600_000


@pytest.mark.parametrize("name", datasets.names())
def test_the_file_is_the_one_the_table_tells_of(name):
    path = files("ensemblelab.datasets").joinpath("data", f"{name}.csv.gz")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == TABLE[name].sha256


@pytest.mark.parametrize("name", datasets.names())
def test_a_loaded_data_set_is_consistent(name):
    loaded = datasets.load(name)
    n, d, k = SHAPES[name]
    assert loaded.X.shape == (n, d)
    assert loaded.X.dtype == np.float64
    assert loaded.y.shape == (n,)
    assert np.issubdtype(loaded.y.dtype, np.integer)
    assert len(loaded.feature_names) == len(set(loaded.feature_names)) == d
    assert len(loaded.target_names) == len(set(loaded.target_names)) == k
    assert set(loaded.y) == set(range(k))
    assert loaded.categorical.shape == (d,)
    assert np.isnan(loaded.X).sum() == UNKNOWN.get(name, 0)
    assert not np.isinf(loaded.X).any()
    if name in CLASS_COUNTS:
        assert np.bincount(loaded.y).tolist() == CLASS_COUNTS[name]
    assert "10.24432/" in loaded.source
    assert "CC BY 4.0" in loaded.licence
    assert "Read out of" in loaded.provenance
    assert name in repr(loaded)


@pytest.mark.parametrize("name", datasets.names())
def test_every_code_has_a_meaning_and_every_table_entry_a_column(name):
    loaded, row = datasets.load(name), TABLE[name]
    for table in (row.codes, row.texts, row.categorical):
        assert set(table) <= set(loaded.feature_names)
    assert loaded.categorical.sum() == len(row.categorical)
    for feature, meanings in loaded.codes.items():
        column = loaded.X[:, loaded.feature_names.index(feature)]
        assert set(column[~np.isnan(column)]) <= set(meanings), feature


def test_the_two_heart_sets_are_encoded_alike():
    # Statlog's patients are Cleveland's: each row must be found there bit for bit, which holds
    # the encoding of the texts and the repaired oldpeak to an independent copy
    cleveland, statlog = datasets.load("heart_cleveland"), datasets.load("heart_statlog")
    assert cleveland.feature_names == statlog.feature_names
    rows = {(*x, y) for x, y in zip(cleveland.X.tolist(), cleveland.y.tolist(), strict=True)}
    assert all((*x, y) in rows for x, y in zip(statlog.X.tolist(), statlog.y.tolist(), strict=True))


def test_arrays_are_fresh_and_the_object_is_frozen():
    first = datasets.load("glass")
    first.X[:] = 0
    assert datasets.load("glass").X.max() > 0
    with pytest.raises(AttributeError):
        first.name = "other"


def test_an_unknown_name_gets_the_nearest_and_all_names():
    with pytest.raises(ValueError, match=r"'spam' is no data set. Did you mean spambase.*vowel"):
        datasets.load("spam")
    with pytest.raises(ValueError, match="'qqq' is no data set. There are: breast_cancer"):
        datasets.load("qqq")
    with pytest.raises(ValueError, match="None is no data set"):
        datasets.load(None)


MAKERS = [getattr(datasets, name) for name in datasets.__all__ if name.startswith("make_")]
WIDTH = dict.fromkeys(("twonorm", "threenorm", "ringnorm"), 20) | {
    "waveform": 21,
    "friedman1": 10,
    "friedman2": 4,
    "friedman3": 4,
    "esl_10_2": 10,
    "gaussian_ring": 2,
}


@pytest.mark.parametrize("make", MAKERS)
def test_shapes_labels_and_seeds(make):
    name = make.__name__.removeprefix("make_")
    X, y = make(60, random_state=3)
    assert X.shape == (60, WIDTH[name])
    assert y.shape == (60,)
    expected = {"waveform": {0, 1, 2}}.get(name, {-1, 1})
    assert "friedman" in name or set(y) == expected
    again, other = make(60, random_state=3), make(60, random_state=4)
    assert np.array_equal(again[0], X)
    assert np.array_equal(again[1], y)
    assert not np.array_equal(other[0], X)
    assert make(1)[0].shape == (1, WIDTH[name])
    # a Generator goes on in its stream
    rng = np.random.default_rng(3)
    assert np.array_equal(make(60, rng)[0], X)
    assert not np.array_equal(make(60, rng)[0], X)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("n", [0, -3, 2.5, "many", None, True])
def test_a_wrong_number_of_examples_is_named(make, n):
    with pytest.raises(ValueError, match="n="):
        make(n)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("seed", [-1, 1.5, "seed"])
def test_a_wrong_seed_is_named(make, seed):
    with pytest.raises(ValueError, match="random_state="):
        make(5, seed)


@pytest.mark.parametrize("formula", ["friedman1", "friedman2", "friedman3"])
@pytest.mark.parametrize("shape", [(3, 2), (10,), (2, 2, 5)])
def test_a_wrong_number_of_columns_is_named(formula, shape):
    with pytest.raises(ValueError, match=re.escape(f"X has the shape {shape}, and must have")):
        getattr(generators, formula)(np.ones(shape))


def within(estimate, truth, standard_error):
    # Four standard errors: the seeds are fixed, so this cannot flicker, and a generator that is
    # right has a chance of 6e-5 a check of needing another seed. With n = 40000 it notices a mean
    # off by 0.02 standard deviations.
    assert np.all(np.abs(estimate - truth) < 4 * standard_error), (estimate, truth)


def classes_are_even(y):
    kinds, counts = np.unique(y, return_counts=True)
    p = 1 / len(kinds)
    within(counts / len(y), p, np.sqrt(p * (1 - p) / len(y)))


def is_gaussian(X, mean, sd=1.0):
    n = len(X)
    within(X.mean(axis=0), mean, sd / np.sqrt(n))
    # the variance of a Gaussian has standard error sd² sqrt(2/n), a covariance sd²/sqrt(n)
    covariance = np.cov(X.T) / sd**2
    within(covariance, np.eye(X.shape[1]), np.sqrt(2 / n) * 1.1)
    assert stats.kstest((X[:, 0] - np.ravel(mean)[0]) / sd, "norm").pvalue > 1e-4


N = 40000


def test_twonorm_and_its_bayes_error():
    X, y = datasets.make_twonorm(N, 0)
    classes_are_even(y)
    a = 2 / np.sqrt(20)
    for label in (-1, 1):
        is_gaussian(X[y == label], np.full(20, label * a))
    # the means are 2·2 apart along (1, ..., 1)/sqrt(20), so half of that is 2 deviations
    bayes = stats.norm.cdf(-2)
    assert bayes == pytest.approx(0.0228, abs=5e-5)
    within(np.mean(np.sign(X.sum(axis=1)) != y), bayes, np.sqrt(bayes * (1 - bayes) / N))


def test_ringnorm_and_its_bayes_error():
    X, y = datasets.make_ringnorm(N, 0)
    classes_are_even(y)
    a = np.full(20, 2 / np.sqrt(20))
    is_gaussian(X[y == 1], np.zeros(20), 2.0)
    is_gaussian(X[y == -1], a)
    # Completing the square in the log ratio of the densities, the best rule says -1 within a
    # sphere about 4a/3; both distances are non-central χ².
    square = a @ a
    limit = 4 / 3 * (40 * np.log(2) + square / 3)
    bayes = 0.5 * stats.ncx2.sf(limit, 20, square / 9)
    bayes += 0.5 * stats.ncx2.cdf(limit / 4, 20, 4 * square / 9)
    assert bayes == pytest.approx(0.0124, abs=5e-5)
    rule = np.where(((X - 4 / 3 * a) ** 2).sum(axis=1) < limit, -1, 1)
    within(np.mean(rule != y), bayes, np.sqrt(bayes * (1 - bayes) / N))
    # the same rule from the densities themselves
    wide, narrow = (X**2).sum(axis=1) / 8 + 20 * np.log(2), ((X - a) ** 2).sum(axis=1) / 2
    assert np.array_equal(rule, np.where(narrow < wide, -1, 1))


def test_threenorm_and_its_bayes_error():
    X, y = datasets.make_threenorm(N, 0)
    classes_are_even(y)
    a = 2 / np.sqrt(20)
    alternating = np.tile([a, -a], 10)
    is_gaussian(X[y == -1], alternating)
    # the two lumps are 4 apart along (1, ..., 1): the sign of the sum is wrong on 2.3% of rows,
    # so the lumps show in the second moments: I + a² everywhere
    plus = X[y == 1]
    within(plus.mean(axis=0), 0, np.sqrt((1 + a * a) / len(plus)))
    within(np.cov(plus.T), np.eye(20) + a * a, 1.5 * np.sqrt(2 / len(plus)))
    # Only u = x·1/sqrt(20) and v = x·alternating/|alternating| tell the classes apart:
    # (±2, 0) against (0, 2), so the Bayes error is an integral in the plane.
    u, v = np.meshgrid(np.linspace(-9, 9, 1201), np.linspace(-8, 9, 1201))
    phi = stats.norm.pdf
    lumps = (phi(u - 2) + phi(u + 2)) / 2 * phi(v)
    step = (u[0, 1] - u[0, 0]) * (v[1, 0] - v[0, 0])
    bayes = 0.5 * np.minimum(lumps, phi(u) * phi(v - 2)).sum() * step
    assert bayes == pytest.approx(0.105, abs=1e-3)
    u, v = X.sum(axis=1) / np.sqrt(20), X @ alternating / 2
    rule = np.where((phi(u - 2) + phi(u + 2)) / 2 * phi(v) > phi(u) * phi(v - 2), 1, -1)
    within(np.mean(rule != y), bayes, np.sqrt(bayes * (1 - bayes) / N))


def test_waveform_means_variances_and_independence_of_the_noise():
    X, y = datasets.make_waveform(N, 0)
    classes_are_even(y)
    j = np.arange(1, 22)
    h1, h2, h3 = (np.clip(6 - np.abs(j - peak), 0, None) for peak in (11, 15, 7))
    for label, (first, second) in enumerate([(h1, h2), (h1, h3), (h2, h3)]):
        rows = X[y == label]
        # u is uniform, with mean 1/2 and variance 1/12
        variance = 1 + (first - second) ** 2 / 12
        within(rows.mean(axis=0), (first + second) / 2, np.sqrt(variance / len(rows)))
        # x is at least as light in its tails as a Gaussian of the same variance
        within(rows.var(axis=0), variance, variance * np.sqrt(2 / len(rows)))
        # whatever u is, x_j off both triangles is noise alone
        silent = (first == 0) & (second == 0)
        if silent.any():
            is_gaussian(rows[:, silent], np.zeros(silent.sum()))
    # The Bayes rule integrates u out. Breiman et al. give 0.14, to two digits.
    u = (np.arange(40) + 0.5) / 40
    density = []
    for first, second in [(h1, h2), (h1, h3), (h2, h3)]:
        means = np.outer(u, first) + np.outer(1 - u, second)
        part = X[:4000] @ means.T - (means**2).sum(axis=1) / 2
        density.append(np.logaddexp.reduce(part, axis=1))
    error = np.mean(np.argmax(density, axis=0) != y[:4000])
    assert error == pytest.approx(0.14, abs=0.005 + 4 * np.sqrt(0.14 * 0.86 / 4000))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_friedman_against_scikit_learn(number):
    theirs = getattr(sklearn.datasets, f"make_friedman{number}")
    formula = getattr(generators, f"friedman{number}")
    X, y = theirs(500, noise=0.0, random_state=0)
    # the same few operations in another order: rounding only
    np.testing.assert_allclose(formula(X), y, rtol=1e-12)
    ours, target = getattr(datasets, f"make_friedman{number}")(N, 0)
    low, high = {1: (np.zeros(10), np.ones(10))}.get(
        number, ([0, 40 * np.pi, 0, 1], [100, 560 * np.pi, 1, 11])
    )
    scaled = (ours - low) / (np.array(high) - low)
    for column in scaled.T:
        assert stats.kstest(column, "uniform").pvalue > 1e-4
    noise = target - formula(ours)
    is_gaussian(noise[:, None], 0, {1: 1.0, 2: 125.0, 3: 0.1}[number])
    # the noise knows nothing of x
    within(np.corrcoef(noise, formula(ours))[0, 1], 0, 1 / np.sqrt(N))
    if number > 1:  # "about three": signal to noise in standard deviations
        assert formula(ours).std() / noise.std() == pytest.approx(3, abs=0.25)


def test_esl_10_2():
    X, y = datasets.make_esl_10_2(N, 0)
    is_gaussian(X, np.zeros(10))
    assert np.array_equal(y == 1, (X**2).sum(axis=1) > 9.34)
    share = stats.chi2.sf(9.34, 10)
    assert share == pytest.approx(0.5, abs=3e-4)  # 9.34 is the median, to two decimals
    within(np.mean(y == 1), share, 0.5 / np.sqrt(N))


def test_gaussian_ring():
    X, y = datasets.make_gaussian_ring(N, 0)
    classes_are_even(y)
    is_gaussian(X[y == 1], np.zeros(2))
    ring = X[y == -1]
    # a radius below 0 (3e-5 of them) is the same point's |r| at the opposite angle
    assert stats.kstest(np.hypot(*ring.T), stats.foldnorm(4).cdf).pvalue > 1e-4
    angle = np.arctan2(ring[:, 1], ring[:, 0])
    assert stats.kstest(angle, stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > 1e-4
    # angle and radius are independent
    within(np.corrcoef(np.hypot(*ring.T), np.cos(angle))[0, 1], 0, 1 / np.sqrt(len(ring)))
