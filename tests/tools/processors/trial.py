"""Run what rests on arithmetic as other processors would do it.

    python tests/tools/processors/trial.py [older | last-bit]      (.ci/night elsewhere: last-bit)

older       this processor without its newest instructions, for which NumPy has code of its own
last-bit    an older one on which every function that IEEE 754 does not fix is off by a last bit:
            last_bit/. What holds there holds on `older`, which tells, if not, whose fault it is

Both run the library's tests, the recorded results among them, all notebooks of chapters and
exercises, and the right and wrong answers to the problem sets. `make notebooks` comes first.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent  # kernels start elsewhere
ROOT = HERE.parents[2]
LAST_BIT = HERE / "last_bit"

# How statements are read, proved with symbols and shown does not hang on the arithmetic, and the
# page of equations tries each; one compares with a Python as it is, and finds one that is changed.
ALIKE = ("derivations", "equations", "equations_display", "equations_kinds", "equations_symbolic")
WITHOUT = {"older": ALIKE, "last-bit": (*ALIKE, "command")}


def newest_features() -> list[str]:
    """List the groups of instructions that NumPy would use here, above those it always uses."""
    return np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])


def environment(kind: str) -> dict[str, str]:
    """Return the variables under which Python computes as another processor."""
    older = {"NPY_DISABLE_CPU_FEATURES": " ".join(newest_features())}
    return older if kind == "older" else older | {"PYTHONPATH": str(LAST_BIT)}


def run(kind: str, arguments: list[str]) -> int:
    """Run the tests as one kind of processor; return pytest's exit status."""
    features = " ".join(newest_features()) or "none above NumPy's baseline: nothing is different"
    print(f"\n=== {kind}: without {features}", flush=True)
    what = ["build/notebooks", "tests/library", "tests/course/test_answers.py"]
    what += [f"--ignore=tests/library/test_{name}.py" for name in WITHOUT[kind]]
    what = arguments or what
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile"]
    with tempfile.TemporaryDirectory() as logs:
        more = environment(kind) | {"LAST_BIT_LOG": logs}
        status = subprocess.run(
            [*command, "-m", "not trial", "-p", "nbval.plugin", "--nbval-lax", *what],
            cwd=ROOT,
            env=os.environ | more,
        ).returncode
        if kind == "last-bit" and not arguments:
            told = [json.loads(path.read_text()) for path in Path(logs).iterdir()]
            status = status or canary(told)
    return status


def canary(processes: list[dict]) -> int:
    """Return whether numbers were moved in pytest's workers and in the notebooks' kernels."""
    for words in ("ipykernel_launcher", "sys.stdin.readline", "authoring.answers"):
        moved = [one["moved"] for one in processes if any(words in a for a in one["arguments"])]
        print(f"{words}: {len(moved)} processes, {sum(moved)} results moved by a last bit")
        if not sum(moved):
            print("nothing was moved there: the trial has tried nothing")
            return 1
    return 0


def main() -> int:
    """Run the kind that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kind", nargs="?", choices=["older", "last-bit"], default="last-bit")
    parser.add_argument("--tests", nargs="+", default=[], help="what to give pytest")
    options = parser.parse_args()
    status = run(options.kind, options.tests)
    print(f"{options.kind}: {'passed' if status == 0 else f'FAILED ({status})'}")
    return status


if __name__ == "__main__":
    sys.exit(main())
