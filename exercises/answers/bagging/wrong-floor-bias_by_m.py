# Divides the squared bias by m.
# The check says "you divide the squared bias by m as well".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 / m + correlation * variance + (1 - correlation) * variance / m
