"""What crosses as less than it is costs no right answer a point: a person looks where it fails."""

import numpy as np
import pandas as pd
import pytest

from grading_station import answer, check, graded, outcomes, setup, stations
from nbjudge.processes.codec import CodecError, Decoder, Encoder


@pytest.fixture(scope="module")
def station():
    yield from stations("pandas", "collections", "enum", "typing", "functools", "scipy.sparse")


POINT = (
    "from typing import NamedTuple\nclass P(NamedTuple):\n    x: float\n    y: float\n"
    "    def norm(self): return (self.x**2 + self.y**2)**.5"
)
COLOURS = "from enum import IntEnum\nclass C(IntEnum):\n    RED = 1\n    BLUE = 2"
CHAIN = (
    "class N:\n    def __init__(self, v, n): self.v, self.n = v, n\n"
    "def make(xs):\n    r = None\n    for x in reversed(xs): r = N(x, r)\n    return r\n"
    "def total(l):\n    t = 0\n    while l is not None: t, l = t + l.v, l.n\n    return t"
)
PAIRS = (
    "def make(xs):\n    r = None\n    for x in reversed(xs): r = (x, r)\n    return r\n"
    "def total(l):\n    t = 0\n    while l is not None: t, l = t + l[0], l[1]\n    return t"
)
COUNTS = (
    "from collections import defaultdict\ndef count(ws):\n    d = defaultdict(int)\n"
    "    for w in ws: d[w] += 1\n    return d"
)

# name: what the course gives, the solution, another right answer, a test
REFERRED = {
    "a method of a tuple that is passed": (
        POINT,
        "def size(p): return (p.x**2 + p.y**2)**.5",
        "def size(p): return p.norm()",
        "assert size(P(3, 4)) == 5",
    ),
    "the class of a tuple that is passed": (
        "from collections import namedtuple\nP = namedtuple('P', 'x y')",
        "def size(p): return (p.x**2 + p.y**2)**.5",
        "def size(p):\n    if not isinstance(p, P): raise TypeError\n"
        "    return (p.x**2 + p.y**2)**.5",
        "assert size(P(3, 4)) == 5",
    ),
    "a tuple with a method, in a list": (
        POINT,
        "def size(ps): return [(p.x**2 + p.y**2)**.5 for p in ps]",
        "def size(ps): return [p.norm() for p in ps]",
        "assert size([P(3, 4)]) == [5]",
    ),
    "a tuple with a method, that the answer makes": (
        "class T(tuple):\n    def norm(self): return (self[0]**2 + self[1]**2)**.5",
        "class Q:\n    def __init__(self, x, y): self.x, self.y = x, y\n"
        "    def norm(self): return (self.x**2 + self.y**2)**.5\ndef f(): return Q(3, 4)",
        "def f(): return T((3, 4))",
        "assert f().norm() == 5",
    ),
    "a tuple with a method, bound by the answer": (
        POINT,
        "class Q:\n    def norm(self): return 5\np = Q()",
        "p = P(3, 4)",
        "assert p.norm() == 5",
    ),
    "a member that is also a number, by its name": (
        COLOURS,
        "def say(c): return {1: 'RED', 2: 'BLUE'}[c]",
        "def say(c): return c.name",
        "assert say(C.RED) == 'RED'",
    ),
    "a member that is also a number, itself": (
        COLOURS,
        "def red(c): return c == C.RED",
        "def red(c): return c is C.RED",
        "assert red(C.RED) and not red(C.BLUE)",
    ),
    "a method of a list": (
        "class M(list):\n    def row(self, i): return self[i]",
        "def first(m): return m[0]",
        "def first(m): return m.row(0)",
        "assert first(M([[1, 2], [3, 4]])) == [1, 2]",
    ),
    "a method of a text": (
        "class S(str):\n    def shout(self): return self.upper()",
        "def up(s): return str.upper(s)",
        "def up(s): return s.shout()",
        "assert up(S('a')) == 'A'",
    ),
    "a class of a test's": (
        "",
        "def size(kind): return 3",
        "def size(kind): return kind.size",
        "class C:\n    size = 3\nassert size(C) == 3",
    ),
    "a value with a method that is passed on to a test's function": (
        "class S(str):\n    def shout(self): return self.upper()",
        "class T:\n    def shout(self): return 'A'\ndef go(f): return f(T())",
        "def go(f): return f(S('a'))",
        "assert go(lambda s: s.shout()) == 'A'",
    ),
    "a value that a test's function gives": (
        "class S(str):\n    def shout(self): return self.upper()",
        "def go(f): return f().upper()",
        "def go(f): return f().shout()",
        "assert go(lambda: S('a')) == 'A'",
    ),
    "a setup cell's, kept": (
        POINT,
        "class Q:\n    def norm(self): return 5\ndef f(): return Q()",
        "def f(): return P(3, 4)",
        "assert p.norm() == 5",
    ),
    "pairs in pairs": ("", CHAIN, PAIRS, "assert total(make(range(300))) == 44850"),
    "records": (
        "import numpy as np",
        "class R:\n    x = 1\ndef f(): return R()",
        "def f(): return np.rec.array([(1,)], dtype=[('x', int)])",
        "assert f().x == 1",
    ),
    "a sparse matrix": (
        "import numpy as np\nfrom scipy import sparse",
        "def f(): return np.matrix([[1, 2], [3, 4]])",
        "def f(): return sparse.csr_matrix([[1, 2], [3, 4]])",
        "assert (f() * f())[0, 0] == 7",
    ),
}


