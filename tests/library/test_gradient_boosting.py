"""Gradient boosting against scikit-learn's, its own definition, and bad input."""

import pickle

import numpy as np
import pytest
from ensemblelab.datasets import load, make_friedman1
from ensemblelab.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import GradientBoostingClassifier as SklearnClassifier
from sklearn.ensemble import GradientBoostingRegressor as SklearnRegressor
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeRegressor

X4, WIDE = [[0.0], [1.0], [2.0], [3.0]], [[0, 1], [1, 1], [2, 1], [3, 1]]


@pytest.fixture(scope="module")
def spam():
    # scikit-learn rounds X to float32; from such numbers both start alike.
    return load("spambase").X.astype(np.float32), load("spambase").y


@pytest.fixture(scope="module")
def numbers():
    X, y = make_friedman1(300, random_state=0)
    return X.astype(np.float32), y


def weights(n):
    """Return weights that make two splits of exactly equal gain unlikely."""
    return np.random.default_rng(0).uniform(0.5, 2, n)


def largest_difference(ours, theirs):
    return max(np.abs(a - b.reshape(a.shape)).max() for a, b in zip(ours, theirs, strict=True))


# min_samples_leaf=10: on these mails the best split is unique in every node. With 1, one node
# of the first tree has two best splits, exactly tied: we take the lower feature; scikit-learn
# takes whichever its order of features and its rounding favour, that one at random_state=4.
@pytest.mark.parametrize(
    ("min_samples_leaf", "seed"), [(10, 0), pytest.param(1, 4, marks=pytest.mark.trial)]
)
def test_every_round_equals_scikit_learn_on_spam(spam, min_samples_leaf, seed):
    X, y = spam
    ours = GradientBoostingClassifier(min_samples_leaf=min_samples_leaf).fit(X, y)
    theirs = SklearnClassifier(min_samples_leaf=min_samples_leaf, random_state=seed).fit(X, y)
    pairs = ours.staged_decision_function(X), theirs.staged_decision_function(X)
    # Values up to 10 from sums of up to 100 terms: a thousand roundings are 1e-12.
    assert largest_difference(*pairs) < 1e-10
    np.testing.assert_allclose(2 * ours.train_score_, theirs.train_score_, rtol=1e-10)


@pytest.mark.parametrize("loss", ["squared_error", "absolute_error", "huber"])
def test_regression_equals_scikit_learn(numbers, loss):
    X, y = numbers
    settings = {"loss": loss, "n_estimators": 40, "min_samples_leaf": 5}
    ours = GradientBoostingRegressor(**settings).fit(X, y, weights(len(y)))
    theirs = SklearnRegressor(**settings, random_state=0).fit(X, y, weights(len(y)))
    assert largest_difference(ours.staged_predict(X), theirs.staged_predict(X)) < 1e-10


def test_importances_equal_scikit_learn(numbers):
    X, y = numbers
    ours = GradientBoostingRegressor(n_estimators=40, min_samples_leaf=10).fit(X, y)
    theirs = SklearnRegressor(n_estimators=40, min_samples_leaf=10, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-10)


def test_multinomial_equals_scikit_learn():
    X, y = load_wine(return_X_y=True)
    X = X.astype(np.float32)
    settings = {"n_estimators": 30, "max_depth": 2, "min_samples_leaf": 10}
    ours = GradientBoostingClassifier(**settings).fit(X, y, weights(len(y)))
    theirs = SklearnClassifier(**settings, random_state=0).fit(X, y, weights(len(y)))
    pairs = ours.staged_predict_proba(X), theirs.staged_predict_proba(X)
    assert largest_difference(*pairs) < 1e-10
    assert ours.decision_function(X).shape == (len(X), 3)


