"""Print how ensemblelab compares with its peers in time, memory and accuracy.

Every case has a process of its own, told to use one thread. Time is CPU time:
both sides run in turn on the same data, and the ratio is the median over the
pairs. Memory is the peak of one run above what was there before it, each side
in a fresh process. A ratio above its target is reported and nothing more; the
exit status is 1 if a case crashes or the two sides disagree in quality.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import os
import pkgutil
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks import Case, cases

# They must stand before NumPy is imported, so they are given to the process that measures.
# XGBoost and scikit-learn heed OMP_NUM_THREADS; idle OpenMP threads would burn CPU time.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "OMP_WAIT_POLICY": "passive",
}
GROWTH_ROWS = (1_000, 10_000, 100_000, 1_000_000)


class CrashError(Exception):
    """A case's process ended without an outcome; the message is the end of what it wrote."""


@dataclass(frozen=True)
class LoadedCase:
    """A case, and the module that another process can import it from."""

    module: str
    case: Case


def find(modules: Sequence[str] | None = None) -> list[LoadedCase]:
    """Import the modules of cases; by default all of `benchmarks.cases`."""
    if modules is None:
        inside = pkgutil.iter_modules(cases.__path__, f"{cases.__name__}.")
        modules = sorted(module.name for module in inside)
    return [
        LoadedCase(module, case)
        for module in modules
        for case in importlib.import_module(module).CASES
    ]


def choose(found: Sequence[LoadedCase], names: Sequence[str]) -> list[LoadedCase]:
    """Keep the cases that have one of these names, or whose module has; all if there are none."""
    for name in names:
        if not any(name in _matches(one) for one in found):
            raise ValueError(
                f"NAME {name!r} is neither a case nor a module of cases; there are: "
                + "; ".join(one.case.name for one in found)
            )
    return [one for one in found if not names or set(names) & _matches(one)]


def _matches(found: LoadedCase) -> set[str]:
    return {found.case.name, found.module.rpartition(".")[2]}


def measure(found: LoadedCase, what: str, detail: object) -> dict[str, Any]:
    """Have a fresh process measure one case; see `benchmarks.measure`."""
    command = [sys.executable, "-m", "benchmarks.measure"]
    child = subprocess.run(
        [*command, found.module, found.case.name, what, str(detail)],
        env=os.environ | ONE_THREAD | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
    )
    if child.returncode != 0:
        raise CrashError("\n".join(child.stderr.strip().splitlines()[-5:]))
    return json.loads(child.stdout.splitlines()[-1])


def compare(found: LoadedCase, repeats: int) -> dict[str, Any]:
    """Measure time, memory and quality of one case, and judge them."""
    case, outcome = found.case, measure(found, "time", repeats)
    pairs = zip(outcome["ours"], outcome["peer"], strict=True)
    ratio = statistics.median(ours / peer for ours, peer in pairs)
    ours, peer = outcome["quality_ours"], outcome["quality_peer"]
    return {
        "case": case.name,
        "ours_seconds": statistics.median(outcome["ours"]),
        "peer_seconds": statistics.median(outcome["peer"]),
        "ratio": ratio,
        "target": case.target,
        "met": ratio <= case.target,
        "ours_quality": ours,
        "peer_quality": peer,
        "agree": abs(ours - peer) <= case.tolerance,
        "ours_megabytes": measure(found, "memory", "ours")["megabytes"],
        "peer_megabytes": measure(found, "memory", "peer")["megabytes"],
    }


