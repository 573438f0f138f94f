"""Loops become machine code: numba's compiler, and where it keeps what it made.

With ``NUMBA_DISABLE_JIT=1`` they stay Python, to step through.

A loop is compiled once more for each type that it is handed. Therefore what comes from a caller
is made `read_only`, and a number that a loop hands on begins as ``np.int64(0)``: to numba, a plain
0 is of a type of its own.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, config, event

FOLDER = Path(__file__).parent
# Of all loops together: numba looks at a function's own file only, and calls are compiled in.
USED = [FOLDER.parents[1] / name for name in ("contract.py", "criterion.py", "draws.py")]
SOURCES = [*sorted(FOLDER.glob("*.py")), *USED]
STAMP = hashlib.sha256(b"".join(path.read_bytes() for path in SOURCES)).hexdigest()
# Code that looks where it reads and writes is other code.
if config.BOUNDSCHECK:  # type: ignore[attr-defined]
    STAMP += " with bounds checked"

nowhere_to_keep: list[str] = []  # why nothing can be kept, if so


class Beside(caching.InTreeCacheLocator):
    """The folder beside the source, also where it cannot be written."""

    def ensure_cache_path(self) -> None:
        pass


class Places(caching.CompileResultCacheImpl):
    """numba's folders; the one beside the source if it can write to none."""

    _locator_classes = [*caching.CompileResultCacheImpl._locator_classes, Beside]


class Files(caching.IndexDataCacheFile):
    """A loop's machine code in files, and an index of them.

    numba numbers the files: of two processes that compile at once, one may write its code to the
    number that the other's index has for another. Here a file's name tells what it is of. Of an
    index, numba reads on if it is of numba's own version; one of other sources may name types that
    are gone, so the version has theirs with it.
    """

    def __init__(self, cache_path: str, filename_base: str, source_stamp: str) -> None:
        super().__init__(cache_path, filename_base, source_stamp)
        self._version += f" {source_stamp}"

    def save(self, key: Any, data: Any) -> None:
        """Keep machine code; the index names no file that is not there yet."""
        overloads = self._load_index()
        if not overloads:
            self.clear()
        of = hashlib.sha256(self._dump((self._source_stamp, key))).hexdigest()[:32]
        overloads[key] = self._index_name.removesuffix("nbi") + f"{of}.nbc"
        self._save_data(overloads[key], data)
        self._save_index(overloads)

    def clear(self) -> None:
        """Remove what was compiled of other sources; what another process misses, it compiles."""
        for path in Path(self._cache_path).glob(self._index_name.removesuffix("nbi") + "*.nbc"):
            with contextlib.suppress(OSError):
                path.unlink()


class Kept(caching.FunctionCache):
    """Machine code in files, as numba keeps it; where it cannot be written, it is not kept."""

    _impl_class = Places

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        if isinstance(self._impl.locator, Beside):
            nowhere_to_keep.append(f"{self._cache_path} cannot be written")
        source = Path(function.__code__.co_filename)
        self._own, self._beside = (
            Files(cache_path=path, filename_base=self._impl.filename_base, source_stamp=STAMP)
            for path in (self._cache_path, str(source.parent / "__pycache__"))
        )

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load what this user kept, or what whoever installed the library left beside the source.

        A grader's processes may read that, and have a folder of their own, which is empty.
        """
        for place in (self._beside, self._own):
            self._cache_file = place
            with contextlib.suppress(OSError):
                if found := super().load_overload(sig, target_context):
                    break
        else:
            found = None
        self._cache_file = self._own
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except OSError as error:
            nowhere_to_keep.append(str(error))


def compiled(function: Callable[..., Any], forceinline: bool = False) -> Any:
    """Compile a function when it is first called.

    It lets other threads run (the trees of a forest grow in threads), and a division by zero
    is as in NumPy: 0/0 is NaN.
    """
    made: Any = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if hasattr(made, "_cache"):  # not with NUMBA_DISABLE_JIT
        try:
            made._cache = Kept(function)
        except RuntimeError as error:  # numba found no folder that it may write to
            nowhere_to_keep.append(str(error))
        made.compile = heard_afterwards(made.compile)
    return made


class Noted:
    """A handler of Ctrl-C that only notes it, for the one that `hears` it otherwise."""

    def __init__(self, hears: Callable[..., Any]) -> None:
        self.hears = hears
        self.signals: list[Any] = []

    def __call__(self, *signal: Any) -> None:
        self.signals.append(signal)


def heard_afterwards(compile_one: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Wrap a compiler: Ctrl-C is heard when a loop is compiled, or loaded, and not meanwhile.

    LLVM calls back into Python for the machine code; an exception that a signal raises there is
    lost, and the code with it. Of loops within loops, it is heard when the innermost is ready.
    """

    @functools.wraps(compile_one)
    def compile_and_hear(kinds: Any) -> Any:
        before = signal.getsignal(signal.SIGINT)
        if not callable(before) or threading.current_thread() is not threading.main_thread():
            return compile_one(kinds)  # no signal raises anything here
        noted = Noted(before.hears if isinstance(before, Noted) else before)
        signal.signal(signal.SIGINT, noted)
        try:
            return compile_one(kinds)
        finally:
            signal.signal(signal.SIGINT, before)
            if noted.signals:
                noted.hears(*noted.signals[-1])

    return compile_and_hear


def compiled_in(function: Callable[..., Any]) -> Any:
    """Compile a function into each that calls it.

    For those that are called for each feature of small nodes: handing over what `Data` and `Work`
    hold, an address and a length for each array, would take longer than the work.
    """
    return compiled(function, forceinline=True)


def read_only(array: np.ndarray) -> np.ndarray:
    """Return a view of an array, or of a copy in the usual order, that cannot be written to."""
    flags = array.flags
    if not (type(array) is np.ndarray and flags.c_contiguous and flags.aligned):
        array = np.require(array, requirements=["C", "ALIGNED", "ENSUREARRAY"])
    elif not flags.writeable:
        return array
    view = array.view()
    view.flags.writeable = False
    return view


class Announce(event.Listener):
    """Says, the first time that something must be compiled, that it takes a while."""

    announced = False

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        # Another stream is a notebook's, and would end up in a page, or a test's.
        if self.announced or not function.__module__.startswith(__package__):
            return
        self.announced = True
        if sys.stderr is not sys.__stderr__ or "ipykernel" in sys.modules:
            return
        then = "to keep them"
        if nowhere_to_keep:
            then = (
                "in every process anew: no folder for it can be written (NUMBA_CACHE_DIR names one)"
            )
        print(f"ensemblelab compiles its loops, {then}; this takes seconds.", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", Announce())
