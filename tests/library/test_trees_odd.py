"""Odd problems: all growers refuse them in the same words, or grow the same trees.

`.ci/night elsewhere` tries them with `NUMBA_BOUNDSCHECK=1`, by which compiled loops look where they
read and write.
"""

import os
import subprocess
import sys

import numpy as np
import pytest
from ensemblelab.trees.binning import Bins
from ensemblelab.trees.choice import GROWERS
from ensemblelab.trees.criterion import CRITERIA, newton
from ensemblelab.trees.growth import grow

CASES, TRIALS = 40, 2000  # five minutes of the latter, with bounds checked
SIZES = [-310, -200, -100, -5, 0, 0, 0, 0, 0, 0, 5, 100, 200, 307]  # of numbers, as powers of ten


def odd_problem(case):
    """Draw what `grow` is to be called with."""
    rng = np.random.default_rng(case)
    n, d = int(rng.choice([1, 2, 3, 7, 30, 300])), int(rng.integers(1, 4))
    X = rng.choice([rng.normal(size=(n, d)), rng.integers(0, 3, (n, d)), np.zeros((n, d))])
    missing = rng.random() < 0.2
    if missing:
        X[rng.random((n, d)) < 0.4] = np.nan
    max_bins = rng.choice([None, None, 2, 3, 20, 256])
    bins = Bins.fit(X, max_bins, allow_missing=missing)
    label, K = None, int(rng.choice([1, 1, 2, 3, 40]))
    G = rng.normal(size=n) * 10.0 ** rng.choice(SIZES)
    if K > 1:
        label = rng.integers(0, K, n)
        G = np.eye(K)[label]
        if rng.random() < 0.5 and not missing:
            G = None
    H = weights = None
    if G is not None and rng.random() < 0.4:
        H = rng.random(n) * (rng.random(n) < rng.choice([0, 0.5, 1])) * 10.0 ** rng.choice(SIZES)
    if rng.random() < 0.8:
        shape = int(rng.integers(1, 4)), n
        kinds = [rng.random(shape), rng.integers(0, 3, shape), np.zeros(shape), np.ones(shape)]
        weights = rng.choice(kinds) * 10.0 ** rng.choice(SIZES)
        if rng.random() < 0.2:
            weights *= 10.0 ** rng.uniform(-30, 0, shape)
    penalized = newton(float(rng.choice([0, 1, 1e-300])))
    how = {
        "criterion": [*CRITERIA.values(), penalized][rng.integers(len(CRITERIA) + 1)],
        "labels": label if G is None or rng.random() < 0.5 else None,
        "n_classes": K,
        "max_depth": rng.choice([None, None, 1, 4]),
        "min_samples_leaf": rng.choice([1, 1, 2, 50]),
        "min_child_weight": float(rng.choice([0, 0, 0, 1, 1e-200])),
        "min_weight_fraction": float(rng.choice([0, 0, 0, 0.1, 0.5])),
        "min_gain": float(rng.choice([-np.inf, -np.inf, -np.inf, 0, 1e-6])),
        "per_node": rng.choice([None, None, 1]),
        "redraw": rng.random() < 0.5,
        "highest_ties": rng.random() < 0.3,
        "random_cut": not missing and rng.random() < 0.2,
        "strict": rng.random() < 0.5,
        "rng": int(case),
    }
    return (bins, G, H), {"weights": weights, **how}


def outcome(case):
    """Grow, and give all that there is of the trees, or the words that refuse to."""
    arguments, how = odd_problem(case)
    try:
        grown = grow(*arguments, **how)
    except ValueError as error:
        return str(error)
    columns = [array for tree in grown.trees for array in vars(tree).values()]
    return [a.tobytes() if isinstance(a, np.ndarray) else a for a in (*columns, grown.leaf)]


def all_alike(cases, monkeypatch):
    refused = 0
    for case in cases:
        found = []
        for name in GROWERS:
            monkeypatch.setenv("ENSEMBLELAB_GROWER", name)
            found.append(outcome(case))
        assert found[1:] == found[:1] * 2, f"case {case}"
        refused += isinstance(found[0], str)
    assert refused < len(cases) / 2  # most are odd, not wrong


def test_growers_do_the_same_with_odd_problems(monkeypatch):
    pytest.importorskip("numba", reason="needs numba")
    all_alike(range(CASES), monkeypatch)


@pytest.mark.trial
@pytest.mark.parametrize("first", range(CASES, TRIALS, 49))
def test_so_they_do_with_many(first, monkeypatch):
    pytest.importorskip("numba", reason="needs numba")
    all_alike(range(first, first + 49), monkeypatch)


PAST_THE_END = """
import numpy as np
from ensemblelab.trees.growers.compiled._jit import compiled

@compiled
def read(numbers, place):
    return numbers[place]

print(read(np.zeros(3), 3))
"""


@pytest.mark.trial
def test_with_bounds_checked_a_read_past_the_end_is_an_error(tmp_path):
    """Of code that was kept without, too: it is kept under another name."""
    pytest.importorskip("numba", reason="needs numba")
    program = tmp_path / "past.py"
    program.write_text(PAST_THE_END)
    found = [
        subprocess.run(
            [sys.executable, program],
            env=os.environ | {"NUMBA_BOUNDSCHECK": check, "NUMBA_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        for check in ("0", "1")
    ]
    assert found[0].returncode == 0
    assert "IndexError" in found[1].stderr
