"""The checks of the problem set on bias and variance: what `check("noise", split_noise)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

import copy
from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from ensemblelab.diagnostics import bias_variance_domingos
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Table,
    is_close,
    render,
    shape_of,
)

check = Checks("Bias and variance", "bias_variance")


# What is returned are two or three numbers


@dataclass
class Part:
    """One of the numbers that an answer returns, and the words if it is wrong.

    A mistake consists of its words, its result, and possibly a picture of its own.
    """

    name: str
    otherwise: str
    mistakes: list[tuple]


def tried(answer, cases, equation, words, each):
    """Run an answer that returns a number for each word and must not change its arguments."""
    changed = []

    def watched(*given):
        kept = copy.deepcopy(given)
        found = answer(*given)
        changed.extend(
            name
            for name, before, after in zip(cases[0], kept, given, strict=True)
            if not np.array_equal(before, after)
        )
        return found

    trial = AnswerTrial(watched, cases, equation)
    if changed:
        words = f"the array {changed[0]} itself was changed; work with new arrays or with a copy"
        raise Mistake(words, equation, cases[0])
    count = {2: "two", 3: "three"}[len(words)]
    trial.demand(
        lambda found, *given: (
            isinstance(found, (tuple, list, np.ndarray))
            and np.iterable(found)
            and len(found) == len(words)
        ),
        f"{count} numbers are required: {', '.join(words)}",
    )
    trial.demand(lambda found, *given: not any(np.iterable(one) for one in found), each)
    return trial


def in_order(right, order):
    return lambda *given: [right(*given)[n] for n in order]


def other_orders(right, named):
    """List the orders that the numbers may have come in, each with its words or the usual ones."""
    return [
        (named.get(order, named[...]), in_order(right, order))
        for order in permutations(range(3))
        if order != (0, 1, 2)
    ]


def apart(draws, right, whole, parts):
    """Draw inputs for which the right result and those of all mistakes differ.

    Ways to make the same mistake may agree.
    """
    wrong = [
        (n, part.name + words, way)
        for n, part in enumerate(parts)
        for words, way, *_ in part.mistakes
    ]
    names = np.array(["", *(words for words, _ in whole), *(words for _, words, _ in wrong)])
    others = names[:, None] != names
    for _ in range(100):
        cases = [draw() for draw in draws]
        values = np.hstack(
            [all_results(list(case.values()), right, whole, wrong) for case in cases]
        )
        if np.abs(values[:, None] - values).max(axis=2)[others].min() > 1e-4:
            return cases
    raise ValueError(f"no inputs distinguish these {len(names)} ways")


def all_results(given, right, whole, wrong):
    """Return the right numbers, and below them those of each mistake."""
    rows = [list(right(*given)), *(list(way(*given)) for _, way in whole)]
    for n, _, way in wrong:
        rows.append(rows[0].copy())
        rows[-1][n] = way(*given)
    return np.array(rows, dtype=float)


def hold(trial, right, whole, parts, picture):
    """Compare the numbers with what is right: all of them at once, then one after the other."""
    __tracebackhide__ = True
    cases = [list(case.values()) for case in trial.cases]
    for words, way in whole:
        if all(
            is_close(found, way(*given)) for found, given in zip(trial.found, cases, strict=True)
        ):
            trial.compare(right, words, picture=lambda should, is_, *given: picture(None, *given))
    for n, part in enumerate(parts):
        hold_one(trial, right, n, part, picture)


def hold_one(trial, right, n, part, picture):
    __tracebackhide__ = True
    head = f"your {part.name} is wrong: "
    trial.compare(
        lambda *given: right(*given)[n],
        head + part.otherwise,
        [(head + words, *rest) for words, *rest in part.mistakes],
        part=lambda found: found[n],
        picture=lambda should, is_, *given: picture(n, *given),
    )


EACH = "each of the three is a mean over the points, one number, but yours has several"


def numbers_at(points, caption, rows, marked=()):
    heads = ["", *(f"point {i}" for i in range(points))]
    return Table(caption, heads, [[head, *values] for head, values in rows], marked)


def sets_of(f):
    return [(f"set {d}", row) for d, row in enumerate(f)]


def whole_numbers(rng, *shape):
    return rng.integers(10, size=shape).astype(float)


# Task 1


def squared_parts(f, y):
    """Return the three, where the training sets are all there are."""
    off = np.subtract(f, y)
    error = np.average(np.square(off))
    bias = np.average([one * other for one in off for other in off])
    return error, bias, error - bias


def mean_f(f):
    return np.average(f, axis=0)


SQUARED = [
    Part(
        "error",
        "it is the squared difference between the prediction and the true value, averaged over "
        "training sets and points",
        [
            (
                "it is a sum; take the mean over training sets and points",
                lambda f, y: squared_parts(f, y)[0] * f.size,
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: squared_parts(f, y)[0] * len(y),
            ),
            (
                "it is the sum over the training sets; take the mean",
                lambda f, y: squared_parts(f, y)[0] * len(f),
            ),
            (
                "it is the root of the squared error; do not take the root",
                lambda f, y: squared_parts(f, y)[0] ** 0.5,
            ),
            ("it is the mean absolute error", lambda f, y: np.mean(np.abs(f - y))),
            (
                "you square after taking the means; square first",
                lambda f, y: (f.mean() - y.mean()) ** 2,
            ),
        ],
    ),
    Part(
        "squared bias",
        "it is the squared difference between the mean prediction at each point and the true "
        "value, averaged over the points",
        [
            ("it is not squared", lambda f, y: f.mean() - y.mean()),
            ("it is not squared", lambda f, y: y.mean() - f.mean()),
            (
                "it is squared after the mean over the points, where biases of different "
                "points cancel; square at each point first",
                lambda f, y: (f.mean() - y.mean()) ** 2,
            ),
            (
                "it is the mean absolute bias, which is not squared",
                lambda f, y: np.mean(np.abs(mean_f(f) - y)),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: squared_parts(f, y)[1] * len(y),
            ),
            (
                "it uses one mean prediction for all points; each point has its own",
                lambda f, y: np.mean((f.mean() - y) ** 2),
            ),
            (
                "it uses the first training set only",
                lambda f, y: squared_parts(f[:1], y)[0],
            ),
            (
                "it uses the median over the training sets; use the mean",
                lambda f, y: squared_parts(np.median(f, axis=0)[None], y)[0],
            ),
            (
                "it is the whole error; the bias is the error of the *mean* prediction",
                lambda f, y: squared_parts(f, y)[0],
            ),
        ],
    ),
    Part(
        "variance",
        "it is the squared difference between each prediction and the mean prediction at its "
        "point, averaged over training sets and points",
        [
            (
                "it divides by the number of training sets minus 1; the parts then do not add "
                "up to the error",
                lambda f, y: squared_parts(f, y)[2] * len(f) / (len(f) - 1),
            ),
            (
                "it is taken over the points, along each row; take it over the training sets, "
                "along each column",
                lambda f, y: np.mean(np.var(f, axis=1)),
            ),
            (
                "it uses one mean of all predictions; each point has a mean prediction of its own",
                lambda f, y: np.var(f),
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda f, y: np.mean(np.std(f, axis=0)),
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda f, y: squared_parts(f, y)[2] ** 0.5,
            ),
            (
                "it uses the distance from the true value; the variance does not depend on the "
                "true value",
                lambda f, y: squared_parts(f, y)[0],
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: squared_parts(f, y)[2] * len(y),
            ),
            (
                "the distances from the mean are not squared",
                lambda f, y: np.mean(np.abs(f - mean_f(f))),
            ),
        ],
    ),
]


def squared_table(n, f, y):
    rows = [*sets_of(f), ("mean of the sets", mean_f(f)), ("truth", y)]
    words = "The predictions for each training set"
    if n is not None:
        name = SQUARED[n].name
        rows.append((name, [squared_parts(f[:, [i]], y[[i]])[n] for i in range(len(y))]))
        words += f", and below them the {name} at each point; return the mean of the last row"
    return numbers_at(len(y), words, rows)


# Of error, squared bias and variance.
ORDERS = {
    (0, 2, 1): "bias and variance are exchanged; what all training sets have in common is the bias",
    ...: "the order is the error, the squared bias, the variance; yours is different",
}


@check.of(
    "squared",
    "Bias and variance over training sets",
    "Consider one point alone, a column of f: what is the mean of the column, how far is it "
    "from the true value, and how do the numbers vary around it?",
    "The squared bias and the variance add up to the error. Do yours?",
)
def squared(rng, split_squared):
    """The squared error, the squared bias and the variance."""
    whole = other_orders(squared_parts, ORDERS)

    def draw(sets, points):
        return {"f": whole_numbers(rng, sets, points), "y": whole_numbers(rng, points)}

    sizes = (2, 1), (3, 2), (4, 3)
    cases = apart([lambda n=n: draw(*n) for n in sizes], squared_parts, whole, SQUARED)
    words = ["error", "squared bias", "variance"]
    trial = tried(split_squared, cases, "bias_variance.squared", words, EACH)
    hold(trial, squared_parts, whole, SQUARED, squared_table)


# Task 2


def truth_of(y):
    return np.average(y, axis=0)


def noise_parts(f, y):
    """Return the variance of the measurements, and the two parts of the error without it."""
    return (squared_parts(y, truth_of(y))[2], *squared_parts(f, truth_of(y))[1:])


def everything(f, y):
    """Return the mean squared difference of each prediction from each measurement."""
    return np.mean([squared_parts(f, row)[0] for row in y])


def bias_at(f, y):
    return mean_f(f) - truth_of(y)


NOISE = [
    Part(
        "noise",
        "it is the squared difference between each measurement and the mean at its point, "
        "averaged over measurements and points",
        [
            ("it is the whole error, of which the noise is one part", everything),
            (
                "it is the variance of the predictions; the noise is in the measurements",
                lambda f, y: noise_parts(f, y)[2],
            ),
            (
                "it uses one mean of all measurements; each point has a true value of its own",
                lambda f, y: np.var(y),
            ),
            (
                "it divides by the number of measurements minus 1",
                lambda f, y: noise_parts(f, y)[0] * len(y) / (len(y) - 1),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: noise_parts(f, y)[0] * y.shape[1],
            ),
            (
                "it is the standard deviation, sigma; return its square",
                lambda f, y: np.mean(np.std(y, axis=0)),
            ),
            (
                "it is the standard deviation, sigma; return its square",
                lambda f, y: noise_parts(f, y)[0] ** 0.5,
            ),
            (
                "it is taken over the points, along each row; take it over the measurements, "
                "along each column",
                lambda f, y: np.mean(np.var(y, axis=1)),
            ),
            (
                "it uses the distance of the measurements from the mean prediction; the noise "
                "is their variance around their own mean",
                lambda f, y: everything(mean_f(f)[None], y),
            ),
        ],
    ),
    Part(
        "squared bias",
        "it is the squared difference between the mean prediction at each point and the mean "
        "of its measurements, averaged over the points",
        [
            (
                "it compares with the single measurements, so the noise is included once more; "
                "the true value is their mean",
                lambda f, y: everything(mean_f(f)[None], y),
            ),
            (
                "it compares with the first measurement; the true value is the mean",
                lambda f, y: squared_parts(f, y[0])[1],
            ),
            (
                "it is squared after the mean over the points, where biases cancel",
                lambda f, y: bias_at(f, y).mean() ** 2,
            ),
            ("it is not squared", lambda f, y: bias_at(f, y).mean()),
            ("it is not squared", lambda f, y: -bias_at(f, y).mean()),
            ("it is not squared", lambda f, y: abs(bias_at(f, y).mean())),
            ("it is not squared", lambda f, y: np.mean(abs(bias_at(f, y)))),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: noise_parts(f, y)[1] * y.shape[1],
            ),
            (
                "the noise is subtracted once more, but the bias does not contain it",
                lambda f, y: noise_parts(f, y)[1] - noise_parts(f, y)[0],
            ),
            ("it is the whole error, of which the squared bias is one part", everything),
        ],
    ),
    Part(
        "variance",
        "it is the squared difference between each prediction and the mean prediction at its "
        "point, averaged over training sets and points",
        [
            (
                "it divides by the number of training sets minus 1",
                lambda f, y: noise_parts(f, y)[2] * len(f) / (len(f) - 1),
            ),
            (
                "it is taken around the true value; the variance does not depend on the true value",
                lambda f, y: squared_parts(f, truth_of(y))[0],
            ),
            (
                "it is taken around one mean of all predictions; each point has its own",
                lambda f, y: np.var(f),
            ),
            (
                "it is taken over the points, along each row; take it over the training sets, "
                "along each column",
                lambda f, y: np.mean(np.var(f, axis=1)),
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda f, y: np.mean(np.std(f, axis=0)),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: noise_parts(f, y)[2] * y.shape[1],
            ),
            (
                "the noise is included once more",
                lambda f, y: noise_parts(f, y)[2] + noise_parts(f, y)[0],
            ),
            ("it is the whole error, of which the variance is one part", everything),
            (
                "it is the variance of the measurements, which is the noise",
                lambda f, y: noise_parts(f, y)[0],
            ),
        ],
    ),
]


def noise_table(n, f, y):
    rows = [
        *sets_of(f),
        ("mean of the sets", mean_f(f)),
        *((f"measurement {r}", row) for r, row in enumerate(y)),
        ("true value, their mean", truth_of(y)),
    ]
    words = "The predictions for each training set, and the measurements"
    if n is not None:
        name = NOISE[n].name
        at = [noise_parts(f[:, [i]], y[:, [i]])[n] for i in range(y.shape[1])]
        rows.append((name, at))
        words += f", and below them the {name} at each point; return the mean of the last row"
    return numbers_at(y.shape[1], words, rows)


@check.of(
    "noise",
    "Irreducible error",
    "What differs between the measurements at one point, and what differs between training "
    "sets? Which array contains which?",
    "Compare each prediction with each measurement: your three numbers must add up to the mean "
    "of all these squared differences.",
)
def noise(rng, split_noise):
    """The noise, the squared bias and the variance."""
    words = "the order is the noise, the squared bias, the variance; yours is different"
    whole = other_orders(noise_parts, {...: words})

    def draw(sets, times, points):
        return {"f": whole_numbers(rng, sets, points), "y": whole_numbers(rng, times, points)}

    sizes = (2, 2, 1), (3, 2, 2), (4, 3, 3)
    cases = apart([lambda n=n: draw(*n) for n in sizes], noise_parts, whole, NOISE)
    words = ["noise", "squared bias", "variance"]
    trial = tried(split_noise, cases, "bias_variance.noise", words, EACH)
    hold(trial, noise_parts, whole, NOISE, noise_table)


# Task 3


# Over four training sets these columns have the mean 0, the variance 1 and no covariance.
SIGNS = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])


def between(covariances):
    """Return the sum of the covariances of different base learners, each pair in both orders."""
    return covariances.sum() - np.trace(covariances)


def left_out(of):
    """Draw the covariances, and mark those that a mistake counts incorrectly."""

    def picture(right, yours, biases, covariances):
        members = [f"base learner {k}" for k in range(len(biases))]
        return Table(
            "The covariances; ✘ marks those that are missing in yours or are counted incorrectly",
            ["", *members],
            [[head, *row] for head, row in zip(members, covariances, strict=True)],
            [(int(k), int(j) + 1) for k, j in np.argwhere(of(covariances))],
        )

    return picture


AVERAGE = [
    Part(
        "bias",
        "it is the mean of the average over training sets, minus the true value",
        [
            ("it is the sum of the biases; divide by their number", lambda b, c: sum(b)),
            (
                "it is the mean of the squared biases; biases of opposite signs cancel in an "
                "average",
                lambda b, c: np.dot(b, b) / len(b),
            ),
            ("it is squared; return the bias itself", lambda b, c: np.average(b) ** 2),
            (
                "it is the mean absolute bias; biases of opposite signs cancel in an average",
                lambda b, c: np.average(np.abs(b)),
            ),
            (
                "it divides by m^2; that is for the variance",
                lambda b, c: np.average(b) / len(b),
            ),
            (
                "it is the median; the bias of the average is the mean of the biases",
                lambda b, c: np.median(b),
            ),
            (
                "it is the smallest bias; an average includes all base learners",
                lambda b, c: min(np.abs(b)),
            ),
            (
                "it is the smallest bias; an average includes all base learners",
                lambda b, c: min(b, key=abs),
            ),
            ("it is 0; averaging does not remove a bias", lambda b, c: 0.0),
        ],
    ),
    Part(
        "variance",
        "it is the variance of the average, over training sets, around its own mean",
        [
            (
                "it adds up the variances alone, as if the base learners were uncorrelated",
                lambda b, c: np.trace(c) / c.size,
                left_out(lambda c: np.eye(len(c)) == 0),
            ),
            (
                "it is the mean of the variances, as if all base learners were the same",
                lambda b, c: np.trace(c) / len(b),
            ),
            (
                "it divides by m; there are m^2 covariances",
                lambda b, c: c.sum() / len(c),
            ),
            ("it is not divided by m^2", lambda b, c: c.sum()),
            (
                "it counts each pair of base learners once; k and k' run over all base "
                "learners, so each pair counts twice",
                lambda b, c: (np.trace(c) + between(c) / 2) / c.size,
                left_out(lambda c: np.triu(np.ones_like(c), 1)),
            ),
            (
                "the variances of the base learners, on the diagonal, are missing",
                lambda b, c: between(c) / c.size,
                left_out(lambda c: np.eye(len(c))),
            ),
            (
                "it is the mean covariance of two different base learners; their own variances "
                "are missing",
                lambda b, c: between(c) / (c.size - len(c)),
                left_out(lambda c: np.eye(len(c))),
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda b, c: (c.sum() / c.size) ** 0.5,
            ),
            (
                "it adds the mean variance and the mean covariance; divide their sums by m^2",
                lambda b, c: np.trace(c) / len(c) + between(c) / (c.size - len(c)),
            ),
            (
                "it is the smallest variance; an average includes all base learners",
                lambda b, c: min(np.diagonal(c)),
            ),
            (
                "it adds up the absolute covariances; base learners with opposite errors have "
                "a negative covariance",
                lambda b, c: np.abs(c).sum() / c.size,
                left_out(lambda c: c < 0),
            ),
        ],
    ),
]


@check.of(
    "average",
    "Covariance and correlation of base learners",
    "Consider two base learners with the same bias and the same variance: what must the result "
    "be if their predictions are always equal, so that their covariance equals their variance? "
    "And if the covariance is 0?",
)
def average(rng, averaged):
    """The bias and the variance of an average."""
    predicted, truth = {}, float(rng.integers(3, 8))

    def draw(m):
        """Draw predictions of m base learners for four training sets, and their biases."""
        biases = rng.integers(-4, 5, size=m).astype(float)
        reach = rng.integers(-2, 3, size=(m, 3)).astype(float)
        reach[:, 0] = rng.integers(1, 4, size=m)  # each one varies
        predicted[m] = truth + biases + SIGNS @ reach.T
        return {"biases": biases, "covariances": reach @ reach.T}

    def right(biases, covariances):
        """Average the predictions of the base learners, and measure the bias and variance."""
        together = np.average(predicted[len(biases)], axis=1)
        return [np.average(together) - truth, squared_parts(together[:, None], [truth])[2]]

    def table(n, biases, covariances):
        f = predicted[len(biases)]
        f = np.column_stack([f, np.average(f, axis=1)])
        return Table(
            "Base learners with these biases and covariances, on four training sets; the true "
            f"value is {render(truth)} each time. Return the bias and the variance of the last "
            "column",
            ["", *(f"base learner {k}" for k in range(len(biases))), "average"],
            [*([head, *row] for head, row in sets_of(f)), ["mean", *mean_f(f)]],
        )

    whole = [("the bias comes first, then the variance", in_order(right, (1, 0)))]
    cases = apart([lambda m=m: draw(m) for m in (2, 3, 4)], right, whole, AVERAGE)
    words = ["the bias of the average", "its variance"]
    each = "the average has one bias and one variance, but yours has one for each base learner"
    trial = tried(averaged, cases, "bias_variance.average", words, each)
    hold(trial, right, whole, AVERAGE, table)


# Task 4


def counted(said, classes):
    columns = said.T.tolist()
    return np.array([[float(column.count(c)) for column in columns] for c in classes])


def named(said):
    return set(said.ravel().tolist())


def not_this_shape(found, said, classes):
    """Return what the shape of a result shows."""
    sets, points = said.shape
    known = {
        (points, len(classes)): "p has a row for each class and a column for each point; yours "
        "is transposed",
        (len(classes), sets): "yours has a column for each training set; take the proportions "
        "over the training sets",
        (len(classes),): "yours has one proportion for each class; each point has its own",
        (points,): "yours has one number for each point; each class has its own",
        (len(named(said)), points): f"{sorted(set(classes) - named(said))} of the list is never "
        "predicted, but has a row of zeros: the result has "
        f"{len(classes)} rows, in the order of the list",
    }
    asked = f"p has a row for each class and a column for each point, {len(classes), points}"
    return known.get(shape_of(found), f"{asked}; yours has the shape {shape_of(found)}")


SHARES = [
    ("these are counts; divide by the number of training sets", counted),
    (
        "you divided by the number of points; a proportion of the training sets is required",
        lambda said, classes: counted(said, classes) / said.shape[1],
    ),
    (
        "you divided by the number of classes; a proportion of the training sets is required",
        lambda said, classes: counted(said, classes) / len(classes),
    ),
    (
        "you divided by the number of training sets minus 1",
        lambda said, classes: counted(said, classes) / (len(said) - 1),
    ),
    (
        "you divided by the number of all predictions; each point has one for each training set",
        lambda said, classes: counted(said, classes) / said.size,
    ),
    (
        "your rows add up to 1: these are proportions of the points for which a class is "
        "predicted. At each *point*, the proportions of the classes add up to 1",
        lambda said, classes: among_points(said, classes),
    ),
    (
        "your rows add up to 1: these are proportions of the points for which a class is "
        "predicted. At each *point*, the proportions of the classes add up to 1",
        lambda said, classes: np.nan_to_num(among_points(said, classes)),
    ),
    (
        "these are the proportions of training sets that do *not* lead to the class",
        lambda said, classes: 1 - counted(said, classes) / len(said),
    ),
    (
        "yours has 1 for the most frequent class; return its proportion",
        lambda said, classes: counted(said, classes) == counted(said, classes).max(axis=0),
    ),
    (
        "these are percentages; a proportion lies between 0 and 1",
        lambda said, classes: 100 * counted(said, classes) / len(said),
    ),
    (
        "the order of the classes is not that of the list",
        lambda said, classes: counted(said, classes[::-1]) / len(said),
    ),
    (
        "the order of the classes is not that of the list",
        lambda said, classes: counted(said, sorted(classes)) / len(said),
    ),
    (
        "your rows are shifted by one: the first class has row 0",
        lambda said, classes: np.roll(counted(said, [None, *classes[1:]]), -1, axis=0) / len(said),
    ),
]


def among_points(said, classes):
    count = counted(said, classes)
    return count / count.sum(axis=1, keepdims=True)


def shares_table(right, yours, said, classes):
    rows, marked = [], []
    for one, row, given in zip(classes, right, np.asarray(yours, dtype=float), strict=True):
        rows += [(f"{one}, right", row), (f"{one}, yours", given)]
        marked += [(len(rows) - 1, int(i) + 1) for i in np.flatnonzero(~np.isclose(row, given))]
    words = "The proportion of each class; ✘ marks incorrect values"
    return numbers_at(said.shape[1], words, rows, marked)


@check.of(
    "shares",
    "Bias and variance of classifiers",
    "Consider one point, a column of said: how many training sets lead to the first class of "
    "the list there, and how many training sets are there?",
    "At each point, the proportions of all classes add up to 1. Do yours?",
)
def shares(rng, shares):
    """Test the proportion of training sets for each class at each point."""

    def draw(sets, points, classes, silent=0):
        """Draw predictions that contain all classes but some; the list is not in order."""
        while True:
            names = rng.permutation(list("ABCDEF"))[:classes].tolist()
            heard = rng.permutation(names)[silent:].tolist()
            said = rng.choice(heard, size=(sets, points))
            if names != sorted(names) and named(said) == set(heard):
                return {"said": said, "classes": names}

    cases = [draw(5, 3, 2), draw(5, 4, 3), draw(6, 5, 4, silent=1)]
    trial = AnswerTrial(shares, cases, "bias_variance.kohavi_wolpert")
    trial.demand(
        lambda found, said, classes: shape_of(found) == (len(classes), said.shape[1]),
        not_this_shape,
    )
    trial.demand(
        lambda found, *given: np.asarray(found).dtype != bool,
        "yours is True or False, whether a class was predicted; return how often it was",
    )
    trial.compare(
        lambda said, classes: counted(said, classes) / len(said),
        "p[c, i] is the proportion of the training sets that lead to the class classes[c] at "
        "point i",
        SHARES,
        picture=shares_table,
    )


# Task 5

SETS = 5  # training sets that the shares are taken over


def answers_with(p):
    """Return predictions for training sets that have these proportions."""
    counts = np.rint(SETS * p).astype(np.intp)
    return np.array([np.repeat(np.arange(len(p)), column) for column in counts.T]).T


def rate_parts(p, right):
    said = answers_with(p)
    error = np.average(said != right)
    variance = np.average([one != other for one in said for other in said]) / 2
    return error, error - variance, variance


def of_right(p, right):
    """Return the proportion of the true class at each point."""
    return np.array([column[c] for column, c in zip(p.T, right, strict=True)])


RATES = [
    Part(
        "error rate",
        "it is the proportion of training sets that do not lead to the true class, averaged "
        "over the points",
        [
            ("it is the accuracy, not the error rate", lambda p, r: 1 - rate_parts(p, r)[0]),
            (
                "it is the proportion that does not lead to the most frequent class; use the "
                "proportion that does not lead to the true class",
                lambda p, r: 1 - np.mean(p.max(axis=0)),
            ),
            (
                "it is the error rate of the most frequent class; return the error rate over "
                "the training sets",
                lambda p, r: 1 - np.mean(p.argmax(axis=0) == r),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda p, r: rate_parts(p, r)[0] * len(r),
            ),
            (
                "p[right] selects whole rows; for each point i, use p[right[i], i]",
                lambda p, r: 1 - np.mean(p[r]),
            ),
        ],
    ),
    Part(
        "squared bias",
        "it is half of the squared distance between the proportions and the truth, which is 1 "
        "for the true class and 0 for the others, averaged over the points",
        [
            ("the factor 1/2 is missing", lambda p, r: 2 * rate_parts(p, r)[1]),
            (
                "it uses the true class only; the proportions of the other classes count too",
                lambda p, r: np.mean((1 - of_right(p, r)) ** 2),
            ),
            (
                "it uses the true class only; the proportions of the other classes count too",
                lambda p, r: np.mean((1 - of_right(p, r)) ** 2) / 2,
            ),
            (
                "it is the mean over the classes; take half of the sum",
                lambda p, r: 2 * rate_parts(p, r)[1] / len(p),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda p, r: rate_parts(p, r)[1] * len(r),
            ),
            (
                "the distances are not squared, so the result is the error rate once more",
                lambda p, r: rate_parts(p, r)[0],
            ),
            (
                "the distances are not squared, and the factor 1/2 is missing",
                lambda p, r: 2 * rate_parts(p, r)[0],
            ),
        ],
    ),
    Part(
        "variance",
        "it is half of the Gini index of the proportions, averaged over the points",
        [
            (
                "the factor 1/2 is missing: it is half of the Gini index",
                lambda p, r: 2 * rate_parts(p, r)[2],
            ),
            (
                "the 1 before the sum is missing: the Gini index is 1 minus the sum of squares",
                lambda p, r: 0.5 - rate_parts(p, r)[2],
            ),
            (
                "the 1 before the sum is missing: the Gini index is 1 minus the sum of squares",
                lambda p, r: rate_parts(p, r)[2] - 0.5,
            ),
            (
                "it is the proportion that does not lead to the most frequent class, which is "
                "Domingos' variance",
                lambda p, r: 1 - np.mean(p.max(axis=0)),
            ),
            (
                "it is the variance of the proportions; take half of their Gini index",
                lambda p, r: np.mean(np.var(p, axis=0)),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda p, r: rate_parts(p, r)[2] * len(r),
            ),
            (
                "it uses the true class only; the variance does not depend on the true class",
                lambda p, r: (1 - np.mean(of_right(p, r) ** 2)) / 2,
            ),
            (
                "it is 0 because the proportions at a point add up to 1; square them before "
                "you add up",
                lambda p, r: 0.0,
            ),
            ("it is the error rate itself", lambda p, r: rate_parts(p, r)[0]),
        ],
    ),
]


def rates_table(n, p, right):
    rows = [*((f"proportion of class {c}", row) for c, row in enumerate(p)), ("true class", right)]
    words = "The proportions of the classes at each point"
    if n is not None:
        name = RATES[n].name
        rows.append((name, [rate_parts(p[:, [i]], right[[i]])[n] for i in range(len(right))]))
        words += f", and below them the {name} there; return the mean of the last row"
    return numbers_at(len(right), words, rows)


@check.of(
    "rates",
    "Bias and variance of classifiers",
    "Consider a point where all training sets lead to the true class, and then one where all "
    "lead to the same wrong class. What must the three numbers be there?",
    "The squared bias and the variance add up to the error rate. Do yours?",
)
def rates(rng, split_by_shares):
    """Test the decomposition of the error rate by proportions."""
    whole = other_orders(
        rate_parts,
        {
            (0, 2, 1): "squared bias and variance are exchanged; what all training sets have "
            "in common is the bias",
            ...: "the order is the error rate, the squared bias, the variance; yours is different",
        },
    )

    def draw(classes, points):
        said = rng.integers(classes, size=(SETS, points)).tolist()
        p = counted(np.array(said), range(classes)) / SETS
        return {"p": p, "right": rng.integers(classes, size=points).astype(np.intp)}

    sizes = (2, 1), (3, 2), (3, 4)
    cases = apart([lambda n=n: draw(*n) for n in sizes], rate_parts, whole, RATES)
    words = ["error rate", "squared bias", "variance"]
    trial = tried(split_by_shares, cases, "bias_variance.kohavi_wolpert", words, EACH)
    hold(trial, rate_parts, whole, RATES, rates_table)


# Task 6


def main_parts(said, y):
    parts = bias_variance_domingos(said, y)
    return parts.error, parts.bias, parts.variance


def frequent(column):
    """Return the classes that are most frequent in a column, in ascending order."""
    counts = Counter(column)
    return sorted(c for c in counts if counts[c] == max(counts.values()))


def main_of(said, choose=min):
    return np.array([choose(frequent(column)) for column in said.T.tolist()])


def differing(one, other):
    return 1 - np.mean(np.equal(one, other))


def by_another(main):
    """Return the three numbers of who takes something else for the main prediction."""
    return lambda said, y: [
        differing(said, y),
        differing(main(said), y),
        differing(said, main(said)),
    ]


OTHER_MAINS = [
    (
        "a tie is decided in favor of the smallest class, but yours takes the largest",
        lambda said: main_of(said, max),
    ),
    (
        "a tie is decided in favor of the smallest class, but yours takes the one that comes "
        "first in the column",
        lambda said: np.array([Counter(c).most_common(1)[0][0] for c in said.T.tolist()]),
    ),
    (
        "your main prediction is a mean of class indices, which is not a majority vote",
        lambda said: np.average(said, axis=0),
    ),
    (
        "your main prediction is a mean of class indices, which is not a majority vote",
        lambda said: np.rint(np.average(said, axis=0)),
    ),
    (
        "your main prediction is a mean of class indices, truncated to a whole number",
        lambda said: np.floor(np.average(said, axis=0)),
    ),
    (
        "your main prediction is the median of class indices, which is not a majority vote",
        lambda said: np.median(said, axis=0),
    ),
    (
        "your main prediction is the median of class indices, which is not a majority vote",
        lambda said: np.floor(np.median(said, axis=0)),
    ),
    (
        "your main prediction is the same at all points; each has its own",
        lambda said: main_of(said.reshape(-1, 1)),
    ),
    ("your main prediction is the prediction for the first training set", lambda said: said[0]),
    ("your main prediction is the prediction for the last training set", lambda said: said[-1]),
    (
        "your main prediction is the largest class that was predicted",
        lambda said: said.max(axis=0),
    ),
    (
        "your main prediction is the smallest class that was predicted",
        lambda said: said.min(axis=0),
    ),
]
MAIN = [
    Part(
        "error rate",
        "it is the proportion of all predictions that differ from the true class",
        [
            ("it is the accuracy, not the error rate", lambda s, y: 1 - main_parts(s, y)[0]),
            (
                "it is the number of errors; return their proportion",
                lambda s, y: main_parts(s, y)[0] * s.size,
            ),
            (
                "it is the error rate of the main prediction; return the error rate over the "
                "training sets",
                lambda s, y: main_parts(s, y)[1],
            ),
        ],
    ),
    Part(
        "bias",
        "it is the proportion of points whose main prediction differs from the true class",
        [
            (
                "it is the proportion of points whose main prediction is correct",
                lambda s, y: 1 - main_parts(s, y)[1],
            ),
            (
                "it is a number of points; return their proportion",
                lambda s, y: main_parts(s, y)[1] * len(y),
            ),
            (
                "it is the error rate; the bias uses the main prediction",
                lambda s, y: main_parts(s, y)[0],
            ),
            (
                "it is the error rate minus the variance; at a biased point, variance reduces "
                "the error, so this is not the bias",
                lambda s, y: main_parts(s, y)[0] - main_parts(s, y)[2],
            ),
            (
                "it squares differences of class indices; a predicted class is either correct "
                "or not",
                lambda s, y: np.mean((main_of(s) - y) ** 2.0),
            ),
        ],
    ),
    Part(
        "variance",
        "it is the proportion of all predictions that differ from the main prediction at their "
        "point",
        [
            (
                "it compares with the true class; the variance compares with the main "
                "prediction and does not depend on the true class",
                lambda s, y: main_parts(s, y)[0],
            ),
            (
                "it is the error rate minus the bias, so that the reduction at biased points "
                "is subtracted; return the proportion of predictions that differ",
                lambda s, y: main_parts(s, y)[0] - main_parts(s, y)[1],
            ),
            (
                "it is the proportion of predictions that agree with the main prediction",
                lambda s, y: 1 - main_parts(s, y)[2],
            ),
            (
                "it omits the points whose main prediction is wrong",
                lambda s, y: bias_variance_domingos(s, y).unbiased_variance,
            ),
            (
                "predictions that differ where the main prediction is wrong are subtracted; "
                "return the proportion of all that differ",
                lambda s, y: (
                    2 * bias_variance_domingos(s, y).unbiased_variance - main_parts(s, y)[2]
                ),
            ),
            (
                "it is the number of predictions; return their proportion",
                lambda s, y: main_parts(s, y)[2] * s.size,
            ),
            (
                "it is the variance of the class indices; there is no distance between classes",
                lambda s, y: np.mean(np.var(s, axis=0)),
            ),
        ],
    ),
]


def main_table(n, said, y):
    main, sets = main_of(said), len(said)
    rows = [*sets_of(said), ("main", main), ("true class", y)]
    told, wrong = {
        None: ("", []),
        0: ("; ✘ marks a prediction that is not correct", said != y),
        1: ("; ✘ marks a main prediction that is not correct", main[None] != y),
        2: ("; ✘ marks a prediction that differs from the main prediction", said != main),
    }[n]
    first = sets if n == 1 else 0
    marked = [(first + int(d), int(i) + 1) for d, i in zip(*np.nonzero(wrong), strict=True)]
    words = "The predictions for each training set, and the most frequent ones"
    return numbers_at(len(y), words + told, rows, marked if n is not None else [])


@check.of(
    "main",
    "Bias and variance of classifiers",
    "Write down the main prediction at each point: how often does each class occur in the "
    "column, and which is the most frequent?",
    "There are three comparisons: predictions with the truth, main predictions with the truth, "
    "and predictions with main predictions. Which of them gives which number?",
)
def main(rng, split_by_main):
    """The error rate, split by the main prediction."""
    whole = other_orders(
        main_parts,
        {
            (0, 2, 1): "bias and variance are exchanged; the bias compares the main prediction "
            "with the truth",
            ...: "the order is the error rate, the bias, the variance; yours is different",
        },
    )
    whole += [(words, by_another(other)) for words, other in OTHER_MAINS]

    def draw(sets, points):
        said, y = rng.integers(3, size=(sets, points)), rng.integers(3, size=points)
        return {"said": said.astype(np.intp), "y": y.astype(np.intp)}

    sizes = (2, 2), (3, 3), (6, 7)
    cases = apart([lambda n=n: draw(*n) for n in sizes], main_parts, whole, MAIN)
    words = ["error rate", "bias", "variance"]
    trial = tried(split_by_main, cases, "bias_variance.domingos", words, EACH)
    hold(trial, main_parts, whole, MAIN, main_table)


# Task 7


class Learner:
    """It records its arguments, and returns arbitrary predictions."""

    def __init__(self, answers):
        self.answers, self.seen = answers, []

    def learn(self, X, y, X_new):
        """Return one row after the other."""
        self.seen.append((np.array(X), np.array(y), np.array(X_new)))
        return self.answers[(len(self.seen) - 1) % len(self.answers)].copy()

    def rows(self):
        """Return the observations of each training set, by their y."""
        return [y.tolist() for _, y, _ in self.seen]


def drawn_table(rows):
    """Show some of the observations of each training set."""
    words = "The y of the first five observations of each training set"
    heads = ["", *(f"observation {n}" for n in range(5))]
    return Table(words, heads, [[f"set {d}", *row[:5]] for d, row in enumerate(rows)])


@check.of(
    "draw",
    "Bias and variance of three learners",
    "Let learn be a function that prints its y. How often does it print, do the numbers change "
    "each time, and does each occur at most once?",
)
def draw(rng, predictions_of):
    """Test that training sets are drawn anew, and the predictions for each."""
    n, sets, size, points = 40, 6, 25, 3
    y = rng.permutation(n).astype(float)
    X = np.column_stack([2 * y, 2 * y + 1])  # so that rows of X tell their y
    X_new = -rng.permutation(2 * points).reshape(points, 2) - 1.0
    answers = rng.permutation(sets * points).reshape(sets, points) * 1.0
    seed = int(rng.integers(10**6))
    told = f"{n} observations, {sets} training sets of {size} observations, {points} points"

    def run(seed):
        learner = Learner(answers)
        given = X.copy(), y.copy(), X_new.copy()
        trial = AnswerTrial(
            lambda sets, size: predictions_of(
                learner.learn, *given, sets, size, np.random.default_rng(seed)
            ),
            [{"sets": sets, "size": size}],
        )
        return learner, trial.found[0], given

    learner, yours, given = run(seed)
    training_sets_are_right(learner, told, sets, size, X, X_new)
    if not all(map(np.array_equal, given, (X, y, X_new))):
        raise Mistake(f"{told}: X, y or X_new itself was changed; leave them unchanged")
    if shape_of(yours) != (sets, points):
        words = {
            (points, sets): f"f has a row for each training set, {sets, points}; yours is "
            "transposed",
            (points,): f"yours has {points} numbers; return a row for each of the {sets} "
            "training sets, not their mean or the last",
        }
        usual = f"f has the shape {sets, points}; yours has the shape {shape_of(yours)}"
        raise Mistake(f"{told}: {words.get(shape_of(yours), usual)}")
    if not is_close(yours, answers):
        values = np.asarray(yours, dtype=float)
        rows, marked = [], []
        for d, (row, found) in enumerate(zip(answers, values, strict=True)):
            rows += [(f"set {d}", row), (f"your row {d}", found)]
            marked += [(2 * d + 1, int(i) + 1) for i in np.flatnonzero(~np.isclose(row, found))]
        caption = "The predictions of the learning algorithm and your f; ✘ marks the differences"
        raise Mistake(
            f"{told}: your f does not contain what learn returned",
            picture=numbers_at(points, caption, rows, marked),
        )
    again, other = run(seed)[0].rows(), run(seed + 1)[0].rows()
    if learner.rows() != again:
        raise Mistake(
            f"{told}: two generators with the same seed gave different training sets; take all "
            "randomness from rng"
        )
    if again == other:
        raise Mistake(
            f"{told}: generators with different seeds gave the same training sets; draw from rng"
        )


def training_sets_are_right(learner, told, sets, size, X, X_new):
    """Return what is wrong with the arguments of learn."""
    calls = len(learner.seen)
    if calls != sets:
        why = {
            0: ". It was never called",
            1: ". Does it return in the loop?",
            size: ". That is size, the number of observations in each",
        }
        raise Mistake(
            f"{told}: learn must be called for {sets} training sets; you called it {calls} times"
            + why.get(calls, "")
        )
    for d, (known, targets, asked) in enumerate(learner.seen):
        fit = targets.ndim == 1 and known.shape == (len(targets), X.shape[1])
        if not fit or not np.array_equal(known[:, 0], 2 * targets):
            raise Mistake(
                f"{told}: training set {d} has X and y of different observations. Draw row "
                "numbers once, and use them for both"
            )
        rows = len(targets)
        if rows != size:
            all_ = "all " * (rows == len(X))
            raise Mistake(f"{told}: training set {d} has {all_}{rows} observations, not {size}")
        if len(set(targets.tolist())) != size:
            raise Mistake(
                f"{told}: training set {d} has only {len(set(targets.tolist()))} different "
                "observations; here they are drawn *without* replacement, because a new "
                "training set would not contain copies"
            )
        if not np.array_equal(asked, X_new):
            raise Mistake(f"{told}: learn was not called with X_new for training set {d}")
    kinds = {tuple(sorted(rows)) for rows in learner.rows()}
    picture = drawn_table(learner.rows())
    if kinds == {tuple(sorted((X[:size, 0] / 2).tolist()))}:
        words = f"every training set is the first {size} observations; draw them at random"
    elif len(kinds) == 1:
        words = "all training sets are the same. Draw each of them anew, inside the loop"
    elif len(kinds) < sets:
        words = "some training sets occur twice; draw each of them anew"
    else:
        return
    raise Mistake(f"{told}: {words}", picture=picture)


# Task 8


def estimated_parts(f, y):
    """Return the three by pairs of different training sets, whose errors are independent."""
    off = np.subtract(f, y)
    pairs = [(d, e) for d in range(len(off)) for e in range(len(off)) if d != e]
    bias = np.average([off[d] * off[e] for d, e in pairs])
    error = np.average(np.square(off))
    return error, bias, error - bias


def plug_in(f, y):
    return squared_parts(f, y)[1]


ESTIMATES = [
    SQUARED[0],
    Part(
        "squared bias",
        "it is the squared distance of the mean prediction from the true value, minus the "
        "variance divided by the number of training sets, averaged over the points",
        [
            (
                "it is not corrected: it still contains a part of the variance, because the "
                "mean of few predictions varies",
                plug_in,
            ),
            (
                "the whole variance is subtracted; the mean of T predictions contains a T-th of it",
                lambda f, y: plug_in(f, y) - estimated_parts(f, y)[2],
            ),
            (
                "the variance that is subtracted is not corrected itself",
                lambda f, y: plug_in(f, y) - squared_parts(f, y)[2] / len(f),
            ),
            (
                "the variance divided by the number of training sets minus 1 is subtracted; "
                "the mean of T predictions contains a T-th of it",
                lambda f, y: plug_in(f, y) - estimated_parts(f, y)[2] / (len(f) - 1),
            ),
            (
                "the variance is added, although it is already included",
                lambda f, y: plug_in(f, y) + estimated_parts(f, y)[2] / len(f),
            ),
            (
                "it divides by the number of training sets minus 1; that is for the variance",
                lambda f, y: plug_in(f, y) * len(f) / (len(f) - 1),
            ),
            (
                "it is set to 0 if negative; then it is too large on average",
                lambda f, y: max(estimated_parts(f, y)[1], 0),
            ),
            (
                "it is set to 0 at each point if negative; then it is too large on average",
                lambda f, y: np.mean(
                    [max(estimated_parts(f[:, [i]], y[[i]])[1], 0) for i in range(len(y))]
                ),
            ),
        ],
    ),
    Part(
        "variance",
        "it is the sum of squared differences between the predictions and the mean prediction "
        "at their point, divided by the number of training sets minus 1, averaged over the "
        "points",
        [
            (
                "it divides by the number of training sets; the predictions are closer to "
                "their own mean than to that of all training sets",
                lambda f, y: squared_parts(f, y)[2],
            ),
            (
                "it is the variance of the mean prediction; return that of one prediction",
                lambda f, y: estimated_parts(f, y)[2] / len(f),
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda f, y: estimated_parts(f, y)[2] ** 0.5,
            ),
            (
                "it is the standard deviation; do not take the root",
                lambda f, y: np.mean(np.std(f, axis=0, ddof=1)),
            ),
            (
                "it is the sum over the points; take the mean",
                lambda f, y: estimated_parts(f, y)[2] * len(y),
            ),
        ],
    ),
]


def estimates_table(n, f, y):
    rows = [*sets_of(f), ("mean of the sets", mean_f(f)), ("truth", y)]
    words = "The predictions for each training set"
    if n is not None:
        name = ESTIMATES[n].name
        rows.append((name, [estimated_parts(f[:, [i]], y[[i]])[n] for i in range(len(y))]))
        words += (
            f", and below them the {name} at each point, estimated; return the mean of the last"
        )
        words += "row"
    return numbers_at(len(y), words, rows)


@check.of(
    "estimate",
    "Unbiased estimates of bias and variance",
    "For the variance, divide by the number of training sets minus 1. Which part of it remains "
    "in the mean of the rows, and therefore in its squared distance from the true value?",
    "The two corrections cancel: the squared bias and the variance add up to the error. Do yours?",
)
def estimate(rng, estimated):
    """Unbiased estimates of the squared error, the squared bias and the variance."""
    uncorrected = "nothing is corrected: both the variance and the squared bias need a correction"
    whole = [(uncorrected, squared_parts), *other_orders(estimated_parts, ORDERS)]

    def draw(sets, points):
        f = whole_numbers(rng, sets, points)
        return {"f": f, "y": np.rint(mean_f(f) + rng.integers(-2, 3, size=points))}

    sizes = (2, 1), (3, 2), (4, 3)
    cases = apart([lambda n=n: draw(*n) for n in sizes], estimated_parts, whole, ESTIMATES)
    words = ["error", "squared bias", "variance"]
    trial = tried(estimated, cases, "bias_variance.library", words, EACH)
    hold(trial, estimated_parts, whole, ESTIMATES, estimates_table)
