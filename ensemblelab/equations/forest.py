"""Random forests: the objective of a split, averages and votes of trees, and an error bound."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

from ensemblelab.forest import RandomForestClassifier, RandomForestRegressor
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.criterion import CRITERIA
from ensemblelab.trees.decision_tree import DecisionTreeClassifier
from ensemblelab.trees.growth import grow
from ensemblelab.verify.registry import display

C_SPLIT = "lecture notes C, section 1.4, Equation 1, with j over the drawn features"
CLASSES = 3


def split_node(rng: np.random.Generator) -> dict[str, Any]:
    """Draw the observations of a node and the features S that it may split on; split it."""
    n, d = int(rng.integers(6, 30)), 6
    X = rng.integers(0, 8, (n, d)).astype(float)
    y = (X[:, 0] + rng.integers(0, 6, n)).astype(int) % CLASSES
    S = np.sort(rng.choice(d, 3, replace=False))
    (tree,), _ = grow(
        Bins.fit(X), np.eye(CLASSES)[y], criterion=CRITERIA["gini"], max_depth=1, features=S
    )
    return {"X": X, "y": y, "S": S, "tree": tree}


def _forest(rng: np.random.Generator) -> dict[str, Any]:
    X = rng.normal(size=(40, 3))
    y = X[:, 0] + rng.normal(0, 0.5, 40)
    forest = RandomForestRegressor(n_estimators=int(rng.integers(3, 9)), random_state=rng).fit(X, y)
    return {"forest": forest, "X": rng.normal(size=(30, 3))}


def _classes(rng: np.random.Generator) -> dict[str, Any]:
    X = rng.normal(size=(200, 4))
    y = np.where(X[:, 0] + rng.normal(0, 0.2, 200) > 0, 1, -1)  # bounds well below 1
    y[:2] = 1, -1
    forest = RandomForestClassifier(n_estimators=2 * int(rng.integers(6, 10)) + 1, random_state=rng)
    return {"forest": forest.fit(X[:80], y[:80]), "X": X[80:], "y": y[80:]}


def _narrow_majorities(rng: np.random.Generator) -> dict[str, Any]:
    """Six stumps, each on its column: three err on twenty observations of 230, two on the others.

    Every triple and every pair errs equally often, so the stumps are equally strong, and margins
    are 0 or 1/3: that is where each step of the bound is nearly an equality.
    """
    triples, pairs = ([*combinations(range(6), some)] for some in (3, 2))
    wrong = [*triples, *pairs * 14]
    y = rng.choice([-1, 1], len(wrong))
    X = np.repeat(y[:, None], 6, axis=1).astype(float)
    for row, some in enumerate(wrong):
        X[row, list(some)] *= -1
    forest = RandomForestClassifier(n_estimators=6, random_state=rng).fit(X, y)
    forest.estimators_ = [
        DecisionTreeClassifier(max_depth=1).fit(np.where(np.arange(6) == k, X, 0), X[:, k])
        for k in range(6)
    ]
    return {"forest": forest, "X": X, "y": y}


def _impurity(y: np.ndarray) -> float:
    """c(D): the Gini impurity, the chance that two draws differ."""
    shares = np.bincount(y, minlength=CLASSES) / max(len(y), 1)
    return float((shares * (1 - shares)).sum())


def thresholds(x: np.ndarray) -> np.ndarray:
    """All thresholds that split the data, some of them more than once: nine for each feature."""
    return np.resize(np.unique(x)[:-1], 9)


def split_objective(left: np.ndarray, y: np.ndarray) -> float:
    """The objective of a split, from the pairs of a child's observations that differ in label."""
    children = [y[side] for side in (left, ~left) if side.any()]
    return sum((rows[:, None] != rows).sum() / len(rows) for rows in children) / len(y)


@display(
    "forest.split",
    r"\begin{aligned} Q(j^*, t^*) &= \min_{j \in S} \min_t Q(j, t), \\"
    r" Q(j, t) &= \frac{|\mathcal{D}^L(j, t)|}{|\mathcal{D}|}\, c\big(\mathcal{D}^L(j, t)\big)"
    r" + \frac{|\mathcal{D}^R(j, t)|}{|\mathcal{D}|}\, c\big(\mathcal{D}^R(j, t)\big)"
    r" \end{aligned}",
    split_node,
    source=C_SPLIT,
    instances=50,
    axes={"j": -2, "t": -1},
    kind="optimum",
)
def best_split_of_drawn_features(
    X: np.ndarray, y: np.ndarray, S: np.ndarray, tree: Any
) -> dict[str, Any]:
    """A node is split where the weighted impurity over the randomly drawn features is smallest."""
    found = X[:, tree.feature[0]] <= tree.threshold[0]
    left = np.array([[X[:, j] <= t for t in thresholds(X[:, j])] for j in range(X.shape[1])])
    impurity = np.array([[[_impurity(y[s]), _impurity(y[~s])] for s in row] for row in left])
    return {
        r"Q(j^*, t^*)": (split_objective(found, y), _impurity(y) - tree.gain[0] / len(y)),
        r"Q(j, t)": np.array([[split_objective(s, y) for s in row] for row in left]),
        r"S": np.isin(np.arange(X.shape[1]), S)[:, None],
        r"|\mathcal{D}^L(j, t)|": left.sum(axis=2),
        r"|\mathcal{D}^R(j, t)|": (~left).sum(axis=2),
        r"|\mathcal{D}|": len(y),
        r"c\big(\mathcal{D}^L(j, t)\big)": impurity[:, :, 0],
        r"c\big(\mathcal{D}^R(j, t)\big)": impurity[:, :, 1],
    }


