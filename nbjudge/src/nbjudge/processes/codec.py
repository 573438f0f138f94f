"""Data that crosses between processes, and nothing but data.

A message is JSON and the raw bytes of its arrays. Decoding builds values of a
fixed list of plain types and runs no code that a message could choose: no
pickle, no import, no attribute of an object that came in. Whatever else a
value may be, such as a function or an instance of a student's class, crosses
as a *handle*: a number by which the owner finds it again.

Encoding reads plain types by their base class, so that a subclass of ``float``
with an ``__eq__`` of its own arrives as the ``float`` it contains.
"""

from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import fractions
import io
import json
import math
import struct
import sys
import types
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from nbjudge.processes.randomness import get_seeds

__all__ = [
    "ANSWERING",
    "LOSSES",
    "MAX_MESSAGE",
    "PASSED",
    "CodecError",
    "Decoder",
    "Encoder",
    "pack",
    "require_type",
    "unpack",
]

T = TypeVar("T")

MAX_MESSAGE = 256 * 2**20
"""Bytes of one message, at most."""

ROOM = 2**26
"""Bytes that decoding a message may take beyond a multiple of its length."""

LONGEST_STEP = 20
"""Letters of what pandas calls a frequency."""

MAX_INTEGER = 2**17
"""Digits of an integer in base 16, at most."""

RAISED = "the function that was passed in raised this"
"""What a test's function that fails raises in the student's process, instead of its words."""

ASKED = [
    "__len__",
    "__getitem__",
    "__setitem__",
    "__delitem__",
    "__iter__",
    "__next__",
    "__reversed__",
    "__call__",
    "__enter__",
    "__exit__",
    "__float__",
    "__int__",
    "__index__",
    "__complex__",
    "__array__",
    "__str__",
    "__repr__",
    "__round__",
    "__neg__",
    "__pos__",
    "__abs__",
    "__invert__",
    "__bool__",
]
"""Special methods of a student's object that a stand-in asks for."""
BINARY = [
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__add__",
    "__sub__",
    "__mul__",
    "__truediv__",
    "__floordiv__",
    "__mod__",
    "__pow__",
    "__matmul__",
    "__and__",
    "__or__",
    "__xor__",
]
"""Those between two values: the six that compare, and those that calculate."""
REFLECTED = [f"__r{name[2:]}" for name in BINARY[6:]]
"""Those that calculate, with the object on the right."""
HOLDS = "__contains__"
"""Asked where there is no ``__iter__``, and counted: it may say that the test is right."""

PLAIN_KINDS = "biufcSUmM"
PLAIN = (list, tuple, dict, set, frozenset, str, int, float, complex, bytes, bytearray)
BASES = (*PLAIN, collections.deque, np.ndarray, np.generic)
OF_A_CLASS = "a kind of {} of its own"
ANSWERS = "a kind of {} with methods of its own"
ANSWERING = {ANSWERS.format(base.__name__) for base in BASES}
"""What answers itself when it is used: as plain data it does not, and nobody hears of its use."""
PASSED = "to the answer, "
"""So begins the name of what is counted where a test passes such, to whatever answer."""
LOSSES = (
    ANSWERING
    | {OF_A_CLASS.format(base.__name__) for base in BASES}
    | {
        "a class",
        "a sparse matrix",
        "a step of time",
        "a time of a zone",
        "a view of memory",
        "what cannot be sent",
    }
)
"""What comes to the other process as less than it is, or not at all."""
DICTIONARIES: dict[type, str] = {
    dict: "d",
    collections.OrderedDict: "od",
    collections.Counter: "co",
    collections.defaultdict: "dd",
}
NUMPY_TYPES = {
    name: getattr(np, name)
    for name in [
        "bool_",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float16",
        "float32",
        "float64",
        "complex64",
        "complex128",
        "str_",
        "bytes_",
        "datetime64",
        "timedelta64",
        "object_",
        "generic",
        "number",
        "integer",
        "floating",
        "inexact",
        "ndarray",
    ]
}
TYPES = {
    f"builtins.{name}": kind
    for name, kind in vars(builtins).items()
    if isinstance(kind, type) and not name.startswith("_")
} | {f"numpy.{name}": kind for name, kind in NUMPY_TYPES.items()}
TYPE_NAMES = {kind: name for name, kind in reversed(TYPES.items())}

BIT_GENERATORS = {
    name: getattr(np.random, name) for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")
}


