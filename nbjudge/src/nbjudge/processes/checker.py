"""The checker's process: runs the instructor's cells, and decides.

The instructor's own cells run here as they are. Names that only the student's
cells bind are stand-ins (see `remote`) or values that came by value. Nothing
the student's process does can change what a test compares, or how.
"""

from __future__ import annotations

import builtins
import contextlib
import inspect
import json
import signal
import socket
import sys
import traceback
import types
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from nbjudge.processes.channel import Channel
from nbjudge.processes.files import Exchange
from nbjudge.processes.meter import Meter
from nbjudge.processes.randomness import get_global_states, set_global_states
from nbjudge.processes.remote import (
    BadValue,
    Link,
    StudentLost,
    TimeLimit,
    Unsplittable,
)
from nbjudge.processes.shell import (
    CellRun,
    Shell,
    capture_streams,
    find_builtin_base,
    format_exception,
)
from nbjudge.processes.snapshots import (
    find_containers,
    identify_storage,
    restore_all,
    take_snapshot,
)
from nbjudge.processes.taint import Odd, Taint
from nbjudge.records import Failure, Program, ProgramCell, Result, to_json_data
from nbjudge.source.flow import Flow
from nbjudge.source.names import DYNAMIC, Names
from nbjudge.source.submitted import (
    READS_TEXT,
    RUNS_TEXT,
    SubmittedSource,
    find_loaded_packages,
    patch_inspect,
)

__all__ = ["Checker", "serve"]

PROCESS_WIDE = {"gca", "gcf", "get_fignums", "user_ns"}
HISTORY = {"In", "Out", "_ih", "_oh", "_i", "_ii", "_iii"}
"""Names under which IPython keeps what was run, in each process its own."""

OUTPUT_CELLS = 32
"""A notebook may show as much as this many cells at their limit."""

SPOILING = (MemoryError, SystemError)
"""After these CPython may crash at any later step: tests that follow need a process anew."""

STUCK = "data of a test's that cannot be put back"
CHANGED = "what a test has found in data that the answer changed"
SET_ANEW = "a function of the course's that the test changes"

UNNAMED = ""
"""Stands, among the names of data, for those that have none."""

MISSING = object()


