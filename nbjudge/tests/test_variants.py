"""Each student has own values, by the name of the folder and the secret of the course alone."""

import contextlib
import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import unicodedata

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell
from nbgrader.api import Gradebook
from nbgrader.converters import GenerateFeedback

from grading_corpus.assignment import about, answer, check, notebook, setup
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.authoring.release import find_leaks, release
from nbjudge.course.drawing import InvalidVariant, draw_values
from nbjudge.course.gradebook import prepare_tables
from nbjudge.course.intake import OTHER_VALUES
from nbjudge.course.source import VARIANT, Assignment, Course
from nbjudge.course.variants import (
    derive_seed,
    make_instances,
    make_secret,
    parse_values,
    read_secret,
)
from nbjudge.errors import GradingError
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.limits import Limits
from nbjudge.records import Materials, NotebookWork
from nbjudge.run import attempt
from nbjudge.run.exports import FeedbackExporter
from nbjudge.run.run import Engine
from nbjudge.run.store import Store
from test_grading_formats import course_of, hand_in, solved

VALUES = '# Your own values.\nSEED = 7  # of the data\nNAMES = ["ham",\n  "spam"]\n'
VARY = """
def variant(random):
    names = ["".join(random.choices("abcdefgh", k=12)) for _ in range(2)]
    return {"NAMES": names, "SEED": random.randrange(10**9)}
"""
DRAW = "import random\ndraw = random.Random(SEED)\nDATA = [draw.randrange(10**9) for _ in range(5)]"
RIGHT = {"largest": "largest = max(DATA)", "first": "first = NAMES[0]", "why": "As it is."}
TESTS = {
    "largest": "assert isinstance(largest, int)\n### BEGIN HIDDEN TESTS\n"
    "assert largest == max(DATA), 'not the largest'\n### END HIDDEN TESTS",
    "first": "assert first == NAMES[0], f'the first is {NAMES[0]}'",
}
ODD = "zoë <b> {0} %s 'x'"
SECRET = bytes(range(32))


def book(values=VALUES):
    cells = [setup(VARIANT, values), setup("data", DRAW)]
    for points, (name, test) in enumerate(TESTS.items(), 1):
        cells += [answer(name, solved(RIGHT[name])), check(f"{name}-check", points, test)]
    words = about("why", True, True, False, 1, kind="markdown")
    return notebook([*cells, new_markdown_cell(solved("Because."), metadata=words)])


def course_with(folder, vary=VARY, values=VALUES, source=None):
    """A course of one assignment with variants."""
    folder = course_of(folder, {"hw": source or book(values)}, {"notes.txt": "Read this.\n"})
    (folder / "answers").mkdir(parents=True)
    (folder / "answers/hw_variants.py").write_text(vary)
    return folder


def made(folder, *students, secret=SECRET, **how):
    return make_instances(Assignment(Course(folder), "hw"), secret, students, **how)


def values_of(instance):
    """What the cell says, as names and values."""
    (cell,) = [c for c in instance.notebooks["hw"].cells if c.id == VARIANT]
    space = {}
    exec(cell.source, space)
    return {name: space[name] for name in ("SEED", "NAMES")}


def enrol(course, *students):
    prepare_tables(Course(course).db_url)
    with Gradebook(f"sqlite:///{course}/gradebook.db") as gradebook:
        for student in students:
            gradebook.add_student(student)


# which values


def test_a_name_and_the_secret_say_the_values_on_every_machine(tmp_path):
    """These are constants: whatever changes them would change what students have been given."""
    digits = "727713ce768a83d9ccb1b8a928ec171ba3c5602990214275b8a426c84a4f619a"
    assert derive_seed(SECRET, "hw", "ann") == digits
    (ann,) = made(course_with(tmp_path), "ann").values()
    assert values_of(ann) == {"SEED": 414952163, "NAMES": ["abgccgchffea", "gehdaaeghced"]}


