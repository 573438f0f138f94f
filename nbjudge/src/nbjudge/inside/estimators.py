"""Estimators of scikit-learn that cross by value: the class by its place, what it holds as data.

So what a test has a student's model compute, scikit-learn computes in the checker. Whoever makes up
what a model holds has made up a model, and it is judged by what it predicts.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

import numpy as np

__all__ = ["class_at", "held_by", "made", "place_of"]

SEARCH_TREES = ("KDTree", "BallTree")
"""What neighbours are looked up in; made again of the points, as it cannot cross."""

ATOMS = (bool, int, float, complex, str, bytes, range, slice)


def is_estimator(kind: type) -> bool:
    """Whether a class is one of scikit-learn's estimators, and no one's who derives from them."""
    lineage = [(base.__module__, base.__name__) for base in type.mro(kind)]
    own = all(module == "abc" or module.startswith("sklearn.") for module, _ in lineage[:-1])
    return own and ("sklearn.base", "BaseEstimator") in lineage


def class_at(module: Any, name: Any) -> type | None:
    """Return the estimators' class that goes by a name in a module that has been imported."""
    where = sys.modules.get(module) if type(module) is str else None
    found = vars(where).get(name) if isinstance(where, ModuleType) else None
    if not isinstance(found, type) or not is_estimator(found):
        return None
    return found if (found.__module__, found.__qualname__) == (module, name) else None


def place_of(value: Any) -> tuple[str, str] | None:
    """Return where the class of an estimator stands, if what it holds is data throughout."""
    kind = type(value)
    if class_at(kind.__module__, kind.__qualname__) is not kind:
        return None
    return (kind.__module__, kind.__qualname__) if plain(held_by(value)) else None


def held_by(value: Any) -> dict[str, Any]:
    """Return what an estimator holds; a tree to look neighbours up in is named, not held."""
    held = dict(vars(value))
    tree = held.get("_tree")
    if type(tree).__module__.startswith("sklearn.neighbors") and "_fit_X" in held:
        held["_tree"] = type(tree).__name__.rstrip("3264")
    return held


def plain(value: Any) -> bool:
    """Whether something is data throughout, other estimators among it."""
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
        elif kind in (list, tuple, set, frozenset):
            waiting += value
        elif kind is dict:
            waiting += [*value.keys(), *value.values()]
        elif class_at(kind.__module__, kind.__qualname__) is kind:
            waiting += held_by(value).values()
        elif not (
            (isinstance(value, (np.generic, np.dtype)) and kind not in (np.void, np.object_))
            or (isinstance(value, type) and issubclass(value, np.generic))
            or kind is np.random.RandomState
        ):
            return False
    return True


def made(kind: type, held: Mapping[str, Any]) -> Any:
    """Make an estimator that holds what it is told to.

    Raises
    ------
    ValueError
        If that is not data.
    """
    if type(held) is not dict or not plain(held) or not all(type(name) is str for name in held):
        raise ValueError("an estimator that holds what is no data")
    value: Any = object.__new__(kind)
    vars(value).update(held)
    if held.get("_tree") in SEARCH_TREES:
        import sklearn.neighbors

        search = getattr(sklearn.neighbors, held["_tree"])
        about = dict(held["effective_metric_params_"])
        metric = held["effective_metric_"]
        value._tree = search(held["_fit_X"], held["leaf_size"], metric=metric, **about)
    return value
