r"""Evaluate a display: its LaTeX is parsed as mathematics, and each side is computed.

Therefore the displayed formula itself is checked, and not a copy of it in code. An entry gives a
value to each symbol, written as in the display: ``w_i``, ``f_{[m]}(x_i)``, ``\overline{er}_m``.
The longest matching symbol is used, so ``f_m(x_i)`` is one symbol and not a product. Anything that
is neither a symbol with a value nor one of the signs below is an error, and so is a symbol that
the display does not use.

Read are sums, products, differences and quotients; powers, roots, fractions, brackets, sizes
between bars; ln, exp, e, cosh, artanh, sign, minimum and maximum of several or over a domain, the
arguments of these; indicators, binomial coefficients, means ``E``, and the slope of a straight line
fitted to what follows, over what stands below ``slope``. An index runs along an axis of the arrays,
counted from the last one; sums keep their axis. Of what is left out, ``O(c^3)``, it is told whether
it is of that order, along a sequence of ever smaller c.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import numpy as np

__all__ = ["Chain", "Formula", "FormulaError", "Variant", "signs", "variants"]

Values = Mapping[str, Any]
Node = Callable[[Values], Any]

TOKEN = re.compile(r"\\(?:begin|end)\{\w+\}|\\text\{[^{}]*\}|\\[A-Za-z]+|\\.|[A-Za-z]|\d|\S")
# What only sets a formula out.
LAYOUT = re.compile(
    r"\\(?:begin|end)\{(?:aligned|gathered)\}|\\text\{that is,\}"
    r"|\\[Bb]igg?|\\left|\\right|\\q?quad|\\[,;:! ]|\\\\|&|~"
)
RELATIONS = {
    "=": "=",
    ":=": "=",
    r"\leftarrow": "=",
    "<": "<",
    ">": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\neq": "!=",
}
FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    r"\exp": np.exp,
    r"\ln": np.log,
    r"\log": np.log,
    r"\cosh": np.cosh,
    r"\operatorname{sign}": np.sign,
    r"\operatorname{artanh}": np.arctanh,
}
# What rounding may make of two numbers of which a condition asks whether they are equal.
ROUNDING = 1e-9
# How many values a minimum is at least taken over.
RIVALS = 5
CLOSING = {"(": ")", "[": "]", r"\{": r"\}", "|": "|", "{": "}"}


def _one(values: Values) -> int:
    return 1  # where an index starts that no display starts elsewhere


def _binomial(n: Any, k: Any) -> Any:
    from scipy.special import comb  # takes a second to import, and a misspelt label needs none

    return comb(n, k)


class FormulaError(ValueError):
    """A display that cannot be parsed, or whose symbols and values do not match."""


@dataclass(frozen=True)
class Token:
    """A token of LaTeX and its position."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Chain:
    """The sides of a display, with the relation between each and the next.

    Attributes
    ----------
    names : tuple of str
        The sides in LaTeX.
    sides : tuple of float or ndarray
        Their values where the condition of the chain holds.
    relations : tuple of str
    """

    names: tuple[str, ...]
    sides: tuple[Any, ...]
    relations: tuple[str, ...]


def tokens(latex: str) -> tuple[Token, ...]:
    """Cut LaTeX into pieces, without what only sets it out."""
    found = [Token(m[0], m.start(), m.end()) for m in TOKEN.finditer(latex)]
    kept: list[Token] = []
    for token in found:
        if LAYOUT.fullmatch(token.text):
            continue
        if token.text == "=" and kept and kept[-1].text == ":":
            token = Token(":=", kept.pop().start, token.end)
        kept.append(token)
    return tuple(_operators(kept))


def _operators(kept: list[Token]) -> Iterator[Token]:
    r"""Join the tokens of ``\operatorname{sign}``."""
    at = 0
    while at < len(kept):
        token = kept[at]
        if token.text == r"\operatorname":
            end = next(i for i in range(at, len(kept)) if kept[i].text == "}")
            text = "".join(piece.text for piece in kept[at : end + 1])
            token, at = Token(text, token.start, kept[end].end), end
        yield token
        at += 1


@dataclass(frozen=True)
class Parsed:
    """One chain of a display, ready to be evaluated."""

    names: tuple[str, ...]
    nodes: tuple[Node, ...]
    relations: tuple[str, ...]
    conditions: tuple[Node, ...]
    summed: frozenset[int] = frozenset()
    order: Node | None = None


