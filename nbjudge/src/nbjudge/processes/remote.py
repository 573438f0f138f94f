"""Stand-ins in the checker for the student's functions, classes and objects.

A stand-in asks the student's process for values. What comes back is data, or
another stand-in; a test compares and measures data, in the checker. Where a
test would have to believe a student's object about the very thing it tests
(is it equal to 5? is it a list?), it cannot be split over two processes:
`Unsplittable` says so, and a person must look.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import hashlib
import inspect
import json
import sys
import time
import types
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from nbjudge.limits import GRACE, LIMITS
from nbjudge.processes import objects
from nbjudge.processes.channel import Channel, Closed, TimeUp
from nbjudge.processes.codec import (
    ANSWERING,
    ASKED,
    BINARY,
    HOLDS,
    LOSSES,
    PASSED,
    RAISED,
    REFLECTED,
    CodecError,
    Decoder,
    Encoder,
    pack,
    require_type,
    unpack,
)
from nbjudge.processes.estimators import find_class, get_state, locate_class, make_estimator
from nbjudge.processes.meter import Allowance, Meter
from nbjudge.processes.odd_values import find_odd_kinds
from nbjudge.processes.randomness import (
    DrawWatch,
    convert_python_state,
    count_draws,
    count_spawned,
    get_global_states,
    set_global_states,
    validate_states,
)
from nbjudge.processes.snapshots import FILES, restore, take_snapshot
from nbjudge.processes.trees import is_forest, is_tree

__all__ = ["Link", "RemoteObject", "StudentLost", "TimeLimit", "Unsplittable"]


MOST_AT_LIMIT = 2
"""Times that one function may reach its limit in a run; it is not called again after these."""

PLAIN = {"run", "names", "set", "delete", "files", "place", "remove", "by value"}
"""Requests that no test makes: what answers them is data, and no object stands for any of it."""


GENERATORS = (np.random.Generator, np.random.RandomState)
WRITABLE = (list, dict, set, bytearray, collections.deque, *FILES)


def refuse_handle(tree: list, decoder: Decoder) -> Any:
    """Refuse what is not data."""
    raise CodecError("an object came where there must be data")


def parse_reply(message: bytes) -> tuple[list, list]:
    """Take a message of the student's process apart, as far as all have the same form."""
    tree, buffers = unpack(message)
    if not isinstance(tree, list) or not tree or tree[0] not in ("ok", "error", "back"):
        raise CodecError("no reply")
    return tree, buffers


def parse_index(number: Any, known: list[Any]) -> int:
    """Return a number that came if it is the place of something known."""
    if require_type(number, int) not in range(len(known)):
        raise CodecError("a number under which nothing is known")
    return number


def parse_arguments(came: Any) -> tuple[list, dict]:
    """Return the arguments that came of a call."""
    args, kwargs = require_type(came, list)
    return require_type(args, list), require_type(kwargs, dict)


def parse_default(came: Any) -> Any:
    """Return a parameter's default that came, of those that a signature says."""
    (default,) = require_type(came, list)
    return require_type(default, int, float, str, bool, type(None))


class Unsplittable(BaseException):
    """A test that cannot be run without the student's own objects."""


class TimeLimit(BaseException):
    """A cell took too long; ``how``: what it used up, as `Allowance.over` says it."""

    def __init__(self, words: str, how: str = "time") -> None:
        super().__init__(words)
        self.how = how


class StudentLost(BaseException):
    """The student's process is gone, or does not answer."""


class RemoteError(Exception):
    """The student's code raised an exception that has no counterpart here."""


class BadValue(Exception):
    """What came from the student's process is not a value that can be rebuilt."""


