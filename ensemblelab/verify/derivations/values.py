"""What lines are at an instance: numbers for the symbols, and each line worked out in decimals.

Instances are drawn from a seed that is the derivation's name. Each line is worked out twice, with
50 and with 100 digits: a difference of two sides counts if both times it comes out the same,
which rounding does not. Nothing else of the size of a difference is asked.
"""

from __future__ import annotations

import decimal
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import product
from random import Random
from typing import TypeAlias

from ensemblelab.verify.derivations.notation import Expression, Symbol, number, plus, times

__all__ = [
    "DIGITS",
    "Instance",
    "NoValue",
    "TooLarge",
    "draw_instances",
    "evaluate",
    "format_value",
    "gap",
    "rows",
]

DRAWN = 6
ROWS = ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 1))  # what two signs are on the rows: all cases
DIGITS = (50, 100)
SAME = Decimal("1e-10")
SHORT = 100  # the denominators of fractions that are written as such

Instance: TypeAlias = Mapping[str, Fraction | tuple[Fraction, ...]]


class NoValue(ArithmeticError):
    """A line has no value at an instance, as the logarithm of a negative number has none."""


class TooLarge(NoValue):
    """A number is too large or too small to be held."""


def draw_instances(
    symbols: Mapping[str, Symbol], seed: str
) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
    """Draw numbers for the symbols, several times; every case of signs is among them.

    Parameters
    ----------
    symbols : mapping of str to Symbol
    seed : str

    Yields
    ------
    dict of str to Fraction or tuple of Fraction
    """
    signs = [
        name for name, symbol in symbols.items() if symbol.domain == "sign" and not symbol.rows
    ]
    cases = list(product((1, -1), repeat=len(signs)))
    for k in range(max(DRAWN, len(cases))):
        # random() is the one method whose numbers no release of Python changes
        rng = Random(f"{seed} {k}")
        values: dict[str, Fraction | tuple[Fraction, ...]] = {}
        values |= zip(signs, map(Fraction, cases[k % len(cases)]), strict=True)
        labels = iter(zip(*ROWS, strict=True))
        for name, symbol in symbols.items():
            if symbol.rows and symbol.domain == "sign":
                values[name] = tuple(map(Fraction, next(labels)))
            elif symbol.rows:
                values[name] = tuple(_drawn(rng, symbol) for _ in ROWS)
            elif symbol.domain != "sign":
                values[name] = _drawn(rng, symbol)
        for name, symbol in symbols.items():
            if symbol.above:
                lower, extra = values[symbol.above], values[name]
                assert isinstance(lower, Fraction)
                assert isinstance(extra, Fraction)
                values[name] = lower + extra
        yield values


def _drawn(rng: Random, symbol: Symbol) -> Fraction:
    size = Fraction(1 + int(12 * rng.random()), 1 + int(3 * rng.random()))
    return -size if symbol.domain == "real" and rng.random() < 0.5 else size


def evaluate(node: Expression, values: Instance, digits: int) -> Decimal:
    """Work an expression out.

    Parameters
    ----------
    node : Expression
    values : mapping of str to Fraction or tuple of Fraction
    digits : int

    Returns
    -------
    Decimal

    Raises
    ------
    NoValue
        If it has none.
    """
    traps = [decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow, decimal.Underflow]
    with decimal.localcontext(decimal.Context(prec=digits, Emax=9999, Emin=-9999, traps=traps)):
        try:
            return _value(node, values)
        except (decimal.Overflow, decimal.Underflow):
            raise TooLarge from None
        except (decimal.InvalidOperation, decimal.DivisionByZero):
            raise NoValue from None


def _value(node: Expression, values: Instance) -> Decimal:
    if node.kind == "number":
        return _decimal(Fraction(node.value))
    if node.kind == "symbol":
        value = values[str(node.value)]
        assert isinstance(value, Fraction)
        return _decimal(value)
    if node.kind == "one":
        return Decimal(_holds(str(node.value), values))
    if node.kind == "sum":
        total = Decimal(0)
        for row in rows(values):
            if not node.value or _holds(str(node.value), row):
                total += _value(node.parts[0], row)
        return total
    parts = [_value(part, values) for part in node.parts]
    if node.kind == "+":
        return sum(parts, Decimal(0))
    if node.kind == "*":
        result = Decimal(1)
        for part in parts:
            result *= part
        return result
    if node.kind == "exp":
        return parts[0].exp()
    if node.kind == "log":
        if parts[0] <= 0:
            raise NoValue
        return parts[0].ln()
    exponent = Fraction(node.value)
    if parts[0] == 0 and exponent < 0:
        raise NoValue
    base = parts[0].sqrt() if exponent.denominator == 2 else parts[0]
    return base**exponent.numerator


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _holds(condition: str, values: Instance) -> bool:
    left, sign, right = condition.split()
    return (values[left] == values[right]) == (sign == "==")


def rows(values: Instance) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
    """Return for each observation what the symbols stand for there."""
    columns = {name: value for name, value in values.items() if isinstance(value, tuple)}
    for row in zip(*columns.values(), strict=True):
        yield {**values, **dict(zip(columns, row, strict=True))}


def gap(left: Expression, right: Expression, values: Instance) -> Decimal:
    """Return by how much two expressions differ, or 0 where rounding alone may be the reason.

    Parameters
    ----------
    left, right : Expression
    values : mapping of str to Fraction or tuple of Fraction

    Returns
    -------
    Decimal

    Raises
    ------
    NoValue
        If one has none.
    """
    difference = plus(left, times(number(-1), right))
    rough, fine = (evaluate(difference, values, digits) for digits in DIGITS)
    return fine if abs(rough - fine) <= SAME * abs(fine) else Decimal(0)


def format_value(value: Decimal | Fraction | tuple[Fraction, ...]) -> str:
    """Write a number, or those of the observations, for a reader.

    Parameters
    ----------
    value : Decimal, Fraction or tuple of Fraction

    Returns
    -------
    str
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(str, value))})"
    if isinstance(value, Fraction):
        if value.denominator < SHORT:
            return str(value)
        value = _decimal(value)
    text = f"{value:.6g}"
    return text if "e" in text or "." not in text else text.rstrip("0").rstrip(".")
