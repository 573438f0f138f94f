"""The common code of the checks of all problem sets: run a check by its name, and report.

Each set has a module next to its notebook, which holds a `Checks` and, for each task, a function
that draws inputs, computes the right results, and compares. A student calls
``check("oob", oob_error)``. The result is a ✔ with the progress in the set, or an AssertionError
whose text names the equation, the smallest input that reveals the mistake, the expected result,
and the student's result. In a notebook, a box shows the same, with a table or a picture where
that is more informative.
"""

from __future__ import annotations

import contextlib
import copy
import html
import linecache
import os
import re
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, zip_longest
from types import CodeType, TracebackType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ensemblelab._old_names import find_renamed
from ensemblelab.equations import derivations

__all__ = [
    "AnswerTrial",
    "Checks",
    "Mistake",
    "Steps",
    "Table",
    "check_derivation",
    "draw_case",
    "is_close",
    "is_scalar",
    "render",
    "run_and_judge",
    "shape_of",
    "tabulate_lines",
    "tabulate_rows",
    "tabulate_values",
    "try_call",
]

if not TYPE_CHECKING:  # for mypy, a module has only what stands in it
    __getattr__ = partial(find_renamed, __name__)

NOTHING = "your function returned nothing (None): print only shows a value, and return returns it"
# What Python and NumPy say of common slips, and what that means.
SLIPS = [
    (
        "truth value of an array",
        "`if`, `and`, `or`, `while`, and `max` need a single condition, and an array of conditions "
        "has many. Test each entry: np.where(condition, a, b), or a condition as an index",
    ),
    (
        "object cannot be interpreted as an integer",
        "`range` and sizes need an integer, and yours is a float: an entry of an array of floats, "
        "or a quotient. int(...) converts it to an integer",
    ),
    (
        "only integer|indices must be integers|must be of integer",
        "an index is an integer, and yours is a float, or an array of floats",
    ),
    (
        "could not be broadcast|not aligned|mismatch in its core dimension",
        "two arrays that you combine have shapes that do not fit. Print both shapes",
    ),
    (
        "unsupported operand type.*NoneType|'NoneType' object",
        "something in your answer is None: a function that prints and does not return, or a method "
        "such as sort or append, which changes its list and returns nothing",
    ),
    (
        r"can't multiply sequence by non-int|unsupported operand type.*'list'",
        "you calculate with a list, which is not a vector: np.asarray(...) converts it to an array",
    ),
    (
        "^name '.*' is not defined",
        "nothing has this name. Either it is misspelled, or the cell that imports or defines it "
        "has not been run since Python was started. Run that cell, and the first of the notebook",
    ),
    (
        r"Cannot cast array data from dtype\('int64'\) to dtype\('int32'\)",
        "in a browser NumPy counts rows with 32 bits, and this function takes no row numbers of "
        "64, which a Generator draws. Use them as an index, as in X[rows], or first write "
        "rows = rows.astype(np.intp)",
    ),
]
# Turns of loops and calls of functions in an answer while one check runs. Of the known right
# answers the longest takes 19,221; half a million take Pyodide a third of a second.
MAX_STEPS = 500_000
BOX = (
    "border-left:4px solid #b35900;padding:.1em 1em;margin:.3em 0;max-width:46em;line-height:1.45;"
    "color:inherit;overflow-x:auto"  # a wide table scrolls, and not the page
)
TABLE = "border-collapse:collapse;margin:.4em 0"
# A page's own grey of captions is for one theme.
CAPTION = "text-align:left;caption-side:top;color:inherit"
CELL = "padding:.15em .6em;text-align:right;border:1px solid #8886"
WRONG = f"{CELL};outline:2px solid #b35900;outline-offset:-2px;font-weight:bold"


# what is shown


class Picture(Protocol):
    """A table or a picture that explains a mistake."""

    def text(self) -> str:
        """Return it as text for a terminal."""

    def html(self) -> str:
        """Return it as HTML for a notebook, with a description for screen readers."""


