# Adds up the squared biases.
# The check says "squared bias is wrong: it adds up over the points".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.sum((c - y) ** 2), np.mean(f.var(axis=0))
