"""Run the cells of a chapter in its reader's browser, each with what it needs from above.

The worker (live_worker.js) imports this module there. A `Page` holds the cells' sources as they
are in the page at the moment; it runs a cell as if all above it had been run, in their order and
each once, but runs only what the cell needs: the cells that gave its names their values. What is
needed is read from the code, so changes in place are seen where they are written as such (an
item or attribute is assigned, a method is called for its effect, random numbers are drawn).

In a browser there is no IPython, and some libraries are missing: `install_stand_ins` puts in their
place what cells of the course use of them. Building the book, `find_unrunnable` finds the cells
that cannot run.
"""

from __future__ import annotations

import ast
import base64
import builtins
import contextlib
import functools
import html
import io
import linecache
import sys
import time
import tokenize
import traceback
import types
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = [
    "LACKS",
    "CellNames",
    "Page",
    "find_imports",
    "find_unrunnable",
    "import_modules",
    "install_stand_ins",
    "read_names",
    "remove_loaded",
    "trace_cells",
]

# Modules that no browser has, and what a reader is told of them.
LACKS = {
    "ensemblelab.trees.growers.compiled": "the compiler numba",
    "numba": "the compiler numba",
    "subprocess": "other programs",
    "xgboost": "the library xgboost",
}

Show = Callable[[int, str, str], None]  # of which cell, what kind, the content

# What a run of a cell may show: more a page cannot hold, and nobody reads.
LINES = 1_000
CHARACTERS = 1_000_000
RESULTS = 50  # tables and figures
CHARACTERS_OF_RESULTS = 20_000_000
CHARACTERS_OF_ERROR = 10_000
AT_ONCE = 20  # messages, so that a few lines are seen when they are printed; then a
PAUSE = 0.1  # of some seconds between them


# What a cell needs from above


@dataclass
class CellNames:
    """The global names of one cell.

    Attributes
    ----------
    reads : set of str
        Read before the cell gives them a value.
    binds : set of str
        Given a value.
    changes : set of str
        Of those read, changed in place.
    inside : dict of str to CellNames
        For each function or class that the cell defines, the names that it reads when it is called,
        and those that it changes then.
    spent : set of str
        Given a value of which reading takes something, such as a generator of random numbers.
    modules : dict of str to str
        Names given by imports, and what they are imported from.
    """

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)
    inside: dict[str, CellNames] = field(default_factory=dict)
    spent: set[str] = field(default_factory=set)
    modules: dict[str, str] = field(default_factory=dict)


SPENT = {"RandomState", "default_rng", "enumerate", "filter", "iter", "map", "reversed", "zip"}
FOR_EFFECT = {"append", "extend", "fit", "insert", "pop", "shuffle", "sort", "update"}


@functools.cache  # a page asks for those of all its cells whenever one is run
def read_names(source: str) -> CellNames:
    """Read the names of a cell; of one that Python cannot read, none."""
    found = CellNames()
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return found
    _follow(body, found, set())
    return found


def _follow(body: Iterable[ast.stmt], found: CellNames, bound: set[str]) -> None:
    """Follow statements in order; `bound` are the names that have a value by then."""
    for one in body:
        match one:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found.inside[one.name] = CellNames(_find_read(one), changes=_find_changed(one))
                for now in one.decorator_list:
                    found.reads |= _find_read(now) - bound
                _bind({one.name}, found, bound)
            case ast.For() | ast.AsyncFor():
                _follow_simple(ast.Assign([one.target], one.iter), found, bound)
                _follow([*one.body, *one.orelse], found, bound)
            case ast.With() | ast.AsyncWith():
                for item in one.items:
                    target = item.optional_vars or ast.Tuple([], ast.Store())
                    _follow_simple(ast.Assign([target], item.context_expr), found, bound)
                _follow(one.body, found, bound)
            case ast.If() | ast.While():
                _follow_simple(ast.Expr(one.test), found, bound)
                either, other = set(bound), set(bound)
                _follow(one.body, found, either)
                _follow(one.orelse, found, other)
                found.reads |= (either ^ other) - bound  # perhaps as they were
                bound |= either | other
            case ast.Try():
                _follow(one.body, found, bound)
                for handler in one.handlers:
                    _follow_simple(ast.Expr(handler.type or ast.Constant(0)), found, bound)
                    _follow(handler.body, found, bound | {handler.name or ""})
                _follow([*one.orelse, *one.finalbody], found, bound)
            case _:
                _follow_simple(one, found, bound)


