"""What a student wrote costs the head process what its length says, and in sum no more than told.

Each function that takes such text there is run over strings of few signs, repeated up to a quarter
of the limit of a cell, by a process that may compute for 5 seconds: what reads on from each of its
places once more takes minutes for one of them.
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
import types
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell

from grading_corpus import assignment
from nbjudge.course.gradebook import record_time
from nbjudge.course.intake import MAX_TEXT, Rejected, build_submitted_program, parse
from nbjudge.course.reader import MAX_CELL_TEXT
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import one_line
from nbjudge.limits import Limits
from nbjudge.pages.advice import find_advice
from nbjudge.pages.feedback import StudentText, render_feedback, render_listing
from nbjudge.pages.rendering import (
    MAX_WORDS,
    escape_text,
    sanitize_markdown,
    shorten,
    write_autograded,
)
from nbjudge.pages.similar import mark_lines
from nbjudge.pages.summary import NUMBERS, VALUE, Summary, escape_csv_cell, render_csv
from nbjudge.points.verdict import make_record
from nbjudge.records import (
    Failure,
    GradebookEntry,
    GradedNotebook,
    GradedSubmission,
    Result,
    Submission,
)
from nbjudge.run import similarity
from nbjudge.run.exports import Exporter

HERE = Path(__file__).parent
TELLING = "!\n []():&"
SIGNS = TELLING + "\t<>\\`*_\"'a1#\r\0é\x1b"
SAID = 2000
"""Characters of an error that the checker hands on."""
FEW = 20_000
FEW_STRINGS = 6
"""Which a process takes."""
TIMESTAMP = 999


def strings(longest, signs):
    """Yield all strings of these signs, but one alone of those that begin elsewhere in it."""
    for length in range(1, longest + 1):
        for those in itertools.product(signs, repeat=length):
            turned = [(*those[n:], *those[:n]) for n in range(1, length)]
            if all(those < other for other in turned):
                yield "".join(those)


def outputs(words):
    return [{"output_type": "stream", "name": "stdout", "text": words}]


def exported(words):
    """What nbgrader's `generate_feedback` does before it asks for our page."""
    cell = new_code_cell("", outputs=[nbformat.from_dict(out) for out in outputs(words)])
    Exporter().from_notebook_node(assignment.notebook([cell]), {})


def read_as_a_notebook(words):
    try:
        parse(words.encode(), "a.ipynb")
    except Rejected as error:
        one_line(error)


def results(submitted, words):
    """What workers may return of a notebook in which everything says this."""
    found = {}
    for number, cell in enumerate(submitted.cells):
        said = {"type": words[:200], "message": words[:SAID], "line": 3}
        if cell.kind == "student":
            found[number] = Result(error=Failure(**said), outputs=outputs(words[: 2**18]))
        elif cell.kind == "test":
            where = [f"line 3, in {words[:200]}", words[:300]]
            found[number] = Result("failed", full=words[:SAID], where=where, **said)
    return found


def handed_in(answers, further):
    book = assignment.submission(answers)
    book.cells += further
    return assignment.as_bytes(book)


def whole(words, folder, course):
    """Read a notebook full of this, and write all that is written of it."""
    answers = dict.fromkeys([*assignment.SMALL, "why"], words)
    data = handed_in(answers, [new_code_cell(words), new_markdown_cell(words)])
    pages(data, words, folder, course)


def pages(data, words, folder, course):
    """Take a notebook through the head, but for the gradebook; return the student's page."""
    book = course.notebooks["corpus"]
    submitted = build_submitted_program(book, data)
    found = results(submitted, words)
    graded = GradedSubmission({"corpus": GradedNotebook(found, found)})
    beside = Submission(notes=[words[:300]], timestamp=words[:TIMESTAMP])
    record = make_record(course, "ann", "", beside, {"corpus": submitted}, graded, Limits())
    path = Path(folder) / "corpus.ipynb"
    write_autograded(path, course, "corpus", submitted, found, record)
    written = StudentText.of(json.loads(path.read_text())["cells"], True)
    page = render_feedback(book, "corpus", record, written, GradebookEntry())
    render_csv([record], {}, {})
    Summary(course, [record], [], {}, Path(folder), {}).page()
    one_line("; ".join(record.why), 300)
    return page


