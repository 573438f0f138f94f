"""The checks of the problem set on AdaBoost: what `check("say", say)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

import numpy as np
from ensemblelab import DecisionStump
from ensemblelab.diagnostics import voting_margins
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Steps,
    Table,
    draw_case,
    is_close,
    is_scalar,
    render,
    shape_of,
    tabulate_values,
)

check = Checks("AdaBoost", "adaboost")


def signs(rng, *shape):
    return rng.choice([-1, 1], size=shape)


def signed(value):
    return f"{int(value):+d}"


def right_or_wrong(y, f):
    return ["right" if said == label else "wrong" for said, label in zip(f, y, strict=True)]


def wrong_somewhere(rng, n, mistakes):
    """Draw labels, and a weak learner that misclassifies some of the observations."""
    y = signs(rng, n)
    f = y.copy()
    wrong = rng.permutation(n)[:mistakes]
    f[wrong] = -f[wrong]
    return y, f


# Task 1


def share_wrong(w, y, f):
    """Return one half minus half of the weighted agreement of predictions and labels."""
    return 0.5 - np.average(y * f, weights=w) / 2


@check.of(
    "error",
    "The algorithm",
    "What would the error be if the weak learner misclassified every observation? It must be 1.",
)
def error(rng, weighted_error):
    """Test the proportion of the weight that is misclassified."""
    cases = []
    for n, mistakes in ((2, 1), (3, 1), (4, 2), (6, 2)):
        y, f = wrong_somewhere(rng, n, mistakes)
        cases.append({"w": rng.permutation(np.arange(1.0, n + 1)), "y": y, "f": f})
    trial = AnswerTrial(weighted_error, cases, "adaboost.11")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        share_wrong,
        "the result is the weight of the misclassified observations as a proportion of the "
        "total weight",
        [
            (
                "this is the proportion of misclassified observations; use their weights",
                lambda w, y, f: np.mean(y != f),
            ),
            (
                "this is the proportion of the weight that is classified correctly",
                lambda w, y, f: 1 - share_wrong(w, y, f),
            ),
            (
                "this is the weight of the misclassified observations. The weights do not add "
                "up to 1, so divide by their sum, as in (11)",
                lambda w, y, f: share_wrong(w, y, f) * w.sum(),
            ),
            (
                "divide the weight of the misclassified observations by the sum of all "
                "weights, not by the number of observations",
                lambda w, y, f: np.mean(w * (f != y)),
            ),
            (
                "this divides by the weight of the correctly classified observations; the sum "
                "is over all",
                lambda w, y, f: share_wrong(w, y, f) / (1 - share_wrong(w, y, f)),
            ),
            (
                "this is the mean weight of the misclassified observations; use their sum as a "
                "proportion of the total weight",
                lambda w, y, f: w[f != y].mean(),
            ),
            (
                "this is the number of misclassified observations; use their weights",
                lambda w, y, f: (f != y).sum(),
            ),
        ],
        picture=lambda right, yours, w, y, f: Table(
            "The observations; ✘ marks a misclassified one, whose weight counts",
            ["observation", "weight", "label", "prediction"],
            [
                [str(i), a, signed(b), signed(c)]
                for i, (a, b, c) in enumerate(zip(w, y, f, strict=True))
            ],
            [(int(i), 3) for i in np.flatnonzero(y != f)],
        ),
    )


# Task 2


def log_odds(epsilon):
    """Return the estimator weight: 2 artanh of the accuracy minus the error rate."""
    with np.errstate(divide="ignore"):
        return float(2 * np.arctanh(1 - 2 * epsilon))


@check.of(
    "say",
    "The weight of a weak learner",
    "At epsilon = 1/2 the estimator weight must be 0, below it positive, above it negative. "
    "Try three values.",
)
def say(rng, say):
    """The logarithm of the odds."""
    below = np.sort(rng.integers(5, 45, size=2)) / 100
    cases = [{"epsilon": float(e)} for e in (*below, 0.5, rng.integers(60, 95) / 100)]
    trial = AnswerTrial(say, cases, "adaboost.10")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        log_odds,
        "the result is the natural logarithm of the odds of a correct prediction, (1 - "
        "epsilon) / epsilon",
        [
            (
                "this is half of it. Some texts write 1/2 ln; here the 1/2 is in f, equation "
                "(14), and must not be used twice",
                lambda e: log_odds(e) / 2,
            ),
            (
                "a weak learner with a low error must have a positive weight. Is the fraction "
                "inverted?",
                lambda e: -log_odds(e),
            ),
            (
                "ln is the logarithm to the base e, but yours is to the base 2",
                lambda e: log_odds(e) / np.log(2),
            ),
            (
                "ln is the logarithm to the base e, but yours is to the base 10",
                lambda e: log_odds(e) / np.log(10),
            ),
            (
                "a weak learner with an error above 1/2 has a negative weight, but yours is 0",
                lambda e: max(log_odds(e), 0.0),
            ),
            (
                "these are the odds themselves; the logarithm is missing",
                lambda e: np.exp(log_odds(e)),
            ),
            (
                "you take the absolute value of the logarithm; a weak learner with an error "
                "above 1/2 has a negative weight",
                lambda e: abs(log_odds(e)),
            ),
            (
                "this is the logarithm of 1/epsilon; the odds are (1 - epsilon) / epsilon",
                lambda e: -np.log(e),
            ),
            (
                "parentheses are missing: 1 - epsilon / epsilon divides first",
                lambda e: np.log(1 - e / e) if e else 0.0,
            ),
        ],
        steps=lambda e: f"the odds are {render(1 - e)} / {render(e)} = {render((1 - e) / e)}",
    )
    try:
        nothing_wrong = say(0.0)
    except ZeroDivisionError:
        raise Mistake(
            "as epsilon tends to 0, the weight grows without limit, so say(0.0) is infinity; "
            "yours divides by zero",
            "adaboost.10",
            {"epsilon": 0.0},
        ) from None
    if not is_close(nothing_wrong, np.inf):
        raise Mistake(
            "as epsilon tends to 0, the weight grows without limit, so say(0.0) is infinity",
            "adaboost.10",
            {"epsilon": 0.0},
            np.inf,
            nothing_wrong,
        )


# Task 3


def reweighted(w, y, f, alpha, factor=None):
    """Return the weights in the ratio of the odds, as proportions of their sum."""
    odds = np.exp(alpha) if factor is None else factor
    return np.where(f == y, w, odds * w) / (w[f == y].sum() + odds * w[f != y].sum())


@check.of(
    "update",
    "The observation weights",
    "Divide your new weights by the old ones. Which observations have one ratio, and which the "
    "other?",
)
def update(rng, new_weights):
    """Test that misclassified weights are multiplied by exp(alpha)."""
    cases = []
    for n, mistakes in ((2, 1), (3, 1), (4, 2), (6, 2)):
        y, f = wrong_somewhere(rng, n, mistakes)
        alpha = float(rng.integers(5, 20)) / 10
        w = rng.permutation(np.arange(1.0, n + 1)) / 10
        cases.append({"w": w, "y": y, "f": f, "alpha": alpha})
    changed = []

    def watched(w, y, f, alpha):
        before = w.copy()
        found = new_weights(w, y, f, alpha)
        changed.append(not np.array_equal(w, before))
        return found

    trial = AnswerTrial(watched, cases, "adaboost.12")
    if any(changed):
        raise Mistake("the array w itself was changed; return a new array", "adaboost.12", cases[0])
    trial.demand(
        lambda found, w, y, f, alpha: shape_of(found) == w.shape,
        lambda found, w, y, f, alpha: (
            f"there must be {len(w)} weights; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        reweighted,
        "multiply the weights of the misclassified observations by exp(alpha), and divide all "
        "weights by their sum",
        [
            (
                "these are the old weights: the round has not changed anything",
                lambda w, y, f, a: w / w.sum(),
            ),
            ("these are the old weights: the round has not changed anything", lambda w, y, f, a: w),
            (
                "the weight of a misclassified observation must grow by the factor exp(alpha) "
                "relative to the others; yours shrinks by this factor",
                lambda w, y, f, a: reweighted(w, y, f, -a),
            ),
            (
                "the ratio of wrong to right grows by exp(2 alpha). With this alpha, "
                "exp(-alpha y f) is too large: it belongs to the convention with alpha = 1/2 ln",
                lambda w, y, f, a: reweighted(w, y, f, 2 * a),
            ),
            (
                "the ratio of wrong to right grows by exp(alpha / 2); (12) has no 1/2",
                lambda w, y, f, a: reweighted(w, y, f, a / 2),
            ),
            (
                "you multiply the weights of the misclassified observations by alpha; (12) "
                "uses exp(alpha)",
                lambda w, y, f, a: reweighted(w, y, f, a, a),
            ),
            (
                "you increase the weights of the correctly classified observations",
                lambda w, y, f, a: reweighted(w, y, -f, a),
            ),
            (
                "the ratios are right, but the weights do not add up to 1: divide them by "
                "their sum",
                lambda w, y, f, a: np.where(f == y, 1.0, np.exp(a)) * w,
            ),
            (
                "the old weights are missing: (12) multiplies them",
                lambda w, y, f, a: reweighted(np.ones(len(w)), y, f, a),
            ),
            (
                "the old weights are missing, and the new ones do not add up to 1",
                lambda w, y, f, a: np.where(f == y, 1.0, np.exp(a)),
            ),
            (
                "you add alpha to the weights of the misclassified observations; (12) "
                "multiplies by exp(alpha)",
                lambda w, y, f, a: (w + a * (f != y)) / (w + a * (f != y)).sum(),
            ),
        ],
        picture=lambda right, yours, w, y, f, a: tabulate_values(
            f"exp(alpha) is {render(np.exp(a))}",
            {"observation": range(len(w)), "old": w, "prediction is": right_or_wrong(y, f)},
            right,
            yours,
            "an incorrect weight",
        ),
    )


# Task 4

LINE = np.arange(4.0)[:, None]


def tabulate_stump(name, X, y, w, said, best):
    """Show the predictions of the stump beside those of the best one, for a single feature."""
    if X.shape[1] == 1:
        order = np.argsort(X[:, 0], kind="stable")
        words = f"{name}: predictions of the best stump along x, and of yours"
        return Steps(words, X[order, 0], best[order], said[order])
    return None  # there is no line to draw it along


@check.of(
    "stump",
    "Weak learners",
    "Which stumps do you try? Some predict the same class for every observation, and for each "
    "threshold there are two assignments of the classes.",
    "Compare stumps by the rule that predict uses, with weights, and store the assignment of "
    "the classes.",
)
def stump(rng, Stump):
    """The smallest weighted error among all stumps."""

    def drawn(n, d, ways):
        return rng.permutation(n * d).reshape(n, d).astype(float), signs(rng, n), ways

    heavy = np.ones(5)
    heavy[2] = rng.integers(5, 9)
    flat = np.array([1.0, 1.0, 2.0])[:, None] * rng.integers(1, 5)
    two = np.column_stack([[0.0, 2, 1, 3], [0.0, 0, 1, 1]])[:, :: -1 if rng.random() < 0.5 else 1]
    cases = [
        ("low is +1, high is -1", LINE, [1, 1, -1, -1], np.ones(4)),
        ("low is -1, high is +1", LINE, [-1, -1, 1, 1], np.ones(4)),
        ("only the first observation is -1", LINE, [-1, 1, 1, 1], np.ones(4)),
        ("only the last observation is +1", LINE, [-1, -1, -1, 1], np.ones(4)),
        ("all observations are +1", LINE, [1, 1, 1, 1], np.ones(4)),
        ("all observations are -1", LINE, [-1, -1, -1, -1], np.ones(4)),
        ("a large weight in the middle", np.arange(5.0)[:, None], [1, 1, -1, 1, 1], heavy),
        ("one of two features is good", two, [1, -1, 1, -1], np.ones(4)),
        ("the other of two features is good", two[:, ::-1], [1, -1, 1, -1], np.ones(4)),
        ("equal values cannot be separated", flat, [1, -1, -1], np.array([2.0, 1.0, 1.0])),
    ]
    for n, d in ((6, 1), (6, 2), (8, 3)):
        weights = rng.integers(1, 6, n).astype(float)
        cases.append(
            ("drawn at random", rng.integers(5, size=(n, d)) * 1.0, signs(rng, n), weights)
        )
    for name, X, y, w in cases:
        y, given = np.array(y), {"X": X, "y": y, "w": w}
        fitted = Stump().fit(X.copy(), y.copy(), w.copy())
        if fitted is None:
            raise Mistake("fit must return the stump itself, self", given=given)
        said = fitted.predict(X.copy())
        if said is None:
            raise Mistake("predict returned nothing (None): only return hands it over", given=given)
        if shape_of(said) != y.shape or not set(np.asarray(said).tolist()) <= {1, -1}:
            raise Mistake(
                f"predict must return +1 or -1 for each of {len(y)} observations",
                given=given,
                yours=said,
            )
        said = np.asarray(said)
        best = best_answer(X, y, w)
        least, yours = w[best != y].sum(), w[said != y].sum()
        if np.isclose(yours, least):
            continue
        words = (
            f"{name}: the best stump misclassifies a weight of {render(least)} of "
            f"{render(w.sum())}; yours misclassifies {render(yours)}"
        )
        if np.isclose(w.sum() - yours, least):
            words += (
                ". With its predictions reversed it would be as good as the best: which "
                "assignment of the classes does predict use?"
            )
        elif np.isclose(yours, w[best_answer(X[:, :1], y, w) != y].sum()):
            words += ". This is the best stump on the first feature: do you try all features?"
        elif len(set(said.tolist())) == 2 and len(set(best.tolist())) == 1:
            words += (
                ". The best stump predicts the same class for every observation: do you "
                "try such stumps?"
            )
        elif len(set(w.tolist())) > 1:
            words += ". Do you count every misclassified observation with its weight?"
        elif any(np.isclose(yours, one_way(X, y, w, above)) for above in (1, -1)):
            words += (
                ". Do you try both assignments of the classes, +1 above the threshold and "
                "-1 above it?"
            )
        picture = tabulate_stump(name, X, y, w, said, best)
        raise Mistake(words, "adaboost.9", given, best, said, picture=picture)


def one_way(X, y, w, above):
    """Return the smallest error of stumps that predict `above` above their threshold."""
    parts = [
        (w * y)[column > t].sum() - (w * y)[column <= t].sum() for column in X.T for t in column
    ]
    return (w.sum() - max(above * np.array(parts))) / 2


def best_answer(X, y, w):
    """Return the predictions of the library's stump, or a constant if that is as good."""
    member = DecisionStump(criterion="error").fit(X, y, sample_weight=w)
    said = np.asarray(member.predict(X))
    constant = np.full(len(y), 1 if w[y == 1].sum() >= w[y == -1].sum() else -1)
    return constant if w[constant != y].sum() <= w[said != y].sum() else said


