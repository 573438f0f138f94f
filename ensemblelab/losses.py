"""Loss functions for boosting, with their first and second derivatives.

Every loss computes, for targets y and predictions f:

    value(y, f)        L(y, f), one number an observation
    gradient(y, f)     dL/df
    hessian(y, f)      d²L/df²  (multinomial: the diagonal)
    constant(y, w)     the best constant prediction, argmin_c sum_i w_i L(y_i, c)
    step(...)          the leaf value: argmin_c sum_{i in leaf} w_i L(y_i, f_i + c),
                       exact where that is easy, otherwise by one Newton step

Class labels are 0 and 1, or 0 .. K-1. Predictions f are real numbers, of shape
(n_samples,), or (n_samples, K) for the multinomial loss.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_softmax, logit, softmax

__all__ = [
    "AbsoluteLoss",
    "ClassLoss",
    "ExponentialLoss",
    "HuberLoss",
    "LogisticLoss",
    "Loss",
    "MultinomialLoss",
    "SquaredLoss",
    "newton_step",
    "weighted_quantile",
]


Floats = NDArray[np.float64]


def newton_step(
    gradient: np.ndarray, hessian: np.ndarray, weight: np.ndarray, leaf: np.ndarray, n_leaves: int
) -> Floats:
    r"""Minimize each leaf's second-order expansion of the loss.

    .. math:: c_j = - \sum_{i \in j} w_i g_i \Big/ \sum_{i \in j} w_i h_i

    Parameters
    ----------
    gradient, hessian, weight : ndarray of shape (n_samples,)
    leaf : ndarray of int, shape (n_samples,)
        The number of the leaf each observation is in, below `n_leaves`.
    n_leaves : int

    Returns
    -------
    ndarray of shape (n_leaves,)
        0 for a leaf without curvature, where the loss cannot be reduced further.

    Notes
    -----
    Source: Friedman (2001), Greedy function approximation, section 4.5.
    """
    slope = np.bincount(leaf, weight * gradient, minlength=n_leaves)
    curvature = np.bincount(leaf, weight * hessian, minlength=n_leaves)
    # 1e-150, as in scikit-learn: below it the quotient is made of rounding alone.
    return np.divide(-slope, curvature, out=np.zeros(n_leaves), where=curvature > 1e-150)


def weighted_quantile(values: np.ndarray, weight: np.ndarray, q: float) -> float:
    """Compute the weighted quantile, where the cumulative weight exceeds the fraction `q`.

    Parameters
    ----------
    values, weight : ndarray of shape (n,)
        Weights are not negative, and not all zero.
    q : float
        Between 0 and 1; 0.5 is the median.

    Returns
    -------
    float
        If the cumulative weight is exactly `q` between two adjacent values, their mean, so that
        equal weights and q = 0.5 give the median.

    Raises
    ------
    ValueError
        If `q` is not between 0 and 1, or no value has weight.
    """
    if not 0 <= q <= 1:
        raise ValueError(f"q={q!r} must be between 0 and 1")
    values, weight = values[weight > 0], weight[weight > 0]
    if not len(values):
        raise ValueError("values must hold one at least whose weight is above 0")
    order = np.argsort(values, kind="stable")
    cumulative = np.cumsum(weight[order])
    target = q * cumulative[-1]
    low = np.searchsorted(cumulative, target, side="left")
    high = min(np.searchsorted(cumulative, target, side="right"), len(values) - 1)
    return float((values[order[low]] + values[order[high]]) / 2)


class Loss:
    """The base class of the losses; a leaf's step is a Newton step unless a loss overrides it."""

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return L(y, f), one number an observation."""
        raise NotImplementedError

    def gradient(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return dL/df."""
        raise NotImplementedError

    def hessian(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return d²L/df², multinomial: the diagonal."""
        raise NotImplementedError

    def derivatives(self, y: np.ndarray, f: np.ndarray) -> tuple[Floats, Floats]:
        """Return gradient and hessian; common terms, such as probabilities, are computed once."""
        return self.gradient(y, f), self.hessian(y, f)

    def constant(self, y: np.ndarray, weight: np.ndarray) -> float | Floats:
        """Return the best constant prediction."""
        raise NotImplementedError

    def adapt(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> None:
        """Adapt the loss to the residuals before a round; only Huber's loss does."""

    def step(
        self,
        y: np.ndarray,
        f: np.ndarray,
        gradient: np.ndarray,
        hessian: np.ndarray,
        weight: np.ndarray,
        leaf: np.ndarray,
        n_leaves: int,
    ) -> Floats:
        """Compute the value of every leaf by one Newton step, `newton_step`.

        Parameters
        ----------
        y, f, gradient, hessian, weight : ndarray of shape (n_samples,)
            For the multinomial loss: f, gradient, and hessian of one class.
        leaf : ndarray of int, shape (n_samples,)
        n_leaves : int

        Returns
        -------
        ndarray of shape (n_leaves,)
        """
        return newton_step(gradient, hessian, weight, leaf, n_leaves)


class ClassLoss(Loss):
    """A loss for class labels, whose link function turns f into probabilities."""

    n_classes = 2

    def derivatives(self, y: np.ndarray, f: np.ndarray) -> tuple[Floats, Floats]:
        """Return gradient and hessian."""
        raise NotImplementedError

    def gradient(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return dL/df."""
        return self.derivatives(y, f)[0]

    def hessian(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return d²L/df², multinomial: the diagonal."""
        return self.derivatives(y, f)[1]

    def probabilities(self, f: np.ndarray) -> Floats:
        """Compute class probabilities from f, of shape (n_samples, K)."""
        raise NotImplementedError

    def link(self, p: np.ndarray) -> Floats:
        """Return the f whose `probabilities` are p, of shape (..., K), all between 0 and 1."""
        raise NotImplementedError

    def constant(self, y: np.ndarray, weight: np.ndarray) -> float | Floats:
        """Return the f of the class frequencies."""
        shares = np.bincount(y.astype(np.intp), weight, self.n_classes) / weight.sum()
        return self.link(shares)


class SquaredLoss(Loss):
    r""":math:`L = \frac12 (y - f)^2`: the negative gradient is the residual.

    With the factor ½ the second derivative is 1, so that the Newton step, a mean, is the exact
    minimum.
    """

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """½ (y − f)²."""
        return (y - f) ** 2 / 2

    def gradient(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return f − y."""
        return f - y

    def hessian(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """1."""
        return np.ones_like(f)

    def constant(self, y: np.ndarray, weight: np.ndarray) -> float:
        """Return the mean."""
        return float(np.average(y, weights=weight))


class AbsoluteLoss(Loss):
    r""":math:`L = |y - f|`: only the sign of a residual matters.

    Source: Friedman (2001), section 4.3, LAD-TreeBoost.
    """

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """|y − f|."""
        return np.abs(y - f)

    def gradient(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return the sign of f − y, −1 where it is 0."""
        return np.where(f > y, 1.0, -1.0)

    def hessian(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Return 0; there is no Newton step, and therefore `step` is a line search."""
        return np.zeros_like(f)

    def constant(self, y: np.ndarray, weight: np.ndarray) -> float:
        """Return the median."""
        return weighted_quantile(y, weight, 0.5)

    def step(
        self,
        y: np.ndarray,
        f: np.ndarray,
        gradient: np.ndarray,
        hessian: np.ndarray,
        weight: np.ndarray,
        leaf: np.ndarray,
        n_leaves: int,
    ) -> Floats:
        """Return the median residual of each leaf, which is the exact line search."""
        return _each_leaf(self.constant, y - f, weight, leaf, n_leaves)


class HuberLoss(Loss):
    r"""Squared loss up to :math:`\delta`, absolute loss beyond, so the gradient is at most δ.

    .. math:: L = \tfrac12 r^2 \text{ if } |r| \le \delta, \text{ else } \delta(|r| - \delta/2)

    Source: Friedman (2001), section 4.4, M-TreeBoost.

    Parameters
    ----------
    alpha : float, default=0.9
        δ is this quantile of |y − f|, computed again in every round.

    Attributes
    ----------
    delta : float

    Raises
    ------
    ValueError
        If `alpha` is not between 0 and 1.
    """

    def __init__(self, alpha: float = 0.9) -> None:
        if not 0 <= alpha <= 1:
            raise ValueError(f"alpha={alpha!r} must be between 0 and 1")
        self.alpha = alpha
        self.delta = 1.0

    def adapt(self, y: np.ndarray, f: np.ndarray, weight: np.ndarray) -> None:
        """Set δ to the `alpha` quantile of |y − f|."""
        self.delta = weighted_quantile(np.abs(y - f), weight, self.alpha)

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """½ r² where |r| ≤ δ, else δ(|r| − δ/2)."""
        r = np.abs(y - f)
        return np.where(r <= self.delta, r**2 / 2, self.delta * (r - self.delta / 2))

    def gradient(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """Clip f − y to [−δ, δ]."""
        return np.clip(f - y, -self.delta, self.delta)

    def hessian(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """1 where |y − f| ≤ δ, else 0."""
        return np.where(np.abs(y - f) <= self.delta, 1.0, 0.0)

    def constant(self, y: np.ndarray, weight: np.ndarray) -> float:
        """Return the median, as in Friedman's algorithm 4, because δ is not known before f_0."""
        return weighted_quantile(y, weight, 0.5)

    def step(
        self,
        y: np.ndarray,
        f: np.ndarray,
        gradient: np.ndarray,
        hessian: np.ndarray,
        weight: np.ndarray,
        leaf: np.ndarray,
        n_leaves: int,
    ) -> Floats:
        """Compute one step of Friedman's eq. (18) from the median of each leaf."""

        def from_median(r: np.ndarray, w: np.ndarray) -> float:
            median = weighted_quantile(r, w, 0.5)
            return median + np.average(np.clip(r - median, -self.delta, self.delta), weights=w)

        return _each_leaf(from_median, y - f, weight, leaf, n_leaves)


class LogisticLoss(ClassLoss):
    r"""Log loss of :math:`p = 1/(1 + e^{-f})`, which is half the deviance.

    .. math:: L = \log(1 + e^f) - y f, \qquad g = p - y, \qquad h = p(1-p)

    Source: Friedman (2001), section 4.5, with f twice as large.
    """

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """log(1 + exp f) − y f."""
        return np.logaddexp(0, f) - y * f

    def derivatives(self, y: np.ndarray, f: np.ndarray) -> tuple[Floats, Floats]:
        """Return p − y and p (1 − p)."""
        p = expit(f)
        return p - y, p * (1 - p)

    def link(self, p: np.ndarray) -> Floats:
        """Return the log-odds ln(p/(1 − p)), p that of class 1."""
        return logit(_inside(p[..., 1]))

    def probabilities(self, f: np.ndarray) -> Floats:
        """Compute class probabilities from f, of shape (n_samples, 2)."""
        return np.column_stack([expit(-f), expit(f)])


class ExponentialLoss(ClassLoss):
    r"""AdaBoost's loss, :math:`L = e^{-sf}` with :math:`s = 2y - 1 = \pm 1`.

    The minimum of its mean is *half* the log-odds, which explains the 2 in `probabilities`.

    Source: adaboost.17; Friedman, Hastie & Tibshirani (2000), lemma 1.
    """

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """exp(−s f)."""
        return np.exp((1 - 2 * y) * f)

    def derivatives(self, y: np.ndarray, f: np.ndarray) -> tuple[Floats, Floats]:
        """−s exp(−s f) and exp(−s f)."""
        loss = self.value(y, f)
        return (1 - 2 * y) * loss, loss

    def link(self, p: np.ndarray) -> Floats:
        """Return ½ ln(p/(1 − p)), p that of class 1."""
        return logit(_inside(p[..., 1])) / 2

    def probabilities(self, f: np.ndarray) -> Floats:
        """Compute class probabilities from f, of shape (n_samples, 2)."""
        return np.column_stack([expit(-2 * f), expit(2 * f)])


class MultinomialLoss(ClassLoss):
    r"""Log loss (cross-entropy) of :math:`p_k = e^{f_k} / \sum_l e^{f_l}`.

    .. math:: L = \log\sum_l e^{f_l} - f_y, \qquad g_k = p_k - [y = k], \qquad h_k = p_k(1-p_k)

    Source: Friedman (2001), section 4.6, L_K-TreeBoost.

    Parameters
    ----------
    n_classes : int
        K, at least 2.
    """

    def __init__(self, n_classes: int) -> None:
        self.n_classes = n_classes

    def value(self, y: np.ndarray, f: np.ndarray) -> Floats:
        """−ln p_y."""
        return -log_softmax(f, axis=1)[np.arange(len(y)), y]

    def derivatives(self, y: np.ndarray, f: np.ndarray) -> tuple[Floats, Floats]:
        """p_k − [y = k] and p_k (1 − p_k), the diagonal."""
        p = softmax(f, axis=1)
        h = p * (1 - p)
        p[np.arange(len(y)), y] -= 1
        return p, h

    def link(self, p: np.ndarray) -> Floats:
        """Return ln p_k, shifted to the sum 0, because only differences matter."""
        f = np.log(_inside(p))
        return f - f.mean(axis=-1, keepdims=True)

    def step(
        self,
        y: np.ndarray,
        f: np.ndarray,
        gradient: np.ndarray,
        hessian: np.ndarray,
        weight: np.ndarray,
        leaf: np.ndarray,
        n_leaves: int,
    ) -> Floats:
        """Scale the Newton step by (K − 1)/K, as Friedman's eq. (32) and scikit-learn do.

        The full Hessian is singular, because adding a constant to every f_k changes nothing;
        the factor approximately corrects for the use of its diagonal alone.
        """
        shrink = (self.n_classes - 1) / self.n_classes
        return shrink * newton_step(gradient, hessian, weight, leaf, n_leaves)

    def probabilities(self, f: np.ndarray) -> Floats:
        """Compute class probabilities from f, of shape (n_samples, K)."""
        return softmax(f, axis=1)


def _inside(p: np.ndarray) -> Floats:
    """Keep shares off 0 and 1, where log-odds are infinite."""
    eps = np.finfo(float).eps
    return np.clip(p, eps, 1 - eps)


def _each_leaf(
    line_search: Callable[[Floats, Floats], float],
    residual: Floats,
    weight: Floats,
    leaf: np.ndarray,
    n_leaves: int,
) -> Floats:
    """Run a line search leaf by leaf; a leaf without weight adds 0."""
    order = np.argsort(leaf, kind="stable")
    ends = np.cumsum(np.bincount(leaf, minlength=n_leaves))
    rows_of = np.split(order, ends[:-1])
    return np.array(
        [line_search(residual[i], weight[i]) if weight[i].any() else 0.0 for i in rows_of]
    )