def cells_of(given, solution, handed_in, test):
    """Return the cells of a program; where the test reads p, a setup cell binds it."""
    kept = [setup("p = f()")] if "p.norm" in test and "p =" not in solution else []
    return [setup(given), answer(handed_in, solution), *kept, check(test)]


@pytest.mark.trial
@pytest.mark.parametrize("name", REFERRED)
def test_what_crosses_as_less_costs_no_right_answer_a_point(station, name):
    given, solution, handed_in, test = REFERRED[name]
    (result,) = graded(station, *cells_of(given, solution, handed_in, test))
    assert result.outcome == "review"
    assert "less than it is" in result.message
    assert outcomes(station, *cells_of(given, solution, solution, test)) == ["passed"]


ORDINARY = (
    "assert set(f()) == {'a', 'b'} and len(f()) == 2",
    "assert sorted(f().items()) == [('a', 1), ('b', 2)]",
    "assert list(f().values()) == [1, 2]",
    "assert dict(f()) == {'a': 1, 'b': 2}",
    "r = f()\nassert max(r, key=r.get) == 'b' and 'a' in r and r['a'] == 1",
)
ALIKE = {
    "OrderedDict": "OrderedDict(a=1, b=2)",
    "OrderedDict that was turned": "turned(OrderedDict(b=2, a=1))",
    "Counter": "Counter(abb=1, a=1, b=2) - Counter(abb=1)",
    "defaultdict": "defaultdict(int, a=1, b=2)",
    "defaultdict of one's own": "defaultdict(lambda: 3, a=1, b=2)",
    "ChainMap": "ChainMap({'a': 1}, {'b': 2}).new_child()",
    "UserDict": "UserDict(a=1, b=2)",
    "MappingProxyType": "MappingProxyType({'a': 1, 'b': 2})",
}
LIKE_A_DICTIONARY = setup(
    "from collections import *\nfrom types import MappingProxyType\n"
    "def turned(d):\n    d.move_to_end('b')\n    return d"
)


@pytest.mark.trial
@pytest.mark.parametrize("name", ALIKE)
def test_what_is_like_a_dictionary_earns_what_one_does(station, name):
    """It arrives as it is, or answers what it is asked; of its order, ``ChainMap`` has another."""
    tests = [test for test in ORDINARY if name != "ChainMap" or "list" not in test]
    right = answer(f"def f(): return {ALIKE[name]}", "def f(): return {'a': 1, 'b': 2}")
    cells = [LIKE_A_DICTIONARY, right]
    assert outcomes(station, *cells, *map(check, tests)) == ["passed"] * len(tests)


def test_an_ordered_dictionary_earns_what_a_plain_one_does(station):
    given = setup("from collections import OrderedDict")
    right = answer("def f(): return OrderedDict(a=1, b=2)", "def f(): return {'a': 1, 'b': 2}")
    assert outcomes(station, given, right, *map(check, ORDINARY)) == ["passed"] * len(ORDINARY)


