"""What a student's process may not do, by groups of system calls, in every isolation."""

import json
import os
import struct

import pytest

from grading_corpus import assignment
from isolations import require_isolation
from nbjudge.course.source import Assignment, Course
from nbjudge.isolation import confine, sandbox
from nbjudge.limits import Limits
from nbjudge.records import GradingTask, NotebookWork, ProgramCell
from nbjudge.run import attempt as task

TRIES = """
import ctypes, fcntl, json, os, shutil, socket, struct, tempfile
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
shared = os.path.realpath(os.__file__)
def of_two(ask):
    return ask(os.open(shared, os.O_RDONLY), os.open(shared, os.O_RDONLY))
def meets_lock(one, two):
    fcntl.flock(one, fcntl.LOCK_EX)
    try: fcntl.flock(two, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError: return True
    return False
def meets_record(setting):
    lock = lambda kind: struct.pack("hhqqi4x", kind, 0, 3, 1, 0)
    def ask(one, two):
        fcntl.fcntl(one, setting, lock(fcntl.F_RDLCK))
        found = fcntl.fcntl(two, 36, lock(fcntl.F_WRLCK))
        return struct.unpack_from("h", found)[0] != fcntl.F_UNLCK
    return ask
def of_shared(request, value):
    return fcntl.fcntl(os.open(shared, os.O_RDONLY), request, value)
tries("lock", lambda: of_two(meets_lock))
tries("lock of a record", lambda: of_two(meets_record(fcntl.F_SETLK)))
tries("lock of a record for long", lambda: of_two(meets_record(37)))
tries("lease", lambda: of_shared(fcntl.F_SETLEASE, fcntl.F_RDLCK))
tries("note", lambda: fcntl.fcntl(os.open(os.path.dirname(shared), 0), fcntl.F_NOTIFY, 0x80000001))
tries("hint", lambda: of_shared(1036, struct.pack("q", 4)))
tries("inotify_init", lambda: libc.inotify_init())
tries("inotify_init1", lambda: libc.inotify_init1(0))
long = ctypes.c_long
tries("pipe buffer, a longer number", lambda: libc.syscall(
    72, long(os.pipe()[1]), long(2**32 + 1031), long(2**20)))
tries("send buffer, a longer number", lambda: libc.syscall(
    54, long(socket.socketpair()[0].fileno()), long(2**32 + 1), long(2**32 + 7),
    ctypes.byref(ctypes.c_int(2**22)), long(4)))
tries("terminal of others", lambda: os.path.exists("/dev/pts") and len(os.listdir("/dev/pts")) > 1)
tries("migrate_pages", lambda: libc.syscall(256, 0, 0, None, None))
tries("clone, its parent's child", lambda: libc.syscall(56, 0x8000 | 17, 0, 0, 0, 0) or os._exit(0))
if ALONE:
    reader, writer = os.pipe()
    tries("F_SETOWN", lambda: fcntl.fcntl(reader, 8, os.getpid()))
    tries("F_SETSIG", lambda: fcntl.fcntl(reader, 10, 9))
    tries("F_SETOWN_EX", lambda: fcntl.fcntl(reader, 15, struct.pack("ii", 1, os.getpid())))
    tries("FIOSETOWN", lambda: fcntl.ioctl(socket.socketpair()[0], 0x8901, struct.pack("i", 1)))
    tries("SIOCSPGRP", lambda: fcntl.ioctl(socket.socketpair()[0], 0x8902, struct.pack("i", 1)))
    tries("sched_setattr", lambda: libc.syscall(
        314, 0, struct.pack("IIQiIQQQ", 48, 5, 0, 0, 0, 0, 0, 0), 0))
    tries("ioprio_set", lambda: libc.syscall(251, 1, 0, 3 << 13))
    tries("to outlive the keeper", lambda: libc.prctl(1, 0))
    tries("to share a core", lambda: libc.prctl(62, 1, 0, 0, 0))
    tries("datagrams", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)[0].bind("\\0x"))
    tries("raw datagrams", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW))
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
import fcntl, sqlite3, subprocess
with open("a.txt", "a") as file:
    fcntl.flock(file, fcntl.LOCK_EX), fcntl.lockf(file, fcntl.LOCK_EX), file.write("2")
for mode in ("delete", "wal"):
    with sqlite3.connect(f"{mode}.db") as one, sqlite3.connect(f"{mode}.db") as two:
        one.execute(f"pragma journal_mode={mode}")
        one.execute("create table t (x)"), one.execute("insert into t values (3)"), one.commit()
        two.execute("insert into t values (4)"), two.commit()
        done.append(one.execute("select sum(x) from t").fetchone() == (7,))
if SPACES:  # a space of processes, and bubblewrap's /dev
    import multiprocessing
    with multiprocessing.get_context("fork").Pool(2) as pool:
        done.append(pool.map(abs, [-1, 2]) == [1, 2])
    done.append(subprocess.run(["echo", "x"], capture_output=True).stdout == b"x\\n")
    done.append(os.system("true") == 0)
    mine, its = os.openpty()
    os.write(its, b"x"); done.append(os.read(mine, 9) == b"x" and os.ttyname(its) == "/dev/pts/0")
    async def one(): return 1
    done.append(asyncio.new_event_loop().run_until_complete(one()) == 1)
print(json.dumps(list(map(bool, done))))
"""


