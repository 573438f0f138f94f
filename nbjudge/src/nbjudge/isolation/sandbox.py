"""Find out which isolation this machine offers, and start a process in it."""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from nbjudge.errors import GradingError
from nbjudge.isolation import confine
from nbjudge.isolation.cgroup import choose_parent
from nbjudge.isolation.scratch import make_folder
from nbjudge.limits import HUNG, Limits
from nbjudge.records import Isolation, Plan, to_json_data

__all__ = ["ISOLATIONS", "NO_PROCESSES", "Sandbox", "choose_sandbox", "print_diagnosis", "probe"]

ISOLATIONS = ("bwrap", "userns", "landlock", "none")
UNKNOWN_USERS = range(1_900_000_000, 2_100_000_000)
"""Root's sandboxed processes become users of these numbers, whom no system knows."""
FEW_USERS = 400
"""Of as many from the end become users where a user space has numbers of its own, as in LXC."""

SYSTEM = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/timezone",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
]


COMPILE = """
import contextlib, pkgutil, sys
for name in sys.argv[1:]:
    with contextlib.suppress(Exception):
        pkgutil.resolve_name(name)
"""
NO_PROCESSES = "no process space: students' code cannot start processes"
NO_GROUP = (
    "none is delegated: memory is bound by process, and summed five times a second\n"
    f"{'':12}(systemd-run --user --scope -p Delegate=yes nbjudge ..., or --cgroup DIR)"
)


@functools.cache
def list_readable_paths(packages: tuple[str, ...]) -> list[str]:
    """List what a sandboxed process may read: the system, this Python, and these packages."""
    paths = [path for path in SYSTEM if os.path.lexists(path)]
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    paths += [os.path.realpath(prefix) for prefix in sorted(prefixes)] + sorted(prefixes)
    executable = Path(sys.executable)
    while executable.is_symlink():  # a chain of links may lead through other directories
        executable = Path(os.path.normpath(executable.parent / os.readlink(executable)))
        paths.append(str(executable.parent))
    for package in packages:  # those installed in place lie outside the prefixes
        try:
            spec = importlib.util.find_spec(package)
        except (ImportError, ValueError):
            continue
        if spec is None or spec.origin in (None, "built-in", "frozen"):
            continue
        paths += map(str, spec.submodule_search_locations or [spec.origin])
    paths = [path for path in dict.fromkeys(paths) if path not in ("/", "/tmp")]
    return [p for p in paths if os.path.exists(p) and not any(p.startswith(f"{q}/") for q in paths)]


@functools.cache
def find_spare_users(proc: Path = Path("/proc/self")) -> range:
    """Return numbers of users that root's processes may become in the user space we are in."""
    if (proc / "setgroups").read_text().strip() == "deny":
        return range(0)
    maps = [
        [(first, first + count) for first, _, count in read_numbers(proc / f"{kind}_map")]
        for kind in ("uid", "gid")
    ]
    both = [(max(a, c), min(b, d)) for a, b in maps[0] for c, d in maps[1]]
    if any(a <= UNKNOWN_USERS.start and UNKNOWN_USERS.stop <= b for a, b in both):
        return UNKNOWN_USERS
    nobody = 65534  # and what follows is no user's
    both = [(a, b if b > nobody + 3 else min(b, nobody)) for a, b in both]
    first, end = max(both, key=lambda part: part[1], default=(0, 0))
    return range(end - FEW_USERS, end) if first + FEW_USERS < end else range(0)


def read_numbers(path: Path) -> list[list[int]]:
    """Return the numbers of a file, by line."""
    return [list(map(int, line.split())) for line in path.read_text().splitlines()]


def is_root() -> bool:
    """Return whether we may become other users; else a root is treated like an ordinary user."""
    return os.getuid() == 0 and len(find_spare_users()) > 0


