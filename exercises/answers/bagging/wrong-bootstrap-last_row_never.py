# Takes the end of the range for the last number that can come up.
# The check says "Which number does rng.integers leave out".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.integers(max(n - 1, 1), size=n)
