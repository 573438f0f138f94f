"""Odd values are counted by whatever way they come to a test, and cost nothing that is not theirs.

By a cell before it, by a name that the test makes up, in place, and in a signature.
"""

from collections import Counter
from dataclasses import replace

import pytest

from grading_station import answer, check, outcomes, setup, stations
from nbjudge.processes import taint
from nbjudge.processes.taint import Odd, Taint
from nbjudge.source.flow import Flow

SHOP = (
    "class Fruit:\n    def __init__(self, price): self.price = price\n"
    "class Whatever:\n    def __eq__(self, other): return True\n"
)


@pytest.fixture(scope="module")
def station():
    yield from stations("pandas", files={"shop.py": SHOP.encode()})


NUMPY = "import numpy as np"
NAN, THREE = "def f(x): return float('nan')", "def f(x): return 3"
MASKED, ONES = "def f(x): return np.ma.masked_all(3)", "def f(x): return np.ones(3)"
NOTHING, BOTH = "def f(x): return []", "def f(x): return [1, 2]"
FAR = "assert not abs(y - 3) > 0.1"
IN_TURN = "for a, b in zip(y, [1, 2]): assert a == b"
ZERO = (
    "class Z:\n    def __rsub__(self, other): return self\n"
    "    def __sub__(self, other): return self\n    def __abs__(self): return 0.0\n"
    "def f(x): return Z()"
)
EACH = "got = []\nfor n in (1, 2): got.append(f(n))"
FAILS, ITSELF = "def f(x): return 0 / 0", "def f(x): return x"
FAILS_LATER = "def f(x): return x if x == 1 else 0 / 0"
PAIRS = "for a, b in zip(got, (1, 2)): assert a == b"
BY_VALUE = (
    "import gc\nfor found in gc.get_objects():\n"
    "    if type(found).__name__ == 'Student': found.by_value = True\n"
    "from shop import Whatever\n"
)
NOTES = "found = []\ndef note(x): found.append(x)\ndef seen(): return found[-1]"

