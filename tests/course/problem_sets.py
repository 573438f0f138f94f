"""The problem sets: `make test` tries the quick one, `make trial` the others."""

from pathlib import Path

import pytest

from nbjudge.authoring.answers import list_assignments

EXERCISES = Path(__file__).parents[2] / "exercises"
NAMES = list_assignments(EXERCISES)
QUICK = "committees"
EACH = [name if name == QUICK else pytest.param(name, marks=pytest.mark.trial) for name in NAMES]
