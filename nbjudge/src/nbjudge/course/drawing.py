"""Draw students' values by a course's own function: run as a program, and a process of its own.

There, texts have the same hash at any time: a function that goes through a set of them gives at
grading what it gave when the assignment was handed out. It stands alone, so that it starts at once.
"""

from __future__ import annotations

import json
import math
import os
import pprint
import random
import sys
import traceback
from pathlib import Path
from typing import Any

__all__ = ["ALLOWED", "is_literal"]

ALLOWED = "a number, a text, True, False, None, or a list, tuple or dictionary of these"
WIDTH = 80


class InvalidVariant(Exception):
    """What the course's function does wrong, in words."""


def is_literal(value: Any) -> bool:
    """Return whether a source can write down a value so that it comes out the same.

    A set is not: in which order its texts are written, their hashes say.
    """
    if type(value) in (list, tuple):
        return all(map(is_literal, value))
    if type(value) is dict:
        return all(map(is_literal, [*value, *value.values()]))
    if type(value) is float:
        return math.isfinite(value)
    return value is None or type(value) in (bool, int, str)


def draw_values(
    path: str, types: dict[str, str], seeds: dict[str, str]
) -> dict[str, dict[str, str]]:
    """Return by student the text of each name's value.

    Parameters
    ----------
    path : str
        The file with the function ``variant(random)``.
    types : dict of str to str
        Which names it must give a value, and the type of each.
    seeds : dict of str to str
        By student, a number in hexadecimal digits.

    Raises
    ------
    InvalidVariant
    """
    space: dict[str, Any] = {"__name__": "variants", "__file__": path}
    try:
        exec(compile(Path(path).read_bytes(), path, "exec"), space)
    except Exception as error:  # whatever the course's own file raises is told with its line
        raise InvalidVariant(
            f"{locate_error(path, error)}: {type(error).__name__}: {error}"
        ) from None
    variant = space.get("variant")
    if not callable(variant):
        raise InvalidVariant(f"{path}: it must define a function `variant(random)`")
    return {
        student: format_values(path, types, student, call_variant(path, variant, student, seed))
        for student, seed in seeds.items()
    }


def call_variant(path: str, variant: Any, student: str, seed: str) -> Any:
    """Call the function for a student."""
    try:
        return variant(random.Random(int(seed, 16)))
    except Exception as error:  # and so is what its function raises
        words = f"{type(error).__name__}: {error}"
        raise InvalidVariant(
            f"{locate_error(path, error)}: variant(random), for {student!r}: {words}"
        ) from None


def format_values(path: str, types: dict[str, str], student: str, values: Any) -> dict[str, str]:
    """Return a student's values as a source writes them."""
    if type(values) is not dict:
        raise InvalidVariant(
            f"{path}: variant(random) returns {abbreviate(values)}, for {student!r}; it must be a "
            "dictionary, by name the value"
        )
    if values.keys() != types.keys():
        raise InvalidVariant(
            f"{path}: variant(random) returns values for {sorted(map(str, values))}; it must be "
            f"for {sorted(types)}, as in the source"
        )
    for name, value in values.items():
        if not is_literal(value):
            raise InvalidVariant(
                f"{path}: {name} = {abbreviate(value)}, for {student!r}: it must be {ALLOWED}"
            )
        if type(value).__name__ != types[name]:
            raise InvalidVariant(
                f"{path}: {name} = {abbreviate(value)}, for {student!r}, is of type "
                f"{type(value).__name__}; it must be {types[name]}, as in the source"
            )
    return {
        name: pprint.pformat(value, width=WIDTH, compact=True, sort_dicts=False)
        for name, value in values.items()
    }


def locate_error(path: str, error: Exception) -> str:
    """Return the file and, if an error arose in it, the line."""
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == path
    ]
    return f"{path}, line {lines[-1]}" if lines else path


def abbreviate(value: Any) -> str:
    """Return how a value looks, up to a length."""
    text = repr(value)
    return text if len(text) <= WIDTH else f"{text[:WIDTH]} ..."


def main() -> None:
    """Do the job that comes on standard input, and answer in JSON."""
    job = json.load(sys.stdin)
    told = os.dup(1)
    os.dup2(2, 1)  # what the function prints is no result
    answer: dict[str, Any]
    try:
        answer = {"drawn": draw_values(**job)}
    except InvalidVariant as error:
        answer = {"unfit": str(error)}
    with os.fdopen(told, "w") as file:
        json.dump(answer, file)


if __name__ == "__main__":
    main()
