"""How good a node is: `ensemblelab.trees.criterion` in loops."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ... import criterion
from ...criterion import ENTROPY, SQUARES
from ._jit import compiled

log2 = compiled(criterion.log2)


class Columns(NamedTuple):
    """What statistics there are, as lengths of tuples: numba then knows them as it compiles.

    One source makes machine code for one column of G with H, for each kind of criterion (in one
    loop they would make it too long to be inlined), and for however many, for all kinds: there
    the loop over the columns is what takes time, and a user waits for one compilation less.
    `by_node`, which takes longest to compile, knows only squares that way.
    """

    every: tuple[int, ...] | np.ndarray  # all of them; the last is above 0 in every row
    G: tuple[int, ...] | np.ndarray  # these come first, and H next
    kind: tuple[int, ...] | np.ndarray  # as many as the criterion's number
    first_out: bool  # whether the first class is not there: it has what the others leave of H


def columns_of(n_columns: int, n_G: int, kind: int, first_out: bool) -> Columns:
    """Return the columns, their number known to numba if it is the usual two."""
    if n_columns == 2:
        return Columns((0, 0), (0,), (0,) * kind, first_out)
    return Columns(np.zeros(n_columns), np.zeros(n_G), np.zeros(kind), first_out)


def of_any_number(columns: Columns) -> Columns:
    """Return the columns with no number known to numba."""
    every, G, kind = (np.zeros(len(length)) for length in columns[:3])
    return Columns(every, G, kind, columns.first_out)


@compiled
def p_log_p(G, H):
    """Return G log(G / H), and 0 for an empty class."""
    if not G > 0:
        return 0.0
    fraction, exponent = math.frexp(G / H)
    return G * log2(fraction, exponent)


@compiled
def score_pair(G, H, columns, rules):
    """Score a node with one column of G."""
    other = H - G if columns.first_out else 0.0
    if len(columns.kind) == SQUARES:
        return (other * other + G * G) / (H + rules.reg_lambda)
    if len(columns.kind) == ENTROPY:
        return p_log_p(other, H) + p_log_p(G, H)
    return max(abs(other), abs(G))


@compiled
def score(sums, columns, rules):
    """Score a node with any number of columns of G."""
    K = len(columns.G)
    H = sums[K]
    if K == 1:
        return score_pair(sums[0], H, columns, rules)
    other = 0.0
    if columns.first_out:
        other = H
        for k in range(K):
            other -= sums[k]
    if len(columns.kind) == SQUARES:
        total = other * other
        for k in range(K):
            total += sums[k] * sums[k]
        return total / (H + rules.reg_lambda)
    total = p_log_p(other, H) if len(columns.kind) == ENTROPY else abs(other)
    for k in range(K):
        if len(columns.kind) == ENTROPY:
            total += p_log_p(sums[k], H)
        else:
            total = max(total, abs(sums[k]))
    return total