# name: what the course gives, the answer, the solution, then setup cells and tests; the last is
# one that the answer does not deserve to pass
WAYS = {
    # by a setup cell
    "NaN by a setup cell": ("", NAN, THREE, setup("y = f(3)"), check(FAR)),
    "a mask by a setup cell": (
        "", MASKED, ONES, setup("y = f(3)"), check("np.testing.assert_allclose(y, np.ones(3))")
    ),
    "nothing by a setup cell": ("", NOTHING, BOTH, setup("y = f(3)"), check(IN_TURN)),
    "NaN by two setup cells and a function": (
        "def twice(): return 2 * y", NAN, THREE, setup("y = f(3)"), setup("z = y + 1"),
        check("assert not abs(z - 4) > 0.1 and not abs(twice() - 6) > 0.1"),
    ),
    "what a setup cell has compared": (
        "", NAN, THREE, setup("bad = abs(f(3) - 3) > 0.1"), check("assert not bad")
    ),
    "an object that calculates, in a setup cell": (
        "", ZERO, ITSELF, setup("off = abs(f(3) - 3)"), check("assert off < 1e-9")
    ),
    "the end of a setup cell's loop": (
        "", "def f(x): raise StopIteration", ITSELF,
        setup("same = all(map(lambda x: f(x) == x, [1, 2]))"), check("assert same"),
    ),
    "an object of the course's by a setup cell": (
        "from shop import Fruit", f"{BY_VALUE}def f(x): return Whatever()", THREE,
        setup("y = f(3)"), check("assert y == 3"),
    ),
    "a setup cell stopped at its first": ("", FAILS, ITSELF, setup(EACH), check(PAIRS)),
    "a setup cell stopped half-way": ("", FAILS_LATER, ITSELF, setup(EACH), check(PAIRS)),
    "a setup cell stopped before it binds again": (
        "same = True", FAILS, ITSELF, setup("y = f(2)\nsame = y == 2"), check("assert same")
    ),
    "a setup cell stopped by a process that ended": (
        "same = True", "import os\ndef f(x): os._exit(0)", ITSELF,
        setup("same = f(2) == 2"), check("assert same"),
    ),
    "a setup cell's function that notes": (
        NOTES, NAN, THREE, setup("note(abs(f(3) - 3) > 0.1)"), check("assert not found[-1]")
    ),
    "a function that tells what was noted": (
        NOTES, NAN, THREE, setup("note(abs(f(3) - 3) > 0.1)"), check("assert not seen()")
    ),
    "a method that notes": (
        "class Log:\n    def put(self, x): self.last = x\nlog = Log()", NAN, THREE,
        setup("log.put(abs(f(3) - 3) > 0.1)"), check("assert not log.last"),
    ),
    "a function that puts into what it is given": (
        "found = []\ndef put(x, into): into.append(x)", NAN, THREE,
        setup("put(abs(f(3) - 3) > 0.1, found)"), check("assert not found[-1]"),
    ),
    "another name for the same list": (
        "found = []\nsame = found", NAN, THREE, setup("same.append(abs(f(3) - 3) > 0.1)"),
        check("assert not found[-1]"),
    ),
    "a method that is kept": (
        "found = []\nput = found.append", NAN, THREE, setup("put(abs(f(3) - 3) > 0.1)"),
        check("assert not found[-1]"),
    ),
    "a method that the answer is given": (
        "found = []", "def go(f): f(float('nan'))", "def go(f): f(1.0)",
        setup("go(found.append)"), check("assert not found[0] > 1"),
    ),
    "a function that the answer is given": (
        "found = []", "def go(f): f(float('nan'))", "def go(f): f(1.0)",
        setup("go(lambda x: found.append(x > 1))"), check("assert not found[0]"),
    ),
    "a function that the answer was given": (
        "found = []\ndef put(x): found.append(x > 1)",
        "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](float('nan'))",
        "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](1.0)",
        setup("take(put)"), setup("go()"), check("assert not found[0]"),
    ),
    "a function without a name that the answer was given": (
        "found = []", "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](float('nan'))",
        "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](1.0)",
        setup("take(lambda x: found.append(x > 1))"), setup("go()"), check("assert not found[0]"),
    ),
    "a method that the answer was given": (
        "found = []\nclass Log:\n    def put(self, x): found.append(x > 1)\nlog = Log()",
        "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](float('nan'))",
        "kept = []\ndef take(f): kept.append(f)\ndef go(): kept[-1](1.0)",
        setup("take(log.put)"), setup("go()"), check("assert not found[0]"),
    ),
    "what comes of a library's function": (
        "from functools import reduce\nimport operator", NAN, THREE,
        setup("y = reduce(operator.add, map(f, [1, 2]))"), check("assert not abs(y - 6) > 0.1"),
    ),
    "a loop's own name": (
        "", NAN, THREE, setup("for y in (f(1), f(2)): pass"), check(FAR)
    ),
    "a name bound within an expression": (
        "", NAN, THREE, setup("print(y := f(3))"), check(FAR)
    ),
    "an attribute of a module": (
        "import types\nbox = types.SimpleNamespace()", NAN, THREE,
        setup("box.y = f(3)"), check("assert not abs(box.y - 3) > 0.1"),
    ),
    "an item": (
        "box = {}", NAN, THREE, setup("box['bad'] = abs(f(3) - 3) > 0.1"),
        check("assert not box['bad']"),
    ),
    "an item of a frame": (
        "import pandas as pd\nbox = pd.DataFrame({'a': [1, 2]})", NAN, THREE,
        setup("box['bad'] = abs(f(3) - 3) > 0.1"), check("assert not box.bad.any()"),
    ),
    "a class's attribute": (
        "class Box: pass", NAN, THREE, setup("Box.bad = abs(f(3) - 3) > 0.1"),
        check("b = Box()\nassert not b.bad"),
    ),
    "a function's attribute": (
        "def note(x): note.last = x", NAN, THREE, setup("note(abs(f(3) - 3) > 0.1)"),
        check("assert not note.last"),
    ),
    "setattr": (
        "class Box: pass\nbox = Box()", NAN, THREE, setup("setattr(box, 'y', f(3))"),
        check("assert not abs(box.y - 3) > 0.1"),
    ),
    "a name made up": (
        "", NAN, THREE, setup("globals()['bad'] = abs(f(3) - 3) > 0.1"), check("assert not bad"),
    ),
    "a name in a text that is run": (
        "", NAN, THREE, setup("exec('bad = abs(f(3) - 3) > 0.1')"), check("assert not bad"),
    ),
    "a magic": (
        "", NAN, THREE, setup("%time bad = abs(f(3) - 3) > 0.1"), check("assert not bad"),
    ),
    "a cell's magic": (
        "", NAN, THREE, setup("%%time\nbad = abs(f(3) - 3) > 0.1"), check("assert not bad"),
    ),
    # by an earlier test
    "NaN by an earlier test": ("", NAN, THREE, check("y = f(3)"), check(FAR)),
    "what an earlier test has compared": (
        "", NAN, THREE, check("bad = abs(f(3) - 3) > 0.1"), check("assert not bad")
    ),
    "a test stopped half-way": ("", FAILS_LATER, ITSELF, check(EACH), check(PAIRS)),
    "a test stopped before it binds again": (
        "same = True", FAILS, ITSELF, check("y = f(2)\nsame = y == 2"), check("assert same")
    ),
    "a test that ended the process": (
        "same = True", "import os\ndef f(x): os._exit(0)", ITSELF,
        check("same = f(2) == 2"), check("assert same"),
    ),
    "a test that is not run": (
        "same = True", "class X:\n    def __eq__(self, other): return True\nx = X()", "x = 1",
        check("same = x == 1"), check("assert same"),
    ),
    "a function that notes, in a test": (
        NOTES, NAN, THREE, check("note(abs(f(3) - 3) > 0.1)"), check("assert not seen()")
    ),
    # by names that the test makes up
    "NaN by eval": ("", "x = float('nan')", "x = 3", check("assert not abs(eval('x') - 3) > 0.1")),
    "a mask by globals()": (
        "", "x = np.ma.masked_all(3)", "x = np.ones(3)",
        check("np.testing.assert_allclose(globals()['x'], np.ones(3))"),
    ),
    "NaN by globals() under another name": (
        "", "x = float('nan')", "x = 3.0",
        check("ns = globals()\n"
              "for name, want in {'x': 3.0}.items(): assert not abs(ns[name] - want) > 1e-9"),
    ),
    "what a setup cell has compared, by globals()": (
        "", NAN, THREE, setup("bad = abs(f(3) - 3) > 0.1"), check("assert not globals()['bad']")
    ),
    "an object of the course's by eval": (
        "from shop import Fruit", f"{BY_VALUE}x = Whatever()", "x = 3",
        check("assert eval('x') == 3"),
    ),
    # in place
    "NaN in place": (
        "", "def fill(a): a[:] = np.nan", "def fill(a): a[:] = 1",
        check("a = np.zeros(3)\nfill(a)\nassert not abs(a - 1).max() > 1e-9"),
    ),
    "a mask in place, in a list": (
        "", "def fill(c): c[0] = np.ma.masked_all(3)", "def fill(c): c[0] = np.ones(3)",
        check("c = [np.zeros(3)]\nfill(c)\nnp.testing.assert_allclose(c[0], np.ones(3))"),
    ),
    "emptied in place": (
        "", "def sort(a): a.clear()", "def sort(a): a.sort()",
        check("a = [3, 1]\nsort(a)\nfor x, y in zip(a, [1, 3]): assert x == y"),
    ),
    "NaN in place in a dictionary": (
        "", "def share(d):\n    for k in d: d[k] = float('nan')",
        "def share(d):\n    for k in d: d[k] /= 4",
        check("d = {'a': 1.0, 'b': 3.0}\nshare(d)\nassert not abs(sum(d.values()) - 1) > 1e-9"),
    ),
    "an object of the course's in place": (
        "from shop import Fruit", f"{BY_VALUE}def fill(xs): xs[0] = Whatever()",
        "def fill(xs): xs[0] = 3", check("xs = [0]\nfill(xs)\nassert xs == [3]"),
    ),
    "what a function keeps by itself": (
        "def note(x, kept=[]):\n    kept.append(x)\n    return kept", NAN, THREE,
        setup("note(abs(f(3) - 3) > 0.1)"), check("assert not note(1)[0]"),
    ),
    "what a function remembers of a call": (
        "from functools import cache\n@cache\ndef once(k): return abs(f(3) - 3) > 0.1", NAN, THREE,
        setup("once(0)"), check("assert not once(0)"),
    ),
    "what a function binds": (
        "def note(x):\n    global last\n    last = x", NAN, THREE,
        setup("note(abs(f(3) - 3) > 0.1)"), check("assert not last"),
    ),
    "what the course has called the answer": (
        "", NAN, THREE, setup("h, hs = f, [f]"), setup("bad = abs(hs[0](3) - 3) > 0.1"),
        setup("worse = abs(h(3) - 3) > 0.1"), check("assert not bad and not worse"),
    ),
    "NaN in place, in a setup cell": (
        "", "def fill(a): a[:] = np.nan", "def fill(a): a[:] = 1",
        setup("a = np.zeros(3)\nfill(a)"), check("assert not abs(a - 1).max() > 1e-9"),
    ),
    "NaN in place, compared in an earlier test": (
        "", "def fill(a): a[:] = np.nan", "def fill(a): a[:] = 1",
        check("a = np.zeros(3)\nfill(a)\nbad = abs(a - 1).max() > 1e-9"), check("assert not bad"),
    ),
    # in a signature
    "NaN as a default": (
        "", "def f(x, tol=float('nan')): return x", "def f(x, tol=1e-6): return x",
        check("import inspect\n"
              "assert not abs(inspect.signature(f).parameters['tol'].default - 1e-6) > 1e-9"),
    ),
    "NaN as a default of a class": (
        "", "class C:\n    def __init__(self, tol=float('nan')): pass",
        "class C:\n    def __init__(self, tol=1e-6): pass",
        check("import inspect\n"
              "assert not abs(inspect.signature(C).parameters['tol'].default - 1e-6) > 1e-9"),
    ),
}  # fmt: skip


