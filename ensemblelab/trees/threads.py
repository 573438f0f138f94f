"""Work that several threads share: NumPy's sorting and compiled loops let others run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from joblib import Parallel, delayed, effective_n_jobs
from joblib.parallel import ThreadingBackend, get_active_backend

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_threads(
    work: Callable[[Part], Result], parts: Sequence[Part], n_jobs: int | None
) -> list[Result]:
    """Give ``work(part)`` for each part, as many at once as `n_jobs` says in joblib.

    Not by joblib's own threads, which are asked every hundredth of a second whether they are done.
    """
    n_threads = min(effective_n_jobs(n_jobs), len(parts))
    if n_threads <= 1:  # a browser has no threads
        return [work(part) for part in parts]
    with ThreadPoolExecutor(n_threads) as threads:
        return list(threads.map(work, parts))


def in_threads_or_as_chosen(work: Callable[[Part], Result], parts: Sequence[Part]) -> list[Result]:
    """Give ``work(part)`` for each part, all at once.

    In threads, unless a backend was chosen by `joblib.parallel_config`: it may be other processes,
    so `work` and its parts are pickled, and share nothing.
    """
    if len(parts) > 1 and type(get_active_backend(prefer="threads")[0]) is not ThreadingBackend:
        return Parallel(n_jobs=len(parts))(delayed(work)(part) for part in parts)
    return in_threads(work, parts, len(parts))
