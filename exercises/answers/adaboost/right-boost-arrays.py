# Returns arrays, and computes each round's weights from f.

# %% boost-answer
def boost(learn, y, m):
    alphas, votes = np.zeros(0), np.zeros((0, len(y)))
    for _ in range(m):
        w = np.exp(-y * (alphas @ votes) / 2)
        f = learn(w)
        epsilon = np.average(f != y, weights=w)
        if epsilon >= 0.5:
            break
        with np.errstate(divide="ignore"):
            alphas = np.append(alphas, np.log((1 - epsilon) / epsilon))
        votes = np.vstack([votes, f])
        if epsilon == 0:
            break
    return alphas, votes
