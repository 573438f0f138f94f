"""Known answers to an assignment's tasks: what their file says, and what is refused in words."""

import re

import pytest

from nbjudge.authoring.answer_file import Answer, parse_answers, read_answers
from nbjudge.authoring.answers import read_equivalents
from nbjudge.course.source import Course
from nbjudge.errors import GradingError

SOLUTION = '''def spread(values):
    """Return the greatest less the least."""
    ### BEGIN SOLUTION
    least = min(values)
    greatest = max(values)
    return greatest - least
    ### END SOLUTION'''
CELLS = {"spread-answer": SOLUTION, "name": "word = 'a'\n\nword = 'b'", "why-answer": None}
HEADS = """def spread(values):
    least = min(values)
    greatest = max(values)
"""
FORM = """
# %% right spread sorted
# Sorts them, which takes
# longer.
def spread(values):
    # in order
    values = sorted(values)

    return values[-1] - values[0]


#%% wrong spread upside_down
# The check says "negative". The check cannot tell.
-     return greatest - least
+     return least - greatest
# %% wrong name comment

# The name.
word = 'c'
# %% half spread
# Half right.
-     least = min(values)
+     least = 0

-     return greatest - least
+     print(greatest)
+
+     return greatest
# %% half why-answer
# What is asked.
- It is short.
# My reason
# %% equivalent spread
-     return greatest - least

+     return -least + greatest
# %% equivalent spread
- return greatest - least
+ return +greatest - least
"""


def parse(text, cells=CELLS):
    return parse_answers(text, cells)


def changed(lines, cells=CELLS, task="spread"):
    """Return what a change makes of a solution."""
    (answer,) = parse(f"# %% wrong {task} other\n# A mistake.\n{lines}", cells)
    return answer.source


def test_a_file_says_kind_task_name_reason_and_cell_and_where_each_stands():
    sorted_, upside_down, comment, half, why, same, other = parse(FORM)
    body = "def spread(values):\n    # in order\n    values = sorted(values)\n\n"
    body += "    return values[-1] - values[0]"
    reason = "Sorts them, which takes longer."
    assert sorted_ == Answer("right", "spread-answer", "sorted", reason, body, 2)
    assert (sorted_.label, sorted_.task, sorted_.message) == ("right-spread-sorted", "spread", "")
    assert upside_down.line == 12
    assert upside_down.message == "negative"
    assert (upside_down.passes_check, sorted_.passes_check) == (True, False)
    assert upside_down.source == f"{HEADS}    return least - greatest"
    assert (comment.grade_id, comment.source) == ("name", "# The name.\nword = 'c'")
    assert half.reason == "Half right."
    assert half.source == HEADS.replace("min(values)", "0") + (
        "    print(greatest)\n\n    return greatest"
    )
    assert (half.label, why.reason) == ("half-spread", "What is asked.")
    assert why.source == "- It is short.\n# My reason"  # words, and no change
    assert same.source == "- return greatest - least\n+ return -least + greatest"
    changes = {("spread-answer", same.source), ("spread-answer", other.source)}
    assert read_equivalents([sorted_, same, other]) == changes
    assert len(changes) == 2


def test_a_change_may_take_lines_away_and_put_lines_between():
    both = "-     least = min(values)\n-     greatest = max(values)"
    assert changed(both) == "def spread(values):\n    return greatest - least"
    apart = "-     least = min(values)\n\n-     return greatest - least"
    assert changed(apart) == "def spread(values):\n    greatest = max(values)"
    longer = "- def spread(values):\n+ def spread(values):\n+     values = values[1:]"
    assert changed(longer).startswith("def spread(values):\n    values = values[1:]\n    least")
    assert changed("- word = 'a'\n-\n+ #", task="name") == "#\nword = 'b'"


@pytest.mark.parametrize(
    ("docstring", "stays"),
    [
        ('"""One line."""\n    return 1', "return 1"),
        ('"""Several.\n\n    "Quoted".\n    """\n\n    return 1', "\n    return 1"),
        ('"""All that it has."""', '"""All that it has."""'),
        ('text = """No docstring."""\n    return 1', 'text = """No docstring."""\n    return 1'),
    ],
)
def test_a_change_does_not_repeat_docstrings(docstring, stays):
    cells = {"f": f"def f():\n    {docstring}\n\n\nx = 1"}
    expected = f"def f():\n    {stays}\n\n\nx = 2"
    assert changed("- x = 1\n+ x = 2", cells, "f") == expected.replace("    \n", "\n")


