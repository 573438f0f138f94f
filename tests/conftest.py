"""Shared settings of the tests.

On a user's machine a missing tool skips the tests that need it, with a clear
word. In CI (the variable CI is set) nothing that matters is skipped: it fails.
"""

import functools
import os
import sys

import pytest

# scikit-learn reads this once, at import; without it one of its checks is skipped.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

IN_CI = bool(os.environ.get("CI"))


def missing(what: str) -> None:
    """Skip the calling test for want of a tool, or fail it in CI."""
    if IN_CI:
        pytest.fail(f"CI must have it: {what}")
    pytest.skip(what)


@pytest.fixture(scope="session", autouse=True)
def ask_for_the_version_of_gradebooks_once():
    """For each new one nbgrader starts a program that takes a second and says the same."""
    if api := sys.modules.get("nbgrader.api"):
        api.get_alembic_version = functools.cache(api.get_alembic_version)


def pytest_terminal_summary(terminalreporter) -> None:
    """Print the scores that tests have recorded."""
    reports = terminalreporter.stats.get("passed", [])
    scores = [
        value for report in reports for name, value in report.user_properties if name == "score"
    ]
    if scores:
        terminalreporter.section("scores of the problem sets")
        for score in sorted(scores):
            terminalreporter.line(score)
