"""The checks of the problem set on XGBoost: what `check("gain", split_gain)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

from itertools import pairwise

import numpy as np
from ensemblelab.losses import LogisticLoss, SquaredLoss
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Table,
    check_derivation,
    is_close,
    is_scalar,
    render,
    shape_of,
    tabulate_lines,
    tabulate_values,
)

check = Checks("XGBoost", "xgboost")


def halves(rng, low, high, n):
    """Draw multiples of one half."""
    return rng.integers(2 * low, 2 * high + 1, n) / 2


def vertex(G, H, reg_lambda):
    """Return where the parabola G w + (H + lambda) w^2 / 2 is least, and how low that is."""
    fall = np.polynomial.Polynomial([0.0, G, (H + reg_lambda) / 2])
    (w,) = fall.deriv().roots()
    return w, fall(w)


# Task 1


@check.of(
    "derivatives",
    "The second-order expansion",
    "If the prediction is too small, the loss decreases when it increases: what is the sign of "
    "g there?",
)
def derivatives(rng, squared, logistic):
    """g and h of two losses, against the library's."""
    for name, answer, loss in (
        ("half the squared error", squared, SquaredLoss()),
        ("the logistic loss", logistic, LogisticLoss()),
    ):
        binary = answer is logistic
        cases = [
            {
                "y": rng.permutation(np.arange(n) % 2) if binary else halves(rng, -4, 4, n),
                "f": halves(rng, -3, 3, n),
            }
            for n in (2, 3, 5)
        ]
        trial = AnswerTrial(answer, cases, "xgboost.derivatives")
        trial.demand(
            lambda found, y, f: hasattr(found, "__len__") and len(found) == 2,
            f"{name}: return two arrays, g and h",
        )
        trial.demand(
            lambda found, y, f: shape_of(found[0]) == shape_of(found[1]) == y.shape,
            f"{name}: g and h must each contain a number for every observation",
        )

        def g(y, f, loss=loss):
            return loss.gradient(y.astype(float), f)

        def h(y, f, loss=loss):
            return loss.hessian(y.astype(float), f)

        of_g = [
            (
                f"{name}: your g has the wrong sign. If the prediction is too small, the loss "
                "decreases when it increases, so its derivative g is negative",
                lambda y, f, g=g: -g(y, f),
            ),
            (
                f"{name}: your g is too large by a factor 2. It belongs to a loss without the 1/2",
                lambda y, f, g=g: 2 * g(y, f),
            ),
            (
                f"{name}: you divided by the number of observations; L is the loss of a single "
                "observation",
                lambda y, f, g=g: g(y, f) / len(y),
            ),
        ]
        of_h = [
            (
                f"{name}: your h is too large by a factor 2. It belongs to a loss without the 1/2",
                lambda y, f, h=h: 2 * h(y, f),
            ),
            (
                f"{name}: you divided by the number of observations; L is the loss of a single "
                "observation",
                lambda y, f, h=h: h(y, f) / len(y),
            ),
        ]
        if binary:
            of_g += [
                (
                    "the logistic loss: your g is f - y, the derivative of the squared error. "
                    "f is a log-odds here; which probability belongs to it?",
                    lambda y, f: f - y,
                ),
                (
                    "the logistic loss: your g uses probabilities that decrease as f "
                    "increases; check the sign in the exponent",
                    lambda y, f: 1 / (1 + np.exp(f)) - y,
                ),
                (
                    "the logistic loss: your formula is one for the labels -1 and +1; here "
                    "they are 0 and 1",
                    lambda y, f: -y / (1 + np.exp(y * f)),
                ),
            ]
            of_h += [
                (
                    "the logistic loss: h = 1 belongs to half the squared error; this loss has "
                    "a smaller second derivative",
                    lambda y, f: np.ones(len(y)),
                ),
                (
                    "the logistic loss: your h is p itself. If f is large and p nearly 1, the "
                    "loss is almost a straight line, so h must be nearly 0 there, as it is if "
                    "p is nearly 0",
                    lambda y, f: 1 / (1 + np.exp(-f)),
                ),
                (
                    "the logistic loss: your h is the square of g, not the second derivative",
                    lambda y, f, g=g: g(y, f) ** 2,
                ),
            ]
        for part, right, mistakes in ((0, g, of_g), (1, h, of_h)):
            letter = "gh"[part]
            trial.compare(
                right,
                f"{name}: your {letter} is not the {('first', 'second')[part]} derivative with "
                "respect to f",
                mistakes,
                part=lambda found, part=part: np.asarray(found[part], dtype=float),
                picture=lambda right, yours, y, f, letter=letter: Table(
                    f"{letter} for each observation; ✘ marks an incorrect value",
                    ["observation", "y", "f", f"right {letter}", f"your {letter}"],
                    [[str(i), y[i], f[i], right[i], yours[i]] for i in range(len(y))],
                    [(int(i), 4) for i in np.flatnonzero(~np.isclose(yours, right))],
                ),
            )


