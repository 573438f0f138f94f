"""The checks of the problem set on XGBoost: what `check("gain", split_gain)` tests.

Each draws small inputs, finds out in a way of its own what is right for them, and compares. Where
an answer is wrong in a way that is known, it says in which. Grading does not use this copy.
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
    "When it is not",
    "Where the prediction is too low, raising it lowers the loss: what sign has its slope there?",
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
            lambda found, y, f: np.shape(found[0]) == np.shape(found[1]) == np.shape(y),
            f"{name}: g and h must each hold a number for every row",
        )

        def g(y, f, loss=loss):
            return loss.gradient(y.astype(float), f)

        def h(y, f, loss=loss):
            return loss.hessian(y.astype(float), f)

        of_g = [
            (
                f"{name}: your g is turned round. Where the prediction is too low, raising it "
                "lowers the loss, and its slope g is negative",
                lambda y, f, g=g: -g(y, f),
            ),
            (
                f"{name}: your g is too large by a factor 2. It belongs to a loss without the 1/2",
                lambda y, f, g=g: 2 * g(y, f),
            ),
            (
                f"{name}: you divided by the number of rows; L is the loss of a single row",
                lambda y, f, g=g: g(y, f) / len(y),
            ),
        ]
        of_h = [
            (
                f"{name}: your h is too large by a factor 2. It belongs to a loss without the 1/2",
                lambda y, f, h=h: 2 * h(y, f),
            ),
            (
                f"{name}: you divided by the number of rows; L is the loss of a single row",
                lambda y, f, h=h: h(y, f) / len(y),
            ),
        ]
        if binary:
            of_g += [
                (
                    "the logistic loss: your g is f - y, the slope of the squared error. f is a "
                    "log-odds here; which probability does it stand for?",
                    lambda y, f: f - y,
                ),
                (
                    "the logistic loss: your g comes from probabilities that fall as f rises; look "
                    "at the sign in the exponent",
                    lambda y, f: 1 / (1 + np.exp(f)) - y,
                ),
                (
                    "the logistic loss: your formula is one for the labels -1 and +1; here they "
                    "are 0 and 1",
                    lambda y, f: -y / (1 + np.exp(y * f)),
                ),
            ]
            of_h += [
                (
                    "the logistic loss: h = 1 belongs to half the squared error; this loss bends "
                    "less",
                    lambda y, f: np.ones(len(y)),
                ),
                (
                    "the logistic loss: your h is p itself. Where f is large and p nearly 1 the "
                    "loss is almost a straight line, so h must be near 0 there, as it is where p "
                    "is nearly 0",
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
                f"{name}: your {letter} is not the {('first', 'second')[part]} derivative by f",
                mistakes,
                part=lambda found, part=part: np.asarray(found[part], dtype=float),
                picture=lambda right, yours, y, f, letter=letter: Table(
                    f"{letter} row by row; ✘ marks what is not right",
                    ["row", "y", "f", f"right {letter}", f"your {letter}"],
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
    "What is the best weight of a leaf?",
    "First write down G and H of each leaf. The weight and the score need only these.",
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
        lambda found, g, h, q, *prices: np.shape(found[0]) == (max(q) + 1,),
        lambda found, g, h, q, *prices: (
            f"{max(q) + 1} leaves have {max(q) + 1} weights; yours have the shape "
            f"{np.shape(found[0])}"
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
            {"leaf": range(len(G)), "rows": rows, "G": G, "H": H},
            right,
            yours,
            "a weight that is not right",
        )

    trial.compare(
        best_weights,
        "a leaf's weight is where its part of the objective is least: from G, H and lambda",
        [
            (
                "the signs are turned round. Where the slopes g are negative the loss falls if the "
                "prediction rises, so that leaf's weight must be positive",
                lambda *a: -best_weights(*a),
            ),
            (
                "these are the weights for lambda = 0. lambda stands beside H, once in each leaf",
                lambda g, h, q, lam, gamma: best_weights(g, h, q, 0.0, gamma),
            ),
            (
                "this adds lambda once for each row. It is a price on the leaf's weight: once for "
                "each leaf",
                lambda g, h, q, lam, gamma: best_weights(g, h + lam, q, 0.0, gamma),
            ),
            (
                "this divides by the number of rows. That is H only where every h is 1",
                lambda g, h, q, lam, gamma: best_weights(g, np.ones(len(g)), q, 0.0, gamma),
            ),
            (
                "this divides by the number of rows and lambda. The number of rows is H only where "
                "every h is 1",
                lambda g, h, q, lam, gamma: best_weights(g, np.ones(len(g)), q, lam, gamma),
            ),
            (
                "this is half of it. The 1/2 stands in the price and in the score, and drops out "
                "of the weight",
                lambda *a: best_weights(*a) / 2,
            ),
            (
                "these are the sums G; what divides them is missing",
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
        "the score is the least that the objective can be with these leaves",
        [
            (
                "yours is the score without the square of G: a leaf with a negative G would make "
                "the tree worse, though it lowers the loss as much",
                lambda g, h, q, lam, gamma: (
                    sum(best_weights(g, h, q, lam, gamma)) / 2 + gamma * leaves_of(g, q)
                ),
            ),
            ("yours is the score without the 1/2", gamma_times(leaves_of, 2.0)),
            (
                "yours has the 1/2 on gamma too; it belongs to the sum over G and H alone",
                gamma_times(lambda g, q: leaves_of(g, q) / 2),
            ),
            (
                "yours has gamma for one leaf; a tree pays for each of its leaves",
                gamma_times(lambda g, q: 1),
            ),
            (
                "yours has gamma for each row; a tree pays for each of its leaves",
                gamma_times(lambda g, q: len(g)),
            ),
            (
                "yours has gamma for each split; in this equation a tree pays for each of its "
                "leaves",
                gamma_times(lambda g, q: leaves_of(g, q) - 1),
            ),
            ("yours is the score without gamma", gamma_times(lambda g, q: 0)),
            (
                "yours has gamma subtracted. It is a price: a larger tree must be worse by it",
                gamma_times(lambda g, q: -leaves_of(g, q)),
            ),
            (
                "yours has the sign of the sum turned round; a tree that lowers the loss has a "
                "smaller score",
                gamma_times(leaves_of, -1.0),
            ),
            ("yours is the score for lambda = 0", gamma_times(leaves_of, reg_lambda=0.0)),
            (
                "yours is the gain of the leaves, with the signs of both parts turned round",
                lambda *a: -least_objective(*a),
            ),
            (
                "yours is of sums over all rows. Each leaf has its own G and H, and they do not "
                "add up before the square",
                whole,
            ),
        ],
        part=lambda found: found[1],
        equation="xgboost.score",
    )


# Task 3


@check.of(
    "weight",
    "What is the best weight of a leaf?",
    "Put numbers in: two rows, with a slope and a curvature each, and a weight. If one line is "
    "true for it, so must the next be.",
)
def weight(rng, steps_to_weight):
    """A chain from the slope to the weight."""
    check_derivation(steps_to_weight, "xgboost.weight")


@check.of(
    "score",
    "What is the best weight of a leaf?",
    "Put numbers in, such as G = 2, H = 3, reg_lambda = 1 and w = 1. Each line must come out the "
    "same.",
)
def score(rng, steps_to_score):
    """A chain from the objective of a leaf to a square and what stands beside it."""
    check_derivation(steps_to_score, "xgboost.score")


# Task 4


def fall(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    """Return how much lower two leaves' objective is than that of one leaf with all the rows."""
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
    "Which split is best?",
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
    trial.demand(is_scalar, "one number is asked for")
    trial.compare(
        fall,
        "yours is not by how much the objective falls",
        [
            (
                "yours subtracts gamma twice. Two leaves come, but one goes, so there is one more "
                "to pay for: gamma is counted once for each split",
                of_terms(lambda a, b, p, gamma: (a + b - p) / 2 - 2 * gamma),
            ),
            ("yours leaves out gamma", of_terms(lambda a, b, p, gamma: (a + b - p) / 2)),
            (
                "yours adds gamma. A leaf has a price, so it makes the gain smaller",
                of_terms(lambda a, b, p, gamma: (a + b - p) / 2 + gamma),
            ),
            (
                "yours halves gamma; it stands outside the bracket and is not halved",
                of_terms(lambda a, b, p, gamma: (a + b - p - gamma) / 2),
            ),
            (
                "yours leaves out the 1/2 before the bracket",
                of_terms(lambda a, b, p, gamma: a + b - p - gamma),
            ),
            (
                "yours halves the children's terms and not the parent's",
                of_terms(lambda a, b, p, gamma: (a + b) / 2 - p - gamma),
            ),
            (
                "yours leaves out lambda",
                lambda a, b, c, d, lam, gamma: fall(a, b, c, d, 0.0, gamma),
            ),
            (
                "yours leaves out lambda in the parent's term",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, d, lam, gamma)[2] - terms(a, b, c, d, 0.0, gamma)[2]) / 2
                ),
            ),
            (
                "yours adds lambda twice in the parent's term: that leaf, too, had a price on one "
                "weight",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, d, lam, gamma)[2] - terms(a, b, c, d, 2 * lam, gamma)[2]) / 2
                ),
            ),
            (
                "yours has H_L + lambda under both children; each of them stands over its own H",
                lambda a, b, c, d, lam, gamma: (
                    fall(a, b, c, d, lam, gamma)
                    + (terms(a, b, c, b, lam, gamma)[1] - terms(a, b, c, d, lam, gamma)[1]) / 2
                ),
            ),
            (
                "yours leaves out the parent's term: a leaf was there before the split",
                of_terms(lambda a, b, p, gamma: (a + b) / 2 - gamma),
            ),
            (
                "yours squares G_L and G_R first and adds then; the parent's G is their sum",
                lambda a, b, c, d, lam, gamma: (
                    sum(terms(a, b, c, d, lam, gamma)[:2]) / 2
                    + vertex(np.hypot(a, c), b + d, lam)[1]
                    - gamma
                ),
            ),
            (
                "yours adds the parent's term; that leaf goes",
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
                "yours has the sign of the bracket turned round",
                of_terms(lambda a, b, p, gamma: -(a + b - p) / 2 - gamma),
            ),
            (
                "yours has the sign turned round: a gain is by how much the objective *falls*",
                of_terms(lambda a, b, p, gamma: gamma - (a + b - p) / 2),
            ),
            (
                "yours makes of a negative gain 0; a split that does not pay has a negative one",
                lambda *a: max(fall(*a), 0.0),
            ),
        ],
        steps=lambda *a: (
            "the terms of the left child, of the right one and of the leaf before the split are "
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
    """Make a table of the places; `yours` is the one that came."""
    best = max(gains, key=gains.get)
    head = "t" if not isinstance(best, tuple) else "t, missing to"
    rows = []
    for place, value in gains.items():
        note = "the best" if place == best else "yours" if place == yours else ""
        name = ", ".join(map(str, place)) if isinstance(place, tuple) else render(place)
        rows.append([name, value, note])
    return Table("What each place that is allowed gains", [head, "gain", ""], rows)


@check.of(
    "split",
    "Which split is best?",
    "Sort x, g and h by x first. Is each sum one of the sorted rows, and is every place tried, the "
    "first and the last too?",
)
def split(rng, best_split):
    """The largest gain among the places that are allowed."""
    six = np.arange(6.0)
    light = np.full(6, 0.25)
    seesaw = np.array([7.0, 0.0, -2.0, -1.0, -3.0, -1.0])
    steep = float(rng.integers(6, 10))
    cases = [
        ("nothing to gain", [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], 0.0),
        ("the last place", [0.0, 1.0, 2.0, 3.0], [1.0, 1.0, 1.0, -steep], [1.0] * 4, 0.0),
        ("the first place", [0.0, 1.0, 2.0, 3.0], [-steep, 1.0, 1.0, 1.0], [1.0] * 4, 0.0),
        (
            "rows in any order",
            10 * (1.0 + rng.permutation(5)),
            halves(rng, -4, 4, 5),
            [1.0] * 5,
            0.0,
        ),
        ("equal values", [1.0, 2.0, 1.0, 2.0, 3.0], [-4.0, 2.0, 3.0, -1.0, -1.0], [1.0] * 5, 0.0),
        (
            "rows of unequal h",
            [0.0, 1.0, 2.0, 3.0],
            [2.0, -1.0, 1.0, -3.0],
            [3.0, 1.0, 0.5, 0.5],
            0.0,
        ),
        ("a light child on the left", six, seesaw, light, 0.5),
        ("a light child on the right", six[::-1], seesaw, light, 0.5),
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
            raise Mistake(f"{why}, so None is to be returned", "xgboost.10", given, yours=found)


def ask(answer, given):
    """Call an answer that may return None."""
    return AnswerTrial(lambda *a: [answer(*a)], [given], "xgboost.10").found[0][0]


def judge_place(name, given, gains, found):
    """Check a place and its gain, the point first."""
    x, g, h, reg_lambda, least = given.values()
    best = max(gains, key=gains.get)
    if not hasattr(found, "__len__") or len(found) != 2:
        none = (
            "there are splits that are allowed; yours is None. Look for the best among the allowed "
            "ones only; one that weighs exactly min_child_weight is, and a gain may be negative"
        )
        words = none if found is None else "return (t, gain)"
        raise Mistake(f"{name}: {words}", "xgboost.10", given, (best, gains[best]), found)
    t, reached = (float(value) for value in found)
    words = ""
    if t in x:
        words = "t lies half-way between two different values, and yours is a value of x itself"
        if list(x).count(t) > 1:
            words = "your t lies between two equal values. No threshold can part these rows"
    elif t not in gains and t in every_gain(x, g, h, reg_lambda):
        words = (
            "at your t one side has too small an H. min_child_weight is the least H of *each* "
            "child, and not a number of rows"
        )
    elif t not in gains:
        words = "t lies half-way between two *neighbouring* different values"
    elif t != best:
        words = "another place gains more"
        without = every_gain(x, g, h, 0.0, least)
        if least:
            words += ". There one child may weigh exactly min_child_weight, which is enough"
        elif t == max(without, key=without.get):
            words += "; yours is the best for lambda = 0"
        else:
            words += ". Is each sum one of the *sorted* rows, and is every place tried?"
    elif is_close(reached, gains[best]):
        return
    elif is_close(reached, 2 * gains[best]):
        words = "t is right, but your gain lacks the 1/2"
    elif is_close(reached, every_gain(x, g, np.ones(len(x)), reg_lambda)[best]):
        words = "t is right, but your gain takes the number of rows for H; it is the sum of h"
    elif is_close(reached, every_gain(x, g, h, 0.0)[best]):
        words = "t is right, but your gain is the one for lambda = 0"
    else:
        words = "t is right, and your gain is not"
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
        raise Mistake("a leaf is one number, and stays a leaf", given=given, yours=tree)
    return float(tree)


def lines_of(node, depth=0):
    indent, split = "  " * depth, isinstance(node, tuple)
    if split:
        below = (line for side in node[2:] for line in lines_of(side, depth + 1))
        return [f"{indent}gain {render(node[0])}, weight {render(node[1])}", *below]
    return [f"{indent}leaf {render(node)}"]


def drawn_trees(right, yours):
    """Make a table of two trees, a line for each node."""
    words = "What is left, a line for each node, the left side first"
    return tabulate_lines(words, lines_of(right), lines_of(yours))


def paying(node, gamma):
    """Return the largest gain in a tree less gamma: it stays if that is 0 or more."""
    leaf = not isinstance(node, tuple)
    return -np.inf if leaf else max(node[0] - gamma, *(paying(side, gamma) for side in node[2:]))


def prune_tree(tree, gamma):
    """Return what stays, found from the top: a node stays if something at or below it pays."""
    if not isinstance(tree, tuple) or paying(tree, gamma) < 0:
        return tree[1] if isinstance(tree, tuple) else tree
    return (*tree[:2], prune_tree(tree[2], gamma), prune_tree(tree[3], gamma))


@check.of(
    "prune",
    r"What does $\gamma$ do?",
    "Let the function call itself for both sides first, and look at the node's own gain then.",
)
def prune(rng, prune):
    """What is left of small trees at a price."""
    gamma = float(rng.integers(2, 5))
    a, b, c, d = (float(v) for v in rng.choice(np.arange(-20, 20), 4, replace=False) / 4 + 0.1)
    pays, poor = (gamma + 1, a, b, c), (gamma - 1, d, c, b)
    exact = (gamma, b, c, d)
    cases = [
        (a, "a leaf stays a leaf"),
        (
            pays,
            "a gain above gamma pays for the leaf. What is left over need not be gamma again: to "
            "subtract gamma and then still ask for gamma counts it twice (xgboost.once)",
        ),
        (
            poor,
            "a gain below gamma does not pay for the leaf, and the node becomes a leaf with its "
            "own weight",
        ),
        (exact, "a gain of exactly gamma stays"),
        ((3 * gamma, 0.0, pays, poor), "only the split on the right does not pay"),
        (
            (0.1, 0.0, pays, pays),
            "the root does not pay, but the splits below it do, and they need it. Prune from the "
            "bottom up",
        ),
        ((0.1, 0.0, poor, pays), "one split below the root pays, and needs it"),
        (
            (0.1, 0.0, a, (gamma + 0.5, b, c, d)),
            "the root stays, as the split below it pays. That both gain less than two leaves cost "
            "together is not looked at: every split is judged by itself",
        ),
        (
            (gamma - 0.5, d, poor, a),
            "the split below goes first; then the root has nothing but leaves below it, does not "
            "pay either, and goes too",
        ),
        ((gamma - 0.5, d, poor, poor), "both splits below go first; then the root goes too"),
        ((-0.5, b, a, c), "a split with a negative gain goes, even at gamma = 0"),
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
                "the node becomes a leaf with its own weight, not with one made of its children's"
            )
        raise Mistake(
            words, "xgboost.gamma", given, right, yours, picture=drawn_trees(right, yours)
        )


# Task 7


@check.of(
    "missing",
    "What if a value is missing?",
    "`np.isnan(x)` marks the rows whose value is missing. Add up their G and H once.",
)
def missing(rng, split_with_missing):
    """Both directions at every threshold."""
    gap = np.nan
    four = [1.0, 2.0, 3.0, 4.0, gap, gap]
    n, rising = float(rng.integers(3, 6)), [-2.0, -1.0, 1.0, 2.0]
    cases = [
        ("missing where g is positive, as it is on the right", four, [*rising, n, 1.0]),
        ("missing where g is negative, as it is on the left", four, [*rising, -n, -1.0]),
        ("the missing rows change the best threshold", four, [-4.0, 3.0, -4.0, 0.0, 4.0, 5.0]),
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
                "fewer than two different values are there, so None is to be returned",
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
        raise Mistake(f"{name}: a missing value got into your t or gain", *about)
    ways = [d for d in ("left", "right") if is_close(gains.get((best[0], d)), gains[best])]
    thresholds = {place for place, _ in gains}
    words = ""
    if t not in thresholds:
        words = "the thresholds are half-way between neighbouring values that are there"
    elif t != best[0]:
        words = (
            "another threshold gains more. Do the missing rows take part when you choose it, and "
            "do you try both ways at every threshold?"
        )
    elif direction not in ways and is_close(reached, gains[best]):
        words = "your gain is that of the other direction. Is its name turned round?"
    elif direction not in ways:
        words = (
            "the threshold is right, and the other direction gains more. The direction is learned: "
            "do you try both ways, and keep the better one?"
        )
    elif is_close(reached, gains[best]):
        return
    elif is_close(reached, 2 * gains[best]):
        words = "t and direction are right, but your gain lacks the 1/2"
    elif is_close(reached, gains_of(*list(given.values())[:3], 0.0)[best[0], direction]):
        words = "t and direction are right, but your gain is the one for lambda = 0"
    else:
        words = (
            "t and direction are right, and your gain is not. The missing rows belong to one child "
            "*and* to the parent"
        )
    raise Mistake(f"{name}: {words}", *about, picture=tabulate_places(gains, (t, direction)))


# Task 8


@check.of(
    "boost",
    "The algorithm",
    "Print f at the head of each round. What has the last tree added to it, and to which rows?",
    "predict begins with the same constant as fit, and sends its own X through all trees.",
)
def boost(rng, Booster):
    """Two rounds with given splits, seen by what they ask for."""
    X = np.array([[0.0, 5.0], [1.0, 3.0], [2.0, 8.0], [3.0, 1.0]])
    f0, rate, lam = float(rng.integers(1, 4)), 0.5, 2.0
    y = f0 + rng.permutation(np.arange(2.0, 6.0)) * [-1, -1, 1, 1]
    places, weight = [(0, 2.0), (1, 4.0)], np.array([1.0, 1.0, 2.0, 2.0])
    at, seen = [], []

    def slopes(y, f):
        """The derivatives of half the squared error; rows 2 and 3 count twice."""
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
        raise wrong("fit must give back the model itself, self")
    if len(seen) != 2:
        raise wrong(
            f"split is to be called once in each round, 2 times; yours called it {len(seen)} times"
        )
    start = np.full(4, f0)
    if not is_close(at[0], start):
        raise wrong("line 1: the first g and h are those at f0 for each of 4 rows", start, at[0])

    def tree(f, place, shrink=rate, reg=lam, H=weight):
        left = X[:, place[0]] < place[1]
        g = weight * (f - y)
        low, high = (vertex(g[s].sum(), H[s].sum(), reg)[0] for s in (left, ~left))
        return shrink * np.where(left, low, high)

    first, ones = places[0], np.ones(4)
    right = start + tree(start, first)
    if not is_close(at[-1], right):
        why = "in the second round g and h are those at another f than the first round has left"
        for words, value in (
            ("in the second round g and h are those at f0 again: it must see what the first has "
             "changed", start),
            ("a whole step was made; the learning rate is missing",
             start + tree(start, first, 1.0)),
            ("f has moved away from y; a leaf's weight has the wrong sign",
             start - tree(start, first)),
            ("the weights are those for lambda = 0", start + tree(start, first, reg=0.0)),
            ("G is divided by the number of rows; that is H only where every h is 1",
             start + tree(start, first, reg=0.0, H=ones)),
            ("G is divided by the number of rows + lambda; H is the sum of h",
             start + tree(start, first, H=ones)),
            ("g and h are those at the new tree alone; it must be added to what was there",
             tree(start, first)),
            ("g and h are those at the new tree alone, in full; it must be added to what was there",
             tree(start, first, 1.0)),
            ("the two leaves are exchanged: x_j < t goes to the left",
             start + tree(start, first)[[2, 3, 0, 1]]),
            ("a row on the threshold goes to the right: 2 < 2 is false",
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
    if np.shape(yours) != (4,):
        raise wrong("predict returns a number for each of 4 rows", whole, yours)
    if not is_close(yours, whole):
        why = "predict adds up all the trees, and each by the rule of fit: x_j < t goes to the left"
        both = tree(start, first), tree(right, places[1])
        for words, value in (
            ("your predictions are f0 too small in every row. They, too, begin with f0",
             whole - f0),
            ("fit shortens its steps by the learning rate, but predict adds the whole weights",
             start + (both[0] + both[1]) / rate),
            ("the learning rate is applied twice, in the weights that fit keeps and in predict",
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
    if np.shape(yours) != (3,):
        raise wrong("predict must send the rows of its own X through the trees", new, yours)
    if not is_close(yours, new):
        raise wrong(
            "new rows go through the trees by the rule of fit: x_j < t to the left", new, yours
        )
    try:
        empty = Booster(f0, 9, rate, lam).fit(X.copy(), y.copy(), slopes, lambda X, g, h: None)
        yours = empty.predict(X.copy())
    except TypeError as error:
        yours = f"TypeError: {error}"
    if not is_close(yours, start):
        told["splits"] = None
        raise wrong(
            "where split returns None at once there are no trees, and f0 is predicted for each row",
            start,
            yours,
        )
