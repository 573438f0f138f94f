"""Cells of the chapters that run in their reader's browser: what each needs, and what is shown.

The page's script is tried with a worker of a few lines that answers at once and, in trials, on two
chapters with Pyodide from the machine itself.
"""

import base64
import json
import re
import shutil
import sys
import types

import jupytext
import numpy as np
import pytest
from browser import live, site

from accessibility import broken_rules
from chromium import ROOT, SITE, new_tab, opened, served
from pyodide_served import files_of_python, served_with_python
from test_book_cells import OF_THE_COURSE, tags


def sources(chapter):
    """The cells of a chapter that show their code."""
    cells = jupytext.read(ROOT / "chapters" / f"{chapter}.md").cells
    hidden = {"remove-cell", "remove-input"}
    return [c.source for c in cells if c.cell_type == "code" and not hidden & tags(c)]


# What a cell needs


class Shown(list):
    """What cells showed: (cell, kind, content)."""

    def __call__(self, *what):
        self.append(what)

    def ran(self):
        """The cells that were run, in order; forget all."""
        ran = [cell for cell, kind, _ in self if kind == "begin"]
        self.clear()
        return ran

    def of(self, kind):
        return [content for _, other, content in self if other == kind]


@pytest.fixture
def page(monkeypatch):
    """How to make a page of some cells, and what they showed."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # a page is another
    for name in ("IPython", "IPython.display", "xgboost"):
        monkeypatch.setitem(sys.modules, name, None)  # so that what comes in its place goes again
        del sys.modules[name]
    monkeypatch.setattr("builtins.display", None, raising=False)
    shown = Shown()
    return lambda *cells: (live.Page(cells, shown), shown)


@pytest.mark.parametrize(
    ("cells", "above"),
    [
        (["a = 1", "b = a", "c = b", "c"], [2, 1, 0]),
        (["a = 1", "b = 2", "b"], [1]),
        (["a = 1", "a = a + 1", "a"], [1, 0]),
        (["a = 1", "a += 1", "a"], [1, 0]),
        (["a = []", "a.append(1)", "len(a)", "a"], [1, 0]),
        (["a = {}", "a[1] = 2", "a"], [1, 0]),
        (["x = 1", "def f():\n    return x", "y = 2", "f()"], [1, 0]),
        (["def f():\n    x = 1\n    return x", "x = 2", "f()"], [0]),
        (["r = np.random.default_rng(0)", "r.random()", "r.random()"], [1, 0]),
        (["r = default_rng(0)", "def f():\n    return r.random()", "f()", "f()"], [2, 1, 0]),
        (["x = 1", "for x in range(3):\n    y = x", "x, y"], [1]),
        (["x = 1", "[x for x in range(3)]"], []),
        (["x = 1", "sorted([2], key=lambda k: k + x)"], [0]),
        (["x = 1", "if yes:\n    x = 2", "x"], [1, 0]),
        (["x = 1", "with open(n) as x:\n    pass", "x"], [1]),
        (["x = 1", "x = 2\nprint(x)"], []),
        (["import numpy as np", "np.seterr()", "np.ones(2)"], [0]),
        (["x = 1", "a b c", "x"], [0]),
    ],
)
def test_a_cell_needs_those_that_gave_its_names_their_values(page, cells, above):
    made, _ = page(*cells)
    assert made.plan(len(cells) - 1) == [*sorted(above), len(cells) - 1]


def test_a_cell_runs_after_what_it_needs_and_nothing_twice(page):
    cells = ["a = 1", "b = 2", "c = a + 1", "print(c)"]
    made, shown = page(*cells)
    assert made.run(3, cells)
    assert shown.of("stdout") == ["2\n"]
    assert shown.ran() == [0, 2, 3]
    assert made.run(3, cells)
    assert shown.ran() == [3]
    cells[0] = "a = 10"
    assert made.run(3, cells)
    assert shown.of("stdout") == ["11\n"]
    assert shown.ran() == [0, 2, 3]
    assert made.run(0, cells)  # by itself, and what rests on it is old now
    assert shown.ran() == [0]
    assert made.run(3, cells)
    assert shown.ran() == [2, 3]


def test_a_cell_finds_what_it_would_find_in_order(page):
    """A later cell has given the name another value."""
    cells = ["a = 1", "print(a)", "a = 2"]
    made, shown = page(*cells)
    assert made.run(2, cells)
    assert made.run(1, cells)
    assert shown.of("stdout") == ["1\n"]


def test_random_numbers_are_those_of_the_page_however_often_they_are_drawn(page):
    cells = [
        "import numpy as np\nr = np.random.default_rng(0)",
        "print(r.integers(1000))",
        "print(r.integers(1000))",
    ]
    made, shown = page(*cells)
    for number in (2, 1, 1, 2):
        assert made.run(number, cells)
    rng = np.random.default_rng(0)
    first, second = (f"{rng.integers(1000)}\n" for _ in range(2))
    assert [content for cell, kind, content in shown if kind == "stdout" and cell == 1] == [
        first,
        first,
        first,
    ]
    assert [content for cell, kind, content in shown if kind == "stdout" and cell == 2] == [
        second,
        second,
    ]


def test_what_a_cell_shows(page):
    cells = [
        "print('one', end='')\n1 + 1",
        "2 + 2;  # quiet",
        "import sys\nprint('careful', file=sys.stderr)",
        "from IPython.display import HTML, Markdown, display\n"
        "display(HTML('<b>bold</b>'))\nMarkdown('| a |\\n|--|\\n| $x < 1$ |')",
    ]
    made, shown = page(*cells)
    live.install_stand_ins()
    assert all(made.run(number, cells) for number in range(4))
    assert shown.of("stdout") == ["one"]
    assert shown.of("text/plain") == ["2\n"]
    assert shown.of("stderr") == ["careful\n"]
    bold, table = shown.of("text/html")
    assert bold == "<b>bold</b>"
    assert "<table>" in table
    assert r"\(x &lt; 1\)" in table


def test_a_figure_is_shown_once_at_the_end_of_its_cell(page):
    cells = ["import matplotlib.pyplot as plt\nfigure = plt.figure()\nfigure", "plt.gcf().number;"]
    made, shown = page(*cells)
    live.install_stand_ins()
    assert made.run(0, cells)
    (drawn,) = shown.of("image/svg+xml")
    assert b"<svg" in base64.b64decode(drawn)
    assert not shown.of("text/plain")


def test_an_error_is_told_with_the_lines_of_the_page_alone(page):
    cells = ["def f(x):\n    return np.linalg.inv(x)", "import numpy as np\nf(np.zeros((2, 2)))"]
    made, shown = page(*cells)
    assert not made.run(1, cells)
    (told,) = shown.of("error")
    assert re.findall(r'File "(.*)", line (\d)', told) == [("cell 2", "2"), ("cell 1", "2")]
    assert "return np.linalg.inv(x)" in told
    assert told.endswith("LinAlgError: Singular matrix\n")
    cells = ["a = 1 1", "raise SystemExit", "def g(:"]
    made, shown = page(*cells)
    shown.clear()
    assert not any(made.run(number, cells) for number in range(3))
    assert "SyntaxError" in shown.of("error")[0]
    assert shown.ran() == [0, 1, 2]


@pytest.mark.parametrize("kind", ["stdout", "stderr", "text/plain"])
def test_a_cell_shows_so_many_lines_and_counts_the_rest(page, kind):
    prints = {
        "stdout": "print(i)",
        "stderr": "print(i, file=sys.stderr)",
        "text/plain": "display(i)",
    }
    made, shown = page(f"import sys\nfor i in range(50_000):\n    {prints[kind]}")
    live.install_stand_ins()
    assert made.run(0, made.sources)
    lines = "".join(shown.of(kind)).splitlines()
    assert lines == [str(i) for i in range(live.LINES)]
    assert shown.of("omitted")[-1] == "… 49,000 further lines were not shown."
    assert len(shown) < 100  # messages


def test_a_cell_shows_so_many_characters_and_figures_and_counts_the_rest(page):
    cells = [
        "print('x' * 3_000_000)",
        "list(range(1_000_000))",
        "for k in range(120):\n    display(HTML('<b>b</b>'))",
        "import matplotlib.pyplot as plt\nfor k in range(15):\n    plt.figure()",
        "display(HTML('x' * 30_000_000))",
        "raise ValueError('x' * 3_000_000)",
    ]
    made, shown = page("from IPython.display import HTML", *cells)
    live.install_stand_ins()
    omitted = []
    for number in range(1, 7):
        shown.clear()
        assert made.run(number, made.sources) == (number < 6)
        assert sum(len(content) for _, _, content in shown) < 2_000_000
        omitted += shown.of("omitted")[-1:]
        assert len(shown) < 90  # messages
    assert omitted == [
        "… 2,000,001 further characters were not shown.",
        "… 6,888,891 further characters were not shown.",
        "… 70 further results were not shown.",
        "… 1 further result was not shown.",
    ]
    assert len(shown.of("error")[0]) < 11_000


def test_outputs_from_before_a_change_are_found(page):
    cells = ["a = 1", "b = a", "c = 3", "print(b)", "print(c)"]
    made, _ = page(*cells)
    assert made.run(3, cells)
    assert made.find_outdated() == []
    cells[0] = "a = 2"
    assert made.find_outdated() == []  # as long as it was not run
    assert made.run(0, cells)
    assert made.find_outdated() == [1, 3]  # with what was never run
    assert made.run(1, cells)
    assert made.find_outdated() == [3]
    assert made.run(3, cells)
    assert made.find_outdated() == []
    made.reset([0])  # shows 1 again, and what is below rests on 2
    assert made.find_outdated() == [1, 3]
    again = live.Page(["a = 1", *cells[1:]], print, {0: "a = 2"}, [1])
    assert again.find_outdated() == [1, 3]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("input('name? ')", "write the value into the code"),
        ("import no_such_package", "It has its own modules and numpy and sklearn."),
        (
            "import no_such_package",
            "It fetches others, such as pandas and sympy, when a cell imports them",
        ),
        ("import statsmodels", "statsmodels could not be fetched. Are you still online?"),
        ('raise RuntimeError("can\'t start new thread")', "has one thread"),
        ("raise OSError(138, 'emscripten does not support processes.')", "no other program"),
        ("import urllib.error\nraise urllib.error.URLError('no')", "opens no addresses"),
    ],
)
def test_errors_that_only_a_browser_has_are_explained(page, monkeypatch, source, told):
    had = {"here": ["sklearn", "numpy"], "to be had": ["pandas", "sympy"]}
    monkeypatch.setattr(live, "PACKAGES", had | {"not to be had now": ["statsmodels"]})
    monkeypatch.setattr("builtins.input", input)
    monkeypatch.setitem(sys.modules, "statsmodels", None)
    made, shown = page(source)
    live.install_stand_ins()
    assert not made.run(0, made.sources)
    assert told in shown.of("error")[0]


def test_libraries_that_are_loaded_need_no_file(monkeypatch, tmp_path):
    files = {name: tmp_path / name for name in ("loaded.so", "loaded.py", "other.so")}
    for path in files.values():
        path.touch()
    loaded = {p.name: types.SimpleNamespace(__file__=str(p)) for p in [*files.values()][:2]}
    monkeypatch.setattr(live.sys, "modules", loaded | {"built_in": types.SimpleNamespace()})
    live.remove_loaded()
    monkeypatch.undo()
    assert {name for name, path in files.items() if path.exists()} == {"loaded.py", "other.so"}


def test_what_is_imported_beforehand_is_what_cells_import(monkeypatch):
    monkeypatch.delitem(sys.modules, "this_is_not_there", raising=False)
    monkeypatch.setitem(sys.modules, "colorsys", None)
    del sys.modules["colorsys"]
    live.import_modules(["import this_is_not_there\nimport colorsys", "a b c", "x = 1"])
    assert "colorsys" in sys.modules


def test_what_needs_a_cell_that_went_wrong_says_so(page):
    cells = ["a = 1 / 0", "print(a)"]
    made, shown = page(*cells)
    assert not made.run(1, cells)
    assert "ZeroDivisionError" in shown.of("error")[0]
    assert shown[-2] == (1, "error", "This cell needs cell 1 above, which went wrong.")
    cells[0] = "a = 1"
    assert made.run(1, cells)


def test_what_a_browser_has_not_is_told(page):
    cells = ["import xgboost", "xgboost.XGBRegressor()"]
    made, shown = page(*cells)
    live.install_stand_ins()
    assert not made.run(1, cells)
    assert (
        "this needs the library xgboost, which is not available in a browser"
        in shown.of("error")[0]
    )


def test_few_cells_of_the_course_cannot_run_and_the_reason_is_told():
    lacks = {chapter: live.find_unrunnable(sources(chapter)) for chapter in OF_THE_COURSE}
    marked = {chapter: set(found.values()) for chapter, found in lacks.items() if found}
    assert marked == {"xgboost": {"the library xgboost"}, "speed": {"the compiler numba"}}
    number = sum(len(sources(chapter)) for chapter in OF_THE_COURSE)
    assert 0 < 20 * sum(map(len, lacks.values())) <= number


# The page


@pytest.fixture(scope="module")
def built():
    if not (SITE / "chapters" / "bagging.html").exists():
        pytest.skip("needs the built book (make book)")
    return SITE


@pytest.mark.parametrize("chapter", OF_THE_COURSE)
def test_a_chapter_offers_to_run_all_cells_that_it_shows(built, chapter):
    text = (built / "chapters" / f"{chapter}.html").read_text(encoding="utf-8")
    told = json.loads((built / "_sources" / "chapters" / f"{chapter}.cells.json").read_text())
    assert told["cells"] == sources(chapter)
    assert told["imports"] == live.find_imports(told["cells"])
    ids = [int(number) for number in re.findall(r'<div class="cell [^>]*id="cell-(\d+)"', text)]
    assert ids == list(range(1, 1 + len(told["cells"])))
    assert (
        len(re.findall(r'<div class="live" [^>]*data-cells=', text)) == text.count("live.js") == 1
    )


STAND_IN = b"""
let cells = 0;
const show = (cell, kind, content) => postMessage({ cell, kind, content });
onmessage = ({ data }) => {
  if (data.imports) {
    postMessage({ come: 3e6, of: 7e6 });
    postMessage({ starting: true });
    postMessage({ ready: true });
  } else if (data.run) {
    for (const cell of data.run) {
      const source = data.cells[cell];
      if (source.includes("pandas")) return postMessage({ waiting: "pandas" });
      show(cell, "begin", "");
      if (source.includes("for ever")) return;
      const wrong = source.includes("1 / 0");
      show(cell, wrong ? "error" : "stdout", source.slice(-40));
      show(cell, "text/html", "<table><tr><td>42</td></tr></table><script>window.ran = 1</script>");
      show(cell, "image/svg+xml", "PHN2Zy8+");
      show(cell, "end", wrong ? "" : "0.1");
    }
    const [changed] = data.run;
    const outdated = data.cells[changed].includes("changed") ? [changed + 1] : [];
    postMessage({ done: !data.cells.join().includes("1 / 0"), outdated });
  } else if (data.reset) {
    postMessage({ outdated: [] });
  }
};
"""


STAND_INS = {
    "/python/live_worker.js": STAND_IN,
    "/python/files.json": b'{"sizes": {"a": 30000000, "b": 21400000}}',
}


@pytest.fixture
def tab(browser, built):
    """The chapter on bagging, in which Python is a stand-in."""
    with served(built, STAND_INS) as address:
        tab = new_tab(browser.new_context())
        tab.asked = []
        tab.on("request", lambda request: tab.asked.append(request.url))
        tab.goto(f"{address}/chapters/bagging.html")
        yield tab
        tab.context.close()


def begin(tab):
    """Press the button, and wait for Python."""
    tab.get_by_role("button", name="Run this page").click()
    tab.get_by_role("button", name="Run all cells").wait_for()


def said(tab):
    return tab.locator("div.live [role=status]").inner_text()


# What stands there for a moment is kept: a busy machine may look too late.
WHAT_IS_TOLD = """() => {
  const bar = document.querySelector("div.live");
  window.told = [];
  new MutationObserver(() => told.push(bar.textContent)).observe(
    bar, { childList: true, subtree: true, characterData: true });
}"""


def test_nothing_is_loaded_before_the_button_is_pressed(tab):
    tab.wait_for_load_state("networkidle")
    tab.get_by_text("the first time, your browser fetches 51 MB for it").wait_for()
    asked = [url for url in tab.asked if "/python/" in url or ".cells.json" in url]
    assert [url.rpartition("/")[2] for url in asked] == ["files.json"]
    tab.evaluate(WHAT_IS_TOLD)
    begin(tab)
    told = tab.evaluate("told")
    assert any("3 of 7 MB" in words for words in told)
    assert any("its libraries start" in words for words in told)


def test_the_button_runs_all_cells_down_to_the_one_in_view(tab):
    tab.locator("#cell-4").scroll_into_view_if_needed()
    tab.evaluate(WHAT_IS_TOLD)
    tab.get_by_role("button", name="Run this page").evaluate("one => one.click()")
    tab.get_by_text("Done. Change any cell").wait_for()
    ran = tab.locator(".live-cell:has-text('ran in 0.1 s')")
    ids = ran.evaluate_all("all => all.map((one) => one.id)")
    assert ids == [f"cell-{k + 1}" for k in range(len(ids))]
    assert 4 <= len(ids) < len(sources("bagging"))
    told = " ".join(tab.evaluate("told"))
    assert told.index("Cell 1 of") < told.index("Cell 2 of")


def test_python_starts_when_a_pointer_rests_on_the_button(tab):
    tab.get_by_role("button", name="Run this page").hover()
    tab.wait_for_event("worker")
    assert not tab.locator(".live-cell").count()
    begin(tab)
    assert sum("live_worker.js" in url for url in tab.asked) == 1


def change(tab, number, text):
    """Type into a cell, and run it; wait for the end."""
    cell = tab.locator(f"#cell-{number}")
    if cell.locator("details").count():
        cell.locator("details").first.evaluate("one => one.open = true")
    tab.get_by_role("textbox", name=f"Code of cell {number}", exact=True).fill(text)
    cell.get_by_role("button", name=f"Run cell {number}", exact=True).click()


def test_changes_are_kept_and_there_is_a_way_back(tab):
    begin(tab)
    change(tab, 2, "changed = 1")
    tab.get_by_text("Done.").wait_for()
    assert "Your changes of" in tab.locator("div.live").inner_text()
    tab.reload()
    assert re.search(r"Your changes of \w+ \d+ come back", tab.locator("div.live").inner_text())
    begin(tab)
    code = tab.get_by_role("textbox", name="Code of cell 2", exact=True)
    assert code.inner_text() == "changed = 1"
    assert tab.locator(".live-changed").count() == 1
    tab.get_by_text("Done.").wait_for()
    tab.get_by_role("button", name="Reset page").click()
    assert code.inner_text().strip() == sources("bagging")[1]
    tab.get_by_role("button", name="Bring my changes back").click()
    assert code.inner_text() == "changed = 1"
    assert "not run yet" in tab.locator(".live-changed .live-tools").inner_text()
    tab.get_by_role("button", name="Reset cell 2", exact=True).click()
    assert tab.evaluate("localStorage.getItem('ensemblelab-code-bagging')") is None
    tab.reload()
    assert "Your changes" not in tab.locator("div.live").inner_text()


def test_a_change_of_what_was_rewritten_is_offered(tab):
    edits = [
        {"number": 2, "built": "as it was", "source": "mine = 1"},
        {"number": 7, "built": sources("bagging")[3], "source": "moved = 1"},
    ]
    kept = json.dumps({"date": "2026-11-28T12:00:00Z", "edits": edits})
    tab.evaluate("kept => localStorage.setItem('ensemblelab-code-bagging', kept)", kept)
    tab.reload()
    begin(tab)
    tab.get_by_text("Done.").wait_for()
    assert tab.get_by_role("textbox", name="Code of cell 4", exact=True).inner_text() == "moved = 1"
    code = tab.get_by_role("textbox", name="Code of cell 3", exact=True)
    assert code.inner_text().strip() == sources("bagging")[2]
    note = tab.locator("#cell-3 .live-note")
    assert "You changed this cell on November 28, and it has been rewritten" in note.inner_text()
    note.get_by_role("button", name="Put my version in").click()
    assert code.text_content() == "mine = 1"
    assert not note.count()


def test_what_a_change_leaves_behind_is_marked(tab):
    begin(tab)
    tab.get_by_text("Done.").wait_for()
    assert not tab.locator(".live-outdated").count()
    change(tab, 4, "changed = 1")
    tab.get_by_text("underlined with dots").wait_for()
    assert tab.locator(".live-cell.live-outdated").get_attribute("id") == "cell-5"
    assert "Computed before your change above." in tab.locator("#cell-5").inner_text()
    numbers = tab.locator(".pasted-text.live-outdated")
    assert numbers.first.get_attribute("title").endswith("before your change.")
    assert 0 < numbers.count() < tab.locator(".pasted-text").count()  # none above
    tab.get_by_role("button", name="Reset cell 4", exact=True).click()
    tab.wait_for_function("!document.querySelector('.live-outdated')")
    assert not tab.get_by_text("Computed before your change above.").count()


def test_a_cell_that_waits_for_a_package_says_so(tab):
    begin(tab)
    tab.get_by_text("Done.").wait_for()
    change(tab, 2, "import pandas")
    tab.get_by_text("The cell waits: pandas is being fetched").wait_for()
    assert "waits: pandas is being fetched" in tab.locator("#cell-2").inner_text()
    assert "ran in" not in tab.locator("#cell-2 .live-tools").inner_text()
    assert "Done" not in said(tab)


def test_a_cell_is_changed_run_and_brought_back(tab):
    begin(tab)
    place = tab.locator("[id^=cell-]:has(figcaption)").first.get_attribute("id")
    cell, name = tab.locator(f"#{place}"), place.replace("-", " ")
    before = cell.locator(".cell_output").inner_html()
    unchanged = cell.locator("pre").first.inner_html()
    cell.locator("summary").first.click()
    code = tab.get_by_role("textbox", name=f"Code of {name}")
    code.focus()
    tab.keyboard.press("Control+End")
    tab.keyboard.type("if True:")
    tab.keyboard.press("Enter")
    tab.keyboard.press("Tab")
    tab.keyboard.type("a = 1")
    tab.keyboard.press("Enter")
    tab.keyboard.type("b = '<i>'")
    assert "live-changed" in cell.get_attribute("class")
    tab.keyboard.press("Shift+Enter")
    cell.get_by_text("ran in 0.1 s").wait_for()
    assert (
        cell.locator(".stream").inner_text().strip().endswith("if True:\n    a = 1\n    b = '<i>'")
    )
    assert cell.locator(".pst-scrollable-table-container td").inner_text() == "42"
    assert tab.evaluate("window.ran") == 1
    assert cell.locator("figure img").get_attribute("src").startswith("data:image/svg+xml;base64,")
    assert "Fig. 4.1" in cell.locator("figcaption").inner_text()
    tab.keyboard.press("Escape")
    focus = "document.activeElement.getAttribute('aria-label')"
    assert tab.evaluate(focus) == f"Run {name}"
    cell.get_by_role("button", name=f"Reset {name}").click()
    assert cell.locator(".cell_output").inner_html() == before
    assert cell.locator("pre").first.inner_html() == unchanged
    assert "live-changed" not in cell.get_attribute("class")


@pytest.mark.trial
def test_code_is_reached_by_tab_whatever_the_theme_makes_of_it(tab):
    begin(tab)
    code = tab.get_by_role("textbox", name=re.compile("^Code of cell"))
    assert set(code.evaluate_all("all => all.map(one => one.tabIndex)")) == {0}
    code.evaluate_all("all => all.forEach(one => { one.tabIndex = -1; })")  # in a changed window
    tab.wait_for_function(
        "[...document.querySelectorAll('[role=textbox]')].every(one => one.tabIndex === 0)"
    )


@pytest.mark.trial
def test_all_cells_run_and_the_page_is_brought_back(tab):
    size = "the first time, your browser fetches 51 MB for it"
    tab.get_by_text(size).wait_for()
    built = tab.locator("article").inner_text()
    begin(tab)
    number = tab.locator(".live-cell").count()
    tab.get_by_role("button", name="Run all cells").click()
    tab.get_by_text("Done.").wait_for()
    assert tab.get_by_text("ran in 0.1 s").count() == number == len(sources("bagging"))
    tab.get_by_role("button", name="Reset page").click()
    tab.get_by_text("The page is as it was built.").wait_for()
    tab.evaluate("document.querySelectorAll('div.live, .live-tools').forEach((e) => e.remove())")
    left = tab.locator("article").inner_text()
    words = f"Run this page to change its code and see what happens; nothing to install; {size}"
    assert " ".join(left.split()) == " ".join(built.split()).replace(f"{words} ", "")


@pytest.mark.trial
def test_an_error_is_shown_and_read_out_and_a_run_can_be_stopped(tab):
    begin(tab)
    code = tab.get_by_role("textbox", name="Code of cell 2", exact=True)
    code.fill("1 / 0")
    tab.get_by_role("button", name="Run cell 2", exact=True).click()
    assert "1 / 0" in tab.get_by_role("alert").inner_text()
    tab.get_by_text("Something went wrong; the cell says what.").wait_for()
    code.fill("for ever")
    tab.get_by_role("button", name="Run cell 2", exact=True).click()
    tab.get_by_text(re.compile(r"Cell 2 of \d+ runs")).wait_for()
    tab.get_by_role("button", name="Stop").click()
    tab.get_by_role("button", name="Run all cells").wait_for()
    assert "stopped" in tab.locator("#cell-2").inner_text()
    assert code.inner_text().strip() == "for ever"


@pytest.mark.trial
def test_live_cells_break_no_rule_of_accessibility(tab):
    begin(tab)
    tab.get_by_role("textbox", name="Code of cell 2", exact=True).fill("1 / 0")
    tab.get_by_role("button", name="Run all cells").click()
    tab.get_by_text("Something went wrong; the cell says what.").wait_for()
    assert not broken_rules(tab)
    tab.set_viewport_size({"width": 360, "height": 800})
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.trial
def test_what_cannot_run_says_why_and_keeps_its_output(browser, built):
    with served(built, STAND_INS) as address:
        tab = new_tab(browser.new_context())
        tab.goto(f"{address}/chapters/xgboost.html")
        begin(tab)
        told = tab.get_by_text("which is not available in a browser")
        lacking = live.find_unrunnable(sources("xgboost"))
        assert told.count() == len(lacking) > 0
        assert "the library xgboost" in told.first.inner_text()
        for number in lacking:
            cell = tab.locator(f"#cell-{number + 1}")
            assert not cell.locator("[contenteditable], button:has-text('Run')").count()
        tab.context.close()


@pytest.mark.trial
def test_words_say_what_is_missing(browser, built):
    tab, complaints = opened(browser, built / "chapters" / "bagging.html")
    tab.get_by_role("button", name="Run this page").click()
    assert "make serve" in said(tab)
    assert not complaints
    tab.context.close()
    with served(built, {"/python/live_worker.js": b"throw new Error('nothing here');"}) as address:
        tab = new_tab(browser.new_context())
        tab.goto(f"{address}/chapters/bagging.html")
        tab.get_by_role("button", name="Run this page").click()
        tab.get_by_text("Python did not start").wait_for()
        assert "nothing here" in said(tab)
        assert tab.get_by_role("button", name="Run this page").is_enabled()
        tab.context.close()


# With Pyodide


@pytest.fixture(scope="module")
def course(tmp_path_factory, built):
    files = files_of_python()
    made = tmp_path_factory.mktemp("site")
    shutil.copytree(built / "_sources", made / "_sources")  # for what is compiled
    site.build(made, None)
    assert bool(list((made / "python").glob("compiled-*.bin"))) == bool(shutil.which("node"))
    instead = {f"/python/{path.name}": path.read_bytes() for path in (made / "python").iterdir()}
    with served_with_python(built, files, instead) as address:
        yield address


def ready(browser, address, chapter):
    tab = new_tab(browser.new_context())
    tab.goto(f"{address}/chapters/{chapter}.html")
    begin(tab)
    return tab


@pytest.mark.trial
@pytest.mark.parametrize("loop", ["print(1)", "display(HTML('<b>1</b>'))"])
def test_what_prints_for_ever_is_stopped_at_once(browser, course, loop):
    tab = ready(browser, course, "trees")
    code = f"from IPython.display import HTML\nwhile True: {loop}"
    change(tab, 2, code)
    tab.locator("#cell-2").get_by_text("were not shown").wait_for()
    tab.get_by_role("button", name="Stop").click()
    assert "Stopped" in said(tab)
    cell = tab.locator("#cell-2")
    assert len(cell.locator(".cell_output").last.inner_text()) < 10_000
    if "print" in loop:  # scrolls in its box
        assert cell.locator(".cell_output").last.bounding_box()["height"] < 600
    typed = tab.get_by_role("textbox", name="Code of cell 2", exact=True)
    assert typed.inner_text().strip() == code
    tab.context.close()


@pytest.mark.trial
def test_a_package_that_is_not_there_is_told(browser, course):
    tab = ready(browser, course, "trees")
    change(tab, 2, "import torch")
    told = tab.locator("#cell-2 [role=alert]")
    told.wait_for()
    for words in ("has no package torch", "matplotlib", "numpy", "sklearn", "such as pandas"):
        assert words in told.inner_text()
    change(tab, 2, "import networkx")  # which the stand-in for the CDN lacks
    tab.get_by_text("networkx could not be fetched").wait_for()
    tab.context.close()


@pytest.mark.trial
def test_a_figure_of_a_chapter_changes_with_its_numbers(browser, course):
    tab = ready(browser, course, "trees")
    range_of_shares = "np.linspace(0.001, 0.999"
    cells = enumerate(sources("trees"), 1)
    [(number, source)] = [(n, source) for n, source in cells if range_of_shares in source]
    curves = tab.locator(f"#cell-{number}")
    before = curves.locator(".cell_output").inner_html()
    picture = curves.locator("figure img")
    curves.get_by_role("button", name="Run").click()
    curves.get_by_text("ran in").wait_for()
    # With the imports and the impurities, and what was in view.
    assert 3 <= tab.get_by_text("ran in").count() < len(sources("trees"))
    first = picture.get_attribute("src")
    curves.locator("summary").first.click()
    code = tab.get_by_role("textbox", name=f"Code of cell {number}", exact=True)
    code.fill(source.replace(range_of_shares, "np.linspace(0.4, 0.5"))
    tab.keyboard.press("Shift+Enter")
    tab.wait_for_function(
        "([cell, old]) => document.querySelector(`#cell-${cell} figure img`).src !== old",
        arg=[number, first],
    )
    tab.get_by_text("Done.").wait_for()
    tab.get_by_role("button", name="Reset page").click()
    assert curves.locator(".cell_output").inner_html() == before
    tab.context.close()


@pytest.mark.trial
@pytest.mark.parametrize("chapter", ["practice", "xgboost"])  # of the last, some cannot
def test_all_cells_of_a_chapter_run(browser, course, chapter):
    tab = ready(browser, course, chapter)
    tab.get_by_role("button", name="Run all cells").click()
    ended = tab.locator("div.live").get_by_text(re.compile("Done|went wrong"))
    ran = tab.get_by_text("ran in")
    while not ended.count():  # a busy machine takes long for all, so each is waited for
        ended.or_(ran.nth(ran.count())).first.wait_for()
    assert not tab.locator(".live-error, .live-failed").all_inner_texts()
    cells = sources(chapter)
    assert ran.count() == len(cells) - len(live.find_unrunnable(cells))
    tab.context.close()
