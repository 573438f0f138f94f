"""Where notes on trees, gradient boosting and XGBoost go wrong: as printed, and right."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.datasets import load_iris

from ensemblelab.equations.forest import split_node, split_objective
from ensemblelab.equations.registry import erratum
from ensemblelab.equations.xgboost import any_leaves, boosted_classes
from ensemblelab.forest import RandomForestClassifier
from ensemblelab.trees.decision_tree import DecisionTreeClassifier
from ensemblelab.xgboost import XGBRegressor

C = "lecture notes C"
D_NOTES = "lecture notes D, XGBoost"
Versions = tuple[tuple[Any, ...], tuple[Any, ...]]


def _fit(rng: np.random.Generator) -> dict[str, Any]:
    """Targets, predictions so far and three leaves."""
    n = int(rng.integers(9, 40))
    return {"y": rng.normal(0, 2, n), "f": rng.normal(size=n), "leaf": np.arange(n) % 3}


def _noisy_classes(rng: np.random.Generator) -> dict[str, Any]:
    X = rng.normal(size=(60, 6))
    return {"X": X, "y": (X.sum(axis=1) + rng.normal(0, 2, 60) > 0).astype(int), "m": 2, "d": 6}


def _checkerboard(rng: np.random.Generator) -> dict[str, Any]:
    """Two features that matter only together, so that the first split gains little."""
    X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]).repeat(10, axis=0)
    y = np.where(X[:, 0] == X[:, 1], 1.0, -1.0) + rng.normal(0, 0.1, 40)
    return {"X": X, "y": y}


def _iris(rng: np.random.Generator) -> dict[str, Any]:
    X, y = load_iris(return_X_y=True)
    sides = [np.linspace(low, high, 80) for low, high in ((0.5, 7.5), (0.0, 3.0))]
    return {"X": X[:, 2:], "y": y, "grid": np.stack(np.meshgrid(*sides), axis=-1).reshape(-1, 2)}


# Forests and trees


@erratum(
    "erratum.drawn",
    split_node,
    printed=r"(j_i, t_i) = \arg\min_{j \in \{1, \dots, D\}} \min_t \ldots",
    right=r"(j_i, t_i) = \arg\min_{j \in S_i} \min_t \ldots, \quad S_i \subset \{1, \dots, D\}"
    r" \text{ drawn for node } i",
    source=f"{C}, section 1.4, Equation 1, for a random forest",
    names=(
        r"\text{objective at } (j_i, t_i)",
        r"\min_{j \in S_i} \min_t \ldots",
    ),
)
def features_of_the_node(X: np.ndarray, y: np.ndarray, S: np.ndarray, tree: Any) -> Versions:
    """In a random forest a node looks at the features drawn for it, not at all of them."""
    least = [
        min(split_objective(X[:, j] <= t, y) for t in np.unique(X[:, j])[:-1])
        for j in range(X.shape[1])
    ]
    found = split_objective(X[:, tree.feature[0]] <= tree.threshold[0], y)
    return (found, min(least[j] for j in S)), (found, min(least))


@erratum(
    "erratum.per_split",
    _noisy_classes,
    printed=r"\text{features are drawn for each tree: } |\{j \text{ used in a tree}\}| \le m",
    right=r"\text{features are drawn for each split: } |\{j \text{ used in a tree}\}| \le d",
    source="lecture notes D, Random Forest Algorithm",
    relation="<=",
    instances=3,
)
def drawn_for_each_split(X: np.ndarray, y: np.ndarray, m: int, d: int) -> Versions:
    """Features are drawn anew at each split, so that a tree comes to use more than m of them."""
    forest = RandomForestClassifier(n_estimators=10, max_features=m, random_state=0).fit(X, y)
    trees = [member.tree_ for member in forest.estimators_]
    used = [len(np.unique(tree.feature[~tree.is_leaf])) for tree in trees]
    return (float(max(used)), float(d)), (float(max(used)), float(m))


@erratum(
    "erratum.iris",
    _iris,
    printed=r"\text{leaving out one example moves over a fifth of a depth-2 tree's surface}",
    right=r"\max_i \text{ change without example } i \le 5\,\% \le 30\,\% \le"
    r" \text{ change between equally good splits}",
    source=f"{C}, Figures 2 and 3: petal length and width of iris",
    relation="<=",
    instances=1,
    printed_names=(
        r"\text{a fifth}",
        r"\text{the most that leaving out one example moves}",
    ),
)
def one_example_or_a_tie(X: np.ndarray, y: np.ndarray, grid: np.ndarray) -> Versions:
    """It is a tie between two equally good first splits that moves the surface, not one example."""
    surface = DecisionTreeClassifier(max_depth=2).fit(X, y).predict(grid)
    changes = []
    for i in range(len(y)):
        without = DecisionTreeClassifier(max_depth=2).fit(np.delete(X, i, 0), np.delete(y, i))
        changes.append((without.predict(grid) != surface).mean())
    # Ties go to the lowest feature: with the columns exchanged, to the other one.
    other = DecisionTreeClassifier(max_depth=2).fit(X[:, ::-1], y).predict(grid[:, ::-1])
    tie = (other != surface).mean()
    return (max(changes), 0.05, 0.3, tie), (0.2, max(changes))


# Gradient boosting


@erratum(
    "erratum.unit_step",
    _fit,
    printed=r"L = (y - f)^2, \ f_m = f_{m-1} + F_m: \quad"
    r" \sum_i (y_i - f_m)^2 = \sum_i (y_i - f_{m-1})^2 - \sum_i \bar r_{leaf(i)}^2",
    right=r"L = \tfrac12 (y - f)^2, \ f_m = f_{m-1} + F_m: \quad"
    r" \sum_i (y_i - f_m)^2 = \sum_i (y_i - f_{m-1})^2 - \sum_i \bar r_{leaf(i)}^2",
    source=f"{C}, Algorithm 2, with the squared error as its loss",
    names=(
        r"\sum_i (y_i - f_m)^2",
        r"\sum_i (y_i - f_{m-1})^2 - \sum_i \bar r_{leaf(i)}^2",
    ),
    printed_names=(
        r"\sum_i (y_i - f_m)^2",
        r"\sum_i (y_i - f_{m-1})^2 - \sum_i \bar r_{leaf(i)}^2",
    ),
)
def unit_step_needs_the_half(y: np.ndarray, f: np.ndarray, leaf: np.ndarray) -> Versions:
    """The unit step fits ½(y − f)²; with (y − f)² it goes twice too far and gains nothing."""
    mean = np.array([(y - f)[leaf == j].mean() for j in leaf])
    explained = ((y - f) ** 2).sum() - (mean**2).sum()
    return (
        (((y - f - mean) ** 2).sum(), explained),
        (((y - f - 2 * mean) ** 2).sum(), explained),
    )


@erratum(
    "erratum.constant",
    _fit,
    printed=r"f_0 = \arg\min_F \sum_i L(y_i, F(x_i)) \text{ leaves residuals } y_i - \bar y",
    right=r"f_0 = \arg\min_c \sum_i L(y_i, c) \text{ leaves residuals } y_i - \bar y",
    source=f"{C}, Algorithms 2 and 3: Initialize",
)
def start_from_a_constant(y: np.ndarray, f: np.ndarray) -> Versions:
    """Boosting starts from the best constant: the best function of all would leave no residual."""
    residual = y - y.sum() / len(y)
    best_of_all = y
    best_constant = np.full(len(y), y.mean())
    return (residual, y - best_constant), (residual, y - best_of_all)


@erratum(
    "erratum.residual",
    _fit,
    printed=r"\frac{\partial}{\partial f} (y - \hat y - f)^2 \Big|_{f=0} = \text{residual}",
    right=r"\frac{\partial}{\partial f} (y - \hat y - f)^2 \Big|_{f=0} = 2(\hat y - y)"
    r" = -2 \cdot \text{residual}",
    source=f"{D_NOTES}, Key Components",
    names=(
        r"\frac{\partial}{\partial f} (y - \hat y - f)^2",
        r"-2 \cdot \text{residual}",
    ),
)
def coefficient_of_the_first_order(y: np.ndarray, f: np.ndarray) -> Versions:
    """The first-order coefficient of the squared error is −2 times the residual."""
    step = 1e-30j
    slope = ((y - f - step) ** 2).imag / step.imag
    return (slope, -2 * (y - f)), (slope, y - f)


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
    """The structure score has the squares of the gradient sums."""
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


def _gain(G: np.ndarray, H: np.ndarray, reg_lambda: float) -> float:
    """By how much two leaves score better than one, without γ."""
    return float((G**2 / (H + reg_lambda)).sum() - G.sum() ** 2 / (H.sum() + reg_lambda)) / 2


@erratum(
    "erratum.gain",
    boosted_classes,
    printed=r"Gain = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_L + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \eta",
    right=r"Gain = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \eta",
    source=f"{D_NOTES}, Gain Formula, here with η = 0",
    tolerance=1e-5,  # the library's sums are of float32 numbers
    axes=(),
)
def right_child_has_its_own(
    tree: Any, X: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """In a gain the right child's score has the right child's H."""
    left = X[:, tree.feature[0]] < tree.threshold[0]
    price = 0.1
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
    printed=r"F_m = \arg\min_F \sum_i \tfrac12 h_i \Big[-\frac{g_i}{h_i} - F(x_i)\Big]^2:"
    r" \quad w_j = -\frac{G_j}{H_j}",
    right=r"F_m = \arg\min_F \sum_i \tfrac12 h_i \Big[-\frac{g_i}{h_i} - F(x_i)\Big]^2"
    r" + \Omega(F): \quad w_j = -\frac{G_j}{H_j + \lambda}",
    source=f"{C}, Algorithm 3",
    tolerance=1e-5,  # the library's sums are of float32 numbers
    names=(
        r"w_j",
        r"-G_j / (H_j + \lambda)",
    ),
    printed_names=(
        r"w_j",
        r"-G_j / H_j",
    ),
)
def price_stays_in_the_fit(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> Versions:
    """XGBoost's weak learner minimises the loss with its price Ω, hence the λ in its leaves."""
    G = np.array([g[leaf == j].sum() for j in leaf])
    H = np.array([h[leaf == j].sum() for j in leaf])
    library = tree.value[leaf, 0]
    return (library, -G / (H + reg_lambda)), (library, -G / H)


