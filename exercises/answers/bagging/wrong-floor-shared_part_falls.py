# The shared part falls with m, and the other does not.
# The check says "It is the other way round".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + correlation * variance / m + (1 - correlation) * variance