class Link:
    """The checker's end of the channel to the student's process.

    Parameters
    ----------
    channel : Channel
    interrupt : callable
        Makes the student's process raise KeyboardInterrupt.
    meter : Meter
        Tells what the student's process uses.
    """

    def __init__(self, channel: Channel, interrupt: Callable[[], None], meter: Meter) -> None:
        self.channel, self.interrupt, self.meter = channel, interrupt, meter
        self.allow(0.0, 0.0)
        self.lost: str | None = None  # how; no answer will come any more, whoever caught the error
        self.unsplittable: str | None = None
        self.muted: str | None = None  # why nothing is asked of the student at the moment
        self.stand_ins: dict[int, Any] = {}
        self.interrupts = 0  # sent so far
        self.raised: Exception | None = None  # by the last of these that failed
        self.callbacks: list[Any] = []  # by the numbers they go under; None once they are revoked
        self.lasting: set[int] = set()  # numbers of those that outlast the test
        self.came_back: dict[int, tuple[Any, Any]] = {}  # of these, by id, and what they held
        self.in_setup = False
        self.sent_estimator = False
        # whether what the student's code did to data of the course's reaches the data
        self.reaches: Callable[[Any], bool] = lambda value: True
        self.changed_data = False
        self.written: list[tuple[Any, Any]] = []  # what was changed here, and what it held before
        self.odd: collections.Counter[str] = collections.Counter()  # kinds of data that came
        self.written_odd: collections.Counter[str] = collections.Counter()  # into a test's data
        self.lost_parts: set[str] = set()  # of `LOSSES`: what came, or went, as less than it is
        self.draws = 0  # random numbers that the student's code drew from the tests' generators
        self.started: set[int] = set()  # what has been iterated and gave something
        self.may_believe = False  # that an object is of a library's class: see `believe`
        self.believed = self.asked = False
        self.named: set[str] = set()  # by the instructor's cells and solution, of classes too
        self.before_request: Callable[[tuple], None] = lambda payload: None
        self.after_request: Callable[[], None] = lambda: None
        self.courses: Callable[[str], Any] = lambda name: None  # what a cell of the course's binds
        self.tied = False
        self.synchronised = get_global_states()
        self.history = ""  # the digest of all that was sent so far
        self.endless: dict[str, str] = {}  # by such a digest: see `Program`
        self.at_limit: collections.Counter[str] = collections.Counter()  # calls, by function
        self.tell_limit: Callable[[str, str, str], None] = lambda call, function, how: None

    def refuse(self, reason: str) -> Unsplittable:
        """Note, beyond any ``except``, that the test of now cannot be split."""
        self.unsplittable = self.unsplittable or reason
        return Unsplittable(self.unsplittable)

    def believe(self, place: Any) -> type | None:
        """Return the checker's own class that the student's process says an object is of.

        To be of it is no merit: whoever makes one is told the truth of. What it then says of
        itself may be: a test that wants both, a person judges.
        """
        found = find_library_class(place) if self.may_believe else None
        if found is not None:
            self.believed = True
            self._at_most_one()
        return found

    def ask(self) -> None:
        """Note that an object of the student's was asked for more than data."""
        self.asked = True
        self._at_most_one()

    def _at_most_one(self) -> None:
        if self.believed and self.asked:
            raise self.refuse(
                "the test asks what class an object of the student's has, and has it compute"
            )

    def allow(self, seconds: float, patience: float) -> None:
        """Begin a cell: the student's code may compute, and sleep, for so long."""
        self.allowance = Allowance(self.meter, ("student",), seconds, patience)
        self.late: str | None = None  # what the cell of now used up, whoever caught the error

    def _grace(self) -> Callable[[], str | None]:
        return Allowance(self.meter, ("student",), *GRACE).over

    def lose(self, how: str) -> StudentLost:
        """Note, beyond any ``except``, that the student's process is of no more use.

        ``how``: it "ended"; it did not stop when its "time" was up, or its
        "sleep", or the "clock"; what it sent is "garbled".
        """
        self.lost = self.lost or how
        return StudentLost(self.lost)

    # requests

    def request(self, name: str, *payload: Any) -> Any:
        """Ask for something and return the value, or raise what the student's code raised."""
        if self.lost is not None:
            raise StudentLost(self.lost)
        if self.muted:
            raise RemoteError(self.muted)
        self.before_request(payload)
        try:
            return self._request(name, payload)
        finally:
            if self.lost is None and name in ("call", "special"):
                self.after_request()

    def _request(self, name: str, payload: tuple) -> Any:
        encoder = Encoder(self.opaque)
        try:
            tree = encoder.encode(list(payload))
            message = pack([name, self._states_to_send(encoder), tree], encoder.buffers)
        except CodecError as error:
            raise self.refuse(
                f"what the test passes to the student's code cannot: {error}"
            ) from None
        self._note_passed(encoder.lost)
        watch, before = DrawWatch(self.synchronised), self.draws
        try:
            tree, buffers = self._exchange(name, payload, message, watch)
        finally:  # requests that functions which it calls made have counted what is theirs
            self.draws = max(self.draws, before + watch.drawn())
        try:
            value = self._read(tree, buffers, payload if name == "call" else None, name in PLAIN)
        except (StopIteration, StopAsyncIteration, IndexError) as error:
            self._ended(name, payload, error)
            raise
        if name in ("call", "special", "getattr"):
            self.odd.update(find_odd_kinds(value))
        elif name == "get" and isinstance(value, list):  # of names' values, each in a list
            for found in value:
                if isinstance(found, list):
                    self.odd.update(*map(find_odd_kinds, found))
        if name == "special" and payload[1] == "__next__":
            self.started.add(payload[0])
        if name in ("special", "setattr", "delattr") or (name == "getattr" and not is_data(value)):
            self.ask()
        return value

    def _ended(self, name: str, payload: tuple, error: Exception) -> None:
        """Note an end that makes a loop of the test's do nothing.

        A function that raises StopIteration ends the ``map`` that calls it,
        and what ends before it has given anything compares equal to all.
        """
        if name == "special":
            first = payload[1] == "__next__" and payload[0] not in self.started
            if first or (payload[1] == "__getitem__" and payload[2] == [0]):
                self.odd["an empty value"] += 1
        elif not isinstance(error, IndexError):
            self.odd["StopIteration"] += 1

    def _exchange(
        self, name: str, payload: tuple, message: bytes, watch: DrawWatch
    ) -> tuple[list, list]:
        """Send a request and return its reply, with call-backs answered meanwhile.

        A call that reached its limit before is not made again, in this run or in another in which
        everything that was sent before it is the same: it would reach it again. How a call-back
        is answered may differ from run to run, so that who calls back is called again.
        """
        if name in PLAIN or name == "get":
            self._send(message)
            return self._reply()
        function = describe_callable(self.stand_ins.get(payload[0]))
        if self.at_limit[function] >= MOST_AT_LIMIT:
            times = f"{MOST_AT_LIMIT} times"
            raise self.refuse(f"the answer's code reached its limit {times}, in {function}")
        call, alone = update_digest(self.history, message), True
        if call in self.endless:
            self.pass_over(call, function)
            self.late = self.endless[call]
            raise TimeLimit("the student's code would run out of time", self.late)
        try:
            self._send(message)
            tree, buffers = self._reply()
            while tree[0] == "back":
                alone = False
                self._call_back(tree, buffers, watch)
                tree, buffers = self._reply()
        except (TimeLimit, StudentLost):
            how = self.lost or self.late
            if how in LIMITS:
                self.at_limit[function] += 1
                self.tell_limit(call if alone else "", function, how)
            raise
        return tree, buffers

    def pass_over(self, call: str, function: str) -> None:
        """Take a call that reached its limit in another run as made."""
        self.history = call or self.history
        self.at_limit[function] += 1

    def _send(self, message: bytes) -> None:
        self.history = update_digest(self.history, message)
        try:
            self.channel.send(message, self._grace())
        except TimeUp as up:
            raise self.lose(*up.args) from None
        except Closed:
            raise self.lose("ended") from None

    def _reply(self) -> tuple[list, list]:
        try:
            return parse_reply(self.channel.receive(self.allowance.over))
        except TimeUp as up:
            (how,) = up.args
            try:
                self._stop()
            except (Closed, TimeUp, CodecError):
                raise self.lose(how) from None
            self.late = how
            raise TimeLimit("the student's code ran out of time", how) from None
        except Closed:
            raise self.lose("ended") from None
        except CodecError:
            raise self.lose("garbled") from None

    def _stop(self) -> None:
        """Interrupt the student's code; when this returns it has answered, and none is underway.

        One that comes late would end what is asked for next.
        """
        self.interrupts += 1
        self.interrupt()
        grace, encoder = self._grace(), Encoder(self.opaque)
        question = pack(["interrupts", None, encoder.encode([])], encoder.buffers)
        tree, _ = parse_reply(self.channel.receive(grace))
        while tree[0] != "back":  # what it sends after that would be taken for another answer
            self.channel.send(question, grace)
            tree, buffers = parse_reply(self.channel.receive(grace))
            came = Decoder(buffers, refuse_handle).decode(tree[1]) if tree[0] == "ok" else 0
            if isinstance(came, int) and came >= self.interrupts:
                return
            time.sleep(0.01)
        raise CodecError("a call-back where there must be an answer")

    def _read(self, tree: list, buffers: list, call: Any, plain: bool) -> Any:
        try:
            status, value, changed, printed, caught, moved, lost = tree
            plainly = Decoder(buffers, refuse_handle)
            decoder = Decoder(buffers, lambda t, d: self._resolve(t, d, call))
            own = value[1] if isinstance(value, list) and value[:1] == ["arg"] else None
            value = (plainly if plain and status == "ok" else decoder).decode(value)
            changed, moved = decoder.decode(changed), plainly.decode(moved)
            for stream, text in zip((sys.stdout, sys.stderr), printed, strict=True):
                if text:
                    stream.write(require_type(text, str))
            if changed is not None:
                reached = self._write_back(call, changed)
                if own is not None:  # it may have kept what it was
                    value = reached[1 if isinstance(own, str) else 0][own]
            self._move(moved)
            self.note_lost(lost)
            notes = [(require_type(kind, str), require_type(text, str)) for kind, text in caught]
        except Exception as error:
            raise BadValue(f"the value that came back cannot be rebuilt: {error}") from None
        for kind, text in notes:
            category = getattr(builtins, kind, None)
            if isinstance(category, type) and issubclass(category, Warning):
                warnings.warn(text, category, stacklevel=3)
        if status == "error":
            raise self._exception(value)
        return value

    def note_lost(self, lost: Any) -> None:
        """Note what, as the student's process says, came as less than it is."""
        came = LOSSES.intersection(require_type(part, str) for part in lost)
        self.lost_parts |= came
        self.odd.update(came & ANSWERING)

    def _note_passed(self, lost: set[str]) -> None:
        """Note what of a test's went as less than it is.

        What would have heard how the answer uses it hears nothing there.
        """
        self.lost_parts |= lost
        self.odd.update(f"{PASSED}{kind}" for kind in lost & ANSWERING)

    def _call_back(self, tree: list, buffers: list, watch: DrawWatch) -> None:
        encoder = Encoder(self.opaque)
        try:
            function = self.callbacks[parse_index(tree[1], self.callbacks)]
            passed = Decoder(buffers, lambda t, d: self._resolve(t, d, None)).decode(tree[2])
            args, kwargs = parse_arguments(passed)
            self.note_lost(tree[3])
        except (CodecError, IndexError, TypeError, ValueError):
            raise BadValue("the student's code called what it was not given") from None
        self.odd.update(find_odd_kinds([args, kwargs]) - {"an empty value"})
        try:
            if function is None:
                raise RuntimeError("it was for another test")
            watch.look(function)
            value = ["return", encoder.encode(function(*args, **kwargs))]
        except Exception as error:
            kinds = [k.__name__ for k in type(error).__mro__ if k.__module__ == "builtins"]
            value = ["raise", kinds[0]]  # its words stay here: they may be a test's
            self.raised = error
        self._note_passed(encoder.lost)
        self._send(pack(value, encoder.buffers))

    def revoke(self) -> None:
        """Take back the functions that a test has handed out; its numbers are not used again."""
        self.raised = None
        for number in range(len(self.callbacks)):
            if number not in self.lasting:
                self.callbacks[number] = None

    # values

    def opaque(self, value: Any, encoder: Encoder) -> list:
        """Encode what is not data, on its way to the student's process."""
        if hasattr(type(value), "_handle_of"):
            return ["h", type(value)._handle_of(value)]
        if isinstance(value, types.ModuleType):
            return ["m", value.__name__]
        place = locate_library_object(value)
        if place is not None:
            return ["lib", *place]
        its_place = locate_library_object(type(value))
        if hasattr(value, "get_params") and its_place is not None:
            if any(name.endswith("_") and not name.startswith("_") for name in vars(value)):
                if locate_class(value) is not None:
                    return ["made", *its_place, encoder.apart().encode(get_state(value)), None]
                raise CodecError(f"a fitted {type(value).__name__} cannot cross")
            self.sent_estimator = True
            parameters = value.get_params(deep=False)
            return ["est", *its_place, encoder.encode(parameters)]
        own_place = objects.locate_class(value)
        if own_place is not None:
            return encoder.of_the_course(value, own_place, objects.get_state(value))
        if callable(value):
            encoder.lost |= {"a class"} if isinstance(value, type) else set()
            name, text = getattr(value, "__name__", None), getattr(value, "__doc__", None)
            about = [name if type(name) is str else "", text if type(text) is str else None]
            for number, known in enumerate(self.callbacks):
                if known is value:
                    return ["cb", number, *about]
            self.callbacks.append(value)
            if self.in_setup:
                self.lasting.add(len(self.callbacks) - 1)
            return ["cb", len(self.callbacks) - 1, *about]
        raise CodecError(f"an object of class {type(value).__name__} cannot cross")

    def _resolve(self, tree: list, decoder: Decoder, call: Any) -> Any:
        tag = tree[0]
        if tag == "arg" and call is not None:
            place = require_type(tree[1], int, str)
            return call[2][place] if type(place) is str else call[1][parse_index(place, call[1])]
        if tag == "cb":
            function = self.callbacks[parse_index(tree[1], self.callbacks)]
            if function is None:
                raise CodecError("a function came back that was for another test")
            if hasattr(function, "__dict__") and not isinstance(function, WRITABLE):
                self.came_back.setdefault(id(function), (function, dict(vars(function))))
            return function
        if tag == "made":
            return self._made(tree, decoder)
        if tag == "own":
            return self._of_the_course(tree, decoder)
        if tag != "h" or type(tree[1]) is not int:
            raise CodecError("an unknown kind of value")
        number = tree[1]
        if number not in self.stand_ins:
            self.stand_ins[number] = self._stand_in(number, tree[2], tree[3:], decoder)
        return self.stand_ins[number]

    def _made(self, tree: list, decoder: Decoder, of_forest: bool = False) -> Any:
        """Make an estimator of scikit-learn, if the instructor's cells name its class.

        Who names a forest has named its trees.
        """
        _, module, name, held, handle = tree
        kind = find_class(module, name)
        if kind is None or not (name in self.named or (of_forest and is_tree(kind))):
            return decoder.decode(handle)

        def inner(tree: list, decoder: Decoder) -> Any:
            if tree[0] == "made":
                return self._made(tree, decoder, is_forest(kind))
            raise self.refuse("the answer gives an estimator that holds what is no data")

        return make_estimator(kind, decoder.apart(inner).decode(held))

    def _of_the_course(self, tree: list, decoder: Decoder) -> Any:
        """Make an object of one of the course's own classes."""
        _, module, name, held = tree
        kind = objects.find_class(module, name)
        if kind is None:
            raise CodecError("an object of a class that is not the course's")
        value: Any = object.__new__(kind)
        decoder.seen.append(value)
        return objects.make_object(kind, decoder.decode(held), value)

    def _stand_in(self, number: int, kind: str, about: list, decoder: Decoder) -> Any:
        if kind == "function":
            name, text, signature = about
            return RemoteFunction(self, number, str(name), text, signature)
        if kind == "class":
            *described, begin = about
            begin = decoder.decode(begin)
            if begin is not None and type(begin) is not RemoteFunction:
                raise CodecError("a class that begins with no function")
            name, text, bases, special, lineage, place, own = described
            for names in (bases, special, lineage):
                require_type(names, list)
            body = (name, text, bases, special, lineage, place, own, begin)
            return make_remote_class(self, number, *body)
        if kind == "object":
            name, text, its_class = about
            stand_in = decoder.decode(its_class)
            if not isinstance(stand_in, RemoteMeta):
                raise CodecError("an object of no class")
            return stand_in._make(number)
        raise CodecError("an unknown kind of handle")

    def _write_back(self, call: Any, changed: Any) -> tuple[list, dict]:
        """Do to the test's arguments what the student's code did to its copies; return them.

        Where that does not reach the test's data, what is returned is the copy.
        """
        if call is None:
            raise CodecError("nothing was passed that could change")
        args, kwargs = parse_arguments(changed)
        if len(args) != len(call[1]) or set(kwargs) != set(call[2]):
            raise CodecError("other arguments came back")
        return (
            [self._changed(old, new) for old, new in zip(call[1], args, strict=True)],
            {name: self._changed(call[2][name], kwargs[name]) for name in kwargs},
        )

    def _changed(self, old: Any, new: Any) -> Any:
        """Make an argument what it has become, and note whether that is something else."""
        if not isinstance(old, GENERATORS):
            if self._same(old, new):
                return old
            self.changed_data = True
            self.written_odd.update(find_odd_kinds(new) - find_odd_kinds(old))
        return self._become(old, new)

    def _same(self, old: Any, new: Any) -> bool:
        return self._encoded(old) == self._encoded(new)

    def _encoded(self, value: Any) -> tuple:
        encoder = Encoder(self.opaque)
        return json.dumps(encoder.encode(value)), encoder.buffers  # 1 is not the same as True

    def _become(self, old: Any, new: Any) -> Any:
        """Make ``old`` hold what ``new`` holds, in place where that can be; return the result."""
        if old is new or type(old) is not type(new) or hasattr(type(old), "_handle_of"):
            return new
        if isinstance(old, tuple) and len(old) == len(new):
            return tuple(self._become(a, b) for a, b in zip(old, new, strict=True))
        if isinstance(old, GENERATORS):
            return self._drawn(old, new)
        if isinstance(old, np.ndarray):
            if old.shape != new.shape or old.dtype != new.dtype:
                return new
            if not old.flags.writeable:
                return old
        elif not isinstance(old, WRITABLE) and objects.locate_class(old) is None:
            return new
        if self._same(old, new):
            return old
        if not self.reaches(old):
            return new
        self.written.append((old, take_snapshot(old)))
        if isinstance(old, np.ndarray):
            old[...] = new
        elif isinstance(old, (list, collections.deque)):
            merged = [self._become(a, b) for a, b in zip(old, new, strict=False)]
            restore(old, merged + list(new)[len(merged) :])
        elif isinstance(old, set):
            old.clear()
            old.update(new)
        elif isinstance(old, (bytearray, *FILES)):
            restore(old, take_snapshot(new))
        else:
            held, become = (old, new) if isinstance(old, dict) else (vars(old), vars(new))
            merged = {k: self._become(held[k], v) if k in held else v for k, v in become.items()}
            held.clear()
            held.update(merged)
        return old

    def _drawn(self, old: Any, new: Any) -> Any:
        """Advance a generator of the test's to where the student's code has left its copy."""
        if isinstance(old, np.random.RandomState):
            self._count(count_draws(old.get_state(legacy=False), new.get_state(legacy=False)))
            old.set_state(new.get_state(legacy=False))
            return old
        self._count(count_draws(old.bit_generator.state, new.bit_generator.state))
        children = count_spawned(old, new)
        if children is None:
            raise CodecError("a generator came back with seeds that spawning cannot reach")
        old.bit_generator.state = new.bit_generator.state
        sequence = old.bit_generator.seed_seq
        if children and isinstance(sequence, np.random.SeedSequence):
            sequence.spawn(children)
        return old

    def _count(self, drawn: int | None) -> None:
        if drawn is None:
            raise CodecError("a random generator came back in a state that drawing cannot reach")
        self.draws += drawn

    def _exception(self, value: Any) -> BaseException:
        """Make the exception that the student's code raised: built in, or a library's."""
        try:
            chain, text, lines, own = require_type(value, list)
            require_type(text, str)
            chain = [require_type(name, str) for name in require_type(chain, list)]
            lines = [require_type(line, str)[:300] for line in require_type(lines, list)[:10]]
        except (CodecError, ValueError):
            return BadValue("an exception came back that cannot be rebuilt")
        if chain[:1] == ["CodecError"]:
            self.lost_parts.add("what cannot be sent")
            return BadValue(f"the value cannot leave the student's process: {text}")
        if chain and chain[0] == "builtins.KeyboardInterrupt":
            return TimeLimit("the student's code was interrupted")
        kind: Any = own if isinstance(own, type) and isinstance(own, RemoteMeta) else None
        module, _, name = chain[0].rpartition(".") if chain else ("", "", "")
        if module == "__main__" and is_exception_class(self.courses(name)):
            kind = self.courses(name)  # anyone may raise it
        kind = kind if kind is not None and is_true_exception(kind) else None
        for name in chain:
            kind = find_exception(name) if kind is None else kind
        error: Any = make_exception(RemoteError if kind is None else kind, text)
        error._student_lines = lines
        error._from_student = True
        error._raised_by_test = self.raised if text == RAISED else None
        return error

    # global random numbers

    def _states_to_send(self, encoder: Encoder) -> Any:
        now, last = get_global_states(), self.synchronised
        if now[1] == last[1] and same_state(now[0], last[0]):
            return True if self.tied else None
        self.synchronised, self.tied = now, True
        return encoder.encode(now)

    def synchronise(self) -> None:
        """Take the states of now as what both processes have: both ran the same cell."""
        self.synchronised, self.tied = get_global_states(), False

    def _move(self, moved: Any) -> None:
        """Draw here what the student's code drew there, if that is what it did."""
        if moved is None:
            return
        moved = validate_states(moved)
        now = self.synchronised
        ours = count_draws(now[0], moved[0])
        pythons = count_draws(convert_python_state(now[1]), convert_python_state(moved[1]))
        if ours is None or pythons is None:
            self.tied = False
        else:
            self.draws += ours + pythons
            set_global_states(moved)
            self.synchronised = get_global_states()


