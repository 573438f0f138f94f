"""The interface of the growers: the problem they solve, and the nodes they return.

A grower is a function ``grow(problem)`` that returns a list of `Nodes`, one for each tree, and
the leaf of each observation. There are three, whose trees are equal node by node: `recursive` is
meant for reading, `vectorised` needs only NumPy, and `compiled` is fast.

All sums are exact. Therefore the order of observations, additions, or threads does not change a
split, the sums of a sibling are those of its parent minus those of the other child, and equal
gains are exactly equal. For this purpose each column is first rounded to a grid, the multiples of
a power of two. The grid is so fine that rounding does no harm, and so coarse that all multiples up
to the column's total are floats.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .binning import Bins
from .blocks import StoredBins

__all__ = ["Nodes", "Problem", "Rules", "SplitTable", "grid", "rounded_weights", "tabulate"]

NEARLY_ONE = 1 - 1 / (1 << 20)


class Rules(NamedTuple):
    """The rules that decide which of two splits is better, and when a node is a leaf.

    Attributes
    ----------
    kind, reg_lambda
        Those of the criterion, see `ensemblelab.trees.criterion`.
    max_depth, min_samples_split, min_samples_leaf : int
    min_child_weight, min_gain : float
    per_level, per_node : int
        Number of features drawn for each level, and of these for each node.
    redraw : bool
        Whether a node that none of the drawn features can split draws as many of the others. Ties
        then go to the feature drawn first; otherwise they go to the lowest feature.
    highest_ties : bool
        Whether, within a feature without missing values, ties go to the highest threshold.
    random_cut : bool
        Whether a node tries one split of each feature, at a value drawn uniformly between the
        smallest and the largest there (`draws.share` of its key and the feature).
        Features are then drawn even if all are used.
    """

    kind: int
    reg_lambda: float
    max_depth: int
    min_samples_split: int
    min_samples_leaf: int
    min_child_weight: float
    min_gain: float
    per_level: int
    per_node: int
    redraw: bool
    highest_ties: bool
    random_cut: bool


class Problem(NamedTuple):
    """The problem of growing T trees from the same n observations.

    Attributes
    ----------
    bins : Bins or StoredBins
    G : ndarray of float, shape (n, K), or None
        None stands for 1 in the column of each observation's label and 0 in the others.
    H : ndarray of float, shape (n,)
    weights : ndarray, shape (T, n), or None
        Each grower rounds them, as `rounded_weights` does. None stands for one tree that uses
        every observation once.
    labels : ndarray, shape (n,), or None
        A node whose observations all have the same label is a leaf. Integers from 0 on if G is
        None.
    n_columns : int
        K.
    features : ndarray of int, increasing
        The features that the trees may use.
    seeds : ndarray of uint64, shape (T,)
        Seeds for the features that `rules` draws.
    rules : Rules
    scales : ndarray of int, shape (T, 3)
        The powers of two by which the sums of G, those of H, and gains are to be multiplied.
    least : ndarray of float, shape (T,)
        Smallest H of a child, which may be a fraction of the tree's.
    """

    bins: Bins | StoredBins
    G: np.ndarray | None
    H: np.ndarray
    weights: np.ndarray | None
    labels: np.ndarray | None
    n_columns: int
    features: np.ndarray
    seeds: np.ndarray
    rules: Rules
    scales: np.ndarray
    least: np.ndarray

    def rules_of(self, t: int) -> Rules:
        """Return the rules of a tree."""
        return self.rules._replace(min_child_weight=float(self.least[t]))

    @property
    def count_rows(self) -> bool:
        """Return whether observations must be counted in addition to H."""
        return self.rules.min_samples_leaf > 1


class Nodes(NamedTuple):
    """The nodes of one tree, breadth first; siblings are adjacent, and a leaf points to itself.

    Attributes
    ----------
    feature, low, high : ndarray of int, shape (N,)
        Codes up to `low` go left; `high` is the next one present. 0 in a leaf.
    missing_left : ndarray of bool, shape (N,)
    left, size : ndarray of int, shape (N,)
        Left child, and number of observations.
    gain : ndarray of float, shape (N,)
        Without the factor of the criterion; 0 in a leaf.
    sums : ndarray of float, shape (N, K + 1)
        G and H.
    """

    feature: np.ndarray
    low: np.ndarray
    high: np.ndarray
    missing_left: np.ndarray
    left: np.ndarray
    gain: np.ndarray
    sums: np.ndarray
    size: np.ndarray


class SplitTable(NamedTuple):
    """The statistics from which trees are grown, for E pairs of a tree and an observation.

    Attributes
    ----------
    tree, observation : ndarray of int, shape (E,)
        Tree by tree.
    stats : ndarray of float, shape (C, E)
        K columns of G, then H; then 1 if observations must be counted, or some H is 0.
    unit : ndarray of float, shape (C, T)
        The tree's statistics are multiples of it.
    """

    tree: np.ndarray
    row: np.ndarray
    stats: np.ndarray
    unit: np.ndarray


def rounded_weights(weights: np.ndarray) -> np.ndarray:
    """Round weights to a grid, so that a weight too small for it becomes zero.

    Otherwise such an observation could count in G and not in H, whose grids differ. The grid of
    the weights is coarser than both, so that they do not round a weight again.
    """
    if np.all(weights == np.rint(weights)) and weights.sum(axis=1).max(initial=0) < 1 << 50:
        return weights  # whole numbers, such as counts
    return np.array([grid(row, 50)[0] for row in weights])


def grid(column: np.ndarray, bits: int) -> tuple[np.ndarray, float]:
    """Round a column to integer multiples of a unit, and return both.

    The unit is 2^-bits of the sum of absolute values, or 1 for integers with a smaller sum. For
    this purpose, the sum is computed in integer steps of 2^-30 of the largest value. It therefore
    does not depend on the order of up to eight million observations, and a sum of a power of two
    is recognized whatever its last bits.
    """
    size = np.abs(column)
    largest = size.max(initial=0)
    if largest == 0:
        return column, 1.0
    step = math.ldexp(1.0, max(math.frexp(largest)[1] - 30, -1000))
    total = step * float(np.rint(size / step).sum()) * NEARLY_ONE
    if total < math.ldexp(1.0, bits) and np.all(column == np.rint(column)):
        return column, 1.0
    unit = math.ldexp(1.0, max(math.frexp(total)[1] - bits, -1000))
    return np.rint(column / unit) * unit, unit


def tabulate(problem: Problem, which: slice = slice(None)) -> SplitTable:
    """Weight the observations of some trees and round them to their grids."""
    G, H = problem.G, problem.H.astype(float, copy=False)
    G = np.eye(problem.n_columns)[problem.labels] if G is None else G.astype(float, copy=False)
    if problem.weights is None:
        n_trees, row = 1, np.arange(len(H))
        tree, weighed = np.zeros(len(H), dtype=np.intp), [*G.T, H]
    else:
        weights = rounded_weights(problem.weights[which])
        n_trees, (tree, row) = len(weights), np.nonzero(weights)
        w = weights[tree, row]
        weighed = [column[row] * w for column in (*G.T, H)]
    bounds = np.searchsorted(tree, np.arange(1, n_trees))
    columns, units = [], []
    for c in weighed:
        parts, unit = zip(*(grid(part, 51) for part in np.split(c, bounds)), strict=True)
        columns.append(np.concatenate(parts))
        units.append(np.array(unit))
    if not np.all(weighed[-1] == 1) and (problem.count_rows or columns[-1].min(initial=1) <= 0):
        columns.append(np.ones(len(row)))
        units.append(np.ones(n_trees))
    return SplitTable(tree, row, np.stack(columns), np.stack(units))
