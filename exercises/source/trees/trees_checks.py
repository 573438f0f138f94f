"""The checks of the problem set on trees: what `check("gini", gini)` tests.

Each draws small inputs, finds out in a way of its own what is right for them, and compares. Where
an answer is wrong in a way that is known, it says in which. Grading does not use this copy.
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

check = Checks("Trees", "trees")


# Task 1


def pairs_that_differ(counts):
    """Return of each node the share of all pairs of rows, drawn with replacement, that differ."""
    nodes = (np.repeat(np.arange(len(node)), node) for node in counts)
    return np.array([unlike(rows) for rows in nodes])


def unlike(labels):
    return np.mean(labels[:, None] != labels)


def entropies(counts, log, of_nothing):
    """Return entropies, in which 0 log 0 is what it is taken for."""
    p = counts / np.sum(counts, axis=1)[:, None]
    return np.sum(np.where(p > 0, -p * log(np.maximum(p, 1e-300)), of_nothing), axis=1)


NO_LOGARITHM = (
    "yours is not a number somewhere. A nan comes of log(0); the Gini index has no logarithm"
)
WITH_COUNTS = "you calculate with counts; a share is a count by the number of rows in the node"
GINI_MISTAKES = [
    (
        "these are the chances that two rows are alike; how mixed a node is, is the rest to 1",
        lambda c: 1 - pairs_that_differ(c),
    ),
    (
        "this is the share of rows outside the most frequent class, the error rate",
        lambda c: 1 - c.max(axis=1) / c.sum(axis=1),
    ),
    (
        "this is the entropy; the Gini index has no logarithm",
        lambda c: entropies(c, np.log2, 0),
    ),
    (
        "this is the entropy in natural units; the Gini index has no logarithm",
        lambda c: entropies(c, np.log, 0),
    ),
    (NO_LOGARITHM, lambda c: entropies(c, np.log2, np.nan)),
    (NO_LOGARITHM, lambda c: entropies(c, np.log, np.nan)),
    (
        "here two *different* rows are drawn; the draws are with replacement",
        lambda c: pairs_that_differ(c) * c.sum(axis=1) / (c.sum(axis=1) - 1),
    ),
    (
        "yours is half of it: a pair counts in both orders, a then b and b then a",
        lambda c: pairs_that_differ(c) / 2,
    ),
    (
        "the shares of a node add up to 1, so 1 less their sum is always 0; square them first",
        lambda c: np.zeros(len(c)),
    ),
    (
        "you divided by the size of each class, a column; a share is a part of the node, a row",
        lambda c: 1 - np.square(c / c.sum(axis=0)).sum(axis=1),
    ),
    (
        "you divided by the number of all rows in all nodes; each node has shares of its own",
        lambda c: 1 - np.square(c / c.sum()).sum(axis=1),
    ),
    (
        "the squares of the shares are to be added up, not averaged",
        lambda c: 1 - (1 - pairs_that_differ(c)) / c.shape[1],
    ),
    (WITH_COUNTS, lambda c: 1 - np.square(c).sum(axis=1)),
    (
        "you divided the squares of the counts by n once; the squares of shares are by n squared",
        lambda c: 1 - np.square(c).sum(axis=1) / c.sum(axis=1),
    ),
]


@check.of(
    "gini",
    "How mixed are the rows?",
    "In a node whose rows are all of one class two rows never differ; in one with a row of each of "
    "two classes they differ half of the time. What does yours say of these?",
)
def gini(rng, gini):
    """The chance that two draws differ, for each node."""

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
            f"each of the {len(counts)} nodes has an index of its own; yours is one number"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) != counts.shape[1:],
        lambda found, counts: (
            f"yours has {counts.shape[1]} numbers, one for each class. Each row of counts is a "
            "node; add up along it (axis=1)"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) != (len(counts) - 1,),
        lambda found, counts: (
            f"{len(counts)} nodes have {len(counts)} indices; yours has {len(counts) - 1}. Does "
            "your loop stop one node early?"
        ),
    )
    trial.demand(
        lambda found, counts: shape_of(found) == (len(counts),),
        lambda found, counts: (
            f"{len(counts)} nodes have {len(counts)} indices; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        pairs_that_differ,
        "the index of a node is the chance that two of its rows, drawn with replacement, differ in "
        "class",
        GINI_MISTAKES,
        steps=lambda counts: (
            f"the first node has {counts[0].sum()} rows, so {counts[0].sum() ** 2} pairs, of which "
            f"{render(pairs_that_differ(counts[:1])[0] * counts[0].sum() ** 2)} differ in class"
        ),
        picture=lambda right, yours, counts: tabulate_values(
            "The nodes",
            {"node": range(len(counts)), **{f"class {k}": of for k, of in enumerate(counts.T)}},
            right,
            yours,
            "an index that is not right",
        ),
    )


# Task 2


def chance_that_two_differ(labels):
    """Return the chance that two of the labels, drawn with replacement, differ."""
    return unlike(np.asarray(labels))


def gained(left, labels, impurity):
    """Return the gain, from each row and the rows of its own side."""
    after = [
        np.mean(labels[left == side] != label) for side, label in zip(left, labels, strict=True)
    ]
    return unlike(labels) - np.mean(after)


def from_parts(way):
    """Make a function of a question's sides one of what is given."""

    def gives(left, labels, impurity):
        sides = unlike(labels[left]), unlike(labels[~left])
        return way(np.mean(left), *sides, unlike(labels), len(labels))

    return gives