# Task 5


def weights_unrolled(y, alphas, votes):
    """Return equation (16): the weights from the margins of the ensemble so far."""
    w = np.exp(-y * np.tensordot(alphas, votes, 1) / 2) if len(alphas) else np.ones(len(y))
    return w / w.sum()


@check.of(
    "boost",
    "The algorithm",
    "Print the weights that are given to learn, round by round. Which observations did the "
    "last weak learner misclassify, and what proportion of the weight do they have now?",
)
def boost(rng, boost):
    """The loop and its two ways to stop."""
    y = signs(rng, 6)
    members = [y * turn for turn in mistakes_of(rng)]
    given = []

    def learn(w):
        """Return the predictions of three weak learners in turn; record the weights."""
        given.append(np.array(w) / np.sum(w))
        return members[min(len(given), len(members)) - 1].copy()

    trial = AnswerTrial(lambda y, m: boost(learn, y, m), [{"y": y, "m": len(members)}])
    found = trial.found[0]
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise Mistake("boost must return two lists, alphas and votes", yours=found)
    alphas, votes = found
    m = len(members)
    if not len(given) == len(alphas) == len(votes) == m:
        raise Mistake(
            f"algorithm AdaBoost: all of m = {m} weak learners have an error below 1/2, so {m} "
            f"must be trained and kept; learn was called {len(given)} times, and you returned "
            f"{len(alphas)} estimator weights and {len(votes)} votes"
        )
    right, errors = [], []
    for k, said in enumerate(members):
        weights = weights_unrolled(y, right, members[:k])
        if not np.allclose(given[k], weights):
            raise weights_are_wrong(y, k, given, weights, members, right)
        errors.append(share_wrong(weights, y, said))
        right.append(log_odds(errors[-1]))
    if np.allclose(alphas, np.array(right) / 2):
        raise Mistake(
            "these are half of the estimator weights; the 1/2 is in f, equation (14)",
            "adaboost.10",
            expected=right,
            yours=list(alphas),
        )
    if not np.allclose(alphas, right):
        raise Mistake(
            "the errors of the weak learners on the weights that they were given are "
            f"{render(errors)}, and their estimator weights follow from these",
            "adaboost.10",
            expected=right,
            yours=list(alphas),
        )
    if not np.array_equal(np.array(votes), np.array(members)):
        raise Mistake(
            "votes must contain the predictions of each weak learner, one row each", yours=votes
        )
    stops(boost, y, members[0])


