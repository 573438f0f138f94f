"""Encode columns of numbers as small integer codes, so that splits are found by counting.

Exact and histogram splits use the same code, because exact splits are those with a bin for each
distinct value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

import numpy as np

from .threads import in_threads

__all__ = ["Bins", "Cuts", "Listed", "find_bins"]

TOGETHER = 8  # columns: a row of X has some of them in what is read from memory at once
MANY = 10_000  # rows: threads that sort fewer mostly wait for each other


def _fixed(array: np.ndarray) -> np.ndarray:
    """Make an array read-only, as all that trees share: so compiled loops take it."""
    array.flags.writeable = False
    return array


def find_bins(values: np.ndarray, lower: np.ndarray) -> np.ndarray:
    """Return each value's bin: the last with a lower end at most the value, the first for NaN.

    ``np.searchsorted(lower[1:], values, side="right")`` takes three times as long, because it
    bisects for one value after the other, and the processor cannot predict its branches. Here
    each step of the bisection is made for all values, without branches.

    Parameters
    ----------
    values, lower : ndarray of float
        The lower ends of the bins, increasing.

    Returns
    -------
    ndarray of unsigned int
    """
    n_steps = max(len(lower) - 1, 0).bit_length()
    begins = np.full(1 << n_steps, np.nan, lower.dtype)  # no value comes after NaN
    begins[: len(lower)] = lower
    number = np.min_scalar_type(len(begins) - 1).type
    found = np.zeros(len(values), number)
    for k in reversed(range(n_steps)):
        step = number(1 << k)
        found += step * (begins[found + step] <= values)
    return found


def quantile_places(weight: np.ndarray, n: int) -> np.ndarray:
    """Return the n - 1 positions that divide weighted observations into n parts of equal weight."""
    up_to = np.cumsum(weight)
    places = np.searchsorted(up_to * n, np.arange(1, n) * up_to[-1], side="right")
    return np.minimum(places, len(weight) - 1)


def cut(
    column: np.ndarray, max_bins: int, weight: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Cut a column into bins of about equal total weight.

    Parameters
    ----------
    column : ndarray of float, shape (n,)
        Missing values are ignored.
    max_bins : int
    weight : ndarray of float, shape (n,), or None
        Observations of weight zero are ignored. None stands for ones.

    Returns
    -------
    lower, upper : ndarray
        The smallest and the largest value in each bin.
    """
    if weight is None:
        ranked = np.sort(column)
        ranked = ranked[: np.searchsorted(ranked, np.nan)]  # NaN comes last
    else:
        there = np.flatnonzero((weight > 0) & ~np.isnan(column))
        there = there[np.argsort(column[there], kind="stable")]
        ranked = column[there]
    new = begins(ranked)
    if new.sum() > max_bins:
        # The value at each of max_bins - 1 quantiles opens a bin.
        if weight is None:
            places = np.arange(1, max_bins) * len(ranked) // max_bins
        else:
            places = quantile_places(weight[there], max_bins)
        new[:] = False
        new[np.searchsorted(ranked, np.append(ranked[0], ranked[places]))] = True
    return ends(ranked, new)


def begins(ranked: np.ndarray) -> np.ndarray:
    """Mark the first value of each run of equal values."""
    new = np.ones(len(ranked), dtype=bool)
    new[1:] = ranked[1:] != ranked[:-1]
    return new


