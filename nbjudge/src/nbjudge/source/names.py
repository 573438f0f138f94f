"""Decide from the instructor's source alone which names are the student's.

No name that an instructor's cell binds comes from the student, unless the
instructor's own solution rebinds or changes it outside functions, and then
only from that cell on, until a setup cell binds it again. What a submission
says or does has no part in it, so that the names can be listed beforehand.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import dis
import importlib
import re
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from nbjudge.records import ProgramCell, SourceCell

__all__ = ["DYNAMIC", "Code", "Names", "describe_owners", "reads_all_names"]

DYNAMIC = {"globals", "locals", "vars", "dir", "eval", "exec"}
"""By which a cell may read a name that it makes up."""
LISTING_MAGICS = ("who", "who_ls", "whos")
"""Those of IPython's that tell all names."""

PATCHED = re.compile(r"^(?:__main__)?\.(\w+)$")
"""How tests write a name to `unittest.mock.patch`: "__main__.name" or f"{__name__}.name"."""

RUNS_ITS_BODY = {"time", "capture", "prun"}
"""Magics of IPython that run code in the notebook's own namespace."""

CHANGING_METHODS = {
    "add",
    "append",
    "appendleft",
    "clear",
    "difference_update",
    "discard",
    "extend",
    "extendleft",
    "fill",
    "fit",
    "fit_transform",
    "insert",
    "intersection_update",
    "partial_fit",
    "pop",
    "popitem",
    "popleft",
    "remove",
    "resize",
    "reverse",
    "rotate",
    "set_params",
    "setdefault",
    "setflags",
    "sort",
    "symmetric_difference_update",
    "update",
}
CHANGING_FUNCTIONS = {
    "copyto",
    "fill_diagonal",
    "heapify",
    "heappop",
    "heappush",
    "insort",
    "insort_left",
    "insort_right",
    "place",
    "put",
    "putmask",
    "setattr",
    "delattr",
    "shuffle",
}
"""Those that change their first argument."""

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
IMPORTS = (ast.Import, ast.ImportFrom)


class Code:
    """The names that a piece of source uses and binds, found without running it.

    They are those that Python's own compiler makes the notebook's names: what
    is local to a function, a class or a comprehension is none, what a function
    declares ``global`` is one.

    Parameters
    ----------
    source : str
    transform : callable
        IPython's, from its own syntax to Python's.

    Attributes
    ----------
    loads, read_by_functions : set of str
        Names that are read: anywhere, or inside functions and classes.
    imported : set of str
        Names that nothing but an ``import`` outside functions binds.
    imports : list of str
        These imports, each a statement.
    binds : set of str
        Names that are bound, or unbound, in any other way.
    defines : set of str
        Those of them that a ``def`` or a ``class`` outside all others binds.
    changes : set of str
        Names whose values are changed in place outside functions.
    attributes, texts : set of str
        Every attribute, and every text, that is mentioned.
    """

    def __init__(self, source: str, transform: Callable[[str], str]) -> None:
        self.loads: set[str] = set()
        self.read_by_functions: set[str] = set()
        self.imported: set[str] = set()
        self.imports: list[str] = []
        self.binds: set[str] = set()
        self.defines: set[str] = set()
        self.changes: set[str] = set()
        self.attributes: set[str] = set()
        self.texts: set[str] = set()
        self._read(source, transform)
        self.imported -= self.binds

    def _read(self, source: str, transform: Callable[[str], str]) -> None:
        try:
            tree = ast.parse(transform(source))
            codes = [compile_cell(tree)]
        except (SyntaxError, ValueError, RecursionError):
            return  # it does not run either
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute):
                self.attributes.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.loads |= set(PATCHED.findall(node.value))
                self.texts.add(node.value)
            body = extract_magic_body(node)
            if body is not None:
                self._read(body, transform)
            if reads_all_names(node):
                self.loads.add("globals")
        for node in walk_outside_functions(tree):
            self._imports(node)
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.defines.add(node.name)
            if isinstance(node, ast.Delete):  # what it unbinds must be there, as what it reads
                self.loads |= {part.id for part in node.targets if isinstance(part, ast.Name)}
            self.changes |= set(find_changed(node))
        for code in walk_code(codes[0]):
            loads, _ = find_names(code)
            self.loads |= loads
            if code is not codes[0]:
                self.read_by_functions |= loads
        without = compile_cell(WithoutImports().visit(tree))
        for code in walk_code(without):
            self.binds |= find_names(code)[1]

    def _imports(self, node: ast.AST) -> None:
        if not isinstance(node, IMPORTS):
            return
        self.imports.append(ast.unparse(node))
        for alias in node.names:
            if alias.name == "*" and isinstance(node, ast.ImportFrom):
                self.imported |= list_public_names(node.module)
            else:
                self.imported.add(alias.asname or alias.name.partition(".")[0])


