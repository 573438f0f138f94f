# Divides the bias by m as well.
# The check says "the average error divided by m".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return (bias**2 + variance) / m
