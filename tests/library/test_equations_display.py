"""Displays that are evaluated: what is read, what is refused, and that the check follows them."""

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from ensemblelab.equations import (
    EquationError,
    Erratum,
    Identity,
    Law,
    equations,
    find,
    verify,
)
from ensemblelab.verify import registry
from ensemblelab.verify.formula import Formula, FormulaError, signs, variants
from ensemblelab.verify.statement import call_with

EVALUATED = [s for s in equations() if isinstance(s, Identity)]
ROWS = {"x_i": np.array([[1.0, 2.0, 3.0]]), "n": 3}
AXES = {"i": -1, "E_i": -1}


def sides(latex, axes=None, **values):
    (chain,) = Formula(latex, tuple((axes or {}).items())).chains(values)
    return [float(np.ravel(side)[0]) for side in chain.sides]


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        (r"y = 2 - 3 \cdot 4 + \frac12", -9.5),
        (r"y = -2^2", -4),
        (r"y = \tfrac12 \sqrt{16} / 4", 0.5),
        (r"y = \ln e^{2} + e^{\ln 3}", 5),
        (r"y = \sum_{i=1}^n x_i", 6),
        (r"y = \sum_{i=2}^n x_i - 1", 4),
        (r"y = \sum_i \big(x_i - 2\big)^2 \cdot 10", 20),
        (r"y = \sum_i x_i \cdot \mathbf{1}_{x_i \neq 2}", 4),
        (r"y = \sum_{i :\, x_i > 1} x_i", 5),
        (r"y = \prod_{i=1}^n x_i \cdot 2", 12),
        (r"y = \frac{\sum_i x_i}{n}", 2),
        (r"y = |2 - |x| \cdot 3|", 1),
        (r"y = \max(2, \min(x, 7)) + 1", 3),
        (r"y = E_i (x_i - 1)", 1),
        (r"y = \binom{4}{2}", 6),
        (r"y = \operatorname{sign}(-3) \operatorname{artanh} 0 + \cosh 0", 1),
    ],
)
def test_what_is_read(latex, value):
    used = {symbol: v for symbol, v in (ROWS | {"x": 1.0}).items() if symbol in latex}
    if "x_i" in latex:
        used.pop("x", None)
    if "^n" not in latex and "{n}" not in latex:
        used.pop("n", None)
    left, right = sides(latex, AXES, y=value, **used)
    assert left == pytest.approx(right)


def test_the_longest_symbol_is_meant():
    assert sides("W = W_{mis} - W'", W=1, **{"W_{mis}": 5, "W'": 4}) == [1, 1]


def test_conditions_say_where_a_statement_is_claimed():
    x, y = np.array([-1.0, 0.5, 2.0]), np.array([7.0, 0.5, 7.0])
    formula = Formula(r"y = x \qquad (0 \leq x \leq 1)")
    (chain,) = formula.chains({"x": x, "y": y})
    assert np.array_equal(*chain.sides)
    with pytest.raises(FormulaError, match="never holds"):
        formula.chains({"x": x + 9, "y": y})
    (chain,) = Formula(r"x > 1 \implies y = 7").chains({"x": x, "y": y})
    assert np.array_equal(*chain.sides)
    (chain,) = Formula(r"x > 0 \iff y < 7").chains({"x": x, "y": y})
    assert not np.array_equal(*chain.sides)


@pytest.mark.parametrize(
    ("latex", "values", "error"),
    [
        ("y = x", {"y": 1}, "a symbol without a value: x"),
        ("y = x", {"y": 1, "x": 1, "z": 1}, "does not use: z"),
        (r"y = \sum_{i \in x} x", {"y": 1, "x": 1.0}, "true or false of each"),
        (r"y = \sum_j x", {"y": 1, "x": 1}, "without an axis: j"),
        (r"y = \tan x", {"y": 1, "x": 1}, r"without a value: \\tan"),
        ("y = (x", {"y": 1, "x": 1}, "not \\): its end"),
        ("y x", {"y": 1, "x": 1}, "nothing is said of it"),
        (r"y = \sum_{i=1}^n x_i", {"y": 1, "x_i": np.ones(3), "n": 4}, "runs to 4"),
        (r"y = \min_i x_i", {"y": 1, "x_i": np.ones(3)}, "3 values of i compete; 5 must"),
    ],
)
def test_what_is_refused(latex, values, error):
    with pytest.raises(FormulaError, match=error):
        Formula(latex, (("i", -1),)).chains(values)


def test_a_variant_changes_one_thing():
    changed = {str(v): v.latex for v in variants(r"y = 1 - \alpha x", ["y", r"\alpha", "x"])}
    assert changed["- -> + at 6"] == r"y = 1 + \alpha x"
    assert changed["1 -> 2 at 4"] == r"y = 2 - \alpha x"
    assert changed[r"x -> \alpha at 15"] == r"y = 1 - \alpha \alpha"
    assert len(changed) == 2 + 3 * 2


def test_a_sign_to_turn_is_found_where_there_is_none():
    assert [v.latex for v in signs("y = x")] == ["y = - x"]


@pytest.mark.parametrize("statement", EVALUATED, ids=lambda s: s.label)
def test_an_evaluated_display_can_be_broken_by_one_sign(statement):
    broken = statement.check(instances=2).broken
    assert broken is not None
    assert "boxed" in broken.latex
    assert len(set(broken.example.values())) > 1


def values_of(statement):
    """Return the values of the display's symbols on one instance, or in two runs."""
    rng = np.random.default_rng(0)
    if isinstance(statement, Law):
        return statement.runs(rng, 2)
    if isinstance(statement, Erratum):
        found = call_with(statement.versions, statement.draw(rng))
        return {s: found[s] for s in Formula(statement.latex, statement.axes).used(found)}
    return statement.chains(statement.draw(rng))[1]