def update_digest(history: str, message: bytes) -> str:
    """Return the digest of all that was sent, from that of what came before."""
    return hashlib.blake2b(message, key=history.encode(), digest_size=16).hexdigest()


def describe_callable(stand_in: Any) -> str:
    """Return the name of what is called: a function, a class, or an object's class."""
    kind = type(stand_in)
    by_itself = (
        kind is RemoteFunction or kind is RemoteMeta
    )  # a class that is asked by == may answer
    name = stand_in.__name__ if by_itself else kind.__name__
    return str(name)[:60]


def is_data(value: Any) -> bool:
    """Return whether a value is data throughout: nothing in it is asked or called."""
    kind = type(value)
    if kind in {list, tuple}:  # a set asks no class of the student's whether it is equal
        return all(map(is_data, value))
    if kind is dict:
        return all(is_data(part) for pair in value.items() for part in pair)
    if kind is np.ndarray:
        return value.dtype.kind != "O"
    return (
        value is None
        or kind in {bool, int, float, complex, str, bytes}
        or (isinstance(kind, type) and issubclass(kind, np.generic))
    )


def find_library_class(place: Any) -> type | None:
    """Return the class of a library that stands at a place, if objects of it are no data.

    What is data comes by value, and whoever says that a stand-in is such, lies.
    """
    if not isinstance(place, list) or [type(part) for part in place] != [str, str]:
        return None
    module, name = place
    where = sys.modules.get(module)
    found = vars(where).get(name) if isinstance(where, types.ModuleType) else None
    if not isinstance(found, type) or (found.__module__, found.__qualname__) != (module, name):
        return None
    roots = {base.__module__.partition(".")[0] for base in found.__mro__ if base is not object}
    data = any(base.__module__.startswith("scipy.sparse") for base in found.__mro__)
    taken = data or roots & (DATA | TOOLS | sys.stdlib_module_names) or "nbjudge" in roots
    return None if taken else found


