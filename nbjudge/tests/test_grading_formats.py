"""Sources and submissions in the forms that real courses have them."""

import base64
import io
import json

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell

from grading_corpus.assignment import about, answer, as_bytes, check, notebook, setup
from isolations import require_isolation
from nbjudge.course.reader import read
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.run.run import ALL_GRADED, NEEDS_REVIEW, Options, grade_assignment
from nbjudge.run.store import Store

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(60))).decode()
JPEG = base64.b64encode(b"\xff\xd8\xff" + bytes(range(60))).decode()


def course_of(folder, books, files=(), name="hw"):
    place = folder / "source" / name
    place.mkdir(parents=True)
    for stem, book in books.items():
        (place / f"{stem}.ipynb").write_bytes(as_bytes(book))
    for path, text in dict(files).items():
        (place / path).parent.mkdir(exist_ok=True)
        (place / path).write_text(text)
    return folder


def hand_in(course, student, books, name="hw"):
    place = course / "submitted" / student / name
    place.mkdir(parents=True)
    for stem, book in books.items():
        (place / f"{stem}.ipynb").write_bytes(as_bytes(book))


def solved(text):
    return f"### BEGIN SOLUTION\n{text}\n### END SOLUTION"


def one_task():
    return notebook([answer("a", solved("def f(): return 1")), check("a-check", 1, "assert f()")])


@pytest.mark.parametrize("version", [1, 2, 3])
def test_every_schema_up_to_todays_is_read(tmp_path, version):
    book = one_task()
    for cell in book.cells:
        cell.metadata["nbgrader"]["schema_version"] = version
        if version < 3:
            del cell.metadata["nbgrader"]["task"]
    course = course_of(tmp_path, {"hw": book})
    cells = Assignment(Course(course), "hw").notebooks["hw"].cells
    assert [(c.id, c.kind, c.points) for c in cells] == [
        ("a", "student", 0.0),
        ("a-check", "test", 1.0),
    ]


def test_a_schema_of_later_versions_is_refused_in_nbgraders_words(tmp_path):
    book = one_task()
    for cell in book.cells:
        cell.metadata["nbgrader"]["schema_version"] = 4
    with pytest.raises(GradingError, match=r"Schema version is too new: 4 \(expected 3\)"):
        Assignment(Course(course_of(tmp_path, {"hw": book})), "hw")


@pytest.mark.parametrize(
    ("kernel", "info", "refused"),
    [
        ({"name": "conda-env-py39", "language": "python"}, {}, None),
        ({"name": "my-kernel"}, {"name": "python", "version": "3.6"}, None),
        ({}, {}, None),
        ({"name": "ir", "language": "R"}, {"name": "R"}, "R"),
        ({"name": "julia-1.9"}, {"name": "julia"}, "julia"),
        ({"name": "sage", "language": "sage"}, {"name": "python"}, "sage"),
    ],
)
def test_any_kernel_that_runs_python_will_do_and_no_other(tmp_path, kernel, info, refused):
    book = one_task()
    book.metadata = nbformat.from_dict({"kernelspec": kernel, "language_info": info})
    course = Course(course_of(tmp_path, {"hw": book}))
    if refused:
        words = rf"hw\.ipynb is written in {refused}; only Python can be graded here"
        with pytest.raises(GradingError, match=words):
            Assignment(course, "hw")
    else:
        assert Assignment(course, "hw").notebooks["hw"].cells


def test_ids_that_are_there_twice_are_named(tmp_path):
    book = one_task()
    book.cells.append(check("a-check", 2, "assert f() == 1"))
    words = r"hw\.ipynb: grade ids must differ, and these do not: \['a-check'\]"
    with pytest.raises(GradingError, match=words):
        Assignment(Course(course_of(tmp_path, {"hw": book})), "hw")


def pasted(name="p.png", **bundle):
    cell = new_markdown_cell(f"See ![it](attachment:{name}).")
    cell.attachments = {name: bundle}
    return cell


