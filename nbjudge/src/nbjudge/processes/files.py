"""Files that one process of the two has written, for the other.

Those of an answer come to the tests as text and pictures, which nothing runs: a
name that Python, a library or a program might take for more is left out, and
once such a file is there a test that runs or unpickles anything is stopped.
They are there while a test runs that the course's own solution passes only so,
and only under the names that the solution's have.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath
from types import FrameType
from typing import Any

from nbjudge.processes.odd_values import find_odd_kinds
from nbjudge.processes.remote import BadValue
from nbjudge.records import ANY
from nbjudge.source.names import Code

__all__ = ["Exchange", "Folder"]

Stamp = tuple[int, int, int]

MOST_BYTES, MOST_FILES = 2**24, 200
"""Of what crosses at a time, and of what is there of the student's."""

TEXT = {
    "",
    ".csv",
    ".dat",
    ".htm",
    ".html",
    ".json",
    ".log",
    ".md",
    ".out",
    ".tex",
    ".tsv",
    ".txt",
    ".xml",
}
PICTURES = {".gif", ".jpeg", ".jpg", ".pdf", ".png", ".svg"}
SETTINGS = {"matplotlibrc"}
"""Names without an ending that a library reads by itself."""

PLAIN_NAME = re.compile(r"[\w][\w .+\-]{0,99}")
DEEPEST, LONGEST = 4, 255
"""Folders in each other, and bytes of a name."""

MISSING = re.compile(
    r"(?i)\bF?(nan|inf|infinity|null|none|na|n/a|nat)\b|\de\+?\d{3}|^,|,,|,$"
    r"|\[\s*\]|\{\s*\}|\"\"|''",
    re.MULTILINE,
)
"""What a library may read as nothing, or as a number that compares with nothing.

F begins a number in a pickle.
"""

NUMBER = re.compile(r"[\d._]+(?:[eE]\+?[\d_]+)?")
SURELY_FINITE = 300
"""Letters of a number without an exponent: more digits than it may have to be finite are more."""

READERS = {
    "numpy": ("fromfile", "fromregex", "fromstring", "genfromtxt", "loadtxt"),
    "pandas": ("read_csv", "read_fwf", "read_html", "read_json", "read_table", "read_xml"),
}
"""Functions of libraries, each of which has its own words for a number that is none."""

LISTS = {"glob", "iglob", "iterdir", "listdir", "rglob", "scandir", "walk"}
"""By which a test asks what files there are."""

OTHERS = "files that the test asks for"
"""Counted: an answer may give no more of them than the course's own solution does."""

RUNS_PROGRAMS = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.spawn",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
}
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
        self.know({name: now[name] for name in changed})
        return sorted(now), changed

    def know(self, stamps: dict[str, Stamp]) -> None:
        """Take files for known, each a nanosecond older than it is.

        The clock of files goes in steps: what is written in the same one has another time so.
        """
        for name, (written, size, inode) in stamps.items():
            with contextlib.suppress(OSError):  # another's, or gone
                os.utime(name, ns=(written, written - 1), follow_symlinks=False)
                written = os.lstat(name).st_mtime_ns
            self.known[name] = written, size, inode

    def note(self, *names: str) -> None:
        """Take files as they are now for known."""
        now = dict(self._now())
        self.know({name: now[name] for name in names if name in now})


