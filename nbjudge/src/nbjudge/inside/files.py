"""Files that one process of the two has written, for the other.

Those of an answer come to the tests as text and pictures, which nothing runs: a
name that Python, a library or a program might take for more is left out, and
once such a file is there a test that runs or unpickles anything is stopped.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

__all__ = ["Exchange", "Folder"]

Stamp = tuple[int, int, int]

MOST_BYTES, MOST_FILES = 2**24, 200
"""Of what crosses at a time, and of what is there of the student's."""

TEXT = {"", ".csv", ".dat", ".htm", ".html", ".json", ".log", ".md", ".out", ".tex", ".tsv", ".txt",
        ".xml"}  # fmt: skip
PICTURES = {".gif", ".jpeg", ".jpg", ".pdf", ".png", ".svg"}
SETTINGS = {"matplotlibrc"}
"""Names without an ending that a library reads by itself."""

PLAIN_NAME = re.compile(r"[\w][\w .+\-]{0,99}")
DEEPEST = 4

MISSING = re.compile(
    r"(?i)\b(nan|inf|infinity|null|none|na|n/a|nat)\b|^,|,,|,$|\[\s*\]|\{\s*\}|\"\"|''",
    re.MULTILINE,
)
"""What a library may read as nothing, or as a number that compares with nothing."""

RUNS_PROGRAMS = {"os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system",
                 "pty.spawn", "subprocess.Popen"}  # fmt: skip
MAKES_CODE = {"code.__new__", "function.__new__", "marshal.loads"}
LIBRARIES = "matplotlib", "numpy", "pandas", "scipy", "sklearn"
"""Whose own text they may compile when they are first used."""


class Folder:
    """The plain files below a process's working directory, and which of them are new."""

    def __init__(self) -> None:
        self.known = dict(self._now())

    def _now(self) -> Iterator[tuple[str, Stamp]]:
        for place, folders, names in os.walk("."):
            folders[:] = [name for name in folders if not name.startswith(".")]
            if place.count("/") >= DEEPEST:
                folders.clear()
            for name in names:
                path = os.path.normpath(os.path.join(place, name))
                status = os.lstat(path)
                if stat.S_ISREG(status.st_mode):
                    yield path, (status.st_mtime_ns, status.st_size, status.st_ino)

    def look(self) -> tuple[list[str], dict[str, bytes]]:
        """Return the names of all files, and what stands in those that are new or changed."""
        now, room = dict(self._now()), MOST_BYTES
        changed = {}
        for name in sorted(now):
            if self.known.get(name) != now[name] and now[name][1] <= room:
                changed[name] = Path(name).read_bytes()
                room -= len(changed[name])
                if len(changed) == MOST_FILES:
                    break
        self.known |= {name: now[name] for name in changed}
        return sorted(now), changed

    def note(self, name: str) -> None:
        """Take a file as it is now for known."""
        self.known[name] = dict(self._now())[name]


