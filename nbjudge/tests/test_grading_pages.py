"""The pages of students and instructors: what they say, and that nothing in them acts."""

import random
import types

import pytest

from alive import Found
from nbjudge.course.source import Course
from nbjudge.pages.advice import find_advice
from nbjudge.pages.feedback import StudentText, format_lateness, render_feedback
from nbjudge.pages.rendering import render_outputs
from nbjudge.pages.summary import Summary, find_changes
from nbjudge.pages.tasks import Tasks
from nbjudge.points.verdict import FAILURES, GRADED, REVIEW, merge_gradebook
from nbjudge.records import (
    Explanation,
    GradebookCell,
    GradebookEntry,
    Row,
    SourceCell,
    SubmissionRecord,
    digest,
)
from nbjudge.run.exports import FeedbackExporter

BOOK = "https://book.example/chapter.html#a-paragraph"
ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</pre></section><iframe src=//x>",
    "<!-- ",
    "]]>",
    "&lt;script&gt;",
    "{{ 7*7 }}",
    "{% raw %}",
    "\x00\x07\x1b[31m\x1b]8;;javascript:alert(1)\x07x\x9b31m",
    "\u202etxt.exe\u2066\u2028\u2029",
    "long" * 3000,
    "\u0301" * 500,
    "\ud800",
    "[x](javascript:alert(1))",
]


def cell(name, kind, source, release=None, points=0.0, hidden=(), cell_type="code", solution=None):
    graded = kind == "test" or (kind == "answer" and points > 0)
    return SourceCell(
        name,
        kind,
        cell_type,
        source,
        source if release is None else release,
        solution,
        graded,
        False,
        points,
        list(hidden),
    )


def words(text, name=None):
    return cell(name, "text", text, cell_type="markdown")


STUB = "def f(x):\n    raise NotImplementedError\n"
RELEASED = "### Your answer\n\nhere."
CHECK = f"assert f(3) == 6, f'no {{f(3)}}; {BOOK}-check'"
HIDDEN = (
    "# more\n### BEGIN HIDDEN TESTS\nsecret = f(77)\nassert secret == 154\n### END HIDDEN TESTS"
)
CELLS = [
    words("# Sums\n\nAll of it."),
    words(f"## Task 1: *twice* `x` (2 points)\n\nAs [the book says]({BOOK})."),
    cell("f", "student", STUB, solution="def f(x):\n    return 2 * x\n"),
    cell("f-check", "test", f"{CHECK}\nassert f(4) == 8", points=1),
    cell("f-hidden", "test", HIDDEN, "# more", 1.0, [(2, 5)]),
    words("## Task 2: in words (graded by hand, 3 points)"),
    cell("marks", "text", "### A scheme\n\n[s](https://s.example)", "", cell_type="markdown"),
    cell("why", "answer", "### A model heading", RELEASED, 3.0, cell_type="markdown"),
]
NOTEBOOK = types.SimpleNamespace(name="sums", cells=CELLS)
ANSWER = "def f(x):\n    y = x\n    return y.nothing\n"


def row(name, state, points=None, graded=True, **about):
    most = {"f-check": 1.0, "f-hidden": 1.0, "why": 3.0}.get(name, 0.0)
    if name in ("f", "why"):
        about.setdefault("text", digest(ANSWER))
    return Row(
        notebook="sums", id=name, state=state, points=points, graded=graded, max=most, **about
    )


def record(student="ann", *rows, outcome=FAILURES, **more):
    rows = rows or (
        row("f", "ran", graded=False),
        row(
            "f-check",
            "failed",
            0.0,
            type="AttributeError",
            message="no nothing",
            full="no nothing",
            line=1,
            where=["line 3, in f"],
        ),
        row(
            "f-hidden",
            "failed",
            0.0,
            type="AssertionError",
            full="",
            visible=False,
            line=4,
            shown=Explanation("failed", visible=False),
        ),
        row("why", "manual", manual=True),
    )
    return SubmissionRecord(student, "", outcome, cells=list(rows), max_score=5.0, **more)


WRITTEN = StudentText({"f": ANSWER, "why": "Since 2 < 3."})


