"""Every numbered equation of the course as a statement that can be checked.

>>> from ensemblelab.equations import verify
>>> verify("bagging.7").passed
True
"""

from functools import partial
from typing import TYPE_CHECKING

from ensemblelab._old_names import find_renamed
from ensemblelab.verify.registry import WAITING as WAITING
from ensemblelab.verify.registry import add_topics, equations, find, verify
from ensemblelab.verify.registry import topics as topics
from ensemblelab.verify.statement import (
    CheckReport,
    CheckResult,
    EquationError,
    Erratum,
    Identity,
    Law,
    Statement,
)

__all__ = [
    "CheckReport",
    "CheckResult",
    "EquationError",
    "Erratum",
    "Identity",
    "Law",
    "Statement",
    "equations",
    "find",
    "verify",
]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)

# The modules here that state equations, in the order of the derivations.
TOPICS = (
    "trees",
    "committees",
    "bootstrap",
    "bagging",
    "one_over_m",
    "forest",
    "adaboost",
    "adaboost_weights",
    "exponential",
    "gradient_boosting",
    "xgboost",
    "speed",
    "bias_variance",
    "stacking",
    "practice",
    "errata_averaging",
    "errata_boosting",
    "errata_trees",
)
add_topics(
    __name__,
    TOPICS,
    numbered_in="lecture notes A, Ensemble Methods",
    waiting={},  # for a chapter to come: statements by label, and the chapter of each
)
