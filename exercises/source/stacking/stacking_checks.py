"""The checks of the problem set on stacking: what `check("weight", best_weight)` tests.

Each draws small inputs, finds out in a way of its own what is right for them, and compares. Where
an answer is wrong in a way that is known, it says in which. Grading does not use this copy.
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

check = Checks("Stacking and other committees", "stacking")


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


OUTSIDE = "the best weight may lie below 0 or above 1. Nothing keeps it between 0 and 1 here"
KEPT_INSIDE = [
    (OUTSIDE, lambda *given: float(np.clip(lowest(*given), 0, 1))),
    (OUTSIDE, lambda *given: min(lowest(*given), 1.0)),
    (OUTSIDE, lambda *given: max(lowest(*given), 0.0)),
    ("this is the weight without its sign; it may lie below 0", lambda *given: abs(lowest(*given))),
]
WEIGHT_MISTAKES = [
    (
        "this is the weight of the second member; the first one's is the rest to 1",
        lambda *given: 1 - lowest(*given),
    ),
    (
        "the way to the target starts at the second member, too",
        lambda y, a, b: ratio(y * (a - b), (a - b) ** 2),
    ),
    (
        "above the line stands the first member itself; it is the way from the second to the first",
        lambda y, a, b: ratio((y - b) * a, (a - b) ** 2),
    ),
    (
        "below the line stand the squared ways to the target; it is the squared ways to the first "
        "member",
        lambda y, a, b: ratio((y - b) * (a - b), (y - b) ** 2),
    ),
    ("this fraction is upside down", lambda *given: 1 / lowest(*given)),
    (
        "below the line stand ways without a square",
        lambda y, a, b: ratio((y - b) * (a - b), np.abs(a - b)),
    ),
    (
        "below the line stand ways without a square",
        lambda y, a, b: ratio((y - b) * (a - b), a - b),
    ),
    (
        "what stands below the line is missing",
        lambda y, a, b: np.sum((y - b) * (a - b)),
    ),
    (
        "this is the mean of the rows' own ratios; both sums are taken before the division",
        lambda y, a, b: np.mean((y - b) / (a - b)),
    ),
    (
        "this is the sum of the rows' own ratios; both sums are taken before the division",
        lambda y, a, b: np.sum((y - b) / (a - b)),
    ),
    (
        "this divides a mean by a sum; take both the same way",
        lambda *given: lowest(*given) / len(given[0]),
    ),
    (
        "brackets are missing: y - other * way multiplies first",
        lambda y, a, b: ratio(y - b * (a - b), (a - b) ** 2),
    ),
    (
        "this is the slope of a line with an intercept; yours goes through the origin, as the "
        "weights add up to 1",
        slope_with_intercept,
    ),
    (
        "this weighs by the members' errors alone; that one errs where the other does not counts "
        "too",
        by_errors,
    ),
    (
        "this lets the better member have all of the say",
        lambda *given: float(by_errors(*given) > 0.5),
    ),
    ("this is the plain mean", lambda *given: 0.5),
    (
        "this comes of two weights that need not add up to 1; here the second is the rest to 1",
        free_weights,
    ),
    (
        "the sign is wrong: do both ways start at the second member?",
        lambda *given: -lowest(*given),
    ),
]


def tabulate_votes(right, yours, y, one, other):
    """Show what the two say together, with either weight."""
    ends = render(squares(right, y, one, other)), render(squares(yours, y, one, other))
    return Table(
        "What the two say together. Their squared errors add up to "
        f"{ends[0]} with the right weight, and to {ends[1]} with yours",
        ["row", "target", "one", "other", "right weight", "your weight"],
        [
            [str(i), t, a, b, right * a + (1 - right) * b, yours * a + (1 - yours) * b]
            for i, (t, a, b) in enumerate(zip(y, one, other, strict=True))
        ],
    )


@check.of(
    "weight",
    "Three flats and two experts",
    "Draw a row as three points on a line: the second member, the first one, the target.",
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
    trial.demand(is_scalar, "one weight is asked for, the same for all rows")
    trial.compare(
        lowest,
        "there is a weight with a smaller sum of squared errors",
        WEIGHT_MISTAKES + KEPT_INSIDE,
        steps=lambda y, one, other: (
            f"from the second member it is {render(one - other)} to the first, and "
            f"{render(y - other)} to the target"
        ),
        picture=tabulate_votes,
    )


# Tasks 2 to 4: who is given which rows


class Watched:
    """Members, and a final estimator, that write down what they are given.

    The only feature of a row is its number. They are functions, not methods: an `AnswerTrial`
    copies what an answer is given, and a method's copy would write into a copy.
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
            """Write down what comes, and answer."""
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
            """Write down what comes, and answer."""
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
        """Yield of each call who was called, the rows to learn from, and those asked about."""
        y = self.case["y"]
        for k, X, targets, X_new in self.calls:
            for name, part in (("X", X), ("X_new", X_new)):
                if not self.are_rows(part):
                    raise Mistake(
                        f"member {k} got {name} with the shape {part.shape}, which are no rows of "
                        "X as they stand. Those of several rows are X[rows], that of one X[[i]]",
                        equation,
                        self.case,
                        yours=part,
                    )
            known, asked = numbers(X), numbers(X_new)
            if any(i >= len(y) for i in known):
                words = f"member {k} learned from rows of X_new, whose targets nobody knows"
                raise Mistake(words, equation, self.case)
            if not is_close(targets, y[known]):
                raise Mistake(
                    f"member {k} got the rows {known} of X with other rows of y. Pick both by the "
                    "same",
                    equation,
                    self.case,
                    y[known],
                    targets,
                )
            if not known or not asked:
                what = "asked about no row" if known else "told to learn from no row"
                raise Mistake(f"member {k} was {what}", equation, self.case)
            yield k, known, asked


