"""The criteria against their textbook definitions."""

import numpy as np
import pytest
from ensemblelab.trees import CRITERIA, newton

RNG = np.random.default_rng(0)
LABEL, WEIGHT, Y = RNG.integers(0, 3, 40), RNG.random(40), RNG.normal(size=40)
ONE_HOT = (np.eye(3)[LABEL] * WEIGHT[:, None]).sum(axis=0)[:, None]
H = np.array([WEIGHT.sum()])
P = ONE_HOT[:, 0] / H
IMPURITY = {
    "gini": 1 - np.sum(P**2),
    "entropy": -np.sum(P * np.log2(P)),
    "error": 1 - P.max(),
}


@pytest.mark.parametrize("name", IMPURITY)
def test_score_is_a_constant_less_weight_times_impurity(name):
    constant = 0 if name == "entropy" else H
    # Forty products added in another order.
    np.testing.assert_allclose(
        CRITERIA[name].score(ONE_HOT, H), constant - H * IMPURITY[name], rtol=1e-12
    )
    np.testing.assert_allclose(CRITERIA[name].leaf(ONE_HOT, H)[:, 0], P, rtol=1e-12)


def test_squared_error_is_the_sum_of_squares_explained():
    G = np.array([[np.sum(WEIGHT * Y)]])
    left = np.sum(WEIGHT * (Y - G[0] / H) ** 2)
    np.testing.assert_allclose(
        CRITERIA["squared_error"].score(G, H), np.sum(WEIGHT * Y**2) - left, rtol=1e-12
    )


def test_two_classes_in_one_column():
    sign = np.where(LABEL == 0, -1, 1)
    G = np.array([[np.sum(WEIGHT * sign)]])
    two = np.stack([(H - G[0]) / 2, (H + G[0]) / 2])
    np.testing.assert_allclose(
        CRITERIA["gini"].score(two, H), (H + CRITERIA["squared_error"].score(G, H)) / 2, rtol=1e-12
    )
    error = (H - CRITERIA["error"].score(G, H)) / 2  # adaboost.9
    np.testing.assert_allclose(error, min(WEIGHT[sign > 0].sum(), WEIGHT[sign < 0].sum()))


def test_newton_minimises_the_second_order_objective():
    g, h, lam = RNG.normal(size=40), RNG.random(40), 1.5
    G, H = np.array([[-g.sum()]]), np.array([h.sum()])

    def objective(w):
        return g.sum() * w + (h.sum() + lam) * w**2 / 2

    w = newton(lam).leaf(G, H)[0, 0]
    assert newton(lam).score(G, H)[0] == pytest.approx(-objective(w), rel=1e-12)
    assert objective(w) < min(objective(w - 1e-3), objective(w + 1e-3))


def test_empty_sums_have_harmless_leaves():
    for criterion in CRITERIA.values():
        np.testing.assert_array_equal(criterion.leaf(np.zeros((2, 1)), np.zeros(1)), 0)
