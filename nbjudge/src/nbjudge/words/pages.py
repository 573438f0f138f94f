"""The files that people read: the autograded notebook, and the student's feedback."""

from __future__ import annotations

import copy
import html
import os
import re
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from nbjudge.course.source import Assignment
from nbjudge.records import Account, Record, Result, Row, ShownCell, Submitted
from nbjudge.words.verdict import REVIEW

__all__ = ["feedback_page", "page", "write_autograded", "write_text"]

MAX_PAGE = 2**20
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top;
padding: .35rem .6rem; border-bottom: 1px solid #ccc; } td.n, th.n { text-align: right; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .2rem 0; font-size: .9em; }
.failed { color: #a40000; } .passed { color: #005a00; } .bar { background: #36c; height: .8rem; }
"""


def write_text(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all, and follow no link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)
    part.write_text(text, encoding="utf-8", errors="replace")
    os.replace(part, path)


def page(title: str, body: str) -> str:
    """Return a whole HTML page that runs nothing and loads nothing; ``body`` is escaped already."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{text(title)}</title>\n<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def text(value: object, limit: int = 2000) -> str:
    """Escape text for HTML, without control characters, up to a length."""
    words = str(value)
    words = words if len(words) <= limit else words[:limit] + " […]"
    words = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", words)  # colours of a terminal
    words = re.sub(
        r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", "\N{REPLACEMENT CHARACTER}", words
    )
    return html.escape(words, quote=True)


def number(value: float) -> str:
    """Return points without needless zeros."""
    return f"{value:.10g}"


STATES = {
    "passed": ("passed", "passed"),
    "failed": ("failed", "failed"),
    "manual": ("", "will be graded by a person"),
    "empty": ("failed", "no answer"),
    "review": ("", "a person will look at it"),
    "ran": ("", ""),
}


def explain(row: Row, show_hidden: bool) -> str:
    """Return the words for one row, as HTML."""
    about = row if show_hidden else row.shown or row
    lines = []
    for words in about.limits:
        lines.append(f"<pre>{text(words)}</pre>")
    if about.state == "failed":
        message = about.message or (about.full if show_hidden else "")
        if row.graded and not about.visible and not show_hidden:
            line = "a further test failed" + (f": {message}" if message else "")
        else:
            line = f"{about.type}: {message}" if message else about.type
        if not row.graded and about.line:
            line = f"line {about.line}: {line}"
        if line:
            lines.append(f"<pre>{text(line)}</pre>")
        for where in about.where[:5]:
            lines.append(f"<pre>in your code: {text(where, 300)}</pre>")
    return "".join(lines)


def feedback_page(
    assignment: Assignment, name: str, record: Record, show_hidden: bool = False
) -> str:
    """Return what a student reads of one notebook: per task what was earned, and why.

    Nothing a student's code printed is repeated; all words are escaped.
    """
    rows = [row for row in record.cells if row.notebook == name]
    graded = [row for row in rows if row.graded]
    earned = sum(row.points or 0.0 for row in graded)
    highest = sum(row.max for row in graded)
    waiting = sum(row.max for row in graded if row.manual)
    body = [f"<h1>{text(assignment.name)}: {text(name)}</h1>"]
    body.append(f"<p><strong>{number(earned)} of {number(highest)} points</strong>")
    if waiting:
        body.append(f"; {number(waiting)} of them wait for a person")
    body.append(".</p>")
    if record.outcome == REVIEW:
        why = [w for w in record.why if w.startswith(f"{name}.ipynb")]
        body.append("<p>A person will look at this submission.</p>")
        body += [f"<pre>{text(words)}</pre>" for words in why]
    body.append('<table><tr><th>Task</th><th class="n">Points</th><th></th><th>Why</th></tr>')
    size = 0
    for row in rows:
        about = row if row.graded or show_hidden else row.shown or row
        colour, words = STATES[about.state]
        said = explain(row, show_hidden)
        if not row.graded and not said:
            continue
        size += len(said)
        if size > MAX_PAGE // 2:
            said = "<pre>[left out: this page would be too long]</pre>"
        points = ""
        if row.graded:
            shown = "–" if row.points is None else number(row.points)
            points = f"{shown} of {number(row.max)}"
        task = row.id or "a cell of yours"
        body.append(
            f'<tr><td>{text(task, 200)}</td><td class="n">{points}</td>'
            f'<td class="{colour}">{words}</td><td>{said}</td></tr>'
        )
    body.append("</table>")
    if record.notes:
        body.append("<h2>Notes</h2><ul>")
        body += [f"<li>{text(note, 300)}</li>" for note in record.notes[:50]]
        body.append("</ul>")
    return page(f"{assignment.name}: {name}", "\n".join(body))


LINK = re.compile(r"\](?=[(:])")
TARGET = re.compile(r"[(:]\s*(\S*)")
SCHEME = re.compile(r"([^/?#]*?):")
MATHJAX = re.compile(r"\\(?=(?:href|url|style|class|cssId|require|includegraphics)\b)")


def harmless(source: str) -> str:
    """Take the life out of a student's Markdown: HTML, images, and links but to the web and mail.

    A link is undone by a space before its target, whatever a renderer would make of the target.
    """
    source = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", source)
    source = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", source)
    source = re.sub(r"!+(\\*)\[", r"\1[", source)  # a picture becomes a link to it
    source = MATHJAX.sub(r"\\ ", source)  # TeX that makes links or loads something
    return LINK.sub(lambda found: "]" if safe_target(source, found.end()) else "] ", source)


def safe_target(source: str, place: int) -> bool:
    """Whether what a link's target at this place says, in all its disguises, is a harmless one."""
    target = TARGET.match(source, place)
    words = target[1] if target else ""
    if len(words) > 5000:
        return False
    while (plain := html.unescape(words.replace("\\", ""))) != words:
        words = plain
    words = "".join(c for c in words if c.isprintable() and not c.isspace()).lstrip("<")
    scheme = SCHEME.match(words)
    return scheme is None or scheme[1].lower() in ("http", "https", "mailto")


def write_autograded(
    path: Path,
    assignment: Assignment,
    name: str,
    submitted: Submitted | None,
    results: dict[int, Result],
    record: Record,
) -> None:
    """Write the notebook that Formgrader shows, with outputs that are text and pictures only.

    Hidden tests are not in it, because nbgrader would copy them into feedback.
    """
    notebook = assignment.notebooks[name]
    metadata = notebook.graded.metadata
    written = new_notebook(metadata={k: metadata[k] for k in ("kernelspec",) if k in metadata})
    if submitted is None:
        words = "; ".join(record.why)
        written.cells.append(new_markdown_cell(f"**Not graded:** {harmless(words)[:2000]}"))
        shown_cells = [
            ShownCell(place, cell.cell_type, cell.release, None)
            for place, cell in enumerate(notebook.cells)
        ]
    else:
        shown_cells = submitted.shown
    rows = {row.id: row for row in record.cells if row.notebook == name and row.id}
    for shown in shown_cells:
        source, about, ours = shown.source, {}, False
        if shown.place is not None:
            cell = notebook.cells[shown.place]
            about = copy.deepcopy(dict(notebook.graded.cells[shown.place].metadata))
            ours = cell.kind not in ("student", "answer")
            source = cell.release if ours else source
        result = Result() if shown.run is None else results.get(shown.run, Result())
        if shown.type == "code":
            row = rows.get(about.get("nbgrader", {}).get("grade_id"))
            outputs = [nbformat.from_dict(output) for output in result.outputs]
            if row is not None:  # nbgrader copies these outputs into its own feedback
                outputs += outputs_of(row.shown or row, row.graded)
            written.cells.append(new_code_cell(source, metadata=about, outputs=outputs))
        else:
            written.cells.append(
                new_markdown_cell(source if ours else harmless(source), metadata=about)
            )
    for index, cell in enumerate(written.cells):
        cell["id"] = f"cell-{index}"
    write_text(path, nbformat.writes(written))


def outputs_of(about: Account, graded: bool) -> list:
    """Return the outputs that tell how a cell went, where nbgrader's own would be."""
    outputs = []
    words = list(about.limits)
    if about.review:
        words.append(f"needs review: {about.review}")
    if about.compatibility:
        words.append("graded in compatibility mode: not tamper-resistant")
    if graded and about.state == "failed":
        kind, message = about.type or "Failed", about.message
        outputs.append(
            new_output("error", ename=kind, evalue=message, traceback=[f"{kind}: {message}"])
        )
    if words:
        outputs.append(new_output("stream", name="stdout", text="\n".join(words) + "\n"))
    return outputs
