"""A derivation to be found: what is given, what is asked, and how large a step may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ensemblelab.verify.derivations.notation import Expression, Symbol, parse

__all__ = ["Derivation", "Move"]


@dataclass(frozen=True)
class Move:
    """A part of the way, of which a step may make one; it is looked for in lines without padding.

    Attributes
    ----------
    words : str
        What is done, for a student.
    made : callable
        Whether it is made in a line.
    """

    words: str
    made: Callable[[Expression], bool]


@dataclass(frozen=True, repr=False)
class Derivation:
    """A way to be found; a notebook shows it as its ``task``.

    Attributes
    ----------
    label : str
        Of the equation that it derives.
    given, asked : str
        The first line and the last.
    symbols : mapping of str to Symbol
    moves : tuple of Move
        None is made in what is given, all are in what is asked. A step may make one, or undo one.
    unknown : str
        Of equations, what they are solved for: what is asked says what it is. Otherwise each line
        is an expression, equal to the one before.
    """

    label: str
    given: str
    asked: str
    symbols: Mapping[str, Symbol]
    moves: tuple[Move, ...]
    unknown: str = ""

    def __repr__(self) -> str:
        return self.task

    @cached_property
    def ends(self) -> tuple[Expression, Expression]:
        """What is given and what is asked, read."""
        return parse(self.given, self.symbols), parse(self.asked, self.symbols)

    @property
    def largest_step(self) -> str:
        """Return how large a step may be, in one sentence."""
        return (
            f"A step may do one of these, not two: {'; '.join(move.words for move in self.moves)}."
        )

    @property
    def task(self) -> str:
        """Return all that one has to know to write it."""
        lines = [f"from:  {self.given}", f"to:    {self.asked}"]
        lines += [f"  {name}: {symbol.description}" for name, symbol in self.symbols.items()]
        return "\n".join([*lines, self.largest_step])
