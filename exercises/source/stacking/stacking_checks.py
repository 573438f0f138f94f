"""The checks of the problem set on stacking: what `check("weight", best_weight)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

from itertools import chain

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
    run_and_judge,
    shape_of,
    tabulate_rows,
    tabulate_values,
)
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_squared_error
from sklearn.model_selection import PredefinedSplit, cross_val_predict

check = Checks("Stacking and diverse ensembles", "stacking")


def whole(rng, *shape):
    """Draw whole numbers from 0 to 9, as floats."""
    return rng.integers(10, size=shape).astype(float)


def different(rng, *shape):
    """Draw whole numbers that are all different, as floats."""
    size = int(np.prod(shape))
    return rng.permutation(np.arange(3.0 * size))[:size].reshape(shape)


# Task 1


def squares(w, y, one, other):
    """Return the sum of squared errors at a weight."""
    return np.sum((y - (w * one + (1 - w) * other)) ** 2)


def lowest(y, one, other):
    """Return where the sum of squares is least: of a parabola, three points tell."""
    low, mid, high = (squares(w, y, one, other) for w in (0.0, 0.5, 1.0))
    return (3 * low - 4 * mid + high) / (4 * low - 8 * mid + 4 * high)


def ratio(above, below):
    return np.sum(above) / np.sum(below)


def slope_with_intercept(y, one, other):
    ways = np.cov(one - other, y - other)
    return ways[0, 1] / ways[0, 0]


def by_errors(y, one, other):
    a, b = squares(1, y, one, other), squares(0, y, one, other)
    return b / (a + b)


def free_weights(y, one, other):
    return LinearRegression(fit_intercept=False).fit(np.transpose([one, other]), y).coef_[0]


OUTSIDE = "the best weight may be below 0 or above 1. Nothing restricts it to 0 to 1 here"
KEPT_INSIDE = [
    (OUTSIDE, lambda *given: float(np.clip(lowest(*given), 0, 1))),
    (OUTSIDE, lambda *given: min(lowest(*given), 1.0)),
    (OUTSIDE, lambda *given: max(lowest(*given), 0.0)),
    (
        "this is the absolute value of the weight; it may be negative",
        lambda *given: abs(lowest(*given)),
    ),
]
WEIGHT_MISTAKES = [
    (
        "this is the weight of the second base learner; that of the first is 1 minus this",
        lambda *given: 1 - lowest(*given),
    ),
    (
        "the difference to the target starts at the second base learner too",
        lambda y, a, b: ratio(y * (a - b), (a - b) ** 2),
    ),
    (
        "the numerator has the first prediction itself; use its difference from the second",
        lambda y, a, b: ratio((y - b) * a, (a - b) ** 2),
    ),
    (
        "the denominator has the squared differences to the target; use the squared "
        "differences to the first prediction",
        lambda y, a, b: ratio((y - b) * (a - b), (y - b) ** 2),
    ),
    ("this fraction is inverted", lambda *given: 1 / lowest(*given)),
    (
        "the denominator has differences without a square",
        lambda y, a, b: ratio((y - b) * (a - b), np.abs(a - b)),
    ),
    (
        "the denominator has differences without a square",
        lambda y, a, b: ratio((y - b) * (a - b), a - b),
    ),
    (
        "the denominator is missing",
        lambda y, a, b: np.sum((y - b) * (a - b)),
    ),
    (
        "this is the mean of the ratios of the observations; compute both sums before the division",
        lambda y, a, b: np.mean((y - b) / (a - b)),
    ),
    (
        "this is the sum of the ratios of the observations; compute both sums before the division",
        lambda y, a, b: np.sum((y - b) / (a - b)),
    ),
    (
        "this divides a mean by a sum; use the same in both",
        lambda *given: lowest(*given) / len(given[0]),
    ),
    (
        "parentheses are missing: y - other * difference multiplies first",
        lambda y, a, b: ratio(y - b * (a - b), (a - b) ** 2),
    ),
    (
        "this is the slope of a line with an intercept; yours must go through the origin "
        "because the weights add up to 1",
        slope_with_intercept,
    ),
    (
        "this weight depends on the single errors alone; how the errors are related counts too",
        by_errors,
    ),
    (
        "this gives the better base learner the whole weight",
        lambda *given: float(by_errors(*given) > 0.5),
    ),
    ("this is the unweighted mean", lambda *given: 0.5),
    (
        "this results from two weights that need not add up to 1; here the second is 1 minus "
        "the first",
        free_weights,
    ),
    (
        "the sign is wrong: do both differences start at the second base learner?",
        lambda *given: -lowest(*given),
    ),
]


def tabulate_votes(right, yours, y, one, other):
    """Show the combined predictions with either weight."""
    ends = render(squares(right, y, one, other)), render(squares(yours, y, one, other))
    return Table(
        f"The combined predictions. Their squared errors add up to {ends[0]} with the right "
        f"weight, and to {ends[1]} with yours",
        ["observation", "target", "one", "other", "right weight", "your weight"],
        [
            [str(i), t, a, b, right * a + (1 - right) * b, yours * a + (1 - yours) * b]
            for i, (t, a, b) in enumerate(zip(y, one, other, strict=True))
        ],
    )


@check.of(
    "weight",
    "Learning weights from data",
    "Draw an observation as three points on a line: the second prediction, the first one, and "
    "the target.",
    "Try one = y: the weight must be 1. And other = y: it must be 0.",
)
def weight(rng, best_weight):
    """The least sum of squares."""

    def drawn(n, low, high):
        while True:
            y, one, other = whole(rng, 3, n)
            ways = one - other
            if ways.all() and len(set(ways)) > 1 and low < lowest(y, one, other) < high:
                return {"y": y, "one": one, "other": other}

    bounds = [(2, 0.1, 0.9), (3, 1.1, 3), (4, -2, -0.1), (6, 0.1, 0.9)]
    ways = [way for _, way in WEIGHT_MISTAKES]
    cases = [draw_case(lambda b=b: drawn(*b), lowest, *ways) for b in bounds]
    trial = AnswerTrial(best_weight, cases, "stacking.weight")
    trial.demand(is_scalar, "one weight is required, the same for all observations")
    trial.compare(
        lowest,
        "another weight has a smaller sum of squared errors",
        WEIGHT_MISTAKES + KEPT_INSIDE,
        steps=lambda y, one, other: (
            f"from the second prediction, the difference to the first is {render(one - other)}, "
            f"and to the target {render(y - other)}"
        ),
        picture=tabulate_votes,
    )


# Tasks 2 to 4: who is given which rows


class Watched:
    """Base learners and a final estimator that record their arguments.

    The only feature of an observation is its number. They are functions, not methods: an
    `AnswerTrial` copies its arguments, and a method's copy would write into a copy.
    """

    def __init__(self, m, says, decides=None, **given):
        self.m, self.says, self.decides = m, says, decides
        self.calls, self.finals = [], []
        self.rows = {*given["X"].flat, *given.get("X_new", given["X"]).flat}
        self.case = {"members": [self._member(k) for k in range(m)], **given}
        if decides:
            self.case["final"] = self._final()

    def _member(self, k):
        def member(X, y, X_new):
            """Record the arguments, and return predictions."""
            X, y, X_new = np.array(X), np.array(y), np.array(X_new)
            self.calls.append((k, X, y, X_new))
            if (
                self.are_rows(X)
                and self.are_rows(X_new)
                and y.shape == (len(X),)
                and X.size * X_new.size
            ):
                return self.says(k, X, y, X_new)
            return np.zeros(len(np.atleast_1d(X_new)))

        member.__name__ = f"member_{k}"
        return member

    def _final(self):
        def final_estimator(Z, targets, Z_new):
            """Record the arguments, and return predictions."""
            Z, targets, Z_new = (np.array(part, dtype=float) for part in (Z, targets, Z_new))
            self.finals.append((Z, targets, Z_new))
            if Z_new.ndim == 2 and Z_new.shape[1] == self.m and targets.size:
                return self.decides(targets, Z_new)
            return np.zeros(len(np.atleast_1d(Z_new)))

        return final_estimator

    def are_rows(self, X):
        """Return whether these are rows of the input, one below the other."""
        return X.ndim == 2 and X.shape[1] == 1 and {*X.flat} <= self.rows

    def read_calls(self, equation):
        """Yield for each call the base learner, its training data, and what it predicted."""
        y = self.case["y"]
        for k, X, targets, X_new in self.calls:
            for name, part in (("X", X), ("X_new", X_new)):
                if not self.are_rows(part):
                    raise Mistake(
                        f"base learner {k} got {name} with the shape {part.shape}, which are "
                        "not rows of X. Select several with X[rows], and a single one with "
                        "X[[i]]",
                        equation,
                        self.case,
                        yours=part,
                    )
            known, asked = numbers(X), numbers(X_new)
            if any(i >= len(y) for i in known):
                words = (
                    f"base learner {k} was trained on observations in X_new, whose targets "
                    "are unknown"
                )
                raise Mistake(words, equation, self.case)
            if not is_close(targets, y[known]):
                raise Mistake(
                    f"base learner {k} got the observations {known} of X with other "
                    "observations of y. Select both by the same",
                    equation,
                    self.case,
                    y[known],
                    targets,
                )
            if not known or not asked:
                what = (
                    "asked for predictions of no observation"
                    if known
                    else "trained on no observation"
                )
                raise Mistake(f"base learner {k} was {what}", equation, self.case)
            yield k, known, asked


def numbers(X):
    return [int(x) for x in X[:, 0]]


def side_by_side(caption, right, yours, of_rows=None):
    """Show two arrays with a column for each base learner."""
    m = right.shape[1]
    wrong = ~np.isclose(yours, right)
    return Table(
        f"{caption}; ✘ marks incorrect values",
        ["row", *(f"base learner {k}" for k in range(m)), *(f"yours {k}" for k in range(m))],
        [
            [str(i), *of, *is_]
            for i, of, is_ in zip(of_rows or range(len(right)), right, yours, strict=True)
        ],
        [(int(i), int(k) + m + 1) for i, k in np.argwhere(wrong)],
    )


# Task 2

LEARNERS = [LinearRegression(), DummyRegressor(), DummyRegressor(strategy="median")]


def honest(X, y, fold, learners):
    """Return scikit-learn's out-of-fold predictions."""
    cut = PredefinedSplit(fold)
    return np.transpose([cross_val_predict(learner, X, y, cv=cut) for learner in learners])