def render(value: Any, digits: int = 4) -> str:
    """Format a value as one would type it, numbers with some significant digits.

    Parameters
    ----------
    value : object
    digits : int, default=4

    Returns
    -------
    str
    """
    if isinstance(value, np.ndarray):
        return render(value.tolist(), digits)
    if isinstance(value, (list, tuple)):
        inside = ", ".join(render(one, digits) for one in value)
        if isinstance(value, tuple):
            return f"({inside}{',' * (len(value) == 1)})"
        return f"[{inside}]"
    if isinstance(value, dict):
        pairs = (f"{render(k, digits)}: {render(v, digits)}" for k, v in value.items())
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return f"{float(value):.{digits}g}"
    if callable(value):
        return getattr(value, "__name__", "a function")
    return repr(value)[:300]


def format_differing(one: Any, other: Any) -> tuple[str, str]:
    """Format two values that differ, with enough digits to show the difference."""
    for digits in (4, 8, 17):
        texts = render(one, digits), render(other, digits)
        if texts[0] != texts[1]:
            break
    return texts


@dataclass
class Table:
    """A table with some of its cells marked.

    Parameters
    ----------
    caption : str
        The content of the table and the meaning of a mark; also read by screen readers.
    heads : sequence of str
        The heads of the columns.
    rows : sequence of sequences
        The lines of the table; the first entry of each is its head.
    marked : collection of (int, int)
        The marked cells, by the numbers of line and column; the column of heads has number 0.
    from_left : collection of int
        The columns that are aligned left, because they hold text; numbers are aligned right.
    """

    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Any]]
    marked: Sequence[tuple[int, int]] = ()
    from_left: Collection[int] = ()

    def _cells(self) -> list[list[str]]:
        rows = [[v if isinstance(v, str) else render(v) for v in row] for row in self.rows]
        for i, j in self.marked:
            rows[i][j] += " ✘"
        return rows

    def text(self) -> str:
        """Return the table as text in columns."""
        rows = [list(self.heads), *self._cells()]
        widths = [max(len(row[j]) for row in rows) for j in range(len(self.heads))]
        lines = [
            "  ".join(
                cell.ljust(width) if j in self.from_left else cell.rjust(width)
                for j, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        ]
        return "\n".join([f"{self.caption}:", *(f"  {line}" for line in lines)])

    def html(self) -> str:
        """Return the table as HTML, with heads that screen readers read with each cell."""
        marked = set(self.marked)

        def style(j: int, usual: str = CELL) -> str:
            return f"{usual};text-align:left" if j in self.from_left else usual

        parts = [
            f'<table style="{TABLE}"><caption style="{CAPTION}">{escape(self.caption)}</caption>'
        ]
        heads = (
            f'<th scope="col" style="{style(j)}">{escape(head)}</th>' if head else "<td></td>"
            for j, head in enumerate(self.heads)
        )
        parts.append(f"<thead><tr>{''.join(heads)}</tr></thead><tbody>")
        for i, row in enumerate(self._cells()):
            cells = [f'<th scope="row" style="{style(0)}">{escape(row[0])}</th>']
            for j, cell in enumerate(row[1:], 1):
                cells.append(f'<td style="{style(j, WRONG if (i, j) in marked else CELL)}">')
                cells.append(f"{escape(cell).replace('✘', MARK)}</td>")
            parts.append(f"<tr>{''.join(cells)}</tr>")
        return "".join([*parts, "</tbody></table>"])


MARK = '<span role="img" aria-label="wrong">✘</span>'


def tabulate_values(
    caption: str,
    columns: Mapping[str, Iterable[Any]],
    right: Iterable[Any],
    yours: Iterable[Any],
    marked: str = "what is not right",
) -> Table:
    """Tabulate the student's values next to the right ones, and mark where they differ.

    Parameters
    ----------
    caption : str
        What the lines of the table are.
    columns : mapping of str to iterable
        Further columns by their heads; the first column names the lines of the table.
    right, yours : iterable
        A value for each line of the table.
    marked : str, default="what is not right"
        The meaning of ✘, for the caption.

    Returns
    -------
    Table
    """
    rows = [list(row) for row in zip(*columns.values(), right, yours, strict=True)]
    wrong = [i for i, (*_, should, is_) in enumerate(rows) if not is_close(is_, should)]
    last = len(columns) + 1
    return Table(
        f"{caption}; ✘ marks {marked}",
        [*columns, "right", "yours"],
        rows,
        [(i, last) for i in wrong],
    )


def tabulate_lines(caption: str, right: Iterable[str], yours: Iterable[str]) -> Table:
    """Tabulate two texts line by line as `tabulate_values` does; the shorter one is padded.

    Parameters
    ----------
    caption : str
        What the lines are.
    right, yours : iterable of str
        The lines.

    Returns
    -------
    Table
    """
    one, other = zip(*zip_longest(right, yours, fillvalue=""), strict=True)
    return tabulate_values(caption, {"line": range(1, len(one) + 1)}, one, other)


def tabulate_rows(
    caption: str,
    head: str,
    kinds: Sequence[Any],
    learned: Collection[int],
    asked: Collection[int],
    right: Collection[int],
) -> Table:
    """Tabulate which observations one call used for training, and which it predicted.

    Parameters
    ----------
    caption : str
        A description of the call; the meaning of ✘ is added where there is one.
    head : str
        The head of a column on the observations, such as their folds.
    kinds : sequence
        Its entry for each observation.
    learned, asked : collection of int
        The observations that the call used for training, and those that it predicted.
    right : collection of int
        The observations that it should use for training.

    Returns
    -------
    Table
    """
    wrong = [(i, 2) for i in range(len(kinds)) if (i in learned) != (i in right)]
    if wrong:
        caption += "; ✘ marks an observation that is wrongly used for training or wrongly left out"
    return Table(
        caption,
        ["observation", head, "training", "prediction"],
        [
            [str(i), kind, "trained on" if i in learned else "", "predicted" if i in asked else ""]
            for i, kind in enumerate(kinds)
        ],
        wrong,
    )


@dataclass
class Steps:
    """Two step functions in one picture, the right one and the student's.

    Parameters
    ----------
    caption : str
        A description of the picture.
    x : array-like of shape (n,)
        The positions, in ascending order.
    right, yours : array-like of shape (n,)
        The values there.
    """

    caption: str
    x: Any
    right: Any
    yours: Any

    def _table(self) -> Table:
        rows = list(zip(self.x, self.right, self.yours, strict=True))
        wrong = [(i, 2) for i, (_, r, y) in enumerate(rows) if not is_close(y, r)]
        return Table(self.caption, ["x", "right", "yours"], rows, wrong)

    def text(self) -> str:
        """Return the values as a table."""
        return self._table().text()

    def html(self) -> str:
        """Return the picture, with the table folded below it."""
        x, right, yours = (np.asarray(v, dtype=float) for v in (self.x, self.right, self.yours))
        values = np.concatenate([right, yours])
        low, high = values.min(), values.max()
        tall = (high - low) or 1.0
        wide = (x[-1] - x[0]) or 1.0
        across = 20 + 320 * (x - x[0]) / wide

        def path(values: np.ndarray) -> str:
            down = 130 - 110 * (values - low) / tall
            ends = np.append((across[1:] + across[:-1]) / 2, 350)
            line = [f"M10 {down[0]:.1f}"]
            for end, here in zip(ends, down, strict=True):
                line.append(f"V{here:.1f}H{end:.1f}")
            return "".join(line)

        lines = (
            f'<path d="{path(right)}" fill="none" stroke="currentColor" stroke-width="2"/>'
            f'<path d="{path(yours)}" fill="none" stroke="#b35900" stroke-width="2.5" '
            'stroke-dasharray="6 4"/>'
        )
        words = escape(self.caption)
        return (
            f'<figure style="margin:.4em 0"><svg role="img" aria-label="{words}" '
            f'viewBox="0 0 360 140" width="360" height="140">{lines}</svg>'
            f'<figcaption style="color:inherit">{words}. Solid: right; dashed: yours.</figcaption>'
            f"</figure>"
            f"{render_details('The same in numbers', self._table().html())}"
        )


def escape(text: str) -> str:
    """Escape a text for HTML, and set code between backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


LOW = str.maketrans("0123456789ikmnt", "₀₁₂₃₄₅₆₇₈₉ᵢₖₘₙₜ")


def strip_latex(title: str) -> str:
    """Convert LaTeX in a section's title into text, as ``$f_0$`` into f₀, for use in a link."""

    def text(formula: re.Match[str]) -> str:
        greek = re.sub(r"\\([a-z]+)", lambda name: html.unescape(f"&{name[1]};"), formula[1])
        return re.sub(r"_(\w)", lambda index: index[1].translate(LOW), greek)

    return re.sub(r"\$(.+?)\$", text, title)


def render_details(head: str, inside: str) -> str:
    """Return an HTML element that unfolds on request."""
    return f"<details><summary>{escape(head)}</summary>{inside}</details>"


# comparing


class Mistake(Exception):
    """A mistake that a check has found, which `Checks` reports.

    Parameters
    ----------
    words : str
        A description of the mistake in one or two sentences.
    equation : str, default=""
        The label of the equation that is violated.
    given : mapping, optional
        The input, by name.
    expected, yours : optional
        The expected result and the student's.
    steps : str, default=""
        How to compute the expected result.
    picture : Table or Steps, optional
    """

    def __init__(
        self,
        words: str,
        equation: str = "",
        given: Mapping[str, Any] | None = None,
        expected: Any = ...,
        yours: Any = ...,
        steps: str = "",
        picture: Picture | None = None,
    ) -> None:
        super().__init__(words)
        self.words, self.equation, self.given = words, equation, dict(given or {})
        self.expected, self.yours = expected, yours
        self.steps, self.picture = steps, picture

    def values(self) -> Iterator[tuple[str, str]]:
        """Yield the input, the expected result, and the student's result, each as text."""
        for name, value in self.given.items():
            yield f"{name} =", render(value)
        if self.expected is not ...:
            expected, yours = format_differing(self.expected, self.yours)
            yield "expected:", expected
            yield "yours:", yours
        elif self.yours is not ...:
            yield "yours:", render(self.yours)


def is_close(found: Any, right: Any) -> bool:
    """Return whether a value has the shape and the numbers of another.

    Numbers are compared with the tolerance of `numpy.allclose`, because the same steps in another
    order are rounded differently.

    Parameters
    ----------
    found, right : object

    Returns
    -------
    bool
    """
    try:
        found, right = np.asarray(found), np.asarray(right)
        if found.shape != right.shape:
            return False
        if right.dtype.kind in "biufc":
            return bool(np.allclose(found, right, equal_nan=True))
        return bool(np.array_equal(found, right))
    except (TypeError, ValueError):
        return False


def shape_of(found: Any, kind: type | None = None) -> tuple[int, ...] | str:
    """Return the shape of a result, or words for one without a shape: "the shape of ...".

    Parameters
    ----------
    found : object
    kind : type, optional
        The type of the array's entries, such as float.

    Returns
    -------
    tuple of int, or str
    """
    try:
        return np.asarray(found, dtype=kind).shape
    except (TypeError, ValueError):
        return "of no array of numbers" if kind else "of lists of different lengths"


def is_scalar(found: Any, *given: Any) -> bool:
    """Return whether a result is a scalar, whatever the input; for `AnswerTrial.demand`."""
    return shape_of(found) == ()


def draw_case(
    draw: Callable[[], dict[str, Any]],
    right: Callable[..., Any],
    *mistakes: Callable[..., Any],
    apart: bool = False,
    same: Callable[[Any, Any], bool] = is_close,
    tries: int = 10_000,
) -> dict[str, Any]:
    """Draw an input for which no known mistake gives the right result.

    Parameters
    ----------
    draw : callable
        Draws an input, by name.
    right, *mistakes : callable
        Functions of an input's values.
    apart : bool, default=False
        Whether no two mistakes may give the same result either, so that each is recognized.
    same : callable, default=is_close
        Compares the result of a mistake with the right one.
    tries : int, default=10000

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If none of so many inputs is suitable.
    """
    for _ in range(tries):
        case = draw()
        with np.errstate(all="ignore"):
            values = [way(*copy.deepcopy(list(case.values()))) for way in (right, *mistakes)]
        pairs = combinations(values, 2) if apart else ((values[0], one) for one in values[1:])
        if not any(same(other, one) for one, other in pairs):
            return case
    raise ValueError(f"tries={tries}: no input tells right from these {len(mistakes)} mistakes")


def is_comparable(found: Any, right: Any) -> bool:
    """Return whether a value can be compared with another entry by entry."""
    try:
        found, right = np.asarray(found), np.asarray(right)
    except ValueError:  # rows of several lengths
        return False
    if found.shape != right.shape:
        return False
    if right.dtype.kind not in "biuf":
        return found.dtype.kind == right.dtype.kind
    return found.dtype.kind in "biuf" and bool(np.isfinite(found).all())


Words = str | Callable[..., str]


class AnswerTrial:
    """The results of an answer for some inputs, the smallest first.

    Parameters
    ----------
    answer : callable
        Called with copies, which it may change.
    cases : sequence of dict
        The inputs, by name, in the order of the arguments.
    equation : str, default=""
        The label of the equation that is tested.

    Raises
    ------
    Mistake
        If the answer returns nothing, or raises one of the errors for which there is a message.
    """

    def __init__(
        self, answer: Callable[..., Any], cases: Sequence[dict[str, Any]], equation: str = ""
    ) -> None:
        self.cases, self.equation = list(cases), equation
        self.found = [self._call(answer, case) for case in self.cases]

    def _call(self, answer: Callable[..., Any], case: dict[str, Any]) -> Any:
        __tracebackhide__ = True
        try:
            found = answer(*copy.deepcopy(list(case.values())))
        except NotImplementedError:
            raise
        except StepLimit as error:
            error.given = case
            raise
        except Exception as error:
            for pattern, words in SLIPS:
                if re.search(pattern, str(error)):
                    at = locate_error(error)
                    said = f"{type(error).__name__}: {str(error)[:200]}"
                    raise Mistake(f"{at}{words}. (Python says: {said})", given=case) from error
            given = "; ".join(f"{name} = {render(value)}" for name, value in case.items())
            error.add_note(f"The check called your function with {given or 'no arguments'}.")
            raise
        if found is None:
            raise Mistake(NOTHING, given=case)
        return found

    def demand(
        self, holds: Callable[..., Any], words: Words, equation: str | None = None, **about: Any
    ) -> None:
        """Require a condition of the result for each input.

        Parameters
        ----------
        holds : callable
            A function of the result and of the input's values that returns whether it holds.
        words : str or callable
            The message where it does not hold; a callable gets the same arguments.
        equation : str, optional
        **about
            Further arguments of `Mistake`.

        Raises
        ------
        Mistake
        """
        __tracebackhide__ = True
        for case, found in zip(self.cases, self.found, strict=True):
            if not holds(found, *case.values()):
                said = words if isinstance(words, str) else words(found, *case.values())
                label = self.equation if equation is None else equation
                raise Mistake(said, label, case, yours=found, **about)

    def compare(
        self,
        right: Callable[..., Any],
        otherwise: Words,
        mistakes: Sequence[tuple[Any, ...]] = (),
        part: Callable[[Any], Any] = lambda found: found,
        equation: str | None = None,
        steps: Callable[..., str] | None = None,
        picture: Callable[..., Picture | None] | None = None,
        same: Callable[[Any, Any], bool] = is_close,
    ) -> None:
        """Compare the results with the right ones.

        A mistake is named only if it gives the student's result for every input, so that neither
        a right answer nor one with another mistake gets its message.

        Parameters
        ----------
        right : callable
            Computes the right result from an input's values.
        otherwise : str or callable
            The message where no mistake is recognized.
        mistakes : sequence of (words, callable) or (words, callable, picture)
            The message, a function of an input's values that makes the mistake, and a picture of
            it that replaces `picture`.
        part : callable, optional
            Selects from a result the part that is compared.
        equation : str, optional
        steps : callable, optional
            Explains, for an input's values, how to compute the expected result.
        picture : callable, optional
            A function of the right result, the student's result, and an input's values.
        same : callable, default=is_close

        Raises
        ------
        Mistake
        """
        __tracebackhide__ = True
        found = [part(one) for one in self.found]
        wanted = [right(*copy.deepcopy(list(case.values()))) for case in self.cases]
        pairs = list(zip(found, wanted, strict=True))
        first = next((n for n, (is_, should) in enumerate(pairs) if not same(is_, should)), None)
        if first is None:
            return
        case = self.cases[first]
        values = list(case.values())
        words: Words = otherwise
        for said, gives, *own in mistakes:
            if self._made(gives, found, same):
                words, picture = said, own[0] if own else picture
                break
        raise Mistake(
            words if isinstance(words, str) else words(*values),
            self.equation if equation is None else equation,
            case,
            wanted[first],
            found[first],
            steps(*values) if steps else "",
            picture(wanted[first], found[first], *values)
            if picture and is_comparable(found[first], wanted[first])
            else None,
        )

    def _made(
        self,
        gives: Callable[..., Any],
        found: Sequence[Any],
        same: Callable[[Any, Any], bool],
    ) -> bool:
        """Return whether a mistake gives the student's result for every input."""
        with np.errstate(all="ignore"):
            return all(
                same(one, gives(*copy.deepcopy(list(case.values()))))
                for one, case in zip(found, self.cases, strict=True)
            )


def run_and_judge(
    answer: Callable[..., Any], case: dict[str, Any], judge: Callable[[], None]
) -> AnswerTrial:
    """Try an answer that calls the functions in its input, and judge these calls.

    A mistake in these calls is reported before an error of the answer itself.

    Parameters
    ----------
    answer : callable
    case : dict
        The input; functions in it record how they are called.
    judge : callable
        Raises a `Mistake` if they were not called correctly.

    Returns
    -------
    AnswerTrial

    Raises
    ------
    Mistake
    """
    __tracebackhide__ = True
    try:
        trial = AnswerTrial(answer, [case])
    except NotImplementedError:
        raise
    except Exception:  # whatever it is, it goes on if what was asked is right
        judge()
        raise
    judge()
    return trial


def try_call(answer: Callable[..., Any], *given: Any) -> Any:
    """Return the result of an answer for an input, or its error as text.

    Parameters
    ----------
    answer : callable
        Called with copies.
    *given
        The input's values.

    Returns
    -------
    object
    """
    try:
        return answer(*copy.deepcopy(given))
    except Exception as error:  # whatever it is, it is what came, and is shown as such
        return f"{type(error).__name__}: {error}"


def check_derivation(answer: Callable[[], Any], label: str) -> None:
    """Check the lines of a derivation, each of which follows from the one before.

    Each step is tested with numbers; a proof for all numbers, which needs SymPy, is not required.

    Parameters
    ----------
    answer : callable
        Returns the lines.
    label : str
        The label of the equation.

    Raises
    ------
    Mistake
        If a line cannot be read or does not follow, or a step is too large.
    """
    (lines,) = AnswerTrial(answer, [{}], label).found
    verdict = derivations.check(label, lines, prove=False)
    if verdict.outcome in ("complete", "to a person"):
        return
    table = None
    if verdict.line and verdict.line <= len(lines):
        table = Table(
            "Your lines; ✘ marks the one that this is about",
            ["line", "says"],
            [[str(n), str(line)] for n, line in enumerate(lines, 1)],
            [(verdict.line - 1, 1)],
            from_left=[1],
        )
    raise Mistake(verdict.words, label, picture=table)


def locate_error(error: BaseException) -> str:
    """Return in which line of an answer an error was raised, if that is known."""
    *_, last = None, *frames_in_answer(error)
    if last is None:
        return ""
    return f"line {last.tb_lineno} of your cell, in {last.tb_frame.f_code.co_name}: "


def frames_in_answer(error: BaseException) -> Iterator[TracebackType]:
    """Yield the frames of an error's traceback that are in a cell of the notebook."""
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_globals.get("__name__") == "__main__":
            yield step
        step = step.tb_next


# what an answer that never ends would take


class StepLimit(BaseException):
    """An answer took too many steps; no `Exception`, for an answer may catch all of those."""

    given: Mapping[str, Any] | None = None


@contextlib.contextmanager
def limit_steps(most: int) -> Iterator[None]:
    """Stop the code of a notebook's cells after so many turns of loops and calls of functions.

    This is for a browser, where nothing interrupts Python; elsewhere it does nothing.
    """
    if sys.platform != "emscripten":
        yield
        return
    monitoring, steps = sys.monitoring, 0
    tool = monitoring.OPTIMIZER_ID  # which nothing here uses

    def count(code: CodeType, *offsets: int) -> Any:
        nonlocal steps
        if sys._getframe(1).f_globals.get("__name__") != "__main__":
            return monitoring.DISABLE  # a library's code runs as fast as ever
        steps += 1
        if steps > most:
            raise StepLimit
        return None

    monitoring.use_tool_id(tool, __name__)
    try:
        for event in (monitoring.events.JUMP, monitoring.events.PY_START):
            monitoring.register_callback(tool, event, count)
        monitoring.set_events(tool, monitoring.events.JUMP | monitoring.events.PY_START)
        yield
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)


