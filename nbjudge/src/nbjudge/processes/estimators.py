"""Estimators of scikit-learn that cross by value: the class by its place, what it holds as data.

So what a test has a student's model compute, scikit-learn computes in the checker. Whoever makes up
what a model holds has made up a model, and it is judged by what it predicts.

Much of scikit-learn is compiled and trusts the arrays that an estimator holds: a forged one would
have it read and write beyond them. So what a model has learnt crosses for a few classes only, each
with a reason why no array can do that. Of all others nothing crosses but what the class is called
with, which scikit-learn checks when it fits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from nbjudge.processes.trees import decode_tree, encode_tree, is_forest, is_tree

__all__ = ["find_class", "get_state", "locate_class", "make_estimator"]

BY_NUMPY = frozenset(
    (
        "LinearRegression",
        "Ridge",
        "RidgeCV",
        "Lasso",
        "LassoCV",
        "ElasticNet",
        "ElasticNetCV",
        "LogisticRegression",
        "LinearSVC",
        "LinearSVR",
        "LinearDiscriminantAnalysis",
        "QuadraticDiscriminantAnalysis",
        "GaussianNB",
        "MultinomialNB",
        "BernoulliNB",
        "ComplementNB",
        "CategoricalNB",
        "GaussianMixture",
        "PCA",
        "StandardScaler",
        "MinMaxScaler",
        "RobustScaler",
        "LabelEncoder",
        "DummyClassifier",
        "DummyRegressor",
    )
)
"""What these have learned is used by NumPy alone, which compares shapes."""

NEIGHBOURS = frozenset(
    (
        "NearestNeighbors",
        "KNeighborsClassifier",
        "KNeighborsRegressor",
        "RadiusNeighborsClassifier",
        "RadiusNeighborsRegressor",
    )
)
"""These have memorized their points, and are fitted to them again."""

READ = frozenset(("1.6", "1.7", "1.8", "1.9"))
"""Releases of scikit-learn for which this holds: 1.9 was read; in the others these classes reach
the same compiled routines, and the same tests pass."""

CLASSIFYING_MACHINES = frozenset(("SVC", "NuSVC"))
MACHINES = CLASSIFYING_MACHINES | {"SVR", "NuSVR", "OneClassSVM"}

ATOMS = {bool, int, float, complex, str, bytes, range, slice}


def is_estimator(kind: type) -> bool:
    """Return whether a class is one of scikit-learn's estimators, and not derived from one."""
    lineage = [(base.__module__, base.__name__) for base in type.mro(kind)]
    own = all(module == "abc" or module.startswith("sklearn.") for module, _ in lineage[:-1])
    return own and ("sklearn.base", "BaseEstimator") in lineage


def find_class(module: Any, name: Any) -> type | None:
    """Return the estimators' class that goes by a name in a module that has been imported."""
    where = sys.modules.get(module) if type(module) is str else None
    found = vars(where).get(name) if isinstance(where, ModuleType) else None
    if not isinstance(found, type) or not is_estimator(found):
        return None
    return found if (found.__module__, found.__qualname__) == (module, name) else None


def locate_class(value: Any) -> tuple[str, str] | None:
    """Return where the class of an estimator stands, if it can be made again of what it holds."""
    kind = type(value)
    if find_class(kind.__module__, kind.__qualname__) is not kind:
        return None
    forest = is_forest(kind)
    try:
        held = get_state(value)
        if not is_data(
            held, lambda part: (forest and is_tree(type(part))) or bool(locate_class(part))
        ):
            return None
        make_estimator(kind, held)
    except (ValueError, RecursionError):  # the latter: of one that holds itself
        return None
    return (kind.__module__, kind.__qualname__)


def get_state(value: Any) -> dict[str, Any]:
    """Return what an estimator holds, a tree of its own as columns; none to look neighbours up."""
    held = dict(vars(value))
    if is_tree(type(value)) and "tree_" in held:
        held["tree_"] = encode_tree(held["tree_"])
    if type(value).__name__ in NEIGHBOURS:
        held.pop("_tree", None)
    return held


