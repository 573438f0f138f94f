"""Tests of the tests: every statement, with one thing changed in its formula, must turn red.

A mutant changes one thing: a sign, a number, a relation, an operation or a symbol of the display
itself, which the check then follows; or, in the function that gives symbols their values, a node: a
sign, a factor, a square, an index, a comparison, a term. It is pressed on with the statement's own
instances.
Every mutant of every statement must be caught, except those in `SAME`, which say the same
thing in other words; each has its reason.
"""

import ast
import copy
import inspect
import textwrap
import warnings
from dataclasses import replace
from itertools import cycle

import numpy as np
import pytest
from ensemblelab.equations import Erratum, Identity, Law, equations, find, one_over_m
from ensemblelab.verify.comparing import chain_discrepancy, gaps
from ensemblelab.verify.formula import Formula, variants
from ensemblelab.verify.statement import VISIBLE, call_with

LABELS = [statement.label for statement in equations()]


# Mutation


def tree_of(function):
    """Parse a function without its decorator, annotations and docstring."""
    definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    if isinstance(definition.body[0], ast.Expr):
        definition.body = definition.body[1:]
    return definition


def is_number(node, value=None):
    return (
        isinstance(node, ast.Constant)
        and type(node.value) in (int, float)
        and value in (None, node.value)
    )


SWAPPED = {
    "argmin": "argmax",
    "argmax": "argmin",
    "min": "max",
    "max": "min",
    "mean": "sum",
    "sum": "mean",
}
COMPARED = {ast.NotEq: ast.Eq, ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE}


def changes(node):
    """Return what may stand in a node's place, each with a word for it."""
    if isinstance(node, ast.BinOp):
        kind, left, right = type(node.op), node.left, node.right
        if kind in (ast.Add, ast.Sub):
            other = ast.Sub() if kind is ast.Add else ast.Add()
            yield "sign", ast.BinOp(left, other, right)
            yield "dropped term", left
        elif kind is ast.Div and is_number(right, 2):
            yield "factor ½", left
        elif kind is ast.Mult and is_number(left, 2):
            yield "factor 2", right
        elif kind is ast.Mult:
            yield "dropped factor", left
        elif kind is ast.Div:
            yield "turned quotient", ast.BinOp(right, ast.Div(), left)
        elif kind is ast.Pow and is_number(right, 2):
            yield "missing square", left
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        if not is_number(node.operand):  # [:-1] is an index
            yield "sign", node.operand
    elif isinstance(node, ast.keyword) and node.arg in ("b", "rho"):  # of a law
        moved = ast.BinOp(node.value, ast.Add(), ast.Constant(0.4))
        yield "law", ast.keyword(node.arg, moved)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARED:
        yield (
            "comparison",
            ast.Compare(node.left, [COMPARED[type(node.ops[0])]()], node.comparators),
        )
    elif isinstance(node, ast.Subscript) and is_number(node.slice):
        index = ast.Constant(1 - node.slice.value)
        if node.slice.value in (0, 1):
            yield "index", ast.Subscript(node.value, index, node.ctx)
    elif isinstance(node, ast.Attribute) and node.attr in SWAPPED:
        yield node.attr, ast.Attribute(node.value, SWAPPED[node.attr], node.ctx)


def nodes(tree):
    """The nodes of a function that are to be mutated, with how to reach them."""
    found = []

    def walk(node, path):
        found.append((node, path))
        for field, value in ast.iter_fields(node):
            children = value if isinstance(value, list) else [value]
            for i, child in enumerate(children):
                if isinstance(child, ast.AST):
                    step = (field, i if isinstance(value, list) else None)
                    walk(child, [*path, step])

    walk(tree, [])
    return found


def put(tree, path, new):
    tree = copy.deepcopy(tree)
    node = tree
    for field, i in path[:-1]:
        node = getattr(node, field) if i is None else getattr(node, field)[i]
    field, i = path[-1]
    if i is None:
        setattr(node, field, new)
    else:
        getattr(node, field)[i] = new
    return ast.fix_missing_locations(tree)


