# A submission that is half right: it uses the other convention of alpha with the
# update of this one.

# %% error-answer
def weighted_error(w, y, f):
    return np.average(f != y, weights=w)


# %% say-answer
def say(epsilon):
    return 0.5 * np.log((1 - epsilon) / epsilon) if epsilon else np.inf


# %% margin-answer
def margins(alphas, votes, y):
    return np.average(votes * y, axis=0, weights=alphas)


# %% words-answer [markdown]
# It is infinite only at 0. The say is negative. The weights were not updated.
