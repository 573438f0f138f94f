"""What the library needs of scikit-learn: private names in one file, and weights checked alike."""

import ast
import re
import warnings
from pathlib import Path

import ensemblelab
import numpy as np
import pytest
from ensemblelab._sklearn import check_sample_weight
from sklearn.base import BaseEstimator
from sklearn.cluster import KMeans
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import get_tags

LIBRARY = Path(ensemblelab.__file__).parent
PRIVATE = re.compile(r"sklearn\b.*\._[a-z]", re.IGNORECASE)  # __version__ and such are public
REGRESSORS = [name for name in sorted(ensemblelab.__all__) if name.endswith("Regressor")]
COMPOSED = ("CommitteeClassifier", "StackingClassifier", "StackingRegressor")  # need members
UNWEIGHTED = ("BaggingClassifier", "BaggingRegressor", *COMPOSED)


def private_names(source):
    """List the names private to scikit-learn that a module imports, or reaches by dots."""
    nodes = list(ast.walk(ast.parse(source)))
    full, names = {}, []  # full: what a name of the module stands for
    for node in nodes:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
            full |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom):
            here = {
                alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names
            }
            full |= here
            names += here.values()
    for node in nodes:
        if isinstance(node, ast.Attribute):
            root, *rest = ast.unparse(node).split(".")
            names.append(".".join([full.get(root, root), *rest]))
    return [name for name in names if PRIVATE.match(name)]


@pytest.mark.parametrize(
    "source",
    [
        "from sklearn.base import _fit_context",
        "from sklearn.base import clone, _fit_context as fit_context",
        "from sklearn.ensemble._base import BaseEnsemble",
        "import sklearn.utils._param_validation",
        "import sklearn.ensemble._base as base",
        "from sklearn.utils import validation\nvalidation._check_sample_weight(w, X)",
        "import sklearn\nsklearn.utils.metaestimators._BaseComposition",
        "def f():\n    from sklearn.utils.metaestimators import _BaseComposition",
    ],
)
def test_a_private_name_is_seen_however_it_is_imported(source):
    assert private_names(source)


def test_public_names_are_not_called_private():
    assert not private_names("import sklearn\nsklearn.__version__\nfrom sklearn.base import clone")
    assert not private_names("from ensemblelab._sklearn import fit_context")


def test_private_names_of_scikit_learn_stand_in_one_file():
    found = {
        str(path.relative_to(LIBRARY)): private_names(path.read_text(encoding="utf-8"))
        for path in sorted(LIBRARY.rglob("*.py"))
    }
    assert found.pop("_sklearn.py")
    assert not {path: names for path, names in found.items() if names}


X = np.arange(4.0)[:, None]


def regressor(name):
    """Make a small regressor that repeats itself."""
    members = {"estimators": [("tree", ensemblelab.DecisionTreeRegressor())], "cv": 2}
    own = members if name in COMPOSED else {}
    model = getattr(ensemblelab, name)(**own)
    few = {"n_estimators": 2, "random_state": 0}
    return model.set_params(**{k: v for k, v in few.items() if k in model.get_params()})


def test_weights_come_as_float64():
    assert check_sample_weight(None, X).tolist() == [1, 1, 1, 1]
    weight = check_sample_weight(np.array([1, 0, 2, 0], dtype=np.int8), X)
    assert weight.dtype == np.float64
    assert weight.tolist() == [1, 0, 2, 0]


@pytest.mark.parametrize("name", sorted(set(ensemblelab.__all__) - set(UNWEIGHTED)))
@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ([0, 0, 0, 0], "sample_weight is zero everywhere"),
        ([1, 1, -1, 1], r"sample_weight holds a negative number, -1\.0"),
        ([1, 1, 1], r"sample_weight has the shape \(3,\), but X has 4 observations"),
        ([[1, 1, 1, 1]], r"sample_weight has the shape \(1, 4\), but X has 4 observations"),
        ([1, 1, np.nan, 1], "sample_weight contains NaN"),
        ([1, 1, np.inf, 1], "sample_weight contains infinity"),
        (2.0, r"sample_weight=2\.0: .*(scalar|Singleton)"),
        (list("1212"), re.escape("sample_weight=['1', '2', '1', '2'] must hold numbers")),
    ],
)
def test_bad_weights_are_refused_by_name(name, weight, message):
    """And in the same words under every version of scikit-learn."""
    with pytest.raises((ValueError, TypeError), match=message):
        getattr(ensemblelab, name)().fit(X, [0, 1, 0, 1], sample_weight=weight)