class _Reader:
    """Recursive descent through the tokens of one display."""

    def __init__(self, latex: str, symbols: frozenset[str], axes: Mapping[str, int]) -> None:
        self.latex, self.axes = latex, axes
        self.tokens = tokens(latex)
        self.texts = [token.text for token in self.tokens]
        spelled = [
            (tuple(piece.text for piece in tokens(symbol)), symbol)
            for symbol in symbols
            if not symbol.endswith(r"\leftarrow")
        ]
        self.symbols = sorted(spelled, key=lambda pair: -len(pair[0]))
        self.at = 0
        self.used: set[str] = set()
        self.bars = 0  # open |
        self.summed: set[int] = set()  # axes
        self.order: Node | None = None  # of what a chain leaves out, from O(...)
        self.besides: list[Parsed] = []  # chains that others brought along

    # Statements

    def display(self) -> tuple[Parsed, ...]:
        chains: list[Parsed] = []
        while self.at < len(self.texts):
            chains.append(self.statement())
            if self.at < len(self.texts) and self.texts[self.at] not in (",", ":"):
                raise self.error("a sign that is not read here")
            self.at += 1
        return (*chains, *self.besides)

    def statement(self) -> Parsed:
        premises: list[Node] = []
        start = self.at
        chain = self.chain()
        while not chain.relations and self.peek() == "," and r"\implies" in self.texts:
            self.at += 1  # a premise in words, whose truth is declared
            premises.append(_truth(chain))
            chain = self.chain()
        while self.peek() in (r"\implies", r"\text{ for all }"):
            if self.next() != r"\implies":
                self.next()  # the index that a premise is about: it holds along its axis
                continue
            premises.append(_truth(chain))
            chain = self.chain()
        if self.peek() == r"\iff":
            middle = self.at
            self.at += 1
            other = self.chain()
            left, right = self.tokens[start:middle], self.tokens[middle + 1 : self.at]
            both = (excerpt(self.latex, left), excerpt(self.latex, right))
            chain = Parsed(both, (_truth(chain), _truth(other)), ("=",), ())
        if self.peek() == r"\text{ if }":
            self.at += 1
            premises.append(_truth(self.chain()))
        elif self.peek() == "(":
            self.at += 1
            premises.append(_truth(self.chain()))
            self.take(")")
        if not chain.relations:
            raise self.error("nothing is said of it")
        order, self.order = self.order, None
        return Parsed(
            chain.names,
            chain.nodes,
            chain.relations,
            tuple(premises),
            frozenset(self.summed),
            order,
        )

    def chain(self) -> Parsed:
        names: list[str] = []
        nodes: list[Node] = []
        relations: list[str] = []
        while True:
            start = self.at
            nodes.append(self.sum())
            names.append(excerpt(self.latex, self.tokens[start : self.at]))
            if self.peek() == r"\in":
                self.interval(names[-1], nodes[-1])
            if self.peek() not in RELATIONS:
                return Parsed(tuple(names), tuple(nodes), tuple(relations), ())
            sign = self.next()
            if sign == r"\leftarrow":  # the new value of the symbol
                nodes[-1] = self.value(f"{names[-1]} \\leftarrow")
                names[-1] = rf"\text{{new }} {names[-1]}"
            if self.peek() == r"\pm":  # one of two values: the sizes are equal
                self.at += 1
                nodes[-1] = _size(nodes[-1])
                names[-1] = f"|{names[-1]}|"
            relations.append(RELATIONS[sign])

    def interval(self, name: str, inside: Node) -> None:
        """Read the ends of an interval; that they are kept is a chain of its own."""
        self.at += 1
        start = self.at
        low, high = self.several()
        comma = self.texts.index(",", start)
        ends = [self.tokens[start + 1 : comma], self.tokens[comma + 1 : self.at - 1]]
        names = (excerpt(self.latex, ends[0]), name, excerpt(self.latex, ends[1]))
        self.besides.append(Parsed(names, (low, inside, high), ("<=", "<="), ()))

    # Expressions

    def sum(self) -> Node:
        if self.peek() in ("-", "+"):
            negative = self.next() == "-"
            first = self.product()
            total: Node = (lambda v: -first(v)) if negative else first
        else:
            total = self.product()
        while self.peek() in ("+", "-"):
            total = _binary(self.next(), total, self.product())
        return total

    def product(self, *, tight: bool = False) -> Node:
        total = self.power()
        while True:
            sign = self.peek()
            if sign in (r"\cdot", "/") and not tight:
                self.at += 1
                total = _binary("/" if sign == "/" else "*", total, self.power())
            elif self.begins():
                total = _binary("*", total, self.power())
            else:
                return total

    def begins(self) -> bool:
        """Return whether the next token can be a factor without a sign before it."""
        text = self.peek()
        if (
            text is None
            or text in RELATIONS
            or text in (",", ":", "+", "-", "/", r"\cdot", r"\in", r"\iff")
        ):
            return False
        if text == "(" and self.condition_follows():
            return False
        if text == "|":
            return not self.bars
        return text not in (")", "]", "}", r"\}", r"\implies") and not text.startswith(r"\text{ ")

    def condition_follows(self) -> bool:
        r"""Return whether a bracket follows \qquad: it holds a condition."""
        return self.latex[: self.tokens[self.at].start].rstrip().endswith(r"\qquad")

    def power(self) -> Node:
        base = self.atom()
        while self.peek() == "^":
            self.at += 1
            base = _binary("^", base, self.group())
        return base

    def atom(self) -> Node:
        symbol = self.symbol()
        if symbol:
            return self.value(symbol)
        for sign in self.axes:
            if sign.startswith("E") and self.follows(sign):
                return self.mean(sign)
        text = self.next()
        if text.isdigit():
            while (more := self.peek()) is not None and (more.isdigit() or more == "."):
                text += self.next()
            number = float(text) if "." in text else int(text)
            return lambda v: number
        if text in CLOSING and text != "{":
            return self.bracket(text)
        if text in (r"\frac", r"\tfrac", r"\dfrac"):
            return _binary("/", self.group(), self.group())
        if text == r"\binom":
            above, below = self.group(), self.group()
            return lambda v: _binomial(above(v), below(v))
        if text == r"\sqrt":
            inside = self.group()
            return lambda v: np.sqrt(inside(v))
        if text == r"\operatorname{slope}":
            return self.slope()
        if text in FUNCTIONS:
            function, argument = FUNCTIONS[text], self.power()
            return lambda v: function(argument(v))
        if text == "e":
            if self.peek() == "^":
                self.at += 1
                exponent = self.group()
                return lambda v: np.exp(exponent(v))
            return lambda v: np.e
        if text == r"\mathbf" and self.texts[self.at : self.at + 4] == ["{", "1", "}", "_"]:
            self.at += 4
            self.take("{")
            condition = _truth(self.chain())
            self.take("}")
            return lambda v: np.asarray(condition(v)).astype(int)
        if text == "O" and "O" in self.axes:
            self.order = self.power()
            return lambda v: 0
        if text in (r"\sum", r"\prod"):
            return self.over_a_domain(np.sum if text == r"\sum" else np.prod, text == r"\prod")
        if text in (r"\min", r"\max", r"\arg"):
            return self.extreme(text)
        self.at -= 1
        raise self.error("a symbol without a value")

    def slope(self) -> Node:
        """Fit a straight line along the last axis, by least squares."""
        self.take("_")
        over, inside = self.group(), self.power()

        def node(v: Values) -> Any:
            x = np.asarray(over(v), dtype=float)
            if x.ndim == 0 or np.ptp(x, axis=-1).min() == 0:
                raise FormulaError("a slope needs values that differ, below it")
            x = x - x.mean(axis=-1, keepdims=True)
            return (x * inside(v)).sum(axis=-1, keepdims=True) / (x * x).sum(axis=-1, keepdims=True)

        return node

    def follows(self, latex: str) -> bool:
        texts = [token.text for token in tokens(latex)]
        return self.texts[self.at : self.at + len(texts)] == texts

    def mean(self, sign: str) -> Node:
        self.at += len(tokens(sign))
        axis, inside = self.axes[sign], self.power()
        self.summed.add(axis)
        return lambda v: np.mean(_wide(inside(v), axis), axis=axis, keepdims=True)

    def bracket(self, opening: str) -> Node:
        bars, self.bars = self.bars, int(opening == "|")
        inside = self.sum()
        if self.peek() != CLOSING[opening]:
            raise self.error(f"not {CLOSING[opening]}")
        self.at += 1
        self.bars = bars
        return (lambda v: np.abs(inside(v))) if opening == "|" else inside

    def group(self) -> Node:
        """Read an argument: one token, or several in braces."""
        if self.peek() == "{":
            bars, self.bars = self.bars, 0
            self.at += 1
            inside = self.sum()
            self.take("}")
            self.bars = bars
            return inside
        if (text := self.peek()) is not None and text.isdigit():
            digit = int(self.next())
            return lambda v: digit
        return self.atom()

    def over_a_domain(self, total: Callable[..., Any], tight: bool) -> Node:
        index, axis, lower, upper, masks = self.domain()
        body = self.product(tight=tight)
        neutral = 1 if tight else 0

        def node(v: Values) -> Any:
            array = _wide(body(v), axis)
            for mask in masks:
                array = np.where(_check_array(mask(v), index), array, neutral)
            if upper is not None:
                first, last = int(lower(v)), int(np.ravel(upper(v))[0])
                length = array.shape[axis]
                if length == 1:
                    array = np.repeat(array, last, axis=axis)
                elif last > length or first < 1:
                    raise FormulaError(f"{index} runs to {last}, and there are {length}")
                array = np.take(array, np.arange(first - 1, last), axis=axis)
            return total(array, axis=axis, keepdims=True)

        return node

    def domain(self) -> tuple[str, int, Node, Node | None, list[Node]]:
        """Read what stands below and above a sum: i=1 to n, i, i in I, i : ..., k > m/2."""
        self.take("_")
        braced = self.peek() == "{"
        self.at += braced
        fits = [index for index in self.axes if self.follows(index)]
        if not fits:
            raise self.error("an index without an axis")
        index = max(fits, key=len)
        start = self.at
        self.at += len(tokens(index))
        lower: Node = _one
        upper: Node | None = None
        masks: list[Node] = []
        if braced:
            text = self.peek()
            if text == "=":
                self.at += 1
                lower = self.sum()
            elif text == r"\in":
                self.at += 1
                masks.append(self.sum())
            elif text in (":", ","):
                self.at += 1
                masks.append(_truth(self.chain()))
            elif text != "}":  # a condition on the index itself, whose values are declared
                self.at = start
                masks.append(_truth(self.chain()))
            self.take("}")
        if self.peek() == "^":
            self.at += 1
            upper = self.group()
        self.summed.add(self.axes[index])
        return index, self.axes[index], lower, upper, masks

    def extreme(self, text: str) -> Node:
        argument = text == r"\arg"
        if argument:
            text = self.next()
        least = text == r"\min"
        if self.peek() != "_":  # of several in a bracket
            several = self.several()
            pick = np.minimum if least else np.maximum
            return lambda v: pick(several[0](v), several[1](v))
        start = self.at
        index, axis, _, _, masks = self.domain()
        inside = self.product()
        worst = np.inf if least else -np.inf

        def values(v: Values) -> Any:
            array = _wide(inside(v), axis)
            if array.shape[axis] < RIVALS:
                raise FormulaError(f"{array.shape[axis]} values of {index} compete; {RIVALS} must")
            for mask in masks:
                array = np.where(_check_array(mask(v), index), array, worst)
            return array

        if not argument:
            pick_one = np.min if least else np.max
            return lambda v: pick_one(values(v), axis=axis, keepdims=True)
        at = self.at
        self.at = start + 1 + (self.texts[start + 1] == "{")
        tried = self.atom()  # the candidates, along the same axis
        self.at = at
        find = np.argmin if least else np.argmax

        def best(v: Values) -> Any:
            array = values(v)
            best_at = np.expand_dims(find(array, axis=axis), axis)
            return np.take_along_axis(np.broadcast_to(tried(v), array.shape), best_at, axis=axis)

        return best

    def several(self) -> list[Node]:
        closing = CLOSING[self.next()]
        bars, self.bars = self.bars, 0
        nodes = [self.sum()]
        while self.peek() == ",":
            self.at += 1
            nodes.append(self.sum())
        self.bars = bars
        self.take(closing)
        return nodes

    # Tokens

    def symbol(self) -> str | None:
        for texts, symbol in self.symbols:
            if self.texts[self.at : self.at + len(texts)] == list(texts):
                self.at += len(texts)
                return symbol
        return None

    def value(self, symbol: str) -> Node:
        self.used.add(symbol)

        def node(v: Values) -> Any:
            if symbol not in v:
                raise FormulaError(f"{symbol} has no value")
            return v[symbol]

        return node

    def peek(self) -> str | None:
        return self.texts[self.at] if self.at < len(self.texts) else None

    def next(self) -> str:
        if self.at == len(self.texts):
            raise FormulaError(f"{self.latex} ends where more is expected")
        self.at += 1
        return self.texts[self.at - 1]

    def take(self, text: str) -> None:
        if self.peek() != text:
            raise self.error(f"not {text}")
        self.at += 1

    def error(self, what: str) -> FormulaError:
        rest = self.latex[self.tokens[self.at].start :] if self.at < len(self.tokens) else "its end"
        return FormulaError(f"{what}: {rest[:60]}")


