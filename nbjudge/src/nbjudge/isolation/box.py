"""The box around a zygote where bubblewrap is missing: the same, with our own system calls."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from nbjudge.isolation import confine
from nbjudge.isolation.confine import mount

__all__ = ["enter"]

ROOT = "/tmp"


def enter(readable: list[str], binds: dict[str, str], user: bool) -> None:
    """Enter new spaces and a file tree of the readable paths alone; go on as a child.

    Parameters
    ----------
    readable : list of str
        Paths to show.
    binds : dict
        What to show elsewhere: {target: source}.
    user : bool
        Make a user space too; an ordinary user must.
    """
    uid, gid = os.getuid(), os.getgid()
    confine.unshare_namespaces(confine.NEW_SPACES | (confine.CLONE_NEWUSER if user else 0))
    if user:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    child = os.fork()
    if child:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: os.kill(child, signal.SIGKILL))
        os.closerange(3, 2**16)
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    confine.die_with_parent()
    build({path: path for path in readable} | binds)


def build(shown: dict[str, str]) -> None:
    """Build the file tree of {target: source} and make it the root."""
    mount(None, "/", None, confine.MS_REC | confine.MS_PRIVATE)
    held = confine.open_paths(list(shown.values()), ROOT)
    mount("tmpfs", ROOT, "tmpfs", confine.MS_NOSUID, "mode=755,size=16m")
    os.mkdir(ROOT + "/tmp")
    options = confine.MS_NOSUID | confine.MS_NODEV
    mount("tmpfs", ROOT + "/tmp", "tmpfs", options, "mode=1777,size=64m")
    for target, source in sorted(shown.items()):
        if source in held:
            show(f"/proc/self/fd/{held[source]}", ROOT + target)
        elif os.path.islink(source):  # a link stays a link
            os.makedirs(os.path.dirname(ROOT + target), exist_ok=True)
            os.symlink(os.readlink(source), ROOT + target)
        elif os.path.exists(source):
            show(source, ROOT + target)
    os.makedirs(ROOT + "/dev/shm", exist_ok=True)
    for device in ("null", "zero", "full", "random", "urandom"):
        Path(ROOT, "dev", device).touch()
        mount(f"/dev/{device}", f"{ROOT}/dev/{device}", None, confine.MS_BIND)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0")):
        os.symlink(target, f"{ROOT}/dev/{name}")
    for name in ("proc", "old"):
        os.makedirs(f"{ROOT}/{name}", exist_ok=True)
    with contextlib.suppress(OSError):
        mount(
            "proc", ROOT + "/proc", "proc", confine.MS_NOSUID | confine.MS_NODEV | confine.MS_NOEXEC
        )
    os.chdir(ROOT)
    confine.call("pivot_root", b".", b"old")
    os.chdir("/")
    confine.call("umount2", b"/old", confine.MNT_DETACH)
    os.rmdir("/old")
    read_only = confine.MS_REMOUNT | confine.MS_BIND | confine.MS_RDONLY | confine.MS_NOSUID
    mount(None, "/", None, read_only)
    sys.stdout.flush()


def show(source: str, target: str) -> None:
    """Make a file or directory visible, read-only."""
    confine.bind(source, target)
    flags = confine.MS_REMOUNT | confine.MS_BIND | confine.MS_RDONLY | confine.MS_NOSUID
    try:
        mount(None, target, None, flags)
    except OSError:  # flags that the outer mount has may not be dropped
        mount(None, target, None, flags | confine.MS_NODEV)