# of the left side's share s, the sides' impurities a and b, that of all rows, w, and their number
GAIN_MISTAKES = [
    (words, from_parts(way))
    for words, way in [
        (
            "this is what is left after the question; what it gained is what there was before, "
            "less that",
            lambda s, a, b, w, n: s * a + (1 - s) * b,
        ),
        (
            "the right size with the wrong sign: a gain is before less after",
            lambda s, a, b, w, n: s * a + (1 - s) * b - w,
        ),
        (
            "you gave both sides the same weight; each counts by its share of the rows",
            lambda s, a, b, w, n: w - (a + b) / 2,
        ),
        (
            "you took off both sides in full; each counts by its share of the rows",
            lambda s, a, b, w, n: w - a - b,
        ),
        (
            "the weights are exchanged: each side counts by its own share of the rows, not by the "
            "other's",
            lambda s, a, b, w, n: w - (1 - s) * a - s * b,
        ),
        ("the right side is missing", lambda s, a, b, w, n: w - s * a),
        ("the left side is missing", lambda s, a, b, w, n: w - (1 - s) * b),
        (
            "you looked at the left side alone, without its weight",
            lambda s, a, b, w, n: w - a,
        ),
        (
            "you looked at the right side alone, without its weight",
            lambda s, a, b, w, n: w - b,
        ),
        (
            "you weighed the sides by their numbers of rows; divide by the number of all rows",
            lambda s, a, b, w, n: w - n * (s * a + (1 - s) * b),
        ),
        (
            "this is the gain in rows, too much by their number; asked are shares of the rows",
            lambda s, a, b, w, n: n * (w - s * a - (1 - s) * b),
        ),
        (
            "you divided by the impurity of all rows; asked is the difference",
            lambda s, a, b, w, n: 1 - (s * a + (1 - s) * b) / w,
        ),
        (
            "you took off the worse side alone; asked is the mean of both, weighted",
            lambda s, a, b, w, n: w - max(a, b),
        ),
        (
            "you took off the better side alone; asked is the mean of both, weighted",
            lambda s, a, b, w, n: w - min(a, b),
        ),
    ]
]


def as_row_numbers(left, labels, impurity):
    """Return what comes of taking 0 and 1 for numbers of rows."""
    s = np.mean(left)
    return unlike(labels) - s * unlike(labels[left * 1]) - (1 - s) * unlike(labels[1 - left])


