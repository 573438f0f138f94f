import pickle

import numpy as np
import pandas as pd
import pytest
from ensemblelab import (
    CommitteeClassifier,
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    StackingClassifier,
    StackingRegressor,
)
from ensemblelab.datasets import load
from sklearn import ensemble as peer
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import LinearSVC

CLASSIFIERS = [
    ("near", KNeighborsClassifier(5)),
    ("tree", DecisionTreeClassifier(max_depth=3)),
    ("line", LinearSVC(random_state=0)),
    ("bayes", GaussianNB()),
]
REGRESSORS = [
    ("near", KNeighborsRegressor(5)),
    ("tree", DecisionTreeRegressor(max_depth=3)),
    ("line", LinearRegression()),
]
TWO, THREE, NUMBERS = (
    (load("sonar").X, load("sonar").y),
    load_iris(return_X_y=True),
    load_diabetes(return_X_y=True),
)


# scikit-learn's, with the same members and folds


@pytest.mark.parametrize("data", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"cv": 3, "passthrough": True},
        {"cv": StratifiedKFold(4, shuffle=True, random_state=1)},
        {"stack_method": "predict", "final_estimator": GaussianNB()},
    ],
    ids=str,
)
def test_classifiers_are_scikit_learns(data, settings):
    X, y = data
    ours = StackingClassifier(CLASSIFIERS, **settings).fit(X, y)
    theirs = peer.StackingClassifier(CLASSIFIERS, **settings).fit(X, y)
    assert ours.methods_ == theirs.stack_method_
    np.testing.assert_allclose(ours.answers(X), theirs.transform(X), rtol=1e-12)
    np.testing.assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-9)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"cv": 3, "passthrough": True, "final_estimator": Ridge(0.1)},
        {"cv": KFold(4, shuffle=True, random_state=1)},
    ],
    ids=str,
)
def test_regressors_are_scikit_learns(settings):
    X, y = NUMBERS
    ours = StackingRegressor(REGRESSORS, **settings).fit(X, y)
    theirs = peer.StackingRegressor(REGRESSORS, **settings).fit(X, y)
    np.testing.assert_allclose(ours.answers(X), theirs.transform(X), rtol=1e-12)
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-9)


# What is stacked


def test_the_final_estimator_learns_from_rows_that_members_had_not_seen():
    X, y = NUMBERS
    folds = list(KFold(3, shuffle=True, random_state=0).split(X))
    model = StackingRegressor(REGRESSORS, cv=folds).fit(X, y)
    for k, (_, member) in enumerate(REGRESSORS):
        for train, test in folds:
            expected = clone(member).fit(X[train], y[train]).predict(X[test])
            np.testing.assert_allclose(model.level_one_[test, k], expected, rtol=1e-12)
    final = clone(model.final_estimator_).fit(model.level_one_, y)
    np.testing.assert_allclose(final.coef_, model.final_estimator_.coef_, rtol=1e-12)
    alone = [clone(member).fit(X, y).predict(X) for _, member in REGRESSORS]
    np.testing.assert_allclose(model.answers(X), np.column_stack(alone), rtol=1e-12)


def test_all_members_are_asked_about_the_same_folds():
    """Also where the folds are drawn anew each time."""
    X, y = NUMBERS
    twins = [("one", DecisionTreeRegressor()), ("other", DecisionTreeRegressor())]
    model = StackingRegressor(twins, cv=KFold(3, shuffle=True)).fit(X, y)
    np.testing.assert_array_equal(*model.level_one_.T)


def test_columns_of_classes():
    """One of two classes' probabilities tells the other; of three, each has its column."""
    for (X, y), columns in ((TWO, 1), (THREE, 3)):
        model = StackingClassifier(CLASSIFIERS[:1], cv=3).fit(X, y)
        assert model.level_one_.shape == (len(X), columns)
        expected = model.estimators_[0].predict_proba(X)[:, -columns:]
        np.testing.assert_array_equal(model.answers(X), expected)
    X, y = THREE
    voted = StackingClassifier(CLASSIFIERS[:1], stack_method="predict").fit(X, y)
    assert set(np.unique(voted.level_one_)) == {0, 1, 2}


