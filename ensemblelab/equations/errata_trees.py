"""Where notes on trees, gradient boosting and XGBoost go wrong: as printed, and right."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.datasets import load_iris

from ensemblelab.equations.exponential import AWAY
from ensemblelab.equations.forest import split_node, split_objective, thresholds
from ensemblelab.equations.xgboost import any_leaves, boosted_classes
from ensemblelab.forest import RandomForestClassifier
from ensemblelab.gradient_boosting import GradientBoostingRegressor
from ensemblelab.trees.decision_tree import DecisionTreeClassifier
from ensemblelab.verify.registry import erratum
from ensemblelab.xgboost import XGBRegressor

C = "lecture notes C"
D_NOTES = "lecture notes D, XGBoost"


def _fit(rng: np.random.Generator) -> dict[str, Any]:
    """Targets, predictions so far and three leaves."""
    n = int(rng.integers(9, 40))
    return {"y": rng.normal(0, 2, n), "f": rng.normal(size=n), "leaf": np.arange(n) % 3}


def _noisy_classes(rng: np.random.Generator) -> dict[str, Any]:
    X, q = rng.normal(size=(60, int(rng.integers(4, 7)))), int(rng.integers(2, 4))
    return {"X": X, "y": (X.sum(axis=1) + rng.normal(0, 2, 60) > 0).astype(int), "q": q}


def _checkerboard(rng: np.random.Generator) -> dict[str, Any]:
    """Two features that matter only together, so that the first split gains little."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]).repeat(10, axis=0)
    y = np.where(X[:, 0] == X[:, 1], 1.0, -1.0) + rng.normal(0, 0.1, 40)
    return {"X": X, "y": y}


def _priced_classes(rng: np.random.Generator) -> dict[str, Any]:
    """Boost two classes, and draw a penalty per leaf."""
    return boosted_classes(rng) | {"price": float(rng.uniform(0.1, 1))}


def _iris(rng: np.random.Generator) -> dict[str, Any]:
    X, y = load_iris(return_X_y=True)
    sides = [np.linspace(low, high, 80) for low, high in ((0.5, 7.5), (0.0, 3.0))]
    return {"X": X[:, 2:], "y": y, "grid": np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)}


# Forests and trees


@erratum(
    "erratum.drawn",
    split_node,
    printed=r"Q_i(j_i, t_i) = \min_j \min_t Q_i(j, t)",
    right=r"Q_i(j_i, t_i) = \min_{j \in S_i} \min_t Q_i(j, t)",
    source=f"{C}, section 1.4, Equation 1, for a random forest",
    axes=(("j", -2), ("t", -1)),
)
def features_of_the_node(X: np.ndarray, y: np.ndarray, S: np.ndarray, tree: Any) -> dict[str, Any]:
    """In a random forest, node i minimizes the cost Q over the features drawn for it, S."""
    return {
        r"Q_i(j_i, t_i)": split_objective(X[:, tree.feature[0]] <= tree.threshold[0], y),
        r"Q_i(j, t)": np.array(
            [
                [split_objective(X[:, j] <= t, y) for t in thresholds(X[:, j])]
                for j in range(X.shape[1])
            ]
        ),
        r"S_i": np.isin(np.arange(X.shape[1]), S)[:, None],
    }


@erratum(
    "erratum.per_split",
    _noisy_classes,
    printed=r"|\{j \text{ used in tree } k\}| \le q",
    right=r"\max_k |\{j \text{ used in tree } k\}| = d > q",
    source="lecture notes D, Random Forest Algorithm: features are drawn for each tree",
    instances=8,
    axes=(("k", -1),),
)
def drawn_for_each_split(X: np.ndarray, y: np.ndarray, q: int) -> dict[str, Any]:
    """If features are drawn at each split, one tree can use all d features, not only q."""
    forest = RandomForestClassifier(n_estimators=10, max_features=q, random_state=0).fit(X, y)
    trees = [member.tree_ for member in forest.estimators_]
    return {
        r"|\{j \text{ used in tree } k\}|": np.array(
            [len(np.unique(tree.feature[~tree.is_leaf])) for tree in trees]
        ),
        r"d": X.shape[1],
        r"q": q,
    }