# Task 2


def per_leaf(g, h, q):
    return [(g[q == j].sum(), h[q == j].sum()) for j in range(max(q) + 1)]


def best_weights(g, h, q, reg_lambda, gamma):
    return np.array([vertex(G, H, reg_lambda)[0] for G, H in per_leaf(g, h, q)])


def least_objective(g, h, q, reg_lambda, gamma):
    return sum(gamma + vertex(G, H, reg_lambda)[1] for G, H in per_leaf(g, h, q))


def gamma_times(times, half=1.0, **more):
    """Make a score with another number of gammas, and another factor before the sum."""

    def gives(g, h, q, reg_lambda, gamma):
        with_lambda = more.get("reg_lambda", reg_lambda)
        return half * least_objective(g, h, q, with_lambda, 0.0) + gamma * times(g, q)

    return gives


def leaves_of(g, q):
    return max(q) + 1


@check.of(
    "leaves",
    "Leaf weights and the structure score",
    "First write down G and H of each leaf. The weight and the score depend only on these.",
)
def leaves(rng, fill_leaves):
    """Weights and score at the vertex of each leaf's parabola."""
    cases = []
    for J, n in ((1, 2), (2, 4), (3, 6)):
        g = halves(rng, 1, 4, n) * rng.choice([-1, 1], J)[np.arange(n) % J]
        q = rng.permutation(n) % J
        cases.append(
            {
                "g": g,
                "h": halves(rng, 1, 3, n) + 0.5,
                "q": q,
                "reg_lambda": float(rng.integers(1, 4)),
                "gamma": float(rng.integers(1, 5)) / 2,
            }
        )
    trial = AnswerTrial(fill_leaves, cases)
    trial.demand(
        lambda found, *given: hasattr(found, "__len__") and len(found) == 2,
        "return two things, the weights and the score",
    )
    trial.demand(
        lambda found, g, h, q, *prices: shape_of(found[0]) == (max(q) + 1,),
        lambda found, g, h, q, *prices: (
            f"{max(q) + 1} leaves have {max(q) + 1} weights; yours have the shape "
            f"{shape_of(found[0])}"
        ),
        "xgboost.weight",
    )

    def sums(g, h, q, *prices):
        return np.array(per_leaf(g, h, q)).T

    def picture(right, yours, g, h, q, *prices):
        G, H = sums(g, h, q)
        rows = [np.flatnonzero(q == j) for j in range(len(G))]
        return tabulate_values(
            "The leaves, with their sums of g and h",
            {"leaf": range(len(G)), "observations": rows, "G": G, "H": H},
            right,
            yours,
            "an incorrect weight",
        )

    trial.compare(
        best_weights,
        "the weight of a leaf minimizes its part of the objective, which depends on G, H, and "
        "lambda",
        [
            (
                "the signs are wrong. If the derivatives g are negative, the loss decreases "
                "when the prediction increases, so the weight of the leaf must be positive",
                lambda *a: -best_weights(*a),
            ),
            (
                "these are the weights for lambda = 0. lambda is added to H, once in each leaf",
                lambda g, h, q, lam, gamma: best_weights(g, h, q, 0.0, gamma),
            ),
            (
                "this adds lambda once for each observation. It penalizes the weight of the "
                "leaf: once for each leaf",
                lambda g, h, q, lam, gamma: best_weights(g, h + lam, q, 0.0, gamma),
            ),
            (
                "this divides by the number of observations. That is H only if every h is 1",
                lambda g, h, q, lam, gamma: best_weights(g, np.ones(len(g)), q, 0.0, gamma),
            ),
            (
                "this divides by the number of observations plus lambda. The number of "
                "observations is H only if every h is 1",
                lambda g, h, q, lam, gamma: best_weights(g, np.ones(len(g)), q, lam, gamma),
            ),
            (
                "this is half of it. The 1/2 is in the penalty and in the score, and cancels "
                "in the weight",
                lambda *a: best_weights(*a) / 2,
            ),
            (
                "these are the sums G; the denominator is missing",
                lambda *a: -sums(*a)[0],
            ),
        ],
        part=lambda found: np.asarray(found[0], dtype=float),
        equation="xgboost.weight",
        picture=picture,
    )
    trial.demand(lambda found, *a: np.ndim(found[1]) == 0, "the score is one number")

    def whole(g, h, q, lam, gamma):
        return vertex(g.sum(), h.sum(), lam)[1] + gamma * leaves_of(g, q)

    trial.compare(
        least_objective,
        "the score is the minimum of the objective for these leaves",
        [
            (
                "yours is the score without the square of G: a leaf with a negative G would "
                "increase the score, although it reduces the loss as much",
                lambda g, h, q, lam, gamma: (
                    sum(best_weights(g, h, q, lam, gamma)) / 2 + gamma * leaves_of(g, q)
                ),
            ),
            ("yours is the score without the 1/2", gamma_times(leaves_of, 2.0)),
            (
                "yours has the 1/2 on gamma too; it belongs to the sum over G and H only",
                gamma_times(lambda g, q: leaves_of(g, q) / 2),
            ),
            (
                "yours has gamma for one leaf; each leaf of the tree is penalized",
                gamma_times(lambda g, q: 1),
            ),
            (
                "yours has gamma for each observation; each leaf of the tree is penalized",
                gamma_times(lambda g, q: len(g)),
            ),
            (
                "yours has gamma for each split; in this equation each leaf of the tree is "
                "penalized",
                gamma_times(lambda g, q: leaves_of(g, q) - 1),
            ),
            ("yours is the score without gamma", gamma_times(lambda g, q: 0)),
            (
                "yours has gamma subtracted. It is a penalty, so a larger tree must have a "
                "larger score",
                gamma_times(lambda g, q: -leaves_of(g, q)),
            ),
            (
                "yours has the wrong sign of the sum; a tree that reduces the loss has a "
                "smaller score",
                gamma_times(leaves_of, -1.0),
            ),
            ("yours is the score for lambda = 0", gamma_times(leaves_of, reg_lambda=0.0)),
            (
                "yours is the gain of the leaves, with the wrong signs of both parts",
                lambda *a: -least_objective(*a),
            ),
            (
                "yours uses sums over all observations. Each leaf has its own G and H, and "
                "they are not added before the square",
                whole,
            ),
        ],
        part=lambda found: found[1],
        equation="xgboost.score",
    )


