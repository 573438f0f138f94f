"""What a cell reads, statement by statement, and what it may hand on to the cells after it.

A cell of the course's may keep a value that came from an answer, or what it has made of one, and
hand it on to a test. Which names it binds, changes and reads is found here, by its text alone;
`nbjudge.processes.taint` follows values along these names while cells run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator

from nbjudge.source.names import (
    CHANGING_METHODS,
    DYNAMIC,
    compile_cell,
    extract_magic_body,
    find_changed,
    find_names,
    find_root,
    reads_all_names,
    walk_code,
    walk_outside_functions,
)

__all__ = ["CellStatement", "Flow"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAKES = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
    *(ast.Constant, ast.BinOp, ast.JoinedStr, ast.Call),
)
"""What stands for something new: a call too, most often."""


class CellStatement:
    """A statement that stands in a cell outside all others.

    Attributes
    ----------
    lines : range
    loads, binds, changes : set of str
        Names of the notebook; those whose values are changed outside functions.
    within : set of str
        Names, of its functions too, that are changed anywhere in it, or bound by these.
    calls : list of (str, set of str)
        The name that leads to what is called, or whose method is passed on, and the names that are
        passed to it.
    functions, defines : bool
        Whether there are any in it; whether it does nothing but define one.
    local : set of str
        Names of their own, but for those that stand for what they have made themselves.
    plainly : bool
        Whether what it binds is just the function or class that stands there.
    surely : set of str
        Those of ``binds`` that it binds whenever it runs.
    dynamic : bool
        Whether it may read, or bind, a name that it makes up.
    words : set of str
        Those of its texts, then.
    """

    def __init__(self, node: ast.stmt) -> None:
        self.lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        codes = list(walk_code(compile_cell(ast.Module([node], []))))
        pairs = [find_names(code) for code in codes]
        self.loads = set[str]().union(*(loads for loads, _ in pairs))
        self.binds = set[str]().union(*(binds for _, binds in pairs))
        outside = [node, *walk_outside_functions(node)]
        self.changes = set[str]().union(*map(find_changed, outside))
        self.within = find_changed_anywhere(node).union(*(binds for _, binds in pairs[1:]))
        self.calls = list(find_calls(node))
        self.functions = len(codes) > 1
        self.surely = find_certain_bindings(node)
        self.defines = isinstance(node, FUNCTIONS) and not (
            node.decorator_list or node.args.defaults or any(node.args.kw_defaults)
        )
        self.plainly = is_definition(node)
        self.local = set[str]().union(*(code.co_varnames for code in codes[1:])) - find_created(
            node
        )
        asked = sum(isinstance(n, ast.Name) and n.id in DYNAMIC for n in ast.walk(node))
        self.dynamic = asked > sum(map(is_binding_check, ast.walk(node))) or any(
            map(reads_all_names, ast.walk(node))
        )
        self.words: set[str] = set()
        for part in ast.walk(node) if self.dynamic else ():
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                self.words |= set(re.findall(r"\w+", part.value))


class Flow:
    """What a cell of the course's reads of others, and what it may hand on.

    Attributes
    ----------
    steps : list of CellStatement
        None where the source cannot be compiled: then it does not run either.
    reads : set of str
        Names that it reads, unless it has surely bound them before. What a function of its own
        reads it reads where it names the function.
    """

    def __init__(self, source: str, transform: Callable[[str], str]) -> None:
        self.steps: list[CellStatement] = []
        self.reads: set[str] = set()
        self.read_by: dict[str, set[str]] = {}  # by functions of its own, when they run
        try:
            body = list(parse_statements(source, transform))
            self.steps = [CellStatement(node) for node in body]
        except (SyntaxError, ValueError, RecursionError):
            return
        try:
            for node in walk_outside_functions(ast.Module(body, [])):
                if isinstance(node, FUNCTIONS) and not node.decorator_list:
                    self.read_by.setdefault(node.name, set()).update(find_loads(node))
            self._follow(body, set())
        except (SyntaxError, RecursionError):  # a part that cannot stand alone: then all is read
            self.reads = set[str]().union(*(step.loads for step in self.steps))

    def _follow(self, body: list[ast.stmt], bound: set[str]) -> set[str]:
        """Note what statements read that is not bound before; return what is bound after them."""
        for node in body:
            if isinstance(node, ast.If):
                self._read(node.test, bound)
                bound = self._follow(node.body, bound) & self._follow(node.orelse, bound)
            elif isinstance(node, ast.For):
                self._read(node.iter, bound)
                self._follow(node.body, bound | find_target_names([node.target]))
                self._follow(node.orelse, bound)
            elif isinstance(node, ast.With):
                for item in node.items:
                    self._read(item.context_expr, bound)
                    bound = bound | find_target_names([item.optional_vars])
                self._follow(node.body, bound)  # it may be left early, by an error that is caught
            elif isinstance(node, FUNCTIONS) and not node.decorator_list:
                arguments = node.args
                for part in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
                    self._read(part, bound)
                bound = bound | {node.name}
            else:
                self._read(node, bound)
                bound = bound | find_certain_bindings(node)
        return bound

    def _read(self, node: ast.stmt | ast.expr, bound: set[str]) -> None:
        names = find_loads(node)
        while more := set[str]().union(*(self.read_by.get(name, ()) for name in names)) - names:
            names |= more
        self.reads |= names - bound


def parse_statements(source: str, transform: Callable[[str], str]) -> Iterator[ast.stmt]:
    """Yield the statements of a cell outside all others, those that a magic runs among them."""
    for node in ast.parse(transform(source)).body:
        yield node
        for part in ast.walk(node):
            body = extract_magic_body(part)
            for inner in () if body is None else parse_statements(body, transform):
                inner.lineno, inner.end_lineno = node.lineno, node.end_lineno
                yield inner


def find_changed_anywhere(node: ast.AST) -> set[str]:
    """Return the names that are changed anywhere in a node, but for what an ``__init__`` makes."""
    found = set(find_changed(node)).union(*map(find_changed_anywhere, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Attribute) and node.attr in CHANGING_METHODS:  # passed on, or kept
        found |= set(find_root(node))
    if isinstance(node, ast.FunctionDef) and node.name == "__init__":
        found -= {argument.arg for argument in node.args.args[:1]}
    return found


def find_created(node: ast.AST) -> set[str]:
    """Return the names to which a node gives nothing but what it makes there, as a display does."""
    parts = list(ast.walk(node))
    made = [
        target
        for part in parts
        if isinstance(part, ast.Assign) and isinstance(part.value, MAKES)
        for target in part.targets
    ]
    kept = [part.target for part in parts if isinstance(part, ast.AugAssign)]
    others = {part.arg for part in parts if isinstance(part, ast.arg)} | {
        part.id
        for part in parts
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)
        if not any(part is known for known in made + kept)
    }
    return {target.id for target in made if isinstance(target, ast.Name)} - others


def find_loads(node: ast.stmt | ast.expr) -> set[str]:
    """Return the names of the notebook that a statement or expression reads, its functions too."""
    statement = node if isinstance(node, ast.stmt) else ast.Expr(node)
    if not isinstance(node, ast.ImportFrom):  # of __future__, for one
        # in a loop, where it may hold a `continue`
        statement = ast.While(ast.Constant(True), [statement], [])
    code = compile_cell(ast.fix_missing_locations(ast.Module([statement], [])))
    return set[str]().union(*(find_names(part)[0] for part in walk_code(code)))


def find_calls(node: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield for each call the name that leads to what is called, and those that are passed.

    What is passed by an attribute may be called by whoever has it.
    """
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            passed = [*call.args, *(keyword.value for keyword in call.keywords)]
            nodes = [node for part in passed for node in walk_outside_calls(part)]
            names = {node.id for node in nodes if isinstance(node, ast.Name)}
            for called in find_root(call.func):
                yield called, names
            for attribute in nodes:
                if isinstance(attribute, ast.Attribute):
                    yield from ((name, set()) for name in find_root(attribute))


def walk_outside_calls(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression that are not passed to a call in it."""
    yield node
    if not isinstance(node, ast.Call):
        for child in ast.iter_child_nodes(node):
            yield from walk_outside_calls(child)


def is_binding_check(node: ast.AST) -> bool:
    """Return whether a node only checks whether a name is bound, as ``'x' in globals()``."""
    if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return False
    call = node.comparators[0]
    return (
        len(node.ops) == 1
        and isinstance(call, ast.Call)
        and not call.args
        and isinstance(call.func, ast.Name)
        and call.func.id in DYNAMIC
    )


def is_definition(node: ast.stmt) -> bool:
    """Return whether a statement binds just a function or class that it defines."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return not node.decorator_list
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)


def find_target_names(targets: Iterable[ast.AST | None]) -> set[str]:
    """Return the names that targets consist of."""
    found = set()
    for target in targets:
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found |= find_target_names(target.elts)
        elif isinstance(target, ast.Starred):
            found |= find_target_names([target.value])
    return found


def find_certain_bindings(node: ast.stmt) -> set[str]:
    """Return the names that a simple statement binds whenever it runs."""
    if isinstance(node, ast.Assign):
        return find_target_names(node.targets)
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return find_target_names([node.target])
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names} - {"*"}
    return set()
