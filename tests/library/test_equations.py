import html
import inspect
import json
import textwrap
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import ensemblelab.adaboost
import ensemblelab.bagging
import numpy as np
import pytest
from ensemblelab.__main__ import main
from ensemblelab.equations import (
    EquationError,
    Erratum,
    Identity,
    Law,
    equations,
    find,
    verify,
)
from ensemblelab.losses import HuberLoss, weighted_quantile
from ensemblelab.verify.comparing import chain_discrepancy, gaps
from ensemblelab.verify.formula import Chain, Formula
from ensemblelab.verify.statement import format_number

LABELS = [statement.label for statement in equations()]


@cache
def checked(label):
    return find(label).check()


@pytest.mark.trial  # in make test the page of equations tries each
@pytest.mark.parametrize("label", LABELS)
def test_the_equation_holds(label):
    assert checked(label).passed, str(checked(label))


@pytest.mark.parametrize("label", LABELS)
def test_it_says_what_it_is(label):
    statement = find(label)
    assert statement.title.endswith(".")
    assert statement.latex
    assert statement.source


@pytest.mark.trial
@pytest.mark.parametrize("label", [s.label for s in equations() if isinstance(s, Identity)])
def test_identities_hold_for_another_seed(label):
    assert find(label).check(instances=10, seed=1).passed


def test_the_notes_numbers_are_each_given_once():
    numbers = [s.number for s in equations() if s.number is not None]
    assert numbers == list(range(1, 23))


@pytest.mark.parametrize("label", [s.label for s in equations() if isinstance(s, Law)])
def test_laws_hold_for_another_seed(label):
    assert find(label).check(seed=1).passed


def test_every_statement_says_where_its_code_is():
    root = Path(__file__).parents[2]
    for statement in equations():
        file, line = statement.where.split(":")
        lines = (root / file).read_text(encoding="utf-8").splitlines()
        assert lines[int(line) - 1].startswith(("@display", "@law", "@erratum")), statement.where


def _broken(old, new):
    """AdaBoost with one line of its algorithm changed."""
    source = textwrap.dedent(inspect.getsource(ensemblelab.adaboost.AdaBoostClassifier._boost))
    assert source.count(old) == 1
    space = dict(vars(ensemblelab.adaboost))
    exec(source.replace(old, new), space)
    return space["_boost"]


@pytest.mark.parametrize(
    "new",
    [
        "np.where(wrong, 1 / odds, 1)",
        "np.where(wrong, np.sqrt(odds), 1)",
        "odds",
        "np.where(wrong, 1, odds)",
    ],
)
def test_a_broken_update_of_the_weights_is_caught(monkeypatch, new):
    """Equation (12), changed in the library, turns red where it is stated and derived."""
    boost = _broken("np.where(wrong, odds, 1)", new)
    monkeypatch.setattr(ensemblelab.adaboost.AdaBoostClassifier, "_boost", boost)
    for label in ("12", "20", "22", "half", "normalised"):
        assert not find(f"adaboost.{label}").check(instances=3).passed


@pytest.mark.parametrize("limit", ["1", "1 / K + 0.05", "1 / K - 0.05"])
def test_a_stop_elsewhere_than_at_one_half_is_caught(monkeypatch, limit):
    boost = _broken("1 - 1 / K - _ROUNDING", limit)
    monkeypatch.setattr(ensemblelab.adaboost.AdaBoostClassifier, "_boost", boost)
    assert not find("adaboost.stop").check(instances=10).passed


def test_a_cut_off_at_another_quantile_is_caught(monkeypatch):
    """Huber's δ is found apart from the library, which takes the quantile that is asked for."""

    def at_the_median(self, y, f, weight):
        self.delta = weighted_quantile(np.abs(y - f), weight, 0.5)

    monkeypatch.setattr(HuberLoss, "adapt", at_the_median)
    for label in ("boosting.residual.huber", "boosting.step.huber"):
        assert not find(label).check(instances=10).passed


def test_a_broken_member_weight_is_caught(monkeypatch):
    """Equation (10) with the ½ of the other convention."""
    boost = _broken("np.log(odds)", "np.log(odds) / 2")
    monkeypatch.setattr(ensemblelab.adaboost.AdaBoostClassifier, "_boost", boost)
    for label in ("adaboost.10", "adaboost.18", "adaboost.conventions"):
        assert not find(label).check().passed


