# Works in the array that it was given.
# The check says "the array f itself was changed".

# %% squared-answer
def split_squared(f, y):
    f -= y
    return np.mean(f**2), np.mean(f.mean(axis=0) ** 2), np.mean(f.var(axis=0))
