"""The parts of the grader one by one: codec, random states, intake."""

import collections
import contextlib
import copy
import datetime
import decimal
import fractions
import io
import json
import os
import random
import socket
import sys
import tracemalloc

import numpy as np
import pandas
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from nbformat.v4 import new_code_cell, new_markdown_cell, new_raw_cell
from scipy import sparse

from grading_corpus import assignment
from nbjudge.course.intake import Rejected, build_submitted_program, read_submission
from nbjudge.course.source import Assignment, Course, write_notebooks
from nbjudge.limits import Limits
from nbjudge.pages.advice import find_advice
from nbjudge.points.verdict import REVIEW, make_record, merge_gradebook
from nbjudge.processes.channel import Channel, Closed, TimeUp
from nbjudge.processes.codec import (
    ASKED,
    READERS,
    ROOM,
    CodecError,
    Decoder,
    Encoder,
    pack,
    unpack,
)
from nbjudge.processes.meter import Meter
from nbjudge.processes.randomness import (
    convert_python_state,
    count_draws,
    get_global_states,
    is_reachable,
    validate_states,
)
from nbjudge.processes.remote import BadValue, Link
from nbjudge.records import (
    GradebookCell,
    GradebookEntry,
    GradedNotebook,
    GradedSubmission,
    Submission,
    SubmissionRecord,
)
from nbjudge.run.store import Store

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def refuse(value, codec):
    raise CodecError("not data")


def through(value):
    encoder = Encoder(refuse)
    tree = encoder.encode(value)
    tree, buffers = unpack(pack(tree, encoder.buffers))
    return Decoder(buffers, refuse).decode(tree)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.fractions(),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text() | st.integers(), inner)
    ),
    max_leaves=20,
)


@QUICK
@given(plain)
def test_plain_values_cross_unchanged(value):
    found = through(value)
    assert type(found) is type(value)
    assert repr(found) == repr(value)  # repr: nan is not equal to itself


@QUICK
@given(hnp.arrays(hnp.scalar_dtypes(), hnp.array_shapes(min_dims=0, min_side=0)))
def test_arrays_cross_unchanged(array):
    if array.dtype.str[1:] in ("f16", "c32"):
        with pytest.raises(CodecError, match="dtype"):
            through(array)
        return
    found = through(array)
    assert (found.dtype, found.shape) == (array.dtype, array.shape)
    assert found.tobytes() == array.tobytes()
    assert found.flags.writeable


def test_shared_and_cyclic_parts_stay_shared():
    inner = [1]
    found = through([inner, inner, {"a": inner}])
    assert found[0] is found[1] is found[2]["a"]
    cycle = [1]
    cycle.append(cycle)
    found = through(cycle)
    assert found[1] is found


def turned(value):
    """A dictionary that keeps an order of its own, which is another than that of its items."""
    value.move_to_end("a")
    return value


@pytest.mark.parametrize(
    "value",
    [
        collections.OrderedDict(b=1, a=[2]),
        turned(collections.OrderedDict(a=1, b=2, c=3)),
        collections.Counter("abb"),
        collections.defaultdict(list, a=[1]),
        collections.defaultdict(None, {(1, 2): "a"}),
        collections.deque([1, 2]),
        collections.deque([1, 2], maxlen=2),
    ],
    ids=repr,
)
def test_containers_of_the_standard_library_arrive_as_they_are(value):
    found = through(value)
    assert type(found) is type(value)
    assert repr(found) == repr(value)  # which goes through it, and says a length and a default
    assert [*found] == [*value]
    assert len(found) == len([*found])
    if isinstance(value, collections.OrderedDict):
        found.move_to_end(next(iter(found)))
        assert [*found] == [*value][1:] + [*value][:1]


@pytest.mark.parametrize("makes", ["no function", 3, [1]])
def test_no_default_is_taken_that_cannot_be_called(makes):
    with pytest.raises(CodecError):
        Decoder([], refuse).decode(["dd", makes])


def test_texts_of_letters_are_one_object_as_the_compiler_makes_them():
    """Written at run time, each is another one; a constant is the same in all cells."""
    made = "".join(["me", "an"])
    assert made is not sys.intern("mean")
    for found in (through(made), *through([made]), *through({made: 1}), *through((made,))):
        assert found is sys.intern("mean")
    for constant in (None, True, 0, 256, -5, "a", "_1", "", (), b"", ..., NotImplemented, int):
        assert through(constant) is constant
    assert through(str(2**70)) is sys.intern(str(2**70))


