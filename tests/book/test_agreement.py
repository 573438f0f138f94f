"""The page on agreement shows what was recorded of the courses that it names."""

import json
from collections import Counter

import experiments
import pytest
from experiments import agreement


def test_the_recorded_agreement_is_of_the_courses_that_are_named():
    record = experiments.read("agreement")["courses"]
    assert [(c["repository"], c["commit"], c["folder"]) for c in record] == list(agreement.COURSES)
    for course in record:
        books = course["notebooks"].values()
        assert any("outcomes" in book for book in books)
        for book in books:
            if book.get("refused"):
                assert set(book) == {"refused"}
                continue
            for who, student in (("solution", "own-solution"), ("nothing", "nothing")):
                counted = {k: n for k, n in book["outcomes"][who].items() if k != "equal"}
                told = [c["outcome"] for c in book["different"] if c["student"] == student]
                assert Counter(told) == counted
            assert all(cell["advice"] for cell in book["different"])


def test_a_difference_that_nothing_explains_stops_the_measurement():
    words = "the course's own solution does not pass this test here: E"
    assert "test a value instead" in agreement.advice_on(words)
    with pytest.raises(ValueError, match="nothing explains 'it rains'"):
        agreement.advice_on("it rains")


def test_where_courses_are_named_the_others_records_stay(tmp_path, monkeypatch):
    now = {"date": "2027-01-01", "python": "3.12.0", "machine": "another"}
    monkeypatch.setattr(agreement, "circumstances", lambda: now)
    monkeypatch.setattr(agreement, "version", lambda name: "0")
    monkeypatch.setattr(agreement, "compare", lambda course, folder: {"repository": course[0]})
    before, chosen = experiments.read("agreement"), agreement.COURSES[1].repository
    found = agreement.measure(tmp_path, [chosen])
    assert [c["repository"] for c in found["courses"]] == [c[0] for c in agreement.COURSES]
    for was, course in zip(before["courses"], found["courses"], strict=True):
        if course["repository"] == chosen:
            assert course["measured"] == now
            assert set(course["packages"].values()) == {"0"}
        else:
            assert course == {key: before[key] for key in ("measured", "packages")} | was
    with pytest.raises(ValueError, match="no/course: the courses are jupyter/nbgrader, "):
        agreement.measure(tmp_path, ["no/course"])
    lacking = before | {"courses": before["courses"][1:]}
    monkeypatch.setattr(agreement, "path", lambda name: tmp_path / name)
    (tmp_path / "agreement").write_text(json.dumps(lacking))
    with pytest.raises(ValueError, match="nothing is recorded of jupyter/nbgrader"):
        agreement.measure(tmp_path, [chosen])


def test_the_outcomes_of_a_course_are_counted(tmp_path):
    cells = [
        {"student": s, "cell": "a", "ours": 1.0, "theirs": 1.0, "outcome": o, "words": w}
        for s, o, w in (
            ("own-solution", "equal", ""),
            ("own-solution", "referred", "the test reads the history of cells (In)"),
            ("nothing", "equal", ""),
        )
    ]
    books = [
        {"notebook": "one", "cells": cells, "left_out": {"b": "NameError: x"}},
        {"notebook": "two", "refused": "no kernel"},
    ]
    course = agreement.COURSES[0]
    place = tmp_path / course.repository.replace("/", "+")
    place.mkdir()
    place.with_name(f"{place.name}.json").write_text(json.dumps(books))
    found = agreement.compare(course, tmp_path)["notebooks"]
    assert found["two"] == {"refused": "no kernel"}
    assert found["one"]["outcomes"] == {
        "solution": {"equal": 1, "referred": 1},
        "nothing": {"equal": 1},
    }
    assert [cell["outcome"] for cell in found["one"]["different"]] == ["referred"]
    assert found["one"]["left_out"] == {"b": "NameError: x"}
