# Raises another exception than is asked for.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise TypeError("no number")
    return x * x
