"""The checks of the problem set on bagging: what `check("oob", oob_error)` tests.

Each draws small inputs, finds out in a way of its own what is right for them, and compares. Where
an answer is wrong in a way that is known, it says in which. Grading does not use this copy.
"""

import numpy as np
from ensemblelab.bootstrap import out_of_bag
from ensemblelab.diagnostics import error_correlation
from ensemblelab.teaching.checks import AnswerTrial, Checks, Mistake, Table, is_scalar, render

check = Checks("Bagging", "bagging")


def whole(rng, *shape):
    """Draw whole numbers from -9 to 9, as floats."""
    return rng.integers(-9, 10, shape).astype(float)


# Task 1


@check.of(
    "samples",
    "Where do different training sets come from?",
    "Put each letter back before you draw the next: then a letter can come up twice.",
)
def samples(rng, three_samples):
    """Three multisets of three letters, one of them with a repetition."""
    trial = AnswerTrial(three_samples, [{}], "bootstrap.multiset")
    drawn = list(trial.found[0])
    if len(drawn) != 3:
        raise Mistake(f"three samples are asked for; yours are {len(drawn)}", yours=drawn)
    for sample in drawn:
        if len(sample) != 3:
            raise Mistake(
                f"a sample of size 3 holds three letters, repeated ones counted each time; yours, "
                f"{sample!r}, holds {len(sample)}",
                yours=drawn,
            )
        if strange := sorted(set(sample) - set("abcde")):
            raise Mistake(
                f"a sample holds only what the set holds; {sample!r} has {strange}, which is not "
                "one of a, b, c, d, e",
                trial.equation,
                yours=drawn,
            )
    if all(len(set(sample)) == 3 for sample in drawn):
        raise Mistake(
            "all of your samples could have been drawn without replacement: no letter comes up "
            "twice in one sample",
            trial.equation,
            yours=drawn,
        )
    if len({"".join(sorted(sample)) for sample in drawn}) < 3:
        letters = "abcde"
        counts = [[str(s), *(list(s).count(one) for one in letters)] for s in drawn]
        raise Mistake(
            "two of your samples hold the same letters, equally often. The order of the draws does "
            "not matter: a bootstrap sample is a multiset",
            trial.equation,
            yours=drawn,
            picture=Table(
                "How often each letter is in each of your samples", ["", *letters], counts
            ),
        )


# Task 2


@check.of(
    "bootstrap",
    "Where do different training sets come from?",
    "`rng.integers` draws with replacement. Its first argument is the first number that can not "
    "come up.",
)
def bootstrap(rng, bootstrap_rows):
    """Row numbers drawn with replacement, all from the generator that is handed over."""
    seeds = [int(seed) for seed in rng.integers(10**6, size=50)]
    n = 1000

    def draw(n, seed):
        return bootstrap_rows(n, np.random.default_rng(seed))

    trial = AnswerTrial(draw, [{"n": n, "seed of rng": seed} for seed in seeds[:2]])
    trial.demand(
        lambda found, n, seed: np.shape(found) == (n,),
        lambda found, n, seed: (
            f"bootstrap_rows({n}, rng) must return {n} row numbers; yours has shape "
            f"{np.shape(found)}"
        ),
    )
    sample, other = (np.asarray(found) for found in trial.found)
    twos = {int(row) for seed in seeds for row in draw(2, seed)}
    for size, rows in ((n, sample), (2, np.array(sorted(twos)))):
        if rows.min() < 0 or rows.max() >= size:
            raise Mistake(
                f"for n = {size} row numbers run from 0 to {size - 1}; yours run from {rows.min()} "
                f"to {rows.max()}"
            )
    distinct = len(np.unique(sample)) / n
    expected = 1 - (1 - 1 / n) ** n
    if distinct == 1:
        raise Mistake(
            f"your {n} rows are all different. That is what drawing without replacement gives; a "
            f"bootstrap sample holds about {n * expected:.0f} different ones",
            "bootstrap.exclusion",
        )
    # it has a standard deviation of .0099; five of them
    if abs(distinct - expected) > 0.05:
        raise Mistake(
            f"a sample of {n} rows holds a share of about 1 - 1/e of different ones",
            "bootstrap.exclusion",
            expected=expected,
            yours=distinct,
        )
    if not np.array_equal(sample, draw(n, seeds[0])):
        raise Mistake(
            "two Generators with the same seed must give the same sample; yours gave two different "
            "ones, so some of its randomness does not come from rng"
        )
    if np.array_equal(sample, other):
        raise Mistake(
            "Generators with different seeds gave the same sample: yours does not draw from rng"
        )
    if twos != {0, 1}:
        raise Mistake(
            f"{len(seeds)} samples of 2 rows: each of the rows 0 and 1 must come up; yours drew "
            f"only {sorted(twos)}. Which number does rng.integers leave out at the end?"
        )


