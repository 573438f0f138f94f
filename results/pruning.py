"""CART's pruning by other rows than those the tree was grown on.

`ensemblelab` prunes by a given price per leaf; Breiman's experiments choose the price: for a
single tree by cross-validation, for a bagged tree by the training set that its bootstrap sample
was drawn from. Both look at every subtree of the pruning sequence, which is made here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from ensemblelab.bootstrap import generator
from ensemblelab.trees.decision_tree import fit_trees
from ensemblelab.trees.tree import Tree
from sklearn.base import clone
from sklearn.model_selection import KFold

__all__ = ["choose_by_folds", "node_losses", "prune_by", "pruning_sequence", "training_cost"]


def training_cost(tree: Tree, numeric: bool) -> np.ndarray:
    """Give what each node would cost as a leaf, per row that the tree was grown on.

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
    """Give the loss of some rows at each node, were it a leaf.

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


def pruning_sequence(
    tree: Tree, cost: np.ndarray, loss: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cut the weakest links one after the other (Breiman et al. 1984, chapter 3).

    The weakest link is the node with the smallest rise of the cost for each leaf saved.

    Parameters
    ----------
    tree : Tree
    cost, loss : ndarray, shape (n_nodes,)
        By the first it is pruned; the second is watched.

    Returns
    -------
    alphas : ndarray, shape (steps,)
        0 and increasing: the price per leaf from which on each subtree is the best.
    losses : ndarray, shape (steps,)
        Of each subtree.
    cut_at : ndarray of int, shape (n_nodes,)
        The step at which a node becomes a leaf; `steps` for one that never does.
    """
    inner = ~tree.is_leaf
    above = np.zeros(tree.n_nodes, dtype=np.intp)
    leaves = np.ones(tree.n_nodes)
    below, watched = cost.astype(float), loss.astype(float)
    for k in np.flatnonzero(inner)[::-1]:
        pair = [tree.left[k], tree.left[k] + 1]
        above[pair] = k
        leaves[k], below[k], watched[k] = leaves[pair].sum(), below[pair].sum(), watched[pair].sum()
    link = np.full(tree.n_nodes, np.inf)
    link[inner] = (cost - below)[inner] / (leaves - 1)[inner]
    alphas, losses, cuts = [0.0], [watched[0]], []
    while np.isfinite(weakest := link.min()):
        k = int(link.argmin())
        if weakest > alphas[-1] + 1e-12:  # equal but for rounding: one step
            alphas.append(float(weakest))
            losses.append(watched[0])
        cuts.append((k, len(alphas) - 1))
        gone = [k]
        while gone:
            j = gone.pop()
            link[j] = np.inf
            if inner[j]:
                gone += [tree.left[j], tree.left[j] + 1]
        change = np.array([1 - leaves[k], cost[k] - below[k], loss[k] - watched[k]])
        at = [k]
        while at[-1]:
            at.append(above[at[-1]])
        leaves[at], below[at], watched[at] = (
            np.array([leaves[at], below[at], watched[at]]) + (change[:, None])
        )
        link[at[1:]] = (cost[at[1:]] - below[at[1:]]) / (leaves[at[1:]] - 1)
        losses[-1] = watched[0]
    cut_at = np.full(tree.n_nodes, len(alphas))
    for k, step in reversed(cuts):
        cut_at[k] = step
    return np.array(alphas), np.array(losses), cut_at


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
    _, losses, cut_at = pruning_sequence(tree, cost, loss)
    return tree.prune(cut_at <= _last_best(losses))[0]


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
    full, *others = fit_trees(clone(estimator), X, y, weights)
    alphas, _, cut_at = pruning_sequence(full, training_cost(full, numeric), np.zeros(full.n_nodes))
    prices = np.append(np.sqrt(alphas[:-1] * alphas[1:]), np.inf)
    total = np.zeros(len(prices))
    for tree, rows in zip(others, folds, strict=True):
        loss = node_losses(tree, X[rows], y[rows], numeric)
        known, losses, _ = pruning_sequence(tree, training_cost(tree, numeric), loss)
        total += losses[np.searchsorted(known, prices, side="right") - 1]
    return full.prune(cut_at <= _last_best(total))[0]


def _last_best(losses: np.ndarray) -> int:
    return len(losses) - 1 - int((losses[::-1] <= losses.min() * (1 + 1e-12)).argmax())
