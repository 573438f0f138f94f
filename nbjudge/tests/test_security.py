"""The page on security names tests that exist, at least one for each invariant."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = (HERE.parent / "SECURITY.md").read_text()
TESTS = set(
    re.findall(r"^def (test_\w+)", "\n".join(p.read_text() for p in HERE.glob("test_*.py")), re.M)
)


def test_every_invariant_names_a_test_that_exists():
    invariants = re.findall(r"^\d+\. .*$", PAGE, re.MULTILINE)
    numbers = [int(invariant.partition(".")[0]) for invariant in invariants]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) > 10
    for invariant in invariants:
        named = re.findall(r"`(test_\w+)`", invariant)
        assert named, invariant
        assert len(set(named)) == len(named), invariant
    assert not set(re.findall(r"`(test_\w+)`", PAGE)) - TESTS