def test_exponential_equals_scikit_learn():
    X, y = load_breast_cancer(return_X_y=True)
    X = X.astype(np.float32)
    settings = {"loss": "exponential", "n_estimators": 30}
    ours = GradientBoostingClassifier(**settings).fit(X, y, weights(len(y)))
    theirs = SklearnClassifier(**settings, random_state=0).fit(X, y, weights(len(y)))
    pairs = ours.staged_predict_proba(X), theirs.staged_predict_proba(X)
    assert largest_difference(*pairs) < 1e-10


def test_as_accurate_as_histogram_boosting(spam):
    train_X, test_X, train_y, test_y = train_test_split(*spam, random_state=0)
    ours = GradientBoostingClassifier().fit(train_X, train_y)
    theirs = HistGradientBoostingClassifier(max_depth=3, early_stopping=False, random_state=0)
    difference = ours.score(test_X, test_y) - theirs.fit(train_X, train_y).score(test_X, test_y)
    # Both err on 5% of 1151 mails: the standard error of one rate is 0.6%; they share the mails.
    assert abs(difference) < 0.0129  # two standard errors


def test_few_leaves_are_scikit_learns(numbers):
    """Best first: a tree of 6 leaves has the splits that gain most."""
    X, y = numbers
    settings = {"n_estimators": 30, "max_leaf_nodes": 6, "max_depth": 5}
    settings["min_weight_fraction_leaf"] = 0.02
    ours = GradientBoostingRegressor(**settings).fit(X, y, weights(len(y)))
    theirs = SklearnRegressor(**settings, random_state=0).fit(X, y, weights(len(y)))
    assert max(trees[0].n_leaves for trees in ours.estimators_) == 6
    assert max(trees[0].depth for trees in ours.estimators_) > 3
    assert largest_difference(ours.staged_predict(X), theirs.staged_predict(X)) < 1e-10


@pytest.mark.parametrize("init", ["zero", DecisionTreeRegressor(max_depth=1)])
def test_another_start_equals_scikit_learns(numbers, init):
    X, y = numbers
    settings = {"n_estimators": 20, "min_samples_leaf": 10, "init": init}
    ours = GradientBoostingRegressor(**settings).fit(X, y)
    theirs = SklearnRegressor(**settings, random_state=0).fit(X, y)
    assert largest_difference(ours.staged_predict(X), theirs.staged_predict(X)) < 1e-10


class ByOneFeature(ClassifierMixin, BaseEstimator):
    """Probabilities 1 : 2 : ... of the classes, or the other way round; never 0.

    From which number near 0 on a probability counts as 0, versions of scikit-learn differ in.
    """

    def fit(self, X, y, sample_weight=None):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(axis=1)]

    def predict_proba(self, X):
        shares = np.arange(1.0, len(self.classes_) + 1)
        shares /= shares.sum()
        return np.where((X[:, 0] > 13)[:, None], shares, shares[::-1])


@pytest.mark.parametrize("loss", ["log_loss", "exponential", "three classes"])
@pytest.mark.parametrize("init", ["zero", ByOneFeature()])
def test_another_start_of_classes_equals_scikit_learns(init, loss):
    X, y = load_wine(return_X_y=True)
    X = X.astype(np.float32)
    y = y if loss == "three classes" else np.array(["a", "b"])[(y > 0).astype(int)]
    settings = {"n_estimators": 10, "max_depth": 2, "min_samples_leaf": 10, "init": init}
    settings["loss"] = "log_loss" if loss == "three classes" else loss
    w = weights(len(y))
    ours = GradientBoostingClassifier(**settings).fit(X, y, w)
    theirs = SklearnClassifier(**settings, random_state=0).fit(X, y, w)
    pairs = ours.staged_predict_proba(X), theirs.staged_predict_proba(X)
    assert largest_difference(*pairs) < 1e-10


