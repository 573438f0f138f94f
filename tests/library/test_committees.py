import math
import pickle
from itertools import product

import numpy as np
import pytest
from ensemblelab import CommitteeClassifier, Perceptron
from ensemblelab.committees import (
    chernoff_bound,
    committee_error,
    correlated_error,
    hoeffding_bound,
)
from scipy.stats import binom
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

MEMBERS = [
    ("line", Perceptron(random_state=0)),
    ("near", KNeighborsClassifier(3)),
    ("tree", DecisionTreeClassifier(max_depth=2, random_state=0)),
]


def always(*answers):
    """Members that answer one class each, whatever they see."""
    return [
        (f"always {k}", DummyClassifier(strategy="constant", constant=answer))
        for k, answer in enumerate(answers)
    ]


# The vote


def test_the_majority_decides_as_in_scikit_learn():
    X, y = load_iris(return_X_y=True)
    rows = np.random.default_rng(0).permutation(len(X))[:60]  # few, so that members disagree
    ours = CommitteeClassifier(MEMBERS).fit(X[rows], y[rows])
    peer = VotingClassifier(MEMBERS).fit(X[rows], y[rows])
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))
    votes = ours.votes(X)
    assert votes.shape == (150, 3)
    assert set(votes.sum(axis=1)) == {3}
    assert (votes.max(axis=1) < 3).any()


def test_two_classes_vote_by_the_sign_of_the_sum():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 2))
    y = np.where(X[:, 0] * X[:, 1] + rng.normal(size=80) > 0, 1, -1)
    model = CommitteeClassifier(MEMBERS).fit(X, y)
    total = sum(member.predict(X) for member in model.estimators_)
    assert 0 not in total  # an odd committee cannot tie
    np.testing.assert_array_equal(model.predict(X), np.sign(total))


def test_ties_go_to_the_first_class():
    X, y = np.zeros((4, 1)), np.array(["b", "a", "b", "a"])
    assert CommitteeClassifier(always("b", "a")).fit(X, y).predict([[0]]) == ["a"]
    assert CommitteeClassifier(always("b", "a", "b")).fit(X, y).predict([[0]]) == ["b"]


def test_ties_at_random():
    X, y = np.zeros((3, 1)), np.array([0, 1, 2])
    model = CommitteeClassifier(always(0, 1, 1, 0, 2), ties="random", random_state=0).fit(X, y)
    new = np.zeros((3000, 1))
    share = np.bincount(model.predict(new), minlength=3) / 3000
    # Only 0 and 1 tie; the standard error of a half is 0.009: four of them.
    assert share[2] == 0
    assert share[0] == pytest.approx(0.5, abs=0.037)
    np.testing.assert_array_equal(model.predict(new), model.predict(new))
    other = CommitteeClassifier(always(0, 1, 1, 0, 2), ties="random", random_state=1).fit(X, y)
    assert (other.predict(new) != model.predict(new)).any()
    clear = CommitteeClassifier(always(0, 1, 1), ties="random", random_state=0).fit(X, y)
    assert set(clear.predict(new)) == {1}


def test_members_are_set_by_name_and_left_alone():
    model = CommitteeClassifier([(name, clone(member)) for name, member in MEMBERS])
    assert model.get_params()["near__n_neighbors"] == 3
    model.set_params(near=KNeighborsClassifier(5), tree__max_depth=1)
    assert dict(model.estimators)["near"].n_neighbors == 5
    X, y = load_iris(return_X_y=True)
    model.fit(X, y)
    assert not any(hasattr(member, "classes_") for _, member in model.estimators)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"estimators": []}, "at least one"),
        ({"estimators": [LogisticRegression()]}, "name, estimator"),
        ({"estimators": MEMBERS[:1] * 2}, "not unique"),
        ({"estimators": "all"}, "estimators"),
        ({"estimators": MEMBERS, "ties": "right"}, "ties"),
    ],
)
def test_bad_parameters_are_named(parameters, message):
    with pytest.raises(ValueError, match=message):
        CommitteeClassifier(**parameters).fit([[0.0], [1.0], [2.0]], [0, 1, 1])


# The error of independent experts


@pytest.mark.parametrize(
    ("m", "ties", "error"),
    [
        (10, "right", 0.047),
        (10, "random", 0.099),
        (10, "wrong", 0.150),
    ],
)
def test_ten_experts(m, ties, error):
    assert committee_error(m, 0.3, ties) == pytest.approx(error, abs=5e-4)  # three digits given


def test_a_hundred_experts():
    assert committee_error(100, 0.3, "right") == pytest.approx(9.0e-6, rel=0.01)
    assert committee_error(100, 0.3, "wrong") == pytest.approx(2.2e-5, rel=0.03)  # two digits


