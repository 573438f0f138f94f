"""The text that was handed in, for tests that read the source of an answer.

Text is data, and the checker has it. Which text belongs to a name follows from the text alone: a
student's process could show one function's and run another. (A test of a text judges the text; that
the answer runs what it shows, only what it computes can tell.)
"""

from __future__ import annotations

import ast
import dis
import inspect
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

from nbjudge.source.names import compile_cell, list_public_names, walk_code, walk_outside_functions

__all__ = ["READS_TEXT", "RUNS_TEXT", "SubmittedSource", "find_loaded_packages", "patch_inspect"]

WAYS_AROUND = {
    "__builtins__", "__code__", "__dict__", "__getattr__", "__getattribute__", "__globals__",
    "__import__", "__init_subclass__", "__main__", "__new__", "__prepare__", "__set_name__",
    "__setattr__", "__subclasses__", "__wrapped__", "_current_frames", "_getframe", "_ip",
    "attrgetter", "builtins", "cell_contents", "ctypes", "currentframe", "eval", "exec",
    "f_builtins",
    "f_globals", "f_locals", "gc", "get_ipython", "getattr_static", "getclosurevars", "getmembers",
    "globals", "importlib", "locals", "methodcaller", "modules", "read_pickle", "run_cell",
    "setattr", "tb_frame", "user_global_ns", "user_ns", "vars",
}  # fmt: skip
"""Words of an answer that may bind a name, or change what it runs, without saying which."""

PLAIN_MODULES = {
    "abc", "bisect", "cmath", "collections", "contextlib", "copy", "csv", "dataclasses", "datetime",
    "decimal", "enum", "fractions", "functools", "glob", "heapq", "io", "itertools", "json", "math",
    "matplotlib", "numbers", "numpy", "operator", "os", "pandas", "pathlib", "random", "re",
    "scipy", "seaborn", "sklearn", "statistics", "string", "sympy", "sys", "textwrap", "time",
    "typing",
}  # fmt: skip
"""What an answer may import: of others nobody knows here what they bind or change."""

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
DEEPEST = 20
"""Classes that one may derive from another, for the text of a method."""

READS_TEXT = {"getsource", "getsourcelines"}
RUNS_TEXT = {"exec", "eval", "compile"}
"""What a test must not use together: nothing of a student's runs in the checker."""


class SubmittedSource:
    """The cells that a student wrote and that have run.

    Parameters
    ----------
    transform : callable
        IPython's, from its own syntax to Python's.
    imports : iterable of str
        The statements by which the course's cells and its solution import modules.
    """

    def __init__(self, transform: Callable[[str], str], imports: Iterable[str] = ()) -> None:
        self.transform = transform
        self.modules = PLAIN_MODULES.union(*(find_modules(ast.parse(text)) for text in imports))
        self.cells: list[tuple[str, ast.Module]] = []

    def add(self, source: str) -> None:
        """Note a cell that has run; what cannot be compiled has not."""
        try:
            text = self.transform(source)
            tree = ast.parse(text)
            compile_cell(tree)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        self.cells.append((text, tree))

    def imported(self) -> set[str]:
        """Return the first parts of the names of all modules that these cells import."""
        return set[str]().union(*(find_imported_modules(tree) for _, tree in self.cells))

    def source_of(self, name: str) -> str | None:
        """Return the source of a function or class, if it is sure which text that is.

        It is where one ``def`` or ``class`` outside all others, undecorated, is all that binds the
        name in what was handed in, and nothing in it may bind names unseen.
        """
        found, bindings = None, 0
        for text, tree in self.cells:
            if self._may_change_unseen(tree) or name in resolve_star_imports(tree):
                return None
            bindings += sum(count_bindings(name, code) for code in walk_code(compile_cell(tree)))
            for node in tree.body:
                if isinstance(node, DEFINITIONS) and node.name == name:
                    lines = text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno]
                    found = None if node.decorator_list else "".join(lines)
        return found if bindings == 1 else None

    def _may_change_unseen(self, tree: ast.AST) -> bool:
        """Return whether a tree may bind a name, or change what one runs, without saying which."""
        if collect_names(tree) & WAYS_AROUND or any(
            name.startswith("__") for name in find_stored_attributes(tree)
        ):
            return True
        asked = sum(isinstance(n, ast.Name) and n.id == "getattr" for n in ast.walk(tree))
        if asked > sum(map(is_constant_getattr, ast.walk(tree))):
            return True
        return (
            not find_modules(tree) <= self.modules
            or not find_star_imports(tree) <= sys.modules.keys()
        )

    def method_of(self, owner: str, name: str, known: Callable[[str], str | None]) -> str | None:
        """Return the source of a method, of the class or of one that it derives from.

        Parameters
        ----------
        owner, name : str
            The class, and its method.
        known : callable
            Returns the method's source for the name of a class of the instructor's.
        """
        for _ in range(DEEPEST):
            text = self.source_of(owner)
            if text is None:
                return known(owner)
            (node,) = ast.parse(text).body
            if not isinstance(node, ast.ClassDef) or node.keywords:
                return None
            if any(
                name in find_stored_attributes(tree) for _, tree in self.cells
            ):  # on whatever: it has aliases
                return None
            bound = [part for part in node.body if name in find_class_bindings(part)]
            if bound:
                method = bound[0]
                if len(bound) > 1 or not isinstance(method, DEFINITIONS) or method.decorator_list:
                    return None
                lines = text.splitlines(keepends=True)[method.lineno - 1 : method.end_lineno]
                return "".join(lines)
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            if len(bases) != 1 or len(node.bases) != 1:
                return None
            owner = bases[0]
        return None