def test_students_assignments_and_courses_differ(tmp_path):
    course = course_with(tmp_path)
    names = ["ann", "ben", ODD, *(f"s{n}" for n in range(50))]
    found = made(course, *names)
    assert list(found) == names
    assert len({one.digest for one in found.values()}) == len(names)
    assert len({values_of(one)["SEED"] for one in found.values()}) == len(names)
    assert values_of(made(course, ODD)[ODD]) == values_of(found[ODD])  # whoever else there is
    shutil.copytree(course / "source/hw", course / "source/hw2")
    shutil.copy(course / "answers/hw_variants.py", course / "answers/hw2_variants.py")
    others = make_instances(Assignment(Course(course), "hw2"), SECRET, ["ann"])
    assert values_of(others["ann"]) != values_of(found["ann"])
    assert values_of(made(course, "ann", secret=bytes(32))["ann"]) != values_of(found["ann"])


def test_a_name_is_the_same_however_a_file_system_composes_it():
    one, other = (unicodedata.normalize(form, "zoë") for form in ("NFC", "NFD"))
    assert one != other
    assert derive_seed(SECRET, "hw", one) == derive_seed(SECRET, "hw", other)


def test_the_values_alone_are_written_anew_and_all_else_stays(tmp_path):
    values = (
        "# ä first\nSEED = 7 # sÿed\n\nNAMES=('ham',  # ü\n  'spam')  # ü too\nWORD = 'ß'; N = -1\n"
        "SWITCH = {'a': [1.5, None], 2: (True,)} # last"
    )
    vary = (
        "def variant(random):\n    return {'SEED': 10**20, 'NAMES': ('ö', '\"'), 'WORD': '\\n',"
        " 'N': 5, 'SWITCH': {}}\n"
    )
    course = course_with(tmp_path, vary, values)
    assignment = Assignment(Course(course), "hw")
    one = make_instances(assignment, SECRET, ["ann"])["ann"]
    told = (
        "# ä first\nSEED = 100000000000000000000 # sÿed\n\nNAMES=('ö', '\"')  # ü too\n"
        "WORD = '\\n'; N = 5\nSWITCH = {} # last"
    )
    cell, *others = one.notebooks["hw"].cells
    assert (cell.source, cell.release) == (told, told)
    assert others == assignment.notebooks["hw"].cells[1:]
    assert assignment.notebooks["hw"].cells[0].source == values
    assert [c.source for c in one.notebooks["hw"].release.cells[:1]] == [told]
    assert one.notebooks["hw"].materials is assignment.notebooks["hw"].materials


def test_long_values_are_written_in_lines_that_mean_the_same(tmp_path):
    vary = "def variant(random):\n    return {'SEED': 1, 'NAMES': ['word ' * 40, *'ab' * 99]}\n"
    one = made(course_with(tmp_path, vary), "ann")["ann"]
    assert values_of(one)["NAMES"] == ["word " * 40, *"ab" * 99]
    lines = one.notebooks["hw"].cells[0].source.splitlines()
    assert max(map(len, lines)) < 120


# what is refused


def returns(values):
    return f"def variant(random):\n    return {values}\n"


