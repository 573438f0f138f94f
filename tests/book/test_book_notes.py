"""The list of what the notes hold: nothing leaves it, and each item is where it says."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from ensemblelab.equations import equations

CHAPTERS = Path(__file__).parents[2] / "chapters"
LISTED = tomllib.loads((CHAPTERS / "notes.toml").read_text(encoding="utf-8"))
ITEMS = [(section["note"], item) for section in LISTED["section"] for item in section["items"]]
# What the list had when it was made: it may grow where an item turns out to be two.
AT_LEAST = {"A": 42, "B": 60, "C": 67, "D": 71, "E": 25}


def under(heading, text):
    """Give what stands under a heading, its subsections included, or None if it is not there."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    if not found:
        return None
    rest = text[found.end() :]
    after = re.search(rf"^#{{1,{len(found[1])}}} \S", rest, re.MULTILINE)
    return rest[: after.start()] if after else rest


def astray(item):
    """Say what is wrong with where an item says that it is, or nothing."""
    if ("at" in item) == ("missing" in item) or {"weak", "missing"} <= set(item):
        return "covered or weak with a place, or missing without"
    if "missing" in item:
        return ""
    page, _, heading = item["at"].partition("#")
    text = under(heading, (CHAPTERS / f"{page}.md").read_text(encoding="utf-8"))
    if text is None:
        return f"{page}.md has no heading {heading!r}"
    shown = set(re.findall(r"^```\{equation\} (\S+)$", text, re.MULTILINE))
    labels = item.get("labels", [])
    return f"none of {labels} is shown there" if labels and not shown & set(labels) else ""


def test_no_item_leaves_the_list():
    counted = Counter(note for note, _ in ITEMS)
    assert set(counted) == set(LISTED["notes"]) == set(AT_LEAST)
    assert not {note for note, least in AT_LEAST.items() if counted[note] < least}


def test_no_item_stands_in_a_section_twice():
    for section in LISTED["section"]:
        words = [item["item"] for item in section["items"]]
        assert len(set(words)) == len(words)


def test_every_item_is_where_it_says():
    assert not {item["item"]: wrong for _, item in ITEMS if (wrong := astray(item))}


def test_items_hold_nothing_else():
    known = {"item", "at", "labels", "corrections", "weak", "missing"}
    for _, item in ITEMS:
        assert item.keys() <= known, item
        assert all(item.values()), item


def test_the_list_names_every_statement_and_no_other():
    named = {label for _, item in ITEMS for label in item.get("labels", [])}
    corrected = {label for _, item in ITEMS for label in item.get("corrections", [])}
    errata = {s.label for s in equations() if s.label.startswith("erratum.")}
    assert corrected == errata
    assert not named & set(LISTED["beyond"])
    assert named | set(LISTED["beyond"]) == {s.label for s in equations()} - errata


@pytest.mark.parametrize(
    ("item", "wrong"),
    [
        ({"at": "bagging#Where do training sets come from?"}, "no heading"),
        ({"at": "bagging#And votes?", "labels": ["bagging.1"]}, "is shown there"),
        ({"at": "bagging#And votes?", "missing": "no time"}, "or missing without"),
        ({}, "or missing without"),
        ({"missing": "no time", "weak": "short"}, "or missing without"),
    ],
)
def test_what_is_not_there_is_found(item, wrong):
    assert wrong in astray(item)
