# The logarithm to the base 10.
# The check says "yours is to the base 10".

# %% say-answer
def say(epsilon):
    return np.inf if epsilon == 0 else np.log10((1 - epsilon) / epsilon)
