"""The 1/m law of averaging as a regression of log er(f) on log m, and where it breaks.

In each run errors are drawn for the largest committee and the slope is fitted over the
sizes m = 1, 2, 4 .. 64. Runs are independent, so their spread gives the standard error.
"""

from __future__ import annotations

import numpy as np
from sklearn.model_selection import train_test_split

from ensemblelab.bagging import BaggingClassifier
from ensemblelab.datasets import load
from ensemblelab.diagnostics import error_correlation
from ensemblelab.equations.registry import law
from ensemblelab.equations.statement import Estimate

MURPHY = "Murphy (2022), Probabilistic Machine Learning, section 18.3"
SIZES = 2 ** np.arange(7)


def _slope(er: np.ndarray) -> float:
    """Fit log er against log m."""
    return float(np.polyfit(np.log(SIZES), np.log(er), 1)[0])


def _slopes(
    rng: np.random.Generator, runs: int, b: float, rho: float, floor: float = 0.0
) -> tuple[float, float]:
    """Draw errors of bias b, variance 1 and correlation ρ; give the mean slope of log(er − floor).

    The second number is its standard error.
    """
    slopes = []
    for _ in range(runs):
        shared, own = rng.normal(size=(1, 1000)), rng.normal(size=(SIZES[-1], 1000))
        errors = b + np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
        committees = np.cumsum(errors, axis=0)[SIZES - 1] / SIZES[:, None]
        slopes.append(_slope((committees**2).mean(axis=1) - floor))
    return float(np.mean(slopes)), float(np.std(slopes, ddof=1) / np.sqrt(runs))


@law(
    "bagging.7.law",
    r"\log er(f) = \log \overline{er}_m - \log m",
    source=f"the law behind eq. (7), as a regression; {MURPHY}",
    instances=100,
)
def slope_of_the_law(rng: np.random.Generator, instances: int) -> Estimate:
    """Independent errors: on doubly logarithmic paper the error falls with slope −1."""
    slope, standard_error = _slopes(rng, instances, b=0.0, rho=0.0)
    return Estimate(slope, standard_error, expected=-1.0, otherwise=0.0)


@law(
    "bagging.7.correlated",
    r"\log er(f) \text{ against } \log m \text{ has the slope of }"
    r" \log\Big(\rho \sigma^2 + \frac{(1 - \rho) \sigma^2}{m}\Big), \quad \rho = 0.3",
    source="lecture notes C, E_final with its correlation term; bagging.correlation",
    instances=100,
)
def slope_with_correlation(rng: np.random.Generator, instances: int) -> Estimate:
    """Errors with correlation 0.3 level off on the floor ρσ², far from slope −1."""
    rho = 0.3
    slope, standard_error = _slopes(rng, instances, b=0.0, rho=rho)
    expected = _slope(rho + (1 - rho) / SIZES)
    return Estimate(slope, standard_error, expected=expected, otherwise=-1.0)


@law(
    "bagging.7.biased",
    r"\log er(f) \text{ against } \log m \text{ has the slope of }"
    r" \log\Big(b^2 + \frac{\sigma^2}{m}\Big), \quad b = \tfrac12 \sigma",
    source="lecture notes D, Works Best When: base learners nearly unbiased",
    instances=100,
)
def slope_with_bias(rng: np.random.Generator, instances: int) -> Estimate:
    """Independent errors with a common bias of half their σ level off on the floor b²."""
    b = 0.5
    slope, standard_error = _slopes(rng, instances, b=b, rho=0.0)
    expected = _slope(b**2 + 1 / SIZES)
    return Estimate(slope, standard_error, expected=expected, otherwise=-1.0)


@law(
    "bagging.7.floor",
    r"\log\big(er(f) - er(f_{[\infty]})\big) = \log\big((1 - \rho) \sigma^2\big) - \log m",
    source="bagging.correlation; Hastie, Tibshirani and Friedman (2009), eq. (15.1)",
    instances=100,
)
def slope_above_the_floor(rng: np.random.Generator, instances: int) -> Estimate:
    """What correlated errors have above their floor falls with slope −1 again."""
    rho, excess = 0.3, []
    for _ in range(instances):
        shared, own = rng.normal(size=(1, 1000)), rng.normal(size=(SIZES[-1], 1000))
        errors = np.sqrt(rho) * shared + np.sqrt(1 - rho) * own
        committees = np.cumsum(errors, axis=0)[SIZES - 1] / SIZES[:, None]
        floor = np.sqrt(rho) * shared  # what infinitely many such members would be off by
        excess.append(((committees - floor) ** 2).mean(axis=1))
    slopes = [_slope(er) for er in excess]
    standard_error = float(np.std(slopes, ddof=1) / np.sqrt(instances))
    return Estimate(float(np.mean(slopes)), standard_error, expected=-1.0, otherwise=-0.5)


def _bagged_errors(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Bag 128 trees on half of the radar data; give two committees' errors on the other half."""
    radar = load("ionosphere")
    seed = int(rng.integers(2**31))
    X, X_test, y, y_test = train_test_split(radar.X, radar.y, test_size=0.5, random_state=seed)
    model = BaggingClassifier(n_estimators=2 * SIZES[-1], random_state=rng).fit(X, y)
    votes = np.array([member.predict(X_test) for member in model.estimators_])
    errors = votes - y_test.astype(float)
    return errors[: SIZES[-1]], errors[SIZES[-1] :]


@law(
    "bagging.7.trees",
    r"\begin{aligned} & \log er(f) \text{ against } \log m \text{ has the slope of } \\"
    r" & \log\Big(b^2 + \bar\rho \sigma^2 + \frac{(1 - \bar\rho) \sigma^2}{m}\Big),"
    r" \quad b, \sigma, \bar\rho \text{ measured} \end{aligned}",
    source="eq. (7) on bagged trees, ionosphere data; Breiman (1996), Bagging predictors",
    instances=8,
)
def slope_of_bagged_trees(rng: np.random.Generator, instances: int) -> Estimate:
    """Bagged trees do not follow 1/m: the correlation of their errors explains the slope they have.

    The slope is measured on 64 trees and explained by the correlation of 64 others that were
    fitted to the same rows; the standard error is that of the difference.
    """
    measured, explained = [], []
    for _ in range(instances):
        trees, others = _bagged_errors(rng)
        er = []
        for m in SIZES:  # every size: the mean over 100 random committees
            committees = [rng.choice(len(trees), m, replace=False) for _ in range(100)]
            er.append(np.mean([(trees[c].mean(axis=0) ** 2).mean() for c in committees]))
        measured.append(_slope(np.array(er)))
        found = error_correlation(others, np.zeros(others.shape[1]))
        own = (1 - found.correlation) * found.variance
        floor = found.member_error - own  # b² + ρσ²
        explained.append(_slope(floor + own / SIZES))
    difference = np.std(np.subtract(measured, explained), ddof=1) / np.sqrt(instances)
    return Estimate(
        float(np.mean(measured)),
        float(difference),
        expected=float(np.mean(explained)),
        otherwise=-1.0,
    )
