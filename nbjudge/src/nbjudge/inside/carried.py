"""What cells before a test let in, and by which names the test may have it.

Odd values are counted where they come in. A cell of the course's may keep one, or what it has made
of one: so the names are followed that it binds or changes, through the text of the course's own
cells, to the tests that read them. What a cell left that did not come to its end is followed
likewise: a list that was to be filled may be empty. A test that reads none of these names has
nothing to do with them, and whoever got one task wrong keeps the points of another.
"""

from __future__ import annotations

import ast
import collections
import re
import types
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import numpy as np

from nbjudge.inside import objects
from nbjudge.inside.earlier import place, reached
from nbjudge.inside.names import (
    CHANGING_METHODS,
    DYNAMIC,
    body_of_magic,
    changed_by,
    compiled,
    names_in,
    nested,
    outside_functions,
    reads_all_names,
    root,
)
from nbjudge.inside.remote import library_place

__all__ = ["UNENDED", "Carried", "Flow", "Odd"]

UNENDED = "values of a cell that did not come to its end"
"""Counted, as odd values are."""
METHODS = (types.MethodType, types.BuiltinMethodType)
LIBRARY = (type, types.FunctionType, types.BuiltinFunctionType, np.ufunc)

Odd = collections.Counter[str]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAKES = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
    *(ast.Constant, ast.BinOp, ast.JoinedStr, ast.Call),
)
"""What stands for something new: a call too, most often."""
ATOMS = (str, bytes, int, float, complex, type(None), np.generic)


class Step:
    """A statement that stands in a cell outside all others.

    Attributes
    ----------
    lines : range
    loads, binds, changes : set of str
        Names of the notebook; those whose values are changed outside functions.
    within : set of str
        Names, of its functions too, that are changed anywhere in it, or bound by these.
    calls : list of (str, set of str)
        The name that leads to what is called, or whose method is passed on, and the names that are
        passed to it.
    functions, defines : bool
        Whether there are any in it; whether it does nothing but define one.
    local : set of str
        Names of their own, but for those that stand for what they have made themselves.
    plainly : bool
        Whether what it binds is just the function or class that stands there.
    surely : set of str
        Those of ``binds`` that it binds whenever it runs.
    dynamic : bool
        Whether it may read, or bind, a name that it makes up.
    words : set of str
        Those of its texts, then.
    """

    def __init__(self, node: ast.stmt) -> None:
        self.lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        codes = list(nested(compiled(ast.Module([node], []))))
        pairs = [names_in(code) for code in codes]
        self.loads = set[str]().union(*(loads for loads, _ in pairs))
        self.binds = set[str]().union(*(binds for _, binds in pairs))
        outside = [node, *outside_functions(node)]
        self.changes = set[str]().union(*map(changed_by, outside))
        self.within = changed_within(node).union(*(binds for _, binds in pairs[1:]))
        self.calls = list(calls_in(node))
        self.functions = len(codes) > 1
        self.surely = surely_bound(node)
        self.defines = isinstance(node, FUNCTIONS) and not (
            node.decorator_list or node.args.defaults or any(node.args.kw_defaults)
        )
        self.plainly = is_definition(node)
        self.local = set[str]().union(*(code.co_varnames for code in codes[1:])) - made_in(node)
        asked = sum(isinstance(n, ast.Name) and n.id in DYNAMIC for n in ast.walk(node))
        self.dynamic = asked > sum(map(asks_if_bound, ast.walk(node))) or any(
            map(reads_all_names, ast.walk(node))
        )
        self.words: set[str] = set()
        for part in ast.walk(node) if self.dynamic else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                self.words |= set(re.findall(r"\w+", part.value))


