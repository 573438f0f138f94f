# A function that another made.

# %% square
def power(n):
    def inner(x):
        if x is None:
            raise ValueError
        return x**n

    return inner


square = power(2)
