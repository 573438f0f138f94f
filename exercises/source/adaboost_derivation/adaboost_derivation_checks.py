"""The checks of the problem set on AdaBoost's derivation: what `check("loss", losses)` tests.

Each draws small inputs, finds out in a way of its own what is right for them, and compares. Where
an answer is wrong in a way that is known, it says in which. Grading does not use this copy.
"""

from fractions import Fraction

import numpy as np
from ensemblelab import derivations
from ensemblelab.checks import Checks, Mistake, Steps, Table, Trial, alike, shown

check = Checks("Why AdaBoost works", "adaboost_theory")


def signs(rng, *shape):
    return rng.choice([-1, 1], size=shape)


def signed(value):
    return f"{int(value):+d}" if value else "0"


def number_shape(value):
    """Return the shape of numbers; None of what is no array of them."""
    try:
        return np.asarray(value, dtype=float).shape
    except (TypeError, ValueError):
        return None


def demand_shape(trial, shape, words, part=lambda found: found):
    """Ask for numbers of a shape, which like the words depends on the input."""

    def told(found, *given):
        came = number_shape(part(found))
        yours = "is no array of numbers" if came is None else f"has the shape {came}"
        return f"{words(*given)}; yours {yours}"

    trial.demand(lambda found, *given: number_shape(part(found)) == shape(*given), told)


def demand_one_number(trial, part=lambda found: found):
    demand_shape(trial, lambda *given: (), lambda *given: "one number is asked for", part)


def weighed(rng, n, mistakes, silent=0, scale=1):
    """Draw weights, labels, and a member that is wrong on some points and silent on others."""
    y = signs(rng, n)
    f, order = y.copy(), rng.permutation(n)
    f[order[:mistakes]] *= -1
    f[order[mistakes : mistakes + silent]] = 0
    return {"w": rng.permutation(np.arange(1.0, n + 1)) / scale, "y": y, "f": f}


def cost(w, agreement, alpha):
    """Add up the weights times exp(-alpha / 2) to the power of how far a vote agrees."""
    return float(np.sum(w * np.exp(agreement * (-alpha / 2))))


def judged(y, f):
    """Return 1 where a vote is the label and -1 wherever it is anything else."""
    return np.where(np.equal(f, y), 1, -1)


def points_of(w, y, f, head, values):
    """Return heads and rows of a table of the points with a number of each."""
    rows = [
        [str(i), a, signed(b), signed(c), value]
        for i, (a, b, c, value) in enumerate(zip(w, y, f, values, strict=True))
    ]
    return ["point", "weight", "label", "member", head], rows


# Task 1


def loss_of(f, y):
    return float(np.exp(-y * f).sum())


def losses_by(alphas, votes, y, half=0.5):
    """Return the loss of the first k members for each k, from their share of the sum."""
    parts = range(len(alphas) + 1)
    return np.array([loss_of(half * (alphas[:k] @ votes[:k]), y) for k in parts])


def beginning(value):
    return lambda a, v, y: np.append(value, losses_by(a, v, y)[1:])