def same_state(one: dict, other: dict) -> bool:
    """Return whether two states of NumPy's global generator are the same."""
    return (
        one["state"]["pos"] == other["state"]["pos"]
        and one["gauss"] == other["gauss"]
        and np.array_equal(one["state"]["key"], other["state"]["key"])
    )


def locate_library_object(value: Any) -> tuple[str, str] | None:
    """Return the module and name under which anyone finds a library's function or class."""
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    module = getattr(value, "__module__", None)
    if isinstance(value, np.ufunc):
        module = "numpy"
    if not isinstance(name, str) or not isinstance(module, str) or module == "__main__":
        return None
    if not isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType, np.ufunc)):
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return (module, name) if found is value else None


STANDARD = {
    "builtins",
    "_csv",
    "csv",
    "_struct",
    "struct",
    "binascii",
    "calendar",
    "configparser",
    "copy",
    "dataclasses",
    "decimal",
    "_decimal",
    "email",
    "fractions",
    "json",
    "pickle",
    "_pickle",
    "queue",
    "_queue",
    "re",
    "sqlite3",
    "statistics",
    "string",
    "subprocess",
    "urllib",
    "xml",
    "zipfile",
    "zlib",
}
"""Modules of Python's own whose exceptions a student's code may raise here."""

DATA = {"numpy", "pandas"}
"""Libraries whose objects cross as data."""

