"""The built site as a reader meets it: from disk, in a browser, with no network.

`make book` builds it; without that, or without Chromium, these tests are skipped
(in CI they fail).
"""

import gzip
import html
import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import url2pathname

import experiments
import jupytext
import pytest

from accessibility import broken_rules
from chromium import ROOT, SITE, new_tab, opened, served, set_formulas
from nbjudge.authoring.release import collect_secret_lines

PAGES = sorted([*SITE.glob("chapters/*.html"), *SITE.glob("genindex.html")])
ONE_OF_EACH = {"index", "bagging", "api_trees"}
# Pages of the reference are made from docstrings, all in one way.
NOT_ALIKE = [p for p in PAGES if not p.stem.startswith("api_") or p.stem in ONE_OF_EACH]


@dataclass
class Visit:
    """What one visit to a page, with the network off, brought to light."""

    complaints: list[str]  # of the console, of scripts, of requests that failed
    images: list[tuple]  # natural and kept width and height, alternative text, whether it waits
    links: list[str]
    width_on_a_phone: int
    formulas_not_set: int
    checks: float  # their share of the page's height, folded
    cut: dict[str, list[str]]  # what does not fit: on a desk, a tablet, a phone, and on paper
    megabytes: float  # of all that it loads, as servers send it
    nodes: int  # as it opens, before formulas further down are set


# What surrounds a check in the text, with the distance to the text.
SHARE = """() => {
  const height = (element) => {
    const style = getComputedStyle(element);
    const margins = [style.marginTop, style.marginBottom].map((m) => Math.max(0, parseFloat(m)));
    return element.getBoundingClientRect().height + margins[0] + margins[1];
  };
  const checks = [...document.querySelectorAll("div.cell:has(details.check)")];
  const together = checks.reduce((sum, check) => sum + height(check), 0);
  return together / height(document.querySelector("article"));
}"""


# Formulas, code, tables and players that a reader must scroll to see whole. What is set anew when
# a window changes is set before two frames are drawn.
CUT = """async () => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);
  const wide = "main :is(div.math mjx-container[display=true], pre, .player, .player table, " +
    ".pst-scrollable-table-container, fieldset.quiz, section.equations article)";
  return [...document.querySelectorAll(wide)]
    .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.tagName} ${one.closest("[id]").id}: ${one.textContent.slice(0, 40)}`);
}"""
FIGURES = """images => Promise.all(images.map(async (image) => {
  const waits = image.loading === "lazy";
  const kept = ["width", "height"].map((side) => Number(image.getAttribute(side)));
  image.loading = "eager";
  await image.decode().catch(() => {}); // it is seen by its size
  return [[image.naturalWidth, image.naturalHeight], kept, image.alt, waits];
}))"""
WIDTHS = {"desk": 1300, "tablet": 768, "phone": 360}
PAPER = 665  # the width of A4 between the margins of course.css


def sent(url):
    """Return a file's bytes as a server sends them: what is packed already is not packed again."""
    path = Path(url2pathname(urlsplit(url).path))
    return path.read_bytes() if path.suffix == ".woff2" else gzip.compress(path.read_bytes())


def visit(browser, page):
    loaded: list[str] = []
    tab, complaints = opened(browser, page, loaded)
    nodes = tab.locator("*").count()
    set_formulas(tab)
    not_set = tab.locator("mjx-merror, [data-mjx-error], mjx-lazy").count()
    checks = tab.evaluate(SHARE)
    images = tab.eval_on_selector_all("main img", FIGURES)
    links = tab.eval_on_selector_all(  # those of drawings too, whose `href` is an object
        "a[href]",
        "links => links.map(link => new URL(link.getAttribute('href'), document.baseURI).href)",
    )
    cut = {}
    for name, wide in WIDTHS.items():
        tab.set_viewport_size({"width": wide, "height": 800})
        cut[name] = tab.evaluate(CUT)
    width = tab.evaluate("document.documentElement.scrollWidth")
    tab.set_viewport_size({"width": PAPER, "height": 1000})
    tab.emulate_media(media="print")
    cut["paper"] = tab.evaluate(CUT)
    tab.context.close()
    megabytes = sum(len(sent(url)) for url in set(loaded)) / 1e6
    return Visit(complaints, images, links, width, not_set, checks, cut, megabytes, nodes)


def rules_broken_by(browser, page, widths=(1300,), formulas=False):
    tab, _ = opened(browser, page)
    if formulas:
        set_formulas(tab)
    found = []
    for width in widths:
        tab.set_viewport_size({"width": width, "height": 900})
        found += [(width, *rule) for rule in broken_rules(tab, formulas)]
    tab.context.close()
    return found