def _follow_simple(one: ast.stmt, found: CellNames, bound: set[str]) -> None:
    """Note a statement that holds no others."""
    found.reads |= _find_read(one) - bound
    found.changes |= _find_changed(one) - bound
    _bind(_find_bound(one), found, bound)
    if isinstance(one, ast.Import):
        found.modules |= {(a.asname or a.name.partition(".")[0]): a.name for a in one.names}
    elif isinstance(one, ast.ImportFrom):
        found.modules |= {a.asname or a.name: f"{one.module}.{a.name}" for a in one.names}
    elif isinstance(one, ast.Assign):
        called = one.value.func if isinstance(one.value, ast.Call) else None
        name = getattr(called, "attr", getattr(called, "id", ""))
        if name in SPENT or isinstance(one.value, ast.GeneratorExp):
            found.spent |= _find_bound(one)


def _bind(bind: set[str], found: CellNames, bound: set[str]) -> None:
    found.binds |= bind
    bound |= bind


def _find_read(node: ast.AST) -> set[str]:
    """Return the names that are read, functions within included, and are no function's own."""
    if isinstance(node, ast.Name):
        return set() if isinstance(node.ctx, ast.Store) else {node.id}
    found = set().union(*map(_find_read, ast.iter_child_nodes(node)))
    if isinstance(node, ast.AugAssign):
        found |= {_root(node.target)}
    elif isinstance(node, ast.Lambda | ast.FunctionDef | ast.AsyncFunctionDef):
        own = {one.arg for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        body = node.body if isinstance(node.body, list) else [node.body]
        found -= own.union(*map(_find_bound, body))
    elif isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        found -= set().union(*(_find_bound(loop.target) for loop in node.generators))
    return found


def _find_bound(node: ast.AST) -> set[str]:
    """Return the names that are given a value, but not within functions."""
    match node:
        case ast.Name(ctx=ast.Store()):
            return {node.id}
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return {node.name}
        case ast.Import() | ast.ImportFrom():
            return {one.asname or one.name.partition(".")[0] for one in node.names}
        case ast.Lambda() | ast.comprehension():
            return set()
    return set().union(*map(_find_bound, ast.iter_child_nodes(node)))


def _find_changed(one: ast.stmt) -> set[str]:
    """Return the names of what a statement changes in place."""
    found = set()
    for node in ast.walk(one):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            found.add(_root(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in FOR_EFFECT:
                found.add(_root(node.func))
        elif isinstance(node, ast.AugAssign):
            found.add(_root(node.target))
    for node in ast.walk(one):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            found.add(_root(node.value.func) if isinstance(node.value.func, ast.Attribute) else "")
    return found - {""}


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


@dataclass
class CellLinks:
    """What a cell takes from those above it, and what it gives.

    Attributes
    ----------
    reads : set of str
        The names that it reads, those included that functions read that it calls.
    above : dict of str to int
        For each name that it reads and a cell above it wrote, the last such cell.
    writes : set of str
        The names whose values are other ones after it.
    """

    reads: set[str]
    above: dict[str, int]
    writes: set[str]


def trace_cells(cells: Sequence[CellNames]) -> list[CellLinks]:
    """Return for each cell of a page what it takes from those above it.

    Parameters
    ----------
    cells : sequence of CellNames

    Returns
    -------
    list of CellLinks
    """
    found: list[CellLinks] = []
    writers: dict[str, int] = {}
    inside: dict[str, CellNames] = {}
    spent: set[str] = set()
    modules: set[str] = set()
    for number, cell in enumerate(cells):
        inside = {n: of for n, of in inside.items() if n not in cell.binds} | cell.inside
        reads, changes = _with_functions(cell, inside)
        modules |= cell.modules.keys()
        spent = (spent - cell.binds) | cell.spent
        writes = cell.binds | (((changes | (reads & spent)) - modules) & reads)
        above = {name: writers[name] for name in sorted(reads & writers.keys())}
        found.append(CellLinks(reads, above, writes))
        writers |= dict.fromkeys(writes, number)
    return found


def _with_functions(cell: CellNames, inside: dict[str, CellNames]) -> tuple[set[str], set[str]]:
    """Add to what a cell reads and changes what the functions do that it calls or may call."""
    reads, changes = set(cell.reads), set(cell.changes)
    waiting, seen = [*cell.reads, *cell.inside], set()
    while waiting:
        name = waiting.pop()
        if name in inside and name not in seen:
            seen.add(name)
            reads |= inside[name].reads - cell.binds
            changes |= inside[name].changes & inside[name].reads
            waiting += inside[name].reads
    return reads, changes


def find_imports(sources: Iterable[str]) -> list[str]:
    """Return the packages that cells import and a browser can have."""
    roots = {
        module.partition(".")[0]
        for source in sources
        for module in read_names(source).modules.values()
        if not _describe_missing(module)
    }
    return sorted(roots - {"IPython"})


def _describe_missing(module: str) -> str:
    """Return what is missing for a module, as words, or nothing."""
    found = (words for lacks, words in LACKS.items() if f"{module}.".startswith(f"{lacks}."))
    return next(found, "")


def find_unrunnable(sources: Sequence[str]) -> dict[int, str]:
    """Find the cells that cannot run in a browser, for themselves or what they need from above.

    Parameters
    ----------
    sources : sequence of str
        All cells of a page.

    Returns
    -------
    dict
        By cell, what a browser lacks.
    """
    cells = [read_names(source) for source in sources]
    missing = {
        name: words
        for cell in cells
        for name, module in cell.modules.items()
        if (words := _describe_missing(module))
    }
    found: dict[int, str] = {}
    for number, (cell, place) in enumerate(zip(cells, trace_cells(cells), strict=True)):
        used = place.reads & missing.keys()
        own = [missing[name] for name in sorted(used - cell.modules.keys())]
        words = own + [found[other] for other in place.above.values() if other in found]
        if words:
            found[number] = words[0]
    return found


# Running


class Page:
    """The cells of one page, and what has become of them.

    Parameters
    ----------
    sources : sequence of str
        As the page was built.
    show : callable
        Takes the number of a cell, a kind of content (a MIME type, "stdout", "stderr", "error",
        "omitted", or "begin" and "end" of a run), and the content.
    shown : dict of int to str, optional
        What made the output of those cells that show another one than was built: the sources, where
        a page that was stopped ran them.
    outdated : collection of int, optional
        Those of all cells whose output was outdated by then.
    """

    def __init__(
        self,
        sources: Sequence[str],
        show: Show,
        shown: Mapping[int, str] | None = None,
        outdated: Collection[int] = (),
    ) -> None:
        self.sources = list(sources)
        self.show = show
        self.scope = types.ModuleType("__main__")
        sys.modules["__main__"] = self.scope
        self._writer: dict[str, int] = {}  # of each name's present value, a cell
        self._ran: dict[int, tuple[str, int]] = {}  # what was run of a cell, and when
        self._runs = 0
        self._shown = list(sources)  # what made each cell's output
        self._made: list[int] = []  # a number for that and all that it needed
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        for number, above in enumerate(self._trace()):
            self._made.append(self._number(number, above))
        self._built = [*zip(self._shown, self._made, strict=True)]
        for number, source in sorted((shown or {}).items()):
            self._note_shown(number, source)
        for number in outdated:
            self._made[number] = -1

    def find_imports(self, numbers: Iterable[int], sources: Sequence[str]) -> list[str]:
        """Return the packages that running some cells imports."""
        self.sources = list(sources)
        planned = set().union(*map(self.plan, numbers))
        return find_imports(self.sources[number] for number in planned)

    def plan(self, number: int) -> list[int]:
        """Return which cells to run, in order, so that one can be."""
        where = trace_cells([read_names(source) for source in self.sources])
        planned = {number}
        while True:
            added: set[int] = set()
            writer = dict(self._writer)  # as it would be: a name may have a later cell's value
            for one in sorted(planned):
                for name, other in where[one].above.items():
                    if writer.get(name) != other or self._is_stale(other, where, planned):
                        added.add(other)
                writer |= dict.fromkeys(where[one].writes, one)
            if added <= planned:
                return sorted(planned)
            planned |= added

    def _is_stale(self, number: int, where: list[CellLinks], planned: set[int]) -> bool:
        """Return whether a cell was not run, or is another now, or one that it needs is."""
        source, when = self._ran.get(number, ("", 0))
        if not when or source != self.sources[number]:
            return True
        return any(
            other in planned
            or self._ran.get(other, ("", 0))[1] > when
            or self._is_stale(other, where, planned)
            for other in where[number].above.values()
        )

    def run(self, number: int, sources: Sequence[str]) -> bool:
        """Run a cell, after those that it needs; say whether it went well.

        Parameters
        ----------
        number : int
        sources : sequence of str
            Those of all cells, as they are in the page now.
        """
        self.sources = list(sources)
        for one in self.plan(number):
            if not self._run(one):
                if one != number:
                    words = f"This cell needs cell {one + 1} above, which went wrong."
                    self.show(number, "begin", "")
                    self.show(number, "error", words)
                    self.show(number, "end", "")
                return False
        return True

    def reset(self, numbers: Iterable[int]) -> None:
        """Note that some cells show again what they did when the page was built."""
        for number in numbers:
            self._shown[number], self._made[number] = self._built[number]

    def find_outdated(self) -> list[int]:
        """Return the cells whose output rests on what has since been made otherwise."""
        found: set[int] = set()
        for number, above in enumerate(self._trace()):
            if self._number(number, above) != self._made[number] or found & above:
                found.add(number)
        return sorted(found)

    def _trace(self) -> list[set[int]]:
        """Return for each cell those that it takes something from, by what made the outputs."""
        links = trace_cells([read_names(source) for source in self._shown])
        return [set(link.above.values()) for link in links]

    def _number(self, number: int, above: set[int]) -> int:
        """Return the number for what a cell shows: another source, or above it, another number."""
        of = self._shown[number], tuple(self._made[other] for other in sorted(above))
        return self._numbers.setdefault(of, len(self._numbers))

    def _note_shown(self, number: int, source: str) -> None:
        self._shown[number] = source
        self._made[number] = self._number(number, self._trace()[number])

    def _run(self, number: int) -> bool:
        """Run one cell."""
        source = self.sources[number]
        writes = trace_cells([read_names(source) for source in self.sources])[number].writes
        for name in writes:  # some have new values, and some not, if it fails
            self._writer.pop(name, None)
        self._ran.pop(number, None)
        self.show(number, "begin", "")
        begun = time.perf_counter()
        went_well = True
        output = _Output(functools.partial(self.show, number))
        builtins.display = lambda *values: [_display(value, output) for value in values]  # type: ignore[attr-defined]
        with (
            contextlib.redirect_stdout(_Stream(output, "stdout")),
            contextlib.redirect_stderr(_Stream(output, "stderr")),
        ):
            try:
                value = self._execute(number, source)
                if value is not None:
                    _display(value, output)
            except BaseException as error:  # whatever a cell raises, its reader is told
                output.flush()
                self.show(number, "error", _format_error(error))
                went_well = False
        _show_figures(output)
        output.flush()
        self._note_shown(number, source)
        if went_well:
            self._runs += 1
            self._ran[number] = source, self._runs
            self._writer |= dict.fromkeys(writes, number)
        self.show(number, "end", f"{time.perf_counter() - begun:.1f}" if went_well else "")
        return went_well

    def _execute(self, number: int, source: str) -> Any:
        """Execute a source; return the value of its last line, if that is to be shown."""
        file = f"cell {number + 1}"
        # So that tracebacks and `inspect` find the lines.
        linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
        tree = ast.parse(source, file)
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and not _is_silent(source):
            last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
        scope = self.scope.__dict__
        exec(compile(tree, file, "exec"), scope)
        return None if last is None else eval(compile(last, file, "eval"), scope)


def _display(value: Any, output: _Output) -> None:
    """Show a value as a notebook would."""
    for kind, method in (("text/html", "_repr_html_"), ("text/markdown", "_repr_markdown_")):
        written = getattr(value, method, lambda: None)()
        if written is not None:
            output.add_result(
                "text/html", _render_markdown(written) if "markdown" in kind else written
            )
            return
    if type(value).__name__ != "Figure":  # those are shown at the end
        output.write("text/plain", f"{value!r}\n")


def _show_figures(output: _Output) -> None:
    """Show the figures that are open, and close them."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if not pyplot:
        return
    for number in pyplot.get_fignums():
        drawn = io.BytesIO()
        if output.has_room():
            pyplot.figure(number).savefig(drawn, bbox_inches="tight", format="svg")
        output.add_result("image/svg+xml", base64.b64encode(drawn.getvalue()).decode())
        pyplot.close(number)


class _Output:
    """What a run of a cell shows: so much, in few messages.

    A page with a million lines, or a message for each, hears no Stop.
    """

    def __init__(self, show: Callable[[str, str], None]) -> None:
        self._show = show
        self._kind = ""
        self._waiting: list[str] = []
        self._sent = 0.0
        self._at_once = AT_ONCE
        self._lines, self._characters = LINES, CHARACTERS  # that there is room for
        self._results, self._of_results = RESULTS, CHARACTERS_OF_RESULTS
        self._omitted = dict.fromkeys(("line", "character", "result"), 0)
        self._told = ""

    def write(self, kind: str, text: str) -> None:
        """Add text to what is shown of its kind."""
        if kind != self._kind:
            self._send()
            self._kind = kind
        kept = text[: self._characters]
        lines = kept.split("\n", self._lines)
        if len(lines) > self._lines:
            kept = kept[: len(kept) - len(lines[-1])]
        self._lines -= kept.count("\n")
        self._characters -= len(kept)
        if len(kept) < len(text):
            self._characters = 0  # nothing after a gap
            self._omitted["character"] += len(text) - len(kept)
            self._omitted["line"] += text.count("\n", len(kept))
        self._waiting.append(kept)
        if text.endswith("\n"):
            self._flush_at_times()

    def has_room(self) -> bool:
        """Return whether one more table or figure is shown."""
        return self._results > 0 and self._of_results > 0

    def add_result(self, kind: str, content: str) -> None:
        """Show a table or figure."""
        if self.has_room() and len(content) <= self._of_results:
            self._results -= 1
            self._of_results -= len(content)
            self._send()
            self._show(kind, content)
        else:
            self._omitted["result"] += 1
            self._flush_at_times()

    def _flush_at_times(self) -> None:
        if self._at_once or time.monotonic() - self._sent > PAUSE:
            self._at_once = max(0, self._at_once - 1)
            self.flush()

    def flush(self) -> None:
        """Send what waits, and how much is not shown."""
        self._send()
        self._sent = time.monotonic()
        counts = {what: n for what, n in self._omitted.items() if n}
        if self._omitted["character"]:
            counts.pop("character" if self._omitted["line"] > 1 else "line", None)
        parts = [f"{n:,} further {what}{'s' * (n > 1)}" for what, n in counts.items()]
        verb = "was" if sum(counts.values()) == 1 else "were"
        words = f"… {' and '.join(parts)} {verb} not shown." if parts else ""
        if words != self._told:
            self._show("omitted", words)
            self._told = words

    def _send(self) -> None:
        if text := "".join(self._waiting):
            self._show(self._kind, text)
        self._waiting.clear()


class _Stream(io.TextIOBase):
    """What stands for standard output, or for errors."""

    def __init__(self, output: _Output, kind: str) -> None:
        self._output, self._kind = output, kind

    def write(self, text: str) -> int:
        self._output.write(self._kind, text)
        return len(text)


def _format_error(error: BaseException) -> str:
    """Write an error with the lines of the page's cells alone."""
    told = traceback.TracebackException.from_exception(error)
    waiting: list[traceback.TracebackException | None] = [told]
    while waiting:
        one = waiting.pop()
        if one:
            ours = [frame for frame in one.stack if frame.filename.startswith("cell ")]
            one.stack = traceback.StackSummary.from_list(ours)
            waiting += [one.__cause__, one.__context__]
    text = "".join(told.format())
    if len(text) > CHARACTERS_OF_ERROR:
        half = CHARACTERS_OF_ERROR // 2
        text = f"{text[:half]}\n…\n{text[-half:]}"
    return text + _explain(error)


# Which packages there are, as the worker tells.
PACKAGES: dict[str, list[str]] = {"here": [], "to be had": [], "not to be had now": []}
EXAMPLES = ("pandas", "sympy", "statsmodels", "networkx")


def _explain(error: BaseException) -> str:
    """Return what a reader is told of an error that Python has in a browser only."""
    words = ""
    if isinstance(error, ModuleNotFoundError) and "." not in (error.name or "."):
        here = sorted(set(PACKAGES["here"]) - {"comm"}, key=str.lower)
        others = [name for name in EXAMPLES if name in PACKAGES["to be had"]]
        if error.name in PACKAGES["not to be had now"]:
            words = f"The package {error.name} could not be fetched. Are you still online?"
        else:
            words = f"Python in your browser has no package {error.name}. It has its own modules"
            words += f" and {_enumerate(here)}." if here else "."
            if others:
                words += (
                    f" It fetches others, such as {_enumerate(others)}, when a cell imports them."
                )
    elif "can't start new thread" in str(error):
        words = "Python in your browser has one thread. Call the function itself, with n_jobs=1."
    elif "emscripten does not support processes" in str(error):
        words = "Python in your browser can start no other program."
    elif type(error).__name__ in {"URLError", "gaierror"}:
        words = "Python in your browser opens no addresses. Write the data into the cell."
    return f"\n{words}\n" if words else ""


def _enumerate(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _is_silent(source: str) -> bool:
    """Return whether a source ends with a semicolon, which says that nothing is to be shown."""
    space = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER)
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type not in space][-1] == ";"


def _render_markdown(text: str) -> str:
    """Set Markdown with formulas."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(latex: str, options: dict[str, Any]) -> str:
        begin, end = (r"\[", r"\]") if options["display_mode"] else (r"\(", r"\)")
        return begin + html.escape(latex) + end

    markdown = MarkdownIt("commonmark").enable("table")
    return str(markdown.use(dollarmath_plugin, renderer=formula).render(text))


# What stands for IPython, and for what a browser has not


class _Display:
    """A text that shows itself in one way."""

    def __init__(self, data: str) -> None:
        self.data = data


class _Markdown(_Display):
    def _repr_markdown_(self) -> str:
        return self.data


class _HTML(_Display):
    def _repr_html_(self) -> str:
        return self.data


def import_modules(sources: Iterable[str]) -> None:
    """Import what cells will import, so that none of them waits for it."""
    for source in sources:
        try:
            body = ast.parse(source).body
        except SyntaxError:
            continue
        for one in body:
            if isinstance(one, ast.Import | ast.ImportFrom):
                with contextlib.suppress(Exception):  # the cell will say so
                    exec(compile(ast.Module([one], []), "imports", "exec"), {})


def remove_loaded() -> None:
    """Remove the files of the libraries that are loaded: in a browser, files take memory too."""
    loaded = {getattr(module, "__file__", None) or "" for module in sys.modules.values()}
    for path in map(Path, loaded):
        if path.suffix == ".so":
            path.unlink(missing_ok=True)


def install_stand_ins() -> None:
    """Install what cells may use: IPython.display, an xgboost and an input that raise when used."""
    display = types.ModuleType("IPython.display")
    display.__dict__.update(
        HTML=_HTML, Markdown=_Markdown, display=lambda *values: builtins.display(*values)
    )
    ipython = types.ModuleType("IPython")
    ipython.__dict__.update(display=display)
    ipython.__dict__.update(get_ipython=lambda: None, version_info=(9, 0))  # pyplot asks for them
    sys.modules["IPython"], sys.modules["IPython.display"] = ipython, display
    sys.modules["xgboost"] = _Missing("xgboost", LACKS["xgboost"])
    builtins.input = _refuse_input


def _refuse_input(prompt: object = "") -> str:
    raise RuntimeError(
        "input() cannot ask for anything in this page; write the value into the code, as in "
        'answer = "yes"'
    )


class _Missing(types.ModuleType):
    """A module that can be imported, and no more."""

    def __init__(self, name: str, words: str) -> None:
        super().__init__(name)
        self._words = words

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise ImportError(f"this needs {self._words}, which is not available in a browser")
