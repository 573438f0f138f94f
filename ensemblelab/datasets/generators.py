"""Artificial problems whose truth is known: the distributions that papers on ensembles draw from.

Every generator takes the number of examples and a seed, and returns (X, y).
Two classes are labeled +1 and -1, more than two 0, 1, 2; a regression problem
has a float y, and its noiseless function stands beside it. Observations are
independent, so the number in a class is random.
"""

from __future__ import annotations

import numpy as np

from ensemblelab._arguments import check_integer
from ensemblelab.bootstrap import Seed, generator

__all__ = [
    "friedman1",
    "friedman2",
    "friedman3",
    "make_esl_10_2",
    "make_friedman1",
    "make_friedman2",
    "make_friedman3",
    "make_gaussian_ring",
    "make_ringnorm",
    "make_threenorm",
    "make_twonorm",
    "make_waveform",
]


def _start(n: int, random_state: Seed) -> np.random.Generator:
    """Check the number of examples, and give the source of randomness."""
    check_integer("n", n, 1, ": the number of examples to draw")
    return generator(random_state)


def _labels(n: int, rng: np.random.Generator) -> np.ndarray:
    """Draw +1 or -1, each with probability 1/2."""
    return rng.choice([-1, 1], size=n)


def make_waveform(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from the waveform problem: three classes, each mixing two of three triangles.

    With h1(j) = max(6 - |j - 11|, 0), h2(j) = h1(j - 4), h3(j) = h1(j + 4) and
    one u ~ U(0, 1) per observation, x_j = u h_a(j) + (1 - u) h_b(j) + N(0, 1), where
    class 0 mixes h1 and h2, class 1 h1 and h3, class 2 h2 and h3. The Bayes
    error is about 0.14.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 21)
    y : ndarray of int, shape (n,)
        0, 1 or 2, each with probability 1/3.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Breiman, Friedman, Olshen and Stone, Classification and Regression Trees,
    1984, pages 49 to 55.
    """
    rng = _start(n, random_state)
    j = np.arange(1, 22)
    h1, h2, h3 = (np.maximum(6 - np.abs(j - peak), 0) for peak in (11, 15, 7))
    y = rng.integers(3, size=n)
    u = rng.random((n, 1))
    first, second = np.array([h1, h1, h2])[y], np.array([h2, h3, h3])[y]
    return u * first + (1 - u) * second + rng.normal(size=(n, 21)), y


def make_twonorm(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from twonorm: two spherical Gaussians in 20 dimensions.

    x ~ N(y (a, ..., a), I) with a = 2/sqrt(20). The best rule is the sign of
    the sum of x; its error is Φ(-2) = 0.0228.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 20)
    y : ndarray of int, shape (n,)
        +1 or -1, each with probability 1/2.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Breiman, Bias, variance, and arcing classifiers, technical report 460,
    Statistics Department, University of California, Berkeley, 1996.
    """
    rng = _start(n, random_state)
    y = _labels(n, rng)
    return y[:, None] * 2 / np.sqrt(20) + rng.normal(size=(n, 20)), y


def make_threenorm(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from threenorm: one class has two Gaussian lumps, the other lies between them.

    With a = 2/sqrt(20), class +1 is N((a, ..., a), I) or N((-a, ..., -a), I),
    each with probability 1/2, and class -1 is N((a, -a, a, ..., -a), I). The
    Bayes error is about 0.105.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 20)
    y : ndarray of int, shape (n,)
        +1 or -1, each with probability 1/2.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Breiman, Bias, variance, and arcing classifiers, technical report 460,
    Statistics Department, University of California, Berkeley, 1996.
    """
    rng = _start(n, random_state)
    y = _labels(n, rng)
    lump = np.outer(_labels(n, rng), np.ones(20))
    alternating = np.tile([1.0, -1.0], 10)
    mean = 2 / np.sqrt(20) * np.where(y[:, None] > 0, lump, alternating)
    return mean + rng.normal(size=(n, 20)), y


def make_ringnorm(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from ringnorm: a narrow Gaussian inside a wide one, in 20 dimensions.

    Class +1 is N(0, 4 I), class -1 is N((a, ..., a), I) with a = 2/sqrt(20).
    The best rule is a sphere about (4a/3, ..., 4a/3); its error is 0.0124.
    (Some libraries take a = 1/sqrt(20), where it is 0.0150; Breiman gives
    0.013.)

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 20)
    y : ndarray of int, shape (n,)
        +1 or -1, each with probability 1/2.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Breiman, Bias, variance, and arcing classifiers, technical report 460,
    Statistics Department, University of California, Berkeley, 1996.
    """
    rng = _start(n, random_state)
    y = _labels(n, rng)
    z = rng.normal(size=(n, 20))
    return np.where(y[:, None] > 0, 2 * z, 2 / np.sqrt(20) + z), y


def friedman1(X: np.ndarray) -> np.ndarray:
    """Return the noiseless y of Friedman's first problem.

    Parameters
    ----------
    X : ndarray of float, shape (n, at least 5)

    Returns
    -------
    ndarray of float, shape (n,)
        10 sin(π x1 x2) + 20 (x3 - 1/2)² + 10 x4 + 5 x5.
    """
    x1, x2, x3, x4, x5 = _inputs(X, 5, "at least ")[:5]
    return 10 * np.sin(np.pi * x1 * x2) + 20 * (x3 - 0.5) ** 2 + 10 * x4 + 5 * x5


