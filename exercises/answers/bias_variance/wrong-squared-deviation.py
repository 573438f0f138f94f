# The standard deviation.
# The check says "it is the standard deviation".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean((c - y) ** 2), np.mean(f.std(axis=0))
