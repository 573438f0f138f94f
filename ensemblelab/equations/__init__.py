"""Every numbered equation of the course as a statement that can be pressed on.

>>> from ensemblelab.equations import verify
>>> verify("bagging.7").passed
True
"""

# Importing registers; the order is that of the derivations.
from ensemblelab.equations import bagging as _bagging  # noqa: F401, I001
from ensemblelab.equations import adaboost as _adaboost  # noqa: F401
from ensemblelab.equations import adaboost_weights as _adaboost_weights  # noqa: F401
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
