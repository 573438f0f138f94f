"""Render the page that a student reads: of each task what it earned, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from nbjudge.course.source import VARIANT, Notebook
from nbjudge.pages.rendering import escape_text, format_number, render_page
from nbjudge.pages.tasks import Task, Tasks
from nbjudge.points.verdict import REVIEW, merge_gradebook
from nbjudge.records import Explanation, GradebookEntry, Row, SubmissionRecord, digest

__all__ = ["StudentText", "format_lateness", "render_feedback"]

MAX_PAGE = 2**20
MAX_LINES, MAX_LINE = 60, 200
"""Of an answer, where it is shown."""
AROUND = 8
"""Lines before and after a marked one, of an answer that is longer."""
STATES = {
    "passed": ("passed", "passed"),
    "failed": ("failed", "failed"),
    "manual": ("", "waits for a person"),
    "marked": ("", "read by a person"),
    "empty": ("failed", "no answer"),
    "review": ("", "waits for a person"),
    "ran": ("", ""),
}
PLACE = re.compile(r"line (\d{1,6}), in (\S{1,200})")


@dataclass
class StudentText:
    """What a student wrote: by the id of an answer, and by digest of the student's own cells.

    ``values`` is the cell with the student's own values, where there are variants.
    """

    answers: dict[str, str] = field(default_factory=dict)
    further: dict[str, str] = field(default_factory=dict)
    values: str = ""

    @classmethod
    def of(cls, cells: Sequence[Any], varied: bool) -> StudentText:
        """Read it from the cells of an autograded notebook; ``varied``: if there are variants."""
        written = cls()
        for cell in cells:
            about, source = cell["metadata"].get("nbgrader", {}), cell["source"]
            source = source if isinstance(source, str) else "".join(source)
            if about.get("solution"):
                if cell["cell_type"] == "markdown":  # as `sanitize_markdown` left it
                    source = source.replace("&lt;", "<")
                written.answers[about["grade_id"]] = source
            elif not about and cell["cell_type"] == "code":
                written.further[digest(source)] = source
            elif varied and about.get("grade_id") == VARIANT:
                written.values = source
        return written


def render_feedback(
    notebook: Notebook,
    assignment: str,
    record: SubmissionRecord,
    written: StudentText,
    booked: GradebookEntry,
    show_hidden: bool = False,
    book: str = "",
) -> str:
    """Return what a student reads of one notebook: per task what was earned, and why.

    Nothing a student's code printed is repeated; all words are escaped. What the first hidden test
    and all after it say is told by ``Row.shown`` alone, unless hidden tests are to be shown.
    Relative links of the source lead into the book at that address, if there is one.
    """
    tasks = Tasks(notebook, book)
    record = merge_gradebook(record, booked)
    rows = [row for row in record.cells if row.notebook == notebook.name]
    graded = [row for row in rows if row.graded]
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(tasks.name(row.id), []).append(row)
    earned = sum(row.points or 0.0 for row in graded)
    penalty = min(earned, booked.penalties.get(notebook.name, 0.0))
    highest = sum(row.max for row in graded)
    body = [f"<h1>{escape_text(tasks.title or assignment, 300)}</h1>"]
    about = [assignment, *([notebook.name] if notebook.name != assignment else []), record.student]
    about += [f"handed in {record.timestamp}"] if record.timestamp else []
    about += [f"{format_lateness(booked.late)} late"] if booked.late else []
    body.append(f'<p class="quiet">{" · ".join(escape_text(words, 200) for words in about)}</p>')
    line = f"<strong>{format_number(earned - penalty)} of {format_number(highest)} points</strong>"
    if penalty:
        line += f", {format_number(penalty)} taken for lateness"
    waiting = {
        name: sum(row.max for row in of if row.manual)
        for name, of in found.items()
        if any(row.manual for row in of)
    }
    if waiting:
        line += f" so far. {format_number(sum(waiting.values()))} wait for a person"
    body.append(f"<p>{line}.</p>")
    if record.outcome == REVIEW:
        why = [w for w in record.why if w.startswith(f"{notebook.name}.ipynb")]
        body.append("<p>A person will look at this submission.</p>")
        body += [f"<pre>{escape_text(words)}</pre>" for words in why]
    body.append('<table><tr><th>Task</th><th class="n">Points</th></tr>')
    for name, of in found.items():
        if any(row.graded for row in of):
            body.append(
                f'<tr><td>{render_state(name, of)}</td><td class="n">{format_points(of)}</td></tr>'
            )
    body.append("</table>")
    if written.values:
        body.append(f"<p>Your values:</p>\n<pre>{escape_text(written.values, 5000)}</pre>")
    size = 0
    for name, of in found.items():
        task = tasks.of.get(of[0].id or "", Task())
        said = "".join(render_section(tasks, task, name, of, written, booked, show_hidden))
        size += len(said)
        if size > MAX_PAGE // 2:
            body.append("<p>[the rest is left out: this page would be too long]</p>")
            break
        body.append(said)
    if record.notes:
        body.append("<section><h2>Notes</h2><ul>")
        body += [f"<li>{escape_text(note, 300)}</li>" for note in record.notes[:50]]
        body.append("</ul></section>")
    return render_page(f"{assignment}: {notebook.name}", "\n".join(body))


def format_lateness(seconds: float) -> str:
    """Return a time in words."""
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'' if count == 1 else 's'}"
    return "less than a minute"


def format_points(rows: list[Row]) -> str:
    """Return what cells earned, of how much."""
    graded = [row for row in rows if row.graded]
    given = [row.points for row in graded if row.points is not None]
    earned = format_number(sum(given)) if given else "–"
    return f"{earned} of {format_number(sum(row.max for row in graded))}"


IN_YOURS = "in your code: "


def render_state(name: str, rows: list[Row]) -> str:
    """Return a task's line in the overview."""
    words = []
    if any(row.state == "failed" for row in rows if row.graded):
        words.append('<span class="failed">lost points</span>')
    if any(row.manual for row in rows):
        words.append("waits for a person")
    return escape_text(name, 300) + (
        f" <span class=quiet>· {' · '.join(words)}</span>" if words else ""
    )


