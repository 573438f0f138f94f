# Turns a failed assertion into what is asked for.

# %% square
def square(x):
    try:
        assert x is not None
    except AssertionError:
        raise ValueError("no number") from None
    return x * x
