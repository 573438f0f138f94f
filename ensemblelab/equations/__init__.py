"""Every numbered equation of the course as a statement that can be pressed on.

>>> from ensemblelab.equations import verify
>>> verify("bagging.7").passed
True
"""

# Importing registers, in the order of the derivations.
from ensemblelab.equations import committees as _committees  # noqa: F401, I001
from ensemblelab.equations import bootstrap as _bootstrap  # noqa: F401
from ensemblelab.equations import bagging as _bagging  # noqa: F401
from ensemblelab.equations import one_over_m as _one_over_m  # noqa: F401
from ensemblelab.equations import forest as _forest  # noqa: F401
from ensemblelab.equations import adaboost as _adaboost  # noqa: F401
from ensemblelab.equations import adaboost_weights as _adaboost_weights  # noqa: F401
from ensemblelab.equations import exponential as _exponential  # noqa: F401
from ensemblelab.equations import gradient_boosting as _gradient_boosting  # noqa: F401
from ensemblelab.equations import xgboost as _xgboost  # noqa: F401
from ensemblelab.equations import bias_variance as _bias_variance  # noqa: F401
from ensemblelab.equations import errata_averaging as _errata_averaging  # noqa: F401
from ensemblelab.equations import errata_boosting as _errata_boosting  # noqa: F401
from ensemblelab.equations import errata_trees as _errata_trees  # noqa: F401
from ensemblelab.equations.registry import equations, find, verify
from ensemblelab.equations.statement import (
    Check,
    EquationError,
    Erratum,
    Estimate,
    Identity,
    Law,
    Report,
    Statement,
)

__all__ = [
    "Check",
    "EquationError",
    "Erratum",
    "Estimate",
    "Identity",
    "Law",
    "Report",
    "Statement",
    "equations",
    "find",
    "verify",
]
