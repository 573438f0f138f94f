# The fraction upside down.
# The check says "a member that is seldom wrong must have a positive say. Is the".

# %% say-answer
def say(epsilon):
    return np.log(epsilon / (1 - epsilon)) if epsilon > 0 else np.inf
