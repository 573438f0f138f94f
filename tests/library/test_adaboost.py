import csv
import pickle
from pathlib import Path

import numpy as np
import pytest
from ensemblelab import AdaBoostClassifier, DecisionStump, DecisionTreeClassifier, Perceptron
from ensemblelab.datasets import load, make_gaussian_ring
from sklearn.datasets import load_iris
from sklearn.ensemble import AdaBoostClassifier as Peer
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier as PeerTree

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def spam():
    data = load("spambase")
    return data.X, data.y


@pytest.fixture
def ring():
    return make_gaussian_ring(300, random_state=0)


@pytest.fixture
def vowel():
    data = load("vowel")
    return data.X, data.y


def noisy(n=120, d=4, K=2, seed=0):
    """Data with ties in X, and classes that stumps do not separate."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)).round(1)
    return X, (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=n) > 1).astype(int) if K == 2 else (
        np.digitize(X[:, 0] + X[:, 1] ** 2 + rng.normal(size=n), np.linspace(-1, 2, K - 1))
    )


def splits(model):
    trees = [member.tree_ for member in model.estimators_]
    return (
        np.array([tree.feature[0] for tree in trees]),
        np.array([tree.threshold[0] for tree in trees]),
    )


# Outside oracles


def test_same_stumps_as_scikit_learn_in_200_rounds(spam):
    X, y = spam
    ours = AdaBoostClassifier(n_estimators=200).fit(X, y)
    peer = Peer(PeerTree(max_depth=1), n_estimators=200, random_state=0).fit(X, y)
    assert len(ours.estimators_) == len(peer.estimators_) == 200
    (feature, threshold), (peer_feature, peer_threshold) = splits(ours), splits(peer)
    np.testing.assert_array_equal(feature, peer_feature)
    # scikit-learn takes X as float32: relative 2^-24 = 6e-8 on each value.
    np.testing.assert_allclose(threshold, peer_threshold, rtol=1.2e-7)
    # Sums of 4601 weights and 200 updates, each a few 1e-16.
    np.testing.assert_allclose(ours.estimator_errors_, peer.estimator_errors_, rtol=0, atol=1e-13)
    np.testing.assert_allclose(ours.estimator_weights_, peer.estimator_weights_, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))
    # Its decision function has no 1/2, is divided by the sum of the weights, and adds the
    # columns of both classes.
    scaled = 4 * ours.decision_function(X) / ours.estimator_weights_.sum()
    np.testing.assert_allclose(scaled, peer.decision_function(X), atol=1e-12)
    np.testing.assert_allclose(ours.feature_importances_, peer.feature_importances_, atol=1e-12)


@pytest.mark.parametrize("rate", [0.1, 0.5, 1.5])
def test_a_learning_rate_shrinks_as_in_scikit_learn(spam, rate):
    X, y = spam
    ours = AdaBoostClassifier(n_estimators=50, learning_rate=rate).fit(X, y)
    peer = Peer(PeerTree(max_depth=1), n_estimators=50, learning_rate=rate, random_state=0)
    peer.fit(X, y)
    np.testing.assert_array_equal(splits(ours)[0], splits(peer)[0])
    # As in the test above; a power errs by a last bit or two more.
    np.testing.assert_allclose(ours.estimator_errors_, peer.estimator_errors_, rtol=0, atol=1e-13)
    np.testing.assert_allclose(ours.estimator_weights_, peer.estimator_weights_, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))


@pytest.mark.filterwarnings("error")
def test_factors_too_large_for_a_number_leave_the_mistakes_alone():
    """(12) to the power of 23 overflows; beside such mistakes the other rows weigh nothing."""
    X, y = load_iris(return_X_y=True)
    model = AdaBoostClassifier(n_estimators=5, learning_rate=23.0, keep_weights=True).fit(X, y)
    assert np.isfinite(model.estimator_weights_).all()
    assert np.isfinite(model.decision_function(X)).all()
    k = int(np.argmax(model.estimator_weights_ > np.log(np.finfo(float).max)))
    assert model.estimator_weights_[k] > np.log(np.finfo(float).max)
    wrong = model.estimators_[k].predict(X) != y
    assert not model.sample_weights_[k + 1][~wrong].any()


def test_staged_probabilities_end_in_predict_proba(spam):
    X, y = spam
    model = AdaBoostClassifier(n_estimators=5).fit(X, y)
    *_, last = model.staged_predict_proba(X)
    # the sum of steps adds up in another order
    np.testing.assert_allclose(last, model.predict_proba(X), rtol=0, atol=1e-12)


def test_same_trace_as_rpart_in_50_rounds():
    table = np.genfromtxt(GOLDEN / "adaboost_fixture.csv", delimiter=",", skip_header=1)
    X, y = table[:, :-1], table[:, -1].astype(int)
    with (GOLDEN / "adaboost_rpart_gini_trace.csv").open() as file:
        rows = list(csv.DictReader(file))
    trace = {name: np.array([float(row[name]) for row in rows]) for name in list(rows[0])[2:]}
    model = AdaBoostClassifier(n_estimators=50).fit(X, y)
    feature, threshold = splits(model)
    assert [f"X{f + 1}" for f in feature] == [row["var"] for row in rows]
    # The trace is written with 15 digits.
    exact = {"rtol": 1e-12}
    np.testing.assert_allclose(threshold, trace["thr"], **exact)
    np.testing.assert_allclose(model.estimator_errors_, trace["err"], **exact)
    np.testing.assert_allclose(model.estimator_weights_, trace["alpha"], **exact)
    np.testing.assert_allclose(1 - np.array([*model.staged_score(X, y)]), trace["train"], **exact)
    np.testing.assert_allclose(model.training_bound_, trace["exploss"], **exact)


def test_samme_agrees_with_scikit_learn(vowel):
    X, y = vowel
    ours = AdaBoostClassifier(n_estimators=40).fit(X, y)
    peer = Peer(PeerTree(max_depth=1), n_estimators=40, random_state=0).fit(X, y)
    np.testing.assert_array_equal(splits(ours)[0], splits(peer)[0])
    # Rounding of sums of 990 weights, over 40 rounds.
    np.testing.assert_allclose(ours.estimator_weights_, peer.estimator_weights_, atol=1e-12)
    np.testing.assert_array_equal(ours.predict(X), peer.predict(X))
    K = len(ours.classes_)
    scaled = K / (K - 1) ** 2 * ours.decision_function(X) / ours.estimator_weights_.sum()
    np.testing.assert_allclose(scaled, peer.decision_function(X), atol=1e-12)


# Training: (9) to (12)


@pytest.mark.parametrize("K", [2, 4])
def test_criterion_error_finds_the_minimum_of_9(K):
    X, y = noisy(60, 3, K)
    model = AdaBoostClassifier(n_estimators=8, criterion="error", keep_weights=True).fit(X, y)
    for w, error in zip(model.sample_weights_, model.estimator_errors_, strict=True):
        lowest = np.inf
        for column in X.T:
            for t in np.unique(column):
                sides = (column <= t, column > t)
                heaviest = [max(w[side & (y == c)].sum() for c in range(K)) for side in sides]
                lowest = min(lowest, 1 - sum(heaviest))
        assert error == pytest.approx(lowest, abs=1e-13)  # sums of 60 weights


@pytest.mark.parametrize("criterion", ["gini", "error"])
@pytest.mark.parametrize("data", ["noisy", "ring", "vowel"])
def test_the_stumps_are_those_of_decision_stump(criterion, data, request):
    """The search made for boosting changes nothing, ties included."""
    X, y = noisy() if data == "noisy" else request.getfixturevalue(data)
    fast = AdaBoostClassifier(n_estimators=25, criterion=criterion).fit(X, y)
    slow = AdaBoostClassifier(DecisionStump(criterion), n_estimators=25).fit(X, y)
    np.testing.assert_array_equal(splits(fast), splits(slow))
    np.testing.assert_array_equal(fast.estimator_weights_, slow.estimator_weights_)
    np.testing.assert_array_equal(fast.predict(X), slow.predict(X))
    for one, other in zip(fast.estimators_, slow.estimators_, strict=True):
        np.testing.assert_array_equal(one.predict(X), other.predict(X))
        np.testing.assert_array_equal(one.tree_.count, other.tree_.count)
        for name in ("value", "G", "H", "gain"):
            # The searches round weights to grids of 2^-49 and 2^-51 of their sum; 990 rows.
            np.testing.assert_allclose(
                getattr(one.tree_, name), getattr(other.tree_, name), atol=1e-11
            )


@pytest.mark.parametrize(
    "estimator", [None, DecisionTreeClassifier(max_depth=2), Perceptron(), LogisticRegression()]
)
def test_each_round_follows_the_algorithm(ring, estimator):
    X, y = ring
    model = AdaBoostClassifier(estimator, 15, keep_weights=True, random_state=0).fit(X, y)
    assert model.sample_weights_.shape == (len(model.estimators_), len(X))
    w, f = np.full(len(X), 1 / len(X)), np.zeros(len(X))
    stages = model.staged_decision_function(X)
    for k, member in enumerate(model.estimators_):
        # Weights and f follow from few operations each round: 15 rounds stay below 1e-12.
        np.testing.assert_allclose(model.sample_weights_[k], w, atol=1e-13)
        wrong = member.predict(X) != y
        error = w[wrong].sum() / w.sum()
        alpha = np.log((1 - error) / error)
        assert model.estimator_errors_[k] == pytest.approx(error, abs=1e-12)
        assert model.estimator_weights_[k] == pytest.approx(alpha, abs=1e-11)
        f += alpha * member.predict(X) / 2
        np.testing.assert_allclose(next(stages), f, atol=1e-11)
        w = w * np.exp(alpha * wrong)
        w /= w.sum()
        assert w[wrong].sum() == pytest.approx(1 / 2, abs=1e-13)
    np.testing.assert_allclose(model.decision_function(X), f, atol=1e-11)


def test_half_the_weight_is_on_the_last_mistakes(spam):
    X, y = spam
    model = AdaBoostClassifier(n_estimators=30, keep_weights=True).fit(X, y)
    for member, w in zip(model.estimators_, model.sample_weights_[1:], strict=False):
        # Sums of 4601 weights.
        assert w[member.predict(X) != y].sum() == pytest.approx(1 / 2, abs=1e-13)


def test_both_conventions_are_one_classifier(ring):
    """Alpha halved, weights times exp(-alpha y f), and no 1/2 in the sum."""
    X, y = ring
    model = AdaBoostClassifier(n_estimators=20, keep_weights=True).fit(X, y)
    w, f = np.full(len(X), 1 / len(X)), np.zeros(len(X))
    for k in range(20):
        stump = DecisionStump().fit(X, y, sample_weight=w)
        h = stump.predict(X)
        half = np.log((1 - w[h != y].sum()) / w[h != y].sum()) / 2
        assert half == pytest.approx(model.estimator_weights_[k] / 2, abs=1e-12)  # rounding
        np.testing.assert_allclose(w, model.sample_weights_[k], atol=1e-14)  # weights are ~ 1/300
        w = w * np.exp(-half * y * h)
        w /= w.sum()
        f += half * h
    np.testing.assert_allclose(f, model.decision_function(X), atol=1e-11)


def test_the_weights_are_the_loss_of_each_row(ring):
    """w_i is proportional to exp(-y_i f(x_i)), as (16) and (20) say."""
    X, y = ring
    model = AdaBoostClassifier(n_estimators=20, keep_weights=True).fit(X, y)
    *stages, _ = model.staged_decision_function(X)
    for f, w in zip(stages, model.sample_weights_[1:], strict=True):
        loss = np.exp(-y * f)
        np.testing.assert_allclose(w, loss / loss.sum(), rtol=1e-11)  # 20 rounds of rounding


# The bound, margins, probabilities


@pytest.mark.parametrize("weighted", [False, True])
def test_the_product_of_z_is_the_mean_loss_and_bounds_the_error(spam, weighted):
    X, y = spam[0][::10], spam[1][::10]
    weight = np.random.default_rng(0).integers(0, 4, len(y)) if weighted else np.ones(len(y))
    model = AdaBoostClassifier(n_estimators=60).fit(X, y, sample_weight=weight)
    losses = [
        np.average(np.exp(-(2 * y - 1) * f), weights=weight)
        for f in model.staged_decision_function(X)
    ]
    # 60 factors, each right to about 1e-15, and exp of sums of 60 terms.
    np.testing.assert_allclose(model.training_bound_, losses, rtol=1e-11)
    errors = 1 - np.array([*model.staged_score(X, y, weight)])
    assert np.all(errors <= model.training_bound_ + 1e-12)
    assert np.all(np.diff(model.training_bound_) < 0)


def test_the_multiclass_loss_is_the_product_of_its_z(vowel):
    X, y = vowel
    model = AdaBoostClassifier(n_estimators=20).fit(X, y)
    K, alpha, error = len(model.classes_), model.estimator_weights_, model.estimator_errors_
    Y = np.where(y[:, None] == model.classes_, 1, -1 / (K - 1))
    loss = np.mean(np.exp(-(Y * model.decision_function(X)).sum(axis=1) / K))
    Z = (1 - error) * np.exp(-(K - 1) * alpha / K) + error * np.exp(alpha / K)
    assert loss == pytest.approx(Z.prod(), rel=1e-12)  # 20 factors, 990 terms
    with pytest.raises(AttributeError, match="two classes; there are 11"):
        _ = model.training_bound_


def test_margins_of_two_classes(ring):
    X, y = ring
    model = AdaBoostClassifier(n_estimators=30).fit(X, y)
    votes = np.array([member.predict(X) for member in model.estimators_])
    alpha = model.estimator_weights_
    margins = model.margins(X, y)
    np.testing.assert_allclose(margins, y * (alpha @ votes) / alpha.sum(), atol=1e-13)  # rounding
    np.testing.assert_array_equal(margins > 0, model.predict(X) == y)
    assert np.abs(margins).max() <= 1 + 1e-13


def test_margins_of_many_classes(vowel):
    X, y = vowel
    model = AdaBoostClassifier(n_estimators=30).fit(X, y)
    votes = np.zeros((len(X), 11))
    for alpha, member in zip(model.estimator_weights_, model.estimators_, strict=True):
        votes[np.arange(len(X)), member.predict(X)] += alpha
    right = votes[np.arange(len(X)), y]
    votes[np.arange(len(X)), y] = -1
    expected = (right - votes.max(axis=1)) / model.estimator_weights_.sum()
    np.testing.assert_allclose(model.margins(X, y), expected, atol=1e-12)  # rounding of f


def test_probabilities(ring, vowel):
    X, y = ring
    model = AdaBoostClassifier(n_estimators=10).fit(X, y)
    expected = 1 / (1 + np.exp(-2 * model.decision_function(X)))
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], expected, rtol=1e-12)  # rounding
    X, y = vowel
    model = AdaBoostClassifier(n_estimators=10).fit(X, y)
    p = model.predict_proba(X)
    np.testing.assert_allclose(p.sum(axis=1), 1, atol=1e-14)
    np.testing.assert_array_equal(model.classes_[p.argmax(axis=1)], model.predict(X))


# Staged results and the short cut of predict


@pytest.mark.parametrize("estimator", [None, Perceptron(max_iter=50)])
@pytest.mark.parametrize("K", [2, 3])
def test_stages_end_in_the_whole(estimator, K):
    X, y = noisy(K=K)
    y = np.array(["b", "a", "c"])[y]
    model = AdaBoostClassifier(estimator, n_estimators=12, random_state=0).fit(X, y)
    new = np.random.default_rng(1).normal(size=(200, 4))
    if estimator is None:
        feature, threshold = splits(model)
        new[np.arange(len(feature)), feature] = threshold  # a value there goes left
    *_, f = model.staged_decision_function(new)
    members = zip(model.estimator_weights_, model.estimators_, strict=True)
    votes = sum(a * (m.predict(new)[:, None] == model.classes_) for a, m in members)
    lead = (votes - votes.mean(axis=1, keepdims=True)) * (K - 1)
    # Sums of 12 terms in another order.
    np.testing.assert_allclose(f, lead if K > 2 else lead[:, 1], atol=1e-13)
    np.testing.assert_allclose(model.decision_function(new), f, atol=1e-13)
    *_, prediction = model.staged_predict(new)
    np.testing.assert_array_equal(model.predict(new), prediction)
    *_, score = model.staged_score(X, y)
    assert score == model.score(X, y)
    for k, stage in enumerate(model.staged_predict(new), start=1):
        again = AdaBoostClassifier(estimator, n_estimators=k, random_state=0).fit(X, y)
        np.testing.assert_array_equal(stage, again.predict(new))


def test_a_value_on_the_threshold_goes_left():
    X, y = np.array([[0.0], [2.0]]), [0, 1]
    model = AdaBoostClassifier().fit(X, y)
    assert splits(model)[1] == [1.0]
    np.testing.assert_array_equal(model.predict([[1.0], [np.nextafter(1.0, 2.0)]]), [0, 1])


def test_zero_is_the_first_class():
    X, y = noisy()
    model = AdaBoostClassifier(n_estimators=2).fit(X, y)
    model.estimators_ = model.estimators_[:1] * 2
    model.estimator_weights_ = np.array([1.0, -1.0])
    assert not model.decision_function(X).any()
    assert set(model.predict(X)) == {0}


# The two ends: error 0, and error 1/2 or more


def test_a_perfect_first_member_is_the_whole_committee():
    X, y = np.arange(10.0)[:, None], np.repeat([0, 1], 5)
    model = AdaBoostClassifier(n_estimators=50, keep_weights=True).fit(X, y)
    assert len(model.estimators_) == 1
    np.testing.assert_array_equal(model.estimator_errors_, [0])
    np.testing.assert_array_equal(model.estimator_weights_, [1])
    np.testing.assert_array_equal(model.training_bound_, [0])
    assert model.score(X, y) == 1


class PerfectAtThird(DecisionStump):
    """A stump twice, then a full tree."""

    fits = 0

    def fit(self, X, y, sample_weight=None):
        PerfectAtThird.fits += 1
        self.max_depth = None if PerfectAtThird.fits == 3 else 1
        return super().fit(X, y, sample_weight)


@pytest.mark.parametrize("K", [2, 3])
def test_a_perfect_later_member_decides_alone(K):
    PerfectAtThird.fits = 0
    X = np.random.default_rng(0).normal(size=(80, 2))
    y = np.digitize(X[:, 0] * X[:, 1], [0] if K == 2 else [-0.3, 0.3])
    model = AdaBoostClassifier(PerfectAtThird(), 10).fit(X, y)
    assert len(model.estimators_) == 3
    assert model.estimator_errors_[2] == 0
    alpha = model.estimator_weights_
    assert np.isfinite(alpha).all()
    assert alpha[2] > alpha[:2].sum()
    new = np.random.default_rng(1).normal(size=(300, 2))
    np.testing.assert_array_equal(model.predict(new), model.estimators_[2].predict(new))
    assert (model.estimators_[0].predict(new) != model.predict(new)).any()


class Fixed(DecisionStump):
    """The same stump whatever the weights: after one update its error is 1/2."""

    def fit(self, X, y, sample_weight=None):
        return super().fit(X, y)


def test_boosting_stops_at_one_half():
    X, y = noisy()
    model = AdaBoostClassifier(Fixed(), 10, keep_weights=True).fit(X, y)
    assert len(model.estimators_) == len(model.estimator_weights_) == 1
    assert model.sample_weights_.shape == (1, len(X))
    np.testing.assert_array_equal(model.predict(X), model.estimators_[0].predict(X))


class Contrary(DecisionStump):
    """Worse than guessing."""

    def predict(self, X):
        return 1 - super().predict(X)


@pytest.mark.parametrize(
    ("estimator", "X", "y", "error"),
    [
        (None, [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0], "0.5"),  # exclusive or
        (None, np.ones((6, 2)), [0, 1] * 3, "0.5"),  # constant features
        (None, np.ones((6, 2)), [0, 1, 2] * 2, "0.667"),
        (Contrary(), np.arange(6.0)[:, None], [0, 0, 0, 0, 1, 1], "1"),
    ],
)
def test_a_first_member_no_better_than_guessing_is_an_error(estimator, X, y, error):
    with pytest.raises(ValueError, match=f"weighted error is {error}, no better than guessing"):
        AdaBoostClassifier(estimator).fit(X, y)


def test_constant_features_give_the_majority():
    model = AdaBoostClassifier().fit(np.ones((5, 2)), [0, 1, 1, 1, 0])
    assert len(model.estimators_) == 1
    assert model.estimators_[0].tree_.n_nodes == 1
    np.testing.assert_array_equal(model.predict([[1, 1], [7, 7]]), [1, 1])
    np.testing.assert_array_equal(model.feature_importances_, [0, 0])


def test_weights_that_leave_one_class():
    model = AdaBoostClassifier().fit([[0.0], [1.0], [2.0]], [0, 1, 1], sample_weight=[0, 1, 1])
    np.testing.assert_array_equal(model.classes_, [0, 1])
    assert model.estimators_[0].tree_.n_nodes == 1  # nothing to split
    np.testing.assert_array_equal(model.predict([[-9.0], [9.0]]), [1, 1])


# What must not matter


def same_committee(one, other, X):
    np.testing.assert_array_equal(splits(one), splits(other))
    # Sums of the same weights in another order.
    np.testing.assert_allclose(one.estimator_weights_, other.estimator_weights_, atol=1e-11)
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-10)


@pytest.mark.parametrize("criterion", ["gini", "error"])
@pytest.mark.parametrize("K", [2, 3])
def test_row_order_does_not_matter(criterion, K):
    X, y = noisy(K=K)
    X = np.column_stack([X, -X[:, 1]])  # the last column ties with the second
    order = np.random.default_rng(1).permutation(len(X))
    one = AdaBoostClassifier(n_estimators=30, criterion=criterion).fit(X, y)
    other = AdaBoostClassifier(n_estimators=30, criterion=criterion).fit(X[order], y[order])
    same_committee(one, other, X)
    assert 4 not in splits(one)[0]  # ties go to the lowest feature


@pytest.mark.parametrize("K", [2, 3])
@pytest.mark.parametrize("estimator", [None, Perceptron(max_iter=50, random_state=0)])
def test_a_weight_of_two_is_a_row_twice_and_of_zero_is_none(estimator, K):
    X, y = noisy(K=K)
    counts = np.random.default_rng(1).integers(0, 4, len(X))
    one = AdaBoostClassifier(estimator, 10, random_state=0).fit(X, y, sample_weight=counts)
    other = AdaBoostClassifier(estimator, 10, random_state=0).fit(
        np.repeat(X, counts, axis=0), np.repeat(y, counts)
    )
    if estimator is None:
        same_committee(one, other, X)
    # Sums of the same weights in another order.
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), atol=1e-10)


def test_only_ratios_of_weights_matter():
    X, y = noisy()
    weight = np.random.default_rng(1).uniform(0.1, 1, len(X))
    one = AdaBoostClassifier(n_estimators=20).fit(X, y, sample_weight=weight)
    same_committee(one, AdaBoostClassifier(n_estimators=20).fit(X, y, 1e6 * weight), X)


def test_kept_weights_of_absent_rows_are_zero():
    X, y = noisy()
    weight = np.arange(len(X)) % 2
    model = AdaBoostClassifier(n_estimators=5, keep_weights=True).fit(X, y, weight)
    assert model.sample_weights_.shape == (5, len(X))
    assert not model.sample_weights_[:, weight == 0].any()
    np.testing.assert_allclose(model.sample_weights_.sum(axis=1), 1, atol=1e-14)  # rounding


def test_names_of_the_classes_do_not_matter():
    X, y = noisy()
    base = AdaBoostClassifier(n_estimators=20).fit(X, y)
    swapped = AdaBoostClassifier(n_estimators=20).fit(X, 1 - y)
    np.testing.assert_allclose(swapped.decision_function(X), -base.decision_function(X), atol=1e-12)
    named = AdaBoostClassifier(n_estimators=20).fit(X, np.array(["ham", "spam"])[y])
    np.testing.assert_array_equal(named.decision_function(X), base.decision_function(X))
    assert set(named.predict(X)) == set(named.estimators_[0].predict(X)) == {"ham", "spam"}


def test_samme_of_two_classes_is_m1():
    X, y = noisy()
    model = AdaBoostClassifier(n_estimators=10).fit(X, y)
    K = 2
    error = model.estimator_errors_
    samme = np.log((1 - error) / error) + np.log(K - 1)
    np.testing.assert_array_equal(model.estimator_weights_, samme)
    votes = np.zeros((len(X), K))
    for alpha, member in zip(samme, model.estimators_, strict=True):
        chosen = member.predict(X)[:, None] == np.arange(K)
        votes += alpha * np.where(chosen, 1, -1 / (K - 1))
    f = (K - 1) ** 2 / K * votes
    np.testing.assert_allclose(f[:, 1], model.decision_function(X), atol=1e-13)  # rounding
    np.testing.assert_allclose(f[:, 0], -model.decision_function(X), atol=1e-13)


def test_many_rounds_do_not_overflow():
    X, y = np.arange(30.0)[:, None], np.repeat([1, 0, 1], 10)  # errors stay near 1/3
    model = AdaBoostClassifier(n_estimators=1000, keep_weights=True).fit(X, y)
    assert len(model.estimators_) == 1000
    # Unscaled, the sum of weights grows by 2(1 - error) in each round: here beyond 1e100.
    assert np.log10(2 * (1 - model.estimator_errors_)).sum() > 100
    np.testing.assert_allclose(model.sample_weights_.sum(axis=1), 1, atol=1e-12)
    fresh = DecisionStump().fit(X, y, sample_weight=model.sample_weights_[-1])
    last = model.estimators_[-1].tree_
    assert fresh.tree_.feature[0] == last.feature[0]
    assert fresh.tree_.threshold[0] == last.threshold[0]


# Weak learners, randomness, saving


def test_perceptrons_enclose_a_gaussian_in_a_ring():
    """No line does better than about 0.3 here; votes of 40 lines bend around the Gaussian."""
    X, y = make_gaussian_ring(400, random_state=0)
    new, truth = make_gaussian_ring(4000, random_state=1)
    model = AdaBoostClassifier(Perceptron(), 40, random_state=0).fit(X, y)
    error = 1 - np.array([*model.staged_score(new, truth)])
    assert len(error) == 40
    # 0.345 and 0.058 to 0.060 for five seeds; the standard error of 4000 rows is 0.004.
    assert error[0] > 0.28
    assert error[-1] < 0.08


def test_trees_are_boosted_too(ring):
    X, y = ring
    shallow = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), 10).fit(X, y)
    assert max(member.tree_.depth for member in shallow.estimators_) == 2
    peer = Peer(PeerTree(max_depth=2, random_state=0), n_estimators=10, random_state=0).fit(X, y)
    # Continuous data without ties: the same trees, so the same alpha up to rounding.
    np.testing.assert_allclose(shallow.estimator_weights_, peer.estimator_weights_, atol=1e-10)
    assert shallow.feature_importances_.sum() == pytest.approx(1)  # rounding


def test_random_members_follow_the_seed(ring):
    X, y = ring
    fits = [
        AdaBoostClassifier(Perceptron(max_iter=20), 5, random_state=seed).fit(X, y)
        for seed in (0, 0, 1)
    ]
    f = [model.decision_function(X) for model in fits]
    np.testing.assert_array_equal(f[0], f[1])
    assert (f[0] != f[2]).any()
    seeds = [member.random_state for member in fits[0].estimators_]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("estimator", [None, Perceptron(max_iter=50)])
def test_a_saved_model_predicts_the_same(estimator, ring):
    X, y = ring
    model = AdaBoostClassifier(estimator, 10, random_state=0).fit(X, y)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.decision_function(X), model.decision_function(X))


# Bad input


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_estimators": 0}, "n_estimators"),
        ({"criterion": "entropy"}, "criterion"),
        ({"estimator": "stump"}, "estimator"),
        ({"keep_weights": 2}, "keep_weights"),
        ({"random_state": -1}, "random_state"),
        ({"estimator": KNeighborsClassifier()}, "takes no sample_weight"),
        ({"estimator": DecisionStump(), "criterion": "error"}, "give the estimator its own"),
    ],
)
def test_parameters_out_of_range(parameters, message):
    with pytest.raises(ValueError, match=message):
        AdaBoostClassifier(**parameters).fit([[0.0], [1.0]], [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "weight", "message"),
    [
        ([[0.0], [np.nan]], [0, 1], None, "NaN"),
        ([[0.0], [np.inf]], [0, 1], None, "infinity"),
        ([[0.0], [1.0]], [0, 0], None, "one class only"),
        ([[0.0], [1.0]], [0.1, 0.7], None, "Unknown label type"),
        ([[0.0], [1.0]], [0, 1, 1], None, "inconsistent numbers of samples"),
        (np.empty((0, 1)), [], None, "0 sample"),
        ([[0.0], [1.0]], [0, 1], [-1, 1], "[Nn]egative"),
        ([[0.0], [1.0]], [0, 1], [0, 0], "zero"),
        ([[0.0], [1.0]], [0, 1], [1, 1, 1], "sample_weight"),
    ],
)
def test_bad_data_is_named(X, y, weight, message):
    with pytest.raises(ValueError, match=message):
        AdaBoostClassifier().fit(X, y, sample_weight=weight)


def test_margins_want_known_labels(ring):
    X, y = ring
    model = AdaBoostClassifier(n_estimators=2).fit(X, y)
    with pytest.raises(ValueError, match="holds 0"):
        model.margins(X, np.zeros(len(X), dtype=int))
