"""Stacking and diverse ensembles: claims of their chapter.

Real data, errors in per cent, three quarters of the rows to learn from: logistic regression, five
nearest neighbours (both on scaled columns), naive Bayes, a full tree and a forest of 50; their
vote, the mean of their probabilities, the one that five folds find best, and three stacks, which
learn from out-of-fold answers, from answers about known rows, or from a fifth held out (blending).
`friedman1`, mean squared errors from 200 rows: a line, five nearest neighbours and a full tree,
their mean, the best by folds and the same stacks. `ensembles`, the same rows: 50 trees, by how
they are made to differ. `negative`: ten members, sums of four random waves each, trained together
on 40 rows of a sine with noise, by the price of being alike; errors against the sine.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ensemblelab import (
    BaggingRegressor,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
    ExtraTreesRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingClassifier,
    StackingRegressor,
)
from ensemblelab.datasets import make_friedman1
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from experiments import seed, stream
from experiments.data import complete, split

CASES = dict.fromkeys(("heart_statlog", "ionosphere", "sonar", "vehicle"), 10) | {
    "friedman1": 20,
    "ensembles": 20,
    "negative": 50,
}
PRICES = (0.0, 0.5, 0.9, 0.99, 1.0)


def repeat(case: str, repetition: int) -> dict[str, float]:
    """Draw or split the data once, and return every figure."""
    rng = stream(case, repetition)
    if case == "negative":
        return negative(rng)
    if case in ("friedman1", "ensembles"):
        (X, y), (X_test, y_test) = make_friedman1(200, rng), make_friedman1(2000, rng)
        return (numbers if case == "friedman1" else ensembles)(X, y, X_test, y_test, rng)
    X, X_test, y, y_test = split(*complete(case), 0.25, rng)
    return classes(X, y, X_test, y_test, rng)


def blend(
    members: list[tuple[str, Any]],
    final: Any,
    X: np.ndarray,
    y: np.ndarray,
    X_new: np.ndarray,
    train: NDArray[np.intp],
    rest: NDArray[np.intp],
) -> np.ndarray:
    """Fit members to some rows and the final estimator to the others."""
    fitted = [clone(member).fit(X[train], y[train]) for _, member in members]

    def answers(X: np.ndarray) -> np.ndarray:
        return np.column_stack(
            [
                one.predict_proba(X)[:, 1:] if hasattr(one, "predict_proba") else one.predict(X)
                for one in fitted
            ]
        )

    return clone(final).fit(answers(X[rest]), y[rest]).predict(answers(X_new))


def classes(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the errors of classifiers and of what is made of them."""
    members = [
        ("line", make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))),
        ("near", make_pipeline(StandardScaler(), KNeighborsClassifier(5))),
        ("bayes", GaussianNB()),
        ("tree", DecisionTreeClassifier()),
        ("forest", RandomForestClassifier(50, random_state=seed(rng))),
    ]
    folds = list(StratifiedKFold(5, shuffle=True, random_state=seed(rng)).split(X, y))
    stack = StackingClassifier(members, cv=folds).fit(X, y)
    final = LogisticRegression()
    shares = np.array([member.predict_proba(X_test) for member in stack.estimators_])
    k = shares.shape[2]
    answers = shares.argmax(axis=2)
    out_of_fold = stack.level_one_.reshape(len(X), len(members), -1)
    named = out_of_fold[:, :, 0] > 0.5 if k == 2 else out_of_fold.argmax(axis=2)
    new = stack.answers(X_test)
    found = dict(zip((name for name, _ in members), answers, strict=True)) | {
        "best": answers[(named != y[:, None]).mean(axis=0).argmin()],
        "vote": (answers[:, :, None] == np.arange(k)).sum(axis=0).argmax(axis=1),
        "mean": shares.mean(axis=0).argmax(axis=1),
        "stack": stack.final_estimator_.predict(new),
        "known": final.fit(stack.answers(X), y).predict(new),
        "blend": blend(members, final, X, y, X_test, *folds[0]),
    }
    errors = {name: 100 * float(np.mean(answer != y_test)) for name, answer in found.items()}
    return errors | {"average": float(np.mean([errors[name] for name, _ in members]))}


