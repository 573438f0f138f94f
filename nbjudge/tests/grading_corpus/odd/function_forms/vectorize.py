# A function that NumPy applies to each number.

# %% square
@np.vectorize
def squares(x):
    return x * x


def square(x):
    if x is None:
        raise ValueError
    return squares(x)
