"""Snapshots of what objects hold, and the containers that a name leads to.

What a student's code does to a test's data must reach the test: it may be
what is asked for. But it must not outlast the cell, where the course's own
solution does no such thing: the next test would have data of the student's.
"""

from __future__ import annotations

import collections
import contextlib
import io
import types
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

__all__ = [
    "FILES",
    "find_containers",
    "identify_storage",
    "restore",
    "restore_all",
    "take_snapshot",
]

ATOMS = (
    str,
    bytes,
    int,
    float,
    complex,
    type(None),
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
)

ITEMS: tuple[Any, ...] = (list, tuple, set, frozenset, collections.deque)

FILES = (io.StringIO, io.BytesIO)
"""Those in memory."""


def take_snapshot(value: Any) -> Any:
    """Return a copy of what a container holds, to be put back into it."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, FILES):
        return value.getvalue(), value.tell()
    if isinstance(value, (list, set, collections.deque)):
        return list(value)
    return dict(value if isinstance(value, dict) else vars(value))


def restore(value: Any, was: Any) -> None:
    """Make a container hold again what it held.

    An array that was frozen, or has another form, takes it too.
    """
    if isinstance(value, np.ndarray):
        with make_writeable(value):
            if value.dtype != was.dtype:
                value.dtype = was.dtype  # type: ignore[misc]
            if value.shape != was.shape:
                value.shape = was.shape
            value[...] = was
    elif isinstance(value, (list, bytearray)):
        value[:] = was
    elif isinstance(value, collections.deque):
        value.clear()
        value.extend(was)
    elif isinstance(value, FILES):
        value.seek(0)
        value.truncate()
        value.write(was[0])
        value.seek(was[1])
    elif isinstance(value, type):
        now = vars(value)
        for name in [name for name in now if name not in was]:
            delattr(value, name)
        for name in [name for name in was if now.get(name) is not was[name]]:
            setattr(value, name, was[name])
    else:
        held = value if isinstance(value, (dict, set)) else vars(value)
        held.clear()
        held.update(was)


def restore_all(changes: Iterable[tuple[Any, Any]]) -> list[Any]:
    """Restore the contents of objects; return those that do not take them.

    A test may have done anything to its own data: a file that it closed holds nothing any more.
    """
    stuck = []
    for value, was in changes:
        try:
            restore(value, was)
        except Exception:
            stuck.append(value)
    return stuck


@contextlib.contextmanager
def make_writeable(array: np.ndarray) -> Iterator[None]:
    """Allow writing to an array for a moment, and to all whose memory it uses."""
    frozen: list[np.ndarray] = []
    owner: Any = array
    while isinstance(owner, np.ndarray):
        frozen += [] if owner.flags.writeable else [owner]
        owner = owner.base
    for part in reversed(frozen):  # none before the one that it is a part of
        part.setflags(write=True)
    try:
        yield
    finally:
        for part in frozen:
            part.setflags(write=False)


def identify_storage(value: Any) -> set[int]:
    """Return what identifies where a container's data lie: arrays may share theirs."""
    found = {id(value)}
    while issubclass(type(value), np.ndarray) and value.base is not None:
        value = value.base
        found.add(id(value))
    return found


def find_containers(value: Any) -> set[int]:
    """Return what identifies all containers that a value leads to."""
    found: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if hasattr(type(value), "_handle_of"):  # a stand-in, which isinstance would ask
            continue
        kind = type(value)  # which is what it is, whatever it says of that
        if issubclass(kind, ATOMS) or id(value) in found:
            continue
        found |= identify_storage(value)
        if issubclass(kind, np.ndarray):
            if value.dtype.kind == "O":
                waiting += np.ndarray.ravel(value).tolist()
        elif issubclass(kind, dict):
            waiting += [*dict.values(value)]
        elif base := next((base for base in ITEMS if issubclass(kind, base)), None):
            waiting += base.__iter__(value)
        elif kind.__module__.partition(".")[0] not in ("pandas", "matplotlib"):
            with contextlib.suppress(AttributeError):  # then it has no place for any
                waiting += object.__getattribute__(value, "__dict__").values()
    return found
