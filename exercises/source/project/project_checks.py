"""The checks of the project: what `check("scores", scores)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

from collections import Counter
from functools import cache

import numpy as np
from ensemblelab import AdaBoostClassifier, DecisionTreeClassifier
from ensemblelab.datasets import load
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Table,
    draw_case,
    is_close,
    render,
    run_and_judge,
    shape_of,
    tabulate_rows,
    tabulate_values,
)
from scipy.stats import binom, binomtest, chi2, norm
from sklearn.neighbors import KNeighborsClassifier

check = Checks("Random forests", "random_forests")
MAILS = "Spam data: bagging, random forest, and gradient boosting"


@cache
def all_mails():
    return load("spambase")


# Task 1

KEYS = ["error", "false_alarms", "missed", "standard_error"]


def counts_of(y, said):
    """Return the true negatives, false positives, false negatives, and true positives."""
    pairs = list(zip(y.tolist(), said.tolist(), strict=True))
    return np.array([pairs.count(kind) for kind in ((0, 0), (0, 1), (1, 0), (1, 1))])


def figures(y, said):
    """Return the four figures, in the order of `KEYS`."""
    through, alarms, missed, caught = counts_of(y, said)
    wrong = (alarms + missed) / len(y)
    spread = (wrong - wrong**2) / len(y)
    return wrong, alarms / (alarms + through), missed / (missed + caught), spread**0.5


def share(above, *rest):
    """Return a function of `y` and `said`: one count as a proportion of it and the others."""
    return lambda *given: (
        counts_of(*given)[above] / sum(counts_of(*given)[i] for i in (above, *rest))
    )


SCORES_MISTAKES = {
    "error": [
        (
            "this is the accuracy, the proportion of emails that the filter classifies correctly",
            lambda *given: 1 - figures(*given)[0],
        ),
        (
            "this is the number of misclassified emails; return their proportion",
            lambda y, said: sum(counts_of(y, said)[1:3]),
        ),
        ("this is a percentage; return a proportion", lambda *given: 100 * figures(*given)[0]),
        (
            "this is the mean of the error rates of the two classes, which are not equally "
            "frequent; return the proportion of all emails",
            lambda *given: sum(figures(*given)[1:3]) / 2,
        ),
        (
            "in yours a false positive and a false negative cancel: one is +1, the other -1",
            lambda y, said: np.mean(said) - np.mean(y),
        ),
        (
            "in yours a false positive and a false negative cancel: one is +1, the other -1",
            lambda y, said: np.mean(y) - np.mean(said),
        ),
        ("this is the proportion of emails classified as spam", lambda y, said: np.mean(said)),
    ],
    "false_alarms": [
        (
            "it is a proportion of the good emails; you divided by the number of all emails",
            share(1, 0, 2, 3),
        ),
        (
            "this is the proportion of good emails among those *classified* as spam, 1 minus "
            "the precision. Return the proportion of the good emails that are classified as "
            "spam",
            share(1, 3),
        ),
        (
            "this is the proportion of the spam that is classified as good. Which class is 1?",
            share(2, 3),
        ),
        ("this is the proportion of the good emails that are classified as good", share(0, 1)),
        ("this is the proportion of false positives among the errors", share(1, 2)),
        (
            "this is the number of good emails classified as spam; return their proportion of "
            "the good emails",
            lambda *given: counts_of(*given)[1],
        ),
    ],
    "missed": [
        (
            "it is a proportion of the spam emails; you divided by the number of all emails",
            share(2, 0, 1, 3),
        ),
        ("this is the proportion of spam among the emails *classified* as good", share(2, 0)),
        ("this is the proportion of the good emails that are classified as spam", share(1, 0)),
        ("this is the proportion of the spam that is classified as spam, the recall", share(3, 2)),
        ("this is the proportion of false negatives among the errors", share(2, 1)),
        (
            "this is the number of spam emails classified as good; return their proportion of "
            "the spam",
            lambda *given: counts_of(*given)[2],
        ),
    ],
    "standard_error": [
        (
            "this is the standard deviation for a single email; that of a mean over n emails "
            "is smaller",
            lambda y, said: figures(y, said)[3] * len(y) ** 0.5,
        ),
        (
            "this is the variance of the error rate; the root is missing",
            lambda *g: figures(*g)[3] ** 2,
        ),
        (
            "this is the variance for a single email; divide it by n, and take the root",
            lambda y, said: figures(y, said)[3] ** 2 * len(y),
        ),
        (
            "n belongs inside the root: you divided by n, not by its root",
            lambda y, said: figures(y, said)[3] / len(y) ** 0.5,
        ),
        (
            "you divided by n - 1; here the formula divides by n, as the task gives it",
            lambda y, said: figures(y, said)[3] * (len(y) / (len(y) - 1)) ** 0.5,
        ),
        (
            "you did not multiply by the accuracy, 1 - e",
            lambda y, said: (figures(y, said)[0] / len(y)) ** 0.5,
        ),
    ],
}


def judged_mails(rng, n):
    """Draw labels and predictions with four different counts that no known mistake gets right."""
    ways = [(i, way) for i, key in enumerate(KEYS) for _, way in SCORES_MISTAKES[key]]
    while True:
        kinds = rng.permutation([*range(4), *rng.integers(4, size=n - 4)])
        given = kinds // 2, kinds % 2
        right = figures(*given)
        if len({*counts_of(*given)}) == 4 and not any(
            is_close(way(*given), right[i]) for i, way in ways
        ):
            return dict(zip(("y", "said"), given, strict=True))


def four_kinds(right, yours, y, said):
    through, alarms, missed, caught = (int(count) for count in counts_of(y, said))
    return Table(
        "The confusion matrix, the numbers of emails by class and prediction; ✘ marks the "
        "misclassified ones",
        ["", "classified as good", "classified as spam", "together"],
        [
            ["good", through, alarms, through + alarms],
            ["spam", missed, caught, missed + caught],
        ],
        [(0, 2), (1, 1)],
    )


def in_counts(y, said):
    """Return for each figure which counts make it."""
    through, alarms, missed, caught = counts_of(y, said)
    wrong = render(float(figures(y, said)[0]))
    return (
        f"misclassified emails: {alarms + missed} of {len(y)}",
        f"good emails classified as spam: {alarms} of {through + alarms}",
        f"spam emails classified as good: {missed} of {missed + caught}",
        f"the error rate is {wrong}, so it is the root of {wrong} * (1 - {wrong}) / {len(y)}",
    )


@check.of(
    "scores",
    MAILS,
    "Count the emails of the four kinds by hand: good or spam, classified as good or as spam. "
    "Two of the four counts are errors.",
    "Of which emails is each number a proportion? The denominator is the number of these, "
    "whatever was predicted.",
)
def scores(rng, scores):
    """Test the proportions of all, of the good, and of the spam emails."""
    cases = [judged_mails(rng, n) for n in (10, 13, 24)]
    y = rng.permutation([0, 0, 0, 1, 1])
    cases.append({"y": y, "said": y.copy()})
    trial = AnswerTrial(scores, cases)
    trial.demand(
        lambda found, *given: isinstance(found, dict) and sorted(found) == KEYS,
        f"your function must return a dictionary with the keys {KEYS}",
    )
    trial.demand(
        lambda found, *given: all(np.ndim(found[key]) == 0 for key in KEYS),
        "each of the four is one number",
    )
    for i, key in enumerate(KEYS):
        trial.compare(
            lambda y, said, i=i: float(figures(y, said)[i]),
            lambda y, said, i=i, key=key: f"`{key}`: {in_counts(y, said)[i]}",
            [(f"`{key}`: {words}", way) for words, way in SCORES_MISTAKES[key]],
            part=lambda found, key=key: found[key],
            steps=lambda y, said, i=i: in_counts(y, said)[i],
            picture=four_kinds,
        )


# Task 2


def named(X):
    """Return each row as a tuple, so that equal rows are equal."""
    return list(map(tuple, X.tolist()))


def row_numbers(found, given):
    """Return training and test set as lists, if they are arrays of row numbers."""
    words = "your function must return two arrays of row numbers, train and test"
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        raise Mistake(words, given=given, yours=found)
    parts = [np.asarray(part) for part in found]
    if any(part.dtype == bool for part in parts):
        words = "your arrays are Boolean, with a value for each row; np.flatnonzero returns"
        raise Mistake(f"{words} row numbers for that", given=given, yours=found)
    if any(part.ndim != 1 or (part.size and part.dtype.kind not in "iu") for part in parts):
        words += f"; yours have the shapes {parts[0].shape} and {parts[1].shape}. Return"
        raise Mistake(f"{words} numbers, not the rows themselves", given=given, yours=found)
    return [part.astype(int).tolist() for part in parts]


def in_both(X, train, test):
    if both := sorted({*train} & {*test}):
        return f"rows in both sets: {len(both)}. A split is drawn without replacement"


def twice(X, train, test):
    if double := [i for i, times in Counter(train + test).items() if times > 1]:
        return f"row {double[0]} is in one of the sets more than once"
    if unknown := sorted({*train, *test} - {*range(len(X))}):
        return f"there is no row {unknown[0]}; X has the rows 0 to {len(X) - 1}"


def in_neither(X, train, test):
    names, kept = named(X), [*train, *test]
    lost = sorted({*range(len(X))} - {*kept})
    if not lost:
        return ""
    words = f"rows in neither set: {len(lost)} of {len(X)}"
    if test and len({names[i] for i in kept}) == len(kept) == len({*names}):
        return (
            f"{words}. You keep only one of several equal rows. Copies must be kept together, "
            "not removed: an email that is sent often counts often"
        )
    if {names[i] for i in lost} <= {names[i] for i in train}:
        return (
            f"{words}. They have copies in your training set. If you remove them from the test "
            "set, emails are lost; assign whole groups of copies from the beginning"
        )
    return f"{words}; every row must be in one of them"


def leaks(X, train, test):
    """Return which rows of the test set have a copy in the training set."""
    names = named(X)
    learned = {names[i] for i in train}
    return [i for i in test if names[i] in learned]


def leaking(X, train, test):
    if seen := leaks(X, train, test):
        return (
            f"rows of your test set with a copy in your training set: {len(seen)} of "
            f"{len(test)}. The filter has seen them"
        )


def both_sides(X, train, test):
    return Table(
        "The set of each row; ✘ marks a row of the test set with a copy in the training set",
        ["row", *(f"x_{j}" for j in range(X.shape[1])), "side"],
        [[str(i), *row, "test" if i in test else "train"] for i, row in enumerate(X)],
        [(i, X.shape[1] + 1) for i in leaks(X, train, test)],
    )


def share_of_rows(X, share, splits):
    """Return which test set is furthest from its size, and what is wrong with it, if anything."""
    names = named(X)
    largest, wanted = max(Counter(names).values()), share * len(X)
    sizes = np.array([len(test) for _, test in splits])
    worst = int(np.abs(sizes - wanted).argmax())
    if fits(sizes[worst], wanted, largest):
        return worst, ""
    words = (
        f"the test set must have {render(wanted)} rows, plus or minus the largest group of "
        f"copies, {largest}; yours has {sizes[worst]}"
    )
    groups = [len({names[i] for i in test}) for _, test in splits]
    first = [[{X[i, 0] for i in part} for part in found] for found in splits]
    if all(fits(len(train), wanted, largest) for train, _ in splits):
        words += ", which fits the training set: are they exchanged?"
    elif all(abs(count - share * len({*names})) < 1 for count in groups):
        words += ". Do you count groups instead of rows?"
    elif X.shape[1] > 1 and not any(one & other for one, other in first):
        words += ". In yours rows stay together that are equal in the first feature; copies are "
        words += "equal in all features"
    elif min(sizes) >= wanted - 1:
        words += ". Do copies that follow a row into the test set make it larger than its share?"
    return worst, words


def fits(size, wanted, largest):
    return abs(size - wanted) <= largest + 1e-9


@check.of(
    "split",
    MAILS,
    "Which rows of X are equal? Check for each such group, by hand, in which set it is.",
    "Assign one group after the other, in random order. How many *rows* are in the test set "
    "after each?",
)
def split(rng, honest_split):
    """Test that copies stay together, the size in rows, and the randomness from the generator."""

    def tried(X, share, seeds, told=None):
        """Split with each seed; return the splits. The caption stands for an X that is long."""
        cases = [
            {"X": X if told is None else told, "share": share, "seed of rng": s} for s in seeds
        ]
        trial = AnswerTrial(
            lambda _, share, seed: honest_split(X.copy(), share, np.random.default_rng(seed)), cases
        )
        splits = [row_numbers(*pair) for pair in zip(trial.found, cases, strict=True)]
        for fault in (in_both, twice, in_neither, leaking):
            for given, found in zip(cases, splits, strict=True):
                if words := fault(X, *found):
                    picture = both_sides(X, *found) if fault is leaking and told is None else None
                    yours = found if told is None else ...
                    raise Mistake(words, given=given, yours=yours, picture=picture)
        worst, words = share_of_rows(X, share, splits)
        if words:
            raise Mistake(words, given=cases[worst], yours=splits[worst] if told is None else ...)
        return splits

    seeds = rng.integers(1000, size=12).tolist()
    five = rng.permutation(np.repeat(rng.permutation(20)[:5], [1, 1, 2, 2, 3]))
    tried(five[:, None].astype(float), 1 / 2, seeds[:6])
    first, second = np.repeat([7, 0], [8, 4]), np.arange(12) % 10
    first[8:] = rng.permutation(6)[:4]
    second[1] = second[0]
    tried(rng.permutation(np.column_stack([first, second]).astype(float)), 1 / 2, seeds)

    groups = rng.permutation(1000)[:200]
    many = rng.permutation(np.repeat(groups, [1, 3] * 100))[:, None].astype(float)
    told = "400 rows: 100 single ones, and 100 groups of 3 equal ones"
    once = [sorted(test) for _, test in tried(many, 0.3, [*seeds, seeds[0]], told)]
    if once[0] != once[-1]:
        raise Mistake(
            "two generators with the same seed must give the same split, but yours differ. Is "
            "there another source of randomness?",
            given={"X": told, "share": 0.3, "seed of rng": seeds[0]},
        )
    if all(rows == once[0] for rows in once):
        low, high = many[once[0]], np.delete(many, once[0])
        words = f"{len(seeds)} generators gave the same split; is rng used?"
        if low.max() < high.min() or high.max() < low.min():
            words = (
                "whatever the generator, the groups are assigned in the order of their values, "
                "as np.unique returns them. Shuffle them: the file is sorted by class, and "
                "groups of a class are similar"
            )
        raise Mistake(words, given={"X": told, "share": 0.3})

    spam = all_mails()
    tried(spam.X, 1 / 3, seeds[:1], f"the {len(spam.y)} emails")


# Task 3


def watched():
    """Return a `fit_predict`, and the list in which it writes down its calls."""
    calls = []

    def fit_predict(X_train, y_train, X_new):
        """Return the number of each row, plus 10 for each observation in the training data."""
        learned, new = (np.ravel(X).astype(int) for X in (X_train, X_new))
        calls.append((learned.tolist(), np.ravel(y_train).tolist(), new.tolist()))
        return new + 10 * len(learned)

    return fit_predict, calls


def folded(rng, names, sizes):
    """Draw observations, numbered by X, in folds out of order; shifted labels do not fit."""
    n = sum(sizes)
    while True:
        folds, y = rng.permutation(np.repeat(names, sizes)), rng.integers(2, size=n)
        others = [y[folds != name] for name in names]
        in_order = np.array_equal(np.argsort(folds, kind="stable"), np.arange(n))
        if not in_order and all(any(y[: len(part)] != part) for part in others):
            return {"X": np.arange(float(n))[:, None], "y": y, "folds": folds}


def judge_calls(calls, case):
    """Check what fit_predict was given."""
    y, folds, names = case["y"], case["folds"], sorted(set(case["folds"].tolist()))
    for learned, labels, new in calls:
        held = {int(folds[i]) for i in new}
        right = [i for i in range(len(y)) if folds[i] not in held]
        if not new or not learned:
            what = "given no observations to predict" if learned else "trained on no observations"
            words = f"a classifier was {what}; the folds have the names {names}, and no others"
            raise Mistake(words, given=case)
        words = ""
        if len({*learned}) == len(y):
            words = (
                f"your classifier was trained on all observations, including {new}, which it "
                "predicted: it has seen them with their labels"
            )
        elif len({*new}) == len(y):
            words = (
                f"your classifier predicted all observations, including {learned}, on which it "
                "was trained: it has seen them with their labels. Predict only those in the "
                "fold"
            )
        elif seen := sorted({*learned} & {*new}):
            words = f"your classifier predicted {seen}, which it has seen with their labels"
        elif len(held) > 1 and len({int(folds[i]) for i in learned}) == 1:
            words = (
                f"your classifier was trained on the single fold {learned} and predicted the "
                "others; train it on the others"
            )
        elif len(held) > 1:
            words = f"your classifier predicted {new}, which are in several folds at once"
        elif mates := [i for i in learned if folds[i] in held]:
            words = (
                f"your classifier predicted {new} and was trained on {mates}, which are in the "
                "same fold; train it on the other folds only"
            )
        elif {*learned} != {*right}:
            words = (
                f"the observations {new} must be predicted by a classifier trained on all "
                f"observations in the other folds, {right}; yours was trained on {learned}"
            )
        if words:
            caption = "One call of fit_predict"
            picture = tabulate_rows(caption, "fold", folds, learned, new, right)
            raise Mistake(words, given=case, picture=picture)
        if labels != y[learned].tolist():
            words = f"for the observations {learned} you passed labels that are not theirs"
            raise Mistake(words, given=case, expected=y[learned], yours=labels)
    if len(calls) != len(names):
        words = f"calls of fit_predict: {len(calls)}, for {len(names)} folds"
        if len(calls) < len(names):
            words += ". One round for each is required; is `return` inside the loop?"
        else:
            words += ". Train once for each, and predict all of its observations"
        raise Mistake(words, given=case)


def misplaced(found, wanted, folds):
    """Return in which way predictions are in the wrong places."""
    if sorted(found.tolist()) == sorted(wanted.tolist()):
        return (
            "these are the right predictions in another order: those for a fold belong in the "
            "places of its observations"
        )
    there = set(folds[found == wanted].tolist())
    if len(there) == 1:
        return (
            "only the predictions of one round are in their places, those for fold "
            f"{there.pop()}. Does each round create a new array?"
        )
    return "the predictions are not in the places of their observations"


@check.of(
    "folds",
    MAILS,
    "Consider the smallest input: for the first fold, on which observations is the classifier "
    "trained, and which does it predict? (The chapter *Bagging* compares cross-validation with "
    "the out-of-bag error.)",
    "Row 0 is in some fold. In which round is it predicted, and where does the prediction belong?",
)
def folds(rng, out_of_fold):
    """Test that each observation is predicted by a classifier trained on the other folds."""
    low, mid, high, top = np.sort(rng.permutation(np.arange(4, 20))[:4])
    for names, sizes in (
        ([mid, low, high], [2, 2, 1]),
        ([top, low, mid], [3, 3, 1]),
        ([-low, high, mid, top], [3, 1, 2, 4]),
    ):
        case = folded(rng, names, sizes)
        fit_predict, calls = watched()
        trial = run_and_judge(
            lambda *given, ask=fit_predict: out_of_fold(ask, *given),
            case,
            lambda calls=calls, case=case: judge_calls(calls, case),
        )
        size = Counter(case["folds"].tolist())
        wanted = [i + 10 * (len(case["y"]) - size[f]) for i, f in enumerate(case["folds"].tolist())]
        trial.demand(
            lambda found, X, y, folds: shape_of(found) == y.shape,
            lambda found, X, y, folds: (
                f"{len(y)} observations need one prediction each; yours has the shape "
                f"{shape_of(found)}"
            ),
        )
        words = misplaced(np.ravel(trial.found[0]), np.array(wanted), case["folds"])
        trial.compare(
            lambda *given, wanted=wanted: np.array(wanted),
            words,
            steps=lambda *given: (
                "here fit_predict returns the number of each row, plus 10 for each observation "
                "on which it was trained"
            ),
            picture=lambda right, yours, X, y, folds: tabulate_values(
                "The prediction for each observation",
                {"observation": range(len(y)), "fold": folds},
                right,
                yours,
                "an incorrect one",
            ),
        )


# Task 4


def counted(y, one, other):
    """Return how many emails both classify correctly, only one, only the other, and neither."""
    return counts_of(one != y, other != y)


def judged_twice(rng, *kinds):
    """Draw labels and predictions of two filters; `kinds` are the counts as in `counted`."""
    wrong = rng.permutation(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], kinds, axis=0))
    y = rng.integers(2, size=len(wrong))
    return {"y": y, "one": np.abs(y - wrong[:, 0]), "other": np.abs(y - wrong[:, 1])}


def exact(y, one, other):
    """Return the p-value of the library's own test."""
    _, first, second, _ = map(int, counted(y, one, other))
    return float(binomtest(first, first + second).pvalue)


