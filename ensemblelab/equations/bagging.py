"""Bootstrap and bagging: equations (1) to (7), and what they leave out.

Expectations over x are means over the columns of a matrix: row k holds the
errors of member k on a finite set of points. On such a set the identities are
exact, so a check can ask for agreement to rounding.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.bagging import BaggingRegressor
from ensemblelab.bootstrap import bootstrap_sample, out_of_bag
from ensemblelab.equations.registry import identity, law
from ensemblelab.equations.statement import Estimate

MURPHY = "Murphy (2022), Probabilistic Machine Learning, section 18.3"


# Instances


def _committee(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a small bagged committee to a noisy curve, with its points to predict."""
    X = rng.uniform(-3, 3, (30, 1))
    y = np.sin(X[:, 0]) + rng.normal(0, 0.3, 30)
    model = BaggingRegressor(n_estimators=int(rng.integers(1, 8)), random_state=rng)
    return {"model": model.fit(X, y), "X": rng.uniform(-3, 3, (50, 1))}


def _errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors with biases, unequal sizes and any correlation: (members, points)."""
    m = int(rng.integers(2, 10))
    mixing = rng.normal(size=(m, m))
    return {"errors": rng.normal(size=(m, 1)) + mixing @ rng.normal(size=(m, 40))}


def _orthonormal(rng: np.random.Generator, rows: int, points: int = 40) -> np.ndarray:
    """Rows with mean 0, mean square 1 and mean product 0, exactly."""
    columns = np.column_stack([np.ones(points), rng.normal(size=(points, rows))])
    basis, _ = np.linalg.qr(columns)
    return np.sqrt(points) * basis[:, 1:].T


def _uncorrelated_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors of unequal sizes whose mean products are exactly 0."""
    m = int(rng.integers(2, 10))
    return {"errors": rng.uniform(0.1, 3, (m, 1)) * _orthonormal(rng, m)}


def _equicorrelated_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors with the same bias b, variance σ² and correlation ρ, exactly."""
    m, b, sigma, rho = int(rng.integers(2, 10)), rng.normal(), rng.uniform(0.1, 3), rng.uniform()
    shared, *own = _orthonormal(rng, m + 1)
    errors = b + sigma * (np.sqrt(rho) * shared + np.sqrt(1 - rho) * np.array(own))
    return {"errors": errors, "b": b, "sigma": sigma, "rho": rho}


# Equations (1) to (7)


@identity(
    "bagging.1", r"f(x) := \frac{1}{m} \sum_{k=1}^{m} f_k(x)", _committee, number=1, instances=20
)
def committee_averages(model: BaggingRegressor, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """A bagged committee predicts the average of its members' predictions."""
    members = np.array([member.predict(X) for member in model.estimators_])
    return model.predict(X), members.sum(axis=0) / len(members)


