# The variance over the points.
# The check says "it is taken over the points, in each row".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean((c - y) ** 2), np.mean(f.var(axis=1))
