# Misspells the name of the function.
#
# earns: square 0
# outcome: graded with failures

# %% square
def sqaure(x):
    return x * x
