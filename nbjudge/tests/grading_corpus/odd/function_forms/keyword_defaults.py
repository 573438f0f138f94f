# Has parameters that nobody asked for.

# %% square
def square(x, /, *, n=2, verbose=False, **rest):
    if x is None:
        raise ValueError
    return x**n