@pytest.fixture(scope="module")
def visits(browser, pages):
    """One page of each kind; a trial visits all."""
    return {page: visit(browser, page) for page in pages if page.stem in ONE_OF_EACH}


def test_pages_open_from_disk_without_network_or_complaint(visits):
    assert {page.stem for page in visits} == ONE_OF_EACH
    assert not {page.name: seen.complaints for page, seen in visits.items() if seen.complaints}


# Values of the theme that differ from the one before, after the page has begun.
THEMES = """
  window.themes = [];
  new MutationObserver((changes) => {
    for (const { oldValue, target } of changes) {
      if (document.body && oldValue !== target.dataset.theme) themes.push(target.dataset.theme);
    }
  }).observe(document, { subtree: true, attributeFilter: ["data-theme"], attributeOldValue: true });
"""
ASKED_BY_LINKS = """() => performance.getEntriesByType("resource")
  .filter((one) => one.name.endsWith(".woff2") && one.initiatorType === "link")
  .map((one) => one.name.split("/").at(-1))"""


@pytest.mark.parametrize(("scheme", "page"), [("light", "api_trees"), ("dark", "bagging")])
def test_a_page_begins_with_its_theme_and_asks_for_its_typefaces(browser, pages, scheme, page):
    """Else it is laid out, and then laid out again."""
    with served(SITE) as address:
        tab = new_tab(browser.new_context(color_scheme=scheme))
        tab.add_init_script(THEMES)
        tab.goto(f"{address}/chapters/{page}.html")
        assert tab.evaluate("document.documentElement.dataset.theme") == scheme
        assert tab.evaluate("themes") == []
        tab.evaluate("document.fonts.ready.then(() => 'all that are asked for have come')")
        asked = tab.evaluate(ASKED_BY_LINKS)
        wanted = tab.evaluate(
            "Array.from(document.fonts).filter((one) => one.status === 'loaded')"
            ".filter((one) => one.family.startsWith('Source')).length"
        )
        assert len(asked) == len(set(asked)) == wanted
        tab.context.close()


@pytest.mark.trial
def test_formulas_are_set(browser, pages):
    bagging = next(page for page in pages if page.name == "bagging.html")
    tab, _ = opened(browser, bagging)
    set_formulas(tab)
    assert tab.locator("mjx-math").count() > 50
    numbers = [number.inner_text() for number in tab.locator(".eqno").all()]
    assert [f"({k})" for k in range(1, 8)] == [n.strip("¶# ") for n in numbers if n[1].isdigit()]
    tab.context.close()


@pytest.mark.trial
def test_a_formula_is_set_when_it_comes_near_the_window_and_all_for_paper(browser, pages):
    page = next(page for page in pages if page.name == "adaboost_theory.html")
    tab, _ = opened(browser, page)
    waiting = tab.locator("mjx-lazy")
    assert waiting.count() > 300
    told = waiting.evaluate_all("all => all.map((one) => [one.role, one.ariaLabel])")
    assert all(role == "math" and label for role, label in told)
    described = tab.locator("mjx-container > mjx-assistive-mml > math:has(*)")
    assert described.count() < waiting.count() / 2
    assert not tab.locator("mjx-container:has(mjx-lazy) > mjx-assistive-mml").count()
    [number] = tab.locator("div.math:visible:has(mjx-lazy)").all()[-1:]
    number.evaluate("one => { one.id = 'last'; one.scrollIntoView(); }")
    tab.wait_for_selector("#last mjx-math")
    assert waiting.count() > 200
    tab.emulate_media(media="print")
    tab.wait_for_function("!document.querySelector('mjx-lazy')")
    assert described.count() == tab.locator("mjx-container:has(mjx-math)").count() >= len(told)
    tab.context.close()


def test_nothing_is_cut_on_a_desk_a_tablet_a_phone_and_paper(visits):
    cut = {page.name: seen.cut for page, seen in visits.items()}
    assert all(set(seen) == {*WIDTHS, "paper"} for seen in cut.values())
    assert not {name: seen for name, seen in cut.items() if any(seen.values())}


