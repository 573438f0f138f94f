# Computes the new weights, and gives the learner the old ones.
# The check says "was given the same weights as member".

# %% boost-answer
def boost(learn, y, m):
    alphas, votes = [], []
    for _ in range(m):
        w = np.ones(len(y)) / len(y)
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
