"""The assignment: tasks in code of several kinds, and one in words."""

import copy
import functools
import json
from dataclasses import dataclass

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, writes

SECRET = "the-word-that-only-hidden-tests-hold"


def about(name, grade=False, solution=False, locked=True, points=None, kind="code"):
    found = {
        "grade_id": name,
        "grade": grade,
        "solution": solution,
        "locked": locked,
        "schema_version": 3,
        "task": False,
        "cell_type": kind,
    }
    return {"nbgrader": found | ({"points": points} if grade else {})}


def setup(name, source):
    return new_code_cell(source, metadata=about(name))


def answer(name, source):
    return new_code_cell(source, metadata=about(name, solution=True, locked=False))


def check(name, points, source):
    return new_code_cell(source, metadata=about(name, grade=True, points=points))


@dataclass(frozen=True)
class Task:
    """One task: its right answer, and its tests by the end of their id, with their points."""

    answer: str
    tests: dict[str, tuple[int, str]]


def hidden(visible, lines):
    return f"{visible}### BEGIN HIDDEN TESTS\n{lines}### END HIDDEN TESTS"


TASKS = {
    "square": Task(
        "def square(x):\n    if x is None:\n        raise ValueError('no number')\n"
        "    return np.asarray(x) ** 2 if not np.isscalar(x) else x**2\n",
        {
            "check": (
                1,
                "assert square(3) == 9, f'square(3) must be 9, not {square(3)}'\n"
                "assert square(-2) == 4 and square(0) == 0",
            ),
            "hidden": (
                2,
                hidden(
                    "# Further tests run here.\n",
                    f"hidden_word = '{SECRET}'\n"
                    "xs = np.random.default_rng(5).normal(size=20)\n"
                    "np.testing.assert_allclose(square(xs), xs**2)\n"
                    "expected = [x * x for x in range(7)]\n"
                    "assert [square(x) for x in range(7)] == expected, hidden_word\n"
                    "try:\n    square(None)\nexcept ValueError:\n    pass\n"
                    "else:\n    raise AssertionError('did not raise')\n"
                    "assert abs(square(1.5) - 2.25) < 1e-12\n",
                ),
            ),
        },
    ),
    "total": Task(
        "def total(values):\n    return float(sum(values))\n",
        {
            "hidden": (
                2,
                hidden(
                    "",
                    "assert np.isclose(total(DATA), 10)\n"
                    "assert np.isclose(total([1.5, 2]), 3.5) and total([]) == 0\n"
                    "assert np.array_equal(DATA, np.arange(5.0))\n",
                ),
            )
        },
    ),
    "stack": Task(
        "class Stack:\n"
        "    def __init__(self):\n        self.items = []\n"
        "    def push(self, item):\n        self.items.append(item)\n        return self\n"
        "    def pop(self):\n        return self.items.pop()\n"
        "    def __len__(self):\n        return len(self.items)\n",
        {
            "check": (
                2,
                "stack = Stack()\nassert len(stack) == 0\nstack.push(1)\nstack.push('two')\n"
                "assert len(stack) == 2 and stack.pop() == 'two' and stack.pop() == 1\n"
                "try:\n    stack.pop()\nexcept IndexError:\n    pass\n"
                "else:\n    raise AssertionError('an empty stack must raise IndexError')\n"
                "assert isinstance(stack, Stack)",
            )
        },
    ),
    "draw": Task(
        "def draw(rng, n):\n    return rng.normal(size=n)\n",
        {
            "hidden": (
                2,
                hidden(
                    "",
                    "for bits in ('PCG64', 'MT19937', 'Philox', 'SFC64'):\n"
                    "    rng, mine = (\n"
                    "        np.random.Generator(getattr(np.random, bits)(7)) for _ in range(2)\n"
                    "    )\n"
                    "    np.testing.assert_array_equal(draw(rng, 5), mine.normal(size=5))\n"
                    "    xs = rng.normal(size=4)\n"
                    "    assert np.array_equal(draw(mine, 4), xs), bits\n",
                ),
            )
        },
    ),
    "apply": Task(
        "def apply(f, values):\n    return [f(v) for v in values]\n",
        {
            "check": (1, "assert apply(lambda v: v + 1, [1, 2]) == [2, 3]"),
            "hidden": (
                1,
                hidden(
                    "",
                    "called = []\n"
                    "assert apply(lambda v: called.append(v) or 7 * v, [3, 1]) == [21, 7]\n"
                    "assert called == [3, 1]\n",
                ),
            ),
        },
    ),
    "tidy": Task(
        "def tidy(values):\n    values.sort()\n",
        {
            "hidden": (
                2,
                hidden(
                    "",
                    "values = [3, 1, 2]\nassert tidy(values) is None and values == [1, 2, 3]\n"
                    "array = np.array([2.5, -1.0])\ntidy(array)\n"
                    "assert np.array_equal(array, [-1.0, 2.5])\n",
                ),
            )
        },
    ),
    "table": Task(
        "import pandas as pd\ndef table(frame):\n    return frame.groupby('k')['v'].mean()\n",
        {
            "hidden": (
                2,
                hidden(
                    "",
                    "import pandas as pd\n"
                    "means = table(pd.DataFrame({'k': list('aab'), 'v': [1.0, 3.0, 5.0]}))\n"
                    "expected = pd.Series({'a': 2.0, 'b': 5.0})\n"
                    "assert not ((means - expected).abs() > 1e-9).any()\n"
                    "assert means['a'] == 2 and len(means) == 2\n",
                ),
            )
        },
    ),
    "hello": Task(
        "def hello(name):\n    print(f'Hello, {name}!')\n",
        {
            "check": (
                1,
                "import contextlib, io\n"
                "with contextlib.redirect_stdout(io.StringIO()) as spoken:\n    hello('Ann')\n"
                "assert spoken.getvalue() == 'Hello, Ann!\\n', spoken.getvalue()",
            )
        },
    ),
    "label": Task(
        "label = 'seven'\n",
        {
            "check": (
                1,
                "assert isinstance(label, str)\n"
                "assert len(label) == 5 and label.upper() == 'SEVEN'",
            )
        },
    ),
}
SMALL = ("square", "total", "stack")
POINTS = {
    f"{name}-{end}": points for name in SMALL for end, (points, _) in TASKS[name].tests.items()
}


