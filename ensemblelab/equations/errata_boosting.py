"""Where notes on AdaBoost go wrong: each as printed, and as it should be."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.diagnostics import staged_errors
from ensemblelab.equations.registry import erratum
from ensemblelab.equations.runs import any_rounds, library_rounds, real_rounds, wrong_rows

A = "lecture notes A, Boosting"
B = "lecture notes B, Discrete AdaBoost Algorithm"
D_NOTES = "lecture notes D, AdaBoost"
Versions = tuple[tuple[Any, ...], tuple[Any, ...]]


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


def _error(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform(0.05, 0.4)}


def _bad_member(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform(0.55, 0.95)}


def _several_members(rng: np.random.Generator) -> dict[str, Any]:
    """Weights, and five classifiers to choose from, as their mistakes."""
    w = rng.uniform(0.1, 1, 30)
    mistakes = (rng.random((5, 30)) < rng.uniform(0.1, 0.9, (5, 1))).astype(int)
    return {"w": w / w.sum(), "mistakes": mistakes, "alpha": rng.uniform(0.5, 2)}


def _mean_loss(c: float, epsilon: float) -> float:
    """The mean exponential loss of one member of error ε with the factor c."""
    return (1 - epsilon) * np.exp(-c) + epsilon * np.exp(c)


# The ½


@erratum(
    "erratum.half",
    _error,
    printed=r"f = \sum_k \alpha_k f_k, \ \alpha_k = \ln \frac{1 - \epsilon_k}{\epsilon_k}"
    r" \text{ minimises } L_n: \ \frac{L_n}{n} = 2 \sqrt{\epsilon (1 - \epsilon)}"
    r" \text{ after a round}",
    right=r"f = \tfrac12 \sum_k \alpha_k f_k: \quad"
    r" \frac{L_n}{n} = 2 \sqrt{\epsilon (1 - \epsilon)} \text{ after a round}",
    source=f"{A}, eqs. (8), (13) beside (14)",
    names=(
        r"L_n / n",
        r"2 \sqrt{\epsilon (1 - \epsilon)}",
    ),
    printed_names=(
        r"L_n / n",
        r"2 \sqrt{\epsilon (1 - \epsilon)}",
    ),
)
def half_is_missing(epsilon: float) -> Versions:
    """Without the ½ the sign is the same, but the loss after one round is 1: nothing is gained."""
    alpha = np.log((1 - epsilon) / epsilon)
    least = 2 * np.sqrt(epsilon * (1 - epsilon))
    return (_mean_loss(alpha / 2, epsilon), least), (_mean_loss(alpha, epsilon), least)


@erratum(
    "erratum.half_twice",
    _error,
    printed=r"H_M = \tfrac12 \sum_m \alpha_m h_m \text{ with } \alpha_m ="
    r" \tfrac12 \ln \frac{1 - \epsilon_m}{\epsilon_m}"
    r" \text{ reaches } 2 \sqrt{\epsilon (1 - \epsilon)}",
    right=r"H_M = \tfrac12 \sum_m \alpha_m h_m \text{ with } \alpha_m ="
    r" \ln \frac{1 - \epsilon_m}{\epsilon_m} \text{ reaches } 2 \sqrt{\epsilon (1 - \epsilon)}",
    source=f"{D_NOTES}, Final Result",
    names=(
        r"L_n / n",
        r"2 \sqrt{\epsilon (1 - \epsilon)}",
    ),
    printed_names=(
        r"L_n / n",
        r"2 \sqrt{\epsilon (1 - \epsilon)}",
    ),
)
def half_in_both_places(epsilon: float) -> Versions:
    """The ½ stands once: in α and before the sum, the loss is .849 for ε = .2 and not .800."""
    log_odds = np.log((1 - epsilon) / epsilon)
    least = 2 * np.sqrt(epsilon * (1 - epsilon))
    return (_mean_loss(log_odds / 2, epsilon), least), (_mean_loss(log_odds / 4, epsilon), least)


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
    """Each row has its own vote f_m(x_i): one vote for all rows gives another sum."""
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
    printed=r"\arg\min_f L_n(f) = \arg\min_f J(f) \text{ for every } \alpha",
    right=r"\arg\min_f L_n(f) = \arg\min_f J(f) \text{ if } \alpha > 0;"
    r" \ \arg\max_f J(f) \text{ if } \alpha < 0",
    source=f"{A}, after eq. (17)",
    names=(
        r"J \text{ where } L_n \text{ is least}",
        r"\min_f J(f) \text{, or } \max_f J(f)",
    ),
)
def only_for_positive_alpha(w: np.ndarray, mistakes: np.ndarray, alpha: float) -> Versions:
    """Least loss is least weighted error while α is positive; for negative α it is the largest."""
    J = mistakes @ w
    kept = np.exp(-(1 - 2 * mistakes) * alpha / 2) @ w
    turned = np.exp((1 - 2 * mistakes) * alpha / 2) @ w
    return (
        (np.array([J[kept.argmin()], J[turned.argmin()]]), np.array([J.min(), J.max()])),
        (np.array([J[kept.argmin()], J[turned.argmin()]]), np.array([J.min(), J.min()])),
    )


@erratum(
    "erratum.derivative",
    any_rounds,
    printed=r"\frac{\partial E}{\partial \alpha} = \tfrac12 \Big(\frac{e^{\alpha}}{2}"
    r" + \frac{-e^{\alpha}}{2}\Big) W_{inc} - \tfrac12 e^{-\alpha/2} W_{tot}",
    right=r"\frac{\partial E}{\partial \alpha} = \tfrac12 \big(e^{\alpha/2}"
    r" + e^{-\alpha/2}\big) W_{inc} - \tfrac12 e^{-\alpha/2} W_{tot}",
    source=f"{D_NOTES}, Differentiate the Loss Function",
    axes=(),
)
def bracket_of_the_derivative(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The bracket of the derivative is 2 cosh(α/2); with the 2 out of the exponents it is 0."""
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
    axes=(),
)
def denominator_is_not_zero(epsilon: float) -> dict[str, Any]:
    """The denominator is a sum of exponentials; of their exponents alone it would be 0."""
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
    axes=(),
)
def sign_of_the_exponent(epsilon: np.ndarray, alpha: np.ndarray) -> dict[str, Any]:
    """From 1/(1 + e^α) = ε follows ε + εe^α = 1, with a plus in the exponent."""
    return {
        r"\epsilon_m": epsilon,
        r"\alpha_m": alpha,
    }


