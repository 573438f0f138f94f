"""Render what all pages have in common, and write the autograded notebook."""

from __future__ import annotations

import copy
import html
import os
import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_markdown_cell, new_notebook, new_output

from nbjudge.course.source import Assignment
from nbjudge.pages.tasks import Tasks
from nbjudge.records import DisplayedCell, Result, Row, SubmissionRecord, SubmittedNotebook

__all__ = ["render_page", "write_autograded", "write_text"]

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = """
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 56rem; margin: 1.5rem auto;
padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .4rem; } h3 { font-size: 1rem; margin: .8rem 0 .2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0;
border-bottom: 1px solid #ccc; } td.n, th.n { text-align: right; }
td.n { white-space: nowrap; } th { overflow-wrap: normal; }
td.wide { width: 75%; padding-right: 0; }
ul { margin: .2rem 0; padding-left: 1.2rem; } .quiet { color: #555; }
pre { white-space: pre-wrap; overflow: hidden; margin: .3rem 0; padding: .4rem .6rem;
font: .85rem/1.45 ui-monospace, monospace; background: #f4f4f4; border-left: 3px solid #bbb; }
pre.said { background: #fdf3f2; border-color: #a40000; }
mark { background: #ffe28a; font-weight: bold; } a { color: #0b5394; }
.failed { color: #a40000; } .passed { color: #005a00; }
.bar { background: #36c; height: .8rem; margin: .35rem 0; }
section { border-top: 1px solid #ccc; margin-top: 1.5rem; } section h2 { margin-top: .8rem; }
blockquote { margin: .5rem 0; padding: .4rem .8rem; background: #eef4fb;
border-left: 3px solid #36c; white-space: pre-wrap; }
details { border-bottom: 1px solid #ddd; padding: .3rem 0; } summary { cursor: pointer; }
summary p { margin: .2rem 0; } summary p::before { content: "→ "; }
@media print { body { max-width: none; font-size: 11pt; margin: 0; }
li, tr, pre, blockquote { break-inside: avoid; } h2, h3 { break-after: avoid; } }
"""


UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Control characters, and what turns the direction of text."""


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, and follow no link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    part.write_text(text, encoding="utf-8", errors="replace")
    os.replace(part, path)


def render_page(title: str, body: str) -> str:
    """Return a whole HTML page that runs nothing and loads nothing; ``body`` is escaped already."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape_text(title)}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def escape_text(value: object, limit: int = 2000) -> str:
    """Escape text for HTML, without control characters, up to a length."""
    words = str(value)
    words = words if len(words) <= limit else words[:limit] + " […]"
    words = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", words)  # colours of a terminal
    return html.escape(UNSEEN.sub("\N{REPLACEMENT CHARACTER}", words), quote=True)


def format_number(value: float) -> str:
    """Return points without needless zeros."""
    return f"{value:.10g}"


MAX_WORDS = 20_000
"""Characters of an answer in words that a notebook shows: who renders it may take long for each."""
PICTURE = re.compile(r"(?<!!)!++(\\*+)\[")
LINK = re.compile(r"\](?=[(:])")
TARGET = re.compile(r"[(:]\s*+((?:[^\s\]]|\](?![(:]))*+)")
"""What a link leads to, up to the next link, so that nothing is read twice."""
SIGNS = re.compile(r"([:/?#])")
MATHJAX = re.compile(r"\\(?=(?:href|url|style|class|cssId|require|includegraphics)\b)")


def sanitize_markdown(source: str) -> str:
    """Take the life out of a student's Markdown: HTML, images, and links but to the web and mail.

    A link is undone by a space before its target, whatever a renderer would make of the target.
    Each pattern begins where no match of it can have begun before, so that none looks twice.
    """
    source = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", source)
    source = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", source)
    source = PICTURE.sub(r"\1[", source)  # a picture becomes a link to it
    source = MATHJAX.sub(r"\\ ", source)  # TeX that makes links or loads something
    return LINK.sub(lambda found: "]" if is_safe_target(source, found.end()) else "] ", source)


def shorten(source: str) -> str:
    """Cut what a student says where it is too long to be shown, and say so."""
    left = len(source) - MAX_WORDS
    if left <= 0:
        return source
    return f"{source[:MAX_WORDS]}\n\n[{left} more characters stand in the notebook handed in]"


