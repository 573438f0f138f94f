"""Derivations of AdaBoost's equations (17), (18), (21) and (22)."""

from __future__ import annotations

from ensemblelab.verify.derivations import Derivation, Expression, Move, Symbol

# What lines look like


def _labels_gone(line: Expression) -> bool:
    """Return whether labels and votes stand in conditions only."""
    return not line.symbols() & {"y", "f"}


def _no_exponential_in_a_sum(line: Expression) -> bool:
    return not any(part.find("exp") for part in line.find("sum"))


def _weights_of_all_rows(line: Expression) -> bool:
    """Return whether there is a sum over all observations of the weights, or of multiples."""
    return any(
        not part.value and part.symbols() <= {"w", "alpha"} and not part.find("one")
        for part in line.find("sum")
    )


def _one_exponential_a_side(line: Expression) -> bool:
    return all(len(side.find("exp")) <= 1 for side in line.parts)


def _no_exponential(line: Expression) -> bool:
    return not line.find("exp")


def _a_number_by_itself(line: Expression) -> bool:
    return any(term.kind == "number" for term in line.terms())


def _exponential_by_itself(line: Expression) -> bool:
    """Return whether there is a factor like exp(-alpha/2), in which is nothing but alpha."""
    factors = line.parts if line.kind == "*" else (line,)
    return any(part.kind == "exp" and _only_alpha(part) for part in factors)


def _only_alpha(part: Expression) -> bool:
    return part.symbols() == {"alpha"} and not part.find("one")


ALPHA = Symbol("the weight of the weak learner", "real")
WEIGHT, LABEL, VOTE = "the weight of an observation", "its label", "the weak learner's vote"

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
            Move("make a sum over all observations of the weights alone", _weights_of_all_rows),
        ),
    ),
    Derivation(
        "adaboost.18",
        "(exp(alpha/2) + exp(-alpha/2))/2*W_mis - exp(-alpha/2)/2*W == 0",
        "alpha == log((W - W_mis)/W_mis)",
        {
            "W_mis": Symbol("the weight of the mistakes"),
            "W": Symbol("the weight of all observations", above="W_mis"),
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
)
