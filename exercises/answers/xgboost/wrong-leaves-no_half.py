# Forgets the half of the score.
# The check says "yours is the score without the".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (H + reg_lambda), -np.sum(G**2 / (H + reg_lambda)) + gamma * len(G)
