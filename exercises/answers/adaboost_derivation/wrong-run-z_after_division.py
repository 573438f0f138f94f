# Takes Z after the division, where it is 1.
# The check says "all your Z are 1".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(-alphas[-1] * y * f)
        D.append(moved / moved.sum())
        Z.append(D[-1].sum())
    return np.array(alphas), np.array(D), np.array(Z)
