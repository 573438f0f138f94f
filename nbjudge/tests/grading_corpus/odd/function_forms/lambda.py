# A lambda, which raises by way of int.

# %% square
square = lambda x: x**2 if x is not None else int("no")
