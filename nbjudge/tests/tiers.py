"""Which cases of a test are tried by `make test`; a gate tries the others too, in `make trial`."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest


def one_in(
    n: int,
    names: str | tuple[str, ...],
    cases: Iterable[Any],
    ids: Callable[[Any], str] | None = None,
) -> pytest.MarkDecorator:
    """Be `parametrize`, whose every n-th case, from the first on, is tried by `make test`."""
    values = [(case,) for case in cases] if isinstance(names, str) else cases
    marked = [
        pytest.param(*value, marks=[pytest.mark.trial] if k % n else [])
        for k, value in enumerate(values)
    ]
    return pytest.mark.parametrize(names, marked, ids=ids)
