"""AdaBoost's model, algorithm and derivation: equations (8) to (22).

Row k of a matrix is round k, column i is observation i; sums over i are along axis 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.equations.runs import any_rounds, library_rounds, real_rounds, wrong_rows
from ensemblelab.losses import ExponentialLoss
from ensemblelab.verify.registry import display

# Of 4 to 9 rounds each, and one of 30.
LIBRARY: dict[str, Any] = {"live": real_rounds, "instances": 10}
PATTERNS = "for every pattern of labels and votes on three observations, with any weights and any α"


def _sum(rows: np.ndarray) -> np.ndarray:
    return rows.sum(axis=1, keepdims=True)


# The model and the algorithm


@display(
    "adaboost.8",
    r"f(x) := \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=8,
    **LIBRARY,
    axes={"k": -2},
)
def weighted_vote(f_after: np.ndarray, alpha: np.ndarray, h: np.ndarray) -> dict[str, Any]:
    """The ensemble sums the weighted votes; the library's f is half of that sum."""
    return {
        r"f(x)": 2 * f_after[-1:],
        r"\alpha_k": alpha,
        r"f_k(x)": h,
        r"m": len(h),
    }


def _stumps_errors(X: np.ndarray, y: np.ndarray, w: np.ndarray) -> np.ndarray:
    """J of every stump: each feature, each threshold, each sign, and the two constants."""
    cuts = [X[:, [j]] > np.unique(X[:, j]) for j in range(X.shape[1])]
    votes = 2.0 * np.hstack(cuts).T - 1
    return w @ np.vstack([wrong_rows(votes, y), wrong_rows(-votes, y)]).T


@display(
    "adaboost.9",
    r"J(f_k) = \sum_{i=1}^n w_i \cdot \mathbf{1}_{f_k(x_i) \neq y_i} = \min_f J(f)",
    library_rounds,
    number=9,
    live=real_rounds,
    instances=20,
    # The search rounds weights to a grid of 2^-52 of a sum that may be 16 times theirs.
    tolerance=1e-9,
    axes={"i": -1, "f": -1},
    kind="optimum",
)
def member_of_least_error(
    X: np.ndarray, y: np.ndarray, w: np.ndarray, D: np.ndarray
) -> dict[str, Any]:
    """The weak learner minimizes the weighted error over all decision stumps."""
    library, votes = [], []
    for weights, unnormalised in zip(D, w, strict=True):
        run = AdaBoostClassifier(n_estimators=1, criterion="error")
        member = run.fit(X, y, sample_weight=weights).estimators_[0]
        right = member.score(X, y, sample_weight=unnormalised)
        library.append([(1 - right) * unnormalised.sum()])
        votes.append(member.predict(X))
    return {
        r"J(f_k)": np.array(library),
        r"w_i": w,
        r"f_k(x_i)": np.array(votes),
        r"y_i": y,
        r"n": len(y),
        r"J(f)": _stumps_errors(X, y, w),
    }


