"""Gradient boosting: pseudo-residuals and line search for each loss, and the algorithm.

Residuals are held against the loss itself, by a complex step where the loss is smooth; a
leaf's step against its formula and, where it is exact, against a search on a line.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from scipy.optimize import minimize, minimize_scalar
from scipy.special import expit, softmax

from ensemblelab.equations.exponential import rivals, tried
from ensemblelab.gradient_boosting import GradientBoostingRegressor
from ensemblelab.losses import (
    AbsoluteLoss,
    ExponentialLoss,
    HuberLoss,
    LogisticLoss,
    Loss,
    MultinomialLoss,
    SquaredLoss,
)
from ensemblelab.verify.registry import display

C = "lecture notes C, Algorithm 2"
RESIDUAL = f"{C}: gradient residual"
LINE = "Friedman (2001), Greedy function approximation, section 4, completing C's Algorithm 2"
STEP = 1e-30j  # of the complex step: no difference is taken, so nothing is lost


def _numbers(rng: np.random.Generator) -> dict[str, Any]:
    """Targets, predictions and weights of the rows of three leaves, and ways to rivals."""
    n = int(rng.integers(6, 40))
    leaf = rng.permutation(np.arange(n) % 3)
    f = rng.normal(size=n)
    instance = {"y": rng.normal(0, 2, n), "f": f, "w": rng.uniform(0.2, 2, n), "leaf": leaf}
    return instance | {"away": rivals(rng)}


def _odd_leaves(rng: np.random.Generator) -> dict[str, Any]:
    """Targets and predictions of the rows of three leaves with an odd number each."""
    leaf = rng.permutation(np.arange(3 * (2 * int(rng.integers(1, 6)) + 1)) % 3)
    n = len(leaf)
    instance = {"y": rng.normal(0, 2, n), "f": rng.normal(size=n), "leaf": leaf}
    return instance | {"away": rivals(rng)}


def _labels(rng: np.random.Generator) -> dict[str, Any]:
    instance = _numbers(rng)
    y = rng.integers(0, 2, len(instance["f"]))
    y[:2] = 0, 1
    return instance | {"y": y}


def _odd_labels(rng: np.random.Generator) -> dict[str, Any]:
    """The same, of an odd number of rows."""
    instance = _labels(rng)
    rows = slice(None, None if len(instance["y"]) % 2 else -1)
    return instance | {name: instance[name][rows] for name in ("y", "f", "w", "leaf")}


def _classes(rng: np.random.Generator) -> dict[str, Any]:
    instance, K = _numbers(rng), int(rng.integers(3, 6))
    n = len(instance["f"])
    return instance | {"y": rng.integers(0, K, n), "f": rng.normal(size=(n, K))}


def _cut_off(rng: np.random.Generator) -> dict[str, Any]:
    """The same as `_numbers`, and the share of the rows that Huber's loss leaves as it is."""
    return _numbers(rng) | {"alpha": float(rng.uniform(0.6, 0.95))}


def _quantile(sizes: np.ndarray, w: np.ndarray, alpha: float) -> float:
    """Return the least size up to which the rows have a share α of the weight."""
    up_to = (w * (sizes <= sizes[:, None])).sum(axis=1) / w.sum()
    return float(sizes[up_to >= alpha].min())


def _by_leaf(values: np.ndarray, leaf: np.ndarray) -> np.ndarray:
    return np.array([values[leaf == j].sum() for j in range(3)])


def _step(loss: Any, y: np.ndarray, f: np.ndarray, w: np.ndarray, leaf: np.ndarray) -> np.ndarray:
    """What the library adds in each of three leaves."""
    return loss.step(y, f, loss.gradient(y, f), loss.hessian(y, f), w, leaf, 3)


def _shares(rng: np.random.Generator) -> dict[str, Any]:
    """Shares of a class between 0 and 1: no prediction has a logistic loss of 0."""
    return {"y": rng.uniform(0.1, 0.9, int(rng.integers(2, 8))), "away": rivals(rng)}


def _residuals(rng: np.random.Generator) -> dict[str, Any]:
    """Residuals of rows in three leaves, and a learning rate."""
    instance = _numbers(rng)
    return {"r": instance["y"], "leaf": instance["leaf"], "nu": float(rng.uniform(0.1, 2.5))}


