# Draws without replacement.

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.permutation(n)
