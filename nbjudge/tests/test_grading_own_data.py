"""Whatever a test does to its own data after an answer changed them, everybody is graded.

A fuzz of tests, beside those of answers: each kind of data, by each way in which a test may leave
it so that nothing can be put back into it, or read from it.
"""

import pytest

from grading_station import answer, check, graded, outcomes, setup, stations

BOX = (
    "class Box:\n"
    "    def __init__(self): self.held = [1]\n"
    "    def close(self): self.held = open('/dev/null')\n"
)


@pytest.fixture(scope="module")
def station():
    yield from stations("pandas", "io", "tempfile", "collections", files={"box.py": BOX.encode()})


IMPORTS = "import collections, io, tempfile, weakref\nimport numpy as np\nimport pandas as pd"
FILE = ["d.close()", "_ = d.seek(0)", "_ = d.seek(0), d.truncate()", "_ = d.write(d.getvalue())"]
SIZED = ["d.clear()", "d *= 3", "seen = iter(d)\nfor _ in seen: pass"]
ARRAY = [
    "d.setflags(write=False)", "d.shape = (3, 1)", "d.dtype = 'i8'", "d = np.resize(d, 7)",
    "d.fill(9)", "held = memoryview(d)", "d = d.tolist()", "d.sort()",
]  # fmt: skip
TABLE = ["d.drop(index=0, inplace=True)", "d = d.copy()", "d.index = [4, 5]"]
ANY = ["", "del d", "d = None", "kept = [d]; del d", "gone = weakref.proxy(collections.Counter())"]

# name: what it is, what the answer does to it, by what the test sees that, what the test does then,
# and what the right answer gets for that
KINDS = {
    "text in memory": (
        "io.StringIO()", "d.write('abc')", "d.getvalue() == 'abc'", FILE, "passed"
    ),
    "bytes in memory": (
        "io.BytesIO()", "d.write(b'abc')", "d.getvalue() == b'abc'",
        [*FILE, "held = d.getbuffer()"], "passed",
    ),
    "list": ("[3]", "d.append(1)", "d == [3, 1]", [*SIZED, "d[:] = range(99)"], "passed"),
    "list of files": (
        "[io.StringIO()]", "d[0].write('abc')", "d[0].getvalue() == 'abc'",
        ["d[0].close()", "d.pop().close()", "d[0] = weakref.proxy(io.StringIO())"], "passed",
    ),
    "dict": (
        "{'a': 3}", "d['b'] = [1]", "d == {'a': 3, 'b': [1]}",
        ["d.clear()", "d['c'] = d", "for _ in d.items(): pass", "d.popitem()"], "passed",
    ),
    "set": ("{3}", "d.add(1)", "d == {1, 3}", ["d.clear()", "d.pop()", "d |= {7}"], "passed"),
    "bytearray": (
        "bytearray(b'a')", "d.extend(b'b')", "d == b'ab'", [*SIZED, "held = memoryview(d)"],
        "passed",
    ),
    "deque": ("collections.deque([3])", "d.append(1)", "list(d) == [3, 1]", SIZED, "review"),
    "array": (
        "np.zeros(3)", "d[0] = 1", "d[0] == 1", [*ARRAY, "d.resize(7, refcheck=False)"], "passed"
    ),
    "view": ("np.zeros(5)[1:4]", "d[0] = 1", "d.base[1] == 1", ARRAY, "passed"),
    "view of what is frozen": (
        "np.zeros(5)[1:4]", "d[0] = 1", "d.base[1] == 1",
        ["d.base.setflags(write=False); d.setflags(write=False)"], "passed",
    ),
    "table": (
        "pd.DataFrame({'a': [1, 2]})", "d.loc[0, 'a'] = 5", "d['a'][0] == 5", TABLE, "review"
    ),
    "column": ("pd.Series([1, 2])", "d.loc[0] = 5", "d[0] == 5", TABLE, "review"),
    "generator": (
        "np.random.default_rng(1)", "d.random()", "d.random() > 0.9",
        ["d.bit_generator.state = np.random.default_rng(2).bit_generator.state"], "passed",
    ),
    "iterator": ("iter([1, 2, 3])", "next(d)", "next(d) == 2", ["list(d)"], "review"),
    "file on the disk": (
        "tempfile.TemporaryFile('w+')", "d.write('abc')", "d.tell() == 3",
        ["d.close()", "_ = d.seek(0)", "_ = d.truncate(0)"], "review",
    ),
    "object of the course's": (
        "Box()", "d.held.append(2)", "d.held == [1, 2]",
        ["d.close()", "del d.held", "d.other = put", "d.__dict__.clear()", "d.__class__ = Other"],
        "passed",
    ),
}  # fmt: skip
OTHER = "from box import Box\nclass Other: pass"


def programs(name, handed_in):
    """For each way a test of new data and one of a setup cell's, and another test after each."""
    make, write, seen, ways, _ = KINDS[name]
    solution = f"def put(d):\n    {write}\ndef f(x): return 2 * x"
    handed_in = f"def put(d):\n    {handed_in or write}\ndef f(x): return 2 * x"
    cells = [setup(IMPORTS), setup(OTHER), answer(handed_in, solution)]
    for way in [*ways, *ANY]:
        then = f"put(d)\nassert {seen}\n{way}"
        cells += [check(f"d = {make}\n{then}"), setup(f"d = {make}"), check(then)]
        cells += [check("assert f(2) == 4")]
    return cells


@pytest.mark.parametrize("name", KINDS)
def test_whatever_a_test_does_to_its_data_the_right_answer_is_graded(station, name):
    cells = programs(name, None)
    tests = [cell.source for cell in cells if cell.kind == "test"]
    may = {"passed", KINDS[name][-1]}
    for test, result in zip(tests, graded(station, *cells), strict=True):
        assert result.outcome in ({"passed"} if "f(2)" in test else may), (test, result.message)


@pytest.mark.trial
@pytest.mark.parametrize("name", KINDS)
def test_whatever_a_test_does_to_its_data_the_wrong_answer_fails(station, name):
    cells = programs(name, "pass")
    tests = [cell.source for cell in cells if cell.kind == "test"]
    may = {"failed"} if KINDS[name][-1] == "passed" else {"failed", "review"}
    for test, outcome in zip(tests, outcomes(station, *cells), strict=True):
        assert outcome in ({"passed"} if "f(2)" in test else may), test


SPOILT = "def f(x):\n    x[:] = 0\n    return 5\ndef g(): return np.zeros(3)"
HONEST = "def f(x): return 5\ndef g(): return np.arange(3.0)"


@pytest.mark.parametrize(
    ("then", "spoilt"),
    [
        ("DATA.setflags(write=False)", "failed"),
        ("DATA.shape = (3, 1)", "failed"),
        ("DATA.resize(5, refcheck=False)", "review"),  # it cannot be put back
        ("DATA.dtype = 'i8'", "failed"),
        ("pass", "failed"),
    ],
)
def test_an_answer_gains_nothing_by_data_that_a_test_keeps_from_being_put_back(
    station, then, spoilt
):
    def found(handed_in):
        cells = [setup(f"{IMPORTS}\nDATA = np.arange(3.0)"), answer(handed_in, HONEST)]
        reads = "assert (DATA.view(float).ravel()[:3] == g()).all()"
        return outcomes(station, *cells, check(f"assert f(DATA) == 5\n{then}"), check(reads))

    assert found(HONEST) == ["passed", "passed"]
    assert found(SPOILT) == ["passed", spoilt]