def numbers(X):
    return [int(x) for x in X[:, 0]]


def side_by_side(caption, right, yours, of_rows=None):
    """Show two arrays with a column for each member, row by row."""
    m = right.shape[1]
    wrong = ~np.isclose(yours, right)
    return Table(
        f"{caption}; ✘ marks what is not right",
        ["row", *(f"member {k}" for k in range(m)), *(f"yours {k}" for k in range(m))],
        [
            [str(i), *of, *is_]
            for i, of, is_ in zip(of_rows or range(len(right)), right, yours, strict=True)
        ],
        [(int(i), int(k) + m + 1) for i, k in np.argwhere(wrong)],
    )


# Task 2

LEARNERS = [LinearRegression(), DummyRegressor(), DummyRegressor(strategy="median")]


def honest(X, y, fold, learners):
    """Return scikit-learn's out-of-fold answers."""
    cut = PredefinedSplit(fold)
    return np.transpose([cross_val_predict(learner, X, y, cv=cut) for learner in learners])


def folds_to_learn(rng, n, K, m):
    """Draw rows in mixed folds, about which no two members say the same."""

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
    """Check from which rows a member learned."""
    fold = case["fold"]
    others = [i for i, j in enumerate(fold) if j not in fold[asked]]
    whose = sorted({int(j) for j in fold[asked]})
    seen = sorted(set(known) & set(asked))
    missing = [i for i in range(len(fold)) if fold[i] != whose[0] and i not in known]
    from_folds = sorted({int(j) for j in fold[known]})
    if len(set(known)) == len(fold):
        words = (
            f"member {k} learned from all rows, and was asked about {asked}, which it knows by "
            "heart"
        )
    elif sorted(known) == sorted(asked):
        words = (
            f"member {k} learned from the rows {known} and was asked about the same. It learns "
            "from the *other* folds"
        )
    elif seen:
        words = f"member {k} was asked about the rows {seen}, which it has learned from"
    elif len(whose) > 1 and len(from_folds) == 1:
        words = (
            f"member {k} learned from fold {from_folds[0]} alone and was asked about the others, "
            f"{whose}. It is the other way round"
        )
    elif set(from_folds) & set(whose):
        words = (
            f"member {k} learned from the rows {known}, some of which are of the fold that it was "
            f"asked about, with the rows {asked}"
        )
    elif missing:
        words = (
            f"member {k} was asked about the rows {asked} of fold {whose[0]} and learned from "
            f"{known}; the rows {missing} are of other folds too"
        )
    else:
        return
    caption = f"What member {k} was given in one call"
    picture = tabulate_rows(caption, "fold", fold, known, asked, others)
    raise Mistake(words, "stacking.level_one", case, picture=picture)


