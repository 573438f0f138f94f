"""The derivations: what is given, what is asked, and how large a step may be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ensemblelab.verify.derivations.notation import Node, Symbol, parse

__all__ = ["Derivation", "Move", "derivations", "find"]


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
    made: Callable[[Node], bool]


@dataclass(frozen=True, repr=False)
class Derivation:
    """A way to be found; a notebook shows it as its ``task``.

    Attributes
    ----------
    label : str
        Of the equation in ``ensemblelab.equations``.
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
    def ends(self) -> tuple[Node, Node]:
        """What is given and what is asked, read."""
        return parse(self.given, self.symbols), parse(self.asked, self.symbols)

    @property
    def largest_step(self) -> str:
        """Say how large a step may be, in one sentence."""
        return (
            f"A step may do one of these, not two: {'; '.join(move.words for move in self.moves)}."
        )

    @property
    def task(self) -> str:
        """Say all that one has to know to write it."""
        lines = [f"from:  {self.given}", f"to:    {self.asked}"]
        lines += [f"  {name}: {symbol.words}" for name, symbol in self.symbols.items()]
        return "\n".join([*lines, self.largest_step])


# What lines look like


def _kinds(node: Node, kind: str) -> list[Node]:
    return [part for part in node.walk() if part.kind == kind]


def _labels_gone(line: Node) -> bool:
    """Ask whether labels and votes stand in conditions only."""
    return not line.symbols() & {"y", "f"}


def _no_exponential_in_a_sum(line: Node) -> bool:
    return not any(_kinds(part, "exp") for part in _kinds(line, "sum"))


def _weights_of_all_rows(line: Node) -> bool:
    """Look for a sum over all rows of the weights, or of multiples."""
    return any(
        not part.value and part.symbols() <= {"w", "alpha"} and not _kinds(part, "one")
        for part in _kinds(line, "sum")
    )


def _one_exponential_a_side(line: Node) -> bool:
    return all(len(_kinds(side, "exp")) <= 1 for side in line.parts)


def _no_exponential(line: Node) -> bool:
    return not _kinds(line, "exp")


def _a_number_by_itself(line: Node) -> bool:
    return any(term.kind == "number" for term in line.terms())


def _exponential_by_itself(line: Node) -> bool:
    """Look for a factor exp(-alpha/2), or its like, in which is nothing but alpha."""
    factors = line.parts if line.kind == "*" else (line,)
    return any(part.kind == "exp" and _only_alpha(part) for part in factors)


def _only_alpha(part: Node) -> bool:
    return part.symbols() == {"alpha"} and not _kinds(part, "one")


def _taken_out_of_sums(line: Node) -> bool:
    return not any("w" in part.symbols() for part in _kinds(line, "sum"))


def _w_by_itself(line: Node) -> bool:
    """Look for a side that is w, or w times a number."""
    w = Node("symbol", value="w")
    return any(
        side == w
        or (side.kind == "*" and side.parts[0].kind == "number" and side.parts[1:] == (w,))
        for side in line.parts
    )


def _collected(line: Node) -> bool:
    """Ask whether H and lambda stand side by side, wherever there is one of them."""
    both = {Node("symbol", value="H"), Node("symbol", value="reg_lambda")}
    together = [part for part in _kinds(line, "+") if both <= set(part.parts)]
    return bool(together) and all(
        sum(leaf == one for leaf in line.walk()) == len(together) for one in both
    )


def _once(name: str) -> Callable[[Node], bool]:
    """Ask whether a symbol stands in one place."""
    return lambda line: sum(part == Node("symbol", value=name) for part in line.walk()) == 1


def _a_term_without_w(line: Node) -> bool:
    return any("w" not in term.symbols() for term in line.terms())


def _one_bracket(line: Node) -> bool:
    """Ask whether all fractions are in one term."""
    return sum(bool(term.symbols() & {"G_L", "G_R"}) for term in line.terms()) == 1


ALPHA = Symbol("the member's say", "real")
WEIGHT, LABEL, VOTE = "the weight of a row", "its label", "the member's vote"
LEAF = {
    "G": Symbol("the sum of g in the leaf", "real"),
    "H": Symbol("the sum of h in the leaf"),
    "reg_lambda": Symbol("the price of weights"),
    "w": Symbol("the weight of the leaf", "real"),
}