def mistakes_of(rng):
    """Draw which of six observations three weak learners misclassify, as -1 among 1."""
    order = rng.permutation(6)
    wrong = np.ones((3, 6))
    for member, points in zip(wrong, (order[:2], order[2:4], order[4:]), strict=True):
        member[points] = -1
    return wrong.astype(int)


def weights_are_wrong(y, k, given, weights, members, alphas):
    """Return what is wrong with the weights that weak learner k was given."""
    if k == 0:
        words = "step 1: the first weak learner must be trained with equal weights"
        return Mistake(f"algorithm AdaBoost, {words}", expected=weights, yours=given[0])
    last = members[k - 1]
    points = np.flatnonzero(last != y).tolist()
    if np.allclose(given[k], given[k - 1]):
        words = (
            f"weak learner {k + 1} was given the same weights as weak learner {k}. The update "
            "must be passed to learn"
        )
    else:
        words = (
            f"weak learner {k} misclassified the observations {points}, so these carry half of "
            f"the weight for weak learner {k + 1}"
        )
        for named, power in (
            ("; yours grew by exp(2 alpha), which belongs to the convention with 1/2 ln", 2.0),
            ("; yours grew by exp(alpha / 2). Is the 1/2 taken twice?", 0.5),
            ("; yours shrank", -1.0),
        ):
            if np.allclose(given[k], reweighted(given[k - 1], y, last, power * alphas[k - 1])):
                words += named
                break
    return Mistake(
        words,
        "adaboost.12",
        expected=weights,
        yours=given[k],
        picture=tabulate_values(
            f"The weights with which weak learner {k + 1} is trained",
            {"observation": range(len(y)), f"weak learner {k}": right_or_wrong(y, last)},
            weights,
            given[k],
        ),
    )


