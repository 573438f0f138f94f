import pickle

import numpy as np
import pytest
from ensemblelab import Perceptron
from ensemblelab.datasets import make_gaussian_ring
from sklearn.datasets import load_iris, make_blobs


def lowest_weighted_error(X, y, w):
    """The best of all lines in the plane with 720 directions, by brute force."""
    lowest = np.inf
    for angle in np.linspace(0, np.pi, 720, endpoint=False):
        along = X @ [np.cos(angle), np.sin(angle)]
        order = np.argsort(along)
        side = np.concatenate(([0], np.cumsum((w * y)[order])))
        # Right is -1 up to the cut and +1 after it, or the reverse.
        lowest = min(lowest, (1 - np.abs(2 * side - side[-1]).max() / w.sum()) / 2)
    return lowest


@pytest.mark.parametrize("seed", range(3))
def test_nearly_the_best_line_on_weighted_data(seed):
    X, y = make_gaussian_ring(200, random_state=seed)
    w = np.random.default_rng(seed).exponential(size=len(X))
    model = Perceptron(random_state=0).fit(X, y, sample_weight=w)
    error = np.average(model.predict(X) != y, weights=w)
    best = lowest_weighted_error(X, y, w)
    # It searches at random: 0.004 to 0.037 above the best line for ten seeds.
    assert best - 1e-12 <= error < best + 0.05
    assert error < 0.5 - 0.1  # a weak learner


def test_it_separates_what_can_be_separated_and_stops():
    X, y = make_blobs(200, centers=[[-3, 0], [3, 1]], random_state=0)
    model = Perceptron(random_state=0).fit(X, y)
    assert model.score(X, y) == 1
    assert model.n_iter_ < model.max_iter


def test_the_pocket_keeps_the_best_hyperplane():
    """More steps from the same seed see more hyperplanes, so the error cannot rise."""
    X, y = make_gaussian_ring(200, random_state=0)
    errors = [
        1 - Perceptron(max_iter=steps, random_state=0).fit(X, y).score(X, y)
        for steps in (1, 2, 5, 20, 100, 500)
    ]
    assert np.all(np.diff(errors) <= 0)
    assert errors[-1] < errors[0]


def test_one_step_is_the_rule():
    """From W = 0 all rows go to the first class: the mistakes are both rows of the second."""
    X, y = np.array([[0.0], [4.0], [5.0]]), np.array([0, 1, 1])
    mean, variance = 3, 14 / 3
    # The row drawn, standardised, is z = (x - mean) / s; the step for two classes is 2 (1, z),
    # once from each row of W. In the units of X: slope 2 z / s, intercept 2 - slope mean.
    steps = {}
    for x in (4.0, 5.0):
        slope = 2 * (x - mean) / variance
        steps[x] = [slope, 2 - slope * mean]
    drawn = set()
    for seed in range(10):
        model = Perceptron(max_iter=2, random_state=seed).fit(X, y)
        line = [model.coef_[0, 0], model.intercept_[0]]
        # A few roundings.
        drawn |= {x for x, step in steps.items() if np.allclose(line, step, rtol=1e-13)} or {None}
    assert drawn == {4.0, 5.0}


def test_heavy_examples_win():
    X, y = np.array([[0.0], [0.0]]), np.array([0, 1])
    for heavy in (0, 1):
        w = np.where(y == heavy, 3.0, 1.0)
        assert Perceptron(random_state=0).fit(X, y, w).predict([[0.0]]) == [heavy]


def test_order_and_duplicates_do_not_matter():
    X, y = make_gaussian_ring(150, random_state=0)
    counts = np.random.default_rng(0).integers(0, 4, len(X))
    model = Perceptron(random_state=0).fit(X, y, sample_weight=counts)
    rows = np.random.default_rng(1).permutation(np.repeat(np.arange(len(X)), counts))
    again = Perceptron(random_state=0).fit(X[rows], y[rows])
    # The same draws; means and variances are summed in another order.
    np.testing.assert_allclose(again.coef_, model.coef_, rtol=1e-10)
    np.testing.assert_allclose(again.intercept_, model.intercept_, rtol=1e-10)


def test_units_do_not_matter():
    X, y = make_gaussian_ring(150, random_state=0)
    model = Perceptron(random_state=0).fit(X, y)
    units = np.array([1e6, 1e-6])
    scaled = Perceptron(random_state=0).fit(X * units + 5, y)
    np.testing.assert_array_equal(scaled.predict(X * units + 5), model.predict(X))


def test_three_classes():
    X, y = load_iris(return_X_y=True)
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    model = Perceptron(random_state=0).fit(X, names)
    assert model.coef_.shape == (3, 4)
    assert model.score(X, names) > 0.95  # a linear discriminant reaches 0.98
    scores = model.decision_function(X)
    np.testing.assert_array_equal(model.predict(X), model.classes_[scores.argmax(axis=1)])


def test_a_constant_column_is_ignored():
    X, y = make_gaussian_ring(100, random_state=0)
    plain = Perceptron(random_state=0).fit(X, y)
    model = Perceptron(random_state=0).fit(np.column_stack([X, np.full(len(X), 0.1)]), y)
    assert model.coef_[0, 2] == 0
    np.testing.assert_array_equal(model.coef_[:, :2], plain.coef_)


def test_seeds_and_saving():
    X, y = make_gaussian_ring(150, random_state=0)
    model = Perceptron(max_iter=20, random_state=3).fit(X, y)
    same = Perceptron(max_iter=20, random_state=3).fit(X, y)
    other = Perceptron(max_iter=20, random_state=4).fit(X, y)
    np.testing.assert_array_equal(model.coef_, same.coef_)
    assert (model.coef_ != other.coef_).any()
    saved = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(saved.decision_function(X), model.decision_function(X))


@pytest.mark.parametrize(
    ("parameters", "X", "y", "weight", "message"),
    [
        ({"max_iter": 0}, [[0.0], [1.0]], [0, 1], None, "max_iter"),
        ({"random_state": -1}, [[0.0], [1.0]], [0, 1], None, "random_state"),
        ({}, [[0.0], [np.nan]], [0, 1], None, "NaN"),
        ({}, [[0.0], [1.0]], [0.5, 0.7], None, "Unknown label type"),
        ({}, [[0.0], [1.0]], [0, 1], [-1, 1], "[Nn]egative"),
        ({}, [[0.0], [1.0]], [0, 1], [0, 0], "zero"),
    ],
)
def test_bad_input_is_named(parameters, X, y, weight, message):
    with pytest.raises(ValueError, match=message):
        Perceptron(**parameters).fit(X, y, sample_weight=weight)