def append_pictures(source: str, pictures: dict[str, dict[str, str]]) -> str:
    """Append to a student's words the pictures that were pasted into them."""
    return "\n\n".join([source, *(f"![](attachment:{name})" for name in pictures)])


def is_safe_target(source: str, place: int) -> bool:
    """Return whether the link's target at this place is harmless in all its disguises.

    One that goes on into another link must say where it leads before that.
    """
    target = TARGET.match(source, place)
    if target is None:
        return True
    words = target[1]
    if len(words) > 5000:
        return False
    while (plain := html.unescape(words.replace("\\", ""))) != words:
        words = plain
    words = "".join(c for c in words if c.isprintable() and not c.isspace()).lstrip("<")
    scheme, *sign = SIGNS.split(words, maxsplit=1)
    if not sign:
        return not source.startswith("]", target.end())
    return sign[0] != ":" or scheme.lower() in ("http", "https", "mailto")


def write_autograded(
    path: Path,
    assignment: Assignment,
    name: str,
    submitted: SubmittedNotebook | None,
    results: dict[int, Result],
    record: SubmissionRecord,
) -> None:
    """Write the notebook that Formgrader shows, with outputs that are text and pictures only.

    Hidden tests are not in it, because nbgrader would copy them into feedback.
    """
    notebook = assignment.notebooks[name]
    tasks = Tasks(notebook)
    metadata = notebook.graded.metadata
    written = new_notebook(metadata={k: metadata[k] for k in ("kernelspec",) if k in metadata})
    if submitted is None:
        words = "; ".join(record.why)
        written.cells.append(
            new_markdown_cell(f"**Not graded:** {sanitize_markdown(words)[:2000]}")
        )
        shown_cells = [
            DisplayedCell(place, cell.cell_type, cell.release, None)
            for place, cell in enumerate(notebook.cells)
        ]
    else:
        shown_cells = submitted.shown
    rows = {row.id: row for row in record.cells if row.notebook == name and row.id}
    for shown in shown_cells:
        source, about, ours, attached = shown.source, {}, False, shown.pictures
        if shown.place is not None:
            cell = notebook.cells[shown.place]
            about = copy.deepcopy(dict(notebook.graded.cells[shown.place].metadata))
            ours = cell.kind not in ("student", "answer")
            source = cell.release if ours else source
            attached = (
                notebook.graded.cells[shown.place].get("attachments", {}) if ours else attached
            )
        result = Result() if shown.run is None else results.get(shown.run, Result())
        if shown.type == "code":
            row = rows.get(about.get("nbgrader", {}).get("grade_id"))
            outputs = [nbformat.from_dict(output) for output in result.outputs]
            if row is not None:
                outputs += render_outputs(tasks, row)
            made: dict = {"cell_type": "code", "execution_count": None, "outputs": outputs}
        else:
            source = (
                source if ours else append_pictures(sanitize_markdown(shorten(source)), attached)
            )
            made = {"cell_type": "markdown"}
            if attached:
                made["attachments"] = attached
        written.cells.append(nbformat.from_dict({**made, "source": source, "metadata": about}))
    for index, cell in enumerate(written.cells):
        cell["id"] = f"cell-{index}"
    nbformat.validate(written)  # once: nbformat's own `new_code_cell` does for each
    write_text(path, nbformat.v4.writes(written))


def render_outputs(tasks: Tasks, row: Row) -> list:
    """Return the outputs that tell how a cell went, where nbgrader's own would be.

    nbgrader copies them into its own feedback: they say what a student may read.
    """
    about = row.shown or row
    outputs = []
    words = list(about.limits)
    if row.review:  # of a hidden test the reason may show more of it than a student may read
        words.append(f"needs review: {about.review or 'the summary of the class says why'}")
    if about.compatibility:
        words.append("graded in compatibility mode: not tamper-resistant")
    if row.graded and about.state == "failed":
        kind, message = tasks.describe_failure(row, about)
        outputs.append(
            new_output("error", ename=kind, evalue=message, traceback=[f"{kind}: {message}"])
        )
    if words:
        outputs.append(new_output("stream", name="stdout", text="\n".join(words) + "\n"))
    return outputs
