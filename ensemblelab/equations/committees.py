"""Ensembles: the majority vote and its error for independent classifiers."""

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
from ensemblelab.linear import Perceptron
from ensemblelab.trees.decision_tree import DecisionStump, DecisionTreeClassifier
from ensemblelab.verify.registry import display, law

B = "lecture notes B, Principle of ensemble classifier"


def _different_learners(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a stump, a line and a tree to the same noisy data, or two trees more."""
    X = rng.normal(size=(25, 2))
    y = np.where(X.sum(axis=1) + rng.normal(0, 1, 25) > 0, 1, -1)
    y[:2] = 1, -1  # both occur
    members = [
        ("stump", DecisionStump()),
        ("line", Perceptron(max_iter=20, random_state=int(rng.integers(2**31)))),
        ("tree", DecisionTreeClassifier(max_depth=3)),
        ("deep tree", DecisionTreeClassifier()),
        ("another stump", DecisionStump("error")),
    ][: rng.choice([3, 5])]
    return {"model": CommitteeClassifier(members).fit(X, y), "X": rng.normal(size=(30, 2))}


def _alike(rng: np.random.Generator) -> dict[str, Any]:
    return {"m": int(rng.integers(1, 40)), "mu": float(rng.uniform(0.05, 0.45))}


def _odd(rng: np.random.Generator) -> dict[str, Any]:
    # From an error of ½ on, nothing is claimed.
    return {"m": 2 * int(rng.integers(0, 20)) + 1, "mu": rng.uniform(0.05, [[0.45], [0.95]])}


def _unlike(rng: np.random.Generator) -> dict[str, Any]:
    """Error rates of up to 9 classifiers, all of them at most μ."""
    m, mu = int(rng.integers(1, 10)), float(rng.uniform(0.05, 0.5))
    return {"m": m, "mu": mu, "rates": mu * rng.uniform(0.2, 1, m)}


def _kinds_of_cases(rng: np.random.Generator) -> dict[str, Any]:
    """Odd ensembles, and kinds of cases with their proportions and error rates."""
    kinds = int(rng.integers(2, 5))
    share = rng.uniform(0.1, 1, kinds)
    return {
        "m": 2 * int(rng.integers(0, 4)) + 1,
        "share": share / share.sum(),
        "rate": rng.uniform(0, 1, kinds),
    }


def _all_alike(rng: np.random.Generator) -> dict[str, Any]:
    """Classifiers with equal error rates."""
    instance = _alike(rng)
    return instance | {"rates": np.full(instance["m"], instance["mu"])}


def _two_opposites(rng: np.random.Generator) -> dict[str, Any]:
    """Two classifiers, one with a high error rate and one with a low error rate."""
    return {"m": 2, "rates": np.array([rng.uniform(0.77, 0.8), 0.02])}


def _many_alike(rng: np.random.Generator) -> dict[str, Any]:
    """Many classifiers that are slightly better than random guessing."""
    return {"m": 30, "rates": np.full(30, rng.uniform(0.38, 0.42))}


@display(
    "committee.vote",
    r"F(x) = \operatorname{sign}\Big(\frac{1}{m} \sum_{k=1}^m f_k(x)\Big) ="
    r" \operatorname{sign}\Big(\sum_{k=1}^m f_k(x)\Big)",
    _different_learners,
    source=f"{B}; E, Ensembles of Different Learners; D, Prediction Rule",
    instances=20,
    axes={"k": -2},
)
def majority_vote(model: CommitteeClassifier, X: np.ndarray) -> dict[str, Any]:
    """An odd ensemble of classifiers ±1 predicts the sign of the mean of its votes."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    majority = 2 * ((votes == 1).mean(axis=0) > 1 / 2) - 1
    return {
        r"F(x)": (model.predict(X), majority),
        r"m": len(votes),
        r"f_k(x)": votes,
    }


@display(
    "committee.count",
    r"\sum_{k=1}^m f_k(x) = (\text{votes for } {+1}) - (\text{votes for } {-1})",
    _different_learners,
    source=f"{B}: choose the option with majority vote",
    instances=20,
    axes={"k": -2},
)
def sum_of_votes(model: CommitteeClassifier, X: np.ndarray) -> dict[str, Any]:
    """The sum of votes ±1 is the number of votes for +1 minus the number of votes for −1."""
    votes = np.array([member.predict(X) for member in model.estimators_])
    against, in_favour = model.votes(X).T
    return {
        r"m": len(votes),
        r"f_k(x)": votes,
        r"(\text{votes for } {+1})": in_favour,
        r"(\text{votes for } {-1})": against,
    }


@display(
    "committee.binomial",
    r"\begin{aligned} p(F(x) \neq y) &= \sum_{k > m/2} \binom{m}{k} \mu^k (1 - \mu)^{m-k} \\"
    r" &= 1 - P\big(S \le \tfrac{m}{2}\big) \end{aligned}",
    _alike,
    source=f"{B}, Better performance, for odd m, or even m with ties counted as correct",
    axes={"k": -1},
)
def error_of_a_vote(m: int, mu: float) -> dict[str, Any]:
    """The error of a vote of independent classifiers is a binomial tail probability."""
    return {
        r"p(F(x) \neq y)": committee_error(m, mu, ties="right"),
        r"k": np.arange(m + 1),
        r"m": m,
        r"\mu": mu,
        r"P\big(S \le \tfrac{m}{2}\big)": binom.cdf(m / 2, m, mu),
    }


@display(
    "committee.ties",
    r"p(F(x) \neq y) = P\big(S > \tfrac{m}{2}\big) + c\, P\big(S = \tfrac{m}{2}\big)",
    _unlike,
    source=f"{B}, Better performance, with a rule for ties; Hansen and Salamon (1990)",
)
def every_outcome_counted(m: int, rates: np.ndarray) -> dict[str, Any]:
    """Summing over all 2^m outcomes gives the ensemble's error for arbitrary error rates."""
    lost = tied = 0.0
    for outcome in product([0, 1], repeat=m):
        wrong = np.array(outcome)
        probability = np.prod(np.where(wrong, rates, 1 - rates))
        tied += probability * (2 * wrong.sum() == m)
        lost += probability * (2 * wrong.sum() > m)
    return {
        r"p(F(x) \neq y)": np.array(
            [committee_error(m, rates, t) for t in ("right", "random", "wrong")]
        ),
        r"P\big(S > \tfrac{m}{2}\big)": lost,
        r"c": np.array([0, 1 / 2, 1]),
        r"P\big(S = \tfrac{m}{2}\big)": tied,
    }


@display(
    "committee.bound",
    r"\begin{gathered} \mu_k \le \mu < \tfrac12 \text{ for all } k \implies \\"
    r" p(F(x) \neq y) \le P_\mu\big(S > \tfrac{m}{2}\big) + P_\mu\big(S = \tfrac{m}{2}\big)"
    r" \end{gathered}",
    _unlike,
    source=f"{B}, Better performance: the upper bound",
    kind="bound",
    tight=(_all_alike,),
)
def worst_experts(m: int, mu: float, rates: np.ndarray) -> dict[str, Any]:
    """If all error rates are at most μ, the ensemble's error is at most that for rates of μ."""
    return {
        r"\mu_k": rates[:, None],
        r"\mu": mu,
        r"p(F(x) \neq y)": np.array(
            [committee_error(m, rates, t) for t in ("right", "random", "wrong")]
        ),
        r"P_\mu\big(S > \tfrac{m}{2}\big)": 1 - binom.cdf(m / 2, m, mu),
        r"P_\mu\big(S = \tfrac{m}{2}\big)": binom.pmf(m / 2, m, mu),
        r"side 2": committee_error(m, mu, "wrong"),
    }


@display(
    "committee.mixture",
    r"p(F(x) \neq y) = \sum_c w_c \sum_{k > m/2} \binom{m}{k} p_c^k (1 - p_c)^{m-k}",
    _kinds_of_cases,
    source=f"{B}, Better performance, without independence; Berg (1993)",
    axes={"c": -2, "k": -1},
)
def error_over_kinds_of_cases(m: int, share: np.ndarray, rate: np.ndarray) -> dict[str, Any]:
    """Under conditional independence given the kind of case, the error is a mixture of tails."""
    lost = 0.0
    for outcome in product([0, 1], repeat=m):
        if 2 * sum(outcome) > m:
            wrong = np.array(outcome)[:, None]
            lost += share @ np.prod(np.where(wrong, rate, 1 - rate), axis=0)
    return {
        r"p(F(x) \neq y)": lost,
        r"w_c": share[:, None],
        r"p_c": rate[:, None],
        r"k": np.arange(m + 1),
        r"m": m,
    }


@display(
    "committee.correlation",
    r"\rho = \frac{\sum_c w_c (p_c - \mu)^2}{\mu (1 - \mu)}",
    _kinds_of_cases,
    source=f"{B}, Better performance, without independence; Berg (1993)",
    axes={"c": -1},
)
def correlation_over_kinds_of_cases(m: int, share: np.ndarray, rate: np.ndarray) -> dict[str, Any]:
    """The variance of the error rate over the kinds of cases determines the error correlation."""
    outcomes = np.array(list(product([0, 1], repeat=2)))
    chance = [share @ np.prod(np.where(o[:, None], rate, 1 - rate), axis=0) for o in outcomes]
    mean = chance @ outcomes
    covariance = (outcomes - mean).T @ (np.array(chance)[:, None] * (outcomes - mean))
    return {
        r"\rho": covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]),
        r"w_c": share,
        r"p_c": rate,
        r"\mu": mean[0],
    }


