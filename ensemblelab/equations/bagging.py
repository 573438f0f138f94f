"""Bagging: equations (1) to (7), and the case of correlated errors.

Expectations over x are means over the columns of a matrix: row k holds the
errors of base learner k on a finite set of points. On such a set the identities hold
exactly, so a check can require agreement up to rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.metrics import mean_squared_error

from ensemblelab.bagging import BaggingClassifier, BaggingRegressor
from ensemblelab.diagnostics import error_correlation
from ensemblelab.verify.registry import display

# Instances


def _committee(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a small bagged ensemble to a noisy curve, with its points to predict."""
    X = rng.uniform(-3, 3, (30, 1))
    y = np.sin(X[:, 0]) + rng.normal(0, 0.3, 30)
    model = BaggingRegressor(n_estimators=int(rng.integers(1, 8)), random_state=rng)
    return {"model": model.fit(X, y), "X": rng.uniform(-3, 3, (50, 1))}


def _voters(rng: np.random.Generator) -> dict[str, Any]:
    """Fit an odd ensemble of fully grown trees to two noisy classes, ±1."""
    X = rng.normal(size=(30, 2))
    y = np.where(X.sum(axis=1) + rng.normal(0, 1, 30) > 0, 1, -1)
    y[:2] = 1, -1  # both occur
    model = BaggingClassifier(n_estimators=2 * int(rng.integers(1, 5)) + 1, random_state=rng)
    return {"model": model.fit(X, y), "X": rng.normal(size=(40, 2))}


def any_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors with biases, unequal sizes and any correlation: (base learners, points)."""
    m = int(rng.integers(2, 10))
    mixing = rng.normal(size=(m, m))
    return {"errors": rng.normal(size=(m, 1)) + mixing @ rng.normal(size=(m, 40))}


def _all_alike(rng: np.random.Generator) -> dict[str, Any]:
    """Base learners with identical errors."""
    return {"errors": np.tile(rng.normal(size=40), (int(rng.integers(2, 10)), 1))}


def orthonormal(rng: np.random.Generator, rows: int, points: int = 40) -> np.ndarray:
    """Observations with mean 0, mean square 1 and mean product 0, exactly."""
    columns = np.column_stack([np.ones(points), rng.normal(size=(points, rows))])
    basis, _ = np.linalg.qr(columns)
    return np.sqrt(points) * basis[:, 1:].T


def _uncorrelated_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors of unequal sizes whose mean products are exactly 0."""
    m = int(rng.integers(2, 10))
    return {"errors": rng.uniform(0.1, 3, (m, 1)) * orthonormal(rng, m)}


def equicorrelated(
    rng: np.random.Generator, m: int, b: float, sigma: float, rho: float
) -> np.ndarray:
    """Errors of m learners with bias b, variance σ², and correlation ρ ≥ −1/(m − 1), exactly."""
    rows = orthonormal(rng, m)
    common = rows.mean(axis=0)  # of variance 1/m, and uncorrelated with what is left
    return b + sigma * (np.sqrt(1 - rho) * (rows - common) + np.sqrt(1 + (m - 1) * rho) * common)


def _equicorrelated_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors with the same bias b, variance σ² and correlation ρ, negative ones too."""
    m, b, sigma = int(rng.integers(2, 10)), rng.normal(), rng.uniform(0.1, 3)
    rho = rng.uniform(-1 / (m - 1), 1)
    return {"errors": equicorrelated(rng, m, b, sigma, rho), "b": b, "sigma": sigma, "rho": rho}


def _targets(errors: np.ndarray) -> np.ndarray:
    """Draw true values for the points; the base learners differ from them by their errors."""
    return np.linspace(-1, 1, errors.shape[1])


# Equations (1) to (7)


@display(
    "bagging.1",
    r"f(x) := \frac{1}{m} \sum_{k=1}^{m} f_k(x)",
    _committee,
    number=1,
    instances=20,
    axes={"k": -2},
)
def committee_averages(model: BaggingRegressor, X: np.ndarray) -> dict[str, Any]:
    """A bagged ensemble predicts the average of its base learners' predictions."""
    members = np.array([member.predict(X) for member in model.estimators_])
    return {
        r"f(x)": model.predict(X),
        r"f_k(x)": members,
        r"m": len(members),
    }


