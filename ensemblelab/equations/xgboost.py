"""XGBoost: the regularised objective, its second-order expansion, leaves, scores and gains.

The library keeps numbers in float32, as xgboost does, so its sides agree to about 1e-6; the
algebra beside it is exact. γ is the formula's: the library's `gamma` is twice as large.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.equations.registry import identity
from ensemblelab.losses import LogisticLoss, SquaredLoss
from ensemblelab.xgboost import XGBClassifier, XGBRegressor

C = "lecture notes C, section 2.3"
D_NOTES = "lecture notes D, XGBoost"
FLOAT32: dict[str, Any] = {
    "tolerance": 1e-5,
    "instances": 30,
}  # sums of some 40 numbers rounded to 6e-8


def _fitted(rng: np.random.Generator, classify: bool, **options: Any) -> dict[str, Any]:
    """Boost two small trees, and take the second apart."""
    X = rng.integers(0, 6, (40, 3)).astype(float)
    score = X[:, 0] - X[:, 1] + rng.normal(0, 2, 40)
    reg_lambda = float(rng.uniform(0, 2))
    common: dict[str, Any] = {
        "n_estimators": 2,
        "max_depth": 3,
        "learning_rate": 1.0,
        "tree_method": "exact",
    }
    common |= {"reg_lambda": reg_lambda, "min_child_weight": 0.0, "base_score": 0.5} | options
    if classify:
        y, loss, model = (score > 0).astype(int), LogisticLoss(), XGBClassifier(**common)
        y[:2] = 0, 1
        model.fit(X, y)
    else:
        y, loss, model = score, SquaredLoss(), XGBRegressor(**common)
        model.fit(X, y)
    (first,), (tree,) = model.estimators_
    f = float(model.init_) + first.predict(X)[:, 0]
    return {
        "model": model,
        "loss": loss,
        "X": X,
        "y": y,
        "f": f,
        "tree": tree,
        "leaf": tree.apply(X),
        "g": loss.gradient(y, f),
        "h": loss.hessian(y, f),
        "reg_lambda": reg_lambda,
    }


def _numbers(rng: np.random.Generator) -> dict[str, Any]:
    return _fitted(rng, classify=False)


def boosted_classes(rng: np.random.Generator) -> dict[str, Any]:
    """Boost two classes."""
    return _fitted(rng, classify=True)


def _priced(rng: np.random.Generator) -> dict[str, Any]:
    """Boost with a price γ on each leaf."""
    gamma = float(rng.uniform(0.1, 3))
    return _fitted(rng, classify=False, gamma=2 * gamma) | {"gamma": gamma}


def _priced_stumps(rng: np.random.Generator) -> dict[str, Any]:
    """The same, with one split a tree at most."""
    gamma = float(rng.uniform(0.1, 3))
    return _fitted(rng, classify=False, gamma=2 * gamma, max_depth=1) | {"gamma": gamma}


def any_leaves(rng: np.random.Generator) -> dict[str, Any]:
    """Rows in J leaves with any slopes, curvatures, weights and prices."""
    n, J = 20, int(rng.integers(2, 5))
    return {
        "g": rng.normal(size=n),
        "h": rng.uniform(0.1, 2, n),
        "q": np.arange(n) % J,
        "w": rng.normal(size=J),
        "gamma": rng.uniform(0.1, 2),
        "reg_lambda": rng.uniform(0.1, 3),
    }


def _steps(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "y": rng.integers(0, 2, 50),
        "f": rng.normal(0, 2, 50),
        "step": rng.normal(0, 1, 50),
    }


def _by_leaf(values: np.ndarray, q: np.ndarray, J: int) -> np.ndarray:
    return np.array([values[q == j].sum() for j in range(J)])


# The objective


@identity(
    "xgboost.7",
    r"\mathcal{L}(f) = \sum_{i=1}^n L(y_i, f(x_i)) + \Omega(f): \quad"
    r" \mathcal{L}(f_{m-1} + F_m) = \mathcal{L}(f_{m-1})"
    r" - \tfrac12 \sum_{j=1}^J \frac{G_j^2}{H_j + \lambda} + \gamma J",
    _priced,
    source=f"{C}, eq. (7); {D_NOTES}, Objective Function",
    **FLOAT32,
)
def regularised_objective(
    y: np.ndarray, f: np.ndarray, X: np.ndarray, tree: Any, reg_lambda: float, gamma: float
) -> tuple[float, ...]:
    """Under the squared error a tree changes loss plus price by exactly its structure score."""
    loss, leaf = SquaredLoss(), tree.apply(X)
    w = tree.value[tree.is_leaf, 0]
    after = loss.value(y, f + tree.predict(X)[:, 0]).sum()
    price = gamma * len(w) + reg_lambda * (w**2).sum() / 2
    sums = [((f - y)[leaf == j].sum(), (leaf == j).sum()) for j in np.unique(leaf)]
    score = gamma * len(sums) - sum(G**2 / (H + reg_lambda) for G, H in sums) / 2
    return after + price, ((y - f) ** 2 / 2).sum() + score


@identity(
    "xgboost.8",
    r"\Omega(f) = \gamma J + \tfrac12 \lambda \sum_{j=1}^J w_j^2",
    any_leaves,
    source=f"{C}, eq. (8); {D_NOTES}, Regularization Term",
    proof="for three rows in two leaves",
)
def price_of_a_tree(
    q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> tuple[float, ...]:
    """A tree costs γ for each leaf and λ/2 for each squared leaf weight, spread over its rows."""
    rows = np.array([(q == j).sum() for j in q])
    by_row = sum((gamma + reg_lambda * w[j] ** 2 / 2) / n for j, n in zip(q, rows, strict=True))
    return by_row, gamma * len(w) + reg_lambda * (w**2).sum() / 2


@identity(
    "xgboost.9",
    r"\mathcal{L}_m(F_m) = \sum_i L(y_i, f_{m-1}(x_i) + F_m(x_i)) + \Omega(F_m), \qquad"
    r" f_m(x_i) = f_{m-1}(x_i) + F_m(x_i)",
    boosted_classes,
    source=f"{C}, eq. (9); {D_NOTES}, Additive Training",
    **FLOAT32,
)
def additive_training(
    model: XGBClassifier, X: np.ndarray, y: np.ndarray, f: np.ndarray, tree: Any
) -> tuple[np.ndarray, ...]:
    """Earlier trees stay as they are; a round's loss is that of their sum and one tree more."""
    loss = LogisticLoss()
    library = model.decision_function(X)
    added = f + tree.predict(X)[:, 0]
    p = model.predict_proba(X)[:, 1]
    return (
        np.append(library, loss.value(y, library).sum()),
        np.append(added, -np.log(np.where(y == 1, p, 1 - p)).sum()),
    )


