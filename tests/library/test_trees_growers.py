"""The oracle tests of trees pass with the grower that one reads.

`compiled` is the usual one; `vectorised` is where numba is not, as in both sets of
tests/tools/floors/, which run all tests of the library.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.trial
def test_oracle_tests_pass_with_the_recursive_grower():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "not trial", HERE / "test_trees_tree.py"],
        env=os.environ | {"ENSEMBLELAB_GROWER": "recursive"},
        cwd=HERE.parent,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]