def explain_limit(error: StepLimit, most: int) -> Mistake:
    """Say where an answer was when it was stopped, and what is likely."""
    return Mistake(
        f"{locate_error(error)}the check stopped your answer here, after {most:,} turns of loops "
        "and calls of functions. It would probably never have ended: the condition of a loop "
        "never becomes false, or what it compares never changes. Print that inside the loop, or "
        "let it end after ten turns, and see",
        given=error.given,
    )


# a set's checks


Run = Callable[..., None]


@dataclass
class SetCheck:
    """One of the checks of a set."""

    run: Run
    read: str
    hints: Sequence[str] = ()


@dataclass
class Checks:
    """The checks of a problem set; a call with a check's name and an answer runs one.

    Parameters
    ----------
    title : str
        The title of the chapter.
    chapter : str
        The name of its page.
    seed : int, default=0
        The seed of the inputs.
    """

    title: str
    chapter: str
    seed: int = 0
    checks: dict[str, SetCheck] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        shell = find_shell()
        if shell is not None and not shell.custom_exceptions:
            shell.set_custom_exc((NameError,), explain_undefined)

    def of(self, name: str, read: str, *hints: str) -> Callable[[Run], Run]:
        """Register a function as the check of this name.

        Parameters
        ----------
        name : str
        read : str
            The section of the chapter to read again.
        *hints : str
            Hints that unfold below a failure.

        Returns
        -------
        callable
            The decorator, for a function of a `numpy.random.Generator` and the answers.
        """

        def add(run: Run) -> Run:
            self.checks[name] = SetCheck(run, read, hints)
            return run

        return add

    def __call__(self, name: str, *answers: Any) -> None:
        """Run a check; print how far along the set is.

        Parameters
        ----------
        name : str
        *answers
            What the task asks for.

        Raises
        ------
        AssertionError
            If it does not pass; the text says why.
        ValueError
            If the set has no check of this name.
        """
        __tracebackhide__ = True
        if name not in self.checks:
            raise ValueError(f"name={name!r} is none of this set's checks: {list(self.checks)}")
        check = self.checks[name]
        self.passed.discard(name)
        rng = np.random.default_rng([self.seed, *name.encode()])
        try:
            with limit_steps(MAX_STEPS):
                check.run(rng, *answers)
        except Mistake as mistake:
            mistaken = mistake
        except StepLimit as error:
            mistaken = explain_limit(error, MAX_STEPS)
        except Exception as error:
            # Its way leads through the check; told is where it arose, if that is in the answer.
            error.__traceback__ = next(frames_in_answer(error), error.__traceback__)
            raise
        else:
            self.passed.add(name)
            print(f"✔ {name}: {self._progress()}")
            return
        raise make_failure(mistaken, check, self) from None

    def _progress(self) -> str:
        done, all_ = len(self.passed), len(self.checks)
        left = [name for name in self.checks if name not in self.passed]
        if not left:
            return (
                f"all {all_} checks of this set pass. Questions in words are for a person to read"
            )
        bar = "■" * done + "□" * len(left)
        return f"{bar} {done} of {all_} checks of this set pass; to do: {', '.join(left)}"


