"""The sets' checks: what they say holds whatever is drawn, and leads to a place in the book."""

import contextlib
import importlib.util
import io
import re

import pytest
from docutils.nodes import make_id
from ensemblelab.teaching.checks import build_address, strip_latex

from nbjudge.authoring.answer_file import read_answers
from nbjudge.authoring.answers import read_cells
from nbjudge.authoring.release import collect_secret_lines
from nbjudge.course.source import Course
from problem_sets import EACH, EXERCISES, NAMES

CHAPTERS = EXERCISES.parent / "chapters"
MODULES = {
    name: path
    for name in NAMES
    if (path := EXERCISES / "source" / name / f"{name}_checks.py").exists()
}
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.trial) for seed in range(2, 4))]
"""Others than that of the check itself."""


def load(path):
    """Load a set's module afresh; return its `check`."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.check


class Played:
    """A set with its solutions, in which answers are tried."""

    def __init__(self, name):
        self.check = load(MODULES[name])
        self.cells = read_cells(EXERCISES / "source" / name / f"{name}.md")
        self.space = {"__name__": "__main__"}
        for cell in self.cells:
            if cell.kind != "test":
                self.run(cell.source, self.space)

    def run(self, source, space):
        """Run a cell with this `check` in place of the one that it imports."""
        without = re.sub(r"^from \w+_checks import check$", "", source, flags=re.MULTILINE)
        exec(compile(without, "<cell>", "exec"), space)
        space["check"] = self.check

    def says(self, answers, task, seed):
        """Return what the check of a task says of answers; nothing if it passes."""
        space = dict(self.space)
        self.check.seed = seed
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in self.cells:  # in order, so that what follows an answer sees it
                if cell.kind != "test" and cell.grade_id in answers:
                    self.run(answers[cell.grade_id], space)
            visible = next(c for c in self.cells if c.grade_id == f"{task}-check")
            try:
                self.run(visible.source, space)
            except AssertionError as error:
                return str(error)
        return ""


@pytest.fixture(scope="module", params=MODULES)
def played(request):
    return request.param, Played(request.param)


@pytest.mark.parametrize("name", MODULES)
def test_no_line_of_a_solution_or_a_hidden_test_of_any_set_stands_in_a_module(name):
    """A release looks for those of its own set; a student has several."""
    sources = EXERCISES.glob("source/*/*.md")
    secret = {line: source.stem for source in sources for line in collect_secret_lines(source)}
    assert len(secret) > 1000
    lines = MODULES[name].read_text().splitlines()
    assert not {line.strip(): secret[line.strip()] for line in lines if line.strip() in secret}


def test_each_visible_check_is_one_of_the_modules(played):
    _, set_ = played
    visible = [c for c in set_.cells if c.grade_id.endswith("-check")]
    assert [c.task for c in visible] == list(set_.check.checks)
    for cell in visible:
        lines = cell.source.splitlines()
        assert re.fullmatch(r"from \w+_checks import check", lines[0])  # whatever it was bound to
        assert lines[1] == ""
        assert re.fullmatch(rf'check\("{cell.task}"(, \w+)+\)', lines[2])
        assert len(lines) == 3


def test_each_check_leads_to_a_section_of_its_chapter(played, monkeypatch):
    monkeypatch.setenv("ENSEMBLELAB_BOOK", "https://book.example")
    _, set_ = played
    for check in set_.check.checks.values():
        address = build_address(set_.check.chapter, check.read)
        assert address.partition("#")[2] == make_id(check.read)  # what Sphinx calls it
    titles = re.findall(
        r"^##+ (.*)$", (CHAPTERS / f"{set_.check.chapter}.md").read_text(), re.MULTILINE
    )
    assert {check.read for check in set_.check.checks.values()} <= set(titles)
    assert not re.search(r"[$\\]", "".join(map(strip_latex, titles)))
    assert all(check.hints for check in set_.check.checks.values())


@pytest.mark.parametrize("played", EACH, indirect=True)
@pytest.mark.parametrize("seed", SEEDS)
def test_right_answers_pass_and_mistakes_are_named_whatever_is_drawn(played, seed):
    """No answer stands in the module: else another seed would tell."""
    name, set_ = played
    seen = 0
    assert not [t for t in set_.check.checks if set_.says({}, t, seed)]
    for answer in read_answers(Course(EXERCISES), name):
        if answer.kind != "right" and not (answer.kind == "wrong" and answer.message):
            continue
        said = set_.says({answer.grade_id: answer.source}, answer.task, seed)
        if answer.kind == "right":
            assert not said, f"{answer.label}: {said}"
        else:
            assert answer.message in said, f"{answer.label}: {said or 'passed'}"
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("played", EACH, indirect=True)
def test_each_mistake_that_is_named_is_told_in_words_of_its_own(played):
    """A comment that says what a check says, says it of no other answer to the task."""
    name, set_ = played
    said = {}
    for answer in read_answers(Course(EXERCISES), name):
        if answer.kind == "wrong" and answer.message:
            words = set_.says({answer.grade_id: answer.source}, answer.task, 0)
            assert answer.message in words, answer.label
            head = re.sub(r"\d+", "#", words.splitlines()[0])
            said.setdefault(answer.task, {}).setdefault(head, []).append(answer.label)
    double = [labels for heads in said.values() for labels in heads.values() if len(labels) > 1]
    assert not double