def folds_to_learn(rng, n, K, m):
    """Draw observations in mixed folds, with different predictions of all base learners."""

    def draw():
        X, folds = np.arange(float(n))[:, None], np.arange(n) % K
        return {"X": X, "y": different(rng, n), "fold": rng.permutation(folds)}

    def right(X, y, fold):
        return honest(X, y, fold, LEARNERS[:m])

    def in_order(X, y, fold):
        return right(X, y, fold)[np.argsort(fold, kind="stable")]

    while True:
        case = draw_case(draw, right, in_order)
        z = right(**case)
        same = [np.isclose(z[:, k], z[:, j]).any() for k in range(m) for j in range(k)]
        if not any(same) and not np.isclose(z, 0).any():
            return case, z


def judge_fold(k, known, asked, case):
    """Check on which observations a base learner was trained."""
    fold = case["fold"]
    others = [i for i, j in enumerate(fold) if j not in fold[asked]]
    whose = sorted({int(j) for j in fold[asked]})
    seen = sorted(set(known) & set(asked))
    missing = [i for i in range(len(fold)) if fold[i] != whose[0] and i not in known]
    from_folds = sorted({int(j) for j in fold[known]})
    if len(set(known)) == len(fold):
        words = (
            f"base learner {k} was trained on all observations, and predicted {asked}, which "
            "are among them"
        )
    elif sorted(known) == sorted(asked):
        words = (
            f"base learner {k} was trained on the observations {known} and predicted the same. "
            "Train it on the *other* folds"
        )
    elif seen:
        words = f"base learner {k} predicted the observations {seen}, on which it was trained"
    elif len(whose) > 1 and len(from_folds) == 1:
        words = (
            f"base learner {k} was trained on fold {from_folds[0]} alone and predicted the "
            f"others, {whose}. It is the other way around"
        )
    elif set(from_folds) & set(whose):
        words = (
            f"base learner {k} was trained on the observations {known}, some of which are in "
            f"the same fold as those that it predicted, {asked}"
        )
    elif missing:
        words = (
            f"base learner {k} predicted the observations {asked} in fold {whose[0]} and was "
            f"trained on {known}; the observations {missing} are in other folds too"
        )
    else:
        return
    caption = f"What base learner {k} was given in one call"
    picture = tabulate_rows(caption, "fold", fold, known, asked, others)
    raise Mistake(words, "stacking.level_one", case, picture=picture)