class Checker:
    """Grade one notebook against a student's process.

    Parameters
    ----------
    program : Program
    shell : Shell
    control : Channel
        To the worker; carries events and verdicts.
    link : Link or None
        To the student's process; None in compatibility mode.
    """

    def __init__(self, program: Program, shell: Shell, control: Channel, link: Link | None) -> None:
        self.program, self.shell, self.control = program, shell, control
        self.together = link is None
        self.namespace = shell.namespace
        self.trusted: set[str] = set()
        self.fetched: dict[str, Any] = {}
        self.wanted: set[str] = set()  # by functions of cells that have run
        self.sent: dict[str, Any] = {}  # of these, as the student's process has them
        self.lent: set[str] = set()  # names that stand there for a function of the test of now
        self.revoked: set[str] = set()  # names that stand there for one of an earlier test
        self.builtins, self.stdin = dict(vars(builtins)), sys.stdin
        self.read_line = lambda prompt="": input(prompt)  # from the standard input of a test's
        self.imported: dict[str, Any] = {}  # by imports of the solution, as they are here
        self.others: set[str] = set()  # of these, what a test reads and an answer has otherwise
        self.modules: dict[str, Any] = {}  # of names that the solution binds otherwise too
        self.unrun: dict[str, str] = {}  # names that a test would have bound that was not run: why
        self.shown = 0  # characters of output so far
        self.solution_names: set[str] = set()
        self.part = ""  # of a setup cell: the student's "copy", or the "calls" that the cell makes
        self.read: set[int] = set()  # events of cells before of which that of now reads something
        self.lost_before: set[str] = set()  # what in setup cells crossed as less than it is
        self.with_objects: set[int] = set()  # tests to which the course's objects come by value
        self.files: Exchange | None = None
        self.with_files: dict[int, set[str]] = {}  # by test, the names of the student's that it has
        if link is not None:
            self.link = link
            self.names = Names(program.cells, shell.shell.transform_cell, program.opened.changed)
            link.before_request = self._push
            link.endless = program.endless
            link.tell_limit = lambda call, function, how: self.report(
                limit=call, function=function, how=how
            )
            link.courses = lambda name: self.namespace.get(name) if name in self.trusted else None
            courses = [n for n, cell in enumerate(program.cells) if cell.kind != "student"]
            self.with_objects = {courses[place] for place in program.opened.objects}
            self.with_files = {courses[place]: set(n) for place, n in program.opened.files.items()}
            if self.with_files:
                self.files = Exchange(self._ask, link.refuse, lambda odd: link.odd.update(odd))
                link.after_request = self._pull_files
            link.named = set().union(
                *(c.loads | c.imported | c.attributes for c in self.names.code)
            )
            flows = [
                Flow(cell.source if cell.kind != "student" else "", shell.shell.transform_cell)
                for cell in program.cells
            ]
            self.taint = Taint(self.namespace, flows, link.callbacks)
            imports = [statement for code in self.names.code for statement in code.imports]
            self.handed_in = SubmittedSource(shell.shell.transform_cell, imports)
            patch_inspect(self._source_of)

    def report(self, **event: Any) -> None:
        """Send the worker an event."""
        self.control.send(json.dumps(to_json_data(event)).encode())

    def run(self) -> None:
        """Run every cell and report each result."""
        signal.signal(signal.SIGPROF, self._alarm)
        for number, cell in enumerate(self.program.cells):
            if number in self.program.skip and cell.kind != "setup":
                if not self.together:
                    if cell.kind == "test":
                        self._stopped(number)
                    if number in self.program.passed_over:
                        self.link.pass_over(*self.program.passed_over[number])
                continue
            self.report(begin=number)
            self.part = ""
            if not self.together:
                self.link.may_believe = False
            seconds = self.program.cell_seconds
            if not self.together:
                self.link.allow(seconds, self.program.patience)
            # the link's own limit comes first; the alarm stops what computes here
            signal.setitimer(signal.ITIMER_PROF, seconds + 3)
            try:
                result = self._cell(number, cell)
            except StudentLost as lost:
                self.report(lost=str(lost), part=self.part)
                return
            except TimeLimit as limit:
                result = Result("failed", reason=limit.how)
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
            if not self.together and self.link.lost is not None:  # the cell caught the error
                self.report(lost=self.link.lost, part=self.part)
                return
            if not self.together and self.link.late and cell.kind == "test":
                result = Result("failed", reason=self.link.late)
            if result.spoilt:
                self.report(spoilt=number, result=result)
                return
            self.report(end=number, result=result)
        self.report(done=True)

    def _alarm(self, signum: int, frame: Any) -> None:
        raise TimeLimit("the cell ran out of time")

    def _cell(self, number: int, cell: ProgramCell) -> Result:
        if self.together:
            return self._cell_together(number, cell)
        with contextlib.suppress(BadValue, Unsplittable):  # then the cell misses it
            self._push_changed()
        if cell.kind == "student":
            return self._student_cell(number, cell)
        if cell.kind == "setup":
            return self._setup_cell(number, cell)
        with contextlib.ExitStack() as stack:
            if number in self.with_objects:
                stack.enter_context(self._by_value())
            if self.files is not None and number in self.with_files:
                stack.enter_context(self.files.provide(self.with_files[number]))
            return self._test_cell(number, cell)

    # the three kinds of cells

    def _student_cell(self, number: int, cell: ProgramCell) -> Result:
        self._lend(number)
        result = self._run_there(cell.source, number)
        self.handed_in.add(cell.source)
        code = self.names.code[number]
        for statement in code.imports:  # so that a test's `np` is never the student's
            had = self.namespace.keys() - self.imported.keys()
            self._trust(lambda s=statement: self.shell.run(s, number))
            self.imported |= {n: self.namespace[n] for n in self.namespace.keys() - had}
        for name in code.binds & self.imported.keys():
            if isinstance(self.imported[name], types.ModuleType):
                self.modules[name] = self.imported[name]
        self._take_over(code.binds)
        self.taint.clear(code.binds)
        self.solution_names |= code.binds
        self.trusted -= code.binds | (code.changes & self.names.given[number])
        self._settle()
        if result.error is not None and result.error.type == "NameError":
            missing = result.error.message.split("'")[1:2]
            if missing and missing[0] in self.names.of_tests:
                result.review = (
                    f"it uses {missing[0]!r}, which only a test cell binds; tests run apart from it"
                )
        return result

    def _lend(self, number: int) -> None:
        """Send an answer what tests have bound before it, where the solution reads it too."""
        for name in sorted(self.names.code[number].loads & self.names.of_tests):
            if name in self.namespace and name in self.trusted:
                with contextlib.suppress(BadValue, Unsplittable):  # then the answer misses it
                    self._ask("set", name, self.namespace[name])
        self.link.unsplittable = None

    def _run_there(self, source: str, number: int) -> Result:
        try:
            result = sanitize_result(self.link.request("run", source, number))
        except TimeLimit as limit:
            return Result(reason=limit.how)
        except BadValue as error:
            return Result(error=Failure("BadValue", str(error)[:2000]))
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            return Result(error=Failure(type(error).__name__[:200], format_exception(error)[:2000]))
        return self._within_limit(result)

    def _within_limit(self, result: Result) -> Result:
        """Drop outputs beyond what one notebook may show in all."""
        kept, most = [], self.program.output_kb * 1024
        for output in result.outputs:
            result.cut |= len(output.get("text", "")) > most
            self.shown += len(json.dumps(output))
            if self.shown > OUTPUT_CELLS * most:
                kept.append(
                    {
                        "output_type": "stream",
                        "name": "stdout",
                        "text": f"\n[cut: it shows more than {OUTPUT_CELLS} cells may]",
                    }
                )
                break
            kept.append(output)
        result.outputs = kept
        return result

    def _setup_cell(self, number: int, cell: ProgramCell) -> Result:
        """Run it in both processes; here in any case, whatever became of the student's.

        After the last test nothing here makes use of it, and what it shows is the student's.
        """
        skip = self.program.skip.get(number, [])
        result = Result()
        self.part = "copy"
        if cell.release is not None and "copy" not in skip:
            result = self._run_there(cell.release, number)
        if all(later.kind != "test" for later in self.program.cells[number:]):
            return result
        self.part = "calls"
        self._begin_counting(number)
        if "calls" in skip:
            self.link.muted = "what this cell calls of the student's ended the process"
        else:
            self._bind(number)
        self.namespace |= {n: v for n, v in self.imported.items() if n not in self.namespace}
        self.link.in_setup = True
        wrote: set[str] = set()
        self.link.reaches = lambda value: self._may_write(number, value, wrote)
        try:
            run = self._trust(lambda: self.shell.run(cell.source, number))
        finally:
            self.link.muted, self.link.in_setup = None, False
            self.link.reaches = lambda value: True
        self._take_over(self.names.code[number].binds | self.names.code[number].imported)
        writes, again = self._take_back(number)
        result.writes = sorted({*writes, *wrote})
        self._note_stuck(restore_all(again))
        self._carry(number, run, writes, self.link.odd + self.link.written_odd)
        self.lost_before |= self.link.lost_parts
        self.link.synchronise()
        self._settle()
        if isinstance(run.error, (StudentLost, TimeLimit)):
            raise run.error
        self.link.unsplittable = None
        return result

    def _test_cell(self, number: int, cell: ProgramCell) -> Result:
        code = self.names.code[number]
        self._begin_counting(number)
        widely = sorted(code.attributes & PROCESS_WIDE)
        if widely:
            return self._not_run(number, f"the test uses {', '.join(widely)} of its own process")
        history = (code.loads & HISTORY) - self.names.instructors - self.solution_names
        if history:
            return self._not_run(number, f"the test reads the history of cells ({min(history)})")
        words = code.loads | code.attributes
        if words & READS_TEXT and words & RUNS_TEXT:
            return self._not_run(number, "the test runs the source of an answer in its own process")
        self.link.unsplittable = None
        self._unbind_imports(number)
        self.trusted -= self.names.changed.get(number, set())
        problem = self._bind(number)
        try:
            unseen = self._unseen_modules(number)
        except Unsplittable as why:
            problem = why
        if isinstance(problem, Unsplittable):
            return self._not_run(number, str(problem))
        if problem is not None:
            self._stopped(number)
            lost = sorted(self.link.lost_parts)
            return Result("failed", message=str(problem)[:2000], lost=lost)
        self.link.changed_data = self.link.believed = self.link.asked = False
        # of what a test has found only that test may make use
        self.link.may_believe = not self.taint.may_hand_on(number, self.names.read_after[number])
        self._pull_files()
        before, states = dict(self.namespace), get_global_states()
        with hide_modules(unseen):
            run = self._trust(lambda: self.shell.run(cell.source, number))
        self._take_over(code.binds | code.imported)
        writes, again = self._take_back(number)
        self._revoke()
        if isinstance(run.error, StudentLost):
            raise run.error
        if self.link.unsplittable:
            return self._not_run(number, self.link.unsplittable, run)
        verdict = self._verdict(run, cell)
        if verdict.outcome == "passed" and self.others:
            words = f"the answer gives {min(self.others)!r} another meaning than the solution"
            verdict = Result("review", message=words)
        if self.files is not None and self.files.allowed is not None:
            self.files.count(code)
            verdict.files = sorted(self.files.laid)
        verdict.lost = sorted(self.link.lost_parts | self.lost_before)
        verdict.writes, verdict.draws = writes, self.link.draws
        odd, written = self.link.odd + self.taint.count(self.read), self.link.written_odd.copy()
        self._note_stuck(restore_all(again))
        came = self.link.odd + self.link.written_odd
        if verdict.outcome == "passed" and self.link.changed_data:
            verdict.by_change = not self._passes_unchanged(number, cell, before, states)
            self._revoke()
            self.link.draws = verdict.draws
            self._note_stuck(restore_all(again))
            came[CHANGED] += verdict.by_change
        self._carry(number, run, writes, came)
        # what was put into a test's data is of weight where the test needs them changed
        verdict.odd = dict(odd + written if verdict.by_change else odd)
        self.link.may_believe = False
        return verdict

    def _revoke(self) -> None:
        """Take back the functions that a test has handed out.

        Under a name where one still stands, the next test hands it out anew.
        """
        self.link.revoke()
        self.revoked |= self.lent
        self.lent = set()

    def _source_of(self, value: Any) -> str | None:
        """Return the text of what stands for one of the student's functions or classes."""
        if not hasattr(type(value), "_handle_of"):
            return None
        names = [name for name, known in self.fetched.items() if known is value]
        owner, method = getattr(value, "_of", None) or (None, "")
        text, what = None, "something of the student's without a name"
        if names:
            text, what = self.handed_in.source_of(names[0]), names[0]
        elif owner is not None:
            what = f"{owner.__name__}.{method}"

            def known(base: str) -> str | None:
                given = self.namespace.get(base)
                found = getattr(given, method, None) if isinstance(given, type) else None
                return inspect.getsource(found) if isinstance(found, types.FunctionType) else None

            text = self.handed_in.method_of(owner.__name__, method, known)
        if text is None:
            raise self.link.refuse(f"the test reads the source of {what}, which is not sure")
        return text

    def _begin_counting(self, number: int) -> None:
        """Begin to count what comes while a cell runs, and see what cells before it hand on."""
        self.link.odd.clear()
        self.link.written_odd.clear()
        self.link.lost_parts.clear()
        self.read = self.taint.events_reaching(number)

    def _carry(self, number: int, run: CellRun, writes: list[str], came: Odd) -> None:
        """Note what a cell that has run hands on to others."""
        if run.error is not None:
            self._stopped(number, run.lines[0] if run.lines else None)
        else:
            self.taint.propagate(number, came, set(writes), self.fetched.keys())

    def _stopped(self, number: int, line: int | None = None) -> None:
        """Note what a cell leaves that was not run to its end."""
        came = self.link.odd + self.link.written_odd
        now = {name: self.namespace.get(name) for name in self.fetched}
        back = {
            name
            for name, value in now.items()
            if hasattr(type(value), "_handle_of") and self.fetched[name] is not value
        }
        self.taint.propagate_unfinished(number, came, self.fetched.keys(), line, back)

    def _not_run(self, number: int, why: str, run: CellRun | None = None) -> Result:
        """Record a referral of a test that did not run to its end, and what it has not bound."""
        self._stopped(number, run.lines[0] if run is not None and run.lines else None)
        why = why[:2000]  # some of it may be an answer's
        code = self.names.code[number]
        missing = (code.binds | code.imported) - self.namespace.keys()
        self.unrun |= dict.fromkeys(missing, why)
        return Result("review", message=why)

    def _take_back(self, number: int) -> tuple[list[str], list]:
        """Undo what the student's code did to data here while a cell ran.

        Returns
        -------
        writes : list of str
            The names that lead to these data.
        again : list of (object, content)
            What is to be put back all the same when the cell is done with, as
            the solution changes it too.
        """
        self._put_back_what_came()
        written, self.link.written = self.link.written, []
        if not written:
            return [], []
        leads = self._leads()
        now, closed = [], []
        for value, _ in written:
            try:
                now.append((value, take_snapshot(value)))
            except Exception:  # a test may do anything to its own data
                closed.append(value)
        self._note_stuck(closed + restore_all(reversed(written)))
        names = {
            id(value): {name for name, found in leads.items() if found & identify_storage(value)}
            for value, _ in written
        }
        keeps = self.program.keeps
        mine = set(leads) if keeps is None else set(keeps.get(number, []))
        again = [entry for entry in now if names[id(entry[0])] <= mine]
        return sorted(set[str]().union(*names.values())), again

    def _may_write(self, number: int, value: Any, wrote: set[str]) -> bool:
        """Return whether an answer may change data in a setup cell, as the solution does.

        What such a cell works out of them, tests compare with. ``wrote``: takes their names.
        """
        keeps = self.program.keeps
        mine = None if keeps is None else set(keeps.get(number, []))
        if mine == set():
            names = set[str]()
        else:
            names = {
                name for name, found in self._leads().items() if found & identify_storage(value)
            }
        wrote |= names or {UNNAMED}
        return mine is None or (names or {UNNAMED}) <= mine

    def _leads(self) -> dict[str, set[int]]:
        """Return by name what it leads to."""
        return {
            name: find_containers(value)
            for name, value in self.namespace.items()
            if name not in self.shell.own_names
        }

    def _put_back_what_came(self) -> None:
        """Undo what a cell has set on functions and classes that came back as an answer's values.

        They are the course's own, and its later cells use them.
        """
        came, self.link.came_back = self.link.came_back.values(), {}
        anew = [
            (value, was) for value, was in came if not have_same_items(take_snapshot(value), was)
        ]
        self.link.odd[SET_ANEW] += len(anew)
        self._note_stuck(restore_all(anew))

    def _note_stuck(self, values: list[Any]) -> None:
        """Note data that do not take back what they held: what reads them later may be an answer's.

        It counts as what is odd, where the course's own solution leaves no such data.
        """
        if values:
            self.link.written_odd[STUCK] += len({id(value) for value in values})

    def _passes_unchanged(self, number: int, cell: ProgramCell, before: dict, states: list) -> bool:
        """Return whether a test passes too if no answer can change its data.

        An answer could otherwise make the expected values wrong in the same way as its own. So
        what a test that passes both ways binds is what it found in data unchanged, but where the
        solution changes them too.
        """
        after, states_after = dict(self.namespace), get_global_states()
        self.link.reaches = lambda value: False
        try:
            self.namespace.clear()
            self.namespace.update(before)
            set_global_states(states)
            with self._watched():
                run = self.shell.run(cell.source, number)
        finally:
            self.link.reaches = lambda value: True
            found = dict(self.namespace)
            self.namespace.clear()
            self.namespace.update(after)
            set_global_states(states_after)
        if isinstance(run.error, StudentLost):
            raise run.error
        passes = run.error is None and not self.link.unsplittable
        keeps = self.program.keeps
        if passes and keeps is not None and not keeps.get(number):
            self.namespace |= {n: found[n] for n in self.names.code[number].binds if n in found}
        return passes

    def _verdict(self, run: CellRun, cell: ProgramCell) -> Result:
        error, from_student = run.error, getattr(run.error, "_from_student", False)
        if error is None:
            return self._passed(run, cell)
        if isinstance(error, TimeLimit):
            return Result("failed", reason=error.how)
        if not from_student and type(error) is NameError and error.name in self.unrun:
            words = f"it needs {error.name!r}, which an earlier test did not get to bind"
            return Result("review", message=f"{words}: {self.unrun[error.name]}")
        with_files = self.files is not None and self.files.allowed is not None
        unwritten = with_files and isinstance(error, FileNotFoundError)
        could_not = isinstance(error, (ImportError, FileNotFoundError)) and not unwritten
        if not from_student and could_not:
            words = format_exception(error)[:2000]
            return Result("review", message=f"the test could not run here: {words}")
        unfitted = type(error).__name__ == "NotFittedError"
        if unfitted and not self.together and self.link.sent_estimator:
            return Result("review", message="the test fits an estimator in the student's process")
        line = run.lines[0] if run.lines else 0
        visible = not any(first <= line <= last for first, last in cell.hidden)
        own_words = isinstance(error, AssertionError) and run.raised_by_cell
        by_test = None if cell.hidden else getattr(error, "_raised_by_test", None)
        text = format_exception(by_test or error)
        message = text if visible or (own_words and not from_student) else ""
        return Result(
            "failed",
            type=type(error).__name__[:200],
            kind=find_builtin_base(error),
            message=message[:2000],
            full=text[:2000],
            visible=visible,
            line=line,
            where=getattr(error, "_student_lines", []) if from_student and visible else [],
            spoilt=from_student and isinstance(error, SPOILING),
        )

    def _passed(self, run: CellRun, cell: ProgramCell) -> Result:
        value = run.result
        if type(value) in {int, float}:  # partial credit, as nbgrader reads it
            if not 0 <= value <= cell.points:
                short = type(value) is float or sanitize_integer(value) is not None
                words = repr(value) if short else "too large"
                return Result("review", message=f"the test's partial credit is {words}")
            return Result("passed", float(value))
        return Result("passed", cell.points)

    # whose names are whose

    def _trust(self, run: Any) -> Any:
        """Run instructor's code, and trust each name it binds."""
        before = dict(self.namespace)
        with self._watched():
            result = run()
        for name, value in self.namespace.items():
            if before.get(name, MISSING) is not value:
                self.trusted.add(name)
                self.fetched.pop(name, None)
        return result

    @contextlib.contextmanager
    def _by_value(self) -> Iterator[None]:
        with contextlib.suppress(BadValue):  # then they come as objects of the student's
            self._ask("by value", True)
        try:
            yield
        finally:
            with contextlib.suppress(BadValue):
                self._ask("by value", False)

    def _watched(self) -> contextlib.AbstractContextManager[None]:
        return self.files.watched() if self.files else contextlib.nullcontext()

    def _unbind_imports(self, number: int) -> None:
        """Leave of the solution's imports those that the answers have made too.

        A test may ask whether there is a name in more ways than by reading it. The modules are
        ours; whether there is one under a name, the student's process says.
        """
        self.others = set()
        if not self.imported:
            return
        bound = self._names_there()
        any_name = self.taint.reads_any_name(number)
        read = self.imported.keys() if any_name else self.names.code[number].loads | self.wanted
        for name, ours in self.imported.items():
            if name not in bound:
                self.namespace.pop(name, None)
                continue
            if name in read and isinstance(ours, types.ModuleType) and bound[name] != ours.__name__:
                self.others.add(name)
            self.namespace[name] = ours

    def _unseen_modules(self, number: int) -> set[str]:
        """Return the packages that a test looks for and that nothing in the notebook has imported.

        This process has them for itself.

        Raises
        ------
        Unsplittable
            If an answer imports one that is not here: what that imports nobody here knows.
        """
        code = self.names.code[number]
        if "modules" not in code.attributes | code.imported:
            return set()
        courses = SubmittedSource(self.shell.shell.transform_cell)
        for cell in self.program.cells[: number + 1]:
            courses.add(cell.source if cell.kind != "student" else "")
        imported = self.handed_in.imported() | courses.imported() | {"IPython"}
        named = {text.partition(".")[0] for text in code.texts} & sys.modules.keys()
        unseen = named - find_loaded_packages(imported)
        unknown = imported - sys.modules.keys() - sys.stdlib_module_names
        if unseen and unknown:
            raise self.link.refuse(f"the test looks for a module, and {min(unknown)} may import it")
        return unseen

    def _names_there(self) -> dict[str, str]:
        """Return the names that the student's cells have bound, each with its module, if any."""
        try:
            said = self._ask("names")
        except BadValue:
            return {}
        pairs = said.items() if type(said) is dict else ()
        return {name: module for name, module in pairs if type(name) is type(module) is str}

    def _take_over(self, names: set[str]) -> None:
        """Note that names which imports of the solution bound have another meaning now."""
        for name in names:
            self.imported.pop(name, None)

    def _bind(self, number: int) -> BaseException | None:
        """Fetch from the student's process the names that a cell needs from it.

        Returns
        -------
        exception or None
            Why one of them cannot be had, though the student has bound it.
        """
        code = self.names.code[number]
        self.wanted |= code.read_by_functions
        wanted = asked = code.loads | self.wanted
        problem: BaseException | None = None
        if wanted & DYNAMIC:
            wanted = asked | self._names_there().keys()
        kept = self.names.kept[number] | self.trusted | self.shell.own_names
        sought = [
            name
            for name in sorted(wanted - kept)
            if not hasattr(builtins, name) or name in self.solution_names
        ]
        found, why = self._fetch([name for name in sought if name in asked])
        problem = problem or why
        any_name = self.taint.reads_any_name(number)
        for name in (name for name in sought if name not in asked):
            noted = self.link.odd.copy()
            more, why = self._fetch([name])
            found, problem = found | more, problem or why
            if not any_name or name not in self.solution_names:  # then no test goes by its value
                self.link.odd = noted
        mine = self.modules.keys() & found.keys()
        modules = self._names_there() if mine else {}
        found |= {n: self.modules[n] for n in mine if modules.get(n) == self.modules[n].__name__}
        for name in sought:
            if name in found:
                self.namespace[name] = self.fetched[name] = found[name]
            elif name in self.fetched or name in self.namespace:
                self.fetched.pop(name, None)
                self.namespace.pop(name, None)
        return problem

    def _fetch(self, names: list[str]) -> tuple[dict[str, Any], BaseException | None]:
        """Fetch what the student has bound to names, and why one of them cannot be had.

        All in one message, so that what two of them hold is one object here too; where that
        cannot be, one by one.
        """
        if not names:
            return {}, None
        odd, unsplittable = self.link.odd.copy(), self.link.unsplittable
        problem: BaseException | None = None
        try:
            values = self._ask("get", *names)
        except (BadValue, Unsplittable) as error:
            values, problem = None, error
        if problem is not None and len(names) > 1:
            self.link.odd, self.link.unsplittable = odd, unsplittable
            alone = [self._fetch([name]) for name in names]
            found = {name: value for values, _ in alone for name, value in values.items()}
            return found, next((why for _, why in alone if why is not None), None)
        if type(values) is not list or len(values) != len(names):
            return {}, problem
        pairs = zip(names, values, strict=True)
        return {n: v[0] for n, v in pairs if type(v) is list and len(v) == 1}, problem

    def _ask(self, *request: Any) -> Any:
        hooks = self.link.before_request, self.link.after_request
        self.link.before_request, self.link.after_request = lambda payload: None, lambda: None
        try:
            return self.link.request(*request)
        except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
            # none of these requests runs code of the test's: whatever comes is no value
            raise BadValue(f"{request[-1]}: {format_exception(error)}") from None
        finally:
            self.link.before_request, self.link.after_request = hooks

    def _pull_files(self) -> None:
        """Fetch what the student's process has written to its folder."""
        if self.files is not None:
            with contextlib.suppress(BadValue):  # then the test misses it
                self.files.pull()

    def _push(self, payload: tuple = ()) -> None:
        """Send the student's process the names that a test bound, deleted or replaced.

        Data goes only under a name that the instructor's solution reads inside
        a function: a test's expected values must not end up under a name that
        a student has guessed.
        """
        self._push_changed()
        for name in sorted((self.names.shared | self.revoked) - self.fetched.keys()):
            now = self._now(name)
            if now is not self.sent.get(name, MISSING) or name in self.revoked:
                self.sent[name] = now
                self._tell(name, now)
        if self.files is not None:
            self.files.push(find_texts(payload), self.names.texts)

    def _push_changed(self) -> None:
        """Send the names that stand for what came from there, or did when the test began.

        What a test has put back at its end is told before the next cell, whatever it asks.
        """
        for name, value in list(self.fetched.items()):
            now = self.namespace.get(name, MISSING)
            if now is not value:
                self.fetched[name] = now
                self._tell(name, now)

    def _tell(self, name: str, now: Any) -> None:
        """Bind a name in the student's process as it is here, if it may know."""
        theirs, calls = hasattr(type(now), "_handle_of"), callable(now)
        if now is MISSING:
            self._ask("delete", name)
        elif theirs or calls or name in self.names.shared:
            self._ask("set", name, now)
        else:
            return
        self.lent.discard(name)
        self.revoked.discard(name)
        if calls and not theirs:
            self.lent.add(name)

    def _settle(self) -> None:
        """Take the shared names of now as what both processes have: no test has run since."""
        self.sent = {name: self._now(name) for name in self.names.shared}

    def _now(self, name: str) -> Any:
        """Return what a test has bound to a name, a replaced builtin, or `MISSING`."""
        if name in self.namespace and name not in self.shell.own_names:
            return self.namespace[name]
        if name == "input" and sys.stdin is not self.stdin:
            return self.read_line
        found = getattr(builtins, name, MISSING)
        return MISSING if found is self.builtins.get(name, MISSING) else found

    # compatibility mode: everything in one process

    def _cell_together(self, number: int, cell: ProgramCell) -> Result:
        run = self.shell.run(cell.source, number)
        if isinstance(run.error, TimeLimit):
            raise run.error
        return self._verdict(run, cell) if cell.kind == "test" else Result()