def coins(function, times=1, count=min, of=None):
    """Return a function of the three arrays: a probability of the smaller or larger count."""

    def gives(y, one, other):
        _, first, second, _ = counted(y, one, other)
        n = first + second if of is None else of(y, one, other)
        return min(1.0, times * function(count(first, second), n, 0.5))

    return gives


def chi_squared(less):
    """Return a function of the three arrays: McNemar's approximation, with a correction."""

    def gives(y, one, other):
        _, first, second, _ = counted(y, one, other)
        return chi2.sf(max(abs(first - second) - less, 0) ** 2 / (first + second), 1)

    return gives


def unpaired(pooled):
    """Return a function of the three arrays: a test of two proportions of different emails."""

    def gives(y, one, other):
        a, b = np.mean(one != y), np.mean(other != y)
        spread = 2 * np.mean([a, b]) * (1 - np.mean([a, b])) if pooled else a - a**2 + b - b**2
        return 2 * norm.sf(abs(a - b) / (spread / len(y)) ** 0.5)

    return gives


ONE_SIDE = (
    "this is the probability of *one* side; return the probability of at least as uneven "
    "results on either side"
)
STRICT = (
    "yours counts only results that are more uneven than these; those that are equally uneven "
    "count too"
)
APPROXIMATE = (
    "this is McNemar's test by the chi-squared or normal distribution, an approximation for "
    "many emails; with few coins you can compute it exactly"
)
APART = (
    "this is the test of two proportions of *different* emails. The filters classified the "
    "same emails; use that"
)
P_MISTAKES = [
    (ONE_SIDE, coins(binom.cdf)),
    (STRICT, coins(binom.sf, 2, max)),
    (STRICT, coins(binom.sf, 1, max)),
    (APPROXIMATE, chi_squared(0)),
    (
        "this is the chi-squared distribution with a continuity correction, still an "
        "approximation; with few coins you can compute it exactly",
        chi_squared(1),
    ),
    (APART, unpaired(pooled=True)),
    (APART, unpaired(pooled=False)),
    (
        "how many coins were tossed? Emails that both classify correctly or both misclassify "
        "do not count",
        coins(binom.cdf, 2, of=lambda y, one, other: len(y)),
    ),
    (
        "how many coins were tossed? Emails that both misclassify do not count",
        coins(binom.cdf, 2, of=lambda *given: sum(counted(*given)[1:])),
    ),
    (
        "how many coins were tossed? Emails that both classify correctly do not count",
        coins(binom.cdf, 2, of=lambda *given: sum(counted(*given)[:3])),
    ),
    (
        "yours is the probability of at most the *larger* number; use the smaller",
        coins(binom.cdf, 2, max),
    ),
    (
        "yours is the probability of at most the *larger* number; use the smaller",
        coins(binom.cdf, 1, max),
    ),
    (
        "this is the probability of exactly this result; more uneven results count too",
        coins(binom.pmf, 2),
    ),
    (
        "this is the probability of exactly this result; more uneven results count too",
        coins(binom.pmf),
    ),
    (
        "this is the probability that the result is *not* so uneven",
        lambda *given: 1 - exact(*given),
    ),
]


