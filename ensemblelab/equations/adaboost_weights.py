"""AdaBoost's weights: the normalized form, the bound on the training error, and margins.

The observations and columns are those of `runs`. The other convention, in which α has the ½, is
written α' = α/2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.diagnostics import staged_errors, voting_margins
from ensemblelab.equations.runs import (
    any_rounds,
    library_rounds,
    real_rounds,
    rounds_of,
    wrong_rows,
)
from ensemblelab.trees.decision_tree import DecisionStump
from ensemblelab.verify.registry import display

B = "lecture notes B, Discrete AdaBoost Algorithm"
D_NOTES = "lecture notes D, AdaBoost"
E_NOTES = "lecture notes E, Algorithm 2"
# Of 4 to 9 rounds each, and one of 30.
LIBRARY: dict[str, Any] = {"live": real_rounds, "instances": 10}
AWAY = np.array([-2, -0.5, 0, 0.1, 1])
PATTERNS = "for every pattern of labels and votes on three observations"


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


def _any_errors(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform(0.02, 0.98, 20)}


def _skewed(rng: np.random.Generator) -> dict[str, Any]:
    """Observations mostly +1, so that some stumps are constant, weighted in several ways."""
    X = rng.normal(size=(20, 2))
    y = np.where(rng.random(20) < 0.8, 1, -1)
    y[:2] = 1, -1
    D = rng.uniform(size=(5, 20))
    return {"X": X, "y": y, "D": D / D.sum(axis=1, keepdims=True)}


def _weak_rounds(rng: np.random.Generator) -> dict[str, Any]:
    """Boost on labels that are independent of the features: errors slightly below ½."""
    X, y = rng.integers(0, 2, (2000, 8)).astype(float), rng.choice([-1, 1], 2000)
    return rounds_of(X, y, 5, "error")


def _fair_rounds(rng: np.random.Generator) -> dict[str, Any]:
    """Boost on features of which each equals the label with probability 0.75."""
    y = rng.choice([-1, 1], 2000)
    X = np.where(rng.random((2000, 8)) < 0.75, y[:, None], -y[:, None]).astype(float)
    return rounds_of(X, y, 3, "error")


def _undecided(rng: np.random.Generator) -> dict[str, Any]:
    """Two rounds by hand, in which two weak learners of weighted error ⅓ contradict each other.

    The first misclassifies three observations of nine, the second four others, which have ⅓ of
    the weight after the first round: the vote is 0 on these seven and correct on the other two.
    """
    times = int(rng.integers(1, 4))
    y = rng.choice([-1, 1], 9 * times)
    f = np.repeat([0, 1], [7 * times, 2 * times]) * y * np.log(2)
    epsilon = np.array([[1 / 3], [1 / 3]])
    return {"y": y, "f_after": f[None], "model": None, "X": None, "epsilon": epsilon}


def _one_member(rng: np.random.Generator) -> dict[str, Any]:
    """Boost a single stump: it has all of the weight, so margins are 1 and −1."""
    X, y = rng.integers(0, 5, (30, 2)).astype(float), rng.choice([-1, 1], 30)
    return {"X": X, "y": y, "model": AdaBoostClassifier(n_estimators=1).fit(X, y)}


class _InTurn(ClassifierMixin, BaseEstimator):
    """A learner that predicts one column after the other, whatever the weights."""

    def __init__(self, turn: Callable[[], int]) -> None:
        self.turn = turn

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> _InTurn:
        self.column_, self.classes_ = self.turn(), np.unique(y)
        return self

    def predict(self, X: Any) -> Any:
        return X[:, self.column_]


def _stopped(X: np.ndarray, y: np.ndarray, order: list[int]) -> dict[str, Any]:
    """Boost the columns of X in order; only a run that does not stop reaches the last one."""
    columns = iter(order)
    model = AdaBoostClassifier(_InTurn(lambda: next(columns)), n_estimators=len(order) - 1)
    return {"model": model.fit(X, y), "X": X, "y": y, "order": order}


def _worse_in_turn(rng: np.random.Generator) -> dict[str, Any]:
    """Boost columns with increasing errors; the last but one is mostly wrong."""
    d, y = int(rng.integers(3, 9)), rng.choice([-1, 1], 60)
    says = rng.uniform(0.4, 0.9, d)
    says[0], says[-2:] = 0.8, 0.2
    X = np.where(rng.random((60, d)) < says, y[:, None], -y[:, None])
    return _stopped(X, y, list(range(d)))


def _hardly_better(rng: np.random.Generator) -> dict[str, Any]:
    """Boost one column with errors on 49 of 100 observations, and the same column again."""
    y = rng.choice([-1, 1], 100)
    X = np.where(rng.permutation(100) < 49, -y, y)[:, None]
    return _stopped(X, y, [0, 0, 0])


# The normalised form


@display(
    "adaboost.normalised",
    r"\alpha'_t = \tfrac12 \ln \frac{1 - \epsilon_t}{\epsilon_t}, \qquad D_{t+1}(i) ="
    r" \frac{D_t(i) \exp(-\alpha'_t y_i f_t(x_i))}{Z_t}, \qquad D_1(i) = \frac1n",
    library_rounds,
    source=f"{B}; {E_NOTES}",
    **LIBRARY,
)
def normalised_update(
    D_next: np.ndarray,
    D: np.ndarray,
    alpha: np.ndarray,
    epsilon: np.ndarray,
    h: np.ndarray,
    y: np.ndarray,
) -> dict[str, Any]:
    """With ½ included in α', each weight is multiplied by exp(∓α') and then normalized."""
    return {
        r"\alpha'_t": alpha / 2,
        r"\epsilon_t": epsilon,
        r"D_{t+1}(i)": D_next,
        r"D_t(i)": D,
        r"y_i": y,
        r"f_t(x_i)": h,
        r"Z_t": _sum(D * np.exp(-alpha / 2 * y * h)),
        r"D_1(i)": D[:1],
        r"n": len(y),
    }


@display(
    "adaboost.equivalence",
    r"\frac{w_i e^{\alpha \mathbf{1}_{f(x_i) \neq y_i}}}"
    r"{\sum_j w_j e^{\alpha \mathbf{1}_{f(x_j) \neq y_j}}}"
    r" = \frac{w_i e^{-\frac12 \alpha y_i f(x_i)}}{\sum_j w_j e^{-\frac12 \alpha y_j f(x_j)}}",
    any_rounds,
    source=f"eq. (12) beside {B}",
    live=real_rounds,
    proof=f"{PATTERNS}, with any weights and any α",
    axes={"j": -1},
)
def two_updates_one_distribution(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Increasing only the weights of mistakes gives the same normalized weights."""
    return {
        r"w_i": w[:, :, None],
        r"w_j": w[:, None, :],
        r"\alpha": alpha[:, :, None],
        r"f(x_i)": h[:, :, None],
        r"f(x_j)": h[:, None, :],
        r"y_i": y[:, None],
        r"y_j": y,
    }


