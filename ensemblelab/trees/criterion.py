r"""The criteria of all trees: a score that depends on two sums, and the value of a leaf.

A node holds G, a sum of K columns (K is 1, or the number of classes), and H, the
sum of weights. The gain of a split is the increase in the score:

    gain = score(G_left, H_left) + score(G_right, H_right) - score(G, H)

=================  ===============  ===========  ====================  ============
criterion          G                H            score                 leaf
=================  ===============  ===========  ====================  ============
squared_error      Σ w y            Σ w          G²/H                  G/H
gini               Σ w onehot(y)    Σ w          Σₖ Gₖ²/H              Gₖ/H
entropy            Σ w onehot(y)    Σ w          Σₖ Gₖ log₂(Gₖ/H)      Gₖ/H
error              Σ w onehot(y)    Σ w          maxₖ Gₖ               Gₖ/H
error, y = ±1      Σ w y            Σ w          \|G\|                   G/H
newton             −Σ g             Σ h          ½ G²/(H+λ)            G/(H+λ)
=================  ===============  ===========  ====================  ============

With y = ±1 in one column, Gini's score is (H + G²/H)/2, so that G²/H gives the same splits at
half the cost. The weighted error of a leaf that predicts its majority class is
(H − |G|)/2, eq. (adaboost.9).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

__all__ = ["CRITERIA", "ENTROPY", "MAJORITY", "SQUARES", "Criterion", "log2", "newton"]

SQUARES, ENTROPY, MAJORITY = range(3)


class Criterion(NamedTuple):
    """The score of a node and the value of a leaf.

    It consists of data, not functions, so that it can be passed to compiled loops.

    Attributes
    ----------
    kind : int
        SQUARES, ENTROPY or MAJORITY.
    reg_lambda : float
        λ, which is added to H; for SQUARES.
    factor : float
        Factor of the score.
    """

    kind: int
    reg_lambda: float = 0.0
    factor: float = 1.0

    def score(self, G: np.ndarray, H: np.ndarray) -> np.ndarray:
        """Compute the scores of nodes; a grower maximizes their sum over the children.

        Parameters
        ----------
        G : ndarray of float, shape (K, ...)
        H : ndarray of float, shape (...)

        Returns
        -------
        ndarray, shape (...)
        """
        return self.factor * self.raw_score(G, H)

    def raw_score(self, G: np.ndarray, H: np.ndarray) -> np.ndarray:
        """Compute the scores without the factor, which growers compare."""
        # Column by column: the order of addition must not depend on memory layout, or ties would.
        if self.kind == SQUARES:
            squares = sum((column * column for column in G[1:]), G[0] * G[0])
            return squares / (H + self.reg_lambda)
        if self.kind == ENTROPY:
            return sum((_p_log_p(column, H) for column in G), np.zeros_like(H, dtype=float))
        return np.abs(G[0]) if len(G) == 1 else np.max(G, axis=0)

    def leaf(self, G: np.ndarray, H: np.ndarray) -> np.ndarray:
        """Return the values of leaves, shape (K, ...), for G and H as in `score`."""
        H = H + self.reg_lambda
        return np.divide(G, H, out=np.zeros_like(G, dtype=float), where=H > 0)


CRITERIA = {
    "squared_error": Criterion(SQUARES),
    "gini": Criterion(SQUARES),
    "entropy": Criterion(ENTROPY),
    "error": Criterion(MAJORITY),
}


def newton(reg_lambda: float = 1.0) -> Criterion:
    """Return XGBoost's criterion: the objective after a Newton step in each leaf.

    Parameters
    ----------
    reg_lambda : float
        λ, the L2 penalty on leaf values, at least 0.

    Returns
    -------
    Criterion
        score ½ G²/(H+λ), leaf G/(H+λ), with G = −Σ g (xgboost.gain).
    """
    return Criterion(SQUARES, reg_lambda, 0.5)


def _p_log_p(G: np.ndarray, H: np.ndarray) -> np.ndarray:
    """Return G log₂(G/H), and 0 for an empty class."""
    p = np.divide(G, H, out=np.ones_like(H, dtype=float), where=G > 0)
    return np.where(G > 0, G * log2(*np.frexp(p)), 0.0)


LOG2 = 2.8853900817779268  # 2 / ln 2


def log2(fraction: Any, exponent: Any) -> Any:
    r"""Compute log₂ of fraction · 2^exponent, 0.5 <= fraction < 1.

    The last bit of a processor's logarithm may be wrong, and differs between processors, so that
    equal gains of two splits could become unequal. This function uses only arithmetic that is
    defined by IEEE 754: with s = (f − 1)/(f + 1), ln f = 2 (s + s³/3 + s⁵/5 + ...), and
    \|s\| < 0.172.
    """
    small = fraction < 0.7071067811865476
    f = fraction * (1.0 + small)
    s = (f - 1.0) / (f + 1.0)
    z = s * s
    series = 0.0 * z
    for k in range(21, 0, -2):
        series = series * z + 1.0 / k
    return LOG2 * s * series + (exponent - small * 1)