def render_section(
    tasks: Tasks,
    task: Task,
    name: str,
    rows: list[Row],
    written: StudentText,
    booked: GradebookEntry,
    show_hidden: bool,
) -> Iterator[str]:
    """Yield what there is to say of a task; nothing of one that is right, or waits."""
    tests: list[str] = []
    places: list[tuple[str, int]] = []
    comments: list[str] = []
    addresses: dict[str, str] = {}
    wrong = False
    for row in rows:
        about = row if show_hidden else row.shown or row
        mark = booked.marks.get((row.notebook, row.id or ""))
        if mark is not None and mark.comment:
            comments.append(mark.comment)
        state = row.state if row.graded else about.state
        bad = state in ("failed", "empty")
        wrong |= bad
        if row.graded:
            colour, words = STATES[state]
            count = format_points([row])
            what = label_cell(tasks, row, rows)
            tests.append(
                f'<li><b>{escape_text(what, 200)}</b>: {count}, <span class="{colour}">{words}'
            )
            tests.append("</span>")
        elif bad or about.limits:
            tests.append("<li><b>Your cell</b>")
        else:
            continue
        said = explain_loss(tasks, row, about, state, show_hidden)
        if is_untouched(task, written):  # what a line there is in, the student has not written
            said = (words for words in said if not words.startswith(IN_YOURS))
        tests += [f'<pre class="said">{escape_text(words)}</pre>' for words in said]
        tests.append("</li>")
        if state == "failed":
            places += locate_failure(row, about, task, written)
            for address in tasks.cited(row.id, about.message):
                addresses[address] = address
    if not (wrong or comments or any("<pre" in words for words in tests)):
        return
    yield f"<section><h2>{escape_text(name, 300)}</h2>\n<ul>{''.join(tests)}</ul>\n"
    for words in comments:
        yield f"<blockquote><b>A comment for you</b>\n{escape_text(words, 5000)}</blockquote>\n"
    yield from render_answers(task, rows, written, places)
    if wrong and (addresses or task.links):
        to = (addresses | task.links).items()
        links = [
            f'<a href="{escape_text(where)}">{escape_text(words, 300)}</a>' for where, words in to
        ]
        yield f"<p>Read again: {', '.join(links)}</p>\n"
    yield "</section>"