def compiled(tree, function):
    space = dict(function.__globals__)
    exec(compile(ast.Module([tree], []), f"<mutant of {tree.name}>", "exec"), space)
    return space[tree.name]


def of_the_display(statement, instance):
    """Return (description, statement) for each change of the display."""
    if isinstance(statement, Erratum):
        values = call_with(statement.versions, copy.deepcopy(instance))
        right, printed = statement.latex, statement.printed
        yield "versions exchanged", replace(statement, latex=printed, printed=right)
        yield "right version twice", replace(statement, printed=right)
        symbols = Formula(right, statement.axes).used(values)
    elif isinstance(statement, Law):
        symbols = statement.runs(np.random.default_rng(0), 2)
    else:
        _, symbols = statement.chains(copy.deepcopy(instance))
    for variant in variants(statement.latex, symbols):
        mutant = replace(statement, latex=variant.latex)
        if not isinstance(statement, Erratum):
            mutant = replace(mutant, formula=replace(statement.formula, latex=variant.latex))
        yield f"display: {variant}", mutant


def of_the_function(statement):
    """Return (description, statement) for each change of the function that it is computed by."""
    function = statement.function
    field = {Identity: "sides", Law: "runs", Erratum: "versions"}[type(statement)]

    def mutant(word, tree):
        return word, replace(statement, **{field: compiled(tree, function)})

    tree = tree_of(function)
    for node, path in nodes(tree):
        for word, new in changes(node):
            yield mutant(f"{word}: {ast.unparse(node)} -> {ast.unparse(new)}", put(tree, path, new))


def mutants(statement, instances):
    """Return (description, statement) for each mutant of a statement."""
    yield from of_the_function(statement)
    yield from of_the_display(statement, instances[0] if instances else None)


# Pressing