def test_subclasses_arrive_as_what_they_contain():
    class Liar(float):
        def __eq__(self, other):
            return True

        __hash__ = float.__hash__

    class Shy(list):
        def __iter__(self):
            return iter(())

    assert type(through(Liar(2))) is float
    assert through(Shy([1, 2])) == [1, 2]
    assert through(collections.namedtuple("P", "x y")(1, 2)).y == 2


def test_a_true_of_another_bit_pattern_is_put_right():
    tree, buffers = ["a", "|b1", [2], 0, 0], [b"\x02\x00"]
    assert Decoder(buffers, refuse).decode(tree).tobytes() == b"\x01\x00"


# One value of every tag, whose messages are spoiled below.
VALUES = [
    None,
    -1,
    2**70,
    0.5,
    float("nan"),
    "x",
    [1],
    (1, "a"),
    {1},
    frozenset({1}),
    b"ab",
    bytearray(b"a"),
    1j,
    range(3),
    slice(1),
    ...,
    NotImplemented,
    int,
    np.dtype("f8"),
    fractions.Fraction(1, 3),
    decimal.Decimal("1.5"),
    datetime.datetime(2020, 1, 2),
    datetime.date(2020, 1, 2),
    datetime.time(1),
    datetime.timedelta(1),
    {"a": [1]}.keys(),
    {"a": 1}.values(),
    {"a": 1}.items(),
    {"a": {}},
    collections.OrderedDict(a=1),
    collections.Counter("aab"),
    collections.deque([1]),
    collections.defaultdict(None, a=1),
    collections.namedtuple("P", "x y")(1, 2),
    io.StringIO("ab"),
    io.BytesIO(b"ab"),
    np.float32(1),
    np.longdouble(1) / 3,
    np.arange(6.0).reshape(2, 3),
    np.array([[1, "a"]], object),
    np.asmatrix(np.eye(2)),
    np.ma.masked_less(np.arange(3), 1),
    np.array(["a", "bc"]),
    np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
    np.arange(2, dtype=np.longdouble) / 3,
    np.random.default_rng(1),
    np.random.RandomState(1),
    np.random.Generator(np.random.Philox(1)),
    sparse.eye_array(3, format="csr"),
    pandas.DataFrame({"a": [1, 2], "b": ["x", None]}),
    pandas.Series([1, 2], name="s"),
    pandas.Series([1, "a"], dtype=object),
    pandas.Index([1, 2]),
    pandas.Index([1, "a"]),
    pandas.Series(["a", "b"], dtype="category"),
    pandas.RangeIndex(3),
    pandas.MultiIndex.from_tuples([(1, "a"), (2, "b")]),
    pandas.Timestamp("2020"),
    pandas.NA,
]


def encoded(value):
    encoder = Encoder(refuse)
    return encoder.encode(value), encoder.buffers


def places(tree):
    """Every list in the tree that has something in it."""
    if isinstance(tree, list) and tree:
        yield tree
        for part in tree:
            yield from places(part)


def spoiled(rng):
    """A message with a few parts put elsewhere, taken away, doubled, or made something else."""
    tree, buffers = copy.deepcopy(rng.choice(MESSAGES))
    tree, other = ["l", tree], rng.choice(MESSAGES)[0]
    for _ in range(rng.randint(1, 3)):
        spot = rng.choice(list(places(tree)))
        index = rng.randrange(len(spot))
        wrong = copy.deepcopy(
            rng.choice(
                [
                    None,
                    True,
                    -1,
                    0,
                    1,
                    7,
                    2**40,
                    0.5,
                    float("nan"),
                    "",
                    "x",
                    "<f8",
                    "O",
                    "|V8",
                    "<U9999",
                    [],
                    {},
                    ["@", 0],
                    ["@", 1],
                    [2**36],
                    spot,
                    other,
                    rng.choice(TAGS),
                ]
            )
        )
        change = rng.randrange(4)
        if change == 0:
            del spot[index]
        elif change == 1:
            spot.insert(index, wrong)
        else:
            spot[index] = wrong
        if not tree:
            break
    if rng.random() < 0.3:
        buffers = [data[: rng.randrange(len(data) + 1)] for data in buffers]
    return tree, buffers


