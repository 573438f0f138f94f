# The size of the logarithm.
# The check says "you take the size of the logarithm".

# %% say-answer
def say(epsilon):
    return np.inf if epsilon == 0 else abs(np.log((1 - epsilon) / epsilon))
