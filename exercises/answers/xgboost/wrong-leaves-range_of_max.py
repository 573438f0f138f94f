# Counts leaves by a number with a point.
# The check says "count in whole numbers".

# %% leaves-answer
def fill_leaves(g, h, q, reg_lambda, gamma):
    leaves = q.max() + 1.0
    w = [-g[q == j].sum() / (h[q == j].sum() + reg_lambda) for j in range(leaves)]
    return np.array(w), 0.0