@check.of(
    "gain",
    "Which question first?",
    "A question whose sides are as mixed as all rows were gains 0, and one with two pure sides all "
    "that there was. What does yours say of these two?",
)
def gain(rng, gain):
    """Before less after, each side by its share."""

    def draw(n, on_the_left):
        left = rng.permutation(n) < on_the_left
        labels = rng.choice(["news", "spam", "home"], size=n)
        return {"left": left, "labels": labels, "impurity": chance_that_two_differ}

    def draw_mixed(n, on_the_left, left_is_worse):
        """Draw sides that are mixed, the left one more than the right one or less."""
        while True:
            case = draw(n, on_the_left)
            a, b = (unlike(case["labels"][case["left"] == side]) for side in (True, False))
            if a and b and (b < a) == left_is_worse:
                return case

    small = draw_case(lambda: draw(3, 1), gained, lambda *_: 0.0)
    # One side alone is the worse one in the one case, and the better one in the other.
    sides = [way for words, way in GAIN_MISTAKES if not ("worse" in words or "better" in words)]
    ways = gained, as_row_numbers, *sides
    cases = [
        small,
        draw_case(lambda: draw_mixed(7, 3, True), *ways, apart=True),
        draw_case(lambda: draw_mixed(10, 3, False), *ways, apart=True),
    ]
    trial = AnswerTrial(gain, cases, "tree.split")
    trial.demand(is_scalar, "one number is asked for")
    trial.compare(
        gained,
        "the impurity of all rows, less that of both sides, each weighted by its share of the rows",
        [
            *GAIN_MISTAKES,
            ("0 and 1 are taken for row numbers; True and False pick rows", as_row_numbers),
            (
                "0 and 1 are taken for row numbers; True and False pick rows",
                lambda left, labels, impurity: unlike(labels) - unlike(labels[left * 1]),
            ),
        ],
        picture=lambda right, yours, left, labels, impurity: Table(
            "The rows, and how mixed they are",
            ["", "rows", "labels", "impurity"],
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
        "the answer is the median here, which is best for absolute errors",
        np.median,
    ),
    (
        "the answer lies halfway between the smallest and the largest row here; what of the rows "
        "between?",
        lambda y: (min(y) + max(y)) / 2,
    ),
    (
        "the answer is the most frequent value here; that is for classes",
        lambda y: min(Counter(y.tolist()).items(), key=lambda one: (-one[1], one[0]))[0],
    ),
    (
        "the answer is rounded down; a mean may lie between whole numbers",
        lambda y: sum(y) // len(y),
    ),
    ("the answer is the first row's; ask all of them", lambda y: y[0]),
    ("the answer is the last row's; ask all of them", lambda y: y[-1]),
    ("the answer is the sum of the rows; divide by their number", lambda y: sum(y)),
    (
        "the answer divides by n - 1; a mean divides by n",
        lambda y: sum(y) / (len(y) - 1),
    ),
    ("error and answer are exchanged: the answer comes first", spread),
]
ERROR_MISTAKES = [
    (
        "your error is the sum of the squares; asked is their mean",
        lambda y: len(y) * spread(y),
    ),
    (
        lambda y: (
            f"your error divides by n - 1 = {len(y) - 1}; the mean over {len(y)} rows divides by "
            f"{len(y)}"
        ),
        lambda y: len(y) * spread(y) / (len(y) - 1),
    ),
    (
        "your error is the root of the mean square; leave it squared",
        lambda y: np.sqrt(spread(y)),
    ),
    (
        "your error is the mean of absolute errors; square them",
        lambda y: np.abs(y - answer_of_a_leaf(y)).mean(),
    ),
    (
        "your error is the mean of y squared; take off the answer before you square",
        lambda y: squares(y, 0).mean(),
    ),
    (
        "your error is that of the median, another answer than yours",
        lambda y: squares(y, np.median(y)).mean(),
    ),
    (
        "your error is 0: errors above and below the mean cancel, squares do not",
        lambda y: 0.0,
    ),
]


def squares_of(right, yours, y):
    """Show what the squared errors of two answers add up to."""
    rows = [
        ["a row", v, r, a] for v, r, a in zip(y, squares(y, right), squares(y, yours), strict=True)
    ]
    sums = squares(y, right).sum(), squares(y, yours).sum()
    return Table(
        "The squared errors of the right answer and of yours; there is an answer with less",
        ["", "target", f"of {render(right)}", f"of {render(float(yours))}"],
        [*rows, ["their sum", "", *sums]],
        [(len(y), 3)],
    )


@check.of(
    "leaf",
    "What does a leaf answer?",
    "Move your answer up a little, and down a little. What do the squared errors add up to each "
    "time?",
    "Write down how far each row is from your answer, what you make of that, and by what you "
    "divide.",
)
def leaf(rng, leaf):
    """The answer with the least squared error, and that error."""

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
        "two numbers are asked for, the answer and its mean squared error",
    )
    trial.compare(
        answer_of_a_leaf,
        "there is an answer whose squared errors add up to less",
        ANSWER_MISTAKES,
        part=lambda found: found[0],
        picture=squares_of,
    )
    trial.compare(
        spread,
        "the answer is right, and its error is not: the mean of the squared errors",
        ERROR_MISTAKES,
        part=lambda found: found[1],
        steps=lambda y: (
            f"the answer {render(answer_of_a_leaf(y))} has the squared errors "
            f"{render(squares(y, answer_of_a_leaf(y)))}"
        ),
    )


