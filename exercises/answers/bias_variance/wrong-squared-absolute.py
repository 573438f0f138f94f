# The mean absolute error.
# The check says "the mean absolute error".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean(np.abs(f - y)), np.mean((c - y) ** 2), np.mean(f.var(axis=0))