@display(
    "committee.better",
    r"m \text{ odd}, \ \mu < \tfrac12 \implies p_{m+2} \le p_m \le \mu",
    _odd,
    source=f"{B}: much better than the original error rate; Condorcet (1785)",
    kind="monotone",
)
def more_experts_fewer_errors(m: int, mu: np.ndarray) -> dict[str, Any]:
    """For μ < ½, adding two classifiers to an odd ensemble reduces its error."""
    sizes = np.arange(1, m + 4, 2)
    p = np.array([[committee_error(int(size), rate) for size in sizes] for rate in mu[:, 0]])
    majority = (sizes[:-1] + 1) / 2
    gained = (1 - 2 * mu) * comb(sizes[:-1], majority) * (mu * (1 - mu)) ** majority
    return {
        r"m \text{ odd}": sizes[:-1] % 2 == 1,
        r"\mu": mu,
        r"p_{m+2}": (p[:, 1:], p[:, :-1] - gained),
        r"p_m": p[:, :-1],
    }


@display(
    "committee.chernoff",
    r"P\big(S \ge \tfrac{m}{2}\big) \le \Big(2 \sqrt{\bar\mu (1 - \bar\mu)}\Big)^m",
    _unlike,
    source="Hoeffding (1963), theorem 1",
    kind="bound",
    tight=(_two_opposites,),
    close=0.2,
)
def chernoff(m: int, rates: np.ndarray) -> dict[str, Any]:
    """The ensemble's error is at most (2√(μ(1 − μ)))^m, as in the bound for AdaBoost."""
    return {
        r"P\big(S \ge \tfrac{m}{2}\big)": committee_error(m, rates, "wrong"),
        r"\bar\mu": rates.mean(),
        r"m": m,
        r"side 2": chernoff_bound(m, rates),
    }


