"""Find values that a test may take for right and that are not: NaN, masks, emptiness.

`numpy.testing` passes over what is masked, ``not abs(x).max() > tol`` is true
of NaN, and every comparison of nothing with nothing holds. No kind of these is
wrong in itself. So they are counted, and where an answer has given more of one
kind than the course's own solution to the same test, a person must look.
"""

from __future__ import annotations

import collections
import contextlib
import decimal
import sys
from collections.abc import Collection
from typing import Any

import numpy as np

from nbjudge.processes import objects
from nbjudge.processes.estimators import find_class

__all__ = ["find_odd_kinds"]

SIZED: tuple[type[Collection], ...] = (
    list,
    tuple,
    dict,
    set,
    frozenset,
    str,
    bytes,
    bytearray,
    collections.deque,
    range,
    type({}.keys()),
    type({}.values()),
    type({}.items()),
)


def find_odd_kinds(value: Any) -> set[str]:
    """Return the kinds of odd data that a value holds, at any depth."""
    found: set[str] = set()
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if value is None or type(value) in {int, bool} or id(value) in seen:
            continue
        kind = type(value)
        if kind is float:
            found |= find_in_numbers(np.float64(value))
        elif hasattr(kind, "_handle_of"):  # a stand-in: it holds nothing here
            continue
        elif isinstance(value, np.ndarray):
            seen.add(id(value))
            found |= find_in_array(value)
            if value.dtype.kind == "O":
                waiting += np.ma.getdata(value).ravel().tolist()
        elif isinstance(value, np.generic):
            found |= find_in_numbers(value)
        elif isinstance(value, complex):
            found |= find_in_numbers(np.complex128(value))
        elif isinstance(value, decimal.Decimal):
            found |= {"NaN"} if value.is_nan() else {"inf"} if value.is_infinite() else set()
        elif isinstance(value, SIZED):
            if len(value) == 0:
                found.add("an empty value")
            elif not isinstance(value, (str, bytes, bytearray, range)):
                seen.add(id(value))
                waiting += [*value, *value.values()] if isinstance(value, dict) else list(value)
            makes = getattr(value, "default_factory", None)
            if isinstance(makes, type) and issubclass(makes, np.generic):
                with contextlib.suppress(TypeError):  # of no kind in particular
                    waiting.append(makes())  # as a default does, unasked: of times it is none
        elif isinstance(value, slice):
            continue
        elif value is np.ndarray:  # called here, it would hand out memory as it lies
            found.add("the class of arrays")
        elif kind.__module__.partition(".")[0] == "pandas":
            found |= find_in_pandas(value)
        elif kind.__module__.startswith("scipy.sparse"):
            found |= find_in_array(value.data)
            if 0 in value.shape:
                found.add("an empty value")
        elif find_class(kind.__module__, kind.__qualname__) is kind:
            seen.add(id(value))
            waiting += vars(value).values()
        elif objects.find_class(kind.__module__, kind.__qualname__) is kind:
            seen.add(id(value))
            found.add(f"an object of the course's class {kind.__name__}")
            waiting += vars(value).values()
        elif isinstance(value, float):
            found |= find_in_numbers(np.float64(value))
    return found


def find_in_array(value: np.ndarray) -> set[str]:
    """Return the kinds of odd data in an array, but for what lies in its objects."""
    found = set()
    if isinstance(value, np.ma.MaskedArray):
        found.add("a masked array")
        value = np.ma.getdata(value)
    if value.size == 0:
        found.add("an empty value")
    if value.dtype.kind == "O":
        found.add("an array of objects")
    for name in value.dtype.names or ():
        found |= find_in_array(value[name])
    return found | find_in_numbers(value)


def find_in_numbers(value: Any) -> set[str]:
    """Return what among numbers is not finite."""
    found = set()
    if value.dtype.kind in "fc":
        if not np.isfinite(value).all():
            if np.isnan(value).any():
                found.add("NaN")
            if np.isinf(value).any():
                found.add("inf")
    elif value.dtype.kind in "mM" and np.isnat(value).any():
        found.add("NaN")
    elif value.dtype.kind in "SU" and value.dtype.itemsize == 0:
        found.add("an empty value")
    return found


def find_in_pandas(value: Any) -> set[str]:
    """Return the kinds of odd data in what pandas has made."""
    pandas = sys.modules["pandas"]
    if value is pandas.NA or value is pandas.NaT:
        return {"NaN"}
    if not isinstance(value, (pandas.DataFrame, pandas.Series, pandas.Index)):
        return set()
    found = {"an empty value"} if 0 in value.shape else set()
    if not isinstance(value, pandas.MultiIndex) and np.asarray(pandas.isna(value)).any():
        found.add("NaN")
    columns = value.select_dtypes("number") if isinstance(value, pandas.DataFrame) else value
    numbers = np.asarray(columns)
    if numbers.dtype.kind == "f" and np.isinf(numbers).any():
        found.add("inf")
    return found
