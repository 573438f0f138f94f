# Multiplies the errors: as if the members were independent, and all had to be wrong.
# The check says "this is where the product of the errors is small enough".

# %% proof-answer
def rounds_proved(epsilons, n):
    bound = np.cumprod(epsilons)
    proved = np.flatnonzero(bound < 1 / n)
    return int(proved[0]) + 1 if len(proved) else None
