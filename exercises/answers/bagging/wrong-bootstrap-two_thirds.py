# A subset of 63.2% of the rows, which is what a bootstrap sample holds of different ones.
# The check says "must return 1000 row numbers".

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return rng.choice(n, size=max(1, int(0.632 * n)), replace=False)