# Task 4


def sides_of(X, y):
    """Return of each question that can be asked the targets on either side."""
    found = {}
    for j, column in enumerate(X.T):
        for low, high in pairwise(sorted(set(column.tolist()))):
            found[j, (low + high) / 2] = y[column <= low], y[column >= high]
    return found


def weighted(sides, measure=spread):
    """Return the mean of both sides, in which each row counts the same."""
    return np.repeat([measure(side) for side in sides], [len(side) for side in sides]).mean()


def least(X, y, value=weighted, among=lambda asked, all_: True):
    """Return the question with the least value, and the first of several."""
    asked = {one: value(sides) for one, sides in sides_of(X, y).items()}
    some = {one: v for one, v in asked.items() if among(one, list(asked))}
    return min(some, key=some.get)


def by_one_less(side):
    """Return a side's error by n - 1; that of a single row is 0."""
    return spread(side) * len(side) / max(len(side) - 1, 1)


def unweighted(sides):
    return spread(sides[0]) / 2 + spread(sides[1]) / 2


def of_column(number):
    """Allow the questions to one of the columns that can be asked about."""
    return lambda asked, all_: asked[0] == sorted({j for j, _ in all_})[number]


def not_the_last_gap(asked, all_):
    return asked[1] < max(t for j, t in all_ if j == asked[0])


QUESTION_MISTAKES = [
    (
        "your question leaves the *most* error of all",
        lambda X, y: least(X, y, lambda sides: -weighted(sides)),
    ),
    (
        "your question is the first of all. Does your function return inside the loop?",
        lambda X, y: next(iter(sides_of(X, y))),
    ),
    (
        "your question is the best one on column 0; there is a better one on another column",
        lambda X, y: least(X, y, among=of_column(0)),
    ),
    (
        "your question is the best one on the last column; there is a better one on another. Is "
        "the best so far forgotten where a column begins?",
        lambda X, y: least(X, y, among=of_column(-1)),
    ),
    (
        "your question leaves the smallest plain mean of both sides' errors. Each side counts by "
        "its share of the rows",
        lambda X, y: least(X, y, unweighted),
    ),
    (
        "your question is the best one but for those in each column's last gap. Do your loops "
        "reach the last gap between its values?",
        lambda X, y: least(X, y, among=not_the_last_gap),
    ),
    (
        "your question leaves the smallest standard deviations; squared errors are to be compared",
        lambda X, y: least(X, y, lambda sides: weighted(sides, np.std)),
    ),
    (
        "your question leaves the least if a side's error is divided by n - 1; a mean divides by n",
        lambda X, y: least(X, y, lambda sides: weighted(sides, by_one_less)),
    ),
]


def of_the_best(value):
    return lambda X, y: value(sides_of(X, y)[least(X, y)], y)


AFTER_MISTAKES = [
    (f"your question is right, but after is not: {words}", of_the_best(value))
    for words, value in [
        (
            "it adds up squared errors; divide by the number of rows",
            lambda sides, y: weighted(sides) * len(y),
        ),
        ("it gives both sides the same weight", lambda sides, y: unweighted(sides)),
        ("it adds both sides' errors without weights", lambda sides, y: 2 * unweighted(sides)),
        (
            "it weighs standard deviations; leave the errors squared",
            lambda sides, y: weighted(sides, np.std),
        ),
        (
            "this is what the question gains; asked is what it leaves",
            lambda sides, y: spread(y) - weighted(sides),
        ),
        (
            "a side's error is divided by n - 1 in it",
            lambda sides, y: weighted(sides, by_one_less),
        ),
    ]
]


