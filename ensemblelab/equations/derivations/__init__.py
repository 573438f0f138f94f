"""The derivations that problem sets ask for, and ``check``, which reads one line by line.

>>> from ensemblelab.equations.derivations import check
>>> verdict = check("adaboost.21", ["y*f", "1 - one(f != y)"])
>>> verdict.outcome, verdict.line
('wrong', 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ensemblelab._old_names import find_renamed
from ensemblelab.equations.derivations import adaboost, xgboost
from ensemblelab.verify import derivations as engine
from ensemblelab.verify.derivations import Counterexample as Counterexample
from ensemblelab.verify.derivations import Derivation, DerivationVerdict
from ensemblelab.verify.derivations import DerivationStep as DerivationStep
from ensemblelab.verify.derivations import Move as Move
from ensemblelab.verify.derivations import NotationError as NotationError
from ensemblelab.verify.derivations import Outcome as Outcome
from ensemblelab.verify.derivations import Symbol as Symbol
from ensemblelab.verify.derivations import parse as parse

__all__ = ["check", "derivations", "find"]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)

# In the order of the book.
DERIVATIONS = adaboost.DERIVATIONS + xgboost.DERIVATIONS


def derivations() -> tuple[Derivation, ...]:
    """Return the derivations, in the order of the book."""
    return DERIVATIONS


def find(label: str) -> Derivation:
    """Return the derivation of an equation.

    Parameters
    ----------
    label : str
        Of the equation.

    Returns
    -------
    Derivation

    Raises
    ------
    ValueError
        If there is none.
    """
    for derivation in DERIVATIONS:
        if derivation.label == label:
            return derivation
    there = ", ".join(derivation.label for derivation in DERIVATIONS)
    raise ValueError(f"label={label!r} is not a derivation; there are {there}")


def check(
    derivation: str | Derivation, lines: Sequence[str], *, prove: bool = True
) -> DerivationVerdict:
    """Check a derivation line by line.

    Parameters
    ----------
    derivation : str or Derivation
        The label of the equation, or a derivation of your own.
    lines, prove
        As for `ensemblelab.verify.derivations.checking.check`.

    Returns
    -------
    DerivationVerdict

    Raises
    ------
    ValueError
        If there is no derivation of this label.
    ModuleNotFoundError
        If a step has to be shown, and SymPy is not there.
    """
    task = find(derivation) if isinstance(derivation, str) else derivation
    return engine.check(task, lines, prove=prove)
