"""Where notes on AdaBoost go wrong: each as printed, and as it should be."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.diagnostics import staged_errors
from ensemblelab.equations.runs import any_rounds, library_rounds, real_rounds, wrong_rows
from ensemblelab.verify.registry import erratum

A = "lecture notes A, Boosting"
B = "lecture notes B, Discrete AdaBoost Algorithm"
D_NOTES = "lecture notes D, AdaBoost"


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


def _weak_member(rng: np.random.Generator) -> dict[str, Any]:
    """A first weak learner, wrong on fewer than half of the observations."""
    n = int(rng.integers(10, 40))
    y = rng.choice([-1, 1], n)
    wrong = int(rng.integers(1, n // 3))
    return {"y": y, "h": np.where(np.arange(n) < wrong, -y, y), "epsilon": wrong / n}


def _error(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform(0.05, 0.4)}


def _bad_member(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform([0.05, 0.55], [0.45, 0.95])}


def _several_members(rng: np.random.Generator) -> dict[str, Any]:
    """Weights, and five classifiers to choose from, as their mistakes."""
    w = rng.uniform(0.1, 1, 30)
    mistakes = (rng.random((5, 30)) < rng.uniform(0.1, 0.9, (5, 1))).astype(int)
    return {"w": w / w.sum(), "mistakes": mistakes, "alpha": rng.uniform(0.5, 2)}


# The ½


@erratum(
    "erratum.half",
    _weak_member,
    printed=r"\frac1n \sum_i e^{-y_i \alpha h(x_i)} = 2 \sqrt{\epsilon (1 - \epsilon)}, \quad"
    r" \alpha = \ln \frac{1 - \epsilon}{\epsilon}",
    right=r"\frac1n \sum_i e^{-y_i \frac12 \alpha h(x_i)} = 2 \sqrt{\epsilon (1 - \epsilon)}, \quad"
    r" \alpha = \ln \frac{1 - \epsilon}{\epsilon}",
    source=f"{A}, eqs. (8), (13) beside (14): a sum without ½ is said to minimize the loss",
    axes=(("i", -1),),
)
def half_is_missing(y: np.ndarray, h: np.ndarray, epsilon: float) -> dict[str, Any]:
    """Without the ½ the sign is the same, but the loss after one round is still 1."""
    return {
        r"y_i": y,
        r"h(x_i)": h,
        r"n": len(y),
        r"\epsilon": epsilon,
        r"\alpha": np.log((1 - epsilon) / epsilon),
    }


@erratum(
    "erratum.half_twice",
    _weak_member,
    printed=r"\frac1n \sum_i e^{-y_i \frac12 \alpha h(x_i)} = 2 \sqrt{\epsilon (1 - \epsilon)},"
    r" \quad \alpha = \tfrac12 \ln \frac{1 - \epsilon}{\epsilon}",
    right=r"\frac1n \sum_i e^{-y_i \frac12 \alpha h(x_i)} = 2 \sqrt{\epsilon (1 - \epsilon)},"
    r" \quad \alpha = \ln \frac{1 - \epsilon}{\epsilon}",
    source=f"{D_NOTES}, Final Result",
    axes=(("i", -1),),
)
def half_in_both_places(y: np.ndarray, h: np.ndarray, epsilon: float) -> dict[str, Any]:
    """The ½ appears once; in both places the loss is .849 instead of .800 for ε = .2."""
    return half_is_missing(y, h, epsilon)


# The derivation


@erratum(
    "erratum.row",
    any_rounds,
    printed=r"L_n = \sum_i w_i \exp\big[-\tfrac12 \alpha_m y_i f_m(x)\big]",
    right=r"L_n = \sum_i w_i \exp\big[-\tfrac12 \alpha_m y_i f_m(x_i)\big]",
    source=f"{A}, eqs. (16), (17)",
    axes=(("i", -1),),
)
def vote_on_each_row(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray, f_after: np.ndarray
) -> dict[str, Any]:
    """Each observation has its own prediction f_m(x_i); a common one gives another sum."""
    return {
        r"L_n": _sum(np.exp(-y * f_after)),
        r"w_i": w,
        r"\alpha_m": alpha,
        r"y_i": y,
        r"f_m(x_i)": h,
        r"f_m(x)": h[:, [0]],
    }


@erratum(
    "erratum.positive",
    _several_members,
    printed=r"\arg\min_f L_n(f) = \arg\min_f J(f)",
    right=r"\begin{aligned} \arg\min_f L_n(f) &= \arg\min_f J(f) \text{ if } \alpha > 0, \\"
    r" \arg\min_f L_n(f) &= \arg\max_f J(f) \text{ if } \alpha < 0 \end{aligned}",
    source=f"{A}, after eq. (17)",
    axes=(("f", -1),),
)
def only_for_positive_alpha(w: np.ndarray, mistakes: np.ndarray, alpha: float) -> dict[str, Any]:
    """The smallest weighted error minimizes the loss if α > 0; if α < 0, the largest one does."""
    both = np.array([[alpha], [-alpha]])
    votes = 1 - 2 * mistakes
    return {
        r"f": np.arange(len(mistakes)),
        r"L_n(f)": np.exp(-votes * both[..., None] / 2) @ w,
        r"J(f)": mistakes @ w,
        r"\alpha": both,
    }


@erratum(
    "erratum.derivative",
    any_rounds,
    printed=r"\frac{\partial E}{\partial \alpha} = \tfrac12 \Big(\frac{e^{\alpha}}{2}"
    r" + \frac{-e^{\alpha}}{2}\Big) W_{inc} - \tfrac12 e^{-\alpha/2} W_{tot}",
    right=r"\frac{\partial E}{\partial \alpha} = \tfrac12 \big(e^{\alpha/2}"
    r" + e^{-\alpha/2}\big) W_{inc} - \tfrac12 e^{-\alpha/2} W_{tot}",
    source=f"{D_NOTES}, Differentiate the Loss Function",
)
def bracket_of_the_derivative(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The bracket of the derivative is 2 cosh(α/2); with the 2 outside the exponents it is 0."""
    step = 1e-30j
    slope = _sum(w * np.exp(-(alpha + step) * y * h / 2)).imag / step.imag
    return {
        r"\frac{\partial E}{\partial \alpha}": slope,
        r"\alpha": alpha,
        r"W_{inc}": _sum(w * wrong_rows(h, y)),
        r"W_{tot}": _sum(w),
    }


