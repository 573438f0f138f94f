import pickle

import numpy as np
import pytest
from ensemblelab import BaggingClassifier, BaggingRegressor
from ensemblelab import DecisionTreeClassifier as OwnClassifier
from ensemblelab import DecisionTreeRegressor as OwnRegressor
from sklearn.datasets import load_iris, make_friedman1
from sklearn.ensemble import BaggingRegressor as PeerRegressor
from sklearn.linear_model import LinearRegression, Perceptron
from sklearn.metrics import accuracy_score, r2_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


@pytest.fixture
def regression():
    return make_friedman1(200, noise=1.0, random_state=0)


def test_the_committee_predicts_the_mean_of_its_members(regression):
    X, y = regression
    model = BaggingRegressor(n_estimators=7, random_state=0).fit(X, y)
    members = [member.predict(X) for member in model.estimators_]
    # The only difference is the order of 7 additions: a few units in the last place.
    np.testing.assert_allclose(model.predict(X), np.mean(members, axis=0), rtol=1e-14)


def test_members_are_fitted_to_the_rows_they_say(regression):
    X, y = regression
    model = BaggingRegressor(LinearRegression(), n_estimators=4, random_state=0).fit(X, y)
    for member, sample in zip(model.estimators_, model.estimators_samples_, strict=True):
        again = LinearRegression().fit(X[sample], y[sample])
        np.testing.assert_array_equal(member.coef_, again.coef_)
    assert len({tuple(sample) for sample in model.estimators_samples_}) == 4


@pytest.mark.parametrize("estimator", [None, LinearRegression()])
@pytest.mark.parametrize(("max_samples", "size"), [(40, 40), (0.249, 50), (1.0, 200)])
@pytest.mark.parametrize("bootstrap", [True, False])
def test_members_get_as_many_rows_as_asked_for(estimator, max_samples, size, bootstrap):
    X, y = make_friedman1(200, random_state=0)
    model = BaggingRegressor(estimator, 5, max_samples=max_samples, bootstrap=bootstrap)
    model.set_params(random_state=0).fit(X, y)
    alone = OwnRegressor() if estimator is None else estimator
    for member, sample in zip(model.estimators_, model.estimators_samples_, strict=True):
        assert len(sample) == size
        assert (len(np.unique(sample)) == size) != bootstrap
        again = alone.fit(X[sample], y[sample]).predict(X)
        # As in the tests of each kind of member.
        np.testing.assert_allclose(member.predict(X), again, rtol=1e-10)


@pytest.mark.parametrize("estimator", [None, LinearRegression()])
@pytest.mark.parametrize(("max_features", "size"), [(3, 3), (0.55, 5), (1.0, 10)])
def test_members_get_as_many_features_as_asked_for(estimator, max_features, size):
    X, y = make_friedman1(200, random_state=0)
    model = BaggingRegressor(estimator, 6, max_features=max_features, random_state=0).fit(X, y)
    alone = OwnRegressor() if estimator is None else estimator
    pairs = zip(model.estimators_samples_, model.estimators_features_, strict=True)
    answers = []
    for sample, features in pairs:
        assert features.shape == np.unique(features).shape == (size,)
        again = alone.fit(X[np.ix_(sample, features)], y[sample])
        answers.append(again.predict(X[:, features]))
    if size < 10:
        assert len({tuple(features) for features in model.estimators_features_}) > 1
    np.testing.assert_allclose(model.predict(X), np.mean(answers, axis=0), rtol=1e-10)


@pytest.mark.trial
def test_random_subspaces_equal_scikit_learns_in_error():
    """Half of the features for each member, all rows: mean test error over 30 draws.

    Which features the members get moves it most: ten draws of the same ensemble differ by up to
    three standard errors of ten.
    """
    differences = []
    for seed in range(30):
        (X, y), (X_test, y_test) = (
            make_friedman1(n, noise=1.0, random_state=seed + n) for n in (200, 1000)
        )
        settings = {"n_estimators": 30, "bootstrap": False, "max_features": 0.5}
        errors = [
            np.mean((kind(random_state=seed, **settings).fit(X, y).predict(X_test) - y_test) ** 2)
            for kind in (BaggingRegressor, PeerRegressor)
        ]
        differences.append(errors[0] - errors[1])
    assert abs(np.mean(differences)) <= 2 * np.std(differences, ddof=1) / np.sqrt(30)