def _binary(sign: str, left: Node, right: Node) -> Node:
    """Join two nodes; a function of its own, so that each keeps its operands."""
    if sign == "+":
        return lambda v: left(v) + right(v)
    if sign == "-":
        return lambda v: left(v) - right(v)
    if sign == "*":
        return lambda v: left(v) * right(v)
    if sign == "/":
        return lambda v: left(v) / right(v)
    return lambda v: left(v) ** right(v)


def _same(left: Any, right: Any) -> Any:
    return np.isclose(left, right, rtol=ROUNDING, atol=ROUNDING)


COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "=": _same,
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "!=": lambda left, right: ~_same(left, right),
}


def _size(inside: Node) -> Node:
    return lambda v: np.abs(inside(v))


def _truth(chain: Parsed) -> Node:
    """Where a condition such as 0 ≤ t ≤ 1 holds."""
    if not chain.relations:  # a condition in words, whose truth is declared
        return chain.nodes[0]

    def node(v: Values) -> Any:
        values = [side(v) for side in chain.nodes]
        holds: Any = True
        for (left, right), sign in zip(pairwise(values), chain.relations, strict=True):
            holds = np.logical_and(holds, COMPARED[sign](left, right))
        return holds

    return node


def _check_array(mask: Any, index: str) -> Any:
    """Refuse to sum over a number."""
    if np.asarray(mask).dtype != bool:
        raise FormulaError(f"what {index} is in, or fulfils, must be true or false of each")
    return mask


