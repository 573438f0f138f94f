"""Make this Python's arithmetic that of another processor's: right, but for the last bit.

IEEE 754 fixes +, −, ×, ÷ and the square root to the bit. It does not fix exp and its like, nor
in what order a processor adds up a product of matrices, nor where an unstable sort puts equal
keys. With this folder on PYTHONPATH each of these is off by one unit in the last place, or
shuffled, in every process that starts: in NumPy's, SciPy's and Python's functions, and for the
operators ``@`` and ``**`` and the methods ``dot`` and ``argsort`` in the library, in the
experiments and in what a notebook runs. What a test then finds must be what it finds without:
`.ci/night elsewhere` runs them so.

Which way a result moves is as good as random, and hangs on the function, the result and LAST_BIT
(a number, 0 by default) alone: a processor, too, does the same each time. LAST_BIT_LOG names a
folder; each process leaves a file there that says how many numbers it has moved, so that a test
can tell that something was done.
"""

import ast
import atexit
import builtins
import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import sys
import zlib
from pathlib import Path

import numpy as np

PACKAGES = {"ensemblelab", "experiments"}
# numba's, which knows no function of ours, and keeps it
COMPILED = "ensemblelab.trees.growers.compiled"
FUNCTIONS = {
    np: """exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 power float_power cbrt hypot
        sin cos tan arcsin arccos arctan arctan2 sinh cosh tanh arcsinh arccosh arctanh""",
    math: """exp expm1 log log2 log10 log1p pow cbrt hypot sin cos tan asin acos atan atan2
        sinh cosh tanh erf erfc gamma lgamma""",
}
PRODUCTS = {
    np: "dot matmul vdot inner tensordot einsum convolve correlate",
    np.linalg: "norm solve inv det lstsq pinv eigvalsh",
}
SPECIAL = """expit logit log_expit softplus xlogy xlog1py entr rel_entr kl_div gammaln gamma betaln
    erf erfc erfinv ndtr ndtri log_ndtr logsumexp softmax log_softmax"""

SEED = int(os.environ.get("LAST_BIT", "0"))
moved = 0


def count(number):
    """Count what was moved; the first time, say so at once: a kernel may be ended by a signal."""
    global moved
    moved += number
    if 0 < moved == number:
        log()


def choose(bits, salt):
    """Choose −1, 0 or +1 for each number by its bits: a multiplicative hash."""
    mixed = (bits.astype(np.uint64) + np.uint64(salt)) * np.uint64(0x9E3779B97F4A7C15)
    return ((mixed >> np.uint64(33)) % np.uint64(3)).astype(np.int8) - np.int8(1)


