"""Points that were not earned: each way that was found to them, and its siblings, is closed."""

from dataclasses import replace

import pytest

from grading_station import (
    LIMITS,
    answer,
    check,
    everything,
    extra,
    graded,
    outcomes,
    setup,
    stations,
)
from nbjudge.run.attempt import grade_at_station

station = pytest.fixture(scope="module")(stations)

END = "import os; os._exit(0)"
FALL = (
    "import os\nget_ipython().events.register('pre_run_cell', "
    "lambda info: os._exit(0) if {!r} in info.raw_cell else None)"
)
"""Ends the student's process before it runs a cell that holds a word."""

SETUP = "import numpy as np\ndef scale(a): return np.asarray(a) / 2\nX = np.arange(1.0, 4)"
FAKE = (
    "class Fake:\n    def __getattr__(self, name): return self\n"
    "    def __call__(self, *a, **k): return True\nnp = Fake()\n"
)
HALF = "def half(x): return np.asarray(x) / 2"
TEST = "np.testing.assert_allclose(half(X), scale(X))"

MEANS = "def means(X): return X.mean(0)"
LIARS = (
    "class Equal:\n    def __eq__(self, other): return True\n"
    "class Over:\n    def __getitem__(self, n): raise IndexError\n"
)


def odd(value, test="np.testing.assert_allclose(f(3), np.ones(3))"):
    """Cells whose answer returns an odd value instead of three ones."""
    return [
        setup("import numpy as np"),
        answer(f"{LIARS}def f(n): return {value}", "def f(n): return np.ones(n)"),
        check(test),
    ]


STUDENT = (
    "import gc\nstudent = next(o for o in gc.get_objects() if type(o).__name__ == 'Student')\n"
)
"""Takes in hand what answers in the student's process."""


ZERO_NEXT = (
    "np.random.seed(1)\nrandom.seed(1)\nf(1.0)\n"
    "x = np.random.normal() * random.random()\nassert f(x) == x"
)


def moved(source, test=ZERO_NEXT):
    """Cells whose answer says once that the global generators are where a zero comes next."""
    once = (
        "once = [1]\nstudent._moved = lambda b: states(*b) if b and once and once.pop() else None\n"
    )
    return [
        setup("import random\nimport numpy as np"),
        answer(
            f"{STUDENT}{source}\n{once}def f(x): return np.zeros(np.shape(x))", "def f(x): return x"
        ),
        check(test),
    ]


LOW, LOWEST = "def low(xs):\n    xs[:] = [0]\n    return 0", "def low(xs): return min(xs)"
FIRST = "first = low(data)\nexpected = sorted(data)[0]"
TIDY = "\ndef tidy(xs): xs.sort()"
TAKE = "kept = []\ndef take(f): kept.append(f)\n"


def replaced(handed_in, solution, test):
    """Cells whose first test sets something on what an answer gives; the second trusts `math`."""
    root = "\ndef root(x): return {}"
    return [
        setup("import math"),
        answer(f"import math\n{handed_in}{root.format(0)}", f"{solution}{root.format('x**0.5')}"),
        check(test),
        check("assert math.isclose(root(2), math.sqrt(2))"),
    ]


ALWAYS = "isclose = lambda *a, **k: True"
OWN = "class Own: pass\n"


def drawn(given, lent, lend="take({})"):
    """Cells whose answer has the course draw until it suits, by a function that it was lent."""
    return [
        setup(f"import random\nimport numpy as np\n{given}"),
        answer(f"{TAKE}def f(x):\n    for _ in range(5000): kept[-1]()\n    return x",
               f"{TAKE}def f(x): return x"),
        setup(lend.format(lent)),
        check("assert f(3) == 3"),
    ]  # fmt: skip