@pytest.mark.trial
def test_a_default_that_is_no_number_is_left_to_a_person(station):
    """The checker makes it, by a class of NumPy's."""
    given = setup("import numpy as np\nfrom collections import defaultdict")
    day = "np.datetime64('2020-01-01')"
    test = check(f"if abs(f()['a'] - {day}) > np.timedelta64(1, 'D'): raise AssertionError")
    for handed_in, outcome in [
        ("defaultdict(np.datetime64)", "review"),
        ("defaultdict(lambda: np.datetime64('NaT'))", "review"),
        (f"defaultdict(np.int64, a={day})", "passed"),
        ("defaultdict(np.datetime64, a=np.datetime64('2021-01-01'))", "failed"),
    ]:
        cells = [given, answer(f"def f(): return {handed_in}", f"def f(): return {{'a': {day}}}")]
        assert outcomes(station, *cells, test) == [outcome], handed_in


PASSED_ON = {
    "ChainMap": "ChainMap({'a': 1})",
    "UserDict": "UserDict(a=1)",
    "UserList": "UserList('a')",
    "MappingProxyType": "MappingProxyType({'a': 1})",
    "odict_keys": "OrderedDict(a=1).keys()",
}


@pytest.mark.trial
@pytest.mark.parametrize("name", PASSED_ON)
def test_what_is_like_a_container_and_cannot_cross_is_left_to_a_person(station, name):
    test = check(f"assert f({PASSED_ON[name]}) == ['a']")
    for handed_in in ("def f(x): return list(x)", "def f(x): return [k for k in x]"):
        cells = [LIKE_A_DICTIONARY, answer(handed_in, "def f(x): return list(x)"), test]
        assert outcomes(station, *cells) == ["review"]


CHANGES = {
    "a deque": ("d = deque([1])", "d.append([3])", "list(d) == [1, [3]] and d.maxlen is None"),
    "a deque of limited length": ("d = deque([1, 2], maxlen=2)", "d.append(3)", "[*d] == [2, 3]"),
    "an order": ("d = OrderedDict(a=1, b=2)", "d.move_to_end('a')", "[*d] == ['b', 'a']"),
    "counts": ("d = Counter('ab')", "d['b'] += 2", "d.most_common(1) == [('b', 3)]"),
    "defaults": ("d = defaultdict(lambda: 5)", "d['x'] += 1", "d == {'x': 6} and d['y'] == 5"),
}


@pytest.mark.trial
@pytest.mark.parametrize("name", CHANGES)
def test_what_an_answer_changes_in_a_container_is_changed(station, name):
    given, change, expected = CHANGES[name]
    test = check(f"{given}\nf(d)\nassert {expected}\n{given}\nf(d)\nassert {expected}")
    right = f"def f(d): {change}"
    imports = setup("from collections import *")
    assert outcomes(station, imports, answer(right, right), test) == ["passed"]
    wrong = answer("def f(d): d.copy().clear()", right)
    assert outcomes(station, imports, wrong, test) == ["failed"]


BY_IDENTITY = "def f(values, how):\n    if how is 'mean': return 1\n    return 2"


@pytest.mark.parametrize(
    "handed_in",
    [BY_IDENTITY, "def f(values, how): return 2 if how is not 'mean' else 1"],
    ids=["is", "is not"],
)
def test_an_answer_that_asks_whether_two_constants_are_one_earns_what_it_does_elsewhere(
    station, handed_in
):
    tests = (
        "assert f([1], 'mean') == 1 and f([1], how='mean') == 1 and f([1], 'sum') == 2",
        "for how, want in {'mean': 1, 'sum': 2}.items(): assert f([], how) == want",
    )
    solution = "def f(values, how): return 1 if how == 'mean' else 2"
    assert outcomes(station, answer(handed_in, solution), *map(check, tests)) == ["passed"] * 2


