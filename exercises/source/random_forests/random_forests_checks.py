"""The checks of the problem set on random forests: what `check("gini", gini)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

from collections import Counter
from itertools import combinations, pairwise

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
    shape_of,
    tabulate_lines,
    try_call,
)

check = Checks("Random forests", "random_forests")


# Task 1


def unlike_pairs(labels):
    """Return the proportion of all pairs, an observation with itself included, that differ."""
    return np.mean(labels[:, None] != labels) if len(labels) else 0.0


def counts_of(labels):
    return np.array(sorted(Counter(labels.tolist()).values()))


def entropy(labels, log=np.log):
    p = counts_of(labels) / len(labels)
    return -np.sum(p * log(p))


@check.of(
    "gini",
    "The split criterion",
    "With two classes of equal size, how often do two draws differ? And in a pure node?",
)
def gini(rng, gini):
    """Test the probability that two draws differ."""
    cases = [{"labels": rng.permutation(list(word))} for word in ("aab", "aabc", "aaabbc")]
    cases.append({"labels": np.full(3, int(rng.integers(9)))})
    trial = AnswerTrial(gini, cases, "forest.split")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        unlike_pairs,
        "the impurity is the probability that two observations, drawn with replacement, differ "
        "in class",
        [
            (
                "this is the probability that two draws are equal",
                lambda v: 1 - unlike_pairs(v),
            ),
            (
                "this is the entropy, another impurity; the Gini index contains no logarithm",
                lambda v: entropy(v),
            ),
            (
                "this is the entropy in bits, another impurity; the Gini index contains no "
                "logarithm",
                lambda v: entropy(v, np.log2),
            ),
            (
                "this is the proportion of observations outside the most frequent class, "
                "another impurity",
                lambda v: 1 - max(counts_of(v)) / len(v),
            ),
            (
                "this is the probability that two *different* observations differ; the draws "
                "are with replacement",
                lambda v: unlike_pairs(v) * len(v) / (len(v) - 1),
            ),
            (
                "you calculate with counts; use the proportions of the classes, which are "
                "counts divided by the number of observations",
                lambda v: np.sum(counts_of(v) * (len(v) - counts_of(v))),
            ),
            (
                "you calculate with counts; use the proportions of the classes, which are "
                "counts divided by the number of observations",
                lambda v: 1 - np.sum(counts_of(v) ** 2.0),
            ),
            (
                "you calculate with counts; use the proportions of the classes, which are "
                "counts divided by the number of observations",
                lambda v: np.sum(counts_of(v) * (1 - counts_of(v))),
            ),
            (
                "you divide the squares of the counts by n once; squared proportions require n "
                "squared",
                lambda v: 1 - np.sum(counts_of(v) ** 2.0) / len(v),
            ),
            (
                "each pair of classes counts in both orders: first one and then the other",
                lambda v: unlike_pairs(v) / 2,
            ),
            ("this is the number of classes", lambda v: len(counts_of(v))),
        ],
        steps=lambda v: f"the proportions of the classes are {render(counts_of(v) / len(v))}",
    )
    empty = try_call(gini, np.array([]))
    if not is_close(empty, 0.0):
        raise Mistake(
            "an empty node, gini(np.array([])), has impurity 0",
            "forest.split",
            expected=0.0,
            yours=empty,
        )


# Task 2


def two_class_gini(labels):
    """The Gini impurity of labels 0 and 1."""
    return 2 * np.var(labels) if len(labels) else 0.0


def objectives(X, y, features):
    """Return what each split is worth, from how the sides' labels scatter."""
    found = {}
    for feature in features:
        values = sorted(set(X[:, feature].tolist()))
        for low, high in pairwise(values):
            scatter = sum(
                np.sum((side - side.mean()) ** 2)
                for side in (y[X[:, feature] < high], y[X[:, feature] >= high])
            )
            found[feature, (low + high) / 2] = 2 * scatter / len(y)
    return found


def rows_of(X, y, split):
    j, t = split
    return Table(
        f"The observations, and the side of the split x_{j} <= {render(t)} to which they go",
        ["observation", f"x_{j}", "side", "label"],
        [
            [str(i), X[i, j], "left" if X[i, j] <= t else "right", int(y[i])]
            for i in np.argsort(X[:, j], kind="stable")
        ],
    )