def of_one_symbol(statement):
    """Change each symbol of a display into each other; into one that it lacks if it has but one."""
    symbols = list(values_of(statement))
    for variant in variants(statement.latex, symbols if len(symbols) > 1 else [*symbols, r"\xi"]):
        if variant.old in symbols:
            changed = replace(statement, latex=variant.latex)
            if not isinstance(statement, Erratum):
                formula = replace(statement.formula, latex=variant.latex)
                changed = replace(changed, formula=formula)
            yield variant, changed


def test_ten_displays_of_all_with_a_symbol_changed_turn_red(monkeypatch):
    """What a page runs is `verify`, which raises. All symbols: `test_equations_mutants`."""
    rng = np.random.default_rng(15)
    for statement in rng.choice(np.array(equations(), dtype=object), 10, replace=False):
        every = list(of_one_symbol(statement))
        others = [(v, s) for v, s in every if not same_in_other_words(statement.label, v)]
        variant, changed = others[rng.integers(len(others))]
        monkeypatch.setitem(registry._statements, statement.label, changed)
        instances = None if isinstance(statement, Law) else min(statement.instances, 20)
        with pytest.raises(EquationError, match=f"{statement.label} FAILS"):
            print(variant, verify(statement.label, instances=instances))
        monkeypatch.undo()


def same_in_other_words(label, variant):
    from test_equations_mutants import SAME

    return f"display: {variant}" in SAME.get(label, {})


LAWS = [s for s in equations() if isinstance(s, Law)]


@pytest.mark.parametrize("statement", LAWS, ids=lambda s: s.label)
def test_a_law_can_be_broken_by_one_sign(statement):
    broken = statement.check().broken
    assert "boxed" in broken.latex
    assert len(set(broken.example.values())) > 1


def a_law(latex, otherwise=0.0, **symbols):
    def runs(rng, instances):
        return {"X": rng.normal(3, 1, (instances, 1))} | symbols

    return Law(
        label="law.test",
        title="A test.",
        latex=latex,
        source="here",
        runs=runs,
        formula=Formula(latex),
        otherwise=otherwise,
        instances=400,
    )


def test_a_law_is_its_display():
    assert a_law("X = 3").check().passed
    assert a_law(r"X = c, \quad c = 3", c=3).check().passed
    assert not a_law(r"X = c, \quad c = 4", c=3).check().passed  # a number that is not the one
    assert not a_law("X = 3.3").check().passed
    assert not a_law("X = 3", otherwise=3.1).check().passed  # that is not ruled out
    assert "is an equality and cannot have <=" in str(a_law(r"X \le 9").check())
    assert "does not use: c" in str(a_law("X = 3", c=3).check())
    assert "a symbol without a value: c" in str(a_law("X = c").check())
    assert not a_law("X = c", c=np.nan).check().passed


def test_a_slope_is_that_of_a_line():
    x, y = np.array([1.0, 2.0, 4.0]), np.array([[2.0, 4.0, 8.0], [3.0, 2.0, 0.0]])
    (chain,) = Formula(r"s = \operatorname{slope}_x y + 1").chains({"s": 1, "x": x, "y": y})
    assert np.allclose(chain.sides[1][:, 0], [3, 0])
    with pytest.raises(FormulaError, match="values that differ"):
        Formula(r"s = \operatorname{slope}_x y").chains({"s": 1, "x": 2.0, "y": y})


def test_an_erratum_whose_formulas_are_evaluated_uses_all_its_values():
    statement = find("erratum.exponent")
    assert statement.check().passed
    assert not replace(statement, latex=statement.printed).check().passed
    more = replace(
        statement,
        versions=lambda epsilon, alpha: {r"\epsilon_m": epsilon, r"\alpha_m": alpha, "w_i": 1},
    )
    assert "no version uses: w_i" in str(more.check())


def test_kinds_are_those_of_the_displays():
    for statement in EVALUATED:
        relations = {
            r
            for c in statement.chains(statement.draw(np.random.default_rng(0)))[0]
            for r in c.relations
        }
        unequal = relations - {"="}
        drawn = re.sub(r"E\\big\[\\max_j t_j", "", statement.latex)  # a chance's value, not chosen
        if re.search(r"\\(arg)?(min|max)_", drawn):
            assert statement.kind == "optimum", statement.label
        elif "O(" in statement.latex:
            assert statement.kind == "limit", statement.label
        elif unequal:
            assert statement.kind in ("bound", "monotone"), statement.label
        else:
            assert statement.kind in ("identity", "monotone"), statement.label
        assert statement.tight or statement.kind != "bound", statement.label


def test_a_bound_that_is_nowhere_tight_fails():
    def draw(rng):
        return {"x": rng.uniform(1, 2)}

    def statement(latex):
        return Identity(
            label="bound.test",
            title="A test.",
            latex=latex,
            source="here",
            draw=draw,
            sides=lambda x: {"x": x},
            formula=Formula(latex),
            kind="bound",
            tight=(lambda rng: {"x": 2.0},),
        )

    assert statement(r"x \le 2").check().passed
    assert not statement(r"x \le 1.8").check().passed  # the constant a tenth smaller
    assert not statement(r"x \le 3").check().passed
    assert "nowhere tight" in str(statement(r"x \le 3").check())
    assert not statement(r"x \ge 2").check().passed


def test_a_check_exchanged_for_its_neighbours_turns_red(monkeypatch):
    for one, other in pairwise(EVALUATED):
        exchanged = replace(one, sides=other.sides, draw=other.draw, live=other.live, tight=())
        monkeypatch.setitem(registry._statements, one.label, exchanged)
        with pytest.raises(EquationError):
            verify(one.label, instances=3)
        monkeypatch.undo()
