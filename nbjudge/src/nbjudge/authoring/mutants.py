"""Change one thing of a solution at a time, to find out whether its tests notice."""

from __future__ import annotations

import ast
import copy
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

__all__ = ["Mutant", "generate_mutants"]

SWAPS: dict[type, list[type]] = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Div],
    ast.Mod: [ast.FloorDiv],
    ast.Pow: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.Gt],
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.And: [ast.Or],
    ast.Or: [ast.And],
}
NAMES: dict[str, list[str]] = {
    "mean": ["sum"],
    "sum": ["mean"],
    "min": ["max"],
    "max": ["min"],
    "any": ["all"],
    "all": ["any"],
    "argmin": ["argmax"],
    "argmax": ["argmin"],
    "zeros": ["ones"],
    "ones": ["zeros"],
    "sort": ["copy"],
    "cumsum": ["copy"],
    "inf": ["pi"],
}
COMMUTATIVE = {"minimum", "maximum", "min", "max", "convolve", "array_equal", "isclose", "allclose"}
DROPPED_CALLS = {"sqrt", "abs", "exp", "log", "sign", "copy", "permutation", "sorted", "unique"}


@dataclass(frozen=True)
class Mutant:
    """A solution with one thing changed."""

    grade_id: str
    change: str  # the lines that differ: "-" as it was, "+" as it is
    source: str


def generate_mutants(grade_id: str, source: str) -> list[Mutant]:
    """Change one thing of a solution at a time: an operator, a constant, a sign, a statement."""
    tree = ast.parse(source)
    original = ast.unparse(tree)
    found = {}
    for container, key, node in iterate_slots(tree):
        for other in generate_alternatives(node):
            replace_node(container, key, other)
            changed = ast.unparse(ast.fix_missing_locations(tree))
            if changed != original:
                found[changed] = Mutant(grade_id, format_difference(original, changed), changed)
        replace_node(container, key, node)
    return list(found.values())


def iterate_slots(tree: ast.AST) -> Iterator[tuple[Any, Any, ast.AST]]:
    """List every place in a tree that holds a node: its owner, its name or index, the node."""
    for parent in walk(tree):
        for field, value in ast.iter_fields(parent):
            docstring = isinstance(parent, ast.Expr) and isinstance(value, ast.Constant)
            if field in ("annotation", "returns") or docstring or isinstance(parent, ast.JoinedStr):
                continue
            if isinstance(value, list):
                for index, child in enumerate(value):
                    if isinstance(child, ast.AST) and not is_ipython_call(child):
                        yield value, index, child
            elif isinstance(value, ast.AST) and not is_ipython_call(value):
                yield parent, field, value


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """List the nodes of a tree, but for what IPython made of ``%magics`` and ``!commands``."""
    nodes = [tree]
    for node in nodes:
        nodes += [child for child in ast.iter_child_nodes(node) if not is_ipython_call(child)]
    return iter(nodes)


def is_ipython_call(node: ast.AST) -> bool:
    """Return whether a node calls a method of ``get_ipython()``, or is the statement that does."""
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and ast.unparse(call).startswith("get_ipython().")


def replace_node(container: Any, key: Any, node: ast.AST) -> None:
    """Replace the node in a place that `iterate_slots` listed."""
    if isinstance(container, list):
        container[key] = node
    else:
        setattr(container, key, node)


def generate_alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """List what may stand in a node's place in a mutant."""

    def changed(**fields: Any) -> ast.AST:
        other = copy.copy(node)
        for name, value in fields.items():
            setattr(other, name, value)
        return other

    match node:
        case ast.BinOp():
            for swap in SWAPS.get(type(node.op), []):
                yield changed(op=swap())
            if not isinstance(node.op, ast.MatMult):
                yield node.left
            if isinstance(node.op, (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr)):
                yield node.right
        case ast.AugAssign():
            for swap in SWAPS.get(type(node.op), []):
                yield changed(op=swap())
            yield ast.Pass()
        case ast.UnaryOp():
            yield node.operand
        case ast.Compare() if len(node.ops) == 1:
            for swap in SWAPS.get(type(node.ops[0]), []):
                yield changed(ops=[swap()])
        case ast.BoolOp():
            yield changed(op=SWAPS[type(node.op)][0]())
            yield from node.values
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
            yield ast.Constant(number - 1)
        case ast.Constant(value=str() as text):
            yield ast.Constant(text + "x")
        case ast.IfExp():
            yield changed(body=node.orelse, orelse=node.body)
            yield node.body
            yield node.orelse
        case ast.If() | ast.While():
            yield changed(test=ast.UnaryOp(ast.Not(), node.test))
            yield ast.Pass()
        case ast.For() | ast.Assign() | ast.Break() | ast.Continue() | ast.Raise():
            yield ast.Pass()
        case ast.Expr() if not isinstance(node.value, ast.Constant):
            yield ast.Pass()
        case ast.Return():
            yield ast.Pass()
            if isinstance(node.value, (ast.BinOp, ast.Call, ast.Name)):
                yield ast.Return(ast.UnaryOp(ast.USub(), node.value))
        case ast.Call():
            for index in range(len(node.keywords)):
                yield changed(keywords=node.keywords[:index] + node.keywords[index + 1 :])
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for index in range(len(node.args) - 1 if name not in COMMUTATIVE else 0):
                first, second = node.args[index : index + 2]
                yield changed(args=[*node.args[:index], second, first, *node.args[index + 2 :]])
            if name in DROPPED_CALLS and node.args:
                yield node.args[0]
        case ast.Attribute():
            for name in NAMES.get(node.attr, []):
                yield changed(attr=name)
        case ast.Name(ctx=ast.Load()):
            for name in NAMES.get(node.id, []):
                yield changed(id=name)
        case ast.Slice():
            for edge in ("lower", "upper", "step"):
                if getattr(node, edge) is not None:
                    yield changed(**{edge: None})
        case ast.comprehension() if node.ifs:
            yield changed(ifs=[])


def format_difference(original: str, source: str) -> str:
    """Return the lines that differ, without their indentation."""
    lines = difflib.ndiff(original.splitlines(), source.splitlines())
    return "\n".join(f"{line[0]} {line[2:].strip()}" for line in lines if line[0] in "-+")
