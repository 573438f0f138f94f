# The 1/2 in alpha and in the update: twice.
# The check says "The 1/2 is in alpha' already".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(-alphas[-1] * y * f / 2)
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