@display("bagging.2", r"f_k(x) = f_*(x) + \epsilon_k(x)", _committee, number=2, instances=20)
def errors_average_too(model: BaggingRegressor, X: np.ndarray) -> dict[str, Any]:
    """With errors ε_k = f_k − f_*, the error of the ensemble is the average of the errors."""
    members = np.array([member.predict(X) for member in model.estimators_])
    truth = np.sin(X[:, 0])
    errors = members - truth
    return {
        r"f_k(x)": members,
        r"f_*(x)": (truth, model.predict(X) - errors.mean(axis=0)),
        r"\epsilon_k(x)": errors,
    }


@display(
    "bagging.3",
    r"er(f_k) = E_x[(f_k(x) - f_*(x))^2] = E_x[\epsilon_k(x)^2]",
    any_errors,
    number=3,
    axes={"E_x": -1},
)
def error_of_a_member(errors: np.ndarray) -> dict[str, Any]:
    """A base learner's expected squared error is the mean square of its error."""
    truth = _targets(errors)
    return {
        r"er(f_k)": np.array([[mean_squared_error(truth, one)] for one in truth + errors]),
        r"f_k(x)": truth + errors,
        r"f_*(x)": truth,
        r"\epsilon_k(x)": errors,
    }


@display(
    "bagging.4",
    r"\overline{er}_m = \frac{1}{m} \sum_{k=1}^{m} er(f_k)"
    r" = \frac{1}{m} \sum_{k=1}^{m} E_x[\epsilon_k(x)^2]",
    any_errors,
    number=4,
    axes={"k": -2, "E_x": -1},
)
def average_error(errors: np.ndarray) -> dict[str, Any]:
    """The average error of the base learners is the mean over all their squared errors."""
    truth = _targets(errors)
    return {
        r"\overline{er}_m": error_correlation(truth + errors, truth).member_error,
        r"m": len(errors),
        r"er(f_k)": np.array([[mean_squared_error(truth, one)] for one in truth + errors]),
        r"\epsilon_k(x)": errors,
    }


@display(
    "bagging.5",
    r"\begin{aligned} er(f) &= E_x\Big[\Big(\frac{1}{m} \sum_{k=1}^{m} f_k(x) - f_*(x)\Big)^2\Big]"
    r" \\ &= E_x\Big[\Big(\frac{1}{m} \sum_{k=1}^{m} \big(f_k(x) - f_*(x)\big)\Big)^2\Big] \\"
    r" &= \frac{1}{m^2}\, E_x\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big] \end{aligned}",
    any_errors,
    number=5,
    axes={"k": -2, "E_x": -1},
)
def error_of_the_committee(errors: np.ndarray) -> dict[str, Any]:
    """The ensemble's error is the mean square of the summed errors, divided by m²."""
    truth = _targets(errors)
    return {
        r"er(f)": mean_squared_error(truth, (truth + errors).mean(axis=0)),
        r"m": len(errors),
        r"f_k(x)": truth + errors,
        r"f_*(x)": truth,
        r"\epsilon_k(x)": errors,
    }


@display(
    "bagging.expansion",
    r"E_x\Big[\Big(\sum_k \epsilon_k\Big)^2\Big]"
    r" = \sum_k E_x[\epsilon_k^2] + \sum_k \sum_{k' \neq k} E_x[\epsilon_k \epsilon_{k'}]",
    any_errors,
    source="the expansion inside eq. (6); lecture notes C, eq. (5)",
    proof="for any errors of three base learners on two points",
    axes={"k": -3, "k'": -2, "E_x": -1},
)
def square_of_a_sum(errors: np.ndarray) -> dict[str, Any]:
    """The expanded square contains every ordered pair once, so no further factor of 2 appears."""
    m = len(errors)
    return {
        r"\epsilon_k": errors[:, None],
        r"\epsilon_{k'}": errors[None],
        r"k": np.arange(m)[:, None, None],
        r"k'": np.arange(m)[:, None],
    }


@display(
    "bagging.6",
    r"E_x\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big] = \sum_{k=1}^{m} E_x[\epsilon_k(x)^2]",
    _uncorrelated_errors,
    number=6,
    axes={"k": -2, "E_x": -1},
)
def cross_terms_vanish(errors: np.ndarray) -> dict[str, Any]:
    """For uncorrelated errors, the mean square of the sum is the sum of the mean squares."""
    return {
        r"m": len(errors),
        r"\epsilon_k(x)": errors,
    }


