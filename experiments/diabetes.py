"""The diabetes data of Breiman 1996, which are not kept here; error rates in percent.

    python -m experiments.diabetes FILE

FILE holds the Pima data, 768 rows of eight numbers and a class; `DATA` says where they can be had,
and by their SHA-256 no other file is taken. Whether they may be handed on is not settled, so this
repository keeps what was measured and none of the rows. Methods and splits are those of
`experiments.bagging`; a 0 that stands for an unknown value stays a 0.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments import measure, stream, write
from experiments.bagging import errors
from experiments.data import split

DATA = {
    "repository": "jbrownlee/Datasets",
    "commit": "d20fcb6402ae34e653d4513b00f39257bb37ed7f",
    "file": "pima-indians-diabetes.csv",
    "sha256": "6bfe5d0f379d17a0e0819b996407e3c09bf80febd4287f2ed212190dfff154af",
}
COLUMNS = (
    "pregnancies",
    "glucose",
    "blood pressure",
    "skin fold",
    "insulin",
    "body mass index",
    "pedigree",
    "age",
)
LIVING = COLUMNS[1:6]  # nobody alive has a 0 there: it stands for a value that is not known
CASES = {"diabetes": 100}


def load(file: Path) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Read the data, and refuse any others."""
    content = file.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != DATA["sha256"]:
        raise ValueError(f"{file} is another file: its SHA-256 is {found}, not {DATA['sha256']}")
    table = np.loadtxt(content.decode("utf-8").splitlines(), delimiter=",", ndmin=2)
    return table[:, :-1], table[:, -1].astype(np.intp)


def about(X: NDArray[np.float64], y: NDArray[np.intp]) -> dict[str, Any]:
    """Count how many rows there are, how many with diabetes, and where zeros stand for unknown."""
    nonzero = dict(zip(COLUMNS, (X != 0).T, strict=True))
    return {
        "rows": len(y),
        "with_diabetes": int(y.sum()),
        "zeros": {name: int((~nonzero[name]).sum()) for name in LIVING},
        "rows_with_zeros": int((~np.all([nonzero[name] for name in LIVING], axis=0)).sum()),
    }


def repeat(
    case: str, repetition: int, X: NDArray[np.float64], y: NDArray[np.intp]
) -> dict[str, float]:
    """Split once; return the test errors in per cent."""
    rng = stream(case, repetition)
    X, X_test, y, y_test = split(X, y, 0.1, rng)
    return errors(X, y, X_test, y_test, rng)


def main(file: Path) -> None:
    """Measure, and write it down."""
    X, y = load(file)
    found = measure("diabetes", print, X, y)
    found |= {"again": "python -m experiments.diabetes FILE", "data": DATA | about(X, y)}
    write("diabetes", found)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
