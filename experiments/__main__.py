"""Measure again what the book reads from here; without names, all: a quarter of an hour.

The records are written to ensemblelab/teaching/records/NAME.json, and are part of the
repository: after a change in the library that moves them, look at `git diff` before you
commit.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from experiments import NAMES, measure, write


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the experiments that are named, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(NAMES))
    names = parser.parse_args(arguments).names
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(NAMES)}")
    for name in names or NAMES:
        write(name, measure(name, lambda line: print(line, flush=True)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