@display(
    "bagging.7",
    r"er(f) = \frac{1}{m^2}\, E_x\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big] = \frac{1}{m}"
    r" \cdot \frac{1}{m} \sum_{k=1}^{m} E_x[\epsilon_k(x)^2] = \frac{1}{m}\, \overline{er}_m",
    _uncorrelated_errors,
    number=7,
    axes={"k": -2, "E_x": -1},
)
def one_over_m(errors: np.ndarray) -> dict[str, Any]:
    """For uncorrelated errors, the ensemble's error is 1/m of the average error."""
    return {
        r"er(f)": (errors.mean(axis=0) ** 2).mean(),
        r"m": len(errors),
        r"\epsilon_k(x)": errors,
        r"\overline{er}_m": np.mean(errors**2),
    }


# What (7) leaves out


@display(
    "bagging.convexity",
    r"er(f) = \overline{er}_m - \frac1m \sum_k E_x\big[(\epsilon_k - \bar\epsilon)^2\big]"
    r" \le \overline{er}_m, \quad \bar\epsilon = \frac1m \sum_k \epsilon_k",
    any_errors,
    source="lecture notes C, after eq. (5); Krogh and Vedelsby (1995)",
    proof="for any errors of three base learners on two points",
    axes={"k": -2, "E_x": -1},
    kind="bound",
    tight=(_all_alike,),
)
def never_worse(errors: np.ndarray) -> dict[str, Any]:
    """The ensemble's error is the average error minus the spread, so it is never larger."""
    return {
        r"er(f)": (errors.mean(axis=0) ** 2).mean(),
        r"\overline{er}_m": (errors**2).mean(),
        r"m": len(errors),
        r"\epsilon_k": errors,
        r"\bar\epsilon": errors.mean(axis=0),
    }


@display(
    "bagging.correlation",
    r"er(f) = b^2 + \rho \sigma^2 + \frac{(1 - \rho)\, \sigma^2}{m}",
    _equicorrelated_errors,
    source="Hastie, Tibshirani and Friedman (2009), eq. (15.1), with a bias",
)
def floor_of_the_error(errors: np.ndarray, b: float, sigma: float, rho: float) -> dict[str, Any]:
    """With a common bias b and correlation ρ, the error never falls below b² + ρσ²."""
    return {
        r"er(f)": (errors.mean(axis=0) ** 2).mean(),
        r"b": b,
        r"\rho": rho,
        r"\sigma": sigma,
        r"m": len(errors),
    }


@display(
    "bagging.measured",
    r"er(f) = \bar c + \frac{\overline{er}_m - \bar c}{m}",
    any_errors,
    source="eqs. (5) and (6) without an assumption; lecture notes C, E_final",
    proof="for any errors of three base learners on two points",
)
def floor_of_any_errors(errors: np.ndarray) -> dict[str, Any]:
    """For any errors, averaging reduces only the part above the mean product of two errors."""
    m = len(errors)
    products = errors @ errors.T / errors.shape[1]
    floor = (products.sum() - np.trace(products)) / (m * (m - 1))
    return {
        r"er(f)": (errors.mean(axis=0) ** 2).mean(),
        r"\bar c": floor,
        r"\overline{er}_m": np.trace(products) / m,
        r"m": m,
    }


@display(
    "bagging.diagnosis",
    r"er(f) = b^2 + \bar\rho \sigma^2 + \frac{(1 - \bar\rho)\, \sigma^2}{m}",
    any_errors,
    source="`ensemblelab.diagnostics.error_correlation`; Breiman (2001), section 11",
)
def measured_correlation_explains(errors: np.ndarray) -> dict[str, Any]:
    """With the measured mean covariance of the base learners, the error formula is exact."""
    truth = _targets(errors)
    found = error_correlation(truth + errors, truth)
    return {
        r"er(f)": ((errors.mean(axis=0) ** 2).mean(), found.error),
        r"b": found.bias,
        r"\bar\rho": found.correlation,
        r"\sigma": np.sqrt(found.variance),
        r"m": len(errors),
    }


@display(
    "bagging.vote",
    r"F(x) = \operatorname{sign}\Big(\sum_{k=1}^m f_k(x)\Big)",
    _voters,
    source="lecture notes D, Bagging Algorithm; E, Bagging",
    instances=20,
    axes={"k": -2},
)
def bagged_vote(model: BaggingClassifier, X: np.ndarray) -> dict[str, Any]:
    """For classes ±1, a bagged ensemble predicts the sign of the sum of its votes."""
    votes = np.array([2.0 * member.predict(X) - 1 for member in model.estimators_])
    return {
        r"F(x)": model.predict(X),
        r"f_k(x)": votes,
        r"m": len(votes),
    }
