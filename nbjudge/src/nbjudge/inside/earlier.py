"""The contents of objects as they were, and which objects a name leads to.

What a student's code does to a test's data must reach the test: it may be
what is asked for. But it must not outlast the cell, where the course's own
solution does no such thing: the next test would have data of the student's.
"""

from __future__ import annotations

import collections
import io
import types
from typing import Any

import numpy as np

from nbjudge.inside.objects import place_of

__all__ = ["FILES", "content", "place", "put_back", "reached"]

ATOMS = (str, bytes, int, float, complex, type(None), type, types.ModuleType, types.FunctionType,
         types.BuiltinFunctionType)  # fmt: skip

FILES = (io.StringIO, io.BytesIO)
"""Those in memory."""


def content(value: Any) -> Any:
    """Return a copy of what a container holds, to be put back into it."""
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, bytearray):
        return bytes(value)
    if isinstance(value, FILES):
        return value.getvalue(), value.tell()
    if place_of(value) is not None:
        return dict(vars(value))
    return dict(value) if isinstance(value, dict) else list(value)


def put_back(value: Any, was: Any) -> None:
    """Make a container hold again what it held."""
    if isinstance(value, np.ndarray):
        value[...] = was
    elif isinstance(value, (list, bytearray)):
        value[:] = was
    elif isinstance(value, FILES):
        value.seek(0)
        value.truncate()
        value.write(was[0])
        value.seek(was[1])
    else:
        held = value if isinstance(value, (dict, set)) else vars(value)
        held.clear()
        held.update(was)


def place(value: Any) -> set[int]:
    """Return what identifies where a container's data lie: arrays may share theirs."""
    found = {id(value)}
    while isinstance(value, np.ndarray) and value.base is not None:
        value = value.base
        found.add(id(value))
    return found


def reached(value: Any) -> set[int]:
    """Return what identifies all containers that a value leads to."""
    found: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if hasattr(type(value), "_handle_of"):  # a stand-in, which isinstance would ask
            continue
        if isinstance(value, ATOMS) or id(value) in found:
            continue
        found |= place(value)
        if isinstance(value, np.ndarray):
            if value.dtype.kind == "O":
                waiting += value.ravel().tolist()
        elif isinstance(value, dict):
            waiting += [*dict.values(value)]
        elif isinstance(value, (list, tuple, set, frozenset, collections.deque)):
            waiting += list(value)
        elif type(value).__module__.partition(".")[0] not in ("pandas", "matplotlib"):
            waiting += list(getattr(value, "__dict__", {}).values())
    return found