def is_data(value: Any, is_sound: Callable[[Any], bool]) -> bool:
    """Return whether something is data throughout, and the estimators in it are sound."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        kind: type = type(value)
        if value is None or kind in ATOMS or id(value) in seen:
            continue
        seen.add(id(value))
        if kind is np.ndarray:
            waiting += value.ravel().tolist() if value.dtype.kind == "O" else []
        elif kind in {list, tuple, set, frozenset}:
            waiting += value
        elif kind is dict:
            waiting += [*value.keys(), *value.values()]
        elif find_class(kind.__module__, kind.__qualname__) is kind:
            if not is_sound(value):
                return False
        elif not (
            (isinstance(value, (np.generic, np.dtype)) and kind not in (np.void, np.object_))
            or (isinstance(value, type) and issubclass(value, np.generic))
            or kind is np.random.RandomState
        ):
            return False
    return True


def make_estimator(kind: type, held: Mapping[str, Any]) -> Any:
    """Make an estimator that holds what it is told to; estimators among that have been made.

    Raises
    ------
    ValueError
        If that is not data, or nothing that such an estimator can hold.
    """
    if type(held) is not dict or not all(type(name) is str for name in held):
        raise ValueError("an estimator that holds what is no data")
    if not is_data(held, lambda part: True):
        raise ValueError("an estimator that holds what is no data")
    try:
        return build_estimator(kind, held)
    except ValueError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError) as error:
        raise ValueError(f"an estimator that holds something else: {error}") from None


def build_estimator(kind: Any, held: dict[str, Any]) -> Any:
    """Call the class as it was called, and add what has been learnt if it is sound."""
    if held.get("memory") is not None:  # it would read, as code, what lies in a folder
        raise ValueError("an estimator that keeps files")
    if has_distance_numbers(held):
        raise ValueError("an estimator that says by numbers of its own how far things are apart")
    value = kind(**{name: held[name] for name in kind._get_param_names() if name in held})
    learnt = {name: part for name, part in held.items() if name not in vars(value)}
    if not learnt:
        return value
    release = sys.modules["sklearn"].__version__
    if ".".join(release.split(".")[:2]) not in READ:
        raise ValueError(f"what a model of scikit-learn {release} has learned does not cross")
    if kind._get_param_names():  # a class that is called with nothing checks nothing
        value._validate_params()
    if held.get("warm_start"):  # fitting goes on from arrays that nobody compares
        raise ValueError("an estimator that starts from what it has learned")
    if hidden := [name for name in learnt if hasattr(kind, name)]:
        raise ValueError(f"an estimator that hides the {hidden[0]!r} of its class")
    if kind.__name__ in NEIGHBOURS:
        return fit_neighbors(value, learnt)
    if is_tree(kind):
        learnt["tree_"] = decode_tree(learnt["tree_"], learnt.get("n_features_in_"))
    elif is_forest(kind):
        if not match_features(learnt.get("estimators_", []), learnt.get("n_features_in_")):
            raise ValueError("a forest whose base learners are not trees for its observations")
    elif kind.__name__ == "KMeans":
        if not are_centers(learnt["cluster_centers_"], learnt["n_features_in_"]):
            raise ValueError("clusters whose centers are none")
        learnt["_n_threads"] = 1  # more than there can be would end the process
    elif kind.__name__ in MACHINES:
        if value.kernel == "precomputed" or not is_support_vector_machine(kind, learnt):
            raise ValueError("a support vector machine whose arrays do not fit")
    elif kind.__name__ not in BY_NUMPY:
        raise ValueError(f"what a {kind.__name__} has learned does not cross")
    vars(value).update(learnt)
    return value


def has_distance_numbers(held: Any) -> bool:
    """Return whether numbers of a distance's own stand in parameters, or in those to be tried.

    SciPy's compiled distances read as many as there are features, however many came.
    """
    if isinstance(held, dict):
        own = [v for k, v in held.items() if str(k).endswith("metric_params") and v is not None]
        return bool(own) or any(map(has_distance_numbers, held.values()))
    return isinstance(held, (list, tuple)) and any(map(has_distance_numbers, held))


def match_features(members: Any, n_features: Any) -> bool:
    """Return whether a forest's members are trees for rows of so many features."""
    return type(members) is list and all(
        is_tree(type(member))
        and "tree_" in vars(member)
        and type(n_features) is int
        and member.tree_.n_features == n_features
        for member in members
    )


def fit_neighbors(value: Any, learnt: Mapping[str, Any]) -> Any:
    """Fit one that looks for neighbours to the points that it has learnt."""
    target = learnt.get("_y")
    if "classes_" in learnt:
        target = learnt["classes_"][target]  # a list, and an error, where there are several outputs
    value.fit(learnt["_fit_X"], target)
    if "feature_names_in_" in learnt:
        value.feature_names_in_ = learnt["feature_names_in_"]
    return value


def are_centers(centres: Any, n_features: Any) -> bool:
    """Return whether something holds points of so many features, one at least."""
    return (
        type(n_features) is int
        and type(centres) is np.ndarray
        and centres.dtype in (np.float64, np.float32)
        and centres.shape == (len(centres), n_features)
        and centres.size > 0
    )


def is_support_vector_machine(kind: type, learnt: Mapping[str, Any]) -> bool:
    """Return whether the arrays that libsvm reads are as long as it takes them to be."""
    per_class, n_features = learnt["_n_support"], learnt["n_features_in_"]
    classes, vectors = len(per_class), len(learnt["support_"])
    pairs = classes * (classes - 1) // 2
    chances = pairs if len(learnt["_probA"]) else 0
    shapes = {
        "support_vectors_": (np.float64, (vectors, n_features)),
        "support_": (np.int32, (vectors,)),
        "_n_support": (np.int32, (classes,)),
        "_dual_coef_": (np.float64, (classes - 1, vectors)),
        "_intercept_": (np.float64, (pairs,)),
        "_probA": (np.float64, (chances,)),
        "_probB": (np.float64, (chances,)),
    }
    if not all(
        type(learnt[name]) is np.ndarray
        and learnt[name].dtype == dtype
        and learnt[name].shape == shape
        for name, (dtype, shape) in shapes.items()
    ):
        return False
    classifies = kind.__name__ in CLASSIFYING_MACHINES
    counted = per_class if classifies else per_class[:1]  # others hold two, and the first counts
    return (
        learnt["_sparse"] is False
        and type(n_features) is int
        and n_features > 0
        and vectors > 0
        and (classes >= 2 if classifies else classes == 2)
        and bool(np.all(counted >= 0))
        and int(counted.sum(dtype=np.int64)) == vectors
    )
