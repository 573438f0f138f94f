"""Tests of the exercises' tests: right answers keep their points, wrong ones lose them."""

import pytest

from nbjudge.authoring import answers
from nbjudge.authoring.answers import find_spare_checks, read_cells, run_isolated, try_assignment
from nbjudge.isolation.sandbox import probe
from problem_sets import EXERCISES, NAMES, QUICK


def counted(report, kind):
    """Return how many answers of a kind a report has."""
    return sum(line.startswith(f"{kind}-") for line in report.scores)


def test_right_answers_pass_and_wrong_ones_and_some_mutants_are_caught():
    report = try_assignment(EXERCISES, QUICK, 10)
    assert not report.faults, "\n".join(report.faults)
    assert min(counted(report, "right"), counted(report, "wrong")) > 5


@pytest.mark.trial
@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_is_caught(name, record_property):
    report = try_assignment(EXERCISES, name, None)
    assert not report.faults, "\n".join(report.faults)
    found = [line.split(": ")[1] for line in report.scores if " mutants caught" in line]
    caught, equivalent = (sum(int(line.split()[place]) for line in found) for place in (0, 3))
    record_property("score", f"{name}: {caught} mutants caught, {equivalent} are equivalent")


@pytest.mark.trial
@pytest.mark.parametrize("name", NAMES)
def test_the_grader_of_students_work_passes_right_answers_and_catches_wrong_ones(
    name, record_property
):
    if probe("bwrap"):
        pytest.skip(f"needs bubblewrap: {probe('bwrap')}")
    report = try_assignment(EXERCISES, name, 0, run_isolated)
    assert not report.faults, "\n".join(report.faults)
    right, wrong = (counted(report, kind) for kind in ("right", "wrong"))
    words = f"{name}: {right} right answers keep all points, {wrong} wrong ones lose theirs"
    record_property("score", words)


SMALL = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

```{code-cell} ipython3
---
nbgrader: {grade: false, grade_id: add-answer, solution: true}
---
def add(n):
    ### BEGIN SOLUTION
    return n + 1
    ### END SOLUTION
```

```{code-cell} ipython3
---
nbgrader: {grade: true, grade_id: add-check, points: 1, solution: false}
---
assert add(1) == 2, "add(1) is 2"
```

