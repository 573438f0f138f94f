"""The checks of the problem set on trees: what `check("gini", gini)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

import re
from collections import Counter
from itertools import pairwise

import numpy as np
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Table,
    draw_case,
    is_close,
    is_scalar,
    render,
    shape_of,
    tabulate_values,
    try_call,
)

check = Checks("Decision trees", "trees")


# Task 1


def pairs_that_differ(counts):
    """Return for each node the proportion of pairs, drawn with replacement, that differ."""
    nodes = (np.repeat(np.arange(len(node)), node) for node in counts)
    return np.array([unlike(rows) for rows in nodes])


def unlike(labels):
    return np.mean(labels[:, None] != labels)


def entropies(counts, log, of_nothing):
    """Return entropies, in which 0 log 0 is what it is taken for."""
    p = counts / np.sum(counts, axis=1)[:, None]
    return np.sum(np.where(p > 0, -p * log(np.maximum(p, 1e-300)), of_nothing), axis=1)


NO_LOGARITHM = (
    "your result is nan for some nodes, because log(0) was computed; the Gini index contains "
    "no logarithm"
)
WITH_COUNTS = (
    "you calculate with counts; a proportion is a count divided by the number of "
    "observations in the node"
)
GINI_MISTAKES = [
    (
        "these are the probabilities that two observations have the same class; the Gini index "
        "is 1 minus this",
        lambda c: 1 - pairs_that_differ(c),
    ),
    (
        "this is the proportion of observations outside the most frequent class, the "
        "misclassification rate",
        lambda c: 1 - c.max(axis=1) / c.sum(axis=1),
    ),
    (
        "this is the entropy; the Gini index contains no logarithm",
        lambda c: entropies(c, np.log2, 0),
    ),
    (
        "this is the entropy with the natural logarithm; the Gini index contains no logarithm",
        lambda c: entropies(c, np.log, 0),
    ),
    (NO_LOGARITHM, lambda c: entropies(c, np.log2, np.nan)),
    (NO_LOGARITHM, lambda c: entropies(c, np.log, np.nan)),
    (
        "here two *different* observations are drawn; the draws are with replacement",
        lambda c: pairs_that_differ(c) * c.sum(axis=1) / (c.sum(axis=1) - 1),
    ),
    (
        "your value is half the Gini index: a pair counts in both orders, a then b and b then a",
        lambda c: pairs_that_differ(c) / 2,
    ),
    (
        "the proportions of a node add up to 1, so 1 minus their sum is always 0; square them "
        "first",
        lambda c: np.zeros(len(c)),
    ),
    (
        "you divided by the size of each class, the sum of a column; a proportion refers to "
        "its node, a row",
        lambda c: 1 - np.square(c / c.sum(axis=0)).sum(axis=1),
    ),
    (
        "you divided by the number of all observations in all nodes; each node has proportions "
        "of its own",
        lambda c: 1 - np.square(c / c.sum()).sum(axis=1),
    ),
    (
        "the squares of the proportions are added up, not averaged",
        lambda c: 1 - (1 - pairs_that_differ(c)) / c.shape[1],
    ),
    (WITH_COUNTS, lambda c: 1 - np.square(c).sum(axis=1)),
    (
        "you divided the squares of the counts by n once; squared proportions require n squared",
        lambda c: 1 - np.square(c).sum(axis=1) / c.sum(axis=1),
    ),
]


@check.of(
    "gini",
    "Impurity of a node",
    "In a pure node, two observations never differ in class; in a node with one observation of "
    "each of two classes, they differ with probability one half. What does your function "
    "return for these?",
)
def gini(rng, gini):
    """Test the probability that two draws differ, for each node."""

    def draw(nodes, classes):
        counts = rng.integers(0, 6, size=(nodes, classes), dtype=np.intp)
        counts[np.arange(nodes), rng.integers(classes, size=nodes)] += 2
        counts[-1] = 0  # a pure node
        counts[-1, rng.integers(classes)] = rng.integers(2, 6)
        counts[0] += counts.sum(axis=0) == 0  # no class without a row
        return {"counts": counts}

    cases = [draw(2, 3), draw(4, 2)]
    ways = pairs_that_differ, *(way for _, way in GINI_MISTAKES)
    cases.append(draw_case(lambda: draw(5, 3), *ways, apart=True))
    trial = AnswerTrial(gini, cases, "tree.gini")
    trial.demand(
        lambda found, counts: shape_of(found) != (),
        lambda found, counts: (
            f"each of the {len(counts)} nodes has its own Gini index, but your result is one number"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) != counts.shape[1:],
        lambda found, counts: (
            f"your result has {counts.shape[1]} numbers, one for each class. Each row of counts "
            "is a node; add up along it (axis=1)"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) != (len(counts) - 1,),
        lambda found, counts: (
            f"{len(counts)} nodes have {len(counts)} Gini indices, but your result has "
            f"{len(counts) - 1}. Does your loop stop one node early?"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) == (len(counts),),
        lambda found, counts: (
            f"{len(counts)} nodes have {len(counts)} Gini indices, but your result has the "
            f"shape {shape_of(found)}"
        ),
    )
    trial.compare(
        pairs_that_differ,
        "the Gini index of a node is the probability that two of its observations, drawn with "
        "replacement, differ in class",
        GINI_MISTAKES,
        steps=lambda counts: (
            f"the first node has {counts[0].sum()} observations, so {counts[0].sum() ** 2} "
            f"pairs, of which {render(pairs_that_differ(counts[:1])[0] * counts[0].sum() ** 2)} "
            "differ in class"
        ),
        picture=lambda right, yours, counts: tabulate_values(
            "The nodes",
            {"node": range(len(counts)), **{f"class {k}": of for k, of in enumerate(counts.T)}},
            right,
            yours,
            "an incorrect Gini index",
        ),
    )


# Task 2


def chance_that_two_differ(labels):
    """Return the probability that two of the labels, drawn with replacement, differ."""
    return unlike(np.asarray(labels))


def gained(left, labels, impurity):
    """Return the gain, from each observation and those on its own side."""
    after = [
        np.mean(labels[left == side] != label) for side, label in zip(left, labels, strict=True)
    ]
    return unlike(labels) - np.mean(after)


def from_parts(way):
    """Turn a function of both sides of a split into one of the arguments of `gain`."""

    def gives(left, labels, impurity):
        sides = unlike(labels[left]), unlike(labels[~left])
        return way(np.mean(left), *sides, unlike(labels), len(labels))

    return gives


# of the left side's share s, the sides' impurities a and b, that of all rows, w, and their number
GAIN_MISTAKES = [
    (words, from_parts(way))
    for words, way in [
        (
            "this is the impurity after the split; the gain is the impurity before the split "
            "minus this",
            lambda s, a, b, w, n: s * a + (1 - s) * b,
        ),
        (
            "the size is right, but with the wrong sign: the gain is the impurity before minus "
            "the impurity after",
            lambda s, a, b, w, n: s * a + (1 - s) * b - w,
        ),
        (
            "you gave both sides the same weight; each is weighted by its proportion of the "
            "observations",
            lambda s, a, b, w, n: w - (a + b) / 2,
        ),
        (
            "you subtracted both impurities without weights; each is weighted by its "
            "proportion of the observations",
            lambda s, a, b, w, n: w - a - b,
        ),
        (
            "the weights are exchanged: each side is weighted by its own proportion of the "
            "observations, not by that of the other side",
            lambda s, a, b, w, n: w - (1 - s) * a - s * b,
        ),
        ("the right side is missing", lambda s, a, b, w, n: w - s * a),
        ("the left side is missing", lambda s, a, b, w, n: w - (1 - s) * b),
        (
            "you used the left side alone, without its weight",
            lambda s, a, b, w, n: w - a,
        ),
        (
            "you used the right side alone, without its weight",
            lambda s, a, b, w, n: w - b,
        ),
        (
            "you weighted the sides by their numbers of observations; divide by the number of "
            "all observations",
            lambda s, a, b, w, n: w - n * (s * a + (1 - s) * b),
        ),
        (
            "this is the gain multiplied by the number of observations; weight by proportions "
            "instead",
            lambda s, a, b, w, n: n * (w - s * a - (1 - s) * b),
        ),
        (
            "you divided by the impurity of all observations; the gain is a difference",
            lambda s, a, b, w, n: 1 - (s * a + (1 - s) * b) / w,
        ),
        (
            "you subtracted the more impure side alone; subtract the weighted mean of both sides",
            lambda s, a, b, w, n: w - max(a, b),
        ),
        (
            "you subtracted the purer side alone; subtract the weighted mean of both sides",
            lambda s, a, b, w, n: w - min(a, b),
        ),
    ]
]


def as_row_numbers(left, labels, impurity):
    """Return the result if 0 and 1 are taken for row numbers."""
    s = np.mean(left)
    return unlike(labels) - s * unlike(labels[left * 1]) - (1 - s) * unlike(labels[1 - left])


@check.of(
    "gain",
    "The best split",
    "A split gains 0 if both sides are as impure as the node, and it gains the whole impurity "
    "if both sides are pure. What does your function return in these two cases?",
)
def gain(rng, gain):
    """Test the impurity before minus the impurity after, each side weighted by its proportion."""

    def draw(n, on_the_left):
        left = rng.permutation(n) < on_the_left
        labels = rng.choice(["news", "spam", "home"], size=n)
        return {"left": left, "labels": labels, "impurity": chance_that_two_differ}

    def draw_mixed(n, on_the_left, left_is_worse):
        """Draw impure sides, of which the left one is more impure than the right one, or less."""
        while True:
            case = draw(n, on_the_left)
            a, b = (unlike(case["labels"][case["left"] == side]) for side in (True, False))
            if a and b and (b < a) == left_is_worse:
                return case

    small = draw_case(lambda: draw(3, 1), gained, lambda *_: 0.0)
    # One side alone is the worse one in the one case, and the better one in the other.
    sides = [
        way
        for words, way in GAIN_MISTAKES
        if not ("impure side alone" in words or "purer side alone" in words)
    ]
    ways = gained, as_row_numbers, *sides
    cases = [
        small,
        draw_case(lambda: draw_mixed(7, 3, True), *ways, apart=True),
        draw_case(lambda: draw_mixed(10, 3, False), *ways, apart=True),
    ]
    trial = AnswerTrial(gain, cases, "tree.split")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        gained,
        "the gain is the impurity of all observations minus that of both sides, each weighted "
        "by its proportion of the observations",
        [
            *GAIN_MISTAKES,
            (
                "0 and 1 are taken for row numbers; True and False select observations",
                as_row_numbers,
            ),
            (
                "0 and 1 are taken for row numbers; True and False select observations",
                lambda left, labels, impurity: unlike(labels) - unlike(labels[left * 1]),
            ),
        ],
        picture=lambda right, yours, left, labels, impurity: Table(
            "The observations and their impurity",
            ["", "observations", "labels", "impurity"],
            [
                [name, len(part), " ".join(sorted(part)), unlike(part)]
                for name, part in (
                    ("all", labels),
                    ("left", labels[left]),
                    ("right", labels[~left]),
                )
            ],
        ),
    )


# Task 3


def answer_of_a_leaf(y):
    """Return the constant of least squares."""
    return float(np.linalg.lstsq(np.ones((len(y), 1)), y, rcond=None)[0][0])


def spread(y):
    """Return the mean squared distance from the mean, from those of all pairs."""
    return np.mean((y[:, None] - y) ** 2) / 2


def squares(y, c):
    return np.square(y - c)


ANSWER_MISTAKES = [
    (
        "your leaf value is the median, which minimizes absolute errors",
        np.median,
    ),
    (
        "your leaf value lies halfway between the smallest and the largest target; the targets "
        "between them count too",
        lambda y: (min(y) + max(y)) / 2,
    ),
    (
        "your leaf value is the most frequent value, which is used for classification",
        lambda y: min(Counter(y.tolist()).items(), key=lambda one: (-one[1], one[0]))[0],
    ),
    (
        "your leaf value is rounded down; a mean may lie between whole numbers",
        lambda y: sum(y) // len(y),
    ),
    ("your leaf value is the first target; use all of them", lambda y: y[0]),
    ("your leaf value is the last target; use all of them", lambda y: y[-1]),
    ("your leaf value is the sum of the targets; divide by their number", lambda y: sum(y)),
    (
        "your leaf value divides by n - 1; a mean divides by n",
        lambda y: sum(y) / (len(y) - 1),
    ),
    ("the error and the leaf value are exchanged: the leaf value comes first", spread),
]
ERROR_MISTAKES = [
    (
        "your error is the sum of the squares; return their mean",
        lambda y: len(y) * spread(y),
    ),
    (
        lambda y: (
            f"your error divides by n - 1 = {len(y) - 1}; the mean over {len(y)} observations "
            f"divides by {len(y)}"
        ),
        lambda y: len(y) * spread(y) / (len(y) - 1),
    ),
    (
        "your error is the root of the mean square; return the mean square",
        lambda y: np.sqrt(spread(y)),
    ),
    (
        "your error is the mean of absolute errors; square them",
        lambda y: np.abs(y - answer_of_a_leaf(y)).mean(),
    ),
    (
        "your error is the mean of y squared; subtract the leaf value before you square",
        lambda y: squares(y, 0).mean(),
    ),
    (
        "your error is that of the median, another value than yours",
        lambda y: squares(y, np.median(y)).mean(),
    ),
    (
        "your error is 0: errors above and below the mean cancel, but squares do not",
        lambda y: 0.0,
    ),
]


def squares_of(right, yours, y):
    """Show the sums of the squared errors of two leaf values."""
    rows = [
        ["an observation", v, r, a]
        for v, r, a in zip(y, squares(y, right), squares(y, yours), strict=True)
    ]
    sums = squares(y, right).sum(), squares(y, yours).sum()
    return Table(
        "The squared errors of the right leaf value and of yours, which has a larger sum",
        ["", "target", f"of {render(right)}", f"of {render(float(yours))}"],
        [*rows, ["their sum", "", *sums]],
        [(len(y), 3)],
    )


@check.of(
    "leaf",
    "Regression trees",
    "Increase and decrease your leaf value slightly. What is the sum of the squared errors "
    "each time?",
    "Write down the distance of each target from your leaf value, what you do with these "
    "distances, and the number by which you divide.",
)
def leaf(rng, leaf):
    """Test the leaf value with the smallest squared error, and that error."""

    def draw():
        y = rng.integers(1, 13, size=5).astype(float)
        return {"y": rng.permutation(np.append(y, y[0]))}

    low, high = np.sort(rng.permutation(9)[:2]) + 1.0
    cases = [
        {"y": np.array([low, low + 2 * rng.integers(1, 5) + 1])},
        {"y": np.array([high, low, low])},
        draw_case(
            draw,
            answer_of_a_leaf,
            *(way for _, way in ANSWER_MISTAKES),
            *(way for _, way in ERROR_MISTAKES),
            apart=True,
        ),
    ]
    trial = AnswerTrial(leaf, cases, "tree.leaf")
    trial.demand(
        lambda found, y: shape_of(found) == (2,),
        "two numbers are required, the leaf value and its mean squared error",
    )
    trial.compare(
        answer_of_a_leaf,
        "another leaf value has a smaller sum of squared errors",
        ANSWER_MISTAKES,
        part=lambda found: found[0],
        picture=squares_of,
    )
    trial.compare(
        spread,
        "the leaf value is right, but its error is not: it is the mean of the squared errors",
        ERROR_MISTAKES,
        part=lambda found: found[1],
        steps=lambda y: (
            f"the leaf value {render(answer_of_a_leaf(y))} has the squared errors "
            f"{render(squares(y, answer_of_a_leaf(y)))}"
        ),
    )


# Task 4


def sides_of(X, y):
    """Return for each possible split the targets on either side."""
    found = {}
    for j, column in enumerate(X.T):
        for low, high in pairwise(sorted(set(column.tolist()))):
            found[j, (low + high) / 2] = y[column <= low], y[column >= high]
    return found


def weighted(sides, measure=spread):
    """Return the mean over both sides, in which each observation has the same weight."""
    return np.repeat([measure(side) for side in sides], [len(side) for side in sides]).mean()


def least(X, y, value=weighted, among=lambda asked, all_: True):
    """Return the split with the smallest value, and the first of several."""
    asked = {one: value(sides) for one, sides in sides_of(X, y).items()}
    some = {one: v for one, v in asked.items() if among(one, list(asked))}
    return min(some, key=some.get)


def by_one_less(side):
    """Return the error of a side divided by n - 1, which is 0 for a single observation."""
    return spread(side) * len(side) / max(len(side) - 1, 1)


def unweighted(sides):
    return spread(sides[0]) / 2 + spread(sides[1]) / 2


def of_column(number):
    """Restrict the splits to one of the features that can be split."""
    return lambda asked, all_: asked[0] == sorted({j for j, _ in all_})[number]


def not_the_last_gap(asked, all_):
    return asked[1] < max(t for j, t in all_ if j == asked[0])


QUESTION_MISTAKES = [
    (
        "your split leaves the *largest* error of all",
        lambda X, y: least(X, y, lambda sides: -weighted(sides)),
    ),
    (
        "your split is the first candidate. Does your function return inside the loop?",
        lambda X, y: next(iter(sides_of(X, y))),
    ),
    (
        "your split is the best one on feature 0, but another feature has a better one",
        lambda X, y: least(X, y, among=of_column(0)),
    ),
    (
        "your split is the best one on the last feature, but another feature has a better one. "
        "Do you reset the best split so far when a new feature begins?",
        lambda X, y: least(X, y, among=of_column(-1)),
    ),
    (
        "your split minimizes the unweighted mean of the errors of both sides. Each side is "
        "weighted by its proportion of the observations",
        lambda X, y: least(X, y, unweighted),
    ),
    (
        "your split is the best one if the last candidate threshold of each feature is left "
        "out. Do your loops reach the last candidate threshold?",
        lambda X, y: least(X, y, among=not_the_last_gap),
    ),
    (
        "your split minimizes the standard deviations; compare squared errors",
        lambda X, y: least(X, y, lambda sides: weighted(sides, np.std)),
    ),
    (
        "your split is the best one if the error of a side is divided by n - 1; a mean divides "
        "by n",
        lambda X, y: least(X, y, lambda sides: weighted(sides, by_one_less)),
    ),
]


def of_the_best(value):
    return lambda X, y: value(sides_of(X, y)[least(X, y)], y)


AFTER_MISTAKES = [
    (f"your split is right, but after is not: {words}", of_the_best(value))
    for words, value in [
        (
            "it is the sum of the squared errors; divide by the number of observations",
            lambda sides, y: weighted(sides) * len(y),
        ),
        ("it gives both sides the same weight", lambda sides, y: unweighted(sides)),
        (
            "it adds the errors of both sides without weights",
            lambda sides, y: 2 * unweighted(sides),
        ),
        (
            "it averages standard deviations; do not take the root of the errors",
            lambda sides, y: weighted(sides, np.std),
        ),
        (
            "this is the gain of the split; return the error after it",
            lambda sides, y: spread(y) - weighted(sides),
        ),
        (
            "the error of a side is divided by n - 1 in it",
            lambda sides, y: weighted(sides, by_one_less),
        ),
    ]
]


def one_to_ask(rng, n):
    """Draw data, and the same with reversed columns, for which no two mistakes agree.

    The last two mistakes may find the best split, and are then recognized by their error.
    """
    while True:
        X, y = rng.integers(1, 9, size=(n, 3)) * 1.0, rng.integers(1, 10, size=n) * 1.0
        X[:, 1] = X[0, 1]  # no question
        X[:2, 2] = 9.0  # beyond the last gap; if it were one row, the plain mean would be least too
        y[:2] += 4
        mixed_up = rng.permutation(n)
        X, y = X[mixed_up], y[mixed_up]
        after = {asked: weighted(sides) for asked, sides in sides_of(X, y).items()}
        asked = min(after, key=after.get)
        values = sorted(after.values())
        if (
            asked != list(after)[-1]
            or len(values) < n
            or min(values[1] - values[0], values[-1] - values[-2]) < 0.02
            or asked == least(X, y, unweighted)
            or any(X[:, j].mean() in (t, *X[:, j]) for j, t in after)
        ):
            continue
        turned = X[:, ::-1]
        right, *found = (
            (way(X, y), way(turned, y)) for way in (least, *(way for _, way in QUESTION_MISTAKES))
        )
        wrong = [pair for pair in found if pair != right]
        if right not in found[:-2] and len({*wrong}) == len(wrong):
            return {"X": X, "y": y}, {"X": turned, "y": y}


def what_each_leaves(right, yours, X, y):
    rows = [
        [f"x_{j} <= {render(t)}", *map(len, sides), *map(spread, sides), weighted(sides)]
        for (j, t), sides in sides_of(X, y).items()
    ]
    at = list(sides_of(X, y))
    return Table(
        "The error after each split; ✘ marks yours",
        ["", "left", "right", "error on the left", "error on the right", "after"],
        rows,
        [(at.index((yours[0], yours[1])), 5)],
    )


@check.of(
    "question",
    "The best split",
    "Print (j, t, after) for every split that you try. Is each of them in the table, and is "
    "each split of the table among them?",
    "When a split is better than the best so far, what do you have to store?",
)
def question(rng, best_question):
    """Test the smallest weighted error among all splits."""
    three = np.array([1.0, 2.0, 4.0]) * rng.integers(1, 4)
    low = float(rng.integers(1, 6))
    near_and_far = np.array([low, low + 2, low + rng.integers(7, 12)])
    cases = [
        {"X": three[:, None], "y": near_and_far[:: rng.choice([-1, 1])]},
        *one_to_ask(rng, 7),
    ]
    trial = AnswerTrial(best_question, cases, "tree.split")
    trial.demand(
        lambda found, X, y: shape_of(found) == (3,), "the result must be a triple (j, t, after)"
    )
    trial.demand(
        lambda found, X, y: found[0] in {j for j, _ in sides_of(X, y)},
        lambda found, X, y: (
            f"of the {X.shape[1]} features, those with the indices "
            f"{sorted({j for j, _ in sides_of(X, y)})} have two distinct values and can be "
            f"split; yours is {render(found[0])}"
        ),
    )
    trial.demand(
        lambda found, X, y: found[1] not in X[:, int(found[0])],
        lambda found, X, y: (
            f"your threshold is a value of feature {int(found[0])} itself; it must be the "
            "midpoint between this value and a neighbor"
        ),
    )
    trial.demand(
        lambda found, X, y: (int(found[0]), found[1]) in sides_of(X, y),
        lambda found, X, y: (
            "thresholds are the midpoints between neighboring distinct values of a feature, "
            f"{render(np.unique(X[:, int(found[0])]))} for feature {int(found[0])}"
        ),
    )
    trial.compare(
        least,
        "another split has a smaller error. Do your loops reach every feature and every "
        "candidate threshold? And do you compare squared errors?",
        QUESTION_MISTAKES,
        part=lambda found: (int(found[0]), found[1]),
        picture=what_each_leaves,
    )
    trial.compare(
        of_the_best(lambda sides, y: weighted(sides)),
        "your split is right, but after is not: it is the mean of the errors of both sides, "
        "each weighted by its proportion of the observations",
        AFTER_MISTAKES,
        part=lambda found: found[2],
        picture=lambda right, yours, X, y: Table(
            "The sides of the best split",
            ["side", "observations", "targets", "error"],
            [
                [name, len(side), " ".join(map(render, side)), spread(side)]
                for name, side in zip(("left", "right"), sides_of(X, y)[least(X, y)], strict=True)
            ],
        ),
    )
    flat = np.full((4, 2), float(rng.integers(1, 9)))
    targets = rng.permutation(4).astype(float)
    nothing = try_call(best_question, flat, targets)
    if nothing is not None:
        raise Mistake(
            "no feature has two distinct values, so there is no split, and the result must be None",
            given={"X": flat, "y": targets},
            yours=nothing,
        )


# Task 5


def in_words(y):
    """Return the value of a leaf: its targets, as a text."""
    return " and ".join(f"{value:g}" for value in sorted(np.asarray(y).tolist()))


def middle(X):
    """Return a split: the first feature that has two values, at its middle one."""
    seen = {j: sorted(set(column.tolist())) for j, column in enumerate(X.T)}
    asked = ((j, values[(len(values) - 1) // 2]) for j, values in seen.items() if values[1:])
    return next(asked, None)


def mixed(y):
    return min(y) < max(y)


def nodes_of(X, y, goes=np.less_equal):
    """Return the observations and the split of each node, by the path to it, such as "LR"."""
    found, waiting = {}, [("", np.arange(len(y)))]
    for way, rows in waiting:
        asked = middle(X[rows]) if len(rows) and mixed(y[rows]) else None
        found[way] = rows, asked
        if asked:
            to_the_left = goes(X[rows, asked[0]], asked[1])
            if len(rows) == to_the_left.sum() or not to_the_left.any():
                continue  # a side without a row
            waiting += [(f"{way}L", rows[to_the_left]), (f"{way}R", rows[~to_the_left])]
    return found


def what_it_holds(X, y):
    return tuple(sorted(map(tuple, np.column_stack([X, y]).tolist())))


class QuestionRecorder:
    """The functions given to the answer, and a record of unexpected calls."""

    def __init__(self, X, y):
        self.X, self.y, self.nodes = X, y, nodes_of(X, y)
        self.known = {what_it_holds(X[rows], y[rows]): q for rows, q in self.nodes.values()}
        self.calls, self.reply, self.strange = 0, ..., ""

    def question(self, X, y):
        """Return the split of a node, or None, also for observations that form no node."""
        self.calls += 1
        X, y = np.asarray(X), np.asarray(y)
        self.reply = None
        if not self.strange:
            self.strange = self._strange(X, y)
        if not self.strange:
            self.reply = self.known[what_it_holds(X, y)]
        return self.reply

    def _strange(self, X, y):
        if len(X) != len(y):
            return (
                f"question got {len(X)} observations in X and {len(y)} in y: split both X and y "
                "in the same way for each side"
            )
        if len(y) == 0:
            return "question got no observations at all. Which observations does each side get?"
        if not mixed(y):
            return (
                "a node whose targets are all equal is a leaf, and question is not called for "
                f"it; you called it with y = {render(y)}"
            )
        if self.calls > 10 * len(self.y):
            return (
                f"question was called {self.calls} times for {len(self.y)} observations in all. "
                "Each side gets only its own observations, not all of them: which observations "
                "does each side get?"
            )
        if what_it_holds(X, y) in self.known:
            return ""
        held = {
            what_it_holds(self.X[rows], self.y[rows])
            for rows, _ in nodes_of(self.X, self.y, np.less).values()
        }
        if what_it_holds(X, y) in held:
            return (
                f"question was called for a node with y = {render(y)}, which has no split: an "
                "observation with x_j equal to t went to the right. To which side does an "
                "observation on the threshold go?"
            )
        return (
            f"question was called for a node with X = {render(X)} and y = {render(y)}, but no "
            "node contains exactly these observations. The left side gets those of its own "
            "node with x_j at most t, the right side the others"
        )


def grown(grow, X, y):
    """Return the result of grow for these observations, if all calls were as expected."""
    given, asked = {"X": X, "y": y}, QuestionRecorder(X, y)
    try:
        found = AnswerTrial(lambda X, y: grow(X, y, asked.question, in_words), [given]).found[0]
    except Exception as error:
        cause = error.__cause__ if isinstance(error, Mistake) else error
        if asked.strange:
            raise Mistake(asked.strange, given=given) from error
        if cause is not None and asked.reply is None:
            raise Mistake(
                "question returned None because no feature has two distinct values, so the "
                f"node is a leaf; grow failed with {type(cause).__name__}: {cause}",
                given=given,
            ) from error
        raise
    if asked.strange:
        raise Mistake(asked.strange, given=given)
    return found


def at(tree, way):
    """Return the part of a tree to which a way leads."""
    here = tree
    for step in way:
        here = here[2 if step == "L" else 3]
    return here


def leaf_targets(tree):
    """Return the targets in the leaves of a tree, in order."""
    if isinstance(tree, (tuple, list)):
        return sorted(word for side in tree[2:] for word in leaf_targets(side))
    return sorted(str(tree).split(" and "))


def wrong_in(tree, X, y):
    """Return what is wrong with the first node of a tree that is not right; nothing if all are."""
    nodes = nodes_of(X, y)
    for way, (rows, asked) in nodes.items():
        here, targets = at(tree, way), y[rows]
        name = f"the node with y = {render(targets)}"
        if asked is None:
            why = "question returns None there" if mixed(targets) else "its targets are all equal"
            if isinstance(here, (tuple, list)):
                return f"{name} is a leaf because {why}; yours is split further, {render(here)}"
            if not isinstance(here, str) or here != in_words(targets):
                return (
                    f"{name} is a leaf because {why}, and a leaf is what answer(y) returns for "
                    f"its targets, {in_words(targets)!r}; yours is {render(here)}"
                )
            continue
        if isinstance(here, list):
            return f"{name}: a node is a tuple (j, t, left, right), and yours is a list"
        if not isinstance(here, tuple):
            if way and not any(isinstance(at(tree, w), tuple) for w in nodes if len(w) == 1):
                return (
                    f"{name}, just below the root, is not pure and has a split, "
                    f"{render(asked)}; yours is a leaf. Does your function call itself for the "
                    "two sides?"
                )
            return (
                f"{name} is not pure and has a split, {render(asked)}; yours stops with a leaf. "
                "A fully grown tree goes on"
            )
        if len(here) != 4:
            return f"{name}: a node is (j, t, left, right); yours has {len(here)} parts"
        if not is_close(here[:2], asked):
            return (
                f"{name}: question returned (j, t) = {render(asked)}; your node begins differently"
            )
        low, high = ([f"{v:g}" for v in y[nodes[f"{way}{side}"][0]]] for side in "LR")
        sides, found = [sorted(low), sorted(high)], [leaf_targets(side) for side in here[2:]]
        if found == sides[::-1] != sides:
            return (
                f"{name}, split by {render(asked)}: the sides are exchanged. Observations with "
                "x_j at most t go to the left, the third entry of the tuple"
            )
        if found[0] == found[1] and sides[0] != sides[1]:
            return (
                f"{name}, split by {render(asked)}: both sides of your tree contain the same "
                "observations"
            )
    return ""


def right_tree(X, y):
    """Return the tree, put together from its lowest nodes up."""
    nodes, trees = nodes_of(X, y), {}
    for way in sorted(nodes, key=len, reverse=True):
        rows, asked = nodes[way]
        trees[way] = (*asked, trees[f"{way}L"], trees[f"{way}R"]) if asked else in_words(y[rows])
    return trees[""]


def what_stands(tree):
    """Return for each path into a tree, such as LR, the node at its end."""
    found, waiting = {}, [("", tree)]
    for way, part in waiting:
        if isinstance(part, (tuple, list)):
            whole = len(part) == 4
            found[way] = (
                f"x_{render(part[0])} <= {render(part[1])}?" if whole else render(part[:-2])
            )
            waiting += zip((f"{way}L", f"{way}R"), part[-2:], strict=False)
        else:
            found[way] = part if isinstance(part, str) else render(part)
    return found


def two_trees(right, yours):
    """Set two trees beside each other, node by node."""
    one, other = what_stands(right), what_stands(yours)
    ways = sorted({*one, *other})
    return tabulate_values(
        "The nodes by the path to them, L for left and R for right",
        {"way": [way or "root" for way in ways]},
        [one.get(way, "") for way in ways],
        [other.get(way, "") for way in ways],
    )


def rows_to_grow(rng):
    """Draw data whose tree has leaves and nodes of every kind."""
    while True:
        X = np.column_stack([rng.integers(1, 6, size=8), rng.integers(1, 10, size=8)]) * 1.0
        X[-1] = X[-2]
        y = rng.integers(1, 7, size=8).astype(float)
        X, y = X[order := rng.permutation(8)], y[order]
        nodes = nodes_of(X, y)
        inner = [way for way, (_, asked) in nodes.items() if asked]
        ends = [y[rows] for rows, asked in nodes.values() if asked is None]
        if (
            {"L", "R"} <= {*inner}
            and min(len(nodes[way][0]) for way in ("L", "R")) > 2
            and any(len(way) > 1 and len(nodes[way][0]) == 2 for way in inner)
            and any(nodes[way][1][0] == 1 for way in inner)
            and any(mixed(end) for end in ends)
            and any(len(end) > 1 and not mixed(end) for end in ends)
            and all(
                in_words(y[nodes[f"{way}L"][0]]) != in_words(y[nodes[f"{way}R"][0]])
                for way in inner
            )
        ):
            return X, y


@check.of(
    "grow",
    "Growing the tree",
    "Print y in the first line of your function: with which observations is it called, and for "
    "which of these nodes is no further split possible?",
    "Draw the tree of the smallest input on paper, and write the observations of each node "
    "beside it.",
)
def grow(rng, grow):
    """Test a fully grown tree with given splits."""
    low, high, other = np.sort(rng.permutation(9)[:3]) + 1.0
    line = np.arange(1.0, 4.0)[:, None] * rng.integers(1, 4)
    for X, y in (
        (line[:1], np.array([high])),
        (line, np.array([low, low, high])),
        (np.full((2, 2), low), np.array([high, other])),
        rows_to_grow(rng),
    ):
        yours = grown(grow, X, y)
        if words := wrong_in(yours, X, y):
            raise Mistake(words, given={"X": X, "y": y}, picture=two_trees(right_tree(X, y), yours))


# Task 6


def leaves_of(tree):
    """Return each leaf and the splits on the path to it, from left to right."""
    found, waiting = [], [(tree, ())]
    for part, way in waiting:
        if type(part) is tuple:
            j, t, *sides = part
            for side, yes in zip(sides, (True, False), strict=True):
                waiting.append((side, (*way, (j, t, yes))))
        else:
            found.append((part, way))
    return sorted(found, key=lambda one: [not yes for *_, yes in one[1]])


def places(tree, X, goes=lambda row, j, t: row[j] <= t):
    """Return the leaf of each observation: the one whose path agrees with all of its splits."""
    ways = [way for _, way in leaves_of(tree)]
    return [
        next(k for k, way in enumerate(ways) if all(goes(row, j, t) == yes for j, t, yes in way))
        for row in X
    ]


def answers(tree, X, *goes):
    values = [value for value, _ in leaves_of(tree)]
    return np.array([values[place] for place in places(tree, X, *goes)])


def by(goes):
    """Turn a rule that depends on the root of the tree into predictions."""
    return lambda tree, X: answers(tree, X, lambda row, j, t: goes(row, j, t, tree))


PREDICT_MISTAKES = [
    (
        "every split is applied the other way around: at most t goes to the left, which is the "
        "third entry of the tuple",
        by(lambda row, j, t, root: row[j] > t),
    ),
    (
        "observations with x_j equal to t go to the left, but yours go to the right",
        by(lambda row, j, t, root: row[j] < t),
    ),
    (
        "all observations follow the path of the first one",
        lambda tree, X: answers(tree, X[[0] * len(X)]),
    ),
    (
        "your predictions are truncated to whole numbers; a leaf value may be any number",
        lambda tree, X: np.trunc(answers(tree, X)),
    ),
    (
        "every node tests the feature of the root; each node has its own j",
        by(lambda row, j, t, root: row[root[0]] <= t),
    ),
    (
        "your features are counted from the end; j = 0 is the first feature",
        by(lambda row, j, t, root: row[-1 - j] <= t),
    ),
    (
        "every node has the threshold of the root; each node has its own t",
        by(lambda row, j, t, root: row[j] <= root[1]),
    ),
    (
        "every prediction is 0; do you store the leaf values that you find?",
        lambda tree, X: np.zeros(len(X)),
    ),
    (
        "the predictions are in the order of the leaves, from left to right; each belongs to "
        "its own observation",
        lambda tree, X: answers(tree, X)[np.argsort(places(tree, X), kind="stable")],
    ),
]
PART_OF_A_LEAF = (
    r"unpack|subscriptable|only integer|string indices|has no len|could not convert|invalid literal"
)


def with_leaves(rng, shape, leaves):
    """Make a tree of a shape such as ((0, 0), 0), with random splits and these leaf values."""
    if shape == 0:
        return leaves.pop()
    return (
        int(rng.integers(3)),
        float(rng.integers(1, 9)),
        *(with_leaves(rng, side, leaves) for side in shape),
    )


def draw_rows_and_tree(rng):
    """Draw a tree of six leaves, one of which has the value 0, and ten observations."""
    leaves = [0.0, *(rng.permutation(8)[:5] + 0.5).tolist()]
    shape = ((0, (0, 0)), ((0, 0), 0))
    tree = with_leaves(rng, shape, [leaves[i] for i in rng.permutation(6)])
    return {"tree": tree, "X": rng.integers(0, 10, size=(10, 3)).astype(float)}


def only_zeros_are_wrong(trial):
    """Return whether the incorrect predictions are those of the leaf 0."""
    right = np.concatenate([answers(**case) for case in trial.cases])
    amiss = ~np.isclose(np.concatenate(trial.found).astype(float), right)
    return np.array_equal(amiss, right == 0)


def way_of(tree, row):
    _, way = leaves_of(tree)[places(tree, [row])[0]]
    return ", ".join(f"x_{j} {'<=' if yes else '>'} {render(t)}" for j, t, yes in way)


def where_rows_go(right, yours, tree, X):
    return tabulate_values(
        "The observations and the path of each",
        {"observation": range(len(X)), "X": X, "way": [way_of(tree, row) for row in X]},
        right,
        yours,
        "an incorrect prediction",
    )


def tried(predict, cases):
    """Call predict for the cases, and explain an exception at a leaf."""
    last = {}

    def noted(tree, X):
        last.update(tree=tree, X=X.copy())
        return predict(tree, X)

    try:
        return AnswerTrial(noted, cases)
    except Exception as error:
        cause = error.__cause__ if isinstance(error, Mistake) else error
        if cause is None or not re.search(PART_OF_A_LEAF, str(cause)):
            raise
        raise Mistake(
            "Do you distinguish every leaf from an internal node, whether it is a number or a "
            "text? And can the array in which you collect the predictions hold both? predict "
            f"failed with {type(cause).__name__}: {cause}",
            given=last,
        ) from error


@check.of(
    "predict",
    "Growing the tree",
    "Follow one observation of the table through the tree: which feature does each node test, "
    "and to which side does the observation go?",
)
def predict(rng, predict):
    """Test that each observation gets the value of its own leaf."""
    low, high = (np.sort(rng.permutation(8)[:2]) + 1.5).tolist()
    t = float(rng.integers(3, 8))
    column = np.array([t + 1, t, t - 1])
    one = {"tree": (1, t, low, high), "X": np.column_stack([column[::-1], column])}
    ways = answers, *(way for _, way in PREDICT_MISTAKES)

    def draw():
        while True:
            case = draw_rows_and_tree(rng)
            if len(set(places(**case))) < 5:
                continue
            right, *others = (way(**case) for way in ways)
            told = right != 0  # none is to be wrong on the rows of the leaf 0 alone
            if not told.all() and all((other != right)[told].any() for other in others):
                return case

    trial = tried(predict, [one, draw_case(draw, *ways, apart=True)])
    demand_answers(trial)
    trial.demand(
        lambda found, tree, X: np.asarray(found).dtype.kind in "biuf",
        lambda found, tree, X: (
            "the leaf values are numbers, but your array is not numeric: its dtype is "
            f"{np.asarray(found).dtype}"
        ),
    )
    if only_zeros_are_wrong(trial):
        case = trial.cases[-1]
        right, yours = answers(**case), trial.found[-1]
        row = int(np.flatnonzero(right == 0)[0])
        raise Mistake(
            f"the observation {render(case['X'][row])} reaches the leaf 0.0, but yours is "
            f"{render(yours[row])}. 0 is a leaf value like any other, although `if` and `or` "
            "treat it as false",
            "",
            case,
            right,
            yours,
            picture=where_rows_go(right, yours, **case),
        )
    trial.compare(
        answers,
        "the prediction for each observation is the value of its own leaf",
        PREDICT_MISTAKES,
        picture=where_rows_go,
    )
    words = rng.permutation(["news", "spam", "private"])
    trial = tried(
        predict,
        [
            {"tree": str(words[0]), "X": one["X"]},
            {"tree": (1, t, str(words[1]), (0, t, str(words[2]), str(words[0]))), "X": one["X"]},
        ],
    )
    demand_answers(trial)
    trial.compare(
        answers,
        "the prediction for each observation is the value of its own leaf, and a leaf may be a "
        "text",
        picture=where_rows_go,
    )


def demand_answers(trial):
    """Require one prediction for each observation."""
    trial.demand(
        lambda found, tree, X: not isinstance(found, tuple) or shape_of(found) == (len(X),),
        lambda found, tree, X: (
            f"{len(X)} observations have {len(X)} predictions, but yours is a part of the tree"
        ),
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) != (),
        lambda found, tree, X: (
            f"{len(X)} observations have {len(X)} predictions, but yours is one. Does it return "
            "in the loop?"
            if isinstance(tree, tuple)
            else f"the tree is a single leaf: each of the {len(X)} observations has this "
            "prediction, but yours is one"
        ),
    )
    trial.demand(
        lambda found, tree, X: not any(isinstance(one, tuple) for one in found),
        "some of your predictions are internal nodes, not leaves: continue until you reach a leaf",
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) != X.shape[1:],
        lambda found, tree, X: (
            f"your result has {X.shape[1]} predictions, one for each feature; X has {len(X)} "
            "observations"
        ),
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) == (len(X),),
        lambda found, tree, X: (
            f"{len(X)} observations have {len(X)} predictions, shape ({len(X)},), but yours has "
            f"the shape {shape_of(found)}"
        ),
    )


# Task 7


def parts(tree):
    """Return a tree and all that is below it, level by level."""
    found = [tree]
    for part in found:
        found += part[1:] if isinstance(part, tuple) else ()
    return found


def inner_nodes(tree):
    """Return of each inner node what it leaves as a leaf, its leaves, and its children's R."""
    return [
        (
            part[0],
            [below for below in parts(part) if not isinstance(below, tuple)],
            sum(side[0] if isinstance(side, tuple) else side for side in part[1:]),
        )
        for part in parts(tree)
        if isinstance(part, tuple)
    ]