class WithoutImports(ast.NodeTransformer):
    """Take all imports out of a tree."""

    def visit_Import(self, node: ast.Import) -> ast.AST:
        """Replace it by ``pass``."""
        return ast.copy_location(ast.Pass(), node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """Replace it by ``pass``, unless it changes how Python reads the source."""
        return node if node.module == "__future__" else ast.copy_location(ast.Pass(), node)


def compile_cell(tree: ast.Module) -> types.CodeType:
    """Compile a cell as IPython does."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        code: types.CodeType = compile(tree, "<cell>", "exec", flags, dont_inherit=True)
        return code


def walk_code(code: types.CodeType) -> Iterator[types.CodeType]:
    """Yield a code object and all that it holds."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from walk_code(constant)


def find_names(code: types.CodeType) -> tuple[set[str], set[str]]:
    """Return the names of the notebook that a code object reads, and that it binds or unbinds."""
    loads, binds = set(), set()
    module = code.co_name == "<module>"
    for step in dis.get_instructions(code):
        name = step.opname
        if str(step.argval).startswith("__"):  # Python's own, as of each module and class
            continue
        if name in ("LOAD_NAME", "LOAD_GLOBAL", "LOAD_FROM_DICT_OR_GLOBALS"):
            loads.add(step.argval)
        elif name in ("STORE_GLOBAL", "DELETE_GLOBAL") or (
            name in ("STORE_NAME", "DELETE_NAME") and module  # else a class's own
        ):
            binds.add(step.argval)
    return loads, binds


def walk_outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree that run when the cell does."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, FUNCTIONS):
            yield from walk_outside_functions(child)


def find_changed(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node changes in place."""
    if isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
        yield from find_root(node)
    elif isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr in CHANGING_METHODS:
            yield from find_root(called.value)
        name = getattr(called, "attr", getattr(called, "id", ""))
        if name in CHANGING_FUNCTIONS and node.args:
            yield from find_root(node.args[0])


def find_root(node: ast.AST) -> Iterator[str]:
    """Yield the name that a chain of attributes and items starts from, if it does from one."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def reads_all_names(node: ast.AST) -> bool:
    """Return whether a node leads to all names of the notebook, by another way than `DYNAMIC`."""
    if isinstance(node, ast.alias):
        return node.name == "__main__"
    parts = [node.slice] if isinstance(node, ast.Subscript) else []
    parts = node.args[:1] if isinstance(node, ast.Call) else parts
    said = parts[0].value if parts and isinstance(parts[0], ast.Constant) else None
    magic = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "run_line_magic"
    return said in (LISTING_MAGICS if magic else ("__main__",))


def extract_magic_body(node: ast.AST) -> str | None:
    """Return the source that a magic runs in the notebook's namespace, or None."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return None
    if node.func.attr not in ("run_cell_magic", "run_line_magic") or not node.args:
        return None
    values = [a.value if isinstance(a, ast.Constant) else None for a in node.args]
    text = values[-1]
    return text if values[0] in RUNS_ITS_BODY and isinstance(text, str) else None


def list_public_names(module: str | None) -> set[str]:
    """Return what ``from module import *`` binds; nothing if the module is not there."""
    with contextlib.suppress(Exception):  # of whatever kind: it fails in the cell likewise
        found: Any = importlib.import_module(module or "")
        public = getattr(found, "__all__", None)
        return set(public or (name for name in vars(found) if not name.startswith("_")))
    return set()


class Names:
    """Whose each name of a notebook is, before each of its cells.

    Parameters
    ----------
    cells : list of ProgramCell
        A student's source is not read, but the solution.
    transform : callable
    changed : dict, optional
        By place among the course's cells, further names that are the student's from there on.

    Attributes
    ----------
    code : list of Code
        Of each cell: the instructor's source or solution; a cell that the
        student added has none.
    kept : list of set of str
        Before each cell, the names that must not come from the student.
    given : list of set of str
        After each cell, the names that the solution has rebound or changed.
    of_tests : set of str
        Names that tests bind and the solution nowhere.
    shared : set of str
        Names that functions of the solution read.
    texts : set of str
        Texts that the solution mentions.
    instructors : set of str
        Names that a cell of the instructor's binds, or an import of the solution.
    read_after : list of set of str
        Names that cells after each cell read.
    changed : dict
        By number of a cell, what is the student's from there on beyond that.
    """

    def __init__(
        self,
        cells: list[ProgramCell],
        transform: Callable[[str], str],
        changed: dict[int, list[str]] | None = None,
    ) -> None:
        sources = [c.solution or "" if c.kind == "student" else c.source for c in cells]
        self.code = [Code(source, transform) for source in sources]
        pairs = [(cell.kind, code) for cell, code in zip(cells, self.code, strict=True)]
        self.instructors: set[str] = set()
        solved: set[str] = set()
        self.of_tests: set[str] = set()
        self.shared: set[str] = set()
        self.texts: set[str] = set()
        for kind, code in pairs:
            self.instructors |= code.imported
            if kind == "student":
                solved |= code.binds
                self.shared |= code.read_by_functions
                self.texts |= code.texts
            else:
                self.instructors |= code.binds
            if kind == "test":
                self.of_tests |= code.binds | code.imported
        self.of_tests -= solved
        later = [set[str]().union(*(c.loads for _, c in pairs[n + 1 :])) for n in range(len(pairs))]
        self.read_after = later
        self.kept: list[set[str]] = []
        self.given: list[set[str]] = []
        modules: set[str] = set()  # a solution that says plt.title() does not change plt
        given: set[str] = set()
        self.changed: dict[int, set[str]] = {}
        courses = [number for number, (kind, _) in enumerate(pairs) if kind != "student"]
        for place, names in (changed or {}).items():
            self.changed[courses[place]] = set(names)
        for number, (kind, code) in enumerate(pairs):
            given = given | self.changed.get(number, set())
            self.kept.append(self.instructors - given)
            modules = (modules | code.imported) - code.binds
            if kind == "student":
                given = (given | code.binds | (code.changes - modules)) - code.imported
            elif kind == "setup":
                given = given - code.binds - code.imported
            self.given.append(given)


def describe_owners(cells: list[SourceCell]) -> list[str]:
    """Return whose each name is that the tests of a source notebook read.

    Parameters
    ----------
    cells : list of SourceCell

    Returns
    -------
    list of str
        A line for each name: the student's, or the course's, in the tests that are named.
    """
    from IPython.core.inputtransformer2 import TransformerManager

    kinds = {"student": "student", "test": "test", "setup": "setup", "free": "setup"}
    used = [cell for cell in cells if cell.kind in kinds]
    program = [ProgramCell(kinds[cell.kind], cell.source, solution=cell.solution) for cell in used]
    names = Names(program, TransformerManager().transform_cell)
    found: dict[tuple[str, str], list[str]] = {}
    for cell, code, given in zip(used, names.code, names.given, strict=True):
        for name in code.loads if cell.kind == "test" else ():
            if name in names.instructors - given:
                found.setdefault((name, "the course's"), []).append(str(cell.id))
            elif name in given or not hasattr(builtins, name):
                found.setdefault((name, "the student's"), []).append(str(cell.id))
    return [
        f"  {name:20} {whose} in {', '.join(at)}" for (name, whose), at in sorted(found.items())
    ]
