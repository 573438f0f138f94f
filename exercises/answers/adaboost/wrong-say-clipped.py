# Clips the error, so that the say of a perfect member is finite.

# %% say-answer
def say(epsilon):
    epsilon = max(epsilon, 1e-10)
    return np.log((1 - epsilon) / epsilon)
