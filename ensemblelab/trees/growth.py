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

All sums are exact: G and H are first rounded to a grid of 2^-51 of their total, so that they
are integers in that unit. Hence the order of rows, and taking a sibling as parent minus child,
cannot move a split, and ties are ties: the lowest feature wins, then the lowest threshold.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

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

    row: np.ndarray  # (R,) row of X
    slot: np.ndarray  # (R,) where its leaf goes: tree * n + row
    kind: np.ndarray  # (R,) its column in the table of statistics
    node: np.ndarray  # (R,) number of its node among the open ones

    def keep(self, kept: np.ndarray) -> _Rows:
        """Drop the rows whose node is not `kept` and number the others' nodes afresh."""
        if kept.all():
            return self
        take = np.flatnonzero(kept[self.node])
        return self.take(take)._replace(node=(np.cumsum(kept) - 1)[self.node[take]])

    def take(self, which: np.ndarray) -> _Rows:
        return _Rows(*(a.take(which) for a in self))


class _Table(NamedTuple):
    """The statistics of each kind of row; rows alike in all of them may share a kind."""

    columns: np.ndarray  # (C, kinds): K columns of G, then H, then 1 if rows must be counted
    unit: np.ndarray  # (C,) powers of two that they are multiples of
    whole: np.ndarray  # (C, kinds) of int64: columns / unit
    packed: np.ndarray | None  # (kinds,) G and H as the halves of one integer, if they fit


class _Splits(NamedTuple):
    """One split for each of M nodes (or of M nodes x m features); gain -inf means none."""

    gain: np.ndarray
    feature: np.ndarray
    left: np.ndarray  # the last code that goes left
    right: np.ndarray  # the next code present in the node
    missing_left: np.ndarray

    def take(self, chosen: np.ndarray) -> _Splits:
        return _Splits(*(a.take(chosen) for a in self))


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
        In rows of non-zero weight.
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
    rng : numpy.random.Generator
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
        tree = np.zeros(n, dtype=np.intp)
        slot = row = np.arange(n)
        stats = [*G, H]
    else:
        tree, row = np.nonzero(weights)
        slot, w = tree * n + row, weights[tree, row]
        stats = [c[row] * w for c in (*G, H)]
    n_trees = 1 if weights is None else len(weights)
    table, kind = _tabulate(stats, tree, count=min_samples_leaf > 1)
    rows = _Rows(row, slot, kind, tree)
    rules = _Rules(criterion, len(G), min_samples_leaf, min_child_weight, min_gain, highest_ties)
    leaf = np.full(n_trees * n, -1, dtype=np.int32)

    levels: list[dict[str, Any]] = []
    tree_of, first_id = np.arange(n_trees), 0  # of the nodes of this level
    histograms = parents = None
    while True:
        m, depth = len(tree_of), len(levels)
        count = np.bincount(rows.node, minlength=m)
        total = np.stack(
            [np.bincount(rows.node, c.take(rows.kind), minlength=m) for c in table.columns]
        )
        leaf[rows.slot] = first_id + rows.node
        level = {"tree": tree_of, "G": total[: len(G)].T, "H": total[len(G)], "count": count}
        levels.append(level)

        may_split = count >= max(min_samples_split, 2 * min_samples_leaf)
        may_split &= total[len(G)] >= 2 * min_child_weight
        if depth == max_depth:
            may_split[:] = False
        elif labels is not None:
            may_split &= _mixed(labels[rows.row], rows.node, m)
        nodes = np.flatnonzero(may_split)
        split = None
        if len(nodes):
            rows, total = rows.keep(may_split), total[:, nodes]
            features = draw(depth, len(nodes)) if draw else None
            if max_features is not None and max_features < d:
                split = _best_of_drawn(bins, rows, table, total, rules, max_features, rng)
            elif (depth == 0 or histograms is not None) and _dense(bins, len(nodes), len(rows.row)):
                histograms = _histograms(
                    bins, rows, table, count[nodes], histograms, parents, nodes
                )
                split = _best_of_histograms(bins, histograms, table.unit, total, rules, features)
            else:
                histograms = None
                if features is None:
                    features = np.broadcast_to(np.arange(d), (len(nodes), d))
                split = _best_of_sorted(bins, rows, table, total, rules, features)
            found = split.gain > -np.inf
            parents = np.flatnonzero(found)
            nodes, split = nodes[found], split.take(parents)
        first_id += m
        level["split"], level["at"] = split, nodes
        level["left"] = first_id + 2 * np.arange(len(nodes))
        if len(nodes) == 0:
            break
        rows = _route(bins, rows.keep(found), split)
        tree_of = np.repeat(tree_of[nodes], 2)
    return _assemble(bins, levels, leaf.reshape(n_trees, n), criterion, strict)