@display(
    "forest.gain",
    r"\begin{aligned} & c(\mathcal{D}) - \sum_{s \in \{L, R\}}"
    r" \frac{|\mathcal{D}^s|}{|\mathcal{D}|}\, c(\mathcal{D}^s) \\"
    r" & \quad = \frac{1}{|\mathcal{D}|} \Big[\sum_{s \in \{L, R\}} \frac{\sum_k (G_k^s)^2}{H^s}"
    r" - \frac{\sum_k G_k^2}{H}\Big] \end{aligned}",
    split_node,
    source=f"{C_SPLIT}; the single criterion of the library's trees",
    instances=50,
    axes={"s": -2, "k": -1},
)
def gain_from_sums(X: np.ndarray, y: np.ndarray, tree: Any) -> dict[str, Any]:
    """The decrease in impurity can be computed from the class counts alone."""
    left = X[:, tree.feature[0]] <= tree.threshold[0]
    sides = (left, ~left)
    counts = np.array([np.bincount(y[s], minlength=CLASSES) for s in sides])
    return {
        r"c(\mathcal{D})": _impurity(y),
        r"\{L, R\}": True,
        r"|\mathcal{D}^s|": np.array([[s.sum()] for s in sides]),
        r"|\mathcal{D}|": len(y),
        r"c(\mathcal{D}^s)": np.array([[_impurity(y[s])] for s in sides]),
        r"G_k^s": counts,
        r"H^s": counts.sum(axis=1, keepdims=True),
        r"G_k": counts.sum(axis=0),
        r"H": counts.sum(),
        r"side 1": tree.gain[0] / len(y),
    }


@display(
    "forest.average",
    r"f(x) = \frac{1}{m} \sum_{k=1}^{m} f_k(x)",
    _forest,
    source="lecture notes D, Random Forest Algorithm, Output; bagging.1",
    instances=10,
    axes={"k": -2},
)
def average_of_trees(forest: RandomForestRegressor, X: np.ndarray) -> dict[str, Any]:
    """A random forest for regression predicts the average of its trees' predictions."""
    trees = np.array([tree.predict(X) for tree in forest.estimators_])
    return {
        r"f(x)": forest.predict(X),
        r"f_k(x)": trees,
        r"m": len(trees),
    }


@display(
    "forest.vote",
    r"F(x) = \operatorname{sign} \Big(\sum_{k=1}^m f_k(x)\Big)",
    _classes,
    source="lecture notes D, Random Forest Algorithm, Output",
    instances=10,
    axes={"k": -2},
)
def vote_of_trees(forest: RandomForestClassifier, X: np.ndarray) -> dict[str, Any]:
    """With two classes, a forest of fully grown trees predicts the majority class of its trees."""
    votes = np.array([tree.predict(X) for tree in forest.estimators_])
    majority = 2 * ((votes == 1).mean(axis=0) > 1 / 2) - 1
    return {
        r"F(x)": (forest.predict(X), majority),
        r"f_k(x)": votes,
        r"m": len(votes),
    }


@display(
    "forest.bound",
    r"P(\text{the forest errs}) \le \frac{\bar\rho\, (1 - s^2)}{s^2}",
    _classes,
    source="Breiman (2001), Random forests, theorem 2.3",
    instances=10,
    kind="bound",
    tight=(_narrow_majorities,),
    close=0.1,
)
def strength_and_correlation(
    forest: RandomForestClassifier, X: np.ndarray, y: np.ndarray
) -> dict[str, Any]:
    """The strength and correlation of the trees give an upper bound on a forest's error."""
    s, rho = forest.strength_and_correlation(X, y)
    raw = y * np.array([tree.predict(X) for tree in forest.estimators_])
    margins = raw.mean(axis=0)
    return {
        r"P(\text{the forest errs})": (margins <= 0).mean(),
        r"s": (s, margins.mean()),
        r"\bar\rho": (rho, margins.var() / raw.std(axis=1).mean() ** 2),
    }
