# Clips the error, so that the say of a perfect member is finite.
# The check says "the say grows without limit, so say(".

# %% say-answer
def say(epsilon):
    epsilon = max(epsilon, 1e-10)
    return np.log((1 - epsilon) / epsilon)