@check.of(
    "fold",
    "Out-of-fold predictions",
    "Consider one fold: predict its observations, and train on all others. Where do the "
    "predictions belong in z?",
)
def fold(rng, out_of_fold):
    """Test that each observation is predicted by a copy that was not trained on it."""
    for n, K, m in ((5, 2, 2), (8, 3, 3)):
        drawn, right = folds_to_learn(rng, n, K, m)
        watched = Watched(m, lambda k, X, y, X_new: LEARNERS[k].fit(X, y).predict(X_new), **drawn)

        def judge(watched=watched):
            for given in watched.read_calls("stacking.level_one"):
                judge_fold(*given, watched.case)

        judge_z(run_and_judge(out_of_fold, watched.case, judge).found[0], right, watched.case)


def judge_z(found, right, case):
    """Check the array, if the base learners were called as they should be."""
    n, m = right.shape
    fold = case["fold"]

    def wrong(words, **about):
        return Mistake(words, "stacking.level_one", case, **about)

    shape = shape_of(found)
    if isinstance(shape, str):
        raise wrong(
            f"yours is a list of parts with the shapes {[shape_of(part) for part in found]}; z "
            f"is one array, ({n}, {m})"
        )
    if shape == (m, n):
        raise wrong(
            f"z[i, k] belongs to observation i and base learner k, so z has the shape ({n}, "
            f"{m}); yours is transposed, {shape}"
        )
    if shape == (n,):
        raise wrong(f"yours has {n} numbers; each base learner has its own column, z[:, k]")
    if shape != right.shape:
        raise wrong(f"z has the shape ({n}, {m}); yours has {shape}")
    yours = np.asarray(found)
    if yours.dtype.kind in "iu":
        raise wrong(
            "your predictions are truncated to whole numbers; create an array of floats, as "
            "np.empty does"
        )
    if yours.dtype.kind != "f":
        raise wrong(f"z is an array of floats; yours is one of {yours.dtype}")
    if is_close(yours, right):
        return
    words = (
        "z[i, k] is the prediction for observation i of base learner k trained on all other folds"
    )
    in_order = np.argsort(fold, kind="stable")
    for said, value in (
        (
            f"your predictions are in the order of the folds, {in_order.tolist()}. Each "
            "prediction belongs to its own observation",
            right[in_order],
        ),
        ("the columns are in reverse order", right[:, ::-1]),
        ("all columns are the predictions of the last base learner", right[:, [-1] * m]),
        ("all columns are the predictions of the first base learner", right[:, [0] * m]),
    ):
        if is_close(yours, value):
            words = said
            break
    else:
        fits = np.isclose(yours, right)
        folds = [int(j) for j in np.unique(fold) if not fits[fold == j].any()]
        members = [k for k in range(m) if not fits[:, k].any()]
        if folds:
            about = np.flatnonzero(fold == folds[0]).tolist()
            words = (
                f"none of the predictions for the observations {about}, fold {folds[0]}, is right. "
            ) + (
                "Do your loops reach every fold, and is return after them?"
                if folds[0]
                else "Folds are numbered from 0: do your loops begin there?"
            )
        elif members:
            words = (
                f"none of the predictions of base learner {members[0]} is right. Do your loops "
                "reach every base learner?"
            )
    raise wrong(
        words,
        picture=side_by_side("The out-of-fold predictions of the base learners", right, yours),
    )


