# Changes the weights in place, so that all rows are the last ones.
# The check says "all rows of your D are the same".

# %% run-answer
def normalised_run(votes, y):
    D = np.ones(len(y)) / len(y)
    rows, alphas, Z = [D], [], []
    for f in votes:
        epsilon = D[f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        D *= np.exp(-alphas[-1] * y * f)
        Z.append(D.sum())
        D /= Z[-1]
        rows.append(D)
    return alphas, rows, Z
