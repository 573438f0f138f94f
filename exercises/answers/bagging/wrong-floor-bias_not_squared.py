# The bias is not squared.
# The check says "the bias counts by its square".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias + correlation * variance + (1 - correlation) * variance / m
