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
by sorting; cumulative sums along the codes give G_left and H_left of each split; the best split
of each node by ``reduceat``; rows go to their children. Kernels: `_histogram`, `_sorted`,
`_scan`, `_route`.

All sums are exact: G and H are first rounded to a grid of 2^-51 of their total, on which float
addition makes no error. Hence the order of rows, and taking a sibling as parent minus child,
cannot move a split, and ties are ties: the lowest feature wins, then the lowest threshold.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

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
    slot: np.ndarray  # (R,) where its result goes: tree * n + row
    node: np.ndarray  # (R,) number of its node among the open ones
    stats: np.ndarray  # (C, R): K columns of G, then H, then 1 if rows must be counted

    def keep(self, kept: np.ndarray) -> _Rows:
        """Drop the rows whose node is not `kept` and number the others' nodes afresh."""
        if kept.all():
            return self
        take = np.flatnonzero(kept[self.node])
        node = (np.cumsum(kept) - 1)[self.node[take]]
        return _Rows(self.row[take], self.slot[take], node, self.stats[:, take])


class _Splits(NamedTuple):
    """One split for each of M nodes (or of M nodes x m features); gain -inf means none."""

    gain: np.ndarray
    feature: np.ndarray
    left: np.ndarray  # the last code that goes left
    right: np.ndarray  # the next code present in the node
    missing_left: np.ndarray

    def take(self, chosen: np.ndarray) -> _Splits:
        return _Splits(*(a[chosen] for a in self))


class _Rules(NamedTuple):
    """What makes one split better than another."""

    criterion: Criterion
    n_columns: int
    min_samples_leaf: int
    min_child_weight: float
    min_gain: float
    highest_ties: bool


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
        split draws as many of the others, until one can (as in scikit-learn).
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
        tree, row = np.zeros(n, dtype=np.intp), np.arange(n)
        stats = [*G, H]
    else:
        tree, row = np.nonzero(weights)
        w = weights[tree, row]
        stats = [c[row] * w for c in (*G, H)]
    stats = [_on_grid(c, tree) for c in stats]
    if np.any(stats[-1] != 1) and (min_samples_leaf > 1 or stats[-1].min() <= 0):
        stats.append(np.ones(len(row)))
    n_trees = 1 if weights is None else len(weights)
    rules = _Rules(criterion, len(G), min_samples_leaf, min_child_weight, min_gain, highest_ties)
    rows = _Rows(row, tree * n + row, tree, np.stack(stats))
    leaf = np.full(n_trees * n, -1, dtype=np.int32)
    levels: list[dict[str, np.ndarray]] = []
    tree_of, first_id = np.arange(n_trees), 0  # of the nodes of this level
    histograms = parents = None
    while True:
        m, depth = len(tree_of), len(levels)
        count = np.bincount(rows.node, minlength=m)
        total = np.stack([np.bincount(rows.node, c, minlength=m) for c in rows.stats])
        leaf[rows.slot] = first_id + rows.node
        level = {"tree": tree_of, "G": total[: len(G)].T, "H": total[len(G)], "count": count}
        levels.append(level)

        may_split = count >= max(min_samples_split, 2 * min_samples_leaf)
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
                split = _best_of_drawn(bins, rows, total, rules, max_features, rng)
            else:
                dense = len(nodes) * bins.offsets[-1] <= 8 * d * len(rows.row)
                if dense and (depth == 0 or histograms is not None):
                    histograms = _histograms(bins, rows, count[nodes], histograms, parents, nodes)
                    split = _best_of_histograms(bins, histograms, total, rules, features)
                else:
                    histograms = None
                    if features is None:
                        features = np.broadcast_to(np.arange(d), (len(nodes), d))
                    split = _best_of_sorted(bins, rows, total, rules, features)
            found = split.gain > -np.inf
            parents = np.flatnonzero(found)
            nodes, split = nodes[found], split.take(found)
        first_id += m
        level["split"], level["at"] = split, nodes
        level["left"] = first_id + 2 * np.arange(len(nodes))
        if len(nodes) == 0:
            break
        rows = _route(bins, rows.keep(found), split)
        tree_of = np.repeat(tree_of[nodes], 2)
    return _assemble(bins, levels, leaf.reshape(n_trees, n), criterion, strict)


def _on_grid(column: np.ndarray, tree: np.ndarray) -> np.ndarray:
    """Round to multiples of a power of two so coarse that sums within a tree are exact."""
    size = np.bincount(tree, np.abs(column)).max()
    if size == 0 or np.array_equal(column, np.rint(column)):
        return column
    exponent = 51 - int(np.ceil(np.log2(size)))
    return np.ldexp(np.rint(np.ldexp(column, exponent)), -exponent)


def _mixed(label: np.ndarray, node: np.ndarray, m: int) -> np.ndarray:
    """Tell which of m nodes hold rows of different labels."""
    some = np.empty(m, dtype=label.dtype)
    some[node] = label
    mixed = np.zeros(m, dtype=bool)
    mixed[node[label != some[node]]] = True
    return mixed