def make_failure(mistake: Mistake, check: SetCheck, checks: Checks) -> AssertionError:
    """Turn a mistake into an AssertionError; in a notebook, also show it in a box."""
    head = f"{mistake.equation}: {mistake.words}" if mistake.equation else mistake.words
    lines = [head, *(f"  {name} {value}" for name, value in mistake.values())]
    if mistake.picture is not None:
        lines.append(mistake.picture.text())
    if mistake.steps:
        lines.append(f"Step by step: {mistake.steps}")
    address = build_address(checks.chapter, check.read)
    lines.append(
        f"Read again: '{strip_latex(check.read)}' in the chapter {checks.title}"
        + f" ({address})" * bool(address)
    )
    error = AssertionError("\n".join(lines))
    boxed = show_box(Box(mistake, check, checks, head, address, error))
    # What IPython prints in place of the traceback, which would lead through this module.
    vars(error)["_render_traceback_"] = lambda: [
        f"AssertionError: {head}" if boxed else f"AssertionError: {error}"
    ]
    return error


@dataclass
class Box:
    """A failure as displayed in a notebook."""

    mistake: Mistake
    check: SetCheck
    checks: Checks
    head: str
    address: str
    error: AssertionError

    def __repr__(self) -> str:
        return str(self.error)

    def _repr_html_(self) -> str:
        mistake, parts = self.mistake, [f"<p><b>{escape(self.head)}</b></p>"]
        rows = "".join(
            f'<tr><th scope="row" style="{CELL}">{escape(name)}</th>'
            f'<td style="{CELL};text-align:left"><code>{html.escape(value)}</code></td></tr>'
            for name, value in mistake.values()
        )
        if rows:
            parts.append(f'<table style="{TABLE}">{rows}</table>')
        if mistake.picture is not None:
            parts.append(mistake.picture.html())
        if mistake.steps:
            parts.append(render_details("Step by step", f"<p>{escape(mistake.steps)}</p>"))
        for number, hint in enumerate(self.check.hints):
            head = "A further hint" if number else "A hint"
            parts.append(render_details(head, f"<p>{escape(hint)}</p>"))
        read = f"{strip_latex(self.check.read)}, in the chapter {self.checks.title}"
        if self.address:
            link = html.escape(self.address, quote=True)
            read = f'<a href="{link}" target="_blank" rel="noopener">{escape(read)}</a>'
        else:
            read = escape(read)
        parts.append(f"<p>Read again: {read}</p>")
        return (
            '<div class="check-found" role="group" aria-label="What the check found" '
            f'style="{BOX}">{"".join(parts)}</div>'
        )


