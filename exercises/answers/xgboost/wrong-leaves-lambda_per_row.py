# Adds lambda once for each row.
# The check says "this adds lambda once for each row. It is a price on the leaf".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h + reg_lambda)
    return -G / H, -np.sum(G**2 / H) / 2 + gamma * len(G)
