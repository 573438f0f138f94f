"""Checks of problem sets: what they say of right and wrong answers, as text and in a notebook."""

import html.parser
import re
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from ensemblelab.teaching import checks
from ensemblelab.teaching.checks import (
    AnswerTrial,
    Checks,
    Mistake,
    Steps,
    Table,
    draw_case,
    is_close,
    is_scalar,
    render,
    run_and_judge,
    shape_of,
    tabulate_lines,
    tabulate_rows,
    tabulate_values,
    try_call,
)
from IPython.core.interactiveshell import InteractiveShell

CHAPTERS = Path(__file__).parents[2] / "chapters"


@pytest.fixture
def twice():
    """A set with a check of `twice(x)`, which doubles an array, and one more."""
    check = Checks("Doubling", "doubling")

    @check.of("twice", "Why twice?", "How much is x + x?", "Is it 2 x?")
    def _(rng, answer):
        cases = [{"x": rng.integers(1, 9, size).astype(float)} for size in (1, 2, 3)]
        trial = AnswerTrial(answer, cases, "doubling.1")
        trial.demand(
            lambda found, x: np.shape(found) == x.shape,
            lambda found, x: f"{len(x)} numbers are asked for",
        )
        trial.compare(
            lambda x: x + x,
            "it is not twice x",
            [
                ("this is the square", lambda x: x**2),
                (
                    lambda x: f"this adds {len(x)}",
                    lambda x: x + len(x),
                    lambda *_: Table("t", ["a"], [["b"]]),
                ),
            ],
            steps=lambda x: f"{render(x)} and {render(x)}",
            picture=lambda right, yours, x: Steps("Twice", np.arange(len(x)), right, yours),
        )

    @check.of("other", "Why?")
    def _(rng, answer):
        raise Mistake("never")

    return check


def said(check, answer, name="twice"):
    with pytest.raises(AssertionError) as caught:
        check(name, answer)
    assert type(caught.value) is AssertionError  # what graders know by its name
    return str(caught.value)


def test_success_says_how_far_along_the_set_is(twice, capsys):
    assert twice("twice", lambda x: 2 * x) is None  # a number would be partial credit
    assert capsys.readouterr().out == "✔ twice: ■□ 1 of 2 checks of this set pass; to do: other\n"
    said(twice, lambda x: x)
    assert not twice.passed
    del twice.checks["other"]
    twice("twice", lambda x: 2 * x)
    assert "all 1 checks of this set pass" in capsys.readouterr().out


def test_a_failure_names_the_equation_the_smallest_input_and_both_values(twice):
    text = said(twice, lambda x: x + 1 if len(x) > 1 else 2 * x)  # wrong from two numbers on
    lines = text.splitlines()
    assert lines[0] == "doubling.1: it is not twice x"
    assert re.fullmatch(r"  x = \[\d, \d\]", lines[1])
    x = np.array([int(n) for n in re.findall(r"\d", lines[1])])
    assert lines[2:4] == [f"  expected: {render(2 * x)}", f"  yours: {render(x + 1)}"]
    assert f"Step by step: {render(x)} and {render(x)}" in text
    assert text.endswith("Read again: 'Why twice?' in the chapter Doubling")


def test_a_mistake_is_named_only_if_it_explains_every_input(twice):
    assert "this is the square" in said(twice, lambda x: x**2)
    assert "this adds 1" in said(twice, lambda x: x + len(x))
    assert "it is not twice x" in said(twice, lambda x: x**2 if len(x) < 3 else x)
    assert "it is not twice x" in said(twice, lambda x: x**3)


def test_what_an_answer_does_to_its_input_changes_nothing(twice):
    def spoils(x):
        x *= 2
        return x

    twice("twice", spoils)


