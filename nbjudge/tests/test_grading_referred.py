"""What is left to a person, and how the run says why."""

import io
import json
from html import escape

import pandas
import pytest

from grading_corpus import assignment
from grading_station import answer, check, extra, graded, outcomes, replaced, setup, stations
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.limits import Limits
from nbjudge.pages.advice import find_advice
from nbjudge.records import Program, Result
from nbjudge.run.attempt import OWN_FAILS, grade_at_station, summarize_failure
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment


@pytest.fixture(scope="module")
def station():
    yield from stations("pandas", "statistics")


MOVED_ON = {"gone": ("gone = 1", "assert gone == 2"), "here": ("here = 1", "assert here == 1")}
"""Answers with their tests, the first as of a package that is another one by now."""
HISTORY = "source = In[-1]\nother = 3"


def course(folder, tasks, **students):
    """Write a course of tasks and what students answer."""
    require_isolation("bwrap")
    solved = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, (a, _) in tasks.items()}
    books = {
        name: assignment.as_bytes(assignment.ordinary(tasks, answers))
        for name, answers in students.items()
    }
    return assignment.write_course(folder, books, assignment.ordinary(tasks, solved))


def rows(place):
    """Return the last record's rows of each student's tests, by their id."""
    lines = (place / ".grading/corpus/records.jsonl").read_text().splitlines()
    records = {record["student"]: record for record in map(json.loads, lines) if "cells" in record}
    return {
        name: {row["id"]: row for row in record["cells"] if row.get("graded")}
        for name, record in records.items()
    }


def test_what_the_own_solution_does_not_pass_is_said_before_grading_and_referred(tmp_path):
    place = course(
        tmp_path,
        MOVED_ON,
        right={"gone": "gone = 1", "here": "here = 1"},
        wrong={"gone": "gone = 3", "here": "here = 3"},
        lucky={"gone": "gone = 2", "here": "here = 1"},
    )
    out = io.StringIO()
    assert grade_assignment(place, "corpus", Options(jobs=1), out) == NEEDS_REVIEW
    said = out.getvalue().splitlines()
    assert said[0].startswith("Your own solution does not pass these tests here")
    assert said[1] == "  corpus.ipynb, gone-check: line 1, `assert gone == 2`: AssertionError"
    found = rows(place)
    assert (
        found["right"]["gone-check"]["state"] == found["wrong"]["gone-check"]["state"] == "review"
    )
    assert "own solution does not pass" in found["right"]["gone-check"]["review"]
    assert found["wrong"]["here-check"]["state"] == "failed"
    assert found["lucky"]["gone-check"]["state"] == "passed"
    out = io.StringIO()
    grade_assignment(place, "corpus", Options(jobs=1), out)
    assert "own solution" not in out.getvalue().splitlines()[0]  # nothing is graded: nothing tried