class Exchange:
    """The checker's side: what files answers have written, and what tests have.

    Parameters
    ----------
    ask : callable
        Makes a request of the student's process.
    refuse : callable
        Notes, for good, why the test of now cannot be run, and returns what to raise.
    odd : callable
        Is told of odd values that came of files.
    """

    def __init__(
        self,
        ask: Callable[..., Any],
        refuse: Callable[[str], BaseException],
        odd: Callable[[Iterable[str]], None],
    ) -> None:
        self.ask, self.refuse, self.odd = ask, refuse, odd
        self.here = os.getcwd()
        self.ours = Folder()
        self.sent: dict[str, tuple[int, bytes]] = {}  # by the student: what is odd, and the content
        self.theirs: dict[str, bytes] = {}  # of these, what lies here
        self.placed: set[str] = set()  # of the tests', in the student's process
        self.laid: set[str] = set()  # what has lain here in the test of now
        self.allowed: set[str] | None = None  # names that may lie here; None but in a test
        self.watching = self.begun = False
        watch_readers(self._read)
        sys.addaudithook(self._watch)

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Watch while the shell runs a cell of the course's, from that cell's first line on."""
        self.watching, self.begun = True, False
        try:
            yield
        finally:
            self.watching = False

    @contextlib.contextmanager
    def provide(self, names: Iterable[str]) -> Iterator[None]:
        """Fetch the student's files of these names, for a test."""
        watch_readers(self._read)
        self.allowed, self.laid = set(names), set()
        try:
            yield
        finally:
            try:
                self.ours_again()
            finally:
                for name in self.theirs:
                    Path(name).unlink(missing_ok=True)
                self.theirs, self.allowed = {}, None

    def pull(self) -> None:
        """Fetch the files that the student's process has written, but no others."""
        if self.allowed is None:
            return
        found = self.ask("files")
        if not (isinstance(found, (list, tuple)) and len(found) == 2):
            return
        names, changed = found
        if not (isinstance(names, list) and isinstance(changed, dict)):
            return
        self.ours_again()
        for name in self.sent.keys() - {name for name in names if type(name) is str}:
            del self.sent[name]
        for name, content in list(changed.items())[:MOST_FILES]:
            if type(name) is str and type(content) is bytes:
                self._take(name, content)
        for name in self.theirs.keys() - self.sent.keys():
            del self.theirs[name]
            os.unlink(name)
        new = [name for name, (_, content) in self.sent.items() if self._lay(name, content)]
        self.ours.note(*new)

    def ours_again(self) -> dict[str, bytes]:
        """Take note of what the tests have written, or written over; return that.

        What they have removed is removed in the student's process too.
        """
        _, written = self.ours.look()
        for name in self.theirs.keys() & written.keys():
            del self.theirs[name]
        for name in [n for n in {*self.theirs, *self.placed} if not os.path.lexists(n)]:
            self.placed.discard(name)
            self.theirs.pop(name, None)
            self.sent.pop(name, None)
            with contextlib.suppress(BadValue):  # then it has it still
                self.ask("remove", name)
        return written

    def _take(self, name: str, content: bytes) -> None:
        odd = count_odd(name, content)
        others = [size for known, (_, size) in self.sent.items() if known != name]
        if odd is None or len(others) >= MOST_FILES:
            return
        if sum(map(len, others)) + len(content) <= MOST_BYTES:
            self.sent[name] = odd, content

    def _lay(self, name: str, content: bytes) -> bool:
        """Lay a file here if it may be, and is not; say so."""
        if not is_allowed_name(name, self.allowed) or self.theirs.get(name) is content:
            return False
        if name not in self.theirs and os.path.lexists(name):
            return False
        path = Path(name)
        if any(os.path.islink(part) or os.path.isfile(part) for part in path.parents):
            return False
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.theirs[name] = content
        self.laid.add(name)
        return True

    def push(self, told: set[str], asked: set[str]) -> None:
        """Send the student's process the files of the tests that it may have, or asks for.

        It may write those that it is told of.
        """
        if self.allowed is None:
            return
        named = {os.path.relpath(text, self.here) for text in told if text and "\0" not in text}
        self.allowed |= named
        wanted = named | asked
        known = dict(self.ours.known)
        for name, content in self.ours_again().items():
            if name in wanted:
                self.ask("place", name, content)
                self.placed.add(name)
            elif name in known:
                self.ours.known[name] = known[name]
            else:
                del self.ours.known[name]

    def count(self, code: Code) -> None:
        """Count what is odd in the files that a test had, and those that it did not have."""
        odd = sum(self.sent[name][0] for name in self.theirs if name in self.sent)
        self.odd(["files with nothing, or no numbers, in them"] * odd)
        asked = {os.path.normpath(text) for text in code.texts}
        lists = (code.attributes | code.loads) & LISTS
        others = [name for name in self.sent if not is_allowed_name(name, self.allowed)]
        self.odd([OTHERS for name in others if lists or name in asked])

    def _read(self, value: Any) -> None:
        if self.allowed is not None:
            self.odd(find_odd_kinds(value))

    def _watch(self, event: str, about: tuple) -> None:
        """Stop a test that could run what stands in a file of the student's."""
        if not self.watching or (event != "exec" and not (self.begun and self.theirs)):
            return
        if event in ("compile", "exec"):
            name = about[1] if event == "compile" else getattr(about[0], "co_filename", "")
            name = os.fsdecode(name) if isinstance(name, (str, bytes)) else ""
            asks = sys._getframe(1)
            if name.startswith("<cell ") and not (self.begun and is_called_from_cell(asks)):
                self.begun = True
                return
            if not (self.begun and self.theirs):
                return
            if self._harmless(event, about[0], name, asks.f_code.co_filename):
                return
        elif event in MAKES_CODE:
            asker = sys._getframe(1).f_code.co_filename
            if not asker.startswith(("<cell", self.here)):
                return
        elif event == "ctypes.dlopen":
            if not self._is_theirs(str(about[0])):
                return
        elif event != "pickle.find_class" and event not in RUNS_PROGRAMS:
            return
        raise self.refuse("the test runs something where a file of the answer's lies")

    def _harmless(self, event: str, what: Any, name: str, asks: str) -> bool:
        """Return whether something is not run, or is no text of the student's."""
        if event == "compile" and (name == "<unknown>" or not isinstance(what, (str, bytes))):
            return True  # as `ast.parse` does; what is run of it comes by again
        return compiles_itself(asks) and not self._is_theirs(name)

    def _is_theirs(self, path: str) -> bool:
        return os.path.basename(path) in map(os.path.basename, self.theirs)


