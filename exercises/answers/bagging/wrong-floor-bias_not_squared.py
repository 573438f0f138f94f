# The bias is not squared.

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias + correlation * variance + (1 - correlation) * variance / m
