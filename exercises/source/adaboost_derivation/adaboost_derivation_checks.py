"""The checks of the problem set on AdaBoost's derivation: what `check("loss", losses)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

from fractions import Fraction
from itertools import accumulate
from operator import mul

import numpy as np
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Steps,
    Table,
    check_derivation,
    is_close,
    render,
    shape_of,
    tabulate_values,
)

check = Checks("Why AdaBoost works", "adaboost_theory")


def signs(rng, *shape):
    return rng.choice([-1, 1], size=shape)


def demand_shape(trial, shape, words):
    """Require numbers of a shape, which like the words depends on the input."""
    trial.demand(
        lambda found, *given: shape_of(found, float) == shape(*given),
        lambda found, *given: f"{words(*given)}; yours has the shape {shape_of(found, float)}",
    )


def weighed(rng, n, mistakes, silent=0, scale=1):
    """Draw weights, labels, and a weak learner that misclassifies some and abstains on others."""
    y = signs(rng, n)
    f, order = y.copy(), rng.permutation(n)
    f[order[:mistakes]] *= -1
    f[order[mistakes : mistakes + silent]] = 0
    return {"w": rng.permutation(np.arange(1.0, n + 1)) / scale, "y": y, "f": f}


def cost(w, agreement, alpha):
    """Add up the weights times exp(-alpha / 2) to the power of how far a vote agrees."""
    return float(np.sum(w * np.exp(agreement * (-alpha / 2))))


def product(y, f):
    return np.multiply(y, f)


def judged(y, f):
    """Return 1 where a vote is the label and -1 wherever it is anything else."""
    return np.where(np.equal(f, y), 1, -1)


def of_weights(make):
    """Make a value of the weights that are right, wrong and silent."""
    return lambda w, y, f: make(*(np.dot(w, np.sign(y * f) == sign) for sign in (1, -1, 0)))


def points_of(w, y, f, head, values):
    """Return heads and rows of a table of the observations with a number for each."""
    rows = [
        [str(i), a, int(b), int(c), value]
        for i, (a, b, c, value) in enumerate(zip(w, y, f, values, strict=True))
    ]
    return ["observation", "weight", "label", "prediction", head], rows


# Task 1


def loss_of(f, y):
    return float(np.exp(-y * f).sum())


def losses_by(alphas, votes, y, half=0.5):
    """Return the loss of the first k weak learners for each k, from the terms of the sum."""
    parts = range(len(alphas) + 1)
    return np.array([loss_of(half * (alphas[:k] @ votes[:k]), y) for k in parts])


@check.of(
    "loss",
    "Half of the weighted vote",
    "Consider one observation. What is f there without a weak learner, after one, after two? "
    "And its loss?",
    "A weak learner with a positive weight that is always correct makes each loss smaller.",
)
def loss(rng, losses):
    """The exponential loss of half of the vote, round by round."""
    cases = []
    for m, n in ((1, 2), (2, 3), (3, 5)):
        y = signs(rng, n)
        y[:2] = 1, -1
        votes = signs(rng, m, n)
        votes[0, :2] = 1, 1  # right on one, wrong on another
        alphas = 2 * np.log(2.0 + rng.permutation(m))
        cases.append({"alphas": alphas, "votes": votes, "y": y})
    trial = AnswerTrial(losses, cases, "adaboost.15")
    demand_shape(
        trial,
        lambda a, v, y: (len(a) + 1,),
        lambda a, v, y: f"{len(a) + 1} losses are required, after 0 to {len(a)} weak learners",
    )
    from_nothing = (
        "before the first round f is 0 for all observations. The loss of each of them is then "
        "exp(0), and entry 0 is the sum of these"
    )
    trial.compare(
        losses_by,
        "entry k is the sum of exp(-y f) over the observations, with f of the first k weak "
        "learners by (14)",
        [
            (
                "this is the loss of the whole vote, (8); the derivation uses half of it",
                lambda a, v, y: losses_by(a, v, y, 1.0),
            ),
            (
                "(15) is the sum over the observations, not the mean",
                lambda *a: losses_by(*a) / len(a[2]),
            ),
            (
                "yours is large if the ensemble is correct. Which sign does y f have then?",
                lambda a, v, y: losses_by(a, v, -y),
            ),
            ("yours does not depend on the labels y", lambda a, v, y: losses_by(a, v, y * y)),
            (
                "each entry is the loss of one weak learner alone; return that of the ensemble "
                "of the first k",
                lambda a, v, y: np.array(
                    [len(y), *(loss_of(s * f / 2, y) for s, f in zip(a, v, strict=True))]
                ),
            ),
            (
                "each loss is one entry too late: entry k includes the first k weak learners, "
                "all of them",
                lambda *a: np.append(len(a[2]), losses_by(*a)[:-1]),
            ),
            *(
                (from_nothing, lambda *a, first=first: np.append(first, losses_by(*a)[1:]))
                for first in (0, 1)
            ),
        ],
        picture=lambda right, yours, a, v, y: Steps(
            "The loss after each number of weak learners", np.arange(len(right)), right, yours
        ),
    )


# Task 2


def line_of_17(number):
    """Return the value of a line: by the product in the first two, by cases in the others."""
    agreement = product if number < 3 else judged
    return lambda w, y, f, alpha: cost(w, agreement(y, f), alpha)


def mistakes_of_line(number):
    """List what a line may be instead of what it is."""
    line, told = line_of_17(number), f"line {number}"
    mistakes = [
        (
            f"{told} is written with y f, not with the indicator, and y f is 0 if the "
            "prediction is 0"
            if number < 3
            else f"{told}: from line 3 on, an observation is either correct or misclassified, "
            "and a misclassified one counts exp(alpha / 2), even if the prediction is 0",
            line_of_17(3 if number < 3 else 1),
        ),
        (
            f"{told} has exp(alpha) instead of exp(alpha / 2)",
            lambda w, y, f, alpha: line(w, y, f, 2 * alpha),
        ),
        (
            f"{told}: the weights are not divided by their sum here, because they are losses",
            lambda w, *a: line(w / w.sum(), *a),
        ),
        (
            f"{told}: correctly classified observations have the factor exp(-alpha / 2), "
            "misclassified ones exp(alpha / 2); yours are exchanged",
            lambda w, y, f, alpha: line(w, y, f, -alpha),
        ),
        (
            f"{told}: if f is 0, the observation is in none of your sums; I_mis contains all "
            "observations for which f and y differ",
            lambda w, y, f, alpha: line(w * (f != 0), y, f, alpha),
        ),
    ]
    if number < 4:
        return mistakes

    def with_mistakes(times):
        """Add the misclassified weight so many times, with the factor of a correct observation."""
        return lambda w, y, f, alpha: line(w, y, f, alpha) + times * cost(w * (f != y), 1, alpha)

    return [
        *mistakes,
        (
            "over which observations is the last sum of line 4? Look at its index",
            with_mistakes(-1),
        ),
        (
            "in line 4 the first term must subtract what the last sum counts too much for the "
            "misclassified observations; yours adds it again",
            with_mistakes(2),
        ),
    ]


@check.of(
    "lines",
    "Step 1: the training of the new weak learner",
    "Consider an observation with the prediction 0. What does it add to each of the four lines?",
    "Print the sums of weights in lines 3 and 4. Which of them add up to the sum of all weights?",
)
def lines(rng, lines_of_17):
    """Four lines, each as it is written."""
    cases = [
        {**weighed(rng, n, mistakes, silent), "alpha": 2 * np.log(rng.integers(2, 6))}
        for n, mistakes, silent in ((2, 1, 0), (4, 1, 0), (4, 1, 1), (6, 2, 2))
    ]
    trial = AnswerTrial(lines_of_17, cases, "adaboost.17")
    demand_shape(trial, lambda *given: (4,), lambda *given: "there are four lines, one number each")
    for number in (1, 2, 3, 4):
        trial.compare(
            line_of_17(number),
            f"line {number} is not right. The first two are written with y f, which is 0 if the "
            "prediction is 0; in the others an observation is misclassified wherever f and y "
            "differ",
            mistakes_of_line(number),
            part=lambda found, number=number: found[number - 1],
            picture=lambda *a, number=number: adding_up(number, *a),
        )


def adding_up(number, right, yours, w, y, f, alpha):
    line = line_of_17(number)
    each = [line(w[[i]], y[[i]], f[[i]], alpha) for i in range(len(w))]
    heads, rows = points_of(w, y, f, "adds", each)
    rows += [[name, "", "", "", value] for name, value in (("sum", right), ("yours", yours))]
    words = (
        f"What each observation adds to line {number}; exp(alpha / 2) is "
        f"{render(np.exp(alpha / 2))}"
    )
    return Table(words, heads, rows, [(len(rows) - 1, 4)])


@check.of(
    "steps",
    "Step 1: the training of the new weak learner",
    "Begin with the first line and end with the last, as the cell above shows them, and change "
    "one thing from each line to the next.",
    "Substitute numbers: two observations, one correct and one misclassified. Each line must "
    "have the same value.",
)
def steps(rng, steps_of_17):
    """A chain from the first line of (17) to the last."""
    check_derivation(steps_of_17, "adaboost.17")


# Task 3


loss_at = line_of_17(4)


def of_slope(make):
    """Make a slope of exp(alpha / 2) and the weights that are right and wrong."""
    return lambda w, y, f, alpha: of_weights(
        lambda hit, missed, _: make(np.exp(alpha / 2), hit, missed) / 2
    )(w, y, f)


slope_at = of_slope(lambda up, hit, missed: up * missed - hit / up)
best = of_weights(lambda hit, missed, _: np.log(hit) - np.log(missed))


def beside_the_loss(right, yours, w, y, f, alpha):
    """Show the loss near alpha, and what it would be with your slope."""
    there = loss_at(w, y, f, alpha)
    return Table(
        "The loss near alpha, and lines through its value there with the right slope and with "
        "yours",
        ["alpha", "loss (17)", "right", "yours"],
        [
            [render(alpha + h), loss_at(w, y, f, alpha + h), there + h * right, there + h * yours]
            for h in (-0.2, -0.1, 0.0, 0.1, 0.2)
        ],
    )


def best_beside_yours(right, yours, w, y, f):
    """Show the loss of each observation with the best estimator weight and with another."""
    columns = [w * np.exp(-y * f * alpha / 2) for alpha in (right, yours)]
    heads, rows = points_of(w, y, f, "with the best", columns[0])
    rows = [[*row, loss] for row, loss in zip(rows, columns[1], strict=True)]
    rows.append(["sum", "", "", "", *(column.sum() for column in columns)])
    return Table(
        "The loss (16), with the best estimator weight and with yours", [*heads, "with yours"], rows
    )


@check.of(
    "say",
    "Step 2: the estimator weight",
    "The slope: the loss is two sums of weights, each multiplied by an exponential. "
    "Differentiate these one by one, with the sign of each exponent.",
    "The estimator weight: how much weight is correct, and how much is misclassified? At which "
    "alpha do the two contribute the same loss?",
)
def say(rng, slope, best_say):
    """The derivative of (17) by alpha, and where it is 0."""
    members = [weighed(rng, n, mistakes) for n, mistakes in ((2, 1), (4, 1))]
    members.append(weighed(rng, 5, 2, scale=20))  # weights that sum to less than 1
    bases = 2.0 + rng.permutation(3)
    cases = [{**w, "alpha": 2 * np.log(b)} for w, b in zip(members, bases, strict=True)]
    trial = AnswerTrial(slope, cases, "adaboost.derivative")
    demand_shape(trial, lambda *given: (), lambda *given: "each function must return one number")
    trial.compare(
        slope_at,
        "the slope is the derivative of the loss (17) with respect to alpha",
        [
            (
                "in the derivative, the minus of the parentheses becomes a plus, because the "
                "derivative of exp(-alpha / 2) has a minus sign too",
                of_slope(lambda up, hit, missed: (up - 2 / up) * missed - hit / up),
            ),
            (
                "with exp(alpha / 2) - exp(alpha / 2) the parentheses are 0, and the "
                "misclassified observations have no effect. Some lecture notes print it this "
                "way",
                of_slope(lambda up, hit, missed: -(hit + missed) / up),
            ),
            (
                "this is the slope of a loss with exp(alpha) and exp(-alpha); where is the 1/2 "
                "of (17)?",
                lambda w, y, f, alpha: 2 * slope_at(w, y, f, 2 * alpha),
            ),
            (
                "twice too large; the inner derivatives are 1/2 and -1/2",
                lambda *a: 2 * slope_at(*a),
            ),
            (
                "the derivative of exp(-alpha / 2) is negative, in the last term too",
                of_slope(lambda up, hit, missed: up * missed + (hit + 2 * missed) / up),
            ),
            ("this is the loss (17) itself; return its derivative", loss_at),
            ("the sign is reversed: the loss decreases at this rate", lambda *a: -slope_at(*a)),
        ],
        picture=beside_the_loss,
    )
    trial = AnswerTrial(best_say, members, "adaboost.18")
    demand_shape(trial, lambda *given: (), lambda *given: "each function must return one number")
    trial.compare(
        best,
        "the result is the logarithm of the correct weight divided by the misclassified weight",
        [
            (
                "this is half of it. It would be right if the 1/2 were not in (14), but it is",
                lambda *a: best(*a) / 2,
            ),
            ("the fraction is inverted", lambda *a: -best(*a)),
            (
                "this comes from counting observations. Which sums does (18) contain?",
                lambda w, *a: best(w**0, *a),
            ),
            (
                "the numerator is the whole weight; how much of it is correct?",
                of_weights(lambda hit, missed, _: np.log((hit + missed) / missed)),
            ),
            (
                "put parentheses around the difference: a - b / b divides first",
                of_weights(lambda hit, missed, _: np.log(hit + missed - 1)),
            ),
            (
                "the weights do not add up to 1, so the misclassified weight is not the error. "
                "Where (10) has 1, what does (18) have?",
                of_weights(lambda hit, missed, _: np.log((1 - missed) / missed)),
            ),
            ("these are the odds; the logarithm is missing", lambda *a: np.exp(best(*a))),
        ],
        picture=best_beside_yours,
    )


@check.of(
    "solve",
    "Step 2: the estimator weight",
    "Substitute numbers: W_mis = 1, W = 5, and alpha = log(4), for which the first line is "
    "true. Each of your lines must be true for this alpha, and for no other.",
)
def solve(rng, steps_of_18):
    """A chain from a slope of 0 to (18)."""
    check_derivation(steps_of_18, "adaboost.18")


# Task 4


def moved(agreement, power=0.5):
    """Make new weights: the old ones times exp(-power alpha) to the power of the agreement."""
    return lambda w, y, f, alpha: w * np.exp(-power * alpha * agreement(y, f))


def compare_row(trial, row, right, otherwise, mistakes, equation=None):
    """Compare one row of a result, a value for each observation, with the right one."""

    def picture(right, yours, *given):
        columns = {
            "observation": range(len(right)),
            **dict(zip(trial.cases[0], given, strict=True)),
        }
        columns.pop("alpha", None)
        return tabulate_values("Observation by observation", columns, right, yours)

    def part(found):
        return np.asarray(found[row], dtype=float)

    trial.compare(right, otherwise, mistakes, part, equation, picture=picture)


@check.of(
    "sides",
    "Step 3: the new observation weights",
    "Which rows contain a product of label and prediction, and which depend only on whether "
    "the two differ?",
    "In (22), write down by what the weight of a misclassified observation is multiplied, "
    "factor by factor, and then the same for a correctly classified one.",
)
def sides(rng, sides_of_21, sides_of_22):
    """All sides of (21) and (22), as they are written."""
    kinds = (  # label and vote of each point, in some order
        [(1, 1), (1, -1), (-1, -1), (-1, 1)],
        [(1, 1), (1, 0), (-1, 0), (-1, -1)],
        [(1, 1), (1, 0), (0, 1), (0, 0)],  # labels for which (21) is not meant
    )
    cases = [dict(zip("yf", rng.permutation(kind).T, strict=True)) for kind in kinds]
    trial = AnswerTrial(sides_of_21, cases, "adaboost.21")
    demand_shape(
        trial, lambda y, f: (2, len(y)), lambda y, f: "2 rows, a number for each observation"
    )
    compare_row(
        trial,
        0,
        product,
        "the left side is the product of label and prediction",
        [("your left side is the right side. The left side is only a product", judged)],
    )
    compare_row(
        trial,
        1,
        judged,
        "the right side is 1 if f and y are equal, and -1 wherever they differ",
        [
            (
                "your right side is the left side. The right side contains the indicator, "
                "which is 1 wherever f and y differ",
                product,
            ),
            (
                "on the right, 2 times the indicator is subtracted from 1; yours subtracts the "
                "indicator once",
                lambda y, f: y == f,
            ),
            (
                "your right side is -1 if the prediction is correct; the indicator is 1 where "
                "the two differ",
                lambda y, f: -judged(y, f),
            ),
        ],
    )
    cases = [
        {"w": rng.permutation(np.arange(1.0, 5)), **case, "alpha": 2 * np.log(base)}
        for case, base in zip(cases, 2.0 + rng.permutation(3), strict=True)
    ]
    trial = AnswerTrial(sides_of_22, cases, "adaboost.22")
    demand_shape(
        trial, lambda w, *a: (3, len(w)), lambda *a: "3 rows, a number for each observation"
    )
    compare_row(
        trial,
        0,
        moved(product),
        "the first row is (20): the old weight multiplied by an exponential, and unchanged "
        "where y f is 0",
        [
            (
                "first row: the sign of the exponent of (20) is reversed; the weight of a "
                "misclassified observation must increase",
                moved(product, -0.5),
            ),
            ("first row: in the exponent of (20) the 1/2 is missing", moved(product, 1.0)),
            ("first row: (20) is written with y f, not with the indicator", moved(judged)),
        ],
        "adaboost.20",
    )
    right = moved(judged)
    for row, name in ((1, "second row"), (2, "third row")):
        compare_row(
            trial,
            row,
            right,
            f"{name}: an observation is either correct or misclassified here. Misclassified "
            "weights are multiplied by exp(alpha / 2), and the others divided by it",
            [
                (
                    f"{name}: this is (20), with y f; use the indicator, which is 1 wherever f "
                    "and y differ",
                    moved(product),
                ),
                (
                    f"{name}: misclassified weights decrease and the others increase. Check the "
                    "signs, and where the indicator is 1",
                    moved(judged, -0.5),
                ),
                (f"{name}: the 1/2 is missing", moved(judged, 1.0)),
                (
                    f"{name}: this omits the factor that all observations share. The algorithm "
                    "may omit it, but the equation may not",
                    lambda *a: right(*a) * np.exp(a[3] / 2),
                ),
                (
                    f"{name}: misclassified observations have their old weights. Check the "
                    "exponent of the last factor",
                    moved(lambda y, f: y == f),
                ),
            ],
        )


@check.of(
    "indicator",
    "Step 3: the new observation weights",
    "Try each line with y = 1, f = 1, and with y = 1, f = -1.",
)
def indicator(rng, steps_of_21):
    """A chain from the product to (21)."""
    check_derivation(steps_of_21, "adaboost.21")


@check.of(
    "factor",
    "Step 3: the new observation weights",
    "Try each line with w = 1, alpha = 2, y = 1 and both votes.",
)
def factor(rng, steps_of_22):
    """A chain from (20) to (22)."""
    check_derivation(steps_of_22, "adaboost.22")


# Task 5


def run_of(votes, y):
    """Return the expected run, from the losses of the ensemble after each round."""
    says, losses = np.zeros(len(votes)), [np.ones(len(y))]
    for t, said in enumerate(votes):
        says[t] = np.arctanh(np.average(y * said, weights=losses[t]))
        losses.append(np.exp(-y * (says @ votes)))  # later members have no say yet
    means = np.mean(losses, axis=1)
    return says, losses / (len(y) * means[:, None]), means[1:] / means[:-1]


def weights_after(t, change):
    """Make the weights after round t by changing those before, with the right estimator weight."""

    def gives(votes, y):
        says, D, _ = run_of(votes, y)
        return change(D[t], y * votes[t], says[t])

    return gives


def share(values):
    return values / values.sum()


def members_for(rng, n, m=2):
    """Draw labels and weak learners none of which has an error of 1/2 on its weights."""
    while True:
        y, votes = signs(rng, n), signs(rng, m, n)
        votes[0] = y * rng.permutation(np.where(np.arange(n) < 1, -1, 1))
        plain = np.mean(y * votes, axis=1)
        if np.abs(plain).max() == 1:
            continue  # no hit, or no mistake
        says, D, _ = run_of(votes, y)
        far = np.abs(says).min() > 0.1 and np.abs(says - np.arctanh(plain))[1] > 0.1
        if far and not is_close(halves(y * votes[1]), D[2]):
            return {"votes": votes, "y": y}


def halves(agreement):
    """Return half of the weight in equal parts for the misclassified, and half for the others."""
    return sum(share(agreement == sign) for sign in (-1, 1)) / 2


def round_by_round(t):
    """Make the picture of the weights after a round."""

    def picture(right, yours, votes, y):
        said = ["right" if agrees else "wrong" for agrees in votes[t] == y]
        before = run_of(votes, y)[1][t]
        columns = {"observation": range(len(y)), "before": before, f"weak learner {t + 1} is": said}
        return tabulate_values(f"The weights in round {t + 1}", columns, right, yours)

    return picture


def compare_round(trial, t):
    """Compare the estimator weight of a round and the weights after it with their properties."""
    told = f"round {t + 1}"

    def right(votes, y):
        return run_of(votes, y)[0][t]

    trial.compare(
        right,
        f"{told}: alpha' is 1/2 ln of the odds, by the error on the weights before the round",
        [
            (
                f"{told}: this is the estimator weight with the 1/2 before the sum; here the "
                "1/2 is in alpha'",
                lambda *a: 2 * right(*a),
            ),
            (f"{told}: the 1/2 is in alpha' twice", lambda *a: right(*a) / 2),
            (
                f"{told}: this is the absolute value of the estimator weight; it may be negative",
                lambda *a: abs(right(*a)),
            ),
            (
                f"{told}: later errors are proportions of the weight D_t, not of the observations",
                lambda votes, y: np.arctanh(np.mean(y * votes[t])),
            ),
        ],
        part=lambda found: np.asarray(found[0], dtype=float)[t],
        equation="adaboost.alpha",
    )
    trial.demand(
        lambda found, votes, y: not other_convention(found, votes, y, t),
        f"{told}: after it, the misclassified observations must have half of the weight. "
        "Multiplying only their weights by exp(alpha') mixes the conventions: (12) multiplies "
        "them alone, but by the whole alpha; here all weights change",
        "adaboost.half",
    )
    trial.compare(
        lambda votes, y: run_of(votes, y)[1][t + 1],
        lambda votes, y: (
            f"{told}: after it, the misclassified observations "
            f"{render(np.flatnonzero(votes[t] != y))} must have half of the weight, and the "
            "ratios among them, and among the others, do not change"
        ),
        [
            (
                f"{told}: the misclassified weights grow by exp(alpha') relative to the others, "
                "but must grow by exp(2 alpha'). The 1/2 is in alpha' already, so there is no "
                "other one in the exponent",
                weights_after(t, lambda D, yf, a: share(D * np.exp(-a * yf / 2))),
            ),
            (
                f"{told}: the misclassified observations have less weight than before; it must "
                "increase",
                weights_after(t, lambda D, yf, a: share(D * np.exp(a * yf))),
            ),
            (
                f"{told}: the weights do not add up to 1; divide them by Z, their sum",
                weights_after(t, lambda D, yf, a: D * np.exp(-a * yf)),
            ),
            (
                f"{told}: the weights from before the round are missing",
                weights_after(t, lambda D, yf, a: share(np.exp(-a * yf))),
            ),
            (
                f"{told}: the misclassified observations have half of the weight, in equal "
                "parts. The ratios of weights among them, and among the others, must not change",
                weights_after(t, lambda D, yf, a: halves(yf)),
            ),
        ],
        part=lambda found: np.asarray(found[1], dtype=float)[t + 1],
        equation="adaboost.half",
        picture=round_by_round(t),
    )


def other_convention(found, votes, y, t):
    """Return whether only misclassified weights were multiplied by exp(alpha'), by the sum."""
    says, D, _ = run_of(votes, y)
    raised = D[t] * np.exp(says[t] * (votes[t] != y))
    yours, Z = (np.asarray(part, dtype=float) for part in found[1:])
    return is_close(yours[t + 1], share(raised)) and is_close(Z[t], raised.sum())


@check.of(
    "run",
    "Two conventions, one classifier",
    "Add up the weights of the observations that the last weak learner misclassified. Is the "
    "sum one half after each round?",
    "Multiply the Zs. Is the product the mean of exp(-y f), where f is the sum of alpha' "
    "multiplied by the votes?",
)
def run(rng, normalised_run):
    """Test properties of any run: half of the weight on the last errors; the loss as a product."""
    cases = [{}]
    while not any(run_of(**case)[0][1] < 0 for case in cases if case):
        cases = [members_for(rng, n) for n in (4, 5, 6)]
    trial = AnswerTrial(normalised_run, cases, "adaboost.normalised")

    def shapes(votes, y):
        return [(2,), (3, len(y)), (2,)]

    trial.demand(
        lambda found, *a: (
            np.iterable(found) and [shape_of(part, float) for part in found] == shapes(*a)
        ),
        lambda *a: (
            "three arrays are required: alphas, an estimator weight for each weak learner, "
            "even if it is worse than random guessing; D, a row before the first round and one "
            "after each; Z, a sum for each round. Here their shapes are "
            f"{', '.join(map(str, shapes(*a[1:])))}"
        ),
    )
    trial.demand(
        lambda found, votes, y: (
            np.ptp(found[1], axis=0).any() or is_close(found[1][0], y**2 / len(y))
        ),
        "all rows of your D are equal. If you change an array in place (D *= ...), the array "
        "in your list changes with it; create a new one in each round",
    )
    trial.compare(
        lambda votes, y: y**2 / len(y),
        "D_1, the first row of D, is 1/n for each of n observations",
        part=lambda found: np.asarray(found[1][0], dtype=float),
    )
    for t in (0, 1):
        compare_round(trial, t)
    trial.compare(
        lambda *a: run_of(*a)[2],
        lambda *a: (
            f"the mean exponential loss of the ensemble is {render(np.prod(run_of(*a)[2]))}, "
            "and the product of the Zs must be equal to it"
        ),
        [
            (
                "all your Z are 1. Z is the sum before the weights are divided by it",
                lambda votes, y: np.ones(2),
            )
        ],
        part=lambda found: np.asarray(found[2], dtype=float),
        equation="adaboost.product",
    )


# Task 6


def exactly(epsilons, n):
    """Return the first round after which the product is below 1 / n, in fractions."""
    edges = [1 - 2 * Fraction(epsilon).limit_denominator(100) for epsilon in epsilons.tolist()]
    squares = accumulate((1 - edge**2 for edge in edges), mul)
    return next((t for t, square in enumerate(squares, 1) if square * n**2 < 1), None)


def products(epsilons):
    return np.cumprod(np.sqrt(1 - (1 - 2 * epsilons) ** 2))


def mistaken_round(make, limit=1.0):
    """Make a mistake: the first round in which another quantity is below a limit divided by n."""

    def gives(epsilons, n):
        places = [t for t, one in enumerate(make(epsilons), 1) if one * n < limit]
        return places[0] if places else None

    return gives


LATER = [  # what gives another number where one is asked for
    (
        "this is one too few: after so many rounds, one error is still possible. Do you count "
        "rounds from 0?",
        lambda *a: (t := exactly(*a)) and t - 1,
    ),
    (
        "the 2 before the root in Z is missing",
        mistaken_round(lambda e: products(e) / 2.0 ** np.arange(1, len(e) + 1)),
    ),
    (
        "this is where the product is below 1/(2n); how small must a bound be so that not even "
        "one error is possible?",
        mistaken_round(products, 0.5),
    ),
    (
        "this is what the exponential proves. The product of the Zs decreases faster",
        mistaken_round(lambda e: np.exp(-2 * np.cumsum((0.5 - e) ** 2))),
    ),
    (
        "this is where the product of the errors is small enough; each round multiplies the "
        "bound by Z, not by epsilon",
        mistaken_round(np.cumprod),
    ),
]
OTHER = [
    (
        "no number of rounds proves it, so the result must be None; yours is 1. (The argmax of "
        "an array of False is 0)",
        lambda *a: exactly(*a) or 1,
    ),
    ("no number of rounds proves it, so the result must be None", lambda *a: exactly(*a) or 0),
    (
        "the bound must be below 1/n. If it is equal to 1/n, one error is possible",
        lambda e, n: exactly(e, n) or (1 if n == 1 else None),
    ),
    (
        "yours is None for every input, although there is such a number for some. Is there a "
        "return? (print only shows a value, and return returns it)",
        lambda *a: None,
    ),
]


@check.of(
    "proof",
    "A bound on the training error",
    "With n observations, the training error is 0, or 1/n, or more. Which bound leaves only 0?",
    "Write down the products, round by round, for weak learners with an error of 1/10.",
)
def proof(rng, rounds_proved):
    """The first round in which the product of the Zs is below 1/n."""

    def draw(m, n):
        while True:
            epsilons = rng.integers(1, 9, m) / 20
            if np.abs(products(epsilons) * n - 1).min() > 0.02:  # whatever is rounded
                return {"epsilons": epsilons, "n": n}

    ways = [exactly, *(way for _, way in LATER)]
    given, cases = {(None, None)}, []
    while len(given - {(None, None)}) < len(ways) or not all(exactly(**case) for case in cases):
        cases = [draw(6, 3), draw(9, int(rng.integers(4, 9)))]
        given = {tuple(way(*case.values()) for case in cases) for way in ways}
    case = draw(3, 10)
    while exactly(**case):
        case = draw(3, 10)
    cases += [case, {"epsilons": np.full(2, 0.5), "n": 1}]
    trial = AnswerTrial(lambda epsilons, n: (rounds_proved(epsilons, n),), cases, "adaboost.bound")
    trial.demand(
        lambda found, *given: (
            found[0] is None or (shape_of(found[0], float) == () and float(found[0]) % 1 == 0)
        ),
        "the result must be a whole number or None",
    )
    trial.compare(
        exactly,
        "the result is the first number of rounds for which the product of the Zs leaves no "
        "training error but 0",
        LATER + OTHER,
        part=lambda found: found[0],
        steps=lambda epsilons, n: (
            f"the products are {render(products(epsilons))}, and 1/n is {render(1 / n)}"
        ),
        picture=bounds,
    )


def bounds(right, yours, epsilons, n):
    return Table(
        "The bound after each round, and how many errors it leaves possible; ✘ marks yours",
        ["round", "epsilon", "bound", "errors"],
        [
            [str(t), e, bound, f"at most {int(bound * n)}"]
            for t, (e, bound) in enumerate(zip(epsilons, products(epsilons), strict=True), 1)
        ],
        [(int(yours) - 1, 3)] if 0 < yours <= len(epsilons) else [],
    )


# Task 7


def best_factor(w, y, f):
    return cost(w, y * f, best(w, y, f)) / w.sum()


@check.of(
    "abstain",
    "Step 2: the estimator weight",
    "There are three kinds of observations: what does each add to the loss (16), and which of "
    "the three sums depends on alpha?",
    "Try three weights by hand, and compare the losses (16). Does yours have the smallest?",
)
def abstain(rng, abstaining):
    """Test the estimator weight with the smallest loss, and the factor of the loss."""
    cases = []
    for n, mistakes, silent in ((3, 1, 1), (4, 1, 0), (5, 1, 2), (6, 2, 1)):
        case = weighed(rng, n, mistakes, silent)
        while abs(best(**case)) < 0.3:
            case = weighed(rng, n, mistakes, silent)
        cases.append(case)
    trial = AnswerTrial(abstaining, cases, "adaboost.16")
    demand_shape(
        trial,
        lambda *a: (2,),
        lambda *a: "two numbers are required: the estimator weight and the factor",
    )
    told = "observations with the prediction 0 count as"
    silent = "in yours. Does the loss of such an observation depend on alpha?"
    trial.compare(
        best,
        "the result is the estimator weight with the smallest loss (16); yours has a larger loss",
        [
            (
                f"{told} misclassified {silent}",
                of_weights(lambda hit, missed, silent: np.log(hit / (missed + silent))),
            ),
            (
                f"{told} correct {silent}",
                of_weights(lambda hit, missed, silent: np.log((hit + silent) / missed)),
            ),
            (
                f"{told} half correct and half misclassified {silent}",
                of_weights(
                    lambda hit, missed, silent: np.log((hit + silent / 2) / (missed + silent / 2))
                ),
            ),
            ("this is half of it; the 1/2 is in (14) already", lambda *a: best(*a) / 2),
            ("the fraction is inverted", lambda *a: -best(*a)),
        ],
        part=lambda found: found[0],
        picture=best_beside_yours,
    )
    trial.compare(
        best_factor,
        "the factor is the loss (16) after the round divided by the loss before it, which is "
        "the sum of all weights; with the best weight it is at most 1",
        [
            (
                "this is the factor for the observations for which the weak learner does not "
                "abstain; the others have a loss too",
                lambda w, y, f: best_factor(w * (f != 0), y, f),
            ),
            (
                "this is the loss after the round; divide it by the loss before",
                lambda w, y, f: best_factor(w, y, f) * w.sum(),
            ),
            (
                "your factor omits the loss of the observations with the prediction 0, which "
                "does not change",
                lambda w, y, f: best_factor(w, y, f) - np.sum(w * (f == 0)) / w.sum(),
            ),
        ],
        part=lambda found: found[1],
        steps=lambda *a: (
            f"with the best weight, {render(best(*a))}, the loss is "
            f"{render(best_factor(*a) * a[0].sum())}, and before it was {render(a[0].sum())}"
        ),
    )
