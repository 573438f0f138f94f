# A submission that is half right: it leaves the 1/2 of (14) out, and mixes the conventions.

# %% loss-answer
def losses(alphas, votes, y):
    f = np.vstack([np.zeros(len(y)), np.cumsum(alphas[:, None] * votes, axis=0)])
    return np.exp(-y * f).sum(axis=1)


# %% say-answer
def slope(w, y, f, alpha):
    return (w * -y * f / 2 * np.exp(-alpha * y * f / 2)).sum()


def best_say(w, y, f):
    epsilon = np.average(f != y, weights=w)
    return np.log((1 - epsilon) / epsilon)


# %% run-answer
def normalised_run(votes, y):
    D, alphas, Z = [np.ones(len(y)) / len(y)], [], []
    for f in votes:
        epsilon = D[-1][f != y].sum()
        alphas.append(0.5 * np.log((1 - epsilon) / epsilon))
        moved = D[-1] * np.exp(alphas[-1] * (f != y))
        Z.append(moved.sum())
        D.append(moved / Z[-1])
    return np.array(alphas), np.array(D), np.array(Z)


# %% proof-answer
def rounds_proved(epsilons, n):
    bound = 1.0
    for t, epsilon in enumerate(epsilons):
        bound *= 2 * np.sqrt(epsilon * (1 - epsilon))
        if bound < 1 / n:
            return t + 1
    return None


# %% algebra17-answer [markdown]
# The indicator picks the mistakes, so (u - d) M + d (C + M) = d C + u M. It needs alpha > 0.
