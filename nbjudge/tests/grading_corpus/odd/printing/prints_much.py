# Prints ten thousand letters, and no more than it may.

# %% square
print("x" * 10_000)


def square(x):
    if x is None:
        raise ValueError
    return x * x