TOOLS = {
    "unittest",
    "doctest",
    "_pytest",
    "pytest",
    "pluggy",
    "hypothesis",
    "nose",
    "nose2",
    "twisted",
    "testtools",
    "absl",
    "IPython",
    "nbgrader",
    "__main__",
}
"""Modules that steer tests by exceptions, to skip one or to stop."""


def find_exception(name: str) -> type | None:
    """Return the exception class of a dotted name, if the checker has it already.

    The name must be the class's own: another module may have imported one that
    steers tests, as ``numpy.testing`` has unittest's SkipTest.
    """
    module, _, kind = name.rpartition(".")
    root = module.partition(".")[0]
    if root in sys.stdlib_module_names and root not in STANDARD:
        return None
    found = getattr(sys.modules.get(module), kind, None)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return None
    lineage = [base.__module__ for base in found.__mro__]
    if lineage[0] != module or found.__qualname__ != kind:
        return None
    steers = any(place.partition(".")[0] in TOOLS for place in lineage)
    return None if steers or module.startswith("nbjudge") else found


def is_exception_class(kind: Any) -> bool:
    """Return whether something is a class of exceptions that a notebook defines."""
    return type(kind) is type and issubclass(kind, Exception) and kind.__module__ == "__main__"


def is_true_exception(kind: type) -> bool:
    """Return ``issubclass(kind, BaseException)`` by the class's true bases."""
    lineage = type.__getattribute__(kind, "__mro__")
    return any(base is BaseException for base in lineage)  # `in` would ask what class it is


