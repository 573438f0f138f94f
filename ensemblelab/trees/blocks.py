"""Observations that do not fit into memory: their codes are in a file, read block by block.

The input is read once: each block updates the sketches of its columns and is written to a file as
float32. Then the sketches determine the bins, and the values are written as codes to another file.
The growers read this file once for each level of a tree.

    values   observation after observation         x00 x01 x02 | x10 x11 x12 | ...      4 bytes
    each codes    block after block,    c00 c10 ... | c01 c11 ... | ...      1 byte each, or 2
             in it column after column
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .binning import Bins, Cuts, find_bins, quantile_places
from .sketch import Sketch

__all__ = ["StoredBins"]

BLOCK = 1 << 22  # codes: large enough to be read fast, small enough to stay near the processor
SKETCH = 32  # numbers in a buffer of the sketch, for each bin


@dataclass(frozen=True)
class StoredBins(Cuts):
    """`Bins` whose codes are in a file.

    Attributes
    ----------
    folder : Path
        The folder of the files; the caller creates and removes it.
    n, observations : int
        Number of observations in total and in a block (the last may be shorter).
    """

    folder: Path
    n: int
    rows: int

    @classmethod
    def fit(
        cls,
        blocks: Iterable[tuple[np.ndarray, np.ndarray | None]],
        folder: Path,
        max_bins: int,
        rows: int | None = None,
    ) -> StoredBins:
        """Write values and codes of all observations into files.

        A column of at most `max_bins` distinct values has a bin for each, as in memory. Others are
        cut at values whose ranks differ from those of `Bins.fit` by at most `Sketch.rank_error`.

        Parameters
        ----------
        blocks : iterable of pairs (X, weight)
            At least one. X is of float32, shape (m, d); NaN is a missing value, and no value is
            infinite. Weights have the shape (m,), or are None for ones; observations of weight 0
            are ignored when the bins are cut.
        folder : Path
        max_bins : int
        observations : int or None
            Number of observations in a block of the file.

        Returns
        -------
        StoredBins
        """
        sketches: list[Sketch] = []
        n, has_missing = 0, np.zeros(0, bool)
        counted = []  # whether a row has a part in the cuts
        with (folder / "values").open("wb") as file:
            for X, weight in blocks:
                n += len(X)
                sketches = sketches or [Sketch(SKETCH * max_bins, max_bins) for _ in X.T]
                missing = np.isnan(X)
                has_missing = missing.any(axis=0) | (has_missing if len(has_missing) else False)
                counted.append(np.ones(len(X), bool) if weight is None else weight > 0)
                for sketch, column, none in zip(sketches, X.T, missing.T, strict=True):
                    there = ~none & counted[-1]
                    sketch.add(column[there], None if weight is None else weight[there])
                file.write(np.ascontiguousarray(X, dtype=np.float32).data)
        lower = [_cuts(sketch, max_bins) for sketch in sketches]
        upper = [edges.copy() for edges in lower]
        bins = cls(lower, upper, has_missing, folder, n, rows or max(1, BLOCK // len(lower)))
        bins._code(np.concatenate(counted))
        return bins

    def __len__(self) -> int:
        """Return the number of observations."""
        return self.n

    @property
    def shape(self) -> tuple[int, int]:
        """Number of features and number of observations, (d, n)."""
        return len(self.lower), self.n

    @property
    def dtype(self) -> np.dtype[np.unsignedinteger]:
        """Return the type of a code, which is one byte for up to 256 codes."""
        return np.min_scalar_type(int(self.n_codes.max()) - 1)

    def _code(self, counted: np.ndarray) -> None:
        """Write the codes, and note the largest value of each bin."""
        with (self.folder / "codes").open("wb") as file:
            for first, X in self.values():
                counts = counted[first : first + len(X)]
                codes = np.empty(X.shape[::-1], self.dtype)
                for f, (column, code) in enumerate(zip(X.T, codes, strict=True)):
                    code[:] = find_bins(column, self.lower[f])
                    missing = np.isnan(column)
                    there = ~missing & counts
                    np.maximum.at(self.upper[f], code[there], column[there])
                    if self.has_missing[f]:
                        code[missing] = len(self.lower[f])
                file.write(codes.data)

    def _read(self, name: str, dtype: np.dtype) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the numbers of each block in a file, in one place for all blocks."""
        # Not mapped into memory: then what was read would stay, and count as this process's.
        buffer = np.empty(min(self.rows, self.n) * len(self.lower), dtype)
        with (self.folder / name).open("rb") as file:
            for first in range(0, self.n, self.rows):
                part = buffer[: min(self.rows, self.n - first) * len(self.lower)]
                if file.readinto(part.data) != part.nbytes:
                    raise OSError(f"{file.name} ends before observation {first + self.rows}")
                yield first, part

    def values(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the values of blocks of observations, (m, d), and each block's first index."""
        for first, part in self._read("values", np.dtype(np.float32)):
            yield first, part.reshape(-1, len(self.lower))

    def drop_values(self) -> None:
        """Remove the file of values, after which `values` cannot be called."""
        (self.folder / "values").unlink()

    def blocks(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the codes of blocks of observations, (d, m), and each block's first index.

        A block must be used before the next one is requested.
        """
        for first, part in self._read("codes", self.dtype):
            yield first, part.reshape(len(self.lower), -1)

    def in_memory(self) -> Bins:
        """Return bins with all codes in memory."""
        codes = np.concatenate([block.copy() for _, block in self.blocks()], axis=1)
        return Bins(self.lower, self.upper, self.has_missing, codes)


def _cuts(sketch: Sketch, max_bins: int) -> np.ndarray:
    """Return the smallest value of each bin."""
    if sketch.distinct is not None:
        return sketch.distinct
    values, stands_for = sketch.kept()
    return np.unique(np.append(sketch.least, values[quantile_places(stands_for, max_bins)]))