def one_to_ask(rng, n):
    """Draw rows, and the same with their columns turned round, on which no two mistakes agree.

    The last two may find the best question; they are told by what it leaves, too.
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
        "What each question leaves; ✘ marks yours",
        ["", "rows left", "rows right", "error left", "error right", "after"],
        rows,
        [(at.index((yours[0], yours[1])), 5)],
    )


@check.of(
    "question",
    "Which question first?",
    "Print (j, t, after) of every question that you try. Is each of the table's among them, and no "
    "other?",
    "When one question turns out better than the best so far, what do you have to remember of it?",
)
def question(rng, best_question):
    """The least weighted error among all questions."""
    three = np.array([1.0, 2.0, 4.0]) * rng.integers(1, 4)
    low = float(rng.integers(1, 6))
    near_and_far = np.array([low, low + 2, low + rng.integers(7, 12)])
    cases = [
        {"X": three[:, None], "y": near_and_far[:: rng.choice([-1, 1])]},
        *one_to_ask(rng, 7),
    ]
    trial = AnswerTrial(best_question, cases, "tree.split")
    trial.demand(lambda found, X, y: shape_of(found) == (3,), "a triple (j, t, after) is asked for")
    trial.demand(
        lambda found, X, y: found[0] in {j for j, _ in sides_of(X, y)},
        lambda found, X, y: (
            f"of the {X.shape[1]} columns those with the numbers "
            f"{sorted({j for j, _ in sides_of(X, y)})} can be asked about, as they have two "
            f"different values; yours is {render(found[0])}"
        ),
    )
    trial.demand(
        lambda found, X, y: found[1] not in X[:, int(found[0])],
        lambda found, X, y: (
            f"your threshold is a value of column {int(found[0])} itself; asked is the point "
            "halfway to its neighbour"
        ),
    )
    trial.demand(
        lambda found, X, y: (int(found[0]), found[1]) in sides_of(X, y),
        lambda found, X, y: (
            "thresholds lie halfway between neighbouring different values of a column, "
            f"{render(np.unique(X[:, int(found[0])]))} for column {int(found[0])}"
        ),
    )
    trial.compare(
        least,
        "there is a question that leaves less. Do your loops reach every column, and every gap "
        "between its values? And are squared errors compared?",
        QUESTION_MISTAKES,
        part=lambda found: (int(found[0]), found[1]),
        picture=what_each_leaves,
    )
    trial.compare(
        of_the_best(lambda sides, y: weighted(sides)),
        "your question is right, but after is not: the errors of both sides, each weighted by its "
        "share of the rows",
        AFTER_MISTAKES,
        part=lambda found: found[2],
        picture=lambda right, yours, X, y: Table(
            "The sides of the best question",
            ["side", "rows", "targets", "error"],
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
            "no column has two different values, so there is no question, and the answer is None",
            given={"X": flat, "y": targets},
            yours=nothing,
        )


# Task 5


def in_words(y):
    """Return what a leaf answers: its targets, in words."""
    return " and ".join(f"{value:g}" for value in sorted(np.asarray(y).tolist()))


def middle(X):
    """Return a question: the first column that has two values, at its middle one."""
    seen = {j: sorted(set(column.tolist())) for j, column in enumerate(X.T)}
    asked = ((j, values[(len(values) - 1) // 2]) for j, values in seen.items() if values[1:])
    return next(asked, None)


def mixed(y):
    return min(y) < max(y)


def nodes_of(X, y, goes=np.less_equal):
    """Return the rows and the question of each node, by the way to it, such as "LR"."""
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
    """What is given to the answer: a question for each node; and what was strange about them."""

    def __init__(self, X, y):
        self.X, self.y, self.nodes = X, y, nodes_of(X, y)
        self.known = {what_it_holds(X[rows], y[rows]): q for rows, q in self.nodes.values()}
        self.calls, self.reply, self.strange = 0, ..., ""

    def question(self, X, y):
        """Return the question of a node, or None; a node that is none gets None."""
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
                f"question got {len(X)} rows of X and {len(y)} of y: a side needs both parted alike"
            )
        if len(y) == 0:
            return "question got no rows at all. Which rows does each side get?"
        if not mixed(y):
            return (
                "a node whose targets are all equal is a leaf, and is not asked for a question; "
                f"yours asked for one, of y = {render(y)}"
            )
        if self.calls > 10 * len(self.y):
            return (
                f"{self.calls} times a node was asked for a question, for {len(self.y)} rows in "
                "all. A side gets the rows that go there, not all of them: which rows does each "
                "side get?"
            )
        if what_it_holds(X, y) in self.known:
            return ""
        held = {
            what_it_holds(self.X[rows], self.y[rows])
            for rows, _ in nodes_of(self.X, self.y, np.less).values()
        }
        if what_it_holds(X, y) in held:
            return (
                f"a node with y = {render(y)} was asked for a question, and there is none: a row "
                "with x_j equal to t went to the right. Which side does a row on the threshold go "
                "to?"
            )
        return (
            f"a node with X = {render(X)} and y = {render(y)} was asked for a question, and no "
            "node holds just these rows. Which rows go to a side: those of their own node with x_j "
            "at most t, and the others?"
        )


def grown(grow, X, y):
    """Return what grow makes of these rows, if nothing was strange on the way."""
    given, asked = {"X": X, "y": y}, QuestionRecorder(X, y)
    try:
        found = AnswerTrial(lambda X, y: grow(X, y, asked.question, in_words), [given]).found[0]
    except Exception as error:
        cause = error.__cause__ if isinstance(error, Mistake) else error
        if asked.strange:
            raise Mistake(asked.strange, given=given) from error
        if cause is not None and asked.reply is None:
            raise Mistake(
                "question returned None, as no column has two different values, and then the node "
                f"is a leaf; grow failed with {type(cause).__name__}: {cause}",
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
                return f"{name} is a leaf, since {why}; yours goes on, {render(here)}"
            if not isinstance(here, str) or here != in_words(targets):
                return (
                    f"{name} is a leaf, since {why}, and a leaf is what answer(y) says of its "
                    f"targets, {in_words(targets)!r}; yours is {render(here)}"
                )
            continue
        if isinstance(here, list):
            return f"{name}: a node is a tuple (j, t, left, right), and yours a list"
        if not isinstance(here, tuple):
            if way and not any(isinstance(at(tree, w), tuple) for w in nodes if len(w) == 1):
                return (
                    f"{name}, just below the root, is mixed and has a question, {render(asked)}; "
                    "yours is a leaf. Does your function call itself for the two sides?"
                )
            return (
                f"{name} is mixed and has a question, {render(asked)}; yours stops with a leaf. A "
                "full tree goes on"
            )
        if len(here) != 4:
            return f"{name}: a node is (j, t, left, right); yours has {len(here)} parts"
        if not is_close(here[:2], asked):
            return f"{name}: question says (j, t) = {render(asked)}; your node begins otherwise"
        low, high = ([f"{v:g}" for v in y[nodes[f"{way}{side}"][0]]] for side in "LR")
        sides, found = [sorted(low), sorted(high)], [leaf_targets(side) for side in here[2:]]
        if found == sides[::-1] != sides:
            return (
                f"{name}, split by {render(asked)}: the sides are exchanged. Rows with x_j at most "
                "t are on the left, the third part of the tuple"
            )
        if found[0] == found[1] and sides[0] != sides[1]:
            return f"{name}, split by {render(asked)}: both sides of yours hold the same rows"
    return ""


def right_tree(X, y):
    """Return the tree, put together from its lowest nodes up."""
    nodes, trees = nodes_of(X, y), {}
    for way in sorted(nodes, key=len, reverse=True):
        rows, asked = nodes[way]
        trees[way] = (*asked, trees[f"{way}L"], trees[f"{way}R"]) if asked else in_words(y[rows])
    return trees[""]


def what_stands(tree):
    """Return for each way into a tree, such as LR, what stands at its end."""
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
        "The nodes by the way to them, L for left and R for right",
        {"way": [way or "root" for way in ways]},
        [one.get(way, "") for way in ways],
        [other.get(way, "") for way in ways],
    )


def rows_to_grow(rng):
    """Draw rows whose tree has leaves and nodes of every kind."""
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
    "And then?",
    "Print y at the head of your function: with which rows is it called, and for which of these is "
    "there nothing left to ask?",
    "Draw the tree of the smallest input on paper, and write its rows beside each node.",
)
def grow(rng, grow):
    """A full tree by given questions."""
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
    """Return each leaf and the answers on the way to it, from left to right."""
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
    """Return for each row which leaf is its own: all on the way to it is as the row answers."""
    ways = [way for _, way in leaves_of(tree)]
    return [
        next(k for k, way in enumerate(ways) if all(goes(row, j, t) == yes for j, t, yes in way))
        for row in X
    ]


def answers(tree, X, *goes):
    values = [value for value, _ in leaves_of(tree)]
    return np.array([values[place] for place in places(tree, X, *goes)])


def by(goes):
    """Make of a rule that knows the tree's root what comes of it."""
    return lambda tree, X: answers(tree, X, lambda row, j, t: goes(row, j, t, tree))


