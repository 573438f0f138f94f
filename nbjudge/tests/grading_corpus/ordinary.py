"""Tests as instructors write them, with a right answer each: what an ordinary course holds."""

# name: (answer, test). The grader runs each test apart from its answer.
PASSED = {
    "sklearn-model": (
        """
from sklearn.tree import DecisionTreeClassifier
def fit39(X, y): return DecisionTreeClassifier(random_state=0).fit(X, y)
""",
        """
X, y = np.random.default_rng(0).normal(size=(40, 2)), np.arange(40) % 2
m = fit39(X, y)
assert m.predict(X).shape == (40,)
assert m.score(X, y) == 1
assert m.get_depth() > 1
from sklearn.tree import DecisionTreeClassifier
assert isinstance(m, DecisionTreeClassifier)
""",
    ),
    "input-global": (
        """
def ask():
    return int(input('n? ')) + 1
""",
        """
input = lambda prompt='': '4'
assert ask() == 5
del input
""",
    ),
    "input-patch": (
        """
def ask2():
    return int(input('n? ')) + 1
""",
        """
from unittest.mock import patch
with patch('builtins.input', return_value='4'):
    assert ask2() == 5
""",
    ),
    "input-patch-side": (
        """
def ask3():
    return int(input()) + int(input())
""",
        """
from unittest import mock
with mock.patch('builtins.input', side_effect=['4','5']):
    assert ask3() == 9
""",
    ),
    "stdin": (
        """
def ask4():
    return input().upper()
""",
        r"""
import io, sys
old, sys.stdin = sys.stdin, io.StringIO('abc\n')
try:
    assert ask4() == 'ABC'
finally:
    sys.stdin = old
""",
    ),
    "builtins-assign": (
        """
def ask5():
    return input() * 2
""",
        """
import builtins
old = builtins.input
builtins.input = lambda *a: 'x'
try:
    assert ask5() == 'xx'
finally:
    builtins.input = old
""",
    ),
    "patch-helper": (
        """
def helper6(): return 1
def use6(): return helper6() + 1
""",
        """
from unittest.mock import patch
with patch('__main__.helper6', return_value=10) as h:
    assert use6() == 11
    h.assert_called_once()
""",
    ),
    "helper-replaced": (
        """
def mse7(a, b): return ((a - b)**2).mean()
def rmse7(a, b): return np.sqrt(mse7(a, b))
""",
        """
old = mse7
del mse7
try:
    rmse7(np.ones(2), np.zeros(2))
except NameError:
    pass
else:
    raise AssertionError('rmse7 must use mse7')
mse7 = old
assert rmse7(np.ones(2), np.zeros(2)) == 1
""",
    ),
    "global-data": (
        """
RATE = 2
def price(x): return x * RATE
""",
        """
RATE = 3
assert price(2) == 6
RATE = 2
""",
    ),
    "global-data-given": (
        """
def price9(x): return x * FACTOR
""",
        """
FACTOR = 7
assert price9(2) == 14
""",
    ),
    "capture-redirect": (
        """
def hello10(): print('Hello')
""",
        r"""
import io
from contextlib import redirect_stdout
f = io.StringIO()
with redirect_stdout(f):
    hello10()
assert f.getvalue() == 'Hello\n'
""",
    ),
    "capture-sys": (
        """
def hello11(n):
    for i in range(n): print(i)
""",
        """
import io, sys
old = sys.stdout
sys.stdout = buf = io.StringIO()
hello11(3)
sys.stdout = old
assert buf.getvalue().split() == ['0','1','2']
""",
    ),
    "capture-ipython": (
        """
def hello12(): print('hi')
""",
        r"""
from IPython.utils.capture import capture_output
with capture_output() as c:
    hello12()
assert c.stdout == 'hi\n'
""",
    ),
    "variable": (
        """
answer13 = 42
""",
        """
assert answer13 == 42
""",
    ),
    "variable-type": (
        """
x14 = [1, 2, 3]
""",
        """
assert isinstance(x14, list) and len(x14) == 3 and type(x14) is list
""",
    ),
    "dataframe": (
        """
import pandas as pd
df15 = pd.DataFrame({'a': [1, 2], 'b': [3., 4.]})
""",
        """
assert df15.shape == (2, 2)
assert list(df15.columns) == ['a', 'b']
assert df15['a'].sum() == 3
""",
    ),
    "dataframe-function": (
        """
import pandas as pd
def mean16(df): return df.groupby('k')['v'].mean()
""",
        """
import pandas as pd
out = mean16(pd.DataFrame({'k': list('aab'), 'v': [1., 3., 5.]}))
assert out['a'] == 2 and out['b'] == 5
pd.testing.assert_series_equal(out, pd.Series([2., 5.], index=pd.Index(['a','b'], name='k'), name='v'))
""",
    ),
    "nose": (
        """
def sq17(n):
    if n < 1: raise ValueError('n')
    return [i**2 for i in range(1, n + 1)]
""",
        """
assert sq17(3) == [1, 4, 9]
try:
    sq17(0)
except ValueError:
    pass
else:
    raise AssertionError('did not raise')
""",
    ),
    "pytest-raises": (
        """
def neg18(n):
    if n < 0: raise ValueError('negative')
    return n
""",
        """
import pytest
with pytest.raises(ValueError, match='neg'):
    neg18(-1)
assert neg18(2) == pytest.approx(2)
""",
    ),
    "unittest": (
        """
def add19(a, b): return a + b
""",
        """
import unittest
class T(unittest.TestCase):
    def test(self):
        self.assertEqual(add19(1, 2), 3)
r = unittest.TextTestRunner(stream=__import__('io').StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
assert r.wasSuccessful()
""",
    ),
    "testcase-inline": (
        """
def add20(a, b): return a + b
""",
        """
from unittest import TestCase
tc = TestCase()
tc.assertEqual(add20(1, 2), 3)
tc.assertAlmostEqual(add20(.1, .2), .3)
with tc.assertRaises(TypeError):
    add20(1, 'a')
""",
    ),
    "doctest-like": (
        """
def doc21():
    '''Say.'''
    return 1
""",
        """
assert doc21.__doc__ == 'Say.'
assert doc21.__name__ == 'doc21'
assert callable(doc21)
""",
    ),
    "signature": (
        """
def sig23(a, b=2, *args, **kw): return a
""",
        """
import inspect
assert list(inspect.signature(sig23).parameters) == ['a', 'b', 'args', 'kw']
assert inspect.signature(sig23).parameters['b'].default == 2
""",
    ),
    "generator": (
        """
def gen24(n):
    for i in range(n): yield i * i
""",
        """
assert list(gen24(4)) == [0, 1, 4, 9]
g = gen24(2)
assert next(g) == 0 and next(g) == 1
try:
    next(g)
except StopIteration: pass
else: raise AssertionError
""",
    ),
    "closure": (
        """
def make25(n):
    def add(x): return x + n
    return add
""",
        """
f = make25(3)
assert f(4) == 7 and make25(1)(1) == 2
""",
    ),
    "decorator": (
        """
def twice26(f):
    def g(*a): return f(f(*a))
    return g
""",
        """
@twice26
def inc(x): return x + 1
assert inc(3) == 5
""",
    ),
    "callback": (
        """
def apply27(f, xs): return [f(x) for x in xs]
""",
        """
assert apply27(lambda x: x + 1, [1, 2]) == [2, 3]
assert apply27(np.sqrt, [4.0]) == [2.0]
assert apply27(len, ['ab']) == [2]
""",
    ),
    "class": (
        """
class Acc28:
    rate = .1
    def __init__(self, b=0): self.balance = b
    def deposit(self, x): self.balance += x
    @property
    def double(self): return 2 * self.balance
    def __repr__(self): return f'Acc({self.balance})'
    def __eq__(self, o): return self.balance == o.balance
    def __add__(self, o): return Acc28(self.balance + o.balance)
""",
        """
a = Acc28(5)
a.deposit(3)
assert a.balance == 8 and a.double == 16 and repr(a) == 'Acc(8)' and str(a) == 'Acc(8)'
assert a == Acc28(8)
assert (a + a).balance == 16
a.balance = 1
assert a.double == 2
assert Acc28.rate == .1 and hasattr(a, 'deposit') and not hasattr(a, 'nope')
assert isinstance(a, Acc28)
""",
    ),
    "contextmanager": (
        """
from contextlib import contextmanager
@contextmanager
def cm31():
    yield 5
""",
        """
with cm31() as v:
    assert v == 5
""",
    ),
    "plot-returns": (
        """
import matplotlib.pyplot as plt
def plot37():
    fig, ax = plt.subplots(); ax.plot([1, 2]); return ax
""",
        """
ax = plot37()
assert len(ax.lines) == 1
np.testing.assert_array_equal(ax.lines[0].get_ydata(), [1, 2])
""",
    ),
    "plot-variable": (
        """
import matplotlib.pyplot as plt
fig38, ax38 = plt.subplots()
ax38.plot([1, 2])
ax38.set_ylabel('y')
""",
        """
assert ax38.get_ylabel() == 'y'
""",
    ),
    "sklearn-fitted-variable": (
        """
from sklearn.linear_model import LinearRegression
lr40 = LinearRegression().fit(np.arange(4.)[:, None], np.arange(4.) * 2)
""",
        """
assert np.isclose(lr40.coef_[0], 2)
assert np.allclose(lr40.predict([[5.]]), 10)
""",
    ),
    "random-seed": (
        """
def draw41(n): return np.random.rand(n)
""",
        """
np.random.seed(1)
a = draw41(3)
np.random.seed(1)
b = np.random.rand(3)
assert np.allclose(a, b)
""",
    ),
    "random-module": (
        """
import random
def roll42(): return random.randint(1, 6)
""",
        """
import random
random.seed(3)
a = [roll42() for _ in range(5)]
random.seed(3)
assert a == [random.randint(1, 6) for _ in range(5)]
""",
    ),
    "rng-passed": (
        """
def draw43(rng): return rng.normal()
""",
        """
assert draw43(np.random.default_rng(0)) == np.random.default_rng(0).normal()
""",
    ),
    "hash": (
        """
s44 = 'hello'
""",
        """
from hashlib import sha1
assert sha1(s44.encode()).hexdigest() == sha1(b'hello').hexdigest()
assert sha1(str(type(s44)).encode()).hexdigest() == sha1(b"<class 'str'>").hexdigest()
""",
    ),
    "hash-round": (
        """
v45 = 3.14159265
""",
        """
from hashlib import md5
assert md5(str(round(v45, 2)).encode()).hexdigest() == md5(b'3.14').hexdigest()
assert md5(str(type(np.mean([v45]))).encode()).hexdigest() == md5(str(np.float64).encode()).hexdigest()
""",
    ),
    "string-format": (
        """
def fmt46(x): return f'{x:.2f}'
""",
        """
assert fmt46(2) == '2.00' and type(fmt46(2)) == str
""",
    ),
    "complex-nested": (
        """
def nest47(): return {'a': [1, (2, 3)], 'b': {4, 5}, 'c': None, 'd': {'e': np.arange(3)}}
""",
        """
r = nest47()
assert r['a'] == [1, (2, 3)] and r['b'] == {4, 5} and r['c'] is None
np.testing.assert_array_equal(r['d']['e'], [0, 1, 2])
""",
    ),
    "mutation": (
        """
def sort48(xs):
    xs.sort()
""",
        """
v = [3, 1, 2]
assert sort48(v) is None
assert v == [1, 2, 3]
""",
    ),
    "copy-kept": (
        """
def sorted49(xs): return sorted(xs)
""",
        """
v = [3, 1, 2]
assert sorted49(v) == [1, 2, 3] and v == [3, 1, 2]
""",
    ),
    "identity": (
        """
def same50(xs):
    xs.append(1)
    return xs
""",
        """
v = []
assert same50(v) is v and v == [1]
""",
    ),
    "recursion-limit": (
        """
def fact51(n): return 1 if n == 0 else n * fact51(n - 1)
""",
        """
import math
assert fact51(50) == math.factorial(50)
""",
    ),
    "timing": (
        """
def fast52(n): return n * (n - 1) // 2
""",
        """
import time
t = time.perf_counter()
assert fast52(10**6) == sum(range(10**6))
assert time.perf_counter() - t < 2
""",
    ),
    "locals-check": (
        """
val56 = 3
""",
        """
assert 'val56' in globals()
assert 'val56' in locals() or 'val56' in dir()
""",
    ),
    "try-name": (
        """
val57 = 3
""",
        """
try:
    val57
except NameError:
    raise AssertionError('define val57')
assert val57 == 3
""",
    ),
    "eval": (
        """
def f58(x): return x + 1
""",
        """
assert eval('f58(1)') == 2
""",
    ),
    "lambda-var": (
        """
sq59 = lambda x: x * x
""",
        """
assert sq59(4) == 16
assert list(map(sq59, [1, 2])) == [1, 4]
assert sorted([3, -1], key=sq59) == [-1, 3]
""",
    ),
    "partial-credit": (
        """
def pc60(x): return x
""",
        """
score = 0
if pc60(1) == 1: score += .5
if pc60(2) == 2: score += .5
score
""",
    ),
    "warn": (
        """
import warnings
def warn61(): warnings.warn('old', DeprecationWarning); return 1
""",
        """
import warnings
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    assert warn61() == 1
    assert len(w) == 1 and issubclass(w[0].category, DeprecationWarning)
""",
    ),
    "custom-exception": (
        """
class MyErr62(Exception): pass
def raise62(): raise MyErr62('boom')
""",
        """
try:
    raise62()
except MyErr62 as e:
    assert str(e) == 'boom'
else: raise AssertionError
""",
    ),
    "dataclass": (
        """
from dataclasses import dataclass
@dataclass
class P63:
    x: float
    y: float = 0
""",
        """
assert P63(1) == P63(1, 0)
assert P63(1).x == 1 and repr(P63(1, 2)) == 'P63(x=1, y=2)'
""",
    ),
    "defaultdict-counter": (
        """
from collections import Counter, defaultdict
def count66(s): return Counter(s)
def group66(w):
    d = defaultdict(list)
    for x in w: d[len(x)].append(x)
    return d
""",
        """
assert count66('aab') == {'a': 2, 'b': 1} and count66('aab').most_common(1) == [('a', 2)]
assert group66(['a', 'bb']) == {1: ['a'], 2: ['bb']}
""",
    ),
    "deque-datetime": (
        """
from collections import deque
import datetime
def dd67(): return deque([1, 2]), datetime.date(2020, 1, 2)
""",
        """
import datetime
d, t = dd67()
assert list(d) == [1, 2] and t == datetime.date(2020, 1, 2) and t.year == 2020
""",
    ),
    "bytes-range-slice": (
        """
def brs68(): return b'ab', range(3), slice(1, 2), 1 + 2j, frozenset([1])
""",
        """
a, b, c, d, e = brs68()
assert a == b'ab' and list(b) == [0, 1, 2] and c == slice(1, 2) and d == 1 + 2j and e == {1}
""",
    ),
    "scipy-sparse": (
        """
from scipy import sparse
def eye69(n): return sparse.eye(n, format='csr')
""",
        """
m = eye69(3)
assert m.shape == (3, 3) and np.allclose(m.toarray(), np.eye(3))
""",
    ),
    "scipy-opt": (
        """
from scipy.optimize import minimize
def opt70(f): return minimize(f, 0.).x[0]
""",
        """
assert abs(opt70(lambda x: (x[0] - 2)**2) - 2) < 1e-3
""",
    ),
    "iterator-class": (
        """
class It71:
    def __init__(self, n): self.n, self.i = n, 0
    def __iter__(self): return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
""",
        """
assert list(It71(3)) == [1, 2, 3]
assert [x for x in It71(2)] == [1, 2] and sum(It71(3)) == 6
""",
    ),
    "staticmethod": (
        """
class M73:
    @staticmethod
    def f(x): return x + 1
    @classmethod
    def make(cls): return cls()
""",
        """
assert M73.f(1) == 2 and isinstance(M73.make(), M73)
""",
    ),
    "attr-none": (
        """
class N74:
    def __init__(self): self.left = None; self.val = 1
""",
        """
n = N74()
assert n.left is None and n.val == 1
n.left = N74()
assert n.left.val == 1
assert vars(n)['val'] == 1 and n.__dict__['val'] == 1
""",
    ),
    "linked-list": (
        """
class Node75:
    def __init__(self, v, nxt=None): self.v, self.next = v, nxt
def rev75(n):
    p = None
    while n: n.next, p, n = p, n, n.next
    return p
""",
        """
n = rev75(Node75(1, Node75(2)))
assert n.v == 2 and n.next.v == 1 and n.next.next is None
""",
    ),
    "torch-free-model": (
        """
class Mod76:
    def fit(self, X, y): self.m = y.mean(); return self
    def predict(self, X): return np.full(len(X), self.m)
""",
        """
m = Mod76()
assert m.fit(np.ones((3, 1)), np.array([1., 2, 3])) is m
assert np.allclose(m.predict(np.ones((2, 1))), 2)
""",
    ),
    "sklearn-subclass": (
        """
from sklearn.base import BaseEstimator, ClassifierMixin
class Const77(ClassifierMixin, BaseEstimator):
    def __init__(self, c=0): self.c = c
    def fit(self, X, y): self.classes_ = np.unique(y); return self
    def predict(self, X): return np.full(len(X), self.c)
""",
        """
m = Const77(1).fit(np.ones((3, 1)), np.array([0, 1, 1]))
assert m.score(np.ones((3, 1)), np.array([0, 1, 1])) == 2/3
assert m.get_params() == {'c': 1}
""",
    ),
    "np-testing": (
        """
def f79(x): return x / 3
""",
        """
from numpy.testing import assert_array_almost_equal, assert_allclose, assert_equal
assert_array_almost_equal(f79(np.ones(3)), np.full(3, 1/3))
assert_equal(f79(3), 1)
""",
    ),
    "np-attributes": (
        """
a80 = np.arange(6).reshape(2, 3)
""",
        """
assert a80.shape == (2, 3) and a80.dtype.kind == 'i' and a80.sum() == 15 and (a80.T @ a80).shape == (3, 3) and a80.ndim == 2
""",
    ),
    "structured-array": (
        """
def s81(): return np.array([(1, 'a')], dtype=[('n', int), ('s', 'U1')]), np.ma.array([1, 2], mask=[0, 1])
""",
        """
a, m = s81()
assert a['n'][0] == 1 and m.sum() == 1
""",
    ),
    "helpers-in-test": (
        """
def area83(r): return np.pi * r**2
""",
        """
def check(r):
    assert np.isclose(area83(r), 3.141592653589793 * r * r), r
for r in (1, 2):
    check(r)
""",
    ),
    "test-class": (
        """
def area84(r): return r
""",
        """
class Checks:
    value = area84(2)
    def run(self): assert area84(3) == 3 and self.value == 2
Checks().run()
""",
    ),
    "kwargs": (
        """
def kw86(*a, k=1, **kw): return a, k, kw
""",
        """
assert kw86(1, 2, k=3, z=4) == ((1, 2), 3, {'z': 4})
args = [1]
assert kw86(*args, **{'q': 1}) == ((1,), 1, {'q': 1})
""",
    ),
    "string-module-name": (
        """
import math as m87
def f87(x): return m87.floor(x)
""",
        """
assert m87.floor(2.5) == 2 and f87(2.5) == 2
""",
    ),
    "zip-map": (
        """
def z92(a, b): return zip(a, b)
def m92(a): return map(str, a)
def k92(d): return d.keys()
""",
        """
assert list(z92([1], [2])) == [(1, 2)] and list(m92([1])) == ['1'] and sorted(k92({'a': 1})) == ['a'] and 'a' in k92({'a': 1})
""",
    ),
    "regex": (
        r"""
import re
pattern93 = re.compile(r'\d+')
def find93(s): return re.search(r'(\d+)', s)
""",
        """
assert pattern93.match('12') and find93('a12').group(1) == '12'
assert pattern93.pattern
""",
    ),
    "decimal-fraction": (
        """
from decimal import Decimal
from fractions import Fraction
def df95(): return Decimal('1.1'), Fraction(1, 3)
""",
        """
from decimal import Decimal
from fractions import Fraction
assert df95() == (Decimal('1.1'), Fraction(1, 3))
""",
    ),
    "poly1d": (
        """
def fit97(x, y): return np.poly1d(np.polyfit(x, y, 1))
""",
        """
p = fit97(np.arange(3.), np.arange(3.) * 2)
assert np.isclose(p(5), 10) and np.allclose(p.coeffs, [2, 0], atol=1e-9)
""",
    ),
    "ufunc": (
        """
vec98 = np.vectorize(lambda x: x + 1)
""",
        """
assert vec98([1, 2]).tolist() == [2, 3]
""",
    ),
    "inspect-source": (
        """
def loop22(n):
    t = 0
    for i in range(n): t += i
    return t
""",
        """
import inspect
assert 'for' in inspect.getsource(loop22)
assert loop22(4) == 6
""",
    ),
    "enum": (
        """
from enum import Enum
class C65(Enum):
    RED = 1
    BLUE = 2
""",
        """
assert C65.RED.value == 1 and C65(2) is C65.BLUE and len(list(C65)) == 2
""",
    ),
    "operators": (
        """
class V72:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return V72(self.x + o.x, self.y + o.y)
    def __mul__(self, k): return V72(self.x * k, self.y * k)
    __rmul__ = __mul__
    def __neg__(self): return V72(-self.x, -self.y)
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __abs__(self): return (self.x**2 + self.y**2)**.5
    def __bool__(self): return bool(self.x or self.y)
    def __contains__(self, v): return v in (self.x, self.y)
    def __call__(self): return self.x
    def __lt__(self, o): return abs(self) < abs(o)
""",
        """
v = V72(3, 4)
assert abs(v) == 5 and v[0] == 3 and (v + v).x == 6 and (v * 2).y == 8 and (2 * v).y == 8 and (-v).x == -3
assert bool(v) and not V72(0, 0) and 3 in v and v() == 3 and V72(0, 1) < v
assert sorted([v, V72(0, 1)])[0].y == 1
""",
    ),
    "ast-check": (
        """
def loop99(n): return sum(range(n))
""",
        """
import ast, inspect
tree = ast.parse(inspect.getsource(loop99))
assert not any(isinstance(n, ast.For) for n in ast.walk(tree))
""",
    ),
    "file-write": (
        """
def save32(path, text):
    with open(path, 'w') as f: f.write(text)
""",
        """
import os, tempfile
p = os.path.join(tempfile.gettempdir(), 'x32.txt')
save32(p, 'abc')
assert open(p).read() == 'abc'
""",
    ),
    "file-read": (
        """
def read33(path):
    return open(path).read().split()
""",
        """
open('words33.txt', 'w').write('a b c')
assert read33('words33.txt') == ['a', 'b', 'c']
""",
    ),
    "file-written-by-cell": (
        """
with open('out34.txt', 'w') as f: f.write('hello')
""",
        """
assert open('out34.txt').read() == 'hello'
""",
    ),
}

