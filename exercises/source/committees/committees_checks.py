"""The checks of the problem set on voting: what `check("vote", majority)` tests.

Each check draws small inputs, computes the expected results independently, and compares them with
yours. If an answer has a known mistake, the check names it. Grading uses its own copy of this file.
"""

import itertools
from collections import Counter
from math import comb

import numpy as np
from ensemblelab.committees import chernoff_bound, hoeffding_bound
from ensemblelab.committees import committee_error as library_error
from ensemblelab.teaching.checks import AnswerTrial, Checks, Table, is_scalar, render, shape_of
from scipy.stats import binom

check = Checks("Ensembles and majority votes", "committees")


def rates_of(rng, m, highest=0.5):
    """Draw error rates with two places."""
    return np.round(rng.uniform(0.05, highest, m), 2)


# Task 1


def verdicts(votes, tie):
    """Return the median of the votes, which is 0 in a tie."""
    middle = np.median(votes, axis=0)
    return np.where(middle == 0, tie, middle)


def cases_to_vote(rng, m, n):
    """Draw votes; where m is even, at least one case is tied and one is not."""
    while True:
        votes = rng.choice([-1, 1], size=(m, n))
        ties = (votes.sum(axis=0) == 0).sum()
        if m % 2 or 0 < ties < n:
            return votes


def table_of_votes(right, yours, votes, tie):
    cases = [f"case {j}" for j in range(votes.shape[1])]
    rows = [[f"expert {k}", *map(sign, row)] for k, row in enumerate(votes)]
    rows += [["right", *map(sign, right)], ["yours", *map(render, np.asarray(yours).tolist())]]
    wrong = [(len(votes) + 1, j + 1) for j in np.flatnonzero(np.asarray(yours) != right)]
    return Table(
        f"Votes, with tie = {tie}; ✘ marks an incorrect prediction", ["", *cases], rows, wrong
    )


def sign(vote):
    return f"{int(vote):+d}"


@check.of(
    "vote",
    "Ensembles and combination rules",
    "Print the sum of the votes over the experts beside your result. What is it in a tie?",
)
def vote(rng, majority):
    """The sign of the sum, and the rule for ties."""
    cases = [
        {"votes": cases_to_vote(rng, m, n), "tie": tie}
        for m, n in ((2, 3), (3, 4), (4, 5))
        for tie in (1, -1)
    ]
    trial = AnswerTrial(majority, cases, "committee.vote")
    trial.demand(
        lambda found, votes, tie: shape_of(found) == votes.shape[1:],
        lambda found, votes, tie: (
            f"{len(votes)} experts and {votes.shape[1]} cases give {votes.shape[1]} "
            f"predictions; yours has the shape {shape_of(found)}. Add up over the experts, which "
            "are the rows"
        ),
    )
    trial.compare(
        verdicts,
        "each prediction is that of the majority of the experts, and `tie` if there is no majority",
        [
            (
                "you return 0, which is no class, where as many experts vote +1 as vote -1. "
                "The sign 0 needs the rule for ties",
                lambda v, tie: np.sign(v.sum(axis=0)),
            ),
            (
                "you predict +1 in each tie, whatever `tie` is",
                lambda v, tie: verdicts(v, 1),
            ),
            (
                "you predict -1 in each tie, whatever `tie` is",
                lambda v, tie: verdicts(v, -1),
            ),
            (
                "your rule for ties is reversed: the prediction in a tie is `tie`, not -`tie`",
                lambda v, tie: verdicts(v, -tie),
            ),
            (
                "in a tie you use the vote of the first expert; the prediction in a tie is `tie`",
                lambda v, tie: verdicts(v, v[0]),
            ),
            (
                "this is the number of votes for +1 minus the number for -1; return its sign",
                lambda v, tie: v.sum(axis=0),
            ),
            ("this is the vote of the first expert", lambda v, tie: v[0]),
            (
                "this is the prediction of the minority: the sign is reversed",
                lambda v, tie: -verdicts(v, -tie),
            ),
            (
                "this is the mean of the votes; return its sign",
                lambda v, tie: v.mean(axis=0),
            ),
        ],
        picture=table_of_votes,
    )


# Task 2


def right_error(m, mu, c):
    """Return the library's error, between its ties counted as right and as wrong."""
    low, high = (library_error(m, mu, ties) for ties in ("right", "wrong"))
    return low + c * (high - low)