def _histograms(
    bins: Bins,
    rows: _Rows,
    count: np.ndarray,
    above: np.ndarray | None,
    parents: np.ndarray | None,
    nodes: np.ndarray,
) -> np.ndarray:
    """Sum the statistics of each node by (feature, code): (C, M, all codes).

    Of two siblings the smaller is counted; the other is their parent less the smaller.
    """
    M, B = len(nodes), bins.offsets[-1]
    out = np.empty((len(rows.stats), M, B))
    if above is None:
        counted = np.ones(M, dtype=bool)
        sibling = np.empty(0, dtype=np.intp)
    else:
        pair = np.flatnonzero((nodes[:-1] % 2 == 0) & (nodes[1:] == nodes[:-1] + 1))
        smaller = pair + (count[pair + 1] < count[pair])
        sibling = 2 * pair + 1 - smaller
        counted = np.ones(M, dtype=bool)
        counted[sibling] = False
    few = rows.keep(counted)
    out[:, counted] = _histogram(bins, few, int(counted.sum()))
    if len(sibling):
        out[:, sibling] = above[:, parents[nodes[sibling] // 2]] - out[:, smaller]
    return out


def _histogram(bins: Bins, rows: _Rows, M: int) -> np.ndarray:
    """Kernel: sum `rows.stats` by (node, feature, code)."""
    d, B = len(bins.codes), bins.offsets[-1]
    out = np.empty((len(rows.stats), M, B))
    for f in range(d):
        width = bins.n_codes[f]
        key = rows.node * width + bins.codes[f][rows.row]
        for c, column in enumerate(rows.stats):
            part = np.bincount(key, column, minlength=M * width)
            out[c, :, bins.offsets[f] : bins.offsets[f + 1]] = part.reshape(M, width)
    return out


def _best_of_histograms(
    bins: Bins,
    histograms: np.ndarray,
    total: np.ndarray,
    rules: _Rules,
    features: np.ndarray | None,
) -> _Splits:
    C, M, B = histograms.shape
    d = len(bins.codes)
    flat = histograms.reshape(C, -1)
    present = np.flatnonzero(flat[-1])  # the last column is a count, or H where all H > 0
    node, place = np.divmod(present, B)
    feature = bins.feature_of[place]
    node_of, feature_of = np.repeat(np.arange(M), d), np.tile(np.arange(d), M)
    seg, code = node * d + feature, place - bins.offsets[feature]
    cumulative = _running_sums(flat[:, present], _starts(seg), total[:, node_of[:-1]])
    split = _scan(bins, rules, total, node_of, feature_of, seg, code, cumulative)
    gain = split.gain.reshape(M, d)
    if features is not None:
        allowed = np.zeros((M, d), dtype=bool)
        np.put_along_axis(allowed, features, True, axis=1)
        gain[~allowed] = -np.inf
    return split.take(np.arange(M) * d + gain.argmax(axis=1))


def _best_of_sorted(
    bins: Bins, rows: _Rows, total: np.ndarray, rules: _Rules, features: np.ndarray
) -> _Splits:
    """Sort the rows of each node by each of its m features: for codes that are many."""
    M, m = features.shape
    R = len(rows.row)
    step = max(1, _BLOCK // R)
    best = []
    for start in range(0, m, step):
        drawn = features[:, start : start + step].T  # (s, M)
        s = len(drawn)
        node_of, feature_of = np.tile(np.arange(M), s), drawn.ravel()
        seg = (np.arange(s)[:, None] * M + rows.node).ravel()
        row = np.tile(rows.row, s)
        start = _starts(seg)
        order, code = _sort(start, bins.codes[feature_of[seg], row])
        end = np.append(np.flatnonzero((seg[1:] != seg[:-1]) | (code[1:] != code[:-1])), s * R - 1)
        order %= R
        totals = total[:, node_of[seg[start[:-1]]]]
        cumulative = _running_sums(rows.stats[:, order], start, totals)[:, end]
        split = _scan(bins, rules, total, node_of, feature_of, seg[end], code[end], cumulative)
        best.append(split.take(np.arange(M) + M * split.gain.reshape(s, M).argmax(axis=0)))
    if len(best) == 1:
        return best[0]
    chosen = np.argmax([b.gain for b in best], axis=0)
    return _Splits(*(np.stack(a)[chosen, np.arange(M)] for a in zip(*best, strict=True)))


_BLOCK = 1 << 15  # rows that are sorted together: they stay in the cache


def _sort(start: np.ndarray, code: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Kernel: sort the codes within each run start[i]..start[i + 1]; give order and codes.

    Run, code and position are packed into one integer, and blocks of whole runs sorted.
    """
    N = len(code)
    place, width = int(N).bit_length(), int(code.max()).bit_length()
    run = np.repeat(np.arange(len(start)), np.diff(start, append=N))
    blocks = np.searchsorted(start, np.arange(0, N, _BLOCK // 8))
    cuts = np.unique(np.append(start, N)[np.append(blocks, len(start))])
    key = code.astype(np.int64) << place
    key += np.arange(N)
    for a, b in pairwise(cuts):
        part = key[a:b]
        part += (run[a:b] - run[a]) << (place + width)
        part.sort()
    return key & ((1 << place) - 1), (key >> place) & ((1 << width) - 1)


def _starts(seg: np.ndarray) -> np.ndarray:
    """Tell where runs of equal numbers begin."""
    return np.flatnonzero(np.append(True, seg[1:] != seg[:-1]))


def _running_sums(values: np.ndarray, start: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """Cumulate (C, N) values afresh from each start; `totals` holds the sum of each run.

    Taking the finished run's total away at the next start keeps the sums small, so exact.
    """
    values[:, start[1:]] -= totals[:, : len(start) - 1]
    return np.cumsum(values, axis=1, out=values)


def _best_of_drawn(
    bins: Bins,
    rows: _Rows,
    total: np.ndarray,
    rules: _Rules,
    max_features: int,
    rng: np.random.Generator,
) -> _Splits:
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
        drawn = np.sort(deck[:, start:stop], axis=1)
        split = _best_of_sorted(bins, rows, total[:, waiting], rules, drawn)
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
    cumulative: np.ndarray,
) -> _Splits:
    """Kernel: find the best split of each segment, that is of each (node, feature).

    Entry e holds the sums, up to and with its code, of segment ``seg[e]``; the entries of
    a segment stand together, by increasing code.
    """
    S = len(node_of)
    cut = np.flatnonzero(seg[1:] == seg[:-1])  # a split stands between entries cut and cut + 1
    s = seg[cut]
    left = cumulative[:, cut]
    total = total[:, node_of]
    parent = rules.criterion.score(*_GH(total, rules))

    best, chosen = np.full(S, -np.inf), np.zeros(S, dtype=np.intp)
    missing_left = np.zeros(S, dtype=bool)

    def consider(left: np.ndarray, among: np.ndarray | slice, highest: bool, to_left: bool) -> None:
        seg_of = s[among]
        gain = _gain(left, total[:, seg_of], parent[seg_of], rules)
        if not len(seg_of):
            return
        first = _starts(seg_of)
        top = np.full(S, -np.inf)
        top[seg_of[first]] = np.maximum.reduceat(gain, first)
        better = top > best
        hit = np.flatnonzero((gain == top[seg_of]) & better[seg_of])
        if not highest:
            hit = hit[::-1]  # the last assignment stays
        chosen[seg_of[hit]] = np.arange(len(cut))[among][hit]
        best[better], missing_left[better] = top[better], to_left

    if not bins.has_missing.any():
        consider(left, slice(None), rules.highest_ties, False)
    else:
        # The missing value's code is above all others: it goes right unless moved.
        may_miss = bins.has_missing[feature_of]
        end = np.append(_starts(seg)[1:], len(seg)) - 1
        missing = np.zeros((len(cumulative), S))
        holds = end[may_miss[seg[end]] & (code[end] == bins.n_codes[feature_of[seg[end]]] - 1)]
        holds = holds[holds > 0]
        missing[:, seg[holds]] = cumulative[:, holds] - cumulative[:, holds - 1]
        forward = np.flatnonzero(may_miss[s])
        consider(left[:, forward], forward, False, False)
        between = ~may_miss[s] | (code[cut + 1] != bins.n_codes[feature_of[s]] - 1)
        backward = np.flatnonzero(between)
        moved = left[:, backward] + missing[:, s[backward]]
        consider(moved, backward, rules.highest_ties, True)
    at = cut[chosen] if len(cut) else chosen
    after = np.minimum(at + 1, len(code) - 1)
    return _Splits(best, feature_of, code[at], code[after], missing_left)


def _gain(left: np.ndarray, total: np.ndarray, parent: np.ndarray, rules: _Rules) -> np.ndarray:
    score = rules.criterion.score
    right = total - left
    (GL, HL), (GR, HR) = _GH(left, rules), _GH(right, rules)
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = score(GL, HL) + score(GR, HR) - parent
    bad = ~(gain > rules.min_gain)  # also where 0/0
    if rules.min_child_weight > 0:
        bad |= np.minimum(HL, HR) < rules.min_child_weight
    if rules.min_samples_leaf > 1:
        bad |= np.minimum(left[-1], right[-1]) < rules.min_samples_leaf
    gain[bad] = -np.inf
    return gain


def _GH(sums: np.ndarray, rules: _Rules) -> tuple[np.ndarray, np.ndarray]:
    return sums[: rules.n_columns], sums[rules.n_columns]


def _route(bins: Bins, rows: _Rows, split: _Splits) -> _Rows:
    """Kernel: send rows to their children, 2j and 2j + 1 for those of split j."""
    j = rows.node
    code = bins.codes[split.feature[j], rows.row]
    right = code > split.left[j]
    if bins.has_missing.any():
        missing = bins.has_missing[split.feature] & split.missing_left
        right &= ~(missing[j] & (code == bins.n_codes[split.feature[j]] - 1))
    order = np.concatenate((np.flatnonzero(~right), np.flatnonzero(right)))
    return _Rows(rows.row[order], rows.slot[order], (2 * j + right)[order], rows.stats[:, order])


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