def test_names_of_classes():
    X, y = THREE
    names = np.array(["setosa", "versicolor", "virginica"])
    model = StackingClassifier(CLASSIFIERS[:2]).fit(X, names[y])
    coded = StackingClassifier(CLASSIFIERS[:2]).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), names[coded.predict(X)])
    assert list(model.classes_) == list(names)


@pytest.mark.trial
def test_processes_do_not_change_the_result():
    X, y = NUMBERS
    one, two = (
        StackingRegressor(REGRESSORS, n_jobs=n_jobs).fit(X, y).predict(X) for n_jobs in (1, 2)
    )
    np.testing.assert_array_equal(one, two)


def test_members_are_set_by_name_and_left_alone():
    X, y = THREE
    model = StackingClassifier([(name, clone(member)) for name, member in CLASSIFIERS[:2]])
    model.set_params(tree__max_depth=1, near=KNeighborsClassifier(1))
    assert dict(model.estimators)["tree"].max_depth == 1
    model.fit(X, y)
    assert not any(hasattr(member, "classes_") for _, member in model.estimators)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict(X), model.predict(X))


def test_probabilities_are_there_if_the_final_estimator_has_them():
    X, y = THREE
    model = StackingClassifier(CLASSIFIERS[:2], LinearSVC(random_state=0)).fit(X, y)
    assert set(model.predict(X)) <= set(y)
    assert not hasattr(model, "predict_proba")


@pytest.mark.parametrize(
    ("final", "has"), [(None, True), (GaussianNB(), True), (LinearSVC(random_state=0), False)]
)
def test_before_it_is_fitted_a_stack_tells_whether_it_will_have_probabilities(final, has):
    """So that it can be a member of another stack, or start gradient boosting."""
    stack = StackingClassifier(CLASSIFIERS[3:], final)
    assert hasattr(stack, "predict_proba") == has
    X, y = THREE
    outer = StackingClassifier([("inner", stack)], cv=2).fit(X, y)
    assert outer.methods_ == (["predict_proba"] if has else ["predict"])
    if has:
        with pytest.raises(NotFittedError, match="not fitted yet"):
            stack.predict_proba(X)
        boosted = GradientBoostingClassifier(n_estimators=1, init=stack).fit(X, y)
        assert boosted.init_.methods_ == ["predict_proba"]


# A frame

FRAME = pd.DataFrame(
    {
        "size": np.arange(60) % 7,
        "colour": np.array(["red", "green", "blue"])[np.arange(60) % 3],
        "weight": np.arange(60) % 5 + 0.5,
    }
)
LABELS = np.where((FRAME["colour"] == "red") ^ (FRAME["size"] > 3), "in", "out")


def by_name(member, *columns):
    """Return a pipeline that chooses columns by name."""
    colours = [name for name in columns if name == "colour"]
    numbers = [name for name in columns if name != "colour"]
    chosen = make_column_transformer((OneHotEncoder(), colours), (StandardScaler(), numbers))
    return make_pipeline(chosen, member)


@pytest.mark.parametrize(
    ("own", "theirs", "member", "y"),
    [
        (StackingClassifier, peer.StackingClassifier, GaussianNB(), LABELS),
        (StackingRegressor, peer.StackingRegressor, Ridge(), FRAME["size"] * 1.5),
    ],
)
def test_members_get_the_frame_and_choose_columns_by_name(own, theirs, member, y):
    members = [
        ("numbers", by_name(member, "weight", "size")),
        ("colours", by_name(member, "colour")),
    ]
    found, expected = own(members).fit(FRAME, y), theirs(members).fit(FRAME, y)
    np.testing.assert_allclose(found.answers(FRAME), expected.transform(FRAME), rtol=1e-12)
    np.testing.assert_array_equal(found.predict(FRAME), expected.predict(FRAME))
    assert list(found.feature_names_in_) == list(FRAME)
    assert found.n_features_in_ == 3
    with pytest.raises(ValueError, match="feature names should match"):
        found.predict(FRAME.rename(columns={"size": "height"}))


