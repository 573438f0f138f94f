"""The cells of the chapters: what is shown runs when it is copied, and little is hidden."""

import ast
import contextlib
import importlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
import pytest
from chapters.machine.execution.checks import insert_checks
from jupyter_cache import get_cache
from jupyter_client.provisioning import KernelProvisionerFactory
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).parents[2]
PAGES = [
    path.stem
    for path in sorted((ROOT / "chapters").glob("[a-z]*.md"))
    if "\nkernelspec:" in path.read_text()
]
OF_THE_COURSE = re.findall(
    r"file: chapters/(\w+)",
    (ROOT / "_toc.yml").read_text().split("caption: Chapters")[1].split("caption:")[0],
)


def cells_of(page):
    return jupytext.read(ROOT / "chapters" / f"{page}.md").cells


def code(cells):
    return [cell for cell in cells if cell.cell_type == "code"]


def tags(cell):
    return set(cell.metadata.get("tags", ()))


def hides(cells):
    """List cells whose source no reader sees: the line of a check is in the check's own fold."""
    line = re.compile(r'verify\(("[\w.]+"|\[("[\w.]+",?\s*)+\])\)')
    return [
        cell.source
        for cell in code(cells)
        if tags(cell) - {"hide-input", "nbval-ignore-output", "shades"}
        and not (tags(cell) == {"remove-input"} and line.fullmatch(cell.source))
    ]


def lines(cells):
    """Count lines of code that are shown, folded or not, and lines that are not."""
    count = {True: 0, False: 0}
    for cell in code(cells):
        shown = not {"remove-cell", "remove-input"} & tags(cell)
        count[shown] += sum(1 for line in cell.source.splitlines() if line.strip())
    return count[True], count[False]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_hides_a_cell(page):
    assert not hides(cells_of(page))


@pytest.mark.parametrize("page", OF_THE_COURSE)
def test_no_chapter_hides_more_lines_than_it_shows(page):
    shown, hidden = lines(cells_of(page))
    assert shown > hidden


@pytest.mark.parametrize("page", PAGES)
def test_imports_are_shown_folded_in_the_first_cell(page):
    first, *others = code(cells_of(page))
    assert tags(first) == {"hide-input"}
    assert "import" in first.source
    for cell in others:
        imports = [n for n in ast.walk(ast.parse(cell.source)) if type(n).__name__[:6] == "Import"]
        assert not imports, cell.source
    assert not re.search(r"\b(myst_nb|checks|glue)\b", "".join(c.source for c in (first, *others)))


@pytest.mark.parametrize("page", PAGES)
def test_no_cell_joins_a_table_from_strings(page):
    assert not [
        cell.source for cell in code(cells_of(page)) if re.search(r"\|\s*:?--", cell.source)
    ]


@pytest.mark.parametrize("page", PAGES)
def test_no_cell_that_writes_markdown_stands_open(page):
    """Its plumbing is longer than the idea."""
    assert not [
        cell.source
        for cell in code(cells_of(page))
        if "Markdown(" in cell.source and not tags(cell) & {"hide-input", "remove-input"}
    ]


def run_as_copied(cells, folder):
    """Run the cells that a reader sees, in order, as a program in a process of its own."""
    sources = [cell.source for cell in code(cells) if "remove-cell" not in tags(cell)]
    nothing_else = "import sys\nsys.modules['myst_nb'] = sys.modules['chapters'] = None"
    program = folder / "copied.py"
    program.write_text("\n\n".join([nothing_else, *sources]), encoding="utf-8")
    return subprocess.run(
        [sys.executable, program],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"MPLBACKEND": "agg"},
    )


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(page, marks=[pytest.mark.trial] * (page != "exercises"))
        for page in PAGES
        if page not in OF_THE_COURSE
    ],
)
def copied(request, tmp_path_factory):
    """A page beside the course, and what became of its cells; test_notebooks runs the course's."""
    return request.param, run_as_copied(cells_of(request.param), tmp_path_factory.mktemp("copied"))


def test_the_cells_of_a_page_run_when_copied_in_order(copied):
    _, done = copied
    assert done.returncode == 0, done.stderr


def built_page(page):
    """Return the executed notebook of a page as it is now."""
    source = insert_checks(jupytext.read(ROOT / f"chapters/{page}.md"), page)
    kept = ROOT / "build/book/_build/.jupyter_cache"
    if kept.exists():
        with contextlib.suppress(KeyError):
            record = get_cache(kept).match_cache_notebook(source)
            return get_cache(kept).get_cache_bundle(record.pk).nb
    pytest.skip("needs the book, built from these pages (make book)")


def printed(notebook):
    """Return what a notebook's cells print."""
    outputs = [output for cell in code(notebook.cells) for output in cell.outputs]
    return "".join(o.text for o in outputs if o.output_type == "stream")


def test_cells_that_are_copied_print_what_the_page_shows(copied):
    """So checks, which run on the page only, change nothing for the cells behind them."""
    page, done = copied
    assert done.stdout == printed(built_page(page))


HIDDEN = nbformat.v4.new_code_cell("a = 1", metadata={"tags": ["remove-cell"]})
SHOWN = nbformat.v4.new_code_cell("b = a + 1\nc = a + 2")


