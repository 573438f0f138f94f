# Row numbers from 1 to n.

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.integers(1, n + 1, size=n)