def _inputs(X: np.ndarray, d: int, how: str = "") -> np.ndarray:
    """Return the columns of X; raise an error if it has others than d of them."""
    X = np.asarray(X)
    if X.ndim != 2 or X.shape[1] < d or (X.shape[1] > d and not how):
        raise ValueError(f"X has the shape {X.shape}, and must have {how}{d} columns")
    return X.T


def make_friedman1(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from Friedman's first problem: five useful columns and five useless ones.

    Every x is U(0, 1) and y = `friedman1` (x) + N(0, 1).

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 10)
    y : ndarray of float, shape (n,)

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Friedman, Multivariate adaptive regression splines, Annals of Statistics
    19(1), 1991; Breiman, Bagging predictors, Machine Learning 24(2), 1996.
    """
    rng = _start(n, random_state)
    X = rng.random((n, 10))
    return X, friedman1(X) + rng.normal(size=n)


def friedman2(X: np.ndarray) -> np.ndarray:
    """Return the noiseless y of Friedman's second problem: an alternating current's impedance.

    Parameters
    ----------
    X : ndarray of float, shape (n, 4)

    Returns
    -------
    ndarray of float, shape (n,)
        sqrt(x1² + (x2 x3 - 1/(x2 x4))²).
    """
    x1, x2, x3, x4 = _inputs(X, 4)
    return np.sqrt(x1**2 + (x2 * x3 - 1 / (x2 * x4)) ** 2)


def friedman3(X: np.ndarray) -> np.ndarray:
    """Return the noiseless y of Friedman's third problem: an alternating current's phase.

    Parameters
    ----------
    X : ndarray of float, shape (n, 4)

    Returns
    -------
    ndarray of float, shape (n,)
        arctan((x2 x3 - 1/(x2 x4)) / x1), in radians.
    """
    x1, x2, x3, x4 = _inputs(X, 4)
    return np.arctan((x2 * x3 - 1 / (x2 * x4)) / x1)


def _circuits(n: int, rng: np.random.Generator) -> np.ndarray:
    low = [0.0, 40 * np.pi, 0.0, 1.0]
    high = [100.0, 560 * np.pi, 1.0, 11.0]
    return rng.uniform(low, high, size=(n, 4))


def make_friedman2(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from Friedman's second problem.

    x1 ~ U(0, 100), x2 ~ U(40π, 560π), x3 ~ U(0, 1), x4 ~ U(1, 11) and
    y = `friedman2` (x) + N(0, 125²): the standard deviation of the signal is
    about three times that of the noise.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 4)
    y : ndarray of float, shape (n,)

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Friedman, Multivariate adaptive regression splines, Annals of Statistics
    19(1), 1991; Breiman, Bagging predictors, Machine Learning 24(2), 1996.
    """
    rng = _start(n, random_state)
    X = _circuits(n, rng)
    return X, friedman2(X) + rng.normal(scale=125.0, size=n)


def make_friedman3(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from Friedman's third problem.

    x as in `make_friedman2`, and y = `friedman3` (x) + N(0, 0.1²): the standard
    deviation of the signal is about three times that of the noise.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 4)
    y : ndarray of float, shape (n,)
        In radians.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Friedman, Multivariate adaptive regression splines, Annals of Statistics
    19(1), 1991; Breiman, Bagging predictors, Machine Learning 24(2), 1996.
    """
    rng = _start(n, random_state)
    X = _circuits(n, rng)
    return X, friedman3(X) + rng.normal(scale=0.1, size=n)


def make_esl_10_2(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw from equation (10.2): ten Gaussians, and the class tells a ball from its outside.

    x ~ N(0, I) and y = +1 if Σ x_j² > 9.34, which is the median of the χ²
    distribution with 10 degrees of freedom; otherwise y = -1. The Bayes error
    is 0.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 10)
    y : ndarray of int, shape (n,)
        +1 or -1, each with probability 1/2.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.

    References
    ----------
    Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd
    edition, 2009, equation (10.2).
    """
    X = _start(n, random_state).normal(size=(n, 10))
    return X, np.where((X**2).sum(axis=1) > 9.34, 1, -1)


def make_gaussian_ring(n: int, random_state: Seed = None) -> tuple[np.ndarray, np.ndarray]:
    """Draw a Gaussian cloud inside a ring, in the plane.

    Class +1 is N(0, I). Class -1 lies on a ring: its radius is N(4, 1) and its
    angle uniform. Over (r, θ) the ring's density is exp(-(r - 4)²/2)/sqrt(8π³);
    in the plane it is that divided by r.

    Parameters
    ----------
    n : int
        Number of examples, at least 1.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    X : ndarray of float, shape (n, 2)
    y : ndarray of int, shape (n,)
        +1 or -1, each with probability 1/2.

    Raises
    ------
    ValueError
        If `n` or `random_state` is not one of these.
    """
    rng = _start(n, random_state)
    y = _labels(n, rng)
    radius = rng.normal(loc=4, size=n)
    angle = rng.uniform(0, 2 * np.pi, size=n)
    ring = np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])
    return np.where(y[:, None] > 0, rng.normal(size=(n, 2)), ring), y