def count_rows_in_32_bits(x):
    """Fail as `np.take` and `np.bincount` do in Pyodide, given the rows that a Generator drew."""
    said = "Cannot cast array data from dtype('int64') to dtype('int32') according to the rule"
    raise TypeError(f"{said} 'safe'")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda x: print(x), "print only shows a value"),
        (lambda x: x if x else 2 * x, "an array of conditions"),
        (lambda x: [0 for _ in range(x.max())], "sizes need an integer"),
        (lambda x: x[x.max()], "an index is an integer"),
        (lambda x: x + np.ones(7), "shapes that do not fit"),
        (lambda x: 2 * [].append(1), "something in your answer is None"),
        (lambda x: x.tolist() * 2.0, "a list, which is not a vector"),
        (lambda x: nump.sum(x), "the cell that imports or defines it has not been run"),  # noqa: F821
        (lambda x: count_rows_in_32_bits(x), "in a browser NumPy counts rows with 32 bits"),
    ],
)
def test_common_slips_have_words_of_their_own(twice, answer, words):
    text = said(twice, answer)
    assert words in text
    assert "\n  x = [" in text


def test_other_errors_of_an_answer_come_through_with_the_input(twice):
    def fails(x):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine") as caught:
        twice("twice", fails)
    assert caught.value.__notes__[0].startswith("The check called your function with x = [")

    def stub(x):
        raise NotImplementedError("this task is still to do")

    with pytest.raises(NotImplementedError) as caught:
        twice("twice", stub)
    assert not hasattr(caught.value, "__notes__")


class Watched:
    """What `sys.monitoring` offers from Python 3.12 on, of turns of loops and calls, by a trace."""

    DISABLE, OPTIMIZER_ID = object(), 5
    events = SimpleNamespace(JUMP=1, PY_START=2)

    def __init__(self):
        self.callbacks, self.used = {}, set()

    def use_tool_id(self, tool, name):
        assert tool not in self.used
        self.used.add(tool)

    def free_tool_id(self, tool):
        self.used.remove(tool)

    def register_callback(self, tool, event, callback):
        self.callbacks[event] = callback

    def set_events(self, tool, events):
        sys.settrace(self.trace if events else None)

    def trace(self, frame, event, arg):
        last = frame.f_lineno

        def follow(frame, event, arg):
            nonlocal last
            if event == "line":
                if frame.f_lineno <= last:
                    self.tell(1, frame)
                last = frame.f_lineno
            return follow

        self.tell(2, frame)
        return follow

    def tell(self, event, frame):
        # called from a frame of the same module, as Python calls it
        here = {**frame.f_globals, "tell": self.callbacks[event], "code": frame.f_code}
        try:
            eval("tell(code, 0)", here)
        except BaseException as error:
            raise error.with_traceback(None)  # noqa: B904


@pytest.fixture
def in_a_browser(monkeypatch):
    """Let checks find what they find in Pyodide; of `js` they ask nothing."""
    if sys.version_info < (3, 12):
        monkeypatch.setattr(sys, "monitoring", Watched(), raising=False)
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(checks, "MAX_STEPS", 2000)
    monkeypatch.setenv("ENSEMBLELAB_BOOK", "https://book.example")
    tracing = sys.gettrace()
    yield
    sys.settrace(tracing)


ENDLESS = """
def grow(x):
    left = len(x)
    try:
        while left > 0:
            left = max(left, 1)
    except Exception:
        pass
    return x + x


def alone(x):
    return alone(x) + alone(x) if len(x) > 99 else x + x


def long(x):
    return sum(x for _ in range(2))


def by_library(x):
    return sum_up(x)
"""


def test_in_a_browser_a_check_stops_an_answer_that_never_ends(twice, in_a_browser):
    space = {"__name__": "__main__"}
    exec(ENDLESS, space)
    text = said(twice, space["grow"])
    assert re.match(r"line [4-6] of your cell, in grow: the check stopped your answer", text)
    assert "after 2,000 turns of loops" in text
    assert "the condition of a loop never becomes false" in text
    assert re.search(r"\n  x = \[\d\]\n", text)  # what it was called with
    for name in ("alone", "long"):  # and the next one is counted from nothing
        twice("twice", space[name])

    def sum_up(x):  # of another module
        for _ in range(5000):
            pass
        return x + x

    space["sum_up"] = sum_up
    twice("twice", space["by_library"])


