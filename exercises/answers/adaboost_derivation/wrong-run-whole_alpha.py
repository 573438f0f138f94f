# No 1/2 in alpha, but the symmetric update.
# The check says "this is the say with the 1/2 before the sum".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(-alphas[-1] * y * f)
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