def stops(boost, y, good):
    """Test weak learners worse than random guessing, equal to it, and perfect."""
    four = y[:4]  # a quarter is exact
    half = four * np.array([1, 1, -1, -1])
    for told, second, kept in (
        (
            "the second of these weak learners misclassifies everything, epsilon = 1, so it "
            "must be discarded, and one weak learner is left",
            -y,
            1,
        ),
        (
            "the first of these weak learners has epsilon = 1/2, so it is discarded too, and "
            "nothing is left",
            half,
            0,
        ),
        (
            "the second of these weak learners makes no errors, epsilon = 0, so it is kept, "
            "with an infinite weight",
            y,
            2,
        ),
    ):
        calls = []

        def learn(w, second=second, first=good if kept else half, calls=calls):
            calls.append(1)
            return (first if len(calls) == 1 else second).copy()

        step = "algorithm AdaBoost, step 2.4" if kept == 2 else "algorithm AdaBoost, step 2.3"
        try:
            with np.errstate(all="ignore"):
                alphas, votes = boost(learn, (y if kept else four).copy(), 5)
        except ZeroDivisionError:
            raise Mistake(f"{step}: {told}; yours divides by zero") from None
        if not len(alphas) == len(votes) == kept:
            words = "continues after it" if len(votes) > kept else "discards it"
            raise Mistake(
                f"{step}: {told}; yours {words}: {len(alphas)} estimator weights and "
                f"{len(votes)} votes",
                yours=list(alphas),
            )
        if kept == 2 and alphas[1] != np.inf:
            raise Mistake(f"{step}: {told}", expected=np.inf, yours=alphas[1])
        most = max(kept, 1) + (kept == 1)
        if len(calls) != most:
            raise Mistake(
                f"{step}: no more weak learners are trained after it; you trained {len(calls)}"
            )


