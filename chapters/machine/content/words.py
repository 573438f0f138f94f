"""Warn where a page uses a word for which this book has another: chapters/words.toml says which.

It reads paragraphs, headings, captions and terms, also of docstrings that a page shows; not code,
formulas, works' titles, and words in italics or quotation marks, which are mentioned and not used.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.util import logging

LISTED = Path(__file__).parents[2] / "words.toml"
MENTIONED = (nodes.emphasis, nodes.literal, nodes.FixedTextElement, nodes.math, nodes.math_block)
MENTIONED += (nodes.raw, nodes.citation, nodes.comment)
QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
log = logging.getLogger(__name__)


@cache
def patterns():
    """Return a pattern of the words for each group of words, and what to write instead."""
    listed = tomllib.loads(LISTED.read_text(encoding="utf-8"))
    return [
        (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), instead)
        for part in listed.values()
        for words, instead in part.items()
    ]


def find_words(text):
    """Yield each listed word of a text, and what to write instead."""
    text = QUOTED.sub(" ", text)
    for pattern, instead in patterns():
        for word in pattern.finditer(text):
            yield word[0], instead


def in_field(node):
    """Tell whether a node stands in a docstring's list of parameters."""
    return node is not None and (isinstance(node, nodes.field_body) or in_field(node.parent))


def read_text(node):
    """Return what a paragraph or heading says in words of its own."""
    if isinstance(node, nodes.Text):
        return node.astext()
    # What a reference is called by itself is not known yet; a parameter is called what it is.
    named = isinstance(node, pending_xref) and not node["refexplicit"]
    parameter = isinstance(node, nodes.strong) and in_field(node)
    if named or parameter or isinstance(node, MENTIONED):
        return "\ue000"
    return "".join(map(read_text, node.children))


def warn_of_words(app, doctree):
    for node in doctree.findall(nodes.TextElement):
        inner = isinstance(node.parent, nodes.TextElement)
        if inner or isinstance(node, MENTIONED):
            continue
        for word, instead in find_words(read_text(node)):
            log.warning(
                "%r: this book writes %s (chapters/words.toml)", word, instead, location=node
            )


def setup(app):
    app.connect("doctree-read", warn_of_words)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
