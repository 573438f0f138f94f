"""The checker's process: runs the instructor's cells, and decides.

The instructor's own cells run here as they are. Names that only the student's
cells bind are stand-ins (see `remote`) or values that came by value. Nothing
the student's process does can change what a test compares, or how.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import json
import re
import signal
import socket
import symtable
import sys
import time
import traceback
from typing import Any

from ensemblelab.grading.channel import Channel
from ensemblelab.grading.randomness import global_states, set_global_states
from ensemblelab.grading.remote import (
    BadValue,
    Link,
    StudentLost,
    TimeLimit,
    Unsplittable,
)
from ensemblelab.grading.shell import CellRun, Shell, safe_text, silence

__all__ = ["Checker", "check"]

DYNAMIC = {"globals", "locals", "vars", "dir", "eval", "exec"}
PROCESS_WIDE = {"gca", "gcf", "get_fignums", "user_ns", "getsource", "getsourcelines"}

OUTPUT_CELLS = 32
"""A notebook may show as much as this many cells at their limit."""

SPOILING = (MemoryError, SystemError)
"""After these CPython may crash at any later step: tests that follow need a process anew."""

MISSING = object()

PATCHED = re.compile(r"^(?:__main__)?\.(\w+)$")
"""How tests write a name to `unittest.mock.patch`: "__main__.name" or f"{__name__}.name"."""


class Code:
    """The names that a piece of source uses and binds, found without running it."""

    def __init__(self, source: str, transform: Any) -> None:
        self.loads: set[str] = set()
        self.binds: set[str] = set()
        self.imports: list[str] = []
        self.attributes: set[str] = set()
        try:
            self.tree = ast.parse(transform(source))
        except (SyntaxError, ValueError, RecursionError):
            self.tree = ast.Module([], [])
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name):
                bound = isinstance(node.ctx, ast.Store)
                (self.binds if bound else self.loads).add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.binds.add(node.name)
            elif isinstance(node, ast.Attribute):
                self.attributes.add(node.attr)
            elif isinstance(node, ast.Global):
                self.loads |= set(node.names)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.loads |= set(PATCHED.findall(node.value))
        for node in self.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                self.imports.append(ast.unparse(node))

    def read_by_functions(self) -> set[str]:
        """Name the globals and builtins that its functions read."""
        names: set[str] = set()
        try:
            tables = [symtable.symtable(ast.unparse(self.tree), "<cell>", "exec")]
        except SyntaxError:  # it parses and does not compile
            return names
        while tables:
            table = tables.pop()
            tables += table.get_children()
            if table.get_type() != "module":
                names |= {s.get_name() for s in table.get_symbols() if s.is_global()}
        return names


class Checker:
    """Grade one notebook against a student's process.

    Parameters
    ----------
    program : dict
        ``cells``: what to run, in order; ``skip``: cells (by number) to leave
        out, with the reason; ``cell_seconds``; ``output_kb``; ``together``:
        run the student's cells in this very process (compatibility mode).
    shell : Shell
    control : Channel
        To the worker; carries events and verdicts.
    link : Link or None
        To the student's process; None in compatibility mode.
    """

    def __init__(self, program: dict, shell: Shell, control: Channel, link: Link | None) -> None:
        self.program, self.shell, self.control, self.link = program, shell, control, link
        self.namespace = shell.namespace
        self.trusted: set[str] = set()
        self.fetched: dict[str, Any] = {}
        self.wanted: set[str] = set()  # by functions of cells that have run
        self.shared: set[str] = set()  # which functions of the solution read
        self.sent: dict[str, Any] = {}  # of these, as the student's process has them
        self.builtins, self.stdin = dict(vars(builtins)), sys.stdin
        self.read_line = lambda prompt="": input(prompt)  # from the standard input of a test's
        self.shown = 0  # characters of output so far
        self.solution_names: set[str] = set()
        self.test_names: set[str] = set()  # which only test cells bind
        self.transform = shell.shell.transform_cell
        bound: set[str] = set()
        for cell in program["cells"]:
            if cell.get("solution"):
                code = self._code(cell["solution"])
                self.shared |= code.read_by_functions()
                bound |= code.binds
            elif cell["kind"] == "test":
                self.test_names |= self._code(cell["source"]).binds
        self.test_names -= bound
        if link is not None:
            link.before_request = self._push

    def _code(self, source: str) -> Code:
        return Code(source, self.transform)

    def report(self, **event: Any) -> None:
        """Tell the worker something."""
        self.control.send(json.dumps(event).encode())

    def run(self) -> None:
        """Run every cell and report each result."""
        signal.signal(signal.SIGALRM, self._alarm)
        for number, cell in enumerate(self.program["cells"]):
            if str(number) in self.program["skip"]:
                continue
            self.report(begin=number)
            seconds = self.program["cell_seconds"]
            if self.link is not None:
                self.link.deadline = time.monotonic() + seconds
            # the link's own deadline comes first; the alarm stops what runs here
            signal.setitimer(signal.ITIMER_REAL, seconds + 3)
            try:
                result = self._cell(number, cell)
            except StudentLost as lost:
                self.report(lost=str(lost))
                return
            except TimeLimit:
                result = {"outcome": "failed", "reason": "time", "message": ""}
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            if result.pop("spoilt", False):
                self.report(spoilt=number, result=result)
                return
            self.report(end=number, result=result)
        self.report(done=True)

    def _alarm(self, signum: int, frame: Any) -> None:
        raise TimeLimit("the cell ran out of time")

    def _cell(self, number: int, cell: dict) -> dict:
        if self.link is None:
            return self._cell_together(number, cell)
        if cell["kind"] == "student":
            return self._student_cell(number, cell)
        if cell["kind"] == "setup":
            return self._setup_cell(number, cell)
        return self._test_cell(number, cell)

    # the three kinds of cells

    def _student_cell(self, number: int, cell: dict) -> dict:
        result = self._run_there(cell["source"], number)
        if cell.get("solution"):
            code = self._code(cell["solution"])
            for statement in code.imports:  # so that a test's `np` is never the student's
                self._trust(lambda s=statement: self.shell.run(s, number))
            self.solution_names |= code.binds
            self.trusted -= code.binds
            self._settle()
        error = result.get("error") or {}
        if error.get("type") == "NameError":
            missing = str(error.get("message", "")).split("'")[1:2]
            if missing and missing[0] in self.test_names:
                result["review"] = (
                    f"it uses {missing[0]!r}, which only a test cell binds; tests run apart from it"
                )
        return result

    def _run_there(self, source: str, number: int) -> dict:
        try:
            result = self.link.request("run", source, number)
        except TimeLimit:
            return {"error": {"type": "TimeLimit", "message": "it ran out of time"}, "outputs": []}
        except BadValue as error:
            return {"error": {"type": "BadValue", "message": str(error)}, "outputs": []}
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            return {
                "error": {"type": type(error).__name__, "message": safe_text(error)},
                "outputs": [],
            }
        return self._within_limit(plain_result(result))

    def _within_limit(self, result: dict) -> dict:
        """Drop outputs beyond what one notebook may show in all."""
        kept = []
        for output in result.get("outputs", []):
            self.shown += len(json.dumps(output))
            if self.shown > OUTPUT_CELLS * self.program["output_kb"] * 1024:
                kept.append(
                    {
                        "output_type": "stream",
                        "name": "stdout",
                        "text": f"\n[cut: it shows more than {OUTPUT_CELLS} cells may]",
                    }
                )
                break
            kept.append(output)
        return result | {"outputs": kept}

    def _setup_cell(self, number: int, cell: dict) -> dict:
        result = {}
        if cell["release"] is not None:
            result = self._run_there(cell["release"], number)
        self._bind(cell["source"])
        run = self._trust(lambda: self.shell.run(cell["source"], number))
        self.link.synchronise()
        self._settle()
        if isinstance(run.error, (StudentLost, TimeLimit)):
            raise run.error
        self.link.unsplittable = None
        return result

    def _test_cell(self, number: int, cell: dict) -> dict:
        code = self._code(cell["source"])
        widely = sorted(code.attributes & PROCESS_WIDE)
        if widely:
            return {
                "outcome": "review",
                "message": f"the test uses {', '.join(widely)} of its own process",
            }
        self.link.unsplittable = None
        try:
            self._bind(cell["source"])
        except Unsplittable as error:
            return {"outcome": "review", "message": str(error)}
        except BadValue as error:
            return {"outcome": "failed", "message": str(error), "visible": True}
        self.link.changed_data = False
        before, states = dict(self.namespace), global_states()
        run = self._trust(lambda: self.shell.run(cell["source"], number))
        if isinstance(run.error, StudentLost):
            raise run.error
        if self.link.unsplittable:
            return {"outcome": "review", "message": self.link.unsplittable}
        verdict = self._verdict(run, cell)
        if verdict["outcome"] == "passed" and self.link.changed_data:
            verdict["by_change"] = not self._passes_unchanged(number, cell, before, states)
        return verdict

    def _passes_unchanged(self, number: int, cell: dict, before: dict, states: list) -> bool:
        """Whether a test passes too if its data stay as they are, whatever the answer does to them.

        An answer could otherwise make the expected values wrong in the same way as its own.
        """
        after, states_after = dict(self.namespace), global_states()
        self.link.writes_back = False
        try:
            self.namespace.clear()
            self.namespace.update(before)
            set_global_states(states)
            run = self.shell.run(cell["source"], number)
        finally:
            self.link.writes_back = True
            self.namespace.clear()
            self.namespace.update(after)
            set_global_states(states_after)
        if isinstance(run.error, StudentLost):
            raise run.error
        return run.error is None and not self.link.unsplittable

    def _verdict(self, run: CellRun, cell: dict) -> dict:
        error, from_student = run.error, getattr(run.error, "_from_student", False)
        if error is None:
            return self._passed(run, cell)
        if isinstance(error, TimeLimit):
            return {"outcome": "failed", "reason": "time", "message": str(error)}
        if not from_student and isinstance(error, (ImportError, FileNotFoundError)):
            return {
                "outcome": "review",
                "message": f"the test could not run here: {safe_text(error)}",
            }
        if type(error).__name__ == "NotFittedError" and self.link and self.link.sent_estimator:
            return {
                "outcome": "review",
                "message": "the test fits an estimator in the student's process",
            }
        line = run.line or 0
        visible = not any(first <= line <= last for first, last in cell["hidden"])
        spoken = isinstance(error, AssertionError) and run.raised_by_cell
        text = safe_text(error)
        message = text if visible or (spoken and not from_student) else ""
        result = {
            "outcome": "failed",
            "type": type(error).__name__,
            "message": message[:2000],
            "full": text[:2000],
            "visible": visible,
            "line": line,
        }
        if from_student and visible:
            result["where"] = getattr(error, "_student_lines", [])
        if from_student and isinstance(error, SPOILING):
            result["spoilt"] = True
        return result

    def _passed(self, run: CellRun, cell: dict) -> dict:
        value = run.result
        if type(value) in (int, float):  # partial credit, as nbgrader reads it
            if not 0 <= value <= cell["points"]:
                return {"outcome": "review", "message": f"the test's partial credit is {value!r}"}
            return {"outcome": "passed", "points": float(value)}
        return {"outcome": "passed", "points": cell["points"]}

    # whose names are whose

    def _trust(self, run: Any) -> Any:
        """Run instructor's code, and trust each name it binds."""
        before = dict(self.namespace)
        result = run()
        for name, value in self.namespace.items():
            if before.get(name, MISSING) is not value:
                self.trusted.add(name)
                self.fetched.pop(name, None)
        return result

    def _bind(self, source: str) -> None:
        """Fetch from the student's process the names that a cell needs from it."""
        code = self._code(source)
        self.wanted |= code.read_by_functions()
        wanted = code.loads | self.wanted
        if wanted & DYNAMIC:
            names = self._ask("names")
            wanted |= {name for name in names or [] if type(name) is str}
        # a helper that a failed test did not get to define must not be the student's
        for name in sorted(wanted - self.trusted - self.shell.own_names - self.test_names):
            if hasattr(builtins, name) and name not in self.solution_names:
                continue
            found = self._ask("get", name)
            if isinstance(found, list) and len(found) == 1:
                self.namespace[name] = self.fetched[name] = found[0]
            elif name in self.fetched or name in self.namespace:
                self.fetched.pop(name, None)
                self.namespace.pop(name, None)

    def _ask(self, *request: Any) -> Any:
        push, self.link.before_request = self.link.before_request, lambda: None
        try:
            return self.link.request(*request)
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            # none of these requests runs code of the test's: whatever comes is no value
            raise BadValue(f"{request[-1]}: {safe_text(error)}") from None
        finally:
            self.link.before_request = push

    def _push(self) -> None:
        """Tell the student's process of names that a test bound, deleted or replaced.

        Data goes only under a name that the instructor's solution reads inside
        a function: a test's expected values must not end up under a name that
        a student has guessed.
        """
        for name, value in list(self.fetched.items()):
            now = self.namespace.get(name, MISSING)
            if now is value:
                continue
            self.fetched[name] = now
            if now is MISSING:
                self._ask("delete", name)
            elif hasattr(type(now), "_handle_of") or callable(now) or name in self.shared:
                self._ask("set", name, now)
        for name in sorted(self.shared - self.fetched.keys()):
            now = self._now(name)
            if now is not self.sent.get(name, MISSING):
                self.sent[name] = now
                self._ask(*(("delete", name) if now is MISSING else ("set", name, now)))

    def _settle(self) -> None:
        """Take the shared names of now as what both processes have: no test has run since."""
        self.sent = {name: self._now(name) for name in self.shared}

    def _now(self, name: str) -> Any:
        """Return what a test has bound to a name, a replaced builtin, or `MISSING`."""
        if name in self.namespace and name not in self.shell.own_names:
            return self.namespace[name]
        if name == "input" and sys.stdin is not self.stdin:
            return self.read_line
        found = getattr(builtins, name, MISSING)
        return MISSING if found is self.builtins.get(name, MISSING) else found

    # compatibility mode: everything in one process

    def _cell_together(self, number: int, cell: dict) -> dict:
        run = self.shell.run(cell["source"], number)
        if isinstance(run.error, TimeLimit):
            raise run.error
        return self._verdict(run, cell) if cell["kind"] == "test" else {}


