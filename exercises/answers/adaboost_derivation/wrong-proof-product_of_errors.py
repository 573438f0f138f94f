# Multiplies the errors: as if the members were independent, and all had to be wrong.

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(epsilons)
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) + 1 if len(proved) else None
