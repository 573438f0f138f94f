"""The 1/m law of averaging as a regression of log er(f) on log m, and its failure for trees.

In each run errors are drawn for the largest ensemble and the slope is fitted over the
sizes m = 1, 2, 4 .. 64. Runs are independent, so their spread gives the standard error.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.model_selection import train_test_split

from ensemblelab.bagging import BaggingClassifier
from ensemblelab.datasets import load
from ensemblelab.diagnostics import error_correlation
from ensemblelab.verify.registry import law

MURPHY = "Murphy (2022), Probabilistic Machine Learning, section 18.3"
SIZES = 2 ** np.arange(7)


def _errors(rng: np.random.Generator, b: float, rho: float, sigma: float) -> np.ndarray:
    """Draw errors of 64 base learners with bias b, variance σ², and correlation ρ at 1000 points.

    Return those of the ensembles of each size, shape (1000, 7).
    """
    shared, own = rng.normal(size=(1, 1000)), rng.normal(size=(SIZES[-1], 1000))
    errors = b + sigma * (np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)
    return (np.cumsum(errors, axis=0)[SIZES - 1] / SIZES[:, None]).T


def _spreads(rng: np.random.Generator, runs: int) -> np.ndarray:
    """Draw σ of each run, shape (runs, 1)."""
    return rng.uniform(3, 6, (runs, 1))


def _squared(rng: np.random.Generator, b: float, rho: float, sigma: np.ndarray) -> np.ndarray:
    """Return the mean squared error of the ensembles in each run, shape (runs, 7).

    The bias is b times σ, which is that of the run.
    """
    return np.array([(_errors(rng, b * s, rho, s) ** 2).mean(axis=0) for s in sigma[:, 0]])


@law(
    "bagging.7.law",
    r"\operatorname{slope}_{\log m}\, \log er(f) = -1",
    otherwise=0.0,
    source=f"the law behind eq. (7), as a regression; {MURPHY}",
    instances=100,
)
def slope_of_the_law(rng: np.random.Generator, instances: int) -> dict[str, Any]:
    """For independent errors, the error decreases with slope −1 on a log-log scale."""
    return {
        r"er(f)": _squared(rng, b=0.0, rho=0.0, sigma=_spreads(rng, instances)),
        r"m": SIZES,
    }


def _bagged_errors(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Bag 128 trees on half of the radar data; return two ensembles' errors on the other half."""
    radar = load("ionosphere")
    seed = int(rng.integers(2**31))
    X, X_test, y, y_test = train_test_split(radar.X, radar.y, test_size=0.5, random_state=seed)
    model = BaggingClassifier(n_estimators=2 * SIZES[-1], random_state=rng).fit(X, y)
    votes = np.array([member.predict(X_test) for member in model.estimators_])
    errors = votes - y_test.astype(float)
    return errors[: SIZES[-1]], errors[SIZES[-1] :]


@law(
    "bagging.7.trees",
    r"\begin{aligned} & \operatorname{slope}_{\log m}\, \log er(f) \\"
    r" & \quad = \operatorname{slope}_{\log m}\, \log\Big(b^2 + \bar\rho \sigma^2"
    r" + \frac{(1 - \bar\rho) \sigma^2}{m}\Big) \end{aligned}",
    otherwise=-1.0,
    source="eq. (7) on bagged trees, ionosphere data; Breiman (1996), Bagging predictors",
    instances=8,
)
def slope_of_bagged_trees(rng: np.random.Generator, instances: int) -> dict[str, Any]:
    """For bagged trees, the correlation of their errors explains the deviation from 1/m.

    The slope is measured on 64 trees and predicted from the error correlation of 64 others that
    are fitted to the same observations; the standard error is that of the difference.
    """
    er, explained = [], []
    for _ in range(instances):
        trees, others = _bagged_errors(rng)
        of_each_size = []
        for m in SIZES:  # every size: the mean over 100 random committees
            committees = [rng.choice(len(trees), m, replace=False) for _ in range(100)]
            of_each_size.append(np.mean([(trees[c].mean(axis=0) ** 2).mean() for c in committees]))
        er.append(of_each_size)
        found = error_correlation(others, np.zeros(others.shape[1]))
        b_squared = found.member_error - found.variance
        explained.append([np.sqrt(b_squared), np.sqrt(found.variance), found.correlation])
    b, sigma, rho = np.array(explained).T[..., None]
    return {
        r"er(f)": np.array(er),
        r"m": SIZES,
        r"b": b,
        r"\sigma": sigma,
        r"\bar\rho": rho,
    }