def feedback(of=None, written=WRITTEN, booked=None, cells=CELLS, **how):
    notebook = types.SimpleNamespace(name="sums", cells=cells)
    return render_feedback(
        notebook, "sums", of or record(), written, booked or GradebookEntry(), **how
    )


def test_tasks_have_the_names_of_their_headings_and_no_word_of_a_model_answer():
    tasks = Tasks(NOTEBOOK)
    assert tasks.title == "Sums"
    assert [tasks.name(n) for n in ("f", "f-check", "f-hidden")] == ["Task 1: twice x"] * 3
    assert tasks.name("why") == "Task 2: in words"
    assert tasks.of["why"].links == {}
    assert tasks.of["f"].links == {BOOK: "the book says"}
    assert "model" not in str([task.title for task in tasks.of.values()])


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (["# A", "## B\n### C"], ["t1", "B · C"]),
        (["# A", "# B"], ["A", "B"]),
        (["no heading", "none here"], ["t1", "t2"]),
        (["## Task", "and another"], ["Task (t1)", "Task (t2)"]),
        (["```\n# no heading\n```\n\nTitle\n=====", "Below\n-----"], ["t1", "Below"]),
        (
            ["<h2>raw</h2>\n\n## **B** [c](https://x.example) $x_1$ (1 point)", "## (2 points)"],
            ["B c x_1", "t2"],
        ),
        (["## Task 4: (4 points)", "## Task 5:"], ["Task 4", "Task 5"]),
        (
            [r"## Task 1: estimate $\pi$", r"## $x_{ij} \leq \log \lambda$, $$\infty$$"],
            ["Task 1: estimate π", "x_ij ≤ log λ, infty"],
        ),
        ([r"## $\frac{1}{2}$ of $5", "## from $3 to $5"], [r"\frac{1}{2} of $5", "from $3 to $5"]),
    ],
)
def test_headings_are_found_wherever_they_stand(texts, names):
    cells = []
    for number, text in enumerate(texts, 1):
        cells += [words(text), cell(f"a{number}", "student", "", solution="")]
        cells.append(cell(f"t{number}", "test", "assert a", points=1))
    tasks = Tasks(types.SimpleNamespace(name="n", cells=cells))
    assert [tasks.name(f"a{n}") for n in (1, 2)] == names


def test_only_links_of_the_instructors_to_the_web_are_links():
    bad = "[a](javascript:alert(1)) [b](data:x) [c](chapter.md) ![d](https://x.example/p.png)"
    tasks = Tasks(types.SimpleNamespace(name="n", cells=[words(bad), *CELLS[2:4]]))
    assert tasks.of["f"].links == {}
    said = f"see {BOOK}-check and https://student.example"
    assert Tasks(NOTEBOOK).cited("f-check", said) == [f"{BOOK}-check"]
    page = feedback(
        record("ann", row("f-check", "failed", 0.0, type="AssertionError", message=said))
    )
    assert Found(page).links == [f"{BOOK}-check", BOOK]


@pytest.mark.parametrize(
    "book", ["https://b.example/course/", "https://b.example/course/index.html"]
)
def test_a_link_to_a_page_leads_into_the_book_that_the_settings_name(book, tmp_path):
    text = (
        "[a](bagging.html#what-is-left-out) [b](javascript:alert(1).html) [c](values.csv) [d](#e)\n"
        "[f](//x.example/g.html?h) [i](data:text/html,j.html)"
    )
    cells = [words(text), *CELLS[2:4]]
    wanted = "https://b.example/course/bagging.html#what-is-left-out"
    assert Found(feedback(cells=cells, book=book)).links == [wanted]
    assert Found(feedback(cells=cells)).links == []
    (tmp_path / "nbgrader_config.py").write_text(
        f"c = get_config()\nc.FeedbackExporter.book = {book!r}\n"
    )
    assert Course(tmp_path).book == book
    assert FeedbackExporter(config=Course(tmp_path).config).book == book


def test_feedback_shows_points_reasons_lines_and_who_waits():
    page = feedback()
    assert "<strong>0 of 5 points</strong> so far. 3 wait for a person" in page
    assert "Task 2: in words <span class=quiet>· waits for a person" in page
    assert "<mark>3      return y.nothing  ◀</mark>" in page
    assert "AttributeError: no nothing" in page
    assert "a further test failed" in page
    assert "secret" not in page
    assert "154" not in page
    assert f'<a href="{BOOK}">the book says</a>' in page
    assert "assert secret == 154" in feedback(show_hidden=True)


