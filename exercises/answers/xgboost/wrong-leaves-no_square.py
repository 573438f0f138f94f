# Loses the square of G in the score, as is sometimes printed.
# The check says "yours is the score without the square of G: a leaf with a negative G".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    w = -G / (H + reg_lambda)
    return w, -np.sum(G / (H + reg_lambda)) / 2 + gamma * len(G)