def growth(found: LoadedCase, rows: Sequence[int] = GROWTH_ROWS) -> dict[str, Any]:
    """Measure how the time of one case grows with the number of rows.

    The exponent is the slope of log time on log rows, by least squares. The
    growth, from first to last and over the last step alone, is also given as a
    multiple of that of n log n: above 1 is worse.
    """
    report: dict[str, Any] = {"case": found.case.name, "rows": list(rows)}
    outcomes = [measure(found, "growth", n) for n in rows]
    for side in ("ours", "peer"):
        seconds = [statistics.median(outcome[side]) for outcome in outcomes]
        report[f"{side}_seconds"] = seconds
        line = statistics.linear_regression(
            *([math.log(v) for v in axis] for axis in (rows, seconds))
        )
        report[f"{side}_exponent"] = line.slope
        per_n_log_n = [s / (n * math.log(n)) for s, n in zip(seconds, rows, strict=True)]
        report[f"{side}_to_n_log_n"] = per_n_log_n[-1] / per_n_log_n[0]
        report[f"{side}_last_to_n_log_n"] = per_n_log_n[-1] / per_n_log_n[-2]
    tolerance = found.case.growth_tolerance
    if tolerance is None:
        tolerance = found.case.tolerance
    report["agree"] = all(
        abs(outcome["quality_ours"] - outcome["quality_peer"]) <= tolerance for outcome in outcomes
    )
    return report


def _pair(ours: float, peer: float, form: str) -> str:
    return f"{ours:{form}}/{peer:{form}}"


def _comparison_cells(row: dict[str, Any]) -> list[str]:
    agreement = "" if row["agree"] else " DIFFER"
    return [
        f"{row['ours_seconds']:.3g}",
        f"{row['peer_seconds']:.3g}",
        f"{row['ratio']:.3f}",
        f"{row['target']:g}",
        "yes" if row["met"] else "NO",
        _pair(row["ours_quality"], row["peer_quality"], ".4f") + agreement,
        _pair(row["ours_megabytes"], row["peer_megabytes"], ".0f"),
    ]


def _growth_cells(row: dict[str, Any]) -> list[str]:
    times = zip(row["ours_seconds"], row["peer_seconds"], strict=True)
    return [
        *(_pair(ours, peer, ".3g") for ours, peer in times),
        _pair(row["ours_exponent"], row["peer_exponent"], ".2f"),
        _pair(row["ours_to_n_log_n"], row["peer_to_n_log_n"], ".2f"),
        _pair(row["ours_last_to_n_log_n"], row["peer_last_to_n_log_n"], ".2f")
        + ("" if row["agree"] else " DIFFER"),
    ]


COMPARISON = ["ours s", "peer s", "ratio", "target", "met?", "accuracy ours/peer", "MB ours/peer"]
GROWTH = [*(f"s at {rows:,}" for rows in GROWTH_ROWS), "exponent", "/ n log n", "last step"]


def main(arguments: Sequence[str] | None = None, modules: Sequence[str] | None = None) -> int:
    """Run the command line; `modules` stands in for those of `benchmarks.cases`."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a case or a module; default all")
    parser.add_argument("--repeats", type=int, default=5, help="pairs of runs (default 5)")
    parser.add_argument(
        "--growth", action="store_true", help="time at 1k to 1M rows instead (ours/peer)"
    )
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    options = parser.parse_args(arguments)
    if options.repeats < 1:
        parser.error(f"--repeats {options.repeats} must be at least 1")
    try:
        chosen = choose(find(modules), options.names)
    except ValueError as error:
        parser.error(str(error))
    if options.growth:
        chosen = [found for found in chosen if found.case.grow]

    headings = GROWTH if options.growth else COMPARISON
    first = max((len(found.case.name) for found in chosen), default=0)
    widths = [max(len(heading), 13 if options.growth else 8) for heading in headings]

    def line(name: str, cells: Sequence[str]) -> None:
        columns = (f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        print(f"{name:{first}}", *columns, sep="  ", flush=True)

    line("case", headings)
    rows, sound = [], True
    for found in chosen:
        try:
            row = growth(found) if options.growth else compare(found, options.repeats)
        except CrashError as crash:
            row = {"case": found.case.name, "crash": str(crash)}
            print(f"{found.case.name:{first}}  CRASHED\n{crash}", flush=True)
            sound = False
        else:
            line(found.case.name, _growth_cells(row) if options.growth else _comparison_cells(row))
            sound = sound and row["agree"]
        rows.append(row)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