MESSAGES = [encoded(value) for value in VALUES]
TAGS = sorted(READERS)


def test_values_of_every_tag_are_spoiled():
    tags = {part[0] for tree, _ in MESSAGES for part in places(tree) if isinstance(part[0], str)}
    assert set(READERS) <= tags | {"@"}
    for value in VALUES:
        through(value)


def refused(rng):
    """Return whether a spoiled message is refused; it may still be one. Others raise."""
    tree, buffers = spoiled(rng)
    tree, views = unpack(pack(tree, buffers))
    try:
        Decoder(views, refuse).decode(tree)
    except CodecError:
        return True
    return False


@pytest.mark.parametrize(
    ("part", "number"),
    [(0, 1_000), *(pytest.param(n, 25_000, marks=pytest.mark.trial) for n in range(1, 5))],
)
def test_a_malformed_message_is_a_codec_error_and_nothing_else(part, number):
    rng = random.Random(part)
    found = [refused(rng) for _ in range(number)]
    assert 0.5 < np.mean(found) < 1  # some are messages still, of something else


class Asked:
    """Stands for an object of the student's: what it is asked, the student's process answers."""

    def _handle_of(self): ...

    def __init__(self):
        object.__setattr__(self, "by", [])

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self.by.append(name)
        return self


def asking(name, gives):
    def method(self, *args):
        self.by.append(name)
        return gives

    return method


ANSWERS = dict.fromkeys(ASKED, 1) | {
    "__iter__": iter(()),
    "__float__": 1.0,
    "__complex__": 1j,
    "__array__": np.ones(1),
    "__str__": "1",
    "__repr__": "1",
    "__bool__": True,
    "__reversed__": iter(()),
    "__next__": 1,
}
for name in ASKED:
    if name != "__repr__":  # which a test that fails calls
        setattr(Asked, name, asking(name, ANSWERS[name]))


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_what_comes_is_asked_nothing_before_it_is_known_what_it_is(number):
    """Put into each place of a message, an object of the student's is refused or kept as it is."""
    for count in range(len(list(spots(MESSAGES[number][0])))):
        tree, buffers = copy.deepcopy(MESSAGES[number])
        spot, index = list(spots(tree))[count]
        spot[index] = ["h", 0]
        asked = Asked()
        with contextlib.suppress(CodecError):
            Decoder(list(map(memoryview, buffers)), lambda *_, it=asked: it).decode(tree)
        assert not asked.by, (tree, asked.by)


def spots(tree):
    """Every place in a tree but for tags."""
    return ((part, index) for part in places(tree) for index in range(1, len(part)))


@pytest.mark.parametrize(
    ("tree", "buffers"),
    [
        (["fr", "1e9999999"], []),  # it would take minutes
        (["fr", 0.5, 1], []),
        (["c", "1", 0.0], []),
        (["c", 1, 2], []),
        (["r", True], []),
        (["td", "1", 0, 0], []),
        (["td", 0.5, 0, 0], []),
        (["de", [1]], []),
        (["de", 0.1], []),
        (["pt", 2020], []),
        (["io", ["a", "|u1", [1], 0, 0], 0], [b"a"]),
        (["io", "abc", 1.5], []),
        (["io", "abc", "1"], []),
        (["ma", ["l", 1, 2], ["l", False, True]], []),
        (["ma", ["a", "<f8", [1], 0, 0], False], [bytes(8)]),
        (["ld", 1, ["n", "<f8", 0], ["n", "<f8", 0]], [bytes(8)]),
        (["v", [1], [1, ["a", "<f8", [1], 0, 0]]], [bytes(8)]),
        (["v", [1], ["a", ["n", "<f8", 0]]], [bytes(8)]),
        (["a", ["l", "<f8"], [1], 0, 0], [bytes(8)]),
        (["a", None, [1], 0, 0], [bytes(8)]),
        (["n", None, 0], [bytes(8)]),
        (["a", "<f8", [1], 0, True], [bytes(8), bytes(8)]),
        (["sp", [2, 2], ["l", 1.0], ["l", 0], ["l", 0]], []),
        (["sp", [2, 2], *[["a", "<f8", [1], 0, 0]] * 3], [bytes(8)]),
        (["sp", [2, 2], ["o", [1], 1], *[["a", "<i8", [1], 0, 0]] * 2], [bytes(8)]),
        (["pi", ["range", [None], ["1", "5", "2"]]], []),
        (["pi", ["range", [None], [0.5, 3.5, 1]]], []),
        (["pi", ["multi", [None, None], ["l", ["l", 1, 2], ["l", 3, 4]]]], []),
        (["pi", ["plain", [None], [None, ["l", 1, 2]], None]], []),
        (["ps", ["range", [None], [0, 2, 1]], None, [None, ["d", [0, 1], [1, 2]]]], []),
        (["pi", ["plain", [None], [["l", "i8"], ["a", "<i8", [1], 0, 0]], None]], [bytes(8)]),
        (["D", ["l", "<f8"]], []),
        (["i", ["1", "2"]], []),
        (["R", ["l", "MT19937"]], []),
    ],
)
def test_a_part_of_another_kind_is_a_codec_error(tree, buffers):
    with pytest.raises(CodecError):
        Decoder(list(map(memoryview, buffers)), refuse).decode(tree)