# Task 3


@check.of(
    "stack",
    "Out-of-fold predictions",
    "There are two arrays of predictions, z and that of step 5. For which observations are "
    "they, and on which were the base learners trained?",
)
def stack(rng, stacked):
    """Test steps 3 to 5 with base learners and a final estimator that record their arguments."""
    for n, m, new in ((6, 3, 4), (8, 2, 5)):
        y, X_new = different(rng, n), 10 + np.arange(float(new))[:, None]
        asked, part = different(rng, new, m), whole(rng, m) + 1
        watched = Watched(
            m,
            lambda k, X, _, X_new, y=y, asked=asked: np.array(
                [y[i] if i < 10 else asked[i - 10, k] for i in numbers(X_new)]
            ),
            lambda targets, Z_new, part=part: Z_new @ part + targets.mean(),
            X=np.arange(float(n))[:, None],
            y=y,
            X_new=X_new,
            z=y[:, None] + rng.integers(1, 4, size=(n, m)),
        )

        def judge(watched=watched, n=n):
            step = "algorithm Stacking, step 4"
            for k, known, _ in watched.read_calls(step):
                if sorted(known) != list(range(n)):
                    raise Mistake(
                        f"base learner {k} must be trained on all {n} observations; yours was "
                        f"trained on {known}",
                        step,
                        watched.case,
                    )

        found = run_and_judge(stacked, watched.case, judge).found[0]
        judge_final(watched, asked)
        judge_stack(found, asked, asked @ part + y.mean(), watched.case)