def test_what_is_hidden_is_found(tmp_path):
    assert hides([HIDDEN, SHOWN]) == ["a = 1"]
    assert lines([HIDDEN, SHOWN]) == (2, 1)
    assert "NameError" in run_as_copied([HIDDEN, SHOWN], tmp_path).stderr
    table = nbformat.v4.new_code_cell('verify("a")\nb', metadata={"tags": ["remove-input"]})
    assert hides([table]) == [table.source]
    checks = nbformat.v4.new_code_cell('verify(["a.1", "b"])', metadata={"tags": ["remove-input"]})
    assert not hides([checks])


CHECKS = """
import numpy as np
from chapters.machine.execution.checks import glue

def two(number):
    glue("double", 2 * number)
    number = np.nan             # a name of the check's own
    _positive(1)

def last(values, number):
    assert values.sum() == number, "the sum"

def _positive(number):
    assert number > 0
"""


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A copy of the machinery, with checks for one small page."""
    shutil.copytree(ROOT / "chapters/machine", tmp_path / "chapters/machine")
    (tmp_path / "chapters/evidence").mkdir()
    (tmp_path / "chapters/evidence/page.py").write_text(CHECKS)
    for name in [name for name in sys.modules if name.partition(".")[0] == "chapters"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    # A fork would look where this process did when it began.
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", "local-provisioner")
    return importlib.import_module("chapters.machine.execution.checks")


def page(*cells):
    """A notebook of cells, each a source and the names of its checks."""
    return nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(source, metadata={"check": names} if names else {})
            for source, names in cells
        ],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )


FIRST, SECOND = ("number = 3", "two"), ("import numpy\nvalues = numpy.ones(number)", ["last"])


def executed(notebook):
    NotebookClient(notebook, timeout=None).execute()
    return notebook


def test_checks_are_run_behind_their_cells_and_leave_the_pages_names_alone(small):
    names = ("print(sorted(set(dir()) & {'check', 'checks', 'glue', 'np', 'sys'}), number)", None)
    notebook = executed(small.insert_checks(page(FIRST, SECOND, names), "page"))
    assert [tags(cell) for cell in notebook.cells] == [
        set(),
        {"remove-cell"},
        set(),
        {"remove-cell"},
        set(),
    ]
    assert not any("check" in cell.metadata for cell in notebook.cells)
    (glued,) = notebook.cells[1].outputs
    assert glued.metadata.scrapbook.name == "double"
    assert glued.data == {"application/papermill.record/text/plain": "6"}
    assert notebook.cells[4].outputs[0].text == "[] 3\n"


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        ([FIRST, ("values = __import__('numpy').zeros(3)", "last")], "AssertionError.*the sum"),
        ([("numbr = 3", "two"), SECOND], "page.py, two: no cell .* has defined 'number' so far"),
        (
            [FIRST, ("values = __import__('numpy').random.default_rng()", "last")],
            "page.py, last: .*'values' would change",
        ),
    ],
)
def test_what_does_not_hold_stops_the_page(small, cells, error):
    with pytest.raises(CellExecutionError, match=f"(?s){error}"):
        executed(small.insert_checks(page(*cells), "page"))


@pytest.mark.parametrize(
    "cells",
    [
        [FIRST],  # `last` is forgotten
        [("number = 3", "tow"), SECOND],
        [SECOND, FIRST],
        [FIRST, SECOND, ("1", "last")],
        [("number = 3", "_positive"), FIRST, SECOND],
    ],
)
def test_a_page_and_its_checks_name_the_same(small, cells):
    with pytest.raises(ValueError, match=r"page\.md has the checks .* they must be the same"):
        small.insert_checks(page(*cells), "page")


def test_a_number_has_one_value(small):
    small.glue("share", "3%")
    small.glue("share", "3%")
    with pytest.raises(ValueError, match="'share' is '3%', and now '4%'"):
        small.glue("share", "4%")


def test_a_changed_check_is_a_changed_cell(small):
    def cells():
        return [cell.source for cell in small.insert_checks(page(FIRST, SECOND), "page").cells]

    before = cells()
    assert before == cells()
    small.evidence_file("page").write_text(CHECKS.replace("> 0", ">= 0"))
    assert before[0] == cells()[0]
    assert before[1] != cells()[1]


def test_lines_of_the_page_stay_with_their_cells(small):
    notebook = page(FIRST, SECOND, ("1", None))
    notebook.metadata["source_map"] = [10, 20, 30]
    assert small.insert_checks(notebook, "page").metadata["source_map"] == [10, 10, 20, 20, 30]


def test_every_page_has_the_checks_it_names():
    found = 0
    for path in ROOT.glob("chapters/evidence/*.py"):
        assert path.stem in PAGES
    for name in PAGES:
        before = jupytext.read(ROOT / f"chapters/{name}.md")
        found += len(insert_checks(before, name).cells) - len(cells_of(name))
    assert found > 90


def shown_by(page):
    """List what a page's cells show, as text."""
    return [
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for cell in code(built_page(page).cells)
        if "remove-cell" not in tags(cell)
        for output in cell.outputs
    ]


@pytest.mark.parametrize("page", PAGES)
def test_a_cell_that_compares_says_what_it_found(page):
    """A bare True answers a question that the reader has to guess."""
    bare = re.compile(r"^\s*(True|False|None)\b", re.MULTILINE)
    assert not [text for text in shown_by(page) if bare.search(text)]


@pytest.mark.parametrize("page", PAGES)
def test_no_cell_shows_how_numpy_writes_a_number(page):
    shown = shown_by(page)
    written = re.compile(r"\bnp\.(True_|False_|(float|int|uint|str)\w*\()|\barray\(\[")
    assert not [text for text in shown if written.search(text)]
