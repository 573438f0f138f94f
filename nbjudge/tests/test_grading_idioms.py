"""What tests of real courses ask of answers, run apart: right, empty, wrong and forged answers."""

import copy
import importlib
import pickle
import sys
from dataclasses import dataclass, field

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.cluster import DBSCAN, KMeans
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import Lasso, LinearRegression
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier

from grading_station import (
    answer,
    check,
    everything,
    graded,
    outcomes,
    replaced,
    setup,
    stations,
)
from nbjudge.processes import objects
from nbjudge.processes.estimators import get_state, locate_class, make_estimator
from nbjudge.processes.files import count_odd
from nbjudge.run.attempt import WorkerError

MODULES = [f"sklearn.{name}" for name in ("cluster", "dummy", "ensemble", "linear_model", "svm")]
MODULES += ["pandas"]


@pytest.fixture(scope="module")
def station():
    yield from stations(*MODULES, files={"shop.py": SHOP.encode()})


SHOP = """
class Fruit:
    def __init__(self, price, days=9): self.price, self.days = price, days
    def cost(self): return self.price
    def cut(self): self.price = self.price // 2
class Basket:
    def __init__(self): self.content = []
    def add(self, item): self.content.append(item)
    def total(self): return sum(item.cost() for item in self.content)
class Whatever:
    def __eq__(self, other): return True
"""
FILLED = "basket = Basket()\nfor n in (1, 2): basket.add(Fruit(n))"
BY_VALUE = (
    "import gc\nfor found in gc.get_objects():\n"
    "    if type(found).__name__ == 'Student': found.by_value = True\n"
)
WRAPS = (
    "import functools\ndef twice(f):\n    @functools.wraps(f)\n"
    "    def g(*a): return 2 * f(*a)\n    return g"
)
LOOP = "def total(n):\n    t = 0\n    for i in range(n): t += i\n    return t"
READS = "import inspect\nassert 'for' in inspect.getsource(total)\nassert total(4) == 6"
SPRING = (
    "class Spring:\n"
    "    def __init__(self, k, dt=1):\n"
    "        self.k = k\n"
    "        self.dt = dt\n"
    "    def energy(self):\n"
    "        for _ in []: pass\n"
    "        return self.k / 2\n"
)
WEAK = "class Spring:\n    def __init__(self, k): pass\n    def energy(self): return 0\n"
TALL = "class Tall(Spring):\n    pass\n"
VECTOR = (
    "class V:\n"
    "    def __init__(self, x): self.x = x\n"
    "    def __add__(self, o): return V(self.x + (o.x if isinstance(o, V) else o))\n"
    "    __radd__ = __add__\n"
    "    def __rmul__(self, k): return V(self.x * k)\n"
)
LIAR = (
    "class Z:\n"
    "    def __sub__(self, o): return 0.0\n"
    "    def __rsub__(self, o): return self\n"
    "    def __add__(self, o): return self\n"
    "    def __abs__(self): return 0.0\n"
    "    def __len__(self): return 2\n"
    "    def __getattr__(self, name): return 7\n"
)
SKLEARN = (
    "import numpy as np\nfrom sklearn.neighbors import KNeighborsClassifier, NearestNeighbors\n"
    "from sklearn.linear_model import LinearRegression\nfrom sklearn.cluster import KMeans\n"
    "from sklearn.tree import DecisionTreeClassifier\nfrom sklearn.svm import SVC\n"
    "from sklearn.ensemble import RandomForestClassifier\n"
    "X = np.arange(12.0).reshape(6, 2)\ny = np.array([0, 0, 0, 1, 1, 1])"
)
NEIGHBOURS = "m = KNeighborsClassifier(1).fit(X, y)"
LINE = "m = LinearRegression().fit(X, y)"
TREE = "m = DecisionTreeClassifier(random_state=3).fit(X, y)"
MACHINE = "m = SVC().fit(X, y)"
COLOURS = "from enum import Enum\nclass C(Enum):\n    RED = 1\n    BLUE = 2"
SUM = "def total(lines): return sum(int(line) for line in lines)"
SAY = "def say(file): print('hello', file=file)"
COUNTER = (
    "class Counter:\n    n = 0\n    def more(self, k): self.n += k\n"
    "def right(n): return n == 2\nobj, want = Counter(), [1, 1]"
)
WRITE = "with open('out.txt', 'w') as file: _ = file.write('hello')\n"
CLEAN = "import os\ndef clean():\n    if os.path.exists('o.txt'): os.remove('o.txt')\n"
READ = "def read(): return {'a': 1}"
STRANGE_TABLES = [
    f"open('o.csv', 'w').write('{text}')"
    for text in ("a\\nnan\\n", "a\\n\\n", "a\\n1.#IND\\n-1.#QNAN\\n", "b,a\\n1\\n2\\n")
]


@dataclass
class Idiom:
    """A test, the course's solution, and answers that do not deserve its point."""

    test: str
    solution: str
    wrong: list[str]
    forged: list[str] = field(default_factory=list)
    given: str = "import numpy as np"
    right: list[str] = field(default_factory=list)


