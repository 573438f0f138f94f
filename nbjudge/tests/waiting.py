"""Wait in tests for something to happen: the one place of the tests that looks at a clock."""

import time
from collections.abc import Callable
from typing import Any

import pytest

BACKSTOP = 600
"""Seconds, many times what a busy machine takes: only what will never happen takes so long."""


def until(condition: Callable[[], Any], what: str) -> Any:
    """Wait until a condition holds and return what it returned; fail in words if it never does."""
    end = time.monotonic() + BACKSTOP
    while not (found := condition()):
        if time.monotonic() > end:
            pytest.fail(f"waited {BACKSTOP} seconds in vain until {what}")
        time.sleep(0.02)
    return found
