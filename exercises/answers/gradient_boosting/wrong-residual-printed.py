# Prints instead of returning.
# The check says "returned nothing (None)".

# %% residual-answer
def pseudo_residuals(loss, y, f, delta):
    print(y - f)
