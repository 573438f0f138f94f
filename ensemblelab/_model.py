"""What every estimator here is, beside what scikit-learn's are."""

from __future__ import annotations

import inspect
from typing import Any

from sklearn.base import BaseEstimator
from sklearn.utils import get_tags

__all__ = ["Model", "check_kind"]


class Model(BaseEstimator):
    """An estimator whose pickles outlast new parameters.

    A parameter that came after an estimator was pickled has its default: with that, estimators do
    as they did before there was a choice. A parameter without one fails in scikit-learn's words.
    """

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = inspect.signature(type(self).__init__).parameters.values()
        later = {one.name: one.default for one in given if one.default is not one.empty}
        super().__setstate__(later | state)


def check_kind(argument: str, member: Any, ensemble: BaseEstimator) -> None:
    """Check that a member is what its ensemble is: a classifier, or a regressor.

    One that does not say what it is may be either.

    Parameters
    ----------
    argument : str
        What the error calls the parameter.
    member : estimator
    ensemble : estimator

    Raises
    ------
    ValueError
        If the member is of another kind.
    """
    if not hasattr(member, "__sklearn_tags__"):
        return
    kind, needed = get_tags(member).estimator_type, get_tags(ensemble).estimator_type
    if kind not in (None, needed):
        raise ValueError(f"{argument}: {member!r} is a {kind}; a {needed} is needed")