PREDICT_MISTAKES = [
    (
        "every question is answered the other way: at most t goes to the left, which is the third "
        "part of the tuple",
        by(lambda row, j, t, root: row[j] > t),
    ),
    (
        "rows with x_j equal to t go to the left, and yours to the right",
        by(lambda row, j, t, root: row[j] < t),
    ),
    ("all rows go the way of the first one", lambda tree, X: answers(tree, X[[0] * len(X)])),
    (
        "your answers are cut to whole numbers; a leaf may hold any number",
        lambda tree, X: np.trunc(answers(tree, X)),
    ),
    (
        "every node asks for the root's column here; each has its own j",
        by(lambda row, j, t, root: row[root[0]] <= t),
    ),
    (
        "columns are counted from the end; j = 0 is the first",
        by(lambda row, j, t, root: row[-1 - j] <= t),
    ),
    (
        "every node has the root's threshold here; each has its own t",
        by(lambda row, j, t, root: row[j] <= root[1]),
    ),
    ("every answer is 0; do you fill in what you find?", lambda tree, X: np.zeros(len(X))),
    (
        "the answers stand in the order of the leaves, from left to right; each belongs to its own "
        "row",
        lambda tree, X: answers(tree, X)[np.argsort(places(tree, X), kind="stable")],
    ),
]
PART_OF_A_LEAF = (
    r"unpack|subscriptable|only integer|string indices|has no len|could not convert|invalid literal"
)


