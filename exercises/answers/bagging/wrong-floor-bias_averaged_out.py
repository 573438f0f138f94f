# Divides the bias by m as well.

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return (bias**2 + variance) / m
