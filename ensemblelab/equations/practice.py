"""Practice: model selection, evaluation, calibration, explanation, and sampling."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
from scipy.stats import binom
from sklearn.inspection import partial_dependence

from ensemblelab.diagnostics import brier_parts
from ensemblelab.encoding import target_statistics
from ensemblelab.explanation import shapley_values
from ensemblelab.sampling import one_side_sample
from ensemblelab.trees.decision_tree import DecisionTreeRegressor
from ensemblelab.verify.registry import display

KE = "Ke et al. (2017)"
PROKHORENKOVA = "Prokhorenkova et al. (2018)"


def _guesses(rng: np.random.Generator) -> dict[str, Any]:
    """All outcomes of k classifiers with accuracy p on n test observations.

    Each rolls a die for each observation, and some of its sides count as correct, so all outcomes
    are equally likely.
    """
    sides, n, k = [(2, 3, 5), (2, 2, 6), (3, 2, 5), (4, 1, 6), (5, 1, 5)][rng.integers(5)]
    right = int(rng.integers(1, sides))
    rolls = np.arange(sides ** (n * k))[:, None] // sides ** np.arange(n * k) % sides
    return {"right": (rolls < right).reshape(-1, k, n), "p": right / sides}


def _splits(rng: np.random.Generator) -> dict[str, Any]:
    """Sizes of a split, how often it is repeated, and how much a difference varies."""
    train, test, repeated = (int(rng.integers(low, 60)) for low in (20, 5, 2))
    return {"train": train, "test": test, "repeated": repeated, "sd": float(rng.uniform(0.5, 3))}


def _forecasts(rng: np.random.Generator) -> dict[str, Any]:
    """A few predicted probabilities, each assigned to several observations."""
    n = int(rng.integers(8, 40))
    said = rng.choice([0.1, 0.4, 0.5, 0.8], n)
    return {"p": said, "y": rng.integers(2, size=n)}


def _classes(rng: np.random.Generator) -> dict[str, Any]:
    """Observations of both classes at one place, and the fraction of the negatives that is kept."""
    positive, negative = rng.integers(1, 50, 2)
    return {"positive": int(positive), "negative": int(negative), "kept": rng.uniform(0.05, 0.9)}


def _tree(rng: np.random.Generator) -> dict[str, Any]:
    """A tree of depth two on a few features, an observation, and observations to compare with."""
    X = rng.integers(0, 5, (40, int(rng.integers(3, 5)))).astype(float)
    y = X[:, 0] * X[:, 1] + X[:, 2] + rng.normal(0, 0.5, 40)
    model = DecisionTreeRegressor(max_depth=2).fit(X, y)
    return {"model": model, "x": X[0], "Z": X[1 : int(rng.integers(6, 12))]}


def _gradients(rng: np.random.Generator) -> dict[str, Any]:
    """Gradients of a few observations, with all that one-side sampling may draw."""
    n, top, other = int(rng.integers(6, 9)), int(rng.integers(1, 3)), int(rng.integers(2, 4))
    g = rng.normal(0, 1, n) ** 3
    rows, weights = one_side_sample(g, top, other, rng)
    kept = rows[:top]
    rest = np.setdiff1d(np.arange(n), kept)
    drawn = np.array([np.isin(np.arange(n), some) for some in combinations(rest, other)])
    instance = {"g": g, "kept": np.isin(np.arange(n), kept), "drawn": drawn, "other": other}
    return instance | {"weight": weights[-1]}


def _categories(rng: np.random.Generator) -> dict[str, Any]:
    """Categories of a dozen observations, with their targets, in a random order."""
    n = int(rng.integers(5, 13))
    return {
        "u": rng.integers(3, size=n),
        "y": rng.integers(2, size=n),
        "prior": float(rng.uniform(0.2, 0.8)),
        "weight": float(rng.uniform(0.5, 3)),
    }


def _all_targets(rng: np.random.Generator) -> dict[str, Any]:
    """A category's observations with all possible targets, in proportion to their probability."""
    n, (zeros, ones) = int(rng.integers(2, 5)), rng.integers(1, 3, 2)
    return {
        "y": np.array(list(product([0] * zeros + [1] * ones, repeat=n))),
        "p": float(ones / (zeros + ones)),
        "weight": float(rng.uniform(0.5, 3)),
        "order": rng.permutation(n),
    }