@display(
    "committee.hoeffding",
    r"P\big(S \ge \tfrac{m}{2}\big) \le \Big(2 \sqrt{\bar\mu (1 - \bar\mu)}\Big)^m \le e^{-2 m"
    r" (\frac12 - \bar\mu)^2}",
    _unlike,
    source="Hoeffding (1963), Probability inequalities for sums of bounded random variables",
    kind="bound",
    tight=(_two_opposites, _many_alike),
    close=0.2,
)
def hoeffding(m: int, rates: np.ndarray) -> dict[str, Any]:
    """The ensemble's error decreases exponentially with the number of independent classifiers."""
    return {
        r"P\big(S \ge \tfrac{m}{2}\big)": committee_error(m, rates, "wrong"),
        r"\bar\mu": rates.mean(),
        r"m": m,
        r"side 2": chernoff_bound(m, rates),
        r"side 3": hoeffding_bound(m, rates),
    }


@law(
    "committee.simulation",
    r"p(F(x) \neq y) = P(S > \tfrac{m}{2}) + \tfrac12 P(S = \tfrac{m}{2}),"
    r" \quad m = 10, \ \mu = 0.3",
    otherwise=0.3,
    source=f"{B}: for 10 classifiers with 30% of error",
    instances=20000,
)
def simulated_votes(rng: np.random.Generator, instances: int) -> dict[str, Any]:
    """Ten independent classifiers with an error of 30% each reach an error of about 10%."""
    m, mu = 10, 0.3
    wrong = (rng.random((instances, m)) < mu).sum(axis=1, keepdims=True)
    tied = (wrong == m / 2) * (rng.random((instances, 1)) < 0.5)
    return {
        r"p(F(x) \neq y)": (wrong > m / 2) + tied,
        r"P(S > \tfrac{m}{2})": committee_error(m, mu, "right"),
        r"P(S = \tfrac{m}{2})": binom.pmf(m / 2, m, mu),
        r"m": m,
        r"\mu": mu,
    }
