# With a matrix of rows by leaves; the score is half of the sum of G times w.

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    member = (q[:, None] == np.unique(q)).astype(float)
    G = g @ member
    w = -G / (h @ member + reg_lambda)
    return w, G @ w / 2 + gamma * member.shape[1]
