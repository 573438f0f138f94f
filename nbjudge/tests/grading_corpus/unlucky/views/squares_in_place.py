# Squares the data that it was given, and so the test's expected values.
#
# earns: square 1
# outcome: graded with failures or needs review

# %% square
def square(x):
    if x is None:
        raise ValueError
    x *= x
    return x