KEY = ["a", "<u4", [624], 0, 0]
TWISTER = [
    "d",
    ["bit_generator", "MT19937"],
    ["state", ["d", ["key", KEY], ["pos", 5]]],
    ["has_gauss", 0],
    ["gauss", 0.0],
]
INDEX = ["a", "<i8", [0], 0, 0]


@pytest.mark.trial
@pytest.mark.parametrize(
    ("tree", "buffers"),
    [
        (["l", *([["sp", [2**27, 1], INDEX, INDEX, INDEX]] * 50)], [b""]),
        (["sp", [2**36, 1], INDEX, INDEX, INDEX], [b""]),
        (["l", *([["a", "<U0", [2**20], 0, 0]] * 500)], [b""]),
        (["v", [2**36], ["x", INDEX]], [b""]),
        (["v", [2**36]], []),
        (["l", *(["nt", f"P{n}", [f"x{n}"], 1] for n in range(600))], []),
        (["l", TWISTER, *([["R", ["@", 1]]] * 600)], [bytes(2500)[:2496]]),
    ],
)
def test_a_message_takes_no_more_memory_than_a_multiple_of_its_length(tree, buffers):
    message = pack(tree, buffers)
    tracemalloc.start()
    try:
        parts, views = unpack(message)
        with pytest.raises(CodecError):
            Decoder(views, refuse).decode(parts)
        assert tracemalloc.get_traced_memory()[1] < 4 * ROOM + 100 * len(message)
    finally:
        tracemalloc.stop()


class Says:
    """The end of a channel at which a student's process says the same whatever it is asked."""

    def __init__(self, message):
        self.message, self.asked = message, 0

    def send(self, message, over):
        self.asked += 1

    def receive(self, over):
        return self.message


CLASS = ["h", 2, "class", "C", None, ["object"], ASKED, [], None, True, None]
OBJECT = ["h", 1, "object", "C", None, CLASS]
SAID = {"value": 5, "changed": None, "printed": ["", ""], "caught": [], "moved": None, "lost": []}


def said(**others):
    return ["ok", *(SAID | others).values()]


def raised(*about):
    return ["error", ["l", *about], *list(SAID.values())[1:]]


def function(*parameters):
    return said(value=["h", 3, "function", "f", None, [*parameters]])