SPIES = {  # the test, and an answer that the test forbids
    "str": (
        "class S(str):\n    def __eq__(self, other): raise AssertionError('compared')\n"
        "    __hash__ = str.__hash__\nassert f(S('a'), S('a'))",
        "def f(a, b): return a == b",
    ),
    "a list that is not to be sorted": (
        "class S(list):\n    def sort(self, **how): raise AssertionError('sorted')\n"
        "x = S([2, 1])\nassert f(x, 0) == [1, 2]",
        "def f(x, _):\n    x = x[:]\n    x.sort()\n    return x",
    ),
    "a list without a length": (
        "class S(list):\n    __len__ = None\nassert f(S([2, 1]), 0) == 2",
        "def f(x, _): return len(x)",
    ),
    "a dict": (
        "class S(dict):\n    def __getitem__(self, key): raise AssertionError('looked up')\n"
        "assert f(S(a=1), 'a') == 1",
        "def f(x, key): return x[key]",
    ),
    "a dict that makes what is missing": (
        "class S(dict):\n    def __missing__(self, key): raise AssertionError('looked up')\n"
        "assert f(S(), 'a') is None",
        "def f(x, key):\n    try: return x[key]\n    except KeyError: return None",
    ),
    "by another class": (
        "class Spy:\n    def __iter__(self): raise AssertionError('gone through')\n"
        "class S(Spy, set): pass\nassert f([S([1])], 0) == 1",
        "def f(x, _): return len([*x[0]])",
    ),
    "an object that is put in its place": (
        "from unittest.mock import Mock\n"
        "class S(tuple): index = Mock(side_effect=AssertionError)\nassert f(S([1]), 1) == 0",
        "def f(x, v): return x.index(v)",
    ),
    "an array": (
        "class S(np.ndarray):\n    def sum(self, *how): raise AssertionError('summed')\n"
        "assert f(np.ones(2).view(S), 0) == 2",
        "def f(x, _): return x.sum()",
    ),
    "a number of NumPy's": (
        "class S(np.int64):\n    def __add__(self, other): raise AssertionError('added')\n"
        "assert f(S(1), 1) == 2",
        "def f(x, y): return x + y",
    ),
    "a number": (
        "class S(int):\n    def __str__(self): raise AssertionError('as text')\n"
        "assert f(S(12), 0) == 3",
        "def f(x, _): return sum(map(int, str(x)))",
    ),
    "an ordered dictionary": (
        "from collections import OrderedDict\nclass S(OrderedDict):\n"
        "    def keys(self): raise AssertionError('its keys')\nassert f(S(a=1), 0) == ['a']",
        "def f(x, _): return list(x.keys())",
    ),
    "handed to a test's function": (
        "class S(str):\n    def upper(self): raise AssertionError('upper')\n"
        "assert f(lambda: S('a'), 0) == 'A'",
        "def f(give, _): return give().upper()",
    ),
}


@pytest.mark.parametrize(
    "name", [n if n == "str" else pytest.param(n, marks=pytest.mark.trial) for n in SPIES]
)
def test_a_spy_that_crossed_as_plain_data_is_no_witness(station, name):
    test, forbidden = SPIES[name]
    cells = [setup("import numpy as np"), answer(forbidden, "def f(a, b): return 0"), check(test)]
    (result,) = graded(station, *cells)
    assert result.outcome == "review"
    assert "with methods of its own crossed as less than it is" in result.message


@pytest.mark.trial
def test_a_spy_of_a_setup_cells_is_none_in_the_tests_of_what_that_made(station):
    cells = [
        setup("class S(list):\n    def sort(self): raise AssertionError\nspy = S([2, 1])"),
        answer("def f(x):\n    x.sort()\n    return x\ng = abs", "f = sorted\ng = abs"),
        setup("out = f(spy)"),
        check("assert out == [1, 2]"),
        check("assert g(-1) == 1"),
    ]
    found = graded(station, *cells)
    assert [result.outcome for result in found] == ["review", "passed"]


ORDINARY_CLASSES = {
    "a named tuple": "from collections import namedtuple\nP = namedtuple('P', 'x y')\n"
    "assert f(P(1, 2)) == 3",
    "one with a method and a default": "from typing import NamedTuple\nclass P(NamedTuple):\n"
    "    x: int\n    y: int = 2\n    def norm(self): return 0\nassert f(P(1)) == 3",
    "members that are numbers": "from enum import IntEnum\nclass C(IntEnum):\n    A = 1\n"
    "    B = 2\nassert f([C.A, C.B]) == 3",
    "a class that adds nothing": "class L(list):\n    'of numbers'\n    unit = 'm'\n"
    "    def __init__(self, *items): super().__init__(items)\nassert f(L(1, 2)) == 3",
    "numbers of NumPy's": "assert f([np.float64(1), np.int64(2)]) == 3 and f(np.ones(3)) == 3",
}


@pytest.mark.trial
@pytest.mark.parametrize("name", ORDINARY_CLASSES)
def test_what_does_nothing_of_its_own_is_passed_as_before(station, name):
    right = answer("def f(xs): return sum(xs)", "def f(xs): return sum(xs)")
    test = check(ORDINARY_CLASSES[name])
    assert outcomes(station, setup("import numpy as np"), right, test) == ["passed"]