def test_elsewhere_nothing_counts_what_an_answer_does(twice, monkeypatch):
    """There a loop can be interrupted, and a grader has its own limits."""
    monkeypatch.setattr(checks, "MAX_STEPS", 0)
    space = {"__name__": "__main__"}
    exec(ENDLESS, space)
    twice("twice", space["long"])


def test_a_name_that_is_none_is_told(twice):
    with pytest.raises(ValueError, match=r"name='thrice' is none of .* \['twice', 'other'\]"):
        twice("thrice", abs)


def test_the_inputs_are_the_same_each_time_and_others_for_another_seed(twice):
    first = said(twice, lambda x: x)
    assert said(twice, lambda x: x) == first
    twice.seed = 1
    assert said(twice, lambda x: x) != first


def test_checks_neither_draw_from_nor_set_the_global_generators(twice):
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    twice("twice", lambda x: 2 * x)
    assert np.array_equal(np.random.get_state()[1], before)  # noqa: NPY002


def test_values_are_told_apart():
    assert checks.format_differing(1.0, 1.00001) == ("1", "1.00001")
    assert render({"a": (np.float64(0.25), True, np.int64(3)), "b": [np.array(["x"])]}) == (
        "{'a': (0.25, True, 3), 'b': [['x']]}"
    )
    assert is_close([1.0, 2], np.array([1, 2 + 1e-12]))
    assert not is_close([1.0], 1.0)
    assert not is_close(object(), 1.0)
    assert not is_close("a", 1.0)
    assert not is_close([1, [2]], [1, 2])


def test_a_table_marks_cells_and_reads_them_out():
    table = Table("Two <rows>", ["", "a"], [["one", 1.5], ["two", 2]], [(1, 1)])
    assert table.text() == "Two <rows>:\n         a\n  one  1.5\n  two  2 ✘"
    page = table.html()
    assert '<span role="img" aria-label="wrong">✘</span>' in page
    assert page.count('scope="col"') == 1  # a head of nothing is none
    assert page.count('scope="row"') == 2
    assert "Two &lt;rows&gt;" in page


def test_what_is_written_begins_at_the_left_and_numbers_end_at_the_right():
    table = Table("t", ["line", "says"], [["1", "a + b"], ["2", "b"]], [(1, 1)], from_left=[1])
    assert table.text() == "t:\n  line  says \n     1  a + b\n     2  b ✘  "
    cells = re.findall(r'<t[hd][^>]* style="([^"]*)">', table.html())
    shown_left = [re.findall(r"text-align:(\w+)", cell)[-1] == "left" for cell in cells]
    assert shown_left == [False, True] * 3


def test_what_came_stands_beside_what_is_right_and_is_marked_where_it_differs():
    columns = {"row": range(2), "y": np.array([1.5, 2])}
    table = tabulate_values("The rows", columns, np.array([0.1 + 0.2, 1]), [0.3, 2])
    assert table.text().splitlines() == [
        "The rows; ✘ marks what is not right:",
        "  row    y  right  yours",
        "    0  1.5    0.3    0.3",
        "    1    2      1    2 ✘",
    ]
    words = tabulate_values("Words", {"": ["a", "b"]}, ["x", ""], ["x", 1.0], "a wrong one")
    assert words.marked == [(1, 2)]
    assert words.caption == "Words; ✘ marks a wrong one"
    with pytest.raises(ValueError, match="zip"):
        tabulate_values("The rows", {"row": range(3)}, [1, 2], [1, 2])


