"""Committees: the majority vote, and how often independent experts outvote the truth."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from scipy.special import comb
from scipy.stats import binom

from ensemblelab.committees import (
    CommitteeClassifier,
    chernoff_bound,
    committee_error,
    hoeffding_bound,
)
from ensemblelab.equations.registry import identity, law
from ensemblelab.equations.statement import Estimate
from ensemblelab.linear import Perceptron
from ensemblelab.trees.decision_tree import DecisionStump, DecisionTreeClassifier

B = "lecture notes B, Principle of ensemble classifier"


def _different_learners(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a stump, a line and a tree to the same noisy data."""
    X = rng.normal(size=(25, 2))
    y = np.where(X.sum(axis=1) + rng.normal(0, 1, 25) > 0, 1, -1)
    y[:2] = 1, -1  # both occur
    members = [
        ("stump", DecisionStump()),
        ("line", Perceptron(max_iter=20, random_state=int(rng.integers(2**31)))),
        ("tree", DecisionTreeClassifier(max_depth=3)),
    ]
    return {"model": CommitteeClassifier(members).fit(X, y), "X": rng.normal(size=(30, 2))}


def _alike(rng: np.random.Generator) -> dict[str, Any]:
    return {"m": int(rng.integers(1, 40)), "mu": float(rng.uniform(0.05, 0.45))}


def _odd(rng: np.random.Generator) -> dict[str, Any]:
    return {"m": 2 * int(rng.integers(0, 20)) + 1, "mu": float(rng.uniform(0.05, 0.45))}


def _unlike(rng: np.random.Generator) -> dict[str, Any]:
    """Error rates of up to 9 experts, all of them at most μ."""
    m, mu = int(rng.integers(1, 10)), float(rng.uniform(0.05, 0.5))
    return {"m": m, "mu": mu, "rates": mu * rng.uniform(0.2, 1, m)}


