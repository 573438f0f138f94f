# Forgets the correlation.
# The check says "this is the error without correlation".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + variance / m
