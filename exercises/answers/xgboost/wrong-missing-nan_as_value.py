# Takes missing values for values, the largest.
# The check says "missing where g is negative, as it is on the left: a missing value".

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    order = np.argsort(x)
    x, g, h = x[order], g[order], h[order]
    found = None
    for k in range(1, len(x)):
        if x[k - 1] == x[k]:
            continue
        gain = g[:k].sum() ** 2 / (h[:k].sum() + reg_lambda)
        gain += g[k:].sum() ** 2 / (h[k:].sum() + reg_lambda)
        gain = (gain - g.sum() ** 2 / (h.sum() + reg_lambda)) / 2
        if found is None or gain > found[2]:
            found = (x[k - 1] + x[k]) / 2, "right", gain
    return found