@pytest.mark.parametrize(
    ("name", "bundle", "kept"),
    [
        ("p.png", {"image/png": PNG}, {"p.png": {"image/png": PNG}}),
        ("p.jpg", {"image/jpeg": JPEG}, {"p.jpg": {"image/jpeg": JPEG}}),
        ("p.png", {"image/png": [PNG[:9] + "\n", PNG[9:]]}, {"p.png": {"image/png": PNG}}),
        ("p.png", {"image/png": PNG, "text/html": "<b>"}, {"p.png": {"image/png": PNG}}),
        # forged
        ("p.png", {"image/png": JPEG}, {}),
        ("p.png", {"image/png": PNG + '"><script>alert(1)</script>'}, {}),
        ("p.png", {"image/png": base64.b64encode(b"<script>").decode()}, {}),
        ("p.svg", {"image/svg+xml": "<svg onload='alert(1)'/>"}, {}),
        ("p.png", {'image/png"><script>': PNG}, {}),
        ('p.png"><script>', {"image/png": PNG}, {}),
        ("p.png) [x](javascript:alert(1)", {"image/png": PNG}, {}),
        ("p.png", {"image/png": 7}, {}),
        ("p.png", {"image/png": [[PNG], 7]}, {}),
        ("p.png", "image/png", {}),
        (
            "p.png",
            {"image/png": base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(2**23)).decode()},
            {},
        ),
    ],
)
def test_pictures_are_taken_and_nothing_else_that_is_attached(name, bundle, kept):
    tree = {
        "nbformat": 4,
        "cells": [{"cell_type": "markdown", "source": "x", "attachments": {name: bundle}}],
    }
    (cell,) = read(json.dumps(tree).encode(), old=False)
    assert cell.pictures == kept


@pytest.mark.parametrize("attachments", [None, 3, [], {"p.png": None}, {"": {"image/png": PNG}}])
def test_attachments_that_are_none_are_none(attachments):
    tree = {"nbformat": 4, "cells": [{"cell_type": "markdown", "attachments": attachments}]}
    (cell,) = read(json.dumps(tree).encode(), old=False)
    assert cell.pictures == {}


def shown(course, student, stem="hw"):
    """A notebook as Formgrader shows it."""
    path = course / f"autograded/{student}/hw/{stem}.ipynb"
    return HTMLExporter().from_notebook_node(nbformat.read(path, 4))[0]


def results(course, status=ALL_GRADED):
    out = io.StringIO()
    done = grade_assignment(course, "hw", Options(jobs=1), out)
    latest = Store(course / ".grading/hw/records.jsonl").latest
    assert done == status, out.getvalue()
    return {
        student: {
            (row.notebook, row.id): (row.points, row.max) for row in record.cells if row.graded
        }
        for student, record in latest.items()
    }


def test_a_course_of_several_notebooks_and_all_kinds_of_cells(tmp_path):
    """A module and data beside them, zero points, a task, words, pictures, magics and commands."""
    require_isolation("bwrap")
    figure = new_markdown_cell("![it](attachment:figure.png)", metadata=about("figure"))
    figure.attachments = {"figure.png": {"image/png": PNG}}
    task = new_markdown_cell("Draw.", metadata=about("drawing", kind="markdown"))
    task.metadata["nbgrader"] |= {"task": True, "points": 4}
    first = [
        figure,
        setup("setup", "%precision 3\nimport helpers"),
        answer("a", solved("%time x = 1\ndef double(n): return helpers.times(2, n)")),
        check("a-check", 1, "%time y = double(4)\nassert y == 8"),
        check("a-free", 0, "assert double(0) == 0"),
        check("a-command", 1, "said = !cat data/values.txt\nassert said[0] == str(double(21))"),
        task,
        new_markdown_cell(solved("Why."), metadata=about("why", True, True, False, 2, "markdown")),
    ]
    second = [
        answer("b", solved("import helpers\nlines = !cat data/values.txt\nn = int(lines[0])")),
        check("b-check", 1, "assert n == 42"),
    ]
    books = {"first": notebook(first), "second": notebook(second)}
    files = {"helpers.py": "def times(a, b):\n    return a * b\n", "data/values.txt": "42\n"}
    course = course_of(tmp_path, books, files)
    course.joinpath("nbgrader_config.py").write_text("c = get_config()\n")

    words = pasted("photo.png", **{"image/png": PNG})
    words.metadata["nbgrader"] = about("why", True, True, False, 2, "markdown")["nbgrader"]
    hand_in(course, "right", {"first": notebook([*first[:-1], words]), "second": books["second"]})
    # a module of the student's own by the same name is not the one that tests import
    forged = [
        answer("a", "def double(n): return 0"),
        new_code_cell("open('helpers.py', 'w').write('def times(a, b): return 0')"),
        pasted("gone.png"),
    ]
    hand_in(course, "wrong", {"first": notebook(forged), "second": notebook([])})
    found = results(course, NEEDS_REVIEW)  # the words may be the answer to the cell that is gone
    assert found["right"] == {
        ("first", "a-check"): (1, 1),
        ("first", "a-free"): (0, 0),
        ("first", "a-command"): (1, 1),
        ("first", "drawing"): (None, 4),
        ("first", "why"): (None, 2),
        ("second", "b-check"): (1, 1),
    }
    assert {cell: points for cell, (points, _) in found["wrong"].items() if points} == {}
    page = shown(course, "right", "first")
    assert page.count(f'src="data:image/png;base64,{PNG}"') == 2  # the course's, and the student's
    page = shown(course, "wrong", "first")  # which would not open if a picture were missing
    assert page.count('src="data:image/png') == 1