def four_fates(right, yours, y, one, other):
    both, first, second, neither = map(int, counted(y, one, other))
    return Table(
        "The numbers of emails that each filter classifies correctly or not",
        ["", "other is right", "other is wrong"],
        [["one is right", both, first], ["one is wrong", second, neither]],
    )


def unevenly(y, one, other):
    _, first, second, _ = map(int, counted(y, one, other))
    n, less = first + second, min(first, second)
    if first == second:
        return f"of {n} coins, {first} fall on either side: no result is more even"
    return f"of {n} fair coins, at most {less} or at least {n - less} show heads"


@check.of(
    "compare",
    MAILS,
    "Go through the emails of the smallest input by hand: which does exactly one of the two "
    "classify correctly?",
    "How many coins were tossed, and how many of them fell on the side with fewer? Which "
    "result is equally uneven on the other side?",
)
def compare(rng, compare):
    """Test the emails that only one classifies correctly, and the probability of such counts."""

    def draw(*kinds):
        kinds = [int(rng.integers(low, high)) for low, high in kinds]
        return lambda: judged_twice(rng, *kinds)

    ways = [way for _, way in P_MISTAKES]
    kinds = [
        [(1, 4), (3, 6), (1, 2), (1, 3)],
        [(5, 8), (1, 3), (6, 10), (2, 5)],
        [(20, 30), (9, 12), (4, 6), (3, 7)],
    ]
    cases = [draw_case(draw(*ranges), exact, *ways) for ranges in kinds]
    trial = AnswerTrial(compare, cases)
    trial.demand(
        lambda found, *given: isinstance(found, (tuple, list, np.ndarray)) and len(found) == 3,
        "three numbers are required: how many emails only `one` classifies correctly, how many "
        "only `other`, and p",
    )
    trial.demand(
        lambda found, *given: all(np.ndim(part) == 0 for part in found),
        "each of the three is one number",
    )
    trial.compare(
        lambda *given: [int(count) for count in counted(*given)[1:3]],
        "these are not the numbers of emails that exactly one classifies correctly, first "
        "those of `one`",
        [
            (
                "these are the emails that each classifies correctly; only those count that "
                "the other misclassifies",
                lambda *given: counted(*given)[0] + counted(*given)[1:3],
            ),
            (
                "the emails that only `one` classifies correctly come first; yours are exchanged",
                lambda *given: counted(*given)[2:0:-1],
            ),
            (
                "these are the emails that each misclassifies; count those that it alone "
                "classifies correctly",
                lambda *given: counted(*given)[3] + counted(*given)[2:0:-1],
            ),
            (
                "these are proportions; return numbers of emails",
                lambda y, *said: counted(y, *said)[1:3] / len(y),
            ),
            (
                "these are the emails that both classify correctly, and that neither does; "
                "they do not show which is better",
                lambda *given: counted(*given)[[0, 3]],
            ),
        ],
        part=lambda found: list(found[:2]),
        picture=four_fates,
    )
    trial.compare(
        exact,
        lambda *given: f"p is the probability that {unevenly(*given)}",
        P_MISTAKES,
        part=lambda found: found[2],
        steps=lambda *given: f"p is the probability that {unevenly(*given)}",
        picture=four_fates,
    )
    even = int(rng.integers(2, 5))
    for told, kinds in (
        (f"{even} emails for each filter: no result is more even, so p is 1", (2, even, even, 1)),
        ("no email counts because the predictions are equal, so p is 1", (4, 0, 0, 2)),
    ):
        last = AnswerTrial(compare, [judged_twice(rng, *kinds)])
        last.compare(
            lambda *given: 1.0,
            told,
            [
                (
                    f"{told}, but a probability is at most 1. Doubling counts the middle twice",
                    coins_doubled,
                )
            ],
            part=lambda found: found[2],
        )