def with_leaves(rng, shape, leaves):
    """Make a tree of a shape such as ((0, 0), 0), with questions drawn and these leaves."""
    if shape == 0:
        return leaves.pop()
    return (
        int(rng.integers(3)),
        float(rng.integers(1, 9)),
        *(with_leaves(rng, side, leaves) for side in shape),
    )


def draw_rows_and_tree(rng):
    """Draw a tree of six leaves, one of which answers 0, and ten rows."""
    leaves = [0.0, *(rng.permutation(8)[:5] + 0.5).tolist()]
    shape = ((0, (0, 0)), ((0, 0), 0))
    tree = with_leaves(rng, shape, [leaves[i] for i in rng.permutation(6)])
    return {"tree": tree, "X": rng.integers(0, 10, size=(10, 3)).astype(float)}


def only_zeros_are_wrong(trial):
    """Return whether the rows that are wrong are those that come to a leaf 0."""
    right = np.concatenate([answers(**case) for case in trial.cases])
    amiss = ~np.isclose(np.concatenate(trial.found).astype(float), right)
    return np.array_equal(amiss, right == 0)


def way_of(tree, row):
    _, way = leaves_of(tree)[places(tree, [row])[0]]
    return ", ".join(f"x_{j} {'<=' if yes else '>'} {render(t)}" for j, t, yes in way)


def where_rows_go(right, yours, tree, X):
    return tabulate_values(
        "The rows, and the way of each",
        {"row": range(len(X)), "X": X, "way": [way_of(tree, row) for row in X]},
        right,
        yours,
        "an answer that is not right",
    )


def tried(predict, cases):
    """Hand the cases to predict; what fails at a leaf is told so."""
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
            "Is every leaf told from a node, be it a number or a text? And has what you collect "
            f"answers in room for either? predict failed with {type(cause).__name__}: {cause}",
            given=last,
        ) from error


@check.of(
    "predict",
    "And then?",
    "Follow one row of the table with a finger: for which column does each node ask, and which way "
    "does the row go?",
)
def predict(rng, predict):
    """The answer of each row's own leaf."""
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
            "the leaves are numbers, and your array is not one of numbers: its dtype is "
            f"{np.asarray(found).dtype}"
        ),
    )
    if only_zeros_are_wrong(trial):
        case = trial.cases[-1]
        right, yours = answers(**case), trial.found[-1]
        row = int(np.flatnonzero(right == 0)[0])
        raise Mistake(
            f"the row {render(case['X'][row])} comes to the leaf 0.0; yours says "
            f"{render(yours[row])}. 0 is an answer as any other, though `if` and `or` take it for "
            "none",
            "",
            case,
            right,
            yours,
            picture=where_rows_go(right, yours, **case),
        )
    trial.compare(
        answers,
        "each row has the answer of its own leaf",
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
        "each row has the answer of its own leaf, and a leaf may be a text",
        picture=where_rows_go,
    )


