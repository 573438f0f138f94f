"""Losses: slopes and curvatures by differences, constants and steps by brute force."""

import numpy as np
import pytest
from ensemblelab.losses import (
    AbsoluteLoss,
    ExponentialLoss,
    HuberLoss,
    LogisticLoss,
    MultinomialLoss,
    SquaredLoss,
    newton_step,
    weighted_quantile,
)
from scipy.optimize import minimize_scalar

N = 60
REAL = [SquaredLoss(), AbsoluteLoss(), HuberLoss(0.7)]
BINARY = [LogisticLoss(), ExponentialLoss()]
MULTI = [MultinomialLoss(2), MultinomialLoss(4)]


def name(loss):
    return type(loss).__name__


def instance(loss, seed=0):
    """Targets, predictions and weights for a loss, with Huber's delta set."""
    rng = np.random.default_rng(seed)
    w = rng.uniform(0.2, 2, N)
    if isinstance(loss, MultinomialLoss):
        y, f = rng.integers(loss.n_classes, size=N), rng.normal(size=(N, loss.n_classes))
    elif loss in BINARY:
        y, f = rng.integers(2, size=N), rng.normal(size=N)
    else:
        y, f = rng.normal(size=N), rng.normal(size=N)
    loss.adapt(y, f, w)
    return y, f, w


def difference(function, f, column, eps):
    """Central difference of function(f) in one column of f."""
    e = np.zeros_like(f)
    e[(...,) if f.ndim == 1 else (slice(None), column)] = eps
    return (function(f + e) - function(f - e)) / (2 * eps)


