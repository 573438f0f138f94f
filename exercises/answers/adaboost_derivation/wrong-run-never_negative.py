# Takes the size of the say of a member that is worse than a coin.
# The check says "this is the size of the say".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(abs(np.log((1 - epsilon) / epsilon)) / 2)
        moved = D[-1] * np.exp(-alphas[-1] * y * f)
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