@pytest.mark.trial
def test_doctor_lists_what_tests_get_because_the_solution_needs_it(tmp_path, capsys):
    """And graded it is so, whoever comes first."""
    write = "with open('o.txt', 'w') as file: _ = file.write('{}')"
    tasks = {
        "make": ("made = {'n': 0}\nput = made.__setitem__", "put('n', 0)\nassert made == {'n': 0}"),
        "write": (write.format(1), "assert open('o.txt').read() == '1'"),
    }
    answers = {name: solution for name, (solution, _) in tasks.items()}
    place = course(
        tmp_path,
        tasks,
        early={"make": "", "write": ""},
        right=answers,
        wrong=answers | {"write": write.format(2)},
    )
    assert main(["doctor", "corpus", "--course", str(place)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line for line in said if "passes only so" in line] == [
        "corpus.ipynb, as its solution passes only so: "
        "in write-check files of answers (o.txt), and for answers its own"
    ]
    grade_assignment(place, "corpus", Options(jobs=1), io.StringIO())
    states = {name: row["write-check"]["state"] for name, row in rows(place).items()}
    assert states == {"early": "failed", "right": "passed", "wrong": "failed"}


def test_of_a_solution_that_passes_nothing_is_said(tmp_path):
    tasks = {"here": MOVED_ON["here"]}
    place = course(tmp_path, tasks, right={"here": "here = 1"})
    out = io.StringIO()
    assert grade_assignment(place, "corpus", Options(jobs=1), out) == ALL_GRADED
    assert "own solution" not in out.getvalue()


COUNTS = "counted = set()\ndef count(n): counted.add(n)\ndef was_counted(n): return n in counted"
"""A module that remembers."""


def why(station, *cells):
    """Why a test of these is left to a person, and what there is to do about it."""
    (result,) = graded(station, *cells)
    assert result.outcome == "review"
    return result.message, find_advice(result.message)


def test_what_the_own_solution_does_not_pass_apart_is_told_by_its_line(station):
    own = "import builtins\nbuiltins.mark = 1"
    test = "import builtins\n\nassert getattr(builtins, 'mark', 0) == 1"
    said, do = why(station, answer("", own), check(test))
    assert "in one process with it, but not apart" in said
    assert "line 3, `assert getattr(builtins, 'mark', 0) == 1`: AssertionError" in said
    assert "hand each other copies" in do
    said, _ = why(station, answer("", own), check(f"{test}, 'Not so.'"))
    assert said.endswith("AssertionError: Not so.")
    said, _ = why(station, answer("", own), check(f"assert {'1 and ' * 50}False"))
    assert "1 and ...`: AssertionError" in said


def test_a_module_beside_the_notebook_is_named_as_the_reason(tmp_path):
    tasks = {
        "marks": (
            "from counts import count, was_counted\ncount(3)",
            "assert was_counted(3)",
        )
    }
    place = course(tmp_path, tasks, right={"marks": tasks["marks"][0]})
    (place / "source/corpus/counts.py").write_text(COUNTS)
    assert grade_assignment(place, "corpus", Options(jobs=1), io.StringIO()) == NEEDS_REVIEW
    said = rows(place)["right"]["marks-check"]["review"]
    assert said.endswith("AssertionError; it uses was_counted, of which it has a copy of its own")
    assert "does to a module" in find_advice(said)
    page = (place / ".grading/corpus/summary.html").read_text()
    assert escape(said) in page
    assert escape(find_advice(said)) in page


def test_a_test_that_the_own_solution_does_not_reach_is_told_to_be_so(station):
    """It has failed nothing."""
    burns = (
        "import time\nend = time.process_time() + 4\nwhile time.process_time() < end: pass\na = 1"
    )
    cells = [answer("", burns), check("assert a == 1")]
    station.solved.clear()
    limits = Limits(cell_seconds=300, submission_seconds=1)
    result = grade_at_station(station, cells, {}, limits, False).results[1]
    assert result.outcome == "review"
    assert result.message == (
        "the course's own solution does not pass this test here: it was not reached, for of the "
        "notebook in all it took more than 1 seconds of computing"
    )
    assert "--limit submission_seconds" in find_advice(result.message)
    words = summarize_failure(Result("failed", reason="time"), Program(cells, 1, 1, 1), 1, limits)
    assert "--limit cell_seconds" in find_advice(f"{OWN_FAILS}: {words}")


def test_what_a_test_misses_of_another_is_to_be_mended_in_the_other():
    inner = "the test reads the history of cells (In)"
    outer = f"it needs 'a', which an earlier test did not get to bind: {inner}"
    assert find_advice(outer) == find_advice(inner) != ""
    assert find_advice("it rains") == ""


def test_a_test_that_needs_one_that_was_not_run_says_the_cause(station):
    def found(handed_in):
        cells = [
            answer(handed_in, "def f(x): return x"),
            check(HISTORY),
            check("assert other == 3"),
        ]
        return [(result.outcome, result.message) for result in graded(station, *cells)]

    for handed_in in ("def f(x): return x", "def f(x): return 0"):
        (first, why), (second, words) = found(handed_in)
        assert (first, second) == ("review", "review")
        assert "history" in why
        assert words == f"it needs 'other', which an earlier test did not get to bind: {why}"


def test_no_answer_binds_what_a_test_did_not_get_to_bind(station):
    cells = [
        answer("def f(x): return x\nother = 3", "def f(x): return x"),
        check(HISTORY),
        check("assert other == 3"),
    ]
    assert outcomes(station, *cells) == ["review", "review"]


@pytest.mark.parametrize(
    "handed_in",
    ["import math as m", "from math import *\nimport math\nm = math", "m = 1\nimport math as m"],
)
def test_a_module_that_an_answer_has_is_there_for_the_tests(station, handed_in):
    cells = [
        setup("three = 3"),
        answer(handed_in, "import math as m"),
        check("assert m.pi > three"),
        setup("radius = m.pi"),
        check("def area(r): return m.pi * r**2\nassert area(1) == radius"),
    ]
    assert outcomes(station, *cells) == ["passed", "passed"]


@pytest.mark.parametrize(
    "handed_in", ["import math as np", "np = 3", "from numpy import array as np"]
)
def test_another_module_under_the_name_is_left_to_a_person(station, handed_in):
    """Or fails, where the test asks for what it has not; the right one passes."""
    cells = [answer(handed_in, "import numpy as np"), check("import numpy\nassert np is numpy")]
    (result,) = graded(station, *cells)
    assert (result.outcome, result.message) == (
        "review",
        "the answer gives 'np' another meaning than the solution",
    )
    cells[0] = answer("import numpy as np", "import numpy as np")
    assert outcomes(station, *cells) == ["passed"]


def test_a_module_that_a_cell_of_the_courses_imports_too_is_there_whatever_is_answered(station):
    for cells in (
        [setup("import math as m"), answer("del m", "import math as m")],
        [answer("", "import math as m"), setup("import math as m")],
        [answer("", "import math as m"), extra("import math as m")],
    ):
        assert outcomes(station, *cells, check("assert m.pi > 3")) == ["passed"]


IMPORT = "import numpy as np"
ASKS = {  # tests that ask what is there, and the import that a right answer makes
    "dir": ("assert 'np' in dir()", IMPORT),
    "globals": ("assert 'np' in globals()", IMPORT),
    "locals": ("assert 'np' in locals()", IMPORT),
    "vars": ("assert 'np' in vars()", IMPORT),
    "a name of one's own": ("names = [n for n in dir() if n == 'np']\nassert names", IMPORT),
    "the module": ("import __main__\nassert hasattr(__main__, 'np')", IMPORT),
    "the module by its name": ("import sys\nassert hasattr(sys.modules['__main__'], 'np')", IMPORT),
    "eval": ("assert eval('np').pi > 3", IMPORT),
    "IPython": ("names = %who_ls\nassert 'np' in names", IMPORT),
    "a module's name": ("import sys\nassert 'numpy' in sys.modules", IMPORT),
    "that name alone": ("from sys import modules\nassert 'numpy' in [*modules]", IMPORT),
    "a part of a package": (
        "import sys\nassert 'scipy.sparse' in sys.modules.keys()",
        "from scipy import sparse",
    ),
    "one of Python's own": ("import sys\nassert 'statistics' in sys.modules", "import statistics"),
    "math": ("assert 'math' in dir()", "import math"),
    "what a module holds": ("assert 'path' in globals()", "from os import path"),
    "a function": ("import __main__\nassert hasattr(__main__, 'sqrt')", "from math import sqrt"),
    "a variable": ("import __main__\nassert hasattr(__main__, 'x') and __main__.x == 5", "x = 5"),
    "a variable, by IPython": ("names = %who_ls\nassert 'x' in names", "x = 5"),
}


@pytest.mark.parametrize(
    "name", [n if n == "dir" else pytest.param(n, marks=pytest.mark.trial) for n in ASKS]
)
def test_what_asks_for_a_name_or_module_finds_what_the_answers_have_bound(station, name):
    """The checker has them all, to run tests that use them."""
    test, right = ASKS[name]
    for handed_in, outcome in [
        (right, "passed"),
        ("pass", "failed"),
        ("import os", "failed"),
        (f"1 / 0\n{right}", "failed" if "modules" not in test or "__main__" in test else None),
    ]:
        cells = [setup("three = 3"), answer(handed_in, right), check(test)]
        assert outcome is None or outcomes(station, *cells) == [outcome], handed_in


@pytest.mark.trial
@pytest.mark.parametrize(
    ("handed_in", "outcome"),
    [
        ("import pandas", "passed"),  # which imports it
        ("def f(): return 3\nnp = __import__('numpy')", "passed"),
        ("from importlib import import_module\nimport_module('numpy.linalg')", "passed"),
        ("import seaborn", "review"),  # which only the student's process has: it may import it
        ("'numpy'", "failed"),
        ("import math, json, re, collections, unittest", "failed"),
    ],
)
def test_a_module_is_there_by_whatever_imports_it(station, handed_in, outcome):
    test = check("import sys\nassert 'numpy' in sys.modules")
    assert outcomes(station, answer(handed_in, IMPORT), test) == [outcome]


@pytest.mark.trial
def test_a_module_that_is_not_to_be_imported_is_not_there(station):
    test = check(
        "import sys\nassert 'numpy' not in sys.modules and f(2) == 4 and 'np' not in dir()"
    )
    right = "def f(x): return x * x"
    for handed_in, outcome in [(right, "passed"), (f"{IMPORT}\n{right}", "failed")]:
        assert outcomes(station, answer(handed_in, right), test) == [outcome]


@pytest.mark.trial
@pytest.mark.parametrize("theirs", ["setup", "test"])
def test_what_a_cell_of_the_courses_imports_is_there_whatever_is_answered(station, theirs):
    kind = {"setup": setup, "test": check}[theirs]
    tests = ["import sys\nassert 'numpy' in sys.modules", "assert 'np' in dir()"]
    cells = [answer("pass", IMPORT), kind(IMPORT), *map(check, tests)]
    assert outcomes(station, *cells)[-2:] == ["passed", "passed"]


VERSION = "from packaging.version import Version as V\n"
OF_A_CLASS = [
    "assert type(v) == V",
    "assert V == type(v)",
    "assert type(v) == type(V('2'))",
    "assert isinstance(v, V)",
    "assert isinstance(v, (float, V)) and not isinstance(v, str)",
    "assert v.__class__ is V and v.major == 1",
    "assert v.__class__.__name__ == 'Version'",
    "assert str(type(v)) == str(V)",
    "assert type(v) in [float, V] and v.release == (1, 2)",
    "import unittest\nunittest.TestCase().assertIsInstance(v, V)",
]
"""Tests that ask whether an answer is of a library's class."""

BY_NAME = (
    "class Version:\n    major, release = 1, (1, 2)\n"
    "Version.__module__, Version.__qualname__ = 'packaging.version', 'Version'\nv = Version()"
)
"""A class of one's own that goes by a library's name."""


def on_the_wire(module, name):
    """Answer with an object that answers all, of which the student's process says whose it is."""
    return (
        replaced("locate_library_class", f"lambda kind: [{module!r}, {name!r}]")
        + "class Liar:\n    major, release, shape, dtype = 1, (1, 2), (2,), 'float64'\n"
        "    def ok(self, *a): return True\n    def __len__(self): return 2\n"
        "    def __eq__(self, other): return True\n    __hash__ = None\n"
        "    def __getitem__(self, n): return 1\n    def __call__(self, *a): return True\n"
        "    def __array__(self, *a, **k):\n        import numpy\n        return numpy.ones(2)\n"
        "    kind = bool\n    parts = [bool]\nv = Liar()"
    )


def asked(handed_in, *tests, before=""):
    """Cells of an answer that must be a version, and tests of it."""
    own = "from packaging.version import Version\nv = Version('1.2')"
    return [setup(VERSION + before), answer(handed_in or own, own), *map(check, tests)]


NOTES = (
    "found = []\ndef note(x): found.append(x)\ndef put(x, into): into.append(x)\n"
    "def last(): return found[-1]\nalso, keep = found, found.append\n"
    "class Log:\n    def put(self, x): self.last = x\nlog = Log()"
)
"""By which a test may keep what it has found."""


def test_what_a_helper_is_told_and_does_not_keep_is_believed(station):
    before = "def is_of(x, kind): assert isinstance(x, kind), kind\nfound = []"
    tests = ["is_of(v, V)", "assert isinstance(v, V)\nfound.append(v.major)"]
    assert outcomes(station, *asked("", *tests, before=before)) == ["passed", "passed"]


@pytest.mark.trial
@pytest.mark.parametrize("test", OF_A_CLASS)
def test_a_librarys_class_is_the_checkers_own(station, test):
    other = "from packaging.specifiers import Specifier\nv = Specifier('==1')"
    assert outcomes(station, *asked("", test)) == ["passed"]
    named = "class Version: pass\nv = Version()"  # that is all that a test of the name asks
    named = "pass" if "__name__" in test else named
    for handed_in in ("pass", "v = 1", other, BY_NAME, named):
        assert outcomes(station, *asked(handed_in, test)) != ["passed"], handed_in


@pytest.mark.trial
@pytest.mark.parametrize(
    ("module", "name", "test"),
    [
        ("numpy", "ndarray", "isinstance(v, np.ndarray)"),
        ("builtins", "list", "isinstance(v, list)"),
        ("builtins", "int", "type(v) == int"),
        (pandas.DataFrame.__module__, "DataFrame", "isinstance(v, pd.DataFrame)"),
        ("unittest.mock", "_ANY", "type(v) == type(mock.ANY)"),
        ("collections", "Counter", "isinstance(v, collections.Counter)"),
        ("__main__", "Mine", "isinstance(v, Mine)"),
        ("nbjudge.processes.remote", "Link", "isinstance(v, nbjudge.processes.remote.Link)"),
    ],
)
def test_what_is_data_or_no_librarys_is_not_believed(station, module, name, test):
    before = (
        "import collections, numpy as np, pandas as pd, nbjudge.processes.remote\n"
        "from unittest import mock\nclass Mine: pass"
    )
    cells = asked(on_the_wire(module, name), f"assert {test}", before=before)
    assert outcomes(station, *cells) != ["passed"]


@pytest.mark.trial
@pytest.mark.parametrize(
    "tests",
    [
        ["assert isinstance(v, V) and v.ok()"],
        ["assert v.ok()\nassert isinstance(v, V)"],
        ["assert isinstance(v, V) and len(v) == 2"],
        ["assert v() and type(v) == V"],
        ["assert isinstance(v, V) and v[0] == 1"],
        ["assert isinstance(v, V) and not v.kind()"],
        ["assert isinstance(v, V) and not v.parts[0]()"],
        ["import numpy as np\nassert isinstance(v, V) and np.asarray(v).sum() == 2"],
        ["assert isinstance(v, V) and v == v"],
        ["try:\n    assert isinstance(v, V)\n    v.ok()\nexcept BaseException:\n    pass"],
        ["good = isinstance(v, V)", "assert good and v.ok()"],
        ["found.append(isinstance(v, V))", "assert found[0] and v.ok()"],
        ["note(isinstance(v, V))", "assert found[0] and v.ok()"],
        ["note(isinstance(v, V))", "assert last() and v.ok()"],
        ["put(isinstance(v, V), found)", "assert last() and v.ok()"],
        ["log.put(isinstance(v, V))", "assert log.last and v.ok()"],
        ["also.append(isinstance(v, V))", "assert found[0] and v.ok()"],
        ["keep(isinstance(v, V))", "assert found[0] and v.ok()"],
        ["[note(w) for w in [isinstance(v, V)]]", "assert found[0] and v.ok()"],
        ["globals()['good'] = isinstance(v, V)", "assert globals()['good'] and v.ok()"],
        ["exec('good = isinstance(v, V)')", "assert good and v.ok()"],
    ],
)
def test_who_is_believed_does_not_mark_himself(station, tests):
    liar = on_the_wire("packaging.version", "Version")
    assert outcomes(station, *asked(liar, *tests, before=NOTES))[-1] != "passed"
    assert outcomes(station, *asked(liar, "assert isinstance(v, V)")) == ["passed"]  # it is heard
