# Divides all of the variance by m, and adds the shared part besides.
# The check says "you divided all of the variance by m".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    return bias**2 + correlation * variance + variance / m
