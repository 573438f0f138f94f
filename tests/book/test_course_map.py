"""What a chapter needs and how long it takes: told below its title, and drawn on the first page."""

import re

import pytest
from chapters.machine.content.course_map import (
    arrange_layers,
    estimate_minutes,
    load_course,
    title_of_set,
)
from docutils import nodes

from chromium import new_tab, opened
from prose import CHAPTERS, ROOT
from test_book_cells import OF_THE_COURSE

NEEDS, SETS = load_course()["needs"], load_course()["sets"]


def test_every_chapter_says_what_it_needs_and_comes_after_it():
    assert set(NEEDS) == set(OF_THE_COURSE)
    for chapter, needs in NEEDS.items():
        for need in needs:
            assert OF_THE_COURSE.index(need) < OF_THE_COURSE.index(chapter), (chapter, need)


# What a reader who knows means and variances may not know, and how its line calls it.
TOOLS = {
    "derivatives": r"\bderivatives?\b|\\partial",
    "logarithms?|log-odds": r"\\ln\b|\\log|\blogarithms?\b|log-odds",
    "correlation|uncorrelated": r"\bcorrelat|\buncorrelated",
    "covariance": r"\bcovarian|Cov\(",
    r"\$?e\^|\$e ": r"\be\^|\\exp\b",
    "binomial": r"\\binom",
    "density": r"\\int\b|\bdensity\b",
    "least squares|linear functions": r"\bleast squares|\blinear regression",
    "logistic": r"\blogistic regression",
}
NEED = re.compile(r"^\*Needs: (.*)\.\*$", re.MULTILINE)
NO_PROSE = re.compile(
    r"^```\{(?:code-cell|index|quiz)\}.*?^```$|^%[^\n]*$", re.MULTILINE | re.DOTALL
)


def unsaid(text):
    """List (section, tool) where a page first uses a tool without saying so there or before."""
    parts = re.split(r"^## (.*)$", NO_PROSE.sub("", text), flags=re.MULTILINE)
    said, found = "", []
    for heading, section in zip(parts[1::2], parts[2::2], strict=True):
        if heading not in ("Summary", "Exercises"):
            said += " ".join(NEED.findall(section))
            used = [name for name, sign in TOOLS.items() if re.search(sign, section)]
            found += [(heading, name) for name in used if not re.search(name, said)]
    return found


@pytest.mark.parametrize("chapter", NEEDS)
def test_a_section_says_what_else_it_needs(chapter):
    assert not unsaid((CHAPTERS / f"{chapter}.md").read_text(encoding="utf-8"))


def test_a_need_that_is_not_said_is_found():
    page = "# A\n\n## One\n\nThe derivative.\n\n## Two\n\n*Needs: derivatives.*\n\n$\\ln 2$\n"
    assert [heading for heading, _ in unsaid(page)] == ["One", "Two"]
    assert not unsaid(page.replace("The", "*Needs: derivatives; logarithms.*\n\nThe"))


def test_every_problem_set_belongs_to_a_chapter():
    assert set(SETS) == {path.stem for path in ROOT.glob("exercises/source/*/*.md")}
    assert set(SETS.values()) <= set(NEEDS)
    shown = (CHAPTERS / "exercises.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r'^    "(\w+)": "(\w+)",$', shown, re.MULTILINE))
    assert listed == SETS


def test_a_chapter_stands_below_all_that_it_needs():
    rows = arrange_layers({"a": [], "b": ["a"], "c": ["a", "b"], "d": []})
    assert rows == [["a", "d"], ["b"], ["c"]]
    with pytest.raises(ValueError, match="these need each other: .*'b'"):
        arrange_layers({"a": [], "b": ["c"], "c": ["b"]})


def test_time_is_made_of_words_and_of_what_one_stops_at():
    page = nodes.section("", *(nodes.paragraph("", "word " * 500) for _ in range(8)))
    assert estimate_minutes(page) == 20
    page += [nodes.math_block("", "x") for _ in range(30)]
    assert estimate_minutes(page) == 30
    page += [nodes.container(classes=["cell_input"]) for _ in range(15)]
    assert estimate_minutes(page) == 35


def test_each_chapter_begins_with_its_line(pages):
    for page in pages:
        found = re.search(r'<p class="needs">(.*?)</p>', page.read_text(), re.DOTALL)
        assert bool(found) == (page.stem in NEEDS), page.stem
        if found:
            assert re.search(r"about \d+ minutes", found[1])
            needed = re.findall(r'href="(\w+)\.html"', found[1])
            assert needed == NEEDS[page.stem]
            sets = re.findall(r'open\.html#(\w+)"', found[1])
            assert sets == [name for name, of in SETS.items() if of == page.stem]
            assert all(title_of_set(name) in found[1] for name in sets)


@pytest.mark.trial
def test_the_map_leads_everywhere_without_script_and_is_a_list_on_a_phone(browser, pages):
    first = next(page for page in pages if page.stem == "index")
    tab = new_tab(browser.new_context(java_script_enabled=False, offline=True))
    tab.goto(first.as_uri())
    drawn, listed = tab.locator(".course-map svg"), tab.locator(".course-map ol")
    for width in (1300, 360):
        tab.set_viewport_size({"width": width, "height": 900})
        assert drawn.is_visible() == (width > 700)
        assert listed.is_visible() == (width < 700)
    assert drawn.locator("path").count() == sum(map(len, NEEDS.values()))
    for shown in (drawn, listed):
        links = shown.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
        assert links if shown is listed else sorted(links) == sorted(f"{c}.html" for c in NEEDS)
    assert re.findall(r"(\d+) minutes", listed.inner_text()) == [
        re.search(r"about (\d+) minutes", (first.parent / f"{c}.html").read_text())[1]
        for c in NEEDS
    ]
    tab.context.close()


def test_the_first_page_opens_with_a_player_and_one_button(browser, pages):
    tab, complaints = opened(browser, next(page for page in pages if page.stem == "index"))
    tab.set_viewport_size({"width": 1300, "height": 900})
    start = tab.locator("a.start")
    assert start.count() == 1
    assert start.bounding_box()["y"] < 400
    player = tab.locator("section.player")
    assert player.bounding_box()["y"] < 400
    asked = player.get_by_role("group", name="Your prediction")
    assert asked.bounding_box()["y"] + asked.bounding_box()["height"] < 900
    asked.get_by_role("button").first.click()
    player.get_by_role("button", name="Last").click()
    assert "Round 40" in player.inner_text()
    assert not complaints
    tab.context.close()


@pytest.mark.trial
def test_the_first_page_has_a_path_for_each(browser, pages):
    tab, _ = opened(browser, next(page for page in pages if page.stem == "index"))
    for width in (1300, 360):
        tab.set_viewport_size({"width": width, "height": 900})
        for who, first in (
            ("You read", "trees.html"),
            ("You take the course", "exercises.html"),
            ("You teach", "assignments.html"),
        ):
            steps = tab.locator(".sd-card", has_text=who).locator("li")
            assert steps.count() == 3
            assert steps.first.locator("a").first.get_attribute("href") == first
            assert all(step.is_visible() for step in steps.all())
    tab.context.close()


@pytest.mark.trial
def test_there_is_one_search_box(browser, pages):
    tab, _ = opened(browser, next(page for page in pages if page.stem == "trees"))
    for width in (1300, 360):
        tab.set_viewport_size({"width": width, "height": 900})
        assert tab.locator("button[aria-label=Search]:visible").count() <= 1
    tab.context.close()
