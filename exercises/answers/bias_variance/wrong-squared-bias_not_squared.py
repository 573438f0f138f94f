# The bias without a square.
# The check says "it is not squared".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean(c - y), np.mean(f.var(axis=0))
