"""XGBoost: the regularized objective, its second-order expansion, leaves, scores and gains.

The library stores numbers in float32, as xgboost does, so its sides agree to about 1e-6; the
algebra is exact. γ is that of the formula: the library's `gamma` is twice as large.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ensemblelab.losses import LogisticLoss, SquaredLoss
from ensemblelab.verify.registry import display
from ensemblelab.xgboost import XGBClassifier, XGBRegressor

C = "lecture notes C, section 2.3"
D_NOTES = "lecture notes D, XGBoost"
FLOAT32: dict[str, Any] = {
    "tolerance": 1e-5,
    "instances": 30,
}  # sums of some 40 numbers rounded to 6e-8
STEP = 1e-30j  # of the complex step: no difference is taken, so nothing is lost


def _fitted(rng: np.random.Generator, classify: bool, **options: Any) -> dict[str, Any]:
    """Boost a few small trees, and take the last one apart."""
    n = int(rng.integers(30, 50))
    X = rng.integers(0, 6, (n, 3)).astype(float)
    score = X[:, 0] - X[:, 1] + rng.normal(0, 2, n)
    reg_lambda = float(options.pop("reg_lambda", rng.uniform(0, 2)))
    common: dict[str, Any] = {
        "n_estimators": int(rng.integers(2, 5)),
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
    *earlier, (tree,) = model.estimators_
    f = float(model.init_) + np.sum([one.predict(X)[:, 0] for (one,) in earlier], axis=0)
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


def _hardly_shrunk(rng: np.random.Generator) -> dict[str, Any]:
    """The same, with a λ of almost 0."""
    return _fitted(rng, classify=True, reg_lambda=1e-3)


def _priced(rng: np.random.Generator) -> dict[str, Any]:
    """Boost with a penalty γ per leaf, applied while a tree grows or afterward."""
    gamma = float(rng.uniform(0.1, 3))
    how = str(rng.choice(["hist", "exact"]))
    return _fitted(rng, classify=False, gamma=2 * gamma, tree_method=how) | {"gamma": gamma}


def _above_leaves(tree: Any) -> np.ndarray:
    """The splits whose children are leaves."""
    leaf = tree.is_leaf
    return np.array(
        [k for k in np.flatnonzero(~leaf) if leaf[tree.left[k] : tree.left[k] + 2].all()]
    )


def _still_split(rng: np.random.Generator) -> dict[str, Any]:
    """The same, with a split that remains after pruning."""
    for _ in range(50):
        instance = _priced(rng)
        if len(_above_leaves(instance["tree"])):
            return instance
    raise RuntimeError("50 penalties in a row left no split")


def _barely_worth_it(rng: np.random.Generator) -> dict[str, Any]:
    """A stump whose gain exceeds the penalty by one percent."""
    seed = int(rng.integers(2**31))
    options: dict[str, Any] = {"classify": False, "max_depth": 1, "n_estimators": 2}
    free = _fitted(np.random.default_rng(seed), **options)
    gamma = 0.99 * float(free["tree"].gain[0])
    return _fitted(np.random.default_rng(seed), gamma=2 * gamma, **options) | {"gamma": gamma}


def _priced_stumps(rng: np.random.Generator) -> dict[str, Any]:
    """The same, with one split a tree at most."""
    gamma = float(rng.uniform(0.1, 3))
    return _fitted(rng, classify=False, gamma=2 * gamma, max_depth=1) | {"gamma": gamma}


def any_leaves(rng: np.random.Generator) -> dict[str, Any]:
    """Observations in J leaves with any gradients, Hessians, weights, and penalties."""
    n, J = 20, int(rng.integers(2, 5))
    return {
        "g": rng.normal(size=n),
        "h": rng.uniform(0.1, 2, n),
        "q": np.arange(n) % J,
        "w": rng.normal(size=J),
        "gamma": rng.uniform(0.1, 2),
        "reg_lambda": rng.uniform(0.1, 3),
    }


def _squared_leaves(rng: np.random.Generator) -> dict[str, Any]:
    """Observations in J leaves for half the squared error, with any weights and penalties."""
    n, J = int(rng.integers(10, 30)), int(rng.integers(2, 5))
    instance = {"y": rng.normal(0, 2, n), "f": rng.normal(size=n), "q": np.arange(n) % J}
    return instance | {
        "w": rng.normal(size=J),
        "gamma": rng.uniform(0.1, 2),
        "reg_lambda": rng.uniform(0.1, 3),
    }


def _small_steps(rng: np.random.Generator) -> dict[str, Any]:
    """Labels, scores, and for each of them ever smaller steps."""
    step = np.array([[0.1], [0.01], [0.001]]) * rng.choice([-1, 1], 50)
    return {"y": rng.integers(0, 2, 50), "f": rng.uniform(-2, 2, 50), "step": step}


def _small_trees(rng: np.random.Generator) -> dict[str, Any]:
    """Labels and scores of rows in J leaves, whose weights are made ever smaller."""
    n, J = int(rng.integers(10, 30)), int(rng.integers(2, 5))
    instance = {"y": rng.integers(0, 2, n), "f": rng.uniform(-2, 2, n), "q": np.arange(n) % J}
    return instance | {
        "w": np.array([[0.1], [0.01], [0.001]]) * rng.choice([-1, 1], J) * rng.uniform(0.5, 1, J),
        "gamma": rng.uniform(0.1, 2),
        "reg_lambda": rng.uniform(0.1, 3),
    }


def _tight_step(rng: np.random.Generator) -> dict[str, Any]:
    """A small step from the point where the third derivative is largest."""
    p = 1 / 2 - 1 / (2 * np.sqrt(3))
    return {"y": rng.integers(0, 2, 1), "f": np.log([p / (1 - p)]), "step": np.array([0.01])}


def _near_the_price(rng: np.random.Generator) -> dict[str, Any]:
    """Observations in two leaves, and a penalty near the gain of the split."""
    g, h, reg_lambda = rng.normal(size=20), rng.uniform(0.1, 2, 20), rng.uniform(0.1, 3)
    q = np.arange(20) % 2
    G, H = np.bincount(q, g), np.bincount(q, h)
    worth = (G**2 / (H + reg_lambda)).sum() - G.sum() ** 2 / (H.sum() + reg_lambda)
    gamma = rng.uniform(0.95, 1.05) * worth / 2
    return {"g": g, "h": h, "q": q, "gamma": gamma, "reg_lambda": reg_lambda}


def _steps(rng: np.random.Generator) -> dict[str, Any]:
    return {
        "y": rng.integers(0, 2, 50),
        "f": rng.normal(0, 2, 50),
        "step": rng.normal(0, 1, 50),
    }


def _by_leaf(values: np.ndarray, q: np.ndarray, J: int) -> np.ndarray:
    return np.array([values[q == j].sum() for j in range(J)])


# The objective


@display(
    "xgboost.7",
    r"\mathcal{L}(f) = \sum_{i=1}^n L(y_i, f(x_i)) + \sum_m \Omega(F_m)",
    _priced,
    source=f"{C}, eq. (7); {D_NOTES}, Objective Function",
    **FLOAT32,
    axes={"i": -1, "m": -2},
)
def regularized_objective(
    model: XGBRegressor, y: np.ndarray, X: np.ndarray, reg_lambda: float, gamma: float
) -> dict[str, Any]:
    """The objective is the total loss plus the penalties of all trees."""
    f = np.full(len(y), float(model.init_))
    scores, prices = ((y - f) ** 2 / 2).sum(), []
    for (tree,) in model.estimators_:
        w, leaf = tree.value[tree.is_leaf, 0], tree.apply(X)
        prices.append([gamma * len(w) + reg_lambda * (w**2).sum() / 2])
        for j in np.unique(leaf):
            G, H = (f - y)[leaf == j].sum(), (leaf == j).sum()
            scores += gamma - G**2 / (H + reg_lambda) / 2
        f = f + tree.predict(X)[:, 0]
    return {
        r"\mathcal{L}(f)": scores,
        r"n": len(y),
        r"L(y_i, f(x_i))": SquaredLoss().value(y, model.predict(X)),
        r"\Omega(F_m)": np.array(prices),
    }


@display(
    "xgboost.8",
    r"\Omega(F) = \gamma J + \tfrac12 \lambda \sum_{j=1}^J w_j^2",
    any_leaves,
    source=f"{C}, eq. (8); {D_NOTES}, Regularization Term",
    proof="for three observations in two leaves",
    axes={"j": -1},
)
def price_of_a_tree(
    q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """The penalty of a tree is γ for each leaf plus λ/2 times the sum of squared leaf weights."""
    rows = np.array([(q == j).sum() for j in q])
    by_row = sum((gamma + reg_lambda * w[j] ** 2 / 2) / n for j, n in zip(q, rows, strict=True))
    return {
        r"\Omega(F)": by_row,
        r"\gamma": gamma,
        r"J": len(w),
        r"\lambda": reg_lambda,
        r"w_j": w,
    }


@display(
    "xgboost.9",
    r"\begin{aligned} \mathcal{L}_m(F_m) &= \sum_{i=1}^n L\big(y_i, f_{m-1}(x_i) + F_m(x_i)\big)"
    r" + \Omega(F_m) + \sum_{k < m} \Omega(F_k), \\ f_m &= f_{m-1} + F_m \end{aligned}",
    boosted_classes,
    source=f"{C}, eq. (9); {D_NOTES}, Additive Training",
    **FLOAT32,
    axes={"i": -1, "k": -2},
)
def additive_training(
    model: XGBClassifier,
    X: np.ndarray,
    y: np.ndarray,
    f: np.ndarray,
    tree: Any,
    reg_lambda: float,
) -> dict[str, Any]:
    """The earlier trees stay fixed; each round minimizes the objective over one additional tree."""
    trees = [tree for (tree,) in model.estimators_]
    prices = [reg_lambda * (t.value[t.is_leaf] ** 2).sum() / 2 for t in trees]
    # The leaves' weights once more, from the sums that they are made of.
    leaves = [t.G[t.is_leaf, 0] / (t.H[t.is_leaf] + reg_lambda) for t in trees]
    again = reg_lambda * np.array([(w**2).sum() for w in leaves]) / 2
    p = model.predict_proba(X)[:, 1]
    F = tree.predict(X)[:, 0]
    return {
        r"\mathcal{L}_m(F_m)": sum(prices) - np.log(np.where(y == 1, p, 1 - p)).sum(),
        r"n": len(y),
        r"L\big(y_i, f_{m-1}(x_i) + F_m(x_i)\big)": LogisticLoss().value(y, f + F),
        r"\Omega(F_m)": again[-1],
        r"\Omega(F_k)": again[:, None],
        r"k": np.arange(1, len(prices) + 1)[:, None],
        r"m": len(prices),
        r"f_m": model.decision_function(X),
        r"f_{m-1}": f,
        r"F_m": F,
    }


@display(
    "xgboost.tree",
    r"F(x) = w_{q(x)} = \sum_{j=1}^J w_j \mathbf{1}_{q(x) = j}",
    _numbers,
    source=f"{D_NOTES}, Definition of the tree: q maps observations to leaves",
    **FLOAT32,
    axes={"j": -2},
)
def tree_as_a_table(X: np.ndarray, tree: Any) -> dict[str, Any]:
    """A tree assigns an observation to a leaf q(x) from 1 to J and predicts the leaf's weight."""
    at = np.zeros(len(X), dtype=int)
    for _ in range(tree.depth):  # the test is x < t; a leaf points to itself
        leaf = tree.is_leaf[at]
        right = X[np.arange(len(X)), tree.feature[at]] >= tree.threshold[at]
        at = np.where(leaf, at, tree.left[at] + right)
    leaves = np.flatnonzero(tree.is_leaf)
    return {
        r"F(x)": tree.predict(X)[:, 0],
        r"w_{q(x)}": tree.value[at, 0],
        r"w_j": tree.value[leaves],
        r"j": np.arange(1, len(leaves) + 1)[:, None],
        r"q(x)": np.searchsorted(leaves, at) + 1,
        r"J": len(leaves),
    }