@identity(
    "xgboost.tree",
    r"F(x) = w_{q(x)}, \quad q: \mathbb{R}^d \to \{1, \dots, J\}",
    _numbers,
    source=f"{D_NOTES}, Definition of the tree",
    **FLOAT32,
)
def tree_as_a_table(X: np.ndarray, tree: Any) -> tuple[np.ndarray, ...]:
    """A tree names a leaf for each row, and answers with that leaf's weight."""
    at = np.zeros(len(X), dtype=int)
    for _ in range(tree.depth):  # the test is x < t; a leaf points to itself
        leaf = tree.is_leaf[at]
        right = X[np.arange(len(X)), tree.feature[at]] >= tree.threshold[at]
        at = np.where(leaf, at, tree.left[at] + right)
    return tree.predict(X)[:, 0], tree.value[at, 0]


# Second-order expansion


@identity(
    "xgboost.mse",
    r"\big(y_i - (f_{m-1}(x_i) + F_m(x_i))\big)^2 = 2(f_{m-1}(x_i) - y_i) F_m(x_i) + F_m(x_i)^2"
    r" + (y_i - f_{m-1}(x_i))^2",
    _steps,
    source=f"{D_NOTES}, Mean Squared Error Case",
    proof="for any numbers",
)
def squared_error_expanded(y: np.ndarray, f: np.ndarray, step: np.ndarray) -> tuple[Any, ...]:
    """Under the squared error the second-order expansion is exact, with g = 2(f − y) and h = 2."""
    return (y - (f + step)) ** 2, 2 * (f - y) * step + step**2 + (y - f) ** 2


@identity(
    "xgboost.taylor",
    r"L(y, f + s) = L(y, f) + g s + \tfrac12 h s^2"
    r" + \tfrac12 s^3 \int_0^1 (1 - u)^2\, L'''(y, f + u s) \,du",
    _steps,
    source=f"{D_NOTES}, General Loss Functions; {C}: a second order approximation",
)
def logistic_loss_expanded(y: np.ndarray, f: np.ndarray, step: np.ndarray) -> tuple[Any, ...]:
    """With g and h as slope and curvature, what a step leaves out is of third order."""
    loss = LogisticLoss()
    g, h = loss.gradient(y, f), loss.hessian(y, f)
    nodes, weights = np.polynomial.legendre.leggauss(30)  # an integral, exact to rounding
    u = (nodes[:, None] + 1) / 2
    p = 1 / (1 + np.exp(-(f + u * step)))
    integral = weights @ ((1 - u) ** 2 * p * (1 - p) * (1 - 2 * p)) / 2
    expanded = loss.value(y, f) + g * step + h * step**2 / 2
    return loss.value(y, f + step), expanded + step**3 * integral / 2