# Task 3


def least_squares(predictions):
    """Return for each point the number whose squared distances from the members are least."""
    return np.linalg.lstsq(np.ones((len(predictions), 1)), predictions, rcond=None)[0][0]


@check.of(
    "average",
    "What does the committee predict?",
    "Write the members' predictions for the first point one below the other: these are a column.",
)
def average(rng, committee_prediction):
    """The mean of the members, (1)."""
    sizes = [(2, 1), (2, 3), (3, 2), (4, 5), (5, 4)]
    trial = AnswerTrial(
        committee_prediction, [{"predictions": whole(rng, *size)} for size in sizes], "bagging.1"
    )
    trial.demand(
        lambda found, predictions: np.shape(found) == predictions.shape[1:],
        lambda found, predictions: (
            f"{len(predictions)} members and {predictions.shape[1]} points must give "
            f"{predictions.shape[1]} predictions; yours has shape {np.shape(found)}. The average "
            "goes over the members, which are the rows"
        ),
    )
    trial.compare(
        least_squares,
        "the members' predictions for a point do not average to yours",
        [
            ("this is the sum of the members; the factor 1/m is missing", lambda p: p.sum(axis=0)),
            (
                "this is the median of the members; (1) is their mean",
                lambda p: np.median(p, axis=0),
            ),
            (
                lambda p: (
                    f"this divides by 3; the factor is 1/m, and here are m = {len(p)} members, the "
                    "rows"
                ),
                lambda p: p.sum(axis=0) / 3,
            ),
            (
                lambda p: (
                    f"this divides by {p.shape[1]}, the number of points; the factor is 1/m, and "
                    f"here are m = {len(p)} members, the rows"
                ),
                lambda p: p.sum(axis=0) / p.shape[1],
            ),
            ("this is what the first member predicts", lambda p: p[0]),
            (
                "this divides by m - 1, as the estimate of a variance does; the factor is 1/m",
                lambda p: p.sum(axis=0) / (len(p) - 1),
            ),
        ],
        picture=lambda right, yours, p: Table(
            "Members and what they average to; ✘ marks where yours is another number",
            ["", *(f"point {j}" for j in range(p.shape[1]))],
            [
                *([f"member {k}", *row] for k, row in enumerate(p)),
                ["mean", *right],
                ["yours", *np.asarray(yours)],
            ],
            [
                (len(p) + 1, j + 1)
                for j in np.flatnonzero(~np.isclose(np.asarray(yours, dtype=float), right))
            ],
        ),
    )


# Task 4


def parts(errors):
    """Return the library's account of members' errors."""
    return error_correlation(errors, np.zeros(errors.shape[1]))


def product(errors):
    """Return the mean product that makes the committee's error what it is."""
    m, both = len(errors), parts(errors)
    return (m * both.error - both.member_error) / (m - 1)