@display(
    "adaboost.conventions",
    r"f = \tfrac12 \sum_k \alpha_k f_k = \sum_k \alpha'_k f_k",
    library_rounds,
    source="eqs. (10), (14) beside lecture notes B and E",
    **LIBRARY,
    axes={"k": -2},
)
def where_the_half_stands(
    alpha: np.ndarray, epsilon: np.ndarray, f_after: np.ndarray, h: np.ndarray
) -> dict[str, Any]:
    """With the factor ½ in α or before the sum, f is the same because α = 2α'."""
    return {
        r"f": f_after[-1:],
        r"\alpha_k": alpha,
        r"f_k": h,
        r"\alpha'_k": np.log((1 - epsilon) / epsilon) / 2,
    }


@display(
    "adaboost.z",
    r"Z_t = \epsilon_t \sqrt{\frac{1 - \epsilon_t}{\epsilon_t}} + (1 - \epsilon_t)"
    r" \sqrt{\frac{\epsilon_t}{1 - \epsilon_t}} = 2 \sqrt{\epsilon_t (1 - \epsilon_t)}",
    library_rounds,
    source=f"{B}; {E_NOTES}, Formula for β",
    **LIBRARY,
    proof=f"{PATTERNS} with both hits and misses, with any distribution D",
)
def normalisation(D: np.ndarray, h: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """At the optimal α, the normalization factor is 2√(ε(1 − ε))."""
    epsilon = _sum(D * wrong_rows(h, y))
    half = np.log((1 - epsilon) / epsilon) / 2
    return {
        r"Z_t": _sum(D * np.exp(-half * y * h)),
        r"\epsilon_t": epsilon,
    }


@display(
    "adaboost.unrolled",
    r"D_{t+1}(i) = \frac{\exp\big(-y_i \sum_{q=1}^{t} \alpha'_q f_q(x_i)\big)}{n \prod_{q=1}^{t}"
    r" Z_q} = \frac{e^{-y_i f_{[t]}(x_i)}}{n \prod_{q=1}^{t} Z_q}",
    library_rounds,
    source="lecture notes B, Reweighting, with the denominator complete",
    **LIBRARY,
    axes={"q": -2},
)
def all_updates_at_once(
    D_next: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray, f_after: np.ndarray
) -> dict[str, Any]:
    """After t rounds, a weight is the exponential loss divided by n times the product of all Z."""
    return {
        r"D_{t+1}(i)": D_next[-1:],
        r"y_i": y,
        r"\alpha'_q": np.log((1 - epsilon) / epsilon) / 2,
        r"f_q(x_i)": h,
        r"n": len(y),
        r"Z_q": 2 * np.sqrt(epsilon * (1 - epsilon)),
        r"t": len(h),
        r"f_{[t]}(x_i)": f_after[-1:],
    }


@display(
    "adaboost.weights",
    r"w_{t+1}(i) = e^{-y_i f_{[t]}(x_i)} = n \prod_{q \leq t} Z_q \cdot D_{t+1}(i)",
    library_rounds,
    source=f"{D_NOTES}, Deriving the Sample Weight Update Rule",
    **LIBRARY,
    axes={"q": -2},
)
def weights_are_losses(
    w_next: np.ndarray, D_next: np.ndarray, epsilon: np.ndarray, f_after: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Before normalization, a weight equals the exponential loss of the current ensemble."""
    return {
        r"w_{t+1}(i)": w_next[-1:],
        r"y_i": y,
        r"f_{[t]}(x_i)": f_after[-1:],
        r"n": len(y),
        r"q": np.arange(1, len(epsilon) + 1)[:, None],
        r"t": len(epsilon),
        r"Z_q": 2 * np.sqrt(epsilon * (1 - epsilon)),
        r"D_{t+1}(i)": D_next[-1:],
    }


@display(
    "adaboost.reweighting",
    r"\frac{w_i'}{w_i} = \frac{1}{2(1 - \epsilon_k)} \text{ if } f_k(x_i) = y_i, \qquad"
    r" \frac{w_i'}{w_i} = \frac{1}{2\epsilon_k} \text{ if } f_k(x_i) \neq y_i",
    library_rounds,
    source="lecture notes B, Effect on the training set",
    **LIBRARY,
)
def two_factors(
    D_next: np.ndarray, D: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Correct observations share one weight factor, and misclassified observations another."""
    return {
        r"w_i'": D_next,
        r"w_i": D,
        r"\epsilon_k": epsilon,
        r"f_k(x_i)": h,
        r"y_i": y,
    }


@display(
    "adaboost.direction",
    r"\frac{w_i'}{w_i} < 1 \text{ if } f_k(x_i) = y_i, \qquad"
    r" \frac{w_i'}{w_i} > 1 \text{ if } f_k(x_i) \neq y_i",
    library_rounds,
    source="lecture notes B, Effect on the training set; E, Notes about AdaBoost",
    **LIBRARY,
    kind="bound",
    tight=(_weak_rounds, _weak_rounds),
)
def who_gains_weight(
    D_next: np.ndarray, D: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """For ε < ½, weights of correct observations decrease and weights of mistakes increase."""
    return {
        r"w_i'": D_next,
        r"w_i": D,
        r"f_k(x_i)": h,
        r"y_i": y,
    }


@display(
    "adaboost.half",
    r"\sum_{i :\, f_k(x_i) \neq y_i} w_i' \,\Big/\, \sum_i w_i' = \frac12",
    library_rounds,
    source="lecture notes E, Notes about AdaBoost",
    **LIBRARY,
    axes={"i": -1},
)
def half_on_the_mistakes(w_next: np.ndarray, h: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """After an update, the mistakes of the last weak learner carry exactly half of the weight."""
    return {
        r"w_i'": w_next,
        r"f_k(x_i)": h,
        r"y_i": y,
    }


# Edge, error and alpha


@display(
    "adaboost.edge",
    r"r_t = \sum_i D_t(i)\, y_i f_t(x_i) = 1 - 2 \epsilon_t",
    library_rounds,
    source="lecture notes B, Algorithm recapitulation",
    **LIBRARY,
    proof=f"{PATTERNS}, with any distribution D",
    axes={"i": -1},
)
def edge(D: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The edge r, the weighted mean of label times vote, equals 1 − 2ε."""
    wrong = wrong_rows(h, y)
    return {
        r"r_t": _sum(D * (1 - wrong)) - _sum(D * wrong),
        r"D_t(i)": D,
        r"y_i": y,
        r"f_t(x_i)": h,
        r"\epsilon_t": epsilon,
    }


@display(
    "adaboost.alpha",
    r"\alpha'_t = \tfrac12 \ln \frac{1 - \epsilon_t}{\epsilon_t}"
    r" = \tfrac12 \ln \frac{1 + r_t}{1 - r_t} = \operatorname{artanh} r_t = \tfrac12 \alpha_t",
    library_rounds,
    source="lecture notes B, E and A, eq. (10)",
    **LIBRARY,
    proof="for any ε between 0 and 1",
)
def all_forms_of_alpha(
    epsilon: np.ndarray,
    alpha: np.ndarray,
    D: np.ndarray,
    D_next: np.ndarray,
    h: np.ndarray,
    y: np.ndarray,
) -> dict[str, Any]:
    """Formulas in terms of the error, the edge, and artanh give the same α', half of α."""
    # By how much more the weight of the mistakes has grown than that of the other rows.
    wrong = wrong_rows(h, y)
    raised, lowered = (_sum(D_next * rows) / _sum(D * rows) for rows in (wrong, 1 - wrong))
    return {
        r"\alpha'_t": np.log(raised / lowered) / 2,
        r"\epsilon_t": epsilon,
        r"r_t": _sum(D * y * h),
        r"\alpha_t": alpha,
    }


@display(
    "adaboost.odds",
    r"\frac{1}{1 + e^{\alpha_m}} = \frac{W_{mis}}{W} = \epsilon_m, \qquad \text{that is,} \qquad"
    r" \epsilon_m + \epsilon_m e^{\alpha_m} = 1",
    library_rounds,
    source=f"{D_NOTES}, Solve for α",
    **LIBRARY,
    proof=f"{PATTERNS} with both hits and misses, with any weights",
)
def error_from_alpha(
    alpha: np.ndarray, epsilon: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The weighted error is the logistic function of −α."""
    return {
        r"\alpha_m": alpha,
        r"W_{mis}": _sum(w * wrong_rows(h, y)),
        r"W": _sum(w),
        r"\epsilon_m": epsilon,
    }


@display(
    "adaboost.derivative",
    r"\frac{d L_n}{d \alpha} = \tfrac12 \big(e^{\alpha/2} + e^{-\alpha/2}\big) W_{mis} -"
    r" \tfrac12 e^{-\alpha/2}\, W",
    any_rounds,
    source=f"{D_NOTES}, Differentiate the Loss Function",
    live=real_rounds,
)
def slope_of_the_loss(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The derivative of the loss with respect to α agrees with that of (17)."""
    step = 1e-30j  # no difference is taken, so nothing is lost however small it is
    slope = _sum(w * np.exp(-(alpha + step) * y * h / 2)).imag / step.imag
    return {
        r"\frac{d L_n}{d \alpha}": slope,
        r"\alpha": alpha,
        r"W_{mis}": _sum(w * wrong_rows(h, y)),
        r"W": _sum(w),
    }


@display(
    "adaboost.minimum",
    r"\begin{aligned} L_n(\alpha)"
    r" &= 2 \sqrt{W_{mis} (W - W_{mis})}\, \cosh \frac{\alpha - \alpha_m}{2} \\"
    r" &= 2 \sqrt{\epsilon_m (1 - \epsilon_m)} \cdot W \cdot \cosh \frac{\alpha - \alpha_m}{2}"
    r" \end{aligned}",
    library_rounds,
    source="eqs. (17), (18): the critical point is the minimum",
    **LIBRARY,
)
def no_alpha_does_better(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The loss is minimal at the library's α and grows as a hyperbolic cosine around it."""
    others = alpha + AWAY
    losses = (w[:, :, None] * np.exp(-others[:, None, :] * (y * h)[:, :, None] / 2)).sum(axis=1)
    return {
        r"L_n(\alpha)": losses,
        r"W_{mis}": _sum(w * wrong_rows(h, y)),
        r"W": _sum(w),
        r"\alpha": others,
        r"\alpha_m": alpha,
        r"\epsilon_m": _sum(w * wrong_rows(h, y)) / _sum(w),
    }


# The bound on the training error


@display(
    "adaboost.product",
    r"\prod_{t=1}^{m} Z_t = \frac1n \sum_{i=1}^{n} e^{-y_i f(x_i)}",
    library_rounds,
    source="lecture notes B, Reweighting; Freund and Schapire (1997), theorem 6",
    **LIBRARY,
    axes={"i": -1, "t": -2},
)
def product_of_normalisations(
    model: AdaBoostClassifier, D: np.ndarray, h: np.ndarray, y: np.ndarray, f_after: np.ndarray
) -> dict[str, Any]:
    """The product of all Z equals the mean exponential loss (the library's `training_bound_`)."""
    epsilon = _sum(D * wrong_rows(h, y))
    half = np.log((1 - epsilon) / epsilon) / 2
    return {
        r"Z_t": _sum(D * np.exp(-half * y * h)),
        r"m": len(h),
        r"n": len(y),
        r"y_i": y,
        r"f(x_i)": f_after[-1:],
        r"side 1": model.training_bound_[len(h) - 1],
    }


@display(
    "adaboost.bound",
    r"\frac1n \sum_{i=1}^{n} \mathbf{1}_{\operatorname{sign} f(x_i) \neq y_i} \;\leq\;"
    r" \prod_{t=1}^{m} Z_t \;\leq\; \exp\Big(-2 \sum_{t=1}^{m} \big(\tfrac12 -"
    r" \epsilon_t\big)^2\Big)",
    library_rounds,
    source="Freund and Schapire (1997), theorem 6",
    **LIBRARY,
    axes={"i": -1, "t": -2},
    kind="bound",
    tight=(_undecided, _fair_rounds),
    close=0.13,
)
def training_error_is_bounded(
    y: np.ndarray, f_after: np.ndarray, epsilon: np.ndarray, model: Any, X: Any
) -> dict[str, Any]:
    """The training error is at most the product of all Z, which decreases exponentially."""
    values = {
        r"n": len(y),
        r"f(x_i)": f_after[-1:],
        r"y_i": y,
        r"Z_t": 2 * np.sqrt(epsilon * (1 - epsilon)),
        r"m": len(epsilon),
        r"\epsilon_t": epsilon,
    }
    if model is not None:
        values["side 1"] = staged_errors(model, X, y)[len(epsilon) - 1]
        values["side 2"] = model.training_bound_[len(epsilon) - 1]
    return values


@display(
    "adaboost.bound.falls",
    r"\frac{L(f_{[t]})}{L(f_{[t-1]})} = Z_t = 2\sqrt{\epsilon_t (1 - \epsilon_t)} = \sqrt{1 -"
    r" r_t^2} \leq 1",
    library_rounds,
    source=f"{D_NOTES}, Behavior: exponential loss goes down",
    **LIBRARY,
    kind="bound",
    tight=(_weak_rounds,),
)
def loss_never_rises(
    epsilon: np.ndarray,
    y: np.ndarray,
    h: np.ndarray,
    D: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
) -> dict[str, Any]:
    """Each round multiplies the exponential loss by √(1 − r²) ≤ 1, so the loss never increases."""
    half = np.log((1 - epsilon) / epsilon) / 2
    return {
        r"L(f_{[t]})": _sum(np.exp(-y * f_after)),
        r"L(f_{[t-1]})": _sum(np.exp(-y * f_before)),
        r"Z_t": _sum(D * np.exp(-half * y * h)),
        r"\epsilon_t": epsilon,
        r"r_t": 1 - 2 * epsilon,
    }


@display(
    "adaboost.votes",
    r"\epsilon' > \epsilon \iff \alpha(\epsilon') < \alpha(\epsilon), \qquad"
    r" \alpha(\epsilon) > 0 \iff \epsilon < \tfrac12",
    _any_errors,
    source=f"{D_NOTES}, Behavior; E, α as a function of ε; B, Prerequisite",
    kind="monotone",
)
def less_say_for_more_errors(epsilon: np.ndarray) -> dict[str, Any]:
    """A larger weighted error means a smaller estimator weight, which is 0 at an error of ½."""
    alpha = np.log((1 - epsilon) / epsilon)
    return {
        r"\epsilon'": epsilon[:-1],
        r"\epsilon": epsilon[1:],
        r"\alpha(\epsilon')": alpha[:-1],
        r"\alpha(\epsilon)": alpha[1:],
    }


@display(
    "adaboost.stop",
    r"\epsilon_k < \tfrac12 \qquad (k \le m), \qquad \epsilon_{m+1} \ge \tfrac12",
    _worse_in_turn,
    source="Freund and Schapire (1996), AdaBoost.M1, which continues at exactly ½",
    instances=50,
    kind="bound",
    tight=(_hardly_better, _hardly_better),
)
def members_beat_guessing(
    model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray, order: list[int]
) -> dict[str, Any]:
    """Boosting stops at the first weak learner no better than random guessing and discards it."""
    f = np.vstack([np.zeros(len(y)), *model.staged_decision_function(X)])
    w, m = np.exp(-y * f), len(model.estimators_)
    wrong = wrong_rows(X[:, order[: m + 1]].T, y)
    epsilon = (w * wrong).sum(axis=1) / w.sum(axis=1)
    return {
        r"\epsilon_k": (epsilon, np.append(model.estimator_errors_, epsilon[-1])),
        r"k": np.arange(1, m + 2),
        r"m": m,
        r"\epsilon_{m+1}": epsilon[-1],
    }


# What the committee answers


@display(
    "adaboost.margin",
    r"\text{margin}_i = \frac{y_i \sum_k \alpha_k f_k(x_i)}{\sum_k \alpha_k} \in [-1, 1]",
    library_rounds,
    source="Schapire, Freund, Bartlett and Lee (1998); lecture notes D, Key Properties",
    **LIBRARY,
    axes={"k": -2},
    kind="bound",
    tight=(_one_member, _one_member),
)
def margin(model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The margin is the weight fraction voting for the label minus that voting against it."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    alpha = model.estimator_weights_
    return {
        r"\text{margin}_i": (model.margins(X, y), voting_margins(votes, y, alpha)),
        r"y_i": y,
        r"\alpha_k": alpha[:, None],
        r"f_k(x_i)": votes,
    }


@display(
    "adaboost.margin.sign",
    r"-1 \le \text{margin}_i \le 1, \qquad \text{margin}_i > 0 \implies"
    r" \operatorname{sign} f(x_i) = y_i",
    library_rounds,
    source="Schapire, Freund, Bartlett and Lee (1998)",
    **LIBRARY,
    kind="bound",
    tight=(_one_member, _one_member),
)
def margin_tells_right_from_wrong(
    model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """A margin lies between −1 and 1, and a positive margin implies a correct prediction."""
    f = model.decision_function(X)
    return {
        r"\text{margin}_i": (model.margins(X, y), 2 * y * f / model.estimator_weights_.sum()),
        r"f(x_i)": f,
        r"y_i": y,
    }


@display(
    "adaboost.stump",
    r"h(x; \theta) = \operatorname{sign}(a_1 x_j - a_0)",
    _skewed,
    source="lecture notes D, Decision stumps, with w for a",
    instances=20,
)
def decision_stump(X: np.ndarray, y: np.ndarray, D: np.ndarray) -> dict[str, Any]:
    """A decision stump with θ = {j, a₁, a₀} is the sign of a linear function of one feature."""
    stumps = [DecisionStump().fit(X, y, sample_weight=weights) for weights in D]
    low, high = np.array([2.0 * s.tree_.value[[1, 2]].argmax(axis=1) - 1 for s in stumps]).T
    slope = (high - low) / 2
    threshold = np.array([s.tree_.threshold[0] for s in stumps])
    return {
        r"h(x; \theta)": np.array([s.predict(X) for s in stumps]),
        r"a_1": slope[:, None],
        r"x_j": np.array([X[:, s.tree_.feature[0]] for s in stumps]),
        r"a_0": (slope * threshold - (high + low) / 2)[:, None],
    }