@erratum(
    "erratum.score",
    library_rounds,
    instances=10,
    printed=r"Loss(y, \hat y) = e^{-y \hat y}, \quad \hat y = \operatorname{sign}(H_m(x))",
    right=r"Loss(y, H_m) = e^{-y H_m(x)}",
    source=f"{D_NOTES}, Optimization Objective",
    printed_names=(
        r"Loss",
        r"e^{-y \hat y}",
    ),
)
def loss_of_the_score(model: AdaBoostClassifier, f_after: np.ndarray, y: np.ndarray) -> Versions:
    """The loss is a function of the score H and not of its sign."""
    bound = model.training_bound_[: len(f_after)]
    of_score = np.exp(-y * f_after).mean(axis=1)
    of_sign = np.exp(-y * np.sign(f_after)).mean(axis=1)
    return (bound, of_score), (bound, of_sign)


@erratum(
    "erratum.edge",
    library_rounds,
    instances=10,
    printed=r"\alpha'_t = \tfrac12 \ln \frac{1 + r_t}{1 - r_t}"
    r" \text{ with } r_t \text{ read as the error}",
    right=r"\alpha'_t = \tfrac12 \ln \frac{1 + r_t}{1 - r_t} \text{ with } r_t = 1 - 2 \epsilon_t",
    source="lecture notes B, Algorithm recapitulation, where r has no definition",
    names=(
        r"\alpha'_t",
        r"\tfrac12 \ln \frac{1 + r_t}{1 - r_t}",
    ),
    printed_names=(
        r"\alpha'_t",
        r"\tfrac12 \ln \frac{1 + \epsilon_t}{1 - \epsilon_t}",
    ),
)
def what_r_is(epsilon: np.ndarray, alpha: np.ndarray) -> Versions:
    """The r of that α is the edge, 1 − 2ε; read as an error rate it gives another α."""
    r = 1 - 2 * epsilon
    return (
        (alpha / 2, np.log((1 + r) / (1 - r)) / 2),
        (alpha / 2, np.log((1 + epsilon) / (1 - epsilon)) / 2),
    )


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
    """After t rounds the weights are divided by the product of all Z, not by the last alone."""
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
    printed=r"\sum_i w_i\, e^{\alpha \mathbf{1}_{h(x_i) \neq y_i}} = 1"
    r" \text{ for weights of sum 1}",
    right=r"\sum_i w_i\, e^{\alpha \mathbf{1}_{h(x_i) \neq y_i}} = 2 (1 - \epsilon)"
    r" \text{ for weights of sum 1}",
    source=f"{D_NOTES}, AdaBoost Algorithm: update the normalized weights",
)
def update_needs_normalising(
    D: np.ndarray, alpha: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray
) -> Versions:
    """The update that raises mistakes does not keep the sum: it makes it 2(1 − ε)."""
    total = _sum(D * np.exp(alpha * wrong_rows(h, y)))
    return (total, 2 * (1 - epsilon)), (total, np.ones_like(total))


