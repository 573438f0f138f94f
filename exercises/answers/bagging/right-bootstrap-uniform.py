# By rounding down uniform numbers.

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return np.floor(n * rng.random(n)).astype(int)
