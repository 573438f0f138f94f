"""Figures are loaded when they come near the window, so that a long page is there at once.

Their place is kept meanwhile: they say how large they are.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

FIGURE = re.compile(r'(<img [^>]*\bsrc="[^"]*_images/([^"]+\.svg)")')
PIXELS = {"pt": 4 / 3, "px": 1}


def measure(figure):
    """Return a drawing's width and height in CSS pixels."""
    _, root = next(ElementTree.iterparse(figure, events=["start"]))
    lengths = (re.fullmatch(r"([\d.]+)(pt|px)", root.get(name)) for name in ("width", "height"))
    return [float(length[1]) * PIXELS[length[2]] for length in lengths]


def defer_figures(app, pagename, templatename, context, doctree):
    if "body" not in context:
        return
    sources = {name: Path(app.srcdir, source) for source, name in app.builder.images.items()}

    def add(found):
        width, height = measure(sources[found[2]])
        return f'{found[1]} loading="lazy" width="{width:.6g}" height="{height:.6g}"'

    context["body"] = FIGURE.sub(add, context["body"])


def setup(app):
    app.connect("html-page-context", defer_figures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