def _wide(value: Any, axis: int) -> Any:
    """Return an array that has the axis."""
    array = np.asarray(value)
    return array.reshape((1,) * max(0, -axis - array.ndim) + array.shape)


@lru_cache(maxsize=4096)
def _read(
    latex: str, symbols: frozenset[str], axes: tuple[tuple[str, int], ...]
) -> tuple[tuple[Parsed, ...], frozenset[str]]:
    """Read a display; tell which of the symbols it uses."""
    reader = _Reader(latex, symbols, dict(axes))
    return reader.display(), frozenset(reader.used)


@dataclass(frozen=True)
class Formula:
    """A display and the axes its indices run along.

    Attributes
    ----------
    latex : str
    axes : tuple of (str, int)
        Index, or the sign of a mean such as ``E``, and its axis, counted from the last: −1, −2.
    """

    latex: str
    axes: tuple[tuple[str, int], ...] = ()

    def _parsed(self, values: Values) -> tuple[Parsed, ...]:
        chains, used = _read(self.latex, frozenset(values), self.axes)
        if unused := values.keys() - used:
            raise FormulaError(f"values that the display does not use: {', '.join(sorted(unused))}")
        return chains

    def used(self, symbols: Iterable[str]) -> frozenset[str]:
        """Return which of several symbols the display uses.

        Parameters
        ----------
        symbols : iterable of str

        Returns
        -------
        frozenset of str
        """
        return _read(self.latex, frozenset(symbols), self.axes)[1]

    def _limit(self, names: tuple[str, ...], sides: list[Any], order: Any) -> Chain:
        """Check that what is left out, over its order, settles along a sequence that goes to 0."""
        axis = dict(self.axes)["O"]
        ratio = np.moveaxis(np.abs((sides[0] - sides[1]) / order), axis, 0)
        last, before = ratio[-1].max(), ratio[-2].max()
        name = r"\text{left out at the smallest step, over its order}"
        earlier = r"\text{at the step before}"
        names = (rf"\tfrac12 \cdot {earlier}", name, rf"2 \cdot {earlier}")
        return Chain(names, (before / 2, last, 2 * before), ("<=", "<="))

    def summed(self, values: Values) -> set[int]:
        """Return the axes over which the display has a sum, a minimum, or a maximum."""
        return {axis for parsed in self._parsed(values) for axis in parsed.summed}

    def chains(self, values: Values) -> list[Chain]:
        """Compute every side of the display.

        Parameters
        ----------
        values : mapping of str to float or ndarray
            The value of each symbol, written as in the display.

        Returns
        -------
        list of Chain

        Raises
        ------
        FormulaError
            If a symbol has no value, or a value is not used.
        """
        found = []
        for parsed in self._parsed(values):
            sides, relations = [node(values) for node in parsed.nodes], parsed.relations
            names = parsed.names
            if parsed.order is not None:
                found.append(self._limit(names, sides, parsed.order(values)))
                continue
            if parsed.conditions:
                masks = [condition(values) for condition in parsed.conditions]
                *sides, mask = np.broadcast_arrays(*sides, reduce(np.logical_and, masks))
                if not mask.any():
                    raise FormulaError(f"the condition on {names[0]} never holds")
                # Elsewhere nothing is claimed; what stands there is an entry where it is.
                sides = [np.where(mask, side, side[mask][0]) for side in sides]
            found.append(Chain(names, tuple(sides), relations))
        return found


