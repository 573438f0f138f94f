"""What every estimator here is, beside what scikit-learn's are."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils import get_tags

__all__ = ["Model", "check_kind", "takes_missing"]


class Model(BaseEstimator):
    """An estimator that says what it does not offer, and whose pickles outlast new parameters.

    Methods are often those of a private base, which Python would name where arguments do not fit.

    A parameter that came after an estimator was pickled has its default: with that, estimators do
    as they did before there was a choice. A parameter without one fails in scikit-learn's words.
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for name, method in list(vars(cls).items()):
            if inspect.isfunction(method) and (name == "__init__" or not name.startswith("_")):
                setattr(cls, name, _with_clear_errors(method))

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = inspect.signature(type(self).__init__).parameters.values()
        later = {one.name: one.default for one in given if one.default is not one.empty}
        super().__setstate__(later | state)


def _with_clear_errors(method: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a method: errors name its object's class and the arguments that do not fit."""

    @functools.wraps(method)
    def call(self: Any, /, *args: Any, **named: Any) -> Any:
        try:
            return method(self, *args, **named)
        except TypeError:
            wrong = _describe_misfit(method, self, args, named)
            if not wrong:
                raise
        raise TypeError(wrong)

    return call


def _describe_misfit(
    method: Callable[..., Any], model: Any, args: tuple[Any, ...], named: dict[str, Any]
) -> str:
    """Return which arguments do not fit a method, in words; nothing if they do."""
    signature = inspect.signature(method)
    try:
        signature.bind(model, *args, **named)
    except TypeError as error:
        wrong = str(error)
    else:
        return ""
    caller = type(model).__name__
    if method.__name__ != "__init__":
        caller += f".{method.__name__}"
    _, *takes = signature.parameters.values()
    names = [one.name for one in takes]
    if unknown := [name for name in named if name not in names]:
        wrong = f"{caller} does not offer " + ", ".join(
            f"{name} (did you mean {close[0]}?)" if close else name
            for name in unknown
            for close in [get_close_matches(name, names, n=1, cutoff=0.8)]
        )
    else:
        wrong = f"{caller}: {wrong}"
    by_name = [one.name for one in takes if one.kind is one.KEYWORD_ONLY]
    if by_name:
        names.insert(-len(by_name), "*")
    return f"{wrong}; it takes {', '.join(names) or 'no argument'}"


def check_kind(argument: str, member: Any, ensemble: BaseEstimator) -> None:
    """Check that a base learner is what its ensemble is: a classifier, or a regressor.

    One that does not say what it is may be either.

    Parameters
    ----------
    argument : str
        What the error calls the parameter.
    base learner : estimator
    ensemble : estimator

    Raises
    ------
    ValueError
        If the base learner is of another kind.
    """
    if not hasattr(member, "__sklearn_tags__"):
        return
    kind, needed = get_tags(member).estimator_type, get_tags(ensemble).estimator_type
    if kind not in (None, needed):
        raise ValueError(f"{argument}: {member!r} is a {kind}; a {needed} is needed")


def takes_missing(member: Any) -> bool:
    """Return whether a base learner says that it accepts missing values.

    Parameters
    ----------
    base learner : estimator or None
        One that does not say what it is says no.

    Returns
    -------
    bool
    """
    return hasattr(member, "__sklearn_tags__") and bool(get_tags(member).input_tags.allow_nan)
