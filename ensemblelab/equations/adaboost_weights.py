"""AdaBoost's weights: the normalised form, its bound on the training error, margins.

The rows and columns are those of `runs`. The other convention, in which α has the ½, is
written α' = α/2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.diagnostics import staged_errors, voting_margins
from ensemblelab.equations.registry import identity
from ensemblelab.equations.runs import any_rounds, library_rounds, real_rounds, wrong_rows
from ensemblelab.trees.decision_tree import DecisionStump

B = "lecture notes B, Discrete AdaBoost Algorithm"
D_NOTES = "lecture notes D, AdaBoost"
E_NOTES = "lecture notes E, Algorithm 2"
# Of 7 rounds each, and one of 30.
LIBRARY: dict[str, Any] = {"live": real_rounds, "instances": 10}
PATTERNS = "for every pattern of labels and votes on three rows"


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


def _flat(*parts: np.ndarray) -> np.ndarray:
    """Several formulas of one display, one after another."""
    return np.concatenate([np.ravel(part) for part in parts])


def _any_errors(rng: np.random.Generator) -> dict[str, Any]:
    return {"epsilon": rng.uniform(0.02, 0.98, 20)}


def _skewed(rng: np.random.Generator) -> dict[str, Any]:
    """Rows of which most are +1, so that some stumps are constant, with several weightings."""
    X = rng.normal(size=(20, 2))
    y = np.where(rng.random(20) < 0.8, 1, -1)
    y[:2] = 1, -1
    D = rng.uniform(size=(5, 20))
    return {"X": X, "y": y, "D": D / D.sum(axis=1, keepdims=True)}


# The normalised form


@identity(
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
) -> tuple[np.ndarray, ...]:
    """With the ½ inside α, each weight is multiplied by exp(∓α') and divided by the new sum."""
    half = np.log((1 - epsilon) / epsilon) / 2
    updated = D * np.exp(-half * y * h)
    first = np.full(len(y), 1 / len(y))
    return _flat(alpha / 2, D_next, D[0]), _flat(half, updated / _sum(updated), first)


@identity(
    "adaboost.equivalence",
    r"\frac{w_i e^{\alpha \mathbf{1}_{f(x_i) \neq y_i}}}"
    r"{\sum_j w_j e^{\alpha \mathbf{1}_{f(x_j) \neq y_j}}}"
    r" = \frac{w_i e^{-\frac12 \alpha y_i f(x_i)}}{\sum_j w_j e^{-\frac12 \alpha y_j f(x_j)}}",
    any_rounds,
    source=f"eq. (12) beside {B}",
    live=real_rounds,
    proof=f"{PATTERNS}, with any weights and any α",
)
def two_updates_one_distribution(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Raising mistakes only, and moving all rows both ways, give the same normalised weights."""
    raised = w * np.exp(alpha * wrong_rows(h, y))
    moved = w * np.exp(-alpha * y * h / 2)
    return raised / _sum(raised), moved / _sum(moved)


@identity(
    "adaboost.conventions",
    r"f = \tfrac12 \sum_k \alpha_k f_k = \sum_k \alpha'_k f_k",
    library_rounds,
    source="eqs. (10), (14) beside lecture notes B and E",
    **LIBRARY,
)
def where_the_half_stands(
    alpha: np.ndarray, epsilon: np.ndarray, f_after: np.ndarray, h: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The ½ stands in α or before the sum: one α is twice the other, and f is the same."""
    half = np.log((1 - epsilon) / epsilon) / 2
    return (
        np.hstack([f_after, alpha]),
        np.hstack([np.cumsum(half * h, axis=0), 2 * half]),
    )


@identity(
    "adaboost.z",
    r"Z_t = \epsilon_t \sqrt{\frac{1 - \epsilon_t}{\epsilon_t}} + (1 - \epsilon_t)"
    r" \sqrt{\frac{\epsilon_t}{1 - \epsilon_t}} = 2 \sqrt{\epsilon_t (1 - \epsilon_t)}",
    library_rounds,
    source=f"{B}; {E_NOTES}, Formula for β",
    **LIBRARY,
    proof=f"{PATTERNS} with both hits and misses, with any distribution D",
)
def normalisation(D: np.ndarray, h: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """At the best α the sum that normalises the weights is 2√(ε(1 − ε))."""
    epsilon = _sum(D * wrong_rows(h, y))
    half = np.log((1 - epsilon) / epsilon) / 2
    up, down = np.sqrt((1 - epsilon) / epsilon), np.sqrt(epsilon / (1 - epsilon))
    return (
        _sum(D * np.exp(-half * y * h)),
        epsilon * up + (1 - epsilon) * down,
        2 * np.sqrt(epsilon * (1 - epsilon)),
    )


@identity(
    "adaboost.unrolled",
    r"D_{t+1}(i) = \frac{\exp\big(-y_i \sum_{q=1}^{t} \alpha'_q f_q(x_i)\big)}{n \prod_{q=1}^{t}"
    r" Z_q} = \frac{e^{-y_i f_{[t]}(x_i)}}{n \prod_{q=1}^{t} Z_q}",
    library_rounds,
    source="lecture notes B, Reweighting, with the denominator complete",
    **LIBRARY,
)
def all_updates_at_once(
    D_next: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray, f_after: np.ndarray
) -> tuple[np.ndarray, ...]:
    """After t rounds a row's weight is its exponential loss over n times the product of all Z."""
    half = np.log((1 - epsilon) / epsilon) / 2
    product = np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon)))[:, None]
    return (
        D_next,
        np.exp(-y * np.cumsum(half * h, axis=0)) / (len(y) * product),
        np.exp(-y * f_after) / (len(y) * product),
    )