class CodecError(Exception):
    """A message is not of the form that the codec writes."""


def require_type(value: T, *kinds: type) -> T:
    """Return a value that came if it is of one of these classes and of none derived from them.

    So that nothing which may be anything is used: an array compares with each of its items, and a
    stand-in asks the student's process.
    """
    if type(value) not in kinds:
        raise CodecError(f"a {type(value).__name__} where there must be a {kinds[0].__name__}")
    return value


def pack(tree: Any, buffers: list[bytes]) -> bytes:
    """Join a JSON tree and the buffers it refers to into one message."""
    text = json.dumps(tree, separators=(",", ":")).encode()
    head = struct.pack(f"<II{len(buffers)}Q", len(text), len(buffers), *map(len, buffers))
    return b"".join([head, text, *buffers])


def unpack(message: bytes) -> tuple[Any, list[memoryview]]:
    """Take a message apart again, checking every length."""
    try:
        length, count = struct.unpack_from("<II", message)
        sizes = struct.unpack_from(f"<{count}Q", message, 8)
        start = 8 + 8 * count + length
        if start + sum(sizes) != len(message):
            raise CodecError("lengths do not add up")
        tree = json.loads(message[8 + 8 * count : start])
    except (struct.error, ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise CodecError(str(error)) from None
    buffers = []
    for size in sizes:
        buffers.append(memoryview(message)[start : start + size])
        start += size
    return tree, buffers


class Encoder:
    """Turn one value, or several that share parts, into a JSON tree and buffers.

    Parameters
    ----------
    opaque : callable, (object, encoder) -> list
        Encodes what is not data, usually as a handle; raises `CodecError` if
        it must not cross.
    """

    def __init__(self, opaque: Callable[[Any, Encoder], list]) -> None:
        self.opaque = opaque
        self.buffers: list[bytes] = []
        self.seen: dict[int, int] = {}
        self.kept: list[Any] = []  # keeps ids valid while we work
        self.depth = 0
        self.lost: set[str] = set()  # of `LOSSES`

    def encode(self, value: Any) -> Any:
        """Return the JSON tree of a value; its arrays go to ``buffers``."""
        kind = type(value)
        if value is None or kind is bool or kind is str:
            return value
        if kind is int:
            return value if -(2**53) < value < 2**53 else ["i", f"{value:x}"]
        if kind is float:
            return value if math.isfinite(value) else ["F", repr(value)]
        if hasattr(kind, "_handle_of"):
            return self.opaque(value, self)  # a stand-in: look no closer
        if id(value) in self.seen:
            return ["@", self.seen[id(value)]]
        if self.depth > 200:
            raise CodecError("it is nested more than 200 deep")
        self.depth += 1
        try:
            return self._encode(value, kind)
        finally:
            self.depth -= 1

    def apart(self) -> Encoder:
        """Return an encoder into the same message, which refers to no part of this one."""
        inner = Encoder(self.opaque)
        inner.buffers, inner.depth, inner.lost = self.buffers, self.depth, self.lost
        return inner

    def _remember(self, value: Any) -> None:
        self.seen[id(value)] = len(self.kept)
        self.kept.append(value)

    def of_the_course(self, value: Any, place: tuple[str, str], held: dict) -> list:
        """Encode an object of a class of the course's by what it holds."""
        self._remember(value)
        return ["own", *place, self.encode(held)]

    def _items(self, values: Any) -> list:
        return [self.encode(value) for value in values]

    def _buffer(self, data: bytes) -> int:
        self.buffers.append(data)
        return len(self.buffers) - 1

    def _lose(self, value: Any, kind: type) -> None:
        """Note what of a value does not cross, though it does."""
        if kind in WHOLE or (issubclass(kind, np.generic) and is_library_code(kind)):
            return
        for base in BASES:
            if isinstance(value, base):
                how = ANSWERS if overrides_base(kind, base) else OF_A_CLASS
                self.lost.add(how.format(base.__name__))
        if kind in ZONED and value.tzinfo not in (None, datetime.UTC):
            self.lost.add("a time of a zone")
        if kind is memoryview:
            self.lost.add("a view of memory")

    def _encode(self, value: Any, kind: type) -> Any:
        self._lose(value, kind)
        encode = EXACT.get(kind)
        if encode is not None:
            return encode(self, value)
        if isinstance(value, np.ndarray):
            return self._array(value)
        if isinstance(value, np.generic):
            if value.dtype.kind in PLAIN_KINDS and value.dtype.itemsize <= 2**20:
                data = np.array(value)
                if data.dtype.str[1:] == "f16":
                    return ["ld", 0, *self._parts(data)]
                if data.dtype.str[1:] not in ("f16", "c32"):
                    return ["n", data.dtype.str, self._buffer(data.tobytes())]
            return self.opaque(value, self)
        if isinstance(value, (list, collections.deque)):
            self._remember(value)
            if isinstance(value, list):
                return ["l", *self._items(list.__iter__(value))]
            return ["dq", value.maxlen, *self._items(collections.deque.__iter__(value))]
        if isinstance(value, tuple):
            fields = getattr(kind, "_fields", None)
            items = self._items(tuple.__iter__(value))
            if kind is not tuple and type(fields) is tuple and len(fields) == len(items):
                return ["nt", str(kind.__name__), [str(field) for field in fields], *items]
            return ["t", *items]
        if isinstance(value, dict):
            self._remember(value)
            tag = DICTIONARIES.get(kind, "d")
            makes = []
            if isinstance(value, collections.defaultdict) and tag == "dd":
                makes = [self.encode(value.default_factory)]
            # which keeps an order of its own beside that of its items
            base = collections.OrderedDict if isinstance(value, collections.OrderedDict) else dict
            pairs = ([self.encode(k), self.encode(v)] for k, v in base.items(value))
            return [tag, *makes, *pairs]
        if isinstance(value, (set, frozenset)):
            if isinstance(value, frozenset):
                return ["f", *self._items(frozenset.__iter__(value))]
            self._remember(value)
            return ["s", *self._items(set.__iter__(value))]
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, int):
            return self.encode(int.__add__(value, 0))
        if isinstance(value, float):
            return self.encode(float.__add__(value, 0.0))
        if isinstance(value, complex):
            return ["c", *self._items([value.real, value.imag])]
        if isinstance(value, (bytes, bytearray)):
            tag = "b" if isinstance(value, bytes) else "B"
            return [tag, self._buffer(bytes(memoryview(value)))]
        if isinstance(value, type) and value in TYPE_NAMES:
            return ["T", TYPE_NAMES[value]]
        if isinstance(value, np.dtype) and value.kind in PLAIN_KINDS:
            return ["D", value.str]
        pandas = sys.modules.get("pandas")
        if pandas is not None and kind.__module__.partition(".")[0] == "pandas":
            tree = self._pandas(pandas, value, kind)
            if tree is not None:
                return tree
        sparse = sys.modules.get("scipy.sparse")
        if sparse is not None and sparse.issparse(value) and value.dtype.kind in "biufc":
            self._remember(value)
            if kind is not sparse.csr_array:
                self.lost.add("a sparse matrix")
            value = value.tocoo()
            parts = [np.asarray(part) for part in (value.data, value.row, value.col)]
            return ["sp", list(map(int, value.shape)), *self._items(parts)]
        return self.opaque(value, self)

    def _array(self, value: np.ndarray) -> Any:
        self._remember(value)
        if isinstance(value, np.ma.MaskedArray):
            mask = np.ma.getmaskarray(value)
            return ["ma", self._array(np.ma.getdata(value).view(np.ndarray)), self._array(mask)]
        tag = "mx" if isinstance(value, np.matrix) else "a"
        data = value.view(np.ndarray)
        shape = list(data.shape)
        if data.dtype.kind == "O":
            return ["o", shape, *self._items(data.ravel().tolist())]
        if data.dtype.kind == "V" and data.dtype.names:
            names = data.dtype.names
            fields = [[name, self._array(np.ascontiguousarray(data[name]))] for name in names]
            return ["v", shape, *fields]
        if data.dtype.str[1:] == "f16":
            return ["ld", 1, *self._parts(data)]
        if data.dtype.kind not in PLAIN_KINDS or data.dtype.str[1:] in ("f16", "c32"):
            raise CodecError(f"an array of dtype {data.dtype} cannot cross")
        fortran = data.flags.f_contiguous and not data.flags.c_contiguous
        raw = data.tobytes(order="F" if fortran else "C")
        return [tag, data.dtype.str, shape, int(fortran), self._buffer(raw)]

    def _parts(self, value: np.ndarray) -> list:
        """Return an array of long doubles as two of doubles whose sum it is.

        Its own bytes hold more than its numbers: some are no number that a processor makes.
        """
        with np.errstate(all="ignore"):
            high = value.astype(np.float64)
            low = np.where(np.isfinite(high), value - high, 0).astype(np.float64)
        return [self._array(high), self._array(low)]

    def _pandas(self, pandas: ModuleType, value: Any, kind: type) -> Any:
        if kind is pandas.DataFrame:
            self._remember(value)
            indices = [self._index(pandas, value.index), self._index(pandas, value.columns)]
            columns = [self._column(value.iloc[:, j]) for j in range(value.shape[1])]
            return ["pf", *indices, *columns]
        if kind is pandas.Series:
            self._remember(value)
            index = self._index(pandas, value.index)
            return ["ps", index, self.encode(value.name), self._column(value)]
        if isinstance(value, pandas.Index):
            return ["pi", self._index(pandas, value)]
        if kind is pandas.Timestamp:
            return ["pt", value.isoformat()]
        if value is pandas.NA:
            return ["na"]
        return None

    def _column(self, series: Any) -> list:
        values = series.array
        if isinstance(series.dtype, np.dtype) and series.dtype.kind in PLAIN_KINDS:
            return [None, self._array(np.asarray(values))]
        if str(series.dtype) == "category":
            codes, categories = self._array(np.asarray(values.codes)), values.categories
            return [
                "category",
                codes,
                self._index(sys.modules["pandas"], categories),
                bool(values.ordered),
            ]
        return [str(series.dtype), self._array(np.asarray(values, dtype=object))]

    def _index(self, pandas: ModuleType, index: Any) -> list:
        names = self._items(list(index.names))
        if isinstance(index, pandas.MultiIndex):
            return ["multi", names, self.encode([tuple(row) for row in index.tolist()])]
        if isinstance(index, pandas.RangeIndex):
            return ["range", names, [index.start, index.stop, index.step]]
        return ["plain", names, self._column(index), self._step(index)]

    def _step(self, index: Any) -> str | None:
        """Return the step between an index's times, if that says all of it."""
        step = getattr(index, "freq", None)
        if step is None:
            return None
        text = str(step.freqstr)
        if len(text) <= LONGEST_STEP and type(step)(step.n, step.normalize) == step:
            return text
        self.lost.add("a step of time")
        return None

    def _generator(self, value: np.random.Generator) -> Any:
        if type(value.bit_generator).__name__ not in BIT_GENERATORS:
            return self.opaque(value, self)
        self._remember(value)
        return ["g", self.encode(value.bit_generator.state), self.encode(get_seeds(value))]

    def _file(self, value: io.StringIO | io.BytesIO) -> list:
        if value.closed:
            raise CodecError("a file that is closed cannot cross")
        self._remember(value)
        return ["io", self.encode(value.getvalue()), value.tell()]

    def _random_state(self, value: np.random.RandomState) -> list:
        self._remember(value)
        return ["R", self.encode(value.get_state(legacy=False))]