@pytest.mark.parametrize("estimator", [None, LinearRegression()])
def test_rows_are_drawn_in_proportion_to_their_weight(estimator):
    X, y = make_friedman1(60, random_state=0)
    w = np.repeat([0.0, 1.0, 3.0], 20)
    model = BaggingRegressor(estimator, 200, random_state=0).fit(X, y, w)
    counts = np.bincount(np.concatenate(model.estimators_samples_), minlength=60)
    assert counts[:20].sum() == 0
    # 12,000 draws, three quarters of them from the heavy rows: one standard error is 47
    assert abs(counts[40:].sum() - 9000) < 4 * 47.5
    pasted = BaggingRegressor(estimator, 5, bootstrap=False, max_samples=30, random_state=0)
    assert min(map(np.min, pasted.fit(X, y, w).estimators_samples_)) >= 20
    with pytest.raises(ValueError, match="there are 40 observations of non-zero weight"):
        BaggingRegressor(estimator, bootstrap=False).fit(X, y, w)


def test_pasting_leaves_rows_out_of_bag():
    X, y = make_friedman1(300, random_state=0)
    settings = {"max_samples": 0.5, "bootstrap": False, "oob_score": True, "random_state": 0}
    model = BaggingRegressor(n_estimators=50, **settings).fit(X, y)
    with_it = [i for i, sample in enumerate(model.estimators_samples_) if 0 not in sample]
    mean = np.mean([model.estimators_[i].predict(X[:1]) for i in with_it])
    assert model.oob_prediction_[0] == pytest.approx(mean, rel=1e-12)


def test_same_rows_same_committee_as_scikit_learn(regression):
    """Given scikit-learn's own bootstrap samples, the averages agree."""
    X, y = regression
    peer = PeerRegressor(LinearRegression(), n_estimators=10, random_state=0).fit(X, y)
    ours = BaggingRegressor(LinearRegression(), n_estimators=10).fit(X, y)
    ours.estimators_ = [
        LinearRegression().fit(X[rows], y[rows]) for rows in peer.estimators_samples_
    ]
    # Least squares of condition below 1e3, solved once by rows and once by weights.
    np.testing.assert_allclose(ours.predict(X), peer.predict(X), rtol=1e-10)


@pytest.mark.parametrize(
    ("model", "tree"),
    [(BaggingClassifier, OwnClassifier), (BaggingRegressor, OwnRegressor)],
)
def test_own_trees_grown_together_are_those_fitted_one_by_one(model, tree):
    X, y = make_friedman1(150, noise=1.0, random_state=1)
    y = y if model is BaggingRegressor else np.digitize(y, [10, 15])
    bagged = model(n_estimators=5, random_state=0).fit(X, y)
    one_by_one = [tree().fit(X[rows], y[rows]) for rows in bagged.estimators_samples_]
    # A feature's mean value differs by rounding in a regression tree's leaves.
    for member, alone in zip(bagged.estimators_, one_by_one, strict=True):
        np.testing.assert_allclose(member.predict(X), alone.predict(X), rtol=1e-12)
    *_, last = bagged._staged_average(X)
    np.testing.assert_allclose(bagged._average(X), last, rtol=1e-12)


def test_probabilities_are_averaged_and_missed_classes_count_zero():
    X = np.arange(30, dtype=float)[:, None]
    y = np.repeat(["a", "b", "c"], [14, 14, 2])  # "c" is missed by many samples
    model = BaggingClassifier(DecisionTreeClassifier(), n_estimators=25, random_state=1).fit(X, y)
    assert any(len(member.classes_) == 2 for member in model.estimators_)
    expected = np.zeros((30, 3))
    for member in model.estimators_:
        expected[:, member.classes_] += member.predict_proba(X) / 25
    np.testing.assert_allclose(model.predict_proba(X), expected, atol=1e-14)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1, atol=1e-14)
    assert model.predict([[3.0]]) == ["a"]