@pytest.mark.trial
def test_a_formula_on_a_phone_is_smaller_and_its_number_beside_or_below_it(browser, pages):
    page = next(page for page in pages if page.name == "bagging.html")
    tab, _ = opened(browser, page)
    set_formulas(tab)
    tab.set_viewport_size({"width": 360, "height": 800})
    assert not tab.evaluate(CUT)
    places = """() => [...document.querySelectorAll("main div.math[id]")].map((box) => {
      const formula = box.querySelector("mjx-container"), [a, b] = [formula.firstElementChild, box
        .querySelector(".eqno")].map((one) => one.getBoundingClientRect());
      const zoom = +formula.style.zoom || 1;
      return { zoom, beside: b.left >= a.right - 1, below: b.top >= a.bottom - 1, end: b.right };
    })"""
    set_ = tab.evaluate(places)
    assert len(set_) > 5
    assert {True, False} == {one["below"] for one in set_}  # of both kinds
    assert all(one["beside"] or one["below"] for one in set_)
    assert all(0.5 <= one["zoom"] <= 1 and one["end"] <= 360 for one in set_)
    assert any(one["zoom"] < 1 for one in set_)
    tab.set_viewport_size({"width": 1300, "height": 800})
    tab.evaluate(CUT)
    assert {one["zoom"] for one in tab.evaluate(places)} == {1}
    tab.context.close()


def test_without_scripts_formulas_are_set_and_the_theme_is_light(browser, pages):
    page = next(page for page in pages if page.name == "adaboost_theory.html")
    context = browser.new_context(offline=True, java_script_enabled=False, color_scheme="dark")
    tab = new_tab(context)
    tab.goto(page.as_uri())
    size = "one => getComputedStyle(one).fontSize"
    for kind in ("span.math", "div.math"):
        formula = tab.locator(f"article {kind}").first
        assert formula.evaluate(size) == "0px"  # LaTeX
        assert formula.locator("math").is_visible()
        assert float(formula.locator("math").evaluate(size)[:-2]) > 12
    assert tab.locator("article div.math .eqno").first.is_visible()
    assert tab.locator("html").get_attribute("data-theme") == "light"
    context.close()


def test_every_formula_is_there_in_mathml(pages):
    together = 0
    for page in pages:
        text = page.read_text()
        formulas = re.findall(r'class="math notranslate', text)
        unscripted = re.findall(r"<noscript>(<math.*?</math>)</noscript>", text, re.DOTALL)
        assert len(unscripted) == len(formulas), page.name
        left = [
            m for m in unscripted if re.search(r"\\|&", html.unescape(re.sub("<[^>]*>", "", m)))
        ]
        assert not left, page.name
        tables = sum("<mtable" in formula for formula in unscripted)
        assert tables >= text.count(r"\begin{aligned}"), page.name  # lines below one another
        together += len(formulas)
    assert together > 2000


def test_a_player_stands_on_the_page_in_the_dark(browser, pages):
    tab, _ = opened(browser, next(page for page in pages if page.stem == "bagging"))
    tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    ground = "one => getComputedStyle(one.parentElement).backgroundColor"
    assert tab.locator("section.player").evaluate(ground) == "rgba(0, 0, 0, 0)"
    tab.context.close()


SEEN_ON_PAPER = """() => {
  const added = (place) => getComputedStyle(document.querySelector(place), "::after").content;
  return [added("p.needs"), added("section.player")];
}"""


def test_a_chapter_on_paper_is_a_handout(browser, pages):
    """Whatever a reader has unfolded: no answer, nothing to click on, and where to find both."""
    with served(SITE) as address:
        tab = new_tab(browser.new_context(color_scheme="dark"))
        tab.goto(f"{address}/chapters/bagging.html")
        tab.locator("details.choice summary").first.click()
        reason = tab.locator("details.choice > div").first
        solution = tab.locator(".solution section").first
        tab.locator(".solution .admonition-title").first.click()
        assert reason.is_visible()
        assert solution.is_visible()
        title, play = tab.locator("h1").last, tab.locator(".player").get_by_text("Just show me")
        run, codes = tab.locator(".live-begin"), tab.locator("details.hide > summary:visible")
        assert play.is_visible()
        assert codes.count() > 4
        tab.evaluate("window.before = document.documentElement.dataset.theme")
        tab.emulate_media(media="print")
        assert title.inner_text().startswith("4. Bagging")
        assert tab.locator("h1:visible").count() == 1
        for gone in (reason, solution, play, run, tab.locator(".player-controls")):
            assert not gone.is_visible()
        assert not codes.count()
        assert not tab.locator(".solution:visible, p.quizzes:visible").count()
        assert not tab.get_by_text(re.compile("^(Right|No)\\.$")).locator("visible=true").count()
        mark = "one => getComputedStyle(one, '::before').content"
        marks = tab.locator("details.choice > summary").evaluate_all(f"all => all.map({mark})")
        assert {mark[1] for mark in marks} == {"○"}
        for words in tab.evaluate(SEEN_ON_PAPER):
            assert f"{address}/chapters/bagging.html" in words
        whole = "all => all.map(one => getComputedStyle(one).breakInside)"
        for kind in (
            "figure",
            "pre",
            "table",
            "fieldset.quiz",
            ".player",
            ".prf\\:algorithm, .proof",
        ):
            assert set(tab.locator(f"article {kind}").evaluate_all(whole)) == {"avoid"}, kind
        theme = "document.documentElement.dataset.theme"
        tab.evaluate(f"addEventListener('beforeprint', () => (window.white = {theme}))")
        tab.pdf()
        assert tab.evaluate(f"[before, white, {theme}]") == ["dark", "light", "dark"]
        tab.context.close()


