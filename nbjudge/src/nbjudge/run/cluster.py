"""Run the same tasks on a Dask cluster."""

from __future__ import annotations

import concurrent.futures
from typing import Any

from nbjudge.errors import GradingError
from nbjudge.records import GradingTask
from nbjudge.run.attempt import grade_submission

__all__ = ["Cluster"]


class DaskFuture(concurrent.futures.Future):
    """A future that holds Dask's own: Dask forgets a task that nobody holds."""

    theirs: Any


class Cluster:
    """Run tasks on the workers of a Dask scheduler; a lost worker's tasks run again elsewhere.

    Each worker needs this package and the course's libraries, and isolates by
    itself: what it used is in each record.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise GradingError('--scheduler needs Dask: pip install "dask[distributed]"') from None
        try:
            # of a clock: nothing computes, and so long one waits for word of a wrong address
            self.client = Client(address, timeout="60s")
        except (OSError, ValueError, TimeoutError) as error:
            raise GradingError(f"--scheduler {address}: {error}") from None
        threads = sum(self.client.nthreads().values())
        if not threads:
            self.client.close()
            raise GradingError(f"--scheduler {address}: the cluster has no workers")
        self.width = 2 * threads + 2

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *exc: object) -> None:
        self.client.close()

    def submit(self, task: GradingTask) -> concurrent.futures.Future:
        """Start a task; its result arrives in an ordinary future."""
        ours = DaskFuture()
        # not pure: a task is never taken for another that looks the same
        theirs = self.client.submit(grade_submission, task, pure=False, retries=3)

        def done(finished: Any) -> None:
            error = finished.exception()
            if error is not None:
                ours.set_exception(error)
            else:
                ours.set_result(finished.result())

        theirs.add_done_callback(done)
        ours.theirs = theirs
        return ours
