"""The student's process: runs the cells it is told to and answers for values by data.

It holds no test. Whatever runs here may lie, in every message; nothing that
decides a grade believes more of a message than that it is a value.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import importlib
import inspect
import json
import random
import signal
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from nbjudge.processes import objects
from nbjudge.processes.channel import Channel, Closed
from nbjudge.processes.codec import (
    ASKED,
    BINARY,
    HOLDS,
    MAX_MESSAGE,
    RAISED,
    REFLECTED,
    CodecError,
    Decoder,
    Encoder,
    pack,
    unpack,
)
from nbjudge.processes.estimators import find_class, get_state, locate_class, make_estimator
from nbjudge.processes.files import Folder
from nbjudge.processes.randomness import get_global_states, set_global_states
from nbjudge.processes.shell import (
    PrintedText,
    Shell,
    capture_streams,
    find_builtin_base,
    format_cell_traceback,
    format_exception,
)
from nbjudge.processes.snapshots import FILES

__all__ = ["Student"]

SPECIAL = {*ASKED, *BINARY, *REFLECTED}
REMEMBERS = type(functools.cache(len))
UNASKED = object()
MUTABLE = (
    list,
    dict,
    set,
    bytearray,
    collections.deque,
    *FILES,
    np.ndarray,
    np.random.Generator,
    np.random.RandomState,
)


class Student:
    """Serve one submission over a channel to its checker."""

    def __init__(self, channel: Channel, shell: Shell, working: bool = False) -> None:
        self.channel, self.shell, self.working = channel, shell, working
        self.objects: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.by_value = False  # whether objects of the course's classes cross so
        self.tests: set[int] = set()  # ids of those that came so from a test
        self.lent: dict[int, int] = {}  # numbers of the test's functions, by id
        self.kept: list[Any] = []  # which keeps these ids valid
        self.printed: PrintedText = capture_streams(shell.output_limit)
        self.interrupts = 0  # that have come
        self.operations: dict[str, Callable[..., Any]] = {
            "run": self.run,
            "names": self.names,
            "get": self.get,
            "set": self.set,
            "delete": self.delete,
            "call": self.call,
            "special": self.special,
            "getattr": lambda handle, name: getattr(self.objects[handle], name),
            "setattr": lambda handle, name, value: setattr(self.objects[handle], name, value),
            "delattr": lambda handle, name: delattr(self.objects[handle], name),
            "dir": lambda handle: dir(self.objects[handle]),
            "interrupts": lambda: self.interrupts,
            "files": lambda: list(self.folder.look()),
            "place": self.place,
            "remove": self.remove,
            "by value": self.give_by_value,
        }
        self.folder = Folder()
        self.interrupted = False  # by one that has not been raised yet
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, signum: int, frame: Any) -> None:
        self.interrupts += 1
        self.interrupted = True
        self._stop()

    def _stop(self) -> None:
        """Raise the interrupt that has come, if the student's code is at work."""
        if self.working and self.interrupted:
            self.working = self.interrupted = False
            raise KeyboardInterrupt("the time limit")

    def serve(self) -> None:
        """Answer requests until the checker is gone."""
        with contextlib.suppress(Closed):
            while True:
                self.answer(self.channel.receive())

    def answer(self, message: bytes) -> None:
        """Do what one request asks and send the reply."""
        tree, buffers = unpack(message)
        name, states, payload = tree
        decoder = Decoder(buffers, self.resolve)
        if isinstance(states, list):
            set_global_states(decoder.decode(states))
        before = get_global_states() if states is not None else None
        try:
            arguments = decoder.decode(payload)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.working, self.interrupted = True, False
                try:
                    value = self.operations[name](*arguments)
                finally:
                    self.working = False
            changed, own = UNASKED, None
            if name == "call":
                changed = self._changed(arguments, buffers, payload)
                called = self.objects[arguments[0]]
                if isinstance(called, type) and type(value).__module__ == "__main__":
                    own = self.opaque(value)  # an object of a class, even if it is also a list
            reply = self.encode("ok", value, arguments, changed, caught, before, own)
            if len(reply) > MAX_MESSAGE:
                raise CodecError(f"{len(reply)} bytes are more than one message may hold")
        except BaseException as error:
            self.working = False
            reply = self.failure(error, before)
        self.channel.send(reply)

    def encode(
        self,
        status: str,
        value: Any,
        arguments: Any = None,
        changed: Any = UNASKED,
        caught: Any = (),
        before: Any = None,
        own: list | None = None,
    ) -> bytes:
        """Make a reply: a value, what was printed and warned, and what was changed."""
        encoder = Encoder(self.opaque)
        tree = None
        if own is not None:
            tree = own
        elif self._mutable(value) and not isinstance(value, tuple) and changed is not UNASKED:
            tree = self._own_argument(value, *arguments[1:])
        tree = encoder.encode(value) if tree is None else tree
        return pack(
            [
                status,
                tree,
                encoder.encode(None if changed is UNASKED else changed),
                self.printed.by_stream(),
                [[self._builtin(w.category), str(w.message)[:2000]] for w in list(caught)[:50]],
                encoder.encode(self._moved(before)),
                sorted(encoder.lost),
            ],
            encoder.buffers,
        )

    def _own_argument(self, value: Any, args: list, kwargs: dict) -> list | None:
        for place, argument in [*enumerate(args), *kwargs.items()]:
            if argument is value:
                return ["arg", place]
        return None

    def _changed(self, arguments: Any, buffers: list, payload: Any) -> Any:
        """Return the arguments of a call if it changed them in place, else None."""
        _, args, kwargs = arguments
        if not any(self._mutable(value) for value in [*args, *kwargs.values()]):
            return None
        now = Encoder(self.opaque)
        # as text: 1, 1.0 and True are equal, and not the same
        same = json.dumps(now.encode(arguments)) == json.dumps(payload) and now.buffers == buffers
        return None if same else [args, kwargs]

    def _mutable(self, value: Any) -> bool:
        if isinstance(value, tuple):
            return any(self._mutable(item) for item in value)
        return isinstance(value, MUTABLE) or id(value) in self.tests

    def failure(self, error: BaseException, before: Any) -> bytes:
        """Make the reply that tells of an exception."""
        chain = [f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__]
        # a user's own exception class crosses as a handle, so that it can be caught by it
        own = type(error).__module__ == "__main__"
        lines = []
        if isinstance(error, CodecError):
            chain, own = ["CodecError"], False
        for frame, line in _walk(error):
            if frame.startswith("<cell "):
                lines.append(line)
        value = [chain, format_exception(error)[:5000], lines[-5:], type(error) if own else None]
        return self.encode("error", value, before=before)

    def _builtin(self, category: type) -> str:
        for kind in category.__mro__:
            if kind.__module__ == "builtins":
                return kind.__name__
        return "UserWarning"

    # what the checker may ask

    def run(self, source: str, number: int) -> dict:
        """Run a cell and return its outputs and its error, for people to read."""
        run = self.shell.run(source, number)
        outputs = self.shell.outputs(run, self.printed.text())
        error = None
        if run.error is not None:
            error = {
                "type": type(run.error).__name__,
                "kind": find_builtin_base(run.error),
                "message": format_exception(run.error)[:2000],
                "line": run.lines[-1] if run.lines else None,  # the innermost says most
                "errno": getattr(run.error, "errno", None),
                "traceback": format_cell_traceback(run)[-20:],
            }
        return {"outputs": outputs, "error": error}

    def names(self) -> dict[str, str]:
        """List the names that cells have bound, each with the module that it stands for, if any."""
        namespace = self.shell.namespace
        return {
            name: value.__name__ if isinstance(value, types.ModuleType) else ""
            for name, value in namespace.items()
            if name not in self.shell.own_names
        }

    def get(self, *names: str) -> list[list[Any]]:
        """Return for each name [value], or [] if it is not bound."""
        bound = set(self.names())
        return [[self.shell.namespace[name]] if name in bound else [] for name in names]

    def set(self, name: str, value: Any) -> None:
        """Bind a name."""
        self.shell.namespace[name] = value

    def delete(self, name: str) -> None:
        """Unbind a name."""
        self.shell.namespace.pop(name, None)

    def place(self, name: str, content: bytes) -> None:
        """Write a file of a test's."""
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.folder.note(name)

    def remove(self, name: str) -> None:
        """Remove a file that a test has removed."""
        Path(name).unlink(missing_ok=True)

    def give_by_value(self, given: bool) -> None:
        """Begin to send objects of the course's own classes by value, or stop."""
        self.by_value = given

    def call(self, handle: int, args: list, kwargs: dict) -> Any:
        """Call what a handle stands for."""
        return self.objects[handle](*args, **kwargs)

    def special(self, handle: int, name: str, args: list) -> Any:
        """Call a special method, found on the class as Python does."""
        value = self.objects[handle]
        if name != HOLDS and name not in SPECIAL:
            raise CodecError(f"{name} is not asked of objects")
        if name == "__iter__":
            return iter(value)
        if name == "__next__":
            return next(value)
        if not hasattr(type(value), name):
            raise TypeError(f"{type(value).__name__!r} object has no {name}")
        return getattr(type(value), name)(value, *args)

    # handles

    def resolve(self, tree: list, decoder: Decoder) -> Any:
        """Find what a handle of the checker's message stands for."""
        tag = tree[0]
        if tag == "h":
            return self.objects[tree[1]]
        if tag == "cb":
            return self.callback(*tree[1:])
        if tag == "m":
            return importlib.import_module(tree[1])
        if tag in ("lib", "est"):
            value: Any = importlib.import_module(tree[1])
            for part in tree[2].split("."):
                value = getattr(value, part)
            if tag == "est":
                value = value(**decoder.decode(tree[3]))
            return value
        if tag == "own":
            return self.of_the_course(tree, decoder)
        if tag == "made":
            kind = find_class(tree[1], tree[2])
            if kind is None:
                raise CodecError(f"there is no estimator {tree[2]!r}")
            return make_estimator(kind, decoder.apart(self.resolve).decode(tree[3]))
        raise CodecError(f"{tag} is no handle")

    def of_the_course(self, tree: list, decoder: Decoder) -> Any:
        """Make an object of one of the course's own classes, as a test passes it."""
        _, module, name, held = tree
        kind = getattr(importlib.import_module(module), name)
        value = object.__new__(kind)
        decoder.seen.append(value)
        vars(value).update(decoder.decode(held))
        self.tests.add(id(value))
        self.kept.append(value)
        return value

    def callback(self, number: int, name: str, text: str | None) -> Any:
        """Return a function that asks the checker to call one of its own."""

        def from_the_test(*args: Any, **kwargs: Any) -> Any:
            encoder = Encoder(self.opaque)
            payload = encoder.encode([list(args), dict(kwargs)])
            message = pack(["back", number, payload, sorted(encoder.lost)], encoder.buffers)
            # an interrupt in between would leave the answer for the next request to read
            working, self.working = self.working, False
            try:
                tree, buffers = self._ask(message)
            finally:
                self.working = working
            self._stop()
            if tree[0] == "return":
                return Decoder(buffers, self.resolve).decode(tree[1])
            kind = getattr(__import__("builtins"), tree[1], Exception)
            raise kind(RAISED)

        function: Any = from_the_test
        function.__name__ = function.__qualname__ = name
        function.__doc__ = text
        self.lent[id(function)] = number
        self.kept.append(function)
        return function

    def _ask(self, message: bytes) -> tuple[Any, list]:
        """Send what asks for a function of the test's; serve its requests until it has returned."""
        self.channel.send(message)
        while True:
            answer = self.channel.receive()
            tree, buffers = unpack(answer)
            if tree[0] in ("return", "raise"):
                return tree, buffers
            self.answer(answer)

    def opaque(self, value: Any, encoder: Encoder | None = None) -> list:
        """Encode as a handle what is not data."""
        if id(value) in self.lent:
            return ["cb", self.lent[id(value)]]
        if encoder is not None and (place := locate_class(value)) is not None:
            return ["made", *place, encoder.apart().encode(get_state(value)), self.opaque(value)]
        if encoder is not None and (self.by_value or id(value) in self.tests):
            place = objects.locate_class(value)
            if place is not None:
                return encoder.of_the_course(value, place, objects.get_state(value))
        key = self.numbers.get(id(value))
        if key is None:
            key = self.numbers[id(value)] = len(self.objects)
            self.objects[key] = value
        return ["h", key, *self.describe(value)]

    def describe(self, value: Any) -> list:
        """Return what kind of thing a handle stands for, for its stand-in."""
        name = str(getattr(value, "__name__", type(value).__name__))[:200]
        text = getattr(value, "__doc__", None)
        text = str.__str__(text)[:5000] if isinstance(text, str) else None
        if isinstance(value, type):
            builtin = [k for k in value.__mro__ if k.__module__ == "builtins"]
            # those that no other of them already is
            bases = [k.__name__ for k in builtin if not any(k in o.__mro__[1:] for o in builtin)]
            special = sorted(
                n
                for n in {*SPECIAL, HOLDS}
                if getattr(value, n, None) is not getattr(object, n, None)
            )
            lineage = [self.opaque(k)[1] for k in value.__mro__[1:-1]]
            first = type.__getattribute__(value, "__init__")
            begin = self.opaque(first) if isinstance(first, types.FunctionType) else None
            own = all(k.__module__ == "__main__" for k in value.__mro__[:-1])
            place = locate_library_class(value)
            return ["class", name, text, bases, special, lineage, place, own, begin]
        if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)) or (
            callable(value) and isinstance(value, (np.ufunc, functools.partial, REMEMBERS))
        ):
            return ["function", name, text, self._signature(value)]
        kind = self.opaque(type(value))
        return ["object", name, text, kind]

    def _signature(self, value: Any) -> list:
        try:
            parameters = inspect.signature(value).parameters.values()
        except (TypeError, ValueError):
            return []
        plain = (int, float, str, bool, type(None))
        return [
            [
                p.name,
                int(p.kind),
                None
                if p.default is p.empty
                else [p.default if isinstance(p.default, plain) else None],
            ]
            for p in parameters
        ]

    # the random numbers that cells draw from the global generators

    def _moved(self, before: list | None) -> list | None:
        if before is None:
            return None
        now = get_global_states()
        same = now[1] == before[1] and repr(now[0]) == repr(before[0])
        key = np.array_equal(now[0]["state"]["key"], before[0]["state"]["key"])
        return None if same and key else now


def locate_library_class(value: type) -> list[str] | None:
    """Return the module and name under which anyone finds a library's class."""
    module, name = value.__module__, value.__qualname__
    place = sys.modules.get(module) if isinstance(module, str) else None
    if not isinstance(place, types.ModuleType) or vars(place).get(name) is not value:
        return None
    return [module, name]


def _walk(error: BaseException) -> Iterator[tuple[str, str]]:
    step = error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        yield code.co_filename, f"line {step.tb_lineno}, in {code.co_name}"
        step = step.tb_next


def seed_generators() -> None:
    """Make two runs of the same submission draw the same global random numbers."""
    random.seed(0)
    np.random.seed(0)  # noqa: NPY002
    # the descriptor itself: in_confined closes all others, and pools of processes close theirs
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