def test_a_figures_code_unfolds_below_its_caption_by_the_keyboard_and_without_scripts(
    browser, pages
):
    page = next(page for page in pages if page.name == "bagging.html")
    tab = new_tab(browser.new_context(offline=True, java_script_enabled=False))
    tab.goto(page.as_uri())
    cell = tab.locator("div.cell:has(> details.hide):has(figcaption)").first
    code, summary = cell.locator("pre"), cell.locator("summary")
    assert summary.inner_text().strip() == "Code"
    places = [one.bounding_box() for one in (cell.locator("figcaption"), summary)]
    assert places[1]["y"] >= places[0]["y"] + places[0]["height"]
    assert places[1]["height"] < 30
    assert not code.is_visible()
    summary.press("Enter")
    assert code.is_visible()
    tab.context.close()


def test_pages_for_students_begin_with_what_they_say(pages):
    for page in pages:
        if page.stem in {"exercises", "notation", "equations"}:
            text = page.read_text()
            assert text.index("<p>", text.index("<h1>")) < text.index('<details class="hide'), page


def test_three_keys_lead_to_run_this_page(browser, pages):
    tab, _ = opened(browser, next(page for page in pages if page.stem == "bagging"))
    for key in ("Tab", "Tab", "Enter", "Tab"):
        tab.keyboard.press(key)
    assert tab.locator(":focus").inner_text() == "Run this page"
    tab.context.close()


def test_every_formula_can_be_set(visits):
    assert not {page.name for page, seen in visits.items() if seen.formulas_not_set}


def test_checks_take_less_than_a_tenth_of_a_page(visits):
    shares = {page.name: seen.checks for page, seen in visits.items()}
    assert max(shares.values()) > 0.01  # they are there, and found
    assert not {name: share for name, share in shares.items() if share >= 0.1}


def test_a_check_unfolds_by_the_keyboard_and_without_scripts(browser, pages):
    page = next(page for page in pages if page.name == "bagging.html")
    tab = new_tab(browser.new_context(offline=True, java_script_enabled=False))
    tab.goto(page.as_uri())
    check = tab.locator("details.check").first
    instance = check.locator("ul").first
    assert not instance.is_visible()
    check.locator("summary").first.press("Enter")
    assert instance.is_visible()
    tab.context.close()


@pytest.mark.trial
def test_the_page_of_equations_is_filtered(browser, pages):
    page = next(page for page in pages if page.name == "equations.html")
    tab, complaints = opened(browser, page)
    shown = tab.locator("section.equations article:visible")
    assert shown.count() > 160
    tab.locator("#equations-filter").fill("chance bagging")
    assert shown.count() == 2
    assert tab.locator("#equations-shown").inner_text() == f"{shown.count()} shown"
    assert "bagging.7.law" in shown.first.inner_text()
    assert not complaints
    tab.context.close()


def test_every_link_to_an_equation_or_a_term_has_its_preview(pages):
    script = (SITE / "_static" / "preview_texts.js").read_text(encoding="utf-8")
    texts = json.loads(script[script.index("{") : script.rindex("}") + 1])
    led_to = {
        (page.parent / path).resolve() if path else page: anchor
        for page in pages
        for path, anchor in re.findall(
            r'<a class="reference internal" href="([^"#]*)#((?:term|equation)-[^"]+)"',
            page.read_text(),
        )
    }
    assert len(led_to) > 10
    for page, anchor in led_to.items():
        assert texts[page.relative_to(SITE).as_posix()][anchor], (page.name, anchor)


