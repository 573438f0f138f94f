"""What a second thread gains, in wall clock, and what this machine gives to a second process.

``python -m benchmarks.threads``. In each round an ensemble is fitted with one thread, then with
two; then two processes fit it at once, with one thread each, sharing nothing. Two processors may
be one that runs both in turns: two threads cannot do better than two processes.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from ensemblelab.bagging import BaggingClassifier
from ensemblelab.forest import RandomForestClassifier
from ensemblelab.trees.decision_tree import DecisionTreeClassifier

from benchmarks.__main__ import ONE_THREAD
from benchmarks.cases.trees import spam, wide

CASES: dict[str, tuple[Callable[[], Any], Callable[[int], Any]]] = {
    "forest of 100, spam": (spam, lambda n_jobs: RandomForestClassifier(100, n_jobs=n_jobs)),
    "forest of 10, 50k x 20": (
        lambda: wide(50_000),
        lambda n_jobs: RandomForestClassifier(10, n_jobs=n_jobs),
    ),
    "bagging 50 full trees, spam": (
        spam,
        lambda n_jobs: BaggingClassifier(DecisionTreeClassifier(), n_estimators=50, n_jobs=n_jobs),
    ),
}


def serve(name: str) -> None:
    """Read numbers of threads from standard input; fit; answer with seconds of wall clock."""
    make_data, make = CASES[name]
    X, _, y, _ = make_data()
    for line in sys.stdin:
        model = make(int(line)).set_params(random_state=0)
        start = time.perf_counter()
        model.fit(X, y)
        print(time.perf_counter() - start, flush=True)


def fit(servers: Sequence[subprocess.Popen[str]], n_threads: int) -> float:
    """Have some servers fit at once; give the seconds of the slowest."""
    for server in servers:
        assert server.stdin is not None
        server.stdin.write(f"{n_threads}\n")
        server.stdin.flush()
    answers = [server.stdout.readline() for server in servers if server.stdout is not None]
    return max(map(float, answers))


def compare(name: str, repeats: int) -> tuple[float, float, float, float]:
    """Compute the medians: seconds with one thread and with two; gain of a thread, of a process."""
    servers = [
        subprocess.Popen(
            [sys.executable, "-m", "benchmarks.threads", "--serve", name],
            env=os.environ | ONE_THREAD,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    found = []
    for _ in range(1 + repeats):  # the first round compiles, or loads what was compiled
        one, two, apart = fit(servers[:1], 1), fit(servers[:1], 2), fit(servers, 1)
        found.append((one, two, one / two, 2 * one / apart))
    for server in servers:
        server.communicate()
    seconds = zip(*found[1:], strict=True)
    one, two, threads, processes = (statistics.median(column) for column in seconds)
    return one, two, threads, processes


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; print a row for each case."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.threads", description=__doc__)
    parser.add_argument("--repeats", type=int, default=15, help="rounds (default 15)")
    parser.add_argument("--serve", choices=list(CASES), help="fit this one, when told to")
    options = parser.parse_args(arguments)
    if options.serve:
        serve(options.serve)
        return
    columns = ["1 thread s", "2 threads s", "gain", "of 2 processes"]
    print(f"{'case':28}", *(f"{name:>14}" for name in columns))
    for name in CASES:
        one, two, threads, processes = compare(name, options.repeats)
        print(f"{name:28} {one:14.3f} {two:14.3f} {threads:13.2f}x {processes:13.2f}x", flush=True)


if __name__ == "__main__":
    main()
