# Puts the half into the weight.
# The check says "stands in the price and in the score, and drops out of the weight".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (2 * (H + reg_lambda)), -np.sum(G**2 / (H + reg_lambda)) / 2 + gamma * len(G)