def judge_final(watched, asked):
    """Check the training data or the inputs of the final estimator."""
    case = watched.case
    X, y, X_new, z = (case[name] for name in ("X", "y", "X_new", "z"))
    n, m, new = *z.shape, len(asked)

    def wrong(step, words, *values, **about):
        label = f"algorithm Stacking, step {step}" if step else "stacking.level_one"
        return Mistake(words, label, case, *values, **about)

    if not watched.finals:
        raise wrong(3, "final was never called; the final estimator combines the predictions")
    about = {k: {i for j, *_, X in watched.calls if j == k for i in numbers(X)} for k in range(m)}
    asked_all = [k for k in range(m) if about[k] >= set(numbers(X_new))]
    if not asked_all:
        raise wrong(5, "no base learner was called with X_new")
    if len(asked_all) < m:
        raise wrong(5, f"all {m} base learners must predict X_new; yours called only {asked_all}")
    parts = [list(np.atleast_1d(Z_new)) for *_, Z_new in watched.finals]
    if len(parts) > 1 and not is_close([*chain(*parts)], asked):
        raise wrong(
            0,
            "there is one final estimator for all base learners; yours was called "
            f"{len(parts)} times",
        )
    for Z, targets, Z_new in watched.finals:
        if Z_new.shape == (m, new) or Z.shape == (m, n):
            raise wrong(
                0,
                "final got an array with a row for each base learner. Base learners are "
                "columns, observations are rows",
            )
        if is_close(Z, np.repeat(y[:, None], m, axis=1)):
            raise wrong(
                3,
                "final was trained on predictions for the training data of the base learners, "
                "which are all perfect. Train it on z, the out-of-fold predictions",
            )
        if Z.shape == X.shape:
            raise wrong(
                3, "final was trained on X. Train it on the predictions of the base learners, z"
            )
        if not is_close(Z, z):
            raise wrong(3, "final must be trained on z", z, Z)
        if not is_close(targets, y):
            raise wrong(3, "the targets for the training of final are y", y, targets)
    if len(parts) > 1 or is_close(Z_new, asked):
        return
    if is_close(Z_new, z):
        raise wrong(
            5,
            "final predicted z, on which it was trained; use the predictions for X_new",
        )
    if is_close(Z_new, X_new):
        raise wrong(5, "final was given X_new itself; its inputs are predictions")
    words = "the inputs of final are the predictions of the base learners for X_new"
    if is_close(Z_new, asked[:, ::-1]):
        words = "the columns that are given to final must be in the order of the base learners"
    raise wrong(5, words, **compare_inputs(asked, Z_new, X_new))


def compare_inputs(right, yours, X_new):
    """Show the expected inputs of final beside the actual ones, if possible in a table."""
    if yours.shape != right.shape:
        return {"expected": right, "yours": yours}
    caption = "The predictions of the base learners for X_new, and what final was given"
    return {"picture": side_by_side(caption, right, yours, numbers(X_new))}


def judge_stack(found, asked, right, case):
    """Check the result, if final was called as it should be."""
    step, new, shape = "algorithm Stacking, step 5", len(asked), shape_of(found)
    if shape != (new,):
        words = f"{new} observations in X_new have {new} predictions; yours has the shape {shape}"
        raise Mistake(words, step, case, yours=found)
    if not is_close(found, right):
        words = "the result is the predictions of final for X_new"
        if is_close(found, asked.mean(axis=1)):
            words = "your result is the mean of the base learners; return the predictions of final"
        raise Mistake(words, step, case, right, found)


# Task 4


@check.of(
    "blend",
    "Blending",
    "Write down for one base learner: on which observations is it trained, and for which "
    "observations are its predictions, from the first to the last?",
)
def blend(rng, blended):
    """Test who is trained on which observations, and who predicts which."""
    for n, out, m, new in ((7, 3, 2, 4), (9, 4, 3, 6)):
        while True:
            held = rng.permutation(np.arange(n) < out)
            if not (held[:out].all() or held[-out:].all()):
                break
        y, X_new = different(rng, n), 10 + np.arange(float(new))[:, None]
        says, part = different(rng, 10 + new, m), whole(rng, m) + 1
        watched = Watched(
            m,
            lambda k, X, _, X_new, says=says: says[numbers(X_new), k],
            lambda targets, Z_new, part=part: Z_new @ part + targets.mean(),
            X=np.arange(float(n))[:, None],
            y=y,
            X_new=X_new,
            held=held,
        )

        def judge(watched=watched):
            for given in watched.read_calls("blending"):
                judge_part(*given, watched.case)

        found = run_and_judge(blended, watched.case, judge).found[0]
        judge_learned(watched, says)
        said = says[numbers(X_new)]
        judge_blend(found, said, said @ part + y[held].mean(), watched.case)


def judge_part(k, known, asked, case):
    """Check on which observations a base learner was trained."""
    held = case["held"]
    rest = np.flatnonzero(~held).tolist()
    if sorted(known) == rest:
        return
    if set(known) == set(range(len(held))):
        words = (
            f"base learner {k} was trained on all observations, so the validation set is not "
            "unseen when final is trained. Train base learners on the observations that are "
            "*not* held out"
        )
    elif sorted(known) == np.flatnonzero(held).tolist():
        words = f"base learner {k} was trained on the validation set; train it on the others"
    else:
        words = f"base learner {k} must be trained on the observations {rest}; yours on {known}"
    caption = f"What base learner {k} was given in one call"
    picture = tabulate_rows(caption, "held out", held, known, asked, rest)
    raise Mistake(words, "blending", case, picture=picture)


