# Takes its value from a generator.

# %% square
def square(x):
    if x is None:
        raise ValueError
    return next(v * v for v in [x])
