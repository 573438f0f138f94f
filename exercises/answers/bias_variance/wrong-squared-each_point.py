# Returns the three at each point.
# The check says "a mean over the points, one number".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2, axis=0), (c - y) ** 2, f.var(axis=0)