NAMES = ["l", "builtins.ValueError"]
MISSAID = {
    "arguments that are none": said(changed=5),
    "arguments in a tuple": said(changed=["t", ["l", 7], ["d"]]),
    "arguments as a tuple": said(changed=["l", ["t", 7], ["d"]]),
    "arguments by an object": said(changed=["l", OBJECT, ["d"]]),
    "arguments as an object": said(changed=OBJECT),
    "names of arguments by an object": said(changed=["l", ["l", 7], OBJECT]),
    "printed numbers": said(printed=[7, ""]),
    "printed lists": said(printed=[["a"], ""]),
    "a warning of no text": said(caught=[["UserWarning", ["a"]]]),
    "a warning of no kind": said(caught=[[7, "a"]]),
    "lost numbers": said(lost=[7]),
    "lost lists": said(lost=[["a"]]),
    "an argument from behind": said(value=["arg", -1]),
    "an argument by truth": said(value=["arg", False]),
    "an argument of no name": said(value=["arg", "x"]),
    "a function by truth": said(value=["cb", False]),
    "a function from behind": said(value=["cb", -1]),
    "a call from behind": ["back", -1, ["l", ["l"], ["d"]], []],
    "a call by truth": ["back", False, ["l", ["l"], ["d"]], []],
    "a call by an object": ["back", 0, ["l", OBJECT, ["d"]], []],
    "a call with a tuple": ["back", 0, ["l", ["t"], ["d"]], []],
    "a default that is text": function(["x", 1, "abc"]),
    "a list as a default": function(["x", 1, [[1]]]),
    "a parameter of a number": function([7, 1, None]),
    "a class of a text's bases": said(value=[*CLASS[:5], "int", *CLASS[6:]]),
    "a class of a text's methods": said(value=[*CLASS[:6], "__len__", *CLASS[7:]]),
    "an error of numbers": raised(["l", 7], "a", ["l"], None),
    "an error of an object": raised(OBJECT, "a", ["l"], None),
    "an error's words a number": raised(NAMES, 7, ["l"], None),
    "an error's words an object": raised(NAMES, OBJECT, ["l"], None),
    "an error's lines numbers": raised(NAMES, "a", ["l", 7], None),
    "an error in a tuple": ["error", ["t", NAMES, "a", ["l"], None], *list(SAID.values())[1:]],
    "states of an object": said(moved=["l", OBJECT, OBJECT]),
}


@pytest.mark.parametrize("name", MISSAID)
def test_a_reply_of_other_kinds_is_a_bad_value_and_asks_nothing(name):
    channel = Says(pack(MISSAID[name], []))
    link = Link(channel, lambda: None, Meter(Meter.page()))
    link.callbacks.append(len)
    with pytest.raises(BadValue):
        link.request("call", 0, [[7]], {})
    assert channel.asked == 1
    channel.message = pack(said(), [])
    assert link.request("call", 0, [[7]], {}) == 5


@QUICK
@given(st.binary(max_size=200))
def test_a_garbled_frame_is_a_codec_error(data):
    with pytest.raises(CodecError):
        unpack(data + b"!")


def test_a_channel_keeps_its_limits():
    one, two = map(Channel, socket.socketpair())
    with pytest.raises(TimeUp, match="sleep"):
        two.receive(over=lambda: "sleep")
    one.socket.sendall(b"\xff" * 8)
    with pytest.raises(CodecError, match="more than one message"):
        two.receive()
    one.socket.close()
    with pytest.raises(Closed):
        two.receive()


BITS = ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"]


@pytest.mark.parametrize("kind", BITS)
def test_states_are_reachable_by_drawing_and_only_so(kind):
    bits = getattr(np.random, kind)(3)
    rng = np.random.Generator(bits)
    before = through(rng).bit_generator.state
    rng.integers(5, size=7)
    rng.normal(size=1000)
    rng.integers(5, size=1)
    after = through(rng).bit_generator.state
    assert is_reachable(before, before)
    assert is_reachable(before, after)
    assert not is_reachable(after, before)
    assert not is_reachable(before, getattr(np.random, kind)(4).state)
    if "has_uint32" in after:
        assert not is_reachable(before, after | {"has_uint32": 1, "uinteger": 5})
    for name, value in after["state"].items():
        if name == "pos":  # all from 0 to 624 are reached
            continue
        crafted = value * 0
        if name == "state" and kind == "SFC64":
            crafted[3] = value[3]  # which counts
        assert not is_reachable(before, after | {"state": after["state"] | {name: crafted}}), name
    if kind == "Philox":
        assert not is_reachable(before, after | {"buffer": after["buffer"] * 0})


