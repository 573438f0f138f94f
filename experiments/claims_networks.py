"""Ensembles of neural networks: claims of the chapters, error rates in percent.

`letter`: 1000 letters to learn from, 2000 to test; deep networks of three hidden layers with 64
units each. `deep`, a network that got all rows, and `member`, one that got a bootstrap sample, both
as means of four; `started` and `bagged`, the averages of these four.
The artificial problems: 300 rows to learn from, 2000 to test; networks of two hidden units.
`small`, the mean of ten that got all rows, and `averaged`, these together; `boosted`, ten rounds of
AdaBoost, each network learning from rows that are drawn in proportion to their weights.
"""

from __future__ import annotations

import warnings

import numpy as np
from ensemblelab import AdaBoostClassifier
from ensemblelab.bootstrap import bootstrap_sample
from ensemblelab.datasets import make_ringnorm, make_threenorm
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from experiments import seed, stream
from experiments.data import complete

DRAWS = {"ringnorm": make_ringnorm, "threenorm": make_threenorm}
CASES = dict.fromkeys((*DRAWS, "letter"), 10)
DEEP, SMALL = 4, 10


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw the data once, and return every figure."""
    rng = stream(case, repetition)
    if case == "letter":
        X, y = complete("letter")
        order = rng.permutation(len(y))[:3000]
        X, y = X[order], y[order]
        return deep(*scaled(X[:1000], X[1000:]), y[:1000], y[1000:], rng)
    (X, y), (X_test, y_test) = DRAWS[case](300, rng), DRAWS[case](2000, rng)
    return small(*scaled(X, X_test), y, y_test, rng)


def scaled(X: np.ndarray, X_test: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Scale columns to the mean 0 and the variance 1 on the rows to learn from."""
    scale = StandardScaler().fit(X)
    return scale.transform(X), scale.transform(X_test)


def deep(
    X: np.ndarray, X_test: np.ndarray, y: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the errors of deep networks that differ by their starts, or by their samples too."""
    found = {}
    for one, together in (("deep", "started"), ("member", "bagged")):
        predicted = []
        for _ in range(DEEP):
            net = MLPClassifier((64, 64, 64), max_iter=60, random_state=seed(rng))
            rows = bootstrap_sample(len(y), rng) if one == "member" else slice(None)
            with warnings.catch_warnings():
                # Sixty passes over the rows, for every network: that is what is compared.
                warnings.simplefilter("ignore", ConvergenceWarning)
                net.fit(X[rows], y[rows])
            predicted.append(net.predict_proba(X_test))
        assert all(p.shape[1] == 26 for p in predicted)
        found[one] = float(np.mean([wrong(p, y_test) for p in predicted]))
        found[together] = wrong(np.mean(predicted, axis=0), y_test)
    return found


def wrong(p: np.ndarray, y: np.ndarray) -> float:
    """Return the error of what is most probable, in per cent; classes are counted from 0."""
    return 100 * float(np.mean(p.argmax(axis=1) != y))


class ResampledNetworks(ClassifierMixin, BaseEstimator):
    """A network that takes weights by drawing rows in proportion to them."""

    def __init__(self, random_state: int | None = None) -> None:
        self.random_state = random_state

    def fit(self, X: np.ndarray, y: np.ndarray, sample_weight: np.ndarray) -> ResampledNetworks:
        """Draw rows, and learn from them."""
        rng = np.random.default_rng(self.random_state)
        rows = rng.choice(len(y), len(y), p=sample_weight / sample_weight.sum())
        self.classes_ = np.unique(y)
        self.net_ = network(seed(rng)).fit(X[rows], y[rows])
        return self

    def predict(self, X: np.ndarray) -> np.ndarray:
        """Return the network's answers."""
        return self.net_.predict(X)


def network(state: int) -> MLPClassifier:
    """Return a network that is too small for these problems."""
    return MLPClassifier((2,), solver="lbfgs", alpha=0.1, max_iter=1000, random_state=state)


def small(
    X: np.ndarray, X_test: np.ndarray, y: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the errors of small networks, alone, averaged and boosted."""
    nets = [network(seed(rng)).fit(X, y) for _ in range(SMALL)]
    predicted = np.array([net.predict(X_test) for net in nets])
    p = np.mean([net.predict_proba(X_test) for net in nets], axis=0)
    boosted = AdaBoostClassifier(ResampledNetworks(), n_estimators=SMALL, random_state=seed(rng))
    answers = boosted.fit(X, y).predict(X_test)
    return {
        "small": 100 * float(np.mean(predicted != y_test)),
        "averaged": 100 * float(np.mean(nets[0].classes_[p.argmax(axis=1)] != y_test)),
        "boosted": 100 * float(np.mean(answers != y_test)),
    }
