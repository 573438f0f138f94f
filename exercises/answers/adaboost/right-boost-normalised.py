# With normalised weights and the symmetric update.

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    while len(alphas) < m:
        f = np.asarray(learn(w))
        epsilon = float(np.dot(w, f != y))
        if epsilon >= 0.5:
            return alphas, votes
        alpha = np.inf if epsilon == 0 else np.log(1 / epsilon - 1)
        alphas, votes = [*alphas, alpha], [*votes, f]
        if epsilon == 0:
            return alphas, votes
        w = w * np.exp(-alpha / 2 * y * f)
        w = w / w.sum()
    return alphas, votes
