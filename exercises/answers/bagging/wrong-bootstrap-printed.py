# Prints the sample instead of returning it.
# The check says "returned nothing (None)".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    print(rng.integers(n, size=n))
