"""Whether two lines are the same for all numbers, by SymPy, which is loaded when first needed.

A line's tree becomes an expression in few kinds of symbols: those of the derivation, powers of e,
logarithms and roots of what is positive, and sums over observations. Labels and votes have two
values each, so a sum is taken apart into those cases, in which a term is a polynomial in what
observations have; the sum of each of its powers is then a symbol. In these symbols both lines are
fractions, and are the same if the difference has the numerator 0. How many terms that takes is
counted before it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any

from ensemblelab.verify.derivations.notation import Expression, Symbol

__all__ = ["equal", "equivalent"]

TERMS = 3000  # of anything that is multiplied out
DEGREE = 30  # of a polynomial
FACTORED = 30  # terms of a polynomial whose factors are looked for
BITS = 2000  # of a number
LOGARITHMS = 12  # e is raised to so many at most, which makes a power
MISSING = "showing that two lines are equal needs SymPy: pip install sympy"


class TooMuch(ArithmeticError):
    """It would take more terms than are allowed, or is no fraction of the kind above."""


def equal(left: Expression, right: Expression, symbols: Mapping[str, Symbol]) -> bool:
    """Return whether two expressions can be shown to be the same.

    Parameters
    ----------
    left, right : Expression
    symbols : mapping of str to Symbol

    Returns
    -------
    bool
        False says no more than that it was not shown.

    Raises
    ------
    ModuleNotFoundError
        Without SymPy.
    """

    def one_case(algebra: _Algebra) -> bool:
        top, _ = algebra.fraction(algebra.of(left) - algebra.of(right))
        return bool(top == 0)

    return _in_every_case(one_case, symbols)


def equivalent(
    left: Expression, right: Expression, symbols: Mapping[str, Symbol], unknown: str
) -> bool:
    """Return whether two equations can be shown to hold for the same numbers.

    Each becomes a polynomial that must be 0; what only one of the two has as a factor must be
    above 0 everywhere, or below.

    Parameters
    ----------
    left, right : Expression
    symbols : mapping of str to Symbol
    unknown : str
        The symbol that is solved for.

    Returns
    -------
    bool
        False says no more than that it was not shown.

    Raises
    ------
    ModuleNotFoundError
        Without SymPy.
    """

    def one_case(algebra: _Algebra) -> bool:
        one, other = algebra.conditions(left, right, unknown)
        if one.is_zero or other.is_zero:
            return bool(one.is_zero and other.is_zero)
        one, other = one.sqf_part(), other.sqf_part()
        common = one.gcd(other)
        return all(_sign(polynomial.exquo(common)) for polynomial in (one, other))

    return _in_every_case(one_case, symbols)


def _in_every_case(test: Callable[[_Algebra], bool], symbols: Mapping[str, Symbol]) -> bool:
    """Return whether it holds in each case of the signs that are not of observations."""
    signs = [
        name for name, symbol in symbols.items() if symbol.domain == "sign" and not symbol.rows
    ]
    try:
        return all(
            test(_Algebra(symbols, dict(zip(signs, case, strict=True))))
            for case in product((1, -1), repeat=len(signs))
        )
    except TooMuch:
        return False


def _sign(polynomial: Any) -> int:
    """Return 1 or -1 if a polynomial is seen to be above 0 everywhere, or below; else 0."""
    any_sign = [place for place, gen in enumerate(polynomial.gens) if not gen.is_positive]
    signs = {1 if coefficient > 0 else -1 for coefficient in polynomial.coeffs()}
    squares, away_from_0 = True, False
    for powers in polynomial.monoms():
        squares = squares and all(powers[place] % 2 == 0 for place in any_sign)
        away_from_0 = away_from_0 or not any(powers[place] for place in any_sign)
    return signs.pop() if squares and away_from_0 and len(signs) == 1 else 0


class _Algebra:
    """Expressions of SymPy for the lines of one derivation, in one case of its signs."""

    def __init__(self, symbols: Mapping[str, Symbol], signs: Mapping[str, int]) -> None:
        try:
            import sympy
        except ModuleNotFoundError:
            raise ModuleNotFoundError(MISSING, name="sympy") from None
        self.sp: Any = sympy
        self.symbols = symbols
        self.named: dict[Any, Any] = {}  # what names of powers of e stand for
        self.values: dict[str, Any] = dict(signs)
        for name, symbol in symbols.items():
            if symbol.domain != "sign":
                assumed = {"positive": True} if symbol.domain == "positive" else {"real": True}
                self.values[name] = sympy.Symbol(name, **assumed)
        for name, symbol in symbols.items():
            if symbol.above:
                self.values[name] += self.values[symbol.above]

    # From trees to expressions

    def of(self, node: Expression) -> Any:
        """Return the expression of a tree; roots and logarithms are those of positive factors."""
        sp = self.sp
        if node.kind == "symbol":
            return self.values[str(node.value)]
        if node.kind == "one":
            return sp.Integer(self.holds(str(node.value)))
        if node.kind == "sum":
            return self.over_rows(node)
        parts = [self.of(part) for part in node.parts]
        if node.kind == "+":
            return sp.Add(*parts)
        if node.kind == "*":
            return sp.Mul(*parts)
        if node.kind == "exp":
            return self.small(self.power_of_e(parts[0]))
        if node.kind == "log":
            factors = self.factors(parts[0])
            return sp.Add(*[times * sp.log(factor) for factor, times in factors])
        value = Fraction(node.value)
        exponent = sp.Rational(value.numerator, value.denominator)
        if node.kind == "number":
            return exponent
        factors = [(parts[0], 1)] if exponent.is_Integer else self.factors(parts[0])
        powers = [sp.Pow(factor, times * exponent) for factor, times in factors]
        return self.small(sp.Mul(*powers))

    def power_of_e(self, exponent: Any) -> Any:
        """Return e to the sum of some terms as a product."""
        terms = self.sp.Add.make_args(self.expand(exponent))
        if any(abs(t.as_coeff_Mul()[0]) > LOGARITHMS for t in terms if t.has(self.sp.log)):
            raise TooMuch
        return self.sp.Mul(*[self.sp.exp(term) for term in terms])

    def holds(self, condition: str) -> bool:
        left, sign, right = condition.split()
        return bool((self.values[left] == self.values[right]) == (sign == "=="))

    def over_rows(self, node: Expression) -> Any:
        """Return names of sums over observations, by case of the labels, of powers of symbols."""
        sp = self.sp
        rows = [name for name, symbol in self.symbols.items() if symbol.rows]
        labels = [name for name in rows if self.symbols[name].domain == "sign"]
        columns = [self.values[name] for name in rows if name not in labels]
        kept, total = self.values, sp.Integer(0)
        for case in product((1, -1), repeat=len(labels)):
            self.values = kept | dict(zip(labels, case, strict=True))
            if node.value and not self.holds(str(node.value)):
                continue
            body = self.expand(self.of(node.parts[0]))
            if self.degree(body) > DEGREE:
                raise TooMuch
            try:
                terms = sp.Poly(body, *columns).terms()
            except sp.PolynomialError:
                raise TooMuch from None
            for powers, coefficient in terms:
                each = sp.Mul(*[sp.Pow(*pair) for pair in zip(columns, powers, strict=True)])
                kind = {"positive": True} if each.is_positive else {"real": True}
                total += coefficient * sp.Symbol(f"sum of {each} {case}", **kind)
        self.values = kept
        return total

    # Bounded work on expressions

    def small(self, expression: Any) -> Any:
        """Refuse numbers of many digits, before they are raised to a power again."""
        numbers = expression.atoms(self.sp.Rational)
        if any(max(int(n.p).bit_length(), int(n.q).bit_length()) > BITS for n in numbers):
            raise TooMuch
        return expression

    def degree(self, expression: Any) -> int:
        """Return a bound of an expression's degree, before a polynomial is made of it."""
        degrees = [self.degree(part) for part in expression.args]
        if expression.is_Add:
            return max(degrees)
        if expression.is_Mul:
            return sum(degrees)
        if expression.is_Pow and expression.exp.is_Integer:
            return degrees[0] * abs(int(expression.exp))
        return 0 if expression.is_Number else 1

    def terms(self, expression: Any) -> int:
        """Return a bound of how many terms an expression has when multiplied out."""
        if expression.is_Add:
            return min(sum(self.terms(part) for part in expression.args), TERMS + 1)
        count = 1
        if expression.is_Mul:
            for part in expression.args:
                count = min(count * self.terms(part), TERMS + 1)
        elif expression.is_Pow and expression.exp.is_Integer:
            inside = self.terms(expression.base)
            powers = abs(int(expression.exp)) if inside > 1 else 1
            count = TERMS + 1 if powers > TERMS else min(inside**powers, TERMS + 1)
        return count

    def expand(self, expression: Any) -> Any:
        """Multiply out, if that gives not too many terms."""
        if expression.has(self.sp.zoo, self.sp.nan, self.sp.oo) or self.terms(expression) > TERMS:
            raise TooMuch
        return self.sp.expand(expression)

    def powers(self, *expressions: Any) -> dict[Any, Any]:
        """Replace powers of e by names: e^(x/2) and e^x become u and u²."""
        sp = self.sp
        found: dict[Any, dict[Any, Any]] = {}
        for power in {power for e in expressions for power in e.atoms(sp.exp, type(sp.E))}:
            factor, rest = (1, sp.S.One) if power == sp.E else power.args[0].as_coeff_Mul()
            found.setdefault(rest, {})[power] = sp.Rational(factor)
        named: dict[Any, Any] = {}
        for rest, powers in found.items():
            parts = lcm(*[int(factor.q) for factor in powers.values()])
            base = sp.Dummy(str(rest), positive=True)
            named |= {power: base ** (factor * parts) for power, factor in powers.items()}
            self.named[base] = sp.exp(rest / parts)
        return named

    def fraction(self, expression: Any, named: Any = None) -> tuple[Any, Any]:
        """Return numerator and denominator, multiplied out; powers of e are named in both."""
        sp = self.sp
        named = self.powers(expression) if named is None else named
        top, bottom = sp.fraction(sp.together(expression.xreplace(named)))
        # twice, since roots that meet in a product leave sums
        return self.expand(self.expand(top)), self.expand(self.expand(bottom))

    def polynomials(self, *expressions: Any) -> list[Any]:
        """Return polynomials in all symbols there are; what else there is counts as a symbol."""
        sp = self.sp
        others = {
            part: sp.Dummy(str(part), positive=part.is_positive, real=True)
            for expression in expressions
            for part in (*expression.atoms(sp.log), *expression.atoms(sp.Pow))
            if part.is_Function or not part.exp.is_Integer
        }
        self.named |= {name: part for part, name in others.items()}
        expressions = tuple(expression.xreplace(others) for expression in expressions)
        if any(self.degree(expression) > DEGREE for expression in expressions):
            raise TooMuch
        if any(self.terms(expression) > FACTORED for expression in expressions):
            raise TooMuch
        gens = sorted({gen for e in expressions for gen in e.free_symbols}, key=str)
        try:
            return [sp.Poly(e, *(gens or [sp.Dummy()]), domain="QQ") for e in expressions]
        except (sp.PolynomialError, sp.CoercionFailed):
            raise TooMuch from None

    def factors(self, expression: Any) -> list[tuple[Any, int]]:
        """Return factors of something positive, each of them positive, and how often they occur."""
        sp = self.sp
        ends = self.polynomials(*self.fraction(expression))
        found, sign = [], 1
        for polynomial, up in zip(ends, (1, -1), strict=True):
            gens = polynomial.gens
            powers, rest = polynomial.terms_gcd()
            number, parts = rest.sqf_list()
            common = [(sp.Poly(gen, *gens), n) for gen, n in zip(gens, powers, strict=True) if n]
            for part, times in [*parts, *common, (sp.Poly(number, *gens), 1)]:
                if not _sign(part):
                    return [(expression, 1)]
                sign *= _sign(part) ** times
                found.append(((part * _sign(part)).as_expr().xreplace(self.named), up * times))
        if sign < 0:
            raise TooMuch
        return found

    def conditions(self, left: Expression, right: Expression, unknown: str) -> list[Any]:
        """Return for each of two equations the polynomial that must be 0."""
        symbol = self.values[unknown]
        zeros = []
        for equation in (left, right):
            one, other = self.without_roots(*(self.of(part) for part in equation.parts))
            zeros.append(self.without_logarithms(self.expand(one - other), symbol))
        named = self.powers(*zeros)
        ends = [self.fraction(zero, named) for zero in zeros]
        tops = self.polynomials(*[top for top, _ in ends])
        if not all(_sign(bottom) for bottom in self.polynomials(*[bottom for _, bottom in ends])):
            raise TooMuch
        return tops

    def without_roots(self, *sides: Any) -> tuple[Any, ...]:
        """Square two sides if a root is in them and both are above 0."""
        roots = [part for side in sides for part in side.atoms(self.sp.Pow)]
        if all(part.exp.is_Integer for part in roots):
            return sides
        if not all(
            _sign(end) > 0 for side in sides for end in self.polynomials(*self.fraction(side))
        ):
            return sides
        return tuple(self.expand(side**2) for side in sides)

    def without_logarithms(self, zero: Any, unknown: Any) -> Any:
        """Put a sum of logarithms, which is 0, into the exponent, where it makes 1."""
        sp = self.sp
        if not zero.has(sp.log):
            return zero
        factor = zero.coeff(unknown) or sp.Integer(1)
        if not all(_sign(part) for part in self.polynomials(*self.fraction(factor))):
            raise TooMuch
        power = self.power_of_e(zero / factor)
        if power.has(sp.log):
            raise TooMuch
        return power - 1
