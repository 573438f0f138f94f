"""The chapters' questions with choices: as they are written, and as a reader answers them."""

import re

import pytest
from chapters.machine.content.quiz import parse_quiz, to_markdown

from accessibility import broken_rules
from chromium import SITE, new_tab, opened
from prose import CHAPTERS
from test_book_cells import OF_THE_COURSE

FENCE = re.compile(r"^```\{quiz\} [\w-]+\n(.*?)\n```$", re.MULTILINE | re.DOTALL)

QUIZ = """Six of ten rows are of one class. What is the share of the other?
- [ ] 0.6
  That is the class itself.
- [x] 0.4

  What is left of 1.

  All shares add up to 1."""


def test_a_quiz_is_taken_apart():
    asked, (wrong, right) = parse_quiz(QUIZ.splitlines())
    assert asked == "Six of ten rows are of one class. What is the share of the other?"
    assert (wrong.text, wrong.right, wrong.at, wrong.reason) == (
        "0.6",
        False,
        1,
        ["That is the class itself."],
    )
    assert right.right
    assert "\n".join(right.reason).strip() == "What is left of 1.\n\nAll shares add up to 1."


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[x]", "[ ]", "has no right choice; mark one"),
        ("[ ]", "[x]", "has 2 right choices; mark one"),
        ("  That is the class itself.\n", "", "no reason for its choice '0.6'"),
        ("- [ ] 0.6\n  That is the class itself.\n", "", "has 1 choices; two are the least"),
        (QUIZ.splitlines()[0], "", "begins with its question"),
        ("  That is", "That is", "neither a choice"),
        ("- [ ] 0.6", "- [X] 0.6", "has 1 choices"),
    ],
)
def test_what_a_quiz_lacks_is_told(old, new, words):
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_quiz(QUIZ.replace(old, new).splitlines())


def test_what_a_browser_keeps_is_kept_for_one_quiz():
    pages = [page.read_text(encoding="utf-8") for page in CHAPTERS.glob("[a-z]*.md")]
    names = [name for page in pages for name in re.findall(r"^```\{quiz\} ?(.*)$", page, re.M)]
    assert len(names) == len(set(names))


def test_a_notebook_shows_a_quiz_without_directives():
    shown = to_markdown(QUIZ)
    assert shown.startswith("**Six of ten rows are of one class. What is the share of the other?**")
    assert "<details><summary>a 0.6</summary>\n\n**No.** That is the class itself." in shown
    assert "**Right.** What is left of 1.\n\nAll shares add up to 1.\n\n</details>" in shown


@pytest.mark.parametrize("chapter", OF_THE_COURSE)
def test_a_chapter_asks_where_there_is_something_to_ask(chapter):
    """Five questions, below at least four headings."""
    text = (CHAPTERS / f"{chapter}.md").read_text(encoding="utf-8")
    parts = re.split(r"^##+ ", text, flags=re.MULTILINE)
    asked = [len(FENCE.findall(part)) for part in parts]
    assert sum(asked) >= 5
    assert sum(number > 0 for number in asked) >= 4
    assert not re.search(r"\{dropdown\}", text)
    assert len({parse_quiz(found.splitlines())[0] for found in FENCE.findall(text)}) == sum(asked)


def page_of(pages, name):
    return next(page for page in pages if page.stem == name)


def chosen(tab):
    """What the page shows as chosen."""
    return tab.locator("details.choice.made > summary").all_inner_texts()


@pytest.mark.trial
def test_a_question_is_answered_by_keyboard_and_remembered(browser, pages):
    page = page_of(pages, "trees")
    tab, complaints = opened(browser, page)
    line = tab.locator("p.quizzes")
    asked = tab.locator("fieldset.quiz").count()
    assert f"0 of {asked} questions answered" in line.inner_text()
    first = tab.locator("fieldset.quiz").first
    wrong, right = first.locator("details.wrong").first, first.locator("details.right")
    reason = right.locator("[aria-live]")
    assert not reason.is_visible()
    wrong.locator("summary").press("Enter")
    assert wrong.locator(".verdict").inner_text() == "No."
    assert f"1 of {asked} questions answered, 0 of them right at once" in line.inner_text()
    right.locator("summary").focus()
    tab.evaluate("""() => {
        const box = document.querySelector("details.right > div");
        window.told = new Promise((done) => {
            const watch = new MutationObserver(() => done(box.innerText));
            watch.observe(box, { childList: true, subtree: true });
        });
    }""")
    tab.keyboard.press("Space")
    # A live region that changes is read out.
    assert tab.evaluate("window.told").startswith("Right.")
    assert reason.is_visible()
    assert len(chosen(tab)) == 2
    tab.locator("fieldset.quiz").nth(1).locator("details.right > summary").click()
    tab.reload()
    assert len(chosen(tab)) == 3
    assert f"2 of {asked} questions answered, 1 of them right at once" in line.inner_text()
    line.get_by_role("button", name="Begin again").click()
    assert not chosen(tab)
    tab.reload()
    assert not chosen(tab)
    assert not complaints
    tab.context.close()