# Task 3


@check.of(
    "weight",
    "Leaf weights and the structure score",
    "Substitute numbers: two observations with a g and an h each, and a weight. If one line is "
    "true for them, the next must be true too.",
)
def weight(rng, steps_to_weight):
    """A chain from the slope to the weight."""
    check_derivation(steps_to_weight, "xgboost.weight")


@check.of(
    "score",
    "Leaf weights and the structure score",
    "Substitute numbers, such as G = 2, H = 3, reg_lambda = 1, and w = 1. Each line must have "
    "the same value.",
)
def score(rng, steps_to_score):
    """Test the derivation from the objective of a leaf to a square and the term beside it."""
    check_derivation(steps_to_score, "xgboost.score")


# Task 4


def fall(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    """Return how much smaller the objective of two leaves is than that of one leaf."""
    one = vertex(G_L + G_R, H_L + H_R, reg_lambda)[1]
    return one - vertex(G_L, H_L, reg_lambda)[1] - vertex(G_R, H_R, reg_lambda)[1] - gamma


def terms(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    """Return the terms of the left child, the right one, and the parent."""
    three = ((G_L, H_L), (G_R, H_R), (G_L + G_R, H_L + H_R))
    return [-2 * vertex(G, H, reg_lambda)[1] for G, H in three]


def of_terms(make):
    def gives(G_L, H_L, G_R, H_R, lam, gamma):
        return make(*terms(G_L, H_L, G_R, H_R, lam, gamma), gamma)

    return gives


@check.of(
    "gain",
    "The gain of a split",
    "Compute the three fractions one by one, and print them.",
)
def gain(rng, split_gain):
    """Equation (10), from three parabolas."""
    cases = []
    while len(cases) < 4:
        G_L, G_R = (float(v) for v in rng.integers(-6, 7, 2))
        H_L, H_R, lam, gamma = (float(v) for v in rng.integers(1, 5, 4))
        if 0 not in (G_L, G_R, G_L + G_R) and H_L != H_R:
            case = {"G_L": G_L, "H_L": H_L, "G_R": G_R, "H_R": H_R}
            cases.append({**case, "reg_lambda": lam, "gamma": gamma})
    cases.append(
        {**dict.fromkeys(("G_L", "H_L", "G_R", "H_R"), 1.0), "reg_lambda": 0.0, "gamma": 0.5}
    )
    trial = AnswerTrial(split_gain, cases, "xgboost.10")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        fall,
        "yours is not the reduction of the objective",
        [
            (
                "yours subtracts gamma twice. Two leaves are added and one is removed, "
                "so gamma is counted once for each split",
                of_terms(lambda a, b, p, gamma: (a + b - p) / 2 - 2 * gamma),
            ),
            ("yours omits gamma", of_terms(lambda a, b, p, gamma: (a + b - p) / 2)),
            (
                "yours adds gamma. It is a penalty per leaf, so it reduces the gain",
                of_terms(lambda a, b, p, gamma: (a + b - p) / 2 + gamma),
            ),
            (
                "yours halves gamma; it is outside the brackets and not halved",
                of_terms(lambda a, b, p, gamma: (a + b - p - gamma) / 2),
            ),
            (
                "yours omits the 1/2 before the brackets",
                of_terms(lambda a, b, p, gamma: a + b - p - gamma),
            ),
            (
                "yours halves the children's terms but not the parent's",
                of_terms(lambda a, b, p, gamma: (a + b) / 2 - p - gamma),
            ),
            (
                "yours omits lambda",
                lambda a, b, c, d, lam, gamma: fall(a, b, c, d, 0.0, gamma),
            ),
            (
                "yours omits lambda in the parent's term",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, d, lam, gamma)[2] - terms(a, b, c, d, 0.0, gamma)[2]) / 2
                ),
            ),
            (
                "yours adds lambda twice in the parent's term: the penalty of that leaf is on "
                "one weight too",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, d, lam, gamma)[2] - terms(a, b, c, d, 2 * lam, gamma)[2]) / 2
                ),
            ),
            (
                "yours has H_L + lambda in both children's terms; each of them has its own H",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, b, lam, gamma)[1] - terms(a, b, c, d, lam, gamma)[1]) / 2
                ),
            ),
            (
                "yours omits the parent's term: there was a leaf before the split",
                of_terms(lambda a, b, p, gamma: (a + b) / 2 - gamma),
            ),
            (
                "yours squares G_L and G_R first and then adds; the parent's G is their sum",
                lambda a, b, c, d, lam, gamma: (
                    sum(terms(a, b, c, d, lam, gamma)[:2]) / 2
                    + vertex(np.hypot(a, c), b + d, lam)[1]
                    - gamma
                ),
            ),
            (
                "yours adds the parent's term; subtract it, because that leaf is removed",
                of_terms(lambda a, b, p, gamma: (a + b + p) / 2 - gamma),
            ),
            (
                "yours lacks the squares of G",
                lambda a, b, c, d, lam, gamma: (
                    -(vertex(a, b, lam)[0] + vertex(c, d, lam)[0] - vertex(a + c, b + d, lam)[0])
                    / 2
                    - gamma
                ),
            ),
            (
                "yours has the wrong sign of the brackets",
                of_terms(lambda a, b, p, gamma: -(a + b - p) / 2 - gamma),
            ),
            (
                "yours has the wrong sign: a gain is a *reduction* of the objective",
                of_terms(lambda a, b, p, gamma: gamma - (a + b - p) / 2),
            ),
            (
                "yours replaces a negative gain by 0; the gain of a bad split is negative",
                lambda *a: max(fall(*a), 0.0),
            ),
        ],
        steps=lambda *a: (
            "the terms of the left child, the right child, and the leaf before the split are "
            f"{', '.join(map(render, terms(*a)))}"
        ),
    )


