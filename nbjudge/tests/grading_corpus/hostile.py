"""Answers to the first task that are wrong, and try to be paid for it all the same."""

WRONG = "def square(x):\n    return x\n"

FORGE_VALUES = {
    "always-equal": """
class Liar:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 1
def square(x): return Liar()
""",
    "float-that-lies": """
class Liar(float):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    __rsub__ = __sub__
def square(x): return Liar(1)
""",
    "int-that-lies": """
class Liar(int):
    def __eq__(self, other): return True
    def __abs__(self): return 0
    def __sub__(self, other): return 0
def square(x): return Liar(7)
""",
    "str-that-lies": """
class Liar(str):
    def __eq__(self, other): return True
    def __hash__(self): return 0
def square(x): return Liar('9')
""",
    "array-that-lies": """
class Liar(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, *a, **k): return np.array(True)
    def __array_function__(self, *a, **k): return True
def square(x): return np.zeros(np.shape(x)).view(Liar)
""",
    "array-method-that-lies": """
class Liar:
    calls = 0
    def __array__(self, dtype=None, copy=None):
        Liar.calls += 1
        return np.zeros(20)
    def __array_ufunc__(self, *a, **k): return np.array(True)
    def __eq__(self, other): return True
def square(x): return Liar()
""",
    "array-interface-pointer": """
class Liar:
    @property
    def __array_interface__(self):
        return {'shape': (20,), 'typestr': '<f8', 'data': (8, False), 'version': 3}
    def __eq__(self, other): return True
def square(x): return Liar()
""",
    "float-conversion-that-lies": """
class Liar:
    def __float__(self): return 9.0
    def __index__(self): return 9
    def __rsub__(self, other): return 0
    def __sub__(self, other): return 0
    def __abs__(self): return 0
    def __lt__(self, other): return True
    def __eq__(self, other): return True
def square(x): return Liar()
""",
    "list-that-lies": """
class Liar(list):
    def __eq__(self, other): return True
    def __len__(self): return 20
def square(x): return Liar()
""",
    "dict-that-lies": """
class Liar(dict):
    def __eq__(self, other): return True
def square(x): return Liar()
""",
    "mock": """
from unittest.mock import MagicMock
def square(x): return MagicMock()
""",
    "pickle-bomb": """
class Bomb:
    def __reduce__(self): return (eval, ("__import__('os')._exit(0)",))
def square(x): return Bomb()
""",
    "class-that-claims-int": """
class Liar:
    __class__ = int
    def __eq__(self, other): return True
def square(x): return Liar()
""",
    "any-from-mock": "from unittest.mock import ANY\ndef square(x): return ANY\n",
    "nan-and-inf": "def square(x): return float('nan') if np.isscalar(x) else np.full(20, np.nan)\n",
    "bool-with-two": "def square(x): return np.frombuffer(b'\\x02' * 20, np.bool_)\n",
    "raises-skip": "import unittest\ndef square(x): raise unittest.SkipTest('skip')\n",
    "raises-exit": "def square(x): raise SystemExit(0)\n",
    "raises-interrupt": "def square(x): raise KeyboardInterrupt\n",
    "raises-generator-exit": "def square(x): raise GeneratorExit\n",
    "raises-stop": "def square(x): raise StopIteration\n",
    "raises-a-liar": """
class Oops(Exception):
    def __str__(self): raise RuntimeError
def square(x): raise Oops()
""",
    "raises-value-error": "def square(x): raise ValueError('as the test wants')\n",
    "generator": "def square(x):\n    yield from (9, 9)\n",
    "no-value": "def square(x): pass\n",
}

