"""What every estimator here is, beside what scikit-learn's are."""

from __future__ import annotations

import inspect
from typing import Any

from sklearn.base import BaseEstimator

__all__ = ["Model"]


class Model(BaseEstimator):
    """An estimator whose pickles outlast new parameters.

    A parameter that came after an estimator was pickled has its default: with that, estimators do
    as they did before there was a choice. A parameter without one fails in scikit-learn's words.
    """

    def __setstate__(self, state: dict[str, Any]) -> None:
        given = inspect.signature(type(self).__init__).parameters.values()
        later = {one.name: one.default for one in given if one.default is not one.empty}
        super().__setstate__(later | state)
