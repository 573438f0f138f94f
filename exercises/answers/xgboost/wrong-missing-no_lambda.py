# Ignores lambda.
# The check says "missing where g is positive, as it is on the right: t and direction".

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    def term(side):
        return g[side].sum() ** 2 / h[side].sum()

    missing, found = np.isnan(x), None
    values = np.unique(x[~missing])
    for t in (values[1:] + values[:-1]) / 2:
        for way in ("left", "right"):
            left = (x < t) | (missing & (way == "left"))
            gain = (term(left) + term(~left) - term(left | ~left)) / 2
            if found is None or gain > found[2]:
                found = t, way, gain
    return found