def printed(place, kind, code):
    """Run code as a student's cell in an isolation; return what it printed."""
    cells = [
        ProgramCell("setup", "import numpy as np", "import numpy as np"),
        ProgramCell("student", code, solution="pass"),
    ]
    materials = Assignment(Course(place), "corpus").notebooks["corpus"].materials
    work = {"corpus": NotebookWork(materials, cells, {})}
    graded = task.grade_submission(GradingTask("ann", work, kind, Limits(), False))
    result = graded.notebooks["corpus"].results[1]
    assert not result.error, result
    assert not result.reason, result
    return json.loads(result.outputs[0]["text"].splitlines()[-1])


@pytest.fixture(params=["bwrap", "userns", "landlock"])
def place(request, tmp_path, monkeypatch):
    """Pretend to be an ordinary user, in whose own files a student's process then runs."""
    require_isolation(request.param)
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
    tries = TRIES.replace("TARGET", repr(str(target))).replace("ALONE", str(kind == "landlock"))
    found = printed(course, kind, tries)
    # pretended where shutil.copy would fail otherwise, or done to a file of one's own
    pretended = {"chmod", "fchmodat2", "utime", "write where zygotes write"}
    done = {name for name, how in found.items() if how == "done"} - pretended
    assert not done
    again = printed(course, kind, tries)
    assert again["write where zygotes write"] == found["write where zygotes write"]  # it is gone
    after = os.stat(target)
    assert [after.st_mode, after.st_uid, after.st_mtime_ns, after.st_ctime_ns] == [
        before.st_mode,
        before.st_uid,
        before.st_mtime_ns,
        before.st_ctime_ns,
    ]
    assert not os.listxattr(target)


def test_what_answers_do_works(place):
    kind, course = place
    spaces = str(kind == "bwrap")
    assert all(printed(course, kind, HONEST.replace("SPACES", spaces)))


@pytest.mark.parametrize("version", [1, 2, 3])
def test_no_version_of_landlock_lets_a_file_of_others_be_cut(version, tmp_path, monkeypatch):
    """The third is the first that binds it itself; the filter of calls does before."""
    require_isolation("landlock")
    monkeypatch.setattr(confine, "get_landlock_version", lambda: version)
    others, mine = tmp_path / "others", tmp_path / "mine"
    others.mkdir()
    mine.mkdir()
    (others / "grades").write_text("grades")
    target = bytes(others / "grades")
    how, kept = struct.pack("QQQ", os.O_TRUNC, 0, 0), []
    for readable in ([], [str(others)]):
        for cut in (
            lambda: os.truncate(target, 0),
            lambda: os.open(target, os.O_WRONLY | os.O_TRUNC),
            lambda: os.open(target, os.O_RDONLY | os.O_TRUNC),
            lambda: os.open(target, os.O_ACCMODE | os.O_TRUNC),
            lambda: confine.LIBC.syscall(2, target, os.O_RDONLY | os.O_TRUNC),
            lambda: confine.LIBC.syscall(437, -100, target, how, len(how)),
        ):
            process = os.fork()
            if process == 0:
                try:
                    confine.apply_landlock(readable, [str(mine)])
                    confine.filter_system_calls(alone=True)
                    (mine / "file").write_text("long")
                    (mine / "file").write_text("short")
                    cut()
                finally:
                    os._exit(0)
            os.waitpid(process, 0)
            kept.append((others / "grades").read_text() == "grades")
            assert (mine / "file").read_text() == "short"
            (mine / "file").unlink()
            (others / "grades").write_text("grades")
    assert kept == [True] * 12
