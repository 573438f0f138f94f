"""The statistics of a tree's rows on their grids: `contract.tabulate` in loops."""

from __future__ import annotations

import math

import numpy as np

from ...contract import NEARLY_ONE
from ._jit import compiled


@compiled
def weigh(G, H, weights, rows, stats):
    """Weigh G and H of the rows whose weight is not 0; count the rows. No weights are ones."""
    K, m = G.shape[1], 0
    for i in range(len(H)):
        weight = weights[i] if len(weights) else 1
        if weight != 0:
            rows[m] = i
            for k in range(K):
                stats[m, k] = weight * G[i, k]
            stats[m, K] = weight * H[i]
            m += 1
    return m


@compiled
def put_on_grid(stats, bits):
    """Round each column to whole multiples of its unit, as `contract.grid` does."""
    m, C = stats.shape
    limit = math.ldexp(1.0, bits)
    for c in range(C):
        largest, whole = 0.0, True
        for i in range(m):
            largest = max(largest, abs(stats[i, c]))
            whole &= stats[i, c] == np.rint(stats[i, c])
        if largest == 0 or (whole and m * largest < limit):
            continue
        step, total = max(math.frexp(largest)[1] - 30, -1000), 0.0
        per_step = math.ldexp(1.0, -step)  # as exact as to divide by a power of two, and faster
        for i in range(m):
            total += np.rint(abs(stats[i, c]) * per_step)
        total *= math.ldexp(1.0, step)
        total *= NEARLY_ONE
        if whole and total < limit:
            continue
        exponent = max(math.frexp(total)[1] - bits, -1000)
        unit, per_unit = math.ldexp(1.0, exponent), math.ldexp(1.0, -exponent)
        for i in range(m):
            stats[i, c] = np.rint(stats[i, c] * per_unit) * unit


@compiled
def summarise(stats, K):
    """Return whether all H are 1, whether all are above 0, and whether the G add up to H."""
    ones, positive, classes = True, True, K > 1
    for i in range(len(stats)):
        ones &= stats[i, K] == 1
        positive &= stats[i, K] > 0
        total = 0.0
        for k in range(K):
            total += stats[i, k]
        classes &= total == stats[i, K]
    return ones, positive, classes