def test_a_normal_number_kept_for_later_was_drawn():
    """NumPy's legacy generator and Python's keep the second of each two normal numbers."""
    legacy, python = np.random.RandomState(3), random.Random(3)
    before = through(legacy).get_state(legacy=False), convert_python_state(python.getstate())
    for drawn in (legacy.normal, lambda: python.gauss(0, 1)):
        for _ in range(1001):
            drawn()
    after = legacy.get_state(legacy=False), convert_python_state(python.getstate())
    for old, new in zip(before, after, strict=True):
        assert new["has_gauss"]
        assert 2000 < count_draws(old, new) < 3000
        for forged in (0.0, 1.0, new["gauss"] * (1 + 1e-6)):
            assert count_draws(old, new | {"gauss": forged}) is None
            assert count_draws(old, old | {"has_gauss": 1, "gauss": forged}) is None
        assert count_draws(new, new) == 0
        assert count_draws(old, new | {"has_gauss": 0}) == count_draws(old, new)
        assert count_draws(new, old) is None


@pytest.mark.parametrize(
    "kept", [1, True, "0.5", [0.5], np.float64(0.5), np.array([[0.5]]), np.ma.masked]
)
def test_a_normal_number_kept_for_later_is_a_number(kept):
    """Python takes anything for one, and gives it to whoever draws next."""
    ours, (version, words, _) = get_global_states()
    for number in (None, 0.5):
        assert validate_states([ours, (version, words, number)])[1][2] == number
    with pytest.raises(ValueError, match="a normal number kept for later that is none"):
        validate_states([ours, (version, words, kept)])


@pytest.mark.parametrize("kind", BITS)
def test_draws_are_counted(kind):
    bits = getattr(np.random, kind)(3)
    before = np.random.Generator(bits).bit_generator.state
    for count in (1, 700, 2000):
        bits.state = before
        bits.random_raw(count)
        assert count_draws(before, bits.state) == count


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    course = assignment.write_course(tmp_path_factory.mktemp("course"), {})
    return Assignment(Course(course), "corpus")


def mutate(draw, tree):
    """Change a notebook's JSON at a few random places."""
    for _ in range(draw(st.integers(1, 4))):
        node, parent, key = tree, None, None
        for _ in range(draw(st.integers(1, 6))):
            if isinstance(node, dict) and node:
                parent, key = node, draw(st.sampled_from(sorted(node)))
            elif isinstance(node, list) and node:
                parent, key = node, draw(st.integers(0, len(node) - 1))
            else:
                break
            node = parent[key]
        if parent is None:
            return draw(plain_json)
        action = draw(st.sampled_from(["replace", "delete", "double"]))
        if action == "replace":
            parent[key] = draw(plain_json)
        elif action == "delete":
            del parent[key]
        elif isinstance(parent, list):
            parent.append(json.loads(json.dumps(node)))
    return tree