@identity("bagging.2", r"f_k(x) = f_*(x) + \epsilon_k(x)", _committee, number=2, instances=20)
def errors_average_too(model: BaggingRegressor, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """With member k's error ε_k = f_k − f_*, the committee is off by the average of the errors."""
    truth = np.sin(X[:, 0])
    errors = np.array([member.predict(X) - truth for member in model.estimators_])
    return model.predict(X), truth + errors.mean(axis=0)


@identity(
    "bagging.3",
    r"er(f_k) = E[(f_k(x) - f_*(x))^2] = E[\epsilon_k(x)^2] = (E\,\epsilon_k)^2 + Var(\epsilon_k)",
    _errors,
    number=3,
)
def error_of_a_member(errors: np.ndarray) -> tuple[np.ndarray, ...]:
    """A member's expected squared error is its squared bias plus its variance."""
    truth = np.linspace(-1, 1, errors.shape[1])
    members = truth + errors
    return (
        ((members - truth) ** 2).mean(axis=1),
        (errors**2).mean(axis=1),
        errors.mean(axis=1) ** 2 + errors.var(axis=1),
    )


@identity(
    "bagging.4",
    r"\overline{er}_m = \frac{1}{m} \sum_{k=1}^{m} er(f_k)"
    r" = \frac{1}{m} \sum_{k=1}^{m} E[\epsilon_k(x)^2]",
    _errors,
    number=4,
)
def average_error(errors: np.ndarray) -> tuple[float, ...]:
    """The average error of the members is the mean square of all errors."""
    m = len(errors)
    er = [np.mean(error**2) for error in errors]
    return sum(er) / m, (errors**2).sum(axis=0).mean() / m


@identity(
    "bagging.5",
    r"er(f) = E\Big[\Big(\frac{1}{m} \sum_{k=1}^{m} f_k(x) - f_*(x)\Big)^2\Big]"
    r" = E\Big[\Big(\frac{1}{m} \sum_{k=1}^{m} (f_k(x) - f_*(x))\Big)^2\Big]"
    r" = \frac{1}{m^2} E\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big]",
    _errors,
    number=5,
)
def error_of_the_committee(errors: np.ndarray) -> tuple[float, ...]:
    """The committee's error is the mean square of the summed errors, over m²."""
    m, points = errors.shape
    truth = np.linspace(-1, 1, points)
    members = truth + errors
    return (
        ((members.mean(axis=0) - truth) ** 2).mean(),
        ((members - truth).mean(axis=0) ** 2).mean(),
        (errors.sum(axis=0) ** 2).mean() / m**2,
    )


@identity(
    "bagging.expansion",
    r"E\Big[\Big(\sum_k \epsilon_k\Big)^2\Big]"
    r" = \sum_k E[\epsilon_k^2] + \sum_k \sum_{k' \neq k} E[\epsilon_k \epsilon_{k'}]",
    _errors,
    source="the expansion inside eq. (6); lecture notes C, eq. (5)",
)
def square_of_a_sum(errors: np.ndarray) -> tuple[float, ...]:
    """Squaring the sum leaves every ordered pair of different members once: no further factor 2."""
    squares = sum(np.mean(error**2) for error in errors)
    pairs = sum(
        np.mean(errors[k] * errors[j])
        for k in range(len(errors))
        for j in range(len(errors))
        if j != k
    )
    return (errors.sum(axis=0) ** 2).mean(), squares + pairs


@identity(
    "bagging.6",
    r"E[\epsilon_k \epsilon_{k'}] = 0 \text{ for } k \neq k' \implies"
    r" E\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big] = \sum_{k=1}^{m} E[\epsilon_k(x)^2]",
    _uncorrelated_errors,
    number=6,
)
def cross_terms_vanish(errors: np.ndarray) -> tuple[float, ...]:
    """Uncorrelated errors: the mean square of the sum is the sum of the mean squares."""
    return (errors.sum(axis=0) ** 2).mean(), sum(np.mean(error**2) for error in errors)


@identity(
    "bagging.7",
    r"er(f) = \frac{1}{m^2} E\Big[\Big(\sum_{k=1}^{m} \epsilon_k(x)\Big)^2\Big]"
    r" = \frac{1}{m} \cdot \frac{1}{m} \sum_{k=1}^{m} E[\epsilon_k(x)^2]"
    r" = \frac{1}{m}\, \overline{er}_m",
    _uncorrelated_errors,
    number=7,
)
def one_over_m(errors: np.ndarray) -> tuple[float, ...]:
    """Uncorrelated errors: the committee's error is 1/m of the average error."""
    m = len(errors)
    return (
        (errors.mean(axis=0) ** 2).mean(),
        (errors.sum(axis=0) ** 2).mean() / m**2,
        np.mean(errors**2) / m,
    )


# What (7) leaves out


@identity(
    "bagging.convexity",
    r"er(f) \le \overline{er}_m",
    _errors,
    relation="<=",
    source="lecture notes C, after eq. (5); Jensen's inequality",
)
def never_worse(errors: np.ndarray) -> tuple[float, ...]:
    """However errors correlate, the committee is never worse than its members on average."""
    return (errors.mean(axis=0) ** 2).mean(), (errors**2).mean()


@identity(
    "bagging.correlation",
    r"er(f) = b^2 + \rho \sigma^2 + \frac{(1 - \rho)\, \sigma^2}{m}",
    _equicorrelated_errors,
    source="Hastie, Tibshirani and Friedman (2009), eq. (15.1), with a bias",
)
def floor_of_the_error(errors: np.ndarray, b: float, sigma: float, rho: float) -> tuple[float, ...]:
    """Members that share a bias b and a correlation ρ leave a floor that no m goes below."""
    m = len(errors)
    return (
        (errors.mean(axis=0) ** 2).mean(),
        b**2 + rho * sigma**2 + (1 - rho) * sigma**2 / m,
    )


def _log_log_slope(rng: np.random.Generator, runs: int, floor: float) -> tuple[float, float]:
    """Regress log er on log m for m = 1 .. 64; return the slope and its standard error.

    The slope is fitted to each run by itself, so that runs are independent and
    their spread gives the standard error.
    """
    sizes = 2 ** np.arange(7)
    points = 400
    slopes = []
    for _ in range(runs):
        errors = rng.normal(size=(sizes[-1], points))
        averages = np.cumsum(errors, axis=0)[sizes - 1] / sizes[:, None]
        er = floor + (averages**2).mean(axis=1)
        slopes.append(np.polyfit(np.log(sizes), np.log(er), 1)[0])
    return float(np.mean(slopes)), float(np.std(slopes, ddof=1) / np.sqrt(runs))


@law(
    "bagging.7.law",
    r"\log er(f) = \log \overline{er}_m - \log m",
    source=f"the law behind eq. (7), as a regression; {MURPHY}",
    instances=100,
)
def slope_of_the_law(rng: np.random.Generator, instances: int) -> Estimate:
    """Independent errors: on doubly logarithmic paper the error falls with slope −1."""
    slope, standard_error = _log_log_slope(rng, instances, floor=0.0)
    return Estimate(slope, standard_error, expected=-1.0, otherwise=0.0)


# The bootstrap


@law(
    "bootstrap.exclusion",
    r"P(\text{row } i \text{ is left out}) = \Big(1 - \frac{1}{n}\Big)^n",
    source="lecture notes C, section 1.2, and E, Bootstrap Samples",
)
def share_left_out(rng: np.random.Generator, instances: int) -> Estimate:
    """A bootstrap sample of n = 100 leaves a row out with probability (1 − 1/n)^n."""
    n = 100
    shares = [out_of_bag(bootstrap_sample(n, rng), n).mean() for _ in range(instances)]
    return Estimate(
        float(np.mean(shares)),
        float(np.std(shares, ddof=1) / np.sqrt(instances)),
        expected=(1 - 1 / n) ** n,
        otherwise=0.0,  # sampling without replacement leaves nothing out
    )


@identity(
    "bootstrap.limit",
    r"0 \le \frac{1}{e} - \Big(1 - \frac{1}{n}\Big)^n \le \frac{1}{e\,n}",
    lambda rng: {"n": float(rng.integers(1, 10**6))},
    relation="<=",
    source="lecture notes C, section 1.2, and E, Bootstrap Samples",
)
def share_left_out_in_the_limit(n: float) -> tuple[float, ...]:
    """The share left out grows towards 1/e = 0.368, and is within 1/(en) of it."""
    return 0.0, np.exp(-1) - (1 - 1 / n) ** n, np.exp(-1) / n


@law(
    "bootstrap.distinct",
    r"E[\text{distinct rows}] / n = 1 - \Big(1 - \frac{1}{n}\Big)^n"
    r" \to 1 - \frac{1}{e} \approx 0.632",
    source="lecture notes C, section 1.2",
)
def share_seen(rng: np.random.Generator, instances: int) -> Estimate:
    """A bootstrap sample of n = 1000 holds 0.632 of the rows at least once."""
    n = 1000
    shares = [len(np.unique(bootstrap_sample(n, rng))) / n for _ in range(instances)]
    return Estimate(
        float(np.mean(shares)),
        float(np.std(shares, ddof=1) / np.sqrt(instances)),
        expected=1 - (1 - 1 / n) ** n,
        otherwise=2 / 3,  # "about two thirds" is not the number
    )
