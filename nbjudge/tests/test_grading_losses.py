"""What crosses as less than it is costs no right answer a point: a person looks where it fails."""

import numpy as np
import pandas as pd
import pytest

from grading_station import answer, check, graded, outcomes, setup, stations
from nbjudge.inside.codec import CodecError, Decoder, Encoder


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
        POINT, "def size(p): return (p.x**2 + p.y**2)**.5", "def size(p): return p.norm()",
        "assert size(P(3, 4)) == 5",
    ),
    "the class of a tuple that is passed": (
        "from collections import namedtuple\nP = namedtuple('P', 'x y')",
        "def size(p): return (p.x**2 + p.y**2)**.5",
        "def size(p):\n    if not isinstance(p, P): raise TypeError\n"
        "    return (p.x**2 + p.y**2)**.5", "assert size(P(3, 4)) == 5",
    ),
    "a tuple with a method, in a list": (
        POINT, "def size(ps): return [(p.x**2 + p.y**2)**.5 for p in ps]",
        "def size(ps): return [p.norm() for p in ps]", "assert size([P(3, 4)]) == [5]",
    ),
    "a tuple with a method, that the answer makes": (
        "class T(tuple):\n    def norm(self): return (self[0]**2 + self[1]**2)**.5",
        "class Q:\n    def __init__(self, x, y): self.x, self.y = x, y\n"
        "    def norm(self): return (self.x**2 + self.y**2)**.5\ndef f(): return Q(3, 4)",
        "def f(): return T((3, 4))", "assert f().norm() == 5",
    ),
    "a tuple with a method, bound by the answer": (
        POINT, "class Q:\n    def norm(self): return 5\np = Q()", "p = P(3, 4)",
        "assert p.norm() == 5",
    ),
    "a member that is also a number, by its name": (
        COLOURS, "def say(c): return {1: 'RED', 2: 'BLUE'}[c]", "def say(c): return c.name",
        "assert say(C.RED) == 'RED'",
    ),
    "a member that is also a number, itself": (
        COLOURS, "def red(c): return c == C.RED", "def red(c): return c is C.RED",
        "assert red(C.RED) and not red(C.BLUE)",
    ),
    "a method of a list": (
        "class M(list):\n    def row(self, i): return self[i]", "def first(m): return m[0]",
        "def first(m): return m.row(0)", "assert first(M([[1, 2], [3, 4]])) == [1, 2]",
    ),
    "a method of a text": (
        "class S(str):\n    def shout(self): return self.upper()",
        "def up(s): return str.upper(s)", "def up(s): return s.shout()",
        "assert up(S('a')) == 'A'",
    ),
    "a dictionary that makes what is missing": (
        "", "from collections import Counter\ndef count(ws): return Counter(ws)", COUNTS,
        "assert count('aab')['a'] == 2 and count('aab')['z'] == 0",
    ),
    "a length that is limited": (
        "from collections import deque", "def push(d): return [*d, 3][1:]",
        "def push(d):\n    d.append(3)\n    return list(d)",
        "assert push(deque([1, 2], maxlen=2)) == [2, 3]",
    ),
    "a value with a method that is passed on to a test's function": (
        "class S(str):\n    def shout(self): return self.upper()",
        "class T:\n    def shout(self): return 'A'\ndef go(f): return f(T())",
        "def go(f): return f(S('a'))", "assert go(lambda s: s.shout()) == 'A'",
    ),
    "a value that a test's function gives": (
        "class S(str):\n    def shout(self): return self.upper()",
        "def go(f): return f().upper()", "def go(f): return f().shout()",
        "assert go(lambda: S('a')) == 'A'",
    ),
    "a setup cell's, kept": (
        POINT, "class Q:\n    def norm(self): return 5\ndef f(): return Q()",
        "def f(): return P(3, 4)", "assert p.norm() == 5",
    ),
    "pairs in pairs": ("", CHAIN, PAIRS, "assert total(make(range(300))) == 44850"),
    "records": (
        "import numpy as np", "class R:\n    x = 1\ndef f(): return R()",
        "def f(): return np.rec.array([(1,)], dtype=[('x', int)])", "assert f().x == 1",
    ),
    "a sparse matrix": (
        "import numpy as np\nfrom scipy import sparse",
        "def f(): return np.matrix([[1, 2], [3, 4]])",
        "def f(): return sparse.csr_matrix([[1, 2], [3, 4]])", "assert (f() * f())[0, 0] == 7",
    ),
}  # fmt: skip


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
    "codes": (TABLE, "def f(d): return [2, 0]", "def f(d): return d.l.cat.codes.tolist()",
              "assert f(d) == [2, 0]"),
    "order": (TABLE, "def f(d): return 'high'", "def f(d): return d.l.max()",
              "assert f(d) == 'high'"),
    "those that are not there": (
        TABLE, "def f(d): return [1, 0, 1]",
        "def f(d): return d.l.value_counts(sort=False).tolist()", "assert f(d) == [1, 0, 1]",
    ),
    "of an index": (
        TABLE, "def f(i): return ['low', 'high']", "def f(i): return sorted(i, key=i.categories"
        ".get_loc)", "assert f(d.set_index('l').index) == ['low', 'high']",
    ),
    "returned": (
        TABLE, "def f(d): return 'high'", "def f(d): return d.l.iloc[:2]",
        "v = f(d)\nassert v == 'high' if isinstance(v, str) else v.max() == 'high'",
    ),
    "days": (DAYS, "def f(s): return 1", "def f(s): return s.index.freq.n", "assert f(s) == 1"),
    "days returned": (
        DAYS, "def f(s): return s", "def f(s): return s.shift(1, freq='D').shift(-1, freq='D')",
        "assert f(s).index.freqstr == 'D' and f(s).index.equals(s.index)",
    ),
}  # fmt: skip


@pytest.mark.trial
@pytest.mark.parametrize("name", WHOLE)
def test_categories_and_steps_of_time_cross(station, name):
    given, solution, handed_in, test = WHOLE[name]
    for source in (solution, handed_in):
        cells = [setup(given), answer(source, solution), check(test)]
        assert outcomes(station, *cells) == ["passed"]


def refuse(value, encoder=None):
    """Let nothing but data cross."""
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
    [([5], ["a"], False), ([-2], ["a"], False), ([0.5], ["a"], False), ([0], ["a", "a"], False),
     ([0], ["a"], "yes"), ([[0]], ["a"], False)],
)  # fmt: skip
def test_no_categories_are_made_that_do_not_fit(codes, categories, ordered):
    encoder = Encoder(refuse)
    column = ["category", encoder.encode(np.array(codes)), ["plain", [None],
              [None, encoder.encode(np.array(categories))]], ordered]  # fmt: skip
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
