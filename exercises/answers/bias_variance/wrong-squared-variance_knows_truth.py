# The variance around the truth.
# The check says "variance knows no truth".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean((c - y) ** 2), np.mean((f - y) ** 2)
