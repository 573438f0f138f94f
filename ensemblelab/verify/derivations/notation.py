"""The notation of derivations: what a line may hold, and the tree that it becomes.

A line is an expression, or an equation of two with ``==``. It is made of

- numbers: ``2``, ``0.5``, ``1/2``;
- the symbols of the derivation, and ``+ - * /``, brackets, and ``**`` with a number as exponent;
- ``exp(x)``, ``log(x)`` and ``sqrt(x)``;
- ``one(f != y)``, which is 1 where the two differ and 0 where not, and ``one(f == y)``;
- ``sum(x)``, over all observations, and ``sum(x, f != y)``, over those that fulfil a condition.

Nothing of a line is ever evaluated as Python. Its characters, length and brackets are looked at
first; then `ast` reads it, and of what `ast` finds only the above is taken. Numbers, exponents,
depth and the number of parts are bounded, so whatever a line says, little is done with it.
"""

from __future__ import annotations

import ast
import re
import string
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

__all__ = ["Expression", "NotationError", "Symbol", "parse"]

LENGTH = 300  # characters of a line
BRACKETS = 20  # one within the other
DEPTH = 40
PARTS = 150
SIDE = 16  # terms or factors side by side: which of them cancel is tried for all choices
EXPONENT = 12
LARGEST = 10**9  # above and below the fraction bar of a number
NUMBER = re.compile(r"\d{1,6}(\.\d{1,6})?|\.\d{1,6}")
CHARACTERS = frozenset(string.ascii_letters + string.digits + "_+-*/(),.=! ")

FUNCTIONS = {"exp": "exp(x)", "log": "log(x)", "sqrt": "sqrt(x)"}
CALLS = (*FUNCTIONS.values(), "one(f != y)", "sum(x)", "sum(x, f != y)")
INSTEAD = {
    "^": "write ** for a power",
    "[": "write round brackets",
    "{": "write round brackets",
    "≠": "write !=",
    "<": "a line is an expression, or an equation with ==",
    ">": "a line is an expression, or an equation with ==",
    "·": "write *",
    "×": "write *",
    "−": "write - as on the keyboard",
    "√": "write sqrt(x)",
}
NAMED = {
    ast.Attribute: "a name after a point",
    ast.BoolOp: "`and` or `or`",
    ast.IfExp: "`if`",
    ast.Lambda: "`lambda`",
    ast.Tuple: "a comma",
    ast.Await: "`await`",
    ast.Starred: "a * without a left side",
}


class NotationError(ValueError):
    """A line is not in the notation; the message says what was found where, and what is allowed.

    Attributes
    ----------
    column : int
        From 1.
    """

    def __init__(self, column: int, found: str, allowed: str) -> None:
        super().__init__(f"column {column}: found {found}; {allowed}")
        self.column = column


@dataclass(frozen=True)
class Symbol:
    """A symbol of a derivation and what it may stand for.

    Attributes
    ----------
    meaning : str
    domain : {"real", "positive", "sign"}
        A sign is 1 or −1.
    observations : bool
        Whether each observation has its own; then it stands within ``sum`` only.
    above : str
        Another symbol, than which it is larger; both are positive.
    """

    meaning: str
    domain: str = "positive"
    rows: bool = False
    above: str = ""

    @property
    def description(self) -> str:
        """Return what it is, for a reader."""
        kind = {"real": "any number", "positive": "above 0", "sign": "1 or -1"}[self.domain]
        kind = f"above {self.above}" if self.above else kind
        return f"{self.meaning}, {kind}" + (", of each observation" if self.rows else "")