# Tasks 5 and 7


def every_gain(x, g, h, reg_lambda, least=0.0):
    """Return the gain of each place that is allowed; x has no missing values."""
    found = {}
    for low, high in pairwise(sorted(set(x.tolist()))):
        left = x <= low
        if min(h[left].sum(), h[~left].sum()) >= least:
            sums = g[left].sum(), h[left].sum(), g[~left].sum(), h[~left].sum()
            found[(low + high) / 2] = fall(*sums, reg_lambda, 0.0)
    return found


def gains_of(x, g, h, reg_lambda):
    """Return the gain of each threshold and direction."""
    there, found = np.isfinite(x), {}
    for direction, place in (("left", -1e9), ("right", 1e9)):
        for t, value in every_gain(np.where(there, x, place), g, h, reg_lambda).items():
            if abs(t) < 1e6:
                found[t, direction] = value
    return found


def tabulate_places(gains, yours):
    """Make a table of the splits; `yours` is the one that was returned."""
    best = max(gains, key=gains.get)
    head = "t" if not isinstance(best, tuple) else "t, missing to"
    rows = []
    for place, value in gains.items():
        note = "the best" if place == best else "yours" if place == yours else ""
        name = ", ".join(map(str, place)) if isinstance(place, tuple) else render(place)
        rows.append([name, value, note])
    return Table("The gain of each allowed split", [head, "gain", ""], rows)


