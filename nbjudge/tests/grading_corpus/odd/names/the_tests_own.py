# Uses the names that the tests use, for other things.

# %% square
xs = expected = hidden_word = stack = values = means = "mine"


def square(x):
    if x is None:
        raise ValueError
    return x * x