IDIOMS = {
    "source": Idiom(
        READS,
        LOOP,
        ["def total(n): return sum(range(n))", LOOP.replace("return t", "return 5")],
        forged=[
            f"{LOOP}\ntotal = lambda n: sum(range(n))",
            f"def total(n): return sum(range(n))\nshown = '''{LOOP}'''",
            f"{LOOP}\nglobals()['tot' + 'al'] = lambda n: 6",
            f"{LOOP}\ndef f():\n    global total\n    total = lambda n: 6\nf()",
            f"{LOOP}\ntotal.__code__ = (lambda n: 6).__code__",
            f"{LOOP}\nexec('total = lambda n: 6')",
            f"{LOOP}\nclass total:\n    def __new__(cls, n): return 6",
            f"{LOOP}\nimport inspect\ninspect.currentframe().f_globals['total'] = lambda n: 6",
            f"{LOOP}\ntry: 1 / 0\nexcept ZeroDivisionError as e:\n"
            "    e.__traceback__.tb_frame.f_globals['total'] = lambda n: 6",
            f"{LOOP}\nimport sys\n"
            "sys._current_frames().popitem()[1].f_globals['total'] = lambda n: 6",
            f"{LOOP}\n(i for i in ()).gi_frame.f_globals['total'] = lambda n: 6",
            f"{LOOP}\ngetattr(total, '__glob' + 'als__')['total'] = lambda n: 6",
            f"{LOOP}\nmatch total:\n    case object(__globals__=g): g['total'] = lambda n: 6",
            f"{LOOP}\nexit._ip.user_ns['total'] = lambda n: 6",
            f"{LOOP}\nfrom unittest import mock\nmock.patch('__main__.total', lambda n: 6).start()",
            f"{LOOP}\nimport operator\n"
            "operator.attrgetter('gi_frame.f_globals')((i for i in ()))['total'] = lambda n: 6",
            f"{LOOP}\nimport inspect\ninspect.stack()[0].frame.f_globals.update(total=lambda n: 6)",
            f"{LOOP}\nimport inspect\n"
            "dict(inspect.getmembers(total))['__' 'globals__']['total'] = lambda n: 6",
            f"{LOOP}\n%time total = lambda n: 6",
        ],
        right=[
            "# mine\ndef total(n):\n    s = 0\n    for k in range(n):\n        s += k\n"
            "    return s",
            f"import sys\nfrom math import *\nsys.setrecursionlimit(5000)\n{LOOP}",
            f"import numpy as np\n{LOOP}\nclass A: pass\na = A()\na.total = getattr(a, 'b', 3)",
        ],
    ),
    "lines of the source": Idiom(
        "from inspect import getsourcelines\nlines, first = getsourcelines(total)\n"
        "assert len(lines) == 4 and lines[0].startswith('def total')",
        LOOP,
        ["def total(n): return sum(range(n))"],
    ),
    "tree of the source": Idiom(
        "import ast, inspect\ntree = ast.parse(inspect.getsource(total))\n"
        "assert any(isinstance(node, ast.For) for node in ast.walk(tree)) and total(3) == 3",
        LOOP,
        ["def total(n): return sum(range(n))"],
    ),
    "source of a class": Idiom(
        "import inspect\nassert 'for' in inspect.getsource(Spring)",
        SPRING,
        [WEAK],
        forged=[f"{SPRING}Spring = type('Spring', (), dict())"],
    ),
    "source of methods": Idiom(
        "import inspect\ns = Spring(2)\n"
        "for method in (Spring.energy, s.energy): assert 'for' in inspect.getsource(method)\n"
        "assert 'self.k' in inspect.getsource(Spring.__init__) and s.energy() == 1",
        SPRING,
        [WEAK],
        forged=[
            f"{SPRING}Spring.energy = lambda self: 1.0",
            f"{SPRING}    energy = lambda self: 1.0",
            f"{SPRING}setattr(Spring, 'energy', lambda self: 1.0)",
            *(
                f"{SPRING.replace('self.k / 2', '0')}{change}"
                for change in (
                    "S = Spring\nS.energy = lambda self: 1.0",
                    "type(Spring(1)).energy = lambda self: 1.0",
                    "[Spring][0].energy = lambda self: 1.0",
                    "def change(c): c.energy = lambda self: 1.0\nchange(Spring)",
                    "for Spring.energy in [lambda self: 1.0]: pass",
                    "del Spring.energy",
                    "import abc\nabc.update_abstractmethods(Spring)\n"
                    "from unittest import mock\n"
                    "mock.patch.object(Spring, 'energy', lambda self: 1.0).start()",
                    "class Also(Spring):\n    def energy(self): return 1.0\n"
                    "_init = Spring.__init__\n"
                    "def change(s): s.__class__ = Also\n"
                    "Spring.__init__ = lambda self, k: change(self)",
                )
            ),
            SPRING.replace("self.k / 2", "0").replace("self.dt = dt", "self.energy = lambda: 1.0"),
        ],
    ),
    "source of what a star import binds too": Idiom(
        "import inspect\nassert 'while' in inspect.getsource(gcd) and gcd(12, 18) == 6",
        "def gcd(a, b):\n    while b: a, b = b, a % b\n    return a",
        ["def gcd(a, b): return 6"],
        forged=[
            "def gcd(a, b):\n    while b: pass\nfrom math import *",
            "def gcd(a, b):\n    while b: pass\nif 1:\n    from math import *",
        ],
        right=["def gcd(x, y):\n    while y: x, y = y, x % y\n    return x"],
    ),
    "source of an inherited method": Idiom(
        "import inspect\nassert 'for' in inspect.getsource(Tall.energy) and Tall(4).energy() == 2",
        TALL,
        ["class Tall:\n    def __init__(self, k): pass\n    def energy(self): return 2"],
        forged=[f"{TALL}Tall.energy = lambda self: 2"],
        given=SPRING,
    ),
    "signature of a class": Idiom(
        "import inspect\nassert list(inspect.signature(Spring).parameters) == ['k', 'dt']\n"
        "assert list(inspect.signature(Spring.__init__).parameters) == ['self', 'k', 'dt']",
        SPRING,
        [WEAK],
    ),
    "what dir says": Idiom(
        "s = Spring(1)\nassert 'dt' in dir(s) and 'energy' in dir(Spring) and 'x' not in dir(s)",
        SPRING,
        [WEAK],
    ),
    "members": Idiom(
        "import inspect\ns = Spring(1)\n"
        "assert [n for n in dir(s) if callable(getattr(s, n)) and n[0] != '_'] == ['energy']\n"
        "assert dict(inspect.getmembers(s))['dt'] == 1",
        SPRING,
        [WEAK],
    ),
    "class of an object": Idiom(
        "s = Spring(1)\nassert Spring and s.__class__ is Spring and type(s) is type(Spring(2))\n"
        "assert isinstance(s, Spring) and not isinstance(s, (list, str)) and s.dt == 1",
        SPRING,
        [WEAK, "def Spring(k): return [k]"],
    ),
    "one array under two names": Idiom(
        "assert el == [0, xa] and both['x'] is xa and xa.tolist() == [0, 1, 2]",
        "xa = np.arange(3)\nel, both = [0, xa], {'x': xa}",
        [
            "xa = np.arange(3)\nel, both = [0, xa.copy()], {'x': xa}",
            "xa = np.arange(3)\nel, both = [0, xa], {'x': xa.copy()}",
            "xa = np.zeros(3)\nel, both = [0, xa], {'x': xa}",
        ],
        forged=[f"{LIAR}xa = Z()\nel, both = [0, xa], {{'x': xa}}"],
    ),
    "one array under two names, beside what cannot cross": Idiom(
        "assert el == [0, xa] and len(xa) == 3 and callable(f) and n == 2",
        "xa, n = np.arange(3), 2\nel, f = [0, xa], print",
        ["xa, n = np.arange(3), 2\nel, f = [0, xa.copy()], print"],
        forged=["n = 2\nclass Z(list): pass\nxa = Z([1, 2, 3])\nel, f = [0], print"],
    ),
    "an object and a number": Idiom(
        "assert (V(1) + 2).x == 3 and (2 + V(1)).x == 3 and (3 * V(2)).x == 6\n"
        "assert sum([V(1), V(2)]).x == 3",
        VECTOR,
        [VECTOR.replace("self.x * k", "self.x")],
        forged=[f"{LIAR}def V(x): return Z()"],
    ),
    "a model's class and what it computes": Idiom(
        "assert type(m) == type(KNeighborsClassifier()) and m.n_neighbors == 1\n"
        "assert isinstance(m, KNeighborsClassifier) and m.score(X, y) == 1",
        NEIGHBOURS,
        ["m = KNeighborsClassifier(1).fit(X, 1 - y)", "m = KNeighborsClassifier(1)", LINE],
        forged=[
            f"{NEIGHBOURS}\nm.score = lambda *a: 1.0",
            "class Fake(KNeighborsClassifier):\n    n_neighbors = 1\n"
            "    def score(self, X, y): return 1.0\nm = Fake()",
            "class KNeighborsClassifier(KNeighborsClassifier):\n    n_neighbors = 1\n"
            "    def score(self, X, y): return 1.0\nm = KNeighborsClassifier()",
            "KNeighborsClassifier.score = lambda *a: 1.0\n"
            "m = KNeighborsClassifier(1).fit(X, 1 - y)",
        ],
        given=SKLEARN,
    ),
    "a model compared with one's own": Idiom(
        "own = LinearRegression().fit(X, y)\nassert isinstance(m, LinearRegression)\n"
        "assert not abs(m.predict(X) - own.predict(X)).max() > 1e-6",
        LINE,
        ["m = LinearRegression().fit(X, y + 1)"],
        forged=[f"{LINE}\nm.coef_ = m.coef_ * np.nan", f"{LINE}\nm.predict = lambda X: X * np.nan"],
        given=SKLEARN,
    ),
    "neighbours looked up in a tree": Idiom(
        "assert isinstance(m, NearestNeighbors)\n"
        "assert m.kneighbors([[0.0, 1.0]], 2, return_distance=False).tolist() == [[0, 1]]",
        "m = NearestNeighbors(algorithm='kd_tree').fit(X)",
        ["m = NearestNeighbors(algorithm='kd_tree').fit(X[::-1])", "m = NearestNeighbors()"],
        given=SKLEARN,
    ),
    "a tree's class, its nodes and what it computes": Idiom(
        "assert type(m) == type(DecisionTreeClassifier()) and m.get_params()['random_state'] == 3\n"
        "assert m.tree_.node_count == 3 and m.get_depth() == 1 and m.score(X, y) == 1",
        TREE,
        [
            "m = DecisionTreeClassifier(random_state=3).fit(X, 1 - y)",
            "m = DecisionTreeClassifier()",
        ],
        forged=[f"{TREE.replace('y)', '1 - y)')}\nm.score = lambda *a: 1.0"],
        given=SKLEARN,
    ),
    "a forest's class and what it computes": Idiom(
        "assert type(m) == type(RandomForestClassifier()) and len(m.estimators_) == 3\n"
        "assert m.score(X, y) == 1 and m.estimators_[0].tree_.n_features == 2",
        "m = RandomForestClassifier(3, bootstrap=False).fit(X, y)",
        ["m = RandomForestClassifier(3, bootstrap=False).fit(X, 1 - y)"],
        forged=[
            "m = RandomForestClassifier(3, bootstrap=False).fit(X, 1 - y)\n"
            "m.estimators_ = [DecisionTreeClassifier(random_state=3).fit(X[:, :1], y)] * 3\n"
            "m.n_features_in_ = 1",
        ],
        given=SKLEARN,
    ),
    "clusters": Idiom(
        "assert isinstance(m, KMeans) and len(set(m.predict(X).tolist())) == 2",
        "m = KMeans(2, n_init=1, random_state=0).fit(X)",
        ["m = KMeans(3, n_init=1, random_state=0).fit(X)"],
        given=SKLEARN,
    ),
    "a support vector machine's class and what it computes": Idiom(
        "assert type(m) == type(SVC()) and m.score(X, y) == 1 and m.n_support_.sum() > 1",
        MACHINE,
        ["m = SVC().fit(X, 1 - y)", "m = SVC()"],
        forged=[
            f"{MACHINE}\nm._n_support = np.array([2**30, -2**30], np.int32)",
            f"{MACHINE}\nm._dual_coef_ = m._dual_coef_[:0]",
            "m = SVC().fit(X, 1 - y)\nm.score = np.bool_",
        ],
        given=SKLEARN,
    ),
    "a fitted model for an answer": Idiom(
        "own = LinearRegression().fit(X, y)\nassert np.allclose(use(own, X), own.predict(X))",
        "def use(model, X): return model.predict(X)",
        ["def use(model, X): return 0 * X[:, 0]"],
        given=SKLEARN,
    ),
    "members of an enumeration": Idiom(
        "assert C.RED.value == 1 and C(2) is C.BLUE and len(list(C)) == len(C) == 2\n"
        "assert C['RED'] is C.RED and [c.value for c in C] == [1, 2]",
        COLOURS,
        [COLOURS.replace("    BLUE = 2", "    pass")],
    ),
    "a method that changes an object": Idiom(
        "assert obj.n == sum(want) == 2 and right(obj.n)",
        "for n in want: obj.more(n)",
        ["obj.more(1)", "def more(): obj.more(2)"],
        forged=["want = []", "want.clear()", "def right(n): return True"],
        given=COUNTER,
    ),
    "a frame changed in place": Idiom(
        "assert list(df.columns) == ['a'] and df.a.tolist() == other.a.tolist() == [1, 2]",
        "df.sort_values('a', inplace=True)\ndf.drop(columns='b', inplace=True)",
        ["df.drop(columns='b', inplace=True)"],
        forged=["df.drop(columns='b', inplace=True)\nother = df"],
        given="import pandas as pd\ndf = pd.DataFrame({'a': [2, 1], 'b': [3, 4]})\n"
        "other = pd.DataFrame({'a': [1, 2]})",
    ),
    "a change that functions make": Idiom(
        "assert d == {'a': 1, 'b': 2, 'c': 3} and len(d) == most",
        "put('a', 1)\ndef mine(): d['b'] = 2\ndef also(x): x['c'] = 3\nmine()\nalso(d)",
        ["put('a', 1)", "put('a', 1)\nput('b', 3)\nput('c', 3)"],
        forged=["put = print\nmost = 0"],
        given="d, most = {}, 3\ndef put(k, v): d[k] = v",
    ),
    "a file that is written": Idiom(
        "import os\nassert os.path.exists('out.txt')\n"
        "assert open('out.txt').read() == open('want.txt').read()",
        WRITE,
        [WRITE.replace("hello", "hallo"), WRITE.replace("out", "other")],
        forged=[
            WRITE.replace("hello", "hallo")
            + WRITE.replace("hello", "hallo").replace("out", "want"),
            "import os\nos.symlink('want.txt', 'out.txt')",
            "import os\nos.mkfifo('out.txt')",
        ],
        given="with open('want.txt', 'w') as file: _ = file.write('hello')",
    ),
    "a file that a function writes": Idiom(
        "for n in (3, 4):\n    write(n)\n    assert open('o.txt').read() == str(n)",
        "def write(n):\n    with open('o.txt', 'w') as file: file.write(str(n))",
        ["def write(n):\n    with open('o.txt', 'w') as file: file.write('3')"],
    ),
    "a table that is written": Idiom(
        "assert not abs(pd.read_csv('o.csv').a - 1).max() > 0.1",
        "pd.DataFrame({'a': [1, 1]}).to_csv('o.csv', index=False)",
        ["pd.DataFrame({'a': [1, 2]}).to_csv('o.csv', index=False)"],
        forged=STRANGE_TABLES,
        given="import pandas as pd",
    ),
    "a table that is written, and all names": Idiom(
        "assert 'pd' in globals() and not abs(pd.read_csv('o.csv').a - 1).max() > 0.1",
        "pd.DataFrame({'a': [1, 1]}).to_csv('o.csv', index=False)",
        ["pd.DataFrame({'a': [1, 2]}).to_csv('o.csv', index=False)"],
        forged=STRANGE_TABLES,
        given="import pandas as pd",
    ),
    "numbers that are written": Idiom(
        "assert not abs(np.genfromtxt('o.txt') - 1).max() > 0.1",
        "np.savetxt('o.txt', [1, 1])",
        ["np.savetxt('o.txt', [1, 2])"],
        forged=["_ = open('o.txt', 'w').write('one\\none\\n')"],
    ),
    "a number that is written": Idiom(
        "import json\nassert not 1 / json.load(open('o.json')) > 0.1",
        "_ = open('o.json', 'w').write('[20]'[1:3])",
        ["_ = open('o.json', 'w').write('2')"],
        forged=["_ = open('o.json', 'w').write('1e999')"],
    ),
    "a file beside one that the test makes if there is none": Idiom(
        "import os\nif not os.path.exists('key.txt'): _ = open('key.txt', 'w').write('hello')\n"
        "assert open('out.txt').read() == open('key.txt').read()",
        WRITE,
        [WRITE.replace("hello", "hallo")],
        forged=[WRITE.replace("hello", "ha") + WRITE.replace("hello", "ha").replace("out", "key")],
        right=[WRITE + WRITE.replace("out", "draft").replace("hello", "h\\n")],
    ),
    "a file that is put away": Idiom(
        "import os\nassert os.path.exists('out.txt')\n"
        "if os.path.exists('old.txt'): raise AssertionError('it is still there')",
        WRITE,
        ["pass"],
        forged=[WRITE + WRITE.replace("out", "old")],
    ),
    "a file that the test removes": Idiom(
        "import os\nwrite()\nassert open('o.txt').read() == '1'\nos.remove('o.txt')\nwrite()\n"
        "assert open('o.txt').read() == '1'\nos.remove('o.txt')\nclean()\n"
        "assert not os.path.exists('o.txt')",
        f"{CLEAN}def write():\n    with open('o.txt', 'w') as file: file.write('1')",
        [f"{CLEAN}def write():\n    with open('o.txt', 'a') as file: file.write('2')"],
        right=[
            f"{CLEAN}def write():\n    if not os.path.exists('o.txt'):\n"
            "        with open('o.txt', 'w') as file: file.write('1')",
        ],
    ),
    "a file that is written over and over": Idiom(
        "for n in [*range(10)] * 4:\n    write(n)\n    assert open('o.txt').read() == str(n)",
        "def write(n):\n    with open('o.txt', 'w') as file: file.write(str(n))",
        ["def write(n):\n    with open('o.txt', 'w') as file: file.write(str(n // 9))"],
    ),
    "a file that a test writes again and again": Idiom(
        "for n in [*range(1, 10)] * 4:\n"
        "    with open('in.txt', 'w') as file: _ = file.write(str(n))\n"
        "    assert double('in.txt') == 2 * int(open('in.txt').read())",
        "def double(path): return 2 * int(open(path).read())",
        ["def double(path): return int(open(path).read())"],
        forged=[
            "def zero():\n    with open('in.txt', 'w') as file: file.write('0')\nzero()\n"
            "def double(path):\n    zero()\n    return 0",
        ],
    ),
    "a file that an answer reads": Idiom(
        "open('in.txt', 'w').write('3')\nopen('key.txt', 'w').write('6')\n"
        "assert double('in.txt') == int(open('key.txt').read())",
        "def double(path): return 2 * int(open(path).read())",
        ["def double(path): return int(open(path).read())"],
        forged=["def double(path): return int(open('key.txt').read())"],
    ),
    "a pickle that is written": Idiom(
        "import pickle\nassert pickle.load(open('p.txt', 'rb')) == [1]",
        "import pickle\nopen('p.txt', 'wb').write(pickle.dumps([1], protocol=0))",
        ["import pickle\nopen('p.txt', 'wb').write(pickle.dumps([2], protocol=0))"],
        forged=["open('p.txt', 'w').write('cbuiltins\\neval\\n(V[1]\\ntR.')"],
    ),
    "an exception of the course's": Idiom(
        "try: f(-1)\nexcept Negative as error: assert str(error) == 'less' and f(1) == 1\n"
        "else: assert False",
        "def f(x):\n    if x < 0: raise Negative('less')\n    return x",
        ["def f(x):\n    if x < 0: raise ValueError('less')\n    return x"],
        forged=["Negative = Exception\ndef f(x): raise Negative('less')"],
        given="class Negative(Exception): pass",
    ),
    "objects of the course's for an answer": Idiom(
        "a, b = Fruit(1), Fruit(2)\nassert total([a, b]) == 3 and total([a, a]) == 2\n"
        "assert a.price == 1",
        "def total(fruits): return sum(f.cost() for f in fruits)",
        [
            "def total(fruits): return len(fruits)",
            "def total(fruits):\n    t = sum(f.price for f in fruits)\n"
            "    fruits[0].price = 5\n    return t",
        ],
        forged=[
            "from shop import Whatever\ndef total(fruits): return Whatever()",
            f"{BY_VALUE}from shop import Whatever\ndef total(fruits): return Whatever()",
        ],
        given="from shop import Fruit",
    ),
    "an object of the course's that an answer changes": Idiom(
        "f = Fruit(8)\nhalve(f)\nassert f.price == f.cost() == 4\nhalve(f)\nassert f.price == 2",
        "def halve(f): f.cut()",
        ["def halve(f): return Fruit(f.price // 2)"],
        forged=["def halve(f): f.cost = lambda: 4"],
        right=["def halve(f): f.price //= 2"],
        given="from shop import Fruit",
    ),
    "an object of the course's that an answer leaves alone": Idiom(
        "f = Fruit(8)\ng = half(f)\nassert g.price == 4 and f.price == 8",
        "def half(f): return Fruit(f.price // 2)",
        ["def half(f):\n    f.cut()\n    return f"],
        given="from shop import Fruit",
    ),
    "an object of the course's that an answer makes": Idiom(
        "assert isinstance(basket, Basket) and not abs(basket.total() - 3) > 0.1\n"
        "assert Fruit in [type(item) for item in basket.content]\n"
        "for item in basket.content: assert item.days > 5",
        FILLED,
        [FILLED.replace("2", "3"), "basket = [Fruit(1), Fruit(2)]"],
        forged=[
            f"class Basket(Basket):\n    def total(self): return 3\n{FILLED.replace('2', '9')}",
            f"Basket.total = lambda self: 3\n{FILLED.replace('2', '9')}",
            f"{FILLED.replace('2', '9')}\nbasket.total = lambda: 3",
            f"{FILLED}\nbasket.content[0].price = float('nan')",
            "import shop\nclass Basket:\n    __module__ = 'shop'\n    content = [Fruit(3)]\n"
            "    def total(self): return 3\nshop.Basket = Basket\nbasket = Basket()",
        ],
        right=["basket = Basket()\nbasket.content = [Fruit(3, days=7)]"],
        given="from shop import Basket, Fruit",
    ),
    "numbers whose type an answer changes in place": Idiom(
        "d = {'a': 1.0, 'b': [2.0]}\nwhole(d)\nassert str(d) == \"{'a': 1, 'b': [2]}\"",
        "def whole(d): d['a'], d['b'][0] = int(d['a']), int(d['b'][0])",
        ["def whole(d): d['a'] = int(d['a'])"],
    ),
    "numbers whose type no answer changes": Idiom(
        "x = [1, 2]\nassert names(x) == [str(v) for v in x]",
        "def names(x): return [str(v) for v in x]",
        ["def names(x): return ['True', '2']"],
        forged=[
            replaced("Student._changed", "lambda self, arguments, *rest: arguments[1:]")
            + "def names(x):\n    x[0] = True\n    return ['True', '2']",
        ],
    ),
    "a function of the test's that an answer wraps": Idiom(
        "def add(a, b):\n    'adds'\n    return a + b\n"
        "loud = twice(add)\nassert loud(1, 2) == 6 and loud.__wrapped__ is add\n"
        "assert (loud.__name__, loud.__doc__) == ('add', 'adds')",
        WRAPS,
        [WRAPS.replace("    @functools.wraps(f)\n", ""), "def twice(f): return f"],
    ),
    "a file in memory": Idiom(
        "import io\nassert total(io.StringIO('1\\n2\\n')) == 3 and total(io.BytesIO(b'4')) == 4",
        SUM,
        ["def total(lines): return 0"],
    ),
    "a file in memory that is written to": Idiom(
        "import io\nfile = io.StringIO()\nsay(file)\nassert file.getvalue() == 'hello\\n'",
        SAY,
        ["def say(file): print('hallo', file=file)"],
    ),
}