@pytest.mark.parametrize("name", sorted(set(ensemblelab.__all__) - set(COMPOSED)))
def test_for_missing_values_the_classes_that_take_them_are_named(name):
    missing = [[0.0], [np.nan], [1.0], [2.0]]
    model = getattr(ensemblelab, name)()
    if name.startswith("XGB"):
        model.fit(missing, [0, 1, 0, 1])
        return
    with pytest.raises(ValueError, match="contains NaN") as refused:
        model.fit(missing, [0, 1, 0, 1])
    assert "HistGradientBoosting" not in str(refused.value)
    assert "XGBClassifier and XGBRegressor do" in str(refused.value)


XGB = {"Classifier": ensemblelab.XGBClassifier, "Regressor": ensemblelab.XGBRegressor}
TREES = {
    "Classifier": ensemblelab.DecisionTreeClassifier,
    "Regressor": ensemblelab.DecisionTreeRegressor,
}
OF_OTHERS = [
    "AdaBoostClassifier",
    "BaggingClassifier",
    "BaggingRegressor",
    *COMPOSED,
]


def of_members(name, members, **settings):
    """Make an ensemble of members for its task."""
    member = members["Regressor" if name.endswith("Regressor") else "Classifier"]
    if name in COMPOSED:
        return getattr(ensemblelab, name)([("one", member), ("other", member)], **settings)
    return getattr(ensemblelab, name)(member, n_estimators=3, **settings)


