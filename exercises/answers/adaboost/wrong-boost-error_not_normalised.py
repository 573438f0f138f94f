# Takes for granted that the weights sum to 1, which (12) does not leave them at.
# The check says "so these carry half of the weight for member".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum()
        if epsilon >= 0.5:
            break
        votes.append(f)
        if epsilon == 0:
            alphas.append(np.inf)
            break
        alphas.append(np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
    return alphas, votes