def _mixed(label: np.ndarray, node: np.ndarray, m: int) -> np.ndarray:
    """Tell which of m nodes hold rows of different labels."""
    some = np.empty(m, dtype=label.dtype)
    some[node] = label
    mixed = np.zeros(m, dtype=bool)
    mixed[node[label != some[node]]] = True
    return mixed


def _tabulate(stats: list[np.ndarray], tree: np.ndarray, count: bool) -> tuple[_Table, np.ndarray]:
    """Round the statistics to their grids, and find the few kinds of rows that counts make."""
    unit = np.array([_unit(c, tree) for c in stats])
    whole = np.stack([np.rint(c / u).astype(np.int64) for c, u in zip(stats, unit, strict=True)])
    if np.any(stats[-1] != 1) and (count or whole[-1].min() <= 0):
        unit, whole = np.append(unit, 1.0), np.vstack([whole, np.ones_like(whole[0])])
    kind = np.arange(whole.shape[1])
    packed = None
    if len(whole) == 2 and np.abs(whole).sum(axis=1).max() < 2**31:
        low, high = whole.min(axis=1), whole.max(axis=1)
        span = high - low + 1
        if span.prod() <= 256:  # each pair of values is a kind
            kind = (whole[0] - low[0]) * span[1] + whole[1] - low[1]
            whole = np.stack(np.divmod(np.arange(span.prod()), span[1])) + low[:, None]
        packed = (whole[0] << 32) + whole[1]
    return _Table(whole * unit[:, None], unit, whole, packed), kind