def make_exception(kind: type, text: str) -> BaseException:
    """Make an exception with a message and nothing else run."""
    root: Any = next(base for base in type.mro(kind) if base.__module__ == "builtins")
    with contextlib.suppress(Exception):
        error: BaseException = root.__new__(kind, text)  # an OSError's is not BaseException's
        error.args = (text,)
        return error
    return RemoteError(text)


class RemoteFunction:
    """Stands for a function or method of the student's."""

    def __init__(self, link: Link, handle: int, name: str, text: Any, signature: Any) -> None:
        self._link, self._handle = link, handle
        self._of: tuple[type, str] | None = None  # the class that a method was asked of, and how
        self.__name__ = self.__qualname__ = name
        self.__doc__ = text if isinstance(text, str) else None
        self._signature: inspect.Signature | None = None
        with contextlib.suppress(ValueError, TypeError):
            empty = inspect.Parameter.empty
            self._signature = inspect.Signature(
                [
                    inspect.Parameter(
                        require_type(n, str),
                        inspect._ParameterKind(kind),
                        default=empty if default is None else parse_default(default),
                    )
                    for n, kind, default in signature
                ]
            )

    def _handle_of(self) -> int:
        return self._handle

    @property
    def __signature__(self) -> inspect.Signature:
        if self._signature is None:
            raise AttributeError("__signature__")
        return count_odd_defaults(self._link, self._signature)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._link.request("call", self._handle, list(args), kwargs)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") and name != "__wrapped__":
            raise AttributeError(name)
        return self._link.request("getattr", self._handle, name)

    def __dir__(self) -> list[str]:
        return list_names(self._link, self._handle)

    def __repr__(self) -> str:
        return f"<the student's function {self.__name__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise self._link.refuse("the test copies or pickles a function of the student's")


