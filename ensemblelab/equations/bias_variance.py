"""Bias and variance over training sets: decompositions, and the effect of averaging."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ensemblelab.diagnostics import (
    BiasVariance,
    bias_variance_domingos,
    bias_variance_kohavi_wolpert,
    bias_variance_squared,
)
from ensemblelab.verify.registry import display

B = "lecture notes B, Bias-Variance decomposition"


def _predictions(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of several training sets (observations) at several points, and noisy targets."""
    sets, points = int(rng.integers(2, 12)), int(rng.integers(2, 20))
    truth = rng.normal(size=points)
    return {
        "predictions": truth + rng.normal(size=points) + rng.normal(size=(sets, points)),
        "truth": truth,
        "noise": rng.normal(0, 0.5, (30, points)),
    }


def _all_that_can_come(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of a few possible training sets at several points, and how many are drawn."""
    sets, points = int(rng.integers(2, 5)), int(rng.integers(1, 6))
    return {
        "outcomes": rng.normal(size=points) + rng.normal(size=(sets, points)),
        "y": rng.normal(size=points),
        "draws": int(rng.integers(2, 5)),
    }


def _classes_that_can_come(rng: np.random.Generator) -> dict[str, Any]:
    """Predicted classes of a few possible training sets at several points, and the number drawn."""
    sets, points = int(rng.integers(2, 5)), int(rng.integers(1, 6))
    return {
        "outcomes": rng.integers(0, 3, (sets, points)),
        "y": rng.integers(0, 3, points),
        "draws": int(rng.integers(2, 5)),
    }


def _every_draw(outcomes: np.ndarray, draws: int) -> np.ndarray:
    """Return all possible sequences of draws, of shape (draws, sequences, points)."""
    rows = np.array(list(itertools.product(range(len(outcomes)), repeat=draws)))
    return outcomes[rows.T]


def _as_if_all(found: BiasVariance, sets: int) -> tuple[float, float]:
    """Return squared bias and variance if the given training sets were the whole population."""
    return found.bias_squared + found.variance / sets, found.variance * (sets - 1) / sets


def _members(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of different base learners at one point, for each of several training sets."""
    sets, m = int(rng.integers(3, 12)), int(rng.integers(2, 6))
    shared = rng.normal(size=(sets, 1))
    outputs = rng.normal(size=m) + shared + rng.normal(size=(sets, m))
    return {"outputs": outputs, "truth": rng.normal()}


def _labels(rng: np.random.Generator) -> dict[str, Any]:
    """Predicted classes of several training sets, correct more often than not."""
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
    """The expected squared error over training sets is squared bias plus variance."""
    return {
        r"y": truth,
        r"f": predictions,
        r"\bar f": predictions.mean(axis=0),
    }


@display(
    "bias_variance.library",
    r"\begin{aligned} \text{variance} &= \frac{1}{T - 1} E_x \sum_t (f_t - \bar f_T)^2, \\"
    r" \text{bias}^2 &= E_x (y - \bar f_T)^2 - \frac{1}{T}\, \text{variance}, \\"
    r" \text{error} &= \text{bias}^2 + \text{variance} \end{aligned}",
    _predictions,
    source="`ensemblelab.diagnostics.bias_variance_squared`",
    axes={"t": -2, "E_x": -1},
)
def library_corrects_both(predictions: np.ndarray, truth: np.ndarray) -> dict[str, Any]:
    """The library divides by T − 1 and subtracts 1/T of the variance from the squared bias."""
    found = bias_variance_squared(predictions, truth)
    return {
        r"y": truth,
        r"f_t": predictions,
        r"\bar f_T": predictions.mean(axis=0),
        r"T": len(predictions),
        r"\text{error}": (found.error, ((predictions - truth) ** 2).mean()),
        r"\text{bias}^2": found.bias_squared,
        r"\text{variance}": found.variance,
    }


@display(
    "bias_variance.plug_in",
    r"\begin{aligned} E_D (y - \bar f_T)^2 &= (y - E_D f)^2 + \frac1T E_D (f - E_D f)^2, \\"
    r" E_D \Big(\frac1T \sum_t (f_t - \bar f_T)^2\Big)"
    r" &= \Big(1 - \frac1T\Big) E_D (f - E_D f)^2, \\"
    r" \bar f_T &= \frac1T \sum_t f_t \end{aligned}",
    _all_that_can_come,
    source="the mean and the variance of a sample mean",
    axes={"t": -3, "E_D": -2},
)
def a_mean_of_few_varies(outcomes: np.ndarray, y: np.ndarray, draws: int) -> dict[str, Any]:
    """A mean of T predictions inflates the squared bias by 1/T of the variance."""
    drawn = _every_draw(outcomes, draws)
    return {
        r"y": y,
        r"f": outcomes,
        r"f_t": drawn,
        r"\bar f_T": drawn.mean(axis=0),
        r"T": draws,
    }


@display(
    "bias_variance.two_ways",
    r"\begin{aligned} E_x E_D\, \epsilon^2 &= E_D \big(b^2 + E_x (\epsilon - b)^2\big),"
    r" & b &= E_x \epsilon, \\"
    r" E_x E_D\, \epsilon^2 &= E_x \big(b_D^2 + E_D (\epsilon - b_D)^2\big),"
    r" & b_D &= E_D \epsilon \end{aligned}",
    _predictions,
    source="bagging.correlation for one training set; Hastie, Tibshirani and Friedman (2009),"
    " section 15.4, for one point",
    axes={"E_x": -1, "E_D": -2},
)
def one_error_two_biases(predictions: np.ndarray, truth: np.ndarray) -> dict[str, Any]:
    """One mean squared error has two decompositions, over points and over training sets."""
    errors = predictions - truth
    return {
        r"\epsilon": errors,
        r"b": errors.mean(axis=1, keepdims=True),
        r"b_D": errors.mean(axis=0, keepdims=True),
    }


@display(
    "bias_variance.noise",
    r"E_y E_D (y - f)^2 = \sigma_y^2 + (f_* - \bar f)^2 + E_D (f - \bar f)^2, \quad"
    r" \sigma_y^2 = E_y (y - f_*)^2, \quad f_* = E_y y",
    _predictions,
    source="Hastie, Tibshirani and Friedman (2009), eq. (7.9)",
    axes={"E_y": -3, "E_D": -2},
)
def noise_comes_on_top(
    predictions: np.ndarray, truth: np.ndarray, noise: np.ndarray
) -> dict[str, Any]:
    """Noise with mean 0 that is independent of the training set adds only its variance."""
    y = truth + noise - noise.mean(axis=0)
    return {
        r"y": y[:, None],
        r"f": predictions,
        r"f_*": truth,
        r"\bar f": predictions.mean(axis=0),
        r"\sigma_y": noise.std(axis=0),
    }


@display(
    "bias_variance.average",
    r"\begin{aligned} E_D \Big(\frac1m \sum_k f_k\Big) - f_*"
    r" &= \frac1m \sum_k (E_D f_k - f_*), \\"
    r" E_D \Big(\frac1m \sum_k (f_k - \bar f_k)\Big)^2"
    r" &= \frac{1}{m^2} \sum_k \sum_{k'} Cov_D(f_k, f_{k'}) \end{aligned}",
    _members,
    source="lecture notes D, Why are DTs good candidates; E, Theoretical View",
    axes={"E_D": -3, "k": -2, "k'": -1},
)
def averaging_keeps_the_bias(outputs: np.ndarray, truth: float) -> dict[str, Any]:
    """Averaging keeps the average bias and averages the covariances; only variance can fall."""
    return {
        r"m": outputs.shape[1],
        r"f_k": outputs[:, :, None],
        r"\bar f_k": outputs.mean(axis=0)[:, None],
        r"f_*": truth,
        r"Cov_D(f_k, f_{k'})": np.cov(outputs.T, ddof=0),
    }


@display(
    "bias_variance.kohavi_wolpert",
    r"\begin{aligned} E_x (1 - p_y) &= \text{bias}^2 + \text{variance}, \\"
    r" \text{bias}^2 &= \tfrac12 E_x \sum_c (\mathbf{1}_{c = y} - p_c)^2, \\"
    r" \text{variance} &= \tfrac12 E_x \Big(1 - \sum_c p_c^2\Big) \end{aligned}",
    _labels,
    source=f"{B}, for error rates; Kohavi and Wolpert (1996)",
    axes={"E_x": -1, "c": -2},
)
def error_rate_splits(predictions: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """An error rate also decomposes exactly, using the proportion of votes for each class."""
    found = bias_variance_kohavi_wolpert(predictions, y)
    bias, variance = _as_if_all(found, len(predictions))
    return {
        r"p_y": (predictions == y).mean(axis=0),
        r"p_c": np.array([(predictions == c).mean(axis=0) for c in range(3)]),
        r"c": np.arange(3)[:, None],
        r"y": y,
        r"\text{bias}^2": bias,
        r"\text{variance}": variance,
        r"side 1": found.error,
    }


@display(
    "bias_variance.plug_in_shares",
    r"\begin{aligned} \tfrac12 E_D \sum_c (\mathbf{1}_{c = y} - \hat p_c)^2"
    r" &= \tfrac12 \sum_c (\mathbf{1}_{c = y} - p_c)^2"
    r" + \frac1T \cdot \tfrac12 \Big(1 - \sum_c p_c^2\Big), \\"
    r" \tfrac12 E_D \Big(1 - \sum_c \hat p_c^2\Big)"
    r" &= \Big(1 - \frac1T\Big) \cdot \tfrac12 \Big(1 - \sum_c p_c^2\Big) \end{aligned}",
    _classes_that_can_come,
    source="Kohavi and Wolpert (1996), who correct the first",
    axes={"E_D": -2, "c": -3},
)
def shares_of_few_vary(outcomes: np.ndarray, y: np.ndarray, draws: int) -> dict[str, Any]:
    """Estimated class proportions inflate the squared bias by 1/T of the variance.

    All possible sequences of T training sets are enumerated.
    """
    drawn = _every_draw(outcomes, draws)
    classes = np.arange(3)[:, None, None]
    return {
        r"y": y,
        r"c": classes,
        r"p_c": (outcomes == classes).mean(axis=1, keepdims=True),
        r"\hat p_c": (drawn == classes[..., None]).mean(axis=1),
        r"T": draws,
    }


@display(
    "bias_variance.domingos",
    r"\begin{aligned} E_x E_D \mathbf{1}_{f \neq y} &= \text{bias} + E_x \big[(1 - 2 \cdot"
    r" \mathbf{1}_{f_{main} \neq y}) E_D \mathbf{1}_{f \neq f_{main}}\big], \\"
    r" \text{bias} &= E_x \mathbf{1}_{f_{main} \neq y}, \quad"
    r" \text{variance} = E_x E_D \mathbf{1}_{f \neq f_{main}} \end{aligned}",
    _signs,
    source=f"{B}, for error rates; Domingos (2000)",
    axes={"E_x": -1, "E_D": -2},
)
def main_prediction_splits(predictions: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """Deviating from the main prediction adds errors where it is correct, else removes them."""
    found = bias_variance_domingos(predictions, y)
    return {
        r"f": predictions,
        r"y": y,
        r"f_{main}": np.sign(predictions.sum(axis=0)),
        r"\text{bias}": found.bias,
        r"\text{variance}": found.variance,
        r"side 1": found.error,
    }


@display(
    "bias_variance.two_classes",
    r"\begin{aligned} E_x E_D \mathbf{1}_{f \neq y} &= \tfrac14 E_x E_D (y - f)^2, \\"
    r" \text{bias}^2 &= \tfrac14 E_x (y - \bar f)^2, \\"
    r" \text{variance} &= \tfrac14 E_x (1 - \bar f^2) \end{aligned}",
    _signs,
    source=f"{B}; Kohavi and Wolpert (1996)",
    axes={"E_x": -1, "E_D": -2},
)
def votes_as_numbers(predictions: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """For classes ±1, the terms of the error rate are ¼ of those of the squared error."""
    rate = bias_variance_kohavi_wolpert(predictions, y)
    squared = bias_variance_squared(predictions, y)
    by_shares, by_squares = (_as_if_all(found, len(predictions)) for found in (rate, squared))
    return {
        r"f": predictions,
        r"y": y,
        r"\bar f": predictions.mean(axis=0),
        r"\text{bias}^2": (by_shares[0], by_squares[0] / 4),
        r"\text{variance}": (by_shares[1], by_squares[1] / 4),
        r"side 1": rate.error,
        r"side 2": squared.error / 4,
    }
