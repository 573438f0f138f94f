"""What packages would rather do once for all than in every process that is forked.

A package that has a function ``__before_fork__`` says so: ensemblelab compiles its loops there.
"""

from __future__ import annotations

import contextlib
import sys

__all__ = ["prepare_packages"]


def prepare_packages() -> None:
    """Let every package that is imported prepare for being forked."""
    for name, module in list(sys.modules.items()):
        if "." not in name and "__before_fork__" in getattr(module, "__dict__", {}):
            with contextlib.suppress(Exception):  # then it is done, or fails, where it is needed
                module.__before_fork__()
    parallel = sys.modules.get("sklearn.utils.parallel")
    if parallel is not None:  # clustering asks which libraries are loaded, where /proc is hidden
        with contextlib.suppress(Exception):
            parallel._get_threadpool_controller()