@pytest.mark.parametrize(
    "settings",
    [{}, {"subsample": 0.5, "max_features": 2}, {"n_iter_no_change": 50}],
    ids=["plain", "random", "set aside"],
)
def test_going_on_is_having_gone_on(numbers, settings):
    X, y = numbers
    at_once = GradientBoostingRegressor(n_estimators=30, random_state=0, **settings).fit(X, y)
    model = clone(at_once).set_params(n_estimators=12, warm_start=True).fit(X, y)
    first = model.estimators_[0][0]
    model.set_params(n_estimators=30).fit(X, y)
    assert model.estimators_[0][0] is first
    np.testing.assert_array_equal(model.predict(X), at_once.predict(X))
    np.testing.assert_array_equal(model.train_score_, at_once.train_score_)
    with pytest.raises(ValueError, match="n_estimators=5 must be at least 30"):
        model.set_params(n_estimators=5).fit(X, y)
    with pytest.raises(ValueError, match="X has 299 observations, and had 300"):
        model.set_params(n_estimators=40).fit(X[1:], y[1:])
    anew = model.set_params(n_estimators=12, warm_start=False).fit(X, y)
    assert anew.n_estimators_ == 12


@pytest.mark.parametrize(
    ("cls", "X", "y", "message"),
    [
        (GradientBoostingRegressor, WIDE, [0, 1, 0, 1], "X has 2 features, but .* 1"),
        (GradientBoostingClassifier, WIDE, list("abab"), "X has 2 features, but .*1"),
        (
            GradientBoostingClassifier,
            X4,
            list("abac"),
            r"holds \['a', 'b', 'c'\], and held \['a'",
        ),
        (
            GradientBoostingClassifier,
            X4,
            list("bcbc"),
            r"holds \['b', 'c'\], and held \['a'",
        ),
        (GradientBoostingClassifier, X4, [0, 1, 0, 1], r"y holds \[0, 1\], and held \['a', 'b'\]"),
    ],
)
def test_going_on_with_other_columns_or_classes_is_refused(cls, X, y, message):
    """And the model remains what it was."""
    known = [0, 1, 0, 1] if cls is GradientBoostingRegressor else list("abab")
    fitted = cls(n_estimators=2, warm_start=True).fit(X4, known)
    before = fitted.predict(X4)
    with pytest.raises(ValueError, match=message):
        fitted.set_params(n_estimators=3).fit(X, y)
    np.testing.assert_array_equal(fitted.predict(X4), before)


def test_leaves_can_be_asked_for(numbers):
    X, y = numbers
    model = GradientBoostingRegressor(n_estimators=8).fit(X, y)
    leaves = model.apply(X)
    assert leaves.shape == (len(X), 8)
    values = [tree.value[leaves[:, m], 0] for m, (tree,) in enumerate(model.estimators_)]
    np.testing.assert_allclose(model.init_ + np.sum(values, axis=0), model.predict(X), rtol=1e-12)
    three = GradientBoostingClassifier(n_estimators=2).fit(X, np.digitize(y, [12, 16]))
    assert three.apply(X).shape == (len(X), 2, 3)


def test_one_round_by_hand():
    # f_0 = 3 leaves residuals (-3, -1, 1, 3); split in the middle, leaf means -2 and 2.
    X, y = np.arange(4.0)[:, None], np.array([0.0, 2.0, 4.0, 6.0])
    model = GradientBoostingRegressor(n_estimators=1, learning_rate=0.5, max_depth=1).fit(X, y)
    assert model.init_ == 3
    assert model.predict(X).tolist() == [2, 2, 4, 4]
    assert model.train_score_.tolist() == [np.mean([4, 0, 0, 4]) / 2]


def test_squared_loss_never_rises_in_training(numbers):
    for loss in ("squared_error", "absolute_error"):  # exact line search: each step descends
        score = GradientBoostingRegressor(loss=loss, n_estimators=30).fit(*numbers).train_score_
        assert np.all(np.diff(score) <= 0)


