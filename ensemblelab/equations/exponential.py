"""The exponential loss: what it bounds, where it is least, and what that says of AdaBoost."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.equations.registry import identity
from ensemblelab.equations.runs import library_rounds, real_rounds
from ensemblelab.losses import ExponentialLoss

D_NOTES = "lecture notes D, Key Properties of Exponential Loss"
FHT = "Friedman, Hastie and Tibshirani (2000), lemma 1"


def _scores(rng: np.random.Generator) -> dict[str, Any]:
    """Draw labels and two scores for each."""
    return {
        "y": rng.choice([-1, 1], 50),
        "H": rng.normal(0, 2, 50),
        "other": rng.normal(0, 2, 50),
        "t": rng.uniform(size=50),
    }


def _share(rng: np.random.Generator) -> dict[str, Any]:
    return {"p": rng.uniform(0.02, 0.98), "away": rng.normal(size=9)}


def _weighted_labels(rng: np.random.Generator) -> dict[str, Any]:
    n = int(rng.integers(4, 30))
    y = rng.choice([-1, 1], n)
    y[:2] = 1, -1
    return {"y": y, "w": rng.uniform(0.1, 2, n)}


@identity(
    "exponential.loss",
    r"L(y, f) = e^{-y f}, \qquad \frac{\partial L}{\partial f} = -y\, e^{-y f}, \qquad"
    r" \frac{\partial^2 L}{\partial f^2} = e^{-y f}",
    _scores,
    source="lecture notes D, Optimization Objective",
)
def loss_slope_and_curvature(y: np.ndarray, H: np.ndarray) -> tuple[np.ndarray, ...]:
    """The exponential loss is smooth; its slope and its curvature are as large as itself."""
    loss, labels = ExponentialLoss(), (y + 1) // 2
    value = np.exp(-y * H)
    return (
        np.array([loss.value(labels, H), loss.gradient(labels, H), loss.hessian(labels, H)]),
        np.array([value, -y * value, value]),
    )


@identity(
    "exponential.bound",
    r"\mathbf{1}_{y f(x) \leq 0} \;\leq\; e^{-y f(x)}",
    _scores,
    source=f"{D_NOTES}: heavily penalizes misclassifications",
    relation="<=",
)
def above_every_mistake(y: np.ndarray, H: np.ndarray) -> tuple[np.ndarray, ...]:
    """The exponential loss is at least 1 on a mistake, and above 0 on every row."""
    return (y * H <= 0).astype(float), np.exp(-y * H)


@identity(
    "exponential.convex",
    r"e^{-y(t f + (1 - t) f')} \leq t\, e^{-y f} + (1 - t)\, e^{-y f'} \qquad (0 \leq t \leq 1)",
    _scores,
    source=f"{D_NOTES}: smooth and convex",
    relation="<=",
)
def convexity(
    y: np.ndarray, H: np.ndarray, other: np.ndarray, t: np.ndarray
) -> tuple[np.ndarray, ...]:
    """The exponential loss is convex: between two scores it stays below the chord."""
    chord = t * np.exp(-y * H) + (1 - t) * np.exp(-y * other)
    higher = np.maximum(np.exp(-y * H), np.exp(-y * other))  # no chord is above its ends
    return np.exp(-y * (t * H + (1 - t) * other)), chord, higher


@identity(
    "exponential.minimiser",
    r"\arg\min_{f} \big\{p\, e^{-f} + (1 - p)\, e^{f}\big\} = \tfrac12 \ln \frac{p}{1 - p}",
    _weighted_labels,
    source=FHT,
    proof="the root of the derivative, which rises, for any p between 0 and 1",
)
def half_the_log_odds(y: np.ndarray, w: np.ndarray) -> tuple[float, ...]:
    """The best constant under the exponential loss is half the log-odds of the classes."""
    p = w[y == 1].sum() / w.sum()
    library = ExponentialLoss().constant((y + 1) // 2, w)
    tried = library + np.array([0, -1, -0.1, -0.001, 0.001, 0.1, 1])
    expected = p * np.exp(-tried) + (1 - p) * np.exp(tried)
    return library, np.log(p / (1 - p)) / 2, tried[np.argmin(expected)]


@identity(
    "exponential.minimum",
    r"p\, e^{-f} + (1 - p)\, e^{f} = 2 \sqrt{p (1 - p)}\, \cosh(f - f^*)",
    _share,
    source=f"{FHT}; AdaBoost's Z at p = ε",
)
def least_expected_loss(p: float, away: np.ndarray) -> tuple[np.ndarray, ...]:
    """The expected loss is least, 2√(p(1 − p)), at half the log-odds, and grows on either side."""
    H = np.log(p / (1 - p)) / 2 + away
    expected = p * np.exp(-H) + (1 - p) * np.exp(H)
    return expected, 2 * np.sqrt(p * (1 - p)) * np.cosh(away)


@identity(
    "exponential.probability",
    r"p(y = 1 \mid x) = \frac{1}{1 + e^{-2 f(x)}}",
    library_rounds,
    source=FHT,
    live=real_rounds,
    instances=20,
)
def probability_of_a_score(model: AdaBoostClassifier, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """Read as half the log-odds, AdaBoost's f gives the probabilities that the library gives."""
    f = model.decision_function(X)
    return model.predict_proba(X)[:, 1], 1 / (1 + np.exp(-2 * f))
