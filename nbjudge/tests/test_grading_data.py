"""Folders of data: of the assignment, which every submission brings along, and of the course."""

import io
import os
import shutil

import pytest

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.__main__ import main
from nbjudge.authoring.agreement import compare_notebook, list_notebooks
from nbjudge.authoring.answers import run_in_forks, run_isolated, try_assignment
from nbjudge.course.intake import read_submission
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.run.run import ALL_GRADED, Options, grade_assignment
from nbjudge.run.store import Store

PLACES = ("data", "../data", "../../data")
TASKS = {
    "reads": (
        f"total = [sum(map(float, open(p + '/values.csv'))) for p in {PLACES}]",
        f"assert total == [6] * 3\n"
        f"assert [len(open(p + '/more/text.txt').read()) for p in {PLACES}] == [5] * 3",
    ),
    "harms": ("done = []", "assert done == []"),
    "climbs": ("seen = []", "assert seen == []"),
}
HARMS = f"""
import os, shutil
done = []
def attempt(what, *args):
    try:
        what(*args)
        done.append((what.__name__, args))
    except OSError:
        pass
for place in {PLACES}:
    attempt(open, place + '/values.csv', 'w')
    attempt(open, place + '/new', 'w')
    attempt(os.remove, place + '/values.csv')
    attempt(os.mkdir, place + '/here')
    attempt(os.rename, place + '/values.csv', place + '/gone')
    attempt(os.symlink, '/', place + '/link')
    attempt(os.truncate, place + '/values.csv', 0)
"""
CLIMBS = f"""
import os
seen = []
for place in {PLACES}:
    real = os.path.realpath(place)
    for up in ('..', '../source', '../submitted', '../gradebook.db', 'to_source'):
        for start in (place, real):
            path = os.path.join(start, up)
            try:
                names = os.listdir(path)
            except OSError:
                names = []
            seen += [n for n in names if n not in (os.path.basename(real), 'assignment')
                     and not n.startswith('.')] if os.path.realpath(path) != '/tmp' else []
            try:
                seen.append(open(path).read(5))
            except OSError:
                pass
"""


@pytest.fixture
def course(tmp_path):
    answers = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, (a, _) in TASKS.items()}
    own = {name: answer for name, (answer, _) in TASKS.items()}
    hostile = own | {"harms": HARMS, "climbs": CLIMBS}
    files = {
        name: assignment.as_bytes(assignment.ordinary(TASKS, text))
        for name, text in (("honest", own), ("hostile", hostile))
    }
    place = assignment.write_course(tmp_path / "course", files, assignment.ordinary(TASKS, answers))
    data = place / "data"
    (data / "more").mkdir(parents=True)
    (data / "values.csv").write_text("1\n2\n3\n")
    (data / "more/text.txt").write_text("words")
    for path in (data, *data.rglob("*")):  # so that nothing but the isolation protects it
        path.chmod(0o777 if path.is_dir() else 0o666)
    (data / "to_source").symlink_to(place / "source/corpus/corpus.ipynb")
    return place


def points(course, isolation=None, **options):
    out = io.StringIO()
    done = grade_assignment(
        course, "corpus", Options(jobs=1, isolation=isolation, data=course / "data", **options), out
    )
    assert done == ALL_GRADED, out.getvalue()
    latest = Store(course / ".grading/corpus/records.jsonl").latest
    return {
        student: {row.id: row.points for row in record.cells if row.graded}
        for student, record in latest.items()
    }


FULL = {"reads-check": 1, "harms-check": 1, "climbs-check": 1}


def files_of(folder):
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    "isolation",
    ["bwrap", *(pytest.param(name, marks=pytest.mark.trial) for name in ("userns", "landlock"))],
)
def test_the_courses_data_are_read_where_notebooks_look_and_by_nobody_changed(course, isolation):
    require_isolation(isolation)
    before = files_of(course / "data")
    assert points(course, isolation) == {"honest": FULL, "hostile": FULL}
    assert files_of(course / "data") == before


@pytest.mark.trial
def test_a_change_of_the_data_grades_again_and_none_does_not(course):
    require_isolation("bwrap")
    shutil.rmtree(course / "submitted/hostile")
    records = course / ".grading/corpus/records.jsonl"
    points(course)
    once = records.read_bytes()
    points(course)
    assert records.read_bytes() == once
    before = (course / "data/values.csv").read_text()
    (course / "data/values.csv").write_text(before.replace("3", "4"))  # of the same size
    out = io.StringIO()
    grade_assignment(course, "corpus", Options(jobs=1, data=course / "data"), out)
    assert "Your own solution does not pass these tests here" in out.getvalue()


