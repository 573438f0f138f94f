# No say below 0.
# The check says "a member that is mostly wrong gets a negative say, and yours gives it".

# %% say-answer
def say(epsilon):
    return max(0.0, np.log((1 - epsilon) / epsilon)) if epsilon > 0 else np.inf
