"""A kernel that begins as a fork is as one that begins as an interpreter."""

import os
import select
import subprocess
import sys
from pathlib import Path

import jupyter_client
import pytest
from chapters.machine.execution.kernels import ForkedKernel, prepare_kernels

from chromium import PATIENCE

SECONDS = PATIENCE / 1000
ROOT = Path(__file__).parents[2]

# All that a page could tell the two by, but for the parent's number, and for the variables that
# scikit-learn sets when it is imported.
ASKED = """
import concurrent.futures, json, os, signal, sys
import joblib, matplotlib.pyplot as plt, numpy as np
plt.plot([0, 1])
plt.show()
parallel = joblib.Parallel(2)(joblib.delayed(lambda x: x + 1)(x) for x in (1, 2))
with concurrent.futures.ProcessPoolExecutor(2) as pool:
    lengths = list(pool.map(len, ("a", "bb")))
print(json.dumps([
    __name__, len(sys.argv), sys.orig_argv[:-1], sys.path, os.getcwd(), os.environ["OF_THE_KERNEL"],
    [name for name in sorted(os.environ) if not name.startswith(("JPY_", "KMP_"))],
    str(signal.getsignal(signal.SIGINT)),
    os.getsid(0) == os.getpid(), parallel, lengths, plt.get_backend(),
]))
"""


@pytest.fixture
def forked():
    if sys.platform != "linux":
        pytest.skip("needs Linux, where kernels are forked")
    factory = jupyter_client.provisioning.KernelProvisionerFactory.instance()
    was = factory.default_provisioner_name
    prepare_kernels()
    yield factory
    factory.default_provisioner_name = was


def said(client, program):
    """Run a program; return what it printed, and the kinds of what it showed or raised."""
    words, shown = [], []

    def hear(message):
        content = message["content"]
        if message["msg_type"] == "stream":
            words.append(content["text"])
        elif message["msg_type"] in ("display_data", "error"):
            shown.append(content.get("ename") or sorted(content["data"]))

    client.execute_interactive(program, timeout=SECONDS, output_hook=hear)
    return "".join(words), shown


@pytest.fixture
def kernel(tmp_path):
    started = []

    def start():
        environment = os.environ | {"OF_THE_KERNEL": "yes"}
        started.append(jupyter_client.manager.start_new_kernel(cwd=str(tmp_path), env=environment))
        return started[-1]

    yield start
    for manager, client in started:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.trial
def test_all_that_a_page_sees_is_the_same(forked, kernel):
    forked.default_provisioner_name = "local-provisioner"
    cold = kernel()
    forked.default_provisioner_name = "forked"
    warm = kernel()
    expected, found = said(cold[1], ASKED), said(warm[1], ASKED)
    assert isinstance(warm[0].provisioner, ForkedKernel)
    assert found == expected
    assert found[1] == [["image/svg+xml", "text/plain"]]


def test_it_is_interrupted_restarted_with_nothing_left_and_dies(forked, kernel):
    manager, client = kernel()
    said(client, "left = 1")
    asked = client.execute("print('begun', flush=True)\nwhile True: pass")
    while client.get_iopub_msg(timeout=SECONDS)["msg_type"] != "stream":
        pass
    manager.interrupt_kernel()
    reply = client.get_shell_msg(timeout=SECONDS)
    assert reply["parent_header"]["msg_id"] == asked
    assert reply["content"]["ename"] == "KeyboardInterrupt"
    manager.restart_kernel(now=True)
    client.wait_for_ready(timeout=SECONDS)
    assert said(client, "left")[1] == ["NameError"]
    client.execute("import os; os.kill(os.getpid(), 9)")
    manager.provisioner.process.join(SECONDS)
    assert not manager.is_alive()


def test_two_begin_with_other_random_numbers(forked, kernel):
    draws = "import random, numpy as np; print(random.random(), np.random.random())"
    first, second = kernel(), kernel()
    assert not set(said(first[1], draws)[0].split()) & set(said(second[1], draws)[0].split())


@pytest.mark.trial
def test_the_first_of_a_process_may_be_started_by_several_threads(forked, tmp_path):
    program = """
import concurrent.futures, sys, jupyter_client
from chapters.machine.execution.kernels import prepare_kernels

def start(_):
    manager, client = jupyter_client.manager.start_new_kernel()
    client.stop_channels()
    manager.shutdown_kernel(now=True)

prepare_kernels()
sys.setswitchinterval(1e-6)
with concurrent.futures.ThreadPoolExecutor(4) as threads:
    list(threads.map(start, range(4)))
"""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.trial
def test_it_ends_with_the_process_that_asked_for_it(forked, tmp_path):
    program = "import sys, jupyter_client\n"
    program += "from chapters.machine.execution.kernels import prepare_kernels\nprepare_kernels()\n"
    program += "manager, client = jupyter_client.manager.start_new_kernel()\n"
    program += "print(manager.provisioner.pid, flush=True); sys.stdin.read()"
    asking = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    kernel = os.pidfd_open(int(asking.stdout.readline()))
    asking.kill()
    asking.wait()
    ended, _, _ = select.select([kernel], [], [], SECONDS)
    assert ended
    os.close(kernel)
    asking.stdin.close()
    asking.stdout.close()