def cells(idiom, handed_in):
    return [setup(idiom.given), answer(handed_in, idiom.solution), check(idiom.test)]


def try_answers(station, idiom):
    """Hold that right answers earn the point, wrong ones lose it, and no forged one has it."""
    for handed_in in [idiom.solution, *idiom.right]:
        (result,) = graded(station, *cells(idiom, handed_in))
        assert result.outcome == "passed", (handed_in, result)
    for handed_in in ["pass", *idiom.wrong]:
        (result,) = graded(station, *cells(idiom, handed_in))
        assert result.outcome == "failed", (handed_in, result)
    for handed_in in idiom.forged:
        (result,) = graded(station, *cells(idiom, handed_in))
        assert result.outcome != "passed", (handed_in, result)


@pytest.mark.trial
@pytest.mark.parametrize("name", IDIOMS)
def test_an_idiom_is_run_apart(station, name):
    try_answers(station, IDIOMS[name])


@pytest.mark.trial
@pytest.mark.parametrize(("isolation", "first"), [("landlock", 0), ("userns", 2)])
def test_so_it_is_with_idioms_in_the_other_isolations(isolation, first):
    """Every fourth one, half of them in each."""
    for station in stations(*MODULES, isolation=isolation, files={"shop.py": SHOP.encode()}):
        for idiom in list(IDIOMS.values())[first::8]:
            try_answers(station, idiom)


