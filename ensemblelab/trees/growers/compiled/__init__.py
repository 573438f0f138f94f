"""Grow trees by loops that numba compiles, the fastest grower where numba is installed.

Each tree is grown in the order that is the fastest for it: `by_histogram`, `by_column`, `by_node`,
or, for classes, `by_class`. Other modules are `statistics` on their grids, `scoring`, `drawing` of
features, the `nodes`, special `instructions`, the `listing` of a feature's codes, and `predicting`.
"""

from __future__ import annotations

import numpy as np

from ...binning import Bins, Listed
from ...blocks import StoredBins
from ...contract import Nodes, Problem, Rules
from ...criterion import SQUARES
from ._jit import read_only
from .by_block import grow_by_block
from .by_class import WHOLE, grow_by_class, room_for_classes, sums_of_classes
from .by_column import grow_by_column
from .by_histogram import grow_by_histogram
from .by_node import grow_by_node
from .listing import room_for_work
from .nodes import Data, Growing, breadth_first, note_leaves, room_for_nodes
from .scoring import Columns, columns_of, of_any_number
from .statistics import put_on_grid, summarise, weigh

__all__ = ["grow"]

NONE, NO_CODES = read_only(np.empty(0)), read_only(np.empty((0, 0), np.uint16))
MANY_CODES = 256  # from here on histograms are too long
DEEP = 12  # from here on most nodes are too small for a histogram


def grow(problem: Problem) -> tuple[list[Nodes], np.ndarray]:
    """Grow trees one by one, each in the order that is fastest for it.

    Parameters
    ----------
    problem : Problem

    Returns
    -------
    list of T Nodes, ndarray of int32, shape (T, n)
    """
    G = np.empty((len(problem.H), 0)) if problem.G is None else problem.G
    problem = problem._replace(H=read_only(problem.H))
    labels = NONE if problem.labels is None else np.asarray(problem.labels, dtype=float)
    leaf = np.full((len(problem.seeds), len(problem.H)), -1, dtype=np.int32)
    return [_grow_tree(problem, t, read_only(G), labels, leaf[t]) for t in range(len(leaf))], leaf


def _grow_tree(
    problem: Problem, t: int, G: np.ndarray, labels: np.ndarray, leaf: np.ndarray
) -> Nodes:
    """Grow one tree, and note the leaves of its observations."""
    bins, n, K = problem.bins, len(problem.H), G.shape[1]
    rules = problem.rules_of(t)
    rows, stats = np.empty(n, np.uint32), np.empty((n, K + 1))
    weights = np.empty(0)
    if problem.weights is not None:
        weights = problem.weights[t].astype(float)
        put_on_grid(weights[:, None], 50)
    m = weigh(G, problem.H, weights, rows, stats)
    rows, stats = rows[:m], stats[:m]
    put_on_grid(stats, 51)
    ones, positive, classes = summarise(stats, K)
    if classes:  # the first class is what the others leave of H
        stats = np.ascontiguousarray(stats[:, 1:])
    if problem.G is not None and not ones and (problem.count_rows or not positive):
        stats = np.column_stack((stats, np.ones(m)))
    columns = columns_of(stats.shape[1], K - classes, problem.rules.kind, bool(classes))
    values = bins.flat_lower.astype(float, copy=False) if problem.rules.random_cut else NONE
    data = Data(
        NO_CODES,
        read_only(bins.n_codes),
        read_only(bins.has_missing),
        read_only(values),
        read_only(bins.offsets),
        read_only(labels),
        read_only(problem.features),
        problem.seeds[t],
        rows,
        stats,
        np.empty_like(rows),
        np.empty_like(stats),
    )
    if ones:  # then H counts rows
        least = max(rules.min_child_weight, float(rules.min_samples_leaf))
        rules = rules._replace(min_child_weight=least, min_samples_leaf=1)
    if isinstance(bins, StoredBins):
        nodes = grow_by_block(bins, data, columns, rules, leaf)
    else:
        if problem.G is None:
            nodes = _grow_classes(problem, rules, data, columns)
        else:
            nodes = _grow_nodes(bins, rules, data, columns)
        note_leaves(rows, nodes.left, nodes.start, nodes.stop, leaf)
    sums = nodes.sums[:, : problem.n_columns + 1 - classes]
    if classes:
        sums = np.column_stack((sums[:, -1] - sums[:, :-1].sum(axis=1), sums))
    return Nodes(
        nodes.feature,
        nodes.low,
        nodes.high,
        nodes.missing_left,
        nodes.left,
        nodes.gain,
        sums,
        nodes.stop - nodes.start,
    )


def _grow_classes(problem: Problem, rules: Rules, data: Data, columns: Columns) -> Growing:
    """Grow a tree from labels; its sums are of all classes, and of their weights."""
    m, K = len(data.rows), problem.n_columns
    assert isinstance(problem.bins, Bins)  # labels do not go with blocks
    classes, weight = read_only(np.asarray(problem.labels, dtype=np.int64)), data.stats
    data = data._replace(codes=read_only(problem.bins.wide_codes))
    whole = rules.kind == SQUARES and weight.sum() < WHOLE and np.all(weight == np.rint(weight))
    nodes = room_for_nodes(min(2 * m, 2 << min(rules.max_depth, 40)), 1)
    room = room_for_classes(m, int(problem.bins.n_codes.max()), K)
    order = np.empty(len(data.features), np.int64)
    size = grow_by_class(data, classes, columns, rules.kind, bool(whole), rules, nodes, room, order)
    nodes = breadth_first(nodes, size)
    return nodes._replace(sums=sums_of_classes(nodes, classes, data, K))


def _grow_nodes(bins: Bins, rules: Rules, data: Data, columns: Columns) -> Growing:
    """Choose the order that is fastest, and grow."""
    m, C = data.stats.shape
    n_codes = int(bins.n_codes.max())
    nodes = room_for_nodes(min(2 * m, 2 << min(rules.max_depth, 40)), C)
    # Whether every node looks at all features, and has two statistics.
    alike = C == 2 and rules.min_samples_leaf == 1 and rules.per_node == len(data.features)
    alike = alike and not rules.random_cut
    by_histogram = alike and rules.max_depth <= DEEP and n_codes <= MANY_CODES
    data = data._replace(codes=read_only(bins.codes if by_histogram else bins.wide_codes))
    if not alike or rules.max_depth > DEEP:
        if rules.kind != SQUARES:  # not compiled for each kind, as the others are: that takes long
            columns = of_any_number(columns)
        work, order = room_for_work(m, n_codes, C), np.empty(len(data.features), np.int64)
        return breadth_first(nodes, grow_by_node(data, columns, rules, nodes, work, order))
    if by_histogram:
        codes = bins.row_by_row
        if len(data.features) < len(bins.codes):  # no others are looked at
            codes = read_only(codes[:, data.features])
        pool = np.empty((rules.max_depth + 2, len(data.features), n_codes, 2))
        work = room_for_work(n_codes, n_codes, C)
        size = grow_by_histogram(data, codes, columns, rules, nodes, pool, work)
        return breadth_first(nodes, size)
    stats = data.stats  # of all rows, where they stay; in a stump they move when all is found
    if m < bins.shape[1]:
        stats = np.empty((bins.shape[1], 2))
        stats[data.rows] = data.stats
    elif rules.max_depth > 1:
        stats = stats.copy()
    listed = Listed(*map(read_only, bins.listed))
    work = room_for_work(m, n_codes, C)
    return breadth_first(nodes, grow_by_column(data, listed, stats, columns, rules, nodes, work))
