# Returns inside the loop.
# The check says "learn was called 1 times".

# %% boost-answer
def boost(learn, y, m):
    w = np.full(len(y), 1 / len(y))
    alphas, votes = [], []
    for _ in range(m):
        f = learn(w)
        epsilon = w[f != y].sum() / w.sum()
        if epsilon >= 0.5:
            break
        votes.append(f)
        alphas.append(np.inf if epsilon == 0 else np.log((1 - epsilon) / epsilon))
        w = w * np.exp(alphas[-1] * (f != y))
        return alphas, votes
