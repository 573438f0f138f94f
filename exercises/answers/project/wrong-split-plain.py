# A plain random split: copies leak.

# %% split-answer
def honest_split(X, share, rng):
    order = rng.permutation(len(X))
    size = round(share * len(X))
    return order[size:], order[:size]
