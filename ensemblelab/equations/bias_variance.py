"""Bias and variance over training sets: an error splits, and averaging moves one part."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.diagnostics import (
    bias_variance_domingos,
    bias_variance_kohavi_wolpert,
    bias_variance_squared,
)
from ensemblelab.equations.registry import display, identity

B = "lecture notes B, Bias-Variance decomposition"


def _predictions(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of several training sets (rows) at several points, and noisy targets."""
    sets, points = int(rng.integers(2, 12)), int(rng.integers(2, 20))
    truth = rng.normal(size=points)
    return {
        "predictions": truth + rng.normal(size=points) + rng.normal(size=(sets, points)),
        "truth": truth,
        "noise": rng.normal(0, 0.5, (30, points)),
    }


def _labels(rng: np.random.Generator) -> dict[str, Any]:
    """Predicted classes of several training sets, right more often than not."""
    y = rng.integers(0, 3, 20)
    guess = rng.integers(0, 3, (int(rng.integers(2, 15)), 20))
    return {"predictions": np.where(rng.random(guess.shape) < 0.5, y, guess), "y": y}


def _signs(rng: np.random.Generator) -> dict[str, Any]:
    y = rng.choice([-1, 1], 20)
    return {"predictions": np.where(rng.random((9, 20)) < 0.7, y, -y), "y": y}


@display(
    "bias_variance.squared",
    r"E_D (y - f)^2 = (y - \bar f)^2 + E_D (f - \bar f)^2, \quad \bar f = E_D f",
    _predictions,
    source=f"{B}; Geman, Bienenstock and Doursat (1992)",
    proof="for three training sets and two points",
    axes={"E_D": -2},
)
def squared_error_splits(predictions: np.ndarray, truth: np.ndarray) -> dict[str, Any]:
    """The squared error over training sets is squared bias plus variance."""
    return {
        r"y": truth,
        r"f": predictions,
        r"\bar f": predictions.mean(axis=0),
    }


@identity(
    "bias_variance.library",
    r"\text{error} = \text{bias}^2 + \text{variance}",
    _predictions,
    source="`ensemblelab.diagnostics.bias_variance_squared`",
)
def library_splits_alike(predictions: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, ...]:
    """The library's parts are those of the formula, averaged over points."""
    found = bias_variance_squared(predictions, truth)
    bias = (predictions.mean(axis=0) - truth) ** 2
    variance = (predictions**2).mean(axis=0) - predictions.mean(axis=0) ** 2
    return (
        np.array([found.error, found.bias_squared, found.variance]),
        np.array([((predictions - truth) ** 2).mean(), bias.mean(), variance.mean()]),
    )


@identity(
    "bias_variance.noise",
    r"E (y - f)^2 = \sigma^2 + (f_* - \bar f)^2 + E_D (f - \bar f)^2, \quad y = f_* + \text{noise}",
    _predictions,
    source="Hastie, Tibshirani and Friedman (2009), eq. (7.9)",
    names=(
        r"E (y - f)^2",
        r"\sigma^2 + (f_* - \bar f)^2 + E_D (f - \bar f)^2",
    ),
)
def noise_comes_on_top(
    predictions: np.ndarray, truth: np.ndarray, noise: np.ndarray
) -> tuple[np.ndarray, ...]:
    """Noise of mean 0 that no training set foresees adds its variance, and nothing else."""
    noise = noise - noise.mean(axis=0)
    y = truth + noise
    error = ((y[:, None, :] - predictions) ** 2).mean(axis=(0, 1))
    bias = (truth - predictions.mean(axis=0)) ** 2
    return error, (noise**2).mean(axis=0) + bias + predictions.var(axis=0)


@identity(
    "bias_variance.average",
    r"E_D \Big(\frac1m \sum_k f_k\Big) - f_* = \frac1m \sum_k (E_D f_k - f_*), \qquad"
    r" Var\Big(\frac1m \sum_k f_k\Big) = \frac{1}{m^2} \sum_{k, k'} Cov(f_k, f_{k'})",
    _predictions,
    source="lecture notes D, Why are DTs good candidates; E, Theoretical View",
    names=(
        r"\text{bias and variance of the average}",
        r"\text{by the members}",
    ),
)
def averaging_keeps_the_bias(predictions: np.ndarray, truth: np.ndarray) -> tuple[np.ndarray, ...]:
    """Averaging keeps the average bias and averages covariances: only variance can fall."""
    m = len(predictions)  # members; here points play the part of training sets
    ensemble = predictions.sum(axis=0) / m
    covariance = np.atleast_2d(np.cov(predictions, ddof=0))
    return (
        np.array([(ensemble - truth).mean(), ensemble.var()]),
        np.array([(predictions - truth).sum(axis=0).mean() / m, covariance.sum() / m**2]),
    )


@identity(
    "bias_variance.kohavi_wolpert",
    r"1 - p_y = \tfrac12 \sum_c (\mathbf{1}_{c = y} - p_c)^2"
    r" + \tfrac12 \Big(1 - \sum_c p_c^2\Big)",
    _labels,
    source=f"{B}, for error rates; Kohavi and Wolpert (1996)",
    names=(
        r"\text{the library's error and parts}",
        r"\text{error as the sum of the parts}",
        r"1 - p_y",
    ),
)
def error_rate_splits(predictions: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """An error rate splits exactly too, with the shares of training sets that say each class."""
    found = bias_variance_kohavi_wolpert(predictions, y)
    p = np.array([(predictions == c).mean(axis=0) for c in range(3)])
    right = y == np.arange(3)[:, None]
    bias = ((right - p) ** 2).sum(axis=0) / 2
    variance = (1 - (p**2).sum(axis=0)) / 2
    return (
        np.array([found.error, found.bias_squared, found.variance]),
        np.array([bias.mean() + variance.mean(), bias.mean(), variance.mean()]),
        np.array([1 - (predictions == y).mean(), bias.mean(), variance.mean()]),
    )


@identity(
    "bias_variance.domingos",
    r"P(f \neq y) = \underbrace{\mathbf{1}_{f_{main} \neq y}}_{\text{bias}}"
    r" + \text{unbiased variance} - \text{biased variance}",
    _signs,
    source=f"{B}, for error rates; Domingos (2000)",
)
def main_prediction_splits(predictions: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """To differ from the main prediction adds errors where that is right, and removes them else."""
    found = bias_variance_domingos(predictions, y)
    main = np.sign(predictions.sum(axis=0))
    differs = (predictions != main).mean(axis=0)
    signed = np.where(main == y, differs, -differs)
    return (
        np.array([found.error, found.bias, found.variance]),
        np.array([(main != y).mean() + signed.mean(), (main != y).mean(), differs.mean()]),
    )


@identity(
    "bias_variance.two_classes",
    r"\text{for } y = \pm 1: \quad P(f \neq y) = \tfrac14 E(y - f)^2",
    _signs,
    source=f"{B}; Kohavi and Wolpert (1996)",
)
def votes_as_numbers(predictions: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, ...]:
    """For classes ±1 the parts of an error rate are a quarter of those of the squared error."""
    rate = bias_variance_kohavi_wolpert(predictions, y)
    squared = bias_variance_squared(predictions, y)
    mean = predictions.mean(axis=0)
    by_hand = [(predictions != y).mean(), ((y - mean) ** 2).mean() / 4, (1 - mean**2).mean() / 4]
    return (
        np.array([rate.error, rate.bias_squared, rate.variance]),
        np.array([squared.error, squared.bias_squared, squared.variance]) / 4,
        np.array(by_hand),
    )
