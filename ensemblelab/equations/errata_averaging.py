"""Where notes on averaging and voting go wrong: each as printed, and as it should be."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
from scipy.integrate import quad

from ensemblelab.bootstrap import bootstrap_counts
from ensemblelab.committees import CommitteeClassifier, committee_error
from ensemblelab.diagnostics import bias_variance_kohavi_wolpert
from ensemblelab.equations.bagging import any_errors, equicorrelated, orthonormal
from ensemblelab.trees.decision_tree import DecisionStump
from ensemblelab.verify.registry import erratum

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
    """Draw uncorrelated errors of two base learners, of which the second errs more."""
    return {"errors": rng.uniform([[0.5], [2.0]], [[1.0], [10.0]]) * orthonormal(rng, 2)}


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
    """Fit an even ensemble whose two base learners look at one feature each."""
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
    right=r"E_x\Big[\Big(\sum_k \epsilon_k\Big)^2\Big] = \sum_k E_x[\epsilon_k^2]"
    r" + \sum_k \sum_{k' \neq k} E_x[\epsilon_k \epsilon_{k'}]"
    r" = \sum_k E_x[\epsilon_k^2] + 2 \sum_k \sum_{k' > k} E_x[\epsilon_k \epsilon_{k'}]",
    source=f"{A}, eq. (6)",
    axes=(("k", -3), ("k'", -2), ("E_x", -1), ("E", -1)),
)
def every_pair_twice(errors: np.ndarray) -> dict[str, Any]:
    """The factor 2 belongs to pairs k' > k; a sum over all k' ≠ k counts each pair twice."""
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
    right=r"er(f_k) = E_x[\epsilon_k(x)^2] = \big(E_x[\epsilon_k(x)]\big)^2 + Var_x(\epsilon_k)",
    source=f"{A}, eqs. (3) to (7), where E[·]² stands for E[(·)²]",
    axes=(("E_x", -1), ("E", -1)),
)
def where_the_square_stands(errors: np.ndarray) -> dict[str, Any]:
    """The square is inside the expectation; outside of it, the variance would be missing."""
    return {
        r"er(f_k)": (errors * errors).mean(axis=1, keepdims=True),
        r"\epsilon_k(x)": errors,
        r"Var_x(\epsilon_k)": errors.var(axis=1, keepdims=True),
    }


@erratum(
    "erratum.index",
    any_errors,
    printed=r"\overline{er}_m = \frac1m \sum_{i=1}^m er(f_k)",
    right=r"\overline{er}_m = \frac1m \sum_{k=1}^m er(f_k)",
    source=f"{A}, eq. (4)",
    axes=(("k", -1), ("i", -2)),
)
def index_of_the_sum(errors: np.ndarray) -> dict[str, Any]:
    """The sum runs over the index of its summand; otherwise a single error is added m times."""
    return {
        r"\overline{er}_m": np.vdot(errors, errors) / errors.size,
        r"er(f_k)": (errors**2).mean(axis=1)[None],
        r"m": len(errors),
    }


@erratum(
    "erratum.uncorrelated",
    _biased_errors,
    printed=r"er(f) = \frac1m \overline{er}_m + \Big(1 - \frac1m\Big) \rho\sigma^2, \quad"
    r" er(f) = \frac1m \overline{er}_m \iff \rho = 0",
    right=r"er(f) = \frac1m \overline{er}_m + \Big(1 - \frac1m\Big) (b^2 + \rho\sigma^2), \quad"
    r" er(f) = \frac1m \overline{er}_m \iff b^2 = -\rho\sigma^2",
    source=f"{A}, before eq. (6); lecture notes C, after eq. (5)",
)
def no_correlation_is_not_enough(
    errors: np.ndarray, b: float, sigma: float, rho: float
) -> dict[str, Any]:
    """Since E[εε'] = b² + ρσ², a common bias keeps the error above 1/m of the mean error."""
    return {
        r"er(f)": (errors.mean(axis=0) ** 2).mean(),
        r"\overline{er}_m": np.vdot(errors, errors) / errors.size,
        r"m": len(errors),
        r"b": b,
        r"\sigma": sigma,
        r"\rho": rho,
    }


@erratum(
    "erratum.monotone",
    _one_good_one_bad,
    printed=r"er(f_{[2]}) \le er(f_{[1]})",
    right=r"er(f_{[2]}) = \tfrac12 \overline{er}_2 = \tfrac14 (er(f_1) + er(f_2))",
    source=f"{A}, after eq. (7): the error decreases as m increases",
)
def only_a_bound_falls(errors: np.ndarray) -> dict[str, Any]:
    """An inaccurate base learner can increase the error: 1 and 100 become 25.25 together."""
    one, two = (errors**2).mean(axis=1)
    return {
        r"er(f_{[2]})": (errors.mean(axis=0) ** 2).mean(),
        r"er(f_{[1]})": one,
        r"\overline{er}_2": np.vdot(errors, errors) / errors.size,
        r"er(f_1)": one,
        r"er(f_2)": two,
    }


@erratum(
    "erratum.subset",
    _sample,
    printed=r"\sum_{i=1}^n \mathbf{1}_{c_i > 0} = n",
    right=r"\sum_{i=1}^n c_i = n",
    source=f"{A}: randomly sampling a subset (with replacement)",
    axes=(("i", -1),),
)
def multiset_not_subset(n: int, seed: int) -> dict[str, Any]:
    """Drawing with replacement gives a multiset of size n, in which observations can repeat."""
    return {
        r"c_i": bootstrap_counts(n, seed),
        r"n": n,
    }


@erratum(
    "erratum.linear",
    _lines,
    printed=r"\big|f(tx + (1-t)z) - t f(x) - (1-t) f(z)\big| \ge 0.01",
    right=r"f(tx + (1-t)z) = t f(x) + (1-t) f(z), \quad f(x) = \frac1m \sum_{k=1}^m f_k(x)",
    source=f"{A}, first paragraph; E, after the vote: averages of linear models bend",
    axes=(("k", -1),),
)
def averages_of_lines_are_lines(
    a: np.ndarray, b: np.ndarray, x: np.ndarray, z: np.ndarray, t: float
) -> dict[str, Any]:
    """The average of linear functions is linear; a vote can have a nonlinear boundary."""
    return {
        r"f(tx + (1-t)z)": (a + b @ (t * x + (1 - t) * z)).mean(),
        r"f(x)": a.mean() + b.mean(axis=0) @ x,
        r"f(z)": (a + b @ z).mean(),
        r"f_k(x)": a + b @ x,
        r"t": t,
        r"m": len(a),
    }


@erratum(
    "erratum.ties",
    _experts,
    printed=r"P(F(x) \neq y) = 1 - P\big(S \le \tfrac{m}{2}\big)",
    right=r"P(F(x) \neq y) = 1 - P\big(S \le \tfrac{m}{2}\big)"
    r" + \tfrac12 P\big(S = \tfrac{m}{2}\big)",
    source=f"{B}, Better performance, for even m",
)
def ties_count(m: int, mu: float) -> dict[str, Any]:
    """A tail above m/2 counts ties as correct: for m = 10, μ = 0.3 it is .047 instead of .099."""
    at_most, exactly = 0.0, 0.0
    for outcome in product([0, 1], repeat=m):
        chance = mu ** sum(outcome) * (1 - mu) ** (m - sum(outcome))
        at_most += chance * (2 * sum(outcome) <= m)
        exactly += chance * (2 * sum(outcome) == m)
    return {
        r"P(F(x) \neq y)": committee_error(m, mu, "random"),
        r"P\big(S \le \tfrac{m}{2}\big)": at_most,
        r"P\big(S = \tfrac{m}{2}\big)": exactly,
    }


@erratum(
    "erratum.sign",
    _two_stumps,
    printed=r"F(x) = \operatorname{sign}\Big(\sum_k f_k(x)\Big)",
    right=r"F(x) = \operatorname{sign}\Big(\sum_k f_k(x)\Big)"
    r" + c_1 \mathbf{1}_{\sum_k f_k(x) = 0}",
    source="lecture notes E, Ensembles of Different Learners; B and D alike",
    axes=(("k", -2),),
)
def sign_of_a_tie(model: CommitteeClassifier, X: np.ndarray) -> dict[str, Any]:
    """For even m a vote can be tied, and sign 0 is no class; the library then predicts c₁."""
    return {
        r"F(x)": model.predict(X),
        r"f_k(x)": np.array([member.predict(X) for member in model.estimators_]),
        r"c_1": model.classes_[0],
    }


@erratum(
    "erratum.heart",
    _votes,
    printed=r"47.64 + 1.51 = 10.0, \quad 4.66 + 1.97 = 5.3",
    right=r"\text{variance} + \text{bias}^2 = \text{error}",
    source=f"{B}, Bias-Variance decomposition, the table",
)
def parts_of_an_error(predictions: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The parts of an error rate add up to it, but those of the printed table do not."""
    found = bias_variance_kohavi_wolpert(predictions, y)
    return {
        r"\text{variance}": found.variance,
        r"\text{bias}^2": found.bias_squared,
        r"\text{error}": (predictions != y).mean(),
    }


@erratum(
    "erratum.ring",
    _nothing,
    printed=r"\frac{1}{2\pi} \int_{-\infty}^\infty \int_0^{2\pi} e^{-\frac12 (r-4)^2}"
    r" \,d\theta\, dr = 1",
    right=r"\frac{1}{\sqrt{8 \pi^3}} \int_{-\infty}^\infty \int_0^{2\pi} e^{-\frac12 (r-4)^2}"
    r" \,d\theta\, dr = 1",
    source=f"{B}, Demonstration example",
    instances=1,
    tolerance=1e-8,  # of the quadrature
)
def density_of_a_ring() -> dict[str, Any]:
    """Over radius and angle the constant is 1/√(8π³); with 1/(2π) the integral is 2.51."""
    shape, _ = quad(lambda r: np.exp(-((r - 4) ** 2) / 2), -8, 16)
    return {
        r"\int_{-\infty}^\infty \int_0^{2\pi} e^{-\frac12 (r-4)^2} \,d\theta\, dr": (
            2 * np.pi * shape
        ),
        r"\pi": np.pi,
    }


@erratum(
    "erratum.jacobian",
    _nothing,
    printed=r"\frac{1}{\sqrt{8 \pi^3}} \int_{\mathbb{R}^2}"
    r" e^{-\frac12 (\|x\| - 4)^2} \,dx = 1",
    right=r"\frac{1}{\sqrt{8 \pi^3}} \int_{\mathbb{R}^2} \frac{1}{\|x\|}"
    r" e^{-\frac12 (\|x\| - 4)^2} \,dx = 1",
    source=f"{B}, Demonstration example, read as a density in the plane",
    instances=1,
    tolerance=5e-5,  # of a radius N(4, 1), 3e-5 lies below 0
)
def density_in_the_plane() -> dict[str, Any]:
    """In the plane the density is divided by the radius; otherwise the integral is 4."""

    def ring(r: float) -> float:
        return float(np.exp(-((r - 4) ** 2) / 2))

    def plane(density: Callable[[float], float]) -> float:
        """Integrate what depends on the radius alone: a circle's length is 2πr."""
        total, _ = quad(lambda r: 2 * np.pi * r * density(r), 0, 16)
        return float(total)

    shape = r"e^{-\frac12 (\|x\| - 4)^2} \,dx"
    return {
        rf"\int_{{\mathbb{{R}}^2}} {shape}": plane(ring),
        rf"\int_{{\mathbb{{R}}^2}} \frac{{1}}{{\|x\|}} {shape}": plane(lambda r: ring(r) / r),
        r"\pi": np.pi,
    }
