"""What takes too long for a page: ``python -m experiments [NAME ...]``.

Published tables, measured again, and what chapters claim, repeated (``claims_CHAPTER``). Every
experiment has a module that defines what is measured:

``CASES``
    Rows of the table, and how often each is repeated.
``ABOUT``, optional
    What else the record holds, for a page to show.
``repeat(case, repetition)``
    One repetition: a dictionary of figures. It depends on its arguments alone, since its
    random numbers come from `stream`, so anyone can do any repetition again.

``python -m experiments NAME`` writes a record, ``ensemblelab/teaching/records/NAME.json``: the
figures of every repetition, their means and standard errors. The book reads the records, which
come with the library, and a test does the cheap repetitions again.
"""

from __future__ import annotations

import importlib
import json
import math
import os
import platform
import zlib
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from ensemblelab.teaching.records import FOLDER

__all__ = ["NAMES", "SEED", "measure", "path", "read", "seed", "stream", "write"]

NAMES = (
    "bagging",
    "bagging_regression",
    "forests",
    "boosting",
    "esl_10_2",
    "spam",
    "spam_curves",
    "bias_variance",
    "statlog_heart",
    "margins",
    "tuned",
    "claims_bagging",
    "claims_bias_variance",
    "claims_committees",
    "claims_forests",
    "claims_boosting",
    "claims_networks",
    "claims_noise",
    "claims_practice",
    "claims_stacking",
    "claims_xgboost",
    "their_tests",
)
SEED = 1996
LIBRARIES = ("ensemblelab", "numpy", "scikit-learn")


def stream(case: str, repetition: int) -> np.random.Generator:
    """Return the random numbers of one repetition; no two repetitions share any.

    Parameters
    ----------
    case : str
    repetition : int

    Returns
    -------
    Generator
    """
    return np.random.default_rng([SEED, zlib.crc32(case.encode()), repetition])


def seed(rng: np.random.Generator) -> int:
    """Draw a seed for scikit-learn."""
    return int(rng.integers(2**31))


def path(name: str) -> Path:
    """Return the file of an experiment's record."""
    return FOLDER / f"{name}.json"


def read(name: str) -> dict[str, Any]:
    """Return an experiment's record: see `measure`."""
    return json.loads(path(name).read_text(encoding="utf-8"))


def write(name: str, record: dict[str, Any]) -> None:
    """Write a record, one line a case, so that a diff shows which moved."""
    lines = []
    for key, value in record.items():
        text = json.dumps(value)
        if isinstance(value, dict) and all(isinstance(one, dict) for one in value.values()):
            cases = (f"{json.dumps(case)}: {json.dumps(one)}" for case, one in value.items())
            text = "{\n  " + ",\n  ".join(cases) + "\n }"
        elif isinstance(value, list):
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        lines.append(f" {json.dumps(key)}: {text}")
    path(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def measure(name: str, report: Callable[[str], None] = print, *data: Any) -> dict[str, Any]:
    """Compute all repetitions of an experiment, and return its record.

    Parameters
    ----------
    name : str
        One of `NAMES`, or of an experiment whose data are not kept here.
    report : callable
        Called with a line for every case.
    *data
        Further arguments of `repeat`, where the data are not kept here.

    Returns
    -------
    dict
        What it was done with, and for each case the number of repetitions, the CPU seconds,
        and for each figure its mean, its standard error (the standard deviation of the
        repetitions over the root of their number; None for one) and the values.
    """
    experiment = importlib.import_module(f"{__name__}.{name}")
    cases = {}
    for case, repetitions in experiment.CASES.items():
        start = _computed()
        rows = [experiment.repeat(case, repetition, *data) for repetition in range(repetitions)]
        seconds = _computed() - start
        figures = {figure: _summary([row[figure] for row in rows]) for figure in rows[0]}
        cases[case] = {"repetitions": repetitions, "seconds": round(seconds, 1), "figures": figures}
        found = ", ".join(f"{figure} {of['mean']:.4g}" for figure, of in figures.items())
        report(f"{name}, {case}: {found}  ({repetitions} repetitions, {seconds:.0f} s)")
    return {
        "experiment": " ".join(experiment.__doc__.split("\n\n")[0].split()),
        "seed": SEED,
        "libraries": {library: version(library) for library in LIBRARIES},
        "measured": circumstances(),
        "cases": cases,
    } | getattr(experiment, "ABOUT", {})


def _computed() -> float:
    """Return the seconds that this process has computed, and those it started that have ended."""
    return sum(os.times()[:4])


def circumstances() -> dict[str, str]:
    """Return when and on what a measurement is made."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "machine": f"{_processor()}, {platform.system()}",
    }


def _processor() -> str:
    """Return the processor's model, or its architecture where the model cannot be read."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _summary(values: list[float]) -> dict[str, Any]:
    values = [float(f"{value:.10g}") for value in values]  # the rest is rounding
    n = len(values)
    error = float(f"{np.std(values, ddof=1) / math.sqrt(n):.4g}") if n > 1 else None
    return {"mean": float(f"{np.mean(values):.6g}"), "standard_error": error, "values": values}
