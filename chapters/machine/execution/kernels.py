"""Start the kernels of pages as forks of one process that has imported what they import.

Imports are most of the work of a short page. Python's own fork server does them once for all
kernels that a process starts; it ends with that process.
"""

import atexit
import contextlib
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
from importlib.metadata import EntryPoint
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

FORKS = multiprocessing.get_context("forkserver")
IMPORTED = [
    "ipykernel.kernelapp",
    "matplotlib.pyplot",
    "scipy.stats",
    "sklearn.ensemble",
    "sklearn.model_selection",
    "ensemblelab.teaching.plots",
    "ensemblelab.trees.growth",
]
PATH = "import json, sys; print(json.dumps(sys.path[1:]))"
ROOT = str(Path(__file__).parents[3])


def prepare_kernels() -> None:
    """Have this process's kernels find the checks, and be forks where NumPy can be forked."""
    paths = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if ROOT not in paths:
        os.environ["PYTHONPATH"] = os.pathsep.join([ROOT, *filter(None, paths)])
    if sys.platform != "linux":
        return
    started = subprocess.run([sys.executable, "-c", PATH], capture_output=True, check=True)
    ForkedKernel.path = json.loads(started.stdout)
    ForkedKernel.folder = tempfile.TemporaryDirectory(prefix="kernels-")
    FORKS.set_forkserver_preload(["__main__", *IMPORTED])
    atexit.register(forkserver._forkserver._stop)  # waits: its time counts as ours
    factory = KernelProvisionerFactory.instance()
    kind = EntryPoint("forked", f"{__name__}:ForkedKernel", factory.GROUP_NAME)
    factory.provisioners[kind.name] = kind
    factory.default_provisioner_name = kind.name


class ForkedKernel(LocalProvisioner):
    """A kernel on this machine that begins as a fork."""

    folder: tempfile.TemporaryDirectory[str]  # of what they talk through
    path: list[str]  # where a new interpreter looks for modules

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Have them talk through files: a port that is free may be another's before it is used."""
        self.parent.transport, self.parent.ip = "ipc", f"{self.folder.name}/{self.kernel_id}"
        return await super().pre_launch(**kwargs)

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        """Launch a kernel; its standard streams are the fork server's."""
        self.cwd = kwargs.get("cwd") or os.getcwd()
        arguments = cmd, self.path, kwargs["env"], self.cwd
        self.process = Forked(target=become_kernel, args=arguments)
        self.process.start()
        atexit.register(self.process.kill)  # else Python would wait for one that nobody shut down
        self.pid = self.pgid = self.process.pid
        return self.connection_info


class Forked(FORKS.Process):
    """A fork, with the words of `subprocess.Popen` that Jupyter uses."""

    stdin = stdout = stderr = None

    def poll(self) -> int | None:
        """Return the exit status, None while it runs."""
        return self.exitcode

    def wait(self) -> int | None:
        """Return the exit status when it has ended."""
        self.join()
        return self.exitcode

    def send_signal(self, number: int) -> None:
        """Send one, if it runs."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)


def become_kernel(
    command: list[str], path: list[str], environment: dict[str, str], folder: str
) -> None:
    """Do what a new interpreter does before the kernel, and be the kernel."""
    os.setsid()  # an interrupt is for the kernel and what it has started
    threading.Thread(target=end_with_parent, daemon=True).start()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[:] = path
    arguments = command[command.index("ipykernel_launcher") + 1 :]
    sys.argv[:], sys.orig_argv[:] = ["ipykernel_launcher", *arguments], command
    import matplotlib
    import numpy as np
    from ipykernel.kernelapp import IPKernelApp

    matplotlib.rcParams["backend"] = "module://matplotlib_inline.backend_inline"
    np.random.seed()  # noqa: NPY002  forks begin with one global generator, new interpreters do not
    try:
        IPKernelApp.launch_instance(arguments, parent_handle=os.getppid())  # not at a terminal
    finally:
        atexit._run_exitfuncs()  # a fork ends without


def end_with_parent() -> None:
    """End when the process that asked for the kernel ends, however it does."""
    multiprocessing.parent_process().join()
    os._exit(1)