def test_a_library_that_raises_fails_the_equation(monkeypatch):
    def raises(self, X):
        raise RuntimeError("no answer today")

    monkeypatch.setattr(ensemblelab.bagging._Bagging, "_average", raises)
    check = find("bagging.1").check()
    assert not check.passed
    assert "no answer today" in str(check)


def _erratum(right, printed):
    return Erratum(
        label="erratum.test",
        title="A test.",
        latex=f"y = {right} x",
        printed=f"y = {printed} x",
        source="here",
        draw=lambda rng: {"x": rng.uniform(1, 2)},
        versions=lambda x: {"x": x, "y": x},
    )


def test_an_erratum_needs_a_right_version_that_holds_and_a_printed_one_that_fails():
    assert _erratum(right=1, printed=2).check().passed
    assert not _erratum(right=2, printed=2).check().passed  # the right version is wrong
    assert not _erratum(right=1, printed=1).check().passed  # the printed version is right
    assert not _erratum(right=1, printed=1 + 1e-6).check().passed  # nobody would see that


def unfolded(label):
    return html.unescape(checked(label)._repr_html_())


def test_an_erratum_shows_the_version_that_is_printed_failing():
    shown = unfolded("erratum.pairs")
    assert find("erratum.pairs").printed in shown
    assert "50 of 50 instances" in shown


def test_a_check_is_one_line_with_an_instance_and_a_failure_folded_behind_it():
    shown = unfolded("adaboost.17")
    line, _, inside = shown.partition("</summary>")
    assert line.startswith("<details")
    assert "200 random instances and in every round of a run on real data, within 2e-15" in line
    assert r"\alpha_m" in inside
    assert r"\sum_{i=1}^{n} w_i \cdot \exp" in inside
    assert "Proved with SymPy" in inside
    assert r"\boxed{+}\tfrac12 \alpha_m y_i f_m(x_i)" in inside
    assert "side 4" not in inside


def test_the_command_says_what_the_page_unfolds(capsys):
    check = checked("adaboost.12")
    assert main(["verify", "adaboost.12"]) == 0
    printed = capsys.readouterr().out
    assert check.line in printed
    for name, value in [*check.example.items(), *check.broken.example.items()]:
        assert f"{name} = {value}" in printed


def test_numbers_are_written_as_people_write_them():
    written = {0.10234567: "0.1023", 12.0: "12", -3.03381: "−3.0338", 2e-9: "2.00 · 10⁻⁹", 0: "0"}
    assert {value: format_number(value) for value in written} == written


def test_several_checks_are_one_line_that_unfolds_to_theirs():
    shown = verify(["bagging.6", "bagging.7"])._repr_html_()
    assert shown.startswith('<details class="check holds"><summary>✔ 2 of 2 hold</summary>')
    assert shown.count("random instances") == 2


@pytest.mark.trial
@pytest.mark.parametrize("label", LABELS)
def test_sides_have_names_in_an_instance(label):
    """Those of the display, so that a learner can follow: no "side 2"."""
    check = checked(label)
    shown = [*check.example, *(check.broken.example if check.broken else ())]
    assert len(shown) >= 2
    assert not [name for name in shown if "side " in name]


def test_a_law_shows_its_sides_and_an_interval():
    measured, law, *_ = (example := verify("bagging.7.trees").example)
    assert example[measured].endswith("(standard error)")
    assert r"\log er(f)" in measured
    assert r"\bar\rho" in law
    interval = example[r"\text{95% interval}"].split(" to ")
    low, high, expected = (float(n.replace("−", "-")) for n in (*interval, example[law]))
    assert -1 < low < expected < high < 0


def test_one_seed_one_outcome():
    assert find("bagging.7.law").check(seed=3) == find("bagging.7.law").check(seed=3)


def test_a_broken_average_is_caught(monkeypatch):
    """The equation presses on the library itself, not on a copy of it."""
    average = ensemblelab.bagging._Bagging._average
    monkeypatch.setattr(
        ensemblelab.bagging._Bagging, "_average", lambda self, X: 1.01 * average(self, X)
    )
    for label in ("bagging.1", "bagging.2"):
        with pytest.raises(EquationError, match=f"{label} FAILS"):
            verify(label)


