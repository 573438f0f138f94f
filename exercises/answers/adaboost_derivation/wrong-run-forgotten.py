# Begins each round with equal weights again.
# The check says "the weights from before the round are forgotten".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[0] * np.exp(-alphas[-1] * y * f)
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