@pytest.mark.trial
def test_words_say_where_a_browser_keeps_nothing(browser, pages):
    tab = new_tab(browser.new_context(offline=True))
    refused = "get() { throw new DOMException('refused', 'SecurityError'); }"
    tab.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {refused} }})")
    tab.goto(page_of(pages, "trees").as_uri())
    tab.locator("details.choice > summary").first.click()
    told = tab.locator("p.quizzes").inner_text()
    assert re.match(r"1 of \d questions answered", told)
    assert "This browser keeps nothing" in told
    tab.context.close()


@pytest.mark.trial
def test_questions_are_read_without_script_and_on_paper(browser, pages):
    tab = new_tab(browser.new_context(offline=True, java_script_enabled=False))
    tab.goto(page_of(pages, "trees").as_uri())
    choice = tab.locator("details.choice").first
    reason = choice.locator("[aria-live]")
    assert not reason.is_visible()
    choice.locator("summary").press("Enter")
    assert reason.is_visible()
    assert re.match(r"\d questions", tab.locator("p.quizzes").inner_text())
    choice.locator("summary").press("Enter")
    tab.emulate_media(media="print")
    assert all(reason.is_visible() for reason in tab.locator("details.choice > div").all())
    tab.context.close()


def test_only_pages_that_ask_load_the_script(pages):
    for page in pages:
        text = page.read_text()
        assert ("quiz.js" in text) == ('<fieldset class="quiz"' in text), page.name
    assert (SITE / "_static" / "quiz.js").exists()


def go(tab, pages, name):
    tab.goto(page_of(pages, name).as_uri())


def places(tab):
    """Where the entries of the sidebar stand, and how large the map's boxes are."""
    return tab.evaluate("""[
      ...[...document.querySelectorAll(".bd-sidenav a")].map((one) => one.getBoundingClientRect()),
      ...[...document.querySelectorAll(".course-map svg a")].map((one) => one.getBBox()),
    ].map(({ x, y, width, height }) => [x, y, width, height])""")


ENTRIES = ".bd-sidenav a:has(.reading)"


@pytest.mark.trial
def test_what_was_read_and_answered_is_marked_offered_and_forgotten(browser, pages):
    tab, complaints = opened(browser, page_of(pages, "index"))
    before = places(tab)
    assert not tab.locator(".go-on, .reading").count()
    go(tab, pages, "trees")
    asked = tab.locator("fieldset.quiz").count()
    for quiz in tab.locator("fieldset.quiz").all()[:2]:
        quiz.locator("summary").first.click()
    entry = tab.locator(ENTRIES)
    assert entry.inner_text().endswith(f", 2 of {asked} questions answered")
    assert entry.locator("i").count() == asked
    tab.locator("#summary > h2").scroll_into_view_if_needed()
    tab.get_by_text(f", read, 2 of {asked} questions answered").wait_for(state="attached")

    go(tab, pages, "bagging")
    heading = tab.locator("#out-of-bag-error > h2")
    heading.evaluate("one => one.scrollIntoView()")
    number, words = re.fullmatch(r"([\d.]+)\. (.*?)#?", heading.inner_text()).groups()
    go(tab, pages, "index")
    offer = tab.locator(".go-on")
    link = offer.get_by_role("link", name=f"{number} {words}")
    assert offer.locator("p").inner_text() == f"Go on where you were: {number} {words}"
    assert tab.locator(ENTRIES).inner_text().startswith("1. Decision trees")  # no other
    box = tab.get_by_role(
        "link", name=re.compile(f"^Decision trees, .* read, 2 of {asked} questions")
    )
    assert f"· 2 of {asked} answered" in box.text_content()
    assert "✓" in box.text_content()
    assert places(tab) == before
    assert not complaints
    for width in (1300, 360):
        tab.set_viewport_size({"width": width, "height": 900})
        assert not broken_rules(tab)
    shown = tab.locator(".course-map li").first.inner_text()
    assert shown.endswith(f"; read, 2 of {asked} questions answered")
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    link.click()
    assert tab.url.endswith("bagging.html#out-of-bag-error")

    go(tab, pages, "index")
    offer.locator("summary").click()
    assert "nothing of it is sent anywhere" in offer.inner_text()
    offer.get_by_role("button").click()
    assert offer.inner_text() == "All of it is forgotten."
    assert tab.evaluate("document.activeElement.innerText") == offer.inner_text()
    assert not tab.locator(".reading").count()
    assert not tab.evaluate("Object.keys(localStorage).filter((one) => /^ensemblelab/.test(one))")
    go(tab, pages, "index")
    assert not offer.count()
    tab.context.close()


@pytest.mark.trial
@pytest.mark.parametrize("lacks", ["storage", "scripts"])
def test_nothing_is_marked_where_nothing_can_be_kept(browser, pages, lacks):
    tab = new_tab(browser.new_context(offline=True, java_script_enabled=lacks != "scripts"))
    complaints = []
    tab.on("pageerror", lambda error: complaints.append(error.stack))
    if lacks == "storage":
        refused = "get() { throw new Error('refused, and by whom it was asked'); }"
        tab.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {refused} }})")
    for name in ("trees", "index"):
        go(tab, pages, name)
        tab.locator("#summary > h2, .course-map").first.scroll_into_view_if_needed()
        assert not tab.locator(".go-on, .reading").count()
    assert not [one for one in complaints if "reading.js" in one]  # the theme's own has some
    tab.context.close()
