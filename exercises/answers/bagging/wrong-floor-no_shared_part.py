# The shared part is missing.
# The check says "m does not divide it".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + (1 - correlation) * variance / m