def count_odd_defaults(link: Link, signature: inspect.Signature) -> inspect.Signature:
    """Count what is odd among the defaults of a signature that a test asks for."""
    for parameter in signature.parameters.values():
        if parameter.default is not parameter.empty:
            link.odd.update(find_odd_kinds(parameter.default))
    return signature


class RemoteMeta(type):
    """The kind of classes that stand for the student's classes."""

    @property
    def __signature__(cls) -> inspect.Signature:
        signature: inspect.Signature | None = cls.__dict__.get("_signature")
        if signature is None:
            raise AttributeError("__signature__")
        return count_odd_defaults(cls._link, signature)

    def _handle_of(cls) -> int:
        return cls.__dict__["_handle"]

    def _make(cls: Any, number: int) -> Any:
        if is_true_exception(cls):
            return make_exception(cls, "")
        stand_in = object.__new__(cls)
        object.__setattr__(stand_in, "_number", number)
        return stand_in

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls._link.request("call", cls.__dict__["_handle"], list(args), kwargs)

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return note_method_class(
            cls, name, cls._link.request("getattr", cls.__dict__["_handle"], name)
        )

    def __setattr__(cls, name: str, value: Any) -> None:
        cls._link.request("setattr", cls.__dict__["_handle"], name, value)

    def __eq__(cls, other: object) -> Any:
        if cls is other:
            return True
        found = None if isinstance(other, RemoteMeta) else cls._link.believe(cls.__dict__["_place"])
        return NotImplemented if found is None else found is other

    __hash__ = type.__hash__

    def __repr__(cls) -> str:
        found = cls._link.believe(cls.__dict__["_place"])
        return type.__repr__(cls) if found is None else repr(found)

    def __instancecheck__(cls, value: Any) -> bool:
        kind = type(value)
        return isinstance(kind, RemoteMeta) and cls.__subclasscheck__(kind)

    def __subclasscheck__(cls, kind: Any) -> bool:
        if not isinstance(kind, RemoteMeta):
            return False
        lineage = [kind.__dict__["_handle"], *kind.__dict__["_lineage"]]
        return cls.__dict__["_handle"] in lineage

    def __new__(cls, name: str, bases: tuple, body: dict, **kwargs: Any) -> Any:
        """Refuse: only `make_remote_class` makes such classes, by ``type.__new__``."""
        link = next(base._link for base in bases if isinstance(base, RemoteMeta))
        raise link.refuse("the test derives a class from the student's")

    # of a class whose own class has members, as an enumeration's

    def __iter__(cls) -> Any:
        return cls._link.request("special", cls.__dict__["_handle"], "__iter__", [])

    def __len__(cls) -> int:
        return int(cls._link.request("special", cls.__dict__["_handle"], "__len__", []))

    def __bool__(cls) -> bool:
        return True

    def __getitem__(cls, name: Any) -> Any:
        return cls._link.request("special", cls.__dict__["_handle"], "__getitem__", [name])

    def __dir__(cls) -> list[str]:
        return list_names(cls._link, cls.__dict__["_handle"])


def note_method_class(owner: Any, name: str, found: Any) -> Any:
    """Note of a function which class it was asked of."""
    if type(found) is RemoteFunction:  # isinstance would ask a stand-in for its class
        found._of = found._of or (owner, name)
    return found


def list_names(link: Link, number: int) -> list[str]:
    """Return what ``dir`` says of what a stand-in stands for."""
    return [str(name) for name in link.request("dir", number)]


def get_class(stand_in: Any) -> Any:
    """Return a stand-in's class if it is a library's, or all the student's own, else refuse."""
    kind = type(stand_in)
    found = kind._link.believe(kind.__dict__["_place"])
    if found is not None:
        return found
    if kind.__dict__["_own"]:
        return kind
    raise kind._link.refuse(
        f"the test asks what class an object of the student's has ({kind.__name__})"
    )


