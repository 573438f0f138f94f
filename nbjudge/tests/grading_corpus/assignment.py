"""The assignment: three tasks in code and one in words."""

import json

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


RIGHT = {
    "square": "def square(x):\n    if x is None:\n        raise ValueError('no number')\n"
    "    return np.asarray(x) ** 2 if not np.isscalar(x) else x**2\n",
    "total": "def total(values):\n    return float(sum(values))\n",
    "stack": (
        "class Stack:\n"
        "    def __init__(self):\n        self.items = []\n"
        "    def push(self, item):\n        self.items.append(item)\n        return self\n"
        "    def pop(self):\n        return self.items.pop()\n"
        "    def __len__(self):\n        return len(self.items)\n"
    ),
}


def solved(name, head):
    return f"{head}\n### BEGIN SOLUTION\n{RIGHT[name]}### END SOLUTION"


def source():
    """The instructor's notebook."""
    return notebook(
        [
            setup(
                "setup",
                "import matplotlib.pyplot as plt\nimport numpy as np\nDATA = np.arange(5.0)",
            ),
            new_markdown_cell("Some text without an id."),
            answer("square", solved("square", "# square(x)")),
            check(
                "square-check",
                1,
                "assert square(3) == 9, f'square(3) must be 9, not {square(3)}'\n"
                "assert square(-2) == 4 and square(0) == 0",
            ),
            check(
                "square-hidden",
                2,
                "# Further tests run here.\n"
                "### BEGIN HIDDEN TESTS\n"
                f"hidden_word = '{SECRET}'\n"
                "xs = np.random.default_rng(5).normal(size=20)\n"
                "np.testing.assert_allclose(square(xs), xs**2)\n"
                "expected = [x * x for x in range(7)]\n"
                "assert [square(x) for x in range(7)] == expected, hidden_word\n"
                "try:\n    square(None)\nexcept ValueError:\n    pass\n"
                "else:\n    raise AssertionError('did not raise')\n"
                "assert abs(square(1.5) - 2.25) < 1e-12\n"
                "### END HIDDEN TESTS",
            ),
            answer("total", solved("total", "# total(values)")),
            check(
                "total-hidden",
                2,
                "### BEGIN HIDDEN TESTS\n"
                "assert np.isclose(total(DATA), 10)\n"
                "assert np.isclose(total([1.5, 2]), 3.5) and total([]) == 0\n"
                "assert np.array_equal(DATA, np.arange(5.0))\n"
                "### END HIDDEN TESTS",
            ),
            answer("stack", solved("stack", "# class Stack")),
            check(
                "stack-check",
                2,
                "stack = Stack()\nassert len(stack) == 0\nstack.push(1)\nstack.push('two')\n"
                "assert len(stack) == 2 and stack.pop() == 'two' and stack.pop() == 1\n"
                "try:\n    stack.pop()\nexcept IndexError:\n    pass\n"
                "else:\n    raise AssertionError('an empty stack must raise IndexError')\n"
                "assert isinstance(stack, Stack)",
            ),
            new_markdown_cell(
                "### BEGIN SOLUTION\nBecause.\n### END SOLUTION",
                metadata=about("why", True, True, False, 3, "markdown"),
            ),
        ],
    )


POINTS = {"square-check": 1, "square-hidden": 2, "total-hidden": 2, "stack-check": 2}


def submission(answers=None, before=(), after=()):
    """A notebook handed in: right answers but for those given; further cells if wanted."""
    book = source()
    texts = RIGHT | {"why": "In my own words."} | (answers or {})
    cells = []
    for cell in book.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        if name in texts:
            if texts[name] is None:
                continue
            cell.source = texts[name]
        elif "BEGIN HIDDEN" in cell.source:
            cell.source = "# Further tests run here."
        cells.append(cell)
    book.cells = [new_code_cell(s) for s in before] + cells + [new_code_cell(s) for s in after]
    return book


def as_bytes(book):
    return writes(book).encode()


def changed(change, answers=None):
    """A notebook handed in whose JSON was changed by a function."""
    tree = json.loads(writes(submission(answers)))
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