def find_shell() -> Any:
    """Return what runs a notebook's cells; None where there is no notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return None if type(shell).__name__ == "TerminalInteractiveShell" else shell


def explain_undefined(
    shell: Any, kind: type, error: NameError, trace: TracebackType, tb_offset: int | None = None
) -> None:
    """Show a NameError; where a check is called with a name of nothing, say what to run first."""
    step = trace
    while step.tb_next is not None:
        step = step.tb_next
    line = linecache.getline(step.tb_frame.f_code.co_filename, step.tb_lineno)
    if re.match(r'check\("\w+"', line):
        words = (
            f"NameError: {error.name} is not defined. The cell in which you write {error.name} "
            "has not been run since Python was started. Run the first cell of the notebook and "
            "that cell, and then this check again. (If it was run, it does not define this name: "
            "the check needs it as it was given.)"
        )
        vars(error)["_render_traceback_"] = lambda: [words]
    shell.showtraceback((kind, error, trace), tb_offset=tb_offset)


def show_box(box: Box) -> bool:
    """Show a failure in a notebook; return whether there is one."""
    if find_shell() is None:
        return False
    from IPython.display import display

    display(box)
    return True


def build_address(chapter: str, section: str) -> str:
    """Return the address of a section of the book, or "" if the book's address is not known.

    A book published with the problem sets is at the address of the notebook; otherwise the
    environment variable ``ENSEMBLELAB_BOOK`` gives its address.
    """
    book = os.environ.get("ENSEMBLELAB_BOOK", "")
    if not book and sys.platform == "emscripten":
        import js  # type: ignore[import-not-found]  # Pyodide's: what the browser's page knows

        book, lite, _ = str(js.location.href).removeprefix("blob:").partition("/lite/")
        if not lite:
            return ""
    # As docutils makes it: of "½", for one, there stays "12".
    plain = unicodedata.normalize("NFKD", section.lower()).encode("ascii", "ignore").decode()
    anchor = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return f"{book.rstrip('/')}/chapters/{chapter}.html#{anchor}" if book else ""
