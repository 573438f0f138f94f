# The bias is missing.
# The check says "the squared bias is missing".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return correlation * variance + (1 - correlation) * variance / m
