"""AdaBoost's model, algorithm and derivation: equations (8) to (22).

Row k of a matrix is round k, column i is training row i; sums over i are along axis 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.equations.registry import identity
from ensemblelab.equations.runs import any_rounds, library_rounds, real_rounds, wrong_rows
from ensemblelab.losses import ExponentialLoss

# Of 7 rounds each, and one of 30.
LIBRARY: dict[str, Any] = {"live": real_rounds, "instances": 10}
PATTERNS = "for every pattern of labels and votes on three rows, with any weights and any α"


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


# The model and the algorithm


@identity(
    "adaboost.8",
    r"f(x) := \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=8,
    **LIBRARY,
)
def weighted_vote(f_after: np.ndarray, alpha: np.ndarray, h: np.ndarray) -> tuple[np.ndarray, ...]:
    """The ensemble adds its members' votes with weights; the library's f is half of that sum."""
    total = np.zeros(h.shape[1])
    sums = []
    for k in range(len(h)):
        total = total + alpha[k] * h[k]
        sums.append(total)
    return 2 * f_after, np.array(sums)


def _stumps_errors(X: np.ndarray, y: np.ndarray, w: np.ndarray) -> np.ndarray:
    """J of every stump: each feature, each threshold, each sign, and the two constants."""
    cuts = [X[:, [j]] > np.unique(X[:, j]) for j in range(X.shape[1])]
    votes = 2.0 * np.hstack(cuts).T - 1
    return w @ np.vstack([wrong_rows(votes, y), wrong_rows(-votes, y)]).T


@identity(
    "adaboost.9",
    r"J(f_k) = \sum_{i=1}^n w_i \cdot \mathbf{1}_{f_k(x_i) \neq y_i} = \min_f J(f)",
    library_rounds,
    number=9,
    live=real_rounds,
    instances=20,
    # The search rounds weights to a grid of 2^-52 of a sum that may be 16 times theirs.
    tolerance=1e-9,
)
def member_of_least_error(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, D: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The member trained on the weights has the least weighted error of all stumps."""
    least = _stumps_errors(X, y, w).min(axis=1)
    library, mistakes = [], []
    for weights, unnormalised in zip(D, w, strict=True):
        run = AdaBoostClassifier(n_estimators=1, criterion="error")
        member = run.fit(X, y, sample_weight=weights).estimators_[0]
        right = member.score(X, y, sample_weight=unnormalised)
        library.append((1 - right) * unnormalised.sum())
        mistakes.append((unnormalised * wrong_rows(member.predict(X), y)).sum())
    return np.array(library), np.array(mistakes), least