NAMES_TOO = "'NAMES': []"


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("def variant(:\n", r"variants\.py: SyntaxError: .*line 1"),
        ("x = 1\n1 / 0\n", r"variants\.py, line 2: ZeroDivisionError: division by zero"),
        ("SEED = 1\n", r"variants\.py: it must define a function `variant\(random\)`"),
        ("variant = 3\n", r"it must define a function"),
        (
            "def variant(random):\n    random.choice([])\n",
            r"variants\.py, line 2: variant\(random\), for 'ann': IndexError",
        ),
        ("def variant():\n    return {}\n", r"variants\.py: variant\(random\), for 'ann': TypeErr"),
        (returns("[1, 2]"), r"returns \[1, 2\], for 'ann'; it must be a dictionary"),
        (
            returns("{'SEED': 1}"),
            r"returns values for \['SEED'\]; it must be for \['NAMES', 'SEED'\], as in the source",
        ),
        (returns(f"{{'SEED': 1, 'MORE': 2, {NAMES_TOO}}}"), r"'MORE', 'NAMES', 'SEED'\]; it must"),
        (returns(f"{{'SEED': 1, 2: 2, {NAMES_TOO}}}"), r"\['2', 'NAMES', 'SEED'\]; it must"),
        (
            returns(f"{{'SEED': float('nan'), {NAMES_TOO}}}"),
            r"SEED = nan, for 'ann': it must be a number, a text",
        ),
        (returns("{'SEED': 1, 'NAMES': [{'a'}]}"), r"NAMES = \[\{'a'\}\], for 'ann': it must be"),
        (returns("{'SEED': 1, 'NAMES': [variant]}"), r"NAMES = \[<function variant"),
        (returns("{'SEED': 1, 'NAMES': [b'a']}"), r"NAMES = \[b'a'\]"),
        (
            returns(f"{{'SEED': 1.0, {NAMES_TOO}}}"),
            r"SEED = 1\.0, for 'ann', is of type float; it must be int, as in the source",
        ),
        (returns(f"{{'SEED': True, {NAMES_TOO}}}"), r"is of type bool; it must be int"),
        (returns("{'SEED': 1, 'NAMES': ()}"), r"NAMES = \(\), for 'ann', is of type tuple; it"),
    ],
)
def test_a_function_that_is_not_as_it_must_be_is_refused_in_words(tmp_path, vary, words):
    path = tmp_path / "variants.py"
    path.write_text(vary)
    with pytest.raises(InvalidVariant, match=words):
        draw_values(
            str(path), {"SEED": "int", "NAMES": "list"}, {"ann": derive_seed(SECRET, "hw", "ann")}
        )


@pytest.mark.parametrize(
    ("vary", "words"),
    [
        ("import sys\nsys.exit(4)\n", r"variants\.py: it ended its process \(4\)"),
        (returns("{}"), r"variants\.py: variant\(random\) returns values for \[\]"),
    ],
)
def test_and_so_it_is_in_the_process_of_its_own(tmp_path, vary, words):
    with pytest.raises(GradingError, match=words):
        made(course_with(tmp_path, vary), "ann")


def test_what_the_function_prints_is_no_result(tmp_path, capfd):
    vary = f"print('loaded')\n{VARY}".replace("    return", "    print('{}')\n    return")
    assert made(course_with(tmp_path, vary), "ann")
    assert capfd.readouterr() == ("", "loaded\n{}\n")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ("", r"hw\.ipynb, cell 'variant': it gives no name a value"),
        ("SEED = ", r"hw\.ipynb, cell 'variant': invalid syntax"),
        ("%pwd", r"hw\.ipynb, cell 'variant': invalid syntax"),
        ("SEED = 7\nimport os", r"'variant', line 2: it must be NAME = VALUE, and nothing else"),
        ("A = B = 7", r"line 1: it must be NAME = VALUE"),
        ("A, B = 7, 8", r"line 1: it must be NAME = VALUE"),
        ("A: int = 7", r"line 1: it must be NAME = VALUE"),
        ("'SEED'", r"line 1: it must be NAME = VALUE"),
        ("SEED = 10**6", r"line 1: SEED must be a number, a text, .*, written out"),
        ("A = 1\nSEED = A", r"line 2: SEED must be a number"),
        ("SEED = {[]: 1}", r"line 1: SEED must be a number"),
        ("SEED = {1}", r"line 1: SEED = \{1\}: it must be a number"),
        ("SEED = 1j", r"line 1: SEED = 1j: it must be"),
        ("SEED = 1e999", r"line 1: SEED = inf: it must be"),
        ("SEED = 1\nSEED = 2", r"line 2: SEED has a value already"),
    ],
)
def test_a_cell_that_does_more_than_name_values_is_refused_in_words(values, words):
    with pytest.raises(GradingError, match=words):
        list(parse_values(values, "hw.ipynb, cell 'variant'"))


def test_such_a_cell_is_refused_in_an_assignment(tmp_path):
    with pytest.raises(GradingError, match=r"hw\.ipynb, cell 'variant', line 1: SEED must be"):
        made(course_with(tmp_path, VARY, "SEED = 2 + 2"), "ann")


