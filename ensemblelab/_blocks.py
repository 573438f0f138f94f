"""Training data that come block by block, from an iterator of (X, y) or (X, y, weights)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from ensemblelab._sklearn import as_numbers, check_sample_weight
from ensemblelab.trees.blocks import StoredBins

__all__ = ["Blocks", "are_blocks", "store"]

Blocks = Iterable[tuple[Any, ...]]
# Checks X and y of one block; told whether it is the first.
Check = Callable[[Any, Any, bool], tuple[NDArray[np.float32], NDArray[Any]]]


def are_blocks(X: object, y: object) -> TypeGuard[Blocks]:
    """Return whether X is no table but gives blocks: then y is in them."""
    if y is not None or hasattr(X, "shape") or hasattr(X, "__array__"):
        return False
    if isinstance(X, Sequence):
        return len(X) > 0 and isinstance(X[0], tuple)
    return isinstance(X, Iterable)


def store(
    blocks: Blocks, check: Check, folder: Path, max_bins: int
) -> tuple[StoredBins, NDArray[Any], NDArray[np.float64]]:
    """Read all blocks once: X into files of a folder, answers and weights into memory.

    Parameters
    ----------
    blocks : iterable of tuples (X, y) or (X, y, sample_weight)
    check : callable, (X, y, reset) -> (X, y)
    folder : Path
    max_bins : int

    Returns
    -------
    bins : StoredBins
    y : ndarray, shape (n,)
    weight : ndarray of float64, shape (n,)

    Raises
    ------
    ValueError
        If there is no block, or one does not fit; the message has its number, counted from 0.
    """
    answers: list[NDArray[Any]] = []
    weights: list[NDArray[np.float64]] = []

    def rows() -> Iterator[tuple[NDArray[np.float32], NDArray[np.float64] | None]]:
        for number, block in enumerate(blocks):
            try:
                X, *rest = _checked(block, check, answers, weights)
            except ValueError as error:
                raise ValueError(f"block {number}: {error}") from error
            answers.append(rest[0])
            weights.extend(rest[1:])
            yield X, rest[1] if len(rest) > 1 else None
        if not answers:
            raise ValueError("X gives no block; an iterator can be read only once")

    bins = StoredBins.fit(rows(), folder, max_bins)
    y = np.concatenate(answers)
    answers.clear()
    if not weights:
        return bins, y, np.broadcast_to(1.0, len(y))  # takes no memory
    return bins, y, check_sample_weight(np.concatenate(weights), y)


def _checked(
    block: object, check: Check, answers: list[NDArray[Any]], weights: list[NDArray[np.float64]]
) -> list[NDArray[Any]]:
    """Check a block by itself, and that it goes with those before it."""
    if not isinstance(block, tuple) or len(block) not in (2, 3):
        raise ValueError(
            f"it is of type {type(block).__name__}; it must be a tuple (X, y) or "
            "(X, y, sample_weight)"
        )
    X, y = check(block[0], block[1], not answers)
    if answers and (y.dtype.kind in "OUS") != (answers[0].dtype.kind in "OUS"):
        raise ValueError(f"y is of type {y.dtype}, that of block 0 of type {answers[0].dtype}")
    if answers and (len(block) == 3) != bool(weights):
        raise ValueError("either all blocks have a sample_weight, or none has")
    if len(block) == 2:
        return [X, y]
    weight = np.asarray(block[2])
    if weight.shape != y.shape:
        raise ValueError(
            f"sample_weight has the shape {weight.shape}, but X has {len(y)} observations"
        )
    weight = as_numbers(weight, "sample_weight").astype(np.float64, copy=False)
    if np.any(weight < 0):
        raise ValueError(f"sample_weight holds a negative number, {weight.min()}")
    return [X, y, weight]
