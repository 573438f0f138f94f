# Does not raise what is asked for.
#
# earns: square 1
# outcome: graded with failures

# %% square
def square(x):
    return x * x if x is not None else None
