"""What an instructor wants to know of a graded class, as CSV and as a page."""

from __future__ import annotations

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Sequence

from nbjudge.records import Record, Row
from nbjudge.words.pages import number, page, text
from nbjudge.words.verdict import FAILURES, GRADED, REVIEW

__all__ = ["as_csv", "as_page"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")


def cell_text(value: object) -> str:
    """Return text for a CSV cell that no spreadsheet takes for a formula."""
    words = " ".join(str(value).split())[:500]
    return f"'{words}" if words.startswith(FORMULA) else words


def as_csv(records: list[Record]) -> str:
    """Return one row per submission: outcome, score, every task, and why it needs review."""
    tasks = tasks_of(records)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ["student", "outcome", "score", "max_score", "waiting_for_a_person",
         *(f"{n}/{t}" for n, t in tasks), "isolation", "seconds", "why", "notes"]
    )  # fmt: skip
    for record in sorted(records, key=lambda r: r.student):
        points = {(row.notebook, row.id): row.points for row in record.cells}
        earned = ["" if (p := points.get(task)) is None else number(p) for task in tasks]
        waiting = sum(row.max for row in record.cells if row.manual)
        writer.writerow(
            [cell_text(record.student), record.outcome, number(record.score),
             number(record.max_score), number(waiting), *earned,
             record.sandbox.isolation if record.sandbox else "", record.seconds,
             cell_text("; ".join(record.why)), cell_text("; ".join(record.notes))]
        )  # fmt: skip
    return out.getvalue()


def tasks_of(records: list[Record]) -> list[tuple[str, str]]:
    """List the graded cells in the order of the source."""
    found: dict[tuple[str, str], None] = {}
    for record in records:
        for row in record.cells:
            if row.graded and row.id:
                found[row.notebook, row.id] = None
    return list(found)


def table(head: list[str], rows: Sequence[Sequence[object]]) -> str:
    """Return a table of text and numbers."""
    lines = ["<table><tr>" + "".join(f"<th>{text(h)}</th>" for h in head) + "</tr>"]
    for row in rows:
        lines.append("<tr>" + "".join(f"<td>{text(value, 500)}</td>" for value in row) + "</tr>")
    return "\n".join([*lines, "</table>"])


def as_page(assignment: str, records: list[Record]) -> str:
    """Return the page: distribution, hardest tasks, frequent failures, who needs review."""
    outcomes = Counter(record.outcome for record in records)
    scores = sorted(record.score for record in records)
    highest = max((record.max_score for record in records), default=0.0)
    body = [f"<h1>{text(assignment)}: {len(records)} submissions</h1>"]
    body.append(
        table(["outcome", "submissions"], [[o, outcomes[o]] for o in (GRADED, FAILURES, REVIEW)])
    )
    if scores:
        middle = scores[len(scores) // 2] if len(scores) % 2 else sum(
            scores[len(scores) // 2 - 1 : len(scores) // 2 + 1]) / 2  # fmt: skip
        mean = sum(scores) / len(scores)
        body.append(
            f"<p>Points of {number(highest)}: mean {mean:.3g}, median {number(middle)}, "
            f"from {number(scores[0])} to {number(scores[-1])}. Points that wait for a person "
            "are not in it.</p>"
        )
        body += ["<h2>Distribution</h2>", distribution(scores, highest)]
    body += ["<h2>Tasks, the hardest first</h2>", hardest(records)]
    body += ["<h2>Most frequent failures</h2>", frequent(records)]
    waiting = [[r.student, "; ".join(r.why)] for r in records if r.outcome == REVIEW]
    body += [
        "<h2>Needs review</h2>",
        table(["student", "why"], waiting) if waiting else "<p>Nobody.</p>",
    ]
    weak = [
        [record.student, row.id, row.compatibility]
        for record in records for row in record.cells if row.compatibility
    ]  # fmt: skip
    if weak:
        body += ["<h2>Not tamper-resistant (compatibility mode)</h2>"]
        body += [table(["student", "task", "why it could not be split"], weak)]
    return page(f"{assignment}: summary", "\n".join(body))


def distribution(scores: list[float], highest: float) -> str:
    """Return a histogram of ten bars."""
    counts = [0] * 10
    for score in scores:
        counts[min(int(10 * score / highest), 9) if highest else 0] += 1
    lines = ["<table>"]
    for tenth, count in enumerate(counts):
        width = 100 * count / max(max(counts), 1)
        lines.append(
            f"<tr><td>{number(highest * tenth / 10)} to {number(highest * (tenth + 1) / 10)}</td>"
            f'<td class="n">{count}</td>'
            f'<td><div class="bar" style="width:{width:.0f}%"></div></td></tr>'
        )
    return "\n".join([*lines, "</table>"])


def hardest(records: list[Record]) -> str:
    """Return the graded tasks by the share of points that was earned."""
    earned: dict[tuple, list[float]] = defaultdict(list)
    for record in records:
        for row in record.cells:
            if row.graded and row.max and row.points is not None:
                earned[row.notebook, row.id].append(row.points / row.max)
    rows = [[n, t, f"{100 * sum(s) / len(s):.0f} %", len(s)] for (n, t), s in earned.items()]
    rows.sort(key=lambda row: int(str(row[2]).split()[0]))
    return table(["notebook", "task", "points earned", "submissions"], rows)


def failure(row: Row) -> str:
    """Return the words for what went wrong in a cell."""
    if row.type:
        return f"{row.type}: {row.full or row.message}"[:200]
    return "; ".join(row.limits)[:200]


def frequent(records: list[Record]) -> str:
    """Return the failure messages that came up most, with the number of students."""
    seen: Counter = Counter()
    for record in records:
        seen.update({(r.id or "", failure(r)) for r in record.cells if r.state == "failed"})
    rows = [[task, words, count] for (task, words), count in seen.most_common(20)]
    return table(["task", "message", "students"], rows)