WHOLE = {*PLAIN, *DICTIONARIES, collections.deque, np.ma.MaskedArray, np.matrix, np.ndarray}
"""Classes of which nothing is lost, beside those of NumPy's numbers."""
ZONED = (datetime.datetime, datetime.time)

EXACT: dict[type, Callable[[Encoder, Any], Any]] = {
    range: lambda e, v: ["r", *e._items(map(int, [v.start, v.stop, v.step]))],  # not True
    slice: lambda e, v: ["sl", *e._items([v.start, v.stop, v.step])],
    type(Ellipsis): lambda e, v: ["..."],
    type(NotImplemented): lambda e, v: ["NI"],
    fractions.Fraction: lambda e, v: ["fr", *e._items([v.numerator, v.denominator])],
    decimal.Decimal: lambda e, v: ["de", str(v)],
    datetime.datetime: lambda e, v: ["dt", v.isoformat()],
    datetime.date: lambda e, v: ["da", v.isoformat()],
    datetime.time: lambda e, v: ["ti", v.isoformat()],
    datetime.timedelta: lambda e, v: ["td", v.days, v.seconds, v.microseconds],
    type({}.keys()): lambda e, v: ["dk", *e._items(v)],
    type({}.values()): lambda e, v: ["dv", *e._items(v)],
    type({}.items()): lambda e, v: ["di", *([e.encode(a), e.encode(b)] for a, b in v)],
    memoryview: lambda e, v: ["b", e._buffer(bytes(v))],
    io.StringIO: Encoder._file,
    io.BytesIO: Encoder._file,
    np.random.Generator: Encoder._generator,
    np.random.RandomState: Encoder._random_state,
}


