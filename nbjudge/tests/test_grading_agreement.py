"""The command that compares grades with nbgrader's own, and sources as courses really have them."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.apps import NbGraderAPI

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.authoring import agreement
from nbjudge.authoring.agreement import (
    Agreement,
    assign_answers,
    await_agreement,
    classify_grades,
    compare_notebook,
    generate_submissions,
    kill_process_tree,
    lay_out,
    list_notebooks,
    write_submissions,
)
from nbjudge.course.source import Assignment, Course, write_notebooks
from nbjudge.errors import GradingError
from nbjudge.records import Row
from nbjudge.run.run import ALL_GRADED, Options, grade_assignment
from waiting import until

TASKS = {
    "alike": ("def f(x): return x", "assert f(3) == 3"),
    "warns": ("def g(x): return x", "import sys\nprint('!', file=sys.stderr)\nassert g(1) == 1"),
    "compares": (
        "class A:\n    def __eq__(self, o): return o == 1\na = A()",
        "assert a == 1",
    ),
    "gone": ("def h(x): return x", "import a_package_that_is_gone\nassert h(1) == 1"),
}


def solved(tasks):
    answers = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, (a, _) in tasks.items()}
    return assignment.ordinary(tasks, answers)


@pytest.mark.trial
def test_each_way_to_differ_is_told_and_what_the_own_solution_fails_is_left_out(tmp_path, capsys):
    require_isolation("bwrap")
    wrong = dict.fromkeys(TASKS, "def f(x): return 0")
    student = assignment.as_bytes(assignment.ordinary(TASKS, wrong))
    ends = assignment.as_bytes(
        assignment.ordinary(TASKS, wrong | {"alike": "import os; os._exit(3)"})
    )
    course = assignment.write_course(tmp_path, {"sam": student, "eve": ends}, solved(TASKS))
    command = ["agree", "corpus", "--course", str(course), "--submitted"]
    assert main([*command, "--json", str(tmp_path / "found.json")]) == 0  # none lower, none higher
    (found,) = json.loads((tmp_path / "found.json").read_text())
    by = {(c["student"], c["cell"]): c["outcome"] for c in found["cells"]}
    assert by == {
        ("own-solution", "alike-check"): "equal",
        ("own-solution", "warns-check"): "stderr",
        ("own-solution", "compares-check"): "referred",
        ("nothing", "alike-check"): "equal",
        ("nothing", "warns-check"): "equal",
        ("nothing", "compares-check"): "equal",
        ("sam", "alike-check"): "equal",
        ("sam", "warns-check"): "equal",
        ("sam", "compares-check"): "equal",
    }
    assert found["not_graded"] == ["eve"]
    assert list(found["left_out"]) == ["gone-check"]
    assert "a_package_that_is_gone" in found["left_out"]["gone-check"]
    told = capsys.readouterr().out
    assert "own-solution compares-check: referred: ours None, nbgrader's 1.0" in told
    assert "corpus.ipynb eve: nbgrader did not grade it" in told
    assert "gone-check: left out, as the own solution fails it under nbgrader" in told
    assert not (course / "submitted/own-solution").exists()  # the course stays as it is
    assert not (course / "autograded").exists()


ORDERED = "from collections import OrderedDict\ndef count(w): return OrderedDict((c, 1) for c in w)"
ALIKE = {  # solution, test, another answer, and what nbgrader gives it
    "count": (
        "def count(word): return {c: word.count(c) for c in word}",
        "assert set(count('ab')) == {'a', 'b'} and list(count('ab').values()) == [1, 1]",
        ORDERED,
        1.0,
    ),
    "mean": (
        "def centre(x, how): return sum(x) / len(x) if how == 'mean' else x[0]",
        "assert centre([1, 3], 'mean') == 2 and centre([1, 3], how='first') == 1",
        "def centre(x, how):\n    if how is 'mean': return sum(x) / len(x)\n    return x[0]",
        1.0,
    ),
    "asks": ("import statistics as st", "assert 'st' in dir() and 'st' in globals()", "pass", 0.0),
    "module": (
        "import fractions, statistics",
        "import __main__, sys\nassert 'statistics' in sys.modules\n"
        "assert hasattr(__main__, 'fractions')",
        "from random import gauss",
        0.0,
    ),
    "spy": (
        "def same(a, b): return all(c in b for c in a)",
        "class S(str):\n    def __eq__(self, other): raise AssertionError\n"
        "    __hash__ = str.__hash__\nassert same(S('a'), S('a'))",
        "def same(a, b): return a == b",
        0.0,
    ),
    "squares": (
        "def squares(n): return [k * k for k in range(n)]",
        "assert squares(2) == [0, 1]",
        "def squares(n): return [k**2 for k in range(n)]",
        1.0,
    ),
    "total": (
        "def total(n): return sum(squares(n))",
        "orig = squares\ndel squares\ntry: total(1)\nexcept NameError: pass\n"
        "else: raise AssertionError\nfinally: squares = orig",
        "def total(n): return sum(k * k for k in range(n))",
        0.0,
    ),
    "again": (
        "x = total(3)",
        "assert squares(3) == [0, 1, 4] and total(3) == x == 5",
        "x = 2 + 3",
        1.0,
    ),
}


@pytest.mark.trial
def test_what_was_graded_otherwise_than_by_nbgrader_is_no_more(tmp_path):
    require_isolation("bwrap")
    tasks = {name: about[:2] for name, about in ALIKE.items()}
    other = assignment.ordinary(tasks, {name: about[2] for name, about in ALIKE.items()})
    course = assignment.write_course(tmp_path, {"sam": assignment.as_bytes(other)}, solved(tasks))
    found = compare_notebook(Course(course), course / "source/corpus/corpus.ipynb", submitted=True)
    assert not found.left_out
    theirs = {c.cell: c.theirs for c in found.cells if c.student == "sam"}
    assert theirs == {f"{name}-check": about[3] for name, about in ALIKE.items()}
    different = {(c.student, c.cell): c.outcome for c in found.cells if c.outcome != "equal"}
    assert different == dict.fromkeys(
        [(student, "spy-check") for student in ("own-solution", "sam")], "referred"
    )


def test_known_answers_to_different_tasks_are_handed_in_together_and_each_once(tmp_path):
    course = Course(assignment.write_course(tmp_path, {}, solved(TASKS)))
    (path,) = list_notebooks(course, ["corpus"])
    path_of_answers = course.root / "answers/corpus.answers"
    path_of_answers.parent.mkdir()
    path_of_answers.write_text(
        "".join(
            f"# %% wrong {task} {name}\n# It is wrong.\n{task} = {name!r}\n"
            for task, name in [("alike", "no"), ("alike", "none"), ("warns", "no")]
        )
    )
    known = assign_answers(course, path, None)
    assert {student: list(pack) for student, pack in known.items()} == {
        "answers-001": ["wrong-alike-no", "wrong-warns-no"],
        "answers-002": ["wrong-alike-none"],
    }
    (few,) = assign_answers(course, path, 1).values()
    assert list(few) == ["wrong-alike-no"]
    notebook = Assignment(course, "corpus").notebooks["corpus"]
    handed_in = dict(generate_submissions(course, path, notebook, False, known))
    assert list(handed_in) == ["own-solution", "nothing", *known]
    sources = {
        student: {c.metadata.nbgrader.grade_id: c.source for c in book.cells if c.source}
        for student, book in handed_in.items()
    }
    assert sources["answers-001"]["alike"] == "alike = 'no'"
    assert sources["answers-001"]["warns"] == "warns = 'no'"
    assert sources["answers-002"]["alike"] == "alike = 'none'"
    assert "def g(x)" in sources["answers-002"]["warns"]  # the solution


def test_work_that_is_no_notebook_is_handed_in_as_it_is_and_stops_no_comparison(tmp_path):
    work = {"ann": assignment.as_bytes(solved(TASKS)), "bad": b"{", "latin": b"\xfc"}
    course = Course(assignment.write_course(tmp_path / "c", work, solved(TASKS)))
    course.path("submitted", "dir", "corpus").joinpath("corpus.ipynb").mkdir(parents=True)
    (path,) = list_notebooks(course, ["corpus"])
    notebook = Assignment(course, "corpus").notebooks["corpus"]
    handed_in = dict(generate_submissions(course, path, notebook, True, {}))
    assert list(handed_in) == ["own-solution", "nothing", *work]
    laid_out = lay_out(course, path, tmp_path / "copy", "corpus")
    write_submissions(laid_out, "corpus", "corpus", handed_in)
    for student in ("bad", "latin"):
        copied = laid_out.path("submitted", student, "corpus") / "corpus.ipynb"
        assert copied.read_bytes() == work[student]


def test_an_outcome_is_that_of_the_grades_and_of_our_row():
    passed, review = Row("passed", notebook="n"), Row("review", notebook="n", manual=True)
    for mine, other, row, warned, expected in [
        (1.0, 1.0, passed, True, "equal"),
        (None, None, review, False, "equal"),
        (None, 1.0, review, False, "referred"),
        (1.0, 0.0, passed, True, "stderr"),
        (1.0, 0.0, passed, False, "higher"),
        (0.0, 1.0, None, False, "lower"),
        (0.5, 1.0, passed, True, "lower"),
    ]:
        assert classify_grades(mine, other, row, warned) == expected


def test_what_cannot_be_compared_says_why(tmp_path):
    course = assignment.write_course(tmp_path, {}, solved(TASKS))
    with pytest.raises(GradingError, match="ASSIGNMENT 'other' is not in the course"):
        list_notebooks(Course(course), ["other"])
    (path,) = list_notebooks(Course(course), [])
    book = nbformat.read(path, 4)
    book.cells.append(book.cells[-1])  # two of one id
    nbformat.write(book, path)
    found = compare_notebook(Course(course), path)
    assert found.refused.startswith("source/corpus/corpus.ipynb: ")
    assert not found.cells


def test_what_was_compared_is_told_whatever_becomes_of_the_file(tmp_path, capsys, monkeypatch):
    """One that cannot be written is refused before anything is graded, or else told of last."""
    course = assignment.write_course(tmp_path, {}, solved(TASKS))
    asked = []

    def compared(*about):
        asked.append(about)
        return Agreement("some.ipynb")

    monkeypatch.setattr(agreement, "compare_notebook", compared)
    command = ["agree", "--course", str(course)]
    gone, folder = str(tmp_path / "gone/x.json"), str(tmp_path)
    for more in ["--json", gone], ["--json", folder], ["--each", "0"], ["--each", "-1"]:
        with pytest.raises(SystemExit):
            main([*command, *more])
        assert f"error: {' '.join(more)}: it must be " in capsys.readouterr().err
    assert not asked
    written = Path.write_text

    def full(path, *rest):
        if path.name == "x.json":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return written(path, *rest)

    monkeypatch.setattr(Path, "write_text", full)
    assert main([*command, "--json", str(tmp_path / "x.json")]) == 1
    said = capsys.readouterr()
    assert "some.ipynb" in said.out
    assert f"error: cannot be read or written: {tmp_path}/x.json: Permission denied" in said.err


def test_without_a_source_folder_all_notebooks_with_graded_cells_are_sources(tmp_path):
    for name in ("Week 1/Exercise.ipynb", "Week 2/Exercise.ipynb", ".hidden/Exercise.ipynb"):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_bytes(assignment.as_bytes(solved(TASKS)))
    (tmp_path / "plain.ipynb").write_text(nbformat.writes(nbformat.v4.new_notebook()))
    found = [str(p.relative_to(tmp_path)) for p in list_notebooks(Course(tmp_path), [])]
    assert found == ["Week 1/Exercise.ipynb", "Week 2/Exercise.ipynb"]


def test_sources_of_nbgraders_earlier_versions_are_read(tmp_path):
    """As `nbgrader update` makes them, which nbgrader itself asks for."""
    book = solved({"alike": TASKS["alike"]})
    for cell in book.cells:
        graded = cell.metadata["nbgrader"]
        del graded["schema_version"], graded["task"]
    course = assignment.write_course(tmp_path, {}, book)
    api = NbGraderAPI(config=Course(course).config)
    assert not api.generate_assignment("corpus", force=True, create=True)["success"]
    (notebook,) = Assignment(Course(course), "corpus").notebooks.values()
    assert [(c.id, c.kind, c.points) for c in notebook.cells] == [
        ("setup", "setup", 0.0),
        ("alike", "student", 0.0),
        ("alike-check", "test", 1.0),
    ]


def test_settings_that_name_files_name_them_from_the_courses_folder(tmp_path):
    course = assignment.write_course(tmp_path, {}, solved({"alike": TASKS["alike"]}))
    head = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("the head")])
    nbformat.write(head, course / "source/header.ipynb")
    with (course / "nbgrader_config.py").open("a") as settings:
        settings.write("c.IncludeHeaderFooter.header = 'source/header.ipynb'\n")
    (notebook,) = Assignment(Course(course), "corpus").notebooks.values()
    assert notebook.release.cells[0].source == "the head"


MYST = "---\njupytext:\n  text_representation:\n    extension: .md\n    format_name: myst\n---\n"


def test_a_notebook_that_somebody_else_made_beside_a_text_is_not_written_over(tmp_path):
    text = tmp_path / "source/one/one.md"
    text.parent.mkdir(parents=True)
    text.write_text(f"{MYST}\nthe text\n")
    book = text.with_suffix(".ipynb")
    theirs = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("another text")])
    nbformat.write(theirs, book)
    before = book.read_bytes()
    with pytest.raises(GradingError, match=r"one\.md and one\.ipynb beside it differ"):
        write_notebooks(Course(tmp_path), "one")
    assert book.read_bytes() == before
    theirs.cells[0].source = "the text"
    nbformat.write(theirs, book)
    write_notebooks(Course(tmp_path), "one")
    text.write_text(f"{MYST}\nthe text, corrected\n")  # and from now on it is made of the text
    write_notebooks(Course(tmp_path), "one")
    assert "corrected" in book.read_text()


def test_a_small_data_file_of_the_assignment_can_be_written_to(tmp_path):
    require_isolation("bwrap")
    tasks = {
        "note": (
            "with open('notes.txt', 'a') as file: file.write('more')\n"
            "text = open('notes.txt').read()",
            "assert text == 'given and more'",
        )
    }
    right = assignment.as_bytes(assignment.ordinary(tasks, {"note": tasks["note"][0]}))
    course = assignment.write_course(tmp_path, {"one": right, "two": right}, solved(tasks))
    given = course / "source/corpus/notes.txt"
    given.write_text("given and ")
    with (tmp_path / "log.txt").open("w") as log:
        done = grade_assignment(course, "corpus", Options(jobs=1), log)
    assert done == ALL_GRADED
    assert "1 of 1" in (tmp_path / "log.txt").read_text()
    assert given.read_text() == "given and "


def process_that(*lines):
    """A process of Python's that does what the lines say."""
    source = "\n".join(("import json, os, signal, subprocess, sys, time", *lines))
    return subprocess.Popen(
        [sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def has_ended(number):
    """Return whether there is no such process, or nothing of it but its end to be told."""
    try:
        return ") Z " in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return True


STEP = "print(json.dumps({'step': 'a step', 'times': 2}), flush=True)"


def test_a_step_that_does_not_end_is_ended_with_all_it_has_started(tmp_path):
    """As kernels are, what it has started is in a session of its own, and does not listen."""
    note = tmp_path / "started"
    deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(10**6)"
    process = process_that(
        f"child = subprocess.Popen([sys.executable, '-c', {deaf!r}], start_new_session=True)",
        f"open({str(note)!r}, 'w').write(str(child.pid))",
        STEP,
        "time.sleep(10**6)",
    )
    heard = []
    try:
        with pytest.raises(GradingError, match=r"^a step was not done after 0\.002 minutes"):
            await_agreement(process, {}, 0.001, heard.append)
    finally:
        kill_process_tree(process)
    assert heard == ["a step"]
    until(lambda: has_ended(note.read_text()), "the child has ended")


def test_a_step_that_goes_on_says_so_and_one_that_dies_too(monkeypatch):
    monkeypatch.setattr("nbjudge.authoring.agreement.WORD", 0.01)
    process = process_that(STEP, "json.load(sys.stdin)", "time.sleep(1)", "os._exit(3)")
    heard = []
    try:
        with pytest.raises(GradingError, match="a step: the process that did it has ended"):
            await_agreement(process, {}, 10, heard.append)
    finally:
        kill_process_tree(process)
    assert "a step" in heard
    assert "a step, for 0 minutes now" in heard


def test_an_error_that_nobody_expected_is_told_in_its_last_line():
    process = process_that(
        "print(json.dumps({'failed': 'Traceback\\nKeyError: 3\\n'}), flush=True)"
    )
    try:
        with pytest.raises(GradingError, match="^starting: KeyError: 3$"):
            await_agreement(process, {}, 10, print)
    finally:
        kill_process_tree(process)


@pytest.mark.trial
def test_a_notebook_that_never_ends_is_refused_and_said_to_be(tmp_path):
    require_isolation("bwrap")
    course = assignment.write_course(tmp_path, {}, solved({"sleeps": (SLEEPS, "assert True")}))
    (path,) = list_notebooks(Course(course), [])
    heard = []
    found = compare_notebook(Course(course), path, minutes=0.25, say=heard.append)
    assert " was not done after " in found.refused
    assert heard[0] == "source/corpus/corpus.ipynb: reading it"


SLEEPS = "import time\ntime.sleep(10**6)"