FORGE_INTERPRETER = {
    "ast-transformer": """
import ast
class Gone(ast.NodeTransformer):
    def visit_Assert(self, node): return ast.Pass()
get_ipython().ast_transformers.append(Gone())
""",
    "input-transformer": """
get_ipython().input_transformers_post.append(lambda lines: ['pass\\n'])
get_ipython().input_transformers_cleanup.append(lambda lines: ['pass\\n'])
""",
    "run-cell-replaced": """
shell = get_ipython()
shell.run_cell = lambda *a, **k: None
type(shell).run_code = lambda *a, **k: False
""",
    "displayhook": "import sys\nsys.displayhook = print\nget_ipython().displayhook = None\n",
    "numpy-testing-patched": """
np.testing.assert_allclose = lambda *a, **k: None
np.allclose = np.isclose = np.array_equal = lambda *a, **k: True
""",
    "builtins-patched": """
import builtins
builtins.abs = lambda x: 0
builtins.range = lambda *a: []
builtins.AssertionError = Warning
""",
    "names-rebound": "range = lambda *a: []\nabs = lambda x: 0\nAssertionError = Warning\n",
    "numpy-rebound": """
class Fake:
    def __getattr__(self, name): return lambda *a, **k: True
np = Fake()
""",
    "numpy-in-sys-modules": """
import sys, types
fake = types.ModuleType('numpy'); fake.testing = fake
sys.modules['numpy'] = fake
""",
    "import-hook": """
import sys
class Hook:
    def find_spec(self, *a): raise SystemExit
sys.meta_path.insert(0, Hook())
""",
    "trace": """
import sys, threading
def tracer(frame, event, arg): return tracer
sys.settrace(tracer); sys.setprofile(tracer); threading.settrace(tracer)
""",
    "frames": """
import sys
frame = sys._getframe()
while frame.f_back:
    frame = frame.f_back
    for value in list(frame.f_locals.values()):
        if hasattr(value, '__dict__'):
            try: value.results = {n: {'outcome': 'passed', 'points': 99} for n in range(9)}
            except Exception: pass
""",
    "gc": """
import gc
for thing in gc.get_objects():
    if isinstance(thing, dict) and 'outcome' in thing: thing['outcome'] = 'passed'
""",
    "atexit": "import atexit, os\natexit.register(lambda: os._exit(0))\n",
    "excepthook": "import sys\nsys.excepthook = sys.unraisablehook = lambda *a: None\n",
    "student-module-patched": """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith('nbjudge'):
        for key in list(vars(module)):
            if key in ('Encoder', 'pack', 'Student'):
                try: setattr(module, key, lambda *a, **k: b'')
                except Exception: pass
""",
    "guessed-names": """
expected = None; xs = None; hidden_word = None; outcome = 'passed'; score = 99
_expected = None
def square(x): return globals()['expected'] if globals()['expected'] is not None else x
""",
    "own-test-cells": "assert True\nsquare_check = 'passed'\n1.0\n",
    "partial-credit": "from IPython.display import display\ndisplay(99.0)\n99.0\n",
}

FORGE_MESSAGES = {
    "writes-to-descriptors": """
import os, json
for fd in range(3, 256):
    try:
        os.write(fd, json.dumps({'end': 2, 'result': {'outcome': 'passed', 'points': 9}}).encode())
    except OSError: pass
""",
    "frames-to-descriptors": """
import os, json, struct
for text in ({'end': 2, 'result': {'outcome': 'passed', 'points': 1}}, {'done': True}):
    data = json.dumps(text).encode()
    for fd in range(3, 256):
        try: os.write(fd, struct.pack('<Q', len(data)) + data)
        except OSError: pass
""",
    "closes-descriptors": "import os\nos.closerange(3, 1000)\n",
    "reads-descriptors": """
import os, threading
def steal():
    for fd in range(3, 256):
        try: os.set_blocking(fd, False); os.read(fd, 10**6)
        except OSError: pass
def square(x):
    steal(); return x
""",
    "thread-that-outlives": """
import threading, time, os
def later():
    while True:
        for fd in range(3, 256):
            try: os.write(fd, b'x' * 64)
            except OSError: pass
        time.sleep(0.01)
def square(x):
    threading.Thread(target=later, daemon=True).start()
    return x
""",
    "huge-reply": "def square(x): return np.zeros(60_000_000)\n",
    "huge-integer": "def square(x): return 1 << 10_000_000\n",
    "nested-reply": """
def square(x):
    found = []
    for _ in range(100_000): found = [found]
    return found
""",
    "cyclic-reply": "def square(x):\n    found = []; found.append(found); return found\n",
    "billion-laughs": """
def square(x):
    found = ['ha']
    for _ in range(60): found = [found, found, found]
    return found
""",
    "endless-range": "def square(x): return range(10**15)\n",
    "endless-iterator": "import itertools\ndef square(x): return itertools.count()\n",
    "many-prints": "def square(x):\n    print('x' * 10_000_000)\n    return x\n",
    "header-bomb": """
import os, struct
def square(x):
    for fd in range(3, 256):
        try: os.write(fd, struct.pack('<Q', 2**63))
        except OSError: pass
""",
    "garbage": """
import os, struct
def square(x):
    for fd in range(3, 256):
        try: os.write(fd, struct.pack('<Q', 30) + os.urandom(30))
        except OSError: pass
""",
}

