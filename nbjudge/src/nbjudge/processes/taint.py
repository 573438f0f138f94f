"""Follow odd values from the cell that let them in to the tests that may read them.

Odd values are counted where they come in. A cell of the course's may keep one, or what it has made
of one: so the names are followed that it binds or changes, through the text of the course's own
cells, to the tests that read them. What a cell left that did not come to its end is followed
likewise: a list that was to be filled may be empty. A test that reads none of these names has
nothing to do with them, and whoever got one task wrong keeps the points of another.
"""

from __future__ import annotations

import collections
import types
from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from nbjudge.processes import objects
from nbjudge.processes.remote import locate_library_object
from nbjudge.processes.snapshots import find_containers, identify_storage
from nbjudge.source.flow import CellStatement, Flow
from nbjudge.source.names import walk_code

__all__ = ["UNENDED", "Odd", "Taint"]

UNENDED = "values of a cell that did not come to its end"
"""Counted, as odd values are."""
METHODS = (types.MethodType, types.BuiltinMethodType)
LIBRARY = (type, types.FunctionType, types.BuiltinFunctionType, np.ufunc)

Odd = collections.Counter[str]
ATOMS = (str, bytes, int, float, complex, type(None), np.generic)


class Taint:
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
        self.defined: dict[str, CellStatement] = {}  # by cells that have run

    def clear(self, names: Iterable[str]) -> None:
        """Note names that an answer has bound: what they stand for is asked for, and counted."""
        for name in names:
            self.by_name.pop(name, None)
            self.defined.pop(name, None)

    def events_reaching(self, number: int) -> set[int]:
        """Return the events of which a cell may read something."""
        names = self._led_to(self.flows[number].reads)
        if self.reads_any_name(number):
            names |= self.by_name.keys()
        return set[int]().union(*(self.by_name.get(name, ()) for name in names))

    def count(self, events: Iterable[int]) -> Odd:
        """Count what odd values these let in."""
        return sum((self.events[event] for event in events), Odd())

    def reads_any_name(self, number: int) -> bool:
        """Return whether a cell may read a name that it makes up."""
        names = self._led_to(set[str]().union(*(s.loads for s in self.flows[number].steps)))
        defined = [self.defined[name] for name in names if name in self.defined]
        return any(step.dynamic for step in [*self.flows[number].steps, *defined])

    def propagate(
        self, number: int, came: Odd, written: set[str], answers: Collection[str]
    ) -> None:
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

    def propagate_unfinished(
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
        """Return whether a cell about to run may hand on anything by names that are read later."""
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
        self,
        step: CellStatement,
        event: set[int],
        answers: Collection[str],
        reach: Reach,
        ended: bool,
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
        """Return whether a name may lead to an answer: it is one, or holds more than plain data."""
        return name in answers or (name in self.namespace and not is_inert(self.namespace[name]))

    def _define(self, step: CellStatement) -> None:
        for name in step.binds:
            self.defined.pop(name, None)
            if step.functions:
                self.defined[name] = step

    def _changed(self, step: CellStatement, reach: Reach) -> set[str]:
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
        return atoms | reach.find_aliases(names)

    def _may_keep(self, name: str) -> bool:
        """Return whether what has a name may keep, or change, what it is called with.

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
        codes = walk_code(function.__code__) if isinstance(function, types.FunctionType) else ()
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
        self.held = {n: v for n, v in namespace.items() if n[:1] != "_" and not is_immutable(v)}
        self.places: dict[str, set[int]] = {}  # what holds a data set is walked through once

    def find_aliases(self, names: set[str]) -> set[str]:
        """Return the names that lead to a container to which one of `names` leads."""
        places = set[int]().union(*map(self._places, names & self.held.keys()))
        return {name for name in self.held if places and not places.isdisjoint(self._places(name))}

    def _places(self, name: str) -> set[int]:
        if name not in self.places:
            self.places[name] = find_reachable(self.held[name])
        return self.places[name]


def is_immutable(value: Any) -> bool:
    """Return whether a value can hold nothing else: a number, text, an answer's, a library's."""
    kind = type(value)  # of what class it says that it is it is not asked: it may fail
    if hasattr(kind, "_handle_of") or issubclass(kind, ATOMS):
        return True
    if issubclass(kind, types.ModuleType):
        return not objects.is_course_module(value.__name__)
    if not issubclass(kind, LIBRARY):
        return False  # and is asked nothing: its class may have a __getattr__ that fails
    found = locate_library_object(value)
    return found is not None and not objects.is_course_module(found[0])


def is_inert(value: Any) -> bool:
    """Return whether a value is a library's, or data that no answer stands in."""
    kind = type(value)
    if hasattr(kind, "_handle_of"):
        return False
    if kind in {list, tuple, set, dict}:
        items = value.values() if kind is dict else value
        return all(issubclass(type(item), ATOMS) for item in items)  # a stand-in is asked nothing
    if issubclass(kind, np.ndarray):
        return bool(value.dtype.kind != "O")
    return is_immutable(value) or kind.__module__.partition(".")[0] in ("numpy", "pandas")


def find_reachable(value: Any) -> set[int]:
    """Return what identifies all containers that a value leads to, a function or method too."""
    kind = type(value)
    if issubclass(kind, types.FunctionType):
        cells = value.__closure__ or ()
        held = [cell.cell_contents for cell in cells if not is_empty_cell(cell)]
        parts = [held, value.__defaults__, value.__kwdefaults__, vars(value)]
        return set[int]().union(identify_storage(value), *map(find_containers, parts))
    if issubclass(kind, METHODS):
        return identify_storage(value) | find_containers(value.__self__)
    if issubclass(kind, type):
        return identify_storage(value).union(*map(find_containers, vars(value).values()))
    return find_containers(value)


def is_empty_cell(cell: Any) -> bool:
    """Return whether a cell of a closure holds nothing yet."""
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return True
    return False
