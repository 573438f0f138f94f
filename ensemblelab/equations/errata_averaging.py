"""Where notes on averaging and voting go wrong: each as printed, and as it should be."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from scipy.integrate import quad

from ensemblelab.bootstrap import bootstrap_counts
from ensemblelab.committees import CommitteeClassifier, committee_error
from ensemblelab.diagnostics import bias_variance_kohavi_wolpert
from ensemblelab.equations.bagging import any_errors, equicorrelated, orthonormal
from ensemblelab.equations.registry import erratum
from ensemblelab.trees.decision_tree import DecisionStump

A = "lecture notes A, Bagging"
B = "lecture notes B"


def _biased_errors(rng: np.random.Generator) -> dict[str, Any]:
    """Draw errors of one bias b, variance σ² and correlation ρ: 0, any, or such that b² = −ρσ²."""
    m, b, sigma = int(rng.integers(2, 10)), rng.uniform(0.5, 2), rng.uniform(0.1, 3)
    rho = rng.choice([0.0, rng.uniform(-1, 1) / (m - 1)])
    if rng.random() < 0.5:
        rho = -rng.uniform(0.1, 1) / (m - 1)
        b = sigma * np.sqrt(-rho)
    return {"errors": equicorrelated(rng, m, b, sigma, rho), "b": b, "sigma": sigma, "rho": rho}


def _one_good_one_bad(rng: np.random.Generator) -> dict[str, Any]:
    """Draw uncorrelated errors of variance 1 and 100."""
    return {"errors": np.array([[1.0], [10.0]]) * orthonormal(rng, 2)}


def _lines(rng: np.random.Generator) -> dict[str, Any]:
    """Draw linear models f_k(x) = a_k + b_k·x and two points."""
    m = int(rng.integers(2, 8))
    return {
        "a": rng.normal(size=m),
        "b": rng.normal(size=(m, 2)),
        "x": rng.normal(size=2),
        "z": rng.normal(size=2),
        "t": rng.uniform(0.2, 0.8),
    }


def _experts(rng: np.random.Generator) -> dict[str, Any]:
    return {"m": 2 * int(rng.integers(1, 6)), "mu": float(rng.uniform(0.1, 0.4))}


def _two_stumps(rng: np.random.Generator) -> dict[str, Any]:
    """Fit an even committee whose two members look at one feature each."""
    X = rng.normal(size=(30, 2))
    y = np.where(X.sum(axis=1) > 0, 1, -1)
    y[:2] = 1, -1
    members = [("one", DecisionStump()), ("other", DecisionStump())]
    model = CommitteeClassifier(members).fit(X, y)
    model.estimators_[1] = DecisionStump().fit(X[:, ::-1] * [1, -1], y)
    return {"model": model, "X": rng.normal(size=(60, 2))}


def _sample(rng: np.random.Generator) -> dict[str, Any]:
    return {"n": int(rng.integers(20, 60)), "seed": int(rng.integers(2**31))}


def _votes(rng: np.random.Generator) -> dict[str, Any]:
    y = rng.choice([-1, 1], 40)
    return {"predictions": np.where(rng.random((15, 40)) < 0.7, y, -y), "y": y}


def _nothing(rng: np.random.Generator) -> dict[str, Any]:
    return {"seed": int(rng.integers(2**31))}


@erratum(
    "erratum.pairs",
    any_errors,
    printed=r"E\Big[\Big(\sum_k \epsilon_k\Big)^2\Big] = \sum_k E[\epsilon_k^2]"
    r" + 2 \sum_k \sum_{k' \neq k} E[\epsilon_k \epsilon_{k'}]",
    right=r"E\Big[\Big(\sum_k \epsilon_k\Big)^2\Big] = \sum_k E[\epsilon_k^2]"
    r" + \sum_k \sum_{k' \neq k} E[\epsilon_k \epsilon_{k'}]"
    r" = \sum_k E[\epsilon_k^2] + 2 \sum_k \sum_{k' > k} E[\epsilon_k \epsilon_{k'}]",
    source=f"{A}, eq. (6)",
    axes=(("k", -3), ("k'", -2), ("E", -1)),
)
def every_pair_twice(errors: np.ndarray) -> dict[str, Any]:
    """A factor 2 belongs before pairs k' > k; a sum over all k' ≠ k has each pair twice already."""
    m = len(errors)
    return {
        r"\epsilon_k": errors[:, None],
        r"\epsilon_{k'}": errors[None],
        r"k": np.arange(m)[:, None, None],
        r"k'": np.arange(m)[:, None],
    }


@erratum(
    "erratum.square",
    any_errors,
    printed=r"er(f_k) = \big(E[\epsilon_k(x)]\big)^2",
    right=r"er(f_k) = E[\epsilon_k(x)^2] = \big(E[\epsilon_k(x)]\big)^2 + Var(\epsilon_k)",
    source=f"{A}, eqs. (3) to (7), where E[·]² stands for E[(·)²]",
    names=(
        r"er(f_k)",
        r"\big(E[\epsilon_k(x)]\big)^2 + Var(\epsilon_k)",
    ),
)
def where_the_square_stands(errors: np.ndarray) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The square is inside the expectation: outside, E[·]² would leave the variance out."""
    error = (errors**2).mean(axis=1)
    outside = errors.mean(axis=1) ** 2
    return (error, outside + errors.var(axis=1)), (error, outside)


