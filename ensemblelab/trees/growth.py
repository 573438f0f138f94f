"""The grower: one tree, or a whole forest at once, level by level.

Interface
---------
::

    bins = Bins.fit(X)                      # once per data set: bins.codes is (d, n)
    grown = grow(bins, G, H, criterion=CRITERIA["squared_error"], max_depth=3)
    grown.trees                             # list of Tree
    grown.leaf                              # (T, n): the leaf each training row fell into
    grown.trees[0].value[grown.leaf[0]]     # (n, K): predictions for the training rows

- G is (n,) or (n, K), H is (n,) or None for ones. A node holds the sums of both over its
  rows; section "criterion" says which G and H make which method.
- ``weights`` of shape (T, n) grows T trees, tree t from weights[t] * G and weights[t] * H.
  Rows of weight zero take no part, and their ``leaf`` is -1: ask ``tree.apply(X[rows])``.
  A bootstrap sample is a row of counts.
- Each `Tree` has, per node: feature, threshold, left (right is left + 1), value (nodes, K)
  from ``criterion.leaf``, and the sums G (nodes, K), H, count, gain. A leaf points to itself
  and has gain 0. To replace leaf values (Newton steps of a loss) assign to ``tree.value``; to
  prune, call ``tree.prune(to_leaf)``, which also tells where the nodes went.
- ``draw(depth, n_nodes)`` returns the features that each node may use, (n_nodes, m) of int,
  increasing along a row. ``max_features`` with ``rng`` draws them anew at each node.

How it works
------------
Per level, for all nodes at once: sums of G and H by (node, feature, code), from a histogram or
by sorting; cumulative sums from the highest code down give G_right and H_right of each split;
the best split of each node by ``reduceat``; rows go to their children. A row in a feature's
lowest bin is never touched: what the others leave of the node's total is on its side. (In
counts, such as words in a mail, most rows are there.) Kernels: `_histogram`, `_sort`,
`_scan`, `_route`.

All sums are exact, because G and H are first rounded to a grid and are integers in its unit.
Hence the order of rows, and taking a sibling as parent minus child, cannot move a split, and
ties are ties: the lowest feature wins, then the lowest threshold. The unit is 2^-51 of their
total. It is up to 2^-48 for G beside an H of counts, where both share one integer; so they do
for bins of quantiles, splits of which are approximate anyway, with units of 2^-30.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from scipy import sparse

from .binning import Bins
from .criterion import Criterion
from .tree import Tree

__all__ = ["Growth", "grow"]


class Growth(NamedTuple):
    """What `grow` returns.

    Attributes
    ----------
    trees : list of T Tree
    leaf : ndarray of int32, shape (T, n)
        Node that row i ended in, -1 if its weight is zero.
    """

    trees: list[Tree]
    leaf: np.ndarray


class _Rows(NamedTuple):
    """The rows at open nodes; those of one node stand together."""

    entry: np.ndarray  # (R,) number among the pairs of a tree and a row that it grows from
    node: np.ndarray  # (R,) number of its node among the open ones

    def take(self, which: np.ndarray) -> _Rows:
        return _Rows(*(a.take(which) for a in self))

    def keep(self, kept: np.ndarray) -> _Rows:
        """Drop the rows whose node is not `kept` and number the others' nodes afresh."""
        rows = self.take(kept.take(self.node).nonzero()[0])
        return rows._replace(node=(np.cumsum(kept) - 1).take(rows.node))


class _Table(NamedTuple):
    """The statistics of each entry: K columns of G, then H, then 1 if rows must be counted."""

    row: np.ndarray | None  # (entries,) its row of X; None if they are the same numbers
    kind: (
        np.ndarray | None
    )  # (entries,) likewise its column in `whole`: equal entries may share one
    whole: np.ndarray  # (C, kinds) of int64: the statistics in their units, or G and H in one
    unit: np.ndarray  # (C,) powers of two
    shift: int  # number of bits of G and H in one integer that are H; 0 if they are two

    def row_of(self, entry: np.ndarray) -> np.ndarray:
        return entry if self.row is None else self.row.take(entry)

    def kind_of(self, entry: np.ndarray) -> np.ndarray:
        return entry if self.kind is None else self.kind.take(entry)

    def sums(self, whole: np.ndarray) -> np.ndarray:
        """Turn sums of columns of `whole`, (C, ...), into sums of the statistics."""
        if self.shift:
            whole = np.concatenate((whole >> self.shift, whole & ((1 << self.shift) - 1)))
        return whole * self.unit[:, None]


