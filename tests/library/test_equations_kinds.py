"""Each kind of statement fails where it should: a bound that is made a tenth smaller, a direction
that is turned, an optimum that is moved a step.

What is changed is the display, and the check follows it. `test_equations_mutants` changes every
sign, number and symbol of every display.
"""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from ensemblelab.equations import Identity, equations
from ensemblelab.equations.exponential import tried
from ensemblelab.losses import AbsoluteLoss, SquaredLoss
from ensemblelab.verify.formula import RELATIONS, tokens

ORDERS = {"<": ">", ">": "<", r"\le": r"\ge", r"\leq": r"\geq", r"\ge": r"\le", r"\geq": r"\leq"}
STATEMENTS = [s for s in equations() if isinstance(s, Identity)]
BOUNDS = [s for s in STATEMENTS if s.kind in ("bound", "monotone")]
OPTIMA = [s for s in STATEMENTS if s.kind == "optimum"]


def displayed(statement, latex):
    return replace(statement, latex=latex, formula=replace(statement.formula, latex=latex))


def places(latex, side):
    """Return where a side stands in a display, by its first and last character."""
    pieces, sought = tokens(latex), [piece.text for piece in tokens(side)]
    texts = ["", *(piece.text for piece in pieces), ""]
    beside = {*RELATIONS, "[", "]", ","} if r"\in" in texts else set(RELATIONS)  # of an interval
    for at in range(1, len(texts) - len(sought)):
        end = at + len(sought)
        if texts[at:end] == sought and {texts[at - 1], texts[end]} & beside:
            yield pieces[at - 1].start, pieces[end - 2].end


def turned(statement, one, other):
    """Return the statement with the sign of order between two of its sides turned."""
    latex = statement.latex
    for (_, end), (start, _) in product(places(latex, one), places(latex, other)):
        between = tokens(latex[end:start])
        if [piece.text in ORDERS for piece in between] == [True]:
            yield displayed(statement, f"{latex[:end]} {ORDERS[between[0].text]} {latex[start:]}")


def changed(statement, side, into):
    """Return the statement with a side put into a bracket of something else."""
    for start, end in places(statement.latex, side):
        latex = statement.latex
        yield displayed(statement, latex[:start] + into.format(latex[start:end]) + latex[end:])


def ordered(statement):
    """Return for each order that is claimed the lower and the higher side, each with its values."""
    found = {}
    for draw in [statement.draw, *statement.tight]:
        chains, _ = statement.chains(draw(np.random.default_rng(0)))
        for chain in chains:
            every = zip(chain.names, chain.sides, strict=True)
            for (one, other), relation in zip(pairwise(every), chain.relations, strict=True):
                if relation != "=":
                    pair = (one, other) if relation[0] == "<" else (other, one)
                    found[pair[0][0], pair[1][0]] = pair
    return found.values()


def red(statement):
    """Return whether a statement fails on instances, and not for a display that cannot be read."""
    check = statement.check(instances=min(statement.instances, 30))
    assert "raised" not in check.example, check
    return not check.passed


@pytest.mark.trial
@pytest.mark.parametrize("statement", BOUNDS, ids=lambda s: s.label)
def test_a_bound_that_is_a_tenth_smaller_fails(statement):
    for (lower, low), (higher, _) in ordered(statement):
        tightened = lower if np.all(np.less(low, 0)) else higher
        assert any(map(red, changed(statement, tightened, r"0.9 \cdot ({})"))), tightened


@pytest.mark.parametrize("statement", BOUNDS, ids=lambda s: s.label)
def test_a_direction_that_is_turned_fails(statement):
    for (lower, _), (higher, _) in ordered(statement):
        every = [*turned(statement, lower, higher), *turned(statement, higher, lower)]
        assert every or r"\in [-1, 1]" in statement.latex
        assert any(map(red, every)) or not every, (lower, higher)


@pytest.mark.trial
@pytest.mark.parametrize("step", ["- 0.001", "+ 0.001"])
@pytest.mark.parametrize("statement", OPTIMA, ids=lambda s: s.label)
def test_an_optimum_that_is_moved_a_step_fails(statement, step):
    (chain, *_), _ = statement.chains(statement.draw(np.random.default_rng(0)))
    for side in chain.names[:2]:
        moved = list(changed(statement, side, rf"({{}}) {step}"))
        assert moved, side
        assert all(map(red, moved)), side


def test_of_each_best_number_a_search_is_among_the_rivals():
    """It wins where the library's number is not the best, however near that is."""
    target, weight = np.array([0.0, 1.0, 5.0]), np.ones(3)
    away = np.array([0.0, 0.001, -0.001])
    assert list(tried(SquaredLoss(), target, weight, 2.0, away)) == [2, 2.001, 1.999, 2]
    *_, found = tried(SquaredLoss(), target, weight, 2.0003, away)
    assert found == pytest.approx(2, abs=1e-6)
    *_, found = tried(AbsoluteLoss(), target, weight, 1.0002, away)
    assert found == pytest.approx(1, abs=1e-6)
