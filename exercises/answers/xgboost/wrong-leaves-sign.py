# Turns the sign of the weights round.
# The check says "the signs are turned round. Where the slopes g are negative the loss".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return G / (H + reg_lambda), -np.sum(G**2 / (H + reg_lambda)) / 2 + gamma * len(G)