class Flow:
    """What a cell of the course's reads of others, and what it may hand on.

    Attributes
    ----------
    steps : list of Step
        None where the source cannot be compiled: then it does not run either.
    reads : set of str
        Names that it reads, unless it has surely bound them before. What a function of its own
        reads it reads where it names the function.
    """

    def __init__(self, source: str, transform: Callable[[str], str]) -> None:
        self.steps: list[Step] = []
        self.reads: set[str] = set()
        self.read_by: dict[str, set[str]] = {}  # by functions of its own, when they run
        try:
            body = list(statements(source, transform))
            self.steps = [Step(node) for node in body]
        except (SyntaxError, ValueError, RecursionError):
            return
        try:
            for node in outside_functions(ast.Module(body, [])):
                if isinstance(node, FUNCTIONS) and not node.decorator_list:
                    self.read_by.setdefault(node.name, set()).update(loads_of(node))
            self._follow(body, set())
        except (SyntaxError, RecursionError):  # a part that cannot stand alone: then all is read
            self.reads = set[str]().union(*(step.loads for step in self.steps))

    def _follow(self, body: list[ast.stmt], bound: set[str]) -> set[str]:
        """Note what statements read that is not bound before; return what is bound after them."""
        for node in body:
            if isinstance(node, ast.If):
                self._read(node.test, bound)
                bound = self._follow(node.body, bound) & self._follow(node.orelse, bound)
            elif isinstance(node, ast.For):
                self._read(node.iter, bound)
                self._follow(node.body, bound | names_bound([node.target]))
                self._follow(node.orelse, bound)
            elif isinstance(node, ast.With):
                for item in node.items:
                    self._read(item.context_expr, bound)
                    bound = bound | names_bound([item.optional_vars])
                self._follow(node.body, bound)  # it may be left early, by an error that is caught
            elif isinstance(node, FUNCTIONS) and not node.decorator_list:
                arguments = node.args
                for part in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
                    self._read(part, bound)
                bound = bound | {node.name}
            else:
                self._read(node, bound)
                bound = bound | surely_bound(node)
        return bound

    def _read(self, node: ast.stmt | ast.expr, bound: set[str]) -> None:
        names = loads_of(node)
        while more := set[str]().union(*(self.read_by.get(name, ()) for name in names)) - names:
            names |= more
        self.reads |= names - bound


class Carried:
    """What is followed, by the names of the checker's namespace.

    Parameters
    ----------
    namespace : dict
    flows : list of Flow
        Of all cells.
    lent : list
        Functions that answers may call.
    """

    def __init__(self, namespace: dict[str, Any], flows: list[Flow], lent: list[Any]) -> None:
        self.namespace, self.flows, self.lent = namespace, flows, lent
        self.events: list[Odd] = []  # by number: what came in, or was left
        self.by_name: dict[str, set[int]] = {}  # the numbers of events
        self.defined: dict[str, Step] = {}  # by cells that have run

    def given(self, names: Iterable[str]) -> None:
        """Note names that an answer has bound: what they stand for is asked for, and counted."""
        for name in names:
            self.by_name.pop(name, None)
            self.defined.pop(name, None)

    def to(self, number: int) -> set[int]:
        """Return the events of which a cell may read something."""
        names = self._led_to(self.flows[number].reads)
        if self.reads_any_name(number):
            names |= self.by_name.keys()
        return set[int]().union(*(self.by_name.get(name, ()) for name in names))

    def count(self, events: Iterable[int]) -> Odd:
        """Count what odd values these let in."""
        return sum((self.events[event] for event in events), Odd())

    def reads_any_name(self, number: int) -> bool:
        """Whether a cell may read a name that it makes up."""
        names = self._led_to(set[str]().union(*(s.loads for s in self.flows[number].steps)))
        defined = [self.defined[name] for name in names if name in self.defined]
        return any(step.dynamic for step in [*self.flows[number].steps, *defined])

    def after(self, number: int, came: Odd, written: set[str], answers: Collection[str]) -> None:
        """Note what a cell that came to its end hands on.

        Parameters
        ----------
        number : int
        came : Counter
            What odd values came while it ran.
        written : set of str
            Names whose data an answer changed in place.
        answers : collection of str
            Names that stand for what is an answer's.
        """
        event, reach = self._event(came), Reach(self.namespace)
        for step in self.flows[number].steps:
            self._after(step, event, written.union(answers), reach, ended=True)
        for name in written:
            self._add(name, event)

    def unended(
        self,
        number: int,
        came: Odd,
        answers: Collection[str],
        line: int | None = None,
        back: Collection[str] = (),
    ) -> None:
        """Note what a cell leaves that stopped in a line, or of which nothing is known.

        ``back``: names that stand for an answer again, which the cell had given another meaning.
        """
        steps = self.flows[number].steps
        at = next((k for k, step in enumerate(steps) if line in step.lines), 0)
        event, left = self._event(came), self._event(Odd([UNENDED]))
        reach = Reach(self.namespace)
        for step in steps[:at]:
            self._after(step, event, answers, reach, ended=True)
        for step in steps[at:]:
            self._after(step, event, answers, reach, ended=False)
            for name in (step.binds | step.words | self._changed(step, reach)).difference(back):
                self._add(name, left)

    def may_hand_on(self, number: int, later: set[str]) -> bool:
        """Whether a cell, before it runs, may hand anything on by names that others read later."""
        steps, read = self.flows[number].steps, self._led_to(later)
        if any(step.dynamic or read & (step.binds | step.changes) for step in steps):
            return True
        reach = Reach(self.namespace)
        return any(read & self._changed(step, reach) for step in steps)

    def _event(self, came: Odd) -> set[int]:
        if not +came:
            return set()
        self.events.append(+came)
        return {len(self.events) - 1}

    def _add(self, name: str, events: set[int]) -> None:
        if events:
            self.by_name[name] = self.by_name.get(name, set()) | events

    def _after(
        self, step: Step, event: set[int], answers: Collection[str], reach: Reach, ended: bool
    ) -> None:
        """Note what a statement hands on: what came, if to it, and what it read."""
        names = self._led_to(step.loads)
        handed = set[int]().union(*(self.by_name.get(name, ()) for name in names))
        if not step.defines and (step.dynamic or any(self._may_give(n, answers) for n in names)):
            handed |= event
        self._define(step)
        for name in step.surely if ended else ():
            self.by_name.pop(name, None)
        changed = self._changed(step, reach) if handed else set()
        for name in step.binds | step.words | changed:
            self._add(name, handed)

    def _may_give(self, name: str, answers: Collection[str]) -> bool:
        """Whether a name may lead to an answer: it is one, or holds what is no plain data."""
        return name in answers or (name in self.namespace and not is_inert(self.namespace[name]))

    def _define(self, step: Step) -> None:
        for name in step.binds:
            self.defined.pop(name, None)
            if step.functions:
                self.defined[name] = step

    def _changed(self, step: Step, reach: Reach) -> set[str]:
        """Return the names that lead to what a statement may have changed."""
        names = set(step.changes if step.defines else step.within)
        names = names.union(*map(self._used_by, self.lent))
        for name in self._led_to(step.loads) & self.defined.keys():
            names |= self.defined[name].within
        for called, passed in step.calls:
            if self._may_keep(called):
                names |= {called} | passed
        values = {n: self.namespace[n] for n in names & self.namespace.keys()}
        atoms = {name for name, value in values.items() if issubclass(type(value), ATOMS)}
        return atoms | reach.alike(names)

    def _may_keep(self, name: str) -> bool:
        """Whether what has a name may keep, or change, what it is called with.

        Of a library's objects that is known by the names of their methods: see ``changed_by``. A
        class that is called makes something new.
        """
        value, step = self.namespace.get(name), self.defined.get(name)
        kind = type(value)  # a stand-in is not asked of what class it is
        if issubclass(kind, type):
            return False
        if issubclass(kind, METHODS) or (step and not step.plainly and callable(value)):
            return True
        steps = [self.defined[n] for n in self._led_to({name}) & self.defined.keys()]
        return any(step.within & step.local for step in steps)

    def _used_by(self, function: Any) -> set[str]:
        """Return the names that a function which an answer may call leads to."""
        owner = function.__self__ if isinstance(function, METHODS) else function
        names = self._led_to({name for name, value in self.namespace.items() if value is owner})
        function = function.__func__ if isinstance(function, types.MethodType) else function
        codes = nested(function.__code__) if isinstance(function, types.FunctionType) else ()
        return names.union(*(code.co_names for code in codes))

    def _led_to(self, names: set[str]) -> set[str]:
        """Return names, and those that the functions and classes read that they stand for."""
        found: set[str] = set()
        waiting = set(names)
        while waiting:
            name = waiting.pop()
            found.add(name)
            if name in self.defined:
                waiting |= self.defined[name].loads - found
            kind = type(self.namespace.get(name))
            if kind.__module__ == "__main__" and not hasattr(kind, "_handle_of"):
                waiting |= {kind.__name__} - found
        return found


