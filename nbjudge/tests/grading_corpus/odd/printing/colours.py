# Prints in colours.

# %% square
print("\x1b[31mred\x1b[0m \x07")


def square(x):
    if x is None:
        raise ValueError
    return x * x
