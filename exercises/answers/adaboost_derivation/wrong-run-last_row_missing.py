# Has no row of weights after the last round.
# The check says "D, a row before the first round and one after each".

# %% run-answer
def normalised_run(votes, y):
    weights = np.ones(len(y)) / len(y)
    D, alphas, Z = [], [], []
    for f in votes:
        D.append(weights)
        epsilon = weights[f != y].sum()
        alphas.append(np.log((1 - epsilon) / epsilon) / 2)
        moved = weights * np.exp(-alphas[-1] * y * f)
        Z.append(moved.sum())
        weights = moved / Z[-1]
    return np.array(alphas), np.array(D), np.array(Z)