@display(
    "adaboost.10",
    r"\alpha_k = \ln \Big\{ \frac{1 - \epsilon_k}{\epsilon_k} \Big\}",
    library_rounds,
    number=10,
    **LIBRARY,
)
def weight_of_a_member(
    alpha: np.ndarray, D: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The weight of a weak learner is the log-odds that it classifies correctly."""
    return {
        r"\alpha_k": alpha,
        r"\epsilon_k": _sum(D * wrong_rows(h, y)),
    }


@display(
    "adaboost.11",
    r"\epsilon_k = \frac{\sum_{i=1}^n w_i \cdot \mathbf{1}_{f_k(x_i) \neq y_i}}"
    r"{\sum_{i=1}^n w_i}",
    library_rounds,
    number=11,
    **LIBRARY,
    axes={"i": -1},
)
def weighted_error(
    epsilon: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The weighted error is the fraction of the total weight on misclassified observations."""
    return {
        r"\epsilon_k": epsilon,
        r"w_i": w,
        r"f_k(x_i)": h,
        r"y_i": y,
        r"n": len(y),
    }


@display(
    "adaboost.12",
    r"w_i \leftarrow w_i \cdot \exp\{\alpha_k \cdot \mathbf{1}_{f_k(x_i) \neq y_i}\}",
    library_rounds,
    number=12,
    **LIBRARY,
)
def weight_update(
    D_next: np.ndarray,
    D: np.ndarray,
    alpha: np.ndarray,
    epsilon: np.ndarray,
    h: np.ndarray,
    y: np.ndarray,
) -> dict[str, Any]:
    """The weight of each misclassified observation is multiplied by exp α."""
    # The library divides the new weights by their sum, which is 2(1 − ε).
    return {
        r"w_i \leftarrow": D_next * 2 * (1 - epsilon),
        r"w_i": D,
        r"\alpha_k": alpha,
        r"f_k(x_i)": h,
        r"y_i": y,
    }


@display(
    "adaboost.13",
    r"F(x) = \operatorname{sign} f(x), \qquad f(x) := \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=13,
    **LIBRARY,
    axes={"k": -2},
)
def output(model: AdaBoostClassifier, X: np.ndarray) -> dict[str, Any]:
    """The ensemble predicts the sign of its weighted vote; a positive factor keeps the sign."""
    f = model.decision_function(X)  # half of the vote
    clear = np.abs(f) > 1e-9  # what rounding makes of a tied vote has no sign
    votes = np.array([member.predict(X) for member in model.estimators_])
    return {
        r"F(x)": model.predict(X)[None, clear],
        r"f(x)": 2 * f[None, clear],
        r"\alpha_k": model.estimator_weights_[:, None],
        r"f_k(x)": votes[:, clear],
        r"m": len(votes),
    }


@display(
    "adaboost.14",
    r"f_{[m]}(x) = \frac{1}{2} \sum_{k=1}^{m} \alpha_k f_k(x)",
    library_rounds,
    number=14,
    **LIBRARY,
    axes={"k": -2},
)
def half_the_vote(model: AdaBoostClassifier, X: np.ndarray) -> dict[str, Any]:
    """In the derivation, the ensemble is half the weighted vote after every round."""
    return {
        r"f_{[m]}(x)": model.decision_function(X)[None],
        r"\alpha_k": model.estimator_weights_[:, None],
        r"f_k(x)": np.array([member.predict(X) for member in model.estimators_]),
        r"m": len(model.estimators_),
    }


# The derivation: from the exponential loss to the algorithm


@display(
    "adaboost.15",
    r"L_n = \sum_{i=1}^{n} \exp[-y_i f_{[m]}(x_i)]",
    library_rounds,
    number=15,
    **LIBRARY,
    axes={"i": -1},
)
def exponential_loss(f_after: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """AdaBoost minimizes the exponential loss of half the weighted vote."""
    loss = ExponentialLoss()
    labels = (y + 1) // 2  # the library's losses know classes as 0 and 1
    return {
        r"L_n": np.array([[loss.value(labels, f).sum()] for f in f_after]),
        r"y_i": y,
        r"f_{[m]}(x_i)": f_after,
        r"n": len(y),
    }


@display(
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
    axes={"i": -1},
)
def isolate_the_new_member(
    y: np.ndarray,
    h: np.ndarray,
    alpha: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
    w: np.ndarray,
) -> dict[str, Any]:
    """The loss is a weighted sum whose weights depend only on the earlier weak learners."""
    return {
        r"L_n": _sum(np.exp(-y * f_after)),
        r"y_i": y,
        r"\alpha_m": alpha,
        r"f_m(x_i)": h,
        r"f_{[m-1]}(x_i)": f_before,
        r"w_i": w,
        r"n": len(y),
    }


@display(
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
    axes={"i": -1},
)
def isolate_the_mistakes(
    y: np.ndarray, h: np.ndarray, alpha: np.ndarray, f_after: np.ndarray, w: np.ndarray
) -> dict[str, Any]:
    """For any α > 0, the loss increases with the weighted error of the new weak learner."""
    return {
        r"L_n": _sum(np.exp(-y * f_after)),
        r"y_i": y,
        r"\alpha_m": alpha,
        r"f_m(x_i)": h,
        r"w_i": w,
        r"n": len(y),
        r"I_{cor}": h == y,
        r"I_{mis}": h != y,
    }


@display(
    "adaboost.18",
    r"\alpha_m = \ln \frac{\sum_{i=1}^{n} w_i - \sum_{i=1}^{n} w_i \cdot \mathbf{1}_{f_m(x_i)"
    r" \neq y_i}}{\sum_{i=1}^{n} w_i \cdot \mathbf{1}_{f_m(x_i) \neq y_i}}",
    library_rounds,
    number=18,
    **LIBRARY,
    proof="the root of (17)'s derivative is this α, and (17) is convex, "
    "for every pattern of labels and votes on three observations with both hits and misses",
    axes={"i": -1},
)
def best_weight_of_a_member(
    alpha: np.ndarray, w: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The estimator weight that minimizes the loss is the one used by the algorithm."""
    return {
        r"y_i": y,
        r"\alpha_m": alpha,
        r"f_m(x_i)": h,
        r"w_i": w,
        r"n": len(y),
    }


@display(
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
    proof="for any ensemble, weights and α on three observations, from (14) and (20)",
    axes={"i": -1},
)
def loss_of_the_next_round(
    y: np.ndarray,
    h: np.ndarray,
    alpha: np.ndarray,
    f_before: np.ndarray,
    f_after: np.ndarray,
    w: np.ndarray,
    w_next: np.ndarray,
) -> dict[str, Any]:
    """In the next round, the loss is again a weighted sum, with the updated weights."""
    # Rows :-1 are round m, rows 1: are round m + 1.
    return {
        r"L(f_{[m+1]})": _sum(np.exp(-y * f_after[1:])),
        r"y_i": y,
        r"f_{[m+1]}(x_i)": f_after[1:],
        r"f_{[m]}(x_i)": f_after[:-1],
        r"f_{[m-1]}(x_i)": f_before[:-1],
        r"\alpha_{m+1}": alpha[1:],
        r"\alpha_m": alpha[:-1],
        r"f_{m+1}(x_i)": h[1:],
        r"f_m(x_i)": h[:-1],
        r"w_i": w[:-1],
        r"w_i'": w_next[:-1],
        r"n": len(y),
    }


@display(
    "adaboost.20",
    r"w_i' = w_i \cdot \exp\big[-\tfrac12 y_i \alpha_m f_m(x_i)\big]",
    library_rounds,
    number=20,
    **LIBRARY,
    proof="for any ensemble and α on three observations, from w = exp(−y f) and (14)",
)
def new_weights(
    w_next: np.ndarray, w: np.ndarray, alpha: np.ndarray, h: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """Each round multiplies a weight by the new weak learner's loss on that observation."""
    return {
        r"w_i'": w_next,
        r"w_i": w,
        r"y_i": y,
        r"\alpha_m": alpha,
        r"f_m(x_i)": h,
    }


@display(
    "adaboost.21",
    r"y_i f_m(x_i) = 1 - 2 \cdot \mathbf{1}_{f_m(x_i) \neq y_i}",
    any_rounds,
    number=21,
    live=real_rounds,
    proof="in all four cases of a label and a vote",
)
def product_and_indicator(y: np.ndarray, h: np.ndarray) -> dict[str, Any]:
    """For labels ±1, label times vote is 1 for a correct vote and −1 for an incorrect one."""
    return {
        r"y_i": y,
        r"f_m(x_i)": h,
    }


@display(
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
) -> dict[str, Any]:
    """Up to a common factor, the new weights equal those of the algorithm's update."""
    return {
        r"w_i'": w_next,
        r"w_i": w,
        r"y_i": y,
        r"\alpha_m": alpha,
        r"f_m(x_i)": h,
    }