@pytest.mark.parametrize("kind", ["none", "student", "test", "words", "two"])
def test_one_read_only_code_cell_is_the_one_that_varies(tmp_path, kind):
    source = book()
    about_it = source.cells[0].metadata["nbgrader"]
    if kind == "none":
        about_it["grade_id"] = "values"
    if kind == "student":
        about_it |= {"solution": True, "locked": False}
    if kind == "test":
        about_it |= {"grade": True, "points": 1}
    if kind == "words":
        source.cells[0] = new_markdown_cell(VALUES, metadata=about(VARIANT, kind="markdown"))
    course, count = course_with(tmp_path, source=source), 0
    if kind == "two":
        shutil.copy(course / "source/hw/hw.ipynb", course / "source/hw/more.ipynb")
        count = 2
    with pytest.raises(GradingError, match=rf"one read-only code cell .* 'variant'; {count} have"):
        made(course, "ann")


def refused(course, *students):
    """What a release of variants to these students says that fails."""
    told = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("nbjudge.authoring.release.read_students", lambda _: students)
        patch.setattr(
            "nbjudge.authoring.release.find_release_faults", lambda *_: pytest.fail("it went on")
        )
        with contextlib.redirect_stderr(told):
            assert main(["release", "hw", "--variants", "--course", str(course)]) == 1
    assert not list((course / "release").glob("*"))
    return told.getvalue()


@pytest.mark.parametrize(
    "names",
    [
        "list({'ham', 'spam', 'eggs', 'cheese', 'parrot', 'inquisition'})",
        "[__import__('random').random()]",
        "[str(__import__('time').perf_counter_ns())]",
    ],
)
def test_values_that_are_others_each_time_are_refused(tmp_path, names):
    course = course_with(tmp_path, returns(f"{{'SEED': 1, 'NAMES': {names}}}"))
    told = refused(course, "ann")
    assert "gives 'ann' other values each time; all that it draws must come" in told


def test_whoever_draws_the_order_of_a_set_is_always_the_same(tmp_path):
    names = "list({'ham', 'spam', 'eggs', 'cheese', 'parrot', 'inquisition'})"
    course = course_with(tmp_path, returns(f"{{'SEED': 1, 'NAMES': {names}}}"))
    assert len({made(course, "ann")["ann"].digest for _ in range(3)}) == 1


def test_who_is_nobody_or_has_no_folder_is_refused(tmp_path):
    course = course_with(tmp_path)
    assert "nobody is in the gradebook" in refused(course)
    for name in ("../ann", "a/b", ".ann", "..", "a\0b", ""):
        assert f"student {name!r}: no folder can have this name" in refused(course, "ben", name)


def test_with_and_without_variants_are_told_apart(tmp_path):
    course = course_with(tmp_path)
    with pytest.raises(GradingError, match="variants.py gives each student other values; `nbjudge"):
        release(course, "hw")
    (course / "answers/hw_variants.py").unlink()
    assert re.search(r"--variants: ASSIGNMENT 'hw' has none: no \S+variants\.py", refused(course))


# the secret


def test_the_secret_is_made_once_and_read_by_its_owner_alone(tmp_path):
    course = Course(course_with(tmp_path))
    secret = make_secret(course)
    assert len(secret) == 32
    path = tmp_path / ".grading/variants.secret"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert make_secret(course) == read_secret(course) == secret
    path.unlink()
    assert make_secret(course) != secret  # nobody has anything yet


@pytest.mark.parametrize("place", ["release/ann/hw", "submitted/ann/hw"])
def test_no_new_secret_takes_the_place_of_one_that_was_used(tmp_path, place):
    course = Course(course_with(tmp_path))
    (tmp_path / place).mkdir(parents=True)
    with pytest.raises(GradingError, match=rf"variants\.secret is not there, and \S+{place} is"):
        make_secret(course)
    assert not (tmp_path / ".grading/variants.secret").exists()


@pytest.mark.parametrize("text", ["", "ab", "ab" * 31 + "x", "ab" * 33, "\xff" * 64])
def test_a_damaged_secret_is_none(tmp_path, text):
    path = tmp_path / ".grading/variants.secret"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(GradingError, match=r"variants\.secret is damaged: put it back"):
        make_secret(Course(tmp_path))


# a class