class Exchange:
    """The checker's side: what files answers have written, and what tests have.

    Parameters
    ----------
    ask : callable
        Makes a request of the student's process.
    refuse : callable
        Notes, for good, why the test of now cannot be run, and returns what to raise.
    """

    def __init__(self, ask: Callable[..., Any], refuse: Callable[[str], BaseException]) -> None:
        self.ask, self.refuse = ask, refuse
        self.here = os.getcwd()
        self.ours = Folder()
        self.theirs: dict[str, tuple[int, int]] = {}  # how much in a file is odd, and its bytes
        self.watching = self.begun = False
        sys.addaudithook(self._watch)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watch while the shell runs a cell of the course's, from that cell's first line on."""
        self.watching, self.begun = True, False
        try:
            yield
        finally:
            self.watching = False

    def pull(self) -> None:
        """Have the files that the student's process has written, but no other's."""
        found = self.ask("files")
        if not (isinstance(found, (list, tuple)) and len(found) == 2):
            return
        names, changed = found
        if not (isinstance(names, list) and isinstance(changed, dict)):
            return
        _, mine = self.ours.look()  # also what a test has written over
        for name in self.theirs.keys() & mine.keys():
            del self.theirs[name]
        for name in self.theirs.keys() - {name for name in names if type(name) is str}:
            del self.theirs[name]
            os.unlink(name)
        for name, content in list(changed.items())[:MOST_FILES]:
            if type(name) is str and type(content) is bytes:
                self._take(name, content)

    def _take(self, name: str, content: bytes) -> None:
        odd = oddness(name, content)
        path = Path(name)
        if odd is None or (os.path.lexists(name) and name not in self.theirs):
            return
        others = [size for known, (_, size) in self.theirs.items() if known != name]
        if len(others) >= MOST_FILES or sum(others) + len(content) > MOST_BYTES:
            return
        if any(os.path.islink(part) or os.path.isfile(part) for part in path.parents):
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.ours.note(name)
        self.theirs[name] = odd, len(content)

    def push(self, mentioned: set[str]) -> None:
        """Give the student's process the files of the tests that it is told of, or asks for."""
        wanted = {os.path.relpath(text, self.here) for text in mentioned if "\0" not in text}
        known = dict(self.ours.known)
        _, changed = self.ours.look()
        for name, content in changed.items():
            self.theirs.pop(name, None)
            if name in wanted:
                self.ask("place", name, content)
            elif name in known:
                self.ours.known[name] = known[name]
            else:
                del self.ours.known[name]

    def oddities(self) -> int:
        """Count what of the student's files is empty, or may be read as no number."""
        return sum(odd for odd, _ in self.theirs.values())

    def _watch(self, event: str, about: tuple) -> None:
        """Stop a test that could run what stands in a file of the student's."""
        if not self.watching or (event != "exec" and not (self.begun and self.theirs)):
            return
        if event in ("compile", "exec"):
            name = about[1] if event == "compile" else getattr(about[0], "co_filename", "")
            if str(name).startswith("<cell "):
                self.begun = True
                return
            asks = sys._getframe(1).f_code.co_filename
            parsed = event == "compile" and not isinstance(about[0], (str, bytes))  # not yet run
            if not (self.begun and self.theirs) or parsed or reads_itself(asks):
                return
            if name == "<unknown>":  # ast.parse
                return
        elif event in MAKES_CODE:
            asks = sys._getframe(1).f_code.co_filename
            if not asks.startswith(("<cell", self.here)):
                return
        elif event == "ctypes.dlopen":
            if os.path.basename(str(about[0])) not in map(os.path.basename, self.theirs):
                return
        elif event != "pickle.find_class" and event not in RUNS_PROGRAMS:
            return
        self.watching = False
        raise self.refuse("the test runs something where a file of the answer's lies")


def reads_itself(asks: str) -> bool:
    """Whether a file's code compiles nothing but its own texts."""
    if asks.startswith("<frozen importlib"):
        return True
    parts = PurePosixPath(asks).parts
    return parts[-2:] == ("collections", "__init__.py") or parts[-1:] == ("dataclasses.py",) or (
        "site-packages" in parts and parts[parts.index("site-packages") + 1] in LIBRARIES
    )  # fmt: skip


def oddness(name: str, content: bytes) -> int | None:
    """Return how much in a file is odd; None if no file of that name and kind is taken."""
    path = PurePosixPath(name)
    if path.is_absolute() or not 0 < len(path.parts) <= DEEPEST or str(path) != name:
        return None
    if not all(PLAIN_NAME.fullmatch(part) for part in path.parts) or name in SETTINGS:
        return None
    if path.suffix.lower() in PICTURES:
        return int(not content)
    if path.suffix.lower() not in TEXT:
        return None
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    if "\0" in text:
        return None
    lines = [line for line in text.splitlines() if line.strip()]
    return len(MISSING.findall(text)) + (len(lines) < 2)  # a table may end below its head
