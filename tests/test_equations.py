import json

import numpy as np
import pytest

import ensemblelab.bagging
from ensemblelab.__main__ import main
from ensemblelab.equations import EquationError, Identity, equations, find, verify

LABELS = [statement.label for statement in equations()]


@pytest.mark.parametrize("label", LABELS)
def test_the_equation_holds(label):
    check = find(label).check()
    assert check.passed, str(check)


@pytest.mark.parametrize("label", LABELS)
def test_it_says_what_it_is(label):
    statement = find(label)
    assert statement.title.endswith(".")
    assert statement.latex
    assert statement.source


@pytest.mark.parametrize("label", [s.label for s in equations() if isinstance(s, Identity)])
@pytest.mark.parametrize("seed", [1, 2])
def test_identities_hold_for_any_seed(label, seed):
    assert find(label).check(instances=20, seed=seed).passed


def test_the_notes_numbers_are_each_given_once():
    numbers = [s.number for s in equations() if s.number is not None]
    assert numbers == list(range(1, max(numbers) + 1))


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
    import ensemblelab.equations.bagging as module

    monkeypatch.setattr(module, "bootstrap_sample", lambda n, rng: rng.permutation(n))
    with pytest.raises(EquationError, match="bootstrap.exclusion"):
        verify("bootstrap.exclusion")


def test_nan_is_a_failure():
    statement = Identity(
        label="nan",
        title="Not a number.",
        latex="x",
        source="here",
        draw=lambda rng: {},
        sides=lambda: (np.nan, 1.0),
    )
    assert not statement.check().passed


def test_an_unknown_label_lists_the_nearest():
    with pytest.raises(ValueError, match="'bagging.77' is not an equation.*bagging.7"):
        find("bagging.77")
    with pytest.raises(ValueError, match=r"instances=0 must be at least 1"):
        find("bagging.7").check(instances=0)
    with pytest.raises(ValueError, match=r"instances=1 must be at least 2"):
        find("bagging.7.law").check(instances=1)


def test_verify_prints_a_row_for_each_and_exits_0(capsys):
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