@check.of(
    "error",
    "Why does averaging help?",
    "Do the three one after the other. For (5), write down how far the *committee* is off at each "
    "point before you square anything.",
)
def error(rng, committee_errors):
    """What (4), (5) and the products of different members give."""
    sizes = [(2, 2), (3, 4), (4, 3), (5, 6)]
    trial = AnswerTrial(committee_errors, [{"errors": whole(rng, *size)} for size in sizes])
    trial.demand(
        lambda found, errors: np.shape(found) == (3,),
        "committee_errors must return three numbers, er(f), the average er(f_k) and the mean "
        "product",
    )
    trial.compare(
        lambda e: parts(e).error,
        "the members are averaged before the square is taken",
        [
            (
                "this averages the members' squared errors, which is equation (4). The committee "
                "is averaged first, and its error squared then",
                lambda e: np.mean(e**2),
            ),
            (
                "this is the average error divided by m, as (7) has it. That needs errors without "
                "bias and correlation, and these have both",
                lambda e: np.mean(e**2) / len(e),
            ),
            (
                "a factor 1/m is missing. The members' sum is divided by m, and squared then: "
                "1/m^2",
                lambda e: np.mean(e.sum(axis=0) ** 2) / len(e),
            ),
            (
                "the factor 1/m^2 is missing: this squares the sum of the members, not their mean",
                lambda e: np.mean(e.sum(axis=0) ** 2),
            ),
            (
                "this squares the mean over the points too; E, the mean over the points, stands "
                "outside the square",
                lambda e: np.mean(e) ** 2,
            ),
            (
                "this adds up the points; E is the mean over them",
                lambda e: np.sum(e.mean(axis=0) ** 2),
            ),
        ],
        part=lambda found: found[0],
        equation="bagging.5",
        steps=lambda e: (
            f"the committee is off by {render(e.mean(axis=0))}; the squares of these are "
            f"{render(e.mean(axis=0) ** 2)}, on average {render(parts(e).error)}"
        ),
    )
    trial.compare(
        lambda e: parts(e).member_error,
        "each member's error is the mean of its squared errors; average these",
        [
            (
                "your average squares the mean of each member's errors, (E eps)^2; the square "
                "stands inside, E[eps^2]. Read again: 'Mind where the square stands'",
                lambda e: np.mean(e.mean(axis=1) ** 2),
            ),
            (
                "this is the sum of the members' errors; the factor 1/m is missing",
                lambda e: np.sum(e**2) / e.shape[1],
            ),
            (
                "this averages the size of the errors, |eps|; (4) has their squares",
                lambda e: np.mean(np.abs(e)),
            ),
        ],
        part=lambda found: found[1],
        equation="bagging.4",
        steps=lambda e: (
            f"the members' errors are {render((e**2).mean(axis=1))}, on average "
            f"{render(parts(e).member_error)}"
        ),
    )
    trial.compare(
        lambda e: product(e),
        "the products of two different members, averaged over the points, and then over the pairs",
        [
            (
                "your mean product is half of what it should be: a factor 2 is forgotten. Each "
                "pair is counted once, k < k', and divided by m(m - 1), which counts it twice",
                lambda e: product(e) / 2,
            ),
            (
                "your mean product is twice what it should be: each pair is counted twice, and "
                "divided by m(m - 1)/2, which counts it once",
                lambda e: 2 * product(e),
            ),
            (
                "your mean product is the committee's error: it counts all m^2 products. Products "
                "of a member with itself do not count",
                lambda e: parts(e).error,
            ),
            (
                "you left out the products of a member with itself, and divided by m^2 all the "
                "same; m(m - 1) products are left",
                lambda e: product(e) * (len(e) - 1) / len(e),
            ),
            (
                "Products of a member with itself do not count: you have divided by m(m - 1), and "
                "added them all the same",
                lambda e: parts(e).error * len(e) / (len(e) - 1),
            ),
            (
                "this is the sum of the products over the points; E is the mean over them",
                lambda e: product(e) * e.shape[1],
            ),
        ],
        part=lambda found: found[2],
        equation="bagging.expansion",
        picture=lambda right, yours, e: products(e),
    )


def products(errors):
    """Lay out the products of all members with each other."""
    rows = [
        [f"member {k}", *("itself" if j == k else np.mean(a * b) for j, b in enumerate(errors))]
        for k, a in enumerate(errors)
    ]
    words = (
        "The mean over the points of the product of two members' errors; the mean of the numbers "
        "in it is asked for, those of a member with itself left out"
    )
    return Table(words, ["", *(f"member {j}" for j in range(len(errors)))], rows)


# Task 5


