"""Folders for the time of a run, found again and removed if their run was killed."""

from __future__ import annotations

import contextlib
import functools
import os
import secrets
import stat
import tempfile
from pathlib import Path

__all__ = ["get_owner", "is_gone", "make_folder", "remove_folder", "sweep"]


def get_start_time(process: int | str) -> str | None:
    """Return when a process started, in the kernel's count; None if there is no such process."""
    try:
        about = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    return about.rpartition(")")[2].split()[19]


def get_process_space() -> str:
    """Return the PID namespace we are in: numbers of processes mean nothing in another one."""
    try:
        return str(os.stat("/proc/self/ns/pid").st_ino)
    except OSError:
        return "0"


def get_owner() -> str:
    """Return a name of this process that identifies it even after it is gone."""
    return f"{get_process_space()}-{os.getpid()}-{get_start_time('self') or 0}"


def is_gone(name: str) -> bool:
    """Return whether the process that named something ``grading-OWNER-...`` is gone."""
    _, where, process, start, _ = name.split("-", 4)
    return where == get_process_space() and get_start_time(process) != start


def make_folder() -> tempfile.TemporaryDirectory:
    """Make a temporary directory that tells by its name whose it is."""
    sweep()
    return tempfile.TemporaryDirectory(prefix=f"grading-{get_owner()}-", ignore_cleanup_errors=True)


@functools.cache
def sweep() -> None:
    """Remove what runs of ours that are gone have left, once in the life of a process."""
    for place in Path(tempfile.gettempdir()).glob("grading-*-*-*-*"):
        if is_gone(place.name) and is_ours(place):
            with contextlib.suppress(OSError):  # another run that starts now removes it too
                remove_folder(place)


def remove_folder(place: str | Path) -> None:
    """Remove a folder in which a student's code wrote: however deep, without following a link.

    Each folder in it is emptied into the outermost one, for it may lie deeper than Python
    recurses and than the kernel takes a path.
    """
    moved = secrets.token_hex(8)  # names that none of those in there has
    count = 0
    outermost = open_folder(place)
    try:
        while names := os.listdir(f"/proc/self/fd/{outermost}"):
            for name in names:
                if not is_folder(name, outermost):
                    os.unlink(name, dir_fd=outermost)
                    continue
                inner = open_folder(name, outermost)
                try:
                    for below in os.listdir(f"/proc/self/fd/{inner}"):
                        if is_folder(below, inner):  # which must be ours to write, to be moved
                            os.close(open_folder(below, inner))
                        count += 1
                        to = f"{moved}-{count}"
                        os.rename(below, to, src_dir_fd=inner, dst_dir_fd=outermost)
                finally:
                    os.close(inner)
                os.rmdir(name, dir_fd=outermost)
    finally:
        os.close(outermost)
    os.rmdir(place)


def is_folder(name: str, parent: int) -> bool:
    """Return whether an entry of an open folder is a folder, and no link."""
    return stat.S_ISDIR(os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode)


def open_folder(name: str | Path, parent: int | None = None) -> int:
    """Open a folder, and no link to one; it may have been made so that nobody may read it."""
    found = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    os.chmod(f"/proc/self/fd/{found}", 0o700)
    return found


def is_ours(place: Path) -> bool:
    """Return whether a path is a directory of this user's, and no link."""
    try:
        return place.lstat().st_uid == os.getuid() and place.is_dir() and not place.is_symlink()
    except OSError:
        return False
