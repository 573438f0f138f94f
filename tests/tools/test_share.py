"""A share of cases: the next commit draws others, and N commits in a row draw each case once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES = """import pytest

pytestmark = pytest.mark.trial


@pytest.mark.parametrize("number", range(60))
def test_a_case(number):
    pass
"""
QUIET = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}


@pytest.fixture
def project(tmp_path):
    """A small project with the settings of this one, and no history."""
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "test_cases.py").write_text(CASES)
    return tmp_path


def git(project, *words):
    who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"]
    return subprocess.run(["git", *who, *words], cwd=project, env=os.environ | QUIET, check=True)


def drawn(project, *options):
    """List the cases that are run."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-m", "trial", *options]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True)
    return [line for line in done.stdout.splitlines() if line.startswith("test_cases.py::")]


def test_as_many_commits_as_the_share_says_draw_each_case_once(project):
    if not shutil.which("git"):
        pytest.skip("needs git (Debian, Ubuntu: apt install git)")
    every = drawn(project)
    assert len(every) == 60
    git(project, "init", "--quiet")
    shares = []
    for number in range(3):
        git(project, "commit", "--quiet", "--allow-empty", "--message", str(number))
        shares.append(drawn(project, "--share", "3"))
    assert all(10 < len(share) < 30 for share in shares)
    assert sorted(case for share in shares for case in share) == sorted(every)


def test_without_history_the_version_draws(project):
    share = drawn(project, "--share", "3")
    assert 10 < len(share) < 30
    assert drawn(project, "--share", "3") == share
