"""Render pairs of similar answers side by side, with what they share marked."""

from __future__ import annotations

from nbjudge.pages.rendering import escape_text, render_page
from nbjudge.records import Match, Pair, Similarity

__all__ = ["render_similar"]

ABOUT = """<p>This page ranks; it does not judge. Two people may think alike, learn from the same
page, or work together where that is allowed. Look at the places, and ask.</p>
<p>What counts is a run of words that stands in both answers and neither in the student version nor
in the course's own solution: 1 if these two alone have it, less the more others have it, 0 if
everybody has. Names, comments and layout make no difference.</p>"""


def render_similar(assignment: str, found: Similarity) -> str:
    """Return the page, whole."""
    n = found.compared
    head = (
        f"<h1>{escape_text(assignment)}: answers that are alike</h1>\n{ABOUT}\n"
        f"<p>{n} submissions, {n * (n - 1) // 2} pairs. Half of the pairs share no more than "
        f"{found.half:.1f}, 99 in 100 no more than {found.nearly_all:.1f}.</p>"
    )
    left = "".join(
        f"<li>{escape_text(who)}: {escape_text(why)}</li>" for who, why in found.left_out.items()
    )
    left = f"<h2>Not compared, or not whole</h2>\n<ul>{left}</ul>" if left else ""
    rows = "\n".join(
        f'<tr><td class="n">{pair.score:.1f}</td>'
        f'<td><a href="#pair-{k}">{escape_text(pair.students[0])} '
        f"and {escape_text(pair.students[1])}</a></td>"
        f"<td>{', '.join(escape_text(place.cell) for place in pair.places)}</td></tr>"
        for k, pair in enumerate(found.pairs)
    )
    table = (
        f'<table><tr><th class="n">Shared</th><th>Who</th><th>Where, most first</th></tr>\n{rows}'
        "</table>"
        if rows
        else "<p>No two share anything that the task does not explain.</p>"
    )
    sections = "\n".join(render_pair(k, pair) for k, pair in enumerate(found.pairs))
    return render_page(f"{assignment}: alike", "\n".join([head, table, left, sections]))


def render_pair(k: int, pair: Pair) -> str:
    """Return what is told of one pair."""
    one, other = pair.students
    title = f'<h2 id="pair-{k}">{escape_text(one)} and {escape_text(other)}: {pair.score:.1f}</h2>'
    return "\n".join(
        [
            f"<section>{title}",
            *(render_side_by_side(pair, place) for place in pair.places),
            "</section>",
        ]
    )


def render_side_by_side(pair: Pair, place: Match) -> str:
    """Return two answers side by side."""
    columns = "".join(
        f'<td style="width:50%">{escape_text(who)}<pre>{mark_lines(answer, set(lines))}</pre></td>'
        for who, answer, lines in zip(pair.students, place.texts, place.lines, strict=True)
    )
    return (
        f"<h3>{escape_text(place.notebook)}, {escape_text(place.cell)}: {place.score:.1f}</h3>\n"
        f"<table><tr>{columns}</tr></table>"
    )


def mark_lines(answer: str, lines: set[int]) -> str:
    """Return an answer with some of its lines marked."""
    shown = enumerate(answer.split("\n"), 1)
    return "\n".join(
        f"<mark>{escape_text(line)}</mark>" if number in lines else escape_text(line)
        for number, line in shown
    )