def price(R, leaves, children):
    """Return what each saved leaf costs."""
    return (R - sum(leaves)) / (len(leaves) - 1)


def cheapest(price):
    return lambda tree: min(price(*node) for node in inner_nodes(tree))


LINK_MISTAKES = [
    (
        "this is the value of the root, but a node below it has a smaller one",
        lambda tree: price(*inner_nodes(tree)[0]),
    ),
    (
        "this is the smallest increase in impurity, and the smallest value among nodes with "
        "two leaves. A node above them increases the impurity by more but removes more leaves, "
        "so that its increase per removed leaf is smaller",
        cheapest(lambda R, leaves, children: R - sum(leaves)),
    ),
    (
        "this is the largest increase per removed leaf; the weakest link is the node where it "
        "is smallest",
        lambda tree: max(price(*node) for node in inner_nodes(tree)),
    ),
    (
        "this is the mean over all nodes; return the smallest value",
        lambda tree: np.mean([price(*node) for node in inner_nodes(tree)]),
    ),
    (
        "you divided by the number of leaves; one leaf remains when the node becomes a leaf, "
        "so one fewer is removed",
        cheapest(lambda R, leaves, children: (R - sum(leaves)) / len(leaves)),
    ),
    (
        "the impurity of the leaves below the node is not subtracted",
        cheapest(lambda R, leaves, children: R / (len(leaves) - 1)),
    ),
    (
        "this compares a node with its two children, as the gain of a split does; R(T_t) is "
        "the impurity of the *leaves* below it",
        cheapest(lambda R, leaves, children: R - children),
    ),
    (
        "you subtracted the impurity of the two children; R(T_t) is the impurity of the "
        "*leaves* below the node",
        cheapest(lambda R, leaves, children: (R - children) / (len(leaves) - 1)),
    ),
    (
        "you used the mean of the leaves below; they are already weighted, so add them up",
        cheapest(lambda R, leaves, children: (R - np.mean(leaves)) / (len(leaves) - 1)),
    ),
    (
        "you divided by one more than the number of leaves; divide by one fewer",
        cheapest(lambda R, leaves, children: (R - sum(leaves)) / (len(leaves) + 1)),
    ),
    (
        "the sign is wrong: the impurity increases when splits are removed",
        lambda tree: -cheapest(price)(tree),
    ),
]


