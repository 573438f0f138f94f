"""Run work in several threads, for NumPy's sorting and compiled loops, which release the lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from joblib import effective_n_jobs
from joblib.parallel import ThreadingBackend, get_active_backend

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_threads(
    work: Callable[[Part], Result], parts: Sequence[Part], n_jobs: int | None
) -> list[Result]:
    """Return ``work(part)`` for each part, as many at once as `n_jobs` allows, as in joblib.

    The threads are not those of joblib, which checks only every hundredth of a second for results.
    """
    n_threads = min(effective_n_jobs(n_jobs), len(parts))
    if n_threads <= 1:  # a browser has no threads
        return [work(part) for part in parts]
    threads = ThreadPoolExecutor(n_threads)
    try:
        return list(threads.map(work, parts))
    finally:  # after Ctrl-C no further part is begun
        threads.shutdown(cancel_futures=True)


def runs_elsewhere() -> bool:
    """Return whether a backend other than threads was chosen by `joblib.parallel_config`."""
    return type(get_active_backend(prefer="threads")[0]) is not ThreadingBackend