DERIVATIONS = (
    Derivation(
        "adaboost.17",
        "sum(w*exp(-alpha*y*f/2))",
        "(exp(alpha/2) - exp(-alpha/2))*sum(w*one(f != y)) + exp(-alpha/2)*sum(w)",
        {
            "w": Symbol(WEIGHT, rows=True),
            "y": Symbol(LABEL, "sign", rows=True),
            "f": Symbol(VOTE, "sign", rows=True),
            "alpha": ALPHA,
        },
        (
            Move("put in what y f is, so that y and f stand in conditions only", _labels_gone),
            Move("take the exponentials out of the sums", _no_exponential_in_a_sum),
            Move("make a sum over all rows of the weights alone", _weights_of_all_rows),
        ),
    ),
    Derivation(
        "adaboost.18",
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "alpha == log((W - W_mis)/W_mis)",
        {
            "W_mis": Symbol("the weight of the mistakes"),
            "W": Symbol("the weight of all rows", above="W_mis"),
            "alpha": ALPHA,
        },
        (
            Move("get each side to have one exponential at most", _one_exponential_a_side),
            Move("take logarithms, so that no exponential is left", _no_exponential),
        ),
        unknown="alpha",
    ),
    Derivation(
        "adaboost.21",
        "y*f",
        "1 - 2*one(f != y)",
        {"y": Symbol(LABEL, "sign"), "f": Symbol(VOTE, "sign")},
        (
            Move("replace the labels by indicators", _labels_gone),
            Move("bring in the 1, which has no label beside it", _a_number_by_itself),
        ),
    ),
    Derivation(
        "adaboost.22",
        "w*exp(-alpha*y*f/2)",
        "exp(-alpha/2)*w*exp(alpha*one(f != y))",
        {
            "w": Symbol(WEIGHT),
            "y": Symbol(LABEL, "sign"),
            "f": Symbol(VOTE, "sign"),
            "alpha": ALPHA,
        },
        (
            Move("replace the labels by indicators", _labels_gone),
            Move("split off a factor exp(...) without labels", _exponential_by_itself),
        ),
    ),
    Derivation(
        "xgboost.weight",
        "sum(g + h*w) + reg_lambda*w == 0",
        "w == -sum(g)/(sum(h) + reg_lambda)",
        {
            "g": Symbol("the slope of the loss", "real", rows=True),
            "h": Symbol("its curvature", rows=True),
            "reg_lambda": LEAF["reg_lambda"],
            "w": LEAF["w"],
        },
        (
            Move("take the weight w out of the sum", _taken_out_of_sums),
            Move("leave w alone on one side", _w_by_itself),
        ),
        unknown="w",
    ),
    Derivation(
        "xgboost.score",
        "G*w + H*w**2/2 + reg_lambda*w**2/2",
        "(H + reg_lambda)/2*(w + G/(H + reg_lambda))**2 - G**2/(2*(H + reg_lambda))",
        LEAF,
        (
            Move("put H and reg_lambda together, wherever they stand", _collected),
            Move("bring in a term without w", _a_term_without_w),
            Move("write w in one place only", _once("w")),
        ),
    ),
    Derivation(
        "xgboost.10",
        "-(G_L + G_R)**2/(2*(H_L + H_R + reg_lambda)) + gamma"
        " - (2*gamma - G_L**2/(2*(H_L + reg_lambda)) - G_R**2/(2*(H_R + reg_lambda)))",
        "(G_L**2/(H_L + reg_lambda) + G_R**2/(H_R + reg_lambda)"
        " - (G_L + G_R)**2/(H_L + H_R + reg_lambda))/2 - gamma",
        {
            "G_L": Symbol("the sum of g on the left", "real"),
            "G_R": Symbol("the sum of g on the right", "real"),
            "H_L": Symbol("the sum of h on the left"),
            "H_R": Symbol("the sum of h on the right"),
            "reg_lambda": LEAF["reg_lambda"],
            "gamma": Symbol("the price of a leaf"),
        },
        (
            Move("write gamma in one place only", _once("gamma")),
            Move("put the three fractions into one bracket", _one_bracket),
        ),
    ),
)


def derivations() -> tuple[Derivation, ...]:
    """Return the derivations, in the order of the book."""
    return DERIVATIONS


def find(label: str) -> Derivation:
    """Look a derivation up by the label of its equation.

    Parameters
    ----------
    label : str

    Returns
    -------
    Derivation

    Raises
    ------
    ValueError
        If there is none.
    """
    for derivation in DERIVATIONS:
        if derivation.label == label:
            return derivation
    there = ", ".join(derivation.label for derivation in DERIVATIONS)
    raise ValueError(f"label={label!r} is not a derivation; there are {there}")
