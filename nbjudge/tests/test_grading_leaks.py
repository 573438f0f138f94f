"""What a hidden test calls an answer with does not come out, by whatever way."""

import json
import re

import pytest

from grading_corpus import assignment
from grading_station import answer, graded, stations
from isolations import require_isolation
from nbjudge.processes.codec import RAISED
from nbjudge.records import ProgramCell
from nbjudge.run.run import Options, grade_assignment

station = pytest.fixture(scope="module")(stations)

MARK = "MARKED"
RIGHT = {"f": "def f(x):\n    return x\n", "g": "def g():\n    return 1\n"}
REMEMBERS = "kept = []\ndef f(x):\n    kept.append(x)\n    return x\n"
RAISES = "def f(x):\n    if x != 'plain':\n        {}\n    return x\n"

NAMED = "raise type(kept[-1], (Exception,), {})"

WAYS = {  # {student: (answers, cells of the student's own at the end)}
    "by-an-errors-text": ({"f": RAISES.format("raise ValueError(x)")}, []),
    "by-an-errors-class": ({"f": RAISES.format("raise type(x, (Exception,), {})()")}, []),
    "by-a-functions-name": (
        {"f": RAISES.format("exec(f'def {x}(): raise ValueError', d := {}); d[x]()")},
        [],
    ),
    "by-a-value-in-words": ({"f": RAISES.format("return 'not ' + x")}, []),
    "by-a-value-that-a-test-shows": (
        {"f": REMEMBERS.replace("return x", "return kept[1] if len(kept) == 4 else x")},
        [],
    ),
    "by-a-later-visible-test": ({"f": REMEMBERS, "g": "def g():\n    return kept[-1]\n"}, []),
    "by-an-error-of-a-later-test": (
        {"f": REMEMBERS, "g": f"def g():\n    {NAMED}(kept[-1])\n"},
        [],
    ),
    "by-a-later-answers-output": ({"f": REMEMBERS, "g": "print(kept)\n" + RIGHT["g"]}, []),
    "by-an-error-of-a-later-answer": ({"f": REMEMBERS, "g": "raise Exception(kept)\n"}, []),
    "by-a-later-cell": ({"f": REMEMBERS}, ["print(kept)", "kept", NAMED]),
    "by-a-file": (
        {"f": "def f(x):\n    open('left', 'w').write(x)\n    return x\n"},
        ["print(open('left').read())"],
    ),
    "by-whether-it-fails": (
        {"f": REMEMBERS},
        ["assert not any(x[0] == 'M' for x in kept), 'MARK' + 'ED'"],
    ),
    "by-a-display": ({"f": REMEMBERS}, ["from IPython.display import display\ndisplay(*kept)"]),
    "by-a-limit": ({"f": REMEMBERS}, ["if kept[-1][0] == 'M': print('x' * 10**6)"]),
    "by-a-marked-line": (
        {
            "f": REMEMBERS,
            "g": "def g():\n    if kept[-1][0] == 'M':\n        raise ValueError\n"
            "    raise ValueError\n",
        },
        [],
    ),
    "by-how-a-cell-of-the-courses-ends": (
        {
            "f": f"{REMEMBERS}import os\ndef end(info):\n    if 'more' in info.raw_cell and "
            "any(x[0] == 'M' for x in kept):\n        os._exit(3)\n"
            "get_ipython().events.register('pre_run_cell', end)\n"
        },
        [],
    ),
    "by-how-it-ends": ({"f": REMEMBERS}, ["import os\nif kept[-1][0] == 'M': os._exit(3)"]),
}
MARKS = [MARK, MARK[::-1], MARK.encode().hex(), "more than the limit", "ended itself"]


def source():
    hidden = f"assert f({MARK!r}) == {MARK!r}, f'f gives {{f(\"{MARK}\")}}'"
    return assignment.notebook(
        [
            assignment.setup("setup", "import numpy as np"),
            *(assignment.answer(n, f"### BEGIN SOLUTION\n{RIGHT[n]}### END SOLUTION") for n in "f"),
            assignment.check(
                "f-check",
                1,
                f"assert f('plain') == 'plain'\n### BEGIN HIDDEN TESTS\n{hidden}\n"
                "assert f('plain') != 0, 'words of the test'\n"
                "got = f('other')\nassert got == 'other', got\n### END HIDDEN TESTS",
            ),
            assignment.setup("setup-more", "more = 2"),
            *(assignment.answer(n, f"### BEGIN SOLUTION\n{RIGHT[n]}### END SOLUTION") for n in "g"),
            assignment.check("g-check", 1, "assert g() == 1, f'g gives {g()}'"),
        ]
    )


def handed_in(answers, after):
    book = source()
    for cell in book.cells:
        name = cell.metadata.nbgrader.grade_id
        cell.source = (RIGHT | answers).get(name, cell.source)
        if name == "f-check":
            cell.source = "assert f('plain') == 'plain'"
    book.cells += [assignment.new_code_cell(text) for text in after]
    return assignment.as_bytes(book)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    require_isolation("bwrap")
    handed = {student: handed_in(*way) for student, way in WAYS.items()}
    handed["honest"] = handed_in({"g": "print('my words')\ndef g():\n    return 'my value'\n"}, [])
    third = "seen = []\ndef f(x):\n    seen.append(x)\n    return x if len(seen) < 3 else 0\n"
    handed["fails-with-words"] = handed_in({"f": third}, [])
    place = assignment.write_course(tmp_path_factory.mktemp("leaks"), handed, source())
    with (place / "log.txt").open("w") as out:
        grade_assignment(place, "corpus", Options(jobs=1, isolation="bwrap"), out)
    return place


def told(course, student):
    """All that a student may come to see."""
    return "".join(
        (course / step / student / "corpus" / f"corpus.{kind}").read_text()
        for step, kind in (("feedback", "html"), ("autograded", "ipynb"))
    )


@pytest.mark.parametrize("student", WAYS)
def test_a_marked_input_does_not_come_out(course, student):
    words = told(course, student)
    for text in {*WAYS[student][0].values(), *WAYS[student][1]}:
        words = words.replace(json.dumps(text)[1:-1], "")
    assert [mark for mark in MARKS if mark in words] == []


def test_an_honest_student_is_told_what_went_wrong(course):
    words = told(course, "honest")
    assert "AssertionError: g gives my value" in words
    assert "my words" in words


def test_the_marked_line_is_that_of_a_run_without_hidden_tests(course):
    page = (course / "feedback/by-a-marked-line/corpus/corpus.html").read_text()
    assert re.findall("<mark>(.*)</mark>", page) == ["4      raise ValueError  ◀"]
    assert "in your code: line 4" in page


def test_the_tests_own_words_are_told(course):
    assert "a further test failed" in told(course, "by-an-errors-text")
    assert "a further test failed: words of the test" in told(course, "fails-with-words")


@pytest.mark.parametrize(
    ("hidden", "words"), [([], "too large: 3"), ([(4, 4)], RAISED)], ids=["visible", "hidden"]
)
def test_words_of_a_function_that_a_test_hands_out_are_told_where_all_its_lines_are(
    station, hidden, words
):
    source = "def model(x):\n    raise ValueError(f'too large: {x}')\nf(model)\nassert f(abs) != 4"
    cells = [
        answer("def f(model): return model(3)", "def f(model): return 0"),
        ProgramCell("test", source, "", points=1.0, hidden=hidden),
    ]
    [result] = graded(station, *cells)
    assert (result.outcome, result.type, result.message) == ("failed", "ValueError", words)
