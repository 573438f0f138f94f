"""What of a line is padding: what adds 0 to it or multiplies it by 1, however that is written.

How large a step is, is asked of lines without it, or a line with `+ t - t` in it would pass for a
move. Which parts are padding, numbers decide: what comes to the same number at every instance is
that number, and what together adds 0 or multiplies by 1 at every instance is left out. One zero
is a move all the same: one of which the line after keeps a term, for so is a square completed.
"""

from __future__ import annotations

import decimal
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, islice, pairwise, product
from math import prod

from ensemblelab.verify.derivations.notation import (
    EXPONENT,
    LARGEST,
    SIDE,
    Expression,
    equation,
    number,
    plus,
    power,
    times,
)
from ensemblelab.verify.derivations.values import DIGITS, Instance, NoValue, evaluate, rows

__all__ = ["without_padding"]

NEAR = Decimal("1e-40")
NUMBERS = 1000  # the denominators of numbers that a part may come to
ZERO = number(0)


def without_padding(lines: Sequence[Expression], points: Sequence[Instance]) -> list[Expression]:
    """Take the padding out of the lines of a derivation.

    Parameters
    ----------
    lines : list of Expression
    points : list of dict of str to Fraction or tuple of Fraction
        Numbers for the symbols.

    Returns
    -------
    list of Expression
        As many lines.
    """
    with decimal.localcontext(decimal.Context(prec=DIGITS[0])):
        found = [_reduced(lines[-1], (), points)]
        for line, after in reversed([*pairwise(lines)]):
            # what is merely left out after it adds 0
            same = not Counter(after.terms()) - Counter(line.terms())
            found.append(found[-1] if same else _reduced(line, after.terms(), points))
    return found[::-1]


def _reduced(
    node: Expression, kept: Collection[Expression], points: Sequence[Instance]
) -> Expression:
    """Take the padding out of a part, but for zeros of which a term is kept."""
    if node.kind == "==":
        return _equation([_reduced(side, (), points) for side in node.parts])
    if (same := _number(node, points)) is not None:
        return same
    if node.kind == "sum":
        within = [row for values in points for row in rows(values)]
        return Expression("sum", (_reduced(node.parts[0], (), within),), node.value)
    parts = [_reduced(part, (), points) for part in node.parts]
    if node.kind == "+":
        return _sum(plus(*parts).terms(), {_name(term) for term in kept}, points)
    if node.kind == "*":
        return times(*_left(times(*parts).factors(), (), points, factors=True))
    if node.kind == "**":
        return _power(parts[0], Fraction(node.value))
    if node.kind == "exp":
        return _exp(parts[0])
    return _log(parts[0]) if node.kind == "log" else node


def _without_count(term: Expression) -> Expression:
    """Return what a term is so many times; a number is itself."""
    return times(
        *(factor for factor in term.factors() if factor.kind != "number" or factor == term)
    )


def _name(term: Expression) -> Expression:
    """Return what a term is known by in the next line: a symbol however often, or all of it."""
    one = _without_count(term)
    return one if one.kind == "symbol" else term


def _number(node: Expression, points: Sequence[Instance]) -> Expression | None:
    """Return the number that a part comes to at every instance, if it is one."""
    values = _values(node, points)
    if not values or max(values) - min(values) > NEAR * abs(values[0]) or values[0] > LARGEST:
        return None
    found = Fraction(values[0]).limit_denominator(NUMBERS)
    near = abs(Decimal(found.numerator) / found.denominator - values[0]) <= NEAR * abs(values[0])
    return number(found) if near else None


def _values(node: Expression, points: Sequence[Instance]) -> list[Decimal]:
    """Work a part out at every instance; nothing, if it has no value at one."""
    try:
        return [evaluate(node, values, DIGITS[0]) for values in points]
    except NoValue:
        return []


def _sum(
    terms: Sequence[Expression], kept: Collection[Expression], points: Sequence[Instance]
) -> Expression:
    """Leave out what adds 0, as it stands or with its brackets multiplied out."""
    # numbers are worked out: that the line after has the 1 of `+ 1 - x/x` makes that no move
    terms = _left(terms, {term for term in kept if term.kind != "number"}, points)
    for by, ignored in ((Expression.factors, kept), (_counts, ())):
        spread = [*islice((each for term in terms for each in _spread(term, by)), SIDE + 1)]
        if len(terms) < len(spread) <= SIDE and _nothing(spread, ignored, points):
            terms = [_reduced(term, (), points) for term in _left(spread, kept, points)]
            break
    terms = _counted(terms, kept)
    return Expression("+", tuple(terms)) if len(terms) > 1 else plus(*terms)