def plain_result(result: Any) -> dict:
    """Keep of what a student's process says about a cell the parts that are in order."""
    if not isinstance(result, dict):
        return {}
    kept: dict[str, Any] = {"outputs": [], "error": None}
    for output in result.get("outputs") or []:
        with contextlib.suppress(KeyError, TypeError, AttributeError):
            kept["outputs"].append(plain_output(output))
    error = result.get("error")
    if isinstance(error, dict):
        kept["error"] = {
            "type": str(error.get("type"))[:200],
            "message": str(error.get("message"))[:2000],
            "line": error["line"] if type(error.get("line")) is int else None,
            "errno": error["errno"] if type(error.get("errno")) is int else None,
        }
    return kept


def plain_output(output: dict) -> dict:
    """Rebuild one of a cell's outputs from strings."""
    kind = output["output_type"]
    if kind == "stream":
        return {"output_type": kind, "name": "stdout", "text": str(output["text"])[: 2**20]}
    if kind == "error":
        lines = [str(line)[:2000] for line in output["traceback"][:20]]
        name, value = str(output["ename"])[:200], str(output["evalue"])[:2000]
        return {"output_type": kind, "ename": name, "evalue": value, "traceback": lines}
    data = {"text/plain": str(output["data"]["text/plain"])[: 2**20]}
    picture = output["data"].get("image/png")
    if isinstance(picture, str) and picture.startswith("iVBORw0KGgo") and len(picture) < 2**20:
        data["image/png"] = picture
    shown = {"output_type": "display_data", "data": data, "metadata": {}}
    return shown | (
        {"output_type": kind, "execution_count": None} if kind == "execute_result" else {}
    )


def check(control: Channel, shell: Shell, student: socket.socket | None) -> None:
    """Serve one notebook: read the program, run it, report."""
    silence()
    program = json.loads(control.receive())
    link = None
    if student is not None:
        link = Link(Channel(student), lambda: control.send(b'{"interrupt": true}'))
    try:
        Checker(program, shell, control, link).run()
    except Exception as error:
        where = "".join(traceback.format_exception(error))[-3000:]
        control.send(json.dumps({"broken": where}).encode())