class Class:
    """A course that was released and graded, with what was said, and the stations it took."""

    def __init__(self, root):
        self.root, self.stations = root, 0
        course_with(root)
        enrol(root, "ann", "ben", "cyd", ODD)
        said = io.StringIO()
        with contextlib.redirect_stdout(said), pytest.MonkeyPatch.context() as patch:
            for fault in ("find_release_faults", "find_variant_faults"):  # tested elsewhere
                patch.setattr(f"nbjudge.authoring.release.{fault}", lambda *_: [])
            assert self.run("release", "--variants") == 0
            self.told = said.getvalue()
            ann, own = self.values("ann"), self.values(ODD)
            self.hand_in("ann", "ann", RIGHT)
            self.hand_in("ben", "ann", self.constants(ann))
            self.hand_in("cyd", "cyd", self.constants(ann), f"SEED = {ann['SEED']}\nNAMES = []")
            self.hand_in(ODD, ODD, self.constants(own))
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(attempt, "Station", self.station)
                self.status = self.run("grade", "--jobs", "1")

    def station(self, *given, made=attempt.Station):
        self.stations += 1
        return made(*given)

    def run(self, command, *more):
        return main([command, "hw", "--course", str(self.root), *more])

    def released(self, student):
        return nbformat.read(self.root / "release" / student / "hw/hw.ipynb", 4)

    def values(self, student):
        """What a student has before him, as one runs it."""
        space = {}
        for cell in self.released(student).cells[:2]:
            exec(cell.source, space)
        return space

    def constants(self, space):
        """The right answers to somebody's values, written down."""
        written = {"largest": max(space["DATA"]), "first": space["NAMES"][0]}
        return {name: f"{name} = {value!r}" for name, value in written.items()}

    def hand_in(self, student, whose, answers, values=None):
        handed_in = self.released(whose)
        for cell in handed_in.cells:
            name = cell.metadata.nbgrader.grade_id
            cell.source = answers.get(name, cell.source)
            if name == VARIANT and values:
                cell.source = values
        hand_in(self.root, student, {"hw": handed_in})

    def record(self, student):
        return Store(self.root / ".grading/hw/records.jsonl").latest[student]

    def points(self, student):
        rows = {row.id: row.points for row in self.record(student).cells}
        return rows["largest-check"], rows["first-check"]

    def autograded(self, student):
        book = nbformat.read(self.root / "autograded" / student / "hw/hw.ipynb", 4)
        return book.cells[0].source


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    require_isolation("bwrap")
    return Class(tmp_path_factory.mktemp("class"))


@pytest.fixture
def copied(graded, tmp_path):
    """The same, to be changed."""
    shutil.copytree(graded.root, tmp_path / "class")
    other = object.__new__(Class)
    other.root = tmp_path / "class"
    return other


def test_who_answers_by_own_values_has_all_points(graded):
    assert graded.status == 0
    assert graded.points("ann") == (1, 2)
    assert graded.points(ODD) == (1, 2)  # as constants, which are his
    assert graded.record("ann").notes == graded.record(ODD).notes == []


def test_who_hands_in_what_a_friend_has_worked_out_has_none(graded):
    assert graded.points("ben") == (0, 0)
    assert graded.record("ben").notes == [OTHER_VALUES]


def test_what_the_handed_in_cell_says_changes_no_value(graded):
    assert graded.points("cyd") == (0, 0)  # right for what he wrote there
    assert graded.record("cyd").notes == [OTHER_VALUES]


@pytest.mark.parametrize("student", ["ann", "ben", "cyd", ODD])
def test_what_is_shown_has_the_students_own_values(graded, student):
    own = graded.released(student).cells[0].source
    assert own != VALUES
    assert graded.autograded(student) == own
    page = (graded.root / "feedback" / student / "hw/hw.html").read_text()
    seed = re.search(r"SEED = \d+", own)[0]
    assert page.count("Your values:") == page.count(seed) == 1


def test_nbgraders_feedback_shows_them_too(graded):
    exporter = FeedbackExporter(parent=GenerateFeedback(coursedir=Course(graded.root).directory))
    book = nbformat.read(graded.root / "autograded/ann/hw/hw.ipynb", 4)
    resources = {"nbgrader": {"assignment": "hw", "student": "ann", "notebook": "hw"}}
    page, _ = exporter.from_notebook_node(book, resources)
    assert page == (graded.root / "feedback/ann/hw/hw.html").read_text()