def judge_learned(watched, says):
    """Check how often base learners were trained, and the arguments of final."""
    case = watched.case
    y, held, new = case["y"], case["held"], numbers(case["X_new"])
    m, out = says.shape[1], np.flatnonzero(held)

    def wrong(words, *values, **about):
        return Mistake(words, "blending", case, *values, **about)

    times = [sum(k == j for j, *_ in watched.calls) for k in range(m)]
    if not all(times):
        raise wrong(f"{times.count(0)} of the base learners were never trained; use all of them")
    if max(times) > 1:
        raise wrong(
            f"each base learner is trained once; yours was trained {max(times)} times. Compute "
            "all predictions in one call"
        )
    if not watched.finals:
        raise wrong("final was never called; it combines the predictions")
    if len(watched.finals) > 1:
        raise wrong(
            "there is one final estimator for all base learners; yours was called "
            f"{len(watched.finals)} times"
        )
    Z, targets, Z_new = watched.finals[0]
    if not all(part.ndim == 2 and part.shape[1] == m for part in (Z, Z_new)):
        raise wrong(
            f"final needs arrays with a column for each of the {m} base learners; yours got the "
            f"shapes {Z.shape} and {Z_new.shape}"
        )
    if is_close(Z, says[new]):
        raise wrong(
            "final was trained on the predictions for X_new, and predicted from the others; it "
            "is the other way around"
        )
    if is_close(Z, says[: len(y)][~held]):
        raise wrong(
            "final was trained on predictions for the training data of the base learners; "
            "train it on those for the validation set"
        )
    if len(Z) != len(out):
        raise wrong(
            f"final must be trained on the predictions for the {len(out)} observations of the "
            f"validation set; yours got {len(Z)}",
            says[out],
            Z,
        )
    if not is_close(Z, says[out]):
        raise wrong(
            "final must be trained on the predictions for the validation set",
            picture=side_by_side(
                "The predictions for the validation set, and the inputs on which final was trained",
                says[out],
                Z,
                out.tolist(),
            ),
        )
    if not is_close(targets, y[held]):
        words = "the targets for the training of final are those of the validation set"
        if is_close(targets, y[: len(out)]):
            words = (
                f"the targets for the training of final were the first {len(out)}; use those of "
                "the validation set"
            )
        raise wrong(words, y[held], targets)
    if len(Z_new) == len(out) + len(new):
        raise wrong(
            "yours includes predictions for the validation set too; return those for X_new",
            says[new],
            Z_new,
        )
    if not is_close(Z_new, says[new]):
        words = "the inputs of final are the predictions of the base learners for X_new"
        raise wrong(words, **compare_inputs(says[new], Z_new, case["X_new"]))


def judge_blend(found, said, right, case):
    """Check the result, if final was called as it should be."""
    shape = shape_of(found)
    if shape != (len(said),):
        words = (
            f"{len(said)} observations in X_new have {len(said)} predictions; yours has the "
            f"shape {shape}"
        )
        raise Mistake(words, "blending", case, yours=found)
    if not is_close(found, right):
        words = "the result is the predictions of final for X_new"
        if is_close(found, said.mean(axis=1)):
            words = "this is the mean of the base learners; return the predictions of final"
        raise Mistake(words, "blending", case, right, found)


# Task 5


def together(w, f):
    return np.average(f, axis=0, weights=w)


def from_members(f, what):
    """Return the mean squared distance of each base learner from something."""
    return np.array([mean_squared_error(what, one) for one in f])


def committee_error(w, f, y):
    return mean_squared_error(y, together(w, f))


def members_error(w, f, y):
    return np.average(from_members(f, y), weights=w)


def apart(w, f, y):
    return np.average(from_members(f, together(w, f)), weights=w)


def alone(f):
    """Return the unweighted mean of the base learners."""
    return together(np.ones(len(f)), f)