class Decoder:
    """Build values from a JSON tree and buffers.

    Parameters
    ----------
    buffers : list of bytes-like
    handle : callable, (tree, decoder) -> object
        Makes what stands for a handle; raises `CodecError` if it is unknown.
    """

    def __init__(self, buffers: list, handle: Callable[[list, Decoder], Any]) -> None:
        self.buffers = buffers
        self.handle = handle
        self.seen: list[Any] = []
        self.room = [ROOM + 64 * sum(map(len, buffers))]  # shared with those apart
        self.classes: dict[tuple, type] = {}

    def apart(self, handle: Callable[[list, Decoder], Any]) -> Decoder:
        """Return a decoder of what `Encoder.apart` has encoded, that may take as much in all."""
        inner = Decoder(self.buffers, handle)
        inner.room = self.room
        return inner

    def _spend(self, size: int) -> None:
        """Account for memory that a few bytes of the message ask for."""
        self.room[0] -= size
        if self.room[0] < 0:
            raise CodecError("it asks for more memory than a message of its length may")

    def decode(self, tree: Any) -> Any:
        """Return the value of a tree, or raise `CodecError` whatever is wrong with it."""
        try:
            return self._decode(tree)
        except CodecError:
            raise
        except (RecursionError, MemoryError):
            raise CodecError("it is too deep or too large") from None
        except Exception as error:
            raise CodecError(f"it is malformed: {type(error).__name__}") from None

    def _decode(self, tree: Any) -> Any:
        if not isinstance(tree, list):
            if isinstance(tree, dict):
                raise CodecError("a message holds no JSON objects")
            # as the compiler does with constants: in one process ``how is 'mean'`` holds
            return sys.intern(tree) if type(tree) is str and is_name(tree) else tree
        tag = tree[0]
        read = READERS.get(tag) if isinstance(tag, str) else None
        return self.handle(tree, self) if read is None else read(self, *tree[1:])

    def _fill(self, value: Any, items: Any, add: Callable[[Any], None]) -> Any:
        self.seen.append(value)  # before its items, which may refer to it
        for item in items:
            add(self._decode(item))
        return value

    def _dict(self, kind: type[dict], *pairs: list) -> dict:
        value = kind()
        self.seen.append(value)
        return self._set_items(value, pairs)

    def _default_dict(self, makes: Any, *pairs: list) -> dict:
        value: collections.defaultdict = collections.defaultdict()
        self.seen.append(value)
        makes = self._decode(makes)
        if makes is not None and not callable(makes):
            raise CodecError("a dictionary with a default that cannot be called")
        value.default_factory = makes
        return self._set_items(value, pairs)

    def _set_items(self, value: dict, pairs: Iterable[list]) -> dict:
        for key, item in pairs:
            key = self._decode(key)
            value[key] = self._decode(item)  # its own way: some keep more than their items
        return value

    def _list(self, *items: Any) -> list:
        value: list = []
        return self._fill(value, items, value.append)

    def _deque(self, length: int | None, *items: Any) -> collections.deque:
        value: collections.deque = collections.deque(maxlen=length)
        return self._fill(value, items, value.append)

    def _set(self, *items: Any) -> set:
        value: set = set()
        return self._fill(value, items, value.add)

    def _values(self, items: Any) -> list:
        return [self._decode(item) for item in items]

    def _exactly(self, kind: type, *items: Any) -> list:
        return [require_type(self._decode(item), kind) for item in items]

    def _reserve(self) -> int:
        self.seen.append(None)
        return len(self.seen) - 1

    def _integer(self, digits: str) -> int:
        if len(require_type(digits, str)) > MAX_INTEGER:
            raise CodecError("an integer is too long")
        return int(digits, 16)

    def _namedtuple(self, name: str, fields: list[str], *items: Any) -> tuple:
        key = (name, *fields)
        if key not in self.classes:
            self._spend(2**17)
            self.classes[key] = collections.namedtuple(name, fields)
        value: tuple = self.classes[key](*self._values(items))
        return value

    def _numpy(self, dtype: str, buffer: int) -> Any:
        value = sanitize_buffer(
            np.dtype(require_type(dtype, str)), self.buffers[require_type(buffer, int)], 1
        )[0]
        if not isinstance(value, np.generic):
            raise CodecError("not a NumPy scalar")
        return value

    def _array(self, dtype: str, shape: list[int], fortran: int, buffer: int) -> np.ndarray:
        place = self._reserve()
        count = math.prod(check_shape(shape))
        content = self.buffers[require_type(buffer, int)]
        self._spend(count if not len(content) else 0)
        flat = sanitize_buffer(np.dtype(require_type(dtype, str)), content, count)
        value = flat.reshape(shape, order="F" if fortran else "C")
        self.seen[place] = value
        return value

    def _long_doubles(self, is_array: int, *parts: list) -> Any:
        place = self._reserve() if is_array else 0
        high, low = self._exactly(np.ndarray, *parts)
        if high.dtype != np.float64 or low.dtype != np.float64 or high.shape != low.shape:
            raise CodecError("the parts of long doubles do not fit")
        value = high.astype(np.longdouble) + low
        if not is_array:
            return value[()]
        self.seen[place] = value
        return value

    def _matrix(self, *parts: Any) -> np.matrix:
        value = np.asmatrix(self._array(*parts))
        self.seen[-1] = value
        return value

    def _masked(self, data: list, mask: list) -> np.ma.MaskedArray:
        place = self._reserve()
        value = np.ma.MaskedArray(*self._exactly(np.ndarray, data, mask))
        self.seen[place] = value
        return value

    def _objects(self, shape: list[int], *items: Any) -> np.ndarray:
        if math.prod(check_shape(shape)) != len(items):
            raise CodecError("an array's shape does not fit its items")
        flat = np.empty(len(items), dtype=object)
        value = flat.reshape(shape)
        self.seen.append(value)
        for position, item in enumerate(items):
            flat[position] = self._decode(item)
        return value

    def _structured(self, shape: list[int], *fields: list) -> np.ndarray:
        place = self._reserve()
        columns = [
            (require_type(name, str), require_type(self._decode(column), np.ndarray))
            for name, column in fields
        ]
        kinds = [(name, column.dtype) for name, column in columns]
        if (
            any(column.size != math.prod(check_shape(shape)) for _, column in columns)
            or not columns
        ):
            raise CodecError("an array's shape does not fit its fields")
        value = np.empty(check_shape(shape), dtype=kinds)
        for name, column in columns:
            value[name] = column.reshape(shape)
        self.seen[place] = value
        return value

    def _generator(self, state: list, seeds: list | None) -> np.random.Generator:
        place = self._reserve()
        self._spend(2**17)
        value = check_position(require_type(self._decode(state), dict))
        bits = BIT_GENERATORS[value["bit_generator"]](self._seeds(self._decode(seeds)))
        bits.state = value
        self.seen[place] = np.random.Generator(bits)
        return self.seen[place]

    def _seeds(self, seeds: list | None) -> Any:
        """Rebuild a seed sequence, of no more than a few hundred numbers."""
        if seeds is None:
            return 0
        entropy, key, size, children = require_type(seeds, list)
        require_type(key, list)
        numbers = [*(entropy if isinstance(entropy, list) else [entropy]), *key, children]
        if len(numbers) > 200 or any(type(n) is not int or n.bit_length() > 2**12 for n in numbers):
            raise CodecError("a generator's seeds are out of order")
        if type(size) is not int or not 4 <= size <= 64:
            raise CodecError("a generator's seeds are out of order")
        return np.random.SeedSequence(
            entropy, spawn_key=tuple(key), pool_size=size, n_children_spawned=children
        )

    def _file(self, content: Any, position: int) -> Any:
        content = require_type(self._decode(content), str, bytes)
        file: io.StringIO | io.BytesIO
        file = io.StringIO(content, newline="") if isinstance(content, str) else io.BytesIO(content)
        file.seek(min(require_type(position, int), len(content)))
        self.seen.append(file)
        return file

    def _random_state(self, state: list) -> np.random.RandomState:
        place = self._reserve()
        self._spend(2**17)
        value = np.random.RandomState(0)
        value.set_state(check_position(require_type(self._decode(state), dict)))
        self.seen[place] = value
        return value

    def _sparse(self, shape: list[int], *parts: Any) -> Any:
        from scipy import sparse

        place = self._reserve()
        data, row, column = self._exactly(np.ndarray, *parts)
        if data.dtype.kind not in "biufc" or row.dtype.kind != "i" or column.dtype.kind != "i":
            raise CodecError("a sparse matrix of something else than numbers at places")
        self._spend(8 * check_shape(shape)[0])
        # coo_array checks that the places lie within the shape
        value = sparse.coo_array((data, (row, column)), shape=tuple(check_shape(shape)))
        self.seen[place] = value.tocsr()
        return self.seen[place]

    def _frame(self, index: list, columns: list, *data: list) -> Any:
        import pandas

        place = self._reserve()
        rows, names = self._index(index), self._index(columns)
        frame = pandas.DataFrame({j: self._column(column) for j, column in enumerate(data)})
        frame = frame if data else pandas.DataFrame(index=range(len(rows)))
        frame.index, frame.columns = rows, names
        self.seen[place] = frame
        return frame

    def _series(self, index: list, name: Any, data: list) -> Any:
        import pandas

        place = self._reserve()
        rows, name = self._index(index), self._decode(name)
        self.seen[place] = pandas.Series(self._column(data), index=rows, name=name)
        return self.seen[place]

    def _column(self, column: list) -> Any:
        import pandas

        dtype, data = column[0], require_type(self._decode(column[1]), np.ndarray)
        if dtype == "category":
            _, _, categories, ordered = column
            if data.dtype.kind not in "iu" or data.ndim != 1 or type(ordered) is not bool:
                raise CodecError("categories that do not fit")
            return pandas.Categorical.from_codes(data, self._index(categories), ordered)
        if dtype is None:
            return data
        if require_type(dtype, str) != "object":
            refuse_handles(data, data.ravel().tolist() if data.dtype.kind == "O" else ())
        return pandas.array(data, dtype=dtype)

    def _index(self, index: list) -> Any:
        import pandas

        kind, names, data, *step = index
        names = self._values(names)
        if kind == "range":
            return pandas.RangeIndex(*self._exactly(int, *data), name=names[0])
        if kind == "multi":
            rows = require_type(self._decode(data), list)
            cells = [cell for row in rows for cell in require_type(row, tuple)]
            return pandas.MultiIndex.from_tuples(refuse_handles(rows, cells), names=names)
        value = pandas.Index(self._column(data), name=names[0])
        if step != [None]:
            (text,) = step
            if type(text) is not str or len(text) > LONGEST_STEP:
                raise CodecError("not a step of time")
            value.freq = text  # which pandas holds against the times
        return value

    def _timestamp(self, text: str) -> Any:
        import pandas

        return pandas.Timestamp(require_type(text, str))

    def _missing(self) -> Any:
        import pandas

        return pandas.NA