@erratum(
    "erratum.gamma_twice",
    any_leaves,
    printed=r"\text{splitting lowers } obj^* \iff Gain > \eta,"
    r" \quad Gain = \tfrac12[\ldots] - \eta",
    right=r"\text{splitting lowers } obj^* \iff Gain > 0,"
    r" \quad Gain = \tfrac12[\ldots] - \eta",
    source=f"{D_NOTES}, Role of Regularization",
    names=(
        r"\text{splitting lowers } obj^*",
        r"Gain > 0",
    ),
    printed_names=(
        r"\text{splitting lowers } obj^*",
        r"Gain > \eta",
    ),
)
def penalty_is_in_the_gain(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, reg_lambda: float
) -> Versions:
    """The gain has the penalty in it already: to compare it with the penalty counts that twice."""
    left = q == 0
    G = np.array([g[left].sum(), g[~left].sum()])
    H = np.array([h[left].sum(), h[~left].sum()])
    gamma = _gain(G, H, reg_lambda) / 1.5  # between half of the bracket's worth and all of it
    one = gamma - G.sum() ** 2 / (H.sum() + reg_lambda) / 2
    two = 2 * gamma - (G**2 / (H + reg_lambda)).sum() / 2
    gain = _gain(G, H, reg_lambda) - gamma
    lowers = float(two < one)
    return (lowers, float(gain > 0)), (lowers, float(gain > gamma))


