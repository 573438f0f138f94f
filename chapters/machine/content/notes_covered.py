"""Show what the notes hold and where the course has it: tables made from chapters/notes.toml.

The directive ```{notes}``` counts the items; with a note's letter, ```{notes} A```, it lists that
note's, by section. Each leads to its page and heading by the role {heading}`PAGE#HEADING`; a
heading that is not on its page is a warning, which fails the strict build.
"""

import tomllib
from collections import Counter
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective, SphinxRole
from sphinx.util.nodes import make_refnode

LISTED = Path(__file__).parents[2] / "notes.toml"


def state(item):
    """Say of an item whether it is "covered", "weak" or "missing"."""
    return next((word for word in ("weak", "missing") if word in item), "covered")


def codes(labels):
    return ", ".join(f"`{label}`" for label in labels)


def row(item):
    """Write an item as a row of a table in Markdown."""
    told, lacks = item["item"], item.get(state(item))
    if lacks:
        told += f" (**{state(item)}**: {lacks})"
    where = f"{{heading}}`{item['at']}`" if "at" in item else ""
    pressed = codes(item.get("labels", ()))
    if "corrections" in item:
        pressed += (", " if pressed else "") + f"corrected: {codes(item['corrections'])}"
    return f"| {told} | {where} | {pressed} |"


class Notes(SphinxDirective):
    """Count all items, or list those of one note."""

    optional_arguments = 1

    def run(self):
        """Give a sentence, or a section for each of the note's."""
        self.env.note_dependency(str(LISTED))
        listed = tomllib.loads(LISTED.read_text(encoding="utf-8"))
        if not self.arguments:
            items = [item for section in listed["section"] for item in section["items"]]
            found = Counter(map(state, items))
            text = (
                f"Of {len(items)} items, {found['covered']} are covered, {found['weak']} weakly,"
                f" and {found['missing']} are missing. The tables say which, and what they lack."
            )
            return [nodes.paragraph(text, text)]
        (note,) = self.arguments
        return [self.section(s) for s in listed["section"] if s["note"] == note]

    def section(self, listed):
        """Make a section of the note, with its table."""
        title = listed["title"]
        node = nodes.section("", nodes.title(title, title))
        node["names"] = [f"{listed['note']} {title}".lower()]
        self.state.document.note_implicit_target(node, node)
        rows = ["| item | where | press on |", "|:--|:--|:--|", *map(row, listed["items"])]
        self.state.nested_parse(StringList(rows, str(LISTED)), self.content_offset, node)
        return node


class Heading(SphinxRole):
    """Lead to a heading of a page, by its words."""

    def run(self):
        """Leave a reference, which `resolve` completes when all pages are read."""
        words = self.text.partition("#")[2].replace("$", "").replace("\\", "")
        node = addnodes.pending_xref(
            "", nodes.inline(words, words), refdomain="", reftype="heading", reftarget=self.text
        )
        self.set_source_info(node)
        return [node], []


def resolve(app, env, node, content):
    """Find the heading in its page's table of contents."""
    if node["reftype"] != "heading":
        return None
    page, _, words = node["reftarget"].partition("#")
    page = f"chapters/{page}"
    for entry in env.tocs.get(page, nodes.bullet_list()).findall(nodes.reference):
        if entry.astext() == words.replace("$", ""):
            anchor = entry["anchorname"].removeprefix("#")
            return make_refnode(app.builder, node["refdoc"], page, anchor, content)
    return None


def setup(app):
    app.add_directive("notes", Notes)
    app.add_role("heading", Heading())
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
