"""Errors that are known, and the log of all others."""

from __future__ import annotations

import traceback
from pathlib import Path

__all__ = ["GradingError", "log", "one_line"]


class GradingError(Exception):
    """The run cannot go on, for a reason that its words tell."""


def one_line(value: object, limit: int = 500) -> str:
    """Return words as one line that any terminal and file can hold."""
    words = " ".join(str(value).split())[:limit]
    return words.encode("utf-8", "backslashreplace").decode()


def log(path: Path, what: str, error: BaseException | str) -> str:
    """Append an unexpected error with its traceback to a file; return one line about it."""
    if isinstance(error, BaseException):
        line = one_line(f"{type(error).__name__}: {error}")
        whole = "".join(traceback.format_exception(error))
    else:
        line, whole = one_line(error.strip().splitlines()[-1] if error.strip() else ""), error
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{what}\n{whole.rstrip()}\n\n")
    return line