def gaps():
    """Rows of which some values are missing, and their classes."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    y = (X[:, 0] + 0.3 * X[:, 1] > 0).astype(int)
    X[rng.random(X.shape) < 0.2] = np.nan
    return X, y


@pytest.mark.parametrize("name", OF_OTHERS)
def test_whether_values_may_be_missing_is_for_members_to_say(name):
    X, y = gaps()
    light = {"min_child_weight": 0, "reg_lambda": 0.01}  # AdaBoost's weights add up to 1
    boosted = {task: cls(n_estimators=3, **light) for task, cls in XGB.items()}
    ensemble = of_members(name, boosted)
    assert get_tags(ensemble).input_tags.allow_nan
    model = ensemble.fit(X, y)
    assert model.score(X, y) > 0.5
    assert len({*model.predict(X).tolist()}) > 1
    filling = {task: make_pipeline(SimpleImputer(), cls()) for task, cls in TREES.items()}
    if name != "AdaBoostClassifier":  # a pipeline takes no weights
        of_members(name, filling).fit(X, y).predict(X)
    trees = of_members(name, {task: cls() for task, cls in TREES.items()})
    assert not get_tags(trees).input_tags.allow_nan
    with pytest.raises(ValueError, match="contains NaN"):
        trees.fit(X, y)
    full = np.nan_to_num(X)
    with pytest.raises(ValueError, match="contains NaN"):
        trees.fit(full, y).predict(X)


@pytest.mark.parametrize("name", ["BaggingClassifier", "BaggingRegressor"])
@pytest.mark.parametrize("settings", [{"max_features": 2}, {"oob_score": True}], ids=str)
def test_bagging_hands_on_missing_values_to_samples_of_columns_and_rows(name, settings):
    X, y = gaps()
    boosted = {task: cls(n_estimators=3) for task, cls in XGB.items()}
    model = of_members(name, boosted, random_state=0, **settings).set_params(n_estimators=20)
    model.fit(X, y)
    answer = "predict_proba" if name.endswith("Classifier") else "predict"
    expected = np.mean(
        [
            getattr(member, answer)(X[:, features])
            for member, features in zip(model.estimators_, model.estimators_features_, strict=True)
        ],
        axis=0,
    )
    np.testing.assert_allclose(getattr(model, answer)(X), expected, rtol=1e-6)


def test_boosted_margins_of_rows_with_missing_values():
    X, y = gaps()
    member = ensemblelab.XGBClassifier(n_estimators=1, max_depth=1, min_child_weight=0)
    model = ensemblelab.AdaBoostClassifier(member).fit(X, y)
    assert len(model.estimators_) > 1
    *_, staged = model.staged_score(X, y)
    assert staged == model.score(X, y)
    assert np.array_equal(model.margins(X, y) > 0, model.predict(X) == y)


def test_of_members_that_say_nothing_tags_say_no():
    for members in ([], "all", None, [("one", "drop")], [1]):
        model = ensemblelab.StackingClassifier(members)
        assert not (members and get_tags(model).input_tags.allow_nan)


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize(
    ("y", "message"),
    [
        ([0.0, None, 1.0, 2.0], "Input y contains NaN"),
        ([0.0, np.nan, 1.0, 2.0], "Input y contains NaN"),
        (np.array([0, float("inf"), 1, 2], dtype=object), "Input y contains infinity"),
        (list("abab"), re.escape("y=['a', 'b', 'a', 'b'] must hold numbers")),
        (list("1212"), re.escape("y=['1', '2', '1', '2'] must hold numbers")),
        (np.array(["a", 1, 2, "b"], dtype=object), re.escape("y=['a', 1, 2, 'b'] must hold numb")),
        ([0, {}, 1, 2], re.escape("y=[0, {}, 1, 2] must hold numbers")),
        (np.arange(4).astype("datetime64[D]"), r"y=\[datetime.*\] must hold numbers"),
    ],
)
def test_targets_of_a_regressor_are_finite_numbers(name, y, message):
    with pytest.raises(ValueError, match=message):
        regressor(name).fit(X, y)


@pytest.mark.parametrize("name", sorted({*ensemblelab.__all__} - {*REGRESSORS}))
@pytest.mark.parametrize("odd", [None, 1])
def test_classes_are_names_or_numbers(name, odd):
    members = [("tree", ensemblelab.DecisionTreeClassifier())]
    model = getattr(ensemblelab, name)(**({"estimators": members} if name in COMPOSED else {}))
    with pytest.raises(ValueError, match=rf"y=\['a', {odd}, 'a', 'b'\] must hold names, or numb"):
        model.fit(X, np.array(["a", odd, "a", "b"], dtype=object))


@pytest.mark.parametrize("name", REGRESSORS)
def test_targets_of_a_regressor_may_be_numbers_kept_as_objects(name):
    y = np.array([0.5, 1, 0, 2])
    kept = regressor(name).fit(X, y.astype(object)).predict(X)
    np.testing.assert_array_equal(kept, regressor(name).fit(X, y).predict(X))


CLASSIFIER, REGRESSOR = ensemblelab.DecisionTreeClassifier(), ensemblelab.DecisionTreeRegressor()
CLUSTERS = KMeans(2)


@pytest.mark.parametrize(
    ("ensemble", "message"),
    [
        (ensemblelab.AdaBoostClassifier(REGRESSOR), "estimator: DecisionTreeRegressor"),
        (ensemblelab.BaggingClassifier(REGRESSOR), "estimator: DecisionTreeRegressor"),
        (ensemblelab.BaggingClassifier(CLUSTERS), "estimator: KMeans.* is a clusterer"),
        (ensemblelab.BaggingRegressor(CLASSIFIER), "estimator: DecisionTreeClassifier"),
        (ensemblelab.BaggingRegressor(CLASSIFIER, max_features=1), "estimator: DecisionTreeC"),
        (
            ensemblelab.CommitteeClassifier([("a", CLASSIFIER), ("b", REGRESSOR)]),
            "estimators: DecisionTreeRegressor",
        ),
        (ensemblelab.CommitteeClassifier([("a", "drop")]), "'a' is 'drop', which is no estimator"),
        (ensemblelab.CommitteeClassifier([(1, CLASSIFIER)]), r"estimators=\[\(1, .* \(name, est"),
        (ensemblelab.StackingClassifier([(1, CLASSIFIER)]), r"estimators=\[\(1, .* \(name, est"),
        (
            ensemblelab.StackingRegressor([("a", CLASSIFIER)]),
            r"estimators: DecisionTreeClassifier\(\) is a classifier; a regressor is needed",
        ),
        (ensemblelab.GradientBoostingRegressor(init=CLASSIFIER), "init: DecisionTreeClassifier"),
        (
            ensemblelab.BaggingRegressor(make_pipeline(StandardScaler(), CLASSIFIER)),
            "estimator: Pipeline",
        ),
    ],
)
def test_members_of_another_kind_are_refused(ensemble, message):
    with pytest.raises(ValueError, match=message):
        ensemble.fit(X, [0, 1, 0, 1])


def test_a_member_may_not_say_what_it_is():
    class Constant(BaseEstimator):
        def fit(self, X, y):
            self.classes_ = np.unique(y)
            return self

        def predict(self, X):
            return np.zeros(len(X), dtype=int)

    for ensemble in (ensemblelab.BaggingClassifier, ensemblelab.BaggingRegressor):
        assert ensemble(Constant(), 2).fit(X, [0, 1, 0, 1]).predict(X).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("name", ["AdaBoostClassifier", "DecisionTreeClassifier", "XGBClassifier"])
def test_logarithms_of_probabilities(name):
    model = getattr(ensemblelab, name)().fit(X, [0, 1, 0, 1])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = model.predict_log_proba(X)
    np.testing.assert_allclose(np.exp(found), model.predict_proba(X), rtol=1e-14, atol=0)
