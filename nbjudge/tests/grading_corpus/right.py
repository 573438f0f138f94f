"""Right answers in unusual form: none of them may lose a point."""

from grading_corpus.assignment import submission

SQUARE = {
    "lambda": "square = lambda x: x**2 if x is not None else int('no')",
    "numpy-function": "def square(x):\n    if x is None: raise ValueError\n    return np.square(x)",
    "partial": """
import functools
def power(n, x):
    if x is None: raise ValueError
    return np.power(x, n)
square = functools.partial(power, 2)
""",
    "callable-object": """
class Square:
    def __call__(self, x):
        if x is None: raise ValueError
        return x * x
square = Square()
""",
    "static-method": """
class Tools:
    @staticmethod
    def square(x):
        if x is None: raise ValueError
        return x * x
square = Tools.square
""",
    "method": """
class Tools:
    n = 2
    def square(self, x):
        if x is None: raise ValueError
        return x ** self.n
square = Tools().square
""",
    "cached": """
from functools import wraps
def checked(f):
    @wraps(f)
    def inner(*args):
        if args[0] is None: raise ValueError
        return f(*args)
    return inner
@checked
def square(x): return x * x
""",
    "own-exception": """
class NoNumber(ValueError): pass
def square(x):
    if x is None: raise NoNumber('none')
    return x * x
""",
    "numpy-scalars": """
def square(x):
    if x is None: raise ValueError
    return np.float64(x) ** 2 if np.isscalar(x) else x ** 2
""",
    "list-for-array": """
def square(x):
    if x is None: raise ValueError
    return [float(v) ** 2 for v in x] if not np.isscalar(x) else x ** 2
""",
    "matrix-free-subclass": """
class Mine(np.ndarray): pass
def square(x):
    if x is None: raise ValueError
    return x * x if np.isscalar(x) else (x * x).view(Mine)
""",
    "fraction": """
from fractions import Fraction
def square(x):
    if x is None: raise ValueError
    return Fraction(x) ** 2 if isinstance(x, int) else x * x
""",
    "warns": """
import warnings, sys
def square(x):
    warnings.warn('slow'); print('working', file=sys.stderr)
    if x is None: raise ValueError
    return x * x
""",
    "prints": "def square(x):\n    print('x is', x)\n    if x is None: raise ValueError\n    return x * x",
    "magics": """
%matplotlib inline
%time y = 3
!echo hello
def square(x):
    if x is None: raise ValueError
    return x * x
%timeit -n 1 -r 1 square(3)
""",
    "plots": """
import matplotlib.pyplot as plt
plt.plot([1, 2]); plt.show()
def square(x):
    if x is None: raise ValueError
    return x * x
""",
    "await": """
import asyncio
await asyncio.sleep(0)
async def slow(x): return x * x
def square(x):
    if x is None: raise ValueError
    return x * x
await slow(3)
""",
    "recursive": """
def square(x):
    if x is None: raise ValueError
    if not np.isscalar(x): return np.array([square(v) for v in x])
    if isinstance(x, int): return 0 if x == 0 else square(abs(x) - 1) + 2 * abs(x) - 1
    return x * x
""",
    "threads": """
import threading
def square(x):
    if x is None: raise ValueError
    found = []
    thread = threading.Thread(target=lambda: found.append(x * x)); thread.start(); thread.join()
    return found[0]
""",
    "changes-its-input": """
def square(x):
    if x is None: raise ValueError
    if np.isscalar(x): return x * x
    y = x.copy(); y *= y
    return y
""",
    "global-state": """
count = 0
def square(x):
    global count
    count += 1
    if x is None: raise ValueError
    return x * x
""",
    "type-hints": """
from __future__ import annotations
def square(x: float | np.ndarray) -> float | np.ndarray:
    '''Square. A docstring with "quotes" and unicode: é 平方.'''
    if x is None: raise ValueError
    return x * x
""",
    "last-line-is-a-value": "def square(x):\n    if x is None: raise ValueError\n    return x*x\nsquare(3)",
    "error-after-definition": "def square(x):\n    if x is None: raise ValueError\n    return x*x\n1/0",
    "named-differently-inside": "def _s(x):\n    if x is None: raise ValueError\n    return x*x\nsquare=_s",
}

RIGHT_BOOKS = {name: submission({"square": code}) for name, code in SQUARE.items()}
RIGHT_BOOKS |= {
    "helper-cell-before": submission(
        {"square": "def square(x):\n    if x is None: raise ValueError\n    return helper(x)"},
        before=["def helper(x): return x * x"],
    ),
    "scratch-cells": submission(before=["x = 1/0", "undefined_name"], after=["while_not_run = 1"]),
    "namedtuple-stack": submission(
        {
            "stack": "from dataclasses import dataclass, field\n@dataclass\nclass Stack:\n"
            "    items: list = field(default_factory=list)\n"
            "    def push(self, x): self.items.append(x)\n"
            "    def pop(self): return self.items.pop()\n"
            "    def __len__(self): return len(self.items)\n"
        }
    ),
    "inherited-stack": submission(
        {
            "stack": "class Base:\n    def push(self, x): self.items.append(x)\n"
            "    def pop(self): return self.items.pop()\n"
            "class Stack(Base):\n    def __init__(self): self.items = []\n"
            "    def __len__(self): return len(self.items)\n"
        }
    ),
    "list-subclass-stack": submission({"stack": "class Stack(list):\n    push = list.append\n"}),
    "numpy-total": submission({"total": "total = np.sum"}),
    "total-in-place": submission(
        {"total": "def total(values):\n    values = list(values)\n    t = 0\n"
                  "    while values: t += values.pop()\n    return t"}
    ),
}  # fmt: skip
