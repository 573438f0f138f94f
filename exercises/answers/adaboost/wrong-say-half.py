# The 1/2 of the other convention.
# The check says "this is half of it. Some texts write".

# %% say-answer
def say(epsilon):
    return 0.5 * np.log((1 - epsilon) / epsilon) if epsilon > 0 else np.inf