@erratum(
    "erratum.iris",
    _iris,
    printed=r"\max_i \Delta_{\text{without } i} \ge \tfrac15",
    right=r"15 \max_i \Delta_{\text{without } i} < \Delta_{\text{other first split}}"
    r" < 16 \max_i \Delta_{\text{without } i}",
    source=f"{C}, Figures 2 and 3: depth-2 trees on petal length and width of iris",
    instances=1,
    axes=(("i", -1),),
)
def one_example_or_a_tie(X: np.ndarray, y: np.ndarray, grid: np.ndarray) -> dict[str, Any]:
    """A tie of two first splits, not one observation, changes a large fraction Δ of the plane."""
    surface = DecisionTreeClassifier(max_depth=2).fit(X, y).predict(grid)
    changes = []
    for i in range(len(y)):
        without = DecisionTreeClassifier(max_depth=2).fit(np.delete(X, i, 0), np.delete(y, i))
        changes.append((without.predict(grid) != surface).mean())
    # Ties go to the lowest feature: with the columns exchanged, to the other one.
    other = DecisionTreeClassifier(max_depth=2).fit(X[:, ::-1], y).predict(grid[:, ::-1])
    return {
        r"\Delta_{\text{without } i}": np.array(changes),
        r"\Delta_{\text{other first split}}": (other != surface).mean(),
    }


# Gradient boosting


