"""Derivations of XGBoost's weight, score and gain."""

from __future__ import annotations

from collections.abc import Callable

from ensemblelab.verify.derivations import Derivation, Expression, Move, Symbol

# What lines look like


def _taken_out_of_sums(line: Expression) -> bool:
    return not any("w" in part.symbols() for part in line.find("sum"))


def _w_by_itself(line: Expression) -> bool:
    """Return whether a side is w, or w times a number."""
    w = Expression("symbol", value="w")
    return any(
        side == w
        or (side.kind == "*" and side.parts[0].kind == "number" and side.parts[1:] == (w,))
        for side in line.parts
    )


def _collected(line: Expression) -> bool:
    """Return whether H and lambda stand side by side, wherever there is one of them."""
    both = {Expression("symbol", value="H"), Expression("symbol", value="reg_lambda")}
    together = [part for part in line.find("+") if both <= set(part.parts)]
    return bool(together) and all(
        sum(leaf == one for leaf in line.walk()) == len(together) for one in both
    )


def _once(name: str) -> Callable[[Expression], bool]:
    """Return a test of whether a symbol stands in one place."""
    return lambda line: sum(part == Expression("symbol", value=name) for part in line.walk()) == 1


def _a_term_without_w(line: Expression) -> bool:
    return any("w" not in term.symbols() for term in line.terms())


def _one_bracket(line: Expression) -> bool:
    """Return whether all fractions are in one term."""
    return sum(bool(term.symbols() & {"G_L", "G_R"}) for term in line.terms()) == 1


LEAF = {
    "G": Symbol("the sum of g in the leaf", "real"),
    "H": Symbol("the sum of h in the leaf"),
    "reg_lambda": Symbol("the L2 regularization strength"),
    "w": Symbol("the weight of the leaf", "real"),
}

DERIVATIONS = (
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
            "gamma": Symbol("the penalty per leaf"),
        },
        (
            Move("write gamma in one place only", _once("gamma")),
            Move("put the three fractions into one bracket", _one_bracket),
        ),
    ),
)