def table_of_left_out(samples, n):
    return np.array([out_of_bag(sample, n) for sample in samples], dtype=float)


def predicted(predictions, samples, y):
    """Return the rows that some member has left out, and the mean of those members there."""
    weights = table_of_left_out(samples, len(y))
    rows = np.flatnonzero(weights.any(axis=0))
    return rows, np.array([np.average(predictions[:, i], weights=weights[:, i]) for i in rows])


def right_oob(predictions, samples, y):
    rows, committee = predicted(predictions, samples, y)
    return np.linalg.norm(committee - y[rows]) ** 2 / len(rows)


def draws(rng, m, n):
    """Draw what three kinds of rows need: held by all, left out by one, left out by several."""
    while True:
        drawn = rng.integers(n, size=(m, n))
        left_out = table_of_left_out(drawn, n).sum(axis=0)
        if left_out.min() == 0 and left_out.max() > 1 and (left_out == 1).any():
            return {"predictions": whole(rng, m, n), "samples": drawn, "y": whole(rng, n)}


def in_bag(predictions, samples, y):
    weights = 1 - table_of_left_out(samples, len(y))
    rows = weights.any(axis=0)
    committee = (predictions * weights)[:, rows].sum(axis=0) / weights[:, rows].sum(axis=0)
    return np.mean((committee - y[rows]) ** 2)


def over_rows(divide, empty_counts=0.0):
    """Make a wrong estimate: each left-out sum divided by something else."""

    def gives(predictions, samples, y):
        weights = table_of_left_out(samples, len(y))
        rows = weights.any(axis=0)
        committee = (predictions * weights).sum(axis=0) / divide(weights)
        squares = (committee - y) ** 2
        return squares[rows].mean() if not empty_counts else squares.mean()

    return gives


def own_errors(predictions, samples, y):
    weights = table_of_left_out(samples, len(y))
    rows = weights.any(axis=0)
    squares = (predictions - y) ** 2
    weighed = [np.average(squares[:, i], weights=weights[:, i]) for i in np.flatnonzero(rows)]
    return np.mean(weighed)


def left_out_table(marked=lambda left_out: False):
    """Make what shows who has left out which row; `marked` says of a cell whether ✘ is there."""

    def of(right, yours, predictions, samples, y):
        left_out = table_of_left_out(samples, len(y)) == 1
        rows, committee = predicted(predictions, samples, y)
        means = dict(zip(rows, committee, strict=True))
        body, wrong = [], []
        for i in range(len(y)):
            cells = [
                f"{render(p)}{'' if free else ' (seen)'}"
                for p, free in zip(predictions[:, i], left_out[:, i], strict=True)
            ]
            wrong += [(i, k + 1) for k, free in enumerate(left_out[:, i]) if marked(free)]
            tested = (
                [means[i], y[i], (means[i] - y[i]) ** 2] if i in means else ["none", y[i], "none"]
            )
            body.append([f"row {i}", *cells, *tested])
        words = (
            "What each member predicts; a row that it has seen it must not predict. The mean is "
            "over the others"
        )
        if wrong:
            words += ", and ✘ marks what does not belong in it"
        heads = ["", *(f"member {k}" for k in range(len(samples))), "mean", "y", "squared error"]
        return Table(words, heads, body, wrong)

    return of


