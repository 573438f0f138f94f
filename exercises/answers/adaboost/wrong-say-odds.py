# Forgets the logarithm.
# The check says "the logarithm is missing".

# %% say-answer
def say(epsilon):
    return np.inf if epsilon == 0 else (1 - epsilon) / epsilon