# Task 6


def errors_by_round(alphas, votes, y):
    """Return the proportion of observations whose label is not the sign of the votes."""
    return np.array([1 - np.mean(np.sign(sums) == y) for sums in running(alphas, votes)])


def running(alphas, votes):
    return [np.tensordot(alphas[: k + 1], votes[: k + 1], 1) for k in range(len(alphas))]


@check.of(
    "staged",
    "The algorithm",
    "Write down the weighted sum of the votes after each round for one observation. When does "
    "it change its sign?",
)
def staged(rng, staged_errors):
    """Test the training error of the ensemble by round."""

    def draw(m, n):
        y, votes = signs(rng, n), signs(rng, m, n)
        alphas = rng.integers(1, 4, m).astype(float)
        votes[0, 0], votes[1, 0] = y[0], -y[0]
        alphas[1] = alphas[0]  # so that the votes on point 0 cancel
        return {"alphas": alphas, "votes": votes, "y": y}

    def equal_says(alphas, votes, y):
        return errors_by_round(np.ones(len(alphas)), votes, y)

    cases = [draw(2, 3), draw(3, 4), draw(4, 6)]
    cases.append(draw_case(lambda: draw(5, 8), errors_by_round, equal_says))
    trial = AnswerTrial(staged_errors, cases, "adaboost.14")
    trial.demand(
        lambda found, alphas, votes, y: shape_of(found) == alphas.shape,
        lambda found, alphas, votes, y: (
            f"there must be one error for each of {len(alphas)} rounds; yours has the shape "
            f"{shape_of(found)}"
        ),
    )
    trial.compare(
        errors_by_round,
        "entry k is the proportion of the observations that the ensemble of the first k + 1 "
        "weak learners does not classify correctly",
        [
            (
                "this is the error of each weak learner alone; return that of the ensemble of "
                "the first k + 1",
                lambda a, v, y: np.mean(v != y, axis=1),
            ),
            (
                "an observation for which the sum of the votes is 0 has no class and counts as "
                "an error",
                lambda a, v, y: np.array([np.mean(y * s < 0) for s in running(a, v)]),
            ),
            (
                "each weak learner has its estimator weight, alphas[k], but yours gives all "
                "the same weight",
                equal_says,
            ),
            (
                "this is the error of the whole ensemble in every entry",
                lambda a, v, y: np.full(len(a), errors_by_round(a, v, y)[-1]),
            ),
            (
                "this is the accuracy; the error is the proportion of misclassified observations",
                lambda a, v, y: 1 - errors_by_round(a, v, y),
            ),
            (
                "this is the number of misclassified observations; return their proportion",
                lambda a, v, y: errors_by_round(a, v, y) * len(y),
            ),
            (
                "you add up over the observations; the sum over the weak learners is along axis 0",
                lambda a, v, y: np.mean(y * np.cumsum(a[:, None] * v, axis=1) <= 0, axis=1),
            ),
        ],
        picture=lambda right, yours, a, v, y: Steps(
            "The error after each round", np.arange(1, len(a) + 1), right, yours
        ),
    )