@identity(
    "xgboost.derivatives",
    r"g_i = \frac{\partial L}{\partial f} = p_i - y_i, \qquad"
    r" h_i = \frac{\partial^2 L}{\partial f^2} = p_i (1 - p_i)",
    _steps,
    source=f"{C}, Algorithm 3; {D_NOTES}, gradient and Hessian",
)
def slope_and_curvature(y: np.ndarray, f: np.ndarray) -> tuple[np.ndarray, ...]:
    """The library's g and h of the logistic loss are its derivatives, here by complex steps."""
    loss, step = LogisticLoss(), 1e-30j
    value = np.log(1 + np.exp(f + step)) - y * (f + step)
    slope = 1 / (1 + np.exp(-(f + step)))  # less y, which has no slope of its own
    return (
        np.array([loss.gradient(y, f), loss.hessian(y, f)]),
        np.array([value.imag, slope.imag]) / step.imag,
    )


@identity(
    "xgboost.least_squares",
    r"\sum_i \tfrac12 h_i \Big[-\frac{g_i}{h_i} - F(x_i)\Big]^2"
    r" = \sum_i \big[g_i F(x_i) + \tfrac12 h_i F(x_i)^2\big] + \sum_i \frac{g_i^2}{2 h_i}",
    any_leaves,
    source=f"{C}, Algorithm 3; {D_NOTES}, Simplified objective",
    proof="for three rows in two leaves",
)
def weighted_least_squares(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray
) -> tuple[Any, ...]:
    """Up to a constant the expansion is a weighted least-squares fit to Newton steps −g/h."""
    F = w[q]
    return (h * (-g / h - F) ** 2 / 2).sum(), (g * F + h * F**2 / 2 + g**2 / (2 * h)).sum()


