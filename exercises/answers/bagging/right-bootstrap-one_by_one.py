# By n draws of one row each, as a list.

# %% bootstrap-answer
def bootstrap_rows(n, rng):
    return [int(rng.choice(n)) for _ in range(n)]
