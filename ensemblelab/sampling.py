"""Gradient-based one-side sampling, by which LightGBM uses fewer observations in a round."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_array

from ensemblelab._arguments import check_integer
from ensemblelab.bootstrap import Seed, generator

__all__ = ["one_side_sample"]


def one_side_sample(
    gradients: ArrayLike, top: int, other: int, random_state: Seed = None
) -> tuple[NDArray[np.intp], np.ndarray]:
    """Keep the observations with the largest gradients, and draw some of the others, reweighted.

    The observations drawn represent all the others, so that weighted sums of gradients, over all
    observations or over those on one side of a split, are unbiased (practice.one_side).

    Parameters
    ----------
    gradients : array-like of shape (n,)
    top : int
        How many observations to keep: those with the largest absolute gradients.
    other : int
        How many of the others to draw, without replacement.
    random_state : None, int, Generator or RandomState

    Returns
    -------
    observations : ndarray of int, shape (top + other,)
        The indices of those that are kept, then of those that are drawn.
    weights : ndarray of float, shape (top + other,)
        1 for those that are kept, and (n - top) / other for those that are drawn.

    Raises
    ------
    ValueError
        If `top` or `other` is no integer of at least 0, their sum is larger than the number of
        observations, or no observation is drawn though some are left.

    Notes
    -----
    Ke et al., LightGBM: a highly efficient gradient boosting decision tree, Advances in Neural
    Information Processing Systems 30 (2017), algorithm 2.
    """
    g = check_array(gradients, ensure_2d=False, dtype=np.float64, input_name="gradients")
    if g.ndim != 1:
        raise ValueError(f"gradients has shape {g.shape}; give one number for each observation")
    check_integer("top", top, 0)
    check_integer("other", other, 0)
    rest = len(g) - top
    if not (rest > 0) <= other <= rest:
        raise ValueError(
            f"top={top!r} and other={other!r} of {len(g)} observations: keep at most all, and draw"
            " at least one of the rest, or all"
        )
    order = np.argsort(-np.abs(g), kind="stable").astype(np.intp)
    drawn = generator(random_state).choice(rest, other, replace=False).astype(np.intp)
    weights = np.ones(top + other)
    if other:
        weights[top:] = rest / other
    return np.concatenate([order[:top], order[top:][drawn]]), weights
