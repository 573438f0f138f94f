"""Render checks for a page: one line each, with the computed values folded behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ensemblelab.verify.statement import CheckResult

FILTER = """
<script>
document.getElementById("equations-filter").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(" ").filter(Boolean);
  let shown = 0;
  for (const chapter of document.querySelectorAll("section.equations")) {
    let any = false;
    for (const entry of chapter.querySelectorAll("article")) {
      const fits = words.every((word) => entry.dataset.words.includes(word));
      entry.hidden = !fits;
      any ||= fits;
      shown += fits;
    }
    chapter.hidden = !any;
  }
  document.getElementById("equations-shown").textContent = `${shown} shown`;
});
</script>
"""


def _math(latex: str) -> str:
    """Write a formula that MathJax sets, on pages and in notebooks."""
    return rf'<span class="math notranslate nohighlight">\({escape(latex)}\)</span>'


def _list(example: Mapping[str, str]) -> str:
    rows = "".join(
        f"<li>{_math(name) if name != 'raised' else 'raised'} = {escape(value)}</li>"
        for name, value in example.items()
    )
    return f"<ul>{rows}</ul>"


def _fold(summary: str, inside: str, kind: str) -> str:
    return f'<details class="{kind}"><summary>{summary}</summary>{inside}</details>'


def box(check: CheckResult) -> str:
    """Render one check.

    Parameters
    ----------
    check : CheckResult

    Returns
    -------
    str
        HTML that folds and unfolds without JavaScript.
    """
    statement = check.statement
    proof = f" Proved with SymPy: {escape(statement.proof)}." if statement.proof else ""
    inside = f"<p>{escape(statement.title)}{proof}</p>"
    inside += f"<p>{statement.shows}:</p>{_list(check.example)}"
    if check.broken:
        turned = (
            f"<p>{_math(chr(92) + 'displaystyle ' + check.broken.latex)}</p>"
            f"<p>{statement.breaks}:</p>{_list(check.broken.example)}"
        )
        inside += _fold("A wrong version", turned, "check break")
    inside += (
        f"<p>Again: <code>verify(&quot;{statement.label}&quot;)</code>, or in a terminal "
        f"<code>python -m ensemblelab verify {statement.label}</code>. "
        f"Code: <code>{escape(statement.where)}</code>.</p>"
    )
    return _fold(escape(check.line), inside, f"check {'holds' if check.passed else 'fails'}")


def report(checks: Sequence[CheckResult]) -> str:
    """Render several checks, folded behind one line.

    Parameters
    ----------
    checks : sequence of CheckResult

    Returns
    -------
    str
    """
    held = sum(check.passed for check in checks)
    mark, kind = ("✔", "holds") if held == len(checks) else ("✘", "fails")
    line = f"{mark} {held} of {len(checks)} hold"
    return _fold(line, "".join(box(check) for check in checks), f"check {kind}")


def page(checks: Sequence[CheckResult], places: Mapping[str, tuple[str, str]]) -> str:
    """Render checks by chapter, each with its formula, and a field to filter them.

    Parameters
    ----------
    checks : sequence of CheckResult
    places : mapping of str to (str, str)
        The title of the chapter for each label, and a link to the display, or "" if it has none.

    Returns
    -------
    str
    """
    chapters: dict[str, list[CheckResult]] = {title: [] for title, _ in places.values()}
    for check in checks:
        chapters[places[check.statement.label][0]].append(check)
    sections = "".join(
        f'<section class="equations"><h2>{escape(title)}</h2>'
        + "".join(_entry(check, places[check.statement.label][1]) for check in some)
        + "</section>"
        for title, some in chapters.items()
    )
    return (
        '<p><label>Show those with the words <input type="search" id="equations-filter" '
        'placeholder="such as: bound"></label> '
        f'<span id="equations-shown" role="status">{len(checks)} shown</span></p>'
        f"{sections}{FILTER}"
    )


def _entry(check: CheckResult, link: str) -> str:
    statement = check.statement
    name = f"<code>{statement.label}</code>"
    if statement.number:
        name = f"({statement.number}) {name}"
    told = [statement.kind, statement.verdict(check)]
    if statement.proof:
        told.append(f"proved with SymPy {statement.proof}")
    words = " ".join([statement.label, statement.title, str(statement.number or ""), *told]).lower()
    formulas = "".join(
        f"<p>{before}{_math(chr(92) + 'displaystyle ' + latex)}</p>"
        for before, latex in statement.formulas()
    )
    mark = "✔" if check.passed else "✘"
    return (
        f'<article data-words="{escape(words)}">'
        f"<p>{mark} " + (f'<a href="{link}">{name}</a>' if link else name) + "</p>"
        f"{formulas}<p>{escape(statement.title)}</p>"
        f"<p class='told'>{escape('; '.join(told))}. <code>{escape(statement.where)}</code></p>"
        "</article>"
    )