def demand_answers(trial):
    """Require one answer for each row."""
    trial.demand(
        lambda found, tree, X: not isinstance(found, tuple) or shape_of(found) == (len(X),),
        lambda found, tree, X: f"{len(X)} rows have {len(X)} answers; yours is a part of the tree",
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) != (),
        lambda found, tree, X: (
            f"{len(X)} rows have {len(X)} answers; yours is one. Does it return in the loop?"
            if isinstance(tree, tuple)
            else f"the tree is a single leaf: {len(X)} rows get this answer each; yours is one"
        ),
    )
    trial.demand(
        lambda found, tree, X: not any(isinstance(one, tuple) for one in found),
        "some of your answers are nodes and no leaves: go on until you come to a leaf",
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) != X.shape[1:],
        lambda found, tree, X: (
            f"yours has {X.shape[1]} answers, one for each column; X has {len(X)} rows"
        ),
    )
    trial.demand(
        lambda found, tree, X: shape_of(found) == (len(X),),
        lambda found, tree, X: (
            f"{len(X)} rows have {len(X)} answers, shape ({len(X)},); yours has the shape "
            f"{shape_of(found)}"
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
        "this is the root's price; a node below it is cheaper",
        lambda tree: price(*inner_nodes(tree)[0]),
    ),
    (
        "this is the smallest rise of the impurity, and the smallest price of nodes with two "
        "leaves. A node above them makes it rise by more and saves more leaves: for each of them "
        "it is cheaper",
        cheapest(lambda R, leaves, children: R - sum(leaves)),
    ),
    (
        "this is the largest price; the weakest link is the node where it costs least",
        lambda tree: max(price(*node) for node in inner_nodes(tree)),
    ),
    (
        "this is the mean of all prices; the smallest is asked for",
        lambda tree: np.mean([price(*node) for node in inner_nodes(tree)]),
    ),
    (
        "you divided by the number of leaves; a leaf stays when the node becomes one, so one less "
        "is saved",
        cheapest(lambda R, leaves, children: (R - sum(leaves)) / len(leaves)),
    ),
    (
        "what the leaves below leave is not taken off",
        cheapest(lambda R, leaves, children: R / (len(leaves) - 1)),
    ),
    (
        "this compares a node with its two children, as a question's gain does; R(T_t) is what the "
        "*leaves* below it leave",
        cheapest(lambda R, leaves, children: R - children),
    ),
    (
        "you took off what the two children leave; R(T_t) is what the *leaves* below the node "
        "leave",
        cheapest(lambda R, leaves, children: (R - children) / (len(leaves) - 1)),
    ),
    (
        "you took the mean of the leaves below; they are weighted already, so add them up",
        cheapest(lambda R, leaves, children: (R - np.mean(leaves)) / (len(leaves) - 1)),
    ),
    (
        "you divided by one more than the number of leaves; it is one less",
        cheapest(lambda R, leaves, children: (R - sum(leaves)) / (len(leaves) + 1)),
    ),
    (
        "the sign is wrong: undoing questions makes the impurity rise",
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
    "Grow first, then cut",
    "For one inner node, write down all leaves below it, however deep. What do they leave "
    "together, and how many of them are gone when the node becomes a leaf?",
)
def link(rng, weakest_link):
    """The smallest price among all inner nodes."""

    def draw():
        return {"tree": draw_impurities(rng, (((0, (0, 0)), 0), (0, (0, 0))))}

    cases = [{"tree": draw_impurities(rng, shape)} for shape in ((0, 0), (0, (0, 0)))]
    ways = cheapest(price), *(way for _, way in LINK_MISTAKES)
    cases.append(draw_case(draw, *ways, apart=True))
    trial = AnswerTrial(weakest_link, cases, "tree.link")
    trial.demand(is_scalar, "one number is asked for, the smallest of all prices")
    trial.compare(
        cheapest(price),
        "of all inner nodes' prices, the rise of the impurity for each leaf that is saved, the "
        "smallest is asked for",
        LINK_MISTAKES,
        picture=lambda right, yours, tree: Table(
            "The inner nodes from the root down: what each leaves as a leaf, the leaves below it, "
            "and its price",
            ["node", "R(t)", "leaves", "R(T_t)", "price", ""],
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