def cells_of(given, handed_in, solution, *rest):
    """Return the cells of a program."""
    return [setup(f"{NUMPY}\n{given}"), answer(handed_in, solution), *rest]


@pytest.mark.trial
@pytest.mark.parametrize("name", WAYS)
def test_what_is_odd_is_counted_by_whatever_way_it_comes(station, name):
    assert outcomes(station, *cells_of(*WAYS[name]))[-1] == "review"


@pytest.mark.trial
@pytest.mark.parametrize("name", WAYS)
def test_the_right_answer_passes_by_the_same_way(station, name):
    cells = cells_of(*WAYS[name])
    cells[1] = replace(cells[1], source=cells[1].solution)
    assert set(outcomes(station, *cells)) == {"passed"}


G, TESTS_G = "\ndef g(x): return x + 1", check("for n in (1, 2): assert g(n) == n + 1")
HONEST = {
    "a wrong answer to another test": (
        "xs = [1, 2]", f"{NOTHING}{G}", f"{BOTH}{G}", check("result = f(xs)\nassert result == xs"),
        check("result = g(xs[0])\nassert result == xs[1]"), TESTS_G,
    ),
    "an error in another test": (
        "", f"{FAILS}{G}", f"{ITSELF}{G}", check(EACH), check("got = []\ngot.append(g(1))"),
        TESTS_G,
    ),
    "data of a test that fails after it": (
        "", f"{NAN}{G}", f"{THREE}{G}", check("case = 4\nassert f(case) == 3"),
        check("assert g(case) == 5"),
    ),
    "data of a test that has odd values after it": (
        "import pandas as pd", f"{NAN}{G}", f"{THREE}{G}",
        check("xs = np.arange(3)\ndf = pd.DataFrame({'a': xs})\ncases = [1, 2]\n"
              "def near(a, b): return abs(a - b) < 1e-9\nassert near(f(xs), f(df)) and f(cases)"),
        check("assert near(g(xs[0]), 1) and g(df.a[1]) == 2 and g(cases[0]) == 2"),
    ),
    "a helper of the course's that compares": (
        "def close(a, b, of): assert abs(a - b) < 1e-9, len(of)\nxs = [1, 2, 3]",
        f"{NAN}{G}", f"{THREE}{G}", check("close(f(xs), 3, xs)"), check("close(g(xs[0]), 2, xs)"),
    ),
    "a name that is only looked for": (
        "", f"{NAN}{G}", f"{THREE}{G}", check("y = f(3)\nassert y == 3"),
        check("assert 'g' in globals(), 'Define g.'\nassert g(2) == 3"),
    ),
    "a setup cell that shows what is odd": (
        "xs = np.arange(3)", f"{NAN}{G}", f"{THREE}{G}", setup("shown = f(xs)\nprint(shown)"),
        check("assert g(xs[0]) == 1"),
    ),
    "a list that is used up": (
        "", "def total(xs):\n    t = 0\n    while xs: t += xs.pop()\n    return t",
        "def total(xs): return sum(xs)", check("assert total([1, 2]) == 3"),
        check("xs = [1, 2]\nassert total(xs) == 3"),
    ),
    "an odd default that no test reads": (
        "", "def f(x, best=float('inf'), sep=''): return x", ITSELF,
        check("assert f(3) == 3 and f.__name__ == 'f'"),
    ),
    "statements that stand in a loop only": (
        "", f"{NAN}{G}", f"{THREE}{G}", check("y = f(3)\nassert y == 3"),
        check("from __future__ import annotations\nfor n in (1, 2):\n    if n == 1: continue\n"
              "    try:\n        if g(n) == n + 1: break\n    finally: pass\nelse: assert 0"),
    ),
    "an odd name of one's own": (
        "", "x, mine = 3, float('nan')", "x = 3", check("assert globals()['x'] == 3"),
    ),
    "objects of the answer's in a list": (
        "kept = []", "class A: pass\ndef f(x): return A()\ndef e(): return []\n"
        "def g(x): return x + 1",
        "class A: pass\ndef f(x): return A()\ndef e(): return [1]\ndef g(x): return x + 1",
        setup("objects = [f(1), f(2)]"), setup("both = [*objects, e()]"),
        check("kept.append(objects[0])\nassert g(len(objects)) == 3"), check("assert g(3) == 4"),
    ),
    "a function that notes, and another task": (
        NOTES, f"{NAN}{G}", f"{THREE}{G}", check("note(f(3))\nassert found[-1] == 3"),
        check("assert g(2) == 3"),
    ),
}  # fmt: skip
"""Answers that deserve the points of all tests but those that fail."""

