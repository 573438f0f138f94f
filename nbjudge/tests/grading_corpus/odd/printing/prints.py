# Prints while it is tested.

# %% square
def square(x):
    print("x is", x)
    if x is None:
        raise ValueError
    return x * x