def solved(name):
    """The instructor's cell of a task."""
    return f"# {name}\n### BEGIN SOLUTION\n{TASKS[name].answer}### END SOLUTION"


def source(names=SMALL):
    """The instructor's notebook of these tasks, and of one in words."""
    return copy.deepcopy(built(tuple(names)))  # half a hundred are made of few


@functools.cache
def built(names):
    imports = ["import matplotlib.pyplot as plt", "import numpy as np"]
    # once for all: to import it takes longer than a cell may compute where limits are short
    imports += ["import pandas"] if "table" in names else []
    cells = [
        setup("setup", "\n".join([*imports, "DATA = np.arange(5.0)"])),
        new_markdown_cell("Some text without an id."),
    ]
    for name in names:
        cells.append(answer(name, solved(name)))
        for end, (points, test) in TASKS[name].tests.items():
            cells.append(check(f"{name}-{end}", points, test))
    why = "### BEGIN SOLUTION\nBecause.\n### END SOLUTION"
    cells.append(new_markdown_cell(why, metadata=about("why", True, True, False, 3, "markdown")))
    return notebook(cells)


def submission(answers=None, before=(), after=(), names=SMALL):
    """A notebook handed in: right answers but for those given; further cells if wanted.

    An answer of several cells has further ones behind its own.
    """
    book = source(names)
    texts = {name: TASKS[name].answer for name in names} | {"why": "In my own words."}
    texts |= answers or {}
    cells = []
    for cell in book.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in texts:
            if texts[name] is None:
                continue
            cell.source, *more = [texts[name]] if isinstance(texts[name], str) else texts[name]
            cells += [cell, *map(new_code_cell, more)]
            continue
        if "BEGIN HIDDEN" in cell.source:
            cell.source = "# Further tests run here."
        cells.append(cell)
    book.cells = [new_code_cell(s) for s in before] + cells + [new_code_cell(s) for s in after]
    return book


def as_bytes(book):
    return writes(book).encode()


def changed(change, answers=None):
    """A notebook handed in, of all tasks, whose JSON was changed by a function."""
    tree = json.loads(writes(submission(answers, names=tuple(TASKS))))
    tree = change(tree) or tree
    return json.dumps(tree).encode()


def notebook(cells):
    about_kernel = {"name": "python3", "display_name": "P", "language": "python"}
    return new_notebook(metadata={"kernelspec": about_kernel}, cells=cells)


def ordinary(tasks, answers):
    """A notebook of {name: (answer, test)}, answered by these answers."""
    cells = [setup("setup", "import numpy as np")]
    for name, (_, test) in tasks.items():
        cells += [answer(name, answers[name]), check(f"{name}-check", 1, test)]
    return notebook(cells)


def write_course(folder, submissions, book=None):
    """Make a course with these submissions: {student: bytes, or {file name: bytes}}."""
    place = folder / "source" / "corpus"
    place.mkdir(parents=True)
    (place / "corpus.ipynb").write_bytes(as_bytes(book or source()))
    (folder / "nbgrader_config.py").write_text(
        "c = get_config()\nc.CourseDirectory.course_id = 'c'\n"
    )
    for student, files in submissions.items():
        target = folder / "submitted" / student / "corpus"
        target.mkdir(parents=True)
        files = files if isinstance(files, dict) else {"corpus.ipynb": files}
        for name, data in files.items():
            (target / name).write_bytes(data)
    return folder
