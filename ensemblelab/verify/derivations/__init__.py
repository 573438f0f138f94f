"""Derivations read line by line, in a notation of their own.

>>> from ensemblelab.verify.derivations import check
>>> verdict = check("adaboost.21", ["y*f", "1 - one(f != y)"])
>>> verdict.outcome, verdict.line
('wrong', 2)
"""

from ensemblelab.verify.derivations.checking import Counterexample, Outcome, Step, Verdict, check
from ensemblelab.verify.derivations.notation import NotationError, Symbol, parse
from ensemblelab.verify.derivations.stated import Derivation, Move, derivations, find

__all__ = [
    "Counterexample",
    "Derivation",
    "Move",
    "NotationError",
    "Outcome",
    "Step",
    "Symbol",
    "Verdict",
    "check",
    "derivations",
    "find",
    "parse",
]
