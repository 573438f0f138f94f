"""Algebraic identities proved: the functions that are checked on numbers, run on symbols.

NumPy hands arrays of SymPy expressions on to SymPy: `+` and `*` work as they are, and
`np.exp(array)` asks each expression for `.exp()`, which the fixture below supplies. So what
is proved is the registered function itself, and not a copy of it.

Labels and votes are ±1; for these the proofs go through all patterns on three rows (up to
the order of rows and the names of the classes), since a sum over more rows adds nothing new.
"""

from itertools import pairwise, product

import numpy as np
import pytest
import sympy as sp
from ensemblelab.equations import equations, find

alpha, alpha_next = sp.symbols("alpha alpha_next", real=True)
odds = sp.Symbol("odds", positive=True)  # (1 - ε)/ε, for any ε between 0 and 1


@pytest.fixture(autouse=True)
def numpy_functions_on_symbols(monkeypatch):
    functions = {"exp": sp.exp, "log": sp.log, "sqrt": sp.sqrt, "arctanh": sp.atanh}
    for name, function in functions.items():
        monkeypatch.setattr(sp.Expr, name, lambda self, f=function: f(self), raising=False)


def symbols(names, **assumptions):
    """Return an array of symbols, such as w_0, w_1, w_2."""
    return np.array(sp.symbols(names, **assumptions), dtype=object)


def column(expression):
    return np.array([[expression]], dtype=object)


def zero(expression):
    """Return whether an expression is identically 0."""
    if expression == 0:  # of plain numbers, too
        return True
    expression = sp.nsimplify(expression, rational=True).rewrite(sp.log)  # 0.5 is ½; artanh
    expression = expression.replace(  # √(1 − w/W) as √(W − w)/√W
        lambda part: part.is_Pow and part.exp.is_Rational and not part.exp.is_integer,
        lambda part: sp.factor(part.base) ** part.exp,
    )
    if expression.is_rational_function():
        return sp.cancel(expression) == 0  # decides, and quickly
    simple = sp.simplify(sp.expand(sp.powsimp(sp.expand(expression))))
    return simple == 0 or sp.simplify(sp.expand_log(sp.factor(simple))) == 0


def assert_proved(label, instance):
    """Run the statement's sides on symbols; each must equal the next identically, if it says so."""
    chains, _ = find(label).chains(instance)
    for chain in chains:
        for (left, right), between in zip(pairwise(chain.sides), chain.relations, strict=True):
            if between != "=":
                continue
            left, right = np.broadcast_arrays(*[np.asarray(s, dtype=object) for s in (left, right)])
            for one, other in zip(left.flat, right.flat, strict=True):
                assert zero(one - other), f"{label}: {one} is not {other}"


W = symbols("w:3", positive=True)[None]
F = symbols("f:3", real=True)[None]
PATTERNS = [
    (np.array([1, 1, -1]), np.array([[h0, h1, h2]])) for h0, h1, h2 in product([-1, 1], repeat=3)
]
MIXED = [(y, h) for y, h in PATTERNS if 0 < np.sum(y != h) < 3]
ERRORS = np.reshape(symbols("e:6", real=True), (3, 2))


def rounds(**values):
    return [{"y": y, "h": h, "alpha": column(alpha), **values} for y, h in PATTERNS]


def isolation():
    for instance in rounds(f_before=F, w=np.exp(-PATTERNS[0][0] * F)):
        after = F + alpha * instance["h"] / 2  # (14)
        yield instance | {"f_after": after}


def next_round():
    for y, h in PATTERNS[:4]:
        h = np.vstack([h, [1, -1, 1]])
        middle = F + alpha * h[:1] / 2
        last = middle + alpha_next * h[1:] / 2
        w = np.exp(-y * F)
        w_next = w * np.exp(-y * alpha * h[:1] / 2)  # (20)
        yield {
            "y": y,
            "h": h,
            "alpha": np.array([[alpha], [alpha_next]], dtype=object),
            "f_before": np.vstack([F, middle]),
            "f_after": np.vstack([middle, last]),
            "w": np.vstack([w, w_next]),
            "w_next": np.vstack([w_next, w_next]),  # of round m + 1 it is not asked for
        }


def best_alpha():
    """What (17) is least at, found from the sides of (17) alone."""
    for y, h in MIXED:
        (chain,), _ = find("adaboost.17").chains(
            {"y": y, "h": h, "alpha": column(alpha), "f_after": F, "w": W}
        )
        loss = chain.sides[-1][0, 0]
        u = sp.Symbol("u", positive=True)  # e^(α/2)
        in_u = sp.expand(loss).subs(alpha, 2 * sp.log(u))
        (root,) = sp.solve(sp.diff(sp.simplify(in_u), u), u)
        assert sp.simplify(sp.diff(loss, alpha, 2) - loss / 4) == 0  # convex: loss is positive
        yield {"alpha": column(sp.expand_log(2 * sp.log(root), force=True)), "w": W, "h": h, "y": y}


def new_weights():
    y = PATTERNS[0][0]
    for instance in rounds(w=np.exp(-y * F)):
        yield instance | {"w_next": np.exp(-y * (F + alpha * instance["h"] / 2))}  # (14)


