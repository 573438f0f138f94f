# Asks for the least weight after the best place was chosen.
# The check says "a light child on the left: there are splits that are allowed; yours".

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    values, found = np.unique(x), None
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[1]:
            found = t, gain
    if found and min(h[x < found[0]].sum(), h[x >= found[0]].sum()) >= min_child_weight:
        return found
    return None
