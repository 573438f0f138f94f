"""The page of pairs of answers that are alike: side by side, with what they share marked."""

from __future__ import annotations

from nbjudge.pages.rendering import page, text
from nbjudge.records import Match, Pair, Similarity

__all__ = ["similar_page"]

ABOUT = """<p>This page ranks; it does not judge. Two people may think alike, learn from the same
page, or work together where that is allowed. Look at the places, and ask.</p>
<p>What counts is a run of words that stands in both answers and neither in the student version nor
in the course's own solution: 1 if these two alone have it, less the more others have it, 0 if
everybody has. Names, comments and layout make no difference.</p>"""


def similar_page(assignment: str, found: Similarity) -> str:
    """Return the page, whole."""
    n = found.compared
    head = (
        f"<h1>{text(assignment)}: answers that are alike</h1>\n{ABOUT}\n"
        f"<p>{n} submissions, {n * (n - 1) // 2} pairs. Half of the pairs share no more than "
        f"{found.half:.1f}, 99 in 100 no more than {found.nearly_all:.1f}.</p>"
    )
    left = "".join(f"<li>{text(who)}: {text(why)}</li>" for who, why in found.left_out.items())
    left = f"<h2>Not compared, or not whole</h2>\n<ul>{left}</ul>" if left else ""
    rows = "\n".join(
        f'<tr><td class="n">{pair.score:.1f}</td><td><a href="#pair-{k}">{text(pair.students[0])} '
        f"and {text(pair.students[1])}</a></td>"
        f"<td>{', '.join(text(place.cell) for place in pair.places)}</td></tr>"
        for k, pair in enumerate(found.pairs)
    )
    table = (
        f'<table><tr><th class="n">Shared</th><th>Who</th><th>Where, most first</th></tr>\n{rows}'
        "</table>"
        if rows
        else "<p>No two share anything that the task does not explain.</p>"
    )
    sections = "\n".join(section(k, pair) for k, pair in enumerate(found.pairs))
    return page(f"{assignment}: alike", "\n".join([head, table, left, sections]))


def section(k: int, pair: Pair) -> str:
    """Return what is told of one pair."""
    one, other = pair.students
    title = f'<h2 id="pair-{k}">{text(one)} and {text(other)}: {pair.score:.1f}</h2>'
    return "\n".join(
        [f"<section>{title}", *(beside(pair, place) for place in pair.places), "</section>"]
    )


def beside(pair: Pair, place: Match) -> str:
    """Return two answers side by side."""
    columns = "".join(
        f'<td style="width:50%">{text(who)}<pre>{marked(answer, set(lines))}</pre></td>'
        for who, answer, lines in zip(pair.students, place.texts, place.lines, strict=True)
    )
    return (
        f"<h3>{text(place.notebook)}, {text(place.cell)}: {place.score:.1f}</h3>\n"
        f"<table><tr>{columns}</tr></table>"
    )


def marked(answer: str, lines: set[int]) -> str:
    """Return an answer with some of its lines marked."""
    shown = enumerate(answer.split("\n"), 1)
    return "\n".join(
        f"<mark>{text(line)}</mark>" if number in lines else text(line) for number, line in shown
    )