@identity(
    "adaboost.weights",
    r"w_{t+1}(i) = e^{-y_i f_{[t]}(x_i)} = n \prod_{q \leq t} Z_q \cdot D_{t+1}(i)",
    library_rounds,
    source=f"{D_NOTES}, Deriving the Sample Weight Update Rule",
    **LIBRARY,
)
def weights_are_losses(
    w_next: np.ndarray, D_next: np.ndarray, epsilon: np.ndarray, f_after: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Before normalisation, a row's weight is the exponential loss of the ensemble so far on it."""
    product = np.cumprod(2 * np.sqrt(epsilon * (1 - epsilon)))[:, None]
    return w_next, np.exp(-y * f_after), len(y) * product * D_next


@identity(
    "adaboost.reweighting",
    r"\frac{w_i'}{w_i} = \frac{1}{2(1 - \epsilon_k)} \text{ if } f_k(x_i) = y_i, \qquad"
    r" \frac{w_i'}{w_i} = \frac{1}{2\epsilon_k} \text{ if } f_k(x_i) \neq y_i",
    library_rounds,
    source="lecture notes B, Effect on the training set",
    **LIBRARY,
)
def two_factors(
    D_next: np.ndarray, D: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """One factor for all rows that are right, one for all mistakes: nothing else changes."""
    return D_next / D, np.where(h == y, 1 / (2 * (1 - epsilon)), 1 / (2 * epsilon))


@identity(
    "adaboost.direction",
    r"\frac{w_i'}{w_i} < 1 \text{ if } f_k(x_i) = y_i, \qquad"
    r" \frac{w_i'}{w_i} > 1 \text{ if } f_k(x_i) \neq y_i",
    library_rounds,
    source="lecture notes B, Effect on the training set; E, Notes about AdaBoost",
    relation="<",
    **LIBRARY,
)
def who_gains_weight(
    D_next: np.ndarray, D: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """While ε is below ½, rows that are right lose weight and mistakes gain it."""
    change = D_next / D
    right = np.where(h == y, change, -np.inf).max(axis=1)
    wrong = np.where(h == y, np.inf, change).min(axis=1)
    return right, np.ones(len(h)), wrong


@identity(
    "adaboost.half",
    r"\sum_{i :\, f_k(x_i) \neq y_i} w_i' \,\Big/\, \sum_i w_i' = \frac12",
    library_rounds,
    source="lecture notes E, Notes about AdaBoost",
    **LIBRARY,
)
def half_on_the_mistakes(
    w_next: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """After an update the last member's mistakes carry exactly half of the weight."""
    return _sum(w_next * wrong_rows(h, y)) / _sum(w_next), np.full((len(h), 1), 1 / 2)


# Edge, error and alpha


@identity(
    "adaboost.edge",
    r"r_t = \sum_i D_t(i)\, y_i f_t(x_i) = 1 - 2 \epsilon_t",
    library_rounds,
    source="lecture notes B, Algorithm recapitulation",
    **LIBRARY,
    proof=f"{PATTERNS}, with any distribution D",
)
def edge(
    D: np.ndarray, epsilon: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The edge r, the weighted mean of label times vote, is 1 − 2ε."""
    return _sum(D * y * h), 1 - 2 * epsilon


@identity(
    "adaboost.alpha",
    r"\alpha'_t = \tfrac12 \ln \frac{1 - \epsilon_t}{\epsilon_t}"
    r" = \tfrac12 \ln \frac{1 + r_t}{1 - r_t} = \operatorname{artanh} r_t = \tfrac12 \alpha_t",
    library_rounds,
    source="lecture notes B, E and A, eq. (10)",
    **LIBRARY,
    proof="for any ε between 0 and 1",
)
def all_forms_of_alpha(epsilon: np.ndarray, alpha: np.ndarray) -> tuple[np.ndarray, ...]:
    """By error, by edge or as a hyperbolic function, it is one α', half of the library's α."""
    r = 1 - 2 * epsilon
    return (
        np.log((1 - epsilon) / epsilon) / 2,
        np.log((1 + r) / (1 - r)) / 2,
        np.arctanh(r),
        alpha / 2,
    )


@identity(
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
) -> tuple[np.ndarray, ...]:
    """The error is the logistic function of minus α."""
    share = _sum(w * wrong_rows(h, y)) / _sum(w)
    one = epsilon + epsilon * np.exp(alpha)
    return (
        _flat(1 / (1 + np.exp(alpha)), one),
        _flat(share, np.ones(len(epsilon))),
        _flat(epsilon, np.ones(len(epsilon))),
    )


@identity(
    "adaboost.derivative",
    r"\frac{d L_n}{d \alpha} = \tfrac12 \big(e^{\alpha/2} + e^{-\alpha/2}\big) W_{mis} -"
    r" \tfrac12 e^{-\alpha/2}\, W",
    any_rounds,
    source=f"{D_NOTES}, Differentiate the Loss Function",
    live=real_rounds,
)
def slope_of_the_loss(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The loss's slope in α, here from the loss itself by a complex step, is that of (17)."""
    step = 1e-30j  # no difference is taken, so nothing is lost however small it is
    slope = _sum(w * np.exp(-(alpha + step) * y * h / 2)).imag / step.imag
    mistakes, total = _sum(w * wrong_rows(h, y)), _sum(w)
    return (
        slope,
        (np.exp(alpha / 2) + np.exp(-alpha / 2)) * mistakes / 2 - np.exp(-alpha / 2) * total / 2,
    )


@identity(
    "adaboost.minimum",
    r"L_n(\alpha) = 2 \sqrt{W_{mis} (W - W_{mis})}\, \cosh \frac{\alpha - \alpha_m}{2} = 2"
    r" \sqrt{\epsilon_m (1 - \epsilon_m)} \cdot W \cdot \cosh \frac{\alpha - \alpha_m}{2}",
    library_rounds,
    source="eqs. (17), (18): the critical point is the minimum",
    **LIBRARY,
)
def no_alpha_does_better(
    w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The loss is least at the library's α, and grows as a hyperbolic cosine on either side."""
    away = np.array([-2, -0.5, 0, 0.1, 1])
    others = (alpha + away)[:, None, :]  # rounds, rows, values of α
    losses = (w[:, :, None] * np.exp(-others * (y * h)[:, :, None] / 2)).sum(axis=1)
    mistakes, total = _sum(w * wrong_rows(h, y)), _sum(w)
    epsilon = mistakes / total
    return (
        losses,
        2 * np.sqrt(mistakes * (total - mistakes)) * np.cosh(away / 2),
        2 * np.sqrt(epsilon * (1 - epsilon)) * total * np.cosh(away / 2),
    )


# The bound on the training error


@identity(
    "adaboost.product",
    r"\prod_{t=1}^{m} Z_t = \frac1n \sum_{i=1}^{n} e^{-y_i f(x_i)}",
    library_rounds,
    source="lecture notes B, Reweighting; Freund and Schapire (1997), theorem 6",
    **LIBRARY,
)
def product_of_normalisations(
    model: AdaBoostClassifier, D: np.ndarray, h: np.ndarray, y: np.ndarray, f_after: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The product of all Z is the mean exponential loss, and the library's `training_bound_`."""
    epsilon = _sum(D * wrong_rows(h, y))[:, 0]
    half = np.log((1 - epsilon) / epsilon) / 2
    Z = (D * np.exp(-half[:, None] * y * h)).sum(axis=1)
    return np.cumprod(Z), np.exp(-y * f_after).mean(axis=1), model.training_bound_[: len(h)]


@identity(
    "adaboost.bound",
    r"\frac1n \sum_{i=1}^{n} \mathbf{1}_{\operatorname{sign} f(x_i) \neq y_i} \;\leq\;"
    r" \prod_{t=1}^{m} Z_t \;\leq\; \exp\Big(-2 \sum_{t=1}^{m} \big(\tfrac12 -"
    r" \epsilon_t\big)^2\Big)",
    library_rounds,
    source="Freund and Schapire (1997), theorem 6",
    relation="<=",
    **LIBRARY,
)
def training_error_is_bounded(
    model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray, epsilon: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The training error is below the product of all Z, which falls exponentially."""
    errors = staged_errors(model, X, y)[: len(epsilon)]
    Z = 2 * np.sqrt(epsilon[:, 0] * (1 - epsilon[:, 0]))
    return errors, np.cumprod(Z), np.exp(-2 * np.cumsum((1 / 2 - epsilon[:, 0]) ** 2))


@identity(
    "adaboost.bound.falls",
    r"\frac{L(f_{[t]})}{L(f_{[t-1]})} = Z_t = 2\sqrt{\epsilon_t (1 - \epsilon_t)} = \sqrt{1 -"
    r" r_t^2} \leq 1",
    library_rounds,
    source=f"{D_NOTES}, Behavior: exponential loss goes down",
    relation=("=", "=", "=", "<="),
    **LIBRARY,
)
def loss_never_rises(
    epsilon: np.ndarray,
    y: np.ndarray,
    h: np.ndarray,
    D: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
) -> tuple[np.ndarray, ...]:
    """Each round multiplies the exponential loss by √(1 − r²), at most 1: it never rises."""
    ratio = _sum(np.exp(-y * f_after)) / _sum(np.exp(-y * f_before))
    half = np.log((1 - epsilon) / epsilon) / 2
    r = 1 - 2 * epsilon
    return (
        ratio,
        _sum(D * np.exp(-half * y * h)),
        2 * np.sqrt(epsilon * (1 - epsilon)),
        np.sqrt(1 - r**2),
        np.ones(ratio.shape),
    )


@identity(
    "adaboost.votes",
    r"\epsilon' > \epsilon \iff \alpha(\epsilon') < \alpha(\epsilon), \qquad"
    r" \alpha(\epsilon) > 0 \iff \epsilon < \tfrac12",
    _any_errors,
    source=f"{D_NOTES}, Behavior; E, α as a function of ε; B, Prerequisite",
)
def less_say_for_more_errors(epsilon: np.ndarray) -> tuple[np.ndarray, ...]:
    """The larger a member's error the smaller its say, which is 0 at an error of ½."""
    alpha = np.log((1 - epsilon) / epsilon)
    return (
        np.append(np.sign(alpha), np.sign(alpha[1:] - alpha[:-1])),
        np.append(np.sign(1 / 2 - epsilon), np.sign(epsilon[:-1] - epsilon[1:])),
    )


# What the committee answers


@identity(
    "adaboost.margin",
    r"\text{margin}_i = \frac{y_i \sum_k \alpha_k f_k(x_i)}{\sum_k \alpha_k} \in [-1, 1]",
    library_rounds,
    source="Schapire, Freund, Bartlett and Lee (1998); lecture notes D, Key Properties",
    **LIBRARY,
)
def margin(model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """A row's margin is the share of the say that votes for its label, less the share against."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    alpha = model.estimator_weights_
    shares = [alpha @ (votes == y) / alpha.sum(), alpha @ (votes != y) / alpha.sum()]
    formula = y * (alpha @ votes) / alpha.sum()
    return (
        model.margins(X, y),
        np.clip(formula, -1, 1),  # what lies between them is left as it is
        formula,
        shares[0] - shares[1],
        voting_margins(votes, y, alpha),
    )


@identity(
    "adaboost.margin.sign",
    r"-1 \le \text{margin}_i \le 1, \qquad \text{margin}_i > 0 \implies"
    r" \operatorname{sign} f(x_i) = y_i",
    library_rounds,
    source="Schapire, Freund, Bartlett and Lee (1998)",
    relation="<=",
    **LIBRARY,
)
def margin_tells_right_from_wrong(
    model: AdaBoostClassifier, X: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """A margin lies between −1 and 1, and is positive only where the committee is right."""
    library = model.margins(X, y)
    margins = 2 * y * model.decision_function(X) / model.estimator_weights_.sum()
    right = model.predict(X) == y
    # The library's margins twice, so that both ways to compute them must agree.
    return np.where(right, 0.0, -1.0), library, margins, library, np.where(right, 1.0, 0.0)


@identity(
    "adaboost.stump",
    r"h(x; \theta) = \operatorname{sign}(w_1 x_j - w_0), \qquad \theta = \{j, w_1, w_0\}",
    _skewed,
    source="lecture notes D, Decision stumps",
    instances=20,
)
def decision_stump(X: np.ndarray, y: np.ndarray, D: np.ndarray) -> tuple[np.ndarray, ...]:
    """A stump is the sign of a line in one feature; a constant one has slope 0."""
    library, formula = [], []
    for weights in D:
        stump = DecisionStump().fit(X, y, sample_weight=weights)
        tree = stump.tree_
        low, high = 2.0 * tree.value[[1, 2]].argmax(axis=1) - 1
        w1 = (high - low) / 2
        w0 = w1 * tree.threshold[0] - (high + low) / 2
        line = w1 * X[:, tree.feature[0]] - w0
        library.append(stump.predict(X))
        formula.append(np.sign(line))
    return np.array(library), np.array(formula)