# What is descended


@display(
    "boosting.objective",
    r"\min_{f(x_1), \dots, f(x_n)} \; \sum_{i=1}^{n} L\big(y_i, f(x_i)\big)"
    r" = \sum_{i=1}^{n} \min_{c} L(y_i, c)",
    _shares,
    source=f"{C}: the objective",
    tolerance=1e-6,  # where a search by gradients ends
    instances=30,
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def one_number_for_each_row(y: np.ndarray, away: np.ndarray) -> dict[str, Any]:
    """On the training set a function is n numbers; if free, each is best for its observation."""
    loss = LogisticLoss()
    together = minimize(lambda f: loss.value(y, f).sum(), np.ones(len(y))).fun
    best = [minimize_scalar(partial(loss.value, share)).x for share in y]
    tried = np.array(best) + away[:, None]
    return {
        r"\min_{f(x_1), \dots, f(x_n)} \; \sum_{i=1}^{n} L\big(y_i, f(x_i)\big)": together,
        r"n": len(y),
        r"L(y_i, c)": loss.value(y, tried),
    }


@display(
    "boosting.gradient",
    r"r_i = -\left[\frac{\partial L(y_i, f(x_i))}{\partial f(x_i)}\right]_{f = f_{m-1}}",
    _labels,
    source=RESIDUAL,
)
def one_slope_for_each_row(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """A pseudo-residual is minus the derivative of the training loss by that prediction."""
    slopes = []
    for row in STEP * np.eye(len(f)):
        total = (np.log(1 + np.exp(f + row)) - y * (f + row)).sum()
        slopes.append(total.imag / STEP.imag)
    return {
        r"r_i": -LogisticLoss().gradient(y, f),
        r"\left[\frac{\partial L(y_i, f(x_i))}{\partial f(x_i)}\right]_{f = f_{m-1}}": np.array(
            slopes
        ),
    }


@display(
    "boosting.pythagoras",
    r"\begin{aligned} \sum_i r_i F(x_i) &= \sum_i F(x_i)^2, \\"
    r" \sum_i (r_i - F(x_i))^2 &= \sum_i r_i^2 - \sum_i F(x_i)^2 \end{aligned}",
    _residuals,
    source=f"{C}: weak learner",
    axes={"i": -1},
)
def leaf_means_are_a_projection(r: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """Leaf means leave residuals that are orthogonal to them."""
    F = (_by_leaf(r, leaf) / np.bincount(leaf))[leaf]
    return {
        r"r_i": r,
        r"F(x_i)": F,
    }


@display(
    "boosting.parabola",
    r"\begin{aligned} \sum_i (r_i - \nu F)^2 &= \sum_i r_i^2 - 2\nu \sum_i r_i F + \nu^2 \sum_i"
    r" F^2 \\ &= \sum_i r_i^2 - \nu(2 - \nu) \sum_i F^2 \end{aligned}",
    _residuals,
    source=f"{C}: update",
    axes={"i": -1},
)
def fall_by_learning_rate(r: np.ndarray, leaf: np.ndarray, nu: float) -> dict[str, Any]:
    """A step ν along leaf means lowers the squared error by ν(2 − ν) times their sum of squares."""
    F = (_by_leaf(r, leaf) / np.bincount(leaf))[leaf]
    return {
        r"r_i": r,
        r"F": F,
        r"\nu": nu,
    }


@display(
    "boosting.expansion",
    r"\sum_{x_i \in R_j} L(y_i, f_i + c) = \sum_{x_i \in R_j} \Big( L(y_i, f_i) + g_i c"
    r" + \tfrac12 h_i c^2 \Big) + O(c^3)",
    _labels,
    source=LINE,
    kind="limit",
    axes={"x_i": -1, "O": -2},
)
def second_order_in_a_leaf(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """The remainder of the expansion of a leaf's loss is of third order in c."""
    loss, c = LogisticLoss(), np.array([[0.1], [0.01], [0.001]])
    return {
        r"R_j": (leaf == np.arange(3)[:, None])[:, None],
        r"L(y_i, f_i + c)": loss.value(y, f + c),
        r"L(y_i, f_i)": loss.value(y, f),
        r"g_i": loss.gradient(y, f),
        r"h_i": loss.hessian(y, f),
        r"c": c,
    }


# Pseudo-residuals


@display(
    "boosting.residual.squared",
    r"L = \tfrac12 (y - f)^2: \quad r = -\frac{\partial L}{\partial f} = y - f",
    _numbers,
    source=RESIDUAL,
)
def residual_of_squared_loss(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """Under half the squared error the negative gradient is the residual."""
    loss = SquaredLoss()
    return {
        r"L": loss.value(y, f),
        r"y": y,
        r"f": f,
        r"r": -loss.gradient(y, f),
        r"\frac{\partial L}{\partial f}": ((y - f - STEP) ** 2 / 2).imag / STEP.imag,
    }


@display(
    "boosting.residual.absolute",
    r"L = |y - f|: \quad r = \operatorname{sign}(y - f)",
    _numbers,
    source=RESIDUAL,
)
def residual_of_absolute_loss(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """Under the absolute error, the pseudo-residual is the sign of the residual."""
    loss = AbsoluteLoss()
    return {
        r"L": loss.value(y, f),
        r"y": y,
        r"f": f,
        r"r": (-loss.gradient(y, f), -np.sqrt((y - f - STEP) ** 2).imag / STEP.imag),
    }


@display(
    "boosting.residual.huber",
    r"\begin{gathered} L = \tfrac12 \min(\delta, |r|)^2"
    r" + \delta \big(|r| - \min(\delta, |r|)\big), \\"
    r" -\frac{\partial L}{\partial f} = \max\big(-\delta, \min(\delta, r)\big), \quad"
    r" r = y - f \end{gathered}",
    _cut_off,
    source="Friedman (2001), section 4.4",
)
def residual_of_huber_loss(
    y: np.ndarray, f: np.ndarray, w: np.ndarray, alpha: float
) -> dict[str, Any]:
    """Under Huber's loss, residuals are cut off at δ, a quantile of their absolute values."""
    loss = HuberLoss(alpha)
    loss.adapt(y, f, w)
    delta, r = _quantile(np.abs(y - f), w, alpha), y - f - STEP
    moved = np.where(np.abs(r) <= delta, r**2 / 2, delta * np.sqrt(r**2))  # but for a constant
    return {
        r"L": loss.value(y, f),
        r"r": y - f,
        r"y": y,
        r"f": f,
        r"\delta": (loss.delta, delta),
        r"\frac{\partial L}{\partial f}": (loss.gradient(y, f), moved.imag / STEP.imag),
    }


@display(
    "boosting.residual.logistic",
    r"L = \ln(1 + e^f) - y f: \quad r = y - p, \quad p = \frac{1}{1 + e^{-f}}",
    _labels,
    source=RESIDUAL,
)
def residual_of_logistic_loss(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """Under the log loss, the pseudo-residual is the label minus its predicted probability."""
    loss = LogisticLoss()
    slope = (np.log(1 + np.exp(f + STEP)) - y * (f + STEP)).imag / STEP.imag
    return {
        r"L": loss.value(y, f),
        r"y": y,
        r"f": f,
        r"r": (-loss.gradient(y, f), -slope),
        r"p": expit(f),
    }


@display(
    "boosting.residual.exponential",
    r"L = e^{-s f}, \ s = \pm 1: \quad r = s\, e^{-s f}",
    _labels,
    source=RESIDUAL,
)
def residual_of_exponential_loss(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """Under the exponential loss, the pseudo-residual is the label times AdaBoost's weight."""
    loss, s = ExponentialLoss(), 2 * y - 1
    return {
        r"L": loss.value(y, f),
        r"s": s,
        r"f": f,
        r"r": (-loss.gradient(y, f), -np.exp(-s * (f + STEP)).imag / STEP.imag),
    }


@display(
    "boosting.residual.multinomial",
    r"L = -\ln p_y, \ p_k = \frac{e^{f_k}}{\sum_l e^{f_l}}: \quad r_k = \mathbf{1}_{y = k} - p_k",
    _classes,
    source=RESIDUAL,
    axes={"l": -1},
)
def residual_of_multinomial_loss(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """With several classes, each has its pseudo-residuals: indicator minus probability."""
    slopes = []
    K = f.shape[1]
    for k in range(K):
        moved = f + STEP * np.eye(K)[k]
        loss = np.log(np.exp(moved).sum(axis=1)) - moved[np.arange(len(y)), y]
        slopes.append(loss.imag / STEP.imag)
    p = softmax(f, axis=1)
    return {
        r"L": MultinomialLoss(K).value(y, f)[:, None],
        r"p_y": p[np.arange(len(y)), y][:, None],
        r"p_k": p,
        r"f_k": f,
        r"f_l": f,
        r"r_k": (-MultinomialLoss(K).gradient(y, f), -np.array(slopes).T),
        r"y": y[:, None],
        r"k": np.arange(K),
    }


# Line search in a leaf


def _tried(
    loss: Loss,
    y: np.ndarray,
    f: np.ndarray,
    leaf: np.ndarray,
    step: np.ndarray,
    away: np.ndarray,
) -> np.ndarray:
    """Of each of three leaves, its step and the rivals, shape (3, rivals)."""
    rows = [(y - f)[leaf == j] for j in range(3)]
    return np.array(
        [tried(loss, r, np.ones(len(r)), c, away) for r, c in zip(rows, step, strict=True)]
    )


@display(
    "boosting.step.squared",
    r"\begin{aligned} c_j &= \arg\min_c \sum_{i \in R_j} \tfrac12 (y_i - f_i - c)^2 \\"
    r" &= \text{the mean residual in } R_j \end{aligned}",
    _numbers,
    source=LINE,
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def step_of_squared_loss(
    y: np.ndarray, f: np.ndarray, leaf: np.ndarray, away: np.ndarray
) -> dict[str, Any]:
    """Under the squared error, the leaf value is the mean residual, exactly the best constant."""
    step = _step(SquaredLoss(), y, f, np.ones(len(y)), leaf)
    in_leaf = (leaf == np.arange(3)[:, None])[:, None]
    mean = _by_leaf(y - f, leaf) / np.bincount(leaf)
    return {
        r"c_j": step[:, None, None],
        r"c": _tried(SquaredLoss(), y, f, leaf, step, away)[:, :, None],
        r"R_j": in_leaf,
        r"y_i": y,
        r"f_i": f,
        r"\text{the mean residual in } R_j": mean[:, None, None],
    }


@display(
    "boosting.step.absolute",
    r"\begin{aligned} c_j &= \arg\min_c \sum_{i \in R_j} |y_i - f_i - c| \\"
    r" &= \text{the median residual in } R_j \end{aligned}",
    _odd_leaves,  # with an even number every constant between two middle ones is as good
    source=LINE,
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def step_of_absolute_loss(
    y: np.ndarray, f: np.ndarray, leaf: np.ndarray, away: np.ndarray
) -> dict[str, Any]:
    """Under the absolute error, the leaf value is the median residual, which no value improves."""
    step = _step(AbsoluteLoss(), y, f, np.ones(len(y)), leaf)
    in_leaf = (leaf == np.arange(3)[:, None])[:, None]
    median = np.array([np.median((y - f)[leaf == j]) for j in range(3)])
    return {
        r"c_j": step[:, None, None],
        r"c": _tried(AbsoluteLoss(), y, f, leaf, step, away)[:, :, None],
        r"R_j": in_leaf,
        r"y_i": y,
        r"f_i": f,
        r"\text{the median residual in } R_j": median[:, None, None],
    }


@display(
    "boosting.step.huber",
    r"c_j = \tilde r_j + \frac{1}{n_j} \sum_{i \in R_j} \operatorname{sign}(r_i - \tilde r_j)"
    r" \min\big(\delta, |r_i - \tilde r_j|\big)",
    _cut_off,
    source="Friedman (2001), eq. (18)",
    axes={"i": -1},
)
def step_of_huber_loss(
    y: np.ndarray, f: np.ndarray, leaf: np.ndarray, alpha: float
) -> dict[str, Any]:
    """Under Huber's loss, the leaf value is the median residual and one cut-off step from there."""
    loss, one = HuberLoss(alpha), np.ones(len(y))
    loss.adapt(y, f, one)
    r, in_leaf = y - f, leaf == np.arange(3)[:, None]
    return {
        r"c_j": _step(loss, y, f, one, leaf)[:, None],
        r"\tilde r_j": np.array([[np.median(r[leaf == j])] for j in range(3)]),
        r"n_j": np.bincount(leaf)[:, None],
        r"R_j": in_leaf,
        r"r_i": r,
        r"\delta": _quantile(np.abs(r), one, alpha),
    }


@display(
    "boosting.step.logistic",
    r"c_j = \frac{\sum_{i \in R_j} (y_i - p_i)}{\sum_{i \in R_j} p_i (1 - p_i)}",
    _labels,
    source=LINE,
    axes={"i": -1},
)
def step_of_logistic_loss(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """Under the log loss, the leaf value is one Newton step: residuals over p(1 − p)."""
    step = _step(LogisticLoss(), y, f, np.ones(len(y)), leaf)
    return {
        r"c_j": step[:, None],
        r"R_j": leaf == np.arange(3)[:, None],
        r"y_i": y,
        r"p_i": expit(f),
    }


@display(
    "boosting.step.exponential",
    r"c_j = \frac{\sum_{i \in R_j} s_i e^{-s_i f_i}}{\sum_{i \in R_j} e^{-s_i f_i}}",
    _labels,
    source=LINE,
    axes={"i": -1},
)
def step_of_exponential_loss(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """Under the exponential loss, the leaf value is a Newton step, the weighted mean of labels."""
    step = _step(ExponentialLoss(), y, f, np.ones(len(y)), leaf)
    return {
        r"c_j": step[:, None],
        r"R_j": leaf == np.arange(3)[:, None],
        r"s_i": 2 * y - 1,
        r"f_i": f,
    }


@display(
    "boosting.step.multinomial",
    r"c_{jk} = \frac{K - 1}{K} \cdot \frac{\sum_{i \in R_j} r_{ik}}"
    r"{\sum_{i \in R_j} |r_{ik}| (1 - |r_{ik}|)}",
    _classes,
    source="Friedman (2001), eq. (32)",
    axes={"i": -1},
)
def step_of_multinomial_loss(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """With K classes, the leaf value of each class is (K − 1)/K of a Newton step."""
    K, one = f.shape[1], np.ones(len(y))
    loss = MultinomialLoss(K)
    g, h = loss.gradient(y, f), loss.hessian(y, f)
    library = [loss.step(y, f[:, k], g[:, k], h[:, k], one, leaf, 3) for k in range(K)]
    r = np.eye(K)[y] - softmax(f, axis=1)
    return {
        r"c_{jk}": np.array(library)[:, :, None],
        r"K": K,
        r"R_j": leaf == np.arange(3)[:, None],
        r"r_{ik}": r.T[:, None],
    }


@display(
    "boosting.adaboost",
    r"\arg\min_c \sum_i e^{-s_i (f_i + c\, h_i)} = \tfrac12 \ln \frac{1 - \epsilon}{\epsilon}",
    _labels,
    source="eq. (18) as a line search; Friedman (2001), section 4",
    tolerance=1e-6,  # a minimum is found to the root of the rounding of its value
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def line_search_of_adaboost(y: np.ndarray, f: np.ndarray, away: np.ndarray) -> dict[str, Any]:
    """AdaBoost's weight is the exact line search along a classifier under the exponential loss."""
    s = 2 * y - 1
    h = np.where(np.arange(len(y)) % 3 == 0, -s, s)  # wrong on every third row
    w = np.exp(-s * f)

    def loss(c: float) -> float:
        return float(np.log(np.exp(-s * (f + c * h)).sum()))

    found = minimize_scalar(loss, bracket=(-1, 1), tol=1e-12).x
    return {
        r"c": found + away[:, None],
        r"s_i": s,
        r"f_i": f,
        r"h_i": h,
        r"\epsilon": w[h != s].sum() / w.sum(),
    }


# The algorithm


@display(
    "boosting.start",
    r"\begin{aligned} f_0 &= \arg\min_c \sum_i w_i L(y_i, c) \\"
    r" &= \text{mean, median, log-odds, half the log-odds} \end{aligned}",
    _odd_labels,  # of an even number, every constant between two middle ones is as good
    source=f"{C}: Initialize, as a constant",
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def best_constants(y: np.ndarray, f: np.ndarray, w: np.ndarray, away: np.ndarray) -> dict[str, Any]:
    """Boosting starts from the best constant: mean, median, log-odds or half the log-odds."""
    p, one = w[y == 1].sum() / w.sum(), np.ones(len(f))
    log_odds = np.log(p / (1 - p))
    library, rivals, losses, weights = [], [], [], [w, one, w, w]
    for loss, target, weight in zip(
        (SquaredLoss(), AbsoluteLoss(), LogisticLoss(), ExponentialLoss()),
        (f, f, y, y),
        weights,
        strict=True,
    ):
        library.append(float(loss.constant(target, weight)))
        rivals.append(tried(loss, target, weight, library[-1], away))
        losses.append([loss.value(target, np.full(len(f), c)) for c in rivals[-1]])
    formulas = [(w * f).sum() / w.sum(), np.median(f), log_odds, log_odds / 2]
    return {
        r"f_0": np.array(library)[:, None, None],
        r"c": np.array(rivals)[:, :, None],
        r"w_i": np.array(weights)[:, None],
        r"L(y_i, c)": np.array(losses),
        r"\text{mean, median, log-odds, half the log-odds}": np.array(formulas)[:, None, None],
    }


@display(
    "boosting.start.best",
    r"\sum_i w_i L(y_i, f_0) = \min_c \sum_i w_i L(y_i, c)",
    _labels,
    source=f"{C}: Initialize, as a constant",
    instances=20,
    axes={"i": -1, "c": -2},
    kind="optimum",
)
def no_better_constant(
    y: np.ndarray, f: np.ndarray, w: np.ndarray, away: np.ndarray
) -> dict[str, Any]:
    """No constant that a search finds has a smaller training loss, for any of the losses."""
    at_start, others = [], []
    for loss, target in (
        (SquaredLoss(), f),
        (AbsoluteLoss(), f),
        (LogisticLoss(), y),
        (ExponentialLoss(), y),
    ):
        f_0 = float(loss.constant(target, w))
        at_start.append(loss.value(target, np.full(len(w), f_0)))
        constants = tried(loss, target, w, f_0, away)
        others.append([loss.value(target, np.full(len(w), c)) for c in constants])
    return {
        r"w_i": w,
        r"L(y_i, f_0)": np.array(at_start)[:, None],
        r"L(y_i, c)": np.array(others),
    }


def _boosted(rng: np.random.Generator) -> dict[str, Any]:
    """Boost shallow trees with the library on a noisy curve."""
    X = rng.uniform(-3, 3, (25, 2)).round(1)
    y = np.sin(X[:, 0]) + X[:, 1] ** 2 / 4 + rng.normal(0, 0.3, 25)
    rate = float(rng.uniform(0.2, 1))
    model = GradientBoostingRegressor(n_estimators=6, max_depth=2, learning_rate=rate)
    return {"model": model.fit(X, y), "X": X, "y": y, "rate": rate}


def _mean_residuals(
    model: GradientBoostingRegressor, X: np.ndarray, y: np.ndarray, stages: np.ndarray
) -> np.ndarray:
    """Give each row the mean residual of its leaf, round by round."""
    means = []
    for f, (tree,) in zip(stages, model.estimators_, strict=False):
        leaf = tree.apply(X)
        means.append(np.array([(y - f)[leaf == j].mean() for j in leaf]))
    return np.array(means)


def _stump(rng: np.random.Generator) -> dict[str, Any]:
    """Boost one stump at learning rate 1."""
    n = int(rng.integers(12, 30))
    X = rng.integers(0, 8, (n, 3)).astype(float)
    y = X[:, 0] + rng.normal(0, 2, n)
    model = GradientBoostingRegressor(n_estimators=1, max_depth=1, learning_rate=1.0)
    heights = np.vstack([rng.normal(size=(4, 2)), [(0.1, 0), (0, -1)]])  # of other leaves
    return {"model": model.fit(X, y), "X": X, "y": y, "heights": heights}


def _stumps(X: np.ndarray, r: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Return every stump, with the best leaves and with others, shape (stumps, rows)."""
    stumps = []
    for j in range(X.shape[1]):
        for t in np.unique(X[:, j])[:-1]:
            left = X[:, j] <= t
            best = r[left].mean(), r[~left].mean()
            stumps += [np.where(left, low, high) for low, high in (best, *(best + heights))]
    return np.array(stumps)


@display(
    "boosting.fit",
    r"\sum_{i=1}^n (r_{im} - F_m(x_i))^2 = \min_F \sum_{i=1}^n (r_{im} - F(x_i))^2",
    _stump,
    source=f"{C}: use the weak learner",
    instances=30,
    axes={"i": -1, "F": -2},
    kind="optimum",
)
def tree_of_least_squares(
    model: GradientBoostingRegressor, X: np.ndarray, y: np.ndarray, heights: np.ndarray
) -> dict[str, Any]:
    """Of all stumps, with any leaf values, the tree is the one nearest to the pseudo-residuals."""
    r = y - y.mean()
    return {
        r"r_{im}": r,
        r"F_m(x_i)": model.predict(X) - y.mean(),
        r"F(x_i)": _stumps(X, r, heights),
        r"n": len(y),
    }


@display(
    "boosting.correlation",
    r"\begin{aligned} \frac{\sum_i (r_i - F(x_i))^2}{\sum_i r_i^2}"
    r" &= 1 - \operatorname{corr}(r, F)^2, \\"
    r" \operatorname{corr}(r, F) &= \max_{F'} \operatorname{corr}(r, F') \end{aligned}",
    _stump,
    source="lecture notes C, section 2.2: maximally correlated with the negative gradient",
    instances=30,
    axes={"i": -1, "F'": -1},
    kind="optimum",
)
def least_squares_is_most_correlated(
    model: GradientBoostingRegressor, X: np.ndarray, y: np.ndarray, heights: np.ndarray
) -> dict[str, Any]:
    """The least-squares tree has the highest correlation with the negative gradient."""
    r = y - y.mean()
    F = model.predict(X) - y.mean()
    return {
        r"r_i": r,
        r"F(x_i)": F,
        r"\operatorname{corr}(r, F)": np.corrcoef(r, F)[0, 1],
        r"\operatorname{corr}(r, F')": np.corrcoef(r, _stumps(X, r, heights))[0, 1:],
    }


@display(
    "boosting.update",
    r"f_m(x) = f_{m-1}(x) + \nu F_m(x)",
    _boosted,
    source=f"{C}: Update, with the learning rate ν",
    instances=20,
)
def one_round(
    model: GradientBoostingRegressor, X: np.ndarray, y: np.ndarray, rate: float
) -> dict[str, Any]:
    """Each round adds a fraction ν of the mean residual of every leaf."""
    stages = np.array([np.full(len(y), model.init_), *model.staged_predict(X)])
    return {
        r"f_m(x)": stages[1:],
        r"f_{m-1}(x)": stages[:-1],
        r"\nu": rate,
        r"F_m(x)": _mean_residuals(model, X, y, stages),
    }


@display(
    "boosting.descent",
    r"\begin{aligned} \sum_i L(y_i, f_m(x_i)) &= \sum_i L(y_i, f_{m-1}(x_i))"
    r" - \nu(2 - \nu) \sum_i \tfrac12 F_m(x_i)^2 \\"
    r" &\le \sum_i L(y_i, f_{m-1}(x_i)) \end{aligned}",
    _boosted,
    source="lecture notes C, section 2.2: each new model minimizes the loss",
    instances=20,
    axes={"i": -1},
    kind="monotone",
)
def loss_falls(
    model: GradientBoostingRegressor, X: np.ndarray, y: np.ndarray, rate: float
) -> dict[str, Any]:
    """Under the squared error each round lowers the loss, by ν(2 − ν) of what the tree explains."""
    stages = np.array([np.full(len(y), model.init_), *model.staged_predict(X)])
    loss = (y - stages) ** 2 / 2
    return {
        r"L(y_i, f_m(x_i))": loss[1:],
        r"L(y_i, f_{m-1}(x_i))": loss[:-1],
        r"\nu": rate,
        r"F_m(x_i)": _mean_residuals(model, X, y, stages),
        r"side 1": len(y) * model.train_score_[:, None],
    }
