"""CART's pruning by other observations than those that the tree was grown from.

`ensemblelab` prunes by a given price per leaf; Breiman's experiments choose the price: for a
single tree by cross-validation, for a bagged tree by the training set that its bootstrap sample
was drawn from. Both look at every subtree of the pruning sequence, which is made here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ensemblelab.bootstrap import generator
from ensemblelab.trees.fitting import fit_trees
from ensemblelab.trees.pruning import WeakestLinks, weakest_links
from ensemblelab.trees.tree import Tree
from sklearn.model_selection import KFold

__all__ = [
    "choose_by_folds",
    "losses_along",
    "node_losses",
    "prune_by",
    "pruning_sequence",
    "training_cost",
]


def training_cost(tree: Tree, numeric: bool) -> np.ndarray:
    """Return what each node would cost as a leaf, per row that the tree was grown on.

    Parameters
    ----------
    tree : Tree
    numeric : bool
        Whether the cost is the squared error (but for a constant); otherwise it is the share
        of wrongly classified rows, by which CART prunes though it grows by Gini's index.

    Returns
    -------
    ndarray, shape (n_nodes,)
    """
    cost = -(tree.G[:, 0] ** 2) / tree.H if numeric else tree.H - tree.G.max(axis=1)
    return cost / tree.H[0]


def node_losses(tree: Tree, X: np.ndarray, y: np.ndarray, numeric: bool) -> np.ndarray:
    """Return the loss of some rows at each node, were it a leaf.

    Parameters
    ----------
    tree : Tree
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Numbers, or classes as the column numbers of ``tree.value``.
    numeric : bool

    Returns
    -------
    ndarray, shape (n_nodes,)
        The sum of squared errors, or the number of wrong answers.
    """
    leaf = tree.apply(X)
    if numeric:
        powers = np.column_stack((np.ones(len(y)), y, y**2))
    else:
        powers = np.eye(tree.value.shape[1])[y]
    sums = np.zeros((tree.n_nodes, powers.shape[1]))
    np.add.at(sums, leaf, powers)
    for k in np.flatnonzero(~tree.is_leaf)[::-1]:  # children come after their parents
        sums[k] = sums[tree.left[k]] + sums[tree.left[k] + 1]
    if numeric:
        n, total, squares = sums.T
        answer = tree.value[:, 0]
        return squares - 2 * answer * total + n * answer**2
    best = tree.value.argmax(axis=1)
    return sums.sum(axis=1) - sums[np.arange(tree.n_nodes), best]


def pruning_sequence(tree: Tree, cost: np.ndarray) -> WeakestLinks:
    """Cut the weakest links one after the other, several at a time where they are equally weak.

    Parameters
    ----------
    tree : Tree
    cost : ndarray, shape (n_nodes,)
        By which it is pruned.

    Returns
    -------
    WeakestLinks
        Its alphas are 0 and increasing.
    """
    alphas, undone_at = weakest_links(tree, rises(tree, cost))
    steps, step_of = [0.0], np.zeros(len(alphas), dtype=np.intp)
    for k, alpha in enumerate(alphas):
        if alpha > steps[-1] + 1e-12:  # equal but for rounding: one step
            steps.append(alpha)
        step_of[k] = len(steps) - 1
    return WeakestLinks(np.array(steps), np.where(tree.is_leaf, 0, step_of[undone_at]))


def rises(tree: Tree, cost: np.ndarray) -> np.ndarray:
    """Return what a cost rises by when a split above two leaves is undone; 0 in a leaf."""
    return np.where(tree.is_leaf, 0, cost - cost[tree.left] - cost[tree.left + 1 - tree.is_leaf])


def losses_along(links: WeakestLinks, tree: Tree, loss: np.ndarray) -> np.ndarray:
    """Return the loss of every subtree of a sequence, from each node's as a leaf."""
    return links.costs(loss[tree.is_leaf].sum(), rises(tree, loss))


def prune_by(tree: Tree, X: np.ndarray, y: np.ndarray, numeric: bool) -> Tree:
    """Prune a tree to the subtree of its sequence that serves other rows best.

    Of several equally good ones it is the smallest.

    Parameters
    ----------
    tree : Tree
    X, y, numeric
        As for `node_losses`.

    Returns
    -------
    Tree
    """
    cost, loss = training_cost(tree, numeric), node_losses(tree, X, y, numeric)
    links = pruning_sequence(tree, cost)
    best = _last_best(losses_along(links, tree, loss))
    return tree.prune(links.undone_at <= best)[0]


def choose_by_folds(
    estimator: Any, X: np.ndarray, y: np.ndarray, random_state: Any, n_folds: int = 10
) -> Tree:
    """Grow a tree on all rows and prune it at the price that cross-validation likes best.

    Every fold's tree is pruned at the same prices, the geometric means of neighbours in the
    full tree's sequence; of several equally good prices the highest is taken.

    Parameters
    ----------
    estimator : DecisionTreeClassifier or DecisionTreeRegressor
    X : ndarray, shape (n, d)
    y : ndarray, shape (n,)
        Numbers, or classes 0, 1, ...
    random_state : None, int, Generator or RandomState
        For the folds.
    n_folds : int

    Returns
    -------
    Tree
    """
    numeric = estimator._numeric
    seed = int(generator(random_state).integers(2**31))
    folds = [rows for _, rows in KFold(n_folds, shuffle=True, random_state=seed).split(X)]
    weights = np.ones((n_folds + 1, len(X)))
    for weight, rows in zip(weights[1:], folds, strict=True):
        weight[rows] = 0
    full, *others = fit_trees(estimator.plan(y), X, weights)
    alphas, undone_at = pruning_sequence(full, training_cost(full, numeric))
    prices = np.append(np.sqrt(alphas[:-1] * alphas[1:]), np.inf)
    total = np.zeros(len(prices))
    for tree, rows in zip(others, folds, strict=True):
        loss = node_losses(tree, X[rows], y[rows], numeric)
        links = pruning_sequence(tree, training_cost(tree, numeric))
        losses = losses_along(links, tree, loss)
        total += losses[np.searchsorted(links.alphas, prices, side="right") - 1]
    return full.prune(undone_at <= _last_best(total))[0]


def _last_best(losses: np.ndarray) -> int:
    return len(losses) - 1 - int((losses[::-1] <= losses.min() * (1 + 1e-12)).argmax())