@erratum(
    "erratum.fraction",
    _error,
    printed=r"e^{-\alpha/2} = \epsilon \Big(\frac{\alpha}{2} + \frac{-\alpha}{2}\Big)",
    right=r"e^{-\alpha/2} = \epsilon \big(e^{\alpha/2} + e^{-\alpha/2}\big)",
    source=f"{D_NOTES}, Simplify the Equation, multiplied out",
)
def denominator_is_not_zero(epsilon: float) -> dict[str, Any]:
    """The denominator is a sum of exponentials; the sum of their exponents alone is 0."""
    return {
        r"\alpha": np.log((1 - epsilon) / epsilon),
        r"\epsilon": epsilon,
    }


@erratum(
    "erratum.exponent",
    library_rounds,
    instances=10,
    printed=r"1 = \epsilon_m + \epsilon_m e^{-\alpha_m}",
    right=r"1 = \epsilon_m + \epsilon_m e^{\alpha_m}",
    source=f"{D_NOTES}, Solve for α",
)
def sign_of_the_exponent(epsilon: np.ndarray, alpha: np.ndarray) -> dict[str, Any]:
    """From 1/(1 + e^α) = ε it follows that ε + εe^α = 1, with a plus in the exponent."""
    return {
        r"\epsilon_m": epsilon,
        r"\alpha_m": alpha,
    }


