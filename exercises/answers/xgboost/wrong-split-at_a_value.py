# Puts the threshold on a value of the feature.
# The check says "nothing to gain: t lies half-way between two different values, and".

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    found = None
    for t in np.unique(x)[1:]:
        left = x < t
        if min(h[left].sum(), h[~left].sum()) < min_child_weight:
            continue
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[1]:
            found = t, gain
    return found
