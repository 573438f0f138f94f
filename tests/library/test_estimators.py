"""Every public estimator keeps scikit-learn's contract."""

import doctest
import importlib
import inspect
import pickle
from pathlib import Path

import ensemblelab
import numpy as np
import pytest
import xgboost
from ensemblelab import (
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    XGBClassifier,
    XGBRegressor,
)
from sklearn import ensemble, linear_model, tree
from sklearn.base import BaseEstimator, clone
from sklearn.utils.estimator_checks import parametrize_with_checks

ROOT = Path(__file__).parents[2]
# modules whose docstrings have examples
EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in ROOT.glob("ensemblelab/**/*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)

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


BOOSTED, BOOSTED_NUMBERS = XGBClassifier(n_estimators=2), XGBRegressor(n_estimators=2)
# AdaBoost's weights add up to 1
LIGHT = XGBClassifier(n_estimators=2, min_child_weight=0, reg_lambda=0.01)
TAKE_MISSING = [
    ensemblelab.AdaBoostClassifier(LIGHT, 3),
    ensemblelab.BaggingClassifier(BOOSTED, 3),
    ensemblelab.BaggingRegressor(BOOSTED_NUMBERS, 3),
    ensemblelab.CommitteeClassifier([("boosted", BOOSTED)]),
    ensemblelab.StackingClassifier([("boosted", BOOSTED)]),
    ensemblelab.StackingRegressor([("boosted", BOOSTED_NUMBERS)]),
    ensemblelab.StackingClassifier([("line", linear_model.LogisticRegression())]),  # sparse X too
]


@pytest.mark.trial
@parametrize_with_checks(TAKE_MISSING, expected_failed_checks=expected_failures)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_scikit_learns_check_where_members_say_what_x_may_be(estimator, check):
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
    **{
        (f"{kind}{of}", "max_samples"): 1.0  # likewise
        for kind in ("Bagging", "RandomForest", "ExtraTrees")
        for of in ("Classifier", "Regressor")
    },
    ("RandomForestRegressor", "max_features"): 1 / 3,  # Breiman's; theirs bags trees
    ("Perceptron", "max_iter"): 500,  # another algorithm, the pocket's
    ("Perceptron", "random_state"): None,  # as everywhere else
}


@pytest.mark.parametrize("name", ensemblelab.__all__)
def test_defaults_are_scikit_learns(name):
    own = getattr(ensemblelab, name)
    theirs = [getattr(m, name) for m in (ensemble, tree, linear_model) if hasattr(m, name)]
    for peer in theirs:
        expected = {k: p.default for k, p in inspect.signature(peer).parameters.items()}
        for k, parameter in inspect.signature(own).parameters.items():
            if k in expected:
                assert parameter.default == OTHER_DEFAULTS.get((name, k), expected[k]), k


PEERS = {  # those of other names
    "CommitteeClassifier": ensemble.VotingClassifier,
    "DecisionStump": tree.DecisionTreeClassifier,
}


def peer_of(name):
    here = (xgboost, ensemble, tree, linear_model)
    return PEERS.get(name) or next(getattr(m, name) for m in here if hasattr(m, name))


def not_offered():
    """List the arguments that peers have and the library has not, by estimator and method."""
    found = []
    for estimator in ESTIMATORS:
        own, peer = type(estimator), peer_of(type(estimator).__name__)
        methods = {name for name in dir(own) if not name.startswith(("_", "set_", "get_"))}
        for method in ["__init__", *sorted(methods)]:
            if not callable(getattr(peer, method, None)) or not callable(getattr(own, method)):
                continue
            theirs, ours = (inspect.signature(getattr(of, method)).parameters for of in (peer, own))
            names = {k for k, one in theirs.items() if one.kind is not one.VAR_KEYWORD}
            if method == "__init__" and peer.__module__.startswith("xgboost"):
                names |= set(peer().get_params())  # which take names from each other
            if method == "fit" and len(names) < len(theirs):
                names.add("sample_weight")  # among others, for the members
            found += [(own, method, name) for name in sorted(names - set(ours))]
    return found


NOT_OFFERED = not_offered()


def test_there_are_arguments_that_peers_have():
    assert {
        (ensemblelab.XGBClassifier, "__init__", "n_jobs"),
        (ensemblelab.XGBClassifier, "__init__", "eval_metric"),
        (ensemblelab.XGBRegressor, "fit", "base_margin"),
        (ensemblelab.XGBRegressor, "fit", "sample_weight_eval_set"),
        (ensemblelab.XGBRegressor, "predict", "output_margin"),
        (ensemblelab.StackingRegressor, "fit", "sample_weight"),
        (ensemblelab.RandomForestClassifier, "__init__", "warm_start"),
    } <= set(NOT_OFFERED)


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: type(one).__name__)
def test_what_a_peer_has_and_we_have_not_is_refused_by_the_class_s_name(estimator):
    of = type(estimator).__name__
    for own, method, name in NOT_OFFERED:
        if own is not type(estimator):
            continue
        caller = of if method == "__init__" else f"{of}.{method}"
        call = own if method == "__init__" else getattr(estimator, method)
        with pytest.raises(
            TypeError, match=rf"^{caller} does not offer {name}\b.*; it takes (\*, )?\w"
        ):
            call(**{name: None})


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ensemblelab.DecisionTreeClassifier(max_dept=3),
            "DecisionTreeClassifier does not offer max_dept (did you mean max_depth?); it takes",
        ),
        (
            lambda: ensemblelab.XGBRegressor(n_job=1, gama=0),
            "XGBRegressor does not offer n_job, gama (did you mean gamma?); it takes *, objective,",
        ),
        (
            lambda: ensemblelab.XGBRegressor().fit([[1]], [1], sample_weights=[1]),
            "XGBRegressor.fit does not offer sample_weights (did you mean sample_weight?); it "
            "takes X, y, sample_weight, *, eval_set, verbose",
        ),
        (
            lambda: ensemblelab.XGBRegressor(100),
            "XGBRegressor: too many positional arguments; it takes *, objective,",
        ),
        (
            lambda: ensemblelab.GradientBoostingRegressor().fit([[1]]),
            "GradientBoostingRegressor.fit: missing a required argument: 'y'; it takes X, y, sam",
        ),
        (
            lambda: ensemblelab.AdaBoostClassifier().predict_log_proba([[1]], raw=True),
            "AdaBoostClassifier.predict_log_proba does not offer raw; it takes X",
        ),
    ],
)
def test_arguments_that_do_not_fit_are_told_by_the_public_name(call, message):
    with pytest.raises(TypeError) as refused:
        call()
    assert str(refused.value).startswith(message)


def test_a_type_error_from_within_is_left_as_it_is():
    def objective(y, f):
        raise TypeError("of my own")

    with pytest.raises(TypeError, match="^of my own$"):
        ensemblelab.XGBRegressor(objective=objective).fit([[1.0], [2.0]], [1.0, 2.0])


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda one: type(one).__name__)
def test_signatures_are_those_that_are_written(estimator):
    own = type(estimator)
    kinds = {one.kind for one in inspect.signature(own).parameters.values()}
    assert not kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    assert set(inspect.signature(own).parameters) == set(clone(estimator).get_params(deep=False))
    assert list(inspect.signature(own.fit).parameters)[:3] == ["self", "X", "y"]
    assert own.fit.__doc__
    assert repr(pickle.loads(pickle.dumps(estimator))) == repr(estimator)


@pytest.mark.parametrize("module", EXAMPLES)
def test_examples_in_docstrings_are_true(module):
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried
    assert not failed
