"""nbgrader's Formgrader, opened at a cell that waits for a person."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

from jupyter_server.serverapp import list_running_servers

from nbjudge.course.source import Assignment
from nbjudge.errors import GradingError, one_line
from nbjudge.isolation.scratch import make_folder
from nbjudge.records import GradebookEntry

__all__ = ["WaitingCell", "find_waiting_cell", "open_formgrader"]

SECONDS = 60
"""In which a Jupyter server must start, and answer."""
FOUND = 200


@dataclass
class WaitingCell:
    """A cell in Formgrader.

    Attributes
    ----------
    sheet : str
        The name of what was handed in.
    index : int
        Of the cell's first field, among all that can be filled in.
    cell : str
    """

    sheet: str
    index: int
    cell: str

    def address(self, server: str, token: str) -> str:
        """Return where a server shows it; the last part leads there where no script runs."""
        query = f"?index={self.index}&token={token}#{quote(self.cell, safe='')}"
        return f"{server}formgrader/submissions/{quote(self.sheet)}/{query}"


def find_waiting_cell(
    assignment: Assignment, booked: dict[str, GradebookEntry]
) -> WaitingCell | None:
    """Return the first cell that waits for a person, or None.

    Fields are, in the bar above, a link; for a graded cell, points and extra credit; for an
    answer, a comment.
    """
    for _, about in sorted(booked.items()):
        for name, notebook in assignment.notebooks.items():
            index = 1
            for cell in notebook.cells:
                mark = about.marks.get((name, cell.id or ""))
                graded = cell.grade or cell.task
                if graded and mark is not None and mark.waits:
                    return WaitingCell(about.sheets[name], index, str(cell.id))
                index += 2 * graded + (cell.task or cell.kind in ("student", "answer"))
    return None


def open_formgrader(root: Path, place: WaitingCell, out: TextIO) -> None:
    """Open Formgrader in a browser, by a server that runs in this course's folder or by a new one.

    A new one runs until it is ended.
    """
    for server in list_running_servers():
        address = place.address(server["url"], server["token"])
        if Path(server["root_dir"]).resolve() == root and fetch_status(address) == FOUND:
            show_address(address, out)
            return
    with make_folder() as scratch, open(os.path.join(scratch, "log"), "w+") as log:
        command = [sys.executable, "-m", "jupyter_server", "--ServerApp.open_browser=False"]
        command += [f"--ServerApp.root_dir={root}"]
        command += ["--allow-root"] if os.getuid() == 0 else []
        # not as an argument, which anybody on this machine could read
        environment = {**os.environ, "JUPYTER_TOKEN": secrets.token_hex(24)}
        process = subprocess.Popen(command, cwd=root, env=environment, stdout=log, stderr=log)
        try:
            address = place.address(wait_for_server(process, log), environment["JUPYTER_TOKEN"])
            if (found := fetch_status(address)) != FOUND:
                raise GradingError(f"Formgrader answers with status {found}: {read_last_line(log)}")
            show_address(address, out)
            print("Ctrl-C ends the server.", file=out, flush=True)
            process.wait()
        except KeyboardInterrupt:
            pass
        finally:
            process.terminate()
            process.wait()


def wait_for_server(process: subprocess.Popen, log: TextIO) -> str:
    """Return the address of a server as soon as it answers, however long this machine takes."""
    while process.poll() is None:
        for server in list_running_servers():
            if server["pid"] == process.pid and fetch_status(server["url"]) is not None:
                return str(server["url"])
        time.sleep(0.1)
    raise GradingError(f"no Jupyter server started: {read_last_line(log)}")


def fetch_status(address: str) -> int | None:
    """Return with what status an address answers; None if nobody does."""
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


def read_last_line(log: TextIO) -> str:
    """Return the last line of a log."""
    log.seek(0)
    return one_line((log.read().strip().splitlines() or ["it says nothing"])[-1])


def show_address(address: str, out: TextIO) -> None:
    """Print an address, and open it if there is a browser."""
    print(f"Formgrader: {address}", file=out, flush=True)
    webbrowser.open(address)