@contextlib.contextmanager
def hide_modules(packages: set[str]) -> Iterator[None]:
    """Hide the modules of some packages from ``sys.modules`` for a while."""
    if not packages:
        yield
        return
    whole = sys.modules
    sys.modules = {n: m for n, m in whole.items() if n.partition(".")[0] not in packages}
    try:
        yield
    finally:
        whole.update(sys.modules)
        sys.modules = whole


def have_same_items(one: dict, other: dict) -> bool:
    """Return whether two dictionaries hold the same objects."""
    return one.keys() == other.keys() and all(one[key] is other[key] for key in one)


def find_texts(value: Any) -> set[str]:
    """Return the texts that arguments hold, paths among them."""
    if isinstance(value, (list, tuple)):
        return set[str]().union(*map(find_texts, value))
    if isinstance(value, dict):
        return find_texts(list(value.values()))
    return {str(value)} if isinstance(value, (str, PurePath)) else set()


def sanitize_result(result: Any) -> Result:
    """Keep of what a student's process says about a cell the parts that are in order."""
    kept = Result()
    if not isinstance(result, dict):
        return kept
    outputs = result.get("outputs")
    for output in outputs if type(outputs) is list else ():
        with contextlib.suppress(KeyError, TypeError, AttributeError, ValueError):
            kept.outputs.append(sanitize_output(output))
    error = result.get("error")
    if isinstance(error, dict):
        kept.error = Failure(
            type=str(error.get("type"))[:200],
            kind=str(error.get("kind"))[:200],
            message=str(error.get("message"))[:2000],
            line=sanitize_integer(error.get("line")),
            errno=sanitize_integer(error.get("errno")),
        )
    return kept


def sanitize_integer(value: Any) -> int | None:
    """Keep an integer that can be printed."""
    return value if type(value) is int and abs(value) < 2**31 else None


def sanitize_output(output: dict) -> dict:
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


def serve(control: Channel, shell: Shell, meter: Meter, student: socket.socket | None) -> None:
    """Serve one notebook: read the program, run it, report."""
    capture_streams()
    program = Program.from_json(json.loads(control.receive()))
    link = None
    if student is not None:
        link = Link(Channel(student), lambda: control.send(b'{"interrupt": true}'), meter)
    try:
        Checker(program, shell, control, link).run()
    except BaseException as error:  # an `Unsplittable` too: the run's log tells where
        where = "".join(traceback.format_exception(error))[-3000:]
        control.send(json.dumps({"broken": where}).encode())