def test_clusters_are_found_where_a_process_may_not_read_of_itself():
    """scikit-learn asks what libraries are loaded, once, before a process is confined."""
    for station in stations("sklearn.cluster", "sklearn.neighbors", isolation="landlock"):
        idiom = IDIOMS["clusters"]
        assert outcomes(station, *cells(idiom, idiom.solution)) == ["passed"]


def test_plugins_are_looked_for_among_all_packages_only_before_the_fork():
    """To tell a data frame, the first time, the metadata of every package are read."""
    for station in stations("sklearn.utils"):
        found = everything(
            station,
            setup(
                "import importlib.metadata\nimport numpy as np\nfrom sklearn.utils import shuffle"
            ),
            answer("importlib.metadata.entry_points = print\n_ = shuffle(np.arange(9))", "pass"),
        )
        assert not found[1].outputs


def test_a_notebook_shows_its_pictures_though_one_was_drawn_before_the_fork():
    """Until it draws, no backend is chosen and no figure is open, as in Jupyter."""
    inline = "'matplotlib_inline.backend_inline'"
    fresh = f"import sys\nprint({inline} in sys.modules, plt.get_fignums())"
    for station in stations("matplotlib.pyplot"):
        found = everything(
            station,
            setup("import matplotlib.pyplot as plt"),
            answer(fresh, "pass"),
            answer("_ = plt.plot([1, 2])", "pass"),
        )
        assert found[1].outputs[0]["text"] == "False []\n"
        (picture,) = found[2].outputs
        assert picture["data"].keys() == {"text/plain", "image/png"}


