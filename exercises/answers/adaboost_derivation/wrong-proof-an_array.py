# Returns all rounds that are proved.
# The check says "a whole number or None is asked for".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(2 * np.sqrt(epsilons * (1 - epsilons)))
    return np.flatnonzero(bound < 1 / n) + 1