def test_of_what_follows_a_hidden_test_a_student_reads_what_is_shown():
    about = {"type": "E", "message": "LEAK", "full": "LEAK", "line": 3, "where": ["line 3, in f"]}
    seen = Explanation("ran")
    told = [
        row("f", "failed", graded=False, limits=["LEAK"], shown=seen, **about),
        row(
            "f-check",
            "failed",
            0.0,
            limits=["LEAK"],
            shown=Explanation("failed", type="E"),
            **about,
        ),
        row("f-hidden", "failed", 0.0, shown=Explanation("failed", visible=False), **about),
    ]
    page = feedback(record("ann", *told))
    assert "LEAK" not in page
    assert "<mark>" not in page
    assert "LEAK" in feedback(record("ann", *told), show_hidden=True)
    seen = Explanation("failed", type="AssertionError", line=4)  # the line of a hidden assertion
    page = feedback(record("ann", row("f-hidden", "failed", 0.0, shown=seen)))
    assert "154" not in page
    assert "AssertionError: it says no more" not in page
    assert "it says no more" in page


def test_feedback_shows_what_people_gave_and_said():
    marks = {
        ("sums", "why"): GradebookCell(2.0, True, False, "Better <now>"),
        ("sums", "f-hidden"): GradebookCell(0.5, True, False),
    }
    page = feedback(booked=GradebookEntry(marks, {}, {"sums": 0.25}, 90_000))
    assert "<strong>2.25 of 5 points</strong>, 0.25 taken for lateness.</p>" in page
    assert "Better &lt;now&gt;" in page
    assert "Since 2 &lt; 3." in page
    assert "wait" not in page
    assert "1 day late" in page


def test_a_right_task_takes_one_line():
    right = [row("f", "ran", graded=False), row("f-check", "passed", 1.0)]
    page = feedback(record("ann", *right, outcome=GRADED))
    assert "1 of 1" in page
    assert "<section" not in page
    assert "return y" not in page


def test_an_answer_as_it_was_is_told_so_and_an_unread_one_is_not_shown():
    rows = [
        row("f", "ran", graded=False),
        row("f-check", "failed", 0.0, type="NotImplementedError"),
    ]
    page = feedback(record("ann", *rows), StudentText({"f": STUB}))
    assert "the cell is as you got it" in page
    assert "<mark>" not in page
    rows[1].where = ["line 3, in f"]
    assert "in your code" not in feedback(record("ann", *rows), StudentText({"f": STUB}))
    assert "in your code" in feedback(record("ann", *rows), StudentText({"f": "def f(x): 1 / 0"}))
    assert "NotImplementedError: it says no more" in page
    unread = [row("f", "ran", graded=False, text=None), row("f-check", "review", 0.0, manual=True)]
    booked = GradebookEntry(
        {("sums", "f-check"): GradebookCell(None, False, True, "Send it again.")}
    )
    page = feedback(record("ann", *unread, outcome=REVIEW), StudentText({"f": STUB}), booked)
    assert "Send it again." in page
    assert "as you got it" not in page
    assert "raise NotImpl" not in page


def test_a_long_answer_is_shown_around_its_marked_line():
    long = "\n".join(["def f(x):", *(f"    x = {n}" for n in range(2, 5000)), "    return x.no"])
    rows = [row("f", "failed", graded=False, type="E", message="m", line=3000)]
    page = feedback(record("ann", *rows), StudentText({"f": long}))
    assert "<mark>3000      x = 3000  ◀</mark>" in page
    assert "[2991 lines]" in page
    assert len(page) < 10_000
    flood = StudentText({"f": "x = '" + "&" * 400_000 + "'\n" * 100_000})
    assert len(feedback(record("ann", *rows), flood)) < 300_000


def test_lines_are_counted_as_python_counts_them():
    odd = "a = '\x0c'\r\nb = '\u2028\x85'\rc = 3\n"
    rows = [row("f", "failed", graded=False, type="E", message="m", line=3)]
    assert "<mark>3  c = 3  ◀</mark>" in feedback(record("ann", *rows), StudentText({"f": odd}))