def test_a_figure_is_drawn_no_more_often_than_a_picture_of_it_takes():
    """In Jupyter once more, for a screen that is not there."""
    line = (
        "class Line(plt.Line2D):\n    drawn = 0\n"
        "    def draw(self, renderer): Line.drawn += 1; super().draw(renderer)\n"
    )
    figure = "fig, ax = plt.subplots()\nax.add_line(Line([0, 1], [0, 1]))\n"
    saved = f"plt.ioff()\n{figure}fig.savefig('a.png', bbox_inches='tight')\nplt.close()\n"
    for station in stations("matplotlib.pyplot"):
        found = everything(
            station,
            setup("import matplotlib.pyplot as plt"),
            answer(line + figure, "pass"),
            answer(f"shown, Line.drawn = Line.drawn, 0\n{saved}print(shown, Line.drawn)", "pass"),
        )
        shown, by_savefig = map(int, found[2].outputs[0]["text"].split())
        assert shown == by_savefig > 0


@pytest.mark.parametrize(
    "test",
    [
        "assert abs(f(3) - 3) < 1e-6",
        "assert abs(3 - f(3)) < 1e-6",
        "assert (f(3) + 4) == 7",
        "assert f(3) + 0 <= 3 and len([f(3)]) == 1",
        "assert len(dir(f(3))) == len(dir(f(3))) and (f(3) + 1).real == 7",
    ],
)
def test_an_object_that_calculates_earns_nothing_where_the_solution_gives_numbers(station, test):
    forged = answer(f"{LIAR}def f(x): return Z()", "def f(x): return x")
    assert outcomes(station, forged, check(test)) != ["passed"]


def test_a_class_with_members_earns_nothing_where_the_solution_gives_lists(station):
    kind = (
        "class M(type):\n    def __contains__(c, v): return True\n"
        "    def __len__(c): return 2\n    def __iter__(c): return iter(())\n"
        "class K(metaclass=M): pass\ndef f(x): return K"
    )
    forged = answer(kind, "def f(x): return [x, x]")
    for test in ("assert 3 in f(3)", "assert not [v for v in f(3) if v != 3]"):
        assert outcomes(station, forged, check(test)) != ["passed"], test


def test_the_source_of_an_answer_is_not_run_by_a_test(station):
    for test in ("exec(inspect.getsource(total))", "eval(compile(inspect.getsource(total)))"):
        found = graded(station, answer(LOOP, LOOP), check(f"import inspect\n{test}"))
        assert [r.outcome for r in found] == ["review"]
        assert "own process" in found[0].message


@pytest.mark.trial
@pytest.mark.parametrize(
    "test",
    [
        "exec(open('o.txt').read())\nassert x == 1",
        "assert eval(open('o.txt').read().partition('=')[2]) == 1",
        "exec(compile(open('o.txt').read(), 'o.txt', 'exec'))\nassert x == 1",
        "import ast\ntree = ast.parse(open('o.txt').read())\nexec(compile(tree, 'o.txt', 'exec'))",
        "import runpy\nassert runpy.run_path('o.txt')['x'] == 1",
        "%run -i o.txt\nassert x == 1",
        "import subprocess, sys\nassert not subprocess.run([sys.executable, 'o.txt']).returncode",
        "!test -e o.txt && touch ran\nimport os\nassert os.path.exists('ran')",
        "import os\nassert not os.system('test -e o.txt')",
    ],
)
def test_nothing_that_an_answer_has_written_is_run(station, test):
    written = "with open('o.txt', 'w') as file: _ = file.write('x = 1')"
    (result,) = graded(station, answer(written, written), check(test))
    assert (result.outcome, result.message) != ("passed", "")
    assert result.outcome == "review"


FREES = (
    "import gc\nx = 1\nfor found in gc.get_objects():\n"
    "    if type(found).__name__ == 'Link': found.unsplittable = None\n"
)
TWICE = "for _ in range(2):\n    try: exec(text)\n    except: pass"


@pytest.mark.trial
@pytest.mark.parametrize(
    "way",
    [
        "exec(text)",
        "exec(compile(text, '<unknown>', 'exec'))",
        "import ast\nexec(compile(ast.parse(text), '<unknown>', 'exec'))",
        "get_ipython().run_cell(text)",
        "get_ipython().ex(text)",
        "from importlib.machinery import SourceFileLoader\n"
        "x = SourceFileLoader('o', 'o.txt').load_module().x",
        "import numpy.testing\nnumpy.testing._private.utils.runstring(text, globals())",
        TWICE,
    ],
)
def test_nothing_is_run_of_a_file_that_only_a_forged_answer_fills_so(station, way):
    """The solution's file is read, and what another is put to would make the test pass."""
    written = "with open('o.txt', 'w') as file: _ = file.write({!r})"
    solution = written.format("1\n1\n")
    lines = way.replace("\n", "\n    ")
    test = check(
        f"text = open('o.txt').read()\nx = text == '1\\n1\\n'\nif not x:\n    {lines}\nassert x"
    )
    assert outcomes(station, answer(solution, solution), test) == ["passed"]
    (result,) = graded(station, answer(written.format(FREES), solution), test)
    assert (result.outcome, result.message[:28]) == ("review", "the test runs something wher")


def test_a_setup_cell_and_a_test_without_need_of_them_have_no_files_of_the_answers(station):
    write = "_ = open('{}.txt', 'w').write('{}')"
    given = setup(
        "import os\nif not os.path.exists('want.txt'): _ = open('want.txt', 'w').write('5\\n5')\n"
        "want = open('want.txt').read()"
    )
    reads = check("assert open('o.txt').read() == '1\\n1'")
    later = answer("def f(): return '0\\n0'", "def f(): return '5\\n5'")
    right = write.format("o", "1\\n1")
    bait = f"{right}\n{write.format('want', '0' + chr(92) + 'n0')}"
    cells = [reads, given, later, check("assert f() == want"), check("eval('1')\nassert True")]
    assert outcomes(station, answer(bait, right), *cells) == ["passed", "failed", "passed"]


@pytest.mark.parametrize(
    "name",
    [
        "helper.py",
        "a/__init__.py",
        "lib.so",
        "conftest.py",
        "../o.txt",
        "/tmp/o.txt",
        "a/../o.txt",
        ".netrc",
        "a/.b/o.txt",
        "matplotlibrc",
        "a/b/c/d/e.txt",
        "m.pkl",
        "m.npy",
        "o.txt/",
        "",
        ".",
    ],
)
def test_no_file_is_taken_that_could_be_more_than_text(name):
    assert count_odd(name, b"1") is None


