# The fraction upside down.

# %% say-answer
def say(epsilon):
    return np.log(epsilon / (1 - epsilon)) if epsilon > 0 else np.inf