CELL = MAX_CELL_TEXT // 4
"""A quarter of what a cell may hold: what is quadratic takes minutes for it."""

FUNCTIONS = {  # by name: how many characters it gets, and what it does with them
    "harmless": (CELL, sanitize_markdown),
    "listing": (CELL, lambda words: render_listing(words, {3, 70})),
    "text": (CELL, lambda words: (escape_text(words), escape_csv_cell(words), one_line(words))),
    "code compared": (CELL // 4, lambda words: similarity.find_runs(words, "student")),
    "words compared": (CELL // 4, lambda words: similarity.find_runs(words, "answer")),
    "marked": (CELL, lambda words: mark_lines(similarity.truncate(words), {1, 2})),
    "mistakes": (FEW, lambda words: NUMBERS.sub("#", VALUE.sub("#", words))),
    "advice": (FEW, lambda words: (find_advice(words), find_advice(f"the answer gives {words}"))),
    "no notebook": (CELL, read_as_a_notebook),
    "timestamp": (
        TIMESTAMP,
        lambda words: record_time(types.SimpleNamespace(timestamp=None), words),
    ),
    "exported": (FEW, exported),
    "whole": (MAX_TEXT // 16, whole),
}
LONG = {"exported", "whole"}

PROGRAM = """
import sys, resource
import test_grading_linear as tests
most = resource.getrlimit(resource.RLIMIT_CPU)[1]  # which a process with a limit of its own needs
limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (5, most))
tests.over_all(sys.argv[1], int(sys.argv[2]), getattr(tests, sys.argv[3]), limit)
"""


def over_all(name, longest, signs, limit):
    """Run a function over the strings, those of each beginning in a process with a limit."""
    length, function = FUNCTIONS[name]
    with tempfile.TemporaryDirectory() as folder:
        more = ()
        if function is whole:
            course = assignment.write_course(Path(folder) / "course", {})
            more = folder, Assignment(Course(course), "corpus")
        all_of_them = list(strings(longest, signs))
        for first in range(0, len(all_of_them), FEW_STRINGS):
            some = all_of_them[first : first + FEW_STRINGS]
            child = os.fork()
            if not child:
                limit()
                for string in some:
                    function((string * (length // len(string) + 1))[:length], *more)
                os._exit(0)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            assert not status, f"{name}: status {status}: one of {some}"


def takes_no_longer(name, longest, signs):
    command = [sys.executable, "-c", PROGRAM, name, str(longest), signs]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_text_of_a_students_is_read_again_from_each_of_its_places(name):
    takes_no_longer(name, 1 if name in LONG else 2, "TELLING")


@pytest.mark.trial
@pytest.mark.parametrize("name", FUNCTIONS)
def test_nor_is_any_of_three_signs(name):
    """Of three that mean something to Markdown or Python, or of two of all kinds."""
    takes_no_longer(name, 3, "TELLING")
    takes_no_longer(name, 2, "SIGNS")


def test_what_one_submission_costs_is_bounded_and_what_is_left_out_is_told(tmp_path):
    folder = assignment.write_course(tmp_path / "course", {})
    course = Assignment(Course(folder), "corpus")
    cells = [new_code_cell("a = 1\n" * 1500) for _ in range(900)]
    cells += [new_markdown_cell("[a](b) &" * 1200) for _ in range(900)]
    answers = {"square": "def square(x): ...", "why": "w" * (MAX_WORDS + 5)}
    data = handed_in(answers, cells)
    submitted = build_submitted_program(course.notebooks["corpus"], data)
    own = [cell.source for cell in submitted.shown if cell.place is None]
    assert 0.9 * MAX_TEXT < sum(map(len, own)) <= MAX_TEXT
    assert submitted.answers["square"] == answers["square"]
    page = pages(data, "words", tmp_path, course)
    assert f"a cell was left out: all may have {MAX_TEXT} characters together" in page
    written = json.loads((tmp_path / "corpus.ipynb").read_text())["cells"]
    (why,) = [c for c in written if c["metadata"].get("nbgrader", {}).get("grade_id") == "why"]
    said = f"{'w' * MAX_WORDS}\n\n[5 more characters stand in the notebook handed in]"
    assert "".join(why["source"]) == said == shorten(answers["why"])
