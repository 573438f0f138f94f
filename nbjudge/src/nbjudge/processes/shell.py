"""Run one cell after another as Jupyter does: magics, ``await``, displays and all."""

from __future__ import annotations

import base64
import builtins
import io
import linecache
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
from traitlets.config import Config

__all__ = ["CellRun", "PrintedText", "Shell"]


OWN = {id(kind) for kind in vars(builtins).values() if isinstance(kind, type)}
"""Python's own classes."""


STREAMS = ("stdout", "stderr")


class PrintedText:
    """What is written to both standard streams, up to a number of characters in all.

    More is counted and dropped.
    """

    def __init__(self, limit: int) -> None:
        self.limit, self.length = limit, 0
        self.parts: list[tuple[str, str]] = []  # with the name of the stream

    def take(self, stream: str, text: str) -> None:
        """Take text, and drop what is beyond the limit."""
        room = self.limit - self.length
        if room > 0:
            self.parts.append((stream, text[:room]))
        self.length += len(text)

    def text(self) -> str:
        """Return what was written, and take it out."""
        text = "".join(part for _, part in self.parts)
        if self.length > self.limit:
            text += f"\n[cut: {self.length} characters are more than the limit of {self.limit}]"
        self.parts, self.length = [], 0
        return text  # longer than the limit: by that the checker knows

    def by_stream(self) -> list[str]:
        """Return what was written to the one and to the other, and take it out."""
        parts, self.parts, self.length = self.parts, [], 0
        return ["".join(text for to, text in parts if to == name) for name in STREAMS]


class Stream(io.TextIOBase):
    """A standard stream, whose text goes where that of the other goes too."""

    def __init__(self, name: str, printed: PrintedText) -> None:
        self.stream, self.printed = name, printed

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Take text."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.printed.take(self.stream, text)
        return len(text)


class CellRun:
    """What running one cell gave: its result, error, displays and printed text."""

    def __init__(self, result: ExecutionResult, name: str) -> None:
        self.error: BaseException | None = result.error_before_exec or result.error_in_exec
        self.result: Any = result.result
        self.frames: list[traceback.FrameSummary] = []
        if self.error is not None:
            self.frames = traceback.extract_tb(self.error.__traceback__)
        self.name = name

    @property
    def lines(self) -> list[int]:
        """The lines of the cell at which it failed: its statement, then what that called."""
        lines = [frame.lineno or 0 for frame in self.frames if frame.filename == self.name]
        if isinstance(self.error, SyntaxError) and not lines and self.error.lineno:
            return [self.error.lineno]
        return lines

    @property
    def raised_by_cell(self) -> bool:
        """Return whether the cell itself raised it, and no function that it called."""
        return bool(self.frames) and self.frames[-1].filename == self.name


class QuietDisplayHook(DisplayHook):
    """Keep the value of a cell's last expression; do not print or format it."""

    def __call__(self, result: Any = None) -> None:
        if result is not None and not self.quiet():
            self.update_user_ns(result)
            self.fill_exec_result(result)


class Quiet(InteractiveShell):
    """IPython's shell with that display hook."""

    displayhook_class = QuietDisplayHook

    def enable_gui(self, gui: str | None = None) -> None:
        """Do nothing: there is no screen; ``%matplotlib inline`` asks for this."""

    def system(self, cmd: str) -> None:
        """Print what a command says, without the terminal that IPython would make: none may be."""
        for line in self.getoutput(cmd, depth=1):
            print(line)

    @contextmanager
    def _tee(self, channel: str) -> Iterator[None]:
        """Copy nothing of what is printed to the history: it would cost more than the printing."""
        yield

    def showtraceback(self, *args: Any, **kwargs: Any) -> None:
        """Show nothing: an error is part of the result."""

    def showsyntaxerror(self, *args: Any, **kwargs: Any) -> None:
        """Show nothing, likewise."""