# Second-order expansion


@display(
    "xgboost.mse",
    r"\begin{aligned} \big(y_i - (f_{m-1}(x_i) &+ F_m(x_i))\big)^2 \\"
    r" &= 2\big(f_{m-1}(x_i) - y_i\big) F_m(x_i) + F_m(x_i)^2 \\"
    r" &\quad + \big(y_i - f_{m-1}(x_i)\big)^2 \end{aligned}",
    _steps,
    source=f"{D_NOTES}, Mean Squared Error Case",
    proof="for any numbers",
)
def squared_error_expanded(y: np.ndarray, f: np.ndarray, step: np.ndarray) -> dict[str, Any]:
    """For the squared error, the second-order expansion is exact, with g = 2(f − y) and h = 2."""
    return {
        r"y_i": y,
        r"f_{m-1}(x_i)": f,
        r"F_m(x_i)": step,
    }


@display(
    "xgboost.second_order",
    r"\begin{aligned} L(y_i, f_{m-1}(x_i) &+ F_m(x_i)) \\"
    r" &= L(y_i, f_{m-1}(x_i)) + g_i F_m(x_i) + \tfrac12 h_i F_m(x_i)^2 + O(F_m(x_i)^3)"
    r" \end{aligned}",
    _small_steps,
    source=f"{D_NOTES}, General Loss Functions; {C}: a second order approximation",
    kind="limit",
    axes={"O": -2},
)
def second_order_for_each_row(y: np.ndarray, f: np.ndarray, step: np.ndarray) -> dict[str, Any]:
    """The remainder of the second-order expansion is of third order in the step."""
    loss = LogisticLoss()
    return {
        r"L(y_i, f_{m-1}(x_i) + F_m(x_i))": loss.value(y, f + step),
        r"L(y_i, f_{m-1}(x_i))": loss.value(y, f),
        r"g_i": loss.gradient(y, f),
        r"h_i": loss.hessian(y, f),
        r"F_m(x_i)": step,
    }