@identity(
    "adaboost.10",
    r"\alpha_k = \ln \Big\{ \frac{1 - \epsilon_k}{\epsilon_k} \Big\}",
    library_rounds,
    number=10,
    **LIBRARY,
)
def weight_of_a_member(
    alpha: np.ndarray, D: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """A member's weight is the log-odds of its being right on the weighted rows."""
    error = _sum(D * wrong_rows(h, y))
    return alpha, np.log((1 - error) / error)


@identity(
    "adaboost.11",
    r"\epsilon_k = \frac{\sum_{i=1}^n w_i \cdot \mathbf{1}_{f_k(x_i) \neq y_i}}"
    r"{\sum_{i=1}^n w_i}",
    library_rounds,
    number=11,
    **LIBRARY,
)
def weighted_error(
    epsilon: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """A member's error is the share of the weight that its mistakes carry."""
    return epsilon, _sum(w * wrong_rows(h, y)) / _sum(w)


@identity(
    "adaboost.12",
    r"w_i \leftarrow w_i \cdot \exp\{\alpha_k \cdot \mathbf{1}_{f_k(x_i) \neq y_i}\}",
    library_rounds,
    number=12,
    **LIBRARY,
)
def weight_update(
    D_next: np.ndarray, D: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Mistakes gain weight by the factor exp α, and the weights divided by their sum follow."""
    updated = D * np.exp(alpha * wrong_rows(h, y))
    return D_next, updated / _sum(updated)


@identity(
    "adaboost.13",
    r"\operatorname{sign} f(x), \qquad f(x) := \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=13,
    **LIBRARY,
)
def output(model: AdaBoostClassifier, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """The committee answers with the sign of its weighted vote, and no factor changes a sign."""
    f = 0.0
    for alpha, member in zip(model.estimator_weights_, model.estimators_, strict=True):
        f = f + alpha * member.predict(X)
    clear = np.abs(f) > 1e-9  # what rounding makes of a tied vote has no sign
    return model.predict(X)[clear], np.sign(f)[clear]


@identity(
    "adaboost.14",
    r"f_{[m]}(x) = \frac{1}{2} \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=14,
    **LIBRARY,
)
def half_the_vote(
    model: AdaBoostClassifier, X: np.ndarray, f_after: np.ndarray, alpha: np.ndarray, h: np.ndarray
) -> tuple[np.ndarray, ...]:
    """For the derivation the ensemble is half the weighted vote, after every round."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    last = model.estimator_weights_ @ votes / 2
    return (
        np.vstack([f_after, model.decision_function(X)]),
        np.vstack([np.cumsum(alpha * h, axis=0) / 2, last]),
    )


# The derivation: from the exponential loss to the algorithm


@identity(
    "adaboost.15",
    r"L_n = \sum_{i=1}^{n} \exp[-y_i f_{[m]}(x_i)]",
    library_rounds,
    number=15,
    **LIBRARY,
)
def exponential_loss(f_after: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """AdaBoost descends the exponential loss of half the weighted vote."""
    loss = ExponentialLoss()
    labels = (y + 1) // 2  # the library's losses know classes as 0 and 1
    return (
        np.array([loss.value(labels, f).sum() for f in f_after]),
        np.exp(-y * f_after).sum(axis=1),
    )


@identity(
    "adaboost.16",
    r"\begin{aligned} L_n &= \sum_{i=1}^{n} \exp\big[-y_i \cdot \big(f_{[m-1]}(x_i) + \tfrac12"
    r" \alpha_m f_m(x_i)\big)\big] \\ &= \sum_{i=1}^{n} \exp\big[-y_i f_{[m-1]}(x_i) - \tfrac12"
    r" \alpha_m y_i f_m(x_i)\big] \\ &= \sum_{i=1}^{n} \exp[-y_i f_{[m-1]}(x_i)] \cdot"
    r" \exp\big[-\tfrac12 \alpha_m y_i f_m(x_i)\big] \\"
    r" &= \sum_{i=1}^{n} w_i \cdot \exp\big[-\tfrac12 \alpha_m y_i f_m(x_i)\big] \end{aligned}",
    any_rounds,
    number=16,
    live=real_rounds,
    proof=f"{PATTERNS}, from (14)",
)
def isolate_the_new_member(
    y: np.ndarray,
    h: np.ndarray,
    alpha: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
    w: np.ndarray,
) -> tuple[np.ndarray, ...]:
    """The loss is a weighted sum over rows, whose weights only the earlier members make."""
    return (
        _sum(np.exp(-y * f_after)),
        _sum(np.exp(-y * (f_before + alpha * h / 2))),
        _sum(np.exp(-y * f_before - alpha * y * h / 2)),
        _sum(np.exp(-y * f_before) * np.exp(-alpha * y * h / 2)),
        _sum(w * np.exp(-alpha * y * h / 2)),
    )


@identity(
    "adaboost.17",
    r"\begin{aligned} L_n &= \sum_{i=1}^{n} w_i \cdot \exp\big[-\tfrac12 \alpha_m y_i"
    r" f_m(x_i)\big] \\ &= \sum_{i \in I_{cor}} w_i \cdot \exp\big[-\tfrac12 \alpha_m y_i"
    r" f_m(x_i)\big] + \sum_{i \in I_{mis}} w_i \cdot \exp\big[-\tfrac12 \alpha_m y_i"
    r" f_m(x_i)\big] \\ &= \sum_{i \in I_{cor}} w_i \cdot \exp\big[-\tfrac12 \alpha_m\big] +"
    r" \sum_{i \in I_{mis}} w_i \cdot \exp\big[\tfrac12 \alpha_m\big] \\"
    r" &= \big(\exp\big[\tfrac12 \alpha_m\big] - \exp\big[-\tfrac12 \alpha_m\big]\big)"
    r" \sum_{i=1}^{n} w_i \cdot \mathbf{1}_{f_m(x_i) \neq y_i} \\"
    r" &\qquad\quad + \exp\big[-\tfrac12 \alpha_m\big] \sum_{i=1}^{n} w_i \end{aligned}",
    any_rounds,
    number=17,
    live=real_rounds,
    proof=PATTERNS,
)
def isolate_the_mistakes(
    y: np.ndarray, h: np.ndarray, alpha: np.ndarray, w: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The loss falls with the weighted error of the new member, whatever its positive weight."""
    mis = wrong_rows(h, y)
    cor = 1 - mis
    return (
        _sum(w * np.exp(-alpha * y * h / 2)),
        _sum(cor * w * np.exp(-alpha * y * h / 2)) + _sum(mis * w * np.exp(-alpha * y * h / 2)),
        _sum(cor * w * np.exp(-alpha / 2)) + _sum(mis * w * np.exp(alpha / 2)),
        (np.exp(alpha / 2) - np.exp(-alpha / 2)) * _sum(w * mis) + np.exp(-alpha / 2) * _sum(w),
    )


@identity(
    "adaboost.18",
    r"\alpha_m = \ln \frac{\sum_{i=1}^{n} w_i - \sum_{i=1}^{n} w_i \cdot \mathbf{1}_{f_m(x_i)"
    r" \neq y_i}}{\sum_{i=1}^{n} w_i \cdot \mathbf{1}_{f_m(x_i) \neq y_i}}",
    library_rounds,
    number=18,
    **LIBRARY,
    proof="the root of (17)'s derivative is this α, and (17) is convex, "
    "for every pattern of labels and votes on three rows that has both hits and misses",
)
def best_weight_of_a_member(
    alpha: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The weight that minimises the loss is the one of the algorithm."""
    mis = wrong_rows(h, y)
    return alpha, np.log((_sum(w) - _sum(w * mis)) / _sum(w * mis))


@identity(
    "adaboost.19",
    r"\begin{aligned} L(f_{[m+1]}) &= \sum_{i=1}^{n} \exp[-y_i f_{[m+1]}(x_i)] \\"
    r" &= \sum_{i=1}^{n} \exp\big[-y_i \big(f_{[m]}(x_i) + \tfrac12 \alpha_{m+1}"
    r" f_{m+1}(x_i)\big)\big] \\ &= \sum_{i=1}^{n} \exp[-y_i f_{[m]}(x_i)] \cdot"
    r" \exp\big[-\tfrac12 y_i \alpha_{m+1} f_{m+1}(x_i)\big] \\"
    r" &= \sum_{i=1}^{n} \exp[-y_i f_{[m-1]}(x_i)] \cdot \exp\big[-\tfrac12 y_i \alpha_m"
    r" f_m(x_i)\big] \\ &\qquad\quad \cdot \exp\big[-\tfrac12 y_i \alpha_{m+1} f_{m+1}(x_i)\big]"
    r" \\ &= \sum_{i=1}^{n} w_i \cdot \exp\big[-\tfrac12 y_i \alpha_m f_m(x_i)\big] \cdot"
    r" \exp\big[-\tfrac12 y_i \alpha_{m+1} f_{m+1}(x_i)\big] \\"
    r" &= \sum_{i=1}^{n} w_i' \cdot \exp\big[-\tfrac12 y_i \alpha_{m+1} f_{m+1}(x_i)\big]"
    r" \end{aligned}",
    any_rounds,
    number=19,
    live=real_rounds,
    proof="for any ensemble, weights and α on three rows, from (14) and (20)",
)
def loss_of_the_next_round(
    y: np.ndarray,
    h: np.ndarray,
    alpha: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
    w: np.ndarray,
    w_next: np.ndarray,
) -> tuple[np.ndarray, ...]:
    """In the next round the loss is again a weighted sum, with new weights."""
    after = f_after[1:]  # f_[m+1]; rows :-1 are round m, rows 1: are round m + 1
    now = np.exp(-y * alpha[:-1] * h[:-1] / 2)
    new = np.exp(-y * alpha[1:] * h[1:] / 2)
    return (
        _sum(np.exp(-y * after)),
        _sum(np.exp(-y * (f_after[:-1] + alpha[1:] * h[1:] / 2))),
        _sum(np.exp(-y * f_after[:-1]) * new),
        _sum(np.exp(-y * f_before[:-1]) * now * new),
        _sum(w[:-1] * now * new),
        _sum(w_next[:-1] * new),
    )


@identity(
    "adaboost.20",
    r"w_i' = w_i \cdot \exp\big[-\tfrac12 y_i \alpha_m f_m(x_i)\big]",
    library_rounds,
    number=20,
    **LIBRARY,
    proof="for any ensemble and α on three rows, from w = exp(−y f) and (14)",
)
def new_weights(
    w_next: np.ndarray, w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """A round multiplies each weight by the loss of the new member on that row."""
    return w_next, w * np.exp(-y * alpha * h / 2)


@identity(
    "adaboost.21",
    r"y_i f_m(x_i) = 1 - 2 \cdot \mathbf{1}_{f_m(x_i) \neq y_i}",
    any_rounds,
    number=21,
    live=real_rounds,
    proof="in all four cases of a label and a vote",
)
def product_and_indicator(y: np.ndarray, h: np.ndarray) -> tuple[np.ndarray, ...]:
    """For labels ±1, label times vote is 1 where the vote is right and −1 where it is wrong."""
    return y * h, 1 - 2 * wrong_rows(h, y)


@identity(
    "adaboost.22",
    r"\begin{aligned} w_i' &= w_i \cdot \exp\big[-\tfrac12 \alpha_m (1 - 2 \cdot"
    r" \mathbf{1}_{f_m(x_i) \neq y_i})\big] \\"
    r" &= \exp\big[-\tfrac12 \alpha_m\big] \cdot w_i \cdot \exp\big[\alpha_m"
    r" \mathbf{1}_{f_m(x_i) \neq y_i}\big] \end{aligned}",
    library_rounds,
    number=22,
    **LIBRARY,
    proof=f"{PATTERNS}, from (20)",
)
def update_of_the_algorithm(
    w_next: np.ndarray, w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Up to a factor that all rows share, the new weights are those of the algorithm's update."""
    mis = wrong_rows(h, y)
    return (
        w_next,
        w * np.exp(-alpha * (1 - 2 * mis) / 2),
        np.exp(-alpha / 2) * w * np.exp(alpha * mis),
    )
