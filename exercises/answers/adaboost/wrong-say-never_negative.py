# No say below 0.

# %% say-answer
def say(epsilon):
    return max(0.0, np.log((1 - epsilon) / epsilon)) if epsilon > 0 else np.inf