@display(
    "practice.selection",
    r"E\big[\max_j t_j\big] = 1 - \frac1n \sum_{c=1}^{n} F(c-1)^k",
    _guesses,
    source="order statistics: k independent counts are all at most c with probability F(c)^k",
    axes={"E": -2, "j": -1, "c": -1},
    instances=10,
)
def best_of_several_coins(right: np.ndarray, p: float) -> dict[str, Any]:
    """The expected maximum accuracy of k equally good classifiers exceeds their true accuracy."""
    _, k, n = right.shape
    return {
        r"t_j": right.mean(axis=2),
        r"n": n,
        r"k": k,
        r"F(c-1)": binom.cdf(np.arange(n), n, p),
    }


@display(
    "practice.resampled",
    r"\begin{gathered} \operatorname{Var}(\bar d) = \sigma^2 \Big(\rho + \frac{1 - \rho}{N}\Big),"
    r" \quad E(s^2) = \sigma^2 (1 - \rho), \\"
    r" \rho = \frac{n_2}{n_1 + n_2} \implies"
    r" \frac{\operatorname{Var}(\bar d)}{E(s^2)} = \frac1N + \frac{n_2}{n_1} \end{gathered}",
    _splits,
    source="Nadeau and Bengio (2003)",
)
def splits_share_rows(train: int, test: int, repeated: int, sd: float) -> dict[str, Any]:
    """Overlapping splits make the variance of a mean larger than the usual estimate suggests."""
    rho = test / (train + test)
    covariance = sd**2 * (rho + (1 - rho) * np.eye(repeated))
    centred = np.eye(repeated) - 1 / repeated
    return {
        r"\operatorname{Var}(\bar d)": covariance.mean(),
        r"E(s^2)": np.trace(centred @ covariance) / (repeated - 1),
        r"\sigma": sd,
        r"\rho": rho,
        r"N": repeated,
        r"n_1": train,
        r"n_2": test,
    }


@display(
    "practice.brier",
    r"\frac1n \sum_i (p_i - y_i)^2 = \sum_u \frac{n_u}{n} (p_u - \bar y_u)^2"
    r" - \sum_u \frac{n_u}{n} (\bar y_u - \bar y)^2 + \bar y (1 - \bar y)",
    _forecasts,
    source="Murphy (1973)",
    axes={"i": -1, "u": -1},
)
def brier_score_in_parts(p: np.ndarray, y: np.ndarray) -> dict[str, Any]:
    """The Brier score is reliability minus resolution plus uncertainty."""
    parts = brier_parts(p, y)
    values = np.unique(p)
    groups = [y[p == value] for value in values]
    return {
        r"p_i": p,
        r"y_i": y,
        r"n": len(y),
        r"p_u": values,
        r"n_u": np.array([len(group) for group in groups]),
        r"\bar y_u": np.array([group.mean() for group in groups]),
        r"\bar y": y.mean(),
        r"side 1": parts.score,
        r"side 2": parts.reliability - parts.resolution + parts.uncertainty,
    }


@display(
    "practice.undersampling",
    r"p' = \frac{p}{p + \beta (1 - p)}, \quad p = \frac{\beta p'}{\beta p' + 1 - p'}",
    _classes,
    source="Dal Pozzolo et al. (2015), eqs. (4) and (5)",
)
def fewer_negative_rows(positive: int, negative: int, kept: float) -> dict[str, Any]:
    """Keeping a fraction β of the negatives changes the probabilities in an invertible way."""
    return {
        r"p": positive / (positive + negative),
        r"p'": positive / (positive + kept * negative),
        r"\beta": kept,
    }


@display(
    "practice.known",
    r"v(S) = \frac1n \sum_i f(x_S, z_{i \bar S})",
    _tree,
    source="Friedman (2001), section 8.2",
    axes={"i": -2},
    instances=20,
)
def fixed_features(model: Any, x: np.ndarray, Z: np.ndarray) -> dict[str, Any]:
    """Partial dependence is the mean prediction with the chosen features held fixed."""
    peer = partial_dependence(model, Z, [0], kind="average", method="brute", grid_resolution=50)
    places = np.unique(Z[:, 0])
    mixed = np.repeat(Z[:, None], len(places), axis=1)
    mixed[:, :, 0] = places
    return {
        r"v(S)": peer["average"][0],
        r"f(x_S, z_{i \bar S})": model.predict(mixed.reshape(-1, Z.shape[1])).reshape(
            mixed.shape[:2]
        ),
        r"n": len(Z),
    }