class Reach:
    """Which names lead to the same containers, asked while no cell runs.

    Parameters
    ----------
    namespace : dict
    """

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.held = {n: v for n, v in namespace.items() if n[:1] != "_" and not is_plain(v)}
        self.places: dict[str, set[int]] = {}  # what holds a data set is walked through once

    def alike(self, names: set[str]) -> set[str]:
        """Return the names that lead to a container to which one of `names` leads."""
        places = set[int]().union(*map(self._places, names & self.held.keys()))
        return {name for name in self.held if places and not places.isdisjoint(self._places(name))}

    def _places(self, name: str) -> set[int]:
        if name not in self.places:
            self.places[name] = reached_from(self.held[name])
        return self.places[name]


def statements(source: str, transform: Callable[[str], str]) -> Iterator[ast.stmt]:
    """Yield the statements of a cell outside all others, those that a magic runs among them."""
    for node in ast.parse(transform(source)).body:
        yield node
        for part in ast.walk(node):
            body = body_of_magic(part)
            for inner in () if body is None else statements(body, transform):
                inner.lineno, inner.end_lineno = node.lineno, node.end_lineno
                yield inner


def changed_within(node: ast.AST) -> set[str]:
    """Return the names that are changed anywhere in a node, but for what an ``__init__`` makes."""
    found = set(changed_by(node)).union(*map(changed_within, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Attribute) and node.attr in CHANGING_METHODS:  # passed on, or kept
        found |= set(root(node))
    if isinstance(node, ast.FunctionDef) and node.name == "__init__":
        found -= {argument.arg for argument in node.args.args[:1]}
    return found


def made_in(node: ast.AST) -> set[str]:
    """Return the names to which a node gives nothing but what it makes there, as a display does."""
    parts = list(ast.walk(node))
    made = [
        target
        for part in parts
        if isinstance(part, ast.Assign) and isinstance(part.value, MAKES)
        for target in part.targets
    ]
    kept = [part.target for part in parts if isinstance(part, ast.AugAssign)]
    others = {part.arg for part in parts if isinstance(part, ast.arg)} | {
        part.id
        for part in parts
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
        if not any(part is known for known in made + kept)
    }
    return {target.id for target in made if isinstance(target, ast.Name)} - others


def loads_of(node: ast.stmt | ast.expr) -> set[str]:
    """Return the names of the notebook that a statement or expression reads, its functions too."""
    statement = node if isinstance(node, ast.stmt) else ast.Expr(node)
    if not isinstance(node, ast.ImportFrom):  # of __future__, for one
        # in a loop, where it may hold a `continue`
        statement = ast.While(ast.Constant(True), [statement], [])
    code = compiled(ast.fix_missing_locations(ast.Module([statement], [])))
    return set[str]().union(*(names_in(part)[0] for part in nested(code)))


def calls_in(node: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield for each call the name that leads to what is called, and those that are passed.

    What is passed by an attribute may be called by whoever has it.
    """
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            passed = [*call.args, *(keyword.value for keyword in call.keywords)]
            nodes = [node for part in passed for node in outside_calls(part)]
            names = {node.id for node in nodes if isinstance(node, ast.Name)}
            for called in root(call.func):
                yield called, names
            for attribute in nodes:
                if isinstance(attribute, ast.Attribute):
                    yield from ((name, set()) for name in root(attribute))


def outside_calls(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression that are not passed to a call in it."""
    yield node
    if not isinstance(node, ast.Call):
        for child in ast.iter_child_nodes(node):
            yield from outside_calls(child)


def asks_if_bound(node: ast.AST) -> bool:
    """Whether a node does nothing but look whether there is a name, as ``'x' in globals()``."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return False
    call = node.comparators[0]
    return (
        len(node.ops) == 1
        and isinstance(call, ast.Call)
        and not call.args
        and isinstance(call.func, ast.Name)
        and call.func.id in DYNAMIC
    )


def is_definition(node: ast.stmt) -> bool:
    """Whether a statement binds a function or class that it defines, and nothing made of one."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return not node.decorator_list
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)


def names_bound(targets: Iterable[ast.AST | None]) -> set[str]:
    """Return the names that targets consist of."""
    found = set()
    for target in targets:
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found |= names_bound(target.elts)
        elif isinstance(target, ast.Starred):
            found |= names_bound([target.value])
    return found


def surely_bound(node: ast.stmt) -> set[str]:
    """Return the names that a simple statement binds whenever it runs."""
    if isinstance(node, ast.Assign):
        return names_bound(node.targets)
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return names_bound([node.target])
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names} - {"*"}
    return set()


