"""What the chapter says of its cells: see chapters/machine/execution/checks.py.

The numbers to try are put into both versions of a formula as the registry evaluates them, so what
the text calls printed and right is what the displays above it say.
"""

from types import SimpleNamespace

import numpy as np
from chapters.machine.execution.checks import glue
from ensemblelab import (
    AdaBoostClassifier,
    CommitteeClassifier,
    DecisionStump,
    RandomForestClassifier,
    XGBRegressor,
)
from ensemblelab.datasets import load
from ensemblelab.equations import equations, find
from ensemblelab.equations.errata_trees import split_objective
from ensemblelab.equations.runs import rounds_of
from sklearn.datasets import load_iris

FIVE = {"y": np.ones(5), "h": np.array([1, 1, 1, 1, -1]), "epsilon": 0.2}  # one of five is wrong
SIZE, LET = np.arange(1, 7)[:, None], np.array([1, 1, 1, -1, -1, 1])
RENT = np.array([1.0, 2, 1, 5, 6, 5])
SLOPES = {"g": RENT.mean() - RENT, "h": np.ones(6), "reg_lambda": 1.0}


def _sides(label, chain=0, at=None, **numbers):
    """Return both sides in the right version, and then in the printed one.

    Of an array `at` says which entry is meant.
    """
    told = []
    for version in find(f"erratum.{label}").chains(numbers):
        values = [np.asarray(side, dtype=float) for side in version[chain].sides]
        if at is not None:
            values = [np.broadcast_arrays(value, values[0])[0].flat[at] for value in values]
        told.append([float(np.squeeze(value)) for value in values])
    return told


def _tell(label, told, digits=2):
    """Glue what a formula should say, and what the printed one says instead."""
    (right, *others), (_, *printed) = told
    assert np.allclose(others, right)
    shown = [right, *printed]
    for name, value in zip(("right", "printed"), shown, strict=False):
        text = f"{round(value, digits) + 0.0:.{digits}f}"  # 0 has no sign
        glue(f"{label}-{name}", (text.rstrip("0").rstrip(".") or "0").replace("-", "−"))
    return shown


def tried(right, printed):
    assert [float(np.squeeze(side)) for side in printed[0].sides] == [4, 6]
    assert {float(np.squeeze(side)) for side in right[0].sides} == {4}


def averaging():
    labels = [s.label for s in equations() if s.label.startswith("erratum.")]
    glue("n-errata", len(labels))
    _tell("square", _sides("square", errors=np.array([[1.0, -1]])))
    two = np.array([[1.0], [3.0]])
    right, printed = _tell("index", _sides("index", at=0, errors=two))
    assert (right, printed) == (5, 1)
    _tell("pairs", _sides("pairs", errors=np.ones((2, 1))))
    biased = {"b": 0.5, "sigma": 1.0, "rho": 0.0}
    points = 0.5 + np.array([[1, 1, -1, -1], [1, -1, 1, -1]])
    assert np.isclose(np.corrcoef(points)[0, 1], 0)
    _tell("uncorrelated", _sides("uncorrelated", errors=points, **biased), 3)
    good_and_bad = np.array([[1.0, -1, 1, -1], [10, 10, -10, -10]])
    assert np.isclose(np.corrcoef(good_and_bad)[0, 1], 0)
    _tell("monotone", _sides("monotone", errors=good_and_bad))
    (drawn, n), (different, _) = _sides("subset", n=6, seed=0)
    assert (drawn, n) == (6, 6)
    glue("subset-different", f"{different:.0f}")


def votes():
    _tell("ties", _sides("ties", m=2, mu=0.3))
    X, y = np.array([[0.0], [1.0]]), np.array([-1, 1])
    pair = CommitteeClassifier([("one", DecisionStump()), ("other", DecisionStump())]).fit(X, y)
    pair.estimators_[1] = DecisionStump().fit(X, -y)
    right, printed = _tell("sign", _sides("sign", at=0, model=pair, X=X))
    assert (right, printed) == (-1, 0)
    lines = {"a": np.array([0.0, 1]), "b": np.array([[1.0, 0], [-3, 0]])}
    ends = {"x": np.zeros(2), "z": np.array([2.0, 0]), "t": 0.5}
    (middle, between), (bent, _) = _sides("linear", **lines, **ends)
    assert middle == between == -0.5
    assert bent == 0


def numbers():
    five = {"predictions": np.array([[1], [1], [1], [-1], [-1]]), "y": np.array([1])}
    (parts, error), (sum_of_two, _) = _sides("heart", **five)
    assert np.isclose(parts, 0.4)
    assert np.isclose(error, 0.4)
    glue("heart-sum", f"{sum_of_two:.2f}")
    for label in ("ring", "jacobian"):
        (one, _), (printed, _) = _sides(label)
        assert np.isclose(one, 1, atol=5e-5)
        glue(f"{label}-printed", f"{printed:.2f}")


