# Asks for more than the least weight.
# The check says "a light child on the left: another place gains more. There one child".

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    def term(side):
        return g[side].sum() ** 2 / (h[side].sum() + reg_lambda)

    values, found = np.unique(x), None
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        if min(h[left].sum(), h[~left].sum()) <= min_child_weight:
            continue
        gain = (term(left) + term(~left) - term(left | ~left)) / 2
        if found is None or gain > found[1]:
            found = t, gain
    return found