def draw_impurities(rng, shape):
    """Make a tree of a shape such as ((0, 0), 0): gains and what is left in hundredths."""
    if shape == 0:
        return int(rng.integers(1, 9)) / 100
    sides = [draw_impurities(rng, side) for side in shape]
    children = sum(side[0] if isinstance(side, tuple) else side for side in sides)
    return (round(children + int(rng.integers(1, 16)) / 100, 2), *sides)


@check.of(
    "link",
    "Cost-complexity pruning",
    "For one internal node, write down all leaves below it, however deep. What is their total "
    "impurity, and how many of them are removed when the node becomes a leaf?",
)
def link(rng, weakest_link):
    """Test the smallest increase per removed leaf among all internal nodes."""

    def draw():
        return {"tree": draw_impurities(rng, (((0, (0, 0)), 0), (0, (0, 0))))}

    cases = [{"tree": draw_impurities(rng, shape)} for shape in ((0, 0), (0, (0, 0)))]
    ways = cheapest(price), *(way for _, way in LINK_MISTAKES)
    cases.append(draw_case(draw, *ways, apart=True))
    trial = AnswerTrial(weakest_link, cases, "tree.link")
    trial.demand(
        is_scalar, "your function must return one number, the smallest value over all nodes"
    )
    trial.compare(
        cheapest(price),
        "the weakest link is the internal node with the smallest increase in impurity per "
        "removed leaf",
        LINK_MISTAKES,
        picture=lambda right, yours, tree: Table(
            "The internal nodes from the root down: impurity as a leaf, the leaves below, and "
            "the increase per removed leaf",
            ["node", "R(t)", "leaves", "R(T_t)", "increase per leaf", ""],
            [
                [
                    str(k),
                    R,
                    len(leaves),
                    sum(leaves),
                    cost,
                    "weakest" if is_close(cost, right) else "",
                ]
                for k, (R, leaves, children) in enumerate(inner_nodes(tree))
                for cost in [price(R, leaves, children)]
            ],
        ),
    )