def coins_doubled(y, one, other):
    """Return twice the probability of one side, where that is more than 1."""
    _, first, second, _ = counted(y, one, other)
    return 2 * binom.cdf(min(first, second), first + second, 0.5)


# Task 5


def drawn_mails(learn, new, seed):
    """Draw training emails, and test emails none of which has a copy among them."""
    spam = all_mails()
    order = np.random.default_rng(seed).permutation(len(spam.y))
    first, later = order[:learn], order[learn:]
    seen = {spam.X[i].tobytes() for i in first}
    later = [i for i in later if spam.X[i].tobytes() not in seen][:new]
    return spam.X[first], spam.y[first], spam.X[later], spam.y[later]


def ask_filter(filter_mail, learn, new, seeds, chosen=slice(None)):
    """Train the filter on emails drawn with each seed; return its predictions for test emails."""
    cases = [{"training emails": learn, "test emails": new, "seed": seed} for seed in seeds]

    def answer(learn, new, seed):
        X_train, y_train, X_new, _ = drawn_mails(learn, new, seed)
        return filter_mail(X_train, y_train, X_new[chosen])

    trial = AnswerTrial(answer, cases)
    trial.demand(
        lambda found, learn, new, seed: shape_of(found) == np.arange(new)[chosen].shape,
        lambda found, *given: (
            f"each email in X_new needs one prediction; yours have the shape {shape_of(found)}"
        ),
    )
    for said in map(np.asarray, trial.found):
        values = sorted(set(said.tolist()))
        if not set(values) <= {0, 1}:
            words = "the predictions must be 0 or 1, but some of yours are not"
            if -1 in values:
                words += ". Labels -1 and +1 belong to the derivation of AdaBoost"
            elif said.dtype.kind == "f":
                words += ". Are these probabilities?"
            raise Mistake(words, given=cases[0], yours=values[:4])
    return [np.asarray(said) for said in trial.found]