@check.of(
    "split",
    "The split criterion",
    "Print (j, t, objective) of every split that you try. Do you try all splits on the "
    "features drawn, and no others?",
    "A side with one observation is pure. Why is such a split not always the best?",
)
def split(rng, best_split):
    """The smallest weighted impurity among the features drawn."""
    for n in (7, 7, 8, 9):
        X, y, drawn, best = one_to_split(rng, n)
        told = {"X": X, "y": y, "features": drawn}
        trial = AnswerTrial(
            lambda X, y, features: best_split(X, y, features, two_class_gini),
            [told],
            "forest.split",
        )
        found = trial.found[0]
        if not isinstance(found, (tuple, list)) or len(found) != 3:
            raise Mistake("the result must be a triple (j, t, objective)", given=told, yours=found)
        j, t, objective = found
        scores = objectives(X, y, drawn)
        least = scores[best]
        told["features"] = drawn
        if j not in drawn:
            place = j in range(len(drawn)) and drawn[j] == best[0]
            words = (
                "j must be the column number of the feature in X; yours is its position in the "
                "list of those drawn"
                if place
                else f"only the features {drawn} were drawn, but you split on feature {j}. The "
                "minimum is over j in S, not over all features"
            )
            raise Mistake(words, "forest.split", told, (*best, least), (j, t, objective))
        if drawn.index(best[0]) == j and j != best[0] and is_close(objective, least):
            raise Mistake(
                "j must be the column number of the feature in X; yours is its position in the "
                "list of those drawn",
                "forest.split",
                told,
                (*best, least),
                (j, t, objective),
            )
        if (j, t) not in scores:
            values = X[:, j].tolist()
            words = (
                "a threshold is the midpoint between two neighboring values; yours is a value "
                "itself"
                if t in values
                else "a threshold is the midpoint between two neighboring values of the feature"
            )
            raise Mistake(words, "forest.split", told, (*best, least), (j, t, objective))
        if not np.isclose(scores[j, t], least):
            raise worse_split(X, y, drawn, told, best, (j, t, objective), scores)
        if not is_close(objective, least):
            raise Mistake(
                "the split is the best one, but its objective is wrong: add the impurities of "
                "the sides, each weighted by its proportion of the observations",
                "forest.split",
                told,
                least,
                objective,
                picture=rows_of(X, y, best),
            )
    flat, labels = np.ones((4, 2)) * rng.integers(9), np.array([0, 1, 0, 1])
    nothing = try_call(best_split, flat, labels, [1], two_class_gini)
    if nothing is not None:
        raise Mistake(
            "a feature with a single value has no split, and if no other was drawn, the result "
            "is None",
            "forest.split",
            {"X": flat, "y": labels, "features": [1]},
            yours=nothing,
        )


def one_to_split(rng, n):
    """Draw data whose best split on three features is found by no known mistake."""
    while True:
        X = np.round(rng.normal(size=(n, 4)), 1)
        X[:, 1] = X[0, 1]
        y = rng.integers(2, size=n)
        X[:, 0] = np.where(y, 3.0, 1.0) + rng.random(n).round(1)  # would split without error
        drawn = [2, 1, 3]
        scores = objectives(X, y, drawn)
        order = sorted(scores, key=scores.get)
        if len(order) < 4 or len(set(y)) < 2 or scores[order[1]] - scores[order[0]] < 0.02:
            continue
        best = order[0]
        plain = {
            split: sum(two_class_gini(y[side]) for side in sides(X, *split)) for split in scores
        }
        turned = {split: exchanged(X, y, *split) for split in scores}
        alone = {*least_of(plain), *least_of(turned)}
        others = {order[-1], min((s for s in order if s[0] == 2), key=scores.get)}
        if best[0] == 3 and scores[best] > 0.05 and not alone & {best, *others}:
            return X, y, drawn, best


def least_of(values):
    """Return the arguments with the smallest value; several in a tie."""
    return [key for key, value in values.items() if np.isclose(value, min(values.values()))]


def sides(X, j, t):
    below = X[:, j] <= t
    return below, ~below


def exchanged(X, y, j, t):
    left, right = sides(X, j, t)
    shares = right.mean(), left.mean()
    return sum(s * two_class_gini(y[side]) for s, side in zip(shares, (left, right), strict=True))


