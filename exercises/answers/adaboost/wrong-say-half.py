# The 1/2 of the other convention.

# %% say-answer
def say(epsilon):
    return 0.5 * np.log((1 - epsilon) / epsilon) if epsilon > 0 else np.inf