@erratum(
    "erratum.unit_step",
    _fit,
    printed=r"\sum_i \big(r_i - 2 \bar r_{leaf(i)}\big)^2 = \sum_i r_i^2"
    r" - \sum_i \bar r_{leaf(i)}^2, \quad r_i = y_i - f_{m-1}(x_i)",
    right=r"\sum_i \big(r_i - \bar r_{leaf(i)}\big)^2 = \sum_i r_i^2"
    r" - \sum_i \bar r_{leaf(i)}^2, \quad r_i = y_i - f_{m-1}(x_i)",
    source=f"{C}, Algorithm 2, with (y − f)² as its loss, whose pseudo-residual is 2r",
    axes=(("i", -1),),
)
def unit_step_needs_the_half(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> dict[str, Any]:
    """The unit step minimizes ½(y − f)²; with (y − f)² it is too long by a factor of 2."""
    return {
        r"y_i": y,
        r"f_{m-1}(x_i)": f,
        r"r_i": y - f,
        r"\bar r_{leaf(i)}": np.array([(y - f)[leaf == j].mean() for j in leaf]),
    }


@erratum(
    "erratum.constant",
    _fit,
    printed=r"\sum_i (y_i - f_0)^2 = \min_F \sum_i (y_i - F(x_i))^2",
    right=r"\sum_i (y_i - f_0)^2 = \min_c \sum_i (y_i - c)^2",
    source=f"{C}, Algorithms 2 and 3: Initialize",
    axes=(("i", -1), ("c", -2), ("F", -2)),
)
def start_from_a_constant(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """Boosting starts with the best constant; the best function would leave no residual."""
    start = GradientBoostingRegressor(n_estimators=1).fit(f[:, None], y).init_
    return {
        r"y_i": y,
        r"f_0": start,
        r"c": y.mean() + AWAY[:, None],
        r"F(x_i)": y + AWAY[:, None],  # the targets themselves among them
    }


@erratum(
    "erratum.residual",
    _fit,
    printed=r"\frac{\partial}{\partial f} (y - \hat y - f)^2 \Big|_{f=0} = y - \hat y",
    right=r"\frac{\partial}{\partial f} (y - \hat y - f)^2 \Big|_{f=0} = -2 (y - \hat y)",
    source=f"{D_NOTES}, Key Components: the residual",
)
def coefficient_of_the_first_order(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """The first-order coefficient of the squared error is −2 times the residual."""
    step = 1e-30j
    return {
        r"\frac{\partial}{\partial f} (y - \hat y - f)^2 \Big|_{f=0}": (
            ((y - f - step) ** 2).imag / step.imag
        ),
        r"y": y,
        r"\hat y": f,
    }


# XGBoost


@erratum(
    "erratum.structure_score",
    any_leaves,
    printed=r"obj^* = -\tfrac12 \sum_j \frac{G_j}{H_j + \lambda} + \eta T",
    right=r"obj^* = -\tfrac12 \sum_j \frac{G_j^2}{H_j + \lambda} + \eta T",
    source=f"{D_NOTES}, Optimal Objective Value",
    axes=(("j", -1),),
)
def square_in_the_score(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """The structure score contains the squares of the gradient sums."""
    G, H = np.bincount(q, g), np.bincount(q, h)
    T = len(G)
    w = -G / (H + reg_lambda)
    objective = (g * w[q] + h * w[q] ** 2 / 2).sum() + reg_lambda * (w**2).sum() / 2 + gamma * T
    return {
        r"obj^*": objective,
        r"G_j": G,
        r"H_j": H,
        r"\lambda": reg_lambda,
        r"\eta": gamma,
        r"T": T,
    }


@erratum(
    "erratum.gain",
    _priced_classes,
    printed=r"Gain = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_L + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \eta",
    right=r"Gain = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \eta",
    source=f"{D_NOTES}, Gain Formula, less a price η",
    tolerance=1e-5,  # the library's sums are of float32 numbers
)
def right_child_has_its_own(
    tree: Any, X: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float, price: float
) -> dict[str, Any]:
    """In the gain, the score of the right child contains the H of the right child."""
    left = X[:, tree.feature[0]] < tree.threshold[0]
    return {
        r"Gain": tree.gain[0] - price,
        r"G_L": g[left].sum(),
        r"G_R": g[~left].sum(),
        r"H_L": h[left].sum(),
        r"H_R": h[~left].sum(),
        r"\lambda": reg_lambda,
        r"\eta": price,
    }


@erratum(
    "erratum.penalty",
    boosted_classes,
    printed=r"w_j = -\frac{G_j}{H_j}",
    right=r"w_j = -\frac{G_j}{H_j + \lambda}",
    source=f"{C}, Algorithm 3, whose fit leaves out the price Ω(F)",
    tolerance=1e-5,  # the library's sums are of float32 numbers
)
def price_stays_in_the_fit(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """XGBoost minimizes the loss plus the penalty Ω, hence the λ in the leaf values."""
    return {
        r"w_j": tree.value[leaf, 0],
        r"G_j": np.array([g[leaf == j].sum() for j in leaf]),
        r"H_j": np.array([h[leaf == j].sum() for j in leaf]),
        r"\lambda": reg_lambda,
    }


@erratum(
    "erratum.gamma_twice",
    any_leaves,
    printed=r"obj^*_{two} < obj^*_{one} \iff Gain > \eta, \quad Gain = obj^*_{one} - obj^*_{two}",
    right=r"obj^*_{two} < obj^*_{one} \iff Gain > 0, \quad Gain = obj^*_{one} - obj^*_{two}",
    source=f"{D_NOTES}, Role of Regularization",
)
def penalty_is_in_the_gain(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """The gain already contains the penalty; comparing it with the penalty counts it twice."""
    left = q == 0
    G = np.array([g[left].sum(), g[~left].sum()])
    H = np.array([h[left].sum(), h[~left].sum()])
    bracket = float((G**2 / (H + reg_lambda)).sum() - G.sum() ** 2 / (H.sum() + reg_lambda)) / 2
    eta = bracket * np.array([1 / 1.5, 1.5])  # more than half of the bracket; more than all of it
    return {
        r"obj^*_{one}": eta - G.sum() ** 2 / (H.sum() + reg_lambda) / 2,
        r"obj^*_{two}": 2 * eta - (G**2 / (H + reg_lambda)).sum() / 2,
        r"Gain": bracket - eta,
        r"\eta": eta,
    }


@erratum(
    "erratum.pruning",
    _checkerboard,
    printed=r"J_{hist} = J_{exact} = 1",
    right=r"J_{hist} = 1, \quad J_{exact} = 4",
    source=f"{D_NOTES}, Role of Regularization: the penalty stops growth, as in the library's"
    " default",
    instances=10,
)
def stopping_or_pruning(X: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """For exclusive or, a penalty above the first gain stops `hist`, the default, not `exact`."""
    options: dict[str, Any] = {"n_estimators": 1, "max_depth": 2, "learning_rate": 1.0}
    (grown,) = XGBRegressor(**options).fit(X, y).estimators_[0]
    gamma = 2 * grown.gain[0] + 1  # the parameter counts a bracket without its ½
    (stopped,), (pruned,) = [
        XGBRegressor(**options, tree_method=method, gamma=gamma).fit(X, y).estimators_[0]
        for method in ("hist", "exact")
    ]
    return {
        r"J_{hist}": stopped.n_leaves,
        r"J_{exact}": pruned.n_leaves,
    }
