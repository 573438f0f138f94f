"""Tables of text and numbers for a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from IPython.display import Markdown

__all__ = ["table"]


def table(
    rows: Iterable[Iterable[Any]], columns: Sequence[str], float_format: str = "g"
) -> Markdown:
    r"""Return a table that a notebook displays.

    A column is aligned right if each of its cells begins with a digit or a sign and a digit;
    otherwise it is aligned left. Empty cells and dashes do not matter.

    Parameters
    ----------
    rows : iterable of iterables of cells
        The lines of the table. Text is Markdown with mathematics, links, and code, in which a
        ``|`` needs no backslash. A hyphen before a number's first digit becomes a minus sign.
    columns : sequence of str
        The names of the columns, which may be empty.
    float_format : str, default="g"
        The format of numbers that are not integers, such as ``".2f"`` or ``".0%"``. A cell that
        needs another format is given as text.

    Returns
    -------
    IPython.display.Markdown

    Raises
    ------
    ValueError
        If a line of the table has more or fewer cells than there are columns, or `float_format`
        formats no float.
    TypeError
        If `columns`, or a line of the table, is one text instead of several.

    Examples
    --------
    >>> errors = {"a tree": 0.291, "50 bagged": 0.193}
    >>> print(table(errors.items(), ["waveform", "error"], ".0%").data)
    | waveform | error |
    | :-- | --: |
    | a tree | 29% |
    | 50 bagged | 19% |
    """
    from IPython.display import Markdown  # the library alone needs no notebook

    try:
        format(0.0, float_format)
    except (TypeError, ValueError):
        raise ValueError(f"float_format={float_format!r} is no format of a float") from None
    if isinstance(columns, str):
        raise TypeError(f"columns={columns!r} must be a list of names")
    head = [_text(name, float_format) for name in columns]
    body = []
    for number, row in enumerate(rows):
        if isinstance(row, str):
            raise TypeError(f"rows[{number}]={row!r} must be a list of cells")
        body.append([_text(cell, float_format) for cell in row])
        if len(body[-1]) != len(head):
            raise ValueError(f"rows[{number}] has {len(body[-1])} cells for {len(head)} columns")
    sides = ["--:" if _numbers(cells) else ":--" for _, *cells in zip(head, *body, strict=True)]
    return Markdown("\n".join(f"| {' | '.join(cells)} |" for cells in (head, sides, *body)))


def _text(cell: object, float_format: str) -> str:
    """Return a cell as it stands in the Markdown of a table."""
    if isinstance(cell, Real) and not isinstance(cell, Integral):
        cell = format(float(cell), float_format)
    text = str(cell).replace("|", r"\|").replace("\n", " ")
    return re.sub(r"^-(?=[\d.])", "−", text)


def _numbers(cells: Iterable[str]) -> bool:
    """Return whether all cells that say something begin with a number."""
    said = [cell for cell in cells if cell not in ("", "—")]
    return bool(said) and all(re.match(r"[+−]?[\d.]", cell) for cell in said)
