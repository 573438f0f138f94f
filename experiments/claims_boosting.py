"""Gradient boosting: claims of its chapter on learning rates, depths, sampling, and Newton steps.

`friedman1`: mean squared errors on 2000 test rows after learning from 300. `rounds_R` is the
round, of `ROUNDS[R]`, that is best on 2000 other rows, `best_R` the test error of learning rate R
in that round, `after_200_R` in round 200. `depth_D` and `share_S` are test errors after 200 rounds
at rate 0.1, with trees of depth D, and with a share S of the rows in each round; `stopped` is that
of early stopping on a tenth of the 300 rows. `spambase`: 40 rounds at rate 0.1 on a random half;
training loss and error in per cent on the other half, with `newton` steps in the leaves and with
the `mean` pseudo-residual.
"""

from __future__ import annotations

import numpy as np
from ensemblelab import (
    DecisionTreeRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
)
from ensemblelab.datasets import make_friedman1
from ensemblelab.losses import LogisticLoss

from experiments import stream
from experiments.data import complete, split

CASES = {"friedman1": 20, "spambase": 10}
ROUNDS = {"1": 200, "0.3": 400, "0.1": 1200, "0.03": 200}


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw data once, and return every figure."""
    rng = stream(case, repetition)
    return _friedman(rng) if case == "friedman1" else _spam(rng)


def _friedman(rng: np.random.Generator) -> dict[str, float]:
    X, y = make_friedman1(300, random_state=rng)
    other, test = make_friedman1(2000, random_state=rng), make_friedman1(2000, random_state=rng)

    def curves(n_estimators: int = 200, **settings: object) -> list[list[float]]:
        model = GradientBoostingRegressor(n_estimators=n_estimators, **settings).fit(X, y)
        return [
            [float(np.mean((t - f) ** 2)) for f in model.staged_predict(A)]
            for A, t in (other, test)
        ]

    found: dict[str, float] = {}
    for rate, rounds in ROUNDS.items():
        chosen, tested = curves(rounds, learning_rate=float(rate))
        best = int(np.argmin(chosen))
        found |= {f"rounds_{rate}": best + 1, f"best_{rate}": tested[best]}
        found[f"after_200_{rate}"] = tested[199]
    for depth in (1, 2, 3, 5):
        found[f"depth_{depth}"] = curves(max_depth=depth)[1][-1]
    for share in (1.0, 0.5, 0.1):
        found[f"share_{share:g}"] = curves(subsample=share, random_state=rng)[1][-1]
    stopped = GradientBoostingRegressor(n_estimators=1000, n_iter_no_change=20, random_state=rng)
    found["stopped"] = float(np.mean((test[1] - stopped.fit(X, y).predict(test[0])) ** 2))
    return found


def _spam(rng: np.random.Generator) -> dict[str, float]:
    X, X_test, y, y_test = split(*complete("spambase"), 2300, rng)
    newton = GradientBoostingClassifier(n_estimators=40).fit(X, y)
    f = np.full(len(y), float(newton.init_))
    f_test = np.full(len(y_test), float(newton.init_))
    for _ in range(40):
        tree = DecisionTreeRegressor(max_depth=3).fit(X, y - 1 / (1 + np.exp(-f)))
        f += 0.1 * tree.predict(X)  # the leaf's mean pseudo-residual
        f_test += 0.1 * tree.predict(X_test)
    return {
        "newton_loss": float(newton.train_score_[-1]),
        "mean_loss": float(LogisticLoss().value(y, f).mean()),
        "newton_error": 100 * float(1 - newton.score(X_test, y_test)),
        "mean_error": 100 * float(np.mean((f_test > 0) != y_test)),
    }
