# Writes x < t and nothing else, so that missing values always go right.

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    found = None
    values = np.unique(x[~np.isnan(x)])
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[2]:
            found = t, "right", gain
    return found