@check.of(
    "split",
    "The gain of a split",
    "First sort x, g, and h by x. Is each sum over the sorted observations, and do you try "
    "every candidate threshold, including the first and the last?",
)
def split(rng, best_split):
    """The largest gain among the places that are allowed."""
    six = np.arange(6.0)
    light = np.full(6, 0.25)
    seesaw = np.array([7.0, 0.0, -2.0, -1.0, -3.0, -1.0])
    steep = float(rng.integers(6, 10))
    cases = [
        ("no gain", [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], 0.0),
        ("the last candidate", [0.0, 1.0, 2.0, 3.0], [1.0, 1.0, 1.0, -steep], [1.0] * 4, 0.0),
        ("the first candidate", [0.0, 1.0, 2.0, 3.0], [-steep, 1.0, 1.0, 1.0], [1.0] * 4, 0.0),
        (
            "observations in any order",
            10 * (1.0 + rng.permutation(5)),
            halves(rng, -4, 4, 5),
            [1.0] * 5,
            0.0,
        ),
        ("equal values", [1.0, 2.0, 1.0, 2.0, 3.0], [-4.0, 2.0, 3.0, -1.0, -1.0], [1.0] * 5, 0.0),
        (
            "observations with different h",
            [0.0, 1.0, 2.0, 3.0],
            [2.0, -1.0, 1.0, -3.0],
            [3.0, 1.0, 0.5, 0.5],
            0.0,
        ),
        ("a child on the left with a small H", six, seesaw, light, 0.5),
        ("a child on the right with a small H", six[::-1], seesaw, light, 0.5),
        (
            "drawn at random",
            rng.permutation(7) * 1.0,
            halves(rng, -4, 4, 7),
            halves(rng, 1, 3, 7),
            3.0,
        ),
    ]
    for name, *arrays, least in cases:
        x, g, h = (np.array(values, dtype=float) for values in arrays)
        given = {"x": x, "g": g, "h": h, "reg_lambda": 1.0, "min_child_weight": least}
        gains = every_gain(x, g, h, 1.0, least)
        found = ask(best_split, given)
        judge_place(name, given, gains, found)
    for why, x, least in (
        ("all values are equal", [2.0] * 3, 0.0),
        ("H is 3 in all, so it cannot be 2 on both sides", [1.0, 2.0, 3.0], 2.0),
    ):
        given = {"x": np.array(x), "g": np.array([1.0, -2.0, 4.0]), "h": np.ones(3)}
        given |= {"reg_lambda": 1.0, "min_child_weight": least}
        found = ask(best_split, given)
        if found is not None:
            raise Mistake(f"{why}, so the result must be None", "xgboost.10", given, yours=found)


def ask(answer, given):
    """Call an answer that may return None."""
    return AnswerTrial(lambda *a: [answer(*a)], [given], "xgboost.10").found[0][0]


def judge_place(name, given, gains, found):
    """Check a place and its gain, the point first."""
    x, g, h, reg_lambda, least = given.values()
    best = max(gains, key=gains.get)
    if not hasattr(found, "__len__") or len(found) != 2:
        none = (
            "some splits are allowed, but yours is None. Find the best among the allowed ones; "
            "a child may have an H of exactly min_child_weight, and a gain may be negative"
        )
        words = none if found is None else "return (t, gain)"
        raise Mistake(f"{name}: {words}", "xgboost.10", given, (best, gains[best]), found)
    t, reached = (float(value) for value in found)
    words = ""
    if t in x:
        words = "t must be the midpoint between two different values; yours is a value of x itself"
        if list(x).count(t) > 1:
            words = "your t is between two equal values. No threshold separates these observations"
    elif t not in gains and t in every_gain(x, g, h, reg_lambda):
        words = (
            "for your t one side has too small an H. min_child_weight is the minimum of H for "
            "*each* child, not a number of observations"
        )
    elif t not in gains:
        words = "t must be the midpoint between two *neighboring* distinct values"
    elif t != best:
        words = "another split has a larger gain"
        without = every_gain(x, g, h, 0.0, least)
        if least:
            words += (
                ". One of its children may have an H of exactly min_child_weight, which is allowed"
            )
        elif t == max(without, key=without.get):
            words += "; yours is the best for lambda = 0"
        else:
            words += (
                ". Is each sum over the *sorted* observations, and do you try every "
                "candidate threshold?"
            )
    elif is_close(reached, gains[best]):
        return
    elif is_close(reached, 2 * gains[best]):
        words = "t is right, but your gain lacks the 1/2"
    elif is_close(reached, every_gain(x, g, np.ones(len(x)), reg_lambda)[best]):
        words = (
            "t is right, but your gain uses the number of observations instead of H, the sum of h"
        )
    elif is_close(reached, every_gain(x, g, h, 0.0)[best]):
        words = "t is right, but your gain is the one for lambda = 0"
    else:
        words = "t is right, but your gain is not"
    picture = tabulate_places(gains, t)
    raise Mistake(
        f"{name}: {words}", "xgboost.10", given, (best, gains[best]), found, picture=picture
    )


