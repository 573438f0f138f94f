# Stops above 1/2 only, so that a member with exactly 1/2 stays, with a say of 0.
# The check says "it is dropped too, and nothing is left; yours goes on after it".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum() / w.sum()
        if epsilon > 0.5:
            break
        votes.append(f)
        if epsilon == 0:
            alphas.append(np.inf)
            break
        alphas.append(np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
    return alphas, votes
