"""Every public estimator keeps scikit-learn's contract."""

import inspect

import ensemblelab
import numpy as np
import pytest
from ensemblelab import DecisionStump, DecisionTreeClassifier, DecisionTreeRegressor
from sklearn import ensemble, linear_model, tree
from sklearn.base import BaseEstimator, clone
from sklearn.utils.estimator_checks import parametrize_with_checks

# estimators that need arguments to be built
TWO = {"estimators": [("tree", DecisionTreeClassifier()), ("stump", DecisionStump())]}
ARGUMENTS = {
    "CommitteeClassifier": TWO,
    "StackingClassifier": TWO,
    "StackingRegressor": {
        "estimators": [
            ("tree", DecisionTreeRegressor()),
            ("stump", DecisionTreeRegressor(max_depth=1)),
        ]
    },
}

# A weight of 2 is a row twice in a forest's trees, but not in the draw of their samples; in
# bagging it is twice as likely to be drawn. A row twice is drawn as two rows: other samples,
# another ensemble. scikit-learn expects the same of its own.
RESAMPLED = {
    "check_sample_weight_equivalence_on_dense_data": "another sample is drawn from other rows",
}
# Its y are 0, 1 and 2, so that splits of different rows gain equally. Trees take the mean of y over
# rows off first, which is another for weights than for repetitions; rounding then breaks the tie.
CENTRED = {
    "check_sample_weight_equivalence_on_dense_data": "equal gains are told apart by rounding",
}
EXPECTED_FAILURES = {
    "BaggingClassifier": RESAMPLED,
    "BaggingRegressor": RESAMPLED,
    "ExtraTreesRegressor": CENTRED,
    "RandomForestClassifier": RESAMPLED,
    "RandomForestRegressor": RESAMPLED,
}

ESTIMATORS = [
    getattr(ensemblelab, name)(**ARGUMENTS.get(name, {}))
    for name in ensemblelab.__all__
    if isinstance(getattr(ensemblelab, name), type)
    and issubclass(getattr(ensemblelab, name), BaseEstimator)
]
# As scikit-learn does with its own: what is checked does not hang on the number of members.
SMALL = [
    clone(one).set_params(n_estimators=5) if "n_estimators" in one.get_params() else one
    for one in ESTIMATORS
]
LARGE = [one for one in ESTIMATORS if "n_estimators" in one.get_params()]


def expected_failures(estimator):
    return EXPECTED_FAILURES.get(type(estimator).__name__, {})


@parametrize_with_checks(SMALL, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check(estimator, check):
    check(estimator)


@pytest.mark.trial
@parametrize_with_checks(LARGE, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check_with_as_many_members_as_by_default(estimator, check):
    check(estimator)


def from_before(estimator, later):
    """Unpickle an estimator as if it had been pickled before some of its attributes came."""
    state = {name: held for name, held in estimator.__getstate__().items() if name not in later}
    old = type(estimator).__new__(type(estimator))
    old.__setstate__(state)
    return old


@pytest.mark.parametrize("estimator", SMALL, ids=lambda one: type(one).__name__)
def test_a_pickle_from_before_there_was_a_choice_is_what_it_was(estimator):
    X = np.random.default_rng(5).normal(size=(40, 3))
    y = np.where(X[:, 0] > X[:, 1], 1, -1)
    fitted = clone(estimator).fit(X, y)
    parameters = inspect.signature(type(estimator)).parameters.values()
    defaults = {one.name: one.default for one in parameters if one.default is not one.empty}
    usual = clone(estimator).set_params(**defaults)
    old = from_before(usual, defaults)
    assert repr(old) == repr(usual)
    clone(old).fit(X, y)
    for name in defaults:
        one = from_before(fitted, {name})
        assert getattr(one, name) is defaults[name]
        np.testing.assert_array_equal(one.predict(X), fitted.predict(X))


@pytest.mark.parametrize("cls", [ensemblelab.BaggingClassifier, ensemblelab.BaggingRegressor])
def test_bagging_from_before_members_had_features_of_their_own_uses_all(cls):
    X = np.random.default_rng(5).normal(size=(40, 3))
    fitted = cls(random_state=1).fit(X, np.where(X[:, 0] > 0, 1, -1))
    old = from_before(fitted, {"estimators_features_", "max_features"})
    np.testing.assert_array_equal(old.predict(X), fitted.predict(X))


OTHER_DEFAULTS = {  # and why
    ("ExtraTreesRegressor", "max_features"): None,  # all, as theirs, in another word
    **{(f"{kind}{of}", "max_samples"): 1.0  # likewise
       for kind in ("Bagging", "RandomForest", "ExtraTrees") for of in ("Classifier", "Regressor")},
    ("RandomForestRegressor", "max_features"): 1 / 3,  # Breiman's; theirs bags trees
    ("Perceptron", "max_iter"): 500,  # another algorithm, the pocket's
    ("Perceptron", "random_state"): None,  # as everywhere else
}  # fmt: skip


@pytest.mark.parametrize("name", ensemblelab.__all__)
def test_defaults_are_scikit_learns(name):
    own = getattr(ensemblelab, name)
    theirs = [getattr(m, name) for m in (ensemble, tree, linear_model) if hasattr(m, name)]
    for peer in theirs:
        expected = {k: p.default for k, p in inspect.signature(peer).parameters.items()}
        for k, parameter in inspect.signature(own).parameters.items():
            if k in expected:
                assert parameter.default == OTHER_DEFAULTS.get((name, k), expected[k]), k