# name: cells, the last of which is a test that nothing in it deserves to pass
FORGED = {
    "setup skipped": [
        extra(FALL.format("import numpy")),
        setup(SETUP),
        answer(FAKE + "def half(x): return 0\ndef scale(a): return 0\nX = 0", HALF),
        check(TEST),
    ],
    "setup ended by its own call": [
        answer(
            f"def total(x):\n    if x == [1]:\n        {END}\n    return 0\nexpected = 0",
            "def total(x): return sum(x)",
        ),
        setup("first = total([1])\nexpected = 6"),
        check("assert total([1, 2, 3]) == expected"),
    ],
    "setup stopped by its own call": [
        answer("def total(x): return 0 / 0\nexpected = 0", "def total(x): return sum(x)"),
        setup("first = total([1])\nexpected = 6"),
        answer("def total(x): return 0", "def mean(x): return total(x) / len(x)"),
        check("assert total([1, 2, 3]) == expected"),
    ],
    "helper's local": [
        extra(f"class End:\n    @property\n    def __doc__(self):\n        {END}\nshift = End()"),
        setup("def right(a):\n    shift = 0\n    return sum(a) + shift"),
        answer("def total(x): return 0\ndef right(x): return 0", "def total(x): return sum(x)"),
        check("assert total([1, 2]) == right([1, 2])"),
    ],
    "solution's locals": [
        setup("import numpy as np\nX, y = np.ones(3), np.arange(3.0)"),
        answer(
            "X = y = np.zeros(3)\ndef fit(): return np.zeros(3)",
            "def fit():\n    X, y = np.ones(3), np.arange(3.0)\n    return X + y",
        ),
        check("np.testing.assert_allclose(fit(), X + y)"),
    ],
    "solution's local builtin": [
        answer(
            "def sum(x): return 0\ndef total(x): return 0",
            "def total(x):\n    sum = 0\n    for v in x: sum += v\n    return sum",
        ),
        check("assert total([1, 2]) == sum([1, 2])"),
    ],
    "solution's class body": [
        setup("rate = 3"),
        answer("rate = 0\ndef price(x): return 0",
               "class Shop:\n    rate = 1\ndef price(x): return 3 * x"),
        check("assert price(2) == rate * 2"),
    ],
    "solution's comprehension": [
        setup("v = 3"),
        answer("v = 0\ndef price(): return 0", "ws = [v for v in (1, 2)]\ndef price(): return 3"),
        check("assert price() == v"),
    ],
    "solution's conditional import": [
        setup("import numpy as np"),
        answer(FAKE + "def f(x): return 0",
               "if 1:\n    import numpy as np\ndef f(x): return x + 1"),
        check("assert np.array_equal(f(np.ones(2)), [2, 2])"),
    ],
    "import of a test that is skipped": [
        answer(
            f"def half(x):\n    {END}\ndef assert_close(a, b): pass\ndef other(x): return 0",
            "def half(x): return x / 2\ndef other(x): return x",
        ),
        check("from numpy.testing import assert_allclose as assert_close\n"
              "assert_close(half(2), 1)"),
        check("assert_close(other(3), 3)"),
    ],
    "except of a test that is skipped": [
        answer(f"def half(x):\n    {END}\nerror = 0\ndef other(x): return 0",
               "def half(x): raise ValueError\ndef other(x): return x"),
        check("try:\n    half(2)\nexcept ValueError as error:\n    pass"),
        check("assert other(3) == 3 or other(3) == error"),
    ],
    "loop and with of a test that fails": [
        answer("def half(x): return 0\ncase = 0\nfile = 0\ndef other(x): return 0",
               "def half(x): return x / 2\ndef other(x): return x"),
        check("assert half(2) == 1\nfor case in [1, 2]: pass\n"
              "with __import__('io').StringIO() as file: pass"),
        check("assert other(3) in (3, case, file)"),
    ],
    "global of a test's function": [
        answer("def half(x): return 0\nright = 0\ndef other(x): return 0",
               "def half(x): return x / 2\ndef other(x): return x"),
        check("def go():\n    global right\n    assert half(2) == 1\n    right = 3\ngo()"),
        check("assert other(3) == right"),
    ],
    "walrus of a test": [
        answer("def half(x): return 0\nright = 0\ndef other(x): return 0",
               "def half(x): return x / 2\ndef other(x): return x"),
        check("assert half(2) == 1\nassert [(right := v) for v in (3,)]"),
        check("assert other(3) == right"),
    ],
    "star import of a setup cell": [
        extra(FALL.format("numpy.testing")),
        setup("from numpy.testing import *"),
        answer("def assert_equal(a, b): pass\ndef f(x): return 0", "def f(x): return x"),
        check("assert_equal(f(2), 2)"),
    ],
    "magic of a setup cell": [
        extra(FALL.format("%%time")),
        setup("%%time\nexpected = 3"),
        answer("expected = 0\ndef f(): return 0", "def f(): return 3"),
        check("assert f() == expected"),
    ],
    "name that a later setup cell takes back": [
        answer("X = 0\ndef f(): return 0", "X = 5\ndef f(): return 5"),
        setup("X = 7"),
        check("assert f() == X - 2"),
    ],
    "module that the solution only uses": [
        setup("import numpy as np"),
        answer(FAKE + "def f(x): return 0", "np.random.seed(0)\nnp.set_printoptions(precision=3)\n"
               "def f(x): return x"),
        check("assert np.array_equal(f(np.ones(2)), [1, 1])"),
    ],
    # data that the student's code changes
    "data zeroed for the same test": [
        setup("import numpy as np\nX = np.ones((4, 3))"),
        answer("def means(X):\n    X[:] = 0\n    return np.zeros(3)", MEANS),
        check("np.testing.assert_allclose(means(X), X.mean(0))"),
    ],
    "data zeroed for the next test": [
        setup("import numpy as np\nX = np.ones((4, 3))"),
        answer("def means(X):\n    X[:] = 0\n    return np.zeros(3)", MEANS),
        check("assert means(X) is not None"),
        check("np.testing.assert_allclose(means(X), X.mean(0))"),
    ],
    "data of an earlier test zeroed": [
        answer("import numpy as np\ndef means(X):\n    X[:] = 0\n    return np.zeros(3)",
               "import numpy as np\n" + MEANS),
        check("X = np.ones((4, 3))\nassert np.allclose(means(X), 1)"),
        check("np.testing.assert_allclose(means(X), X.mean(0))"),
    ],
    "data zeroed through a view, an alias and a list": [
        setup("import numpy as np\nX = np.ones((4, 3))\nsets = [X, [X.T]]\nfirst = X[:2]"),
        answer("def means(X):\n    X[:] = 0\n    return np.zeros(3)", MEANS),
        check("means(sets[1][0])\nmeans(first)\nmeans(X[2:])\nassert means(X) is not None"),
        check("np.testing.assert_allclose(means(X), X.mean(0))\nassert np.allclose(sets[0], X)"),
    ],
    "records emptied": [
        setup("people = {'ann': [1, 2], 'bob': [3]}\nextra = {3, 4}"),
        answer("def longest(p, e):\n    p.clear(); e.clear()\n    return []",
               "def longest(p, e): return max([*p.values(), [*e]], key=len)"),
        check("assert longest(people, extra) is not None"),
        check("expected = max([*people.values(), [*extra]], key=len, default=[])\n"
              "assert longest(people, extra) == expected"),
    ],
    "data zeroed in a setup cell": [
        setup("import numpy as np"),
        answer("def means(X):\n    X[:] = 0\n    return np.zeros(3)", MEANS),
        setup("X = np.ones((4, 3))\nfirst = means(X)"),
        check("np.testing.assert_allclose(means(X), X.mean(0))"),
    ],
    # what a cell works out of data that the student's code has changed
    "data changed for what a setup cell expects": [
        setup("data = [3, 1, 2]"), answer(LOW, LOWEST), setup(FIRST),
        check("assert low(data) == expected"),
    ],
    "an array changed for what a setup cell expects": [
        setup("import numpy as np\ndata = np.arange(1.0, 4)"),
        answer("def low(xs):\n    xs[:] = 0\n    return 0.0", LOWEST), setup(FIRST),
        check("np.testing.assert_allclose(low(data), expected)"),
    ],
    "data without a name changed for what a setup cell expects": [
        setup("def right():\n    data = [3, 1, 2]\n    low(data)\n    return sorted(data)[0]"),
        answer(LOW, LOWEST), setup("expected = right()"),
        check("assert low([3, 1, 2]) == expected"),
    ],
    "data changed in a setup cell where the solution changes others": [
        setup("data, other = [3, 1, 2], [5, 4]"), answer(LOW + TIDY, LOWEST + TIDY),
        setup(f"tidy(other)\n{FIRST}\nassert other == [4, 5]"),
        check("assert low(data) == expected"),
    ],
    "data changed in the call by which the solution changes others": [
        setup("data, other = [3, 1, 2], [[5, 4]]"),
        answer("def low(xs, ys):\n    xs[:] = [0]\n    ys[0].sort()\n    return 0",
               "def low(xs, ys):\n    ys[0].sort()\n    return min(xs)"),
        setup("first = low(data, other)\nexpected = sorted(data)[0]"),
        check("assert low(data, [[2, 1]]) == expected"),
    ],
    "data changed for what an earlier test expects": [
        setup("data = [3, 1, 2]"), answer(LOW, LOWEST),
        check(f"{FIRST}\nassert first is not None"), check("assert low(data) == expected"),
    ],
    "data changed for what an earlier test expects, which passes only so": [
        setup("data = [3, 1, 2]"), answer(LOW, LOWEST),
        check(f"{FIRST}\nassert first == expected"), check("assert low([3, 1, 2]) == expected"),
    ],
    # what is the course's own, given as a value
    "a module given": replaced(
        "def make(): return math", f"{OWN}def make(): return Own()", f"make().{ALWAYS}"
    ),
    "a module under a name": replaced("it = math", f"{OWN}it = Own()", f"it.{ALWAYS}"),
    "a module of an object's": replaced(
        "class Own: its = math\nit = Own()", f"{OWN}it = Own()\nit.its = Own()", f"it.its.{ALWAYS}"
    ),
    "a module in a list": replaced(
        "def make(): return [math]", f"{OWN}def make(): return [Own()]", f"make()[0].{ALWAYS}"
    ),
    "a module put into a test's list": replaced(
        "def fill(xs): xs[0] = math", f"{OWN}def fill(xs): xs[0] = Own()",
        f"xs = [0]\nfill(xs)\nxs[0].{ALWAYS}",
    ),
    "a module passed to a test's function": replaced(
        "def give(f): f(math)", f"{OWN}def give(f): f(Own())",
        f"def put(it): it.{ALWAYS}\ngive(put)",
    ),
    "a module for another that may be missing": replaced(
        "import math as it", "try:\n    import string as it\nexcept ImportError:\n    it = None",
        f"it.{ALWAYS}",
    ),
    "a class of the course's given": [
        setup("class Circle: PI = 3\ndef area(r): return Circle.PI * r * r"),
        answer(f"{TAKE}def make(): return kept[-1]\ndef f(r): return 0",
               f"{TAKE}{OWN}def make(): return Own()\ndef f(r): return 3 * r * r"),
        setup("take(Circle)"), check("circle = make()\ncircle.PI = 0"),
        check("assert f(2) == area(2)"),
    ],
    "a function of the course's given": [
        setup("def area(r): return area.pi * r * r\narea.pi = 3"),
        answer(f"{TAKE}def make(): return kept[-1]\ndef f(r): return 0",
               f"{TAKE}{OWN}def make(): return Own()\ndef f(r): return 3 * r * r"),
        setup("take(area)"), check("it = make()\nit.pi = 0"), check("assert f(2) == area(2)"),
    ],
    # values that a comparison passes over
    "masked": odd("np.ma.masked_all(3)"),
    "masked, without dimensions": odd("np.ma.masked"),
    "masked in a list": odd("[np.ma.masked_all(()) for _ in range(3)]"),
    "an array of objects": odd("np.array([Equal()] * 3, dtype=object)"),
    "NaN": odd("np.full(3, np.nan)", "assert not abs(f(3) - np.ones(3)).max() > 1e-9"),
    "NaN as a number": odd("float('nan')", "assert not abs(f(3) - np.ones(3)).max() > 1e-9"),
    "NaN of Decimal": odd("__import__('decimal').Decimal('nan')", "assert np.all(f(3) != 2)"),
    "inf": odd("np.full(3, np.inf)", "assert (f(3) >= np.ones(3)).all()"),
    "not a time": odd("np.full(3, np.datetime64('NaT'))", "assert not (f(3) == 2).any()"),
    "no rows": odd("np.empty((0, 3))", "assert np.allclose(f(3), np.ones(3))"),
    "no items": odd("[]", "for a, b in zip(f(3), np.ones(3)): assert a == b"),
    "no letters": odd("''", "assert str(f(3)) in '[1. 1. 1.]'"),
    "an iterator that is over": odd("iter(())", "for a, b in zip(f(3), np.ones(3)): assert a == b"),
    "a generator that is over": odd(
        "(x for x in ())", "for a, b in zip(f(3), np.ones(3)): assert a == b"
    ),
    "items that are over": odd("Over()", "for a, b in zip(f(3), np.ones(3)): assert a == b"),
    "memory as it lies": [
        setup("import numpy as np"),
        answer("f = np.ndarray", "def f(n): return np.full(n, 7.25)"),
        check("right = np.full(3, 29) / 4\nkept = [right.copy() for _ in range(50)]\ndel kept\n"
              "np.testing.assert_allclose(f(3), right)"),
    ],
    "an end of the test's own loop": [
        answer("def f(x): raise StopIteration", "def f(x): return x"),
        check("assert all(map(lambda x: f(x) == x, [1, 2]))"),
    ],
    "an end of a class of one's own": [
        answer("class Over(StopIteration): pass\ndef f(x): raise Over", "def f(x): return x"),
        check("assert all(map(lambda x: f(x) == x, [1, 2]))"),
    ],
    # exceptions that steer tests
    **{
        f"SkipTest as {module}'s": [
            setup("import unittest, numpy.testing, numpy.ma"),
            answer(
                f"class Skip(Exception): pass\nSkip.__module__ = {module!r}\n"
                f"Skip.__name__ = Skip.__qualname__ = {name!r}\ndef f(x): raise Skip",
                "def f(x): return x",
            ),
            check("class T(unittest.TestCase):\n    def test(self): self.assertEqual(f(1), 1)\n"
                  "found = unittest.TestResult()\n"
                  "unittest.defaultTestLoader.loadTestsFromTestCase(T).run(found)\n"
                  "assert found.wasSuccessful()"),
        ]
        for module, name in [
            ("numpy.testing", "SkipTest"), ("unittest.case", "SkipTest"),
            ("numpy.testing._private.utils", "SkipTest"), ("unittest.case", "_ShouldStop"),
            ("asyncio.exceptions", "CancelledError"),
        ]
    },
    # imports
    "a module that only the solution imports": [
        answer("", "import math as m"),
        check("assert m.pi > 3"),
    ],
    "a function that only the solution imports": [
        answer("sqrt2 = sqrt = None\ndel sqrt", "from math import sqrt"),
        check("assert [sqrt(x) for x in (4,)] == [2]"),
    ],
    "a module that only the solution imports, read by a function of a test's": [
        answer("", "import math as m"),
        check("def area(r): return m.pi * r**2"),
        check("assert area(1) > 3"),
    ],
    "an import undone": [
        answer("import math as m\ndel m", "import math as m"),
        check("assert m.pi > 3"),
    ],
    # functions and random numbers of the tests
    "function of an earlier test": [
        answer("kept = []\ndef apply(f, x):\n    kept.append(f)\n    return kept[0](x)\n"
               "def other(x): return kept[0](x)",
               "def apply(f, x): return f(x)\ndef other(x): return x + 1"),
        check("assert apply(lambda x: x + 1, 2) == 3"),
        check("assert other(2) == 3"),
    ],
    "draws until they suit": [
        setup("import numpy as np"),
        answer("def flip(rng):\n    while True:\n        state = rng.bit_generator.state\n"
               "        if rng.random() < 0.001:\n"
               "            rng.bit_generator.state = state\n            return 0",
               "def flip(rng): return rng.integers(2)"),
        check("rng = np.random.default_rng(0)\nflip(rng)\nassert rng.random() < 0.001 or True"),
    ],
    "draws by a function": drawn(
        "rng = np.random.default_rng(5)\ndef noise(): return rng.random()", "noise"
    ),
    "draws by a function of a generator bound later": drawn(
        "def noise(): return rng.random()", "noise", "take({})\nrng = np.random.default_rng(5)"
    ),
    "draws by a method": drawn("rng = np.random.default_rng(5)", "rng.random"),
    "draws by a function without a name": drawn(
        "rng = np.random.RandomState(5)", "lambda: rng.normal()"
    ),
    "draws by a closure": drawn(
        "def make():\n    rng = random.Random(5)\n    return lambda: rng.gauss(0, 1)", "make()"
    ),
    "draws by an object": drawn(
        "class Coin:\n    def __init__(self): self.held = [np.random.default_rng(5)]\n"
        "    def flip(self): return int(self.held[0].integers(2))\ncoin = Coin()", "coin.flip"
    ),
    "draws by a default": drawn(
        "def noise(rng=np.random.default_rng(5)): return rng.random()", "noise"
    ),
    "draws by a function of a function": drawn(
        "rng = np.random.default_rng(5)\ndef inner(): return rng.random()\n"
        "def noise(): return inner()", "noise",
    ),
    "draws by an iterator": drawn(
        "def noise():\n    rng = np.random.default_rng(5)\n    while 1: yield rng.random()",
        "noise().__next__",
    ),
    "draws by a part of a function": drawn(
        "from functools import partial\nrng = np.random.default_rng(5)\n"
        "def noise(rng): return rng.random()", "partial(noise, rng)",
    ),
    "draws of NumPy's own": drawn("def noise(): return np.random.random()", "noise"),
    "draws of Python's own": drawn("def noise(): return random.random()", "noise"),
    "draws that begin anew": drawn("def noise(): np.random.seed(5)", "noise"),
    "draws in a test": [
        setup("import numpy as np"),
        answer("def f(go):\n    for _ in range(5000): go()\n    return 0", "def f(go): return 0"),
        check("rng = np.random.default_rng(5)\nassert f(lambda: rng.random()) == 0"),
    ],
    "draws by a cell of the student's own": [
        setup("import numpy as np\nrng = np.random.default_rng(5)"),
        answer(TAKE, TAKE), setup("take(rng.random)"),
        answer("for _ in range(5000): _ = kept[-1]()\ndef f(): return 0", "def f(): return 0"),
        check("assert f() == 0"),
    ],
    "a normal number of Python's that is an array": moved(
        "def states(ours, pythons):\n    rng = random.Random(0)\n    rng.setstate(pythons)\n"
        "    _ = rng.gauss(0, 1)\n    version, words, kept = rng.getstate()\n"
        "    return [ours, (version, words, np.array([[kept], [np.nan]]))]",
        "np.random.seed(1)\nrandom.seed(1)\ny = f(1.0)\nx = random.gauss(0, 1)\n"
        "assert not np.max(abs(y - 1 + 0 * x)) > 1e-9",
    ),
    "a normal number that is said not to be there": moved(
        "class Kept:\n    def __bool__(self): return False\n    def __int__(self): return 1\n"
        "def states(ours, pythons): return [{**ours, 'has_gauss': Kept(), 'gauss': 0.0}, pythons]"
    ),
    "a key that is another when it is used": moved(
        "class Key:\n    def __init__(self, *keys): self.keys = [*keys]\n"
        "    def __array__(self, dtype=None, copy=None):\n"
        "        return self.keys.pop() if self.keys else np.zeros(624, np.uint32)\n"
        "def states(ours, pythons):\n    key = Key(ours['state']['key'])\n"
        "    return [{**ours, 'state': {'key': key, 'pos': 624}}, pythons]"
    ),
    "words of Python's generator that are others when they are used": moved(
        "class Words:\n    def __init__(self, words): self.words = words\n"
        "    def __getitem__(self, place): return self.words[place]\n"
        "    def __iter__(self): return iter([0] * 624 + [624])\n"
        "def states(ours, pythons): return [ours, (2, Words(pythons[1]), None)]"
    ),
    "a normal number that was not drawn": [
        setup("import numpy as np"),
        answer("def draw(r):\n    state = r.get_state(legacy=False)\n"
               "    state['has_gauss'], state['gauss'] = 1, 0.0\n    r.set_state(state)\n"
               "    return 0.0", "def draw(r): return 0.0 if r is None else r.normal() * 0"),
        check("r = np.random.RandomState(1)\nassert draw(r) == 0\nassert r.normal() == 0 or True"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("end", "points"), [("f(2) == 4", 1), ("f(2) == 5", 1), ("0.25 * f(2) / 4", 0.25), ("0", 0)]
)
def test_a_number_that_a_test_ends_in_is_a_credit_and_nothing_else(station, end, points):
    """As in nbgrader: what is no number is no credit, `True` and `False` are none."""
    (found,) = graded(station, answer(*2 * ["def f(x): return 2 * x"]), check(end))
    assert (found.outcome, found.points) == ("passed", points)


ORDINARY = [
    "a module given", "draws by a function", "data changed for what a setup cell expects",
    "data changed for what an earlier test expects",
]  # fmt: skip


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in ORDINARY else pytest.mark.trial)
             for name in FORGED],
)  # fmt: skip
def test_a_forged_answer_earns_nothing(station, name):
    found = graded(station, *FORGED[name])
    assert found[-1].outcome != "passed", found[-1]


