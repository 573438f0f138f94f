"""Figures are loaded when they come near the window, so that a long page is there at once.

Their place is kept meanwhile: they say how large they are. Code that a page folds is one word,
"Code", below the figure or table that it makes, not a bar above. A page that is no chapter begins
with what it says: its imports, folded, stand at its end.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

from chapters.machine.content.course_map import load_course
from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.transforms.post_transforms import SphinxPostTransform

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


class PutCodeBelow(SphinxPostTransform):
    """Put code that MyST-NB has folded below what it makes."""

    default_priority = 200  # it folds at 199
    formats = ("html",)

    def run(self, **options):
        """Put it there, and the imports of a page that is no chapter at its end."""
        chapter = Path(self.env.docname).name in load_course()["needs"]
        for fold in list(self.document.findall(HideCodeCellNode)):
            cell = fold.parent
            cell.remove(fold)
            cell.append(fold)
            if len(cell) == 1 and not chapter:
                cell.parent.remove(cell)
                self.document.next_node(nodes.section).append(cell)


def open_fold(translator, fold):
    classes = " ".join(["hide", *fold["classes"]])
    summary = f"<summary>{translator.encode(fold['prompt_show'])}</summary>"
    translator.body.append(f'<details class="{classes}">\n{summary}\n')


def close_fold(translator, fold):
    translator.body.append("</details>\n")


def setup(app):
    app.add_post_transform(PutCodeBelow)
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
    app.connect("html-page-context", defer_figures)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
