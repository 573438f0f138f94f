# Returns None if no split gains anything.

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    values, best, found = np.unique(x), 0.0, None
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        if min(h[left].sum(), h[~left].sum()) < min_child_weight:
            continue
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if gain > best:
            best, found = gain, (t, gain)
    return found