@pytest.mark.trial
@pytest.mark.parametrize("name", FORGED)
def test_the_right_answer_to_the_same_passes(station, name):
    cells = [
        cell if cell.solution is None else replace(cell, source=cell.solution)
        for cell in FORGED[name]
        if cell.kind != "student" or cell.solution is not None
    ]
    assert set(outcomes(station, *cells)) == {"passed"}


IN_PLACE = "def rank(xs):\n    xs.sort()\n    return xs"


@pytest.mark.parametrize(
    ("handed_in", "solution", "given", "test"),
    [
        (IN_PLACE, "def rank(xs): return sorted(xs)", "ranked = rank(data)",
         "assert ranked == [1, 2, 3]"),
        (IN_PLACE, IN_PLACE, "rank(data)", "assert data == [1, 2, 3] and rank([2, 1]) == [1, 2]"),
        (IN_PLACE, IN_PLACE, "def make():\n    rows = [2, 1]\n    rank(rows)\n    return rows\n"
         "rows = make()", "assert rows == [1, 2] and rank([2, 1]) == [1, 2]"),
        (IN_PLACE, IN_PLACE, "boxes = [[2, 1], [4, 3]]\nfor box in boxes: rank(box)",
         "assert boxes == [[1, 2], [3, 4]] and rank([2, 1]) == [1, 2]"),
        ("def rank(rng): return rng[0].random()", "def rank(rng): return rng[0].random()",
         "rng = np.random.default_rng(1)\nfirst = rank([rng])\nthen = rng.random()",
         "rng = np.random.default_rng(1)\nassert [first, then] == [*rng.random(2)] == "
         "[rank([np.random.default_rng(1)]), then]"),
    ],
)  # fmt: skip
def test_a_setup_cell_has_of_a_right_answer_what_it_needs(
    station, handed_in, solution, given, test
):
    cells = [setup("import numpy as np\ndata = [3, 1, 2]"), answer(handed_in, solution)]
    assert outcomes(station, *cells, setup(given), check(test)) == ["passed"]