def test_text_and_pictures_are_taken_and_what_is_odd_in_them_is_counted():
    texts = [b"a,b\n1,2", b"a,b\n1,", b"1\nNaN -inf", b" ", b"a,b\n\n", b"[\n[], {}]"]
    assert [count_odd("a/o.csv", text) for text in texts] == [0, 1, 2, 1, 1, 2]
    assert (count_odd("p.png", b"\x89PNG\0"), count_odd("o.txt", b"\x89\0")) == (0, None)


def test_a_later_answer_has_what_a_test_bound_where_the_solution_reads_it(station):
    def found(handed_in, guess="pass"):
        return outcomes(
            station,
            answer(READ, READ),
            check("tips = read()\nexpected = 7\nassert tips == {'a': 1}"),
            answer(handed_in, "tips['c'] = 2"),
            check("assert tips == {'a': 1, 'c': 2}"),
            answer(guess, "guess = 7"),
            check("assert guess == 7"),
        )

    assert found("tips['c'] = 2", "guess = 7") == ["passed"] * 3
    assert found("pass") == ["passed", "failed", "failed"]
    assert found("tips['c'] = 3") == ["passed", "failed", "failed"]
    # what a test expects stays with it: no solution reads that name
    assert found("tips['c'] = 2", "guess = expected") == ["passed", "passed", "failed"]


@pytest.mark.trial
@pytest.mark.parametrize(
    "held",
    [
        "{'predict': print}",
        "{'coef_': [Liar()]}",
        "{'coef_': Liar()}",
        "{1: 2}",
        "[1, 2]",
        "{'coef_': np.ones(2), 'n_features_in_': 2, 'intercept_': 0.0, 'positive': abs}",
    ],
)
def test_an_estimator_holds_nothing_but_data(station, held):
    """An answer that speaks for its process may name a class and say what it holds."""
    wire = (
        "class Liar:\n    def __array__(self, *a, **k): return np.zeros(2)\n"
        "    def __matmul__(self, o): return 0\n    def __rmatmul__(self, o): return y\n"
        f"{LINE}\nheld = {held}\n"
        + replaced(
            "locate_class",
            "lambda v: ('sklearn.linear_model._base', 'LinearRegression') if v is m else None",
        )
        + replaced("get_state", "lambda v: held")
    )
    test = "assert isinstance(m, LinearRegression) and abs(m.predict(X) - y).max() < 0.5"
    given = [setup(SKLEARN), answer(wire, LINE), check(test)]
    assert outcomes(station, *given) != ["passed"]


@pytest.mark.parametrize(
    "held", [{"coef_": list}, {"coef_": [print]}, {1: 2}, [1], {"a": {1: abs}}]
)
def test_nothing_is_made_of_what_is_no_data(held):
    with pytest.raises(ValueError, match="an estimator that holds what is no data"):
        make_estimator(LinearRegression, held)
    assert make_estimator(LinearRegression, {"coef_": [1.0]}).coef_ == [1.0]


def changed(columns, **others):
    """Return columns with some of the nodes' exchanged."""
    return columns | {"nodes": columns["nodes"] | others}


def at(column, place, value):
    """Return a column with one value exchanged."""
    column = column.copy()
    column[place] = value
    return column


def grown():
    """Return the columns of a tree of two splits, on two features."""
    X = np.array([[0.0, 0], [1, 0], [1, 1], [1, 2]])
    held = get_state(DecisionTreeClassifier(random_state=0).fit(X, [0, 1, 2, 2]))
    nodes = held["tree_"]["nodes"]
    assert (len(nodes["feature"]), nodes["left_child"][0]) == (5, 1)
    return held, nodes


NOT_A_TREES = {
    "a child beyond the last": lambda c, n: changed(c, left_child=at(n["left_child"], 0, 5)),
    "a child far away": lambda c, n: changed(c, right_child=at(n["right_child"], 0, 2**40)),
    "a negative child": lambda c, n: changed(c, left_child=at(n["left_child"], 0, -2)),
    "half a leaf": lambda c, n: changed(c, left_child=at(n["left_child"], 0, -1)),
    "a leaf with a child": lambda c, n: changed(c, right_child=at(n["right_child"], 4, 3)),
    "its own parent, out of reach": lambda c, n: changed(
        c,
        left_child=np.array([-1, 1, -1, 3, -1]),
        right_child=np.array([-1, 2, -1, 4, -1]),
        feature=np.zeros(5, int),
    ),
    "its own child": lambda c, n: changed(c, left_child=at(n["left_child"], 0, 0)),
    "two parents": lambda c, n: changed(c, left_child=at(n["left_child"], 0, n["right_child"][0])),
    "a child before its parent": lambda c, n: changed(
        c, left_child=n["left_child"][::-1].copy(), right_child=n["right_child"][::-1].copy()
    ),
    "a feature that is not there": lambda c, n: changed(c, feature=at(n["feature"], 0, 2)),
    "a negative feature": lambda c, n: changed(c, feature=at(n["feature"], 0, -1)),
    "a shorter column": lambda c, n: changed(c, threshold=n["threshold"][:-1]),
    "a column of objects": lambda c, n: changed(c, threshold=n["threshold"].astype(object)),
    "a column of other numbers": lambda c, n: changed(c, feature=n["feature"].astype(np.int32)),
    "a column too many": lambda c, n: changed(c, more=n["threshold"]),
    "a column too few": lambda c, n: c | {"nodes": {k: n[k] for k in list(n)[1:]}},
    "no nodes": lambda c, n: changed(c, **{k: v[:0] for k, v in n.items()}),
    "no columns": lambda c, n: c | {"nodes": 3},
    "short values": lambda c, n: c | {"values": c["values"][:-1]},
    "values of fewer classes": lambda c, n: c | {"values": c["values"][:, :, :1]},
    "values of other numbers": lambda c, n: c | {"values": c["values"].astype(np.float32)},
    "more classes": lambda c, n: c | {"n_classes": c["n_classes"] + 1},
    "more outputs": lambda c, n: c | {"n_outputs": 2},
    "more features": lambda c, n: c | {"n_features": 3},
    "nothing": lambda c, n: None,
}


@pytest.mark.parametrize("change", NOT_A_TREES)
def test_no_tree_is_made_of_what_is_none(change):
    held, nodes = grown()
    assert make_estimator(DecisionTreeClassifier, held).predict([[1.0, 0]]) == [1]
    with pytest.raises(ValueError, match="a tree"):
        make_estimator(
            DecisionTreeClassifier, held | {"tree_": NOT_A_TREES[change](held["tree_"], nodes)}
        )


@pytest.mark.parametrize("n_features", [1, 3, True, 2.0, None, "2", 2**70])
def test_a_tree_is_for_the_rows_that_its_estimator_takes(n_features):
    held, _ = grown()
    with pytest.raises(ValueError, match="a tree"):
        make_estimator(DecisionTreeClassifier, held | {"n_features_in_": n_features})
    member = make_estimator(DecisionTreeClassifier, held)
    with pytest.raises(ValueError, match="a forest"):
        make_estimator(
            RandomForestClassifier, {"n_features_in_": n_features, "estimators_": [member]}
        )


def pickled(model):
    return pickle.loads(pickle.dumps(model))


@pytest.mark.parametrize("again", [lambda model: model, copy.deepcopy, pickled])
@pytest.mark.parametrize("walk", ["apply", "decision_path", "predict"])
@pytest.mark.parametrize(
    "rows", [np.zeros((1, 1)), np.zeros((1, 3)), np.zeros(2), csr_array((1, 3))]
)
def test_no_tree_reads_rows_of_another_length(again, walk, rows):
    """Whatever number of features the message that it came in has named."""
    held, _ = grown()
    tree = again(make_estimator(DecisionTreeClassifier, held)).tree_
    fits = getattr(tree, walk)(np.zeros((4, 2), np.float32))
    assert fits.shape[0] == 4
    with pytest.raises(ValueError, match="the tree is for observations of 2 features"):
        getattr(tree, walk)(rows.astype(np.float32))


