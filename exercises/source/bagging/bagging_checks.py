"""The checks of the problem set on bagging: what `check("oob", oob_error)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

import numpy as np
from ensemblelab.bootstrap import out_of_bag
from ensemblelab.diagnostics import error_correlation
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Table,
    is_scalar,
    render,
    shape_of,
)

check = Checks("Bagging", "bagging")


def whole(rng, *shape):
    """Draw whole numbers from -9 to 9, as floats."""
    return rng.integers(-9, 10, shape).astype(float)


# Task 1


@check.of(
    "samples",
    "Bootstrap samples",
    "Put each letter back before you draw the next. Then a letter can occur twice.",
)
def samples(rng, three_samples):
    """Three multisets of three letters, one of them with a repetition."""
    trial = AnswerTrial(three_samples, [{}], "bootstrap.multiset")
    drawn = list(trial.found[0])
    if len(drawn) != 3:
        raise Mistake(f"three samples are required, but you return {len(drawn)}", yours=drawn)
    for sample in drawn:
        if len(sample) != 3:
            raise Mistake(
                "a sample of size 3 contains three letters, with repeated ones counted each "
                f"time; yours, {sample!r}, contains {len(sample)}",
                yours=drawn,
            )
        if strange := sorted(set(sample) - set("abcde")):
            raise Mistake(
                f"a sample contains only elements of the set; {sample!r} has {strange}, which "
                "is not one of a, b, c, d, e",
                trial.equation,
                yours=drawn,
            )
    if all(len(set(sample)) == 3 for sample in drawn):
        raise Mistake(
            "all of your samples could have been drawn without replacement: no letter occurs "
            "twice in one sample",
            trial.equation,
            yours=drawn,
        )
    if len({"".join(sorted(sample)) for sample in drawn}) < 3:
        letters = "abcde"
        counts = [[str(s), *(list(s).count(one) for one in letters)] for s in drawn]
        raise Mistake(
            "two of your samples contain the same letters, equally often. The order of the "
            "draws does not matter because a bootstrap sample is a multiset",
            trial.equation,
            yours=drawn,
            picture=Table(
                "How often each letter occurs in each of your samples", ["", *letters], counts
            ),
        )


# Task 2


@check.of(
    "bootstrap",
    "Bootstrap samples",
    "`rng.integers` draws with replacement. If you give it one number, this upper limit is not "
    "drawn.",
)
def bootstrap(rng, bootstrap_rows):
    """Test row numbers drawn with replacement, with the given generator only."""
    seeds = [int(seed) for seed in rng.integers(10**6, size=50)]
    n = 1000

    def draw(n, seed):
        return bootstrap_rows(n, np.random.default_rng(seed))

    trial = AnswerTrial(draw, [{"n": n, "seed of rng": seed} for seed in seeds[:2]])
    trial.demand(
        lambda found, n, seed: shape_of(found) == (n,),
        lambda found, n, seed: (
            f"bootstrap_rows({n}, rng) must return {n} row numbers; yours has the shape "
            f"{shape_of(found)}"
        ),
    )
    sample, other = (np.asarray(found) for found in trial.found)
    twos = {int(row) for seed in seeds for row in draw(2, seed)}
    for size, rows in ((n, sample), (2, np.array(sorted(twos)))):
        if rows.min() < 0 or rows.max() >= size:
            raise Mistake(
                f"for n = {size}, row numbers run from 0 to {size - 1}; yours run from "
                f"{rows.min()} to {rows.max()}"
            )
    distinct = len(np.unique(sample)) / n
    expected = 1 - (1 - 1 / n) ** n
    if distinct == 1:
        raise Mistake(
            f"your {n} row numbers are all different. Drawing without replacement gives this; a "
            f"bootstrap sample contains about {n * expected:.0f} different ones",
            "bootstrap.exclusion",
        )
    # it has a standard deviation of .0099; five of them
    if abs(distinct - expected) > 0.05:
        raise Mistake(
            f"in a sample of size {n}, the proportion of different observations is about 1 - 1/e",
            "bootstrap.exclusion",
            expected=expected,
            yours=distinct,
        )
    if not np.array_equal(sample, draw(n, seeds[0])):
        raise Mistake(
            "two Generators with the same seed must give the same sample, but yours gave two "
            "different ones. Part of its randomness does not come from rng"
        )
    if np.array_equal(sample, other):
        raise Mistake(
            "Generators with different seeds gave the same sample, so that your function does "
            "not draw from rng"
        )
    if twos != {0, 1}:
        raise Mistake(
            f"{len(seeds)} samples of size 2: each of the row numbers 0 and 1 must occur, but "
            f"yours are only {sorted(twos)}. Which number does rng.integers leave out at the "
            "end?"
        )


# Task 3


def least_squares(predictions):
    """Return for each point the number with the smallest squared distances from all of them."""
    return np.linalg.lstsq(np.ones((len(predictions), 1)), predictions, rcond=None)[0][0]


@check.of(
    "average",
    "The bagging algorithm",
    "Write the predictions of the base learners for the first point in a column, one below the "
    "other.",
)
def average(rng, committee_prediction):
    """Test the mean of the base learners, (1)."""
    sizes = [(2, 1), (2, 3), (3, 2), (4, 5), (5, 4)]
    trial = AnswerTrial(
        committee_prediction, [{"predictions": whole(rng, *size)} for size in sizes], "bagging.1"
    )
    trial.demand(
        lambda found, predictions: shape_of(found) == predictions.shape[1:],
        lambda found, predictions: (
            f"{len(predictions)} base learners and {predictions.shape[1]} points give "
            f"{predictions.shape[1]} predictions; yours has the shape {shape_of(found)}. Average "
            "over the base learners, which are the rows"
        ),
    )
    trial.compare(
        least_squares,
        "your result is not the average of the base learners' predictions for a point",
        [
            (
                "this is the sum of the base learners' predictions; the factor 1/m is missing",
                lambda p: p.sum(axis=0),
            ),
            (
                "this is the median of the base learners' predictions; (1) is their mean",
                lambda p: np.median(p, axis=0),
            ),
            (
                lambda p: (
                    f"this divides by 3; the factor is 1/m, and here are m = {len(p)} base "
                    "learners, the rows"
                ),
                lambda p: p.sum(axis=0) / 3,
            ),
            (
                lambda p: (
                    f"this divides by {p.shape[1]}, the number of points; the factor is 1/m, "
                    f"and here are m = {len(p)} base learners, the rows"
                ),
                lambda p: p.sum(axis=0) / p.shape[1],
            ),
            ("this is the prediction of the first base learner", lambda p: p[0]),
            (
                "this divides by m - 1, as the estimate of a variance does; the factor is 1/m",
                lambda p: p.sum(axis=0) / (len(p) - 1),
            ),
        ],
        picture=lambda right, yours, p: Table(
            "The base learners and their average; ✘ marks where yours differs",
            ["", *(f"point {j}" for j in range(p.shape[1]))],
            [
                *([f"base learner {k}", *row] for k, row in enumerate(p)),
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
    """Return the errors of the base learners as the library computes them."""
    return error_correlation(errors, np.zeros(errors.shape[1]))


def product(errors):
    """Return the mean product that follows from the error of the ensemble."""
    m, both = len(errors), parts(errors)
    return (m * both.error - both.member_error) / (m - 1)


@check.of(
    "error",
    "The error of an average",
    "Do the three one after the other. For (5), write down the error of the *ensemble* at each "
    "point before you square anything.",
)
def error(rng, committee_errors):
    """Test (4), (5), and the products of different base learners."""
    sizes = [(2, 2), (3, 4), (4, 3), (5, 6)]
    trial = AnswerTrial(committee_errors, [{"errors": whole(rng, *size)} for size in sizes])
    trial.demand(
        lambda found, errors: shape_of(found) == (3,),
        "committee_errors must return three numbers: er(f), the average er(f_k), and the mean "
        "product",
    )
    trial.compare(
        lambda e: parts(e).error,
        "average the base learners before you square",
        [
            (
                "this averages the squared errors of the base learners, which is equation (4). "
                "Average the errors first, and then square",
                lambda e: np.mean(e**2),
            ),
            (
                "this is the average error divided by m, as in (7). That requires errors "
                "without bias and correlation, and these have both",
                lambda e: np.mean(e**2) / len(e),
            ),
            (
                "a factor 1/m is missing. The sum over the base learners is divided by m and "
                "then squared: 1/m^2",
                lambda e: np.mean(e.sum(axis=0) ** 2) / len(e),
            ),
            (
                "the factor 1/m^2 is missing: this squares the sum over the base learners, not "
                "their mean",
                lambda e: np.mean(e.sum(axis=0) ** 2),
            ),
            (
                "this squares the mean over the points too; E, the mean over the points, is "
                "taken after squaring",
                lambda e: np.mean(e) ** 2,
            ),
            (
                "this is the sum over the points; E is the mean over them",
                lambda e: np.sum(e.mean(axis=0) ** 2),
            ),
        ],
        part=lambda found: found[0],
        equation="bagging.5",
        steps=lambda e: (
            f"the errors of the ensemble are {render(e.mean(axis=0))}; their squares are "
            f"{render(e.mean(axis=0) ** 2)}, on average {render(parts(e).error)}"
        ),
    )
    trial.compare(
        lambda e: parts(e).member_error,
        "the error of each base learner is the mean of its squared errors; average these",
        [
            (
                "your average squares the mean of the errors of each base learner, (E eps)^2; "
                "the square is inside, E[eps^2]. Compare with equation (4)",
                lambda e: np.mean(e.mean(axis=1) ** 2),
            ),
            (
                "this is the sum over the base learners; the factor 1/m is missing",
                lambda e: np.sum(e**2) / e.shape[1],
            ),
            (
                "this averages the absolute errors, |eps|; (4) has their squares",
                lambda e: np.mean(np.abs(e)),
            ),
        ],
        part=lambda found: found[1],
        equation="bagging.4",
        steps=lambda e: (
            f"the errors of the base learners are {render((e**2).mean(axis=1))}, on average "
            f"{render(parts(e).member_error)}"
        ),
    )
    trial.compare(
        lambda e: product(e),
        "average the products of two different base learners over the points, and then over "
        "the pairs",
        [
            (
                "your mean product is half of the correct one: a factor 2 is missing. Each "
                "pair is counted once, k < k', but divided by m(m - 1), which counts it twice",
                lambda e: product(e) / 2,
            ),
            (
                "your mean product is twice the correct one: each pair is counted twice, but "
                "divided by m(m - 1)/2, which counts it once",
                lambda e: 2 * product(e),
            ),
            (
                "your mean product is the error of the ensemble: it counts all m^2 products. "
                "Products of a base learner with itself do not count",
                lambda e: parts(e).error,
            ),
            (
                "you left out the products of a base learner with itself, but divided by m^2; "
                "m(m - 1) products are left",
                lambda e: product(e) * (len(e) - 1) / len(e),
            ),
            (
                "Products of a base learner with itself do not count: you divided by m(m - 1), "
                "but added them",
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
    """Show the products of all base learners with each other."""
    rows = [
        [
            f"base learner {k}",
            *("itself" if j == k else np.mean(a * b) for j, b in enumerate(errors)),
        ]
        for k, a in enumerate(errors)
    ]
    words = (
        "The mean over the points of the product of two base learners' errors; average these "
        "numbers without those of a base learner with itself"
    )
    return Table(words, ["", *(f"base learner {j}" for j in range(len(errors)))], rows)


# Task 5


def table_of_left_out(samples, n):
    return np.array([out_of_bag(sample, n) for sample in samples], dtype=float)


def predicted(predictions, samples, y):
    """Return which observations are out of bag for some base learner, and their mean prediction."""
    weights = table_of_left_out(samples, len(y))
    rows = np.flatnonzero(weights.any(axis=0))
    return rows, np.array([np.average(predictions[:, i], weights=weights[:, i]) for i in rows])


def right_oob(predictions, samples, y):
    rows, committee = predicted(predictions, samples, y)
    return np.linalg.norm(committee - y[rows]) ** 2 / len(rows)


def draws(rng, m, n):
    """Draw observations that are in bag for all, out of bag for one, and for several."""
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
    """Make a table of which base learners may predict which observation, with ✘ where `marked`."""

    def of(right, yours, predictions, samples, y):
        left_out = table_of_left_out(samples, len(y)) == 1
        rows, committee = predicted(predictions, samples, y)
        means = dict(zip(rows, committee, strict=True))
        body, wrong = [], []
        for i in range(len(y)):
            cells = [
                f"{render(p)}{'' if free else ' (in bag)'}"
                for p, free in zip(predictions[:, i], left_out[:, i], strict=True)
            ]
            wrong += [(i, k + 1) for k, free in enumerate(left_out[:, i]) if marked(free)]
            tested = (
                [means[i], y[i], (means[i] - y[i]) ** 2] if i in means else ["none", y[i], "none"]
            )
            body.append([f"observation {i}", *cells, *tested])
        words = (
            "The predictions of the base learners; those marked as in bag must not be used. "
            "The mean is over the others"
        )
        if wrong:
            words += ", and ✘ marks a prediction that does not belong in it"
        heads = [
            "",
            *(f"base learner {k}" for k in range(len(samples))),
            "mean",
            "y",
            "squared error",
        ]
        return Table(words, heads, body, wrong)

    return of


@check.of(
    "oob",
    "Out-of-bag error",
    "First construct the array that tells which observation is out of bag for which base "
    "learner, and print it beside the one above.",
    "For each observation: how many base learners may predict it? Divide its sum by this number.",
)
def oob(rng, oob_error):
    """Test the out-of-bag error."""
    sizes = [(3, 4), (3, 4), (4, 5), (5, 7)]
    trial = AnswerTrial(oob_error, [draws(rng, *size) for size in sizes], "bootstrap.oob")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        right_oob,
        "predict each observation only by the base learners for which it is out of bag",
        [
            (
                "this is the error of all base learners on all observations. A base learner "
                "whose sample contains an observation must not predict it",
                lambda p, s, y: np.mean((p.mean(axis=0) - y) ** 2),
                left_out_table(lambda left_out: not left_out),
            ),
            (
                "this predicts each observation by the base learners whose samples contain it: "
                "in bag and out of bag are exchanged",
                in_bag,
                left_out_table(lambda left_out: not left_out),
            ),
            (
                "you divided by the number of all observations, but an observation that every "
                "sample contains has no prediction; take the mean over the others",
                lambda p, s, y: right_oob(p, s, y) * len(predicted(p, s, y)[0]) / len(y),
            ),
            (
                "an observation that every sample contains is predicted as 0 in yours, and "
                "counted; it has no prediction, so leave it out",
                over_rows(lambda w: np.maximum(w.sum(axis=0), 1), empty_counts=1.0),
            ),
            (
                "you divide by m, the number of all base learners; divide by the number of "
                "those for which the observation is out of bag",
                over_rows(len),
            ),
            (
                "you divide by m, the number of all base learners, and an observation that "
                "every sample contains is predicted as 0, and counted",
                over_rows(len, empty_counts=1.0),
            ),
            (
                "this averages the errors of the single base learners. First average the "
                "predictions of those for which an observation is out of bag, and then square",
                own_errors,
            ),
            (
                "this is the sum of the squared errors over the observations; return their mean",
                lambda p, s, y: right_oob(p, s, y) * len(predicted(p, s, y)[0]),
            ),
            (
                "this is the root of the estimate; return the mean squared error",
                lambda p, s, y: right_oob(p, s, y) ** 0.5,
            ),
            (
                "this averages |prediction - y|; return the mean squared error",
                lambda p, s, y: np.mean(np.abs(predicted(p, s, y)[1] - y[predicted(p, s, y)[0]])),
            ),
        ],
        picture=left_out_table(),
    )


# Task 6


@check.of(
    "bag",
    "Decision boundaries",
    "Print `rows` inside the loop: is it a different sample for each base learner?",
)
def bag(rng, bagged_prediction):
    """Test the algorithm with a learning algorithm that records its arguments."""
    n, m = 100, 8
    X, y = np.arange(2.0 * n).reshape(n, 2), np.arange(float(n))  # X[i] is [2i, 2i + 1], y[i] is i
    X_new = whole(rng, 3, 2)
    answers, seen = np.round(rng.normal(size=(m, 3)), 1), []
    seed = int(rng.integers(10**6))

    def note_and_answer(X, y, X_new):
        """Record the arguments, and return arbitrary predictions."""
        seen.append((np.array(X), np.array(y), np.array(X_new)))
        return answers[len(seen) - 1] if len(seen) <= m else np.zeros(len(X_new))

    def bagged(m):
        return bagged_prediction(
            note_and_answer, X.copy(), y.copy(), X_new.copy(), m, np.random.default_rng(seed)
        )

    trial = AnswerTrial(bagged, [{"m": m}], "bagging.1")
    if len(seen) != m:
        raise Mistake(
            f"algorithm Bagging, step 1: m = {m} base learners must be fitted; fit_predict was "
            f"called {len(seen)} times"
        )
    for k, (X_k, y_k, new) in enumerate(seen):
        if X_k.shape != X.shape or y_k.shape != y.shape:
            raise Mistake(
                f"step 1.1: a bootstrap sample of {n} observations has size {n}; base learner "
                f"{k} got X of shape {X_k.shape} and y of shape {y_k.shape}"
            )
        if not np.array_equal(X_k[:, 0], 2 * y_k):
            raise Mistake(
                f"step 1.1: base learner {k} got X and y of different observations. Draw row "
                "numbers once, and use them for both X and y",
                picture=Table(
                    f"The first observations that base learner {k} got, and the rows of the "
                    "training set of their X and their y; ✘ marks where these differ",
                    ["", "X of row", "y of row"],
                    [[str(i), X_k[i, 0] / 2, y_k[i]] for i in range(4)],
                    [(i, 2) for i in range(4) if X_k[i, 0] != 2 * y_k[i]],
                ),
            )
        if len(np.unique(y_k)) == n:
            raise Mistake(
                f"base learner {k} got {n} different observations. This is the whole training "
                "set, as drawing without replacement gives; about "
                f"{n * (1 - (1 - 1 / n) ** n):.0f} different ones are expected",
                "bootstrap.exclusion",
            )
        if not np.array_equal(new, X_new):
            raise Mistake(f"step 1.2: base learner {k} must predict X_new")
    if len({tuple(y_k) for _, y_k, _ in seen}) < m:
        raise Mistake(
            f"step 1.1 belongs inside the loop: some of your {m} base learners got exactly the "
            "same sample, and the average of equal models is that model"
        )
    trial.demand(
        lambda found, m: shape_of(found) == (len(X_new),),
        lambda found, m: (
            f"{len(X_new)} observations in X_new give {len(X_new)} predictions; yours has the "
            f"shape {shape_of(found)}"
        ),
    )
    trial.compare(
        lambda m: least_squares(answers),
        "your result is not the average of the base learners' predictions",
        [
            ("the factor 1/m is missing", lambda m: answers.sum(axis=0)),
            ("this is the prediction of the last base learner", lambda m: answers[-1]),
            (
                "this is the prediction of the first base learner: does your loop end after it?",
                lambda m: answers[0],
            ),
            (
                "this is the median of the base learners' predictions; (1) is their mean",
                lambda m: np.median(answers, axis=0),
            ),
        ],
        steps=lambda m: f"the predictions of the {m} base learners are {render(answers)}",
    )


# Task 7


def with_covariance(m, bias, variance, correlation):
    """Return the squared bias and the variance of a mean, from the matrix of covariances."""
    shared = np.full((m, m), correlation) + (1 - correlation) * np.identity(m)
    weights = np.ones(m) / m
    return bias * bias + weights @ (variance * shared) @ weights


@check.of(
    "floor",
    "Correlated and biased errors",
    "Set m = 1 in your formula: one base learner has the error bias^2 + variance, whatever rho is.",
    "Then let m tend to infinity: which terms remain?",
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
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        with_covariance,
        "the result is the squared bias, plus the shared part of the variance, plus the rest "
        "of it divided by m",
        [
            ("the bias must be squared", lambda m, b, v, r: with_covariance(m, b**0.5, v, r)),
            (
                "you divided the whole variance by m and added the shared part once more; "
                "divide only the part that is not shared, (1 - rho) sigma^2",
                lambda m, b, v, r: b**2 + r * v + v / m,
            ),
            (
                "this is the average error divided by m (bagging.7), which requires errors "
                "without correlation and without bias. Averaging does not reduce the bias",
                lambda m, b, v, r: (b**2 + v) / m,
            ),
            (
                "you divide the squared bias by m too. Averaging does not reduce the bias",
                lambda m, b, v, r: b**2 / m + r * v + (1 - r) * v / m,
            ),
            (
                "this is the error without correlation. Averaging does not reduce the part of "
                "the errors that the base learners share",
                lambda m, b, v, r: b**2 + v / m,
            ),
            (
                "in yours, the shared part, rho sigma^2, is divided by m, and the rest is not. "
                "It is the other way around",
                lambda m, b, v, r: b**2 + r * v / m + (1 - r) * v,
            ),
            ("the squared bias is missing", lambda m, b, v, r: r * v + (1 - r) * v / m),
            (
                "the variance is given, sigma^2, but you square it once more",
                lambda m, b, v, r: with_covariance(m, b, v**2, r),
            ),
            (
                "the shared part of the variance, rho sigma^2, is missing; it is not divided by m",
                lambda m, b, v, r: b**2 + (1 - r) * v / m,
            ),
        ],
        steps=lambda m, b, v, r: (
            f"bias^2 is {render(b * b)}, the shared variance {render(r)} * {render(v)}, the "
            f"rest of the variance {render(v - r * v)}, which is divided by {m}"
        ),
    )
