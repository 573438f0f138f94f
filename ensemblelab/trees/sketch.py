"""Approximate quantiles of numbers that arrive block by block and are not stored.

As soon as there are k numbers, they are sorted into a buffer of level 0. Two buffers of a level
are merged, and every second one of the 2k numbers is kept in a buffer of the next level, in which
each number represents twice as many.

    level 0   1 4 6 9     2 3 7 8
    merged    1 2 3 4 6 7 8 9
    level 1   1   3   6   8         or   2   4   7   9, alternately

Numbers of different weights are first replaced by k numbers of equal weight, the quantiles at
distances of 1/k of the total weight. Merged buffers are reduced to k numbers in the same way.

About k log2(n/k) of n numbers are kept, and the error of a rank is at most n (L + 1) / (4k), where
L = floor(log2(n/k)); see speed.sketch. This is the binary tree of Munro and Paterson (1980),
Selection and sorting with limited storage, with the alternating offsets of Manku, Rajagopalan and
Lindsay (1998), Approximate medians and other quantiles in one pass and with limited memory.
"""

from __future__ import annotations

import math
from itertools import count

import numpy as np

__all__ = ["Sketch"]


class Sketch:
    """A summary of numbers from which approximate ranks can be computed.

    Parameters
    ----------
    size : int
        k, the length of a buffer.
    few : int
        Up to so many distinct values are stored exactly.

    Attributes
    ----------
    n : float
        The number of values added, or their total weight.
    least : float
        The smallest of them.
    distinct : ndarray or None
        All distinct values, increasing; None if there are more than `few`.
    """

    def __init__(self, size: int, few: int) -> None:
        self.size, self.few = size, few
        self.n, self.least = 0.0, np.float32(np.inf)
        self.distinct: np.ndarray | None = np.empty(0, np.float32)
        self._waiting, self._weights = np.empty(0, np.float32), np.empty(0)
        self._levels: list[tuple[np.ndarray, float] | None] = []  # numbers, and what each weighs
        self._count, self._alike = 0, True  # whether all numbers weigh 1
        self._keep_odd: list[bool] = []  # whether the next merger keeps the second number

    def add(self, values: np.ndarray, weights: np.ndarray | None = None) -> None:
        """Add numbers, none of them NaN, with weights above 0, by default 1."""
        weights = np.ones(len(values)) if weights is None else weights
        self.n += weights.sum()
        self._count += len(values)
        self._alike = self._alike and bool(np.all(weights == 1))
        self.least = values.min(initial=self.least)
        if self.distinct is not None:
            distinct = np.unique(np.concatenate((self.distinct, values)))
            self.distinct = distinct if len(distinct) <= self.few else None
        values = np.concatenate((self._waiting, values))
        weights = np.concatenate((self._weights, weights))
        full = len(values) // self.size * self.size
        for start in range(0, full, self.size):
            part = slice(start, start + self.size)
            self._carry(*self._evenly(values[part], weights[part], 0.5))
        self._waiting, self._weights = values[full:].copy(), weights[full:].copy()

    def _evenly(
        self, values: np.ndarray, weights: np.ndarray, place: float
    ) -> tuple[np.ndarray, float]:
        """Return k of the numbers, increasing and evenly apart by weight, and what each stands for.

        The first is at this share of a k-th of the weight.
        """
        order = np.argsort(values, kind="stable")
        up_to = np.cumsum(weights[order])
        share = up_to[-1] / self.size
        places = np.searchsorted(up_to, (np.arange(self.size) + place) * share, side="right")
        return values[order[np.minimum(places, len(values) - 1)]], share

    def _carry(self, buffer: np.ndarray, share: float) -> None:
        """Add a sorted buffer to level 0, as one is added to a binary number."""
        for level in count():
            if level == len(self._levels):
                self._levels.append(None)
                self._keep_odd.append(False)
            other = self._levels[level]
            if other is None:
                self._levels[level] = buffer, share
                return
            weights = np.repeat([other[1], share], self.size)
            place = 0.75 if self._keep_odd[level] else 0.25
            buffer, share = self._evenly(np.concatenate((other[0], buffer)), weights, place)
            self._levels[level] = None
            self._keep_odd[level] = not self._keep_odd[level]

    @property
    def rank_error(self) -> float:
        """Compute the largest possible error of a rank.

        With different weights, the errors of the mergers may all have the same sign.
        """
        if self._count < (2 * self.size if self._alike else self.size):
            return 0.0
        levels = math.floor(math.log2(self._count / self.size))
        return self.n * (levels + 1) / ((4 if self._alike else 1) * self.size)

    def kept(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the numbers that are kept, increasing, and how many each represents."""
        buffers = [buffer for buffer in self._levels if buffer is not None]
        values = np.concatenate([self._waiting, *(buffer for buffer, _ in buffers)])
        shares = [np.full(self.size, share) for _, share in buffers]
        stands_for = np.concatenate([self._weights, *shares])
        order = np.argsort(values, kind="stable")
        return values[order], stands_for[order]

    def at_ranks(self, ranks: np.ndarray) -> np.ndarray:
        """Return the numbers at ranks, counted from 0, with an error of at most `rank_error`."""
        values, stands_for = self.kept()
        return values[np.searchsorted(np.cumsum(stands_for), ranks, side="right")]