TURNED = {
    "+": "-",
    "-": "+",
    r"\le": r"\ge",
    r"\leq": r"\geq",
    r"\ge": r"\le",
    r"\geq": r"\leq",
    "<": ">",
    ">": "<",
    r"\neq": "=",
    r"\min": r"\max",
    r"\max": r"\min",
    r"\ln": r"\exp",
    r"\exp": r"\ln",
    r"\sum": r"\prod",
    r"\prod": r"\sum",
}


@dataclass(frozen=True)
class Variant:
    """A display with one sign, number or symbol changed.

    Attributes
    ----------
    latex : str
    boxed : str
        The same, with the changed part in a box.
    old, new : str
        The changed part before and after the change.
    start : int
        The position of the change in the display.
    """

    latex: str
    boxed: str
    old: str
    new: str
    start: int

    def __str__(self) -> str:
        return f"{self.old} -> {self.new} at {self.start}"


def signs(latex: str) -> list[Variant]:
    """Change one sign at a time: each plus and minus, then that of a side, then a relation.

    Parameters
    ----------
    latex : str

    Returns
    -------
    list of Variant
    """
    every = list(variants(latex))
    turned = [variant for variant in every if variant.old in ("+", "-")]
    negative = []
    for token in tokens(latex):
        if token.text in RELATIONS:
            head, tail = latex[: token.end], latex[token.end :]
            boxed = rf"{head} \boxed{{-}}{tail}"
            negative.append(Variant(f"{head} -{tail}", boxed, "", "-", token.end))
    return turned + negative + [variant for variant in every if variant.old in RELATIONS]