@pytest.mark.parametrize("loss", REAL + BINARY + MULTI, ids=name)
def test_gradient_and_hessian_are_the_derivatives(loss):
    y, f, _ = instance(loss)
    if isinstance(loss, AbsoluteLoss | HuberLoss):
        # A difference across a kink is not the derivative on either side of it.
        r = np.abs(y - f)
        smooth = (r > 1e-3) & (np.abs(r - getattr(loss, "delta", 0)) > 1e-3)
        assert smooth.sum() > N / 2
        y, f = y[smooth], f[smooth]
    for k in range(f.shape[1] if f.ndim == 2 else 1):

        def pick(a, k=k):
            return a if a.ndim == 1 else a[:, k]

        # Step 1e-5: truncation 1e-10, rounding 1e-16/1e-5 = 1e-11, times values up to e^3.
        slope = difference(lambda f: loss.value(y, f), f, k, 1e-5)
        np.testing.assert_allclose(pick(loss.gradient(y, f)), slope, rtol=1e-8, atol=1e-8)
        curvature = difference(lambda f: pick(loss.gradient(y, f)), f, k, 1e-5)
        np.testing.assert_allclose(pick(loss.hessian(y, f)), curvature, rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("loss", [SquaredLoss(), AbsoluteLoss(), *BINARY], ids=name)
def test_constant_is_the_minimum(loss):
    y, _, w = instance(loss)

    def total(c):
        return np.sum(w * loss.value(y, np.full(N, c)))

    found = minimize_scalar(total, bounds=(-5, 5), method="bounded").fun
    assert total(loss.constant(y, w)) <= found + 1e-9  # the search itself stops at 1e-9


@pytest.mark.parametrize("loss", MULTI, ids=name)
def test_multinomial_constant_has_zero_gradient(loss):
    y, _, w = instance(loss)
    c = loss.constant(y, w)
    slope = w @ loss.gradient(y, np.tile(c, (N, 1)))
    np.testing.assert_allclose(slope, 0, atol=1e-12)  # sums of 60 numbers near 1
    assert abs(c.sum()) < 1e-12


def test_huber_starts_at_the_median():
    y, _, _ = instance(HuberLoss())
    assert HuberLoss().constant(y, np.ones(N)) == np.median(y)


def leaf_steps(loss, y, f, w, leaf, n_leaves):
    return loss.step(y, f, loss.gradient(y, f), loss.hessian(y, f), w, leaf, n_leaves)


@pytest.mark.parametrize("loss", [SquaredLoss(), AbsoluteLoss()], ids=name)
def test_exact_line_search(loss):
    y, f, w = instance(loss)
    leaf = np.arange(N) % 4
    steps = leaf_steps(loss, y, f, w, leaf, 4)
    for j in range(4):
        i = leaf == j

        def total(c, i=i):
            return np.sum(w[i] * loss.value(y[i], f[i] + c))

        assert (
            total(steps[j]) <= minimize_scalar(total, bounds=(-5, 5), method="bounded").fun + 1e-9
        )


@pytest.mark.parametrize("loss", [HuberLoss(0.7), *BINARY], ids=name)
def test_approximate_line_search_descends(loss):
    y, f, w = instance(loss)
    leaf = np.arange(N) % 4
    steps = leaf_steps(loss, y, f, w, leaf, 4)
    before = np.bincount(leaf, w * loss.value(y, f))
    after = np.bincount(leaf, w * loss.value(y, f + steps[leaf]))
    assert np.all(after < before)


def test_logistic_newton_step_by_hand():
    # p = 1/2 everywhere, three ones and a zero: (3 - 1)/2 over 4/4.
    steps = leaf_steps(LogisticLoss(), np.array([1, 1, 1, 0]), np.zeros(4), np.ones(4), [0] * 4, 1)
    assert steps.tolist() == [1.0]


def test_multinomial_step_is_newton_times_k_minus_one_over_k():
    loss = MultinomialLoss(4)
    y, f, w = instance(loss)
    g, h, leaf = loss.gradient(y, f)[:, 1], loss.hessian(y, f)[:, 1], np.arange(N) % 3
    np.testing.assert_array_equal(
        loss.step(y, f[:, 1], g, h, w, leaf, 3), 0.75 * newton_step(g, h, w, leaf, 3)
    )


def test_two_classes_multinomial_is_logistic():
    rng = np.random.default_rng(1)
    y, f = rng.integers(2, size=N), rng.normal(size=(N, 2))
    two, one = MultinomialLoss(2), LogisticLoss()
    margin = f[:, 1] - f[:, 0]
    # Same numbers by another route: a few roundings.
    np.testing.assert_allclose(two.value(y, f), one.value(y, margin), rtol=1e-13)
    np.testing.assert_allclose(two.gradient(y, f)[:, 1], one.gradient(y, margin), rtol=1e-12)
    np.testing.assert_allclose(two.probabilities(f), one.probabilities(margin), rtol=1e-12)


def test_a_leaf_without_curvature_or_weight_stays():
    y, f = np.array([1, 1, 0]), np.array([800.0, 800.0, 0.0])  # p (1 - p) underflows to 0
    for loss in (LogisticLoss(), ExponentialLoss()):
        assert leaf_steps(loss, y, f, np.ones(3), np.array([0, 0, 1]), 2)[0] == 0
    for loss in (AbsoluteLoss(), HuberLoss()):
        assert leaf_steps(loss, y, f, np.zeros(3), np.array([0, 0, 1]), 3).tolist() == [0, 0, 0]


def test_values_far_out_are_finite():
    f = np.array([-800.0, 800.0])
    y = np.array([1, 0])
    np.testing.assert_allclose(LogisticLoss().value(y, f), 800)
    np.testing.assert_allclose(MultinomialLoss(2).value(y, np.column_stack([0 * f, f])), 800)
    assert np.isfinite(LogisticLoss().constant(np.ones(5), np.ones(5)))
    assert np.all(np.isfinite(MultinomialLoss(3).constant(np.zeros(5, int), np.ones(5))))


@pytest.mark.parametrize("loss", [*BINARY, *MULTI], ids=name)
def test_constant_predicts_the_class_shares(loss):
    y, f, w = instance(loss)
    c = np.broadcast_to(loss.constant(y, w), f.shape)
    shares = np.bincount(y, w) / w.sum()
    np.testing.assert_allclose(loss.probabilities(c)[0], shares, rtol=1e-12)


def test_weighted_quantile():
    rng = np.random.default_rng(2)
    for n in (1, 2, 7, 8):
        v = rng.normal(size=n)
        assert weighted_quantile(v, np.full(n, 3.0), 0.5) == np.median(v)
    counts = rng.integers(0, 4, size=9)
    v = rng.normal(size=9)
    assert weighted_quantile(v, counts, 0.5) == np.median(np.repeat(v, counts))
    assert weighted_quantile(v, np.ones(9), 1.0) == v.max()


@pytest.mark.parametrize("q", [2, -0.1, np.nan])
def test_a_quantile_is_between_0_and_1(q):
    with pytest.raises(ValueError, match=f"q={q} must be between 0 and 1"):
        weighted_quantile(np.ones(3), np.ones(3), q)
    with pytest.raises(ValueError, match=f"alpha={q} must be between 0 and 1"):
        HuberLoss(q)


@pytest.mark.parametrize("weight", [[], [0.0, 0.0]])
def test_a_quantile_needs_a_value_with_weight(weight):
    with pytest.raises(ValueError, match="one at least whose weight is above 0"):
        weighted_quantile(np.ones(len(weight)), np.array(weight), 0.5)
