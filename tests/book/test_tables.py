"""Tables of the pages: what stands in them, and to which side."""

import doctest
import subprocess
import sys

import numpy as np
import pytest
from bs4 import BeautifulSoup
from ensemblelab.teaching import tables
from ensemblelab.teaching.tables import table
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin


def cells(shown):
    """Read a table's cells off the page that Markdown makes of it, row by row."""
    markdown = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin)
    rows = BeautifulSoup(markdown.render(shown.data), "html.parser").find_all("tr")
    return [[cell.get_text() for cell in row.find_all(["th", "td"])] for row in rows]


def sides(column):
    """Return to which side a column stands, from the table's second line."""
    second = table([[cell] for cell in column], ["name"]).data.split("\n")[1]
    return {"| :-- |": "left", "| --: |": "right"}[second]


def test_the_example():
    found = doctest.DocTestFinder().find(table, "table", globs={"table": table})
    assert [doctest.DocTestRunner().run(example).failed for example in found] == [0]


def test_text_and_integers_stand_and_other_numbers_are_formatted():
    rows = [["0.5000", 2, np.int64(30_000), 0.5, np.float64(-0.25), np.float32(2)]]
    shown = table(rows, list("abcdef"), ".2f")
    assert cells(shown) == [list("abcdef"), ["0.5000", "2", "30000", "0.50", "−0.25", "2.00"]]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [(-3, "−3"), ("-0.1 ± 0.2", "−0.1 ± 0.2"), ("x-1", "x-1"), ("-x", "-x"), (2e-16, "2e-16")],
)
def test_a_hyphen_before_a_number_is_a_minus_sign(cell, shown):
    assert cells(table([[cell]], ["name"])) == [["name"], [shown]]


@pytest.mark.parametrize("text", ["a | b", "`a | b`", "$|x|$", r"$\|x\|$", "|", "a \\"])
def test_a_bar_stays_in_its_cell(text):
    rows = cells(table([[text, 1], [2, text]], ["", text]))
    text = text.strip("`$")  # what is left of code and mathematics
    assert [len(row) for row in rows] == [2, 2, 2]
    assert [rows[0][1], rows[1][0], rows[2][1]] == [text] * 3


def test_a_cell_of_two_lines_is_one_line():
    assert cells(table([["one\ntwo", 1]], ["a", "b"])) == [["a", "b"], ["one two", "1"]]


@pytest.mark.parametrize(
    ("column", "side"),
    [
        ([1, 2.5, "3"], "right"),
        (["16.1 ± 0.3", "−0.2", "+1", ".5", "1/6", "0.12 ms"], "right"),
        (["", "—", 3], "right"),
        (["25 bagged trees", "a tree"], "left"),
        (["`a`", "$x$"], "left"),
        (["", "—"], "left"),
        ([], "left"),
    ],
)
def test_numbers_stand_to_the_right(column, side):
    assert sides(column) == side


def test_rows_may_be_any_iterables():
    errors = {"a tree": 0.3, "a forest": 0.2}
    assert (
        table(errors.items(), ("", "error")).data
        == table([[name, error] for name, error in errors.items()], ["", "error"]).data
    )
    assert cells(table(iter(np.eye(2)), ["a", "b"])) == [["a", "b"], ["1", "0"], ["0", "1"]]


@pytest.mark.parametrize(
    ("rows", "columns", "form", "error", "words"),
    [
        ([["a", 1], ["b"]], ["", "n"], "g", ValueError, r"rows\[1\] has 1 cells for 2 columns"),
        ([["a", 1, 2]], ["", "n"], "g", ValueError, r"rows\[0\] has 3 cells for 2 columns"),
        (["ab"], ["", "n"], "g", TypeError, r"rows\[0\]='ab' must be a list of cells"),
        ([[1, 2]], "ab", "g", TypeError, "columns='ab' must be a list of names"),
        ([[1]], ["n"], ".2x", ValueError, r"float_format='\.2x' is no format of a float"),
        ([[1]], ["n"], None, ValueError, "float_format=None is no format of a float"),
    ],
)
def test_what_is_wrong_is_named(rows, columns, form, error, words):
    with pytest.raises(error, match=words):
        table(rows, columns, form)


def test_the_library_alone_needs_no_notebook():
    look = f"import sys, {tables.__name__}; sys.exit('IPython' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", look], check=False).returncode == 0
