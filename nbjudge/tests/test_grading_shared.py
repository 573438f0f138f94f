"""Workers share warm processes, and nothing else: no submission, no failure."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from grading_station import IMPORTS, LIMITS, answer, check, everything, extra
from isolations import require_isolation
from nbjudge.isolation import sandbox
from nbjudge.isolation.sandbox import choose_sandbox
from nbjudge.records import Materials, Program
from nbjudge.run import attempt as task
from waiting import until

MATERIALS = Materials("shared", {"student": IMPORTS, "checker": IMPORTS}, {})
RIGHT = "def double(x):\n    return 2 * x"
DOUBLES = check("assert double(21) == 42")
MEET = """
import errno, fcntl, glob, json, os, socket, time
from pathlib import Path

folders, seen, start = ["/tmp", "/dev/shm", "."], set(), time.time()
for folder in folders:
    try:
        Path(folder, "left-by-{me}").write_text("here I am")
    except OSError:
        pass
server = socket.socket(socket.AF_UNIX)
server.bind("\\0{me}")
server.listen()
try:
    own = os.ttyname(os.openpty()[1])
    os.chmod(own, 0o666)
except OSError:  # userns has no terminals
    own = ""
file = os.open(json.__file__, os.O_RDONLY)
while time.time() < start + 3:
    for folder in folders:
        seen.update(glob.glob(f"{{folder}}/left-by-{other}"))
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(0)
        if client.connect_ex("\\0{other}") != errno.ECONNREFUSED:
            seen.add("a server")
    seen.update({{*glob.glob("/dev/pts/[0-9]*")}} - {{own}})
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        seen.add("a lock")
    seen.update(number for number in os.listdir("/proc") if number.isdigit() and number != "1")
print(json.dumps([start, time.time(), sorted(seen)]))
"""


def station_in(isolation):
    """A station as a worker gets it."""
    require_isolation(isolation)
    return task.make_station(MATERIALS, choose_sandbox(isolation, LIMITS))


def at_once(do, *several):
    """Do something with each in a thread of its own."""
    with ThreadPoolExecutor(len(several)) as threads:
        return list(threads.map(do, several))


@pytest.mark.parametrize("isolation", ["bwrap", "userns"])
def test_submissions_that_run_at_once_see_nothing_of_one_another(isolation):
    def run(names):
        me, other = names
        station = station_in(isolation)
        meet = extra(MEET.format(me=me, other=other))
        found = everything(station, answer(RIGHT, RIGHT), meet, DOUBLES)
        station.close()
        return found

    def met():
        found = at_once(run, ("ann", "ben"), ("ben", "ann"))
        assert [results[2].outcome for results in found] == ["passed", "passed"]
        told = [json.loads(results[1].outputs[0]["text"]) for results in found]
        assert [seen for *_, seen in told] == [[], []]
        return max(start for start, *_ in told) < min(end for _, end, _ in told)

    until(met, "both run at the same time")


def test_workers_share_warm_processes_where_what_these_fork_become_users_of_their_own(monkeypatch):
    one, two = station_in("bwrap"), station_in("bwrap")
    sandbox = choose_sandbox("bwrap", LIMITS)
    assert (one.warm is two.warm) == sandbox.separates_users == (os.getuid() == 0)
    monkeypatch.setattr(type(sandbox), "separates_users", False)
    three = station_in("bwrap")
    assert three.warm not in (one.warm, two.warm)
    for station in (one, two, three):
        station.close()


@pytest.fixture
def sharing():
    if os.getuid() != 0:
        pytest.skip("needs root: an ordinary user's workers have warm processes of their own")


@pytest.mark.usefixtures("sharing")
def test_warm_processes_end_with_the_last_who_uses_them_and_a_failure_is_not_handed_on():
    one, two = station_in("bwrap"), station_in("bwrap")
    process = psutil.Process(one.zygotes["student"].process.pid)
    one.close(failed=True)
    assert everything(two, answer(RIGHT, RIGHT), DOUBLES)[1].outcome == "passed"
    fresh = station_in("bwrap")
    assert fresh.warm is not two.warm
    two.close()
    fresh.close()
    until(lambda: not process.is_running(), "the last who used it has closed")


@pytest.mark.usefixtures("sharing")
def test_what_several_workers_need_of_the_solution_is_run_once(monkeypatch):
    stations = [station_in("bwrap") for _ in range(3)]
    runs, run = [], task.run_solution
    monkeypatch.setattr(task, "run_solution", lambda *given: runs.append(1) or run(*given))
    program = Program([answer(RIGHT, RIGHT), DOUBLES], 300, 3000, 100)
    found = at_once(
        lambda one: task.get_solution_results(one, program, LIMITS, together=False), *stations
    )
    assert [[result.outcome for result in results] for results in found] == [["passed"]] * 3
    assert len(runs) == 1
    for station in stations:
        station.close()


ENTER = """
from nbjudge.isolation import confine
confine.unshare_namespaces(confine.CLONE_NEWUSER)
print("entered", flush=True)
input()
"""
IN_SPACE = """
import sys
from nbjudge.isolation import sandbox
from test_grading_shared import DOUBLES, RIGHT, answer, everything, station_in
station = station_in(sys.argv[1])
print(sandbox.is_root(), everything(station, answer(RIGHT, RIGHT), DOUBLES)[1].outcome)
station.close()
"""


@pytest.mark.usefixtures("sharing")
@pytest.mark.parametrize(("ids", "root"), [(1, False), (65536, True)])
@pytest.mark.parametrize("isolation", ["bwrap", "userns", "landlock"])
def test_a_root_of_few_users_grades_too(isolation, ids, root):
    """As ``unshare --map-root-user`` makes one, and a container without privileges."""
    require_isolation(isolation)
    process = subprocess.Popen(
        [sys.executable, "-c", f"{ENTER}\n{IN_SPACE}", isolation],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.path.dirname(__file__)},
    )
    assert process.stdout.readline() == "entered\n"
    for kind in ("uid", "gid"):
        Path(f"/proc/{process.pid}/{kind}_map").write_text(f"0 0 {ids}")
    out, _ = process.communicate("go\n")
    assert out.split() == [str(root), "passed"]


@pytest.mark.parametrize(
    ("users", "groups", "spare"),
    [
        ("0 0 4294967295", "0 0 4294967295", range(1_900_000_000, 2_100_000_000)),
        ("0 1000 1", "0 1000 1", range(0)),
        ("0 100000 65536", "0 100000 65536", range(65134, 65534)),
        ("0 1000 1\n1 100000 65536", "0 1000 1\n1 100000 65536", range(65134, 65534)),
        ("0 100000 65536", "0 1000 1", range(0)),
        ("0 0 1000000", "0 0 1000000", range(999_600, 1_000_000)),
    ],
)
def test_who_processes_become_is_of_the_space_we_are_in(users, groups, spare, tmp_path):
    for name, text in (("uid_map", users), ("gid_map", groups), ("setgroups", "allow\n")):
        (tmp_path / name).write_text(text)
    assert sandbox.find_spare_users(tmp_path) == spare
    sandbox.find_spare_users.cache_clear()
    (tmp_path / "setgroups").write_text("deny\n")
    assert sandbox.find_spare_users(tmp_path) == range(0)