def is_name(text: str) -> bool:
    """Return whether a text is of letters, digits and underscores alone."""
    return text.isascii() and (text.isalnum() or f"_{text}".isidentifier())


def overrides_base(kind: type, base: type) -> bool:
    """Return whether a class does itself what its base would do with its objects.

    That is by a special method, or by one of a name that the base has too. How objects are made,
    and what Python's own classes and NumPy's do, does not count.
    """
    between = kind.__mro__[: kind.__mro__.index(base)]
    return any(
        (hasattr(base, name) or name[:2] == name[-2:] == "__") and is_override(found)
        for of in between
        if not is_library_code(of)
        for name, found in vars(of).items()
        if name not in MAKING
    )


MAKING = {
    "__annotate__",
    "__annotate_func__",
    "__class_getitem__",
    "__doc__",
    "__init__",
    "__init_subclass__",
    "__new__",
    "__set_name__",
}
"""Names in a class that say how it, and its objects, are made."""
BUILT_IN = (
    types.BuiltinFunctionType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    types.GetSetDescriptorType,
)


def is_override(found: Any) -> bool:
    """Return whether an attribute of a class is its own, and does or forbids something."""
    if isinstance(found, BUILT_IN) or (
        isinstance(found, types.FunctionType) and is_library_code(found)  # as a named tuple's
    ):
        return False
    return found is None or callable(found) or hasattr(type(found), "__get__")


