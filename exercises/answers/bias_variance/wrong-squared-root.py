# The root of the error.
# The check says "it is the root of the squared error".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.sqrt(np.mean((f - y) ** 2)), np.mean((c - y) ** 2), np.mean(f.var(axis=0))
