"""Formgrader, opened at the cell that waits for a person."""

import io
import re
import types
import urllib.request
from pathlib import Path

import pytest
from jupyter_server.serverapp import list_running_servers

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.course.source import Course
from nbjudge.errors import GradingError
from nbjudge.records import GradebookCell, GradebookEntry
from nbjudge.run import formgrader
from nbjudge.run.formgrader import WaitingCell, find_waiting_cell, open_formgrader
from nbjudge.run.run import Options, grade_assignment
from nbjudge.run.summarize import update_summary


def cell(name, kind="text", grade=False, task=False):
    return types.SimpleNamespace(id=name, kind=kind, grade=grade, task=task)


CELLS = [
    cell("intro"),
    cell(None),
    cell("f", "student"),
    cell("f-check", "test", grade=True),
    cell("t", task=True),
    cell("why", "answer", grade=True),
]
ONE = types.SimpleNamespace(notebooks={"n": types.SimpleNamespace(cells=CELLS)})


@pytest.mark.parametrize(
    ("waiting", "place"),
    [
        ("f-check", WaitingCell("s2", 2, "f-check")),
        ("t", WaitingCell("s2", 4, "t")),
        ("why", WaitingCell("s2", 7, "why")),
        ("intro", None),
    ],
)
def test_the_first_cell_that_waits_is_found(waiting, place):
    marks = {("n", c.id): GradebookCell(0.0, False, c.id == waiting) for c in CELLS if c.id}
    done = {key: GradebookCell(0.0) for key in marks}
    booked = {"bob": GradebookEntry(marks, {"n": "s2"}), "ann": GradebookEntry(done, {"n": "s1"})}
    assert find_waiting_cell(ONE, booked) == place


def test_an_address_holds_nothing_that_a_name_could_add():
    place = WaitingCell("s 1", 3, "a&b=c#d<e>")
    assert place.address("http://localhost/", "t") == (
        "http://localhost/formgrader/submissions/s%201/?index=3&token=t#a%26b%3Dc%23d%3Ce%3E"
    )


def test_a_server_of_this_course_is_used_again_and_no_other(tmp_path, monkeypatch):
    def known(place):
        return {"url": f"http://{place.name}/", "token": "t", "root_dir": str(place), "pid": 1}

    asked, started = [], []
    monkeypatch.setattr(formgrader, "list_running_servers", lambda: map(known, there))
    monkeypatch.setattr(formgrader, "fetch_status", lambda address: asked.append(address) or 200)
    monkeypatch.setattr(formgrader.webbrowser, "open", lambda address: False)
    monkeypatch.setattr(formgrader.subprocess, "Popen", lambda *a, **k: started.append(a) or 1 / 0)
    out = io.StringIO()
    there = [tmp_path / "other", tmp_path]
    open_formgrader(tmp_path, WaitingCell("s", 1, "c"), out)
    assert len(asked) == 1
    assert out.getvalue() == f"Formgrader: {asked[0]}\n"
    there = [tmp_path / "other"]
    with pytest.raises(ZeroDivisionError):
        open_formgrader(tmp_path, WaitingCell("s", 1, "c"), out)
    assert len(started) == 1


def test_a_server_that_does_not_start_is_told_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(formgrader.sys, "executable", "/bin/false")
    with pytest.raises(GradingError, match="no Jupyter server started: it says nothing"):
        open_formgrader(tmp_path, WaitingCell("s", 1, "c"), io.StringIO())


@pytest.mark.trial
def test_it_opens_at_the_cell_and_ends_with_its_server(tmp_path, monkeypatch):
    require_isolation("bwrap")
    books = {"ann": assignment.as_bytes(assignment.submission())}
    course = Course(assignment.write_course(tmp_path, books))
    with (tmp_path / "log.txt").open("w") as log:
        grade_assignment(course.root, "corpus", Options(jobs=1, isolation="bwrap"), log)
    assignment_, _, booked = update_summary(course, "corpus")
    place = find_waiting_cell(assignment_, booked)
    pages = []

    def browser(address):
        with urllib.request.urlopen(address) as reply:
            pages.append(reply.read().decode())
        raise KeyboardInterrupt

    monkeypatch.setattr(formgrader.webbrowser, "open", browser)
    open_formgrader(course.root, place, io.StringIO())
    fields = re.findall(r'<[^>]*class="[^"]*\btabbable\b[^"]*"[^>]*>', pages[0])
    assert 'id="why"' in fields[place.index]
    assert not [s for s in list_running_servers() if Path(s["root_dir"]) == course.root]
