# Prints the number instead of returning it.
# The check says "returned nothing (None)".

# %% floor-answer
def committee_mse(m, bias, variance, correlation):
    print(bias**2 + correlation * variance + (1 - correlation) * variance / m)
