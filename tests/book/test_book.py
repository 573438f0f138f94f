"""What the book's sources promise, before anything is built."""

import ast
import importlib
import re
from pathlib import Path

import jupytext
import pytest
from chapters.machine.content.words import find_words
from ensemblelab.equations import WAITING, equations

ROOT = Path(__file__).parents[2]
CHAPTERS = sorted((ROOT / "chapters").glob("[a-z]*.md"))
LABELS = {statement.label: statement for statement in equations()}


def test_every_page_is_in_the_table_of_contents_once():
    listed = re.findall(r"(?:file|root): chapters/(\w+)", (ROOT / "_toc.yml").read_text())
    assert sorted(listed) == [chapter.stem for chapter in CHAPTERS]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_chapters_press_on_equations_that_exist(chapter):
    assert not [label for label in pressed(chapter.read_text()) if label not in LABELS]


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_figure_has_alt_text(chapter):
    text = chapter.read_text()
    for cell in re.findall(r"```\{code-cell\} ipython3\n---\n(.*?)\n---\n", text, flags=re.DOTALL):
        if "figure:" in cell or "image:" in cell:
            assert re.search(r"alt: *(>-\n +)?\S", cell), (chapter.name, cell)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_a_figure_whose_shades_say_something_keeps_them_in_the_dark(chapter):
    for cell in re.findall(
        r"```\{code-cell\} ipython3\n(.*?)\n```\n", chapter.read_text(), re.DOTALL
    ):
        assert "cmap=" not in cell or "shades" in cell.split("---")[1], (chapter.name, cell)


def displays():
    """Return (chapter, label) for each formula that a chapter takes from the registry."""
    for chapter in CHAPTERS:
        for label in re.findall(r"^```\{equation\} (\S+)$", chapter.read_text(), re.MULTILINE):
            yield chapter.stem, label


def pressed(text):
    """Return the labels in calls of verify."""
    for call in re.findall(r"\bverify\(([^)]*)\)", text):
        yield from re.findall(r'"([\w.]+)"', call)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_labelled_formulas_come_out_of_the_registry(chapter):
    assert not re.findall(r"\$\$ *\([\w.]+\)|^```\{math\}|^:label: eq", chapter.read_text(), re.M)


def test_every_statement_is_shown_once_or_waits_for_a_chapter():
    shown = [label for _, label in displays()]
    assert sorted([*shown, *WAITING]) == sorted(LABELS)


def test_formulas_leave_the_end_of_the_sentence_to_the_prose():
    closed = [s.label for s in equations() if re.search(r"[.,;:]( *\\end\{\w+\})?$", s.latex)]
    assert not closed
    for chapter in CHAPTERS:
        for label, mark in contents(chapter):
            if not label.startswith("erratum."):
                assert mark in ("", ".\n", ",\n", ";\n"), (chapter.stem, mark)


def contents(chapter):
    """Return the label of each display and what stands in it."""
    return re.findall(r"^```\{equation\} (\S+)\n(.*?)```$", chapter.read_text(), re.M | re.S)


def test_an_erratum_looks_right_has_numbers_to_try_and_a_reason():
    """The directive wants both paragraphs; that the numbers are computed is seen here."""
    checked = (ROOT / "chapters" / "evidence" / "errata.py").read_text()
    shown = [one for chapter in CHAPTERS for one in contents(chapter) if one[0][:8] == "erratum."]
    assert len(shown) == sum(label.startswith("erratum.") for label in LABELS)
    for label, words in shown:
        looks, numbers = words.strip().split("\n\n")
        assert not re.search(r"\{glue", looks), label
        assert re.search(r"\d|\{glue", numbers), label
        assert re.search(rf'"(erratum\.)?{label[8:]}"', checked), label


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_every_display_is_pressed_on_after_it(chapter):
    text = chapter.read_text()
    for display in re.finditer(r"^```\{equation\} (\S+)$", text, re.MULTILINE):
        assert display[1] in pressed(text[display.end() :]), display[1]


@pytest.mark.parametrize(
    "chapter", [c for c in CHAPTERS if "getsource(" in c.read_text()], ids=lambda path: path.stem
)
def test_code_that_a_chapter_quotes_is_still_in_the_library(chapter):
    imports, *others = [c.source for c in jupytext.read(chapter).cells if c.cell_type == "code"]
    page = {}
    exec(imports, page)
    for cell in others:
        if "getsource(" in cell or "quoted(" in cell:
            exec(cell, page)


