"""Recorded measurements: what a page reads of them, and what they say of themselves."""

import json

import experiments
import numpy as np
import pytest
from ensemblelab.teaching import records
from ensemblelab.teaching.records import Record, mean_and_error


def test_mean_and_error_by_hand():
    mean, error = mean_and_error([1.0, 2.0, 3.0])
    assert (mean, error) == (2.0, pytest.approx(1 / np.sqrt(3)))
    # Overlapping splits, half to test on: the variance counts 1/3 + 1 times, not 1/3 times.
    assert mean_and_error([1.0, 2.0, 3.0], overlap=1.0)[1] == pytest.approx(np.sqrt(4 / 3))


@pytest.mark.parametrize("values", [[], [1.0], 1.0, [[1.0, 2.0], [3.0, 4.0]]])
def test_an_error_needs_two_values(values):
    with pytest.raises(ValueError, match=r"values=.* must be a list of two numbers or more"):
        mean_and_error(values)


@pytest.mark.parametrize("overlap", [-1.0, np.nan])
def test_an_overlap_is_a_ratio(overlap):
    with pytest.raises(ValueError, match=f"overlap={overlap} must be at least 0"):
        mean_and_error([1.0, 2.0], overlap)


@pytest.mark.parametrize("name", ["nope", "../records/forests", 5])
def test_an_unknown_record_lists_the_others(name):
    with pytest.raises(ValueError, match=f"name={name!r} is no record; there are .*forests"):
        Record(name)


@pytest.mark.parametrize("name", experiments.NAMES)
def test_a_record_says_when_on_what_and_how_again(name):
    record = experiments.read(name)
    words = Record(name)._repr_markdown_()
    for fact in (record["measured"]["date"], record["measured"]["machine"], *record["cases"]):
        assert fact in words
    assert f"python -m experiments {name}`" in words


def test_a_record_of_data_that_are_not_here_says_how_with_them():
    words = Record("diabetes")._repr_markdown_()
    assert "To do it again: `python -m experiments.diabetes FILE`" in words


def test_differences_are_taken_on_the_same_repetitions(tmp_path, monkeypatch):
    one, other = [5.0, 7.0, 6.0], [4.0, 5.0, 5.0]
    figures = {"one": {"values": one}, "other": {"values": other}}
    content = {"cases": {"case": {"repetitions": 3, "figures": figures}}}
    (tmp_path / "made_up.json").write_text(json.dumps(content))
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    record = Record("made_up")
    assert record.text("case", "one") == "6.0 ± 0.6"
    assert record.difference("case", "other", "one") == (
        pytest.approx(-4 / 3),
        pytest.approx(1 / 3),
    )
    assert record.difference_text("case", "other", "one", 2) == "−1.33 ± 0.33"


def test_a_new_measurement_notes_its_circumstances():
    assert set(experiments.circumstances()) == {"date", "python", "machine"}
    assert all(experiments.circumstances().values())
