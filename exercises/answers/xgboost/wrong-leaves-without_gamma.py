# Forgets gamma.
# The check says "the score without gamma".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (H + reg_lambda), -0.5 * np.sum(G**2 / (H + reg_lambda))
