"""Target statistics, each row's computed by itself."""

import numpy as np
import pytest
from ensemblelab.encoding import target_statistics


def by_rows(u, y, prior, weight, order=None):
    encoded = np.empty(len(y))
    for i in range(len(y)):
        if order is None:
            seen = range(len(y))
        else:
            order = list(order)
            seen = order[: order.index(i)]
        same = [y[j] for j in seen if u[j] == u[i]]
        encoded[i] = (sum(same) + weight * prior) / (len(same) + weight)
    return encoded


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("kind", ["numbers", "words", "one category", "all different"])
def test_each_row_as_by_itself(ordered, kind):
    rng = np.random.default_rng(0)
    u = {
        "numbers": rng.integers(4, size=30),
        "words": np.array(["red", "green", "blue"])[rng.integers(3, size=30)],
        "one category": np.zeros(30),
        "all different": rng.permutation(30),
    }[kind]
    y, order = rng.normal(size=30), rng.permutation(30) if ordered else None
    found = target_statistics(u, y, prior=0.3, weight=2.5, order=order)
    # Sums of thirty numbers near 1.
    np.testing.assert_allclose(found, by_rows(u, y, 0.3, 2.5, order), atol=1e-14)


def test_by_hand():
    u, y = ["a", "b", "a", "a"], [1, 0, 0, 1]
    np.testing.assert_allclose(
        target_statistics(u, y, prior=0.5), [2.5 / 4, 0.25, 2.5 / 4, 2.5 / 4]
    )
    ordered = target_statistics(u, y, prior=0.5, order=[0, 1, 2, 3])
    np.testing.assert_allclose(ordered, [0.5, 0.5, 1.5 / 2, 1.5 / 3])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"weight": 0}, "weight=0 must be above 0"),
        ({"weight": np.nan}, "weight=nan must be above 0"),
        ({"weight": np.inf}, "weight=inf must be above 0, and finite"),
        ({"prior": np.nan}, "prior=nan must be finite"),
        ({"order": [0, 0, 1]}, r"order=\[0, 0, 1\] must name each of 3 observations once"),
        ({"order": [0, 1]}, "each of 3 observations once"),
        ({"order": [0.9, 1.9, 2.9]}, "each of 3 observations once"),
        ({"order": list("012")}, "each of 3 observations once"),
        ({"y": [0, None, 1]}, "y contains NaN"),
        ({"y": ["a", "b", "a"]}, r"y=\['a', 'b', 'a'\] must hold numbers"),
    ],
)
def test_bad_parameters_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        target_statistics([1, 2, 1], **{"y": [0, 1, 1], "prior": 0.5, **options})


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        target_statistics([1, 2], [0, 1, 1], prior=0.5)
