# Keeps a member that is worse than a coin, with a negative say.
# The check says "so it must be dropped, and one member is left; yours goes on after it".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum() / w.sum()
        votes.append(f)
        if epsilon == 0:
            alphas.append(np.inf)
            break
        epsilon = min(epsilon, 1 - 1e-10)
        alphas.append(np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
    return alphas, votes
