# Leaves rows with missing values out, and sends them where more rows go.
# The check says "missing where g is positive, as it is on the right: t and direction".

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    there = ~np.isnan(x)
    x, g, h = x[there], g[there], h[there]

    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    values, found = np.unique(x), None
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[2]:
            found = t, "left" if left.mean() > 0.5 else "right", gain
    return found
