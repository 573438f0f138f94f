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
    body_of_magic,
    changed_by,
    compiled,
    names_in,
    nested,
    outside_functions,
    reads_all_names,
    root,
)

__all__ = ["Flow", "Step"]

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MAKES = (
    *(ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp),
    *(ast.Constant, ast.BinOp, ast.JoinedStr, ast.Call),
)
"""What stands for something new: a call too, most often."""


class Step:
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
        codes = list(nested(compiled(ast.Module([node], []))))
        pairs = [names_in(code) for code in codes]
        self.loads = set[str]().union(*(loads for loads, _ in pairs))
        self.binds = set[str]().union(*(binds for _, binds in pairs))
        outside = [node, *outside_functions(node)]
        self.changes = set[str]().union(*map(changed_by, outside))
        self.within = changed_within(node).union(*(binds for _, binds in pairs[1:]))
        self.calls = list(calls_in(node))
        self.functions = len(codes) > 1
        self.surely = surely_bound(node)
        self.defines = isinstance(node, FUNCTIONS) and not (
            node.decorator_list or node.args.defaults or any(node.args.kw_defaults)
        )
        self.plainly = is_definition(node)
        self.local = set[str]().union(*(code.co_varnames for code in codes[1:])) - made_in(node)
        asked = sum(isinstance(n, ast.Name) and n.id in DYNAMIC for n in ast.walk(node))
        self.dynamic = asked > sum(map(asks_if_bound, ast.walk(node))) or any(
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
    steps : list of Step
        None where the source cannot be compiled: then it does not run either.
    reads : set of str
        Names that it reads, unless it has surely bound them before. What a function of its own
        reads it reads where it names the function.
    """

    def __init__(self, source: str, transform: Callable[[str], str]) -> None:
        self.steps: list[Step] = []
        self.reads: set[str] = set()
        self.read_by: dict[str, set[str]] = {}  # by functions of its own, when they run
        try:
            body = list(statements(source, transform))
            self.steps = [Step(node) for node in body]
        except (SyntaxError, ValueError, RecursionError):
            return
        try:
            for node in outside_functions(ast.Module(body, [])):
                if isinstance(node, FUNCTIONS) and not node.decorator_list:
                    self.read_by.setdefault(node.name, set()).update(loads_of(node))
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
                self._follow(node.body, bound | names_bound([node.target]))
                self._follow(node.orelse, bound)
            elif isinstance(node, ast.With):
                for item in node.items:
                    self._read(item.context_expr, bound)
                    bound = bound | names_bound([item.optional_vars])
                self._follow(node.body, bound)  # it may be left early, by an error that is caught
            elif isinstance(node, FUNCTIONS) and not node.decorator_list:
                arguments = node.args
                for part in (*arguments.defaults, *filter(None, arguments.kw_defaults)):
                    self._read(part, bound)
                bound = bound | {node.name}
            else:
                self._read(node, bound)
                bound = bound | surely_bound(node)
        return bound

    def _read(self, node: ast.stmt | ast.expr, bound: set[str]) -> None:
        names = loads_of(node)
        while more := set[str]().union(*(self.read_by.get(name, ()) for name in names)) - names:
            names |= more
        self.reads |= names - bound


def statements(source: str, transform: Callable[[str], str]) -> Iterator[ast.stmt]:
    """Yield the statements of a cell outside all others, those that a magic runs among them."""
    for node in ast.parse(transform(source)).body:
        yield node
        for part in ast.walk(node):
            body = body_of_magic(part)
            for inner in () if body is None else statements(body, transform):
                inner.lineno, inner.end_lineno = node.lineno, node.end_lineno
                yield inner


def changed_within(node: ast.AST) -> set[str]:
    """Return the names that are changed anywhere in a node, but for what an ``__init__`` makes."""
    found = set(changed_by(node)).union(*map(changed_within, ast.iter_child_nodes(node)))
    if isinstance(node, ast.Attribute) and node.attr in CHANGING_METHODS:  # passed on, or kept
        found |= set(root(node))
    if isinstance(node, ast.FunctionDef) and node.name == "__init__":
        found -= {argument.arg for argument in node.args.args[:1]}
    return found


def made_in(node: ast.AST) -> set[str]:
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


def loads_of(node: ast.stmt | ast.expr) -> set[str]:
    """Return the names of the notebook that a statement or expression reads, its functions too."""
    statement = node if isinstance(node, ast.stmt) else ast.Expr(node)
    if not isinstance(node, ast.ImportFrom):  # of __future__, for one
        # in a loop, where it may hold a `continue`
        statement = ast.While(ast.Constant(True), [statement], [])
    code = compiled(ast.fix_missing_locations(ast.Module([statement], [])))
    return set[str]().union(*(names_in(part)[0] for part in nested(code)))


def calls_in(node: ast.AST) -> Iterator[tuple[str, set[str]]]:
    """Yield for each call the name that leads to what is called, and those that are passed.

    What is passed by an attribute may be called by whoever has it.
    """
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            passed = [*call.args, *(keyword.value for keyword in call.keywords)]
            nodes = [node for part in passed for node in outside_calls(part)]
            names = {node.id for node in nodes if isinstance(node, ast.Name)}
            for called in root(call.func):
                yield called, names
            for attribute in nodes:
                if isinstance(attribute, ast.Attribute):
                    yield from ((name, set()) for name in root(attribute))


def outside_calls(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of an expression that are not passed to a call in it."""
    yield node
    if not isinstance(node, ast.Call):
        for child in ast.iter_child_nodes(node):
            yield from outside_calls(child)


def asks_if_bound(node: ast.AST) -> bool:
    """Whether a node does nothing but look whether there is a name, as ``'x' in globals()``."""
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
    """Whether a statement binds a function or class that it defines, and nothing made of one."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return not node.decorator_list
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)


def names_bound(targets: Iterable[ast.AST | None]) -> set[str]:
    """Return the names that targets consist of."""
    found = set()
    for target in targets:
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            found |= names_bound(target.elts)
        elif isinstance(target, ast.Starred):
            found |= names_bound([target.value])
    return found


def surely_bound(node: ast.stmt) -> set[str]:
    """Return the names that a simple statement binds whenever it runs."""
    if isinstance(node, ast.Assign):
        return names_bound(node.targets)
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return names_bound([node.target])
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names} - {"*"}
    return set()