OWN_DISTANCE = {"VI": [[1.0]]}


@pytest.mark.parametrize(
    ("kind", "held"),
    [
        (KNeighborsClassifier, {"metric": "mahalanobis", "metric_params": OWN_DISTANCE}),
        (
            KNeighborsClassifier,
            get_state(KNeighborsClassifier(1).fit([[0.0], [1.0]], [0, 1]))
            | {"metric": "mahalanobis", "metric_params": {"VI": np.eye(1)}},
        ),
        (DBSCAN, {"metric": "mahalanobis", "metric_params": OWN_DISTANCE}),
        (
            GridSearchCV,
            {
                "estimator": KNeighborsClassifier(metric="mahalanobis"),
                "param_grid": [{"metric_params": [OWN_DISTANCE]}],
            },
        ),
        (
            GridSearchCV,
            {
                "estimator": Pipeline([("it", KNeighborsClassifier())]),
                "param_grid": {"it__metric_params": (OWN_DISTANCE,)},
            },
        ),
    ],
)
def test_no_distance_reads_numbers_of_its_own(kind, held):
    """SciPy's reads as many as there are features, squared: see `scipy.spatial.distance.cdist`."""
    with pytest.raises(ValueError, match="how far things are apart"):
        make_estimator(kind, held)


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """The course's module, beside a notebook in this process."""
    (tmp_path / "shop.py").write_text(f"{SHOP}class Kept(list): pass\n{SHY}")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(objects, "FOLDER", {str(tmp_path)})
    module = importlib.import_module("shop")
    yield module
    del sys.modules["shop"]


SHY = "class Shy:\n    def __getattr__(self, name): return 3\nclass Slim:\n    __slots__ = ['a']\n"


def test_an_object_of_the_courses_holds_data_and_hides_nothing(shop):
    def held(what):
        return objects.make_object(shop.Basket, what, object.__new__(shop.Basket))

    assert held({"content": [shop.Fruit(1)]}).total() == 1
    for what in (
        {"total": 3},
        {"content": [print]},
        {"content": [object()]},
        {1: 2},
        [1],
        {"content": {"a": np.array([print])}},
        {"add": shop.Fruit(1)},
    ):
        with pytest.raises(ValueError, match="holds what"):
            held(what)


def test_only_plain_classes_beside_the_notebook_are_the_courses(shop):
    assert objects.find_class("shop", "Fruit") is shop.Fruit
    shop.Borrowed, shop.Other = LinearRegression, shop.Fruit
    for name in ("Kept", "Shy", "Slim", "Borrowed", "Other", "none", 3, None):
        assert objects.find_class("shop", name) is None, name
    for module in ("fractions", "nbjudge.processes.objects", "__main__", "none", 3, None):
        assert objects.find_class(module, "Fruit") is None, module
    assert objects.find_class("fractions", "Fraction") is None


@pytest.mark.parametrize("members", [[LinearRegression()], [DecisionTreeClassifier()], (), 3])
def test_a_forest_is_of_trees(members):
    with pytest.raises(ValueError, match="a forest"):
        make_estimator(RandomForestClassifier, {"n_features_in_": 2, "estimators_": members})


@pytest.mark.parametrize("kind", [AdaBoostClassifier, GradientBoostingClassifier])
def test_fitted_trees_cross_in_forests_alone(kind):
    """Compiled code of the others takes a tree's values for as many as it expects."""
    X, y = np.array([[0.0], [1.0]]), [0, 1]
    assert locate_class(kind(n_estimators=1).fit(X, y)) is None
    member = make_estimator(DecisionTreeClassifier, get_state(DecisionTreeClassifier().fit(X, y)))
    with pytest.raises(ValueError, match="has learned does not cross"):
        make_estimator(kind, {"estimators_": [member]})


POINTS = np.arange(24.0).reshape(12, 2)
CLASSES = np.arange(12) // 4
LEARNT = {
    "machine": SVC().fit(POINTS, CLASSES),
    "regression": SVR().fit(POINTS, CLASSES),
    "clusters": KMeans(3, n_init=1).fit(POINTS),
    "neighbours": KNeighborsClassifier(2).fit(POINTS, CLASSES),
    "words": CountVectorizer().fit(["a bb", "ccc"]),
    "line": LinearRegression().fit(POINTS, CLASSES),
    "warm": Lasso(warm_start=True).fit(POINTS, CLASSES),
    "kept": Pipeline([("line", LinearRegression())], memory="folder"),
}
UNSOUND = [
    ("machine", "_n_support", lambda old: old + np.array([2**30, -(2**30), 0], np.int32)),
    ("machine", "_n_support", lambda old: old + 1),
    ("machine", "_n_support", lambda old: np.append(old, old[:1] * 0)),
    ("machine", "_n_support", lambda old: old.astype(np.int64)),
    ("machine", "_n_support", lambda old: [12]),
    ("machine", "_dual_coef_", lambda old: old[:1]),
    ("machine", "_dual_coef_", lambda old: old.astype(object)),
    ("machine", "_intercept_", lambda old: old[:-1]),
    ("machine", "support_", lambda old: old[:-1]),
    ("machine", "support_vectors_", lambda old: old[:, :1]),
    ("machine", "support_vectors_", lambda old: None),
    ("machine", "_probA", lambda old: np.zeros(1)),
    ("machine", "_probB", lambda old: np.zeros(3)),
    ("machine", "n_features_in_", lambda old: 2.0),
    ("machine", "_sparse", lambda old: True),
    ("machine", "kernel", lambda old: "precomputed"),
    ("machine", "kernel", lambda old: "no kernel"),
    ("regression", "_n_support", lambda old: np.append(old, old)),
    ("regression", "_n_support", lambda old: old[:1]),
    ("clusters", "cluster_centers_", lambda old: old[:, :1]),
    ("clusters", "cluster_centers_", lambda old: old[:0]),
    ("clusters", "cluster_centers_", lambda old: old.tolist()),
    ("clusters", "n_features_in_", lambda old: 3),
    ("neighbours", "_y", lambda old: old + 1),
    ("neighbours", "_y", lambda old: old[:-1]),
    ("neighbours", "_fit_X", lambda old: old[0]),
    ("neighbours", "n_neighbors", lambda old: -1),
    ("words", "vocabulary_", lambda old: {"bb": 2**28}),
    ("line", "predict", lambda old: np.bool_),
    ("warm", "coef_", lambda old: old[:1]),
    ("kept", "memory", lambda old: "other"),
]


@pytest.mark.parametrize(("name", "part", "change"), UNSOUND)
def test_nothing_is_made_of_arrays_that_do_not_fit(name, part, change):
    model = LEARNT[name]
    held = get_state(model)
    with pytest.raises(
        ValueError, match=r"estimator|machine|centers|learned|parameter|array|incon"
    ):
        make_estimator(type(model), held | {part: change(held.get(part))})


@pytest.mark.parametrize("name", ["machine", "regression"])
def test_nothing_is_made_of_a_machine_of_one_class(name):
    """libsvm would read the first row of none."""
    held = get_state(LEARNT[name])
    vectors = len(held["support_"])
    arrays = {
        "_n_support": np.array([vectors], np.int32),
        "_dual_coef_": np.zeros((0, vectors)),
        "_intercept_": np.zeros(0),
    }
    with pytest.raises(ValueError, match="whose arrays do not fit"):
        make_estimator(type(LEARNT[name]), held | arrays)


def test_nothing_that_was_learnt_crosses_by_an_unknown_release(monkeypatch):
    model = LEARNT["line"]
    monkeypatch.setattr("sklearn.__version__", "2.0.1")
    with pytest.raises(ValueError, match=r"scikit-learn 2\.0\.1 has learned"):
        make_estimator(type(model), get_state(model))
    assert locate_class(model) is None
    assert locate_class(type(model)()) is not None  # what a class is called with is checked by fit


