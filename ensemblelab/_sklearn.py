"""The one file that imports what scikit-learn keeps private, and what to do when it goes.

scikit-learn has no public way to do these things, and no types. Here the names get types, and
lose their underscores. They were there, with the same meaning, from 1.6 to 1.9.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from typing import Any, Protocol, Self, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

# The decorator of `fit` that holds parameters to the estimator's `_parameter_constraints`. If it
# goes: a decorator of our own that reads them, and raises ValueError with the same words.
from sklearn.base import BaseEstimator, _fit_context

# Gives each `random_state` of a member, and of estimators inside it, a number of its own. If it
# goes: the same by `get_params(deep=True)` and `set_params`, in five lines. The numbers that it
# draws must stay the same, or recorded results change.
from sklearn.ensemble._base import _set_random_states
from sklearn.utils import assert_all_finite, check_consistent_length

# What `_parameter_constraints` are made of. If they go: an `Interval` is two comparisons,
# `StrOptions` a set and `HasMethods` some calls of hasattr.
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

# Parameters of named members, `name__parameter`, for the committee: `_get_params`, `_set_params`
# and `_validate_names`. If it goes: the committee's `get_params` and `set_params` go through its
# list of members themselves.
from sklearn.utils.metaestimators import _BaseComposition as BaseComposition
from sklearn.utils.metaestimators import available_if as _available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data as _validate_data

__all__ = [
    "BaseComposition",
    "Estimator",
    "HasMethods",
    "Interval",
    "StrOptions",
    "as_numbers",
    "available_if",
    "check_classes",
    "check_sample_weight",
    "check_targets",
    "fit_context",
    "note_features",
    "set_random_states",
    "validate_data",
]

Fit = TypeVar("Fit", bound=Callable[..., Any])


class _FitContext(Protocol):
    def __call__(self, *, prefer_skip_nested_validation: bool) -> Callable[[Fit], Fit]: ...


Number = TypeVar("Number", bound=np.floating)


class _ValidateData(Protocol):
    @overload
    def __call__(
        self,
        estimator: BaseEstimator,
        X: ArrayLike,
        *,
        dtype: type[Number],
        reset: bool,
        ensure_all_finite: bool | str = True,
    ) -> NDArray[Number]: ...
    @overload
    def __call__(
        self,
        estimator: BaseEstimator,
        X: ArrayLike,
        y: ArrayLike,
        *,
        dtype: type[Number],
        reset: bool = True,
        ensure_all_finite: bool | str = True,
        y_numeric: bool = False,
    ) -> tuple[NDArray[Number], NDArray[Any]]: ...


fit_context: _FitContext = _fit_context
available_if: Callable[[Callable[[Any], bool]], Callable[[Fit], Fit]] = _available_if  # public
set_random_states: Callable[[Any, int], None] = _set_random_states


def _validate(estimator: BaseEstimator, *args: Any, **how: Any) -> Any:
    """Do as scikit-learn's public function, but for two things.

    Where it refuses missing values, it is said who takes them here. And targets that should be
    numbers are: it turns objects into numbers only after it has looked for missing ones.
    """
    numeric = how.pop("y_numeric", False)
    asked = how.keys() - {"ensure_all_finite"}
    asked_for_rows = len(args) == 1 and asked == {"dtype", "reset"} and not how["reset"]
    if asked_for_rows and _is_ready(estimator, args[0], how["dtype"]):
        return args[0]
    try:
        checked = _validate_data(estimator, *args, **how)
    except ValueError as error:
        said, advises, _ = str(error).partition(" For supervised learning, you might want")
        if not advises:
            raise
        raise ValueError(
            f"{said} XGBClassifier and XGBRegressor do; or fill them in first, "
            "for instance by sklearn.impute.SimpleImputer."
        ) from None
    if not numeric:
        return checked
    # of one type, so that whoever compares targets compares the same
    return checked[0], as_numbers(checked[1]).astype(np.float64, copy=False)


def as_numbers(values: NDArray[Any], name: str = "y") -> NDArray[Any]:
    """Return values as finite numbers; raise an error if some are none.

    Parameters
    ----------
    values : ndarray
        Numbers, or objects that are numbers.
    name : str, default="y"
        What errors call them.

    Returns
    -------
    ndarray
        Objects come as float64, others as they are.

    Raises
    ------
    ValueError
        If one is not a number, or not finite.
    """
    try:
        texts = values.dtype == object and any(isinstance(one, str) for one in values.flat)
        if texts or values.dtype.kind not in "biufO":
            raise ValueError  # "1" could be read as a number, but was not meant as one
        numbers = values.astype(np.float64) if values.dtype.kind == "O" else values
    except (TypeError, ValueError):
        raise ValueError(f"{name}={reprlib.repr(values.tolist())} must hold numbers") from None
    assert_all_finite(numbers, input_name=name)
    return numbers


def check_classes(y: NDArray[Any]) -> None:
    """Check that y is made of classes: names, or numbers that count.

    Parameters
    ----------
    y : ndarray

    Raises
    ------
    ValueError
        If it is not, or holds both, or a missing one among names.
    """
    named = [isinstance(one, str) for one in y] if y.dtype == object else []
    if any(named) and not all(named):
        raise ValueError(f"y={reprlib.repr(y.tolist())} must hold names, or numbers, not both")
    check_classification_targets(y)


def _is_ready(estimator: Any, X: Any, dtype: type) -> bool:
    """Return whether X needs no conversion, and nothing is to be said of it.

    scikit-learn asks longer whether X is one of many kinds of tables than a small tree takes to
    answer, and an ensemble's base learners are asked one by one.
    """
    if type(X) is not np.ndarray or X.dtype != dtype or X.ndim != 2 or not len(X):
        return False
    if X.shape[1] != getattr(estimator, "n_features_in_", None):
        return False
    if hasattr(estimator, "feature_names_in_"):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(X.sum()))  # if not, some may be infinite, or their sum is too large


validate_data: _ValidateData = _validate


def check_targets(
    estimator: BaseEstimator, X: Any, y: ArrayLike, y_numeric: bool = False
) -> NDArray[Any]:
    """Check y, of observations that are handed on to base learners as they are.

    Parameters
    ----------
    estimator : estimator
        Whose name errors give.
    X : array-like or DataFrame of n_samples observations
    y : array-like of shape (n_samples,)
    y_numeric : bool, default=False
        Whether y must be made of numbers.

    Returns
    -------
    ndarray of shape (n_samples,)
    """
    checked = _validate_data(estimator, y=y)
    check_consistent_length(X, checked)
    return as_numbers(checked).astype(np.float64, copy=False) if y_numeric else checked


def note_features(estimator: BaseEstimator, X: Any, reset: bool) -> None:
    """Note the number and names of X's features, or compare X with the names.

    Parameters
    ----------
    estimator : estimator
    X : array-like or DataFrame
    reset : bool
        Whether to note, in `n_features_in_` and `feature_names_in_`, or to hold X to the names.

    Raises
    ------
    ValueError
        If the names are others.
    """
    # Else it would say of a row by itself that it has no features, and not how to reshape it.
    _validate_data(estimator, X, reset=reset, skip_check_array=True, ensure_2d=reset)


class Estimator(Protocol):
    """What ensembles ask of a base learner, whoever wrote it."""

    def fit(self, X: Any, y: Any) -> Self:
        """Learn from observations X with answers y."""

    def predict(self, X: Any) -> NDArray[Any]:
        """Answer for observations."""


def check_sample_weight(
    sample_weight: ArrayLike | None, X: NDArray[Any], name: str = "sample_weight"
) -> NDArray[np.float64]:
    """Check the weights of the observations of X, which is checked already.

    It replaces scikit-learn's private function of this name, which before 1.9 lets weights
    pass that are all zero.

    Parameters
    ----------
    sample_weight : array-like of shape (n_samples,) or None
    X : ndarray of shape (n_samples, n_features)
    name : str, default="sample_weight"
        What errors call them.

    Returns
    -------
    ndarray of float64, shape (n_samples,)
        1 for each observation if there are none.

    Raises
    ------
    TypeError
        If it is a single number.
    ValueError
        If there is not one finite weight of at least 0 for each observation, none is above 0, or
        their sum is not finite.
    """
    if sample_weight is None:
        return np.ones(len(X))
    weight = np.asarray(sample_weight)
    if weight.ndim == 0:
        try:
            check_consistent_length(X, weight.astype(float))
        except TypeError as error:  # in scikit-learn's words, for which its own tests ask
            raise TypeError(f"{name}={sample_weight!r}: {error}") from None
    if weight.shape != (len(X),):
        raise ValueError(f"{name} has the shape {weight.shape}, but X has {len(X)} observations")
    weight = as_numbers(weight, name).astype(np.float64, copy=False)
    if np.any(weight < 0):
        raise ValueError(f"{name} holds a negative number, {weight.min()}")
    if not np.any(weight):
        raise ValueError(f"{name} is zero everywhere: at least one must be non-zero")
    with np.errstate(over="ignore"):
        total = weight.sum()
    if not np.isfinite(total):
        raise ValueError(f"{name} holds numbers up to {weight.max():g}, whose sum is not finite")
    return weight
