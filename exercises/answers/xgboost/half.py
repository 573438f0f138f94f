# A submission that is half right: it charges gamma twice, and sends missing
# values to the left always.

# %% derivatives-answer
def squared(y, f):
    return f - y, np.ones_like(f)


def logistic(y, f):
    p = 1 / (1 + np.exp(-f))
    return p - y, p - p**2


# %% gain-answer
def split_gain(G_L, H_L, G_R, H_R, reg_lambda, gamma):
    left, right = G_L**2 / (H_L + reg_lambda), G_R**2 / (H_R + reg_lambda)
    parent = (G_L + G_R) ** 2 / (H_L + H_R + reg_lambda)
    return (left + right - parent) / 2 - 2 * gamma


# %% prune-answer
def prune(tree, gamma):
    if not isinstance(tree, tuple):
        return tree
    gain, weight, *sides = tree
    sides = [prune(side, gamma) for side in sides]
    if gain < gamma and not any(isinstance(side, tuple) for side in sides):
        return weight
    return (gain, weight, *sides)


# %% missing-answer
def split_with_missing(x, g, h, reg_lambda):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    missing, found = np.isnan(x), None
    values = np.unique(x[~missing])
    for t in (values[1:] + values[:-1]) / 2:
        left = (x < t) | missing
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[2]:
            found = t, "left", gain
    return found


# %% words-answer [markdown]
# It shrinks small leaves most. Gamma is counted twice. The library has no 1/2.
