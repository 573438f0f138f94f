"""What a student's process may not do, by groups of system calls, in every isolation."""

import json
import os

import pytest

from grading_corpus import assignment
from nbjudge.course.source import Assignment, Course
from nbjudge.isolation import sandbox
from nbjudge.limits import Limits
from nbjudge.records import Cell, Task, Work
from nbjudge.run import attempt as task
from needs import missing

TRIES = """
import ctypes, fcntl, json, os, shutil, socket, tempfile
libc = ctypes.CDLL(None, use_errno=True)
found = {}
def tries(name, call):
    try:
        found[name] = "done" if call() not in (-1, False) else "refused"
    except OSError:
        found[name] = "refused"
def buffers(option):
    one, two = socket.socketpair()
    one.setsockopt(socket.SOL_SOCKET, option, 2**22)
tries("memfd_create", lambda: libc.memfd_create(b"x", 0))
tries("memfd_create by number", lambda: libc.syscall(319, b"x", 0))
tries("memfd_secret", lambda: libc.syscall(447, 0))
tries("shmget", lambda: libc.shmget(0, 2**26, 0o1600))
tries("msgget", lambda: libc.msgget(0, 0o1600))
tries("semget", lambda: libc.semget(0, 10, 0o1600))
tries("userfaultfd", lambda: libc.syscall(323, 0))
tries("io_uring_setup", lambda: libc.syscall(425, 8, ctypes.create_string_buffer(200)))
tries("bpf", lambda: libc.syscall(321, 0, ctypes.create_string_buffer(200), 200))
tries("send buffer", lambda: buffers(socket.SO_SNDBUF))
tries("receive buffer", lambda: buffers(socket.SO_RCVBUF))
tries("pipe buffer", lambda: fcntl.fcntl(os.pipe()[1], 1031, 2**20))
tries("chown", lambda: os.chown(TARGET, 7, 7))
tries("lchown", lambda: os.lchown(TARGET, 7, 7))
tries("setxattr", lambda: os.setxattr(TARGET, "user.x", b"x"))
tries("chmod", lambda: os.chmod(TARGET, 0))
tries("chmod by descriptor", lambda: os.chmod(os.open(TARGET, os.O_RDONLY), 0))
tries("fchmodat2", lambda: libc.syscall(452, -100, TARGET.encode(), 0, 0))
tries("utime", lambda: os.utime(TARGET, (0, 0)))
tries("write beside the fonts", lambda: open("/mpl/x", "w"))
tries("change the fonts", lambda: open(os.path.join("/mpl", os.listdir("/mpl")[0]), "a"))
tries("write where zygotes write", lambda: open("/tmp/mpl/left", "x"))
print(json.dumps(found))
"""
HONEST = """
import asyncio, json, os, shutil, tempfile, threading
import matplotlib.pyplot as plt
done = []
with open("a.txt", "w") as file: file.write("1")
shutil.copy("a.txt", "b.txt"), shutil.copy2("a.txt", "c.txt")
done.append(open("b.txt").read() == open("c.txt").read() == "1")
with tempfile.TemporaryDirectory() as place: open(os.path.join(place, "x"), "w").close()
np.save("d.npy", np.arange(3)); done.append(np.load("d.npy").sum() == 3)
plt.plot([1, 2]); plt.savefig("e.png"); done.append(os.path.getsize("e.png") > 1000)
plt.close("all")
if SPACES:  # a space of processes, and bubblewrap's /dev
    import multiprocessing
    with multiprocessing.get_context("fork").Pool(2) as pool:
        done.append(pool.map(abs, [-1, 2]) == [1, 2])
    async def one(): return 1
    done.append(asyncio.new_event_loop().run_until_complete(one()) == 1)
print(json.dumps(list(map(bool, done))))
"""


def printed(place, kind, code):
    """Run code as a student's cell in an isolation; return what it printed."""
    cells = [
        Cell("setup", "import numpy as np", "import numpy as np"),
        Cell("student", code, solution="pass"),
    ]
    materials = Assignment(Course(place), "corpus").notebooks["corpus"].materials
    work = {"corpus": Work(materials, cells, {})}
    graded = task.grade_submission(Task("ann", work, kind, Limits(), False))
    result = graded.notebooks["corpus"].results[1]
    assert not result.error, result
    assert not result.reason, result
    return json.loads(result.outputs[0]["text"].splitlines()[-1])


@pytest.fixture(params=["bwrap", "userns", "landlock"])
def place(request, tmp_path, monkeypatch):
    """Pretend to be an ordinary user, in whose own files a student's process then runs."""
    if sandbox.probe(request.param):
        missing(f"{request.param}: {sandbox.probe(request.param)}")
    task.close_stations()
    monkeypatch.setattr(sandbox.Sandbox, "_others_may_read", lambda *_: False)
    if request.param == "bwrap":
        monkeypatch.setattr(sandbox.os, "getuid", lambda: 1000)
    book = assignment.notebook([assignment.setup("setup", "import numpy as np")])
    yield request.param, assignment.write_course(tmp_path / "course", {}, book)
    task.close_stations()


def test_what_limits_do_not_count_is_refused(place):
    kind, course = place
    target = course / "gradebook.db"
    target.touch(0o640)
    before = os.stat(target)
    found = printed(course, kind, TRIES.replace("TARGET", repr(str(target))))
    # pretended where shutil.copy would fail otherwise, or done to a file of one's own
    pretended = {"chmod", "fchmodat2", "utime", "write where zygotes write"}
    done = {name for name, how in found.items() if how == "done"} - pretended
    assert not done
    again = printed(course, kind, TRIES.replace("TARGET", repr(str(target))))
    assert again["write where zygotes write"] == found["write where zygotes write"]  # it is gone
    after = os.stat(target)
    assert [after.st_mode, after.st_uid, after.st_mtime_ns, after.st_ctime_ns] == [
        before.st_mode, before.st_uid, before.st_mtime_ns, before.st_ctime_ns]  # fmt: skip
    assert not os.listxattr(target)


def test_what_answers_do_works(place):
    kind, course = place
    spaces = str(kind == "bwrap")
    assert all(printed(course, kind, HONEST.replace("SPACES", spaces)))