def is_library_code(found: Any) -> bool:
    """Return whether a class or function is Python's own or NumPy's."""
    root = str(found.__module__).partition(".")[0]
    return root in sys.stdlib_module_names or root == "numpy"


def refuse_handles(value: T, cells: Iterable[Any]) -> T:
    """Return what has these cells, if pandas, which asks them what they are, may have them."""
    if any(hasattr(type(cell), "_handle_of") for cell in cells):
        raise CodecError("an object where there must be data")
    return value


def check_position(state: Any) -> Any:
    """Check where among its numbers a generator stands: NumPy reads on from there, unasked."""
    waiting = [state]
    while waiting:
        part = require_type(waiting.pop(), dict, str, int, float, np.ndarray)
        waiting += part.values() if type(part) is dict else ()
    kind = state["bit_generator"]
    place, numbers = 0, 0
    if kind == "MT19937":
        place, numbers = state["state"]["pos"], 624
    elif kind == "Philox":
        place, numbers = state["buffer_pos"], 4
    if type(place) is not int or not 0 <= place <= numbers:
        raise CodecError("a generator that stands beside its numbers")
    return state


def check_shape(shape: list) -> list[int]:
    """Check the shape of an array that came in."""
    if len(shape) > 32 or not all(type(n) is int and 0 <= n < 2**40 for n in shape):
        raise CodecError("not the shape of an array")
    return shape


