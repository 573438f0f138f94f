# Fails after the function is defined.
#
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return x * x


1 / 0