@check.of(
    "fold",
    "From which answers may it learn?",
    "Take one fold: its rows are those to be asked about, and all others those to learn from. "
    "Where in z do the answers go?",
)
def fold(rng, out_of_fold):
    """Each row is answered by a copy that did not see it."""
    for n, K, m in ((5, 2, 2), (8, 3, 3)):
        drawn, right = folds_to_learn(rng, n, K, m)
        watched = Watched(m, lambda k, X, y, X_new: LEARNERS[k].fit(X, y).predict(X_new), **drawn)

        def judge(watched=watched):
            for given in watched.read_calls("stacking.level_one"):
                judge_fold(*given, watched.case)

        judge_z(run_and_judge(out_of_fold, watched.case, judge).found[0], right, watched.case)


def judge_z(found, right, case):
    """Check the array, where the members were asked as they should be."""
    n, m = right.shape
    fold = case["fold"]

    def wrong(words, **about):
        return Mistake(words, "stacking.level_one", case, **about)

    shape = shape_of(found)
    if isinstance(shape, str):
        raise wrong(
            f"yours is a list of parts with the shapes {[shape_of(part) for part in found]}; z is "
            f"one array, ({n}, {m})"
        )
    if shape == (m, n):
        raise wrong(
            f"z[i, k] is about row i and member k, so z has the shape ({n}, {m}); yours is turned, "
            f"{shape}"
        )
    if shape == (n,):
        raise wrong(f"yours has {n} numbers; each member has a column of its own, z[:, k]")
    if shape != right.shape:
        raise wrong(f"z has the shape ({n}, {m}); yours has {shape}")
    yours = np.asarray(found)
    if yours.dtype.kind in "iu":
        raise wrong(
            "your answers are cut to whole numbers; make an array of floats, as np.empty does"
        )
    if yours.dtype.kind != "f":
        raise wrong(f"z is an array of floats; yours is one of {yours.dtype}")
    if is_close(yours, right):
        return
    words = "z[i, k] is what member k says of row i after it has learned from all other folds"
    in_order = np.argsort(fold, kind="stable")
    for said, value in (
        (
            f"your rows stand in the order of the folds, {in_order.tolist()}. Each answer belongs "
            "to its own row",
            right[in_order],
        ),
        ("the columns stand in the order of the last member to the first", right[:, ::-1]),
        ("all columns are what the last member says", right[:, [-1] * m]),
        ("all columns are what the first member says", right[:, [0] * m]),
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
            words = f"none of the answers about the rows {about}, fold {folds[0]}, is right. " + (
                "Do your loops reach every fold, and does return stand behind them?"
                if folds[0]
                else "Folds are numbered from 0: do your loops begin there?"
            )
        elif members:
            words = (
                f"none of the answers of member {members[0]} is right. Do your loops reach every "
                "member?"
            )
    raise wrong(words, picture=side_by_side("What the members say out of fold", right, yours))


# Task 3


@check.of(
    "stack",
    "From which answers may it learn?",
    "Two arrays of answers are in play, z and that of step 5. Which rows is each of them about, "
    "and who has learned from them?",
)
def stack(rng, stacked):
    """Steps 3 to 5, seen by members and a final estimator that write down what they are given."""
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
                        f"member {k} learns from all {n} rows; yours learned from the rows {known}",
                        step,
                        watched.case,
                    )

        found = run_and_judge(stacked, watched.case, judge).found[0]
        judge_final(watched, asked)
        judge_stack(found, asked, asked @ part + y.mean(), watched.case)


