"""Grow one tree, or many at once.

Interface
---------
::

    bins = Bins.fit(X)                      # once per data set: bins.codes is (d, n)
    grown = grow(bins, G, H, criterion=CRITERIA["squared_error"], max_depth=3)
    grown.trees                             # list of Tree
    grown.leaf                              # (T, n): the leaf each training observation fell into
    grown.trees[0].value[grown.leaf[0]]     # (n, K): predictions for the training observations

- G is (n,) or (n, K), or None for the classes that are given as labels; H is (n,) or None for
  ones. A node holds the sums of both over its observations; the table in
  `ensemblelab.trees.criterion` lists G and H for each method.
- ``weights`` of shape (T, n) grows T trees, tree t from weights[t] * G and weights[t] * H.
  Observations of weight zero are not used, and their ``leaf`` is -1; ``tree.apply`` finds it. For
  a bootstrap sample, weights[t] holds its counts.
- Each `Tree` has, per node: feature, threshold, left (right is left + 1), value (nodes, K)
  from ``criterion.leaf``, and the sums G (nodes, K), H, count, gain. A leaf points to itself
  and has gain 0. To replace leaf values (Newton steps of a loss) assign to ``tree.value``; to
  prune, call ``tree.prune(to_leaf)``, which also returns the new numbers of the nodes.

Growers
-------
There are three growers, whose trees are equal node by node (`contract` explains why): `recursive`
follows the textbook and is meant for reading, `vectorised` needs only NumPy, and `compiled` has
loops that numba compiles, where numba is installed. To choose one, set ``ENSEMBLELAB_GROWER`` to
its name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed, effective_n_jobs

from . import draws
from .binning import Bins, Cuts
from .blocks import StoredBins
from .choice import chosen_grower
from .contract import Nodes, Problem, Rules
from .criterion import Criterion
from .growers import recursive, vectorised
from .threads import in_threads, runs_elsewhere
from .tree import Tree

__all__ = ["Growth", "grow", "to_scale"]

DEPTH = 1 << 30  # more than any tree has
PART = 1 << 16  # rows of trees that are grown without a look at whether Ctrl-C was pressed
USUAL = 150
"""Sums of up to 2^31 numbers between 2^-USUAL and 2^USUAL, times such weights, have squares that
neither overflow nor vanish."""


class Growth(NamedTuple):
    """The result of `grow`.

    Attributes
    ----------
    trees : list of T Tree
    leaf : ndarray of int32, shape (T, n)
        Leaf of each observation, -1 if its weight is zero.
    """

    trees: list[Tree]
    leaf: np.ndarray


def grow(
    bins: Bins | StoredBins,
    G: np.ndarray | None,
    H: np.ndarray | None = None,
    *,
    criterion: Criterion,
    weights: np.ndarray | None = None,
    labels: np.ndarray | None = None,
    n_classes: int | None = None,
    max_depth: int | None = None,
    min_samples_split: int = 2,
    min_samples_leaf: int = 1,
    min_child_weight: float = 0.0,
    min_weight_fraction: float = 0.0,
    min_gain: float = -np.inf,
    features: np.ndarray | None = None,
    per_level: int | None = None,
    per_node: int | None = None,
    redraw: bool = False,
    rng: np.random.Generator | None = None,
    highest_ties: bool = False,
    random_cut: bool = False,
    strict: bool = False,
    n_jobs: int | None = None,
) -> Growth:
    """Grow one tree, or T trees, by greedy splits.

    Parameters
    ----------
    bins : Bins or StoredBins
        The training observations, n of them.
    G : ndarray of shape (n,) or (n, K), or None
        None stands for 1 in the column of each observation's label and 0 in the others of
        `n_classes` columns, without storing them. Not with H, missing values, or `StoredBins`.
    H : ndarray of shape (n,) or None
    criterion : Criterion
    weights : ndarray of shape (T, n) or None
        None grows one tree from every observation once.
    labels : ndarray of shape (n,) or None
        If given, a node whose observations all have the same label is a leaf. Not with
        `StoredBins`.
    n_classes : int or None
        Number of classes, whose labels start at 0; needed if G is None.
    max_depth : int or None
    min_samples_split, min_samples_leaf : int
        Numbers of observations of non-zero weight; a weight so small that it does not change the
        sum of all weights counts as zero.
    min_child_weight : float
        Smallest H of a child.
    min_weight_fraction : float
        Smallest fraction of a child in the H of all observations of its tree.
    min_gain : float
        A split needs a gain above this.
    features : ndarray of int, increasing, or None
        The only features that splits may use; None stands for all.
    per_level, per_node : int or None
        Number of features drawn, without replacement, for each level of a tree, and of these for
        each node; None stands for all.
    redraw : bool
        Whether a node that none of the drawn features can split draws as many of the others,
        until one can (as in scikit-learn). Ties then go to the feature drawn first, otherwise
        to the lowest.
    rng : numpy.random.Generator or None
        Source of a seed for each tree, if features or thresholds are drawn.
    highest_ties : bool
        Within a feature without missing values, ties go to the highest threshold; with
        missing values, first to missing right at the lowest (xgboost's exact order).
    random_cut : bool
        Whether a node tries one split of each feature, at a value drawn uniformly between the
        smallest and the largest there (Geurts, Ernst and Wehenkel 2006, Extremely randomized
        trees). With `redraw`, ties then go to a random feature, because they are frequent in
        small nodes. Not with missing values or `StoredBins`.
    strict : bool
        Whether the trees test ``x < t`` (xgboost) or ``x <= t``.
    n_jobs : int or None
        Number of threads, as in joblib; the trees do not depend on it.

    Returns
    -------
    Growth

    Raises
    ------
    ValueError
        If G, H, or weights are not finite, or too large or too small for their squares where
        λ, `min_child_weight`, or `min_gain` sets a scale.

    Notes
    -----
    Without such a scale, numbers far from 1 are divided by a power of two, which changes no digit.
    A tree without observations is a leaf.
    """
    d, n = bins.shape
    if labels is not None and isinstance(bins, StoredBins):
        raise ValueError(
            "labels cannot be given with StoredBins: their observations are not at hand"
        )
    if random_cut and (isinstance(bins, StoredBins) or bins.has_missing.any()):
        raise ValueError("random_cut=True is not for missing values, nor for StoredBins")
    if G is None:
        if labels is None or H is not None or bins.has_missing.any():
            raise ValueError("G=None needs labels, is not for missing values, and H must be None")
        labels = np.asarray(labels)
        if n_classes is None or labels.min() < 0 or labels.max() >= n_classes:
            raise ValueError(
                f"n_classes={n_classes} must be more than all labels, which are from "
                f"{labels.min()} to {labels.max()}"
            )
    features = np.arange(d) if features is None else np.asarray(features)
    per_level = len(features) if per_level is None else min(per_level, len(features))
    per_node = per_level if per_node is None else min(per_node, per_level)
    n_trees = 1 if weights is None else len(weights)
    seeds = np.zeros(n_trees, dtype=np.uint64)
    if per_node < len(features) or random_cut:
        seeds = np.random.default_rng(rng).integers(2**64, size=n_trees, dtype=np.uint64)
    rules = Rules(
        criterion.kind,
        float(criterion.reg_lambda),
        DEPTH if max_depth is None else int(max_depth),
        int(min_samples_split),
        int(min_samples_leaf),
        float(min_child_weight),
        float(min_gain) / criterion.factor,
        per_level,
        per_node,
        bool(redraw),
        bool(highest_ties),
        bool(random_cut),
    )
    relative = criterion.reg_lambda == 0 and min_child_weight == 0 and min_gain == -np.inf
    of_G = 0
    if G is not None:
        G, of_G = to_scale(_floats(G).reshape(n, -1), "G", relative)
    n_columns = G.shape[1] if G is not None else int(n_classes or 0)
    H, of_H = (np.ones(n), 0) if H is None else to_scale(_floats(H), "H", relative)
    scales = np.tile([of_G, of_H, 2 * of_G - of_H], (n_trees, 1))  # of G, H and gain, as exponents
    grown = np.arange(n_trees)
    if weights is not None:
        rows = [to_scale(np.asarray(row), "weights", relative) for row in weights]
        scales += np.array([[exponent] for _, exponent in rows])
        if scales.any():
            weights = np.array([row for row, _ in rows])
        grown = np.flatnonzero([row.any() for row, _ in rows])
        weights = np.asarray(weights) if len(grown) == n_trees else np.asarray(weights)[grown]
    least = np.full(len(grown), rules.min_child_weight)
    if min_weight_fraction > 0:  # added up exactly: in no order of rows another share is met
        totals = [math.fsum(H)] if weights is None else [math.fsum(row * H) for row in weights]
        least = np.maximum(least, min_weight_fraction * np.array(totals))
    problem = Problem(
        bins, G, H, weights, labels, n_columns, features, seeds[grown], rules, scales[grown], least
    )
    grow_part = partial(_grow_part, chosen_grower(), criterion, strict)
    done = _in_parts(grow_part, problem, n_jobs) if len(grown) else []
    trees = [tree for part in done for tree in part.trees]
    leaf = np.concatenate([part.leaf for part in done]) if done else np.empty((0, n), np.int32)
    if len(grown) < n_trees:
        found = dict(zip(grown.tolist(), trees, strict=True))
        trees = [found.get(t) or _leaf_of_no_rows(problem, criterion) for t in range(n_trees)]
        leaf, leaf_of_grown = np.full((n_trees, n), -1, dtype=np.int32), leaf
        leaf[grown] = leaf_of_grown
    return Growth(trees, leaf)


def to_scale(numbers: np.ndarray, name: str, relative: bool = True) -> tuple[np.ndarray, int]:
    """Divide numbers far from 1 by a power of two; return them and its exponent.

    Parameters
    ----------
    numbers : ndarray
    name : str
        Their name in error messages.
    relative : bool
        Whether nothing that they are compared with has a scale; otherwise such numbers are an
        error.

    Returns
    -------
    ndarray, int

    Raises
    ------
    ValueError
        If they are not finite, or too large or small.
    """
    largest = max(float(numbers.max(initial=0)), -float(numbers.min(initial=0)))
    if not np.isfinite(largest):
        raise ValueError(f"{name} must hold finite numbers; it holds {largest}")
    exponent = math.frexp(largest)[1]
    if abs(exponent) <= USUAL:
        return numbers, 0
    if not relative:
        raise ValueError(
            f"{name} holds numbers up to {largest:g}; with reg_lambda, min_child_weight or "
            f"min_gain they must be between 2^-{USUAL} and 2^{USUAL}"
        )
    return np.ldexp(numbers.astype(float), -exponent), exponent


def _floats(a: np.ndarray) -> np.ndarray:
    """Return an array of floats; float32 stays so until a tree's observations are tabulated."""
    a = np.asarray(a)
    return a if a.dtype == np.float32 else a.astype(float, copy=False)


def _in_parts(
    grow_part: Callable[[Problem], Growth], problem: Problem, n_jobs: int | None
) -> list[Growth]:
    """Grow some trees after others, in threads, or wherever joblib was told to."""
    if problem.weights is None:
        return [grow_part(problem)]
    size, threads = problem.weights.size, effective_n_jobs(n_jobs)
    elsewhere = threads > 1 and runs_elsewhere()
    n_parts = threads if elsewhere else max(threads, size // PART)
    columns = (problem.weights, problem.seeds, problem.scales, problem.least)
    split = [np.array_split(column, min(n_parts, len(problem.seeds))) for column in columns]
    parts = [
        problem._replace(weights=w, seeds=s, scales=e, least=least)
        for w, s, e, least in zip(*split, strict=True)
    ]
    if elsewhere:  # in other processes perhaps, so that parts are pickled and share nothing
        return Parallel(n_jobs=len(parts))(delayed(grow_part)(part) for part in parts)
    return in_threads(grow_part, parts, n_jobs)


def _grow_part(grower: str, criterion: Criterion, strict: bool, part: Problem) -> Growth:
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        nodes, leaf = _nodes(grower, part)
    return Growth([_tree(part, t, one, criterion, strict) for t, one in enumerate(nodes)], leaf)


def _nodes(grower: str, problem: Problem) -> tuple[list[Nodes], np.ndarray]:
    """Grow trees by the grower of that name."""
    if grower == "compiled":
        from .growers import compiled  # loads numba

        return compiled.grow(problem)
    return recursive.grow(problem) if grower == "recursive" else vectorised.grow(problem)


def _leaf_of_no_rows(problem: Problem, criterion: Criterion) -> Tree:
    one, sums = np.zeros(1, dtype=np.int32), np.zeros((1, problem.n_columns + 1))
    nodes = Nodes(one, one, one, one.astype(bool), one, np.zeros(1), sums, one)
    unscaled = problem._replace(scales=np.zeros((1, 3), dtype=int))
    return _tree(unscaled, 0, nodes, criterion, strict=False)


def _tree(problem: Problem, t: int, nodes: Nodes, criterion: Criterion, strict: bool) -> Tree:
    """Turn codes into thresholds, and sums into answers."""
    bins: Cuts = problem.bins
    inner = np.flatnonzero(nodes.left != np.arange(len(nodes.left)))
    threshold = np.full(len(nodes.left), np.inf, dtype=bins.flat_lower.dtype)
    places = nodes.feature[inner], nodes.low[inner], nodes.high[inner]
    if problem.rules.random_cut:  # given the two values it lies between, a cut lies evenly there
        u = draws.share(draws.mix(draws.root_key(problem.seeds[t : t + 1])), inner)
        threshold[inner] = bins.between(*places, u, strict)
    else:
        threshold[inner] = bins.threshold(*places, strict)
    G, H = nodes.sums[:, :-1], nodes.sums[:, -1]
    value, gain = criterion.leaf(G.T, H).T, nodes.gain * criterion.factor
    if problem.scales[t].any():
        of_G, of_H, of_gain = problem.scales[t]
        with np.errstate(over="ignore", under="ignore"):  # a sum may, where its mean does not
            value = np.ldexp(value, of_G - of_H)
            G, H, gain = np.ldexp(G, of_G), np.ldexp(H, of_H), np.ldexp(gain, of_gain)
    return Tree(
        feature=nodes.feature.astype(np.int32, copy=False),
        threshold=threshold,
        left=nodes.left.astype(np.int32, copy=False),
        value=np.ascontiguousarray(value),
        G=np.ascontiguousarray(G),
        H=np.ascontiguousarray(H),
        count=nodes.size.astype(np.int64, copy=False),
        gain=gain,
        missing_left=nodes.missing_left.astype(bool) if bins.has_missing.any() else None,
        strict=strict,
    )
