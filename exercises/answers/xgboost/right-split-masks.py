# By trying every threshold on all rows.

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    def score(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda) / 2

    values, tried = np.unique(x), []
    for t in (values[:-1] + values[1:]) / 2:
        left, right = x < t, x >= t
        if h[left].sum() >= min_child_weight and h[right].sum() >= min_child_weight:
            tried.append((float(score(left) + score(right) - score(left | right)), float(t)))
    return max(tried)[::-1] if tried else None
