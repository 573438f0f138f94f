"""Errors that are known, and the log of all others."""

from __future__ import annotations

import contextlib
import errno
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["GradingError", "error_log_path", "is_disk_full", "log", "one_line", "run_command"]

LOG = logging.getLogger("nbjudge")


class GradingError(Exception):
    """What is known to go wrong: its words are all that there is to tell."""


def one_line(value: object, limit: int = 500) -> str:
    """Return words as one line that any terminal and file can hold."""
    words = " ".join(str(value).split())[:limit]
    return words.encode("utf-8", "backslashreplace").decode()


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error says that nothing more can be written, wherever it arose."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def error_log_path(course: Path) -> Path:
    """Return the file for errors that nobody expected."""
    return course / ".grading" / "errors.log"


class ErrorLog(logging.FileHandler):
    """That file, made when there is something to write."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", errors="backslashreplace", delay=True)
        self.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self.trouble = ""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
            super().emit(record)
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Keep why it cannot be written; that is told in words, by `run_command`."""
        self.trouble = one_line(sys.exception())


@contextlib.contextmanager
def log_to_file(path: Path) -> Iterator[ErrorLog]:
    """Send what is logged to a file, and nowhere else."""
    for handler in LOG.handlers:
        if isinstance(handler, ErrorLog) and handler.baseFilename == str(path.absolute()):
            yield handler  # we are within
            return
    handler, propagates = ErrorLog(path), LOG.propagate
    LOG.addHandler(handler)
    LOG.propagate = False
    try:
        yield handler
    finally:
        LOG.propagate = propagates
        LOG.removeHandler(handler)
        handler.close()


def log(what: str, error: BaseException | str) -> str:
    """Log an error that nobody expected, or its traceback; return one line about it."""
    if isinstance(error, str):
        LOG.error("%s\n%s", one_line(what), error.strip())
        return one_line(error.strip().rpartition("\n")[2])
    LOG.error("%s", one_line(what), exc_info=error)
    return one_line(f"{type(error).__name__}: {error}")


def run_command(course: Path, what: str, command: Callable[[], int]) -> int:
    """Run a command; say in words on standard error what ends it, and return 1.

    A known error has its own words. Any other is one line, and stands with its traceback in the
    course's error log.
    """
    path = error_log_path(course)
    with log_to_file(path) as handler:
        try:
            return command()
        except GradingError as error:
            words = "\n".join(one_line(line, 2000) for line in str(error).splitlines())
        except Exception as error:
            if is_disk_full(error):
                words = f"{one_line(error)}; what is graded is kept: run it again"
            elif isinstance(error, PermissionError) and error.filename is not None:
                words = one_line(f"cannot be read or written: {error.filename}: {error.strerror}")
            else:
                words = f"{log(what, error)}; {one_line(path)} "
                trouble = handler.trouble
                words += f"cannot be written ({trouble})" if trouble else "says where"
    print(f"error: {words}", file=sys.stderr)
    return 1