def worse_split(X, y, drawn, told, best, found, scores):
    """Return in which known way a split that is not the best was found."""
    j, t, _ = found
    plain = {s: sum(two_class_gini(y[side]) for side in sides(X, *s)) for s in scores}
    turned = {s: exchanged(X, y, *s) for s in scores}
    first = {s: v for s, v in scores.items() if s[0] == drawn[0]}
    words = f"there is a better split, on feature {best[0]} at {render(best[1])}"
    if (j, t) in least_of(plain):
        words += (
            ". The impurities of the sides are weighted by their proportions of the observations"
        )
    elif (j, t) in least_of(turned):
        words += (
            ". Each side is weighted by its own proportion of the observations, not by "
            "that of the other side"
        )
    elif np.isclose(scores[j, t], max(scores.values())):
        words = "this is the split with the largest objective; return the one with the smallest"
    elif (j, t) in least_of(first):
        words += ". Yours is the best split on the first feature; try the others too"
    rows = [
        [
            f"x_{i} <= {render(c)}",
            value,
            "right" if (i, c) == best else "yours" if (i, c) == (j, t) else "",
        ]
        for (i, c), value in scores.items()
    ]
    return Mistake(
        words,
        "forest.split",
        told,
        (*best, scores[best]),
        found,
        picture=Table(
            "The objective of each split on the features drawn", ["", "objective", ""], rows
        ),
    )


# Task 3


def drawn_tree(tree, depth=0):
    """Write a tree as lines; a leaf is its label."""
    if not isinstance(tree, (tuple, list)):
        return ["  " * depth + render(tree)]
    j, t, left, right = tree
    head = "  " * depth + f"x_{int(j)} <= {render(float(t))}?"
    return [head, *drawn_tree(left, depth + 1), *drawn_tree(right, depth + 1)]


def two_trees(right, yours):
    """Set two trees beside each other, line by line."""
    words = "The tree, a line for each node, the left side first"
    return tabulate_lines(words, drawn_tree(right), drawn_tree(yours))