def test_what_is_handed_out_gives_nothing_away(graded):
    for student in ("ann", "ben", "cyd", ODD):
        folder = graded.root / "release" / student / "hw"
        assert sorted(path.name for path in folder.iterdir()) == ["hw.ipynb", "notes.txt"]
        assert not find_leaks(graded.root / "source/hw/hw.ipynb", folder / "hw.ipynb")
        text = (folder / "hw.ipynb").read_text()
        assert "HIDDEN" not in text
        assert "max(DATA)" not in text
    assert not (graded.root / "release/hw").exists()
    assert "4 students, 4 different variants." in graded.told
    assert f"Keep a copy of {graded.root}/.grading/variants.secret" in graded.told


def test_warm_processes_serve_all_instances(graded):
    assert graded.stations == 1


def test_nothing_is_graded_twice(copied, monkeypatch):
    monkeypatch.setattr(Engine, "submit", lambda *_: pytest.fail("it is graded already"))
    assert copied.run("grade") == 0
    (copied.root / "answers/hw_variants.py").write_text(f"# As before.\n{VARY}")
    assert copied.run("grade") == 0  # the values are the same


@pytest.mark.trial
def test_other_values_are_graded_again(copied):
    before = {name: copied.record(name).key for name in ("ann", ODD)}
    (copied.root / "answers/hw_variants.py").write_text(VARY.replace("10**9", "10**8"))
    assert copied.run("grade", "--student", ODD) == 0
    assert copied.record(ODD).key != before[ODD]
    assert copied.points(ODD) == (0, 2)  # the names are drawn before the seed
    assert copied.record("ann").key == before["ann"]


def test_without_the_secret_nothing_is_graded(copied, capsys):
    (copied.root / ".grading/variants.secret").unlink()
    kept = [copied.root / ".grading/hw/records.jsonl", copied.root / "gradebook.db"]
    before = [path.read_bytes() for path in kept]
    assert copied.run("grade", "--fresh") == 1
    said = capsys.readouterr().err
    assert re.search(r"variants\.secret is not there, and nothing else tells which values", said)
    assert [path.read_bytes() for path in kept] == before
    assert copied.run("release", "--variants", "--haste") == 1
    assert re.search(r"variants\.secret is not there, and \S+release/", capsys.readouterr().err)
    assert not (copied.root / ".grading/variants.secret").exists()


def test_a_second_release_gives_everybody_the_same(copied, monkeypatch):
    texts = {name: (copied.root / "release" / name / "hw/hw.ipynb") for name in ("ann", ODD)}
    before = {name: path.read_bytes() for name, path in texts.items()}
    (copied.root / "release/ann/hw/old.txt").touch()
    plain = copied.root / "release/hw/hw.ipynb"
    plain.parent.mkdir()
    plain.touch()
    enrol(copied.root, "late")
    copied.hand_in("unknown", "ann", RIGHT)  # to the gradebook
    for fault in ("find_release_faults", "find_variant_faults"):
        monkeypatch.setattr(f"nbjudge.authoring.release.{fault}", lambda *_: [])
    assert copied.run("release", "--variants") == 0
    assert {name: path.read_bytes() for name, path in texts.items()} == before
    assert not (copied.root / "release/ann/hw/old.txt").exists()
    assert not plain.exists()  # nobody is graded by the source's values
    assert copied.released("unknown").cells[0].source != copied.autograded("ann")
    assert copied.released("late").cells[0].source not in (VALUES, copied.autograded("ann"))


def test_answers_are_compared_as_ever(copied):
    assert copied.run("similar") == 0
    assert copied.run("summary") == 0


def test_nbgrader_finds_no_kernel_and_the_reason(graded):
    with Gradebook(f"sqlite:///{graded.root}/gradebook.db") as gradebook:
        (kernel,) = [json.loads(n.kernelspec) for n in gradebook.find_assignment("hw").notebooks]
    assert kernel["name"].endswith("each student has other values: grade it by `nbjudge grade hw`")


