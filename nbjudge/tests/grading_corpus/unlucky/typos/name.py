# Misspells a name inside the function.
#
# earns: square 0
# outcome: graded with failures

# %% square
def square(x):
    if x is None:
        raise ValueError
    return xx * x