@pytest.mark.trial
def test_links_to_equations_and_terms_show_them(browser, pages):
    """From disk; by the pointer, which may rest on what is shown, and by the keyboard."""
    tab, complaints = opened(browser, next(page for page in pages if page.stem == "adaboost"))
    tab.set_viewport_size({"width": 1300, "height": 900})
    set_formulas(tab)  # else what is below them moves away from the pointer
    shown = tab.locator(".preview")
    loaded = "Boolean(window.previews)"
    here = tab.locator('main p a[href^="#equation-"]').first
    here.hover()
    shown.locator(".set mjx-math").wait_for()
    assert not tab.evaluate(loaded)
    assert here.get_attribute("aria-describedby") == shown.get_attribute("id")
    box = shown.bounding_box()
    tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] - 3, steps=4)
    tab.evaluate("new Promise((done) => setTimeout(done, 500))")  # as it would take to hide it
    assert shown.count() == 1
    tab.mouse.move(2, 2)
    shown.wait_for(state="detached")
    there = tab.locator('main p a[href*=".html#equation-"]').first
    there.hover()
    shown.locator(".set mjx-math").wait_for()
    assert tab.evaluate(loaded)
    tab.keyboard.press("Escape")
    assert shown.count() == 0

    term = tab.locator('main p a[href*="#term-weak-learner"]').first
    term.scroll_into_view_if_needed()
    tab.keyboard.press("Tab")  # so that focus is the keyboard's
    term.focus()
    shown.locator(".set").wait_for()
    assert "fixed advantage" in shown.inner_text()
    assert shown.get_by_role("link").count() == 0
    tab.mouse.move(2, 2)
    assert not complaints
    assert not broken_rules(tab)
    assert shown.count() == 1
    tab.keyboard.press("Tab")
    assert "fixed advantage" not in " ".join(shown.all_inner_texts())
    tab.context.close()


@pytest.mark.trial
def test_on_a_phone_a_tap_follows_a_link_and_what_focus_shows_fits(browser, pages):
    page = next(page for page in pages if page.stem == "adaboost_theory")
    size = {"width": 390, "height": 844}
    tab = new_tab(browser.new_context(offline=True, has_touch=True, is_mobile=True, viewport=size))
    tab.goto(page.as_uri())
    tab.evaluate("MathJax.startup.promise.then(() => 'formulas are found')")
    shown, links = tab.locator(".preview"), tab.locator('main p a[href^="#equation-"]')
    tab.keyboard.press("Tab")
    for k in range(0, links.count(), 8):
        links.nth(k).focus()
        shown.locator(".set mjx-math").wait_for()
        box, formula = shown.bounding_box(), shown.locator("mjx-math").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert formula["x"] >= box["x"]
        assert formula["x"] + formula["width"] <= box["x"] + box["width"]
    tab.keyboard.press("Escape")
    links.nth(3).tap()
    tab.wait_for_url("**#equation-*")
    tab.evaluate("new Promise((done) => setTimeout(done, 500))")  # as it would take to show it
    assert shown.count() == 0
    tab.context.close()


def test_images_are_there_wait_in_their_place_and_say_what_they_show(visits):
    assert sum(len(seen.images) for seen in visits.values()) > 1
    for page, seen in visits.items():
        for (width, height), kept, words, waits in seen.images:
            assert width > 0, page.name
            # Chromium rounds a drawing's own size to whole pixels; six digits of it are kept.
            assert kept == pytest.approx([width, height], abs=0.501), page.name
            assert waits, page.name
            assert len(words) > 40, page.name


def test_a_phone_does_not_scroll_sideways(visits):
    wide = {page.name: seen.width_on_a_phone for page, seen in visits.items()}
    assert not {name: width for name, width in wide.items() if width > 360}


# What readers ask, and the section that must come first or second.
ASKED = {
    "bootstrap": "bagging#bootstrap-samples",
    "difference between bagging and boosting": "results#boosting-against-bagging",
    "learning rate": "gradient_boosting#shrinkage-small-learning-rates",
    "random forest feature importance": "random_forests#feature-importance",
    "xgboost missing values": "xgboost#missing-values",
    "overfitting": "adaboost#margins-and-overfitting",
    "out of bag error": "bagging#out-of-bag-error",
    "why does adaboost not overfit": "adaboost#margins-and-overfitting",
    "why is 63 %": "bagging#bootstrap-samples",
    "gini": "trees#gini-index-entropy-and-error-rate",
    "hard voting": "committees#hard-and-soft-voting",
    "soft voting": "committees#hard-and-soft-voting",
    "minimum split loss": "xgboost#the-regularized-objective",
    "cross-entropy": ("gradient_boosting#binary-classification-log-loss-and-exponential-loss"),
    "how many trees does a random forest need": (
        "random_forests#number-of-trees-and-out-of-bag-error"
    ),
    "max_features": "random_forests#in-scikit-learn",
    "early stopping": "gradient_boosting#early-stopping",
    "shap values": "practice#shapley-values",
    "imbalanced classes": "practice#class-imbalance",
    "calibrated probabilities": "practice#the-brier-score-and-calibration",
    "how to prune a tree": "trees#cost-complexity-pruning",
    "target encoding": "practice#target-statistics-without-target-leakage",
    "taylor expansion": "xgboost#the-second-order-expansion",
    "why the exponential loss": "adaboost_theory#the-exponential-loss",
    "jury theorem": "committees#condorcets-jury-theorem",
    "nested cross validation": "practice#nested-cross-validation",
    "proof of the bound on the training error": "adaboost_theory#a-bound-on-the-training-error",
    "bias variance decomposition": "bias_variance#bias-and-variance-over-training-sets",
    "noisy labels": "adaboost#label-noise",
    "subsampling": "gradient_boosting#stochastic-gradient-boosting",
}


