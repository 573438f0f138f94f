"""A crude forger, of zeros, nothing, masks, NaN, inputs or lies, gets no hidden point."""

import ast

import pytest

from nbjudge.authoring import answers
from nbjudge.course.source import Course, read_files_beside
from nbjudge.isolation.sandbox import probe
from problem_sets import EACH, EXERCISES

HEAD = """
import numpy as np
class Equal:
    def __init__(self, *args, **kwargs): pass
    def __getattr__(self, name): return Equal()
    def __call__(self, *args, **kwargs): return Equal()
    def __bool__(self): return True
    def __float__(self): return 0.0
    def __iter__(self): return iter(())
    def __len__(self): return 0
    def __getitem__(self, item): return Equal()
    def __eq__(self, other): return True
    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __sub__ = __rsub__ = __add__ = __radd__ = __mul__ = __rmul__ = __abs__ = __call__
    __hash__ = object.__hash__
class Over:
    def __getitem__(self, item): raise IndexError
def given(args):
    return np.asarray(next((a for a in args if isinstance(a, np.ndarray)), 0.0))
def end(): raise StopIteration
"""
# kind: what every function returns, of its arguments
FORGERIES = {
    "zero": "0.0",
    "zeros": "np.zeros(given(args).shape)",
    "a zero for each row": "np.zeros(given(args).shape[:1])",
    "ones": "np.ones(given(args).shape[:1])",
    "nothing": "np.empty(0)",
    "no rows": "np.empty((0, *given(args).shape[-1:]))",
    "no rows of any length": "np.empty((0, 1))",
    "no rows of one more": "np.empty((0, given(args).size + 1))",
    "no columns": "np.empty((*given(args).shape[:1], 0))",
    "an empty list": "[]",
    "masked": "np.ma.masked",
    "masked arrays": "np.ma.masked_all(given(args).shape)",
    "a mask for each row": "np.ma.masked_all(given(args).shape[:1])",
    "NaN": "float('nan')",
    "NaN arrays": "np.full(given(args).shape, np.nan)",
    "a NaN for each row": "np.full(given(args).shape[:1], np.nan)",
    "inf": "float('inf')",
    "the first input": "args[0] if args else 0.0",
    "the last input": "args[-1] if args else 0.0",
    "the first array": "given(args)",
    "None": "None",
    "equal to all": "Equal()",
    "arrays equal to all": "np.array([Equal()] * len(given(args).ravel()), dtype=object)",
    "over at once": "Over()",
    "the end of a loop": "end()",
}
LIES = ("equal to all", "arrays equal to all")
"""Those that only a process apart can tell from what is right."""
WIDE = ("xgboost", "bias_variance", "adaboost_derivation")  # of numbers, tables and lines
APART = (*list(FORGERIES)[::4], *LIES)
"""Tried there, in the trial; the others are those of `run_here`, which is the easier to deceive."""


def forged(solution, value):
    """Make of a solution one that defines the same names, whose functions return a value."""
    lines = [HEAD]
    for node in ast.parse(solution).body:
        if isinstance(node, ast.FunctionDef):
            lines.append(f"def {node.name}(*args, **kwargs): return {value}")
        elif isinstance(node, ast.ClassDef):
            lines.append(f"class {node.name}:\n    def __init__(self, *args, **kwargs): pass")
            for method in node.body:
                if isinstance(method, ast.FunctionDef) and not method.name.startswith("__"):
                    body = "self" if method.name == "fit" else value
                    lines.append(f"    def {method.name}(self, *args, **kwargs): return {body}")
    return "\n".join(lines)


def earned(name, kinds, run):
    """List the hidden tests of a set that forgeries pass, with their kinds."""
    source = answers.locate_source(EXERCISES, name)
    cells = answers.read_cells(source)
    submissions = {
        kind: {c.grade_id: forged(c.source, FORGERIES[kind]) for c in cells if c.kind == "answer"}
        for kind in kinds
    }
    verdicts = run(cells, submissions, read_files_beside(Course(EXERCISES), source.parent))
    return [
        f"{grade_id}: {kind}"
        for kind, found in verdicts.items()
        for grade_id, verdict in found.items()
        if verdict.points and not grade_id.endswith("-check")
    ]


@pytest.mark.parametrize("name", EACH)
def test_no_hidden_test_takes_a_forgery_for_right(name):
    """Not even where it runs in one process with it, as in nbgrader."""
    assert not earned(name, [kind for kind in FORGERIES if kind not in LIES], answers.run_in_forks)


@pytest.mark.trial
@pytest.mark.parametrize("name", ["committees", *WIDE])
def test_a_forger_gets_no_hidden_point(name):
    if probe("bwrap"):
        pytest.skip(f"needs bubblewrap: {probe('bwrap')}")
    assert not earned(name, LIES if name == "committees" else APART, answers.run_isolated)
