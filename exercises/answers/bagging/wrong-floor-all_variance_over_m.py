# Divides all of the variance by m, and adds the shared part besides.

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + correlation * variance + variance / m