def test_a_committee_gets_the_frame_too():
    members = [
        ("numbers", by_name(GaussianNB(), "weight", "size")),
        ("colours", by_name(DecisionTreeClassifier(), "colour", "size")),
        ("size", by_name(KNeighborsClassifier(), "size")),
    ]
    found = CommitteeClassifier(members).fit(FRAME, LABELS)
    expected = peer.VotingClassifier(members).fit(FRAME, LABELS)
    np.testing.assert_array_equal(found.predict(FRAME), expected.predict(FRAME))
    assert found.votes(FRAME[:5]).shape == (5, 2)


def test_what_is_passed_through_is_made_of_numbers():
    members = [("numbers", by_name(GaussianNB(), "weight", "size"))]
    stack = StackingClassifier(members, passthrough=True)
    with pytest.raises(ValueError, match="could not convert string to float"):
        stack.fit(FRAME, LABELS)
    numbers = FRAME[["weight", "size"]]
    stack.fit(numbers, LABELS)
    np.testing.assert_array_equal(stack.answers(numbers)[:, 1:], numbers)


# What is refused


class NeverAsked(ClassifierMixin, BaseEstimator):
    """A member that must not be fitted."""

    def fit(self, X, y):
        raise AssertionError("members were fitted")

    def predict(self, X):
        raise AssertionError("members were asked")


@pytest.mark.parametrize("final", [None, DecisionTreeClassifier()])
def test_one_class_is_refused_before_any_fold(final):
    X, _ = TWO
    stack = StackingClassifier([("member", NeverAsked())], final)
    with pytest.raises(ValueError, match=r"y holds 1 class, \['a'\]: StackingClassifier needs two"):
        stack.fit(X, ["a"] * len(X))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (StackingRegressor([]), "at least one"),
        (StackingRegressor([Ridge()]), "name, estimator"),
        (StackingRegressor(REGRESSORS[:1] * 2), "not unique"),
        (StackingRegressor("all"), "estimators"),
        (StackingRegressor([("drop", "drop")]), "'drop' is 'drop', which is no estimator"),
        (StackingRegressor([("stump", DecisionStump())]), r"DecisionStump\(\) is a classifier"),
        (StackingRegressor(REGRESSORS, GaussianNB()), "GaussianNB.* must be a regressor"),
        (StackingRegressor(REGRESSORS, 3), "final_estimator"),
        (StackingRegressor(REGRESSORS, cv=1), r"'cv' parameter .* in the range \[2"),
        (StackingRegressor(REGRESSORS, cv="five"), "cv"),
        (StackingRegressor(REGRESSORS, cv=[]), r"cv=\[\] gives no folds"),
        (StackingRegressor(REGRESSORS, cv=[([0, 1], [2])]), "partitions"),
        (StackingClassifier(CLASSIFIERS, Ridge()), r"Ridge\(\) must be a classifier"),
        (StackingClassifier(CLASSIFIERS, stack_method="vote"), "stack_method"),
        (
            StackingClassifier([("line", LinearSVC())], stack_method="predict_proba"),
            r"stack_method='predict_proba', which LinearSVC\(\) does not have",
        ),
        (StackingClassifier(CLASSIFIERS, cv=4), "n_splits=4 cannot be greater"),
    ],
)
def test_bad_parameters_are_named(model, message):
    X, y = THREE
    few = slice(0, None, 20)
    with pytest.raises(ValueError, match=message):
        model.fit(X[few], y[few])


def test_numbers_are_no_classes():
    X, y = NUMBERS
    with pytest.raises(ValueError, match="continuous"):
        StackingClassifier(CLASSIFIERS, LogisticRegression()).fit(X, y + 0.5)