def test_stages_end_at_the_prediction(numbers):
    X, y = numbers
    model = GradientBoostingRegressor(n_estimators=7).fit(X, y)
    stages = list(model.staged_predict(X))
    assert len(stages) == model.n_estimators_ == 7
    np.testing.assert_array_equal(stages[-1], model.predict(X))
    scores = [np.mean((y - f) ** 2) / 2 for f in stages]
    np.testing.assert_allclose(scores, model.train_score_, rtol=1e-12)

    labels = np.array(["low", "mid", "high"])[np.digitize(y, np.quantile(y, [0.3, 0.6]))]
    model = GradientBoostingClassifier(n_estimators=7).fit(X, labels)
    for stage, final in [
        (model.staged_predict, model.predict),
        (model.staged_predict_proba, model.predict_proba),
        (model.staged_decision_function, model.decision_function),
    ]:
        stages = list(stage(X))
        assert len(stages) == 7
        np.testing.assert_array_equal(stages[-1], final(X))
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, rtol=1e-12)
    assert model.score(X, labels) > 0.8  # the largest class is 40%


def test_early_stopping(numbers):
    X, y = numbers
    model = GradientBoostingRegressor(
        n_estimators=500, n_iter_no_change=5, tol=1e-3, learning_rate=0.3, random_state=0
    ).fit(X, y)
    assert 5 < model.n_estimators_ < 500
    assert len(model.estimators_) == len(model.train_score_) == model.n_estimators_
    patient = clone(model).set_params(n_iter_no_change=40).fit(X, y)
    assert patient.n_estimators_ > model.n_estimators_
    # An impossible demand: each round must gain a million.
    hasty = clone(model).set_params(n_iter_no_change=3, tol=1e6).fit(X, y)
    assert hasty.n_estimators_ == 4


def test_subsample(numbers):
    X, y = numbers
    model = GradientBoostingRegressor(n_estimators=60, subsample=0.5, random_state=0).fit(X, y)
    assert all(trees[0].count[0] == 150 for trees in model.estimators_)
    again = clone(model).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), again.predict(X))
    other = clone(model).set_params(random_state=1).fit(X, y)
    assert not np.array_equal(model.predict(X), other.predict(X))
    # Rows left out of a round still move: training f is what predict says.
    np.testing.assert_array_less(np.mean((y - model.predict(X)) ** 2), 0.2 * y.var())


def test_max_features_draws(numbers):
    X, y = numbers
    model = GradientBoostingRegressor(n_estimators=30, max_features=1, random_state=0).fit(X, y)
    assert len({trees[0].feature[0] for trees in model.estimators_}) > 5


def test_weights_are_repetitions(numbers):
    X, y = numbers
    w = np.random.default_rng(3).integers(0, 3, size=len(y))
    weighted = GradientBoostingRegressor(n_estimators=10).fit(X, y, w)
    repeated = GradientBoostingRegressor(n_estimators=10).fit(np.repeat(X, w, 0), np.repeat(y, w))
    # The same sums in another order.
    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-10)


def test_only_the_order_of_a_feature_counts(numbers):
    X, y = numbers
    plain = GradientBoostingRegressor(n_estimators=10).fit(X, y)
    bent = GradientBoostingRegressor(n_estimators=10).fit(np.exp(3 * X), y)
    np.testing.assert_array_equal(plain.predict(X), bent.predict(np.exp(3 * X)))


def test_shifting_the_target_shifts_the_prediction(numbers):
    X, y = numbers
    plain = GradientBoostingRegressor(n_estimators=10).fit(X, y)
    moved = GradientBoostingRegressor(n_estimators=10).fit(X, y + 100)
    # Rounding of numbers near 100.
    np.testing.assert_allclose(moved.predict(X), plain.predict(X) + 100, atol=1e-11)


def test_pickle(numbers):
    X, y = numbers
    for model in (
        GradientBoostingRegressor(n_estimators=5, loss="huber").fit(X, y),
        GradientBoostingClassifier(n_estimators=5).fit(X, y > 14),
    ):
        np.testing.assert_array_equal(
            pickle.loads(pickle.dumps(model)).predict(X), model.predict(X)
        )


