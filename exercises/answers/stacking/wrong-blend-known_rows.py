# The final estimator learns from rows that members know.
# The check says "learned from answers about the rows".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, n = np.vstack([X[~held], X_new]), (~held).sum()
    said = np.column_stack([member(X[~held], y[~held], both) for member in members])
    return final(said[:n], y[~held], said[n:])