def off(value, salt):
    """Move each float of a result one unit in the last place down, up or not at all.

    Whole numbers stay: a function's exact values (exp 0, log 1) are exact on every processor,
    and so are sums of products of whole numbers.
    """
    if isinstance(value, tuple):
        parts = [off(part, salt) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if type(value) is float:
        return float(off(np.float64(value), salt))
    if type(value) not in (np.ndarray, np.float64, np.float32) or value.dtype.kind != "f":
        return value
    array = np.asarray(value)
    with np.errstate(all="ignore"):
        inexact = np.isfinite(array) & (array != np.rint(array))
        way = choose(array.view(f"u{array.itemsize}"), salt) * inexact
        there = np.nextafter(array, np.copysign(array.dtype.type(np.inf), way))
    count(int(np.count_nonzero(way)))
    if isinstance(value, np.ndarray) and value.flags.writeable:
        np.copyto(value, there, where=way != 0)  # it may be the `out` of a call
        return value
    return np.where(way != 0, there, array)[()]


class Off:
    """A function, or a ufunc with all its methods, whose results are off."""

    def __init__(self, function):
        self.exact = function
        self.salt = zlib.crc32(f"{SEED} {function.__name__}".encode())
        self.__name__, self.__doc__ = function.__name__, function.__doc__
        self.__module__ = getattr(function, "__module__", None)

    def __call__(self, *args, **kwargs):
        return off(self.exact(*args, **kwargs), self.salt)

    def __getattr__(self, name):
        return getattr(self.exact, name)

    def __reduce__(self):
        return getattr, (sys.modules[self.__module__ or "numpy"], self.__name__)


def argsort(a, axis=-1, kind=None, order=None, *, stable=None, exact=np.argsort):
    """Shuffle the places of equal keys, unless a stable order was asked for."""
    a = np.asanyarray(a)
    if kind in ("stable", "mergesort") or stable or order is not None or a.dtype.kind not in "biuf":
        return exact(a, axis=axis, kind=kind, order=order)
    if axis is None:
        a, axis = a.ravel(), 0
    shuffled = np.random.default_rng([SEED, a.size]).permutation(a.shape[axis])
    found = exact(np.take(a, shuffled, axis), axis=axis, kind="stable")
    count(shuffled.size)
    return shuffled[found]


def dot(a, b, *rest):
    """Multiply by the method ``a.dot``, which may be another class's than NumPy's."""
    return off(a.dot(b, *rest), SEED)


def method_argsort(a, *args, **kwargs):
    """Sort by the method ``a.argsort``."""
    return argsort(a, *args, **kwargs) if type(a) is np.ndarray else a.argsort(*args, **kwargs)


def power(a, b):
    """Raise a power. NumPy squares by multiplying, and roots are IEEE's."""
    value = a**b
    exact = isinstance(b, (int, float)) and b in (0, 0.5, 1, 2, -1)
    whole = isinstance(a, int) or (isinstance(a, float) and a == int(a))
    return value if exact or (whole and isinstance(b, int)) else off(value, SEED)


def matmul(a, b):
    """Multiply matrices, in an order that depends on their shapes."""
    return off(a @ b, SEED + getattr(a, "size", 0))


HELPERS = {"matmul": matmul, "power": power, "dot": dot, "argsort": method_argsort}
for name, helper in HELPERS.items():
    setattr(builtins, f"_last_bit_{name}", helper)


class Operators(ast.NodeTransformer):
    """Turn the operators and methods into calls of the functions above."""

    NAMES = {ast.MatMult: "matmul", ast.Pow: "power"}

    def call(self, node, name, *args, keywords=()):
        function = ast.Name(f"_last_bit_{name}", ast.Load())
        return ast.copy_location(ast.Call(function, list(args), list(keywords)), node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        name = self.NAMES.get(type(node.op))
        return self.call(node, name, node.left, node.right) if name else node

    def visit_Call(self, node):
        self.generic_visit(node)
        match node.func:
            case ast.Attribute(value=value, attr="dot" | "argsort" as name):
                if not (isinstance(value, ast.Name) and value.id in ("np", "numpy")):
                    return self.call(node, name, value, *node.args, keywords=node.keywords)
        return node


def transformed(source, filename):
    """Parse and rewrite a module or a cell."""
    tree = source if isinstance(source, ast.AST) else ast.parse(source, filename)
    return ast.fix_missing_locations(Operators().visit(tree))


class Loader(importlib.machinery.SourceFileLoader):
    """Compiles a module afresh, with the operators rewritten."""

    def path_stats(self, path):
        raise OSError("so that no compiled file is read or written")

    def source_to_code(self, data, path, *, _optimize=-1):
        tree = transformed(importlib.util.decode_source(data), path)
        return compile_exactly(tree, path, "exec", dont_inherit=True, optimize=_optimize)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the library's modules by the other finders, and gives them our loader."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] not in PACKAGES or fullname.startswith(COMPILED):
            return None
        for finder in sys.meta_path:
            if finder is not self and (spec := finder.find_spec(fullname, path, target)):
                if type(spec.loader) is importlib.machinery.SourceFileLoader:
                    spec.loader = Loader(spec.loader.name, spec.loader.path)
                return spec
        return None


compile_exactly = builtins.compile


def compile_off(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, **more):
    """Compile; the cells of notebooks, and of problem sets, with the operators rewritten."""
    text = os.fsdecode(filename) if isinstance(filename, (str, bytes)) else ""
    is_cell = "ipykernel" in text or text.endswith(("-answer", "-check", "-hidden", "-setup"))
    if is_cell and mode == "exec" and not flags & ast.PyCF_ONLY_AST:
        source = transformed(source, filename)
    # a caller's own `from __future__` is not to be taken from this module
    return compile_exactly(source, filename, mode, flags, True, optimize, **more)


def put_off():
    """Replace the functions, before anyone has taken them."""
    import scipy.special

    for table in (FUNCTIONS, PRODUCTS, {scipy.special: SPECIAL}):
        for module, names in table.items():
            for name in names.split():
                if hasattr(module, name):
                    setattr(module, name, Off(getattr(module, name)))
    np.argsort = argsort
    builtins.compile = compile_off
    sys.meta_path.insert(0, Finder())


def begin_again():
    """Count a fork's own: what its parent had moved is in the parent's file."""
    global moved
    moved = 0


os.register_at_fork(after_in_child=begin_again)


@atexit.register
def log():
    """Return how much was moved."""
    if folder := os.environ.get("LAST_BIT_LOG"):
        found = {"moved": moved, "arguments": sys.orig_argv}
        Path(folder, f"{os.getpid()}.json").write_text(json.dumps(found))


put_off()
