# All of the other convention: the say with 1/2, and the update that goes with it.
# The check says "these are half of the says; the".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum() / w.sum()
        if epsilon >= 0.5:
            break
        votes.append(f)
        if epsilon == 0:
            alphas.append(np.inf)
            break
        alphas.append(np.log((1 - epsilon) / epsilon) / 2)
        w = w * np.exp(-alphas[-1] * y * f)
    return alphas, votes