# Task 7


@check.of(
    "margin",
    "Margins and overfitting",
    "If all weak learners are correct, the margin is 1, and if all are wrong, it is -1. What "
    "does your function return?",
)
def margin(rng, margins):
    """Test the weight of the correct weak learners minus that of the others, as a proportion."""
    cases = [
        {
            "alphas": rng.integers(1, 6, m).astype(float),
            "votes": signs(rng, m, n),
            "y": signs(rng, n),
        }
        for m, n in ((1, 2), (2, 3), (3, 4), (4, 6))
    ]
    trial = AnswerTrial(margins, cases, "adaboost.margin")
    trial.demand(
        lambda found, alphas, votes, y: shape_of(found) == y.shape,
        lambda found, alphas, votes, y: (
            f"{len(y)} observations have {len(y)} margins; yours has the shape {shape_of(found)}"
        ),
    )

    def right(a, v, y):
        return voting_margins(v, y, a)

    trial.compare(
        right,
        "the margin is the weight of the correct weak learners minus that of the wrong ones, "
        "divided by the sum of all weights",
        [
            (
                "a margin lies between -1 and 1; divide by the sum of the estimator weights",
                lambda a, v, y: right(a, v, y) * a.sum(),
            ),
            (
                "this is f(x) divided by the sum of the weights; a margin is positive if the "
                "ensemble is correct, so multiply by y",
                lambda a, v, y: right(a, v, y) * y,
            ),
            (
                "the 1/2 of (14) is in both f and the sum, or in neither; if all weak learners "
                "are correct, the margin is 1",
                lambda a, v, y: right(a, v, y) / 2,
            ),
            (
                "you divided by the number of weak learners; divide by the sum of their weights",
                lambda a, v, y: right(a, v, y) * a.mean(),
            ),
            (
                "this gives all weak learners the same weight",
                lambda a, v, y: right(np.ones(len(a)), v, y),
            ),
            (
                "this is the absolute value of the margin; if the ensemble is wrong, the "
                "margin is negative",
                lambda a, v, y: np.abs(right(a, v, y)),
            ),
            (
                "this is the proportion of the weight of the correct weak learners; subtract "
                "that of the wrong ones",
                lambda a, v, y: (1 + right(a, v, y)) / 2,
            ),
        ],
        picture=lambda right, yours, a, v, y: Table(
            "The weak learners that are correct on each observation; ✘ marks an incorrect margin",
            ["", *(f"observation {i}" for i in range(len(y)))],
            [
                *(
                    [f"weight {render(s)}", *("right" if r else "wrong" for r in row == y)]
                    for s, row in zip(a, v, strict=True)
                ),
                ["margin", *right],
                ["yours", *yours],
            ],
            [(len(a) + 1, int(i) + 1) for i in np.flatnonzero(~np.isclose(yours, right))],
        ),
    )