def half():
    (right, _), (printed, bound) = _sides("half", **FIVE)
    assert np.allclose([right, printed, bound], [0.8, 1, 0.8])
    alpha = np.log(4)
    twice = np.mean(np.exp(-FIVE["y"] * alpha / 2 * FIVE["h"] / 2))  # the printed α, half of it
    (least, _), _ = _sides("half_twice", **FIVE)
    assert np.isclose(least, 0.8)
    glue("half_twice-printed", f"{twice:.3f}")
    told = rounds_of(SIZE, LET, 2, "error")
    told = {name: told[name] for name in ("model", "f_after", "y")}
    _, printed = _tell("score", _sides("score", at=0, **told))
    (less, _), (_, again) = _sides("score", at=1, **told)
    assert again == printed > less


def derivation():
    y, h, alpha = (
        np.array([[1, 1, 1, -1, -1]]),
        np.array([[1, 1, 1, -1, 1]]),
        np.array([[np.log(4)]]),
    )
    member = {"w": np.ones((1, 5)), "alpha": alpha, "h": h, "y": y}
    _tell("row", _sides("row", f_after=alpha / 2 * h, **member))
    mistakes = np.zeros((5, 20), int)
    for row, n in zip(mistakes, (9, 10, 11, 12, 18), strict=True):
        row[:n] = 1
    five = {"w": np.full(20, 0.05), "mistakes": mistakes, "alpha": 1.0}
    _, (chosen, printed) = _sides("positive", at=1, **five)  # with −α
    assert (chosen, printed) == (4, 0)
    for error in (0.45, 0.9):
        loss = (1 - error) * np.exp(1 / 2) + error * np.exp(-1 / 2)
        glue(f"positive-{error}", f"{loss:.2f}")
    right, printed = _tell("derivative", _sides("derivative", **member))
    assert abs(right) < 1e-12
    _tell("fraction", _sides("fraction", epsilon=0.2))
    once = {"epsilon": np.array([0.2]), "alpha": alpha[0]}
    _tell("exponent", _sides("exponent", **once))
    _tell("edge", _sides("edge", **once), 3)
    flats = rounds_of(SIZE, LET, 3, "error")
    names = "D_next", "f_after", "epsilon", "alpha", "h", "y"
    run = {name: flats[name] for name in names}
    _, (chain,) = find("erratum.product").chains(run)
    right, printed = (np.squeeze(side) for side in chain.sides)  # after round 2 of 3
    assert np.allclose(right, np.array([1, 1, 1, 4, 4, 5]) / 16)
    assert np.isclose(printed.sum(), 2 * np.sqrt(5 / 36))  # Z of the first round
    glue("product-printed", f"{printed.sum():.3f}")


def algorithm():
    flats = rounds_of(SIZE, LET, 2, "error")
    once = {"epsilon": np.array([[0.2]]), "alpha": np.array([[np.log(4)]])}
    five = {"D": np.full((1, 5), 0.2), "h": FIVE["h"][None], "y": FIVE["y"][None]}
    _tell("normalised", [_sides("normalised", **five, **once)[0], [1.6, 1]])
    _, (printed, one, _) = _sides("normalised", **five, **once)
    assert np.allclose([printed, one], [1.6, 1])
    names = "D_next", "D", "alpha", "epsilon", "h", "y"
    right, printed = _tell(
        "update", _sides("update", at=5, **{name: flats[name] for name in names})
    )
    assert np.allclose([right, printed], [1 / 2, 1 / 6])
    names = "epsilon", "w", "h", "y"
    right, printed = _tell(
        "weighted", _sides("weighted", at=1, **{name: flats[name] for name in names})
    )
    assert np.allclose([right, printed], [1 / 5, 1 / 3])
    (alpha, _), _ = _sides("stop", epsilon=np.array([0.6]))
    assert np.isclose(alpha, np.log(2 / 3))
    glue("stop-alpha", f"{alpha:.2f}".replace("-", "−"))
    heart = load("heart_statlog")
    model = AdaBoostClassifier(n_estimators=60).fit(heart.X, 2 * heart.y - 1)
    (right, *_), printed = find("erratum.training_error").chains(
        {"model": model, "X": heart.X, "y": 2 * heart.y - 1}
    )
    after, before = printed[0].sides
    up = int(np.flatnonzero(after > before)[0])
    glue("rising-round", up + 2)
    glue("rising-rows", len(heart.y))
    glue("rising-before", round(before[up] * len(heart.y)))
    glue("rising-after", round(after[up] * len(heart.y)))
    bound = model.training_bound_
    assert bound[up + 1] < bound[up]
    glue("rising-bound-before", f"{bound[up]:.3f}")
    glue("rising-bound-after", f"{bound[up + 1]:.3f}")


