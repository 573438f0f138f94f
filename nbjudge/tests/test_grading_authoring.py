"""Assignments from a line to what students get: begun, in the short form, refused if weak."""

from collections import Counter

import nbformat
import pytest

from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.authoring.answers import CodeCell, run_in_forks
from nbjudge.authoring.mutants import generate_mutants
from nbjudge.authoring.release import release
from nbjudge.course.myst import read_source
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.run.attempt import Attempt

HEAD = """---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {display_name: Python 3, language: python, name: python3}
---
"""
TASK = """
```{{code-cell}} ipython3
:nbgrader: answer above-answer

%pwd
def above(values, least):
    ### BEGIN SOLUTION
    return [v for v in values if v >= least]
    ### END SOLUTION
```

```{{code-cell}} ipython3
:nbgrader: test above-hidden 2

### BEGIN HIDDEN TESTS
{test}
### END HIDDEN TESTS
```
"""
STRONG = "assert above([1, 3, 2], 2) == [3, 2]"
LISTED = """# %% equivalent above-answer
# ...
- return [v for v in values if v >= least]
+ return [v for v in values if v > least]
"""


def course_of(folder, text, name="one"):
    source = folder / "source" / name / f"{name}.md"
    source.parent.mkdir(parents=True)
    source.write_text(HEAD + text)
    return source


@pytest.mark.parametrize(
    ("short", "kind", "expected"),
    [
        ("answer a-1", "code", {"solution": True, "locked": False}),
        ("test a_2 1", "code", {"grade": True, "points": 1}),
        ("test a 0", "code", {"grade": True, "points": 0}),
        ("manual a 2.5", "code", {"grade": True, "solution": True, "locked": False, "points": 2.5}),
        ("manual a 2", "markdown", {"grade": True, "solution": True, "locked": False, "points": 2}),
        ("task a 3", "markdown", {"task": True, "points": 3}),
        ("read-only a", "code", {}),
        ("read-only a", "markdown", {}),
    ],
)
def test_a_line_says_all_that_nbgrader_notes(tmp_path, short, kind, expected):
    code = f"```{{code-cell}} ipython3\n:nbgrader: {short}\n\nx = 1\n```\n"
    words = f'+++ {{"nbgrader": "{short}"}}\n\nwords\n'
    source = course_of(tmp_path, code if kind == "code" else words)
    (cell,) = [c for c in read_source(source).cells if "nbgrader" in c.metadata]
    assert cell.cell_type == kind
    assert (
        dict(cell.metadata["nbgrader"])
        == {
            "cell_type": kind,
            "grade": False,
            "grade_id": short.split()[1],
            "locked": True,
            "schema_version": 3,
            "solution": False,
            "task": False,
        }
        | expected
    )


@pytest.mark.parametrize(
    ("short", "kind", "words"),
    [
        ("answer", "code", "it must be one of answer, test, manual, task, read-only, then an id"),
        ("answer a b", "code", "then an id"),
        ("answer a.b", "code", "then an id"),
        ("solution a", "code", "'solution' must be one of"),
        ("test a", "code", "points follow the id of test, manual, task, and of no other"),
        ("answer a 1", "code", "points follow"),
        ("test a -1", "code", "then an id"),
        ("task a 1", "code", "a task is a cell of words"),
        ("answer a", "markdown", "an answer in words is manual"),
        ("test a 1", "markdown", "test is a cell of code"),
    ],
)
def test_a_line_that_says_less_or_other_is_refused_in_words(tmp_path, short, kind, words):
    code = f"```{{code-cell}} ipython3\n:nbgrader: {short}\n\nx = 1\n```\n"
    source = course_of(
        tmp_path, code if kind == "code" else f'+++ {{"nbgrader": "{short}"}}\n\nwords\n'
    )
    with pytest.raises(GradingError, match=rf"one\.md: nbgrader: {short}: .*{words}"):
        read_source(source)