@dataclass(frozen=True)
class Expression:
    """A part of a line. Numbers are worked out, and the order of terms and factors is one.

    Attributes
    ----------
    kind : str
        ``number``, ``symbol``, ``+``, ``*``, ``**``, ``exp``, ``log``, ``one``, ``sum`` or ``==``.
    parts : tuple of Expression
    value : Fraction or str
        A number, a symbol's name, an exponent, or a condition such as ``f != y``.
    """

    kind: str
    parts: tuple[Expression, ...] = ()
    value: Fraction | str = ""

    def walk(self) -> Iterator[Expression]:
        """Yield the node and all that it is made of."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def find(self, kind: str) -> list[Expression]:
        """Return the parts of one kind, itself among them if it is of it."""
        return [part for part in self.walk() if part.kind == kind]

    def symbols(self) -> set[str]:
        """Return the symbols in it, but for those of conditions."""
        return {str(node.value) for node in self.walk() if node.kind == "symbol"}

    def terms(self) -> tuple[Expression, ...]:
        """Return the terms that it is the sum of; itself, if it is none."""
        return self.parts if self.kind == "+" else (self,)

    def factors(self) -> tuple[Expression, ...]:
        """Return the factors that it is the product of; itself, if it is none."""
        return self.parts if self.kind == "*" else (self,)

    def _key(self) -> str:
        return repr(self)


def number(value: Fraction | int) -> Expression:
    """Make a number."""
    return Expression("number", value=Fraction(value))


def plus(*terms: Expression) -> Expression:
    """Add terms; numbers are added up, and 0 is left out."""
    flat = [part for term in terms for part in term.terms()]
    total = sum((Fraction(node.value) for node in flat if node.kind == "number"), Fraction())
    rest = [node for node in flat if node.kind != "number"]
    rest += [number(total)] if total or not rest else []
    return rest[0] if len(rest) == 1 else Expression("+", tuple(sorted(rest, key=Expression._key)))


def times(*factors: Expression) -> Expression:
    """Multiply factors; numbers are multiplied out, and 1 is left out."""
    flat = [part for factor in factors for part in factor.factors()]
    total = Fraction(1)
    for node in flat:
        if node.kind == "number":
            total *= Fraction(node.value)
    rest = [node for node in flat if node.kind != "number"]
    if not total:
        return number(0)
    rest += [number(total)] if total != 1 or not rest else []
    return rest[0] if len(rest) == 1 else Expression("*", tuple(sorted(rest, key=Expression._key)))


def power(base: Expression, exponent: Fraction) -> Expression:
    """Raise to a power; of a number to a whole one, work it out."""
    if exponent == 1:
        return base
    if base.kind == "number" and exponent.denominator == 1 and (base.value or exponent > 0):
        return number(Fraction(base.value) ** int(exponent))
    return Expression("**", (base,), exponent)


def equation(*sides: Expression) -> Expression:
    """Set two sides equal."""
    return Expression("==", tuple(sorted(sides, key=Expression._key)))


def parse(line: object, symbols: Mapping[str, Symbol]) -> Expression:
    """Read a line.

    Parameters
    ----------
    line : str
    symbols : mapping of str to Symbol
        What may stand in it.

    Returns
    -------
    Expression

    Raises
    ------
    NotationError
        If the line is not in the notation.
    """
    if type(line) is not str:
        raise NotationError(1, f"a {type(line).__name__[:30]}", "a line is a text, in quotes")
    _look(line)
    text = line.strip(" ")
    indent = len(line) - len(line.lstrip(" "))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what Python would say of numbers such as 1if
            tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        column = max(1, error.offset or 1)
        found = f"`{text[column - 1 :][:20]}`" if column <= len(text) else "the end"
        allowed = "that is no expression; is an operator or a bracket missing there?"
        raise NotationError(indent + column, found, allowed) from None
    return _Parser(text, indent, symbols).line(tree.body)


def _look(line: str) -> None:
    """Refuse by characters, length and brackets what need not be read."""
    if not line.strip(" "):
        raise NotationError(1, "an empty line", "write an expression, or take the line out")
    if len(line) > LENGTH:
        raise NotationError(LENGTH, f"{len(line)} characters", f"a line has {LENGTH} at most")
    depth = 0
    for column, character in enumerate(line, 1):
        if character not in CHARACTERS:
            told = INSTEAD.get(
                character, "letters of English, digits, + - * / ( ) , . == and != are"
            )
            told += " allowed" if character not in INSTEAD else ""
            raise NotationError(column, f"the character {character!a}", told)
        depth += (character == "(") - (character == ")")
        if depth > BRACKETS:
            raise NotationError(column, f"{depth} open brackets", f"{BRACKETS} are allowed")
    if found := re.search(r"(?<![=!])=(?!=)", line):
        raise NotationError(found.start() + 1, "a single =", "write == for an equality")


class _Parser:
    """Make nodes of what `ast` has found, or refuse it."""

    def __init__(self, text: str, indent: int, symbols: Mapping[str, Symbol]) -> None:
        self.text = text
        self.indent = indent
        self.symbols = symbols
        self.left = PARTS
        self.rows = False  # within a sum

    def line(self, tree: ast.expr) -> Expression:
        if not isinstance(tree, ast.Compare):
            return self.node(tree, 1)
        if len(tree.ops) != 1 or not isinstance(tree.ops[0], ast.Eq):
            self.refuse(tree, "a comparison", "a line is an expression, or an equation with one ==")
        return equation(self.node(tree.left, 1), self.node(tree.comparators[0], 1))

    def node(self, tree: ast.expr, depth: int) -> Expression:
        self.left -= 1
        if depth > DEPTH or self.left < 0:
            self.refuse(tree, "too much", f"a line has {PARTS} parts and {DEPTH} levels at most")
        if isinstance(tree, ast.Constant):
            return self.number(tree)
        if isinstance(tree, ast.Name):
            return self.symbol(tree)
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.UAdd | ast.USub):
            sign = 1 if isinstance(tree.op, ast.UAdd) else -1
            return self.bounded(tree, times(number(sign), self.node(tree.operand, depth + 1)))
        if isinstance(tree, ast.BinOp):
            return self.bounded(tree, self.operation(tree, depth))
        if isinstance(tree, ast.Call):
            return self.call(tree, depth)
        if isinstance(tree, ast.Compare):
            self.refuse(tree, "a comparison", "within an expression write one(f != y)")
        kind = NAMED.get(type(tree), f"something else ({type(tree).__name__})")
        self.refuse(tree, kind, f"allowed are numbers, + - * / **, {', '.join(CALLS)}")

    def number(self, tree: ast.Constant) -> Expression:
        text = self.written(tree)
        if not NUMBER.fullmatch(text):
            allowed = "numbers are written as 12 or 0.5, with six digits at most on either side"
            self.refuse(tree, f"`{text[:20]}`", allowed)
        return number(Fraction(text))

    def symbol(self, tree: ast.Name) -> Expression:
        if tree.id not in self.symbols:
            functions = ", ".join(CALLS)
            allowed = f"the symbols are {', '.join(self.symbols)}; besides there are {functions}"
            self.refuse(tree, f"the name `{tree.id[:20]}`", allowed)
        if self.symbols[tree.id].rows and not self.rows:
            allowed = (
                f"each observation has its own, so it stands within sum(...), as in sum({tree.id})"
            )
            self.refuse(tree, f"`{tree.id}` outside a sum", allowed)
        return Expression("symbol", value=tree.id)

    def operation(self, tree: ast.BinOp, depth: int) -> Expression:
        left = self.node(tree.left, depth + 1)
        right = self.node(tree.right, depth + 1)
        if isinstance(tree.op, ast.Add):
            return plus(left, right)
        if isinstance(tree.op, ast.Sub):
            return plus(left, times(number(-1), right))
        if isinstance(tree.op, ast.Mult):
            return times(left, right)
        if isinstance(tree.op, ast.Div):
            if right == number(0):
                self.refuse(tree.right, "a division by 0", "that has no value")
            return times(left, power(right, Fraction(-1)))
        if not isinstance(tree.op, ast.Pow):
            self.refuse(tree, "an unknown operator", "the operators are + - * / and **")
        exponent = right.value
        if right.kind != "number" or not isinstance(exponent, Fraction):
            allowed = "an exponent is a number; write exp(x) for powers of e"
            self.refuse(tree.right, f"`{self.written(tree.right)[:20]}`", allowed)
        if abs(exponent) > EXPONENT or exponent.denominator > 2:
            allowed = f"exponents are whole or halves, from -{EXPONENT} to {EXPONENT}"
            self.refuse(tree.right, f"the exponent {self.written(tree.right)[:20]}", allowed)
        if left == number(0) and exponent <= 0:
            self.refuse(tree, "a division by 0", "that has no value")
        return power(left, exponent)

    def call(self, tree: ast.Call, depth: int) -> Expression:
        name = tree.func.id if isinstance(tree.func, ast.Name) else ""
        if name not in {*FUNCTIONS, "one", "sum"} or tree.keywords:
            text = self.written(tree.func)[:20]
            self.refuse(tree, f"`{text}(...)`", f"what is called is {', '.join(CALLS)}")
        count = len(tree.args)
        if count != 1 and (name != "sum" or count != 2):
            self.refuse(tree, f"{name} of {count}", f"write {', '.join(CALLS)}")
        if name == "one":
            condition = self.condition(tree.args[0])
            if self.symbols[condition.split()[0]].rows and not self.rows:
                self.refuse(tree, "one(...) outside a sum", "each observation has its own")
            return Expression("one", value=condition)
        if name == "sum":
            if self.rows:
                self.refuse(tree, "a sum within a sum", "a sum runs over the observations once")
            if not any(symbol.rows for symbol in self.symbols.values()):
                self.refuse(tree, "a sum", "there are no observations in this derivation")
            condition = self.condition(tree.args[1]) if count == 2 else ""
            self.rows = True
            body = self.node(tree.args[0], depth + 1)
            self.rows = False
            return Expression("sum", (body,), condition)
        argument = self.node(tree.args[0], depth + 1)
        if name == "exp" and any(part.kind == "exp" for part in argument.walk()):
            self.refuse(tree, "exp within exp", "no line needs a power of e in an exponent")
        return power(argument, Fraction(1, 2)) if name == "sqrt" else Expression(name, (argument,))

    def condition(self, tree: ast.expr) -> str:
        signs = [name for name, symbol in self.symbols.items() if symbol.domain == "sign"]
        if (
            isinstance(tree, ast.Compare)
            and isinstance(tree.left, ast.Name)
            and len(tree.ops) == 1
            and isinstance(tree.ops[0], ast.Eq | ast.NotEq)
            and isinstance(tree.comparators[0], ast.Name)
        ):
            left, right = sorted((tree.left.id, tree.comparators[0].id))
            if left in signs and right in signs and left != right:
                return f"{left} {'==' if isinstance(tree.ops[0], ast.Eq) else '!='} {right}"
        allowed = "a condition is f == y or f != y" if signs else "there are no labels here"
        self.refuse(tree, f"`{self.written(tree)[:20]}`", allowed)

    def bounded(self, tree: ast.expr, node: Expression) -> Expression:
        if len(node.parts) > SIDE:
            self.refuse(tree, f"{len(node.parts)} parts side by side", f"{SIDE} are enough")
        for part in (node, *node.parts):
            value = part.value
            if (
                isinstance(value, Fraction)
                and max(abs(value.numerator), value.denominator) > LARGEST
            ):
                self.refuse(tree, "a number that is too large", f"{LARGEST} is the largest")
        return node

    def written(self, tree: ast.expr) -> str:
        return self.text[tree.col_offset : tree.end_col_offset]

    def refuse(self, tree: ast.expr, found: str, allowed: str) -> NoReturn:
        raise NotationError(self.indent + tree.col_offset + 1, found, allowed)
