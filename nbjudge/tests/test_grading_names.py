"""Whose name is whose: the rule, on its own and for random programs of both sides."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from IPython.core.inputtransformer2 import TransformerManager

from grading_station import answer, check, extra, outcomes, setup, stations
from nbjudge.limits import Limits
from nbjudge.records import Relaxations
from nbjudge.run import attempt
from nbjudge.run.attempt import grade_at_station, solution_key
from nbjudge.source.names import Code, Names

ROOT = Path(__file__).parent.parent
station = pytest.fixture(scope="module")(stations)
transform = TransformerManager().transform_cell

IMPORTS = ["import math as {n}", "from math import pi as {n}", "if True:\n    import math as {n}"]
BINDS = [
    "{n} = 1",
    "{n}: int = 1",
    "{n}, _u = 1, 2",
    "for {n} in [1]: pass",
    "def {n}(): pass",
    "class {n}: pass",
    "[({n} := v) for v in [1]]",
    "if True:\n    {n} = 1",
    "%time {n} = 1",
    "try:\n    raise ValueError\nexcept ValueError as {n}:\n    pass",
    "with open('/dev/null') as {n}: pass",
    "match 1:\n    case {n}: pass",
    "def go():\n    global {n}\n    {n} = 1\ngo()",
    "{n} = 1\ndel {n}",
]
LOCAL = [
    "def go():\n    {n} = 1",
    "def go({n}): pass",
    "class Go:\n    {n} = 1",
    "lambda {n}: {n}",
    "[{n} for {n} in [1]]",
    "{{{n}: 1 for {n} in [1]}}",
    "def go():\n    import math as {n}",
    "def go():\n    for {n} in [1]: pass",
    "class Go:\n    def {n}(self): pass",
]


@pytest.mark.parametrize("form", BINDS + IMPORTS)
def test_what_binds_a_name(form):
    code = Code(form.format(n="name"), transform)
    assert "name" in (code.imported if form in IMPORTS else code.binds)


@pytest.mark.parametrize("form", LOCAL)
def test_what_binds_a_local_name_only(form):
    code = Code(form.format(n="name"), transform)
    assert "name" not in code.binds | code.imported | code.loads


@pytest.mark.parametrize(
    ("source", "changed"),
    [
        ("a[0] = 1", "a"),
        ("a.b[0].c = 1", "a"),
        ("del a[0]", "a"),
        ("a.b.append(1)", "a"),
        ("x = a.pop()", "a"),
        ("rng.shuffle(a)", "a"),
        ("a.fit(X)", "a"),
        ("b = a[0]", ""),
        ("def f(a): a[0] = 1", ""),
        ("a.mean()", ""),
        ("f(a)", ""),
        ("a[0] += 1", "a"),
    ],
)
def test_what_changes_a_value(source, changed):
    assert Code(source, transform).changes == set(changed.split())


def test_a_name_is_the_students_from_the_solution_on_until_a_setup_cell_binds_it_again():
    cells = [
        setup("import numpy as np\nX = [1]\nY = [2]"),
        check("np, X, Y"),
        answer("", "X = [3]\nY.append(1)\nnp.random.seed(0)"),
        check("X, Y"),
        setup("X = [1]"),
        check("X, Y"),
    ]
    kept = Names(cells, transform).kept
    everything = {"np", "X", "Y"}
    assert [k & everything for k in kept] == [
        everything,
        everything,
        everything,
        {"np"},
        {"np"},
        {"np", "X"},
    ]


def test_what_a_solution_changes_unseen_is_the_students_from_there_on_and_nothing_else(station):
    """The fewest names, no function, and nothing where the solution needs nothing."""
    cells = [
        setup("class Box:\n    n = 0\n    def grow(self): self.n += 1\nbox, most = Box(), 1"),
        setup("def full(box): return box.n >= most"),
        check("assert box.n == 0"),
        answer("box.grow()", "box.grow()"),
        check("assert full(box) and box.n == most"),
    ]

    def opened(*cells):
        station.solved.clear()
        limits = Limits(cell_seconds=300, submission_seconds=3000)
        return grade_at_station(station, list(cells), {}, limits, False).opened

    assert opened(*cells) == Relaxations({3: ["box"]})
    assert opened(*cells[:3]) == Relaxations()
    cells[3] = answer("box = Box()\nbox.grow()", "box = Box()\nbox.grow()")  # its text shows it
    assert opened(*cells) == Relaxations()
    cells[4] = check("assert box.n == most and open('o.txt').read() == ''")
    cells[3] = answer("box.grow()\nopen('o.txt', 'w').close()", "box.grow()")
    assert opened(*cells) == Relaxations()  # nothing helps


def test_what_a_solution_passes_by_luck_opens_nothing(station, monkeypatch):
    real, asked = attempt.get_solution_results, []

    def unlucky_at_first(station, program, limits, *, together):
        found = real(station, program, limits, together=together)
        if together or program.opened != Relaxations():
            return found
        asked.append(1)
        if solution_key(program, together=False) in lucky:
            return found
        lucky.add(solution_key(program, together=False))
        unlucky = [replace(r, outcome=r.outcome and "failed") for r in found]
        station.solved[solution_key(program, together=False)] = unlucky
        return unlucky

    lucky = set()
    monkeypatch.setattr(attempt, "get_solution_results", unlucky_at_first)
    station.solved.clear()
    given = [setup("want = 3"), answer("x = 2", "x = 3"), check("assert x == want")]
    found = grade_at_station(
        station, given, {}, Limits(cell_seconds=300, submission_seconds=3000), False
    )
    assert found.opened == Relaxations()


SQUARES = "def squares(n): return [k * k for k in range(n)]\nstep = 1"
USES = "def total(n): return sum(squares(n)) * step"
WITHOUT = "def total(n): return sum(k * k for k in range(n)) * step"
RIGHT = "assert total(3) == 5 and squares(2) == [0, 1] and step == 1"
NEEDED = (
    "orig = squares\ndel squares\ntry:\n    total(1)\nexcept NameError:\n    pass\n"
    "else:\n    raise AssertionError('total does not use squares')\nfinally:\n    squares = orig"
)
"""As the pages of nbgrader have it."""
PUTS_BACK = {
    "deleted": NEEDED,
    "replaced": "orig = squares\ndef squares(n): return [7]\nassert total(3) == 7\nsquares = orig",
    "replaced by a mock": "from unittest.mock import Mock\norig, squares = squares, Mock()\n"
    "squares.return_value = [7]\nassert total(3) == 7\nsquares.assert_called()\nsquares = orig",
    "a number": "orig, step = step, 2\nassert total(3) == 10\nstep = orig",
    "without a call": "orig = squares\ndel squares\nsquares = orig",
}


@pytest.mark.parametrize(
    "how", [h if h == "deleted" else pytest.param(h, marks=pytest.mark.trial) for h in PUTS_BACK]
)
def test_what_a_test_puts_back_is_back_for_the_tests_and_answers_after_it(station, how):
    cells = [answer(SQUARES, SQUARES), answer(USES, USES), check(PUTS_BACK[how])]
    cells += [check(RIGHT), check(PUTS_BACK[how]), answer("x = total(3)", "x = total(3)")]
    assert outcomes(station, *cells, check(f"{RIGHT} and x == 5")) == ["passed"] * 4
    cells = [setup(c.source) if c.source == PUTS_BACK[how] else c for c in cells]
    assert outcomes(station, *cells, check(f"{RIGHT} and x == 5")) == ["passed"] * 2


def test_an_answer_that_fails_the_test_that_puts_back_loses_that_alone(station):
    cells = [answer(SQUARES, SQUARES), answer(WITHOUT, USES), check(NEEDED), check(RIGHT)]
    assert outcomes(station, *cells, check(NEEDED)) == ["failed", "passed", "failed"]


@pytest.mark.trial
@pytest.mark.parametrize(
    ("left", "then"),
    [
        ("def squares(n): return [7]\nassert total(3) == 7", "assert total(3) == 7"),
        ("def squares(n): return [7]", "assert total(3) == 7"),
        (
            "from unittest.mock import Mock\n"
            "squares = Mock(return_value=[7])\nassert total(3) == 7",
            "assert total(3) == 7",
        ),
        (
            "del squares",
            "assert 'squares' not in dir()\ntry: total(3)\n"
            "except NameError: pass\nelse: raise AssertionError",
        ),
    ],
)
def test_what_a_test_leaves_otherwise_stays_so_however_many_come_after_it(station, left, then):
    cells = [answer(SQUARES, SQUARES), answer(USES, USES), check(left), *[check(then)] * 3]
    assert outcomes(station, *cells) == ["passed"] * 4


@pytest.mark.parametrize("source", ["", "def (", "%%bash\nls", "x = (", "\x00", "return 3"])
def test_what_does_not_run_binds_nothing(source):
    assert not Code(source, transform).binds


NAMES = ["alpha", "beta", "gamma"]
statements = st.tuples(
    st.sampled_from(NAMES),
    st.sampled_from(
        [
            *((f, "import") for f in IMPORTS),
            *((f, "bind") for f in BINDS),
            *((f, "local") for f in LOCAL),
            ("1 / 0 if {n!r} else 0", "stop"),
        ]
    ),
)
programs = st.lists(
    st.tuples(
        st.sampled_from(["setup", "solution", "test"]),
        st.lists(statements, max_size=3),
        st.sampled_from(["goes on", "ends", "raises"]),
    ),
    max_size=6,
)
FORGED = "\n".join(f"{name} = 'forged'" for name in NAMES)
END = (
    "import os\nget_ipython().events.register('pre_run_cell', "
    "lambda info: os._exit(0) if {!r} in info.raw_cell else None)"
)


def rule_holds(station, program):
    """Run a program whose student binds every name, everywhere, and ends where he can."""
    owner = {}  # by name: whether it may come from the student
    instructors, modules = set(), set()
    cells = []
    for number, (kind, body, way) in enumerate(program):
        word = f"cell{number}"
        source = "\n".join([f"{word} = 0", *(form.format(n=n) for n, (form, _) in body)])
        bound = {n for n, (_, how) in body if how == "bind"}
        imported = {n for n, (_, how) in body if how == "import"} - bound
        if kind == "solution":
            end = {"ends": "\nos._exit(0)", "raises": "\n1 / 0", "goes on": ""}[way]
            cells.append(answer(f"import os\n{FORGED}{end}", source))
            owner |= dict.fromkeys(bound, True) | dict.fromkeys(imported, False)
            instructors |= imported
            modules |= imported
            continue
        if way == "ends":
            cells.append(extra(f"{END.format(word)}\n{FORGED}"))
        cells.append(setup(source) if kind == "setup" else check(source))
        instructors |= bound | imported
        if kind == "setup":
            owner |= dict.fromkeys(bound | imported, False)
    kept = [n for n in sorted(instructors) if not owner.get(n)]
    reads = "".join(f"try: {n}\nexcept NameError: pass\n" for n in kept)
    forged = f"assert not [n for n in {kept} if globals().get(n) == 'forged']"
    cells += [extra(FORGED), check(reads + forged)]
    outcome = outcomes(station, *cells)[-1]
    # A module of the solution's that the student's name does not stand for goes to a person; so
    # does what a cell of the course's that stops of itself has not bound, if no answer has either.
    stops = any(how == "stop" for k, body, _ in program if k != "solution" for _, (_, how) in body)
    ended = any(kind == "solution" and way == "ends" for kind, _, way in program)
    doubtful = modules & set(kept) or (stops and ended)
    assert outcome == "passed" or (outcome == "review" and doubtful)


every = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


@settings(max_examples=15, derandomize=True, **every)
@given(program=programs)
def test_no_name_of_the_instructors_is_forged(station, program):
    rule_holds(station, program)


@pytest.mark.trial
@settings(max_examples=200, **every)
@given(program=programs)
def test_no_name_of_the_instructors_is_forged_in_many_programs(station, program):
    rule_holds(station, program)