@check.of(
    "oob",
    "Can you test without a test set?",
    "Make the table of who has left out whom first, and print it beside the one above.",
    "For each row: how many members may predict it? That is what its sum is divided by.",
)
def oob(rng, oob_error):
    """The error on rows out of bag."""
    sizes = [(3, 4), (3, 4), (4, 5), (5, 7)]
    trial = AnswerTrial(oob_error, [draws(rng, *size) for size in sizes], "bootstrap.oob")
    trial.demand(is_scalar, "one number is asked for")
    trial.compare(
        right_oob,
        "predict each row by the members that have left it out, and by these alone",
        [
            (
                "this is the error of all members on all rows. Members that have seen a row must "
                "not predict it",
                lambda p, s, y: np.mean((p.mean(axis=0) - y) ** 2),
                left_out_table(lambda left_out: not left_out),
            ),
            (
                "this predicts each row by the members that have seen it: the table of who was "
                "left out is the wrong way round",
                in_bag,
                left_out_table(lambda left_out: not left_out),
            ),
            (
                "you divided by all rows, but a row that every member has seen was not tested; the "
                "mean goes over the others",
                lambda p, s, y: right_oob(p, s, y) * len(predicted(p, s, y)[0]) / len(y),
            ),
            (
                "a row that every member has seen is predicted 0 by yours, and counted; it has no "
                "prediction: leave it out",
                over_rows(lambda w: np.maximum(w.sum(axis=0), 1), empty_counts=1.0),
            ),
            (
                "you divide by m, the number of all members; each row is predicted by the mean of "
                "those only that left it out",
                over_rows(len),
            ),
            (
                "you divide by m, the number of all members, and a row that every member has seen "
                "is predicted 0, and counted",
                over_rows(len, empty_counts=1.0),
            ),
            (
                "this averages the members' own errors. Average the predictions of those that left "
                "a row out first, and square then",
                own_errors,
            ),
            (
                "this is the sum of the squared errors over the rows; asked is their mean",
                lambda p, s, y: right_oob(p, s, y) * len(predicted(p, s, y)[0]),
            ),
            (
                "this is the root of the estimate; the squared error is asked for",
                lambda p, s, y: right_oob(p, s, y) ** 0.5,
            ),
            (
                "this averages |committee - y|; the squared error is asked for",
                lambda p, s, y: np.mean(np.abs(predicted(p, s, y)[1] - y[predicted(p, s, y)[0]])),
            ),
        ],
        picture=left_out_table(),
    )


# Task 6


@check.of(
    "bag",
    "What does it look like?",
    "Print `rows` inside the loop: is it another sample for each member?",
)
def bag(rng, bagged_prediction):
    """The algorithm, seen by a learner that writes down what it is given."""
    n, m = 100, 8
    X, y = np.arange(2.0 * n).reshape(n, 2), np.arange(float(n))  # X[i] is [2i, 2i + 1], y[i] is i
    X_new = whole(rng, 3, 2)
    answers, seen = np.round(rng.normal(size=(m, 3)), 1), []
    seed = int(rng.integers(10**6))

    def note_and_answer(X, y, X_new):
        """Write down what comes, and answer anything."""
        seen.append((np.array(X), np.array(y), np.array(X_new)))
        return answers[len(seen) - 1] if len(seen) <= m else np.zeros(len(X_new))

    def bagged(m):
        return bagged_prediction(
            note_and_answer, X.copy(), y.copy(), X_new.copy(), m, np.random.default_rng(seed)
        )

    trial = AnswerTrial(bagged, [{"m": m}], "bagging.1")
    if len(seen) != m:
        raise Mistake(
            f"algorithm Bagging, step 1: m = {m} members must be fitted; fit_predict was called "
            f"{len(seen)} times"
        )
    for k, (X_k, y_k, new) in enumerate(seen):
        if X_k.shape != X.shape or y_k.shape != y.shape:
            raise Mistake(
                f"step 1.1: a bootstrap sample of {n} rows has {n} rows; member {k} got X of shape "
                f"{X_k.shape} and y of shape {y_k.shape}"
            )
        if not np.array_equal(X_k[:, 0], 2 * y_k):
            raise Mistake(
                f"step 1.1: member {k} got rows of X with the y of other rows. Draw row numbers "
                "once, and use them for both X and y",
                picture=Table(
                    f"The first rows that member {k} got, and which rows of the training set their "
                    "X and their y are; ✘ marks where these differ",
                    ["", "X is of row", "y is of row"],
                    [[str(i), X_k[i, 0] / 2, y_k[i]] for i in range(4)],
                    [(i, 2) for i in range(4) if X_k[i, 0] != 2 * y_k[i]],
                ),
            )
        if len(np.unique(y_k)) == n:
            raise Mistake(
                f"member {k} got {n} different rows. That is the whole training set, as drawing "
                f"without replacement gives; about {n * (1 - (1 - 1 / n) ** n):.0f} different ones "
                "are to be expected",
                "bootstrap.exclusion",
            )
        if not np.array_equal(new, X_new):
            raise Mistake(f"step 1.2: member {k} must predict the rows of X_new")
    if len({tuple(y_k) for _, y_k, _ in seen}) < m:
        raise Mistake(
            f"step 1.1 stands inside the loop: some of your {m} members got the very same sample, "
            "and the average of equal models is that model"
        )
    trial.demand(
        lambda found, m: np.shape(found) == (len(X_new),),
        lambda found, m: (
            f"{len(X_new)} new rows must give {len(X_new)} predictions; yours has shape "
            f"{np.shape(found)}"
        ),
    )
    trial.compare(
        lambda m: least_squares(answers),
        "what the members answered does not average to yours",
        [
            ("the factor 1/m is missing", lambda m: answers.sum(axis=0)),
            ("this is what the last member answered", lambda m: answers[-1]),
            (
                "this is what the first member answered: does your loop end after it?",
                lambda m: answers[0],
            ),
            (
                "this is the median of the members; (1) is their mean",
                lambda m: np.median(answers, axis=0),
            ),
        ],
        steps=lambda m: f"the {m} members answered {render(answers)}",
    )


