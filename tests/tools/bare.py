"""Run the README's commands where nearly everything is lacking: python tests/tools/bare.py [KIND].

root    root, on a fresh clone, with all that this machine has
user    an ordinary user, in a folder whose name has a blank, without bubblewrap, Chromium, git,
        a compiler, user namespaces, git's history and a HOME to write to

Both are made here, the second by bubblewrap; packages come from PyPI. What cannot be tried there is
skipped; tests count it at the end.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
LACKING = ("bwrap", "chromium", "chromium-browser", "google-chrome", "git", "uv", "cc", "gcc")
COMMANDS = ("make test", "make book")


def clone(folder: Path) -> Path:
    """Make a fresh clone of the last commit."""
    subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
    return folder


def without_history(folder: Path) -> Path:
    """Unpack the last commit, as a downloaded archive is."""
    folder.mkdir()
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    )
    subprocess.run(["tar", "--extract"], cwd=folder, input=archive.stdout, check=True)
    return folder


def as_user(folder: Path) -> list[str]:
    """Return bubblewrap's words for an ordinary user of a machine that lacks much."""
    box = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    box += ["--bind", str(folder), "/tmp/work of mine", "--chdir", "/tmp/work of mine/course"]
    box += ["--unshare-user", "--disable-userns", "--uid", "1234", "--gid", "1234"]
    box += ["--unshare-pid", "--die-with-parent", "--setenv", "HOME", "/root"]
    for program in LACKING:
        if found := shutil.which(program):
            box += ["--ro-bind", "/dev/null", str(Path(found).resolve())]
    return [*box, "--"]


def run(kind: str, folder: Path) -> int:
    """Run the commands in new surroundings; return how many failed."""
    place = folder / "course"
    box = []
    if kind == "root":
        clone(place)
    else:
        without_history(place)
        box = as_user(folder)
    surroundings = {name: value for name, value in os.environ.items() if name != "CI"}
    failed = 0
    for command in COMMANDS:
        print(f"\n=== {kind}: {command}", flush=True)
        done = subprocess.run([*box, *command.split()], cwd=place, env=surroundings)
        print(f"{kind}: {command}: {'passed' if done.returncode == 0 else 'FAILED'}", flush=True)
        failed += done.returncode != 0
    return failed


def main() -> int:
    """Run the kind that the command line names, or both."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", choices=["root", "user", []])
    kinds = parser.parse_args().kinds or ["root", "user"]
    failed = 0
    for kind in kinds:
        with tempfile.TemporaryDirectory(dir=ROOT / "build", prefix="bare-") as folder:
            failed += run(kind, Path(folder))
    return failed


if __name__ == "__main__":
    sys.exit(main())