def test_a_law_that_is_wrong_is_caught(monkeypatch):
    """Without replacement no row is left out, and the law of exclusion fails."""
    import ensemblelab.equations.bootstrap as module

    monkeypatch.setattr(module, "bootstrap_sample", lambda n, rng: rng.permutation(n))
    with pytest.raises(EquationError, match="bootstrap.exclusion"):
        verify("bootstrap.exclusion")


def test_nan_is_a_failure():
    statement = Identity(
        label="nan",
        title="Not a number.",
        latex="x = 1",
        source="here",
        draw=lambda rng: {},
        sides=lambda: {"x": np.nan},
        formula=Formula("x = 1"),
    )
    assert not statement.check().passed


@pytest.mark.parametrize("side", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("relation", ["=", "<=", "<", ">="])
def test_a_side_that_is_not_finite_is_a_failure_and_no_warning(side, relation):
    """Where NumPy warns of log(0), a check raises; where it does not, there is an infinity."""
    for sides in [(1.0, side), (side, 1.0), (side, side)]:
        assert chain_discrepancy(sides, relation) == np.inf
        assert gaps(Chain(("a", "b"), sides, (relation,))) == [np.inf] * (relation != "=")


def test_an_unknown_label_lists_the_nearest():
    with pytest.raises(ValueError, match="'bagging.77' is not an equation.*bagging.7"):
        find("bagging.77")


@pytest.mark.parametrize(
    ("label", "options", "message"),
    [
        ("bagging.7", {"instances": 0}, "instances=0 must be an integer >= 1"),
        ("bagging.7", {"instances": "a"}, "instances='a' must be an integer >= 1"),
        ("bagging.7", {"instances": 1.5}, "instances=1.5 must be an integer >= 1"),
        ("bagging.7", {"seed": -1}, "seed=-1 must be an integer >= 0"),
        ("bagging.7", {"seed": "a"}, "seed='a' must be an integer >= 0"),
        ("bagging.7.law", {"instances": 1}, "instances=1 must be an integer >= 2 for a standard"),
        ("bagging.7.law", {"seed": -1}, "seed=-1 must be an integer >= 0"),
        ("erratum.pairs", {"seed": 0.5}, "seed=0.5 must be an integer >= 0"),
    ],
)
def test_what_is_asked_of_an_equation_is_checked(label, options, message):
    with pytest.raises(ValueError, match=message):
        verify(label, **options)


def test_verify_prints_a_row_for_each_and_exits_0(capsys, monkeypatch):
    for kind in (Identity, Law, Erratum):  # one is checked for all
        one = next(label for label in LABELS if isinstance(find(label), kind))
        check = partial(replace, checked(one))
        monkeypatch.setattr(
            kind, "check", lambda self, instances, seed, check=check: check(statement=self)
        )
    assert main(["verify"]) == 0
    printed = capsys.readouterr().out
    for label in LABELS:
        assert f"✔ holds {label} " in printed
    assert f"{len(LABELS)} of {len(LABELS)} hold" in printed


def test_verify_prints_json(capsys):
    assert main(["verify", "bagging.7", "bagging.1", "--json", "--instances", "3"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["label"] for row in rows] == ["bagging.7", "bagging.1"]
    assert set(rows[0]) == {"label", "passed", "instances", "max_discrepancy", "source"}
    assert rows[0]["instances"] == 3


def test_verify_exits_1_and_says_which(capsys, monkeypatch):
    average = ensemblelab.bagging._Bagging._average
    monkeypatch.setattr(ensemblelab.bagging._Bagging, "_average", lambda self, X: -average(self, X))
    assert main(["verify", "bagging.1", "bagging.7"]) == 1
    printed = capsys.readouterr().out
    assert "✘ FAILS bagging.1" in printed
    assert "1 of 2 hold; these do not: bagging.1" in printed


def test_verify_names_a_wrong_argument(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["verify", "bagging.nine"])
    assert stop.value.code == 2
    assert "'bagging.nine' is not an equation" in capsys.readouterr().err