OF_COMMITTEE = [
    (
        "this is the error of the unweighted mean; use the weights of the base learners",
        lambda w, f, y: mean_squared_error(y, alone(f)),
    ),
    (
        "this is the mean error of the base learners. First average their predictions, and "
        "then square the error",
        members_error,
    ),
    (
        "the square is inside the mean over the observations",
        lambda w, f, y: np.mean(together(w, f) - y) ** 2,
    ),
    (
        "this is a sum over the observations; take the mean",
        lambda w, f, y: len(y) * committee_error(w, f, y),
    ),
    (
        "this is the mean absolute error; use squared errors here",
        lambda w, f, y: np.mean(abs(together(w, f) - y)),
    ),
    ("this is the root of the error", lambda *given: committee_error(*given) ** 0.5),
]
OF_MEMBERS = [
    (
        "use the weights of the base learners here too",
        lambda w, f, y: from_members(f, y).mean(),
    ),
    (
        "this is the sum over the base learners without weights",
        lambda w, f, y: from_members(f, y).sum(),
    ),
    (
        "the weights add up to 1 already; do not divide by the number of base learners",
        lambda w, f, y: members_error(w, f, y) / len(w),
    ),
    (
        "the weight belongs before the square, not inside it",
        lambda w, f, y: sum(from_members(w[:, None] * f, y)),
    ),
    (
        "the weight is squared too; it belongs before the square",
        lambda w, f, y: w**2 @ from_members(f, y),
    ),
    (
        "this is a sum over the observations; take the mean",
        lambda w, f, y: len(y) * members_error(w, f, y),
    ),
    (
        "these are the mean absolute errors of the base learners; use squared errors here",
        lambda w, f, y: np.average(abs(f - y), axis=0, weights=w).mean(),
    ),
    ("this is the error of the ensemble; use the error of each base learner here", committee_error),
]
OF_AMBIGUITY = [
    (
        "compare the base learners with the *ensemble*, which has the weights, not with the "
        "unweighted mean",
        lambda w, f, y: np.average(from_members(f, alone(f)), weights=w),
    ),
    (
        "use the weights of the base learners here too",
        lambda w, f, y: from_members(f, together(w, f)).mean(),
    ),
    (
        "both are without weights here, the mean with which you compare and the mean of the "
        "squares",
        lambda w, f, y: from_members(f, alone(f)).mean(),
    ),
    (
        "the sign is wrong: the ambiguity is a sum of squares, and is subtracted from the "
        "error of the base learners",
        lambda *given: -apart(*given),
    ),
    ("this is the error of the base learners; the ambiguity does not contain y", members_error),
    ("this is the error of the ensemble; the ambiguity does not contain y", committee_error),
    (
        "this is how much a base learner varies between observations; use its distance from "
        "the ensemble for the same observation",
        lambda w, f, y: np.average(f.var(axis=1), weights=w),
    ),
    (
        "the differences must be squared",
        lambda w, f, y: np.average(abs(f - together(w, f)), axis=0, weights=w).mean(),
    ),
    ("without a square the differences cancel", lambda w, f, y: 0.0),
    (
        "this is a sum over the observations; take the mean",
        lambda w, f, y: len(y) * apart(w, f, y),
    ),
    (
        "this is a sum over the base learners without weights",
        lambda w, f, y: from_members(f, together(w, f)).sum(),
    ),
    (
        "the weights add up to 1 already; do not divide by the number of base learners",
        lambda w, f, y: apart(w, f, y) / len(w),
    ),
]


def tabulate_answers(right, yours, w, f, y):
    """Show the base learners, the ensemble, and the targets for each observation."""
    return Table(
        "The predictions of the base learners and of the ensemble for each observation",
        ["", "weight", *(f"observation {i}" for i in range(len(y)))],
        [
            *(
                [f"base learner {k}", share, *said]
                for k, (share, said) in enumerate(zip(w, f, strict=True))
            ),
            ["committee", "", *together(w, f)],
            ["target", "", *y],
        ],
    )


def three_shape(found, *given):
    return (
        "each of the three is a mean over the observations, one number; yours have the shape "
        f"{shape_of(found)}"
    )


@check.of(
    "differ",
    "Ambiguity and diversity",
    "Let all base learners make the same predictions: the ambiguity must be 0, and both errors "
    "must be equal.",
    "Consider one observation, and compute it by hand as the chapter does.",
)
def differ(rng, ambiguity):
    """Test the error of the ensemble, that of its base learners, and the difference."""

    def draw(*tenths, n):
        w = rng.permutation(tenths) / 10
        return {"w": w, "f": whole(rng, len(w), n), "y": whole(rng, n)}

    cases = [draw(3, 7, n=2), draw(2, 3, 5, n=4), draw(1, 2, 3, 4, n=6)]
    trial = AnswerTrial(ambiguity, cases, "stacking.ambiguity")
    trial.demand(lambda found, *given: len(shape_of(found)) != 2 or len(found) != 3, three_shape)
    trial.demand(
        lambda found, *given: shape_of(found) == (3,),
        "three numbers are required: the error of the ensemble, that of its base learners, and "
        "the ambiguity",
    )
    for place, (name, right, mistakes) in enumerate(
        (
            ("the error of the ensemble", committee_error, OF_COMMITTEE),
            ("the error of the base learners", members_error, OF_MEMBERS),
            ("the ambiguity", apart, OF_AMBIGUITY),
        )
    ):
        trial.compare(
            right,
            f"{name} is different",
            [(f"{name}: {words}", way) for words, way in mistakes],
            part=lambda found, place=place: found[place],
            steps=lambda w, f, y: (
                f"the errors of the base learners are {render(from_members(f, y))}, as means "
                "over the observations; the error of the ensemble is "
                f"{render(committee_error(w, f, y))}"
            ),
            picture=tabulate_answers,
        )


