"""Summarize a graded class for its instructor, as CSV and as a page."""

from __future__ import annotations

import csv
import io
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nbjudge.course.source import Assignment
from nbjudge.pages.advice import find_advice
from nbjudge.pages.feedback import format_lateness
from nbjudge.pages.rendering import escape_text, format_number, render_page
from nbjudge.pages.tasks import Tasks
from nbjudge.points.verdict import FAILURES, GRADED, REVIEW
from nbjudge.records import GradebookCell, GradebookEntry, Row, SubmissionRecord, digest

__all__ = ["Change", "Summary", "find_changes", "render_csv"]

FORMULA = ("=", "+", "-", "@", "\t", "\r")
NUMBER = re.compile(r"(?<![A-Za-z_\d])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\b(?:nan|inf)\b")
TEXT = r"(?<=[\[(])'[^'\n]*'|(?<=, )'[^'\n]*'"  # in a list
VALUE = re.compile(f"{NUMBER.pattern}|{TEXT}")
MAX_GROUPS = 100
NUMBERS = re.compile(r"#(?:[\s,;()\[\]]*#)+")


def escape_csv_cell(value: object) -> str:
    """Return text for a CSV cell that no spreadsheet takes for a formula."""
    words = " ".join(str(value).split())[:500]
    return f"'{words}" if words.startswith(FORMULA) else words


def render_csv(
    records: list[SubmissionRecord], booked: dict[str, GradebookEntry], misplaced: dict[str, str]
) -> str:
    """Return one row per submission: outcome, score, every task, and why it needs review.

    One that is in a wrong place, and was never graded, has a row without points.
    """
    tasks = list_graded_cells(records)
    graded = {record.student for record in records}
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        [
            "student",
            "outcome",
            "score",
            "max_score",
            "waiting_for_a_person",
            *(f"{n}/{t}" for n, t in tasks),
            "isolation",
            "seconds",
            "why",
            "notes",
            "hours_late",
        ]
    )
    for record in sorted(records, key=lambda r: r.student):
        points = {(row.notebook, row.id): row.points for row in record.cells}
        earned = ["" if (p := points.get(task)) is None else format_number(p) for task in tasks]
        waiting = sum(row.max for row in record.cells if row.manual)
        late = booked[record.student].late if record.student in booked else 0.0
        writer.writerow(
            [
                escape_csv_cell(record.student),
                record.outcome,
                format_number(record.score),
                format_number(record.max_score),
                format_number(waiting),
                *earned,
                record.sandbox.isolation if record.sandbox else "",
                record.seconds,
                escape_csv_cell("; ".join(record.why)),
                escape_csv_cell("; ".join(record.notes)),
                format_number(round(late / 3600, 2)),
            ]
        )
    for student, why in misplaced.items():
        if student not in graded:
            empty = [""] * len(tasks)
            writer.writerow(
                [
                    escape_csv_cell(student),
                    REVIEW,
                    "",
                    "",
                    "",
                    *empty,
                    "",
                    "",
                    escape_csv_cell(why),
                    "",
                    "",
                ]
            )
    return out.getvalue()


def list_graded_cells(records: list[SubmissionRecord]) -> list[tuple[str, str]]:
    """List the graded cells in the order of the source."""
    found: dict[tuple[str, str], None] = {}
    for record in records:
        for row in record.cells:
            if row.graded and row.id:
                found[row.notebook, row.id] = None
    return list(found)


@dataclass
class Change:
    """A grade that grading again has changed.

    Attributes
    ----------
    was, now : str
        Points, or why there are none.
    same : bool
        Whether the student's answers in that notebook are the same.
    """

    student: str
    notebook: str
    cell: str
    was: str
    now: str
    same: bool


