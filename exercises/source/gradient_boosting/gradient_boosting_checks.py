"""The checks of the problem set on gradient boosting: what `check("start", start)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
Functions named `mistaken_...` return the results of known mistakes, by the words that name them.
"""

import itertools
from contextlib import contextmanager

import numpy as np
from ensemblelab.losses import AbsoluteLoss, HuberLoss, LogisticLoss, SquaredLoss
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Steps,
    Table,
    draw_case,
    is_close,
    is_comparable,
    is_scalar,
    render,
    shape_of,
    tabulate_values,
)

check = Checks("Gradient boosting", "gradient_boosting")

LOSSES = {"squared": SquaredLoss(), "absolute": AbsoluteLoss(), "logistic": LogisticLoss()}


def one_each(trial, what=""):
    """Require a number for each observation."""
    for case, found in zip(trial.cases, trial.found, strict=True):
        if shape_of(found) != case["y"].shape:
            words = (
                f"{len(case['y'])} observations need {len(case['y'])} numbers{what}; yours "
                "has the shape "
            )
            raise Mistake(f"{words}{shape_of(found)}", trial.equation, case, yours=found)


def distinct(rng, n):
    """Draw different whole numbers; one is far off, so that their mean is not their median."""
    return np.insert(1.0 + rng.permutation(15)[: n - 1], n // 2, 30.0)


def both_classes(rng, n):
    """Draw labels among which each class occurs."""
    return rng.permutation([0, 1, *rng.integers(2, size=n - 2)])


def quarters(rng, n, *these):
    """Draw log-odds of the probabilities 1/4, 1/2 and 3/4, some of which are given."""
    return np.log(3) * rng.permutation([*these, *rng.integers(-1, 2, size=n - len(these))])


def probabilities(f):
    return LOSSES["logistic"].probabilities(np.asarray(f, dtype=float))[:, 1]


def in_order(known, case):
    """Turn a function that returns mistakes by their words into the form that `compare` takes."""
    return [
        (lambda *case, k=k: list(known(*case))[k], lambda *case, k=k: [*known(*case).values()][k])
        for k in range(len(known(*case)))
    ]


def among(known, right):
    """Return whether one of the known mistakes gives the right result."""
    return any(is_close(found, right) for found in known.values())


def rows_of(y):
    return range(1, len(y) + 1)


def two_losses(loss, y, f, right, yours):
    """Make a table of the losses of the observations at two constants added to f."""
    one, other = (LOSSES[loss].value(y, f + c) for c in (right, yours))
    rows = [[str(i), *row] for i, row in enumerate(zip(y, one, other, strict=True), 1)]
    words = f"The losses with the right constant, {render(right)}, and with yours, {render(yours)}"
    rows.append(["sum", "", one.sum(), other.sum()])
    return Table(words, ["observation", "y", "right", "yours"], rows)


# Task 1


def best_constant(loss, y):
    return float(LOSSES[loss].constant(y, np.ones(len(y))))


@np.errstate(all="ignore")
def mistaken_starts(name, y):
    mean, median, n = np.mean(y), np.median(y), len(y)
    if name == "squared":
        return {
            "the median is best for another loss": median,
            "boosting must not start from 0, but from the constant with the smallest loss": 0.0,
        }
    if name == "absolute":
        sums = render(np.abs(y - mean).sum()), render(np.abs(y - median).sum())
        return {
            f"the mean is best for another loss. The absolute errors of {render(mean)} add up "
            f"to {sums[0]}, but another number gives a sum of {sums[1]}": mean,
            "this is the value in the middle of the unsorted array; sort it first": y[n // 2],
            "with an even number of observations, two are in the middle, and `np.median` "
            "returns the mean of both; yours is the larger one": np.sort(y)[n // 2],
        }
    odds = mean / (1 - mean)
    return {
        "this is the probability of class 1; f is not a probability, but its log-odds": mean,
        "log-odds of class 1 are positive if class 1 is the more frequent one; yours have the "
        "opposite sign. Which class is in the numerator?": -np.log(odds),
        "half the log-odds is the initial constant of the exponential loss": np.log(odds) / 2,
        "these are the odds; f is their logarithm": odds,
        "this is the logarithm of a probability; log-odds compare both classes": np.log(mean),
        "this is the most frequent label; f may be any real number, a log-odds": median,
        "parentheses are missing: p / 1 - p divides first, and the result is 0": -np.inf,
    }


@check.of(
    "start",
    "The constant start",
    "Try two numbers near yours: add up the losses of all observations for each. Is one of "
    "them better?",
    "For the logistic loss: which f belongs to the probability 1/2, and which to 3/4?",
)
def start(rng, start):
    """The best constant, against the library's."""
    for loss in LOSSES:
        draw, sizes = (both_classes, (3, 5)) if loss == "logistic" else (distinct, (3, 4))
        cases = [{"loss": loss, "y": draw(rng, n)} for n in sizes]
        trial = AnswerTrial(start, cases, "boosting.start")
        trial.demand(is_scalar, "one number is required, the same for all observations")
        trial.compare(
            best_constant,
            "another constant has a smaller sum of losses",
            in_order(mistaken_starts, cases[0].values()),
            picture=lambda right, yours, loss, y: two_losses(loss, y, 0.0, right, yours),
        )


# Task 2


def pull(loss, y, f, delta=None):
    """Return the negative gradient of each observation."""
    one = LOSSES.get(loss, HuberLoss())
    if isinstance(one, HuberLoss):
        one.delta = delta
    # The library's absolute loss has no 0 where both are equal.
    return np.sign(y - f) if one is LOSSES["absolute"] else -one.gradient(y, f)


@np.errstate(all="ignore")
def mistaken_pulls(name, y, f, delta):
    right, r, n = pull(name, y, f, delta), y - f, len(y)
    far = np.abs(r) > delta
    found = {
        "this is the gradient of the loss, which points uphill. If the value of the model is "
        "too small, the pseudo-residual must be positive, but yours is negative": -right,
        "yours are divided by the number of observations. Each observation has its own loss, "
        "which does not depend on how many others there are": right / n,
        "yours have a factor 2 and are divided by the number of observations, as the gradient "
        "of a mean squared error; here each observation has its own loss, with a factor 1/2": 2
        * right
        / n,
        "yours are twice too large; the squared loss has a factor 1/2": 2 * right,
    }
    itself = "this is the loss itself; return its negative gradient"
    if name == "squared":
        found[itself] = r**2 / 2
    if name == "absolute":
        found |= {
            "these are the ordinary residuals. Does the gradient of |y - f| depend on how far "
            "y is from f?": r,
            "where y and f are equal, the result must be 0; yours is -1": np.where(r > 0, 1, -1),
            "where y and f are equal, the result must be 0; yours is 1": np.where(r < 0, -1, 1),
        }
    if name == "huber":
        found |= {
            "these are the ordinary residuals without a limit": r,
            "here residuals are limited to 1; use delta as the limit": pull(name, y, f, 1.0),
            "observations farther away than delta have the gradient delta; yours has the "
            "gradient 1": np.where(far, np.sign(r), r),
            "for an observation that is far away, the gradient no longer grows, but it is not "
            "0; yours is 0": np.where(far, 0, r),
            "where the value of the model is far too large, the pseudo-residual must be "
            "negative; yours is positive": np.where(far, delta, r),
            itself: np.where(far, delta * np.abs(r) - delta**2 / 2, r**2 / 2),
        }
    if name == "logistic":
        steep = (2 * y - 1) * np.exp((1 - 2 * y) * f)
        found |= {
            "f is the log-odds of class 1. Convert it into a probability before you compare it "
            "with a label": r,
            "if the log-odds are ln 3, class 1 has the probability 3/4; in yours it has 1/4. "
            "Check the sign in the exponent": pull(name, y, -f),
            "these are the pseudo-residuals of the exponential loss": steep,
            "each label is compared with the more probable class here; compare it with the "
            "probability": y - (f > 0),
            "these are the probabilities of class 1; subtract each from its label": y - right,
        }
    return found


@check.of(
    "residual",
    "Loss functions",
    "Consider a single observation, and increase its f by 0.01. By how much does its loss "
    "decrease? A hundred times this number is about its pseudo-residual.",
)
def residual(rng, pseudo_residuals):
    """Minus the slope of four losses."""
    for loss in (*LOSSES, "huber"):
        cases = []
        for n in (2, 5):
            delta = float(rng.integers(4, 7)) / 2
            far = (delta + rng.integers(1, 6, size=2) / 2) * [1, -1]
            f = rng.integers(-3, 4, size=n).astype(float)
            y = f + rng.permutation([far[0], -0.5] if n == 2 else [*far, 0.0, 0.5, -1.5])
            if loss == "logistic":
                y, f = both_classes(rng, n), quarters(rng, n, -1, 1)
            cases.append({"loss": loss, "y": y, "f": f, "delta": delta})
        trial = AnswerTrial(pseudo_residuals, cases, f"boosting.residual.{loss}")
        one_each(trial)
        nan = "a nan results from 0 / 0: what happens where y and f are equal?"
        trial.demand(lambda found, *given: not np.isnan(np.array(found, dtype=float)).any(), nan)
        trial.compare(
            pull,
            "the result is the negative derivative of the loss with respect to f, for each "
            "observation",
            in_order(mistaken_pulls, cases[0].values()),
            picture=lambda right, yours, loss, y, f, delta: tabulate_values(
                "The observations", {"observation": rows_of(y), "y": y, "f": f}, right, yours
            ),
        )


# Task 3


def best_step(loss, y, f):
    """Return what a leaf with these observations adds, as the library computes it."""
    one = LOSSES[loss]
    leaf = np.ones(len(y)), np.zeros(len(y), dtype=np.intp), 1
    return one.step(y, f, one.gradient(y, f), one.hessian(y, f), *leaf)[0]


def exact_step(y, f):
    """Halve an interval until the slope of the leaf's logistic loss is 0."""
    low, high = -30.0, 30.0
    for _ in range(80):
        middle = (low + high) / 2
        above = pull("logistic", y, f + middle).sum() > 0
        low, high = (middle, high) if above else (low, middle)
    return low


@np.errstate(all="ignore")
def mistaken_leaves(name, y, f):
    r, right, n = y - f, best_step(name, y, f), len(y)
    uphill = {"the size is right, but the sign is not: this step is uphill": -right}
    if name == "squared":
        return uphill | {
            "this is the step for the absolute loss": np.median(r),
            "this would be the step if the value of the model were 0 so far. It is f, and the "
            "leaf adds to it": np.mean(y),
            "this is the sum; all observations in the leaf get the same c": np.sum(r),
        }
    if name == "absolute":
        sums = render(np.abs(r - np.mean(r)).sum()), render(np.abs(r - right).sum())
        medians = np.median(y), np.median(f)
        signs = "pseudo-residuals, all of them 1 or -1. They give the direction, but not "
        signs += "the size; compute the step of the leaf from the loss itself"
        return uphill | {
            f"this is the mean of the {signs}": np.mean(np.sign(r)),
            f"this is the median of the {signs}": np.median(np.sign(r)),
            "this is the step for the squared loss. With it, the absolute errors of the leaf "
            f"add up to {sums[0]}, but another step gives a sum of {sums[1]}": np.mean(r),
            "this uses the absolute residuals; their signs determine in which direction the "
            "leaf must change": np.median(np.abs(r)),
            "this does not use f. A step is added to the value of the model": medians[0],
            "this is one median minus another; subtract for each observation first": medians[0]
            - medians[1],
        }
    p = probabilities(f)
    bend, unmade = p * (1 - p), np.sum(r) / np.sum(f * (1 - f))
    return uphill | {
        "this is the mean of the pseudo-residuals, which is the value of the tree in this "
        "leaf. A Newton step also depends on the second derivative of the loss": np.mean(y - p),
        "this is the sum of the pseudo-residuals; a Newton step divides it by the second "
        "derivative of the leaf's loss": np.sum(y - p),
        "this is the mean of a step for each observation. A Newton step has a sum over the "
        "observations in the numerator and one in the denominator, each computed before the "
        "division": np.mean((y - p) / bend),
        "the denominator is the second derivative at the mean probability. Each observation "
        "has its own p (1 - p); yours takes the mean too early": np.mean(y - p)
        / (np.mean(p) - np.mean(p) ** 2),
        "if the log-odds are ln 3, class 1 has the probability 3/4; in yours it has 1/4. Check "
        "the sign in the exponent": best_step(name, y, -f),
        "f is the log-odds of class 1; p is a probability, which must be computed from it": unmade,
        "the numerator is a sum over the observations, but the denominator is a mean": right * n,
        "this fraction is inverted": 1 / right,
        "this is the exact minimum; return one Newton step, which is close to it": exact_step(y, f),
        "you divide by the sum of the probabilities, not of the second derivatives. What is "
        "the derivative of p with respect to f?": np.sum(y - p) / np.sum(p),
        "these are the log-odds in the leaf, which would be the step if the value of the model "
        "were 0 so far": best_constant(name, y),
    }


def tabulate_leaf(right, yours, loss, y, f):
    if loss != "logistic":
        return two_losses(loss, y, f, right, yours)
    rows = [[str(i), *row] for i, row in enumerate(zip(y, f, probabilities(f), strict=True), 1)]
    return Table(
        "The observations, and the probability that belongs to f",
        ["observation", "y", "f", "p"],
        rows,
    )


@check.of(
    "leaf",
    "Line search in each leaf",
    "Write down the residuals of the leaf, one for each observation. Which number minimizes "
    "the sum of their losses?",
    "Double y and f for the first two losses: the step must double too. Does yours?",
)
def leaf(rng, leaf_step):
    """A leaf's own best constant, against the library's."""
    for loss in LOSSES:

        def draw(n, loss=loss):
            y, f = distinct(rng, n) - 6, rng.integers(-5, 8, size=n).astype(float)
            if loss == "logistic":
                y, f = both_classes(rng, n), quarters(rng, n)
            return {"loss": loss, "y": y, "f": f}

        cases = [
            draw_case(lambda n=n: draw(n), best_step, mistaken_leaves, same=among)
            for n in (3, 4, 5)
        ]
        trial = AnswerTrial(leaf_step, cases, f"boosting.step.{loss}")
        trial.demand(
            is_scalar, "one number is required: all observations in the leaf get the same c"
        )
        trial.compare(
            best_step,
            "this is not the step for this loss",
            in_order(mistaken_leaves, cases[0].values()),
            picture=tabulate_leaf,
            steps=lambda loss, y, f: f"y - f is {render(y - f)}" * (loss != "logistic"),
        )


# Task 4


@contextmanager
def numbers_are_names(told):
    """Return what a leaf's number is to who takes it for a place."""
    try:
        yield
    except IndexError as error:
        words = f"the number of a leaf is a name, not a place in a list (Python reports: {error})"
        raise Mistake(words, given=told) from None


def moved(y, f, leaf, step, share):
    """Return f after the step of its leaf, multiplied by a rate, was added to each observation."""
    steps = {int(j): step(y[leaf == j], f[leaf == j]) for j in leaf}
    return f + share * np.array([steps[int(j)] for j in leaf])


def middle(y, f):
    return best_step("absolute", y, f)


def right_round(*case):
    return moved(*case[:3], middle, case[3])


def mistaken_fits(y, f, leaf, nu):
    return {
        "the tree was fitted to the ordinary residuals. These are the pseudo-residuals of "
        "another loss; what are they for the absolute loss?": y - f,
        "the tree was fitted to y, not to the pseudo-residuals": y,
        "the tree was fitted to the gradient of the loss; use the negative gradient": np.sign(
            f - y
        ),
        "the learning rate must not be in the pseudo-residuals to which the tree is fitted": nu
        * np.sign(y - f),
    }


def mistaken_rounds(y, f, leaf, nu):
    right = right_round(y, f, leaf, nu)
    often = moved(y, f, leaf, lambda y, f: len(y) * middle(y, f), nu)
    labels = moved(y, f, leaf, lambda y, f: np.median(y), nu)
    found = {
        "the values have not changed in this round": f,
        "these are the steps alone; add them to the values before the round": right - f,
        "these are the full steps; where is the learning rate?": f + (right - f) / nu,
        "the learning rate was applied twice": f + (right - f) * nu,
        "the steps have the wrong sign": 2 * f - right,
        "the step of each leaf was added several times, once for each of its observations; "
        "iterate over the leaves, not over the observations": often,
        "these steps lead from 0 to the labels. A leaf adds to the value that the model "
        "already has": labels,
        "only the first leaf has changed. Is `return` inside the loop?": np.where(
            leaf == min(leaf), right, f
        ),
        "only the observations in the last leaf have changed. Does each iteration of the loop "
        "begin with f again?": np.where(leaf == max(leaf), right, f),
        "all observations have the same step; each leaf has its own": f + nu * middle(y, f),
    }
    signs = (
        "all of them 1 or -1, which do not depend on the scale of y. Line 2.3 of the "
        "algorithm computes "
    )
    signs += "the step from the loss itself"
    for share, full in ((nu, ""), (1.0, "in full ")):
        for words, step in (
            ("its mean residual, which belongs to the squared loss", lambda r: np.mean(r)),
            (f"the mean of its pseudo-residuals, {signs}", lambda r: np.mean(np.sign(r))),
            (f"the median of its pseudo-residuals, {signs}", lambda r: np.median(np.sign(r))),
        ):
            by = moved(y, f, leaf, lambda y, f, step=step: step(y - f), share)
            found[f"what a leaf adds here is {full}{words}"] = by
    return found


@check.of(
    "round",
    "The algorithm",
    "Print what your loop computes for each leaf: its observations, their y - f, and its step.",
    "The step of a leaf depends only on its own observations, and all of them get the same step.",
)
def round_(rng, one_round):
    """Test a round with a given tree, by its targets and its results."""

    def draw(n, leaves):
        y, f = distinct(rng, n) - 4, rng.integers(-5, 8, size=n).astype(float)
        numbers = np.resize(10 + rng.permutation(40)[:leaves], n)
        return {"y": y, "f": f, "leaf": rng.permutation(numbers), "nu": 0.5}

    cases = [draw(3, 1)]
    cases += [
        draw_case(lambda n=n: draw(n, n // 3), right_round, mistaken_rounds, same=among)
        for n in (6, 10)
    ]
    seen, changed = [], []

    def played(y, f, leaf, nu):
        """Do a round; write down what grow was given."""
        given, before = [], f.copy()

        def grow(r):
            given.append(np.array(r, dtype=float))
            return leaf.copy()

        found = one_round(y, f, grow, nu)
        seen.append(given)
        changed.append(not np.array_equal(f, before))
        return found

    with numbers_are_names(cases[0]):
        trial = AnswerTrial(played, cases, "boosting.step.absolute, boosting.update")
    for case, given in zip(cases, seen, strict=True):
        if len(given) != 1:
            words = f"one tree is grown in a round, but grow was called {len(given)} times"
            raise Mistake(words, given=case)
    given = iter(seen)
    fits = AnswerTrial(lambda *case: next(given)[0], cases, "boosting.residual.absolute")
    one_each(fits, ", even for grow")
    fits.compare(
        lambda y, f, leaf, nu: pull("absolute", y, f),
        "the tree is fitted to the pseudo-residuals of the absolute loss",
        in_order(mistaken_fits, cases[0].values()),
        picture=lambda right, yours, y, f, leaf, nu: tabulate_values(
            "The values to which the tree was fitted",
            {"observation": rows_of(y), "y": y, "f": f},
            right,
            yours,
        ),
    )
    one_each(trial)
    if any(changed):
        raise Mistake("the array f itself was changed; return a new array", given=cases[0])
    trial.compare(
        right_round,
        "each leaf has its own step, which is multiplied by nu and added for its observations",
        in_order(mistaken_rounds, cases[1].values()),
        picture=lambda right, yours, y, f, leaf, nu: tabulate_values(
            "The values of the model after the round",
            {"observation": rows_of(y), "leaf": leaf, "y": y, "f before": f},
            right,
            yours,
        ),
    )


# Tasks 5 and 7


def apart(right, known):
    """Return whether the right result and those of the mistakes all differ."""
    return not any(is_close(*two) for two in itertools.combinations([right, *known.values()], 2))


def judge(found, right, otherwise, known, equation, told, picture=None):
    """Raise a mistake if a result is wrong; name it if it is known."""
    if not is_close(found, right):
        words = next((words for words in known if is_close(found, known[words])), otherwise)
        drawn = picture(right, found) if picture and is_comparable(found, right) else None
        raise Mistake(words, equation, told, right, found, picture=drawn)


def fitted(Answer, tree_of, told, name):
    """Fit an answer's model; return it, and a list of the targets of its trees."""
    n, seen, shapes = len(told["y"]), [], []

    def fit_tree(X, r):
        given = np.array(r, dtype=float)
        shapes.append((np.shape(X), given.shape))
        seen.append(given if given.shape == (n,) else np.zeros(n))
        return tree_of(len(seen) - 1, seen[-1])

    model = AnswerTrial(lambda X, y, M, nu, *_: [Answer(fit_tree, M, nu).fit(X, y)], [told]).found[
        0
    ][0]
    if model is None:
        raise Mistake("fit must return the model itself, self", given=told)
    if len(seen) != told["M"]:
        words = f"M = {told['M']} trees must be fitted, but {name} was called {len(seen)} times"
        raise Mistake(words, given=told)
    if set(shapes) != {((n, 1), (n,))}:
        words = f"{name} must be given all {n} observations in X, and a number for each"
        raise Mistake(words, given=told, yours=f"arrays of the shapes {shapes[0]}")
    return model, seen


def call_method(model, method, rows, told):
    """Return the result of a model's method for these observations."""
    told = {**told, "rows": rows}
    said = AnswerTrial(lambda *given: [getattr(model, method)(given[-1])], [told]).found[0][0]
    if said is None:
        raise Mistake(f"{method} returned nothing (None): only return hands it over", given=told)
    if shape_of(said) != (len(rows),):
        words = (
            f"{method} must return a number for each of the {len(rows)} observations that "
            "it is given"
        )
        raise Mistake(f"{words}; yours has the shape {shape_of(said)}", given=told, yours=said)
    return np.asarray(said)


def judge_fits(seen, stages, otherwise, told):
    """Compare what the trees were fitted to with what they should be."""
    for k, (found, (right, known, label)) in enumerate(zip(seen, stages, strict=True)):

        def picture(right, yours, words=f"The values to which tree {k + 1} was fitted"):
            y = told["y"]
            columns = {"observation": rows_of(y), "x": told["X"][:, 0], "y": y}
            return tabulate_values(words, columns, right, yours)

        words = f"tree {k + 1} must be fitted to {otherwise}"
        judge(found, right, words, known, label, told, picture)


def mistaken_residuals(y, rate, stump):
    """Return for each of three trees its targets, those of known mistakes, and the words."""
    left, trees = [y - np.average(y)], []
    for k in range(3):
        trees.append(stump(k, left[-1]))
        left.append(left[-1] - rate * trees[-1])
    whole = "The residual is that of the whole model, including the initial constant"
    first = {
        "the first tree was fitted to y itself. The model starts from a constant, and the "
        "first tree is fitted to the residuals of this constant": y,
        "the first tree was fitted to the residuals with the wrong sign": -left[0],
        "the first tree was fitted to the residuals multiplied by the learning rate. The "
        "learning rate multiplies the tree, not the residuals": rate * left[0],
        "the first tree was fitted to the residuals of the mean multiplied by the learning "
        "rate. The learning rate multiplies the trees, not the initial constant": y
        - rate * np.average(y),
        "the first tree was fitted to the residuals of the median, which is the initial "
        "constant of another loss": y - np.median(y),
    }
    second = {
        "the second tree was fitted to the same residuals as the first. The model must change "
        "after each round": left[0],
        "the second tree was fitted to the residuals after the first tree was added in full. "
        "Where is the learning rate?": left[0] - trees[0],
        "the first tree was added with nu squared: the learning rate was applied twice": left[0]
        - rate**2 * trees[0],
        "the residuals increased. Must the tree be added or subtracted?": left[0] + rate * trees[0],
        "the second tree was fitted to the residuals of the first tree alone, with the "
        f"learning rate. {whole}": y - rate * trees[0],
        f"the second tree was fitted to the residuals of the first tree alone, in full. {whole}": y
        - trees[0],
    }
    third = {
        "the third tree was fitted to the residuals of the initial constant and the last tree. "
        "The residual is that of the whole model, with all trees so far": left[0] - rate * trees[1],
    }
    return left[:-1], (first, second, third), np.array(trees)


def mistaken_sums(mean, rate, trees):
    total = rate * sum(trees)
    return {
        "each value is too small by the mean of y. Where is the initial constant?": total,
        "predict adds each tree in full, but fit has multiplied it by nu": mean + sum(trees),
        "predict applies the learning rate twice": mean + rate * total,
        "predict multiplies the initial constant by nu too": rate * mean + total,
        "predict subtracts what fit has added": mean - total,
        "predict returned the initial constant and the last tree only": mean + rate * trees[-1],
        "predict returns the mean of the trees, as in bagging; here each tree corrects the sum "
        "of those before it": mean + sum(trees) / 3,
        "predict returned the initial constant and the first tree only. Is `return` inside the "
        "loop?": mean + rate * trees[0],
    }


@check.of(
    "boost",
    "Six apartments, three rounds",
    "Print f after each round, and y - f beside it. The next tree is fitted to these numbers.",
    "predict begins with the same initial constant as fit, and adds the same trees multiplied "
    "by nu.",
)
def boost(rng, Boosting):
    """Three rounds with given stumps, seen by what they are fitted to."""
    X, rate, places = np.arange(4.0)[:, None], 0.5, (1.5, 0.5, 1.5)

    def stump(k, r):
        """Split where the list of places says, with the mean on each side."""
        t = places[k % 3]
        values = [np.average(r[side]) for side in (X[:, 0] > t, X[:, 0] < t)]
        return lambda rows: np.where(np.asarray(rows)[:, 0] > t, *values)

    while True:
        y = rng.integers(1, 13, size=4).astype(float)
        left, known, trees = mistaken_residuals(y, rate, lambda k, r: stump(k, r)(X))
        whole, said = np.average(y) + rate * sum(trees), mistaken_sums(np.average(y), rate, trees)
        if apart(whole, said) and all(map(apart, left, known)):
            break
    labels = "boosting.start, boosting.residual.squared", "boosting.update", "boosting.update"
    told = {"X": X, "y": y, "M": 3, "nu": rate, "splits of the trees": places}
    model, seen = fitted(Boosting, stump, told, "learn")
    stages = zip(left, known, labels, strict=True)
    judge_fits(seen, stages, "the residuals of the model so far", told)
    words = "fit is right, but predict computes something else"

    def picture(right, yours):
        return Steps("The predictions along x", X[:, 0], right, yours)

    judge(call_method(model, "predict", X, told), whole, words, said, labels[1], told, picture)
    rows = np.array([3, 0, 1, 2, 3])
    X_new = X[rows] + [[6.0], [-1.0], [-0.3], [0.4], [2.0]]
    found = call_method(model, "predict", X_new, told)
    words = "the trees must be applied to unseen observations too. Are they given the X of predict?"
    judge(found, whole[rows], words, {}, labels[1], {**told, "rows": X_new})
    if len(seen) != 3:
        raise Mistake("predict must not fit any trees", given=told)
    fitted(Boosting, stump, {**told, "y": -y, "M": 1}, "learn")
    words = (
        "another model was fitted since, and this one has changed: each model needs its "
        "own list of trees"
    )
    judge(call_method(model, "predict", X, told), whole, words, {}, labels[1], told)


# Task 6


def course(f_0, values, nu, y, power=2):
    """Return the error before the first round and after each, as far as there are trees."""
    stages = f_0 + nu * np.cumsum([0 * y, *values], axis=0)
    return np.mean(np.abs(stages - y) ** power, axis=1)


def ended(over):
    """Make of a rule, which sees the errors so far, the number of rounds that it lets be done."""

    def gives(f_0, values, nu, y, patience):
        errors = course(f_0, values, nu, y)
        ends = (m for m in range(1, len(errors)) if over(errors[: m + 1], patience))
        return next(ends, len(values))

    return gives


def waited(errors):
    """Return how many rounds ago the smallest error occurred, the first of several."""
    return len(errors) - 1 - int(np.argmin(errors))


rounds_done = ended(lambda errors, patience: waited(errors) == patience)


def errors_kept(*case):
    return course(*case[:4])[: rounds_done(*case) + 1]


def overlap(found, right):
    """Compare as far as both go."""
    both = min(len(found), len(right))
    return is_close(found[:both], right[:both])


def mistaken_errors(f_0, values, nu, y, patience):
    right, sizes, steps = course(f_0, values, nu, y), course(f_0, values, nu, y, 1), nu * values

    def alone(f):
        return np.append(right[0], np.mean((f - y) ** 2, axis=1))

    whole = "The model is the constant plus all trees so far"
    return {
        "the list begins with the error of the constant, before any tree; yours begins with "
        "the error after round 1": right[1:],
        "your model starts from 0; where is f_0?": course(0.0, values, nu, y),
        "return the mean squared error, not the sum": len(y) * right,
        "the mean squared error has no factor 1/2; yours is half of it": right / 2,
        "this is the mean absolute error; return the mean squared error": sizes,
        "this is the root of the mean squared error; do not take the root": np.sqrt(right),
        "each tree was added in full; where is the learning rate?": course(f_0, values, 1.0, y),
        f"these are the errors of each tree alone. {whole}": alone(steps),
        f"these are the errors of the constant and a single tree. {whole}": alone(f_0 + steps),
    }


STOPS = {
    "you stopped at the first error that increased. The patience counts consecutive rounds "
    "without a new smallest error": lambda errors, patience: errors[-1] > errors[-2],
    "you counted all rounds without a new smallest error. The count begins again after each "
    "round with a new smallest error": lambda errors, patience: (
        sum(errors[1:] >= np.minimum.accumulate(errors)[:-1]) == patience
    ),
    "you went on to the end. Stop when the patience is exhausted": lambda errors, patience: False,
    "you waited one round longer than the patience": lambda errors, patience: (
        waited(errors) > patience
    ),
    "you compared each error with the one before. A round is an improvement if its error is "
    "below the smallest error so far": lambda errors, patience: (
        sum(np.diff(errors)[-patience:] >= 0) == patience
    ),
}


def mistaken_rounds_kept(*case):
    errors = errors_kept(*case)
    best = int(np.argmin(errors))
    last = max(np.flatnonzero(errors == errors[best]))
    return {
        "this is the number of rounds that were done; which was best?": len(errors) - 1,
        "errors[m] is the error after m rounds; yours keeps one round too few": best - 1,
        "several rounds have the same smallest error; keep the fewest rounds": last,
        "this is the smallest error; return the number of its round": errors[best],
    }


def tabulate_course(what, right, yours, *case):
    """Make a table of all possible rounds, with the rounds since the smallest error."""
    errors = course(*case[:4])
    notes = ["right" if m == right else "yours" if m == yours else "" for m in range(len(errors))]
    rows = [[str(m), errors[m], str(waited(errors[: m + 1])), note] for m, note in enumerate(notes)]
    words = "The errors by round if all rounds are done"
    return Table(words, ["round", "error", "rounds since the smallest", what], rows)


@check.of(
    "stop",
    "Early stopping",
    "Write the errors in a row, and below each one how many rounds ago the smallest error "
    "occurred.",
)
def stop(rng, early_stopping):
    """A course of errors with a rise, a false end and a late success."""
    nu, f_0 = 0.5, float(rng.integers(3, 9))
    d8, d4, d2, d1, d0 = np.cumsum(rng.integers(2, 5, size=5)).astype(float)
    far = np.array([d0, d1, d2, d2 + 1, d4, d4 + 1, d4 + 3, d4 + 2, d8])
    row = rng.permutation([1, 1, 2]) * rng.permutation([1, -1, rng.choice([-1, 1])])
    values = np.outer(np.diff(far), row) / nu
    flat = np.vstack([values[:1], np.zeros((2, 3))])
    cases = [
        {"f_0": f_0, "values": trees, "nu": nu, "y": f_0 - row * d0, "patience": patience}
        for trees, patience in ((values[:1], 3), (values, 3), (values, 1), (values, 4), (flat, 2))
    ]
    trial = AnswerTrial(early_stopping, cases)
    pair = "return two things, errors and rounds"
    trial.demand(lambda found, *given: isinstance(found, (tuple, list)) and len(found) == 2, pair)
    listed = "errors must be a list of numbers"
    trial.demand(lambda found, *given: np.ndim(found[0]) == 1 and len(found[0]) > 0, listed)
    trial.demand(lambda found, *given: np.ndim(found[1]) == 0, "rounds must be one number")
    trial.compare(
        errors_kept,
        "the entries are the mean squared errors of the whole model, before the first round "
        "and after each",
        in_order(mistaken_errors, cases[0].values()),
        part=lambda found: np.asarray(found[0], dtype=float),
        equation="boosting.update",
        same=overlap,
        picture=lambda right, yours, *case: tabulate_values(
            "The errors; the first one is before the first round",
            {"observation": rows_of(right)},
            right,
            yours,
        ),
    )
    trial.compare(
        rounds_done,
        lambda *case: (
            "the list of errors has one entry more than the rounds that are done, and the end "
            f"comes {case[4]} rounds after the smallest error, or after the last tree"
        ),
        [(words, ended(rule)) for words, rule in STOPS.items()],
        part=lambda found: len(found[0]) - 1,
        picture=lambda *both: tabulate_course("the last one done", *both),
    )
    trial.compare(
        lambda *case: int(np.argmin(errors_kept(*case))),
        "the number of rounds to keep is that of the smallest error",
        in_order(mistaken_rounds_kept, cases[0].values()),
        part=lambda found: found[1],
        picture=lambda *both: tabulate_course("the one to keep", *both),
    )


# Task 7


def two_rounds(y, leaves, rate):
    """Return f before and after two rounds."""
    f = [np.full(len(y), best_constant("logistic", y))]
    for leaf in leaves:
        f.append(moved(y, f[-1], leaf, lambda y, f: best_step("logistic", y, f), rate))
    return f


def mistaken_classes(y, f, leaf, rate):
    f_0, step, p = f[0], f[1] - f[0], probabilities(f[0])
    starts = "the first pseudo-residuals show that your model starts from"
    first = {
        f"{starts} f = 0, where both classes have the probability 1/2": 0.5,
        f"{starts} the probability of class 1; f is its log-odds": probabilities(p),
        f"{starts} half the log-odds, as for the exponential loss": probabilities(f_0 / 2),
        "the first tree was fitted to pseudo-residuals with the wrong sign": 2 * y - p,
        "the first tree was fitted to y - f. f is the log-odds; compare labels with "
        "probabilities": f_0,
        "the first tree was fitted to y, not to the pseudo-residuals of the initial constant": 0.0,
    }
    length = rate * np.abs(y - p).sum() / np.sum(p - p**2)
    mean = moved(y, f_0, leaf, lambda y, f: np.mean(pull("logistic", y, f)), 1.0) - f_0
    steps = "the steps of the first tree were added"
    tree = (
        "the leaf values are mean pseudo-residuals, which is the right step for the squared "
        "loss only"
    )
    gone = "after round 1 the initial constant is missing: your model is the first tree alone"
    second = {
        tree: f_0 + rate * mean,
        f"{tree}; and in full": f_0 + mean,
        "the second tree was fitted to the same pseudo-residuals as the first": f_0,
        f"{steps} in full. Where is the learning rate?": f_0 + step / rate,
        f"{steps} with nu squared: the learning rate was applied twice": f_0 + rate * step,
        gone: step,
        f"{gone}, in full": step / rate,
        "the step of each leaf has the same size, and only its sign depends on the leaf. Both "
        "sums of the Newton step are over the observations in the leaf": f_0
        + length * np.sign(mean),
    }
    second = {words: probabilities(value) for words, value in second.items()}
    added = "the steps were added to the probabilities. Boosting adds to f, the log-odds"
    second[added] = p + step
    return [{words: y - less for words, less in tree.items()} for tree in (first, second)]


def mistaken_methods(f, rate):
    steps, p = f[2] - f[0], probabilities(f[2])
    full = f[0] + steps / rate
    values = {
        "each value lacks the log-odds of class 1 in y. Where is the initial constant?": steps,
        "decision_function adds each tree in full, but fit has multiplied it by nu": full,
        "decision_function applies the learning rate twice": f[0] + rate * steps,
        "decision_function returned probabilities; it must return f, the log-odds": p,
    }
    chances = {
        "these are the probabilities of class 0": 1 - p,
        "these are the log-odds; convert them into probabilities": f[2],
    }
    classes = {
        "the labels are 0 and 1, but yours are -1 and 1": np.sign(f[2]),
        "you compare f with 1/2. That is for probabilities; f is log-odds, and the boundary "
        "between the classes is 0": 1 * (f[2] > 0.5),
        "the classes are exchanged": 1 * (f[2] < 0),
    }
    return {
        "decision_function": (f[2], values),
        "probability": (p, chances),
        "predict": (1 * (f[2] > 0), classes),
    }


@check.of(
    "classes",
    "Binary classification: log loss and exponential loss",
    "Print f and the probabilities after each round. Do they approach the labels?",
    "Consider one leaf of the first tree. What does `leaf_step` of Task 3 return for its "
    "observations, and what is added to them in your loop?",
)
def classes(rng, BoostedClassifier):
    """Two rounds with given leaves, seen by what the trees are fitted to."""
    X, rate, edges = np.arange(5.0)[:, None], 0.5, ([1.5], [0.5, 2.5])
    numbers = 10 + rng.permutation(40)[:3]

    def tree_of(k, r):
        """Put observations into leaves between the edges."""
        return lambda rows: numbers[np.searchsorted(edges[k % 2], np.asarray(rows)[:, 0])]

    leaves = [tree_of(k, None)(X) for k in (0, 1)]
    while True:
        y = both_classes(rng, 5)
        f = two_rounds(y, leaves, rate)
        right = [y - probabilities(f[0]), y - probabilities(f[1])]
        known, said = mistaken_classes(y, f, leaves[0], rate), mistaken_methods(f, rate)
        near = (f[2] > 0.02) & (f[2] < 0.48)  # positive, and below 1/2
        if near.any() and min(f[2]) < -0.02 and all(map(apart, right, known)):
            break
    told = {"X": X, "y": y, "M": 2, "nu": rate, "leaf numbers": leaves}
    with numbers_are_names(told):
        model, seen = fitted(BoostedClassifier, tree_of, told, "grow")
        labels = "boosting.start, boosting.residual.logistic"
        labels = labels, "boosting.step.logistic, boosting.update"
        stages = zip(right, known, labels, strict=True)
        judge_fits(seen, stages, "the labels minus the probabilities of the model so far", told)
        rows = np.array([2, 0, 4, 1])
        X_new = X[rows] + [[0.3], [-3.0], [4.0], [-0.2]]
        for method, (value, known) in said.items():
            label = "boosting.update" if method == "decision_function" else ""
            about = told if label else {**told, "f": f[2]}
            words = f"{method} does not return what follows from the rounds, although fit is right"
            judge(call_method(model, method, X, about), value, words, known, label, about)
            words = (
                f"{method} on unseen observations: in which leaf of each tree is such an "
                "observation?"
            )
            found = call_method(model, method, X_new, told)
            judge(found, value[rows], words, {}, label, {**told, "rows": X_new})
    if len(seen) != 2:
        raise Mistake("only fit grows trees", given=told)