def attacked(attack):
    """A record in which a student has put an attack wherever one can."""
    rows = [
        row(
            "f",
            "failed",
            graded=False,
            type=attack,
            message=attack,
            line=2,
            where=[attack],
            limits=[attack],
        ),
        row(
            "f-check",
            "failed",
            0.0,
            type=attack,
            message=attack,
            full=attack,
            line=1,
            where=[attack, f"line 1, in {attack}"],
        ),
        row(
            "f-hidden",
            "failed",
            0.0,
            type="AssertionError",
            full=attack,
            line=4,
            visible=False,
            shown=Explanation("failed", visible=False, message=attack),
        ),
        row(None, "failed", graded=False, type="E", message=attack, text="key", line=1),
        row("why", "review", 0.0, manual=True, review=attack, compatibility=attack),
    ]
    return record(
        attack,
        *rows,
        outcome=REVIEW,
        why=[f"sums.ipynb: {attack}"],
        notes=[attack],
        timestamp=attack,
    )


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_acts_in_a_page_whoever_wrote_what(attack, tmp_path):
    marks = {("sums", name): GradebookCell(1.0, True, False, attack) for name in ("f", "why")}
    cells = [words(f"# {attack}"), words(f"## {attack}\n[{attack}]({BOOK})"), *CELLS[2:]]
    written = StudentText({"f": attack, "why": attack}, {"key": attack})
    for hidden in (False, True):
        page = feedback(attacked(attack), written, GradebookEntry(marks), cells, show_hidden=hidden)
        found = Found(page)
        assert found.alive == ["style"]
        assert set(found.links) <= {BOOK}
        assert len(page) < 200_000
        page.encode("utf-8", "replace")
        assert not [c for c in page if c not in "\n\t" and not c.isprintable() and c != "\ud800"]
    outputs = render_outputs(
        Tasks(types.SimpleNamespace(name="sums", cells=cells)), attacked(attack).cells[1]
    )
    assert all(output.output_type in ("error", "stream") for output in outputs)
    summary = summarised(tmp_path, [attacked(attack), record("bob")], cells=cells)
    assert Found(summary).alive == ["style", *["style"] * 10]
    assert not [x for x in Found(summary).links if not x.startswith("../")]


@pytest.mark.parametrize(
    ("name", "about", "said"),
    [
        (
            "f-hidden",
            {"type": "E", "full": "LEAK", "visible": False},
            "Failed: a further test failed",
        ),
        (
            "f-hidden",
            {"shown": Explanation("failed", visible=False, message="own words")},
            "Failed: a further test failed: own words",
        ),
        ("f-check", {"type": "NotImplementedError"}, "NotImplementedError: it says no more"),
        ("f-check", {"type": "AssertionError", "line": 2}, "AssertionError: assert f(4) == 8"),
        ("f-check", {"limits": ["a limit was hit"], "reason": "time"}, "Failed: a limit was hit"),
    ],
)
def test_formgrader_shows_no_failure_without_words(name, about, said):
    output = render_outputs(Tasks(NOTEBOOK), row(name, "failed", 0.0, **about))[0]
    assert f"{output.ename}: {output.evalue}" == said
    assert output.traceback == [said]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (None, "needs review: why\n"),
        (Explanation("review", visible=False), "needs review: the summary of the class says why\n"),
    ],
)
def test_formgrader_says_why_a_cell_waits_or_where_that_stands(shown, said):
    asked = row("f-hidden", "review", 0.0, manual=True, review="why", shown=shown)
    (output,) = render_outputs(Tasks(NOTEBOOK), asked)
    assert output.text == said


def test_jumbles_of_markup_are_plain_text(tmp_path):
    draw = random.Random(7)
    pieces = [
        *"<>&\"'/= \n`",
        "script",
        "img",
        "onload",
        "pre",
        "mark",
        "--",
        "!",
        "]",
        "javascript:",
    ]
    for _ in range(100):
        jumble = "".join(draw.choices(pieces, k=20))
        found = Found(feedback(attacked(jumble), StudentText({"f": jumble}, {"key": jumble})))
        assert found.alive == ["style"]
        assert not [x for x in found.links if x != BOOK]