BESIDE = {
    "a generator": ("rng = np.random.default_rng(0)", "rng.random(3)"),
    "an array": ("A = np.eye(3)", "A.dot(A)"),
    "a frame": ("import pandas as pd\ndf = pd.DataFrame({'a': [1, 2]})", "df.groupby('a').sum()"),
    "a dictionary": ("D = {'a': [1]}", "D.get('a')"),
    "a list that a comprehension makes": ("L = [x for x in (1, 2)]", "L.count(1)"),
    "a text": ("s = 'abc'", "s.upper()"),
    "an open file": ("import io\ntext = io.StringIO('abc')", "text.seek(0), text.read()"),
    "a model": (
        "from sklearn.linear_model import LinearRegression\n"
        "m = LinearRegression().fit([[0], [1]], [0, 1])", "m.predict([[1]])",
    ),
    "a distribution": ("from scipy.stats import binom", "binom.pmf(1, 2, .5)"),
    "a class": ("class P:\n    def __init__(self, x): self.x = x", "P(1).x"),
    "a class that changes": (
        "class S:\n    def __init__(self): self.xs = []\n    def push(self, x): self.xs.append(x)",
        "S().push(1)",
    ),
    "a data class": (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int", "P(1).x",
    ),
    "a function of the course's": ("def double(x): return 2 * x", "double(3)"),
    "a function that fills what it makes": (
        "xs = [1, 2]\ndef share(xs):\n    p = {}\n    for x in xs: p[x] = p.get(x, 0) + 1\n"
        "    return p",
        "share(xs)",
    ),
    "a function that draws": (
        "rng = np.random.default_rng(0)\ndef draw(n): return rng.random(n)", "draw(3)"
    ),
}  # fmt: skip
"""What the course gives, and how two tests use it, of which one fails."""
COMPARED = {
    "assert": ("", "assert {} == {}"),
    "a function": ("def same(a, b): assert a == b", "same({}, {})"),
    "a library's method": ("import unittest\nt = unittest.TestCase()", "t.assertEqual({}, {})"),
    "a method of the course's": (
        "class T:\n    def __init__(self): self.n = 3\n    def same(self, a, b): assert a == b\n"
        "t = T()",
        "t.same({}, {})",
    ),
    "a function of its own": ("", "def same(a, b): assert a == b\nsame({}, {})"),
    "a function that reads what the test binds": (
        "",
        "def got(f): return f(value)\nvalue = 1\nassert got({0}) == {1}",
    ),
}


