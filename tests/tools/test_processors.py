"""What rests on IEEE arithmetic alone is the same on every processor, to the bit.

`.ci/night elsewhere` runs all else of the library, the notebooks and the answers to problem sets as
other processors would; see processors/trial.py.
"""

import ast
import json
import os
import subprocess
import sys

import numpy as np
import pytest

from processors.trial import HERE, ROOT, canary, environment


def digests(kind=None):
    """Fit ensembles in a process of its own, on this processor or as on another kind."""
    done = subprocess.run(
        [sys.executable, HERE / "members.py"],
        env=os.environ | (environment(kind) if kind else {}),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def here():
    return digests()


@pytest.mark.trial
@pytest.mark.parametrize("kind", ["older", "last-bit"])
def test_ensembles_are_the_same_on_another_processor(here, kind):
    assert len(here) == 8
    assert digests(kind) == here


def last_bit(program):
    """Run a program with the last bit off; return what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment("last-bit"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return ast.literal_eval(done.stdout)


CALLS = (
    "np.exp(x)",
    "np.log1p(x)",
    "np.logaddexp(x, -x)",
    "np.dot(A, A)",
    "np.linalg.norm(A, axis=0)",
    "scipy.special.expit(x)",
    "scipy.special.softmax(x)",
    "[math.exp(v) for v in x]",
)


def test_the_last_bit_trial_moves_what_ieee_does_not_fix():
    given = "import math, numpy as np, scipy.special\nx = np.linspace(.1, 2, 64)\n"
    given += "A = np.sin(np.arange(64.)).reshape(8, 8).round(6)\n"
    exactly = {}
    exec(f"{given}found = [np.ravel(one) for one in ({', '.join(CALLS)})]", exactly)
    off = last_bit(f"{given}print([np.ravel(one).tolist() for one in ({', '.join(CALLS)})])")
    for call, right, found in zip(CALLS, exactly["found"], off, strict=True):
        assert np.count_nonzero(right != found) > 4, call
        np.testing.assert_array_max_ulp(right, np.array(found), maxulp=4)


@pytest.mark.trial
def test_the_last_bit_trial_reaches_operators_of_the_library_and_of_cells():
    program = """if True:
        import numpy as np, ensemblelab.diagnostics as library
        A, x = np.sin(np.arange(64.)).reshape(8, 8).round(6), np.linspace(.1, 2, 64)
        keys = np.repeat([2.0, 1.0], 32)
        cell = "product, cube, order = A @ A, x**3, keys.argsort()"
        exec(compile(cell, "/tmp/ipykernel_1/2.py", "exec"))
        here = {"A": A, "x": x, "keys": keys}
        exec(cell, here)  # no cell: as it is
        print((
            type(library.__loader__).__name__,
            [int((a != b).sum()) for a, b in (
                (product, here["product"]), (cube, here["cube"]), (order, here["order"]),
            )],
            bool((np.sort(order[:32]) == np.arange(32, 64)).all()),
        ))
    """
    loader, moved, sorted_still = last_bit(program)
    assert loader == "Loader"
    assert min(moved) > 10
    assert sorted_still


def test_a_trial_that_moves_nothing_fails(capsys):
    kernel = {"moved": 5, "arguments": ["-m", "ipykernel_launcher"]}
    worker = {"moved": 5, "arguments": ["-c", "sys.stdin.readline()"]}
    answers = {"moved": 5, "arguments": ["nbjudge.authoring.answers"]}
    assert canary([kernel, worker, answers]) == 0
    assert canary([kernel | {"moved": 0}, worker, answers]) == 1
    assert canary([kernel, answers]) == 1