def test_texts_stand_line_by_line_and_the_shorter_one_is_filled_up():
    table = tabulate_lines("The texts", ["a", "b"], ["a"])
    assert table.rows == [[1, "a", "a"], [2, "b", ""]]
    assert table.marked == [(1, 2)]
    assert tabulate_lines("The texts", ["a"], ["a", "c"]).rows[1] == [2, "", "c"]


def test_a_call_is_shown_with_the_rows_that_are_wrong():
    about = "One call", "fold", [0, 0, 1]
    table = tabulate_rows(*about, [1, 2], [0], [2])
    assert table.rows == [
        ["0", 0, "", "predicted"],
        ["1", 0, "trained on", ""],
        ["2", 1, "trained on", ""],
    ]
    assert table.marked == [(1, 2)]
    assert "✘ marks an observation" in table.caption
    assert tabulate_rows(*about, [2], [0], [2]).caption == "One call"


def test_the_shape_of_what_has_none_is_words():
    assert shape_of([[1, 2]]) == (1, 2)
    assert shape_of([[1], [1, 2]]) == "of lists of different lengths"
    assert shape_of(["a"]) == (1,)
    assert shape_of(["a"], float) == "of no array of numbers"
    assert is_scalar(np.float64(1), "whatever was given")
    assert not is_scalar([1.0])
    assert not is_scalar([[1], [1, 2]])


def test_an_input_is_drawn_that_tells_mistakes():
    def from_one_on():
        numbers = iter(range(1, 100))
        return lambda: {"x": next(numbers)}

    def twice(x):
        return 2 * x

    square, and_two = (lambda x: x**2), (lambda x: x + 2)
    assert draw_case(from_one_on(), twice, square, and_two) == {"x": 1}
    assert draw_case(from_one_on(), twice, lambda x: 2, and_two) == {"x": 3}
    assert draw_case(from_one_on(), twice, lambda x: 1, square, apart=True) == {"x": 3}
    both = draw_case(from_one_on(), twice, lambda x: [2, x**2], same=lambda some, one: one in some)
    assert both == {"x": 3}
    with pytest.raises(ValueError, match="tries=50: no input"):
        draw_case(from_one_on(), twice, lambda x: x + x, tries=50)


def test_what_an_answer_asked_is_judged_before_its_error():
    asked = []

    def fails(ask):
        ask(1)
        raise RuntimeError("mine")

    def judge():
        if asked == [1]:
            raise Mistake("it was asked about 1")

    with pytest.raises(Mistake, match="asked about 1"):
        run_and_judge(fails, {"ask": asked.append}, judge)
    with pytest.raises(RuntimeError, match="mine"):
        run_and_judge(fails, {"ask": lambda x: None}, lambda: None)
    asked.clear()
    assert run_and_judge(lambda ask: 3, {"ask": asked.append}, judge).found == [3]

    def stub(ask):
        ask(1)
        raise NotImplementedError

    with pytest.raises(NotImplementedError):
        run_and_judge(stub, {"ask": asked.append}, judge)


def test_an_error_may_be_what_came():
    assert try_call(lambda x: x + 1, 1) == 2
    assert try_call(lambda x: x / 0, 1) == "ZeroDivisionError: division by zero"
    given = [1]
    try_call(lambda x: x.append(2), given)
    assert given == [1]


def test_steps_are_drawn_with_their_words_and_numbers():
    steps = Steps("Right & yours", [0, 1, 3], [0.0, 0, 1], [0.0, 1, 1])
    page = steps.html()
    assert 'role="img" aria-label="Right &amp; yours"' in page
    assert page.count("<path") == 2
    assert "stroke-dasharray" in page  # told apart without colour
    assert "1 ✘" in steps.text()


