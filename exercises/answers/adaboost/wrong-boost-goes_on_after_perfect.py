# Goes on after a perfect member, whose say it has clipped.
# The check says "the second of these members is right everywhere, epsilon =".

# %% boost-answer
def boost(learn, y, m):
    w = np.ones(len(y)) / len(y)
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = max(w[f != y].sum() / w.sum(), 1e-10)
        if epsilon >= 0.5:
            break
        votes.append(f)
        alphas.append(np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
    return alphas, votes