def _boost(votes: np.ndarray, y: np.ndarray, update: bool) -> np.ndarray:
    """Algorithm 1 with members given by their votes, in full or without its third step."""
    w, f = np.full(len(y), 1 / len(y)), np.zeros(len(y))
    for h in votes:
        error = w[h != y].sum() / w.sum()
        alpha = np.log((1 - error) / error)
        f = f + alpha * h / 2
        if update:
            w = w * np.exp(alpha * (h != y))
    return f


@erratum(
    "erratum.update",
    real_rounds,
    printed=r"\text{for each } m: \text{ fit } F_m \text{ with } w, \text{ compute } err_m,"
    r" \text{ compute } \alpha_m",
    right=r"\text{for each } m: \text{ fit } F_m \text{ with } w, \text{ compute } err_m,"
    r" \text{ compute } \alpha_m, \ w_i \leftarrow w_i e^{\alpha_m \mathbf{1}_{F_m(x_i) \neq y_i}}",
    source="lecture notes C, Algorithm 1",
    instances=5,
    names=(
        r"f_{[m]} \text{ of the library}",
        r"f_{[m]} \text{ of this algorithm}",
    ),
    printed_names=(
        r"f_{[m]} \text{ of the library}",
        r"f_{[m]} \text{ of this algorithm}",
    ),
)
def step_that_reweights(y: np.ndarray, h: np.ndarray, f_after: np.ndarray) -> Versions:
    """Without an update of the weights every round fits the same member again."""
    same = np.repeat(h[:1], len(h), axis=0)  # what the learner gives for the same weights
    return (
        (f_after[-1], _boost(h, y, update=True)),
        (f_after[-1], _boost(same, y, update=False)),
    )


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
    """The error that makes α is the weighted one; the share of mistakes is another number."""
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
    right=r"\alpha(\epsilon) = -\alpha(1 - \epsilon) < 0 \text{ for } \epsilon > \tfrac12",
    source=f"{A}, Algorithm 1, which has no stop; D, Ensemble Model; E, Algorithm 2",
    relation="<=",
    names=(
        r"\alpha(\epsilon)",
        r"-\alpha(1 - \epsilon)",
        r"0",
    ),
    printed_names=(
        r"0",
        r"\alpha",
    ),
)
def stop_at_one_half(epsilon: float) -> Versions:
    """A member worse than guessing gets a negative weight: the algorithm needs a stop at ε ≥ ½."""
    alpha = np.log((1 - epsilon) / epsilon)
    turned = np.log(epsilon / (1 - epsilon))  # of the member with all votes turned
    return (alpha, -turned, 0.0), (0.0, alpha)


@erratum(
    "erratum.training_error",
    real_rounds,
    printed=r"\text{the training error goes down: } err_{t+1} \le err_t",
    right=r"\text{a bound goes down: } err_{t+1} \le \prod_{q \le t+1} Z_q \le \prod_{q \le t} Z_q",
    source=f"{D_NOTES}, Behavior",
    relation="<=",
    instances=5,
)
def error_may_rise(model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray) -> Versions:
    """The training error may rise in a round; what falls is its bound, the exponential loss."""
    errors, bound = staged_errors(model, X, y), model.training_bound_
    return (errors[1:], bound[1:], bound[:-1]), (errors[1:], errors[:-1])
