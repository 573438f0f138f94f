"""Quantiles of numbers that come block by block, and are not kept.

Numbers wait until there are k, and are sorted: a buffer of level 0. Two buffers of a level are
merged, and every second number of the 2k is kept: a buffer of the next level, in which each
stands for twice as many.

    level 0   1 4 6 9     2 3 7 8
    merged    1 2 3 4 6 7 8 9
    level 1   1   3   6   8         or   2   4   7   9, in turns

So of n numbers some k log2(n/k) are left, and a rank is wrong by at most n (L + 1) / (4k), where
L = floor(log2(n/k)): see speed.sketch. This is the binary tree of Munro and Paterson (1980),
Selection and sorting with limited storage, with the offsets in turns of Manku, Rajagopalan and
Lindsay (1998), Approximate medians and other quantiles in one pass and with limited memory.
"""

from __future__ import annotations

import math
from itertools import count

import numpy as np

__all__ = ["Sketch"]


class Sketch:
    """A summary of numbers that tells about where each ranks.

    Parameters
    ----------
    size : int
        k, the length of a buffer.
    few : int
        So many distinct values are known exactly.

    Attributes
    ----------
    n : int
        How many numbers were added.
    least : float
        The smallest of them.
    distinct : ndarray or None
        All distinct values, increasing; None if there are more than `few`.
    """

    def __init__(self, size: int, few: int) -> None:
        self.size, self.few = size, few
        self.n, self.least = 0, np.float32(np.inf)
        self.distinct: np.ndarray | None = np.empty(0, np.float32)
        self._waiting = np.empty(0, np.float32)
        self._levels: list[np.ndarray | None] = []
        self._keep_odd: list[bool] = []  # whether the next merger keeps the second number

    def add(self, values: np.ndarray) -> None:
        """Take in numbers, none of them NaN."""
        self.n += len(values)
        self.least = values.min(initial=self.least)
        if self.distinct is not None:
            distinct = np.unique(np.concatenate((self.distinct, values)))
            self.distinct = distinct if len(distinct) <= self.few else None
        values = np.concatenate((self._waiting, values))
        full = len(values) // self.size * self.size
        for start in range(0, full, self.size):
            self._carry(np.sort(values[start : start + self.size]))
        self._waiting = values[full:].copy()

    def _carry(self, buffer: np.ndarray) -> None:
        """Add a sorted buffer to level 0, as one is added to a binary number."""
        for level in count():
            if level == len(self._levels):
                self._levels.append(None)
                self._keep_odd.append(False)
            other = self._levels[level]
            if other is None:
                self._levels[level] = buffer
                return
            merged = np.sort(np.concatenate((other, buffer)), kind="stable")
            buffer = merged[int(self._keep_odd[level]) :: 2]
            self._levels[level] = None
            self._keep_odd[level] = not self._keep_odd[level]

    @property
    def rank_error(self) -> float:
        """By how much a rank may be wrong at most."""
        if self.n < 2 * self.size:
            return 0.0
        levels = math.floor(math.log2(self.n / self.size))
        return self.n * (levels + 1) / (4 * self.size)

    def kept(self) -> tuple[np.ndarray, np.ndarray]:
        """Give the numbers that are left, increasing, and for how many each stands."""
        buffers = [(self._waiting, 1)]
        buffers += [(b, 1 << level) for level, b in enumerate(self._levels) if b is not None]
        values = np.concatenate([buffer for buffer, _ in buffers])
        stands_for = np.repeat([weight for _, weight in buffers], [len(b) for b, _ in buffers])
        order = np.argsort(values)
        return values[order], stands_for[order]

    def at_ranks(self, ranks: np.ndarray) -> np.ndarray:
        """Give numbers at ranks, 0 being the smallest number's, to within `rank_error`."""
        values, stands_for = self.kept()
        return values[np.searchsorted(np.cumsum(stands_for), ranks, side="right")]
