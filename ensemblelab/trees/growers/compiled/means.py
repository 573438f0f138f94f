"""`ensemblelab.trees.means` in loops: sums of two numbers, of which one is what the other lost."""

from __future__ import annotations

import numpy as np

from ._jit import compiled


@compiled
def halved(a):
    """Return the upper half of a number's digits."""
    shifted = 134217729.0 * a
    return shifted - (shifted - a)


@compiled
def add(high, low, k, a):
    """Add a to the k-th sum, and what is lost of it to `low` (Knuth's two-sum)."""
    total = high[k] + a
    of_a = total - high[k]
    low[k] += (high[k] - (total - of_a)) + (a - of_a)
    high[k] = total


@compiled
def leaf_means(y, weight, leaf, n_nodes):
    """Return the mean of y in each leaf."""
    total, lost = np.zeros(n_nodes), np.zeros(n_nodes)
    weights, lost_weights = np.zeros(n_nodes), np.zeros(n_nodes)
    least, largest = np.full(n_nodes, np.inf), np.full(n_nodes, -np.inf)
    for i in range(len(y)):
        k = leaf[i]
        if k >= 0:
            w = weight[i]
            product = w * y[i]
            add(total, lost, k, product)
            if w != 1:
                w_high, y_high = halved(w), halved(y[i])
                w_low, y_low = w - w_high, y[i] - y_high
                error = (w_high * y_high - product) + w_high * y_low + w_low * y_high
                add(total, lost, k, error + w_low * y_low)
            add(weights, lost_weights, k, w)
            least[k], largest[k] = min(least[k], y[i]), max(largest[k], y[i])
    for k in range(n_nodes):
        mean = (total[k] + lost[k]) / (weights[k] + lost_weights[k])
        # of what is no number, `min` and `max` may give either
        total[k] = max(least[k], min(largest[k], mean)) if weights[k] > 0 else np.nan
    return total