def get_attributes(stand_in: Any) -> Any:
    """Return the ``__dict__`` of what a stand-in stands for."""
    return type(stand_in)._link.request("getattr", stand_in._number, "__dict__")


class RemoteObject:
    """Stands for an object of the student's; its class holds what the class there defines."""

    _link: Link
    _number: int

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = type(self)._link.request("getattr", self._number, name)
        return note_method_class(type(self), name, found)

    def __setattr__(self, name: str, value: Any) -> None:
        type(self)._link.request("setattr", self._number, name, value)

    def __delattr__(self, name: str) -> None:
        type(self)._link.request("delattr", self._number, name)

    __class__: Any = property(get_class)
    __dict__: Any = property(get_attributes)

    def _handle_of(self) -> int:
        return self._number

    def __hash__(self) -> int:
        return hash(self._number)

    def __dir__(self) -> list[str]:
        return list_names(type(self)._link, self._number)

    def __repr__(self) -> str:
        return f"<the student's {type(self).__name__}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise type(self)._link.refuse("the test copies or pickles an object of the student's")


def call_object(stand_in: Any, *args: Any, **kwargs: Any) -> Any:
    """Call an object of the student's."""
    link = type(stand_in)._link
    link.ask()
    return link.request("call", stand_in._number, list(args), kwargs)


def make_special_method(name: str) -> Callable:
    """Make a special method that asks the student's process for a value."""
    convert = {
        "__len__": int,
        "__bool__": bool,
        "__float__": float,
        "__int__": int,
        "__index__": int,
        "__str__": str,
        "__repr__": str,
    }.get(name)

    def method(self: Any, *args: Any) -> Any:
        value = type(self)._link.request("special", self._number, name, list(args))
        if convert is not None and not isinstance(value, convert):
            raise TypeError(f"{name} returned no {convert.__name__}")
        if name == "__array__" and not isinstance(value, np.ndarray):
            raise TypeError("__array__ returned no array")
        return value

    if name == "__call__":
        return call_object
    if name == "__array__":
        return lambda self, dtype=None, copy=None: method(self).astype(dtype or None)
    return method


CALCULATES = "an object that calculates with data"
SAYS_WHAT_IT_HOLDS = "an object that says itself what is in it"
"""Counted, as what an answer may give no oftener than the course's own solution does."""


def make_binary_method(name: str, defined: bool) -> Callable:
    """Make an operator: between two of the student's objects, or to make a third with data, theirs.

    What it would make of data alone, or say of its being equal or less, a person judges.
    """

    def method(self: Any, other: Any) -> Any:
        link = type(self)._link
        if isinstance(type(other), RemoteMeta):
            if defined:
                return link.request("special", self._number, name, [other])
            if name in ("__eq__", "__ne__"):
                return (self._number == other._number) == (name == "__eq__")
            return NotImplemented
        if other is None and name in ("__eq__", "__ne__"):
            return name == "__ne__"
        if defined and name in CALCULATING and is_data(other):
            link.odd[CALCULATES] += 1
            value = link.request("special", self._number, name, [other])
            if isinstance(type(value), RemoteMeta) or value is NotImplemented:
                return value
        raise link.refuse(
            f"the test asks an object of the student's ({type(self).__name__}) to compare or "
            f"calculate with itself ({name})"
        )

    return method


def ask_contains(self: Any, other: Any) -> Any:
    """Return whether an object of the student's contains something."""
    link = type(self)._link
    link.odd[SAYS_WHAT_IT_HOLDS] += 1
    return link.request("special", self._number, HOLDS, [other])


CALCULATING = {*BINARY[6:], *REFLECTED}


def make_remote_class(
    link: Link,
    number: int,
    name: str,
    text: Any,
    bases: list,
    special: list,
    lineage: list,
    place: Any,
    own: Any,
    begin: RemoteFunction | None,
) -> type:
    """Make the class that stands for one of the student's.

    ``own``: whether all classes that it derives from are the student's too; ``begin``: what
    stands for its ``__init__``.
    """
    body: dict[str, Any] = {
        "_link": link,
        "_handle": number,
        "_lineage": [n for n in lineage if type(n) is int],
        "_place": place,
        "_own": own is True,
        "__doc__": text if isinstance(text, str) else None,
        "__module__": "__main__",
    }
    known = (getattr(builtins, str(base), None) for base in bases)
    roots = tuple(k for k in known if isinstance(k, type) and issubclass(k, BaseException))
    if roots:
        return type.__new__(RemoteMeta, str(name)[:200], roots, body)
    for method in special:
        if method not in ASKED:
            continue
        body[method] = make_special_method(method)
    for method in BINARY:
        body[method] = make_binary_method(method, method in special)
    for method in REFLECTED:
        body[method] = make_binary_method(method, method in special)
    if HOLDS in special and "__iter__" not in special:
        body[HOLDS] = ask_contains
    body["__hash__"] = RemoteObject.__hash__
    made = type.__new__(RemoteMeta, str(name)[:200], (RemoteObject,), body)
    if begin is not None:
        begin._of = begin._of or (made, "__init__")
        type.__setattr__(made, "__init__", begin)
        signature = begin._signature
        if signature is not None:
            rest = list(signature.parameters.values())[1:]
            type.__setattr__(made, "_signature", signature.replace(parameters=rest))
    return made