def count_bindings(name: str, code: types.CodeType) -> int:
    """Count the places of a code object that bind, or unbind, a name of the notebook."""
    ways = ["STORE_GLOBAL", "DELETE_GLOBAL"]
    if code.co_name == "<module>":  # else a class's own
        ways += ["STORE_NAME", "DELETE_NAME"]
    return sum(s.opname in ways and s.argval == name for s in dis.get_instructions(code))


def find_class_bindings(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a class's body binds."""
    if isinstance(statement, DEFINITIONS):
        return {statement.name}
    nodes = [statement, *walk_outside_functions(statement)]
    return {n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}


def find_stored_attributes(tree: ast.AST) -> set[str]:
    """Return the attributes that a tree gives to, or takes from, whatever has them."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }


def find_modules(tree: ast.AST) -> set[str]:
    """Return the first parts of the names of all modules that a tree imports."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found


BY_A_TEXT = {"__import__", "import_module", "run_line_magic"}
"""What imports a module that a text names; ``%matplotlib`` is such."""


def find_imported_modules(tree: ast.AST) -> set[str]:
    """Return what `find_modules` does, and the like of what it imports by a text."""
    words = collect_names(tree)
    named = {word.partition(".")[0] for word in words} & sys.modules.keys()
    return find_modules(tree) | (named if words & BY_A_TEXT else set[str]())


def find_loaded_packages(packages: set[str]) -> set[str]:
    """Return packages, and those that these import in turn, as what their modules hold shows."""
    modules: dict[str, list[types.ModuleType]] = {}
    for name, module in list(sys.modules.items()):
        modules.setdefault(name.partition(".")[0], []).append(module)
    found = {"nbjudge", "__main__"}  # which stand in some modules, and lead to all that is here
    waiting = packages - found
    while waiting:
        package = waiting.pop()
        found.add(package)
        for module in modules.get(package, ()):
            for value in list(vars(module).values()):
                place: Any = None
                if isinstance(value, types.ModuleType):
                    place = value.__name__
                elif isinstance(value, (type, types.FunctionType)):
                    place = value.__module__
                if isinstance(place, str):
                    waiting |= {place.partition(".")[0]} - found
    return found


def is_constant_getattr(node: ast.AST) -> bool:
    """Return whether a node calls ``getattr`` with a constant name, which then is a word."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
    )


def find_star_imports(tree: ast.AST) -> set[str]:
    """Return the modules of which a tree imports all names."""
    return {
        node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    }


def resolve_star_imports(tree: ast.AST) -> set[str]:
    """Return the names that ``from module import *`` may bind."""
    return set[str]().union(*map(list_public_names, find_star_imports(tree)))


def collect_names(tree: ast.AST) -> set[str]:
    """Return every name, attribute and module that a tree mentions or defines, in texts too."""
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
        elif isinstance(node, DEFINITIONS):
            words.add(node.name)
        elif isinstance(node, ast.MatchClass):
            words |= set(node.kwd_attrs)
        elif isinstance(node, ast.alias):
            words |= set(node.name.split("."))
        elif isinstance(node, ast.ImportFrom) and node.module:
            words |= set(node.module.split("."))
    return words


def patch_inspect(source_of: Callable[[Any], str | None]) -> None:
    """Patch `inspect` to return the text of the student's functions and classes.

    Parameters
    ----------
    source_of : callable
        Returns the source of what stands for one of the student's, else None.
    """
    getsource, getsourcelines = inspect.getsource, inspect.getsourcelines

    def source(object: Any) -> str:
        """Do as `inspect.getsource` does."""
        text = source_of(object)
        return getsource(object) if text is None else text

    def lines(object: Any) -> tuple[list[str], int]:
        """Do as `inspect.getsourcelines` does; of an answer the number of the line is 1."""
        text = source_of(object)
        return getsourcelines(object) if text is None else (text.splitlines(keepends=True), 1)

    inspect.getsource, inspect.getsourcelines = source, lines
