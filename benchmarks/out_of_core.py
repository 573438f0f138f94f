"""Rows that come block by block: time, memory and disk, ours beside xgboost's external memory.

``python -m benchmarks.out_of_core``. Each side has a process of its own and one thread. Rows are
made as they are asked for, from the number of their block, so that no side holds them; that
takes part of the time. Memory is the highest resident memory of the process in its whole life,
interpreter and libraries included; disk is the most that stood in its folder for scratch files.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmarks.__main__ import ONE_THREAD
from benchmarks.measure import peak

BLOCK = 100_000
FEATURES = 28
TEST = 1 << 32  # the number of a block that no one learns from


def block(number: int, rows: int = BLOCK) -> tuple[np.ndarray, np.ndarray]:
    """Make some rows and their answers."""
    rng = np.random.default_rng(number)
    X = rng.standard_normal((rows, FEATURES), dtype=np.float32)
    y = X[:, 0] * X[:, 1] + np.sin(3 * X[:, 2]) + np.abs(X[:, 3])
    return X, y + rng.standard_normal(rows, dtype=np.float32)


def blocks(rows: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Make so many rows, block by block."""
    for number, start in enumerate(range(0, rows, BLOCK)):
        yield block(number, min(BLOCK, rows - start))


def ours(rows: int, rounds: int, folder: Path) -> Callable[[np.ndarray], np.ndarray]:
    """Fit; give what predicts."""
    from ensemblelab import XGBRegressor

    tempfile.tempdir = str(folder)
    return XGBRegressor(n_estimators=rounds).fit(blocks(rows)).predict


def peer(rows: int, rounds: int, folder: Path) -> Callable[[np.ndarray], np.ndarray]:
    """Fit; give what predicts."""
    import xgboost

    class Blocks(xgboost.DataIter):
        def __init__(self) -> None:
            super().__init__(cache_prefix=str(folder / "cache"), on_host=False)
            self.blocks = blocks(rows)

        def next(self, input_data: Callable[..., object]) -> bool:
            for X, y in self.blocks:
                input_data(data=X, label=y)
                return True
            return False

        def reset(self) -> None:
            self.blocks = blocks(rows)

    data = xgboost.ExtMemQuantileDMatrix(Blocks(), max_bin=256, nthread=1)
    options = {"tree_method": "hist", "max_bin": 256, "max_depth": 6, "nthread": 1}
    model = xgboost.train(options, data, num_boost_round=rounds)
    return lambda X: model.predict(xgboost.DMatrix(X))


def measure(side: str, rows: int, rounds: int) -> dict[str, float]:
    """Fit in this process."""
    fit = {"ours": ours, "peer": peer}[side]
    fit(2000, 1, Path(tempfile.mkdtemp(dir=os.environ["SCRATCH"])))  # imports, compiled loops
    folder = Path(tempfile.mkdtemp(dir=os.environ["SCRATCH"]))
    sizes, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.1):
            sizes.append(sum(f.stat().st_size for f in folder.rglob("*") if f.is_file()))

    watcher = threading.Thread(target=watch)
    watcher.start()
    cpu, wall = time.process_time(), time.perf_counter()
    predict = fit(rows, rounds, folder)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    done.set()
    watcher.join()
    memory = peak()
    X, y = block(TEST)
    error = float(np.sqrt(np.mean((predict(X) - y) ** 2)))
    return {
        "cpu_seconds": cpu,
        "seconds": wall,
        "peak_megabytes": memory / 1e6,
        "scratch_megabytes": max(sizes) / 1e6,
        "error": error,
    }


def main(arguments: Sequence[str] | None = None) -> list[dict[str, float]]:
    """Run the command line; print a row for each side."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.out_of_core", description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--side", choices=["ours", "peer"], help="measure one, in this process")
    options = parser.parse_args(arguments)
    if options.side:
        print(json.dumps(measure(options.side, options.rows, options.rounds)))
        return []
    print(f"{options.rows:,} rows × {FEATURES}, {options.rounds} trees of depth 6, one thread")
    columns = ["CPU s", "s", "peak MB", "scratch MB", "error"]
    print(f"{'':6}", *(f"{name:>10}" for name in columns))
    found = []
    for side in ("ours", "peer"):
        command = [sys.executable, "-m", "benchmarks.out_of_core", "--side", side]
        command += ["--rows", str(options.rows), "--rounds", str(options.rounds)]
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.run(
                command,
                env=os.environ | ONE_THREAD | {"SCRATCH": folder},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        found.append(json.loads(child.stdout.splitlines()[-1]))
        *measured, error = found[-1].values()
        print(f"{side:6}", *(f"{value:10.1f}" for value in measured), f"{error:10.4f}", flush=True)
    return found


if __name__ == "__main__":
    main()