def ends(ranked: np.ndarray, new: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the smallest and the largest value of bins that begin where `new` is true."""
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(ranked)) - 1
    return ranked[first], ranked[last] if len(ranked) else ranked


class Listed(NamedTuple):
    """The observations above code 0, by increasing code, feature after feature.

    Attributes
    ----------
    keys : ndarray of int64, shape (entries,)
        2^32 times a code, plus the number of its observation.
    start : ndarray of int, shape (d + 1,)
        Feature f has the keys start[f] to start[f + 1] - 1.
    """

    keys: np.ndarray
    start: np.ndarray


@dataclass(frozen=True)
class Cuts:
    """Where the columns of X are cut into bins, numbered in increasing order of value.

    Attributes
    ----------
    lower, upper : list of d ndarrays
        Smallest and largest value in each bin, increasing. Exact bins hold one
        value each, and the two lists are the same.
    has_missing : ndarray of bool, shape (d,)
    """

    lower: list[np.ndarray]
    upper: list[np.ndarray]
    has_missing: np.ndarray

    @cached_property
    def n_codes(self) -> np.ndarray:
        """Number of codes of each feature, including that of missing values, shape (d,)."""
        return _fixed(np.array([len(v) for v in self.lower]) + self.has_missing)

    @cached_property
    def offsets(self) -> np.ndarray:
        """Where each feature begins in an array of all bins, shape (d + 1,)."""
        return _fixed(np.concatenate(([0], np.cumsum(self.n_codes))))

    @cached_property
    def flat_lower(self) -> np.ndarray:
        """`lower` of all features in one array, NaN for missing, shape (offsets[-1],)."""
        return self._flat(self.lower)

    @cached_property
    def flat_upper(self) -> np.ndarray:
        """`upper` of all features in one array, NaN for missing, shape (offsets[-1],)."""
        return self._flat(self.upper)

    def _flat(self, values: list[np.ndarray]) -> np.ndarray:
        flat = np.full(self.offsets[-1], np.nan, dtype=values[0].dtype)
        for v, start in zip(values, self.offsets[:-1], strict=True):
            flat[start : start + len(v)] = v
        return flat

    def between(
        self,
        feature: np.ndarray,
        left: np.ndarray,
        right: np.ndarray,
        share: np.ndarray,
        strict: bool = False,
    ) -> np.ndarray:
        """Return a threshold between two bins that separates them.

        Parameters
        ----------
        feature, left, right : ndarray of int, shape (m,)
            As for `threshold`.
        share : ndarray of float, shape (m,)
            The position between the bins, from 0 to 1.
        strict : bool

        Returns
        -------
        ndarray, shape (m,)
        """
        low = self.flat_upper[self.offsets[feature] + left]
        high = self.flat_lower[self.offsets[feature] + right]
        cut = (low * (1 - share) + high * share).astype(low.dtype)
        if strict:
            return np.where(cut > low, np.minimum(cut, high), high)
        return np.where(cut < high, np.maximum(cut, low), low)

    def threshold(
        self, feature: np.ndarray, left: np.ndarray, right: np.ndarray, strict: bool = False
    ) -> np.ndarray:
        """Return the midpoints between pairs of bins.

        Parameters
        ----------
        feature, left, right : ndarray of int, shape (m,)
            `left` is the last code that goes left, `right` the next one present.
        strict : bool
            Whether the test is ``x < t`` (xgboost) rather than ``x <= t``.

        Returns
        -------
        ndarray, shape (m,)
            It has the dtype of X. If `right` is the code of missing values, a threshold is a
            number above all values.
        """
        low = self.flat_upper[self.offsets[feature] + left]
        high = self.flat_lower[self.offsets[feature] + right]
        middle = low / 2 + high / 2  # their sum could overflow
        if strict:
            middle = np.where(middle <= low, high, middle)
        else:  # halfway may round up to the higher value
            middle = np.where(middle >= high, low, middle)
        if (missing := np.isnan(high)).any():
            with np.errstate(over="ignore"):  # +inf is above all values too
                beyond = low + (np.abs(low) + low.dtype.type(1e-6))  # added in xgboost's order
            middle = np.where(missing, beyond, middle)
        return middle


@dataclass(frozen=True)
class Bins(Cuts):
    """The columns of X as integer codes in increasing order of value.

    Attributes
    ----------
    codes : ndarray of uint8, uint16 or uint32, shape (d, n), C-contiguous
        ``codes[f, i]`` is the bin of observation i in feature f. A missing value has the
        code ``len(lower[f])``, above all others.
    """

    codes: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        """Number of features and number of observations, (d, n)."""
        d, n = self.codes.shape
        return d, n

    def blocks(self) -> Iterator[tuple[int, np.ndarray]]:
        """Yield the codes of blocks of observations, here one, and each block's first index."""
        yield 0, self.codes

    def in_memory(self) -> Bins:
        """Return bins with all codes in memory, which are these."""
        return self

    @classmethod
    def fit(
        cls,
        X: np.ndarray,
        max_bins: int | None = None,
        *,
        allow_missing: bool = False,
        weight: np.ndarray | None = None,
        n_jobs: int | None = None,
    ) -> Bins:
        """Bin each column by its distinct values, or into at most `max_bins` bins.

        Parameters
        ----------
        X : ndarray of float, shape (n, d)
            float32 stays float32, so that thresholds are midpoints in float32.
        max_bins : int or None
            None gives each distinct value its own bin. Otherwise a column with more
            distinct values is cut into bins of about equal total weight.
        allow_missing : bool
            Whether NaN is a missing value; otherwise X must not hold NaN.
        weight : ndarray of float, shape (n,), or None
            Non-negative. For `max_bins`, observations of weight zero are ignored. None stands for
            ones.
        n_jobs : int or None
            Number of threads, as in joblib.

        Returns
        -------
        Bins
        """
        n, d = X.shape
        if weight is not None and np.all(weight == weight[0]):
            weight = None
        n_missing = np.zeros(d, dtype=int)
        # the least of numbers of which one is missing is NaN
        most = n if max_bins is None else max_bins - 1 + (allow_missing and np.isnan(X.min()))
        codes = np.empty((d, n), dtype=np.min_scalar_type(int(most)))

        def fit_column(f: int, column: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            """Write the codes of a column; return the smallest and largest value in each bin."""
            if allow_missing:
                n_missing[f] = np.isnan(column).sum()
            if max_bins is None:
                repeats = np.mean(column == column.min()) > 0.5  # then a stable sort is faster
                order = np.argsort(column, kind="stable" if repeats else None)
                order = order[: n - n_missing[f]]  # NaN comes last
                ranked = column[order]
                new = begins(ranked)
                codes[f, order] = np.cumsum(new) - 1
                lower, upper = ends(ranked, new)
            else:
                lower, upper = cut(column, max_bins, weight)
                codes[f] = find_bins(column, lower)
            if n_missing[f]:
                codes[f, np.isnan(column)] = len(lower)
            return lower, upper

        def fit_columns(first: int) -> list[tuple[np.ndarray, np.ndarray]]:
            """Write the codes of some columns: of a few, so that X is not there twice."""
            columns = np.ascontiguousarray(X[:, first : first + TOGETHER].T)
            return [fit_column(first + k, column) for k, column in enumerate(columns)]

        parts = in_threads(fit_columns, range(0, d, TOGETHER), n_jobs if n >= MANY else 1)
        lower, upper = (list(ends) for ends in zip(*chain.from_iterable(parts), strict=True))
        codes = codes.astype(np.min_scalar_type(int(codes.max(initial=0))), copy=False)
        return cls(lower, upper, _fixed(n_missing > 0), _fixed(codes))

    @cached_property
    def wide_codes(self) -> np.ndarray:
        """`codes` of two or four bytes, so that loops are compiled for fewer types."""
        wide = np.promote_types(self.codes.dtype, np.uint16)
        return _fixed(self.codes.astype(wide, copy=False))

    @cached_property
    def row_by_row(self) -> np.ndarray:
        """`codes` of the first observation, then those of the next, shape (n, d), C-contiguous."""
        return _fixed(np.ascontiguousarray(self.codes.T))

    @cached_property
    def listed(self) -> Listed:
        """Columns sorted once per data set, without code 0, the most frequent one in counts."""
        rows = [np.flatnonzero(column) for column in self.codes]
        keys = [
            np.sort(c[r].astype(np.int64) << 32 | r) for r, c in zip(rows, self.codes, strict=True)
        ]
        start = np.cumsum([0] + [len(k) for k in keys])
        return Listed(_fixed(np.concatenate(keys)), _fixed(start))