plain_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["square", "code", "markdown", "square-check", 3, 4, "\ud800"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_intake_bears_any_notebook(corpus, data):
    """A mutated notebook is read or rejected in words, and can be judged without results."""
    whole = json.loads(assignment.as_bytes(assignment.submission()))
    raw = json.dumps(mutate(data.draw, whole)).encode()
    notebook = corpus.notebooks["corpus"]
    try:
        submitted = build_submitted_program(notebook, raw)
    except Rejected as error:
        words = str(error)
        assert "corpus.ipynb" in words
        return
    tests = [cell.source for cell in submitted.cells if cell.kind == "test"]
    assert tests == [cell.source for cell in notebook.cells if cell.kind == "test"]
    graded = GradedSubmission({"corpus": GradedNotebook({}, {})})
    record = make_record(corpus, "ann", "", Submission(), {"corpus": submitted}, graded, Limits())
    assert record.max_score == 10


MINE = {
    "a cell in words": lambda book: book.cells.append(new_markdown_cell("Because I say so.")),
    "a raw cell": lambda book: book.cells.append(new_raw_cell("Because I say so.")),
    "a cell of code": lambda book: book.cells.append(new_code_cell("# Because I say so.")),
    "the text of the task": lambda book: book.cells[1].update(source="Because I say so."),
}
NOT_MINE = {
    "nothing": lambda book: None,
    "blanks": lambda book: book.cells.append(new_markdown_cell(" \n")),
    "the cell as it was handed out": lambda book: book.cells.append(
        new_markdown_cell("YOUR ANSWER HERE")
    ),
}


@pytest.mark.parametrize("how", [*MINE, *NOT_MINE])
def test_an_answer_in_words_that_was_written_elsewhere_is_left_to_a_person(corpus, how):
    """The cell for it has been deleted, and with it what tells whose answer it is."""
    notebook = corpus.notebooks["corpus"]
    book = assignment.submission({"why": None})
    (MINE | NOT_MINE)[how](book)
    submitted = build_submitted_program(notebook, assignment.as_bytes(book))
    graded = GradedSubmission({"corpus": GradedNotebook({}, {})})
    record = make_record(corpus, "ann", "", Submission(), {"corpus": submitted}, graded, Limits())
    (row,) = (row for row in record.cells if row.id == "why")
    if how in NOT_MINE:
        assert (row.state, row.points, row.manual) == ("empty", 0.0, False)
        return
    assert (row.state, row.points, row.manual) == ("review", None, True)
    assert record.outcome == REVIEW
    (said,) = (words for words in record.why if words.startswith("why: "))
    assert "the cell is missing" in said
    assert find_advice(row.review)
    stands = merge_gradebook(
        record, GradebookEntry({("corpus", "why"): GradebookCell(2.0, by_hand=True)})
    )
    assert next(row.state for row in stands.cells if row.id == "why") == "marked"


@QUICK
@given(st.binary(max_size=300))
def test_intake_bears_any_bytes(corpus, data):
    with pytest.raises(Rejected):
        build_submitted_program(corpus.notebooks["corpus"], data)


def test_what_is_no_plain_file_is_said_to_be_that_and_not_to_be_there(corpus):
    """A folder of the notebook's name, a link, one that cannot be read, and notes beside it."""
    folder = corpus.course.path("submitted", "odd", "corpus")
    (folder / "corpus.ipynb").mkdir(parents=True)
    found = read_submission(corpus, "odd")
    assert found.rejected == {"corpus": "corpus.ipynb is not a plain file"}
    (folder / "corpus.ipynb").rmdir()
    (folder / "corpus.ipynb").symlink_to("other.ipynb")
    (folder / "timestamp.txt").mkdir()
    found = read_submission(corpus, "odd")
    assert found.rejected == {"corpus": "corpus.ipynb is a link; hand in the file itself"}
    assert found.notes == ["file 'timestamp.txt' was left out: timestamp.txt is not a plain file"]
    assert found.timestamp is None
    (folder / "timestamp.txt").rmdir()
    (folder / "timestamp.txt").write_text("yesterday\n")
    (note,) = read_submission(corpus, "odd").notes
    assert note.startswith("file 'timestamp.txt': 'yesterday' is no time such as 2026-12-01")
    assert note.endswith("counts as none: this is not late")
    (folder / "timestamp.txt").write_text("2026-12-01 17:05:00 Europe/Berlin")
    assert read_submission(corpus, "odd").notes == []
    (folder / "other.ipynb").write_bytes(b"")
    (folder / "corpus.ipynb").unlink()
    found = read_submission(corpus, "odd")
    assert found.rejected == {"corpus": "corpus.ipynb is missing; there is other.ipynb"}


def test_a_torn_last_line_of_the_store_does_not_count(tmp_path):
    store = Store(tmp_path / "records.jsonl")
    store.add(SubmissionRecord("ann", "1", "graded"))
    store.add(SubmissionRecord("bob", "2", "graded"))
    with store.path.open("ab") as file:
        file.write(b'{"student": "eve", "key"')
    again = Store(store.path)
    assert sorted(again.latest) == ["ann", "bob"]
    again.add(SubmissionRecord("eve", "3", "graded"))
    assert Store(store.path).current("eve", "3")
    assert Store(store.path).current("ann", "other") is None


def test_a_notebook_is_made_of_its_text_when_that_changes_whatever_files_say_of_time(tmp_path):
    text = tmp_path / "source/one/one.md"
    text.parent.mkdir(parents=True)
    head = (
        "---\njupytext:\n  text_representation:\n    extension: .md\n    format_name: myst\n---\n"
    )
    made = text.with_suffix(".ipynb")
    for words, hours in (("first", 9), ("second", 1), ("second", 12)):
        text.write_text(f"{head}\n{words}\n")
        os.utime(text, (hours * 3600, hours * 3600))
        before = made.read_bytes() if made.exists() else b""
        assert write_notebooks(Course(tmp_path), "one") == [text]
        assert words in made.read_text()
        os.utime(made, (5 * 3600, 5 * 3600))
    assert made.read_bytes() == before
    made.unlink()
    write_notebooks(Course(tmp_path), "one")
    assert "second" in made.read_text()