class Offers:
    """The functions given to the answer: features to draw, and a splitting rule."""

    def __init__(self):
        self.drawn, self.used = [], []

    def draw(self):
        """Draw a feature, 0, 1, 0, 1, ..., and a number that tells the draws apart."""
        self.drawn.append([len(self.drawn) % 2, 100 + len(self.drawn)])
        return list(self.drawn[-1])

    def split(self, X, y, features):
        """Split at the middle observation, on the first of the features."""
        j = int(features[0])
        self.used.append([int(feature) for feature in features])
        column = np.unique(X[:, j])
        return (j, float(column[(len(column) - 1) // 2])) if len(column) > 1 else None


def tidy(tree, given):
    """Return a tree as nested tuples of Python's numbers."""
    if isinstance(tree, (tuple, list)):
        if len(tree) != 4:
            raise Mistake("a node is (j, t, left, right)", given=given, yours=tree)
        return int(tree[0]), float(tree[1]), tidy(tree[2], given), tidy(tree[3], given)
    if tree is None or np.ndim(tree):
        raise Mistake("a leaf is a label", given=given, yours=tree)
    return int(tree)


def level(node):
    """Return a tree with each split named by its observation, because features are random."""
    split = isinstance(node, tuple)
    return (node[1] / (1, 10)[node[0]], *map(level, node[2:])) if split else node


def splits_of(tree):
    return (tree[0], *map(splits_of, tree[1:])) if isinstance(tree, tuple) else None


def by_hand(X, y, depth, offers):
    """Grow the expected tree from the observations of its nodes."""
    ranks = Counter(y.tolist())
    label = min(ranks, key=lambda one: (-ranks[one], one))
    offer = offers.split(X, y, offers.draw()) if depth and len(ranks) > 1 else None
    if offer is None:
        return label
    low = [i for i, x in enumerate(X[:, offer[0]]) if not x > offer[1]]
    high = [i for i in range(len(y)) if i not in low]
    deeper = (by_hand(X[rows], y[rows], depth - 1, offers) for rows in (low, high))
    return (*offer, *deeper)


@check.of(
    "grow",
    "Features drawn per split or per tree",
    "Count the calls of draw. There must be one for each node that is split, and none before.",
)
def grow(rng, grow):
    """A tree whose nodes draw features of their own."""
    X = np.arange(8.0)[:, None] * [1, 10]
    low, high, other = (int(v) for v in np.sort(rng.permutation(9)[:3]))
    y = np.array([low, low, high, low, high, high, other, other])
    for depth in (0, 1, 2, 9):
        given = {"X": X, "y": y, "depth": depth}
        ours, theirs = Offers(), Offers()
        right = by_hand(X, y, depth, ours)

        def run(X, y, depth, theirs=theirs):
            return grow(X, y, depth, theirs.draw, theirs.split)

        yours = tidy(AnswerTrial(run, [given], "forest.split").found[0], given)
        ranks = {True: level(yours), False: level(right)}
        if any(features not in theirs.drawn for features in theirs.used):
            raise Mistake("split must be given what draw returned", "forest.split", given)
        if depth == 0 and theirs.used:
            raise Mistake(
                "with depth 0, the tree is a leaf: nothing is split", "forest.split", given
            )
        per_node = len({tuple(features) for features in theirs.used}) == len(theirs.used)
        if not per_node:
            words = (
                f"each node must draw its own features, but in yours {len(theirs.used)} nodes "
                "share "
            )
            if len({tuple(features) for features in theirs.used}) == 1:
                words += (
                    "one draw. Drawing once for the whole tree is another method, the random "
                    "subspace method"
                )
            else:
                words += "some of their draws"
            raise Mistake(words, "forest.split", given)
        if ranks[True] == ranks[False]:
            continue
        raise Mistake(
            wrong_tree(ranks[False], ranks[True], len(ours.used), len(theirs.used)),
            "forest.split",
            given,
            picture=two_trees(right, yours),
        )
    same = np.ones((3, 2))
    labels = np.array([other, high, high])
    offers = Offers()
    given = {"X": same, "y": labels, "depth": 5}
    yours = tidy(grow(same, labels, 5, offers.draw, offers.split), given)
    if yours != high:
        raise Mistake(
            "if split returns None, the node is a leaf with its most frequent label",
            "forest.split",
            given,
            high,
            yours,
        )


def wrong_tree(right, yours, ours, theirs):
    """Return what is wrong with a tree."""
    if not isinstance(right, tuple):
        return (
            "the tree is a leaf with the most frequent label, and in a tie with the smallest "
            "of these"
        )
    if not isinstance(yours, tuple) or theirs < ours:
        return "some nodes are not split although their labels differ and their depth is not 0"
    if splits_of(sides_exchanged(yours)) == splits_of(right):
        return "observations with x_j <= t go to the left; yours go to the right"
    if theirs > ours:
        return (
            "too many nodes are split: a node whose labels are all equal, or whose depth is 0, "
            "is a leaf"
        )
    if splits_of(yours) == splits_of(right):
        return (
            "the splits are right, but the leaves are not. Does an observation *on* the "
            "threshold go to the left? A leaf is the most frequent label of its observations, "
            "and in a tie the smallest of these"
        )
    if yours[0] == right[0]:
        return (
            "the root is right, but the nodes below it are not. An observation *on* the "
            "threshold goes to the left"
        )
    return "the root is split by what `split` returns for all observations"


def sides_exchanged(tree):
    split = isinstance(tree, tuple)
    return (tree[0], *map(sides_exchanged, tree[:0:-1])) if split else tree


# Task 4


def by_rank(votes):
    """Return for each point the first label by votes, and then by size."""
    order = (
        sorted(column, key=lambda one: (-column.count(one), one)) for column in votes.T.tolist()
    )
    return np.array([labels[0] for labels in order])


def ties_by(choose):
    def gives(votes):
        found = []
        for column in votes.T.tolist():
            top = max(map(column.count, column))
            found.append(choose([one for one in column if column.count(one) == top]))
        return np.array(found)

    return gives


@check.of(
    "vote",
    "The algorithm",
    "Consider one point, which is one column: write down its labels and how often each occurs.",
)
def vote(rng, forest_vote):
    """The most frequent label, the smallest in ties."""
    cases = []
    for m, n in ((3, 3), (4, 4), (5, 6)):
        votes = rng.integers(0, 7, size=(m, n))
        votes[: m - 1, 0] = 5  # a majority
        votes[:2, 1], votes[2:, 1] = 3, 1
        if m == 5:
            votes[:, 1] = [3, 3, 1, 1, 6]
        cases.append({"votes": votes})
    trial = AnswerTrial(forest_vote, cases, "forest.vote")
    trial.demand(
        lambda found, votes: shape_of(found) == votes.shape[1:],
        lambda found, votes: (
            f"{len(votes)} trees and {votes.shape[1]} points give {votes.shape[1]} labels, one for "
            f"each column; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        by_rank,
        "the result is the label that most trees predict at a point, and in a tie the smallest",
        [
            (
                "this is the rounded mean of the labels. A mean of labels has no meaning; "
                "count votes",
                lambda v: np.round(v.mean(axis=0)),
            ),
            (
                "this is the mean of the labels. A mean of labels has no meaning; count votes",
                lambda v: v.mean(axis=0),
            ),
            (
                "this is the median of the labels. The order of labels has no meaning; count votes",
                lambda v: np.median(v, axis=0),
            ),
            (
                "this is the median of the labels, rounded. The order of labels has no "
                "meaning; count votes",
                lambda v: np.floor(np.median(v, axis=0)),
            ),
            (
                "in a tie, the smallest of the tied labels wins, but yours takes the largest",
                ties_by(max),
            ),
            (
                "in a tie, the smallest of the tied labels wins, but yours takes the one that "
                "the earliest tree predicts",
                ties_by(lambda tied: tied[0]),
            ),
            ("this is the prediction of the first tree", lambda v: v[0]),
            ("this is the largest label at each point; count votes", lambda v: v.max(axis=0)),
            (
                "this is the number of votes for the most frequent label; return the label itself",
                lambda v: np.array([max(map(c.count, c)) for c in v.T.tolist()]),
            ),
        ],
        picture=lambda right, yours, v: Table(
            "The predictions of the trees; ✘ marks an incorrect label",
            ["", *(f"point {i}" for i in range(v.shape[1]))],
            [
                *([f"tree {k}", *row] for k, row in enumerate(v)),
                ["right", *right],
                ["yours", *np.asarray(yours)],
            ],
            [(len(v) + 1, int(i) + 1) for i in np.flatnonzero(np.asarray(yours) != right)],
        ),
    )


# Task 5


def wrong_rows(votes, counts, y, allowed=lambda count: count == 0, tie=0):
    """Return for each observation that is out of bag for a tree whether the vote is wrong."""
    found = []
    for said, seen, label in zip(votes.T, counts.T, y, strict=True):
        free = said[allowed(seen)]
        if len(free):
            ones = np.sum(free) - np.sum(1 - free)
            found.append((tie if ones == 0 else int(ones > 0)) != label)
    return found


def of_all_trees(votes, counts, y):
    free = (counts == 0).any(axis=0)
    said = 2 * (votes * (counts == 0)).sum(axis=0) > len(votes)
    return np.mean(said[free] != y[free])


FOREST_MISTAKES = [
    (
        "this is the error rate of all trees on all observations; a tree must not vote on an "
        "observation that is in its bootstrap sample",
        lambda v, c, y: np.mean(wrong_rows(v, np.zeros_like(c), y)),
    ),
    (
        "these are the votes of the trees for which the observation is in bag; counts[k, i] == "
        "0 means that it is out of bag",
        lambda v, c, y: np.mean(wrong_rows(v, c, y, lambda count: count > 0)),
    ),
    (
        "in a tie, the label is 0; yours is 1",
        lambda v, c, y: np.mean(wrong_rows(v, c, y, tie=1)),
    ),
    (
        "you divided by the number of all observations; leave out those that are in bag for "
        "every tree",
        lambda v, c, y: np.sum(wrong_rows(v, c, y)) / len(y),
    ),
    (
        "a majority of the trees for which the observation is out of bag is enough; yours "
        "requires a majority of all trees",
        of_all_trees,
    ),
    (
        "this is the proportion of wrong votes. First take the majority vote of the trees for "
        "which an observation is out of bag; then count one prediction for each observation",
        lambda v, c, y: np.mean((v != y)[c == 0]),
    ),
    (
        "this is the number of misclassified observations; return their proportion",
        lambda v, c, y: np.sum(wrong_rows(v, c, y)),
    ),
    (
        "this is the accuracy; the error rate is the proportion of misclassified observations",
        lambda v, c, y: 1 - np.mean(wrong_rows(v, c, y)),
    ),
    (
        "an observation that is in bag for every tree gets the label 0 in yours, and counts; "
        "leave it out",
        lambda v, c, y: (np.sum(wrong_rows(v, c, y)) + np.sum(y[(c > 0).all(axis=0)])) / len(y),
    ),
]


def forest_rows(right, yours, votes, counts, y):
    rows = []
    for i in range(len(y)):
        said = votes[counts[:, i] == 0, i].tolist()
        answer = "left out" if not said else str(int(2 * sum(said) > len(said)))
        mark = "" if not said else "wrong" if int(answer) != y[i] else "right"
        rows.append([f"observation {i}", render(said), answer, int(y[i]), mark])
    words = (
        "The votes of the trees for which an observation is out of bag, their majority, and "
        "the label"
    )
    return Table(words, ["", "out-of-bag trees", "answer", "label", ""], rows)


@check.of(
    "oob",
    "The algorithm",
    "For each observation: for which trees is it out of bag, and what do they predict? (The "
    "chapter *Bagging* explains this in its section on the out-of-bag error.)",
)
def oob(rng, oob_error):
    """Test the error rate of the trees for which observations are out of bag."""

    def draw(m, n):
        counts = rng.integers(0, 3, size=(m, n))
        votes, y = (rng.integers(2, size=size) for size in ((m, n), n))
        counts[:, 0] = 1 + rng.integers(3, size=m)  # seen by all
        counts[:, 1], votes[:, 1], y[1] = 0, np.arange(m) % 2, 0
        counts[2:, 1] = 1  # a tie of two
        counts[0, 2], counts[1:, 2], votes[0, 2], y[2] = 0, 1, 1, 1  # one of all trees
        return {"votes": votes, "counts": counts, "y": y}

    sizes = ((2, 5), (3, 6), (4, 12))
    ways = [lambda v, c, y: np.mean(wrong_rows(v, c, y)), *(way for _, way in FOREST_MISTAKES)]
    cases = [
        draw_case(lambda m=m, n=n: draw(m, n), *ways[: 2 if m < 4 else None]) for m, n in sizes
    ]
    trial = AnswerTrial(oob_error, cases, "bootstrap.oob")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        lambda v, c, y: np.mean(wrong_rows(v, c, y)),
        "each observation is classified by the majority vote of the trees for which it is out "
        "of bag",
        FOREST_MISTAKES,
        picture=forest_rows,
    )


# Task 6


@check.of(
    "importance",
    "Feature importance",
    "Call predict twice: once for X, and once for a copy in which one column is shuffled.",
)
def importance(rng, permutation_importance):
    """Test the accuracy before minus the accuracy after one feature was shuffled."""
    n = 60
    X = np.column_stack([rng.permutation(np.arange(float(n))), rng.normal(size=(n, 2)).round(2)])
    y = (X[:, 0] >= 5 * n / 6).astype(int)
    kept, asked = X.copy(), []

    def predict(X):
        """A forest that uses feature 0 only, and classifies all observations correctly."""
        asked.append(np.array(X))
        return (np.asarray(X)[:, 0] >= 5 * n / 6).astype(int)

    told = "a forest that uses feature 0 only and classifies all observations correctly; j = 0"
    seed = int(rng.integers(10**6))
    yours = permutation_importance(predict, X, y, 0, np.random.default_rng(seed))
    if not np.array_equal(X, kept):
        raise Mistake(f"{told}: the array X itself was changed; shuffle a copy")
    if yours is None:
        raise Mistake("your function returned nothing (None): only return hands it over")
    if np.ndim(yours):
        raise Mistake("your function must return one number", yours=yours)
    moved = [new for new in asked if new.shape != kept.shape or not np.array_equal(new, kept)]
    if not moved:
        raise Mistake(f"{told}: predict was never called for shuffled observations")
    for new in moved:
        if new.shape != kept.shape:
            raise Mistake(
                f"{told}: the shape changed from {kept.shape} to {new.shape}; shuffle the "
                "feature instead of removing it"
            )
        if not np.array_equal(new[:, 1:], kept[:, 1:]):
            raise Mistake(
                f"{told}: the features 1 and 2 must stay as they are, but you shuffled them "
                "too. Shuffling whole rows, or the labels, breaks the relation of every "
                "feature to y, not that of feature 0 only"
            )
        distinct = len(np.unique(new[:, 0]))
        if distinct == 1:
            raise Mistake(
                f"{told}: all observations now have the same value of the feature; shuffle its "
                "values among the observations"
            )
        if distinct != n:
            raise Mistake(
                f"{told}: each of the {n} values must occur once, for another observation, but "
                f"yours has {distinct} different values. That is not a permutation"
            )
    loss = float(np.mean(predict(moved[-1]) != y))
    for words, value in (
        (
            "an important feature has a positive importance: accuracy before minus accuracy after",
            -loss,
        ),
        ("this is the accuracy after shuffling; return the decrease", 1 - loss),
        ("this is a number of observations; return their proportion", loss * n),
        ("this is the accuracy before shuffling; return the decrease", 1.0),
        (
            "the accuracy on X is 1, and after shuffling a proportion of the observations is "
            "misclassified: this is the importance",
            None,
        ),
    ):
        if is_close(yours, loss):
            break
        if value is None or is_close(yours, value):
            raise Mistake(f"{told}: {words}", expected=loss, yours=yours)
    other = permutation_importance(predict, X, y, 2, np.random.default_rng(seed))
    if not is_close(other, 0.0):
        raise Mistake(
            "the importance of feature 2, which the forest never uses, is 0",
            expected=0.0,
            yours=other,
        )


# Task 7


def between(errors):
    """Return the correlations of different trees, from how their standard scores differ."""
    standard = (errors - errors.mean(axis=1, keepdims=True)) / errors.std(axis=1, keepdims=True)
    return {
        (k, j): 1 - np.mean((standard[k] - standard[j]) ** 2) / 2
        for k, j in combinations(range(len(errors)), 2)
    }


def mean_between(errors):
    return float(np.mean(list(between(errors).values())))


def off_diagonal(matrix):
    m = len(matrix)
    return (matrix.sum() - np.trace(matrix)) / (m * (m - 1))


@check.of(
    "correlation",
    "Strength and correlation",
    "The correlation of a tree with itself is 1. Are these counted?",
)
def correlation(rng, mean_correlation):
    """The mean correlation of two different trees."""
    cases = [
        {"errors": (rng.permutation(m * n).reshape(m, n) + rng.integers(5, size=n)).astype(float)}
        for m, n in ((2, 3), (3, 4), (4, 5))
    ]
    trial = AnswerTrial(mean_correlation, cases, "bagging.correlation")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        mean_between,
        "the result is the correlation coefficient of two different trees' errors, averaged "
        "over the pairs",
        [
            (
                "you averaged over all m^2 pairs; the pairs of a tree with itself, with "
                "correlation 1, do not count",
                lambda e: (mean_between(e) * (len(e) - 1) + 1) / len(e),
            ),
            (
                "you added each pair once, but divided by the number of ordered pairs, m(m - 1)",
                lambda e: mean_between(e) / 2,
            ),
            (
                "this is a covariance. A correlation is divided by both standard deviations",
                lambda e: off_diagonal(np.cov(e)),
            ),
            (
                "this is a covariance. A correlation is divided by both standard deviations",
                lambda e: off_diagonal(np.cov(e, bias=True)),
            ),
            (
                "this is a mean product; a correlation subtracts the means, and is divided by "
                "both standard deviations",
                lambda e: off_diagonal(e @ e.T / e.shape[1]),
            ),
            (
                "the means are not subtracted: the errors of each tree are centered first",
                lambda e: off_diagonal(e @ e.T / np.sqrt(np.outer((e**2).sum(1), (e**2).sum(1)))),
            ),
            (
                "this is the correlation of points with each other; the trees are the rows",
                lambda e: off_diagonal(np.corrcoef(e.T)),
            ),
            (
                "this is the sum over the pairs; return their mean",
                lambda e: sum(between(e).values()),
            ),
            (
                "this averages the absolute correlations; their signs count",
                lambda e: np.mean(np.abs(list(between(e).values()))),
            ),
        ],
        picture=lambda right, yours, e: Table(
            "The correlation of the errors of two trees; return the mean",
            ["trees", "correlation"],
            [[f"{k} and {j}", value] for (k, j), value in between(e).items()],
        ),
    )