def search_for(tab, words):
    """Ask the search page, opened from disk; return what it says, and titles, excerpts, links."""
    tab.goto(f"{(SITE / 'search.html').as_uri()}?{urlencode({'q': words})}")
    told = tab.locator("#search-results [role=status]").inner_text()
    collect = "all => all.map(li => ['a', 'p'].map(tag => li.querySelector(tag)))"
    collect += ".map(([a, p]) => [a.innerText, p.innerText, a.href])"
    shown = tab.locator("#search-results > ol.found > li").evaluate_all(f"all => ({collect})(all)")
    return told, shown


@pytest.fixture(scope="module")
def search_tab(browser, pages):
    complaints = []
    tab = new_tab(browser.new_context(offline=True))
    tab.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    yield tab
    tab.context.close()
    assert not complaints


def test_search_answers_what_readers_ask(search_tab):
    missed = {}
    for words, section in ASKED.items():
        _, shown = search_for(search_tab, words)
        first = [re.sub(r".*/chapters/(\w+)\.html.*#(.*)", r"\1#\2", one[2]) for one in shown[:2]]
        if section not in first:
            missed[words] = first
    assert not missed


def test_search_shows_clean_excerpts_and_where_they_stand(search_tab):
    told, shown = search_for(search_tab, "hard voting")
    assert re.fullmatch(
        r"\d+ sections on “hard voting”, best first\. Also searched: majority vote\.", told
    )
    where = search_tab.locator("ol.found .where").first.inner_text()
    assert re.search(r"Chapter \d+, [A-Z]", where)
    for title, words, link in shown:
        assert re.match(r"\d+\.\d+|[A-Z]|\w", title)
        assert "code cell source" not in words
        assert len(words) < 260
        path, _, anchor = link.removeprefix("file://").partition("#")
        assert f'id="{anchor}"' in Path(path.partition("?")[0]).read_text(), link
    marked = search_tab.locator("#search-results mark").all_inner_texts()
    assert {"hard", "votes"} <= {word.lower() for word in marked}
    more = search_tab.locator("#search-results button")
    more.click()
    assert search_tab.locator("ol.found > li").count() > len(shown)
    assert search_tab.evaluate("document.activeElement.closest('ol.found') !== null")


def test_a_reader_lands_on_marked_words_and_can_remove_them(search_tab):
    search_for(search_tab, "hard voting")
    search_tab.locator("ol.found a").first.click()
    marks = search_tab.locator(".search-marks")
    marks.wait_for()
    words = search_tab.evaluate("[...CSS.highlights.get('search')].map(String)")
    assert {"hard", "voting"} <= {word.lower() for word in words}
    marks.get_by_role("button").click()
    assert not marks.count()
    assert not search_tab.evaluate("CSS.highlights.has('search')")
    assert "highlight" not in search_tab.url
    search_tab.go_back()
    search_tab.locator("ol.found a").nth(1).click()
    marks.wait_for()
    search_tab.keyboard.press("Escape")
    assert not marks.count()


def test_the_magnifier_stands_beside_what_is_typed(search_tab):
    search_for(search_tab, "bootstrap")
    assert_icon_is_beside(search_tab.locator(".bd-search-container .bd-search"))
    search_tab.locator("ol.found a").first.click()
    search_tab.locator(".search-marks").wait_for()
    search_tab.keyboard.press("Control+k")
    assert_icon_is_beside(search_tab.locator("#pst-search-dialog .bd-search"))


def assert_icon_is_beside(field):
    field.wait_for()
    icon = field.locator(".fa-magnifying-glass").bounding_box()
    typed = field.locator("input").bounding_box()
    assert icon["x"] + icon["width"] <= typed["x"]


