# Variance before bias.
# The check says "bias and variance are exchanged".

# %% squared-answer
def split_squared(f, y):
    c = f.mean(axis=0)
    return np.mean((f - y) ** 2), np.mean(f.var(axis=0)), np.mean((c - y) ** 2)