def test_members_without_probabilities_vote():
    X, y = load_iris(return_X_y=True)
    model = BaggingClassifier(Perceptron(), n_estimators=9, random_state=0).fit(X, y)
    votes = np.array([member.predict(X) for member in model.estimators_])
    shares = np.stack([(votes == k).mean(axis=0) for k in range(3)], axis=1)
    np.testing.assert_allclose(model.predict_proba(X), shares, atol=1e-14)


def test_out_of_bag_uses_only_members_that_did_not_see_the_row(regression):
    X, y = regression
    model = BaggingRegressor(n_estimators=30, oob_score=True, random_state=0).fit(X, y)
    row = 11
    blind = [
        member.predict(X[[row]])[0]
        for member, sample in zip(model.estimators_, model.estimators_samples_, strict=True)
        if row not in sample
    ]
    assert 0 < len(blind) < 30
    assert model.oob_prediction_[row] == pytest.approx(np.mean(blind), rel=1e-13)
    assert model.oob_score_ == pytest.approx(r2_score(y, model.oob_prediction_))


def test_out_of_bag_score_estimates_the_test_score():
    X, y = make_friedman1(3500, noise=1.0, random_state=0)
    model = BaggingRegressor(n_estimators=50, oob_score=True, random_state=0)
    model.fit(X[:500], y[:500])
    # R² on 500 rows has a standard error near .015, and out-of-bag averages are
    # over a third of the members, which costs about .01. The score on the fitted
    # rows themselves is .97 and would fail.
    assert model.oob_score_ == pytest.approx(model.score(X[500:], y[500:]), abs=0.04)


def test_rows_in_every_sample_are_said_to_have_no_out_of_bag_prediction():
    X, y = load_iris(return_X_y=True)
    with pytest.warns(UserWarning, match="n_estimators=2 is too small"):
        model = BaggingClassifier(n_estimators=2, oob_score=True, random_state=0).fit(X, y)
    known = ~np.isnan(model.oob_decision_function_[:, 0])
    assert 0 < known.sum() < len(X)
    guesses = model.classes_[model.oob_decision_function_[known].argmax(axis=1)]
    # one less the share of wrong answers, which is rounded
    assert model.oob_score_ == pytest.approx(accuracy_score(y[known], guesses), rel=1e-15)
    assert model.oob_score_ == 1 - model.oob_errors_[-1]


def test_stages_end_in_the_prediction(regression):
    X, y = regression
    model = BaggingRegressor(n_estimators=5, random_state=0).fit(X, y)
    stages = list(model.staged_predict(X))
    assert len(stages) == 5
    np.testing.assert_array_equal(stages[0], model.estimators_[0].predict(X))
    np.testing.assert_array_equal(stages[-1], model.predict(X))
    iris = load_iris(return_X_y=True)
    classifier = BaggingClassifier(n_estimators=5, random_state=0).fit(*iris)
    *_, last = classifier.staged_predict(iris[0])
    np.testing.assert_array_equal(last, classifier.predict(iris[0]))


@pytest.mark.trial
def test_the_seed_decides_everything_and_jobs_nothing(regression):
    X, y = regression
    base = DecisionTreeRegressor(max_features=2)  # random itself: it needs a seed too
    fits = [
        BaggingRegressor(base, n_estimators=6, random_state=seed, n_jobs=jobs).fit(X, y).predict(X)
        for seed, jobs in [(0, None), (0, 2), (1, None)]
    ]
    np.testing.assert_array_equal(fits[0], fits[1])
    assert not np.array_equal(fits[0], fits[2])


def test_seeds_reach_into_pipelines(regression):
    X, y = regression
    base = make_pipeline(StandardScaler(), DecisionTreeRegressor(max_features=2))
    first, second = (
        BaggingRegressor(base, n_estimators=3, random_state=0).fit(X, y).predict(X)
        for _ in range(2)
    )
    np.testing.assert_array_equal(first, second)