# Task 6


def charge(f, y, price):
    """Return the error of each base learner minus price times its distance from the mean."""
    return from_members(f, y) - price * from_members(f, alone(f))


def less(distance):
    """Use another distance than the squared one from the mean of the base learners."""
    return lambda f, y, price: from_members(f, y) - price * distance(f)


def other_side(f, y, price):
    return (1 - price) * from_members(f, y) + price * mean_squared_error(alone(f), y)


PRICE_MISTAKES = [
    (
        "this is the error alone; the second term is missing",
        lambda f, y, price: charge(f, y, 0),
    ),
    (
        "the sign is wrong: the squared distance from the mean is rewarded, so it is subtracted",
        lambda f, y, price: charge(f, y, -price),
    ),
    ("price is missing before the second square", lambda f, y, price: charge(f, y, 1)),
    (
        "price belongs to the second square, not to the error",
        lambda f, y, price: price * charge(f, y, 1 / price),
    ),
    (
        "price belongs to the second square alone",
        lambda f, y, price: price * charge(f, y, 1),
    ),
    (
        "the error has the factor 1 here; 1 - price is on the other side of the equation",
        lambda f, y, price: charge(f, y, price) - price * from_members(f, y),
    ),
    (
        "price is squared; it belongs before the square",
        lambda f, y, price: charge(f, y, price**2),
    ),
    (
        "this is a sum over the observations; take the mean",
        lambda f, y, price: len(y) * charge(f, y, price),
    ),
    (
        "there is no factor 1/m in the loss of a single base learner",
        lambda f, y, price: charge(f, y, price) / len(f),
    ),
    (
        "subtract the mean of all base learners for the same observation; yours is one mean "
        "for all observations",
        less(lambda f: from_members(f, np.full(f.shape[1], f.mean()))),
    ),
    (
        "the mean is over the base learners, for each observation; yours is over the "
        "observations, for each base learner",
        less(lambda f: f.var(axis=1)),
    ),
    (
        "the distance of a base learner from the mean must be squared",
        less(lambda f: np.abs(f - alone(f)).mean(axis=1)),
    ),
    (
        "the distance of a base learner from the mean must be squared",
        less(lambda f: (f - alone(f)).mean(axis=1)),
    ),
    (
        "this is the other side of the equation for a single base learner; averaged over the "
        "base learners both sides are equal, but for each of them they are not",
        other_side,
    ),
    (
        "the square is inside the mean over the observations",
        less(lambda f: (f - alone(f)).mean(axis=1) ** 2),
    ),
    (
        "both squares are the error here; the second is the distance from the mean of the base "
        "learners",
        lambda f, y, price: (1 - price) * from_members(f, y),
    ),
    (
        "this is the second term alone; the error is missing",
        lambda f, y, price: price * from_members(f, alone(f)),
    ),
    (
        "the mean is over all base learners, including the base learner itself",
        less(lambda f: from_members(f, alone(f)) * (len(f) / (len(f) - 1)) ** 2),
    ),
]


def bills(right, yours, f, y, price):
    """Show the terms of the loss of each base learner."""
    return tabulate_values(
        f"Means over the observations, for price = {render(price)}",
        {
            "": [f"base learner {k}" for k in range(len(f))],
            "squared error": from_members(f, y),
            "squared distance": from_members(f, alone(f)),
        },
        right,
        yours,
    )


@check.of(
    "price",
    "Negative correlation learning",
    "Try price = 0: the loss of each base learner is its own mean squared error. If all "
    "predictions are the same, price has no effect.",
)
def price(rng, charged):
    """Test the error minus price times the distance from the mean."""
    cases = [
        {
            "f": whole(rng, m, n),
            "y": whole(rng, n),
            "price": float(rng.choice([0.2, 0.3, 0.4, 0.6, 0.7])),
        }
        for m, n in ((2, 3), (3, 4), (3, 5), (5, 6))
    ]
    trial = AnswerTrial(charged, cases, "stacking.negative")
    trial.demand(
        lambda found, *given: shape_of(found) != (),
        "each base learner has its own loss; yours is one number",
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) != f.shape,
        lambda found, f, *given: (
            f"the loss is a mean over the observations; yours has all of them, {f.shape}"
        ),
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) != f.shape[1:],
        "yours has a number for each observation; return one for each base learner, a row of f",
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) == f.shape[:1],
        lambda found, f, *given: (
            f"{len(f)} base learners have {len(f)} losses; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        charge,
        "the loss of a base learner is its squared error minus price times its squared "
        "distance from the mean",
        PRICE_MISTAKES,
        picture=bills,
    )