@pytest.mark.parametrize("m", [1, 2, 9, 10, 101, 1000])
@pytest.mark.parametrize("rate", [0.0, 0.01, 0.3, 0.5, 0.8, 1.0])
def test_equal_rates_are_binomial(m, rate):
    above = binom.sf(m // 2, m, rate)
    tied = binom.pmf(m // 2, m, rate) if m % 2 == 0 else 0
    # All terms are positive, and each of 1000 convolutions rounds by about 1e-16.
    exact = {"rel": 1e-11, "abs": 1e-300}
    assert committee_error(m, rate, "right") == pytest.approx(above, **exact)
    assert committee_error(m, rate, "random") == pytest.approx(above + tied / 2, **exact)
    assert committee_error(m, rate, "wrong") == pytest.approx(above + tied, **exact)


@pytest.mark.parametrize("m", [1, 4, 7])
@pytest.mark.parametrize(("ties", "share"), [("right", 0), ("random", 0.5), ("wrong", 1)])
def test_unequal_rates_by_listing_all_outcomes(m, ties, share):
    rates = np.random.default_rng(m).uniform(0, 1, m)
    expected = 0.0
    for wrong in product([False, True], repeat=m):
        probability = math.prod(r if w else 1 - r for r, w in zip(rates, wrong, strict=True))
        expected += probability * {1: 1, 0: share, -1: 0}[np.sign(2 * sum(wrong) - m)]
    assert committee_error(m, rates, ties) == pytest.approx(expected, rel=1e-13)  # 128 terms


def test_an_even_committee_with_random_ties_is_no_better_than_one_expert_fewer():
    for m in (2, 10, 50):
        # Known identity; both sides round by about 1e-15.
        assert committee_error(m, 0.3) == pytest.approx(committee_error(m - 1, 0.3), rel=1e-12)


@pytest.mark.parametrize("bound", [hoeffding_bound, chernoff_bound])
def test_bounds_hold_and_are_not_idle(bound):
    rng = np.random.default_rng(0)
    for _ in range(300):
        m = int(rng.integers(1, 60))
        rates = rng.uniform(0, rng.uniform(0.01, 1), m)
        assert committee_error(m, rates, "wrong") <= bound(m, rates) * (1 + 1e-12)  # rounding
        assert bound(m, rates) == pytest.approx(bound(m, rates.mean()), rel=1e-12)
    assert bound(100, 0.3) < 1e-3
    assert bound(100, 0.5) == bound(100, 0.8) == 1


def test_the_bounds_formulas():
    assert hoeffding_bound(10, 0.3) == pytest.approx(math.exp(-0.8), rel=1e-14)  # rounding
    assert chernoff_bound(10, 0.3) == pytest.approx(0.84**5, rel=1e-14)  # 4 × .3 × .7 = .84
    for m, rate in product([1, 10, 100], [0.01, 0.2, 0.49]):
        assert chernoff_bound(m, rate) <= hoeffding_bound(m, rate)
    assert chernoff_bound(4, 0.0) == 0


def test_chernoff_has_the_right_rate():
    """Log error over log bound tends to 1 as m grows: no smaller base would hold."""
    ratio = math.log(committee_error(2001, 0.3)) / math.log(chernoff_bound(2001, 0.3))
    # The rest is a factor of order 1/sqrt(m): log(2001)/2 = 3.8 beside a log bound of -174.
    assert 1 < ratio < 1.03


@pytest.mark.parametrize("function", [committee_error, hoeffding_bound, chernoff_bound])
@pytest.mark.parametrize(
    ("m", "error", "message"),
    [
        (0, 0.3, "m=0 must be"),
        (2.5, 0.3, "m=2.5 must be"),
        (3, -0.1, "between 0 and 1"),
        (3, 1.1, "between 0 and 1"),
        (3, np.nan, "between 0 and 1"),
        (3, [0.1, 0.2], r"shape \(2,\)"),
    ],
)
def test_arguments_out_of_range(function, m, error, message):
    with pytest.raises(ValueError, match=message):
        function(m, error)


def test_unknown_tie_rule():
    with pytest.raises(ValueError, match="ties='first'"):
        committee_error(3, 0.3, "first")


@pytest.mark.parametrize("dependence", ["common source", "unequal cases"])
@pytest.mark.parametrize("m", [1, 4, 9])
def test_experts_alike_vote_as_those_that_are_drawn(m, dependence):
    mu, rho, cases = 0.3, 0.2, 100_000
    rng = np.random.default_rng(m)
    if dependence == "common source":
        source, own = rng.random((cases, 1)) < mu, rng.random((cases, m)) < mu
        wrong = np.where(rng.random((cases, m)) < np.sqrt(rho), source, own)
    else:
        rate = rng.beta(mu * (1 / rho - 1), (1 - mu) * (1 / rho - 1), (cases, 1))
        wrong = rng.random((cases, m)) < rate
    lost = wrong.sum(axis=1) - m / 2
    voted = np.where(lost == 0, 0.5, lost > 0)
    right = correlated_error(m, mu, rho, dependence)
    assert voted.mean() == pytest.approx(right, abs=4 * np.sqrt(0.25 / cases))  # four errors
    if m > 1:
        found = np.corrcoef(wrong.T)[~np.eye(m, dtype=bool)].mean()
        assert found == pytest.approx(rho, abs=4 / np.sqrt(cases))


@pytest.mark.parametrize("dependence", ["common source", "unequal cases"])
def test_experts_alike_at_the_ends(dependence):
    for m in (4, 9):
        assert correlated_error(m, 0.3, 0, dependence) == pytest.approx(committee_error(m, 0.3))
        assert correlated_error(m, 0.3, 1, dependence) == pytest.approx(0.3)
        assert correlated_error(m, 0, 0.5, dependence) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0.3, 0.1), "m=0 must be an integer >= 1"),
        ((9, 1.3, 0.1), "mu=1.3 must be between 0 and 1"),
        ((9, 0.3, -0.1), "rho=-0.1 must be between 0 and 1"),
        ((9, 0.3, 0.1, "copying"), "dependence='copying' must be 'common source' or"),
    ],
)
def test_experts_alike_in_no_way_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        correlated_error(*arguments)
