"""The pass over what a build has written: it reads those pages, each once, and no others."""

import json
import re
from pathlib import Path

import nbformat
import pytest
from chapters.machine.output import mathml, pages, search
from sphinx.application import Sphinx
from sphinx.errors import ConfigError

PAGES = {
    "index": "Index\n=====\n\n.. toctree::\n\n   one\n   two\n",
    "one": "One\n===\n\nWords.\n",
    "two": "Two\n===\n\nMore words, and :math:`x^2`.\n",
}
THEME = """{% for file in script_files %}{{ file.filename }} {% endfor %}
<article class="bd-article">{{ body }}</article>{{ theme_extra_footer }}</body>"""


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Build a site of three pages; return which of its files were read in the pass."""
    source, theme = tmp_path / "pages", tmp_path / "theme"
    source.mkdir(), theme.mkdir()
    for name, text in PAGES.items():
        (source / f"{name}.rst").write_text(text)
    (theme / "theme.conf").write_text("[theme]\ninherit = none\n[options]\nextra_footer = Foot.\n")
    for name in ("page", "search", "genindex"):
        (theme / f"{name}.html").write_text(THEME)
    settings = {
        "extensions": ["chapters.machine.output.pages"],
        "html_theme": "theme",
        "html_theme_path": [str(tmp_path)],
    }
    read, read_text = [], Path.read_text

    def note(path, **options):
        if path.suffix == ".html" and path.parent.name == "html":
            read.append(path.stem)
        return read_text(path, **options)

    monkeypatch.setattr(Path, "read_text", note)

    def run(**changed):
        for name, text in changed.items():
            (source / f"{name}.rst").write_text(text)
        read.clear()
        folders = source, None, tmp_path / "html", tmp_path / "trees"
        Sphinx(*folders, "html", settings, status=None, warning=None).build()
        return sorted(read)

    run.html, run.settings = tmp_path / "html", settings
    return run


def index(html):
    script = (html / "_static" / "search_texts.js").read_text(encoding="utf-8")
    return json.loads(script.removeprefix(search.BEGIN).removesuffix(search.END))


def test_after_one_page_is_saved_the_others_are_not_read(build):
    made = ["genindex", "search"]  # by Sphinx, at each build; and what lists a page
    assert build() == sorted([*PAGES, *made])
    before = index(build.html)
    assert build(one=PAGES["one"].replace("Words", "Other words")) == sorted(
        ["index", "one", *made]
    )
    changed = [page for page, was in zip(index(build.html), before, strict=True) if page != was]
    assert changed == [["one.html", "One", [["one", "One", "Other words."]]]]
    assert build() == []


def test_a_changed_title_has_all_pages_read(build):
    build()
    assert set(build(one="Another\n=======\n\nWords.\n")) >= set(PAGES)


def test_a_page_that_is_gone_leaves_the_search(build):
    build()
    (build.html.parent / "pages" / "two.rst").unlink()
    build(index=PAGES["index"].replace("   two\n", ""))
    assert [uri for uri, *_ in index(build.html)] == ["index.html", "one.html"]


def test_search_reads_terms_names_of_the_index_and_no_answers():
    body = """<article class="bd-article"><section id="one"><span id="index-0"></span><h2>One</h2>
    <p>About <span class="math">\\(\\lambda\\)</span>, <span class="math">\\(\\frac12\\)</span>.</p>
    <details class="hide"><summary>Show code cell source</summary></details>
    <fieldset><legend>Which?</legend><details class="choice">This.</details></fieldset>
    <table><tr><td>0.5</td><td>half</td></tr></table></section>
    <dl class="glossary"><dt id="term-vote">vote</dt><dt id="term-poll">poll</dt>
    <dd><p>What is counted. It is also called a <em>ballot</em>.</p></dd></dl></article>"""
    entries = [("single", "lambda; of one", "index-0", "", None)]
    assert search.extract_sections(body, entries) == [
        ("one", "One", "About λ, …. Which? half", "lambda of one"),
        ("term-vote", "vote, poll, ballot", "What is counted. It is also called a ballot."),
    ]


@pytest.mark.parametrize(("name", "at_its_end"), [("bagging", False), ("notation", True)])
def test_folded_code_stands_below_what_it_makes_and_imports_at_a_pages_end(
    tmp_path, name, at_its_end
):
    """But for a chapter, whose cells are run in order, so that its imports come first."""

    def cell(source, outputs=(), **prompt):
        cell = nbformat.v4.new_code_cell(source, outputs=list(outputs))
        cell.metadata = {"tags": ["hide-input"], "mystnb": prompt}
        return cell

    shown = nbformat.v4.new_output("stream", text="its numbers\n")
    words = [nbformat.v4.new_markdown_cell(text) for text in ("# Title", "What it says.", "More.")]
    cells = [cell("import math", code_prompt_show="Imports"), cell("print(1)", [shown])]
    notebook = nbformat.v4.new_notebook(cells=[words[0], cells[0], words[1], cells[1], words[2]])
    nbformat.write(notebook, tmp_path / f"{name}.ipynb")
    settings = {
        "extensions": ["myst_nb", "chapters.machine.output.figures"],
        "nb_execution_mode": "off",
        "nb_code_prompt_show": "Code",
        "html_theme": "basic",
        "root_doc": name,
    }
    folders = tmp_path, None, tmp_path / "html", tmp_path / "trees"
    Sphinx(*folders, "html", settings, status=None, warning=None).build()
    page = (tmp_path / "html" / f"{name}.html").read_text(encoding="utf-8")
    order = ["What it says.", "its numbers", "<summary>Code</summary>", "More."]
    order.insert(4 * at_its_end, "<summary>Imports</summary>")
    assert [page.count(part) for part in order] == [1] * 5
    assert sorted(order, key=page.index) == order
    assert page.count("</details>") == 2


def test_formulas_get_mathml_and_the_search_its_scripts(build):
    build()
    page = (build.html / "two.html").read_text(encoding="utf-8")
    assert page.count("<noscript><math") == 1
    assert mathml.add_formulas(PAGES["one"]) == PAGES["one"]
    assert (build.html / "search.html").read_text(encoding="utf-8").count(search.SCRIPTS) == 1


EQUATION = """
.. math:: x^2 < y
   :label: one.square

