# Groups in a dictionary, shuffled and dealt one by one; rows in any order.

# %% split-answer
def honest_split(X, share, rng):
    groups = {}
    for i, row in enumerate(X):
        groups.setdefault(tuple(row), []).append(i)
    groups = list(groups.values())
    rng.shuffle(groups)
    train, test = [], []
    for group in groups:
        (test if len(test) < share * len(X) else train).extend(group)
    return np.array(train), np.array(test)
