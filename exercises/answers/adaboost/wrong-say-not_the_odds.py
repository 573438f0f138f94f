# The logarithm of 1/epsilon.
# The check says "the logarithm of 1/epsilon".

# %% say-answer
def say(epsilon):
    return np.inf if epsilon == 0 else np.log(1 / epsilon)