class _Level(NamedTuple):
    """The nodes of one level of all trees, M of them."""

    tree: np.ndarray  # (M,)
    total: np.ndarray  # (K + 1, M) sums G and H
    n_rows: np.ndarray  # (M,)


class _Splits(NamedTuple):
    """The best split of each of M nodes; gain -inf means none."""

    gain: np.ndarray
    feature: np.ndarray
    left: np.ndarray  # the last code that goes left
    right: np.ndarray  # the next code present in the node
    missing_left: np.ndarray
    sums: np.ndarray  # (M, C) statistics of the right child

    def take(self, chosen: np.ndarray) -> _Splits:
        return _Splits(*(a.take(chosen, axis=0) for a in self))


class _Rules(NamedTuple):
    """What makes one split better than another."""

    criterion: Criterion
    n_columns: int
    min_samples_leaf: int
    min_child_weight: float
    min_gain: float
    highest_ties: bool

    def score(self, sums: np.ndarray) -> np.ndarray:
        return self.criterion.score(sums[: self.n_columns], sums[self.n_columns])

    def score_of_split(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """Score the children with these statistics, -inf where a split is not allowed."""
        with np.errstate(divide="ignore", invalid="ignore"):
            score = self.score(left)
            score += self.score(right)
        H = self.n_columns
        if self.min_child_weight > 0:
            refused = np.minimum(left[H], right[H]) < self.min_child_weight
        else:
            refused = left[-1] <= 0  # nothing is left of the lowest code in the node
        if self.min_samples_leaf > 1:
            refused |= np.minimum(left[-1], right[-1]) < self.min_samples_leaf
        if len(left) > H + 1:  # H may be zero, and the score 0/0
            refused |= np.isnan(score)
        np.copyto(score, -np.inf, where=refused)
        return score


def grow(
    bins: Bins,
    G: np.ndarray,
    H: np.ndarray | None = None,
    *,
    criterion: Criterion,
    weights: np.ndarray | None = None,
    labels: np.ndarray | None = None,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    min_child_weight: float = 0.0,
    min_gain: float = -np.inf,
    draw: Callable[[int, int], np.ndarray] | None = None,
    max_features: int | None = None,
    rng: np.random.Generator | None = None,
    highest_ties: bool = False,
    strict: bool = False,
) -> Growth:
    """Grow one tree, or T trees, by greedy splits.

    Parameters
    ----------
    bins : Bins
        The training rows, n of them.
    G : ndarray of shape (n,) or (n, K)
    H : ndarray of shape (n,) or None
    criterion : Criterion
    weights : ndarray of shape (T, n) or None
        None grows one tree from every row once.
    labels : ndarray of shape (n,) or None
        If given, a node whose rows all share a label is a leaf.
    max_depth : int or None
    min_samples_split, min_samples_leaf : int
        In rows of non-zero weight; a weight so small that it is lost in the sum of all
        counts as zero.
    min_child_weight : float
        Least H of a child.
    min_gain : float
        A split needs a gain above this.
    draw : callable or None
        ``draw(depth, n_nodes)`` gives the allowed features, (n_nodes, m).
    max_features : int or None
        Features drawn at each node, without replacement. A node that none of them can
        split draws as many of the others, until one can (as in scikit-learn). Ties between
        drawn features go to the first drawn.
    rng : numpy.random.Generator or None
        For `max_features`.
    highest_ties : bool
        Within a feature without missing values, ties go to the highest threshold; with
        missing values, first to missing right at the lowest (xgboost's exact order).
    strict : bool
        Whether the trees test ``x < t`` (xgboost) or ``x <= t``.

    Returns
    -------
    Growth
    """
    d, n = bins.codes.shape
    G = np.asarray(G, dtype=float).reshape(n, -1).T
    H = np.ones(n) if H is None else np.asarray(H, dtype=float)
    if weights is None:
        n_trees, tree, row, stats = 1, np.zeros(n, dtype=np.intp), None, [*G, H]
    else:
        weights = _rounded(weights)
        n_trees, (tree, row) = len(weights), np.nonzero(weights)
        w = weights[tree, row]
        stats = [c[row] * w for c in (*G, H)]
    table = _tabulate(stats, tree, row, min_samples_leaf > 1, bins.coarse)
    rows = _Rows(np.arange(len(tree)), tree)
    rules = _Rules(criterion, len(G), min_samples_leaf, min_child_weight, min_gain, highest_ties)
    leaf = np.empty(len(tree), dtype=np.int32)

    def close(rows: _Rows, node: np.ndarray, going: np.ndarray) -> _Rows:
        """Drop the rows at nodes that are not `going`: these are their leaves."""
        if going.all():
            return rows
        leaf[rows.entry] = node.take(rows.node)  # rows that go on get another later
        return rows.keep(going)

    levels: list[_Level] = []
    splits: list[tuple[np.ndarray, _Splits]] = []  # by level: which nodes, and how
    tree_of, first_id = np.arange(n_trees), 0  # of the nodes of this level
    total = table.sums(_sum_by(tree, table.whole, table.kind_of(rows.entry), n_trees))
    histograms = parents = None
    while True:
        m, depth = len(tree_of), len(levels)
        count = np.bincount(rows.node, minlength=m)
        levels.append(_Level(tree_of, total[: len(G) + 1], count))

        may_split = count >= max(min_samples_split, 2 * min_samples_leaf)
        may_split &= total[len(G)] >= 2 * min_child_weight
        if depth == max_depth:
            may_split[:] = False
        elif labels is not None:
            may_split &= _mixed(labels[table.row_of(rows.entry)], rows.node, m)
        rows = close(rows, first_id + np.arange(m), may_split)
        nodes = np.flatnonzero(may_split)
        if len(nodes) == 0:
            break
        total = total[:, nodes]
        features = draw(depth, len(nodes)) if draw else None
        if max_features is not None and max_features < d:
            stream = np.random.default_rng(rng)  # rng itself, if there is one
            split = _best_of_drawn(bins, rows, table, total, rules, max_features, stream)
        elif (depth == 0 or histograms is not None) and _dense(bins, len(nodes), len(rows.entry)):
            histograms = _histograms(bins, rows, table, count[nodes], histograms, parents, nodes)
            split = _best_of_histograms(bins, histograms, table, total, rules, features)
        else:
            histograms = None
            if features is None:
                features = np.broadcast_to(np.arange(d), (len(nodes), d))
            split = _best_of_sorted(bins, rows, table, total, rules, features)
        found = split.gain > -np.inf
        rows = close(rows, first_id + nodes, found)
        parents = np.flatnonzero(found)
        if len(parents) == 0:
            break
        nodes, split = nodes[parents], split.take(parents)
        splits.append((first_id + nodes, split))
        first_id += m
        rows = _route(bins, rows, table, split)
        tree_of = tree_of[nodes].repeat(2)
        total = total[:, parents].repeat(2, axis=1)
        total[:, 1::2] = split.sums.T
        total[:, ::2] -= total[:, 1::2]
    out = np.full((n_trees, n), -1, dtype=np.int32)
    out[slice(None) if weights is None else weights != 0] = leaf
    return _assemble(bins, levels, splits, out, criterion, strict)


def _rounded(weights: np.ndarray) -> np.ndarray:
    """Round weights to a grid, where a weight too small for it becomes zero.

    Otherwise the grids of G and H could keep such a row in the one and lose it in the other.
    This one is coarser than theirs, so they round no weight again.
    """
    if weights.dtype.kind in "iu":
        return weights
    unit = _unit(weights, weights.sum(axis=1).max(), 50)
    return np.rint(weights / unit) * unit


def _sum_by(node: np.ndarray, whole: np.ndarray, kind: np.ndarray, m: int) -> np.ndarray:
    """Sum columns of integers by node, (C, m)."""
    out = np.zeros((len(whole), m), dtype=np.int64)
    start = _starts(node)
    out[:, node[start]] = np.add.reduceat(whole.take(kind, axis=1), start, axis=1)
    return out


def _mixed(label: np.ndarray, node: np.ndarray, m: int) -> np.ndarray:
    """Tell which of m nodes hold rows of different labels."""
    some = np.empty(m, dtype=label.dtype)
    some[node] = label
    mixed = np.zeros(m, dtype=bool)
    mixed[node[label != some[node]]] = True
    return mixed


def _tabulate(
    stats: list[np.ndarray], tree: np.ndarray, row: np.ndarray | None, count: bool, coarse: bool
) -> _Table:
    """Round the statistics to their grids, and find the few kinds of rows that counts make."""
    size = [np.bincount(tree, np.abs(c)).max() for c in stats]
    unit = np.array([_unit(c, s, 51) for c, s in zip(stats, size, strict=True)])
    shift = 0  # G and H may share an integer of 63 bits if each keeps enough of them
    if len(stats) == 2 and coarse and stats[1].min() > 0:
        shift, unit = 32, np.array([_unit(c, s, 30) for c, s in zip(stats, size, strict=True)])
    elif len(stats) == 2 and unit[1] == 1:  # counts leave G the other bits
        bits = min(51, 62 - int(size[1]).bit_length())
        if bits >= 48 or (unit[0] == 1 and size[0] < 2.0**bits):
            shift, unit[0] = int(size[1]).bit_length(), _unit(stats[0], size[0], bits)
    whole = np.stack([np.rint(c / u).astype(np.int64) for c, u in zip(stats, unit, strict=True)])
    low, high = whole.min(axis=1), whole.max(axis=1)
    if np.any(stats[-1] != 1) and (count or low[-1] <= 0):
        unit, whole, shift = np.append(unit, 1.0), np.vstack([whole, np.ones_like(whole[0])]), 0
    kind, span = None, high - low + 1
    if shift and np.prod(span, dtype=float) <= 256:  # each pair of values is a kind
        kind = (whole[0] - low[0]) * span[1] + whole[1] - low[1]
        whole = np.stack(np.divmod(np.arange(span.prod()), span[1])) + low[:, None]
    if shift:
        whole = (whole[:1] << shift) + whole[1:]
    return _Table(row, kind, whole, unit, shift)


def _unit(column: np.ndarray, size: float, bits: int) -> float:
    """Give a power of two so small that rounding to it is harmless, so large that sums are exact.

    For whole numbers it is 1.
    """
    if size == 0 or (size < 2.0**bits and np.array_equal(column, np.rint(column))):
        return 1.0
    # size <= 2**exponent; log2 may err where size is a power of two
    exponent = math.frexp(np.nextafter(size, 0))[1]
    return 2.0 ** max(exponent - bits, -1000)


def _dense(bins: Bins, M: int, R: int) -> bool:
    """Tell whether M histograms cost less than sorting R rows by each feature."""
    return M * len(bins.listed_feature) <= min(R * len(bins.codes), 2**31 - 1)


def _histograms(
    bins: Bins,
    rows: _Rows,
    table: _Table,
    count: np.ndarray,
    above: list[np.ndarray] | None,
    parents: np.ndarray | None,
    nodes: np.ndarray,
) -> list[np.ndarray]:
    """Sum each statistic by (node, listed bin): C times (M, B).

    Of two siblings the smaller is counted; the other is their parent less the smaller.
    """
    M = len(nodes)
    if above is None or parents is None:
        return _histogram(bins, rows, table, M)
    pair = np.flatnonzero((nodes[:-1] % 2 == 0) & (nodes[1:] == nodes[:-1] + 1))
    smaller = pair + (count[pair + 1] < count[pair])
    sibling = 2 * pair + 1 - smaller
    counted = np.ones(M, dtype=bool)
    counted[sibling] = False
    out = _histogram(bins, rows.take(np.flatnonzero(counted[rows.node])), table, M)
    for before, now in zip(above, out, strict=True):
        for parent, small, big in zip(parents[nodes[pair] // 2], smaller, sibling, strict=True):
            np.subtract(before[parent], now[small], out=now[big])
    return out


def _histogram(bins: Bins, rows: _Rows, table: _Table, M: int) -> list[np.ndarray]:
    """Kernel: sum each statistic by (node, listed bin): C times (M, B)."""
    (n, B), R, d = bins.listed.shape, len(rows.entry), len(bins.codes)
    row, start = table.row_of(rows.entry), (rows.node * B).astype(np.int32)
    if M == 1 and table.row is None and n == R:  # the root: all rows, in order
        place, ends = bins.listed.indices, bins.listed.indptr
    elif bins.listed.nnz == n * d:  # nothing left out
        place = bins.listed.indices.reshape(n, d).take(row, axis=0)
        place += start[:, None]
        place, ends = place.ravel(), np.arange(0, R * d + 1, d, dtype=np.int32)
    else:
        first, length = bins.listed.indptr.take(row), bins.n_listed.take(row)
        ends = np.concatenate(([0], length.cumsum()))
        at = (first - ends[:-1]).repeat(length)
        at += np.arange(len(at))
        place = bins.listed.indices.take(at)
        place += start.repeat(length)
        ends = ends.astype(np.int32)
    ones = bins.listed.data[: len(place)]
    if len(place) > len(ones):  # a forest
        ones = np.ones(len(place), dtype=np.int64)
    indicator = sparse.csc_array((ones, place, ends), shape=(M * B, R))
    kind = table.kind_of(rows.entry)
    return [(indicator @ column.take(kind)).reshape(M, B) for column in table.whole]


def _best_of_histograms(
    bins: Bins,
    histograms: list[np.ndarray],
    table: _Table,
    total: np.ndarray,
    rules: _Rules,
    features: np.ndarray | None,
) -> _Splits:
    (M, B), d = histograms[0].shape, len(bins.codes)
    # The last column is a count, or H where all H > 0.
    place = np.flatnonzero(histograms[-1] != 0)  # faster than of the integers themselves
    first = (B * np.arange(M)[:, None] + bins.listed_start).ravel()  # place of each segment
    start = len(place) - np.concatenate((place.searchsorted(first), [len(place)]))
    length = start[:-1] - start[1:]
    number = np.flatnonzero(length)[::-1]
    start, length = start[1:].take(number), length.take(number)
    place = place[::-1].copy()  # highest code first
    right = np.empty((len(histograms), len(place)), dtype=np.int64)
    for column, out in zip(histograms, right, strict=True):
        column.take(place, out=out, mode="clip")  # the other modes need a buffer
    right = table.sums(_running_sums(right, start))
    allowed = None
    if features is not None:
        allowed = np.zeros((M, d), dtype=bool)
        np.put_along_axis(allowed, features, True, axis=1)

    def code_at(entry: np.ndarray) -> np.ndarray:
        return bins.listed_code.take(place.take(entry) % B)

    every = np.arange(M * d).reshape(M, d) % d
    return _scan(bins, rules, total, every, number, start, length, right, code_at, allowed)


_BLOCK = 1 << 16  # codes handled together: they stay in the processor's cache
_RUN = 1 << 9  # codes sorted together, if the nodes are that small
_LARGE = 1 << 14  # rows of a node from which on it is not sorted, but selected


def _best_of_sorted(
    bins: Bins,
    rows: _Rows,
    table: _Table,
    total: np.ndarray,
    rules: _Rules,
    features: np.ndarray,
) -> _Splits:
    """Sort the rows of each node by each of its m features: for codes that are many."""
    M, m = features.shape
    R, n = len(rows.entry), bins.codes.shape[1]
    flat_codes = bins.codes.ravel()
    start = np.append(_starts(rows.node), R)
    size = max(1, _BLOCK // m)
    blocks = np.unique(np.append(np.searchsorted(start, np.arange(0, R, size)), M))
    parts, of_node = [], []
    for i, j in pairwise(blocks):  # runs i to j - 1: one node each
        a, b = start[i], start[j]
        nodes = rows.node[start[i:j]]
        run = np.repeat(np.arange(j - i), np.diff(start[i : j + 1]))
        row, kind = table.row_of(rows.entry[a:b]), table.kind_of(rows.entry[a:b])
        near = table
        if b - a < table.whole.shape[1]:  # the statistics of these rows alone: closer together
            near = table._replace(whole=table.whole.take(kind, axis=1))
            kind = np.arange(b - a)
        step = max(1, _BLOCK // (b - a))
        place = None
        if table.row is None and j == i + 1 and b - a >= max(_LARGE, n // 8):
            place = np.full(n, -1, dtype=np.int32)
            place[row] = kind
        best = []
        for k in range(0, m, step):
            drawn = features[nodes, k : k + step]  # (runs, s)
            if place is None:
                code = flat_codes.take((drawn.T * n).take(run, axis=1) + row)
                number, first, length, right, code = _sort(run, code, kind, near)
            else:
                number, first, length, right, code = _select(bins, drawn[0], place, near)
            segments = number, first, length
            best.append(_scan(bins, rules, total[:, nodes], drawn, *segments, right, code.take))
        if len(best) > 1:
            chosen = np.argmax([split.gain for split in best], axis=0)
            best = [
                _Splits(*(np.stack(x)[chosen, np.arange(j - i)] for x in zip(*best, strict=True)))
            ]
        parts += best
        of_node.append(nodes)
    order = np.argsort(np.concatenate(of_node))
    return _Splits(*(np.concatenate(x)[order] for x in zip(*parts, strict=True)))


def _sort(
    run: np.ndarray, code: np.ndarray, kind: np.ndarray, table: _Table
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Kernel: sum the statistics by (run, feature, code above 0), by sorting codes of (s, N).

    Returns number, start, length and right as `_scan` takes them, and the code of each entry.
    Segment, code and kind are packed into one integer to be sorted.
    """
    s, runs = len(code), int(run[-1]) + 1
    low, width = int(kind.max()).bit_length(), int(code.max()).bit_length()
    bits = low + width + int(s * runs - 1).bit_length()
    dtype: type[np.integer] = np.uint32 if bits <= 32 else np.int64
    key = code.astype(dtype) << dtype(low)
    key += ((run << (low + width)) + kind).astype(dtype)
    key += (np.arange(s) * (runs << (low + width))).astype(dtype)[:, None]
    key = key[code > 0]
    if len(key):
        seg = key[::_RUN] >> dtype(low + width)
        cuts = np.searchsorted(key >> dtype(low + width), seg)
        for a, b in pairwise(np.append(cuts, len(key))):
            key[a:b].sort()
    key = key[::-1]
    entry = key >> dtype(low)
    first = _starts(entry)
    end = np.append(first[1:], len(key)) - 1 if len(key) else first
    entry = entry.take(end)
    seg, code = entry >> dtype(width), (entry & dtype((1 << width) - 1)).astype(np.intp)
    kind = (key & dtype((1 << low) - 1)).astype(np.intp)
    start, length, right = _sums_from_the_top(seg, kind, first, end, table)
    feature, run = np.divmod(seg.take(start).astype(np.intp), runs)
    return run * s + feature, start, length, right, code


def _select(
    bins: Bins, drawn: np.ndarray, place: np.ndarray, table: _Table
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Kernel: do as `_sort` for one large node, by picking its rows out of those of all, sorted.

    `place` holds the column in `table.whole` of each row in the node, and -1 for the others.
    """
    codes, kinds = [], []
    for feature in drawn[::-1]:
        order = bins.orders[feature]
        kind = place.take(order)
        inside = np.flatnonzero(kind >= 0)[::-1]  # highest code first
        codes.append(bins.codes[feature].take(order.take(inside)))
        kinds.append(kind.take(inside))
    seg = np.arange(len(drawn))[::-1].repeat([len(code) for code in codes])
    code, kind = np.concatenate(codes).astype(np.intp), np.concatenate(kinds)
    first = _starts(seg * (1 << 32) + code)
    end = np.append(first[1:], len(code)) - 1 if len(code) else first
    seg, code = seg.take(end), code.take(end)
    start, length, right = _sums_from_the_top(seg, kind, first, end, table)
    return seg.take(start), start, length, right, code


def _sums_from_the_top(
    seg: np.ndarray, kind: np.ndarray, first: np.ndarray, end: np.ndarray, table: _Table
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give start, length and right as `_scan` takes them; entry e is rows first[e] to end[e]."""
    start = _starts(seg)
    whole = _running_sums(table.whole.take(kind, axis=1), first.take(start))
    return start, np.diff(start, append=len(seg)), table.sums(whole.take(end, axis=1))


def _starts(seg: np.ndarray) -> np.ndarray:
    """Tell where runs of equal numbers begin."""
    new = np.empty(len(seg), dtype=bool)
    new[:1] = True
    np.not_equal(seg[1:], seg[:-1], out=new[1:])
    return np.flatnonzero(new)


def _running_sums(whole: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Cumulate integers (C, E) afresh from each start, in place: faster than floats."""
    for column in whole:
        if len(start) > 1:
            column[start[1:]] -= np.add.reduceat(column, start)[:-1]
        np.cumsum(column, out=column)
    return whole


def _best_of_drawn(
    bins: Bins,
    rows: _Rows,
    table: _Table,
    total: np.ndarray,
    rules: _Rules,
    max_features: int,
    rng: np.random.Generator,
) -> _Splits:
    """Draw features for each node; those that cannot split it are replaced by others."""
    M, d = total.shape[1], len(bins.codes)
    deck = np.tile(np.arange(d), (M, 1))
    waiting, best = np.arange(M), None
    for start in range(0, d, max_features):
        stop = min(start + max_features, d)
        # Deal the next cards of each node's deck (Fisher and Yates).
        at = np.arange(len(waiting))
        for j in range(start, stop):
            k = rng.integers(j, d, size=len(waiting))
            deck[at, j], deck[at, k] = deck[at, k], deck[at, j]
        drawn = deck[:, start:stop]  # as dealt: a tie goes to chance, not to the lowest feature
        split = _best_of_sorted(bins, rows, table, total[:, waiting], rules, drawn)
        if best is None:
            best = split
        else:
            for a, b in zip(best, split, strict=True):
                a[waiting] = b
        failed = split.gain == -np.inf
        if not failed.any():
            break
        rows, deck, waiting = rows.keep(failed), deck[failed], waiting[failed]
    assert best is not None  # d is at least 1
    return best


def _scan(
    bins: Bins,
    rules: _Rules,
    total: np.ndarray,
    features: np.ndarray,
    number: np.ndarray,
    start: np.ndarray,
    length: np.ndarray,
    right: np.ndarray,
    code_at: Callable[[np.ndarray], np.ndarray],
    allowed: np.ndarray | None = None,
) -> _Splits:
    """Kernel: find the best split of each of M nodes among its m `features`, (M, m).

    Segments are pairs of a node and a feature. Segment p is the one at ``number[p]`` in
    `features`; its ``length[p]`` entries, by decreasing code, begin at ``start[p]``. Entry e
    splits it below its code: right[:, e] sums what has this code or a higher one. `allowed`
    masks `features`.
    """
    (M, m), E = features.shape, right.shape[1]
    gain = np.full(M * m, -np.inf)
    node = number // m
    to_left = np.zeros(len(start), dtype=bool)
    highest = np.full(len(start), rules.highest_ties)
    if E:
        left = np.repeat(total.take(node, axis=1), length, axis=1)
        left -= right
        score = rules.score_of_split(left, right)
        top = np.maximum.reduceat(score, start)
        if bins.has_missing.any():
            # The missing value's code is above all others: it goes right unless moved.
            feature = features.ravel().take(number)
            may_miss = bins.has_missing.take(feature)
            top[~may_miss] = -np.inf
            missing = may_miss & (code_at(start) == bins.n_codes.take(feature) - 1)
            moved = np.where(missing, right.take(start, axis=1), 0)
            shift = np.repeat(moved, length, axis=1)
            score_left = rules.score_of_split(left + shift, right - shift)
            score_left[start[missing]] = -np.inf
            top_left = np.maximum.reduceat(score_left, start)
            to_left = top_left > top
            top = np.maximum(top, top_left)
            np.copyto(score, score_left, where=np.repeat(to_left, length))
            highest = highest & to_left
        gain[number] = top - rules.score(total)[node]
    gain[~(gain > rules.min_gain)] = -np.inf
    gain = gain.reshape(M, m)
    if allowed is not None:
        gain[~allowed] = -np.inf
    chosen = gain.argmax(axis=1)
    gain = gain[np.arange(M), chosen]
    codes, missing_left, sums = (
        np.zeros((2, M), np.intp),
        np.zeros(M, bool),
        np.zeros((M, len(right))),
    )
    found = np.flatnonzero(gain > -np.inf)
    if len(found):
        place = np.empty(M * m, dtype=np.intp)
        place[number] = np.arange(len(number))
        p = place[found * m + chosen[found]]
        # Among the entries of these segments look for those that reach the top.
        owner = np.repeat(np.arange(len(p)), length[p])
        ends = np.cumsum(length[p])
        entry = np.arange(len(owner)) + np.repeat(start[p] + length[p] - ends, length[p])
        hits = np.flatnonzero(score[entry] == top[p][owner])
        first = _starts(owner[hits])
        last = np.append(first[1:], len(hits)) - 1
        at = entry[hits[np.where(highest[p], first, last)]]
        below = at + 1
        is_last = below == start[p] + length[p]
        codes[:, found] = np.where(is_last, 0, code_at(np.where(is_last, at, below))), code_at(at)
        missing_left[found] = to_left[p]
        sums[found] = right.T[at]
        if to_left.any():
            sums[found] -= (moved * to_left).T[p]
    return _Splits(gain, features[np.arange(M), chosen], codes[0], codes[1], missing_left, sums)


def _route(bins: Bins, rows: _Rows, table: _Table, split: _Splits) -> _Rows:
    """Kernel: send rows to their children, 2j and 2j + 1 for those of split j."""
    j, n = rows.node, bins.codes.shape[1]
    code = bins.codes.ravel().take((split.feature * n).take(j) + table.row_of(rows.entry))
    right = code > split.left.take(j)
    if split.missing_left.any():
        missing = bins.has_missing[split.feature] & split.missing_left
        right &= ~(missing[j] & (code == bins.n_codes[split.feature[j]] - 1))
    order = np.concatenate(((~right).nonzero()[0], right.nonzero()[0]))
    return _Rows(rows.entry, 2 * j + right).take(order)


def _assemble(
    bins: Bins,
    levels: list[_Level],
    splits: list[tuple[np.ndarray, _Splits]],
    leaf: np.ndarray,
    criterion: Criterion,
    strict: bool,
) -> Growth:
    """Put the levels together and give each tree its own nodes, numbered breadth first."""
    tree, total, count = (np.concatenate(parts, axis=-1) for parts in zip(*levels, strict=True))
    n_nodes = len(tree)
    feature = np.zeros(n_nodes, dtype=np.int32)
    threshold = np.full(n_nodes, np.inf, dtype=bins.flat_lower.dtype)
    left, gain = np.arange(n_nodes), np.zeros(n_nodes)
    missing_left = np.zeros(n_nodes, dtype=bool)
    if splits:
        at = np.concatenate([nodes for nodes, _ in splits])
        split = _Splits(*map(np.concatenate, zip(*(split for _, split in splits), strict=True)))
        feature[at], gain[at], missing_left[at] = split.feature, split.gain, split.missing_left
        threshold[at] = bins.threshold(split.feature, split.left, split.right, strict)
        left[at] = len(leaf) + 2 * np.arange(len(at))  # in the order of splits
    order = np.argsort(tree, kind="stable")
    ends = np.cumsum(np.bincount(tree, minlength=len(leaf)))
    starts = ends - np.diff(ends, prepend=0)
    number = np.empty(n_nodes, dtype=np.int32)
    number[order] = np.arange(n_nodes) - starts[tree[order]]
    G, H = total[:-1], total[-1]
    value = criterion.leaf(G, H)
    trees = []
    for a, b in zip(starts, ends, strict=True):
        mine = order[a:b]
        trees.append(
            Tree(
                feature=feature[mine],
                threshold=threshold[mine],
                left=number[left[mine]],
                value=value.T[mine],
                G=G.T[mine],
                H=H[mine],
                count=count[mine],
                gain=gain[mine],
                missing_left=missing_left[mine] if bins.has_missing.any() else None,
                strict=strict,
            )
        )
    leaf[leaf >= 0] = number[leaf[leaf >= 0]]
    return Growth(trees, leaf)