@display(
    "xgboost.objective",
    r"\begin{aligned} \mathcal{L}_m(F_m) = \mathcal{L}_m(0) &+ \sum_{i=1}^n \Big[ g_i F_m(x_i)"
    r" + \tfrac12 h_i F_m(x_i)^2 \Big] \\"
    r" &+ \Omega(F_m) + O(\|w\|^3) \end{aligned}",
    _small_trees,
    source=f"{D_NOTES}, Simplified objective; {C}: a second order approximation",
    kind="limit",
    axes={"i": -1, "O": -2},
)
def objective_to_second_order(
    y: np.ndarray, f: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """Up to third order in its leaf weights, a new tree affects the loss through g and h alone."""
    loss = LogisticLoss()
    J = w.shape[1]
    price = gamma * J + reg_lambda * (w**2).sum(axis=1, keepdims=True) / 2
    return {
        r"\mathcal{L}_m(F_m)": loss.value(y, f + w[:, q]).sum(axis=1, keepdims=True) + price,
        r"\mathcal{L}_m(0)": loss.value(y, f).sum(),
        r"n": len(y),
        r"g_i": loss.gradient(y, f),
        r"h_i": loss.hessian(y, f),
        r"F_m(x_i)": w[:, q],
        r"\Omega(F_m)": sum(gamma + reg_lambda * w[:, [j]] ** 2 / 2 for j in range(J)),
        r"\|w\|": np.linalg.norm(w, axis=1, keepdims=True),
    }


@display(
    "xgboost.simplified",
    r"\begin{aligned} L = \tfrac12 (y - f)^2: \quad \mathcal{L}_m(F_m) = \sum_{i=1}^n \Big[ g_i"
    r" F_m(x_i) &+ \tfrac12 h_i F_m(x_i)^2 \Big] \\"
    r" &+ \Omega(F_m) + \mathcal{L}_m(0) \end{aligned}",
    _squared_leaves,
    source=f"{D_NOTES}, Simplified objective",
    axes={"i": -1},
)
def two_numbers_for_each_row(
    y: np.ndarray, f: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """The new tree depends on the loss only through g and h (exactly so for ½(y − f)²)."""
    loss = SquaredLoss()
    price = gamma * len(w) + reg_lambda * (w**2).sum() / 2
    whole = ((y - (f + w[q])) ** 2 / 2).sum() + price
    return {
        r"L": loss.value(y, f),
        r"y": y,
        r"f": f,
        r"\mathcal{L}_m(F_m)": whole,
        r"n": len(y),
        r"g_i": loss.gradient(y, f),
        r"h_i": loss.hessian(y, f),
        r"F_m(x_i)": w[q],
        r"\Omega(F_m)": sum(gamma + reg_lambda * v**2 / 2 for v in w),
        r"\mathcal{L}_m(0)": loss.value(y, f).sum(),
    }


@display(
    "xgboost.sums",
    r"G_j = \sum_{i \in I_j} g_i, \qquad H_j = \sum_{i \in I_j} h_i",
    boosted_classes,
    source=f"{D_NOTES}, The Structure Score",
    **FLOAT32,
    axes={"i": -1},
)
def sums_of_a_leaf(tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray) -> dict[str, Any]:
    """G and H are the sums of g and h over the observations of a leaf."""
    at = np.flatnonzero(tree.is_leaf)
    return {
        r"G_j": -tree.G[at, 0][:, None],
        r"I_j": leaf == at[:, None],
        r"g_i": g,
        r"H_j": tree.H[at][:, None],
        r"h_i": h,
    }


@display(
    "xgboost.taylor",
    r"\Big|L(y, f + s) - L(y, f) - g s - \tfrac12 h s^2\Big| \le \frac{|s|^3}{36 \sqrt 3}",
    _steps,
    source=f"{D_NOTES}, General Loss Functions; {C}: a second order approximation",
    kind="bound",
    tight=(_tight_step,),
)
def logistic_loss_expanded(y: np.ndarray, f: np.ndarray, step: np.ndarray) -> dict[str, Any]:
    """The remainder is at most |s|³/(36√3), and some step nearly attains this bound."""
    loss = LogisticLoss()
    return {
        r"L(y, f + s)": loss.value(y, f + step),
        r"L(y, f)": loss.value(y, f),
        r"g": loss.gradient(y, f),
        r"s": step,
        r"h": loss.hessian(y, f),
    }


@display(
    "xgboost.derivatives",
    r"g_i = \frac{\partial L(y_i, f)}{\partial f}, \qquad h_i = \frac{\partial^2 L(y_i,"
    r" f)}{\partial f^2}",
    _steps,
    source=f"{C}, Algorithm 3; {D_NOTES}, gradient and Hessian",
)
def slope_and_curvature(y: np.ndarray, f: np.ndarray) -> dict[str, Any]:
    """The library's g and h are the first and second derivatives of its losses."""
    at, losses = f + STEP, (LogisticLoss(), SquaredLoss())
    values = np.array([np.log(1 + np.exp(at)) - y * at, (y - at) ** 2 / 2])
    slopes = np.array([1 / (1 + np.exp(-at)), at])  # less y, which has no slope of its own
    return {
        r"g_i": np.array([loss.gradient(y, f) for loss in losses]),
        r"h_i": np.array([loss.hessian(y, f) for loss in losses]),
        r"\frac{\partial L(y_i, f)}{\partial f}": values.imag / STEP.imag,
        r"\frac{\partial^2 L(y_i, f)}{\partial f^2}": slopes.imag / STEP.imag,
    }


@display(
    "xgboost.least_squares",
    r"\begin{aligned} \sum_i \tfrac12 h_i &\Big[-\frac{g_i}{h_i} - F(x_i)\Big]^2 \\"
    r" &= \sum_i \big[g_i F(x_i) + \tfrac12 h_i F(x_i)^2\big] + \sum_i \frac{g_i^2}{2 h_i}"
    r" \end{aligned}",
    any_leaves,
    source=f"{C}, Algorithm 3; {D_NOTES}, Simplified objective",
    proof="for three observations in two leaves",
    axes={"i": -1},
)
def weighted_least_squares(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray
) -> dict[str, Any]:
    """Up to a constant, the expansion is weighted least squares with targets −g/h."""
    return {
        r"g_i": g,
        r"h_i": h,
        r"F(x_i)": w[q],
    }


@display(
    "xgboost.leaves",
    r"\begin{aligned} \sum_i \big[g_i F(x_i) &+ \tfrac12 h_i F(x_i)^2\big] + \gamma J + \tfrac12"
    r" \lambda \sum_j w_j^2 \\ &= \sum_{j=1}^J \big[G_j w_j + \tfrac12 (H_j + \lambda)"
    r" w_j^2\big] + \gamma J \end{aligned}",
    any_leaves,
    source=f"{D_NOTES}, The Structure Score",
    proof="for three observations in two leaves",
    axes={"i": -1, "j": -1},
)
def sum_by_leaves(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """Grouped by leaf, the objective depends only on the sums G and H of each leaf."""
    J = len(w)
    return {
        r"g_i": g,
        r"h_i": h,
        r"F(x_i)": w[q],
        r"\gamma": gamma,
        r"J": J,
        r"\lambda": reg_lambda,
        r"w_j": w,
        r"G_j": _by_leaf(g, q, J),
        r"H_j": _by_leaf(h, q, J),
    }


# Leaf weights, scores and gains


@display(
    "xgboost.weight",
    r"w_j^* = -\frac{G_j}{H_j + \lambda}",
    boosted_classes,
    source=f"{D_NOTES}, Optimal Leaf Weights",
    **FLOAT32,
)
def best_leaf_weights(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """The optimal weight of a leaf is −G/(H + λ)."""
    G = np.array([g[leaf == j].sum() for j in leaf])
    H = np.array([h[leaf == j].sum() for j in leaf])
    # A parabola's vertex, from the objective at weights −1, 0 and 1.
    low, high = -G + (H + reg_lambda) / 2, G + (H + reg_lambda) / 2
    return {
        r"w_j^*": (tree.value[leaf, 0], (low - high) / (2 * (low + high))),
        r"G_j": G,
        r"H_j": H,
        r"\lambda": reg_lambda,
    }


@display(
    "xgboost.score",
    r"obj^* = -\tfrac12 \sum_{j=1}^J \frac{G_j^2}{H_j + \lambda} + \gamma J",
    any_leaves,
    source=f"{D_NOTES}, Optimal Objective Value, with the square",
    proof="for three observations in two leaves",
    axes={"j": -1},
)
def structure_score(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, w: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """At the optimal weights, the objective of a tree is −½ΣG²/(H + λ) plus γ for each leaf."""
    J = len(w)
    G, H = _by_leaf(g, q, J), _by_leaf(h, q, J)
    best = -G / (H + reg_lambda)
    F = best[q]
    objective = (g * F + h * F**2 / 2).sum() + gamma * J + reg_lambda * (best**2).sum() / 2
    return {
        r"obj^*": objective,
        r"J": J,
        r"G_j": G,
        r"H_j": H,
        r"\lambda": reg_lambda,
        r"\gamma": gamma,
    }


@display(
    "xgboost.10",
    r"\text{gain} = \tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda} -"
    r" \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] - \gamma",
    any_leaves,
    source=f"{C}, eq. (10); {D_NOTES}, Gain Formula",
    proof="for three observations in two leaves",
)
def gain_of_a_split(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """The gain is the optimal objective of one leaf minus that of the two leaves after a split."""
    left = q == 0
    one: list[float] = []
    two: list[float] = []
    for rows, part in ((left | ~left, one), (left, two), (~left, two)):
        best = -g[rows].sum() / (h[rows].sum() + reg_lambda)
        newton = (g[rows] * best + h[rows] * best**2 / 2).sum()
        part.append(newton + reg_lambda * best**2 / 2 + gamma)
    return {
        r"\text{gain}": sum(one) - sum(two),
        r"G_L": g[left].sum(),
        r"H_L": h[left].sum(),
        r"G_R": g[~left].sum(),
        r"H_R": h[~left].sum(),
        r"\lambda": reg_lambda,
        r"\gamma": gamma,
    }


@display(
    "xgboost.gain",
    r"\text{gain}(j^*, t^*) = \max_{j, t}\, \text{gain}(j, t)",
    boosted_classes,
    source=f"{C}, eq. (10), before γ; {D_NOTES}, Learning the Tree Structure",
    **FLOAT32,
    axes={"j, t": -1},
    kind="optimum",
)
def best_gain_is_taken(
    tree: Any, X: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """The library chooses the split with the largest gain and reports that gain without γ."""

    def gain(left: np.ndarray) -> float:
        GL, GR, HL, HR = g[left].sum(), g[~left].sum(), h[left].sum(), h[~left].sum()
        scores = GL**2 / (HL + reg_lambda) + GR**2 / (HR + reg_lambda)
        return (scores - (GL + GR) ** 2 / (HL + HR + reg_lambda)) / 2

    taken = X[:, tree.feature[0]] < tree.threshold[0]
    every = [X[:, j] < t for j in range(X.shape[1]) for t in np.unique(X[:, j])[1:]]
    return {
        r"\text{gain}(j^*, t^*)": (tree.gain[0], gain(taken)),
        r"\text{gain}(j, t)": np.array([gain(left) for left in every]),
    }


@display(
    "xgboost.once",
    r"\begin{aligned} \text{gain} &\ge 0 \iff \\"
    r" &\tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda} - \frac{(G_L +"
    r" G_R)^2}{H_L + H_R + \lambda}\Big] \ge \gamma \end{aligned}",
    _near_the_price,
    source=f"{D_NOTES}, Role of Regularization; {C}, eq. (10)",
)
def price_is_counted_once(
    g: np.ndarray, h: np.ndarray, q: np.ndarray, gamma: float, reg_lambda: float
) -> dict[str, Any]:
    """The gain is nonnegative exactly if the gain before γ is at least the penalty γ per leaf."""
    objectives, left = [], q == 0
    for leaves in (np.zeros(len(q), dtype=int), q):
        G, H = np.bincount(leaves, g), np.bincount(leaves, h)
        best = -G / (H + reg_lambda)
        newton = (g * best[leaves] + h * best[leaves] ** 2 / 2).sum()
        objectives.append(newton + reg_lambda * (best**2).sum() / 2 + gamma * len(G))
    return {
        r"\text{gain}": objectives[0] - objectives[1],
        r"G_L": g[left].sum(),
        r"H_L": h[left].sum(),
        r"G_R": g[~left].sum(),
        r"H_R": h[~left].sum(),
        r"\lambda": reg_lambda,
        r"\gamma": gamma,
    }


@display(
    "xgboost.lambda",
    r"\lambda' > \lambda \implies \Big|\frac{G}{H + \lambda'}\Big| < \Big|\frac{G}{H +"
    r" \lambda}\Big| \le \Big|\frac{G}{H}\Big| \qquad (G \neq 0)",
    boosted_classes,
    source=f"{D_NOTES}, Role of Regularization",
    **FLOAT32,
    kind="monotone",
    tight=(boosted_classes, _hardly_shrunk),
)
def lambda_shrinks(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float
) -> dict[str, Any]:
    """A larger λ shrinks every leaf weight, whose absolute value is at most |G/H|."""
    G = np.array([g[leaf == j].sum() for j in leaf])
    H = np.array([h[leaf == j].sum() for j in leaf])
    told = np.abs(G) > 1e-4  # of a G of 0, float32 leaves some 1e-8
    G, H = G[told], H[told]
    sequence = reg_lambda + np.array([[0.0], [0.01], [1.0], [10.0]])
    library = np.abs(np.vstack([tree.value[leaf, 0][told], G / (H + sequence[1:-1])]))
    return {
        r"G": G,
        r"H": H,
        r"\lambda'": sequence[1:],
        r"\lambda": sequence[:-1],
        r"side 2": library,
    }


@display(
    "xgboost.gamma",
    r"\tfrac12 \Big[\frac{G_L^2}{H_L + \lambda} + \frac{G_R^2}{H_R + \lambda}"
    r" - \frac{(G_L + G_R)^2}{H_L + H_R + \lambda}\Big] \ge \gamma",
    _still_split,
    source=f"{D_NOTES}, Role of Regularization; {C}, eq. (10)",
    **FLOAT32,
    kind="bound",
    tight=(_barely_worth_it,),
)
def gamma_prunes(
    tree: Any, leaf: np.ndarray, g: np.ndarray, h: np.ndarray, reg_lambda: float, gamma: float
) -> dict[str, Any]:
    """Every remaining split above two leaves has a gain before γ of at least γ."""
    at = _above_leaves(tree)
    children = [[leaf == tree.left[k] + side for k in at] for side in (0, 1)]
    G_L, G_R = ([g[rows].sum() for rows in child] for child in children)
    H_L, H_R = ([h[rows].sum() for rows in child] for child in children)
    return {
        r"G_L": np.array(G_L),
        r"H_L": np.array(H_L),
        r"G_R": np.array(G_R),
        r"H_R": np.array(H_R),
        r"\lambda": reg_lambda,
        r"\gamma": gamma,
        r"side 1": tree.gain[at],
    }