def sanitize_buffer(dtype: np.dtype, buffer: memoryview, count: int) -> np.ndarray:
    """Return a flat array of a buffer, with every bit pattern that lies put right."""
    if dtype.kind not in PLAIN_KINDS or dtype.str[1:] in ("f16", "c32") or dtype.names:
        raise CodecError(f"arrays of dtype {dtype} do not cross")
    if count * dtype.itemsize != len(buffer) or (count and not dtype.itemsize and count > 2**20):
        raise CodecError("an array's shape does not fit its bytes")
    if not dtype.itemsize:
        return np.zeros(count, dtype)
    if dtype.kind == "b":
        return np.frombuffer(buffer, np.uint8) != 0  # True has one pattern only
    value = np.frombuffer(bytearray(buffer), dtype)
    if dtype.kind == "U":
        points = value.view(np.dtype(np.uint32).newbyteorder(dtype.byteorder))
        if points.size and points.max() > sys.maxunicode:
            raise CodecError("a string holds what is not a character")
    return value


READERS: dict[str, Callable[..., Any]] = {
    "@": lambda d, place: d.seen[place if place >= 0 else len(d.seen)],
    "i": Decoder._integer,
    "F": lambda d, text: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[text],
    "l": Decoder._list,
    "dq": Decoder._deque,
    "t": lambda d, *items: tuple(d._values(items)),
    "nt": Decoder._namedtuple,
    "d": lambda d, *pairs: d._dict(dict, *pairs),
    "od": lambda d, *pairs: d._dict(collections.OrderedDict, *pairs),
    "co": lambda d, *pairs: d._dict(collections.Counter, *pairs),
    "dd": Decoder._default_dict,
    "s": Decoder._set,
    "f": lambda d, *items: frozenset(d._values(items)),
    "c": lambda d, *parts: complex(*d._exactly(float, *parts)),
    "b": lambda d, buffer: bytes(d.buffers[buffer]),
    "B": lambda d, buffer: bytearray(d.buffers[buffer]),
    "n": Decoder._numpy,
    "a": Decoder._array,
    "ld": Decoder._long_doubles,
    "mx": Decoder._matrix,
    "ma": Decoder._masked,
    "o": Decoder._objects,
    "v": Decoder._structured,
    "r": lambda d, *items: range(*d._exactly(int, *items)),
    "sl": lambda d, *items: slice(*d._values(items)),
    "...": lambda d: ...,
    "NI": lambda d: NotImplemented,
    "fr": lambda d, *items: fractions.Fraction(*d._exactly(int, *items)),
    "de": lambda d, text: decimal.Decimal(require_type(text, str)),
    "dt": lambda d, text: datetime.datetime.fromisoformat(require_type(text, str)),
    "da": lambda d, text: datetime.date.fromisoformat(require_type(text, str)),
    "ti": lambda d, text: datetime.time.fromisoformat(require_type(text, str)),
    "td": lambda d, *parts: datetime.timedelta(*d._exactly(int, *parts)),
    "dk": lambda d, *items: dict.fromkeys(d._values(items)).keys(),
    "dv": lambda d, *items: dict(enumerate(d._values(items))).values(),
    "di": lambda d, *pairs: {d._decode(k): d._decode(v) for k, v in pairs}.items(),
    "T": lambda d, name: TYPES[name],
    "D": lambda d, text: np.dtype(
        sanitize_buffer(np.dtype(require_type(text, str)), memoryview(b""), 0).dtype
    ),
    "g": Decoder._generator,
    "R": Decoder._random_state,
    "io": Decoder._file,
    "sp": Decoder._sparse,
    "pf": Decoder._frame,
    "ps": Decoder._series,
    "pi": lambda d, index: d._index(index),
    "pt": Decoder._timestamp,
    "na": Decoder._missing,
}
