"""What tests need of the machine, and of nbgrader.

On a user's machine a missing tool skips the tests that need it, with a clear
word. In CI (the variable CI is set) nothing that matters is skipped: it fails.
"""

import functools
import os
import sys

import pytest

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