def test_the_text_of_a_source_reaches_no_student_without_any_setting(tmp_path):
    """It holds the solutions and the hidden tests, and stands beside the notebook."""
    require_isolation("bwrap")
    source = course_of(tmp_path, TASK.format(test=STRONG))
    (source.parent / "notes.md").write_text("No source.\n")
    (source.parent / "values.csv").write_text("1\n")
    given = Assignment(Course(tmp_path), "one").files
    assert sorted(given) == ["notes.md", "values.csv"]
    folder = release(tmp_path, "one", haste=True)
    assert sorted(p.name for p in folder.iterdir()) == ["notes.md", "one.ipynb", "values.csv"]


@pytest.mark.parametrize("name", ["hw 1", "a/b", "", "hw+1", ".hidden"])
def test_a_name_that_is_none_is_refused(tmp_path, capsys, name):
    assert main(["new", name, "--course", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"NAME {name!r}: it must be of letters, digits, - and _" in said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("where", ["", "file", "no", "gone"])
def test_where_there_is_no_assignment_that_is_said(tmp_path, capsys, where):
    """By each command that takes all of a course's: an empty answer looks like a good one."""
    (tmp_path / "file").write_text("")
    (tmp_path / "source").mkdir()
    (tmp_path / "no/source/empty").mkdir(parents=True)
    course = tmp_path / where
    for command in ["release"], ["try"], ["agree"], ["doctor"]:
        if where in ("file", "gone"):
            words = f"error: --course {course}: there is no such directory\n"
        elif command == ["doctor"]:
            continue  # of this machine, and no assignment
        elif command == ["agree"]:
            words = f"error: there is no notebook with graded cells in {course / 'source'}\n"
        else:
            words = f"error: there is no assignment in {course / 'source'}\n"
        assert main([*command, "--course", str(course)]) == 1
        assert capsys.readouterr().err == words


def test_a_course_is_not_made_where_a_file_is(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    for course, why in ((tmp_path / "file", "File exists"), (tmp_path / "file/c", "Not a dir")):
        assert main(["new", "hw", "--course", str(course)]) == 1
        said = capsys.readouterr().err
        assert said.startswith(f"error: --course {course} cannot be made: {why}")
        assert "errors.log" not in said


def test_a_text_that_is_not_in_utf_8_is_named(tmp_path, capsys):
    """A source; what else stands beside it may be in any code."""
    source = course_of(tmp_path, TASK.format(test=STRONG))
    (source.parent / "data.md").write_bytes(b"g\xfcnstig")
    assert Assignment(Course(tmp_path), "one").files["data.md"] == b"g\xfcnstig"
    latin = source.read_bytes() + b"\ng\xfcnstig\n"
    source.write_bytes(latin)
    words = f"{source} is no UTF-8 text (byte {latin.index(0xFC)}): save it as UTF-8"
    for command in ("release", "try", "grade", "agree"):
        assert main([command, "one", "--course", str(tmp_path)]) == 1
        assert capsys.readouterr().err == f"error: {words}\n"
    assert not (tmp_path / ".grading/errors.log").exists()


def test_a_source_that_does_not_run_is_told_of_in_words(capfd):
    cells = [
        CodeCell("one-answer", "import sys; sys.exit(3)", "answer"),
        CodeCell("one-check", "", "test"),
    ]
    words = "the source itself does not run: cell 'one-answer': SystemExit: 3"
    with pytest.raises(GradingError, match=words):
        run_in_forks(cells, {"right": {"one-answer": "1"}})
    assert not capfd.readouterr().err


def test_what_nbgrader_says_of_a_release_that_fails_is_told_in_a_line(
    tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("nbjudge.authoring.release.find_release_faults", lambda *_: [])
    course_of(tmp_path, TASK.format(test=STRONG))
    (tmp_path / "release").write_text("")
    assert main(["release", "one", "--course", str(tmp_path)]) == 1
    (line,) = [x for x in capsys.readouterr().err.splitlines() if not x.startswith("[")]
    assert line.startswith("error: nbgrader generate_assignment: NotADirectoryError: ")
    assert line.endswith(f"/release/.'; {tmp_path}/.grading/errors.log says where")
    assert "Traceback" in (tmp_path / ".grading/errors.log").read_text()
    (tmp_path / "gradebook.db").unlink()
    (tmp_path / "gradebook.db").mkdir()
    assert main(["release", "one", "--course", str(tmp_path)]) == 1
    words = f"error: gradebook {tmp_path}/gradebook.db: unable to open database file"
    assert capsys.readouterr().err.startswith(words)


def test_an_assignment_is_begun_once(tmp_path, capsys):
    course = tmp_path / "my course"
    command = ["new", "hw1", "--course", str(course)]
    assert main(command) == 0
    source = course / "source/hw1/hw1.md"
    said = capsys.readouterr().out
    assert str(source) in said
    assert f"Then `nbjudge release hw1 --course '{course}'` makes" in said
    assert main(["summary", "hw1", "--course", str(course)]) == 1
    assert f"; `nbjudge grade hw1 --course '{course}'` does it" in capsys.readouterr().err
    kinds = [cell.kind for cell in Assignment(Course(course), "hw1").notebooks["hw1"].cells]
    assert {"text", "setup", "student", "test", "answer"} == set(kinds)
    source.write_text("mine")
    assert main(command) == 1
    assert "NAME 'hw1' is taken" in capsys.readouterr().err
    assert source.read_text() == "mine"
    settings = course / "nbgrader_config.py"
    settings.write_text("c = get_config()\n")
    assert main(["new", "hw2", "--course", str(course)]) == 0
    assert settings.read_text() == "c = get_config()\n"


@pytest.mark.trial
def test_what_is_begun_is_released_and_graded_as_it_is(tmp_path, capsys):
    require_isolation("bwrap")
    course = str(tmp_path)
    assert main(["new", "hw1", "--course", course]) == 0
    assert main(["release", "hw1", "--course", course]) == 0
    released = tmp_path / "release/hw1/hw1.ipynb"
    assert [p.name for p in released.parent.iterdir()] == ["hw1.ipynb"]
    book = nbformat.read(released, 4)
    for cell in book.cells:
        if cell.metadata["nbgrader"]["grade_id"] == "spread-answer":
            cell.source = "def spread(values): return sorted(values)[-1] - sorted(values)[0]"
        if cell.metadata["nbgrader"]["grade_id"] == "why-answer":
            cell.source = "Where most of them lie."
    for student, notebook in (("ann", book), ("ben", nbformat.read(released, 4))):
        place = tmp_path / "submitted" / student / "hw1" / "hw1.ipynb"
        place.parent.mkdir(parents=True)
        nbformat.write(notebook, place)
    capsys.readouterr()
    assert main(["grade", "hw1", "--course", course]) == 0
    said = capsys.readouterr().out
    assert "ann  3 of 5, 2 to be graded by hand  graded" in said
    assert "ben  0 of 5" in said


def test_tests_that_let_changes_of_the_solution_pass_are_refused(tmp_path):
    require_isolation("bwrap")
    course_of(tmp_path, TASK.format(test="assert above([1, 3], 2) == [3]"))
    with pytest.raises(GradingError) as refused:
        release(tmp_path, "one")
    said = str(refused.value)
    assert "one.ipynb is not fit to be released" in said
    line = "return [v for v in values if v {} least]"
    assert f"- {line.format('>=')}\n+ {line.format('>')}" in said
    assert LISTED in said  # to be pasted
    assert not (tmp_path / "release/one").exists()
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers/one.answers").write_text(LISTED)
    assert release(tmp_path, "one").is_dir()  # what is listed is no mistake
    (tmp_path / "answers/one.answers").unlink()
    assert release(tmp_path, "one", haste=True).is_dir()


def test_of_a_value_that_is_only_shown_at_the_end_no_test_is_asked(tmp_path):
    require_isolation("bwrap")
    course_of(tmp_path, shown_at_the_end("rows[:5]"))
    assert release(tmp_path, "one").is_dir()


@pytest.mark.trial
@pytest.mark.parametrize(
    ("last", "test"),
    [
        ("rows.sort()", "assert len(rows) == 3"),  # its text says that it changes them
        ("(n := 5)", "assert len(rows) == 3"),
        ("add(rows, 1)", "assert len(rows) == 4"),  # a test notices that it changes them
        ("rows[:5]\nadd(rows, 1)\nrows[:2]", "assert len(rows) == 4"),
    ],
)
def test_of_one_that_does_more_a_test_is_asked(tmp_path, last, test):
    require_isolation("bwrap")
    course_of(tmp_path, shown_at_the_end(last, test))
    with pytest.raises(GradingError, match="let wrong answers pass") as refused:
        release(tmp_path, "one")
    assert f"- {last.splitlines()[0]}" in str(refused.value)


def shown_at_the_end(last, test="assert rows == [3, 1, 2]"):
    """A task with an answer of some rows, then a line; what comes before has nothing to change."""
    given = "```{code-cell} ipython3\n:nbgrader: read-only given\n\ndef three(): return [3, 1, 2]"
    given += "\ndef add(rows, n): rows.append(n)\n```\n"
    task = TASK.format(test=test)
    first, _, end = task.partition("%pwd")
    return (
        f"{given}{first}### BEGIN SOLUTION\nrows = three()\n{last}\n### END SOLUTION\n"
        + (end.partition("### END SOLUTION\n")[2])
    )


@pytest.mark.trial
def test_a_warm_process_that_is_gone_ends_no_release(tmp_path, monkeypatch):
    """Each change is tried again, with another one."""
    require_isolation("bwrap")
    course_of(tmp_path, TASK.format(test=STRONG))
    tried, run = Counter(), Attempt.run

    def gone_at_first(attempt):
        source = "".join(cell.source for cell in attempt.program.cells)
        tried[source] += 1
        if attempt.program.together and tried[source] % 2:
            attempt.station.zygotes["checker"].kill()
        run(attempt)

    monkeypatch.setattr(Attempt, "run", gone_at_first)
    assert release(tmp_path, "one").is_dir()
    assert tried.total() > 10


@pytest.mark.trial
def test_three_survivors_are_shown_and_no_more(tmp_path):
    require_isolation("bwrap")
    weak = "try:\n    assert above([], 1) == []\nexcept NameError: pass"
    text = TASK.format(test=weak).replace("return [", "z = 3 * 5 + 2 - 1\n    return [")
    course_of(tmp_path, text)
    with pytest.raises(GradingError) as refused:
        release(tmp_path, "one")
    assert str(refused.value).count("above-answer:\n") == 3


def test_changes_leave_magics_and_commands_alone():
    shell = "get_ipython()"
    source = f"{shell}.run_line_magic('a', 'b')\nfiles = {shell}.getoutput('ls')\nx = 1"
    assert {m.change for m in generate_mutants("a", source)} == {
        "- files = get_ipython().getoutput('ls')\n+ pass",
        "- x = 1\n+ x = 2",
        "- x = 1\n+ x = 0",
        "- x = 1\n+ pass",
    }


@pytest.mark.trial
def test_where_the_solution_passes_in_two_processes_alone_that_is_said(tmp_path):
    require_isolation("bwrap")
    task = TASK.format(test=f"{STRONG}\nassert __import__('math').pi > 3")
    course_of(tmp_path, task.replace("%pwd\n", "import math\nmath.pi = 3\n"))
    with pytest.raises(GradingError, match="in one process, as nbgrader runs it, your solution"):
        release(tmp_path, "one")
    release(tmp_path, "one", haste=True)


def test_an_assignment_is_released_in_the_isolation_that_is_named(tmp_path, capsys, monkeypatch):
    def chosen(wanted, *_, **__):
        raise GradingError(f"chosen: {wanted}")

    monkeypatch.setattr("nbjudge.authoring.fitness.choose_sandbox", chosen)
    course_of(tmp_path, TASK.format(test=STRONG))
    command = ["release", "one", "--course", str(tmp_path)]
    for more, wanted in ([], None), (["--isolation", "none"], "none"):
        assert main([*command, *more]) == 1
        assert f"chosen: {wanted}" in capsys.readouterr().err