@pytest.mark.trial
@pytest.mark.parametrize("how", list(zip(BESIDE, 3 * list(COMPARED), strict=False)))
def test_one_wrong_answer_costs_no_other_test_that_uses_the_same(station, how):
    (given, use), (helper, form) = BESIDE[how[0]], COMPARED[how[1]]
    solution = "def f(*x): return 1\ndef g(*x): return 2"
    for wrong in ("1 / 0", "0", "float('nan')"):
        handed_in = solution.replace("1", wrong)
        f, g = ("f", "g") if how[1].endswith("binds") else (f"f({use})", f"g({use})")
        tests = [check(f"{use}\n{form.format(f, 1)}"), check(f"{use}\n{form.format(g, 2)}")]
        cells = cells_of(f"{given}\n{helper}", handed_in, solution, *tests)
        assert outcomes(station, *cells) == ["failed", "passed"]


@pytest.mark.trial
@pytest.mark.parametrize("name", HONEST)
def test_what_is_odd_elsewhere_costs_nothing(station, name):
    assert "review" not in outcomes(station, *cells_of(*HONEST[name]))
    assert outcomes(station, *cells_of(*HONEST[name]))[-1] == "passed"


def test_what_a_name_leads_to_is_walked_through_once_for_a_cell(monkeypatch):
    """It may be a data set, and a cell have many statements."""
    walked: Counter[int] = Counter()
    walk = taint.find_reachable

    def counted(value):
        walked[id(value)] += 1
        return walk(value)

    monkeypatch.setattr(taint, "find_reachable", counted)
    inner = [0]
    names = {"a": inner, "b": [inner], "c": [[0]], "f": lambda x: x}
    flow = Flow("a.append(f(1))\nb.append(f(2))\nd = f(a)\n", str)
    followed = Taint(names, [flow], [])
    assert not followed.may_hand_on(0, {"c"})
    assert walked == {id(value): 1 for value in names.values()}
    for note in (followed.propagate, followed.propagate_unfinished):
        walked.clear()
        note(0, Odd(["NaN"]), set(), ["f"])
        assert followed.by_name.keys() == {"a", "b", "d"}
        assert max(walked.values()) == 1