# Task 6


def to_tuples(tree, given):
    """Return a tree as nested tuples of Python's numbers."""
    if isinstance(tree, (tuple, list)):
        if len(tree) != 4:
            raise Mistake("a node is (gain, weight, left, right)", given=given, yours=tree)
        return (
            float(tree[0]),
            float(tree[1]),
            to_tuples(tree[2], given),
            to_tuples(tree[3], given),
        )
    if tree is None or np.ndim(tree):
        raise Mistake("a leaf is one number and stays a leaf", given=given, yours=tree)
    return float(tree)


def lines_of(node, depth=0):
    indent, split = "  " * depth, isinstance(node, tuple)
    if split:
        below = (line for side in node[2:] for line in lines_of(side, depth + 1))
        return [f"{indent}gain {render(node[0])}, weight {render(node[1])}", *below]
    return [f"{indent}leaf {render(node)}"]


def drawn_trees(right, yours):
    """Make a table of two trees, a line for each node."""
    words = "The pruned tree, one line for each node, the left side first"
    return tabulate_lines(words, lines_of(right), lines_of(yours))


def paying(node, gamma):
    """Return the largest gain in a tree minus gamma: the tree stays if that is 0 or more."""
    leaf = not isinstance(node, tuple)
    return -np.inf if leaf else max(node[0] - gamma, *(paying(side, gamma) for side in node[2:]))


def prune_tree(tree, gamma):
    """Return the pruned tree, from the top: a node stays if a split at or below it stays."""
    if not isinstance(tree, tuple) or paying(tree, gamma) < 0:
        return tree[1] if isinstance(tree, tuple) else tree
    return (*tree[:2], prune_tree(tree[2], gamma), prune_tree(tree[3], gamma))


@check.of(
    "prune",
    r"The penalty per leaf $\gamma$",
    "Let the function call itself for both sides first, and only then compare the gain of the "
    "node.",
)
def prune(rng, prune):
    """Test the pruning of small trees."""
    gamma = float(rng.integers(2, 5))
    a, b, c, d = (float(v) for v in rng.choice(np.arange(-20, 20), 4, replace=False) / 4 + 0.1)
    pays, poor = (gamma + 1, a, b, c), (gamma - 1, d, c, b)
    exact = (gamma, b, c, d)
    cases = [
        (a, "a leaf stays a leaf"),
        (
            pays,
            "a gain above gamma is large enough. If you subtract gamma and then compare with "
            "gamma again, you count it twice (xgboost.once)",
        ),
        (
            poor,
            "a gain below gamma is too small, so the node becomes a leaf with its own weight",
        ),
        (exact, "a gain of exactly gamma stays"),
        ((3 * gamma, 0.0, pays, poor), "only the gain of the split on the right is too small"),
        (
            (0.1, 0.0, pays, pays),
            "the gain of the root is too small, but those of the splits below it are large "
            "enough, so the root must stay. Prune from the bottom up",
        ),
        (
            (0.1, 0.0, poor, pays),
            "one split below the root has a large enough gain, so the root must stay",
        ),
        (
            (0.1, 0.0, a, (gamma + 0.5, b, c, d)),
            "the root stays because the split below it stays. It does not matter that both "
            "together gain less than the penalty of two leaves: every split is judged by itself",
        ),
        (
            (gamma - 0.5, d, poor, a),
            "the split below is removed first; then the root has only leaves below it, its own "
            "gain is too small, and it is removed too",
        ),
        (
            (gamma - 0.5, d, poor, poor),
            "both splits below are removed first; then the root is removed too",
        ),
        ((-0.5, b, a, c), "a split with a negative gain is removed, even for gamma = 0"),
    ]
    for tree, why in cases:
        price = 0.0 if tree == (-0.5, b, a, c) else gamma
        given = {"tree": tree, "gamma": price}
        yours = to_tuples(AnswerTrial(prune, [given], "xgboost.gamma").found[0], given)
        right = to_tuples(prune_tree(tree, price), given)
        if yours == right:
            continue
        words = why
        if isinstance(right, tuple) and isinstance(yours, tuple) and yours[0] != right[0]:
            words = f"a split that stays keeps its gain before gamma, {render(right[0])}"
        elif tree == poor and not isinstance(yours, tuple):
            words = (
                "the node becomes a leaf with its own weight, not with one computed from its "
                "children's"
            )
        raise Mistake(
            words, "xgboost.gamma", given, right, yours, picture=drawn_trees(right, yours)
        )


# Task 7