def variants(latex: str, symbols: Iterable[str] = ()) -> Iterator[Variant]:
    """Change one sign, number or symbol of a display at a time.

    Parameters
    ----------
    latex : str
    symbols : iterable of str
        Symbols of the display; each one that occurs is replaced by each of the others.

    Yields
    ------
    Variant
    """
    pieces = tokens(latex)

    def variant(first: int, last: int, new: str) -> Variant:
        start, end = pieces[first].start, pieces[last].end
        space = " " if new[-1].isalpha() and latex[end : end + 1].isalpha() else ""
        boxed = rf"\boxed{{{new}}}" if new not in (r"\sum", r"\prod") else new
        return Variant(
            latex[:start] + new + space + latex[end:],
            latex[:start] + boxed + latex[end:],
            latex[start:end],
            new,
            start,
        )

    for at, token in enumerate(pieces):
        if token.text in TURNED:
            yield variant(at, at, TURNED[token.text])
        elif token.text.isdigit():
            yield variant(at, at, str((int(token.text) + 1) % 10))
    spelled = {symbol: [piece.text for piece in tokens(symbol)] for symbol in symbols}
    texts = [piece.text for piece in pieces]
    at = 0
    while at < len(pieces):
        fits = [s for s, t in spelled.items() if texts[at : at + len(t)] == t]
        if not fits:
            at += 1
            continue
        symbol = max(fits, key=lambda s: len(spelled[s]))
        start, at = at, at + len(spelled[symbol])
        for other in spelled:
            if other != symbol:
                yield variant(start, at - 1, other)


def excerpt(latex: str, pieces: Sequence[Token]) -> str:
    """Return a part of a display as it is written, on one line."""
    first = pieces[0].start
    opening = re.search(r"\\[Bb]igg?\s*$", latex[:first])
    text = latex[opening.start() if opening else first : pieces[-1].end]
    return re.sub(r"\s+", " ", re.sub(r"\\\\|&|\\qquad|\\quad", " ", text)).strip()
