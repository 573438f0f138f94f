"""An account of this machine, made for a test and removed after it: no feigned user will do.

What a kernel counts and forbids by user, it counts and forbids for one that it knows to be no
root in any space.
"""

import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

import nbjudge

PROCESSES = 1500
"""More than any test needs, and few enough for the machine to bear, should all else fail."""
# In a space of our own, show what the account needs and must not reach: paths below a closed folder
OPEN = """
set -e
mount --make-rprivate /
held=$(mktemp -d)
number=0
for path in $NEEDED; do
  number=$((number + 1))
  mkdir "$held/$number"
  mount --bind "$path" "$held/$number"
done
for path in $CLOSED; do mount -t tmpfs -o mode=755 none "$path"; done
number=0
for path in $NEEDED; do
  number=$((number + 1))
  mkdir -p "$path"
  mount --move "$held/$number" "$path"
done
rm -r "$held"
exec "$@"
"""


class OrdinaryUser:
    """A new account; what it runs is bound in its number of processes."""

    def __init__(self):
        self.name = f"nbjudge{os.getpid()}"
        subprocess.run(["useradd", "--create-home", "--shell", "/bin/sh", self.name], check=True)
        about = pwd.getpwnam(self.name)
        self.uid, self.gid, self.home = about.pw_uid, about.pw_gid, Path(about.pw_dir)

    def owns(self, place):
        """Return the account a folder with all that is in it."""
        subprocess.run(["chown", "-R", f"{self.uid}:{self.gid}", str(place)], check=True)

    def runs(self, command):
        """Return the command by which the account runs a command."""
        package = str(Path(nbjudge.__file__).parent)
        needed = [os.path.realpath(p) for p in (sys.base_prefix, sys.prefix, package)]
        closed, below = set(), []
        for path in needed:
            shut = [p for p in Path(path).parents if not p.stat().st_mode & 0o001]
            if shut:
                closed.add(str(shut[-1]))
                below.append(path)
        environment = [f"HOME={self.home}", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8"]
        return [
            *("env", f"NEEDED={' '.join(below)}", f"CLOSED={' '.join(closed)}"),
            *("unshare", "--mount", "sh", "-c", OPEN, "sh"),
            *("prlimit", f"--nproc={PROCESSES}:{PROCESSES}"),
            *("setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"),
            *("env", "--ignore-environment", f"--chdir={self.home}", *environment, *command),
        ]

    def processes(self):
        """List the processes of the account."""
        found = []
        for place in Path("/proc").glob("[0-9]*"):
            try:
                if place.stat().st_uid == self.uid:
                    found.append(int(place.name))
            except OSError:  # it has ended
                continue
        return found

    def remove(self):
        """Remove the account with all that is its own."""
        for process in self.processes():
            os.kill(process, 9)
        subprocess.run(["userdel", self.name], check=True)
        shutil.rmtree(self.home)