def trees():
    links, marks = np.array([0, 1, 1, 4, 6, 5]), np.array([1, 0, 3, 0, 2, 4])
    folder = np.array([0, 0, 0, 1, 1, 2])
    costs = {t: split_objective(marks <= t, folder) for t in (0.5, 1.5, 2.5, 3.5)}
    best = min(costs, key=costs.get)
    assert best == 3.5
    root = SimpleNamespace(feature=np.array([1]), threshold=np.array([best]))
    X = np.column_stack([links, *[marks] * 4])  # the formula wants five features to choose from
    _tell("drawn", _sides("drawn", X=X, y=folder, S=np.array([1]), tree=root), 3)
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 6))
    y = (X.sum(axis=1) + rng.normal(0, 2, 60) > 0).astype(int)
    forest = RandomForestClassifier(10, max_features=2, random_state=0).fit(X, y)
    used = [len(np.unique(m.tree_.feature[~m.tree_.is_leaf])) for m in forest.estimators_]
    (most, _, q), (printed, _) = (
        [np.max(side) for side in version[0].sides]
        for version in find("erratum.per_split").chains({"X": X, "y": y, "q": 2})
    )
    assert (most, q, printed) == (6, 2, 6)
    assert max(used) == 6
    assert min(used) > 2
    glue("per_split-least", min(used))
    X, y = load_iris(return_X_y=True)
    plane = [np.linspace(low, high, 80) for low, high in ((0.5, 7.5), (0.0, 3.0))]
    grid = np.stack(np.meshgrid(*plane), axis=-1).reshape(-1, 2)
    (_, other, _), (one, _) = _sides("iris", X=X[:, 2:], y=y, grid=grid)
    glue("iris-one", f"{one:.1%}")
    glue("iris-other", f"{other:.0%}")


def boosting():
    leaf = {"y": np.array([1.0, 3]), "f": np.zeros(2)}
    (right, _), (printed, _) = _sides("unit_step", leaf=np.zeros(2, int), **leaf)
    assert (right, printed) == (2, 10)
    assert _tell("constant", _sides("constant", **leaf)) == [2, 0]
    assert _tell("residual", _sides("residual", y=3.0, f=5.0)) == [4, -2]
    q = np.repeat([0, 1], 3)
    assert _tell("structure_score", _sides("structure_score", gamma=0.0, q=q, **SLOPES)) == [-9, 0]
    # The split after the first flat, from either end; its gain from the objective of two leaves.
    told = {}
    for way, x in ("first", SIZE), ("last", -SIZE):
        alone = x[:, 0] == x[0, 0]
        threshold = 1.5 if way == "first" else -1.5
        G = SLOPES["g"][alone].sum(), SLOPES["g"][~alone].sum()
        fall = sum(g**2 / (n + 1) for g, n in zip(G, (1, 5), strict=True)) / 2
        tree = SimpleNamespace(
            feature=np.array([0]), threshold=np.array([threshold]), gain=np.array([fall])
        )
        told[way] = _sides("gain", tree=tree, X=x.astype(float), price=0.1, **SLOPES)
    (right, again), (_, printed) = told["first"]
    assert np.isclose(right, again)
    glue("gain-right", f"{right + 0.1:.2f}")  # before the price, which is 0.1 here
    glue("gain-printed", f"{printed + 0.1:.2f}")
    glue("gain-turned", f"{told['last'][1][1] + 0.1:.2f}")
    stump = XGBRegressor(n_estimators=1, max_depth=1, tree_method="exact", learning_rate=1.0)
    (tree,) = stump.fit(SIZE, RENT).estimators_[0]
    right, printed = _tell(
        "penalty", _sides("penalty", at=5, tree=tree, leaf=tree.apply(SIZE), **SLOPES)
    )
    assert np.allclose([right, printed], [1.5, 2])
    _, (better, paid) = _sides("gamma_twice", at=0, q=q, **SLOPES)  # η = 6 there
    (gain, _), _ = _sides("gamma_twice", chain=1, at=0, q=q, **SLOPES)
    assert (better, paid) == (1, 0)
    assert np.isclose(gain, 3)
    bits = np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 10, dtype=float)
    either = (bits[:, 0] != bits[:, 1]) + 0.01 * bits[:, 0]
    _, (hist, exact, _) = _sides("pruning", X=bits, y=either)
    assert (hist, exact) == (1, 4)
