"""The tasks of a notebook as its readers know them: from the instructor's own text alone."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from urllib.parse import urljoin

from markdown_it import MarkdownIt
from markdown_it.token import Token

from nbjudge.course.source import Notebook
from nbjudge.records import Explanation, Row, SourceCell

__all__ = ["Task", "Tasks"]

MARKDOWN = MarkdownIt("commonmark")
MATHEMATICS = re.compile(r"(\$\$?)(?=\S)([^$]+)(?<=\S)\1(?!\d)")
COMMAND = re.compile(r"\\([A-Za-z]+)(?![A-Za-z{])")
POINTS = re.compile(r"\s*\([^()]*\bpoints?\b[^()]*\)$", re.IGNORECASE)
PAGE = re.compile(r"(?!//)[\w./-]+\.html(#\S*)?")
"""A page of a book whose address is not in the link."""
WEB = re.compile(r"https?://[^\s<>\"'`\\)\]]+")


@dataclass
class Task:
    """An answer with its tests, or what else stands under one heading.

    Attributes
    ----------
    title : str
        The headings that lead to it, without the notebook's own.
    links : dict of str to str
        By address, the words that lead there.
    cells : list of SourceCell
        Those that have an id.
    """

    title: str = ""
    links: dict[str, str] = field(default_factory=dict)
    cells: list[SourceCell] = field(default_factory=list)

    @property
    def graded(self) -> list[SourceCell]:
        """Those of its cells that are graded."""
        return [cell for cell in self.cells if cell.grade or cell.task]


class Tasks:
    """The tasks of a notebook.

    Parameters
    ----------
    notebook : Notebook
    book : str
        Where relative links lead to pages; nowhere, if that is not said.

    Attributes
    ----------
    title : str
        The notebook's, or "".
    of : dict of str to Task
        By the id of a cell.
    """

    def __init__(self, notebook: Notebook, book: str = "") -> None:
        headings: list[tuple[int, str]] = []
        found, ahead, tops = [Task()], dict[str, str](), 0
        for cell in notebook.cells:
            # what students write, and the model answer there, names nothing
            for level, words, address in parse_marks(cell, book) if cell.kind == "text" else ():
                if address:
                    ahead.setdefault(address, words)
                    continue
                tops += level == 1
                headings = [above for above in headings if above[0] < level]
                headings.append((level, POINTS.sub("", words).rstrip(" :")))
                found[-1].links |= ahead
                ahead = {}
                found.append(Task(" · ".join(words for _, words in headings if words)))
            if cell.kind in ("student", "answer") and found[-1].graded:
                found.append(Task(found[-1].title))
            if cell.id:
                found[-1].cells.append(cell)
                found[-1].links |= ahead
                ahead = {}
        own = headings[0][1] if tops == 1 and headings[0][0] == 1 else ""
        self.title = own if own and found[1].title == own else ""
        if self.title:
            for task in found:
                task.title = task.title.removeprefix(self.title).removeprefix(" · ")
        often = Counter(task.title for task in found if task.graded)
        for task in filter(lambda task: task.cells, found):
            name = str((task.graded or task.cells)[0].id)
            if not task.title:
                task.title = name
            elif often[task.title] > 1:
                task.title = f"{task.title} ({name})"
        self.of = {str(cell.id): task for task in found for cell in task.cells}

    def name(self, cell: str | None) -> str:
        """Return the name of the task that a cell is of."""
        task = self.of.get(cell or "")
        return task.title if task else cell or "Further cells"

    def cell(self, name: str | None) -> SourceCell | None:
        """Return the cell of this id."""
        task = self.of.get(name or "")
        return next(cell for cell in task.cells if cell.id == name) if task else None

    def describe_failure(
        self, row: Row, about: Explanation, hidden: bool = False
    ) -> tuple[str, str]:
        """Return the kind of failure and its words, which are never none.

        Parameters
        ----------
        row : Row
            Of a cell that failed.
        about : Explanation
            What is told of it: the row's own account, or what a student may read.
        hidden : bool
            Whether this is for one who may read what hidden tests say.
        """
        if row.graded and not about.visible and not hidden:
            own = f": {about.message}" if about.message else ""
            return "Failed", f"a further test failed{own}"
        words = about.full or about.message if hidden else about.message
        line = "" if words else self.statement(row, about, hidden)[1]
        kind = about.type or "Failed"
        return kind, words or line or "; ".join(about.limits) or "it says no more"

    def statement(self, row: Row, about: Explanation, hidden: bool = True) -> tuple[int, str]:
        """Return the ``assert`` in which a test failed: its first line, and its text.

        (0, "") if it failed elsewhere, or if that is more than one may read.
        """
        cell = self.cell(row.id)
        if cell is None or cell.kind != "test" or about.type != "AssertionError" or not about.line:
            return 0, ""
        for first, last, text in find_asserts(cell.source):
            if first <= about.line <= last and (hidden or text in cell.release):
                return first, text
        return 0, ""

    def cited(self, name: str | None, message: str) -> list[str]:
        """List the addresses in a message that stand in the lines of a test that students have."""
        cell = self.cell(name)
        given = WEB.findall(cell.release) if cell is not None and cell.kind == "test" else []
        return [address for address in dict.fromkeys(given) if address in message]


@functools.cache
def find_asserts(source: str) -> list[tuple[int, int, str]]:
    """List a test's assertions: first line, last line, text."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):  # as with a magic
        return []
    return [
        (node.lineno, node.end_lineno or 0, ast.get_source_segment(source, node) or "")
        for node in nodes
        if isinstance(node, ast.Assert)
    ]


def parse_marks(cell: SourceCell, book: str = "") -> Iterator[tuple[int, str, str]]:
    """Yield the headings and the links to the web in the text that students get, in order.

    A link to a page without an address is to one of the book.

    Of each its level (0: a link), its words, and its address.
    """
    level = 0
    for token in MARKDOWN.parse(cell.release) if cell.cell_type == "markdown" else ():
        if token.type == "heading_open":
            level = int(token.tag[1:])
        parts = token.children or []
        if token.type == "inline" and level:
            yield level, strip_marks(parts), ""
            level = 0
        for place, part in enumerate(parts):
            address = str(part.attrGet("href") or "")
            if book and PAGE.fullmatch(address):
                address = urljoin(book, address)
            if part.type == "link_open" and WEB.fullmatch(address):
                ends = next(n for n in range(place, len(parts)) if parts[n].type == "link_close")
                yield 0, strip_marks(parts[place:ends]) or address, address


def strip_marks(parts: list[Token]) -> str:
    """Return the words of a line without its marks."""
    words = "".join(" " if part.type == "softbreak" else part.content for part in parts)
    return " ".join(MATHEMATICS.sub(lambda found: render_math(found[2]), words).split())


def render_math(tex: str) -> str:
    """Write mathematics as the characters that it has, with TeX left where there is none."""
    words = COMMAND.sub(lambda found: html5.get(f"{found[1]};", found[1]), tex)
    return words if "\\" in words else re.sub(r"[{}]", "", words).strip()