@identity(
    "xgboost.leaves",
    r"\sum_i \big[g_i F(x_i) + \tfrac12 h_i F(x_i)^2\big] + \gamma J"
    r" + \tfrac12 \lambda \sum_j w_j^2"
    r" = \sum_{j=1}^J \big[G_j w_j + \tfrac12 (H_j + \lambda) w_j^2\big] + \gamma J",
    any_leaves,
    source=f"{D_NOTES}, The Structure Score",
    proof="for three rows in two leaves",
)
def sum_by_leaves(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> tuple[Any, ...]:
    """Sorted by leaves, the objective needs only the sums G and H of each leaf."""
    J = len(w)
    G, H = _by_leaf(g, q, J), _by_leaf(h, q, J)
    by_rows = (g * w[q] + h * w[q] ** 2 / 2).sum() + gamma * J + reg_lambda * (w**2).sum() / 2
    return by_rows, (G * w + (H + reg_lambda) * w**2 / 2).sum() + gamma * J


# Leaf weights, scores and gains


@identity(
    "xgboost.weight",
    r"w_j^* = \arg\min_w \big\{G_j w + \tfrac12 (H_j + \lambda) w^2\big\}"
    r" = -\frac{G_j}{H_j + \lambda}",
    boosted_classes,
    source=f"{D_NOTES}, Optimal Leaf Weights",
    **FLOAT32,
)
def best_leaf_weights(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> tuple[np.ndarray, ...]:
    """A leaf's best weight is minus its G over its H plus λ."""
    G = np.array([g[leaf == j].sum() for j in leaf])
    H = np.array([h[leaf == j].sum() for j in leaf])
    # A parabola's vertex, from the objective at weights −1, 0 and 1.
    low, high = -G + (H + reg_lambda) / 2, G + (H + reg_lambda) / 2
    return tree.value[leaf, 0], (low - high) / (2 * (low + high)), -G / (H + reg_lambda)


@identity(
    "xgboost.score",
    r"obj^* = \min_w \sum_j \big[G_j w_j + \tfrac12 (H_j + \lambda) w_j^2\big] + \gamma J"
    r" = -\tfrac12 \sum_{j=1}^J \frac{G_j^2}{H_j + \lambda} + \gamma J",
    any_leaves,
    source=f"{D_NOTES}, Optimal Objective Value, with the square",
    proof="for three rows in two leaves",
)
def structure_score(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> tuple[Any, ...]:
    """At the best weights a tree structure scores −½ΣG²/(H + λ) plus γ for each leaf."""
    J = len(w)
    G, H = _by_leaf(g, q, J), _by_leaf(h, q, J)
    best = -G / (H + reg_lambda)
    F = best[q]
    objective = (g * F + h * F**2 / 2).sum() + gamma * J + reg_lambda * (best**2).sum() / 2
    return objective, -(G**2 / (H + reg_lambda)).sum() / 2 + gamma * J


@identity(
    "xgboost.10",
    r"\text{gain} = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \gamma"
    r" = obj^*(\text{leaf}) - obj^*(\text{split})",
    any_leaves,
    source=f"{C}, eq. (10); {D_NOTES}, Gain Formula",
    proof="for three rows in two leaves",
)
def gain_of_a_split(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, gamma: float, reg_lambda: float
) -> tuple[Any, ...]:
    """A split's gain is by how much the best objective of two leaves is below that of one."""
    left = q == 0
    GL, GR, HL, HR = g[left].sum(), g[~left].sum(), h[left].sum(), h[~left].sum()
    one: list[float] = []
    two: list[float] = []
    for rows, part in ((left | ~left, one), (left, two), (~left, two)):
        best = -g[rows].sum() / (h[rows].sum() + reg_lambda)
        newton = (g[rows] * best + h[rows] * best**2 / 2).sum()
        part.append(newton + reg_lambda * best**2 / 2 + gamma)
    scores = GL**2 / (HL + reg_lambda) + GR**2 / (HR + reg_lambda)
    before = (GL + GR) ** 2 / (HL + HR + reg_lambda)
    return sum(one) - sum(two), (scores - before) / 2 - gamma


@identity(
    "xgboost.gain",
    r"\text{gain} = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] = \max_{j, t} \text{gain}(j, t)",
    boosted_classes,
    source=f"{C}, eq. (10), before γ; {D_NOTES}, Learning the Tree Structure",
    **FLOAT32,
)
def best_gain_is_taken(
    tree: Any, X: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> tuple[float, ...]:
    """The library splits where the gain is largest, and reports that gain without γ."""

    def gain(left: np.ndarray) -> float:
        GL, GR, HL, HR = g[left].sum(), g[~left].sum(), h[left].sum(), h[~left].sum()
        scores = GL**2 / (HL + reg_lambda) + GR**2 / (HR + reg_lambda)
        return (scores - (GL + GR) ** 2 / (HL + HR + reg_lambda)) / 2

    taken = X[:, tree.feature[0]] < tree.threshold[0]
    every = [X[:, j] < t for j in range(X.shape[1]) for t in np.unique(X[:, j])[1:]]
    return tree.gain[0], gain(taken), max(gain(left) for left in every)


@identity(
    "xgboost.lambda",
    r"-\frac{G_j}{H_j + \lambda} = \frac{H_j}{H_j + \lambda} \cdot"
    r" \Big(-\frac{G_j}{H_j}\Big)",
    boosted_classes,
    source=f"{D_NOTES}, Role of Regularization",
    **FLOAT32,
)
def lambda_shrinks(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> tuple[np.ndarray, ...]:
    """λ shrinks every leaf weight by the factor H/(H + λ): those of light leaves most."""
    G = np.array([g[leaf == j].sum() for j in leaf])
    H = np.array([h[leaf == j].sum() for j in leaf])
    return tree.value[leaf, 0], H / (H + reg_lambda) * (-G / H)


@identity(
    "xgboost.gamma",
    r"\text{every split above two leaves has } \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda}"
    r" + \frac{G_R^2}{H_R + \lambda} - \frac{G^2}{H + \lambda}\Big] \ge \gamma",
    _priced,
    source=f"{D_NOTES}, Role of Regularization; {C}, eq. (10)",
    relation="<=",
    **FLOAT32,
)
def gamma_prunes(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float, gamma: float
) -> tuple[np.ndarray, ...]:
    """γ is the price of a leaf: of the splits above two leaves, those that gain less go."""
    library, by_hand = [gamma], [gamma]  # where no split is left
    for k in np.flatnonzero(~tree.is_leaf):
        left, right = leaf == tree.left[k], leaf == tree.left[k] + 1
        if left.any() and right.any():
            score = [
                g[s].sum() ** 2 / (h[s].sum() + reg_lambda) for s in (left, right, left | right)
            ]
            library.append(tree.gain[k])
            by_hand.append((score[0] + score[1] - score[2]) / 2)
    # The library's twice, so that both ways to compute a gain must agree.
    return np.full(len(library), gamma), np.array(library), np.array(by_hand), np.array(library)
