# A submission that is half right: it weighs and charges well, but its out-of-fold
# answers are about rows that members know.

# %% weight-answer
def best_weight(y, one, other):
    return np.dot(y - other, one - other) / np.dot(one - other, one - other)


# %% fold-answer
def out_of_fold(members, X, y, fold):
    return np.column_stack([member(X, y, X) for member in members])


# %% price-answer
def charged(f, y, price):
    return ((f - y) ** 2 - price * (f - f.mean(axis=0)) ** 2).mean(axis=1)


# %% words-answer [markdown]
# A tree knows its rows by heart, so it would get all the weight.