@dataclass(frozen=True)
class Sandbox:
    """How the processes of a run are isolated.

    Attributes
    ----------
    isolation : str
        One of `ISOLATIONS`.
    limits : Limits
    notes : tuple of str
        What is weaker than it could be, in words.
    cgroup : Path or None
        The control group that holds those of submissions.
    data : Path or None
        The course's folder of data, which may be read.
    """

    isolation: str
    limits: Limits
    notes: tuple[str, ...] = field(default=())
    cgroup: Path | None = None
    data: Path | None = None

    @property
    def separates_users(self) -> bool:
        """Return whether each process that is to be confined becomes a user of its own in a box."""
        return is_root() and self.isolation in ("bwrap", "userns")

    def describe(self) -> Isolation:
        """Return what a record says of the isolation."""
        filtered = confine.has_seccomp() and self.isolation != "none"
        return Isolation(self.isolation, filtered, list(self.notes))

    def start(
        self, imports: list[str], files: Path
    ) -> tuple[subprocess.Popen, socket.socket, tempfile.TemporaryDirectory]:
        """Start a zygote; return its process, its control socket and its scratch directory."""
        packages = tuple(sorted({name.partition(".")[0] for name in imports} | {"nbjudge"}))
        compile_bytecode(packages, tuple(imports))
        readable = list_readable_paths(packages) + ([str(self.data)] if self.data else [])
        scratch = make_folder()
        os.chmod(scratch.name, 0o711)
        boxed = self.isolation in ("bwrap", "userns")
        root = is_root()
        becomes_another = self.separates_users or (root and self._others_may_read(readable))
        place = "/tmp/work" if boxed else scratch.name
        plan = Plan(
            imports=imports,
            isolation=self.isolation,
            spaces=boxed,
            uid=random.choice(find_spare_users()) if becomes_another else None,
            users=[find_spare_users().start, find_spare_users().stop] if becomes_another else [],
            limits=self.limits,
            seccomp=self.isolation != "none" and confine.has_seccomp(),
            readable=readable,
            scratch=place,
            files="/files" if boxed else str(files),
            environment=self._environment(place),
            data=str(self.data or ""),
            debug=bool(os.environ.get("GRADING_DEBUG")),  # for those who mend the grader
        )
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        number = str(there.fileno())
        python = [sys.executable, "-P", "-s", "-m", "nbjudge.processes.zygote", number]
        binds = {"/files": str(files), **find_matplotlib_cache()}
        if self.isolation == "bwrap":
            command = [*self._bubblewrap(readable, binds, root), "--", *python]
        elif self.isolation == "userns":
            command = [
                *python,
                json.dumps({"readable": readable, "binds": binds, "user": not root}),
            ]
        else:
            command = python
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=None if os.environ.get("GRADING_DEBUG") else subprocess.DEVNULL,
            env=plan.environment,
            pass_fds=[there.fileno()],
            start_new_session=True,
        )
        there.close()
        here.send(json.dumps(to_json_data(plan)).encode())
        return process, here, scratch

    def _others_may_read(self, readable: list[str]) -> bool:
        """Return whether another user than root can read this Python without a box."""
        if self.isolation == "none":
            return False
        parents = {parent for path in readable for parent in Path(path).parents}
        return all(parent.stat().st_mode & 0o001 for parent in parents)

    def _environment(self, home: str) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": home,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "MALLOC_ARENA_MAX": "1",  # each more reserves addresses, which count as memory
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "MKL_NUM_THREADS": "1",
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "MPLCONFIGDIR": "/tmp/mpl" if home == "/tmp/work" else home,
            "IPYTHONDIR": "/tmp/ipython" if home == "/tmp/work" else home,
            "JOBLIB_MULTIPROCESSING": "1",
            "NBGRADER_EXECUTION": "autograde",
        }

    def _bubblewrap(self, readable: list[str], binds: dict, root: bool) -> list[str]:
        command = ["bwrap", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
        if root:  # root needs no user space of its own, and can become another user inside
            command += ["--cap-drop", "ALL"]
            for name in ("SYS_ADMIN", "SETUID", "SETGID", "SETPCAP", "CHOWN", "KILL"):
                command += ["--cap-add", f"CAP_{name}"]
        else:
            command += ["--unshare-user", "--cap-add", "ALL"]
        command += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/dev/shm"]
        parents = {str(parent) for path in readable for parent in Path(path).parents}
        for parent in sorted(parents - {"/"} - set(readable)):
            command += ["--dir", parent]  # those it makes unasked, other users may not enter
        for path in readable:
            if os.path.islink(path):
                command += ["--symlink", os.readlink(path), path]
            else:
                command += ["--ro-bind", path, path]
        command += ["--perms", "0755", "--tmpfs", "/mpl"]
        for target, source in binds.items():
            command += ["--ro-bind", source, target]
        for place in ("/dev", "/mpl", "/"):  # nothing that one student writes may reach another
            command += ["--remount-ro", place]
        return [*command, "--chdir", "/tmp"]


@functools.cache
def compile_bytecode(packages: tuple[str, ...], imports: tuple[str, ...]) -> None:
    """Compile what will be imported, once, where its installer has not (uv does not).

    A process in isolation may write none of it, and so would compile all of it at each start.
    """
    if not any(map(lacks_bytecode, packages)):
        return
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(
        [sys.executable, "-P", "-s", "-c", COMPILE, "nbjudge.processes.zygote", *imports],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        env=environment,
        check=False,  # a module that is not here is told where it is needed
    )


def lacks_bytecode(package: str) -> bool:
    """Return whether Python compiles a package again at each import, without need."""
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return False
    if spec is None or spec.cached is None or os.path.exists(spec.cached):
        return False
    return os.access(Path(spec.cached).parent.parent, os.W_OK)


@functools.cache
def find_matplotlib_cache() -> dict[str, str]:
    """Return where matplotlib's list of fonts lies; to make it takes seconds."""
    if importlib.util.find_spec("matplotlib") is None:
        return {}
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    cache = Path(os.environ.get("MPLCONFIGDIR") or Path(home, "matplotlib"))
    if not list(cache.glob("fontlist-*.json")):
        subprocess.run([sys.executable, "-c", "import matplotlib.font_manager"], check=False)
    return {f"/mpl/{path.name}": str(path) for path in cache.glob("fontlist-*.json")}


def probe(isolation: str) -> str | None:
    """Try an isolation; return None if it works, else why not, in words."""
    if isolation == "none":
        return None
    if sys.platform != "linux":
        return "it needs Linux"
    if isolation == "bwrap" and shutil.which("bwrap") is None:
        return "bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)"
    if isolation == "landlock":
        if not confine.get_landlock_version():
            return "this kernel has no Landlock (it came with Linux 5.13)"
        if not confine.has_seccomp():
            return "it needs a filter of system calls (pip install pyseccomp, and libseccomp2)"
        return None
    root = is_root()
    as_whom = [str(find_spare_users()[0])] if root else []
    python = [sys.executable, "-I", confine.__file__]
    if isolation == "bwrap":
        sandbox = Sandbox(isolation, Limits())
        box = sandbox._bubblewrap(list_readable_paths(("nbjudge",)), {}, root)
        python = [*box, "--", *python, *as_whom]
    else:
        python += as_whom or ["user"]
    try:
        done = subprocess.run(python, capture_output=True, text=True, timeout=HUNG, check=False)
    except subprocess.TimeoutExpired:
        return f"it gave no answer in {HUNG:g} seconds"
    return None if done.returncode == 0 else explain_block(isolation, done.stderr)


def explain_block(isolation: str, words: str) -> str:
    """Return why namespaces may be blocked here."""
    reasons = []
    for name, value, why in (
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "AppArmor (as on Ubuntu 24.04)"),
        ("kernel/unprivileged_userns_clone", "0", "the setting kernel.unprivileged_userns_clone"),
        ("user/max_user_namespaces", "0", "the setting user.max_user_namespaces"),
    ):
        path = Path("/proc/sys", name)
        if path.exists() and path.read_text().strip() == value:
            reasons.append(why)
    if Path("/.dockerenv").exists():
        reasons.append("Docker's default filter (--security-opt seccomp=unconfined lifts it)")
    said = words.strip().splitlines()[-1:] or ["no reason given"]
    return f"{said[0]}" + (f"; it may be {', '.join(reasons)}" if reasons else "")