@identity(
    "committee.vote",
    r"F(x) = \operatorname{sign}\Big(\frac{1}{m} \sum_{k=1}^m f_k(x)\Big) ="
    r" \operatorname{sign}\Big(\sum_{k=1}^m f_k(x)\Big)",
    _different_learners,
    source=f"{B}; E, Ensembles of Different Learners; D, Prediction Rule",
    instances=20,
)
def majority_vote(model: CommitteeClassifier, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """An odd committee of classifiers ±1 answers with the sign of the mean of its votes."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    majority = 2 * ((votes == 1).mean(axis=0) > 1 / 2) - 1
    return model.predict(X), np.sign(votes.mean(axis=0)), np.sign(votes.sum(axis=0)), majority


@identity(
    "committee.count",
    r"\sum_{k=1}^m f_k(x) = (\text{votes for } {+1}) - (\text{votes for } {-1})",
    _different_learners,
    source=f"{B}: choose the option with majority vote",
    instances=20,
)
def sum_of_votes(model: CommitteeClassifier, X: np.ndarray) -> tuple[np.ndarray, ...]:
    """Adding votes ±1 counts those for one class less those for the other."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    against, in_favour = model.votes(X).T
    return votes.sum(axis=0), in_favour - against


@identity(
    "committee.binomial",
    r"\begin{aligned} p(F(x) \neq y) &= \sum_{k > m/2} \binom{m}{k} \mu^k (1 - \mu)^{m-k} \\"
    r" &= 1 - P\big(S \le \tfrac{m}{2}\big) \end{aligned}",
    _alike,
    source=f"{B}, Better performance, for odd m, or even m with ties counted right",
)
def error_of_a_vote(m: int, mu: float) -> tuple[float, ...]:
    """Independent experts who each err with probability μ err together with a binomial tail."""
    wrong = np.arange(m // 2 + 1, m + 1)
    return (
        committee_error(m, mu, ties="right"),
        binom.pmf(wrong, m, mu).sum(),
        1 - binom.cdf(m / 2, m, mu),
    )


@identity(
    "committee.ties",
    r"p(F(x) \neq y) = P\big(S > \tfrac{m}{2}\big) + c\, P\big(S = \tfrac{m}{2}\big)",
    _unlike,
    source=f"{B}, Better performance, with a rule for ties; Hansen and Salamon (1990)",
)
def every_outcome_counted(m: int, rates: np.ndarray) -> tuple[np.ndarray, ...]:
    """Summing over all 2^m outcomes gives the committee's error, for experts of any rates."""
    error = np.zeros(3)
    for outcome in product([0, 1], repeat=m):
        wrong = np.array(outcome)
        probability = np.prod(np.where(wrong, rates, 1 - rates))
        tied = probability * (2 * wrong.sum() == m)
        lost = probability * (2 * wrong.sum() > m)
        error += lost + tied * np.array([0, 1 / 2, 1])
    return np.array([committee_error(m, rates, t) for t in ("right", "random", "wrong")]), error


@identity(
    "committee.bound",
    r"\begin{gathered} \mu_k \le \mu < \tfrac12 \text{ for all } k \implies \\"
    r" p(F(x) \neq y) \le P_\mu\big(S > \tfrac{m}{2}\big) + P_\mu\big(S = \tfrac{m}{2}\big)"
    r" \end{gathered}",
    _unlike,
    source=f"{B}, Better performance: the upper bound",
    relation="<=",
)
def worst_experts(m: int, mu: float, rates: np.ndarray) -> tuple[np.ndarray, ...]:
    """Experts who err with at most μ are together at most as wrong as if all erred with μ."""
    rules = ("right", "random", "wrong")
    library = np.array([committee_error(m, mu, ties) for ties in rules])
    tied = binom.pmf(m / 2, m, mu)  # 0 for odd m
    alike = 1 - binom.cdf(m / 2, m, mu) + tied * np.array([0, 1 / 2, 1])
    error = np.array([committee_error(m, rates, ties) for ties in rules])
    # Twice, so that the two ways to compute the bound must be equal; ties wrong bounds all rules.
    return error, alike, library, alike, np.full(3, alike[2])


@identity(
    "committee.better",
    r"m \text{ odd}, \ \mu < \tfrac12 \implies p_{m+2} \le p_m \le \mu",
    _odd,
    source=f"{B}: much better than the original error rate; Condorcet (1785)",
    relation=("=", "<=", "<="),
)
def more_experts_fewer_errors(m: int, mu: float) -> tuple[float, ...]:
    """Below an error of ½, two experts more make an odd committee better, and one is worst."""
    majority = (m + 1) / 2
    gained = (1 - 2 * mu) * comb(m, majority) * (mu * (1 - mu)) ** majority
    now = committee_error(m, mu)
    return committee_error(m + 2, mu), now - gained, now, mu


@identity(
    "committee.chernoff",
    r"P\big(S \ge \tfrac{m}{2}\big) \le \Big(2 \sqrt{\bar\mu (1 - \bar\mu)}\Big)^m",
    _unlike,
    source="Hoeffding (1963), theorem 1",
    relation="<=",
)
def chernoff(m: int, rates: np.ndarray) -> tuple[float, ...]:
    """A committee's error is at most the m-th power of 2√(μ(1 − μ)), as in AdaBoost's bound."""
    mean = rates.sum() / m
    power = (4 * mean * (1 - mean)) ** (m / 2)
    # Twice, so that library and formula must be equal.
    return committee_error(m, rates, "wrong"), power, chernoff_bound(m, rates), power


@identity(
    "committee.hoeffding",
    r"P\big(S \ge \tfrac{m}{2}\big) \le \Big(2 \sqrt{\bar\mu (1 - \bar\mu)}\Big)^m \le e^{-2 m"
    r" (\frac12 - \bar\mu)^2}",
    _unlike,
    source="Hoeffding (1963), Probability inequalities for sums of bounded random variables",
    relation="<=",
)
def hoeffding(m: int, rates: np.ndarray) -> tuple[float, ...]:
    """A committee's error falls exponentially with the number of independent experts."""
    mean = rates.mean()
    power = (2 * np.sqrt(mean * (1 - mean))) ** m
    exponential = np.exp(-2 * m * (1 / 2 - mean) ** 2)
    # Each bound twice, so that library and formula must be equal.
    return (
        committee_error(m, rates, "wrong"),
        power,
        chernoff_bound(m, rates),
        power,
        exponential,
        hoeffding_bound(m, rates),
        exponential,
    )


@law(
    "committee.simulation",
    r"p(F(x) \neq y) = P(S > \tfrac{m}{2}) + \tfrac12 P(S = \tfrac{m}{2}),"
    r" \quad m = 10, \ \mu = 0.3",
    source=f"{B}: for 10 classifiers with 30% of error",
    instances=20000,
)
def simulated_votes(rng: np.random.Generator, instances: int) -> Estimate:
    """Ten independent experts, each wrong on 30%, are together wrong on about 10%."""
    wrong = (rng.random((instances, 10)) < 0.3).sum(axis=1)
    lost = (wrong > 5) + (wrong == 5) * (rng.random(instances) < 0.5)
    return Estimate(
        float(lost.mean()),
        float(lost.std(ddof=1) / np.sqrt(instances)),
        expected=committee_error(10, 0.3, "random"),
        otherwise=0.3,
    )