def judge_final(watched, asked):
    """Check what the final estimator learned, or was asked."""
    case = watched.case
    X, y, X_new, z = (case[name] for name in ("X", "y", "X_new", "z"))
    n, m, new = *z.shape, len(asked)

    def wrong(step, words, *values, **about):
        label = f"algorithm Stacking, step {step}" if step else "stacking.level_one"
        return Mistake(words, label, case, *values, **about)

    if not watched.finals:
        raise wrong(
            3, "final was never called; the final estimator says how far to trust each member"
        )
    about = {k: {i for j, *_, X in watched.calls if j == k for i in numbers(X)} for k in range(m)}
    asked_all = [k for k in range(m) if about[k] >= set(numbers(X_new))]
    if not asked_all:
        raise wrong(5, "no member was asked about the rows of X_new")
    if len(asked_all) < m:
        raise wrong(5, f"all {m} members are asked about X_new; yours asked only {asked_all}")
    parts = [list(np.atleast_1d(Z_new)) for *_, Z_new in watched.finals]
    if len(parts) > 1 and not is_close([*chain(*parts)], asked):
        raise wrong(
            0, f"there is one final estimator for all members; yours was called {len(parts)} times"
        )
    for Z, targets, Z_new in watched.finals:
        if Z_new.shape == (m, new) or Z.shape == (m, n):
            raise wrong(
                0,
                "final got answers with a row for each member. Members are columns, rows are rows",
            )
        if is_close(Z, np.repeat(y[:, None], m, axis=1)):
            raise wrong(
                3,
                "final learned from answers about rows that the members knew, which are all "
                "perfect. It learns from z, the answers out of fold",
            )
        if Z.shape == X.shape:
            raise wrong(3, "final learned from X. It learns from what the members say, z")
        if not is_close(Z, z):
            raise wrong(3, "final learns from z", z, Z)
        if not is_close(targets, y):
            raise wrong(3, "the targets that final learns are y", y, targets)
    if len(parts) > 1 or is_close(Z_new, asked):
        return
    if is_close(Z_new, z):
        raise wrong(
            5,
            "final was asked about z, the rows that it has learned from; ask it about the answers "
            "for X_new",
        )
    if is_close(Z_new, X_new):
        raise wrong(5, "final was asked about X_new itself; it knows answers only")
    words = "final is asked about what the members say of X_new"
    if is_close(Z_new, asked[:, ::-1]):
        words = "the columns that final is asked about have to stand in the order of the members"
    raise wrong(5, words, **compare_inputs(asked, Z_new, X_new))


def compare_inputs(right, yours, X_new):
    """Show what final is to be asked about beside what it was, in a table if both are alike."""
    if yours.shape != right.shape:
        return {"expected": right, "yours": yours}
    caption = "What the members say of X_new, and what final was asked about"
    return {"picture": side_by_side(caption, right, yours, numbers(X_new))}


def judge_stack(found, asked, right, case):
    """Check what is returned, where final was asked as it should be."""
    step, new, shape = "algorithm Stacking, step 5", len(asked), shape_of(found)
    if shape != (new,):
        words = f"{new} new rows have {new} answers; yours has the shape {shape}"
        raise Mistake(words, step, case, yours=found)
    if not is_close(found, right):
        words = "what final says of the new rows is what the stack says"
        if is_close(found, asked.mean(axis=1)):
            words = "your answers are the members' plain means; those of final are asked for"
        raise Mistake(words, step, case, right, found)


# Task 4


@check.of(
    "blend",
    "Blending: hold rows out once",
    "Write down for one member: which rows does it learn from, and which answers come back, the "
    "first to the last?",
)
def blend(rng, blended):
    """Who learns from which rows, and who is asked about which."""
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
    """Check from which rows a member learned."""
    held = case["held"]
    rest = np.flatnonzero(~held).tolist()
    if sorted(known) == rest:
        return
    if set(known) == set(range(len(held))):
        words = (
            f"member {k} learned from all rows, so none is new to it when final learns. Members "
            "learn from the rows that are *not* held out"
        )
    elif sorted(known) == np.flatnonzero(held).tolist():
        words = f"member {k} learned from the rows held out; it learns from the others"
    else:
        words = f"member {k} learns from the rows {rest}; yours from {known}"
    caption = f"What member {k} was given in one call"
    picture = tabulate_rows(caption, "held out", held, known, asked, rest)
    raise Mistake(words, "blending", case, picture=picture)