```{code-cell} ipython3
---
nbgrader: {grade: true, grade_id: add-hidden, points: 1, solution: false}
---
### BEGIN HIDDEN TESTS
assert add(5) == 6
### END HIDDEN TESTS
```
"""
LISTED = "# %% equivalent add\n- return n + 1\n+ return {}\n"


@pytest.fixture
def small(tmp_path):
    """A course with one set of one task, which adds 1; a function that writes an answer to it."""
    (tmp_path / "source" / "small").mkdir(parents=True)
    (tmp_path / "answers").mkdir()
    (tmp_path / "source" / "small" / "small.md").write_text(SMALL)
    answers = {}

    def write(heading, body, comment="A mistake."):
        answers[heading] = f"# %% {heading}\n# {comment}\n{body}\n"
        (tmp_path / "answers" / "small.answers").write_text("".join(answers.values()))

    write("right add other", "def add(n):\n    return 1 + n")
    write("wrong add twice", "-     return n + 1\n+     return n + 2")
    write("wrong add nothing", "def add(n):\n    return n")
    write("wrong add less", "def add(n):\n    return n - 1")
    write.course = tmp_path
    return write


def faults(small, sample=None):
    return "\n".join(try_assignment(small.course, "small", sample).faults)


def test_a_sound_set_has_no_faults(small):
    report = try_assignment(small.course, "small", None)
    assert not report.faults
    assert report.scores[:2] == [f"{'solution':44} 2 of 2", f"{'stub':44} 0 of 2"]
    assert report.scores[-1].startswith("add-answer: 7 mutants caught, 0 equivalent, 0 survived")


@pytest.mark.trial
@pytest.mark.parametrize("bound", ["n = 5", "from math import tau as n"])
def test_mutants_are_not_checked_but_where_a_hidden_test_needs_what_the_check_binds(small, bound):
    source = small.course / "source" / "small" / "small.md"
    cells = read_cells(source)
    assert list(find_spare_checks(cells)) == ["add-check"]
    needs = SMALL.replace("assert add(1)", f"{bound}\nassert add(1)").replace("add(5) == 6", "n")
    source.write_text(needs)
    assert list(find_spare_checks(read_cells(source))) == []
    assert "survives in add-answer" in faults(small)  # without `n` none would


def test_what_the_course_itself_prints_is_no_result(small, tmp_path):
    source = tmp_path / "source" / "small" / "small.md"
    given = (
        "```{code-cell} ipython3\n---\nnbgrader: {grade: false, grade_id: given, solution: false}\n"
        "---\nimport os\nprint('Six flats')\nos.system('echo six')\n```\n\n"
    )
    source.write_text(source.read_text().replace("```{code-cell}", f"{given}```{{code-cell}}", 1))
    assert faults(small, 1) == ""


def test_a_wrong_answer_that_passes_is_told(small):
    small("wrong add constant", "def add(n):\n    return {1: 2}.get(n, 6)")
    assert (
        faults(small) == "wrong-add-constant passes add-check\nwrong-add-constant passes add-hidden"
    )


@pytest.mark.trial
def test_a_check_that_cannot_tell_is_told_by_the_comment(small):
    small("wrong add two", "def add(n):\n    return 2", "A constant. The check cannot tell.")
    assert faults(small) == ""
    small("wrong add zero", "def add(n):\n    return 0", "A constant. The check cannot tell.")
    assert faults(small).startswith("wrong-add-zero: the check can tell: add-check: AssertionError")


def test_a_check_must_explain(small):
    small("wrong add typo", "def add(n):\n    return m + 1")
    assert faults(small).startswith(
        "wrong-add-typo: the check does not explain: add-check: NameError"
    )


@pytest.mark.trial
def test_a_check_must_say_what_the_comment_asks_for(small):
    twice = "def add(n):\n    return n + 2"
    small("wrong add twice", twice, 'A mistake. The check says "add(1) is 2".')
    assert faults(small) == ""
    small("wrong add twice", twice, 'A mistake. The check says "one too many".')
    assert faults(small) == (
        "wrong-add-twice: the check does not say 'one too many': add-check: AssertionError "
        "add(1) is 2"
    )


def test_a_right_answer_that_fails_is_told(small):
    small("right add really", "def add(n):\n    return n + 3")
    assert faults(small).startswith("right-add-really has 0 of 2 points: [")


@pytest.mark.trial
def test_a_stub_that_stops_the_notebook_is_told(small, tmp_path):
    source = tmp_path / "source" / "small" / "small.md"
    solution = "def add(n):\n    ### BEGIN SOLUTION\n    return n + 1\n    ### END SOLUTION"
    outside = "### BEGIN SOLUTION\ndef add(n):\n    return n + 1\n### END SOLUTION"
    source.write_text(source.read_text().replace(solution, outside))
    assert faults(small).startswith(
        "stub: add-answer does not run: NotImplementedError this task is"
    )


@pytest.mark.trial
def test_a_package_is_prepared_before_answers_are_run_in_copies(small, tmp_path, monkeypatch):
    (tmp_path / "ready.py").write_text("one = 0\ndef __before_fork__(): global one; one = 1\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    source = tmp_path / "source" / "small" / "small.md"
    setup = "nbgrader: {grade: false, grade_id: setup, solution: false, locked: true}"
    cell = f"```{{code-cell}} ipython3\n---\n{setup}\n---\nimport ready\n```\n\n"
    first = SMALL.index("```{code-cell}")
    source.write_text(SMALL[:first] + cell + SMALL[first:])
    small("right add other", "def add(n):\n    return n + ready.one")
    assert faults(small) == ""


@pytest.mark.trial
def test_endless_and_greedy_answers_end(small, monkeypatch):
    monkeypatch.setattr(answers, "SECONDS", 0.5)
    small("right add endless", "def add(n):\n    while True: pass")
    small("right add greedy", "def add(n):\n    return bytes(2**33)")
    small("right add exit", "def add(n):\n    import os; os._exit(0)")
    told = faults(small)
    assert (
        "right-add-endless has 0 of 2 points: ['add-check: limit ', 'add-hidden: limit ']" in told
    )
    assert "right-add-greedy has 0 of 2 points: ['add-check: MemoryError " in told
    assert "right-add-exit has 0 of 2 points" in told


@pytest.mark.trial
def test_survivors_and_equivalents_are_told(small, tmp_path):
    source = tmp_path / "source" / "small" / "small.md"
    source.write_text(source.read_text().replace("assert add(5) == 6", "assert add(0) > 0"))
    told = faults(small)
    assert "survives in add-answer:\n- return n + 1\n+ return n + 2" in told
    with (tmp_path / "answers" / "small.answers").open("a") as file:
        file.writelines(LISTED.format(change) for change in ("n + 2", "n - 1", "n + 9"))
    told = faults(small)
    assert "+ return n + 2" not in told
    assert (
        r"listed as equivalent, and is not: ('add-answer', '- return n + 1\n+ return n - 1')"
        in told
    )
    assert (
        r"listed as equivalent, and no mutant: ('add-answer', '- return n + 1\n+ return n + 9')"
        in told
    )


@pytest.mark.trial
def test_too_few_answers_are_told(small, tmp_path):
    path = tmp_path / "answers" / "small.answers"
    path.write_text(path.read_text().partition("# %% wrong add less")[0])
    assert faults(small) == "add has 1 right and 2 wrong answers; 1 and 3 are needed"
    path.unlink()
    assert faults(small) == "add has 0 right and 0 wrong answers; 1 and 3 are needed"