@erratum(
    "erratum.score",
    library_rounds,
    instances=10,
    printed=r"L_n = \sum_{i=1}^n e^{-y_i \operatorname{sign}(H_m(x_i))}",
    right=r"L_n = \sum_{i=1}^n e^{-y_i H_m(x_i)}",
    source=f"{D_NOTES}, Optimization Objective",
    axes=(("i", -1),),
)
def loss_of_the_score(
    model: AdaBoostClassifier, f_after: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The loss is a function of the score H, not of its sign."""
    return {
        r"L_n": len(y) * model.training_bound_[: len(f_after), None],
        r"y_i": y,
        r"H_m(x_i)": f_after,
        r"n": len(y),
    }


@erratum(
    "erratum.edge",
    library_rounds,
    instances=10,
    printed=r"\alpha'_t = \tfrac12 \ln \frac{1 + \epsilon_t}{1 - \epsilon_t}",
    right=r"\alpha'_t = \tfrac12 \ln \frac{1 + r_t}{1 - r_t}, \quad r_t = 1 - 2 \epsilon_t",
    source="lecture notes B, Algorithm recapitulation, where r has no definition",
)
def what_r_is(epsilon: np.ndarray, alpha: np.ndarray) -> dict[str, Any]:
    """The r of this α is the edge 1 − 2ε; read as an error rate it gives another α."""
    return {
        r"\alpha'_t": alpha / 2,
        r"r_t": 1 - 2 * epsilon,
        r"\epsilon_t": epsilon,
    }


# The algorithm


@erratum(
    "erratum.product",
    library_rounds,
    instances=10,
    printed=r"D_{t+1}(i) = \frac{\exp\big(-y_i \sum_{q \le t} \alpha'_q h_q(x_i)\big)}{m\, Z_t}",
    right=r"D_{t+1}(i) = \frac{\exp\big(-y_i \sum_{q \le t} \alpha'_q h_q(x_i)\big)}"
    r"{m \prod_{q \le t} Z_q}",
    source="lecture notes B, Reweighting, where the denominator cannot be read",
    axes=(("q", -2),),
)
def product_in_the_denominator(
    D_next: np.ndarray,
    f_after: np.ndarray,
    epsilon: np.ndarray,
    alpha: np.ndarray,
    h: np.ndarray,
    y: np.ndarray,
) -> dict[str, Any]:
    """After t rounds the weights are divided by the product of all Z, not only by the last."""
    Z = 2 * np.sqrt(epsilon * (1 - epsilon))
    return {
        r"D_{t+1}(i)": D_next[-2:-1],  # after the last round but one
        r"y_i": y,
        r"\alpha'_q": alpha / 2,
        r"h_q(x_i)": h,
        r"m": len(y),
        r"Z_q": Z,
        r"Z_t": Z[-2],
        r"q": np.arange(1, len(h) + 1)[:, None],
        r"t": len(h) - 1,
    }


@erratum(
    "erratum.normalised",
    library_rounds,
    instances=10,
    printed=r"\sum_i w_i\, e^{\alpha \mathbf{1}_{h(x_i) \neq y_i}} = \sum_i w_i = 1",
    right=r"\sum_i w_i\, e^{\alpha \mathbf{1}_{h(x_i) \neq y_i}} = 2 (1 - \epsilon), \quad"
    r" \sum_i w_i = 1",
    source=f"{D_NOTES}, AdaBoost Algorithm: update the normalized weights",
    axes=(("i", -1),),
)
def update_needs_normalising(
    D: np.ndarray, alpha: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Increasing only the weights of mistakes does not keep their sum, but makes it 2(1 − ε)."""
    return {
        r"w_i": D,
        r"\alpha": alpha,
        r"\epsilon": epsilon,
        r"h(x_i)": h,
        r"y_i": y,
    }


@erratum(
    "erratum.update",
    library_rounds,
    instances=10,
    printed=r"w_i \leftarrow w_i",
    right=r"w_i \leftarrow \frac{w_i}{2 (1 - \epsilon_m)}"
    r" e^{\alpha_m \mathbf{1}_{F_m(x_i) \neq y_i}}",
    source="lecture notes C, Algorithm 1, where no step changes the weights",
)
def step_that_reweights(
    D_next: np.ndarray,
    D: np.ndarray,
    alpha: np.ndarray,
    epsilon: np.ndarray,
    h: np.ndarray,
    y: np.ndarray,
) -> dict[str, Any]:
    """Without an update of the weights every round fits the same weak learner again."""
    return {
        r"w_i \leftarrow": D_next,
        r"w_i": D,
        r"\alpha_m": alpha,
        r"\epsilon_m": epsilon,
        r"F_m(x_i)": h,
        r"y_i": y,
    }


@erratum(
    "erratum.weighted",
    library_rounds,
    instances=10,
    printed=r"err_m = \frac1N \sum_i \mathbf{1}_{F_m(x_i) \neq y_i}",
    right=r"err_m = \frac{\sum_i w_i \mathbf{1}_{F_m(x_i) \neq y_i}}{\sum_i w_i}",
    source="lecture notes C, Algorithm 1: compute err_m on the training set",
    axes=(("i", -1),),
)
def error_is_weighted(
    epsilon: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The weighted error determines α; the unweighted error rate is another number."""
    return {
        r"err_m": epsilon,
        r"w_i": w,
        r"F_m(x_i)": h,
        r"y_i": y,
        r"N": len(y),
    }


@erratum(
    "erratum.stop",
    _bad_member,
    printed=r"\alpha = \ln \frac{1 - \epsilon}{\epsilon} \ge 0",
    right=r"\alpha = \ln \frac{1 - \epsilon}{\epsilon}, \quad"
    r" \alpha < 0 \iff \epsilon > \tfrac12",
    source=f"{A}, Algorithm 1, which has no stop; D, Ensemble Model; E, Algorithm 2",
)
def stop_at_one_half(epsilon: np.ndarray) -> dict[str, Any]:
    """A weak learner with ε > ½ gets a negative weight, so the algorithm must stop at ε ≥ ½."""
    return {
        r"\alpha": np.log1p(-epsilon) - np.log(epsilon),
        r"\epsilon": epsilon,
    }


@erratum(
    "erratum.training_error",
    real_rounds,
    printed=r"err_t \le err_{t-1}",
    right=r"err_t \le \prod_{q \le t} Z_q = B_t < B_{t-1}",
    source=f"{D_NOTES}, Behavior: the training error goes down",
    instances=5,
    axes=(("q", -2),),
)
def error_may_rise(model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The training error can increase; its bound, the exponential loss, decreases."""
    errors, epsilon = staged_errors(model, X, y), model.estimator_errors_
    return {
        r"err_t": errors[1:],
        r"err_{t-1}": errors[:-1],
        r"B_t": model.training_bound_[1:],
        r"B_{t-1}": model.training_bound_[:-1],
        r"Z_q": 2 * np.sqrt(epsilon * (1 - epsilon))[:, None],
        r"q": np.arange(1, len(errors) + 1)[:, None],
        r"t": np.arange(2, len(errors) + 1),
    }