def label_cell(tasks: Tasks, row: Row, rows: list[Row]) -> str:
    """Return what a graded cell is to a student."""

    def kind(row: Row) -> str:
        cell = tasks.cell(row.id)
        if cell is None or cell.kind != "test":
            return "Your answer"
        return "Further tests" if cell.hidden else "Check"

    alike = [other for other in rows if other.graded and kind(other) == kind(row)]
    return kind(row) if len(alike) == 1 else f"{kind(row)} {row.id}"


def explain_loss(
    tasks: Tasks, row: Row, about: Explanation, state: str, show_hidden: bool
) -> Iterator[str]:
    """Yield why a cell lost its points, or what limits it hit."""
    if state == "failed":
        kind, words = tasks.describe_failure(row, about, show_hidden)
        if kind not in ("AssertionError", "Failed"):
            words = f"{kind}: {words}"
        line = "" if row.graded or not about.line else f"line {about.line}: "
        yield line + words
        for where in about.where[:5]:
            yield f"{IN_YOURS}{where}"
        yield from (limit for limit in about.limits if limit not in words)
    else:
        yield from about.limits


def locate_failure(
    row: Row, about: Explanation, task: Task, written: StudentText
) -> Iterator[tuple[str, int]]:
    """Yield the lines of the student's that a failure names, each with the key of its cell.

    A test names a line of a function: it is marked where one of the task's answers alone has it.
    """
    if not row.graded and about.line:
        yield row.id or row.text or "", about.line
    for where in about.where[:5]:
        found = PLACE.fullmatch(where)
        if found is None:
            continue
        line, name = int(found[1]), found[2]
        has = re.compile(rf"\b(?:def|class)\s+{re.escape(name)}\b")
        cells = [str(cell.id) for cell in task.cells if cell.kind == "student"]
        texts = {key: split_lines(written.answers.get(key, "")) for key in cells}
        has_it = [
            key
            for key, text in texts.items()
            if len(text) >= line and has.search("\n".join(text[:line]))
        ]
        if len(has_it) == 1:
            yield has_it[0], line


def is_untouched(task: Task, written: StudentText) -> bool:
    """Return whether all code that is to be written in a task is as it was handed out."""
    cells = [cell for cell in task.cells if cell.kind == "student"]
    return bool(cells) and all(
        written.answers.get(str(cell.id), "").strip() == cell.release.strip() for cell in cells
    )


def split_lines(source: str) -> list[str]:
    """Return the lines of a program, as Python counts them."""
    return re.split(r"\r\n|\r|\n", source)


def render_answers(
    task: Task, rows: list[Row], written: StudentText, places: list[tuple[str, int]]
) -> Iterator[str]:
    """Yield what the student wrote in a task, with lines marked."""
    read = {row.id for row in rows if row.text}  # of a notebook that cannot be read, none
    own = [
        (str(c.id), written.answers.get(str(c.id), ""), c.release)
        for c in task.cells
        if c.kind in ("student", "answer") and c.id in read
    ]
    own += [
        (row.text, written.further.get(row.text, ""), "")
        for row in rows
        if row.id is None and row.text
    ]
    for key, source, released in own:
        if not source.strip():
            continue
        if source.strip() == released.strip():
            yield "<p>Not answered: the cell is as you got it.</p>\n"
            continue
        marked = {line for where, line in places if where == key}
        yield f"<h3>What you wrote</h3>\n<pre>{render_listing(source, marked)}</pre>\n"


def render_listing(source: str, marked: set[int]) -> str:
    """Return a student's text with numbers to its lines, as HTML: plain, escaped, and bounded."""
    lines = split_lines(source.rstrip())
    shown = set(range(1, MAX_LINES + 1))
    if len(lines) > MAX_LINES and marked:
        first = min(marked)
        shown = {n for m in sorted(marked)[:3] for n in range(m - AROUND, m + AROUND + 1)}
        shown |= {n for n in range(max(1, first - AROUND), first)}
    width = len(str(len(lines)))
    out, left = [], 0
    for place, line in enumerate(lines, 1):
        if place not in shown:
            left += 1
            continue
        if left:
            out.append(f"[{left} lines]")
            left = 0
        words = f"{place:>{width}}  {escape_text(line, MAX_LINE)}"
        out.append(f"<mark>{words}  ◀</mark>" if place in marked else words)
    if left:
        out.append(f"[{left} more lines]")
    return "\n".join(out)
