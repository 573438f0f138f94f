# Row numbers from 1 to n.
# The check says "row numbers run from 0 to".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.integers(1, n + 1, size=n)