def numbers(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return the mean squared errors of regressors, of what is made of them, and two weights."""
    members = [
        ("line", LinearRegression()),
        ("near", KNeighborsRegressor(5)),
        ("tree", DecisionTreeRegressor()),
    ]
    final = LinearRegression(positive=True)
    folds = list(KFold(5, shuffle=True, random_state=seed(rng)).split(X))
    stack = StackingRegressor(members, final, cv=folds).fit(X, y)
    refitted = clone(final).fit(stack.answers(X), y)
    new = stack.answers(X_test)
    found = dict(zip((name for name, _ in members), new.T, strict=True)) | {
        "best": new[:, ((stack.level_one_ - y[:, None]) ** 2).mean(axis=0).argmin()],
        "mean": new.mean(axis=1),
        "stack": stack.final_estimator_.predict(new),
        "known": refitted.predict(new),
        "blend": blend(members, final, X, y, X_test, *folds[0]),
    }
    errors = {name: float(np.mean((answer - y_test) ** 2)) for name, answer in found.items()}
    return errors | {
        "weight_stack": float(stack.final_estimator_.coef_[2]),
        "weight_known": float(refitted.coef_[2]),
    }


def ensembles(
    X: np.ndarray, y: np.ndarray, X_test: np.ndarray, y_test: np.ndarray, rng: np.random.Generator
) -> dict[str, float]:
    """Return ensembles' errors, taken apart: the members' mean error, and their ambiguity."""
    found = {}
    for name, model in {
        "bagging": BaggingRegressor(n_estimators=50, random_state=rng),
        "forest": RandomForestRegressor(50, max_features=3, random_state=rng),
        "subspaces": BaggingRegressor(
            n_estimators=50, max_features=0.5, bootstrap=False, random_state=rng
        ),
        "extra": ExtraTreesRegressor(50, max_features=3, random_state=rng),
        "extra_all": ExtraTreesRegressor(50, max_features=None, random_state=rng),
    }.items():
        averages = np.array(list(model.fit(X, y).staged_predict(X_test)))
        sums = averages * np.arange(1, 51)[:, None]
        found |= parts(name, np.diff(sums, axis=0, prepend=0), y_test)
    return found


def parts(name: str, members: np.ndarray, y: np.ndarray) -> dict[str, float]:
    """Take the error of the members' mean apart."""
    average = members.mean(axis=0)
    return {
        f"{name}_error": float(np.mean((average - y) ** 2)),
        f"{name}_member": float(np.mean((members - y) ** 2)),
        f"{name}_ambiguity": float(np.mean((members - average) ** 2)),
    }


def negative(rng: np.random.Generator) -> dict[str, float]:
    """Train members together at several prices, and take their errors apart."""
    x, x_test = rng.random((40, 1)), np.linspace(0, 1, 500)[:, None]
    y = np.sin(4 * np.pi * x[:, 0]) + rng.normal(0, 0.6, 40)
    frequency, phase = rng.normal(0, 10, (10, 1, 4)), rng.uniform(0, 2 * np.pi, (10, 1, 4))
    waves, new = np.cos(x * frequency + phase), np.cos(x_test * frequency + phase)
    found = {}
    for price in PRICES:
        f = np.einsum("mij,mj->mi", new, together(waves, y, price))
        found |= parts(f"price_{price}", f, np.sin(4 * np.pi * x_test[:, 0]))
    return found


def together(waves: np.ndarray, y: np.ndarray, price: float) -> np.ndarray:
    """Train members, sums of waves, each by its own slope; return their coefficients."""
    m, n, d = waves.shape
    coefficients = np.zeros((m, d))
    for _ in range(500):
        f = np.einsum("mij,mj->mi", waves, coefficients)
        slope = (f - y) - price * (f - f.mean(axis=0))
        coefficients -= 0.5 * np.einsum("mij,mi->mj", waves, slope) / n
    return coefficients