class Well(html.parser.HTMLParser):
    """Return whether each tag that is opened is closed, in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.all = [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)
        self.all.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.all.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def notebook():
    """A shell that shows what a notebook would."""
    from IPython.utils.capture import capture_output

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    with capture_output() as shown_:
        yield shell, shown_
    InteractiveShell.clear_instance()


def test_in_a_notebook_a_box_shows_it_and_the_traceback_is_one_line(twice, notebook, monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_BOOK", "https://book.example/here/")
    shell, out = notebook
    shell.user_ns["check"] = twice
    run = shell.run_cell("check('twice', lambda x: x)")
    assert isinstance(run.error_in_exec, AssertionError)
    (box,) = out.outputs
    page = box.data["text/html"]
    tags = Well(page).all
    assert tags.count("details") == 4  # step by step, two hints, the picture's numbers
    assert 'href="https://book.example/here/chapters/doubling.html#why-twice"' in page
    assert box.data["text/plain"] == str(run.error_in_exec)
    assert '<div class="check-found"' in page
    assert ".check-found" in (CHAPTERS / "_static/course.css").read_text()  # the book's dark ground
    assert run.error_in_exec._render_traceback_() == [
        "AssertionError: doubling.1: it is not twice x"
    ]


def test_a_link_shows_no_latex_and_a_wide_box_scrolls(notebook, monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_BOOK", "https://book.example")
    shell, out = notebook
    check = Checks("Doubling", "doubling")

    @check.of("say", r"How large is $\alpha_m$, and $f_0$?")
    def _(rng, answer):
        raise Mistake("never")

    shell.user_ns["check"] = check
    error = shell.run_cell("check('say', 1)").error_in_exec
    assert "Read again: 'How large is αₘ, and f₀?'" in str(error)
    (box,) = out.outputs
    page = box.data["text/html"]
    assert ">How large is αₘ, and f₀?, in the chapter Doubling</a>" in page
    assert "#how-large-is-alpha-m-and-f-0" in page  # where it is, is another matter
    assert re.search(r'<div class="check-found"[^>]* style="[^"]*overflow-x:auto', page)


def test_an_error_of_the_answers_own_leads_from_the_call_to_the_answer(twice, notebook):
    shell, _ = notebook
    shell.user_ns["check"] = twice
    for fails, kind in (("1 // 0", ZeroDivisionError), ("to_do()", NotImplementedError)):
        shell.run_cell("def to_do():\n    raise NotImplementedError('still to do')")
        shell.run_cell(f"def half(x):\n    return {fails}")
        found = shell.run_cell("check('twice', half)").error_in_exec
        assert isinstance(found, kind)
        names = [step.name for step in traceback.extract_tb(found.__traceback__)]
        inner = ["half"] if kind is ZeroDivisionError else ["half", "to_do"]
        assert [name for name in names if name != "run_code"] == ["<module>", *inner]


def test_a_check_says_which_cell_was_not_run(notebook, capsys):
    shell, _ = notebook
    shell.user_ns["check"] = Checks("Doubling", "doubling")  # as importing a set's checks does
    found = shell.run_cell('check("twice", twice)').error_in_exec
    assert type(found) is NameError
    told = capsys.readouterr().out
    assert told.startswith("NameError: twice is not defined. The cell in which you write twice")
    assert "Run the first cell of the notebook and that cell" in told
    found = shell.run_cell("def half(x):\n    return xx\n\nhalf(1)").error_in_exec  # any other
    assert type(found) is NameError
    told = capsys.readouterr().out
    assert "name 'xx' is not defined" in told
    assert "write xx" not in told


def test_a_terminal_gets_all_of_it_as_text(twice):
    with pytest.raises(AssertionError) as caught:
        twice("twice", lambda x: x)
    (line,) = caught.value._render_traceback_()
    assert line == f"AssertionError: {caught.value}"


def test_what_a_student_gave_is_escaped_in_the_box(twice, notebook):
    shell, out = notebook
    shell.user_ns["check"] = twice
    shell.run_cell(
        "check('twice', lambda x: np.array(['<b>'] * len(x)) if 0 else ['<b>'] * len(x))"
    )
    (box,) = out.outputs
    assert "<b>'" not in box.data["text/html"]
    assert "&lt;b&gt;" in box.data["text/html"]
