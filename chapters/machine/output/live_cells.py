"""Let a reader change and run the code of each chapter in the page: "Run this page".

Each code cell that shows its code gets an id, cell-1, cell-2 and so on, and beside the page's
notebook stands a file with the sources of them all, what they import, and which of them cannot run
in a browser, as `browser.live` finds out. The script, live.js, does the rest; without it, and until
its button is pressed, the page is what it was.

Some forty links stand before the button, so those who go by the keyboard get one that skips them.
"""

import json
from pathlib import Path

import jupytext
from browser.live import find_imports, find_unrunnable
from chapters.machine.content.course_map import load_course
from docutils import nodes
from sphinx.errors import ExtensionError

SKIP = '<a href="#main-content">Skip to main content</a>'
SKIP_TO_RUN = ' <a class="pst-js-only" href="#run">Skip to “Run this page”</a>'


def read_sources(path):
    """Return the sources of a page's cells that show them."""
    return [
        cell.source
        for cell in jupytext.read(path).cells
        if cell.cell_type == "code"
        and not {"remove-cell", "remove-input"} & set(cell.metadata.get("tags", ()))
    ]


def number_cells(app, doctree):
    """Add numbers to the cells of a chapter, and a place for the button."""
    chapter = Path(app.env.docname).name
    if chapter not in load_course()["needs"]:
        return
    boxes = [
        (box, code)
        for box in doctree.findall(nodes.container)
        if box.get("nb_element") == "cell_code" and (code := source_of(box)) is not None
    ]
    if [code for _, code in boxes] != read_sources(app.env.doc2path(app.env.docname)):
        raise ExtensionError(f"{chapter}: the cells of the page are not those of its source")
    for number, (box, _) in enumerate(boxes, 1):
        box["ids"].append(f"cell-{number}")
    words = f'data-cells="../_sources/chapters/{chapter}.cells.json" data-python="../python/"'
    place = nodes.raw("", f'<div class="live" id="run" {words}></div>', format="html")
    first, _ = boxes[0]
    first.parent.insert(first.parent.index(first), place)


def source_of(box):
    """Return the code that a cell shows, None if it shows none."""
    for part in box.findall(nodes.container):
        if part.get("nb_element") == "cell_code_source":
            return part.next_node(nodes.literal_block).astext()
    return None


def write_cells(app, pagename):
    """Write what live.js needs of a chapter beside its notebook."""
    if Path(pagename).name not in load_course()["needs"]:
        return
    cells = read_sources(app.env.doc2path(pagename))
    content = {"imports": find_imports(cells), "cells": cells, "lacks": find_unrunnable(cells)}
    target = Path(app.outdir, "_sources", f"{pagename}.cells.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(content), encoding="utf-8")


def add_skip_link(page):
    """Add a link to the button of a page that can be run, seen when it has the focus."""
    return page.replace(SKIP, SKIP + SKIP_TO_RUN) if '<div class="live"' in page else page


def add_files(app, pagename, templatename, context, doctree):
    if doctree is not None and Path(pagename).name in load_course()["needs"]:
        app.add_css_file("live.css")
        app.add_js_file("live.js", loading_method="defer")


def setup(app):
    app.connect("doctree-read", number_cells)
    app.connect("html-page-context", add_files)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
