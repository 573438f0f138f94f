"""The bootstrap: the observations in a sample and the out-of-bag observations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.bagging import BaggingRegressor
from ensemblelab.bootstrap import bootstrap_counts, bootstrap_sample, out_of_bag
from ensemblelab.verify.registry import display, law

C_E = "lecture notes C, section 1.2, and E, Bootstrap Samples"


def _seed(rng: np.random.Generator) -> dict[str, Any]:
    return {"n": int(rng.integers(1, 60)), "seed": int(rng.integers(2**31))}


def _size(rng: np.random.Generator) -> dict[str, Any]:
    return {"n": float(rng.integers(1, 10 ** rng.integers(1, 6)))}


def _large(rng: np.random.Generator) -> dict[str, Any]:
    return {"n": float(rng.integers(1000, 10**5))}


def _one(rng: np.random.Generator) -> dict[str, Any]:
    return {"n": 1.0}


def _bagged(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a bagged ensemble in which every observation is out of bag for some base learner."""
    X = rng.uniform(-3, 3, (12, 1))
    y = np.sin(X[:, 0]) + rng.normal(0, 0.3, 12)
    model = BaggingRegressor(n_estimators=60, oob_score=True, random_state=rng)
    return {"model": model.fit(X, y), "X": X}


@display(
    "bootstrap.multiset",
    r"\sum_{i=1}^n c_i = n, \qquad c_i = \text{how often observation } i \text{ was drawn}",
    _seed,
    source="lecture notes D, Bagging Algorithm; E, Algorithm 1",
    axes={"i": -1},
)
def rows_with_repetition(n: int, seed: int) -> dict[str, Any]:
    """A bootstrap sample consists of n draws with replacement, so its counts sum to n."""
    sample = bootstrap_sample(n, seed)
    counts = bootstrap_counts(n, seed)
    drawn = np.array([np.sum(sample == row) for row in range(n)])
    return {
        r"c_i": counts,
        r"n": n,
        r"\text{how often observation } i \text{ was drawn}": drawn,
    }


@law(
    "bootstrap.exclusion",
    r"P(\text{observation } i \text{ is left out}) = \Big(1 - \frac{1}{n}\Big)^n",
    otherwise=0.0,  # sampling without replacement leaves nothing out
    source=C_E,
)
def share_left_out(rng: np.random.Generator, instances: int) -> dict[str, Any]:
    """A bootstrap sample, n from 5 to 100, omits an observation with probability (1 − 1/n)^n."""
    n = rng.integers(5, 101, (instances, 1))
    shares = [[out_of_bag(bootstrap_sample(rows, rng), rows).mean()] for rows in n[:, 0].tolist()]
    return {
        r"P(\text{observation } i \text{ is left out})": np.array(shares),
        r"n": n,
    }


@display(
    "bootstrap.limit",
    r"\frac{1}{2 e\, n} \le \frac{1}{e} - \Big(1 - \frac{1}{n}\Big)^n \le \frac{1}{e\,n}",
    _size,
    source=C_E,
    kind="bound",
    tight=(_large, _one),
)
def share_left_out_in_the_limit(n: float) -> dict[str, Any]:
    """The probability of being left out increases to 1/e = 0.368 and is within 1/(en) of it."""
    return {
        r"n": n,
    }


@law(
    "bootstrap.distinct",
    r"\frac{1}{n}\, E[\text{number of different observations}] = 1 - \Big(1 - \frac{1}{n}\Big)^n",
    otherwise=0.667,  # "about two thirds" is not the number
    source="lecture notes C, section 1.2",
)
def share_seen(rng: np.random.Generator, instances: int) -> dict[str, Any]:
    """A bootstrap sample contains an expected fraction 1 − (1 − 1/n)^n of the observations."""
    n = rng.integers(5, 101, (instances, 1))
    seen = [[len(np.unique(bootstrap_sample(rows, rng)))] for rows in n[:, 0].tolist()]
    return {
        r"E[\text{number of different observations}]": np.array(seen),
        r"n": n,
    }


@display(
    "bootstrap.oob",
    r"\hat f_{oob}(x_i) = \frac{1}{|\{k : i \notin S_k\}|} \sum_{k : i \notin S_k} f_k(x_i)",
    _bagged,
    source="lecture notes C, section 1.2: out-of-bag observations as test data",
    instances=5,
    axes={"k": -2},
)
def out_of_bag_prediction(model: BaggingRegressor, X: np.ndarray) -> dict[str, Any]:
    """An out-of-bag prediction averages the base learners not trained on the observation."""
    left_out = np.array([~np.isin(np.arange(len(X)), S) for S in model.estimators_samples_])
    return {
        r"\hat f_{oob}(x_i)": model.oob_prediction_,
        r"|\{k : i \notin S_k\}|": left_out.sum(axis=0),
        r"i \notin S_k": left_out,
        r"f_k(x_i)": np.array([member.predict(X) for member in model.estimators_]),
    }
