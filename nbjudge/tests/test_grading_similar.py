"""Pairs of answers that are alike beyond what many have are ranked, and the page shows where."""

import itertools
import random
import re

import pytest
from nbformat.v4 import new_markdown_cell

from grading_corpus.assignment import about, answer, check, notebook
from nbjudge.__main__ import main
from nbjudge.course.source import Assignment, Course
from nbjudge.errors import GradingError
from nbjudge.pages.similar import render_similar
from nbjudge.records import Similarity
from nbjudge.run import similarity
from nbjudge.run.similarity import LONGEST, rank_pairs, tokenize_code, tokenize_text
from test_grading_formats import course_of, hand_in, solved

GIVEN = '''def spread(rows, seed):
    """Give the mean distance of the rows from their centre."""
    assert len(rows) > 0, "there must be at least one row to be told about"
'''
SOLUTION = (
    "    return np.linalg.norm(rows - rows.mean(axis=0), axis=1).mean() if len(rows) else 0.0\n"
)
STEPS = [  # of a step, each says the same in another way
    [
        "c = [sum(col) / len(rows) for col in zip(*rows)]",
        "c = rows.sum(axis=0) / rows.shape[0]",
        "c = np.average(np.asarray(rows, dtype=float), axis=0)",
        "c = np.zeros(rows.shape[1])\n    for row in rows:\n        c += row / len(rows)",
    ],
    [
        "d = [row - c for row in rows]",
        "d = np.asarray(rows) - c[None, :]",
        "d = []\n    for row in rows:\n        d.append(row - c)",
        "d = np.subtract(rows, c)",
    ],
    [
        "s = [float(np.sqrt((one ** 2).sum())) for one in d]",
        "s = np.sqrt(np.square(d).sum(-1))",
        "s = [math.hypot(*one) for one in d]",
        "s = np.einsum('ij,ij->i', d, d) ** 0.5",
    ],
    [
        "return sum(s) / len(s)",
        "return float(np.mean(s))",
        "return np.add.reduce(s) / len(rows)",
        "total = 0.0\n    for one in s:\n        total += one\n    return total / len(s)",
    ],
]
OWN = {"c": "middle", "d": "away", "s": "lengths", "one": "each", "row": "line"}
SAID = "the centre moves with every row so that a row far away pulls it and is near again"


def task(text="", said=""):
    words = about("why", True, True, False, 1, kind="markdown")
    why = new_markdown_cell(said or "*Write here.*", metadata=words)
    cells = [answer("spread", GIVEN + (text or solved(SOLUTION)))]
    return notebook([*cells, check("spread-check", 1, "assert spread"), why])


def written(rng, people):
    """Answers of people who thought of it alone: each step in one of its ways."""
    ways = rng.sample(list(itertools.product(*STEPS)), people)
    return ["".join(f"    {step}\n" for step in own) for own in ways]


def said(rng):
    return " ".join(rng.choices(SAID.split(), k=40))


@pytest.fixture
def course(tmp_path):
    """A class of twenty-four, one of whom has another's answer in a coat of paint."""
    rng = random.Random(4)
    course = course_of(tmp_path, {"hw": task()})
    for number, text in enumerate(written(rng, 24)):
        hand_in(course, f"s{number:02}", {"hw": task(text, said(rng))})
        if number == 7:
            painted = re.sub(r"\b(c|d|s|one|row)\b", lambda name: OWN[name[0]], text)
            painted = painted.replace("\n", "  # so\n\n").replace(" = ", "=")
            hand_in(course, "copy", {"hw": task(painted, said(rng))})
    return course


def found(course, most=5):
    return rank_pairs(Assignment(Course(course), "hw"), most)


def test_an_answer_in_a_coat_of_paint_is_ranked_first_with_its_place(course):
    all_of_them = found(course)
    first, second = all_of_them.pairs[:2]
    assert first.students == ("copy", "s07")
    assert first.score > 1.2 * second.score  # who say three of the four steps alike
    assert second.score >= all_of_them.nearly_all > all_of_them.half
    for pair in all_of_them.pairs:
        scores = [place.score for place in pair.places]
        assert scores == sorted(scores, reverse=True)
        assert sum(scores) == pytest.approx(pair.score)
    place = first.places[0]
    assert place.cell == "spread"
    for text, lines in zip(place.texts, place.lines, strict=True):
        marked = [text.split("\n")[line - 1] for line in lines]
        assert "return" in marked[-1]
        assert not [line for line in marked if "def spread" in line or '"""' in line]


def test_what_is_given_or_the_solutions_or_everybodys_explains_itself(tmp_path):
    course = course_of(tmp_path, {"hw": task()})
    everybodys = written(random.Random(1), 1)[0]
    for number in range(6):
        hand_in(course, f"s{number}", {"hw": task(everybodys, "w")})
    assert found(course).pairs == []
    for number in range(2):
        hand_in(course, f"t{number}", {"hw": task(SOLUTION, "w")})
    assert found(course).nearly_all < 0.5 * 20  # six of eight: log(8/6)/log 4 = .21 of each run
    assert all(not {"t0", "t1"} & {*pair.students} for pair in found(course, 99).pairs)