def middle_of_odd(m, mu, c):
    return binom.sf(m // 2, m, mu) + c * binom.pmf(m // 2, m, mu)


def without_ways(m, mu, c):
    chances = [mu**k * (1 - mu) ** (m - k) for k in range(m + 1)]
    return sum(p if 2 * k > m else c * p if 2 * k == m else 0 for k, p in enumerate(chances))


@check.of(
    "binomial",
    "The error of a majority vote",
    "For m = 2: what are the probabilities that both experts are wrong, that one is, and that "
    "none is?",
)
def binomial(rng, committee_error):
    """Test the binomial error rate and the proportion of ties."""
    cases = [
        {"m": m, "mu": float(rng.integers(1, 5)) / 10, "c": c}
        for m, c in ((1, 0.5), (2, 0.0), (2, 0.25), (3, 0.25), (4, 1.0), (4, 0.75), (5, 0.0))
    ]
    trial = AnswerTrial(committee_error, cases, "committee.ties")
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        right_error,
        "the vote is wrong if more than half of the experts are wrong, and in a proportion c "
        "of the ties",
        [
            (
                "this is the probability that the vote is right; return the probability that "
                "it is wrong",
                lambda m, mu, c: 1 - right_error(m, mu, c),
            ),
            (
                "this is the probability that more than half of the experts are right; use "
                "those that are wrong",
                lambda m, mu, c: right_error(m, 1 - mu, c),
            ),
            (
                "several experts can be wrong in several ways. The number of ways, comb(m, k), "
                "is missing",
                without_ways,
            ),
            (
                "you count each tie as wrong, whatever c is",
                lambda m, mu, c: right_error(m, mu, 1.0),
            ),
            (
                "you count each tie as right, whatever c is",
                lambda m, mu, c: right_error(m, mu, 0.0),
            ),
            (
                "you take c for the proportion of ties that count as right; it is that of ties "
                "that count as wrong",
                lambda m, mu, c: right_error(m, mu, 1 - c),
            ),
            (
                "you add the term with c if m is odd too, but an odd number of experts has no tie",
                middle_of_odd,
            ),
            (
                "you decide each tie at random, whatever c is",
                lambda m, mu, c: right_error(m, mu, 0.5),
            ),
            (
                "this is the probability of exactly one wrong expert more than half; larger "
                "numbers count too",
                lambda m, mu, c: (
                    binom.pmf(m // 2 + 1, m, mu) + c * (m % 2 == 0) * binom.pmf(m // 2, m, mu)
                ),
            ),
            (
                "your sum omits the case that all m are wrong: range(m) ends before m",
                lambda m, mu, c: right_error(m, mu, c) - mu**m,
            ),
        ],
        picture=lambda right, yours, m, mu, c: Table(
            f"The probability that k of {m} experts are wrong, and how it counts",
            ["k", "ways", "probability", "counts"],
            [
                [str(k), comb(m, k), binom.pmf(k, m, mu), 1 if 2 * k > m else c * (2 * k == m)]
                for k in range(m + 1)
            ],
        ),
    )


# Task 3


def by_counting(rates):
    """Add up the probabilities of all that can happen."""
    m = len(rates)
    found = np.zeros(m + 1)
    for wrong in range(2**m):
        errs = np.array([wrong >> k & 1 for k in range(m)], dtype=bool)
        found[errs.sum()] += rates[errs].prod() * (1 - rates[~errs]).prod()
    return found


def one_way_only(rates):
    m = len(rates)
    return np.array([rates[:s].prod() * (1 - rates[s:]).prod() for s in range(m + 1)])


def new_values(rates):
    found = np.zeros(len(rates) + 1)
    found[0] = 1.0
    for p in rates:
        found[0] *= 1 - p
        for s in range(1, len(rates) + 1):
            found[s] = found[s] * (1 - p) + found[s - 1] * p
    return found


@check.of(
    "unequal",
    "The error of a majority vote",
    "With two experts: in which ways can exactly one of them be wrong?",
)
def unequal(rng, number_wrong):
    """The distribution of the number of errors."""
    trial = AnswerTrial(number_wrong, [{"rates": rates_of(rng, m, 0.6)} for m in (1, 2, 3, 4)])
    trial.demand(
        lambda found, rates: shape_of(found) == (len(rates) + 1,),
        lambda found, rates: (
            f"0 to {len(rates)} of {len(rates)} experts can be wrong: {len(rates) + 1} "
            f"probabilities; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        by_counting,
        "entry s is the probability that exactly s experts are wrong, whichever they are",
        [
            (
                "entry s is the probability that s experts are wrong; yours is that s are right",
                lambda r: by_counting(r)[::-1],
            ),
            (
                "this is the binomial distribution with the mean error rate. It has the right "
                "mean, but it holds for equal error rates only",
                lambda r: binom.pmf(np.arange(len(r) + 1), len(r), r.mean()),
            ),
            (
                "the probabilities must add up to 1, but yours do not: you count one way for "
                "each s, the first s experts. One of two can be wrong in two ways: the first, "
                "or the second",
                one_way_only,
            ),
            (
                "the probabilities must add up to 1, but yours do not: entry s - 1 was "
                "overwritten before entry s used it. Start from the largest s, or write into a "
                "new array",
                new_values,
            ),
            (
                "entry s is the probability that exactly s are wrong; yours is that at most s are",
                lambda r: np.cumsum(by_counting(r)),
            ),
            (
                "entry s is the probability that exactly s are wrong; yours is that s or more are",
                lambda r: np.cumsum(by_counting(r)[::-1])[::-1],
            ),
            (
                "this is the distribution for the error rate of the first expert; each has a "
                "rate of his own",
                lambda r: binom.pmf(np.arange(len(r) + 1), len(r), r[0]),
            ),
        ],
        steps=lambda r: (
            f"none is wrong with probability {render((1 - r).prod())}, all are wrong with "
            f"probability {render(r.prod())}; the entries add up to 1"
        ),
    )


# Task 4


def own_rates(rates):
    return np.prod(2 * np.sqrt(rates * (1 - rates)))


def bound_of(rates):
    """Return the library's bound; above 1/2 it has none."""
    mean = float(np.mean(rates))
    return chernoff_bound(len(rates), mean) if mean <= 0.5 else 1.0


def above_a_coin(rates):
    usual = rates.mean()
    return np.exp(len(rates) / 2 * np.log(4 * usual * (1 - usual)))


@check.of(
    "bound",
    "An exponential bound on the error",
    "What is the value of the formula for one expert with the error rate 1/2?",
)
def bound(rng, chernoff):
    """The bound, and 1 where there is none."""
    cases = [{"rates": rates_of(rng, m, 0.4)} for m in (1, 2, 3)]
    cases.append({"rates": np.round(rng.uniform(0.6, 0.95, 2), 2)})
    trial = AnswerTrial(chernoff, cases, "committee.chernoff")
    trial.demand(is_scalar, "your function must return one number")

    def half(wrong):
        return lambda r: wrong(r) if r.mean() <= 0.5 else 1.0

    trial.compare(
        bound_of,
        "compute the mean of the error rates, the factor from it, and one such factor for each "
        "expert",
        [
            ("the square root is missing", half(lambda r: bound_of(r) ** 2)),
            (
                "the factor occurs once for each expert: raise it to the power m",
                half(lambda r: bound_of(r) ** (1 / len(r))),
            ),
            (
                "this is Hoeffding's bound, which is larger (weaker)",
                half(lambda r: hoeffding_bound(len(r), float(r.mean()))),
            ),
            (
                "you multiply a factor of each expert by his own error rate. The result is not "
                "a bound, because one expert who is never wrong would make it 0, although the "
                "others can outvote him. Average the error rates first",
                half(own_rates),
            ),
            (
                "with a mean error rate above 1/2, the experts are worse than random guessing, "
                "and the only bound left is 1; you use the formula there too",
                above_a_coin,
            ),
            ("the factor 2 before the root is missing", half(lambda r: bound_of(r) / 2 ** len(r))),
            (
                "the factor 2 belongs inside the power: (2 sqrt(...))^m, but yours has it once",
                half(lambda r: bound_of(r) / 2 ** (len(r) - 1)),
            ),
            (
                "1 - mu is missing under the root",
                half(lambda r: (2 * r.mean() ** 0.5) ** len(r)),
            ),
        ],
        steps=lambda r: f"the mean is {render(r.mean())} for {len(r)} experts",
    )


# Task 5


def majority_wrong(m, p):
    return binom.sf(m // 2, m, p)


def averaged(m, mu, q):
    """Add over how many experts repeat the source; it is wrong with probability mu."""
    found = 0.0
    for copies in range(m + 1):
        for misled, chance in ((copies, mu), (0, 1 - mu)):
            rest = binom.sf(m // 2 - misled, m - copies, mu)
            found += binom.pmf(copies, m, q) * chance * rest
    return found


@check.of(
    "source",
    "Correlated errors",
    "Set q = 1: all experts repeat the source, so the vote is wrong as often as the source. "
    "Does your formula give this?",
)
def source(rng, common_source_error):
    """The error of experts who copy."""
    cases = [
        {"m": m, "mu": float(rng.integers(1, 5)) / 10, "q": float(rng.integers(2, 9)) / 10}
        for m in (1, 3, 5)
    ]
    trial = AnswerTrial(common_source_error, cases)
    trial.demand(is_scalar, "your function must return one number")

    def informed(m, mu, q):
        return majority_wrong(m, (1 - q) * mu)

    def misled(m, mu, q):
        return majority_wrong(m, q + (1 - q) * mu)

    trial.compare(
        averaged,
        "the error rate of the vote with a wrong source and with a right source, weighted by "
        "their probabilities",
        [
            (
                "this is the error rate of independent experts; they copy from one source, so "
                "their errors are correlated",
                lambda m, mu, q: majority_wrong(m, mu),
            ),
            (
                "this is correct if either all experts repeat the source or none does. Here "
                "each expert decides independently",
                lambda m, mu, q: q * mu + (1 - q) * majority_wrong(m, mu),
            ),
            (
                "this is the error rate if the source is wrong. That has the probability mu only",
                misled,
            ),
            (
                "this is the error rate if the source is right. With probability mu it is wrong",
                informed,
            ),
            (
                "you weight a wrong and a right source equally; the source is wrong with "
                "probability mu",
                lambda m, mu, q: (misled(m, mu, q) + informed(m, mu, q)) / 2,
            ),
            (
                "if the source is right, an expert who repeats it is right; he can be wrong "
                "only if he does not: (1 - q) mu. Yours is wrong with probability mu",
                lambda m, mu, q: mu * misled(m, mu, q) + (1 - mu) * majority_wrong(m, mu),
            ),
            (
                "you take q for the correlation of two experts, whose root is the probability "
                "of copying; here q itself is that probability",
                lambda m, mu, q: averaged(m, mu, q**0.5),
            ),
            (
                "a wrong and a right source are exchanged: the source is wrong with probability mu",
                lambda m, mu, q: (1 - mu) * misled(m, mu, q) + mu * informed(m, mu, q),
            ),
            (
                "the term for a right source is missing",
                lambda m, mu, q: mu * misled(m, mu, q),
            ),
        ],
        steps=lambda m, mu, q: (
            f"if the source is wrong (probability {render(mu)}), each expert is wrong with "
            f"probability {render(q + (1 - q) * mu)}; if it is right, with probability "
            f"{render((1 - q) * mu)}. More than half are wrong with probability "
            f"{render(misled(m, mu, q))} or {render(informed(m, mu, q))}"
        ),
    )


# Task 6


def most_named(votes):
    """Order the classes of each case by their votes, then by who names them first."""
    return [
        min(set(said), key=lambda one: (-said.count(one), said.index(one)))
        for said in map(list, zip(*votes, strict=True))
    ]


def some_rule(choose):
    def gives(votes):
        answers = []
        for said in map(list, zip(*votes, strict=True)):
            top = max(map(said.count, said))
            answers.append(choose(said, [one for one in said if said.count(one) == top]))
        return answers

    return gives


def table_of_classes(right, yours, votes):
    heads = ["", *(f"case {j}" for j in range(len(votes[0])))]
    rows = [[f"classifier {k}", *row] for k, row in enumerate(votes)]
    rows += [["right", *right], ["yours", *map(str, yours)]]
    wrong = [
        (len(votes) + 1, j + 1) for j, (a, b) in enumerate(zip(right, yours, strict=True)) if a != b
    ]
    return Table(
        "The predictions of the classifiers; ✘ marks an incorrect result", heads, rows, wrong
    )


@check.of(
    "learners",
    "A heterogeneous ensemble on real data",
    "Count the classes of one case on paper, in the order of the classifiers. Which is the "
    "most frequent, and if there are two, which of them was predicted first?",
)
def learners(rng, plurality):
    """Test the most frequent class, and the earliest classifier in ties."""
    names = np.array(["spam", "news", "work", "home"])
    cases = []
    for m, n, k in ((3, 3, 3), (4, 5, 3), (5, 8, 4), (6, 12, 3)):
        codes = rng.integers(k, size=(m, n))
        codes[: m - 2, 0] = 0  # a majority
        if m == 5:  # of five learners the first is alone, and the others are split
            codes[:, 1] = rng.permutation(k)[[0, 1, 2, 2, 1]]
        cases.append({"votes": [list(map(str, row)) for row in names[codes]]})
    trial = AnswerTrial(plurality, cases)
    trial.demand(
        lambda found, votes: shape_of(found) == (len(votes[0]),),
        lambda found, votes: (
            f"{len(votes)} classifiers and {len(votes[0])} cases give {len(votes[0])} "
            f"predictions; yours has the shape {shape_of(found)}"
        ),
    )
    trial.compare(
        most_named,
        "the result is the most frequent class of a case, and in a tie the one of these that "
        "the earliest classifier predicts",
        [
            (
                "in a tie you take the class that comes first in the alphabet. The rule is: "
                "the one that the earliest classifier predicts",
                some_rule(lambda said, tied: min(tied)),
            ),
            (
                "in a tie you take the class that comes last in the alphabet. The rule is: the "
                "one that the earliest classifier predicts",
                some_rule(lambda said, tied: max(tied)),
            ),
            (
                "in a tie you take the class that is predicted last. The rule is: the one that "
                "the earliest classifier predicts",
                some_rule(lambda said, tied: tied[-1]),
            ),
            (
                "in a tie you use the first classifier even if its class is not among the most "
                "frequent. The earliest classifier *that predicts one of them* decides",
                some_rule(lambda said, tied: tied[0] if len(set(tied)) == 1 else said[0]),
            ),
            ("this is the prediction of the first classifier", lambda votes: list(votes[0])),
            (
                "this is the least frequent class of each case",
                lambda votes: [
                    Counter(said).most_common()[-1][0] for said in zip(*votes, strict=True)
                ],
            ),
        ],
        picture=table_of_classes,
        same=lambda found, right: list(map(str, found)) == right,
    )


# Task 7


def pairs_of(answers):
    return {
        (k, j): np.mean(answers[k] != answers[j])
        for k, j in itertools.combinations(range(len(answers)), 2)
    }


def mean_of_pairs(answers):
    return float(np.mean(list(pairs_of(answers).values())))


@check.of(
    "diversity",
    "Correlated errors",
    "How many pairs of different base learners are there, and how many have you added up?",
)
def diversity(rng, disagreement):
    """Test the proportion of observations on which two base learners differ."""
    letters = np.array(list("abc"))
    cases = []
    for m, n in ((2, 4), (3, 4), (4, 5)):
        answers = rng.integers(3, size=(m, n))
        answers[0, 0] = answers[1, 0] + 1  # so that some disagree
        answers[:, 1] = answers[0, 1]  # and all agree somewhere
        cases.append({"answers": letters[answers % 3]})
    trial = AnswerTrial(disagreement, cases)
    trial.demand(is_scalar, "your function must return one number")
    trial.compare(
        mean_of_pairs,
        "the result is the proportion of observations on which two base learners differ, "
        "averaged over all pairs of different ones",
        [
            (
                "this is the proportion on which they agree",
                lambda a: 1 - mean_of_pairs(a),
            ),
            (
                "you divided by m^2 pairs: a base learner never disagrees with itself, and "
                "these pairs do not count",
                lambda a: mean_of_pairs(a) * (len(a) - 1) / len(a),
            ),
            (
                "you added each pair once, but divided by the number of ordered pairs, m(m - 1)",
                lambda a: mean_of_pairs(a) / 2,
            ),
            (
                "you added each pair twice, but divided by m(m - 1)/2, which counts it once",
                lambda a: mean_of_pairs(a) * 2,
            ),
            (
                "return a proportion of the observations, not their number",
                lambda a: mean_of_pairs(a) * a.shape[1],
            ),
            (
                "this is the proportion of observations on which not all base learners agree; "
                "compare two at a time",
                lambda a: np.mean((a != a[0]).any(axis=0)),
            ),
            (
                "this is the sum over the pairs; return their mean",
                lambda a: sum(pairs_of(a).values()),
            ),
            (
                "this compares the first base learner with the others only",
                lambda a: np.mean([share for (k, _), share in pairs_of(a).items() if k == 0]),
            ),
        ],
        picture=lambda right, yours, a: Table(
            "The proportion of observations on which two base learners differ; return the mean",
            ["members", "share"],
            [[f"{k} and {j}", share] for (k, j), share in pairs_of(a).items()],
        ),
    )
