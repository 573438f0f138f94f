"""What statements are pressed on with: each symbol takes several values, each bound is nearly met.

A symbol that is always the same, such as a probability of ½, cannot tell p² from p(1 − p); a bound
that is met only where everything is 0 or 1 cannot tell s from s². Where it must be so, the tables
say why, and they name nothing that they need not.
"""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from ensemblelab.equations import Erratum, Law, equations, find
from ensemblelab.verify.statement import call_with

LABELS = [statement.label for statement in equations()]
# Of a limit it is asked whether what is left out shrinks fast enough: that is no bound.
BOUNDED = [s.label for s in equations() if not isinstance(s, Law) and s.kind != "limit"]
DRAWS = 20
# How much of the larger side a bound may leave where it is nearly met.
NEAR = 0.2
# So near to 0 or ±1, in its own size, is there.
TRIVIAL = 0.03

STATED = "the display states it"
BY_CLASS = "the labels of two classes"
NUMBER = "it is a number"

# Symbols that have one value in all draws, and why.
CONSTANT = {
    "committee.better": {r"m \text{ odd}": "a condition, which holds of all sizes that are drawn"},
    "committee.simulation": {
        "m": STATED,
        r"\mu": STATED,
        r"P(S > \tfrac{m}{2})": "of that m and that μ",
        r"P(S = \tfrac{m}{2})": "of that m and that μ",
    },
    "forest.gain": {r"\{L, R\}": "the sum is over both sides"},
    "xgboost.simplified": {"h_i": "half the squared error has curvature 1"},
    "erratum.sign": {"c_1": BY_CLASS},
    "erratum.ring": {
        r"\pi": NUMBER,
        r"\int_{-\infty}^\infty \int_0^{2\pi} e^{-\frac12 (r-4)^2} \,d\theta\, dr": NUMBER,
    },
    "erratum.jacobian": {
        r"\pi": NUMBER,
        r"\int_{\mathbb{R}^2} e^{-\frac12 (\|x\| - 4)^2} \,dx": NUMBER,
        r"\int_{\mathbb{R}^2} \frac{1}{\|x\|} e^{-\frac12 (\|x\| - 4)^2} \,dx": NUMBER,
    },
    "erratum.iris": {r"\Delta_{\text{other first split}}": "of one data set"},
    "erratum.pruning": {"J_{hist}": STATED, "J_{exact}": STATED},
}

ITS_OWN = "the bound is that number itself"

# Inequalities that come near to equality at 0 and ±1 only, or nowhere, and why.
TRIVIALLY = {
    "bootstrap.limit": {
        r"\frac{1}{e} - \Big(1 - \frac{1}{n}\Big)^n <= \frac{1}{e\,n}": "they are equal at n = 1"
        " and nowhere else",
    },
    "adaboost.direction": {
        r"\frac{w_i'}{w_i} < 1": ITS_OWN,
        r"\frac{w_i'}{w_i} > 1": ITS_OWN,
    },
    "adaboost.bound.falls": {r"\sqrt{1 - r_t^2} <= 1": ITS_OWN},
    "adaboost.margin": {
        r"-1 <= \frac{y_i \sum_k \alpha_k f_k(x_i)}{\sum_k \alpha_k}": ITS_OWN,
        r"\frac{y_i \sum_k \alpha_k f_k(x_i)}{\sum_k \alpha_k} <= 1": ITS_OWN,
    },
    "adaboost.margin.sign": {
        r"-1 <= \text{margin}_i": ITS_OWN,
        r"\text{margin}_i <= 1": ITS_OWN,
    },
    "exponential.bound": {
        r"\mathbf{1}_{y f(x) \leq 0} <= e^{-y f(x)}": "the smaller side is 0 or 1",
    },
    "erratum.training_error": {
        r"err_t <= \prod_{q \le t} Z_q": "the runs are on real data; adaboost.bound has the"
        " instance that is made for it",
    },
    "erratum.per_split": {"d > q": "they are numbers of features, and a forest draws a part"},
}


def instances(statement):
    """Give the values of the symbols, and the chains of what is claimed, draw by draw."""
    rng = np.random.default_rng(0)
    if isinstance(statement, Law):
        values = statement.runs(rng, 3 if statement.label == "bagging.7.trees" else DRAWS)
        yield values, statement.formula.chains(values)
        return
    draws = [statement.draw] * min(statement.instances, DRAWS)
    for draw in [*draws, *getattr(statement, "tight", ())]:
        instance = draw(rng)
        if isinstance(statement, Erratum):
            yield call_with(statement.versions, instance), statement.chains(instance)[0]
        else:
            chains, values = statement.chains(instance)
            yield values, chains


@cache
def drawn(label):
    return list(instances(find(label)))


def default(label):
    """Leave out what is made for a bound."""
    made_for_it = len(getattr(find(label), "tight", ()))
    every = [values for values, _ in drawn(label)]
    return every[: len(every) - made_for_it]


def constant(every):
    """Name the symbols that have the same value in all entries of all draws."""
    return {
        symbol
        for symbol in every[0]
        if np.ptp(np.concatenate([np.ravel(values[symbol]) for values in every]).astype(float))
        < 1e-9
    }


@pytest.mark.trial
@pytest.mark.parametrize("label", LABELS)
def test_each_symbol_varies_over_the_draws(label):
    assert constant(default(label)) == set(CONSTANT.get(label, ()))


def trivial(value):
    """Tell where a value is 0 or ±1, or all but that."""
    size = np.abs(np.asarray(value, dtype=float))
    return (size < 1e-6) | (np.abs(size - 1) < TRIVIAL)


def inequalities(every):
    """For each give how near it comes to equality, away from where all is 0 or ±1."""
    always = {s for s in every[0][0] if all(trivial(values[s]).all() for values, _ in every)}
    found = {}
    for values, chains in every:
        at_a_corner = any(trivial(v).all() for s, v in values.items() if s not in always)
        for chain in chains:
            sides = zip(pairwise(chain.names), pairwise(chain.sides), chain.relations, strict=True)
            for (one, other), pair, relation in sides:
                if relation == "=":
                    continue
                left, right = (np.asarray(side, dtype=float) for side in pair)
                size = np.maximum(np.abs(left), np.abs(right))
                left_over = np.abs(left - right) / np.where(size > 0, size, 1)
                counted = ~(trivial(left) | trivial(right)) & (not at_a_corner)
                near = np.where(counted, left_over, np.inf).min()
                name = f"{one} {relation} {other}"
                found[name] = min(found.get(name, np.inf), float(near))
    return found


@pytest.mark.trial
@pytest.mark.parametrize("label", BOUNDED)
def test_each_bound_is_nearly_met_and_not_at_0_or_1(label):
    found = inequalities(drawn(label))
    assert {name for name, near in found.items() if near > NEAR} == set(TRIVIALLY.get(label, ()))