def baselines(X_train, y_train, X_new):
    """Return the predictions of other classifiers for the test emails, by their names."""
    others = {
        "a single fully grown tree": DecisionTreeClassifier(random_state=0),
        "AdaBoost": AdaBoostClassifier(n_estimators=100),
        "a single stump": DecisionTreeClassifier(max_depth=1),
        "the nearest neighbors": KNeighborsClassifier(),
    }
    return {name: one.fit(X_train, y_train).predict(X_new) for name, one in others.items()}


def too_often_wrong(said, others, y):
    """Return what a filter looks like that is wrong too often."""
    if np.mean(said != y) > 0.5:
        return "It misclassifies most emails: are the classes exchanged?"
    if len(set(said.tolist())) == 1:
        return "It predicts the same class for every email"
    agree = {name: np.mean(said == theirs) for name, theirs in others.items()}
    if agree["a single stump"] > 0.97:
        return "It makes the predictions of a single stump; use an ensemble of many"
    if agree["a single fully grown tree"] > 0.97:
        return "It makes the predictions of a single fully grown tree, which overfits"
    if agree["the nearest neighbors"] > 0.85:
        return (
            "It makes nearly the predictions of nearest neighbors, by distances between "
            "features with very different scales: the longest run of capital letters dominates "
            "the words"
        )
    return (
        "An ensemble of many base learners has a smaller error. Classifiers that use distances "
        "need scaled features"
    )


