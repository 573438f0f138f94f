"""Control groups, from a recorded tree: what is written where, and what is made of what is read."""

import os
from pathlib import Path

import pytest

from grading_station import IMPORTS, answer, check
from isolations import require_isolation
from nbjudge.errors import GradingError
from nbjudge.isolation import cgroup
from nbjudge.isolation.cgroup import Group, choose_parent, find_delegated_group
from nbjudge.isolation.sandbox import choose_sandbox, print_diagnosis
from nbjudge.limits import Limits
from nbjudge.records import GradingTask, Materials, NotebookWork
from nbjudge.run import attempt

LIMITS = Limits(memory_mb=100, disk_mb=20, processes=7)


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Record what systemd's delegated group shows; one that is made in it holds its files too."""
    parent = tmp_path / "scope"
    parent.mkdir()
    (parent / "cgroup.controllers").write_text("cpu memory pids\n")
    (parent / "cgroup.procs").write_text("")
    (parent / "cgroup.subtree_control").write_text("")
    make = Group.__init__

    def filled(group, *arguments):
        make(group, *arguments)
        (group.path / "cgroup.procs").write_text("")
        (group.path / "memory.events").write_text("low 0\noom 0\noom_kill 0\n")

    monkeypatch.setattr(Group, "__init__", filled)
    choose_parent.cache_clear()
    choose_sandbox.cache_clear()
    yield parent
    choose_parent.cache_clear()
    choose_sandbox.cache_clear()
    attempt.close_stations()


def test_a_group_bounds_memory_swap_and_processes(tree):
    group = Group(choose_parent(tree), LIMITS)
    found = {path.name: path.read_text() for path in group.path.iterdir()}
    assert found["memory.max"] == str(220 * 2**20)
    assert found["memory.swap.max"] == "0"
    assert found["memory.oom.group"] == "1"
    assert found["pids.max"] == "7"
    assert (tree / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert Group(tree, LIMITS).path != group.path


def test_what_is_no_group_is_named(tree, tmp_path, capsys):
    (tree / "cgroup.controllers").write_text("cpu pids")
    with pytest.raises(GradingError, match=rf"--cgroup {tree}: it has no controller memory"):
        choose_parent(tree)
    with pytest.raises(GradingError, match=r"--cgroup /proc/self: .*No such file"):
        print_diagnosis(Path("/proc/self"))
    assert list(tmp_path.iterdir()) == [tree]
    assert not list(tree.glob("*/"))


def test_doctor_says_which(tree, capsys, monkeypatch):
    print_diagnosis(tree)
    assert f"✔ cgroup    {tree}: " in capsys.readouterr().out
    choose_parent.cache_clear()
    monkeypatch.setattr(cgroup, "find_delegated_group", lambda: None)
    print_diagnosis()
    assert "✘ cgroup    none is delegated" in capsys.readouterr().out


def test_a_group_that_holds_us_is_emptied_first_and_leftovers_go(tree):
    (tree / "cgroup.procs").write_text(f"1\n{os.getpid()}\n")
    mine = Group(tree, LIMITS).path
    for path in mine.iterdir():  # as the kernel's files, they are no obstacle
        path.unlink()
    space, *_ = mine.name.removeprefix("grading-").split("-")
    gone = tree / f"grading-{space}-{os.getpid()}-1-0"  # of another process of that number
    gone.mkdir()
    choose_parent(tree)
    assert (tree / "grader/cgroup.procs").read_text() == "0"
    assert mine.exists()
    assert not gone.exists()


def test_only_what_is_marked_as_delegated_is_taken(tmp_path, monkeypatch):
    (tmp_path / "self").mkdir()
    (tmp_path / "self/cgroup").write_text("4:memory:/other\n0::/user.slice/run-1.scope\n")
    (tmp_path / "self/mountinfo").write_text(
        "24 1 0:22 / /proc rw - proc proc rw\n"
        f"35 24 0:30 / {tmp_path}/fs rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    )
    marks = {}
    monkeypatch.setattr(os, "getxattr", lambda path, name: marks[str(path), name])
    group = tmp_path / "fs/user.slice/run-1.scope"
    marks[str(group), "user.delegate"] = b"0"
    assert find_delegated_group(tmp_path) is None
    marks[str(group), "user.delegate"] = b"1"
    assert find_delegated_group(tmp_path) == group
    (tmp_path / "self/mountinfo").write_text("24 1 0:22 / /proc rw - proc proc rw\n")
    assert find_delegated_group(tmp_path) is None


@pytest.fixture
def task(tree):
    require_isolation("bwrap")
    materials = Materials("one", {"student": IMPORTS, "checker": IMPORTS}, {}, "cgroups")

    def of(source):
        cells = [answer(source, "x = 1"), check("assert x == 1")]
        work = {"one": NotebookWork(materials, cells, {})}
        return GradingTask("ann", work, "bwrap", Limits(), compatibility=False, cgroup=tree)

    return of


def test_each_process_is_in_a_group_before_it_runs_anything(tree, task):
    graded = attempt.grade_submission(task("x = 1"))
    assert graded.notebooks["one"].results[1].outcome == "passed", graded
    entered = [path.read_text() for path in tree.glob("grading-*/cgroup.procs")]
    assert entered == ["0", "0"]  # the student's and the checker's


def test_what_the_kernel_ended_is_told_as_memory(task, monkeypatch):
    monkeypatch.setattr(Group, "ran_out", lambda group: True)
    graded = attempt.grade_submission(task("import os\nos._exit(0)"))
    said = graded.notebooks["one"].results[0].words
    assert said == "the processes it started took more than twice the limit of 1024 MB of memory"


def test_a_group_that_cannot_be_entered_costs_the_student_nothing(task, monkeypatch):
    enter, calls = Group.entrance, []

    def refused(group):
        calls.append(group)  # the student's process comes first, then the checker
        return os.open("/dev/null", os.O_RDONLY) if len(calls) % 2 else enter(group)

    monkeypatch.setattr(Group, "entrance", refused)
    graded = attempt.grade_submission(task("x = 1"))
    assert "WorkerError: the keeper of the student's process is gone" in graded.broken
    assert len(calls) == 4  # it was tried twice
    assert not graded.notebooks
