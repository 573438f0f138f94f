"""Side-by-side measurements against the libraries that everyone uses: ``python -m benchmarks``.

A module of `benchmarks.cases` defines ``CASES: list[Case]``, each naming what
both sides do. It imports what it needs at its top: imports are not measured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Case"]


@dataclass(frozen=True)
class Case:
    """The same work done by ensemblelab and by a peer.

    Attributes
    ----------
    name : str
        Short and unique, as it stands in the table: "AdaBoost, 200 stumps, spam".
    target : float
        The largest acceptable ratio of CPU times, ours to peer's.
    data : callable, () -> data
        Makes what both sides work on, rows shuffled (`train_test_split` does
        that). It is not measured; for a case of prediction it also fits the
        models.
    ours, peer : callable, data -> result
        What is measured, one thread: a fit returns its model, a prediction
        what it predicts.
    quality : callable, (data, result) -> float
        How good the result is, such as the test accuracy of the model or of
        the predictions. It is not measured.
    tolerance : float
        How far apart the two qualities may be if both did the same work: 0 if
        the two agree to the row, otherwise what chance does to them.
    grow : callable, int -> data, optional
        As `data`, with that many training rows (or rows to predict): the case
        then takes part in --growth.
    growth_tolerance : float, optional
        As `tolerance`, for --growth, which has fewer rows; by default the same.
    """

    name: str
    target: float
    data: Callable[[], Any]
    ours: Callable[[Any], Any]
    peer: Callable[[Any], Any]
    quality: Callable[[Any, Any], float]
    tolerance: float
    grow: Callable[[int], Any] | None = None
    growth_tolerance: float | None = None