@check.of(
    "loss",
    "Where does the ½ go?",
    "Take one point. What is f there after no member, after one, after two? And its loss?",
    "A member with a say that is right on every point makes each loss smaller.",
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
    trial = Trial(losses, cases, "adaboost.15")
    counted = lambda a, *_: (  # noqa: E731
        f"with {len(a)} member{'s' * (len(a) > 1)} there are {len(a) + 1} losses, of the "
        f"committees of the first 0 to {len(a)} of them: numbers, one for each committee"
    )
    demand_shape(trial, lambda a, v, y: (len(a) + 1,), counted)
    from_nothing = (
        "before the first round f is 0 on all points. The loss of a point is then exp(0), and "
        "entry 0 is the sum of these"
    )
    trial.compare(
        losses_by,
        "entry k is the sum of exp(-y f) over the points, with f of the first k members by (14)",
        [
            (
                "this is the loss of the whole vote, (8); the derivation is about half of it",
                lambda a, v, y: losses_by(a, v, y, 1.0),
            ),
            ("(15) is the sum over points, not the mean", lambda *a: losses_by(*a) / len(a[2])),
            (
                "yours is large where the committee is right. What sign has y f there?",
                lambda a, v, y: losses_by(a, v, -y),
            ),
            ("yours knows nothing of the labels y", lambda a, v, y: losses_by(a, v, y * y)),
            (
                "each entry is the loss of one member by itself; asked is the committee of the "
                "first k",
                lambda a, v, y: np.array(
                    [len(y), *(loss_of(s * f / 2, y) for s, f in zip(a, v, strict=True))]
                ),
            ),
            (
                "the members count with their says, alphas; yours lets all count the same",
                lambda a, v, y: losses_by(a**0, v, y),
            ),
            *((from_nothing, beginning(value)) for value in (0, 1)),
        ],
        steps=lambda a, v, y: "; ".join(
            f"after {k} members y f is {shown(y * (a[:k] @ v[:k]) / 2)}" for k in range(len(a) + 1)
        ),
        picture=lambda right, yours, a, v, y: Steps(
            "The loss after each number of members", np.arange(len(right)), right, yours
        ),
    )


# Task 2


def line_of_17(number):
    """Return what a line is: by the product in the first two, by hit or mistake in the others."""
    if number < 3:
        return lambda w, y, f, alpha: cost(w, y * f, alpha)
    return lambda w, y, f, alpha: cost(w, judged(y, f), alpha)


def mistakes_of_line(number):
    line, told = line_of_17(number), f"line {number}"
    other = line_of_17(3 if number < 3 else 1)
    mistakes = [
        (
            f"{told} is written with y f, not with the indicator, and y f is 0 where the member "
            "says 0"
            if number < 3
            else f"{told}: from line 3 on a point is either right or a mistake, and a mistake "
            "counts exp(alpha / 2), also where the member says 0",
            other,
        ),
        (
            f"{told} has exp(alpha) where there should be exp(alpha / 2)",
            lambda w, y, f, alpha: line(w, y, f, 2 * alpha),
        ),
        (
            f"{told}: the weights are not divided by their sum here: they are losses",
            lambda w, y, f, alpha: line(w, y, f, alpha) / w.sum(),
        ),
        (
            f"{told}: the points that are right cost exp(-alpha / 2) each, the mistakes "
            "exp(alpha / 2); yours has it the other way round",
            lambda w, y, f, alpha: line(w, y, f, -alpha),
        ),
        (
            f"{told}: the points where f is 0 are in none of your sums; I_mis is where f and y "
            "differ",
            lambda w, y, f, alpha: line(w * (f != 0), y, f, alpha),
        ),
        (
            f"{told}: each point counts with its weight w, and yours counts all alike",
            lambda w, y, f, alpha: line(w**0, y, f, alpha),
        ),
    ]
    if number < 4:
        return mistakes

    def with_mistakes(times):
        """Add the weight of the mistakes so many times, at the price of a point that is right."""
        return lambda w, y, f, alpha: line(w, y, f, alpha) + times * cost(w * (f != y), 1, alpha)

    return [
        *mistakes,
        (
            "over which points does the last sum of line 4 run? Look at what stands below its sign",
            with_mistakes(-1),
        ),
        (
            "in line 4 the mistakes have to lose what the last sum gives them too much; yours "
            "gives it to them again",
            with_mistakes(2),
        ),
        (
            "line 4: the points where f is 0 count as right in yours; the indicator is 1 wherever "
            "f and y differ",
            lambda w, y, f, alpha: cost(w, np.where(f == -y, -1, 1), alpha),
        ),
    ]


@check.of(
    "lines",
    "Step 1: what is the new member trained for?",
    "Take a point where the member says 0. What does it add to each of the four lines?",
    "Print the sums of weights that lines 3 and 4 need. Which of them make the sum of all?",
)
def lines(rng, lines_of_17):
    """Four lines, each as it is written."""
    cases = [
        {**weighed(rng, n, mistakes, silent), "alpha": 2 * np.log(base)}
        for (n, mistakes, silent), base in zip(
            ((2, 1, 0), (4, 1, 0), (4, 1, 1), (6, 2, 2)), 2.0 + rng.permutation(4), strict=True
        )
    ]
    trial = Trial(lines_of_17, cases, "adaboost.17")
    demand_shape(trial, lambda *given: (4,), lambda *given: "there are four lines, a number each")
    for number in (1, 2, 3, 4):
        why = (
            "y f is 0 where the member says 0, so such a point adds its weight"
            if number < 3
            else "a point is right, or a mistake, wherever f and y differ"
        )
        trial.compare(
            line_of_17(number),
            f"line {number} is not right: {why}. Where all votes are 1 or -1, all four lines are "
            "the same",
            mistakes_of_line(number),
            part=lambda found, number=number: found[number - 1],
            picture=lambda right, yours, w, y, f, alpha, number=number: adding_up(
                number, yours, w, y, f, alpha
            ),
        )


def adding_up(number, yours, w, y, f, alpha):
    line = line_of_17(number)
    each = [line(w[[i]], y[[i]], f[[i]], alpha) for i in range(len(w))]
    heads, rows = points_of(w, y, f, "adds", each)
    rows += [[name, "", "", "", value] for name, value in (("sum", sum(each)), ("yours", yours))]
    words = f"What each point adds to line {number}; exp(alpha / 2) is {shown(np.exp(alpha / 2))}"
    return Table(words, heads, rows, [(len(rows) - 1, 4)])


@check.of(
    "steps",
    "Step 1: what is the new member trained for?",
    "Begin with the first line, end with the last, as the cell above the answer shows them, and "
    "change one thing from each line to the next.",
    "Put numbers in: two points, one right and one wrong. Each line must come out the same.",
)
def steps(rng, steps_of_17):
    """A chain from the first line of (17) to the last, as `ensemblelab.derivations` reads it."""
    given = Trial(steps_of_17, [{}], "adaboost.17").found[0]
    verdict = derivations.check("adaboost.17", given, prove=False)
    if verdict.outcome in ("complete", "to a person"):
        return
    numbers, words = verdict.numbers, verdict.words
    if numbers:
        at = ", ".join(f"{name} = {value}" for name, value in numbers.values.items())
        words = (
            f"line {verdict.line} does not follow from line {verdict.line - 1}. At {at} the line "
            f"before is {numbers.before}, and this one is {numbers.after}"
        )
    table = None
    if verdict.line and verdict.line <= len(given):
        table = Table(
            "Your lines; ✘ marks the one that this is about",
            ["line", "says"],
            [[str(i), str(line)] for i, line in enumerate(given, 1)],
            [(verdict.line - 1, 1)],
        )
    raise Mistake(words, "adaboost.17", picture=table)


# Task 3


def loss_at(w, y, f, alpha):
    return cost(w, judged(y, f), alpha)


def slope_at(w, y, f, alpha):
    """Return what the mistakes gain less what the hits lose, as alpha grows."""
    hit = judged(y, f) > 0
    return (cost(w[~hit], -1, alpha) - cost(w[hit], 1, alpha)) / 2


def of_slope(make):
    """Make a slope from exp(alpha / 2), exp(-alpha / 2), the mistakes' weight and all of it."""

    def gives(w, y, f, alpha):
        return make(np.exp(alpha / 2), np.exp(-alpha / 2), np.dot(w, f != y), w.sum())

    return gives


def odds(w, y, f):
    mistakes = np.dot(w, f != y)
    return w.sum() / mistakes - 1


def best(w, y, f):
    return float(np.log(odds(w, y, f)))


def of_sums(make):
    def gives(w, y, f):
        return make(w.sum(), np.dot(w, f != y))

    return gives


def beside_the_loss(right, yours, w, y, f, alpha):
    """Show the loss near alpha, and what it would be with your slope."""
    near = alpha + np.array([-0.2, -0.1, 0.0, 0.1, 0.2])
    there = loss_at(w, y, f, alpha)
    return Table(
        "The loss near alpha, and lines through its value there with the right slope and yours",
        ["alpha", "loss (17)", "right", "yours"],
        [
            [shown(a), loss_at(w, y, f, a), *(there + s * (a - alpha) for s in (right, yours))]
            for a in near
        ],
    )


@check.of(
    "say",
    "Step 2: how much say?",
    "The slope: the loss is two sums of weights, each times an exponential. Derive these one by "
    "one, with the sign of each exponent.",
    "The say: how much weight is right, and how much is wrong? At which alpha do the two cost the "
    "same?",
)
def say(rng, slope, best_say):
    """The derivative of (17) by alpha, and where it is 0."""
    members = [weighed(rng, n, mistakes) for n, mistakes in ((2, 1), (4, 1))]
    members.append(weighed(rng, 5, 2, scale=20))  # weights that sum to less than 1
    bases = 2.0 + rng.permutation(3)
    cases = [{**w, "alpha": 2 * np.log(b)} for w, b in zip(members, bases, strict=True)]
    trial = Trial(slope, cases, "adaboost.derivative")
    demand_one_number(trial)
    trial.compare(
        slope_at,
        "the slope is how fast the loss (17) rises with alpha",
        [
            (
                "in the derivative the minus of the bracket becomes a plus, for the derivative of "
                "exp(-alpha / 2) has a minus of its own",
                of_slope(lambda up, down, mis, all_: (up - down) / 2 * mis - down / 2 * all_),
            ),
            (
                "with exp(alpha / 2) - exp(alpha / 2) the bracket is 0, and nothing is left of the "
                "mistakes. Some lecture notes print it so",
                of_slope(lambda up, down, mis, all_: -down / 2 * all_),
            ),
            (
                "this is the slope of a loss with exp(alpha) and exp(-alpha); where has the 1/2 of "
                "(17) gone?",
                lambda w, y, f, alpha: 2 * slope_at(w, y, f, 2 * alpha),
            ),
            (
                "twice too much; the inner derivatives are 1/2 and -1/2",
                lambda *a: 2 * slope_at(*a),
            ),
            (
                "the derivative of exp(-alpha / 2) is negative, also in the last term",
                of_slope(lambda up, down, mis, all_: (up + down) / 2 * mis + down / 2 * all_),
            ),
            ("this is the loss (17) itself; its derivative is asked for", loss_at),
            ("the sign is turned round: this is how fast the loss falls", lambda *a: -slope_at(*a)),
            (
                "each point counts with its weight w, and yours counts all alike",
                lambda w, y, f, alpha: slope_at(w**0, y, f, alpha),
            ),
        ],
        steps=lambda w, y, f, alpha: (
            f"the mistakes weigh {shown(np.dot(w, f != y))} of {shown(w.sum())}; exp(alpha / 2) is "
            f"{shown(np.exp(alpha / 2))}"
        ),
        picture=beside_the_loss,
    )
    trial = Trial(best_say, members, "adaboost.18")
    demand_one_number(trial)
    trial.compare(
        best,
        "the logarithm of the weight that is right, by the weight that is wrong",
        [
            (
                "this is half of it. It would be right if the 1/2 were not in (14), but it is",
                lambda *a: best(*a) / 2,
            ),
            ("the fraction is upside down", lambda *a: -best(*a)),
            (
                "this comes from counting the points. Which sums stand in (18)?",
                lambda w, y, f: best(w**0, y, f),
            ),
            (
                "all of the weight is on top; how much of it is right?",
                of_sums(lambda all_, mis: np.log(all_ / mis)),
            ),
            (
                "put brackets around the difference: a - b / b divides first",
                of_sums(lambda all_, mis: np.log(all_ - mis / mis)),
            ),
            (
                "the weights do not sum to 1, so the mistakes' weight is not the error. Where (10) "
                "has 1, what has (18)?",
                of_sums(lambda all_, mis: np.log((1 - mis) / mis)),
            ),
            ("these are the odds themselves; the logarithm is missing", odds),
            (
                "ln is the logarithm to the base e, and yours is to the base 2",
                lambda *a: best(*a) / np.log(2),
            ),
        ],
        steps=lambda w, y, f: (
            f"{shown(np.dot(w, f == y))} is right and {shown(np.dot(w, f != y))} wrong, so the odds "
            f"are {shown(odds(w, y, f))}"
        ),
        picture=best_beside_yours,
    )


def best_beside_yours(right, yours, w, y, f):
    """Show the loss of each point with the best say and with another."""
    columns = [w * np.exp(-y * f * alpha / 2) for alpha in (right, yours)]
    heads, rows = points_of(w, y, f, "with the best", columns[0])
    rows = [[*row, loss] for row, loss in zip(rows, columns[1], strict=True)]
    rows.append(["sum", "", "", "", *(column.sum() for column in columns)])
    return Table("The loss (16), with the best say and with yours", [*heads, "with yours"], rows)


# Task 4


def product(y, f):
    return np.multiply(y, f)


def by_point(names):
    """Make the picture of a row of values, one for each point."""

    def picture(right, yours, *given):
        columns = given[: len(names)]
        return Table(
            "Point by point; ✘ marks what is not right",
            ["point", *names, "right", "yours"],
            [[str(i), *(c[i] for c in columns), right[i], yours[i]] for i in range(len(right))],
            [(int(i), len(names) + 2) for i in np.flatnonzero(~np.isclose(yours, right))],
        )

    return picture


def moved(agreement, power=0.5):
    """Make new weights: the old ones times exp(-power alpha) to the power of the agreement."""
    return lambda w, y, f, alpha: w * np.exp(-power * alpha * agreement(y, f))


@check.of(
    "sides",
    "Step 3: what are the new weights?",
    "Which rows hold a product of label and vote, and which ask only whether the two differ?",
    "In (22), write down what a mistake's weight is multiplied by, factor by factor, and then what "
    "that of a point that is right is.",
)
def sides(rng, sides_of_21, sides_of_22):
    """All sides of (21) and (22), as they are written."""
    kinds = (  # label and vote of each point, in some order
        [(1, 1), (1, -1), (-1, -1), (-1, 1)],
        [(1, 1), (1, 0), (-1, 0), (-1, -1)],
        [(1, 1), (1, 0), (0, 1), (0, 0)],  # labels for which (21) is not meant
    )
    cases = []
    for kind in kinds:
        y, f = rng.permutation(kind).T
        cases.append({"y": y, "f": f})
    trial = Trial(sides_of_21, cases, "adaboost.21")
    demand_shape(
        trial,
        lambda y, f: (2, len(y)),
        lambda y, f: f"2 sides of {len(y)} points are asked for, in 2 rows",
    )
    picture = by_point(("y", "f"))
    trial.compare(
        product,
        "the left side is the product of label and vote",
        [
            (
                "your left side is the right side. On the left stands a product, and nothing else",
                judged,
            ),
        ],
        part=lambda found: np.asarray(found[0], dtype=float),
        picture=picture,
    )
    trial.compare(
        judged,
        "the right side is 1 where f and y are the same, and -1 wherever they differ",
        [
            (
                "your right side is the left side. On the right stands the indicator, which is 1 "
                "wherever f and y differ",
                product,
            ),
            (
                "on the right, 2 times the indicator is taken from 1; yours takes the indicator",
                lambda y, f: y == f,
            ),
            (
                "your right side is -1 where the member is right; the indicator is 1 where the two "
                "differ",
                lambda y, f: -judged(y, f),
            ),
        ],
        part=lambda found: np.asarray(found[1], dtype=float),
        picture=picture,
    )
    cases = []
    for case, base in zip(cases_of_22(rng), 2.0 + rng.permutation(3), strict=True):
        w = rng.permutation(np.arange(1.0, len(case) + 1))
        y, f = np.array(case).T
        cases.append({"w": w, "y": y, "f": f, "alpha": 2 * np.log(base)})
    trial = Trial(sides_of_22, cases, "adaboost.22")
    demand_shape(
        trial,
        lambda w, y, f, alpha: (3, len(y)),
        lambda w, y, f, alpha: f"3 sides of {len(y)} points are asked for, in 3 rows",
    )
    picture = by_point(("w", "y", "f"))
    trial.compare(
        moved(product),
        "the first row is (20): the old weight times an exponential, and where y f is 0 it stays",
        [
            (
                "first row: the sign of the exponent of (20) is turned round; a mistake must gain",
                moved(product, -0.5),
            ),
            (
                "first row: in the exponent of (20) the 1/2 is missing",
                moved(product, 1.0),
            ),
            (
                "first row: (20) is written with y f, not with the indicator",
                moved(judged),
            ),
        ],
        part=lambda found: np.asarray(found[0], dtype=float),
        equation="adaboost.20",
        picture=picture,
    )
    right = moved(judged)
    for row, name in ((1, "second"), (2, "third")):
        trial.compare(
            right,
            f"{name} row: a point is right or a mistake here. Mistakes grow by exp(alpha / 2), and "
            "the others shrink by as much",
            [
                (
                    f"{name} row: this is (20), with y f; here stands the indicator, which is 1 "
                    "wherever f and y differ",
                    moved(product),
                ),
                (
                    f"{name} row: the mistakes shrink and the others grow. Look at the signs, and "
                    "where the indicator is 1",
                    moved(judged, -0.5),
                ),
                (f"{name} row: the 1/2 is missing", moved(judged, 1.0)),
                (
                    f"{name} row: this leaves out the factor that all points share. The algorithm "
                    "may do that; the equality may not",
                    lambda *a: right(*a) * np.exp(a[3] / 2),
                ),
                (
                    f"{name} row: the mistakes have their old weights, and they must gain",
                    moved(lambda y, f: y == f),
                ),
            ],
            part=lambda found, row=row: np.asarray(found[row], dtype=float),
            picture=picture,
        )


def cases_of_22(rng):
    """Draw labels and votes: without a 0, with one, with two."""
    yield [(s := int(signs(rng)), s), (1, -1)]
    yield rng.permutation([(1, 1), (-1, 1), (-1, 0)]).tolist()
    yield rng.permutation([(1, 1), (1, -1), (-1, -1), (1, 0), (-1, 0)]).tolist()


# Task 5


def run_of(votes, y):
    """Return what a run must give, from the committee's losses after each round."""
    m, n = votes.shape
    says, losses = np.zeros(m), [np.ones(n)]
    for t in range(m):
        says[t] = np.arctanh(np.average(y * votes[t], weights=losses[t]))
        losses.append(np.exp(-y * (says[: t + 1] @ votes[: t + 1])))
    means = np.mean(losses, axis=1)
    return says, losses / (n * means[:, None]), means[1:] / means[:-1]


def weights_after(t, change):
    """Make the weights after round t by a change of those before, with the say that is right."""

    def gives(votes, y):
        says, D, _ = run_of(votes, y)
        return change(D[t], y * votes[t], says[t])

    return gives


def share(values):
    return values / values.sum()


def members_for(rng, m, n, wrong):
    """Draw labels and members of which none is a coin on the weights that it meets."""
    while True:
        y, votes = signs(rng, n), signs(rng, m, n)
        votes[0] = y * rng.permutation(np.where(np.arange(n) < wrong, -1, 1))
        if np.any(np.abs(np.sum(y * votes, axis=1)) == n):
            continue  # no hit, or no mistake
        says, D, _ = run_of(votes, y)
        plain = np.arctanh(np.mean(y * votes, axis=1))
        far = np.abs(says).min() > 0.1 and np.abs(says - plain)[1:].min(initial=1) > 0.1
        if far and not any(alike(halves(y * votes[t]), D[t + 1]) for t in range(1, m)):
            return {"votes": votes, "y": y}


def halves(agreement):
    """Return half of the weight in equal parts for the mistakes, and half for the others."""
    return sum(share(agreement == sign) for sign in (-1, 1)) / 2


def round_by_round(t):
    """Make the picture of the weights after a round."""

    def picture(right, yours, votes, y):
        before = run_of(votes, y)[1][t]
        return Table(
            f"The weights in round {t + 1}; ✘ marks what is not right",
            ["point", "before", f"member {t + 1} is", "right", "yours"],
            [
                [str(i), before[i], "right" if votes[t, i] == y[i] else "wrong", a, b]
                for i, (a, b) in enumerate(zip(right, yours, strict=True))
            ],
            [(int(i), 4) for i in np.flatnonzero(~np.isclose(yours, right))],
        )

    return picture


def compare_round(trial, t):
    """Hold the say of a round and the weights after it against what must be true of them."""
    told = f"round {t + 1}"
    right = lambda votes, y: run_of(votes, y)[0][t]  # noqa: E731
    trial.compare(
        right,
        f"{told}: alpha' is 1/2 ln of the odds, with the member's weighted error on the weights "
        "before the round",
        [
            (
                f"{told}: this is the say with the 1/2 before the sum; here the 1/2 is in alpha'",
                lambda *a: 2 * right(*a),
            ),
            (f"{told}: the 1/2 is in alpha' twice", lambda *a: right(*a) / 2),
            (
                f"{told}: a member that is worse than a coin has a negative say; yours takes its "
                "size",
                lambda *a: abs(right(*a)),
            ),
            (
                f"{told}: a member that is worse than a coin has a negative say; yours gives it "
                "none",
                lambda *a: max(right(*a), 0),
            ),
            (
                f"{told}: the later members' errors are shares of the weight D_t, not of the "
                "points",
                lambda votes, y: np.arctanh(np.mean(y * votes[t])),
            ),
        ],
        part=lambda found: np.asarray(found[0], dtype=float)[t],
        equation="adaboost.alpha",
        steps=lambda votes, y: (
            "the member is wrong on the points "
            f"{shown(np.flatnonzero(votes[t] != y))}, with a weight of "
            f"{shown(run_of(votes, y)[1][t][votes[t] != y].sum())}"
        ),
    )
    trial.demand(
        lambda found, votes, y: not other_convention(found, votes, y, t),
        f"{told}: raising the mistakes by exp(alpha') and leaving the others mixes the "
        "conventions. (12) raises the mistakes alone, but by the whole alpha; here all points "
        "move",
        "adaboost.half",
    )
    trial.compare(
        lambda votes, y: run_of(votes, y)[1][t + 1],
        lambda votes, y: (
            f"{told}: after it the points {shown(np.flatnonzero(votes[t] != y))}, where the member "
            "is wrong, must carry half of the weight, and among them, as among the others, the "
            "ratios do not change"
        ),
        [
            (
                f"{told}: the mistakes gain exp(alpha') against the others, and must gain "
                "exp(2 alpha'). The 1/2 is in alpha' already, so there is no other one in the "
                "exponent",
                weights_after(t, lambda D, yf, a: share(D * np.exp(-a * yf / 2))),
            ),
            (
                f"{told}: the mistakes have less weight than before; they must gain",
                weights_after(t, lambda D, yf, a: share(D * np.exp(a * yf))),
            ),
            (
                f"{told}: the weights do not sum to 1; they are divided by Z, their sum",
                weights_after(t, lambda D, yf, a: D * np.exp(-a * yf)),
            ),
            (
                f"{told}: half of the weight is on the mistakes, in equal parts. Among the "
                "mistakes, and among the others, the ratios of weights do not change",
                weights_after(t, lambda D, yf, a: halves(yf)),
            ),
        ],
        part=lambda found: np.asarray(found[1], dtype=float)[t + 1],
        equation="adaboost.half",
        picture=round_by_round(t),
    )


def other_convention(found, votes, y, t):
    """Whether mistakes were raised by exp(alpha') and the others left: the sum tells."""
    says, D, _ = run_of(votes, y)
    raised = D[t] * np.exp(says[t] * (votes[t] != y))
    yours, Z = (np.asarray(part, dtype=float) for part in found[1:])
    return alike(yours[t + 1], share(raised)) and alike(Z[t], raised.sum())


@check.of(
    "run",
    "Two conventions, one classifier",
    "Add up the weights of the points on which the last member was wrong. Is it half, after each "
    "round?",
    "Multiply the Zs. Is it the mean of exp(-y f), with f the sum of alpha' times vote?",
)
def run(rng, normalised_run):
    """What must be true of any run: half on the last mistakes, the product is the loss."""
    short = [members_for(rng, 1, n, wrong) for n, wrong in ((3, 1), (4, 1), (5, 4))]
    long = []
    while len(long) < 3 or not np.any([run_of(**c)[0] < 0 for c in long], axis=0)[1:].all():
        long = [members_for(rng, 3, n, 1) for n in (5, 6, 7)]
    trials = [Trial(normalised_run, cases, "adaboost.normalised") for cases in (short, long)]
    for trial in trials:
        trial.demand(
            lambda found, *given: isinstance(found, (tuple, list)) and len(found) == 3,
            "three arrays are asked for: alphas, D and Z",
        )
        for place, name, words, shape in (
            (0, "alphas", "a say for each member, also of one that is worse than a coin",
             lambda votes, y: (len(votes),)),
            (1, "D", "a row before the first round and after each, with a weight for each point",
             lambda votes, y: (len(votes) + 1, len(y))),
            (2, "Z", "a sum for each round", lambda votes, y: (len(votes),)),
        ):  # fmt: skip
            demand_shape(
                trial,
                shape,
                lambda votes, y, name=name, words=words, shape=shape: (
                    f"{name} holds {words}: the shape {shape(votes, y)}"
                ),
                lambda found, place=place: found[place],
            )
        trial.demand(
            lambda found, *given: not alike(found[1], [found[1][-1]] * len(found[1])),
            "all rows of your D are the same. If you change an array in place (D *= ...), what you "
            "have put into a list changes with it; make a new one in each round",
        )
        trial.compare(
            lambda votes, y: np.ones(len(y)) / len(y),
            "D_1, the first row of D, is 1/n for each of n points",
            part=lambda found: np.asarray(found[1][0], dtype=float),
        )
    compare_round(trials[0], 0)
    for t in (0, 1, 2):
        compare_round(trials[1], t)
    for trial in trials:
        trial.compare(
            lambda votes, y: run_of(votes, y)[2],
            lambda votes, y: (
                "the mean exponential loss of the committee is "
                f"{shown(np.prod(run_of(votes, y)[2]))}, and the product of the Zs must be the same"
            ),
            [
                (
                    "all your Z are 1. Z is the sum before the weights are divided by it",
                    lambda votes, y: np.ones(len(votes)),
                ),
            ],
            part=lambda found: np.asarray(found[2], dtype=float),
            equation="adaboost.product",
        )


# Task 6


def exactly(epsilons, n):
    """Return the first round after which the product is below 1 / n, in fractions."""
    left = Fraction(n * n)
    for t, epsilon in enumerate(epsilons.tolist()):
        mistakes = Fraction(epsilon).limit_denominator(100)
        left *= 1 - (1 - 2 * mistakes) ** 2
        if left < 1:
            return t + 1
    return None


def root(epsilons):
    return np.sqrt(epsilons - epsilons**2)


def first_below(make, limit=1.0, none=None):
    """Make a mistake: the first round in which something else falls below a limit over n."""

    def gives(epsilons, n):
        places = [t for t, one in enumerate(make(epsilons), 1) if one * n < limit]
        return places[0] if places else none

    return gives


def from_zero(epsilons, n):
    rounds = exactly(epsilons, n)
    return None if rounds is None else rounds - 1


def instead_of_none(value):
    return lambda epsilons, n: value if (t := exactly(epsilons, n)) is None else t


LATER = [  # what gives another number where one is asked for
    (
        "this is one too few: after so many rounds one mistake is still possible. Do you count "
        "rounds from 0?",
        from_zero,
    ),
    ("the 2 before the root of Z is missing", first_below(lambda e: np.cumprod(root(e)))),
    (
        "this is where the product is below 1/(2n); how small must a bound be so that not even one "
        "mistake is possible?",
        first_below(lambda e: np.cumprod(2 * root(e)), 0.5),
    ),
    (
        "this is what the exponential proves. The product of the Zs falls faster",
        first_below(lambda e: np.exp(-2 * np.cumsum((0.5 - e) ** 2))),
    ),
    (
        "this is where the product of the errors is small enough; each round multiplies the bound "
        "by Z, not by epsilon",
        first_below(np.cumprod),
    ),
]
OTHER = [
    (
        "no number of rounds proves it, so None is asked for; yours says 1. (The argmax of nothing "
        "but False is 0)",
        instead_of_none(1),
    ),
    ("no number of rounds proves it, so None is asked for; yours says 0", instead_of_none(0)),
    (
        "the bound must be below 1/n. One that equals it allows one mistake",
        lambda e, n: exactly(e, n) or (1 if n == 1 else None),
    ),
    (
        "yours is None on every input, and for some there is such a number. Is there a return? "
        "(print shows a value, and only return hands it over)",
        lambda e, n: None,
    ),
]


def whole_number(value):
    try:
        return np.ndim(value) == 0 and int(value) == value
    except (TypeError, ValueError):
        return False


@check.of(
    "proof",
    "Why must the training error fall in the end?",
    "On n points the training error is 0, or 1/n, or more. Which bound leaves 0 only?",
    "Write down the products, round by round, for members with an error of 1/10.",
)
def proof(rng, rounds_proved):
    """The first round in which the product of the Zs is below 1/n."""

    def draw(m, n):
        return {"epsilons": rng.integers(1, 9, m) / 20, "n": n}

    ways = [exactly, *(way for _, way in LATER)]
    while True:  # until no two of them give the same on both
        cases = [draw(6, 3), draw(9, int(rng.integers(4, 9)))]
        given = {tuple(way(**case) for case in cases) for way in ways}
        if len(given) == len(ways) and all(exactly(**c) and for_sure(**c) for c in cases):
            break
    while True:
        case = draw(3, 10)
        if not exactly(**case) and for_sure(**case):
            break
    cases += [case, {"epsilons": np.full(2, 0.5), "n": 1}]
    trial = Trial(lambda epsilons, n: (rounds_proved(epsilons, n),), cases, "adaboost.bound")
    trial.demand(
        lambda found, *given: found[0] is None or whole_number(found[0]),
        "a whole number or None is asked for",
    )
    trial.compare(
        exactly,
        "the first number of rounds for which the product of the Zs leaves no error but 0",
        LATER + OTHER,
        part=lambda found: found[0],
        steps=lambda epsilons, n: (
            f"the products are {shown(np.cumprod(2 * root(epsilons)))}, and 1/n is {shown(1 / n)}"
        ),
        picture=lambda right, yours, epsilons, n: Table(
            "The bound after each round, and how many mistakes it leaves possible; ✘ marks yours",
            ["round", "epsilon", "Z", "bound", "mistakes"],
            [
                [str(t), e, 2 * root(e), bound, f"at most {int(bound * n)}"]
                for t, (e, bound) in enumerate(
                    zip(epsilons, np.cumprod(2 * root(epsilons)), strict=True), 1
                )
            ],
            [(yours - 1, 4)] if 0 < yours <= len(epsilons) else [],
        ),
    )


def for_sure(epsilons, n):
    """Whether rounding cannot decide whether a bound is below 1 / n."""
    return np.abs(np.cumprod(2 * root(epsilons)) * n - 1).min() > 0.02


# Task 7


def hit(w, y, f):
    return np.dot(w, y * f > 0)


def missed(w, y, f):
    return np.dot(w, y * f < 0)


def unsaid(w, y, f):
    return np.dot(w, f == 0)


def factor_at(w, y, f, alpha):
    return cost(w, y * f, alpha) / w.sum()


def say_of(w, y, f):
    return float(np.log(hit(w, y, f)) - np.log(missed(w, y, f)))


def with_silent(for_hits, for_mistakes):
    """Make a say that counts shares of the silent weight as right and as wrong."""

    def gives(w, y, f):
        silent = unsaid(w, y, f)
        up = hit(w, y, f) + for_hits * silent
        return float(np.log(up / (missed(w, y, f) + for_mistakes * silent)))

    return gives


def spread(w, y, f):
    """Return the geometric mean of what is right and wrong, twice."""
    return 2 * np.sqrt(hit(w, y, f) * missed(w, y, f))


@check.of(
    "abstain",
    "Step 2: how much say?",
    "Three kinds of points: what does each add to the loss (16), and which of the three sums "
    "depends on alpha?",
    "Try three says by hand, and compare the losses (16). Is yours the smallest?",
)
def abstain(rng, abstaining):
    """The say with the least loss, and the factor of the loss with it."""
    kinds = ((3, 1, 1), (4, 1, 0), (5, 1, 2), (6, 2, 1))
    cases = []
    for n, mistakes, silent in kinds:
        case = weighed(rng, n, mistakes, silent)
        while abs(say_of(**case)) < 0.3:
            case = weighed(rng, n, mistakes, silent)
        cases.append(case)
    trial = Trial(abstaining, cases, "adaboost.16")
    demand_shape(
        trial,
        lambda *given: (2,),
        lambda *given: "two numbers are asked for, the say and the factor",
    )
    silent = "What does the loss of a point depend on of which the member says nothing?"
    trial.compare(
        say_of,
        "the say for which the loss (16) is smallest; with yours it is larger",
        [
            (
                f"the points of which the member says nothing count as mistakes in yours. {silent}",
                with_silent(0, 1),
            ),
            (
                f"the points of which the member says nothing count as right in yours. {silent}",
                with_silent(1, 0),
            ),
            (
                "the points of which the member says nothing count as half right and half wrong in "
                f"yours. {silent}",
                with_silent(0.5, 0.5),
            ),
            ("this is half of it; the 1/2 is in (14) already", lambda *a: say_of(*a) / 2),
            ("the fraction is upside down", lambda *a: -say_of(*a)),
        ],
        part=lambda found: found[0],
        steps=lambda *a: (
            f"a weight of {shown(hit(*a))} is right, one of {shown(missed(*a))} is wrong, and one "
            f"of {shown(unsaid(*a))} is silent"
        ),
        picture=best_beside_yours,
    )
    trial.compare(
        lambda *a: factor_at(*a, say_of(*a)),
        "the factor is the loss (16) after the round by that of before, which is the sum of all "
        "weights; with the best say it is at most 1",
        [
            (
                "this is the factor for the points of which the member says something; the others "
                "have a loss too",
                lambda *a: spread(*a) / (hit(*a) + missed(*a)),
            ),
            (
                "this is the loss after the round; by which factor is that of before multiplied?",
                lambda *a: cost(a[0], a[1] * a[2], say_of(*a)),
            ),
            (
                "your factor leaves out the loss of the silent points, which stays",
                lambda *a: spread(*a) / a[0].sum(),
            ),
            (
                "yours has alpha where alpha / 2 stands in the exponent of (16)",
                lambda *a: factor_at(*a, 2 * say_of(*a)),
            ),
        ],
        part=lambda found: found[1],
        steps=lambda *a: (
            f"with the best say, {shown(say_of(*a))}, the loss is "
            f"{shown(cost(a[0], a[1] * a[2], say_of(*a)))}, and before it was {shown(a[0].sum())}"
        ),
    )