WRONG = "# %% wrong spread other\n"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("\nx = 1\n# %% right spread one\n", 2, "a heading comes first, as `# %% right TASK NAME`"),
        ("# %% rihgt spread one\nx = 1", 1, "'rihgt' is none of right, wrong, half, equivalent"),
        ("# %%\nx = 1", 1, "'' is none of right"),
        ("# %% right spread\nx = 1", 1, "a heading of this kind is `# %% right TASK NAME`"),
        ("# %% right spread one more\nx = 1", 1, "is `# %% right TASK NAME`"),
        ("# %% half spread one\nx = 1", 1, "is `# %% half TASK`"),
        ("# %% right mean one\nx = 1", 1, "'mean' is no task; there are: spread, name, why"),
        ("# %% wrong why one\nx = 1", 1, "'why' is answered in words, which no test tries"),
        (f"{WRONG}# A comment.\n\n\n{WRONG}x = 1", 1, "no lines of an answer stand below"),
        (f"{WRONG}x = 1\n{WRONG}x = 2", 3, "`wrong spread other` stands in line 1 too"),
        ("# %% half name\nx = 1\n# %% half name\nx = 2", 3, "`half name` stands in line 1 too"),
        ("# %% equivalent name\n- a\n+ b\n# %% equivalent name\n- a\n+  b", 4, "in line 1 too"),
        (f"{WRONG}-     least = 0\n+     x", 2, "stands nowhere in the solution, and must stand"),
        (f"{WRONG}- least = min(values)\n+ x", 2, "nowhere in the solution, and must stand there"),
        ("# %% wrong name two\n\n- word = 'b'\n+ x\n- wor", 5, "there once, indented as here; the"),
        (f'{WRONG}-     """Return the greatest less the least."""', 2, "stands nowhere"),
        (f"{WRONG}+ x = 1", 2, "a line with + stands below the one with - whose place it takes"),
        (f"{WRONG}-     least = min(values)\n\n+ x", 4, "to add a line, repeat the one before it"),
        (f"{WRONG}-     least = min(values)\n    x", 3, "begins with - or + and a space; '    x'"),
        (f"{WRONG}- def spread(values):\n+x = 1", 3, "begins with - or + and a space; '+x = 1'"),
        ("# %% equivalent name\nword = 'c'", 2, "each line of a change begins with - or + and a"),
        (
            f"{WRONG}-     greatest = max(values)\n\n-     least = min(values)",
            4,
            "changes come in the order of the solution, and this one stands before",
        ),
    ],
)
def test_what_is_no_answer_is_refused_with_its_line(text, line, words):
    with pytest.raises(ValueError, match=rf"^line {line}: (?s:.*){re.escape(words)}"):
        parse(text)


def test_what_is_to_be_changed_stands_once():
    cells = {"f": "x = 1\ny = 2\nx = 1\ny = 3"}
    with pytest.raises(ValueError, match="line 3: what is to be changed stands 2 times in the"):
        changed("- x = 1\n+ x = 2", cells, "f")
    assert changed("- x = 1\n- y = 3\n+ x = 2", cells, "f") == "x = 1\ny = 2\nx = 2"


def test_a_file_is_read_with_its_sources_and_named_where_it_is_wrong(tmp_path):
    """A text and a notebook; the words of the error begin with the path, as editors know it."""
    head = "---\njupytext: {text_representation: {extension: .md, format_name: myst}}\n---\n"
    cell = "```{code-cell} ipython3\n:nbgrader: answer f-answer\n\nx = 1\n```\n"
    words = '\n+++ {"nbgrader": "manual why 2"}\n\nBecause.\n'
    source = tmp_path / "source/one/one.md"
    source.parent.mkdir(parents=True)
    source.write_text(head + cell + words)
    course, path = Course(tmp_path), tmp_path / "answers/one.answers"
    assert read_answers(course, "one") == []
    path.parent.mkdir()
    path.write_text("# %% wrong f two\n- x = 1\n+ x = 2\n# %% half why\nSo.\n", "utf-8")
    assert [a.source for a in read_answers(course, "one")] == ["x = 2", "So."]
    path.write_text("# %% wrong f two\n- x = 2\n+ x = 3\n")
    with pytest.raises(GradingError, match=rf"^{re.escape(str(path))}, line 2: what is to be ch"):
        read_answers(course, "one")
    path.write_bytes(b"# g\xfcnstig\n")
    with pytest.raises(GradingError, match=r"one\.answers is no UTF-8 text \(byte 3\): save it as"):
        read_answers(course, "one")