def update():
    for instance in rounds(w=W):
        y, h = instance["y"], instance["h"]
        yield instance | {"w_next": W * np.exp(-y * alpha * h / 2)}  # (20)


def distributions(patterns):
    D = W / W.sum()
    for y, h in patterns:
        yield {"D": D, "h": h, "y": y, "epsilon": column((D * (h != y).astype(int)).sum())}


def leaves():
    yield {
        "g": symbols("g:3", real=True),
        "h": symbols("h:3", positive=True),
        "q": np.array([0, 0, 1]),
        "w": symbols("w:2", real=True),
        "gamma": sp.Symbol("gamma"),
        "reg_lambda": sp.Symbol("lambda", positive=True),
    }


def only(names, instances):
    return ({name: instance[name] for name in names} for instance in instances)


def any_alpha():
    """A mistake and a row that is right, of any odds: after the update each has half."""
    epsilon = 1 / (1 + odds)
    yield {
        "epsilon": column(epsilon),
        "alpha": column(sp.log(odds)),
        "D": np.array([[epsilon, 1 - epsilon]], dtype=object),
        "D_next": np.array([[sp.Rational(1, 2)] * 2], dtype=object),
        "h": np.array([[-1, 1]]),
        "y": np.array([1, 1]),
    }


def errors_of_shares():
    """The best α of every pattern with hits and misses, and its weighted error."""
    for y, h in MIXED:
        epsilon = (W * (h != y).astype(int)).sum() / W.sum()
        alpha = sp.log((1 - epsilon) / epsilon)
        yield {"alpha": column(alpha), "epsilon": column(epsilon), "w": W, "h": h, "y": y}


def steps():
    yield dict(zip(("y", "f", "step"), sp.symbols("y f s", real=True), strict=True))


def three_sets():
    yield {"predictions": ERRORS, "truth": symbols("t:2", real=True)}


def three_members():
    yield {"outputs": ERRORS, "y": symbols("t:2", real=True), "price": sp.Symbol("lambda")}


# The instances each proof runs on. Premises are put in where a comment names them.
PROOFS = {
    "bagging.expansion": lambda: [{"errors": ERRORS}],
    "bagging.measured": lambda: [{"errors": ERRORS}],
    "bagging.convexity": lambda: [{"errors": ERRORS}],
    "adaboost.16": isolation,
    "adaboost.17": isolation,
    "adaboost.18": best_alpha,
    "adaboost.19": next_round,
    "adaboost.20": new_weights,
    "adaboost.21": lambda: (
        {"y": np.array([y]), "h": np.array([[h]])} for y, h in product([-1, 1], repeat=2)
    ),
    "adaboost.22": update,
    "adaboost.equivalence": lambda: rounds(w=W),
    "adaboost.z": lambda: only(("D", "h", "y"), distributions(MIXED)),
    "adaboost.edge": lambda: distributions(PATTERNS),
    "adaboost.alpha": any_alpha,
    "adaboost.odds": errors_of_shares,
    "xgboost.8": lambda: only(("q", "w", "gamma", "reg_lambda"), leaves()),
    "xgboost.mse": steps,
    "xgboost.least_squares": lambda: only(("g", "h", "q", "w"), leaves()),
    "xgboost.leaves": leaves,
    "xgboost.score": leaves,
    "xgboost.10": lambda: only(("g", "h", "q", "gamma", "reg_lambda"), leaves()),
    "bias_variance.squared": three_sets,
    "stacking.negative": three_members,
}


@pytest.mark.parametrize("label", PROOFS)
def test_proved(label):
    for instance in PROOFS[label]():
        assert_proved(label, instance)


def test_exactly_what_is_proved_says_so():
    claimed = {statement.label for statement in equations() if statement.proof}
    assert claimed == set(PROOFS) | {"exponential.minimiser"}


def test_half_the_log_odds_minimise_the_exponential_loss():
    """exponential.minimiser by its derivative: the library takes no symbols."""
    p, H = sp.symbols("p H", real=True)
    expected = p * sp.exp(-H) + (1 - p) * sp.exp(H)
    best = sp.log(p / (1 - p)) / 2
    assert sp.simplify(sp.diff(expected, H).subs(H, best)) == 0
    assert sp.simplify(sp.diff(expected, H, 2) - expected) == 0  # positive for 0 < p < 1
    y, w = np.array([1, 1, -1]), np.array([1.0, 2.0, 5.0])
    away = np.arange(-3.0, 4.0)
    chains, _ = find("exponential.minimiser").chains({"y": y, "w": w, "away": away})
    for side in [side for chain in chains for side in chain.sides]:
        assert np.allclose(side, float(best.subs(p, sp.Rational(3, 8))), rtol=1e-12)


def test_a_wrong_formula_is_not_proved():
    instance = next(iter(PROOFS["adaboost.17"]()))
    (chain,), _ = find("adaboost.17").chains(instance)
    assert not zero((chain.sides[0] - 2 * chain.sides[-1])[0, 0])
    assert not zero(sp.exp(alpha / 2) - sp.exp(alpha))