def test_functions_that_draw_are_called_as_often_as_it_takes(station):
    """As the solution calls them, whoever lends them and when."""
    toss = f"{TAKE}def toss(n): return sum(kept[-1]() for _ in range(n))"
    cells = [
        setup("import numpy as np\nrng = np.random.default_rng(5)"),
        answer(toss, toss),
        setup("take(lambda: int(rng.integers(2)))"),
        check("assert 400 < toss(1000) < 600"),
        check("take(lambda: int(np.random.randint(2)))\nassert 400 < toss(1000) < 600"),
    ]
    found = graded(station, *cells)
    assert [result.outcome for result in found] == ["passed", "passed"]
    assert [found[0].draws >= 500, found[1].draws >= found[0].draws + 30] == [True, True]


def test_a_module_of_an_answers_is_asked_there(station):
    """And where an import of the solution's may fail, the module that it names is the checker's."""
    own = "import json as it\ntools = it"
    cells = [
        answer(own, own),
        check("assert tools.loads('[1]') == [1] and tools.dumps([2]) == '[2]'"),
    ]
    assert outcomes(station, *cells) == ["passed"]
    tries = "try:\n    import json as it\nexcept ImportError:\n    it = None"
    for handed_in, outcome in ((tries, "passed"), ("import json as it", "passed"),
                               ("it = None", "failed")):  # fmt: skip
        cells = [answer(handed_in, tries), check("import json\nassert it is json")]
        assert outcomes(station, *cells) == [outcome]


