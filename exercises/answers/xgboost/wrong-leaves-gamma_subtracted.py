# Subtracts the price.
# The check says "yours has gamma subtracted. It is a price: a larger tree must be".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (H + reg_lambda), -np.sum(G**2 / (H + reg_lambda)) / 2 - gamma * len(G)
