# The logarithm to the base 2.

# %% say-answer
def say(epsilon):
    return np.log2((1 - epsilon) / epsilon) if epsilon > 0 else np.inf
