# Gives the first function the name of the second.
#
# earns: square 0
# outcome: graded with failures

# %% square
def total(x):
    return x * x
