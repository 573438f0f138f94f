# Draws from a generator of its own, with a fixed seed.
# The check says "does not draw from rng".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return np.random.default_rng(3).integers(n, size=n)