def test_nothing_to_split_predicts_the_constant():
    X, y = np.ones((10, 2)), np.arange(10.0)
    model = GradientBoostingRegressor(n_estimators=3).fit(X, y)
    assert model.predict(X).tolist() == [4.5] * 10
    assert model.feature_importances_.tolist() == [0, 0]
    model = GradientBoostingClassifier(n_estimators=3).fit(X, y > 6)
    np.testing.assert_allclose(model.predict_proba(X), [[0.7, 0.3]] * 10, rtol=1e-12)


def test_separable_classes_stay_finite():
    X = np.repeat([[0.0], [1.0]], 10, axis=0)
    for loss in ("log_loss", "exponential"):
        model = GradientBoostingClassifier(loss=loss, n_estimators=300, learning_rate=1.0)
        f = model.fit(X, X[:, 0]).decision_function(X)
        assert np.all(np.isfinite(f))
        assert np.all((f > 0) == X[:, 0])


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"learning_rate": 0.0}, "learning_rate"),
        ({"learning_rate": -0.1}, "learning_rate"),
        ({"n_estimators": 0}, "n_estimators"),
        ({"n_estimators": 1.5}, "n_estimators"),
        ({"subsample": 0.0}, "subsample"),
        ({"subsample": 1.1}, "subsample"),
        ({"max_depth": 0}, "max_depth"),
        ({"min_samples_leaf": 0}, "min_samples_leaf"),
        ({"max_features": 0}, "max_features"),
        ({"max_features": 99}, "max_features=99; X has"),
        ({"validation_fraction": 1.0}, "validation_fraction"),
        ({"n_iter_no_change": 0}, "n_iter_no_change"),
        ({"tol": -1.0}, "tol"),
        ({"loss": "log_loss"}, "loss"),
        ({"alpha": 1.0}, "alpha"),
        ({"random_state": "seed"}, "random_state"),
    ],
)
def test_parameters_out_of_range(settings, message):
    with pytest.raises(ValueError, match=message):
        GradientBoostingRegressor(**settings).fit([[0.0], [1.0]], [0.0, 1.0])


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_bad_numbers(bad):
    with pytest.raises(ValueError, match="X contains"):
        GradientBoostingRegressor().fit([[0.0], [bad]], [0.0, 1.0])
    with pytest.raises(ValueError, match="y contains"):
        GradientBoostingRegressor().fit([[0.0], [1.0]], [0.0, bad])


def test_no_class_may_be_set_aside_whole():
    X, y = np.arange(10.0)[:, None], np.array(["few"] * 2 + ["many"] * 8)
    model = GradientBoostingClassifier(n_iter_no_change=5, validation_fraction=0.8, random_state=0)
    with pytest.raises(
        ValueError, match="validation_fraction=0.8 leaves no observation of class 'few'"
    ):
        model.fit(X, y)
    model.set_params(validation_fraction=0.5).fit(X, y)


def test_bad_data():
    X, y = [[0.0], [1.0], [2.0]], [0, 1, 1]
    model = GradientBoostingClassifier(n_estimators=2)
    with pytest.raises(ValueError, match="1 class"):
        model.fit(X, [1, 1, 1])
    with pytest.raises(ValueError, match="1 class"):
        model.fit(X, y, sample_weight=[0, 1, 1])
    with pytest.raises(ValueError, match="[Nn]egative"):
        model.fit(X, y, sample_weight=[-1, 1, 1])
    with pytest.raises(ValueError, match="zero"):
        GradientBoostingRegressor().fit(X, y, sample_weight=[0, 0, 0])
    with pytest.raises(ValueError, match="inconsistent"):
        model.fit(X, y[:2])
    with pytest.raises(ValueError, match="0 sample"):
        model.fit(np.empty((0, 2)), [])
    with pytest.raises(ValueError, match="exponential.*2 classes"):
        GradientBoostingClassifier(loss="exponential").fit(X, [0, 1, 2])
    with pytest.raises(NotFittedError):
        model.predict_proba(X)
    with pytest.raises(ValueError, match="features"):
        model.fit(X, y).predict([[0.0, 1.0]])