@display(
    "practice.shapley",
    r"\phi_j = \sum_{S, j \notin S} \frac{v(S \cup j) - v(S)}{d \binom{d - 1}{|S|}},"
    r" \quad \sum_j \phi_j = v(D) - v(\varnothing)",
    _tree,
    source="Shapley (1953); for trees Lundberg et al. (2020)",
    axes={"S": -1, "j": -2},
    instances=10,
)
def shapley_by_all_sets(model: Any, x: np.ndarray, Z: np.ndarray) -> dict[str, Any]:
    """A Shapley value is a feature's average contribution over all orders of the features."""
    d = len(x)
    sets = [set(some) for size in range(d) for some in combinations(range(d), size)]

    def value_of(some: set[int]) -> float:
        mixed = Z.copy()
        mixed[:, list(some)] = x[list(some)]
        return float(model.predict(mixed).mean())

    return {
        r"\phi_j": shapley_values([model.tree_], x[None], Z)[0],
        r"v(S)": np.array([value_of(some) for some in sets]),
        r"v(S \cup j)": np.array([[value_of(some | {j}) for some in sets] for j in range(d)]),
        r"j \notin S": np.array([[j not in some for some in sets] for j in range(d)]),
        r"|S|": np.array([len(some) for some in sets]),
        r"d": d,
        r"v(D)": float(model.predict(x[None])[0]),
        r"v(\varnothing)": float(model.predict(Z).mean()),
    }


@display(
    "practice.one_side",
    r"E\Big[\sum_{i \in A} g_i + \frac{n - n_A}{n_B} \sum_{i \in B} g_i\Big] = \sum_i g_i",
    _gradients,
    source=f"{KE}, section 3",
    axes={"E": -2, "i": -1},
)
def one_side_is_right_on_average(
    g: np.ndarray, kept: np.ndarray, drawn: np.ndarray, other: int, weight: float
) -> dict[str, Any]:
    """The reweighted gradient sum of the drawn observations is unbiased for the total sum."""
    rest = len(g) - int(kept.sum())
    return {
        r"g_i": g,
        r"A": kept,
        r"B": drawn,
        r"n": len(g),
        r"n_A": int(kept.sum()),
        r"n_B": (other, rest / weight),
    }


@display(
    "practice.one_side_spread",
    r"E\big[(\hat G - G)^2\big] = \frac{(n - n_A)(n - n_A - n_B)}{n_B}\, s^2",
    _gradients,
    source="the variance of a sum when sampling without replacement",
    axes={"E": -2},
)
def spread_of_one_side(
    g: np.ndarray, kept: np.ndarray, drawn: np.ndarray, other: int
) -> dict[str, Any]:
    """The variance of one-side sampling comes only from observations that are not always kept."""
    n, n_A = len(g), int(kept.sum())
    found = g[kept].sum() + drawn @ g * (n - n_A) / other
    return {
        r"\hat G": found[:, None],
        r"G": g.sum(),
        r"n": n,
        r"n_A": n_A,
        r"n_B": other,
        r"s": np.std(g[~kept], ddof=1),
    }


@display(
    "practice.ordered",
    r"\hat x_i = \frac{\sum_{l < i} \mathbf{1}_{u_l = u_i} y_l + a p}"
    r"{\sum_{l < i} \mathbf{1}_{u_l = u_i} + a}",
    _categories,
    source=f"{PROKHORENKOVA}, eq. (5)",
    axes={"l": -1, "i": -2},
)
def ordered_statistic(u: np.ndarray, y: np.ndarray, prior: float, weight: float) -> dict[str, Any]:
    """A category is encoded by the mean target of earlier observations, shrunk toward a prior."""
    place = np.arange(len(y))
    found = target_statistics(u, y, prior=prior, weight=weight, order=place)
    return {
        r"\hat x_i": found[:, None],
        r"u_l": u,
        r"u_i": u[:, None],
        r"y_l": y,
        r"l": place,
        r"i": place[:, None],
        r"a": weight,
        r"p": prior,
    }


@display(
    "practice.leak",
    r"E\big[\bar x_i (y_i - p)\big] = \frac{p (1 - p)}{n_u + a},"
    r" \quad E\big[\hat x_i (y_i - p)\big] = 0",
    _all_targets,
    source=f"{PROKHORENKOVA}, section 3.2",
    axes={"E": -2},
    instances=10,
)
def own_target_leaks(y: np.ndarray, p: float, weight: float, order: np.ndarray) -> dict[str, Any]:
    """An encoding that uses an observation's own target leaks it; an ordered one does not."""
    n = y.shape[1]
    plain, ordered = (
        np.array([target_statistics(np.zeros(n), t, prior=p, weight=weight, order=o) for t in y])
        for o in (None, order)
    )
    return {
        r"\bar x_i": plain,
        r"\hat x_i": ordered,
        r"y_i": y,
        r"p": p,
        r"n_u": n,
        r"a": weight,
    }
