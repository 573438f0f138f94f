r"""One criterion for every tree: a score of two sums, and the value of a leaf.

A node holds G, a sum of K columns (K is 1, or the number of classes), and H, the
sum of weights. A split is as good as the scores of its two children together:

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

With y = ±1 in one column, Gini's score is (H + G²/H)/2: the same splits as G²/H at
half the work. The weighted error of a leaf that votes for its majority is
(H − |G|)/2, eq. (adaboost.9).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

__all__ = ["CRITERIA", "Criterion", "newton"]


class Criterion(NamedTuple):
    """How good a node is, and what it answers.

    Attributes
    ----------
    score : callable
        ``score(G, H)`` with G of shape (K, ...) and H of shape (...), to (...).
        The grower maximises its sum over children.
    leaf : callable
        ``leaf(G, H)``, same shapes, to (K, ...).
    """

    score: Callable[[np.ndarray, np.ndarray], np.ndarray]
    leaf: Callable[[np.ndarray, np.ndarray], np.ndarray]


def _sum_of_squares(G: np.ndarray) -> np.ndarray:
    # Column by column: the order of addition must not depend on memory layout, or ties would.
    total = G[0] * G[0]
    for column in G[1:]:
        total += column * column
    return total


def _mean(G: np.ndarray, H: np.ndarray) -> np.ndarray:
    return np.divide(G, H, out=np.zeros_like(G, dtype=float), where=H > 0)


def _squares(G: np.ndarray, H: np.ndarray) -> np.ndarray:
    total = _sum_of_squares(G)
    total /= H
    return total


def _entropy(G: np.ndarray, H: np.ndarray) -> np.ndarray:
    total = np.zeros_like(H, dtype=float)
    for column in G:
        p = np.divide(column, H, out=np.ones_like(total), where=column > 0)  # 0 log 0 = 0
        total += column * np.log2(p)
    return total


def _majority(G: np.ndarray, H: np.ndarray) -> np.ndarray:
    return np.abs(G[0]) if len(G) == 1 else np.max(G, axis=0)


CRITERIA = {
    "squared_error": Criterion(_squares, _mean),
    "gini": Criterion(_squares, _mean),
    "entropy": Criterion(_entropy, _mean),
    "error": Criterion(_majority, _mean),
}


def newton(reg_lambda: float = 1.0) -> Criterion:
    """Give XGBoost's criterion: the objective after a Newton step in each leaf.

    Parameters
    ----------
    reg_lambda : float
        λ, the L2 penalty on leaf values, at least 0.

    Returns
    -------
    Criterion
        score ½ G²/(H+λ), leaf G/(H+λ), with G = −Σ g (xgboost.gain).
    """

    def score(G: np.ndarray, H: np.ndarray) -> np.ndarray:
        total = _sum_of_squares(G)
        total /= H + reg_lambda
        total /= 2
        return total

    return Criterion(score, lambda G, H: _mean(G, H + reg_lambda))