def find_changes(before: SubmissionRecord, now: SubmissionRecord) -> list[Change]:
    """List the grades of a submission that are not what tests gave before."""
    was = {(row.notebook, row.id): row for row in before.cells if row.graded}
    found = {(row.notebook, row.id): row for row in now.cells if row.graded}

    def texts(record: SubmissionRecord, notebook: str) -> list[tuple[str, str]]:
        of = [row for row in record.cells if row.notebook == notebook]
        return sorted((row.id, row.text) for row in of if row.id and row.text)

    listed = []
    for key in dict.fromkeys([*was, *found]):
        old, new = (describe_points(rows.get(key)) for rows in (was, found))
        if old != new:
            same = texts(before, key[0]) == texts(now, key[0])
            listed.append(Change(now.student, key[0], str(key[1]), old, new, same))
    return listed


def describe_points(row: Row | None) -> str:
    """Return what tests gave for a cell."""
    if row is None:
        return "not there"
    if row.state == "review":
        return "for a person"
    return "by hand" if row.points is None else format_number(row.points)


class Summary:
    """The page of a graded class.

    Parameters
    ----------
    assignment : Assignment
    records : list of SubmissionRecord
        As they stand in the gradebook.
    changes : list of Change
    booked : dict of str to GradebookEntry
    folder : Path
        Where the page will lie.
    misplaced : dict of str to str
        By student, what is in a wrong place.
    """

    def __init__(
        self,
        assignment: Assignment,
        records: list[SubmissionRecord],
        changes: list[Change],
        booked: dict[str, GradebookEntry],
        folder: Path,
        misplaced: dict[str, str],
    ) -> None:
        self.assignment, self.booked, self.folder = assignment, booked, folder
        self.misplaced = misplaced
        self.changes = sorted(changes, key=lambda change: change.student)
        self.records = sorted(records, key=lambda record: record.student)
        self.tasks = {name: Tasks(book) for name, book in assignment.notebooks.items()}
        self.unread = {
            (row.notebook, row.id)
            for record in records
            for row in record.cells
            if row.manual and row.state == "manual"
        }

    def page(self) -> str:
        """Return it as HTML."""
        name = self.assignment.name
        parts = [
            ("Distribution", self.distribution()),
            ("Who needs a person", self.waiting()),
            ("What grading again has changed", self.changed()),
            ("The same mistake", self.mistakes()),
            ("Tasks, the hardest first", self.hardest()),
            ("Late", self.late()),
            ("Not tamper-resistant (compatibility mode)", self.weak()),
        ]
        body = [f"<h1>{escape_text(name)}: {len(self.records)} submissions</h1>", self.figures()]
        body += [f"<h2>{title}</h2>\n{part}" for title, part in parts if part]
        return render_page(f"{name}: summary", "\n".join(body))

    def task(self, notebook: str, cell: str | None) -> str:
        """Return the name of a task, with that of the notebook if there are several."""
        tasks = self.tasks.get(notebook)
        name = tasks.name(cell) if tasks else cell or ""
        return name if len(self.tasks) == 1 else f"{notebook}: {name}"

    def cell(self, notebook: str, cell: str | None) -> str:
        """Return the name of a task and a cell of it."""
        task = self.task(notebook, cell)
        name = (
            f' <span class="quiet">{escape_text(cell, 100)}</span>' if cell and cell != task else ""
        )
        return escape_text(task, 300) + name

    def student(self, name: str, notebook: str) -> str:
        """Return a student's name, which leads to the feedback."""
        path = self.assignment.course.path("feedback", name, self.assignment.name)
        to = os.path.relpath(path / f"{notebook}.html", self.folder)
        return f'<a href="{quote(to, errors="surrogatepass")}">{escape_text(name, 80)}</a>'

    def figures(self) -> str:
        """Return in a line how the class did."""
        outcomes = Counter(record.outcome for record in self.records)
        line = ", ".join(
            f"{outcomes[outcome]} {escape_text(outcome)}"
            for outcome in (GRADED, FAILURES, REVIEW)
            if outcomes[outcome]
        )
        if not self.records:
            return "<p>Nobody.</p>"
        scores, highest = self.list_scores()
        words = "No points are known yet."
        if scores:
            middle = (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2
            words = (
                f"Points of {format_number(highest)}: mean {sum(scores) / len(scores):.3g}, "
                f"median {format_number(middle)}, from {format_number(scores[0])} "
                f"to {format_number(scores[-1])}."
            )
        left = [f"{n} that need{'s' * (n == 1)} review"] if (n := outcomes[REVIEW]) else []
        cells = ", ".join(str(cell) for _, cell in sorted(self.unread, key=str))
        left += [f"what is not read of everybody yet ({escape_text(cells, 300)})"] if cells else []
        words += f" Left out: {'; '.join(left)}." if left else ""
        return f"<p>{line}.</p>\n<p>{words}</p>"

    def list_scores(self) -> tuple[list[float], float]:
        """Return what is known of the points: of each, the fewest first, and the most there are.

        Who needs review is left out, and of all others each cell that is not read of everybody: a
        point that waits is no point that was lost.
        """
        settled = [record.cells for record in self.records if record.outcome != REVIEW]
        rows = [
            [row for row in of if row.graded and (row.notebook, row.id) not in self.unread]
            for of in settled
        ]
        scores = sorted(sum(row.points or 0.0 for row in of) for of in rows)
        return scores, max((sum(row.max for row in of) for of in rows), default=0.0)

    def distribution(self) -> str:
        """Return a histogram of ten bars; nothing where no points are known."""
        scores, highest = self.list_scores()
        if not scores:
            return ""
        counts = [0] * 10
        for score in scores:
            counts[max(0, min(int(10 * score / highest), 9)) if highest else 0] += 1
        rows = []
        for tenth, count in enumerate(counts):
            width = 100 * count / max(max(counts), 1)
            rows.append(
                f'<tr><td class="n">{format_number(highest * tenth / 10)} to '
                f'{format_number(highest * (tenth + 1) / 10)}</td><td class="n">{count}</td>'
                f'<td class="wide"><div class="bar" style="width:{width:.0f}%"></div></td></tr>'
            )
        return "<table>" + "\n".join(rows) + "</table>"

    def waiting(self) -> str:
        """Return what is to be graded by hand, by task, and who needs review, and why."""
        by_hand: dict[tuple[str, str], list[str]] = defaultdict(list)
        for record in self.records:
            for row in record.cells:
                if row.manual and row.state == "manual":
                    key = row.notebook, self.task(row.notebook, row.id)
                    by_hand[key].append(self.student(record.student, row.notebook))
        body = [
            render_fold(
                f"{escape_text(task, 300)}: <b>{len(who)}</b> to be graded by hand", ", ".join(who)
            )
            for (_, task), who in by_hand.items()
        ]
        body += self.referred()
        first = next(iter(self.tasks), "")
        rows = []
        for record in self.records:
            known = {f"{row.id or 'a cell'}: {row.review}" for row in record.cells if row.review}
            others = [why for why in record.why if why not in known]
            if record.outcome == REVIEW and others:
                rows.append(
                    [self.student(record.student, first), escape_text("; ".join(others), 600)]
                )
        rows += [
            [escape_text(who, 80), escape_text(why, 600)] for who, why in self.misplaced.items()
        ]
        body += [render_table(["who", "why it needs review"], rows)] if rows else []
        return "\n".join(body) or "<p>Nobody.</p>"

    def referred(self) -> Iterator[str]:
        """Yield each reason for which cells were left to a person, with what to do about it."""
        groups: dict[tuple[str, str | None, str], list[str]] = defaultdict(list)
        for record in self.records:
            for row in record.cells:
                if record.outcome == REVIEW and row.review and (row.manual or not row.graded):
                    who = self.student(record.student, row.notebook)
                    groups[row.notebook, row.id, row.review].append(who)
        for (notebook, cell, why), who in sorted(groups.items(), key=lambda one: -len(one[1])):
            what = f"{format_count(len(who))} · {self.cell(notebook, cell)}"
            what += f"<pre>{escape_text(why, 700)}</pre>"
            what += f"<p>{escape_text(do)}</p>" if (do := find_advice(why)) else ""
            yield render_fold(what, ", ".join(who))

    def changed(self) -> str:
        """Return the grades that differ from those of the grading before."""
        rows = []
        for change in self.changes:
            about = self.booked.get(change.student, GradebookEntry())
            mark = about.marks.get((change.notebook, change.cell), GradebookCell())
            stand = (
                f" (your points stand: {format_number(mark.points or 0)})" if mark.by_hand else ""
            )
            rows.append(
                [
                    self.student(change.student, change.notebook),
                    self.cell(change.notebook, change.cell),
                    f"{change.was} → {change.now}{stand}",
                    "the same" if change.same else "another",
                ]
            )
        return render_table(["student", "task", "points", "answer"], rows) if rows else ""

    def mistakes(self) -> str:
        """Return what went wrong in the same way, most frequent first, and what is not answered.

        A student's failures in one task are one mistake: the first of them tells which. What a
        cell of the student's own raised costs nothing, and mostly tells of an answer that is not
        there yet: it stands in the feedback alone.
        """
        groups: dict[tuple, list[tuple[SubmissionRecord, list[Row]]]] = defaultdict(list)
        undone: dict[tuple[str, str], list[str]] = defaultdict(list)
        for record, notebook, task, rows, answered in self.failures():
            if answered:
                groups[self.mistake(rows[0])].append((record, rows))
            else:
                undone[notebook, task].append(self.student(record.student, notebook))
        order = sorted(groups.values(), key=lambda group: -len(group))
        body = [self.group(group) for group in order[:MAX_GROUPS]]
        if len(order) > MAX_GROUPS:
            body.append(f"<p>[{len(order) - MAX_GROUPS} rarer ones are left out]</p>")
        if undone:
            body.append("<h3>Not answered</h3>")
        for (_, task), who in undone.items():
            body.append(
                render_fold(f"<b>{len(who)}</b> · {escape_text(task, 300)}", ", ".join(who))
            )
        return "\n".join(body) or "<p>Nothing failed.</p>"

    def failures(self) -> Iterator[tuple[SubmissionRecord, str, str, list[Row], bool]]:
        """Yield by student and task the cells that failed, and whether anything was answered."""
        for record in self.records:
            found: dict[tuple[str, str], list[Row]] = defaultdict(list)
            for row in record.cells:
                found[row.notebook, self.task(row.notebook, row.id)].append(row)
            for (notebook, task), rows in found.items():
                bad = [row for row in rows if row.id and row.state in ("failed", "empty")]
                own = [row for row in rows if row.text]
                if bad:
                    yield (
                        record,
                        notebook,
                        task,
                        bad,
                        not own or not all(map(self.is_untouched, own)),
                    )

    def is_untouched(self, row: Row) -> bool:
        """Return whether an answer is as students got it."""
        tasks = self.tasks.get(row.notebook)
        cell = tasks.cell(row.id) if tasks else None
        return cell is not None and row.text == digest(cell.release)

    def group(self, group: list[tuple[SubmissionRecord, list[Row]]]) -> str:
        """Return one mistake, and who made it."""
        _, rows = group[0]
        first = rows[0]
        head = [
            f"{format_count(len(group))} · {escape_text(self.task(first.notebook, first.id), 300)}"
        ]
        cells = list(dict.fromkeys(row.id for _, of in group for row in of))
        hidden = {row.id for _, of in group for row in of if not row.visible}
        usual = {}
        for key in cells:
            words = Counter(
                self.describe_failure(row) for _, of in group for row in of if row.id == key
            )
            usual[key] = words.most_common(1)[0][0]
            what = f"{escape_text(key or '', 100)}{' (hidden test)' if key in hidden else ''}"
            what += f", one of {len(words)} wordings" if len(words) > 1 else ""
            what += f", {words.total()} of them" if words.total() < len(group) else ""
            head.append(
                f'<pre><span class="quiet">{what}:</span> {escape_text(usual[key], 700)}</pre>'
            )
        who = []
        for record, of in group:
            other = [said for row in of if (said := self.describe_failure(row)) != usual[row.id]]
            words = "".join(f"<pre>{escape_text(said, 300)}</pre>" for said in other)
            who.append(f"<li>{self.student(record.student, first.notebook)}{words}</li>")
        return render_fold("".join(head), f"<ul>{''.join(who)}</ul>")

    def describe_failure(self, row: Row) -> str:
        """Return what a failed cell said, hidden or not."""
        if row.state == "empty":
            return "no answer"
        tasks = self.tasks.get(row.notebook)
        kind, words = (
            tasks.describe_failure(row, row, hidden=True) if tasks else (row.type, row.full)
        )
        return words if kind in ("AssertionError", "Failed") else f"{kind}: {words}"

    def mistake(self, row: Row) -> tuple:
        """Return what tells a mistake from others.

        The same ``assert`` of a test is the same mistake; elsewhere the same words are, but for
        numbers and the texts in lists.
        """
        tasks = self.tasks.get(row.notebook)
        line = tasks.statement(row, row)[0] if tasks else 0
        return (
            row.notebook,
            row.id,
            line or NUMBERS.sub("#", VALUE.sub("#", self.describe_failure(row))),
        )

    def hardest(self) -> str:
        """Return the tasks by the share of their points that was earned.

        A cell that a person grades is among them as soon as everybody's is graded.
        """
        earned: dict[tuple[str, str | None], list[Row]] = defaultdict(list)
        for record in self.records:
            for row in record.cells:
                if row.graded and row.max and row.points is not None and not row.manual:
                    earned[row.notebook, row.id].append(row)
        tasks: dict[str, dict[str | None, list[Row]]] = defaultdict(dict)
        for (notebook, cell), rows in earned.items():
            if (notebook, cell) not in self.unread:
                tasks[self.task(notebook, cell)][cell] = rows

        def share(rows: list[Row]) -> float:
            return sum(row.points or 0.0 for row in rows) / sum(row.max for row in rows)

        found = []
        for task, cells in tasks.items():
            parts = ", ".join(f"{cell} {100 * share(rows):.0f} %" for cell, rows in cells.items())
            all_rows = [row for rows in cells.values() for row in rows]
            words = f'{escape_text(task, 300)} <span class="quiet">{escape_text(parts, 500)}</span>'
            count = max(map(len, cells.values()))
            found.append((share(all_rows), [words, f"{100 * share(all_rows):.0f} %", str(count)]))
        rows = [row for _, row in sorted(found, key=lambda one: one[0])]
        return render_table(["task", "points earned", "of"], rows, numbers=2) if rows else ""

    def late(self) -> str:
        """Return who handed in after the date that it was due."""
        first = next(iter(self.tasks), "")
        rows = []
        for record in self.records:
            about = self.booked.get(record.student, GradebookEntry())
            if about.late:
                taken = sum(about.penalties.values())
                rows.append(
                    [
                        self.student(record.student, first),
                        format_lateness(about.late),
                        format_number(taken),
                    ]
                )
        return render_table(["student", "late by", "points taken"], rows, numbers=1) if rows else ""

    def weak(self) -> str:
        """Return which tests ran in the student's own process."""
        rows = [
            [
                self.student(record.student, row.notebook),
                self.cell(row.notebook, row.id),
                escape_text(row.compatibility, 500),
            ]
            for record in self.records
            for row in record.cells
            if row.compatibility
        ]
        return render_table(["student", "task", "why it could not be split"], rows) if rows else ""


def format_count(number: int) -> str:
    """Return how many students, in bold."""
    return f"<b>{number} student{'' if number == 1 else 's'}</b>"


def render_fold(head: str, inside: str) -> str:
    """Return what opens when one asks for it; both are escaped already."""
    return f"<details><summary>{head}</summary>{inside}</details>"


def render_table(head: list[str], rows: Sequence[Sequence[str]], numbers: int = 0) -> str:
    """Return a table; its cells are escaped already, and the last columns may hold numbers."""
    kinds = [""] * (len(head) - numbers) + [' class="n"'] * numbers

    def line(tag: str, cells: Sequence[str]) -> str:
        parts = (f"<{tag}{kind}>{cell}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))
        return f"<tr>{''.join(parts)}</tr>"

    lines = ["<table>" + line("th", head), *(line("td", row) for row in rows)]
    return "\n".join([*lines, "</table>"])