@erratum(
    "erratum.pruning",
    _checkerboard,
    printed=r"\text{leaves of exclusive or, whose first split gains less than the penalty:}"
    r" \quad J_{hist} = 1, \quad J_{exact} = 1",
    right=r"\text{leaves of exclusive or, whose first split gains less than the penalty:}"
    r" \quad J_{hist} = 1, \quad J_{exact} = 4",
    source=f"{D_NOTES}, Role of Regularization: the penalty stops growth, as in the library's"
    " default",
    instances=10,
    names=(
        r"\text{leaves of the library's trees}",
        r"J",
    ),
    printed_names=(
        r"\text{leaves of the library's trees}",
        r"J",
    ),
)
def stopping_or_pruning(X: np.ndarray, y: np.ndarray) -> Versions:
    """The penalty stops growth with `hist`, the default; with `exact` it prunes, from below."""
    options: dict[str, Any] = {"n_estimators": 1, "max_depth": 2, "learning_rate": 1.0}
    (grown,) = XGBRegressor(**options).fit(X, y).estimators_[0]
    gamma = 2 * grown.gain[0] + 1  # above what the first split gains
    leaves = []
    for method in ("hist", "exact"):
        model = XGBRegressor(**options, tree_method=method, gamma=gamma).fit(X, y)
        leaves.append(float(model.estimators_[0][0].n_leaves))
    stopped = 1 if 2 * grown.gain[0] < gamma else 4
    worth = [2 * gain >= gamma for gain in grown.gain[~grown.is_leaf][1:]]
    kept = 4 if all(worth) else 1
    return (leaves, [stopped, kept]), (leaves, [stopped, stopped])
