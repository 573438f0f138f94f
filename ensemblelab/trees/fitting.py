"""Fit trees to observations by a plan; all estimators of trees use this module.

A plan holds the targets of the trees and the limits of their growth. Trees are grown at once for
many weightings of the same observations, such as the counts of bootstrap samples. Then every tree
is pruned, if the plan requires it, and its leaf values are computed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .binning import Bins
from .criterion import CRITERIA
from .growth import grow
from .means import leaf_means
from .pruning import best_first, weakest_links
from .tree import Tree

__all__ = ["ClassPlan", "NumberPlan", "TreePlan", "fit_trees", "n_drawn"]


@dataclass(frozen=True)
class TreePlan:
    """A plan to grow trees: the targets, the criterion, and the limits of growth.

    Limits and pruning are parameters of `DecisionTreeClassifier`, with the same names.

    Attributes
    ----------
    y : ndarray, shape (n,)
        Numbers, or the codes of classes.
    criterion : {"squared_error", "gini", "entropy", "error"}
    random_cut : bool
        As in `ensemblelab.trees.growth.grow`.
    """

    y: NDArray[Any]
    criterion: str
    max_depth: int | None = None
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    min_weight_fraction_leaf: float = 0.0
    max_leaf_nodes: int | None = None
    max_features: float | str | None = None
    ccp_alpha: float = 0.0
    random_cut: bool = False

    @property
    def G(self) -> NDArray[np.float64] | None:
        """The columns whose sums the nodes hold; None for classes given by their codes."""
        raise NotImplementedError

    @property
    def n_classes(self) -> int | None:
        """Number of classes, None for regression."""
        return None

    def finish(self, tree: Tree) -> None:
        """Convert the values of a tree grown from `G` into class frequencies or means, in place."""
        raise NotImplementedError

    def answer(self, tree: Tree, weight: np.ndarray, leaf: np.ndarray) -> None:
        """Correct the leaf values, in place, given the leaves of the observations."""


@dataclass(frozen=True)
class ClassPlan(TreePlan):
    """A plan for classes 0 .. K - 1; `y` holds their codes.

    Two classes need one column, y = ±1, except for entropy; more classes need only the codes.

    Attributes
    ----------
    K : int
    """

    K: int = 1

    @property
    def n_classes(self) -> int:
        """K."""
        return self.K

    @property
    def G(self) -> NDArray[np.float64] | None:
        """One column of ±1, the table of a class or two, or None."""
        if self.K == 2 and self.criterion != "entropy":
            return 2.0 * self.y - 1
        return np.eye(self.K)[self.y] if self.K <= 2 else None

    def finish(self, tree: Tree) -> None:
        """Convert sums of ±1 into those of two classes."""
        if tree.G.shape[1] < self.K:
            tree.G = _two_classes(tree.H, tree.G[:, 0])
            tree.value = _two_classes(1.0, tree.value[:, 0])
            tree.gain = tree.gain / 2


@dataclass(frozen=True)
class NumberPlan(TreePlan):
    """A plan for regression."""

    @cached_property
    def mean(self) -> float:
        """Return the mean; it is subtracted because sums of squares are more precise without it."""
        return self.y.mean()

    @property
    def G(self) -> NDArray[np.float64]:
        """The targets minus their mean."""
        return self.y - self.mean

    def finish(self, tree: Tree) -> None:
        """Add the mean."""
        with np.errstate(over="ignore", invalid="ignore"):  # a sum may, where its mean does not
            tree.G += self.mean * tree.H[:, None]
        tree.value += self.mean

    def answer(self, tree: Tree, weight: np.ndarray, leaf: np.ndarray) -> None:
        """Set leaf values to the means of y itself, because the sums of the grower are rounded."""
        exponent = math.frexp(weight.max(initial=0))[1]
        weight = np.ldexp(weight.astype(float), -exponent)  # so that no product overflows
        mean = leaf_means(self.y, weight, leaf, tree.n_nodes)
        there = ~np.isnan(mean)
        tree.value[there, 0] = mean[there]


def _two_classes(total: np.ndarray | float, difference: np.ndarray) -> np.ndarray:
    """Return the two numbers that have a sum and a difference, one beside the other."""
    return np.stack((total - difference, total + difference), axis=1) / 2


def fit_trees(
    plan: TreePlan,
    X: np.ndarray,
    weights: np.ndarray,
    rng: np.random.Generator | None = None,
    n_jobs: int | None = None,
) -> list[Tree]:
    """Grow trees from many weightings of the same observations.

    A bootstrap sample is equivalent to weights, its counts (`bootstrap_counts`), so this function
    grows bagged trees and random forests.

    Parameters
    ----------
    plan : TreePlan
    X : ndarray of float64, shape (n, d)
        Validated, as are the weights.
    weights : ndarray, shape (T, n)
    rng : numpy.random.Generator or None
        Needed for plans that draw features or thresholds.
    n_jobs : int or None
        Number of threads; the trees do not depend on it.

    Returns
    -------
    list of T Tree
    """
    grown = grow(
        Bins.fit(X, n_jobs=n_jobs),
        plan.G,
        criterion=CRITERIA[plan.criterion],
        weights=weights,
        labels=plan.y,
        n_classes=plan.n_classes,
        max_depth=plan.max_depth,
        min_samples_split=plan.min_samples_split,
        min_samples_leaf=plan.min_samples_leaf,
        min_weight_fraction=plan.min_weight_fraction_leaf,
        per_node=n_drawn(plan.max_features, X.shape[1]),
        redraw=True,
        random_cut=plan.random_cut,
        rng=rng,
        n_jobs=n_jobs,
    )
    trees = []
    for tree, leaf, weight in zip(grown.trees, grown.leaf, weights, strict=True):
        plan.finish(tree)
        if plan.max_leaf_nodes is not None:
            tree, leaf = _pruned(tree, best_first(tree, plan.max_leaf_nodes), leaf)
        if plan.ccp_alpha > 0:
            links = weakest_links(tree, tree.gain / tree.H[0], plan.ccp_alpha)
            tree, leaf = _pruned(tree, links.undone_at < len(links.alphas), leaf)
        plan.answer(tree, weight, leaf)
        trees.append(tree)
    return trees


def _pruned(tree: Tree, to_leaf: np.ndarray, leaf: np.ndarray) -> tuple[Tree, np.ndarray]:
    """Prune a tree; return it with the leaves of its observations."""
    tree, where = tree.prune(to_leaf)
    return tree, np.where(leaf < 0, -1, where[leaf])


def n_drawn(max_features: float | str | None, d: int) -> int:
    """Return how many of d features to draw, given as number, fraction, rule, or None for all.

    Raises
    ------
    ValueError
        If it is a number above d.
    """
    if max_features is None:
        return d
    if isinstance(max_features, str):
        return math.isqrt(d) if max_features == "sqrt" else max(1, d.bit_length() - 1)
    if isinstance(max_features, Integral):
        if max_features > d:
            raise ValueError(f"max_features={max_features}; X has {d} features")
        return int(max_features)
    return max(1, int(max_features * d))
