"""The forest and boosting of records/spam_curves.json, grown again on the first split.

`test_experiments` checks what a few trees of bagging can tell; bagging's 300 are too slow for it.
"""

import experiments
import numpy as np
import pytest
from experiments import spam_curves


class Guess:
    """Stands in the place of bagging, and takes no random numbers."""

    def __init__(self, **_):
        pass

    def fit(self, X, y):
        return self

    def staged_predict(self, X):
        return (np.zeros(len(X)) for _ in range(spam_curves.TREES))


def test_forest_and_boosting_come_out_again(monkeypatch):
    monkeypatch.setattr(spam_curves, "BaggingClassifier", Guess)
    figures = experiments.read("spam_curves")["cases"]["spambase"]["figures"]
    again = spam_curves.repeat("spambase", 0)
    assert set(again) == set(figures)
    for name in figures:
        if "bagged" not in name:
            # ten digits are kept
            assert again[name] == pytest.approx(figures[name]["values"][0], rel=1e-9), name


def test_the_shares_fit_together():
    """What A errs more than B is what A alone gets wrong less what B alone gets wrong."""
    figures = experiments.read("spam_curves")["cases"]["spambase"]["figures"]
    value = {name: np.array(figure["values"]) for name, figure in figures.items()}
    last = {name: value[f"{name}_{spam_curves.TREES}"] for name in ("bagged", "forest", "boosted")}
    for a, b in (("bagged", "forest"), ("boosted", "forest"), ("bagged", "boosted")):
        # ten digits of percentages up to 100 are kept
        np.testing.assert_allclose(
            last[a] - last[b], value[f"{a}_not_{b}"] - value[f"{b}_not_{a}"], atol=1e-7
        )
    share = value["copies"] / 100
    np.testing.assert_allclose(
        share * value["forest_copies"] + (1 - share) * value["forest_new"],
        last["forest"],
        atol=1e-7,
    )
