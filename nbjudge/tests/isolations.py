"""What a test needs of the machine to run students' code."""

import pytest

from nbjudge.isolation.sandbox import probe


def require_isolation(kind: str) -> None:
    """Skip the test that is running where an isolation does not work, with the reason."""
    if why := probe(kind):
        pytest.skip(f"needs {kind}: {why}")