def summarised(folder, records, changed=(), booked=None, cells=CELLS):
    def path(step, student, name):
        return folder / step / student / name

    about = types.SimpleNamespace(
        name="sums",
        notebooks={"sums": types.SimpleNamespace(name="sums", cells=cells)},
        course=types.SimpleNamespace(path=path),
    )
    return Summary(
        about, list(records), list(changed), booked or {}, folder / ".grading/sums", {}
    ).page()


def wrong(student, **about):
    return record(student, row("f", "ran", graded=False), row("f-check", "failed", 0.0, **about))


def test_the_same_mistake_is_one_group_whatever_numbers_it_names(tmp_path):
    one = [wrong(f"a{n}", type="AssertionError", full=f"no {'xyz'[n]}", line=1) for n in range(3)]
    two = [wrong(f"b{n}", type="AssertionError", full="", line=2) for n in range(2)]
    three = [
        wrong(f"c{n}", type="TypeError", full=f"f({n}.5e-3, {[-n] * n}) at -{n}", line=1)
        for n in range(1, 5)
    ]
    four = [wrong("d", type="TypeError", full="f() took others", line=1)]
    page = summarised(tmp_path, [*one, *two, *three, *four])
    heads = [part.partition("</b>")[0] for part in page.split("<summary><b>")[1:]]
    assert heads == ["4 students", "3 students", "2 students", "1 student"]
    assert "assert f(4) == 8" in page  # it has no words of its own
    for student in ("a1", "b1", "c1"):
        assert f'<a href="../../feedback/{student}/sums/sums.html">{student}</a>' in page


def test_failures_of_one_task_are_one_mistake_with_what_the_hidden_test_said(tmp_path):
    page = summarised(tmp_path, [record("ann"), record("bob")])
    assert page.count("<b>2 students</b>") == 1
    assert "AttributeError: no nothing" in page
    assert "f-hidden (hidden test)" in page
    assert "assert secret == 154" in page


def test_what_is_not_answered_is_no_mistake(tmp_path):
    rows = [
        row("f", "ran", graded=False, text=digest(STUB)),
        row("f-check", "failed", 0.0, type="NotImplementedError"),
        row("why", "empty", 0.0, text=digest(RELEASED)),
    ]
    page = summarised(tmp_path, [record("ann", *rows), record("bob")])
    undone = page.partition("Not answered")[2].partition("<h2>")[0]
    assert "<b>1</b> · Task 1" in undone
    assert "<b>1</b> · Task 2" in undone
    assert "bob" not in undone


def test_what_a_cell_of_ones_own_raised_is_no_mistake_of_the_class(tmp_path):
    own = row(None, "failed", graded=False, type="NotImplementedError", full="still to do")
    page = summarised(tmp_path, [record("ann", own)])
    assert "<p>Nothing failed.</p>" in page
    assert "still to do" not in page


def test_points_that_wait_are_none_that_were_lost(tmp_path):
    """They are in no mean and no bar: neither an essay that is not read, nor who needs review."""
    tested = [row("f-check", "passed", 1.0), row("f-hidden", "failed", 0.0)]
    ann = record("ann", *tested, row("why", "manual", manual=True))
    bob = record("bob", *tested, row("why", "empty", 0.0))
    cyd = record("cyd", row("f-check", "review", 0.0, manual=True), outcome=REVIEW)
    page = summarised(tmp_path, [ann, bob, cyd])
    assert "Points of 2: mean 1, median 1, from 1 to 1. Left out: 1 that needs review; what" in page
    assert "not read of everybody yet (why)." in page
    bars = page.partition("Distribution")[2].partition("</table>")[0]
    assert '<td class="n">1 to 1.2</td><td class="n">2</td>' in bars
    assert bars.count('<td class="n">0</td>') == 9
    read = merge_gradebook(ann, GradebookEntry({("sums", "why"): GradebookCell(2.0, True, False)}))
    assert "Points of 5: mean 2, median 2, from 1 to 3.</p>" in summarised(tmp_path, [read, bob])
    page = summarised(tmp_path, [cyd])
    assert "No points are known yet. Left out: 1 that needs review." in page
    assert "Distribution" not in page