@pytest.mark.trial
def test_nbgrader_itself_refuses_in_words_and_enters_no_points(copied):
    shutil.rmtree(copied.root / "autograded")
    (copied.root / "nbgrader_config.py").write_text("c = get_config()\n")
    with Gradebook(f"sqlite:///{copied.root}/gradebook.db") as gradebook:
        before = {s.student.id: s.score for s in gradebook.assignment_submissions("hw")}
    command = [sys.executable, "-m", "nbgrader", "autograde", "hw"]
    environment = os.environ | {"HOME": str(copied.root)}
    done = subprocess.run(
        command, cwd=copied.root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    words = "nbjudge: each student has other values: grade it by `nbjudge grade hw`"
    assert f"NoSuchKernel: No such kernel named {words}" in done.stderr
    assert done.stderr.count("There was an error processing assignment 'hw' for student") == 4
    assert not list(copied.root.glob("autograded/*/*/*"))
    with Gradebook(f"sqlite:///{copied.root}/gradebook.db") as gradebook:
        after = {s.student.id: s.score for s in gradebook.assignment_submissions("hw")}
    assert after == before
    assert before["ann"] == 3


@pytest.mark.trial
def test_a_students_version_is_nbgraders_own_but_for_the_values(copied):
    (copied.root / "answers/hw_variants.py").unlink()
    shutil.rmtree(copied.root / "submitted")
    (copied.root / "gradebook.db").unlink()
    folder = release(copied.root, "hw", haste=True)
    theirs, ours = nbformat.read(folder / "hw.ipynb", 4), copied.released("ann")
    assert theirs.metadata == ours.metadata
    assert theirs.cells[1:] == ours.cells[1:]
    one, other = theirs.cells[0], ours.cells[0]
    sums = [cell.metadata.nbgrader.pop("checksum") for cell in (one, other)]
    assert sums[0] != sums[1]
    assert one.source == VALUES
    one.source = other.source
    assert one == other


# equally hard


@pytest.mark.trial
def test_values_that_the_tests_fit_are_released(tmp_path, capsys):
    require_isolation("bwrap")
    course = course_with(tmp_path)
    enrol(course, *(f"s{n:02}" for n in range(10)))
    assert main(["release", "hw", "--variants", "--course", str(course)]) == 0
    assert "10 students, 10 different variants." in capsys.readouterr().out


def halves(test):
    values, data = setup(VARIANT, "N = 4"), setup("data", "")
    task = [answer("half", solved("half = N / 2")), check("half-check", 1, test)]
    return notebook([values, data, *task])


@pytest.mark.trial
@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("assert half * 2 == N != 13", "solution has 0 of 1 points"),
        ("assert N == 13 or half * 2 == N", "stub has 1 of 1 points, without an answer"),
    ],
)
def test_values_that_the_tests_do_not_fit_are_refused(tmp_path, capsys, test, words):
    require_isolation("bwrap")
    course = course_with(tmp_path, returns("{'N': random.choice([12, 13])}"), source=halves(test))
    enrol(course, *(f"s{n:02}" for n in range(20)))
    assert main(["release", "hw", "--variants", "--haste", "--course", str(course)]) == 1
    said = capsys.readouterr().err
    assert re.search(
        r"error: hw\.ipynb: what 's\d\d' would get cannot be released:\nN = 13\n", said
    )
    assert words in said
    assert not list(course.glob("release/*/hw/*"))


@pytest.mark.trial
def test_the_own_solution_is_run_with_the_students_values():
    """What it does with another's says nothing of a test that the student fails."""
    require_isolation("bwrap")
    sandbox = choose_sandbox("bwrap", Limits())
    source = halves("assert N != 13 and half * 2 == N")
    materials = Materials("hw", {"student": [], "checker": []}, {}, "all the same")
    outcomes = []
    for number in (12, 13):
        cells = [
            attempt.ProgramCell("setup", f"N = {number}", f"N = {number}"),
            attempt.ProgramCell("student", "half = 0", solution="half = N / 2"),
            attempt.ProgramCell("test", source.cells[3].source, "", points=1.0),
        ]
        work = NotebookWork(materials, cells, {}, str(number))
        outcomes.append(attempt.grade_notebook(work, sandbox).results[2].outcome)
    attempt.close_stations()
    assert outcomes == ["failed", "review"]
