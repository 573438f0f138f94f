"""Derivations checked line by line, in a notation of their own.

>>> from ensemblelab.verify.derivations import Derivation, Symbol, check
>>> a, b = Symbol("a number", "real"), Symbol("another", "real")
>>> task = Derivation("square", "(a + b)**2", "a**2 + 2*a*b + b**2", {"a": a, "b": b}, ())
>>> verdict = check(task, ["(a + b)**2", "a**2 + b**2"])
>>> verdict.outcome, verdict.line
('wrong', 2)
"""

from ensemblelab.verify.derivations.checking import (
    Counterexample,
    DerivationStep,
    DerivationVerdict,
    Outcome,
    check,
)
from ensemblelab.verify.derivations.notation import Expression, NotationError, Symbol, parse
from ensemblelab.verify.derivations.task import Derivation, Move

__all__ = [
    "Counterexample",
    "Derivation",
    "DerivationStep",
    "DerivationVerdict",
    "Expression",
    "Move",
    "NotationError",
    "Outcome",
    "Symbol",
    "check",
    "parse",
]
