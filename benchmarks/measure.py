"""The process that measures one case; the harness in `__main__` starts it and reads its last line.

``python -m benchmarks.measure MODULE CASE time REPEATS``, ``... growth ROWS`` or
``... memory ours|peer``.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import Case


def cpu_seconds(work: Callable[[Any], Any], data: Any) -> tuple[float, Any]:
    """Run `work` once; give the CPU time of all threads of this process, and the result."""
    gc.collect()
    start = time.process_time()
    result = work(data)
    return time.process_time() - start, result


def times(case: Case, data: Any, repeats: int) -> dict[str, Any]:
    """Measure both sides in turn.

    The first run of each side gives the quality. It pays for what is done once in a process
    (lazy imports, first allocations), so its time is given only if there are no others.
    """
    first = [cpu_seconds(work, data) for work in (case.ours, case.peer)]
    qualities = [float(case.quality(data, result)) for _, result in first]
    ours, peer = ([seconds] if repeats == 0 else [] for seconds, _ in first)
    for repeat in range(repeats):
        turns = [(case.ours, ours), (case.peer, peer)]
        # who runs first changes from pair to pair, so that neither always finds the caches warm
        for work, seconds in turns if repeat % 2 == 0 else turns[::-1]:
            seconds.append(cpu_seconds(work, data)[0])
    return {"ours": ours, "peer": peer, "quality_ours": qualities[0], "quality_peer": qualities[1]}


def peak_memory(work: Callable[[Any], Any], data: Any) -> float:
    """Run `work` once; give how far resident memory rose above what was there before, in MB.

    Unlike tracemalloc this sees what compiled libraries allocate. Where the
    high-water mark cannot be set back (all but Linux), it also holds what
    making the data took at its peak, and the rise may come out too small.
    """
    gc.collect()
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")  # the mark := present size
    before = peak()
    result = work(data)
    rise = peak() - before
    del result  # alive until here: a fitted model is part of what a fit takes
    return rise / 1e6


def peak() -> int:
    """Return the highest resident memory of this program, in bytes.

    Linux's `getrusage` would count in what started it.
    """
    status = Path("/proc/self/status")
    if status.exists():
        mark = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(mark.split()[1]) * 1024
    import resource  # not on Windows

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def main(module: str, name: str, what: str, detail: str) -> None:
    """Measure, and print the outcome as one line of JSON."""
    case = next(case for case in importlib.import_module(module).CASES if case.name == name)
    if what == "memory":
        data = case.data()
        work = case.ours if detail == "ours" else case.peer
        outcome = {"megabytes": peak_memory(work, data)}
    elif what == "growth":
        rows = int(detail)
        # a short run is noisy, a long one is not worth repeating; the longest are run once
        repeats = max(1, min(5, 30_000 // rows)) if rows <= 100_000 else 0
        outcome = times(case, case.grow(rows), repeats)
    else:
        outcome = times(case, case.data(), repeats=int(detail))
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(*sys.argv[1:])
