# Stops at epsilon = 0 without the perfect member.
# The check says "the second of these members is right everywhere, epsilon =".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum() / w.sum()
        if epsilon >= 0.5 or epsilon == 0:
            break
        votes.append(f)
        alphas.append(np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
    return alphas, votes
