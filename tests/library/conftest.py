"""What the library's tests need before they import anything."""

import os
import signal

import pytest

# scikit-learn reads this once, at import; without it one of its checks is skipped.
os.environ.setdefault("SCIPY_ARRAY_API", "1")


@pytest.fixture
def hears_ctrl_c():
    """Have Ctrl-C heard, also where tests run in the background: there it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