def judge_learned(watched, says):
    """Check how often members learned, and with what final was given."""
    case = watched.case
    y, held, new = case["y"], case["held"], numbers(case["X_new"])
    m, out = says.shape[1], np.flatnonzero(held)

    def wrong(words, *values, **about):
        return Mistake(words, "blending", case, *values, **about)

    times = [sum(k == j for j, *_ in watched.calls) for k in range(m)]
    if not all(times):
        raise wrong(f"{times.count(0)} of the members never learned; all have a say")
    if max(times) > 1:
        raise wrong(
            f"each member learns once; yours learned {max(times)} times. Ask both in one call"
        )
    if not watched.finals:
        raise wrong("final was never called; it says how far to trust each member")
    if len(watched.finals) > 1:
        raise wrong(
            "there is one final estimator for all members; yours was called "
            f"{len(watched.finals)} times"
        )
    Z, targets, Z_new = watched.finals[0]
    if not all(part.ndim == 2 and part.shape[1] == m for part in (Z, Z_new)):
        raise wrong(
            f"final learns from answers with a column for each of the {m} members; yours got the "
            f"shapes {Z.shape} and {Z_new.shape}"
        )
    if is_close(Z, says[new]):
        raise wrong(
            "final learned from the answers about X_new, and was asked about the others; it is the "
            "other way round"
        )
    if is_close(Z, says[: len(y)][~held]):
        raise wrong(
            "final learned from answers about the rows that the members knew; it learns from those "
            "held out"
        )
    if len(Z) != len(out):
        raise wrong(
            f"final learns from answers about the {len(out)} rows held out; yours got {len(Z)}",
            says[out],
            Z,
        )
    if not is_close(Z, says[out]):
        raise wrong(
            "final learns from what the members say of the rows held out",
            picture=side_by_side(
                "What the members say of the rows held out, and what final learned from",
                says[out],
                Z,
                out.tolist(),
            ),
        )
    if not is_close(targets, y[held]):
        words = "the targets that final learns are those of the rows held out"
        if is_close(targets, y[: len(out)]):
            words = (
                f"the targets that final learned are the first {len(out)}; they are those of the "
                "rows held out"
            )
        raise wrong(words, y[held], targets)
    if len(Z_new) == len(out) + len(new):
        raise wrong(
            "yours says something of the rows held out as well; what is asked for is X_new",
            says[new],
            Z_new,
        )
    if not is_close(Z_new, says[new]):
        words = "final is asked about what the members say of X_new"
        raise wrong(words, **compare_inputs(says[new], Z_new, case["X_new"]))


def judge_blend(found, said, right, case):
    """Check what is returned, where final was asked as it should be."""
    shape = shape_of(found)
    if shape != (len(said),):
        words = f"{len(said)} new rows have {len(said)} answers; yours has the shape {shape}"
        raise Mistake(words, "blending", case, yours=found)
    if not is_close(found, right):
        words = "what final says of the new rows is what the blend says"
        if is_close(found, said.mean(axis=1)):
            words = "this is the plain mean of the members; asked is what final says"
        raise Mistake(words, "blending", case, right, found)


# Task 5


def together(w, f):
    return np.average(f, axis=0, weights=w)


def from_members(f, what):
    """Return how far each member is from something, squared, as a mean over the rows."""
    return np.array([mean_squared_error(what, one) for one in f])


def committee_error(w, f, y):
    return mean_squared_error(y, together(w, f))


def members_error(w, f, y):
    return np.average(from_members(f, y), weights=w)


def apart(w, f, y):
    return np.average(from_members(f, together(w, f)), weights=w)


def alone(f):
    """Return the plain mean of the members."""
    return together(np.ones(len(f)), f)


