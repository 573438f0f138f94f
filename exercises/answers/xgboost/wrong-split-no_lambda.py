# Ignores lambda.
# The check says "nothing to gain: t is right, but your gain is the one for lambda =".

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    values, found = np.unique(x), None
    for t in (values[1:] + values[:-1]) / 2:
        left = x < t
        G_L, H_L, G_R, H_R = g[left].sum(), h[left].sum(), g[~left].sum(), h[~left].sum()
        if min(H_L, H_R) < min_child_weight:
            continue
        gain = (G_L**2 / H_L + G_R**2 / H_R - (G_L + G_R) ** 2 / (H_L + H_R)) / 2
        if found is None or gain > found[1]:
            found = t, gain
    return found