def _spread(
    term: Expression, by: Callable[[Expression], Sequence[Expression]]
) -> Iterator[Expression]:
    """Multiply out the brackets of a product."""
    for chosen in product(*(factor.terms() for factor in by(term))):
        yield from times(*chosen).terms()


def _counts(term: Expression) -> Sequence[Expression]:
    """Return the factors of a number times a bracket; of others, the whole."""
    return term.factors() if _without_count(term).kind == "+" else (term,)


def _counted(terms: Sequence[Expression], kept: Collection[Expression]) -> list[Expression]:
    """Put terms together that are multiples of one, but for those that are kept among others."""
    counts: dict[Expression, list[Expression]] = {}
    for term in terms:
        counts.setdefault(_without_count(term), []).append(term)
    together = []
    for one, each in counts.items():
        stays = len(counts) > 1 and any(_name(term) in kept for term in each)
        if len(each) == 1 or one.kind == "number" or stays:
            together += each
        else:
            numbers = [times(*(f for f in t.factors() if f.kind == "number")) for t in each]
            together.append(times(plus(*numbers), one))
    return [term for term in together if term != ZERO]


def _left(
    parts: Sequence[Expression],
    kept: Collection[Expression],
    points: Sequence[Instance],
    *,
    factors: bool = False,
) -> list[Expression]:
    """Leave out the parts that together add 0, or as factors multiply by 1, the fewest first."""
    left = [*parts]
    while places := _nothing(left, kept, points, factors):
        left = [part for place, part in enumerate(left) if place not in places]
    return left


def _nothing(
    parts: Sequence[Expression],
    kept: Collection[Expression],
    points: Sequence[Instance],
    factors: bool = False,
) -> tuple[int, ...]:
    """Find the fewest parts that together add 0 or multiply by 1, none of which is kept."""
    free = {
        place: values
        for place, part in enumerate(parts)
        if _name(part) not in kept and (values := _values(part, points))
    }
    choices = (each for size in range(1, len(free) + 1) for each in combinations(free, size))
    for places in islice(choices, 1 << SIDE):  # all, but where brackets have become terms
        each = zip(*(free[place] for place in places), strict=True)
        if all(_is_one(values) if factors else _is_zero(values) for values in each):
            return places
    return ()


def _is_zero(terms: Sequence[Decimal]) -> bool:
    return abs(sum(terms, Decimal(0))) <= NEAR * max(map(abs, terms))


def _is_one(factors: Sequence[Decimal]) -> bool:
    return abs(prod(factors, start=Decimal(1)) - 1) <= NEAR


# What undoes an exponential, and what both sides of an equation have


def _exp(exponent: Expression) -> Expression:
    """Raise e to a power; e to a logarithm is what it is of."""
    powers, rest = [], []
    for term in exponent.terms():
        factors = term.factors()
        others = [factor for factor in factors if factor.kind != "log"]
        count = times(*others)
        if len(others) == len(factors) - 1 and _may_be_exponent(count):
            (logarithm,) = (factor for factor in factors if factor.kind == "log")
            powers.append(_power(logarithm.parts[0], Fraction(count.value)))
        else:
            rest.append(term)
    return times(*powers, *([Expression("exp", (plus(*rest),))] if rest else []))


def _may_be_exponent(node: Expression) -> bool:
    value = node.value
    return isinstance(value, Fraction) and abs(value) <= EXPONENT and value.denominator <= 2


def _power(base: Expression, exponent: Fraction) -> Expression:
    """Raise to a power; one of an exponential is an exponential."""
    if base.kind == "number":  # worked out where that gives a number of bounded length
        return base if exponent == 1 else Expression("**", (base,), exponent)
    if base.kind != "exp":
        return power(base, exponent)
    return _exp(times(number(exponent), *base.parts))


def _log(argument: Expression) -> Expression:
    """Take a logarithm; of exponentials that it is a product of, it is what they raise e to."""
    factors = argument.factors()
    rest = [factor for factor in factors if factor.kind != "exp"]
    exponents = [factor.parts[0] for factor in factors if factor.kind == "exp"]
    return plus(*exponents, *([Expression("log", (times(*rest),))] if rest else []))


def _equation(sides: Sequence[Expression]) -> Expression:
    """Leave out what both sides have, and by what a side that is 0 was multiplied."""
    terms = _differing(*(side.terms() for side in sides))
    one, other = (plus(*each) for each in terms)
    factors = _differing(one.factors(), other.factors())
    if ZERO in (one, other):
        factors = [[factor for factor in each if factor.kind != "exp"] for each in factors]
    return equation(*(times(*each) for each in factors))


def _differing(one: Sequence[Expression], other: Sequence[Expression]) -> list[list[Expression]]:
    both = Counter(one) & Counter(other)
    return [[*(Counter(each) - both).elements()] for each in (one, other)]