@pytest.mark.trial
def test_what_an_answer_gives_as_a_class_of_its_own_is_believed_where_the_solution_does_so(station):
    own = "class L(list):\n    def __len__(self): return 7\n"
    test = check("assert f() == [1]")
    for handed_in, solution, outcome in [
        (f"{own}def f(): return L([1])", "def f(): return [1]", "review"),
        (f"{own}def f(): return L([1])", f"{own}def f(): return L([1])", "passed"),
        ("class L(list): pass\ndef f(): return L([1])", "def f(): return [1]", "passed"),
    ]:
        assert outcomes(station, answer(handed_in, solution), test) == [outcome]


HOLDS = (
    "class B:\n    def __init__(self, xs): self.xs = list(xs)\n"
    "    def __contains__(self, x): return x in self.xs\n"
)
ITEMS = "    def __getitem__(self, k): return {1: 1, 2: 2}[k]\n"
LISTS = (
    "class B:\n    def __init__(self, xs): self.xs = list(xs)\n"
    "    def __iter__(self): return iter(self.xs)\n"
)


@pytest.mark.parametrize("handed_in", [HOLDS, HOLDS + ITEMS])
@pytest.mark.parametrize("solution", [LISTS, "class B(set): pass"])
def test_what_says_itself_what_is_in_it_is_heard_where_the_solution_says_it_too(
    station, handed_in, solution
):
    test = check("b = B([1, 2])\nassert 1 in b and 3 not in b")
    assert outcomes(station, answer(handed_in, solution), test) == ["review"]
    assert outcomes(station, answer(handed_in, HOLDS), test) == ["passed"]
    assert outcomes(station, answer(HOLDS.replace("x in", "x not in"), HOLDS), test) == ["failed"]
    both = f"{LISTS}    def __contains__(self, x): return x in self.xs"
    for right in (solution, both):
        assert outcomes(station, answer(right, solution), test) == ["passed"]


def test_a_function_that_remembers_its_results_is_a_function(station):
    plain = "def fib(n):\n    'the n-th'\n    return n if n < 2 else fib(n - 1) + fib(n - 2)"
    tests = (
        "import inspect\nassert list(inspect.signature(fib).parameters) == ['n']",
        "assert fib.__name__ == 'fib' and fib.__doc__ == 'the n-th'",
        "assert fib(10) == 55 and callable(fib)",
    )
    for kept in ("@lru_cache(None)\n", "@cache\n", ""):
        handed_in = f"from functools import cache, lru_cache\n{kept}{plain}"
        assert outcomes(station, answer(handed_in, plain), *map(check, tests)) == ["passed"] * 3


@pytest.mark.parametrize(
    ("handed_in", "right", "test"),
    [
        ("x", "[9]", "assert f(3) == [9]"),
        ("x", "x + 1", "assert f(np.ones(2)).sum() == 4"),
        ("np.float64(2)", "3.0", "assert f({'a': [1]}) == 3"),
        ("float('nan'), b'', {2: (1,)}", "3.0", "assert f(pd.DataFrame({'a': [1]})) == 3"),
        ("1 / 0", "3.0", "assert f(Counter('aab')) == 3"),
        ("d['k']", "3.0", "assert f(np.ma.ones(3)) == 3"),
        ("np.matrix([[1]])", "3.0", "assert f(pd.Timestamp('2020-01-01')) == 3"),
        ("True", "3.0", "assert f(pd.Series(['a'], dtype='category')) == 3"),
    ],
)
def test_a_wrong_answer_of_which_all_crosses_fails(station, handed_in, right, test):
    given = setup("import numpy as np, pandas as pd\nfrom collections import Counter")
    wrong = f"d = {{}}\ndef f(x): return {handed_in}"
    cells = [given, answer(wrong, f"def f(x): return {right}"), check(test)]
    assert outcomes(station, *cells) == ["failed"]