@functools.cache
def choose_sandbox(
    wanted: str | None, limits: Limits, cgroup: Path | None = None, data: Path | None = None
) -> Sandbox:
    """Return the strongest isolation that works here, or the wanted one.

    Raises
    ------
    GradingError
        If it does not work, or if nothing but "none" does.
    """
    parent = choose_parent(cgroup)
    if wanted is not None:
        problem = probe(wanted)
        if problem:
            raise GradingError(f"--isolation {wanted} does not work here: {problem}")
        return Sandbox(wanted, limits, list_notes(wanted), parent, data)
    problems = []
    for isolation in ISOLATIONS[:-1]:
        problem = probe(isolation)
        if problem is None:
            return Sandbox(isolation, limits, list_notes(isolation), parent, data)
        problems.append(f"{isolation}: {problem}")
    raise GradingError(
        "no isolation works on this machine (" + "; ".join(problems) + "). Run on another one, or "
        "in a virtual machine that holds nothing else with --isolation none"
    )


def list_notes(isolation: str) -> tuple[str, ...]:
    """Return what an isolation lacks."""
    found = []
    if isolation == "none":
        found.append("no isolation: students' code can read and change what you can")
    if isolation == "landlock":
        found.append(NO_PROCESSES)
        found.append("disk is limited by file, not in all")
        if confine.get_landlock_version() < 6:
            found.append("this version of Landlock does not bind signals; the call filter does")
    if isolation in ("bwrap", "userns") and not confine.has_seccomp():
        found.append("no filter of system calls (pip install pyseccomp)")
    return tuple(found)


def print_diagnosis(cgroup: Path | None = None) -> int:
    """Print what this machine offers; return 0 if something but "none" works."""
    works = []
    for isolation in ISOLATIONS[:-1]:
        problem = probe(isolation)
        if problem is None:
            works.append(isolation)
        print(f"{'✔' if problem is None else '✘'} {isolation:9} {problem or 'works'}")
        for note in list_notes(isolation) if problem is None else ():
            print(f"{'':12}{note}")
    filters = confine.has_seccomp()
    print(f"{'✔' if filters else '✘'} {'seccomp':9} ", end="")
    print("works" if filters else "pip install pyseccomp, and libseccomp2 from the system")
    parent = choose_parent(cgroup)
    print(f"{'✔' if parent else '✘'} {'cgroup':9} ", end="")
    print(
        f"{parent}: the kernel bounds the memory of a submission as a whole" if parent else NO_GROUP
    )
    who = "root: students' code becomes another user" if is_root() else "an ordinary user"
    print(f"  running as {who}")
    if works:
        print(f"Grading here uses {works[0]}.")
        return 0
    print("Nothing works: install bubblewrap, or use a virtual machine and --isolation none.")
    return 1
