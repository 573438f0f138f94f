# Splits plainly, and then takes out of the test set what has a copy in the training set.
# The check says "To take them out of the test set loses mails".

# %% split-answer
def honest_split(X, share, rng):
    order = rng.permutation(len(X))
    size = round(share * len(X))
    train, test = order[size:], order[:size]
    known = {row.tobytes() for row in X[train]}
    return train, np.array([i for i in test if X[i].tobytes() not in known], dtype=int)