def test_a_notebook_that_dies_in_a_setup_cell_is_told_so_and_goes_on(station):
    cells = [
        extra(FALL.format("spoken = 1")),
        setup("import numpy as np"),
        setup("spoken = 1"),
        answer("def f(x): return np.asarray(x) + 1", "def f(x): return np.asarray(x) + 1"),
        check("assert f(1) == 2 and spoken == 1"),
    ]
    results = everything(station, *cells)
    assert results[4].outcome == "passed"
    assert "a cell of the course's was left out" in results[2].note


COUNT = "n = 0\ndef count():\n    global n\n    n += 1\n    return n"
COUNTED = check("assert count() == 1")


@pytest.mark.parametrize(("test", "calls"), [(COUNTED, 0), (replace(COUNTED, hidden=[]), 1)])
def test_what_follows_the_last_test_runs_in_the_notebook_alone(station, test, calls):
    """And a hidden test has not been run there."""
    cells = [answer(COUNT, COUNT), test, setup("print(count())"), extra("print(count())\n1 / 0")]
    found = grade_at_station(station, cells, {}, LIMITS, False)
    shown = [found.shown[n].outputs[0]["text"] for n in (2, 3)]
    assert shown == [f"{calls + 1}\n", f"{calls + 2}\n"]
    assert found.results[1].outcome == "passed"
    assert found.results[3].error.type == "ZeroDivisionError"


def test_a_notebook_that_dies_after_the_last_test_keeps_its_points_and_is_told_so(station):
    cells = [answer(COUNT, COUNT), COUNTED, extra(FALL.format("spoken")), setup("spoken = 1")]
    results = everything(station, *cells)
    assert results[1].outcome == "passed"
    assert "a cell of the course's was left out" in results[3].note