@pytest.mark.parametrize("count", [3, 4, 8])
def test_what_two_alone_have_counts_one_for_each_run_and_less_the_more_have_it(tmp_path, count):
    course = course_of(tmp_path, {"hw": task()})
    both = {"hw": task("    return rows[0] + rows[1]", SAID)}
    for number in range(count):
        own = " ".join(f"word{number}x{k}" for k in range(20))
        hand_in(course, f"s{number}", both if number < 2 else {"hw": task("    pass", own)})
    pair = found(course).pairs[0]
    assert pair.students == ("s0", "s1")
    runs = len(SAID.split()) - 5 + 1  # of five words; none of them is there twice
    assert [place.cell for place in pair.places] == ["why", "spread"]
    assert pair.places[0].score == pytest.approx(runs)
    hand_in(course, "third", both)
    assert found(course).pairs[0].places[0].score < runs


def test_words_of_code_forget_names_layout_comments_and_docstrings():
    one = 'def f(a, b):\n    """Say."""\n    x = np.sum(a[:2])  # first\n    return f"{x} {b}"\n'
    other = "def mean(rows,\n   n):\n\n  total=np.sum(rows[:2])\n  return f'{total}: {n}' # n\n"
    assert [w for w, _ in tokenize_code(one)] == [w for w, _ in tokenize_code(other)]
    assert [w for w, _ in tokenize_code(one)] != [
        w for w, _ in tokenize_code(one.replace("sum", "max"))
    ]
    assert [w for w, _ in tokenize_code("sum(x)")] != [w for w, _ in tokenize_code("max(x)")]
    assert tokenize_code("a\n\n# b\nc.d")[-1] == ("d", 4)
    assert tokenize_text("So,\nSO it is") == [("so", 1), ("so", 2), ("it", 2), ("is", 2)]


HOSTILE = [
    "<script>alert(1)</script>" * 20,
    "\x00\x1b[31m\u202e" * 50,
    "(" * 30_000,
    "'" * 30_001,
    '"""' * 5001,
    "f'{" * 10_000,
    "\\\n" * 10_000,
    "a" * 300_000,
    "\r\n\r" * 5000,
    "0_" * 20_000,
    "@" * 20_000,
    " " * 300_000,
    "x if " * 20_000,
    "#" * 300_000,
    "é" * 50_000,
]


@pytest.mark.trial
def test_hostile_answers_are_read_as_any_others(tmp_path):
    course = course_of(tmp_path, {"hw": task()})
    for number, text in enumerate(HOSTILE):
        for twice in "ab":
            hand_in(
                course,
                f"{number}{twice} <b>",
                {"hw": task(f"    {text}\n<i>{number}{twice}", text)},
            )
    assert main(["similar", "hw", "--course", str(course), "--pairs", "40"]) == 0
    page = (course / ".grading/hw/similar.html").read_text()
    assert "<script" not in page
    assert "<b>" not in page
    assert "<i>" not in page  # in lines that nobody else has
    assert "\x1b" not in page
    assert "\u202e" not in page
    for pair in found(course, 40).pairs:
        assert all(len(text) <= LONGEST for place in pair.places for text in place.texts)


def test_the_page_shows_both_side_by_side_and_says_whom_it_could_not_read(
    course, capsys, monkeypatch
):
    place = course / "submitted/lost/hw"
    place.mkdir(parents=True)
    (place / "hw.ipynb").write_text("{")
    (course / "submitted/dir/hw/hw.ipynb").mkdir(parents=True)
    (course / "submitted/gone/HW").mkdir(parents=True)
    (course / "submitted/last/hw").mkdir(parents=True)
    real = similarity.read_submission

    def breaks(assignment, student):
        return real(assignment, student) if student != "last" else [][0]

    monkeypatch.setattr(similarity, "read_submission", breaks)
    assert main(["similar", "hw", "--course", str(course), "--pairs", "3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Compared 25 submissions: file://")
    assert "4 could not be read" in told
    page = (course / ".grading/hw/similar.html").read_text()
    assert page.count("<section>") == 3
    assert "<li>lost: hw.ipynb " in page
    assert "<li>dir: hw.ipynb is not a plain file" in page
    assert "<li>gone: nothing in submitted/gone/hw; there is HW" in page
    assert "<li>last: the grader itself failed: IndexError: " in page
    assert "Traceback" in (course / ".grading/errors.log").read_text()
    assert "<mark>    middle=" in page
    assert "it does not judge" in page


def test_nothing_in_the_page_is_a_students_html():
    left_out = {"<i>ann</i>": "<img src=x>.ipynb is not a plain file"}
    page = render_similar("hw", Similarity([], 3, 1.0, 2.0, left_out))
    assert "&lt;i&gt;ann&lt;/i&gt;: &lt;img src=x&gt;.ipynb" in page
    assert "<img" not in page


def test_fewer_than_three_say_nothing_of_what_is_common(tmp_path, capsys):
    course = course_of(tmp_path, {"hw": task()})
    for student in ("a", "b"):
        hand_in(course, student, {"hw": task("    pass")})
    (course / "submitted/c/hw/hw.ipynb").mkdir(parents=True)
    (course / "submitted/d/HW").mkdir(parents=True)
    with pytest.raises(GradingError, match="'hw': 2 of 3 submissions can be compared; at") as told:
        found(course)
    assert str(told.value).splitlines()[1:] == [
        "c: hw.ipynb is not a plain file",
        "d: nothing in submitted/d/hw; there is HW",
    ]
    with pytest.raises(SystemExit):
        main(["similar", "hw", "--course", str(course), "--pairs", "0"])
    assert "--pairs 0: it must be 1 or more" in capsys.readouterr().err
