# Takes the variance for a standard deviation.
# The check says "yours squares it once more".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + correlation * variance**2 + (1 - correlation) * variance**2 / m