# These cannot be run apart from the answer; the grader must say so, and give or take nothing.
REFERRED = {
    "subclass-in-test": (
        """
class Shape29:
    def area(self): raise NotImplementedError
    def twice(self): return 2 * self.area()
""",
        """
class Sq(Shape29):
    def area(self): return 4
assert Sq().twice() == 8
""",
    ),
    "inheritance": (
        """
class A30:
    def f(self): return 1
class B30(A30):
    def f(self): return super().f() + 1
""",
        """
assert issubclass(B30, A30) and B30().f() == 2
assert isinstance(B30(), A30)
assert B30.__bases__ == (A30,) or B30.__mro__[1] is A30
""",
    ),
    "plot-gca": (
        """
import matplotlib.pyplot as plt
def plot35():
    plt.figure(); plt.plot([1, 2], [3, 4]); plt.xlabel('x')
""",
        """
import matplotlib.pyplot as plt
plot35()
ax = plt.gca()
assert ax.get_xlabel() == 'x' and len(ax.lines) == 1
""",
    ),
    "plot-axes": (
        """
import matplotlib.pyplot as plt
def plot36(ax):
    ax.plot([1, 2], [3, 4]); ax.set_title('t')
""",
        """
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
plot36(ax)
assert ax.get_title() == 't' and len(ax.lines) == 1
""",
    ),
    "sympy": (
        """
import sympy as sp
def diff54():
    x = sp.Symbol('x'); return sp.diff(x**2, x)
""",
        """
import sympy as sp
assert diff54() == 2 * sp.Symbol('x')
""",
    ),
    "sympy-variable": (
        """
import sympy as sp
x55 = sp.Symbol('x')
e55 = x55**2 + 1
""",
        """
import sympy as sp
assert e55.subs(x55, 2) == 5
assert sp.simplify(e55 - (sp.Symbol('x')**2 + 1)) == 0
""",
    ),
    "namedtuple": (
        """
from collections import namedtuple
P64 = namedtuple('P64', 'x y')
def mid64(a, b): return P64((a.x + b.x) / 2, (a.y + b.y) / 2)
""",
        """
m = mid64(P64(0, 0), P64(2, 4))
assert m == (1, 2) and m.x == 1 and m == P64(1, 2)
""",
    ),
    "cross-val": (
        """
from sklearn.base import BaseEstimator, ClassifierMixin
class Const78(ClassifierMixin, BaseEstimator):
    def __init__(self, c=0): self.c = c
    def fit(self, X, y): self.classes_ = np.unique(y); return self
    def predict(self, X): return np.full(len(X), self.c)
""",
        """
from sklearn.model_selection import cross_val_score
assert np.allclose(cross_val_score(Const78(1), np.ones((6, 1)), np.array([0, 1] * 3), cv=3), .5)
""",
    ),
    "async": (
        """
async def co82(): return 5
""",
        """
assert await co82() == 5
import asyncio
""",
    ),
    "global-counter": (
        """
count85 = 0
def inc85():
    global count85
    count85 += 1
""",
        """
count85 = 0
inc85(); inc85()
assert count85 == 2
""",
    ),
    "time-sleep-patch": (
        """
import time
def nap88():
    time.sleep(100)
    return 1
""",
        """
from unittest.mock import patch
with patch('time.sleep') as s:
    assert nap88() == 1
    s.assert_called_once_with(100)
""",
    ),
    "mock-arg": (
        """
def use89(db): return db.get('k') + 1
""",
        """
from unittest.mock import Mock
db = Mock()
db.get.return_value = 4
assert use89(db) == 5
db.get.assert_called_once_with('k')
""",
    ),
    "object-arg": (
        """
def area90(s): return s.w * s.h
""",
        """
class R:
    def __init__(self, w, h): self.w, self.h = w, h
assert area90(R(2, 3)) == 6
from types import SimpleNamespace
assert area90(SimpleNamespace(w=1, h=2)) == 2
""",
    ),
    "pathlib": (
        """
from pathlib import Path
def p94(): return Path('a') / 'b'
""",
        """
from pathlib import Path
assert p94() == Path('a/b') and p94().name == 'b'
""",
    ),
}
