"""What all tests share: the share of trials that is drawn, and what a machine lacks, told once."""

import functools
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
IN_CI = bool(os.environ.get("CI"))
ON_TERM = signal.getsignal(signal.SIGTERM)


def pytest_addoption(parser) -> None:
    """Let a run draw a share of what it would run."""
    parser.addoption(
        "--share", type=int, default=1, metavar="N", help="run one case in N, others at each commit"
    )


def pytest_configure(config) -> None:
    """Start the kernels of notebooks warm; who runs none need not have Jupyter."""
    if config.getoption("nbval", False) or config.getoption("nbval_lax", False):
        from chapters.machine.execution.kernels import prepare_kernels

        prepare_kernels()


def pytest_runtest_setup() -> None:
    """Drop a handler of SIGTERM that an event loop has left: a pool's forks could not be ended."""
    if signal.getsignal(signal.SIGTERM) is not ON_TERM:
        signal.signal(signal.SIGTERM, ON_TERM)


def digest(text: str) -> int:
    """Make a number of a text, the same in every process."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def git(*words: str) -> str:
    """Ask git about the checkout."""
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def turn() -> int:
    """Number the state of the code: each commit one more, so that N in a row draw every case."""
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return digest(version("ensemblelab"))
    if git("rev-parse", "--is-shallow-repository") == "true":  # which counts what it has
        return digest(git("rev-parse", "HEAD"))
    return int(git("rev-list", "--count", "HEAD"))


@pytest.hookimpl(trylast=True)  # of those that -m and -k leave
def pytest_collection_modifyitems(config, items) -> None:
    """Leave out what is not drawn."""
    share = config.getoption("share")
    if share == 1:
        return
    number = turn()
    drawn = {item for item in items if (digest(item.nodeid) + number) % share == 0}
    config.hook.pytest_deselected(items=[item for item in items if item not in drawn])
    items[:] = [item for item in items if item in drawn]


def reason(report) -> str:
    """Return why a test was skipped."""
    _, _, words = report.longrepr
    return words.removeprefix("Skipped: ").strip()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Fail in CI what is skipped because the machine lacks something: it "needs" it."""
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        why = reason(report)
        if why.startswith("needs"):
            report.outcome, report.longrepr = "failed", f"CI must have what it {why}"
    return report


def pytest_terminal_summary(terminalreporter) -> None:
    """Count what was skipped for want of what."""
    reports = terminalreporter.stats.get("skipped", [])
    if reports:
        counts = Counter(map(reason, reports)).most_common()
        words = "; ".join(f"{count} {why}" for why, count in counts)
        terminalreporter.write_line(f"Not tried: {words}")


@pytest.fixture(scope="session", autouse=True)
def ask_for_the_version_of_gradebooks_once():
    """For each new one nbgrader starts a program that takes a second and says the same."""
    if api := sys.modules.get("nbgrader.api"):
        api.get_alembic_version = functools.cache(api.get_alembic_version)
