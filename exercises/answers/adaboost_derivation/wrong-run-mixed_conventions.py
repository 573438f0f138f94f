# The 1/2 in alpha, but only the mistakes are moved, and by exp(alpha) only.
# The check says "leaving the others mixes".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(alphas[-1] * (f != y))
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