def is_allowed_name(name: str, allowed: set[str] | None) -> bool:
    """Return whether a file of that name may lie beside the test."""
    return allowed is not None and (name in allowed or ANY in allowed)


def is_called_from_cell(frame: FrameType | None) -> bool:
    """Return whether a cell's own code has led to a frame."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<cell "):
            return True
        frame = frame.f_back
    return False


def compiles_itself(asks: str) -> bool:
    """Return whether a file's code compiles nothing but its own texts."""
    if asks.startswith("<frozen importlib"):
        return True
    parts = PurePosixPath(asks).parts
    return (
        parts[-2:] == ("collections", "__init__.py")
        or parts[-1:] == ("dataclasses.py",)
        or (
            "site-packages" in parts
            and parts[parts.index("site-packages") + 1] in LIBRARIES
            and "testing" not in parts  # `numpy.testing.runstring`
        )
    )


def watch_readers(note: Callable[[Any], None]) -> None:
    """Watch what readers of text return, in libraries that are imported."""
    for module, names in READERS.items():
        for name in names if module in sys.modules else ():
            reader = getattr(sys.modules[module], name, None)
            if callable(reader) and not hasattr(reader, "noted"):
                setattr(sys.modules[module], name, wrap_reader(reader, note))


def wrap_reader(reader: Callable[..., Any], note: Callable[[Any], None]) -> Callable[..., Any]:
    """Return a function that does what another does, and notes what that returns."""

    @functools.wraps(reader)
    def read(*args: Any, **kwargs: Any) -> Any:
        value = reader(*args, **kwargs)
        note(value)
        return value

    read.noted = True  # type: ignore[attr-defined]
    return read


def count_odd(name: str, content: bytes) -> int | None:
    """Return how much in a file is odd; None if no file of that name and kind is taken."""
    path = PurePosixPath(name)
    if path.is_absolute() or not 0 < len(path.parts) <= DEEPEST or str(path) != name:
        return None
    if not all(PLAIN_NAME.fullmatch(part) for part in path.parts) or name in SETTINGS:
        return None
    if max(len(part.encode()) for part in path.parts) > LONGEST:
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
    infinite = sum(map(is_infinite, NUMBER.findall(text)))
    return (
        len(MISSING.findall(text)) + infinite + (len(lines) < 2)
    )  # a table may end below its head


def is_infinite(word: str) -> bool:
    """Return whether `float`, which a test may call on what it reads, makes infinity of a word."""
    if len(word) < SURELY_FINITE and "e" not in word and "E" not in word:
        return False
    try:
        return math.isinf(float(word.strip("._")))
    except ValueError:  # no number
        return False