def test_every_erratum_is_shown():
    shown = pressed((ROOT / "chapters" / "errata.md").read_text())
    assert sorted(shown) == sorted(label for label in LABELS if label.startswith("erratum."))


def test_references_are_cited_and_there():
    there = set(re.findall(r"^@\w+\{(\w+),", (ROOT / "references.bib").read_text(), re.M))
    cited = [re.findall(r"\{cite:\w+\}`([^`]+)`", chapter.read_text()) for chapter in CHAPTERS]
    assert {key for keys in cited for some in keys for key in some.split(",")} == there


@pytest.mark.parametrize(
    "checked", sorted((ROOT / "chapters/evidence").glob("*.py")), ids=lambda path: path.stem
)
def test_every_number_that_is_glued_stands_in_the_text(checked):
    """Otherwise one was typed by hand in its place, or none is there."""
    glued = set(re.findall(r'\bglue\(\s*"([\w-]+)"', checked.read_text()))
    text = (ROOT / "chapters" / f"{checked.stem}.md").read_text()
    shown = {key.partition(":")[0] for key in re.findall(r"\{glue:text\}`([^`]+)`", text)}
    assert glued - shown == set()


def public_modules():
    """List the modules that say what is public."""
    for path in sorted((ROOT / "ensemblelab").rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts).removesuffix(".__init__")
        if "._" not in name and re.search("^__all__ = ", path.read_text(), re.M):
            yield name


def described():
    """What the API reference describes: objects, and names of data."""
    for page in CHAPTERS:
        for kind, name in re.findall(r"^\.\. ([\w:]+):: (ensemblelab\S*)", page.read_text(), re.M):
            module, _, last = name.rpartition(".")
            if kind == "automodule":
                module = importlib.import_module(name)
                yield from (getattr(module, public) for public in module.__all__)
            else:
                yield getattr(importlib.import_module(module), last)


@pytest.mark.parametrize("name", list(public_modules()))
def test_the_reference_describes_every_public_name(name):
    module = importlib.import_module(name)
    there = {id(thing) for thing in described()}
    assert not [name for name in module.__all__ if id(getattr(module, name)) not in there]


def test_the_reference_says_how_each_command_is_used():
    parser = (ROOT / "ensemblelab" / "__main__.py").read_text()
    commands = re.findall(r'add_parser\(\s*"(\w+)"', parser)
    shown = re.findall(r'usage\("(\w+)"\)', (ROOT / "chapters" / "api.md").read_text())
    assert commands == shown


def test_the_index_is_listed_and_leads_to_every_chapter():
    toc = (ROOT / "_toc.yml").read_text()
    chapters = toc.split("caption: Chapters")[1].split("caption:")[0]
    assert "file: genindex" in toc
    for name in re.findall(r"file: (chapters/\w+)", chapters):
        assert "\n```{index} " in (ROOT / f"{name}.md").read_text(), name


SETS = sorted((ROOT / "exercises" / "source").glob("*/*.md"))
CHECKS = sorted((ROOT / "exercises" / "source").glob("*/*_checks.py"))
# What of a set's Markdown is no prose: its head, cells, formulas, code, and words in italics.
NO_PROSE = [r"\A---$.*?^---$", r"^(`{3,}).*?^\1 *$", r"\$[^$]*\$", r"`+[^`]*`+", r"\*[^*\n]+\*"]


@pytest.mark.parametrize("file", SETS, ids=lambda f: f.stem)
def test_a_set_is_written_in_the_words_of_the_book(file):
    text = file.read_text()
    for pattern in NO_PROSE:
        text = re.sub(pattern, "\ue000", text, flags=re.DOTALL | re.MULTILINE)
    assert not list(find_words(text))


@pytest.mark.parametrize("file", CHECKS, ids=lambda f: f.stem)
def test_checks_are_written_in_the_words_of_the_book(file):
    """But for rows, which arrays have."""
    for part in ast.walk(ast.parse(file.read_text())):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
            found = dict(find_words(re.sub(r"\*\w+\*", "\ue000", part.value)))
            assert not [word for word in found if "row" not in word.lower()], part.value
