# A plain random split: copies leak.
# The check says "rows of your test set with a copy in your training set".

# %% split-answer
def honest_split(X, share, rng):
    order = rng.permutation(len(X))
    size = round(share * len(X))
    return order[size:], order[:size]
