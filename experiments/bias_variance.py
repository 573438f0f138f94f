"""Breiman 1998, Arcing classifiers: bias and variance in percent, by his definition.

Many training sets of 300 rows are drawn; the aggregate classifier says at each point what most
of their trees say. Where it agrees with the Bayes rule, the point is unbiased. The excess of the
error over the Bayes rule's is the variance on unbiased points and the bias on the others. A
repetition draws 50 training sets and 2000 test points; `tree` is unpruned, `bagged` 50 of them.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import BaggingClassifier, DecisionTreeClassifier
from ensemblelab.datasets import make_twonorm, make_waveform
from scipy.special import ndtr

from experiments import stream

CASES = {"waveform": 5, "twonorm": 5}
SETS, TEST = 50, 2000


def bayes_waveform(X: np.ndarray) -> np.ndarray:
    """Return the class that is most probable at each row of the waveform problem.

    A row of class (a, b) is normal around a point of the segment from h_b to h_a. Integrated
    over the segment, the density is that of the distance from its line, times the share of a
    normal distribution that lies between its ends.
    """
    place = np.arange(1, X.shape[1] + 1)
    h = [np.maximum(6 - np.abs(place - centre), 0) for centre in (11, 15, 7)]
    density = []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        along, r = h[a] - h[b], X - h[b]
        length = np.linalg.norm(along)
        u = r @ along / length  # where on the line, from h_b on
        inside = ndtr(length - u) - ndtr(-u)
        density.append(np.exp((u**2 - (r**2).sum(axis=1)) / 2) * inside / length)
    return np.argmax(density, axis=0)


def bayes_twonorm(X: np.ndarray) -> np.ndarray:
    """Return the class that is most probable at each row of twonorm."""
    return np.where(X.sum(axis=1) > 0, 1, -1)


PROBLEMS = {
    "waveform": (make_waveform, bayes_waveform),
    "twonorm": (make_twonorm, bayes_twonorm),
}


def split_error(answers: np.ndarray, y: np.ndarray, rule: np.ndarray) -> tuple[float, float, float]:
    """Split the error of many training sets by Breiman's definition.

    Parameters
    ----------
    answers : ndarray, shape (n_sets, n)
    y : ndarray, shape (n,)
    rule : ndarray, shape (n,)
        Classes of the Bayes rule.

    Returns
    -------
    error, bias, variance : float
        Shares; ``error`` is the sum of the other two and of the Bayes rule's.
    """
    classes = np.unique(y)
    most = classes[np.argmax([(answers == c).mean(axis=0) for c in classes], axis=0)]
    excess = (rule == y) - (answers == y).mean(axis=0)
    unbiased = most == rule
    bias, variance = (excess * ~unbiased).mean(), (excess * unbiased).mean()
    return float((answers != y).mean()), float(bias), float(variance)


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw all training sets once; return the parts of the error in per cent."""
    rng = stream(case, repetition)
    make, bayes = PROBLEMS[case]
    X_test, y_test = make(TEST, rng)
    rule = bayes(X_test)
    answers: dict[str, list[np.ndarray]] = {"tree": [], "bagged": []}
    for _ in range(SETS):
        X, y = make(300, rng)
        answers["tree"].append(DecisionTreeClassifier().fit(X, y).predict(X_test))
        bag = BaggingClassifier(n_estimators=50, random_state=rng).fit(X, y)
        answers["bagged"].append(bag.predict(X_test))
    figures = {"bayes_error": 100 * float(np.mean(rule != y_test))}
    for name, rows in answers.items():
        parts = split_error(np.array(rows), y_test, rule)
        for part, value in zip(("error", "bias", "variance"), parts, strict=True):
            figures[f"{name}_{part}"] = 100 * value
    return figures
