# One mean prediction for all points.
# The check says "one number for all points".

# %% squared-answer
def split_squared(f, y):
    return np.mean((f - y) ** 2), np.mean((f.mean() - y) ** 2), f.var()