def is_plain(value: Any) -> bool:
    """Whether nothing can be put into a value: it is a number, text, an answer's or a library's."""
    kind = type(value)  # of what class it says that it is it is not asked: it may fail
    if hasattr(kind, "_handle_of") or issubclass(kind, ATOMS):
        return True
    if issubclass(kind, types.ModuleType):
        return not objects.is_beside(value.__name__)
    if not issubclass(kind, LIBRARY):
        return False  # and is asked nothing: its class may have a __getattr__ that fails
    found = library_place(value)
    return found is not None and not objects.is_beside(found[0])


def is_inert(value: Any) -> bool:
    """Whether a value is a library's, or data that no answer stands in."""
    kind = type(value)
    if hasattr(kind, "_handle_of"):
        return False
    if kind in {list, tuple, set, dict}:
        items = value.values() if kind is dict else value
        return all(issubclass(type(item), ATOMS) for item in items)  # a stand-in is asked nothing
    if issubclass(kind, np.ndarray):
        return bool(value.dtype.kind != "O")
    return is_plain(value) or kind.__module__.partition(".")[0] in ("numpy", "pandas")


def reached_from(value: Any) -> set[int]:
    """Return what identifies all containers that a value leads to, a function or method too."""
    kind = type(value)
    if issubclass(kind, types.FunctionType):
        cells = value.__closure__ or ()
        held = [cell.cell_contents for cell in cells if not is_empty(cell)]
        parts = [held, value.__defaults__, value.__kwdefaults__, vars(value)]
        return set[int]().union(place(value), *map(reached, parts))
    if issubclass(kind, METHODS):
        return place(value) | reached(value.__self__)
    if issubclass(kind, type):
        return place(value).union(*map(reached, vars(value).values()))
    return reached(value)


def is_empty(cell: Any) -> bool:
    """Whether a cell of a closure holds nothing yet."""
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return True
    return False