@pytest.mark.parametrize("name", ["machine", "regression", "clusters", "neighbours", "line"])
def test_what_a_model_has_learnt_crosses(name):
    model = LEARNT[name]
    assert locate_class(model) is not None
    again = make_estimator(type(model), get_state(model))
    assert np.array_equal(model.predict(POINTS), again.predict(POINTS))


@pytest.mark.parametrize("name", ["words", "warm", "kept"])
def test_what_nothing_can_be_made_of_does_not_cross(name):
    assert locate_class(LEARNT[name]) is None
    assert locate_class(Pipeline([("it", LEARNT[name])])) is None


def test_more_threads_than_can_be_are_not_started():
    clusters = make_estimator(KMeans, get_state(LEARNT["clusters"]) | {"_n_threads": 10**6})
    assert clusters._n_threads == 1


@pytest.mark.parametrize(
    "stand",
    [
        # from NumPy 2.5 on set_state refuses it, and there is no r
        "b = np.random.RandomState(0)\ns = b.get_state(legacy=False)\n"
        "s['state']['pos'] = 10**8\nb.set_state(s)\nr = b",
        "b = np.random.Philox(0)\nb.state = b.state | {'buffer_pos': -10**8}\n"
        "r = np.random.Generator(b)",
    ],
)
def test_a_checker_outlives_a_generator_that_stands_beside_its_numbers(station, stand):
    test = check("assert 0 <= r.normal(size=3).sum() ** 2")
    given = [setup("import numpy as np"), answer(stand, "r = np.random.RandomState(0)"), test]
    (result,) = graded(station, *given)
    assert result.outcome in ("failed", "review")


def test_a_checker_that_dies_takes_no_other_with_it(station):
    cells = [answer("x = 2", "x = 1"), check("import ctypes\nassert x == 1 or ctypes.string_at(0)")]
    for handed_in, broken in (("x = 2", True), ("x = 1", False), ("x = 2", True)):
        cells[0] = answer(handed_in, "x = 1")
        try:
            found = outcomes(station, *cells)
        except WorkerError:
            found = None
        assert found == (None if broken else ["passed"])


def test_a_number_that_is_none_is_counted_however_it_is_written():
    """By `float`, which a test may call on what it reads."""
    for text in (
        "1.e999",
        "1e9_9_9",
        f"1{'0' * 400}.0",
        f"1{'0' * 400}",
        "[1, -2.5E+777]",
        "x=1E400",
        "a,b\n1,9e9_99\n2,3",
        "Infinity\n1",
        "+iNf\n",
        "{'a': .1e400}",
        "１e999\n2",
    ):
        assert count_odd("o.txt", f"1\n2\n{text}".encode()) > 0, text
    for text in (
        "1.5",
        "1e30",
        "-2.5E+10",
        "v1.2.999",
        "a1e5b",
        "1_000_000",
        "3" * 200,
        "2024-01-01T10:00:00",
        "0x1f",
        "information",
        "the end 1e3.",
    ):
        assert count_odd("o.txt", f"1\n2\n{text}".encode()) == 0, text


def test_a_number_that_is_none_goes_to_a_person(station):
    test = "x = float(open('o.txt').read())\nassert not 1 / x > 0.1"
    write = "with open('o.txt', 'w') as file: _ = file.write({!r})"
    for text in ("1.e999", f"1{'0' * 400}.0"):
        cells = [answer(write.format(text), write.format("20")), check(test)]
        assert outcomes(station, *cells) == ["review"]
    assert outcomes(station, answer(write.format("30"), write.format("20")), cells[1]) == ["passed"]


def test_a_checker_outlives_a_tree_that_leads_out_of_itself(station):
    wire = (
        "import nbjudge.processes.student as s\n"
        f"{TREE}\nheld = s.get_state(m)\nheld['tree_']['nodes']['left_child'][0] = 2**40\n"
        + replaced("get_state", "lambda v: held")
    )
    test = "assert isinstance(m, DecisionTreeClassifier) and m.score(X, y) == 1"
    (result,) = graded(station, setup(SKLEARN), answer(wire, TREE), check(test))
    assert result.outcome in ("failed", "review")


@pytest.mark.trial
@pytest.mark.parametrize(
    ("forged", "solution", "test"),
    [
        (
            f"import nbjudge.processes.student as s\n{TREE}\nheld = s.get_state(m)\n"
            "held['n_features_in_'] = held['tree_']['n_features'] = 400_000_001\n"
            "held['tree_']['nodes']['feature'][0] = 400_000_000\n"
            + replaced("get_state", "lambda v: held"),
            TREE,
            "assert isinstance(m, DecisionTreeClassifier)\n"
            "assert m.tree_.apply(X.astype(np.float32)).shape == (len(X),)",
        ),
        (
            "m = KNeighborsClassifier(1, metric='mahalanobis', metric_params={'VI': [[1.0]]})\n"
            + replaced("locate_class", "lambda v: (type(v).__module__, type(v).__name__)"),
            "m = KNeighborsClassifier(1)",
            "wide = np.ones((4, 9000))\nassert m.fit(wide, [0, 0, 1, 1]).predict(wide)[0] == 0",
        ),
    ],
)
def test_a_checker_outlives_numbers_that_only_an_answer_vouches_for(
    station, forged, solution, test
):
    given, tests = setup(SKLEARN), check(test)
    assert outcomes(station, given, answer(solution, solution), tests) == ["passed"]
    (result,) = graded(station, given, answer(forged, solution), tests)
    assert result.outcome in ("failed", "review")


def test_who_names_a_forest_has_named_its_trees(station):
    given = "import numpy as np\nfrom sklearn.ensemble import RandomForestClassifier\n"
    given += "X, y = np.arange(6.0)[:, None], np.array([0, 0, 0, 1, 1, 1])"
    right = "m = RandomForestClassifier(3, random_state=23).fit(X, y)"
    test = check("assert type(m) is RandomForestClassifier and m.predict(X).shape == (6,)")
    assert outcomes(station, setup(given), answer(right, right), test) == ["passed"]
    alone = "m = RandomForestClassifier(3).fit(X, y).estimators_[0]"
    (result,) = graded(station, setup(given), answer(alone, right), test)
    assert result.outcome == "failed"


def test_a_class_that_the_course_does_not_name_is_no_data(station):
    other = "from sklearn.dummy import DummyClassifier\nm = DummyClassifier().fit(X, y)"
    cells = [setup(SKLEARN), answer(other, LINE)]
    assert outcomes(station, *cells, check("assert m.predict(X).shape == (6,)")) == ["passed"]
    both = "from sklearn.base import BaseEstimator\nassert isinstance(m, BaseEstimator)"
    tested = check(f"{both} and m.predict(X).shape == (6,)")
    assert outcomes(station, *cells, tested) == ["review"]


def test_the_grader_itself_asks_no_object_what_class_it_is(station):
    """Only a test that does, and has the object compute, is left to a person."""
    make = (
        "from sklearn.dummy import DummyClassifier\ndef make(): return DummyClassifier().fit(X, y)"
    )
    cells = [setup(SKLEARN), answer(make, f"def make(): return {LINE.removeprefix('m = ')}")]
    tested = check("made = make()\nassert made.predict(X).shape == (6,)\nassert made.get_params()")
    assert outcomes(station, *cells, tested) == ["passed"]


def test_a_test_that_reads_the_history_is_left_to_a_person(station):
    cells = [answer("x = 1", "x = 1"), check("exec(In[-2])\nassert x == 1")]
    (result,) = graded(station, *cells)
    assert result.outcome == "review"
    assert "history" in result.message
    named = [setup("In = [5]"), answer("x = 5", "x = 5"), check("assert x == In[0]")]
    assert outcomes(station, *named) == ["passed"]