def test_search_says_what_it_did_not_find(search_tab):
    for words in ("xylophone", "<b>xylophone</b> .*"):
        expected = (f"Nothing is said of “{words}”.", [])
        if "<" in words:  # b is a word, of formulas
            told, _ = search_for(search_tab, words)
            assert told.startswith(f"No section has all words of “{words}”; ")
            assert not search_tab.locator("#search-results b").count()
        else:
            assert search_for(search_tab, words) == expected
    assert search_for(search_tab, "") == ("Type what you look for.", [])
    told, shown = search_for(search_tab, "boosting xylophone")
    assert told.startswith("No section has all words of “boosting xylophone”; ")
    assert shown


@pytest.mark.trial
def test_the_search_page_breaks_no_rule_of_accessibility(browser, pages):
    tab = new_tab(browser.new_context(offline=True))
    tab.goto(f"{(SITE / 'search.html').as_uri()}?q=margins")
    tab.locator("#search-results mark").first.wait_for()
    assert not broken_rules(tab)
    tab.context.close()


def test_only_the_search_page_loads_the_texts(pages):
    assert "search_texts.js" in (SITE / "search.html").read_text()
    texts = re.compile("search_texts|searchindex|searchtools|sphinx_highlight")
    assert not [page.name for page in pages if texts.search(page.read_text())]


@pytest.mark.trial
def test_the_first_page_breaks_no_rule_of_accessibility(browser, pages):
    first = next(page for page in pages if page.name == "index.html")
    assert not rules_broken_by(browser, first, WIDTHS.values())


@pytest.mark.trial
@pytest.mark.parametrize(
    "page",
    [page for page in NOT_ALIKE if page.stem != "index"] or ["none"],
    ids=lambda page: getattr(page, "stem", page),
)
def test_no_page_breaks_a_rule_of_accessibility(browser, pages, page):
    """At three widths one that has something of everything."""
    widths = WIDTHS.values() if page.stem == "bagging" else (1300,)
    assert not rules_broken_by(browser, page, widths, formulas=page.stem == "bias_variance")


def test_links_within_the_site_lead_somewhere(visits):
    for page, seen in visits.items():
        for link in seen.links:
            if link.startswith("file://"):
                assert Path(link.removeprefix("file://").split("#")[0]).exists(), (page.name, link)


@pytest.mark.trial
def test_so_it_is_with_all_others(browser, pages):
    """But pages of the reference, which are alike."""
    others = [page for page in NOT_ALIKE if page.stem not in ONE_OF_EACH]
    every = {page: visit(browser, page) for page in others}
    assert sum(len(seen.images) for seen in every.values()) > 20
    assert not {page.name: seen.complaints for page, seen in every.items() if seen.complaints}
    for holds in (
        test_nothing_is_cut_on_a_desk_a_tablet_a_phone_and_paper,
        test_every_formula_can_be_set,
        test_checks_take_less_than_a_tenth_of_a_page,
        test_images_are_there_wait_in_their_place_and_say_what_they_show,
        test_a_phone_does_not_scroll_sideways,
        test_links_within_the_site_lead_somewhere,
        test_no_page_is_heavy,
    ):
        holds(every)


def test_labels_in_the_reference_lead_to_their_equations(pages):
    linked = [
        label
        for page in pages
        if page.stem.startswith("api_")
        for label in re.findall(r'href="\w+\.html#equation-([\w-]+)"', page.read_text())
    ]
    assert len(set(linked)) > 15
    assert "adaboost-12" in linked


def figures_of(page):
    """List the files of a page's figures."""
    return [
        SITE / "_images" / part.split('"')[0]
        for part in page.read_text().split('src="../_images/')[1:]
    ]


def test_no_page_is_heavy(visits):
    """With scripts, styles, typefaces and figures, before anybody clicks."""
    assert not {page.name: seen.megabytes for page, seen in visits.items() if seen.megabytes > 1.5}
    assert all(seen.megabytes > 0.3 for seen in visits.values())  # scripts and styles are counted
    assert not {page.name: seen.nodes for page, seen in visits.items() if seen.nodes > 7_500}


@pytest.mark.trial
def test_figures_are_drawings_that_the_dark_theme_turns_round(browser, pages):
    assert {file.suffix for page in pages for file in figures_of(page)} == {".svg"}
    tab, _ = opened(browser, next(page for page in pages if page.stem == "bagging"))
    tab.evaluate("document.documentElement.dataset.theme = 'dark'")
    filters = "images => images.map(image => getComputedStyle(image).filter)"
    turned = tab.eval_on_selector_all(".cell:not(.tag_shades) .cell_output img", filters)
    assert set(turned) == {"invert(1) hue-rotate(180deg)"}
    kept = tab.eval_on_selector_all(".tag_shades .cell_output img", filters)
    assert len(kept) == 1
    assert not set(turned) & set(kept)
    tab.context.close()


