# By np.var.

# %% leaf-answer
def leaf(y):
    return np.array([np.average(y), np.var(y)])