def _unit(column: np.ndarray, tree: np.ndarray) -> float:
    """Give a power of two so small that rounding to it is harmless, so large that sums are exact.

    For whole numbers it is 1.
    """
    size = np.bincount(tree, np.abs(column)).max()
    if size == 0 or (size < 2**51 and np.array_equal(column, np.rint(column))):
        return 1.0
    return 2.0 ** max(int(np.ceil(np.log2(size))) - 51, -1000)


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
    if above is None:
        return _histogram(bins, rows, table, M)
    pair = np.flatnonzero((nodes[:-1] % 2 == 0) & (nodes[1:] == nodes[:-1] + 1))
    smaller = pair + (count[pair + 1] < count[pair])
    sibling = 2 * pair + 1 - smaller
    counted = np.ones(M, dtype=bool)
    counted[sibling] = False
    out = _histogram(bins, rows.take(np.flatnonzero(counted[rows.node])), table, M)
    for before, now in zip(above, out, strict=True):
        for small, big in zip(smaller, sibling, strict=True):
            np.subtract(before[parents[nodes[big] // 2]], now[small], out=now[big])
    return out


def _histogram(bins: Bins, rows: _Rows, table: _Table, M: int) -> list[np.ndarray]:
    """Kernel: sum each statistic by (node, listed bin): C times (M, B)."""
    (n, B), R, d = bins.listed.shape, len(rows.row), len(bins.codes)
    if bins.listed.nnz == n * d:  # nothing left out
        place = bins.listed.indices.reshape(n, d).take(rows.row, axis=0)
        place += (rows.node * B).astype(np.int32)[:, None]
        place, ends = place.ravel(), np.arange(0, R * d + 1, d, dtype=np.int32)
    else:
        part = bins.listed[rows.row]
        place, ends = part.indices, part.indptr
        place += np.repeat((rows.node * B).astype(np.int32), np.diff(ends))
    ones = np.ones(len(place))
    indicator = sparse.csc_array((ones, place, ends), shape=(M * B, R))
    return [(indicator @ c.take(rows.kind)).reshape(M, B) for c in table.columns]


def _best_of_histograms(
    bins: Bins,
    histograms: list[np.ndarray],
    unit: np.ndarray,
    total: np.ndarray,
    rules: _Rules,
    features: np.ndarray | None,
) -> _Splits:
    (M, B), d = histograms[0].shape, len(bins.codes)
    # The last column is a count, or H where all H > 0.
    present = np.flatnonzero(histograms[-1] != 0)
    length = np.diff(np.searchsorted(present, B * np.arange(M + 1)))
    present, node = present[::-1], np.repeat(np.arange(M), length)[::-1]  # highest code first
    place = present - node * B
    seg, code = node * d + bins.listed_feature.take(place), bins.listed_code.take(place)
    node_of, feature_of = np.repeat(np.arange(M), d), np.tile(np.arange(d), M)
    right, start = np.empty((len(unit), len(seg))), _starts(seg)
    for c, column in enumerate(histograms):
        whole = (column.take(present) * (1 / unit[c])).astype(np.int64)
        np.multiply(_running_sums(whole, start), unit[c], out=right[c])
    split = _scan(bins, rules, total, node_of, feature_of, seg, code, right)
    gain = split.gain.reshape(M, d)
    if features is not None:
        allowed = np.zeros((M, d), dtype=bool)
        np.put_along_axis(allowed, features, True, axis=1)
        gain[~allowed] = -np.inf
    return split.take(np.arange(M) * d + gain.argmax(axis=1))


_BLOCK = 1 << 16  # codes handled together: they stay in the processor's cache
_RUN = 1 << 9  # codes sorted together, if the nodes are that small


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
    R, n = len(rows.row), bins.codes.shape[1]
    flat_codes = bins.codes.ravel()
    start = np.append(_starts(rows.node), R)
    size = max(1, _BLOCK // m)
    blocks = np.unique(np.append(np.searchsorted(start, np.arange(0, R, size)), M))
    parts, of_node = [], []
    for i, j in pairwise(blocks):  # runs i to j - 1: one node each
        a, b = start[i], start[j]
        nodes = rows.node[start[i:j]]
        run = np.repeat(np.arange(j - i), np.diff(start[i : j + 1]))
        row, kind = rows.row[a:b], rows.kind[a:b]
        step = max(1, _BLOCK // (b - a))
        best = []
        for k in range(0, m, step):
            drawn = features[nodes, k : k + step].T  # (s, runs)
            s = len(drawn)
            code = flat_codes.take((drawn * n).take(run, axis=1) + row)
            node_of, feature_of = np.tile(nodes, s), drawn.ravel()
            seg, code, right = _sort(run, code, kind, table)
            split = _scan(bins, rules, total, node_of, feature_of, seg, code, right)
            chosen = split.gain.reshape(s, -1).argmax(axis=0)
            best.append(split.take(np.arange(j - i) + (j - i) * chosen))
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
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Kernel: sum the statistics by (feature, run, code above 0), by sorting codes of (s, N).

    Returns, from the top down, segment and code of each entry and the sums (C, E) over the
    segment down to it. Segment, code and kind are packed into one integer to be sorted.
    """
    s, runs = len(code), int(run[-1]) + 1
    low, width = int(kind.max()).bit_length(), int(code.max()).bit_length()
    bits = low + width + int(s * runs).bit_length()
    dtype = np.uint32 if bits <= 32 else np.int64
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
    start = _starts(entry)
    end = np.append(start[1:], len(key)) - 1 if len(key) else start
    entry = entry.take(end)
    seg = (entry >> dtype(width)).astype(np.intp)
    code = (entry & dtype((1 << width) - 1)).astype(np.intp)
    kind = (key & dtype((1 << low) - 1)).astype(np.intp)
    first = start.take(_starts(seg))
    right = np.empty((len(table.columns), len(end)))
    if table.packed is None:
        for c, whole in enumerate(table.whole):
            np.multiply(
                _running_sums(whole.take(kind), first).take(end), table.unit[c], out=right[c]
            )
    else:
        both = _running_sums(table.packed.take(kind), first).take(end)
        np.multiply(both >> 32, table.unit[0], out=right[0])
        np.multiply(both & 0xFFFFFFFF, table.unit[1], out=right[1])
    return seg, code, right


def _starts(seg: np.ndarray) -> np.ndarray:
    """Tell where runs of equal numbers begin."""
    new = np.empty(len(seg), dtype=bool)
    new[:1] = True
    np.not_equal(seg[1:], seg[:-1], out=new[1:])
    return np.flatnonzero(new)


def _running_sums(whole: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Cumulate integers afresh from each start, in place: several times faster than floats."""
    if len(start) > 1:
        whole[start[1:]] -= np.add.reduceat(whole, start)[:-1]
    return np.cumsum(whole, out=whole)


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
    return best


def _scan(
    bins: Bins,
    rules: _Rules,
    total: np.ndarray,
    node_of: np.ndarray,
    feature_of: np.ndarray,
    seg: np.ndarray,
    code: np.ndarray,
    right: np.ndarray,
) -> _Splits:
    """Kernel: find the best split of each segment, that is of each (node, feature).

    Entry e splits segment ``seg[e]`` below its code: right[:, e] sums what has this code or
    a higher one. The entries of a segment stand together, by decreasing code.
    """
    S = len(node_of)
    best, chosen = np.full(S, -np.inf), np.zeros(S, dtype=np.intp)
    missing_left = np.zeros(S, dtype=bool)
    if len(seg) == 0:
        return _Splits(best, feature_of, chosen, chosen, missing_left)
    left = total.take(node_of, axis=1).take(seg, axis=1)
    left -= right
    splits = left[-1] > 0  # else the lowest code in the node
    parent = rules.score(total)[node_of]

    def consider(
        left: np.ndarray, right: np.ndarray, which: np.ndarray, highest: bool, to_left: bool
    ) -> None:
        with np.errstate(divide="ignore", invalid="ignore"):
            score = rules.score(left) + rules.score(right)
        if rules.min_child_weight > 0:
            H = rules.n_columns
            which = which & (np.minimum(left[H], right[H]) >= rules.min_child_weight)
        if rules.min_samples_leaf > 1:
            which = which & (np.minimum(left[-1], right[-1]) >= rules.min_samples_leaf)
        np.copyto(score, -np.inf, where=~which)
        if len(left) > rules.n_columns + 1:  # H may be zero, and the score 0/0
            np.copyto(score, -np.inf, where=np.isnan(score))
        start = _starts(seg)
        top = np.maximum.reduceat(score, start)
        length = np.diff(start, append=len(seg))
        hit = np.flatnonzero(score == np.repeat(top, length))
        if highest:
            hit = hit[::-1]  # the last assignment stays
        at = np.empty(S, dtype=np.intp)
        at[seg[hit]] = hit
        mine = seg[start]
        gain = top - parent[mine]
        better = (gain > rules.min_gain) & (gain > best[mine])
        mine = mine[better]
        best[mine], chosen[mine], missing_left[mine] = gain[better], at[mine], to_left

    if not bins.has_missing.any():
        consider(left, right, splits, rules.highest_ties, False)
    else:
        # The missing value's code is above all others: it goes right unless moved.
        may_miss = bins.has_missing[feature_of]
        missing_code = bins.n_codes[feature_of] - 1
        is_missing = may_miss[seg] & (code == missing_code[seg])
        missing = np.zeros((len(right), S))
        missing[:, seg[is_missing]] = right[:, is_missing]
        consider(left, right, splits & may_miss[seg], False, False)
        moved = missing.take(seg, axis=1)
        consider(left + moved, right - moved, splits & ~is_missing, rules.highest_ties, True)
    after = np.minimum(chosen + 1, len(seg) - 1)
    lower = np.where((seg[after] == seg[chosen]) & (after > chosen), code[after], 0)
    return _Splits(best, feature_of, lower, code[chosen], missing_left)


def _route(bins: Bins, rows: _Rows, split: _Splits) -> _Rows:
    """Kernel: send rows to their children, 2j and 2j + 1 for those of split j."""
    j, n = rows.node, bins.codes.shape[1]
    code = bins.codes.ravel().take((split.feature * n).take(j) + rows.row)
    right = code > split.left.take(j)
    if bins.has_missing.any():
        missing = bins.has_missing[split.feature] & split.missing_left
        right &= ~(missing[j] & (code == bins.n_codes[split.feature[j]] - 1))
    order = np.concatenate((np.flatnonzero(~right), np.flatnonzero(right)))
    rows = rows._replace(node=2 * j + right)
    return rows.take(order)


def _assemble(
    bins: Bins, levels: list[dict], leaf: np.ndarray, criterion: Criterion, strict: bool
) -> Growth:
    """Put the levels together and give each tree its own nodes, numbered breadth first."""

    def join(name: str) -> np.ndarray:
        return np.concatenate([level[name] for level in levels])

    tree, G, H, count = join("tree"), join("G"), join("H"), join("count")
    n_nodes = len(tree)
    feature = np.zeros(n_nodes, dtype=np.int32)
    threshold = np.full(n_nodes, np.inf, dtype=bins.flat_lower.dtype)
    left, gain = np.arange(n_nodes), np.zeros(n_nodes)
    missing_left = np.zeros(n_nodes, dtype=bool)
    first_id = 0
    for level in levels:
        if len(level["at"]):
            at, split = first_id + level["at"], level["split"]
            feature[at], gain[at], left[at] = split.feature, split.gain, level["left"]
            missing_left[at] = split.missing_left
            threshold[at] = bins.threshold(split.feature, split.left, split.right, strict)
        first_id += len(level["tree"])
    order = np.argsort(tree, kind="stable")
    ends = np.cumsum(np.bincount(tree, minlength=len(leaf)))
    starts = ends - np.diff(ends, prepend=0)
    number = np.empty(n_nodes, dtype=np.int32)
    number[order] = np.arange(n_nodes) - starts[tree[order]]
    value = np.ascontiguousarray(criterion.leaf(G.T, H).T)
    trees = []
    for a, b in zip(starts, ends, strict=True):
        mine = order[a:b]
        trees.append(
            Tree(
                feature=feature[mine],
                threshold=threshold[mine],
                left=number[left[mine]],
                value=value[mine],
                G=G[mine],
                H=H[mine],
                count=count[mine],
                gain=gain[mine],
                missing_left=missing_left[mine] if bins.has_missing.any() else None,
                strict=strict,
            )
        )
    leaf[leaf >= 0] = number[leaf[leaf >= 0]]
    return Growth(trees, leaf)