OF_COMMITTEE = [
    (
        "this is the error of the plain mean; the committee weighs its members",
        lambda w, f, y: mean_squared_error(y, alone(f)),
    ),
    (
        "this is the members' mean error. The committee is averaged first, and its error squared "
        "then",
        members_error,
    ),
    (
        "the square stands inside the mean over the rows",
        lambda w, f, y: np.mean(together(w, f) - y) ** 2,
    ),
    (
        "this is a sum over the rows; asked is the mean",
        lambda w, f, y: len(y) * committee_error(w, f, y),
    ),
    (
        "this is the mean absolute error; errors are squared here",
        lambda w, f, y: np.mean(abs(together(w, f) - y)),
    ),
    ("this is the root of the error", lambda *given: committee_error(*given) ** 0.5),
]
OF_MEMBERS = [
    (
        "members count by their weights here, too",
        lambda w, f, y: from_members(f, y).mean(),
    ),
    ("this is the sum over the members without weights", lambda w, f, y: from_members(f, y).sum()),
    (
        "the weights add up to 1 already; do not divide by the number of members",
        lambda w, f, y: members_error(w, f, y) / len(w),
    ),
    (
        "the weight belongs before the square, not in it",
        lambda w, f, y: sum(from_members(w[:, None] * f, y)),
    ),
    (
        "the weight is squared, too; it belongs before the square",
        lambda w, f, y: w**2 @ from_members(f, y),
    ),
    (
        "this is a sum over the rows; asked is the mean",
        lambda w, f, y: len(y) * members_error(w, f, y),
    ),
    (
        "these are the members' mean absolute errors; errors are squared here",
        lambda w, f, y: np.average(abs(f - y), axis=0, weights=w).mean(),
    ),
    ("this is the committee's error; each member errs by itself here", committee_error),
]
OF_AMBIGUITY = [
    (
        "members differ from what they say *together*, with the weights, not from the plain mean",
        lambda w, f, y: np.average(from_members(f, alone(f)), weights=w),
    ),
    (
        "members count by their weights here, too",
        lambda w, f, y: from_members(f, together(w, f)).mean(),
    ),
    (
        "both are without weights here, the mean that members differ from and the mean of their "
        "squares",
        lambda w, f, y: from_members(f, alone(f)).mean(),
    ),
    (
        "the sign is wrong: the ambiguity is a sum of squares, and comes off the members' error",
        lambda *given: -apart(*given),
    ),
    ("this is the members' error; no y stands in the ambiguity", members_error),
    ("this is the committee's error; no y stands in the ambiguity", committee_error),
    (
        "this is how much a member varies from row to row; asked is how far it is from the "
        "committee on the same row",
        lambda w, f, y: np.average(f.var(axis=1), weights=w),
    ),
    (
        "the differences are to be squared",
        lambda w, f, y: np.average(abs(f - together(w, f)), axis=0, weights=w).mean(),
    ),
    ("without a square the differences cancel", lambda w, f, y: 0.0),
    (
        "this is a sum over the rows; asked is the mean",
        lambda w, f, y: len(y) * apart(w, f, y),
    ),
    (
        "this is a sum over the members without weights",
        lambda w, f, y: from_members(f, together(w, f)).sum(),
    ),
    (
        "the weights add up to 1 already; do not divide by the number of members",
        lambda w, f, y: apart(w, f, y) / len(w),
    ),
]


def tabulate_answers(right, yours, w, f, y):
    """Show the members, the committee and the targets, row by row."""
    return Table(
        "What the members and the committee say of each row",
        ["", "weight", *(f"row {i}" for i in range(len(y)))],
        [
            *(
                [f"member {k}", share, *said]
                for k, (share, said) in enumerate(zip(w, f, strict=True))
            ),
            ["committee", "", *together(w, f)],
            ["target", "", *y],
        ],
    )


def three_shape(found, *given):
    return (
        f"each of the three is a mean over the rows, one number; yours have the shape "
        f"{np.shape(found)}"
    )


@check.of(
    "differ",
    "What is it worth to differ?",
    "Let all members say the same: the ambiguity must be 0, and both errors are equal.",
    "Take one row, and do it by hand as the chapter does with its first flat.",
)
def differ(rng, ambiguity):
    """The committee's error, its members', and the difference."""

    def draw(*tenths, n):
        w = rng.permutation(tenths) / 10
        return {"w": w, "f": whole(rng, len(w), n), "y": whole(rng, n)}

    cases = [draw(3, 7, n=2), draw(2, 3, 5, n=4), draw(1, 2, 3, 4, n=6)]
    trial = AnswerTrial(ambiguity, cases, "stacking.ambiguity")
    trial.demand(lambda found, *given: len(shape_of(found)) != 2 or len(found) != 3, three_shape)
    trial.demand(
        lambda found, *given: shape_of(found) == (3,),
        "three numbers are asked for: the committee's error, its members' and the ambiguity",
    )
    for place, (name, right, mistakes) in enumerate(
        (
            ("the committee's error", committee_error, OF_COMMITTEE),
            ("the members' error", members_error, OF_MEMBERS),
            ("the ambiguity", apart, OF_AMBIGUITY),
        )
    ):
        trial.compare(
            right,
            f"{name} is another number",
            [(f"{name}: {words}", way) for words, way in mistakes],
            part=lambda found, place=place: found[place],
            steps=lambda w, f, y: (
                f"the members err by {render(from_members(f, y))}, as means over the rows; what "
                f"they say together errs by {render(committee_error(w, f, y))}"
            ),
            picture=tabulate_answers,
        )