# Task 7


def with_covariance(m, bias, variance, correlation):
    """Return the squared bias and the variance of a mean, from the matrix of covariances."""
    shared = np.full((m, m), correlation) + (1 - correlation) * np.identity(m)
    weights = np.ones(m) / m
    return bias * bias + weights @ (variance * shared) @ weights


@check.of(
    "floor",
    "What if errors are not uncorrelated?",
    "Put m = 1 into your formula: one member has the error bias^2 + variance, whatever rho is.",
    "Then let m grow without end: what must be left?",
)
def floor(rng, committee_mse):
    """Squared bias, the shared variance, and the rest by m."""
    cases = [
        {
            "m": m,
            "bias": float(rng.integers(2, 6)),
            "variance": float(rng.integers(2, 12)),
            "correlation": float(rng.integers(1, 4)) / 4,
        }
        for m in (2, 3, 4, 7)
    ]
    trial = AnswerTrial(committee_mse, cases, "bagging.correlation")
    trial.demand(is_scalar, "one number is asked for")
    trial.compare(
        with_covariance,
        "the squared bias, the shared part of the variance, and the rest of it divided by m",
        [
            ("the bias counts by its square", lambda m, b, v, r: with_covariance(m, b**0.5, v, r)),
            (
                "you divided all of the variance by m and added the shared part once more; only "
                "the part that is not shared, (1 - rho) sigma^2, is divided",
                lambda m, b, v, r: b**2 + r * v + v / m,
            ),
            (
                "this is the average error divided by m (bagging.7), which holds for errors "
                "without correlation and without bias. Averaging does not remove the bias",
                lambda m, b, v, r: (b**2 + v) / m,
            ),
            (
                "you divide the squared bias by m as well. Averaging does not remove the bias",
                lambda m, b, v, r: b**2 / m + r * v + (1 - r) * v / m,
            ),
            (
                "this is the error without correlation. What the members' errors have in common "
                "does not average out",
                lambda m, b, v, r: b**2 + v / m,
            ),
            (
                "the shared part, rho sigma^2, is divided by m in yours, and the rest is not. It "
                "is the other way round",
                lambda m, b, v, r: b**2 + r * v / m + (1 - r) * v,
            ),
            ("the squared bias is missing", lambda m, b, v, r: r * v + (1 - r) * v / m),
            (
                "the variance is given, sigma^2, and yours squares it once more",
                lambda m, b, v, r: with_covariance(m, b, v**2, r),
            ),
            (
                "the shared part of the variance, rho sigma^2, is missing; m does not divide it",
                lambda m, b, v, r: b**2 + (1 - r) * v / m,
            ),
        ],
        steps=lambda m, b, v, r: (
            f"bias^2 is {render(b * b)}, the shared variance {render(r)} * {render(v)}, the rest "
            f"of the variance {render(v - r * v)}, which {m} divides"
        ),
    )
