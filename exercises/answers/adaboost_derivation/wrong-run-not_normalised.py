# Never divides by Z, so that later errors are no shares.
# The check says "the weights do not sum to 1; they are divided by Z".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        D.append(D[-1] * np.exp(-alphas[-1] * y * f))
        Z.append(D[-1].sum())
    return np.array(alphas), np.array(D), np.array(Z)