# Task 6


def charge(f, y, price):
    """Return each member's error less the price of its distance from all."""
    return from_members(f, y) - price * from_members(f, alone(f))


def less(distance):
    """Charge by another distance than the squared one from the members' mean."""
    return lambda f, y, price: from_members(f, y) - price * distance(f)


def other_side(f, y, price):
    return (1 - price) * from_members(f, y) + price * mean_squared_error(alone(f), y)


PRICE_MISTAKES = [
    (
        "this is the error alone; what comes off for differing is missing",
        lambda f, y, price: charge(f, y, 0),
    ),
    (
        "the sign is wrong: members are paid for differing, so it comes off",
        lambda f, y, price: charge(f, y, -price),
    ),
    ("the price is missing before the second square", lambda f, y, price: charge(f, y, 1)),
    (
        "the price belongs to the second square, not to the error",
        lambda f, y, price: price * charge(f, y, 1 / price),
    ),
    (
        "the price belongs to the second square alone",
        lambda f, y, price: price * charge(f, y, 1),
    ),
    (
        "the error counts in full here; 1 - price stands on the other side of the equation",
        lambda f, y, price: charge(f, y, price) - price * from_members(f, y),
    ),
    (
        "the price is squared; it stands before the square",
        lambda f, y, price: charge(f, y, price**2),
    ),
    (
        "this is a sum over the rows; asked is the mean",
        lambda f, y, price: len(y) * charge(f, y, price),
    ),
    (
        "there is no 1/m before what a single member pays",
        lambda f, y, price: charge(f, y, price) / len(f),
    ),
    (
        "members differ from the mean of all members on the same row; yours is one mean for all "
        "rows",
        less(lambda f: from_members(f, np.full(f.shape[1], f.mean()))),
    ),
    (
        "the mean is taken over the members, at each row; yours is each member's own, over the "
        "rows",
        less(lambda f: f.var(axis=1)),
    ),
    (
        "how far a member is from the mean is to be squared",
        less(lambda f: np.abs(f - alone(f)).mean(axis=1)),
    ),
    (
        "how far a member is from the mean is to be squared",
        less(lambda f: (f - alone(f)).mean(axis=1)),
    ),
    (
        "this is the other side of the equation with a member in place of all; on average over the "
        "members both sides are the same, for each of them they are not",
        other_side,
    ),
    (
        "the square stands inside the mean over the rows",
        less(lambda f: (f - alone(f)).mean(axis=1) ** 2),
    ),
    (
        "both squares are the error here; the second is about the distance from the members' mean",
        lambda f, y, price: (1 - price) * from_members(f, y),
    ),
    (
        "this is what comes off; the error from which it comes is missing",
        lambda f, y, price: price * from_members(f, alone(f)),
    ),
    (
        "the mean is that of all members, and the member itself is one of them",
        less(lambda f: from_members(f, alone(f)) * (len(f) / (len(f) - 1)) ** 2),
    ),
]


def bills(right, yours, f, y, price):
    """Show what each member's bill is made of."""
    return tabulate_values(
        f"Means over the rows, the price being {render(price)}",
        {
            "": [f"member {k}" for k in range(len(f))],
            "squared error": from_members(f, y),
            "squared distance": from_members(f, alone(f)),
        },
        right,
        yours,
    )


@check.of(
    "price",
    "Pay members to differ",
    "Try price = 0: each member pays its own mean squared error. Where all members say the same, "
    "the price changes nothing.",
)
def price(rng, charged):
    """The error less the price of the distance from the mean."""
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
        "each member pays a sum of its own; yours is one number",
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) != f.shape,
        lambda found, f, *given: (
            f"what a member pays is a mean over the rows; yours has all of them, {f.shape}"
        ),
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) != f.shape[1:],
        "yours has a number for each row; asked is one for each member, a row of f",
    )
    trial.demand(
        lambda found, f, *given: shape_of(found) == f.shape[:1],
        lambda found, f, *given: (
            f"{len(f)} members pay {len(f)} sums; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        charge,
        "a member pays its squared error less the price of its squared distance from the mean",
        PRICE_MISTAKES,
        picture=bills,
    )
