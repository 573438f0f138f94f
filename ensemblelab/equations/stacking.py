"""Stacking and other ensembles: out-of-fold predictions, ambiguity, and diversity."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold

from ensemblelab.stacking import StackingRegressor
from ensemblelab.trees.decision_tree import DecisionTreeRegressor
from ensemblelab.verify.registry import display

KROGH = "Krogh and Vedelsby (1995)"
LIU = "Liu and Yao (1999)"


def _stack(rng: np.random.Generator) -> dict[str, Any]:
    """Fit a stack of a tree and a linear model, and each base learner without each fold."""
    X, X_new = rng.normal(size=(24, 2)), rng.normal(size=(9, 2))
    y = X[:, 0] * X[:, 1] + rng.normal(0, 0.3, 24)
    members = [("tree", DecisionTreeRegressor(max_depth=3)), ("line", LinearRegression())]
    folds = list(KFold(3, shuffle=True, random_state=int(rng.integers(2**31))).split(X))
    out_of_fold = np.empty((24, 2))
    for k, (_, member) in enumerate(members):
        for train, test in folds:
            out_of_fold[test, k] = clone(member).fit(X[train], y[train]).predict(X[test])
    model = StackingRegressor(members, LinearRegression(), cv=folds).fit(X, y)
    answers = np.column_stack([clone(one).fit(X, y).predict(X_new) for _, one in members])
    final = LinearRegression().fit(out_of_fold, y)
    return {
        "model": model,
        "X": X_new,
        "out_of_fold": out_of_fold,
        "stacked": final.predict(answers),
    }


def _two_members(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of two base learners, and weights around the optimal one."""
    n = int(rng.integers(3, 12))
    return {
        "y": rng.normal(size=n),
        "one": rng.normal(size=n),
        "other": rng.normal(size=n),
        "away": np.linspace(-1, 1, 9),
    }


def _committee(rng: np.random.Generator) -> dict[str, Any]:
    """Predictions of base learners at several points, with weights that sum to 1."""
    m, n = int(rng.integers(2, 7)), int(rng.integers(1, 8))
    weight = rng.uniform(-0.2, 1, (m, 1))
    weight[-1] = 1 - weight[:-1].sum()
    return {"outputs": rng.normal(size=(m, n)), "weight": weight, "y": rng.normal(size=n)}


def _alike(rng: np.random.Generator) -> dict[str, Any]:
    """The same for equally weighted base learners, with a penalty on their correlation."""
    drawn = _committee(rng)
    return {"outputs": drawn["outputs"], "y": drawn["y"], "price": float(rng.uniform(0.1, 0.9))}


@display(
    "stacking.level_one",
    r"z_{ik} = f_k^{-\kappa(i)}(x_i), \quad f(x) = g\big(f_1(x), \dots, f_m(x)\big)",
    _stack,
    source="Wolpert (1992); Breiman (1996), Stacked regressions",
    instances=10,
)
def final_estimator_learns_out_of_fold(
    model: StackingRegressor, X: np.ndarray, out_of_fold: np.ndarray, stacked: np.ndarray
) -> dict[str, Any]:
    """The final estimator is fitted to out-of-fold predictions of the base learners."""
    return {
        r"z_{ik}": model.level_one_,
        r"f_k^{-\kappa(i)}(x_i)": out_of_fold,
        r"f(x)": model.predict(X),
        r"g\big(f_1(x), \dots, f_m(x)\big)": stacked,
    }


@display(
    "stacking.weight",
    r"\arg\min_w \sum_i \big(y_i - w\, z_{i1} - (1 - w)\, z_{i2}\big)^2"
    r" = \frac{\sum_i (y_i - z_{i2}) (z_{i1} - z_{i2})}{\sum_i (z_{i1} - z_{i2})^2}",
    _two_members,
    source="Breiman (1996), Stacked regressions, for two base learners whose weights sum to 1",
    axes={"i": -2, "w": -1},
    kind="optimum",
)
def weight_of_the_first(
    y: np.ndarray, one: np.ndarray, other: np.ndarray, away: np.ndarray
) -> dict[str, Any]:
    """The optimal weight of one of two base learners is a least-squares coefficient."""
    best = LinearRegression(fit_intercept=False).fit((one - other)[:, None], y - other).coef_
    return {
        r"y_i": y[:, None],
        r"z_{i1}": one[:, None],
        r"z_{i2}": other[:, None],
        r"w": best + away,
        r"side 1": best,
    }


@display(
    "stacking.ambiguity",
    r"\sum_k w_k = 1 \implies (f - y)^2 = \sum_k w_k (f_k - y)^2 - \sum_k w_k (f_k - f)^2,"
    r" \quad f = \sum_k w_k f_k",
    _committee,
    source=KROGH,
    axes={"k": -2},
)
def ambiguity_comes_off(outputs: np.ndarray, weight: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The squared error of an ensemble is the mean error minus the ambiguity."""
    return {
        r"w_k": weight,
        r"f_k": outputs,
        r"f": (weight * outputs).sum(axis=0),
        r"y": y,
    }


@display(
    "stacking.penalty",
    r"(f_k - \bar f) \sum_{k' \neq k} (f_{k'} - \bar f) = -(f_k - \bar f)^2,"
    r" \quad \bar f = \frac1m \sum_k f_k",
    _alike,
    source=f"{LIU}, eq. (3)",
    axes={"k": -2, "k'": -1},
)
def penalty_is_ambiguity(outputs: np.ndarray, y: np.ndarray, price: float) -> dict[str, Any]:
    """A base learner's correlation penalty equals minus its squared deviation from the mean."""
    m = len(outputs)
    return {
        r"f_k": outputs[:, :1],
        r"f_{k'}": outputs[:, 0],
        r"k'": np.arange(m),
        r"k": np.arange(m)[:, None],
        r"\bar f": outputs[:, 0].mean(),
        r"m": m,
    }


@display(
    "stacking.negative",
    r"\frac1m \sum_k \big[(f_k - y)^2 - \lambda (f_k - \bar f)^2\big]"
    r" = (1 - \lambda) \frac1m \sum_k (f_k - y)^2 + \lambda (\bar f - y)^2",
    _alike,
    source=f"{LIU}; Brown, Wyatt and Tiňo (2005)",
    proof="for any predictions of three base learners",
    axes={"k": -2},
)
def from_alone_to_together(outputs: np.ndarray, y: np.ndarray, price: float) -> dict[str, Any]:
    """The penalty interpolates between separate training (λ = 0) and joint training (λ = 1)."""
    return {
        r"f_k": outputs,
        r"\bar f": outputs.mean(axis=0),
        r"m": len(outputs),
        r"y": y,
        r"\lambda": price,
    }