TABLE = (
    "import pandas as pd\n"
    "d = pd.DataFrame({'l': pd.Categorical(['high', 'low'], ['low', 'mid', 'high'], ordered=True)})"
)
DAYS = "import pandas as pd\ns = pd.Series([1., 2., 3.], pd.date_range('2020-01-01', periods=3))"
WHOLE = {
    "codes": (
        TABLE,
        "def f(d): return [2, 0]",
        "def f(d): return d.l.cat.codes.tolist()",
        "assert f(d) == [2, 0]",
    ),
    "order": (
        TABLE,
        "def f(d): return 'high'",
        "def f(d): return d.l.max()",
        "assert f(d) == 'high'",
    ),
    "those that are not there": (
        TABLE,
        "def f(d): return [1, 0, 1]",
        "def f(d): return d.l.value_counts(sort=False).tolist()",
        "assert f(d) == [1, 0, 1]",
    ),
    "of an index": (
        TABLE,
        "def f(i): return ['low', 'high']",
        "def f(i): return sorted(i, key=i.categories.get_loc)",
        "assert f(d.set_index('l').index) == ['low', 'high']",
    ),
    "what is missing": (
        "",
        "from collections import Counter\ndef count(ws): return Counter(ws)",
        COUNTS,
        "assert count('aab')['a'] == 2 and count('aab')['z'] == 0",
    ),
    "a length that is limited": (
        "from collections import deque",
        "def push(d): return [*d, 3][1:]",
        "def push(d):\n    d.append(3)\n    return list(d)",
        "assert push(deque([1, 2], maxlen=2)) == [2, 3]",
    ),
    "returned": (
        TABLE,
        "def f(d): return 'high'",
        "def f(d): return d.l.iloc[:2]",
        "v = f(d)\nassert v == 'high' if isinstance(v, str) else v.max() == 'high'",
    ),
    "days": (DAYS, "def f(s): return 1", "def f(s): return s.index.freq.n", "assert f(s) == 1"),
    "days returned": (
        DAYS,
        "def f(s): return s",
        "def f(s): return s.shift(1, freq='D').shift(-1, freq='D')",
        "assert f(s).index.freqstr == 'D' and f(s).index.equals(s.index)",
    ),
}


@pytest.mark.trial
@pytest.mark.parametrize("name", WHOLE)
def test_what_crosses_whole_earns_what_it_does_elsewhere(station, name):
    given, solution, handed_in, test = WHOLE[name]
    for source in (solution, handed_in):
        cells = [setup(given), answer(source, solution), check(test)]
        assert outcomes(station, *cells) == ["passed"]


def refuse(value, encoder=None):
    """Refuse all that is not data."""
    raise CodecError(type(value).__name__)


TABLES = {
    "ordered": pd.Series(pd.Categorical(["b", "a", None], ["c", "b", "a"], ordered=True)),
    "of numbers": pd.Series(pd.Categorical([1, 2], [2, 1, 3])),
    "of nothing": pd.Series(pd.Categorical([], [])),
    "of pieces": pd.Series(pd.Categorical([1.5], [1.5])).to_frame("a"),
    "an index": pd.CategoricalIndex(["b"], ["b", "a"], name="n"),
    "months": pd.date_range("2020-01-01", periods=3, freq="MS", name="m"),
    "with a place": pd.date_range("2020-01-01", periods=3, freq="D", tz="UTC"),
    "spans": pd.timedelta_range(0, periods=3, freq="2h"),
    "no step": pd.DatetimeIndex(["2020-01-01", "2020-01-05"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_comes_back_with_its_categories_and_its_step(name):
    value = TABLES[name]
    encoder = Encoder(refuse)
    tree = encoder.encode(value)
    again = Decoder(encoder.buffers, refuse).decode(tree)
    assert not encoder.lost
    same = {pd.Series: pd.testing.assert_series_equal, pd.DataFrame: pd.testing.assert_frame_equal}
    same.get(type(value), pd.testing.assert_index_equal)(value, again)
    assert getattr(again, "freq", None) == getattr(value, "freq", None)


@pytest.mark.parametrize(
    ("codes", "categories", "ordered"),
    [
        ([5], ["a"], False),
        ([-2], ["a"], False),
        ([0.5], ["a"], False),
        ([0], ["a", "a"], False),
        ([0], ["a"], "yes"),
        ([[0]], ["a"], False),
    ],
)
def test_no_categories_are_made_that_do_not_fit(codes, categories, ordered):
    encoder = Encoder(refuse)
    column = [
        "category",
        encoder.encode(np.array(codes)),
        ["plain", [None], [None, encoder.encode(np.array(categories))]],
        ordered,
    ]
    tree = ["ps", ["range", [None], [0, len(codes), 1]], None, column]
    with pytest.raises(CodecError):
        Decoder(encoder.buffers, refuse).decode(tree)


@pytest.mark.parametrize("step", ["2D", "no", 3, "D" * 1000, ["D"]])
def test_no_step_is_taken_that_is_not_the_indexs(step):
    encoder = Encoder(refuse)
    tree = encoder.encode(pd.date_range("2020-01-01", periods=3))
    tree[1][3] = step
    with pytest.raises(CodecError):
        Decoder(encoder.buffers, refuse).decode(tree)
