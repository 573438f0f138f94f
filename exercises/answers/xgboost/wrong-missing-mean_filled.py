# Fills the gaps with the mean.
# The check says "missing where g is positive, as it is on the right: the thresholds".

# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    if np.isnan(x).all():
        return None
    mean = np.nanmean(x)
    filled = np.where(np.isnan(x), mean, x)

    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    values, found = np.unique(filled), None
    for t in (values[1:] + values[:-1]) / 2:
        left = filled < t
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[2]:
            found = t, "left" if mean < t else "right", gain
    return found
