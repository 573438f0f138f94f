# Member by member, and column by column.

# %% fold-answer
def out_of_fold(members, X, y, fold):
    def of(member):
        said = [0.0] * len(y)
        for j in set(fold.tolist()):
            new = np.flatnonzero(fold == j)
            known = np.flatnonzero(fold != j)
            for i, value in zip(new, member(X[known], y[known], X[new]), strict=False):
                said[i] = value
        return said

    return np.column_stack([of(member) for member in members])