@check.of(
    "missing",
    "Missing values",
    "`np.isnan(x)` is true for the observations whose value is missing. Add up their G and H once.",
)
def missing(rng, split_with_missing):
    """Both directions at every threshold."""
    gap = np.nan
    four = [1.0, 2.0, 3.0, 4.0, gap, gap]
    n, rising = float(rng.integers(3, 6)), [-2.0, -1.0, 1.0, 2.0]
    cases = [
        ("missing where g is positive, as it is on the right", four, [*rising, n, 1.0]),
        ("missing where g is negative, as it is on the left", four, [*rising, -n, -1.0]),
        ("missing values change the best threshold", four, [-4.0, 3.0, -4.0, 0.0, 4.0, 5.0]),
        ("missing values first, the others in any order", [gap, gap, 2.0, 1.0, 3.0],
         [0.0, 1.0, -2.0, -1.0, 3.0]),
        ("nothing is missing", 1.0 + rng.permutation(3), [2.0, -2.0, -1.0]),
    ]  # fmt: skip
    for name, x, g in cases:
        x, g = np.array(x), np.array(g)
        given = {"x": x, "g": g, "h": np.ones(len(x)), "reg_lambda": 1.0}
        judge_direction(name, given, gains_of(*given.values()), ask(split_with_missing, given))
    for x in ([gap, 2.0, 2.0], [gap, gap, gap]):
        given = {
            "x": np.array(x),
            "g": np.array([1.0, -2.0, 4.0]),
            "h": np.ones(3),
            "reg_lambda": 1.0,
        }
        found = ask(split_with_missing, given)
        if found is not None:
            raise Mistake(
                "there are fewer than two distinct known values, so the result must be None",
                given=given,
                yours=found,
            )


def judge_direction(name, given, gains, found):
    """Check a threshold, a direction and their gain, the point first."""
    best = max(gains, key=gains.get)
    about = ("xgboost.10", given, (*best, gains[best]), found)
    if not hasattr(found, "__len__") or len(found) != 3:
        raise Mistake(f"{name}: return (t, direction, gain)", *about)
    t, direction, reached = found
    if direction not in ("left", "right"):
        raise Mistake("direction is 'left' or 'right'", *about)
    if not np.isfinite(t) or not np.isfinite(reached):
        raise Mistake(f"{name}: your t or gain is nan because of a missing value", *about)
    ways = [d for d in ("left", "right") if is_close(gains.get((best[0], d)), gains[best])]
    thresholds = {place for place, _ in gains}
    words = ""
    if t not in thresholds:
        words = "the thresholds are the midpoints between neighboring known values"
    elif t != best[0]:
        words = (
            "another threshold has a larger gain. Do you include the observations with missing "
            "values, and do you try both directions for every threshold?"
        )
    elif direction not in ways and is_close(reached, gains[best]):
        words = (
            "your gain is that of the other direction. Are the names of the directions exchanged?"
        )
    elif direction not in ways:
        words = (
            "the threshold is right, but the other direction has a larger gain. The direction "
            "is learned: do you try both and keep the better one?"
        )
    elif is_close(reached, gains[best]):
        return
    elif is_close(reached, 2 * gains[best]):
        words = "t and direction are right, but your gain lacks the 1/2"
    elif is_close(reached, gains_of(*list(given.values())[:3], 0.0)[best[0], direction]):
        words = "t and direction are right, but your gain is the one for lambda = 0"
    else:
        words = (
            "t and direction are right, but your gain is not. The observations with missing "
            "values belong to one child *and* to the parent"
        )
    raise Mistake(f"{name}: {words}", *about, picture=tabulate_places(gains, (t, direction)))


# Task 8