class Shell:
    """An IPython shell that keeps no history and prints nothing."""

    def __init__(self, output_limit: int) -> None:
        settings = Config()
        settings.HistoryManager.enabled = False
        settings.HistoryManager.hist_file = ":memory:"
        settings.InteractiveShell.colors = "nocolor"
        settings.InteractiveShell.ast_node_interactivity = "last_expr"
        self.shell = Quiet.instance(config=settings)
        self.shell.events.register("post_execute", show_figures)
        self.displayed = CapturingDisplayPublisher(parent=self.shell)
        self.shell.display_pub = self.displayed
        self.namespace: dict[str, Any] = self.shell.user_ns
        self.own_names = set(self.namespace) | {"_", "__", "___", "_i", "_ii", "_iii", "_exit_code"}
        self.output_limit = output_limit

    def run(self, source: str, number: int) -> CellRun:
        """Run a cell; whatever it raises is part of what is returned."""
        compiler: Any = self.shell.compile
        name = f"<cell {number}>"
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        original = compiler.cache
        # IPython names a cell by its hash; we must know which frames are the cell's
        compiler.cache = lambda *args, **kwargs: name
        try:
            result = self.shell.run_cell(source, store_history=False)
        finally:
            compiler.cache = original
        return CellRun(result, name)

    def outputs(self, run: CellRun, printed: str) -> list[dict]:
        """Return a cell's outputs as nbformat has them: text and PNG pictures only."""
        found: list[dict] = []
        if printed:
            found.append({"output_type": "stream", "name": "stdout", "text": printed})
        for shown in self.displayed.outputs[:50]:
            data = shown["data"] if isinstance(shown, dict) else {}
            found.append(
                {
                    "output_type": "display_data",
                    "data": self._text_and_picture(data),
                    "metadata": {},
                }
            )
        self.displayed.outputs.clear()
        if run.result is not None and run.error is None:
            formatter: Any = self.shell.display_formatter
            data, _ = formatter.format(run.result)
            shown = {"data": self._text_and_picture(data), "metadata": {}, "execution_count": None}
            found.append({"output_type": "execute_result", **shown})
        if run.error is not None:
            found.append(
                {
                    "output_type": "error",
                    "ename": type(run.error).__name__,
                    "evalue": format_exception(run.error)[:2000],
                    "traceback": format_cell_traceback(run)[-20:],
                }
            )
        return found

    def _text_and_picture(self, data: dict) -> dict[str, str]:
        plain = {"text/plain": str(data.get("text/plain", ""))[: self.output_limit]}
        picture = data.get("image/png")
        if isinstance(picture, bytes):
            picture = base64.b64encode(picture).decode()
        if isinstance(picture, str) and len(picture) <= 2**20:
            plain["image/png"] = picture
        return plain


def show_figures() -> None:
    """Show the figures of a cell, which closes them, before pyplot draws all that are open.

    A backend for notebooks shows them only after pyplot has: each would be drawn once for nothing.
    """
    backend = sys.modules.get("matplotlib_inline.backend_inline")
    if backend is not None:
        backend.flush_figures()


def format_exception(error: BaseException) -> str:
    """Return an exception's words, whatever its ``__str__`` does."""
    try:
        return str(str(error))
    except Exception:
        return f"<{type(error).__name__} that cannot be printed>"


def find_builtin_base(error: BaseException) -> str:
    """Return Python's own class that an exception is of, whatever the exception's is called."""
    kind = next(k for k in type.mro(type(error)) if id(k) in OWN)
    return f"builtins.{kind.__name__}"


def format_cell_traceback(run: CellRun) -> list[str]:
    """Return the lines of a traceback that lie in cells, as text."""
    lines = []
    for frame in run.frames:
        if frame.filename.startswith("<cell "):
            lines.append(f"  line {frame.lineno}, in {frame.name}: {frame.line}"[:300])
    error = run.error
    lines.append(f"{type(error).__name__}: {format_exception(error) if error else ''}"[:2000])
    return lines


def capture_streams(limit: int = 2**20) -> PrintedText:
    """Send all that is printed from now on to one place, and return it."""
    printed = PrintedText(limit)
    sys.stdout, sys.stderr = (Stream(name, printed) for name in STREAMS)
    return printed
