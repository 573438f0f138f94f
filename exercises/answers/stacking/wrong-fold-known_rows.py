# Asks members about rows that they know.
# The check says "learned from all rows".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    return np.column_stack([member(X, y, X) for member in members])