def caught(mutant, instances):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")  # a mutant may well take the log of a negative number
        if isinstance(mutant, Law):
            few = {"bagging.7.trees": 3, "committee.simulation": 20000}
            return not mutant.check(few.get(mutant.label, mutant.instances // 4)).passed
        try:
            if isinstance(mutant, Identity):
                return fails(mutant, instances)
            results = [mutant.chains(copy.deepcopy(instance)) for instance in instances]
            right, off = (
                max(chain_discrepancy(c.sides, c.relations) for both in results for c in both[k])
                for k in (0, 1)
            )
            return right > mutant.tolerance or off <= VISIBLE
        except Exception:  # `check` calls that a failure too
            return True


def fails(statement, instances):
    """Press on an identity or a bound as its `check` does."""
    every = [statement.chains(copy.deepcopy(instance))[0] for instance in instances]
    off = max(chain_discrepancy(c.sides, c.relations) for chains in every for c in chains)
    tight = every[len(every) - len(statement.tight) :]
    left = [[gap for c in chains for gap in gaps(c)][k] for k, chains in enumerate(tight)]
    return off > statement.tolerance or max(left, default=0) > statement.close


def drawn(statement, number=8):
    rng = np.random.default_rng(0)
    if isinstance(statement, Law):
        return []
    draws = [statement.draw] * min(number, statement.instances)
    draws += [getattr(statement, "live", None), *getattr(statement, "tight", ())]
    return [draw(rng) for draw in draws if draw]


SCALE = "a positive factor changes no sign"
LOGARITHMS = "a factor moves a line on logarithmic paper, and leaves its slope"
ERRORS = "with all errors negated every square is the same"
SIDES = "left and right are exchanged, and a split does not care which is which"
BOTH = "rivals on both sides are tried"
LEAST = "a positive factor does not move the least value"
ORDER = "an order has no sign"
ON_HITS = "on the rows that are right, label and vote are the same"
EVEN = "cosh is even: it does not matter to which side one goes"
CONSTANT = "the logarithm of a constant factor has no slope"

# Mutants that say the same as the statement, and why; they cannot be caught.
SAME = {
    "committee.vote": {
        "display: 1 -> 2 at 37": SCALE,
        "display: f_k(x) -> F(x) at 56": "m times the answer has its sign",
        "display: f_k(x) -> F(x) at 107": "m times the answer has its sign",
    },
    "committee.bound": {"display: 1 -> 2 at 39": "it holds for any μ; below ½ it is of use"},
    "bootstrap.multiset": {
        rf"display: c_i -> \text{{how often observation }} i \text{{ was drawn}} at {at}": (
            "that they are equal is the second formula"
        )
        for at in (13, 29)
    },
    "bagging.convexity": {
        r"display: \overline{er}_m -> er(f) at 88": "nothing is more than itself",
    },
    "committee.simulation": {
        "comparison: rng.random((instances, 1)) < 0.5"
        " -> rng.random((instances, 1)) >= 0.5": "a fair coin",
    },
    "bagging.3": {"sign: truth + errors -> truth - errors": ERRORS},
    "bagging.4": {"sign: truth + errors -> truth - errors": ERRORS},
    "bagging.5": {"sign: truth + errors -> truth - errors": ERRORS},
    "bagging.diagnosis": {"sign: truth + errors -> truth - errors": ERRORS},
    "bagging.7.trees": {
        "display: 2 -> 3 at 117": "these trees have hardly any bias: b² is a hundredth of σ²",
        "mean: np.mean -> np.sum": LOGARITHMS,
        "mean: (trees[c].mean(axis=0) ** 2).mean -> (trees[c].mean(axis=0) ** 2).sum": LOGARITHMS,
    },
    "forest.split": {
        "comparison: X[:, j] <= t -> X[:, j] > t": SIDES,
        "comparison: X[:, tree.feature[0]] <= tree.threshold[0]"
        " -> X[:, tree.feature[0]] > tree.threshold[0]": SIDES,
    },
    "forest.gain": {
        "comparison: X[:, tree.feature[0]] <= tree.threshold[0]"
        " -> X[:, tree.feature[0]] > tree.threshold[0]": SIDES,
        r"display: |\mathcal{D}| -> H at 80": "H counts the rows",
        r"display: |\mathcal{D}| -> H at 136": "H counts the rows",
    },
    "adaboost.13": {r"display: f(x) -> F(x) at 27": "a sign is its own sign"},
    "adaboost.17": {
        r"display: y_i -> f_m(x_i) at 159": ON_HITS,
        r"display: f_m(x_i) -> y_i at 163": ON_HITS,
    },
    "adaboost.alpha": {
        "dropped factor: D_next * rows -> D_next": "either rows have half of the new weights",
    },
    "adaboost.half": {r"display: \neq -> = at 21": "the rows that are right carry the other half"},
    "adaboost.minimum": {
        "sign: alpha + AWAY -> alpha - AWAY": EVEN,
        "dropped term: alpha + AWAY -> alpha": "at the least value alone: true as well, of less",
    },
    "adaboost.margin.sign": {
        r"display: \text{margin}_i -> y_i at 7": "labels lie between the same bounds",
    },
    "exponential.bound": {
        "display: y -> f(x) at 12": "f² ≤ 0 only at f = 0: true as well, of less",
    },
    "adaboost.stump": {
        "factor ½: (high - low) / 2 -> high - low": SCALE,
        "factor ½: (high + low) / 2 -> high + low": SCALE,
    },
    "boosting.expansion": {
        "display: + -> - at 107": ORDER,
        "comparison: leaf == np.arange(3)[:, None] -> leaf != np.arange(3)[:, None]": "other rows",
    },
    "committee.better": {
        "dropped term: m + 4 -> m": "a shorter sequence",
        r"display: \mu -> p_{m+2} at 17": "they are below ½ together",
        r"display: \mu -> p_m at 17": "they are below ½ together",
        r"display: \mu -> p_m at 61": "nothing is more than itself",
        r"display: \mu -> m \text{ odd} at 61": "that is 1, and no error is more",
    },
    "xgboost.lambda": {
        "display: 0 -> 1 at 136": "nor is one of 1; a G of 0 is not drawn",
        **{
            rf"display: G -> {other} at 129": "nor is that 0; a G of 0 is not drawn"
            for other in ("H", r"\lambda'", r"\lambda")
        },
    },
    "xgboost.second_order": {"display: + -> - at 117": ORDER},
    "xgboost.objective": {"display: + -> - at 139": ORDER},
    "boosting.objective": {
        "sign: np.array(best) + away[:, None] -> np.array(best) - away[:, None]": BOTH,
    },
    "boosting.pythagoras": {"display: r_i -> F(x_i) at 23": "the first line says that they agree"},
    "boosting.parabola": {"display: r_i -> F at 69": "Σ r F is Σ F², by the projection"},
    "boosting.residual.absolute": {
        "turned quotient: -np.sqrt((y - f - STEP) ** 2).imag / STEP.imag"
        " -> STEP.imag / -np.sqrt((y - f - STEP) ** 2).imag": "1/±1 is ±1",
    },
    "boosting.step.squared": {
        "display: 1 -> 2 at 57": LEAST,
        "display: 2 -> 3 at 58": LEAST,
    },
    "boosting.step.absolute": {
        r"display: \sum -> \prod at 34": "at the middle row one factor is 0, and so is the product",
    },
    "boosting.step.exponential": {"display: s_i -> c_j at 29": "then it says that c is c"},
    "boosting.residual.multinomial": {
        "sum: np.exp(moved).sum -> np.exp(moved).mean": CONSTANT,
    },
    "boosting.adaboost": {
        "comparison: np.arange(len(y)) % 3 == 0 -> np.arange(len(y)) % 3 != 0": "any mistakes do",
        "sign: found + away[:, None] -> found - away[:, None]": BOTH,
        "sum: np.exp(-s * (f + c * h)).sum -> np.exp(-s * (f + c * h)).mean": CONSTANT,
    },
    "boosting.residual.huber": {
        rf"display: {symbol} -> \frac{{\partial L}}{{\partial f}} at {at}": "the slope is minus the"
        " residual, cut off"
        for symbol, at in ((r"\delta", 35), ("r", 44), ("r", 84), (r"\delta", 140))
    },
    "boosting.descent": {
        "display: L(y_i, f_{m-1}(x_i)) -> L(y_i, f_m(x_i)) at 128": "nothing is more than itself",
    },
    "xgboost.10": {"comparison: q == 0 -> q != 0": SIDES},
    "xgboost.once": {"comparison: q == 0 -> q != 0": SIDES},
    "xgboost.gain": {
        "comparison: X[:, tree.feature[0]] < tree.threshold[0]"
        " -> X[:, tree.feature[0]] >= tree.threshold[0]": SIDES,
        "comparison: X[:, j] < t -> X[:, j] >= t": SIDES,
    },
    "bias_variance.squared": {r"display: f -> \bar f at 72": "the mean of a mean is that mean"},
    "bias_variance.noise": {"display: y -> f_* at 124": "the truth is its own mean"},
    "bias_variance.plug_in": {
        rf"display: f -> {other} at {at}": "the mean over all draws is that over training sets"
        for other, places in (("f_t", (49, 69, 77, 164, 172)), (r"\bar f_T", (49, 77, 172)))
        for at in places
    },
    "bias_variance.two_ways": {
        "sign: predictions - truth -> predictions + truth": "any errors have two biases",
        "dropped term: predictions - truth -> predictions": "any errors have two biases",
        r"display: \epsilon -> b at 93": "the mean of a mean is that mean",
        r"display: \epsilon -> b_D at 189": "the mean of a mean is that mean",
    },
    "bias_variance.average": {
        rf"display: f_k -> \bar f_k at {at}": "the mean of a mean is that mean" for at in (40, 78)
    },
    "bias_variance.domingos": {"sum: predictions.sum -> predictions.mean": SCALE},
    "stacking.weight": {"sign: best + away -> best - away": BOTH},
    "stacking.ambiguity": {
        "display: f_k -> f at 106": "weights that sum to 1 leave f what it is",
    },
    "practice.leak": {
        rf"display: {turned}": "nothing has anything in common with a difference that is 0"
        for turned in ("y_i -> p at 81", "p -> y_i at 87")
    },
    "erratum.pairs": {"display: > -> < at 173": "each pair once, either way"},
    "erratum.gain": {
        "comparison: X[:, tree.feature[0]] < tree.threshold[0]"
        " -> X[:, tree.feature[0]] >= tree.threshold[0]": SIDES,
    },
    "erratum.ring": {"dropped term: r - 4 -> r": "a hill has its area wherever it stands"},
    "erratum.iris": {
        rf"display: {turned}": "true as well, of less"
        for turned in (r"\max -> \min at 3", "1 -> 2 at 75", "6 -> 7 at 76")
    },
    "erratum.training_error": {"display: err_t -> B_t at 0": "nothing is more than itself"},
    "erratum.drawn": {
        "comparison: X[:, tree.feature[0]] <= tree.threshold[0]"
        " -> X[:, tree.feature[0]] > tree.threshold[0]": SIDES,
        "comparison: X[:, j] <= t -> X[:, j] > t": SIDES,
    },
    "erratum.constant": {
        f"sign: {place} + AWAY[:, None] -> {place} - AWAY[:, None]": BOTH
        for place in ("y.mean()", "y")
    },
    "erratum.gamma_twice": {
        "comparison: q == 0 -> q != 0": SIDES,
        **{
            f"sum: {of}[{side}].sum -> {of}[{side}].mean": "any slopes and curvatures do"
            for of in "gh"
            for side in ("left", "~left")
        },
    },
    "erratum.pruning": {
        "factor 2: 2 * grown.gain[0] -> grown.gain[0]": "that is more than so small a gain as well",
    },
    "erratum.positive": {
        "factor 2: 2 * mistakes -> mistakes": "any loss that rises with mistakes",
        "factor ½: -votes * both[..., None] / 2 -> -votes * both[..., None]": "any factor of α",
        "display: L_n(f) -> J(f) at 27": "nothing is less than itself",
        "display: J(f) -> L_n(f) at 48": "nothing is less than itself",
    },
    "erratum.index": {
        r"display: er(f_k) -> \overline{er}_m at 39": "the mean of a mean is that mean",
    },
}


# Changes of more than one sign; each of them once passed.
LARGER = {
    "forest.bound": ("{s^2}", "{s}"),
    "practice.leak": ("p (1 - p)", "p^2"),
    "bootstrap.distinct": (r"\Big)^n", r"\Big)^{n + 1}"),
}


@pytest.fixture(autouse=True, scope="module")
def bag_trees_once():
    """Mutants of bagging.7.trees share three bagged committees: fitting is not mutated."""
    rng = np.random.default_rng(0)
    fitted = cycle([one_over_m._bagged_errors(rng) for _ in range(3)])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_over_m, "_bagged_errors", lambda rng: next(fitted))
        yield


@pytest.mark.parametrize("label", LARGER)
def test_a_larger_change_is_caught(label):
    statement, (old, new) = find(label), LARGER[label]
    latex = statement.latex.replace(old, new)
    assert latex != statement.latex
    formula = replace(statement.formula, latex=latex)
    assert not replace(statement, latex=latex, formula=formula).check().passed


@pytest.mark.trial
@pytest.mark.parametrize("label", LABELS)
def test_every_mutant_is_caught(label, record_property):
    statement = find(label)
    instances, same = drawn(statement), SAME.get(label, {})
    every = list(mutants(statement, instances))
    assert set(same) <= {word for word, _ in every}, "SAME names a mutant that there is not"
    tried = [(word, mutant) for word, mutant in every if word not in same]
    survived = [word for word, mutant in tried if not caught(mutant, instances)]
    assert not survived, "\n".join(survived)
    assert len(tried) >= 2, f"{label} has {len(tried)} mutants only"
    record_property("mutants", (len(tried), len(every) - len(tried)))


def test_what_is_not_mutated_passes():
    """The machinery itself must not be what turns a mutant red."""
    for label in ("adaboost.17", "bagging.7.law", "erratum.pairs"):
        statement = find(label)
        tree = tree_of(statement.function)
        field = {Identity: "sides", Law: "runs", Erratum: "versions"}[type(statement)]
        same = replace(statement, **{field: compiled(tree, statement.function)})
        assert not caught(same, drawn(statement))
