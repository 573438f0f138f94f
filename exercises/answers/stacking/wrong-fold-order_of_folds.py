# Puts the folds' answers one below the other.
# The check says "in the order of the folds".

# %% fold-answer
def out_of_fold(members, X, y, fold):
    parts = []
    for j in np.unique(fold):
        parts.append(
            np.column_stack([m(X[fold != j], y[fold != j], X[fold == j]) for m in members])
        )
    return np.vstack(parts)