@check.of(
    "boost",
    "The algorithm",
    "Print f at the beginning of each round. What has the last tree added to it, and for which "
    "observations?",
    "predict begins with the same constant as fit, and applies all trees to its own X.",
)
def boost(rng, Booster):
    """Test two rounds with given splits, by their derivatives and predictions."""
    X = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]])
    f0, rate, lam = float(rng.integers(1, 4)), 0.5, 2.0
    y = f0 + rng.permutation(np.arange(2.0, 6.0)) * [-1, -1, 1, 1]
    places, weight = [(0, 2.0), (1, 4.0)], np.array([1.0, 1.0, 2.0, 2.0])
    at, seen = [], []

    def slopes(y, f):
        """Return the derivatives of half the squared error; observations 2 and 3 count twice."""
        at.append(np.array(f, dtype=float))
        return weight * (f - y), weight.copy()

    def in_turn(X, g, h):
        """Split where the list of places says."""
        seen.append(np.array(g, dtype=float))
        return places[len(seen) - 1] if len(seen) <= len(places) else None

    told = {"X": X, "y": y, "f0": f0, "rounds": 2, "learning_rate": rate, "reg_lambda": lam}
    told["splits"] = places

    def wrong(words, expected=..., yours=..., picture=None):
        label = "algorithm XGBoost"
        return Mistake(words, label, told, expected, yours, picture=picture)

    model = Booster(f0, 2, rate, lam).fit(X.copy(), y.copy(), slopes, in_turn)
    if model is None:
        raise wrong("fit must return the model itself, self")
    if len(seen) != 2:
        raise wrong(
            f"split must be called once in each round, 2 times, but you called it {len(seen)} times"
        )
    start = np.full(4, f0)
    if not is_close(at[0], start):
        raise wrong(
            "line 1: the first g and h are those at f0 for each of 4 observations", start, at[0]
        )

    def tree(f, place, shrink=rate, reg=lam, H=weight):
        left = X[:, place[0]] < place[1]
        g = weight * (f - y)
        low, high = (vertex(g[s].sum(), H[s].sum(), reg)[0] for s in (left, ~left))
        return shrink * np.where(left, low, high)

    first, ones = places[0], np.ones(4)
    right = start + tree(start, first)
    if not is_close(at[-1], right):
        why = "in the second round, g and h are not those at the f after the first round"
        for words, value in (
            ("in the second round, g and h are those at f0 again: use the new f", start),
            ("a full step was made; the learning rate is missing",
             start + tree(start, first, 1.0)),
            ("f has moved away from y; the weight of a leaf has the wrong sign",
             start - tree(start, first)),
            ("the weights are those for lambda = 0", start + tree(start, first, reg=0.0)),
            ("G is divided by the number of observations; that is H only if every h is 1",
             start + tree(start, first, reg=0.0, H=ones)),
            ("G is divided by the number of observations plus lambda; H is the sum of h",
             start + tree(start, first, H=ones)),
            ("g and h are those at the new tree alone; add it to the previous f",
             tree(start, first)),
            ("g and h are those at the new tree alone, in full; add it to the previous f",
             tree(start, first, 1.0)),
            ("the two leaves are exchanged: x_j < t goes to the left",
             start + tree(start, first)[[2, 3, 0, 1]]),
            ("an observation on the threshold goes to the right: 2 < 2 is false",
             start + tree(start, (0, 2.5))),
        ):  # fmt: skip
            if is_close(at[-1], value):
                why = words
                break
        raise wrong(why, right, at[-1])
    second = weight * (right - y)
    if not is_close(seen[1], second):
        raise wrong("in round 2 split must get the new g", second, seen[1])
    whole = right + tree(right, places[1])
    yours = model.predict(X.copy())
    if yours is None:
        raise wrong("predict returned nothing (None): only return hands it over")
    if shape_of(yours) != (4,):
        raise wrong("predict must return a number for each of 4 observations", whole, yours)
    if not is_close(yours, whole):
        why = "predict adds up all the trees by the rule of fit: x_j < t goes to the left"
        both = tree(start, first), tree(right, places[1])
        for words, value in (
            ("your predictions are too small by f0 for every observation. They must begin with "
             "f0 too",
             whole - f0),
            ("fit multiplies its steps by the learning rate, but predict adds the full weights",
             start + (both[0] + both[1]) / rate),
            ("the learning rate is applied twice, in the weights that fit stores and in predict",
             start + rate * (both[0] + both[1])),
            ("predict uses the last tree only", start + both[1]),
            ("predict uses the first tree only", start + both[0]),
        ):  # fmt: skip
            if is_close(yours, value):
                why = words
                break
        raise wrong(why, whole, yours)
    leaf = {j: [] for j in (0, 1)}
    for k, place in enumerate(places):
        step = (tree(start, first), tree(right, places[1]))[k]
        left = X[:, place[0]] < place[1]
        leaf[k] = step[left][0], step[~left][0]
    X_new = np.array([[2.0, 0.0], [1.9, 4.0], [-5.0, 9.0]])
    new = np.array(
        [f0 + sum(leaf[k][0 if x[j] < t else 1] for k, (j, t) in enumerate(places)) for x in X_new]
    )
    yours = model.predict(X_new.copy())
    told["X"] = X_new
    if shape_of(yours) != (3,):
        raise wrong("predict must apply the trees to its own X", new, yours)
    if not is_close(yours, new):
        raise wrong("unseen observations follow the rule of fit: x_j < t to the left", new, yours)
    try:
        empty = Booster(f0, 9, rate, lam).fit(X.copy(), y.copy(), slopes, lambda X, g, h: None)
        yours = empty.predict(X.copy())
    except TypeError as error:
        yours = f"TypeError: {error}"
    if not is_close(yours, start):
        told["splits"] = None
        raise wrong(
            "if split returns None at once, there are no trees, and f0 is predicted for each "
            "observation",
            start,
            yours,
        )