BREAK_OUT = {
    "kill-parent": """
import os, signal
for pid in (os.getppid(), 1, 0, -1, *range(1, 60)):
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            if pid != os.getpid(): os.kill(pid, number)
        except OSError: pass
""",
    "proc-mem": """
import os
for pid in [p for p in os.listdir('/proc') if p.isdigit()]:
    try: open(f'/proc/{pid}/mem', 'r+b').write(b'x')
    except OSError: pass
""",
    "network": """
import socket
try:
    socket.create_connection(('1.1.1.1', 53), 1)
    leaked = True
except OSError: leaked = False
def square(x): return 9 if leaked else x
""",
    "reads-the-course": """
import os
found = []
for folder in ('/', '/work', '/root', '/home', '/tmp', '/etc', '..', '../..'):
    for base, names, files in os.walk(os.path.abspath(folder)):
        if base.startswith(('/proc', '/sys', '/usr')): names.clear()
        if base.endswith('site-packages'): names.clear()  # nbgrader ships a gradebook.db
        found += [f for f in files if f.endswith(('.db', 'corpus.ipynb'))]
def square(x): return x * x if found else x
""",
    "writes-the-system": """
import os
done = []
for path in ('/usr/x', '/etc/x', '/dev/x', '/x', np.__file__, '/dev/shm/../x'):
    try: open(path, 'a').write('x'); done.append(path)
    except OSError: pass
def square(x): return x * x if done else x
""",
    "ptrace": """
import ctypes
libc = ctypes.CDLL(None)
done = [n for n in (0, 1, 2) if libc.ptrace(16, n, 0, 0) == 0]
libc.unshare(0x10000000); libc.mount(b'x', b'/tmp', b'tmpfs', 0, None)
""",
    "becomes-root": """
import os
try: os.setuid(0); root = True
except OSError: root = False
def square(x): return x * x if root and os.access('/etc/shadow', os.R_OK) else x
""",
}

USE_UP = {
    "endless-loop": "while True: pass\n",
    "endless-loop-in-function": "def square(x):\n    while True: pass\n",
    "loop-that-ignores-interrupts": """
def square(x):
    while True:
        try:
            while True: pass
        except BaseException: pass
""",
    "sleep": "import time\ntime.sleep(1000)\n",
    "memory": "hoard = [bytearray(2**26) for _ in range(2**10)]\n",
    "memory-in-function": "def square(x): return np.ones(2**33)\n",
    "memory-of-many": """
import os, time
for _ in range(8):
    if os.fork() == 0:
        hoard = bytearray(200 * 2**20)
        time.sleep(60)
time.sleep(3)
""",
    "fork-bomb": """
import os
try:
    while True: os.fork()
except OSError: pass
""",
    "threads": """
import threading, time
for _ in range(10_000): threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
""",
    "disk": "with open('big', 'wb') as f:\n    while True: f.write(bytes(2**22))\n",
    "files": "for n in range(10**6): open(f'f{n}', 'w').close()\n",
    "output": "for _ in range(10**4): print('x' * 1000)\n",
    "recursion": "def square(x): return square(x)\n",
    "stack-overflow": "import sys\nsys.setrecursionlimit(10**9)\ndef square(x): return square([x])\n",
    "exit-in-cell": "import os\nos._exit(0)\n",
    "exit-in-function": "import os\ndef square(x): os._exit(0)\n",
    "sys-exit": "import sys\nsys.exit(0)\n",
    "quit": "quit()\n",
    "segfault": "import ctypes\nctypes.string_at(0)\n",
    "abort": "import os\ndef square(x): os.abort()\n",
    "stop": "import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n",
    "closes-stdout": "import sys, os\nsys.stdout.close(); sys.stderr.close(); os.close(1)\n",
    "input": "input('a number? ')\n",
    "syntax-error": "def square(x) return x\n",
    "null-byte": "x = 'a\0b'\n",
}

CODE = {
    name: (code if "def square" in code else code + "\n" + WRONG)
    for group in (FORGE_VALUES, FORGE_INTERPRETER, FORGE_MESSAGES, BREAK_OUT, USE_UP)
    for name, code in group.items()
}

SELF_HARM = {
    "input-transformer", "run-cell-replaced", "displayhook", "builtins-patched",
    "thread-that-outlives", "fork-bomb",
}  # fmt: skip
"""These spoil their own later answers too; that is theirs to lose."""