def test_bagging_lowers_the_error_of_trees_more_than_of_neighbours():
    X, y = load_iris(return_X_y=True)
    rng = np.random.default_rng(0)
    noisy = X[:, :2] + rng.normal(0, 0.2, (150, 2))
    train = np.arange(0, 150, 2)
    test = train + 1

    def gain(base):
        single = base.fit(noisy[train], y[train]).score(noisy[test], y[test])
        bagged = BaggingClassifier(base, n_estimators=50, random_state=0)
        return bagged.fit(noisy[train], y[train]).score(noisy[test], y[test]) - single

    assert gain(DecisionTreeClassifier(random_state=0)) > 0
    assert gain(DecisionTreeClassifier(random_state=0)) > gain(KNeighborsClassifier(5))


def test_a_saved_committee_predicts_the_same(regression):
    X, y = regression
    model = BaggingRegressor(n_estimators=5, random_state=0).fit(X, y)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).predict(X), model.predict(X))


@pytest.mark.parametrize("model", [BaggingClassifier, BaggingRegressor])
@pytest.mark.parametrize(
    ("X", "y", "parameters", "message"),
    [
        ([], [], {}, "Expected 2D array"),
        (np.empty((0, 2)), [], {}, "0 sample"),
        ([[0.0], [np.nan]], [0, 1], {}, "Input X contains NaN"),
        ([[0.0], [np.inf]], [0, 1], {}, "Input X contains infinity"),
        ([[0.0], [1.0]], [0, 1, 1], {}, r"inconsistent numbers of samples: \[2, 3\]"),
        ([[0.0], [1.0]], [0, 1], {"n_estimators": 0}, "'n_estimators' parameter.*must be an int"),
        ([[0.0], [1.0]], [0, 1], {"estimator": 3}, "'estimator' parameter"),
        ([[0.0], [1.0]], [0, 1], {"random_state": "x"}, "'random_state' parameter"),
        ([[0.0], [1.0]], [0, 1], {"max_samples": 0.0}, "'max_samples' parameter"),
        (
            [[0.0], [1.0]],
            [0, 1],
            {"max_samples": 3},
            "max_samples=3 asks for 3; there are 2 observations",
        ),
        ([[0.0], [1.0]], [0, 1], {"max_features": 2}, "max_features=2; X has 1 features"),
        (
            [[0.0], [1.0]],
            [0, 1],
            {"oob_score": True, "bootstrap": False},
            "oob_score=True needs observations that a base learner does not see",
        ),
    ],
)
def test_bad_input_is_named(model, X, y, parameters, message):
    with pytest.raises(ValueError, match=message):
        model(**parameters).fit(X, y)


def test_numbers_are_not_classes():
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        BaggingClassifier().fit([[0.0], [1.0]], [0.5, 1.5])


def test_another_number_of_features_is_named(regression):
    X, y = regression
    with pytest.raises(ValueError, match="X has 3 features"):
        BaggingRegressor(n_estimators=2).fit(X, y).predict(X[:, :3])


@pytest.mark.parametrize("class_weight", [{0: 1, 1: 50}, "balanced"])
def test_own_trees_heed_their_class_weight(class_weight):
    X, y = load_iris(return_X_y=True)
    y = (y == 2).astype(int)
    plain, weighted = (
        BaggingClassifier(tree, n_estimators=5, random_state=0).fit(X, y).predict_proba(X)
        for tree in (
            OwnClassifier(max_depth=1),
            OwnClassifier(max_depth=1, class_weight=class_weight),
        )
    )
    assert weighted[:, 1].mean() > plain[:, 1].mean() + 0.005


@pytest.mark.parametrize("wrong", [{"max_depth": -1}, {"criterion": "x"}, {"min_samples_leaf": 0}])
def test_parameters_of_a_member_are_validated_as_by_its_own_fit(wrong):
    X, y = np.arange(12.0).reshape(-1, 1), np.arange(12) % 2
    member = OwnClassifier(**wrong)
    with pytest.raises(ValueError, match=f"The '{next(iter(wrong))}' parameter of") as found:
        BaggingClassifier(member, n_estimators=2).fit(X, y)
    with pytest.raises(ValueError, match="parameter of") as own:
        member.fit(X, y)
    assert str(found.value) == str(own.value)
