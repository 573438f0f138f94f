"""The exponential loss: its bound, its minimizer, and the probabilities of AdaBoost."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.equations.runs import library_rounds, real_rounds
from ensemblelab.losses import ExponentialLoss, Loss
from ensemblelab.verify.registry import display

D_NOTES = "lecture notes D, Key Properties of Exponential Loss"
# From the best number to its rivals, near and far.
AWAY = np.array([0, -2, -0.1, -0.001, 0.001, 0.1, 2])
FHT = "Friedman, Hastie and Tibshirani (2000), lemma 1"


def _scores(rng: np.random.Generator) -> dict[str, Any]:
    """Draw labels and two scores for each."""
    return {
        "y": rng.choice([-1, 1], 50),
        "H": rng.normal(0, 2, 50),
        "other": rng.normal(0, 2, 50),
        "t": rng.uniform(-0.5, 1.5, 50),  # outside 0 to 1, nothing is claimed
    }


def _on_the_boundary(rng: np.random.Generator) -> dict[str, Any]:
    """Scores so near 0 that the loss of a mistake is 1."""
    return {"y": np.array([-1, 1]), "H": rng.uniform(0, 1e-3) * np.array([1, -1])}


def _one_score(rng: np.random.Generator) -> dict[str, Any]:
    """The same score twice: the chord is a point of the curve."""
    H = rng.uniform(-1, 1, 2)
    return {"y": np.array([-1, 1]), "H": H, "other": H, "t": rng.uniform(0.2, 0.8, 2)}


def _share(rng: np.random.Generator) -> dict[str, Any]:
    p = rng.uniform(0.02, 0.98)
    best = np.log(p / (1 - p)) / 2
    return {"p": p, "f": best + rng.normal(size=9), "best": best}


def rivals(rng: np.random.Generator) -> np.ndarray:
    """Return ways from the best number: none, to neighbors near and far, and some at random."""
    return np.concatenate([AWAY, rng.normal(0, 2, 6)])


def tried(
    loss: Loss, target: np.ndarray, weight: np.ndarray, best: float, away: np.ndarray
) -> np.ndarray:
    """Return a constant, its rivals, and the one that a numerical search finds.

    A search ends where losses differ by rounding only: what is no better than that is `best`.
    """

    def total(c: float) -> float:
        return float((weight * loss.value(target, np.full(len(target), c))).sum())

    found = minimize_scalar(total, bracket=(best - 1, best + 1), tol=1e-10).x
    better = total(found) < total(best) - 1e-12 * abs(total(best))
    return np.append(best + away, found if better else best)


def _weighted_labels(rng: np.random.Generator) -> dict[str, Any]:
    n = int(rng.integers(4, 30))
    y = rng.choice([-1, 1], n)
    y[:2] = 1, -1
    return {"y": y, "w": rng.uniform(0.1, 2, n), "away": rivals(rng)}


@display(
    "exponential.loss",
    r"L(y, f) = e^{-y f}, \qquad \frac{\partial L}{\partial f} = -y\, e^{-y f}, \qquad"
    r" \frac{\partial^2 L}{\partial f^2} = e^{-y f}",
    _scores,
    source="lecture notes D, Optimization Objective",
)
def loss_slope_and_curvature(y: np.ndarray, H: np.ndarray) -> dict[str, Any]:
    """The first and second derivatives of the exponential loss are as large as the loss itself."""
    loss, labels = ExponentialLoss(), (y + 1) // 2
    return {
        r"L(y, f)": loss.value(labels, H),
        r"\frac{\partial L}{\partial f}": loss.gradient(labels, H),
        r"\frac{\partial^2 L}{\partial f^2}": loss.hessian(labels, H),
        r"y": y,
        r"f": H,
    }


@display(
    "exponential.bound",
    r"\mathbf{1}_{y f(x) \leq 0} \;\leq\; e^{-y f(x)}",
    _scores,
    source=f"{D_NOTES}: heavily penalizes misclassifications",
    kind="bound",
    tight=(_on_the_boundary,),
)
def above_every_mistake(y: np.ndarray, H: np.ndarray) -> dict[str, Any]:
    """The exponential loss is positive and at least 1 on every misclassified observation."""
    return {
        r"y": y,
        r"f(x)": H,
    }


@display(
    "exponential.convex",
    r"e^{-y(t f + (1 - t) f')} \leq t\, e^{-y f} + (1 - t)\, e^{-y f'} \qquad (0 \leq t \leq 1)",
    _scores,
    source=f"{D_NOTES}: smooth and convex",
    kind="bound",
    tight=(_one_score,),
)
def convexity(y: np.ndarray, H: np.ndarray, other: np.ndarray, t: np.ndarray) -> dict[str, Any]:
    """The exponential loss is convex: between two scores it lies below the chord."""
    return {
        r"y": y,
        r"t": t,
        r"f": H,
        r"f'": other,
    }


@display(
    "exponential.minimiser",
    r"\arg\min_{f} \big\{p\, e^{-f} + (1 - p)\, e^{f}\big\} = \tfrac12 \ln \frac{p}{1 - p}",
    _weighted_labels,
    source=FHT,
    proof="the root of the increasing derivative, for any p between 0 and 1",
    axes={"f": -1},
    kind="optimum",
)
def half_the_log_odds(y: np.ndarray, w: np.ndarray, away: np.ndarray) -> dict[str, Any]:
    """The best constant under the exponential loss is half the log-odds of the classes."""
    loss, target = ExponentialLoss(), (y + 1) // 2
    library = float(loss.constant(target, w))
    return {
        r"p": w[y == 1].sum() / w.sum(),
        r"f": tried(loss, target, w, library, away),
        r"side 1": library,
    }


@display(
    "exponential.minimum",
    r"p\, e^{-f} + (1 - p)\, e^{f} = 2 \sqrt{p (1 - p)}\, \cosh(f - f^*)",
    _share,
    source=f"{FHT}; AdaBoost's Z at p = ε",
)
def least_expected_loss(p: float, f: np.ndarray, best: float) -> dict[str, Any]:
    """The expected loss has its minimum 2√(p(1 − p)) at half the log-odds."""
    return {
        r"p": p,
        r"f": f,
        r"f^*": best,
    }


@display(
    "exponential.probability",
    r"p(y = 1 \mid x) = \frac{1}{1 + e^{-2 f(x)}}",
    library_rounds,
    source=FHT,
    live=real_rounds,
    instances=20,
)
def probability_of_a_score(model: AdaBoostClassifier, X: np.ndarray) -> dict[str, Any]:
    """Interpreting f as half the log-odds gives the class probabilities of the library."""
    return {
        r"p(y = 1 \mid x)": model.predict_proba(X)[:, 1],
        r"f(x)": model.decision_function(X),
    }