@check.of(
    "filter",
    MAILS,
    "First try your filter on a split of your own, and use `scores`. Which of its errors does "
    "a single tree make too?",
    "Train it twice on the same emails, and predict one email alone and together with others. "
    "What can differ?",
)
def filtering(rng, filter_mail):
    """Test an error below the mean of a tree's and AdaBoost's, and equal predictions."""
    seed, *seeds = rng.integers(10**6, size=3).tolist()
    given = {"training emails": 150, "test emails": 1000}
    first, again = ask_filter(filter_mail, *given.values(), [seed, seed])
    if differ := int(np.sum(first != again)):
        raise Mistake(
            "trained twice on the same emails, your filter makes different predictions for "
            f"{differ} of {len(first)} test emails. Is `random_state` fixed?",
            given=given,
        )
    said = ask_filter(filter_mail, 400, 1500, seeds)
    truth = [drawn_mails(400, 1500, one) for one in seeds]
    others = [baselines(*mails[:3]) for mails in truth]
    others = {name: np.concatenate([one[name] for one in others]) for name in others[0]}
    said, y = np.concatenate(said), np.concatenate([mails[3] for mails in truth])
    tree, boosted, yours = (
        float(np.mean(one != y))
        for one in (others["a single fully grown tree"], others["AdaBoost"], said)
    )
    limit = (tree + boosted) / 2
    if yours > limit:
        raise Mistake(
            f"your filter misclassifies {yours:.1%} of the test emails, but at most {limit:.1%} "
            f"are allowed. {too_often_wrong(said, others, y)}",
            given={"training emails": 400, "test emails": "1500, twice"},
            picture=Table(
                "The error rates on the test emails; ✘ marks yours, above the limit",
                ["", "error"],
                [
                    ["all predicted as good", float(np.mean(y))],
                    ["a single fully grown tree", tree],
                    ["the limit, halfway", limit],
                    ["AdaBoost, 100 stumps", boosted],
                    ["yours", yours],
                ],
                [(4, 1)],
            ),
        )
    some = np.flatnonzero(first)[:40][::-1]
    (alone,) = ask_filter(filter_mail, *given.values(), [seed], some)
    if differ := int(np.sum(alone != first[some])):
        raise Mistake(
            f"for {len(some)} emails alone, your filter makes other predictions than for the "
            f"same emails among {len(first)}, for {differ} of them: its predictions depend on "
            "the other emails in X_new, or on their order",
            given=given,
        )