def test_tasks_that_wait_are_not_the_hardest_and_after_grading_by_hand_nothing_waits(tmp_path):
    before = summarised(tmp_path, [record("ann")])
    assert "<b>1</b> to be graded by hand" in before
    assert "why" not in before.partition("the hardest first")[2]
    empty = record("bob", row("why", "empty", 0.0))
    assert "why" not in summarised(tmp_path, [record("ann"), empty]).partition("the hardest")[2]
    unread = record("cyd", row("why", "review", 0.0, manual=True))
    read = record("bob", row("why", "marked", 1.5))
    page = summarised(tmp_path, [unread, read]).partition("the hardest")[2]
    assert "why 50 %" in page
    assert '<td class="n">50 %</td><td class="n">1</td>' in page  # no number is broken in two
    assert "by hand" not in summarised(tmp_path, [unread])
    booked = GradebookEntry({("sums", "why"): GradebookCell(1.5, True, False)})
    after = summarised(tmp_path, [merge_gradebook(record("ann"), booked)])
    assert "by hand" not in after
    assert "50 %" in after.partition("the hardest first")[2]
    assert "from 1.5 to 1.5" in after


def test_why_a_person_is_needed_is_told_once_for_all_with_what_to_do(tmp_path):
    why = "the test reads the history of cells (In)"
    asked = [row("f-check", "review", 0.0, manual=True, review=why)]
    several = [record(f"a{n}", *asked, outcome=REVIEW, why=[f"f-check: {why}"]) for n in range(3)]
    other = record("cyd", outcome=REVIEW, why=["sums.ipynb is missing"])
    both = record("dan", *asked, outcome=REVIEW, why=[f"f-check: {why}", "more"])
    page = summarised(tmp_path, [*several, other, both]).partition("The same mistake")[0]
    assert page.count(why) == 1
    assert page.count("<b>4 students</b>") == 1
    assert find_advice(why) in page
    table = page.partition("why it needs review")[2]
    assert "cyd</a></td><td>sums.ipynb is missing</td>" in table
    assert "dan</a></td><td>more</td>" in table
    assert "a1" not in table
    booked = GradebookEntry({("sums", "f-check"): GradebookCell(1.0, True, False)})
    done = [merge_gradebook(one, booked) for one in several]
    assert why not in summarised(tmp_path, done)


def test_who_was_reviewed_needs_no_person_and_who_was_not_does():
    unread = record("ann", row("f-check", "review", 0.0, manual=True), outcome=REVIEW)
    half = record("ann", *unread.cells, row("why", "manual", manual=True), outcome=REVIEW)
    booked = GradebookEntry({("sums", "f-check"): GradebookCell(1.0, True, False)})
    assert merge_gradebook(unread, booked).outcome == GRADED
    assert merge_gradebook(half, booked).outcome == REVIEW
    assert (
        merge_gradebook(
            record("ann", row("f", "ran", graded=False), outcome=REVIEW), booked
        ).outcome
        == REVIEW
    )


def test_every_grade_that_changed_is_listed(tmp_path):
    new = record(
        "ann",
        row("f-check", "passed", 1.0),
        row("f-hidden", "failed", 0.0),
        row("why", "manual", manual=True),
    )
    listed = find_changes(record("ann"), new)
    assert [(c.cell, c.was, c.now, c.same) for c in listed] == [("f-check", "0", "1", False)]
    same = record(
        "ann", *(row(r.id, "passed", 1.0) if r.id == "f-check" else r for r in record().cells)
    )
    listed = find_changes(record("ann"), same)
    assert [c.same for c in listed] == [True]
    booked = {"ann": GradebookEntry({("sums", "f-check"): GradebookCell(0.5, True, False)})}
    page = summarised(tmp_path, [same], listed, booked)
    assert '<td>Task 1: twice x <span class="quiet">f-check</span></td>' in page
    assert "0 → 1 (your points stand: 0.5)" in page
    assert find_changes(same, same) == []
    page = summarised(tmp_path, [same], listed, booked, CELLS[2:5])  # no heading gives a name
    assert "<td>f-check</td>" in page


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(5, "less than a minute"), (60, "1 minute"), (7199, "1 hour"), (172_800, "2 days")],
)
def test_lateness_is_told_in_words(seconds, words):
    assert format_lateness(seconds) == words
