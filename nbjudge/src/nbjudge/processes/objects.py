"""Objects of the course's own classes that cross by value: the class by its place, then data.

The classes stand in modules beside the notebook, of which each process has a copy of its own. What
a test passes of such an object to a student's function is what the object holds. What an answer has
made comes so where the course's own solution passes a test only so: the checker makes an object of
*its* class, and whatever the test has it do, the course's code does.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import inspect
import os
import sys
from types import ModuleType
from typing import Any

import numpy as np

__all__ = ["FOLDER", "find_class", "get_state", "locate_class", "make_object"]

OWN_WAYS = {
    "__class__",
    "__del__",
    "__getattr__",
    "__getattribute__",
    "__getstate__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__setattr__",
    "__setstate__",
    "__slots__",
}
"""By which a class is made, held or looked up otherwise than others are."""

ATOMS = {
    type(None),
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    range,
    fractions.Fraction,
    decimal.Decimal,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
}


FOLDER: set[str] = set()
"""Where the notebook and the modules beside it stand in this process."""


def find_class(module: Any, name: Any) -> type | None:
    """Return the class of a name in a module beside the notebook, if its objects can cross."""
    found = (
        vars(sys.modules[module]).get(name)
        if is_course_module(module) and type(name) is str
        else None
    )
    if type(found) is not type or (found.__module__, found.__qualname__) != (module, name):
        return None
    lineage = found.__mro__[:-1]
    plain = all(
        is_course_module(base.__module__) and not OWN_WAYS & vars(base).keys() for base in lineage
    )
    return found if plain else None


def is_course_module(module: Any) -> bool:
    """Return whether a module that has been imported stands beside the notebook."""
    where = sys.modules.get(module) if type(module) is str else None
    path = getattr(where, "__file__", None) if isinstance(where, ModuleType) else None
    return type(path) is str and os.path.dirname(path) in FOLDER


def locate_class(value: Any) -> tuple[str, str] | None:
    """Return where the class of an object stands, if it can be made again of what it holds."""
    kind = type(value)
    if find_class(kind.__module__, kind.__qualname__) is not kind:
        return None
    return (kind.__module__, kind.__qualname__) if is_sound(value) else None


def get_state(value: Any) -> dict[str, Any]:
    """Return what an object holds."""
    return dict(vars(value))


def make_object(kind: type, held: Any, value: Any) -> Any:
    """Make an object of nothing but its class, and set what it holds.

    Raises
    ------
    ValueError
        If that is not data, or hides what its class does.
    """
    if type(held) is not dict:
        raise ValueError("an object that holds what is no data")
    vars(value).update(held)
    if not is_sound(value):
        raise ValueError(f"an object of class {kind.__name__} that holds what it cannot")
    return value


def is_sound(value: Any) -> bool:
    """Return whether an object of the course's holds only data, and hides nothing of its class."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        kind: type = type(value)
        if kind in ATOMS or id(value) in seen:
            continue
        seen.add(id(value))
        if kind in {list, tuple, set, frozenset}:
            waiting += value
        elif kind is dict:
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, (np.ndarray, np.generic)):
            if value.dtype.kind in "OV":
                return False
        elif find_class(kind.__module__, kind.__qualname__) is kind:
            if any(type(name) is not str or is_hidden(kind, name) for name in vars(value)):
                return False
            waiting += vars(value).values()
        else:
            return False
    return True


def is_hidden(kind: type, name: str) -> bool:
    """Return whether an object's own value of that name would stand before what its class does."""
    found = inspect.getattr_static(kind, name, None)
    return callable(found) or hasattr(type(found), "__get__")
