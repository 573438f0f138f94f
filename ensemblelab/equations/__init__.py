"""Every numbered equation of the course as a statement that can be pressed on.

>>> from ensemblelab.equations import verify
>>> verify("bagging.7").passed
True
"""

from ensemblelab.equations.registry import equations, find, verify
from ensemblelab.equations.statement import (
    Check,
    EquationError,
    Erratum,
    Identity,
    Law,
    Report,
    Statement,
)

__all__ = [
    "Check",
    "EquationError",
    "Erratum",
    "Identity",
    "Law",
    "Report",
    "Statement",
    "equations",
    "find",
    "verify",
]
