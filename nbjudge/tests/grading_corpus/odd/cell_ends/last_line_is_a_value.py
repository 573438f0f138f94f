# Calls its own function at the end of the cell.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


square(3)