def test_every_executed_page_can_be_downloaded_as_a_notebook_that_reads_well(pages):
    chapters = Path(__file__).parents[2] / "chapters"
    for page in pages:
        source = chapters / f"{page.stem}.md"
        if not source.exists() or "kernelspec:" not in source.read_text():
            continue
        notebook = SITE / "_sources" / "chapters" / f"{page.stem}.ipynb"
        assert f"_sources/chapters/{notebook.name}" in page.read_text(), page.name
        cells = jupytext.read(notebook).cells
        assert any("ensemblelab" in cell.source for cell in cells if cell.cell_type == "code")
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        assert not re.search(r"\{[\w:]+\}`", text), page.name
        assert not any("check" in cell.metadata for cell in cells), page.name
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        for name in ("myst_nb", "glue(", "checks"):
            assert name not in code, (page.name, name)


def test_every_page_says_where_its_recorded_results_are_from(pages):
    told = 0
    for page in pages:
        source = ROOT / "chapters" / f"{page.stem}.md"
        if not source.exists() or "kernelspec:" not in source.read_text():
            continue
        cells = jupytext.read(source).cells
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        read = re.findall(r'\bRecord\("(\w+)"\)', code)
        if "Record(name)" in code:  # of a list
            read += [name for name in experiments.NAMES if f'"{name}"' in code]
        text = html.unescape(re.sub(r"<[^>]+>", "", page.read_text()))
        for name in read:
            made = experiments.read(name)["measured"]
            command = f"experiments {name}" if name in experiments.NAMES else f"experiments.{name}"
            if "commit" in made:  # by hand, on what must stay unknown here
                assert f"Recorded on {made['date']} at commit {made['commit']}" in text, name
            else:
                assert f"To do it again: python -m {command}" in text, (page.name, name)
            assert f"Recorded on {made['date']}" in text, (page.name, name)
            told += 1
    assert told >= len(experiments.NAMES)


def texts(data):
    """Return every text that a JSON file holds, however deep."""
    match data:
        case str():
            yield data
        case dict() | list():
            for one in data.values() if isinstance(data, dict) else data:
                yield from texts(one)


def lines_of(path):
    """Return the lines that a published file shows, without its markup."""
    text = path.read_text(errors="replace")
    if path.suffix in {".ipynb", ".json"}:
        return "\n".join(texts(json.loads(text)))
    return html.unescape(re.sub(r"<[^>]*>", "", text)) if path.suffix == ".html" else text


def test_nothing_published_holds_a_solution_or_a_hidden_test(pages):
    """The site with all downloads and sets; lines of other published code are public anyway."""
    public = [*ROOT.glob("ensemblelab/**/*.py"), *ROOT.glob("chapters/[a-z]*.md")]
    public.append(ROOT / "browser" / "live.py")
    known = {line.strip() for path in public for line in path.read_text().splitlines()}
    secret = {
        line
        for source in ROOT.glob("exercises/source/*/*.md")
        for line in collect_secret_lines(source) - known
    }
    assert len(secret) > 1000
    published = [
        p for p in SITE.rglob("*") if p.suffix in {".html", ".ipynb", ".json", ".txt", ".md", ".py"}
    ]
    assert len(published) > len(pages)
    if (SITE / "lite").exists():  # `make site`
        assert {f"{name.stem}.ipynb" for name in ROOT.glob("exercises/source/*/*.md")} <= {
            path.name for path in published if path.is_relative_to(SITE / "lite")
        }
    found = {
        (path.name, line)
        for path in published
        for line in map(str.strip, lines_of(path).splitlines())
        if line in secret
    }
    assert not found


def test_no_chapter_holds_a_whole_solution():
    for source in ROOT.glob("exercises/source/*/*.md"):
        solutions = re.findall(
            r"### BEGIN SOLUTION\n(.*?)\s*### END SOLUTION", source.read_text(), re.DOTALL
        )
        assert solutions
        for solution in solutions:
            lines = [line.strip() for line in solution.splitlines() if line.strip()]
            for chapter in ROOT.glob("chapters/[a-z]*.md"):
                text = "\n".join(line.strip() for line in chapter.read_text().splitlines())
                assert len(lines) < 3 or "\n".join(lines) not in text, (chapter.name, solution)
