# Keeps the losses of (16), and divides by their sum at the end of each round.

# %% run-answer
def normalised_run(votes, y):
    f = np.zeros(len(y))
    alphas, Z, rows = [], [], [np.full(len(y), 1.0 / len(y))]
    for vote in np.asarray(votes):
        before = np.exp(-y * f)
        edge = np.average(y * vote, weights=before)
        alphas.append(np.arctanh(edge))
        f = f + alphas[-1] * vote
        after = np.exp(-y * f)
        Z.append(after.sum() / before.sum())
        rows.append(after / after.sum())
    return [alphas, rows, Z]
