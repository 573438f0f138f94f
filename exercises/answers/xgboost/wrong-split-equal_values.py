# Splits between equal values.
# The check says "equal values: your t lies between two equal values. No threshold can".

# %% split-answer
def best_split(x, g, h, reg_lambda, min_child_weight):
    order = np.argsort(x, kind="stable")
    x, g, h = x[order], g[order], h[order]
    found = None
    for k in range(1, len(x)):
        H_L, H_R = h[:k].sum(), h[k:].sum()
        if min(H_L, H_R) < min_child_weight:
            continue
        gain = g[:k].sum() ** 2 / (H_L + reg_lambda) + g[k:].sum() ** 2 / (H_R + reg_lambda)
        gain = (gain - g.sum() ** 2 / (h.sum() + reg_lambda)) / 2
        if found is None or gain > found[1]:
            found = (x[k - 1] + x[k]) / 2, gain
    return found
