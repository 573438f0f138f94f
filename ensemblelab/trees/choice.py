"""The choice of the grower, which also decides whether compiled loops predict."""

from __future__ import annotations

import importlib.util
import os
from functools import cache

__all__ = ["GROWERS", "chosen_grower"]

GROWERS = ("recursive", "vectorised", "compiled")


def chosen_grower() -> str:
    """Return the name of the grower in use: ``ENSEMBLELAB_GROWER``, or the fastest available one.

    Returns
    -------
    str

    Raises
    ------
    ValueError
        If the variable names no grower, or one that needs numba where numba is not installed.
    """
    has_numba = _has_numba()
    name = os.environ.get("ENSEMBLELAB_GROWER") or ("compiled" if has_numba else "vectorised")
    if name not in GROWERS:
        raise ValueError(f"ENSEMBLELAB_GROWER={name!r} must be one of {', '.join(GROWERS)}")
    if name == "compiled" and not has_numba:
        raise ValueError("ENSEMBLELAB_GROWER='compiled' needs numba: pip install ensemblelab[fast]")
    return name


@cache
def _has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None