.. glossary::

   square
   second power
      What :math:`x^2` is, see :term:`square`.
"""


def previews(html):
    script = (html / "_static" / pages.TEXTS).read_text(encoding="utf-8")
    return json.loads(script.removeprefix(pages.BEGIN).removesuffix(pages.END))


def test_equations_and_terms_are_kept_for_links_on_other_pages(build):
    build(two=PAGES["two"] + EQUATION)
    [(page, found)] = previews(build.html).items()
    assert page == "two.html"
    equation, *terms = found
    assert (equation, terms) == ("equation-one-square", ["term-square", "term-second-power"])
    assert re.fullmatch(
        r'<div class="math">\\\[.*x\^2 &lt; y.*\\\]</div>', found[equation], re.DOTALL
    )
    [definition] = {found[term] for term in terms}
    assert r"\(x^2\)" in definition
    assert "<a" not in definition
    assert "<noscript" not in definition
    build(one=PAGES["one"].replace("Words", "Other words"))  # of a page that is not written again
    assert previews(build.html) == {page: found}
    build(two=PAGES["two"])
    assert previews(build.html) == {}


REPORTS = "https://example.org/new?title={title}&body={page}"


@pytest.mark.parametrize(
    ("address", "root", "filled"),
    [
        (REPORTS, "", "https://example.org/new?title=One&amp;body=one.html"),
        (REPORTS, "https://a.b/c/", "title=One&amp;body=https%3A%2F%2Fa.b%2Fc%2Fone.html"),
        ("mailto:a@example.org?subject={title}", "", "mailto:a@example.org?subject=One"),
    ],
)
def test_a_page_leads_to_where_errors_are_reported(build, address, root, filled):
    build.settings["extensions"] = ["chapters.machine.output.head"]
    build.settings |= {"report_errors_to": address, "html_baseurl": root}
    build()
    for name in ("one", "genindex", "search"):
        page = (build.html / f"{name}.html").read_text(encoding="utf-8")
        assert "Foot.<p" in page
        [link] = re.findall(r'<a href="([^"]+)">Report an error on this page</a>', page)
        assert name != "one" or filled in link


def test_no_page_does_without_an_address(build):
    build.settings["extensions"] = ["chapters.machine.output.head"]
    build()
    assert "Report" not in (build.html / "one.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("address", ["example.org", "https://a.b?{name}", "https://a.b?{title"])
def test_an_address_for_errors_that_cannot_be_is_refused(build, address):
    build.settings["extensions"] = ["chapters.machine.output.head"]
    build.settings["report_errors_to"] = address
    with pytest.raises(ConfigError, match=f"report_errors_to is '{re.escape(address)}'; .*title"):
        build()


def test_a_page_loads_previews_if_it_has_links_and_formulas_and_marks_in_its_sidebar(build):
    build.settings["extensions"] = ["chapters.machine.output.head"]
    build(two=PAGES["two"] + EQUATION)
    loaded = {
        name: re.findall(
            r"(preview|reading)\.js", (build.html / f"{name}.html").read_text(encoding="utf-8")
        )
        for name in PAGES
    }
    assert loaded == {"index": [], "one": ["reading"], "two": ["reading", "preview"]}
