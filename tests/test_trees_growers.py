"""The oracle tests of the ensembles pass with each grower forced; `compiled` is the usual one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ALL = ["adaboost", "bagging", "forest", "gradient_boosting", "trees_decision_tree", "trees_tree"]
CHOSEN = {
    "vectorised": [*ALL, "xgboost"],
    "recursive": ["trees_tree"],
}


@pytest.mark.trial
@pytest.mark.parametrize("grower", CHOSEN)
def test_oracle_tests_pass_with_each_grower(grower):
    files = [HERE / f"test_{name}.py" for name in CHOSEN[grower]]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "not trial", *files],
        env=os.environ | {"ENSEMBLELAB_GROWER": grower},
        cwd=HERE.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