@erratum(
    "erratum.index",
    any_errors,
    printed=r"\overline{er}_m = \frac1m \sum_{i=1}^m er(f_k) = er(f_k)",
    right=r"\overline{er}_m = \frac1m \sum_{k=1}^m er(f_k)",
    source=f"{A}, eq. (4)",
    printed_names=(
        r"\overline{er}_m",
        r"er(f_k)",
    ),
)
def index_of_the_sum(errors: np.ndarray) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The sum runs over the index of its summand, else it is one member's error m times."""
    er, m = (errors**2).mean(axis=1), len(errors)
    average = np.vdot(errors, errors) / errors.size
    return (average, sum(er[k] for k in range(m)) / m), (average, sum(er[0] for i in range(m)) / m)


@erratum(
    "erratum.uncorrelated",
    _biased_errors,
    printed=r"er(f) = \frac1m \overline{er}_m + \Big(1 - \frac1m\Big) \rho\sigma^2, \quad"
    r" \text{so } er(f) = \frac1m \overline{er}_m \iff \rho = 0",
    right=r"er(f) = \frac1m \overline{er}_m + \Big(1 - \frac1m\Big) (b^2 + \rho\sigma^2), \quad"
    r" \text{so } er(f) = \frac1m \overline{er}_m \iff b^2 = -\rho\sigma^2",
    source=f"{A}, before eq. (6); lecture notes C, after eq. (5)",
    names=(
        r"er(f) \text{, or whether it is } \overline{er}_m / m",
        r"\text{by the formula, or } b^2 = -\rho\sigma^2",
    ),
    printed_names=(
        r"er(f) \text{, or whether it is } \overline{er}_m / m",
        r"\text{by the formula, or } \rho = 0",
    ),
)
def no_correlation_is_not_enough(
    errors: np.ndarray, b: float, sigma: float, rho: float
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """E[εε'] is b² + ρσ²: with a common bias, uncorrelated errors have more than 1/m of it."""
    m = len(errors)
    er = (errors.mean(axis=0) ** 2).mean()
    part = np.vdot(errors, errors) / errors.size / m
    reached = float(abs(er - part) < 1e-9)
    together = b**2 + rho * sigma**2
    return (
        ([er, reached], [part + (1 - 1 / m) * together, abs(together) < 1e-9]),
        ([er, reached], [part + (1 - 1 / m) * rho * sigma**2, rho == 0]),
    )


@erratum(
    "erratum.monotone",
    _one_good_one_bad,
    printed=r"er(f_{[2]}) \le er(f_{[1]}): \text{ the error decreases as } m \text{ increases}",
    right=r"er(f_{[2]}) = \tfrac12 \overline{er}_2: \text{ the bound }"
    r" \tfrac1m \max_k er(f_k) \text{ decreases}",
    source=f"{A}, after eq. (7)",
    relation="<=",
    names=(
        r"er(f_{[2]})",
        r"\tfrac12 \overline{er}_2",
        r"\text{at most } er(f_{[2]})",
    ),
)
def only_a_bound_falls(errors: np.ndarray) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Members of unequal quality: one more can hurt, from 1 to 25.25, while the bound falls."""
    er_one = (errors[0] ** 2).mean()
    er_two = (errors.mean(axis=0) ** 2).mean()
    half_the_average = (errors**2).mean() / 2
    # Twice, so that the first two must be equal.
    return (er_two, half_the_average, er_two), (er_two, er_one)


@erratum(
    "erratum.subset",
    _sample,
    printed=r"\text{a bootstrap sample is a subset: } |\{i : c_i > 0\}| = n",
    right=r"\text{a bootstrap sample is a multiset: } \sum_i c_i = n",
    source=f"{A}: randomly sampling a subset (with replacement)",
)
def multiset_not_subset(n: int, seed: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """With replacement rows repeat: a bootstrap sample is a multiset of size n, not a subset."""
    counts = bootstrap_counts(n, seed)
    return (float(counts.sum()), float(n)), (float((counts > 0).sum()), float(n))


@erratum(
    "erratum.linear",
    _lines,
    printed=r"\text{averages of linear models bend: }"
    r" \big|f(tx + (1-t)z) - t f(x) - (1-t) f(z)\big| \ge 0.01",
    right=r"f(tx + (1-t)z) = t f(x) + (1-t) f(z), \quad f = \frac1m \sum_k (a_k + b_k^\top x)",
    source=f"{A}, first paragraph; E, after the vote",
    names=(
        r"f(tx + (1-t)z)",
        r"t f(x) + (1-t) f(z)",
    ),
)
def averages_of_lines_are_lines(
    a: np.ndarray, b: np.ndarray, x: np.ndarray, z: np.ndarray, t: float
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Averages of linear regressors are linear; it is votes that bend a boundary."""
    between = (a + b @ (t * x + (1 - t) * z)).mean()
    chord = t * (a + b @ x).mean() + (1 - t) * (a + b @ z).mean()
    bend = abs(between - chord)
    return (between, chord), (max(bend, 0.01), bend)


@erratum(
    "erratum.ties",
    _experts,
    printed=r"p(F(x) \neq y) = 1 - pr\big(k \le \tfrac{m}{2}\big)",
    right=r"p(F(x) \neq y) = 1 - pr\big(k \le \tfrac{m}{2}\big)"
    r" + \tfrac12 P\big(k = \tfrac{m}{2}\big) \text{ if ties are drawn}",
    source=f"{B}, Better performance, for even m",
)
def ties_count(m: int, mu: float) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """A binomial tail above m/2 counts ties as right: for m = 10, μ = 0.3 it is .047 for .099."""
    error = 0.0
    for outcome in product([0, 1], repeat=m):
        wrong = sum(outcome)
        lost = 1.0 if 2 * wrong > m else 0.5 if 2 * wrong == m else 0.0
        error += lost * mu**wrong * (1 - mu) ** (m - wrong)
    return (error, committee_error(m, mu, "random")), (error, committee_error(m, mu, "right"))


@erratum(
    "erratum.sign",
    _two_stumps,
    printed=r"\operatorname{sign}\Big(\sum_k f_k(x)\Big) \in \{-1, +1\}",
    right=r"\operatorname{sign}\Big(\sum_k f_k(x)\Big) \in \{-1, 0, +1\}"
    r" \text{ for even } K \text{: 0 needs a rule}",
    source="lecture notes E, Ensembles of Different Learners; B and D alike",
    names=(
        r"\operatorname{sign}\big(\sum_k f_k(x)\big)",
        r"\text{one of } -1, 0, 1",
    ),
    printed_names=(
        r"\operatorname{sign}\big(\sum_k f_k(x)\big)",
        r"\text{one of } -1, 1",
    ),
)
def sign_of_a_tie(
    model: CommitteeClassifier, X: np.ndarray
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """An even committee can tie, and sign 0 is no class; the library takes the first one."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    sign = np.sign(votes.sum(axis=0))
    answer = np.where(sign == 0, model.classes_[0], sign)
    return (model.predict(X), answer), (np.abs(sign), np.ones(len(X)))


@erratum(
    "erratum.heart",
    _votes,
    printed=r"47.64 + 1.51 = 10.0, \qquad 4.66 + 1.97 = 5.3",
    right=r"\text{variance} + \text{bias}^2 = \text{error}",
    source=f"{B}, Bias-Variance decomposition, the table",
    printed_names=(
        r"\text{variance} + \text{bias}^2",
        r"\text{error}",
    ),
)
def parts_of_an_error(
    predictions: np.ndarray, y: np.ndarray
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The parts of an error rate add up to it, which those of a printed table do not."""
    found = bias_variance_kohavi_wolpert(predictions, y)
    return (
        (100 * found.variance + 100 * found.bias_squared, 100 * (predictions != y).mean()),
        (np.array([47.64 + 1.51, 4.66 + 1.97]), np.array([10.0, 5.3])),
    )


@erratum(
    "erratum.ring",
    _nothing,
    printed=r"\int_{-\infty}^\infty \int_0^{2\pi} \frac{1}{2\pi} e^{-\frac12 (r-4)^2}"
    r" \,d\theta\, dr = 1",
    right=r"\int_{-\infty}^\infty \int_0^{2\pi} \frac{1}{\sqrt{8 \pi^3}} e^{-\frac12 (r-4)^2}"
    r" \,d\theta\, dr = 1",
    source=f"{B}, Demonstration example",
    instances=1,
    tolerance=1e-8,  # of the quadrature
)
def density_of_a_ring() -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Over radius and angle a ring's density has the constant 1/√(8π³); with 1/(2π) it is 2.51."""
    circle = 2 * np.pi
    shape, _ = quad(lambda r: circle * np.exp(-((r - 4) ** 2) / 2), -8, 16)
    return (shape / np.sqrt(8 * np.pi**3), 1.0), (shape / (2 * np.pi), 1.0)


@erratum(
    "erratum.jacobian",
    _nothing,
    printed=r"\int_{\mathbb{R}^2} \frac{1}{\sqrt{8 \pi^3}} e^{-\frac12 (\|x\| - 4)^2} \,dx = 1",
    right=r"\int_{\mathbb{R}^2} \frac{1}{\|x\|} \cdot \frac{1}{\sqrt{8 \pi^3}}"
    r" e^{-\frac12 (\|x\| - 4)^2} \,dx = 1",
    source=f"{B}, Demonstration example, read as a density in the plane",
    instances=1,
    tolerance=5e-5,  # of a radius N(4, 1), 3e-5 lies below 0
)
def density_in_the_plane() -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """In the plane a ring's density is divided by the radius; without that it sums to 4."""
    constant = 1 / np.sqrt(8 * np.pi**3)
    flat, _ = quad(lambda r: 2 * np.pi * r * constant * np.exp(-((r - 4) ** 2) / 2), 0, 16)
    divided, _ = quad(lambda r: 2 * np.pi * r * constant * np.exp(-((r - 4) ** 2) / 2) / r, 0, 16)
    return (divided, 1.0), (flat, 1.0)