@pytest.mark.parametrize(
    "data", [".", "..", "source", "source/corpus", "submitted/honest", "link", ".grading"]
)
def test_no_folder_with_anything_else_of_the_course_is_data(course, capsys, data):
    (course / "link").symlink_to("source")
    (course / ".grading").mkdir()
    command = ["grade", "corpus", "--course", str(course), "--data", str(course / data)]
    assert main(command) == 1
    assert "students' code would read" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_no_data(course, capsys):
    command = ["grade", "corpus", "--course", str(course), "--data", str(course / "date")]
    assert main(command) == 1
    assert "there is no such directory" in capsys.readouterr().err


def test_the_assignments_own_folder_comes_along_without_a_word(tmp_path):
    course = assignment.write_course(
        tmp_path, {"ann": assignment.as_bytes(assignment.submission())}
    )
    for place in ("source/corpus", "submitted/ann/corpus"):
        (tmp_path / place / "data").mkdir()
        (tmp_path / place / "data/values.csv").write_text("1\n")
    (course / "submitted/ann/corpus/pictures").mkdir()
    handed_in = read_submission(Assignment(Course(course), "corpus"), "ann")
    assert handed_in.notes == [
        "file 'pictures' was left out: only plain files beside the notebook are taken"
    ]
    assert os.listdir(course / "submitted/ann/corpus/data")
    assert not handed_in.files


def written(tasks):
    """A source of tasks, with the answers between the lines that mark solutions."""
    answers = {n: f"### BEGIN SOLUTION\n{a}\n### END SOLUTION" for n, (a, _) in tasks.items()}
    return assignment.ordinary(tasks, answers)


@pytest.mark.parametrize("run", [run_in_forks, pytest.param(run_isolated, marks=pytest.mark.trial)])
def test_known_answers_have_the_files_that_students_have(tmp_path, run):
    if run is run_isolated:
        require_isolation("bwrap")
    tasks = {
        "reads": TASKS["reads"],
        "own": (
            "here = open('notes.txt').read()\nopen('notes.txt', 'w').write('spoilt')",
            "assert here == 'as given'",
        ),
    }
    course = assignment.write_course(tmp_path, {}, written(tasks))
    (course / "data/more").mkdir(parents=True)
    (course / "data/values.csv").write_text("1\n2\n3\n")
    (course / "data/more/text.txt").write_text("words")
    (course / "source/corpus/notes.txt").write_text("as given")
    (course / "answers").mkdir()
    (course / "answers/corpus.answers").write_text(  # each submission finds the files as they were
        "".join(f"# %% right {task} same\n{answer}\n" for task, (answer, _) in tasks.items())
    )
    before = files_of(course)
    report = try_assignment(course, "corpus", 0, run, course / "data")
    assert [line.split()[1:] for line in report.scores[:4]] == [
        ["2", "of", "2"],
        ["0", "of", "2"],
        ["2", "of", "2"],
        ["2", "of", "2"],
    ]
    after = files_of(course)
    assert {path: after[path] for path in before} == before
    (course / "source/data").mkdir()
    with pytest.raises(GradingError, match="students' code would read"):
        try_assignment(course, "corpus", 0, run, course / "source/data")


@pytest.mark.trial
def test_both_graders_have_the_courses_data(tmp_path):
    require_isolation("bwrap")
    course = assignment.write_course(tmp_path, {}, written({"reads": TASKS["reads"]}))
    (course / "data/more").mkdir(parents=True)
    (course / "data/values.csv").write_text("1\n2\n3\n")
    (course / "data/more/text.txt").write_text("words")
    before = files_of(course / "data")
    (path,) = list_notebooks(Course(course), [])
    found = compare_notebook(Course(course), path, data=course / "data")
    assert not found.refused
    assert not found.left_out  # nbgrader found them
    assert {(c.student, c.ours, c.theirs) for c in found.cells} == {
        ("own-solution", 1.0, 1.0),
        ("nothing", 0.0, 0.0),
    }
    assert files_of(course / "data") == before
